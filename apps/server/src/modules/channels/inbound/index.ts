import type { ChannelConnector, ConnectorDescription, InboundMessageEvent, MediaRef, MessageStatusEvent } from "@parley/connector-kit";
import type { Tx } from "#platform/db/database.ts";
import type { Topic } from "#platform/jobs/wake.ts";

/** What a tenant's settings say about inbound messages. */
export interface InboundSettings {
  reopenWindowHours: number;
  optOutWords?: string[];
  optInWords?: string[];
  /** Customers are asked how satisfied they were. */
  asks: boolean;
  /** A chatbot is active. Most tenants have none, and need not be asked about every batch of messages. */
  hasChatbot: boolean;
}

/** The channel that an event came by. */
export interface ChannelOfEvent {
  externalId: string;
  description: ConnectorDescription;
}

/** A message that was just stored, in the transaction that stored it. */
export interface StoredMessage {
  /** Its place among those that came with it. */
  n: number;
  id: string | null;
  conversationId: string | null;
  contactId: string | null;
  channelId: string;
  channel: ChannelOfEvent & { connector: ChannelConnector };
  event: InboundMessageEvent;
  /** To the millisecond, where the platform tells whole seconds. */
  at: string;
  /** Shown, and no software answers it: another app does, or it is an edit in place of the message it edits. */
  context: boolean;
  /** Of the event by which its conversation began or was reopened, if it was. */
  eventId: string;
  media: readonly { id: string; ref: MediaRef }[];
}

export interface Received {
  messages: readonly StoredMessage[];
  settings: InboundSettings;
  /** They are answers to a question of ours, and ask for nothing. */
  answers: boolean;
}

/** The platform's word on a message of ours, which it had not said before. */
export interface AppliedStatus {
  messageId: string;
  channelId: string;
  event: MessageStatusEvent;
}

/**
 * What a module does with what platforms tell, in the transaction that stores it: what it throws undoes all of it, and the batch is tried
 * again. Each is safe to run twice. composition/inbound.ts lists them in the order in which they run.
 */
export interface InboundHandler {
  /** Messages were stored: none, some or all of those that came. Answers with what has work once the transaction is committed. */
  received?(tx: Tx, now: Date, received: Received): Promise<readonly Topic[]>;
  /** Statuses of our messages were applied, at most one per message. */
  statusesApplied?(tx: Tx, now: Date, applied: readonly AppliedStatus[]): Promise<void>;
}

/** Who wrote what, before it is stored. */
export interface Written {
  n: number;
  text: string | null;
  channelId: string;
  kind: string;
  account: string;
  key: string | null;
  providerUserId: string | null;
}

/** Takes messages that answer a question of ours out of what customers write. */
export interface AnswerTaker<Answer> {
  /** By `n` of who wrote them. */
  find(tx: Tx, now: Date, written: Written[]): Promise<Map<number, Answer>>;
  /**
   * Stores one answer by `receive`, which tells whether the message was new. Null: it is no answer any more, and nothing was done.
   */
  take(tx: Tx, now: Date, answer: Answer, receive: () => Promise<boolean>): Promise<boolean | null>;
}

/** Written, or the title of a button: what people say in a word of their own. */
const inWords: ReadonlySet<string> = new Set(["text", "interactive"]);
export const saysInWords = ({ type }: InboundMessageEvent): boolean => inWords.has(type);
