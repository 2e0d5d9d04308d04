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
      "Days with these hours instead of the week's; a day that is there twice has two intervals. The platform has no word for a whole day off: for that, name the day in the voice agent's activeHours.holidays",
  },
);
const describedHours = {
  title: "CallHours",
  description: "When the platform lets customers call; null: at any time. The voice agent's own hours apply besides",
};

const fields = {
  enabled: Type.Boolean({ description: "Customers can call" }),
  iconVisible: Type.Boolean({
    description: "Customers see the sign by which they call; without it, only links and buttons lead to a call",
  }),
  hours: Nullable(Type.Object({ timezone, weekly, specialDays }, describedHours)),
  asksForCallback: Type.Boolean({ description: "Who calls is asked by the platform whether they may be called back" }),
};

export const ChannelCalling = Type.Object(
  {
    channelId: Type.String(),
    voiceAgentId: NullableText({ description: "Who answers; null: nobody, and a call is only shown in its conversation" }),
    settings: Nullable(
      Type.Object(fields, { title: "CallingSettings", description: "As the platform has them now; null: it did not tell them" }),
    ),
    problem: NullableText({ description: "Why the platform did not tell its settings, in its words" }),
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
