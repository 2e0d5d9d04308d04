// Generated from openapi.json by `npm run generate`; do not edit.

/** `scopes`: those of the requested scopes that are granted; default: all */
export interface AcceptAgencyGrant {
  scopes?: GrantedScopes | undefined;
}

export interface AcceptInvitation {
  /** From the e-mail */
  token: string;
  name?: string | undefined;
  /** Only for a new account; an existing account keeps its password */
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
  /** An API key of the client: shown only once */
  key: string;
  /** Former name of `key` */
  token: string;
  clientId: string;
  grantId: string;
  scopes: string[];
  expiresAt: Timestamp;
}

/** Without label the flow can be saved, but not activated */
export interface AddLabelStep {
  type: "add_label";
  label?: string | undefined;
}

/** Without text the flow can be saved, but not activated */
export interface AddNoteStep {
  type: "add_note";
  text?: string | undefined;
}

/** Without tag the flow can be saved, but not activated */
export interface AddTagStep {
  type: "add_tag";
  tag?: string | undefined;
}

export interface AdminMember {
  /** As used in messages, notes and assignments; the same in every organization the person belongs to */
  id: string;
  userId: string;
  organizationId: string;
  organizationName: string;
  /** Name in this organization */
  name: string;
  email: string;
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
  status: "active" | "suspended";
  /** null: not suspended. An organization cannot undo a suspension by the platform */
  suspendedBy: "organization" | "platform" | null;
  createdAt: Timestamp;
  /** null: never changed */
  updatedAt: string | null;
}

export interface AdminMemberList {
  data: AdminMember[];
  pageInfo: PageInfo;
}

export interface AdminOrganization {
  id: string;
  name: string;
  kind: "business" | "agency" | "platform";
  /** suspended: its keys and sessions are refused; platform callbacks are still stored */
  status: "active" | "suspended";
  suspendedAt: string | null;
  /** Active ones */
  members: number;
  channels: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface AdminOrganizationExport {
  organizationId: string;
  id: string;
  /** expired: the file has been deleted */
  status: "queued" | "running" | "completed" | "failed" | "expired";
  includeMedia: boolean;
  progress: {
    tablesDone: number;
    tablesTotal: number;
    /** Rows written so far */
    rows: number;
    /** Media written so far */
    files: number;
  };
  /** Size of the file so far */
  sizeBytes: number;
  /** The last problem */
  error: string | null;
  /** agt_… */
  createdBy: string;
  createdAt: Timestamp;
  finishedAt: string | null;
  expiresAt: string | null;
}

export interface AdminOrganizationExportList {
  data: AdminOrganizationExport[];
  pageInfo: PageInfo;
}

export interface AdminOrganizationList {
  data: AdminOrganization[];
  pageInfo: PageInfo;
}

export interface AdminPaymentRequest extends PaymentRequest {
  /** Attempts at the gateway so far */
  attempts: number;
  /** Why the last attempt failed */
  lastError: string | null;
  /** Next attempt at the gateway; null: no further attempts */
  nextAttemptAt: string | null;
}

export interface AdminPaymentRequestList {
  data: AdminPaymentRequest[];
  pageInfo: PageInfo;
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
    /** Statuses that at least one channel has */
    byStatus: Record<string, number>;
  };
  /** The current hour and the 23 before it; today and the 29 days before it (UTC). A few seconds behind */
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
    /** Counted up to 100,000, which means that many or more */
    open: number;
  };
  /** Waiting or in progress in these organizations, counted up to 100,000 each */
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
  memberships: Memberships;
}

