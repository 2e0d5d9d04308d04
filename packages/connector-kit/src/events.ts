/**
 * What a connector makes of a platform's callback: the words of docs/glossary.md, nothing of the platform's.
 * Times are ISO 8601 UTC with milliseconds; a time that cannot be read is the time of receipt, and a time in
 * the future is clamped to it (channel-protocols.md 1.5).
 */
export type MessageType =
  | "text"
  | "template"
  | "image"
  | "video"
  | "audio"
  | "document"
  | "sticker"
  | "location"
  | "contact"
  | "interactive"
  | "reaction"
  | "system"
  | "unsupported";

/** A person's address on a channel. At least one of the two is present. */
export interface PersonRef {
  /** What one sends to: for the chat-app channel the wa_id, digits only, no plus. */
  address?: string;
  /** The platform's own stable id of the person, when it hides or supplements the address. */
  providerUserId?: string;
  /** Display name from the platform's profile. */
  name?: string;
  username?: string;
}

export interface MediaRef {
  kind: "image" | "video" | "audio" | "document" | "sticker";
  /** The platform's download key; it expires (chat-app: 7 days). For a platform that gives addresses, the address. */
  providerMediaId: string;
  mimeType?: string;
  sha256?: string;
  filename?: string;
  voice?: boolean;
  animated?: boolean;
  /** After this instant the platform asks that the content be gone (a story lives a day): fetch it before, keep it no longer. */
  expiresAt?: string;
}

export interface ProviderError {
  /** What the caller's policy switches on; it is total over these four. */
  class: "retryable" | "permanent" | "credentials" | "unknown";
  /** The platform's code as text ("131047"), or "http_500", "network", "timeout". */
  providerCode: string;
  /** One of our error codes when one fits better than provider_error (window_closed, recipient_invalid, …). */
  code: string;
  message: string;
  /** Wait before the next attempt; absent: the caller's own back-off. */
  retryAfterMs?: number;
  /** What has to slow down or stop. */
  scope: "message" | "recipient" | "channel" | "account";
}

export type NormalizedEvent =
  | InboundMessageEvent
  | MessageStatusEvent
  | ReadMarkEvent
  | ReferralEvent
  | ReactionEvent
  | MessageEditedEvent
  | MessageDeletedEvent
  | IdentityChangedEvent
  | PreferenceEvent
  | TemplateUpdatedEvent
  | ChannelUpdatedEvent
  | IgnoredEvent;

export interface InboundMessageEvent {
  kind: "message";
  /** "inbound" is customer-written; "echo" was typed by the business in the platform's own app. */
  direction: "inbound" | "echo";
  externalId: string;
  /** The customer, whichever the direction. */
  person: PersonRef;
  occurredAt: string;
  type: MessageType;
  text: string | null;
  /** Kind-specific part in our own spelling; null for plain text. Holds `raw` for type "unsupported". */
  content: Record<string, unknown> | null;
  media: MediaRef[];
  /** The platform's id of the quoted message. */
  replyToExternalId?: string;
  /** Whether it opens (or renews) the customer service window. */
  opensWindow: boolean;
  /**
   * Of an echo: it came through our own app, or the platform does not tell through which. It settles the message of ours that
   * it repeats (by its external id, else the one being sent or unknown to the same person with the same text) and never makes
   * a second; one that repeats none was written elsewhere, and is stored.
   */
  ours?: boolean;
  /**
   * Of an echo: the platform wrote it by itself (a welcome, an automatic answer). It is shown, with the platform's word for it in
   * `content.automatic`, and is nobody's answer: who handles the conversation, and whether the customer waits, stay as they are.
   */
  automatic?: boolean;
  /**
   * Of a customer's message: another app is answering it, and it comes to us so that the conversation is whole. It is shown, and
   * nothing of ours reacts to it: no chatbot, no flow, no ticket. A word that opts out counts all the same.
   */
  context?: boolean;
}

/** The customer has read everything up to here, on platforms that tell it so instead of by message. */
export interface ReadMarkEvent {
  kind: "read_mark";
  person: PersonRef;
  /** The newest message read, when the platform names one. */
  externalId?: string;
  /** Everything sent at or before this instant is read; absent: at or before the message that `externalId` names. */
  upTo?: string;
  occurredAt: string;
}

/**
 * Where a conversation came from (an ad, a link), told apart from any message. It belongs to the customer's message nearest to
 * it in time, where others have it in `content.referral`; it makes no message of its own and opens no window.
 */
export interface ReferralEvent {
  kind: "referral";
  person: PersonRef;
  /** The platform's own keys, in our spelling. */
  referral: Record<string, unknown>;
  occurredAt: string;
}

export interface MessageStatusEvent {
  kind: "status";
  externalId: string;
  /** Our own string given on send, when the platform returns it: the message id (`msg_…`). */
  reference?: string;
  status: "sent" | "delivered" | "read" | "failed";
  occurredAt: string;
  error?: ProviderError;
  /** The customer's ids as the platform spells them now; they may add to what we know. */
  person?: PersonRef;
}

export interface ReactionEvent {
  kind: "reaction";
  targetExternalId: string;
  /** null removes what the person has reacted with: all of it, or `removed` alone. */
  emoji: string | null;
  removed?: string;
  /** On platforms where a person may react with several emojis: this one stands beside their others. */
  beside?: true;
  person: PersonRef;
  occurredAt: string;
}

export interface MessageEditedEvent {
  kind: "edited";
  targetExternalId: string;
  text: string | null;
  content: Record<string, unknown> | null;
  occurredAt: string;
  /** The how-manieth edit of the message it is, on platforms that count: one that is not above the stored one is old. Kept in `content.edition`. */
  edition?: number;
  /** What is stored in its place when the message it edits never comes. */
  original?: InboundMessageEvent;
}

export interface MessageDeletedEvent {
  kind: "deleted";
  targetExternalId: string;
  occurredAt: string;
}

export interface IdentityChangedEvent {
  kind: "identity_changed";
  from: PersonRef;
  to: PersonRef;
  occurredAt: string;
}

export interface PreferenceEvent {
  kind: "preference";
  person: PersonRef;
  optIn: "opted_in" | "opted_out";
  occurredAt: string;
}

export interface TemplateUpdatedEvent {
  kind: "template";
  providerTemplateId?: string;
  name: string;
  /** Normalised to the underscore form, `en_GB`. */
  language: string;
  status?: TemplateStatus;
  /** The platform's own word for `status`, as it came. */
  platformStatus?: string;
  category?: string;
  quality?: string;
  reason?: string;
  /** Its components are others now, and the event does not tell which. */
  contentChanged?: true;
  occurredAt: string;
}

export type TemplateStatus = "pending" | "approved" | "rejected" | "paused" | "disabled" | "in_appeal" | "deleted" | "archived";

export interface ChannelUpdatedEvent {
  kind: "channel";
  /**
   * Set when an account-level callback speaks of one number only: digits, as the platform displays it. Apply the event
   * to the channel known by that number; when it cannot be told apart from its siblings, show the notice and no more.
   */
  phoneNumber?: string;
  qualityRating?: string;
  messagingLimit?: string;
  messagesPerSecond?: number;
  /** Words for the person who reads the channel's page. */
  notice?: string;
  /** Set only on an explicit word of the platform. */
  status?: "Connected" | "NeedsReauth" | "Disconnected" | "Error";
  occurredAt: string;
}

/** Understood, and nothing to store beyond the record that it came. */
export interface IgnoredEvent {
  kind: "ignored";
  reason: string;
}
