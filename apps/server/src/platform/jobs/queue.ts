import type { Database } from "../db/database.ts";
import type { TxContext } from "../http/context.ts";
import type { ClaimTable } from "./claim.ts";
import { isSetAsideSql, setAsideReasonSql } from "./set-aside.ts";
import type { Topic } from "./wake.ts";

/** The limit for counting rows: a long queue must stay cheap to read. A count that reaches it is a lower bound. */
export const queueCountMax = 100_000;

export interface QueueState {
  /** Due now. */
  waiting: number;
  /** In progress. */
  active: number;
  /** Due later: a further attempt, or scheduled work. */
  delayed: number;
  /** Given up; `retry` puts back those that can be retried. */
  failed: number;
  oldestWaitingAt: Date | null;
}

/** Failed work, as the operator sees it. */
export interface FailedWork {
  /** null: of the installation itself. */
  tenant_id: string | null;
  id: string;
  /** What the work was: an event, a kind of mail; null: the queue's name says it. */
  about: string | null;
  reason: string | null;
  attempts: number | null;
  failed_at: Date | null;
  /** Whether a retry may put it back. */
  retryable: boolean;
  /** Whether it can be discarded; otherwise its resource shows it and ends it. */
  discardable: boolean;
}

/** Selects from a queue's failed work: newest first below an id, or one by its id. */
export interface FailedChoice {
  below?: string | null;
  id?: string;
  limit: number;
}

/**
 * Work waiting in rows, as the operator of the installation sees it. Modules provide their own (platform/module.ts).
 */
export interface Queue {
  name: string;
  /** The tables whose rows are its work. */
  tables: readonly string[];
  /** Those tables whose rows platform/jobs/claim.ts claims. */
  claimed: readonly ClaimTable[];
  /** The topic to wake when rows are put back. */
  topic: Topic;
  state(now: Date): Promise<QueueState>;
  /** How many were completed between two instants. null: the queue does not record it. */
  completed: ((from: Date, until: Date) => Promise<number>) | null;
  /** Organizations with failed rows that could be put back, at most `limit`. */
  failedTenants(now: Date, limit: number): Promise<string[]>;
  failedWork(now: Date, choice: FailedChoice): Promise<FailedWork[]>;
  /** Puts failed rows of the context's organization back, at most `limit`, or a single one. Returns how many. Safe to repeat. */
  retry(ctx: TxContext, limit: number, id?: string): Promise<number>;
  /** The same for the installation's own work, of no organization. Absent: there is none. */
  retryOwn?(now: Date, limit: number, id?: string): Promise<number>;
  /** Ends one failed row of the context's organization without doing its work. False: it is no longer failed. */
  discard(ctx: TxContext, id: string): Promise<boolean>;
}

/** A claim source names its key. */
type KeyedTable = ClaimTable & { key?: readonly string[] };

export interface QueueDescription {
  name: string;
  tables: readonly (string | KeyedTable)[];
  topic: Topic;
  /** The state of a row in progress; "leased" by default. */
  active?: string;
  completed?: { table: string; column: string; condition: string };
  /**
   * `condition` on `f`, with $1 for now. `retryable`: which of those a retry puts back; all by default. Absent: rows
   * that are given up leave the queue, and their resource shows that. Work that was set aside (set-aside.ts) also
   * counts as failed, in every queue.
   */
  failed?: {
    table: string;
    condition: string;
    retryable?: string;
    /** Its id, a UUIDv7, and what is shown of it; expressions on `f`. `about`, `attempts`: null if there is nothing to show. */
    item: { id: string; about: string; reason: string; attempts: string; at: string };
    /** `id`: only this one. */
    retry(ctx: TxContext, limit: number, id?: string): Promise<number>;
    /** Absent: it cannot be discarded. */
    discard?(ctx: TxContext, id: string): Promise<boolean>;
  };
  /** Keys of tables given by name whose key is not `id`. */
  keys?: Readonly<Record<string, string>>;
}

/**
 * A queue over tables with columns tenant_id, state ('ready', or the state of work in progress) and run_at.
 * Cross-tenant, as the worker, because it covers the whole installation. Every count reads at most `queueCountMax`
 * entries of a partial index.
 */
