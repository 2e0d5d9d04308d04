/**
 * What a phone in a browser sees of a simulated platform and does with it: the same for every simulator. This is the
 * wire contract of `/_simulator/phone/…` (router.ts); docs/subsystems/demo.md describes its use. Times are milliseconds
 * since 1970 on the platform's clock.
 */

/**
 * `pending`: not delivered to the business yet. For a customer's message, `delivered` means that the callback was
 * accepted.
 */
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
  /** A voice call: `text` describes how it went. */
  | "call"
  /** Anything else: `text` describes it. */
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
  /** The lines above and below the text of a template or of a message with choices. */
  header?: string;
  footer?: string;
  /** A remark shown above it: the story that it answers, or the app in which it was written. */
  note?: string;
  replyTo: string | null;
  reactions: { customer: string | null; business: string | null };
  at: number;
  status: PhoneStatus;
  /** Why it did not arrive, as a text. */
  problem: string | null;
  edited: boolean;
  deleted: boolean;
}

/** The conversation of a business's account and a customer, by the platform's ids. */
export interface ThreadKey {
  accountId: string;
  customerId: string;
}

/** What the business may send to the customer, by the platform's rules. */
export interface PhoneWindow {
  /** Until when it may write freely; null: the customer has not written. */
  expiresAt: number | null;
  /** Until when a person of the business may still answer, after the window; null: there is no such rule. */
  personUntil: number | null;
  /** Messages that the platform counts at this time; null: it counts none. */
  count: { label: string; used: number; max: number } | null;
}

export interface PhoneThread extends ThreadKey {
  /** The business is typing. */
  typing: boolean;
  /** Messages of the business that arrived and are not read. */
  unread: number;
  /** True: incoming messages are read automatically after a moment. */
  readReceipts: boolean;
  window: PhoneWindow;
  last: { from: "customer" | "business"; text: string; at: number } | null;
  faults: PhoneFault[];
}

/** A voice call by the customer. */
export interface PhoneCall {
  id: string;
  /** `preparing`: media may be set up, but nothing is heard before `accepted`. */
  state: "ringing" | "preparing" | "accepted" | "ended";
  /** The business's session description, once there is one. */
  answer: string | null;
  end: { how: "hung_up" | "rejected" | "missed" | "cancelled" | "failed"; by: "customer" | "business" | "platform" } | null;
  acceptedAt: number | null;
  endedAt: number | null;
  /** The latest words, if known. */
  caption: { from: "caller" | "agent"; text: string } | null;
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
  /** How far it is ahead of real time. */
  offsetMs: number;
}

export interface PhoneSample {
  id: string;
  label: string;
  /** Pictures are shown (`samples/{id}`), everything else as an icon. */
  kind: PhoneMessageKind | "story" | "post" | "heart";
}

export interface PhoneAbilities {
  quote: boolean;
  /** Emoji offered for reactions; empty: the platform has none. */
  reactions: string[];
  /** Whether the customer can leave incoming messages unread. */
  readReceipts: boolean;
  samples: PhoneSample[];
  /** Whether a picture may have a caption. */
  captions: boolean;
  /** A person's own file; null: not possible on this platform. */
  files: { mimeTypes: string[]; sizeBytesMax: number } | null;
  location: boolean;
  /** Whether answers from the platform's own app can be simulated. */
  ownApp: boolean;
  /** Voice calls; null: the platform has none. */
  calls: {
    /** What a caller is assumed to say, turn by turn: the simulation hears that somebody speaks, but no words. */
    lines: readonly string[];
  } | null;
  /** The maximum number of characters of a text. */
  textMax: number;
}

export interface PhoneCustomer {
  id: string;
  name: string;
  /** In readable form: a number, a user name. */
  address: string;
}

/** `GET phone` */
export interface PhoneState {
  /** Includes the changes up to this number. */
  seq: number;
  kind: string;
  /** The displayed name of the kind, without trademarks. */
  title: string;
  abilities: PhoneAbilities;
  accounts: { id: string; name: string; address: string }[];
  customers: PhoneCustomer[];
  /** Conversations that have started. */
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
  /** The customer's last call; null: there was none. */
  call: PhoneCall | null;
}

/** One event of `GET phone/stream`. */
export type PhoneChange = { seq: number } & (
  | { type: "message"; key: ThreadKey; message: PhoneMessage }
  | { type: "thread"; thread: PhoneThread }
  | { type: "log"; entry: PhoneLogEntry }
  | { type: "call"; key: ThreadKey; call: PhoneCall }
  /** Customers, accounts or the clock changed, or everything was cleared: fetch the state again. */
  | { type: "state" }
);
