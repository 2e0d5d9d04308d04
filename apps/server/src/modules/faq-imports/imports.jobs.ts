import { type CategoriesService, categoriesByPath, faqsByQuestion, type FaqsService } from "#modules/knowledge/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { type Claimed, type Claims, walkLanes } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { pathKey } from "#platform/snapshot/snapshot-part.ts";
import * as queries from "./imports.queries.ts";
import { readRow, type RowValues } from "./rows.ts";

export interface ImportLoopDeps {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
  claims: Claims;
  faqs: Pick<FaqsService, "create" | "update">;
  categories: Pick<CategoriesService, "create">;
}

type Item = Claimed & { id: string };

const leaseMs = 60_000;
const tenantsAtOnce = 2;
/** Each is indexed for the search in the same transaction. */
const rowsAtOnce = 50;
const pollMs = 1_000;
const triesMax = 5;
const retryMs = 5_000;

/** Carries what a dry run found out of the transaction that it undoes. */
class DryRun extends Error {
  readonly results: queries.RowResult[];
  constructor(results: queries.RowResult[]) {
    super("a dry run changes nothing");
    this.results = results;
  }
}

/**
 * Applies imports some rows at a time. The FAQs, the report and the counts commit together, so a row is applied once, whatever dies when: a claim
 * whose process died comes back when its lease ends and begins with the rows that have no outcome.
 */
export function createImportLoop(deps: ImportLoopDeps): Loop {
  const claim = walkLanes<Item>(deps.claims, queries.importSource);

  async function run(): Promise<boolean> {
    const now = deps.clock.now();
    await deps.claims.returnExpired(queries.importSource, now);
    const claimed = await claim({ now, leaseMs, perLane: 1, lanes: tenantsAtOnce });
    for (const item of claimed) await step(item);
    return claimed.length > 0;
  }

  async function step(item: Item): Promise<void> {
    const apply = (results: queries.RowResult[] | null) => deps.database.withTenant(item.tenant_id, (tx) => applySome(tx, item, results));
    try {
      await retryConflicts(() => apply(null)).catch((error: unknown) => {
        if (!(error instanceof DryRun)) throw error;
        return apply(error.results);
      });
    } catch (error) {
      deps.log.error({ err: error, importId: wireId("fim", item.id) }, "rows of a FAQ import could not be applied");
      await deps.database.withTenant(item.tenant_id, async (tx) => {
        const held = await hold(tx, item);
        if (held === null) return;
        const now = deps.clock.now();
        if (held.tries + 1 >= triesMax)
          await queries.endImport(tx, now, item.id, "failed", "Something went wrong on our side. Rows that were applied stay applied.");
        else await queries.postponeImport(tx, item.id, new Date(now.getTime() + retryMs * 2 ** held.tries));
      });
    }
  }

  /** The import, locked; null when the claim is not ours any more: cancelled, or its lease ended. */
  async function hold(tx: Tx, item: Item): Promise<queries.ImportRow | null> {
    const row = await queries.findImport(tx, item.id, true);
    return row?.state === "leased" && row.attempts === item.attempts ? row : null;
  }

  async function applySome(tx: Tx, item: Item, dryResults: queries.RowResult[] | null): Promise<void> {
    const held = await hold(tx, item);
    if (held === null) return;
    const now = deps.clock.now();
    const rows = await queries.nextRows(tx, held.id, rowsAtOnce);
    const results = dryResults ?? (await applyRows(tx, now, held, rows));
    if (held.dry_run && dryResults === null) throw new DryRun(results);
    await queries.settleRows(tx, held.id, results);
    const count = (outcome: queries.RowResult["outcome"]) => results.filter((result) => result.outcome === outcome).length;
    const counts = { created: count("created"), updated: count("updated"), skipped: count("skipped"), failed: count("failed") };
    const before = held.created_count + held.updated_count + held.skipped_count + held.failed_count;
    await queries.advanceImport(tx, now, held.id, counts, before + results.length >= held.rows_total);
  }

  async function applyRows(tx: Tx, now: Date, held: queries.ImportRow, rows: queries.FileRow[]): Promise<queries.RowResult[]> {
    const plan = held.columns.flatMap(({ name }, index) =>
      Object.hasOwn(held.mapping, name) ? [{ index, field: held.mapping[name] as string }] : [],
    );
    const ctx: TxContext = {
      tx,
      tenantId: tx.tenantId,
      actor: { kind: held.actor_kind, id: held.actor_id },
      scopes: new Set(),
      session: null,
      requestId: wireId("fim", held.id),
      now,
    };
    const known = new Map([...(await categoriesByPath(tx))].map(([key, row]) => [key, row.id]));
    const results: queries.RowResult[] = [];
    for (const row of rows) {
      try {
        const { outcome, faqId } = await applyRow(ctx, held, known, readRow(row.cells, plan), row.is_repeated);
        results.push({
          row: row.row,
          outcome,
          faqId: held.dry_run && outcome === "created" ? null : faqId,
          field: null,
          issue: null,
          message: null,
        });
      } catch (error) {
        // Only what was refused before anything was written; after a failed statement the transaction is over.
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        const [detail] = error.details ?? [];
        results.push({
          row: row.row,
          outcome: "failed",
          faqId: null,
          field: detail?.field ?? null,
          issue: detail?.issue ?? error.code,
          message: error.message,
        });
      }
    }
    return results;
  }

  async function applyRow(
    ctx: TxContext,
    held: queries.ImportRow,
    known: Map<string, string>,
    { category, ...values }: RowValues,
    isRepeated: boolean,
  ): Promise<{ outcome: "created" | "updated" | "skipped"; faqId: string | null }> {
    const [existing] = await faqsByQuestion(ctx.tx, [values.question]);
    // What an earlier row of a dry run made is undone.
    const faqId = held.dry_run && isRepeated ? null : (existing?.id ?? null);
    if (existing !== undefined && held.on_existing === "skip") return { outcome: "skipped", faqId };
    if (existing === undefined && held.dry_run && isRepeated)
      return { outcome: held.on_existing === "skip" ? "skipped" : "updated", faqId: null };
    const categoryId = category === undefined ? undefined : await categoryOf(ctx, held, known, category);
    const input = { ...values, ...(categoryId === undefined ? {} : { categoryId: wireId("kct", categoryId) }) };
    if (existing !== undefined) {
      await deps.faqs.update(ctx, wireId("kfq", existing.id), input);
      return { outcome: "updated", faqId };
    }
    const made = await deps.faqs.create(ctx, input);
    return { outcome: "created", faqId: parseWireId("kfq", made.id) };
  }

  /** The category of a path, made where it may be. Throws validation_error when it is not there and may not be made. */
  async function categoryOf(ctx: TxContext, held: queries.ImportRow, known: Map<string, string>, path: string[]): Promise<string> {
    let id: string | null = null;
    for (const depth of path.keys()) {
      const key = pathKey(path.slice(0, depth + 1));
      let found = known.get(key);
      if (found === undefined) {
        if (!held.create_categories) throw invalidField("category", "unknown", `There is no category ${path.join(" > ")}.`);
        const parentId: string | null = id;
        const made = await deps.categories.create(ctx, {
          name: path[depth] as string,
          ...(parentId === null ? {} : { parentId: wireId("kct", parentId) }),
        });
        found = parseWireId("kct", made.id) as string;
        known.set(key, found);
      }
      id = found;
    }
    return id as string;
  }

  return createLoop({ name: "FAQ imports", run, wake: deps.wake, topics: ["contact files"], pollMs, log: deps.log });
}
