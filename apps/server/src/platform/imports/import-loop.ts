import type { Clock } from "../clock/clock.ts";
import { retryConflicts } from "../db/conflicts.ts";
import type { Database, Tx } from "../db/database.ts";
import { AppError } from "../errors/app-error.ts";
import type { TxContext } from "../http/context.ts";
import { wireId } from "../ids/ids.ts";
import { type Claimed, type Claims, rotateLanes } from "../jobs/claim.ts";
import { createLoop, type Loop } from "../jobs/loop.ts";
import { isSetAside, setAsideFileMsMax, setAsideReason } from "../jobs/set-aside.ts";
import { createTenantTurns } from "../jobs/tenant-turns.ts";
import type { Wake } from "../jobs/wake.ts";
import type { Log } from "../log/log.ts";
import type { FileRow } from "./import-file.ts";
import type { ImportOutcome } from "./import-schema.ts";
import { type ImportRow, type ImportStore, type RowResult, rowsDoneOf } from "./import-store.ts";

export interface ImportLoopDeps {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
  claims: Claims;
}

/** `id`: of the resource that the row created, changed or found; null if a dry run has rolled it back. */
export interface AppliedRow {
  outcome: Exclude<ImportOutcome, "failed">;
  id: string | null;
}

export interface ImportLoopOptions<Row extends ImportRow> {
  name: string;
  /** Tenants whose imports advance in one round, one step each. */
  tenantsAtOnce: number;
  /** Reads, or locks, what a step's rows share; then each row is applied. An error while applying is the row's failure. */
  begin(ctx: TxContext, held: Row, rows: FileRow[]): Promise<(row: FileRow) => Promise<AppliedRow>>;
}

const leaseMs = 60_000;
const pollMs = 1_000;
const triesMax = 5;
const retryMs = 5_000;
const endedAtOnce = 20;

/** Carries a dry run's result out of the transaction that it rolls back. */
class DryRun extends Error {
  readonly results: RowResult[];
  constructor(results: RowResult[]) {
    super("a dry run changes nothing");
    this.results = results;
  }
}

/**
 * Applies imports step by step. The effects of a step's rows, its report and the counts commit together, so a row is
 * applied once, whatever crashes: a claim whose process died is released when its lease expires, and continues with the
 * unfinished step.
 */
export function createImportLoop<Settings extends object, Row extends ImportRow & Settings>(
  deps: ImportLoopDeps,
  store: ImportStore<Settings, Row>,
  { name, tenantsAtOnce, begin }: ImportLoopOptions<Row>,
): Loop {
  type Item = Claimed & { id: string };
  const claim = rotateLanes<Item>(deps.claims, store.source);
  const endings = createTenantTurns(deps, "an import that was set aside could not be ended; it is retried");

  async function run(): Promise<boolean> {
    const now = deps.clock.now();
    const before = new Date(now.getTime() - setAsideFileMsMax);
    for (const item of await endings.list((skipped) => store.listSetAside(deps.database, before, skipped, endedAtOnce)))
      await endings.run(item.tenant_id, (tx) => endSetAside(tx, now, item.id));
    await deps.claims.returnExpired(store.source, now);
    const claimed = await claim({ now, leaseMs, perLane: 1, lanes: tenantsAtOnce });
    await Promise.all(claimed.map((item) => step(item)));
    if (claimed.length > 0) deps.wake.hint("events");
    return claimed.length > 0;
  }

  async function endSetAside(tx: Tx, now: Date, id: string): Promise<void> {
    const row = await store.find(tx, id, true);
    if (row !== null && isSetAside(row.state)) await store.end(tx, now, id, "failed", setAsideReason(row.state));
  }

  async function step(item: Item): Promise<void> {
    const apply = (found: RowResult[] | null) => deps.database.withTenant(item.tenant_id, (tx) => applyStep(tx, item, found));
    try {
      await retryConflicts(() => apply(null)).catch((error: unknown) => {
        if (!(error instanceof DryRun)) throw error;
        return apply(error.results);
      });
    } catch (error) {
      deps.log.error({ err: error, importId: wireId(store.prefix, item.id) }, "rows of an import could not be applied");
      await deps.database.withTenant(item.tenant_id, async (tx) => {
        const held = await hold(tx, item);
        if (held === null) return;
        const now = deps.clock.now();
        if (held.tries + 1 >= triesMax)
          await store.end(tx, now, item.id, "failed", "Something went wrong on our side. Rows that were applied stay applied.");
        else await store.postpone(tx, item.id, new Date(now.getTime() + retryMs * 2 ** held.tries));
      });
    }
  }

  /** The import, locked; null if the claim is lost: cancelled, or its lease expired. */
  async function hold(tx: Tx, item: Item): Promise<Row | null> {
    const row = await store.find(tx, item.id, true);
    return row?.state === "leased" && row.attempts === item.attempts ? row : null;
  }

  /** `found`: the results of this step's dry run, which was rolled back. */
  async function applyStep(tx: Tx, item: Item, found: RowResult[] | null): Promise<void> {
    const held = await hold(tx, item);
    if (held === null) return;
    const now = deps.clock.now();
    const results = found ?? (await applyRows(tx, now, held));
    if (held.dry_run && found === null) throw new DryRun(results);
    await store.settle(tx, held.id, results);
    const count = (outcome: ImportOutcome) => results.filter((result) => result.outcome === outcome).length;
    const counts = { created: count("created"), updated: count("updated"), skipped: count("skipped"), failed: count("failed") };
    await store.advance(tx, now, held.id, counts, rowsDoneOf(held) + results.length >= held.rows_total);
  }

  async function applyRows(tx: Tx, now: Date, held: Row): Promise<RowResult[]> {
    const ctx: TxContext = {
      tx,
      tenantId: tx.tenantId,
      actor: { kind: held.actor_kind, id: held.actor_id },
      scopes: new Set(),
      session: null,
      requestId: wireId(store.prefix, held.id),
      now,
    };
    const rows = await store.next(tx, held);
    const applyRow = await begin(ctx, held, rows);
    const results: RowResult[] = [];
    for (const row of rows) {
      try {
        const { outcome, id } = await applyRow(row);
        const kept = held.dry_run && outcome === "created" ? null : id;
        results.push({ row: row.row, outcome, id: kept, field: null, issue: null, message: null });
      } catch (error) {
        // Only refusals before anything was written; a failed statement has aborted the transaction.
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        const [wrong] = error.details ?? [];
        const { field = null, issue = error.code } = wrong ?? {};
        results.push({ row: row.row, outcome: "failed", id: null, field, issue, message: error.message });
      }
    }
    return results;
  }

  return createLoop({ name, run, wake: deps.wake, topics: ["imports and exports"], pollMs, log: deps.log });
}
