// Generated from openapi.json by `npm run generate`; do not edit.
import type {
  EventStream,
  List,
  RequestOptions,
  StreamOptions,
  Upload,
} from "../types.ts";
import type {
  AcceptAgencyGrant,
  AcceptInvitation,
  AcceptedInvitation,
  AccessToken,
  AdminMember,
  AdminOrganization,
  AdminPaymentRequest,
  AdminStats,
  AdminUser,
  Agency,
  AgencyClient,
  AgencyGrant,
  AgencyLinkRequest,
  AgencySnapshot,
  AgencySnapshotWithContent,
  Agent,
  AgentSettings,
  AiKey,
  AiKeyTest,
  AiRequestRecord,
  ApiKey,
  App,
  ApplyAgencySnapshot,
  ApplySnapshot,
  AssistedText,
  AuditEntry,
  AuthorizationCode,
  BackupCodes,
  Balance,
  Board,
  BrandKit,
  Branding,
  Broadcast,
  BroadcastPreview,
  BroadcastRecipient,
  BroadcastStats,
  BulkContacts,
  BulkContactsResult,
  BulkResult,
  BulkUpdate,
  CannedReply,
  ChangeEmail,
  ChangePassword,
  Channel,
  ChannelAuthorization,
  ChannelHealth,
  ChannelKind,
  Chatbot,
  ChatbotEvaluation,
  ChatbotEvaluationRun,
  ChatbotEvaluationRunSummary,
  ChatbotEvaluationSummary,
  ChatbotPlaygroundRequest,
  ChatbotReplay,
  ChatbotTrial,
  ChatbotTurn,
  ChooseTenant,
  ClientBilling,
  ClientBillingMonth,
  CompleteAuthorization,
  ConfirmEmail,
  ConfirmPasswordReset,
  Contact,
  ContactExport,
  ContactField,
  ContactImport,
  ContactImportRow,
  ContactMerge,
  Conversation,
  ConversationActivity,
  ConversationChatbot,
  ConversationSummary,
  CreateAccessToken,
  CreateAdminOrganization,
  CreateAgencyClient,
  CreateAgencyLinkRequest,
  CreateAgencySnapshot,
  CreateAgent,
  CreateAiKey,
  CreateApiKey,
  CreateBroadcast,
  CreateCannedReply,
  CreateChannel,
  CreateChatbot,
  CreateChatbotEvaluation,
  CreateContact,
  CreateContactExport,
  CreateContactField,
  CreateContactImport,
  CreateConversationTicket,
  CreateCredit,
  CreateDeal,
  CreateDivision,
  CreateDomain,
  CreateFaq,
  CreateFaqImport,
  CreateFlow,
  CreateFlowSecret,
  CreateInvitation,
  CreateKnowledgeCategory,
  CreateKnowledgeSource,
  CreateLabel,
  CreateLandingPage,
  CreateMacro,
  CreateNote,
  CreateOrder,
  CreateOrganizationExport,
  CreatePaymentRequest,
  CreatePipeline,
  CreatePrice,
  CreateReplay,
  CreateSegment,
  CreateSignupForm,
  CreateSlaPolicy,
  CreateStage,
  CreateTemplate,
  CreateTicket,
  CreateTicketCategory,
  CreateTicketComment,
  CreateTicketField,
  CreateView,
  CreateWebhook,
  CreatedAdminOrganization,
  CreatedAgencyClient,
  CreatedApiKey,
  CreditResult,
  CsatResponse,
  CsatSummary,
  CurrentOrganizationErasure,
  Deal,
  DeleteTags,
  Deleted,
  Delivery,
  DeliveryDetail,
  DismissMergeSuggestion,
  DismissedMergeSuggestion,
  Division,
  Domain,
  EditTemplate,
  EmailConfirmed,
  EmailLinkRequested,
  Entitlements,
  EraseContact,
  EraseOrganization,
  EventType,
  Faq,
  FaqImport,
  FaqImportRow,
  FaqListItem,
  Flow,
  FlowHook,
  FlowHookAnswer,
  FlowHookBody,
  FlowHookWithUrl,
  FlowRun,
  FlowRunWithSteps,
  FlowSecret,
  FlowTest,
  FlowValidation,
  FlowVersion,
  FollowUpTicket,
  FormSubmission,
  FormSubmitted,
  GatewaySettings,
  GatewayTest,
  ImportMedia,
  InboxCounts,
  Invitation,
  InvitationPreview,
  KnowledgeCategory,
  KnowledgeFinding,
  KnowledgeFindings,
  KnowledgeSource,
  KnowledgeSourceListItem,
  KnowledgeStats,
  Label,
  LandingPage,
  LoginLink,
  Macro,
  MacroRun,
  Me,
  Media,
  Member,
  MergeContact,
  MergeSuggestion,
  MergeTags,
  Message,
  MessageHit,
  MetricDefinitions,
  MetricsBreakdown,
  MetricsSummary,
  MetricsTimeseries,
  Notification,
  NotificationsRead,
  Order,
  Organization,
  OrganizationBalance,
  OrganizationErasure,
  OrganizationExport,
  OwnEmail,
  ParleyEvent,
  PasswordChanged,
  PasswordResetRequested,
  PaymentRequest,
  Pipeline,
  PreviewBroadcast,
  PreviewInvitation,
  PreviewSegment,
  PreviewTemplate,
  Price,
  PrivacyRequest,
  ProveTwoFactor,
  PublicSignupForm,
  PutBrandKit,
  QueueRetry,
  QueueStats,
  ReadConversation,
  ReadNotifications,
  ReconnectChannel,
  RenameTag,
  RenderReply,
  RenderedReply,
  RequestAgencyGrant,
  RequestEmailLink,
  RequestPasswordReset,
  Retention,
  RevokedSessions,
  Rewrite,
  RunMacro,
  ScheduleBroadcast,
  SearchAnswer,
  Segment,
  SegmentPreview,
  SendMessage,
  SendOptions,
  Session,
  SetAvailability,
  SetRole,
  SignIn,
  SignedIn,
  SignedInByLink,
  SignedOut,
  SignupForm,
  SlaPolicy,
  Snapshot,
  SnapshotResult,
  Stage,
  StageStay,
  StartAuthorization,
  StartChatbotEvaluationRun,
  StartFlowRun,
  StartTwoFactor,
  StartedAuthorization,
  SubmitForm,
  Subscription,
  SuggestReply,
  SuggestTags,
  SuggestedReply,
  SuggestedTags,
  Summarize,
  Tag,
  TagChange,
  Template,
  TemplatePreview,
  TemplateSync,
  TestFlow,
  TestWebhookFilter,
  Ticket,
  TicketActivity,
  TicketCategory,
  TicketField,
  TimelineItem,
  TopUp,
  TopUpResult,
  Transaction,
  Translate,
  TwoFactor,
  TwoFactorStarted,
  Typing,
  UnansweredQuestion,
  UpdateAdminOrganization,
  UpdateAgency,
  UpdateAgencyClient,
  UpdateAgencySnapshot,
  UpdateAgent,
  UpdateAgentSettings,
  UpdateAiKey,
  UpdateApiKey,
  UpdateAppStatus,
  UpdateBalance,
  UpdateBillingOrganization,
  UpdateBroadcast,
  UpdateCannedReply,
  UpdateChannel,
  UpdateChatbot,
  UpdateChatbotEvaluation,
  UpdateClientBilling,
  UpdateContact,
  UpdateContactField,
  UpdateConversation,
  UpdateDeal,
  UpdateDivision,
  UpdateEntitlements,
  UpdateFaq,
  UpdateFlow,
  UpdateFlowSecret,
  UpdateFormSubmission,
  UpdateGatewaySettings,
  UpdateKnowledgeCategory,
  UpdateKnowledgeSource,
  UpdateLabel,
  UpdateLandingPage,
  UpdateMacro,
  UpdateMember,
  UpdateOrder,
  UpdateOrganization,
  UpdatePipeline,
  UpdatePrice,
  UpdateRetention,
  UpdateSegment,
  UpdateSignupForm,
  UpdateSlaPolicy,
  UpdateStage,
  UpdateSubscription,
  UpdateTicket,
  UpdateTicketCategory,
  UpdateTicketField,
  UpdateView,
  UpdateWebhook,
  UsageMonth,
  UsageSummary,
  UseLoginLink,
  VerifyTwoFactor,
  View,
  Webhook,
  WebhookEvent,
  WebhookEventWithPayload,
  WebhookFilterVerdict,
  WebhookReplay,
  WebhookWithSecret,
} from "./schemas.ts";

export interface ServiceAnswer {
  name: string;
  version: string;
  api: string;
  openapi: string;
  docs: string;
}

export interface OrganizationExportsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface OrganizationSnapshotGetQuery {
  /** Only these parts, with commas between. Left out: all */
  parts?: string | undefined;
}

export interface ApiKeysListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface AgencyClientsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "pending" | "active" | "suspended" | "ended" | undefined;
}

export interface AgencyClientsGrantsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "pending" | "accepted" | "refused" | "revoked" | "expired" | undefined;
}

export interface AgencySnapshotsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface AgencyLinkRequestsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "pending" | "accepted" | "declined" | "withdrawn" | "expired" | undefined;
}

export interface AgencyDomainsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "pending_verification" | "verified" | "active" | "failed" | "suspended" | undefined;
}

export interface AgencySignupFormsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface AgencyFormSubmissionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "new" | "processed" | "spam" | undefined;
  formId?: string | undefined;
}

export interface AgencyLandingPagesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "draft" | "published" | undefined;
}

export interface AgencyBillingSummaryListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** This month only: 2026-11 */
  month?: string | undefined;
  /** This client only */
  clientId?: string | undefined;
}

export interface AuthSessionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface MembersListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  role?: "owner" | "admin" | "supervisor" | "agent" | "viewer" | undefined;
  status?: "active" | "suspended" | undefined;
}

export interface InvitationsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "pending" | "accepted" | "revoked" | "expired" | undefined;
}

export interface ChannelsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  kind?: string | undefined;
  status?: "Pending" | "Connected" | "NeedsReauth" | "Disconnected" | "Error" | undefined;
}

export interface ChannelsTemplatesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "pending" | "approved" | "rejected" | "paused" | "disabled" | "in_appeal" | "deleted" | "archived" | undefined;
  name?: string | undefined;
}

export interface ContactsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** Name, e-mail, or phone in any spelling; every word must occur */
  q?: string | undefined;
  tag?: string | undefined;
  optIn?: "unknown" | "opted_in" | "opted_out" | undefined;
  /** This number, national variants included */
  phone?: string | undefined;
  /** This address, in any case */
  email?: string | undefined;
  /** An agent, or none */
  ownerId?: string | undefined;
  /** A stage of a pipeline, or none */
  stageId?: string | undefined;
  blocked?: boolean | undefined;
}

export interface ContactsTagsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** Part of the tag, in any case */
  q?: string | undefined;
}

export interface ContactsTimelineListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface ContactsMergesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface ContactsMergeSuggestionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface ContactsImportsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface ContactsImportsRowsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  outcome?: "created" | "updated" | "skipped" | "failed" | undefined;
}

export interface ContactsExportsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface ContactFieldsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface SegmentsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface SegmentsContactsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface ConversationsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
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
  /** Has this label; given more than once (`label=vip&label=refund`, up to 10 times), every one of them */
  label?: string | string[] | undefined;
  /** Has any of these labels: up to 10 names with commas between */
  labels?: string | undefined;
  /** lastMessageAt, createdAt: newest first; createdAt sorts by id, which is the order of creation. waitingSince: the longest wait first, of those that wait */
  sort?: "lastMessageAt" | "createdAt" | "waitingSince" | undefined;
}

export interface ConversationsCountsQuery {
  /** snoozed: pending until a time; done: resolved */
  status?: "open" | "pending" | "resolved" | "snoozed" | "done" | undefined;
  channelId?: string | undefined;
  contactId?: string | undefined;
  /** A division, without those below it; none: in no division */
  divisionId?: string | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  handledBy?: "bot" | "human" | undefined;
  /** The customer has waited for an answer since then or longer */
  waitingSince?: string | undefined;
  /** The customer has waited for an answer at least so long */
  waitingMinutes?: number | undefined;
  /** Has this label; given more than once (`label=vip&label=refund`, up to 10 times), every one of them */
  label?: string | string[] | undefined;
  /** Has any of these labels: up to 10 names with commas between */
  labels?: string | undefined;
}

export interface ConversationsActivityListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface ConversationsMessagesListQuery {
  /** 1 to 200 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface ConversationsChatbotTurnsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface MessagesListQuery {
  /** 1 to 200 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  channelId?: string | undefined;
  contactId?: string | undefined;
  direction?: "inbound" | "outbound" | undefined;
  status?: "received" | "queued" | "sending" | "sent" | "delivered" | "read" | "failed" | "cancelled" | "unknown" | undefined;
  clientReference?: string | undefined;
}

export interface BroadcastsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled" | "failed" | undefined;
  channelId?: string | undefined;
}

export interface BroadcastsRecipientsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "pending" | "sending" | "sent" | "delivered" | "read" | "replied" | "failed" | "unknown" | "skipped" | undefined;
}

export interface FlowsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "draft" | "active" | "paused" | undefined;
}

export interface FlowsVersionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface FlowsRunsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "running" | "waiting" | "completed" | "handed_off" | "cancelled" | "timed_out" | "failed" | undefined;
  contactId?: string | undefined;
}

export interface FlowSecretsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface KnowledgeSearchQuery {
  /** 1 to 50 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** A question, in whole sentences or words, in any of your languages */
  q: string;
  /** Only what is in this language, ISO 639 */
  language?: string | undefined;
  /** false: a look-up by somebody at work, which the statistics do not count */
  record?: boolean | undefined;
}

export interface KnowledgeSourcesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** A question or words, in any of your languages: the best come first, also with typos. Only what is published or active is found */
  q?: string | undefined;
  /** false: a look-up by somebody at work, which the statistics do not count */
  record?: boolean | undefined;
  kind?: "text" | "url" | "file" | undefined;
  status?: "pending" | "processing" | "ready" | "failed" | undefined;
  categoryId?: string | undefined;
  /** ISO 639 */
  language?: string | undefined;
}

export interface KnowledgeFaqsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** A question or words, in any of your languages: the best come first, also with typos. Only what is published or active is found */
  q?: string | undefined;
  /** false: a look-up by somebody at work, which the statistics do not count */
  record?: boolean | undefined;
  status?: "draft" | "published" | "archived" | undefined;
  categoryId?: string | undefined;
  /** ISO 639 */
  language?: string | undefined;
}

export interface KnowledgeFaqsImportsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface KnowledgeFaqsImportsRowsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  outcome?: "created" | "updated" | "skipped" | "failed" | undefined;
}

export interface KnowledgeCategoriesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** Only those directly in this one */
  parentId?: string | undefined;
}

export interface KnowledgeCategoriesDeleteQuery {
  /** Where what is in it goes: another category, or none for no category */
  moveTo?: string | undefined;
}

export interface KnowledgeUnansweredListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** true: the dismissed ones instead */
  dismissed?: boolean | undefined;
}

export interface LabelsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** Part of the name, without regard to case and accents */
  q?: string | undefined;
}

export interface NotificationsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** Whose: required for an API key; a member has only their own */
  memberId?: string | undefined;
  /** true: not read yet; false: read */
  unread?: boolean | undefined;
}

export interface ViewsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  visibility?: "private" | "shared" | undefined;
  /** counts: how many conversations the view shows, and how many are unread */
  include?: "counts" | undefined;
}

export interface ViewsGetQuery {
  /** counts: how many conversations the view shows, and how many are unread */
  include?: "counts" | undefined;
}

export interface ViewsConversationsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface CannedRepliesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** Part of the shortcut, title or content */
  q?: string | undefined;
}

export interface MacrosListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  visibility?: "private" | "shared" | undefined;
}

export interface SearchAllQuery {
  /** Words that must all occur, each at the beginning of a word; when nothing has them, what looks like them is found */
  q: string;
  /** Some of messages, contacts, conversations with commas between; default: all that the key may read */
  types?: string | undefined;
  /** Of each type, 1 to 25 */
  limit?: number | undefined;
}

export interface SearchMessagesQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** Words that must all occur, each at the beginning of a word; when nothing has them, what looks like them is found */
  q: string;
  channelId?: string | undefined;
  contactId?: string | undefined;
  /** Not older */
  since?: string | undefined;
  /** Older */
  until?: string | undefined;
}

export interface SearchContactsQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** Words that must all occur, each at the beginning of a word; when nothing has them, what looks like them is found */
  q: string;
}

export interface SearchConversationsQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** Words that must all occur, each at the beginning of a word; when nothing has them, what looks like them is found */
  q: string;
}

export interface PipelinesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface PipelinesBoardQuery {
  /** Deals of this agent, or none: of nobody */
  ownerId?: string | undefined;
  /** Of won and lost deals only those that were closed at or after this */
  closedSince?: string | undefined;
}

export interface PipelinesStagesDeleteQuery {
  /** The stage that the deals and contacts of this one go to */
  moveTo?: string | undefined;
}

export interface DealsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** In the title; every word must occur */
  q?: string | undefined;
  pipelineId?: string | undefined;
  stageId?: string | undefined;
  /** An agent, or none */
  ownerId?: string | undefined;
  contactId?: string | undefined;
  status?: "open" | "won" | "lost" | undefined;
  /** createdAt: newest first; position: as in the column of a stage, which stageId must name, and without q */
  sort?: "createdAt" | "position" | undefined;
}

export interface DealsHistoryListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface OrdersListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "draft" | "pending" | "paid" | "fulfilled" | "cancelled" | "refunded" | undefined;
  contactId?: string | undefined;
  conversationId?: string | undefined;
  /** Exactly this */
  number?: string | undefined;
  /** Exactly this */
  externalReference?: string | undefined;
}

export interface TicketsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** In the subject, or #number; every word must occur */
  q?: string | undefined;
  status?: "open" | "in_progress" | "pending" | "resolved" | "closed" | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** The name of a category, or its id */
  category?: string | undefined;
  /** An agent, or none */
  assigneeId?: string | undefined;
  /** A division, or none */
  divisionId?: string | undefined;
  contactId?: string | undefined;
  conversationId?: string | undefined;
  source?: "inbox" | "flow" | "manual" | "api" | undefined;
  /** Has this label */
  label?: string | undefined;
  /** KEY:VALUE, the value of a custom field, whole; of a list one of its options */
  customField?: string | undefined;
  /** true: past dueAt and neither resolved nor closed */
  overdue?: boolean | undefined;
}

export interface TicketsActivityListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface TicketCategoriesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface TicketFieldsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface MetricsSummaryQuery {
  /** Beginning: a date of the time zone (2026-03-01), or an instant with its offset; taken down to a quarter-hour. When left out, 30 days before until */
  since?: string | undefined;
  /** End, not included; taken up to a quarter-hour. When left out, now. At most 400 days after since */
  until?: string | undefined;
  /** IANA name: whose days, weeks, months and hours, as Europe/Berlin */
  timezone?: string | undefined;
  /** Only this channel */
  channelId?: string | undefined;
  /** Only channels of this kind, as chat_app */
  channelKind?: string | undefined;
  /** Only conversations that were assigned to this agent at the time; none: to nobody */
  assigneeId?: string | undefined;
  /** Only conversations that were in this division at the time; none: in no division */
  divisionId?: string | undefined;
  /** Divisions are meant with those below them in the tree as it is now: that of divisionId, and each group of a breakdown by division. Needs one of the two */
  subdivisions?: boolean | undefined;
  /** Only conversations that had the label of this name at the time */
  label?: string | undefined;
}

