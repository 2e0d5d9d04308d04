import type { NotificationsService } from "#modules/inbox/notifications/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { GrantEnding } from "#platform/auth/acting-grant.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { asTenant, type Database, type Tx } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { type EndReason, grantEnded, type StoppedResource, stoppedMax } from "./agencies.events.ts";
import * as queries from "./grants.queries.ts";

export interface GrantEndDeps {
  database: Database;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
  notifications: Pick<NotificationsService, "notify">;
  /** Those of all modules. */
  endings: readonly GrantEnding[];
}

/** How late the end of a grant may be noticed. */
const pollMs = 5_000;
const batch = 50;

/**
 * The end of a grant: everything that the agency created under it and that acts by itself stops, and both organizations are notified, in
 * the transaction that ends the grant. See docs/subsystems/agency/agencies.md, What ends with a grant.
 */
export function createGrantEnd(deps: GrantEndDeps) {
  /** Where the previous round stopped. */
  let behind: queries.DueGrant | null = null;

  /**
   * In the client's tenant, with the grant's row locked. Does nothing for a grant that has already ended. `successor`: the grant that
   * replaces it takes over what the agency could create under it as well.
   */
  async function end(
    there: TxContext,
    grant: queries.GrantRow,
    because: EndReason,
    successor: queries.GrantRow | null = null,
  ): Promise<void> {
    if (grant.stopped_at !== null) return;
    const stopped: StoppedResource[] = [];
    for (const ending of deps.endings) {
      if (successor?.scopes.includes(ending.scope) === true) await queries.moveToGrant(there.tx, ending.tables, grant.id, successor.id);
      else stopped.push(...(await ending.stop(there, grant.id)).map((id) => ({ kind: ending.kind, id })));
    }
    await queries.markStopped(there.tx, there.now, grant.id);
    const detail = {
      grantId: wireId("grn", grant.id),
      agencyId: wireId("org", grant.agency_id),
      clientId: wireId("org", grant.tenant_id),
      because,
      stoppedCount: stopped.length,
      stopped: stopped.slice(0, stoppedMax),
    };
    const notify = async (ctx: TxContext) => {
      await recordAudit(ctx, deps.ids, "agency_grant.ended", detail.grantId, detail);
      await appendEvents(ctx.tx, ctx.now, [{ id: deps.ids.uuid(), type: grantEnded, data: detail }]);
      const memberIds = await queries.listNotifiedMembers(ctx.tx);
      await deps.notifications.notify(ctx, {
        kind: "grant_ended",
        memberIds,
        conversationId: null,
        messageId: null,
        detail: detail.grantId,
      });
    };
    // Each side sees the other as an organization, not its people.
    const { homeTenantId: home, ...own } = there;
    const byAgency = home === grant.agency_id;
    const other = (id: string, tenantId: string) => ({ actor: { kind: "system" as const, id }, homeTenantId: tenantId, session: null });
    await notify(byAgency ? { ...own, ...other(detail.agencyId, grant.agency_id) } : there);
    await asTenant(there.tx, grant.agency_id, (tx) =>
      notify({ ...own, tenantId: grant.agency_id, ...(byAgency ? {} : other(detail.clientId, grant.tenant_id)), tx }),
    );
  }

  /**
   * Ends expired grants. Idempotent and safe to run concurrently: the row's lock and `stopped_at` decide. One that
   * cannot be ended does not block the others: the next round starts where this one stopped, and retries it after all
   * others.
   */
  async function expire(): Promise<boolean> {
    const due = await queries.dueGrants(deps.database, deps.clock.now(), behind, batch);
    for (const { tenant_id, id } of due) {
      try {
        await deps.database.withTenant(tenant_id, async (tx) => {
          const now = deps.clock.now();
          const grant = await queries.findGrant(tx, id, true);
          if (grant === null || grant.status !== "accepted" || grant.expires_at === null || grant.expires_at > now) return;
          await end(systemContext(tx, now), grant, "expired");
        });
      } catch (error) {
        deps.log.error({ err: error, grant: wireId("grn", id) }, "an expired grant could not be ended; it is retried");
      }
    }
    if (due.length > 0) for (const topic of ["keys", "events"] as const) deps.wake.hint(topic);
    const hasMore = due.length === batch;
    behind = hasMore ? (due.at(-1) ?? null) : null;
    return hasMore;
  }

  const loop: Loop = createLoop({ name: "grants", run: expire, wake: deps.wake, topics: [], pollMs, log: deps.log });
  return { end, loop };
}

export type GrantEnd = ReturnType<typeof createGrantEnd>;

function systemContext(tx: Tx, now: Date): TxContext {
  return { tenantId: tx.tenantId, actor: { kind: "system", id: "grants" }, scopes: new Set(), session: null, requestId: "", now, tx };
}
