import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { slaPriorities, slaSubjects } from "./choice.ts";

/** Ninety days. */
export const targetMinutesMax = 129_600;

const Minutes = (description: string) =>
  Type.Unsafe<number | null>({ type: ["integer", "null"], minimum: 1, maximum: targetMinutesMax, description });

const minutes = {
  firstResponseMinutes: Minutes("Time to the team's first answer; null: no target"),
  nextResponseMinutes: Minutes("Time to the answer to each later customer message"),
  resolutionMinutes: Minutes("Time from creation, or the last reopening, to the resolution"),
};

const Target = Type.Object(minutes, { title: "SlaTarget" });
const TargetInput = Type.Partial(Type.Object(minutes), { title: "SlaTargetInput" });

const byPriority = <T>(of: T) =>
  Object.fromEntries(slaPriorities.map((priority) => [priority, of])) as Record<(typeof slaPriorities)[number], T>;

const conditions = {
  appliesTo: Type.Array(StringEnum(slaSubjects), { minItems: 1, maxItems: 10, description: "What the policy can apply to" }),
  priorities: Type.Array(StringEnum(slaPriorities), { maxItems: 10 }),
  channelIds: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100, description: "For a ticket: its conversation's channel" }),
  divisionIds: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
  labels: Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 50, description: "Names (case-insensitive) or ids" }),
};
const meaning = "An empty list is no condition; of a non-empty list, one entry must match";

export const SlaPolicy = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: NullableText(),
    targets: Type.Partial(Type.Object(byPriority(Target)), { description: "By priority; an omitted priority has no target" }),
    businessHoursOnly: Type.Boolean({ description: "Only time within the businessHours of the agent settings counts" }),
    conditions: Type.Object(conditions, { description: meaning }),
    order: Type.Integer({ description: "Of the policies whose conditions match, the lowest applies" }),
    isDefault: Type.Boolean({ description: "Applies when no other policy matches; of its conditions only appliesTo counts" }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "SlaPolicy" },
);
export type SlaPolicy = Static<typeof SlaPolicy>;

const Name = Type.String({ minLength: 1, maxLength: 100 });
const fields = {
  description: Type.Optional(NullableText({ minLength: 1, maxLength: 500 })),
  businessHoursOnly: Type.Optional(Type.Boolean({ description: "Default: false" })),
  conditions: Type.Optional(
    Type.Partial(Type.Object(conditions), {
      title: "SlaConditionsInput",
      description: `${meaning}. Omitted fields keep their values; initially: both subjects, and no conditions`,
    }),
  ),
  order: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, description: "Default: 0; equal priorities: the older policy first" }),
  ),
  isDefault: Type.Optional(Type.Boolean({ description: "true makes it the default, instead of the current one" })),
};
const Targets = Type.Partial(Type.Object(byPriority(TargetInput)), {
  title: "SlaTargetsInput",
  description: "By priority: low, medium, high, urgent. Replaces all targets; at least one number",
});

export const CreateSlaPolicy = Type.Object({ name: Name, targets: Targets, ...fields }, { title: "CreateSlaPolicy" });
export type CreateSlaPolicy = Static<typeof CreateSlaPolicy>;

export const UpdateSlaPolicy = Type.Object(
  { name: Type.Optional(Name), targets: Type.Optional(Targets), ...fields },
  { title: "UpdateSlaPolicy", description: "Omitted fields keep their values; null clears a field" },
);
export type UpdateSlaPolicy = Static<typeof UpdateSlaPolicy>;

export const SlaPolicyList = ListOf(SlaPolicy);
export const ListSlaPoliciesQuery = listQuery({});
