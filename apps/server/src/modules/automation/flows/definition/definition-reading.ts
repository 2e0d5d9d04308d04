import { weekdays } from "#modules/people/agent-settings/index.ts";
import type { AudienceRules } from "#modules/contacts/segments/index.ts";
import { isZone } from "#platform/clock/zones.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { Issue } from "#platform/errors/catalog.ts";
import { type FieldShape, type ScheduleAudience, type Step, stepFields, stepsMax, type Trigger, triggerFields } from "./definition.ts";
import { isDate, type ScheduleAt } from "../schedules/schedule-times.ts";

type Shapes = Readonly<Record<string, FieldShape>>;

const depthMax = 6;
const headersMax = 20;
const bodyDepthMax = 20;

const plain = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const refuse = (at: string, issue: Issue, message?: string) => invalidField(at, issue, message);

/** Reads a trigger. Throws validation_error for fields that its type does not have. Missing fields are reported by the validation. */
export function readTrigger(input: unknown, at: string): Trigger {
  return readTyped(input, at, triggerFields, () => []) as Trigger;
}

/** Reads steps, like `readTrigger`. At most 100 in total. */
export function readSteps(input: readonly unknown[], at: string): Step[] {
  let count = 0;
  const read = (list: readonly unknown[], path: string, depth: number): Step[] => {
    if (depth > depthMax) throw refuse(path, "too_many", `Steps can be nested at most ${depthMax - 1} deep.`);
    return list.map((item, i) => {
      if (++count > stepsMax) throw refuse(`${path}[${i}]`, "too_many", `A flow can have at most ${stepsMax} steps.`);
      return readTyped(item, `${path}[${i}]`, stepFields, (inner, innerAt) => read(inner, innerAt, depth + 1)) as Step;
    });
  };
  return read(input, at, 1);
}

function readTyped(
  input: unknown,
  at: string,
  table: Readonly<Record<string, Shapes>>,
  steps: (list: readonly unknown[], at: string) => Step[],
): { type: string } & Record<string, unknown> {
  if (!plain(input)) throw refuse(at, "invalid_type");
  const { type } = input;
  if (typeof type !== "string") throw refuse(`${at}.type`, type === undefined ? "required" : "invalid_type");
  const shapes = Object.hasOwn(table, type) ? table[type] : undefined;
  if (shapes === undefined) throw refuse(`${at}.type`, "unknown_value", `It must be one of ${Object.keys(table).join(", ")}.`);
  const kept: { type: string } & Record<string, unknown> = { type };
  for (const [name, shape] of Object.entries(shapes)) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined) continue;
    kept[name] = value === null && shape.nullable === true ? null : readField(shape, value, `${at}.${name}`, steps);
  }
  return kept;
}

function deeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => deeperThan(inner, depth - 1));
}

function readText(value: unknown, max: number, at: string): string {
  if (typeof value !== "string") throw refuse(at, "invalid_type");
  if (value.length > max) throw refuse(at, "too_long");
  return value;
}

