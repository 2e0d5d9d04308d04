import { type Static, Type } from "typebox";
import { NullableText, NullableTimestamp, Timestamp, Words } from "#platform/http/schemas.ts";
import { channelStatuses } from "../channels.schema.ts";

export const ChannelHealth = Type.Object(
  {
    channelId: Type.String(),
    status: Words(channelStatuses),
    healthy: Type.Boolean({ description: "Every finding is right" }),
    checkedAt: Timestamp,
    pace: Type.Object({
      messagesPerSecond: Type.Integer({ description: "As configured, or told by the platform" }),
      messagesPerSecondNow: Type.Number({ description: "What the platform's throttling left of it; grows again by a hundredth a second" }),
      pausedUntil: NullableTimestamp({ description: "Nothing leaves before: the platform asked for it" }),
    }),
    findings: Type.Array(
      Type.Object({
        check: Type.String({ description: "What was looked at: status, token, number, subscription, queue …" }),
        ok: Type.Boolean(),
        message: Type.String(),
        remedy: NullableText({ description: "What to do, when it is not right" }),
      }),
    ),
  },
  { title: "ChannelHealth" },
);
export type ChannelHealth = Static<typeof ChannelHealth>;
