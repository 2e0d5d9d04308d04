import { type AudienceNode, listAudience } from "#modules/contacts/segments/index.ts";
import { csvHeading } from "#platform/csv/write.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { wireId } from "#platform/ids/ids.ts";
import { type Claimed, type Claims, rotateLanes } from "#platform/jobs/claim.ts";
import { listExpiredFiles } from "#platform/jobs/kept-files.queries.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import { isSetAside, setAsideReason } from "#platform/jobs/set-aside.ts";
import { createTenantTurns } from "#platform/jobs/tenant-turns.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { renderContacts } from "./export-columns.ts";
import * as queries from "./exports.queries.ts";
import { retentionDays } from "./exports.schema.ts";
import type { ExportsDeps } from "./exports.service.ts";

export interface ExportLoopDeps extends ExportsDeps {
  claims: Claims;
  wake: Wake;
  log: Log;
}

const leaseMs = 60_000;
/** How many tenants' exports advance per round, by one piece each. */
const tenantsAtOnce = 2;
const contactsPerChunk = 1_000;
const expiredAtOnce = 20;
const pollMs = 1_000;
const triesMax = 5;
const retryMs = 5_000;
const keptMs = retentionDays * 86_400_000;
const everybody: AudienceNode = { all: [] };

/**
 * Writes exports piece by piece. A piece and the progress commit together, so that after a crash the file continues where it stopped. Also
 * removes the files of expired exports.
 */
export function createExportLoop(deps: ExportLoopDeps): Loop {
  const claim = rotateLanes<Claimed & { id: string }>(deps.claims, queries.exportSource);
  const endings = createTenantTurns(deps, "an expired or set-aside export of contacts could not be ended; it is retried");

  async function run(): Promise<boolean> {
    const now = deps.clock.now();
    const listExpired = (skippedTenantIds: string[]) =>
      listExpiredFiles(deps.database, queries.keptFiles, { now, skippedTenantIds, limit: expiredAtOnce });
    for (const item of await endings.list(listExpired)) await endings.run(item.tenant_id, (tx) => expire(tx, now, item.id));
    await deps.claims.returnExpired(queries.exportSource, now);
    const claimed = await claim({
      now,
      leaseMs,
      perLane: 1,
      lanes: tenantsAtOnce,
    });
    for (const item of claimed) await step(item);
    return claimed.length > 0;
  }

  /** Ends a file's days, or an export that was set aside and not retried for long. */
  async function expire(tx: Tx, now: Date, id: string): Promise<void> {
    const row = await queries.findExport(tx, id, true);
    if (row?.state === "completed") await queries.dropFile(tx, now, id, "expired", null);
    else if (row !== null && isSetAside(row.state)) await queries.dropFile(tx, now, id, "failed", setAsideReason(row.state));
  }

  async function step(item: Claimed & { id: string }): Promise<void> {
    try {
      await deps.database.withTenant(item.tenant_id, (tx) => writePiece(tx, item));
    } catch (error) {
      // The rules were valid when given, but a field has changed its type since.
      const forGood = error instanceof AppError && error.status < 500;
      if (!forGood) deps.log.error({ err: error, exportId: wireId("exp", item.id) }, "a part of an export could not be written");
      await deps.database.withTenant(item.tenant_id, async (tx) => {
        const held = await hold(tx, item);
        if (held === null) return;
        const now = deps.clock.now();
        if (forGood) await queries.dropFile(tx, now, item.id, "failed", "The rules no longer match the contact fields.");
        else if (held.tries + 1 >= triesMax) await queries.dropFile(tx, now, item.id, "failed", "Something went wrong on our side.");
        else await queries.postponeExport(tx, item.id, new Date(now.getTime() + retryMs * 2 ** held.tries));
      });
    }
  }

  /** Locks the export; null if the claim is no longer ours. */
  async function hold(tx: Tx, item: Claimed & { id: string }): Promise<queries.ExportRow | null> {
    const row = await queries.findExport(tx, item.id, true);
    return row?.state === "leased" && row.attempts === item.attempts ? row : null;
  }

  async function writePiece(tx: Tx, item: Claimed & { id: string }): Promise<void> {
    const held = await hold(tx, item);
    if (held === null) return;
    const now = deps.clock.now();
    // within_last counts back from the time of the request, so that all pieces have the same audience.
    const audience = held.rules === null ? everybody : await deps.segments.compile(tx, held.created_at, held.rules, "rules");
    const after = held.after_at === null ? null : [held.after_at, held.after_id as string];
    const members = await listAudience(tx, audience, after, contactsPerChunk);
    const contacts = await deps.segments.render(tx, members);
    const text = (held.next_chunk === 0 ? csvHeading(held.fields) : "") + renderContacts(contacts, held.fields);
    const last = members.at(-1);
    const done = members.length < contactsPerChunk;
    await queries.appendChunk(tx, now, held, {
      bytes: Buffer.from(text),
      contacts: contacts.length,
      after: last === undefined ? null : { at: last.position, id: last.id },
      expiresAt: done ? new Date(now.getTime() + keptMs) : null,
    });
  }

  return createLoop({ name: "contact exports", run, wake: deps.wake, topics: ["imports and exports"], pollMs, log: deps.log });
}
