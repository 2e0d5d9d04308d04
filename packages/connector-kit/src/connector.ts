import type { MediaRef, MessageType, NormalizedEvent, PersonRef, ProviderError, TemplateStatus } from "./events.ts";
import type { InteractiveKind } from "./outbound.ts";

/** One field of a channel's configuration; forms, validation and masking read this, not code. */
export interface ConfigField {
  name: string;
  label: string;
  type: "string" | "integer";
  required: boolean;
  /** Write-only everywhere: encrypted at rest, never in an answer. */
  secret: boolean;
  /** Of a secret that is no token: a new one says nothing about when the credentials end, nor who issued them. */
  credential?: false;
  help: string;
  maxLength?: number;
}

/** A connector described as data. The core reads this and never asks which kind it is. */
export interface ConnectorDescription {
  /** On the wire: `chat_app`. */
  kind: string;
  /** In addresses: `/callbacks/chat-app`. */
  slug: string;
  label: string;
  configFields: ConfigField[];
  /** Which config field repeats the channel's external id, by which the platform names it in callbacks. */
  externalIdField: string;
  /** Which config field holds the platform account that account-level callbacks name; absent: none. */
  accountIdField?: string;
  /** Config fields with the secret that signs callbacks, and the token of the handshake. */
  signingSecretField: string;
  verifyTokenField?: string;
  /** Which config field holds the id of a tenant's own provider app, whose secret is `signingSecretField`; absent: none. */
  appIdField?: string;
  /** What a person's address is: a phone number finds the same contact on every channel, another address only its own. */
  addressKind: "phone" | "platform";
  /** A person has another address at each account of ours, and each may be known by it alone; absent: one for all. */
  addressPerAccount?: boolean;
  outboundTypes: MessageType[];
  /** What may be attached, by message type; a type that is absent takes none. */
  media: Partial<Record<MediaRef["kind"], MediaRule>>;
  abilities: {
    /** Types that can quote a message. */
    quote: MessageType[];
    typing: boolean;
    markRead: boolean;
    /** The emoji that the platform has as reactions, the usual ones first; absent: any single emoji. */
    reactions?: readonly string[];
    /** Bounds of interactive messages; absent: none can be sent. */
    interactive?: InteractiveBounds;
  };
  limits: {
    textCharactersMax: number;
    /** In UTF-8, for platforms that count bytes. */
    textBytesMax?: number;
    /** Messages per second of one channel unless the channel's configuration or the platform says otherwise. */
    messagesPerSecond: number;
    /** One message per interval to one person, after a burst of `pairBurst`. */
    pairIntervalMs: number;
    pairBurst: number;
  };
  window: {
    durationMs: number;
    /** Types that may leave when the window is closed. */
    typesOutside: MessageType[];
    /** How long a reply written by a person may leave, when the platform has a tag for it. */
    humanAgentMs?: number;
    /** How many messages may leave before the customer's first answer, and after the window has closed. */
    counts?: { beforeFirstAnswer: number; afterSilence: number };
  };
  /** A business may write to somebody who never wrote. */
  startsConversations: boolean;
  /** Which templates can be edited; absent: none. */
  templateEdits?: {
    states: TemplateStatus[];
    /** Of these the category stays. */
    categoryFixedIn: TemplateStatus[];
  };
}

/** Lengths are in characters. */
export interface InteractiveBounds {
  /** 0: no reply buttons. */
  buttonsMax: number;
  /** Of a button, and of the button that opens a list or an address. */
  buttonTitleMax: number;
  /** 0: no lists. */
  listRowsMax: number;
  /** A button that opens an address; absent: none. */
  url?: boolean;
  /** Of a row's and a section's title; absent: as of buttons. */
  rowTitleMax?: number;
  /** Absent: rows have none. */
  rowDescriptionMax?: number;
  /** Of the id of a button or a row, which comes back in the answer. */
  idMax?: number;
  /** Of a row's id, where it differs. */
  rowIdMax?: number;
  /** Absent: none can be sent. */
  headerMax?: number;
  footerMax?: number;
  /** Of the text above, by kind, where it may not be as long as a plain text. */
  textCharactersMax?: Partial<Record<InteractiveKind, number>>;
}

