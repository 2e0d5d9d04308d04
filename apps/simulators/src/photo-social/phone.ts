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
} from "../shared/phone/index.ts";
import { customerOf, ensurePerson, inboundMessage, typeInApp } from "./customers.ts";
import type { InboundContent, InboundModifiers } from "./inbound.ts";
import { answerOf } from "./phone-content.ts";
import { REACTIONS } from "./reactions.ts";
import { DAY_MS, followUp, TAGGED_MS } from "./send.ts";
import type { PlatformState } from "./state.ts";

const MEGABYTE = 1024 * 1024;

const ABILITIES: PhoneAbilities = {
  quote: true,
  reactions: [...REACTIONS],
  readReceipts: true,
  samples: [
    ...offered("parcel", "sunset", "clip", "voice", "order"),
    { id: "story_reply", label: "Reply to their story", kind: "story" },
    { id: "story_mention", label: "Mention them in your story", kind: "story" },
    { id: "post", label: "Share a post", kind: "post" },
    { id: "heart", label: "Heart", kind: "heart" },
  ],
  captions: false,
  files: { mimeTypes: ["image/jpeg", "image/png"], sizeBytesMax: 8 * MEGABYTE },
  location: false,
  ownApp: true,
  calls: null,
  textMax: 1_000,
};

/** Sixteen digits, like the platform's ids of people. */
const idOf = (person: FictionalPerson) => `10${person.number.padStart(14, "0")}`;

/** The phone of a customer of this platform. Everything it does becomes a callback of the platform. */
export function createPhotoSocialPhone(state: PlatformState): PhoneBackend {
  const customers = () =>
    customersOf(state.transcripts, idOf, (id, person) => {
      const known = state.people.get(id);
      const username = known?.username ?? person?.username ?? id;
      return { name: known?.name ?? person?.name ?? username, address: `@${username}` };
    });
  /** A fictional person becomes one of the platform's with its first action. */
  const meet = ({ customerId }: ThreadKey) => {
    if (state.people.has(customerId)) return;
    const customer = customers().find(({ id }) => id === customerId);
    if (customer !== undefined) ensurePerson(state, customerId, { name: customer.name, username: customer.address.slice(1) });
  };
  const sendAs = (key: ThreadKey, content: InboundContent, modifiers: InboundModifiers = {}): string => {
    meet(key);
    return inboundMessage(state, state.accountNamed(key.accountId), key.customerId, content, modifiers);
  };
  return {
    kind: "photo-social",
    title: "Photo social",
    abilities: ABILITIES,
    accounts: () => [...state.accounts.values()].map(({ accountId, name, username }) => ({ id: accountId, name, address: `@${username}` })),
    customers,
    send: (key, input) => sendAs(key, plainContent(input, sampleContent), input.replyTo === undefined ? {} : { replyTo: input.replyTo }),
    react(key, messageId, emoji) {
      meet(key);
      customerOf(state, key.customerId).react(key.accountId, messageId, emoji ?? undefined);
    },
    markRead(key, messageIds) {
      customerOf(state, key.customerId).see(key.accountId, messageIds.at(-1));
    },
    choose: (key, _messageId, choice) => void sendAs(key, answerOf(choice)),
    answerInApp(key, text) {
      meet(key);
      const account = state.accountNamed(key.accountId);
      const messageId = typeInApp(state, account, key.customerId, { kind: "text", text });
      followUp(state, account, key.customerId, messageId);
      return messageId;
    },
    window(key) {
      const wroteAt = state.accountNamed(key.accountId).windows.get(key.customerId);
      if (wroteAt === undefined) return { expiresAt: null, personUntil: null, count: null };
      return { expiresAt: wroteAt + DAY_MS, personUntil: wroteAt + TAGGED_MS, count: null };
    },
    ...usualParts(state),
  };
}

function sampleContent(id: string): InboundContent {
  switch (id) {
    case "story_reply":
      return { kind: "story_reply", text: "Love this colour! Is it still there?", bytes: sampleOf("sunset").bytes() };
    case "story_mention":
      return { kind: "story_mention", bytes: sampleOf("parcel").bytes() };
    case "post":
      return { kind: "post", title: "Evening walk", bytes: sampleOf("sunset").bytes() };
    case "heart":
      return { kind: "like_heart" };
    default: {
      const { kind, mimeType, bytes } = sampleOf(id);
      return { kind: kind === "document" ? "file" : kind, mimeType, bytes: bytes() };
    }
  }
}
