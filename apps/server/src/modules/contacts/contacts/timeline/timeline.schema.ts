import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, NullableEnum, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { activityTypes } from "../activities.ts";

export const timelineTypes = ["created", "message", "note", "conversation_opened", "merged", "unmerged", ...activityTypes] as const;

export const TimelineItem = Type.Object(
  {
    id: Type.String({ description: "Id of the message, conversation, merge or contact concerned, or of the activity itself" }),
    type: StringEnum(timelineTypes),
    occurredAt: Timestamp,
    contactId: Type.String({ description: "The contact, or one merged into it" }),
    conversationId: NullableText(),
    channelId: NullableText(),
    actor: Type.Union([
      Type.Object({
        kind: StringEnum(["contact", "member", "api", "chatbot", "flow", "broadcast", "platform", "system"]),
        id: NullableText(),
      }),
      Type.Null(),
    ]),
    message: Type.Union([
      Type.Object({
        direction: NullableEnum(["inbound", "outbound"]),
        type: Type.String(),
        preview: Type.String(),
        status: Type.String(),
      }),
      Type.Null(),
    ]),
    data: Type.Unsafe<Record<string, unknown>>({
      type: "object",
      additionalProperties: true,
      description:
        "By type. fields_changed: changes, by field from and to. tags_changed: added, removed. opt_in_changed: from, to, reason. conversation_opened: channelKind. merged, unmerged: contactId, otherContactId. created: source",
    }),
  },
  { title: "TimelineItem" },
);
export type TimelineItem = Static<typeof TimelineItem>;

export const Timeline = ListOf(TimelineItem);
export const ListTimelineQuery = listQuery({});
