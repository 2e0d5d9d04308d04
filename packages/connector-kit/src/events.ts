/**
 * What a connector turns a platform's callback into, in the terms of docs/glossary.md, not the platform's. Times are ISO 8601 UTC with
 * milliseconds; an unreadable time becomes the time of receipt, and a time in the future is clamped to it (channel-protocols.md 1.5).
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
  /** The address to send to; for the chat-app channel the wa_id, digits only, no plus. */
  address?: string;
  /** The platform's own stable id of the person, when it hides or supplements the address. */
  providerUserId?: string;
  /** Display name from the platform's profile. */
  name?: string;
  username?: string;
}

export interface MediaRef {
  kind: "image" | "video" | "audio" | "document" | "sticker";
  /** The platform's download key; it expires (chat-app: 7 days). For a platform that gives URLs, the URL. */
  providerMediaId: string;
  mimeType?: string;
  sha256?: string;
  filename?: string;
  voice?: boolean;
  animated?: boolean;
  /** When the platform asks us to delete the content (a story lives for a day): fetch it before, keep it no longer. */
  expiresAt?: string;
}

export interface ProviderError {
  /** The caller's policy is total over these four. */
  class: "retryable" | "permanent" | "credentials" | "unknown";
  /** The platform's code as text ("131047"), or "http_500", "network", "timeout". */
  providerCode: string;
  /** One of our error codes when one fits better than provider_error (window_closed, recipient_invalid, …). */
  code: string;
  message: string;
  /** The wait before the next attempt; absent: the caller's own back-off. */
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
  | CallEndedEvent
  | IgnoredEvent;

export interface InboundMessageEvent {
  kind: "message";
  /** "inbound" is customer-written; "echo" was typed by the business in the platform's own app. */
  direction: "inbound" | "echo";
  externalId: string;
  /** The customer, whatever the direction. */
  person: PersonRef;
  occurredAt: string;
  type: MessageType;
  text: string | null;
  /** The type-specific part in our own spelling; null for plain text. Contains `raw` for type "unsupported". */
  content: Record<string, unknown> | null;
  media: MediaRef[];
  /** The platform's id of the quoted message. */
  replyToExternalId?: string;
  /** Whether it opens (or renews) the customer service window. */
  opensWindow: boolean;
  /**
   * For an echo: it came through our own app, or the platform does not say through which. It settles the message of
   * ours that it repeats (by its external id, otherwise the message to the same person with the same text that is being
   * sent or unknown) and never creates a second one. An echo that repeats none was written elsewhere, and is stored.
   */
  ours?: boolean;
  /**
   * For an echo: the platform wrote it automatically (a welcome, an automatic answer). It is shown, with the platform's
   * name for it in `content.automatic`, and counts as nobody's answer: who handles the conversation, and whether the
   * customer waits, stay unchanged.
   */
  automatic?: boolean;
  /**
   * For a customer's message: another app answers it, and we receive it so that the conversation is complete. It is
   * shown, and nothing of ours reacts to it: no chatbot, no flow, no ticket. An opt-out in it still counts.
   */
  context?: boolean;
  /** For the message that represents a customer's call: what is needed to answer it. Not stored with the message. */
  call?: OfferedCall;
}

/** A customer's call that is ringing at the platform. It has the id of its message. */
export interface OfferedCall {
  /** Our own number, as the platform spells it. */
  to?: string;
  /** The session description (SDP) that offers the customer's audio; null: no usable one. */
  offer: string | null;
  /** Why there is none, in plain words. */
  unusable?: string;
}

/** The platform reports that a call has ended; `externalId` is that of its message. */
export interface CallEndedEvent {
  kind: "call_ended";
  externalId: string;
  /** Why it failed; absent: it ended normally. */
  error?: ProviderError;
  occurredAt: string;
}

/** The customer has read everything up to here, on platforms that report it this way instead of per message. */
export interface ReadMarkEvent {
  kind: "read_mark";
  person: PersonRef;
  /** The newest message read, if the platform names one. */
  externalId?: string;
  /** Everything sent at or before this instant is read; absent: at or before the message in `externalId`. */
  upTo?: string;
  occurredAt: string;
}

/**
 * Where a conversation came from (an ad, a link), reported apart from any message. It belongs to the customer's message nearest in time; on
 * other platforms that message carries it in `content.referral`. It creates no message and opens no window.
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
  /** Our own reference from the send, if the platform returns it: the message id (`msg_…`). */
  reference?: string;
  status: "sent" | "delivered" | "read" | "failed";
  occurredAt: string;
  error?: ProviderError;
  /** The customer's ids as the platform spells them now; they may add to the known ones. */
  person?: PersonRef;
}

export interface ReactionEvent {
  kind: "reaction";
  targetExternalId: string;
  /** null removes the person's reactions: all of them, or `removed` alone. */
  emoji: string | null;
  removed?: string;
  /** On platforms where a person may react with several emoji: adds this one to the others. */
  keepsOthers?: true;
  person: PersonRef;
  occurredAt: string;
}

export interface MessageEditedEvent {
  kind: "edited";
  targetExternalId: string;
  text: string | null;
  content: Record<string, unknown> | null;
  occurredAt: string;
  /**
   * The number of the edit, on platforms that count: an edit not above the stored number is outdated. Stored in
   * `content.edition`.
   */
  edition?: number;
  /** What to store in its place if the edited message never arrives. */
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
  /** The platform's own name of `status`, verbatim. */
  platformStatus?: string;
  category?: string;
  quality?: string;
  reason?: string;
  /** Its components have changed, and the event does not say which. */
  contentChanged?: true;
  occurredAt: string;
}

export type TemplateStatus = "pending" | "approved" | "rejected" | "paused" | "disabled" | "in_appeal" | "deleted" | "archived";

export interface ChannelUpdatedEvent {
  kind: "channel";
  /**
   * Set when an account-level callback concerns one number only: digits, as the platform displays it. Apply the event
   * to the channel with that number; if it is ambiguous, show only the notice.
   */
  phoneNumber?: string;
  qualityRating?: string;
  messagingLimit?: string;
  messagesPerSecond?: number;
  /** Text for the person who reads the channel's page. */
  notice?: string;
  /** Set only when the platform says so explicitly. */
  status?: "Connected" | "NeedsReauth" | "Disconnected" | "Error";
  occurredAt: string;
}

/** Understood, with nothing to store beyond the record of its arrival. */
export interface IgnoredEvent {
  kind: "ignored";
  reason: string;
}
