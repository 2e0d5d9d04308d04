/**
 * The database of Parley: an embedded PostgreSQL or the operator's own, its roles, its migrations, its backups. Every
 * function that takes a pg.ClientConfig called `admin` expects the one from openDatabase.
 */
export { backup, type BackupSummary } from "./backup/backup.ts";
export { inTransaction, parseDatabaseUrl, waitForServer, withClient } from "./connect.ts";
export { type EmbeddedPasswords, hasCluster, makeDataFolder } from "./embedded/data-folder.ts";
export { type Embedded, type EmbeddedOptions, startEmbedded, type UnexpectedExit } from "./embedded/embedded.ts";
export { DatabaseError, type DatabaseErrorCode } from "./errors.ts";
export { type DatabaseLog, silentLog } from "./log.ts";
export { type AppliedMigration, migrate, type MigrateOptions, pendingMigrations } from "./schema/migrate.ts";
export { type OpenDatabaseOptions, type OpenedDatabase, openDatabase } from "./open.ts";
export { restore, type RestoreOptions, type RestoreSummary } from "./backup/restore.ts";
export { type HeldWork, restoredHolder } from "./backup/restore-holding.ts";
export { ensureRoles, roleConfig, type RolePasswords } from "./roles.ts";
export { dumpSchema } from "./schema/schema-dump.ts";
