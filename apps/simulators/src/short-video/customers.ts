import { deliverAction } from "../shared/phone/index.ts";
import type { CallbackResponse } from "../shared/types.ts";
import { conversationIdOf } from "./ids.ts";
import { type InboundContent, type InboundModifiers, inboundFields } from "./inbound.ts";
import { keyOf, seenOf } from "./phone/phone-records.ts";
import type { Account, Person, PlatformState } from "./state.ts";

export interface InboundResult extends CallbackResponse {
  messageId: string;
  conversationId: string;
}

/** A person who uses the app. Every call is a signed callback; the promise is the response to it. */
export interface Customer {
  readonly userId: string;
  readonly username: string;
  conversationId(businessId: string): string;
  sendText(businessId: string, text: string, modifiers?: InboundModifiers): Promise<InboundResult>;
  send(businessId: string, content: InboundContent, modifiers?: InboundModifiers): Promise<InboundResult>;
  /** Reads everything up to a time (milliseconds, default now). */
  markRead(businessId: string, upTo?: number): Promise<CallbackResponse>;
  /** Arrives through an ad or a link; `referral` as in channel-protocols.md 4.4. */
  arrive(businessId: string, referral: Record<string, unknown>, at?: number): Promise<CallbackResponse>;
}

/** The business account's own app: what is written there is delivered to us as an echo. */
export interface BusinessPhone {
  sendText(userId: string, text: string, modifiers?: InboundModifiers): Promise<InboundResult>;
  /** What the platform sends on the business's behalf: a welcome, an automatic answer (channel-protocols.md 4.4). */
  sendAutomatic(userId: string, kind: AutomaticKind, text: string, modifiers?: InboundModifiers): Promise<InboundResult>;
}

export type AutomaticKind = "WELCOME_MESSAGE" | "SUGGESTED_QUESTION" | "AUTO_REPLY" | "CHAT_PROMPT";

/** Types that do not open the 48 hours. */
const NO_WINDOW = new Set(["reaction"]);

/** The sender and recipient of every message event. */
export function sidesOf(account: Account, person: Person, fromBusiness: boolean): Record<string, unknown> {
  const customer = { id: person.userId, role: "personal_account" };
  const business = { id: account.businessId, role: "business_account" };
  return {
    from: fromBusiness ? account.username : person.username,
    to: fromBusiness ? person.username : account.username,
    unique_identifier: person.userId,
    from_user: fromBusiness ? business : customer,
    to_user: fromBusiness ? customer : business,
    conversation_id: conversationIdOf(account.businessId, person.userId),
  };
}

export function storeMedia(state: PlatformState, media: { mimeType: string; bytes: Buffer }): { id: string; url: string } {
  const id = state.ids.media();
  state.media.set(id, media);
  return { id, url: `${state.baseUrl}/_media/${id}` };
}

/** Sends one customer message; `answered` is called with the response to its callback. Returns the message id. */
export function inboundMessage(
  state: PlatformState,
  account: Account,
  userId: string,
  content: InboundContent,
  modifiers: InboundModifiers = {},
  answered?: (answer: CallbackResponse) => void,
): string {
  const person = state.person(userId);
  const conversation = state.conversation(account.businessId, userId);
  const at = modifiers.at ?? state.clock.now();
  const id = modifiers.messageId ?? state.ids.message();
  let mediaId: string | undefined;
  const fields = inboundFields(content, at, userId, (media) => {
    const stored = storeMedia(state, media);
    conversation.mediaIds.add(stored.id);
    mediaId = stored.id;
    return stored;
  });
  if (!NO_WINDOW.has(content.kind)) {
    conversation.customerWrote(at);
    conversation.keep({ id, fromBusiness: false, at, fields, source: "APP" });
  }
  const event = {
    ...sidesOf(account, person, false),
    message_id: id,
    timestamp: at,
    scene_type: 0,
    is_follower: true,
    message_tag: { source: "APP" },
    ...fields,
    ...(modifiers.replyTo === undefined ? {} : { referenced_message_info: { referenced_message_id: modifiers.replyTo } }),
  };
  const seen = seenOf(state, id, content, modifiers, at, mediaId);
  deliverAction(state, keyOf(conversation), seen, answered, (onAnswered) =>
    state.outbox.deliver(account.destination, "im_receive_msg", event, onAnswered),
  );
  return id;
}

