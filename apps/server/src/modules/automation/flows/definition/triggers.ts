import { parseWireId } from "#platform/ids/ids.ts";
import { matchedPart } from "#platform/text/matched.ts";
import { normalForm } from "#platform/text/normal.ts";
import { noReply, type Trigger, windowClosing, windowMinutesDefault } from "./definition.ts";
import { derivedUuid } from "../runs/derived-id.ts";
import type { StoredValue } from "../requests/http-request.ts";
import type { RunContext } from "../runs/runs.queries.ts";

/** The part of an event that triggers read. */
export interface TriggerEvent {
  type: string;
  data: Record<string, unknown>;
}

/**
 * The type of event that a trigger listens to; null: none, because it is started by hand, by a call or by the clock.
 */
export function eventTypeOf(trigger: Trigger): string | null {
  switch (trigger.type) {
    case "manual":
    case "webhook":
    case "schedule":
      return null;
    case "message.keyword":
      return "message.received";
    case "conversation.status_changed":
      return "conversation.updated";
    case "contact.tag_added":
    case "contact.tag_removed":
    case "contact.field_changed":
      return "contact.updated";
    case "deal.stage_changed":
      return "deal.updated";
    case "ticket.status_changed":
      return "ticket.updated";
    case "order.created":
    case "order.status_changed":
      return "order.updated";
    case "csat.answered":
      return "conversation.updated";
    case "window.closing":
      return windowClosing;
    case "no_reply_for":
      return noReply;
    default:
      return trigger.type;
  }
}

type Change = { from?: unknown; to?: unknown } | undefined;
const fold = (text: string) => normalForm("NFC", text).toLowerCase().trim();
const listed = (input: unknown, value: unknown) => {
  const list = (input ?? []) as unknown[];
  return list.length === 0 || list.includes(value);
};
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Whether an event of the trigger's type starts its flow, judging by the event alone. Pure. */
export function startsFlow(trigger: Trigger, { data }: TriggerEvent): boolean {
  const changes = (data["changes"] ?? {}) as Record<string, Change>;
  switch (trigger.type) {
    case "message.received":
      return listed(trigger["channelIds"], data["channelId"]) && countsAsMessage(data);
    case "message.keyword":
      return listed(trigger["channelIds"], data["channelId"]) && countsAsMessage(data) && hasKeyword(trigger, data);
    case "conversation.created":
    case "conversation.assigned":
    case "handover.requested":
      return listed(trigger["channelIds"], data["channelId"]);
    case "conversation.status_changed":
      return (
        listed(trigger["channelIds"], data["channelId"]) && changes["status"] !== undefined && listed(trigger["to"], changes["status"].to)
      );
    case "contact.created":
    case "ticket.created":
    case "call.missed":
      return true;
    case "call.ended":
      return listed(trigger["statuses"], data["status"]);
    case "contact.tag_added":
    case "contact.tag_removed": {
      const { from, to } = changes["tags"] ?? {};
      const [before, after] = [texts(from).map(fold), texts(to).map(fold)];
      const tag = fold(String(trigger["tag"]));
      return trigger.type === "contact.tag_added"
        ? after.includes(tag) && !before.includes(tag)
        : before.includes(tag) && !after.includes(tag);
    }
    case "contact.field_changed":
      return fieldChanged(String(trigger["field"]), changes);
    case "deal.stage_changed": {
      const to = changes["stageId"]?.to;
      return to !== undefined && (trigger["stageId"] === undefined || trigger["stageId"] === to);
    }
    case "ticket.status_changed":
      return changes["status"] !== undefined && listed(trigger["to"], changes["status"].to);
    case "order.created":
      return data["reason"] === "created";
    case "order.status_changed":
      return data["reason"] === "updated" && changes["status"] !== undefined && listed(trigger["to"], changes["status"].to);
    case "csat.answered": {
      const { csat } = changes;
      // A comment after the rating is not a second answer.
      if (csat === undefined || csat.from !== null || !listed(trigger["channelIds"], data["channelId"])) return false;
      const rating = Number((csat.to as { rating?: unknown } | null)?.rating);
      return rating >= Number(trigger["ratingMin"] ?? 1) && rating <= Number(trigger["ratingMax"] ?? 5);
    }
    case "window.closing":
      return (
        listed(trigger["channelIds"], data["channelId"]) && data["minutesBefore"] === (trigger["minutesBefore"] ?? windowMinutesDefault)
      );
    case "broadcast.replied":
      return (
        listed(trigger["channelIds"], data["channelId"]) &&
        (trigger["broadcastId"] === undefined || trigger["broadcastId"] === data["broadcastId"])
      );
    case "form.submitted":
      return trigger["formId"] === undefined || trigger["formId"] === data["formId"];
    case "no_reply_for":
      return listed(trigger["channelIds"], data["channelId"]) && data["of"] === trigger["of"] && data["minutes"] === trigger["minutes"];
    case "manual":
    case "webhook":
    case "schedule":
      return false;
  }
}

/** A platform notice in a conversation has no author; and software does not answer a message that is there only as context. */
export function countsAsMessage(data: Record<string, unknown>): boolean {
  const message = data["message"] as { type?: unknown; content?: { context?: unknown } | null } | undefined;
  return message?.type !== "system" && message?.content?.context !== true;
}

