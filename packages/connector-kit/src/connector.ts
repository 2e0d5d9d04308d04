import type { MediaRef, MessageType, NormalizedEvent, PersonRef, ProviderError, TemplateStatus } from "./events.ts";
import type { InteractiveKind } from "./outbound.ts";

/** One field of a channel's configuration; forms, validation and masking read this data instead of being coded. */
export interface ConfigField {
  name: string;
  label: string;
  type: "string" | "integer";
  required: boolean;
  /** Write-only everywhere: encrypted at rest, never in an answer. */
  secret: boolean;
  /** For a secret that is not a token: a new value changes neither when the credentials expire nor who issued them. */
  credential?: false;
  help: string;
  maxLength?: number;
}

/** A connector described as data. The core reads this and never checks the kind. */
export interface ConnectorDescription {
  /** In the API: `chat_app`. */
  kind: string;
  /** In URLs: `/callbacks/chat-app`. */
  slug: string;
  label: string;
  configFields: ConfigField[];
  /** The config field that repeats the channel's external id, by which the platform names it in callbacks. */
  externalIdField: string;
  /** The config field with the platform account that account-level callbacks name; absent: none. */
  accountIdField?: string;
  /** The config fields with the secret that signs callbacks, and with the handshake token. */
  signingSecretField: string;
  verifyTokenField?: string;
  /**
   * The config field with the id of a tenant's own provider app, whose secret is `signingSecretField`; absent: none.
   */
  appIdField?: string;
  /**
   * The kind of a person's address: a phone number finds the same contact on every channel, any other address only its
   * own.
   */
  addressKind: "phone" | "platform";
  /** A person has a different address at each of our accounts and may be known by any of them; absent: one address for all. */
  addressPerAccount?: boolean;
  outboundTypes: MessageType[];
  /** Media that may be attached, by message type; a type that is absent accepts none. */
  media: Partial<Record<MediaRef["kind"], MediaRule>>;
  abilities: {
    /** Types that can quote a message. */
    quote: MessageType[];
    typing: boolean;
    markRead: boolean;
    /** The emoji that the platform offers as reactions, the usual ones first; absent: any single emoji. */
    reactions?: readonly string[];
    /** Limits of interactive messages; absent: none can be sent. */
    interactive?: InteractiveBounds;
  };
  limits: {
    textCharactersMax: number;
    /** In UTF-8, for platforms that count bytes. */
    textBytesMax?: number;
    /** Per channel, unless the channel's configuration or the platform sets another rate. */
    messagesPerSecond: number;
    /** One message per interval to one person, after a burst of `pairBurst`. */
    pairIntervalMs: number;
    pairBurst: number;
  };
  window: {
    durationMs: number;
    /** Types that may be sent while the window is closed. */
    typesOutside: MessageType[];
    /** How long a person's reply may be sent, if the platform has a tag for it. */
    humanAgentMs?: number;
    /** How many messages may be sent before the customer's first answer, and after the window has closed. */
    counts?: { beforeFirstAnswer: number; afterSilence: number };
  };
  /** Whether a business may message a person who never wrote. */
  startsConversations: boolean;
  /** Which templates can be edited; absent: none. */
  templateEdits?: {
    states: TemplateStatus[];
    /** States in which the category cannot change. */
    categoryFixedIn: TemplateStatus[];
  };
}

/** Lengths are in characters. */
export interface InteractiveBounds {
  /** 0: no reply buttons. */
  buttonsMax: number;
  /** For a button, including one that opens a list or a URL. */
  buttonTitleMax: number;
  /** 0: no lists. */
  listRowsMax: number;
  /** A button that opens a URL; absent: not supported. */
  url?: boolean;
  /** For the title of a row or section; absent: the same as for buttons. */
  rowTitleMax?: number;
  /** Absent: rows have no description. */
  rowDescriptionMax?: number;
  /** For the id of a button or row, which the customer's choice returns. */
  idMax?: number;
  /** For a row's id, if it differs. */
  rowIdMax?: number;
  /** Absent: no header can be sent. */
  headerMax?: number;
  footerMax?: number;
  /** For the text above, by kind, if lower than for a plain text. */
  textCharactersMax?: Partial<Record<InteractiveKind, number>>;
}

export interface MediaRule {
  mimeTypes: string[];
  bytesMax: number;
  /** For a still image, if the platform's limit for those is lower. */
  stillBytesMax?: number;
  caption: boolean;
  /** Absent: the same as for texts. */
  captionCharactersMax?: number;
}

export interface CallbackItem {
  /** The target: a channel by its external id, or every channel of a platform account. */
  route: { by: "channel" | "account"; externalId: string };
  /** The same for every redelivery; unique within the channel. At most 400 characters. */
  providerEventId: string;
  /** Processing order within a batch: messages before what refers to them. */
  rank: number;
  /** Self-contained JSON: all that `normalize` needs. */
  payload: unknown;
}

