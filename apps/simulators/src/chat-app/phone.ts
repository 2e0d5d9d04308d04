import {
  FICTIONAL_PEOPLE,
  type PhoneAbilities,
  type PhoneBackend,
  type PhoneChoice,
  type PhoneCustomer,
  type PhoneFault,
  type PhoneInput,
  SAMPLES,
  sampleOf,
  type ThreadKey,
} from "../shared/phone/index.ts";
import { ensurePerson, inboundMessage } from "./customers.ts";
import { customerFault, isOn, PHONE_FAULTS, setAccountFault } from "./phone-faults.ts";
import { loadMedia } from "./phone-media.ts";
import type { InboundContent } from "./inbound.ts";
import { WINDOW_MS } from "./send.ts";
import type { PlatformState, RegisteredNumber } from "./state.ts";

const MEGABYTE = 1024 * 1024;

const ABILITIES: PhoneAbilities = {
  quote: true,
  reactions: ["👍", "❤️", "😂", "😮", "😢", "🙏"],
  readReceipts: true,
  samples: SAMPLES.map(({ id, label, kind, mimeType }) => ({ id, label, kind, mimeType })),
  files: { mimeTypes: ["image/jpeg", "image/png"], sizeBytesMax: 5 * MEGABYTE },
  location: true,
  textMax: 4096,
};

/** The phone of a customer of this platform. Everything it does is a callback that the platform would send. */
export function createChatAppPhone(state: PlatformState): PhoneBackend {
  const numberOf = (accountId: string): RegisteredNumber => {
    const number = state.numbers.get(accountId);
    if (number === undefined) throw new Error(`number ${accountId} is not registered`);
    return number;
  };
  const sendAs = (key: ThreadKey, content: InboundContent, replyTo?: string): string => {
    nameFictional(state, key.customerId);
    return inboundMessage(state, numberOf(key.accountId), key.customerId, content, replyTo === undefined ? {} : { replyTo });
  };
  return {
    kind: "chat-app",
    title: "Chat app",
    abilities: ABILITIES,
    accounts: () =>
      [...state.numbers.values()].map((number) => ({
        id: number.phoneNumberId,
        name: number.verifiedName,
        address: `+${number.displayPhoneNumber.replace(/\D/g, "")}`,
      })),
    customers: () => customersOf(state),
    send: (key, input) => sendAs(key, contentOf(input), input.replyTo),
    react(key, messageId, emoji) {
      sendAs(key, { kind: "reaction", messageId, ...(emoji === null ? {} : { emoji }) });
    },
    markRead(_key, messageIds) {
      for (const id of messageIds) {
        const plan = state.plans.get(id);
        if (plan !== undefined) state.statuses.post(plan, "read", () => undefined);
      }
    },
    choose(key, messageId, choice) {
      sendAs(key, answerOf(choice), messageId);
    },
    windowExpiresAt(key) {
      const openedAt = numberOf(key.accountId).windows.get(key.customerId);
      return openedAt === undefined ? null : openedAt + WINDOW_MS;
    },
    faults: (key): PhoneFault[] =>
      PHONE_FAULTS.map(({ id, label, help, mode }) => ({ id, label, help, mode, on: isOn(state, numberOf(key.accountId), key, id) })),
    setFault(key, id, on) {
      const fault = customerFault(id);
      if (fault === undefined) setAccountFault(state, numberOf(key.accountId), key, id, on);
      else if (on) state.faults.forRecipient(key.customerId, fault, 1);
      else if (isOn(state, numberOf(key.accountId), key, id)) state.faults.clearRecipient(key.customerId);
    },
    media: (messageId) => loadMedia(state, messageId),
  };
}

function nameFictional(state: PlatformState, customerId: string): void {
  if (state.people.has(customerId)) return;
  ensurePerson(state, customerId, FICTIONAL_PEOPLE.find((person) => person.number === customerId)?.name);
}

/** The fictional ones first, then whoever else has a conversation. */
function customersOf(state: PlatformState): PhoneCustomer[] {
  const names = new Map(FICTIONAL_PEOPLE.map((person) => [person.number, person.name]));
  for (const { customerId } of state.transcripts.threads()) names.set(customerId, state.people.get(customerId)?.name ?? `+${customerId}`);
  return [...names].map(([id, name]) => ({ id, name: state.people.get(id)?.name ?? name, address: `+${id}` }));
}

function contentOf(input: PhoneInput): InboundContent {
  switch (input.type) {
    case "text":
      return { kind: "text", text: input.text };
    case "sample": {
      const { kind, mimeType, name, bytes } = sampleOf(input.sample);
      const caption = input.caption === undefined ? {} : { caption: input.caption };
      return { kind, mimeType, bytes: bytes(), ...caption, ...(kind === "document" ? { filename: name } : {}) };
    }
    case "file":
      return {
        kind: "image",
        mimeType: input.mimeType,
        bytes: input.data,
        ...(input.caption === undefined ? {} : { caption: input.caption }),
      };
    case "location":
      return {
        kind: "location",
        latitude: input.latitude,
        longitude: input.longitude,
        ...(input.name === undefined ? {} : { name: input.name }),
      };
  }
}

/** phone-content.ts makes the ids. */
function answerOf({ id, title, description }: PhoneChoice): InboundContent {
  const mark = id.indexOf(":");
  const own = id.slice(mark + 1);
  switch (id.slice(0, mark)) {
    case "button":
      return { kind: "button", text: title, payload: own };
    case "list_reply":
      return { kind: "list_reply", id: own, title, ...(description === undefined ? {} : { description }) };
    default:
      return { kind: "button_reply", id: own, title };
  }
}
