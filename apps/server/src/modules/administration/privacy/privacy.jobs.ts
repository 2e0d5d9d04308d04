import { recordAudit } from "#platform/audit/audit.ts";
import type { Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { wireId } from "#platform/ids/ids.ts";
import { type Claimed, type Claims, rotateLanes } from "#platform/jobs/claim.ts";
import { listExpiredFiles } from "#platform/jobs/kept-files.queries.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import { isSetAside, setAsideReason } from "#platform/jobs/set-aside.ts";
import { createTenantTurns } from "#platform/jobs/tenant-turns.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { ErasureDeps } from "./contact-erasure/step.ts";
import { stepNamed } from "./contact-erasure/steps.ts";
import { writeSection } from "./contact-export/sections.ts";
import { contactErased } from "./privacy.events.ts";
import * as queries from "./privacy.queries.ts";
import { exportDays } from "./privacy.schema.ts";
import type { PrivacyDeps } from "./privacy.service.ts";
import { sealOf } from "./seal.ts";

export interface PrivacyLoopDeps extends PrivacyDeps, ErasureDeps {
  claims: Claims;
  wake: Wake;
  log: Log;
}

type Item = Claimed & { id: string };
/**
 * The result of one piece: more to do, possibly only after a wait; `last`: its steps are finished; neither: it ended, or the claim is lost.
 */
interface Outcome {
  hasMore: boolean;
  waitMs?: number;
  last?: true;
}

const leaseMs = 60_000;
/** Tenants whose requests advance per round. */
const tenantsAtOnce = 2;
/** After these, other tenants get a turn. */
const piecesPerRound = 20;
const expiredAtOnce = 20;
const pollMs = 1_000;
const retryMs = 5_000;
const retryMsMax = 300_000;
const keptMs = exportDays * 86_400_000;
/** An export fails after this many tries. An erasure never does: it is owed to the person. */
const exportTriesMax = 5;

/**
 * Works through requests piece by piece. A piece and the position after it commit together, so that after a crash the
 * work continues there.
 */
export function createPrivacyLoop(deps: PrivacyLoopDeps): Loop {
  const { database, clock } = deps;
  const claim = rotateLanes<Item>(deps.claims, queries.requestSource);
  const endings = createTenantTurns(deps, "an expired or set-aside export of a contact could not be ended; it is retried");

  async function run(): Promise<boolean> {
    const now = clock.now();
    const listExpired = (skippedTenantIds: string[]) =>
      listExpiredFiles(database, queries.keptFiles, { now, skippedTenantIds, limit: expiredAtOnce });
    for (const item of await endings.list(listExpired)) await endings.run(item.tenant_id, (tx) => expire(tx, now, item.id));
    await deps.claims.returnExpired(queries.requestSource, now);
    const claimed = await claim({ now, leaseMs, perLane: 1, lanes: tenantsAtOnce });
    for (const item of claimed) await work(item);
    return claimed.length > 0;
  }

  /** Ends a file's days, or an export that was set aside and not retried for long. */
  async function expire(tx: Tx, now: Date, id: string): Promise<void> {
    const row = await queries.findRequest(tx, id, true);
    if (row?.state === "completed") await queries.dropFile(tx, now, id, "expired", null);
    else if (row !== null && isSetAside(row.state)) await queries.dropFile(tx, now, id, "failed", setAsideReason(row.state));
  }

  async function work(item: Item): Promise<void> {
    try {
      let outcome: Outcome = { hasMore: true };
      for (let pieces = 0; outcome.hasMore && outcome.waitMs === undefined && pieces < piecesPerRound; pieces++)
        outcome = await doPiece(item);
      if (outcome.hasMore) await putBack(item, new Date(clock.now().getTime() + (outcome.waitMs ?? 0)), null);
    } catch (error) {
      deps.log.error({ err: error, requestId: wireId("prq", item.id) }, "a step of a privacy request failed; it is retried");
      await postpone(item);
    }
  }

  /** The request, locked; null if the claim is lost. */
  async function hold(tx: Tx, item: Item): Promise<queries.RequestRow | null> {
    const row = await queries.findRequest(tx, item.id, true);
    return row?.state === "leased" && row.attempts === item.attempts ? row : null;
  }

  async function doPiece(item: Item): Promise<Outcome> {
    const row = await database.withTenant(item.tenant_id, (tx) => queries.findRequest(tx, item.id));
    if (row?.state !== "leased" || row.attempts !== item.attempts) return { hasMore: false };
    return row.kind === "contact_export" ? writePiece(item, row) : erasePiece(item, row);
  }

  async function erasePiece(item: Item, seen: queries.RequestRow): Promise<Outcome> {
    const { step, next } = stepNamed(seen.step);
    const prepared = await step.prepare?.(item.tenant_id, seen, deps, clock.now());
    const piece = async (tx: Tx): Promise<Outcome> => {
      const request = await hold(tx, item);
      if (request === null || request.step !== seen.step || request.position !== seen.position) return { hasMore: false };
      const counts = structuredClone(request.counts);
      const progress = await step.run(
        {
          tx,
          now: clock.now(),
          request,
          deps,
          count(table, what, rows) {
            if (rows > 0) counts[table] = { ...counts[table], [what]: (counts[table]?.[what] ?? 0) + rows };
          },
        },
        prepared,
      );
      const now = clock.now();
      await queries.advance(tx, item.id, {
        step: progress.more || next === null ? request.step : next,
        position: progress.more ? (progress.position ?? null) : null,
        counts,
        leaseUntil: new Date(now.getTime() + leaseMs),
      });
      if (progress.more) return { hasMore: true, ...(progress.waitMs === undefined ? {} : { waitMs: progress.waitMs }) };
      return next === null ? { hasMore: false, last: true } : { hasMore: true };
    };
    const outcome =
      step.as === "worker"
        ? await database.workerTransaction((query) => piece({ tenantId: item.tenant_id, query }))
        : await database.withTenant(item.tenant_id, piece);
    if (outcome.last) await database.withTenant(item.tenant_id, (tx) => complete(tx, item));
    return outcome;
  }

  /** Seals the report, removes what identified the person, and informs others. */
  async function complete(tx: Tx, item: Item): Promise<void> {
    const row = await hold(tx, item);
    if (row === null) return;
    const now = clock.now();
    const last = await queries.lastSeal(tx);
    const sealed = { number: (last?.sealed ?? 0) + 1, previous: last?.seal ?? null, finishedAt: now, removed: row.counts };
    await queries.completeErasure(tx, now, row.id, { number: sealed.number, previous: sealed.previous, sha256: sealOf(row, sealed) });
    await queries.deleteTraces(tx, row.id);
    const [contactId, requestId] = [wireId("cnt", row.contact_id), wireId("prq", row.id)];
    await recordAudit(systemContext(tx, now), deps.ids, "contact.erased", contactId, { requestId });
    await appendEvents(tx, now, [{ id: deps.ids.uuid(), type: contactErased, data: { contactId, requestId } }]);
  }

  async function writePiece(item: Item, seen: queries.RequestRow): Promise<Outcome> {
    const written = await writeSection(deps, item.tenant_id, seen);
    return database.withTenant(item.tenant_id, async (tx) => {
      const row = await hold(tx, item);
      if (row === null || row.step !== seen.step || row.position !== seen.position || row.next_chunk !== seen.next_chunk)
        return { hasMore: false };
      const now = clock.now();
      if (written.bytes.length > 0) await queries.appendChunk(tx, row, written.bytes);
      if (written.next === null) {
        await queries.completeExport(tx, now, row.id, new Date(now.getTime() + keptMs));
        return { hasMore: false };
      }
      await queries.advance(tx, row.id, { ...written.next, counts: {}, leaseUntil: new Date(now.getTime() + leaseMs) });
      return { hasMore: true };
    });
  }

  async function putBack(item: Item, at: Date, failed: string | null): Promise<void> {
    await database.withTenant(item.tenant_id, async (tx) => {
      if ((await hold(tx, item)) !== null) await queries.putBack(tx, item.id, at, failed);
    });
  }

  async function postpone(item: Item): Promise<void> {
    await database.withTenant(item.tenant_id, async (tx) => {
      const held = await hold(tx, item);
      if (held === null) return;
      const now = clock.now();
      if (held.kind === "contact_export" && held.tries + 1 >= exportTriesMax)
        await queries.dropFile(tx, now, item.id, "failed", "Something went wrong on our side.");
      else
        await queries.putBack(
          tx,
          item.id,
          new Date(now.getTime() + Math.min(retryMsMax, retryMs * 2 ** Math.min(held.tries, 10))),
          "A temporary problem occurred; it is retried.",
        );
    });
  }

  return createLoop({ name: "privacy requests", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}

function systemContext(tx: Tx, now: Date) {
  return {
    tenantId: tx.tenantId,
    actor: { kind: "system" as const, id: "privacy" },
    scopes: new Set<never>(),
    session: null,
    requestId: "",
    now,
    tx,
  };
}