export interface MetricsSummaryCsvQuery {
  /** Beginning: a date of the time zone (2026-03-01), or an instant with its offset; taken down to a quarter-hour. When left out, 30 days before until */
  since?: string | undefined;
  /** End, not included; taken up to a quarter-hour. When left out, now. At most 400 days after since */
  until?: string | undefined;
  /** IANA name: whose days, weeks, months and hours, as Europe/Berlin */
  timezone?: string | undefined;
  /** Only this channel */
  channelId?: string | undefined;
  /** Only channels of this kind, as chat_app */
  channelKind?: string | undefined;
  /** Only conversations that were assigned to this agent at the time; none: to nobody */
  assigneeId?: string | undefined;
  /** Only conversations that were in this division at the time; none: in no division */
  divisionId?: string | undefined;
  /** Divisions are meant with those below them in the tree as it is now: that of divisionId, and each group of a breakdown by division. Needs one of the two */
  subdivisions?: boolean | undefined;
  /** Only conversations that had the label of this name at the time */
  label?: string | undefined;
}

export interface MetricsTimeseriesQuery {
  /** See GET /metrics/definitions */
  metric?: "messages_received" | "messages_sent" | "messages_delivered" | "messages_read" | "messages_failed" | "delivery_rate" | "read_rate" | "failure_rate" | "conversations_created" | "conversations_reopened" | "conversations_resolved" | "conversations_labelled" | "first_response_time" | "response_time" | "resolution_time" | "active_contacts" | "new_contacts" | "sla_met" | "sla_missed" | "sla_compliance" | "sla_first_response_compliance" | "sla_next_response_compliance" | "sla_resolution_compliance" | "ticket_sla_met" | "ticket_sla_missed" | "ticket_sla_compliance" | "csat_asked" | "csat_answered" | "csat_response_rate" | "csat_average_rating" | "csat_score" | undefined;
  /** Weeks begin on Monday; hours for at most 62 days */
  interval?: "hour" | "day" | "week" | "month" | undefined;
  /** Beginning: a date of the time zone (2026-03-01), or an instant with its offset; taken down to a quarter-hour. When left out, 30 days before until */
  since?: string | undefined;
  /** End, not included; taken up to a quarter-hour. When left out, now. At most 400 days after since */
  until?: string | undefined;
  /** IANA name: whose days, weeks, months and hours, as Europe/Berlin */
  timezone?: string | undefined;
  /** Only this channel */
  channelId?: string | undefined;
  /** Only channels of this kind, as chat_app */
  channelKind?: string | undefined;
  /** Only conversations that were assigned to this agent at the time; none: to nobody */
  assigneeId?: string | undefined;
  /** Only conversations that were in this division at the time; none: in no division */
  divisionId?: string | undefined;
  /** Divisions are meant with those below them in the tree as it is now: that of divisionId, and each group of a breakdown by division. Needs one of the two */
  subdivisions?: boolean | undefined;
  /** Only conversations that had the label of this name at the time */
  label?: string | undefined;
}

export interface MetricsTimeseriesCsvQuery {
  /** See GET /metrics/definitions */
  metric?: "messages_received" | "messages_sent" | "messages_delivered" | "messages_read" | "messages_failed" | "delivery_rate" | "read_rate" | "failure_rate" | "conversations_created" | "conversations_reopened" | "conversations_resolved" | "conversations_labelled" | "first_response_time" | "response_time" | "resolution_time" | "active_contacts" | "new_contacts" | "sla_met" | "sla_missed" | "sla_compliance" | "sla_first_response_compliance" | "sla_next_response_compliance" | "sla_resolution_compliance" | "ticket_sla_met" | "ticket_sla_missed" | "ticket_sla_compliance" | "csat_asked" | "csat_answered" | "csat_response_rate" | "csat_average_rating" | "csat_score" | undefined;
  /** Weeks begin on Monday; hours for at most 62 days */
  interval?: "hour" | "day" | "week" | "month" | undefined;
  /** Beginning: a date of the time zone (2026-03-01), or an instant with its offset; taken down to a quarter-hour. When left out, 30 days before until */
  since?: string | undefined;
  /** End, not included; taken up to a quarter-hour. When left out, now. At most 400 days after since */
  until?: string | undefined;
  /** IANA name: whose days, weeks, months and hours, as Europe/Berlin */
  timezone?: string | undefined;
  /** Only this channel */
  channelId?: string | undefined;
  /** Only channels of this kind, as chat_app */
  channelKind?: string | undefined;
  /** Only conversations that were assigned to this agent at the time; none: to nobody */
  assigneeId?: string | undefined;
  /** Only conversations that were in this division at the time; none: in no division */
  divisionId?: string | undefined;
  /** Divisions are meant with those below them in the tree as it is now: that of divisionId, and each group of a breakdown by division. Needs one of the two */
  subdivisions?: boolean | undefined;
  /** Only conversations that had the label of this name at the time */
  label?: string | undefined;
}

export interface MetricsBreakdownQuery {
  /** See GET /metrics/definitions */
  metric?: "messages_received" | "messages_sent" | "messages_delivered" | "messages_read" | "messages_failed" | "delivery_rate" | "read_rate" | "failure_rate" | "conversations_created" | "conversations_reopened" | "conversations_resolved" | "conversations_labelled" | "first_response_time" | "response_time" | "resolution_time" | "active_contacts" | "new_contacts" | "sla_met" | "sla_missed" | "sla_compliance" | "sla_first_response_compliance" | "sla_next_response_compliance" | "sla_resolution_compliance" | "ticket_sla_met" | "ticket_sla_missed" | "ticket_sla_compliance" | "csat_asked" | "csat_answered" | "csat_response_rate" | "csat_average_rating" | "csat_score" | undefined;
  /** One of the metric's dimensions */
  by?: "channel" | "channel_kind" | "assignee" | "division" | "label" | "author_kind" | "hour_of_week" | undefined;
  /** Beginning: a date of the time zone (2026-03-01), or an instant with its offset; taken down to a quarter-hour. When left out, 30 days before until */
  since?: string | undefined;
  /** End, not included; taken up to a quarter-hour. When left out, now. At most 400 days after since */
  until?: string | undefined;
  /** IANA name: whose days, weeks, months and hours, as Europe/Berlin */
  timezone?: string | undefined;
  /** Only this channel */
  channelId?: string | undefined;
  /** Only channels of this kind, as chat_app */
  channelKind?: string | undefined;
  /** Only conversations that were assigned to this agent at the time; none: to nobody */
  assigneeId?: string | undefined;
  /** Only conversations that were in this division at the time; none: in no division */
  divisionId?: string | undefined;
  /** Divisions are meant with those below them in the tree as it is now: that of divisionId, and each group of a breakdown by division. Needs one of the two */
  subdivisions?: boolean | undefined;
  /** Only conversations that had the label of this name at the time */
  label?: string | undefined;
}

export interface MetricsBreakdownCsvQuery {
  /** See GET /metrics/definitions */
  metric?: "messages_received" | "messages_sent" | "messages_delivered" | "messages_read" | "messages_failed" | "delivery_rate" | "read_rate" | "failure_rate" | "conversations_created" | "conversations_reopened" | "conversations_resolved" | "conversations_labelled" | "first_response_time" | "response_time" | "resolution_time" | "active_contacts" | "new_contacts" | "sla_met" | "sla_missed" | "sla_compliance" | "sla_first_response_compliance" | "sla_next_response_compliance" | "sla_resolution_compliance" | "ticket_sla_met" | "ticket_sla_missed" | "ticket_sla_compliance" | "csat_asked" | "csat_answered" | "csat_response_rate" | "csat_average_rating" | "csat_score" | undefined;
  /** One of the metric's dimensions */
  by?: "channel" | "channel_kind" | "assignee" | "division" | "label" | "author_kind" | "hour_of_week" | undefined;
  /** Beginning: a date of the time zone (2026-03-01), or an instant with its offset; taken down to a quarter-hour. When left out, 30 days before until */
  since?: string | undefined;
  /** End, not included; taken up to a quarter-hour. When left out, now. At most 400 days after since */
  until?: string | undefined;
  /** IANA name: whose days, weeks, months and hours, as Europe/Berlin */
  timezone?: string | undefined;
  /** Only this channel */
  channelId?: string | undefined;
  /** Only channels of this kind, as chat_app */
  channelKind?: string | undefined;
  /** Only conversations that were assigned to this agent at the time; none: to nobody */
  assigneeId?: string | undefined;
  /** Only conversations that were in this division at the time; none: in no division */
  divisionId?: string | undefined;
  /** Divisions are meant with those below them in the tree as it is now: that of divisionId, and each group of a breakdown by division. Needs one of the two */
  subdivisions?: boolean | undefined;
  /** Only conversations that had the label of this name at the time */
  label?: string | undefined;
}

export interface AgentsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
  /** Part of the name or the e-mail, without regard to case */
  q?: string | undefined;
  status?: "invited" | "active" | "suspended" | undefined;
  /** Members of this division, without those below it */
  divisionId?: string | undefined;
}

export interface AgentsCreateQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsReplaceQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsUpdateQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsDivisionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsDivisionsCreateQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsDivisionsGetQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsDivisionsReplaceQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsDivisionsUpdateQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsDivisionsDeleteQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
  /** The division that gets its members, children and conversations */
  moveTo?: string | undefined;
}

export interface AgentsManagementListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
  /** Part of the name or the e-mail, without regard to case */
  q?: string | undefined;
  status?: "invited" | "active" | "suspended" | undefined;
  /** Members of this division, without those below it */
  divisionId?: string | undefined;
}

export interface AgentsManagementCreateQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsManagementReplaceQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsManagementUpdateQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsManagementLoginLinkQuery {
  /** For whom; default: the person who asks; for a key whoever made it, else the oldest agent whom it may sign in */
  agentId?: string | undefined;
}

export interface AgentsManagementDivisionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsManagementDivisionsCreateQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsManagementDivisionsGetQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsManagementDivisionsReplaceQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsManagementDivisionsUpdateQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentsManagementDivisionsDeleteQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
  /** The division that gets its members, children and conversations */
  moveTo?: string | undefined;
}

export interface AgentSettingsGetQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface AgentSettingsUpdateQuery {
  /** An app of the tenant; one that there is not is 404 */
  appId?: string | undefined;
}

export interface SlaPoliciesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface CsatSummaryQuery {
  channelId?: string | undefined;
  /** An agent, or none */
  assigneeId?: string | undefined;
  /** From this instant on */
  since?: string | undefined;
  /** Before this instant */
  until?: string | undefined;
}

export interface CsatResponsesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  channelId?: string | undefined;
  /** An agent, or none */
  assigneeId?: string | undefined;
  /** From this instant on */
  since?: string | undefined;
  /** Before this instant */
  until?: string | undefined;
  rating?: number | undefined;
  conversationId?: string | undefined;
}

export interface PrivacyRequestsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  kind?: "contact_export" | "contact_erasure" | undefined;
  /** Of one contact, also when it is erased */
  contactId?: string | undefined;
}

export interface AdminErasuresListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "completed" | "cancelled" | undefined;
}

export interface AdminBillingOrganizationsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface AdminBillingOrganizationsTransactionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface AdminBillingPricingListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface AdminBillingPaymentRequestsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface AdminAppsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface AdminSubscriptionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** Part of the organization's name or of itemName */
  search?: string | undefined;
  status?: "trialing" | "active" | "past_due" | "paused" | "cancelled" | "expired" | undefined;
}

export interface AdminWebhookEventsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  direction?: "inbound" | "outbound" | undefined;
  state?: "pending" | "processing" | "done" | "failed" | undefined;
  since?: string | undefined;
  /** Not included */
  until?: string | undefined;
}

export interface AdminAuditLogListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** One organization's alone */
  organizationId?: string | undefined;
  /** Id of a key or a member, or the system's word */
  actor?: string | undefined;
  action?: string | undefined;
  /** Id of what it was done to */
  target?: string | undefined;
  since?: string | undefined;
  /** Not included */
  until?: string | undefined;
}

export interface AdminMembersListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  role?: "owner" | "admin" | "supervisor" | "agent" | "viewer" | undefined;
  status?: "active" | "suspended" | undefined;
  /** One organization's alone */
  organizationId?: string | undefined;
  /** Part of a name or an e-mail */
  q?: string | undefined;
}

export interface AdminMembersSetRoleQuery {
  /** Where; needed of a person who is a member of several within reach */
  organizationId?: string | undefined;
}

export interface AdminOrganizationsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** Part of the name */
  q?: string | undefined;
  kind?: "business" | "agency" | "platform" | undefined;
  status?: "active" | "suspended" | undefined;
}

export interface AdminQueuesStatsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface BillingTransactionsCsvQuery {
  /** Not before; left out: the beginning of the month. A date (2026-12-01: its beginning in UTC), or an instant with its offset (2026-12-01T09:00:00Z) */
  from?: string | undefined;
  /** Before; left out: now. A date (2026-12-01: its beginning in UTC), or an instant with its offset (2026-12-01T09:00:00Z) */
  to?: string | undefined;
}

export interface BillingBalanceGetQuery {
  /** An app of one's own organization; any other is not found */
  appId?: string | undefined;
}

export interface BillingTransactionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** An app of one's own organization; any other is not found */
  appId?: string | undefined;
}

export interface BillingUsageListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** An app of one's own organization; any other is not found */
  appId?: string | undefined;
}

export interface BillingPricingListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface BillingPaymentRequestsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** An app of one's own organization; any other is not found */
  appId?: string | undefined;
}

export interface AiKeysListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  provider?: "openai" | "anthropic" | "google" | "openai_compatible" | undefined;
}

export interface AiRequestsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  purpose?: "chatbot" | "playground" | "assist" | "evaluation" | undefined;
  outcome?: "answered" | "no_key" | "insufficient_credits" | "entitlement_exceeded" | "all_failed" | "refused" | "timed_out" | undefined;
}

export interface ChatbotsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface ChatbotsTurnsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  decision?: "answered" | "declined" | "handed_over" | "outside_hours" | "silenced" | "superseded" | undefined;
}

export interface ChatbotsEvaluationsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface ChatbotEvaluationsRunsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
}

export interface AuditLogListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** Id of a key or a member, or the system's word */
  actor?: string | undefined;
  action?: string | undefined;
  /** Id of what it was done to */
  target?: string | undefined;
  since?: string | undefined;
  /** Not included */
  until?: string | undefined;
}

export interface AgencyGrantsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "pending" | "accepted" | "refused" | "revoked" | "expired" | undefined;
}

export interface EventsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  /** An event's id: what came after it, oldest first; empty: from the oldest that is kept */
  after?: string | undefined;
  /** One or several of message.received, message.status, message.sent, conversation.created, conversation.assigned, conversation.updated, contact.created, contact.updated, contact.merged, ticket.created, ticket.updated, broadcast.updated, channel.updated, template.updated, handover.requested, deal.updated, call.ended, webhook.test, webhook.failing, webhook.disabled, message.updated, broadcast.replied, conversation.window_closing, flow.emitted, conversation.no_reply, message.media, order.updated, contact.erased, balance.low, app.updated, payment_request.updated, subscription.updated, agency_grant.requested, agency_grant.answered, agency_grant.ended, form.submitted, separated by commas */
  type?: string | undefined;
  /** Only events of this channel */
  channelId?: string | undefined;
  /** Only events of this conversation */
  conversationId?: string | undefined;
}

export interface EventsStreamQuery {
  /** Like Last-Event-ID, for the first connection */
  after?: string | undefined;
  /** These types only */
  type?: EventType | readonly EventType[] | undefined;
  /** Only events of this channel */
  channelId?: string | undefined;
  /** Only events of this conversation */
  conversationId?: string | undefined;
}

export interface WebhooksListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  status?: "active" | "paused" | "disabled" | undefined;
}

export interface WebhooksDeliveriesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the page before, with the same filters */
  cursor?: string | undefined;
  state?: "pending" | "delivering" | "delivered" | "failed" | "skipped" | undefined;
}

export interface OrganizationExportsResource {
  /**
   * List exports of the organization
   *
   * Scope: `organization:read`.
   */
  list(query?: OrganizationExportsListQuery, options?: RequestOptions): List<OrganizationExport>;
  /**
   * Get an export of the organization, with its progress
   *
   * Scope: `organization:read`.
   */
  get(id: string, options?: RequestOptions): Promise<OrganizationExport>;
  /**
   * Get the file of an export of the organization
   *
   * For the session of an owner; takes Range and HEAD. 409 until it is complete, and when it has expired.
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  file(id: string, options?: RequestOptions): Promise<Response>;
}

export interface OrganizationRetentionResource {
  /**
   * Get for how long things are kept
   *
   * Scope: `organization:read`.
   */
  get(options?: RequestOptions): Promise<Retention>;
  /**
   * Change for how long things are kept
   *
   * What is older is removed within the hour, for good. Files of exports are kept for 7 days in any case.
   *
   * Scope: `organization:write`.
   */
  update(body: UpdateRetention, options?: RequestOptions): Promise<Retention>;
}

export interface OrganizationSnapshotResource {
  /**
   * Get the organization's configuration as a snapshot
   *
   * Without people, customers and secrets. Each part needs the scope that reading its resource needs. Without `parts`: all that the credential may read, and `withheld` tells of the others.
   *
   * Scope: `organization:read`.
   */
  get(query?: OrganizationSnapshotGetQuery, options?: RequestOptions): Promise<Snapshot>;
  /**
   * See what applying a snapshot would do
   *
   * Nothing is written. Takes what an apply takes and answers what it would answer; what it would be refused for stands in `conflicts`.
   *
   * Scope: `organization:read`.
   */
  plan(body: ApplySnapshot, options?: RequestOptions): Promise<SnapshotResult>;
  /**
   * Apply a snapshot
   *
   * What is not there by its name is made, what is there becomes as the snapshot says, and nothing is deleted. All of it or nothing: the first entry that cannot be so is told with its path. Each part needs the scope that writing its resource needs.
   *
   * Scope: `organization:read`.
   */
  apply(body: ApplySnapshot, options?: RequestOptions): Promise<SnapshotResult>;
}

