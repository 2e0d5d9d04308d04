import type { FieldDefinition } from "#modules/contacts/custom-fields/index.ts";
import {
  type AudienceContact,
  type AudienceNode,
  type AudienceRules,
  compileAudience,
  evaluateAudience,
  nobody,
  type Reference,
} from "#modules/contacts/segments/index.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { normalForm } from "#platform/text/normal.ts";
import { variableName } from "./flow-texts.ts";

/** What conditions may refer to besides the contact; null: there is none. */
export interface ConditionContext {
  contact: AudienceContact;
  conversation: {
    status: string;
    priority: string;
    channelId: string;
    channelKind: string;
    assigneeId: string | null;
    divisionId: string | null;
    labels: readonly string[];
    handledBy: string;
  } | null;
  message: { text: string | null; type: string } | null;
  channel: { id: string; kind: string } | null;
  /** The ticket whose event started the run, or that the run created. */
  ticket: { status: string; priority: string; category: string | null } | null;
  /** The current time, in the time zone of the business hours. */
  time: { weekday: string; hour: number; inBusinessHours: boolean };
  /** Variables set by requests of the run. */
  variables: Readonly<Record<string, unknown>>;
}

type Kind = "text" | "list" | "variable" | "number" | "flag";
/** The fields besides those of audiences, with their kinds. */
const ownFields: Readonly<Record<string, Kind>> = {
  "conversation.status": "text",
  "conversation.priority": "text",
  "conversation.channelId": "text",
  "conversation.channelKind": "text",
  "conversation.assigneeId": "text",
  "conversation.divisionId": "text",
  "conversation.labels": "list",
  "conversation.handledBy": "text",
  "message.text": "text",
  "message.type": "text",
  "channel.id": "text",
  "channel.kind": "text",
  "ticket.status": "text",
  "ticket.priority": "text",
  "ticket.category": "text",
  "time.weekday": "text",
  "time.hour": "number",
  "time.inBusinessHours": "flag",
};
export const conditionFieldNames: readonly string[] = Object.keys(ownFields);
/** Fields that are compared with ids. */
const referenceFields: Readonly<Record<string, { kind: Reference["kind"]; prefixes: readonly ("chn" | "agt" | "usr" | "div")[] }>> = {
  "conversation.channelId": { kind: "channel", prefixes: ["chn"] },
  "channel.id": { kind: "channel", prefixes: ["chn"] },
  "conversation.assigneeId": { kind: "member", prefixes: ["agt", "usr"] },
  "conversation.divisionId": { kind: "division", prefixes: ["div"] },
};
const wholeOps = new Set(["eq", "neq", "in", "not_in"]);

/** null: an audience field, or an unknown one. */
function kindOf(field: string): Kind | null {
  if (Object.hasOwn(ownFields, field)) return ownFields[field] as Kind;
  return field.startsWith("variables.") && variableName.test(field.slice("variables.".length)) ? "variable" : null;
}
const textOps = ["eq", "neq", "in", "not_in", "contains", "starts_with", "exists", "not_exists"];
const numberOps = ["gt", "gte", "lt", "lte"];
const opsOf: Readonly<Record<Kind, readonly string[]>> = {
  text: textOps,
  variable: [...textOps, ...numberOps],
  number: numberOps,
  flag: ["eq", "neq"],
  list: ["has_any", "has_all", "has_none", "exists", "not_exists"],
};
const listOps = new Set(["in", "not_in", "has_any", "has_all", "has_none"]);
const depthMax = 4;
const rulesMax = 50;
const valuesMax = 100;

export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | { contact: AudienceNode }
  | { field: string; op: string; values: string[] }
  | { field: string; op: string; than: number }
  | { field: string; op: string; flag: boolean };

/**
 * Reads conditions: audience rules, whose fields may have the prefix `contact.`, and rules about `conversation.*`, `message.*` and the rest
 * of `ownFields`. `at` is their path, so that errors name the place; within_last counts back from `now`. Throws validation_error like
 * compileAudience().
 */
export function compileConditions(
  rules: AudienceRules,
  options: { definitions: readonly FieldDefinition[]; now: Date; at: string; references?: Reference[] },
): Condition {
  let count = 0;

  function group(input: unknown, at: string, depth: number): Condition {
    if (typeof input !== "object" || input === null || Array.isArray(input)) throw invalidField(at, "invalid_type");
    const { match, rules: list } = input as { match?: unknown; rules?: unknown };
    if (match !== undefined && match !== "all" && match !== "any") throw invalidField(`${at}.match`, "unknown_value");
    if (!Array.isArray(list)) throw invalidField(`${at}.rules`, list === undefined ? "required" : "invalid_type");
    if (list.length === 0) throw invalidField(`${at}.rules`, "too_short");
    if (depth > depthMax) throw invalidField(`${at}.rules`, "too_many", `Groups can be nested at most ${depthMax} deep.`);
    const nodes = list.map((item, i) => one(item, `${at}.rules[${i}]`, depth));
    return match === "any" ? { any: nodes } : { all: nodes };
  }

  function one(item: unknown, at: string, depth: number): Condition {
    if (typeof item !== "object" || item === null || Array.isArray(item)) throw invalidField(at, "invalid_type");
    if (Object.hasOwn(item, "rules")) return group(item, at, depth + 1);
    if (++count > rulesMax) throw invalidField(at, "too_many", `There can be at most ${rulesMax} rules.`);
    const { field } = item as { field?: unknown };
    const kind = typeof field === "string" ? kindOf(field) : null;
    if (kind !== null) return own(item as { op?: unknown; value?: unknown }, field as string, kind, at, options.references);
    const name = typeof field === "string" && field.startsWith("contact.") ? field.slice("contact.".length) : field;
    const references: Reference[] = [];
    try {
      // The path of a rule on its own is `rules[0]`; here it is replaced by its real one.
      const contact = compileAudience({ rules: [{ ...item, field: name }] }, { ...options, at: "", references });
      for (const one of references) options.references?.push({ ...one, at: one.at.replace(alone, at) });
      return { contact };
    } catch (error) {
      throw withPath(error, at);
    }
  }

  const base = group(rules, options.at, 1);
  return rules.exclude === undefined ? base : { all: [base, { not: group(rules.exclude, `${options.at}.exclude`, 1) }] };
}