export interface MediaRule {
  mimeTypes: string[];
  bytesMax: number;
  /** Of a picture that does not move, where the platform takes less of it. */
  stillBytesMax?: number;
  caption: boolean;
  /** Absent: as of texts. */
  captionCharactersMax?: number;
}

export interface CallbackItem {
  /** Whom it is for: a channel by its external id, or every channel of a platform account. */
  route: { by: "channel" | "account"; externalId: string };
  /** Stable over redeliveries of the same thing; unique within the channel. At most 400 characters. */
  providerEventId: string;
  /** Processing order within a batch: messages before what refers to them. */
  rank: number;
  /** Self-contained JSON, all that `normalize` needs. */
  payload: unknown;
}

export interface OutboundMessage {
  /** Our id (`msg_…`); given to the platform as its opaque reference where it takes one. */
  id: string;
  to: PersonRef;
  type: MessageType;
  /** Of media: the caption. */
  text: string | null;
  content: Record<string, unknown> | null;
  replyToExternalId?: string;
  /** The stored template, when one is known; gives names to the variables of named templates. */
  template?: TemplateShape;
  media?: OutboundMedia;
  /** Written by a person beyond the ordinary window: goes out under the platform's human-agent tag. */
  humanAgent?: boolean;
  /** Of a reaction: the platform's id of the message it is about. Its emoji is `content.emoji`; null takes it away. */
  reactionToExternalId?: string;
}

export interface OutboundMedia {
  kind: MediaRef["kind"];
  mimeType: string;
  filename: string | null;
  sizeBytes: number;
  /**
   * The content, for platforms that take uploads. When it rejects, let it: the message has not left, and the caller tries
   * again later.
   */
  bytes(): Promise<Buffer>;
  /** A signed public address that lives for some minutes, for platforms that fetch. */
  url(): string;
}

/** What a connector tells the platform beside messages. */
export interface ConversationAction {
  kind: "typing" | "read";
  person: PersonRef;
  /** The customer's newest message: what is read, and what typing answers. */
  lastInboundExternalId: string;
}

/** The one provider app that a platform knows us by: shared by all tenants, or a tenant's own. */
export interface ProviderApp {
  id: string;
  secret: string;
}

/** What comes of an authorisation: enough to create or renew a channel. */
export interface AuthorizedAccount {
  externalId: string;
  /** Shown to the person who chooses among several. */
  name: string;
  /** Fields of the connector's configuration, secrets in clear. */
  config: Record<string, unknown>;
  /** When the credentials end, ISO 8601; absent: they do not. */
  expiresAt?: string;
  /** Until when they can be refreshed without a person; absent: as long as they live, or the platform does not tell. */
  renewableUntil?: string;
}

/** What a refresh brings: only the changed fields of the configuration; times as of an `AuthorizedAccount`. */
export interface RefreshedCredentials {
  config: Record<string, unknown>;
  expiresAt?: string;
  renewableUntil?: string;
}

/** OAuth as a platform does it. Every method but `authorizeUrl` throws `providerFailure`. */
export interface Authorization {
  /** Where the person's browser goes. The platform comes back to `redirectUri` with `code` and the same `state`. */
  authorizeUrl(input: { app: ProviderApp; state: string; redirectUri: string }): string;
  /** One code gives one or several accounts. */
  exchange(input: { app: ProviderApp; code: string; redirectUri: string }, http: PlatformHttp): Promise<AuthorizedAccount[]>;
  /** New credentials before the old ones end, by the app that issued them; absent: they do not end. */
  refresh?(access: ChannelAccess, app: ProviderApp, http: PlatformHttp): Promise<RefreshedCredentials>;
  /**
   * What is left to do at the platform for the one account that was chosen (subscribe to its callbacks, register its number),
   * once the channel exists here: what arrives meanwhile has a place. May run twice. Gives the fields of the configuration
   * that came of it. Absent: nothing.
   */
  activate?(access: ChannelAccess, http: PlatformHttp): Promise<{ config: Record<string, unknown> }>;
  /** Codes may also come from the platform's own pop-up in a page of the tenant's: `exchange` then gets an empty `redirectUri`. */
  readonly codeFromPage?: boolean;
}

