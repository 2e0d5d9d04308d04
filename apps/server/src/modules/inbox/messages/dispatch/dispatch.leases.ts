import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { createLoop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { type ClaimedSend, expiredSends, renewSends, type SendResult, strandedSends } from "./dispatch.queries.ts";

export const leaseMs = 60_000;
/** Claims with less time left than this are renewed; leaves room for a round or two to fail. */
const renewBelowMs = 40_000;
/** Upper limit of a connector call. A hanging call ends as unknown; its answer still counts if it arrives. */
export const callMaxMs = 600_000;
const expiredMax = 500;
const cut = "The call to the platform was interrupted; its outcome is unknown.";

interface HeldClaim {
  tenant: string;
  msg: string;
  att: number;
  since: number;
  until: number;
}

/**
 * Claims of this process live as long as their calls, because an upload may take longer than a lease. Claims of a dead process expire and
 * leave their messages `unknown`. Messages waiting on a deleted channel fail.
 */
export function createSendLeases(deps: {
  database: Database;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
  settle(tenantId: string, result: SendResult): Promise<void>;
  /** Returns claims whose answer never reached this process: no call was made, so the messages must not become unknown. */
  returnLost(): Promise<void>;
}) {
  const held = new Set<HeldClaim>();

  async function renew(): Promise<void> {
    const now = deps.clock.now().getTime();
    const due = [...held].filter(({ since, until }) => until - now < renewBelowMs && now - since < callMaxMs);
    if (due.length === 0) return;
    const until = now + leaseMs;
    await renewSends(
      deps.database,
      new Date(until),
      due.map(({ tenant, msg, att }) => ({ tenant, msg, att })),
    );
    for (const claim of due) claim.until = until;
  }

  function end(
    { tenant_id: tenantId, message_id: msg, attempts: att }: { tenant_id: string; message_id: string; attempts: number },
    verdict: Pick<SendResult, "st" | "expired">,
    code: string,
    message: string,
  ): Promise<void> {
    const err = { code, providerCode: null, message, retryable: false };
    return deps.settle(tenantId, { msg, att, ev: deps.ids.uuid(), ext: null, run_at: null, counts: null, err, ...verdict });
  }

  const loop = createLoop({
    name: "outbound leases",
    wake: deps.wake,
    // A topic because messages of a dead process have just been released.
    topics: ["processes"],
    pollMs: 5_000,
    log: deps.log,
    async run() {
      await renew();
      await deps.returnLost();
      const expired = await expiredSends(deps.database, deps.clock.now(), expiredMax);
      const stranded = await strandedSends(deps.database, expiredMax);
      await Promise.all([
        ...expired.map((e) => end(e, { st: "unknown", expired: true }, "provider_error", cut)),
        ...stranded.map((e) => end(e, { st: "failed" }, "channel_not_connected", "The channel no longer exists.")),
      ]);
      if (expired.length > 0 || stranded.length > 0) deps.wake.hint("events");
      return expired.length === expiredMax || stranded.length === expiredMax;
    },
  });

  return {
    loop,
    hold(claim: ClaimedSend & { message_id: string }): { release(): void } {
      const since = deps.clock.now().getTime();
      const entry: HeldClaim = { tenant: claim.tenant_id, msg: claim.message_id, att: claim.attempts, since, until: since + leaseMs };
      held.add(entry);
      return { release: () => held.delete(entry) };
    },
  };
}