const alone = /^\.rules\[0\]/;

function withPath(error: unknown, at: string): unknown {
  const details = (error as { details?: { field: string; issue: Parameters<typeof invalidField>[1] }[] }).details;
  const [detail] = details ?? [];
  if (detail === undefined) return error;
  return invalidField(detail.field.replace(alone, at), detail.issue, (error as Error).message);
}

function own(
  { op, value }: { op?: unknown; value?: unknown },
  field: string,
  kind: Kind,
  at: string,
  references: Reference[] | undefined,
): Condition {
  if (typeof op !== "string") throw invalidField(`${at}.op`, op === undefined ? "required" : "invalid_type");
  const allowed = opsOf[kind];
  if (!allowed.includes(op)) throw invalidField(`${at}.op`, "unknown_value", `${field} takes ${allowed.join(", ")}.`);
  if (op === "exists" || op === "not_exists") return { field, op, values: [] };
  if (numberOps.includes(op)) {
    if (value === undefined) throw invalidField(`${at}.value`, "required");
    if (typeof value !== "number") throw invalidField(`${at}.value`, "invalid_type");
    return { field, op, than: value };
  }
  if (kind === "flag") {
    if (typeof value !== "boolean") throw invalidField(`${at}.value`, value === undefined ? "required" : "invalid_type");
    return { field, op, flag: value };
  }
  const many = listOps.has(op);
  if (value === undefined) throw invalidField(`${at}.value`, "required");
  if (many !== Array.isArray(value)) throw invalidField(`${at}.value`, "invalid_type");
  const list: unknown[] = many ? (value as unknown[]) : [value];
  if (list.length === 0) throw invalidField(`${at}.value`, "too_short");
  if (list.length > valuesMax) throw invalidField(`${at}.value`, "too_many");
  const values = list.map((item, i) => {
    const path = many ? `${at}.value[${i}]` : `${at}.value`;
    if (typeof item !== "string") throw invalidField(path, "invalid_type");
    if (item === "") throw invalidField(path, "too_short");
    const refersTo = wholeOps.has(op) ? referenceFields[field] : undefined;
    if (refersTo !== undefined) {
      const id = refersTo.prefixes.map((prefix) => parseWireId(prefix, item)).find((found) => found !== null);
      references?.push({ kind: refersTo.kind, id: id ?? nobody, at: path });
    }
    if (item.length > 200) throw invalidField(path, "too_long");
    return fold(item);
  });
  return { field, op, values };
}

const fold = (text: string) => normalForm("NFC", text).toLowerCase();

/** Pure. A missing field has no value: only the negative operators match it. */
export function evaluateConditions(condition: Condition, context: ConditionContext): boolean {
  if ("all" in condition) return condition.all.every((inner) => evaluateConditions(inner, context));
  if ("any" in condition) return condition.any.some((inner) => evaluateConditions(inner, context));
  if ("not" in condition) return !evaluateConditions(condition.not, context);
  if ("contact" in condition) return evaluateAudience(condition.contact, context.contact);
  const [of, name] = condition.field.split(".") as [Exclude<keyof ConditionContext, "contact">, string];
  const found = (context[of] as Record<string, unknown> | null)?.[name] ?? null;
  if ("flag" in condition) return (found === condition.flag) === (condition.op === "eq");
  if ("than" in condition) return compares(condition.op, numberIn(found), condition.than);
  const have = (Array.isArray(found) ? found : found === null ? [] : [found]).map((item) => fold(String(item)));
  const { values } = condition;
  const first = values[0] ?? "";
  switch (condition.op) {
    case "exists":
      return have.length > 0;
    case "not_exists":
      return have.length === 0;
    case "eq":
    case "in":
    case "has_any":
      return have.some((item) => values.includes(item));
    case "neq":
    case "not_in":
    case "has_none":
      return !have.some((item) => values.includes(item));
    case "has_all":
      return values.every((item) => have.includes(item));
    case "contains":
      return have.some((item) => item.includes(first));
    case "starts_with":
      return have.some((item) => item.startsWith(first));
    default:
      throw new Error(`no operator ${condition.op}`);
  }
}

/** A text written by another system may be a number too: `12.50`, but not `12,50 EUR`. null: it is not, and no comparison matches it. */
function numberIn(found: unknown): number | null {
  const number = typeof found === "string" && /^\s*-?\d{1,15}(\.\d{1,15})?\s*$/.test(found) ? Number(found) : found;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

function compares(op: string, have: number | null, than: number): boolean {
  if (have === null) return false;
  if (op === "gt") return have > than;
  if (op === "gte") return have >= than;
  return op === "lt" ? have < than : have <= than;
}
