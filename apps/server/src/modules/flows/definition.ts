import type { AudienceRules } from "#modules/segments/index.ts";
import { weekdays } from "#modules/agent-settings/index.ts";
import { orderStatuses } from "#modules/orders/index.ts";
import { conversationStatuses, priorities } from "#modules/conversations/index.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { Issue } from "#platform/errors/catalog.ts";
import { methods } from "./http-request.ts";
import { isDate, isZone, type ScheduleAt } from "./schedule-times.ts";

/** What a field of a trigger or a step holds. Lengths in characters. */
export type FieldShape = { required?: true; nullable?: true } & (
  | { kind: "text"; max: number }
  | { kind: "integer"; min: number; max: number }
  | { kind: "number"; min: number; max: number }
  | { kind: "words"; words: readonly string[] }
  | { kind: "texts"; max: number; each: number; words?: readonly string[] }
  | { kind: "value" }
  | { kind: "boolean" }
  | { kind: "headers" }
  /** A text, or a JSON object or list. */
  | { kind: "body"; max: number }
  /** What is taken of an answer, and where it goes. */
  | { kind: "stores"; max: number }
  /** When a schedule starts its flow: ScheduleAt. */
  | { kind: "at" }
  | { kind: "zone" }
  /** Who a schedule is for: ScheduleAudience. */
  | { kind: "audience" }
  | { kind: "rules" }
  | { kind: "steps" }
);
type Shapes = Readonly<Record<string, FieldShape>>;

const id = { kind: "text", max: 100 } as const;
const message = { kind: "text", max: 4_096 } as const;
const tag = { kind: "text", max: 50, required: true } as const;
const channelIds = { kind: "texts", max: 50, each: 100 } as const;
const secondsMax = 365 * 86_400;
const ticketPriorities = ["low", "medium", "high", "urgent"];

/** The event of a window that closes soon, and how many minutes before it comes when a trigger does not say. */
export const windowClosing = "conversation.window_closing";
export const windowMinutesDefault = 60;

/** The event of a conversation in which nobody has written for some minutes. */
export const noReply = "conversation.no_reply";
export const silentSides = ["customer", "us"] as const;
export type SilentSide = (typeof silentSides)[number];

/** What starts a flow, and the fields each takes. */
export const triggerFields = {
  "message.received": { channelIds },
  "message.keyword": {
    channelIds,
    keywords: { kind: "texts", max: 50, each: 100, required: true },
    mode: { kind: "words", words: ["exact", "contains", "word"] },
  },
  "conversation.created": { channelIds },
  "conversation.status_changed": { channelIds, to: { kind: "texts", max: 3, each: 20, words: conversationStatuses } },
  "conversation.assigned": { channelIds },
  "contact.created": {},
  "contact.tag_added": { tag },
  "contact.tag_removed": { tag },
  "contact.field_changed": { field: { kind: "text", max: 80, required: true } },
  "deal.stage_changed": { stageId: id },
  "ticket.created": {},
  "handover.requested": { channelIds },
  "ticket.status_changed": {
    to: { kind: "texts", max: 5, each: 20, words: ["open", "in_progress", "pending", "resolved", "closed"] },
  },
  "order.created": {},
  "order.status_changed": { to: { kind: "texts", max: 6, each: 20, words: orderStatuses } },
  "csat.answered": {
    channelIds,
    ratingMin: { kind: "integer", min: 1, max: 5 },
    ratingMax: { kind: "integer", min: 1, max: 5 },
  },
  "broadcast.replied": { channelIds, broadcastId: id },
  "form.submitted": { formId: id },
  "window.closing": { channelIds, minutesBefore: { kind: "integer", min: 1, max: 1_380 } },
  webhook: {
    contactBy: { kind: "words", words: ["phone", "email", "id"], required: true },
    contactFrom: { kind: "text", max: 500, required: true },
    createContact: { kind: "boolean" },
    nameFrom: { kind: "text", max: 500 },
    store: { kind: "stores", max: 20 },
  },
  schedule: {
    at: { kind: "at", required: true },
    timezone: { kind: "zone" },
    audience: { kind: "audience", required: true },
    channelId: id,
  },
  no_reply_for: {
    minutes: { kind: "integer", min: 1, max: 43_200, required: true },
    of: { kind: "words", words: silentSides, required: true },
    channelIds,
  },
  manual: {},
} as const satisfies Record<string, Shapes>;
export type TriggerType = keyof typeof triggerFields;
export const triggerTypes = Object.keys(triggerFields) as TriggerType[];

