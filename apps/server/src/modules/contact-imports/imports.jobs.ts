import type { ContactFieldsService } from "#modules/contact-fields/index.ts";
import type { Contact, ContactsService, CreateContact } from "#modules/contacts/index.ts";
import { holdStage } from "#modules/pipelines/index.ts";
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
import * as queries from "./imports.queries.ts";
import { readRow, type RowPlan } from "./mapping.ts";

export interface ImportLoopDeps {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
  claims: Claims;
  contacts: Pick<ContactsService, "create" | "update" | "findByPhone" | "findByEmail">;
  fields: Pick<ContactFieldsService, "definitions">;
}

const leaseMs = 60_000;
/** Tenants whose imports advance in one round, a chunk each. */
const tenantsAtOnce = 4;
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
 * Applies imports chunk by chunk. A chunk's contacts, its report and the step to the next chunk commit together, so a row is applied
 * once, whatever dies when: a claim whose process died comes back when its lease ends and begins with the chunk that is not done.
 */
export function createImportLoop(deps: ImportLoopDeps): Loop {
  const claim = walkLanes<Claimed & { id: string }>(deps.claims, queries.importSource);
  async function run(): Promise<boolean> {
    const now = deps.clock.now();
    await deps.claims.returnExpired(queries.importSource, now);
    const claimed = await claim({
      now,
      leaseMs,
      perLane: 1,
      lanes: tenantsAtOnce,
    });
    await Promise.all(claimed.map((item) => step(item)));
    if (claimed.length > 0) deps.wake.hint("events");
    return claimed.length > 0;
  }

  async function step(item: Claimed & { id: string }): Promise<void> {
    try {
      await retryConflicts(() => deps.database.withTenant(item.tenant_id, (tx) => applyChunk(tx, item, null))).catch((error: unknown) => {
        if (!(error instanceof DryRun)) throw error;
        return deps.database.withTenant(item.tenant_id, (tx) => applyChunk(tx, item, error.results));
      });
    } catch (error) {
      deps.log.error({ err: error, importId: wireId("imp", item.id) }, "a chunk of an import could not be applied");
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
  async function hold(tx: Tx, item: Claimed & { id: string }): Promise<queries.ImportRow | null> {
    const row = await queries.findImport(tx, item.id, true);
    return row?.state === "leased" && row.attempts === item.attempts ? row : null;
  }

  async function applyChunk(tx: Tx, item: Claimed & { id: string }, dryResults: queries.RowResult[] | null): Promise<void> {
    const held = await hold(tx, item);
    if (held === null) return;
    const now = deps.clock.now();
    const rows = await queries.readChunk(tx, held.id, held.next_chunk);
    if (rows === null) throw new Error(`chunk ${held.next_chunk} of an import is missing`);
    const results = dryResults ?? (await applyRows(tx, now, held, rows));
    if (held.dry_run && dryResults === null) throw new DryRun(results);
    await queries.insertResults(tx, held.id, results);
    const count = (outcome: queries.RowResult["outcome"]) => results.filter((result) => result.outcome === outcome).length;
    const counts = { created: count("created"), updated: count("updated"), skipped: count("skipped"), failed: count("failed") };
    const done = held.created_count + held.updated_count + held.skipped_count + held.failed_count + results.length >= held.rows_total;
    await queries.advanceImport(tx, now, held.id, counts, done);
    if (done) await queries.deleteChunks(tx, held.id);
  }

  async function applyRows(tx: Tx, now: Date, held: queries.ImportRow, rows: queries.FileRow[]): Promise<queries.RowResult[]> {
    const definitions = new Map((await deps.fields.definitions(tx)).map((definition) => [definition.key, definition]));
    const plan: RowPlan = {
      columns: held.columns.flatMap(({ name }, index) =>
        Object.hasOwn(held.mapping, name) ? [{ index, field: held.mapping[name] as string }] : [],
      ),
      definitions,
      defaultCountry: held.default_country,
      tags: held.tags,
    };
    const ctx: TxContext = {
      tx,
      tenantId: tx.tenantId,
      actor: { kind: held.actor_kind, id: held.actor_id },
      scopes: new Set(),
      session: null,
      requestId: wireId("imp", held.id),
      now,
    };
    const stages = await holdStages(tx, plan, rows);
    const results: queries.RowResult[] = [];
    for (const row of rows) {
      try {
        const input = readRow(row.v, plan);
        if (input.stageId != null && !stages.has(input.stageId)) throw invalidField("stageId", "unknown", "There is no such stage.");
        const { outcome, contactId } = await applyRow(ctx, held, input, row.d !== null);
        results.push({
          row: row.r,
          outcome,
          contactId: held.dry_run && outcome === "created" ? null : contactId,
          field: null,
          issue: null,
          message: null,
        });
      } catch (error) {
        // Only what was refused before anything was written; after a failed statement the transaction is over.
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        const [detail] = error.details ?? [];
        results.push({
          row: row.r,
          outcome: "failed",
          contactId: null,
          field: detail?.field ?? (error.code === "not_found" ? "ownerId" : null),
          issue: detail?.issue ?? (error.code === "not_found" ? "unknown" : error.code),
          message: error.message,
        });
      }
    }
    return results;
  }

  /** The stages that the rows name and that are there, held before any contact is: whoever deletes a stage locks them in this order. */
  async function holdStages(tx: Tx, { columns }: RowPlan, rows: queries.FileRow[]): Promise<Set<string>> {
    const column = columns.find(({ field }) => field === "stageId");
    const named = column === undefined ? [] : [...new Set(rows.map((row) => (row.v[column.index] ?? "").trim()))].sort();
    const there = new Set<string>();
    for (const wire of named) {
      try {
        await holdStage(tx, wire);
        there.add(wire);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "not_found") throw error;
      }
    }
    return there;
  }

  async function applyRow(
    ctx: TxContext,
    held: queries.ImportRow,
    input: CreateContact,
    earlier: boolean,
  ): Promise<{ outcome: "created" | "updated" | "skipped"; contactId: string | null }> {
    const found =
      input.phone != null
        ? await deps.contacts.findByPhone(ctx.tx, input.phone)
        : input.email != null
          ? await deps.contacts.findByEmail(ctx.tx, input.email)
          : [];
    const [existing] = found;
    if (found.length > 1)
      throw new AppError("validation_error", {
        message: "Several contacts have it: it is not known which is meant.",
        details: [{ field: input.phone != null ? "phone" : "email", issue: "duplicate" }],
      });
    if (existing === undefined) {
      // A dry run has undone what an earlier row of the file made.
      if (held.dry_run && earlier) return { outcome: held.on_existing === "skip" ? "skipped" : "updated", contactId: null };
      const made: Contact = await deps.contacts.create(ctx, { source: "import", ...input });
      return { outcome: "created", contactId: parseWireId("cnt", made.id) };
    }
    if (held.on_existing === "skip") return { outcome: "skipped", contactId: existing };
    const { tags: more = [], ...fields } = input;
    await deps.contacts.update(ctx, wireId("cnt", existing), ({ tags }) => ({
      ...(held.on_existing === "update" ? fields : {}),
      tags: [...new Set([...tags, ...more])],
    }));
    return { outcome: "updated", contactId: existing };
  }

  return createLoop({ name: "contact imports", run, wake: deps.wake, topics: ["contact files"], pollMs, log: deps.log });
}