export interface OrganizationResource {
  /**
   * Get the organization of the key
   *
   * Scope: `organization:read`.
   */
  get(options?: RequestOptions): Promise<Organization>;
  /**
   * Rename the organization or change its settings
   *
   * Scope: `organization:write`.
   */
  update(body?: UpdateOrganization, options?: RequestOptions): Promise<Organization>;
  /**
   * Get the limits of the organization and what is used of them
   *
   * Set by the agency whose client the organization is. What would exceed one is refused with `entitlement_exceeded`.
   *
   * Scope: `organization:read`.
   */
  entitlements(options?: RequestOptions): Promise<Entitlements>;
  /**
   * Erase the organization in seven days
   *
   * For owners. Until then everything works and it can be taken back. Then its key is destroyed, nobody is let in any more, and all its rows and files go; so do people who are in no other organization. A report without personal data stays with the platform.
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  erase(body: EraseOrganization, options?: RequestOptions): Promise<OrganizationErasure>;
  /**
   * Take the organization's erasure back
   *
   * For owners, as long as it has not begun.
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  cancelErasure(options?: RequestOptions): Promise<Deleted>;
  /**
   * Whether and when the organization is erased
   *
   * Scope: `organization:read`.
   */
  erasure(options?: RequestOptions): Promise<CurrentOrganizationErasure>;
  /**
   * Write all that the organization has into a file
   *
   * For owners. A tar archive, gzipped: for each kind of record files of JSON Lines (`data/messages-00001.ndjson`), the media, and `manifest.json`. No secret, no hash. Written in the background, one at a time; owners are notified, and the file is kept for 7 days.
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  export(body?: CreateOrganizationExport, options?: RequestOptions): Promise<OrganizationExport>;
  readonly exports: OrganizationExportsResource;
  readonly retention: OrganizationRetentionResource;
  readonly snapshot: OrganizationSnapshotResource;
}

export interface ApiKeysResource {
  /**
   * List API keys, revoked ones included
   *
   * Scope: `organization:read`.
   */
  list(query?: ApiKeysListQuery, options?: RequestOptions): List<ApiKey>;
  /**
   * Create an API key; the key is shown once
   *
   * Nobody gives a key scopes they lack, and a key no higher rate limit and no later end than its own; what a key makes uses that key's budget up as well. An organization has at most 100 active keys, unless configured otherwise. By session it takes an owner or an admin who signed in, not somebody else's login link. An owner also gives `admin:read` and `admin:write`, with which a key reaches its own organization under `/admin` (an agency's: its clients too, as far as their grants say); the platform's keys reach all, so there they take a platform administrator.
   *
   * Scope: `organization:write`.
   */
  create(body: CreateApiKey, options?: RequestOptions): Promise<CreatedApiKey>;
  /**
   * Get an API key
   *
   * Scope: `organization:read`.
   */
  get(id: string, options?: RequestOptions): Promise<ApiKey>;
  /**
   * Rename an API key
   *
   * Scope: `organization:write`.
   */
  update(id: string, body: UpdateApiKey, options?: RequestOptions): Promise<ApiKey>;
  /**
   * Revoke an API key; it stays listed with revokedAt
   *
   * Scope: `organization:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface AgencyBrandKitResource {
  /**
   * Get the agency's brand kit
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  get(options?: RequestOptions): Promise<BrandKit>;
  /**
   * Set the agency's brand kit
   *
   * Shown at the agency's custom domains, on its landing pages, and in the mails of its clients. Pictures get an address for everybody, which ends when they are no longer used.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  update(body: PutBrandKit, options?: RequestOptions): Promise<BrandKit>;
}

export interface AgencyClientsEntitlementsResource {
  /**
   * Get the limits of a client and what is used of them
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  get(id: string, options?: RequestOptions): Promise<Entitlements>;
  /**
   * Limit what a client may use
   *
   * A limit may lie below what is used already (`exceeded`): nothing is taken away, and nothing is added until there is room. Customers' messages are always received. They end when the client is ended.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  update(id: string, body: UpdateEntitlements, options?: RequestOptions): Promise<Entitlements>;
}

export interface AgencyClientsGrantsResource {
  /**
   * List the grants that the agency asked a client for
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  list(id: string, query?: AgencyClientsGrantsListQuery, options?: RequestOptions): List<AgencyGrant>;
  /**
   * Ask a client for a grant
   *
   * Waits until the client accepts or refuses it at `/agency-grants`. Accepted, it replaces the one in force.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  create(id: string, body: RequestAgencyGrant, options?: RequestOptions): Promise<AgencyGrant>;
}

export interface AgencyClientsAccessTokensResource {
  /**
   * Create an access token to act for a client
   *
   * An API key of the client, for at most an hour and with scopes among those of the grant in force. It ends with the grant, and when the client is suspended or ended. What is done with it is in the audit logs of both.
   *
   * Scope: `agency:act`.
   *
   * Only for credentials of an agency.
   */
  create(id: string, body: CreateAccessToken, options?: RequestOptions): Promise<AccessToken>;
}

export interface AgencyClientsBillingResource {
  /**
   * Get who pays for what a client uses, and the markup
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  get(id: string, options?: RequestOptions): Promise<ClientBilling>;
  /**
   * Say who pays for what a client uses, and the markup
   *
   * Of what has a price per use; the client's subscription stays its own. While the agency's balance does not cover what a client on `agency_pays` has used, more is refused to it with `insufficient_credits`.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  update(id: string, body: UpdateClientBilling, options?: RequestOptions): Promise<ClientBilling>;
}

export interface AgencyClientsResource {
  /**
   * List the agency's clients
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  list(query?: AgencyClientsListQuery, options?: RequestOptions): List<AgencyClient>;
  /**
   * Create a client
   *
   * Makes an organization of its own, linked to the agency, and invites its owner by mail. With `grant` the agency may act for it from the start; the client sees that grant and can revoke it. With `snapshot` or `snapshotId`, or by the agency's default snapshot, it is set up in the background right after; `setup` of the client tells how that stands.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  create(body: CreateAgencyClient, options?: RequestOptions): Promise<CreatedAgencyClient>;
  /**
   * Get a client
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  get(id: string, options?: RequestOptions): Promise<AgencyClient>;
  /**
   * Suspend, resume or end a client, or change its reference
   *
   * While a client is suspended the agency cannot act for it; its own work goes on. Ending revokes its grants for good and leaves the organization to its members.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  update(id: string, body?: UpdateAgencyClient, options?: RequestOptions): Promise<AgencyClient>;
  readonly entitlements: AgencyClientsEntitlementsResource;
  readonly grants: AgencyClientsGrantsResource;
  readonly accessTokens: AgencyClientsAccessTokensResource;
  readonly billing: AgencyClientsBillingResource;
}

export interface AgencySnapshotsResource {
  /**
   * List the agency's snapshots
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  list(query?: AgencySnapshotsListQuery, options?: RequestOptions): List<AgencySnapshot>;
  /**
   * Keep a snapshot under a name
   *
   * An uploaded one, or one taken from a client: this needs agency:act besides, and holds the parts that the client's grant lets the agency read.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  create(body: CreateAgencySnapshot, options?: RequestOptions): Promise<AgencySnapshot>;
  /**
   * Get a snapshot with its content
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  get(id: string, options?: RequestOptions): Promise<AgencySnapshotWithContent>;
  /**
   * Change a snapshot, or replace its content
   *
   * Clients that were set up with it stay as they are.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  update(id: string, body?: UpdateAgencySnapshot, options?: RequestOptions): Promise<AgencySnapshot>;
  /**
   * Delete a snapshot
   *
   * Clients that were set up with it stay as they are. 409 while a sign-up form sets clients up with it.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * See what applying a snapshot to a client would do
   *
   * As `POST /organization/snapshot/plan` in the client, with the scopes of its grant. Nothing is written but that it was asked.
   *
   * Scope: `agency:act`.
   *
   * Only for credentials of an agency.
   */
  plan(id: string, body: ApplyAgencySnapshot, options?: RequestOptions): Promise<SnapshotResult>;
  /**
   * Apply a snapshot to a client
   *
   * As `POST /organization/snapshot/apply` in the client, with the scopes of its grant; it is in the audit logs of both. `settings` and `agentSettings` cannot be granted: leave them out with `parts`.
   *
   * Scope: `agency:act`.
   *
   * Only for credentials of an agency.
   */
  apply(id: string, body: ApplyAgencySnapshot, options?: RequestOptions): Promise<SnapshotResult>;
}

export interface AgencyLinkRequestsResource {
  /**
   * List the organizations that the agency asked to become its clients
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  list(query?: AgencyLinkRequestsListQuery, options?: RequestOptions): List<AgencyLinkRequest>;
  /**
   * Ask an organization to become a client
   *
   * Named by its id, or by the e-mail address of an owner. Its owner sees what is asked for at `/agency-grants` and answers there. The answer is the same whether there is such an organization or not; so is the request, until somebody has answered it.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  create(body: CreateAgencyLinkRequest, options?: RequestOptions): Promise<AgencyLinkRequest>;
  /**
   * Get a request to an organization
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  get(id: string, options?: RequestOptions): Promise<AgencyLinkRequest>;
  /**
   * Withdraw a request that waits for an answer
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  withdraw(id: string, options?: RequestOptions): Promise<AgencyLinkRequest>;
}

export interface AgencyDomainsResource {
  /**
   * List the agency's custom domains
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  list(query?: AgencyDomainsListQuery, options?: RequestOptions): List<Domain>;
  /**
   * Claim a custom domain
   *
   * Answers with the TXT record that proves the claim. Until it is found the claim reserves nothing.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  create(body: CreateDomain, options?: RequestOptions): Promise<Domain>;
  /**
   * Get a custom domain
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  get(id: string, options?: RequestOptions): Promise<Domain>;
  /**
   * Give a custom domain up
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Look for the proof of a custom domain now
   *
   * The status tells what was found. A proved domain is looked at again every day; three days without the proof suspend it.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  verify(id: string, options?: RequestOptions): Promise<Domain>;
}

export interface AgencySignupFormsResource {
  /**
   * List the agency's sign-up forms
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  list(query?: AgencySignupFormsListQuery, options?: RequestOptions): List<SignupForm>;
  /**
   * Create a sign-up form
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  create(body: CreateSignupForm, options?: RequestOptions): Promise<SignupForm>;
  /**
   * Get a sign-up form
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  get(id: string, options?: RequestOptions): Promise<SignupForm>;
  /**
   * Change a sign-up form
   *
   * What came in before stays as it was, with the consent as it was worded then.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  update(id: string, body?: UpdateSignupForm, options?: RequestOptions): Promise<SignupForm>;
  /**
   * Delete a sign-up form; what came in stays
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface AgencyFormSubmissionsResource {
  /**
   * List what came in through forms
   *
   * Scope: `agency:read`. Needs as well: `contacts:read`.
   *
   * Only for credentials of an agency.
   */
  list(query?: AgencyFormSubmissionsListQuery, options?: RequestOptions): List<FormSubmission>;
  /**
   * Get a form submission
   *
   * Scope: `agency:read`. Needs as well: `contacts:read`.
   *
   * Only for credentials of an agency.
   */
  get(id: string, options?: RequestOptions): Promise<FormSubmission>;
  /**
   * Process a form submission, or sort it out as spam
   *
   * new and spam turn into each other; processed is for good and carries the target out, once: create_client makes the client and invites its owner, create_contact makes or finds the contact, and needs `contacts:write`.
   *
   * Scope: `agency:write`. Needs as well: `contacts:read`.
   *
   * Only for credentials of an agency.
   */
  update(id: string, body: UpdateFormSubmission, options?: RequestOptions): Promise<FormSubmission>;
}

export interface AgencyLandingPagesResource {
  /**
   * List the agency's landing pages
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  list(query?: AgencyLandingPagesListQuery, options?: RequestOptions): List<LandingPage>;
  /**
   * Create a landing page
   *
   * Shown at /p/{slug} of the agency's custom domains, and at its `url`, in the colours of the brand kit.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  create(body: CreateLandingPage, options?: RequestOptions): Promise<LandingPage>;
  /**
   * Get a landing page
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  get(id: string, options?: RequestOptions): Promise<LandingPage>;
  /**
   * Change, publish or withdraw a landing page
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  update(id: string, body?: UpdateLandingPage, options?: RequestOptions): Promise<LandingPage>;
  /**
   * Delete a landing page
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface AgencyBillingSummaryResource {
  /**
   * Sum up what clients used, by client and month, newest month first
   *
   * A few seconds behind the clients' own ledgers; months in UTC.
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  list(query?: AgencyBillingSummaryListQuery, options?: RequestOptions): List<ClientBillingMonth>;
}

export interface AgencyBillingResource {
  readonly summary: AgencyBillingSummaryResource;
}

export interface AgencyResource {
  /**
   * Get the profile of the own agency
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  get(options?: RequestOptions): Promise<Agency>;
  /**
   * Change the profile of the own agency
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  update(body?: UpdateAgency, options?: RequestOptions): Promise<Agency>;
  readonly brandKit: AgencyBrandKitResource;
  readonly clients: AgencyClientsResource;
  readonly snapshots: AgencySnapshotsResource;
  readonly linkRequests: AgencyLinkRequestsResource;
  readonly domains: AgencyDomainsResource;
  readonly signupForms: AgencySignupFormsResource;
  readonly formSubmissions: AgencyFormSubmissionsResource;
  readonly landingPages: AgencyLandingPagesResource;
  readonly billing: AgencyBillingResource;
}

export interface AuthPasswordResetResource {
  /**
   * Ask for a mail with which a new password can be chosen
   *
   * Answers the same whether or not the address is known. The token in the mail is good for one hour, once.
   *
   * Needs no credential; limited per address and, where there is one, per account.
   */
  request(body: RequestPasswordReset, options?: RequestOptions): Promise<PasswordResetRequested>;
  /**
   * Choose a new password with the token of the mail
   *
   * Ends every session of the person. A second factor stays.
   *
   * Needs no credential; limited per address and, where there is one, per account.
   */
  confirm(body: ConfirmPasswordReset, options?: RequestOptions): Promise<PasswordChanged>;
}

export interface AuthEmailChangeResource {
  /**
   * Ask for another e-mail address; the present one stays until the new one is confirmed
   *
   * A link goes to the new address and a notice to the present one. Confirmed, signed in or with the password, the new one is what one signs in with; sessions stay. A change or reset of the password takes it back. The answer does not tell whether the address is somebody's.
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  request(body: ChangeEmail, options?: RequestOptions): Promise<OwnEmail>;
  /**
   * Take a change of the e-mail address back that is not confirmed yet
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  cancel(options?: RequestOptions): Promise<OwnEmail>;
}

export interface AuthEmailResource {
  /**
   * One's e-mail address, whether it is confirmed, and the one that is to take its place
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  get(options?: RequestOptions): Promise<OwnEmail>;
  /**
   * Have a link sent to one's address, to confirm it
   *
   * Three mails an hour to one address. The newest link counts, for one day. 409 when the address is confirmed already.
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  requestVerification(options?: RequestOptions): Promise<OwnEmail>;
  /**
   * Ask for a new link to confirm an e-mail address
   *
   * For the address of an account that is not confirmed, or one that is to take its place. Answers the same whether or not there is such an account. Three mails an hour to one address, besides those that somebody signed in asks for; links that were sent earlier stay good. Where several accounts wait for one address, none is sent: each asks again where it is signed in.
   *
   * Needs no credential; limited per address and, where there is one, per account.
   */
  requestLink(body: RequestEmailLink, options?: RequestOptions): Promise<EmailLinkRequested>;
  /**
   * Confirm an e-mail address with the token of the mail
   *
   * The token alone confirms the present address. A new one takes the person as well, because its mail may have gone to a stranger: the session of a sign-in of their own (not by somebody else's login link) in the cookie, or `password`. Without either, or with a wrong password, 401; wrong ones count against the limits of signing in. 403 for a suspended account, 409 when the new address became that of another account meanwhile. Twice is as good as once, as long as the address stays.
   *
   * Needs no credential; limited per address and, where there is one, per account.
   */
  confirm(body: ConfirmEmail, options?: RequestOptions): Promise<EmailConfirmed>;
  readonly change: AuthEmailChangeResource;
}

export interface AuthSessionResource {
  /**
   * The session that asks
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  get(options?: RequestOptions): Promise<Session>;
  /**
   * Go on in another of one's tenants
   *
   * From the next request on the session acts there, with the role the person has there. Other sessions stay where they are.
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  chooseTenant(body: ChooseTenant, options?: RequestOptions): Promise<Session>;
}

export interface AuthSessionsResource {
  /**
   * List one's sessions, in all tenants
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  list(query?: AuthSessionsListQuery, options?: RequestOptions): List<Session>;
  /**
   * End all of one's sessions but the one that asks
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  revokeOthers(options?: RequestOptions): Promise<RevokedSessions>;
  /**
   * End one of one's sessions
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface AuthTwoFactorResource {
  /**
   * Whether a second factor is enabled
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  get(options?: RequestOptions): Promise<TwoFactor>;
  /**
   * Begin with a second factor: a secret for an authenticator app
   *
   * It counts once POST /auth/two-factor/verify has seen a code of it.
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  start(body: StartTwoFactor, options?: RequestOptions): Promise<TwoFactorStarted>;
  /**
   * Enable the second factor with its first code; all other sessions end
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  verify(body: VerifyTwoFactor, options?: RequestOptions): Promise<BackupCodes>;
  /**
   * Disable the second factor; all other sessions end
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  disable(body: ProveTwoFactor, options?: RequestOptions): Promise<TwoFactor>;
  /**
   * Get ten new backup codes; the old ones are void
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  renewBackupCodes(body: ProveTwoFactor, options?: RequestOptions): Promise<BackupCodes>;
}

export interface AuthInvitationsResource {
  /**
   * What the token of an invitation's mail is for
   *
   * Needs no credential; limited per address and, where there is one, per account.
   */
  preview(body: PreviewInvitation, options?: RequestOptions): Promise<InvitationPreview>;
  /**
   * Accept an invitation with the token of its mail
   *
   * A new account chooses its password here; somebody who has an account keeps theirs. Then sign in.
   *
   * Needs no credential; limited per address and, where there is one, per account.
   */
  accept(body: AcceptInvitation, options?: RequestOptions): Promise<AcceptedInvitation>;
}

export interface AuthResource {
  /**
   * Sign in as a person; the session is in a cookie
   *
   * Answers the same for a wrong password and for an unknown e-mail. Where a second factor is enabled, a right password without `code` is answered with `secondFactorRequired`, and no session yet.
   *
   * Needs no credential; limited per address and, where there is one, per account.
   */
  signIn(body: SignIn, options?: RequestOptions): Promise<SignedIn>;
  /**
   * End the session of the cookie, and clear the cookie
   *
   * Needs no credential; limited per address and, where there is one, per account.
   */
  signOut(options?: RequestOptions): Promise<SignedOut>;
  /**
   * Sign in with the token of a login link; the session is in a cookie
   *
   * Works once, within ten minutes of GET /agents-management/login-link.
   *
   * Needs no credential; limited per address and, where there is one, per account.
   */
  useLoginLink(body: UseLoginLink, options?: RequestOptions): Promise<SignedInByLink>;
  /**
   * Change one's password; all other sessions end
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  changePassword(body: ChangePassword, options?: RequestOptions): Promise<PasswordChanged>;
  readonly passwordReset: AuthPasswordResetResource;
  readonly email: AuthEmailResource;
  readonly session: AuthSessionResource;
  readonly sessions: AuthSessionsResource;
  readonly twoFactor: AuthTwoFactorResource;
  readonly invitations: AuthInvitationsResource;
}

export interface MembersResource {
  /**
   * List the people of the organization
   *
   * Scope: `agents:read`.
   */
  list(query?: MembersListQuery, options?: RequestOptions): List<Member>;
  /**
   * Get a member
   *
   * Scope: `agents:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Member>;
  /**
   * Change a member's role, suspend or rename them
   *
   * Nobody changes somebody above them, nor gives a role above their own; a key gives roles whose scopes it has. The last active owner stays one.
   *
   * Scope: `agents:write`.
   */
  update(id: string, body?: UpdateMember, options?: RequestOptions): Promise<Member>;
  /**
   * Remove a member: sessions end, open conversations are given back
   *
   * Scope: `agents:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface InvitationsResource {
  /**
   * List invitations, past ones included
   *
   * Scope: `agents:read`.
   */
  list(query?: InvitationsListQuery, options?: RequestOptions): List<Invitation>;
  /**
   * Invite a person by mail
   *
   * The mail's link is good for seven days, once. A person gives roles up to their own, a key those whose scopes it has.
   *
   * Scope: `agents:write`.
   */
  create(body: CreateInvitation, options?: RequestOptions): Promise<Invitation>;
  /**
   * Get an invitation
   *
   * Scope: `agents:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Invitation>;
  /**
   * Withdraw an invitation; it stays listed as revoked
   *
   * Scope: `agents:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Send an invitation again, for another seven days
   *
   * The link of the earlier mail is void once the new one leaves. At most ten mails a day about one invitation.
   *
   * Scope: `agents:write`.
   */
  resend(id: string, options?: RequestOptions): Promise<Invitation>;
}

