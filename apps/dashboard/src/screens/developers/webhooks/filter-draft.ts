/** A webhook's filter as entered. Pure. */
import type { WebhookFilterCondition } from "@parley/sdk";

type Op = WebhookFilterCondition["op"];
type Scalar = string | number | boolean | null;

export const filterOps = ["eq", "ne", "in", "exists", "prefix", "contains"] as const satisfies readonly Op[];

export interface ConditionDraft {
  path: string;
  op: Op;
  /** As text: 12 and true mean the number and the boolean, "12" in quotation marks the text. Values of "in" are separated by commas. */
  value: string;
}

export const emptyCondition: ConditionDraft = { path: "", op: "eq", value: "" };

/** The JSON value of an entered text; anything else is a string. */
function scalarOf(text: string): Scalar {
  const typed = text.trim();
  if (!/^(?:true|false|null|-?\d+(?:\.\d+)?|".*")$/.test(typed)) return typed;
  try {
    const value: unknown = JSON.parse(typed);
    return typeof value === "object" ? null : (value as Scalar);
  } catch {
    return typed;
  }
}

function wordsOf(value: Scalar): string {
  if (typeof value !== "string") return String(value);
  return scalarOf(value) === value ? value : JSON.stringify(value);
}

/** A text in quotation marks, which may contain commas, or everything up to the next comma. */
const listed = /"(?:[^"\\]|\\.)*"|[^,]+/g;
const listedWordsOf = (value: Scalar) => (typeof value === "string" && /[",]/.test(value) ? JSON.stringify(value) : wordsOf(value));

export function conditionOf({ path, op, value }: ConditionDraft): WebhookFilterCondition {
  const name = path.trim();
  if (op === "exists") return { path: name, op, value: value !== "false" };
  if (op === "prefix") return { path: name, op, value };
  if (op !== "in") return { path: name, op, value: scalarOf(value) };
  return { path: name, op, value: value.match(listed)?.flatMap((each) => (each.trim() === "" ? [] : [scalarOf(each)])) ?? [] };
}

export function draftOf({ path, op, value }: WebhookFilterCondition): ConditionDraft {
  if (Array.isArray(value)) return { path, op, value: value.map(listedWordsOf).join(", ") };
  return { path, op, value: op === "prefix" ? String(value) : wordsOf(value) };
}
