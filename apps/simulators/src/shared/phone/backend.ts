import type { PhoneFaults } from "./faults.ts";
import type { MediaSources } from "./media.ts";
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

/** The parts of a backend that are the same wherever faults and media are kept in the usual way. */
export function usualParts(state: {
  phoneFaults: PhoneFaults;
  mediaSources: MediaSources;
}): Pick<PhoneBackend, "faults" | "setFault" | "media"> {
  return {
    faults: (key) => state.phoneFaults.list(key),
    setFault: (key, id, on) => state.phoneFaults.set(key, id, on),
    media: (messageId) => state.mediaSources.load(messageId),
  };
}

/** What is sent where pictures go without words, and places not at all. */
export function plainContent<C>(
  input: PhoneInput,
  sampleContent: (id: string) => C,
): C | { kind: "text"; text: string } | { kind: "image"; mimeType: string; bytes: Buffer } {
  switch (input.type) {
    case "text":
      return { kind: "text", text: input.text };
    case "file":
      return { kind: "image", mimeType: input.mimeType, bytes: input.data };
    case "sample":
      return sampleContent(input.sample);
    case "location":
      throw new Error("this platform has no locations");
  }
}
