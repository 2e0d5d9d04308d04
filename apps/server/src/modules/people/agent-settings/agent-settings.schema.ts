import { type Static, Type } from "typebox";
import { visibilities } from "#modules/inbox/visibility/index.ts";
import { Nullable, NullableText, NullableTimestamp, StringEnum } from "#platform/http/schemas.ts";
import { BusinessHours } from "./business-hours.ts";

export const strategies = ["round_robin", "least_busy", "manual"] as const;

const NullableInteger = (options: object) => Type.Unsafe<number | null>({ type: ["integer", "null"], ...options });

const autoAssign = {
  enabled: Type.Boolean({ description: "Unassigned open conversations are assigned to agents" }),
  strategy: StringEnum(strategies, {
    description:
      "round_robin: the agent whose last assignment is oldest; least_busy: the agent with the fewest open conversations; manual: no automatic assignment",
  }),
  respectAvailability: Type.Boolean({ description: "Only assign to agents who are online" }),
  sticky: Type.Boolean({ description: "Prefer the customer's previous agent, if available and with capacity" }),
  reassignOnOffline: Type.Boolean({
    description: "When a customer waits for an offline agent, reassign the conversation to an online agent with capacity, if there is one",
  }),
  maxPerAgent: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description: "Maximum of open conversations, for agents without a limit of their own",
  }),
};

const fields = {
  visibility: StringEnum(visibilities, {
    title: "AgentVisibility",
    description:
      "What agents and viewers can see. all: everything; division: their own conversations, those of their divisions and those without a division; assigned: only their own. Supervisors and above see everything",
  }),
  reopenWindowHours: Type.Integer({ minimum: 1, maximum: 720, description: "Same as in the organization's settings" }),
  businessHours: Nullable(BusinessHours),
  offlineAfterMinutes: Type.Integer({ minimum: 2, maximum: 1_440, description: "Agents not seen for this long become offline" }),
};

const autoResolve = {
  afterMinutes: NullableInteger({
    minimum: 1,
    maximum: 525_600,
    description: "Resolves conversations in which the customer is not waiting and nothing was written for this long; null: never",
  }),
  message: NullableText({
    minLength: 1,
    maxLength: 1_000,
    description: "Message to the customer when this happens, if free text can be sent; null: none",
  }),
};

const csat = {
  enabled: Type.Boolean({ description: "Ask customers for a rating after their conversation is resolved, once per resolution" }),
  delayMinutes: Type.Integer({ minimum: 0, maximum: 1_440, description: "Delay between resolution and question" }),
  questions: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 1_000 }), {
    title: "CsatQuestions",
    maxProperties: 50,
    description:
      "The question by language (de, pt-br), asked in the contact's language, otherwise in English. Default texts exist in de, en, es, fr, id, it, nl, pt. Replaced as a whole",
  }),
};

const assist = {
  enabled: Type.Boolean({ description: "Agents can have models draft, summarize, rewrite, translate and suggest labels" }),
  instructions: NullableText({
    minLength: 1,
    maxLength: 2_000,
    description: "How drafts and rewrites should sound, in your own words; null: no instructions",
  }),
  models: Type.Array(
    Type.Object({
      provider: NullableText({ minLength: 1, maxLength: 50, description: "null: any key that has the model" }),
      model: Type.String({ minLength: 1, maxLength: 200 }),
    }),
    { maxItems: 5, description: "Tried in this order; then, and when empty, the AI keys by priority. Replaced as a whole" },
  ),
};

export const AgentSettings = Type.Object(
  {
    autoAssign: Type.Object(autoAssign),
    visibility: fields.visibility,
    autoResolve: Type.Object(autoResolve),
    csat: Type.Object({
      ...csat,
      defaultQuestions: Type.Record(Type.String(), Type.String(), {
        title: "CsatDefaultQuestions",
        description: "The default texts by language, used where `questions` has none.",
      }),
    }),
    assist: Type.Object(assist),
    reopenWindowHours: fields.reopenWindowHours,
    businessHours: Type.Union([BusinessHours, Type.Null()], {
      description: "When the team is available: nothing is assigned automatically outside these hours. null: always",
    }),
    offlineAfterMinutes: fields.offlineAfterMinutes,
    updatedAt: NullableTimestamp({ description: "null: never changed" }),
  },
  { title: "AgentSettings" },
);
export type AgentSettings = Static<typeof AgentSettings>;

/** The fields of a group that an update contains; omitted ones keep their values. */
const groups = {
  autoAssign: Type.Partial(Type.Object(autoAssign), { title: "AutoAssignInput" }),
  autoResolve: Type.Partial(Type.Object(autoResolve), { title: "AutoResolveInput" }),
  csat: Type.Partial(Type.Object(csat), { title: "CsatInput" }),
  assist: Type.Partial(Type.Object(assist), { title: "AgentAssistInput" }),
};

export const UpdateAgentSettings = Type.Object(
  {
    autoAssign: Type.Optional(groups.autoAssign),
    visibility: Type.Optional(fields.visibility),
    autoResolve: Type.Optional(groups.autoResolve),
    csat: Type.Optional(groups.csat),
    assist: Type.Optional(groups.assist),
    reopenWindowHours: Type.Optional(fields.reopenWindowHours),
    businessHours: Type.Optional(fields.businessHours),
    offlineAfterMinutes: Type.Optional(fields.offlineAfterMinutes),
  },
  { title: "UpdateAgentSettings", description: "Omitted fields keep their values" },
);
export type UpdateAgentSettings = Static<typeof UpdateAgentSettings>;
