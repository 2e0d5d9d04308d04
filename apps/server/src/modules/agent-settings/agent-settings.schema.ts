import { type Static, Type } from "typebox";
import { visibilities } from "#modules/visibility/index.ts";
import { Nullable, NullableText, NullableTimestamp, Words } from "#platform/http/schemas.ts";
import { BusinessHours } from "./business-hours.ts";

export const strategies = ["round_robin", "least_busy", "manual"] as const;

const NullableInteger = (options: object) => Type.Unsafe<number | null>({ type: ["integer", "null"], ...options });

const autoAssign = {
  enabled: Type.Boolean({ description: "Open conversations that nobody has are given to agents" }),
  strategy: Words(strategies, {
    description: "round_robin: to whose turn is the longest ago; least_busy: to who has the fewest open ones; manual: only by hand",
  }),
  respectAvailability: Type.Boolean({ description: "Only to agents who are online" }),
  sticky: Type.Boolean({ description: "To whom the customer had last, if they are there and have room" }),
  reassignOnOffline: Type.Boolean({
    description:
      "Where a customer waits for an agent who is offline, the conversation goes to one who is online and has room, if there is one",
  }),
  maxPerAgent: Type.Integer({ minimum: 1, maximum: 10_000, description: "Open conversations, of agents without a limit of their own" }),
};

const fields = {
  visibility: Words(visibilities, {
    description:
      "What agents and viewers see: all; division: what is theirs, of their divisions, or of none; assigned: what is theirs. Supervisors and above see all",
  }),
  reopenWindowHours: Type.Integer({ minimum: 1, maximum: 720, description: "The same as in the settings of the organization" }),
  businessHours: Nullable(BusinessHours),
  offlineAfterMinutes: Type.Integer({ minimum: 2, maximum: 1_440, description: "Who was not seen for so long becomes offline" }),
};

const autoResolve = {
  afterMinutes: NullableInteger({
    minimum: 1,
    maximum: 525_600,
    description: "Conversations in which the customer does not wait and nothing was written for so long are resolved; null: never",
  }),
  message: NullableText({
    minLength: 1,
    maxLength: 1_000,
    description: "What the customer is told then, if free text may be sent; null: nothing",
  }),
};

const csat = {
  enabled: Type.Boolean({ description: "Customers are asked how it was after their conversation was resolved, once for each time" }),
  delayMinutes: Type.Integer({ minimum: 0, maximum: 1_440, description: "From resolving to the question" }),
  questions: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 1_000 }), {
    maxProperties: 50,
    description:
      "The question by language (de, pt-br); it is asked in the contact's, else in English. Where there is none we have words of our own in de, en, es, fr, id, it, nl, pt. Replaced whole",
  }),
};

export const AgentSettings = Type.Object(
  {
    autoAssign: Type.Object(autoAssign),
    visibility: fields.visibility,
    autoResolve: Type.Object(autoResolve),
    csat: Type.Object(csat),
    reopenWindowHours: fields.reopenWindowHours,
    businessHours: Type.Union([BusinessHours, Type.Null()], {
      description: "When the team is there: outside of them nothing is assigned by itself. null: always",
    }),
    offlineAfterMinutes: fields.offlineAfterMinutes,
    updatedAt: NullableTimestamp({ description: "null: never changed" }),
  },
  { title: "AgentSettings" },
);
export type AgentSettings = Static<typeof AgentSettings>;

export const UpdateAgentSettings = Type.Object(
  {
    autoAssign: Type.Optional(Type.Partial(Type.Object(autoAssign))),
    visibility: Type.Optional(fields.visibility),
    autoResolve: Type.Optional(Type.Partial(Type.Object(autoResolve))),
    csat: Type.Optional(Type.Partial(Type.Object(csat))),
    reopenWindowHours: Type.Optional(fields.reopenWindowHours),
    businessHours: Type.Optional(fields.businessHours),
    offlineAfterMinutes: Type.Optional(fields.offlineAfterMinutes),
  },
  { title: "UpdateAgentSettings", description: "Fields left out stay as they are" },
);
export type UpdateAgentSettings = Static<typeof UpdateAgentSettings>;
