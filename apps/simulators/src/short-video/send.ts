import type { ThreadKey } from "../shared/phone/index.ts";
import { echo, inboundMessage, readMark } from "./customers.ts";
import type { Conversation } from "./conversations.ts";
import { refusal } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Fault } from "./knobs.ts";
import { magicOf } from "./magic.ts";
import { keyOf, recordAction, recordSend } from "./phone/phone-records.ts";
import { checkSend } from "./send-check.ts";
import type { Account, PlatformState } from "./state.ts";

type Body = Record<string, unknown>;

/** `POST business/message/send/`. The token is already checked. */
export function handleSend(exchange: Exchange, account: Account): void {
  const { state, call, body } = exchange;
  const wrong = checkSend(body);
  if (wrong) return exchange.refuse(wrong);
  const conversation = state.conversations.get(body.recipient as string);
  if (!conversation || conversation.businessId !== account.businessId)
    return exchange.refuseWith(40007, "The conversation does not exist.");
  Object.assign(call, { businessId: account.businessId, conversationId: conversation.id, userId: conversation.userId });
  const action = body.message_type === "SENDER_ACTION";
  if (!action) state.counts.sends++;

  const missing = missingPart(exchange, conversation, account);
  if (missing) return refuse(exchange, missing);
  // An invalid message does not use up a fault.
  const fault = action ? undefined : state.faults.takeForSend(conversation.userId);
  if (fault) state.phoneFaults.onUsed(keyOf(conversation), fault);
  if (fault && exchange.actBeforeAccept(fault)) {
    state.counts.refused++;
    return;
  }
  if (!state.takeBudget("send")) return refuse(exchange, refusal(40100));
  if (action) {
    recordAction(state, conversation, body.sender_action);
    return exchange.answer({ message: { message_id: "" } });
  }
  const now = state.clock.now();
  const magic = state.options.magicRecipients === false ? {} : magicOf(conversation.userId);
  const blocked = magic.blocked ?? (state.options.windows === false ? undefined : conversation.refuses(now));
  if (blocked !== undefined) return refuse(exchange, refusal(40064, blocked));
  accept(exchange, account, conversation, fault);
}

function refuse(exchange: Exchange, given: ReturnType<typeof refusal>): void {
  if (exchange.body.message_type !== "SENDER_ACTION") exchange.state.counts.refused++;
  exchange.refuse(given);
}

/** Something that the body refers to and the platform does not have. */
function missingPart(exchange: Exchange, conversation: Conversation, account: Account) {
  const { state, body } = exchange;
  const quoted = (body.referenced_message_info as Body | undefined)?.referenced_message_id;
  if (quoted !== undefined && !conversation.has(String(quoted))) return refusal(40007, "The referenced message does not exist.");
  if (body.message_type !== "IMAGE") return undefined;
  if (!account.takesImages) return refusal(40001, "The account cannot send images in this region.");
  const mediaId = String((body.image as Body).media_id);
  return state.media.has(mediaId) ? undefined : refusal(40007, "The media does not exist.");
}

function accept(exchange: Exchange, account: Account, conversation: Conversation, fault: Fault | undefined): void {
  const { state, call, body } = exchange;
  const now = state.clock.now();
  const message = { id: state.ids.message(), fromBusiness: true, at: now, fields: fieldsOf(body), source: "API" };
  call.messageId = message.id;
  state.counts.accepted++;
  conversation.businessWrote(now);
  conversation.keep(message);
  recordSend(state, conversation, message.id, now, body);
  const json = exchange.envelope({ message: { message_id: message.id } });

  const { drop, order } = state.outbox.behaviour;
  const { userId } = conversation;
  const magic = state.options.magicRecipients === false ? {} : magicOf(userId);
  const echoes = state.options.echoes !== false && !drop.includes("echo");
  const reads = readsByItself(state, keyOf(conversation));
  const delays = delaysOf(state);
  const postEcho = (answered?: () => void) => echo(state, account, userId, message, answered);
  const read = (answered?: () => void) => {
    readMark(state, account, userId, now, answered);
    if (magic.answersWithImage) inboundMessage(state, account, userId, { kind: "image" });
  };
  if (fault?.kind === "echo_before_answer") {
    postEcho(() => exchange.answerWithFault(json, undefined));
    if (reads) state.later(delays.read, read);
    return;
  }
  const steps = [...(echoes ? [postEcho] : []), ...(reads ? [read] : [])];
  // Scheduled, even without a delay: the response to the send comes first.
  inTurn(state, order === "reversed" ? steps.reverse() : steps, echoes ? delays.echo : delays.read, delays.read);
  exchange.answerWithFault(json, fault);
}

const delaysOf = (state: PlatformState) => state.options.delaysMs ?? { echo: 50, read: 400 };

function readsByItself(state: PlatformState, key: ThreadKey): boolean {
  const magic = state.options.magicRecipients === false ? {} : magicOf(key.customerId);
  const usual = state.options.reads !== false && !state.outbox.behaviour.drop.includes("read");
  return (magic.reads ?? usual) && state.transcripts.readsByItself(key);
}

/** A message that was not sent through the API is read after the same delay. */
export function readLater(state: PlatformState, account: Account, userId: string): void {
  if (!readsByItself(state, { accountId: account.businessId, customerId: userId })) return;
  state.later(delaysOf(state).read, () => readMark(state, account, userId, state.clock.now()));
}

/** Each after the previous one was answered, so that their order is certain. */
function inTurn(state: PlatformState, steps: ((answered?: () => void) => void)[], firstMs: number, secondMs: number): void {
  const [first, second] = steps;
  if (!first) return;
  state.later(firstMs, () => first(second && (() => state.later(Math.max(0, secondMs - firstMs), second))));
}

/** A sent message in the webhooks' spelling. */
function fieldsOf(body: Body): Body {
  switch (body.message_type) {
    case "IMAGE":
      return { type: "image", image: body.image };
    case "SHARE_POST": {
      const id = (body.share_post as Body).item_id;
      return { type: "share_post", share_post: { video_id: id, embed_url: `https://www.tiktok.com/player/v1/${id}` } };
    }
    case "TEMPLATE": {
      const { title, buttons } = body.template as { title: string; buttons: Body[] };
      return { type: "template", template: { elements: [{ title, buttons: buttons.map((button) => ({ text: button.title })) }] } };
    }
    default: {
      const quoted = body.referenced_message_info;
      return { type: "text", text: body.text, ...(quoted === undefined ? {} : { referenced_message_info: quoted }) };
    }
  }
}