/** What a flow does, and the fields each kind of step takes. */
export const stepFields = {
  send_message: { text: { ...message, required: true } },
  send_template: {
    name: { kind: "text", max: 512, required: true },
    language: { kind: "text", max: 20, required: true },
    variables: { kind: "texts", max: 50, each: 1_024 },
  },
  add_tag: { tag },
  remove_tag: { tag },
  set_field: { field: { kind: "text", max: 80, required: true }, value: { kind: "value", required: true, nullable: true } },
  assign: { assigneeId: { ...id, nullable: true }, divisionId: { ...id, nullable: true } },
  set_status: { status: { kind: "words", words: conversationStatuses, required: true } },
  snooze: { minutes: { kind: "integer", min: 1, max: 525_600, required: true } },
  set_priority: { priority: { kind: "words", words: priorities, required: true } },
  add_label: { label: tag },
  remove_label: { label: tag },
  add_note: { text: { kind: "text", max: 10_000, required: true } },
  create_ticket: {
    subject: { kind: "text", max: 500, required: true },
    description: { kind: "text", max: 10_000 },
    priority: { kind: "words", words: ticketPriorities },
    category: { kind: "text", max: 100 },
    assigneeId: id,
  },
  create_deal: {
    title: { kind: "text", max: 200, required: true },
    pipelineId: id,
    stageId: id,
    ownerId: id,
    amount: { kind: "number", min: 0, max: 1e12 },
    currency: { kind: "text", max: 3 },
  },
  move_deal: { stageId: { ...id, required: true }, lostReason: { kind: "text", max: 500 } },
  notify: { memberIds: { kind: "texts", max: 50, each: 100, required: true }, text: { kind: "text", max: 1_000, required: true } },
  wait: { seconds: { kind: "integer", min: 1, max: secondsMax, required: true } },
  wait_for_reply: { timeoutSeconds: { kind: "integer", min: 1, max: secondsMax, required: true }, onTimeout: { kind: "steps" } },
  // biome-ignore lint/suspicious/noThenProperty: a list of steps, which nothing can call
  branch: { conditions: { kind: "rules", required: true }, then: { kind: "steps", required: true }, else: { kind: "steps" } },
  start_flow: { flowId: { ...id, required: true } },
  http_request: {
    method: { kind: "words", words: methods, required: true },
    url: { kind: "text", max: 2_000, required: true },
    headers: { kind: "headers" },
    body: { kind: "body", max: 20_000 },
    timeoutSeconds: { kind: "integer", min: 1, max: 30 },
    idempotent: { kind: "boolean" },
    store: { kind: "stores", max: 20 },
    onError: { kind: "steps" },
  },
  start_chatbot: {},
  stop_chatbot: {},
  hand_over: { assigneeId: { ...id, nullable: true }, divisionId: { ...id, nullable: true }, note: { kind: "text", max: 10_000 } },
  stop: {},
} as const satisfies Record<string, Shapes>;
export type StepType = keyof typeof stepFields;
export const stepTypes = Object.keys(stepFields) as StepType[];

export interface Step {
  type: StepType;
  [field: string]: unknown;
}

export interface Trigger {
  type: TriggerType;
  [field: string]: unknown;
}

/** Who a schedule is for, one of the three. Rules are read by the service, which knows the fields of contacts. */
export type ScheduleAudience = { segmentId: string } | AudienceRules | { all: true };

/** As it is stored, run and shown: nothing in it that is not read. */
export interface Definition {
  trigger: Trigger;
  conditions: AudienceRules | null;
  steps: Step[];
  /** Whether a contact goes through it once in their life, not once at a time. */
  oncePerContact: boolean;
}

/** Steps of a flow in all, those inside of others included; and how deep they stand in one another. */
export const stepsMax = 100;
const depthMax = 6;
const headersMax = 20;
const bodyDepthMax = 20;

const plain = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const refuse = (at: string, issue: Issue, message?: string) => invalidField(at, issue, message);