export function createQueue(database: Pick<Database, "worker">, description: QueueDescription): Queue {
  const { name, topic, active = "leased", completed, failed } = description;
  const declared = description.tables.map((table): KeyedTable => (typeof table === "string" ? { table } : table));
  const tables = declared.map(({ table }) => table);
  const claimed = active === "leased" ? declared : [];
  // Tables without their own state for work that is given up.
  const withoutState = claimed.filter(({ setAside }) => setAside === undefined).map(({ table }) => table);
  const fails = failed !== undefined || withoutState.length > 0;
  const failedRows = (condition: string | undefined) =>
    [
      ...(failed === undefined
        ? []
        : [`(select f.tenant_id from ${failed.table} f where ${condition} and $1::timestamptz is not null limit $2)`]),
      ...withoutState.map((table) => `(select tenant_id from ${table} where ${isSetAsideSql("state")} limit $2)`),
    ].join(" union all ");
  const keyOf = (table: string) => description.keys?.[table] ?? declared.find((one) => one.table === table)?.key?.[0] ?? "id";
  const chosen = (id: string) => `($2::uuid is null or ${id} < $2) and ($3::uuid is null or ${id} = $3)`;
  const failedParts = (): string[] => [
    ...(failed === undefined
      ? []
      : [
          `(select f.tenant_id, ${failed.item.id} as id, ${failed.item.about} as about, ${failed.item.reason} as reason,
                   ${failed.item.attempts} as attempts, ${failed.item.at} as failed_at, ${failed.retryable ?? "true"} as retryable,
                   ${failed.discard !== undefined} as discardable
              from ${failed.table} f where ${failed.condition} and $1::timestamptz is not null and ${chosen(failed.item.id)}
             order by 2 desc limit $4)`,
        ]),
    ...withoutState.map(
      (table) =>
        `(select tenant_id, ${keyOf(table)} as id, null::text as about, ${setAsideReasonSql("state")} as reason, attempts::int as attempts,
                 run_at as failed_at, true as retryable, false as discardable
            from ${table} where ${isSetAsideSql("state")} and $1::timestamptz is not null and ${chosen(keyOf(table))} order by 2 desc limit $4)`,
    ),
  ];
  const each = (text: (table: string) => string) => tables.map(text).join(" union all ");
  return {
    name,
    tables,
    claimed,
    topic,
    async state(now) {
      const [row] = await database.worker<{ waiting: number; active: number; delayed: number; failed: number; oldest: Date | null }>({
        text: `select r.waiting, r.delayed, r.oldest,
                      (select count(*)::int from (${each((t) => `(select 1 from ${t} where state = '${active}' limit $2)`)}) a) as active,
                      ${fails ? `(select count(*)::int from (${failedRows(failed?.condition)}) f)` : "0"} as failed
                 from (select count(*) filter (where run_at <= $1)::int as waiting, count(*) filter (where run_at > $1)::int as delayed,
                              min(run_at) filter (where run_at <= $1) as oldest
                         from (${each((t) => `(select run_at from ${t} where state = 'ready' limit $2)`)}) w) r`,
        values: [now, queueCountMax],
      });
      if (row === undefined) throw new Error("a count without a row");
      return { waiting: row.waiting, active: row.active, delayed: row.delayed, failed: row.failed, oldestWaitingAt: row.oldest };
    },
    completed:
      completed === undefined
        ? null
        : async (from, until) => {
            const { table, column, condition } = completed;
            const [row] = await database.worker<{ n: number }>({
              text: `select count(*)::int as n from ${table} where ${condition} and ${column} >= $1 and ${column} < $2`,
              values: [from, until],
            });
            return row?.n ?? 0;
          },
    async failedTenants(now, limit) {
      if (!fails) return [];
      const rows = await database.worker<{ tenant_id: string }>({
        text: `select distinct f.tenant_id from (${failedRows(failed?.retryable ?? failed?.condition)}) f where $1::timestamptz is not null limit $3`,
        values: [now, queueCountMax, limit],
      });
      return rows.map((row) => row.tenant_id);
    },
    async failedWork(now, { below = null, id = null, limit }) {
      if (!fails) return [];
      return database.worker<FailedWork>({
        text: `select * from (${failedParts().join(" union all ")}) w order by id desc limit $4`,
        values: [now, below, id, limit],
      });
    },
    async discard(ctx, id) {
      return (await failed?.discard?.(ctx, id)) ?? false;
    },
    async retry(ctx, limit, id) {
      let retried = failed === undefined ? 0 : await failed.retry(ctx, limit, id);
      // As if nothing had happened to it before: whoever retries believes that the cause is gone.
      for (const table of withoutState) {
        if (retried >= limit) break;
        const rows = await ctx.tx.query({
          name: `retry_${table}${id === undefined ? "" : "_one"}`,
          text: `update ${table} set state = 'ready', run_at = $2, lease_until = null, deaths = 0
                  where ctid = any(array(select ctid from ${table} where tenant_id = $1 and ${isSetAsideSql("state")}${id === undefined ? "" : ` and ${keyOf(table)} = $4`} limit $3 for update skip locked))
                    and tenant_id = $1
                 returning 1`,
          values: [ctx.tenantId, ctx.now, limit - retried, ...(id === undefined ? [] : [id])],
        });
        retried += rows.length;
      }
      return retried;
    },
  };
}
