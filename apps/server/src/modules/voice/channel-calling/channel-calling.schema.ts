import { type Static, Type } from "typebox";
import { BusinessHours } from "#modules/people/agent-settings/index.ts";
import { Nullable, NullableText } from "#platform/http/schemas.ts";

const { timezone, weekly } = BusinessHours.properties;
const { from, to } = weekly.items.properties;

const specialDays = Type.Array(
  Type.Object(
    { date: Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description: "YYYY-MM-DD" }), from, to },
    { title: "CallHoursSpecialDay" },
  ),
  {
    maxItems: 20,
    description:
      "Days with different hours from the weekly ones; a day listed twice has two intervals. The platform does not support whole days off: for those, use the voice agent's activeHours.holidays",
  },
);
const describedHours = {
  title: "CallHours",
  description: "When the platform allows customers to call; null: at any time. The voice agent's own hours apply as well",
};

const fields = {
  enabled: Type.Boolean({ description: "Customers can call" }),
  iconVisible: Type.Boolean({
    description: "Customers see the call button; otherwise they can only call through links and buttons",
  }),
  hours: Nullable(Type.Object({ timezone, weekly, specialDays }, describedHours)),
  asksForCallback: Type.Boolean({ description: "The platform asks callers whether they may be called back" }),
};

export const ChannelCalling = Type.Object(
  {
    channelId: Type.String(),
    voiceAgentId: NullableText({ description: "The voice agent that answers; null: nobody, so a call is only shown in its conversation" }),
    settings: Nullable(
      Type.Object(fields, {
        title: "CallingSettings",
        description: "Their current values on the platform; null: the platform did not report them",
      }),
    ),
    problem: NullableText({ description: "Why the platform did not report its settings, in its own words" }),
  },
  { title: "ChannelCalling" },
);
export type ChannelCalling = Static<typeof ChannelCalling>;

export const UpdateChannelCalling = Type.Object(
  {
    voiceAgentId: Type.Optional(Nullable(Type.String())),
    enabled: Type.Optional(fields.enabled),
    iconVisible: Type.Optional(fields.iconVisible),
    hours: Type.Optional(
      Nullable(Type.Object({ timezone, weekly, specialDays: Type.Optional(specialDays) }, { ...describedHours, title: "CallHoursInput" })),
    ),
    asksForCallback: Type.Optional(fields.asksForCallback),
  },
  { title: "UpdateChannelCalling" },
);
export type UpdateChannelCalling = Static<typeof UpdateChannelCalling>;
