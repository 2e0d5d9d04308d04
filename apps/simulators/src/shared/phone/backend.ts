import type { PhoneFaults } from "./faults.ts";
import type { MediaSources } from "./media.ts";
import type { PhoneAbilities, PhoneCall, PhoneChoice, PhoneCustomer, PhoneFault, PhoneWindow, ThreadKey } from "./types.ts";

/** `POST phone/threads/{account}/{customer}/messages` */
export type PhoneInput = { replyTo?: string } & (
  | { type: "text"; text: string }
  | { type: "sample"; sample: string; caption?: string }
  | { type: "file"; mimeType: string; data: Buffer; name?: string; caption?: string }
  | { type: "location"; latitude: number; longitude: number; name?: string }
);

/** The part that each simulator implements; everything else is shared. Invalid input throws an Error with a text. */
export interface PhoneBackend {
  readonly kind: string;
  readonly title: string;
  readonly abilities: PhoneAbilities;
  accounts(): { id: string; name: string; address: string }[];
  /** The demo's people and everybody else who has written. */
  customers(): PhoneCustomer[];
  /** Sends as the customer; returns the id of the message. */
  send(key: ThreadKey, input: PhoneInput): string;
  /** null removes the reaction. */
  react(key: ThreadKey, messageId: string, emoji: string | null): void;
  /** Reports these messages of the business as read. */
  markRead(key: ThreadKey, messageIds: string[]): void;
  choose(key: ThreadKey, messageId: string, choice: PhoneChoice): void;
  /** A person of the business answers in the platform's own app. Absent: the platform does not report such answers. */
  answerInApp?(key: ThreadKey, text: string): string;
  /** Absent: the platform has no calls. */
  calls?: {
    /** Calls with a session description; returns the id of the call. */
    place(key: ThreadKey, offer: string): string;
    hangUp(key: ThreadKey, callId: string): void;
    last(key: ThreadKey): PhoneCall | null;
  };
  /** The clock was moved. */
  timeMoved?(): void;
  window(key: ThreadKey): PhoneWindow;
  faults(key: ThreadKey): PhoneFault[];
  setFault(key: ThreadKey, id: string, on: boolean): void;
  /** The media of the message, as its recipient would load it. */
  media(messageId: string): Promise<{ mimeType: string; bytes: Buffer } | null>;
}

/** The parts of a backend that are the same if faults and media are stored in the usual way. */
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

/** The content for platforms without captions and locations. */
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
