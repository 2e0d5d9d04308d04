import type { FieldDefinition, FieldType } from "#modules/contacts/custom-fields/index.ts";
import { optInWords } from "#modules/contacts/contacts/index.ts";
import type { FieldKind } from "./audience-rules.ts";

/** The column names that functions/audience_predicate.sql knows. */
export type Column =
  | ("name" | "email" | "phone" | "source" | "country" | "language" | "timezone" | "optIn" | "ownerId" | "stageId" | "blocked" | "tags")
  | ("createdAt" | "updatedAt" | "lastInboundAt" | "channelKind" | "channelId")
  | ("customText" | "customNumber" | "customBoolean" | "customList" | "custom");

export interface Field {
  column: Column;
  kind: FieldKind;
  /** Compared case-insensitively. */
  folded?: true;
  /** For custom fields. */
  key?: string;
  /** For instants stored as text in a custom field: their format. */
  written?: "date" | "datetime";
  /** For ids: the permitted prefixes. */
  prefixes?: readonly ("agt" | "usr" | "stg" | "chn")[];
  /** For ids: what they refer to. */
  refersTo?: "member" | "stage" | "channel";
  words?: readonly string[];
}

const fields: Record<string, Field> = {
  name: { column: "name", kind: "text", folded: true },
  email: { column: "email", kind: "text", folded: true },
  phone: { column: "phone", kind: "text" },
  source: { column: "source", kind: "text" },
  country: { column: "country", kind: "text" },
  language: { column: "language", kind: "text" },
  timezone: { column: "timezone", kind: "text" },
  optIn: { column: "optIn", kind: "words", words: optInWords },
  ownerId: { column: "ownerId", kind: "reference", prefixes: ["agt", "usr"], refersTo: "member" },
  stageId: { column: "stageId", kind: "reference", prefixes: ["stg"], refersTo: "stage" },
  blocked: { column: "blocked", kind: "flag" },
  createdAt: { column: "createdAt", kind: "instant" },
  updatedAt: { column: "updatedAt", kind: "instant" },
  lastInboundAt: { column: "lastInboundAt", kind: "instant" },
  tags: { column: "tags", kind: "list" },
  // The kinds of channel on which a contact has an address, and the channels on which it has a conversation.
  channelKind: { column: "channelKind", kind: "set" },
  channelId: { column: "channelId", kind: "set", prefixes: ["chn"], refersTo: "channel" },
};

const custom: Record<FieldType, Omit<Field, "key">> = {
  text: { column: "customText", kind: "text" },
  select: { column: "customText", kind: "text" },
  url: { column: "customText", kind: "text" },
  email: { column: "customText", kind: "text" },
  phone: { column: "customText", kind: "text" },
  number: { column: "customNumber", kind: "number" },
  boolean: { column: "customBoolean", kind: "boolean" },
  date: { column: "customText", kind: "instant", written: "date" },
  datetime: { column: "customText", kind: "instant", written: "datetime" },
  multi_select: { column: "customList", kind: "list" },
};

const prefix = "customFields.";

/**
 * The field of a rule; null: unknown. The type of a custom field without a definition follows from the operator, or
 * from the type of the value.
 */
export function findField(name: string, op: string, value: unknown, definitions: ReadonlyMap<string, FieldDefinition>): Field | null {
  if (!name.startsWith(prefix)) return Object.hasOwn(fields, name) ? (fields[name] as Field) : null;
  const key = name.slice(prefix.length);
  if (key === "" || key.length > 64) return null;
  const definition = definitions.get(key);
  return { ...(definition === undefined ? untyped(op, value) : custom[definition.type]), key };
}

function untyped(op: string, value: unknown): Omit<Field, "key"> {
  if (["before", "after", "within_last"].includes(op)) return custom.datetime;
  if (["gt", "gte", "lt", "lte"].includes(op)) return custom.number;
  if (["has_any", "has_all", "has_none"].includes(op)) return custom.multi_select;
  const [first] = Array.isArray(value) ? value : [value];
  if (typeof first === "number") return custom.number;
  if (typeof first === "boolean") return custom.boolean;
  return custom.text;
}