/** A message of the business, sent in any way, as the platform reports it to the app. */
export function echo(
  state: PlatformState,
  account: Account,
  userId: string,
  message: { id: string; at: number; fields: Record<string, unknown>; source: string },
  answered?: (answer: CallbackResponse) => void,
): void {
  const event = {
    ...sidesOf(account, state.person(userId), true),
    message_id: message.id,
    timestamp: message.at,
    scene_type: 0,
    is_follower: true,
    message_tag: { source: message.source },
    ...message.fields,
  };
  state.outbox.deliver(account.destination, "im_send_msg", event, answered);
}

/** The customer has read the messages up to that time. */
export function readMark(
  state: PlatformState,
  account: Account,
  userId: string,
  upTo: number,
  answered?: (answer: CallbackResponse) => void,
): void {
  const key = { accountId: account.businessId, customerId: userId };
  state.transcripts.readUpTo(key, "business", (message) => message.at <= upTo);
  const event = {
    ...sidesOf(account, state.person(userId), false),
    timestamp: state.clock.now(),
    read: { last_read_timestamp: upTo },
  };
  state.outbox.deliver(account.destination, "im_mark_read_msg", event, answered);
}

/** A message that a person of the business writes in the platform's own app. Returns the message id. */
export function answerInApp(
  state: PlatformState,
  account: Account,
  userId: string,
  text: string,
  modifiers: InboundModifiers = {},
  answered?: (answer: CallbackResponse) => void,
): string {
  const what = { text, fields: { type: "text", text: { body: text } }, source: "APP", note: "Answered in the platform's own app" };
  return fromBusiness(state, account, userId, what, modifiers, answered);
}

/** A message of the business outside the API: the customer's phone shows it, and the app gets an echo. */
function fromBusiness(
  state: PlatformState,
  account: Account,
  userId: string,
  { text, fields, source, note }: { text: string; fields: Record<string, unknown>; source: string; note: string },
  modifiers: InboundModifiers,
  answered?: (answer: CallbackResponse) => void,
): string {
  const conversation = state.conversation(account.businessId, userId);
  const at = modifiers.at ?? state.clock.now();
  const id = modifiers.messageId ?? state.ids.message();
  const message = { id, fromBusiness: true, at, fields, source };
  conversation.businessWrote(at);
  conversation.keep(message);
  state.transcripts.add(keyOf(conversation), { id, from: "business", kind: "text", text, at, status: "delivered", note });
  echo(state, account, userId, message, answered);
  return id;
}

export function customerOf(state: PlatformState, person: Person): Customer {
  const send: Customer["send"] = (businessId, content, modifiers) =>
    withResult(conversationIdOf(businessId, person.userId), (answered) =>
      inboundMessage(state, state.account(businessId), person.userId, content, modifiers, answered),
    );
  return {
    userId: person.userId,
    get username() {
      return person.username;
    },
    conversationId: (businessId) => conversationIdOf(businessId, person.userId),
    send,
    sendText: (businessId, text, modifiers) => send(businessId, { kind: "text", text }, modifiers),
    markRead: async (businessId, upTo) => {
      const account = state.account(businessId);
      return new Promise((resolve) => readMark(state, account, person.userId, upTo ?? state.clock.now(), resolve));
    },
    arrive: async (businessId, referral, at) => {
      const account = state.account(businessId);
      const event = { ...sidesOf(account, person, false), timestamp: at ?? state.clock.now(), is_follower: false, referral };
      return new Promise((resolve) => state.outbox.deliver(account.destination, "im_referral_msg", event, resolve));
    },
  };
}

export function phoneOf(state: PlatformState, account: Account): BusinessPhone {
  return {
    sendText: (userId, text, modifiers = {}) =>
      withResult(conversationIdOf(account.businessId, userId), (answered) =>
        answerInApp(state, account, userId, text, modifiers, answered),
      ),
    // Their source is not documented: this is the one most easily mistaken for ours.
    sendAutomatic: (userId, kind, text, modifiers = {}) =>
      withResult(conversationIdOf(account.businessId, userId), (answered) => {
        const fields = { auto_message_type: kind, type: "text", text: { body: text } };
        const what = { text, fields, source: "API", note: "Sent by the platform by itself" };
        return fromBusiness(state, account, userId, what, modifiers, answered);
      }),
  };
}

/** The message id is known before the response, unless the callback is dropped at once. */
function withResult(conversationId: string, start: (answered: (answer: CallbackResponse) => void) => string): Promise<InboundResult> {
  return new Promise((resolve, reject) => {
    try {
      const messageId: string = start((answer) => queueMicrotask(() => resolve({ ...answer, messageId, conversationId })));
    } catch (error) {
      reject(error);
    }
  });
}
