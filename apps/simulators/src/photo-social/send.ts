import { metaJson } from "../shared/signing.ts";
import { elementOf, inboundMessage, seeUpTo } from "./customers.ts";
import type { Exchange } from "./exchange.ts";
import { graphError } from "./graph-errors.ts";
import type { Fault } from "./knobs.ts";
import { fetchAttachments } from "./media-fetch.ts";
import { checkCall, recipientIn, type Refusal } from "./message-check.ts";
import { keyOf, recordAction, recordMessage } from "./phone-records.ts";
import type { Account, PlatformState } from "./state.ts";

export const DAY_MS = 24 * 3_600_000;
export const TAGGED_MS = 7 * DAY_MS;

type Body = Record<string, unknown>;

/** The effect of the last four digits of a person's id. */
const MAGIC = new Map<string, { sees?: boolean; refusal?: Refusal; answers?: boolean }>([
  ["0001", { sees: true }],
  ["0002", { sees: false }],
  ["0003", { refusal: { code: 10, subcode: 2_534_022 } }],
  ["0004", { refusal: { code: 551 } }],
  ["0005", { sees: true, answers: true }],
]);

/** `POST /{account or page}/messages`. The token is already checked. */
export function handleMessages(exchange: Exchange, account: Account, body: Body, throughPage: boolean): void {
  const { state, call } = exchange;
  const person = recipientIn(body);
  if (typeof person !== "string") return refuse(exchange, person);
  call.accountId = account.accountId;
  call.recipient = person;
  const bad = checkCall(body, throughPage);
  if (body.sender_action !== undefined) return handleAction(exchange, account, person, body, bad);
  state.counts.sends++;
  if (bad) return refuse(exchange, bad);
  const quoted = (body.reply_to as { mid: string } | undefined)?.mid;
  if (quoted !== undefined && (state.options.quotes !== true || state.messages.get(quoted)?.accountId !== account.accountId)) {
    return refuse(exchange, { code: 100, details: "Param reply_to[mid] is not a message of this conversation." });
  }
  // An invalid message does not use up a fault.
  const fault = state.faults.takeForSend(person);
  if (fault) state.phoneFaults.onUsed(keyOf(account, person), fault);
  if (fault && exchange.actBeforeAccept(fault)) {
    state.counts.refused++;
    return;
  }
  const refusal = limitReached(state, account, body) ?? magicOf(state, person)?.refusal ?? windowClosed(state, account, person, body);
  if (refusal) return refuse(exchange, refusal);
  fetchAttachments(state, body.message as Body).then(
    (fetched) => ("code" in fetched ? refuse(exchange, fetched) : accept(exchange, account, person, fetched.message, fault)),
    (error: unknown) => {
      state.log("simulator_error", { error: String(error) });
      exchange.refuse(graphError(1, { details: `simulator: ${String(error)}` }));
    },
  );
}

function handleAction(exchange: Exchange, account: Account, person: string, body: Body, bad: Refusal | undefined): void {
  const { state } = exchange;
  const fault = state.faults.takeForManagement();
  if (fault && exchange.actBeforeAccept(fault)) return;
  const target = (body.payload as { message_id?: string } | undefined)?.message_id;
  if (bad) return exchange.refuseWith(bad.code, bad.details, bad.subcode);
  if (target !== undefined && state.messages.get(target)?.accountId !== account.accountId) {
    return exchange.refuseWith(100, "Param payload[message_id] is not a message of this account.");
  }
  recordAction(state, account, person, body);
  exchange.answer(metaJson({ recipient_id: person }));
}

function refuse(exchange: Exchange, { code, subcode, details }: Refusal): void {
  exchange.state.counts.refused++;
  exchange.refuseWith(code, details, subcode);
}

function magicOf(state: PlatformState, person: string) {
  return state.options.magicRecipients === false ? undefined : MAGIC.get(person.slice(-4));
}

function limitReached(state: PlatformState, account: Account, body: Body): Refusal | undefined {
  if (state.options.enforceLimits === false) return undefined;
  const type = ((body.message as Body).attachment as Body | undefined)?.type;
  const now = state.clock.now();
  const free = account.bucket.take(now) && ((type !== "audio" && type !== "video") || account.mediaBucket.take(now));
  return free ? undefined : { code: 613, subcode: 2_534_040 };
}

/** The business never writes first: a person who never wrote is unknown. */
function windowClosed(state: PlatformState, account: Account, person: string, body: Body): Refusal | undefined {
  if (state.options.enforceWindow === false) return undefined;
  const wroteAt = account.windows.get(person);
  if (wroteAt === undefined) return { code: 100, subcode: 2_534_014 };
  const allowedMs = body.tag === "HUMAN_AGENT" ? TAGGED_MS : DAY_MS;
  return state.clock.now() - wroteAt > allowedMs ? { code: 10, subcode: 2_534_022 } : undefined;
}

function accept(exchange: Exchange, account: Account, person: string, message: Body, fault: Fault | undefined): void {
  const { state, call } = exchange;
  const mid = state.ids.message(person);
  state.messages.set(mid, { accountId: account.accountId, person, outbound: true });
  state.counts.accepted++;
  call.messageId = mid;
  recordMessage(state, account, person, mid, message);
  const json = metaJson({ recipient_id: person, message_id: mid });
  const { quick_replies: _taps, attachment, ...rest } = message;
  const shown = { mid, ...rest, ...(attachment === undefined ? {} : { attachments: [attachment] }), is_echo: true };
  const echo = (done: () => void): void =>
    state.delivery.deliver(account, elementOf(state, account, person, { message: shown }, true), done);
  if (fault?.kind === "echo_before_answer") {
    echo(() => exchange.answer(json));
    return;
  }
  if (state.options.echoes !== false) state.delivery.later(state.options.echoDelayMs ?? 20, () => echo(() => undefined));
  followUp(state, account, person, mid);
  exchange.respondWithFault(json, fault);
}

/** A person who reads automatically does so after a moment. */
export function followUp(state: PlatformState, account: Account, person: string, mid: string): void {
  const magic = magicOf(state, person);
  const seenDelayMs = state.options.seenDelayMs ?? (magic?.sees === true ? 100 : undefined);
  if (seenDelayMs === undefined || magic?.sees === false) return;
  if (!state.transcripts.readsByItself(keyOf(account, person))) return;
  state.delivery.later(seenDelayMs, () => {
    seeUpTo(state, account, person, mid);
    if (magic?.answers === true) inboundMessage(state, account, person, { kind: "image" });
  });
}
