import { type Static, Type } from "typebox";
import { messageTypes } from "#modules/inbox/messages/index.ts";
import { Nullable, NullableTimestamp, NullableEnum, StringEnum } from "#platform/http/schemas.ts";

const Bound = (description: string) => Type.Optional(Type.Integer({ description }));

/** The limits of one type on this channel; an absent limit does not apply. */
const TypeLimits = Type.Object(
  {
    type: StringEnum(messageTypes),
    textCharactersMax: Bound("Maximum characters of text"),
    textBytesMax: Bound("Maximum bytes of text in UTF-8"),
    interactive: Type.Optional(
      Type.Object(
        {
          kinds: Type.Array(StringEnum(["buttons", "list", "url"])),
          buttonsMax: Type.Integer(),
          buttonTitleMax: Type.Integer(),
          listRowsMax: Type.Integer(),
          rowTitleMax: Bound("For rows and sections"),
          rowDescriptionMax: Bound("Absent: rows have no description"),
          idMax: Bound("For ids of buttons and rows"),
          rowIdMax: Bound("For ids of rows, if different"),
          headerMax: Bound("Absent: no header"),
          footerMax: Bound("Absent: no footer"),
          textCharactersMax: Type.Optional(
            Type.Object({ buttons: Bound("For kind buttons"), list: Bound("For kind list"), url: Bound("For kind url") }),
          ),
        },
        { description: "The choices" },
      ),
    ),
    media: Type.Optional(
      Type.Object(
        {
          mimeTypes: Type.Array(Type.String()),
          bytesMax: Type.Integer(),
          stillBytesMax: Bound("For still images"),
          caption: Type.Boolean(),
          captionCharactersMax: Bound("Where captions are supported"),
        },
        { description: "The file" },
      ),
    ),
    reactions: Type.Optional(Type.Array(Type.String(), { description: "The supported emoji; absent: any single emoji" })),
    quote: Type.Boolean({ description: "Supports replyToId" }),
  },
  { title: "TypeLimits" },
);

export const SendOptions = Type.Object(
  {
    canSend: Type.Boolean({ description: "Something can be sent now, if only by a person" }),
    types: Type.Array(Type.String(), { description: "Message types that POST /messages currently accepts from anybody" }),
    limits: Type.Array(TypeLimits, { description: "For every type the channel supports" }),
    windowExpiresAt: NullableTimestamp({ description: "Until when anything can be sent" }),
    humanAgentUntil: NullableTimestamp({ description: "Until when a person can reply (humanAgent); null: the channel has no such period" }),
    remaining: Nullable(
      Type.Object(
        {
          beforeFirstAnswer: Nullable(Type.Integer({ description: "Messages left until the customer answers; null: they have answered" })),
          afterSilence: Nullable(Type.Integer({ description: "Messages left until the customer writes again; null: the window is open" })),
        },
        { description: "On channels that limit them; null elsewhere" },
      ),
    ),
    typing: Type.Boolean({ description: "Whether POST /conversations/{id}/typing works" }),
    markRead: Type.Boolean({ description: "Whether the customer sees read receipts" }),
    closed: Type.Array(
      Type.Object({
        types: Type.Array(Type.String()),
        reason: StringEnum(["channel_not_connected", "recipient_opted_out", "window_closed", "human_agent_required", "limit_reached"]),
      }),
      { description: "Types that the channel supports but cannot send now, and why" },
    ),
    reason: NullableEnum(["channel_not_connected", "unsupported_by_channel", "recipient_opted_out", "window_closed"], {
      description: "Why nothing can be sent or, with window_closed, not every type",
    }),
  },
  { title: "SendOptions" },
);
export type SendOptions = Static<typeof SendOptions>;
