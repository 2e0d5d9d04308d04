import { AppError, invalidField } from "#platform/errors/app-error.ts";
import { type LoggedEvent, type LogPosition, logStart } from "#platform/events/tail.ts";
import { type AnyRoute, readRoute, streamRoute } from "#platform/http/route.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { readViewer } from "#modules/inbox/visibility/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { Context } from "#platform/http/context.ts";
import { readableEventTypes } from "./event-catalog.ts";
import { readFilter } from "./events.filter.ts";
import { findEventPosition, listEvents, settleEvents } from "./events.queries.ts";
import { renderEvent } from "./events.render.ts";
import { EventEnvelope, EventList, listEventsQuery, streamEventsQuery } from "./events.schema.ts";
import type { EventStreams } from "./events.stream.ts";
import type { StreamSlots } from "./stream-slots.ts";

const tag = "Events";
const positionOf = (row: LoggedEvent) => [row.xid, row.id];

export function eventRoutes(
  streams: EventStreams,
  places: StreamSlots,
  pager: Pager,
  types: readonly string[],
  settleMsMax: number,
): AnyRoute[] {
  // A key reads what its tenant's webhooks get; a person reads what their role, or the grant with which they act, may
  // read elsewhere.
  const isPerson = (ctx: Context) => ctx.session !== null || ctx.actingPersonId !== undefined;
  const readable = (ctx: Context) => (isPerson(ctx) ? readableEventTypes(types, ctx.scopes) : null);
  const mayHavePresence = (ctx: Context) => ctx.scopes.has("conversations:read");
  return [
    readRoute({
      method: "GET",
      path: "/events",
      operationId: "listEvents",
      tag,
      summary: "List events",
      description:
        "Without `after`: newest first. With `after`: everything after that event, oldest first, without gaps; store the last id you handled and continue from it. Events are kept for 30 days unless configured otherwise. For a session: only event types whose resource the role (in a client: the grant) can read, and only of conversations that the person can see, or of tickets that are assigned to them.",
      scope: "webhooks:read",
      // Every role and every grant has a live dashboard; the events are restricted below.
      sessionScope: "conversations:read",
      openWhileActing: true,
      query: listEventsQuery(types),
      response: EventList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query }) {
        const { limit, cursor, ...wireFilters } = query;
        const filters = { list: "events", ...wireFilters };
        const filter = readFilter(wireFilters, readable(ctx));
        const viewer = await readViewer(ctx);
        const position = pager.read(ctx.tenantId, filters, cursor);
        const beyond = position === null ? null : toPosition(position);
        if (beyond === null) await settleEvents(ctx.tx, settleMsMax);
        const rows =
          wireFilters.after === undefined
            ? await listEvents(ctx.tx, filter, "newest first", beyond, limit + 1, viewer)
            : await listEvents(ctx.tx, filter, "oldest first", beyond ?? (await startAfter(ctx.tx, wireFilters.after)), limit + 1, viewer);
        return pager.page(ctx.tenantId, filters, rows, limit, positionOf, renderEvent);
      },
    }),
    streamRoute({
      method: "GET",
      path: "/events/stream",
      operationId: "streamEvents",
      tag,
      summary: "Stream events live (server-sent events)",
      description:
        "Each message: `id` the event's id, `event` its type, `data` the envelope. `Last-Event-ID` (or `after`) resumes: missed events first, in order, then live ones. `event: reset` means that events in between were deleted or that you read too slowly: reload what you show. The comment `: ready` marks the point from which everything is delivered live. A stream ends after at most 15 minutes, when its key is revoked or its session ends, when a session leaves the client that it acts in or may no longer act there, and when the server stops; reconnect with Last-Event-ID. At most 20 streams per key or person and 200 per organization can be open at once, unless configured otherwise; further ones get 429. A session sees the same events as in the list. With `presence=true`, the stream also has messages without an id: `event: presence`, `data` as in GET /conversations/presence, with `state` `gone` for a member who left. They are neither stored nor repeated, and renewals are not sent: read GET /conversations/presence when a stream opens, and every 20 seconds. A session that acts in a client gets them if the grant includes `conversations:read`. `conversationId` filters them, too; `presence=true` together with `channelId` is refused.",
      scope: "webhooks:read",
      // Every role and every grant has a live dashboard; the events are restricted below.
      sessionScope: "conversations:read",
      openWhileActing: true,
      query: streamEventsQuery(types),
      response: EventEnvelope,
      async admit(ctx, credential, query) {
        if (query.presence === true && query.channelId !== undefined)
          throw invalidField("channelId", "not_allowed", "Presence cannot be filtered by channel: open a separate stream for it.");
        // Events also go to the tenant's webhooks; presence goes only to those who may see the conversation.
        if (query.presence === true && !mayHavePresence(ctx) && !isPerson(ctx))
          throw new AppError("insufficient_scope", {
            message: "Presence requires the scope conversations:read.",
            details: [{ field: "conversations:read", issue: "missing_scope" }],
          });
        return places.take(credential);
      },
      open: (ctx, { query, lastEventId }, sink, credential) => {
        // A client without an id yet sends an empty header.
        const after = lastEventId !== undefined && lastEventId !== "" ? lastEventId : query.after === "" ? undefined : query.after;
        const holder =
          credential.kind === "key"
            ? { kind: credential.kind, id: credential.id, actingSessionId: credential.sessionId ?? null }
            : { kind: credential.kind, id: credential.sessionId, actingSessionId: null };
        const { tenantId, actor, session } = ctx;
        const presence = query.presence === true && mayHavePresence(ctx);
        const filter = readFilter(query, readable(ctx));
        return streams.open({ tenantId, credential: holder, actor, session, filter, presence, after }, sink);
      },
    }),
  ];
}

function toPosition([xid, id]: string[]): LogPosition {
  return { xid: xid as string, id: id as string };
}

async function startAfter(tx: Tx, after: string): Promise<LogPosition> {
  if (after === "") return logStart;
  const id = parseWireId("evt", after);
  const found = id === null ? null : await findEventPosition(tx, id);
  if (found === null) {
    throw new AppError("invalid_cursor", {
      message: "`after` is not an event of this tenant, or the event has expired.",
      details: [{ field: "after", issue: "unknown" }],
    });
  }
  return found;
}
