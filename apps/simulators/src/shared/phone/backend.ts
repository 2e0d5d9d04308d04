import type { PhoneAbilities, PhoneChoice, PhoneCustomer, PhoneFault, PhoneWindow, ThreadKey } from "./types.ts";

/** `POST phone/threads/{account}/{customer}/messages` */
export type PhoneInput = { replyTo?: string } & (
  | { type: "text"; text: string }
  | { type: "sample"; sample: string; caption?: string }
  | { type: "file"; mimeType: string; data: Buffer; name?: string; caption?: string }
  | { type: "location"; latitude: number; longitude: number; name?: string }
);

/** What each simulator brings; everything else is shared. Wrong input throws an Error that says what is wrong. */
export interface PhoneBackend {
  readonly kind: string;
  readonly title: string;
  readonly abilities: PhoneAbilities;
  accounts(): { id: string; name: string; address: string }[];
  /** Those the demo brings and whoever else has written. */
  customers(): PhoneCustomer[];
  /** Sends as the customer; answers the id of the message. */
  send(key: ThreadKey, input: PhoneInput): string;
  /** null takes the reaction back. */
  react(key: ThreadKey, messageId: string, emoji: string | null): void;
  /** Tells the business that these of its messages are read. */
  markRead(key: ThreadKey, messageIds: string[]): void;
  choose(key: ThreadKey, messageId: string, choice: PhoneChoice): void;
  /** Somebody of the business answers in the platform's own app. Absent: the platform does not tell of such answers. */
  answerInApp?(key: ThreadKey, text: string): string;
  window(key: ThreadKey): PhoneWindow;
  faults(key: ThreadKey): PhoneFault[];
  setFault(key: ThreadKey, id: string, on: boolean): void;
  /** What the message carries, as its receiver would load it. */
  media(messageId: string): Promise<{ mimeType: string; bytes: Buffer } | null>;
}