export interface OutboundMessage {
  /** Our id (`msg_…`); sent to the platform as its opaque reference, if it accepts one. */
  id: string;
  to: PersonRef;
  type: MessageType;
  /** For media: the caption. */
  text: string | null;
  content: Record<string, unknown> | null;
  replyToExternalId?: string;
  /** The stored template, if known; gives names to the variables of named templates. */
  template?: TemplateShape;
  media?: OutboundMedia;
  /** Written by a person after the ordinary window: sent under the platform's human-agent tag. */
  humanAgent?: boolean;
  /** For a reaction: the platform's id of its message. The emoji is `content.emoji`; null removes it. */
  reactionToExternalId?: string;
}

export interface OutboundMedia {
  kind: MediaRef["kind"];
  mimeType: string;
  filename: string | null;
  sizeBytes: number;
  /**
   * The content, for platforms that accept uploads. Do not catch a rejection: the message has not been sent, and the caller retries later.
   */
  bytes(): Promise<Buffer>;
  /** A signed public URL that is valid for a few minutes, for platforms that fetch media themselves. */
  url(): string;
}

/** What a connector tells the platform besides messages. */
export interface ConversationAction {
  kind: "typing" | "read";
  person: PersonRef;
  /** The customer's newest message: the one that is read, or answered by typing. */
  lastInboundExternalId: string;
}

/** The one provider app that a platform knows us by: shared by all tenants, or a tenant's own. */
export interface ProviderApp {
  id: string;
  secret: string;
}

/** The result of an authorization: enough to create or renew a channel. */
export interface AuthorizedAccount {
  externalId: string;
  /** Shown to the person who chooses among several. */
  name: string;
  /** Fields of the connector's configuration, with secrets in plain text. */
  config: Record<string, unknown>;
  /** When the credentials expire, ISO 8601; absent: never. */
  expiresAt?: string;
  /**
   * Until when they can be refreshed without a person; absent: as long as they are valid, or the platform does not say.
   */
  renewableUntil?: string;
}

/** The result of a refresh: only the changed fields of the configuration; times as in an `AuthorizedAccount`. */
export interface RefreshedCredentials {
  config: Record<string, unknown>;
  expiresAt?: string;
  renewableUntil?: string;
}

/** OAuth in the platform's version. Every method but `authorizeUrl` throws `providerFailure`. */
export interface Authorization {
  /** Where the person's browser is sent. The platform redirects to `redirectUri` with `code` and the same `state`. */
  authorizeUrl(input: { app: ProviderApp; state: string; redirectUri: string }): string;
  /** One code gives one or several accounts. */
  exchange(input: { app: ProviderApp; code: string; redirectUri: string }, http: PlatformHttp): Promise<AuthorizedAccount[]>;
  /** Gets new credentials before the old ones expire, through the app that issued them; absent: they do not expire. */
  refresh?(access: ChannelAccess, app: ProviderApp, http: PlatformHttp): Promise<RefreshedCredentials>;
  /**
   * The remaining steps at the platform for the selected account (subscribe to its callbacks, register its number).
   * Runs once the channel exists here, so that callbacks arriving meanwhile have a target. May run twice. Returns the
   * resulting configuration fields. Absent: nothing to do.
   */
  activate?(access: ChannelAccess, http: PlatformHttp): Promise<{ config: Record<string, unknown> }>;
  /**
   * Codes may also come from the platform's own pop-up in a page of the tenant: `exchange` then gets an empty
   * `redirectUri`.
   */
  readonly codeFromPage?: boolean;
}

/** One check and its remedy, in plain words for the person who runs the channel. */
export interface HealthFinding {
  check: string;
  ok: boolean;
  message: string;
  remedy?: string;
  /**
   * The message's names, numbers and times (ISO 8601), for showing it in another language. `retry: "later"`: the platform did not answer,
   * so the check is inconclusive.
   */
  values?: Record<string, string | number>;
  /** What the check found out about the channel's standing. */
  standing?: ChannelStanding;
}

/** The platform's current rating of a channel, in the terms of its callbacks. Fields it does not report are absent. */
export interface ChannelStanding {
  qualityRating?: string;
  messagingLimit?: string;
}

/** What a connector gets to know about a channel when it calls the platform. `config` contains the secrets in plain text. */
export interface ChannelAccess {
  externalId: string;
  config: Record<string, unknown>;
  /**
   * The provider app that issued the credentials, if known and if the call needs it (`checkHealth`, `checkOwnership`).
   */
  app?: ProviderApp;
}

