import { createHash } from "node:crypto";
import { deliverAction } from "../shared/phone/index.ts";
import { metaJson } from "../shared/signing.ts";
import type { CustomerCall } from "./calls/calls.ts";
import { userIdOf } from "./ids.ts";
import { seenOf } from "./phone/phone-records.ts";
import { type InboundContent, type InboundModifiers, inboundFields, type StoredMedia } from "./inbound.ts";
import type { Person, PlatformState, RegisteredNumber } from "./state.ts";
import type { CallbackResponse } from "../shared/types.ts";

export interface InboundResult extends CallbackResponse {
  messageId: string;
}

/** A person who uses the messenger. Every call is a signed callback; the promise is the response to it. */
export interface Customer {
  readonly waId: string;
  readonly userId: string;
  sendText(phoneNumberId: string, text: string, modifiers?: InboundModifiers): Promise<InboundResult>;
  send(phoneNumberId: string, content: InboundContent, modifiers?: InboundModifiers): Promise<InboundResult>;
  /** Calls; `answered` is the response to the webhook. Throws if the number takes no calls. */
  call(phoneNumberId: string, offer: string): { call: CustomerCall; answered: Promise<CallbackResponse> };
  /** Stops or resumes marketing messages. */
  setMarketing(phoneNumberId: string, value: "stop" | "resume"): Promise<CallbackResponse>;
}

/** A transparent pixel; a stand-in for every kind of media. */
const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

/** Content that opens the 24 hours. Reactions, system notes, edits and deletions do not (section 6, point 11). */
const NO_WINDOW = new Set<string>(["reaction", "number_changed", "revoke", "edit", "unsupported"]);

export function ensurePerson(state: PlatformState, waId: string, name?: string): Person {
  let person = state.people.get(waId);
  if (!person) {
    person = { waId, name: name ?? `Customer ${waId.slice(-4)}`, userId: userIdOf(waId), hidePhone: false };
    state.people.set(waId, person);
  } else if (name !== undefined) person.name = name;
  return person;
}

export function contactsJson(person: Person): string {
  const profile = person.username ? { name: person.name, username: person.username } : { name: person.name };
  const phone = person.hidePhone ? {} : { wa_id: person.waId };
  return metaJson([{ profile, ...phone, user_id: person.userId }]);
}

/** Stores media for download; whoever knows the simulator's address sets its URL. */
export function storeMedia(state: PlatformState, mimeType: string, bytes: Buffer = PIXEL): StoredMedia {
  const id = state.ids.number();
  state.media.set(id, { mimeType, bytes });
  return { id, sha256: createHash("sha256").update(bytes).digest("base64"), url: state.mediaUrl(id) };
}

/** Sends one customer message; `answered` is called with the response to its callback. Returns the message id. */
export function inboundMessage(
  state: PlatformState,
  number: RegisteredNumber,
  waId: string,
  content: InboundContent,
  modifiers: InboundModifiers = {},
  answered?: (answer: CallbackResponse) => void,
): string {
  const person = ensurePerson(state, waId);
  const at = modifiers.at ?? state.clock.now();
  const id = modifiers.messageId ?? state.ids.message(waId);
  if (!NO_WINDOW.has(content.kind)) number.windows.set(waId, Math.max(at, number.windows.get(waId) ?? 0));
  const replyTo = modifiers.replyTo ?? ("replyTo" in content ? content.replyTo : undefined);
  const context = replyTo
    ? { context: { from: number.displayPhoneNumber, id: replyTo } }
    : modifiers.forwarded
      ? { context: { forwarded: true } }
      : {};
  let mediaId: string | undefined;
  const message = {
    ...(person.hidePhone ? {} : { from: waId }),
    from_user_id: person.userId,
    id,
    timestamp: String(Math.floor(at / 1000)),
    ...context,
    ...(modifiers.referral ? { referral: modifiers.referral } : {}),
    ...inboundFields(content, (mimeType, bytes) => {
      const stored = storeMedia(state, mimeType, bytes);
      mediaId = stored.id;
      return stored;
    }),
  };
  // System messages have no contacts (2.4).
  const bare = modifiers.withoutContacts || content.kind === "number_changed";
  const contacts = bare ? "" : `"contacts":${contactsJson(person)},`;
  const entry = `${number.entryHead}${contacts}"messages":[${metaJson(message)}]},"field":"messages"}]}`;
  const seen = state.transcripts.enabled ? seenOf(state, id, content, { at, replyTo, mediaId }) : null;
  deliverAction(state, { accountId: number.phoneNumberId, customerId: waId }, seen, answered, (onAnswered) =>
    state.outbox.deliver(number.destination, entry, onAnswered),
  );
  return id;
}

export function customerOf(state: PlatformState, person: Person): Customer {
  const numberOf = (phoneNumberId: string): RegisteredNumber => {
    const number = state.numbers.get(phoneNumberId);
    if (!number) throw new Error(`number ${phoneNumberId} is not registered`);
    return number;
  };
  const send: Customer["send"] = (phoneNumberId, content, modifiers) =>
    new Promise((resolve, reject) => {
      try {
        const messageId: string = inboundMessage(state, numberOf(phoneNumberId), person.waId, content, modifiers, (answer) =>
          // The message id is known by then: no response arrives within the call itself, except for a drop.
          queueMicrotask(() => resolve({ ...answer, messageId })),
        );
      } catch (error) {
        reject(error);
      }
    });
  return {
    waId: person.waId,
    get userId() {
      return person.userId;
    },
    send,
    sendText: (phoneNumberId, text, modifiers) => send(phoneNumberId, { kind: "text", text }, modifiers),
    call(phoneNumberId, offer) {
      let answered: (answer: CallbackResponse) => void = () => undefined;
      const promise = new Promise<CallbackResponse>((resolve) => (answered = resolve));
      return { call: state.voiceCalls.place(numberOf(phoneNumberId), person.waId, offer, answered), answered: promise };
    },
    setMarketing: (phoneNumberId, value) =>
      new Promise((resolve) => {
        const number = numberOf(phoneNumberId);
        const preference = {
          wa_id: person.waId,
          user_id: person.userId,
          detail: `User requested to ${value} marketing messages`,
          category: "marketing_messages",
          value,
          timestamp: state.seconds(),
        };
        const entry = `${number.entryHead}"contacts":${contactsJson(person)},"user_preferences":${metaJson([preference])}},"field":"user_preferences"}]}`;
        state.outbox.deliver(number.destination, entry, resolve);
      }),
  };
}