export interface ChannelsKindsResource {
  /**
   * Kinds of channels and the settings each takes
   *
   * Scope: `channels:read`.
   */
  list(options?: RequestOptions): List<ChannelKind>;
}

export interface ChannelsAuthorizationsResource {
  /**
   * Begin to connect a channel by signing in at its platform
   *
   * Send the person's browser to `authorizeUrl`. It comes back to this server, then to `redirectUri` with `authorization` and `status`.
   *
   * Scope: `channels:write`.
   */
  start(body: StartAuthorization, options?: RequestOptions): Promise<StartedAuthorization>;
  /**
   * How an authorisation stands, and which accounts it brought
   *
   * Scope: `channels:read`.
   */
  get(id: string, options?: RequestOptions): Promise<ChannelAuthorization>;
  /**
   * Connect one of the accounts that an authorisation brought
   *
   * Scope: `channels:write`.
   */
  complete(id: string, body: CompleteAuthorization, options?: RequestOptions): Promise<Channel>;
  /**
   * Hand over the code that the platform's pop-up gave your page
   *
   * Only for platforms whose sign-up can run in a page of yours; see GET /channels/kinds.
   *
   * Scope: `channels:write`.
   */
  exchangeCode(id: string, body: AuthorizationCode, options?: RequestOptions): Promise<ChannelAuthorization>;
}

