import type { AudienceRules } from "#modules/contacts/segments/index.ts";
import { orderStatuses } from "#modules/sales/orders/index.ts";
import { conversationStatuses, priorities } from "#modules/inbox/conversations/index.ts";
import { ticketPriorities, ticketStatuses } from "#modules/service/tickets/index.ts";
import { methods } from "../requests/http-request.ts";

/** The shape of a field of a trigger or a step. Lengths in characters. */
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
  /** A JSON object. */
  | { kind: "payload"; max: number }
  /** What is read from a response, and where it is stored. */
  | { kind: "stores"; max: number }
  /** When a schedule starts its flow: ScheduleAt. */
  | { kind: "at" }
  | { kind: "zone" }
  /** The audience of a schedule: ScheduleAudience. */
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

/** The event of a window that closes soon. By default, a trigger fires this many minutes before. */
export const windowClosing = "conversation.window_closing";
export const windowMinutesDefault = 60;

/** The event of a conversation in which nobody has written for some minutes. */
export const noReply = "conversation.no_reply";
export const silentSides = ["customer", "us"] as const;
export type SilentSide = (typeof silentSides)[number];

/** How a call that a voice agent took or made can end (voice/calls; composed after flows). */
export const callEndings = ["completed", "transferred", "failed", "no_answer"] as const;

/** The event that a step emit_webhook writes. */
export const flowEmitted = "flow.emitted";

/** What starts a flow, with the fields of each type. */
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
    to: { kind: "texts", max: 5, each: 20, words: ticketStatuses },
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
  "call.ended": { statuses: { kind: "texts", max: 4, each: 20, words: callEndings } },
  "call.missed": {},
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

/** What a flow does, with the fields of each type of step. */
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
  update_ticket: {
    status: { kind: "words", words: ticketStatuses },
    priority: { kind: "words", words: ticketPriorities },
    category: { kind: "text", max: 100, nullable: true },
    assigneeId: { ...id, nullable: true },
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
  emit_webhook: { name: { kind: "text", max: 100, required: true }, payload: { kind: "payload", max: 4_096 } },
  start_chatbot: {},
  stop_chatbot: {},
  hand_over: { assigneeId: { ...id, nullable: true }, divisionId: { ...id, nullable: true }, note: { kind: "text", max: 10_000 } },
  stop: {},
} as const satisfies Record<string, Shapes>;
export type StepType = keyof typeof stepFields;
export const stepTypes = Object.keys(stepFields) as StepType[];

/**
 * A step as given: what it lacks, and what is wrong with it, is reported when its flow is validated. For those that are run, see
 * step-types.ts.
 */
export interface Step {
  type: StepType;
  [field: string]: unknown;
}

export interface Trigger {
  type: TriggerType;
  [field: string]: unknown;
}

/** The audience of a schedule: one of the three. The service reads the rules, because it knows the contact fields. */
export type ScheduleAudience = { segmentId: string } | AudienceRules | { all: true };

/** As stored, run and shown: only fields that are read. */
export interface Definition {
  trigger: Trigger;
  conditions: AudienceRules | null;
  steps: Step[];
  /** Whether a contact goes through it only once, rather than once at a time. */
  oncePerContact: boolean;
}

/** The steps of a flow in total, including nested ones. */
export const stepsMax = 100;