export interface Agency {
  /** Id of the agency's organization */
  id: string;
  /** Name of the agency's organization */
  name: string;
  /** Where clients reach the agency */
  contactEmail: string | null;
  website: string | null;
  /** Count by status */
  clients: {
    pending: number;
    active: number;
    suspended: number;
    ended: number;
  };
  /** Number of custom domains */
  domains: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface AgencyClient {
  /** Id of the client's organization */
  id: string;
  name: string;
  /** pending: its owner has not joined yet; suspended: the agency cannot act for it until it is resumed; ended: final, its grants are revoked */
  status: "pending" | "active" | "suspended" | "ended";
  /** The agency's own reference for the client */
  reference: string | null;
  setup: SnapshotSetup | null;
  /** Scopes of the current grant; empty: there is none */
  grantedScopes: string[];
  grant: {
    grantId: string;
    status: "pending" | "accepted" | "refused" | "revoked" | "expired";
    expiresAt: string | null;
  } | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  endedAt: string | null;
}

export interface AgencyClientList {
  data: AgencyClient[];
  pageInfo: PageInfo;
}

export interface AgencyGrant {
  id: string;
  agencyId: string;
  /** Its name at the time of the request */
  agencyName: string;
  clientId: string;
  scopes: string[];
  /** Accepting it makes the organization a client of the agency, which needs an owner; null: it already is one */
  linkRequestId: string | null;
  /** The agency's message */
  message: string | null;
  status: "pending" | "accepted" | "refused" | "revoked" | "expired";
  /** The agency's agent or key that made the request */
  requestedBy: string;
  /** Who accepted it at the client, same as acceptedBy; null: nobody yet */
  grantedBy: string | null;
  /** The client's agent or key; the agency if it created the client with this grant */
  acceptedBy: string | null;
  expiresAt: string | null;
  acceptedAt: string | null;
  refusedAt: string | null;
  revokedAt: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface AgencyGrantAnsweredEvent {
  id: string;
  type: "agency_grant.answered";
  createdAt: string;
  data: {
    grantId: string;
    agencyId: string;
    agencyName: string;
    clientId: string;
    scopes: string[];
    /** The agency asks to become the organization's agency; null: it already is */
    linkRequestId: string | null;
    status: "accepted" | "refused";
  };
}

export interface AgencyGrantEndedEvent {
  id: string;
  type: "agency_grant.ended";
  createdAt: string;
  data: {
    grantId: string;
    agencyId: string;
    clientId: string;
    /** replaced: the client accepted another grant of the agency; client_ended: the agency ended the client */
    because: "revoked" | "replaced" | "client_ended" | "expired";
    /** How many things were stopped as a result */
    stoppedCount: number;
    /** The first few */
    stopped: Array<{
      /** flow, flow_run, flow_address, broadcast, chatbot, contact_import, … */
      kind: string;
      id: string;
    }>;
  };
}

export interface AgencyGrantList {
  data: AgencyGrant[];
  pageInfo: PageInfo;
}

export interface AgencyGrantRequestedEvent {
  id: string;
  type: "agency_grant.requested";
  createdAt: string;
  data: {
    grantId: string;
    agencyId: string;
    agencyName: string;
    clientId: string;
    scopes: string[];
    /** The agency asks to become the organization's agency; null: it already is */
    linkRequestId: string | null;
  };
}

export interface AgencyLinkRequest {
  id: string;
  /** The organization, as the agency entered it */
  organization: string;
  scopes: string[];
  message: string | null;
  reference: string | null;
  /** pending does not reveal whether the organization exists; accepted: the organization is now a client */
  status: "pending" | "accepted" | "declined" | "withdrawn" | "expired";
  /** Set once the request is accepted */
  clientId: string | null;
  requestedBy: string;
  expiresAt: Timestamp;
  answeredAt: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface AgencyLinkRequestList {
  data: AgencyLinkRequest[];
  pageInfo: PageInfo;
}

export interface AgencySnapshot {
  id: string;
  name: string;
  description: string | null;
  /** Incremented each time its content is replaced */
  version: number;
  /** Clients created without a snapshot of their own are set up with the default snapshot. An agency has at most one: setting it replaces the previous one */
  isDefault: boolean;
  /** Its parts */
  parts: string[];
  /** Size of its content as JSON */
  sizeBytes: number;
  /** The client that the content was taken from; null: uploaded */
  fromClientId: string | null;
  /** key_… or agt_… */
  createdBy: string;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface AgencySnapshotList {
  data: AgencySnapshot[];
  pageInfo: PageInfo;
}

export interface AgencySnapshotWithContent extends AgencySnapshot {
  snapshot: SnapshotInput;
}

export interface Agent {
  /** As used in messages, notes and assignments */
  id: string;
  /** null: invited, not joined yet */
  userId: string | null;
  /** The open invitation, if invited */
  invitationId: string | null;
  name: string;
  email: string;
  avatarUrl: string | null;
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
  status: "invited" | "active" | "suspended";
  /** null: not suspended. An organization cannot undo a suspension by the platform */
  suspendedBy: "organization" | "platform" | null;
  availability: "online" | "busy" | "away" | "offline";
  divisionIds: string[];
  /** Channels whose conversations are assigned automatically; empty: all */
  channelIds: string[];
  skills: string[];
  languages: string[];
  /** Maximum of open conversations for automatic assignment; null: as in the settings */
  maxOpenConversations: number | null;
  /** Current number of conversations with status open */
  openConversations: number;
  signature: string | null;
  /** Rounded to the minute */
  lastSeenAt: string | null;
  createdAt: Timestamp;
  /** null: never changed */
  updatedAt: string | null;
}

export interface AgentAssistInput {
  /** Agents can have models draft, summarize, rewrite, translate and suggest labels */
  enabled?: boolean | undefined;
  /** How drafts and rewrites should sound, in your own words; null: no instructions */
  instructions?: string | null | undefined;
  /** Tried in this order; then, and when empty, the AI keys by priority. Replaced as a whole */
  models?: Array<{
    /** null: any key that has the model */
    provider: string | null;
    model: string;
  }> | undefined;
}

export interface AgentList {
  data: Agent[];
  pageInfo: PageInfo;
}

export interface AgentSettings {
  autoAssign: {
    /** Unassigned open conversations are assigned to agents */
    enabled: boolean;
    /** round_robin: the agent whose last assignment is oldest; least_busy: the agent with the fewest open conversations; manual: no automatic assignment */
    strategy: "round_robin" | "least_busy" | "manual";
    /** Only assign to agents who are online */
    respectAvailability: boolean;
    /** Prefer the customer's previous agent, if available and with capacity */
    sticky: boolean;
    /** When a customer waits for an offline agent, reassign the conversation to an online agent with capacity, if there is one */
    reassignOnOffline: boolean;
    /** Maximum of open conversations, for agents without a limit of their own */
    maxPerAgent: number;
  };
  visibility: AgentVisibility;
  autoResolve: {
    /** Resolves conversations in which the customer is not waiting and nothing was written for this long; null: never */
    afterMinutes: number | null;
    /** Message to the customer when this happens, if free text can be sent; null: none */
    message: string | null;
  };
  csat: {
    /** Ask customers for a rating after their conversation is resolved, once per resolution */
    enabled: boolean;
    /** Delay between resolution and question */
    delayMinutes: number;
    questions: CsatQuestions;
    defaultQuestions: CsatDefaultQuestions;
  };
  assist: {
    /** Agents can have models draft, summarize, rewrite, translate and suggest labels */
    enabled: boolean;
    /** How drafts and rewrites should sound, in your own words; null: no instructions */
    instructions: string | null;
    /** Tried in this order; then, and when empty, the AI keys by priority. Replaced as a whole */
    models: Array<{
      /** null: any key that has the model */
      provider: string | null;
      model: string;
    }>;
  };
  /** Same as in the organization's settings */
  reopenWindowHours: number;
  /** When the team is available: nothing is assigned automatically outside these hours. null: always */
  businessHours: BusinessHours | null;
  /** Agents not seen for this long become offline */
  offlineAfterMinutes: number;
  /** null: never changed */
  updatedAt: string | null;
}

/** What agents and viewers can see. all: everything; division: their own conversations, those of their divisions and those without a division; assigned: only their own. Supervisors and above see everything */
export type AgentVisibility = "all" | "division" | "assigned";

export interface AiCircuit {
  /** null: all models of the key */
  model: string | null;
  openUntil: Timestamp;
  /** What opened it */
  reason: "invalid_key" | "forbidden" | "no_quota" | "rate_limited" | "model_not_found" | "context_too_long" | "bad_request" | "refused" | "server_error" | "unreachable" | "timed_out" | "bad_response" | "blocked_url" | "bad_output" | "unreadable" | null;
}

export interface AiKey {
  id: string;
  provider: "openai" | "anthropic" | "google" | "openai_compatible";
  name: string;
  baseUrl: string;
  /** installed: not tested since it was set; failed: the provider rejects it or it cannot be decrypted, see lastError; disabled: isActive is false */
  status: "installed" | "tested" | "failed" | "disabled";
  isActive: boolean;
  /** The last characters of the key; the key itself is never shown. null: too short to show any of it */
  lastFour: string | null;
  /** The first one is used when no model is named. Empty: none is set yet, and the key is not used until a test has found its models */
  models: string[];
  /** 1 is tried first */
  priority: number;
  /** From the last test of the current key */
  lastTestedAt: string | null;
  /** Why the last test failed, or why the key has been rejected since; unreadable: the stored key cannot be decrypted, set it again */
  lastError: "invalid_key" | "forbidden" | "no_quota" | "rate_limited" | "model_not_found" | "context_too_long" | "bad_request" | "refused" | "server_error" | "unreachable" | "timed_out" | "bad_response" | "blocked_url" | "bad_output" | "unreadable" | null;
  /** Temporarily skipped because of repeated failures */
  circuits: AiCircuit[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface AiKeyList {
  data: AiKey[];
  pageInfo: PageInfo;
}

export interface AiKeyTest {
  ok: boolean;
  /** From the step that failed */
  error: "invalid_key" | "forbidden" | "no_quota" | "rate_limited" | "model_not_found" | "context_too_long" | "bad_request" | "refused" | "server_error" | "unreachable" | "timed_out" | "bad_response" | "blocked_url" | "bad_output" | "unreadable" | null;
  /** The step that failed; null with unreadable: the provider was not called */
  step: "list_models" | "generate" | null;
  /** Models that the key can use, as listed by the provider; at most 500 */
  models: string[];
  /** Models of the key that are missing from that list */
  unknownModels: string[];
  /** Duration of the tiny generation; 0 when it did not run */
  latencyMs: number;
  testedAt: Timestamp;
}

export interface AiRequestRecord {
  id: string;
  purpose: "chatbot" | "playground" | "assist" | "evaluation";
  /** What the request was for; one charge per reference */
  reference: string;
  outcome: "answered" | "no_key" | "insufficient_credits" | "entitlement_exceeded" | "all_failed" | "refused" | "timed_out";
  /** The key that answered; it may have been deleted since */
  keyId: string | null;
  provider: string | null;
  /** The one that answered and was charged */
  model: string | null;
  inputTokens: number;
  outputTokens: number;
  /** Amount charged for the reference; a repeated request shows it again; at most 6 decimals */
  cost: number;
  /** Every call to a model, in order; circuit_open: it was skipped */
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
  createdAt: Timestamp;
}

export interface AiRequestRecordList {
  data: AiRequestRecord[];
  pageInfo: PageInfo;
}

export interface AiUsage {
  since: Timestamp;
  /** By key and model, most requests first, at most 500 */
  data: Array<{
    /** The key that answered; it may have been deleted since. null: none answered */
    keyId: string | null;
    model: string | null;
    requests: number;
    inputTokens: number;
    outputTokens: number;
    /** What was charged; at most 6 decimals */
    cost: number;
    /** Mean duration of a request */
    meanMs: number;
  }>;
}

export interface ApiKey {
  id: string;
  name: string;
  environment: "live" | "test";
  /** The last four characters of the key */
  lastFour: string;
  scopes: Scope[];
  /** null: the installation's default */
  rateLimitPerMinute: number | null;
  /** The key or agent that created it; null: the command line */
  createdBy: string | null;
  createdAt: Timestamp;
  expiresAt: string | null;
  revokedAt: string | null;
  /** Rounded to the minute */
  lastUsedAt: string | null;
}

export interface ApiKeyList {
  data: ApiKey[];
  pageInfo: PageInfo;
}

/** An organization's product workspace, with its prepaid balance */
export interface App {
  id: string;
  organizationId: string;
  name: string;
  /** Off: sends and calls are refused with app_inactive; customers' messages are still received */
  isActive: boolean;
  /** Who above the organization turned it off: only they, or someone above them, can turn it on */
  heldBy: "agency" | "platform" | null;
  /** Available balance; at most 6 decimals */
  balance: number;
  /** ISO 4217; the same for the whole installation */
  currency: string;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface AppList {
  data: App[];
  pageInfo: PageInfo;
}

export interface AppUpdatedEvent {
  id: string;
  type: "app.updated";
  createdAt: string;
  data: {
    appId: string;
    isActive: boolean;
  };
}

export interface ApplyAgencySnapshot {
  /** A client with a current grant */
  clientId: string;
  /** Only these parts */
  parts?: string[] | undefined;
  /** For entries whose name already exists: update them, or keep them as they are */
  existing?: "update" | "keep" | undefined;
}

export interface ApplySnapshot {
  snapshot: SnapshotInput;
  /** For entries whose name already exists: update them to the snapshot, or keep them as they are */
  existing?: "update" | "keep" | undefined;
}

export interface AskedDomain {
  allowed: true;
}

export interface AssignStep {
  type: "assign";
  assigneeId?: string | null | undefined;
  divisionId?: string | null | undefined;
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

/** The value is one of these, or none of them; a list contains any of them, all of them or none */
export interface AudienceChoiceRule {
  field: AudienceField;
  op: "in" | "not_in" | "has_any" | "has_all" | "has_none";
  value: Array<string | number>;
}

/** For instants and dates */
export interface AudienceDateRule {
  field: AudienceField;
  op: "before" | "after";
  /** 2026-11-20 or 2026-11-20T08:00:00Z */
  value: string;
}

/** The value is equal, or is not */
export interface AudienceEqualityRule {
  field: AudienceField;
  op: "eq" | "neq";
  value: string | number | boolean;
}

export type AudienceField = "name" | "phone" | "email" | "source" | "country" | "language" | "timezone" | "optIn" | "ownerId" | "stageId" | "blocked" | "createdAt" | "updatedAt" | "lastInboundAt" | "tags" | "channelKind" | "channelId" | string;

/** Rules that must all match, or any of them; groups can be nested 4 deep */
export interface AudienceGroup {
  /** Default: all */
  match?: "all" | "any" | undefined;
  rules: Array<AudienceRule | AudienceGroup>;
}

/** For numbers */
export interface AudienceNumberRule {
  field: AudienceField;
  op: "gt" | "gte" | "lt" | "lte";
  value: number;
}

/** For instants and dates: at most this many days ago */
export interface AudiencePeriodRule {
  field: AudienceField;
  op: "within_last";
  value: {
    days: number;
  };
}

/** Whether there is a value; without a value of its own */
export interface AudiencePresenceRule {
  field: AudienceField;
  op: "exists" | "not_exists";
}

export type AudienceRule = AudienceEqualityRule | AudienceChoiceRule | AudienceTextRule | AudienceNumberRule | AudienceDateRule | AudiencePeriodRule | AudiencePresenceRule;

export interface AudienceRules {
  /** Whether all rules must match, or any; default: all */
  match?: "all" | "any" | undefined;
  /** Fields: name, phone, email, source, country, language, timezone, optIn, ownerId, stageId, blocked, createdAt, updatedAt, lastInboundAt, tags, channelKind, channelId, customFields.KEY. Operators depend on the field: see the guide to audiences. Groups can be nested 4 deep; at most 50 rules in total */
  rules: Array<AudienceRule | AudienceGroup>;
  /** Contacts that match these are excluded */
  exclude?: {
    /** Whether all rules must match, or any; default: all */
    match?: "all" | "any" | undefined;
    /** Fields: name, phone, email, source, country, language, timezone, optIn, ownerId, stageId, blocked, createdAt, updatedAt, lastInboundAt, tags, channelKind, channelId, customFields.KEY. Operators depend on the field: see the guide to audiences. Groups can be nested 4 deep; at most 50 rules in total */
    rules: Array<AudienceRule | AudienceGroup>;
  } | undefined;
}

/** Ignores case */
export interface AudienceTextRule {
  field: AudienceField;
  op: "contains" | "starts_with";
  value: string;
}

export interface AuditEntry {
  id: string;
  /** The organization in which it was done */
  organizationId: string;
  actor: {
    kind: "api" | "member" | "system";
    /** Id of the key (key_…) or the member (agt_…); a name for the system */
    id: string | null;
    /** Current name of the key or the member; null for the system and for somebody of another organization */
    name: string | null;
  };
  action: string;
  /** The affected resource */
  targetId: string | null;
  /** Ids and states, never secrets or texts */
  changes: Record<string, JsonValue>;
  requestId: string | null;
  createdAt: Timestamp;
}

export interface AuditEntryList {
  data: AuditEntry[];
  pageInfo: PageInfo;
}

export interface AuthorizationCode {
  /** From the platform's pop-up; send it at once, it may expire after 30 seconds */
  code: string;
}

export interface AutoAssignInput {
  /** Unassigned open conversations are assigned to agents */
  enabled?: boolean | undefined;
  /** round_robin: the agent whose last assignment is oldest; least_busy: the agent with the fewest open conversations; manual: no automatic assignment */
  strategy?: "round_robin" | "least_busy" | "manual" | undefined;
  /** Only assign to agents who are online */
  respectAvailability?: boolean | undefined;
  /** Prefer the customer's previous agent, if available and with capacity */
  sticky?: boolean | undefined;
  /** When a customer waits for an offline agent, reassign the conversation to an online agent with capacity, if there is one */
  reassignOnOffline?: boolean | undefined;
  /** Maximum of open conversations, for agents without a limit of their own */
  maxPerAgent?: number | undefined;
}

export interface AutoPause {
  /** Percentage of the messages so far; above it the broadcast pauses */
  failurePercent: number;
  /** Percentage of the messages so far; above it the broadcast pauses */
  optOutPercent: number;
  /** Minimum number of messages before the limits apply */
  afterMessages: number;
}

export interface AutoResolveInput {
  /** Resolves conversations in which the customer is not waiting and nothing was written for this long; null: never */
  afterMinutes?: number | null | undefined;
  /** Message to the customer when this happens, if free text can be sent; null: none */
  message?: string | null | undefined;
}

/** Current state, regardless of the period */
export interface Backlog {
  open: number;
  pending: number;
  /** Open and unassigned */
  unassigned: number;
  /** Unresolved conversations whose customer is waiting for an answer */
  waiting: number;
  longestWaitingSince: string | null;
}

export interface BackupCodes {
  /** Shown only once; each can be used for one sign-in without the app */
  backupCodes: string[];
}

export interface Balance {
  organizationId: string;
  appId: string;
  /** Available balance; at most 6 decimals */
  balance: number;
  /** Reserved for work in progress; not part of the balance; at most 6 decimals */
  reserved: number;
  /** ISO 4217; the same for the whole installation */
  currency: string;
  /** Whether the balance may go below zero */
  allowNegativeBalance: boolean;
  /** Whether the app can send */
  isActive: boolean;
  /** The agency whose client the organization is */
  agencyId: string | null;
  /** The balance that usage-based charges are taken from */
  usagePaidBy: "organization" | "agency";
  /** The agency's markup on usage-based costs, regardless of who pays; null: no agency */
  markupPercent: number | null;
  /** Threshold: below it the owners get an e-mail and balance.low is sent, once each time; null: never; at most 6 decimals */
  lowThreshold: number | null;
  /** Since when the balance has been below the threshold */
  lowSince: string | null;
  updatedAt: Timestamp;
}

export interface BalanceLowData {
  appId: string;
  /** Including reserved amounts; at most 6 decimals */
  balance: number;
  /** The threshold that it fell below; at most 6 decimals */
  threshold: number;
  /** ISO 4217 */
  currency: string;
}

export interface BalanceLowEvent {
  id: string;
  type: "balance.low";
  createdAt: string;
  data: BalanceLowData;
}

export interface Board {
  pipelineId: string;
  stages: Array<{
    stage: Stage;
    /** Number of deals in all currencies */
    count: number;
    /** By currency */
    totals: Array<{
      /** null: deals without an amount */
      currency: string | null;
      /** Deals */
      count: number;
      amount: number;
      /** Amount times win probability */
      weightedAmount: number;
    }>;
  }>;
  /** For the whole board, by currency; nothing is converted */
  totals: Array<{
    /** null: deals without an amount */
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

/** Without conditions and then the flow can be saved, but not activated */
export interface BranchStep {
  type: "branch";
  conditions?: FlowConditions | undefined;
  then?: FlowStep[] | undefined;
  else?: FlowStep[] | undefined;
}

/** Lower case #rrggbb */
export interface BrandColors {
  /** For buttons */
  primary: string;
  /** Text colour on primary */
  onPrimary: string;
  /** For links and focus */
  accent: string;
  /** Page background in light mode; dark mode has its own */
  background: string;
}

export interface BrandKit {
  /** null: no brand kit is set, and the product's own branding is shown */
  name: string | null;
  /** For light backgrounds */
  logoLightMediaId: string | null;
  /** Public path of the logo; null: none */
  logoLightUrl: string | null;
  /** For dark backgrounds */
  logoDarkMediaId: string | null;
  /** Public path of the logo; null: none */
  logoDarkUrl: string | null;
  faviconMediaId: string | null;
  /** Public path of the icon; null: none */
  faviconUrl: string | null;
  colors: BrandColors;
  /** Address for support */
  supportEmail: string | null;
  termsUrl: string | null;
  privacyUrl: string | null;
  imprintUrl: string | null;
  updatedAt: string | null;
}

/** The branding of this host only */
export interface Branding {
  name: string;
  /** Public path of the logo on light backgrounds; null: none */
  logoLightUrl: string | null;
  /** Public path of the logo on dark backgrounds; null: none */
  logoDarkUrl: string | null;
  /** Public path of the icon; null: none */
  faviconUrl: string | null;
  colors: BrandColors;
  /** Address for support */
  supportEmail: string | null;
  termsUrl: string | null;
  privacyUrl: string | null;
  imprintUrl: string | null;
}

export interface Broadcast {
  id: string;
  title: string;
  channelId: string;
  messageContent: BroadcastTemplate | BroadcastText;
  targetAudience: TargetAudience;
  status: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled" | "failed";
  /** channel_refused: the platform currently accepts no messages of the number (its recipient limit is reached, spam, a payment, a block); grant_ended: the grant under which an agency sent it has ended; restored: the installation was restored from a backup, and recipients that are pending may have got it after the backup */
  pauseReason: "requested" | "failure_rate" | "opt_out_rate" | "channel_not_connected" | "channel_refused" | "template_not_approved" | "app_inactive" | "entitlement_exceeded" | "internal_error" | "grant_ended" | "restored" | null;
  /** Why it failed, or why nothing more is sent until it is paused and resumed */
  error: string | null;
  /** For a draft or a scheduled broadcast: why it would be refused if it were sent now, because of its template (unknown on the channel, not approved, or with other variables) */
  warnings: Array<{
    field: string;
    issue: string;
    message: string;
  }>;
  /** Automatic start time; null: not scheduled. Setting it on a draft schedules it; null makes a scheduled one a draft again */
  scheduledAt: string | null;
  /** null: as fast as the channel allows */
  sendRatePerMinute: number | null;
  quietHours: QuietHours | null;
  autoPause: AutoPause | null;
  counts: BroadcastCounts;
  /** When the recipients were frozen */
  recipientsFrozenAt: string | null;
  /** While it is sending, after the recipients are frozen: estimated at its rate and the channel's, including quietHours in the recipients' time zones */
  estimatedCompletionAt: string | null;
  /** key_… or agt_… */
  createdBy: string;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  startedAt: string | null;
  completedAt: string | null;
}

/** On a channel with templates, an approved template: { name, language, variables }, as an object or as JSON text. A variable is a literal, or { field, fallback } from each contact: name, firstName, phone, email, source, country, language, timezone, customFields.KEY; contacts with neither value nor fallback are skipped. Named variables include their name: { name, value } or { name, field, fallback }. On other channels a text, sent to contacts whose customer service window is open; it can use the same fields as {{contact.firstName|there}}, where `there` is the fallback */
export type BroadcastContentInput = BroadcastTemplate | BroadcastText | string;

/** Each recipient counts once, under its latest status; optedOut counts separately */
export interface BroadcastCounts {
  /** All recipients, including skipped ones; 0 until they are frozen */
  recipients: number;
  pending: number;
  sending: number;
  /** Sent, with no further status yet */
  sent: number;
  delivered: number;
  read: number;
  replied: number;
  failed: number;
  /** The platform call was interrupted; never resent automatically */
  unknown: number;
  skipped: number;
  /** Of the recipients who received it, within 7 days */
  optedOut: number;
}

export interface BroadcastField {
  name?: string | undefined;
  /** Of each contact: name, firstName, phone, email, source, country, language, timezone, or customFields.KEY */
  field: string;
  /** For contacts without a value; if omitted, they are skipped */
  fallback?: string | undefined;
}

export interface BroadcastList {
  data: Broadcast[];
  pageInfo: PageInfo;
}

export interface BroadcastPreview {
  /** Contacts currently in the audience */
  count: number;
  /** false: a large tenant whose contacts could not be counted quickly; count and skips are then estimated from every fiftieth contact */
  exact: boolean;
  /** 95 % confidence interval of the exact count; both equal count when it is exact */
  countRange: {
    from: number;
    to: number;
  };
  /** Ten of them; the newest if the count is exact */
  sample: Contact[];
  /** Same as sample */
  samples: Contact[];
  /** Who would currently be excluded, each for the first reason that applies */
  skips: {
    opted_out: number;
    blocked: number;
    no_identity: number;
    window_closed: number;
  };
  /** count minus skips */
  sendable: number;
  /** Sending time at the given rate and the channel's, without quiet hours */
  estimatedSeconds: number;
  /** When sending would end if it starts at scheduledAt, otherwise now, including quietHours in the recipients' time zones */
  estimatedCompletionAt: string;
  /** What the installation charges, without the fees of the channel's platform */
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
  /** When skipped: opted_out, blocked, no_identity, duplicate, missing_variable, too_long, window_closed, cancelled; when failed: an error code */
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

export interface BroadcastRecipientList {
  data: BroadcastRecipient[];
  pageInfo: PageInfo;
}

export interface BroadcastRepliedEvent {
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
}

export interface BroadcastRepliedTrigger {
  type: "broadcast.replied";
  channelIds?: string[] | undefined;
  broadcastId?: string | undefined;
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
  /** Recipients who reached at least this status so far */
  funnel: {
    attempted: number;
    sent: number;
    delivered: number;
    read: number;
    replied: number;
  };
  /** Shares between 0 and 1; null: the base is zero */
  rates: {
    /** Share of those sent */
    delivered: number | null;
    /** Share of those sent */
    read: number | null;
    /** Share of those sent */
    replied: number | null;
    /** Share of those attempted */
    failed: number | null;
    /** Share of those sent */
    optedOut: number | null;
  };
  /** While it is sending, after the recipients are frozen: estimated at its rate and the channel's, including quietHours in the recipients' time zones */
  estimatedCompletionAt: string | null;
}

/** An approved template, on a channel that has templates */
export interface BroadcastTemplate {
  name: string;
  language: string;
  variables?: Array<string | number | BroadcastValue | BroadcastField> | undefined;
  /** As in the content of a message */
  components?: TemplateParameters[] | undefined;
}

/** On other channels: reaches contacts whose customer service window is open */
export interface BroadcastText {
  text: string;
}

export interface BroadcastUpdatedEvent {
  id: string;
  type: "broadcast.updated";
  createdAt: string;
  data: {
    broadcastId: string;
    channelId: string;
    title: string;
    status: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled" | "failed";
    /** null: just created */
    previousStatus: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled" | "failed" | null;
    pauseReason: "requested" | "failure_rate" | "opt_out_rate" | "channel_not_connected" | "channel_refused" | "template_not_approved" | "app_inactive" | "entitlement_exceeded" | "internal_error" | "grant_ended" | "restored" | null;
    error: string | null;
  };
}

/** The same for every recipient; includes the variable's name if variables have names */
export interface BroadcastValue {
  name?: string | undefined;
  value: string | number;
}

/** The given fields are updated on each contact */
export interface BulkContacts {
  /** Contacts */
  ids: string[];
  addTags?: string[] | undefined;
  removeTags?: string[] | undefined;
  /** A member of the tenant: agt_… or usr_…; null removes the owner */
  ownerId?: string | null | undefined;
  /** A stage of one of the pipelines: stg_…; null: none */
  stageId?: string | null | undefined;
  blocked?: boolean | undefined;
}

export interface BulkContactsResult {
  /** In the order of ids; duplicate ids are processed once */
  results: Array<{
    id: string;
    outcome: "updated" | "unchanged" | "failed";
    /** Why it failed, as a single request would report it */
    code: "not_found" | "conflict" | "validation_error" | null;
    message: string | null;
  }>;
  updated: number;
  unchanged: number;
  failed: number;
}

export interface BulkResult {
  /** In the order of ids; a refused item has not changed */
  data: Array<{
    id: string;
    ok: boolean;
    conversation: Conversation | null;
    error: {
      /** An error code of this API */
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

/** At least one change besides ids */
export interface BulkUpdate {
  /** Conversations; duplicate ids are processed once */
  ids: string[];
  /** done is an alias of resolved */
  status?: "open" | "pending" | "resolved" | "done" | undefined;
  /** In the future: pending until then */
  snoozedUntil?: string | null | undefined;
  /** A member of the tenant: agt_… or usr_…; null: unassigned */
  assigneeId?: string | null | undefined;
  /** A division; null: none */
  divisionId?: string | null | undefined;
  /** Labels to add */
  addLabels?: LabelReference[] | undefined;
  /** Labels to remove */
  removeLabels?: LabelReference[] | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** true: marks as read; false: marks as unread. The platform is not notified */
  read?: boolean | undefined;
}

export interface BusinessHours {
  /** IANA name, such as Europe/Berlin */
  timezone: string;
  /** When the team is available; a day can appear several times, a missing day is off */
  weekly: BusinessHoursInterval[];
  /** Whole days off, YYYY-MM-DD */
  holidays: string[];
}

export interface BusinessHoursInterval {
  day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
  /** HH:MM; 24:00 is the end of the day */
  from: string;
  /** HH:MM; 24:00 is the end of the day */
  to: string;
}

export interface ButtonsContent {
  kind: "buttons";
  header?: string | undefined;
  footer?: string | undefined;
  /** For kind buttons; ids and titles must be unique */
  buttons: Array<{
    /** Returned in the customer's answer */
    id: string;
    title: string;
  }>;
}

export interface Call {
  id: string;
  direction: "inbound" | "outbound";
  /** transferred: handed over to a person, who is connected to the caller or, on a chat channel, writes or calls back */
  status: "ringing" | "in_progress" | "completed" | "transferred" | "failed" | "no_answer";
  /** unusable_offer: the call cannot be answered because of what the channel's platform sent, such as a session description that is too large */
  endReason: "caller_hung_up" | "agent_ended" | "transferred" | "requested" | "max_duration" | "silence" | "loop" | "insufficient_credits" | "entitlement_exceeded" | "policy" | "provider_unavailable" | "provider_lost" | "stream_lost" | "process_lost" | "not_connected" | "not_answered" | "line_busy" | "machine" | "dial_refused" | "dial_failed" | "inactive" | "outside_hours" | "busy" | "minutes_per_day" | "no_key" | "unusable_offer" | "app_inactive" | null;
  /** May have been deleted since */
  voiceAgentId: string;
  phoneNumberId: string | null;
  /** The chat channel on which the customer called; null: a telephone call */
  channelId: string | null;
  /** The telephony provider, or the kind of the channel */
  provider: string;
  /** null: the provider has not confirmed the call */
  providerCallId: string | null;
  /** null: withheld */
  from: string | null;
  /** For outbound calls: why the person may be called */
  consent: "requested" | "agreed" | "contract" | null;
  /** For outbound calls: what the call is about */
  purpose: string | null;
  to: string;
  contactId: string | null;
  /** The conversation with the caller, on the voice agent's channel */
  conversationId: string | null;
  model: string;
  /** Started minutes, as charged */
  minutes: number;
  /** In the balance's currency; null: the call is not over */
  cost: number | null;
  usage: CallUsage;
  latency: CallLatency;
  recording: CallRecording | null;
  summary: string | null;
  /** The caller's sentiment, rated by a model afterwards; null: not rated */
  sentiment: "positive" | "neutral" | "negative" | null;
  /** Rated by a model afterwards. follow_up: something still has to be done; handed_over: transferred to a person. null: not rated */
  outcome: "resolved" | "follow_up" | "unresolved" | "handed_over" | null;
  extracted: Record<string, string | number | boolean | null> | null;
  /** The callback ticket of a missed call, or of a call on a chat channel that was handed over or cut off */
  callbackTicketId: string | null;
  createdAt: Timestamp;
  answeredAt: string | null;
  endedAt: string | null;
  /** Since the call was answered */
  durationSeconds: number | null;
}

export interface CallAnalyzedEvent {
  id: string;
  type: "call.analyzed";
  createdAt: string;
  data: {
    callId: string;
    voiceAgentId: string;
    direction: "inbound" | "outbound";
    /** The chat channel on which the customer called; null: a telephone call */
    channelId: string | null;
    /** The telephony provider, or the kind of the channel */
    provider: string;
    /** null: withheld */
    from: string | null;
    to: string;
    contactId: string | null;
    conversationId: string | null;
    sentiment: "positive" | "neutral" | "negative" | null;
    outcome: "resolved" | "follow_up" | "unresolved" | "handed_over" | null;
    /** The fields in the voice agent's `afterCall.extract`, by name; a field is null if it was not mentioned. null: nothing was extracted */
    extracted: Record<string, string | number | boolean | null>;
  };
}

/** Of type system, and of a note about a call: a call that this server answered or made */
export interface CallContent {
  kind: "call";
  /** GET /calls/{id} */
  callId: string;
  direction: "inbound" | "outbound";
  [key: string]: unknown;
}

export interface CallEndedEvent {
  id: string;
  type: "call.ended";
  createdAt: string;
  data: {
    callId: string;
    voiceAgentId: string;
    direction: "inbound" | "outbound";
    /** The chat channel on which the customer called; null: a telephone call */
    channelId: string | null;
    /** The telephony provider, or the kind of the channel */
    provider: string;
    /** null: withheld */
    from: string | null;
    to: string;
    contactId: string | null;
    conversationId: string | null;
    /** no_answer: an outbound call that nobody answered */
    status: "completed" | "transferred" | "failed" | "no_answer";
    endReason: "caller_hung_up" | "agent_ended" | "transferred" | "requested" | "max_duration" | "silence" | "loop" | "insufficient_credits" | "entitlement_exceeded" | "policy" | "provider_unavailable" | "provider_lost" | "stream_lost" | "process_lost" | "not_connected" | "not_answered" | "line_busy" | "machine" | "dial_refused" | "dial_failed" | "inactive" | "outside_hours" | "busy" | "minutes_per_day" | "no_key" | "unusable_offer" | "app_inactive";
    durationSeconds: number | null;
    /** Started minutes, as charged */
    minutes: number;
    /** In the balance's currency */
    cost: number;
  };
}

export interface CallEndedTrigger {
  type: "call.ended";
  statuses?: Array<"completed" | "transferred" | "failed" | "no_answer"> | undefined;
}

export interface CallFigures {
  /** Calls that began in the period */
  calls: number;
  /** Outbound calls */
  made: number;
  /** Inbound calls that were taken, and outbound calls that somebody answered */
  answered: number;
  /** Inbound calls that were not taken */
  missed: number;
  /** Outbound calls that nobody answered */
  notAnswered: number;
  /** Calls that were transferred to a person */
  handedOver: number;
  /** Calls that failed */
  failed: number;
  /** Started minutes, as charged */
  minutes: number;
  /** Of completed calls that were answered; null: none */
  averageSeconds: number | null;
  /** In the balance's currency */
  cost: number;
  /** Median time until the agent starts to answer; null: none */
  answerP50Ms: number | null;
  /** 95th percentile of the time until the agent starts to answer; null: none */
  answerP95Ms: number | null;
}

/** When the platform allows customers to call; null: at any time. The voice agent's own hours apply as well */
export interface CallHours {
  /** IANA name, such as Europe/Berlin */
  timezone: string;
  /** When the team is available; a day can appear several times, a missing day is off */
  weekly: BusinessHoursInterval[];
  /** Days with different hours from the weekly ones; a day listed twice has two intervals. The platform does not support whole days off: for those, use the voice agent's activeHours.holidays */
  specialDays: CallHoursSpecialDay[];
}

/** When the platform allows customers to call; null: at any time. The voice agent's own hours apply as well */
export interface CallHoursInput {
  /** IANA name, such as Europe/Berlin */
  timezone: string;
  /** When the team is available; a day can appear several times, a missing day is off */
  weekly: BusinessHoursInterval[];
  /** Days with different hours from the weekly ones; a day listed twice has two intervals. The platform does not support whole days off: for those, use the voice agent's activeHours.holidays */
  specialDays?: CallHoursSpecialDay[] | undefined;
}

export interface CallHoursSpecialDay {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM; 24:00 is the end of the day */
  from: string;
  /** HH:MM; 24:00 is the end of the day */
  to: string;
}

export interface CallLatency {
  /** Median of the turns' latencyMs */
  p50Ms: number | null;
  /** 95th percentile of the turns' latencyMs */
  p95Ms: number | null;
  /** Median of the turns' hearingMs; null: not measured, see there */
  hearingP50Ms: number | null;
  /** Median of the turns' speakingMs */
  speakingP50Ms: number | null;
  /** Median time from the caller's last sound until the answer was heard: hearingMs, latencyMs and speakingMs */
  voiceToVoiceP50Ms: number | null;
}

export interface CallList {
  data: Call[];
  pageInfo: PageInfo;
}

export interface CallMissedEvent {
  id: string;
  type: "call.missed";
  createdAt: string;
  data: {
    callId: string;
    voiceAgentId: string;
    direction: "inbound" | "outbound";
    /** The chat channel on which the customer called; null: a telephone call */
    channelId: string | null;
    /** The telephony provider, or the kind of the channel */
    provider: string;
    /** null: withheld */
    from: string | null;
    to: string;
    contactId: string | null;
    conversationId: string | null;
    endReason: "caller_hung_up" | "agent_ended" | "transferred" | "requested" | "max_duration" | "silence" | "loop" | "insufficient_credits" | "entitlement_exceeded" | "policy" | "provider_unavailable" | "provider_lost" | "stream_lost" | "process_lost" | "not_connected" | "not_answered" | "line_busy" | "machine" | "dial_refused" | "dial_failed" | "inactive" | "outside_hours" | "busy" | "minutes_per_day" | "no_key" | "unusable_offer" | "app_inactive";
    /** The callback ticket */
    callbackTicketId: string | null;
  };
}

export interface CallMissedTrigger {
  type: "call.missed";
}

/** For telephone calls whose voice agent records. The left channel is the caller, the right one the agent, as far as it was heard */
export interface CallRecording {
  /** recording: in progress. processing: the call is over, and the file is being created. ready: available at GET /calls/{id}/recording. no_consent: the caller did not agree, withdrew their consent, or did not hear the announcement to its end, or the call was lost, so that nobody can know; nothing is kept. deleted: somebody deleted it. expired: the organization's retention period for files has passed */
  status: "recording" | "processing" | "ready" | "no_consent" | "deleted" | "expired";
  /** Since the call was answered, like the times of its turns; null: nothing was recorded */
  beganMs: number | null;
  /** null: not known yet, or nothing is kept */
  durationSeconds: number | null;
  /** null: there is no file */
  sizeBytes: number | null;
  /** false: a part could not be stored: it is silent, or, at the end, missing */
  complete: boolean;
  peaks: CallRecordingPeaks | null;
}

/** For drawing the waveform: the peak of each of up to 300 equal parts, 0 to 1; null: no file, or not included in lists */
export interface CallRecordingPeaks {
  caller: number[];
  agent: number[];
}

export interface CallStartedEvent {
  id: string;
  type: "call.started";
  createdAt: string;
  data: {
    callId: string;
    voiceAgentId: string;
    direction: "inbound" | "outbound";
    /** The chat channel on which the customer called; null: a telephone call */
    channelId: string | null;
    /** The telephony provider, or the kind of the channel */
    provider: string;
    /** null: withheld */
    from: string | null;
    to: string;
    contactId: string | null;
    conversationId: string | null;
  };
}

export interface CallSummary {
  since: Timestamp;
  until: Timestamp;
  total: CallFigures;
  /** Those with a call in the period, deleted ones too, most calls first */
  voiceAgents: CallsOfPeriod[];
}

export interface CallTurn {
  speaker: "caller" | "agent" | "tool";
  /** For an interrupted turn: the part that was heard, as far as known. For a tool: its input */
  text: string;
  interrupted: boolean;
  /** Since the call was answered */
  beganMs: number;
  /** null: unknown */
  endedMs: number | null;
  /** From the AI provider's decision that the caller's turn is over to the first sound of this answer */
  latencyMs: number | null;
  /** Before that: from the caller's last sound to the provider's decision, as the provider reports it; null: not measured, for example with turnDetection semantic_vad and on chat channels */
  hearingMs: number | null;
  /** The part of latencyMs spent on tools; null: no tools were used */
  toolsMs: number | null;
  /** After that: until the caller's line has played the first sound, as the telephony provider reports it; null: not measured, for example on chat channels */
  speakingMs: number | null;
  /** The name of the tool */
  tool: string | null;
  /** For a tool: how it ended */
  outcome: string | null;
  /** Facts that the agent said and that are in no source of this call */
  findings: string[];
}

/** As counted by the AI provider */
export interface CallUsage {
  inputTokens: number;
  outputTokens: number;
  audioInputTokens: number;
  audioOutputTokens: number;
}

export interface CallWithTurns extends Call {
  /** The transcript, in order */
  turns: CallTurn[];
}

/** Their current values on the platform; null: the platform did not report them */
export interface CallingSettings {
  /** Customers can call */
  enabled: boolean;
  /** Customers see the call button; otherwise they can only call through links and buttons */
  iconVisible: boolean;
  hours: CallHours | null;
  /** The platform asks callers whether they may be called back */
  asksForCallback: boolean;
}

export interface CallsOfPeriod {
  voiceAgentId: string;
  name: string;
  /** Calls that began in the period */
  calls: number;
  /** Outbound calls */
  made: number;
  /** Inbound calls that were taken, and outbound calls that somebody answered */
  answered: number;
  /** Inbound calls that were not taken */
  missed: number;
  /** Outbound calls that nobody answered */
  notAnswered: number;
  /** Calls that were transferred to a person */
  handedOver: number;
  /** Calls that failed */
  failed: number;
  /** Started minutes, as charged */
  minutes: number;
  /** Of completed calls that were answered; null: none */
  averageSeconds: number | null;
  /** In the balance's currency */
  cost: number;
  /** Median time until the agent starts to answer; null: none */
  answerP50Ms: number | null;
  /** 95th percentile of the time until the agent starts to answer; null: none */
  answerP95Ms: number | null;
}

export interface CannedReply {
  id: string;
  shortcut: string;
  title: string;
  content: string;
  /** Variables used in the content */
  variables: string[];
  mediaIds: string[];
  /** How often it was rendered or sent by a macro */
  usageCount: number;
  lastUsedAt: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** Can contain variables such as {{contact.firstName|there}}, where `there` is the fallback: contact.name, contact.firstName, contact.phone, contact.email, agent.name, agent.firstName, channel.name, organization.name */
export type CannedReplyContent = string;

export interface CannedReplyList {
  data: CannedReply[];
  pageInfo: PageInfo;
}

export interface Change {
  from: JsonValue;
  to: JsonValue;
}

export interface ChangeEmail {
  /** The new address */
  email: string;
  /** The current password */
  password: string;
}

export interface ChangePassword {
  currentPassword: string;
  /** At least 8 characters; 15 or more are recommended */
  password: string;
}

export interface Channel {
  id: string;
  /** chat_app, photo_social or short_video */
  kind: string;
  name: string;
  /** The platform's id of the connected account */
  externalId: string;
  /** Pending: the platform has not yet confirmed that the credentials give access to the account, or its setup there is incomplete; it is asked again automatically. Connected: it sends and receives. NeedsReauth: the platform refuses the credentials. Disconnected: switched off here or by the platform. Error: the platform restricts the account, or another tenant has proved that it owns it */
  status: "Pending" | "Connected" | "NeedsReauth" | "Disconnected" | "Error";
  /** Why it is not Connected, in the platform's words if it gave any; when Connected: the platform refused its credentials, and they are being refreshed */
  statusReason: string | null;
  /** Non-secret settings */
  config: Record<string, JsonValue>;
  /** Names of the secret settings that are set; their values are never returned */
  hasSecrets: string[];
  messagesPerSecond: number;
  qualityRating: string | null;
  messagingLimit: string | null;
  /** When the credentials expire, if known */
  credentialsExpireAt: string | null;
  /** Until when they are refreshed automatically, if the platform reports it; afterwards a person has to sign in again */
  credentialsRenewableUntil: string | null;
  /** Callback URL for your own provider app, below this server's address */
  callbackPath: string;
  capabilities: {
    /** Message types that can be sent */
    types: string[];
    /** Businesses can write first (with a template) */
    startsConversations: boolean;
    /** Customer service window */
    windowHours: number;
    textCharactersMax: number;
  };
  templatesSyncedAt: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface ChannelAuthorization {
  id: string;
  kind: string;
  /** choosing: several accounts were returned; complete it with one of them */
  status: "pending" | "exchanging" | "choosing" | "completed" | "denied" | "failed" | "expired";
  /** Why it was denied or failed */
  error: string | null;
  /** The channel to reconnect */
  channelId: string | null;
  /** Accounts that can be connected; empty until the person has agreed */
  accounts: Array<{
    externalId: string;
    name: string;
    /** The channel that this authorisation created */
    channelId: string | null;
  }>;
  /** Channels it created or reconnected */
  channelIds: string[];
  expiresAt: Timestamp;
  createdAt: Timestamp;
}

export interface ChannelCalling {
  channelId: string;
  /** The voice agent that answers; null: nobody, so a call is only shown in its conversation */
  voiceAgentId: string | null;
  settings: CallingSettings | null;
  /** Why the platform did not report its settings, in its own words */
  problem: string | null;
}

export interface ChannelHealth {
  channelId: string;
  status: "Pending" | "Connected" | "NeedsReauth" | "Disconnected" | "Error";
  /** Whether all checks passed */
  healthy: boolean;
  checkedAt: Timestamp;
  pace: {
    /** Configured, or reported by the platform */
    messagesPerSecond: number;
    /** The fraction left after the platform's throttling; recovers by a hundredth per second */
    messagesPerSecondNow: number;
    /** Nothing is sent before this time, at the platform's request */
    pausedUntil: string | null;
  };
  findings: Array<{
    /** The check: status, token, number, subscription, queue … */
    check: string;
    ok: boolean;
    message: string;
    /** How to fix it, when the check failed */
    remedy: string | null;
    /** The names, numbers and times in the message, for building it in another language; may be empty */
    values: Record<string, string | number>;
  }>;
}

export interface ChannelKind {
  kind: string;
  label: string;
  externalIdField: string;
  /** phone: customers are identified by their phone numbers; platform: by the platform's ids */
  addressKind: "phone" | "platform";
  configFields: Array<{
    name: string;
    label: string;
    type: "string" | "integer";
    required: boolean;
    secret: boolean;
    help: string;
  }>;
  authorization: {
    /** This server has a provider app; otherwise give your own */
    available: boolean;
    /** To be registered with the provider app */
    callbackUri: string;
    /** Its sign-up can also run in your own page, which then submits the code */
    codeFromPage: boolean;
    /** Settings that name your own provider app in a request */
    ownAppFields: string[];
  } | null;
  templateEdits: {
    /** Statuses in which a template can be edited */
    states: string[];
    /** Those of them in which its category cannot change */
    categoryFixedIn: string[];
  } | null;
  /** Customers can call, and a voice agent can answer: see `/channels/{id}/calling` */
  calls: boolean;
}

export interface ChannelKindList {
  data: ChannelKind[];
  pageInfo: PageInfo;
}

export interface ChannelList {
  data: Channel[];
  pageInfo: PageInfo;
}

export interface ChannelUpdatedEvent {
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
}

export interface Chatbot {
  id: string;
  name: string;
  /** Turning it off hands its current conversations to people */
  isActive: boolean;
  /** Channels it serves. A channel has at most one chatbot */
  channelIds: string[];
  persona: ChatbotPersona;
  /** Additional instructions, subordinate to the platform's own policy */
  instructions: string[];
  scope: ChatbotScope;
  handover: ChatbotHandover;
  activeHours: ChatbotHours | null;
  reply: ChatbotReply;
  knowledge: ChatbotKnowledge;
  model: ChatbotModel;
  limits: ChatbotLimits;
  /** Incremented on every change; turns name the version they ran with */
  version: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface ChatbotCase {
  name: string;
  message: string;
  history?: Array<{
    from: "customer" | "chatbot";
    text: string;
  }> | undefined;
  /** The time to simulate; default: when it runs */
  at?: string | undefined;
  expect: ChatbotExpectation;
}

export interface ChatbotCaseOutcome {
  name: string;
  passed: boolean;
  /** Expectations that were not met */
  problems: Array<"decision" | "reason" | "missing_text" | "forbidden_text">;
  decision: "answered" | "declined" | "handed_over" | "outside_hours" | "silenced" | "superseded";
  reason: string | null;
  reply: string | null;
}

export interface ChatbotCaseResult extends ChatbotCaseOutcome {
  /** As asked */
  message: string;
  expect: ChatbotExpectation;
}

export interface ChatbotEvaluation {
  id: string;
  chatbotId: string;
  name: string;
  cases: ChatbotCase[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface ChatbotEvaluationRun extends ChatbotEvaluationRunSummary {
  /** For completed cases, in order */
  results: ChatbotCaseResult[];
}

export interface ChatbotEvaluationRunSummary {
  id: string;
  evaluationId: string;
  chatbotId: string;
  chatbotVersion: number;
  /** The run used overrides */
  triedSettings: boolean;
  /** failed: it was interrupted twice and is not resumed; start another run */
  status: "running" | "done" | "failed";
  /** Why it failed */
  error: string | null;
  total: number;
  passed: number;
  failed: number;
  createdAt: Timestamp;
  finishedAt: string | null;
}

export interface ChatbotEvaluationRunSummaryList {
  data: ChatbotEvaluationRunSummary[];
  pageInfo: PageInfo;
}

export interface ChatbotEvaluationSummary {
  id: string;
  chatbotId: string;
  name: string;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  caseCount: number;
}

export interface ChatbotEvaluationSummaryList {
  data: ChatbotEvaluationSummary[];
  pageInfo: PageInfo;
}

/** Omitted expectations are not checked */
export interface ChatbotExpectation {
  decision?: "answered" | "declined" | "handed_over" | "outside_hours" | "silenced" | "superseded" | undefined;
  /** Expected reason of the turn, for example customer_request */
  reason?: string | undefined;
  /** Each must appear in the reply; case-insensitive */
  contains?: string[] | undefined;
  /** None may appear in the reply */
  excludes?: string[] | undefined;
}

export interface ChatbotHandover {
  /** Hand over to people when the customer asks for a human, in any language of the lexicon */
  onRequest: boolean;
  /** Words and phrases that trigger a handover */
  keywords: string[];
  /** Also when no answer can be grounded; otherwise the out-of-scope message is sent */
  onLowConfidence: boolean;
  /** Consecutive turns without a result before a handover */
  failedTurns: number;
  /** Replies in a conversation, since the chatbot took it, before a handover */
  maxReplies: number;
  /** The division that receives it */
  divisionId: string | null;
  /** The agent who receives it */
  assigneeId: string | null;
  /** Of the conversation and its ticket; null: unchanged */
  priority: "low" | "medium" | "high" | "urgent" | null;
  createTicket: boolean;
  /** Add a note with the reason and the last messages */
  summaryNote: boolean;
  /** Message to the customer */
  message: string;
  /** Message to the customer outside the team's business hours; null: as usual */
  closedMessage: string | null;
  /** resolved: the chatbot takes a resolved conversation when the customer writes again; never: conversations that people had stay with them */
  resume: "resolved" | "never";
  /** How long after a person's last message the customer's next message goes to the chatbot */
  resumeAfterMinutes: number | null;
}

/** Omitted fields keep their values */
export interface ChatbotHandoverInput {
  /** Hand over to people when the customer asks for a human, in any language of the lexicon */
  onRequest?: boolean | undefined;
  /** Words and phrases that trigger a handover */
  keywords?: string[] | undefined;
  /** Also when no answer can be grounded; otherwise the out-of-scope message is sent */
  onLowConfidence?: boolean | undefined;
  /** Consecutive turns without a result before a handover */
  failedTurns?: number | undefined;
  /** Replies in a conversation, since the chatbot took it, before a handover */
  maxReplies?: number | undefined;
  /** The division that receives it */
  divisionId?: string | null | undefined;
  /** The agent who receives it */
  assigneeId?: string | null | undefined;
  /** Of the conversation and its ticket; null: unchanged */
  priority?: "low" | "medium" | "high" | "urgent" | null | undefined;
  createTicket?: boolean | undefined;
  /** Add a note with the reason and the last messages */
  summaryNote?: boolean | undefined;
  /** Message to the customer */
  message?: string | undefined;
  /** Message to the customer outside the team's business hours; null: as usual */
  closedMessage?: string | null | undefined;
  /** resolved: the chatbot takes a resolved conversation when the customer writes again; never: conversations that people had stay with them */
  resume?: "resolved" | "never" | undefined;
  /** How long after a person's last message the customer's next message goes to the chatbot */
  resumeAfterMinutes?: number | null | undefined;
}

/** null: always */
export interface ChatbotHours extends BusinessHours {
  /** inside: active during these hours; outside: active outside them */
  mode: "inside" | "outside";
  /** Sent once per closed interval and conversation when the chatbot is inactive; null: nothing */
  outsideMessage: string | null;
}

export interface ChatbotKnowledge {
  /** Maximum number of passages used for a reply */
  passages: number;
  /** Minimum score of a passage */
  minScore: number;
}

/** Omitted fields keep their values */
export interface ChatbotKnowledgeInput {
  /** Maximum number of passages used for a reply */
  passages?: number | undefined;
  /** Minimum score of a passage */
  minScore?: number | undefined;
}

export interface ChatbotLimits {
  /** Maximum in 24 hours; further ones go to people */
  repliesPerConversationPerDay: number;
  /** Maximum for the chatbot in 24 hours; null: no limit */
  repliesPerDay: number | null;
}

/** Omitted fields keep their values */
export interface ChatbotLimitsInput {
  /** Maximum in 24 hours; further ones go to people */
  repliesPerConversationPerDay?: number | undefined;
  /** Maximum for the chatbot in 24 hours; null: no limit */
  repliesPerDay?: number | null | undefined;
}

export interface ChatbotList {
  data: Chatbot[];
  pageInfo: PageInfo;
}

export interface ChatbotModel {
  /** Tried in this order; then, and when empty, the keys by priority */
  preferred: Array<{
    /** null: any key that has the model */
    provider: string | null;
    model: string;
  }>;
  temperature: number;
  maxOutputTokens: number;
}

/** Omitted fields keep their values */
export interface ChatbotModelInput {
  /** Tried in this order; then, and when empty, the keys by priority */
  preferred?: Array<{
    /** null: any key that has the model */
    provider: string | null;
    model: string;
  }> | undefined;
  temperature?: number | undefined;
  maxOutputTokens?: number | undefined;
}

export interface ChatbotPassage {
  /** As used in citations */
  ref: string;
  sourceId: string | null;
  faqId: string | null;
  score: number;
  heading: string | null;
  /** In a trial only: after a turn the knowledge may change */
  text?: string;
}

export interface ChatbotPersona {
  /** Who the chatbot is, whom it talks to, and how */
  description: string;
  tone: "friendly" | "professional" | "neutral" | "casual";
  /** ISO 639 codes of the languages it answers in; empty: the customer's language */
  languages: string[];
  /** Added before its first reply in a conversation, for example that an assistant answers; null: nothing */
  introduction: string | null;
}

/** Omitted fields keep their values */
export interface ChatbotPersonaInput {
  /** Who the chatbot is, whom it talks to, and how */
  description?: string | undefined;
  tone?: "friendly" | "professional" | "neutral" | "casual" | undefined;
  /** ISO 639 codes of the languages it answers in; empty: the customer's language */
  languages?: string[] | undefined;
  /** Added before its first reply in a conversation, for example that an assistant answers; null: nothing */
  introduction?: string | null | undefined;
}

export interface ChatbotPlaygroundRequest {
  /** The customer's message */
  message: string;
  /** Earlier messages, oldest first */
  history?: Array<{
    from: "customer" | "chatbot";
    text: string;
  }> | undefined;
  /** The time to simulate; default: now. Active hours are evaluated at this time */
  at?: string | undefined;
  settings?: ChatbotSettingsInput | undefined;
}

export interface ChatbotReplay {
  turnId: string;
  before: ChatbotTurn;
  after: ChatbotTrial;
  /** Whether the decision or the reply changed */
  changed: boolean;
}

export interface ChatbotReply {
  /** How long to wait for another message, at most 15 s in total */
  debounceSeconds: number;
  /** Maximum length in characters */
  maxLength: number;
}

/** Omitted fields keep their values */
export interface ChatbotReplyInput {
  /** How long to wait for another message, at most 15 s in total */
  debounceSeconds?: number | undefined;
  /** Maximum length in characters */
  maxLength?: number | undefined;
}

export interface ChatbotScope {
  /** knowledge_only: every statement must cite the knowledge; knowledge_first: explanations without facts need no citation */
  mode: "knowledge_only" | "knowledge_first";
  /** Topics in scope; empty: everything the knowledge covers */
  allowedTopics: string[];
  /** Words and phrases that are declined in questions and never sent in replies */
  blockedTopics: string[];
  /** Sent instead of an answer */
  outOfScopeMessage: string;
}

/** Omitted fields keep their values */
export interface ChatbotScopeInput {
  /** knowledge_only: every statement must cite the knowledge; knowledge_first: explanations without facts need no citation */
  mode?: "knowledge_only" | "knowledge_first" | undefined;
  /** Topics in scope; empty: everything the knowledge covers */
  allowedTopics?: string[] | undefined;
  /** Words and phrases that are declined in questions and never sent in replies */
  blockedTopics?: string[] | undefined;
  /** Sent instead of an answer */
  outOfScopeMessage?: string | undefined;
}

/** Overrides the chatbot's own settings for this run only, to test a change before it goes live */
export interface ChatbotSettingsInput {
  persona?: ChatbotPersonaInput | undefined;
  /** Additional instructions, subordinate to the platform's own policy */
  instructions?: string[] | undefined;
  scope?: ChatbotScopeInput | undefined;
  handover?: ChatbotHandoverInput | undefined;
  activeHours?: ChatbotHours | null | undefined;
  reply?: ChatbotReplyInput | undefined;
  knowledge?: ChatbotKnowledgeInput | undefined;
  model?: ChatbotModelInput | undefined;
  limits?: ChatbotLimitsInput | undefined;
}

/** What the chatbot would answer and do; nothing was sent or stored */
export interface ChatbotTrial {
  chatbotId: string;
  chatbotVersion: number;
  decision: "answered" | "declined" | "handed_over" | "outside_hours" | "silenced" | "superseded";
  /** The reason; null for an answer */
  reason: string | null;
  /** The reply that was sent, or that the model wrote and was not sent */
  reply: string | null;
  /** The knowledge search query; null: none */
  question: string | null;
  /** The customer's language, as the model detected it */
  language: string | null;
  /** Passages available for the reply */
  passages: ChatbotPassage[];
  /** Steps of the decision, in order */
  steps: ChatbotTurnStep[];
  usage: ChatbotUsage | null;
  /** How long the decision took, without the wait for further messages */
  durationMs: number;
}

export interface ChatbotTurn extends ChatbotTrial {
  id: string;
  conversationId: string;
  /** What the customer wrote; null: no text, or it was deleted */
  message: string | null;
  /** The customer's messages */
  inboundMessageIds: string[];
  /** null: nothing was sent */
  replyMessageId: string | null;
  startedAt: Timestamp;
  createdAt: Timestamp;
}

export interface ChatbotTurnCounts {
  chatbotId: string;
  name: string;
  turns: number;
  byDecision: {
    answered: number;
    declined: number;
    handed_over: number;
    outside_hours: number;
    silenced: number;
    superseded: number;
  };
}

export interface ChatbotTurnList {
  data: ChatbotTurn[];
  pageInfo: PageInfo;
}

export interface ChatbotTurnStep {
  step: "gates" | "search" | "model" | "checks" | "commit";
  result: string;
  details?: Record<string, JsonValue>;
}

export interface ChatbotTurnSummary {
  since: Timestamp;
  until: Timestamp;
  /** Chatbots with a turn in the period, most turns first */
  chatbots: ChatbotTurnCounts[];
}

/** null: no model was called, or none answered */
export interface ChatbotUsage {
  provider: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** Charge, in the billing currency */
  cost: number;
}

export interface ChooseTenant {
  tenantId: string;
}

export interface ClientBilling {
  clientId: string;
  /** client_pays: the client's balance pays the marked-up price, and the agency is credited the markup; agency_pays: the agency's balance pays the cost, and the client owes it the marked-up price */
  mode: "agency_pays" | "client_pays";
  /** The agency's markup on everything with a price per use */
  markupPercent: number;
  /** Usage not yet in the agency's ledger, usually for a few seconds */
  outstanding: {
    charges: number;
    /** Before the markup; at most 6 decimals */
    cost: number;
    /** Why it is waiting: the agency has insufficient_credits, or nothing yet */
    reason: string | null;
  };
  /** null: unchanged since the client was created */
  updatedAt: string | null;
}

export interface ClientBillingMonth {
  clientId: string;
  clientName: string;
  /** Year and month in UTC, 2026-11 */
  month: string;
  /** Paid from the agency's balance (agency_pays); at most 6 decimals */
  cost: number;
  /** What the client owes the agency for it, with the markup; at most 6 decimals */
  owed: number;
  /** Paid from the client's balance, with the markup (client_pays); at most 6 decimals */
  charged: number;
  /** The part credited to the agency; at most 6 decimals */
  earned: number;
  /** Number of uses */
  charges: number;
}

export interface ClientBillingMonthList {
  data: ClientBillingMonth[];
  pageInfo: PageInfo;
}

export interface ClientStay {
  /** The key behind the session, as named in both audit logs */
  keyId: string;
  clientId: string;
  grantId: string;
  scopes: string[];
  expiresAt: Timestamp;
}

export interface CompleteAuthorization {
  /** An account of the authorisation */
  externalId: string;
  name?: string | undefined;
}

/** The value is one of these, or none of them; a list contains any of them, all of them or none */
export interface ConditionChoiceRule {
  field: ConditionField;
  op: "in" | "not_in" | "has_any" | "has_all" | "has_none";
  value: Array<string | number>;
}

/** For instants and dates */
export interface ConditionDateRule {
  field: ConditionField;
  op: "before" | "after";
  /** 2026-11-20 or 2026-11-20T08:00:00Z */
  value: string;
}

/** The value is equal, or is not */
export interface ConditionEqualityRule {
  field: ConditionField;
  op: "eq" | "neq";
  value: string | number | boolean;
}

export type ConditionField = "name" | "phone" | "email" | "source" | "country" | "language" | "timezone" | "optIn" | "ownerId" | "stageId" | "blocked" | "createdAt" | "updatedAt" | "lastInboundAt" | "tags" | "channelKind" | "channelId" | "conversation.status" | "conversation.priority" | "conversation.channelId" | "conversation.channelKind" | "conversation.assigneeId" | "conversation.divisionId" | "conversation.labels" | "conversation.handledBy" | "message.text" | "message.type" | "channel.id" | "channel.kind" | "ticket.status" | "ticket.priority" | "ticket.category" | "time.weekday" | "time.hour" | "time.inBusinessHours" | string;

/** Rules that must all match, or any of them; groups can be nested 4 deep */
export interface ConditionGroup {
  /** Default: all */
  match?: "all" | "any" | undefined;
  rules: Array<ConditionRule | ConditionGroup>;
}

/** For numbers */
export interface ConditionNumberRule {
  field: ConditionField;
  op: "gt" | "gte" | "lt" | "lte";
  value: number;
}

/** For instants and dates: at most this many days ago */
export interface ConditionPeriodRule {
  field: ConditionField;
  op: "within_last";
  value: {
    days: number;
  };
}

/** Whether there is a value; without a value of its own */
export interface ConditionPresenceRule {
  field: ConditionField;
  op: "exists" | "not_exists";
}

export type ConditionRule = ConditionEqualityRule | ConditionChoiceRule | ConditionTextRule | ConditionNumberRule | ConditionDateRule | ConditionPeriodRule | ConditionPresenceRule;

/** Ignores case */
export interface ConditionTextRule {
  field: ConditionField;
  op: "contains" | "starts_with";
  value: string;
}

export interface ConfirmEmail {
  /** From the e-mail */
  token: string;
  /** The account's password, to confirm a new address; not needed in a session of the same person, or to confirm the current address */
  password?: string | undefined;
}

export interface ConfirmPasswordReset {
  /** From the e-mail */
  token: string;
  /** At least 8 characters; 15 or more are recommended */
  password: string;
}

export interface Contact {
  id: string;
  name: string | null;
  /** E.164; null when the platform hides it */
  phone: string | null;
  /** Same as phone */
  phoneNumber: string | null;
  email: string | null;
  /** How the contact was created: inbound, api, import, manual, or a value of your own */
  source: string;
  tags: string[];
  /** By the key of the field */
  customFields: Record<string, CustomFieldValue>;
  identities: ContactIdentity[];
  /** The agent responsible for the contact */
  ownerId: string | null;
  /** The contact's pipeline stage */
  stageId: string | null;
  /** BCP 47 language tag */
  language: string | null;
  /** IANA */
  timezone: string | null;
  /** ISO 3166-1, two letters */
  country: string | null;
  optIn: "unknown" | "opted_in" | "opted_out";
  blockedAt: string | null;
  lastInboundAt: string | null;
  /** The contact that replaces this one; a merged contact is not listed and cannot be changed */
  mergedIntoId: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
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
    /** For example HOME, WORK, CELL */
    type?: string | undefined;
    waId?: string | undefined;
  }> | undefined;
  emails?: Array<{
    email: string;
    /** For example HOME, WORK, CELL */
    type?: string | undefined;
  }> | undefined;
  urls?: Array<{
    url: string;
    /** For example HOME, WORK, CELL */
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

export interface ContactCreatedEvent {
  id: string;
  type: "contact.created";
  createdAt: string;
  data: {
    contactId: string;
    name: string | null;
    phone: string | null;
    source: string;
  };
}

export interface ContactCreatedTrigger {
  type: "contact.created";
}

export interface ContactErasedEvent {
  id: string;
  type: "contact.erased";
  createdAt: string;
  data: {
    /** If you keep data of this contact elsewhere, erase it there */
    contactId: string;
    requestId: string;
  };
}

export interface ContactExport {
  id: string;
  /** expired: the file has been deleted */
  status: "queued" | "running" | "completed" | "failed" | "expired";
  /** Name of the exported segment */
  segmentName: string | null;
  /** null: all contacts */
  rules: AudienceRules | null;
  fields: string[];
  /** Rows written so far */
  contacts: number;
  sizeBytes: number;
  error: string | null;
  /** Path of the file once it is complete; needs the same key as every other request */
  url: string | null;
  /** key_… or agt_… */
  createdBy: string;
  createdAt: Timestamp;
  finishedAt: string | null;
  expiresAt: string | null;
}

export interface ContactExportList {
  data: ContactExport[];
  pageInfo: PageInfo;
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
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** Without field the flow can be saved, but not activated */
export interface ContactFieldChangedTrigger {
  type: "contact.field_changed";
  field?: string | undefined;
}

export interface ContactFieldList {
  data: ContactField[];
  pageInfo: PageInfo;
}

export interface ContactIdentity {
  id: string;
  /** Kind of channel: chat_app, photo_social or short_video */
  kind: string;
  /** The external id of the channel that the address is valid for, on platforms where a person has a different address per channel; null: all */
  account: string | null;
  /** The address to send to */
  address: string | null;
  /** The platform's own id of the person */
  providerUserId: string | null;
  username: string | null;
  /** The profile name on the platform */
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
    /** The most likely field for the column */
    suggestedField: string | null;
    /** The field it is used for in this import */
    field: string | null;
  }>;
  rowsTotal: number;
  rowsDone: number;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  /** Why the import failed as a whole */
  error: string | null;
  /** key_… or agt_… */
  createdBy: string;
  createdAt: Timestamp;
  startedAt: string | null;
  finishedAt: string | null;
}

export interface ContactImportList {
  data: ContactImport[];
  pageInfo: PageInfo;
}

export interface ContactImportRow {
  /** As in a spreadsheet: the header is row 1 */
  row: number;
  outcome: "created" | "updated" | "skipped" | "failed";
  /** null: failed, or would be created by a dry run */
  contactId: string | null;
  /** The row's errors */
  field: string | null;
  issue: string | null;
  message: string | null;
}

export interface ContactImportRowList {
  data: ContactImportRow[];
  pageInfo: PageInfo;
}

export interface ContactList {
  data: Contact[];
  pageInfo: PageInfo;
}

export interface ContactMerge {
  id: string;
  /** The contact that the other was merged into */
  contactId: string;
  /** The contact that was merged away; POST /contacts/{mergedContactId}/unmerge undoes it */
  mergedContactId: string;
  mergedContactName: string | null;
  mergedAt: Timestamp;
  /** The API key or user */
  mergedBy: string | null;
  /** null when it has been undone or can no longer be undone */
  undoableUntil: string | null;
  undoneAt: string | null;
  undoneBy: string | null;
}

export interface ContactMergeList {
  data: ContactMerge[];
  pageInfo: PageInfo;
}

export interface ContactMergedEvent {
  id: string;
  type: "contact.merged";
  createdAt: string;
  data: {
    /** The remaining contact */
    contactId: string;
    /** The contact that was merged away */
    mergedContactId: string;
    undoableUntil: Timestamp;
  };
}

/** Without tag the flow can be saved, but not activated */
export interface ContactTagAddedTrigger {
  type: "contact.tag_added";
  tag?: string | undefined;
}

/** Without tag the flow can be saved, but not activated */
export interface ContactTagRemovedTrigger {
  type: "contact.tag_removed";
  tag?: string | undefined;
}

export interface ContactUpdatedEvent {
  id: string;
  type: "contact.updated";
  createdAt: string;
  data: {
    contactId: string;
    /** By contact field; username, providerUserId and address of an identity, where the contact's own fields do not show the change */
    changes: Record<string, Change>;
    /** What caused the change, when it was not a request: platform data; an address that the platform gave to somebody else (otherContactId); a merge with otherContactId or its undoing; a keyword of the customer; the deletion of a field; a tag change for all contacts */
    reason?: "platform" | "address_moved" | "merge" | "unmerge" | "stop_word" | "start_word" | "field_deleted" | "tag_changed";
    otherContactId?: string;
  };
}

export interface Conversation {
  id: string;
  channelId: string;
  channelKind: string;
  contactId: string;
  contact: ConversationContact;
  status: "open" | "pending" | "resolved";
  /** Why it is pending: a chatbot is answering, it is snoozed, or the customer has to answer */
  pendingReason: "bot" | "snoozed" | "customer" | null;
  snoozedUntil: string | null;
  /** The assigned agent */
  assigneeId: string | null;
  /** The conversation's division */
  divisionId: string | null;
  labels: string[];
  priority: "low" | "medium" | "high" | "urgent";
  subject: string | null;
  lastMessage: LastMessage | null;
  lastMessageAt: Timestamp;
  unreadCount: number;
  /** Since when the customer has been waiting for an answer */
  waitingSince: string | null;
  firstRepliedAt: string | null;
  resolvedAt: string | null;
  resolvedBy: string | null;
  /** Until when free text can be sent */
  windowExpiresAt: string | null;
  handledBy: "bot" | "human";
  sla: ServiceLevel | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface ConversationActivity {
  id: string;
  conversationId: string;
  /** By conversation field: status, pendingReason, snoozedUntil, assigneeId, divisionId, labels, priority, subject; sla when a target was missed */
  changes: Record<string, Change>;
  /** contact: the customer wrote again; system: the snooze ended or a target was missed */
  actor: {
    kind: "api" | "member" | "system" | "contact" | "platform" | "chatbot" | "flow";
    id: string | null;
  };
  createdAt: Timestamp;
}

export interface ConversationActivityList {
  data: ConversationActivity[];
  pageInfo: PageInfo;
}

export interface ConversationAssignedEvent {
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
}

export interface ConversationAssignedTrigger {
  type: "conversation.assigned";
  channelIds?: string[] | undefined;
}

/** Who has the conversation now */
export interface ConversationChatbot {
  conversationId: string;
  status: string;
  pendingReason: string | null;
  handledBy: "bot" | "human";
}

/** Without the scope contacts:read, everything but the id is null */
export interface ConversationContact {
  id: string;
  /** The contact's name, or else the person's profile name or user name on the channel */
  name: string | null;
  /** E.164; null when the platform hides it */
  phone: string | null;
  /** BCP 47 language tag */
  language: string | null;
  /** ISO 3166-1, two letters */
  country: string | null;
  /** IANA */
  timezone: string | null;
  blockedAt: string | null;
}

export interface ConversationCounts {
  /** All in this tab */
  conversations: {
    count: number;
    /** true: there may be more than count; 5,000 conversations were checked */
    more: boolean;
  };
  /** Those with unread messages */
  unread: {
    count: number;
    /** true: there may be more than count; 5,000 conversations were checked */
    more: boolean;
  };
}

export interface ConversationCreatedEvent {
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
}

export interface ConversationCreatedTrigger {
  type: "conversation.created";
  channelIds?: string[] | undefined;
}

/** A conversation must match all given filters */
export interface ConversationFilters {
  /** snoozed: pending until a set time; done: resolved */
  status?: "open" | "pending" | "resolved" | "snoozed" | "done" | undefined;
  /** Pending, for this reason */
  pendingReason?: "bot" | "snoozed" | "customer" | undefined;
  channelId?: string | undefined;
  contactId?: string | undefined;
  /** An agent's id; none: unassigned; me: the calling member */
  assigneeId?: string | undefined;
  /** true: unassigned; false: assigned */
  unassigned?: boolean | undefined;
  /** A division, without its child divisions; none: in no division */
  divisionId?: string | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** true: with unread messages; false: without */
  unread?: boolean | undefined;
  handledBy?: "bot" | "human" | undefined;
  /** The customer has been waiting for an answer since this time or longer */
  waitingSince?: string | undefined;
  /** The customer has been waiting for an answer at least this long */
  waitingMinutes?: number | undefined;
  /** Unresolved, with a note that mentions the calling member */
  mentioned?: "me" | undefined;
  /** Unresolved; its customer service window is open and closes within this time */
  windowExpiresWithinMinutes?: number | undefined;
  /** Has any of these labels */
  labels?: LabelReference[] | undefined;
  /** Has all of these labels */
  allLabels?: LabelReference[] | undefined;
}

export interface ConversationList {
  data: Conversation[];
  pageInfo: PageInfo;
}

export interface ConversationNoReplyEvent {
  id: string;
  type: "conversation.no_reply";
  createdAt: string;
  data: {
    channelId: string;
    conversationId: string;
    contactId: string;
    /** Who has not answered: the customer, or the team */
    of: "customer" | "us";
    /** As set in the flow's trigger */
    minutes: number;
    /** Time of the last message */
    silentSince: string;
    /** The last message not sent by a flow; null: none */
    sinceMessageId: string | null;
  };
}

export interface ConversationStatusChangedTrigger {
  type: "conversation.status_changed";
  channelIds?: string[] | undefined;
  to?: Array<"open" | "pending" | "resolved"> | undefined;
}

export interface ConversationSummary {
  summary: string;
  /** Conversations that still need work or an answer */
  openPoints: string[];
  provider: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** What was charged; at most 6 decimals */
  cost: number;
}

export interface ConversationUpdatedEvent {
  id: string;
  type: "conversation.updated";
  createdAt: string;
  data: {
    channelId: string;
    conversationId: string;
    contactId: string;
    /** By conversation field; noteId is the id of an added note */
    changes: Record<string, Change>;
  };
}

export interface ConversationWindowClosingEvent {
  id: string;
  type: "conversation.window_closing";
  createdAt: string;
  data: {
    channelId: string;
    conversationId: string;
    contactId: string;
    windowExpiresAt: Timestamp;
    /** As set in the flow's trigger */
    minutesBefore: number;
  };
}

export interface CreateAccessToken {
  /** Scopes of the token; only scopes of the grant */
  scopes: GrantableScope[];
  /** How long it is valid */
  ttlSeconds?: number | undefined;
}

export interface CreateAdminOrganization {
  name: string;
  /** For an agency's client: business */
  kind?: "business" | "agency" | undefined;
  /** E-mail address of the owner to invite */
  ownerEmail: string;
  ownerName?: string | undefined;
  /** For agencies: your own reference */
  reference?: string | undefined;
  /** For agencies: in force from the start; the client can revoke it */
  grant?: {
    scopes: GrantedScopes;
    expiresAt?: Timestamp | undefined;
  } | undefined;
}

/** With `snapshot` the client is set up from it right after its creation */
export interface CreateAgencyClient {
  /** Name of the client's organization */
  name: string;
  /** E-mail address of the client's owner to invite */
  ownerEmail: string;
  ownerName?: string | undefined;
  /** The agency's own reference for the client */
  reference?: string | undefined;
  /** In force from the start; the client can revoke it. Default: none; the agency can request one later */
  grant?: {
    scopes: GrantedScopes;
    expiresAt?: Timestamp | undefined;
  } | undefined;
  /** One of the agency's snapshots, to set up the client; null: none. Default: the agency's default snapshot, if it has one */
  snapshotId?: string | null | undefined;
  snapshot?: SnapshotInput | undefined;
}

export interface CreateAgencyLinkRequest {
  /** Its id (org_…), or the e-mail address of an owner */
  organization: string;
  scopes: GrantedScopes;
  /** Message to the owner */
  message?: string | undefined;
  /** The agency's own reference for the client */
  reference?: string | undefined;
  /** Expiry of the request; at most 90 days ahead. Default: in 14 days */
  expiresAt?: string | null | undefined;
}

/** Either `snapshot` or `clientId` */
export interface CreateAgencySnapshot {
  /** Unique in the agency; case-insensitive */
  name: string;
  description?: string | null | undefined;
  /** Clients created without a snapshot of their own are set up with the default snapshot. An agency has at most one: setting it replaces the previous one */
  isDefault?: boolean | undefined;
  snapshot?: SnapshotInput | undefined;
  /** Instead of `snapshot`: take this client's current configuration, as far as its grant lets the agency read it */
  clientId?: string | undefined;
  /** Only these parts */
  parts?: string[] | undefined;
}

export interface CreateAgent {
  name: string;
  email: string;
  /** At most the agency's own */
  role?: "owner" | "admin" | "supervisor" | "agent" | "viewer" | undefined;
  /** An https address */
  avatarUrl?: string | null | undefined;
  /** Replaces all existing ones */
  divisionIds?: string[] | undefined;
  /** Replaces all existing ones; empty: all channels */
  channelIds?: string[] | undefined;
  skills?: string[] | undefined;
  languages?: string[] | undefined;
  maxOpenConversations?: number | null | undefined;
  signature?: string | null | undefined;
}

export interface CreateAiKey {
  /** openai_compatible: any server with that interface */
  provider: "openai" | "anthropic" | "google" | "openai_compatible";
  /** One per provider and tenant */
  name?: string | undefined;
  /** Never shown again */
  apiKey: string;
  /** Including the version in its path, for example https://models.example.com/v1 */
  baseUrl?: string | undefined;
  /** As the provider spells them; the first one is used when no model is named. Default: those that the provider lists when the key is tested, without models that do not generate text */
  models?: string[] | undefined;
  /** 1 is tried first; equal priorities: the older key first */
  priority?: number | undefined;
  isActive?: boolean | undefined;
}

export interface CreateApiKey {
  name: string;
  /** Only scopes that the caller has */
  scopes: Scope[];
  environment?: "live" | "test" | undefined;
  /** At most the calling key's own, which is also the default; in a session at most the installation's default */
  rateLimitPerMinute?: number | undefined;
  expiresAt?: string | null | undefined;
}

export interface CreateBroadcast {
  title: string;
  channelId: string;
  messageContent: BroadcastContentInput;
  targetAudience: TargetAudience;
  /** Automatic start time; null: not scheduled. Setting it on a draft schedules it; null makes a scheduled one a draft again */
  scheduledAt?: string | null | undefined;
  /** null: as fast as the channel allows */
  sendRatePerMinute?: number | null | undefined;
  quietHours?: QuietHours | null | undefined;
  /** Limits that pause it automatically; null: none. Default: 30 %, 5 %, after 100 messages */
  autoPause?: AutoPause | null | undefined;
}

export interface CreateCall {
  /** The voice agent that speaks; it must be active */
  voiceAgentId: string;
  /** The organization's number to call from */
  phoneNumberId: string;
  /** The number to call, in international format */
  to: string;
  /** Why software may call the person. requested: they asked for this call; agreed: they agreed to such calls; contract: an existing contract requires it. Stored with the call; the law in their country determines what is sufficient */
  consent: "requested" | "agreed" | "contract";
  /** Replaces the voice agent's greeting; its disclosure is always said */
  greeting?: string | undefined;
  /** What the call is about; the voice agent may state it as a fact */
  purpose?: string | undefined;
}

export interface CreateCannedReply {
  /** What an agent types after a slash; unique, case-insensitive */
  shortcut: string;
  title: string;
  content: CannedReplyContent;
  /** Media sent after the text */
  mediaIds?: string[] | undefined;
}

export interface CreateChannel {
  kind: string;
  name: string;
  /** Optional when config names it */
  externalId?: string | undefined;
  /** Settings of this kind: see GET /channels/kinds. Secret settings are write-only */
  config: Record<string, JsonValue>;
}

/** Omitted fields get their defaults; an active chatbot has no effect without a channel */
export interface CreateChatbot extends ChatbotSettingsInput {
  name: string;
  /** Turning it off hands its current conversations to people */
  isActive?: boolean | undefined;
  /** Channels it serves. A channel has at most one chatbot */
  channelIds?: string[] | undefined;
}

export interface CreateChatbotEvaluation {
  name: string;
  cases: ChatbotCase[];
}

/** At least a name, a phone or an email */
export interface CreateContact {
  name?: string | null | undefined;
  /** International number, in any format; stored as E.164 */
  phone?: string | null | undefined;
  /** Same as phone */
  phoneNumber?: string | null | undefined;
  email?: string | null | undefined;
  source?: string | undefined;
  /** Replaces all tags; duplicates are dropped */
  tags?: string[] | undefined;
  /** A member of the tenant: agt_… or usr_… */
  ownerId?: string | null | undefined;
  /** A stage of one of the pipelines: stg_… */
  stageId?: string | null | undefined;
  /** BCP 47 language tag */
  language?: string | null | undefined;
  /** IANA */
  timezone?: string | null | undefined;
  /** ISO 3166-1, two letters */
  country?: string | null | undefined;
  optIn?: "unknown" | "opted_in" | "opted_out" | undefined;
  /** By key, as defined in the contact fields; keys without a definition accept any text, number or boolean */
  customFields?: Record<string, CustomFieldInput> | undefined;
}

/** A segment, rules, or neither: all contacts */
export interface CreateContactExport {
  /** The segment to export, with its current rules */
  segmentId?: string | undefined;
  rules?: AudienceRules | undefined;
  /** Columns, in this order: id, name, phone, email, source, tags, ownerId, stageId, language, timezone, country, optIn, blockedAt, lastInboundAt, createdAt, updatedAt, channelKinds, customFields.KEY. Default: the usual ones and all defined custom fields */
  fields?: string[] | undefined;
}

export interface CreateContactField {
  /** The name in customFields: a letter, then letters, digits, _ and -; cannot be changed */
  key: string;
  /** The displayed name */
  label: string;
  type: CustomFieldType;
  /** The allowed values of select and multi_select; at least one */
  options?: string[] | undefined;
  /** Required when a contact is created, and cannot be cleared; contacts created by an inbound message are exempt */
  required?: boolean | undefined;
  description?: string | null | undefined;
  /** Order in forms, lowest first */
  position?: number | undefined;
}

export interface CreateContactImport {
  /** The content; send larger files as a form */
  csv: string;
  filename?: string | undefined;
  /** For each column of the file: name, phone, email, tags, source, language, timezone, country, optIn, ownerId, stageId, customFields.KEY, or null to skip the column. Default: the suggested fields */
  mapping?: Record<string, string | null> | undefined;
  /** What to do with a row whose contact exists, matched by phone or, without one, by email. update: the row's values win and its tags are added; skip (default) */
  onExisting?: "skip" | "update" | "merge_tags" | undefined;
  /** Only report the expected result of each row */
  dryRun?: boolean | undefined;
  /** ISO 3166-1, two letters; for phones written without a country code */
  defaultCountry?: string | undefined;
  /** Applied to all contacts of the file */
  tags?: string[] | undefined;
}

export interface CreateConversationTicket {
  /** Default: the conversation's subject, otherwise its last message */
  subject?: string | undefined;
  description?: string | null | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** A ticket category's name (case-insensitive) or id; a new name creates the category */
  category?: string | null | undefined;
  /** A member of the tenant: agt_… or usr_…; null: unassigned */
  assigneeId?: string | null | undefined;
  /** A division; null: none */
  divisionId?: string | null | undefined;
  /** Replaces all labels; duplicates are dropped. A label's id can be used instead of its name */
  labels?: string[] | undefined;
  /** Sets the given fields and keeps the others; null removes a field. Defined fields are validated, see ticket fields; keys without a definition accept any text, number or boolean */
  customFields?: Record<string, CustomFieldInput> | undefined;
  dueAt?: string | null | undefined;
}

/** An adjustment needs a reason */
export interface CreateCredit {
  /** Positive: a credit; negative: an adjustment; 6 decimals */
  amount: number;
  /** Stored with the entry */
  reason?: string | undefined;
  /** Who approved it, in your own words */
  adminId?: string | undefined;
}

/** Give a contact, or a conversation with one */
export interface CreateDeal {
  title: string;
  /** 0 to 1,000,000,000,000, at most 6 decimals; needs a currency */
  amount?: number | null | undefined;
  /** ISO 4217: EUR */
  currency?: string | null | undefined;
  /** The conversation it came from */
  conversationId?: string | null | undefined;
  /** A member of the tenant: agt_… or usr_… */
  ownerId?: string | null | undefined;
  /** Required in a lost stage; not allowed elsewhere */
  lostReason?: string | null | undefined;
  /** Its place in its stage's column, lowest on top: to place it between two others, give a number between theirs. Default: at the end */
  position?: number | undefined;
  expectedCloseAt?: string | null | undefined;
  /** Default: the contact of the conversation */
  contactId?: string | undefined;
  /** Default: the stage's pipeline, otherwise the default one */
  pipelineId?: string | undefined;
  /** Default: the first open stage of the pipeline */
  stageId?: string | undefined;
}

/** Without title the flow can be saved, but not activated */
export interface CreateDealStep {
  type: "create_deal";
  title?: string | undefined;
  pipelineId?: string | undefined;
  stageId?: string | undefined;
  ownerId?: string | undefined;
  amount?: number | undefined;
  currency?: string | undefined;
}

export interface CreateDivision {
  name: string;
  description?: string | null | undefined;
  /** #rgb, #rrggbb or a colour name */
  color?: string | null | undefined;
  /** The parent division; null: top level */
  parent_division_id?: string | null | undefined;
}

export interface CreateDomain {
  /** For example inbox.agency.example: no scheme, port or path. Other scripts are stored in their ASCII form */
  hostname: string;
}

export interface CreateFaq {
  question: string;
  /** Markdown */
  answer: string;
  categoryId?: string | null | undefined;
  /** Instead of categoryId: a category's name (case-insensitive) or id; a new name creates the category */
  category?: string | null | undefined;
  language?: LanguageInput | undefined;
  /** Only published FAQs are found by a search */
  status?: "draft" | "published" | "archived" | undefined;
  /** Other phrasings of the question; replaces all of them */
  alternatives?: string[] | undefined;
}

export interface CreateFaqImport {
  /** The content; send larger files as a form */
  csv: string;
  filename?: string | undefined;
  /** For each column of the file: question, answer, category, language, status, alternatives, or null to skip the column. Default: the suggested fields */
  mapping?: Record<string, string | null> | undefined;
  /** What to do with a row whose question already exists, word for word. update: the row's values win; skip (default) */
  onExisting?: "skip" | "update" | undefined;
  /** Whether missing categories are created (default) or their rows fail */
  createCategories?: boolean | undefined;
  /** Only report the expected result of each row */
  dryRun?: boolean | undefined;
}

export interface CreateFileSource {
  /** Its words are searched as well */
  name: string;
  kind: "file";
  /** For kind file: a file uploaded to /media (PDF, DOCX, HTML, Markdown, CSV, text), at most 20 MB; kept as long as the source */
  mediaId: string;
  categoryId?: string | null | undefined;
  language?: LanguageInput | undefined;
  /** false: stored, but not found by searches */
  isActive?: boolean | undefined;
}

export interface CreateFlow {
  name: string;
  description?: string | null | undefined;
  trigger: FlowTrigger;
  steps: FlowSteps;
  conditions?: FlowConditions | null | undefined;
  oncePerContact?: boolean | undefined;
}

export interface CreateFlowSecret {
  /** Capital letters, digits and underscores. Unique in the organization */
  name: string;
  /** Never shown again. At least eight characters: shorter ones cannot be redacted from responses */
  value: string;
  /** Hosts that it may be sent to: shop.example, or shop.example:8443 for one port only. Full names; subdomains are separate hosts. Changing them needs the scope organization:write */
  hosts?: string[] | undefined;
}

export interface CreateInvitation {
  email: string;
  /** At most the agency's own */
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
  name?: string | undefined;
}

export interface CreateKnowledgeCategory {
  name: string;
  description?: string | null | undefined;
  /** Lists are sorted by this */
  position?: number | undefined;
  /** The category; null: none */
  parentId?: string | null | undefined;
}

export type CreateKnowledgeSource = CreateTextSource | CreatePageSource | CreateFileSource;

export interface CreateLabel {
  name: string;
  /** #rrggbb */
  color?: string | null | undefined;
  description?: string | null | undefined;
}

export interface CreateLandingPage {
  /** URL slug, unique in the agency */
  slug: string;
  title: string;
  description?: string | null | undefined;
  blocks: LandingPageBlock[];
  /** Default: draft */
  status?: "draft" | "published" | undefined;
}

export interface CreateMacro {
  name: string;
  visibility?: "private" | "shared" | undefined;
  /** Executed in this order */
  actions: MacroAction[];
}

export interface CreateNote {
  text: string;
  /** Members to notify: agt_… or usr_… */
  mentions?: string[] | undefined;
}

/** Give a contact, or a conversation with one */
export interface CreateOrder {
  /** Default: the contact of the conversation */
  contactId?: string | undefined;
  /** Default: the tenant's next number, ORD-000001 */
  number?: string | undefined;
  /** Initial status; default draft. Use later ones for orders made elsewhere */
  status?: "draft" | "pending" | "paid" | "fulfilled" | undefined;
  items: NewOrderItem[];
  /** ISO 4217: EUR */
  currency: string;
  /** 0 to 1,000,000,000,000, at most 6 decimals; at most the subtotal. Default: 0 */
  discount?: number | undefined;
  /** 0 to 1,000,000,000,000, at most 6 decimals. Default: 0 */
  tax?: number | undefined;
  /** 0 to 1,000,000,000,000, at most 6 decimals. Default: 0 */
  shipping?: number | undefined;
  /** Computed; if given, it must match */
  subtotal?: number | undefined;
  /** Computed; if given, it must match */
  total?: number | undefined;
  externalReference?: string | null | undefined;
  /** Where the order was placed */
  conversationId?: string | null | undefined;
  note?: string | null | undefined;
}

export interface CreateOrganizationExport {
  /** Include the files themselves; false: only their metadata */
  includeMedia?: boolean | undefined;
}

export interface CreatePageSource {
  /** Its words are searched as well */
  name: string;
  kind: "url";
  /** For kind url: the page, fetched with up to 5 redirects */
  url: string;
  /** For kind url: hours between fetches; null: never fetched again */
  refreshEveryHours?: number | null | undefined;
  categoryId?: string | null | undefined;
  language?: LanguageInput | undefined;
  /** false: stored, but not found by searches */
  isActive?: boolean | undefined;
}

export interface CreatePaymentRequest {
  /** Amount to pay and to credit; above 0, at most 1000000000, 6 decimals */
  amount: number;
  /** ISO 4217; must be the installation's currency, which is the default */
  currency?: string | undefined;
  /** Text on the invoice */
  description?: string | undefined;
}

export interface CreatePhoneNumber {
  /** In international format */
  number: string;
  name?: string | undefined;
  /** The account that it belongs to at the provider */
  telephonyAccountId: string;
  /** The voice agent that answers it; null: nobody */
  voiceAgentId?: string | null | undefined;
}

export interface CreatePipeline {
  name: string;
  /** Default: the end */
  position?: number | undefined;
  /** true: makes it the default, instead of the current one */
  isDefault?: boolean | undefined;
  /** In order, at least one of them open; default: New, Qualified, Proposal, Negotiation, Won, Lost */
  stages?: NewStage[] | undefined;
}

export interface CreatePrice {
  modelName: string;
  /** 0 to 1000000000, at most 6 decimals */
  costPerRequest: number;
  description?: string | null | undefined;
}

export interface CreateReplay {
  /** Events at or after this time */
  since: string;
  /** Events before this time; default: now */
  until?: string | null | undefined;
}

export interface CreateSegment {
  /** Unique in the tenant; case-insensitive */
  name: string;
  description?: string | null | undefined;
  rules: AudienceRules;
}

export interface CreateSignupForm {
  /** URL slug, unique in the agency */
  slug: string;
  title: string;
  intro?: string | null | undefined;
  fields: SignupFormField[];
  /** Text of a consent checkbox, which must be ticked to submit; stored with each submission, word for word */
  consentText?: string | null | undefined;
  target: SignupFormTarget;
  /** Default: "Thank you. We have got your message." */
  thankYouText?: string | undefined;
  /** Where to redirect; null: thankYouText is shown */
  redirectUrl?: string | null | undefined;
  /** Default: true */
  active?: boolean | undefined;
}

export interface CreateSlaPolicy {
  name: string;
  targets: SlaTargetsInput;
  description?: string | null | undefined;
  /** Default: false */
  businessHoursOnly?: boolean | undefined;
  conditions?: SlaConditionsInput | undefined;
  /** Default: 0; equal priorities: the older policy first */
  order?: number | undefined;
  /** true makes it the default, instead of the current one */
  isDefault?: boolean | undefined;
}

export interface CreateStage extends NewStage {
  /** Default: after the last open stage; for a won or lost stage, at the end */
  position?: number | undefined;
}

export interface CreateTelephonyAccount {
  provider: "twilio";
  name: string;
  /** The account's id at the provider */
  providerAccountId: string;
  /** Verifies the provider's calls and signs ours; never shown again */
  authToken: string;
  /** Of the provider's API, or of a compatible server. Default and null: the provider's own */
  baseUrl?: string | null | undefined;
}

export interface CreateTemplate {
  /** Lower-case letters, digits and underscores */
  name: string;
  /** For example en or en_GB */
  language: string;
  /** The platform may change it */
  category: "MARKETING" | "UTILITY" | "AUTHENTICATION";
  /** {{1}} (default) or {{first_name}} */
  parameterFormat?: "positional" | "named" | undefined;
  /** HEADER, BODY, FOOTER and BUTTONS in the platform's format; with a sample for every variable */
  components: TemplateComponent[];
}

export interface CreateTextSource {
  /** Its words are searched as well */
  name: string;
  kind: "text";
  /** For kind text: Markdown or plain text. Send longer ones as a file */
  text: string;
  categoryId?: string | null | undefined;
  language?: LanguageInput | undefined;
  /** false: stored, but not found by searches */
  isActive?: boolean | undefined;
}

/** With a conversation and no contact: the conversation's contact */
export interface CreateTicket {
  subject: string;
  description?: string | null | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** A ticket category's name (case-insensitive) or id; a new name creates the category */
  category?: string | null | undefined;
  /** A member of the tenant: agt_… or usr_…; null: unassigned */
  assigneeId?: string | null | undefined;
  /** A division; null: none */
  divisionId?: string | null | undefined;
  /** Replaces all labels; duplicates are dropped. A label's id can be used instead of its name */
  labels?: string[] | undefined;
  /** Sets the given fields and keeps the others; null removes a field. Defined fields are validated, see ticket fields; keys without a definition accept any text, number or boolean */
  customFields?: Record<string, CustomFieldInput> | undefined;
  dueAt?: string | null | undefined;
  contactId?: string | null | undefined;
  conversationId?: string | null | undefined;
  /** Default: api for an API key, manual for a member */
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
  /** The displayed name */
  label: string;
  type: CustomFieldType;
  /** The allowed values of select and multi_select; at least one */
  options?: string[] | undefined;
  /** Required when a ticket is created, and cannot be cleared; tickets created by a flow, a chatbot or as a follow-up are exempt */
  required?: boolean | undefined;
  description?: string | null | undefined;
  /** Order in forms, lowest first */
  position?: number | undefined;
}

/** Without subject the flow can be saved, but not activated */
export interface CreateTicketStep {
  type: "create_ticket";
  subject?: string | undefined;
  description?: string | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  category?: string | undefined;
  assigneeId?: string | undefined;
}

export interface CreateView {
  name: string;
  visibility?: "private" | "shared" | undefined;
  filters: ConversationFilters;
  /** lastMessageAt, createdAt: newest first; createdAt sorts by id, which is the order of creation. waitingSince: longest wait first, only conversations that wait */
  sort?: "lastMessageAt" | "createdAt" | "waitingSince" | undefined;
}

/** Omitted fields get their defaults */
export interface CreateVoiceAgent extends VoiceAgentSettingsInput {
  name: string;
  /** The channel for conversations with its callers; its addresses must be phone numbers */
  channelId: string;
  /** Copies persona, instructions, scope and knowledge settings from this chatbot */
  chatbotId?: string | undefined;
}

export interface CreateWebhook {
  /** https URL; redirects are not followed */
  url: string;
  /** Event types, or * for all types, including future ones */
  events: string[];
  description?: string | null | undefined;
  channelIds?: string[] | null | undefined;
  /** Names and values, added to every delivery. Encrypted, and never shown again; replaces all existing headers */
  headers?: Record<string, string> | null | undefined;
  filter?: WebhookFilter | undefined;
  /** Maximum deliveries per second, including retries; more are delayed */
  maxPerSecond?: number | null | undefined;
  signatureScheme?: "hmac-sha256" | "ed25519" | undefined;
}

export interface CreatedAdminOrganization extends AdminOrganization {
  invitation: {
    id: string;
    email: string;
    expiresAt: Timestamp;
  };
}

export interface CreatedAgencyClient extends AgencyClient {
  invitation: {
    id: string;
    email: string;
    expiresAt: Timestamp;
  };
}

export interface CreatedApiKey extends ApiKey {
  /** The key itself; shown only once, only its hash is stored */
  key: string;
}

export interface CreditResult extends Balance {
  transaction: Transaction;
}

export interface CsatAnsweredTrigger {
  type: "csat.answered";
  channelIds?: string[] | undefined;
  ratingMin?: number | undefined;
  ratingMax?: number | undefined;
}

/** The default texts by language, used where `questions` has none. */
export type CsatDefaultQuestions = Record<string, string>;

export interface CsatInput {
  /** Ask customers for a rating after their conversation is resolved, once per resolution */
  enabled?: boolean | undefined;
  /** Delay between resolution and question */
  delayMinutes?: number | undefined;
  questions?: CsatQuestions | undefined;
}

/** The question by language (de, pt-br), asked in the contact's language, otherwise in English. Default texts exist in de, en, es, fr, id, it, nl, pt. Replaced as a whole */
export type CsatQuestions = Record<string, string>;

export interface CsatResponse {
  id: string;
  conversationId: string;
  contactId: string;
  channelId: string;
  /** The conversation's assignee when the question was asked */
  assigneeId: string | null;
  /** 1 to 5 */
  rating: number;
  /** The customer's next message, within a day */
  comment: string | null;
  /** The question asked */
  messageId: string | null;
  resolvedAt: Timestamp;
  askedAt: Timestamp;
  answeredAt: Timestamp;
}

export interface CsatResponseList {
  data: CsatResponse[];
  pageInfo: PageInfo;
}

export interface CsatSummary {
  /** Questions asked in the period */
  asked: number;
  /** Of these, the number answered so far */
  answered: number;
  /** answered divided by asked; null: nobody was asked */
  responseRate: number | null;
  /** null: nobody has answered */
  averageRating: number | null;
  /** Share of ratings 4 and 5, 0 to 1 */
  csatScore: number | null;
  /** Number of answers by rating */
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
  /** The last requested check; null: never */
  erasure: OrganizationErasure | null;
}

export type CustomFieldInput = string | number | boolean | string[] | null;

/** Type of the values. date: 2026-11-20; datetime: ISO 8601, stored in UTC; phone: stored as E.164; multi_select: a list of options. Cannot be changed */
export type CustomFieldType = "text" | "number" | "boolean" | "date" | "datetime" | "select" | "multi_select" | "url" | "email" | "phone";

/** According to the field's type: a date is a string, a multi-select a list */
export type CustomFieldValue = string | number | boolean | string[];

export interface Deal {
  id: string;
  title: string;
  /** At most 6 decimals */
  amount: number | null;
  /** ISO 4217 */
  currency: string | null;
  contactId: string;
  /** The conversation it came from */
  conversationId: string | null;
  /** The deal's owner */
  ownerId: string | null;
  pipelineId: string;
  stageId: string;
  /** The kind of its stage */
  status: "open" | "won" | "lost";
  lostReason: string | null;
  /** Its place in its stage's column: lowest on top */
  position: number;
  expectedCloseAt: string | null;
  stageEnteredAt: Timestamp;
  wonAt: string | null;
  lostAt: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface DealList {
  data: Deal[];
  pageInfo: PageInfo;
}

export interface DealStageChangedTrigger {
  type: "deal.stage_changed";
  stageId?: string | undefined;
}

export interface DealUpdatedEvent {
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
    /** Also sent when a deal is created or deleted; merge and unmerge refer to its contact */
    reason: "created" | "updated" | "stage_deleted" | "merge" | "unmerge" | "deleted";
    /** By deal field; from null for a new deal, empty for a deleted one */
    changes: Record<string, Change>;
  };
}

export interface DeleteTags {
  /** Tags to remove from all contacts */
  tags: string[];
}

export interface Deleted {
  id: string;
  deleted: true;
}

export interface Delivery {
  id: string;
  webhookId: string;
  /** Sent as webhook-id; the same on every attempt and replay */
  eventId: string;
  eventType: string;
  /** skipped: the webhook was paused or disabled */
  state: "pending" | "delivering" | "delivered" | "failed" | "skipped";
  /** Attempts so far, including the current one */
  attemptCount: number;
  /** While pending: the next attempt */
  nextAttemptAt: string | null;
  /** HTTP status of the last response */
  lastStatus: number | null;
  lastError: string | null;
  replayId: string | null;
  createdAt: Timestamp;
  completedAt: string | null;
}

export interface DeliveryAttempt {
  id: string;
  /** Sent as X-Service-Attempt */
  attempt: number;
  startedAt: Timestamp;
  durationMs: number;
  /** Headers of the request. null: signatures, and the webhook's own headers, whose values are never shown; their names are the current ones */
  requestHeaders: Record<string, string | null>;
  status: number | null;
  errorKind: "status" | "redirect" | "blocked" | "dns" | "connect" | "timeout" | "tls" | "network" | "too_large" | "aborted" | "internal" | null;
  error: string | null;
  /** IP address of the endpoint */
  address: string | null;
  /** The first 4 kB of the response */
  responseBody: string | null;
}

export interface DeliveryDetail extends Delivery {
  event: ParleyEvent;
  /** Oldest first, at most 100 */
  attempts: DeliveryAttempt[];
}

export interface DeliveryList {
  data: Delivery[];
  pageInfo: PageInfo;
}

/** Pages of the demo on this host, for people of its organization; null everywhere else */
export interface DemoPages {
  /** Path of the page that plays the customers, with its token */
  phoneUrl: string | null;
  /** Path of the mails that the demo does not send, with its token */
  mailsUrl: string | null;
}

export interface DismissMergeSuggestion {
  /** The contact that is a different person */
  contactId: string;
}

export interface DismissedMergeSuggestion {
  contactId: string;
  dismissed: true;
}

export interface Division {
  id: string;
  /** Unique among the divisions of one parent; case- and accent-insensitive */
  name: string;
  description: string | null;
  color: string | null;
  /** null: top level */
  parent_division_id: string | null;
  /** Number of agents, without child divisions */
  memberCount: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface DivisionList {
  data: Division[];
  pageInfo: PageInfo;
}

export interface Domain {
  id: string;
  hostname: string;
  /** pending_verification: the proof has not been found yet; verified: the proof was found; active: the domain also points to this server; failed: the proof was not found within 7 days; suspended: the proof was missing for three days in a row */
  status: "pending_verification" | "verified" | "active" | "failed" | "suspended";
  /** The DNS record that proves the claim; it must stay in place */
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
  certificate: {
    /** Of the certificate that the last check saw; null: there was no valid one */
    validUntil: string | null;
    /** Why there was none, in words */
    error: string | null;
    checkedAt: Timestamp;
  } | null;
  /** What the last check did not find, in words */
  lastError: string | null;
  lastCheckedAt: string | null;
  verifiedAt: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface DomainList {
  data: Domain[];
  pageInfo: PageInfo;
}

export interface EditTemplate {
  /** The platform may change it */
  category?: "MARKETING" | "UTILITY" | "AUTHENTICATION" | undefined;
  /** All components: HEADER, BODY, FOOTER and BUTTONS in the platform's format; with a sample for every variable */
  components?: TemplateComponent[] | undefined;
}

export interface EmailConfirmed {
  /** The account's new address */
  email: string;
  /** It replaced a previous address */
  changed: boolean;
  /** The link had already been confirmed, so nothing changed */
  already: boolean;
}

export interface EmailLinkRequested {
  /** Always the same: if an account waits for the address, an e-mail is on its way */
  accepted: true;
}

/** Without name the flow can be saved, but not activated */
export interface EmitWebhookStep {
  type: "emit_webhook";
  name?: string | undefined;
  /** Its texts may contain variables */
  payload?: Record<string, JsonValue> | undefined;
}

export interface EnterClient {
  clientId: string;
}

export interface Entitlement {
  /** null: none */
  limit: number | null;
  /** Current number, or usage this month */
  usage: number;
  /** Usage is above the limit: nothing is removed, and nothing can be added */
  exceeded: boolean;
  /** When the monthly usage restarts; null: not counted by month */
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
  /** null: no limit has been set */
  updatedAt: string | null;
}

export interface EntitlementsList {
  data: Entitlements[];
  pageInfo: PageInfo;
}

export interface EraseContact {
  /** The word erase, as confirmation: an erasure cannot be undone */
  confirm: "erase";
}

export interface EraseOrganization {
  /** The organization's name, exactly as written */
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

export interface EventList {
  data: ParleyEvent[];
  pageInfo: PageInfo;
}

export interface FailedWork {
  /** wrk_…, within its queue */
  id: string;
  queue: string;
  /** null: it belongs to the installation */
  organizationId: string | null;
  /** What it was: an event's type, a kind of mail, a source's name, a job; null: see the queue */
  about: string | null;
  /** Why it failed */
  reason: string | null;
  /** null: not counted */
  attempts: number | null;
  failedAt: string | null;
  /** false: for a delivery, its endpoint is not active */
  canRetry: boolean;
  /** false: the failure is shown, and has to be ended, at its resource */
  canDiscard: boolean;
}

export interface FailedWorkList {
  data: FailedWork[];
  pageInfo: PageInfo;
}

export interface Faq {
  id: string;
  question: string;
  answer: string;
  alternatives: string[];
  categoryId: string | null;
  /** The category's name */
  category: string | null;
  /** ISO 639 */
  language: string;
  /** Detected from the text, not given */
  languageDetected: boolean;
  /** Only published FAQs are found by a search */
  status: "draft" | "published" | "archived";
  createdAt: Timestamp;
  updatedAt: Timestamp;
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
    /** The most likely field for the column */
    suggestedField: string | null;
    /** The field it is used for in this import */
    field: string | null;
  }>;
  rowsTotal: number;
  rowsDone: number;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  /** Why the import failed as a whole */
  error: string | null;
  /** key_… or agt_… */
  createdBy: string;
  createdAt: Timestamp;
  startedAt: string | null;
  finishedAt: string | null;
}

export interface FaqImportList {
  data: FaqImport[];
  pageInfo: PageInfo;
}

export interface FaqImportRow {
  /** As in a spreadsheet: the header is row 1 */
  row: number;
  outcome: "created" | "updated" | "skipped" | "failed";
  /** null: failed, or would be created by a dry run */
  faqId: string | null;
  /** The row's errors */
  field: string | null;
  issue: string | null;
  message: string | null;
}

export interface FaqImportRowList {
  data: FaqImportRow[];
  pageInfo: PageInfo;
}

export interface FaqList {
  data: FaqListItem[];
  pageInfo: PageInfo;
}

export interface FaqListItem extends Faq {
  /** Share of the question that it covers, 0 to 1; null without q */
  score: number | null;
  /** The best matching part; null without q */
  snippet: string | null;
}

export interface Flow {
  id: string;
  name: string;
  description: string | null;
  /** Only an active flow starts; runs already started continue in any status */
  status: "draft" | "active" | "paused";
  /** rules_unusable: the segment of a schedule was deleted, or its rules no longer fit the contact fields */
  pausedReason: "deactivated" | "loop_detected" | "rules_unusable" | "grant_ended" | null;
  /** The newest version, which is returned here */
  version: number;
  /** The version that starts when the flow is active */
  activeVersion: number | null;
  trigger: FlowTrigger;
  conditions: FlowConditions | null;
  steps: FlowSteps;
  /** true: a contact goes through it only once, counting the runs kept when this is set; false: one run at a time */
  oncePerContact: boolean;
  webhook: {
    createdBy: string;
    createdAt: Timestamp;
  } | null;
  /** The next start by schedule; null: not active, or no further start */
  nextRunAt: string | null;
  createdBy: string;
  activatedAt: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** Who a schedule is for */
export type FlowAudience = FlowSegmentAudience | FlowWholeAudience | AudienceRules;

/** Rules about the contact, as in an audience, and about the conversation, the message, the channel, the ticket that started the run or was created by it, the local time of the business hours, and variables */
export interface FlowConditions {
  /** Default: all */
  match?: "all" | "any" | undefined;
  rules: Array<ConditionRule | ConditionGroup>;
  /** Contacts that match these are excluded */
  exclude?: {
    /** Default: all */
    match?: "all" | "any" | undefined;
    rules: Array<ConditionRule | ConditionGroup>;
  } | undefined;
}

export interface FlowEmittedEvent {
  id: string;
  type: "flow.emitted";
  createdAt: string;
  data: {
    /** As set in the step; lets receivers distinguish a flow's events */
    name: string;
    flowId: string;
    runId: string;
    contactId: string;
    conversationId: string | null;
    /** Channel of the conversation */
    channelId: string | null;
    /** As set in the step, with variables filled in */
    payload: Record<string, JsonValue>;
  };
}

/** A flow's webhook address, without its secret */
export interface FlowHook {
  flowId: string;
  createdBy: string;
  createdAt: Timestamp;
}

export interface FlowHookAnswer {
  starts: boolean;
  /** The run that started, now or earlier with the same idempotency-key */
  runId: string | null;
  /** Why no run started. conditions: they do not match; running: the flow is running for the contact, or has already run once for them */
  reason: "conditions" | "running" | null;
}

/** Any JSON object. The flow's trigger says where it contains the contact, and which values go into the run's variables */
export type FlowHookBody = Record<string, JsonValue>;

export interface FlowHookWithUrl extends FlowHook {
  /** Anyone who knows it can start the flow. Shown only once */
  url: string;
}

export interface FlowList {
  data: Flow[];
  pageInfo: PageInfo;
}

export interface FlowRun {
  id: string;
  flowId: string;
  /** The version it started with and keeps */
  version: number;
  contactId: string;
  conversationId: string | null;
  /** waiting: for a time, a reply or the response to a request; handed_off: people have the conversation; timed_out: no reply came, and the flow has no steps for that case */
  status: "running" | "waiting" | "completed" | "handed_off" | "cancelled" | "timed_out" | "failed";
  /** The event (evt_…), run of another flow (frun_…), key or member that started it; webhook: a call to the flow's address; schedule: its time */
  startedBy: string;
  /** Number of flows before it in the chain of causes */
  depth: number;
  /** When it continues automatically */
  waitingUntil: string | null;
  error: {
    code: string;
    message: string;
    /** The step it ended at */
    path: string | null;
  } | null;
  startedAt: Timestamp;
  updatedAt: Timestamp;
  endedAt: string | null;
}

export interface FlowRunCounts {
  /** Runs that started since then are counted */
  since: string;
  /** Whether a flow has more of them than the newest 5000, which are counted */
  more: boolean;
  /** Flows without runs are left out */
  data: Array<{
    flowId: string;
    /** Statuses without runs are left out */
    runs: Array<{
      status: "running" | "waiting" | "completed" | "handed_off" | "cancelled" | "timed_out" | "failed";
      count: number;
    }>;
    lastStartedAt: Timestamp;
  }>;
}

export interface FlowRunList {
  data: FlowRun[];
  pageInfo: PageInfo;
}

export interface FlowRunSummary {
  since: Timestamp;
  until: Timestamp;
  /** Flows with a run in the period, most runs first */
  flows: FlowRunsOfPeriod[];
}

export interface FlowRunWithSteps extends FlowRun {
  /** Steps executed so far, in order */
  steps: Array<{
    n: number;
    /** Its path in the version: steps[2].then[0] */
    path: string;
    type: string;
    status: "done" | "waiting" | "failed";
    /** Its result: ids of what was created, the branch taken, the end of a wait, the reason for a failure; for a request, its address and the start of the response, without secrets */
    result: Record<string, JsonValue>;
    at: Timestamp;
  }>;
}

export interface FlowRunsOfPeriod {
  flowId: string;
  name: string;
  status: "draft" | "active" | "paused";
  /** Runs that started in the period */
  runs: number;
  /** These by their current status */
  byStatus: {
    running: number;
    waiting: number;
    completed: number;
    handed_off: number;
    cancelled: number;
    timed_out: number;
    failed: number;
  };
}

/** Every day at that time unless one of days, dayOfMonth or date is given */
export interface FlowScheduleTime {
  /** HH:MM */
  time: string;
  /** On these days of the week */
  days?: Array<"monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday"> | undefined;
  /** The last day of shorter months */
  dayOfMonth?: number | undefined;
  /** Once */
  date?: string | undefined;
}

export interface FlowSecret {
  id: string;
  /** Steps refer to it as {{secrets.NAME}} */
  name: string;
  /** Hosts it may be sent to: requests to other hosts are refused. Empty: none */
  hosts: string[];
  createdBy: string;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface FlowSecretList {
  data: FlowSecret[];
  pageInfo: PageInfo;
}

export interface FlowSegmentAudience {
  segmentId: string;
}

export type FlowStep = SendMessageStep | SendTemplateStep | AddTagStep | RemoveTagStep | SetFieldStep | AssignStep | SetStatusStep | SnoozeStep | SetPriorityStep | AddLabelStep | RemoveLabelStep | AddNoteStep | CreateTicketStep | UpdateTicketStep | CreateDealStep | MoveDealStep | NotifyStep | WaitStep | WaitForReplyStep | BranchStep | StartFlowStep | HttpRequestStep | EmitWebhookStep | StartChatbotStep | StopChatbotStep | HandOverStep | StopStep;

export interface FlowStepCounts {
  flowId: string;
  version: number;
  /** Runs that started since then are counted */
  since: string;
  /** Whether a flow has more of them than the newest 5000, which are counted */
  more: boolean;
  /** Statuses without runs are left out */
  runs: Array<{
    status: "running" | "waiting" | "completed" | "handed_off" | "cancelled" | "timed_out" | "failed";
    count: number;
  }>;
  /** Steps that no run reached are left out */
  steps: Array<{
    /** Its path in the version: steps[2].then[0] */
    path: string;
    /** Runs that reached it */
    reached: number;
    /** Runs waiting there now */
    waiting: number;
    /** Runs that failed there */
    failed: number;
    /** Median time until the reply or response; null: there has been none */
    medianMs: number | null;
  }>;
}

/** What the flow does, in this order. Texts may contain the variables of canned replies and {{variables.NAME}}, which requests set. At most 100, including nested ones */
export type FlowSteps = FlowStep[];

/** A value from a request or a response, and where it is stored */
export interface FlowStore {
  /** status, body, body.order.items[0].id */
  from?: string | undefined;
  /** Of the run: {{variables.NAME}} */
  variable?: string | undefined;
  /** Of the contact */
  field?: string | undefined;
}

export interface FlowTest {
  flowId: string;
  version: number;
  contactId: string;
  conversationId: string | null;
  trigger: {
    type: string;
    /** For a schedule: whether the contact is in its audience. null: there is no event to check */
    matched: boolean | null;
    /** From the event, or from the message */
    eventType: string | null;
  };
  conditions: FlowTestConditions | null;
  /** Whether a run would start. The effect of the steps is returned in any case */
  starts: boolean;
  /** In order, until the run would end */
  steps: Array<{
    path: string;
    type: string;
    /** What the step would do: texts filled in, the request without its secrets, the duration of a wait, the branch taken */
    does: Record<string, JsonValue>;
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
  /** The result of each rule */
  rules: Array<{
    /** conditions.rules[1].rules[0] */
    place: string;
    field: string;
    op: string;
    /** The expected value */
    value: JsonValue;
    /** The actual value */
    actual: JsonValue;
    held: boolean;
  }>;
}

export type FlowTrigger = MessageReceivedTrigger | MessageKeywordTrigger | ConversationCreatedTrigger | ConversationStatusChangedTrigger | ConversationAssignedTrigger | ContactCreatedTrigger | ContactTagAddedTrigger | ContactTagRemovedTrigger | ContactFieldChangedTrigger | DealStageChangedTrigger | TicketCreatedTrigger | HandoverRequestedTrigger | TicketStatusChangedTrigger | OrderCreatedTrigger | OrderStatusChangedTrigger | CsatAnsweredTrigger | BroadcastRepliedTrigger | FormSubmittedTrigger | CallEndedTrigger | CallMissedTrigger | WindowClosingTrigger | WebhookTrigger | ScheduleTrigger | NoReplyForTrigger | ManualTrigger;

export interface FlowValidation {
  valid: boolean;
  problems: Array<{
    /** Place of the problem: steps[2].then[0].text */
    field: string;
    issue: "required" | "invalid_type" | "too_long" | "too_short" | "too_many" | "invalid_format" | "out_of_range" | "unknown_value" | "template_required" | "missing_scope" | "exists" | "unknown" | "not_found" | "not_allowed" | "duplicate" | "private_address";
    message: string;
  }>;
  audience: {
    /** Current number of contacts */
    count: number;
    /** Whether they were counted exactly; otherwise it is an estimate */
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
  trigger: FlowTrigger;
  conditions: FlowConditions | null;
  steps: FlowSteps;
  /** true: a contact goes through it only once, counting the runs kept when this is set; false: one run at a time */
  oncePerContact: boolean;
  createdBy: string;
  createdAt: Timestamp;
}

export interface FlowVersionList {
  data: FlowVersion[];
  pageInfo: PageInfo;
}

/** Every contact */
export interface FlowWholeAudience {
  all: true;
}

export interface FollowUpTicket {
  /** Default: the closed ticket's */
  subject?: string | undefined;
  description?: string | null | undefined;
}

export interface FormSubmission {
  id: string;
  /** null: the form was deleted */
  formId: string | null;
  /** The label at the time of the submission */
  formSlug: string;
  /** The label at the time of the submission */
  formTitle: string;
  answers: Array<{
    key: string;
    label: string;
    type: "text" | "textarea" | "email" | "phone" | "url" | "select" | "checkbox";
    value: string | boolean;
  }>;
  /** The consent text, word for word */
  consentText: string | null;
  consentedAt: string | null;
  target: SignupFormTarget;
  /** processed is final: its target was carried out */
  status: "new" | "processed" | "spam";
  /** The contact created from it, or the existing one */
  contactId: string | null;
  /** The client created from it */
  clientId: string | null;
  processedAt: string | null;
  /** The agent or key; null: processed automatically on arrival */
  processedBy: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface FormSubmissionList {
  data: FormSubmission[];
  pageInfo: PageInfo;
}

export interface FormSubmitted {
  submitted: true;
  thankYouText: string;
  redirectUrl: string | null;
}

export interface FormSubmittedEvent {
  id: string;
  type: "form.submitted";
  createdAt: string;
  data: {
    formId: string;
    /** Its answers: GET /agencies/current/form-submissions/{id} */
    submissionId: string;
    /** The contact that it created or found; null: the form creates none, or the contact limit has been reached */
    contactId: string | null;
  };
}

export interface FormSubmittedTrigger {
  type: "form.submitted";
  formId?: string | undefined;
}

export interface GatewaySettings {
  /** Whether new payment requests are accepted */
  enabled: boolean;
  /** Whether the gateway is polled for open invoices, in case a callback was lost */
  reconciliationEnabled: boolean;
  /** Base URL of the gateway's API */
  baseUrl: string;
  /** ISO 4217; the currency of invoices */
  currency: string;
  hasSecretKey: boolean;
  /** null also when the key is so short that they would reveal it */
  secretKeyLast4: string | null;
  hasCallbackToken: boolean;
  /** The callback URL to set at the gateway */
  callbackUrl: string;
  /** When the current settings were last tested */
  testedAt: string | null;
  /** Result of the last test; null: not tested */
  testError: string | null;
  updatedAt: string | null;
}

export interface GatewayTest {
  ok: boolean;
  error: "no_secret_key" | "invalid_secret_key" | "address_not_allowed" | "unreachable" | "unexpected_answer" | null;
  /** The result in words */
  message: string | null;
  testedAt: string;
}

export type GrantableScope = "conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "divisions:read" | "divisions:write" | "webhooks:read" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "organization:read" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send";

/** What the agency may do for the client */
export type GrantedScopes = GrantableScope[];

export interface HandOverStep {
  type: "hand_over";
  assigneeId?: string | null | undefined;
  divisionId?: string | null | undefined;
  note?: string | undefined;
}

export interface HandoverRequestedEvent {
  id: string;
  type: "handover.requested";
  createdAt: string;
  data: {
    channelId: string;
    conversationId: string;
    contactId: string;
    chatbotId: string;
    reason: "customer_request" | "keyword" | "missing_knowledge" | "low_confidence" | "failed_turns" | "max_replies" | "loop_detected" | "policy" | "unsupported_media" | "provider_error" | "usage_limit" | "outside_hours" | "window_closed" | "refused" | "model" | "manual" | "failed_to_send";
    /** For people to read; null when the chatbot writes none */
    summary: string | null;
    ticketId: string | null;
  };
}

export interface HandoverRequestedTrigger {
  type: "handover.requested";
  channelIds?: string[] | undefined;
}

/** Without method and url the flow can be saved, but not activated */
export interface HttpRequestStep {
  type: "http_request";
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | undefined;
  url?: string | undefined;
  /** By name */
  headers?: Record<string, string> | undefined;
  body?: string | Record<string, JsonValue> | JsonValue[] | undefined;
  timeoutSeconds?: number | undefined;
  idempotent?: boolean | undefined;
  store?: FlowStore[] | undefined;
  onError?: FlowStep[] | undefined;
}

export interface ImportMedia {
  /** Downloaded once, immediately; redirects are not followed */
  url: string;
  /** Default: detected from the content */
  kind?: "image" | "video" | "audio" | "document" | "sticker" | undefined;
  /** File name shown to the recipient of a document */
  filename?: string | undefined;
}

/** Unresolved conversations: mentions (a note mentions the calling member), bot (pendingReason bot), snoozed, closing (windowExpiresWithinMinutes 60) */
export interface InboxCounts {
  mine: ConversationCounts | null;
  unassigned: ConversationCounts;
  all: ConversationCounts;
  mentions: ConversationCounts | null;
  bot: ConversationCounts;
  snoozed: ConversationCounts;
  closing: ConversationCounts;
  /** The tabs by status, whatever the status filter */
  byStatus: {
    open: InboxTabs;
    pending: InboxTabs;
  };
}

export interface InboxTabs {
  mine: ConversationCounts | null;
  unassigned: ConversationCounts;
  all: ConversationCounts;
}

export interface InstallationDatabase {
  /** Of PostgreSQL */
  version: string;
  /** The last one applied */
  migration: string | null;
  sizeBytes: number;
  /** At most ten, with their indexes */
  largestTables: TableSize[];
}

export interface InstallationHealth {
  asOf: Timestamp;
  /** Of the process that responded */
  nodeVersion: string;
  database: InstallationDatabase;
  /** Those serving this database, including ones not yet known to be gone */
  processes: ServerProcess[];
  /** Consumers of the event log: deliveries, flows, metrics, … */
  readers: LogReader[];
}

export type InteractiveContent = ButtonsContent | ListContent | LinkContent;

export interface Invitation {
  id: string;
  email: string;
  name: string | null;
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
  status: "pending" | "accepted" | "revoked" | "expired";
  /** The agent or key that sent the invitation */
  invitedBy: string;
  /** Status of the latest e-mail */
  mailStatus: "queued" | "sent" | "failed";
  /** Why the e-mail has not been sent, in words */
  mailError: string | null;
  expiresAt: Timestamp;
  acceptedAt: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface InvitationList {
  data: Invitation[];
  pageInfo: PageInfo;
}

export interface InvitationPreview {
  email: string;
  name: string | null;
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
  tenantName: string;
  /** The address already has an account: no password is needed */
  existingUser: boolean;
  expiresAt: Timestamp;
}

/** Any JSON value */
export type JsonValue = unknown;

export interface KnowledgeCategory {
  id: string;
  name: string;
  description: string | null;
  position: number;
  parentId: string | null;
  /** Sources in this category, without child categories */
  sourceCount: number;
  /** FAQs in this category, in any status */
  faqCount: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface KnowledgeCategoryList {
  data: KnowledgeCategory[];
  pageInfo: PageInfo;
}

export interface KnowledgeCitations {
  since: Timestamp;
  /** Most cited first, at most 1000 */
  data: Array<{
    /** A knowledge source, or */
    sourceId: string | null;
    /** an FAQ; both may have been deleted since */
    faqId: string | null;
    /** Answers that cited it */
    answers: number;
  }>;
}

export interface KnowledgeFinding {
  kind: "source" | "faq";
  sourceId: string | null;
  faqId: string | null;
  /** The source's name, or the FAQ's question */
  title: string;
  /** For a source that is a web page */
  url: string | null;
  /** The headings above the passage, outermost first, separated by > */
  heading: string | null;
  /** The passage's position in its source, from 0 */
  position: number;
  /** ISO 639 */
  language: string;
  /** The whole passage; for an FAQ, the answer */
  text: string;
  /** The best matching part, at most 240 characters */
  snippet: string;
  /** Share of the question that it covers, 0 to 1; 1 for the exact question of an FAQ */
  score: number;
}

export interface KnowledgeFindings {
  /** Whether the best passage matches well enough to count as an answer (score 0.25) */
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
  /** ISO 639; null: not detected yet */
  language: string | null;
  /** Detected from the text, not given */
  languageDetected: boolean;
  /** pending: waiting. processing: being read. failed: see error; the previous content stays searchable */
  status: "pending" | "processing" | "ready" | "failed";
  error: KnowledgeSourceError | null;
  /** Passages */
  chunkCount: number;
  /** Characters in the extracted text */
  charCount: number;
  /** When it was last read successfully */
  lastFetchedAt: string | null;
  refreshEveryHours: number | null;
  isActive: boolean;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  /** For kind text; omitted in lists */
  text: string | null;
}

export interface KnowledgeSourceError {
  code: "not_found" | "refused" | "unreachable" | "timeout" | "blocked_address" | "too_many_redirects" | "too_large" | "unsupported_type" | "unreadable" | "encrypted" | "no_text" | "file_gone" | "internal";
  message: string;
}

export interface KnowledgeSourceList {
  data: KnowledgeSourceListItem[];
  pageInfo: PageInfo;
}

export interface KnowledgeSourceListItem {
  id: string;
  name: string;
  kind: "text" | "url" | "file";
  url: string | null;
  mediaId: string | null;
  categoryId: string | null;
  /** ISO 639; null: not detected yet */
  language: string | null;
  /** Detected from the text, not given */
  languageDetected: boolean;
  /** pending: waiting. processing: being read. failed: see error; the previous content stays searchable */
  status: "pending" | "processing" | "ready" | "failed";
  error: KnowledgeSourceError | null;
  /** Passages */
  chunkCount: number;
  /** Characters in the extracted text */
  charCount: number;
  /** When it was last read successfully */
  lastFetchedAt: string | null;
  refreshEveryHours: number | null;
  isActive: boolean;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  /** Share of the question that it covers, 0 to 1; null without q */
  score: number | null;
  /** The best matching part; null without q */
  snippet: string | null;
}

export interface KnowledgeSourcePassage {
  /** Its place in the source, from 0 */
  position: number;
  /** The headings above it, outermost first, separated by > */
  heading: string | null;
  text: string;
}

export interface KnowledgeSourcePassageList {
  data: KnowledgeSourcePassage[];
  pageInfo: PageInfo;
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
    /** In active sources and published FAQs */
    searchable: number;
  };
  searches: {
    since: Timestamp;
    total: number;
    /** Searches that found an answer */
    hits: number;
    unanswered: number;
  };
  /** Distinct questions, without dismissed ones */
  unansweredQuestions: number;
}

export interface Label {
  id: string;
  /** Unique; case- and accent-insensitive */
  name: string;
  /** #rrggbb */
  color: string | null;
  description: string | null;
  /** Number of conversations with this label; 10000 stands for that many or more */
  conversationCount: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface LabelList {
  data: Label[];
  pageInfo: PageInfo;
}

/** A label's name or id */
export type LabelReference = string;

export interface LandingPage {
  id: string;
  slug: string;
  title: string;
  /** Description for search engines */
  description: string | null;
  blocks: Array<{
    /** hero: heading; optional text, label and url. text: text; optional heading. features, faq: items; optional heading. image: mediaId, alt; optional caption. form: formId; optional heading and text; one per page. cta: heading, label, url; optional text */
    type: "hero" | "text" | "features" | "image" | "faq" | "form" | "cta";
    heading?: string;
    /** A blank line separates paragraphs */
    text?: string;
    /** Button text */
    label?: string;
    /** The button's target: https, or #form of this page */
    url?: string;
    items?: Array<{
      /** For a faq: the question */
      heading: string;
      /** For a faq: the answer */
      text: string;
    }>;
    /** PNG, JPEG, WebP or GIF, at most 5 MiB */
    mediaId?: string;
    /** Alternative text; empty: decorative */
    alt?: string;
    caption?: string;
    formId?: string;
    /** For an image: its public path */
    imageUrl?: string;
  }>;
  /** published: publicly visible */
  status: "draft" | "published";
  /** Replaces the slug on hosts that are not the agency's own */
  publicKey: string;
  /** URL of the page: on the agency's active custom domain, otherwise on this installation's own address by its publicKey */
  url: string;
  /** When it was last published */
  publishedAt: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface LandingPageBlock {
  /** hero: heading; optional text, label and url. text: text; optional heading. features, faq: items; optional heading. image: mediaId, alt; optional caption. form: formId; optional heading and text; one per page. cta: heading, label, url; optional text */
  type: "hero" | "text" | "features" | "image" | "faq" | "form" | "cta";
  heading?: string | undefined;
  /** A blank line separates paragraphs */
  text?: string | undefined;
  /** Button text */
  label?: string | undefined;
  /** The button's target: https, or #form of this page */
  url?: string | undefined;
  items?: Array<{
    /** For a faq: the question */
    heading: string;
    /** For a faq: the answer */
    text: string;
  }> | undefined;
  /** PNG, JPEG, WebP or GIF, at most 5 MiB */
  mediaId?: string | undefined;
  /** Alternative text; empty: decorative */
  alt?: string | undefined;
  caption?: string | undefined;
  formId?: string | undefined;
}

export interface LandingPageList {
  data: LandingPage[];
  pageInfo: PageInfo;
}

/** ISO 639, for example de; null or omitted: detected from the text */
export type LanguageInput = string | null;

export interface LastMessage {
  id: string;
  direction: "inbound" | "outbound";
  type: "text" | "template" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contact" | "interactive" | "reaction" | "system" | "unsupported";
  /** The beginning of its text; empty when it has none, or was deleted */
  preview: string;
  status: "received" | "queued" | "sending" | "sent" | "delivered" | "read" | "failed" | "cancelled" | "unknown";
  author: {
    kind: "contact" | "member" | "api" | "chatbot" | "flow" | "broadcast" | "platform";
    id: string | null;
  };
  error: MessageError | null;
  /** When it was written */
  at: string;
  /** When the customer deleted it */
  deletedAt: string | null;
}

export interface LeftClient {
  /** false: the session was not acting in a client */
  left: boolean;
}

export interface LinkContent {
  kind: "url";
  header?: string | undefined;
  footer?: string | undefined;
  /** For kind url */
  url: string;
  /** For kind url: the button text */
  title: string;
}

export interface ListContent {
  kind: "list";
  header?: string | undefined;
  footer?: string | undefined;
  /** For kind list: the text of the button that opens it */
  button: string;
  /** For kind list; each section needs a title when there are several */
  sections: Array<{
    title?: string | undefined;
    rows: Array<{
      id: string;
      title: string;
      description?: string | undefined;
    }>;
  }>;
}

export interface LocationContent {
  latitude: number;
  longitude: number;
  name?: string | undefined;
  address?: string | undefined;
}

export interface LogReader {
  name: string;
  /** The age of the oldest event that it has not read; 0: it has read everything */
  lagSeconds: number;
}

export interface LoginLink {
  agentId: string;
  /** A page that signs in when its button is pressed */
  url: string;
  /** For POST /auth/login-link */
  token: string;
  expiresAt: Timestamp;
}

export interface Macro {
  id: string;
  name: string;
  /** private: only for its owner */
  visibility: "private" | "shared";
  /** The member or API key that created it */
  ownerId: string;
  actions: MacroAction[];
  usageCount: number;
  lastUsedAt: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** add_label, remove_label: label. assign: assigneeId. set_status: status. set_priority: priority. snooze: minutes. send_message: text or cannedReplyId. add_note: text. */
export interface MacroAction {
  type: "add_label" | "remove_label" | "assign" | "set_status" | "set_priority" | "snooze" | "send_message" | "add_note";
  label?: LabelReference | undefined;
  /** For assign: a member; null: unassigned; me: the member who runs it */
  assigneeId?: string | null | undefined;
  status?: "open" | "pending" | "resolved" | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** For snooze: the duration */
  minutes?: number | undefined;
  /** For send_message and add_note, with the variables of canned replies */
  text?: string | undefined;
  /** For send_message, instead of text */
  cannedReplyId?: string | undefined;
}

export interface MacroList {
  data: Macro[];
  pageInfo: PageInfo;
}

export interface MacroRun {
  id: string;
  conversationId: string;
  /** One per action, in order */
  results: Array<{
    type: "add_label" | "remove_label" | "assign" | "set_status" | "set_priority" | "snooze" | "send_message" | "add_note";
    /** false: nothing had to change */
    changed: boolean;
    /** The accepted messages, or the note */
    messageIds: string[];
  }>;
}

export interface ManualTrigger {
  type: "manual";
}

export interface Me {
  tenant: {
    id: string;
    name: string;
    kind: "business" | "agency" | "platform";
  };
  /** What this credential is allowed to do */
  scopes: Scope[];
  key: {
    id: string;
    name: string;
    environment: "live" | "test";
    scopes: Scope[];
    rateLimitPerMinute: number;
    expiresAt: Timestamp | null;
  } | null;
  user: {
    id: string;
    /** As used in messages, notes and assignments */
    agentId: string;
    /** Name in this tenant */
    name: string;
    email: string;
    /** Role in this tenant */
    role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
    platformAdmin: boolean;
    memberships: Memberships;
  } | null;
  acting: {
    agencyId: string;
    /** Its name when it requested the grant */
    agencyName: string;
    grantId: string;
    /** The agency's member whose session acts; null for an access token */
    memberId: string | null;
    expiresAt: Timestamp;
  } | null;
  demo: DemoPages | null;
}

export interface Media {
  id: string;
  kind: "image" | "video" | "audio" | "document" | "sticker";
  /** Detected from the content once it is stored; before that, as the platform reported it */
  mimeType: string | null;
  sizeBytes: number | null;
  filename: string | null;
  /** pending: being downloaded from the platform. failed: the download was given up. expired: the platform no longer has it, or its retention period is over */
  status: "pending" | "stored" | "failed" | "expired";
  /** Why it failed or expired */
  error: string | null;
  sha256: string | null;
  source: "upload" | "url" | "inbound";
  /** For inbound media: the message that contains it */
  messageId: string | null;
  /** Path of the content; needs the same key as every other request */
  url: string;
  /** Content that may only be kept for a limited time */
  expiresAt: string | null;
  createdAt: Timestamp;
}

export interface MediaContent {
  /** From POST /media */
  mediaId: string;
  /** On channels with captions. Not only whitespace */
  caption?: string | undefined;
  /** For a document; default: the media's own name */
  filename?: string | undefined;
}

export interface Member {
  /** As used in messages, notes and assignments */
  id: string;
  userId: string;
  name: string;
  email: string;
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
  status: "active" | "suspended";
  /** null: not suspended. An organization cannot undo a suspension by the platform */
  suspendedBy: "organization" | "platform" | null;
  createdAt: Timestamp;
  /** null: never changed */
  updatedAt: string | null;
}

export interface MemberList {
  data: Member[];
  pageInfo: PageInfo;
}

/** The tenants that the person can switch to (POST /auth/session/tenant), oldest membership first; at most 200 */
export type Memberships = Array<{
  tenantId: string;
  /** Name of the tenant */
  name: string;
  kind: "business" | "agency" | "platform";
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
}>;

export interface MergeContact {
  /** The contact to merge into this one */
  contactId: string;
}

export interface MergeSuggestion {
  contact: Contact;
  /** 0 to 1; most likely first */
  score: number;
  reasons: Array<"phone" | "email" | "username" | "name">;
}

export interface MergeSuggestionList {
  data: MergeSuggestion[];
  pageInfo: PageInfo;
}

export interface MergeTags {
  /** Tags to replace */
  tags: string[];
  /** The tag that replaces them */
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
  content: MessageContent | null;
  media: MessageMedia[];
  replyToId: string | null;
  reactions: MessageReaction[];
  /** Outbound statuses only move forward. unknown: the call to the platform was interrupted; the message is never resent automatically */
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
  /** Members mentioned in a note */
  mentions: string[];
  editedAt: string | null;
  deletedAt: string | null;
  occurredAt: Timestamp;
  createdAt: Timestamp;
}

/** By the type of the message */
export type MessageContent = LocationContent | ReceivedLocation | ContactContent | InteractiveContent | ReactionContent | TemplateContent | CallContent | ReceivedContent;

export interface MessageError {
  /** An error code of this API */
  code: string;
  /** The platform's own error code */
  providerCode: string | null;
  message: string;
  retryable: boolean;
}

export interface MessageHit {
  message: Message;
  /** The text around the first match */
  snippet: string;
  /** Positions of the matching words in the snippet, in UTF-16 units */
  highlights: Array<{
    start: number;
    end: number;
  }>;
}

export interface MessageHitList {
  data: MessageHit[];
  pageInfo: PageInfo;
}

/** Without keywords the flow can be saved, but not activated */
export interface MessageKeywordTrigger {
  type: "message.keyword";
  channelIds?: string[] | undefined;
  keywords?: string[] | undefined;
  mode?: "exact" | "contains" | "word" | undefined;
}

export interface MessageList {
  data: Message[];
  pageInfo: PageInfo;
}

export interface MessageMedia {
  id: string;
  kind: "image" | "video" | "audio" | "document" | "sticker";
  /** Detected from the content once it is stored; before that, as the platform reported it */
  mimeType: string | null;
  sizeBytes: number | null;
  filename: string | null;
  /** Path of the content; needs the same key as every other request */
  url: string;
  /** pending: being downloaded from the platform. failed: the download was given up. expired: the platform no longer has it, or its retention period is over */
  status: "pending" | "stored" | "failed" | "expired";
  /** A voice message */
  voice?: boolean;
  animated?: boolean;
}

export interface MessageMediaEvent {
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
}

export interface MessageReaction {
  from: string | null;
  emoji: string;
  at: Timestamp;
  [key: string]: unknown;
}

export interface MessageReceivedEvent {
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
      content: MessageContent | null;
      media: MessageMedia[];
      occurredAt: Timestamp;
    };
  };
}

export interface MessageReceivedTrigger {
  type: "message.received";
  channelIds?: string[] | undefined;
}

export interface MessageSentEvent {
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
      content: MessageContent | null;
      status?: "received" | "queued" | "sending" | "sent" | "delivered" | "read" | "failed" | "cancelled" | "unknown";
      clientReference?: string | null;
      author?: {
        kind: "contact" | "member" | "api" | "chatbot" | "flow" | "broadcast" | "platform";
        id: string | null;
      };
      createdAt?: Timestamp;
      externalId?: string | null;
      from?: string | null;
      media?: MessageMedia[];
      occurredAt?: Timestamp;
    };
  };
}

export interface MessageStatusEvent {
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
    occurredAt: Timestamp;
    error: MessageError | null;
  };
}

export interface MessageUpdatedEvent {
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
      content: MessageContent | null;
      reactions: MessageReaction[];
      editedAt: Timestamp | null;
      deletedAt: Timestamp | null;
    };
    change: "edited" | "deleted" | "reaction";
    occurredAt: Timestamp;
  };
}

export interface MetricDefinition {
  metric: MetricKey;
  unit: "messages" | "conversations" | "contacts" | "targets" | "surveys" | "points" | "ratio" | "seconds";
  /** Only counts and durations can be summed over periods and groups */
  kind: "count" | "rate" | "average" | "duration" | "distinct";
  description: string;
  /** Available breakdowns; channel and channel_kind are filtered by channelId and channelKind, assignee by assigneeId, division by divisionId, label by label */
  dimensions: Array<"channel" | "channel_kind" | "assignee" | "division" | "label" | "author_kind" | "hour_of_week">;
}

export interface MetricDefinitions {
  metrics: MetricDefinition[];
}

export interface MetricGroup {
  /** chn_…, a kind of channel, agt_… (null: unassigned), div_… (null: in no division), lbl_…, a kind of author, or day of the week (1 is Monday, 7 Sunday) and hour, as 1-09 */
  key: string | null;
  /** For a channel, an agent, a division or a label; null for others and for deleted ones */
  name: string | null;
  /** A count; for a rate 0 to 1; for an average or a duration the average. null: the denominator is zero */
  value: number | null;
  /** For a duration the number of cases, for a rate or an average the denominator; null for counts */
  observations: number | null;
  /** For a duration the sum in seconds, for a rate or an average the numerator; null for counts */
  sum: number | null;
  percentiles: Percentiles | null;
}

export type MetricKey = "messages_received" | "messages_sent" | "messages_delivered" | "messages_read" | "messages_failed" | "delivery_rate" | "read_rate" | "failure_rate" | "conversations_created" | "conversations_reopened" | "conversations_resolved" | "conversations_labelled" | "first_response_time" | "response_time" | "resolution_time" | "active_contacts" | "new_contacts" | "sla_met" | "sla_missed" | "sla_compliance" | "sla_first_response_compliance" | "sla_next_response_compliance" | "sla_resolution_compliance" | "ticket_sla_met" | "ticket_sla_missed" | "ticket_sla_compliance" | "csat_asked" | "csat_answered" | "csat_response_rate" | "csat_average_rating" | "csat_score";

export interface MetricPoint {
  start: Timestamp;
  end: Timestamp;
  /** Start in the local time of the time zone, with its offset */
  local: string;
  /** A count; for a rate 0 to 1; for an average or a duration the average. null: the denominator is zero */
  value: number | null;
  /** For a duration the number of cases, for a rate or an average the denominator; null for counts */
  observations: number | null;
  /** For a duration the sum in seconds, for a rate or an average the numerator; null for counts */
  sum: number | null;
  percentiles: Percentiles | null;
}

export interface MetricValue {
  metric: MetricKey;
  unit: "messages" | "conversations" | "contacts" | "targets" | "surveys" | "points" | "ratio" | "seconds";
  /** A count; for a rate 0 to 1; for an average or a duration the average. null: the denominator is zero */
  value: number | null;
  /** For a duration the number of cases, for a rate or an average the denominator; null for counts */
  observations: number | null;
  /** For a duration the sum in seconds, for a rate or an average the numerator; null for counts */
  sum: number | null;
  percentiles: Percentiles | null;
}

export interface MetricsBreakdown {
  since: Timestamp;
  until: Timestamp;
  timezone: string;
  /** Everything before this time has been counted */
  asOf: string;
  metric: MetricKey;
  unit: "messages" | "conversations" | "contacts" | "targets" | "surveys" | "points" | "ratio" | "seconds";
  by: "channel" | "channel_kind" | "assignee" | "division" | "label" | "author_kind" | "hour_of_week";
  /** Largest value first; for hours of the week all 168, in order. A conversation with several labels counts in each label's group, one without labels in none; with subdivisions, a conversation counts in the group of its division and of each parent */
  groups: MetricGroup[];
}

export interface MetricsSummary {
  since: Timestamp;
  until: Timestamp;
  timezone: string;
  /** Everything before this time has been counted */
  asOf: string;
  /** All metrics that have the filtered dimensions, in the order of the definitions */
  metrics: MetricValue[];
  backlog: Backlog;
}

export interface MetricsTimeseries {
  since: Timestamp;
  until: Timestamp;
  timezone: string;
  /** Everything before this time has been counted */
  asOf: string;
  metric: MetricKey;
  unit: "messages" | "conversations" | "contacts" | "targets" | "surveys" | "points" | "ratio" | "seconds";
  interval: "hour" | "day" | "week" | "month";
  /** Every interval of the period; the first and last may be partial */
  points: MetricPoint[];
}

export interface ModelUsage {
  /** Year and month in UTC, 2026-11 */
  month: string;
  /** ISO 4217 */
  currency: string;
  /** Most requests first */
  models: ModelUsageLine[];
}

export interface ModelUsageLine {
  /** As in the price list when it was charged */
  modelName: string;
  /** Answers, or with a model of voice calls started minutes */
  requests: number;
  /** Taken from this balance; at most 6 decimals */
  spend: number;
  /** Paid by the agency, and owed to it; at most 6 decimals */
  owed: number;
}

/** Without stageId the flow can be saved, but not activated */
export interface MoveDealStep {
  type: "move_deal";
  stageId?: string | undefined;
  lostReason?: string | undefined;
}

export interface NamedTemplateVariable {
  /** Of a template with named variables */
  name?: string | undefined;
  value: string | number;
  [key: string]: unknown;
}

export interface NewOrderItem {
  name: string;
  sku?: string | null | undefined;
  /** More than 0, up to 1,000,000, at most 3 decimals */
  quantity: number;
  /** 0 to 1,000,000,000,000, at most 6 decimals */
  unitPrice: number;
  /** 0 to 1,000,000,000,000, at most 6 decimals; at most the line's amount. Default: 0 */
  discount?: number | undefined;
}

export interface NewStage {
  name: string;
  /** #rrggbb */
  color?: string | undefined;
  /** Probability of winning a deal in this stage, in percent; always 100 for a won stage and 0 for a lost one */
  winProbability?: number | undefined;
  kind?: "open" | "won" | "lost" | undefined;
}

/** The minutes after the last message of an unresolved conversation; of: whose silence, customer (we wrote last) or us. Without minutes and of the flow can be saved, but not activated */
export interface NoReplyForTrigger {
  type: "no_reply_for";
  minutes?: number | undefined;
  of?: "customer" | "us" | undefined;
  channelIds?: string[] | undefined;
}

export interface Notification {
  id: string;
  /** mention: mentioned in a note; assignment: a conversation was assigned to the member; sla_breach: a target was missed; flow: a notification from a flow; flow_paused: a flow was stopped because it triggered itself, or because its rules can no longer be read; organization_export: an export of the organization is ready, or has failed; grant_requested: an agency requests a grant, or to become the organization's agency; grant_ended: an agency's grant has ended, and everything created under it was stopped */
  kind: "mention" | "assignment" | "sla_breach" | "flow" | "flow_paused" | "organization_export" | "grant_requested" | "grant_ended";
  /** The recipient */
  memberId: string;
  /** null: for a ticket without a conversation, a flow, an export or a grant */
  conversationId: string | null;
  /** For an sla_breach of a ticket */
  ticketId: string | null;
  /** For notifications from flows */
  flowId: string | null;
  /** For an organization_export */
  exportId: string | null;
  /** For a grant_requested or grant_ended; the event agency_grant.ended lists what was stopped */
  grantId: string | null;
  /** The flow's text */
  text: string | null;
  /** For a mention: the note */
  messageId: string | null;
  /** For an sla_breach: the missed target */
  target: "first_response" | "next_response" | "resolution" | null;
  /** Who caused it */
  actor: {
    kind: string;
    id: string | null;
  };
  createdAt: Timestamp;
  readAt: string | null;
}

export interface NotificationList {
  data: Notification[];
  pageInfo: PageInfo;
}

export interface NotificationsRead {
  /** Number that were unread before */
  read: number;
}

/** Without memberIds and text the flow can be saved, but not activated */
export interface NotifyStep {
  type: "notify";
  memberIds?: string[] | undefined;
  text?: string | undefined;
}

export interface Order {
  id: string;
  /** Unique in the tenant */
  number: string;
  /** Id in another system; unique in the tenant */
  externalReference: string | null;
  contactId: string;
  conversationId: string | null;
  status: "draft" | "pending" | "paid" | "fulfilled" | "cancelled" | "refunded";
  items: OrderItem[];
  /** ISO 4217 */
  currency: string;
  /** Sum of the items' totals */
  subtotal: number;
  /** Discount on the whole order */
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
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface OrderCreatedTrigger {
  type: "order.created";
}

export interface OrderItem {
  name: string;
  /** The item's SKU */
  sku: string | null;
  quantity: number;
  unitPrice: number;
  /** Discount on the whole line */
  discount: number;
  /** quantity times unitPrice, rounded half up to 6 decimals, minus discount */
  total: number;
}

export interface OrderList {
  data: Order[];
  pageInfo: PageInfo;
}

export interface OrderStatusChangedTrigger {
  type: "order.status_changed";
  to?: Array<"draft" | "pending" | "paid" | "fulfilled" | "cancelled" | "refunded"> | undefined;
}

export interface OrderUpdatedEvent {
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
    /** Also sent when an order is created or deleted; merge and unmerge refer to its contact */
    reason: "created" | "updated" | "merge" | "unmerge" | "deleted";
    /** By order field; from null for a new order, empty for a deleted one */
    changes: Record<string, Change>;
  };
}

export interface Organization {
  id: string;
  name: string;
  kind: "business" | "agency" | "platform";
  settings: OrganizationSettings;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface OrganizationBalance extends Balance {
  name: string;
  kind: "business" | "agency" | "platform";
  createdAt: Timestamp;
}

export interface OrganizationBalanceList {
  data: OrganizationBalance[];
  pageInfo: PageInfo;
}

export interface OrganizationErasure {
  organizationId: string;
  /** A running erasure cannot be cancelled, and nobody can sign in */
  status: "scheduled" | "running" | "completed" | "cancelled";
  /** agt_… */
  requestedBy: string;
  requestedAt: Timestamp;
  erasesAt: Timestamp;
  /** Rows by table; `files` are media contents, `users` are people who belong to no other organization */
  removed: Record<string, number>;
  finishedAt: string | null;
  /** When completed: SHA-256, hex, of the UTF-8 JSON array [organizationId, requestedAt, erasesAt, finishedAt, removed] with sorted keys and no spaces */
  seal: string | null;
}

export interface OrganizationErasureList {
  data: OrganizationErasure[];
  pageInfo: PageInfo;
}

export interface OrganizationExport {
  id: string;
  /** expired: the file has been deleted */
  status: "queued" | "running" | "completed" | "failed" | "expired";
  includeMedia: boolean;
  progress: {
    tablesDone: number;
    tablesTotal: number;
    /** Rows written so far */
    rows: number;
    /** Media written so far */
    files: number;
  };
  /** Size of the file so far */
  sizeBytes: number;
  /** The last problem */
  error: string | null;
  /** agt_… */
  createdBy: string;
  createdAt: Timestamp;
  finishedAt: string | null;
  expiresAt: string | null;
  /** Path of the file once it is complete; needs an owner's session */
  url: string | null;
}

export interface OrganizationExportList {
  data: OrganizationExport[];
  pageInfo: PageInfo;
}

export interface OrganizationSettings {
  /** A message within this time reopens a resolved conversation; later ones start a new conversation */
  reopenWindowHours: number;
  /** How long a ticket stays resolved before it closes automatically; applies to tickets resolved from now on */
  ticketAutoCloseDays: number;
  /** Messages with which a customer opts out, in addition to the built-in keywords of all languages; each must be the whole message */
  optOutWords: string[];
  /** Messages with which a customer who opted out opts in again, in addition to the built-in keywords */
  optInWords: string[];
}

export interface OwnEmail {
  /** The sign-in address, which also receives e-mails */
  email: string;
  /** When it was confirmed with a link sent to it */
  verifiedAt: Timestamp | null;
  /** The address that replaces it once the link sent there is confirmed */
  pending: {
    email: string;
    askedAt: Timestamp;
    /** Until when its link is valid */
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
  /** Always the same: if the address is known, an e-mail is on its way */
  accepted: true;
}

export interface PaymentRequest {
  id: string;
  organizationId: string;
  /** Set when it pays a bill of the subscription */
  subscriptionId: string | null;
  /** Amount credited when it is paid; at most 6 decimals */
  amount: number;
  /** ISO 4217 */
  currency: string;
  /** Text on the invoice */
  description: string | null;
  status: "pending" | "paid" | "expired" | "failed" | "cancelled";
  /** The gateway's id */
  invoiceId: string | null;
  /** Where to pay; null until the gateway has created the invoice */
  invoiceUrl: string | null;
  /** When the invoice expires */
  expiresAt: string | null;
  paidAt: string | null;
  /** The amount that the gateway reports as paid */
  paidAmount: number | null;
  /** Needs a person's attention: nothing was credited, or it was paid twice */
  problem: string | null;
  /** A key, an agent, or a system part */
  createdBy: string;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface PaymentRequestList {
  data: PaymentRequest[];
  pageInfo: PageInfo;
}

export interface PaymentRequestUpdatedEvent {
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
}

/** Seconds, accurate to 5 % */
export interface Percentiles {
  p50: number;
  p90: number;
  p95: number;
  p99: number;
}

export interface PhoneNumber {
  id: string;
  /** E.164 */
  number: string;
  name: string;
  telephonyAccountId: string;
  /** The voice agent that answers it; null: nobody */
  voiceAgentId: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface PhoneNumberList {
  data: PhoneNumber[];
  pageInfo: PageInfo;
}

export interface Pipeline {
  id: string;
  name: string;
  /** From 0, in list order */
  position: number;
  /** Receives deals that name neither pipeline nor stage; a tenant has exactly one */
  isDefault: boolean;
  stages: Stage[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface PipelineList {
  data: Pipeline[];
  pageInfo: PageInfo;
}

export interface Presence {
  conversationId: string;
  agentId: string;
  state: "viewing" | "writing";
  /** When they opened the conversation */
  since: string;
  /** When this expires unless it is renewed */
  expiresAt: string;
}

export interface PresenceList {
  data: Presence[];
  pageInfo: PageInfo;
}

export interface PreviewBroadcast {
  channelId: string;
  targetAudience: TargetAudience;
  /** null: as fast as the channel allows */
  sendRatePerMinute?: number | null | undefined;
  /** Planned start; omitted, null or past: now */
  scheduledAt?: string | null | undefined;
  quietHours?: QuietHours | null | undefined;
}

export interface PreviewInvitation {
  /** From the e-mail */
  token: string;
}

export interface PreviewSegment {
  rules: AudienceRules;
}

export interface PreviewTemplate {
  /** For the body: values in order, or { name, value } for named ones */
  variables?: TemplateVariable[] | undefined;
  /** Parameters of header, body and buttons in the platform's format */
  components?: TemplateParameters[] | undefined;
}

export interface Price {
  id: string;
  modelName: string;
  /** In the installation's currency; at most 6 decimals */
  costPerRequest: number;
  /** ISO 4217 */
  currency: string;
  description: string | null;
  /** Off: the price is not offered */
  isActive: boolean;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface PriceList {
  data: Price[];
  pageInfo: PageInfo;
}

export interface PrivacyRequest {
  id: string;
  kind: "contact_export" | "contact_erasure";
  /** The contact; for an erasure, no longer identifiable */
  contactId: string;
  /** An erasure is retried until it is completed; expired: the file has been deleted */
  status: "queued" | "running" | "completed" | "failed" | "expired";
  /** For an erasure: rows by table, files under media_contents */
  removed: Record<string, {
    deleted?: number;
    /** Rows that stay but no longer say anything about the person */
    blanked?: number;
  }>;
  /** Size of an export's file */
  sizeBytes: number;
  /** Path of the file once it is complete; needs the same key as every other request */
  url: string | null;
  /** The last problem */
  error: string | null;
  /** key_… or agt_… */
  createdBy: string;
  createdAt: Timestamp;
  finishedAt: string | null;
  /** When an export's file expires */
  expiresAt: string | null;
  /** For a completed erasure */
  seal: {
    /** Sequence number of the organization's erasures, in order of completion */
    number: number;
    /** The seal of number - 1 */
    previous: string | null;
    /** Hex, of the UTF-8 JSON array [number, previous, id, contactId, createdAt, finishedAt, removed] with sorted keys and no spaces: anyone who keeps a seal can detect changes to earlier reports */
    sha256: string;
  } | null;
}

export interface PrivacyRequestList {
  data: PrivacyRequest[];
  pageInfo: PageInfo;
}

export interface ProveTwoFactor {
  password: string;
  /** The six digits from the authenticator app, or a backup code; each is accepted only once */
  code: string;
}

export interface PublicSignupForm {
  title: string;
  intro: string | null;
  fields: SignupFormField[];
  consentText: string | null;
  /** Return it with the answers, between three seconds and a day from now */
  token: string;
}

export interface PushKey {
  /** The applicationServerKey for PushManager.subscribe, base64url. It only changes with the installation's root key */
  publicKey: string;
}

/** A browser that gets web push. Its push address and keys are never returned */
export interface PushSubscription {
  id: string;
  /** Created in the session of this request */
  current: boolean;
  /** The browser's, when its session started */
  userAgent: string | null;
  language: string;
  createdAt: Timestamp;
}

export interface PushSubscriptionList {
  data: PushSubscription[];
  pageInfo: PageInfo;
}

/** Replaces the whole kit: omitted fields are reset */
export interface PutBrandKit {
  name: string;
  /** PNG, JPEG, WebP or GIF, at most 1 MiB */
  logoLightMediaId?: string | null | undefined;
  /** As logoLightMediaId; without it, the light logo is shown on a light plate */
  logoDarkMediaId?: string | null | undefined;
  /** PNG, WebP or GIF, at most 256 KiB */
  faviconMediaId?: string | null | undefined;
  colors?: {
    primary?: string | undefined;
    /** Default: black or white, whichever is more legible */
    onPrimary?: string | undefined;
    /** Default: primary, darkened until it is legible */
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
  /** At most 1,000 per call: call again for more */
  retried: number;
}

export interface QueueStats {
  name: string;
  /** Due now. Counted up to 100000, which means that many or more */
  waiting: number;
  /** In progress. Counted up to 100000, which means that many or more */
  active: number;
  /** Due later. Counted up to 100000, which means that many or more */
  delayed: number;
  /** Failed for good; a retry restarts those that can be repeated. Counted up to 100000, which means that many or more */
  failed: number;
  /** Completed in the current hour and the 23 before it; null: the queue keeps no record */
  completed24h: number | null;
  /** How long the oldest has been due; null: nothing is due */
  oldestWaitingSeconds: number | null;
}

export interface QueueStatsList {
  data: QueueStats[];
  pageInfo: PageInfo;
}

/** When the broadcast is not sent, in each recipient's local time. May span midnight: 21:00 to 08:00 */
export interface QuietHours {
  /** HH:MM */
  from: string;
  /** HH:MM */
  to: string;
  /** IANA name; for contacts without their own time zone */
  timezone: string;
}

export interface ReactionContent {
  /** The message it belongs to */
  messageId: string;
  emoji: string | null;
}

export interface ReadConversation extends Conversation {
  /** Whether the platform accepted the read receipt */
  customerTold: boolean;
}

export interface ReadNotifications {
  /** The member; required for an API key. A member sees only their own notifications */
  memberId?: string | undefined;
  /** Only these; default: all. Unknown ones are ignored */
  ids?: string[] | undefined;
}

/** Of type system: a call that the platform reports */
export interface ReceivedCall {
  id: string;
  event: string;
  direction: string;
}

/** Of type interactive: whether the customer may be called */
export interface ReceivedCallPermission {
  /** accept or reject */
  response: string;
  permanent?: boolean;
  expiresAt?: Timestamp;
  /** user_action or automatic */
  source?: string;
}

/** Of type interactive: a question card */
export interface ReceivedCard {
  title?: string;
  text?: string;
  [key: string]: unknown;
}

/** What the platform reports about a message besides its text and media. Further members may appear */
export interface ReceivedContent {
  reply?: ReceivedReply;
  /** Of type interactive: the answers to a form of the platform */
  form?: JsonValue;
  formName?: string;
  order?: ReceivedOrder;
  product?: ReceivedProduct;
  card?: ReceivedCard;
  sharedPost?: ReceivedSharedPost;
  callPermission?: ReceivedCallPermission;
  call?: ReceivedCall;
  system?: ReceivedSystem;
  /** Of type system: the platform's name of what happened */
  event?: string;
  story?: ReceivedStory;
  share?: ReceivedShare;
  referral?: ReceivedReferral;
  /** The customer forwarded it */
  forwarded?: boolean;
  /** It was forwarded often */
  frequentlyForwarded?: boolean;
  group?: ReceivedGroup;
  /** The platform's own heart */
  likeHeart?: boolean;
  /** Of type sticker: an emoji that the platform draws itself */
  emoji?: boolean;
  /** Attachments without a file, as the platform sent them */
  otherAttachments?: JsonValue[];
  /** The platform's name for this kind of automatic message */
  automatic?: string;
  /** Another app answers it; it is shown so that the conversation is complete */
  context?: boolean;
  /** As context, in the platform's word */
  standby?: boolean;
  /** How often it was edited */
  edition?: number;
  /** Of type unsupported: the platform's name of the type */
  unsupportedType?: string;
  /** Of type unsupported: why the platform does not pass it on */
  errors?: ReceivedError[];
  /** What the platform sent, where nothing here describes it */
  raw?: JsonValue;
  [key: string]: unknown;
}

export interface ReceivedError {
  code?: string;
  message?: string;
}

/** The group that it was written in */
export interface ReceivedGroup {
  id: string;
}

/** Of type location, from platforms that give the place a page */
export interface ReceivedLocation extends LocationContent {
  /** A page about the place */
  url: string;
}

/** Of type interactive: what the customer ordered in the platform's shop */
export interface ReceivedOrder {
  catalogId?: string;
  productItems?: ReceivedOrderItem[];
  [key: string]: unknown;
}

/** A product of the order */
export interface ReceivedOrderItem {
  /** The product's number in the shop */
  productRetailerId?: string;
  /** A string if it has more digits than a number */
  quantity?: number | string;
  /** A string if it has more digits than a number */
  itemPrice?: number | string;
  currency?: string;
  [key: string]: unknown;
}

/** The product of the shop that the message is about */
export interface ReceivedProduct {
  catalogId?: string;
  /** The product's number in the shop */
  productRetailerId?: string;
  [key: string]: unknown;
}

/** Where the conversation came from: an ad or a link, as the platform describes it */
export interface ReceivedReferral {
  source?: string;
  type?: string;
  /** The word that the business put into its link */
  ref?: string;
  /** ad or post */
  sourceType?: string;
  sourceId?: string;
  sourceUrl?: string;
  headline?: string;
  body?: string;
  adId?: string;
  [key: string]: unknown;
}

/** Of type interactive: the button or row that the customer chose */
export interface ReceivedReply {
  id: string;
  title: string;
  description?: string;
}

/** The shared post of another account */
export interface ReceivedShare {
  kind: "post" | "reel";
  url?: string;
  title?: string;
  [key: string]: unknown;
}

export interface ReceivedSharedPost {
  videoId?: string;
  url?: string;
}

/** The story that was answered, shared, or that mentions the account */
export interface ReceivedStory {
  kind: "mention" | "share" | "reply";
  id?: string;
  url?: string;
  expiresAt?: Timestamp;
}

/** Of type system: what happened */
export interface ReceivedSystem {
  /** The platform's word */
  type: string;
}

export interface ReconnectChannel {
  /** Where the browser is redirected at the end; on PUBLIC_URL or an allowed origin. Default: a page of this server */
  redirectUri?: string | undefined;
}

/** Without label the flow can be saved, but not activated */
export interface RemoveLabelStep {
  type: "remove_label";
  label?: string | undefined;
}

/** Without tag the flow can be saved, but not activated */
export interface RemoveTagStep {
  type: "remove_tag";
  tag?: string | undefined;
}

export interface RenameTag {
  /** Current value */
  tag: string;
  /** New value */
  name: string;
}

export interface RenderReply {
  conversationId: string;
}

export interface RenderedReply {
  id: string;
  conversationId: string;
  /** Missing variables appear as they are written */
  text: string;
  /** Variables without a value for this conversation and without a fallback */
  missing: string[];
  mediaIds: string[];
}

export interface RequestAgencyGrant {
  scopes: GrantedScopes;
  /** Message to the client */
  message?: string | undefined;
  expiresAt?: Timestamp | undefined;
}

export interface RequestEmailLink {
  email: string;
}

export interface RequestLog {
  id: string;
  /** When the response ended */
  createdAt: string;
  /** The API key */
  keyId: string;
  /** Its current name; null: the key no longer exists */
  keyName: string | null;
  method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** operationId in the API document */
  operation: string;
  /** Path in the API document, below /api/v1 */
  route: string;
  /** Requested path, below /api/v1. Parameters that are not ids are replaced by their names */
  path: string;
  /** HTTP status; 499: the client disconnected before the response */
  status: number;
  /** `error.code` of the response */
  errorCode: string | null;
  /** `error.reference` of the response */
  reference: string | null;
  durationMs: number;
  /** IP address of the client */
  address: string;
  /** Header User-Agent, up to 200 characters */
  userAgent: string | null;
  /** Header X-Request-Id, or a generated one; audit log entries have the same */
  requestId: string;
}

export interface RequestLogDetail {
  id: string;
  /** When the response ended */
  createdAt: string;
  /** The API key */
  keyId: string;
  /** Its current name; null: the key no longer exists */
  keyName: string | null;
  method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** operationId in the API document */
  operation: string;
  /** Path in the API document, below /api/v1 */
  route: string;
  /** Requested path, below /api/v1. Parameters that are not ids are replaced by their names */
  path: string;
  /** HTTP status; 499: the client disconnected before the response */
  status: number;
  /** `error.code` of the response */
  errorCode: string | null;
  /** `error.reference` of the response */
  reference: string | null;
  durationMs: number;
  /** IP address of the client */
  address: string;
  /** Header User-Agent, up to 200 characters */
  userAgent: string | null;
  /** Header X-Request-Id, or a generated one; audit log entries have the same */
  requestId: string;
  /** Query parameters, redacted like bodies */
  query: Record<string, JsonValue>;
  request: {
    /** Size of the request body; 0: empty or unknown */
    bytes: number;
    /** Redacted. Field names, ids, times, numbers and enum values are kept; for anything else, only its type and length. null: none, not JSON, or longer than 32 KB (a successful GET: 4 KB) */
    body: JsonValue;
  };
  answer: {
    /** Size of the response body; 0: empty or unknown */
    bytes: number;
    /** Redacted. Field names, ids, times, numbers and enum values are kept; for anything else, only its type and length. null: none, not JSON, or longer than 32 KB (a successful GET: 4 KB) */
    body: JsonValue;
  };
}

export interface RequestLogList {
  data: RequestLog[];
  pageInfo: PageInfo;
}

export interface RequestPasswordReset {
  email: string;
}

export interface Retention {
  /** Messages and notes, by when they were sent; never the newest one of an unresolved conversation; null: as long as the organization exists */
  messagesDays: number | null;
  /** Contents of files, by when they were stored; not those used by canned replies and knowledge sources; null: as long as the organization exists */
  mediaDays: number | null;
  /** Events with their deliveries; never longer than the installation keeps events, and not before they are delivered; null: as long as the organization exists */
  eventsDays: number | null;
  /** Audit log entries; null: as long as the organization exists */
  auditDays: number | null;
  /** Contact import reports; null: as long as the organization exists */
  importsDays: number | null;
  /** Flow runs and their steps, by the time they ended; never longer than the installation keeps them; null: as long as the installation does. A run that has started once never starts again */
  flowRunsDays: number | null;
  /** null: never set, everything is kept */
  updatedAt: string | null;
}

export interface RevokedSessions {
  /** Number of sessions ended */
  revoked: number;
}

export interface Rewrite {
  text: string;
  /** corrected: only spelling and grammar */
  style: "friendlier" | "more_formal" | "shorter" | "longer" | "clearer" | "corrected";
  /** Matches the context of the conversation */
  conversationId?: string | undefined;
}

export interface RunMacro {
  conversationId: string;
}

export interface SampleDataOffer {
  /** The command that adds the sample data; run it where the installation's server runs. null: it would be refused, or this host shows an agency's brand */
  command: string | null;
  /** Why the sample data cannot be added; null: it can */
  refusal: "already_added" | "channel_connected" | "has_transactions" | "has_webhooks" | "has_contacts" | null;
}

export interface ScheduleBroadcast {
  /** Default: the broadcast's existing start time */
  scheduledAt?: string | undefined;
}

/** With channelId, runs use the contact's conversation on that channel, and may write first. Without at and audience the flow can be saved, but not activated */
export interface ScheduleTrigger {
  type: "schedule";
  at?: FlowScheduleTime | undefined;
  /** IANA name; default: that of the business hours, else UTC */
  timezone?: string | undefined;
  audience?: FlowAudience | undefined;
  channelId?: string | undefined;
}

export type Scope = "conversations:read" | "conversations:write" | "contacts:read" | "contacts:write" | "pipeline:read" | "pipeline:write" | "labels:read" | "labels:write" | "knowledge:read" | "knowledge:write" | "tickets:read" | "tickets:write" | "broadcasts:read" | "broadcasts:write" | "flows:read" | "flows:write" | "chatbot:read" | "chatbot:write" | "channels:read" | "channels:write" | "media:read" | "media:write" | "agents:read" | "agents:write" | "divisions:read" | "divisions:write" | "webhooks:read" | "webhooks:write" | "metrics:read" | "metrics:write" | "billing:read" | "billing:write" | "voice:read" | "voice:write" | "ai:read" | "ai:write" | "organization:read" | "organization:write" | "admin:read" | "admin:write" | "messages:read" | "messages:send" | "broadcasts:send" | "agency:read" | "agency:write" | "agency:act";

/** null: not requested */
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
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface SegmentList {
  data: Segment[];
  pageInfo: PageInfo;
}

export interface SegmentPreview {
  /** Contacts that currently match */
  count: number;
  /** false: a large tenant whose contacts could not be counted quickly; count is then estimated from every fiftieth contact */
  exact: boolean;
  /** 95 % confidence interval of the exact count; both equal count when it is exact */
  countRange: {
    from: number;
    to: number;
  };
  /** Ten of them; the newest if the count is exact */
  sample: Contact[];
}

/** Fields of every type */
export interface SendAnyMessage {
  channelId: string;
  /** Recipient: digits in international format on a chat-app channel */
  to: string;
  /** A person wrote this reply: it takes the conversation from a chatbot, is sent before automatic messages and, on channels with a human-agent tag, can also be sent after the ordinary window. Never set it for software. */
  humanAgent?: boolean | undefined;
  /** Your own reference; returned in message.status */
  clientReference?: string | undefined;
}

export interface SendContactMessage extends SendAnyMessage {
  type: "contact";
  content: ContactContent;
  /** Quotes an earlier message of the conversation */
  replyToId?: string | undefined;
}

export interface SendInteractiveMessage extends SendAnyMessage {
  type: "interactive";
  /** For type text; for type interactive, the text above the buttons. Not only whitespace. For a template, its own text applies: the message then shows its body, filled in */
  text: string;
  content: InteractiveContent;
  /** Quotes an earlier message of the conversation */
  replyToId?: string | undefined;
}

export interface SendLocationMessage extends SendAnyMessage {
  type: "location";
  content: LocationContent;
  /** Quotes an earlier message of the conversation */
  replyToId?: string | undefined;
}

export interface SendMediaMessage extends SendAnyMessage {
  type: "image" | "video" | "audio" | "document" | "sticker";
  content: MediaContent;
  /** Quotes an earlier message of the conversation */
  replyToId?: string | undefined;
}

export type SendMessage = SendTextMessage | SendTemplateMessage | SendMediaMessage | SendLocationMessage | SendContactMessage | SendInteractiveMessage | SendReactionMessage;

/** Without text the flow can be saved, but not activated */
export interface SendMessageStep {
  type: "send_message";
  text?: string | undefined;
}

export interface SendOptions {
  /** Something can be sent now, if only by a person */
  canSend: boolean;
  /** Message types that POST /messages currently accepts from anybody */
  types: string[];
  /** For every type the channel supports */
  limits: TypeLimits[];
  /** Until when anything can be sent */
  windowExpiresAt: string | null;
  /** Until when a person can reply (humanAgent); null: the channel has no such period */
  humanAgentUntil: string | null;
  remaining: {
    /** Messages left until the customer answers; null: they have answered */
    beforeFirstAnswer: number | null;
    /** Messages left until the customer writes again; null: the window is open */
    afterSilence: number | null;
  } | null;
  /** Whether POST /conversations/{id}/typing works */
  typing: boolean;
  /** Whether the customer sees read receipts */
  markRead: boolean;
  /** Types that the channel supports but cannot send now, and why */
  closed: Array<{
    types: string[];
    reason: "channel_not_connected" | "recipient_opted_out" | "window_closed" | "human_agent_required" | "limit_reached";
  }>;
  /** Why nothing can be sent or, with window_closed, not every type */
  reason: "channel_not_connected" | "unsupported_by_channel" | "recipient_opted_out" | "window_closed" | null;
}

export interface SendReactionMessage extends SendAnyMessage {
  type: "reaction";
  content: ReactionContent;
}

export interface SendTemplateMessage extends SendAnyMessage {
  type: "template";
  content: TemplateContent;
  /** Quotes an earlier message of the conversation */
  replyToId?: string | undefined;
}

/** Without name and language the flow can be saved, but not activated */
export interface SendTemplateStep {
  type: "send_template";
  name?: string | undefined;
  language?: string | undefined;
  variables?: string[] | undefined;
}

export interface SendTextMessage extends SendAnyMessage {
  type: "text";
  /** For type text; for type interactive, the text above the buttons. Not only whitespace. For a template, its own text applies: the message then shows its body, filled in */
  text: string;
  /** Quotes an earlier message of the conversation */
  replyToId?: string | undefined;
}

export interface ServerProcess {
  id: string;
  /** all, api or worker */
  roles: string;
  startedAt: Timestamp;
  heartbeatAt: Timestamp;
}

/** How well an SLA policy is met */
export interface ServiceLevel {
  /** The assigned SLA policy; null: none any longer */
  policyId: string | null;
  /** null: there is no target, it was answered, or the clock is paused */
  firstResponseDueAt: string | null;
  /** While a later message from the customer is waiting for a reply */
  nextResponseDueAt: string | null;
  resolutionDueAt: string | null;
  /** The clocks are paused: it waits for the customer, for a date or for the chatbot */
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
  /** Whether this is the current session */
  current: boolean;
  /** The session's current tenant */
  tenantId: string;
  tenantName: string;
  /** IP address of the sign-in */
  address: string | null;
  userAgent: string | null;
  createdAt: Timestamp;
  /** Rounded to the minute */
  lastUsedAt: string;
  /** The latest expiry; earlier when the session is not used */
  expiresAt: string;
}

export interface SessionList {
  data: Session[];
  pageInfo: PageInfo;
}

export interface SetAvailability {
  availability: "online" | "busy" | "away" | "offline";
}

/** Without field and value the flow can be saved, but not activated */
export interface SetFieldStep {
  type: "set_field";
  field?: string | undefined;
  value?: string | number | boolean | string[] | null | undefined;
}

export interface SetPresence {
  /** gone: has left the conversation */
  state: "viewing" | "writing" | "gone";
  /** Who it is: agt_… or usr_…; required with an API key. Default: yourself */
  memberId?: string | undefined;
}

/** Without priority the flow can be saved, but not activated */
export interface SetPriorityStep {
  type: "set_priority";
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
}

export interface SetRole {
  role: "owner" | "admin" | "supervisor" | "agent" | "viewer";
}

/** Without status the flow can be saved, but not activated */
export interface SetStatusStep {
  type: "set_status";
  status?: "open" | "pending" | "resolved" | undefined;
}

/** All given conditions must hold for a conversation */
export interface ShownFilters {
  /** snoozed: pending until a set time; done: resolved */
  status?: "open" | "pending" | "resolved" | "snoozed" | "done";
  /** Pending, for this reason */
  pendingReason?: "bot" | "snoozed" | "customer";
  channelId?: string;
  contactId?: string;
  /** An agent's id; none: unassigned; me: the calling member */
  assigneeId?: string;
  /** true: unassigned; false: assigned */
  unassigned?: boolean;
  /** A division, without its child divisions; none: in no division */
  divisionId?: string;
  priority?: "low" | "medium" | "high" | "urgent";
  /** true: with unread messages; false: without */
  unread?: boolean;
  handledBy?: "bot" | "human";
  /** The customer has been waiting for an answer since this time or longer */
  waitingSince?: string;
  /** The customer has been waiting for an answer at least this long */
  waitingMinutes?: number;
  /** Unresolved, with a note that mentions the calling member */
  mentioned?: "me";
  /** Unresolved; its customer service window is open and closes within this time */
  windowExpiresWithinMinutes?: number;
  /** Any of these labels; empty: all of them were deleted */
  labels?: LabelReference[];
  /** All of these labels; deleted ones are left out */
  allLabels?: LabelReference[];
}

export interface SignIn {
  email: string;
  password: string;
  /** The six digits from the authenticator app, or a backup code; each is accepted only once */
  code?: string | undefined;
  /** The tenant to work in; default: the one joined first */
  tenantId?: string | undefined;
}

export interface SignedIn {
  /** The password was correct, but a `code` is needed: send everything again with it */
  secondFactorRequired: boolean;
  /** null while a code is needed. The token is only in the cookie */
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
  /** Text of a consent checkbox, which must be ticked to submit; stored with each submission, word for word */
  consentText: string | null;
  /** Where to redirect; null: thankYouText is shown */
  redirectUrl: string | null;
  fields: SignupFormField[];
  target: SignupFormTarget;
  thankYouText: string;
  /** Whether it is publicly available */
  active: boolean;
  /** Public URL: on the agency's active custom domain, otherwise on this installation's own address by its publicKey */
  url: string;
  /** Replaces the slug on hosts that are not the agency's own */
  publicKey: string;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface SignupFormField {
  /** Key of the answer. name, email and phone are the contact's; company is the name of a new client */
  key: string;
  label: string;
  type: "text" | "textarea" | "email" | "phone" | "url" | "select" | "checkbox";
  /** Default: false; for a checkbox: it must be ticked */
  required?: boolean | undefined;
  /** Only for a select */
  options?: string[] | undefined;
  /** Help text shown with the field */
  help?: string | undefined;
}

export interface SignupFormList {
  data: SignupForm[];
  pageInfo: PageInfo;
}

export interface SignupFormTarget {
  /** create_contact: each submission becomes a contact of the agency at once; beyond the contact limit it waits as new until it is set to processed. create_client: it becomes a client with an invited owner when the submission is set to processed */
  kind: "create_client" | "create_contact";
  /** For create_client: what the agency may do for the client from the start. Needs a consentText that says so */
  grantScopes?: GrantableScope[] | undefined;
  /** For create_client: the agency's snapshot to set up the client; null: none. Default: the agency's default snapshot, if it has one */
  snapshotId?: string | null | undefined;
  /** For create_contact: tags to add to the contact */
  tags?: string[] | undefined;
}

/** An empty list is no condition; of a non-empty list, one entry must match. Omitted fields keep their values; initially: both subjects, and no conditions */
export interface SlaConditionsInput {
  /** What the policy can apply to */
  appliesTo?: Array<"tickets" | "conversations"> | undefined;
  priorities?: Array<"low" | "medium" | "high" | "urgent"> | undefined;
  /** For a ticket: its conversation's channel */
  channelIds?: string[] | undefined;
  divisionIds?: string[] | undefined;
  /** Names (case-insensitive) or ids */
  labels?: string[] | undefined;
}

export interface SlaPolicy {
  id: string;
  name: string;
  description: string | null;
  /** By priority; an omitted priority has no target */
  targets: {
    low?: SlaTarget;
    medium?: SlaTarget;
    high?: SlaTarget;
    urgent?: SlaTarget;
  };
  /** Only time within the businessHours of the agent settings counts */
  businessHoursOnly: boolean;
  /** An empty list is no condition; of a non-empty list, one entry must match */
  conditions: {
    /** What the policy can apply to */
    appliesTo: Array<"tickets" | "conversations">;
    priorities: Array<"low" | "medium" | "high" | "urgent">;
    /** For a ticket: its conversation's channel */
    channelIds: string[];
    divisionIds: string[];
    /** Names (case-insensitive) or ids */
    labels: string[];
  };
  /** Of the policies whose conditions match, the lowest applies */
  order: number;
  /** Applies when no other policy matches; of its conditions only appliesTo counts */
  isDefault: boolean;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface SlaPolicyList {
  data: SlaPolicy[];
  pageInfo: PageInfo;
}

export interface SlaTarget {
  /** Time to the team's first answer; null: no target */
  firstResponseMinutes: number | null;
  /** Time to the answer to each later customer message */
  nextResponseMinutes: number | null;
  /** Time from creation, or the last reopening, to the resolution */
  resolutionMinutes: number | null;
}

export interface SlaTargetInput {
  /** Time to the team's first answer; null: no target */
  firstResponseMinutes?: number | null | undefined;
  /** Time to the answer to each later customer message */
  nextResponseMinutes?: number | null | undefined;
  /** Time from creation, or the last reopening, to the resolution */
  resolutionMinutes?: number | null | undefined;
}

/** By priority: low, medium, high, urgent. Replaces all targets; at least one number */
export interface SlaTargetsInput {
  low?: SlaTargetInput | undefined;
  medium?: SlaTargetInput | undefined;
  high?: SlaTargetInput | undefined;
  urgent?: SlaTargetInput | undefined;
}

export interface Snapshot {
  /** Version of the format */
  version: 1;
  exportedAt: Timestamp;
  parts: SnapshotParts;
  /** Parts that the credential cannot read, and the missing scope; only when the request named no parts */
  withheld: Array<{
    part: string;
    scope: string;
  }>;
  /** What the organization has but a snapshot cannot contain */
  leftOut: Array<{
    part: string;
    /** Its name */
    key: string;
    /** duplicate: an older entry has the same name; has_media: included without its files; circular: flows that start one another; names_…: it refers to an agent, a channel or a contact, which a snapshot cannot contain, to a division in a rule, or to something deleted */
    reason: "circular" | "duplicate" | "has_media" | "names_agent" | "names_broadcast" | "names_channel" | "names_contact" | "names_deleted" | "names_division" | "names_form" | "names_stage";
  }>;
}

/** Omitted fields keep their values */
export interface SnapshotAgentSettings {
  autoAssign?: AutoAssignInput | undefined;
  visibility?: AgentVisibility | undefined;
  autoResolve?: AutoResolveInput | undefined;
  csat?: CsatInput | undefined;
  assist?: AgentAssistInput | undefined;
  businessHours?: BusinessHours | null | undefined;
  /** Agents not seen for this long become offline */
  offlineAfterMinutes?: number | undefined;
}

export interface SnapshotCannedReply {
  /** What an agent types after a slash; unique, case-insensitive */
  shortcut: string;
  title: string;
  content: CannedReplyContent;
}

export type SnapshotContactField = CreateContactField;

export interface SnapshotDivision {
  /** Division names, from the top down */
  path: string[];
  description?: string | null | undefined;
  /** #rgb, #rrggbb or a colour name */
  color?: string | null | undefined;
}

export interface SnapshotEntryResult {
  part: string;
  /** The entry's name */
  key: string;
  /** keep: it differs and is kept, because of `existing`; leave: it already matches the snapshot; conflict: only in a plan */
  action: "create" | "change" | "keep" | "leave" | "conflict";
  /** For change and keep: the fields that differ */
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
  language?: LanguageInput | undefined;
  /** Only published FAQs are found by a search */
  status?: "draft" | "published" | "archived" | undefined;
  /** Other phrasings of the question; replaces all of them */
  alternatives?: string[] | undefined;
}

/** Applied as a draft; an existing flow gets a new version. Secrets are referred to by name and must exist */
export interface SnapshotFlow {
  name: string;
  description?: string | null | undefined;
  /** As in a flow, with names instead of ids: stage: [pipeline, stage], audience: { segment } */
  trigger: {
    type: "message.received" | "message.keyword" | "conversation.created" | "conversation.status_changed" | "conversation.assigned" | "contact.created" | "contact.tag_added" | "contact.tag_removed" | "contact.field_changed" | "deal.stage_changed" | "ticket.created" | "handover.requested" | "ticket.status_changed" | "order.created" | "order.status_changed" | "csat.answered" | "broadcast.replied" | "form.submitted" | "call.ended" | "call.missed" | "window.closing" | "webhook" | "schedule" | "no_reply_for" | "manual";
    [key: string]: unknown;
  };
  conditions?: FlowConditions | null | undefined;
  steps: Array<{
    type: "send_message" | "send_template" | "add_tag" | "remove_tag" | "set_field" | "assign" | "set_status" | "snooze" | "set_priority" | "add_label" | "remove_label" | "add_note" | "create_ticket" | "update_ticket" | "create_deal" | "move_deal" | "notify" | "wait" | "wait_for_reply" | "branch" | "start_flow" | "http_request" | "emit_webhook" | "start_chatbot" | "stop_chatbot" | "hand_over" | "stop";
    [key: string]: unknown;
  }>;
  oncePerContact?: boolean | undefined;
}

/** A snapshot as returned by the API, or parts of it */
export interface SnapshotInput {
  version: 1;
  parts: SnapshotParts;
}

export interface SnapshotKnowledgeCategory {
  /** Category names, from the top down */
  path: string[];
  description?: string | null | undefined;
  /** Lists are sorted by this */
  position?: number | undefined;
}

export type SnapshotLabel = CreateLabel;

/** A shared macro */
export interface SnapshotMacro {
  name: string;
  /** Executed in this order */
  actions: SnapshotMacroAction[];
}

/** As in a macro, with the canned reply's shortcut instead of its id */
export interface SnapshotMacroAction {
  type: "add_label" | "remove_label" | "assign" | "set_status" | "set_priority" | "snooze" | "send_message" | "add_note";
  label?: LabelReference | undefined;
  status?: "open" | "pending" | "resolved" | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** For snooze: the duration */
  minutes?: number | undefined;
  /** For send_message and add_note, with the variables of canned replies */
  text?: string | undefined;
  /** For assign: null: unassigned; me: the member who runs it */
  assignee?: "me" | null | undefined;
  /** For send_message: a shortcut, instead of text */
  cannedReply?: string | undefined;
}

/** Every part is optional. Entries refer to one another by name; a path lists the names from the top down */
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
  voiceAgents?: SnapshotVoiceAgent[] | undefined;
}

/** Pipelines are put in the snapshot's order; other existing ones stay, after them */
export interface SnapshotPipeline {
  name: string;
  /** true: becomes the default; false has no effect, because there is always one default */
  isDefault?: boolean | undefined;
  /** In order; other existing ones stay, after them */
  stages: NewStage[];
}

export interface SnapshotResult {
  created: number;
  changed: number;
  kept: number;
  left: number;
  /** Always 0 for an apply, which is all or nothing */
  conflicts: number;
  /** In the order of application */
  entries: SnapshotEntryResult[];
}

/** Omitted fields keep their values */
export type SnapshotSettings = UpdateOrganizationSettings;

/** The result of the snapshot that a client was created with */
export interface SnapshotSetup {
  /** failed: nothing was applied, and it is not retried */
  status: "pending" | "applied" | "failed";
  problem: {
    code: string;
    message: string;
    field: string;
  } | null;
  updatedAt: Timestamp;
}

export interface SnapshotTicketCategory {
  name: string;
  description?: string | null | undefined;
}

export type SnapshotTicketField = CreateTicketField;

/** A shared view */
export interface SnapshotView {
  name: string;
  filters: SnapshotViewFilters;
  sort?: "lastMessageAt" | "createdAt" | "waitingSince" | undefined;
}

/** As in a view, with the path of the division; null: in no division */
export interface SnapshotViewFilters {
  /** snoozed: pending until a set time; done: resolved */
  status?: "open" | "pending" | "resolved" | "snoozed" | "done" | undefined;
  /** Pending, for this reason */
  pendingReason?: "bot" | "snoozed" | "customer" | undefined;
  /** true: unassigned; false: assigned */
  unassigned?: boolean | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** true: with unread messages; false: without */
  unread?: boolean | undefined;
  handledBy?: "bot" | "human" | undefined;
  /** The customer has been waiting for an answer since this time or longer */
  waitingSince?: string | undefined;
  /** The customer has been waiting for an answer at least this long */
  waitingMinutes?: number | undefined;
  /** Has any of these labels */
  labels?: LabelReference[] | undefined;
  /** Has all of these labels */
  allLabels?: LabelReference[] | undefined;
  /** Unresolved, with a note that mentions the calling member */
  mentioned?: "me" | undefined;
  /** Unresolved; its customer service window is open and closes within this time */
  windowExpiresWithinMinutes?: number | undefined;
  /** none: unassigned; me: the calling member */
  assignee?: "me" | "none" | undefined;
  division?: string[] | null | undefined;
}

/** Without channel, AI key and transfer number; a new one is inactive until it has a channel */
export interface SnapshotVoiceAgent {
  name: string;
  persona?: VoiceAgentPersonaInput | undefined;
  /** Additional instructions, subordinate to the platform's own policy */
  instructions?: string[] | undefined;
  scope?: VoiceAgentScopeInput | undefined;
  knowledge?: VoiceAgentKnowledgeInput | undefined;
  speech?: SnapshotVoiceAgentSpeech | undefined;
  opening?: VoiceAgentOpeningInput | undefined;
  transfer?: SnapshotVoiceAgentTransfer | undefined;
  tools?: VoiceAgentToolsInput | undefined;
  /** When it takes calls; null: always */
  activeHours?: BusinessHours | null | undefined;
  messages?: VoiceAgentMessagesInput | undefined;
  limits?: VoiceAgentLimitsInput | undefined;
  /** Summarize each call afterwards, with the organization's own models */
  summary?: boolean | undefined;
  recording?: VoiceAgentRecordingInput | undefined;
  afterCall?: VoiceAgentAfterCallInput | undefined;
}

/** Omitted fields keep their values */
export interface SnapshotVoiceAgentSpeech {
  /** A realtime model; its price is per started minute */
  model?: string | undefined;
  /** As the provider spells it */
  voice?: string | undefined;
  speed?: number | undefined;
  /** ISO 639 code; null: the caller's language */
  language?: string | null | undefined;
  /** Transcribes what the caller says */
  transcriptionModel?: string | undefined;
  /** server_vad: after a silence; semantic_vad: judging by what was said */
  turnDetection?: "server_vad" | "semantic_vad" | undefined;
  /** server_vad: the silence that ends the caller's turn */
  silenceMs?: number | undefined;
  /** semantic_vad: how soon it answers */
  eagerness?: "low" | "medium" | "high" | "auto" | undefined;
  /** The caller can interrupt it */
  interruptible?: boolean | undefined;
}

/** Omitted fields keep their values */
export interface SnapshotVoiceAgentTransfer {
  /** Transfer when the caller asks for a human, in any language of the lexicon */
  onRequest?: boolean | undefined;
  /** When calls can be transferred; null: always */
  hours?: BusinessHours | null | undefined;
  /** What it says before a transfer */
  message?: string | undefined;
}

/** Without minutes the flow can be saved, but not activated */
export interface SnoozeStep {
  type: "snooze";
  minutes?: number | undefined;
}

export interface SpokenTurn {
  speaker: "caller" | "agent";
  text: string;
}

export interface Stage {
  id: string;
  pipelineId: string;
  name: string;
  /** From 0, left to right */
  position: number;
  color: string;
  winProbability: number;
  /** What its deals are: open, won or lost */
  kind: "open" | "won" | "lost";
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface StageStay {
  id: string;
  pipelineId: string;
  /** May have been deleted since */
  stageId: string;
  /** The stage's name at that time */
  stageName: string;
  stageKind: "open" | "won" | "lost";
  enteredAt: Timestamp;
  /** null: it is still there */
  leftAt: string | null;
  /** For the current stage: until now */
  durationSeconds: number;
  /** Who moved it there: an API key, an agent, or the system */
  movedBy: string;
}

export interface StageStayList {
  data: StageStay[];
  pageInfo: PageInfo;
}

export interface StartAuthorization {
  kind: string;
  /** Name of the channel; default: the account's name */
  name?: string | undefined;
  /** Where the browser is redirected at the end; on PUBLIC_URL or an allowed origin. Default: a page of this server */
  redirectUri?: string | undefined;
  /** Settings of the channel and of your own provider app: see GET /channels/kinds */
  config?: Record<string, JsonValue> | undefined;
}

export interface StartChatbotEvaluationRun {
  settings?: ChatbotSettingsInput | undefined;
}

export interface StartChatbotStep {
  type: "start_chatbot";
}

/** Give exactly one */
export interface StartFlowRun {
  /** Default: the contact of the conversation */
  contactId?: string | undefined;
  conversationId?: string | undefined;
}

/** Without flowId the flow can be saved, but not activated */
export interface StartFlowStep {
  type: "start_flow";
  flowId?: string | undefined;
}

export interface StartTwoFactor {
  password: string;
}

export interface StartedAuthorization {
  id: string;
  /** Where to send the person's browser */
  authorizeUrl: string;
  /** The platform's redirect URL: must be registered with the provider app */
  callbackUri: string;
  expiresAt: Timestamp;
}

export interface StopChatbotStep {
  type: "stop_chatbot";
}

export interface StopStep {
  type: "stop";
}

export interface SubmitForm {
  /** From the form; submitting it again with the same answers counts as one submission */
  token: string;
  /** By field key */
  answers: Record<string, string | boolean>;
  /** true if the form has a consentText */
  consent?: boolean | undefined;
  /** Honeypot, hidden from people: leave it empty */
  leaveEmpty?: string | undefined;
}

export interface SubscribePush {
  /** The subscription's endpoint: a public https address */
  endpoint: string;
  keys: {
    /** The browser's public key, base64url */
    p256dh: string;
    /** The browser's authentication secret, base64url */
    auth: string;
  };
  /** Returned with each message, so that the browser can show it in this language. Default: en */
  language?: string | undefined;
}

export interface Subscription {
  id: string;
  organizationId: string;
  organizationName: string;
  status: "trialing" | "active" | "past_due" | "paused" | "cancelled" | "expired";
  /** Billing period */
  subscriptionType: "monthly" | "quarterly" | "yearly" | "one_time";
  itemName: string;
  /** Price per bill; at most 6 decimals */
  billingAmount: number;
  /** ISO 4217 */
  currency: string;
  /** Number of remaining bills; null: until it ends */
  cycles: number | null;
  startDate: Timestamp;
  /** When the next bill is due; when past_due, the unpaid bill */
  nextBilling: string | null;
  /** When it expires; null: never */
  endDate: string | null;
  pastDueSince: string | null;
  /** Who above the organization paused, cancelled or ended it: only they, or someone above them, can resume it */
  heldBy: "agency" | "platform" | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface SubscriptionList {
  data: Subscription[];
  pageInfo: PageInfo;
}

export interface SubscriptionUpdatedEvent {
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
}

export interface SuggestReply {
  conversationId: string;
  /** Additional instructions, in your own words */
  instruction?: string | undefined;
}

export interface SuggestTags {
  conversationId: string;
}

export interface SuggestedReply {
  /** A draft; nothing is sent */
  text: string;
  /** The knowledge passages that the draft says it is based on */
  sources: Array<{
    /** A knowledge source, or */
    sourceId: string | null;
    /** an FAQ */
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
  /** Matching labels of the organization, best first; none is added */
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
  /** Language of the summary, for example en or pt-BR */
  language?: string | undefined;
}

export interface TableSize {
  name: string;
  sizeBytes: number;
}

export interface Tag {
  name: string;
  /** Number of contacts with this tag */
  contacts: number;
}

export interface TagChange {
  tags: string[];
  /** The tag that replaced them; null: they were removed */
  into: string | null;
  /** Contacts changed so far */
  changed: number;
  /** More contacts are changed in the background */
  remaining: boolean;
}

export interface TagList {
  data: Tag[];
  pageInfo: PageInfo;
}

/** Exactly one of segmentId, rules, contactIds and all. With none of them, or an empty one, the audience is empty: 422 audience_empty */
export interface TargetAudience {
  /** With its rules at the time when the broadcast starts */
  segmentId?: string | undefined;
  /** Default: all */
  match?: "all" | "any" | undefined;
  /** As in a segment: rules { field, op, value } or groups { match, rules } */
  rules?: Array<AudienceRule | AudienceGroup> | undefined;
  /** With rules: contacts that match these are excluded */
  exclude?: {
    /** Default: all */
    match?: "all" | "any" | undefined;
    /** As in a segment: rules { field, op, value } or groups { match, rules } */
    rules: Array<AudienceRule | AudienceGroup>;
  } | undefined;
  contactIds?: string[] | undefined;
  /** All contacts */
  all?: true | undefined;
}

export interface TelephonyAccount {
  id: string;
  provider: "twilio";
  name: string;
  providerAccountId: string;
  baseUrl: string;
  /** The last characters of the token; null: too short to show any of it */
  lastFour: string | null;
  /** installed: not tested since it was set */
  status: "installed" | "tested" | "failed";
  /** Why the last test failed */
  lastError: "invalid_credentials" | "forbidden" | "rate_limited" | "server_error" | "unreachable" | "timed_out" | "bad_response" | "unreadable" | null;
  lastTestedAt: string | null;
  /** Enter this at the provider as the webhook (POST) for incoming calls to its numbers */
  callbackUrl: string;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface TelephonyAccountList {
  data: TelephonyAccount[];
  pageInfo: PageInfo;
}

export interface TelephonyAccountTest {
  ok: boolean;
  error: "invalid_credentials" | "forbidden" | "rate_limited" | "server_error" | "unreachable" | "timed_out" | "bad_response" | "unreadable" | null;
  testedAt: Timestamp;
}

export interface Template {
  id: string;
  channelId: string;
  name: string;
  language: string;
  category: string | null;
  /** Only approved templates can be sent. disabled: also used for unknown states of the platform */
  status: "pending" | "approved" | "rejected" | "paused" | "disabled" | "in_appeal" | "deleted" | "archived";
  /** The platform's original value; null: not reported */
  platformStatus: string | null;
  quality: string | null;
  rejectedReason: string | null;
  parameterFormat: "positional" | "named";
  /** Variables of the body, in order */
  variables: string[];
  components: TemplateComponent[];
  /** The platform's own id */
  providerTemplateId: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A button in the platform's format */
export interface TemplateButton {
  /** QUICK_REPLY, URL, PHONE_NUMBER, COPY_CODE, OTP and others of the platform */
  type: string;
  /** Its label */
  text?: string | undefined;
  /** Of type URL; may end with a variable */
  url?: string | undefined;
  /** Of type PHONE_NUMBER */
  phone_number?: string | undefined;
  /** Of type OTP: COPY_CODE and others */
  otp_type?: string | undefined;
  /** A sample of the address, or of the code that is copied */
  example?: string | string[] | undefined;
  [key: string]: unknown;
}

/** A part of a template in the platform's format */
export interface TemplateComponent {
  /** HEADER, BODY, FOOTER or BUTTONS */
  type: string;
  /** Of a HEADER: TEXT (default), IMAGE, VIDEO, DOCUMENT or LOCATION */
  format?: string | undefined;
  /** With its variables: {{1}}, or {{first_name}} */
  text?: string | undefined;
  /** Of BUTTONS */
  buttons?: TemplateButton[] | undefined;
  /** Of the BODY of an authentication template */
  add_security_recommendation?: boolean | undefined;
  /** Of the FOOTER of an authentication template */
  code_expiration_minutes?: number | undefined;
  example?: TemplateExample | undefined;
  [key: string]: unknown;
}

export interface TemplateContent {
  name: string;
  language: string;
  /** In the template's order, or { name, value } for named ones */
  variables?: TemplateVariable[] | undefined;
  /** Parameters of header and buttons in the platform's format: type, for a button sub_type and index, parameters */
  components?: TemplateParameters[] | undefined;
}

/** A sample for every variable */
export interface TemplateExample {
  header_text?: string[];
  /** Of POST /channels/{id}/templates/samples */
  header_handle?: string[];
  header_text_named_params?: TemplateNamedSample[];
  body_text?: Array<string[]>;
  body_text_named_params?: TemplateNamedSample[];
  [key: string]: unknown;
}

export interface TemplateList {
  data: Template[];
  pageInfo: PageInfo;
}

export interface TemplateNamedSample {
  param_name: string;
  example: string;
}

/** A value in the platform's format */
export interface TemplateParameter {
  /** text, image, video, document, location, currency, date_time, payload, coupon_code */
  type?: string | undefined;
  text?: string | undefined;
  /** Of a named variable */
  parameter_name?: string | undefined;
  [key: string]: unknown;
}

/** Values for a part of a template in the platform's format */
export interface TemplateParameters {
  /** header, body or button */
  type: string;
  /** Of a button: url, quick_reply, copy_code */
  sub_type?: string | undefined;
  /** Of a button: which one, from 0 */
  index?: string | number | undefined;
  parameters?: TemplateParameter[] | undefined;
  [key: string]: unknown;
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

export interface TemplateSample {
  /** For `example.header_handle` of a HEADER; the platform only keeps it for a while */
  handle: string;
}

export interface TemplateSync {
  /** Number of templates that the platform listed */
  synced: number;
  /** Number that are new or changed */
  changed: number;
  /** Number that the platform no longer lists */
  removed: number;
}

export interface TemplateUpdatedEvent {
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
}

/** A value; { name, value } for a named variable */
export type TemplateVariable = string | number | NamedTemplateVariable;

/** Exactly one of eventId, conversationId, contactId */
export interface TestFlow {
  /** Default: the newest version */
  version?: number | undefined;
  /** A past event that is still in the log. Instead of the others */
  eventId?: string | undefined;
  /** A conversation; its customer's last message is used, unless `message` gives another */
  conversationId?: string | undefined;
  /** A contact, without a conversation */
  contactId?: string | undefined;
  /** The customer's message in the conversation */
  message?: string | undefined;
  /** The customer's answer wherever the flow waits for one. Default: no answer */
  reply?: string | undefined;
}

export interface TestVoiceAgent {
  /** The conversation so far, ending with the caller's turn that the voice agent answers */
  turns: SpokenTurn[];
}

export interface TestWebhookFilter {
  /** An event's type */
  type: string;
  channelId?: string | null | undefined;
  /** An event's data */
  data: Record<string, JsonValue>;
  filter?: WebhookFilter | undefined;
}

export interface Ticket {
  id: string;
  /** Numbered from 1 in the tenant */
  number: number;
  subject: string;
  description: string | null;
  status: "open" | "in_progress" | "pending" | "resolved" | "closed";
  priority: "low" | "medium" | "high" | "urgent";
  /** The name of one of the ticket categories */
  category: string | null;
  /** The assigned agent */
  assigneeId: string | null;
  /** The conversation's division */
  divisionId: string | null;
  contactId: string | null;
  /** A customer message in it reopens the ticket */
  conversationId: string | null;
  source: "inbox" | "flow" | "manual" | "api";
  labels: string[];
  /** By the key of the field */
  customFields: Record<string, CustomFieldValue>;
  dueAt: string | null;
  resolvedAt: string | null;
  closedAt: string | null;
  /** When it closes automatically, while it is resolved */
  autoCloseAt: string | null;
  /** The closed ticket that this one follows up */
  followUpOfId: string | null;
  sla: ServiceLevel | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface TicketActivity {
  id: string;
  kind: "created" | "updated" | "comment";
  /** An API key, an agent, or the system */
  by: string;
  reason: "created" | "request" | "customer_reply" | "auto_close" | "merge" | "unmerge" | "sla_breach" | "division_deleted" | "field_deleted" | "deleted";
  /** For a comment */
  text: string | null;
  /** By ticket field */
  changes: Record<string, Change>;
  createdAt: Timestamp;
}

export interface TicketActivityList {
  data: TicketActivity[];
  pageInfo: PageInfo;
}

export interface TicketCategory {
  id: string;
  name: string;
  description: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface TicketCategoryList {
  data: TicketCategory[];
  pageInfo: PageInfo;
}

export interface TicketCreatedEvent {
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
}

export interface TicketCreatedTrigger {
  type: "ticket.created";
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
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface TicketFieldList {
  data: TicketField[];
  pageInfo: PageInfo;
}

export interface TicketList {
  data: Ticket[];
  pageInfo: PageInfo;
}

export interface TicketStatusChangedTrigger {
  type: "ticket.status_changed";
  to?: Array<"open" | "in_progress" | "pending" | "resolved" | "closed"> | undefined;
}

export interface TicketUpdatedEvent {
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
    /** request: an API or dashboard request; customer_reply: a message reopened it; auto_close: its time expired; merge, unmerge: of its contact; sla_breach: a target was missed; division_deleted: it was moved to another division; field_deleted: a custom field and its values were deleted; deleted: it was deleted */
    reason: "created" | "request" | "customer_reply" | "auto_close" | "merge" | "unmerge" | "sla_breach" | "division_deleted" | "field_deleted" | "deleted";
    /** By ticket field; commentId is the id of an added comment, deletedAt the time of deletion */
    changes: Record<string, Change>;
  };
}

export interface TimelineItem {
  /** Id of the message, conversation, merge or contact concerned, or of the activity itself */
  id: string;
  type: "created" | "message" | "note" | "conversation_opened" | "merged" | "unmerged" | "fields_changed" | "tags_changed" | "opt_in_changed" | "blocked" | "unblocked" | "conversation_resolved" | "conversation_reopened";
  occurredAt: Timestamp;
  /** The contact, or one merged into it */
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
  data: Record<string, JsonValue>;
}

export interface TimelineItemList {
  data: TimelineItem[];
  pageInfo: PageInfo;
}

/** ISO 8601, UTC, milliseconds */
export type Timestamp = string;

export interface TopUp {
  /** Amount to add to the balance; above 0, at most 1000000000, 6 decimals */
  amount: number;
  /** Stored with the entry */
  reason?: string | undefined;
}

export interface TopUpResult extends App {
  transaction: Transaction;
}

export interface Transaction {
  id: string;
  organizationId: string;
  appId: string;
  /** top_up, credit, refund and release add; usage and reserve subtract; an adjustment subtracts a wrong credit. A reserve is followed by its release, and by usage if the work was done */
  type: "top_up" | "credit" | "usage" | "reserve" | "release" | "refund" | "adjustment";
  /** Signed; at most 6 decimals */
  amount: number;
  /** Balance after this entry; at most 6 decimals */
  balanceAfter: number;
  /** What the entry is for; unique per type */
  reference: string;
  reason: string | null;
  /** Who approved it, as given in the request */
  adminId: string | null;
  /** For usage that the agency pays: what the organization owes the agency for it; not taken from this balance; at most 6 decimals */
  owed: number | null;
  /** In an agency's ledger: the client that the usage belongs to */
  clientId: string | null;
  price: UsagePrice | null;
  /** A key, an agent, or a system part */
  createdBy: string;
  createdAt: Timestamp;
}

export interface TransactionList {
  data: Transaction[];
  pageInfo: PageInfo;
}

export interface Translate {
  text?: string | undefined;
  /** A message instead of a text */
  messageId?: string | undefined;
  /** Target language, for example en or pt-BR */
  language: string;
}

export interface TwoFactor {
  enabled: boolean;
  enabledAt: Timestamp | null;
  backupCodesLeft: number;
}

export interface TwoFactorStarted {
  /** Base32 secret, to type into an authenticator app */
  secret: string;
  /** The same as an otpauth: URL, for a QR code */
  uri: string;
}

export interface TypeLimits {
  type: "text" | "template" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contact" | "interactive" | "reaction" | "system" | "unsupported";
  /** Maximum characters of text */
  textCharactersMax?: number;
  /** Maximum bytes of text in UTF-8 */
  textBytesMax?: number;
  /** The choices */
  interactive?: {
    kinds: Array<"buttons" | "list" | "url">;
    buttonsMax: number;
    buttonTitleMax: number;
    listRowsMax: number;
    /** For rows and sections */
    rowTitleMax?: number;
    /** Absent: rows have no description */
    rowDescriptionMax?: number;
    /** For ids of buttons and rows */
    idMax?: number;
    /** For ids of rows, if different */
    rowIdMax?: number;
    /** Absent: no header */
    headerMax?: number;
    /** Absent: no footer */
    footerMax?: number;
    textCharactersMax?: {
      /** For kind buttons */
      buttons?: number;
      /** For kind list */
      list?: number;
      /** For kind url */
      url?: number;
    };
  };
  /** The file */
  media?: {
    mimeTypes: string[];
    bytesMax: number;
    /** For still images */
    stillBytesMax?: number;
    caption: boolean;
    /** Where captions are supported */
    captionCharactersMax?: number;
  };
  /** The supported emoji; absent: any single emoji */
  reactions?: string[];
  /** Supports replyToId */
  quote: boolean;
}

export interface Typing {
  id: string;
  typing: true;
}

export interface UnansweredQuestion {
  id: string;
  /** As first asked, with addresses and long numbers removed */
  question: string;
  /** ISO 639; null: unknown */
  language: string | null;
  /** How often it was asked, ignoring case and punctuation */
  count: number;
  firstAskedAt: Timestamp;
  lastAskedAt: Timestamp;
  dismissedAt: string | null;
}

export interface UnansweredQuestionList {
  data: UnansweredQuestion[];
  pageInfo: PageInfo;
}

/** Omitted fields keep their values */
export interface UpdateAdminOrganization {
  name?: string | undefined;
  status?: "active" | "suspended" | undefined;
}

/** Omitted fields keep their values */
export interface UpdateAgency {
  /** Name of the agency's organization */
  name?: string | undefined;
  /** null removes it */
  contactEmail?: string | null | undefined;
  /** null removes it */
  website?: string | null | undefined;
}

/** Omitted fields keep their values */
export interface UpdateAgencyClient {
  /** active resumes a suspended client */
  status?: "active" | "suspended" | "ended" | undefined;
  /** null removes it */
  reference?: string | null | undefined;
}

/** Omitted fields keep their values; with `snapshot` or `clientId` the content is replaced */
export interface UpdateAgencySnapshot {
  /** Unique in the agency; case-insensitive */
  name?: string | undefined;
  description?: string | null | undefined;
  /** Clients created without a snapshot of their own are set up with the default snapshot. An agency has at most one: setting it replaces the previous one */
  isDefault?: boolean | undefined;
  snapshot?: SnapshotInput | undefined;
  /** Instead of `snapshot`: take this client's current configuration, as far as its grant lets the agency read it */
  clientId?: string | undefined;
  /** Only these parts */
  parts?: string[] | undefined;
}

/** Omitted fields keep their values */
export interface UpdateAgent {
  name?: string | undefined;
  /** At most the agency's own */
  role?: "owner" | "admin" | "supervisor" | "agent" | "viewer" | undefined;
  /** Not for an invited member */
  status?: "active" | "suspended" | undefined;
  /** Not for an invited member */
  availability?: "online" | "busy" | "away" | "offline" | undefined;
  /** An https address */
  avatarUrl?: string | null | undefined;
  /** Replaces all existing ones */
  divisionIds?: string[] | undefined;
  /** Replaces all existing ones; empty: all channels */
  channelIds?: string[] | undefined;
  skills?: string[] | undefined;
  languages?: string[] | undefined;
  maxOpenConversations?: number | null | undefined;
  signature?: string | null | undefined;
}

/** Omitted fields keep their values */
export interface UpdateAgentSettings {
  autoAssign?: AutoAssignInput | undefined;
  visibility?: AgentVisibility | undefined;
  autoResolve?: AutoResolveInput | undefined;
  csat?: CsatInput | undefined;
  assist?: AgentAssistInput | undefined;
  /** Same as in the organization's settings */
  reopenWindowHours?: number | undefined;
  businessHours?: BusinessHours | null | undefined;
  /** Agents not seen for this long become offline */
  offlineAfterMinutes?: number | undefined;
}

export interface UpdateAiKey {
  /** One per provider and tenant */
  name?: string | undefined;
  /** Never shown again */
  apiKey?: string | undefined;
  /** Including the version in its path, for example https://models.example.com/v1 */
  baseUrl?: string | undefined;
  /** As the provider spells them; the first one is used when no model is named */
  models?: string[] | undefined;
  /** 1 is tried first; equal priorities: the older key first */
  priority?: number | undefined;
  /** false: the key is stored but not used */
  isActive?: boolean | undefined;
}

export interface UpdateApiKey {
  name: string;
}

export interface UpdateAppStatus {
  isActive: boolean;
}

/** Omitted fields keep their values */
export interface UpdateBalance {
  /** Notify when the balance, including reserved amounts, falls below this; null: never. 6 decimals */
  lowThreshold?: number | null | undefined;
}

export interface UpdateBillingOrganization {
  /** It cannot be turned off while the balance is below zero */
  allowNegativeBalance?: boolean | undefined;
}

/** Omitted fields keep their values */
export interface UpdateBroadcast {
  title?: string | undefined;
  channelId?: string | undefined;
  messageContent?: BroadcastContentInput | undefined;
  targetAudience?: TargetAudience | undefined;
  /** Automatic start time; null: not scheduled. Setting it on a draft schedules it; null makes a scheduled one a draft again */
  scheduledAt?: string | null | undefined;
  /** null: as fast as the channel allows */
  sendRatePerMinute?: number | null | undefined;
  quietHours?: QuietHours | null | undefined;
  /** Limits that pause it automatically; null: none. Default: 30 %, 5 %, after 100 messages */
  autoPause?: AutoPause | null | undefined;
}

/** Omitted fields keep their values */
export interface UpdateCannedReply {
  /** What an agent types after a slash; unique, case-insensitive */
  shortcut?: string | undefined;
  title?: string | undefined;
  content?: CannedReplyContent | undefined;
  /** Media sent after the text */
  mediaIds?: string[] | undefined;
}

export interface UpdateChannel {
  name?: string | undefined;
  /** Reconnect, or stop sending */
  status?: "Connected" | "Disconnected" | undefined;
  /** Settings of this kind: see GET /channels/kinds. Secret settings are write-only */
  config?: Record<string, JsonValue> | undefined;
}

export interface UpdateChannelCalling {
  voiceAgentId?: string | null | undefined;
  /** Customers can call */
  enabled?: boolean | undefined;
  /** Customers see the call button; otherwise they can only call through links and buttons */
  iconVisible?: boolean | undefined;
  hours?: CallHoursInput | null | undefined;
  /** The platform asks callers whether they may be called back */
  asksForCallback?: boolean | undefined;
}

/** Omitted fields keep their values, also inside a group */
export interface UpdateChatbot extends ChatbotSettingsInput {
  name?: string | undefined;
  /** Turning it off hands its current conversations to people */
  isActive?: boolean | undefined;
  /** Channels it serves. A channel has at most one chatbot */
  channelIds?: string[] | undefined;
}

export interface UpdateChatbotEvaluation {
  name?: string | undefined;
  cases?: ChatbotCase[] | undefined;
}

/** Applies to usage from now on; work in progress keeps its terms. The client's owners get an e-mail when the markup rises */
export interface UpdateClientBilling {
  /** client_pays: the client's balance pays the marked-up price, and the agency is credited the markup; agency_pays: the agency's balance pays the cost, and the client owes it the marked-up price; omitted: unchanged */
  mode?: "agency_pays" | "client_pays" | undefined;
  /** 0 to 100, at most 2 decimals; omitted: unchanged */
  markupPercent?: number | undefined;
}

/** Omitted fields keep their values; null clears a field */
export interface UpdateContact {
  name?: string | null | undefined;
  /** International number, in any format; stored as E.164 */
  phone?: string | null | undefined;
  /** Same as phone */
  phoneNumber?: string | null | undefined;
  email?: string | null | undefined;
  source?: string | undefined;
  /** Replaces all tags; duplicates are dropped */
  tags?: string[] | undefined;
  /** A member of the tenant: agt_… or usr_… */
  ownerId?: string | null | undefined;
  /** A stage of one of the pipelines: stg_… */
  stageId?: string | null | undefined;
  /** BCP 47 language tag */
  language?: string | null | undefined;
  /** IANA */
  timezone?: string | null | undefined;
  /** ISO 3166-1, two letters */
  country?: string | null | undefined;
  optIn?: "unknown" | "opted_in" | "opted_out" | undefined;
  /** Sets the given fields and keeps the others; null removes a field. Defined fields are validated, see contact fields */
  customFields?: Record<string, CustomFieldInput> | undefined;
  blocked?: boolean | undefined;
}

/** Omitted fields keep their values; null clears the description */
export interface UpdateContactField {
  /** The displayed name */
  label?: string | undefined;
  /** The allowed values of select and multi_select; at least one */
  options?: string[] | undefined;
  /** Required when a contact is created, and cannot be cleared; contacts created by an inbound message are exempt */
  required?: boolean | undefined;
  description?: string | null | undefined;
  /** Order in forms, lowest first */
  position?: number | undefined;
}

/** Omitted fields keep their values */
export interface UpdateConversation {
  /** done is an alias of resolved */
  status?: "open" | "pending" | "resolved" | "done" | undefined;
  /** In the future: pending until then */
  snoozedUntil?: string | null | undefined;
  /** A member of the tenant: agt_… or usr_…; null: unassigned */
  assigneeId?: string | null | undefined;
  /** A division; null: none */
  divisionId?: string | null | undefined;
  /** Replaces all labels; a new name creates a label */
  labels?: LabelReference[] | undefined;
  /** Labels to add */
  addLabels?: LabelReference[] | undefined;
  /** Labels to remove */
  removeLabels?: LabelReference[] | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  subject?: string | null | undefined;
}

/** Omitted fields keep their values; null clears a field */
export interface UpdateDeal {
  title?: string | undefined;
  /** 0 to 1,000,000,000,000, at most 6 decimals; needs a currency */
  amount?: number | null | undefined;
  /** ISO 4217: EUR */
  currency?: string | null | undefined;
  /** The conversation it came from */
  conversationId?: string | null | undefined;
  /** A member of the tenant: agt_… or usr_… */
  ownerId?: string | null | undefined;
  /** Required in a lost stage; not allowed elsewhere */
  lostReason?: string | null | undefined;
  /** Its place in its stage's column, lowest on top: to place it between two others, give a number between theirs. Default: at the end */
  position?: number | undefined;
  expectedCloseAt?: string | null | undefined;
  contactId?: string | undefined;
  /** Another pipeline without a stageId: its first open stage */
  pipelineId?: string | undefined;
  /** Of any pipeline; pipelineId is set to the stage's pipeline */
  stageId?: string | undefined;
}

/** Omitted fields keep their values; null clears a field */
export interface UpdateDivision {
  name?: string | undefined;
  description?: string | null | undefined;
  /** #rgb, #rrggbb or a colour name */
  color?: string | null | undefined;
  /** The parent division; null: top level */
  parent_division_id?: string | null | undefined;
}

/** Omitted fields keep their values; unknown fields are refused */
export interface UpdateEntitlements {
  /** Active members and open invitations; null: no limit */
  seats?: number | null | undefined;
  /** Channels in any status; null: no limit */
  channels?: number | null | undefined;
  /** Contacts, without merged ones; people who write, or are written to, for the first time are always stored; null: no limit */
  contacts?: number | null | undefined;
  /** Messages accepted for sending in a calendar month (UTC), without reactions and notes; null: no limit */
  messagesPerMonth?: number | null | undefined;
  /** Broadcasts started in a calendar month (UTC); null: no limit */
  broadcastsPerMonth?: number | null | undefined;
  /** Automation flows, including drafts; null: no limit */
  flows?: number | null | undefined;
  /** Chatbots, including inactive ones; null: no limit */
  chatbots?: number | null | undefined;
  /** AI model answers in a calendar month (UTC), for any purpose and of any length; null: no limit */
  aiCreditsPerMonth?: number | null | undefined;
  /** Custom domains; null: no limit */
  domains?: number | null | undefined;
  /** Minutes of voice calls that started in the month, each started minute counted in full; null: no limit */
  voiceMinutesPerMonth?: number | null | undefined;
  /** Alias of messagesPerMonth */
  messages?: number | null | undefined;
  /** Alias of broadcastsPerMonth */
  broadcasts?: number | null | undefined;
  /** Alias of aiCreditsPerMonth */
  aiCredits?: number | null | undefined;
  /** Alias of domains */
  domain?: number | null | undefined;
  /** Alias of voiceMinutesPerMonth */
  voiceMinutes?: number | null | undefined;
}

/** Omitted fields keep their values; null clears a field */
export interface UpdateFaq {
  question?: string | undefined;
  /** Markdown */
  answer?: string | undefined;
  categoryId?: string | null | undefined;
  /** Instead of categoryId: a category's name (case-insensitive) or id; a new name creates the category */
  category?: string | null | undefined;
  language?: LanguageInput | undefined;
  /** Only published FAQs are found by a search */
  status?: "draft" | "published" | "archived" | undefined;
  /** Other phrasings of the question; replaces all of them */
  alternatives?: string[] | undefined;
}

/** Omitted fields keep their values. A change to the flow's behaviour creates a new version */
export interface UpdateFlow {
  name?: string | undefined;
  description?: string | null | undefined;
  trigger?: FlowTrigger | undefined;
  steps?: FlowSteps | undefined;
  conditions?: FlowConditions | null | undefined;
  oncePerContact?: boolean | undefined;
}

/** Omitted fields keep their values. After a rename, steps with the old name no longer find it */
export interface UpdateFlowSecret {
  /** Capital letters, digits and underscores. Unique in the organization */
  name?: string | undefined;
  /** Never shown again. At least eight characters: shorter ones cannot be redacted from responses */
  value?: string | undefined;
  /** Hosts that it may be sent to: shop.example, or shop.example:8443 for one port only. Full names; subdomains are separate hosts. Changing them needs the scope organization:write */
  hosts?: string[] | undefined;
}

export interface UpdateFormSubmission {
  status: "new" | "processed" | "spam";
}

/** Omitted fields keep their values. A secret is set or cleared, not both */
export interface UpdateGatewaySettings {
  enabled?: boolean | undefined;
  reconciliationEnabled?: boolean | undefined;
  baseUrl?: string | undefined;
  /** User name for HTTP Basic authentication at the gateway */
  secretKey?: string | undefined;
  /** The token that the gateway sends with its callbacks in x-callback-token */
  callbackToken?: string | undefined;
  clearSecretKey?: boolean | undefined;
  clearCallbackToken?: boolean | undefined;
}

/** Omitted fields keep their values; null clears a field */
export interface UpdateKnowledgeCategory {
  name?: string | undefined;
  description?: string | null | undefined;
  /** Lists are sorted by this */
  position?: number | undefined;
  /** The category; null: none */
  parentId?: string | null | undefined;
}

/** Omitted fields keep their values; null clears a field. The kind cannot be changed */
export interface UpdateKnowledgeSource {
  /** Its words are searched as well */
  name?: string | undefined;
  /** For kind text: Markdown or plain text. Send longer ones as a file */
  text?: string | undefined;
  /** For kind url: the page, fetched with up to 5 redirects */
  url?: string | undefined;
  /** For kind file: a file uploaded to /media (PDF, DOCX, HTML, Markdown, CSV, text), at most 20 MB; kept as long as the source */
  mediaId?: string | undefined;
  categoryId?: string | null | undefined;
  language?: LanguageInput | undefined;
  /** For kind url: hours between fetches; null: never fetched again */
  refreshEveryHours?: number | null | undefined;
  /** false: stored, but not found by searches */
  isActive?: boolean | undefined;
}

/** Omitted fields keep their values; null clears a field */
export interface UpdateLabel {
  name?: string | undefined;
  /** #rrggbb */
  color?: string | null | undefined;
  description?: string | null | undefined;
}

/** Omitted fields keep their values; blocks replaces all blocks */
export interface UpdateLandingPage {
  /** URL slug, unique in the agency */
  slug?: string | undefined;
  title?: string | undefined;
  description?: string | null | undefined;
  blocks?: LandingPageBlock[] | undefined;
  status?: "draft" | "published" | undefined;
}

/** Omitted fields keep their values; actions replaces all actions */
export interface UpdateMacro {
  name?: string | undefined;
  visibility?: "private" | "shared" | undefined;
  /** Executed in this order */
  actions?: MacroAction[] | undefined;
}

export interface UpdateMember {
  /** At most the agency's own */
  role?: "owner" | "admin" | "supervisor" | "agent" | "viewer" | undefined;
  /** suspended: the member's sessions end, and their conversations are unassigned */
  status?: "active" | "suspended" | undefined;
  name?: string | undefined;
}

/** Omitted fields keep their values; null clears a field. Items and amounts can be changed only in draft and pending; items replaces all items */
export interface UpdateOrder {
  contactId?: string | undefined;
  number?: string | undefined;
  status?: "draft" | "pending" | "paid" | "fulfilled" | "cancelled" | "refunded" | undefined;
  items?: NewOrderItem[] | undefined;
  /** ISO 4217: EUR */
  currency?: string | undefined;
  /** 0 to 1,000,000,000,000, at most 6 decimals; at most the subtotal. Default: 0 */
  discount?: number | undefined;
  /** 0 to 1,000,000,000,000, at most 6 decimals. Default: 0 */
  tax?: number | undefined;
  /** 0 to 1,000,000,000,000, at most 6 decimals. Default: 0 */
  shipping?: number | undefined;
  /** Computed; if given, it must match */
  subtotal?: number | undefined;
  /** Computed; if given, it must match */
  total?: number | undefined;
  externalReference?: string | null | undefined;
  /** Where the order was placed */
  conversationId?: string | null | undefined;
  note?: string | null | undefined;
}

export interface UpdateOrganization {
  name?: string | undefined;
  settings?: UpdateOrganizationSettings | undefined;
}

export interface UpdateOrganizationSettings {
  /** A message within this time reopens a resolved conversation; later ones start a new conversation */
  reopenWindowHours?: number | undefined;
  /** How long a ticket stays resolved before it closes automatically; applies to tickets resolved from now on */
  ticketAutoCloseDays?: number | undefined;
  /** Messages with which a customer opts out, in addition to the built-in keywords of all languages; each must be the whole message */
  optOutWords?: string[] | undefined;
  /** Messages with which a customer who opted out opts in again, in addition to the built-in keywords */
  optInWords?: string[] | undefined;
}

export interface UpdatePhoneNumber {
  name?: string | undefined;
  /** The voice agent that answers it; null: nobody */
  voiceAgentId?: string | null | undefined;
}

/** Omitted fields keep their values */
export interface UpdatePipeline {
  name?: string | undefined;
  /** Beyond the end: the end. The other pipelines move accordingly */
  position?: number | undefined;
  /** true: makes it the default, instead of the current one; the default itself cannot be set to false */
  isDefault?: boolean | undefined;
  /** All stages of the pipeline in their new order */
  stageIds?: string[] | undefined;
}

/** Omitted fields keep their values */
export interface UpdatePrice {
  /** 0 to 1000000000, at most 6 decimals */
  costPerRequest: number;
  description?: string | null | undefined;
  isActive?: boolean | undefined;
}

/** Omitted fields keep their values */
export interface UpdateRetention {
  /** Messages and notes, by when they were sent; never the newest one of an unresolved conversation; null: as long as the organization exists */
  messagesDays?: number | null | undefined;
  /** Contents of files, by when they were stored; not those used by canned replies and knowledge sources; null: as long as the organization exists */
  mediaDays?: number | null | undefined;
  /** Events with their deliveries; never longer than the installation keeps events, and not before they are delivered; null: as long as the organization exists */
  eventsDays?: number | null | undefined;
  /** Audit log entries; null: as long as the organization exists */
  auditDays?: number | null | undefined;
  /** Contact import reports; null: as long as the organization exists */
  importsDays?: number | null | undefined;
  /** Flow runs and their steps, by the time they ended; never longer than the installation keeps them; null: as long as the installation does. A run that has started once never starts again */
  flowRunsDays?: number | null | undefined;
}

/** Omitted fields keep their values; null clears the description */
export interface UpdateSegment {
  /** Unique in the tenant; case-insensitive */
  name?: string | undefined;
  description?: string | null | undefined;
  rules?: AudienceRules | undefined;
}

/** Omitted fields keep their values; null clears a field */
export interface UpdateSignupForm {
  /** URL slug, unique in the agency */
  slug?: string | undefined;
  title?: string | undefined;
  intro?: string | null | undefined;
  fields?: SignupFormField[] | undefined;
  /** Text of a consent checkbox, which must be ticked to submit; stored with each submission, word for word */
  consentText?: string | null | undefined;
  target?: SignupFormTarget | undefined;
  thankYouText?: string | undefined;
  /** Where to redirect; null: thankYouText is shown */
  redirectUrl?: string | null | undefined;
  active?: boolean | undefined;
}

/** Omitted fields keep their values; null clears a field */
export interface UpdateSlaPolicy {
  name?: string | undefined;
  targets?: SlaTargetsInput | undefined;
  description?: string | null | undefined;
  /** Default: false */
  businessHoursOnly?: boolean | undefined;
  conditions?: SlaConditionsInput | undefined;
  /** Default: 0; equal priorities: the older policy first */
  order?: number | undefined;
  /** true makes it the default, instead of the current one */
  isDefault?: boolean | undefined;
}

/** Omitted fields keep their values */
export interface UpdateStage {
  name?: string | undefined;
  /** #rrggbb */
  color?: string | undefined;
  /** Probability of winning a deal in this stage, in percent; always 100 for a won stage and 0 for a lost one */
  winProbability?: number | undefined;
  kind?: "open" | "won" | "lost" | undefined;
  /** Beyond the end: the end. The other stages move accordingly */
  position?: number | undefined;
}

/** Omitted fields keep their values */
export interface UpdateSubscription {
  status?: "trialing" | "active" | "past_due" | "paused" | "cancelled" | "expired" | undefined;
  subscriptionType?: "monthly" | "quarterly" | "yearly" | "one_time" | undefined;
  itemName?: string | undefined;
  /** 0 to 1000000000, at most 6 decimals */
  billingAmount?: number | undefined;
  /** Number of remaining bills; 0: none, it ends when the next one would be due; null: until it ends */
  cycles?: number | null | undefined;
  /** A date (2026-12-01: its start in UTC), or a time with its offset (2026-12-01T09:00:00Z) */
  startDate?: string | undefined;
  /** Due time of the next bill, from which later bills are counted; a past time is due at once; null: no more bills. A date (2026-12-01: its start in UTC), or a time with its offset (2026-12-01T09:00:00Z) */
  nextBilling?: string | null | undefined;
  /** When it ends; null: never. A date (2026-12-01: its start in UTC), or a time with its offset (2026-12-01T09:00:00Z) */
  endDate?: string | null | undefined;
}

export interface UpdateTelephonyAccount {
  name?: string | undefined;
  /** The account's id at the provider */
  providerAccountId?: string | undefined;
  /** Verifies the provider's calls and signs ours; never shown again */
  authToken?: string | undefined;
  /** Of the provider's API, or of a compatible server. Default and null: the provider's own */
  baseUrl?: string | null | undefined;
}

/** Omitted fields keep their values; null clears a field */
export interface UpdateTicket {
  subject?: string | undefined;
  status?: "open" | "in_progress" | "pending" | "resolved" | "closed" | undefined;
  description?: string | null | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** A ticket category's name (case-insensitive) or id; a new name creates the category */
  category?: string | null | undefined;
  /** A member of the tenant: agt_… or usr_…; null: unassigned */
  assigneeId?: string | null | undefined;
  /** A division; null: none */
  divisionId?: string | null | undefined;
  /** Replaces all labels; duplicates are dropped. A label's id can be used instead of its name */
  labels?: string[] | undefined;
  /** Sets the given fields and keeps the others; null removes a field. Defined fields are validated, see ticket fields; keys without a definition accept any text, number or boolean */
  customFields?: Record<string, CustomFieldInput> | undefined;
  dueAt?: string | null | undefined;
  contactId?: string | null | undefined;
  conversationId?: string | null | undefined;
}

export interface UpdateTicketCategory {
  name?: string | undefined;
  description?: string | null | undefined;
}

/** Omitted fields keep their values; null clears the description */
export interface UpdateTicketField {
  /** The displayed name */
  label?: string | undefined;
  /** The allowed values of select and multi_select; at least one */
  options?: string[] | undefined;
  /** Required when a ticket is created, and cannot be cleared; tickets created by a flow, a chatbot or as a follow-up are exempt */
  required?: boolean | undefined;
  description?: string | null | undefined;
  /** Order in forms, lowest first */
  position?: number | undefined;
}

export interface UpdateTicketStep {
  type: "update_ticket";
  status?: "open" | "in_progress" | "pending" | "resolved" | "closed" | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  category?: string | null | undefined;
  assigneeId?: string | null | undefined;
}

/** Omitted fields keep their values; filters replaces all filters */
export interface UpdateView {
  name?: string | undefined;
  visibility?: "private" | "shared" | undefined;
  filters?: ConversationFilters | undefined;
  sort?: "lastMessageAt" | "createdAt" | "waitingSince" | undefined;
}

/** Omitted fields keep their values, also inside a group */
export interface UpdateVoiceAgent extends VoiceAgentSettingsInput {
  name?: string | undefined;
  /** The channel for conversations with its callers; its addresses must be phone numbers */
  channelId?: string | undefined;
}

export interface UpdateWebhook {
  /** https URL; redirects are not followed */
  url?: string | undefined;
  /** Event types, or * for all types, including future ones */
  events?: string[] | undefined;
  description?: string | null | undefined;
  channelIds?: string[] | null | undefined;
  /** Names and values, added to every delivery. Encrypted, and never shown again; replaces all existing headers */
  headers?: Record<string, string> | null | undefined;
  filter?: WebhookFilter | undefined;
  /** Maximum deliveries per second, including retries; more are delayed */
  maxPerSecond?: number | null | undefined;
  signatureScheme?: "hmac-sha256" | "ed25519" | undefined;
  /** active also re-activates a disabled webhook */
  status?: "active" | "paused" | undefined;
}

export interface UploadTemplateSample {
  /** A file uploaded with POST /media */
  mediaId: string;
}

export interface UsageMonth {
  /** Year and month in UTC, 2026-11 */
  month: string;
  /** Messages received from customers */
  messagesIn: number;
  /** Messages accepted for sending */
  messagesOut: number;
  /** Contacts with a message in either direction */
  activeContacts: number;
  /** Answers from AI models; minutes of voice calls are not among them */
  aiRequests: number;
  /** Sum of usage; at most 6 decimals */
  spend: number;
}

export interface UsageMonthList {
  data: UsageMonth[];
  pageInfo: PageInfo;
}

export interface UsagePrice {
  modelName: string;
  /** At the price of the time; at most 6 decimals */
  costPerRequest: number;
  /** Answers, or with a model of voice calls started minutes */
  requests: number;
}

export interface UsageSummary {
  currency: string;
  /** The last 12 months with any usage, newest first */
  months: UsageSummaryMonth[];
}

export interface UsageSummaryMonth extends UsageMonth {
  /** Clients with any usage */
  organizations: number;
}

export interface UseLoginLink {
  /** The value of `token=` in the link */
  token: string;
}

export interface VerifyTwoFactor {
  /** The six digits from the authenticator app, or a backup code; each is accepted only once */
  code: string;
}

export interface View {
  id: string;
  name: string;
  /** private: only for its owner */
  visibility: "private" | "shared";
  /** The member or API key that created it */
  ownerId: string;
  filters: ShownFilters;
  sort: "lastMessageAt" | "createdAt" | "waitingSince";
  counts?: ConversationCounts;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface ViewList {
  data: View[];
  pageInfo: PageInfo;
}

export interface VoiceAgent {
  id: string;
  name: string;
  /** Whether it answers calls; see activate and deactivate */
  isActive: boolean;
  /** The channel for conversations with its callers. null: it came from a snapshot; choose a channel before activating it */
  channelId: string | null;
  /** The channels whose calls it answers, see PATCH /channels/{id}/calling; its phone numbers are listed in /phone-numbers */
  answersChannelIds: string[];
  persona: VoiceAgentPersona;
  /** Additional instructions, subordinate to the platform's own policy */
  instructions: string[];
  scope: VoiceAgentScope;
  knowledge: VoiceAgentKnowledge;
  speech: VoiceAgentSpeech;
  opening: VoiceAgentOpening;
  transfer: VoiceAgentTransfer;
  tools: VoiceAgentTools;
  /** When it takes calls; null: always */
  activeHours: BusinessHours | null;
  messages: VoiceAgentMessages;
  limits: VoiceAgentLimits;
  /** Summarize each call afterwards, with the organization's own models */
  summary: boolean;
  recording: VoiceAgentRecording;
  afterCall: VoiceAgentAfterCall;
  /** Incremented on every change */
  version: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface VoiceAgentAfterCall {
  /** Rate the sentiment and outcome of each call, with the organization's own models */
  classify: boolean;
  /** What to extract from each call, with the organization's own models */
  extract: VoiceAgentExtractField[];
  /** A missed call creates a callback ticket, unless the caller already has an open one */
  callbackTickets: boolean;
}

/** Omitted fields keep their values */
export interface VoiceAgentAfterCallInput {
  /** Rate the sentiment and outcome of each call, with the organization's own models */
  classify?: boolean | undefined;
  /** What to extract from each call, with the organization's own models */
  extract?: VoiceAgentExtractField[] | undefined;
  /** A missed call creates a callback ticket, unless the caller already has an open one */
  callbackTickets?: boolean | undefined;
}

export interface VoiceAgentExtractField {
  /** Its key in the call's `extracted`; unique */
  name: string;
  /** What it is, explained for a model */
  description: string;
  type: "text" | "number" | "boolean" | "choice";
  /** For a choice: the possible values; otherwise empty */
  choices?: string[] | undefined;
}

export interface VoiceAgentKnowledge {
  /** Maximum number of passages per search */
  passages: number;
  /** Minimum score of a passage */
  minScore: number;
}

/** Omitted fields keep their values */
export interface VoiceAgentKnowledgeInput {
  /** Maximum number of passages per search */
  passages?: number | undefined;
  /** Minimum score of a passage */
  minScore?: number | undefined;
}

export interface VoiceAgentLimits {
  /** The caller is warned 30 seconds before */
  maxDurationSeconds: number;
  /** Silence before it asks whether the caller is still there */
  silencePromptSeconds: number;
  /** Silence before it ends the call; more than silencePromptSeconds */
  silenceHangUpSeconds: number;
  /** Any further calls are not taken */
  maxConcurrentCalls: number;
  /** Started minutes in 24 hours; null: no limit. Calls in progress when they are used up end with their current minute */
  minutesPerDay: number | null;
}

/** Omitted fields keep their values */
export interface VoiceAgentLimitsInput {
  /** The caller is warned 30 seconds before */
  maxDurationSeconds?: number | undefined;
  /** Silence before it asks whether the caller is still there */
  silencePromptSeconds?: number | undefined;
  /** Silence before it ends the call; more than silencePromptSeconds */
  silenceHangUpSeconds?: number | undefined;
  /** Any further calls are not taken */
  maxConcurrentCalls?: number | undefined;
  /** Started minutes in 24 hours; null: no limit. Calls in progress when they are used up end with their current minute */
  minutesPerDay?: number | null | undefined;
}

export interface VoiceAgentList {
  data: VoiceAgent[];
  pageInfo: PageInfo;
}

export interface VoiceAgentMessages {
  /** Spoken by the telephony provider when a call is not taken */
  unavailable: string;
  /** Spoken by the telephony provider when a call is cut off; a customer who called on a chat channel gets it as a message */
  apology: string;
}

/** Omitted fields keep their values */
export interface VoiceAgentMessagesInput {
  /** Spoken by the telephony provider when a call is not taken */
  unavailable?: string | undefined;
  /** Spoken by the telephony provider when a call is cut off; a customer who called on a chat channel gets it as a message */
  apology?: string | undefined;
}

export interface VoiceAgentOpening {
  /** The first thing it says */
  greeting: string;
  /** Said before the greeting: that an automated assistant is answering, and that a transcript is kept. null: nothing is said */
  disclosure: string | null;
  /** The caller can interrupt the opening as well */
  interruptible: boolean;
}

/** Omitted fields keep their values */
export interface VoiceAgentOpeningInput {
  /** The first thing it says */
  greeting?: string | undefined;
  /** Said before the greeting: that an automated assistant is answering, and that a transcript is kept. null: nothing is said */
  disclosure?: string | null | undefined;
  /** The caller can interrupt the opening as well */
  interruptible?: boolean | undefined;
}

export interface VoiceAgentPersona {
  /** Who the voice agent is, whom it talks to, and how */
  description: string;
  tone: "friendly" | "professional" | "neutral" | "casual";
}

/** Omitted fields keep their values */
export interface VoiceAgentPersonaInput {
  /** Who the voice agent is, whom it talks to, and how */
  description?: string | undefined;
  tone?: "friendly" | "professional" | "neutral" | "casual" | undefined;
}

export interface VoiceAgentRecording {
  /** off: nothing is recorded. announced: recorded from the end of the opening, which contains the announcement; callers who say stop or press 2 are not recorded. asked: recorded from the caller's yes. Applies only to telephone calls: calls on chat channels do not pass through the product, so they are never recorded, and their callers hear neither sentence. The laws in the callers' countries determine which mode you need */
  mode: "off" | "announced" | "asked";
  /** announced: said before the greeting; the caller cannot interrupt either. It should say how to refuse: say stop, or press 2 */
  announcement: string;
  /** asked: said after the greeting; the caller cannot interrupt either. Key 1 agrees, key 2 declines */
  question: string;
}

/** Omitted fields keep their values */
export interface VoiceAgentRecordingInput {
  /** off: nothing is recorded. announced: recorded from the end of the opening, which contains the announcement; callers who say stop or press 2 are not recorded. asked: recorded from the caller's yes. Applies only to telephone calls: calls on chat channels do not pass through the product, so they are never recorded, and their callers hear neither sentence. The laws in the callers' countries determine which mode you need */
  mode?: "off" | "announced" | "asked" | undefined;
  /** announced: said before the greeting; the caller cannot interrupt either. It should say how to refuse: say stop, or press 2 */
  announcement?: string | undefined;
  /** asked: said after the greeting; the caller cannot interrupt either. Key 1 agrees, key 2 declines */
  question?: string | undefined;
}

export interface VoiceAgentScope {
  /** knowledge_only: answer only from the knowledge base; knowledge_first: general explanations as well, but no facts of its own */
  mode: "knowledge_only" | "knowledge_first";
  /** Topics in scope; empty: everything the knowledge covers */
  allowedTopics: string[];
  /** Words and phrases that it must not say: otherwise it is stopped, and the call is transferred */
  blockedTopics: string[];
  /** What it says instead of an answer */
  outOfScopeMessage: string;
}

/** Omitted fields keep their values */
export interface VoiceAgentScopeInput {
  /** knowledge_only: answer only from the knowledge base; knowledge_first: general explanations as well, but no facts of its own */
  mode?: "knowledge_only" | "knowledge_first" | undefined;
  /** Topics in scope; empty: everything the knowledge covers */
  allowedTopics?: string[] | undefined;
  /** Words and phrases that it must not say: otherwise it is stopped, and the call is transferred */
  blockedTopics?: string[] | undefined;
  /** What it says instead of an answer */
  outOfScopeMessage?: string | undefined;
}

export interface VoiceAgentSettingsInput {
  persona?: VoiceAgentPersonaInput | undefined;
  /** Additional instructions, subordinate to the platform's own policy */
  instructions?: string[] | undefined;
  scope?: VoiceAgentScopeInput | undefined;
  knowledge?: VoiceAgentKnowledgeInput | undefined;
  speech?: VoiceAgentSpeechInput | undefined;
  opening?: VoiceAgentOpeningInput | undefined;
  transfer?: VoiceAgentTransferInput | undefined;
  tools?: VoiceAgentToolsInput | undefined;
  /** When it takes calls; null: always */
  activeHours?: BusinessHours | null | undefined;
  messages?: VoiceAgentMessagesInput | undefined;
  limits?: VoiceAgentLimitsInput | undefined;
  /** Summarize each call afterwards, with the organization's own models */
  summary?: boolean | undefined;
  recording?: VoiceAgentRecordingInput | undefined;
  afterCall?: VoiceAgentAfterCallInput | undefined;
}

export interface VoiceAgentSpeech {
  /** A realtime model; its price is per started minute */
  model: string;
  /** The AI key that is tried first; null: by priority */
  aiKeyId: string | null;
  /** As the provider spells it */
  voice: string;
  speed: number;
  /** ISO 639 code; null: the caller's language */
  language: string | null;
  /** Transcribes what the caller says */
  transcriptionModel: string;
  /** server_vad: after a silence; semantic_vad: judging by what was said */
  turnDetection: "server_vad" | "semantic_vad";
  /** server_vad: the silence that ends the caller's turn */
  silenceMs: number;
  /** semantic_vad: how soon it answers */
  eagerness: "low" | "medium" | "high" | "auto";
  /** The caller can interrupt it */
  interruptible: boolean;
}

/** Omitted fields keep their values */
export interface VoiceAgentSpeechInput {
  /** A realtime model; its price is per started minute */
  model?: string | undefined;
  /** The AI key that is tried first; null: by priority */
  aiKeyId?: string | null | undefined;
  /** As the provider spells it */
  voice?: string | undefined;
  speed?: number | undefined;
  /** ISO 639 code; null: the caller's language */
  language?: string | null | undefined;
  /** Transcribes what the caller says */
  transcriptionModel?: string | undefined;
  /** server_vad: after a silence; semantic_vad: judging by what was said */
  turnDetection?: "server_vad" | "semantic_vad" | undefined;
  /** server_vad: the silence that ends the caller's turn */
  silenceMs?: number | undefined;
  /** semantic_vad: how soon it answers */
  eagerness?: "low" | "medium" | "high" | "auto" | undefined;
  /** The caller can interrupt it */
  interruptible?: boolean | undefined;
}

export interface VoiceAgentTest {
  /** What it would say; empty if it would be stopped */
  text: string;
  /** Why it would be stopped and the call ended */
  stopped: "secret" | "policy_leak" | "blocked_topic" | null;
  /** Facts that it states and that are in no source */
  findings: string[];
  tools: VoiceAgentToolUse[];
  /** What would happen next */
  next: "transfer" | "hang_up" | null;
  model: string;
  /** A started minute, in the balance's currency */
  cost: number;
}

export interface VoiceAgentToolUse {
  name: string;
  input: string;
  /** As in a call. The knowledge base was searched; tickets, messages and transfers were only simulated */
  outcome: string;
}

export interface VoiceAgentTools {
  /** Whether it may create tickets for the caller */
  createTickets: boolean;
  /** Whether it may write to the caller's chat on its channel, within that channel's rules */
  sendMessages: boolean;
}

/** Omitted fields keep their values */
export interface VoiceAgentToolsInput {
  /** Whether it may create tickets for the caller */
  createTickets?: boolean | undefined;
  /** Whether it may write to the caller's chat on its channel, within that channel's rules */
  sendMessages?: boolean | undefined;
}

export interface VoiceAgentTransfer {
  /** Where calls are transferred, in international format; null: calls are not transferred */
  phoneNumber: string | null;
  /** Transfer when the caller asks for a human, in any language of the lexicon */
  onRequest: boolean;
  /** When calls can be transferred; null: always */
  hours: BusinessHours | null;
  /** What it says before a transfer */
  message: string;
}

/** Omitted fields keep their values */
export interface VoiceAgentTransferInput {
  /** Where calls are transferred, in international format; null: calls are not transferred */
  phoneNumber?: string | null | undefined;
  /** Transfer when the caller asks for a human, in any language of the lexicon */
  onRequest?: boolean | undefined;
  /** When calls can be transferred; null: always */
  hours?: BusinessHours | null | undefined;
  /** What it says before a transfer */
  message?: string | undefined;
}

/** Without timeoutSeconds the flow can be saved, but not activated */
export interface WaitForReplyStep {
  type: "wait_for_reply";
  timeoutSeconds?: number | undefined;
  onTimeout?: FlowStep[] | undefined;
}

/** Without seconds the flow can be saved, but not activated */
export interface WaitStep {
  type: "wait";
  seconds?: number | undefined;
}

export interface Webhook {
  id: string;
  url: string;
  /** Event types, or * for all */
  events: string[];
  description: string | null;
  /** Only events of these channels; null: all events, including those without a channel */
  channelIds: string[] | null;
  /** paused by you, disabled by the server; events in the meantime are kept as skipped deliveries and can be replayed */
  status: "active" | "paused" | "disabled";
  disabledReason: string | null;
  /** When the current series of failures started; null after any success */
  failingSince: string | null;
  /** Failed attempts in the current series; above ten, updated about twice a minute */
  failureCount: number;
  /** Headers added to every delivery; their values are never shown */
  headerNames: string[];
  filter: WebhookFilter;
  /** Maximum deliveries per second; null: no limit set */
  maxPerSecond: number | null;
  /** Scheme of webhook-signature: v1, HMAC with the secret, or v1a, Ed25519 with the public key. X-Service-Signature is sent with both */
  signatureScheme: "hmac-sha256" | "ed25519";
  /** whpk_…, for ed25519 */
  publicKey: string | null;
  /** Also signs until previousSecretExpiresAt */
  previousPublicKey: string | null;
  /** Until when the secret before the last rotation also signs */
  previousSecretExpiresAt: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface WebhookDisabledEvent {
  id: string;
  type: "webhook.disabled";
  createdAt: string;
  data: {
    webhookId: string;
    url: string;
    reason: string;
    failingSince: string | null;
  };
}

export interface WebhookEvent {
  id: string;
  /** inbound: an item of a platform's callback; outbound: a delivery to a webhook endpoint */
  direction: "inbound" | "outbound";
  /** For outbound: the event's type; for inbound: `callback` */
  type: string;
  organizationId: string;
  /** For inbound: the channel it arrived on */
  channelId: string | null;
  /** For inbound; null when the channel has been deleted */
  channelKind: string | null;
  /** For outbound: the webhook endpoint (whk_…) */
  endpointId: string | null;
  /** For outbound: the event (evt_…) */
  eventId: string | null;
  state: "pending" | "processing" | "done" | "failed";
  /** The result; null while it is pending or processing */
  outcome: "processed" | "ignored" | "delivered" | "skipped" | "failed" | null;
  attempts: number;
  lastError: string | null;
  createdAt: Timestamp;
  processedAt: string | null;
}

export interface WebhookEventList {
  data: WebhookEvent[];
  pageInfo: PageInfo;
}

export interface WebhookEventWithPayload extends WebhookEvent {
  /** The platform's payload, kept until it is processed; or the event as delivered. null when it is no longer kept */
  payload: JsonValue;
}

export interface WebhookFailingEvent {
  id: string;
  type: "webhook.failing";
  createdAt: string;
  data: {
    webhookId: string;
    url: string;
    failingSince: Timestamp;
    failureCount: number;
  };
}

/** Only events whose data match all conditions. eq, ne: the value equals, or does not equal, this; in: the value is in the list; exists: true when the field is present and not null; prefix: the text starts with this; contains: the list contains this */
export type WebhookFilter = WebhookFilterCondition[];

export interface WebhookFilterCondition {
  /** Path in the event's data, with names separated by dots: message.type */
  path: string;
  op: "eq" | "ne" | "in" | "exists" | "prefix" | "contains";
  value: string | number | boolean | null | Array<string | number | boolean | null>;
}

export interface WebhookFilterVerdict {
  /** Whether this webhook would receive such an event while active */
  delivered: boolean;
  /** The field that excludes it */
  stoppedBy: "events" | "channelIds" | "filter" | null;
  /** Index in the filter of the first condition that is not met, from 0 */
  condition: number | null;
}

export interface WebhookList {
  data: Webhook[];
  pageInfo: PageInfo;
}

export interface WebhookReplay {
  id: string;
  webhookId: string;
  since: Timestamp;
  until: Timestamp;
  /** cancelled: the webhook was paused, disabled or removed in the meantime */
  state: "running" | "done" | "cancelled";
  /** Deliveries created so far */
  deliveries: number;
  createdAt: Timestamp;
}

export interface WebhookTestEvent {
  id: string;
  type: "webhook.test";
  createdAt: string;
  data: {
    webhookId: string;
    message: string;
  };
}

/** Without contactBy and contactFrom the flow can be saved, but not activated */
export interface WebhookTrigger {
  type: "webhook";
  contactBy?: "phone" | "email" | "id" | undefined;
  contactFrom?: string | undefined;
  createContact?: boolean | undefined;
  nameFrom?: string | undefined;
  store?: FlowStore[] | undefined;
}

export interface WebhookWithSecret extends Webhook {
  /** Signing secret, whsec_…: shown only once */
  secret: string;
}

export interface WindowClosingTrigger {
  type: "window.closing";
  channelIds?: string[] | undefined;
  minutesBefore?: number | undefined;
}

/** Each type of event as it is delivered: to webhooks, by `events.list` and by `events.stream`. */
export interface EventsByType {
  /** A channel's status, quality, limit or settings changed */
  "channel.updated": ChannelUpdatedEvent;
  /** A template was submitted or deleted, or the platform changed it */
  "template.updated": TemplateUpdatedEvent;
  /** A contact was created, manually or by a message from or to an unknown address */
  "contact.created": ContactCreatedEvent;
  /** A contact's fields changed */
  "contact.updated": ContactUpdatedEvent;
  /** A contact was merged into another; undoing a merge sends contact.updated for both */
  "contact.merged": ContactMergedEvent;
  /** A conversation started with a message from or to the contact */
  "conversation.created": ConversationCreatedEvent;
  /** A conversation was assigned to an agent, or unassigned */
  "conversation.assigned": ConversationAssignedEvent;
  /** A conversation's status, labels or another field changed, it was read, or a note was added */
  "conversation.updated": ConversationUpdatedEvent;
  /** A customer's message was received and stored */
  "message.received": MessageReceivedEvent;
  /** An outbound message was accepted for sending, or was typed in the platform's own app; message.status reports its progress */
  "message.sent": MessageSentEvent;
  /** An outbound message's status moved forward: sent, delivered, read, failed or unknown */
  "message.status": MessageStatusEvent;
  /** A message was edited or deleted on the platform, or a customer reacted to it; the event carries its current state */
  "message.updated": MessageUpdatedEvent;
  /** A broadcast was created, or its status changed; message.status reports on each message */
  "broadcast.updated": BroadcastUpdatedEvent;
  /** A broadcast recipient wrote on its channel for the first time since receiving it, within seven days */
  "broadcast.replied": BroadcastRepliedEvent;
  /** The customer service window of an unresolved conversation closes soon; sent where an active flow asks for it */
  "conversation.window_closing": ConversationWindowClosingEvent;
  /** An emit_webhook step of a flow ran */
  "flow.emitted": FlowEmittedEvent;
  /** Nobody has written in an unresolved conversation for some minutes; sent where an active flow asks for it */
  "conversation.no_reply": ConversationNoReplyEvent;
  /** Media of a received message was stored, or its download failed for good: see its status */
  "message.media": MessageMediaEvent;
  /** A deal was created, moved to another stage, otherwise changed, or deleted */
  "deal.updated": DealUpdatedEvent;
  /** An order was created, changed status, was otherwise changed, or was deleted */
  "order.updated": OrderUpdatedEvent;
  /** A ticket was created */
  "ticket.created": TicketCreatedEvent;
  /** A ticket's status or another field changed, or a comment was added */
  "ticket.updated": TicketUpdatedEvent;
  /** A contact and all of its data were erased, including its earlier events */
  "contact.erased": ContactErasedEvent;
  /** The balance fell below the organization's low-balance threshold */
  "balance.low": BalanceLowEvent;
  /** An app was turned on or off */
  "app.updated": AppUpdatedEvent;
  /** A payment request received its invoice, was paid, or ended */
  "payment_request.updated": PaymentRequestUpdatedEvent;
  /** The subscription's status or terms changed */
  "subscription.updated": SubscriptionUpdatedEvent;
  /** A chatbot handed a conversation over to people */
  "handover.requested": HandoverRequestedEvent;
  /** A voice agent took a call */
  "call.started": CallStartedEvent;
  /** A call that a voice agent took or made is over */
  "call.ended": CallEndedEvent;
  /** A model has analysed a call after its end */
  "call.analyzed": CallAnalyzedEvent;
  /** A call was not taken by a voice agent */
  "call.missed": CallMissedEvent;
  /** An agency requests a grant, and optionally the link; sent to the organization */
  "agency_grant.requested": AgencyGrantRequestedEvent;
  /** An organization accepted or refused a grant; sent to both organizations */
  "agency_grant.answered": AgencyGrantAnsweredEvent;
  /** An agency's grant ended, and with it everything the agency created under it; sent to both organizations */
  "agency_grant.ended": AgencyGrantEndedEvent;
  /** A form of the agency was submitted; no event is sent for suspected spam */
  "form.submitted": FormSubmittedEvent;
  /** “Test” was pressed on a webhook; sent to that webhook only */
  "webhook.test": WebhookTestEvent;
  /** A webhook has been failing for a while without a success; sent once until it succeeds again */
  "webhook.failing": WebhookFailingEvent;
  /** A webhook was disabled because it failed for too long or its endpoint responded with 410 */
  "webhook.disabled": WebhookDisabledEvent;
}

export type EventType = keyof EventsByType;

/** An event of any type; `type` tells which, and so what `data` holds. */
export type ParleyEvent = EventsByType[EventType];
