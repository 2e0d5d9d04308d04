import { type Static, Type } from "typebox";
import { documentedAs } from "#platform/http/openapi/schemas.ts";
import { StringEnum } from "#platform/http/schemas.ts";
import { audienceItem } from "./audience-document.ts";

/** How deep groups may nest, and how many rules there may be in total, including those of exclude. */
export const depthMax = 4;
export const rulesMax = 50;
/** Values per rule. */
export const valuesMax = 100;

export const matchModes = ["all", "any"] as const;

export const ruleOps = [
  ...["eq", "neq", "in", "not_in", "contains", "starts_with", "gt", "gte", "lt", "lte"],
  ...["before", "after", "within_last", "exists", "not_exists", "has_any", "has_all", "has_none"],
] as const;

/** The operators that a kind of field takes. For the fields see audience-fields.ts. */
export const opsByKind = {
  text: ["eq", "neq", "in", "not_in", "contains", "starts_with", "exists", "not_exists"],
  words: ["eq", "neq", "in", "not_in"],
  reference: ["eq", "neq", "in", "not_in", "exists", "not_exists"],
  flag: ["eq", "neq"],
  boolean: ["eq", "neq", "exists", "not_exists"],
  number: ["eq", "neq", "in", "not_in", "gt", "gte", "lt", "lte", "exists", "not_exists"],
  instant: ["before", "after", "within_last", "exists", "not_exists"],
  list: ["has_any", "has_all", "has_none", "exists", "not_exists"],
  set: ["eq", "neq", "in", "not_in"],
} as const satisfies Record<string, readonly string[]>;
export type FieldKind = keyof typeof opsByKind;

const rules = Type.Array(
  documentedAs(
    Type.Unsafe<unknown>({
      type: "object",
      additionalProperties: true,
      description: "A rule { field, op, value }, or a group { match, rules }",
    }),
    audienceItem,
  ),
  {
    minItems: 1,
    maxItems: rulesMax,
    description:
      "Fields: name, phone, email, source, country, language, timezone, optIn, ownerId, stageId, blocked, createdAt, updatedAt, lastInboundAt, tags, channelKind, channelId, customFields.KEY. Operators depend on the field: see the guide to audiences. Groups can be nested 4 deep; at most 50 rules in total",
  },
);

const group = {
  match: Type.Optional(StringEnum(matchModes, { description: "Whether all rules must match, or any; default: all" })),
  rules,
};

/** An audience defined by rules, for segments, exports, broadcasts and the conditions of flows. Read by compileAudience(). */
export const AudienceRules = Type.Object(
  {
    ...group,
    exclude: Type.Optional(Type.Object(group, { description: "Contacts that match these are excluded" })),
  },
  { title: "AudienceRules" },
);
export type AudienceRules = Static<typeof AudienceRules>;
