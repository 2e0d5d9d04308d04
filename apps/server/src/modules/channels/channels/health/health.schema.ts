import { type Static, Type } from "typebox";
import { NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { channelStatuses } from "../channels.schema.ts";

export const ChannelHealth = Type.Object(
  {
    channelId: Type.String(),
    status: StringEnum(channelStatuses),
    healthy: Type.Boolean({ description: "Whether all checks passed" }),
    checkedAt: Timestamp,
    pace: Type.Object({
      messagesPerSecond: Type.Integer({ description: "Configured, or reported by the platform" }),
      messagesPerSecondNow: Type.Number({
        description: "The fraction left after the platform's throttling; recovers by a hundredth per second",
      }),
      pausedUntil: NullableTimestamp({ description: "Nothing is sent before this time, at the platform's request" }),
    }),
    findings: Type.Array(
      Type.Object({
        check: Type.String({ description: "The check: status, token, number, subscription, queue …" }),
        ok: Type.Boolean(),
        message: Type.String(),
        remedy: NullableText({ description: "How to fix it, when the check failed" }),
        values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
          description: "The names, numbers and times in the message, for building it in another language; may be empty",
        }),
      }),
    ),
  },
  { title: "ChannelHealth" },
);
export type ChannelHealth = Static<typeof ChannelHealth>;
