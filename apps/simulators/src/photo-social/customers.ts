import type { CallbackAnswer } from "../shared/types.ts";
import { type InboundContent, type InboundModifiers, inboundFields } from "./inbound.ts";
import type { Account, Person, PlatformState } from "./state.ts";

export interface InboundResult extends CallbackAnswer {
  messageId: string;
}

export interface CustomerProfile {
  name?: string | null;
  username?: string;
}

/** A person with the app in hand. Every call is a signed callback; the promise is the answer to it. */
export interface Customer {
  readonly id: string;
  sendText(accountId: string, text: string, modifiers?: InboundModifiers): Promise<InboundResult>;
  send(accountId: string, content: InboundContent, modifiers?: InboundModifiers): Promise<InboundResult>;
  /** Without an emoji the reaction is taken back. */
  react(accountId: string, messageId: string, emoji?: string): Promise<CallbackAnswer>;
  /** Has seen everything up to this message; default: the newest one sent to the person. */
  see(accountId: string, messageId?: string, at?: number): Promise<CallbackAnswer>;
  edit(accountId: string, messageId: string, text: string, numEdit?: number): Promise<CallbackAnswer>;
  unsend(accountId: string, messageId: string): Promise<CallbackAnswer>;
}

/** What opens no window (3.7). */
const NO_WINDOW = new Set<string>(["referral", "raw"]);

const reactionNames = new Map([
  ["\u2764\ufe0f", "love"],
  ["\u{1f44d}", "like"],
  ["\u{1f606}", "laugh"],
]);

export function ensurePerson(state: PlatformState, id: string, profile: CustomerProfile = {}): Person {
  const known = state.people.get(id) ?? { id, name: `Customer ${id.slice(-4)}`, username: `customer.${id.slice(-4)}` };
  const person = { ...known, ...profile };
  state.people.set(id, person);
  return person;
}

/** One element between the account and a person; `outbound` is what the account itself sent. */
export function elementOf(state: PlatformState, account: Account, person: string, fields: object, outbound: boolean, at?: number): object {
  const [sender, recipient] = outbound ? [account.accountId, person] : [person, account.accountId];
  return { sender: { id: sender }, recipient: { id: recipient }, timestamp: at ?? state.clock.now(), ...fields };
}

/** Sends one customer message; `answered` hears the answer to its callback. Returns the message id. */
export function inboundMessage(
  state: PlatformState,
  account: Account,
  person: string,
  content: InboundContent,
  modifiers: InboundModifiers = {},
  answered?: (answer: CallbackAnswer) => void,
): string {
  ensurePerson(state, person);
  const at = modifiers.at ?? state.clock.now();
  const mid = modifiers.messageId ?? state.ids.message(person);
  state.messages.set(mid, { accountId: account.accountId, person, outbound: false });
  if (!NO_WINDOW.has(content.kind)) account.windows.set(person, Math.max(at, account.windows.get(person) ?? 0));
  const fields = inboundFields(content, mid, modifiers, (mimeType, bytes) => state.storeMedia(mimeType, bytes));
  state.delivery.deliver(
    account,
    elementOf(state, account, person, fields, false, at),
    answered,
    modifiers.standby ? "standby" : "messaging",
  );
  return mid;
}

export function customerOf(state: PlatformState, id: string): Customer {
  const tell = (accountId: string, fields: object, at?: number): Promise<CallbackAnswer> =>
    new Promise((resolve) => {
      const account = state.accountNamed(accountId);
      state.delivery.deliver(account, elementOf(state, account, id, fields, false, at), resolve);
    });
  const send: Customer["send"] = (accountId, content, modifiers) =>
    new Promise((resolve, reject) => {
      try {
        const messageId: string = inboundMessage(state, state.accountNamed(accountId), id, content, modifiers, (answer) =>
          // The message id is known by now: no answer comes within the call that asks, except a drop.
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
    react: (accountId, mid, emoji) =>
      tell(accountId, {
        reaction:
          emoji === undefined ? { mid, action: "unreact" } : { mid, action: "react", reaction: reactionNames.get(emoji) ?? "other", emoji },
      }),
    see(accountId, messageId, at) {
      const newest = [...state.messages].findLast(([, m]) => m.outbound && m.person === id && m.accountId === accountId)?.[0];
      const mid = messageId ?? newest;
      if (mid === undefined) throw new Error(`nothing was sent to ${id}`);
      return tell(accountId, { read: { mid } }, at);
    },
    edit: (accountId, mid, text, numEdit = 1) => tell(accountId, { message_edit: { mid, text, num_edit: numEdit } }),
    unsend: (accountId, mid) => tell(accountId, { message: { mid, is_deleted: true } }),
  };
}
