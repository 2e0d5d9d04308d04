import type {
  CallEndedEvent,
  ChannelConnector,
  ConnectorDescription,
  InboundMessageEvent,
  MediaRef,
  MessageStatusEvent,
  OfferedCall,
} from "@parley/connector-kit";
import type { Tx } from "#platform/db/database.ts";
import type { Topic } from "#platform/jobs/wake.ts";

export interface InboundSettings {
  reopenWindowHours: number;
  optOutWords?: string[];
  optInWords?: string[];
  surveysEnabled: boolean;
  /** A chatbot is active. Most tenants have none, which saves a lookup per batch of messages. */
  hasChatbot: boolean;
}

export interface ChannelOfEvent {
  externalId: string;
  description: ConnectorDescription;
}

/** A message that was just stored, in the transaction that stored it. */
export interface StoredMessage {
  /** Its position in the batch. */
  n: number;
  id: string | null;
  conversationId: string | null;
  contactId: string | null;
  channelId: string;
  channel: ChannelOfEvent & { connector: ChannelConnector };
  event: InboundMessageEvent;
  /** With milliseconds, although the platform reports whole seconds. */
  at: string;
  /**
   * Shown in the inbox but not processed by software: another app answers it, or it replaces a message that was edited before it arrived.
   */
  context: boolean;
  /** The event that created or reopened its conversation, if any. */
  eventId: string;
  media: readonly { id: string; ref: MediaRef }[];
  /** For a customer's call that is to be answered: our id (uuid), which the message's content carries. */
  callId?: string;
}

export interface ReceivedBatch {
  messages: readonly StoredMessage[];
  settings: InboundSettings;
  /** The messages are answers to a question of ours and ask for nothing. */
  answers: boolean;
}

/** A status that the platform reports for a message of ours for the first time. */
export interface AppliedStatus {
  messageId: string;
  channelId: string;
  event: MessageStatusEvent;
}

/**
 * A module's handler for what platforms report, in the transaction that stores it: an exception rolls everything back, and the batch is
 * retried. Each handler is safe to run twice. composition/inbound.ts lists them in the order in which they run.
 */
export interface InboundHandler {
  /**
   * Messages were stored: none, some or all of the batch. Returns the topics with new work once the transaction has
   * committed.
   */
  received?(tx: Tx, now: Date, received: ReceivedBatch): Promise<readonly Topic[]>;
  /** Statuses of our messages were applied, at most one per message. */
  statusesApplied?(tx: Tx, now: Date, applied: readonly AppliedStatus[]): Promise<void>;
}

/** A customer's call whose message was just stored. */
export interface ReceivedCall {
  /** uuid */
  id: string;
  message: StoredMessage;
  offered: OfferedCall;
}

/** Handles customers' calls, in the transaction that stores what a platform reported about them. */
export interface CallHandler {
  /** Which of the channels have their calls answered. */
  answered(tx: Tx, channelIds: string[]): Promise<ReadonlySet<string>>;
  /** Safe to run twice. Returns the topics with new work, like `InboundHandler.received`. */
  received(tx: Tx, now: Date, calls: readonly ReceivedCall[]): Promise<readonly Topic[]>;
  /** `known` false: neither the call nor its message is stored (yet). */
  ended(tx: Tx, channelId: string, event: CallEndedEvent): Promise<{ known: boolean; topics: readonly Topic[] }>;
}

/** What a person wrote, before it is stored. */
export interface InboundText {
  n: number;
  text: string | null;
  channelId: string;
  kind: string;
  account: string;
  key: string | null;
  providerUserId: string | null;
}

/** Recognises and stores messages that answer a question of ours. */
export interface AnswerHandler<Answer> {
  /** Keyed by the message's `n`. */
  find(tx: Tx, now: Date, written: InboundText[]): Promise<Map<number, Answer>>;
  /**
   * Stores one answer through `receive`, which returns whether the message was new. Null: it no longer counts as an
   * answer, and nothing was done.
   */
  take(tx: Tx, now: Date, answer: Answer, receive: () => Promise<boolean>): Promise<boolean | null>;
}

/** Typed text or the title of a button: the customer's own words. */
const textTypes: ReadonlySet<string> = new Set(["text", "interactive"]);
export const hasCustomerText = ({ type }: InboundMessageEvent): boolean => textTypes.has(type);
