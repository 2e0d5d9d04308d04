import { storageKey } from "#modules/channels/media/index.ts";
import type { NotificationsService } from "#modules/inbox/notifications/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { Tx } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import { type Claimed, type Claims, rotateLanes } from "#platform/jobs/claim.ts";
import { listExpiredFiles } from "#platform/jobs/kept-files.queries.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import { isSetAside, setAsideReason } from "#platform/jobs/set-aside.ts";
import { createTenantTurns } from "#platform/jobs/tenant-turns.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Staging } from "#platform/storage/staging.ts";
import * as queries from "./exports.queries.ts";
import { keptDays } from "./exports.schema.ts";
import type { ExportsDeps } from "./exports.service.ts";
import { nextPiece } from "./pieces.ts";

export interface ExportLoopDeps extends ExportsDeps {
  claims: Claims;
  wake: Wake;
  log: Log;
  staging: Staging;
  notifications: Pick<NotificationsService, "notify">;
}

type Item = Claimed & { id: string };

/** Long enough to copy the largest file of an organization. */
const leaseMs = 600_000;
/** When unfinished pieces of a worker are removed: later than any worker can still write. */
const abandonedMs = 2 * leaseMs;
const tenantsAtOnce = 1;
/** After these, other tenants get a turn. */
const piecesPerRound = 10;
/** No file of a tenant comes near this size. */
const pieceBytesMax = 16 * 2 ** 30;
const removedAtOnce = 50;
const pollMs = 1_000;
const triesMax = 5;
const retryMs = 5_000;
const keptMs = keptDays * 86_400_000;

/**
 * Writes exports piece by piece, and removes the pieces of ended exports. Files are written outside transactions; the
 * record that a piece belongs to the file and the position after it commit together, so that after a crash the export
 * continues there.
 */
export function createExportLoop(deps: ExportLoopDeps): Loop {
  const { database, clock } = deps;
  const claim = rotateLanes<Item>(deps.claims, queries.exportSource);
  const endings = createTenantTurns(deps, "an expired or set-aside organization export could not be ended; it is retried");

  async function run(): Promise<boolean> {
    const now = clock.now();
    const listExpired = (skippedTenantIds: string[]) =>
      listExpiredFiles(database, queries.keptFiles, { now, skippedTenantIds, limit: removedAtOnce });
    for (const item of await endings.list(listExpired)) await endings.run(item.tenant_id, (tx) => expire(tx, now, item));
    const removed = await removePieces(now);
    await deps.claims.returnExpired(queries.exportSource, now);
    const claimed = await claim({ now, leaseMs, perLane: 1, lanes: tenantsAtOnce });
    for (const item of claimed) await work(item);
    return claimed.length > 0 || removed > 0;
  }

  /** Ends a file's days, or an export that was set aside and not retried for long. */
  async function expire(tx: Tx, now: Date, item: { tenant_id: string; id: string }): Promise<void> {
    const row = await queries.findExport(tx, item.id, true);
    if (row?.state === "completed") await queries.dropFile(tx, now, item.id, "expired", null);
    else if (row !== null && isSetAside(row.state)) {
      await queries.dropFile(tx, now, item.id, "failed", setAsideReason(row.state));
      await recordEnd(tx, now, item, "organization.export_failed");
    }
  }

  /** Returns how many. The object goes before its row. */
  async function removePieces(now: Date): Promise<number> {
    let removed = 0;
    for (const { tenant_id, id } of await queries.listRemovable(database, now, removedAtOnce)) {
      try {
        await deps.storage.remove(storageKey(tenant_id, id));
        await database.withTenant(tenant_id, (tx) => queries.deletePiece(tx, id));
        removed += 1;
      } catch (error) {
        deps.log.warn({ err: error }, "a part of an export could not be removed; it is retried");
      }
    }
    return removed;
  }

  /** The export, locked; null if the claim is lost. */
  async function hold(tx: Tx, item: Item): Promise<queries.ExportRow | null> {
    const row = await queries.findExport(tx, item.id, true);
    return row?.state === "leased" && row.attempts === item.attempts ? row : null;
  }

  async function work(item: Item): Promise<void> {
    try {
      for (let pieces = 0; pieces < piecesPerRound; pieces++) if (!(await writePiece(item))) return;
      await database.withTenant(item.tenant_id, async (tx) => {
        if ((await hold(tx, item)) !== null) await queries.putBack(tx, item.id, clock.now(), null);
      });
    } catch (error) {
      deps.log.error({ err: error, exportId: wireId("oex", item.id) }, "a part of an export could not be written");
      await database.withTenant(item.tenant_id, (tx) => postpone(tx, item));
    }
  }

  async function postpone(tx: Tx, item: Item): Promise<void> {
    const held = await hold(tx, item);
    if (held === null) return;
    const now = clock.now();
    if (held.tries + 1 < triesMax) {
      const runAt = new Date(now.getTime() + retryMs * 2 ** held.tries);
      await queries.putBack(tx, item.id, runAt, "A temporary problem occurred; it is retried.");
      return;
    }
    await queries.dropFile(tx, now, item.id, "failed", "Something went wrong on our side.");
    await recordEnd(tx, now, item, "organization.export_failed");
  }

  async function recordEnd(
    tx: Tx,
    now: Date,
    item: { tenant_id: string; id: string },
    action: string,
    changes: object = {},
  ): Promise<void> {
    const ctx = { tenantId: item.tenant_id, actor, scopes: new Set<never>(), session: null, requestId: "", now, tx };
    await recordAudit(ctx, deps.ids, action, wireId("oex", item.id), changes);
    const memberIds = await queries.ownersOf(tx);
    await deps.notifications.notify(ctx, {
      kind: "organization_export",
      memberIds,
      conversationId: null,
      messageId: null,
      exportId: item.id,
    });
  }

  /** False: complete, or the claim is lost. */
  async function writePiece(item: Item): Promise<boolean> {
    const pieceId = deps.ids.uuid();
    const seen = await database.withTenant(item.tenant_id, async (tx) => {
      const row = await hold(tx, item);
      if (row !== null) await queries.insertPiece(tx, row.id, pieceId, new Date(clock.now().getTime() + abandonedMs));
      return row;
    });
    if (seen === null) return false;
    const piece = await nextPiece(deps, item.tenant_id, seen, clock.now());
    const staged = await deps.staging.write(piece.content, pieceBytesMax);
    try {
      await deps.storage.put(storageKey(item.tenant_id, pieceId), staged, "application/gzip");
    } finally {
      await staged.discard();
    }
    return database.withTenant(item.tenant_id, async (tx) => {
      const row = await hold(tx, item);
      // The export ended or restarted while this piece was being read.
      if (row === null) return false;
      const now = clock.now();
      await queries.keepPiece(
        tx,
        row,
        { id: pieceId, sizeBytes: staged.sizeBytes },
        { position: piece.position, counts: piece.counts, leaseUntil: new Date(now.getTime() + leaseMs) },
      );
      if (!piece.last) return true;
      await queries.completeExport(tx, now, row.id, new Date(now.getTime() + keptMs));
      const rows = Object.values(piece.counts.rows ?? {}).reduce((sum, n) => sum + n, 0);
      await recordEnd(tx, now, item, "organization.exported", { rows, files: piece.counts.files ?? 0 });
      return false;
    });
  }

  return createLoop({ name: "organization exports", run, wake: deps.wake, topics: [], pollMs, log: deps.log });
}

const actor = { kind: "system" as const, id: "exports" };
