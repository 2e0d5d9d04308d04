import type { Clock } from "#platform/clock/clock.ts";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import type { Database } from "#platform/db/database.ts";
import { mayBeRestricted, viewerName, visibleConversations } from "#modules/inbox/visibility/index.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { Claims, ClaimSource } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { OutboundError } from "#platform/outbound-http/errors.ts";
import { encryptForSubscription } from "#platform/web-push/encryption.ts";
import type { VapidKey } from "#platform/web-push/vapid.ts";
import {
  type ClaimedMessage,
  forgetSubscription,
  type Outcome,
  type Query,
  type DeliveryState,
  settleMessage,
  standingOf,
} from "./push.queries.ts";
import { type Browser, sealedAt } from "./push.service.ts";

export interface PushSendingDeps {
  database: Database;
  claims: Claims;
  clock: Clock;
  wake: Wake;
  log: Log;
  secrets: TenantSecrets;
  outbound: OutboundClient;
  /** How long a session may be unused before it has ended. */
  sessionIdleMs: number;
  vapid: VapidKey;
}

export const pushSource: ClaimSource = {
  table: "push_messages",
  lane: "tenant_id",
  order: "t.run_at, t.id",
  key: ["id"],
  columns: ["subscription_id", "notification_id", "give_up_at"],
  setAside: "state = 'failed', error = reason",
};
/**
 * Half of what is sent at once: while the push service of one organization does not respond, the other half serves the rest of the claim.
 */
const perTenant = 5;
const tenantsPerClaim = 10;
const atOnceMax = 10;
const timeoutMs = 10_000;
/** Long enough for everything claimed to be tried, however slow the push services are. */
const leaseMs = 300_000;
const retryMs = [5_000, 30_000, 120_000, 600_000];

/**
 * Sends to browsers through their vendors' push services. If a process dies before it knows the outcome, the next claim takes the row. The
 * message may then be sent twice, but with the same topic, by which the push service replaces one that still waits (RFC 8030, section 5.4),
 * and with the same tag, by which the browser shows it once.
 */
export function createPushSending(deps: PushSendingDeps): { loop: Loop } {
  const { database, clock } = deps;
  const worker: Query = (statement) => database.worker(statement);

  async function post(message: ClaimedMessage, standing: DeliveryState): Promise<Outcome | "gone"> {
    const browser = JSON.parse(
      await deps.secrets.openAsWorker(message.tenant_id, sealedAt(message.subscription_id), standing.sealed),
    ) as Browser;
    const payload = {
      kind: standing.kind,
      notificationId: wireId("ntf", message.notification_id),
      conversationId: standing.conversation_id === null ? null : wireId("conv", standing.conversation_id),
      language: standing.language,
    };
    const now = clock.now();
    const response = await deps.outbound.request({
      url: browser.endpoint,
      method: "POST",
      headers: {
        authorization: deps.vapid.authorization(browser.endpoint, now),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        topic: message.notification_id.replaceAll("-", ""),
        ttl: String(Math.max(0, Math.floor((message.give_up_at.getTime() - now.getTime()) / 1_000))),
        urgency: "high",
      },
      body: encryptForSubscription(Buffer.from(JSON.stringify(payload)), browser),
      timeoutMs,
      responseBytesMax: 1_000,
    });
    const { status } = response;
    if (status >= 200 && status < 300) return { state: "sent", error: null, runAt: null };
    if (status === 404 || status === 410) return "gone";
    const statusText = `The push service responded with ${status}.`;
    if (status !== 429 && status < 500) return { state: "failed", error: statusText, runAt: null };
    return later(message, statusText, Number(response.headers["retry-after"]) * 1_000 || 0);
  }

  function later(message: ClaimedMessage, error: string, atLeastMs = 0): Outcome {
    const waitMs = Math.max(atLeastMs, retryMs[Math.min(message.attempts, retryMs.length) - 1] as number);
    const runAt = new Date(clock.now().getTime() + waitMs);
    return runAt < message.give_up_at ? { state: "ready", error, runAt } : { state: "failed", error, runAt: null };
  }

  /** Whether the person may currently see what the message is about. */
  async function maySee(message: ClaimedMessage, { conversation_id: id, member_id, role }: DeliveryState): Promise<boolean> {
    if (id === null || !mayBeRestricted({ session: { role } })) return true;
    const tenantId = message.tenant_id;
    const seen = await visibleConversations(database, [{ tenantId, id: member_id }], [{ tenantId, id }]);
    const visible = seen.get(viewerName(tenantId, member_id));
    return visible === null || visible?.has(id) === true;
  }

  async function outcomeOf(message: ClaimedMessage): Promise<Outcome | "gone"> {
    const now = clock.now();
    const dropped: Outcome = { state: "dropped", error: null, runAt: null };
    if (message.give_up_at <= now) return dropped;
    const standing = await standingOf(worker, message, now, new Date(now.getTime() - deps.sessionIdleMs));
    if (standing === null) return dropped;
    if (!standing.lives) return "gone";
    if (!standing.here || standing.read || !(await maySee(message, standing))) return dropped;
    try {
      return await post(message, standing);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      // An address that is no longer public will not become public again.
      if (error.kind === "blocked") return { state: "failed", error: error.message, runAt: null };
      return later(message, error.message);
    }
  }

  async function send(message: ClaimedMessage): Promise<void> {
    try {
      const outcome = await outcomeOf(message);
      if (outcome === "gone") await forgetSubscription(worker, message.tenant_id, message.subscription_id);
      else await settleMessage(worker, message, clock.now(), outcome);
    } catch (error) {
      deps.log.error({ err: error, pushMessageId: message.id }, "a push message could not be made");
      await settleMessage(worker, message, clock.now(), later(message, "It could not be made."));
    }
  }

  const loop = createLoop({
    name: "push",
    wake: deps.wake,
    topics: ["push"],
    pollMs: 2_000,
    log: deps.log,
    async run() {
      await deps.claims.returnExpired(pushSource, clock.now());
      const claims = await deps.claims.claim<ClaimedMessage>(pushSource, {
        now: clock.now(),
        leaseMs,
        perLane: perTenant,
        lanes: tenantsPerClaim,
      });
      const queue = [...claims];
      const work = async () => {
        for (let message = queue.shift(); message !== undefined; message = queue.shift()) await send(message);
      };
      await Promise.all(Array.from({ length: Math.min(atOnceMax, claims.length) }, work));
      return claims.length > 0;
    },
  });
  return { loop };
}
