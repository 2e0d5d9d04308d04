import {
  backup,
  type BackupSummary,
  DatabaseError,
  hasCluster,
  type HeldWork,
  migrate,
  type OpenedDatabase,
  parseDatabaseUrl,
  restore,
  waitForServer,
  withClient,
} from "@parley/database";
import type { Config } from "../config.ts";
import { createIdSource } from "../platform/ids/ids.ts";
import { countProcesses } from "../platform/jobs/processes.ts";
import { createLog } from "../platform/log/log.ts";
import { EnvelopeError } from "../platform/crypto/envelope.ts";
import { configOf, findRootKeys, openForCli } from "./open.ts";
import { judgeRootKeys, needsRootKey } from "./root-keys.queries.ts";
import type { Verb } from "./usage.ts";

const rowsOf = (tables: { name: string; rows: number }[]) => tables.reduce((sum, table) => sum + table.rows, 0);

export const databaseVerbs: Verb[] = [
  {
    noun: "migrate",
    verb: null,
    usage: "migrate",
    summary: "Migrate the database to this release",
    options: {},
    required: [],
    positionals: [],
    async run(_input, cli) {
      const opened = await openForCli(configOf(cli), false);
      try {
        const { applied } = await migrate(opened.admin, { log: createLog("silent") });
        return {
          json: { applied },
          lines: applied.length === 0 ? ["The database is up to date"] : applied.map((name) => `Applied ${name}`),
        };
      } finally {
        await opened.close();
      }
    },
  },
  {
    noun: "backup",
    verb: null,
    usage: "backup FILE",
    summary: "Back up all data to one file, also while the server runs",
    options: {},
    required: [],
    positionals: ["FILE"],
    async run(input, cli) {
      const file = input.positional(0);
      const config = configOf(cli, false);
      if (config.databaseUrl === undefined && !(await hasCluster(config.dataDir))) {
        throw new DatabaseError(
          "backup_failed",
          `There is no database in ${config.dataDir}. Point DATA_DIR or DATABASE_URL to the one to back up.`,
        );
      }
      const { tables } = await (config.databaseUrl === undefined ? backupEmbedded(config, file) : backupFrom(config.databaseUrl, file));
      return {
        json: { file, rows: rowsOf(tables), tables },
        lines: [
          `${rowsOf(tables)} rows of ${tables.length} tables in ${file}`,
          "Keep the encryption key too. Without it, the secrets in the backup cannot be read.",
        ],
      };
    },
  },
  {
    noun: "restore",
    verb: null,
    usage: "restore FILE [--resume]",
    summary: "Load a backup into an empty database",
    details:
      "Whatever was waiting to be sent may have been sent after the backup, so it is held: messages become unknown, broadcasts are\n" +
      "paused, due runs of flows fail. With --resume everything continues: for moving an installation whose server has been stopped\n" +
      "since before the backup. Do not start it again.",
    options: { resume: { type: "boolean" } },
    required: [],
    positionals: ["FILE"],
    async run(input, cli) {
      const file = input.positional(0);
      const config = configOf(cli);
      const opened = await openForCli(config, false);
      try {
        await refuseBesideServers(opened, config);
        const hold = input.flag("resume") ? null : { at: new Date(), uuid: createIdSource({ now: Date.now }).uuid };
        const { tables, held } = await restore(opened.admin, file, { log: createLog("silent"), hold });
        // A newer release migrates the restored data to its own schema.
        await migrate(opened.admin, { log: createLog("silent") });
        const encryptionKey = await checkRootKey(opened, config);
        return {
          json: { file, rows: rowsOf(tables), tables, held, encryptionKey },
          lines: [
            `${rowsOf(tables)} rows of ${tables.length} tables restored`,
            ...(held === null ? [] : describeHeld(held)),
            ...(encryptionKey === "ok"
              ? []
              : [
                  `The encryption key is ${encryptionKey}. Put the key of the backed-up installation in place before the server starts, or stored secrets cannot be read.`,
                ]),
          ],
        };
      } finally {
        await opened.close();
      }
    },
  },
];

/** For people; nothing if there was nothing to hold. Pure. */
export function describeHeld(held: HeldWork): string[] {
  const kinds = [
    [held.messages, "unknown messages"],
    [held.broadcasts, "paused broadcasts"],
    [held.flowRuns, "failed runs of flows"],
    [held.flowSchedules, "skipped occurrences of flows"],
    [held.chatbotTurns, "conversations from chatbots to people"],
  ] as const;
  const found = kinds.filter(([count]) => count > 0).map(([count, what]) => `${what}: ${count}`);
  if (found.length === 0) return [];
  return [
    `Held, because it may have been done after the backup (${found.join(", ")}).`,
    "If the server was stopped before the backup and has not run since: restore into a new empty database, with --resume.",
  ];
}

/** Sets up nothing, so that the login needs only parley_backup. */
async function backupFrom(databaseUrl: string, file: string): Promise<BackupSummary> {
  const login = parseDatabaseUrl(databaseUrl);
  await waitForServer(login, 30_000);
  return await backup(login, file);
}

async function backupEmbedded(config: Config, file: string): Promise<BackupSummary> {
  const opened = await openForCli(config, false);
  try {
    return await backup(opened.admin, file);
  } finally {
    await opened.close();
  }
}

/** A running server would write between the rows being loaded, and keep what it has cached of the empty database. */
async function refuseBesideServers(opened: OpenedDatabase, config: Config): Promise<void> {
  if (opened.embedded !== null) {
    if (!opened.embedded.attached) return;
    throw new DatabaseError(
      "restore_refused",
      `Another process, probably the server, uses the database in ${config.dataDir}. Stop it, then restore.`,
    );
  }
  const serving = await withClient(opened.worker, async (client) => {
    const { rows: found } = await client.query<{ there: boolean }>("select to_regclass('public.server_processes') is not null as there");
    if (found[0]?.there !== true) return 0;
    const { rows } = await client.query<{ count: number }>(countProcesses);
    return rows[0]?.count ?? 0;
  });
  if (serving > 0) throw new DatabaseError("restore_refused", `${serving} Parley processes use this database. Stop them, then restore.`);
}

/** Whether the available key opens the tenants' keys: a backup does not contain the root key. */
async function checkRootKey(opened: OpenedDatabase, config: Config): Promise<"ok" | "missing" | "another one"> {
  if (!(await needsRootKey(opened.worker))) return "ok";
  const rootKeys = await findRootKeys(config);
  if (rootKeys === null) return "missing";
  try {
    await judgeRootKeys(opened.worker, rootKeys);
    return "ok";
  } catch (error) {
    if (error instanceof EnvelopeError) return "another one";
    throw error;
  }
}