/** Takes a trigger as it came. Throws validation_error for what is not of its type. What is missing yet is told by validating. */
export function readTrigger(given: unknown, at: string): Trigger {
  return readTyped(given, at, triggerFields, () => []) as Trigger;
}

/** Takes steps as they came, as `readTrigger`. At most 100 in all. */
export function readSteps(given: readonly unknown[], at: string): Step[] {
  let count = 0;
  const read = (list: readonly unknown[], place: string, depth: number): Step[] => {
    if (depth > depthMax) throw refuse(place, "too_many", `Steps may stand in steps ${depthMax - 1} deep.`);
    return list.map((item, i) => {
      if (++count > stepsMax) throw refuse(`${place}[${i}]`, "too_many", `A flow has at most ${stepsMax} steps.`);
      return readTyped(item, `${place}[${i}]`, stepFields, (inner, innerAt) => read(inner, innerAt, depth + 1)) as Step;
    });
  };
  return read(given, at, 1);
}

function readTyped(
  given: unknown,
  at: string,
  table: Readonly<Record<string, Shapes>>,
  steps: (list: readonly unknown[], at: string) => Step[],
): { type: string } & Record<string, unknown> {
  if (!plain(given)) throw refuse(at, "invalid_type");
  const { type } = given;
  if (typeof type !== "string") throw refuse(`${at}.type`, type === undefined ? "required" : "invalid_type");
  const shapes = Object.hasOwn(table, type) ? table[type] : undefined;
  if (shapes === undefined) throw refuse(`${at}.type`, "unknown_value", `One of ${Object.keys(table).join(", ")}.`);
  const kept: { type: string } & Record<string, unknown> = { type };
  for (const [name, shape] of Object.entries(shapes)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
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
      if (!shape.words.includes(value)) throw refuse(at, "unknown_value", `One of ${shape.words.join(", ")}.`);
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
      if (typeof value === "string") return readText(value, shape.max, at);
      if (typeof value !== "object" || value === null) throw refuse(at, "invalid_type", "A text, or a JSON object or list.");
      if (deeperThan(value, bodyDepthMax)) throw refuse(at, "too_many", `Values may stand in values ${bodyDepthMax} deep.`);
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
      if (!isZone(zone)) throw refuse(at, "unknown_value", "Give the IANA name of a time zone, such as Europe/Berlin.");
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

/** One of so many members that exclude one another. Throws for a second one. */
function onlyOne(value: Record<string, unknown>, names: readonly string[], at: string): string | undefined {
  const [first, second] = names.filter((name) => value[name] !== undefined);
  if (second !== undefined) throw refuse(`${at}.${second}`, "not_allowed", `Give one of ${names.join(", ")}.`);
  return first;
}

function readAt(value: unknown, at: string): ScheduleAt {
  if (!plain(value)) throw refuse(at, "invalid_type");
  const { time, days, dayOfMonth, date } = value;
  if (time === undefined) throw refuse(`${at}.time`, "required", "The time of the day, such as 09:00.");
  if (!/^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(readText(time, 5, `${at}.time`)))
    throw refuse(`${at}.time`, "invalid_format", "A time is HH:MM, from 00:00 to 23:59.");
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
      if (!isDate(readText(date, 10, `${at}.date`))) throw refuse(`${at}.date`, "invalid_format", "A day is YYYY-MM-DD, and has to exist.");
      return { ...kept, date: date as string };
    default:
      return kept;
  }
}

function readAudience(value: unknown, at: string): ScheduleAudience {
  if (!plain(value)) throw refuse(at, "invalid_type");
  const { segmentId, match, rules, exclude, all } = value;
  const which = onlyOne(value, ["segmentId", "rules", "all"], at);
  if (which !== "rules" && exclude !== undefined) throw refuse(`${at}.exclude`, "not_allowed", "It goes with rules.");
  switch (which) {
    case "segmentId":
      return { segmentId: readText(segmentId, 100, `${at}.segmentId`) };
    case "rules":
      return { match, rules, ...(exclude === undefined ? {} : { exclude }) } as AudienceRules;
    case "all":
      if (all !== true) throw refuse(`${at}.all`, "unknown_value", "true, or leave it out.");
      return { all };
    default:
      throw refuse(at, "required", "Give one of segmentId, rules, all.");
  }
}
