/**
 * What a phone in a browser sees of a simulated platform and does to it: the same for every simulator. This is the wire
 * contract of `/_simulator/phone/…` (router.ts); docs/subsystems/demo.md tells how it is used. Times are milliseconds
 * since 1970 on the platform's clock.
 */

/** `pending`: not told to the business yet. For messages of the customer `delivered` means that the callback was taken. */
export type PhoneStatus = "pending" | "sent" | "delivered" | "read" | "failed";

export type PhoneMessageKind =
  | "text"
  | "image"
  | "video"
  | "audio"
  | "document"
  | "sticker"
  | "location"
  | "contacts"
  /** Anything else: `text` says what it is. */
  | "other";

export interface PhoneChoice {
  id: string;
  title: string;
  description?: string;
}

export interface PhoneMessage {
  /** The platform's. */
  id: string;
  from: "customer" | "business";
  kind: PhoneMessageKind;
  /** The text, or the caption of media. */
  text: string | null;
  /** Its bytes come from `media/{message id}`. */
  media?: { mimeType: string; name: string | null };
  place?: { latitude: number; longitude: number; name: string | null };
  /** Buttons or rows that the customer may tap. */
  choices?: PhoneChoice[];
  /** What stands above and below the text of a template or of a message with choices. */
  header?: string;
  footer?: string;
  /** What is special about it, in words above it: a story that it answers, an app that it was written in. */
  note?: string;
  replyTo: string | null;
  reactions: { customer: string | null; business: string | null };
  at: number;
  status: PhoneStatus;
  /** Why it did not arrive, in words. */
  problem: string | null;
  edited: boolean;
  deleted: boolean;
}

/** Whose conversation: an account of a business and a customer, by the platform's ids. */
export interface ThreadKey {
  accountId: string;
  customerId: string;
}

/** What the business may send to the customer, by the platform's rules. */
export interface PhoneWindow {
  /** Until when it may write freely; null: the customer has not written. */
  expiresAt: number | null;
  /** Until when a person of the business may still answer, beyond the window; null: there is no such rule. */
  personUntil: number | null;
  /** Messages that the platform counts at this time; null: it counts none. */
  count: { label: string; used: number; max: number } | null;
}

export interface PhoneThread extends ThreadKey {
  /** The business is typing. */
  typing: boolean;
  /** Messages of the business that arrived and are not read. */
  unread: number;
  /** True: what arrives is read by itself after a moment. */
  readReceipts: boolean;
  window: PhoneWindow;
  last: { from: "customer" | "business"; text: string; at: number } | null;
  faults: PhoneFault[];
}

export interface PhoneFault {
  id: string;
  label: string;
  help: string;
  /** `once`: for the next message; `switch`: until it is switched off. */
  mode: "once" | "switch";
  on: boolean;
}

export interface PhoneLogEntry {
  seq: number;
  at: number;
  level: "info" | "problem";
  text: string;
}

export interface PhoneClock {
  now: number;
  /** Ahead of real time by this. */
  offsetMs: number;
}

export interface PhoneSample {
  id: string;
  label: string;
  /** Pictures are shown as such (`samples/{id}`), everything else by a sign. */
  kind: PhoneMessageKind | "story" | "post" | "heart";
}

export interface PhoneAbilities {
  quote: boolean;
  /** Emoji offered for reactions; empty: the platform has none. */
  reactions: string[];
  /** Whether the customer can put away what arrives unread. */
  readReceipts: boolean;
  samples: PhoneSample[];
  /** Whether words may go along with a picture. */
  captions: boolean;
  /** A file of the person's own; null: not on this platform. */
  files: { mimeTypes: string[]; sizeBytesMax: number } | null;
  location: boolean;
  /** Whether answers from the platform's own app can be played. */
  ownApp: boolean;
  /** Characters of one text. */
  textMax: number;
}

export interface PhoneCustomer {
  id: string;
  name: string;
  /** As a person would read it: a number, a user name. */
  address: string;
}

/** `GET phone` */
export interface PhoneState {
  /** Changes up to this number are in it. */
  seq: number;
  kind: string;
  /** Name of the kind for people, without trademarks. */
  title: string;
  abilities: PhoneAbilities;
  accounts: { id: string; name: string; address: string }[];
  customers: PhoneCustomer[];
  /** Conversations that have begun. */
  threads: PhoneThread[];
  clock: PhoneClock;
  log: PhoneLogEntry[];
}

/** `GET phone/threads/{account}/{customer}` */
export interface PhoneTranscript {
  seq: number;
  thread: PhoneThread;
  /** Oldest first. */
  messages: PhoneMessage[];
}

/** One event of `GET phone/stream`. */
export type PhoneChange = { seq: number } & (
  | { type: "message"; key: ThreadKey; message: PhoneMessage }
  | { type: "thread"; thread: PhoneThread }
  | { type: "log"; entry: PhoneLogEntry }
  /** Customers, accounts or the clock changed, or everything was forgotten: fetch the state again. */
  | { type: "state" }
);
