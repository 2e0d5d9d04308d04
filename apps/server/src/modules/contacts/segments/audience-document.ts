/**
 * The rules of an audience, and the conditions of flows, as the API document discriminates them: by operator, which determines the value.
 */
import { type TSchema, Type } from "typebox";
import { named, oneOfBy } from "#platform/http/openapi/schemas.ts";
import { StringEnum } from "#platform/http/schemas.ts";

/** The contact fields that rules may name, besides custom fields. */
export const audienceFieldNames = [
  ...["name", "phone", "email", "source", "country", "language", "timezone", "optIn", "ownerId", "stageId", "blocked"],
  ...["createdAt", "updatedAt", "lastInboundAt", "tags", "channelKind", "channelId"],
] as const;

/** The operators of each kind of rule: those of one kind take the same kind of value. */
export const opsByRule = {
  Equality: ["eq", "neq"],
  Choice: ["in", "not_in", "has_any", "has_all", "has_none"],
  Text: ["contains", "starts_with"],
  Number: ["gt", "gte", "lt", "lte"],
  Date: ["before", "after"],
  Period: ["within_last"],
  Presence: ["exists", "not_exists"],
} as const;

const text = Type.String({ minLength: 1, maxLength: 200 });
const values: Record<keyof typeof opsByRule, { value: TSchema; description: string } | { description: string }> = {
  Equality: { value: Type.Union([text, Type.Number(), Type.Boolean()]), description: "The value is equal, or is not" },
  Choice: {
    value: Type.Array(Type.Union([text, Type.Number()]), { minItems: 1, maxItems: 100 }),
    description: "The value is one of these, or none of them; a list contains any of them, all of them or none",
  },
  Text: { value: text, description: "Ignores case" },
  Number: { value: Type.Number(), description: "For numbers" },
  Date: { value: Type.String({ description: "2026-11-20 or 2026-11-20T08:00:00Z" }), description: "For instants and dates" },
  Period: {
    value: Type.Object({ days: Type.Integer({ minimum: 1, maximum: 3_650 }) }),
    description: "For instants and dates: at most this many days ago",
  },
  Presence: { description: "Whether there is a value; without a value of its own" },
};

/** `name`: prefix of the parts' names, such as Audience or Condition. */
export function rulesDocument(name: string, field: TSchema): { rule: TSchema; group: TSchema; item: TSchema } {
  const variants = Object.entries(opsByRule).map(([kind, ops]) => {
    const { description, ...rest } = values[kind as keyof typeof opsByRule];
    return Type.Object(
      { field, op: StringEnum(ops), ...("value" in rest ? { value: rest.value } : {}) },
      { title: `${name}${kind}Rule`, description },
    );
  });
  const rule = oneOfBy("op", `${name}Rule`, variants);
  const groupName = `${name}Group`;
  const inGroup = { anyOf: [rule, named(groupName)] } as TSchema;
  const group = Type.Object(
    {
      match: Type.Optional(StringEnum(["all", "any"], { description: "Default: all" })),
      rules: Type.Array(inGroup, { minItems: 1, maxItems: 50 }),
    },
    { title: groupName, description: "Rules that must all match, or any of them; groups can be nested 4 deep" },
  );
  return { rule, group, item: { anyOf: [rule, group] } as TSchema };
}

export const audienceItem = () =>
  rulesDocument(
    "Audience",
    Type.Union(
      [
        StringEnum(audienceFieldNames, { description: "A field of every contact" }),
        Type.String({ pattern: "^customFields\\.", description: "customFields.KEY: a field of your own" }),
      ],
      { title: "AudienceField" },
    ),
  ).item;
