import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, NullableTimestamp, NullableWords, Timestamp, Words } from "#platform/http/schemas.ts";

export const notificationKinds = [
  "mention",
  "assignment",
  "sla_breach",
  "flow",
  "flow_paused",
  "organization_export",
  "grant_requested",
  "grant_ended",
] as const;

export const Notification = Type.Object(
  {
    id: Type.String(),
    kind: Words(notificationKinds, {
      description:
        "mention: in a note; assignment: a conversation was given to the member; sla_breach: a target was missed; flow: a flow says something; flow_paused: a flow fed itself, or its rules could not be read any more, and was stopped; organization_export: the file of an export of the organization is ready, or could not be written; grant_requested: an agency asks for a grant, or to become the organization's agency; grant_ended: a grant of an agency has ended, and what was made under it was stopped",
    }),
    memberId: Type.String({ description: "Whom it is for" }),
    conversationId: NullableText({ description: "null: of a ticket without one, a flow, an export or a grant" }),
    ticketId: NullableText({ description: "Of an sla_breach of a ticket" }),
    flowId: NullableText({ description: "Of what flows tell" }),
    exportId: NullableText({ description: "Of an organization_export" }),
    grantId: NullableText({ description: "Of a grant_requested or grant_ended; the event agency_grant.ended names what was stopped" }),
    text: NullableText({ description: "What a flow says" }),
    messageId: NullableText({ description: "The note, of a mention" }),
    target: NullableWords(["first_response", "next_response", "resolution"], { description: "What was missed, of an sla_breach" }),
    actor: Type.Object({ kind: Type.String(), id: NullableText() }, { description: "Who did it" }),
    createdAt: Timestamp,
    readAt: NullableTimestamp(),
  },
  { title: "Notification" },
);
export type Notification = Static<typeof Notification>;

const memberId = Type.Optional(
  Type.String({ minLength: 1, maxLength: 100, description: "The member; required for an API key. A member sees only their own notifications" }),
);

export const ListNotificationsQuery = listQuery({
  memberId,
  unread: Type.Optional(Type.Boolean({ description: "true: unread; false: read" })),
});
export const NotificationList = ListOf(Notification);

export const ReadNotifications = Type.Object(
  {
    memberId,
    ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        minItems: 1,
        maxItems: 100,
        description: "These; left out: all. Unknown ones are passed over",
      }),
    ),
  },
  { title: "ReadNotifications" },
);
export type ReadNotifications = Static<typeof ReadNotifications>;

export const NotificationsRead = Type.Object(
  { read: Type.Integer({ description: "How many were unread until now" }) },
  { title: "NotificationsRead" },
);