/** One thing that was looked at; of one that is not right, what to do. In words for the person who runs the channel. */
export interface HealthFinding {
  check: string;
  ok: boolean;
  message: string;
  remedy?: string;
  /** What was told of the channel's standing in it. */
  standing?: ChannelStanding;
}

/** How the platform sees a channel at this moment, in the words of its callbacks. What it does not say is absent. */
export interface ChannelStanding {
  qualityRating?: string;
  messagingLimit?: string;
}

/** What a connector may know of a channel while it calls the platform. `config` holds the secrets in clear. */
export interface ChannelAccess {
  externalId: string;
  config: Record<string, unknown>;
  /** The provider app that issued the credentials, where the call needs it (`checkHealth`, `checkOwnership`) and it is known. */
  app?: ProviderApp;
}

/** Whether the platform itself says that the credentials open the channel's own id, and the account it names. */
export interface Ownership {
  channel: boolean;
  /** Of `description.accountIdField`; false where there is none. */
  account: boolean;
  /** Why nothing could be found out about the account, when the id is proved all the same: it is asked again. */
  failure?: ProviderError;
}

export interface FetchedMedia {
  bytes: Buffer;
  mimeType?: string;
  filename?: string;
}

export type PersonProfile = Pick<PersonRef, "name" | "username">;

export interface TemplateDraft {
  name: string;
  language: string;
  category: string;
  parameterFormat: "positional" | "named";
  components: unknown[];
}

export type SendOutcome =
  | { kind: "accepted"; externalId: string; person?: PersonRef }
  | { kind: "refused"; error: ProviderError }
  /** The call was cut after it may have reached the platform. Never resend; a status callback will tell. */
  | { kind: "unknown"; error: ProviderError };

export interface TemplateShape {
  name: string;
  language: string;
  parameterFormat: "positional" | "named";
  /** Variables of the body in order: "1", "2" … or names. */
  variables: string[];
  category?: string | null;
  /** HEADER, BODY, FOOTER, BUTTONS as they were submitted; see template-parts.ts. Absent: only the body is known. */
  components?: unknown[];
}

/** What is wrong with a template draft, found before the platform is asked. `field` is a path into the draft. */
export interface TemplateProblem {
  field: string;
  issue: "required" | "invalid_type" | "invalid_format" | "too_long" | "out_of_range" | "unknown_value" | "not_allowed";
  message: string;
}

export interface ProviderTemplate extends TemplateShape {
  providerTemplateId: string;
  category: string;
  /** A state that the connector has no word for may not be sent: `disabled`. */
  status: TemplateStatus;
  /** The platform's own word for it, as it came; null: it told none. */
  platformStatus: string | null;
  quality: string | null;
  rejectedReason: string | null;
  components: unknown[];
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/**
 * The platform's HTTP client as the server hands it over: base address, keep-alive and time-outs are set.
 * Throws `HttpFailure` when there is no answer.
 */
export interface PlatformHttp {
  request(input: {
    method: "GET" | "POST" | "DELETE";
    /** Path and query below the platform's base address. */
    path: string;
    /** Another of the platform's addresses, by the name the composition root gave it; absent: the usual one. */
    base?: string;
    headers?: Record<string, string>;
    body?: string | Buffer;
    timeoutMs?: number;
  }): Promise<HttpAnswer>;
  /**
   * GET of an address that the platform named, which may be on another host. The address is vetted before it is dialled,
   * redirects are not followed, and an answer above `bytesMax` is an `HttpFailure`.
   */
  download(input: { url: string; headers?: Record<string, string>; bytesMax: number; timeoutMs?: number }): Promise<HttpAnswer>;
}

/**
 * `reached` is false only when the request surely never left (name not found, connection refused). `too_large` (an answer above
 * `bytesMax`) and `blocked` (an address that must not be called) come again however often it is tried.
 */
export interface HttpFailure extends Error {
  readonly httpFailure: true;
  readonly reached: boolean;
  readonly reason: "timeout" | "network" | "too_large" | "blocked";
}

/** The small required core; optional abilities are found by their presence, not by kind. */
export interface ChannelConnector {
  readonly description: ConnectorDescription;

  /** A recipient as the API's `to` spells it; null when it cannot be one. Pure. */
  parseRecipient(to: string): PersonRef | null;

