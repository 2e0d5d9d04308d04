import { renderSla } from "#modules/service/sla-policies/index.ts";
import type { Context } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { ConversationRow } from "./conversations.queries.ts";
import type { Conversation } from "./conversations.schema.ts";

/** As the caller sees it in the API. */
export function renderConversation(ctx: Pick<Context, "scopes">, row: ConversationRow): Conversation {
  return {
    id: wireId("conv", row.id),
    channelId: wireId("chn", row.channel_id),
    channelKind: row.channel_kind,
    contactId: wireId("cnt", row.contact_id),
    contact: renderContact(row, ctx.scopes.has("contacts:read")),
    status: row.status,
    pendingReason: row.pending_reason,
    snoozedUntil: time(row.snoozed_until),
    assigneeId: agent(row.assignee_id),
    divisionId: division(row.division_id),
    labels: row.labels,
    priority: row.priority,
    subject: row.subject,
    lastMessage: renderLastMessage(row),
    lastMessageAt: row.last_message_at.toISOString(),
    unreadCount: row.unread_count,
    waitingSince: time(row.waiting_since),
    firstRepliedAt: time(row.first_replied_at),
    resolvedAt: time(row.resolved_at),
    resolvedBy: row.resolved_by,
    windowExpiresAt: time(row.window_expires_at),
    handledBy: row.handled_by,
    sla: renderSla(row.sla),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function agent(userId: string | null): string | null {
  return userId === null ? null : wireId("agt", userId);
}

export function division(id: string | null): string | null {
  return id === null ? null : wireId("div", id);
}

function renderContact({ contact, contact_id }: ConversationRow, readable: boolean): Conversation["contact"] {
  const id = wireId("cnt", contact_id);
  if (!readable) return { id, name: null, phone: null, language: null, country: null, timezone: null, blockedAt: null };
  return { id, ...contact, blockedAt: instant(contact.blockedAt) };
}

type LastMessage = NonNullable<Conversation["lastMessage"]>;

function renderLastMessage({ last_message, last_state, contact_id }: ConversationRow): LastMessage | null {
  if (last_message === null || last_state === null) return null;
  return {
    ...last_message,
    type: last_message.type as LastMessage["type"],
    status: last_state.status as LastMessage["status"],
    author: {
      kind: last_state.author as LastMessage["author"]["kind"],
      // After a merge, messages follow their conversation in the background; here both show the new contact.
      id: last_state.author === "contact" ? wireId("cnt", contact_id) : last_state.authorId,
    },
    error: last_state.error as LastMessage["error"],
    at: new Date(last_state.at).toISOString(),
    deletedAt: instant(last_state.deletedAt),
  };
}

const time = (at: Date | null) => at?.toISOString() ?? null;
const instant = (text: string | null) => (text === null ? null : new Date(text).toISOString());
