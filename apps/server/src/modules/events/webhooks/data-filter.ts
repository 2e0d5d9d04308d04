import { invalidField } from "#platform/errors/app-error.ts";

/**
 * Which events a webhook receives, by their data: a short list of conditions, all of which must match. Each compares one path once, so the
 * cost per event is the length of the filter. No patterns and no nesting: a receiver that needs more filters on its side.
 */
export const filterOps = ["eq", "ne", "in", "exists", "prefix", "contains"] as const;
export type FilterOp = (typeof filterOps)[number];
export type FilterScalar = string | number | boolean | null;
export interface FilterCondition {
  /** Names separated by dots, below `data`; a number is an index into a list. */
  path: string;
  op: FilterOp;
  value: FilterScalar | FilterScalar[];
}

export const conditionsMax = 10;
export const pathLengthMax = 200;
export const choicesMax = 50;
const segmentsMax = 8;
const segment = /^[A-Za-z0-9_$-]{1,64}$/;

const isScalar = (value: unknown): value is FilterScalar =>
  value === null || typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));

/**
 * Checks what the request's schema cannot express: the value that an operator accepts. @throws AppError
 * validation_error naming the place
 */
export function checkFilter(filter: readonly FilterCondition[], field = "filter"): FilterCondition[] {
  for (const [i, { path, op, value }] of filter.entries()) {
    const names = path.split(".");
    if (names.length > segmentsMax || !names.every((name) => segment.test(name)))
      throw invalidField(
        `${field}[${i}].path`,
        "invalid_format",
        `A path must be up to ${segmentsMax} names separated by dots, such as message.type.`,
      );
    const problem = valueProblem(op, value);
    if (problem !== null) throw invalidField(`${field}[${i}].value`, "invalid_format", problem);
  }
  return filter.map(({ path, op, value }) => ({ path, op, value }));
}

function valueProblem(op: FilterOp, value: unknown): string | null {
  switch (op) {
    case "in":
      return Array.isArray(value) && value.length > 0 && value.length <= choicesMax && value.every(isScalar)
        ? null
        : `in takes a list of 1 to ${choicesMax} strings, numbers, true, false or null.`;
    case "exists":
      return typeof value === "boolean" ? null : "exists takes true or false.";
    case "prefix":
      return typeof value === "string" && value !== "" ? null : "prefix takes a string.";
    default:
      return isScalar(value) ? null : `${op} takes a string, a number, true, false or null.`;
  }
}

/** Undefined: there is no such value. Inherited properties do not count. */
function at(data: unknown, path: string): unknown {
  let here = data;
  for (const name of path.split(".")) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, name)) return undefined;
    here = (here as Record<string, unknown>)[name];
  }
  return here;
}

function matches({ path, op, value }: FilterCondition, data: Record<string, unknown>): boolean {
  const found = at(data, path);
  switch (op) {
    case "eq":
      return found === value;
    case "ne":
      return found !== value;
    case "in":
      return (value as FilterScalar[]).includes(found as FilterScalar);
    case "exists":
      return (found !== undefined && found !== null) === value;
    case "prefix":
      return typeof found === "string" && found.startsWith(value as string);
    case "contains":
      return Array.isArray(found) && found.includes(value);
  }
}

/** Index of the first condition that does not match; null: the event passes. */
export function failedCondition(filter: readonly FilterCondition[], data: Record<string, unknown>): number | null {
  const index = filter.findIndex((condition) => !matches(condition, data));
  return index < 0 ? null : index;
}
