import {
  customersOf,
  FICTIONAL_PEOPLE,
  offered,
  type PhoneAbilities,
  type PhoneBackend,
  type PhoneChoice,
  type PhoneInput,
  sampleOf,
  type ThreadKey,
  usualParts,
} from "../../shared/phone/index.ts";
import { shownCall } from "../calls/calls.ts";
import { ensurePerson, inboundMessage } from "../customers.ts";
import type { InboundContent } from "../inbound.ts";
import { WINDOW_MS } from "../send.ts";
import type { PlatformState, RegisteredNumber } from "../state.ts";

const MEGABYTE = 1024 * 1024;

const ABILITIES: Omit<PhoneAbilities, "calls"> = {
  quote: true,
  reactions: ["👍", "❤️", "😂", "😮", "😢", "🙏"],
  readReceipts: true,
  samples: offered("parcel", "receipt", "sunset", "clip", "order"),
  captions: true,
  files: { mimeTypes: ["image/jpeg", "image/png"], sizeBytesMax: 5 * MEGABYTE },
  location: true,
  ownApp: false,
  textMax: 4096,
};

/** The phone of a customer of this platform. Everything it does becomes a callback of the platform. */
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
    abilities: { ...ABILITIES, calls: { lines: state.options.callLines ?? [] } },
    accounts: () =>
      [...state.numbers.values()].map((number) => ({
        id: number.phoneNumberId,
        name: number.verifiedName,
        address: `+${number.displayPhoneNumber.replace(/\D/g, "")}`,
      })),
    customers: () =>
      customersOf(
        state.transcripts,
        (person) => person.number,
        (id, person) => ({ name: state.people.get(id)?.name ?? person?.name ?? `+${id}`, address: `+${id}` }),
      ),
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
    calls: {
      place(key, offer) {
        nameFictional(state, key.customerId);
        return state.voiceCalls.place(numberOf(key.accountId), key.customerId, offer).id;
      },
      hangUp(key, callId) {
        const call = state.voiceCalls.find(callId);
        if (call?.phoneNumberId !== key.accountId || call.waId !== key.customerId)
          throw new Error("callId is no call of this conversation");
        state.voiceCalls.end(call, call.state === "accepted" ? "hung_up" : "cancelled", "customer");
      },
      last(key) {
        const call = state.voiceCalls.all.findLast(({ phoneNumberId, waId }) => phoneNumberId === key.accountId && waId === key.customerId);
        return call === undefined ? null : shownCall(call);
      },
    },
    timeMoved: () => state.voiceCalls.expire(),
    window(key) {
      const openedAt = numberOf(key.accountId).windows.get(key.customerId);
      return { expiresAt: openedAt === undefined ? null : openedAt + WINDOW_MS, personUntil: null, count: null };
    },
    ...usualParts(state),
  };
}

function nameFictional(state: PlatformState, customerId: string): void {
  if (state.people.has(customerId)) return;
  ensurePerson(state, customerId, FICTIONAL_PEOPLE.find((person) => person.number === customerId)?.name);
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

/** phone-content.ts creates the ids. */
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
