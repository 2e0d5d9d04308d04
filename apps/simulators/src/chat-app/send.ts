import { metaJson } from "../shared/signing.ts";
import { inboundMessage } from "./customers.ts";
import type { Exchange } from "./exchange.ts";
import { statusError } from "./graph-errors.ts";
import type { Fault } from "./knobs.ts";
import { recordFault, recordMarkRead, recordSend } from "./phone/phone-records.ts";
import { magicOf } from "./magic.ts";
import { checkMessage, type Refusal } from "./message-check.ts";
import { isRefusal, type Recipient, recipientOf } from "./recipient.ts";
import type { PlatformState, RegisteredNumber } from "./state.ts";
import type { StatusName, StatusPlan } from "./statuses.ts";
import { checkTemplate } from "./templates/template-check.ts";

export const WINDOW_MS = 24 * 60 * 60 * 1000;
const FREE = ',"pricing":{"billable":false,"pricing_model":"PMP","type":"free_customer_service","category":"service"}';

type Body = Record<string, unknown>;

function pricingOf(number: RegisteredNumber, body: Body): string {
  if (body.type !== "template") return FREE;
  const { name, language } = body.template as { name: string; language: { code: string } };
  const category = (number.account.templates.find(name, language.code)?.category ?? "UTILITY").toLowerCase();
  return `,"pricing":{"billable":true,"pricing_model":"PMP","type":"regular","category":"${category}"}`;
}

function windowClosed(state: PlatformState, number: RegisteredNumber, body: Body, waId: string | undefined): boolean {
  if (body.type === "template" || state.options.windowCheck === "off") return false;
  const openedAt = waId === undefined ? undefined : number.windows.get(waId);
  if (openedAt === undefined) return state.options.unknownWindow === "closed";
  return state.clock.now() - openedAt > WINDOW_MS;
}

function limitReached(state: PlatformState, number: RegisteredNumber, person: string): Refusal | undefined {
  if (state.options.enforceLimits === false) return undefined;
  const now = state.clock.now();
  if (!number.bucket.take(now)) return { code: 130429 };
  return number.pairs.take(person, now) ? undefined : { code: 131056 };
}

function refuse(exchange: Exchange, refusal: Refusal): void {
  exchange.state.counts.refused++;
  exchange.refuseWith(refusal.code, refusal.details);
}

function countReference(state: PlatformState, reference: string): void {
  if (state.options.trackReferences === false) return;
  const before = state.references.get(reference) ?? 0;
  state.references.set(reference, before + 1);
  if (before > 0) state.counts.doubleSends++;
}

/** The constant part of each status, created once per message. */
function tailOf(recipient: Recipient, reference: unknown): string {
  const phone = recipient.byUserId || recipient.waId === undefined ? "" : `,"recipient_id":"${recipient.waId}"`;
  const user = recipient.userId === undefined ? "" : `,"recipient_user_id":"${recipient.userId}"`;
  const own = typeof reference === "string" ? `,"biz_opaque_callback_data":${metaJson(reference)}` : "";
  return phone + user + own;
}

function planStatuses(
  exchange: Exchange,
  number: RegisteredNumber,
  body: Body,
  recipient: Recipient,
  messageId: string,
  fault: Fault | undefined,
): StatusPlan {
  const { state } = exchange;
  const magic = magicOf(state.options.magicRecipients === false ? undefined : recipient.waId);
  const closed = state.options.windowCheck !== "call" && windowClosed(state, number, body, recipient.waId);
  let steps: StatusName[] = [];
  let errors = "";
  const failure = fault?.kind === "failed_status" ? fault : closed ? { code: 131047, details: undefined } : magic.failure;
  if (failure) {
    steps = ["failed"];
    errors = `,"errors":[${metaJson(statusError(failure.code, failure.details))}]`;
  } else if (state.options.autoStatuses !== false || fault?.kind === "statuses_before_answer") {
    const { drop } = state.outbox.behaviour;
    const all: StatusName[] = body.type === "reaction" ? ["sent"] : magic.steps;
    const byHand =
      recipient.waId !== undefined && !state.transcripts.readsByItself({ accountId: number.phoneNumberId, customerId: recipient.waId });
    const left = byHand ? all.filter((step) => step !== "read") : all;
    steps = drop.length === 0 || magic.always ? left : left.filter((step) => !(drop as readonly string[]).includes(step));
  }
  const timed = state.statuses.plan(steps, fault?.kind === "statuses_before_answer");
  const person = recipient.waId === undefined ? undefined : state.people.get(recipient.waId);
  const contacts =
    person && !failure ? `"contacts":[${metaJson({ profile: { name: person.name }, wa_id: person.waId, user_id: person.userId })}],` : "";
  // A failure of a send to a phone does not name the business-scoped id (2.5).
  const named = failure && !recipient.byUserId ? { ...recipient, userId: undefined } : recipient;
  const tail = tailOf(named, body.biz_opaque_callback_data);
  return { number, messageId, tail, contacts, pricing: pricingOf(number, body), errors, ...timed };
}

