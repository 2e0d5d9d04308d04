import type { FieldDefinition } from "#modules/contacts/custom-fields/index.ts";
import { type ErrorDetail, invalidField } from "#platform/errors/app-error.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { normalizePhone } from "#platform/phone/phone.ts";
import { normalForm } from "#platform/text/normal.ts";
import { type Column, type Field, findField } from "./audience-fields.ts";
import { type AudienceRules, depthMax, matchModes, opsByKind, ruleOps, rulesMax, valuesMax } from "./audience-rules.ts";

export type Operation = "eq" | "in" | "gt" | "gte" | "lt" | "lte" | "contains" | "starts_with" | "has_any" | "has_all" | "exists";

export interface Leaf {
  column: Column;
  op: Operation;
  /** As compared: folded, normalised; ids as uuids. */
  values: (string | number | boolean)[];
  /** For a custom field. */
  key?: string;
  folded?: true;
}

/** An audience, checked and normalised: the input of both the SQL (audience.queries.ts) and evaluateAudience(). */
export type AudienceNode = { all: AudienceNode[] } | { any: AudienceNode[] } | { not: AudienceNode } | Leaf;

/** An id that a rule compares with, and its path. */
export interface Reference {
  kind: "member" | "stage" | "channel" | "division";
  id: string;
  at: string;
}

/** Matches no row. */
export const nilId = "00000000-0000-0000-0000-000000000000";

const bad = (field: string, issue: ErrorDetail["issue"], message?: string) => invalidField(field, issue, message);

/**
 * Reads rules. `at` is their path in the body, so that errors name the place (`rules.rules[2].op`); within_last counts
 * back from `now`. Ids that rules compare with are added to `references`, and an invalid id is replaced by one that
 * matches nothing; without `references` it is rejected. Throws validation_error: unknown fields and operators, values
 * that do not fit, more than 50 rules, groups deeper than 4.
 */
export function compileAudience(
  rules: AudienceRules,
  options: { definitions: readonly FieldDefinition[]; now: Date; at: string; references?: Reference[] },
): AudienceNode {
  const definitions = new Map(options.definitions.map((definition) => [definition.key, definition]));
  let count = 0;

  function readGroup(group: unknown, at: string, depth: number): AudienceNode {
    const { match, rules: list } = group as { match?: unknown; rules?: unknown };
    if (match !== undefined && !matchModes.includes(match as "all")) throw bad(`${at}.match`, "unknown_value");
    if (!Array.isArray(list)) throw bad(`${at}.rules`, list === undefined ? "required" : "invalid_type");
    if (list.length === 0) throw bad(`${at}.rules`, "too_short", "A group without rules would match everybody. Add a rule.");
    if (depth > depthMax) throw bad(`${at}.rules`, "too_many", `Groups can be nested at most ${depthMax} deep.`);
    const nodes = list.map((item, i) => readItem(item, `${at}.rules[${i}]`, depth));
    return match === "any" ? { any: nodes } : { all: nodes };
  }

  function readItem(item: unknown, at: string, depth: number): AudienceNode {
    if (typeof item !== "object" || item === null || Array.isArray(item)) throw bad(at, "invalid_type");
    if (Object.hasOwn(item, "rules")) return readGroup(item, at, depth + 1);
    count += 1;
    if (count > rulesMax) throw bad(at, "too_many", `An audience can have at most ${rulesMax} rules.`);
    const { field: name, op, value } = item as Record<string, unknown>;
    if (typeof name !== "string") throw bad(`${at}.field`, name === undefined ? "required" : "invalid_type");
    if (typeof op !== "string") throw bad(`${at}.op`, op === undefined ? "required" : "invalid_type");
    if (!(ruleOps as readonly string[]).includes(op)) throw bad(`${at}.op`, "unknown_value");
    const field = findField(name, op, value, definitions);
    if (field === null) throw bad(`${at}.field`, "unknown_value");
    const allowed: readonly string[] = opsByKind[field.kind];
    if (!allowed.includes(op)) throw bad(`${at}.op`, "unknown_value", `${name} takes ${allowed.join(", ")}.`);
    return readRule(field, op, value, `${at}.value`, options.now, options.references);
  }

  const base = readGroup(rules, options.at, 1);
  return rules.exclude === undefined ? base : { all: [base, { not: readGroup(rules.exclude, `${options.at}.exclude`, 1) }] };
}

const negatives: Record<string, string> = { neq: "eq", not_in: "in", not_exists: "exists", has_none: "has_any" };

