import { Type } from "typebox";
import type { EventRecord } from "#platform/events/log.ts";
import type { EventType } from "#platform/events/types.ts";
import { Nullable, NullableText, NullableEnum, StringEnum } from "#platform/http/schemas.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { CallRow } from "./calls.queries.ts";
import { directions, Extracted, endReasons, outcomes, sentiments } from "./calls.schema.ts";

const common = {
  callId: Type.String(),
  voiceAgentId: Type.String(),
  direction: StringEnum(directions),
  channelId: NullableText({ description: "The chat channel on which the customer called; null: a telephone call" }),
  provider: Type.String({ description: "The telephony provider, or the kind of the channel" }),
  from: NullableText({ description: "null: withheld" }),
  to: Type.String(),
  contactId: NullableText(),
  conversationId: NullableText(),
};

export const callEvents: EventType[] = [
  { type: "call.started", summary: "A voice agent took a call", data: Type.Object(common) },
  {
    type: "call.ended",
    summary: "A call that a voice agent took or made is over",
    data: Type.Object({
      ...common,
      status: StringEnum(["completed", "transferred", "failed", "no_answer"], {
        description: "no_answer: an outbound call that nobody answered",
      }),
      endReason: StringEnum(endReasons),
      durationSeconds: Nullable(Type.Integer()),
      minutes: Type.Integer({ description: "Started minutes, as charged" }),
      cost: Type.Number({ description: "In the balance's currency" }),
    }),
  },
  {
    type: "call.analyzed",
    summary: "A model has analysed a call after its end",
    data: Type.Object({
      ...common,
      sentiment: NullableEnum(sentiments),
      outcome: NullableEnum(outcomes),
      extracted: Extracted,
    }),
  },
  {
    type: "call.missed",
    summary: "A call was not taken by a voice agent",
    data: Type.Object({
      ...common,
      endReason: StringEnum(endReasons),
      callbackTicketId: NullableText({ description: "The callback ticket" }),
    }),
  },
];

type CallEventRow = Pick<
  CallRow,
  "id" | "voice_agent_id" | "channel_id" | "direction" | "provider" | "from_address" | "to_address" | "contact_id" | "conversation_id"
>;

export function callEvent(
  ids: IdSource,
  type: "call.started" | "call.ended" | "call.analyzed" | "call.missed",
  row: CallEventRow,
  more: object = {},
): EventRecord {
  return {
    id: ids.uuid(),
    type,
    conversationId: row.conversation_id,
    data: {
      callId: wireId("call", row.id),
      voiceAgentId: wireId("vag", row.voice_agent_id),
      direction: row.direction,
      channelId: row.channel_id === null ? null : wireId("chn", row.channel_id),
      provider: row.provider,
      from: row.from_address,
      to: row.to_address,
      contactId: row.contact_id === null ? null : wireId("cnt", row.contact_id),
      conversationId: row.conversation_id === null ? null : wireId("conv", row.conversation_id),
      ...more,
    },
  };
}
