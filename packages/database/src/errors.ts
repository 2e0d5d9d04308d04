/**
 * Why a database operation was refused. All of these are for the operator, never for an API caller: the message says
 * what is wrong and what to do.
 */
export type DatabaseErrorCode =
  /** No PostgreSQL binaries for this machine, or they do not run here. */
  | "embedded_unavailable"
  /** The embedded cluster did not start; the message ends with PostgreSQL's own last lines. */
  | "embedded_failed"
  /** The data folder belongs to another major version or another user, or has lost its passwords. */
  | "data_folder_unusable"
  | "server_unreachable"
  | "server_too_old"
  /** The roles are missing and the given login may not create them. */
  | "roles_unavailable"
  /** The application or worker role cannot log in although it exists. */
  | "role_login_failed"
  /** A role could bypass row-level security. */
  | "role_unsafe"
  | "migration_files_invalid"
  | "migration_changed"
  | "migration_gap"
  | "migration_failed"
  | "schema_newer"
  /** It has only some of the migrations that were folded into one schema. */
  | "schema_too_old"
  | "backup_failed"
  /** The archive is truncated, altered, or not an archive of ours. */
  | "backup_corrupt"
  /** The target is unsuitable for a restore: it has rows, or another schema version. */
  | "restore_refused";

export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** SQLSTATE of a PostgreSQL error or the errno name of a socket error (`28P01`, `ECONNREFUSED`); '' for anything else. */
export function errorCode(error: unknown): string {
  if (typeof error === "object" && error !== null && "code" in error && typeof error.code === "string") return error.code;
  return "";
}

export function errorMessage(error: unknown): string {
  // A refused connection to a name with two addresses arrives as an AggregateError with an empty message.
  if (error instanceof AggregateError) return error.errors.map(errorMessage).join("; ");
  return error instanceof Error ? error.message : String(error);
}