/** `POST /{phone_number_id}/messages` with content. The token is already checked. */
export function handleSend(exchange: Exchange, number: RegisteredNumber, body: Body): void {
  const { state, call } = exchange;
  state.counts.sends++;
  call.phoneNumberId = number.phoneNumberId;
  const reference = body.biz_opaque_callback_data;
  if (typeof reference === "string") call.reference = reference;
  if (!number.registered) return refuse(exchange, { code: 133010 });
  const recipient = recipientOf(state, body);
  if (isRefusal(recipient)) return refuse(exchange, recipient);
  if (recipient.waId !== undefined) call.waId = recipient.waId;
  const bad =
    checkMessage(body) ??
    (body.type === "template" ? checkTemplate(number.account.templates, body.template, recipient.byUserId) : undefined);
  if (bad) return refuse(exchange, bad);
  // An invalid message does not use up a fault.
  const person = recipient.waId ?? recipient.input;
  const fault = state.faults.takeForSend(person);
  if (fault) recordFault(state, number, person, fault);
  if (fault && exchange.actBeforeAccept(fault)) {
    state.counts.refused++;
    return;
  }
  const limited = limitReached(state, number, person);
  if (state.options.logSends === true) state.sends.push([state.clock.now(), person, call.reference ?? "", limited === undefined]);
  if (limited) return refuse(exchange, limited);
  if (state.options.windowCheck === "call" && windowClosed(state, number, body, recipient.waId)) {
    return refuse(exchange, { code: 131047 });
  }
  accept(exchange, number, body, recipient, fault);
}

function accept(exchange: Exchange, number: RegisteredNumber, body: Body, recipient: Recipient, fault: Fault | undefined): void {
  const { state, call } = exchange;
  const messageId = state.ids.message(recipient.waId ?? recipient.input);
  call.messageId = messageId;
  state.counts.accepted++;
  if (call.reference !== undefined) countReference(state, call.reference);
  const who = recipient.byUserId ? `"user_id":"${recipient.userId}"` : `"wa_id":"${recipient.waId}"`;
  const held = body.type === "template" ? ',"message_status":"accepted"' : "";
  const json = `{"messaging_product":"whatsapp","contacts":[{"input":${metaJson(recipient.input)},${who}}],"messages":[{"id":"${messageId}"${held}}]}`;
  const plan = planStatuses(exchange, number, body, recipient, messageId, fault);
  const { waId } = recipient;
  recordSend(state, plan, body, waId);
  const magic = state.options.magicRecipients !== false && magicOf(waId).answersWithImage;
  const reply = waId !== undefined && magic && plan.errors === "";
  if (fault?.kind === "statuses_before_answer") {
    state.statuses.run(plan, () => exchange.answer(json));
    return;
  }
  // After the response: a status right after it is likely; one before it is a knob.
  state.statuses.runSoon(plan, state.options.holdStatuses === true, () => {
    if (reply) inboundMessage(state, number, waId, { kind: "image", caption: "Simulated answer" });
  });
  exchange.respondWithFault(json, fault);
}

/** `{"status":"read","message_id":…}`, with or without a typing indicator. */
export function handleMarkRead(exchange: Exchange, number: RegisteredNumber, body: Body): void {
  const { state } = exchange;
  exchange.call.phoneNumberId = number.phoneNumberId;
  const { message_id: messageId, typing_indicator: typing } = body as {
    message_id?: unknown;
    typing_indicator?: { type?: unknown };
  };
  if (body.status !== "read") return exchange.refuseWith(131009, "Param status must be read.");
  if (typeof messageId !== "string" || messageId === "") return exchange.refuseWith(100, "The parameter message_id is required.");
  if (!messageId.startsWith("wamid.")) return exchange.refuseWith(131009, "Param message_id is not a valid message id.");
  if (typing !== undefined && typing?.type !== "text") return exchange.refuseWith(131009, "Param typing_indicator['type'] must be text.");
  recordMarkRead(state, messageId, typing !== undefined);
  exchange.answer('{"success":true}');
}
