import { createECDH, hash } from "node:crypto";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { PersonContext, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { readUrl } from "#platform/outbound-http/url-input.ts";
import type { OutboundGuard } from "#platform/outbound-http/guard.ts";
import type { Pager } from "#platform/pagination/page.ts";
import * as queries from "./push.queries.ts";
import type { PushSubscription, SubscribePush } from "./push.schema.ts";

/** The kinds of notification that are pushed: those in which somebody waits for this particular person. */
const pushedKinds: ReadonlySet<string> = new Set(["mention", "assignment"]);
/** Browsers of one person in one organization; another one replaces the oldest. */
const subscriptionsMax = 10;
/** A notification older than this is no longer news. */
const newsMs = 3_600_000;

/** The sealed part of a subscription. */
export interface Browser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export const sealedAt = (id: string) => ({ table: "push_subscriptions", column: "sealed", rowId: id });

export interface PushServiceDeps {
  ids: IdSource;
  pager: Pager;
  secrets: TenantSecrets;
  guard: OutboundGuard;
}

export function createPushService(deps: PushServiceDeps) {
  return {
    async list(ctx: PersonContext, page: { limit: number; cursor?: string | undefined }) {
      const filters = { list: "push subscriptions", of: ctx.actor.id };
      const after = deps.pager.read(ctx.tenantId, filters, page.cursor);
      const rows = await queries.listSubscriptions(ctx.tx, ctx.actor.id, after, page.limit + 1);
      return deps.pager.page(
        ctx.tenantId,
        filters,
        rows,
        page.limit,
        (row) => [row.position, row.id],
        (row) => render(row, ctx.session.sessionId),
      );
    },

    /** 400 for an address that is not public and for invalid keys. */
    async subscribe(ctx: PersonContext, { endpoint, keys, language = "en" }: SubscribePush): Promise<PushSubscription> {
      const url = readUrl(deps.guard, "endpoint", endpoint);
      if (!isPoint(keys.p256dh)) throw invalidField("keys.p256dh", "invalid_format");
      if (!isBytes(keys.auth, 16)) throw invalidField("keys.auth", "invalid_format");
      const { sessionId } = ctx.session;
      const session = await queries.lockSession(ctx.tx, ctx.actor.id, sessionId);
      // The session has ended since it was verified.
      if (session === null) throw new AppError("unauthorized");
      const id = deps.ids.uuid();
      const browser: Browser = { endpoint: url, p256dh: keys.p256dh, auth: keys.auth };
      await queries.replaceSubscription(ctx.tx, ctx.now, {
        id,
        memberId: ctx.actor.id,
        sessionId,
        stay: session.stay,
        endpointHash: hash("sha256", url, "buffer"),
        sealed: await deps.secrets.seal(ctx.tx, sealedAt(id), JSON.stringify(browser)),
        language,
      });
      await queries.trimSubscriptions(ctx.tx, ctx.actor.id, subscriptionsMax);
      return render({ id, session_id: sessionId, user_agent: session.user_agent, language, created_at: ctx.now }, sessionId);
    },

    /** 404 also for another person's subscription and for one in another organization. */
    async unsubscribe(ctx: PersonContext, wire: string): Promise<{ id: string; deleted: true }> {
      const id = parseWireId("psh", wire);
      if (id === null || !(await queries.deleteSubscription(ctx.tx, ctx.actor.id, id))) throw notFound(wire);
      return { id: wireId("psh", id), deleted: true };
    },

    /** Queues the pushes for these notifications, in their transaction. Ids are stored ids. */
    async queue(
      ctx: Pick<TxContext, "tx" | "now">,
      notifications: readonly { id: string; memberId: string; kind: string }[],
    ): Promise<void> {
      const pushed = notifications.filter(({ kind }) => pushedKinds.has(kind));
      if (pushed.length === 0) return;
      const subscriptions = await queries.lockSubscriptionsOf(ctx.tx, [...new Set(pushed.map(({ memberId }) => memberId))]);
      const messages = pushed.flatMap((notification) =>
        subscriptions
          .filter(({ member_id }) => member_id === notification.memberId)
          .map((subscription) => ({ id: deps.ids.uuid(), subscriptionId: subscription.id, notificationId: notification.id })),
      );
      if (messages.length > 0) await queries.insertMessages(ctx.tx, ctx.now, new Date(ctx.now.getTime() + newsMs), messages);
    },
  };
}

export type PushService = ReturnType<typeof createPushService>;

function render(row: Omit<queries.SubscriptionRow, "position">, currentSessionId: string): PushSubscription {
  return {
    id: wireId("psh", row.id),
    current: row.session_id === currentSessionId,
    userAgent: row.user_agent,
    language: row.language,
    createdAt: row.created_at.toISOString(),
  };
}

function isBytes(text: string, bytes: number): boolean {
  return /^[A-Za-z0-9_-]+=*$/.test(text) && Buffer.from(text, "base64url").length === bytes;
}

/** Whether it is an uncompressed point on the curve: any other key would fail at each message. */
function isPoint(text: string): boolean {
  if (!isBytes(text, 65)) return false;
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(Buffer.from(text, "base64url"));
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY") return false;
    throw error;
  }
}