/** Negative operators also match contacts that lack the field. */
function readRule(field: Field, op: string, value: unknown, at: string, now: Date, references: Reference[] | undefined): AudienceNode {
  const positive = negatives[op];
  if (positive !== undefined) return { not: readRule(field, positive, value, at, now, references) };
  const base = { column: field.column, ...(field.key === undefined ? {} : { key: field.key }) };
  if (op === "exists") return { ...base, column: field.key === undefined ? field.column : "custom", op, values: [] };
  switch (field.kind) {
    case "flag":
    case "boolean": {
      if (typeof value !== "boolean") throw typeError(value, at);
      if (field.kind === "boolean") return { ...base, op: "eq", values: [value] };
      const leaf: Leaf = { ...base, op: "eq", values: [true] };
      return value ? leaf : { not: leaf };
    }
    case "instant":
      return { ...base, op: op === "before" ? "lt" : op === "after" ? "gt" : "gte", values: [readInstant(field, op, value, at, now)] };
    case "number": {
      const numbers = readMany(op, value, at).map((item, i) => {
        if (typeof item !== "number") throw typeError(item, pathOf(op, at, i));
        return item;
      });
      return { ...base, op: op as Operation, values: numbers };
    }
    default: {
      const texts = readMany(op, value, at).map((item, i) => {
        const place = pathOf(op, at, i);
        const text = readText(field, op, item, place, references !== undefined);
        if (field.refersTo !== undefined) references?.push({ kind: field.refersTo, id: text, at: place });
        return text;
      });
      const operation = field.kind === "set" ? "in" : (op as Operation);
      const folded = field.folded === true || op === "contains" || op === "starts_with";
      return { ...base, op: operation, values: texts, ...(folded ? { folded: true as const } : {}) };
    }
  }
}

const listOps = new Set(["in", "has_any", "has_all"]);
const pathOf = (op: string, at: string, i: number) => (listOps.has(op) ? `${at}[${i}]` : at);
const typeError = (value: unknown, at: string) => bad(at, value === undefined ? "required" : "invalid_type");

function readMany(op: string, value: unknown, at: string): unknown[] {
  if (!listOps.has(op)) return [value];
  if (!Array.isArray(value)) throw typeError(value, at);
  if (value.length === 0) throw bad(at, "too_short");
  if (value.length > valuesMax) throw bad(at, "too_many");
  return value;
}

function readText(field: Field, op: string, value: unknown, at: string, anyId: boolean): string {
  if (typeof value !== "string") throw typeError(value, at);
  if (value === "") throw bad(at, "too_short");
  if (value.length > 200) throw bad(at, "too_long");
  const whole = op === "eq" || op === "in";
  if (field.words !== undefined && !field.words.includes(value)) throw bad(at, "unknown_value");
  if (field.prefixes !== undefined) return readId(field.prefixes, value, at, anyId);
  if (field.column === "country" && whole) return value.toUpperCase();
  if (field.column === "phone") {
    // A complete number may be in any notation; of a partial one only the digits count, as stored.
    if (whole) {
      const phone = normalizePhone(value);
      if (phone === null) throw bad(at, "invalid_format", "A phone number must be in international format, such as +447700900123.");
      return phone.e164;
    }
    const part = value.replaceAll(/[\s().-]/g, "");
    if (!/^\+?\d+$/.test(part)) throw bad(at, "invalid_format", "A part of a phone number must have digits only.");
    return op === "starts_with" && !part.startsWith("+") ? `+${part}` : part;
  }
  const text = field.column === "tags" || field.column === "customList" ? normalForm("NFC", value.trim()) : value;
  return field.folded === true || op === "contains" || op === "starts_with" ? fold(text) : text;
}

function readId(prefixes: NonNullable<Field["prefixes"]>, value: string, at: string, any: boolean): string {
  for (const prefix of prefixes) {
    const id = parseWireId(prefix, value);
    if (id !== null) return id;
  }
  if (any) return nilId;
  throw bad(at, "invalid_format");
}

const instant = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;
const daysMax = 3_650;

function readInstant(field: Field, op: string, value: unknown, at: string, now: Date): string {
  const shown = (time: Date) => (field.written === "date" ? time.toISOString().slice(0, 10) : time.toISOString());
  if (op === "within_last") {
    const days = typeof value === "object" && value !== null ? (value as { days?: unknown }).days : undefined;
    if (typeof value !== "object" || value === null) throw typeError(value, at);
    if (typeof days !== "number" || !Number.isInteger(days)) throw bad(`${at}.days`, days === undefined ? "required" : "invalid_type");
    if (days < 1 || days > daysMax) throw bad(`${at}.days`, "out_of_range");
    return shown(new Date(now.getTime() - days * 86_400_000));
  }
  if (typeof value !== "string") throw typeError(value, at);
  const time = new Date(value);
  if (!instant.test(value) || Number.isNaN(time.getTime()) || !/^\d{4}-/.test(time.toISOString()))
    throw bad(at, "invalid_format", "A time must be ISO 8601, such as 2026-11-20 or 2026-11-20T08:00:00Z.");
  return shown(time);
}

/** Lower case as PostgreSQL does it: character by character, regardless of position in the word. */
export function fold(text: string): string {
  return Array.from(text, (character) => (character === "İ" ? "i" : character.toLowerCase())).join("");
}

/** The rules as stored and shown: accepted by compileAudience(), without anything it does not read. Pure. */
export function normalizeRules(rules: AudienceRules): AudienceRules {
  const group = (input: { match?: "all" | "any"; rules: unknown[] }) => ({ match: input.match ?? "all", rules: input.rules.map(item) });
  const item = (input: unknown): unknown => {
    if (Object.hasOwn(input as object, "rules")) return group(input as { rules: unknown[] });
    const { field, op, value } = input as { field: string; op: string; value?: unknown };
    if (op === "exists" || op === "not_exists") return { field, op };
    return { field, op, value: op === "within_last" ? { days: (value as { days: number }).days } : value };
  };
  return { ...group(rules), ...(rules.exclude === undefined ? {} : { exclude: group(rules.exclude) }) };
}
