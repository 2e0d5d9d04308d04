import {
  customersOf,
  type FictionalPerson,
  offered,
  type PhoneAbilities,
  type PhoneBackend,
  plainContent,
  sampleOf,
  type ThreadKey,
  usualParts,
} from "../../shared/phone/index.ts";
import { answerInApp, inboundMessage, readMark } from "../customers.ts";
import { conversationIdOf } from "../ids.ts";
import type { InboundContent, InboundModifiers } from "../inbound.ts";
import { readLater } from "../send.ts";
import type { PlatformState } from "../state.ts";

const MEGABYTE = 1_048_576;

/** No voice messages, files or locations: the platform does not deliver them. */
const ABILITIES: PhoneAbilities = {
  quote: true,
  reactions: ["❤️", "😂", "👍", "😮", "😢", "😡"],
  readReceipts: true,
  samples: [
    ...offered("parcel", "sunset", "clip"),
    { id: "sticker", label: "Sticker", kind: "sticker" },
    { id: "share_post", label: "Share a video", kind: "post" },
  ],
  captions: false,
  files: { mimeTypes: ["image/jpeg", "image/png"], sizeBytesMax: 3 * MEGABYTE },
  location: false,
  ownApp: true,
  calls: null,
  textMax: 6_000,
};

const idOf = (person: FictionalPerson) => `usr-${person.number}`;

/** The phone of a customer of this platform. Everything it does becomes a callback of the platform. */
export function createShortVideoPhone(state: PlatformState): PhoneBackend {
  const customers = () =>
    customersOf(state.transcripts, idOf, (id, person) => {
      const username = state.people.get(id)?.username ?? person?.username ?? id;
      return { name: person?.name ?? username, address: `@${username}` };
    });
  /** A fictional person becomes one of the platform's with its first action. */
  const meet = ({ customerId }: ThreadKey) => {
    if (!state.people.has(customerId)) {
      state.person(
        customerId,
        customers()
          .find(({ id }) => id === customerId)
          ?.address.slice(1),
      );
    }
  };
  const sendAs = (key: ThreadKey, content: InboundContent, modifiers: InboundModifiers = {}): string => {
    meet(key);
    return inboundMessage(state, state.account(key.accountId), key.customerId, content, modifiers);
  };
  return {
    kind: "short-video",
    title: "Short video",
    abilities: ABILITIES,
    accounts: () =>
      [...state.accounts.values()].map(({ businessId, displayName, username }) => ({
        id: businessId,
        name: displayName,
        address: `@${username}`,
      })),
    customers,
    send: (key, input) => sendAs(key, plainContent(input, sampleContent), input.replyTo === undefined ? {} : { replyTo: input.replyTo }),
    react(key, messageId, emoji) {
      const before = state.transcripts.message(messageId)?.reactions.customer ?? null;
      const given = emoji ?? before;
      if (given !== null) sendAs(key, { kind: "reaction", messageId, emoji: given, remove: emoji === null });
    },
    markRead: (key) => readMark(state, state.account(key.accountId), key.customerId, state.clock.now()),
    choose: (key, messageId, { id, title }) => void sendAs(key, { kind: "card_click", title, id, messageId }),
    answerInApp(key, text) {
      meet(key);
      const account = state.account(key.accountId);
      const id = answerInApp(state, account, key.customerId, text);
      readLater(state, account, key.customerId);
      return id;
    },
    window(key) {
      // Only read: a query must not start a conversation.
      const conversation = state.conversations.get(conversationIdOf(key.accountId, key.customerId));
      const count = conversation?.countAt(state.clock.now()) ?? null;
      return { expiresAt: conversation?.expiresAt ?? null, personUntil: null, count };
    },
    ...usualParts(state),
  };
}

function sampleContent(id: string): InboundContent {
  if (id === "share_post") return { kind: "share_post" };
  if (id === "sticker") return { kind: "sticker", mimeType: "image/png", bytes: sampleOf("smile").bytes() };
  const { kind, mimeType, bytes } = sampleOf(id);
  if (kind !== "image" && kind !== "video") throw new Error(`this platform does not accept ${kind}`);
  return { kind, mimeType, bytes: bytes() };
}
