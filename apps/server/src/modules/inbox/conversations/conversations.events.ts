import { Type } from "typebox";
import type { EventType } from "#platform/events/types.ts";
import { FieldChanges, NullableText, StringEnum } from "#platform/http/schemas.ts";
import { conversationStatuses } from "./conversations.schema.ts";

const place = { channelId: Type.String(), conversationId: Type.String(), contactId: Type.String() };

/**
 * accept_outbound() and receive_messages() also write conversation.created, and conversation.updated when a message reopens a conversation.
 */
export const conversationEvents: EventType[] = [
  {
    type: "conversation.created",
    summary: "A conversation started with a message from or to the contact",
    data: Type.Object({ ...place, channelKind: Type.String(), status: StringEnum(conversationStatuses) }),
  },
  {
    type: "conversation.assigned",
    summary: "A conversation was assigned to an agent, or unassigned",
    data: Type.Object({ ...place, assigneeId: NullableText(), previousAssigneeId: NullableText() }),
  },
  {
    type: "conversation.updated",
    summary: "A conversation's status, labels or another field changed, it was read, or a note was added",
    data: Type.Object({
      ...place,
      changes: FieldChanges("By conversation field; noteId is the id of an added note"),
    }),
  },
];