  /** The platform's GET handshake. Pure; the comparison of the token is in constant time. */
  answerHandshake(
    query: Record<string, string | undefined>,
    verifyToken: string | undefined,
  ): {
    status: number;
    contentType: string;
    body: string;
  };

  /** Over the raw bytes, in constant time. `now` in epoch milliseconds for platforms that sign a time. Pure. */
  verifySignature(input: { headers: Record<string, string | string[] | undefined>; rawBody: Buffer; secret: string; now: number }): boolean;

  /**
   * Cuts one verified body into independent items and never throws for a bad one: what it cannot understand
   * becomes an item all the same. Throws `callbackUnreadable` when the body as a whole is not the platform's. Pure.
   */
  splitCallback(rawBody: Buffer): CallbackItem[];

  /** One item to events. May throw: the item is then kept, retried and shown as failed. Pure. */
  normalize(payload: unknown, receivedAt: Date): NormalizedEvent[];

  /** One call to the platform. Resolves for every answer; rejects only on a bug of ours. */
  send(message: OutboundMessage, access: ChannelAccess, http: PlatformHttp): Promise<SendOutcome>;

  /** All templates of the channel's account, page after page. Throws `providerFailure` when a page cannot be had. */
  listTemplates?(access: ChannelAccess, http: PlatformHttp): AsyncIterable<ProviderTemplate>;

  /** The platform's rules for a template that can be seen beforehand; empty: nothing is wrong. Pure. */
  checkTemplate?(draft: TemplateDraft): TemplateProblem[];
  /** Submits a template for approval. Throws `providerFailure`. */
  createTemplate?(draft: TemplateDraft, access: ChannelAccess, http: PlatformHttp): Promise<ProviderTemplate>;
  /**
   * Changes what `change` names, the components as a whole; the template is reviewed again. `draft` is the template as it will be.
   * Throws `providerFailure`.
   */
  editTemplate?(
    edit: { providerTemplateId: string; change: Pick<Partial<TemplateDraft>, "category" | "components">; draft: TemplateDraft },
    access: ChannelAccess,
    http: PlatformHttp,
  ): Promise<ProviderTemplate>;
  deleteTemplate?(template: { name: string; providerTemplateId: string }, access: ChannelAccess, http: PlatformHttp): Promise<void>;

  /**
   * The content of what a customer sent. Throws `providerFailure`; its code is `not_found` when the platform does not keep it
   * any more.
   */
  fetchMedia?(
    media: MediaRef & { messageExternalId: string; person: PersonRef; bytesMax: number },
    access: ChannelAccess,
    http: PlatformHttp,
  ): Promise<FetchedMedia>;

  /**
   * What a person who has written calls themselves, on platforms whose messages do not say it; empty: nothing. Throws
   * `providerFailure`.
   */
  fetchProfile?(person: PersonRef, access: ChannelAccess, http: PlatformHttp): Promise<PersonProfile>;

  /** Typing and read marks, as far as `description.abilities` says. Throws `providerFailure`. */
  act?(action: ConversationAction, access: ChannelAccess, http: PlatformHttp): Promise<void>;

  /** Looks at credentials, subscription and limits. Findings, never an exception for what the platform answers. */
  checkHealth?(access: ChannelAccess, http: PlatformHttp): Promise<HealthFinding[]>;

  /**
   * Makes sure that the platform still sends us callbacks, where it stops by itself (after an hour of failures, say): looks, and
   * subscribes again where it does not. May run at any time, and twice. Throws `providerFailure`.
   */
  keepSubscribed?(access: ChannelAccess, http: PlatformHttp): Promise<"kept" | "renewed">;

  /** For a channel that was just connected: callbacks tell changes only. Throws `providerFailure`. */
  readStanding?(access: ChannelAccess, http: PlatformHttp): Promise<ChannelStanding>;

  /**
   * Asks the platform whose the credentials are. A channel is Connected, and its tenant gets what the shared provider app is told of
   * the id, on this answer alone: true must be the platform's word about these very credentials, never what the configuration says.
   * Throws `providerFailure`: credentials or permanent is a no, anything else is asked again.
   */
  checkOwnership?(access: ChannelAccess, http: PlatformHttp): Promise<Ownership>;

  readonly authorization?: Authorization;
}
