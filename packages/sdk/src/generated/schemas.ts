// Generated from openapi.json by `npm run generate`; do not edit.

/** `scopes`: those of the asked ones that are granted; left out: all */
export interface AcceptAgencyGrant {
  /** What the agency may do for the client */
  scopes?: Array<"conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "divisions:read" | "divisions:write" | "webhooks:read" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "organization:read" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send"> | undefined;
}

export interface AcceptInvitation {
  /** Of the mail */
  token: string;
  name?: string | undefined;
  /** For a new account, and for that alone: somebody known keeps theirs */
  password?: string | undefined;
}

export interface AcceptedInvitation {
  tenantId: string;
  tenantName: string;
  userId: string;
  agentId: string;
  email: string;
  name: string;
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
}

export interface AccessToken {
  id: string;
  /** An API key of the client: shown this once */
  key: string;
  /** The same as `key`, by its former name */
  token: string;
  clientId: string;
  grantId: string;
  scopes: string[];
  /** ISO 8601, UTC, milliseconds */
  expiresAt: string;
}

export interface AdminMember {
  /** As messages, notes and assignments name the person; one in every organization they belong to */
  id: string;
  userId: string;
  organizationId: string;
  organizationName: string;
  /** In this organization */
  name: string;
  email: string;
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
  status: "active" | "suspended";
  /** null: they are not; what the platform has done, the organization does not undo */
  suspendedBy: "organization" | "platform" | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** null: never changed */
  updatedAt: string | null;
}

