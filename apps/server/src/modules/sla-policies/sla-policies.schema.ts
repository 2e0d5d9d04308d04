import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, Timestamp, Words } from "#platform/http/schemas.ts";
import { slaPriorities, slaSubjects } from "./choice.ts";

/** Ninety days. */
export const targetMinutesMax = 129_600;

const Minutes = (description: string) =>
  Type.Unsafe<number | null>({ type: ["integer", "null"], minimum: 1, maximum: targetMinutesMax, description });

const minutes = {
  firstResponseMinutes: Minutes("To the team's first answer; null: nothing is promised"),
  nextResponseMinutes: Minutes("To the answer to each later message of the customer"),
  resolutionMinutes: Minutes("From creation, or the last reopening, to resolving"),
};

const Target = Type.Object(minutes, { title: "SlaTarget" });
const TargetInput = Type.Partial(Type.Object(minutes), { title: "SlaTargetInput" });

const byPriority = <T>(of: T) =>
  Object.fromEntries(slaPriorities.map((priority) => [priority, of])) as Record<(typeof slaPriorities)[number], T>;

const conditions = {
  appliesTo: Type.Array(Words(slaSubjects), { minItems: 1, maxItems: 10, description: "What it may govern" }),
  priorities: Type.Array(Words(slaPriorities), { maxItems: 10 }),
  channelIds: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100, description: "Of a ticket: its conversation's channel" }),
  divisionIds: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
  labels: Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 50, description: "Names in any case, or ids" }),
};
const meaning = "A list that is empty asks for nothing; of one that is not, one entry must fit";

export const SlaPolicy = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: NullableText(),
    targets: Type.Partial(Type.Object(byPriority(Target)), { description: "By priority; one that is left out promises nothing" }),
    businessHoursOnly: Type.Boolean({ description: "Time counts only within the businessHours of the agent settings" }),
    conditions: Type.Object(conditions, { description: meaning }),
    order: Type.Integer({ description: "The lowest whose conditions fit is chosen" }),
    isDefault: Type.Boolean({ description: "Chosen where no other fits; its conditions but appliesTo count for nothing" }),
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
      description: `${meaning}. Fields left out stay as they are; at first: both subjects, and nothing asked for`,
    }),
  ),
  order: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: "Default: 0; among equals the older one" })),
  isDefault: Type.Optional(Type.Boolean({ description: "true takes it from the one that is" })),
};
const Targets = Type.Partial(Type.Object(byPriority(TargetInput)), {
  description: "By priority: low, medium, high, urgent. Replaces all targets; at least one number",
});

export const CreateSlaPolicy = Type.Object({ name: Name, targets: Targets, ...fields }, { title: "CreateSlaPolicy" });
export type CreateSlaPolicy = Static<typeof CreateSlaPolicy>;

export const UpdateSlaPolicy = Type.Object(
  { name: Type.Optional(Name), targets: Type.Optional(Targets), ...fields },
  { title: "UpdateSlaPolicy", description: "Fields left out stay as they are; null empties a field" },
);
export type UpdateSlaPolicy = Static<typeof UpdateSlaPolicy>;

export const SlaPolicyList = ListOf(SlaPolicy);
export const ListSlaPoliciesQuery = listQuery({});