/**
 * Whether the platform confirms that the credentials give access to the channel's own id, and to the account it names.
 */
export interface Ownership {
  channel: boolean;
  /** For `description.accountIdField`; false without one. */
  account: boolean;
  /** Why the account could not be checked although the id is proved; the check is repeated. */
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
  /** The call was interrupted after it may have reached the platform. Never resend; a status callback will decide. */
  | { kind: "unknown"; error: ProviderError };

export interface TemplateShape {
  name: string;
  language: string;
  parameterFormat: "positional" | "named";
  /** Variables of the body in order: "1", "2" … or names. */
  variables: string[];
  category?: string | null;
  /** HEADER, BODY, FOOTER, BUTTONS as submitted; see template-parts.ts. Absent: only the body is known. */
  components?: unknown[];
}

/** An error in a template draft, found before the platform is asked. `field` is a path into the draft. */
export interface TemplateProblem {
  field: string;
  issue: "required" | "invalid_type" | "invalid_format" | "too_long" | "out_of_range" | "unknown_value" | "not_allowed";
  message: string;
}

export interface ProviderTemplate extends TemplateShape {
  providerTemplateId: string;
  category: string;
  /** A state without an equivalent of ours must not be sent: `disabled`. */
  status: TemplateStatus;
  /** The platform's own name of the state, verbatim; null: it gave none. */
  platformStatus: string | null;
  quality: string | null;
  rejectedReason: string | null;
  components: unknown[];
}

export interface HttpResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/**
 * The platform's HTTP client as the server provides it: base URL, keep-alive and time-outs are set. Throws
 * `HttpFailure` when there is no answer.
 */
export interface PlatformHttp {
  request(input: {
    method: "GET" | "POST" | "DELETE";
    /** Path and query, relative to the platform's base URL. */
    path: string;
    /** Another base URL of the platform, by the name the composition root gave it; absent: the usual one. */
    base?: string;
    headers?: Record<string, string>;
    body?: string | Buffer;
    timeoutMs?: number;
  }): Promise<HttpResponse>;
  /**
   * GET of a URL that the platform named, which may be on another host. The address is checked before it is called,
   * redirects are not followed, and an answer above `bytesMax` is an `HttpFailure`.
   */
  download(input: { url: string; headers?: Record<string, string>; bytesMax: number; timeoutMs?: number }): Promise<HttpResponse>;
}

/**
 * `reached` is false only when the request was certainly never sent (name not found, connection refused). `too_large` (a response above
 * `bytesMax`) and `blocked` (a forbidden address) recur on every retry.
 */
export interface HttpFailure extends Error {
  readonly httpFailure: true;
  readonly reached: boolean;
  readonly reason: "timeout" | "network" | "too_large" | "blocked";
}

export interface TemplateSampleFile {
  bytes: Buffer;
  mimeType: string;
  filename: string;
}

/** The small required core; optional methods are found by their presence, not by kind. */
export interface ChannelConnector {
  readonly description: ConnectorDescription;

  /** A recipient as the API's `to` spells it; null when the text cannot be one. Pure. */
  parseRecipient(to: string): PersonRef | null;

  /** The platform's GET handshake. Pure; compares the token in constant time. */
  answerHandshake(
    query: Record<string, string | undefined>,
    verifyToken: string | undefined,
  ): {
    status: number;
    contentType: string;
    body: string;
  };

  /** Over the raw bytes, in constant time. `now` is in epoch milliseconds, for platforms that sign a time. Pure. */
  verifySignature(input: { headers: Record<string, string | string[] | undefined>; rawBody: Buffer; secret: string; now: number }): boolean;

  /**
   * Splits one verified body into independent items and never throws for a malformed one: what it cannot understand
   * still becomes an item. Throws `callbackUnreadable` when the body as a whole is not the platform's. Pure.
   */
  splitCallback(rawBody: Buffer): CallbackItem[];

  /** Turns one item into events. May throw: the item is then kept, retried and shown as failed. Pure. */
  normalize(payload: unknown, receivedAt: Date): NormalizedEvent[];

  /** One call to the platform. Resolves for every answer; rejects only because of a bug of ours. */
  send(message: OutboundMessage, access: ChannelAccess, http: PlatformHttp): Promise<SendOutcome>;

  /** All templates of the channel's account, across all pages. Throws `providerFailure` when a page is unavailable. */
  listTemplates?(access: ChannelAccess, http: PlatformHttp): AsyncIterable<ProviderTemplate>;

