import type { Database, Tx } from "../db/database.ts";
import type { WirePrefix } from "../ids/ids.ts";
import type { ClaimSource } from "../jobs/claim.ts";
import { isSetAsideSql, type SetAsideState } from "../jobs/set-aside.ts";
import type { FileRow, ImportColumn, ImportTable } from "./import-file.ts";
import type { ImportOutcome } from "./import-schema.ts";

/** The columns that every import table has. */
export interface ImportRow extends Pick<ImportTable, "delimiter" | "encoding"> {
  id: string;
  state: "ready" | "leased" | "completed" | "failed" | "cancelled" | SetAsideState;
  attempts: number;
  /** Consecutive failures of the next step. */
  tries: number;
  filename: string | null;
  columns: ImportColumn[];
  /** Field by column. */
  mapping: Record<string, string>;
  dry_run: boolean;
  rows_total: number;
  created_count: number;
  updated_count: number;
  skipped_count: number;
  failed_count: number;
  error: string | null;
  actor_kind: "api" | "member" | "system";
  actor_id: string;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  /** created_at with microseconds, for cursors. */
  position: string;
}

/** A row's outcome. `id`: of the resource that it created or changed. */
export interface RowResult {
  row: number;
  outcome: ImportOutcome;
  id: string | null;
  field: string | null;
  issue: string | null;
  message: string | null;
}

export interface NewImport extends ImportTable {
  filename: string | null;
  /** Field by column. */
  mapping: Record<string, string>;
  dryRun: boolean;
}

export interface ImportStoreOptions<Settings extends object, Row extends ImportRow & Settings> {
  prefix: WirePrefix;
  /** The prefix of its audit entries: `contact_import`. */
  noun: string;
  table: string;
  /** Columns that only this table has: the request's settings. */
  settings: readonly (keyof Settings & string)[];
  /** Columns that only this table has: its progress, in addition to the counts. */
  progress?: readonly (keyof Row & string)[];
  /** How a step changes them, as SQL over the alias i. */
  advance?: string;
  /** The rows of the next step. */
  next(tx: Tx, held: Row): Promise<FileRow[]>;
  /** Writes a step's report. */
  settle(tx: Tx, importId: string, results: RowResult[]): Promise<void>;
  /** Deletes what is stored of the file once the import has ended. */
  dropRest(tx: Tx, importId: string): Promise<void>;
}

const everyTable = [
  ...["id", "state", "attempts", "tries", "filename", "delimiter", "encoding", "columns", "mapping", "dry_run", "rows_total"],
  ...["created_count", "updated_count", "skipped_count", "failed_count", "error", "actor_kind", "actor_id"],
  ...["created_at", "started_at", "finished_at"],
];

