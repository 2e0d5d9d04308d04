import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, NullableTimestamp, NullableEnum, Timestamp, StringEnum } from "#platform/http/schemas.ts";

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
    kind: StringEnum(notificationKinds, {
      description:
        "mention: mentioned in a note; assignment: a conversation was assigned to the member; sla_breach: a target was missed; flow: a notification from a flow; flow_paused: a flow was stopped because it triggered itself, or because its rules can no longer be read; organization_export: an export of the organization is ready, or has failed; grant_requested: an agency requests a grant, or to become the organization's agency; grant_ended: an agency's grant has ended, and everything created under it was stopped",
    }),
    memberId: Type.String({ description: "The recipient" }),
    conversationId: NullableText({ description: "null: for a ticket without a conversation, a flow, an export or a grant" }),
    ticketId: NullableText({ description: "For an sla_breach of a ticket" }),
    flowId: NullableText({ description: "For notifications from flows" }),
    exportId: NullableText({ description: "For an organization_export" }),
    grantId: NullableText({ description: "For a grant_requested or grant_ended; the event agency_grant.ended lists what was stopped" }),
    text: NullableText({ description: "The flow's text" }),
    messageId: NullableText({ description: "For a mention: the note" }),
    target: NullableEnum(["first_response", "next_response", "resolution"], { description: "For an sla_breach: the missed target" }),
    actor: Type.Object({ kind: Type.String(), id: NullableText() }, { description: "Who caused it" }),
    createdAt: Timestamp,
    readAt: NullableTimestamp(),
  },
  { title: "Notification" },
);
export type Notification = Static<typeof Notification>;

const memberId = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description: "The member; required for an API key. A member sees only their own notifications",
  }),
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
        description: "Only these; default: all. Unknown ones are ignored",
      }),
    ),
  },
  { title: "ReadNotifications" },
);
export type ReadNotifications = Static<typeof ReadNotifications>;

export const NotificationsRead = Type.Object(
  { read: Type.Integer({ description: "Number that were unread before" }) },
  { title: "NotificationsRead" },
);