  /** The platform's rules for a template that can be checked beforehand; empty: no problem. Pure. */
  checkTemplate?(draft: TemplateDraft): TemplateProblem[];
  /** Submits a template for approval. Throws `providerFailure`. */
  createTemplate?(draft: TemplateDraft, access: ChannelAccess, http: PlatformHttp): Promise<ProviderTemplate>;
  /**
   * Changes the fields in `change`, the components as a whole; the template is reviewed again. `draft` is the template
   * after the change. Throws `providerFailure`.
   */
  editTemplate?(
    edit: { providerTemplateId: string; change: Pick<Partial<TemplateDraft>, "category" | "components">; draft: TemplateDraft },
    access: ChannelAccess,
    http: PlatformHttp,
  ): Promise<ProviderTemplate>;
  /** Sample files for the reviewers of templates, which drafts name by the platform's handle. */
  templateSamples?: {
    mimeTypes: readonly string[];
    bytesMax: number;
    /** Uploads a file to the platform and returns its handle. Throws `providerFailure`. */
    upload(file: TemplateSampleFile, access: ChannelAccess, http: PlatformHttp): Promise<string>;
  };
  deleteTemplate?(template: { name: string; providerTemplateId: string }, access: ChannelAccess, http: PlatformHttp): Promise<void>;

  /**
   * The content that a customer sent. Throws `providerFailure`; its code is `not_found` when the platform no longer
   * keeps it.
   */
  fetchMedia?(
    media: MediaRef & { messageExternalId: string; person: PersonRef; bytesMax: number },
    access: ChannelAccess,
    http: PlatformHttp,
  ): Promise<FetchedMedia>;

  /**
   * The name of a person who has written, for platforms whose messages do not contain it; empty: none. Throws
   * `providerFailure`.
   */
  fetchProfile?(person: PersonRef, access: ChannelAccess, http: PlatformHttp): Promise<PersonProfile>;

  /** Typing and read marks, as far as `description.abilities` allows. Throws `providerFailure`. */
  act?(action: ConversationAction, access: ChannelAccess, http: PlatformHttp): Promise<void>;

  /**
   * Checks credentials, subscription and limits. Returns findings, never an exception for an answer of the platform.
   */
  checkHealth?(access: ChannelAccess, http: PlatformHttp): Promise<HealthFinding[]>;

  /**
   * Ensures that the platform still sends us callbacks, if it can stop by itself (after an hour of failures, for
   * example): checks, and subscribes again if needed. May run at any time, and twice. Throws `providerFailure`.
   */
  keepSubscribed?(access: ChannelAccess, http: PlatformHttp): Promise<"kept" | "renewed">;

  /** For a channel that was just connected, because callbacks report only changes. Throws `providerFailure`. */
  readStanding?(access: ChannelAccess, http: PlatformHttp): Promise<ChannelStanding>;

  /**
   * Asks the platform who owns the credentials. Only this answer makes a channel Connected and gives its tenant the callbacks that the
   * shared provider app receives for the id: true must be the platform's answer about these very credentials, never taken from the
   * configuration. Throws `providerFailure`: credentials or permanent means no, any other class is asked again.
   */
  checkOwnership?(access: ChannelAccess, http: PlatformHttp): Promise<Ownership>;

  /** Calls of customers on the platform; absent: it has none. */
  readonly calling?: Calling;

  readonly authorization?: Authorization;
}

/** What to do with a customer's call. `answer`: the session description (SDP), the same in both. */
export type CallAction =
  | { kind: "pre_accept" | "accept"; callExternalId: string; answer: string /** Our id for it (`call_…`). */; reference: string }
  | { kind: "reject" | "terminate"; callExternalId: string };

/** The hours in which customers may call, in the channel's time zone. */
export interface CallHours {
  timezone: string;
  /** Times as HH:MM; a day can occur several times. */
  weekly: { day: string; from: string; to: string }[];
  /** Days (YYYY-MM-DD) with these hours instead of the weekly ones. Always present when read; absent in a change: keep them. */
  specialDays?: { date: string; from: string; to: string }[] | undefined;
}

/** A channel's call settings, as stored at the platform. */
export interface CallingSettings {
  enabled: boolean;
  /** Whether customers see the call button. */
  iconVisible: boolean;
  /** null: at any time. */
  hours: CallHours | null;
  /** Whether callers are asked for permission to call them back. */
  asksForCallback: boolean;
}

/** Every method throws `providerFailure`. */
export interface Calling {
  /** How many intervals per day the platform accepts. */
  readonly intervalsPerDayMax: number;
  act(action: CallAction, access: ChannelAccess, http: PlatformHttp): Promise<void>;
  readSettings(access: ChannelAccess, http: PlatformHttp): Promise<CallingSettings>;
  /** Changes only the given settings. Returns the resulting settings. */
  changeSettings(change: Partial<CallingSettings>, access: ChannelAccess, http: PlatformHttp): Promise<CallingSettings>;
}