export interface ChannelsTemplatesResource {
  /**
   * List the message templates of a channel
   *
   * Scope: `channels:read`.
   */
  list(id: string, query?: ChannelsTemplatesListQuery, options?: RequestOptions): List<Template>;
  /**
   * Create a template and submit it for approval
   *
   * Checked before the platform is asked; `details` name the place in the draft. Its verdict comes as template.updated.
   *
   * Scope: `channels:write`.
   */
  create(id: string, body: CreateTemplate, options?: RequestOptions): Promise<Template>;
  /**
   * Fetch the templates from the platform now
   *
   * Scope: `channels:write`.
   */
  sync(id: string, options?: RequestOptions): Promise<TemplateSync>;
  /**
   * Get a template
   *
   * Scope: `channels:read`.
   */
  get(id: string, templateId: string, options?: RequestOptions): Promise<Template>;
  /**
   * Edit a template and submit it for approval again
   *
   * Until the platform's verdict it is pending and cannot be sent. How often one may be edited is the platform's to say.
   *
   * Scope: `channels:write`.
   */
  update(id: string, templateId: string, body?: EditTemplate, options?: RequestOptions): Promise<Template>;
  /**
   * Delete a template at the platform; it stays listed as deleted
   *
   * Scope: `channels:write`.
   */
  delete(id: string, templateId: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Show a template with its variables filled in
   *
   * Scope: `channels:read`.
   */
  preview(id: string, templateId: string, body?: PreviewTemplate, options?: RequestOptions): Promise<TemplatePreview>;
}

export interface ChannelsResource {
  /**
   * List channels
   *
   * Scope: `channels:read`.
   */
  list(query?: ChannelsListQuery, options?: RequestOptions): List<Channel>;
  /**
   * Connect a channel
   *
   * Asks the platform whether the credentials open the account; it may take some seconds. The channel is Connected when the platform says so, and hears from then on what the installation's own provider app is told of the account. Else it is Pending, statusReason says why, and the platform is asked again by itself.
   *
   * Scope: `channels:write`.
   */
  create(body: CreateChannel, options?: RequestOptions): Promise<Channel>;
  /**
   * Get a channel
   *
   * Scope: `channels:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Channel>;
  /**
   * Rename, reconfigure, connect or disconnect a channel
   *
   * Credentials, another account, and connecting again have the platform asked as POST /channels does: the channel is Pending unless the platform confirms them.
   *
   * Scope: `channels:write`.
   */
  update(id: string, body?: UpdateChannel, options?: RequestOptions): Promise<Channel>;
  /**
   * Remove a channel; its conversations stay
   *
   * Scope: `channels:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Look at a channel now: what is wrong with it, and what to do
   *
   * Asks the platform; it may take some seconds.
   *
   * Scope: `channels:read`.
   */
  health(id: string, options?: RequestOptions): Promise<ChannelHealth>;
  /**
   * Begin to give a channel new credentials by signing in; only its own account will do
   *
   * Scope: `channels:write`.
   */
  reconnect(id: string, body?: ReconnectChannel, options?: RequestOptions): Promise<StartedAuthorization>;
  readonly kinds: ChannelsKindsResource;
  readonly authorizations: ChannelsAuthorizationsResource;
  readonly templates: ChannelsTemplatesResource;
}

export interface ContactsTagsResource {
  /**
   * List the tags of contacts with their numbers
   *
   * By name.
   *
   * Scope: `contacts:read`.
   */
  list(query?: ContactsTagsListQuery, options?: RequestOptions): List<Tag>;
  /**
   * Rename a tag of all contacts
   *
   * A name that is a tag already joins the two. Where many contacts have it, the first of them change at once and the others in the background.
   *
   * Scope: `contacts:write`.
   */
  rename(body: RenameTag, options?: RequestOptions): Promise<TagChange>;
  /**
   * Replace several tags by one
   *
   * Where many contacts have it, the first of them change at once and the others in the background.
   *
   * Scope: `contacts:write`.
   */
  merge(body: MergeTags, options?: RequestOptions): Promise<TagChange>;
  /**
   * Take tags from all contacts
   *
   * Where many contacts have it, the first of them change at once and the others in the background.
   *
   * Scope: `contacts:write`.
   */
  delete(body: DeleteTags, options?: RequestOptions): Promise<TagChange>;
}

export interface ContactsTimelineResource {
  /**
   * What happened to a contact
   *
   * Newest first: messages and notes, conversations that began, were resolved and reopened by people, changes of fields, tags, opt-in and blocking, merges. Of contacts merged into it too. Kept as long as the contact. Without the conversations that the caller does not see.
   *
   * Scope: `contacts:read`.
   */
  list(id: string, query?: ContactsTimelineListQuery, options?: RequestOptions): List<TimelineItem>;
}

export interface ContactsMergesResource {
  /**
   * Merges of a contact
   *
   * Of others into it and of it into another one, newest first, also those that were undone. Each names the contact whose unmerge undoes it, and until when that can be done.
   *
   * Scope: `contacts:read`.
   */
  list(id: string, query?: ContactsMergesListQuery, options?: RequestOptions): List<ContactMerge>;
}

export interface ContactsMergeSuggestionsResource {
  /**
   * Contacts that may be the same person
   *
   * The surest first; at most some dozens. Those that were dismissed do not come again.
   *
   * Scope: `contacts:read`.
   */
  list(id: string, query?: ContactsMergeSuggestionsListQuery, options?: RequestOptions): List<MergeSuggestion>;
  /**
   * Say that two contacts are two people
   *
   * Neither is suggested for the other again.
   *
   * Scope: `contacts:write`.
   */
  dismiss(id: string, body: DismissMergeSuggestion, options?: RequestOptions): Promise<DismissedMergeSuggestion>;
}

export interface ContactsImportsRowsResource {
  /**
   * What became of the rows of an import
   *
   * In the order of the file.
   *
   * Scope: `contacts:read`.
   */
  list(id: string, query?: ContactsImportsRowsListQuery, options?: RequestOptions): List<ContactImportRow>;
}

export interface ContactsImportsResource {
  /**
   * List imports of contacts
   *
   * Scope: `contacts:read`.
   */
  list(query?: ContactsImportsListQuery, options?: RequestOptions): List<ContactImport>;
  /**
   * Bring in contacts from a CSV file
   *
   * A form with the file, or JSON with its text. The first row names the columns; separated by comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252. Runs in the background, row by row. With dryRun nothing changes: the answer shows the columns with suggested fields, the rows what would become of them.
   *
   * Scope: `contacts:write`.
   */
  create(body: CreateContactImport | Upload, options?: RequestOptions): Promise<ContactImport>;
  /**
   * Get a CSV file to start from
   *
   * Scope: `contacts:read`.
   */
  sampleCsv(options?: RequestOptions): Promise<Response>;
  /**
   * Get an import of contacts
   *
   * Scope: `contacts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<ContactImport>;
  /**
   * Stop an import of contacts
   *
   * Rows that were applied stay so. Cancelled already: nothing happens.
   *
   * Scope: `contacts:write`.
   */
  cancel(id: string, options?: RequestOptions): Promise<ContactImport>;
  /**
   * What became of the rows of an import, as CSV
   *
   * Scope: `contacts:read`.
   */
  rowsCsv(id: string, options?: RequestOptions): Promise<Response>;
  readonly rows: ContactsImportsRowsResource;
}

export interface ContactsExportsResource {
  /**
   * List exports of contacts
   *
   * Scope: `contacts:read`.
   */
  list(query?: ContactsExportsListQuery, options?: RequestOptions): List<ContactExport>;
  /**
   * Write contacts into a CSV file
   *
   * Of a segment, of rules, or of all. Written in the background, newest contacts first; kept for 7 days. Texts that a spreadsheet would take for a formula (they begin with = + - @, one of these in full width, a tab or a line break, and are no plain number) get an apostrophe in front, which an import takes away again.
   *
   * Scope: `contacts:read`.
   */
  create(body?: CreateContactExport, options?: RequestOptions): Promise<ContactExport>;
  /**
   * Get an export of contacts
   *
   * Scope: `contacts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<ContactExport>;
  /**
   * Get the file of an export
   *
   * Takes Range and HEAD. 409 until it is complete, and when it has expired.
   *
   * Scope: `contacts:read`.
   */
  file(id: string, options?: RequestOptions): Promise<Response>;
}

export interface ContactsResource {
  /**
   * List or search contacts
   *
   * Scope: `contacts:read`.
   */
  list(query?: ContactsListQuery, options?: RequestOptions): List<Contact>;
  /**
   * Create a contact
   *
   * At least a name, a phone or an email. A phone that a contact has already, national variants included, is 409 and names that contact.
   *
   * Scope: `contacts:write`.
   */
  create(body?: CreateContact, options?: RequestOptions): Promise<Contact>;
  /**
   * Get a contact
   *
   * Scope: `contacts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Contact>;
  /**
   * Change a contact
   *
   * Fields left out stay; null empties a field. tags replaces all tags; customFields sets the fields given and null removes one.
   *
   * Scope: `contacts:write`.
   */
  update(id: string, body?: UpdateContact, options?: RequestOptions): Promise<Contact>;
  /**
   * Delete a contact without conversations
   *
   * Scope: `contacts:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Change up to 100 contacts at once
   *
   * Tags, owner, stage, blocking. Each contact has its own outcome: one that fails keeps none of the others.
   *
   * Scope: `contacts:write`.
   */
  bulk(body: BulkContacts, options?: RequestOptions): Promise<BulkContactsResult>;
  /**
   * Block a contact
   *
   * Its conversations are resolved. What it writes is stored, but opens no conversation, counts as unread nowhere and is answered by no software; message.received is still told. People and API keys can still write to it. Blocked already: nothing happens.
   *
   * Scope: `contacts:write`.
   */
  block(id: string, options?: RequestOptions): Promise<Contact>;
  /**
   * Unblock a contact
   *
   * Its next message opens a conversation as ever. Not blocked: nothing happens.
   *
   * Scope: `contacts:write`.
   */
  unblock(id: string, options?: RequestOptions): Promise<Contact>;
  /**
   * Merge another contact into this one
   *
   * The other contact's identities and conversations become this one's, and its messages in the background. Fields of this contact win; what it lacks, tags and custom fields come from the other; opted out and blocked win over all else, and when one was blocked the conversations are resolved. The other contact stays readable, with mergedIntoId. Can be undone for 30 days. Merged into this one already: nothing happens.
   *
   * Scope: `contacts:write`.
   */
  merge(id: string, body: MergeContact, options?: RequestOptions): Promise<Contact>;
  /**
   * Undo the merge of this contact into another
   *
   * Of the contact that was merged away; answers it as it lives again. Its identities come back with what was said on them in the meantime; the other contact gives back what it got, where nobody has changed it since. For 30 days. Not merged: nothing happens.
   *
   * Scope: `contacts:write`.
   */
  unmerge(id: string, options?: RequestOptions): Promise<Contact>;
  /**
   * Write all that is kept of a contact into a file
   *
   * JSON Lines, each line `{ record, … }`: the contact, its identities, conversations, messages with their files (base64, in parts of at most 512 KiB), notes, deals, orders, tickets and activities. Written in the background, kept for 7 days.
   *
   * Scope: `contacts:read`; a session needs `organization:write`. Needs as well: `conversations:read`, `messages:read`, `media:read`, `pipeline:read`, `tickets:read`.
   */
  export(id: string, options?: RequestOptions): Promise<PrivacyRequest>;
  /**
   * Erase a contact and all that is kept of it
   *
   * From the answer on the contact has no name and no address, and gets nothing more; conversations, messages, files, deals, orders, tickets, events and whatever else tells of the person go in the background (docs/subsystems/privacy.md). It cannot be undone. Who writes afterwards is somebody new.
   *
   * Scope: `organization:write`.
   */
  erase(id: string, body: EraseContact, options?: RequestOptions): Promise<PrivacyRequest>;
  readonly tags: ContactsTagsResource;
  readonly timeline: ContactsTimelineResource;
  readonly merges: ContactsMergesResource;
  readonly mergeSuggestions: ContactsMergeSuggestionsResource;
  readonly imports: ContactsImportsResource;
  readonly exports: ContactsExportsResource;
}

export interface ContactFieldsResource {
  /**
   * List the definitions of custom fields of contacts
   *
   * By position. Contacts may also have custom fields without a definition: texts, numbers and booleans.
   *
   * Scope: `contacts:read`.
   */
  list(query?: ContactFieldsListQuery, options?: RequestOptions): List<ContactField>;
  /**
   * Define a custom field of contacts
   *
   * From then on values of this key are checked and normalised when they are written. Values that contacts have already stay as they are until they are written again. At most 200 definitions.
   *
   * Scope: `contacts:write`.
   */
  create(body: CreateContactField, options?: RequestOptions): Promise<ContactField>;
  /**
   * Get the definition of a custom field of contacts
   *
   * Scope: `contacts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<ContactField>;
  /**
   * Change the definition of a custom field of contacts
   *
   * Key and type stay as they are. Contacts keep values that an option was taken away from.
   *
   * Scope: `contacts:write`.
   */
  update(id: string, body?: UpdateContactField, options?: RequestOptions): Promise<ContactField>;
  /**
   * Delete a custom field of contacts and its values
   *
   * The definition is gone at once. Its values are removed from all contacts in the background, which cannot be undone; each contact is told by contact.updated. Until that is done the key cannot be written or defined anew (409).
   *
   * Scope: `contacts:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface SegmentsContactsResource {
  /**
   * List the contacts of a segment
   *
   * Those that match now, newest first. within_last counts back from each request.
   *
   * Scope: `contacts:read`.
   */
  list(id: string, query?: SegmentsContactsListQuery, options?: RequestOptions): List<Contact>;
}

export interface SegmentsResource {
  /**
   * List segments
   *
   * Scope: `contacts:read`.
   */
  list(query?: SegmentsListQuery, options?: RequestOptions): List<Segment>;
  /**
   * Create a segment
   *
   * Contacts by rules. Who belongs to it is decided whenever it is asked for.
   *
   * Scope: `contacts:write`.
   */
  create(body: CreateSegment, options?: RequestOptions): Promise<Segment>;
  /**
   * Count the contacts that match rules
   *
   * And show ten of them. Stores nothing. Of very many contacts the count may be an estimate: `exact` tells.
   *
   * Scope: `contacts:read`.
   */
  preview(body: PreviewSegment, options?: RequestOptions): Promise<SegmentPreview>;
  /**
   * Get a segment
   *
   * Scope: `contacts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Segment>;
  /**
   * Change a segment
   *
   * Scope: `contacts:write`.
   */
  update(id: string, body?: UpdateSegment, options?: RequestOptions): Promise<Segment>;
  /**
   * Delete a segment
   *
   * Its contacts stay.
   *
   * Scope: `contacts:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  readonly contacts: SegmentsContactsResource;
}

export interface ConversationsNotesResource {
  /**
   * Add an internal note
   *
   * A note is a message with isNote true: the team sees it among the messages, the customer never does. Mentioned members get a notification.
   *
   * Scope: `conversations:write`.
   */
  create(id: string, body: CreateNote, options?: RequestOptions): Promise<Message>;
}

export interface ConversationsActivityResource {
  /**
   * List what was changed by whom, newest first
   *
   * Status, assignee, division, labels, priority and subject. Kept for as long as the conversation is.
   *
   * Scope: `conversations:read`.
   */
  list(id: string, query?: ConversationsActivityListQuery, options?: RequestOptions): List<ConversationActivity>;
}

export interface ConversationsMessagesResource {
  /**
   * List the messages and notes of a conversation, newest first
   *
   * Reactions are not among them: they stand in the `reactions` of the message they are about.
   *
   * Scope: `conversations:read`.
   */
  list(id: string, query?: ConversationsMessagesListQuery, options?: RequestOptions): List<Message>;
}

export interface ConversationsTicketsResource {
  /**
   * Create a ticket from a conversation
   *
   * Of the conversation and its contact, with the source inbox.
   *
   * Scope: `tickets:write`.
   */
  create(id: string, body?: CreateConversationTicket, options?: RequestOptions): Promise<Ticket>;
}

export interface ConversationsChatbotTurnsResource {
  /**
   * List what the chatbot decided in a conversation, newest first
   *
   * Also takes `messages:read`: a turn holds what the customer wrote.
   *
   * Scope: `chatbot:read`. Needs as well: `messages:read`.
   */
  list(id: string, query?: ConversationsChatbotTurnsListQuery, options?: RequestOptions): List<ChatbotTurn>;
}

export interface ConversationsChatbotResource {
  /**
   * Take a conversation from the chatbot
   *
   * It becomes open, without a message to the customer. One that no chatbot has stays as it is.
   *
   * Scope: `conversations:write`.
   */
  handOver(id: string, options?: RequestOptions): Promise<ConversationChatbot>;
  /**
   * Give an open conversation to the chatbot of its channel
   *
   * What the customer wrote since the last answer is answered. 409 `conflict` when it is not open or no active chatbot serves the channel.
   *
   * Scope: `conversations:write`.
   */
  resume(id: string, options?: RequestOptions): Promise<ConversationChatbot>;
}

export interface ConversationsResource {
  /**
   * List conversations, newest first
   *
   * Scope: `conversations:read`.
   */
  list(query?: ConversationsListQuery, options?: RequestOptions): List<Conversation>;
  /**
   * Count what the tabs of an inbox show
   *
   * Mine, nobody's and all, each with its unread: among what GET /conversations lists with the same filters, status=open for what is being worked on. Each count looks at 5,000 conversations at most; `more` says that there may be more.
   *
   * Scope: `conversations:read`.
   */
  counts(query?: ConversationsCountsQuery, options?: RequestOptions): Promise<InboxCounts>;
  /**
   * Change up to 100 conversations at once
   *
   * Each is changed wholly or not at all, and has its own result; a refused one leaves the others changed. The events are those of single changes.
   *
   * Scope: `conversations:write`.
   */
  bulk(body: BulkUpdate, options?: RequestOptions): Promise<BulkResult>;
  /**
   * Get a conversation
   *
   * Scope: `conversations:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Conversation>;
  /**
   * Change status, assignee, division, labels, priority or subject
   *
   * A snoozedUntil in the future makes the conversation pending until then or until the customer writes. A resolved conversation can only be opened.
   *
   * Scope: `conversations:write`.
   */
  update(id: string, body?: UpdateConversation, options?: RequestOptions): Promise<Conversation>;
  /**
   * Mark all its messages as read
   *
   * Clears the unread count, and tells the customer on channels that have read marks: `customerTold` says whether the platform took it.
   *
   * Scope: `conversations:write`.
   */
  read(id: string, options?: RequestOptions): Promise<ReadConversation>;
  /**
   * Mark it as unread
   *
   * An unread count of 0 becomes 1, so that it is found again by `unread=true`; the customer is told nothing.
   *
   * Scope: `conversations:write`.
   */
  unread(id: string, options?: RequestOptions): Promise<Conversation>;
  /**
   * Show the customer that somebody is typing
   *
   * The platform takes it away after some seconds, or with the next message. On a chat-app channel it also marks the customer's messages as read.
   *
   * Scope: `conversations:write`.
   */
  typing(id: string, options?: RequestOptions): Promise<Typing>;
  /**
   * What may be sent now, and until when
   *
   * Scope: `conversations:read`.
   */
  sendOptions(id: string, options?: RequestOptions): Promise<SendOptions>;
  readonly notes: ConversationsNotesResource;
  readonly activity: ConversationsActivityResource;
  readonly messages: ConversationsMessagesResource;
  readonly tickets: ConversationsTicketsResource;
  readonly chatbotTurns: ConversationsChatbotTurnsResource;
  readonly chatbot: ConversationsChatbotResource;
}

export interface MessagesResource {
  /**
   * List messages, newest first
   *
   * Scope: `messages:read`.
   */
  list(query?: MessagesListQuery, options?: RequestOptions): List<Message>;
  /**
   * Send a message
   *
   * Accepted means stored: the message leaves as the channel's rate allows, and message.status events tell what became of it. Free text needs an open customer service window; templates do not. What a channel carries, and what may leave now, tells GET /conversations/{id}/send-options.
   *
   * Scope: `messages:send`.
   */
  send(body: SendMessage, options?: RequestOptions): Promise<Message>;
  /**
   * Get a message
   *
   * Scope: `messages:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Message>;
}

export interface BroadcastsRecipientsResource {
  /**
   * List the recipients of a broadcast
   *
   * With what became of each. In the order in which they get it.
   *
   * Scope: `broadcasts:read`.
   */
  list(id: string, query?: BroadcastsRecipientsListQuery, options?: RequestOptions): List<BroadcastRecipient>;
}

export interface BroadcastsResource {
  /**
   * List broadcasts, newest first
   *
   * Scope: `broadcasts:read`.
   */
  list(query?: BroadcastsListQuery, options?: RequestOptions): List<Broadcast>;
  /**
   * Create a broadcast
   *
   * A draft: nothing leaves before it is scheduled or sent. With `scheduledAt` it is scheduled at once, by the rules of POST /broadcasts/{id}/schedule, and takes the scope broadcasts:send, too.
   *
   * Scope: `broadcasts:write`.
   */
  create(body: CreateBroadcast, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Count an audience
   *
   * How many contacts it has, ten of them, who would be left out and why, and how long sending takes. Stores nothing. Of very many contacts the count may be an estimate: `exact` tells.
   *
   * Scope: `broadcasts:read`.
   */
  preview(body: PreviewBroadcast, options?: RequestOptions): Promise<BroadcastPreview>;
  /**
   * Get a broadcast
   *
   * Scope: `broadcasts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Change a broadcast
   *
   * While it is a draft or scheduled. `scheduledAt` schedules a draft, which takes the scope broadcasts:send, too.
   *
   * Scope: `broadcasts:write`.
   */
  update(id: string, body?: UpdateBroadcast, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Delete a broadcast
   *
   * With its list of recipients; messages stay in their conversations. Not while it is sending or paused: cancel it first.
   *
   * Scope: `broadcasts:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Let a broadcast start at an instant
   *
   * Who gets it is decided when it starts.
   *
   * Scope: `broadcasts:send`.
   */
  schedule(id: string, body?: ScheduleBroadcast, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Send a broadcast now
   *
   * Who gets it is fixed first, then messages leave as the rate allows; what people write on the same channel leaves before them.
   *
   * Scope: `broadcasts:send`.
   */
  send(id: string, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Pause a broadcast
   *
   * Nothing more leaves, but for what is being sent at this moment. Messages that waited in the channel's queue are cancelled; their recipients wait again.
   *
   * Scope: `broadcasts:send`.
   */
  pause(id: string, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Go on with a paused broadcast
   *
   * The limits of autoPause are counted anew.
   *
   * Scope: `broadcasts:send`.
   */
  resume(id: string, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Cancel a broadcast
   *
   * For good: whoever has not got it yet is skipped.
   *
   * Scope: `broadcasts:send`.
   */
  cancel(id: string, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Send again to those who failed
   *
   * Only to recipients of status failed: never to those whose outcome is unknown.
   *
   * Scope: `broadcasts:send`.
   */
  retryFailed(id: string, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Get the recipients of a broadcast as a CSV file
   *
   * All of them. Texts that a spreadsheet would take for a formula get an apostrophe in front.
   *
   * Scope: `broadcasts:read`.
   */
  recipientsCsv(id: string, options?: RequestOptions): Promise<Response>;
  /**
   * Get the figures of a broadcast
   *
   * Scope: `broadcasts:read`.
   */
  stats(id: string, options?: RequestOptions): Promise<BroadcastStats>;
  readonly recipients: BroadcastsRecipientsResource;
}

export interface FlowsVersionsResource {
  /**
   * List the versions of a flow, newest first
   *
   * Scope: `flows:read`.
   */
  list(id: string, query?: FlowsVersionsListQuery, options?: RequestOptions): List<FlowVersion>;
  /**
   * Get a version of a flow
   *
   * Scope: `flows:read`.
   */
  get(id: string, version: string, options?: RequestOptions): Promise<FlowVersion>;
}

export interface FlowsRunsResource {
  /**
   * List the runs of a flow, newest first
   *
   * Those that have ended are removed after the time of `flowRunsDays` of `GET /organization/retention`, or of the installation.
   *
   * Scope: `flows:read`.
   */
  list(id: string, query?: FlowsRunsListQuery, options?: RequestOptions): List<FlowRun>;
  /**
   * Start a flow by hand
   *
   * For a contact, or in a conversation. Neither the trigger nor the conditions are asked.
   *
   * Scope: `flows:write`.
   */
  start(id: string, body?: StartFlowRun, options?: RequestOptions): Promise<FlowRunWithSteps>;
}

export interface FlowsWebhookResource {
  /**
   * Get whether a flow has an address of its own, without its secret
   *
   * Scope: `flows:read`.
   */
  get(id: string, options?: RequestOptions): Promise<FlowHook>;
  /**
   * Make the address that starts a flow; the one before is void
   *
   * For a flow whose trigger is `webhook`. The answer shows the address this once: whoever knows it can start the flow.
   *
   * Scope: `flows:write`.
   */
  create(id: string, options?: RequestOptions): Promise<FlowHookWithUrl>;
  /**
   * Take a flow's address away
   *
   * Scope: `flows:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface FlowsResource {
  /**
   * List flows, newest first
   *
   * Scope: `flows:read`.
   */
  list(query?: FlowsListQuery, options?: RequestOptions): List<Flow>;
  /**
   * Create a flow
   *
   * A draft: it is started by nothing before it is activated. It may be unfinished; `validate` tells what is missing.
   *
   * Scope: `flows:write`.
   */
  create(body: CreateFlow, options?: RequestOptions): Promise<Flow>;
  /**
   * Get a flow
   *
   * Scope: `flows:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Flow>;
  /**
   * Change a flow
   *
   * An active flow goes on with the version that was activated, until it is activated again. Runs keep the version they began with. A step that leads a secret of the flow to another host than before takes the scope `organization:write` besides.
   *
   * Scope: `flows:write`.
   */
  update(id: string, body?: UpdateFlow, options?: RequestOptions): Promise<Flow>;
  /**
   * Delete a flow
   *
   * With its versions and runs; those that wait end. Not while it is active.
   *
   * Scope: `flows:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Find what keeps a flow from being activated
   *
   * Of its newest version, each problem with its place. Changes nothing.
   *
   * Scope: `flows:read`.
   */
  validate(id: string, options?: RequestOptions): Promise<FlowValidation>;
  /**
   * Activate a flow
   *
   * Its newest version is started by what happens from now on.
   *
   * Scope: `flows:write`.
   */
  activate(id: string, options?: RequestOptions): Promise<Flow>;
  /**
   * Deactivate a flow
   *
   * It is started by nothing any more. Runs that have begun go on; they can be cancelled one by one.
   *
   * Scope: `flows:write`.
   */
  deactivate(id: string, options?: RequestOptions): Promise<Flow>;
  /**
   * See what a flow would do
   *
   * With a past event, in a conversation, or for a contact: whether the trigger and each condition hold, and what each step would do or why it would be refused. Steps are done and taken back: nothing is written, sent or called. A request is taken for answered. Also takes `contacts:read`, `conversations:read` and `messages:read`.
   *
   * Scope: `flows:write`. Needs as well: `contacts:read`, `conversations:read`, `messages:read`.
   */
  test(id: string, body?: TestFlow, options?: RequestOptions): Promise<FlowTest>;
  readonly versions: FlowsVersionsResource;
  readonly runs: FlowsRunsResource;
  readonly webhook: FlowsWebhookResource;
}

export interface FlowRunsResource {
  /**
   * Get a run of a flow with its steps
   *
   * Scope: `flows:read`.
   */
  get(id: string, options?: RequestOptions): Promise<FlowRunWithSteps>;
  /**
   * Cancel a run of a flow
   *
   * Nothing more is done; what was done stays.
   *
   * Scope: `flows:write`.
   */
  cancel(id: string, options?: RequestOptions): Promise<FlowRunWithSteps>;
}

export interface FlowSecretsResource {
  /**
   * List the secrets of flows, by name
   *
   * Without their values.
   *
   * Scope: `flows:read`.
   */
  list(query?: FlowSecretsListQuery, options?: RequestOptions): List<FlowSecret>;
  /**
   * Keep a secret for requests of flows
   *
   * Encrypted for this very row, and never shown again. Steps `http_request` name it as `{{secrets.NAME}}` in their address, headers and body; it is in no history, log, event or snapshot. It is sent to its `hosts` alone, whatever a step says. At most 100 in an organization.
   *
   * Scope: `flows:write`.
   */
  create(body: CreateFlowSecret, options?: RequestOptions): Promise<FlowSecret>;
  /**
   * Get a secret of flows, without its value
   *
   * Scope: `flows:read`.
   */
  get(id: string, options?: RequestOptions): Promise<FlowSecret>;
  /**
   * Change a secret of flows
   *
   * The next request carries the new value. Other `hosts` take the scope `organization:write` besides.
   *
   * Scope: `flows:write`.
   */
  update(id: string, body?: UpdateFlowSecret, options?: RequestOptions): Promise<FlowSecret>;
  /**
   * Delete a secret of flows
   *
   * Requests that name it fail from then on.
   *
   * Scope: `flows:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface PublicFlowHooksResource {
  /**
   * Start the flow of an address
   *
   * For other systems: the address is the credential. A repeated `idempotency-key` begins one run within a year, also where that is removed meanwhile. Up to 600 calls a minute of one flow. 409 when the flow is not active, 403 when a contact would have to be made and there is no room for one.
   *
   * Needs no credential; limited per address and, where there is one, per account.
   */
  call(token: string, body?: FlowHookBody, options?: RequestOptions): Promise<FlowHookAnswer>;
}

export interface PublicSignupFormsResource {
  /**
   * Get a form to fill in
   *
   * By its slug at a custom domain of the agency; by its public key here.
   *
   * Needs no credential; limited per address and, where there is one, per account.
   */
  get(slug: string, options?: RequestOptions): Promise<PublicSignupForm>;
  /**
   * Send a form that was filled in
   *
   * With the token that the form came with. Sent twice with the same answers it is one submission. Ten in ten minutes of one address.
   *
   * Needs no credential; limited per address and, where there is one, per account.
   */
  submit(slug: string, body: SubmitForm, options?: RequestOptions): Promise<FormSubmitted>;
}

export interface PublicResource {
  readonly flowHooks: PublicFlowHooksResource;
  readonly signupForms: PublicSignupFormsResource;
}

export interface MediaResource {
  /**
   * Store a file, to be sent with messages
   *
   * A form with the file, the file itself under its own content type (its name in `Content-Disposition`), or JSON with an address to fetch it from. The type is named by the bytes, never by the sender. What no message uses is removed after some time.
   *
   * Scope: `media:write`.
   */
  upload(body: ImportMedia | Upload, options?: RequestOptions): Promise<Media>;
  /**
   * Get the content of media
   *
   * Takes Range, If-None-Match and HEAD. What a browser could run is sent as an attachment of type application/octet-stream. 409 while the content is not here: see the status in its metadata.
   *
   * Scope: `media:read`.
   */
  content(id: string, options?: RequestOptions): Promise<Response>;
  /**
   * Get what is known of media
   *
   * Scope: `media:read`.
   */
  info(id: string, options?: RequestOptions): Promise<Media>;
}

export interface KnowledgeSourcesResource {
  /**
   * List or search sources
   *
   * Newest first. With q the active ones that fit it, best first, with score and snippet, 200 at most.
   *
   * Scope: `knowledge:read`.
   */
  list(query?: KnowledgeSourcesListQuery, options?: RequestOptions): List<KnowledgeSourceListItem>;
  /**
   * Add a text, a web page or a file
   *
   * It is read in the background: status tells how far it is, error in words why not.
   *
   * Scope: `knowledge:write`.
   */
  create(body: CreateKnowledgeSource, options?: RequestOptions): Promise<KnowledgeSource>;
  /**
   * Get a source
   *
   * Scope: `knowledge:read`.
   */
  get(id: string, options?: RequestOptions): Promise<KnowledgeSource>;
  /**
   * Change a source
   *
   * Fields left out stay. A new name, text, address, file or language is read anew; isActive takes effect at once.
   *
   * Scope: `knowledge:write`.
   */
  update(id: string, body?: UpdateKnowledgeSource, options?: RequestOptions): Promise<KnowledgeSource>;
  /**
   * Delete a source
   *
   * With what was read out of it, and with its file, if no message or other source uses that.
   *
   * Scope: `knowledge:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Read a source again now
   *
   * What was found before is found until then; a content that has not changed changes nothing.
   *
   * Scope: `knowledge:write`.
   */
  refresh(id: string, options?: RequestOptions): Promise<KnowledgeSource>;
}

export interface KnowledgeFaqsImportsRowsResource {
  /**
   * What became of the rows of an import
   *
   * In the order of the file.
   *
   * Scope: `knowledge:read`.
   */
  list(id: string, query?: KnowledgeFaqsImportsRowsListQuery, options?: RequestOptions): List<FaqImportRow>;
}

export interface KnowledgeFaqsImportsResource {
  /**
   * List imports of FAQs
   *
   * Scope: `knowledge:read`.
   */
  list(query?: KnowledgeFaqsImportsListQuery, options?: RequestOptions): List<FaqImport>;
  /**
   * Bring in FAQs from a CSV file
   *
   * A form with the file, or JSON with its text. The first row names the columns; separated by comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252. A category is a path with > between its names; other ways to ask have | between. Runs in the background, row by row. With dryRun nothing changes: the answer shows the columns with suggested fields, the rows what would become of them.
   *
   * Scope: `knowledge:write`.
   */
  create(body: CreateFaqImport | Upload, options?: RequestOptions): Promise<FaqImport>;
  /**
   * Get an import of FAQs
   *
   * Scope: `knowledge:read`.
   */
  get(id: string, options?: RequestOptions): Promise<FaqImport>;
  /**
   * Stop an import of FAQs
   *
   * Rows that were applied stay so. Cancelled already: nothing happens.
   *
   * Scope: `knowledge:write`.
   */
  cancel(id: string, options?: RequestOptions): Promise<FaqImport>;
  readonly rows: KnowledgeFaqsImportsRowsResource;
}

export interface KnowledgeFaqsResource {
  /**
   * List or search FAQs
   *
   * Newest first. With q the published ones that fit it, best first, with score and snippet, 200 at most.
   *
   * Scope: `knowledge:read`.
   */
  list(query?: KnowledgeFaqsListQuery, options?: RequestOptions): List<FaqListItem>;
  /**
   * Create a FAQ
   *
   * Published unless status says otherwise; a published one is found at once.
   *
   * Scope: `knowledge:write`.
   */
  create(body: CreateFaq, options?: RequestOptions): Promise<Faq>;
  /**
   * Get a FAQ
   *
   * Scope: `knowledge:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Faq>;
  /**
   * Change a FAQ
   *
   * Fields left out stay; alternatives replaces all of them. What is no longer published is found no more.
   *
   * Scope: `knowledge:write`.
   */
  update(id: string, body?: UpdateFaq, options?: RequestOptions): Promise<Faq>;
  /**
   * Delete a FAQ
   *
   * Scope: `knowledge:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Get all FAQs as a CSV file
   *
   * As an import reads them back.
   *
   * Scope: `knowledge:read`.
   */
  exportCsv(options?: RequestOptions): Promise<Response>;
  readonly imports: KnowledgeFaqsImportsResource;
}

export interface KnowledgeCategoriesResource {
  /**
   * List the categories of the knowledge
   *
   * In the order of their positions.
   *
   * Scope: `knowledge:read`.
   */
  list(query?: KnowledgeCategoriesListQuery, options?: RequestOptions): List<KnowledgeCategory>;
  /**
   * Create a category
   *
   * Scope: `knowledge:write`.
   */
  create(body: CreateKnowledgeCategory, options?: RequestOptions): Promise<KnowledgeCategory>;
  /**
   * Get a category
   *
   * Scope: `knowledge:read`.
   */
  get(id: string, options?: RequestOptions): Promise<KnowledgeCategory>;
  /**
   * Change a category
   *
   * Fields left out stay. A parent that is the category itself, or within it, is 409.
   *
   * Scope: `knowledge:write`.
   */
  update(id: string, body?: UpdateKnowledgeCategory, options?: RequestOptions): Promise<KnowledgeCategory>;
  /**
   * Delete a category
   *
   * 409 while sources, FAQs or categories are in it, unless moveTo says where they go.
   *
   * Scope: `knowledge:write`.
   */
  delete(id: string, query?: KnowledgeCategoriesDeleteQuery, options?: RequestOptions): Promise<Deleted>;
}

export interface KnowledgeUnansweredResource {
  /**
   * List questions that nothing answered
   *
   * Each once, however often and in whatever case it was asked; asked last first.
   *
   * Scope: `knowledge:read`.
   */
  list(query?: KnowledgeUnansweredListQuery, options?: RequestOptions): List<UnansweredQuestion>;
  /**
   * Dismiss a question that nothing answered
   *
   * It leaves the list and stays out of it when it is asked again.
   *
   * Scope: `knowledge:write`.
   */
  dismiss(id: string, options?: RequestOptions): Promise<UnansweredQuestion>;
}

export interface KnowledgeResource {
  /**
   * Find passages that answer a question
   *
   * Over active sources and published FAQs together, best first, at most three passages of one source and 200 in all. No word has to occur; typos are forgiven.
   *
   * Scope: `knowledge:read`.
   */
  search(query: KnowledgeSearchQuery, options?: RequestOptions): List<KnowledgeFinding, KnowledgeFindings>;
  /**
   * Count sources, FAQs, passages and searches
   *
   * Searches as far back as they are kept.
   *
   * Scope: `knowledge:read`.
   */
  stats(options?: RequestOptions): Promise<KnowledgeStats>;
  readonly sources: KnowledgeSourcesResource;
  readonly faqs: KnowledgeFaqsResource;
  readonly categories: KnowledgeCategoriesResource;
  readonly unanswered: KnowledgeUnansweredResource;
}

export interface LabelsResource {
  /**
   * List labels, newest first
   *
   * Scope: `labels:read`.
   */
  list(query?: LabelsListQuery, options?: RequestOptions): List<Label>;
  /**
   * Create a label
   *
   * A name that differs from another's only by case or accents is 409 and names that label.
   *
   * Scope: `labels:write`.
   */
  create(body: CreateLabel, options?: RequestOptions): Promise<Label>;
  /**
   * Get a label
   *
   * Scope: `labels:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Label>;
  /**
   * Rename a label, or change its colour or description
   *
   * A new name shows at once on every conversation, in every view and macro that has the label.
   *
   * Scope: `labels:write`.
   */
  update(id: string, body?: UpdateLabel, options?: RequestOptions): Promise<Label>;
  /**
   * Delete a label and take it off all conversations
   *
   * Scope: `labels:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface NotificationsResource {
  /**
   * List a member's notifications, newest first
   *
   * Mentions in notes, conversations that somebody else gave to the member, missed targets of SLA policies, and what flows tell.
   *
   * Scope: `conversations:read`.
   */
  list(query?: NotificationsListQuery, options?: RequestOptions): List<Notification>;
  /**
   * Mark a member's notifications as read
   *
   * Scope: `conversations:write`.
   */
  read(body?: ReadNotifications, options?: RequestOptions): Promise<NotificationsRead>;
}

export interface ViewsConversationsResource {
  /**
   * List the conversations that a view shows
   *
   * Scope: `conversations:read`.
   */
  list(id: string, query?: ViewsConversationsListQuery, options?: RequestOptions): List<Conversation>;
}

export interface ViewsResource {
  /**
   * List shared views and one's own, newest first
   *
   * With `include=counts` each says how many conversations it shows to whoever asks, and how many of them are unread; each count looks at 5,000 conversations at most.
   *
   * Scope: `conversations:read`.
   */
  list(query?: ViewsListQuery, options?: RequestOptions): List<View>;
  /**
   * Save a view
   *
   * Filters are those of GET /conversations. A private view is seen by the member or API key that made it alone.
   *
   * Scope: `conversations:write`.
   */
  create(body: CreateView, options?: RequestOptions): Promise<View>;
  /**
   * Get a view
   *
   * Scope: `conversations:read`.
   */
  get(id: string, query?: ViewsGetQuery, options?: RequestOptions): Promise<View>;
  /**
   * Change a view
   *
   * Scope: `conversations:write`.
   */
  update(id: string, body?: UpdateView, options?: RequestOptions): Promise<View>;
  /**
   * Delete a view
   *
   * Scope: `conversations:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  readonly conversations: ViewsConversationsResource;
}

export interface CannedRepliesResource {
  /**
   * List or search canned replies, newest first
   *
   * Scope: `conversations:read`.
   */
  list(query?: CannedRepliesListQuery, options?: RequestOptions): List<CannedReply>;
  /**
   * Create a canned reply
   *
   * Scope: `conversations:write`.
   */
  create(body: CreateCannedReply, options?: RequestOptions): Promise<CannedReply>;
  /**
   * Get a canned reply
   *
   * Scope: `conversations:read`.
   */
  get(id: string, options?: RequestOptions): Promise<CannedReply>;
  /**
   * Change a canned reply
   *
   * Scope: `conversations:write`.
   */
  update(id: string, body?: UpdateCannedReply, options?: RequestOptions): Promise<CannedReply>;
  /**
   * Delete a canned reply
   *
   * Scope: `conversations:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Fill a canned reply for a conversation
   *
   * Gives the text to send; nothing is sent. Counts as a use. `agent` is the member who asks, else the assignee.
   *
   * Scope: `conversations:write`.
   */
  render(id: string, body: RenderReply, options?: RequestOptions): Promise<RenderedReply>;
}

export interface MacrosResource {
  /**
   * List shared macros and one's own, newest first
   *
   * Scope: `conversations:read`.
   */
  list(query?: MacrosListQuery, options?: RequestOptions): List<Macro>;
  /**
   * Create a macro: several actions in one
   *
   * A private macro is seen and run by the member or API key that made it alone.
   *
   * Scope: `conversations:write`.
   */
  create(body: CreateMacro, options?: RequestOptions): Promise<Macro>;
  /**
   * Get a macro
   *
   * Scope: `conversations:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Macro>;
  /**
   * Change a macro
   *
   * Scope: `conversations:write`.
   */
  update(id: string, body?: UpdateMacro, options?: RequestOptions): Promise<Macro>;
  /**
   * Delete a macro
   *
   * Scope: `conversations:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Run a macro on a conversation
   *
   * All its actions happen, in their order, or none: what refuses one refuses the macro, and the error names the action. Messages are accepted for sending together with the other changes; a macro that sends also needs the scope `messages:send`.
   *
   * Scope: `conversations:write`.
   */
  run(id: string, body: RunMacro, options?: RequestOptions): Promise<MacroRun>;
}

export interface SearchResource {
  /**
   * Search messages, contacts and conversations at once
   *
   * The newest few of each. Conversations are those in which it was said, or whose contact is called so. All of one type: GET /search/messages, /search/contacts, /search/conversations. New messages are found after about a second.
   *
   * Scope: `conversations:read`.
   */
  all(query: SearchAllQuery, options?: RequestOptions): Promise<SearchAnswer>;
  /**
   * Search messages and notes, newest first
   *
   * Case, accents and typing mistakes are forgiven, in every script. Texts, captions, file names, places and what filled a template are searched.
   *
   * Scope: `conversations:read`.
   */
  messages(query: SearchMessagesQuery, options?: RequestOptions): List<MessageHit>;
  /**
   * Search contacts
   *
   * By name, e-mail or phone, newest first, as GET /contacts?q=. When nobody has the words, those that look like them, the likest first: typing mistakes are forgiven.
   *
   * Scope: `contacts:read`.
   */
  contacts(query: SearchContactsQuery, options?: RequestOptions): List<Contact>;
  /**
   * Search conversations, latest message first
   *
   * Those in which it was said, or whose contact is called so (the newest 500 such people; with the scope contacts:read). When there is none, those with what looks like the words.
   *
   * Scope: `conversations:read`.
   */
  conversations(query: SearchConversationsQuery, options?: RequestOptions): List<Conversation>;
}

export interface PipelinesStagesResource {
  /**
   * Add a stage to a pipeline
   *
   * Scope: `pipeline:write`.
   */
  create(id: string, body: CreateStage, options?: RequestOptions): Promise<Stage>;
  /**
   * Change a stage
   *
   * Its kind changes only while no deals and contacts are in it, and one stage of the pipeline stays open: else 409.
   *
   * Scope: `pipeline:write`.
   */
  update(id: string, stageId: string, body?: UpdateStage, options?: RequestOptions): Promise<Stage>;
  /**
   * Delete a stage
   *
   * With deals or contacts in it only when moveTo names the stage of the same pipeline that they go to; else 409, as for the last open stage. At most 10,000 deals are moved at once.
   *
   * Scope: `pipeline:write`.
   */
  delete(id: string, stageId: string, query?: PipelinesStagesDeleteQuery, options?: RequestOptions): Promise<Deleted>;
}

export interface PipelinesResource {
  /**
   * List pipelines with their stages
   *
   * By position.
   *
   * Scope: `pipeline:read`.
   */
  list(query?: PipelinesListQuery, options?: RequestOptions): List<Pipeline>;
  /**
   * Create a pipeline
   *
   * At most 50 in a tenant. The first one is the default.
   *
   * Scope: `pipeline:write`.
   */
  create(body: CreatePipeline, options?: RequestOptions): Promise<Pipeline>;
  /**
   * Get a pipeline with its stages
   *
   * Scope: `pipeline:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Pipeline>;
  /**
   * Change a pipeline, or the order of its stages
   *
   * Scope: `pipeline:write`.
   */
  update(id: string, body?: UpdatePipeline, options?: RequestOptions): Promise<Pipeline>;
  /**
   * Delete a pipeline without deals
   *
   * With its stages. Not the default one, and not while deals or contacts are in one of its stages: 409.
   *
   * Scope: `pipeline:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Sums of a pipeline's deals by stage and currency
   *
   * How many deals are in each stage and what they are worth, with the forecast weighted by win probability. Each currency stands for itself. The deals of a column: GET /deals with stageId and sort=position.
   *
   * Scope: `pipeline:read`.
   */
  board(id: string, query?: PipelinesBoardQuery, options?: RequestOptions): Promise<Board>;
  readonly stages: PipelinesStagesResource;
}

export interface DealsHistoryResource {
  /**
   * Stages a deal has been in
   *
   * Newest first, with how long it stayed; the first is where it is now.
   *
   * Scope: `pipeline:read`.
   */
  list(id: string, query?: DealsHistoryListQuery, options?: RequestOptions): List<StageStay>;
}

export interface DealsResource {
  /**
   * List or search deals
   *
   * Scope: `pipeline:read`.
   */
  list(query?: DealsListQuery, options?: RequestOptions): List<Deal>;
  /**
   * Create a deal
   *
   * Of a contact, or of the contact of a conversation; in the first open stage of the default pipeline unless it says where.
   *
   * Scope: `pipeline:write`.
   */
  create(body: CreateDeal, options?: RequestOptions): Promise<Deal>;
  /**
   * Get a deal
   *
   * Scope: `pipeline:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Deal>;
  /**
   * Change a deal, or move it to another stage
   *
   * Fields left out stay; null empties a field. A move is kept in the deal's history and told as deal.updated.
   *
   * Scope: `pipeline:write`.
   */
  update(id: string, body?: UpdateDeal, options?: RequestOptions): Promise<Deal>;
  /**
   * Delete a deal with its history
   *
   * Scope: `pipeline:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  readonly history: DealsHistoryResource;
}

export interface OrdersResource {
  /**
   * List orders, newest first
   *
   * Scope: `pipeline:read`.
   */
  list(query?: OrdersListQuery, options?: RequestOptions): List<Order>;
  /**
   * Create an order
   *
   * Sums are computed; those that are given are checked. Without a number it gets the tenant's next one.
   *
   * Scope: `pipeline:write`.
   */
  create(body: CreateOrder, options?: RequestOptions): Promise<Order>;
  /**
   * Get an order
   *
   * Scope: `pipeline:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Order>;
  /**
   * Change an order, or its status
   *
   * draft becomes pending, paid or cancelled; pending draft, paid or cancelled; paid fulfilled or refunded; fulfilled refunded; anything else is 409. Items and amounts change in draft and pending only.
   *
   * Scope: `pipeline:write`.
   */
  update(id: string, body?: UpdateOrder, options?: RequestOptions): Promise<Order>;
  /**
   * Delete an order that was never paid
   *
   * Scope: `pipeline:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface TicketsActivityResource {
  /**
   * What happened to a ticket, with comments
   *
   * Newest first.
   *
   * Scope: `tickets:read`.
   */
  list(id: string, query?: TicketsActivityListQuery, options?: RequestOptions): List<TicketActivity>;
}

export interface TicketsCommentsResource {
  /**
   * Add a comment to a ticket
   *
   * Seen by the team, never sent to the customer.
   *
   * Scope: `tickets:write`.
   */
  create(id: string, body: CreateTicketComment, options?: RequestOptions): Promise<TicketActivity>;
}

export interface TicketsResource {
  /**
   * List or search tickets, newest first
   *
   * Scope: `tickets:read`.
   */
  list(query?: TicketsListQuery, options?: RequestOptions): List<Ticket>;
  /**
   * Create a ticket
   *
   * It gets the tenant's next number and is open.
   *
   * Scope: `tickets:write`.
   */
  create(body: CreateTicket, options?: RequestOptions): Promise<Ticket>;
  /**
   * Get a ticket
   *
   * Scope: `tickets:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Ticket>;
  /**
   * Change a ticket, or its status
   *
   * open becomes in_progress or resolved; in_progress pending or resolved; pending resolved or open; resolved closed or open; anything else is 409. A message of the customer in the conversation opens what is pending or resolved; what stays resolved closes by itself after the organization's ticketAutoCloseDays. A closed ticket stays as it is. labels replaces all labels; customFields sets the fields given and null removes one.
   *
   * Scope: `tickets:write`.
   */
  update(id: string, body?: UpdateTicket, options?: RequestOptions): Promise<Ticket>;
  /**
   * Delete a ticket
   *
   * With its activity and comments, for good. Its number is not given again; follow-ups stay, without followUpOfId.
   *
   * Scope: `tickets:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Go on with a closed ticket in a new one
   *
   * With the contact, conversation, category, priority, labels, custom fields and assignee of the closed one, and followUpOfId. A ticket that is not closed is 409: open it instead.
   *
   * Scope: `tickets:write`.
   */
  followUp(id: string, body?: FollowUpTicket, options?: RequestOptions): Promise<Ticket>;
  readonly activity: TicketsActivityResource;
  readonly comments: TicketsCommentsResource;
}

export interface TicketCategoriesResource {
  /**
   * List ticket categories, newest first
   *
   * Scope: `tickets:read`.
   */
  list(query?: TicketCategoriesListQuery, options?: RequestOptions): List<TicketCategory>;
  /**
   * Create a ticket category
   *
   * Scope: `tickets:write`.
   */
  create(body: CreateTicketCategory, options?: RequestOptions): Promise<TicketCategory>;
  /**
   * Get a ticket category
   *
   * Scope: `tickets:read`.
   */
  get(id: string, options?: RequestOptions): Promise<TicketCategory>;
  /**
   * Rename a ticket category
   *
   * The new name shows on every ticket of the category.
   *
   * Scope: `tickets:write`.
   */
  update(id: string, body?: UpdateTicketCategory, options?: RequestOptions): Promise<TicketCategory>;
  /**
   * Delete a ticket category
   *
   * Its tickets stay, without a category.
   *
   * Scope: `tickets:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface TicketFieldsResource {
  /**
   * List the definitions of custom fields of tickets
   *
   * By position. Tickets may also have custom fields without a definition: texts, numbers and booleans.
   *
   * Scope: `tickets:read`.
   */
  list(query?: TicketFieldsListQuery, options?: RequestOptions): List<TicketField>;
  /**
   * Define a custom field of tickets
   *
   * From then on values of this key are checked and normalised when they are written. Values that tickets have already stay as they are until they are written again. At most 200 definitions.
   *
   * Scope: `tickets:write`.
   */
  create(body: CreateTicketField, options?: RequestOptions): Promise<TicketField>;
  /**
   * Get the definition of a custom field of tickets
   *
   * Scope: `tickets:read`.
   */
  get(id: string, options?: RequestOptions): Promise<TicketField>;
  /**
   * Change the definition of a custom field of tickets
   *
   * Key and type stay as they are. Tickets keep values that an option was taken away from.
   *
   * Scope: `tickets:write`.
   */
  update(id: string, body?: UpdateTicketField, options?: RequestOptions): Promise<TicketField>;
  /**
   * Delete a custom field of tickets and its values
   *
   * The definition is gone at once. Its values are removed from all tickets in the background, which cannot be undone; each ticket is told by ticket.updated. Until that is done the key cannot be written or defined anew (409).
   *
   * Scope: `tickets:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface MetricsResource {
  /**
   * All metrics of a range, and the backlog now
   *
   * Metrics that do not have a dimension filtered by are left out.
   *
   * Scope: `metrics:read`.
   */
  summary(query?: MetricsSummaryQuery, options?: RequestOptions): Promise<MetricsSummary>;
  /**
   * All metrics of a range, as CSV
   *
   * The rows of the JSON answer, one a line. Texts that a spreadsheet would take for a formula get an apostrophe in front.
   *
   * Scope: `metrics:read`.
   */
  summaryCsv(query?: MetricsSummaryCsvQuery, options?: RequestOptions): Promise<Response>;
  /**
   * One metric by hour, day, week or month
   *
   * Intervals are those of the time zone: a day on which the clocks change has 23 or 25 hours. Intervals with nothing in them are zeros.
   *
   * Scope: `metrics:read`.
   */
  timeseries(query?: MetricsTimeseriesQuery, options?: RequestOptions): Promise<MetricsTimeseries>;
  /**
   * One metric by hour, day, week or month, as CSV
   *
   * The rows of the JSON answer, one a line. Texts that a spreadsheet would take for a formula get an apostrophe in front.
   *
   * Scope: `metrics:read`.
   */
  timeseriesCsv(query?: MetricsTimeseriesCsvQuery, options?: RequestOptions): Promise<Response>;
  /**
   * One metric by channel, assignee, division, label, author or hour of the week
   *
   * Scope: `metrics:read`.
   */
  breakdown(query?: MetricsBreakdownQuery, options?: RequestOptions): Promise<MetricsBreakdown>;
  /**
   * One metric by group, as CSV
   *
   * The rows of the JSON answer, one a line. Texts that a spreadsheet would take for a formula get an apostrophe in front.
   *
   * Scope: `metrics:read`.
   */
  breakdownCsv(query?: MetricsBreakdownCsvQuery, options?: RequestOptions): Promise<Response>;
  /**
   * What each metric is
   *
   * Scope: `metrics:read`.
   */
  definitions(options?: RequestOptions): Promise<MetricDefinitions>;
}

export interface AgentsDivisionsResource {
  /**
   * List divisions, newest first
   *
   * Scope: `divisions:read`.
   */
  list(query?: AgentsDivisionsListQuery, options?: RequestOptions): List<Division>;
  /**
   * Create a division
   *
   * Scope: `divisions:write`.
   */
  create(body: CreateDivision, query?: AgentsDivisionsCreateQuery, options?: RequestOptions): Promise<Division>;
  /**
   * Get a division
   *
   * Scope: `divisions:read`.
   */
  get(id: string, query?: AgentsDivisionsGetQuery, options?: RequestOptions): Promise<Division>;
  /**
   * Change a division, or move it in the tree
   *
   * PUT and PATCH are alike: fields left out stay. A division below itself is refused.
   *
   * Scope: `divisions:write`.
   */
  replace(id: string, body: UpdateDivision, query?: AgentsDivisionsReplaceQuery, options?: RequestOptions): Promise<Division>;
  /**
   * Change a division, or move it in the tree
   *
   * PUT and PATCH are alike: fields left out stay. A division below itself is refused.
   *
   * Scope: `divisions:write`.
   */
  update(id: string, body?: UpdateDivision, query?: AgentsDivisionsUpdateQuery, options?: RequestOptions): Promise<Division>;
  /**
   * Delete a division
   *
   * One with members, children or conversations only with `moveTo`, which gets them all.
   *
   * Scope: `divisions:write`.
   */
  delete(id: string, query?: AgentsDivisionsDeleteQuery, options?: RequestOptions): Promise<Deleted>;
}

export interface AgentsResource {
  /**
   * List agents, newest first
   *
   * Scope: `agents:read`.
   */
  list(query?: AgentsListQuery, options?: RequestOptions): List<Agent>;
  /**
   * Invite an agent
   *
   * They get a mail, and are `invited` until they accept. What is set of them here comes along.
   *
   * Scope: `agents:write`.
   */
  create(body: CreateAgent, query?: AgentsCreateQuery, options?: RequestOptions): Promise<Agent>;
  /**
   * Get an agent
   *
   * Scope: `agents:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Agent>;
  /**
   * Change an agent
   *
   * PUT and PATCH are alike: fields left out stay. Role and status follow the rules of members: nobody changes somebody above them, the last owner stays.
   *
   * Scope: `agents:write`.
   */
  replace(id: string, body: UpdateAgent, query?: AgentsReplaceQuery, options?: RequestOptions): Promise<Agent>;
  /**
   * Change an agent
   *
   * PUT and PATCH are alike: fields left out stay. Role and status follow the rules of members: nobody changes somebody above them, the last owner stays.
   *
   * Scope: `agents:write`.
   */
  update(id: string, body?: UpdateAgent, query?: AgentsUpdateQuery, options?: RequestOptions): Promise<Agent>;
  /**
   * Deactivate an agent: sessions end, open conversations are given back
   *
   * What they wrote stays theirs, and they stay listed as suspended; `status: active` brings them back. An invitation is withdrawn.
   *
   * Scope: `agents:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Say whether one is there
   *
   * Also counts as being seen. An API key is no agent.
   *
   * Needs a session: a person's own affair. An API key gets 403.
   */
  setOwnAvailability(body: SetAvailability, options?: RequestOptions): Promise<Agent>;
  readonly divisions: AgentsDivisionsResource;
}

export interface AgentsManagementDivisionsResource {
  /**
   * List divisions, newest first
   *
   * Scope: `divisions:read`.
   */
  list(query?: AgentsManagementDivisionsListQuery, options?: RequestOptions): List<Division>;
  /**
   * Create a division
   *
   * Scope: `divisions:write`.
   */
  create(body: CreateDivision, query?: AgentsManagementDivisionsCreateQuery, options?: RequestOptions): Promise<Division>;
  /**
   * Get a division
   *
   * Scope: `divisions:read`.
   */
  get(id: string, query?: AgentsManagementDivisionsGetQuery, options?: RequestOptions): Promise<Division>;
  /**
   * Change a division, or move it in the tree
   *
   * PUT and PATCH are alike: fields left out stay. A division below itself is refused.
   *
   * Scope: `divisions:write`.
   */
  replace(id: string, body: UpdateDivision, query?: AgentsManagementDivisionsReplaceQuery, options?: RequestOptions): Promise<Division>;
  /**
   * Change a division, or move it in the tree
   *
   * PUT and PATCH are alike: fields left out stay. A division below itself is refused.
   *
   * Scope: `divisions:write`.
   */
  update(id: string, body?: UpdateDivision, query?: AgentsManagementDivisionsUpdateQuery, options?: RequestOptions): Promise<Division>;
  /**
   * Delete a division
   *
   * One with members, children or conversations only with `moveTo`, which gets them all.
   *
   * Scope: `divisions:write`.
   */
  delete(id: string, query?: AgentsManagementDivisionsDeleteQuery, options?: RequestOptions): Promise<Deleted>;
}

export interface AgentsManagementResource {
  /**
   * List agents, newest first
   *
   * Scope: `agents:read`.
   */
  list(query?: AgentsManagementListQuery, options?: RequestOptions): List<Agent>;
  /**
   * Invite an agent
   *
   * They get a mail, and are `invited` until they accept. What is set of them here comes along.
   *
   * Scope: `agents:write`.
   */
  create(body: CreateAgent, query?: AgentsManagementCreateQuery, options?: RequestOptions): Promise<Agent>;
  /**
   * Get an agent
   *
   * Scope: `agents:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Agent>;
  /**
   * Change an agent
   *
   * PUT and PATCH are alike: fields left out stay. Role and status follow the rules of members: nobody changes somebody above them, the last owner stays.
   *
   * Scope: `agents:write`.
   */
  replace(id: string, body: UpdateAgent, query?: AgentsManagementReplaceQuery, options?: RequestOptions): Promise<Agent>;
  /**
   * Change an agent
   *
   * PUT and PATCH are alike: fields left out stay. Role and status follow the rules of members: nobody changes somebody above them, the last owner stays.
   *
   * Scope: `agents:write`.
   */
  update(id: string, body?: UpdateAgent, query?: AgentsManagementUpdateQuery, options?: RequestOptions): Promise<Agent>;
  /**
   * Deactivate an agent: sessions end, open conversations are given back
   *
   * What they wrote stays theirs, and they stay listed as suspended; `status: active` brings them back. An invitation is withdrawn.
   *
   * Scope: `agents:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * A link that signs in once, within ten minutes
   *
   * For the person who asks, or for another agent (a key that names none: who made the key, else the oldest agent it may sign in): then only for owners, admins and keys that may give that agent's role, and only for somebody who belongs to no other organization and has no second factor. The session of a link for another stays in this organization, lasts eight hours at most; it does not reach the person's password, second factor and other sessions. Link and session end with any change of what either person may do, and such a session gets no further links and, by a link for another, makes no keys. A new link voids the one before.
   *
   * Scope: `agents:read`.
   */
  loginLink(query?: AgentsManagementLoginLinkQuery, options?: RequestOptions): Promise<LoginLink>;
  readonly divisions: AgentsManagementDivisionsResource;
}

export interface AgentSettingsResource {
  /**
   * How conversations are assigned, seen and resolved
   *
   * Scope: `agents:read`.
   */
  get(query?: AgentSettingsGetQuery, options?: RequestOptions): Promise<AgentSettings>;
  /**
   * Change how conversations are assigned, seen and resolved
   *
   * Fields left out stay as they are, also those inside of `autoAssign`, `autoResolve` and `csat`; `businessHours` and `csat.questions` are replaced whole.
   *
   * Scope: `agents:write`.
   */
  update(body: UpdateAgentSettings, query?: AgentSettingsUpdateQuery, options?: RequestOptions): Promise<AgentSettings>;
}

export interface SlaPoliciesResource {
  /**
   * List SLA policies, newest first
   *
   * Scope: `agents:read`.
   */
  list(query?: SlaPoliciesListQuery, options?: RequestOptions): List<SlaPolicy>;
  /**
   * Create an SLA policy
   *
   * Chosen for tickets and conversations when they begin, come back, or change priority, labels or division. Clocks stand still while something waits for the customer, for a date or for the chatbot.
   *
   * Scope: `agents:write`.
   */
  create(body: CreateSlaPolicy, options?: RequestOptions): Promise<SlaPolicy>;
  /**
   * Get an SLA policy
   *
   * Scope: `agents:read`.
   */
  get(id: string, options?: RequestOptions): Promise<SlaPolicy>;
  /**
   * Change an SLA policy
   *
   * What it governs already keeps what it was promised until the policy is chosen anew.
   *
   * Scope: `agents:write`.
   */
  update(id: string, body?: UpdateSlaPolicy, options?: RequestOptions): Promise<SlaPolicy>;
  /**
   * Delete an SLA policy
   *
   * It is chosen no more; what it governs already runs on as promised.
   *
   * Scope: `agents:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface CsatResponsesResource {
  /**
   * List customers' ratings, newest first
   *
   * since and until are about the answer.
   *
   * Scope: `metrics:read`.
   */
  list(query?: CsatResponsesListQuery, options?: RequestOptions): List<CsatResponse>;
}

export interface CsatResource {
  /**
   * How satisfied customers are
   *
   * since and until are about the question, so that the rate of answers is of the same resolutions.
   *
   * Scope: `metrics:read`.
   */
  summary(query?: CsatSummaryQuery, options?: RequestOptions): Promise<CsatSummary>;
  readonly responses: CsatResponsesResource;
}

export interface PrivacyRequestsResource {
  /**
   * List exports and erasures of contacts
   *
   * Scope: `contacts:read`; a session needs `organization:write`.
   */
  list(query?: PrivacyRequestsListQuery, options?: RequestOptions): List<PrivacyRequest>;
  /**
   * Get an export or an erasure, with its report
   *
   * Scope: `contacts:read`; a session needs `organization:write`.
   */
  get(id: string, options?: RequestOptions): Promise<PrivacyRequest>;
  /**
   * Get the file of an export
   *
   * Takes Range and HEAD. 409 until it is complete, and when it has expired.
   *
   * Scope: `contacts:read`; a session needs `organization:write`. Needs as well: `conversations:read`, `messages:read`, `media:read`, `pipeline:read`, `tickets:read`.
   */
  file(id: string, options?: RequestOptions): Promise<Response>;
}

export interface PrivacyResource {
  readonly requests: PrivacyRequestsResource;
}

export interface AdminErasuresResource {
  /**
   * List erasures of organizations, with their reports
   *
   * For the platform: of an erased organization nothing else is left.
   *
   * Scope: `admin:read`.
   *
   * Only for credentials of a platform organization.
   */
  list(query?: AdminErasuresListQuery, options?: RequestOptions): List<OrganizationErasure>;
}

export interface AdminBillingOrganizationsCreditsResource {
  /**
   * Credit an organization, or correct its balance
   *
   * Above zero a credit; below zero an adjustment, which needs a reason.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  create(id: string, body: CreateCredit, options?: RequestOptions): Promise<CreditResult>;
}

export interface AdminBillingOrganizationsTransactionsResource {
  /**
   * List what happened to an organization's balance, newest first
   *
   * Scope: `admin:read`.
   */
  list(id: string, query?: AdminBillingOrganizationsTransactionsListQuery, options?: RequestOptions): List<Transaction>;
}

export interface AdminBillingOrganizationsResource {
  /**
   * List organizations with their balances
   *
   * All that the credential reaches, newest first.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminBillingOrganizationsListQuery, options?: RequestOptions): List<OrganizationBalance>;
  /**
   * Let an organization's balance go below zero, or end that
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  update(id: string, body?: UpdateBillingOrganization, options?: RequestOptions): Promise<Balance>;
  /**
   * Get the balance of an organization
   *
   * Scope: `admin:read`.
   */
  balance(id: string, options?: RequestOptions): Promise<Balance>;
  readonly credits: AdminBillingOrganizationsCreditsResource;
  readonly transactions: AdminBillingOrganizationsTransactionsResource;
}

export interface AdminBillingPricingResource {
  /**
   * List the price list
   *
   * One list for the whole installation, with the prices that are switched off.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminBillingPricingListQuery, options?: RequestOptions): List<Price>;
  /**
   * Set a price for a model
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  create(body: CreatePrice, options?: RequestOptions): Promise<Price>;
  /**
   * Change a price
   *
   * What was charged before keeps its cost. Fields left out stay as they are.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  update(id: string, body: UpdatePrice, options?: RequestOptions): Promise<Price>;
  /**
   * Delete a price
   *
   * Transactions keep the name and the cost they were charged by.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface AdminBillingPaymentRequestsResource {
  /**
   * List payment requests of organizations, newest first
   *
   * Of all that the credential reaches.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminBillingPaymentRequestsListQuery, options?: RequestOptions): List<AdminPaymentRequest>;
  /**
   * Get a payment request of an organization
   *
   * Scope: `admin:read`.
   */
  get(id: string, options?: RequestOptions): Promise<AdminPaymentRequest>;
}

export interface AdminBillingResource {
  readonly organizations: AdminBillingOrganizationsResource;
  readonly pricing: AdminBillingPricingResource;
  readonly paymentRequests: AdminBillingPaymentRequestsResource;
}

export interface AdminUsageResource {
  /**
   * Sum up messages, active contacts, AI requests and spending by month
   *
   * Over all organizations that the credential reaches. Counted from events as they are written, a few seconds behind.
   *
   * Scope: `admin:read`.
   */
  summary(options?: RequestOptions): Promise<UsageSummary>;
}

export interface AdminAppsResource {
  /**
   * List apps
   *
   * Of all organizations that the credential reaches, newest first.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminAppsListQuery, options?: RequestOptions): List<App>;
  /**
   * Get an app
   *
   * Scope: `admin:read`.
   */
  get(id: string, options?: RequestOptions): Promise<App>;
  /**
   * Switch an app on or off
   *
   * While it is off, sends are refused with app_inactive; messages accepted before still leave, and what customers write is taken in. What the platform has switched off, or an agency of its client, an organization does not switch on: 403.
   *
   * Scope: `admin:write`.
   */
  setStatus(id: string, body: UpdateAppStatus, options?: RequestOptions): Promise<App>;
  /**
   * Add to the balance of an app
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  topUp(id: string, body: TopUp, options?: RequestOptions): Promise<TopUpResult>;
}

export interface AdminGatewaySettingsResource {
  /**
   * Get the settings of the payment gateway
   *
   * Secrets are never shown.
   *
   * Scope: `admin:read`.
   *
   * Only for credentials of a platform organization.
   */
  get(options?: RequestOptions): Promise<GatewaySettings>;
  /**
   * Change the settings of the payment gateway
   *
   * One gateway for the whole installation. Fields left out stay as they are.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  update(body: UpdateGatewaySettings, options?: RequestOptions): Promise<GatewaySettings>;
}

export interface AdminGatewayResource {
  /**
   * Test the address and the secret key of the payment gateway
   *
   * Asks the gateway for an invoice. What it found is the answer; a gateway that is away or refuses is `ok: false`.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  test(options?: RequestOptions): Promise<GatewayTest>;
  readonly settings: AdminGatewaySettingsResource;
}

export interface AdminSubscriptionsResource {
  /**
   * List or search subscriptions
   *
   * Of all organizations that the credential reaches, newest first.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminSubscriptionsListQuery, options?: RequestOptions): List<Subscription>;
  /**
   * Get a subscription
   *
   * Scope: `admin:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Subscription>;
  /**
   * Change a subscription
   *
   * Fields left out stay as they are. trialing -> active | past_due | paused | cancelled | expired; active -> past_due | paused | cancelled | expired; past_due -> active | paused | cancelled | expired; paused -> active | cancelled | expired; cancelled | expired -> active | trialing. An organization's own key, or its agency's, may cancel its subscription and take up again what it has cancelled (one with an unpaid bill is past_due again); what the platform has paused, cancelled or ended is the platform's to take up, and so are the terms: 403.
   *
   * Scope: `admin:write`.
   */
  update(id: string, body?: UpdateSubscription, options?: RequestOptions): Promise<Subscription>;
}

export interface AdminWebhookEventsResource {
  /**
   * List callbacks of platforms and deliveries to endpoints, newest first
   *
   * Of all organizations for the platform; of the own organization for anybody else.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminWebhookEventsListQuery, options?: RequestOptions): List<WebhookEvent>;
  /**
   * Get a callback or a delivery with what it carried
   *
   * Scope: `admin:read`.
   */
  get(id: string, options?: RequestOptions): Promise<WebhookEventWithPayload>;
}

export interface AdminAuditLogResource {
  /**
   * List who did what in all organizations that the credential reaches, newest first
   *
   * An entry lies in the organization it is about; `changes.byOrganization` names the one it was done from, where that is another.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminAuditLogListQuery, options?: RequestOptions): List<AuditEntry>;
}

export interface AdminMembersResource {
  /**
   * List or search the people of all organizations
   *
   * Of the organizations that the credential reaches, newest first. A person has a row for each organization they belong to.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminMembersListQuery, options?: RequestOptions): List<AdminMember>;
  /**
   * Change a member's role
   *
   * The rules of PATCH /members/{id}; the platform stands above all roles of other organizations. Of a person in several organizations, `organizationId` says in which.
   *
   * Scope: `admin:write`.
   */
  setRole(id: string, body: SetRole, query?: AdminMembersSetRoleQuery, options?: RequestOptions): Promise<AdminMember>;
}

export interface AdminOrganizationsResource {
  /**
   * List or search organizations
   *
   * Those that the credential reaches, newest first.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminOrganizationsListQuery, options?: RequestOptions): List<AdminOrganization>;
  /**
   * Create an organization
   *
   * Its owner is invited by mail. For the platform; by an agency it is made as its client, as `POST /agencies/current/clients` does, and is reached under /admin as far as its grant says. Anybody else gets 403.
   *
   * Scope: `admin:write`.
   */
  create(body: CreateAdminOrganization, options?: RequestOptions): Promise<CreatedAdminOrganization>;
  /**
   * Get an organization
   *
   * Scope: `admin:read`.
   */
  get(id: string, options?: RequestOptions): Promise<AdminOrganization>;
  /**
   * Rename an organization, suspend it or take it back
   *
   * Of a suspended one all keys and sessions are refused within a second. Nothing is lost: what platforms tell is stored.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  update(id: string, body?: UpdateAdminOrganization, options?: RequestOptions): Promise<AdminOrganization>;
}

export interface AdminUsersResource {
  /**
   * Suspend a person in all their organizations
   *
   * Their sessions end within a second, they cannot sign in, their open conversations are given back. Keys that they made belong to the organization and stay. Nobody suspends themselves or the last platform administrator.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  suspend(id: string, options?: RequestOptions): Promise<AdminUser>;
  /**
   * Let a suspended person in again
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  unsuspend(id: string, options?: RequestOptions): Promise<AdminUser>;
}

export interface AdminQueuesStatsResource {
  /**
   * How the queues of the installation stand
   *
   * Scope: `admin:read`.
   *
   * Only for credentials of a platform organization.
   */
  list(query?: AdminQueuesStatsListQuery, options?: RequestOptions): List<QueueStats>;
}

export interface AdminQueuesResource {
  /**
   * Put failed work of a queue back
   *
   * At most 1,000 rows a call, each from its organization, whose audit log tells of it. A message whose outcome is unknown is never sent again.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  retry(name: string, options?: RequestOptions): Promise<QueueRetry>;
  readonly stats: AdminQueuesStatsResource;
}

export interface AdminResource {
  /**
   * Numbers of the organizations that the credential reaches
   *
   * Scope: `admin:read`.
   */
  stats(options?: RequestOptions): Promise<AdminStats>;
  readonly erasures: AdminErasuresResource;
  readonly billing: AdminBillingResource;
  readonly usage: AdminUsageResource;
  readonly apps: AdminAppsResource;
  readonly gateway: AdminGatewayResource;
  readonly subscriptions: AdminSubscriptionsResource;
  readonly webhookEvents: AdminWebhookEventsResource;
  readonly auditLog: AdminAuditLogResource;
  readonly members: AdminMembersResource;
  readonly organizations: AdminOrganizationsResource;
  readonly users: AdminUsersResource;
  readonly queues: AdminQueuesResource;
}

export interface BillingBalanceResource {
  /**
   * Get the balance of the organization
   *
   * Scope: `billing:read`.
   */
  get(query?: BillingBalanceGetQuery, options?: RequestOptions): Promise<Balance>;
  /**
   * Set below what the owners are told that the balance is low
   *
   * Scope: `billing:write`.
   */
  update(body?: UpdateBalance, options?: RequestOptions): Promise<Balance>;
}

export interface BillingTransactionsResource {
  /**
   * List what happened to the balance, newest first
   *
   * Scope: `billing:read`.
   */
  list(query?: BillingTransactionsListQuery, options?: RequestOptions): List<Transaction>;
}

export interface BillingUsageResource {
  /**
   * List messages, active contacts, AI requests and spending by month, newest first
   *
   * Counted from events as they are written, a few seconds behind; months in UTC.
   *
   * Scope: `billing:read`.
   */
  list(query?: BillingUsageListQuery, options?: RequestOptions): List<UsageMonth>;
}

export interface BillingPricingResource {
  /**
   * List the prices in force
   *
   * Scope: `billing:read`.
   */
  list(query?: BillingPricingListQuery, options?: RequestOptions): List<Price>;
}

export interface BillingPaymentRequestsResource {
  /**
   * List payment requests, newest first
   *
   * Scope: `billing:read`.
   */
  list(query?: BillingPaymentRequestsListQuery, options?: RequestOptions): List<PaymentRequest>;
  /**
   * Ask for an invoice that adds to the balance
   *
   * Answered when it is stored. The gateway's invoice follows within seconds: `invoiceUrl` then, and a payment_request.updated event. When it is paid, the balance is credited.
   *
   * Scope: `billing:write`.
   */
  create(body: CreatePaymentRequest, options?: RequestOptions): Promise<PaymentRequest>;
  /**
   * Get a payment request
   *
   * Scope: `billing:read`.
   */
  get(id: string, options?: RequestOptions): Promise<PaymentRequest>;
  /**
   * Cancel a pending payment request
   *
   * Its invoice is ended at the gateway. Should it be paid before that, the money is credited and the request is paid.
   *
   * Scope: `billing:write`.
   */
  cancel(id: string, options?: RequestOptions): Promise<PaymentRequest>;
}

export interface BillingResource {
  /**
   * What happened to the balance, as CSV
   *
   * Oldest first; without `from` the calendar month (UTC) that it is. Texts that a spreadsheet would take for a formula get an apostrophe in front.
   *
   * Scope: `billing:read`.
   */
  transactionsCsv(query?: BillingTransactionsCsvQuery, options?: RequestOptions): Promise<Response>;
  /**
   * Get the organization's own subscription
   *
   * Scope: `billing:read`.
   */
  subscription(options?: RequestOptions): Promise<Subscription>;
  readonly balance: BillingBalanceResource;
  readonly transactions: BillingTransactionsResource;
  readonly usage: BillingUsageResource;
  readonly pricing: BillingPricingResource;
  readonly paymentRequests: BillingPaymentRequestsResource;
}

export interface AiKeysResource {
  /**
   * List the keys at AI providers
   *
   * In the order in which they are asked.
   *
   * Scope: `ai:read`.
   */
  list(query?: AiKeysListQuery, options?: RequestOptions): List<AiKey>;
  /**
   * Store a key of an AI provider
   *
   * Encrypted for this very row, and never shown again. At most 20 in an organization. Without a name it is Default, without a priority it is asked last.
   *
   * Scope: `ai:write`.
   */
  create(body: CreateAiKey, options?: RequestOptions): Promise<AiKey>;
  /**
   * Get a key, without its value
   *
   * Scope: `ai:read`.
   */
  get(id: string, options?: RequestOptions): Promise<AiKey>;
  /**
   * Change a key, its models, its priority, or switch it off
   *
   * Another key, address or first model makes it installed again: nothing is known of it.
   *
   * Scope: `ai:write`.
   */
  update(id: string, body?: UpdateAiKey, options?: RequestOptions): Promise<AiKey>;
  /**
   * Delete a key
   *
   * Scope: `ai:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Try a key: list its models, then a tiny generation with the first of its own
   *
   * Ten seconds at most. Costs what the provider takes for a few tokens; nothing is charged here.
   *
   * Scope: `ai:write`.
   */
  test(id: string, options?: RequestOptions): Promise<AiKeyTest>;
}

export interface AiRequestsResource {
  /**
   * List what was asked of models, newest first
   *
   * Who answered, who was passed over and why, and what it cost. Holds no texts. Kept for 90 days unless the installation says otherwise.
   *
   * Scope: `ai:read`.
   */
  list(query?: AiRequestsListQuery, options?: RequestOptions): List<AiRequestRecord>;
}

export interface AiAssistResource {
  /**
   * Draft the next reply of a conversation, out of what was said and the organization's knowledge
   *
   * A draft for whoever answers; nothing is sent. Charged like any request to a model. Also takes `messages:read` and `knowledge:read`.
   *
   * Scope: `conversations:write`.
   */
  suggestReply(body: SuggestReply, options?: RequestOptions): Promise<SuggestedReply>;
  /**
   * Summarise a conversation for whoever takes over
   *
   * Also takes `messages:read`.
   *
   * Scope: `conversations:write`.
   */
  summarize(body: Summarize, options?: RequestOptions): Promise<ConversationSummary>;
  /**
   * Rewrite a text before it is sent
   *
   * With `conversationId` also takes `messages:read`.
   *
   * Scope: `conversations:write`.
   */
  rewrite(body: Rewrite, options?: RequestOptions): Promise<AssistedText>;
  /**
   * Translate a text or a message
   *
   * With `messageId` also takes `messages:read`.
   *
   * Scope: `conversations:write`.
   */
  translate(body: Translate, options?: RequestOptions): Promise<AssistedText>;
  /**
   * Suggest labels for a conversation, of those that the organization has
   *
   * None is put on: that is PATCH /conversations/{id} with addLabels. Also takes `messages:read`.
   *
   * Scope: `conversations:write`.
   */
  tag(body: SuggestTags, options?: RequestOptions): Promise<SuggestedTags>;
}

export interface AiResource {
  readonly keys: AiKeysResource;
  readonly requests: AiRequestsResource;
  readonly assist: AiAssistResource;
}

export interface ChatbotsTurnsResource {
  /**
   * List what a chatbot decided, newest first
   *
   * Also takes `messages:read`: a turn holds what the customer wrote.
   *
   * Scope: `chatbot:read`. Needs as well: `messages:read`.
   */
  list(id: string, query?: ChatbotsTurnsListQuery, options?: RequestOptions): List<ChatbotTurn>;
}

export interface ChatbotsEvaluationsResource {
  /**
   * List the evaluations of a chatbot, newest first
   *
   * Scope: `chatbot:read`.
   */
  list(id: string, query?: ChatbotsEvaluationsListQuery, options?: RequestOptions): List<ChatbotEvaluationSummary>;
  /**
   * Keep cases that a chatbot must answer well
   *
   * Scope: `chatbot:write`.
   */
  create(id: string, body: CreateChatbotEvaluation, options?: RequestOptions): Promise<ChatbotEvaluation>;
}

export interface ChatbotsResource {
  /**
   * List chatbots, newest first
   *
   * Scope: `chatbot:read`.
   */
  list(query?: ChatbotsListQuery, options?: RequestOptions): List<Chatbot>;
  /**
   * Create a chatbot
   *
   * It answers new conversations of its channels once it is active. A channel that another chatbot serves is 409 `already_exists`.
   *
   * Scope: `chatbot:write`.
   */
  create(body: CreateChatbot, options?: RequestOptions): Promise<Chatbot>;
  /**
   * Get a chatbot
   *
   * Scope: `chatbot:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Chatbot>;
  /**
   * Change a chatbot
   *
   * The next turn runs with the new settings. Conversations that it does not serve any more go to people.
   *
   * Scope: `chatbot:write`.
   */
  update(id: string, body?: UpdateChatbot, options?: RequestOptions): Promise<Chatbot>;
  /**
   * Delete a chatbot
   *
   * Conversations that it has go to people. Its turns stay with their conversations.
   *
   * Scope: `chatbot:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * See what a chatbot would answer
   *
   * With the settings as they are, also of an inactive chatbot. Nothing is sent; the model that is asked is charged.
   *
   * Scope: `chatbot:write`.
   */
  playground(id: string, body: ChatbotPlaygroundRequest, options?: RequestOptions): Promise<ChatbotTrial>;
  readonly turns: ChatbotsTurnsResource;
  readonly evaluations: ChatbotsEvaluationsResource;
}

export interface ChatbotTurnsResource {
  /**
   * Get a turn of a chatbot, with its steps
   *
   * Also takes `messages:read`: a turn holds what the customer wrote.
   *
   * Scope: `chatbot:read`. Needs as well: `messages:read`.
   */
  get(id: string, options?: RequestOptions): Promise<ChatbotTurn>;
  /**
   * Decide a turn again, with today's settings and knowledge
   *
   * As of the time of the turn. Nothing is sent; the model that is asked is charged as in the playground. Also takes `messages:read`.
   *
   * Scope: `chatbot:write`. Needs as well: `messages:read`.
   */
  replay(id: string, options?: RequestOptions): Promise<ChatbotReplay>;
}

export interface ChatbotEvaluationsRunsResource {
  /**
   * List the runs of an evaluation, newest first
   *
   * Scope: `chatbot:read`.
   */
  list(id: string, query?: ChatbotEvaluationsRunsListQuery, options?: RequestOptions): List<ChatbotEvaluationRunSummary>;
  /**
   * Run an evaluation
   *
   * In the background, with the chatbot's settings as they are or with others laid over them. Nothing is sent; models are asked, and charged. 409 `conflict` while a run of it is under way.
   *
   * Scope: `chatbot:write`.
   */
  start(id: string, body?: StartChatbotEvaluationRun, options?: RequestOptions): Promise<ChatbotEvaluationRun>;
}

export interface ChatbotEvaluationsResource {
  /**
   * Get an evaluation
   *
   * Scope: `chatbot:read`.
   */
  get(id: string, options?: RequestOptions): Promise<ChatbotEvaluation>;
  /**
   * Change an evaluation
   *
   * Runs keep the cases that they began with.
   *
   * Scope: `chatbot:write`.
   */
  update(id: string, body?: UpdateChatbotEvaluation, options?: RequestOptions): Promise<ChatbotEvaluation>;
  /**
   * Delete an evaluation with its runs
   *
   * Scope: `chatbot:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  readonly runs: ChatbotEvaluationsRunsResource;
}

export interface ChatbotEvaluationRunsResource {
  /**
   * Get a run, with its results so far
   *
   * Scope: `chatbot:read`.
   */
  get(id: string, options?: RequestOptions): Promise<ChatbotEvaluationRun>;
}

export interface AuditLogResource {
  /**
   * List who did what in the organization, newest first
   *
   * Scope: `organization:read`.
   */
  list(query?: AuditLogListQuery, options?: RequestOptions): List<AuditEntry>;
}

export interface AgencyGrantsResource {
  /**
   * List what agencies may do here, or ask to
   *
   * Scope: `organization:read`.
   */
  list(query?: AgencyGrantsListQuery, options?: RequestOptions): List<AgencyGrant>;
  /**
   * Get a grant
   *
   * Scope: `organization:read`.
   */
  get(id: string, options?: RequestOptions): Promise<AgencyGrant>;
  /**
   * Accept a grant
   *
   * From then on the agency acts here within these scopes, or those of them that are chosen. Nobody grants what they lack, except the owner. Replaces the grant in force. With a `linkRequestId` the organization becomes the agency's client by it, which takes an owner.
   *
   * Scope: `organization:write`.
   */
  accept(id: string, body?: AcceptAgencyGrant, options?: RequestOptions): Promise<AgencyGrant>;
  /**
   * Refuse a grant that waits for an answer
   *
   * Scope: `organization:write`.
   */
  refuse(id: string, options?: RequestOptions): Promise<AgencyGrant>;
  /**
   * Revoke a grant: the agency's access tokens stop at once
   *
   * Scope: `organization:write`.
   */
  revoke(id: string, options?: RequestOptions): Promise<AgencyGrant>;
}

export interface EventsResource {
  /**
   * List events
   *
   * Without `after`: newest first. With `after`: what came after that event, oldest first, without gaps; store the last id you have handled and go on from it. Events are kept 30 days unless configured otherwise. By session: of the types that the role has the resource's scope for, and of the conversations that the person sees.
   *
   * Scope: `webhooks:read`; a session needs `conversations:read`.
   */
  list(query?: EventsListQuery, options?: RequestOptions): List<ParleyEvent>;
  /**
   * Follow events live (server-sent events)
   *
   * Each message: `id` the event's id, `event` its type, `data` the envelope. `Last-Event-ID` (or `after`) resumes: first what was missed, in order, then live. `event: reset` tells that events between are gone or that you stopped reading: fetch what you show anew. The comment `: ready` marks the point from which everything is delivered live. A stream ends after 15 minutes at the latest, when its key is revoked or its session ends, and when the server stops; reconnect with Last-Event-ID. 20 streams of a key or a person and 200 of an organization may be open at once, unless configured otherwise; one more is 429. What a session is shown is the same as in the list.
   *
   * Scope: `webhooks:read`; a session needs `conversations:read`.
   */
  stream(query?: EventsStreamQuery, options?: StreamOptions): EventStream;
}

export interface WebhooksDeliveriesResource {
  /**
   * List the deliveries of a webhook, newest first
   *
   * Scope: `webhooks:read`.
   */
  list(id: string, query?: WebhooksDeliveriesListQuery, options?: RequestOptions): List<Delivery>;
  /**
   * Get a delivery with its event and attempts
   *
   * Scope: `webhooks:read`.
   */
  get(id: string, deliveryId: string, options?: RequestOptions): Promise<DeliveryDetail>;
  /**
   * Attempt a delivery again now
   *
   * Scope: `webhooks:write`.
   */
  retry(id: string, deliveryId: string, options?: RequestOptions): Promise<Delivery>;
}

export interface WebhooksReplaysResource {
  /**
   * See how far a replay has come
   *
   * Scope: `webhooks:read`.
   */
  get(id: string, replayId: string, options?: RequestOptions): Promise<WebhookReplay>;
}

export interface WebhooksResource {
  /**
   * List webhooks
   *
   * Scope: `webhooks:read`.
   */
  list(query?: WebhooksListQuery, options?: RequestOptions): List<Webhook>;
  /**
   * Register a webhook
   *
   * The answer shows the signing secret; it is never shown again. Events that happen from now on are delivered, at least once each: drop repetitions by the event's id.
   *
   * Scope: `webhooks:write`.
   */
  create(body: CreateWebhook, options?: RequestOptions): Promise<WebhookWithSecret>;
  /**
   * Get a webhook
   *
   * Scope: `webhooks:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Webhook>;
  /**
   * Change, pause or re-activate a webhook
   *
   * An address of another host takes the headers anew, when there are any: they may hold that host's credential.
   *
   * Scope: `webhooks:write`.
   */
  update(id: string, body?: UpdateWebhook, options?: RequestOptions): Promise<Webhook>;
  /**
   * Remove a webhook and its deliveries
   *
   * Scope: `webhooks:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Make a new signing secret
   *
   * For 24 hours `webhook-signature` carries signatures of both secrets, or of both keys of ed25519; `X-Service-Signature` is made with the new secret at once. The answer shows the new secret this once.
   *
   * Scope: `webhooks:write`.
   */
  rotateSecret(id: string, options?: RequestOptions): Promise<WebhookWithSecret>;
  /**
   * Deliver a webhook.test event to this webhook
   *
   * Answers the delivery at once; read it again to see what came of it. Works while the webhook is paused or disabled, too.
   *
   * Scope: `webhooks:write`.
   */
  test(id: string, options?: RequestOptions): Promise<Delivery>;
  /**
   * See whether an event would be delivered
   *
   * Changes and sends nothing. With `filter` that one is tried instead of the webhook's own.
   *
   * Scope: `webhooks:write`.
   */
  testFilter(id: string, body: TestWebhookFilter, options?: RequestOptions): Promise<WebhookFilterVerdict>;
  /**
   * Deliver past events again
   *
   * Every event of the time that the webhook's present selection takes is delivered again with its old id, also those that were skipped while the webhook was paused or disabled.
   *
   * Scope: `webhooks:write`.
   */
  replay(id: string, body: CreateReplay, options?: RequestOptions): Promise<WebhookReplay>;
  readonly deliveries: WebhooksDeliveriesResource;
  readonly replays: WebhooksReplaysResource;
}

/** What the API has, by the words of its addresses. */
export interface Resources {
  /** What this server is, and where its API and description are */
  service(options?: RequestOptions): Promise<ServiceAnswer>;
  /**
   * Who asks: the tenant, the key or the person, and what they may do
   *
   * Any valid key or session.
   */
  me(options?: RequestOptions): Promise<Me>;
  /**
   * Get how this host looks
   *
   * By the Host that is asked: of the agency that proved it, else the product's own. May be kept for a minute.
   *
   * Needs no credential; limited per address and, where there is one, per account.
   */
  branding(options?: RequestOptions): Promise<Branding>;
  readonly organization: OrganizationResource;
  readonly apiKeys: ApiKeysResource;
  readonly agency: AgencyResource;
  readonly auth: AuthResource;
  readonly members: MembersResource;
  readonly invitations: InvitationsResource;
  readonly channels: ChannelsResource;
  readonly contacts: ContactsResource;
  readonly contactFields: ContactFieldsResource;
  readonly segments: SegmentsResource;
  readonly conversations: ConversationsResource;
  readonly messages: MessagesResource;
  readonly broadcasts: BroadcastsResource;
  readonly flows: FlowsResource;
  readonly flowRuns: FlowRunsResource;
  readonly flowSecrets: FlowSecretsResource;
  readonly public: PublicResource;
  readonly media: MediaResource;
  readonly knowledge: KnowledgeResource;
  readonly labels: LabelsResource;
  readonly notifications: NotificationsResource;
  readonly views: ViewsResource;
  readonly cannedReplies: CannedRepliesResource;
  readonly macros: MacrosResource;
  readonly search: SearchResource;
  readonly pipelines: PipelinesResource;
  readonly deals: DealsResource;
  readonly orders: OrdersResource;
  readonly tickets: TicketsResource;
  readonly ticketCategories: TicketCategoriesResource;
  readonly ticketFields: TicketFieldsResource;
  readonly metrics: MetricsResource;
  readonly agents: AgentsResource;
  readonly agentsManagement: AgentsManagementResource;
  readonly agentSettings: AgentSettingsResource;
  readonly slaPolicies: SlaPoliciesResource;
  readonly csat: CsatResource;
  readonly privacy: PrivacyResource;
  readonly admin: AdminResource;
  readonly billing: BillingResource;
  readonly ai: AiResource;
  readonly chatbots: ChatbotsResource;
  readonly chatbotTurns: ChatbotTurnsResource;
  readonly chatbotEvaluations: ChatbotEvaluationsResource;
  readonly chatbotEvaluationRuns: ChatbotEvaluationRunsResource;
  readonly auditLog: AuditLogResource;
  readonly agencyGrants: AgencyGrantsResource;
  readonly events: EventsResource;
  readonly webhooks: WebhooksResource;
}
