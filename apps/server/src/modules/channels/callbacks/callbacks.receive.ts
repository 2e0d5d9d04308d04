import type { CallbackItem } from "@parley/connector-kit";
import { isCallbackUnreadable } from "@parley/connector-kit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ChannelActivity, ChannelDirectory, ConnectorRegistry, InstalledConnector } from "#modules/channels/channels/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { createBatcher } from "#platform/db/group-commit.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import { type IdSource, parseWireId } from "#platform/ids/ids.ts";
import type { ClaimHolder } from "#platform/jobs/claim.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import {
  channelOwner,
  type InboundRow,
  insertInboundEvents,
  type NewInboundEvent,
  type Route,
  sharedRoutes,
  tenantRoutes,
} from "./callbacks.queries.ts";

/** Platforms send up to 3 MB in one body. */
const callbackBytesMax = 4 * 1_048_576;
export const inboundLeaseMs = 30_000;
const routeLifeMs = 1_000;
const attemptsMax = 3;

const peakWindowMs = 50;

/** The highest value of the last one or two windows. */
function createRecentPeak(windowMs: number) {
  let current = 0;
  let previous = 0;
  let startedAt = Number.NEGATIVE_INFINITY;
  function roll(): void {
    const now = performance.now();
    const passedMs = now - startedAt;
    if (passedMs < windowMs) return;
    previous = passedMs < 2 * windowMs ? current : 0;
    current = 0;
    startedAt = now;
  }
  return {
    note(value: number): void {
      roll();
      current = Math.max(current, value);
    },
    get(): number {
      roll();
      return Math.max(current, previous);
    },
  };
}

export interface ReceiveDeps {
  database: Database;
  registry: ConnectorRegistry;
  directory: ChannelDirectory;
  activity: ChannelActivity;
  clock: Clock;
  ids: IdSource;
  wake: Wake;
  log: Log;
  metrics: Metrics;
  holding: ClaimHolder;
  /** Takes newly stored rows for processing in this process; `canTake` is false at its limit or if it does not process. */
  canTake(): boolean;
  take(rows: InboundRow[]): void;
}

