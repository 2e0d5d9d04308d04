/** The fields of each type of trigger and step, with their labels. A test compares it with the API document. */
import type { FlowStep, FlowTrigger } from "@parley/sdk";
import type { PlainKey } from "../../../i18n/catalogue.ts";
import type { Slot, StepType, TriggerType } from "./model.ts";

/** The values of a closed set; without a text, the value itself is shown. */
export type ValueLabels = readonly (readonly [id: string, label: PlainKey | null])[];

export type Editor =
  | { as: "text" | "line" | "code" | "tag" | "list" | "switch" | "json" | "headers" | "store" | "schedule" | "zone" | "audience" | "rules" }
  | { as: "member" | "members" | "division" | "stage" | "pipeline" | "label" | "category" | "flow" | "broadcast" | "form" | "channel" }
  | { as: "channels" | "contactField" | "value" | "templateName" | "language" }
  | { as: "number" | "seconds" | "minutes"; min: number; max: number }
  | { as: "word" | "words"; words: ValueLabels };

export type Field<Name extends string = string> = Editor & {
  name: Name;
  /** Without it the flow cannot be activated. */
  isRequired?: true;
  /** Shown if the label alone is not clear enough. */
  hint?: PlainKey;
};

type Of<Union extends { type: string }, Type extends string> = Exclude<keyof Extract<Union, { type: Type }>, "type" | Slot> & string;
type StepTable = { readonly [Type in StepType]: readonly Field<Of<FlowStep, Type>>[] };
type TriggerTable = { readonly [Type in TriggerType]: readonly Field<Of<FlowTrigger, Type>>[] };

const required = { isRequired: true } as const;
const conversationStatuses: ValueLabels = [
  ["open", "inbox.status.open"],
  ["pending", "inbox.status.pending"],
  ["resolved", "inbox.status.resolved"],
];
const priorities: ValueLabels = [
  ["low", "priority.low"],
  ["medium", "priority.medium"],
  ["high", "priority.high"],
  ["urgent", "priority.urgent"],
];
const ticketStatuses: ValueLabels = [
  ["open", "ticket.status.open"],
  ["in_progress", "ticket.status.in_progress"],
  ["pending", "ticket.status.pending"],
  ["resolved", "ticket.status.resolved"],
  ["closed", "ticket.status.closed"],
];
const orderStatuses: ValueLabels = [
  ["draft", "order.status.draft"],
  ["pending", "order.status.pending"],
  ["paid", "order.status.paid"],
  ["fulfilled", "order.status.fulfilled"],
  ["cancelled", "order.status.cancelled"],
  ["refunded", "order.status.refunded"],
];
const callEndings: ValueLabels = [
  ["completed", "flows.call.completed"],
  ["transferred", "flows.call.transferred"],
  ["failed", "flows.call.failed"],
  ["no_answer", "flows.call.no_answer"],
];
const modes: ValueLabels = [
  ["word", "flows.mode.word"],
  ["contains", "flows.mode.contains"],
  ["exact", "flows.mode.exact"],
];
const sides: ValueLabels = [
  ["customer", "flows.of.customer"],
  ["us", "flows.of.us"],
];
const contactBy: ValueLabels = [
  ["phone", "contacts.field.phone"],
  ["email", "contacts.field.email"],
  ["id", "flows.by.id"],
];
const methods: ValueLabels = ["GET", "POST", "PUT", "PATCH", "DELETE"].map((id) => [id, null] as const);
const yearSeconds = 365 * 86_400;

const channels = { name: "channelIds", as: "channels" } as const;
const tag = { name: "tag", as: "tag", ...required } as const;

export const triggerFields: TriggerTable = {
  "message.received": [channels],
  "message.keyword": [{ name: "keywords", as: "list", ...required }, { name: "mode", as: "word", words: modes }, channels],
  "conversation.created": [channels],
  "conversation.status_changed": [{ name: "to", as: "words", words: conversationStatuses }, channels],
  "conversation.assigned": [channels],
  "contact.created": [],
  "contact.tag_added": [tag],
  "contact.tag_removed": [tag],
  "contact.field_changed": [{ name: "field", as: "contactField", ...required }],
  "deal.stage_changed": [{ name: "stageId", as: "stage" }],
  "ticket.created": [],
  "ticket.status_changed": [{ name: "to", as: "words", words: ticketStatuses }],
  "handover.requested": [channels],
  "order.created": [],
  "order.status_changed": [{ name: "to", as: "words", words: orderStatuses }],
  "csat.answered": [{ name: "ratingMin", as: "number", min: 1, max: 5 }, { name: "ratingMax", as: "number", min: 1, max: 5 }, channels],
  "broadcast.replied": [{ name: "broadcastId", as: "broadcast" }, channels],
  "form.submitted": [{ name: "formId", as: "form" }],
  "call.ended": [{ name: "statuses", as: "words", words: callEndings }],
  "call.missed": [],
  "window.closing": [{ name: "minutesBefore", as: "minutes", min: 1, max: 1_380 }, channels],
  webhook: [
    { name: "contactBy", as: "word", words: contactBy, ...required },
    { name: "contactFrom", as: "code", ...required, hint: "flows.hint.path" },
    { name: "createContact", as: "switch" },
    { name: "nameFrom", as: "code", hint: "flows.hint.path" },
    { name: "store", as: "store" },
  ],
  schedule: [
    { name: "at", as: "schedule", ...required },
    { name: "timezone", as: "zone" },
    { name: "audience", as: "audience", ...required },
    { name: "channelId", as: "channel", hint: "flows.hint.scheduleChannel" },
  ],
  no_reply_for: [
    { name: "minutes", as: "minutes", min: 1, max: 43_200, ...required },
    { name: "of", as: "word", words: sides, ...required },
    channels,
  ],
  manual: [],
};

