import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { ListPresenceQuery, type Presence, PresenceList, SetPresence } from "./presence.schema.ts";
import type { PresenceService } from "./presence.service.ts";

const tag = "Conversations";

export function presenceRoutes(service: PresenceService): AnyRoute[] {
  return [
    writeRoute({
      method: "PUT",
      path: "/conversations/:id/presence",
      operationId: "setPresence",
      tag,
      summary: "Show the team that a member is viewing a conversation or writing in it",
      description:
        "Nothing is stored and no event is written, so renew it: `viewing` expires after 45 seconds, and `writing` becomes `viewing` after 8. A member can be present in 20 conversations, and 50 members in one conversation; beyond that, the earliest entry is removed. The customer is not notified; for that see POST /conversations/{id}/typing. The response lists everybody present.",
      scope: "conversations:write",
      // Viewing needs no more than read access; a key reports for others.
      sessionScope: "conversations:read",
      isEphemeral: true,
      params: IdParams,
      body: SetPresence,
      response: PresenceList,
      errors: ["forbidden", "not_found"],
      exists: (ctx, { id }) => service.exists(ctx, id),
      example: { body: { state: "viewing", memberId: "agt_01980000000070008000000000000000" } },
      handle: async (ctx, { params, body }) => whole(await service.set(ctx, params.id, body)),
    }),
    readRoute({
      method: "GET",
      path: "/conversations/presence",
      operationId: "listPresence",
      tag,
      summary: "List who is viewing conversations or writing in them now",
      description:
        "The members whose presence was set and has not expired, earliest first; at most 2,000 entries. A session sees those in the conversations that the person can see. `GET /events/stream?presence=true` delivers changes.",
      scope: "conversations:read",
      query: ListPresenceQuery,
      response: PresenceList,
      handle: async (ctx, { query }) => whole(await service.list(ctx, query.conversationId)),
    }),
  ];
}

function whole(data: Presence[]): PresenceList {
  return { data, pageInfo: { hasNextPage: false, nextCursor: null } };
}