/** The callback addresses of all platforms: handshake, signature over the raw bytes, commit, then 200. */
export function createCallbackReceiver(deps: ReceiveDeps) {
  const routes = new Map<string, { readAt: number; found: Promise<Route[]> }>();
  const owners = new Map<string, { readAt: number; found: Promise<Route | null> }>();
  deps.wake.on("routes", () => {
    routes.clear();
    owners.clear();
  });

  /** Returns the items whose channel lost its proof after the lookup. */
  const inserts = createBatcher<NewInboundEvent[], NewInboundEvent[]>({
    lanes: 2,
    batchMax: 100,
    async commit(bodies) {
      const items = bodies.flat();
      const holder = deps.canTake() ? deps.holding.current() : null;
      const lease = holder === null ? null : { until: new Date(deps.clock.now().getTime() + inboundLeaseMs), holder };
      const { stored, lost } = await insertInboundEvents(deps.database, items, lease);
      if (lease !== null) {
        deps.take(
          items
            .filter((item) => stored.has(item.seq))
            .map((item) => ({
              tenant_id: item.tenantId,
              channel_id: item.channelId,
              provider_event_id: item.providerEventId,
              seq: item.seq,
              rank: item.rank,
              payload: JSON.stringify(item.payload),
              attempts: 1,
              received_at: new Date(item.receivedAt),
            })),
        );
      } else if (stored.size > 0) deps.wake.hint("inbound");
      return bodies.map((body) => body.filter((item) => lost.has(item.seq)));
    },
  });

  /** A recent peak, not the current number: each commit answers half of 64 open callbacks, and for a moment only the other half is here. */
  const unstored = createRecentPeak(peakWindowMs);

  function cached<T>(map: Map<string, { readAt: number; found: Promise<T> }>, key: string, read: () => Promise<T>): Promise<T> {
    const known = map.get(key);
    const now = performance.now();
    if (known !== undefined && now - known.readAt < routeLifeMs) return known.found;
    if (map.size > 50_000) map.clear();
    const found = read();
    map.set(key, { readAt: now, found });
    const forget = () => {
      if (map.get(key)?.found === found) map.delete(key);
    };
    // A missing route may appear at any moment, so only found ones are cached.
    found.then((value) => {
      if (value === null || (Array.isArray(value) && value.length === 0)) forget();
    }, forget);
    return found;
  }

  const routeKey = (tenantId: string | null, kind: string, { by, externalId }: CallbackItem["route"]) =>
    `${tenantId ?? "*"}/${kind}/${by}/${externalId}`;

  function routesOf(kind: string, item: CallbackItem, tenantId: string | null): Promise<Route[]> {
    const { by, externalId } = item.route;
    return cached(routes, routeKey(tenantId, kind, item.route), () =>
      tenantId === null ? sharedRoutes(deps.database, kind, by, externalId) : tenantRoutes(deps.database, tenantId, kind, by, externalId),
    );
  }

  /** Stores every item of a verified body that belongs to a channel. `tenantId` limits it to one tenant's channels. */
  async function store(installed: InstalledConnector, rawBody: Buffer, tenantId: string | null): Promise<void> {
    const { kind } = installed.connector.description;
    let items: CallbackItem[];
    try {
      items = installed.connector.splitCallback(rawBody);
    } catch (error) {
      if (!isCallbackUnreadable(error)) throw error;
      // It will never be readable: an error response would only make the platform repeat it for days.
      deps.metrics.callbackItems.inc({ kind, result: "unreadable" });
      deps.log.warn({ err: error, kind, bytes: rawBody.length }, "a signed callback could not be read");
      return;
    }
    const receivedAt = deps.clock.now().toISOString();
    // A number rarely changes hands. More than once within one callback is a fault; the platform will send the callback again.
    for (let round = 0; items.length > 0; round += 1) {
      if (round === attemptsMax)
        throw new AppError("service_unavailable", { message: "The account is moving to another tenant. Send the callback again." });
      items = await storeOnce(kind, items, tenantId, receivedAt);
    }
  }

  /**
   * Returns the items whose channel lost its proof after the lookup: they now belong to another channel, or to none.
   */
  async function storeOnce(kind: string, items: CallbackItem[], tenantId: string | null, receivedAt: string): Promise<CallbackItem[]> {
    const events: NewInboundEvent[] = [];
    const itemOf = new Map<string, CallbackItem>();
    for (const item of items) {
      const targets = await routesOf(kind, item, tenantId);
      if (targets.length === 0) deps.metrics.callbackItems.inc({ kind, result: "no_channel" });
      for (const target of targets) {
        const seq = deps.ids.uuid();
        itemOf.set(seq, item);
        events.push({
          tenantId: target.tenant_id,
          channelId: target.channel_id,
          providerEventId: item.providerEventId,
          seq,
          rank: item.rank,
          payload: item.payload,
          receivedAt,
          provedBy: tenantId === null ? item.route.by : null,
        });
      }
    }
    if (events.length === 0) return [];
    const committing = inserts.run(events);
    unstored.note(inserts.open());
    const lost = new Set((await committing).map(({ seq }) => seq));
    const again = new Set(events.filter(({ seq }) => lost.has(seq)).map(({ seq }) => itemOf.get(seq) as CallbackItem));
    for (const item of again) routes.delete(routeKey(tenantId, kind, item.route));
    const kept = events.filter(({ seq }) => !lost.has(seq));
    const stored = new Set(kept.map(({ seq }) => itemOf.get(seq) as CallbackItem));
    for (const item of stored) if (!again.has(item)) deps.metrics.callbackItems.inc({ kind, result: "stored" });
    if (kept.length > 0) await deps.activity.note("callback", kept);
    return [...again];
  }

  async function ownChannel(installed: InstalledConnector, wire: string) {
    const id = parseWireId("chn", wire);
    if (id === null) throw notFound(wire);
    const { kind } = installed.connector.description;
    // The kind is part of the key: under the address of another kind, the same channel id is unknown.
    const owner = await cached(owners, `${kind}/${id}`, () => channelOwner(deps.database, kind, id));
    const found = owner === null ? null : await deps.directory.access(owner.tenant_id, id);
    if (owner === null || found === null) throw notFound(wire);
    return { owner, config: found.access.config };
  }

  const setting = (config: Record<string, unknown>, field: string | undefined) => {
    const value = field === undefined ? undefined : config[field];
    return typeof value === "string" ? value : undefined;
  };

  return {
    // A commit that outlasts the windows is still open after they have passed.
    unstored: () => Math.max(unstored.get(), inserts.open()),
    async register(app: FastifyInstance): Promise<void> {
      await app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        // Any content type is accepted, because the signature covers the raw bytes.
        scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: callbackBytesMax }, (_request, body, done) => done(null, body));

        const installedOf = (request: FastifyRequest) => {
          const installed = deps.registry.bySlug((request.params as { slug: string }).slug);
          if (installed === null) throw notFound();
          return installed;
        };
        const channelIdOf = (request: FastifyRequest) => (request.params as { channelId?: string }).channelId;

        const handshake = async (request: FastifyRequest, reply: FastifyReply) => {
          const installed = installedOf(request);
          const channelId = channelIdOf(request);
          const token =
            channelId === undefined
              ? installed.sharedVerifyToken
              : setting((await ownChannel(installed, channelId)).config, installed.connector.description.verifyTokenField);
          const answer = installed.connector.answerHandshake(request.query as Record<string, string | undefined>, token);
          return reply.code(answer.status).type(answer.contentType).send(answer.body);
        };

        const receive = async (request: FastifyRequest, reply: FastifyReply) => {
          const installed = installedOf(request);
          const { description } = installed.connector;
          const channelId = channelIdOf(request);
          const own = channelId === undefined ? null : await ownChannel(installed, channelId);
          const secret = own === null ? installed.sharedSecret : setting(own.config, description.signingSecretField);
          const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          const signed =
            secret !== undefined &&
            installed.connector.verifySignature({ headers: request.headers, rawBody, secret, now: deps.clock.now().getTime() });
          if (!signed) {
            deps.metrics.callbackItems.inc({ kind: description.kind, result: "bad_signature" });
            throw new AppError("unauthorized", { message: "The signature is missing or wrong." });
          }
          await store(installed, rawBody, own?.owner.tenant_id ?? null);
          return reply.code(200).type("text/plain").send("");
        };

        for (const url of ["/callbacks/:slug", "/callbacks/:slug/:channelId"]) {
          scope.get(url, handshake);
          scope.post(url, { bodyLimit: callbackBytesMax }, receive);
        }
      });
    },
  };
}