function readField(shape: FieldShape, value: unknown, at: string, steps: (list: readonly unknown[], at: string) => Step[]): unknown {
  switch (shape.kind) {
    case "text":
      return readText(value, shape.max, at);
    case "words":
      if (typeof value !== "string") throw refuse(at, "invalid_type");
      if (!shape.words.includes(value)) throw refuse(at, "unknown_value", `It must be one of ${shape.words.join(", ")}.`);
      return value;
    case "integer":
    case "number":
      if (typeof value !== "number" || (shape.kind === "integer" && !Number.isInteger(value))) throw refuse(at, "invalid_type");
      if (value < shape.min || value > shape.max) throw refuse(at, "out_of_range");
      return value;
    case "texts":
      if (!Array.isArray(value)) throw refuse(at, "invalid_type");
      if (value.length > shape.max) throw refuse(at, "too_many");
      return value.map((item, i) => {
        const text = readText(item, shape.each, `${at}[${i}]`);
        if (shape.words !== undefined && !shape.words.includes(text)) throw refuse(`${at}[${i}]`, "unknown_value");
        return text;
      });
    case "value":
      if (Array.isArray(value)) {
        if (value.length > 200) throw refuse(at, "too_many");
        return value.map((item, i) => readText(item, 100, `${at}[${i}]`));
      }
      if (typeof value === "string") return readText(value, 2_000, at);
      if (typeof value !== "number" && typeof value !== "boolean") throw refuse(at, "invalid_type");
      return value;
    case "boolean":
      if (typeof value !== "boolean") throw refuse(at, "invalid_type");
      return value;
    case "body":
    case "payload":
      if (shape.kind === "body" && typeof value === "string") return readText(value, shape.max, at);
      if (shape.kind === "payload" && !plain(value)) throw refuse(at, "invalid_type", "It must be a JSON object.");
      if (typeof value !== "object" || value === null) throw refuse(at, "invalid_type", "It must be a string, a JSON object or a list.");
      if (deeperThan(value, bodyDepthMax)) throw refuse(at, "too_many", `Values can be nested at most ${bodyDepthMax} deep.`);
      if (JSON.stringify(value).length > shape.max) throw refuse(at, "too_long");
      return value;
    case "stores":
      if (!Array.isArray(value)) throw refuse(at, "invalid_type");
      if (value.length > shape.max) throw refuse(at, "too_many");
      return value.map((item, i) => {
        if (!plain(item)) throw refuse(`${at}[${i}]`, "invalid_type");
        const kept: Record<string, string> = {};
        for (const [name, max] of Object.entries({ from: 500, variable: 50, field: 80 }))
          if (item[name] !== undefined) kept[name] = readText(item[name], max, `${at}[${i}].${name}`);
        return kept;
      });
    case "headers": {
      if (!plain(value)) throw refuse(at, "invalid_type");
      if (Object.keys(value).length > headersMax) throw refuse(at, "too_many");
      return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, readText(text, 2_000, `${at}.${name}`)]));
    }
    case "at":
      return readAt(value, at);
    case "zone": {
      const zone = readText(value, 64, at);
      if (!isZone(zone)) throw refuse(at, "unknown_value", "Use the IANA name of a time zone, such as Europe/Berlin.");
      return zone;
    }
    case "audience":
      return readAudience(value, at);
    case "rules":
      if (!plain(value)) throw refuse(at, "invalid_type");
      return value;
    case "steps":
      if (!Array.isArray(value)) throw refuse(at, "invalid_type");
      return steps(value, at);
  }
}

/** One of several mutually exclusive members. Throws for a second one. */
function onlyOne(value: Record<string, unknown>, names: readonly string[], at: string): string | undefined {
  const [first, second] = names.filter((name) => value[name] !== undefined);
  if (second !== undefined) throw refuse(`${at}.${second}`, "not_allowed", `Send one of ${names.join(", ")}.`);
  return first;
}

function readAt(value: unknown, at: string): ScheduleAt {
  if (!plain(value)) throw refuse(at, "invalid_type");
  const { time, days, dayOfMonth, date } = value;
  if (time === undefined) throw refuse(`${at}.time`, "required", "It must be a time of day, such as 09:00.");
  if (!/^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(readText(time, 5, `${at}.time`)))
    throw refuse(`${at}.time`, "invalid_format", "A time must be HH:MM, from 00:00 to 23:59.");
  const kept = { time: time as string };
  switch (onlyOne(value, ["days", "dayOfMonth", "date"], at)) {
    case "days": {
      const shape = { kind: "texts", max: weekdays.length, each: 20, words: weekdays } as const;
      const list = readField(shape, days, `${at}.days`, () => []) as string[];
      if (list.length === 0) throw refuse(`${at}.days`, "too_short", "Leave days out for every day.");
      return { ...kept, days: weekdays.filter((day) => list.includes(day)) };
    }
    case "dayOfMonth":
      return {
        ...kept,
        dayOfMonth: readField({ kind: "integer", min: 1, max: 31 }, dayOfMonth, `${at}.dayOfMonth`, () => []) as number,
      };
    case "date":
      if (!isDate(readText(date, 10, `${at}.date`)))
        throw refuse(`${at}.date`, "invalid_format", "A day must be an existing date, YYYY-MM-DD.");
      return { ...kept, date: date as string };
    default:
      return kept;
  }
}

function readAudience(value: unknown, at: string): ScheduleAudience {
  if (!plain(value)) throw refuse(at, "invalid_type");
  const { segmentId, match, rules, exclude, all } = value;
  const which = onlyOne(value, ["segmentId", "rules", "all"], at);
  if (which !== "rules" && exclude !== undefined) throw refuse(`${at}.exclude`, "not_allowed", "It is only allowed with rules.");
  switch (which) {
    case "segmentId":
      return { segmentId: readText(segmentId, 100, `${at}.segmentId`) };
    case "rules":
      return { match, rules, ...(exclude === undefined ? {} : { exclude }) } as AudienceRules;
    case "all":
      if (all !== true) throw refuse(`${at}.all`, "unknown_value", "It must be true. Otherwise leave it out.");
      return { all };
    default:
      throw refuse(at, "required", "Send one of segmentId, rules and all.");
  }
}