export const stepFields: StepTable = {
  send_message: [{ name: "text", as: "text", ...required }],
  send_template: [
    { name: "name", as: "templateName", ...required },
    { name: "language", as: "language", ...required },
    { name: "variables", as: "list", hint: "flows.hint.variables" },
  ],
  add_tag: [tag],
  remove_tag: [tag],
  set_field: [
    { name: "field", as: "contactField", ...required },
    { name: "value", as: "value", ...required },
  ],
  assign: [
    { name: "assigneeId", as: "member" },
    { name: "divisionId", as: "division" },
  ],
  set_status: [{ name: "status", as: "word", words: conversationStatuses, ...required }],
  snooze: [{ name: "minutes", as: "minutes", min: 1, max: 525_600, ...required }],
  set_priority: [{ name: "priority", as: "word", words: priorities, ...required }],
  add_label: [{ name: "label", as: "label", ...required }],
  remove_label: [{ name: "label", as: "label", ...required }],
  add_note: [{ name: "text", as: "text", ...required }],
  create_ticket: [
    { name: "subject", as: "line", ...required },
    { name: "description", as: "text" },
    { name: "priority", as: "word", words: priorities },
    { name: "category", as: "category" },
    { name: "assigneeId", as: "member" },
  ],
  update_ticket: [
    { name: "status", as: "word", words: ticketStatuses },
    { name: "priority", as: "word", words: priorities },
    { name: "category", as: "category" },
    { name: "assigneeId", as: "member" },
  ],
  create_deal: [
    { name: "title", as: "line", ...required },
    { name: "pipelineId", as: "pipeline" },
    { name: "stageId", as: "stage" },
    { name: "ownerId", as: "member" },
    { name: "amount", as: "number", min: 0, max: 1e12 },
    { name: "currency", as: "code", hint: "flows.hint.currency" },
  ],
  move_deal: [
    { name: "stageId", as: "stage", ...required },
    { name: "lostReason", as: "line" },
  ],
  notify: [
    { name: "memberIds", as: "members", ...required },
    { name: "text", as: "text", ...required },
  ],
  wait: [{ name: "seconds", as: "seconds", min: 1, max: yearSeconds, ...required }],
  wait_for_reply: [{ name: "timeoutSeconds", as: "seconds", min: 1, max: yearSeconds, ...required }],
  branch: [{ name: "conditions", as: "rules", ...required }],
  start_flow: [{ name: "flowId", as: "flow", ...required }],
  http_request: [
    { name: "method", as: "word", words: methods, ...required },
    { name: "url", as: "code", ...required, hint: "flows.hint.url" },
    { name: "headers", as: "headers", hint: "flows.hint.secret" },
    { name: "body", as: "json" },
    { name: "timeoutSeconds", as: "number", min: 1, max: 30 },
    { name: "idempotent", as: "switch", hint: "flows.hint.idempotent" },
    { name: "store", as: "store" },
  ],
  emit_webhook: [
    { name: "name", as: "code", ...required },
    { name: "payload", as: "json" },
  ],
  start_chatbot: [],
  stop_chatbot: [],
  hand_over: [
    { name: "assigneeId", as: "member" },
    { name: "divisionId", as: "division" },
    { name: "note", as: "text" },
  ],
  stop: [],
};

export const stepTypes = Object.keys(stepFields) as StepType[];
export const triggerTypes = Object.keys(triggerFields) as TriggerType[];
export const isStepType = (type: string): type is StepType => Object.hasOwn(stepFields, type);
export const isTriggerType = (type: string): type is TriggerType => Object.hasOwn(triggerFields, type);

/** Grouped by subject, as they are offered. */
export const stepGroups = [
  { id: "talk", types: ["send_message", "send_template", "wait_for_reply", "add_note"] },
  { id: "flow", types: ["branch", "wait", "start_flow", "stop"] },
  { id: "conversation", types: ["assign", "set_status", "set_priority", "snooze", "add_label", "remove_label", "hand_over"] },
  { id: "contact", types: ["add_tag", "remove_tag", "set_field"] },
  { id: "work", types: ["create_ticket", "update_ticket", "create_deal", "move_deal", "notify"] },
  { id: "outside", types: ["http_request", "emit_webhook", "start_chatbot", "stop_chatbot"] },
] as const satisfies { id: string; types: StepType[] }[];

/** The variables that an event provides to the run, besides those stored by its own fields. */
export const triggerVariables: Readonly<Partial<Record<TriggerType, readonly string[]>>> = {
  "order.created": ["orderId", "orderNumber", "orderStatus", "orderCurrency", "orderTotal"],
  "order.status_changed": ["orderId", "orderNumber", "orderStatus", "orderCurrency", "orderTotal"],
  "csat.answered": ["csatRating"],
};
