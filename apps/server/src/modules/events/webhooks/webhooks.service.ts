import { recordAudit } from "#platform/audit/audit.ts";
import type { TenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import { mintSigningKeyPair, mintSigningSecret } from "#platform/crypto/webhook-signature.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField, missingReference, notFound, unprocessable } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Topic } from "#platform/jobs/wake.ts";
import { readUrl } from "#platform/outbound-http/url-input.ts";
import type { OutboundGuard } from "#platform/outbound-http/guard.ts";
import { checkHeaders } from "./custom-headers.ts";
import { checkFilter, failedCondition } from "./data-filter.ts";
import { stoppedBy } from "./delivering/fan-out.ts";
import { testEventType } from "./webhooks.events.ts";
import * as queries from "./webhooks.queries.ts";
import { renderAttempt, renderDelivery, renderReplay, renderWebhook } from "./webhooks.render.ts";
import type { CreateReplay, CreateWebhook, TestFilter, UpdateWebhook } from "./webhooks.schema.ts";
import type { WebhookSettings } from "./webhooks.settings.ts";
import { renderEvent } from "#modules/events/events/index.ts";

export interface WebhooksServiceDeps {
  ids: IdSource;
  secrets: TenantSecrets;
  guard: OutboundGuard;
  /** Event types that may be subscribed to. */
  eventTypes: ReadonlySet<string>;
  settings: WebhookSettings;
  /** Hints at new work once the request's transaction has committed. */
  hintSoon(topic: Topic): void;
}

export const secretLocation = (id: string) => ({ table: "webhook_endpoints", column: "secret", rowId: id });
export const headersLocation = (id: string) => ({ table: "webhook_endpoints", column: "headers", rowId: id });
export const signingKeyLocation = (id: string) => ({ table: "webhook_endpoints", column: "signing_key", rowId: id });
export const previousSigningKeyLocation = (id: string) => ({ table: "webhook_endpoints", column: "previous_signing_key", rowId: id });
export const previousSecretLocation = (id: string) => ({ table: "webhook_endpoints", column: "previous_secret", rowId: id });

const openReplaysMax = 5;
const noControls: queries.Controls = {
  headers: null,
  header_names: [],
  max_per_second: null,
  filter: [],
  signature_scheme: "hmac-sha256",
  signing_key: null,
  public_key: null,
};

export function createWebhooksService(deps: WebhooksServiceDeps) {
  const { ids, secrets, settings } = deps;

  async function get(tx: Tx, wire: string, lock = false): Promise<queries.EndpointRow> {
    const id = parseWireId("whk", wire);
    const row = id === null ? null : await queries.findEndpoint(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function getDelivery(tx: Tx, endpoint: queries.EndpointRow, wire: string, lock = false): Promise<queries.DeliveryRow> {
    const id = parseWireId("dlv", wire);
    const row = id === null ? null : await queries.findDelivery(tx, endpoint.id, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  function checkEvents(events: string[]): string[] {
    const at = events.findIndex((type) => type !== "*" && !deps.eventTypes.has(type));
    if (at >= 0) throw invalidField(`events[${at}]`, "unknown_value", `The event types are *, ${[...deps.eventTypes].join(", ")}.`);
    return events;
  }

  async function checkChannels(tx: Tx, wires: string[] | null | undefined): Promise<string[] | null> {
    if (wires == null) return null;
    const parsed = wires.map((wire) => parseWireId("chn", wire));
    const known = await queries.knownChannels(
      tx,
      parsed.filter((id) => id !== null),
    );
    const at = parsed.findIndex((id) => id === null || !known.has(id));
    if (at >= 0) throw missingReference(`channelIds[${at}]`);
    return parsed as string[];
  }

  function mustBeActive(row: queries.EndpointRow): void {
    if (row.status !== "active") throw new AppError("conflict", { message: `The webhook is ${row.status}. Activate it first.` });
  }

  /** The request's values for these, on top of the existing ones. */
  async function controlsOf(tx: Tx, id: string, input: UpdateWebhook | CreateWebhook, old: queries.Controls): Promise<queries.Controls> {
    const next = { ...old };
    if (input.headers !== undefined) {
      const headers = checkHeaders(input.headers ?? {});
      next.header_names = Object.keys(headers);
      next.headers = next.header_names.length === 0 ? null : await secrets.seal(tx, headersLocation(id), JSON.stringify(headers));
    }
    if (input.filter !== undefined) next.filter = checkFilter(input.filter);
    if (input.maxPerSecond !== undefined) next.max_per_second = input.maxPerSecond;
    if (input.signatureScheme !== undefined) next.signature_scheme = input.signatureScheme;
    if (next.signature_scheme === "ed25519" && next.signing_key === null) {
      const pair = mintSigningKeyPair();
      next.signing_key = await secrets.seal(tx, signingKeyLocation(id), pair.privateKey);
      next.public_key = pair.publicKey;
    }
    if (next.signature_scheme !== "ed25519") Object.assign(next, { signing_key: null, public_key: null });
    return next;
  }

  return {
    get,

    async create(ctx: TxContext, input: CreateWebhook) {
      const url = readUrl(deps.guard, "url", input.url);
      const events = checkEvents(input.events);
      const channelIds = await checkChannels(ctx.tx, input.channelIds);
      if ((await queries.countEndpoints(ctx.tx)) >= settings.endpointsPerTenantMax) {
        throw new AppError("entitlement_exceeded", {
          message: `A tenant can have at most ${settings.endpointsPerTenantMax} webhooks. Delete one first.`,
        });
      }
      const id = ids.uuid();
      const secret = mintSigningSecret();
      const sealed = await secrets.seal(ctx.tx, secretLocation(id), secret);
      await queries.insertEndpoint(ctx.tx, {
        id,
        url,
        events,
        description: input.description ?? null,
        channelIds,
        secret: sealed,
        now: ctx.now,
        ...(await controlsOf(ctx.tx, id, input, noControls)),
      });
      await recordAudit(ctx, ids, "webhook.created", wireId("whk", id), { events });
      return { ...renderWebhook(await get(ctx.tx, wireId("whk", id)), ctx.now), secret };
    },

    async update(ctx: TxContext, wire: string, input: UpdateWebhook) {
      const row = await get(ctx.tx, wire, true);
      const next = {
        url: input.url === undefined ? row.url : readUrl(deps.guard, "url", input.url),
        events: input.events === undefined ? row.events : checkEvents(input.events),
        description: input.description === undefined ? row.description : input.description,
        channel_ids: input.channelIds === undefined ? row.channel_ids : await checkChannels(ctx.tx, input.channelIds),
        status: input.status ?? row.status,
        ...(await controlsOf(ctx.tx, row.id, input, {
          headers: row.headers,
          header_names: row.header_names,
          max_per_second: row.max_per_second,
          filter: row.filter,
          signature_scheme: row.signature_scheme,
          signing_key: row.signing_key,
          public_key: row.public_key,
        })),
      };
      // They may contain a credential for their original host, and nobody can read them, so nobody may redirect them to another.
      if (row.header_names.length > 0 && input.headers === undefined && new URL(next.url).origin !== new URL(row.url).origin)
        throw unprocessable(
          "The URL has a different host than the one the headers were set for. Send the headers again, or `headers: null`.",
          [{ field: "headers", issue: "required" }],
        );
      await queries.updateEndpoint(ctx.tx, row.id, next, ctx.now);
      // The sealed form of headers differs each time: setting them counts as a change, regardless of the values.
      const changed = (
        ["url", "events", "description", "channel_ids", "status", "headers", "max_per_second", "filter", "signature_scheme"] as const
      ).filter((field) => JSON.stringify(next[field]) !== JSON.stringify(row[field]));
      if (changed.length > 0) {
        await recordAudit(ctx, ids, "webhook.updated", wire, {
          changed,
          ...(next.status === row.status ? {} : { status: { from: row.status, to: next.status } }),
        });
      }
      return renderWebhook(await get(ctx.tx, wire), ctx.now);
    },

    async delete(ctx: TxContext, wire: string) {
      const row = await get(ctx.tx, wire, true);
      await queries.markEndpointDeleted(ctx.tx, row.id, ctx.now);
      await recordAudit(ctx, ids, "webhook.deleted", wire);
      return { id: wire, deleted: true as const };
    },

    /** Whether an event would be delivered, and what excludes it; also with a filter that is not set yet. */
    async testFilter(ctx: TxContext, wire: string, input: TestFilter) {
      const row = await get(ctx.tx, wire);
      const filter = input.filter === undefined ? row.filter : checkFilter(input.filter);
      const channelId = input.channelId == null ? null : parseWireId("chn", input.channelId);
      if (input.channelId != null && (channelId === null || !(await queries.knownChannels(ctx.tx, [channelId])).has(channelId)))
        throw notFound(input.channelId);
      const event = { type: input.type, channel_id: channelId, data: input.data };
      const stopped = stoppedBy({ ...row, filter }, event);
      return {
        delivered: stopped === null,
        stoppedBy: stopped,
        condition: stopped === "filter" ? failedCondition(filter, event.data) : null,
      };
    },

    /** The old secret and key sign along with the new ones for a day; earlier ones stop immediately. */
    async rotate(ctx: TxContext, wire: string) {
      const row = await get(ctx.tx, wire, true);
      const old = await secrets.open(ctx.tx, secretLocation(row.id), row.secret);
      const secret = mintSigningSecret();
      const expiresAt = new Date(ctx.now.getTime() + settings.rotationMs);
      let keys: { private: Buffer; public: string; previousPrivate: Buffer } | null = null;
      if (row.signing_key !== null) {
        const pair = mintSigningKeyPair();
        const oldKey = await secrets.open(ctx.tx, signingKeyLocation(row.id), row.signing_key);
        keys = {
          private: await secrets.seal(ctx.tx, signingKeyLocation(row.id), pair.privateKey),
          public: pair.publicKey,
          previousPrivate: await secrets.seal(ctx.tx, previousSigningKeyLocation(row.id), oldKey),
        };
      }
      await queries.storeRotation(ctx.tx, row.id, {
        secret: await secrets.seal(ctx.tx, secretLocation(row.id), secret),
        previous: await secrets.seal(ctx.tx, previousSecretLocation(row.id), old),
        keys,
        expiresAt,
        now: ctx.now,
      });
      await recordAudit(ctx, ids, "webhook.secret_rotated", wire, { previousSecretExpiresAt: expiresAt.toISOString() });
      return { ...renderWebhook(await get(ctx.tx, wire), ctx.now), secret };
    },

    /** Also while paused or disabled, to see whether the endpoint works before switching it on. */
    async test(ctx: TxContext, wire: string) {
      const row = await get(ctx.tx, wire);
      const eventId = ids.uuid();
      const id = ids.uuid();
      await appendEvents(ctx.tx, ctx.now, [
        { id: eventId, type: testEventType, data: { webhookId: wire, message: "This is a test of your webhook." } },
      ]);
      await queries.insertTestDelivery(ctx.tx, { id, endpointId: row.id, eventId, eventType: testEventType, now: ctx.now });
      await recordAudit(ctx, ids, "webhook.tested", wire, { deliveryId: wireId("dlv", id) });
      deps.hintSoon("deliveries");
      deps.hintSoon("events");
      return renderDelivery(await getDelivery(ctx.tx, row, wireId("dlv", id)));
    },

    async deliveryDetail(ctx: TxContext, wire: string, deliveryWire: string) {
      const endpoint = await get(ctx.tx, wire);
      const delivery = await getDelivery(ctx.tx, endpoint, deliveryWire);
      const event = await queries.deliveryEvent(ctx.tx, delivery.event_id);
      if (event === null) throw notFound(wire);
      return {
        ...renderDelivery(delivery),
        event: renderEvent(event),
        attempts: (await queries.listAttempts(ctx.tx, delivery.id)).map((row) =>
          renderAttempt(row, delivery.event_id, endpoint.header_names),
        ),
      };
    },

    async deliveryExists(ctx: TxContext, wire: string, deliveryWire: string): Promise<void> {
      await getDelivery(ctx.tx, await get(ctx.tx, wire), deliveryWire);
    },

    /** One attempt now, regardless of the delivery's state; the schedule continues unchanged. */
    async retry(ctx: TxContext, wire: string, deliveryWire: string) {
      const row = await get(ctx.tx, wire);
      const delivery = await getDelivery(ctx.tx, row, deliveryWire, true);
      if (delivery.event_type !== testEventType) mustBeActive(row);
      if (delivery.state === "leased") throw new AppError("conflict", { message: "An attempt is in progress." });
      await queries.makeDeliveryDue(ctx.tx, delivery.id, ctx.now);
      await recordAudit(ctx, ids, "webhook.delivery_retried", wire, { deliveryId: deliveryWire });
      deps.hintSoon("deliveries");
      return renderDelivery(await getDelivery(ctx.tx, row, deliveryWire));
    },

    async replay(ctx: TxContext, wire: string, input: CreateReplay) {
      const row = await get(ctx.tx, wire, true);
      const since = new Date(input.since);
      const until = input.until == null || new Date(input.until) > ctx.now ? ctx.now : new Date(input.until);
      if (Number.isNaN(since.getTime())) throw invalidField("since", "invalid_format");
      if (Number.isNaN(until.getTime())) throw invalidField("until", "invalid_format");
      if (since > ctx.now) throw invalidField("since", "out_of_range", "`since` must not be in the future.");
      if (input.until != null && until < since) throw invalidField("until", "out_of_range", "`until` must not be before `since`.");
      mustBeActive(row);
      if ((await queries.countOpenReplays(ctx.tx, row.id)) >= openReplaysMax) {
        throw new AppError("conflict", { message: `${openReplaysMax} replays of this webhook are already running. Wait for one to end.` });
      }
      const id = ids.uuid();
      await queries.insertReplay(ctx.tx, { id, endpointId: row.id, since, until, now: ctx.now });
      await recordAudit(ctx, ids, "webhook.replayed", wire, { since: since.toISOString(), until: until.toISOString() });
      deps.hintSoon("deliveries");
      const made = await queries.findReplay(ctx.tx, row.id, id);
      if (made === null) throw new Error("the replay just made does not exist");
      return renderReplay(made);
    },

    async getReplay(ctx: TxContext, wire: string, replayWire: string) {
      const row = await get(ctx.tx, wire);
      const id = parseWireId("rpl", replayWire);
      const replay = id === null ? null : await queries.findReplay(ctx.tx, row.id, id);
      if (replay === null) throw notFound(wire);
      return renderReplay(replay);
    },
  };
}

export type WebhooksService = ReturnType<typeof createWebhooksService>;
