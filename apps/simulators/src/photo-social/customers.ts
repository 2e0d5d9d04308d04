import { deliverAction } from "../shared/phone/index.ts";
import type { CallbackResponse } from "../shared/types.ts";
import { type InboundContent, type InboundModifiers, inboundFields } from "./inbound.ts";
import { shownOfInbound } from "./phone-content.ts";
import { keyOf, seenOf } from "./phone-records.ts";
import { nameOf } from "./reactions.ts";
import type { Account, Person, PlatformState } from "./state.ts";

export interface InboundResult extends CallbackResponse {
  messageId: string;
}

export interface CustomerProfile {
  name?: string | null;
  username?: string;
}

/** A person who uses the app. Every call is a signed callback; the promise is the response to it. */
export interface Customer {
  readonly id: string;
  sendText(accountId: string, text: string, modifiers?: InboundModifiers): Promise<InboundResult>;
  send(accountId: string, content: InboundContent, modifiers?: InboundModifiers): Promise<InboundResult>;
  /** Without an emoji the reaction is removed. */
  react(accountId: string, messageId: string, emoji?: string): Promise<CallbackResponse>;
  /** Has seen everything up to this message; default: the newest one sent to the person. */
  see(accountId: string, messageId?: string, at?: number): Promise<CallbackResponse>;
  edit(accountId: string, messageId: string, text: string, numEdit?: number): Promise<CallbackResponse>;
  unsend(accountId: string, messageId: string): Promise<CallbackResponse>;
}

/** Content that opens no window (3.7). */
const NO_WINDOW = new Set<string>(["referral", "raw"]);

export function ensurePerson(state: PlatformState, id: string, profile: CustomerProfile = {}): Person {
  const known = state.people.get(id) ?? { id, name: `Customer ${id.slice(-4)}`, username: `customer.${id.slice(-4)}` };
  const person = { ...known, ...profile };
  state.people.set(id, person);
  return person;
}

/** One element between the account and a person; `outbound`: the account itself sent it. */
export function elementOf(state: PlatformState, account: Account, person: string, fields: object, outbound: boolean, at?: number): object {
  const [sender, recipient] = outbound ? [account.accountId, person] : [person, account.accountId];
  return { sender: { id: sender }, recipient: { id: recipient }, timestamp: at ?? state.clock.now(), ...fields };
}

/** Sends one customer message; `answered` is called with the response to its callback. Returns the message id. */
export function inboundMessage(
  state: PlatformState,
  account: Account,
  person: string,
  content: InboundContent,
  modifiers: InboundModifiers = {},
  answered?: (answer: CallbackResponse) => void,
): string {
  ensurePerson(state, person);
  const at = modifiers.at ?? state.clock.now();
  const mid = modifiers.messageId ?? state.ids.message(person);
  state.messages.set(mid, { accountId: account.accountId, person, outbound: false });
  if (!NO_WINDOW.has(content.kind)) account.windows.set(person, Math.max(at, account.windows.get(person) ?? 0));
  let url: string | undefined;
  const fields = inboundFields(content, mid, modifiers, (mimeType, bytes) => {
    const stored = state.storeMedia(mimeType, bytes);
    url ??= stored;
    return stored;
  });
  const element = elementOf(state, account, person, fields, false, at);
  const seen = seenOf(state, mid, content, modifiers, at, url);
  deliverAction(state, keyOf(account, person), seen, answered, (onAnswered) =>
    state.delivery.deliver(account, element, onAnswered, modifiers.standby ? "standby" : "messaging"),
  );
  return mid;
}

/** A message that a person of the business writes in the platform's own app: an echo. Returns the message id. */
export function typeInApp(
  state: PlatformState,
  account: Account,
  person: string,
  content: InboundContent,
  answered?: (answer: CallbackResponse) => void,
): string {
  const mid = state.ids.message(person);
  state.messages.set(mid, { accountId: account.accountId, person, outbound: true });
  const fields = inboundFields(content, mid, {}, (mimeType, bytes) => state.storeMedia(mimeType, bytes));
  const shown = shownOfInbound(content);
  const note = "Answered in the platform's own app";
  if (shown !== null) state.transcripts.add(keyOf(account, person), { id: mid, from: "business", status: "delivered", ...shown, note });
  const message = { ...(fields.message as object), is_echo: true };
  state.delivery.deliver(account, elementOf(state, account, person, { message }, true), answered);
  return mid;
}

/** The person has read everything up to this message. */
export function seeUpTo(
  state: PlatformState,
  account: Account,
  person: string,
  mid: string,
  at?: number,
  answered?: (answer: CallbackResponse) => void,
): void {
  state.transcripts.readUpTo(keyOf(account, person), "business", (message) => message.id === mid);
  state.delivery.deliver(account, elementOf(state, account, person, { read: { mid } }, false, at), answered);
}

export function customerOf(state: PlatformState, id: string): Customer {
  const deliver = (accountId: string, fields: object): Promise<CallbackResponse> =>
    new Promise((resolve) => {
      const account = state.accountNamed(accountId);
      state.delivery.deliver(account, elementOf(state, account, id, fields, false), resolve);
    });
  const send: Customer["send"] = (accountId, content, modifiers) =>
    new Promise((resolve, reject) => {
      try {
        const messageId: string = inboundMessage(state, state.accountNamed(accountId), id, content, modifiers, (answer) =>
          // The message id is known by then: no response arrives within the call itself, except for a drop.
          queueMicrotask(() => resolve({ ...answer, messageId })),
        );
      } catch (error) {
        reject(error);
      }
    });
  return {
    id,
    send,
    sendText: (accountId, text, modifiers) => send(accountId, { kind: "text", text }, modifiers),
    react(accountId, mid, emoji) {
      state.transcripts.setReaction(mid, "customer", emoji ?? null);
      return deliver(accountId, {
        reaction: emoji === undefined ? { mid, action: "unreact" } : { mid, action: "react", reaction: nameOf(emoji), emoji },
      });
    },
    see(accountId, messageId, at) {
      const newest = [...state.messages].findLast(([, m]) => m.outbound && m.person === id && m.accountId === accountId)?.[0];
      const mid = messageId ?? newest;
      if (mid === undefined) throw new Error(`nothing was sent to ${id}`);
      return new Promise((resolve) => seeUpTo(state, state.accountNamed(accountId), id, mid, at, resolve));
    },
    edit(accountId, mid, text, numEdit = 1) {
      state.transcripts.edit(mid, text);
      return deliver(accountId, { message_edit: { mid, text, num_edit: numEdit } });
    },
    unsend(accountId, mid) {
      state.transcripts.remove(mid);
      return deliver(accountId, { message: { mid, is_deleted: true } });
    },
  };
}