/** The statements on an import table; its module provides those for the files' rows. */
export function createImportStore<Settings extends object, Row extends ImportRow & Settings>(options: ImportStoreOptions<Settings, Row>) {
  const { table, settings, progress = [], advance } = options;
  const columns = `${[...everyTable, ...settings, ...progress].map((name) => `i.${name}`).join(", ")}, i.created_at::text as position`;
  /** One lane per tenant, so that one tenant's large files do not delay others. */
  const source: ClaimSource = { table, lane: "tenant_id", order: "t.run_at, t.id", key: ["id"], columns: [] };

  async function find(tx: Tx, id: string, lock = false): Promise<Row | null> {
    const [row] = await tx.query<Row>({
      name: `${table}_by_id${lock ? "_locked" : ""}`,
      text: `select ${columns} from ${table} i where i.tenant_id = $1 and i.id = $2 ${lock ? "for no key update" : ""}`,
      values: [tx.tenantId, id],
    });
    return row ?? null;
  }

  return {
    prefix: options.prefix,
    noun: options.noun,
    source,
    next: options.next,
    settle: options.settle,
    find,

    async insert(tx: Tx, now: Date, id: string, actor: { kind: string; id: string }, made: NewImport, given: Settings): Promise<Row> {
      const [row] = await tx.query<Row>({
        name: `${table}_insert`,
        text: `insert into ${table} as i (tenant_id, id, state, run_at, created_at, actor_kind, actor_id, filename, delimiter, encoding, columns,
                 mapping, dry_run, rows_total, ${settings.join(", ")})
               values ($1, $2, 'ready', $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, ${settings.map((_, n) => `$${n + 13}`).join(", ")})
               returning ${columns}`,
        values: [
          ...[tx.tenantId, id, now, actor.kind, actor.id, made.filename, made.delimiter, made.encoding],
          ...[JSON.stringify(made.columns), JSON.stringify(made.mapping), made.dryRun, made.rowsTotal],
          ...settings.map((name) => given[name]),
        ],
      });
      return row as Row;
    },

    list: (tx: Tx, after: string[] | null, limit: number): Promise<Row[]> =>
      tx.query<Row>({
        name: `${table}_list`,
        text: `select ${columns} from ${table} i
                where i.tenant_id = $1 and ($2::timestamptz is null or (i.created_at, i.id) < ($2::timestamptz, $3::uuid))
                order by i.created_at desc, i.id desc limit $4`,
        values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
      }),

    /** After a step: counts it, and puts the import back in the queue or completes it. */
    async advance(tx: Tx, now: Date, id: string, counts: Record<ImportOutcome, number>, done: boolean): Promise<void> {
      await tx.query({
        name: `${table}_advance`,
        text: `update ${table} i
                  set ${advance === undefined ? "" : `${advance}, `}tries = 0, created_count = i.created_count + $4,
                      updated_count = i.updated_count + $5, skipped_count = i.skipped_count + $6, failed_count = i.failed_count + $7,
                      started_at = coalesce(i.started_at, $3), state = case when $8 then 'completed' else 'ready' end, run_at = $3,
                      lease_until = null, finished_at = case when $8 then $3::timestamptz end
                where i.tenant_id = $1 and i.id = $2`,
        values: [tx.tenantId, id, now, counts.created, counts.updated, counts.skipped, counts.failed, done],
      });
      if (done) await options.dropRest(tx, id);
    },

    /** Ends it for good before everything is applied. */
    async end(tx: Tx, now: Date, id: string, state: "cancelled" | "failed", error: string | null): Promise<void> {
      await tx.query({
        name: `${table}_end`,
        text: `update ${table} i set state = $4, error = $5, finished_at = $3, lease_until = null where i.tenant_id = $1 and i.id = $2`,
        values: [tx.tenantId, id, now, state, error],
      });
      await options.dropRest(tx, id);
    },

    /** Set aside, and not retried since. Runs as the cross-tenant worker, because a timer cannot know which tenants have any. Only lists them. */
    listSetAside: (
      database: Database,
      before: Date,
      skippedTenantIds: string[],
      limit: number,
    ): Promise<{ tenant_id: string; id: string }[]> =>
      database.worker({
        name: `${table}_set_aside`,
        text: `select tenant_id, id from ${table}
                where ${isSetAsideSql("state")} and run_at <= $1 and tenant_id <> all($3::uuid[]) order by run_at limit $2`,
        values: [before, limit, skippedTenantIds],
      }),

    async postpone(tx: Tx, id: string, runAt: Date): Promise<void> {
      await tx.query({
        name: `${table}_postpone`,
        text: `update ${table} i set state = 'ready', tries = i.tries + 1, run_at = $3, lease_until = null
                where i.tenant_id = $1 and i.id = $2`,
        values: [tx.tenantId, id, runAt],
      });
    },
  };
}

export type ImportStore<Settings extends object, Row extends ImportRow & Settings> = ReturnType<typeof createImportStore<Settings, Row>>;

export const rowsDoneOf = (row: ImportRow) => row.created_count + row.updated_count + row.skipped_count + row.failed_count;
