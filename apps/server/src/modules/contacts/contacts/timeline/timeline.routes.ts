import { readViewer } from "#modules/inbox/visibility/index.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import { type AnyRoute, readRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { parseWireId, type WirePrefix, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { ContactsService } from "../contacts.service.ts";
import { listMergedInto, listTimeline, type TimelineRow } from "./timeline.queries.ts";
import { ListTimelineQuery, Timeline, type TimelineItem } from "./timeline.schema.ts";

export function timelineRoutes(contacts: ContactsService, pager: Pager): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/contacts/:id/timeline",
      operationId: "listContactTimeline",
      tag: "Contacts",
      summary: "List a contact's activity",
      description:
        "Newest first: messages and notes, conversations started, resolved and reopened by people, changes of fields, tags, opt-in and blocking, and merges. Includes the activity of contacts merged into this one. Kept as long as the contact. Excludes conversations that the caller cannot see.",
      scope: "contacts:read",
      params: IdParams,
      query: ListTimelineQuery,
      response: Timeline,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor } }) {
        await contacts.get(ctx.tx, params.id);
        const filters = { list: "timeline", id: params.id };
        const after = pager.read(ctx.tenantId, filters, cursor);
        const ids = await listMergedInto(ctx.tx, parseWireId("cnt", params.id) as string);
        const rows = await listTimeline(ctx.tx, ids, after, limit + 1, await readViewer(ctx));
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderItem);
      },
    }),
  ];
}

const prefixes: Partial<Record<TimelineItem["type"], WirePrefix>> = {
  message: "msg",
  note: "msg",
  conversation_opened: "conv",
  merged: "mrg",
  unmerged: "mrg",
  created: "cnt",
};

function renderItem(row: TimelineRow): TimelineItem {
  const said = row.type === "message" || row.type === "note";
  return {
    id: wireId(prefixes[row.type] ?? "cac", row.id),
    type: row.type,
    occurredAt: row.at.toISOString(),
    contactId: wireId("cnt", row.contact_id),
    conversationId: row.conversation_id === null ? null : wireId("conv", row.conversation_id),
    channelId: row.channel_id === null ? null : wireId("chn", row.channel_id),
    actor: actorOf(row, said),
    message: said
      ? { direction: row.direction, type: row.message_type ?? "text", preview: row.preview ?? "", status: row.status ?? "" }
      : null,
    data: row.other_id === null ? row.data : { otherContactId: wireId("cnt", row.other_id) },
  };
}

type Actor = TimelineItem["actor"];

/** Messages and merges store their author as a wire id, activities the actor of their request. */
function actorOf(row: TimelineRow, said: boolean): Actor {
  if (row.actor_kind === null) return null;
  if (said) return { kind: row.actor_kind as NonNullable<Actor>["kind"], id: row.actor_id };
  if (row.actor_kind === "signature") {
    if (row.actor_id === null) return null;
    return { kind: row.actor_id.startsWith("key_") ? "api" : row.actor_id.startsWith("usr_") ? "member" : "system", id: row.actor_id };
  }
  const actor = { kind: row.actor_kind as "api" | "member" | "system", id: row.actor_id ?? "" };
  return { kind: actor.kind, id: actorWireId(actor) };
}
