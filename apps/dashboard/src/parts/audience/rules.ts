/** An audience's rules as a form edits them. Pure. Rules that the form cannot show are kept unchanged (docs/guides/audiences.md). */
import type { AudienceRules } from "@parley/sdk";

export type RuleOrGroup = AudienceRules["rules"][number];
export type Rule = Extract<RuleOrGroup, { field: string }>;
export type Op = Rule["op"];

/** The type of a field's values: determines its conditions and the input for the value. */
export type FieldKind = "text" | "choice" | "set" | "flag" | "instant" | "list" | "number" | "boolean" | "measure" | "variable";

export const opsOf: Readonly<Record<FieldKind, readonly Op[]>> = {
  text: ["contains", "eq", "neq", "starts_with", "in", "not_in", "exists", "not_exists"],
  choice: ["eq", "neq", "in", "not_in"],
  set: ["eq", "neq", "in", "not_in", "exists", "not_exists"],
  flag: ["eq"],
  instant: ["within_last", "after", "before", "exists", "not_exists"],
  list: ["has_any", "has_all", "has_none", "exists", "not_exists"],
  number: ["eq", "neq", "gt", "gte", "lt", "lte", "exists", "not_exists"],
  boolean: ["eq", "exists", "not_exists"],
  measure: ["gte", "gt", "lte", "lt"],
  // A text written by another system may also be a number.
  variable: ["eq", "neq", "contains", "starts_with", "gt", "gte", "lt", "lte", "exists", "not_exists"],
};

const many: readonly Op[] = ["in", "not_in", "has_any", "has_all", "has_none"];
export const takesMany = (op: Op): boolean => many.includes(op);
const compares: readonly Op[] = ["gt", "gte", "lt", "lte"];
/** Whether its value is a number, whatever the field. */
export const takesNumber = (op: Op): boolean => compares.includes(op);
export const takesNone = (op: Op): boolean => op === "exists" || op === "not_exists";

/** A rule that is being edited: its value may be missing. */
export interface DraftRule {
  field: string;
  op: Op;
  value?: unknown;
}

export function isRule(each: RuleOrGroup): each is Rule {
  return "field" in each;
}

/** The initial rule after a field or a condition has been chosen. */
export function newRule(field: string, op: Op, kind: FieldKind): DraftRule {
  if (takesNone(op)) return { field, op };
  if (takesMany(op)) return { field, op, value: [] };
  if (op === "within_last") return { field, op, value: { days: 30 } };
  return kind === "flag" || kind === "boolean" ? { field, op, value: true } : { field, op };
}

/** Whether it has a value to compare with. */
export function isComplete({ op, value }: DraftRule): boolean {
  if (takesNone(op)) return true;
  if (Array.isArray(value)) return value.length > 0;
  if (op === "within_last") return typeof value === "object" && value !== null && Number.isInteger((value as { days?: unknown }).days);
  return value !== undefined && value !== "" && !(typeof value === "number" && Number.isNaN(value));
}

/** Rules that are being edited. Groups and exceptions created through the API cannot be edited in the form, and are kept. */
export interface DraftAudience {
  match: "all" | "any";
  rules: (DraftRule | RuleOrGroup)[];
  exclude?: AudienceRules["exclude"];
}

export const isGroup = (each: DraftRule | RuleOrGroup): each is Exclude<RuleOrGroup, Rule> => !("field" in each);

export function draftOf({ match = "all", rules, exclude }: AudienceRules): DraftAudience {
  return { match, rules, ...(exclude === undefined ? {} : { exclude }) };
}

/** The rules if all of them are complete, otherwise null. */
export function rulesOf({ match, rules, exclude }: DraftAudience): AudienceRules | null {
  if (rules.length === 0 || !rules.every((each) => isGroup(each) || isComplete(each))) return null;
  return { match, rules: rules as RuleOrGroup[], ...(exclude === undefined ? {} : { exclude }) };
}

/** The number of rules in a group, including nested groups. */
export function countRules(rules: readonly RuleOrGroup[]): number {
  return rules.reduce((sum, each) => sum + (isRule(each) ? 1 : countRules(each.rules)), 0);
}
