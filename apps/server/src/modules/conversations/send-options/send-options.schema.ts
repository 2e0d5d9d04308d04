import { type Static, Type } from "typebox";
import { messageTypes } from "#modules/messages/index.ts";
import { Nullable, NullableTimestamp, NullableWords, Words } from "#platform/http/schemas.ts";

const Bound = (description: string) => Type.Optional(Type.Integer({ description }));

/** Bounds of one type on this channel; what is absent has none. */
const TypeLimits = Type.Object(
  {
    type: Words(messageTypes),
    textCharactersMax: Bound("Characters of text"),
    textBytesMax: Bound("Bytes of text in UTF-8"),
    interactive: Type.Optional(
      Type.Object(
        {
          kinds: Type.Array(Words(["buttons", "list", "url"])),
          buttonsMax: Type.Integer(),
          buttonTitleMax: Type.Integer(),
          listRowsMax: Type.Integer(),
          rowTitleMax: Bound("Of rows and sections"),
          rowDescriptionMax: Bound("Absent: rows have none"),
          idMax: Bound("Of ids of buttons and rows"),
          rowIdMax: Bound("Of ids of rows, where they differ"),
          headerMax: Bound("Absent: no header"),
          footerMax: Bound("Absent: no footer"),
          textCharactersMax: Type.Optional(
            Type.Object({ buttons: Bound("Of kind buttons"), list: Bound("Of kind list"), url: Bound("Of kind url") }),
          ),
        },
        { description: "What customers may choose from" },
      ),
    ),
    media: Type.Optional(
      Type.Object(
        {
          mimeTypes: Type.Array(Type.String()),
          bytesMax: Type.Integer(),
          stillBytesMax: Bound("Of a picture that does not move"),
          caption: Type.Boolean(),
          captionCharactersMax: Bound("Where there are captions"),
        },
        { description: "The file" },
      ),
    ),
    reactions: Type.Optional(Type.Array(Type.String(), { description: "The emoji there are; absent: any single emoji" })),
    quote: Type.Boolean({ description: "Takes replyToId" }),
  },
  { title: "TypeLimits" },
);

export const SendOptions = Type.Object(
  {
    canSend: Type.Boolean({ description: "Something may be sent now, if only by a person" }),
    types: Type.Array(Type.String(), { description: "Message types that POST /messages accepts now from anybody" }),
    limits: Type.Array(TypeLimits, { description: "Of every type the channel has" }),
    windowExpiresAt: NullableTimestamp({ description: "Until when anything may be sent" }),
    humanAgentUntil: NullableTimestamp({ description: "Until when a person may reply (humanAgent); null: the channel has no such time" }),
    remaining: Nullable(
      Type.Object(
        {
          beforeFirstAnswer: Nullable(Type.Integer({ description: "Messages until the customer answers; null: they have answered" })),
          afterSilence: Nullable(Type.Integer({ description: "Messages until the customer writes again; null: the window is open" })),
        },
        { description: "On channels that count; null elsewhere" },
      ),
    ),
    typing: Type.Boolean({ description: "POST /conversations/{id}/typing works" }),
    markRead: Type.Boolean({ description: "The customer sees what was read" }),
    closed: Type.Array(
      Type.Object({
        types: Type.Array(Type.String()),
        reason: Words(["channel_not_connected", "recipient_opted_out", "window_closed", "human_agent_required", "limit_reached"]),
      }),
      { description: "Types the channel has that may not be sent now, and why" },
    ),
    reason: NullableWords(["channel_not_connected", "unsupported_by_channel", "recipient_opted_out", "window_closed"], {
      description: "Why nothing, or with window_closed not every type, may be sent",
    }),
  },
  { title: "SendOptions" },
);
export type SendOptions = Static<typeof SendOptions>;