export interface AdminOrganization {
  id: string;
  name: string;
  kind: "business" | "agency" | "platform";
  /** suspended: its keys and sessions are refused; what platforms tell is still stored */
  status: "active" | "suspended";
  suspendedAt: string | null;
  /** Those that are active */
  members: number;
  channels: number;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface AdminPaymentRequest {
  id: string;
  organizationId: string;
  /** Set when it is to pay a bill of the subscription */
  subscriptionId: string | null;
  /** What is credited when it is paid; at most 6 decimals */
  amount: number;
  /** ISO 4217 */
  currency: string;
  /** What the invoice says */
  description: string | null;
  status: "pending" | "paid" | "expired" | "failed" | "cancelled";
  /** The gateway's id */
  invoiceId: string | null;
  /** Where one pays; null until the gateway has made the invoice */
  invoiceUrl: string | null;
  /** When the invoice ends */
  expiresAt: string | null;
  paidAt: string | null;
  /** What the gateway says was paid */
  paidAmount: number | null;
  /** What a person has to look at: nothing was credited, or it was paid twice */
  problem: string | null;
  /** A key, an agent, or a part of the system */
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  /** Turns at the gateway so far */
  attempts: number;
  /** Why the last one brought nothing */
  lastError: string | null;
  /** When the gateway is asked next; null: no more */
  nextAttemptAt: string | null;
}

export interface AdminStats {
  organizations: {
    total: number;
    active: number;
    suspended: number;
  };
  members: {
    active: number;
    suspended: number;
  };
  channels: {
    total: number;
    /** Statuses that some channel has */
    byStatus: Record<string, number>;
  };
  /** This hour and the 23 before it; today and the 29 days before it (UTC). A few seconds behind */
  messages: {
    last24h: {
      in: number;
      out: number;
    };
    last30d: {
      in: number;
      out: number;
    };
  };
  conversations: {
    /** Counted up to 100,000: then there are at least as many */
    open: number;
  };
  /** What waits or is being done of these organizations, counted up to 100,000 each */
  queues: {
    inbound: number;
    outbound: number;
    webhooks: number;
  };
}

export interface AdminUser {
  id: string;
  email: string;
  platformAdmin: boolean;
  status: "active" | "suspended";
  suspendedAt: string | null;
  /** The tenants the person may switch to (POST /auth/session/tenant), the oldest membership first; at most 200 */
  memberships: Array<{
    tenantId: string;
    /** Of the tenant */
    name: string;
    kind: "business" | "agency" | "platform";
    role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
  }>;
}

export interface Agency {
  /** Of its organization */
  id: string;
  /** Of its organization */
  name: string;
  /** Where clients reach the agency */
  contactEmail: string | null;
  website: string | null;
  /** How many there are of each status */
  clients: {
    pending: number;
    active: number;
    suspended: number;
    ended: number;
  };
  /** How many custom domains there are */
  domains: number;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface AgencyClient {
  /** Of the client's organization */
  id: string;
  name: string;
  /** pending: its owner has not joined yet; suspended: the agency acts no more until it is resumed; ended: for good, its grants are revoked */
  status: "pending" | "active" | "suspended" | "ended";
  /** The agency's own word for the client */
  reference: string | null;
  setup: SnapshotSetup | null;
  /** Of the grant in force; empty: there is none */
  grantedScopes: string[];
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  endedAt: string | null;
}

export interface AgencyGrant {
  id: string;
  agencyId: string;
  /** As it was called when it asked */
  agencyName: string;
  clientId: string;
  scopes: string[];
  /** Accepting it makes the organization a client of the agency, which takes an owner; null: it is one already */
  linkRequestId: string | null;
  /** What the agency says to it */
  message: string | null;
  status: "pending" | "accepted" | "refused" | "revoked" | "expired";
  /** The agent or key of the agency that asked */
  requestedBy: string;
  /** Who accepted it at the client, the same as acceptedBy; null: nobody has */
  grantedBy: string | null;
  /** The agent or key of the client; the agency where it made the client with this grant */
  acceptedBy: string | null;
  expiresAt: string | null;
  acceptedAt: string | null;
  refusedAt: string | null;
  revokedAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface AgencyLinkRequest {
  id: string;
  /** Whom the agency asked, as it wrote it */
  organization: string;
  scopes: string[];
  message: string | null;
  reference: string | null;
  /** pending says nothing about whether there is anybody to answer; accepted: the organization is a client now */
  status: "pending" | "accepted" | "declined" | "withdrawn" | "expired";
  /** Of an accepted one */
  clientId: string | null;
  requestedBy: string;
  /** ISO 8601, UTC, milliseconds */
  expiresAt: string;
  answeredAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface AgencySnapshot {
  id: string;
  name: string;
  description: string | null;
  /** Goes up by one whenever its content is replaced */
  version: number;
  /** Clients that are made without a snapshot of their own are set up with it. One of an agency is: it takes the place of the one before */
  isDefault: boolean;
  /** What is in it */
  parts: string[];
  /** Of its content as JSON */
  sizeBytes: number;
  /** The client that the content was taken from; null: it was uploaded */
  fromClientId: string | null;
  /** key_… or agt_… */
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface AgencySnapshotWithContent {
  id: string;
  name: string;
  description: string | null;
  /** Goes up by one whenever its content is replaced */
  version: number;
  /** Clients that are made without a snapshot of their own are set up with it. One of an agency is: it takes the place of the one before */
  isDefault: boolean;
  /** What is in it */
  parts: string[];
  /** Of its content as JSON */
  sizeBytes: number;
  /** The client that the content was taken from; null: it was uploaded */
  fromClientId: string | null;
  /** key_… or agt_… */
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  snapshot: SnapshotInput;
}

export interface Agent {
  /** As messages, notes and assignments name the person */
  id: string;
  /** null: invited, and nobody yet */
  userId: string | null;
  /** The open invitation of somebody invited */
  invitationId: string | null;
  name: string;
  email: string;
  avatarUrl: string | null;
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
  status: "invited" | "active" | "suspended";
  /** null: they are not; what the platform has done, the organization does not undo */
  suspendedBy: "organization" | "platform" | null;
  availability: "online" | "busy" | "away" | "offline";
  divisionIds: string[];
  /** Channels whose conversations they are given by themselves; none: all */
  channelIds: string[];
  skills: string[];
  languages: string[];
  /** Up to how many open ones they are given by themselves; null: as the settings say */
  maxOpenConversations: number | null;
  /** With status open, now */
  openConversations: number;
  signature: string | null;
  /** To the minute */
  lastSeenAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** null: never changed */
  updatedAt: string | null;
}

export interface AgentSettings {
  autoAssign: {
    /** Open conversations that nobody has are given to agents */
    enabled: boolean;
    /** round_robin: to whose turn is the longest ago; least_busy: to who has the fewest open ones; manual: only by hand */
    strategy: "round_robin" | "least_busy" | "manual";
    /** Only to agents who are online */
    respectAvailability: boolean;
    /** To whom the customer had last, if they are there and have room */
    sticky: boolean;
    /** Where a customer waits for an agent who is offline, the conversation goes to one who is online and has room, if there is one */
    reassignOnOffline: boolean;
    /** Open conversations, of agents without a limit of their own */
    maxPerAgent: number;
  };
  /** What agents and viewers see: all; division: what is theirs, of their divisions, or of none; assigned: what is theirs. Supervisors and above see all */
  visibility: "all" | "division" | "assigned";
  autoResolve: {
    /** Conversations in which the customer does not wait and nothing was written for so long are resolved; null: never */
    afterMinutes: number | null;
    /** What the customer is told then, if free text may be sent; null: nothing */
    message: string | null;
  };
  csat: {
    /** Customers are asked how it was after their conversation was resolved, once for each time */
    enabled: boolean;
    /** From resolving to the question */
    delayMinutes: number;
    /** The question by language (de, pt-br); it is asked in the contact's, else in English. Where there is none we have words of our own in de, en, es, fr, id, it, nl, pt. Replaced whole */
    questions: Record<string, string>;
  };
  /** The same as in the settings of the organization */
  reopenWindowHours: number;
  /** When the team is there: outside of them nothing is assigned by itself. null: always */
  businessHours: BusinessHours | null;
  /** Who was not seen for so long becomes offline */
  offlineAfterMinutes: number;
  /** null: never changed */
  updatedAt: string | null;
}

export interface AiCircuit {
  /** null: the whole key */
  model: string | null;
  /** ISO 8601, UTC, milliseconds */
  openUntil: string;
  /** What opened it */
  reason: "invalid_key" | "forbidden" | "no_quota" | "rate_limited" | "model_not_found" | "context_too_long" | "bad_request" | "refused" | "server_error" | "unreachable" | "timed_out" | "bad_response" | "blocked_url" | "bad_output" | "unreadable" | null;
}

export interface AiKey {
  id: string;
  provider: "openai" | "anthropic" | "google" | "openai_compatible";
  name: string;
  baseUrl: string;
  /** installed: not tried since it was set; failed: the provider refuses it or it does not open, see lastError; disabled: isActive is false */
  status: "installed" | "tested" | "failed" | "disabled";
  isActive: boolean;
  /** The end of the key; the key itself is never shown. null: too short to show any of it */
  lastFour: string | null;
  /** The first is used where no model is named. Empty: named by nobody yet, and the key is not used until a test has found them */
  models: string[];
  /** 1 is asked first */
  priority: number;
  /** Of the last test of the key as it is */
  lastTestedAt: string | null;
  /** Why the last test failed, or why the key was refused since; unreadable: what is stored does not open, set the key again */
  lastError: "invalid_key" | "forbidden" | "no_quota" | "rate_limited" | "model_not_found" | "context_too_long" | "bad_request" | "refused" | "server_error" | "unreachable" | "timed_out" | "bad_response" | "blocked_url" | "bad_output" | "unreadable" | null;
  /** What is left alone for a while because it kept failing */
  circuits: AiCircuit[];
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface AiKeyTest {
  ok: boolean;
  /** Of the step that failed */
  error: "invalid_key" | "forbidden" | "no_quota" | "rate_limited" | "model_not_found" | "context_too_long" | "bad_request" | "refused" | "server_error" | "unreachable" | "timed_out" | "bad_response" | "blocked_url" | "bad_output" | "unreadable" | null;
  /** The step that failed; null with unreadable: nobody was asked */
  step: "list_models" | "generate" | null;
  /** What the key may use, as the provider lists it; at most 500 */
  models: string[];
  /** Models of the key that are not in that list */
  unknownModels: string[];
  /** Of the tiny generation; 0 when it did not come to that */
  latencyMs: number;
  /** ISO 8601, UTC, milliseconds */
  testedAt: string;
}

export interface AiRequestRecord {
  id: string;
  purpose: "chatbot" | "playground" | "assist" | "evaluation";
  /** What it was for; one charge per reference */
  reference: string;
  outcome: "answered" | "no_key" | "insufficient_credits" | "entitlement_exceeded" | "all_failed" | "refused" | "timed_out";
  /** The key that answered; it may be gone since */
  keyId: string | null;
  provider: string | null;
  /** The one that answered, and that was charged */
  model: string | null;
  inputTokens: number;
  outputTokens: number;
  /** What the reference was charged; a repetition shows it again; at most 6 decimals */
  cost: number;
  /** Every call of a model, in order; circuit_open: it was passed over */
  attempts: Array<{
    keyId: string;
    provider: string;
    model: string;
    outcome: "answered" | "invalid_key" | "forbidden" | "no_quota" | "rate_limited" | "model_not_found" | "context_too_long" | "bad_request" | "refused" | "server_error" | "unreachable" | "timed_out" | "bad_response" | "blocked_url" | "bad_output" | "circuit_open";
    /** HTTP status of a failure */
    status: number | null;
    durationMs: number;
  }>;
  durationMs: number;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
}

export interface ApiKey {
  id: string;
  name: string;
  environment: "live" | "test";
  /** The last four characters of the key */
  lastFour: string;
  scopes: Array<"conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "agents:write" | "divisions:read" | "divisions:write" | "webhooks:read" | "webhooks:write" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "ai:write" | "organization:read" | "organization:write" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send" | "agency:read" | "agency:write" | "agency:act">;
  rateLimitPerMinute: number | null;
  /** The key or agent that made it; null for the command line */
  createdBy: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  /** To the minute */
  lastUsedAt: string | null;
}

/** The product workspace of an organization, with its prepaid balance */
export interface App {
  id: string;
  organizationId: string;
  name: string;
  /** Off: sends are refused with app_inactive; what customers write is still taken in */
  isActive: boolean;
  /** Who above the organization switched it off: it alone, or whoever is above, switches it on */
  heldBy: "agency" | "platform" | null;
  /** What can be spent; at most 6 decimals */
  balance: number;
  /** ISO 4217; of the whole installation */
  currency: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface ApplyAgencySnapshot {
  /** A client with a grant in force */
  clientId: string;
  /** Only these parts */
  parts?: string[] | undefined;
  /** Of entries whose name is there already: update them, or keep them as they are */
  existing?: "update" | "keep" | undefined;
}

export interface ApplySnapshot {
  snapshot: SnapshotInput;
  /** Of entries whose name is there already: update them to the snapshot, or keep them as they are */
  existing?: "update" | "keep" | undefined;
}

export interface AssistedText {
  text: string;
  provider: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** What was charged; at most 6 decimals */
  cost: number;
}

export interface AudienceRules {
  /** Whether all of the rules must hold, or any; all unless given */
  match?: "all" | "any" | undefined;
  /** Fields: name, phone, email, source, country, language, timezone, optIn, ownerId, stageId, blocked, createdAt, updatedAt, lastInboundAt, tags, channelKind, channelId, customFields.KEY. Operators by kind of field: see the guide to audiences. Groups may stand in groups, 4 deep; 50 rules in all */
  rules: Array<Record<string, unknown>>;
  /** Whoever matches these is left out */
  exclude?: {
    /** Whether all of the rules must hold, or any; all unless given */
    match?: "all" | "any" | undefined;
    /** Fields: name, phone, email, source, country, language, timezone, optIn, ownerId, stageId, blocked, createdAt, updatedAt, lastInboundAt, tags, channelKind, channelId, customFields.KEY. Operators by kind of field: see the guide to audiences. Groups may stand in groups, 4 deep; 50 rules in all */
    rules: Array<Record<string, unknown>>;
  } | undefined;
}

export interface AuditEntry {
  id: string;
  /** Where it was done */
  organizationId: string;
  actor: {
    kind: "api" | "member" | "system";
    /** Of the key (key_…) or the member (agt_…); a word for the system */
    id: string | null;
    /** Of the key or the member today; null for the system, and for somebody of another organization */
    name: string | null;
  };
  action: string;
  /** What it was done to */
  targetId: string | null;
  /** Ids and states, never secrets or texts */
  changes: Record<string, unknown>;
  requestId: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
}

export interface AuthorizationCode {
  /** From the platform's pop-up; send it at once, it may live 30 seconds */
  code: string;
}

export interface AutoPause {
  /** Of the messages so far; more than it pauses */
  failurePercent: number;
  /** Of the messages so far; more than it pauses */
  optOutPercent: number;
  /** So many messages first */
  afterMessages: number;
}

/** Now, whatever the range */
export interface Backlog {
  open: number;
  pending: number;
  /** Open and assigned to nobody */
  unassigned: number;
  /** Unresolved whose customer waits for an answer */
  waiting: number;
  longestWaitingSince: string | null;
}

export interface BackupCodes {
  /** Shown this once; each signs in once, without the app */
  backupCodes: string[];
}

export interface Balance {
  organizationId: string;
  appId: string;
  /** What can be spent; at most 6 decimals */
  balance: number;
  /** Held back for work under way; not part of the balance; at most 6 decimals */
  reserved: number;
  /** ISO 4217; of the whole installation */
  currency: string;
  /** Whether the balance may go below zero */
  allowNegativeBalance: boolean;
  /** Whether the app may send */
  isActive: boolean;
  /** The agency whose client the organization is */
  agencyId: string | null;
  /** From whose balance what is paid by use is taken */
  usagePaidBy: "organization" | "agency";
  markupPercent: number | null;
  lowThreshold: number | null;
  /** Since when the balance has been below it */
  lowSince: string | null;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface BalanceLowData {
  appId: string;
  /** With what is held back; at most 6 decimals */
  balance: number;
  /** What it fell below; at most 6 decimals */
  threshold: number;
  /** ISO 4217 */
  currency: string;
}

export interface Board {
  pipelineId: string;
  stages: Array<{
    stage: Stage;
    /** Deals of all currencies */
    count: number;
    /** By currency */
    totals: Array<{
      /** Null: deals without an amount */
      currency: string | null;
      /** Deals */
      count: number;
      amount: number;
      /** Amount times win probability */
      weightedAmount: number;
    }>;
  }>;
  /** Of the whole board, by currency; nothing is converted */
  totals: Array<{
    /** Null: deals without an amount */
    currency: string | null;
    openCount: number;
    openAmount: number;
    /** Open deals, each amount times the win probability of its stage */
    forecastAmount: number;
    wonCount: number;
    wonAmount: number;
    lostCount: number;
    lostAmount: number;
  }>;
}

export interface BrandKit {
  /** null: there is no brand kit yet, and the product's own look is shown */
  name: string | null;
  /** On light backgrounds */
  logoLightMediaId: string | null;
  /** Path of the logo, for everybody; null: there is none */
  logoLightUrl: string | null;
  /** On dark backgrounds */
  logoDarkMediaId: string | null;
  /** Path of the logo, for everybody; null: there is none */
  logoDarkUrl: string | null;
  faviconMediaId: string | null;
  /** Path of the icon, for everybody; null: there is none */
  faviconUrl: string | null;
  /** Lower case #rrggbb */
  colors: {
    /** Buttons */
    primary: string;
    /** Text on primary */
    onPrimary: string;
    /** Links and focus */
    accent: string;
    /** Of pages in the light; the dark has its own */
    background: string;
  };
  /** Where people ask for help */
  supportEmail: string | null;
  termsUrl: string | null;
  privacyUrl: string | null;
  imprintUrl: string | null;
  updatedAt: string | null;
}

/** How things look at this host, and nothing else */
export interface Branding {
  name: string;
  /** Path of the logo on light backgrounds, for everybody; null: there is none */
  logoLightUrl: string | null;
  /** Path of the logo on dark backgrounds, for everybody; null: there is none */
  logoDarkUrl: string | null;
  /** Path of the icon, for everybody; null: there is none */
  faviconUrl: string | null;
  /** Lower case #rrggbb */
  colors: {
    /** Buttons */
    primary: string;
    /** Text on primary */
    onPrimary: string;
    /** Links and focus */
    accent: string;
    /** Of pages in the light; the dark has its own */
    background: string;
  };
  /** Where people ask for help */
  supportEmail: string | null;
  termsUrl: string | null;
  privacyUrl: string | null;
  imprintUrl: string | null;
}

export interface Broadcast {
  id: string;
  title: string;
  channelId: string;
  /** { name, language, variables } of a template, or { text } */
  messageContent: Record<string, unknown>;
  targetAudience: TargetAudience;
  status: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled" | "failed";
  /** channel_refused: the platform takes none of the number's messages for now (its limit of people is reached, spam, a payment, a block); grant_ended: the grant under which an agency sent it has ended */
  pauseReason: "requested" | "failure_rate" | "opt_out_rate" | "channel_not_connected" | "channel_refused" | "template_not_approved" | "app_inactive" | "entitlement_exceeded" | "internal_error" | "grant_ended" | null;
  /** Of status failed */
  error: string | null;
  /** Of a draft or a scheduled one: what would have it refused if it were sent now, for its template (unknown on the channel, not approved, or taking other variables) */
  warnings: Array<{
    field: string;
    issue: string;
    message: string;
  }>;
  /** When it starts by itself; null: when it is scheduled or sent by hand. Set of a draft it schedules it */
  scheduledAt: string | null;
  sendRatePerMinute: number | null;
  quietHours: QuietHours | null;
  autoPause: AutoPause | null;
  counts: BroadcastCounts;
  /** From when on it is fixed who gets it */
  recipientsFrozenAt: string | null;
  /** While it is sending and it is fixed who gets it: at its pace and the channel's, resting in quietHours by the clock of their timezone */
  estimatedCompletionAt: string | null;
  /** key_… or agt_… */
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  startedAt: string | null;
  completedAt: string | null;
}

/** Each recipient counts once, under its latest status; optedOut beside it */
export interface BroadcastCounts {
  /** All of them, skipped ones included; 0 until they are frozen */
  recipients: number;
  pending: number;
  sending: number;
  /** Sent and nothing heard since */
  sent: number;
  delivered: number;
  read: number;
  replied: number;
  failed: number;
  /** The call was cut; never sent again by itself */
  unknown: number;
  skipped: number;
  /** Of those who got it, within 7 days */
  optedOut: number;
}

export interface BroadcastPreview {
  /** Contacts in the audience now */
  count: number;
  /** false: of a large tenant whose contacts could not be counted quickly; then count and skips are estimated from every fiftieth contact */
  exact: boolean;
  /** Where the exact count lies, 19 times of 20; both are count when it is exact */
  countRange: {
    from: number;
    to: number;
  };
  /** Ten of them, the newest when the count is exact */
  sample: Contact[];
  /** The same as sample */
  samples: Contact[];
  /** Who of them would be left out now, each for the first reason that holds */
  skips: {
    opted_out: number;
    blocked: number;
    no_identity: number;
    window_closed: number;
  };
  /** count without the skips */
  sendable: number;
  /** How long sending takes at the given rate and the channel's, without quiet hours */
  estimatedSeconds: number;
  /** When sending would end that begins at scheduledAt, else now, and rests in quietHours, by the clock of their timezone */
  estimatedCompletionAt: string;
  /** What the installation charges for it, without what the platform behind the channel asks */
  cost: {
    /** 0: messages have no price here */
    amount: number;
    /** ISO 4217 */
    currency: string;
  };
}

export interface BroadcastRecipient {
  contactId: string;
  name: string | null;
  phone: string | null;
  status: "pending" | "sending" | "sent" | "delivered" | "read" | "replied" | "failed" | "unknown" | "skipped";
  /** Of skipped: opted_out, blocked, no_identity, duplicate, missing_variable, too_long, window_closed, cancelled; of failed: an error code */
  reason: string | null;
  /** Its latest message */
  messageId: string | null;
  conversationId: string | null;
  error: {
    code: string;
    message: string;
  } | null;
  sentAt: string | null;
  deliveredAt: string | null;
  readAt: string | null;
  repliedAt: string | null;
  optedOutAt: string | null;
}

export interface BroadcastStats {
  id: string;
  status: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled" | "failed";
  counts: BroadcastCounts;
  /** Most frequent first */
  skippedBy: Array<{
    reason: string;
    count: number;
  }>;
  /** Most frequent first */
  failedBy: Array<{
    reason: string;
    count: number;
  }>;
  /** How many came at least so far */
  funnel: {
    attempted: number;
    sent: number;
    delivered: number;
    read: number;
    replied: number;
  };
  /** Shares between 0 and 1; null: of nobody */
  rates: {
    /** Of those sent */
    delivered: number | null;
    /** Of those sent */
    read: number | null;
    /** Of those sent */
    replied: number | null;
    /** Of those attempted */
    failed: number | null;
    /** Of those sent */
    optedOut: number | null;
  };
  /** While it is sending and it is fixed who gets it: at its pace and the channel's, resting in quietHours by the clock of their timezone */
  estimatedCompletionAt: string | null;
}

/** What is given is changed for each of the contacts */
export interface BulkContacts {
  /** Contacts */
  ids: string[];
  addTags?: string[] | undefined;
  removeTags?: string[] | undefined;
  /** A member of the tenant: agt_… or usr_…; null takes the owner away */
  ownerId?: string | null | undefined;
  /** A stage of one of the pipelines: stg_…; null: none */
  stageId?: string | null | undefined;
  blocked?: boolean | undefined;
}

export interface BulkContactsResult {
  /** In the order of ids; one that is named twice is done once */
  results: Array<{
    id: string;
    outcome: "updated" | "unchanged" | "failed";
    /** Why it failed, as a request of its own would say */
    code: "not_found" | "conflict" | "validation_error" | null;
    message: string | null;
  }>;
  updated: number;
  unchanged: number;
  failed: number;
}

export interface BulkResult {
  /** In the order of ids; of one that was refused nothing has changed */
  data: Array<{
    id: string;
    ok: boolean;
    conversation: Conversation | null;
    error: {
      /** One of our error codes */
      code: string;
      message: string;
      details?: Array<{
        field: string;
        issue: string;
        id?: string;
      }>;
    } | null;
  }>;
  succeeded: number;
  failed: number;
}

/** At least one change beside ids */
export interface BulkUpdate {
  /** Conversations; one named twice is changed once */
  ids: string[];
  /** done is another word for resolved */
  status?: "open" | "pending" | "resolved" | "done" | undefined;
  snoozedUntil?: string | null | undefined;
  /** A member of the tenant: agt_… or usr_…; null: nobody */
  assigneeId?: string | null | undefined;
  /** A division; null: none */
  divisionId?: string | null | undefined;
  /** Added to those there are */
  addLabels?: string[] | undefined;
  /** Taken from those there are */
  removeLabels?: string[] | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** true: marks as read; false: as unread. The platform is told neither */
  read?: boolean | undefined;
}

export interface BusinessHours {
  /** IANA name, such as Europe/Berlin */
  timezone: string;
  /** When the team is there; a day may stand several times, one that does not is off */
  weekly: Array<{
    day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
    /** HH:MM; 24:00 is the end of the day */
    from: string;
    /** HH:MM; 24:00 is the end of the day */
    to: string;
  }>;
  /** Whole days off, YYYY-MM-DD */
  holidays: string[];
}

export interface CannedReply {
  id: string;
  shortcut: string;
  title: string;
  content: string;
  /** Those that content speaks of */
  variables: string[];
  mediaIds: string[];
  /** How often it was rendered or sent by a macro */
  usageCount: number;
  lastUsedAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface ChangeEmail {
  /** The new address */
  email: string;
  /** The present password */
  password: string;
}

export interface ChangePassword {
  currentPassword: string;
  /** At least 8 characters; 15 or more are advised */
  password: string;
}

export interface Channel {
  id: string;
  /** chat_app, photo_social or short_video */
  kind: string;
  name: string;
  /** The platform's id of the connected account */
  externalId: string;
  /** Pending: the platform has not confirmed yet that the credentials open the account, or something is still to be set up there; it is asked again by itself. Connected: it sends and receives. NeedsReauth: the platform refuses the credentials. Disconnected: switched off here or by the platform. Error: the platform restricts the account, or another tenant has proved that it is theirs */
  status: "Pending" | "Connected" | "NeedsReauth" | "Disconnected" | "Error";
  /** Why it is not Connected, in the platform's words where it said something; of one that is Connected: the platform refused its credentials, and they are being refreshed */
  statusReason: string | null;
  /** Settings that are not secret */
  config: Record<string, unknown>;
  /** Names of the secret settings that are set; their values are never returned */
  hasSecrets: string[];
  messagesPerSecond: number;
  qualityRating: string | null;
  messagingLimit: string | null;
  /** When the credentials end, where that is known */
  credentialsExpireAt: string | null;
  /** Until when they are refreshed by themselves, where the platform tells: then somebody has to sign in again */
  credentialsRenewableUntil: string | null;
  /** Callback address of a provider app of your own, below this server's address */
  callbackPath: string;
  capabilities: {
    /** Message types that can be sent */
    types: string[];
    /** A business may write first (with a template) */
    startsConversations: boolean;
    /** Customer service window */
    windowHours: number;
    textCharactersMax: number;
  };
  templatesSyncedAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface ChannelAuthorization {
  id: string;
  kind: string;
  /** choosing: several accounts came, complete it with one of them */
  status: "pending" | "exchanging" | "choosing" | "completed" | "denied" | "failed" | "expired";
  /** Why it was denied or failed, in words */
  error: string | null;
  /** The channel that is to be connected again */
  channelId: string | null;
  /** What may be connected; empty until the person has agreed */
  accounts: Array<{
    externalId: string;
    name: string;
    /** The channel it became by this authorisation */
    channelId: string | null;
  }>;
  /** Channels it has made or renewed */
  channelIds: string[];
  /** ISO 8601, UTC, milliseconds */
  expiresAt: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
}

export interface ChannelHealth {
  channelId: string;
  status: "Pending" | "Connected" | "NeedsReauth" | "Disconnected" | "Error";
  /** Every finding is right */
  healthy: boolean;
  /** ISO 8601, UTC, milliseconds */
  checkedAt: string;
  pace: {
    /** As configured, or told by the platform */
    messagesPerSecond: number;
    /** What the platform's throttling left of it; grows again by a hundredth a second */
    messagesPerSecondNow: number;
    /** Nothing leaves before: the platform asked for it */
    pausedUntil: string | null;
  };
  findings: Array<{
    /** What was looked at: status, token, number, subscription, queue … */
    check: string;
    ok: boolean;
    message: string;
    /** What to do, when it is not right */
    remedy: string | null;
  }>;
}

export interface ChannelKind {
  kind: string;
  label: string;
  externalIdField: string;
  configFields: Array<{
    name: string;
    label: string;
    type: "string" | "integer";
    required: boolean;
    secret: boolean;
    help: string;
  }>;
  authorization: {
    /** This server has a provider app; without one, name your own */
    available: boolean;
    /** To be registered with the provider app */
    callbackUri: string;
    /** Its sign-up can also run in a page of yours, which hands over the code */
    codeFromPage: boolean;
    /** Settings by which a request names a provider app of your own */
    ownAppFields: string[];
  } | null;
}

export interface Chatbot {
  id: string;
  name: string;
  /** Switching it off hands the conversations that it has to people */
  isActive: boolean;
  /** Channels that it serves. A channel has one chatbot at most */
  channelIds: string[];
  persona: ChatbotPersona;
  /** What it is told besides, below the platform's own policy */
  instructions: string[];
  scope: ChatbotScope;
  handover: ChatbotHandover;
  activeHours: ChatbotHours | null;
  reply: ChatbotReply;
  knowledge: ChatbotKnowledge;
  model: ChatbotModel;
  limits: ChatbotLimits;
  /** Grows with every change; turns say which one they ran with */
  version: number;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface ChatbotCase {
  name: string;
  message: string;
  history?: Array<{
    from: "customer" | "chatbot";
    text: string;
  }> | undefined;
  /** As of when; default: when it runs */
  at?: string | undefined;
  expect: ChatbotExpectation;
}

export interface ChatbotCaseResult {
  name: string;
  passed: boolean;
  /** What was not as expected */
  problems: Array<"decision" | "reason" | "missing_text" | "forbidden_text">;
  decision: "answered" | "declined" | "handed_over" | "outside_hours" | "silenced" | "superseded";
  reason: string | null;
  reply: string | null;
}

export interface ChatbotEvaluation {
  id: string;
  chatbotId: string;
  name: string;
  cases: ChatbotCase[];
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface ChatbotEvaluationRun {
  id: string;
  evaluationId: string;
  chatbotId: string;
  chatbotVersion: number;
  /** It ran with settings of its own */
  triedSettings: boolean;
  status: "running" | "done";
  total: number;
  passed: number;
  failed: number;
  /** Of the cases that are done, in their order */
  results: ChatbotCaseResult[];
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  finishedAt: string | null;
}

export interface ChatbotEvaluationRunSummary {
  id: string;
  evaluationId: string;
  chatbotId: string;
  chatbotVersion: number;
  /** It ran with settings of its own */
  triedSettings: boolean;
  status: "running" | "done";
  total: number;
  passed: number;
  failed: number;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  finishedAt: string | null;
}

export interface ChatbotEvaluationSummary {
  id: string;
  chatbotId: string;
  name: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  caseCount: number;
}

/** What is left out is not looked at */
export interface ChatbotExpectation {
  decision?: "answered" | "declined" | "handed_over" | "outside_hours" | "silenced" | "superseded" | undefined;
  /** Of a turn, such as customer_request */
  reason?: string | undefined;
  /** Each stands in the reply, whatever the case */
  contains?: string[] | undefined;
  /** None stands in the reply */
  excludes?: string[] | undefined;
}

export interface ChatbotHandover {
  /** Whoever asks for a human gets one, in any of the languages of the lexicon */
  onRequest: boolean;
  /** Words and phrases that hand over */
  keywords: string[];
  /** Also when no answer could be grounded; else the out-of-scope message is sent */
  onLowConfidence: boolean;
  /** Turns in a row that led nowhere */
  failedTurns: number;
  /** Replies of a conversation, since the chatbot got it */
  maxReplies: number;
  /** Which division gets it */
  divisionId: string | null;
  /** Who gets it */
  assigneeId: string | null;
  /** Of the conversation, and of its ticket; null: as it is */
  priority: "low" | "medium" | "high" | "urgent" | null;
  createTicket: boolean;
  /** A note with the reason and the last messages */
  summaryNote: boolean;
  /** What the customer reads */
  message: string;
  /** What the customer reads outside of the team's business hours; null: as else */
  closedMessage: string | null;
  /** resolved: a resolved conversation that the customer writes to again is the chatbot's; never: what people had stays theirs */
  resume: "resolved" | "never";
  resumeAfterMinutes: number | null;
}

/** Fields left out stay as they are */
export interface ChatbotHandoverInput {
  /** Whoever asks for a human gets one, in any of the languages of the lexicon */
  onRequest?: boolean | undefined;
  /** Words and phrases that hand over */
  keywords?: string[] | undefined;
  /** Also when no answer could be grounded; else the out-of-scope message is sent */
  onLowConfidence?: boolean | undefined;
  /** Turns in a row that led nowhere */
  failedTurns?: number | undefined;
  /** Replies of a conversation, since the chatbot got it */
  maxReplies?: number | undefined;
  /** Which division gets it */
  divisionId?: string | null | undefined;
  /** Who gets it */
  assigneeId?: string | null | undefined;
  /** Of the conversation, and of its ticket; null: as it is */
  priority?: "low" | "medium" | "high" | "urgent" | null | undefined;
  createTicket?: boolean | undefined;
  /** A note with the reason and the last messages */
  summaryNote?: boolean | undefined;
  /** What the customer reads */
  message?: string | undefined;
  /** What the customer reads outside of the team's business hours; null: as else */
  closedMessage?: string | null | undefined;
  /** resolved: a resolved conversation that the customer writes to again is the chatbot's; never: what people had stays theirs */
  resume?: "resolved" | "never" | undefined;
  resumeAfterMinutes?: number | null | undefined;
}

/** null: always */
export interface ChatbotHours {
  /** inside: it works in these hours; outside: when they are over */
  mode: "inside" | "outside";
  /** IANA name, such as Europe/Berlin */
  timezone: string;
  /** When the team is there; a day may stand several times, one that does not is off */
  weekly: Array<{
    day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
    /** HH:MM; 24:00 is the end of the day */
    from: string;
    /** HH:MM; 24:00 is the end of the day */
    to: string;
  }>;
  /** Whole days off, YYYY-MM-DD */
  holidays: string[];
  /** Sent once per closed interval and conversation when it does not work; null: nothing */
  outsideMessage: string | null;
}

export interface ChatbotKnowledge {
  /** That a reply is made of, at most */
  passages: number;
  /** Of a passage, for it to be used */
  minScore: number;
}

/** Fields left out stay as they are */
export interface ChatbotKnowledgeInput {
  /** That a reply is made of, at most */
  passages?: number | undefined;
  /** Of a passage, for it to be used */
  minScore?: number | undefined;
}

export interface ChatbotLimits {
  /** In 24 hours; beyond, people get it */
  repliesPerConversationPerDay: number;
  repliesPerDay: number | null;
}

/** Fields left out stay as they are */
export interface ChatbotLimitsInput {
  /** In 24 hours; beyond, people get it */
  repliesPerConversationPerDay?: number | undefined;
  repliesPerDay?: number | null | undefined;
}

export interface ChatbotModel {
  /** Asked in this order; then, and when empty, the keys by their priority */
  preferred: Array<{
    /** null: whichever has the model */
    provider: string | null;
    model: string;
  }>;
  temperature: number;
  maxOutputTokens: number;
}

/** Fields left out stay as they are */
export interface ChatbotModelInput {
  /** Asked in this order; then, and when empty, the keys by their priority */
  preferred?: Array<{
    /** null: whichever has the model */
    provider: string | null;
    model: string;
  }> | undefined;
  temperature?: number | undefined;
  maxOutputTokens?: number | undefined;
}

export interface ChatbotPassage {
  /** As citations name it */
  ref: string;
  sourceId: string | null;
  faqId: string | null;
  score: number;
  heading: string | null;
}

export interface ChatbotPersona {
  /** Who answers, for whom, and how */
  description: string;
  tone: "friendly" | "professional" | "neutral" | "casual";
  /** ISO 639 codes of the languages it answers in; empty: the customer's */
  languages: string[];
  /** Put before its first reply in a conversation, for instance that an assistant answers; null: nothing */
  introduction: string | null;
}

/** Fields left out stay as they are */
export interface ChatbotPersonaInput {
  /** Who answers, for whom, and how */
  description?: string | undefined;
  tone?: "friendly" | "professional" | "neutral" | "casual" | undefined;
  /** ISO 639 codes of the languages it answers in; empty: the customer's */
  languages?: string[] | undefined;
  /** Put before its first reply in a conversation, for instance that an assistant answers; null: nothing */
  introduction?: string | null | undefined;
}

export interface ChatbotPlaygroundRequest {
  /** What a customer writes */
  message: string;
  /** What was said before, oldest first */
  history?: Array<{
    from: "customer" | "chatbot";
    text: string;
  }> | undefined;
  /** When; default: now. Active hours are looked at as of then */
  at?: string | undefined;
}

export interface ChatbotReplay {
  turnId: string;
  before: ChatbotTurn;
  after: ChatbotTrial;
  /** Another decision or another reply */
  changed: boolean;
}

export interface ChatbotReply {
  /** Waits so long for another message, at most 15 s in all */
  debounceSeconds: number;
  /** Characters */
  maxLength: number;
}

/** Fields left out stay as they are */
export interface ChatbotReplyInput {
  /** Waits so long for another message, at most 15 s in all */
  debounceSeconds?: number | undefined;
  /** Characters */
  maxLength?: number | undefined;
}

export interface ChatbotScope {
  /** knowledge_only: every statement cites the knowledge; knowledge_first: explanations without facts need not */
  mode: "knowledge_only" | "knowledge_first";
  /** In scope; empty: whatever the knowledge is about */
  allowedTopics: string[];
  /** Words and phrases that are declined in questions and never sent in replies */
  blockedTopics: string[];
  /** Sent instead of an answer */
  outOfScopeMessage: string;
}

/** Fields left out stay as they are */
export interface ChatbotScopeInput {
  /** knowledge_only: every statement cites the knowledge; knowledge_first: explanations without facts need not */
  mode?: "knowledge_only" | "knowledge_first" | undefined;
  /** In scope; empty: whatever the knowledge is about */
  allowedTopics?: string[] | undefined;
  /** Words and phrases that are declined in questions and never sent in replies */
  blockedTopics?: string[] | undefined;
  /** Sent instead of an answer */
  outOfScopeMessage?: string | undefined;
}

/** Laid over the chatbot's own for this run alone: a change is tried before it goes live */
export interface ChatbotSettingsInput {
  persona?: ChatbotPersonaInput | undefined;
  /** What it is told besides, below the platform's own policy */
  instructions?: string[] | undefined;
  scope?: ChatbotScopeInput | undefined;
  handover?: ChatbotHandoverInput | undefined;
  activeHours?: ChatbotHours | null | undefined;
  reply?: ChatbotReplyInput | undefined;
  knowledge?: ChatbotKnowledgeInput | undefined;
  model?: ChatbotModelInput | undefined;
  limits?: ChatbotLimitsInput | undefined;
}

/** What would be said and done; nothing was sent or kept */
export interface ChatbotTrial {
  chatbotId: string;
  chatbotVersion: number;
  decision: "answered" | "declined" | "handed_over" | "outside_hours" | "silenced" | "superseded";
  /** Why; null for an answer */
  reason: string | null;
  /** What was sent, or what the model wrote and was not sent */
  reply: string | null;
  /** What the knowledge was asked; null: it was not */
  question: string | null;
  /** Of the customer, as the model saw it */
  language: string | null;
  /** That the reply could be made of */
  passages: ChatbotPassage[];
  /** What was found out, in order */
  steps: ChatbotTurnStep[];
  usage: ChatbotUsage | null;
}

export interface ChatbotTurn {
  id: string;
  chatbotId: string;
  chatbotVersion: number;
  conversationId: string;
  decision: "answered" | "declined" | "handed_over" | "outside_hours" | "silenced" | "superseded";
  /** Why; null for an answer */
  reason: string | null;
  /** What was sent, or what the model wrote and was not sent */
  reply: string | null;
  /** What the knowledge was asked; null: it was not */
  question: string | null;
  /** Of the customer, as the model saw it */
  language: string | null;
  /** That the reply could be made of */
  passages: ChatbotPassage[];
  /** What was found out, in order */
  steps: ChatbotTurnStep[];
  usage: ChatbotUsage | null;
  /** What the customer had written */
  inboundMessageIds: string[];
  /** null: nothing was sent */
  replyMessageId: string | null;
  /** ISO 8601, UTC, milliseconds */
  startedAt: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
}

export interface ChatbotTurnStep {
  step: "gates" | "search" | "model" | "checks" | "commit";
  result: string;
  details?: Record<string, unknown>;
}

/** null: no model was asked, or none answered */
export interface ChatbotUsage {
  provider: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** Charged, in the billing currency */
  cost: number;
}

export interface ChooseTenant {
  tenantId: string;
}

export interface ClientBilling {
  clientId: string;
  /** client_pays: the client's balance pays the marked-up price, and the agency is credited the markup; agency_pays: the agency's balance pays the cost, and the client owes it the marked-up price */
  mode: "agency_pays" | "client_pays";
  /** What the agency adds to the cost of what has a price per use */
  markupPercent: number;
  /** Usage that is not in the agency's ledger yet, for a few seconds as a rule */
  outstanding: {
    charges: number;
    /** Before the markup; at most 6 decimals */
    cost: number;
    /** Why it waits: insufficient_credits of the agency, or nothing yet */
    reason: string | null;
  };
  /** null: as it was when the client was made */
  updatedAt: string | null;
}

export interface ClientBillingMonth {
  clientId: string;
  clientName: string;
  /** Year and month in UTC, 2026-11 */
  month: string;
  /** What the agency's balance paid (agency_pays); at most 6 decimals */
  cost: number;
  /** What the client owes the agency for that, with the markup; at most 6 decimals */
  owed: number;
  /** What the client's balance paid, with the markup (client_pays); at most 6 decimals */
  charged: number;
  /** What of it was credited to the agency; at most 6 decimals */
  earned: number;
  /** How many uses */
  charges: number;
}

export interface CompleteAuthorization {
  /** One of the authorisation's accounts */
  externalId: string;
  name?: string | undefined;
}

export interface ConfirmEmail {
  /** Of the mail */
  token: string;
  /** Of the account, for a new address; not needed with the session of that very person, nor for confirming the present one */
  password?: string | undefined;
}

export interface ConfirmPasswordReset {
  /** Of the mail */
  token: string;
  /** At least 8 characters; 15 or more are advised */
  password: string;
}

export interface Contact {
  id: string;
  name: string | null;
  /** E.164; null when the platform hides it */
  phone: string | null;
  /** The same as phone */
  phoneNumber: string | null;
  email: string | null;
  /** How it came in: inbound, api, import, manual, or a word of your own */
  source: string;
  tags: string[];
  customFields: Record<string, unknown>;
  identities: ContactIdentity[];
  /** The agent who looks after the contact */
  ownerId: string | null;
  /** Where the contact stands: a stage of one of the pipelines */
  stageId: string | null;
  /** BCP 47 */
  language: string | null;
  /** IANA */
  timezone: string | null;
  /** ISO 3166-1, two letters */
  country: string | null;
  optIn: "unknown" | "opted_in" | "opted_out";
  blockedAt: string | null;
  lastInboundAt: string | null;
  /** The contact that lives on for this one; such a contact is in no list and cannot be changed */
  mergedIntoId: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface ContactCard {
  name: {
    formattedName: string;
    firstName?: string | undefined;
    lastName?: string | undefined;
    middleName?: string | undefined;
    prefix?: string | undefined;
    suffix?: string | undefined;
  };
  phones?: Array<{
    phone: string;
    /** Such as HOME, WORK, CELL */
    type?: string | undefined;
    waId?: string | undefined;
  }> | undefined;
  emails?: Array<{
    email: string;
    /** Such as HOME, WORK, CELL */
    type?: string | undefined;
  }> | undefined;
  urls?: Array<{
    url: string;
    /** Such as HOME, WORK, CELL */
    type?: string | undefined;
  }> | undefined;
  org?: {
    company?: string | undefined;
    department?: string | undefined;
    title?: string | undefined;
  } | undefined;
  birthday?: string | undefined;
}

export interface ContactContent {
  contacts: ContactCard[];
}

export interface ContactExport {
  id: string;
  /** expired: the file is not kept any more */
  status: "queued" | "running" | "completed" | "failed" | "expired";
  /** Of the segment it was made of */
  segmentName: string | null;
  /** null: all contacts */
  rules: AudienceRules | null;
  fields: string[];
  /** Rows written so far */
  contacts: number;
  sizeBytes: number;
  error: string | null;
  /** Path of the file once it is complete; takes the same key as every other request */
  url: string | null;
  /** key_… or agt_… */
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  finishedAt: string | null;
  expiresAt: string | null;
}

export interface ContactField {
  id: string;
  key: string;
  label: string;
  type: "text" | "number" | "boolean" | "date" | "datetime" | "select" | "multi_select" | "url" | "email" | "phone";
  options: string[];
  required: boolean;
  description: string | null;
  position: number;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface ContactIdentity {
  id: string;
  /** Kind of channel: chat_app, photo_social or short_video */
  kind: string;
  /** The external id of the channel that the address is for, on platforms where a person has another one at each; null: of all */
  account: string | null;
  /** What one sends to */
  address: string | null;
  /** The platform's own id of the person */
  providerUserId: string | null;
  username: string | null;
  /** The name in the platform's profile */
  name: string | null;
}

export interface ContactImport {
  id: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  filename: string | null;
  dryRun: boolean;
  onExisting: "skip" | "update" | "merge_tags";
  defaultCountry: string | null;
  tags: string[];
  delimiter: "," | ";" | "\t";
  encoding: "utf-8" | "utf-16" | "windows-1252";
  columns: Array<{
    name: string;
    /** The first values */
    samples: string[];
    /** What the column is most likely for */
    suggestedField: string | null;
    /** What it is for in this import */
    field: string | null;
  }>;
  rowsTotal: number;
  rowsDone: number;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  /** Why the import as a whole failed */
  error: string | null;
  /** key_… or agt_… */
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

export interface ContactImportRow {
  /** As a spreadsheet counts: the header is row 1 */
  row: number;
  outcome: "created" | "updated" | "skipped" | "failed";
  /** null: failed, or created by a dry run */
  contactId: string | null;
  /** What is wrong with it */
  field: string | null;
  issue: string | null;
  message: string | null;
}

export interface ContactMerge {
  id: string;
  /** The contact that the other was merged into */
  contactId: string;
  /** The contact that was merged away; POST /contacts/{mergedContactId}/unmerge undoes it */
  mergedContactId: string;
  mergedContactName: string | null;
  /** ISO 8601, UTC, milliseconds */
  mergedAt: string;
  /** The API key or user */
  mergedBy: string | null;
  /** Null once it was undone or can be undone no more */
  undoableUntil: string | null;
  undoneAt: string | null;
  undoneBy: string | null;
}

export interface Conversation {
  id: string;
  channelId: string;
  channelKind: string;
  contactId: string;
  status: "open" | "pending" | "resolved";
  /** Why it is pending: a chatbot answers, it is snoozed, or the customer must answer */
  pendingReason: "bot" | "snoozed" | "customer" | null;
  snoozedUntil: string | null;
  /** The agent it is assigned to */
  assigneeId: string | null;
  /** The division it belongs to */
  divisionId: string | null;
  labels: string[];
  priority: "low" | "medium" | "high" | "urgent";
  subject: string | null;
  lastMessage: {
    id: string;
    direction: "inbound" | "outbound";
    type: string;
    preview: string;
  } | null;
  /** ISO 8601, UTC, milliseconds */
  lastMessageAt: string;
  unreadCount: number;
  /** Since when the customer waits for an answer */
  waitingSince: string | null;
  firstRepliedAt: string | null;
  resolvedAt: string | null;
  resolvedBy: string | null;
  /** Until when free text may be sent */
  windowExpiresAt: string | null;
  handledBy: "bot" | "human";
  sla: ServiceLevel | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface ConversationActivity {
  id: string;
  conversationId: string;
  /** By field of the conversation: status, pendingReason, snoozedUntil, assigneeId, divisionId, labels, priority, subject; sla when a target was missed */
  changes: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** contact: the customer wrote again; system: the snooze ended, a target was missed */
  actor: {
    kind: "api" | "member" | "system" | "contact" | "platform" | "chatbot" | "flow";
    id: string | null;
  };
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
}

/** Whose the conversation is now */
export interface ConversationChatbot {
  conversationId: string;
  status: string;
  pendingReason: string | null;
  handledBy: "bot" | "human";
}

export interface ConversationCounts {
  /** All that are shown */
  conversations: {
    count: number;
    /** true: there may be more than count; it looked at 5,000 conversations */
    more: boolean;
  };
  /** Those of them with unread messages */
  unread: {
    count: number;
    /** true: there may be more than count; it looked at 5,000 conversations */
    more: boolean;
  };
}

/** All that is given must be true of a conversation */
export interface ConversationFilters {
  /** snoozed: pending until a time; done: resolved */
  status?: "open" | "pending" | "resolved" | "snoozed" | "done" | undefined;
  channelId?: string | undefined;
  contactId?: string | undefined;
  /** An agent; none: nobody; me: the member who asks */
  assigneeId?: string | undefined;
  /** true: assigned to nobody; false: to somebody */
  unassigned?: boolean | undefined;
  /** A division, without those below it; none: in no division */
  divisionId?: string | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** true: with unread messages; false: without */
  unread?: boolean | undefined;
  handledBy?: "bot" | "human" | undefined;
  /** The customer has waited for an answer since then or longer */
  waitingSince?: string | undefined;
  /** The customer has waited for an answer at least so long */
  waitingMinutes?: number | undefined;
  /** Has any of these labels */
  labels?: string[] | undefined;
  /** Has every one of these labels */
  allLabels?: string[] | undefined;
}

export interface ConversationSummary {
  summary: string;
  /** What is still to be done or answered */
  openPoints: string[];
  provider: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** What was charged; at most 6 decimals */
  cost: number;
}

export interface CreateAccessToken {
  /** Among those of the grant */
  scopes: Array<"conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "divisions:read" | "divisions:write" | "webhooks:read" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "organization:read" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send">;
  /** How long it works */
  ttlSeconds?: number | undefined;
}

export interface CreateAdminOrganization {
  name: string;
  /** Of an agency's client: business */
  kind?: "business" | "agency" | undefined;
  /** Is invited to be its owner */
  ownerEmail: string;
  ownerName?: string | undefined;
  /** By an agency: its own word for the client */
  reference?: string | undefined;
  /** By an agency: the client starts with it and may revoke it */
  grant?: {
    /** What the agency may do for the client */
    scopes: Array<"conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "divisions:read" | "divisions:write" | "webhooks:read" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "organization:read" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send">;
    /** ISO 8601, UTC, milliseconds */
    expiresAt?: string | undefined;
  } | undefined;
}

/** With `snapshot` the client is set up by it, right after it is made */
export interface CreateAgencyClient {
  /** Of the client's organization */
  name: string;
  /** Is invited to be the client's owner */
  ownerEmail: string;
  ownerName?: string | undefined;
  /** The agency's own word for the client */
  reference?: string | undefined;
  /** The client starts with it and may revoke it. Left out: the agency asks for one later */
  grant?: {
    /** What the agency may do for the client */
    scopes: Array<"conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "divisions:read" | "divisions:write" | "webhooks:read" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "organization:read" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send">;
    /** ISO 8601, UTC, milliseconds */
    expiresAt?: string | undefined;
  } | undefined;
  /** One of the agency's snapshots, to set the client up with; null: none. Left out: the agency's default, if there is one */
  snapshotId?: string | null | undefined;
  snapshot?: SnapshotInput | undefined;
}

export interface CreateAgencyLinkRequest {
  /** Its id (org_…), or the e-mail address of an owner */
  organization: string;
  /** What the agency may do for the client */
  scopes: Array<"conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "divisions:read" | "divisions:write" | "webhooks:read" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "organization:read" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send">;
  /** Said to the owner */
  message?: string | undefined;
  /** The agency's own word for the client */
  reference?: string | undefined;
  expiresAt?: string | null | undefined;
}

/** Either `snapshot` or `clientId` */
export interface CreateAgencySnapshot {
  /** Unique in the agency, without regard to case */
  name: string;
  description?: string | null | undefined;
  /** Clients that are made without a snapshot of their own are set up with it. One of an agency is: it takes the place of the one before */
  isDefault?: boolean | undefined;
  snapshot?: SnapshotInput | undefined;
  /** Instead of `snapshot`: as this client is set up now, as far as its grant lets the agency read */
  clientId?: string | undefined;
  /** Only these parts */
  parts?: string[] | undefined;
}

export interface CreateAgent {
  name: string;
  email: string;
  /** At most one's own */
  role?: "owner" | "admin" | "supervisor" | "agent" | "viewer" | undefined;
  /** An https address */
  avatarUrl?: string | null | undefined;
  /** Replaces all */
  divisionIds?: string[] | undefined;
  /** Replaces all; none: all channels */
  channelIds?: string[] | undefined;
  skills?: string[] | undefined;
  languages?: string[] | undefined;
  maxOpenConversations?: number | null | undefined;
  signature?: string | null | undefined;
}

export interface CreateAiKey {
  /** openai_compatible: any server that speaks that interface */
  provider: "openai" | "anthropic" | "google" | "openai_compatible";
  /** One per provider and tenant */
  name?: string | undefined;
  /** Never shown again */
  apiKey: string;
  /** With the version in its path, such as https://models.example.com/v1 */
  baseUrl?: string | undefined;
  /** As the provider spells them; the first is used where no model is named. Left out: those that the provider lists when the key is tested, without such as write no text */
  models?: string[] | undefined;
  /** 1 is asked first; of equals the older */
  priority?: number | undefined;
  isActive?: boolean | undefined;
}

export interface CreateApiKey {
  name: string;
  /** Only scopes that the caller has */
  scopes: Array<"conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "agents:write" | "divisions:read" | "divisions:write" | "webhooks:read" | "webhooks:write" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "ai:write" | "organization:read" | "organization:write" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send" | "agency:read" | "agency:write" | "agency:act">;
  environment?: "live" | "test" | undefined;
  /** At most that of the calling key, which is also the default; by session at most the installation's default */
  rateLimitPerMinute?: number | undefined;
  expiresAt?: string | null | undefined;
}

export interface CreateBroadcast {
  title: string;
  channelId: string;
  /** On a channel with templates an approved template: { name, language, variables }, as an object or as JSON text. A variable is a literal, or { field, fallback } of each contact: name, firstName, phone, email, source, country, language, timezone, customFields.KEY; whoever has no value and no fallback is skipped. Named variables carry their name: { name, value } or { name, field, fallback }. On other channels a text, which reaches those whose customer service window is open; it may speak of the same fields as {{contact.firstName|there}}, where `there` stands in for a missing one */
  messageContent: Record<string, unknown> | string;
  targetAudience: TargetAudience;
  /** When it starts by itself; null: when it is scheduled or sent by hand. Set of a draft it schedules it */
  scheduledAt?: string | null | undefined;
  sendRatePerMinute?: number | null | undefined;
  quietHours?: QuietHours | null | undefined;
  /** Limits that pause it by themselves; null: none. Left out: 30 %, 5 %, after 100 messages */
  autoPause?: AutoPause | null | undefined;
}

export interface CreateCannedReply {
  /** What an agent types after a slash; unique without regard to case */
  shortcut: string;
  title: string;
  /** With variables such as {{contact.firstName|there}}, where `there` stands in for a missing name: contact.name, contact.firstName, contact.phone, contact.email, agent.name, agent.firstName, channel.name, organization.name */
  content: string;
  /** Media sent after the text */
  mediaIds?: string[] | undefined;
}

export interface CreateChannel {
  kind: string;
  name: string;
  /** May be left out when config names it */
  externalId?: string | undefined;
  /** Settings of this kind: see GET /channels/kinds. Secret ones are write-only */
  config: Record<string, unknown>;
}

/** What is left out gets its default; an active chatbot needs a channel to have any effect */
export interface CreateChatbot {
  name: string;
  /** Switching it off hands the conversations that it has to people */
  isActive?: boolean | undefined;
  /** Channels that it serves. A channel has one chatbot at most */
  channelIds?: string[] | undefined;
  persona?: ChatbotPersonaInput | undefined;
  /** What it is told besides, below the platform's own policy */
  instructions?: string[] | undefined;
  scope?: ChatbotScopeInput | undefined;
  handover?: ChatbotHandoverInput | undefined;
  activeHours?: ChatbotHours | null | undefined;
  reply?: ChatbotReplyInput | undefined;
  knowledge?: ChatbotKnowledgeInput | undefined;
  model?: ChatbotModelInput | undefined;
  limits?: ChatbotLimitsInput | undefined;
}

export interface CreateChatbotEvaluation {
  name: string;
  cases: ChatbotCase[];
}

/** At least a name, a phone or an email */
export interface CreateContact {
  name?: string | null | undefined;
  /** International form, in any spelling; stored as E.164 */
  phone?: string | null | undefined;
  /** The same as phone */
  phoneNumber?: string | null | undefined;
  email?: string | null | undefined;
  source?: string | undefined;
  /** Replaces all tags; duplicates are dropped */
  tags?: string[] | undefined;
  /** A member of the tenant: agt_… or usr_… */
  ownerId?: string | null | undefined;
  /** A stage of one of the pipelines: stg_… */
  stageId?: string | null | undefined;
  /** BCP 47 */
  language?: string | null | undefined;
  /** IANA */
  timezone?: string | null | undefined;
  /** ISO 3166-1, two letters */
  country?: string | null | undefined;
  optIn?: "unknown" | "opted_in" | "opted_out" | undefined;
  /** By key: as its definition says (see contact fields); without one any text, number or boolean */
  customFields?: Record<string, string | number | boolean | string[] | null> | undefined;
}

/** A segment, rules, or neither: all contacts */
export interface CreateContactExport {
  /** Of whom; its rules as they are now */
  segmentId?: string | undefined;
  rules?: AudienceRules | undefined;
  /** Columns, in this order: id, name, phone, email, source, tags, ownerId, stageId, language, timezone, country, optIn, blockedAt, lastInboundAt, createdAt, updatedAt, channelKinds, customFields.KEY. Without it the usual ones and all defined custom fields */
  fields?: string[] | undefined;
}

export interface CreateContactField {
  /** The name in customFields: a letter, then letters, digits, _ and -; cannot be changed */
  key: string;
  /** What people read */
  label: string;
  /** Of the values. date: 2026-11-20; datetime: ISO 8601, kept in UTC; phone: kept as E.164; multi_select: a list of options. Cannot be changed */
  type: "text" | "number" | "boolean" | "date" | "datetime" | "select" | "multi_select" | "url" | "email" | "phone";
  /** Of select and multi_select, at least one: the values there are */
  options?: string[] | undefined;
  /** A contact that is made must have it, and it cannot be emptied; people whom a message brings in need not */
  required?: boolean | undefined;
  description?: string | null | undefined;
  /** Order in forms, smallest first */
  position?: number | undefined;
}

export interface CreateContactImport {
  /** The content; larger files are sent as a form */
  csv: string;
  filename?: string | undefined;
  /** By column of the file: name, phone, email, tags, source, language, timezone, country, optIn, ownerId, stageId, customFields.KEY, or null for a column that is left out. Without it the suggested fields count */
  mapping?: Record<string, string | null> | undefined;
  /** What becomes of a row whose contact exists: by its phone, or without one by its email. update: what the row has wins, tags are added; skip unless given */
  onExisting?: "skip" | "update" | "merge_tags" | undefined;
  /** Only report what would become of each row */
  dryRun?: boolean | undefined;
  /** ISO 3166-1, two letters: of phones written without a country code */
  defaultCountry?: string | undefined;
  /** For all contacts of the file */
  tags?: string[] | undefined;
}

export interface CreateConversationTicket {
  /** Default: the conversation's subject, else its last message */
  subject?: string | undefined;
  description?: string | null | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** The name of a ticket category, in any case, or its id; a name that is new is made */
  category?: string | null | undefined;
  /** A member of the tenant: agt_… or usr_…; null: nobody */
  assigneeId?: string | null | undefined;
  /** A division; null: none */
  divisionId?: string | null | undefined;
  /** Replaces all labels; duplicates are dropped. The id of a label stands for its name */
  labels?: string[] | undefined;
  /** Sets the fields given and leaves the others; null removes a field. Defined fields are checked, see ticket fields; without a definition any text, number or boolean */
  customFields?: Record<string, string | number | boolean | string[] | null> | undefined;
  dueAt?: string | null | undefined;
}

/** An adjustment needs a reason */
export interface CreateCredit {
  /** Above zero a credit, below zero an adjustment; 6 decimals */
  amount: number;
  /** Kept with the entry */
  reason?: string | undefined;
  /** Who decided it, in your own words */
  adminId?: string | undefined;
}

/** Names a contact, or a conversation with one */
export interface CreateDeal {
  title: string;
  amount?: number | null | undefined;
  /** ISO 4217: EUR */
  currency?: string | null | undefined;
  /** Where it came from */
  conversationId?: string | null | undefined;
  /** A member of the tenant: agt_… or usr_… */
  ownerId?: string | null | undefined;
  /** Required in a lost stage, and only there */
  lostReason?: string | null | undefined;
  /** Its place in the column of its stage, smallest on top: to put it between two others, a number between theirs. Default: at the end */
  position?: number | undefined;
  expectedCloseAt?: string | null | undefined;
  /** Default: the contact of the conversation */
  contactId?: string | undefined;
  /** Default: the pipeline of the stage, else the default one */
  pipelineId?: string | undefined;
  /** Default: the first open stage of the pipeline */
  stageId?: string | undefined;
}

export interface CreateDivision {
  name: string;
  description?: string | null | undefined;
  /** #rgb, #rrggbb or a colour's name */
  color?: string | null | undefined;
  /** The division it is below; null: at the top */
  parent_division_id?: string | null | undefined;
}

export interface CreateDomain {
  /** Such as inbox.agency.example: no scheme, port or path. Other scripts are stored in their ASCII form */
  hostname: string;
}

export interface CreateFaq {
  question: string;
  /** Markdown */
  answer: string;
  categoryId?: string | null | undefined;
  /** Instead of categoryId: the name of a category, in any case, or its id; a name that is new is made */
  category?: string | null | undefined;
  /** ISO 639, such as de; null or left out: found out from the text */
  language?: string | null | undefined;
  /** Only published ones are found by a search */
  status?: "draft" | "published" | "archived" | undefined;
  /** Other ways to ask; replaces all of them */
  alternatives?: string[] | undefined;
}

export interface CreateFaqImport {
  /** The content; larger files are sent as a form */
  csv: string;
  filename?: string | undefined;
  /** By column of the file: question, answer, category, language, status, alternatives, or null for a column that is left out. Without it the suggested fields count */
  mapping?: Record<string, string | null> | undefined;
  /** What becomes of a row whose question there is already, word for word. update: what the row has wins; skip unless given */
  onExisting?: "skip" | "update" | undefined;
  /** Whether categories that there are not yet are made (default), or their rows fail */
  createCategories?: boolean | undefined;
  /** Only report what would become of each row */
  dryRun?: boolean | undefined;
}

export interface CreateFlow {
  name: string;
  description?: string | null | undefined;
  /** What starts the flow: its type, and the fields of that type. message.received: channelIds; message.keyword: channelIds, keywords, mode; conversation.created: channelIds; conversation.status_changed: channelIds, to; conversation.assigned: channelIds; contact.created; contact.tag_added: tag; contact.tag_removed: tag; contact.field_changed: field; deal.stage_changed: stageId; ticket.created; handover.requested: channelIds; ticket.status_changed: to; order.created; order.status_changed: to; csat.answered: channelIds, ratingMin, ratingMax; broadcast.replied: channelIds, broadcastId; form.submitted: formId; window.closing: channelIds, minutesBefore; webhook: contactBy, contactFrom, createContact, nameFrom, store; schedule: at, timezone, audience, channelId; no_reply_for: minutes, of, channelIds; manual. Types: message.received, message.keyword, conversation.created, conversation.status_changed, conversation.assigned, contact.created, contact.tag_added, contact.tag_removed, contact.field_changed, deal.stage_changed, ticket.created, handover.requested, ticket.status_changed, order.created, order.status_changed, csat.answered, broadcast.replied, form.submitted, window.closing, webhook, schedule, no_reply_for, manual. `at` of a schedule: { time: "09:00" } for every day, with days: ["monday", …], dayOfMonth: 31 (the last day of shorter months) or date: "2026-12-24" beside it; timezone: an IANA name, unless given that of the business hours, else UTC; audience: { segmentId }, { match, rules, exclude } or { all: true }; channelId: runs are in the contact's conversation there, and may write first. no_reply_for: minutes since the last message of an unresolved conversation, of: "customer" (we wrote last) or "us" */
  trigger: Record<string, unknown>;
  /** What the flow does, in this order; each with its type, and the fields of that type. send_message: text; send_template: name, language, variables; add_tag: tag; remove_tag: tag; set_field: field, value; assign: assigneeId, divisionId; set_status: status; snooze: minutes; set_priority: priority; add_label: label; remove_label: label; add_note: text; create_ticket: subject, description, priority, category, assigneeId; update_ticket: status, priority, category, assigneeId; create_deal: title, pipelineId, stageId, ownerId, amount, currency; move_deal: stageId, lostReason; notify: memberIds, text; wait: seconds; wait_for_reply: timeoutSeconds, onTimeout; branch: conditions, then, else; start_flow: flowId; http_request: method, url, headers, body, timeoutSeconds, idempotent, store, onError; emit_webhook: name, payload; start_chatbot; stop_chatbot; hand_over: assigneeId, divisionId, note; stop. Texts may have the variables of canned replies and {{variables.NAME}}, which requests bring. At most 100, those inside of others included */
  steps: Array<Record<string, unknown>>;
  conditions?: Record<string, unknown> | null | undefined;
  oncePerContact?: boolean | undefined;
}

export interface CreateFlowSecret {
  /** Capital letters, digits and underscores. One per organization */
  name: string;
  /** Never shown again. Eight characters at least: shorter ones cannot be cut out of answers */
  value: string;
  /** Hosts that it may be sent to: shop.example, or shop.example:8443 for one port alone. Whole names; a subdomain is another host. Changing them takes the scope organization:write */
  hosts?: string[] | undefined;
}

export interface CreateInvitation {
  email: string;
  /** At most one's own */
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
  name?: string | undefined;
}

export interface CreateKnowledgeCategory {
  name: string;
  description?: string | null | undefined;
  /** Lists are in this order */
  position?: number | undefined;
  /** The category it is in; null: none */
  parentId?: string | null | undefined;
}

/** With text, url or mediaId, as its kind says, and no other of them */
export interface CreateKnowledgeSource {
  /** Words in it are searched as well */
  name: string;
  kind: "text" | "url" | "file";
  /** Of kind text: Markdown or plain text. Longer ones as a file */
  text?: string | undefined;
  /** Of kind url: the page, fetched with up to 5 redirects */
  url?: string | undefined;
  /** Of kind file: a file uploaded to /media (PDF, DOCX, HTML, Markdown, CSV, text), 20 MB at most; it is kept as long as the source */
  mediaId?: string | undefined;
  categoryId?: string | null | undefined;
  /** ISO 639, such as de; null or left out: found out from the text */
  language?: string | null | undefined;
  refreshEveryHours?: number | null | undefined;
  /** false: kept, and not found */
  isActive?: boolean | undefined;
}

export interface CreateLabel {
  name: string;
  /** #rrggbb */
  color?: string | null | undefined;
  description?: string | null | undefined;
}

export interface CreateLandingPage {
  /** Its name in addresses, unique in the agency */
  slug: string;
  title: string;
  description?: string | null | undefined;
  blocks: Array<{
    /** hero: heading, perhaps text, label and url. text: text, perhaps heading. features, faq: items, perhaps heading. image: mediaId, alt, perhaps caption. form: formId, perhaps heading and text; one of a page. cta: heading, label, url, perhaps text */
    type: "hero" | "text" | "features" | "image" | "faq" | "form" | "cta";
    heading?: string | undefined;
    /** A blank line parts paragraphs */
    text?: string | undefined;
    /** Of the button */
    label?: string | undefined;
    /** Where the button leads: https, or #form of this page */
    url?: string | undefined;
    items?: Array<{
      /** Of a faq: the question */
      heading: string;
      /** Of a faq: the answer */
      text: string;
    }> | undefined;
    /** PNG, JPEG, WebP or GIF of at most 5 MiB */
    mediaId?: string | undefined;
    /** What is to be seen, for those who do not; empty: it only decorates */
    alt?: string | undefined;
    caption?: string | undefined;
    formId?: string | undefined;
  }>;
  /** Default draft */
  status?: "draft" | "published" | undefined;
}

export interface CreateMacro {
  name: string;
  visibility?: "private" | "shared" | undefined;
  /** Done in this order */
  actions: MacroAction[];
}

export interface CreateNote {
  text: string;
  /** Members to be notified: agt_… or usr_… */
  mentions?: string[] | undefined;
}

/** Names a contact, or a conversation with one */
export interface CreateOrder {
  /** Default: the contact of the conversation */
  contactId?: string | undefined;
  /** Default: the tenant's next one, ORD-000001 */
  number?: string | undefined;
  /** Where an order begins; default draft. Later ones for what was sold elsewhere */
  status?: "draft" | "pending" | "paid" | "fulfilled" | undefined;
  items: NewOrderItem[];
  /** ISO 4217: EUR */
  currency: string;
  /** 0 to 1,000,000,000,000, at most 6 decimals; at most the subtotal. Default 0 */
  discount?: number | undefined;
  /** 0 to 1,000,000,000,000, at most 6 decimals. Default 0 */
  tax?: number | undefined;
  /** 0 to 1,000,000,000,000, at most 6 decimals. Default 0 */
  shipping?: number | undefined;
  /** Computed; given, it must agree */
  subtotal?: number | undefined;
  /** Computed; given, it must agree */
  total?: number | undefined;
  externalReference?: string | null | undefined;
  /** Where it was ordered */
  conversationId?: string | null | undefined;
  note?: string | null | undefined;
}

export interface CreateOrganizationExport {
  /** With the files themselves; false: only what is known of them */
  includeMedia?: boolean | undefined;
}

export interface CreatePaymentRequest {
  /** What is to be paid and credited; above 0, at most 1000000000, 6 decimals */
  amount: number;
  /** ISO 4217; only the installation's own, which is the default */
  currency?: string | undefined;
  /** What the invoice says */
  description?: string | undefined;
}

export interface CreatePipeline {
  name: string;
  /** Default: the end */
  position?: number | undefined;
  /** true: this one instead of the present default */
  isDefault?: boolean | undefined;
  /** In their order, at least one of them open; default: New, Qualified, Proposal, Negotiation, Won, Lost */
  stages?: NewStage[] | undefined;
}

export interface CreatePrice {
  modelName: string;
  /** 0 to 1000000000, at most 6 decimals */
  costPerRequest: number;
  description?: string | null | undefined;
}

export interface CreateReplay {
  /** Events from this instant on */
  since: string;
  until?: string | null | undefined;
}

export interface CreateSegment {
  /** Unique in the tenant, in any case */
  name: string;
  description?: string | null | undefined;
  rules: AudienceRules;
}

export interface CreateSignupForm {
  /** Its name in addresses, unique in the agency */
  slug: string;
  title: string;
  intro?: string | null | undefined;
  fields: Array<{
    /** What the answer is called. name, email and phone are those of the contact; company is the name of a new client */
    key: string;
    label: string;
    type: "text" | "textarea" | "email" | "phone" | "url" | "select" | "checkbox";
    /** Default false; of a checkbox: it must be ticked */
    required?: boolean | undefined;
    /** Of a select, and of nothing else */
    options?: string[] | undefined;
    /** Shown with the field */
    help?: string | undefined;
  }>;
  /** What is agreed to with a tick, without which nothing is taken; kept with each submission, word for word */
  consentText?: string | null | undefined;
  target: {
    /** create_contact: each submission becomes a contact of the agency at once. create_client: a client with an invited owner, as soon as the submission is set to processed */
    kind: "create_client" | "create_contact";
    /** Of create_client: what the agency may do for the client from the start. Takes a consentText that says so */
    grantScopes?: Array<"conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "divisions:read" | "divisions:write" | "webhooks:read" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "organization:read" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send"> | undefined;
    /** Of create_client: the agency's snapshot that it is set up with; null: none. Left out: the agency's default, if there is one */
    snapshotId?: string | null | undefined;
    /** Of create_contact: added to the contact */
    tags?: string[] | undefined;
  };
  /** Default: "Thank you. We have got your message." */
  thankYouText?: string | undefined;
  /** Where to go on; null: thankYouText is shown */
  redirectUrl?: string | null | undefined;
  /** Default true */
  active?: boolean | undefined;
}

export interface CreateSlaPolicy {
  name: string;
  /** By priority: low, medium, high, urgent. Replaces all targets; at least one number */
  targets: {
    low?: SlaTargetInput | undefined;
    medium?: SlaTargetInput | undefined;
    high?: SlaTargetInput | undefined;
    urgent?: SlaTargetInput | undefined;
  };
  description?: string | null | undefined;
  /** Default: false */
  businessHoursOnly?: boolean | undefined;
  /** A list that is empty asks for nothing; of one that is not, one entry must fit. Fields left out stay as they are; at first: both subjects, and nothing asked for */
  conditions?: {
    /** What it may govern */
    appliesTo?: Array<"tickets" | "conversations"> | undefined;
    priorities?: Array<"low" | "medium" | "high" | "urgent"> | undefined;
    /** Of a ticket: its conversation's channel */
    channelIds?: string[] | undefined;
    divisionIds?: string[] | undefined;
    /** Names in any case, or ids */
    labels?: string[] | undefined;
  } | undefined;
  /** Default: 0; among equals the older one */
  order?: number | undefined;
  /** true takes it from the one that is */
  isDefault?: boolean | undefined;
}

export interface CreateStage {
  name: string;
  /** #rrggbb */
  color?: string | undefined;
  /** How likely a deal in this stage is won, in percent; always 100 of a won stage and 0 of a lost one */
  winProbability?: number | undefined;
  kind?: "open" | "won" | "lost" | undefined;
  /** Default: behind the last open stage, of a won or lost stage behind all */
  position?: number | undefined;
}

export interface CreateTemplate {
  /** Lower-case letters, digits and underscores */
  name: string;
  /** As en or en_GB */
  language: string;
  /** The platform may change it */
  category: "MARKETING" | "UTILITY" | "AUTHENTICATION";
  /** {{1}} (when left out) or {{first_name}} */
  parameterFormat?: "positional" | "named" | undefined;
  /** HEADER, BODY, FOOTER and BUTTONS as the platform spells them; a sample for every variable */
  components: unknown[];
}

/** With a conversation and no contact it is of the conversation's contact */
export interface CreateTicket {
  subject: string;
  description?: string | null | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** The name of a ticket category, in any case, or its id; a name that is new is made */
  category?: string | null | undefined;
  /** A member of the tenant: agt_… or usr_…; null: nobody */
  assigneeId?: string | null | undefined;
  /** A division; null: none */
  divisionId?: string | null | undefined;
  /** Replaces all labels; duplicates are dropped. The id of a label stands for its name */
  labels?: string[] | undefined;
  /** Sets the fields given and leaves the others; null removes a field. Defined fields are checked, see ticket fields; without a definition any text, number or boolean */
  customFields?: Record<string, string | number | boolean | string[] | null> | undefined;
  dueAt?: string | null | undefined;
  contactId?: string | null | undefined;
  conversationId?: string | null | undefined;
  /** Default: api with an API key, manual by a member */
  source?: "inbox" | "flow" | "manual" | "api" | undefined;
}

export interface CreateTicketCategory {
  name: string;
  description?: string | null | undefined;
}

export interface CreateTicketComment {
  text: string;
}

export interface CreateTicketField {
  /** The name in customFields: a letter, then letters, digits, _ and -; cannot be changed */
  key: string;
  /** What people read */
  label: string;
  /** Of the values. date: 2026-11-20; datetime: ISO 8601, kept in UTC; phone: kept as E.164; multi_select: a list of options. Cannot be changed */
  type: "text" | "number" | "boolean" | "date" | "datetime" | "select" | "multi_select" | "url" | "email" | "phone";
  /** Of select and multi_select, at least one: the values there are */
  options?: string[] | undefined;
  /** A ticket that is made must have it, and it cannot be emptied; those that a flow, a chatbot or a follow-up makes need not */
  required?: boolean | undefined;
  description?: string | null | undefined;
  /** Order in forms, smallest first */
  position?: number | undefined;
}

export interface CreateView {
  name: string;
  visibility?: "private" | "shared" | undefined;
  filters: ConversationFilters;
  /** lastMessageAt, createdAt: newest first; createdAt sorts by id, which is the order of creation. waitingSince: the longest wait first, of those that wait */
  sort?: "lastMessageAt" | "createdAt" | "waitingSince" | undefined;
}

export interface CreateWebhook {
  /** https address; redirects are not followed */
  url: string;
  /** Event types, or * for all, also those to come */
  events: string[];
  description?: string | null | undefined;
  channelIds?: string[] | null | undefined;
  /** Names and values, added to every delivery. Sealed, and never shown again; takes the place of all that were there */
  headers?: Record<string, string> | null | undefined;
  /** Only events whose data meet all of these. eq, ne: the value is this, is not this; in: is one of a list; exists: true, something but null is there; prefix: a text begins with it; contains: a list holds it */
  filter?: Array<{
    /** From the event's data down, names with dots between them: message.type */
    path: string;
    op: "eq" | "ne" | "in" | "exists" | "prefix" | "contains";
    value: string | number | boolean | null | Array<string | number | boolean | null>;
  }> | undefined;
  /** Deliveries a second at most, retries included; what is more waits */
  maxPerSecond?: number | null | undefined;
  signatureScheme?: "hmac-sha256" | "ed25519" | undefined;
}

export interface CreatedAdminOrganization {
  id: string;
  name: string;
  kind: "business" | "agency" | "platform";
  /** suspended: its keys and sessions are refused; what platforms tell is still stored */
  status: "active" | "suspended";
  suspendedAt: string | null;
  /** Those that are active */
  members: number;
  channels: number;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  invitation: {
    id: string;
    email: string;
    /** ISO 8601, UTC, milliseconds */
    expiresAt: string;
  };
}

export interface CreatedAgencyClient {
  /** Of the client's organization */
  id: string;
  name: string;
  /** pending: its owner has not joined yet; suspended: the agency acts no more until it is resumed; ended: for good, its grants are revoked */
  status: "pending" | "active" | "suspended" | "ended";
  /** The agency's own word for the client */
  reference: string | null;
  setup: SnapshotSetup | null;
  /** Of the grant in force; empty: there is none */
  grantedScopes: string[];
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  endedAt: string | null;
  invitation: {
    id: string;
    email: string;
    /** ISO 8601, UTC, milliseconds */
    expiresAt: string;
  };
}

export interface CreatedApiKey {
  id: string;
  name: string;
  environment: "live" | "test";
  /** The last four characters of the key */
  lastFour: string;
  scopes: Array<"conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "agents:write" | "divisions:read" | "divisions:write" | "webhooks:read" | "webhooks:write" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "ai:write" | "organization:read" | "organization:write" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send" | "agency:read" | "agency:write" | "agency:act">;
  rateLimitPerMinute: number | null;
  /** The key or agent that made it; null for the command line */
  createdBy: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  /** To the minute */
  lastUsedAt: string | null;
  /** The key itself; shown this once, only its hash is kept */
  key: string;
}

export interface CreditResult {
  organizationId: string;
  appId: string;
  /** What can be spent; at most 6 decimals */
  balance: number;
  /** Held back for work under way; not part of the balance; at most 6 decimals */
  reserved: number;
  /** ISO 4217; of the whole installation */
  currency: string;
  /** Whether the balance may go below zero */
  allowNegativeBalance: boolean;
  /** Whether the app may send */
  isActive: boolean;
  /** The agency whose client the organization is */
  agencyId: string | null;
  /** From whose balance what is paid by use is taken */
  usagePaidBy: "organization" | "agency";
  markupPercent: number | null;
  lowThreshold: number | null;
  /** Since when the balance has been below it */
  lowSince: string | null;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  transaction: Transaction;
}

export interface CsatResponse {
  id: string;
  conversationId: string;
  contactId: string;
  channelId: string;
  /** Whose conversation it was when the question was asked */
  assigneeId: string | null;
  /** 1 to 5 */
  rating: number;
  /** What the customer wrote next, within a day */
  comment: string | null;
  /** The question */
  messageId: string | null;
  /** ISO 8601, UTC, milliseconds */
  resolvedAt: string;
  /** ISO 8601, UTC, milliseconds */
  askedAt: string;
  /** ISO 8601, UTC, milliseconds */
  answeredAt: string;
}

export interface CsatSummary {
  /** Questions asked in the range */
  asked: number;
  /** Of these, those answered until now */
  answered: number;
  /** answered by asked; null: nobody was asked */
  responseRate: number | null;
  /** null: nobody has answered */
  averageRating: number | null;
  /** Share of answers of 4 and 5, 0 to 1 */
  csatScore: number | null;
  /** Answers by rating */
  ratings: {
    "1": number;
    "2": number;
    "3": number;
    "4": number;
    "5": number;
  };
  since: string | null;
  until: string | null;
}

export interface CurrentOrganizationErasure {
  /** The last that was asked for; null: never */
  erasure: OrganizationErasure | null;
}

export interface Deal {
  id: string;
  title: string;
  amount: number | null;
  /** ISO 4217 */
  currency: string | null;
  contactId: string;
  /** Where it came from */
  conversationId: string | null;
  /** The agent who looks after it */
  ownerId: string | null;
  pipelineId: string;
  stageId: string;
  /** What its stage is */
  status: "open" | "won" | "lost";
  lostReason: string | null;
  /** Its place in the column of its stage: the smallest is on top */
  position: number;
  expectedCloseAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  stageEnteredAt: string;
  wonAt: string | null;
  lostAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface DeleteTags {
  /** What is taken from all contacts */
  tags: string[];
}

export interface Deleted {
  id: string;
  deleted: true;
}

export interface Delivery {
  id: string;
  webhookId: string;
  /** Header webhook-id; the same on every attempt and replay */
  eventId: string;
  eventType: string;
  /** skipped: the webhook was paused or disabled */
  state: "pending" | "delivering" | "delivered" | "failed" | "skipped";
  /** Attempts made; the one under way counts */
  attemptCount: number;
  /** While pending */
  nextAttemptAt: string | null;
  /** HTTP status of the last answer */
  lastStatus: number | null;
  lastError: string | null;
  replayId: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  completedAt: string | null;
}

export interface DeliveryAttempt {
  id: string;
  /** Header X-Service-Attempt */
  attempt: number;
  /** ISO 8601, UTC, milliseconds */
  startedAt: string;
  durationMs: number;
  status: number | null;
  errorKind: "status" | "redirect" | "blocked" | "dns" | "connect" | "timeout" | "tls" | "network" | "too_large" | "aborted" | "internal" | null;
  error: string | null;
  /** IP address that was called */
  address: string | null;
  /** The first 4 kB */
  responseBody: string | null;
}

export interface DeliveryDetail {
  id: string;
  webhookId: string;
  /** Header webhook-id; the same on every attempt and replay */
  eventId: string;
  eventType: string;
  /** skipped: the webhook was paused or disabled */
  state: "pending" | "delivering" | "delivered" | "failed" | "skipped";
  /** Attempts made; the one under way counts */
  attemptCount: number;
  /** While pending */
  nextAttemptAt: string | null;
  /** HTTP status of the last answer */
  lastStatus: number | null;
  lastError: string | null;
  replayId: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  completedAt: string | null;
  event: ParleyEvent;
  /** Oldest first, at most 100 */
  attempts: DeliveryAttempt[];
}

export interface DismissMergeSuggestion {
  /** The contact that is somebody else */
  contactId: string;
}

export interface DismissedMergeSuggestion {
  contactId: string;
  dismissed: true;
}

export interface Division {
  id: string;
  /** Unique among the divisions of one parent, without regard to case and accents */
  name: string;
  description: string | null;
  color: string | null;
  /** null: at the top */
  parent_division_id: string | null;
  /** Agents in it, without those of divisions below */
  memberCount: number;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface Domain {
  id: string;
  hostname: string;
  /** pending_verification: the proof was not seen yet; verified: it was found; active: the name leads to this server as well; failed: it was not found within 7 days; suspended: the proof was gone three days in a row */
  status: "pending_verification" | "verified" | "active" | "failed" | "suspended";
  /** The DNS record that proves the claim; it has to stay */
  verification: {
    type: "TXT";
    name: string;
    value: string;
  };
  routing: {
    type: "CNAME" | "A" | "AAAA";
    name: string;
    value: string;
  } | null;
  /** What the last check missed, in words */
  lastError: string | null;
  lastCheckedAt: string | null;
  verifiedAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface EditTemplate {
  /** The platform may change it */
  category?: "MARKETING" | "UTILITY" | "AUTHENTICATION" | undefined;
  /** All of them: HEADER, BODY, FOOTER and BUTTONS as the platform spells them; a sample for every variable */
  components?: unknown[] | undefined;
}

export interface EmailConfirmed {
  /** The address of the account, from now on */
  email: string;
  /** It took the place of another one */
  changed: boolean;
  /** The link had been confirmed before, and nothing was done */
  already: boolean;
}

export interface EmailLinkRequested {
  /** Whether or not an account waits for the address: if one does, a mail is on its way */
  accepted: true;
}

export interface Entitlement {
  limit: number | null;
  /** What there is now, or was used in this month */
  usage: number;
  /** More is used than the limit says: nothing is taken away, nothing is added */
  exceeded: boolean;
  /** When a month's usage begins anew; null: it is not counted by month */
  resetsAt: string | null;
}

export interface Entitlements {
  organizationId: string;
  entitlements: {
    seats: Entitlement;
    channels: Entitlement;
    contacts: Entitlement;
    messagesPerMonth: Entitlement;
    broadcastsPerMonth: Entitlement;
    flows: Entitlement;
    chatbots: Entitlement;
    aiCreditsPerMonth: Entitlement;
    domains: Entitlement;
    voiceMinutesPerMonth: Entitlement;
  };
  /** null: no limit was ever set */
  updatedAt: string | null;
}

export interface EraseContact {
  /** The word erase: what is erased does not come back */
  confirm: "erase";
}

export interface EraseOrganization {
  /** The organization's name, letter by letter */
  confirm: string;
}

export interface ErrorBody {
  error: {
    code: "validation_error" | "invalid_json" | "invalid_cursor" | "unauthorized" | "forbidden" | "insufficient_scope" | "grant_required" | "entitlement_exceeded" | "app_inactive" | "not_found" | "method_not_allowed" | "conflict" | "invalid_transition" | "already_exists" | "last_owner" | "idempotency_conflict" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "window_closed" | "template_required" | "template_not_approved" | "template_variables_mismatch" | "channel_not_connected" | "recipient_opted_out" | "recipient_invalid" | "unsupported_by_channel" | "audience_empty" | "insufficient_credits" | "rate_limited" | "internal_error" | "provider_error" | "service_unavailable";
    /** For people; may change */
    message: string;
    details?: Array<{
      field: string;
      issue: "required" | "invalid_type" | "too_long" | "too_short" | "too_many" | "invalid_format" | "out_of_range" | "unknown_value" | "template_required" | "missing_scope" | "exists" | "unknown" | "not_found" | "not_allowed" | "duplicate" | "private_address";
      id?: string;
      /** Of an allowance that is used up */
      limit?: number;
      /** Of that allowance */
      usage?: number;
    }>;
    /** Quote it to support */
    reference?: string;
  };
}

export interface Faq {
  id: string;
  question: string;
  answer: string;
  alternatives: string[];
  categoryId: string | null;
  /** The name of its category */
  category: string | null;
  /** ISO 639 */
  language: string;
  /** Found out from the text, not given */
  languageDetected: boolean;
  /** Only published ones are found by a search */
  status: "draft" | "published" | "archived";
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface FaqImport {
  id: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  filename: string | null;
  dryRun: boolean;
  onExisting: "skip" | "update";
  createCategories: boolean;
  delimiter: "," | ";" | "\t";
  encoding: "utf-8" | "utf-16" | "windows-1252";
  columns: Array<{
    name: string;
    /** The first values */
    samples: string[];
    /** What the column is most likely for */
    suggestedField: string | null;
    /** What it is for in this import */
    field: string | null;
  }>;
  rowsTotal: number;
  rowsDone: number;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  /** Why the import as a whole failed */
  error: string | null;
  /** key_… or agt_… */
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

export interface FaqImportRow {
  /** As a spreadsheet counts: the header is row 1 */
  row: number;
  outcome: "created" | "updated" | "skipped" | "failed";
  /** null: failed, or created by a dry run */
  faqId: string | null;
  /** What is wrong with it */
  field: string | null;
  issue: string | null;
  message: string | null;
}

export interface FaqListItem {
  id: string;
  question: string;
  answer: string;
  alternatives: string[];
  categoryId: string | null;
  /** The name of its category */
  category: string | null;
  /** ISO 639 */
  language: string;
  /** Found out from the text, not given */
  languageDetected: boolean;
  /** Only published ones are found by a search */
  status: "draft" | "published" | "archived";
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  score: number | null;
  /** The part that fits the question best; null without q */
  snippet: string | null;
}

export interface Flow {
  id: string;
  name: string;
  description: string | null;
  /** Only an active flow is started; runs that have begun go on whatever it is */
  status: "draft" | "active" | "paused";
  /** rules_unusable: the segment of a schedule is gone, or its rules do not fit the contact fields any more */
  pausedReason: "deactivated" | "loop_detected" | "rules_unusable" | "grant_ended" | null;
  /** The newest, which is shown here */
  version: number;
  activeVersion: number | null;
  /** What starts the flow: its type, and the fields of that type. message.received: channelIds; message.keyword: channelIds, keywords, mode; conversation.created: channelIds; conversation.status_changed: channelIds, to; conversation.assigned: channelIds; contact.created; contact.tag_added: tag; contact.tag_removed: tag; contact.field_changed: field; deal.stage_changed: stageId; ticket.created; handover.requested: channelIds; ticket.status_changed: to; order.created; order.status_changed: to; csat.answered: channelIds, ratingMin, ratingMax; broadcast.replied: channelIds, broadcastId; form.submitted: formId; window.closing: channelIds, minutesBefore; webhook: contactBy, contactFrom, createContact, nameFrom, store; schedule: at, timezone, audience, channelId; no_reply_for: minutes, of, channelIds; manual. Types: message.received, message.keyword, conversation.created, conversation.status_changed, conversation.assigned, contact.created, contact.tag_added, contact.tag_removed, contact.field_changed, deal.stage_changed, ticket.created, handover.requested, ticket.status_changed, order.created, order.status_changed, csat.answered, broadcast.replied, form.submitted, window.closing, webhook, schedule, no_reply_for, manual. `at` of a schedule: { time: "09:00" } for every day, with days: ["monday", …], dayOfMonth: 31 (the last day of shorter months) or date: "2026-12-24" beside it; timezone: an IANA name, unless given that of the business hours, else UTC; audience: { segmentId }, { match, rules, exclude } or { all: true }; channelId: runs are in the contact's conversation there, and may write first. no_reply_for: minutes since the last message of an unresolved conversation, of: "customer" (we wrote last) or "us" */
  trigger: Record<string, unknown>;
  conditions: AudienceRules | null;
  /** What the flow does, in this order; each with its type, and the fields of that type. send_message: text; send_template: name, language, variables; add_tag: tag; remove_tag: tag; set_field: field, value; assign: assigneeId, divisionId; set_status: status; snooze: minutes; set_priority: priority; add_label: label; remove_label: label; add_note: text; create_ticket: subject, description, priority, category, assigneeId; update_ticket: status, priority, category, assigneeId; create_deal: title, pipelineId, stageId, ownerId, amount, currency; move_deal: stageId, lostReason; notify: memberIds, text; wait: seconds; wait_for_reply: timeoutSeconds, onTimeout; branch: conditions, then, else; start_flow: flowId; http_request: method, url, headers, body, timeoutSeconds, idempotent, store, onError; emit_webhook: name, payload; start_chatbot; stop_chatbot; hand_over: assigneeId, divisionId, note; stop. Texts may have the variables of canned replies and {{variables.NAME}}, which requests bring. At most 100, those inside of others included */
  steps: Array<Record<string, unknown>>;
  /** true: a contact goes through it once, as far back as runs are kept when it becomes true; false: once at a time */
  oncePerContact: boolean;
  webhook: {
    createdBy: string;
    /** ISO 8601, UTC, milliseconds */
    createdAt: string;
  } | null;
  /** When a schedule starts the flow next; null: it is not active, or nothing will come */
  nextRunAt: string | null;
  createdBy: string;
  activatedAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

/** That a flow has an address; its secret is not shown */
export interface FlowHook {
  flowId: string;
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
}

export interface FlowHookAnswer {
  starts: boolean;
  /** The run that began, now or with the same idempotency-key before */
  runId: string | null;
  /** Why none began. conditions: they do not hold; running: the flow runs for the contact, or has been through once with them */
  reason: "conditions" | "running" | null;
}

/** Any JSON object. The trigger of the flow says where in it the contact is, and what goes into variables of the run */
export type FlowHookBody = Record<string, unknown>;

export interface FlowHookWithUrl {
  flowId: string;
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** Whoever knows it can start the flow. Shown this once */
  url: string;
}

export interface FlowRun {
  id: string;
  flowId: string;
  /** The version it began with, and keeps */
  version: number;
  contactId: string;
  conversationId: string | null;
  /** waiting: for a time, a reply or the answer to a request; handed_off: people have the conversation; timed_out: no reply came, and the flow says nothing of that case */
  status: "running" | "waiting" | "completed" | "handed_off" | "cancelled" | "timed_out" | "failed";
  /** The event (evt_…), run of another flow (frun_…), key or member that started it; webhook: a call of the flow's address; schedule: its time */
  startedBy: string;
  /** How many flows stand before it in the chain of causes */
  depth: number;
  /** When it goes on by itself */
  waitingUntil: string | null;
  error: {
    code: string;
    message: string;
    /** The step it ended at */
    path: string | null;
  } | null;
  /** ISO 8601, UTC, milliseconds */
  startedAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  endedAt: string | null;
}

export interface FlowRunWithSteps {
  id: string;
  flowId: string;
  /** The version it began with, and keeps */
  version: number;
  contactId: string;
  conversationId: string | null;
  /** waiting: for a time, a reply or the answer to a request; handed_off: people have the conversation; timed_out: no reply came, and the flow says nothing of that case */
  status: "running" | "waiting" | "completed" | "handed_off" | "cancelled" | "timed_out" | "failed";
  /** The event (evt_…), run of another flow (frun_…), key or member that started it; webhook: a call of the flow's address; schedule: its time */
  startedBy: string;
  /** How many flows stand before it in the chain of causes */
  depth: number;
  /** When it goes on by itself */
  waitingUntil: string | null;
  error: {
    code: string;
    message: string;
    /** The step it ended at */
    path: string | null;
  } | null;
  /** ISO 8601, UTC, milliseconds */
  startedAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  endedAt: string | null;
  /** What it has done so far, in order */
  steps: Array<{
    n: number;
    /** Where it stands in the version: steps[2].then[0] */
    path: string;
    type: string;
    status: "done" | "waiting" | "failed";
    /** What came of it: ids of what was made, which way a branch went, until when it waits, why it failed; of a request its address and the beginning of its answer, without secrets */
    result: Record<string, unknown>;
    /** ISO 8601, UTC, milliseconds */
    at: string;
  }>;
}

export interface FlowSecret {
  id: string;
  /** Steps name it as {{secrets.NAME}} */
  name: string;
  /** Where it may be sent: requests to other hosts are refused. Empty: nowhere */
  hosts: string[];
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface FlowTest {
  flowId: string;
  version: number;
  contactId: string;
  conversationId: string | null;
  trigger: {
    type: string;
    matched: boolean | null;
    /** Of the event, or of the message */
    eventType: string | null;
  };
  conditions: FlowTestConditions | null;
  /** Whether a run would begin. What the steps would do is told in any case */
  starts: boolean;
  /** In order, until the run would end */
  steps: Array<{
    path: string;
    type: string;
    /** What the step would do: texts filled, the request without its secrets, how long it waits, which way a branch goes */
    does: Record<string, unknown>;
    conditions: FlowTestConditions | null;
    error: {
      code: string;
      message: string;
    } | null;
  }>;
  outcome: "completed" | "handed_off" | "timed_out" | "failed";
}

export interface FlowTestConditions {
  held: boolean;
  /** Each rule by itself */
  rules: Array<{
    /** conditions.rules[1].rules[0] */
    place: string;
    field: string;
    op: string;
    /** Any value */
    value: unknown;
    /** What there is */
    actual: unknown;
    held: boolean;
  }>;
}

export interface FlowValidation {
  valid: boolean;
  problems: Array<{
    /** Where: steps[2].then[0].text */
    field: string;
    issue: "required" | "invalid_type" | "too_long" | "too_short" | "too_many" | "invalid_format" | "out_of_range" | "unknown_value" | "template_required" | "missing_scope" | "exists" | "unknown" | "not_found" | "not_allowed" | "duplicate" | "private_address";
    message: string;
  }>;
  audience: {
    /** How many contacts there are now */
    count: number;
    /** Whether they were counted; else it is an estimate */
    exact: boolean;
    countRange: {
      from: number;
      to: number;
    };
  } | null;
}

export interface FlowVersion {
  flowId: string;
  version: number;
  /** What starts the flow: its type, and the fields of that type. message.received: channelIds; message.keyword: channelIds, keywords, mode; conversation.created: channelIds; conversation.status_changed: channelIds, to; conversation.assigned: channelIds; contact.created; contact.tag_added: tag; contact.tag_removed: tag; contact.field_changed: field; deal.stage_changed: stageId; ticket.created; handover.requested: channelIds; ticket.status_changed: to; order.created; order.status_changed: to; csat.answered: channelIds, ratingMin, ratingMax; broadcast.replied: channelIds, broadcastId; form.submitted: formId; window.closing: channelIds, minutesBefore; webhook: contactBy, contactFrom, createContact, nameFrom, store; schedule: at, timezone, audience, channelId; no_reply_for: minutes, of, channelIds; manual. Types: message.received, message.keyword, conversation.created, conversation.status_changed, conversation.assigned, contact.created, contact.tag_added, contact.tag_removed, contact.field_changed, deal.stage_changed, ticket.created, handover.requested, ticket.status_changed, order.created, order.status_changed, csat.answered, broadcast.replied, form.submitted, window.closing, webhook, schedule, no_reply_for, manual. `at` of a schedule: { time: "09:00" } for every day, with days: ["monday", …], dayOfMonth: 31 (the last day of shorter months) or date: "2026-12-24" beside it; timezone: an IANA name, unless given that of the business hours, else UTC; audience: { segmentId }, { match, rules, exclude } or { all: true }; channelId: runs are in the contact's conversation there, and may write first. no_reply_for: minutes since the last message of an unresolved conversation, of: "customer" (we wrote last) or "us" */
  trigger: Record<string, unknown>;
  conditions: AudienceRules | null;
  /** What the flow does, in this order; each with its type, and the fields of that type. send_message: text; send_template: name, language, variables; add_tag: tag; remove_tag: tag; set_field: field, value; assign: assigneeId, divisionId; set_status: status; snooze: minutes; set_priority: priority; add_label: label; remove_label: label; add_note: text; create_ticket: subject, description, priority, category, assigneeId; update_ticket: status, priority, category, assigneeId; create_deal: title, pipelineId, stageId, ownerId, amount, currency; move_deal: stageId, lostReason; notify: memberIds, text; wait: seconds; wait_for_reply: timeoutSeconds, onTimeout; branch: conditions, then, else; start_flow: flowId; http_request: method, url, headers, body, timeoutSeconds, idempotent, store, onError; emit_webhook: name, payload; start_chatbot; stop_chatbot; hand_over: assigneeId, divisionId, note; stop. Texts may have the variables of canned replies and {{variables.NAME}}, which requests bring. At most 100, those inside of others included */
  steps: Array<Record<string, unknown>>;
  /** true: a contact goes through it once, as far back as runs are kept when it becomes true; false: once at a time */
  oncePerContact: boolean;
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
}

export interface FollowUpTicket {
  /** Default: that of the closed ticket */
  subject?: string | undefined;
  description?: string | null | undefined;
}

export interface FormSubmission {
  id: string;
  /** null: the form was deleted */
  formId: string | null;
  /** As it was then */
  formSlug: string;
  /** As it was then */
  formTitle: string;
  answers: Array<{
    key: string;
    label: string;
    type: "text" | "textarea" | "email" | "phone" | "url" | "select" | "checkbox";
    value: string | boolean;
  }>;
  /** What was agreed to, word for word */
  consentText: string | null;
  consentedAt: string | null;
  target: {
    /** create_contact: each submission becomes a contact of the agency at once. create_client: a client with an invited owner, as soon as the submission is set to processed */
    kind: "create_client" | "create_contact";
    /** Of create_client: what the agency may do for the client from the start. Takes a consentText that says so */
    grantScopes?: Array<"conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "divisions:read" | "divisions:write" | "webhooks:read" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "organization:read" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send">;
    /** Of create_client: the agency's snapshot that it is set up with; null: none. Left out: the agency's default, if there is one */
    snapshotId?: string | null;
    /** Of create_contact: added to the contact */
    tags?: string[];
  };
  /** processed is for good: its target was carried out */
  status: "new" | "processed" | "spam";
  /** The contact that it became, or was of already */
  contactId: string | null;
  /** The client that it became */
  clientId: string | null;
  processedAt: string | null;
  /** The agent or key; null: it was carried out as it came in */
  processedBy: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface FormSubmitted {
  submitted: true;
  thankYouText: string;
  redirectUrl: string | null;
}

export interface GatewaySettings {
  /** Whether new payment requests are taken */
  enabled: boolean;
  /** Whether open invoices are asked about, in case a callback was lost */
  reconciliationEnabled: boolean;
  /** Address of the gateway's interface */
  baseUrl: string;
  /** ISO 4217; what invoices are made in */
  currency: string;
  hasSecretKey: boolean;
  /** null also for a key so short that they would give it away */
  secretKeyLast4: string | null;
  hasCallbackToken: boolean;
  /** Where the gateway is to send its callbacks */
  callbackUrl: string;
  /** When the present settings were last tested */
  testedAt: string | null;
  /** What that test found; null: nothing */
  testError: string | null;
  updatedAt: string | null;
}

export interface GatewayTest {
  ok: boolean;
  error: "no_secret_key" | "invalid_secret_key" | "address_not_allowed" | "unreachable" | "unexpected_answer" | null;
  /** The same in words */
  message: string | null;
  testedAt: string;
}

export interface ImportMedia {
  /** Fetched once, at once; redirects are not followed */
  url: string;
  /** Default: what fits the type of the bytes */
  kind?: "image" | "video" | "audio" | "document" | "sticker" | undefined;
  /** Shown to whoever gets it as a document */
  filename?: string | undefined;
}

export interface InboxCounts {
  mine: ConversationCounts | null;
  unassigned: ConversationCounts;
  all: ConversationCounts;
}

export interface InteractiveContent {
  /** Reply buttons, a list that opens, or one button that opens an address */
  kind: "buttons" | "list" | "url";
  header?: string | undefined;
  footer?: string | undefined;
  /** Of kind buttons; ids and titles differ */
  buttons?: Array<{
    /** Comes back in the answer */
    id: string;
    title: string;
  }> | undefined;
  /** Of kind list: what opens it */
  button?: string | undefined;
  /** Of kind list; each needs a title when there are several */
  sections?: Array<{
    title?: string | undefined;
    rows: Array<{
      id: string;
      title: string;
      description?: string | undefined;
    }>;
  }> | undefined;
  /** Of kind url */
  url?: string | undefined;
  /** Of kind url: the button's */
  title?: string | undefined;
}

export interface Invitation {
  id: string;
  email: string;
  name: string | null;
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
  status: "pending" | "accepted" | "revoked" | "expired";
  /** The agent or key that invited */
  invitedBy: string;
  /** Of the newest mail */
  mailStatus: "queued" | "sent" | "failed";
  /** Why the mail has not been sent, in words */
  mailError: string | null;
  /** ISO 8601, UTC, milliseconds */
  expiresAt: string;
  acceptedAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface InvitationPreview {
  email: string;
  name: string | null;
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
  tenantName: string;
  /** The address has an account already: no password is chosen */
  existingUser: boolean;
  /** ISO 8601, UTC, milliseconds */
  expiresAt: string;
}

export interface KnowledgeCategory {
  id: string;
  name: string;
  description: string | null;
  position: number;
  parentId: string | null;
  /** Sources in it, not in categories below it */
  sourceCount: number;
  /** FAQs in it, of any status */
  faqCount: number;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface KnowledgeFinding {
  kind: "source" | "faq";
  sourceId: string | null;
  faqId: string | null;
  /** The source's name, or the FAQ's question */
  title: string;
  /** Of a source that is a web page */
  url: string | null;
  /** The headings above the passage, outermost first, parted by > */
  heading: string | null;
  /** The passage's place in its source, from 0 */
  position: number;
  /** ISO 639 */
  language: string;
  /** The whole passage; of a FAQ the answer */
  text: string;
  /** The part that fits the question best, 240 characters at most */
  snippet: string;
  /** 0 to 1: how much of the question is in it; 1 for the very question of a FAQ */
  score: number;
}

export interface KnowledgeFindings {
  /** Whether the best passage fits well enough to call it an answer (score 0.25) */
  answered: boolean;
  data: KnowledgeFinding[];
  pageInfo: PageInfo;
}

export interface KnowledgeSource {
  id: string;
  name: string;
  kind: "text" | "url" | "file";
  url: string | null;
  mediaId: string | null;
  categoryId: string | null;
  /** ISO 639; null: not found out yet */
  language: string | null;
  /** Found out from the text, not given */
  languageDetected: boolean;
  /** pending: waits. processing: is being read. failed: see error; what was found before is still found */
  status: "pending" | "processing" | "ready" | "failed";
  error: {
    code: "not_found" | "refused" | "unreachable" | "timeout" | "blocked_address" | "too_many_redirects" | "too_large" | "unsupported_type" | "unreadable" | "encrypted" | "no_text" | "file_gone" | "internal";
    message: string;
  } | null;
  /** Passages */
  chunkCount: number;
  /** Characters of the text that was read */
  charCount: number;
  /** When it was last read with success */
  lastFetchedAt: string | null;
  refreshEveryHours: number | null;
  isActive: boolean;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  /** Of kind text; lists leave it out */
  text: string | null;
}

export interface KnowledgeSourceListItem {
  id: string;
  name: string;
  kind: "text" | "url" | "file";
  url: string | null;
  mediaId: string | null;
  categoryId: string | null;
  /** ISO 639; null: not found out yet */
  language: string | null;
  /** Found out from the text, not given */
  languageDetected: boolean;
  /** pending: waits. processing: is being read. failed: see error; what was found before is still found */
  status: "pending" | "processing" | "ready" | "failed";
  error: {
    code: "not_found" | "refused" | "unreachable" | "timeout" | "blocked_address" | "too_many_redirects" | "too_large" | "unsupported_type" | "unreadable" | "encrypted" | "no_text" | "file_gone" | "internal";
    message: string;
  } | null;
  /** Passages */
  chunkCount: number;
  /** Characters of the text that was read */
  charCount: number;
  /** When it was last read with success */
  lastFetchedAt: string | null;
  refreshEveryHours: number | null;
  isActive: boolean;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  score: number | null;
  /** The part that fits the question best; null without q */
  snippet: string | null;
}

export interface KnowledgeStats {
  sources: {
    pending: number;
    processing: number;
    ready: number;
    failed: number;
    total: number;
  };
  faqs: {
    draft: number;
    published: number;
    archived: number;
    total: number;
  };
  chunks: {
    total: number;
    /** Of active sources and published FAQs */
    searchable: number;
  };
  searches: {
    /** ISO 8601, UTC, milliseconds */
    since: string;
    total: number;
    /** Searches that found an answer */
    hits: number;
    unanswered: number;
  };
  /** Different questions, without dismissed ones */
  unansweredQuestions: number;
}

export interface Label {
  id: string;
  /** Unique without regard to case and accents */
  name: string;
  /** #rrggbb */
  color: string | null;
  description: string | null;
  /** Conversations that have it; 10000 stands for that many or more */
  conversationCount: number;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface LandingPage {
  id: string;
  slug: string;
  title: string;
  /** What search engines show */
  description: string | null;
  blocks: Array<{
    /** hero: heading, perhaps text, label and url. text: text, perhaps heading. features, faq: items, perhaps heading. image: mediaId, alt, perhaps caption. form: formId, perhaps heading and text; one of a page. cta: heading, label, url, perhaps text */
    type: "hero" | "text" | "features" | "image" | "faq" | "form" | "cta";
    heading?: string;
    /** A blank line parts paragraphs */
    text?: string;
    /** Of the button */
    label?: string;
    /** Where the button leads: https, or #form of this page */
    url?: string;
    items?: Array<{
      /** Of a faq: the question */
      heading: string;
      /** Of a faq: the answer */
      text: string;
    }>;
    /** PNG, JPEG, WebP or GIF of at most 5 MiB */
    mediaId?: string;
    /** What is to be seen, for those who do not; empty: it only decorates */
    alt?: string;
    caption?: string;
    formId?: string;
    /** Of an image: its path, for everybody */
    imageUrl?: string;
  }>;
  /** published: it is there for everybody */
  status: "draft" | "published";
  /** Stands for the slug at addresses that are not the agency's own */
  publicKey: string;
  /** Where the page is: at the agency's active custom domain, else at this installation's own address by its publicKey */
  url: string;
  /** When it was last published */
  publishedAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface LocationContent {
  latitude: number;
  longitude: number;
  name?: string | undefined;
  address?: string | undefined;
}

export interface LoginLink {
  agentId: string;
  /** A page that signs in, when its button is pressed */
  url: string;
  /** For POST /auth/login-link */
  token: string;
  /** ISO 8601, UTC, milliseconds */
  expiresAt: string;
}

export interface Macro {
  id: string;
  name: string;
  /** private: for its owner alone */
  visibility: "private" | "shared";
  /** The member or API key that made it */
  ownerId: string;
  actions: MacroAction[];
  usageCount: number;
  lastUsedAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

/** add_label, remove_label: label. assign: assigneeId. set_status: status. set_priority: priority. snooze: minutes. send_message: text or cannedReplyId. add_note: text. */
export interface MacroAction {
  type: "add_label" | "remove_label" | "assign" | "set_status" | "set_priority" | "snooze" | "send_message" | "add_note";
  /** The name of a label, or its id */
  label?: string | undefined;
  /** Of assign: a member; null: nobody; me: the member who runs it */
  assigneeId?: string | null | undefined;
  status?: "open" | "pending" | "resolved" | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** Of snooze: for how long */
  minutes?: number | undefined;
  /** Of send_message and add_note, with the variables of canned replies */
  text?: string | undefined;
  /** Of send_message, instead of text */
  cannedReplyId?: string | undefined;
}

export interface MacroRun {
  id: string;
  conversationId: string;
  /** One per action, in their order */
  results: Array<{
    type: "add_label" | "remove_label" | "assign" | "set_status" | "set_priority" | "snooze" | "send_message" | "add_note";
    /** false: it was so already */
    changed: boolean;
    /** Messages accepted for sending, or the note */
    messageIds: string[];
  }>;
}

export interface Me {
  tenant: {
    id: string;
    name: string;
    kind: "business" | "agency" | "platform";
  };
  /** What this credential may do */
  scopes: Array<"conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "agents:write" | "divisions:read" | "divisions:write" | "webhooks:read" | "webhooks:write" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "ai:write" | "organization:read" | "organization:write" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send" | "agency:read" | "agency:write" | "agency:act">;
  key: {
    id: string;
    name: string;
    environment: "live" | "test";
    scopes: Array<"conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "agents:write" | "divisions:read" | "divisions:write" | "webhooks:read" | "webhooks:write" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "ai:write" | "organization:read" | "organization:write" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send" | "agency:read" | "agency:write" | "agency:act">;
    rateLimitPerMinute: number;
    expiresAt: string | null;
  } | null;
  user: {
    id: string;
    /** As messages, notes and assignments name the person */
    agentId: string;
    /** In this tenant */
    name: string;
    email: string;
    /** In this tenant */
    role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
    platformAdmin: boolean;
    /** The tenants the person may switch to (POST /auth/session/tenant), the oldest membership first; at most 200 */
    memberships: Array<{
      tenantId: string;
      /** Of the tenant */
      name: string;
      kind: "business" | "agency" | "platform";
      role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
    }>;
  } | null;
}

export interface Media {
  id: string;
  kind: "image" | "video" | "audio" | "document" | "sticker";
  /** By the bytes once it is stored, before that as the platform says */
  mimeType: string | null;
  sizeBytes: number | null;
  filename: string | null;
  /** pending: on its way from the platform. failed: given up. expired: the platform no longer has it, or it may not be kept */
  status: "pending" | "stored" | "failed" | "expired";
  /** Why it failed or expired */
  error: string | null;
  sha256: string | null;
  source: "upload" | "url" | "inbound";
  /** Of inbound media: the message that brought it */
  messageId: string | null;
  /** Path of the content; takes the same key as every other request */
  url: string;
  /** Content that may only be kept for a while */
  expiresAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
}

export interface MediaContent {
  /** Of POST /media */
  mediaId: string;
  /** Where the channel has captions. More than whitespace */
  caption?: string | undefined;
  /** Of a document; default: the media's own */
  filename?: string | undefined;
}

export interface Member {
  /** As messages, notes and assignments name the person */
  id: string;
  userId: string;
  name: string;
  email: string;
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
  status: "active" | "suspended";
  /** null: they are not; what the platform has done, the organization does not undo */
  suspendedBy: "organization" | "platform" | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** null: never changed */
  updatedAt: string | null;
}

export interface MergeContact {
  /** The contact that is merged away */
  contactId: string;
}

export interface MergeSuggestion {
  contact: Contact;
  /** 0 to 1; the surest first */
  score: number;
  reasons: Array<"phone" | "email" | "username" | "name">;
}

export interface MergeTags {
  /** What is replaced */
  tags: string[];
  /** By what */
  into: string;
}

export interface Message {
  id: string;
  conversationId: string;
  channelId: string;
  contactId: string;
  direction: "inbound" | "outbound";
  type: "text" | "template" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contact" | "interactive" | "reaction" | "system" | "unsupported";
  from: string | null;
  to: string | null;
  text: string | null;
  content: Record<string, unknown> | null;
  media: MessageMedia[];
  replyToId: string | null;
  reactions: Array<Record<string, unknown>>;
  /** Outbound statuses only move forward. unknown: the call to the platform was cut; it is never sent again by itself */
  status: "received" | "queued" | "sending" | "sent" | "delivered" | "read" | "failed" | "cancelled" | "unknown";
  statusAt: {
    sent: string | null;
    delivered: string | null;
    read: string | null;
    failed: string | null;
  };
  error: MessageError | null;
  /** The platform's id */
  externalId: string | null;
  clientReference: string | null;
  author: {
    kind: "contact" | "member" | "api" | "chatbot" | "flow" | "broadcast" | "platform";
    id: string | null;
  };
  isNote: boolean;
  /** Members that a note mentions */
  mentions: string[];
  editedAt: string | null;
  deletedAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
}

export interface MessageError {
  /** One of our error codes */
  code: string;
  /** The platform's own code */
  providerCode: string | null;
  message: string;
  retryable: boolean;
}

export interface MessageHit {
  message: Message;
  /** The text around the first match */
  snippet: string;
  /** Where the words stand in the snippet, in UTF-16 units */
  highlights: Array<{
    start: number;
    end: number;
  }>;
}

export interface MessageMedia {
  id: string;
  kind: "image" | "video" | "audio" | "document" | "sticker";
  /** By the bytes once it is stored, before that as the platform says */
  mimeType: string | null;
  sizeBytes: number | null;
  filename: string | null;
  /** Path of the content; takes the same key as every other request */
  url: string;
  /** pending: on its way from the platform. failed: given up. expired: the platform no longer has it, or it may not be kept */
  status: "pending" | "stored" | "failed" | "expired";
  /** A voice note */
  voice?: boolean;
  animated?: boolean;
}

export interface MetricDefinition {
  metric: "messages_received" | "messages_sent" | "messages_delivered" | "messages_read" | "messages_failed" | "delivery_rate" | "read_rate" | "failure_rate" | "conversations_created" | "conversations_reopened" | "conversations_resolved" | "conversations_labelled" | "first_response_time" | "response_time" | "resolution_time" | "active_contacts" | "new_contacts" | "sla_met" | "sla_missed" | "sla_compliance" | "sla_first_response_compliance" | "sla_next_response_compliance" | "sla_resolution_compliance" | "ticket_sla_met" | "ticket_sla_missed" | "ticket_sla_compliance" | "csat_asked" | "csat_answered" | "csat_response_rate" | "csat_average_rating" | "csat_score";
  unit: "messages" | "conversations" | "contacts" | "targets" | "surveys" | "points" | "ratio" | "seconds";
  /** Only counts and durations add up over ranges and groups */
  kind: "count" | "rate" | "average" | "duration" | "distinct";
  description: string;
  /** What it can be broken down by; channel and channel_kind are filtered by channelId and channelKind, assignee by assigneeId, division by divisionId, label by label */
  dimensions: Array<"channel" | "channel_kind" | "assignee" | "division" | "label" | "author_kind" | "hour_of_week">;
}

export interface MetricDefinitions {
  metrics: MetricDefinition[];
}

export interface MetricGroup {
  /** chn_…, a kind of channel, agt_… (null: assigned to nobody), div_… (null: in no division), lbl_…, a kind of author, or day of the week (1 Monday to 7) and hour as 1-09 */
  key: string | null;
  /** Of a channel, an agent, a division or a label; null of others, and of what is gone */
  name: string | null;
  /** The count; of a rate 0 to 1; of an average or a duration the average. null: nothing to divide by */
  value: number | null;
  /** Of a duration how many, of a rate or an average what it is divided by; null for counts */
  observations: number | null;
  /** Of a duration the sum in seconds, of a rate or an average what is divided; null for counts */
  sum: number | null;
  percentiles: Percentiles | null;
}

export interface MetricPoint {
  /** ISO 8601, UTC, milliseconds */
  start: string;
  /** ISO 8601, UTC, milliseconds */
  end: string;
  /** The start as a clock of the time zone shows it, with its offset */
  local: string;
  /** The count; of a rate 0 to 1; of an average or a duration the average. null: nothing to divide by */
  value: number | null;
  /** Of a duration how many, of a rate or an average what it is divided by; null for counts */
  observations: number | null;
  /** Of a duration the sum in seconds, of a rate or an average what is divided; null for counts */
  sum: number | null;
  percentiles: Percentiles | null;
}

export interface MetricValue {
  metric: "messages_received" | "messages_sent" | "messages_delivered" | "messages_read" | "messages_failed" | "delivery_rate" | "read_rate" | "failure_rate" | "conversations_created" | "conversations_reopened" | "conversations_resolved" | "conversations_labelled" | "first_response_time" | "response_time" | "resolution_time" | "active_contacts" | "new_contacts" | "sla_met" | "sla_missed" | "sla_compliance" | "sla_first_response_compliance" | "sla_next_response_compliance" | "sla_resolution_compliance" | "ticket_sla_met" | "ticket_sla_missed" | "ticket_sla_compliance" | "csat_asked" | "csat_answered" | "csat_response_rate" | "csat_average_rating" | "csat_score";
  unit: "messages" | "conversations" | "contacts" | "targets" | "surveys" | "points" | "ratio" | "seconds";
  /** The count; of a rate 0 to 1; of an average or a duration the average. null: nothing to divide by */
  value: number | null;
  /** Of a duration how many, of a rate or an average what it is divided by; null for counts */
  observations: number | null;
  /** Of a duration the sum in seconds, of a rate or an average what is divided; null for counts */
  sum: number | null;
  percentiles: Percentiles | null;
}

export interface MetricsBreakdown {
  /** ISO 8601, UTC, milliseconds */
  since: string;
  /** ISO 8601, UTC, milliseconds */
  until: string;
  timezone: string;
  /** Everything until then is counted */
  asOf: string;
  metric: "messages_received" | "messages_sent" | "messages_delivered" | "messages_read" | "messages_failed" | "delivery_rate" | "read_rate" | "failure_rate" | "conversations_created" | "conversations_reopened" | "conversations_resolved" | "conversations_labelled" | "first_response_time" | "response_time" | "resolution_time" | "active_contacts" | "new_contacts" | "sla_met" | "sla_missed" | "sla_compliance" | "sla_first_response_compliance" | "sla_next_response_compliance" | "sla_resolution_compliance" | "ticket_sla_met" | "ticket_sla_missed" | "ticket_sla_compliance" | "csat_asked" | "csat_answered" | "csat_response_rate" | "csat_average_rating" | "csat_score";
  unit: "messages" | "conversations" | "contacts" | "targets" | "surveys" | "points" | "ratio" | "seconds";
  by: "channel" | "channel_kind" | "assignee" | "division" | "label" | "author_kind" | "hour_of_week";
  /** Largest value first; hours of the week all 168 in order. A conversation with several labels is in the group of each, one without labels in none; with subdivisions one is in the group of its division and of each above it */
  groups: MetricGroup[];
}

export interface MetricsSummary {
  /** ISO 8601, UTC, milliseconds */
  since: string;
  /** ISO 8601, UTC, milliseconds */
  until: string;
  timezone: string;
  /** Everything until then is counted */
  asOf: string;
  /** All that have the dimensions filtered by, in the order of the definitions */
  metrics: MetricValue[];
  backlog: Backlog;
}

export interface MetricsTimeseries {
  /** ISO 8601, UTC, milliseconds */
  since: string;
  /** ISO 8601, UTC, milliseconds */
  until: string;
  timezone: string;
  /** Everything until then is counted */
  asOf: string;
  metric: "messages_received" | "messages_sent" | "messages_delivered" | "messages_read" | "messages_failed" | "delivery_rate" | "read_rate" | "failure_rate" | "conversations_created" | "conversations_reopened" | "conversations_resolved" | "conversations_labelled" | "first_response_time" | "response_time" | "resolution_time" | "active_contacts" | "new_contacts" | "sla_met" | "sla_missed" | "sla_compliance" | "sla_first_response_compliance" | "sla_next_response_compliance" | "sla_resolution_compliance" | "ticket_sla_met" | "ticket_sla_missed" | "ticket_sla_compliance" | "csat_asked" | "csat_answered" | "csat_response_rate" | "csat_average_rating" | "csat_score";
  unit: "messages" | "conversations" | "contacts" | "targets" | "surveys" | "points" | "ratio" | "seconds";
  interval: "hour" | "day" | "week" | "month";
  /** Every interval of the range; the first and last may be cut by it */
  points: MetricPoint[];
}

export interface NewOrderItem {
  name: string;
  sku?: string | null | undefined;
  /** More than 0, up to 1,000,000, at most 3 decimals */
  quantity: number;
  /** 0 to 1,000,000,000,000, at most 6 decimals */
  unitPrice: number;
  /** 0 to 1,000,000,000,000, at most 6 decimals; at most what the line costs. Default 0 */
  discount?: number | undefined;
}

export interface NewStage {
  name: string;
  /** #rrggbb */
  color?: string | undefined;
  /** How likely a deal in this stage is won, in percent; always 100 of a won stage and 0 of a lost one */
  winProbability?: number | undefined;
  kind?: "open" | "won" | "lost" | undefined;
}

export interface Notification {
  id: string;
  /** mention: in a note; assignment: a conversation was given to the member; sla_breach: a target was missed; flow: a flow says something; flow_paused: a flow fed itself, or its rules could not be read any more, and was stopped; organization_export: the file of an export of the organization is ready, or could not be written; grant_requested: an agency asks for a grant, or to become the organization's agency; grant_ended: a grant of an agency has ended, and what was made under it was stopped */
  kind: "mention" | "assignment" | "sla_breach" | "flow" | "flow_paused" | "organization_export" | "grant_requested" | "grant_ended";
  /** Whom it is for */
  memberId: string;
  /** null: of a ticket without one, a flow, an export or a grant */
  conversationId: string | null;
  /** Of an sla_breach of a ticket */
  ticketId: string | null;
  /** Of what flows tell */
  flowId: string | null;
  /** Of an organization_export */
  exportId: string | null;
  /** Of a grant_requested or grant_ended; the event agency_grant.ended names what was stopped */
  grantId: string | null;
  /** What a flow says */
  text: string | null;
  /** The note, of a mention */
  messageId: string | null;
  /** What was missed, of an sla_breach */
  target: "first_response" | "next_response" | "resolution" | null;
  /** Who did it */
  actor: {
    kind: string;
    id: string | null;
  };
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  readAt: string | null;
}

export interface NotificationsRead {
  /** How many were unread until now */
  read: number;
}

export interface Order {
  id: string;
  /** Unique in the tenant */
  number: string;
  /** What another system calls it; unique in the tenant */
  externalReference: string | null;
  contactId: string;
  conversationId: string | null;
  status: "draft" | "pending" | "paid" | "fulfilled" | "cancelled" | "refunded";
  items: OrderItem[];
  /** ISO 4217 */
  currency: string;
  /** Sum of the items' totals */
  subtotal: number;
  /** Off the whole order */
  discount: number;
  tax: number;
  shipping: number;
  /** subtotal - discount + tax + shipping */
  total: number;
  note: string | null;
  paidAt: string | null;
  fulfilledAt: string | null;
  cancelledAt: string | null;
  refundedAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface OrderItem {
  name: string;
  /** The article's number */
  sku: string | null;
  quantity: number;
  unitPrice: number;
  /** Off the whole line */
  discount: number;
  /** quantity times unitPrice, rounded half up to 6 decimals, less discount */
  total: number;
}

export interface Organization {
  id: string;
  name: string;
  kind: "business" | "agency" | "platform";
  settings: OrganizationSettings;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface OrganizationBalance {
  organizationId: string;
  appId: string;
  /** What can be spent; at most 6 decimals */
  balance: number;
  /** Held back for work under way; not part of the balance; at most 6 decimals */
  reserved: number;
  /** ISO 4217; of the whole installation */
  currency: string;
  /** Whether the balance may go below zero */
  allowNegativeBalance: boolean;
  /** Whether the app may send */
  isActive: boolean;
  /** The agency whose client the organization is */
  agencyId: string | null;
  /** From whose balance what is paid by use is taken */
  usagePaidBy: "organization" | "agency";
  markupPercent: number | null;
  lowThreshold: number | null;
  /** Since when the balance has been below it */
  lowSince: string | null;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  name: string;
  kind: "business" | "agency" | "platform";
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
}

export interface OrganizationErasure {
  organizationId: string;
  /** Once it runs it cannot be taken back, and nobody is let in */
  status: "scheduled" | "running" | "completed" | "cancelled";
  /** agt_… */
  requestedBy: string;
  /** ISO 8601, UTC, milliseconds */
  requestedAt: string;
  /** ISO 8601, UTC, milliseconds */
  erasesAt: string;
  /** Rows by table; `files` are contents of media, `users` people who are in no other organization */
  removed: Record<string, number>;
  finishedAt: string | null;
  /** Of a completed one: SHA-256, hex, of the UTF-8 JSON array [organizationId, requestedAt, erasesAt, finishedAt, removed] with sorted keys and no spaces */
  seal: string | null;
}

export interface OrganizationExport {
  id: string;
  /** expired: the file is not kept any more */
  status: "queued" | "running" | "completed" | "failed" | "expired";
  includeMedia: boolean;
  progress: {
    tablesDone: number;
    tablesTotal: number;
    /** Written so far */
    rows: number;
    /** Media written so far */
    files: number;
  };
  /** Of the file, as far as it is written */
  sizeBytes: number;
  /** What was in the way, last */
  error: string | null;
  /** Path of the file once it is complete; for the session of an owner */
  url: string | null;
  /** agt_… */
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  finishedAt: string | null;
  expiresAt: string | null;
}

export interface OrganizationSettings {
  /** A resolved conversation is reopened by a message that comes within this time; later ones begin a new conversation */
  reopenWindowHours: number;
  /** How long a ticket stays resolved before it closes by itself; counts for tickets that are resolved from now on */
  ticketAutoCloseDays: number;
  /** Messages by which a customer opts out, beside those of all languages that are heard anyway; each a whole message */
  optOutWords: string[];
  /** Messages by which a customer who opted out opts in again, beside those that are heard anyway */
  optInWords: string[];
}

export interface OwnEmail {
  /** What one signs in with, and where mails go */
  email: string;
  /** Since when it is known to be one's own: by a link that was sent there */
  verifiedAt: string | null;
  /** The address that takes its place once the link sent there is confirmed */
  pending: {
    email: string;
    /** ISO 8601, UTC, milliseconds */
    askedAt: string;
    /** Until then its link is good */
    expiresAt: string;
  } | null;
}

export interface PageInfo {
  hasNextPage: boolean;
  /** Opaque; null at the end of the list */
  nextCursor: string | null;
}

export interface PasswordChanged {
  changed: true;
}

export interface PasswordResetRequested {
  /** Whether or not the address is known: if it is, a mail is on its way */
  accepted: true;
}

export interface PaymentRequest {
  id: string;
  organizationId: string;
  /** Set when it is to pay a bill of the subscription */
  subscriptionId: string | null;
  /** What is credited when it is paid; at most 6 decimals */
  amount: number;
  /** ISO 4217 */
  currency: string;
  /** What the invoice says */
  description: string | null;
  status: "pending" | "paid" | "expired" | "failed" | "cancelled";
  /** The gateway's id */
  invoiceId: string | null;
  /** Where one pays; null until the gateway has made the invoice */
  invoiceUrl: string | null;
  /** When the invoice ends */
  expiresAt: string | null;
  paidAt: string | null;
  /** What the gateway says was paid */
  paidAmount: number | null;
  /** What a person has to look at: nothing was credited, or it was paid twice */
  problem: string | null;
  /** A key, an agent, or a part of the system */
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

/** Seconds, off by at most 5 % */
export interface Percentiles {
  p50: number;
  p90: number;
  p95: number;
  p99: number;
}

export interface Pipeline {
  id: string;
  name: string;
  /** From 0, in the order of the list */
  position: number;
  /** Where a deal goes that names neither pipeline nor stage; one of a tenant's pipelines is it */
  isDefault: boolean;
  stages: Stage[];
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface PreviewBroadcast {
  channelId: string;
  targetAudience: TargetAudience;
  sendRatePerMinute?: number | null | undefined;
  /** When it would start; left out, null or past: now */
  scheduledAt?: string | null | undefined;
  quietHours?: QuietHours | null | undefined;
}

export interface PreviewInvitation {
  /** Of the mail */
  token: string;
}

export interface PreviewSegment {
  rules: AudienceRules;
}

export interface PreviewTemplate {
  /** Of the body: values in order, or { name, value } for named ones */
  variables?: unknown[] | undefined;
  /** Parameters of header, body and buttons as the platform spells them */
  components?: unknown[] | undefined;
}

export interface Price {
  id: string;
  modelName: string;
  /** In the installation's currency; at most 6 decimals */
  costPerRequest: number;
  /** ISO 4217 */
  currency: string;
  description: string | null;
  /** Off: the price is not offered to anybody */
  isActive: boolean;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface PrivacyRequest {
  id: string;
  kind: "contact_export" | "contact_erasure";
  /** Whom it is about; of an erasure it names nobody any more */
  contactId: string;
  /** An erasure is repeated until it is completed; expired: the file is not kept any more */
  status: "queued" | "running" | "completed" | "failed" | "expired";
  /** Of an erasure: rows by table, files under media_contents */
  removed: Record<string, {
    deleted?: number;
    /** Stayed, and say nothing of the person any more */
    blanked?: number;
  }>;
  /** Of the file of an export */
  sizeBytes: number;
  /** Path of the file once it is complete; takes the same key as every other request */
  url: string | null;
  /** What was in the way, last */
  error: string | null;
  /** key_… or agt_… */
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  finishedAt: string | null;
  /** Of the file of an export */
  expiresAt: string | null;
  /** Of a completed erasure */
  seal: {
    /** Erasures of the organization, counted as they ended */
    number: number;
    /** The seal of number - 1 */
    previous: string | null;
    /** Hex, of the UTF-8 JSON array [number, previous, id, contactId, createdAt, finishedAt, removed] with sorted keys and no spaces: whoever has kept a seal can tell whether an earlier report was changed */
    sha256: string;
  } | null;
}

export interface ProveTwoFactor {
  password: string;
  /** The six digits of the authenticator app, or a backup code; each is taken once */
  code: string;
}

export interface PublicSignupForm {
  title: string;
  intro: string | null;
  fields: Array<{
    /** What the answer is called. name, email and phone are those of the contact; company is the name of a new client */
    key: string;
    label: string;
    type: "text" | "textarea" | "email" | "phone" | "url" | "select" | "checkbox";
    /** Default false; of a checkbox: it must be ticked */
    required?: boolean;
    /** Of a select, and of nothing else */
    options?: string[];
    /** Shown with the field */
    help?: string;
  }>;
  consentText: string | null;
  /** To be sent with the answers, three seconds to a day from now */
  token: string;
}

/** The whole kit: what is left out is as if it had never been set */
export interface PutBrandKit {
  name: string;
  /** PNG, JPEG, WebP or GIF of at most 1 MiB */
  logoLightMediaId?: string | null | undefined;
  /** As logoLightMediaId; without it the light one is shown on a light plate */
  logoDarkMediaId?: string | null | undefined;
  /** PNG, WebP or GIF of at most 256 KiB */
  faviconMediaId?: string | null | undefined;
  colors?: {
    primary?: string | undefined;
    /** Left out: black or white, whichever is read better */
    onPrimary?: string | undefined;
    /** Left out: primary, darkened as far as it takes to be read */
    accent?: string | undefined;
    background?: string | undefined;
  } | undefined;
  supportEmail?: string | null | undefined;
  termsUrl?: string | null | undefined;
  privacyUrl?: string | null | undefined;
  imprintUrl?: string | null | undefined;
}

export interface QueueRetry {
  name: string;
  /** At most 1,000 in one call: call again for more */
  retried: number;
}

export interface QueueStats {
  name: string;
  /** Due now. Counted up to 100000: then there are at least as many */
  waiting: number;
  /** Being done. Counted up to 100000: then there are at least as many */
  active: number;
  /** Due later. Counted up to 100000: then there are at least as many */
  delayed: number;
  /** Given up on; a retry puts back those that can be done again. Counted up to 100000: then there are at least as many */
  failed: number;
  /** Done in this hour and the 23 before it; null: the queue keeps no record of what it has done */
  completed24h: number | null;
  /** How long the oldest has been due; null: nothing waits */
  oldestWaitingSeconds: number | null;
}

/** When nobody gets the broadcast, by the clock of each recipient. May go over midnight: 21:00 to 08:00 */
export interface QuietHours {
  /** HH:MM */
  from: string;
  /** HH:MM */
  to: string;
  /** IANA name; for contacts without a timezone of their own */
  timezone: string;
}

export interface ReactionContent {
  /** The message it is about */
  messageId: string;
  emoji: string | null;
}

export interface ReadConversation {
  id: string;
  channelId: string;
  channelKind: string;
  contactId: string;
  status: "open" | "pending" | "resolved";
  /** Why it is pending: a chatbot answers, it is snoozed, or the customer must answer */
  pendingReason: "bot" | "snoozed" | "customer" | null;
  snoozedUntil: string | null;
  /** The agent it is assigned to */
  assigneeId: string | null;
  /** The division it belongs to */
  divisionId: string | null;
  labels: string[];
  priority: "low" | "medium" | "high" | "urgent";
  subject: string | null;
  lastMessage: {
    id: string;
    direction: "inbound" | "outbound";
    type: string;
    preview: string;
  } | null;
  /** ISO 8601, UTC, milliseconds */
  lastMessageAt: string;
  unreadCount: number;
  /** Since when the customer waits for an answer */
  waitingSince: string | null;
  firstRepliedAt: string | null;
  resolvedAt: string | null;
  resolvedBy: string | null;
  /** Until when free text may be sent */
  windowExpiresAt: string | null;
  handledBy: "bot" | "human";
  sla: ServiceLevel | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  /** The platform took the read mark */
  customerTold: boolean;
}

export interface ReadNotifications {
  /** Whose: required for an API key; a member has only their own */
  memberId?: string | undefined;
  /** These; left out: all. Unknown ones are passed over */
  ids?: string[] | undefined;
}

export interface ReconnectChannel {
  /** Where the browser ends up; on PUBLIC_URL or an allowed origin. Absent: a page of this server */
  redirectUri?: string | undefined;
}

export interface RenameTag {
  /** As it is */
  tag: string;
  /** As it shall be */
  name: string;
}

export interface RenderReply {
  conversationId: string;
}

export interface RenderedReply {
  id: string;
  conversationId: string;
  /** Missing variables stand in it as they are written */
  text: string;
  /** Variables that have no value for this conversation and no stand-in */
  missing: string[];
  mediaIds: string[];
}

export interface RequestAgencyGrant {
  /** What the agency may do for the client */
  scopes: Array<"conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "divisions:read" | "divisions:write" | "webhooks:read" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "organization:read" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send">;
  /** Said to the client */
  message?: string | undefined;
  /** ISO 8601, UTC, milliseconds */
  expiresAt?: string | undefined;
}

export interface RequestEmailLink {
  email: string;
}

export interface RequestPasswordReset {
  email: string;
}

export interface Retention {
  messagesDays: number | null;
  mediaDays: number | null;
  eventsDays: number | null;
  auditDays: number | null;
  importsDays: number | null;
  flowRunsDays: number | null;
  /** null: never set, everything is kept */
  updatedAt: string | null;
}

export interface RevokedSessions {
  /** Sessions ended */
  revoked: number;
}

export interface Rewrite {
  text: string;
  /** corrected: spelling and grammar alone */
  style: "friendlier" | "more_formal" | "shorter" | "longer" | "clearer" | "corrected";
  /** So that it fits what was said there */
  conversationId?: string | undefined;
}

export interface RunMacro {
  conversationId: string;
}

export interface ScheduleBroadcast {
  /** Left out: the instant that the broadcast has already */
  scheduledAt?: string | undefined;
}

/** null: not asked for */
export interface SearchAnswer {
  messages: MessageHit[] | null;
  contacts: Contact[] | null;
  conversations: Conversation[] | null;
}

export interface Segment {
  id: string;
  name: string;
  description: string | null;
  rules: AudienceRules;
  /** key_… or agt_… */
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface SegmentPreview {
  /** Contacts that match now */
  count: number;
  /** false: of a large tenant whose contacts could not be counted quickly; then count is estimated from every fiftieth contact */
  exact: boolean;
  /** Where the exact count lies, 19 times of 20; both are count when it is exact */
  countRange: {
    from: number;
    to: number;
  };
  /** Ten of them, the newest when the count is exact */
  sample: Contact[];
}

export interface SendMessage {
  channelId: string;
  /** Recipient: digits in international format for a chat-app channel */
  to: string;
  type: "text" | "template" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contact" | "interactive" | "reaction" | "system" | "unsupported";
  /** Of type text; of type interactive what is said above the buttons. More than whitespace. A template says what it says: the message then shows its body, filled in */
  text?: string | undefined;
  /** Its fields depend on type: see the rules of this schema, one per type */
  content?: Record<string, unknown> | undefined;
  /** Quotes an earlier message of the conversation */
  replyToId?: string | undefined;
  /** A person wrote this reply: it takes the conversation from a chatbot, leaves before automatic ones and, on channels with a human-agent tag, also after the ordinary window. Never set it for software. */
  humanAgent?: boolean | undefined;
  /** Your own reference; comes back in message.status */
  clientReference?: string | undefined;
}

export interface SendOptions {
  /** Something may be sent now, if only by a person */
  canSend: boolean;
  /** Message types that POST /messages accepts now from anybody */
  types: string[];
  /** Of every type the channel has */
  limits: TypeLimits[];
  /** Until when anything may be sent */
  windowExpiresAt: string | null;
  /** Until when a person may reply (humanAgent); null: the channel has no such time */
  humanAgentUntil: string | null;
  remaining: {
    beforeFirstAnswer: number | null;
    afterSilence: number | null;
  } | null;
  /** POST /conversations/{id}/typing works */
  typing: boolean;
  /** The customer sees what was read */
  markRead: boolean;
  /** Types the channel has that may not be sent now, and why */
  closed: Array<{
    types: string[];
    reason: "channel_not_connected" | "recipient_opted_out" | "window_closed" | "human_agent_required" | "limit_reached";
  }>;
  /** Why nothing, or with window_closed not every type, may be sent */
  reason: "channel_not_connected" | "unsupported_by_channel" | "recipient_opted_out" | "window_closed" | null;
}

/** How far an SLA policy is kept */
export interface ServiceLevel {
  /** The SLA policy that governs it; null: none any more */
  policyId: string | null;
  /** null: nothing is promised, it was answered, or the clock stands still */
  firstResponseDueAt: string | null;
  /** As long as a later message of the customer waits */
  nextResponseDueAt: string | null;
  resolutionDueAt: string | null;
  /** The clocks stand still: it waits for the customer, for a date or for the chatbot */
  paused: boolean;
  /** The newest 20, oldest first */
  breached: Array<{
    target: "first_response" | "next_response" | "resolution";
    /** When the target was missed */
    at: string;
  }>;
}

export interface Session {
  id: string;
  /** The session that asks */
  current: boolean;
  /** The tenant it works in */
  tenantId: string;
  tenantName: string;
  /** Where it was signed in from */
  address: string | null;
  userAgent: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** To the minute */
  lastUsedAt: string;
  /** The latest end; it ends earlier when it is not used */
  expiresAt: string;
}

export interface SetAvailability {
  availability: "online" | "busy" | "away" | "offline";
}

export interface SetRole {
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
}

export interface SignIn {
  email: string;
  password: string;
  /** The six digits of the authenticator app, or a backup code; each is taken once */
  code?: string | undefined;
  /** The tenant to work in; default: the one joined first */
  tenantId?: string | undefined;
}

export interface SignedIn {
  /** The password was right, but a `code` is needed: send all again with it */
  secondFactorRequired: boolean;
  /** null while a code is needed. The token is in the cookie alone */
  session: Session | null;
}

export interface SignedInByLink {
  session: Session;
}

export interface SignedOut {
  signedOut: true;
}

export interface SignupForm {
  id: string;
  slug: string;
  title: string;
  intro: string | null;
  /** What is agreed to with a tick, without which nothing is taken; kept with each submission, word for word */
  consentText: string | null;
  /** Where to go on; null: thankYouText is shown */
  redirectUrl: string | null;
  fields: Array<{
    /** What the answer is called. name, email and phone are those of the contact; company is the name of a new client */
    key: string;
    label: string;
    type: "text" | "textarea" | "email" | "phone" | "url" | "select" | "checkbox";
    /** Default false; of a checkbox: it must be ticked */
    required?: boolean;
    /** Of a select, and of nothing else */
    options?: string[];
    /** Shown with the field */
    help?: string;
  }>;
  target: {
    /** create_contact: each submission becomes a contact of the agency at once. create_client: a client with an invited owner, as soon as the submission is set to processed */
    kind: "create_client" | "create_contact";
    /** Of create_client: what the agency may do for the client from the start. Takes a consentText that says so */
    grantScopes?: Array<"conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "divisions:read" | "divisions:write" | "webhooks:read" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "organization:read" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send">;
    /** Of create_client: the agency's snapshot that it is set up with; null: none. Left out: the agency's default, if there is one */
    snapshotId?: string | null;
    /** Of create_contact: added to the contact */
    tags?: string[];
  };
  thankYouText: string;
  /** Whether it is there for everybody */
  active: boolean;
  /** Where everybody fills it in: at the agency's active custom domain, else at this installation's own address by its publicKey */
  url: string;
  /** Stands for the slug at addresses that are not the agency's own */
  publicKey: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface SlaPolicy {
  id: string;
  name: string;
  description: string | null;
  /** By priority; one that is left out promises nothing */
  targets: {
    low?: SlaTarget;
    medium?: SlaTarget;
    high?: SlaTarget;
    urgent?: SlaTarget;
  };
  /** Time counts only within the businessHours of the agent settings */
  businessHoursOnly: boolean;
  /** A list that is empty asks for nothing; of one that is not, one entry must fit */
  conditions: {
    /** What it may govern */
    appliesTo: Array<"tickets" | "conversations">;
    priorities: Array<"low" | "medium" | "high" | "urgent">;
    /** Of a ticket: its conversation's channel */
    channelIds: string[];
    divisionIds: string[];
    /** Names in any case, or ids */
    labels: string[];
  };
  /** The lowest whose conditions fit is chosen */
  order: number;
  /** Chosen where no other fits; its conditions but appliesTo count for nothing */
  isDefault: boolean;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface SlaTarget {
  /** To the team's first answer; null: nothing is promised */
  firstResponseMinutes: number | null;
  /** To the answer to each later message of the customer */
  nextResponseMinutes: number | null;
  /** From creation, or the last reopening, to resolving */
  resolutionMinutes: number | null;
}

export interface SlaTargetInput {
  /** To the team's first answer; null: nothing is promised */
  firstResponseMinutes?: number | null | undefined;
  /** To the answer to each later message of the customer */
  nextResponseMinutes?: number | null | undefined;
  /** From creation, or the last reopening, to resolving */
  resolutionMinutes?: number | null | undefined;
}

export interface Snapshot {
  /** Of the format */
  version: 1;
  /** ISO 8601, UTC, milliseconds */
  exportedAt: string;
  parts: SnapshotParts;
  /** Parts that the credential may not read, and what it lacks; only where the request did not name its parts */
  withheld: Array<{
    part: string;
    scope: string;
  }>;
  /** What the organization has and a snapshot cannot hold */
  leftOut: Array<{
    part: string;
    /** Its name */
    key: string;
    /** duplicate: an older entry has the name; has_media: it is there without its files; circular: flows that start one another; names_…: it names an agent, a channel or a contact, which are no part of a snapshot, a division in a rule, or something deleted */
    reason: "circular" | "duplicate" | "has_media" | "names_agent" | "names_broadcast" | "names_channel" | "names_contact" | "names_deleted" | "names_division" | "names_form" | "names_stage";
  }>;
}

/** Fields left out stay as they are */
export interface SnapshotAgentSettings {
  autoAssign?: {
    /** Open conversations that nobody has are given to agents */
    enabled?: boolean | undefined;
    /** round_robin: to whose turn is the longest ago; least_busy: to who has the fewest open ones; manual: only by hand */
    strategy?: "round_robin" | "least_busy" | "manual" | undefined;
    /** Only to agents who are online */
    respectAvailability?: boolean | undefined;
    /** To whom the customer had last, if they are there and have room */
    sticky?: boolean | undefined;
    /** Where a customer waits for an agent who is offline, the conversation goes to one who is online and has room, if there is one */
    reassignOnOffline?: boolean | undefined;
    /** Open conversations, of agents without a limit of their own */
    maxPerAgent?: number | undefined;
  } | undefined;
  /** What agents and viewers see: all; division: what is theirs, of their divisions, or of none; assigned: what is theirs. Supervisors and above see all */
  visibility?: "all" | "division" | "assigned" | undefined;
  autoResolve?: {
    /** Conversations in which the customer does not wait and nothing was written for so long are resolved; null: never */
    afterMinutes?: number | null | undefined;
    /** What the customer is told then, if free text may be sent; null: nothing */
    message?: string | null | undefined;
  } | undefined;
  csat?: {
    /** Customers are asked how it was after their conversation was resolved, once for each time */
    enabled?: boolean | undefined;
    /** From resolving to the question */
    delayMinutes?: number | undefined;
    /** The question by language (de, pt-br); it is asked in the contact's, else in English. Where there is none we have words of our own in de, en, es, fr, id, it, nl, pt. Replaced whole */
    questions?: Record<string, string> | undefined;
  } | undefined;
  businessHours?: BusinessHours | null | undefined;
  /** Who was not seen for so long becomes offline */
  offlineAfterMinutes?: number | undefined;
}

export interface SnapshotCannedReply {
  /** What an agent types after a slash; unique without regard to case */
  shortcut: string;
  title: string;
  /** With variables such as {{contact.firstName|there}}, where `there` stands in for a missing name: contact.name, contact.firstName, contact.phone, contact.email, agent.name, agent.firstName, channel.name, organization.name */
  content: string;
}

export interface SnapshotContactField {
  /** The name in customFields: a letter, then letters, digits, _ and -; cannot be changed */
  key: string;
  /** What people read */
  label: string;
  /** Of the values. date: 2026-11-20; datetime: ISO 8601, kept in UTC; phone: kept as E.164; multi_select: a list of options. Cannot be changed */
  type: "text" | "number" | "boolean" | "date" | "datetime" | "select" | "multi_select" | "url" | "email" | "phone";
  /** Of select and multi_select, at least one: the values there are */
  options?: string[] | undefined;
  /** A contact that is made must have it, and it cannot be emptied; people whom a message brings in need not */
  required?: boolean | undefined;
  description?: string | null | undefined;
  /** Order in forms, smallest first */
  position?: number | undefined;
}

export interface SnapshotDivision {
  /** Names of divisions from the top down */
  path: string[];
  description?: string | null | undefined;
  /** #rgb, #rrggbb or a colour's name */
  color?: string | null | undefined;
}

export interface SnapshotEntryResult {
  part: string;
  /** The entry's name */
  key: string;
  /** keep: it is different and stays, as `existing` says; leave: it is as the snapshot wants it; conflict: only in a plan */
  action: "create" | "change" | "keep" | "leave" | "conflict";
  /** Of change and keep: which ones differ */
  fields: string[];
  problem: {
    code: string;
    message: string;
    field: string;
  } | null;
}

export interface SnapshotFaq {
  question: string;
  /** Markdown */
  answer: string;
  category?: string[] | null | undefined;
  /** ISO 639, such as de; null or left out: found out from the text */
  language?: string | null | undefined;
  /** Only published ones are found by a search */
  status?: "draft" | "published" | "archived" | undefined;
  /** Other ways to ask; replaces all of them */
  alternatives?: string[] | undefined;
}

/** It is a draft where it is applied; one that is there gets a new version. Secrets are named, and have to be there */
export interface SnapshotFlow {
  name: string;
  description?: string | null | undefined;
  /** As of a flow, with names instead of ids: stage: [pipeline, stage], audience: { segment } */
  trigger: Record<string, unknown>;
  conditions?: Record<string, unknown> | null | undefined;
  steps: Array<Record<string, unknown>>;
  oncePerContact?: boolean | undefined;
}

/** A snapshot as it was read, or parts of it */
export interface SnapshotInput {
  version: 1;
  parts: SnapshotParts;
}

export interface SnapshotKnowledgeCategory {
  /** Names of categories from the top down */
  path: string[];
  description?: string | null | undefined;
  /** Lists are in this order */
  position?: number | undefined;
}

export interface SnapshotLabel {
  name: string;
  /** #rrggbb */
  color?: string | null | undefined;
  description?: string | null | undefined;
}

/** A shared macro */
export interface SnapshotMacro {
  name: string;
  /** Done in this order */
  actions: SnapshotMacroAction[];
}

/** As of a macro, with the shortcut of the canned reply instead of its id */
export interface SnapshotMacroAction {
  type: "add_label" | "remove_label" | "assign" | "set_status" | "set_priority" | "snooze" | "send_message" | "add_note";
  /** The name of a label, or its id */
  label?: string | undefined;
  status?: "open" | "pending" | "resolved" | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** Of snooze: for how long */
  minutes?: number | undefined;
  /** Of send_message and add_note, with the variables of canned replies */
  text?: string | undefined;
  /** Of assign: null: nobody; me: the member who runs it */
  assignee?: "me" | null | undefined;
  /** Of send_message: a shortcut, instead of text */
  cannedReply?: string | undefined;
}

/** Each may be left out. Entries name one another by their names; a path is the names from the top down */
export interface SnapshotParts {
  settings?: SnapshotSettings | undefined;
  contactFields?: SnapshotContactField[] | undefined;
  flows?: SnapshotFlow[] | undefined;
  knowledgeCategories?: SnapshotKnowledgeCategory[] | undefined;
  faqs?: SnapshotFaq[] | undefined;
  labels?: SnapshotLabel[] | undefined;
  views?: SnapshotView[] | undefined;
  cannedReplies?: SnapshotCannedReply[] | undefined;
  macros?: SnapshotMacro[] | undefined;
  pipelines?: SnapshotPipeline[] | undefined;
  ticketCategories?: SnapshotTicketCategory[] | undefined;
  ticketFields?: SnapshotTicketField[] | undefined;
  divisions?: SnapshotDivision[] | undefined;
  agentSettings?: SnapshotAgentSettings | undefined;
}

/** Pipelines get the order of the snapshot; others that are there stay, behind them */
export interface SnapshotPipeline {
  name: string;
  /** true: becomes the default; false says nothing, for one always is it */
  isDefault?: boolean | undefined;
  /** In their order; others that are there stay, behind them */
  stages: NewStage[];
}

export interface SnapshotResult {
  created: number;
  changed: number;
  kept: number;
  left: number;
  /** Always 0 of an apply, which is done whole or not at all */
  conflicts: number;
  /** In the order in which they are applied */
  entries: SnapshotEntryResult[];
}

/** Fields left out stay as they are */
export interface SnapshotSettings {
  /** A resolved conversation is reopened by a message that comes within this time; later ones begin a new conversation */
  reopenWindowHours?: number | undefined;
  /** How long a ticket stays resolved before it closes by itself; counts for tickets that are resolved from now on */
  ticketAutoCloseDays?: number | undefined;
  /** Messages by which a customer opts out, beside those of all languages that are heard anyway; each a whole message */
  optOutWords?: string[] | undefined;
  /** Messages by which a customer who opted out opts in again, beside those that are heard anyway */
  optInWords?: string[] | undefined;
}

/** What became of the snapshot that a client was made with */
export interface SnapshotSetup {
  /** failed: nothing of it was applied, and it is not tried again */
  status: "pending" | "applied" | "failed";
  problem: {
    code: string;
    message: string;
    field: string;
  } | null;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface SnapshotTicketCategory {
  name: string;
  description?: string | null | undefined;
}

export interface SnapshotTicketField {
  /** The name in customFields: a letter, then letters, digits, _ and -; cannot be changed */
  key: string;
  /** What people read */
  label: string;
  /** Of the values. date: 2026-11-20; datetime: ISO 8601, kept in UTC; phone: kept as E.164; multi_select: a list of options. Cannot be changed */
  type: "text" | "number" | "boolean" | "date" | "datetime" | "select" | "multi_select" | "url" | "email" | "phone";
  /** Of select and multi_select, at least one: the values there are */
  options?: string[] | undefined;
  /** A ticket that is made must have it, and it cannot be emptied; those that a flow, a chatbot or a follow-up makes need not */
  required?: boolean | undefined;
  description?: string | null | undefined;
  /** Order in forms, smallest first */
  position?: number | undefined;
}

/** A shared view */
export interface SnapshotView {
  name: string;
  filters: SnapshotViewFilters;
  sort?: "lastMessageAt" | "createdAt" | "waitingSince" | undefined;
}

/** As of a view, with the path of the division, null: in no division */
export interface SnapshotViewFilters {
  /** snoozed: pending until a time; done: resolved */
  status?: "open" | "pending" | "resolved" | "snoozed" | "done" | undefined;
  /** true: assigned to nobody; false: to somebody */
  unassigned?: boolean | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** true: with unread messages; false: without */
  unread?: boolean | undefined;
  handledBy?: "bot" | "human" | undefined;
  /** The customer has waited for an answer since then or longer */
  waitingSince?: string | undefined;
  /** The customer has waited for an answer at least so long */
  waitingMinutes?: number | undefined;
  /** Has any of these labels */
  labels?: string[] | undefined;
  /** Has every one of these labels */
  allLabels?: string[] | undefined;
  /** none: nobody; me: the member who asks */
  assignee?: "me" | "none" | undefined;
  division?: string[] | null | undefined;
}

export interface Stage {
  id: string;
  pipelineId: string;
  name: string;
  /** From 0, left to right */
  position: number;
  color: string;
  winProbability: number;
  /** What a deal in it is: open, won or lost */
  kind: "open" | "won" | "lost";
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface StageStay {
  id: string;
  pipelineId: string;
  /** The stage may have gone since */
  stageId: string;
  /** As it was called when the deal came */
  stageName: string;
  stageKind: "open" | "won" | "lost";
  /** ISO 8601, UTC, milliseconds */
  enteredAt: string;
  /** Null: it is there now */
  leftAt: string | null;
  /** Until now, where it is now */
  durationSeconds: number;
  /** Who brought it there: an API key, an agent, or the system */
  movedBy: string;
}

export interface StartAuthorization {
  kind: string;
  /** Of the channel; absent: the account's name */
  name?: string | undefined;
  /** Where the browser ends up; on PUBLIC_URL or an allowed origin. Absent: a page of this server */
  redirectUri?: string | undefined;
  /** Settings for the channel, and a provider app of your own: see GET /channels/kinds */
  config?: Record<string, unknown> | undefined;
}

export interface StartChatbotEvaluationRun {
  settings?: ChatbotSettingsInput | undefined;
}

/** One of the two */
export interface StartFlowRun {
  /** Default: the contact of the conversation */
  contactId?: string | undefined;
  conversationId?: string | undefined;
}

export interface StartTwoFactor {
  password: string;
}

export interface StartedAuthorization {
  id: string;
  /** Where the person's browser goes */
  authorizeUrl: string;
  /** Where the platform sends it back to: must be registered with the provider app */
  callbackUri: string;
  /** ISO 8601, UTC, milliseconds */
  expiresAt: string;
}

export interface SubmitForm {
  /** Of the form; sent twice with the same answers it is one submission */
  token: string;
  /** By key of the field */
  answers: Record<string, string | boolean>;
  /** true where the form has a consentText */
  consent?: boolean | undefined;
  /** Hidden from people: what fills it in is none */
  leaveEmpty?: string | undefined;
}

export interface Subscription {
  id: string;
  organizationId: string;
  organizationName: string;
  status: "trialing" | "active" | "past_due" | "paused" | "cancelled" | "expired";
  /** How often it is billed */
  subscriptionType: "monthly" | "quarterly" | "yearly" | "one_time";
  itemName: string;
  /** Of one bill; at most 6 decimals */
  billingAmount: number;
  /** ISO 4217 */
  currency: string;
  /** Bills still to come; null: until it ends */
  cycles: number | null;
  /** ISO 8601, UTC, milliseconds */
  startDate: string;
  /** When the next bill is due; of a past_due one, the bill that is not paid */
  nextBilling: string | null;
  /** When it expires; null: it does not */
  endDate: string | null;
  pastDueSince: string | null;
  /** Who above the organization paused, cancelled or ended it: it alone, or whoever is above, takes it up again */
  heldBy: "agency" | "platform" | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface SuggestReply {
  conversationId: string;
  /** What to mind, in one's own words */
  instruction?: string | undefined;
}

export interface SuggestTags {
  conversationId: string;
}

export interface SuggestedReply {
  /** A draft; nothing is sent */
  text: string;
  /** The passages of the knowledge that the draft says it is made of */
  sources: Array<{
    /** A knowledge source, or */
    sourceId: string | null;
    /** a FAQ */
    faqId: string | null;
    heading: string | null;
    excerpt: string;
  }>;
  provider: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** What was charged; at most 6 decimals */
  cost: number;
}

export interface SuggestedTags {
  /** Labels of the organization that fit, best first; none is put on */
  labels: string[];
  provider: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** What was charged; at most 6 decimals */
  cost: number;
}

export interface Summarize {
  conversationId: string;
  /** Of the summary, as en or pt-BR */
  language?: string | undefined;
}

export interface Tag {
  name: string;
  /** How many contacts have it */
  contacts: number;
}

export interface TagChange {
  tags: string[];
  /** The tag that stands for them now; null: they were removed */
  into: string | null;
  /** Contacts changed already */
  changed: number;
  /** More contacts follow in the background */
  remaining: boolean;
}

/** One of segmentId, rules, contactIds and all. Without any of them, or with an empty one, nobody is meant: 422 audience_empty */
export interface TargetAudience {
  /** Its rules as they are when the broadcast starts */
  segmentId?: string | undefined;
  /** all unless given */
  match?: "all" | "any" | undefined;
  /** As of a segment: rules { field, op, value } or groups { match, rules } */
  rules?: Array<Record<string, unknown>> | undefined;
  /** With rules: whoever matches these is left out */
  exclude?: {
    /** all unless given */
    match?: "all" | "any" | undefined;
    /** As of a segment: rules { field, op, value } or groups { match, rules } */
    rules: Array<Record<string, unknown>>;
  } | undefined;
  contactIds?: string[] | undefined;
  /** Every contact */
  all?: true | undefined;
}

export interface Template {
  id: string;
  channelId: string;
  name: string;
  language: string;
  category: string | null;
  /** Only approved ones can be sent. disabled: also a state of the platform's that has no word here */
  status: "pending" | "approved" | "rejected" | "paused" | "disabled" | "in_appeal" | "deleted" | "archived";
  /** The platform's own word for it, as it came; null: it was never told */
  platformStatus: string | null;
  quality: string | null;
  rejectedReason: string | null;
  parameterFormat: "positional" | "named";
  /** Variables of the body, in order */
  variables: string[];
  components: unknown[];
  /** The platform's own id */
  providerTemplateId: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface TemplateContent {
  name: string;
  language: string;
  /** In the template's order, or { name, value } for named ones */
  variables?: unknown[] | undefined;
  /** Parameters of header and buttons as the platform spells them: type, of a button sub_type and index, parameters */
  components?: unknown[] | undefined;
}

export interface TemplatePreview {
  header: {
    format: "TEXT" | "IMAGE" | "VIDEO" | "DOCUMENT" | "LOCATION";
    text: string | null;
  } | null;
  body: string;
  footer: string | null;
  buttons: Array<{
    type: string;
    text: string;
    url: string | null;
  }>;
}

export interface TemplateSync {
  /** Templates the platform listed */
  synced: number;
  /** Of them new or different */
  changed: number;
  /** Known ones that the platform no longer lists */
  removed: number;
}

/** One of eventId, conversationId, contactId */
export interface TestFlow {
  /** Default: the newest */
  version?: number | undefined;
  /** A past event, as long as the log has it. Instead of the others */
  eventId?: string | undefined;
  /** A conversation; what its customer wrote last is the message, unless `message` says another */
  conversationId?: string | undefined;
  /** A contact, without a conversation */
  contactId?: string | undefined;
  /** What the customer would write in the conversation */
  message?: string | undefined;
  /** What the customer would answer wherever the flow waits for it. Absent: nothing */
  reply?: string | undefined;
}

export interface TestWebhookFilter {
  /** An event's type */
  type: string;
  channelId?: string | null | undefined;
  /** An event's data */
  data: Record<string, unknown>;
  /** Only events whose data meet all of these. eq, ne: the value is this, is not this; in: is one of a list; exists: true, something but null is there; prefix: a text begins with it; contains: a list holds it */
  filter?: Array<{
    /** From the event's data down, names with dots between them: message.type */
    path: string;
    op: "eq" | "ne" | "in" | "exists" | "prefix" | "contains";
    value: string | number | boolean | null | Array<string | number | boolean | null>;
  }> | undefined;
}

export interface Ticket {
  id: string;
  /** Counts from 1 in the tenant */
  number: number;
  subject: string;
  description: string | null;
  status: "open" | "in_progress" | "pending" | "resolved" | "closed";
  priority: "low" | "medium" | "high" | "urgent";
  /** The name of one of the ticket categories */
  category: string | null;
  /** The agent who works on it */
  assigneeId: string | null;
  /** The division it belongs to */
  divisionId: string | null;
  contactId: string | null;
  /** A message of the customer in it opens the ticket again */
  conversationId: string | null;
  source: "inbox" | "flow" | "manual" | "api";
  labels: string[];
  customFields: Record<string, unknown>;
  dueAt: string | null;
  resolvedAt: string | null;
  closedAt: string | null;
  /** When it closes by itself, while it is resolved */
  autoCloseAt: string | null;
  /** The closed ticket that this one goes on with */
  followUpOfId: string | null;
  sla: ServiceLevel | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface TicketActivity {
  id: string;
  kind: "created" | "updated" | "comment";
  /** An API key, an agent, or the system */
  by: string;
  reason: "created" | "request" | "customer_reply" | "auto_close" | "merge" | "unmerge" | "sla_breach" | "division_deleted" | "field_deleted" | "deleted";
  /** Of a comment */
  text: string | null;
  /** By field of the ticket */
  changes: Record<string, {
    from: unknown;
    to: unknown;
  }>;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
}

export interface TicketCategory {
  id: string;
  name: string;
  description: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface TicketField {
  id: string;
  key: string;
  label: string;
  type: "text" | "number" | "boolean" | "date" | "datetime" | "select" | "multi_select" | "url" | "email" | "phone";
  options: string[];
  required: boolean;
  description: string | null;
  position: number;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface TimelineItem {
  /** Of what it tells: a message, conversation, merge or contact, or of the activity itself */
  id: string;
  type: "created" | "message" | "note" | "conversation_opened" | "merged" | "unmerged" | "fields_changed" | "tags_changed" | "opt_in_changed" | "blocked" | "unblocked" | "conversation_resolved" | "conversation_reopened";
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string;
  /** The contact, or one that was merged into it */
  contactId: string;
  conversationId: string | null;
  channelId: string | null;
  actor: {
    kind: "contact" | "member" | "api" | "chatbot" | "flow" | "broadcast" | "platform" | "system";
    id: string | null;
  } | null;
  message: {
    direction: "inbound" | "outbound" | null;
    type: string;
    preview: string;
    status: string;
  } | null;
  /** By type. fields_changed: changes, by field from and to. tags_changed: added, removed. opt_in_changed: from, to, reason. conversation_opened: channelKind. merged, unmerged: contactId, otherContactId. created: source */
  data: Record<string, unknown>;
}

export interface TopUp {
  /** What is added to the balance; above 0, at most 1000000000, 6 decimals */
  amount: number;
  /** Kept with the entry */
  reason?: string | undefined;
}

export interface TopUpResult {
  id: string;
  organizationId: string;
  name: string;
  /** Off: sends are refused with app_inactive; what customers write is still taken in */
  isActive: boolean;
  /** Who above the organization switched it off: it alone, or whoever is above, switches it on */
  heldBy: "agency" | "platform" | null;
  /** What can be spent; at most 6 decimals */
  balance: number;
  /** ISO 4217; of the whole installation */
  currency: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  transaction: Transaction;
}

export interface Transaction {
  id: string;
  organizationId: string;
  appId: string;
  /** top_up, credit, refund and release add; usage and reserve take; an adjustment takes what was credited wrongly. A reserve is followed by its release, and by usage if the work was done */
  type: "top_up" | "credit" | "usage" | "reserve" | "release" | "refund" | "adjustment";
  /** Signed; at most 6 decimals */
  amount: number;
  /** The balance with this entry; at most 6 decimals */
  balanceAfter: number;
  /** What it is for; once per type */
  reference: string;
  reason: string | null;
  /** Who decided it, as the request said */
  adminId: string | null;
  owed: number | null;
  /** In an agency's ledger: the client whose usage it is of */
  clientId: string | null;
  price: UsagePrice | null;
  /** A key, an agent, or a part of the system */
  createdBy: string;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
}

export interface Translate {
  text?: string | undefined;
  /** A message instead of a text */
  messageId?: string | undefined;
  /** Into which, as en or pt-BR */
  language: string;
}

export interface TwoFactor {
  enabled: boolean;
  enabledAt: string | null;
  backupCodesLeft: number;
}

export interface TwoFactorStarted {
  /** Base32, to be typed into an authenticator app */
  secret: string;
  /** The same as an otpauth: address, for a QR code */
  uri: string;
}

export interface TypeLimits {
  type: "text" | "template" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contact" | "interactive" | "reaction" | "system" | "unsupported";
  /** Characters of text */
  textCharactersMax?: number;
  /** Bytes of text in UTF-8 */
  textBytesMax?: number;
  /** What customers may choose from */
  interactive?: {
    kinds: Array<"buttons" | "list" | "url">;
    buttonsMax: number;
    buttonTitleMax: number;
    listRowsMax: number;
    /** Of rows and sections */
    rowTitleMax?: number;
    /** Absent: rows have none */
    rowDescriptionMax?: number;
    /** Of ids of buttons and rows */
    idMax?: number;
    /** Of ids of rows, where they differ */
    rowIdMax?: number;
    /** Absent: no header */
    headerMax?: number;
    /** Absent: no footer */
    footerMax?: number;
    textCharactersMax?: {
      /** Of kind buttons */
      buttons?: number;
      /** Of kind list */
      list?: number;
      /** Of kind url */
      url?: number;
    };
  };
  /** The file */
  media?: {
    mimeTypes: string[];
    bytesMax: number;
    /** Of a picture that does not move */
    stillBytesMax?: number;
    caption: boolean;
    /** Where there are captions */
    captionCharactersMax?: number;
  };
  /** The emoji there are; absent: any single emoji */
  reactions?: string[];
  /** Takes replyToId */
  quote: boolean;
}

export interface Typing {
  id: string;
  typing: true;
}

export interface UnansweredQuestion {
  id: string;
  /** As it was asked first, without addresses and long numbers */
  question: string;
  /** ISO 639; null: cannot be told */
  language: string | null;
  /** How often it was asked, up to case and punctuation */
  count: number;
  /** ISO 8601, UTC, milliseconds */
  firstAskedAt: string;
  /** ISO 8601, UTC, milliseconds */
  lastAskedAt: string;
  dismissedAt: string | null;
}

/** Fields left out stay as they are */
export interface UpdateAdminOrganization {
  name?: string | undefined;
  status?: "active" | "suspended" | undefined;
}

/** Fields left out stay as they are */
export interface UpdateAgency {
  /** Of its organization */
  name?: string | undefined;
  /** null removes it */
  contactEmail?: string | null | undefined;
  /** null removes it */
  website?: string | null | undefined;
}

/** Fields left out stay as they are */
export interface UpdateAgencyClient {
  /** active resumes a suspended client */
  status?: "active" | "suspended" | "ended" | undefined;
  /** null removes it */
  reference?: string | null | undefined;
}

/** Fields left out stay as they are; with `snapshot` or `clientId` the content is replaced */
export interface UpdateAgencySnapshot {
  /** Unique in the agency, without regard to case */
  name?: string | undefined;
  description?: string | null | undefined;
  /** Clients that are made without a snapshot of their own are set up with it. One of an agency is: it takes the place of the one before */
  isDefault?: boolean | undefined;
  snapshot?: SnapshotInput | undefined;
  /** Instead of `snapshot`: as this client is set up now, as far as its grant lets the agency read */
  clientId?: string | undefined;
  /** Only these parts */
  parts?: string[] | undefined;
}

/** Fields left out stay as they are */
export interface UpdateAgent {
  name?: string | undefined;
  /** At most one's own */
  role?: "owner" | "admin" | "supervisor" | "agent" | "viewer" | undefined;
  /** Not of somebody invited */
  status?: "active" | "suspended" | undefined;
  /** Not of somebody invited */
  availability?: "online" | "busy" | "away" | "offline" | undefined;
  /** An https address */
  avatarUrl?: string | null | undefined;
  /** Replaces all */
  divisionIds?: string[] | undefined;
  /** Replaces all; none: all channels */
  channelIds?: string[] | undefined;
  skills?: string[] | undefined;
  languages?: string[] | undefined;
  maxOpenConversations?: number | null | undefined;
  signature?: string | null | undefined;
}

/** Fields left out stay as they are */
export interface UpdateAgentSettings {
  autoAssign?: {
    /** Open conversations that nobody has are given to agents */
    enabled?: boolean | undefined;
    /** round_robin: to whose turn is the longest ago; least_busy: to who has the fewest open ones; manual: only by hand */
    strategy?: "round_robin" | "least_busy" | "manual" | undefined;
    /** Only to agents who are online */
    respectAvailability?: boolean | undefined;
    /** To whom the customer had last, if they are there and have room */
    sticky?: boolean | undefined;
    /** Where a customer waits for an agent who is offline, the conversation goes to one who is online and has room, if there is one */
    reassignOnOffline?: boolean | undefined;
    /** Open conversations, of agents without a limit of their own */
    maxPerAgent?: number | undefined;
  } | undefined;
  /** What agents and viewers see: all; division: what is theirs, of their divisions, or of none; assigned: what is theirs. Supervisors and above see all */
  visibility?: "all" | "division" | "assigned" | undefined;
  autoResolve?: {
    /** Conversations in which the customer does not wait and nothing was written for so long are resolved; null: never */
    afterMinutes?: number | null | undefined;
    /** What the customer is told then, if free text may be sent; null: nothing */
    message?: string | null | undefined;
  } | undefined;
  csat?: {
    /** Customers are asked how it was after their conversation was resolved, once for each time */
    enabled?: boolean | undefined;
    /** From resolving to the question */
    delayMinutes?: number | undefined;
    /** The question by language (de, pt-br); it is asked in the contact's, else in English. Where there is none we have words of our own in de, en, es, fr, id, it, nl, pt. Replaced whole */
    questions?: Record<string, string> | undefined;
  } | undefined;
  /** The same as in the settings of the organization */
  reopenWindowHours?: number | undefined;
  businessHours?: BusinessHours | null | undefined;
  /** Who was not seen for so long becomes offline */
  offlineAfterMinutes?: number | undefined;
}

export interface UpdateAiKey {
  /** One per provider and tenant */
  name?: string | undefined;
  /** Never shown again */
  apiKey?: string | undefined;
  /** With the version in its path, such as https://models.example.com/v1 */
  baseUrl?: string | undefined;
  /** As the provider spells them; the first is used where no model is named */
  models?: string[] | undefined;
  /** 1 is asked first; of equals the older */
  priority?: number | undefined;
  /** false: the key is kept and not used */
  isActive?: boolean | undefined;
}

export interface UpdateApiKey {
  name: string;
}

export interface UpdateAppStatus {
  isActive: boolean;
}

/** Fields left out stay as they are */
export interface UpdateBalance {
  lowThreshold?: number | null | undefined;
}

export interface UpdateBillingOrganization {
  /** Off is refused while the balance is below zero */
  allowNegativeBalance?: boolean | undefined;
}

/** Fields left out stay as they are */
export interface UpdateBroadcast {
  title?: string | undefined;
  channelId?: string | undefined;
  /** On a channel with templates an approved template: { name, language, variables }, as an object or as JSON text. A variable is a literal, or { field, fallback } of each contact: name, firstName, phone, email, source, country, language, timezone, customFields.KEY; whoever has no value and no fallback is skipped. Named variables carry their name: { name, value } or { name, field, fallback }. On other channels a text, which reaches those whose customer service window is open; it may speak of the same fields as {{contact.firstName|there}}, where `there` stands in for a missing one */
  messageContent?: Record<string, unknown> | string | undefined;
  targetAudience?: TargetAudience | undefined;
  /** When it starts by itself; null: when it is scheduled or sent by hand. Set of a draft it schedules it */
  scheduledAt?: string | null | undefined;
  sendRatePerMinute?: number | null | undefined;
  quietHours?: QuietHours | null | undefined;
  /** Limits that pause it by themselves; null: none. Left out: 30 %, 5 %, after 100 messages */
  autoPause?: AutoPause | null | undefined;
}

/** Fields left out stay as they are */
export interface UpdateCannedReply {
  /** What an agent types after a slash; unique without regard to case */
  shortcut?: string | undefined;
  title?: string | undefined;
  /** With variables such as {{contact.firstName|there}}, where `there` stands in for a missing name: contact.name, contact.firstName, contact.phone, contact.email, agent.name, agent.firstName, channel.name, organization.name */
  content?: string | undefined;
  /** Media sent after the text */
  mediaIds?: string[] | undefined;
}

export interface UpdateChannel {
  name?: string | undefined;
  /** Connect again, or stop sending */
  status?: "Connected" | "Disconnected" | undefined;
  /** Settings of this kind: see GET /channels/kinds. Secret ones are write-only */
  config?: Record<string, unknown> | undefined;
}

/** Fields left out stay as they are, also inside of a group */
export interface UpdateChatbot {
  name?: string | undefined;
  /** Switching it off hands the conversations that it has to people */
  isActive?: boolean | undefined;
  /** Channels that it serves. A channel has one chatbot at most */
  channelIds?: string[] | undefined;
  persona?: ChatbotPersonaInput | undefined;
  /** What it is told besides, below the platform's own policy */
  instructions?: string[] | undefined;
  scope?: ChatbotScopeInput | undefined;
  handover?: ChatbotHandoverInput | undefined;
  activeHours?: ChatbotHours | null | undefined;
  reply?: ChatbotReplyInput | undefined;
  knowledge?: ChatbotKnowledgeInput | undefined;
  model?: ChatbotModelInput | undefined;
  limits?: ChatbotLimitsInput | undefined;
}

export interface UpdateChatbotEvaluation {
  name?: string | undefined;
  cases?: ChatbotCase[] | undefined;
}

/** Holds for what is used from now on; work that was begun is charged as it began. The client's owners get a mail when the markup rises */
export interface UpdateClientBilling {
  /** client_pays: the client's balance pays the marked-up price, and the agency is credited the markup; agency_pays: the agency's balance pays the cost, and the client owes it the marked-up price */
  mode: "agency_pays" | "client_pays";
  /** 0 to 100, at most 2 decimals; left out: as it is */
  markupPercent?: number | undefined;
}

/** Fields left out stay as they are; null empties a field */
export interface UpdateContact {
  name?: string | null | undefined;
  /** International form, in any spelling; stored as E.164 */
  phone?: string | null | undefined;
  /** The same as phone */
  phoneNumber?: string | null | undefined;
  email?: string | null | undefined;
  source?: string | undefined;
  /** Replaces all tags; duplicates are dropped */
  tags?: string[] | undefined;
  /** A member of the tenant: agt_… or usr_… */
  ownerId?: string | null | undefined;
  /** A stage of one of the pipelines: stg_… */
  stageId?: string | null | undefined;
  /** BCP 47 */
  language?: string | null | undefined;
  /** IANA */
  timezone?: string | null | undefined;
  /** ISO 3166-1, two letters */
  country?: string | null | undefined;
  optIn?: "unknown" | "opted_in" | "opted_out" | undefined;
  /** Sets the fields given and leaves the others; null removes a field. Defined fields are checked, see contact fields */
  customFields?: Record<string, string | number | boolean | string[] | null> | undefined;
  blocked?: boolean | undefined;
}

/** Fields left out stay as they are; null empties the description */
export interface UpdateContactField {
  /** What people read */
  label?: string | undefined;
  /** Of select and multi_select, at least one: the values there are */
  options?: string[] | undefined;
  /** A contact that is made must have it, and it cannot be emptied; people whom a message brings in need not */
  required?: boolean | undefined;
  description?: string | null | undefined;
  /** Order in forms, smallest first */
  position?: number | undefined;
}

/** Fields left out stay as they are */
export interface UpdateConversation {
  /** done is another word for resolved */
  status?: "open" | "pending" | "resolved" | "done" | undefined;
  snoozedUntil?: string | null | undefined;
  /** A member of the tenant: agt_… or usr_…; null: nobody */
  assigneeId?: string | null | undefined;
  /** A division; null: none */
  divisionId?: string | null | undefined;
  /** Replaces all labels; a name that no label has yet makes one */
  labels?: string[] | undefined;
  /** Added to those there are */
  addLabels?: string[] | undefined;
  /** Taken from those there are */
  removeLabels?: string[] | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  subject?: string | null | undefined;
}

/** Fields left out stay as they are; null empties a field */
export interface UpdateDeal {
  title?: string | undefined;
  amount?: number | null | undefined;
  /** ISO 4217: EUR */
  currency?: string | null | undefined;
  /** Where it came from */
  conversationId?: string | null | undefined;
  /** A member of the tenant: agt_… or usr_… */
  ownerId?: string | null | undefined;
  /** Required in a lost stage, and only there */
  lostReason?: string | null | undefined;
  /** Its place in the column of its stage, smallest on top: to put it between two others, a number between theirs. Default: at the end */
  position?: number | undefined;
  expectedCloseAt?: string | null | undefined;
  contactId?: string | undefined;
  /** Another pipeline without a stageId: its first open stage */
  pipelineId?: string | undefined;
  /** Of any pipeline; pipelineId follows it */
  stageId?: string | undefined;
}

/** Fields left out stay as they are; null empties one */
export interface UpdateDivision {
  name?: string | undefined;
  description?: string | null | undefined;
  /** #rgb, #rrggbb or a colour's name */
  color?: string | null | undefined;
  /** The division it is below; null: at the top */
  parent_division_id?: string | null | undefined;
}

/** Fields left out stay as they are; a field that names nothing there is to limit is refused */
export interface UpdateEntitlements {
  seats?: number | null | undefined;
  channels?: number | null | undefined;
  contacts?: number | null | undefined;
  messagesPerMonth?: number | null | undefined;
  broadcastsPerMonth?: number | null | undefined;
  flows?: number | null | undefined;
  chatbots?: number | null | undefined;
  aiCreditsPerMonth?: number | null | undefined;
  domains?: number | null | undefined;
  voiceMinutesPerMonth?: number | null | undefined;
  messages?: number | null | undefined;
  broadcasts?: number | null | undefined;
  aiCredits?: number | null | undefined;
  domain?: number | null | undefined;
  voiceMinutes?: number | null | undefined;
}

/** Fields left out stay as they are; null empties a field */
export interface UpdateFaq {
  question?: string | undefined;
  /** Markdown */
  answer?: string | undefined;
  categoryId?: string | null | undefined;
  /** Instead of categoryId: the name of a category, in any case, or its id; a name that is new is made */
  category?: string | null | undefined;
  /** ISO 639, such as de; null or left out: found out from the text */
  language?: string | null | undefined;
  /** Only published ones are found by a search */
  status?: "draft" | "published" | "archived" | undefined;
  /** Other ways to ask; replaces all of them */
  alternatives?: string[] | undefined;
}

/** Fields left out stay as they are. A change of what the flow does makes a new version */
export interface UpdateFlow {
  name?: string | undefined;
  description?: string | null | undefined;
  /** What starts the flow: its type, and the fields of that type. message.received: channelIds; message.keyword: channelIds, keywords, mode; conversation.created: channelIds; conversation.status_changed: channelIds, to; conversation.assigned: channelIds; contact.created; contact.tag_added: tag; contact.tag_removed: tag; contact.field_changed: field; deal.stage_changed: stageId; ticket.created; handover.requested: channelIds; ticket.status_changed: to; order.created; order.status_changed: to; csat.answered: channelIds, ratingMin, ratingMax; broadcast.replied: channelIds, broadcastId; form.submitted: formId; window.closing: channelIds, minutesBefore; webhook: contactBy, contactFrom, createContact, nameFrom, store; schedule: at, timezone, audience, channelId; no_reply_for: minutes, of, channelIds; manual. Types: message.received, message.keyword, conversation.created, conversation.status_changed, conversation.assigned, contact.created, contact.tag_added, contact.tag_removed, contact.field_changed, deal.stage_changed, ticket.created, handover.requested, ticket.status_changed, order.created, order.status_changed, csat.answered, broadcast.replied, form.submitted, window.closing, webhook, schedule, no_reply_for, manual. `at` of a schedule: { time: "09:00" } for every day, with days: ["monday", …], dayOfMonth: 31 (the last day of shorter months) or date: "2026-12-24" beside it; timezone: an IANA name, unless given that of the business hours, else UTC; audience: { segmentId }, { match, rules, exclude } or { all: true }; channelId: runs are in the contact's conversation there, and may write first. no_reply_for: minutes since the last message of an unresolved conversation, of: "customer" (we wrote last) or "us" */
  trigger?: Record<string, unknown> | undefined;
  /** What the flow does, in this order; each with its type, and the fields of that type. send_message: text; send_template: name, language, variables; add_tag: tag; remove_tag: tag; set_field: field, value; assign: assigneeId, divisionId; set_status: status; snooze: minutes; set_priority: priority; add_label: label; remove_label: label; add_note: text; create_ticket: subject, description, priority, category, assigneeId; update_ticket: status, priority, category, assigneeId; create_deal: title, pipelineId, stageId, ownerId, amount, currency; move_deal: stageId, lostReason; notify: memberIds, text; wait: seconds; wait_for_reply: timeoutSeconds, onTimeout; branch: conditions, then, else; start_flow: flowId; http_request: method, url, headers, body, timeoutSeconds, idempotent, store, onError; emit_webhook: name, payload; start_chatbot; stop_chatbot; hand_over: assigneeId, divisionId, note; stop. Texts may have the variables of canned replies and {{variables.NAME}}, which requests bring. At most 100, those inside of others included */
  steps?: Array<Record<string, unknown>> | undefined;
  conditions?: Record<string, unknown> | null | undefined;
  oncePerContact?: boolean | undefined;
}

/** Fields left out stay as they are. Steps that name it by its former name do not find it any more */
export interface UpdateFlowSecret {
  /** Capital letters, digits and underscores. One per organization */
  name?: string | undefined;
  /** Never shown again. Eight characters at least: shorter ones cannot be cut out of answers */
  value?: string | undefined;
  /** Hosts that it may be sent to: shop.example, or shop.example:8443 for one port alone. Whole names; a subdomain is another host. Changing them takes the scope organization:write */
  hosts?: string[] | undefined;
}

export interface UpdateFormSubmission {
  status: "new" | "processed" | "spam";
}

/** Fields left out stay as they are. A secret is set or cleared, not both */
export interface UpdateGatewaySettings {
  enabled?: boolean | undefined;
  reconciliationEnabled?: boolean | undefined;
  baseUrl?: string | undefined;
  /** User name of HTTP Basic authentication at the gateway */
  secretKey?: string | undefined;
  /** What its callbacks carry in x-callback-token */
  callbackToken?: string | undefined;
  clearSecretKey?: boolean | undefined;
  clearCallbackToken?: boolean | undefined;
}

/** Fields left out stay as they are; null empties a field */
export interface UpdateKnowledgeCategory {
  name?: string | undefined;
  description?: string | null | undefined;
  /** Lists are in this order */
  position?: number | undefined;
  /** The category it is in; null: none */
  parentId?: string | null | undefined;
}

/** Fields left out stay as they are; null empties a field. The kind stays */
export interface UpdateKnowledgeSource {
  /** Words in it are searched as well */
  name?: string | undefined;
  /** Of kind text: Markdown or plain text. Longer ones as a file */
  text?: string | undefined;
  /** Of kind url: the page, fetched with up to 5 redirects */
  url?: string | undefined;
  /** Of kind file: a file uploaded to /media (PDF, DOCX, HTML, Markdown, CSV, text), 20 MB at most; it is kept as long as the source */
  mediaId?: string | undefined;
  categoryId?: string | null | undefined;
  /** ISO 639, such as de; null or left out: found out from the text */
  language?: string | null | undefined;
  refreshEveryHours?: number | null | undefined;
  /** false: kept, and not found */
  isActive?: boolean | undefined;
}

/** Fields left out stay as they are; null empties one */
export interface UpdateLabel {
  name?: string | undefined;
  /** #rrggbb */
  color?: string | null | undefined;
  description?: string | null | undefined;
}

/** Fields left out stay as they are; blocks are replaced together */
export interface UpdateLandingPage {
  /** Its name in addresses, unique in the agency */
  slug?: string | undefined;
  title?: string | undefined;
  description?: string | null | undefined;
  blocks?: Array<{
    /** hero: heading, perhaps text, label and url. text: text, perhaps heading. features, faq: items, perhaps heading. image: mediaId, alt, perhaps caption. form: formId, perhaps heading and text; one of a page. cta: heading, label, url, perhaps text */
    type: "hero" | "text" | "features" | "image" | "faq" | "form" | "cta";
    heading?: string | undefined;
    /** A blank line parts paragraphs */
    text?: string | undefined;
    /** Of the button */
    label?: string | undefined;
    /** Where the button leads: https, or #form of this page */
    url?: string | undefined;
    items?: Array<{
      /** Of a faq: the question */
      heading: string;
      /** Of a faq: the answer */
      text: string;
    }> | undefined;
    /** PNG, JPEG, WebP or GIF of at most 5 MiB */
    mediaId?: string | undefined;
    /** What is to be seen, for those who do not; empty: it only decorates */
    alt?: string | undefined;
    caption?: string | undefined;
    formId?: string | undefined;
  }> | undefined;
  status?: "draft" | "published" | undefined;
}

/** Fields left out stay as they are; actions replaces all actions */
export interface UpdateMacro {
  name?: string | undefined;
  visibility?: "private" | "shared" | undefined;
  /** Done in this order */
  actions?: MacroAction[] | undefined;
}

export interface UpdateMember {
  /** At most one's own */
  role?: "owner" | "admin" | "supervisor" | "agent" | "viewer" | undefined;
  /** suspended: the sessions end, and conversations are given back */
  status?: "active" | "suspended" | undefined;
  name?: string | undefined;
}

/** Fields left out stay as they are; null empties a field. Items and amounts change in draft and pending only; items replace all items */
export interface UpdateOrder {
  contactId?: string | undefined;
  number?: string | undefined;
  status?: "draft" | "pending" | "paid" | "fulfilled" | "cancelled" | "refunded" | undefined;
  items?: NewOrderItem[] | undefined;
  /** ISO 4217: EUR */
  currency?: string | undefined;
  /** 0 to 1,000,000,000,000, at most 6 decimals; at most the subtotal. Default 0 */
  discount?: number | undefined;
  /** 0 to 1,000,000,000,000, at most 6 decimals. Default 0 */
  tax?: number | undefined;
  /** 0 to 1,000,000,000,000, at most 6 decimals. Default 0 */
  shipping?: number | undefined;
  /** Computed; given, it must agree */
  subtotal?: number | undefined;
  /** Computed; given, it must agree */
  total?: number | undefined;
  externalReference?: string | null | undefined;
  /** Where it was ordered */
  conversationId?: string | null | undefined;
  note?: string | null | undefined;
}

export interface UpdateOrganization {
  name?: string | undefined;
  settings?: UpdateOrganizationSettings | undefined;
}

export interface UpdateOrganizationSettings {
  /** A resolved conversation is reopened by a message that comes within this time; later ones begin a new conversation */
  reopenWindowHours?: number | undefined;
  /** How long a ticket stays resolved before it closes by itself; counts for tickets that are resolved from now on */
  ticketAutoCloseDays?: number | undefined;
  /** Messages by which a customer opts out, beside those of all languages that are heard anyway; each a whole message */
  optOutWords?: string[] | undefined;
  /** Messages by which a customer who opted out opts in again, beside those that are heard anyway */
  optInWords?: string[] | undefined;
}

/** Fields left out stay as they are */
export interface UpdatePipeline {
  name?: string | undefined;
  /** Beyond the end: the end. The other pipelines make room */
  position?: number | undefined;
  /** true: this one instead of the present default; the default itself cannot say false */
  isDefault?: boolean | undefined;
  /** All stages of the pipeline in their new order */
  stageIds?: string[] | undefined;
}

/** Fields left out stay as they are */
export interface UpdatePrice {
  /** 0 to 1000000000, at most 6 decimals */
  costPerRequest: number;
  description?: string | null | undefined;
  isActive?: boolean | undefined;
}

/** What is left out stays as it is */
export interface UpdateRetention {
  messagesDays?: number | null | undefined;
  mediaDays?: number | null | undefined;
  eventsDays?: number | null | undefined;
  auditDays?: number | null | undefined;
  importsDays?: number | null | undefined;
  flowRunsDays?: number | null | undefined;
}

/** Fields left out stay as they are; null empties the description */
export interface UpdateSegment {
  /** Unique in the tenant, in any case */
  name?: string | undefined;
  description?: string | null | undefined;
  rules?: AudienceRules | undefined;
}

/** Fields left out stay as they are; null empties a field */
export interface UpdateSignupForm {
  /** Its name in addresses, unique in the agency */
  slug?: string | undefined;
  title?: string | undefined;
  intro?: string | null | undefined;
  fields?: Array<{
    /** What the answer is called. name, email and phone are those of the contact; company is the name of a new client */
    key: string;
    label: string;
    type: "text" | "textarea" | "email" | "phone" | "url" | "select" | "checkbox";
    /** Default false; of a checkbox: it must be ticked */
    required?: boolean | undefined;
    /** Of a select, and of nothing else */
    options?: string[] | undefined;
    /** Shown with the field */
    help?: string | undefined;
  }> | undefined;
  /** What is agreed to with a tick, without which nothing is taken; kept with each submission, word for word */
  consentText?: string | null | undefined;
  target?: {
    /** create_contact: each submission becomes a contact of the agency at once. create_client: a client with an invited owner, as soon as the submission is set to processed */
    kind: "create_client" | "create_contact";
    /** Of create_client: what the agency may do for the client from the start. Takes a consentText that says so */
    grantScopes?: Array<"conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "divisions:read" | "divisions:write" | "webhooks:read" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "organization:read" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send"> | undefined;
    /** Of create_client: the agency's snapshot that it is set up with; null: none. Left out: the agency's default, if there is one */
    snapshotId?: string | null | undefined;
    /** Of create_contact: added to the contact */
    tags?: string[] | undefined;
  } | undefined;
  thankYouText?: string | undefined;
  /** Where to go on; null: thankYouText is shown */
  redirectUrl?: string | null | undefined;
  active?: boolean | undefined;
}

/** Fields left out stay as they are; null empties a field */
export interface UpdateSlaPolicy {
  name?: string | undefined;
  /** By priority: low, medium, high, urgent. Replaces all targets; at least one number */
  targets?: {
    low?: SlaTargetInput | undefined;
    medium?: SlaTargetInput | undefined;
    high?: SlaTargetInput | undefined;
    urgent?: SlaTargetInput | undefined;
  } | undefined;
  description?: string | null | undefined;
  /** Default: false */
  businessHoursOnly?: boolean | undefined;
  /** A list that is empty asks for nothing; of one that is not, one entry must fit. Fields left out stay as they are; at first: both subjects, and nothing asked for */
  conditions?: {
    /** What it may govern */
    appliesTo?: Array<"tickets" | "conversations"> | undefined;
    priorities?: Array<"low" | "medium" | "high" | "urgent"> | undefined;
    /** Of a ticket: its conversation's channel */
    channelIds?: string[] | undefined;
    divisionIds?: string[] | undefined;
    /** Names in any case, or ids */
    labels?: string[] | undefined;
  } | undefined;
  /** Default: 0; among equals the older one */
  order?: number | undefined;
  /** true takes it from the one that is */
  isDefault?: boolean | undefined;
}

/** Fields left out stay as they are */
export interface UpdateStage {
  name?: string | undefined;
  /** #rrggbb */
  color?: string | undefined;
  /** How likely a deal in this stage is won, in percent; always 100 of a won stage and 0 of a lost one */
  winProbability?: number | undefined;
  kind?: "open" | "won" | "lost" | undefined;
  /** Beyond the end: the end. The other stages make room */
  position?: number | undefined;
}

/** Fields left out stay as they are */
export interface UpdateSubscription {
  status?: "trialing" | "active" | "past_due" | "paused" | "cancelled" | "expired" | undefined;
  subscriptionType?: "monthly" | "quarterly" | "yearly" | "one_time" | undefined;
  itemName?: string | undefined;
  /** 0 to 1000000000, at most 6 decimals */
  billingAmount?: number | undefined;
  /** Bills still to come; 0: none, so that it ends when the next one would have come; null: until it ends */
  cycles?: number | null | undefined;
  /** A date (2026-12-01: its beginning in UTC), or an instant with its offset (2026-12-01T09:00:00Z) */
  startDate?: string | undefined;
  /** From which later bills are counted; one that has passed is due at once; null: no more bills. A date (2026-12-01: its beginning in UTC), or an instant with its offset (2026-12-01T09:00:00Z) */
  nextBilling?: string | null | undefined;
  /** null: it does not end. A date (2026-12-01: its beginning in UTC), or an instant with its offset (2026-12-01T09:00:00Z) */
  endDate?: string | null | undefined;
}

/** Fields left out stay as they are; null empties a field */
export interface UpdateTicket {
  subject?: string | undefined;
  status?: "open" | "in_progress" | "pending" | "resolved" | "closed" | undefined;
  description?: string | null | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** The name of a ticket category, in any case, or its id; a name that is new is made */
  category?: string | null | undefined;
  /** A member of the tenant: agt_… or usr_…; null: nobody */
  assigneeId?: string | null | undefined;
  /** A division; null: none */
  divisionId?: string | null | undefined;
  /** Replaces all labels; duplicates are dropped. The id of a label stands for its name */
  labels?: string[] | undefined;
  /** Sets the fields given and leaves the others; null removes a field. Defined fields are checked, see ticket fields; without a definition any text, number or boolean */
  customFields?: Record<string, string | number | boolean | string[] | null> | undefined;
  dueAt?: string | null | undefined;
  contactId?: string | null | undefined;
  conversationId?: string | null | undefined;
}

export interface UpdateTicketCategory {
  name?: string | undefined;
  description?: string | null | undefined;
}

/** Fields left out stay as they are; null empties the description */
export interface UpdateTicketField {
  /** What people read */
  label?: string | undefined;
  /** Of select and multi_select, at least one: the values there are */
  options?: string[] | undefined;
  /** A ticket that is made must have it, and it cannot be emptied; those that a flow, a chatbot or a follow-up makes need not */
  required?: boolean | undefined;
  description?: string | null | undefined;
  /** Order in forms, smallest first */
  position?: number | undefined;
}

/** Fields left out stay as they are; filters replaces all filters */
export interface UpdateView {
  name?: string | undefined;
  visibility?: "private" | "shared" | undefined;
  filters?: ConversationFilters | undefined;
  sort?: "lastMessageAt" | "createdAt" | "waitingSince" | undefined;
}

export interface UpdateWebhook {
  /** https address; redirects are not followed */
  url?: string | undefined;
  /** Event types, or * for all, also those to come */
  events?: string[] | undefined;
  description?: string | null | undefined;
  channelIds?: string[] | null | undefined;
  /** Names and values, added to every delivery. Sealed, and never shown again; takes the place of all that were there */
  headers?: Record<string, string> | null | undefined;
  /** Only events whose data meet all of these. eq, ne: the value is this, is not this; in: is one of a list; exists: true, something but null is there; prefix: a text begins with it; contains: a list holds it */
  filter?: Array<{
    /** From the event's data down, names with dots between them: message.type */
    path: string;
    op: "eq" | "ne" | "in" | "exists" | "prefix" | "contains";
    value: string | number | boolean | null | Array<string | number | boolean | null>;
  }> | undefined;
  /** Deliveries a second at most, retries included; what is more waits */
  maxPerSecond?: number | null | undefined;
  signatureScheme?: "hmac-sha256" | "ed25519" | undefined;
  /** active also re-activates a disabled webhook */
  status?: "active" | "paused" | undefined;
}

export interface UsageMonth {
  /** Year and month in UTC, 2026-11 */
  month: string;
  /** Received from customers */
  messagesIn: number;
  /** Accepted for sending */
  messagesOut: number;
  /** Contacts with a message in either direction */
  activeContacts: number;
  /** Requests that were charged by the price list */
  aiRequests: number;
  /** Sum of usage; at most 6 decimals */
  spend: number;
}

export interface UsagePrice {
  modelName: string;
  /** As the price list said then; at most 6 decimals */
  costPerRequest: number;
  requests: number;
}

export interface UsageSummary {
  currency: string;
  /** The last 12 months that have something, newest first */
  months: UsageSummaryMonth[];
}

export interface UsageSummaryMonth {
  /** Year and month in UTC, 2026-11 */
  month: string;
  /** Received from customers */
  messagesIn: number;
  /** Accepted for sending */
  messagesOut: number;
  /** Contacts with a message in either direction */
  activeContacts: number;
  /** Requests that were charged by the price list */
  aiRequests: number;
  /** Sum of usage; at most 6 decimals */
  spend: number;
  /** That used anything */
  organizations: number;
}

export interface UseLoginLink {
  /** What stands behind `token=` in the link */
  token: string;
}

export interface VerifyTwoFactor {
  /** The six digits of the authenticator app, or a backup code; each is taken once */
  code: string;
}

export interface View {
  id: string;
  name: string;
  /** private: for its owner alone */
  visibility: "private" | "shared";
  /** The member or API key that made it */
  ownerId: string;
  filters: ConversationFilters;
  sort: "lastMessageAt" | "createdAt" | "waitingSince";
  counts?: ConversationCounts;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface Webhook {
  id: string;
  url: string;
  /** Event types, or * for all */
  events: string[];
  description: string | null;
  /** Only events of these channels; null: of all, and events that belong to none */
  channelIds: string[] | null;
  /** paused by you, disabled by us; events of the time are kept as skipped deliveries and can be replayed */
  status: "active" | "paused" | "disabled";
  disabledReason: string | null;
  /** Start of the present run of failures; null after any success */
  failingSince: string | null;
  /** Failed attempts of that run; beyond ten it is brought up to date about twice a minute */
  failureCount: number;
  /** Headers added to every delivery; their values are never shown */
  headerNames: string[];
  /** Only events whose data meet all of these. eq, ne: the value is this, is not this; in: is one of a list; exists: true, something but null is there; prefix: a text begins with it; contains: a list holds it */
  filter: Array<{
    /** From the event's data down, names with dots between them: message.type */
    path: string;
    op: "eq" | "ne" | "in" | "exists" | "prefix" | "contains";
    value: string | number | boolean | null | Array<string | number | boolean | null>;
  }>;
  /** Deliveries a second at most; null: no limit of yours */
  maxPerSecond: number | null;
  /** Of webhook-signature: v1, HMAC with the secret, or v1a, Ed25519 with the public key. X-Service-Signature is there with either */
  signatureScheme: "hmac-sha256" | "ed25519";
  /** whpk_…, of ed25519 */
  publicKey: string | null;
  /** Signs too until previousSecretExpiresAt */
  previousPublicKey: string | null;
  /** Until when the secret before the last rotation signs too */
  previousSecretExpiresAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
}

export interface WebhookEvent {
  id: string;
  /** inbound: an item of a platform's callback; outbound: a delivery to a webhook endpoint */
  direction: "inbound" | "outbound";
  /** Of an outbound one the event's type; of an inbound one `callback` */
  type: string;
  organizationId: string;
  /** Of an inbound one: the channel it came by */
  channelId: string | null;
  /** Of an inbound one; null when the channel is gone */
  channelKind: string | null;
  /** Of an outbound one: the webhook endpoint (whk_…) */
  endpointId: string | null;
  /** Of an outbound one: the event (evt_…) */
  eventId: string | null;
  state: "pending" | "processing" | "done" | "failed";
  /** What came of it; null while it is pending or processing */
  outcome: "processed" | "ignored" | "delivered" | "skipped" | "failed" | null;
  attempts: number;
  lastError: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  processedAt: string | null;
}

export interface WebhookEventWithPayload {
  id: string;
  /** inbound: an item of a platform's callback; outbound: a delivery to a webhook endpoint */
  direction: "inbound" | "outbound";
  /** Of an outbound one the event's type; of an inbound one `callback` */
  type: string;
  organizationId: string;
  /** Of an inbound one: the channel it came by */
  channelId: string | null;
  /** Of an inbound one; null when the channel is gone */
  channelKind: string | null;
  /** Of an outbound one: the webhook endpoint (whk_…) */
  endpointId: string | null;
  /** Of an outbound one: the event (evt_…) */
  eventId: string | null;
  state: "pending" | "processing" | "done" | "failed";
  /** What came of it; null while it is pending or processing */
  outcome: "processed" | "ignored" | "delivered" | "skipped" | "failed" | null;
  attempts: number;
  lastError: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  processedAt: string | null;
  /** What the platform said, kept until it is processed; or the event as it is delivered. Null when it is no longer kept */
  payload: unknown;
}

export interface WebhookFilterVerdict {
  /** Whether this webhook, while active, would get such an event */
  delivered: boolean;
  /** The field that keeps it away */
  stoppedBy: "events" | "channelIds" | "filter" | null;
  /** Place in the filter of the first condition that is not met, from 0 */
  condition: number | null;
}

export interface WebhookReplay {
  id: string;
  webhookId: string;
  /** ISO 8601, UTC, milliseconds */
  since: string;
  /** ISO 8601, UTC, milliseconds */
  until: string;
  /** cancelled: the webhook was paused, disabled or removed meanwhile */
  state: "running" | "done" | "cancelled";
  /** Made so far */
  deliveries: number;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
}

export interface WebhookWithSecret {
  id: string;
  url: string;
  /** Event types, or * for all */
  events: string[];
  description: string | null;
  /** Only events of these channels; null: of all, and events that belong to none */
  channelIds: string[] | null;
  /** paused by you, disabled by us; events of the time are kept as skipped deliveries and can be replayed */
  status: "active" | "paused" | "disabled";
  disabledReason: string | null;
  /** Start of the present run of failures; null after any success */
  failingSince: string | null;
  /** Failed attempts of that run; beyond ten it is brought up to date about twice a minute */
  failureCount: number;
  /** Headers added to every delivery; their values are never shown */
  headerNames: string[];
  /** Only events whose data meet all of these. eq, ne: the value is this, is not this; in: is one of a list; exists: true, something but null is there; prefix: a text begins with it; contains: a list holds it */
  filter: Array<{
    /** From the event's data down, names with dots between them: message.type */
    path: string;
    op: "eq" | "ne" | "in" | "exists" | "prefix" | "contains";
    value: string | number | boolean | null | Array<string | number | boolean | null>;
  }>;
  /** Deliveries a second at most; null: no limit of yours */
  maxPerSecond: number | null;
  /** Of webhook-signature: v1, HMAC with the secret, or v1a, Ed25519 with the public key. X-Service-Signature is there with either */
  signatureScheme: "hmac-sha256" | "ed25519";
  /** whpk_…, of ed25519 */
  publicKey: string | null;
  /** Signs too until previousSecretExpiresAt */
  previousPublicKey: string | null;
  /** Until when the secret before the last rotation signs too */
  previousSecretExpiresAt: string | null;
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
  /** Signing secret, whsec_…: shown this once */
  secret: string;
}

/** Each type of event as it is delivered: to webhooks, by `events.list` and by `events.stream`. */
export interface EventsByType {
  /** A channel's status, quality, limit or settings changed */
  "channel.updated": {
    id: string;
    type: "channel.updated";
    createdAt: string;
    data: {
      channelId: string;
      status: "Pending" | "Connected" | "NeedsReauth" | "Disconnected" | "Error";
      statusReason: string | null;
      notice: string | null;
      qualityRating: string | null;
      messagingLimit: string | null;
      messagesPerSecond: number;
    };
  };
  /** A template was submitted or deleted, or the platform changed it */
  "template.updated": {
    id: string;
    type: "template.updated";
    createdAt: string;
    data: {
      channelId: string;
      template: {
        id: string;
        name: string;
        language: string;
        status: "pending" | "approved" | "rejected" | "paused" | "disabled" | "in_appeal" | "deleted" | "archived";
        platformStatus: string | null;
        category: string | null;
        quality: string | null;
        rejectedReason: string | null;
      };
    };
  };
  /** A contact was created, by hand or by a message from or to somebody new */
  "contact.created": {
    id: string;
    type: "contact.created";
    createdAt: string;
    data: {
      contactId: string;
      name: string | null;
      phone: string | null;
      source: string;
    };
  };
  /** Fields of a contact changed */
  "contact.updated": {
    id: string;
    type: "contact.updated";
    createdAt: string;
    data: {
      contactId: string;
      /** By field of the contact; username, providerUserId and address of an identity, where the contact's own fields do not tell it */
      changes: Record<string, {
        from: unknown;
        to: unknown;
      }>;
      /** What changed it, when it was no request: the platform's word; an address that the platform gave to somebody else (otherContactId); a merge with otherContactId or its undoing; a word of the customer; the deletion of a field; a change of a tag for all contacts */
      reason?: "platform" | "address_moved" | "merge" | "unmerge" | "stop_word" | "start_word" | "field_deleted" | "tag_changed";
      otherContactId?: string;
    };
  };
  /** A contact was merged into another; its undoing is contact.updated of both */
  "contact.merged": {
    id: string;
    type: "contact.merged";
    createdAt: string;
    data: {
      /** The contact that lives on */
      contactId: string;
      /** The contact that was merged away */
      mergedContactId: string;
      /** ISO 8601, UTC, milliseconds */
      undoableUntil: string;
    };
  };
  /** A conversation began, with a message from or to the contact */
  "conversation.created": {
    id: string;
    type: "conversation.created";
    createdAt: string;
    data: {
      channelId: string;
      conversationId: string;
      contactId: string;
      channelKind: string;
      status: "open" | "pending" | "resolved";
    };
  };
  /** A conversation was given to an agent, or to nobody */
  "conversation.assigned": {
    id: string;
    type: "conversation.assigned";
    createdAt: string;
    data: {
      channelId: string;
      conversationId: string;
      contactId: string;
      assigneeId: string | null;
      previousAssigneeId: string | null;
    };
  };
  /** A conversation's status, labels or another field changed, it was read, or a note was added */
  "conversation.updated": {
    id: string;
    type: "conversation.updated";
    createdAt: string;
    data: {
      channelId: string;
      conversationId: string;
      contactId: string;
      /** By field of the conversation; noteId names an added note */
      changes: Record<string, {
        from: unknown;
        to: unknown;
      }>;
    };
  };
  /** A customer's message was stored */
  "message.received": {
    id: string;
    type: "message.received";
    createdAt: string;
    data: {
      channelId: string;
      conversationId: string;
      contactId: string;
      message: {
        id: string;
        externalId: string | null;
        from: string | null;
        to: string | null;
        type: "text" | "template" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contact" | "interactive" | "reaction" | "system" | "unsupported";
        text: string | null;
        content: Record<string, unknown> | null;
        media: unknown[];
        /** ISO 8601, UTC, milliseconds */
        occurredAt: string;
      };
    };
  };
  /** An outbound message was accepted for sending, or was typed in the platform's own app; message.status tells what becomes of it */
  "message.sent": {
    id: string;
    type: "message.sent";
    createdAt: string;
    data: {
      channelId: string;
      conversationId: string;
      contactId: string;
      message: {
        id: string;
        to: string | null;
        type: "text" | "template" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contact" | "interactive" | "reaction" | "system" | "unsupported";
        text: string | null;
        content: Record<string, unknown> | null;
      };
    };
  };
  /** An outbound message moved forward: sent, delivered, read, failed or unknown */
  "message.status": {
    id: string;
    type: "message.status";
    createdAt: string;
    data: {
      channelId: string;
      conversationId: string;
      contactId: string;
      broadcastId: string | null;
      message: {
        id: string;
        externalId: string | null;
        clientReference: string | null;
      };
      status: "received" | "queued" | "sending" | "sent" | "delivered" | "read" | "failed" | "cancelled" | "unknown";
      previousStatus: "received" | "queued" | "sending" | "sent" | "delivered" | "read" | "failed" | "cancelled" | "unknown";
      /** ISO 8601, UTC, milliseconds */
      occurredAt: string;
      error: MessageError | null;
    };
  };
  /** A message was edited or deleted at the platform, or a customer reacted to one; it is as it is shown now */
  "message.updated": {
    id: string;
    type: "message.updated";
    createdAt: string;
    data: {
      channelId: string;
      conversationId: string;
      contactId: string;
      message: {
        id: string;
        externalId: string | null;
        text: string | null;
        content: Record<string, unknown> | null;
        reactions: Array<{
          from: string | null;
          emoji: string;
          /** ISO 8601, UTC, milliseconds */
          at: string;
        }>;
        editedAt: string | null;
        deletedAt: string | null;
      };
      change: "edited" | "deleted" | "reaction";
      /** ISO 8601, UTC, milliseconds */
      occurredAt: string;
    };
  };
  /** A broadcast was created, or its status changed; what becomes of each message tells message.status */
  "broadcast.updated": {
    id: string;
    type: "broadcast.updated";
    createdAt: string;
    data: {
      broadcastId: string;
      channelId: string;
      title: string;
      status: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled" | "failed";
      /** null: it was just created */
      previousStatus: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled" | "failed" | null;
      pauseReason: "requested" | "failure_rate" | "opt_out_rate" | "channel_not_connected" | "channel_refused" | "template_not_approved" | "app_inactive" | "entitlement_exceeded" | "internal_error" | "grant_ended" | null;
      error: string | null;
    };
  };
  /** Somebody who got a broadcast wrote on its channel for the first time since, within seven days */
  "broadcast.replied": {
    id: string;
    type: "broadcast.replied";
    createdAt: string;
    data: {
      broadcastId: string;
      channelId: string;
      conversationId: string | null;
      contactId: string;
      message: {
        id: string;
        type: string;
        text: string | null;
      };
    };
  };
  /** The customer service window of an unresolved conversation closes soon; told where an active flow asks for it */
  "conversation.window_closing": {
    id: string;
    type: "conversation.window_closing";
    createdAt: string;
    data: {
      channelId: string;
      conversationId: string;
      contactId: string;
      /** ISO 8601, UTC, milliseconds */
      windowExpiresAt: string;
      /** As the flow's trigger says */
      minutesBefore: number;
    };
  };
  /** A step emit_webhook of a flow says something to whoever listens */
  "flow.emitted": {
    id: string;
    type: "flow.emitted";
    createdAt: string;
    data: {
      /** As the step says: what receivers tell events of flows apart by */
      name: string;
      flowId: string;
      runId: string;
      contactId: string;
      conversationId: string | null;
      /** Of the conversation */
      channelId: string | null;
      /** As the step says, its texts with their variables */
      payload: Record<string, unknown>;
    };
  };
  /** Nobody has written in an unresolved conversation for some minutes; told where an active flow asks for it */
  "conversation.no_reply": {
    id: string;
    type: "conversation.no_reply";
    createdAt: string;
    data: {
      channelId: string;
      conversationId: string;
      contactId: string;
      /** Who has not answered: the customer, or we */
      of: "customer" | "us";
      /** As the flow's trigger says */
      minutes: number;
      /** When the last message came */
      silentSince: string;
      /** The last message that no flow has written; null: there is none */
      sinceMessageId: string | null;
    };
  };
  /** Media of a received message was stored, or given up: see its status */
  "message.media": {
    id: string;
    type: "message.media";
    createdAt: string;
    data: {
      channelId: string;
      conversationId: string;
      contactId: string;
      message: {
        id: string;
      };
      media: MessageMedia;
    };
  };
  /** A deal was created, moved to another stage, changed in another way, or deleted */
  "deal.updated": {
    id: string;
    type: "deal.updated";
    createdAt: string;
    data: {
      dealId: string;
      contactId: string;
      conversationId: string | null;
      pipelineId: string;
      stageId: string;
      status: "open" | "won" | "lost";
      /** Also the creation and the deletion of a deal are told as this; merge and unmerge are of its contact */
      reason: "created" | "updated" | "stage_deleted" | "merge" | "unmerge" | "deleted";
      /** By field of the deal; of a new one from null, of a deleted one empty */
      changes: Record<string, {
        from: unknown;
        to: unknown;
      }>;
    };
  };
  /** An order was created, went to another status, changed in another way, or was deleted */
  "order.updated": {
    id: string;
    type: "order.updated";
    createdAt: string;
    data: {
      orderId: string;
      number: string;
      contactId: string;
      conversationId: string | null;
      status: "draft" | "pending" | "paid" | "fulfilled" | "cancelled" | "refunded";
      currency: string;
      total: number;
      /** Also the creation and the deletion of an order are told as this; merge and unmerge are of its contact */
      reason: "created" | "updated" | "merge" | "unmerge" | "deleted";
      /** By field of the order; of a new one from null, of a deleted one empty */
      changes: Record<string, {
        from: unknown;
        to: unknown;
      }>;
    };
  };
  /** A ticket was created */
  "ticket.created": {
    id: string;
    type: "ticket.created";
    createdAt: string;
    data: {
      ticketId: string;
      number: number;
      subject: string;
      status: "open" | "in_progress" | "pending" | "resolved" | "closed";
      priority: "low" | "medium" | "high" | "urgent";
      category: string | null;
      assigneeId: string | null;
      divisionId: string | null;
      contactId: string | null;
      conversationId: string | null;
      source: "inbox" | "flow" | "manual" | "api";
      followUpOfId: string | null;
    };
  };
  /** A ticket's status or another field changed, or a comment was added */
  "ticket.updated": {
    id: string;
    type: "ticket.updated";
    createdAt: string;
    data: {
      ticketId: string;
      number: number;
      subject: string;
      status: "open" | "in_progress" | "pending" | "resolved" | "closed";
      priority: "low" | "medium" | "high" | "urgent";
      category: string | null;
      assigneeId: string | null;
      divisionId: string | null;
      contactId: string | null;
      conversationId: string | null;
      /** request: somebody's; customer_reply: a message opened it; auto_close: its time came; merge, unmerge: of its contact; sla_breach: a target was missed; division_deleted: it went to another; field_deleted: a custom field and its values were deleted; deleted: it is there no more */
      reason: "created" | "request" | "customer_reply" | "auto_close" | "merge" | "unmerge" | "sla_breach" | "division_deleted" | "field_deleted" | "deleted";
      /** By field of the ticket; commentId names an added comment, deletedAt when it was deleted */
      changes: Record<string, {
        from: unknown;
        to: unknown;
      }>;
    };
  };
  /** A contact and all that was kept of it was erased; its earlier events are gone */
  "contact.erased": {
    id: string;
    type: "contact.erased";
    createdAt: string;
    data: {
      /** Whoever keeps something of this contact elsewhere erases it there */
      contactId: string;
      requestId: string;
    };
  };
  /** The balance fell below what the organization wants to be told of */
  "balance.low": {
    id: string;
    type: "balance.low";
    createdAt: string;
    data: BalanceLowData;
  };
  /** An app was switched on or off */
  "app.updated": {
    id: string;
    type: "app.updated";
    createdAt: string;
    data: {
      appId: string;
      isActive: boolean;
    };
  };
  /** A payment request got its invoice, was paid, or ended */
  "payment_request.updated": {
    id: string;
    type: "payment_request.updated";
    createdAt: string;
    data: {
      paymentRequestId: string;
      status: "pending" | "paid" | "expired" | "failed" | "cancelled";
      previousStatus: "pending" | "paid" | "expired" | "failed" | "cancelled";
      amount: number;
      currency: string;
      invoiceUrl: string | null;
      problem: string | null;
    };
  };
  /** The status or the terms of the subscription changed */
  "subscription.updated": {
    id: string;
    type: "subscription.updated";
    createdAt: string;
    data: {
      subscriptionId: string;
      status: "trialing" | "active" | "past_due" | "paused" | "cancelled" | "expired";
      previousStatus: "trialing" | "active" | "past_due" | "paused" | "cancelled" | "expired";
      itemName: string;
      billingAmount: number;
      nextBilling: string | null;
    };
  };
  /** A chatbot handed a conversation over to people */
  "handover.requested": {
    id: string;
    type: "handover.requested";
    createdAt: string;
    data: {
      channelId: string;
      conversationId: string;
      contactId: string;
      chatbotId: string;
      reason: "customer_request" | "keyword" | "missing_knowledge" | "low_confidence" | "failed_turns" | "max_replies" | "loop_detected" | "policy" | "unsupported_media" | "provider_error" | "usage_limit" | "outside_hours" | "window_closed" | "refused" | "model" | "manual" | "failed_to_send";
      /** For people; null where the chatbot writes none */
      summary: string | null;
      ticketId: string | null;
    };
  };
  /** An agency asks for a grant, or for the link as well; told to the organization */
  "agency_grant.requested": {
    id: string;
    type: "agency_grant.requested";
    createdAt: string;
    data: {
      grantId: string;
      agencyId: string;
      agencyName: string;
      clientId: string;
      scopes: string[];
      /** The agency asks to become the organization's agency; null: it is already */
      linkRequestId: string | null;
    };
  };
  /** An organization has accepted or refused a grant; told to both organizations */
  "agency_grant.answered": {
    id: string;
    type: "agency_grant.answered";
    createdAt: string;
    data: {
      grantId: string;
      agencyId: string;
      agencyName: string;
      clientId: string;
      scopes: string[];
      /** The agency asks to become the organization's agency; null: it is already */
      linkRequestId: string | null;
      status: "accepted" | "refused";
    };
  };
  /** A grant of an agency has ended, and with it what the agency had made under it; told to both organizations */
  "agency_grant.ended": {
    id: string;
    type: "agency_grant.ended";
    createdAt: string;
    data: {
      grantId: string;
      agencyId: string;
      clientId: string;
      /** replaced: the client accepted another grant of the agency; client_ended: the agency gave the client up */
      because: "revoked" | "replaced" | "client_ended" | "expired";
      /** How many things were stopped with it */
      stoppedCount: number;
      /** The first of them */
      stopped: Array<{
        /** flow, flow_run, flow_address, broadcast, chatbot, contact_import, … */
        kind: string;
        id: string;
      }>;
    };
  };
  /** Somebody filled in a form of the agency; what looks like spam is not told */
  "form.submitted": {
    id: string;
    type: "form.submitted";
    createdAt: string;
    data: {
      formId: string;
      /** What was filled in: GET /agencies/current/form-submissions/{id} */
      submissionId: string;
      /** Whom it made or found; null: the form makes none */
      contactId: string | null;
    };
  };
  /** Somebody pressed “test” on a webhook; goes to that webhook alone */
  "webhook.test": {
    id: string;
    type: "webhook.test";
    createdAt: string;
    data: {
      webhookId: string;
      message: string;
    };
  };
  /** A webhook has failed for a while, without a success; once, until it succeeds again */
  "webhook.failing": {
    id: string;
    type: "webhook.failing";
    createdAt: string;
    data: {
      webhookId: string;
      url: string;
      /** ISO 8601, UTC, milliseconds */
      failingSince: string;
      failureCount: number;
    };
  };
  /** A webhook was disabled, because it failed for too long or said that it is gone */
  "webhook.disabled": {
    id: string;
    type: "webhook.disabled";
    createdAt: string;
    data: {
      webhookId: string;
      url: string;
      reason: string;
      failingSince: string | null;
    };
  };
}

export type EventType = keyof EventsByType;

/** An event of any type; `type` tells which, and so what `data` holds. */
export type ParleyEvent = EventsByType[EventType];