interface ParsedText {
  text: string;
  words: ReadonlySet<string>;
}
// A message is compared with every flow of its tenant, and a keyword with every message, so each is split only once.
const parsedTexts = new WeakMap<object, ParsedText | null>();
const keywords = new WeakMap<object, readonly string[]>();

function parsedTextOf(data: Record<string, unknown>): ParsedText | null {
  const known = parsedTexts.get(data);
  if (known !== undefined) return known;
  const { text } = (data["message"] ?? {}) as { text?: unknown };
  const folded = typeof text === "string" ? fold(matchedPart(text)) : null;
  const parsed = folded === null ? null : { text: folded, words: new Set(folded.split(/[^\p{L}\p{N}_]+/u)) };
  parsedTexts.set(data, parsed);
  return parsed;
}

function keywordsOf(trigger: Trigger): readonly string[] {
  const known = keywords.get(trigger);
  if (known !== undefined) return known;
  const list = texts(trigger["keywords"])
    .map(fold)
    .filter((keyword) => keyword !== "");
  keywords.set(trigger, list);
  return list;
}

function hasKeyword(trigger: Trigger, data: Record<string, unknown>): boolean {
  const parsed = parsedTextOf(data);
  if (parsed === null) return false;
  return keywordsOf(trigger).some((wanted) => {
    if (trigger["mode"] === "exact") return parsed.text === wanted;
    if (trigger["mode"] === "contains") return parsed.text.includes(wanted);
    // A keyword of several words must occur as a whole.
    return (
      parsed.words.has(wanted) || (/[^\p{L}\p{N}_]/u.test(wanted) && ` ${parsed.text} `.replaceAll(/\s+/g, " ").includes(` ${wanted} `))
    );
  });
}

const customPrefix = "customFields.";

function fieldChanged(field: string, changes: Record<string, Change>): boolean {
  if (!field.startsWith(customPrefix)) return changes[field] !== undefined;
  const { from, to } = changes["customFields"] ?? {};
  const key = field.slice(customPrefix.length);
  const of = (value: unknown) => JSON.stringify((value as Record<string, unknown> | null)?.[key] ?? null);
  return of(from) !== of(to);
}

/** The contact of an event and its conversation; null: it has none. Ids are uuids. */
export function subjectOf(data: Record<string, unknown>): { contactId: string; conversationId: string | null } | null {
  const contactId = parseWireId("cnt", String(data["contactId"]));
  return contactId === null ? null : { contactId, conversationId: parseWireId("conv", String(data["conversationId"])) };
}

/**
 * Identifies what an event reports, if the same may be reported several times; null: the event itself. It starts a flow once. `since`: what
 * happened before a flow was active does not count.
 */
export function causeOf({ type, data }: TriggerEvent): { id: string; since: Date } | null {
  if (type !== noReply) return null;
  const { conversationId, sinceMessageId, minutes, of, silentSince } = data as Record<string, string | number | null>;
  const since = new Date(new Date(String(silentSince)).getTime() + Number(minutes) * 60_000);
  return { id: derivedUuid(String(sinceMessageId ?? conversationId), String(of), String(minutes)), since };
}

/** What a run stores of the event that started or resumed it, without answers to forms (form-answers.ts). */
export function contextOf(data: Record<string, unknown>): RunContext {
  const variables = variablesIn(data);
  const ticketId = parseWireId("tkt", String(data["ticketId"] ?? data["callbackTicketId"]));
  return { ...messageIn(data), ...(variables === null ? {} : { variables }), ...(ticketId === null ? {} : { ticketId }) };
}

/** Event values that no other placeholder has. null: none. */
function variablesIn(data: Record<string, unknown>): Record<string, StoredValue> | null {
  if (typeof data["orderId"] === "string") {
    const { orderId, number, status, currency, total } = data as Record<string, string | number>;
    return { orderId, orderNumber: number, orderStatus: status, orderCurrency: currency, orderTotal: total } as Record<string, StoredValue>;
  }
  if (typeof data["callId"] === "string") {
    const { callId, voiceAgentId, status, endReason, from, durationSeconds } = data as Record<string, string | number | null>;
    return {
      callId,
      voiceAgentId,
      callStatus: status ?? "no_answer",
      callEndReason: endReason,
      callFrom: from ?? "",
      callSeconds: durationSeconds ?? 0,
    } as Record<string, StoredValue>;
  }
  const csat = (data["changes"] as Record<string, Change> | undefined)?.["csat"]?.to as { rating?: unknown } | null | undefined;
  return typeof csat?.rating === "number" ? { csatRating: csat.rating } : null;
}

function messageIn(data: Record<string, unknown>): Pick<RunContext, "message"> {
  const message = data["message"] as { id?: unknown; text?: unknown; type?: unknown } | undefined;
  if (typeof message?.id !== "string" || typeof message.type !== "string") return {};
  // A cut must not leave half a character, which the database would reject.
  const text = typeof message.text === "string" ? message.text.slice(0, 4_096).toWellFormed() : null;
  return { message: { id: message.id, text, type: message.type } };
}
