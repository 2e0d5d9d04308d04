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
  AdminMemberList,
  AdminOrganization,
  AdminOrganizationExport,
  AdminOrganizationExportList,
  AdminOrganizationList,
  AdminPaymentRequest,
  AdminPaymentRequestList,
  AdminStats,
  AdminUser,
  Agency,
  AgencyClient,
  AgencyClientList,
  AgencyGrant,
  AgencyGrantList,
  AgencyLinkRequest,
  AgencyLinkRequestList,
  AgencySnapshot,
  AgencySnapshotList,
  AgencySnapshotWithContent,
  Agent,
  AgentList,
  AgentSettings,
  AiKey,
  AiKeyList,
  AiKeyTest,
  AiRequestRecord,
  AiRequestRecordList,
  AiUsage,
  ApiKey,
  ApiKeyList,
  App,
  AppList,
  ApplyAgencySnapshot,
  ApplySnapshot,
  AskedDomain,
  AssistedText,
  AuditEntry,
  AuditEntryList,
  AuthorizationCode,
  BackupCodes,
  Balance,
  Board,
  BrandKit,
  Branding,
  Broadcast,
  BroadcastList,
  BroadcastPreview,
  BroadcastRecipient,
  BroadcastRecipientList,
  BroadcastStats,
  BulkContacts,
  BulkContactsResult,
  BulkResult,
  BulkUpdate,
  Call,
  CallList,
  CallSummary,
  CallWithTurns,
  CannedReply,
  CannedReplyList,
  Change,
  ChangeEmail,
  ChangePassword,
  Channel,
  ChannelAuthorization,
  ChannelCalling,
  ChannelHealth,
  ChannelKind,
  ChannelKindList,
  ChannelList,
  Chatbot,
  ChatbotEvaluation,
  ChatbotEvaluationRun,
  ChatbotEvaluationRunSummary,
  ChatbotEvaluationRunSummaryList,
  ChatbotEvaluationSummary,
  ChatbotEvaluationSummaryList,
  ChatbotList,
  ChatbotPlaygroundRequest,
  ChatbotReplay,
  ChatbotTrial,
  ChatbotTurn,
  ChatbotTurnList,
  ChatbotTurnSummary,
  ChooseTenant,
  ClientBilling,
  ClientBillingMonth,
  ClientBillingMonthList,
  ClientStay,
  CompleteAuthorization,
  ConfirmEmail,
  ConfirmPasswordReset,
  Contact,
  ContactExport,
  ContactExportList,
  ContactField,
  ContactFieldList,
  ContactImport,
  ContactImportList,
  ContactImportRow,
  ContactImportRowList,
  ContactList,
  ContactMerge,
  ContactMergeList,
  Conversation,
  ConversationActivity,
  ConversationActivityList,
  ConversationChatbot,
  ConversationList,
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
  CreateCall,
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
  CreatePhoneNumber,
  CreatePipeline,
  CreatePrice,
  CreateReplay,
  CreateSegment,
  CreateSignupForm,
  CreateSlaPolicy,
  CreateStage,
  CreateTelephonyAccount,
  CreateTemplate,
  CreateTicket,
  CreateTicketCategory,
  CreateTicketComment,
  CreateTicketField,
  CreateView,
  CreateVoiceAgent,
  CreateWebhook,
  CreatedAdminOrganization,
  CreatedAgencyClient,
  CreatedApiKey,
  CreditResult,
  CsatResponse,
  CsatResponseList,
  CsatSummary,
  CurrentOrganizationErasure,
  Deal,
  DealList,
  DeleteTags,
  Deleted,
  Delivery,
  DeliveryDetail,
  DeliveryList,
  DismissMergeSuggestion,
  DismissedMergeSuggestion,
  Division,
  DivisionList,
  Domain,
  DomainList,
  EditTemplate,
  EmailConfirmed,
  EmailLinkRequested,
  EnterClient,
  Entitlements,
  EntitlementsList,
  EraseContact,
  EraseOrganization,
  EventList,
  EventType,
  FailedWork,
  FailedWorkList,
  Faq,
  FaqImport,
  FaqImportList,
  FaqImportRow,
  FaqImportRowList,
  FaqList,
  FaqListItem,
  Flow,
  FlowHook,
  FlowHookAnswer,
  FlowHookBody,
  FlowHookWithUrl,
  FlowList,
  FlowRun,
  FlowRunCounts,
  FlowRunList,
  FlowRunSummary,
  FlowRunWithSteps,
  FlowSecret,
  FlowSecretList,
  FlowStepCounts,
  FlowTest,
  FlowValidation,
  FlowVersion,
  FlowVersionList,
  FollowUpTicket,
  FormSubmission,
  FormSubmissionList,
  FormSubmitted,
  GatewaySettings,
  GatewayTest,
  ImportMedia,
  InboxCounts,
  InstallationHealth,
  Invitation,
  InvitationList,
  InvitationPreview,
  KnowledgeCategory,
  KnowledgeCategoryList,
  KnowledgeCitations,
  KnowledgeFinding,
  KnowledgeFindings,
  KnowledgeSource,
  KnowledgeSourceList,
  KnowledgeSourceListItem,
  KnowledgeSourcePassage,
  KnowledgeSourcePassageList,
  KnowledgeStats,
  Label,
  LabelList,
  LabelReference,
  LandingPage,
  LandingPageList,
  LeftClient,
  LoginLink,
  Macro,
  MacroList,
  MacroRun,
  Me,
  Media,
  Member,
  MemberList,
  MergeContact,
  MergeSuggestion,
  MergeSuggestionList,
  MergeTags,
  Message,
  MessageHit,
  MessageHitList,
  MessageList,
  MetricDefinitions,
  MetricsBreakdown,
  MetricsSummary,
  MetricsTimeseries,
  ModelUsage,
  Notification,
  NotificationList,
  NotificationsRead,
  Order,
  OrderList,
  Organization,
  OrganizationBalance,
  OrganizationBalanceList,
  OrganizationErasure,
  OrganizationErasureList,
  OrganizationExport,
  OrganizationExportList,
  OwnEmail,
  ParleyEvent,
  PasswordChanged,
  PasswordResetRequested,
  PaymentRequest,
  PaymentRequestList,
  PhoneNumber,
  PhoneNumberList,
  Pipeline,
  PipelineList,
  Presence,
  PresenceList,
  PreviewBroadcast,
  PreviewInvitation,
  PreviewSegment,
  PreviewTemplate,
  Price,
  PriceList,
  PrivacyRequest,
  PrivacyRequestList,
  ProveTwoFactor,
  PublicSignupForm,
  PushKey,
  PushSubscription,
  PushSubscriptionList,
  PutBrandKit,
  QueueRetry,
  QueueStats,
  QueueStatsList,
  ReadConversation,
  ReadNotifications,
  ReconnectChannel,
  RenameTag,
  RenderReply,
  RenderedReply,
  RequestAgencyGrant,
  RequestEmailLink,
  RequestLog,
  RequestLogDetail,
  RequestLogList,
  RequestPasswordReset,
  Retention,
  RevokedSessions,
  Rewrite,
  RunMacro,
  SampleDataOffer,
  ScheduleBroadcast,
  Scope,
  SearchAnswer,
  Segment,
  SegmentList,
  SegmentPreview,
  SendMessage,
  SendOptions,
  Session,
  SessionList,
  SetAvailability,
  SetPresence,
  SetRole,
  SignIn,
  SignedIn,
  SignedInByLink,
  SignedOut,
  SignupForm,
  SignupFormList,
  SlaPolicy,
  SlaPolicyList,
  Snapshot,
  SnapshotResult,
  Stage,
  StageStay,
  StageStayList,
  StartAuthorization,
  StartChatbotEvaluationRun,
  StartFlowRun,
  StartTwoFactor,
  StartedAuthorization,
  SubmitForm,
  SubscribePush,
  Subscription,
  SubscriptionList,
  SuggestReply,
  SuggestTags,
  SuggestedReply,
  SuggestedTags,
  Summarize,
  Tag,
  TagChange,
  TagList,
  TelephonyAccount,
  TelephonyAccountList,
  TelephonyAccountTest,
  Template,
  TemplateList,
  TemplatePreview,
  TemplateSample,
  TemplateSync,
  TestFlow,
  TestVoiceAgent,
  TestWebhookFilter,
  Ticket,
  TicketActivity,
  TicketActivityList,
  TicketCategory,
  TicketCategoryList,
  TicketField,
  TicketFieldList,
  TicketList,
  TimelineItem,
  TimelineItemList,
  Timestamp,
  TopUp,
  TopUpResult,
  Transaction,
  TransactionList,
  Translate,
  TwoFactor,
  TwoFactorStarted,
  Typing,
  UnansweredQuestion,
  UnansweredQuestionList,
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
  UpdateChannelCalling,
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
  UpdatePhoneNumber,
  UpdatePipeline,
  UpdatePrice,
  UpdateRetention,
  UpdateSegment,
  UpdateSignupForm,
  UpdateSlaPolicy,
  UpdateStage,
  UpdateSubscription,
  UpdateTelephonyAccount,
  UpdateTicket,
  UpdateTicketCategory,
  UpdateTicketField,
  UpdateView,
  UpdateVoiceAgent,
  UpdateWebhook,
  UploadTemplateSample,
  UsageMonth,
  UsageMonthList,
  UsageSummary,
  UseLoginLink,
  VerifyTwoFactor,
  View,
  ViewList,
  VoiceAgent,
  VoiceAgentList,
  VoiceAgentTest,
  Webhook,
  WebhookEvent,
  WebhookEventList,
  WebhookEventWithPayload,
  WebhookFilterVerdict,
  WebhookList,
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
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface OrganizationSnapshotGetQuery {
  /** Only these parts, separated by commas. Default: all */
  parts?: string | undefined;
}

export interface ApiKeysListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface AgencyEntitlementsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface AgencyClientsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "pending" | "active" | "suspended" | "ended" | undefined;
}

export interface AgencyClientsGrantsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "pending" | "accepted" | "refused" | "revoked" | "expired" | undefined;
}

export interface AgencySnapshotsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface AgencyLinkRequestsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "pending" | "accepted" | "declined" | "withdrawn" | "expired" | undefined;
}

export interface AgencyDomainsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "pending_verification" | "verified" | "active" | "failed" | "suspended" | undefined;
}

export interface AgencySignupFormsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface AgencyFormSubmissionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "new" | "processed" | "spam" | undefined;
  formId?: string | undefined;
}

export interface AgencyLandingPagesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "draft" | "published" | undefined;
}

export interface AgencyBillingSummaryListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** Only this month: 2026-11 */
  month?: string | undefined;
  /** Only this client */
  clientId?: string | undefined;
}

export interface AdminOrganizationsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** Part of the name */
  q?: string | undefined;
  kind?: "business" | "agency" | "platform" | undefined;
  status?: "active" | "suspended" | undefined;
}

export interface AdminErasuresListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "completed" | "cancelled" | undefined;
}

export interface AdminExportsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface AdminBillingOrganizationsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface AdminBillingOrganizationsTransactionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface AdminBillingPricingListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface AdminBillingPaymentRequestsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface AdminAppsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface AdminSubscriptionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** Part of the organization's name or of itemName */
  search?: string | undefined;
  status?: "trialing" | "active" | "past_due" | "paused" | "cancelled" | "expired" | undefined;
}

export interface AdminWebhookEventsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  direction?: "inbound" | "outbound" | undefined;
  state?: "pending" | "processing" | "done" | "failed" | undefined;
  since?: string | undefined;
  /** Exclusive */
  until?: string | undefined;
}

export interface AdminAuditLogListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** Only this organization */
  organizationId?: string | undefined;
  /** A key's or member's id, or the name of a system part */
  actor?: string | undefined;
  action?: string | undefined;
  /** Id of the affected resource */
  target?: string | undefined;
  since?: string | undefined;
  /** Exclusive */
  until?: string | undefined;
}

export interface AdminMembersListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  role?: "owner" | "admin" | "supervisor" | "agent" | "viewer" | undefined;
  status?: "active" | "suspended" | undefined;
  /** Only this organization */
  organizationId?: string | undefined;
  /** Part of a name or an e-mail */
  q?: string | undefined;
}

export interface AdminMembersSetRoleQuery {
  /** The organization; required when the person is a member of several in reach */
  organizationId?: string | undefined;
}

export interface AdminQueuesStatsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface AdminQueuesFailedListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface AuthSessionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface MembersListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  role?: "owner" | "admin" | "supervisor" | "agent" | "viewer" | undefined;
  status?: "active" | "suspended" | undefined;
}

export interface InvitationsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "pending" | "accepted" | "revoked" | "expired" | undefined;
}

export interface ChannelsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  kind?: string | undefined;
  status?: "Pending" | "Connected" | "NeedsReauth" | "Disconnected" | "Error" | undefined;
}

export interface ChannelsTemplatesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "pending" | "approved" | "rejected" | "paused" | "disabled" | "in_appeal" | "deleted" | "archived" | undefined;
  name?: string | undefined;
}

export interface ContactsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** Name, e-mail, or phone in any format; every word must match */
  q?: string | undefined;
  tag?: string | undefined;
  optIn?: "unknown" | "opted_in" | "opted_out" | undefined;
  /** This number, including national variants */
  phone?: string | undefined;
  /** This address; case-insensitive */
  email?: string | undefined;
  /** An agent's id, or none */
  ownerId?: string | undefined;
  /** A pipeline stage's id, or none */
  stageId?: string | undefined;
  blocked?: boolean | undefined;
  /** Only these contacts: up to 100 ids, separated by commas; unknown ones match nothing */
  ids?: string | undefined;
}

export interface ContactsTagsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** Part of the tag; case-insensitive */
  q?: string | undefined;
}

export interface ContactsTimelineListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface ContactsMergesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface ContactsMergeSuggestionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface ContactsImportsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface ContactsImportsRowsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  outcome?: "created" | "updated" | "skipped" | "failed" | undefined;
}

export interface ContactsExportsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface ContactFieldsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface SegmentsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface SegmentsContactsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface ConversationsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
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
  /** Only these conversations: up to 100 ids, separated by commas; unknown ones match nothing */
  ids?: string | undefined;
  /** Has this label; when repeated (`label=vip&label=refund`, up to 10 times), has all of them */
  label?: string | LabelReference[] | undefined;
  /** Has any of these labels: up to 10 names, separated by commas */
  labels?: string | undefined;
  /** lastMessageAt, createdAt: newest first; createdAt sorts by id, which is the order of creation. waitingSince: longest wait first, only conversations that wait */
  sort?: "lastMessageAt" | "createdAt" | "waitingSince" | undefined;
}

export interface ConversationsCountsQuery {
  /** snoozed: pending until a set time; done: resolved */
  status?: "open" | "pending" | "resolved" | "snoozed" | "done" | undefined;
  channelId?: string | undefined;
  contactId?: string | undefined;
  /** A division, without its child divisions; none: in no division */
  divisionId?: string | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  handledBy?: "bot" | "human" | undefined;
  /** The customer has been waiting for an answer since this time or longer */
  waitingSince?: string | undefined;
  /** The customer has been waiting for an answer at least this long */
  waitingMinutes?: number | undefined;
  /** Has this label; when repeated (`label=vip&label=refund`, up to 10 times), has all of them */
  label?: string | LabelReference[] | undefined;
  /** Has any of these labels: up to 10 names, separated by commas */
  labels?: string | undefined;
}

export interface ConversationsActivityListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface ConversationsPresenceListQuery {
  /** Only of this conversation */
  conversationId?: string | undefined;
}

export interface ConversationsMessagesListQuery {
  /** 1 to 200 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** Only these messages: up to 100 ids, separated by commas; unknown ones match nothing */
  ids?: string | undefined;
}

export interface ConversationsChatbotTurnsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface MessagesListQuery {
  /** 1 to 200 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
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
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "draft" | "scheduled" | "sending" | "paused" | "completed" | "cancelled" | "failed" | undefined;
  channelId?: string | undefined;
  /** Started at or after this time */
  since?: string | undefined;
  /** Started before this time */
  until?: string | undefined;
}

export interface BroadcastsRecipientsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "pending" | "sending" | "sent" | "delivered" | "read" | "replied" | "failed" | "unknown" | "skipped" | undefined;
}

export interface FlowsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "draft" | "active" | "paused" | undefined;
}

export interface FlowsRunCountsQuery {
  /** Only these flows: up to 100 ids, separated by commas; unknown ones match nothing */
  ids?: string | undefined;
}

export interface FlowsStepCountsQuery {
  /** Default: the active version, else the newest */
  version?: number | undefined;
}

export interface FlowsVersionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface FlowsRunsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "running" | "waiting" | "completed" | "handed_off" | "cancelled" | "timed_out" | "failed" | undefined;
  /** Includes runs of contacts merged into it */
  contactId?: string | undefined;
}

export interface FlowRunsSummaryQuery {
  /** Start; default: 30 days before until */
  since?: string | undefined;
  /** End, exclusive; default: now. At most 400 days after since */
  until?: string | undefined;
}

export interface FlowRunsSummaryCsvQuery {
  /** Start; default: 30 days before until */
  since?: string | undefined;
  /** End, exclusive; default: now. At most 400 days after since */
  until?: string | undefined;
}

export interface FlowSecretsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface PublicDomainsAskQuery {
  /** The host name for which a certificate is asked */
  domain: string;
}

export interface KnowledgeSearchQuery {
  /** 1 to 50 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** A question, as a sentence or words, in any of your languages */
  q: string;
  /** Only content in this language, ISO 639 */
  language?: string | undefined;
  /** false: a staff lookup, excluded from the statistics */
  record?: boolean | undefined;
}

export interface KnowledgeCitationsQuery {
  /** How many days back answers are counted */
  days?: number | undefined;
}

export interface KnowledgeSourcesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** A question or words, in any of your languages; best matches first, typos tolerated. Only published or active entries match */
  q?: string | undefined;
  /** false: a staff lookup, excluded from the statistics */
  record?: boolean | undefined;
  kind?: "text" | "url" | "file" | undefined;
  status?: "pending" | "processing" | "ready" | "failed" | undefined;
  categoryId?: string | undefined;
  /** ISO 639 */
  language?: string | undefined;
}

export interface KnowledgeSourcesPassagesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface KnowledgeFaqsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** A question or words, in any of your languages; best matches first, typos tolerated. Only published or active entries match */
  q?: string | undefined;
  /** false: a staff lookup, excluded from the statistics */
  record?: boolean | undefined;
  status?: "draft" | "published" | "archived" | undefined;
  categoryId?: string | undefined;
  /** ISO 639 */
  language?: string | undefined;
}

export interface KnowledgeFaqsImportsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface KnowledgeFaqsImportsRowsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  outcome?: "created" | "updated" | "skipped" | "failed" | undefined;
}

export interface KnowledgeCategoriesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** Only direct children of this category */
  parentId?: string | undefined;
}

export interface KnowledgeCategoriesDeleteQuery {
  /** Where its contents go: another category's id, or none for no category */
  moveTo?: string | undefined;
}

export interface KnowledgeUnansweredListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** true: the dismissed ones instead */
  dismissed?: boolean | undefined;
  /** lastAsked (default): most recently asked first; count: most often first */
  sort?: "lastAsked" | "count" | undefined;
}

export interface LabelsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** Part of the name; case- and accent-insensitive */
  q?: string | undefined;
}

export interface NotificationsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** The member; required for an API key. A member sees only their own notifications */
  memberId?: string | undefined;
  /** true: unread; false: read */
  unread?: boolean | undefined;
}

export interface NotificationsPushSubscriptionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface ViewsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  visibility?: "private" | "shared" | undefined;
  /** counts: the number of conversations in the view and how many are unread */
  include?: "counts" | undefined;
}

export interface ViewsGetQuery {
  /** counts: the number of conversations in the view and how many are unread */
  include?: "counts" | undefined;
}

export interface ViewsConversationsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** Only these conversations: up to 100 ids, separated by commas; unknown ones match nothing */
  ids?: string | undefined;
}

export interface CannedRepliesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** Part of the shortcut, title or content */
  q?: string | undefined;
}

export interface MacrosListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  visibility?: "private" | "shared" | undefined;
}

export interface SearchAllQuery {
  /** All words must match, each at the start of a word; without exact matches, similar words match */
  q: string;
  /** Some of messages, contacts, conversations, separated by commas; default: all that the key may read */
  types?: string | undefined;
  /** Results per type, 1 to 25 */
  limit?: number | undefined;
}

export interface SearchMessagesQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** All words must match, each at the start of a word; without exact matches, similar words match */
  q: string;
  channelId?: string | undefined;
  contactId?: string | undefined;
  /** At or after this time */
  since?: string | undefined;
  /** Before this time */
  until?: string | undefined;
}

export interface SearchContactsQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** All words must match, each at the start of a word; without exact matches, similar words match */
  q: string;
}

export interface SearchConversationsQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** All words must match, each at the start of a word; without exact matches, similar words match */
  q: string;
}

export interface PipelinesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface PipelinesBoardQuery {
  /** Deals of this agent; none: without an owner */
  ownerId?: string | undefined;
  /** For won and lost deals: only those closed at or after this time */
  closedSince?: string | undefined;
}

export interface PipelinesStagesDeleteQuery {
  /** The stage that receives this stage's deals and contacts */
  moveTo?: string | undefined;
}

export interface DealsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** In the title; every word must match */
  q?: string | undefined;
  pipelineId?: string | undefined;
  stageId?: string | undefined;
  /** An agent's id, or none */
  ownerId?: string | undefined;
  contactId?: string | undefined;
  status?: "open" | "won" | "lost" | undefined;
  /** createdAt: newest first; position: in the order of a stage's column; needs stageId and cannot be combined with q */
  sort?: "createdAt" | "position" | undefined;
}

export interface DealsHistoryListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface OrdersListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "draft" | "pending" | "paid" | "fulfilled" | "cancelled" | "refunded" | undefined;
  contactId?: string | undefined;
  conversationId?: string | undefined;
  /** Exact match */
  number?: string | undefined;
  /** Exact match */
  externalReference?: string | undefined;
}

export interface TicketsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** In the subject, or #number; every word must match */
  q?: string | undefined;
  status?: "open" | "in_progress" | "pending" | "resolved" | "closed" | undefined;
  priority?: "low" | "medium" | "high" | "urgent" | undefined;
  /** A category's name or id */
  category?: string | undefined;
  /** An agent's id, or none */
  assigneeId?: string | undefined;
  /** A division's id, or none */
  divisionId?: string | undefined;
  contactId?: string | undefined;
  conversationId?: string | undefined;
  source?: "inbox" | "flow" | "manual" | "api" | undefined;
  /** Has this label */
  label?: string | undefined;
  /** KEY:VALUE, the whole value of a custom field; for a list, one of its options */
  customField?: string | undefined;
  /** true: past dueAt and neither resolved nor closed */
  overdue?: boolean | undefined;
  /** createdAt: newest first; dueAt: soonest due first, only tickets with a dueAt that are neither resolved nor closed; cannot be combined with q, label or customField */
  sort?: "createdAt" | "dueAt" | undefined;
}

export interface TicketsActivityListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface TicketCategoriesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface TicketFieldsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface MetricsSummaryQuery {
  /** Start: a date in the time zone (2026-03-01), or a time with its offset; rounded down to a quarter-hour. Default: 30 days before until */
  since?: string | undefined;
  /** End, exclusive; rounded up to a quarter-hour. Default: now. At most 400 days after since */
  until?: string | undefined;
  /** IANA name; defines days, weeks, months and hours, for example Europe/Berlin */
  timezone?: string | undefined;
  /** Only this channel */
  channelId?: string | undefined;
  /** Only channels of this kind, for example chat_app */
  channelKind?: string | undefined;
  /** Only conversations assigned to this agent at the time; none: unassigned */
  assigneeId?: string | undefined;
  /** Only conversations in this division at the time; none: in no division */
  divisionId?: string | undefined;
  /** Includes child divisions, by the current tree: those of divisionId, and of each group in a breakdown by division. Needs one of the two */
  subdivisions?: boolean | undefined;
  /** Only conversations that had the label with this name at the time */
  label?: string | undefined;
}

export interface MetricsSummaryCsvQuery {
  /** Start: a date in the time zone (2026-03-01), or a time with its offset; rounded down to a quarter-hour. Default: 30 days before until */
  since?: string | undefined;
  /** End, exclusive; rounded up to a quarter-hour. Default: now. At most 400 days after since */
  until?: string | undefined;
  /** IANA name; defines days, weeks, months and hours, for example Europe/Berlin */
  timezone?: string | undefined;
  /** Only this channel */
  channelId?: string | undefined;
  /** Only channels of this kind, for example chat_app */
  channelKind?: string | undefined;
  /** Only conversations assigned to this agent at the time; none: unassigned */
  assigneeId?: string | undefined;
  /** Only conversations in this division at the time; none: in no division */
  divisionId?: string | undefined;
  /** Includes child divisions, by the current tree: those of divisionId, and of each group in a breakdown by division. Needs one of the two */
  subdivisions?: boolean | undefined;
  /** Only conversations that had the label with this name at the time */
  label?: string | undefined;
}

export interface MetricsTimeseriesQuery {
  /** See GET /metrics/definitions */
  metric?: "messages_received" | "messages_sent" | "messages_delivered" | "messages_read" | "messages_failed" | "delivery_rate" | "read_rate" | "failure_rate" | "conversations_created" | "conversations_reopened" | "conversations_resolved" | "conversations_labelled" | "first_response_time" | "response_time" | "resolution_time" | "active_contacts" | "new_contacts" | "sla_met" | "sla_missed" | "sla_compliance" | "sla_first_response_compliance" | "sla_next_response_compliance" | "sla_resolution_compliance" | "ticket_sla_met" | "ticket_sla_missed" | "ticket_sla_compliance" | "csat_asked" | "csat_answered" | "csat_response_rate" | "csat_average_rating" | "csat_score" | undefined;
  /** Weeks start on Monday; hours for at most 62 days */
  interval?: "hour" | "day" | "week" | "month" | undefined;
  /** Start: a date in the time zone (2026-03-01), or a time with its offset; rounded down to a quarter-hour. Default: 30 days before until */
  since?: string | undefined;
  /** End, exclusive; rounded up to a quarter-hour. Default: now. At most 400 days after since */
  until?: string | undefined;
  /** IANA name; defines days, weeks, months and hours, for example Europe/Berlin */
  timezone?: string | undefined;
  /** Only this channel */
  channelId?: string | undefined;
  /** Only channels of this kind, for example chat_app */
  channelKind?: string | undefined;
  /** Only conversations assigned to this agent at the time; none: unassigned */
  assigneeId?: string | undefined;
  /** Only conversations in this division at the time; none: in no division */
  divisionId?: string | undefined;
  /** Includes child divisions, by the current tree: those of divisionId, and of each group in a breakdown by division. Needs one of the two */
  subdivisions?: boolean | undefined;
  /** Only conversations that had the label with this name at the time */
  label?: string | undefined;
}

export interface MetricsTimeseriesCsvQuery {
  /** See GET /metrics/definitions */
  metric?: "messages_received" | "messages_sent" | "messages_delivered" | "messages_read" | "messages_failed" | "delivery_rate" | "read_rate" | "failure_rate" | "conversations_created" | "conversations_reopened" | "conversations_resolved" | "conversations_labelled" | "first_response_time" | "response_time" | "resolution_time" | "active_contacts" | "new_contacts" | "sla_met" | "sla_missed" | "sla_compliance" | "sla_first_response_compliance" | "sla_next_response_compliance" | "sla_resolution_compliance" | "ticket_sla_met" | "ticket_sla_missed" | "ticket_sla_compliance" | "csat_asked" | "csat_answered" | "csat_response_rate" | "csat_average_rating" | "csat_score" | undefined;
  /** Weeks start on Monday; hours for at most 62 days */
  interval?: "hour" | "day" | "week" | "month" | undefined;
  /** Start: a date in the time zone (2026-03-01), or a time with its offset; rounded down to a quarter-hour. Default: 30 days before until */
  since?: string | undefined;
  /** End, exclusive; rounded up to a quarter-hour. Default: now. At most 400 days after since */
  until?: string | undefined;
  /** IANA name; defines days, weeks, months and hours, for example Europe/Berlin */
  timezone?: string | undefined;
  /** Only this channel */
  channelId?: string | undefined;
  /** Only channels of this kind, for example chat_app */
  channelKind?: string | undefined;
  /** Only conversations assigned to this agent at the time; none: unassigned */
  assigneeId?: string | undefined;
  /** Only conversations in this division at the time; none: in no division */
  divisionId?: string | undefined;
  /** Includes child divisions, by the current tree: those of divisionId, and of each group in a breakdown by division. Needs one of the two */
  subdivisions?: boolean | undefined;
  /** Only conversations that had the label with this name at the time */
  label?: string | undefined;
}

export interface MetricsBreakdownQuery {
  /** See GET /metrics/definitions */
  metric?: "messages_received" | "messages_sent" | "messages_delivered" | "messages_read" | "messages_failed" | "delivery_rate" | "read_rate" | "failure_rate" | "conversations_created" | "conversations_reopened" | "conversations_resolved" | "conversations_labelled" | "first_response_time" | "response_time" | "resolution_time" | "active_contacts" | "new_contacts" | "sla_met" | "sla_missed" | "sla_compliance" | "sla_first_response_compliance" | "sla_next_response_compliance" | "sla_resolution_compliance" | "ticket_sla_met" | "ticket_sla_missed" | "ticket_sla_compliance" | "csat_asked" | "csat_answered" | "csat_response_rate" | "csat_average_rating" | "csat_score" | undefined;
  /** One of the metric's dimensions */
  by?: "channel" | "channel_kind" | "assignee" | "division" | "label" | "author_kind" | "hour_of_week" | undefined;
  /** Start: a date in the time zone (2026-03-01), or a time with its offset; rounded down to a quarter-hour. Default: 30 days before until */
  since?: string | undefined;
  /** End, exclusive; rounded up to a quarter-hour. Default: now. At most 400 days after since */
  until?: string | undefined;
  /** IANA name; defines days, weeks, months and hours, for example Europe/Berlin */
  timezone?: string | undefined;
  /** Only this channel */
  channelId?: string | undefined;
  /** Only channels of this kind, for example chat_app */
  channelKind?: string | undefined;
  /** Only conversations assigned to this agent at the time; none: unassigned */
  assigneeId?: string | undefined;
  /** Only conversations in this division at the time; none: in no division */
  divisionId?: string | undefined;
  /** Includes child divisions, by the current tree: those of divisionId, and of each group in a breakdown by division. Needs one of the two */
  subdivisions?: boolean | undefined;
  /** Only conversations that had the label with this name at the time */
  label?: string | undefined;
}

export interface MetricsBreakdownCsvQuery {
  /** See GET /metrics/definitions */
  metric?: "messages_received" | "messages_sent" | "messages_delivered" | "messages_read" | "messages_failed" | "delivery_rate" | "read_rate" | "failure_rate" | "conversations_created" | "conversations_reopened" | "conversations_resolved" | "conversations_labelled" | "first_response_time" | "response_time" | "resolution_time" | "active_contacts" | "new_contacts" | "sla_met" | "sla_missed" | "sla_compliance" | "sla_first_response_compliance" | "sla_next_response_compliance" | "sla_resolution_compliance" | "ticket_sla_met" | "ticket_sla_missed" | "ticket_sla_compliance" | "csat_asked" | "csat_answered" | "csat_response_rate" | "csat_average_rating" | "csat_score" | undefined;
  /** One of the metric's dimensions */
  by?: "channel" | "channel_kind" | "assignee" | "division" | "label" | "author_kind" | "hour_of_week" | undefined;
  /** Start: a date in the time zone (2026-03-01), or a time with its offset; rounded down to a quarter-hour. Default: 30 days before until */
  since?: string | undefined;
  /** End, exclusive; rounded up to a quarter-hour. Default: now. At most 400 days after since */
  until?: string | undefined;
  /** IANA name; defines days, weeks, months and hours, for example Europe/Berlin */
  timezone?: string | undefined;
  /** Only this channel */
  channelId?: string | undefined;
  /** Only channels of this kind, for example chat_app */
  channelKind?: string | undefined;
  /** Only conversations assigned to this agent at the time; none: unassigned */
  assigneeId?: string | undefined;
  /** Only conversations in this division at the time; none: in no division */
  divisionId?: string | undefined;
  /** Includes child divisions, by the current tree: those of divisionId, and of each group in a breakdown by division. Needs one of the two */
  subdivisions?: boolean | undefined;
  /** Only conversations that had the label with this name at the time */
  label?: string | undefined;
}

export interface AgentsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
  /** Part of the name or the e-mail; case-insensitive */
  q?: string | undefined;
  status?: "invited" | "active" | "suspended" | undefined;
  /** Members of this division, without its child divisions */
  divisionId?: string | undefined;
}

export interface AgentsCreateQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsReplaceQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsUpdateQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsDivisionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsDivisionsCreateQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsDivisionsGetQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsDivisionsReplaceQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsDivisionsUpdateQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsDivisionsDeleteQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
  /** The division that receives its members, children and conversations */
  moveTo?: string | undefined;
}

export interface AgentsManagementListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
  /** Part of the name or the e-mail; case-insensitive */
  q?: string | undefined;
  status?: "invited" | "active" | "suspended" | undefined;
  /** Members of this division, without its child divisions */
  divisionId?: string | undefined;
}

export interface AgentsManagementCreateQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsManagementReplaceQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsManagementUpdateQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsManagementLoginLinkQuery {
  /** The agent to sign in. Default: the caller; for a key, the person who created it, otherwise the oldest agent it may sign in */
  agentId?: string | undefined;
}

export interface AgentsManagementDivisionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsManagementDivisionsCreateQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsManagementDivisionsGetQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsManagementDivisionsReplaceQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsManagementDivisionsUpdateQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentsManagementDivisionsDeleteQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
  /** The division that receives its members, children and conversations */
  moveTo?: string | undefined;
}

export interface AgentSettingsGetQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface AgentSettingsUpdateQuery {
  /** An app of the tenant; 404 when it does not exist */
  appId?: string | undefined;
}

export interface SlaPoliciesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface CsatSummaryQuery {
  channelId?: string | undefined;
  /** An agent's id, or none */
  assigneeId?: string | undefined;
  /** At or after this time */
  since?: string | undefined;
  /** Before this time */
  until?: string | undefined;
}

export interface CsatSummaryCsvQuery {
  channelId?: string | undefined;
  /** An agent's id, or none */
  assigneeId?: string | undefined;
  /** At or after this time */
  since?: string | undefined;
  /** Before this time */
  until?: string | undefined;
}

export interface CsatResponsesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  channelId?: string | undefined;
  /** An agent's id, or none */
  assigneeId?: string | undefined;
  /** At or after this time */
  since?: string | undefined;
  /** Before this time */
  until?: string | undefined;
  rating?: number | undefined;
  conversationId?: string | undefined;
}

export interface PrivacyRequestsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  kind?: "contact_export" | "contact_erasure" | undefined;
  /** Of one contact, even after its erasure */
  contactId?: string | undefined;
}

export interface BillingTransactionsCsvQuery {
  /** At or after this time; default: the start of the month. A date (2026-12-01: its start in UTC), or a time with its offset (2026-12-01T09:00:00Z) */
  from?: string | undefined;
  /** Before this time; default: now. A date (2026-12-01: its start in UTC), or a time with its offset (2026-12-01T09:00:00Z) */
  to?: string | undefined;
}

export interface BillingBalanceGetQuery {
  /** An app of your own organization; others are not found */
  appId?: string | undefined;
}

export interface BillingTransactionsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** An app of your own organization; others are not found */
  appId?: string | undefined;
}

export interface BillingUsageListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** An app of your own organization; others are not found */
  appId?: string | undefined;
}

export interface BillingUsageModelsQuery {
  /** Year and month in UTC, 2026-11; default: the current month */
  month?: string | undefined;
}

export interface BillingPricingListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface BillingPaymentRequestsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** An app of your own organization; others are not found */
  appId?: string | undefined;
}

export interface AiUsageQuery {
  /** How many days back requests are counted */
  days?: number | undefined;
}

export interface AiKeysListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  provider?: "openai" | "anthropic" | "google" | "openai_compatible" | undefined;
}

export interface AiRequestsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  purpose?: "chatbot" | "playground" | "assist" | "evaluation" | undefined;
  outcome?: "answered" | "no_key" | "insufficient_credits" | "entitlement_exceeded" | "all_failed" | "refused" | "timed_out" | undefined;
}

export interface ChatbotsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface ChatbotsTurnsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  decision?: "answered" | "declined" | "handed_over" | "outside_hours" | "silenced" | "superseded" | undefined;
}

export interface ChatbotsEvaluationsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface ChatbotTurnsSummaryQuery {
  /** Start; default: 30 days before until */
  since?: string | undefined;
  /** End, exclusive; default: now. At most 400 days after since */
  until?: string | undefined;
}

export interface ChatbotTurnsSummaryCsvQuery {
  /** Start; default: 30 days before until */
  since?: string | undefined;
  /** End, exclusive; default: now. At most 400 days after since */
  until?: string | undefined;
}

export interface ChatbotEvaluationsRunsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface VoiceAgentsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface TelephonyAccountsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
}

export interface PhoneNumbersListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  voiceAgentId?: string | undefined;
}

export interface CallsSummaryQuery {
  /** Start; default: 30 days before until */
  since?: string | undefined;
  /** End, exclusive; default: now. At most 400 days after since */
  until?: string | undefined;
  voiceAgentId?: string | undefined;
  direction?: "inbound" | "outbound" | undefined;
  status?: "ringing" | "in_progress" | "completed" | "transferred" | "failed" | "no_answer" | undefined;
}

export interface CallsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "ringing" | "in_progress" | "completed" | "transferred" | "failed" | "no_answer" | undefined;
  direction?: "inbound" | "outbound" | undefined;
  voiceAgentId?: string | undefined;
  channelId?: string | undefined;
  contactId?: string | undefined;
  conversationId?: string | undefined;
}

export interface AuditLogListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** A key's or member's id, or the name of a system part */
  actor?: string | undefined;
  action?: string | undefined;
  /** Id of the affected resource */
  target?: string | undefined;
  since?: string | undefined;
  /** Exclusive */
  until?: string | undefined;
}

export interface RequestLogsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** Only of this API key */
  keyId?: string | undefined;
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | undefined;
  /** operationId */
  operation?: string | undefined;
  /** Route, or beginning of the path, below /api/v1 */
  path?: string | undefined;
  /** HTTP status or class of it */
  status?: string | undefined;
  /** true: status 400 and above; false: below */
  failed?: boolean | undefined;
  /** Of the request, or the `error.reference` of its answer */
  requestId?: string | undefined;
  /** ISO 8601, UTC, milliseconds */
  since?: Timestamp | undefined;
  /** Exclusive */
  until?: string | undefined;
}

export interface AgencyGrantsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "pending" | "accepted" | "refused" | "revoked" | "expired" | undefined;
}

export interface EventsListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  /** An event's id: returns later events, oldest first; empty: starts from the oldest stored event */
  after?: string | undefined;
  /** One or several of message.received, message.status, message.sent, conversation.created, conversation.assigned, conversation.updated, contact.created, contact.updated, contact.merged, ticket.created, ticket.updated, broadcast.updated, channel.updated, template.updated, handover.requested, deal.updated, call.ended, webhook.test, webhook.failing, webhook.disabled, message.updated, broadcast.replied, conversation.window_closing, flow.emitted, conversation.no_reply, message.media, order.updated, contact.erased, balance.low, app.updated, payment_request.updated, subscription.updated, call.started, call.analyzed, call.missed, agency_grant.requested, agency_grant.answered, agency_grant.ended, form.submitted, separated by commas */
  type?: string | undefined;
  /** Only events of this channel */
  channelId?: string | undefined;
  /** Only events of this conversation */
  conversationId?: string | undefined;
}

export interface EventsStreamQuery {
  /** As Last-Event-ID, for the first connection */
  after?: string | undefined;
  /** Also who is looking at conversations or writing in them, for which a key needs conversations:read; filtered by conversationId, and not allowed with channelId */
  presence?: boolean | undefined;
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
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  status?: "active" | "paused" | "disabled" | undefined;
}

export interface WebhooksDeliveriesListQuery {
  /** 1 to 100 */
  limit?: number | undefined;
  /** nextCursor of the previous page; use the same filters */
  cursor?: string | undefined;
  state?: "pending" | "delivering" | "delivered" | "failed" | "skipped" | undefined;
}

export interface OrganizationExportsResource {
  /**
   * List the organization's exports
   *
   * Scope: `organization:read`.
   */
  list(query?: OrganizationExportsListQuery, options?: RequestOptions): List<OrganizationExport, OrganizationExportList>;
  /**
   * Get an organization export with its progress
   *
   * Scope: `organization:read`.
   */
  get(id: string, options?: RequestOptions): Promise<OrganizationExport>;
  /**
   * Download the file of an organization export
   *
   * Needs an owner's session; supports Range and HEAD. 409 until the file is complete, and after it has expired.
   *
   * Needs a person's session; API keys get 403.
   */
  file(id: string, options?: RequestOptions): Promise<Response>;
}

export interface OrganizationRetentionResource {
  /**
   * Get the retention periods
   *
   * Scope: `organization:read`.
   */
  get(options?: RequestOptions): Promise<Retention>;
  /**
   * Update the retention periods
   *
   * Older data is removed within the hour, permanently. Export files are always kept for 7 days.
   *
   * Scope: `organization:write`.
   */
  update(body: UpdateRetention, options?: RequestOptions): Promise<Retention>;
}

export interface OrganizationSnapshotResource {
  /**
   * Get the organization's configuration as a snapshot
   *
   * Contains no people, customers or secrets. Each part needs the read scope of its resource. Without `parts`: everything that the credential may read; `withheld` lists the rest.
   *
   * Scope: `organization:read`.
   */
  get(query?: OrganizationSnapshotGetQuery, options?: RequestOptions): Promise<Snapshot>;
  /**
   * Preview applying a snapshot
   *
   * Nothing is written. Accepts the same body as an apply and returns the same response; reasons for a refusal are listed in `conflicts`.
   *
   * Scope: `organization:read`.
   */
  plan(body: ApplySnapshot, options?: RequestOptions): Promise<SnapshotResult>;
  /**
   * Apply a snapshot
   *
   * Missing entries are created, existing ones (matched by name) are updated to the snapshot, and nothing is deleted. All or nothing: the error gives the path of the first entry that cannot be applied. Each part needs the write scope of its resource.
   *
   * Scope: `organization:read`.
   */
  apply(body: ApplySnapshot, options?: RequestOptions): Promise<SnapshotResult>;
}

export interface OrganizationResource {
  /**
   * Get the organization
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
   * Get the organization's limits and usage
   *
   * Set by the agency whose client the organization is. Requests that would exceed a limit are refused with `entitlement_exceeded`.
   *
   * Scope: `organization:read`.
   */
  entitlements(options?: RequestOptions): Promise<Entitlements>;
  /**
   * Schedule the organization's erasure in seven days
   *
   * Owners only. Until then everything works and the erasure can be cancelled. Then the organization's encryption key is destroyed, all access ends, and all its rows and files are deleted, including people who belong to no other organization. A report without personal data stays with the platform.
   *
   * Needs a person's session; API keys get 403.
   */
  erase(body: EraseOrganization, options?: RequestOptions): Promise<OrganizationErasure>;
  /**
   * Cancel the organization's erasure
   *
   * Owners only, until the erasure has started.
   *
   * Needs a person's session; API keys get 403.
   */
  cancelErasure(options?: RequestOptions): Promise<Deleted>;
  /**
   * Get whether and when the organization will be erased
   *
   * Scope: `organization:read`.
   */
  erasure(options?: RequestOptions): Promise<CurrentOrganizationErasure>;
  /**
   * Export all data of the organization
   *
   * Owners only. A gzipped tar archive with JSON Lines files for each kind of record (`data/messages-00001.ndjson`), the media, and `manifest.json`. Secrets and hashes are not included. Written in the background, one at a time; owners are notified, and the file is kept for 7 days.
   *
   * Needs a person's session; API keys get 403.
   */
  export(body?: CreateOrganizationExport, options?: RequestOptions): Promise<OrganizationExport>;
  /**
   * Get whether and how sample data can be added
   *
   * Sample data is a shop with 2,000 customers and 60 days of history. It is added by a command rather than through the API, because the command pauses the installation's background work for some seconds.
   *
   * Scope: `organization:read`.
   */
  sampleData(options?: RequestOptions): Promise<SampleDataOffer>;
  readonly exports: OrganizationExportsResource;
  readonly retention: OrganizationRetentionResource;
  readonly snapshot: OrganizationSnapshotResource;
}

export interface ApiKeysResource {
  /**
   * List API keys, including revoked ones
   *
   * Scope: `organization:read`.
   */
  list(query?: ApiKeysListQuery, options?: RequestOptions): List<ApiKey, ApiKeyList>;
  /**
   * Create an API key; the key is shown only once
   *
   * A caller can grant only scopes it has. A key can create only keys with no higher rate limit and no later expiry than its own, and requests of those keys also count against its own rate limit. An organization has at most 100 active keys, unless configured otherwise. A session must belong to an owner or an admin who signed in directly, not through somebody else's login link. Only an owner can grant `admin:read` and `admin:write`. With these a key reaches its own organization under `/admin`; an agency's key also reaches its clients, within their grants. A platform organization's keys reach all organizations, so there only a platform administrator can grant them.
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
   * Replace the agency's brand kit
   *
   * Shown on the agency's custom domains, on its landing pages and in e-mails to its clients. Images get a public address, which stops working when they are no longer used.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  update(body: PutBrandKit, options?: RequestOptions): Promise<BrandKit>;
}

export interface AgencyEntitlementsResource {
  /**
   * List the limits and usage of all clients, newest client first
   *
   * Without ended clients.
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  list(query?: AgencyEntitlementsListQuery, options?: RequestOptions): List<Entitlements, EntitlementsList>;
}

export interface AgencyClientsEntitlementsResource {
  /**
   * Get a client's limits and usage
   *
   * 409 `conflict` for a client that has ended: its usage, and the limits of its next agency, are its own.
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  get(id: string, options?: RequestOptions): Promise<Entitlements>;
  /**
   * Set a client's limits
   *
   * A limit may be lower than the current usage (`exceeded`): nothing is removed, and nothing can be added until usage falls below the limit. Customers' messages are always received. Limits end when the client is ended.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  update(id: string, body: UpdateEntitlements, options?: RequestOptions): Promise<Entitlements>;
}

export interface AgencyClientsGrantsResource {
  /**
   * List the grants that the agency requested from a client
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  list(id: string, query?: AgencyClientsGrantsListQuery, options?: RequestOptions): List<AgencyGrant, AgencyGrantList>;
  /**
   * Request a grant from a client
   *
   * Pending until the client accepts or refuses it at `/agency-grants`. Once accepted, it replaces the current grant.
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
   * Returns an API key of the client, valid for at most an hour, with scopes from the current grant. It stops working when the grant ends, when the client is suspended or ended, and when the key that created it is revoked or the person who did leaves the agency or may no longer act for clients. It expires no later than the key that created it. Its actions are recorded in both audit logs.
   *
   * Scope: `agency:act`.
   *
   * Only for credentials of an agency.
   */
  create(id: string, body: CreateAccessToken, options?: RequestOptions): Promise<AccessToken>;
}

export interface AgencyClientsBillingResource {
  /**
   * Get a client's billing mode and markup
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  get(id: string, options?: RequestOptions): Promise<ClientBilling>;
  /**
   * Set a client's billing mode and markup
   *
   * Applies to everything with a price per use; the client's subscription is separate. While the agency's balance does not cover the usage of a client on `agency_pays`, further usage of the client is refused with `insufficient_credits`.
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
  list(query?: AgencyClientsListQuery, options?: RequestOptions): List<AgencyClient, AgencyClientList>;
  /**
   * Create a client
   *
   * Creates a separate organization, linked to the agency, and invites its owner by e-mail. With `grant` the agency can act for it from the start; the client sees that grant and can revoke it. With `snapshot` or `snapshotId`, or the agency's default snapshot, it is set up in the background right after; the client's `setup` reports the progress.
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
   * While a client is suspended, the agency cannot act for it; the client's own work continues. Ending a client revokes its grants permanently and leaves the organization to its members.
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
  list(query?: AgencySnapshotsListQuery, options?: RequestOptions): List<AgencySnapshot, AgencySnapshotList>;
  /**
   * Create a snapshot
   *
   * Upload one, or copy one from a client. Copying also needs agency:act, and includes the parts that the client's grant allows the agency to read.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  create(body: CreateAgencySnapshot, options?: RequestOptions): Promise<AgencySnapshot>;
  /**
   * Get a snapshot and its content
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  get(id: string, options?: RequestOptions): Promise<AgencySnapshotWithContent>;
  /**
   * Update a snapshot or replace its content
   *
   * Clients that were set up with it do not change.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  update(id: string, body?: UpdateAgencySnapshot, options?: RequestOptions): Promise<AgencySnapshot>;
  /**
   * Delete a snapshot
   *
   * Clients that were set up with it do not change. 409 while a sign-up form uses it.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Preview applying a snapshot to a client
   *
   * Like `POST /organization/snapshot/plan` in the client, with the scopes of its grant. Nothing is written except the audit log.
   *
   * Scope: `agency:act`.
   *
   * Only for credentials of an agency.
   */
  plan(id: string, body: ApplyAgencySnapshot, options?: RequestOptions): Promise<SnapshotResult>;
  /**
   * Apply a snapshot to a client
   *
   * Like `POST /organization/snapshot/apply` in the client, with the scopes of its grant; recorded in both audit logs. `settings` and `agentSettings` cannot be granted: exclude them with `parts`.
   *
   * Scope: `agency:act`.
   *
   * Only for credentials of an agency.
   */
  apply(id: string, body: ApplyAgencySnapshot, options?: RequestOptions): Promise<SnapshotResult>;
}

export interface AgencyLinkRequestsResource {
  /**
   * List the agency's requests to organizations to become clients
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  list(query?: AgencyLinkRequestsListQuery, options?: RequestOptions): List<AgencyLinkRequest, AgencyLinkRequestList>;
  /**
   * Ask an organization to become a client
   *
   * Name the organization by its id or by an owner's e-mail address. Its owner sees the request at `/agency-grants` and answers there. The response, and the request until it is answered, are the same whether or not the organization exists.
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
   * Withdraw a pending request
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
  list(query?: AgencyDomainsListQuery, options?: RequestOptions): List<Domain, DomainList>;
  /**
   * Claim a custom domain
   *
   * The response contains the TXT record that proves the claim. Until the record is found, the claim reserves nothing.
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
   * Release a custom domain
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Check a custom domain's proof now
   *
   * The status reports the outcome. A verified domain is checked again every day and suspended after three days without the proof.
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
  list(query?: AgencySignupFormsListQuery, options?: RequestOptions): List<SignupForm, SignupFormList>;
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
   * Update a sign-up form
   *
   * Existing submissions do not change, nor does the consent text they contain.
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  update(id: string, body?: UpdateSignupForm, options?: RequestOptions): Promise<SignupForm>;
  /**
   * Delete a sign-up form; its submissions stay
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface AgencyFormSubmissionsResource {
  /**
   * List form submissions
   *
   * Scope: `agency:read`. Also needs: `contacts:read`.
   *
   * Only for credentials of an agency.
   */
  list(query?: AgencyFormSubmissionsListQuery, options?: RequestOptions): List<FormSubmission, FormSubmissionList>;
  /**
   * Get a form submission
   *
   * Scope: `agency:read`. Also needs: `contacts:read`.
   *
   * Only for credentials of an agency.
   */
  get(id: string, options?: RequestOptions): Promise<FormSubmission>;
  /**
   * Process a form submission or mark it as spam
   *
   * new and spam can be changed into each other. processed is final and carries out the target once: create_client creates the client and invites its owner; create_contact creates or finds the contact, and needs `contacts:write`.
   *
   * Scope: `agency:write`. Also needs: `contacts:read`.
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
  list(query?: AgencyLandingPagesListQuery, options?: RequestOptions): List<LandingPage, LandingPageList>;
  /**
   * Create a landing page
   *
   * Shown at /p/{slug} on the agency's custom domains and at its `url`, in the brand kit's colours.
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
   * Update, publish or unpublish a landing page
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
   * List client usage by client and month, newest month first
   *
   * A few seconds behind the clients' own ledgers; months in UTC.
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  list(query?: AgencyBillingSummaryListQuery, options?: RequestOptions): List<ClientBillingMonth, ClientBillingMonthList>;
}

export interface AgencyBillingResource {
  readonly summary: AgencyBillingSummaryResource;
}

export interface AgencyResource {
  /**
   * Get the agency's own profile
   *
   * Scope: `agency:read`.
   *
   * Only for credentials of an agency.
   */
  get(options?: RequestOptions): Promise<Agency>;
  /**
   * Update the agency's own profile
   *
   * Scope: `agency:write`.
   *
   * Only for credentials of an agency.
   */
  update(body?: UpdateAgency, options?: RequestOptions): Promise<Agency>;
  readonly brandKit: AgencyBrandKitResource;
  readonly entitlements: AgencyEntitlementsResource;
  readonly clients: AgencyClientsResource;
  readonly snapshots: AgencySnapshotsResource;
  readonly linkRequests: AgencyLinkRequestsResource;
  readonly domains: AgencyDomainsResource;
  readonly signupForms: AgencySignupFormsResource;
  readonly formSubmissions: AgencyFormSubmissionsResource;
  readonly landingPages: AgencyLandingPagesResource;
  readonly billing: AgencyBillingResource;
}

export interface AdminOrganizationsResource {
  /**
   * Get an organization's limits and usage
   *
   * For an organization that the credential can reach.
   *
   * Scope: `admin:read`.
   */
  entitlements(id: string, options?: RequestOptions): Promise<Entitlements>;
  /**
   * List or search organizations
   *
   * Covers all organizations that the credential can reach, newest first.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminOrganizationsListQuery, options?: RequestOptions): List<AdminOrganization, AdminOrganizationList>;
  /**
   * Create an organization
   *
   * Invites the owner by e-mail. For the platform, and for agencies: an agency creates the organization as its client, as with `POST /agencies/current/clients`, and reaches it under /admin as far as its grant allows. Everybody else gets 403.
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
   * Rename, suspend or reactivate an organization
   *
   * All keys and sessions of a suspended organization are refused within a second. Nothing is lost: platform callbacks are still stored.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  update(id: string, body?: UpdateAdminOrganization, options?: RequestOptions): Promise<AdminOrganization>;
}

export interface AdminErasuresResource {
  /**
   * List organization erasures with their reports
   *
   * For the platform: an erased organization's report is all that remains of it.
   *
   * Scope: `admin:read`.
   *
   * Only for credentials of a platform organization.
   */
  list(query?: AdminErasuresListQuery, options?: RequestOptions): List<OrganizationErasure, OrganizationErasureList>;
}

export interface AdminExportsResource {
  /**
   * List the exports of all organizations, newest first
   *
   * Shows their state and size; only an owner of the organization can open the file.
   *
   * Scope: `admin:read`.
   *
   * Only for credentials of a platform organization.
   */
  list(query?: AdminExportsListQuery, options?: RequestOptions): List<AdminOrganizationExport, AdminOrganizationExportList>;
}

export interface AdminBillingOrganizationsCreditsResource {
  /**
   * Credit or adjust an organization's balance
   *
   * A positive amount is a credit; a negative one is an adjustment, which needs a reason.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  create(id: string, body: CreateCredit, options?: RequestOptions): Promise<CreditResult>;
}

export interface AdminBillingOrganizationsTransactionsResource {
  /**
   * List an organization's balance transactions, newest first
   *
   * Scope: `admin:read`.
   */
  list(id: string, query?: AdminBillingOrganizationsTransactionsListQuery, options?: RequestOptions): List<Transaction, TransactionList>;
}

export interface AdminBillingOrganizationsResource {
  /**
   * List organizations with their balances
   *
   * Covers all organizations that the credential can reach, newest first.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminBillingOrganizationsListQuery, options?: RequestOptions): List<OrganizationBalance, OrganizationBalanceList>;
  /**
   * Allow or forbid a negative balance for an organization
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  update(id: string, body?: UpdateBillingOrganization, options?: RequestOptions): Promise<Balance>;
  /**
   * Get an organization's balance
   *
   * Scope: `admin:read`.
   */
  balance(id: string, options?: RequestOptions): Promise<Balance>;
  readonly credits: AdminBillingOrganizationsCreditsResource;
  readonly transactions: AdminBillingOrganizationsTransactionsResource;
}

export interface AdminBillingPricingResource {
  /**
   * List all prices
   *
   * One list for the whole installation, including inactive prices.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminBillingPricingListQuery, options?: RequestOptions): List<Price, PriceList>;
  /**
   * Create a price for a model
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  create(body: CreatePrice, options?: RequestOptions): Promise<Price>;
  /**
   * Update a price
   *
   * Past charges keep their cost. Omitted fields keep their values.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  update(id: string, body: UpdatePrice, options?: RequestOptions): Promise<Price>;
  /**
   * Delete a price
   *
   * Transactions keep the name and the cost they were charged with.
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
   * Covers all organizations that the credential can reach.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminBillingPaymentRequestsListQuery, options?: RequestOptions): List<AdminPaymentRequest, AdminPaymentRequestList>;
  /**
   * Get a payment request of an organization
   *
   * Scope: `admin:read`.
   */
  get(id: string, options?: RequestOptions): Promise<AdminPaymentRequest>;
  /**
   * Reject an organization's pending payment request
   *
   * Like a cancellation by the organization itself: the invoice is cancelled at the gateway, and credited if it is paid before that. For money that arrived another way, see `POST /admin/apps/{id}/top-up`.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  cancel(id: string, options?: RequestOptions): Promise<AdminPaymentRequest>;
}

export interface AdminBillingResource {
  readonly organizations: AdminBillingOrganizationsResource;
  readonly pricing: AdminBillingPricingResource;
  readonly paymentRequests: AdminBillingPaymentRequestsResource;
}

export interface AdminUsageResource {
  /**
   * Get messages, active contacts, AI requests and spending by month
   *
   * Covers all organizations that the credential can reach. Counted from events as they are written, a few seconds behind.
   *
   * Scope: `admin:read`.
   */
  summary(options?: RequestOptions): Promise<UsageSummary>;
}

export interface AdminAppsResource {
  /**
   * List apps
   *
   * Covers all organizations that the credential can reach, newest first.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminAppsListQuery, options?: RequestOptions): List<App, AppList>;
  /**
   * Get an app
   *
   * Scope: `admin:read`.
   */
  get(id: string, options?: RequestOptions): Promise<App>;
  /**
   * Turn an app on or off
   *
   * While the app is off, new sends and calls are refused with app_inactive, and voice agents take no calls; messages accepted earlier are still sent, customers' messages are received, and calls in progress continue. An organization cannot turn on an app that the platform, or its agency, has turned off: 403.
   *
   * Scope: `admin:write`.
   */
  setStatus(id: string, body: UpdateAppStatus, options?: RequestOptions): Promise<App>;
  /**
   * Add credit to an app's balance
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  topUp(id: string, body: TopUp, options?: RequestOptions): Promise<TopUpResult>;
}

export interface AdminGatewaySettingsResource {
  /**
   * Get the payment gateway settings
   *
   * Secrets are never shown.
   *
   * Scope: `admin:read`.
   *
   * Only for credentials of a platform organization.
   */
  get(options?: RequestOptions): Promise<GatewaySettings>;
  /**
   * Update the payment gateway settings
   *
   * One gateway for the whole installation. Omitted fields keep their values.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  update(body: UpdateGatewaySettings, options?: RequestOptions): Promise<GatewaySettings>;
}

export interface AdminGatewayResource {
  /**
   * Test the payment gateway's address and secret key
   *
   * Requests an invoice from the gateway as a test. The response reports the outcome; an unreachable gateway or a refusal is `ok: false`.
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
   * Covers all organizations that the credential can reach, newest first.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminSubscriptionsListQuery, options?: RequestOptions): List<Subscription, SubscriptionList>;
  /**
   * Get a subscription
   *
   * Scope: `admin:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Subscription>;
  /**
   * Update a subscription
   *
   * Omitted fields keep their values. trialing -> active | past_due | paused | cancelled | expired; active -> past_due | paused | cancelled | expired; past_due -> active | paused | cancelled | expired; paused -> active | cancelled | expired; cancelled | expired -> active | trialing. An organization's own key, or its agency's, may cancel its subscription and resume one that it has cancelled (with an unpaid bill it becomes past_due again). Only the platform can resume what it has paused, cancelled or ended, or change the terms: 403.
   *
   * Scope: `admin:write`.
   */
  update(id: string, body?: UpdateSubscription, options?: RequestOptions): Promise<Subscription>;
}

export interface AdminWebhookEventsResource {
  /**
   * List platform callbacks and webhook deliveries, newest first
   *
   * Covers all organizations for the platform, and the own organization for everybody else.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminWebhookEventsListQuery, options?: RequestOptions): List<WebhookEvent, WebhookEventList>;
  /**
   * Get a callback or a delivery with its payload
   *
   * Scope: `admin:read`.
   */
  get(id: string, options?: RequestOptions): Promise<WebhookEventWithPayload>;
}

export interface AdminAuditLogResource {
  /**
   * List the audit log of all organizations in reach, newest first
   *
   * An entry belongs to the organization it is about; `changes.byOrganization` names the acting organization, if different.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminAuditLogListQuery, options?: RequestOptions): List<AuditEntry, AuditEntryList>;
}

export interface AdminMembersResource {
  /**
   * List or search the members of all organizations
   *
   * Covers all organizations that the credential can reach, newest first. A person has one row per organization they belong to.
   *
   * Scope: `admin:read`.
   */
  list(query?: AdminMembersListQuery, options?: RequestOptions): List<AdminMember, AdminMemberList>;
  /**
   * Change a member's role
   *
   * Follows the rules of PATCH /members/{id}; the platform ranks above all roles of other organizations. If the person belongs to several organizations, `organizationId` selects one.
   *
   * Scope: `admin:write`.
   */
  setRole(id: string, body: SetRole, query?: AdminMembersSetRoleQuery, options?: RequestOptions): Promise<AdminMember>;
}

export interface AdminUsersResource {
  /**
   * Suspend a person in all their organizations
   *
   * Their sessions end within a second, they cannot sign in, and their open conversations are unassigned. API keys that they created belong to the organization and stay. Nobody can suspend themselves or the last platform administrator.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  suspend(id: string, options?: RequestOptions): Promise<AdminUser>;
  /**
   * Reactivate a suspended person
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  unsuspend(id: string, options?: RequestOptions): Promise<AdminUser>;
}

export interface AdminQueuesStatsResource {
  /**
   * List the installation's queues and their status
   *
   * Scope: `admin:read`.
   *
   * Only for credentials of a platform organization.
   */
  list(query?: AdminQueuesStatsListQuery, options?: RequestOptions): List<QueueStats, QueueStatsList>;
}

export interface AdminQueuesFailedResource {
  /**
   * List a queue's failed jobs, newest first
   *
   * Covers all organizations, with the reason for each failure. Contains no customers' texts.
   *
   * Scope: `admin:read`.
   *
   * Only for credentials of a platform organization.
   */
  list(name: string, query?: AdminQueuesFailedListQuery, options?: RequestOptions): List<FailedWork, FailedWorkList>;
  /**
   * Retry a failed job
   *
   * Like POST /admin/queues/{name}/retry, for one row. 409 if it cannot be requeued now.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  retry(name: string, id: string, options?: RequestOptions): Promise<QueueRetry>;
  /**
   * Discard a failed job
   *
   * It is dropped without being done, with an audit log entry in its organization. 409 if it has to be ended through its own resource instead.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  delete(name: string, id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface AdminQueuesResource {
  /**
   * Retry a queue's failed jobs
   *
   * At most 1,000 rows per call; each organization concerned gets an audit log entry. A message whose outcome is unknown is never sent again.
   *
   * Scope: `admin:write`.
   *
   * Only for credentials of a platform organization.
   */
  retry(name: string, options?: RequestOptions): Promise<QueueRetry>;
  readonly stats: AdminQueuesStatsResource;
  readonly failed: AdminQueuesFailedResource;
}

export interface AdminResource {
  /**
   * Get statistics of the organizations in reach
   *
   * Scope: `admin:read`.
   */
  stats(options?: RequestOptions): Promise<AdminStats>;
  /**
   * Get versions, sizes, processes and lags of the installation
   *
   * Scope: `admin:read`.
   *
   * Only for credentials of a platform organization.
   */
  health(options?: RequestOptions): Promise<InstallationHealth>;
  readonly organizations: AdminOrganizationsResource;
  readonly erasures: AdminErasuresResource;
  readonly exports: AdminExportsResource;
  readonly billing: AdminBillingResource;
  readonly usage: AdminUsageResource;
  readonly apps: AdminAppsResource;
  readonly gateway: AdminGatewayResource;
  readonly subscriptions: AdminSubscriptionsResource;
  readonly webhookEvents: AdminWebhookEventsResource;
  readonly auditLog: AdminAuditLogResource;
  readonly members: AdminMembersResource;
  readonly users: AdminUsersResource;
  readonly queues: AdminQueuesResource;
}

export interface AuthPasswordResetResource {
  /**
   * Request a password reset e-mail
   *
   * The response is the same whether or not the address is known. The token in the e-mail is valid once, for one hour.
   *
   * Needs no credential; limited per IP address and, if there is one, per account.
   */
  request(body: RequestPasswordReset, options?: RequestOptions): Promise<PasswordResetRequested>;
  /**
   * Reset a password with the token from the e-mail
   *
   * Ends every session of the person. The second factor stays enabled.
   *
   * Needs no credential; limited per IP address and, if there is one, per account.
   */
  confirm(body: ConfirmPasswordReset, options?: RequestOptions): Promise<PasswordChanged>;
}

export interface AuthEmailChangeResource {
  /**
   * Request a change of e-mail address; the current one stays until the new one is confirmed
   *
   * Sends a confirmation link to the new address and a notice to the current one. Once confirmed, in a session or with the password, the new address becomes the sign-in address; sessions stay. Changing or resetting the password cancels the change. The response does not reveal whether the address belongs to an account.
   *
   * Needs a person's session; API keys get 403.
   */
  request(body: ChangeEmail, options?: RequestOptions): Promise<OwnEmail>;
  /**
   * Cancel a pending change of e-mail address
   *
   * Needs a person's session; API keys get 403.
   */
  cancel(options?: RequestOptions): Promise<OwnEmail>;
}

export interface AuthEmailResource {
  /**
   * Get your e-mail address, its confirmation status and any pending change
   *
   * Needs a person's session; API keys get 403.
   */
  get(options?: RequestOptions): Promise<OwnEmail>;
  /**
   * Send a confirmation link to your e-mail address
   *
   * At most three e-mails an hour to one address. Only the newest link is valid, for one day. 409 when the address is already confirmed.
   *
   * Needs a person's session; API keys get 403.
   */
  requestVerification(options?: RequestOptions): Promise<OwnEmail>;
  /**
   * Request a new e-mail confirmation link
   *
   * For an account's unconfirmed or new address. The response is the same whether or not such an account exists. At most three e-mails an hour to one address, not counting those requested in a session; links sent earlier stay valid. When several accounts wait for the same address, no e-mail is sent: each of them must request it in a session.
   *
   * Needs no credential; limited per IP address and, if there is one, per account.
   */
  requestLink(body: RequestEmailLink, options?: RequestOptions): Promise<EmailLinkRequested>;
  /**
   * Confirm an e-mail address with the token from the e-mail
   *
   * The token alone confirms the current address. A new address also needs proof of the person, because its e-mail may have reached a stranger: a session in the cookie from a sign-in of their own (not through somebody else's login link), or `password`. 401 without either or with a wrong password, which counts against the sign-in limits. 403 for a suspended account. 409 when another account has taken the new address since. Confirming again has no further effect while the address stays the same.
   *
   * Needs no credential; limited per IP address and, if there is one, per account.
   */
  confirm(body: ConfirmEmail, options?: RequestOptions): Promise<EmailConfirmed>;
  readonly change: AuthEmailChangeResource;
}

export interface AuthSessionResource {
  /**
   * Get the current session
   *
   * Needs a person's session; API keys get 403.
   */
  get(options?: RequestOptions): Promise<Session>;
  /**
   * Switch the session to another tenant
   *
   * From the next request on, the session works in that tenant, with the person's role there. Other sessions do not change.
   *
   * Needs a person's session; API keys get 403.
   */
  chooseTenant(body: ChooseTenant, options?: RequestOptions): Promise<Session>;
  /**
   * Act in a client with this session
   *
   * From the next request on, everything except the person's own account happens in the client, with the scopes of the current grant, for at most an hour; it is recorded in both audit logs. Once the grant has ended, requests are refused with `grant_required` until the session leaves. Entering again starts another hour.
   *
   * Needs a person's session; API keys get 403.
   *
   * Only for credentials of an agency.
   */
  enterClient(body: EnterClient, options?: RequestOptions): Promise<ClientStay>;
  /**
   * Leave the client in which this session acts
   *
   * Its key stops working. Has no effect if the session is not acting in a client.
   *
   * Needs a person's session; API keys get 403.
   */
  leaveClient(options?: RequestOptions): Promise<LeftClient>;
}

export interface AuthSessionsResource {
  /**
   * List your sessions in all tenants
   *
   * Needs a person's session; API keys get 403.
   */
  list(query?: AuthSessionsListQuery, options?: RequestOptions): List<Session, SessionList>;
  /**
   * End all your sessions except the current one
   *
   * Needs a person's session; API keys get 403.
   */
  revokeOthers(options?: RequestOptions): Promise<RevokedSessions>;
  /**
   * End one of your sessions
   *
   * Needs a person's session; API keys get 403.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface AuthTwoFactorResource {
  /**
   * Get whether a second factor is enabled
   *
   * Needs a person's session; API keys get 403.
   */
  get(options?: RequestOptions): Promise<TwoFactor>;
  /**
   * Start second-factor enrolment: get a secret for an authenticator app
   *
   * The second factor takes effect once POST /auth/two-factor/verify has accepted a code.
   *
   * Needs a person's session; API keys get 403.
   */
  start(body: StartTwoFactor, options?: RequestOptions): Promise<TwoFactorStarted>;
  /**
   * Enable the second factor with its first code; all other sessions end
   *
   * Needs a person's session; API keys get 403.
   */
  verify(body: VerifyTwoFactor, options?: RequestOptions): Promise<BackupCodes>;
  /**
   * Disable the second factor; all other sessions end
   *
   * Needs a person's session; API keys get 403.
   */
  disable(body: ProveTwoFactor, options?: RequestOptions): Promise<TwoFactor>;
  /**
   * Generate ten new backup codes; the old ones become invalid
   *
   * Needs a person's session; API keys get 403.
   */
  renewBackupCodes(body: ProveTwoFactor, options?: RequestOptions): Promise<BackupCodes>;
}

export interface AuthInvitationsResource {
  /**
   * Get the invitation that a token belongs to
   *
   * Needs no credential; limited per IP address and, if there is one, per account.
   */
  preview(body: PreviewInvitation, options?: RequestOptions): Promise<InvitationPreview>;
  /**
   * Accept an invitation with the token from the e-mail
   *
   * A new account chooses its password here; an existing account keeps its password. Sign in afterwards.
   *
   * Needs no credential; limited per IP address and, if there is one, per account.
   */
  accept(body: AcceptInvitation, options?: RequestOptions): Promise<AcceptedInvitation>;
}

export interface AuthResource {
  /**
   * Sign in with a password; the session is stored in a cookie
   *
   * The response is the same for a wrong password and for an unknown e-mail address. With a second factor enabled, a correct password without `code` returns `secondFactorRequired` and no session.
   *
   * Needs no credential; limited per IP address and, if there is one, per account.
   */
  signIn(body: SignIn, options?: RequestOptions): Promise<SignedIn>;
  /**
   * Sign out and clear the session cookie
   *
   * Needs no credential; limited per IP address and, if there is one, per account.
   */
  signOut(options?: RequestOptions): Promise<SignedOut>;
  /**
   * Sign in with a login link token; the session is stored in a cookie
   *
   * Valid once, within ten minutes of GET /agents-management/login-link.
   *
   * Needs no credential; limited per IP address and, if there is one, per account.
   */
  useLoginLink(body: UseLoginLink, options?: RequestOptions): Promise<SignedInByLink>;
  /**
   * Change your password; all other sessions end
   *
   * Needs a person's session; API keys get 403.
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
   * List the members of the organization
   *
   * Scope: `agents:read`.
   */
  list(query?: MembersListQuery, options?: RequestOptions): List<Member, MemberList>;
  /**
   * Get a member
   *
   * Scope: `agents:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Member>;
  /**
   * Change a member's role or name, or suspend the member
   *
   * Nobody can change a member above them or assign a role above their own. A key can assign only roles whose scopes it has. The last active owner stays an owner.
   *
   * Scope: `agents:write`.
   */
  update(id: string, body?: UpdateMember, options?: RequestOptions): Promise<Member>;
  /**
   * Remove a member: their sessions end and their open conversations are unassigned
   *
   * Scope: `agents:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface InvitationsResource {
  /**
   * List invitations, including past ones
   *
   * Scope: `agents:read`.
   */
  list(query?: InvitationsListQuery, options?: RequestOptions): List<Invitation, InvitationList>;
  /**
   * Invite a person by e-mail
   *
   * The link in the e-mail is valid once, for seven days. A person can assign roles up to their own, a key only roles whose scopes it has.
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
   * Resend an invitation, valid for another seven days
   *
   * The previous link becomes invalid once the new e-mail is sent. At most ten e-mails a day per invitation.
   *
   * Scope: `agents:write`.
   */
  resend(id: string, options?: RequestOptions): Promise<Invitation>;
}

export interface ChannelsKindsResource {
  /**
   * List channel kinds and their settings
   *
   * Scope: `channels:read`.
   */
  list(options?: RequestOptions): List<ChannelKind, ChannelKindList>;
}

export interface ChannelsAuthorizationsResource {
  /**
   * Start connecting a channel by signing in at its platform
   *
   * Send the person's browser to `authorizeUrl`. It returns to this server, then to `redirectUri` with `authorization` and `status`.
   *
   * Scope: `channels:write`.
   */
  start(body: StartAuthorization, options?: RequestOptions): Promise<StartedAuthorization>;
  /**
   * Get an authorisation: its status and the accounts it returned
   *
   * Scope: `channels:read`.
   */
  get(id: string, options?: RequestOptions): Promise<ChannelAuthorization>;
  /**
   * Connect one of the accounts that an authorisation returned
   *
   * Scope: `channels:write`.
   */
  complete(id: string, body: CompleteAuthorization, options?: RequestOptions): Promise<Channel>;
  /**
   * Submit the code that the platform's pop-up returned to your page
   *
   * Only for platforms whose sign-up can run in your own page; see GET /channels/kinds.
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
  list(id: string, query?: ChannelsTemplatesListQuery, options?: RequestOptions): List<Template, TemplateList>;
  /**
   * Create a template and submit it for approval
   *
   * Validated before it is submitted; `details` point to the place in the draft. The platform's decision arrives as template.updated.
   *
   * Scope: `channels:write`.
   */
  create(id: string, body: CreateTemplate, options?: RequestOptions): Promise<Template>;
  /**
   * Sync the templates from the platform now
   *
   * Scope: `channels:write`.
   */
  sync(id: string, options?: RequestOptions): Promise<TemplateSync>;
  /**
   * Upload an example file for a template's header to the platform
   *
   * For the platform's reviewers; each message you send has its own file. Nothing is stored here: a repeated request uploads the file again.
   *
   * Scope: `channels:write`.
   */
  uploadSample(id: string, body: UploadTemplateSample, options?: RequestOptions): Promise<TemplateSample>;
  /**
   * Get a template
   *
   * Scope: `channels:read`.
   */
  get(id: string, templateId: string, options?: RequestOptions): Promise<Template>;
  /**
   * Edit a template and submit it for approval again
   *
   * The template is pending and cannot be sent until the platform decides. The platform limits how often a template can be edited.
   *
   * Scope: `channels:write`.
   */
  update(id: string, templateId: string, body?: EditTemplate, options?: RequestOptions): Promise<Template>;
  /**
   * Delete a template on the platform; it stays listed as deleted
   *
   * Scope: `channels:write`.
   */
  delete(id: string, templateId: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Preview a template with its variables filled in
   *
   * Scope: `channels:read`.
   */
  preview(id: string, templateId: string, body?: PreviewTemplate, options?: RequestOptions): Promise<TemplatePreview>;
}

export interface ChannelsCallingResource {
  /**
   * Get who answers a channel's calls, and its call settings
   *
   * Asks the platform for its settings, which may take a few seconds. 422 `unsupported_by_channel` if customers cannot call on this channel.
   *
   * Scope: `voice:read`.
   */
  get(id: string, options?: RequestOptions): Promise<ChannelCalling>;
  /**
   * Choose who answers a channel's calls, and change its call settings
   *
   * Omitted fields keep their values. The voice agent is changed here, everything else on the platform, which may take a few seconds and may refuse (502 `provider_error` with the platform's message). The provider app must be subscribed to the platform's field for calls.
   *
   * Scope: `voice:write`.
   */
  update(id: string, body?: UpdateChannelCalling, options?: RequestOptions): Promise<ChannelCalling>;
}

export interface ChannelsResource {
  /**
   * List channels
   *
   * Scope: `channels:read`.
   */
  list(query?: ChannelsListQuery, options?: RequestOptions): List<Channel, ChannelList>;
  /**
   * Connect a channel
   *
   * Asks the platform whether the credentials give access to the account, which may take some seconds. If the platform confirms them, the channel is Connected and receives what the installation's provider app is sent for the account. Otherwise it is Pending, statusReason says why, and the platform is asked again automatically.
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
   * New credentials, another account and reconnecting are checked with the platform as in POST /channels: the channel is Pending until the platform confirms them.
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
   * Check a channel now: what is wrong and how to fix it
   *
   * Asks the platform, which may take a few seconds.
   *
   * Scope: `channels:read`.
   */
  health(id: string, options?: RequestOptions): Promise<ChannelHealth>;
  /**
   * Start renewing a channel's credentials by signing in with the same account
   *
   * Scope: `channels:write`.
   */
  reconnect(id: string, body?: ReconnectChannel, options?: RequestOptions): Promise<StartedAuthorization>;
  readonly kinds: ChannelsKindsResource;
  readonly authorizations: ChannelsAuthorizationsResource;
  readonly templates: ChannelsTemplatesResource;
  readonly calling: ChannelsCallingResource;
}

export interface ContactsTagsResource {
  /**
   * List contact tags with their counts
   *
   * Sorted by name.
   *
   * Scope: `contacts:read`.
   */
  list(query?: ContactsTagsListQuery, options?: RequestOptions): List<Tag, TagList>;
  /**
   * Rename a tag on all contacts
   *
   * If the new name is an existing tag, the two are merged. When many contacts have the tag, the first ones change at once and the others in the background.
   *
   * Scope: `contacts:write`.
   */
  rename(body: RenameTag, options?: RequestOptions): Promise<TagChange>;
  /**
   * Merge several tags into one
   *
   * When many contacts have the tag, the first ones change at once and the others in the background.
   *
   * Scope: `contacts:write`.
   */
  merge(body: MergeTags, options?: RequestOptions): Promise<TagChange>;
  /**
   * Remove tags from all contacts
   *
   * When many contacts have the tag, the first ones change at once and the others in the background.
   *
   * Scope: `contacts:write`.
   */
  delete(body: DeleteTags, options?: RequestOptions): Promise<TagChange>;
}

export interface ContactsTimelineResource {
  /**
   * List a contact's activity
   *
   * Newest first: messages and notes, conversations started, resolved and reopened by people, changes of fields, tags, opt-in and blocking, and merges. Includes the activity of contacts merged into this one. Kept as long as the contact. Excludes conversations that the caller cannot see.
   *
   * Scope: `contacts:read`.
   */
  list(id: string, query?: ContactsTimelineListQuery, options?: RequestOptions): List<TimelineItem, TimelineItemList>;
}

export interface ContactsMergesResource {
  /**
   * List a contact's merges
   *
   * Merges in both directions, newest first, including undone ones. Each names the contact whose unmerge undoes it, and the deadline for that.
   *
   * Scope: `contacts:read`.
   */
  list(id: string, query?: ContactsMergesListQuery, options?: RequestOptions): List<ContactMerge, ContactMergeList>;
}

export interface ContactsMergeSuggestionsResource {
  /**
   * List possible duplicates of a contact
   *
   * Most likely first; at most a few dozen. Dismissed suggestions do not come back.
   *
   * Scope: `contacts:read`.
   */
  list(id: string, query?: ContactsMergeSuggestionsListQuery, options?: RequestOptions): List<MergeSuggestion, MergeSuggestionList>;
  /**
   * Dismiss a possible duplicate
   *
   * The two contacts are no longer suggested as duplicates of each other.
   *
   * Scope: `contacts:write`.
   */
  dismiss(id: string, body: DismissMergeSuggestion, options?: RequestOptions): Promise<DismissedMergeSuggestion>;
}

export interface ContactsImportsRowsResource {
  /**
   * List the results of an import by row
   *
   * In file order.
   *
   * Scope: `contacts:read`.
   */
  list(id: string, query?: ContactsImportsRowsListQuery, options?: RequestOptions): List<ContactImportRow, ContactImportRowList>;
}

export interface ContactsImportsResource {
  /**
   * List contact imports
   *
   * Scope: `contacts:read`.
   */
  list(query?: ContactsImportsListQuery, options?: RequestOptions): List<ContactImport, ContactImportList>;
  /**
   * Import contacts from a CSV file
   *
   * Send a form with the file, or JSON with its text. The first row names the columns; the separator is comma, semicolon or tab; the encoding UTF-8, UTF-16 or Windows-1252. Runs in the background, row by row. With dryRun nothing is written: the response shows the columns with suggested fields, and the rows show their expected result.
   *
   * Scope: `contacts:write`.
   */
  create(body: CreateContactImport | Upload, options?: RequestOptions): Promise<ContactImport>;
  /**
   * Get a sample CSV file
   *
   * Scope: `contacts:read`.
   */
  sampleCsv(options?: RequestOptions): Promise<Response>;
  /**
   * Get a contact import
   *
   * Scope: `contacts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<ContactImport>;
  /**
   * Cancel a contact import
   *
   * Rows already applied stay. Has no effect if the import is already cancelled.
   *
   * Scope: `contacts:write`.
   */
  cancel(id: string, options?: RequestOptions): Promise<ContactImport>;
  /**
   * Download the results of an import by row as CSV
   *
   * Scope: `contacts:read`.
   */
  rowsCsv(id: string, options?: RequestOptions): Promise<Response>;
  readonly rows: ContactsImportsRowsResource;
}

export interface ContactsExportsResource {
  /**
   * List contact exports
   *
   * Scope: `contacts:read`.
   */
  list(query?: ContactsExportsListQuery, options?: RequestOptions): List<ContactExport, ContactExportList>;
  /**
   * Export contacts to a CSV file
   *
   * Exports a segment, the contacts that match rules, or all contacts. Written in the background, newest contacts first; kept for 7 days. Texts that a spreadsheet would treat as a formula (starting with = + - @, their full-width forms, a tab or a line break, and not a plain number) are prefixed with an apostrophe, which an import removes.
   *
   * Scope: `contacts:read`.
   */
  create(body?: CreateContactExport, options?: RequestOptions): Promise<ContactExport>;
  /**
   * Get a contact export
   *
   * Scope: `contacts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<ContactExport>;
  /**
   * Download an export file
   *
   * Supports Range and HEAD. 409 until the file is complete, and after it has expired.
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
  list(query?: ContactsListQuery, options?: RequestOptions): List<Contact, ContactList>;
  /**
   * Create a contact
   *
   * Needs at least a name, a phone or an email. 409 when another contact already has the phone, including national variants; the error names that contact.
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
   * Update a contact
   *
   * Omitted fields keep their values; null clears a field. tags replaces all tags. customFields sets the given fields; null removes one.
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
   * Update up to 100 contacts at once
   *
   * Updates tags, owner, stage and blocking. Each contact has its own result: a failure does not affect the others.
   *
   * Scope: `contacts:write`.
   */
  bulk(body: BulkContacts, options?: RequestOptions): Promise<BulkContactsResult>;
  /**
   * Block a contact
   *
   * Resolves the contact's conversations. New messages from the contact are stored and still send message.received, but open no conversation, do not count as unread and get no automatic answer. People and API keys can still write to the contact. Has no effect if the contact is already blocked.
   *
   * Scope: `contacts:write`.
   */
  block(id: string, options?: RequestOptions): Promise<Contact>;
  /**
   * Unblock a contact
   *
   * The contact's next message opens a conversation again. Has no effect if the contact is not blocked.
   *
   * Scope: `contacts:write`.
   */
  unblock(id: string, options?: RequestOptions): Promise<Contact>;
  /**
   * Merge another contact into this one
   *
   * Moves the other contact's identities and conversations to this one, and its messages in the background. This contact's fields win; missing fields, tags and custom fields are taken from the other. Opted out and blocked always win, and if one of the two was blocked, the conversations are resolved. The other contact stays readable, with mergedIntoId. Can be undone for 30 days. Has no effect if it is already merged into this one.
   *
   * Scope: `contacts:write`.
   */
  merge(id: string, body: MergeContact, options?: RequestOptions): Promise<Contact>;
  /**
   * Undo the merge of this contact into another
   *
   * Call it on the merged contact; the response is the restored contact. Its identities are restored with the messages since; the other contact loses the values that it received, unless they were changed since. Possible for 30 days. Has no effect if the contact is not merged.
   *
   * Scope: `contacts:write`.
   */
  unmerge(id: string, options?: RequestOptions): Promise<Contact>;
  /**
   * Export all data of a contact
   *
   * JSON Lines, each line `{ record, … }`: the contact, its identities, conversations, messages with their files (base64, in parts of at most 512 KiB), notes, deals, orders, tickets and activities. Written in the background, kept for 7 days.
   *
   * Scope: `contacts:read`; a session needs `organization:write`. Also needs: `conversations:read`, `messages:read`, `media:read`, `pipeline:read`, `tickets:read`, `voice:read`.
   */
  export(id: string, options?: RequestOptions): Promise<PrivacyRequest>;
  /**
   * Erase a contact and all of its data
   *
   * When the response arrives, the contact has no name and no address and receives nothing more. Conversations, messages, files, deals, orders, tickets, events and all other data about the person are removed in the background (docs/subsystems/administration/privacy.md). This cannot be undone. If the person writes again, a new contact is created.
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
   * List contact field definitions
   *
   * Sorted by position. Contacts may also have custom fields without a definition: texts, numbers and booleans.
   *
   * Scope: `contacts:read`.
   */
  list(query?: ContactFieldsListQuery, options?: RequestOptions): List<ContactField, ContactFieldList>;
  /**
   * Create a contact field definition
   *
   * Values of this key are then validated and normalised on every write. Existing values stay as they are until they are next written. At most 200 definitions.
   *
   * Scope: `contacts:write`.
   */
  create(body: CreateContactField, options?: RequestOptions): Promise<ContactField>;
  /**
   * Get a contact field definition
   *
   * Scope: `contacts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<ContactField>;
  /**
   * Update a contact field definition
   *
   * Key and type cannot be changed. Contacts keep values whose option was removed.
   *
   * Scope: `contacts:write`.
   */
  update(id: string, body?: UpdateContactField, options?: RequestOptions): Promise<ContactField>;
  /**
   * Delete a contact field definition and its values
   *
   * The definition is deleted at once. Its values are removed from all contacts in the background, which cannot be undone; each contact sends contact.updated. Until that is done, the key cannot be written or defined again (409).
   *
   * Scope: `contacts:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface SegmentsContactsResource {
  /**
   * List the contacts of a segment
   *
   * The contacts that match now, newest first. within_last counts back from each request.
   *
   * Scope: `contacts:read`.
   */
  list(id: string, query?: SegmentsContactsListQuery, options?: RequestOptions): List<Contact, ContactList>;
}

export interface SegmentsResource {
  /**
   * List segments
   *
   * Scope: `contacts:read`.
   */
  list(query?: SegmentsListQuery, options?: RequestOptions): List<Segment, SegmentList>;
  /**
   * Create a segment
   *
   * Defines contacts by rules. Membership is evaluated on every request.
   *
   * Scope: `contacts:write`.
   */
  create(body: CreateSegment, options?: RequestOptions): Promise<Segment>;
  /**
   * Count the contacts that match rules
   *
   * Also returns ten of them. Nothing is stored. For a very large number of contacts the count may be an estimate: see `exact`.
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
   * Update a segment
   *
   * Scope: `contacts:write`.
   */
  update(id: string, body?: UpdateSegment, options?: RequestOptions): Promise<Segment>;
  /**
   * Delete a segment
   *
   * The segment's contacts stay.
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
   * A note is a message with isNote true: the team sees it among the messages, the customer never does. Mentioned members are notified.
   *
   * Scope: `conversations:write`.
   */
  create(id: string, body: CreateNote, options?: RequestOptions): Promise<Message>;
}

export interface ConversationsActivityResource {
  /**
   * List the changes to a conversation and who made them, newest first
   *
   * Covers status, assignee, division, labels, priority and subject. Kept as long as the conversation.
   *
   * Scope: `conversations:read`.
   */
  list(id: string, query?: ConversationsActivityListQuery, options?: RequestOptions): List<ConversationActivity, ConversationActivityList>;
}

export interface ConversationsPresenceResource {
  /**
   * Show the team that a member is viewing a conversation or writing in it
   *
   * Nothing is stored and no event is written, so renew it: `viewing` expires after 45 seconds, and `writing` becomes `viewing` after 8. A member can be present in 20 conversations, and 50 members in one conversation; beyond that, the earliest entry is removed. The customer is not notified; for that see POST /conversations/{id}/typing. The response lists everybody present.
   *
   * Scope: `conversations:write`; a session needs `conversations:read`.
   */
  update(id: string, body: SetPresence, options?: RequestOptions): Promise<PresenceList>;
  /**
   * List who is viewing conversations or writing in them now
   *
   * The members whose presence was set and has not expired, earliest first; at most 2,000 entries. A session sees those in the conversations that the person can see. `GET /events/stream?presence=true` delivers changes.
   *
   * Scope: `conversations:read`.
   */
  list(query?: ConversationsPresenceListQuery, options?: RequestOptions): List<Presence, PresenceList>;
}

export interface ConversationsMessagesResource {
  /**
   * List the messages and notes of a conversation, newest first
   *
   * Reactions are not listed separately: see `reactions` of the message they belong to.
   *
   * Scope: `conversations:read`.
   */
  list(id: string, query?: ConversationsMessagesListQuery, options?: RequestOptions): List<Message, MessageList>;
}

export interface ConversationsTicketsResource {
  /**
   * Create a ticket from a conversation
   *
   * Linked to the conversation and its contact, with the source inbox.
   *
   * Scope: `tickets:write`.
   */
  create(id: string, body?: CreateConversationTicket, options?: RequestOptions): Promise<Ticket>;
}

export interface ConversationsChatbotTurnsResource {
  /**
   * List the chatbot's turns in a conversation, newest first
   *
   * Also needs `messages:read`: a turn contains what the customer wrote.
   *
   * Scope: `chatbot:read`. Also needs: `messages:read`.
   */
  list(id: string, query?: ConversationsChatbotTurnsListQuery, options?: RequestOptions): List<ChatbotTurn, ChatbotTurnList>;
}

export interface ConversationsChatbotResource {
  /**
   * Take a conversation over from the chatbot
   *
   * The conversation becomes open, without a message to the customer. Has no effect if no chatbot has it.
   *
   * Scope: `conversations:write`.
   */
  handOver(id: string, options?: RequestOptions): Promise<ConversationChatbot>;
  /**
   * Hand an open conversation to its channel's chatbot
   *
   * The chatbot answers what the customer wrote since the last answer. 409 `conflict` when the conversation is not open or no active chatbot serves the channel.
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
  list(query?: ConversationsListQuery, options?: RequestOptions): List<Conversation, ConversationList>;
  /**
   * Count the conversations in each inbox tab
   *
   * Returns the counts of mine, unassigned and all, each with its unread count, for the same filters as GET /conversations; use status=open for ongoing work. The other counts are of unresolved conversations, whatever the status filter. Each count reads up to 5,000 conversations; `more` says that there may be more.
   *
   * Scope: `conversations:read`.
   */
  counts(query?: ConversationsCountsQuery, options?: RequestOptions): Promise<InboxCounts>;
  /**
   * Update up to 100 conversations at once
   *
   * Each conversation is updated entirely or not at all and has its own result; a refused one does not affect the others. The events are the same as for single updates.
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
   * Update a conversation's status, assignee, division, labels, priority or subject
   *
   * A future snoozedUntil makes the conversation pending until then or until the customer writes. A resolved conversation can only be reopened.
   *
   * Scope: `conversations:write`.
   */
  update(id: string, body?: UpdateConversation, options?: RequestOptions): Promise<Conversation>;
  /**
   * Mark a conversation as read
   *
   * Clears the unread count and sends read receipts on channels that support them: `customerTold` says whether the platform accepted it.
   *
   * Scope: `conversations:write`.
   */
  read(id: string, options?: RequestOptions): Promise<ReadConversation>;
  /**
   * Mark a conversation as unread
   *
   * Sets an unread count of 0 to 1, so that `unread=true` finds the conversation. The customer is not notified.
   *
   * Scope: `conversations:write`.
   */
  unread(id: string, options?: RequestOptions): Promise<Conversation>;
  /**
   * Show the customer a typing indicator
   *
   * The platform removes the indicator after some seconds, or with the next message. On a chat-app channel this also marks the customer's messages as read.
   *
   * Scope: `conversations:write`.
   */
  typing(id: string, options?: RequestOptions): Promise<Typing>;
  /**
   * Get what can be sent now, and until when
   *
   * Scope: `conversations:read`.
   */
  sendOptions(id: string, options?: RequestOptions): Promise<SendOptions>;
  readonly notes: ConversationsNotesResource;
  readonly activity: ConversationsActivityResource;
  readonly presence: ConversationsPresenceResource;
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
  list(query?: MessagesListQuery, options?: RequestOptions): List<Message, MessageList>;
  /**
   * Send a message
   *
   * Accepted means stored: the message is sent within the channel's rate limit, and message.status events report its progress. Free text needs an open customer service window; templates do not. GET /conversations/{id}/send-options says what the channel supports and what can be sent now.
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
   * Includes the outcome for each recipient, in sending order.
   *
   * Scope: `broadcasts:read`.
   */
  list(id: string, query?: BroadcastsRecipientsListQuery, options?: RequestOptions): List<BroadcastRecipient, BroadcastRecipientList>;
}

export interface BroadcastsResource {
  /**
   * List broadcasts, newest first
   *
   * Scope: `broadcasts:read`.
   */
  list(query?: BroadcastsListQuery, options?: RequestOptions): List<Broadcast, BroadcastList>;
  /**
   * Create a broadcast
   *
   * Creates a draft: nothing is sent until it is scheduled or sent. With `scheduledAt` it is scheduled at once, by the rules of POST /broadcasts/{id}/schedule, which also needs the scope broadcasts:send.
   *
   * Scope: `broadcasts:write`.
   */
  create(body: CreateBroadcast, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Count an audience
   *
   * Returns the number of contacts, ten of them, who would be excluded and why, and how long sending takes. Nothing is stored. For a very large number of contacts the count may be an estimate: see `exact`.
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
   * Update a broadcast
   *
   * Only while it is a draft or scheduled. `scheduledAt` schedules a draft, which also needs the scope broadcasts:send; null makes a scheduled one a draft again. Changing anything but the title of a broadcast that stays scheduled also needs broadcasts:send.
   *
   * Scope: `broadcasts:write`.
   */
  update(id: string, body?: UpdateBroadcast, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Delete a broadcast
   *
   * Also deletes its list of recipients; messages stay in their conversations. Not possible while it is sending or paused: cancel it first.
   *
   * Scope: `broadcasts:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Schedule a broadcast
   *
   * Recipients are selected when it starts.
   *
   * Scope: `broadcasts:send`.
   */
  schedule(id: string, body?: ScheduleBroadcast, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Send a broadcast now
   *
   * The list of recipients is fixed first, then messages are sent within the rate limit; people's messages on the same channel go first.
   *
   * Scope: `broadcasts:send`.
   */
  send(id: string, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Pause a broadcast
   *
   * Nothing more is sent, except messages already being sent. Messages in the channel's queue are cancelled; their recipients wait again.
   *
   * Scope: `broadcasts:send`.
   */
  pause(id: string, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Resume a paused broadcast
   *
   * The counters of autoPause restart.
   *
   * Scope: `broadcasts:send`.
   */
  resume(id: string, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Cancel a broadcast
   *
   * Final: recipients who have not received it are skipped.
   *
   * Scope: `broadcasts:send`.
   */
  cancel(id: string, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Resend a broadcast to failed recipients
   *
   * Only recipients with status failed, never those whose outcome is unknown.
   *
   * Scope: `broadcasts:send`.
   */
  retryFailed(id: string, options?: RequestOptions): Promise<Broadcast>;
  /**
   * Download the recipients of a broadcast as CSV
   *
   * Contains all recipients. Texts that a spreadsheet would treat as a formula are prefixed with an apostrophe.
   *
   * Scope: `broadcasts:read`.
   */
  recipientsCsv(id: string, options?: RequestOptions): Promise<Response>;
  /**
   * Get the statistics of a broadcast
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
  list(id: string, query?: FlowsVersionsListQuery, options?: RequestOptions): List<FlowVersion, FlowVersionList>;
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
   * Finished runs are removed after the period in `flowRunsDays` of `GET /organization/retention`, or else the installation's.
   *
   * Scope: `flows:read`.
   */
  list(id: string, query?: FlowsRunsListQuery, options?: RequestOptions): List<FlowRun, FlowRunList>;
  /**
   * Start a flow manually
   *
   * Runs for a contact or in a conversation. Trigger and conditions are not checked.
   *
   * Scope: `flows:write`.
   */
  start(id: string, body?: StartFlowRun, options?: RequestOptions): Promise<FlowRunWithSteps>;
}

export interface FlowsWebhookResource {
  /**
   * Get whether a flow has a webhook address, without its secret
   *
   * Scope: `flows:read`.
   */
  get(id: string, options?: RequestOptions): Promise<FlowHook>;
  /**
   * Create a flow's webhook address; the previous one stops working
   *
   * For a flow with a `webhook` trigger. The address is shown only in this response: anyone who knows it can start the flow.
   *
   * Scope: `flows:write`.
   */
  create(id: string, options?: RequestOptions): Promise<FlowHookWithUrl>;
  /**
   * Delete a flow's webhook address
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
  list(query?: FlowsListQuery, options?: RequestOptions): List<Flow, FlowList>;
  /**
   * Create a flow
   *
   * Creates a draft, which nothing starts until it is activated. It may be unfinished; `validate` lists what is missing.
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
   * Update a flow
   *
   * An active flow keeps running the activated version until it is activated again. Runs keep the version they started with. A step that sends a secret of the flow to a different host than before also needs the scope `organization:write`.
   *
   * Scope: `flows:write`.
   */
  update(id: string, body?: UpdateFlow, options?: RequestOptions): Promise<Flow>;
  /**
   * Delete a flow
   *
   * Also deletes its versions and runs; waiting runs end. Not possible while it is active.
   *
   * Scope: `flows:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Validate a flow: list what prevents its activation
   *
   * Checks the newest version and lists each problem with its place. Nothing is changed.
   *
   * Scope: `flows:read`.
   */
  validate(id: string, options?: RequestOptions): Promise<FlowValidation>;
  /**
   * Activate a flow
   *
   * Its newest version is started by everything that happens from now on.
   *
   * Scope: `flows:write`.
   */
  activate(id: string, options?: RequestOptions): Promise<Flow>;
  /**
   * Deactivate a flow
   *
   * Nothing starts it any longer. Runs already started continue; they can be cancelled one by one.
   *
   * Scope: `flows:write`.
   */
  deactivate(id: string, options?: RequestOptions): Promise<Flow>;
  /**
   * Count the runs of flows in the last 30 days
   *
   * Scope: `flows:read`.
   */
  runCounts(query?: FlowsRunCountsQuery, options?: RequestOptions): Promise<FlowRunCounts>;
  /**
   * Count the runs of a flow's version by step, in the last 30 days
   *
   * Scope: `flows:read`.
   */
  stepCounts(id: string, query?: FlowsStepCountsQuery, options?: RequestOptions): Promise<FlowStepCounts>;
  /**
   * Test a flow without side effects
   *
   * Tests with a past event, in a conversation, or for a contact: whether the trigger and each condition match, and what each step would do or why it would be refused. Steps are executed and rolled back: nothing is written, sent or called. A request is assumed to be answered. Also needs `contacts:read`, `conversations:read` and `messages:read`.
   *
   * Scope: `flows:write`. Also needs: `contacts:read`, `conversations:read`, `messages:read`.
   */
  test(id: string, body?: TestFlow, options?: RequestOptions): Promise<FlowTest>;
  readonly versions: FlowsVersionsResource;
  readonly runs: FlowsRunsResource;
  readonly webhook: FlowsWebhookResource;
}

export interface FlowRunsResource {
  /**
   * Get a flow run with its steps
   *
   * Scope: `flows:read`.
   */
  get(id: string, options?: RequestOptions): Promise<FlowRunWithSteps>;
  /**
   * Cancel a flow run
   *
   * No further steps run; completed steps are not undone.
   *
   * Scope: `flows:write`.
   */
  cancel(id: string, options?: RequestOptions): Promise<FlowRunWithSteps>;
  /**
   * Count the runs of all flows by status
   *
   * Finished runs are removed after the period in `flowRunsDays` of `GET /organization/retention`, or else the installation's, and are not counted then.
   *
   * Scope: `flows:read`.
   */
  summary(query?: FlowRunsSummaryQuery, options?: RequestOptions): Promise<FlowRunSummary>;
  /**
   * Download the number of runs of all flows by status as CSV
   *
   * The flows of GET /flow-runs/summary, one per line. Finished runs are removed after the period in `flowRunsDays` of `GET /organization/retention`, or else the installation's, and are not counted then.
   *
   * Scope: `flows:read`.
   */
  summaryCsv(query?: FlowRunsSummaryCsvQuery, options?: RequestOptions): Promise<Response>;
}

export interface FlowSecretsResource {
  /**
   * List flow secrets by name
   *
   * Values are not returned.
   *
   * Scope: `flows:read`.
   */
  list(query?: FlowSecretsListQuery, options?: RequestOptions): List<FlowSecret, FlowSecretList>;
  /**
   * Create a flow secret
   *
   * Encrypted, and never shown again. `http_request` steps refer to it as `{{secrets.NAME}}` in their address, headers and body. It appears in no history, log, event or snapshot. It is sent only to its `hosts`, whatever a step says. At most 100 per organization.
   *
   * Scope: `flows:write`.
   */
  create(body: CreateFlowSecret, options?: RequestOptions): Promise<FlowSecret>;
  /**
   * Get a flow secret, without its value
   *
   * Scope: `flows:read`.
   */
  get(id: string, options?: RequestOptions): Promise<FlowSecret>;
  /**
   * Update a flow secret
   *
   * The next request uses the new value. Changing `hosts` also needs the scope `organization:write`.
   *
   * Scope: `flows:write`.
   */
  update(id: string, body?: UpdateFlowSecret, options?: RequestOptions): Promise<FlowSecret>;
  /**
   * Delete a flow secret
   *
   * Requests that use it fail from then on.
   *
   * Scope: `flows:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface PublicFlowHooksResource {
  /**
   * Start a flow through its webhook address
   *
   * For other systems: the address is the credential. A repeated `idempotency-key` starts only one run within a year, even after that run has been removed. Up to 600 calls a minute per flow. 409 when the flow is not active; 403 when a contact would have to be created and the plan's limit is reached.
   *
   * Needs no credential; limited per IP address and, if there is one, per account.
   */
  call(token: string, body?: FlowHookBody, options?: RequestOptions): Promise<FlowHookAnswer>;
}

export interface PublicDomainsResource {
  /**
   * Check whether a host name may get a certificate here
   *
   * For a reverse proxy that obtains certificates on demand: 200 for an active custom domain, 404 for every other name.
   *
   * Needs no credential; limited per IP address and, if there is one, per account.
   */
  ask(query: PublicDomainsAskQuery, options?: RequestOptions): Promise<AskedDomain>;
}

export interface PublicSignupFormsResource {
  /**
   * Get a form to fill in
   *
   * By its slug on the agency's custom domains, or by its public key here.
   *
   * Needs no credential; limited per IP address and, if there is one, per account.
   */
  get(slug: string, options?: RequestOptions): Promise<PublicSignupForm>;
  /**
   * Submit a form
   *
   * Include the token of the form. Submitting it again with the same answers counts as one submission. At most ten submissions in ten minutes per address.
   *
   * Needs no credential; limited per IP address and, if there is one, per account.
   */
  submit(slug: string, body: SubmitForm, options?: RequestOptions): Promise<FormSubmitted>;
}

export interface PublicResource {
  readonly flowHooks: PublicFlowHooksResource;
  readonly domains: PublicDomainsResource;
  readonly signupForms: PublicSignupFormsResource;
}

export interface MediaResource {
  /**
   * Upload a file to send with messages
   *
   * Send a form with the file, the file itself with its own content type (and its name in `Content-Disposition`), or JSON with an address to download it from. The type is detected from the content; the declared type is ignored. Files that nothing uses (no message, canned reply, knowledge source or page) are removed after some time.
   *
   * Scope: `media:write`.
   */
  upload(body: ImportMedia | Upload, options?: RequestOptions): Promise<Media>;
  /**
   * Download the content of a media file
   *
   * Supports Range, If-None-Match and HEAD. Content that a browser could execute is sent as an attachment of type application/octet-stream. 409 while the content is not available yet: see the status in its metadata.
   *
   * Scope: `media:read`.
   */
  content(id: string, options?: RequestOptions): Promise<Response>;
  /**
   * Get the metadata of a media file
   *
   * Scope: `media:read`.
   */
  info(id: string, options?: RequestOptions): Promise<Media>;
}

export interface KnowledgeSourcesPassagesResource {
  /**
   * List a source's passages in their order
   *
   * As they are found and passed to the chatbot. Empty until the source has been read.
   *
   * Scope: `knowledge:read`.
   */
  list(id: string, query?: KnowledgeSourcesPassagesListQuery, options?: RequestOptions): List<KnowledgeSourcePassage, KnowledgeSourcePassageList>;
}

export interface KnowledgeSourcesResource {
  /**
   * List or search knowledge sources
   *
   * Newest first. With q: active sources that match, best first, with score and snippet, at most 200.
   *
   * Scope: `knowledge:read`.
   */
  list(query?: KnowledgeSourcesListQuery, options?: RequestOptions): List<KnowledgeSourceListItem, KnowledgeSourceList>;
  /**
   * Add a text, a web page or a file as a knowledge source
   *
   * It is read in the background: see status for its progress and error for the reason of a failure.
   *
   * Scope: `knowledge:write`.
   */
  create(body: CreateKnowledgeSource, options?: RequestOptions): Promise<KnowledgeSource>;
  /**
   * Get a knowledge source
   *
   * Scope: `knowledge:read`.
   */
  get(id: string, options?: RequestOptions): Promise<KnowledgeSource>;
  /**
   * Update a knowledge source
   *
   * Omitted fields keep their values. A new name, text, address, file or language is read again; isActive takes effect at once.
   *
   * Scope: `knowledge:write`.
   */
  update(id: string, body?: UpdateKnowledgeSource, options?: RequestOptions): Promise<KnowledgeSource>;
  /**
   * Delete a knowledge source
   *
   * Also deletes the extracted text, and its file if no message or other source uses it.
   *
   * Scope: `knowledge:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Re-read a knowledge source now
   *
   * The previous content stays searchable until then; unchanged content changes nothing.
   *
   * Scope: `knowledge:write`.
   */
  refresh(id: string, options?: RequestOptions): Promise<KnowledgeSource>;
  readonly passages: KnowledgeSourcesPassagesResource;
}

export interface KnowledgeFaqsImportsRowsResource {
  /**
   * List the results of an import by row
   *
   * In file order.
   *
   * Scope: `knowledge:read`.
   */
  list(id: string, query?: KnowledgeFaqsImportsRowsListQuery, options?: RequestOptions): List<FaqImportRow, FaqImportRowList>;
}

export interface KnowledgeFaqsImportsResource {
  /**
   * List FAQ imports
   *
   * Scope: `knowledge:read`.
   */
  list(query?: KnowledgeFaqsImportsListQuery, options?: RequestOptions): List<FaqImport, FaqImportList>;
  /**
   * Import FAQs from a CSV file
   *
   * Send a form with the file, or JSON with its text. The first row names the columns; the separator is comma, semicolon or tab; the encoding UTF-8, UTF-16 or Windows-1252. A category is a path with > between its names; alternatives are separated by |. Runs in the background, row by row. With dryRun nothing is written: the response shows the columns with suggested fields, and the rows show their expected result.
   *
   * Scope: `knowledge:write`.
   */
  create(body: CreateFaqImport | Upload, options?: RequestOptions): Promise<FaqImport>;
  /**
   * Get an FAQ import
   *
   * Scope: `knowledge:read`.
   */
  get(id: string, options?: RequestOptions): Promise<FaqImport>;
  /**
   * Cancel an FAQ import
   *
   * Rows already applied stay. Has no effect if the import is already cancelled.
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
   * Newest first. With q: published FAQs that match, best first, with score and snippet, at most 200.
   *
   * Scope: `knowledge:read`.
   */
  list(query?: KnowledgeFaqsListQuery, options?: RequestOptions): List<FaqListItem, FaqList>;
  /**
   * Create an FAQ
   *
   * Published unless status says otherwise; published FAQs are searchable at once.
   *
   * Scope: `knowledge:write`.
   */
  create(body: CreateFaq, options?: RequestOptions): Promise<Faq>;
  /**
   * Get an FAQ
   *
   * Scope: `knowledge:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Faq>;
  /**
   * Update an FAQ
   *
   * Omitted fields keep their values; alternatives replaces all alternatives. Unpublished FAQs are no longer found.
   *
   * Scope: `knowledge:write`.
   */
  update(id: string, body?: UpdateFaq, options?: RequestOptions): Promise<Faq>;
  /**
   * Delete an FAQ
   *
   * Scope: `knowledge:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Download all FAQs as CSV
   *
   * In the format that an import reads.
   *
   * Scope: `knowledge:read`.
   */
  exportCsv(options?: RequestOptions): Promise<Response>;
  readonly imports: KnowledgeFaqsImportsResource;
}

export interface KnowledgeCategoriesResource {
  /**
   * List knowledge categories
   *
   * Sorted by position.
   *
   * Scope: `knowledge:read`.
   */
  list(query?: KnowledgeCategoriesListQuery, options?: RequestOptions): List<KnowledgeCategory, KnowledgeCategoryList>;
  /**
   * Create a knowledge category
   *
   * Scope: `knowledge:write`.
   */
  create(body: CreateKnowledgeCategory, options?: RequestOptions): Promise<KnowledgeCategory>;
  /**
   * Get a knowledge category
   *
   * Scope: `knowledge:read`.
   */
  get(id: string, options?: RequestOptions): Promise<KnowledgeCategory>;
  /**
   * Update a knowledge category
   *
   * Omitted fields keep their values. 409 when the parent is the category itself or below it.
   *
   * Scope: `knowledge:write`.
   */
  update(id: string, body?: UpdateKnowledgeCategory, options?: RequestOptions): Promise<KnowledgeCategory>;
  /**
   * Delete a knowledge category
   *
   * 409 while it contains sources, FAQs or categories, unless moveTo says where to move them.
   *
   * Scope: `knowledge:write`.
   */
  delete(id: string, query?: KnowledgeCategoriesDeleteQuery, options?: RequestOptions): Promise<Deleted>;
}

export interface KnowledgeUnansweredResource {
  /**
   * List unanswered questions
   *
   * Each question once, regardless of case and repetitions; most recently asked first, or by `sort`.
   *
   * Scope: `knowledge:read`.
   */
  list(query?: KnowledgeUnansweredListQuery, options?: RequestOptions): List<UnansweredQuestion, UnansweredQuestionList>;
  /**
   * Dismiss an unanswered question
   *
   * It disappears from the list and does not come back if it is asked again.
   *
   * Scope: `knowledge:write`.
   */
  dismiss(id: string, options?: RequestOptions): Promise<UnansweredQuestion>;
}

export interface KnowledgeResource {
  /**
   * Search for passages that answer a question
   *
   * Searches active sources and published FAQs together, best first, at most three passages per source and 200 in total. No single word is required; typos are tolerated.
   *
   * Scope: `knowledge:read`.
   */
  search(query: KnowledgeSearchQuery, options?: RequestOptions): List<KnowledgeFinding, KnowledgeFindings>;
  /**
   * Count sources, FAQs, passages and searches
   *
   * Searches are counted for as long as they are kept.
   *
   * Scope: `knowledge:read`.
   */
  stats(options?: RequestOptions): Promise<KnowledgeStats>;
  /**
   * Count how often chatbots cited each source and FAQ
   *
   * Scope: `knowledge:read`.
   */
  citations(query?: KnowledgeCitationsQuery, options?: RequestOptions): Promise<KnowledgeCitations>;
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
  list(query?: LabelsListQuery, options?: RequestOptions): List<Label, LabelList>;
  /**
   * Create a label
   *
   * 409 when the name differs from an existing label's only by case or accents; the error names that label.
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
   * Update a label's name, colour or description
   *
   * A new name appears at once on every conversation, view and macro that has the label.
   *
   * Scope: `labels:write`.
   */
  update(id: string, body?: UpdateLabel, options?: RequestOptions): Promise<Label>;
  /**
   * Delete a label and remove it from all conversations
   *
   * Scope: `labels:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface NotificationsPushSubscriptionsResource {
  /**
   * List your browsers with web push, newest first
   *
   * For the organization that the session is working in.
   *
   * Needs a person's session; API keys get 403.
   */
  list(query?: NotificationsPushSubscriptionsListQuery, options?: RequestOptions): List<PushSubscription, PushSubscriptionList>;
  /**
   * Subscribe this browser to mentions and assignments by web push
   *
   * Applies to the organization that the session is working in, for as long as the session lasts and works there. Subscribing again with the same endpoint, or in the same session, replaces the subscription. Messages are encrypted (RFC 8291); each is JSON with `kind` (mention or assignment), `notificationId`, `conversationId` and `language`, and contains nothing of the conversation. A conversation that the person may no longer see is not pushed. A person has up to 10 subscriptions; another one replaces the oldest.
   *
   * Needs a person's session; API keys get 403.
   */
  create(body: SubscribePush, options?: RequestOptions): Promise<PushSubscription>;
  /**
   * Stop notifications in one of your browsers
   *
   * Needs a person's session; API keys get 403.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface NotificationsPushResource {
  /**
   * Get the key with which a browser subscribes to web push
   *
   * Needs a person's session; API keys get 403.
   */
  get(options?: RequestOptions): Promise<PushKey>;
  readonly subscriptions: NotificationsPushSubscriptionsResource;
}

export interface NotificationsResource {
  /**
   * List a member's notifications, newest first
   *
   * Mentions in notes, conversations assigned to the member by somebody else, missed SLA targets, and notifications from flows.
   *
   * Scope: `conversations:read`.
   */
  list(query?: NotificationsListQuery, options?: RequestOptions): List<Notification, NotificationList>;
  /**
   * Mark a member's notifications as read
   *
   * Scope: `conversations:write`.
   */
  read(body?: ReadNotifications, options?: RequestOptions): Promise<NotificationsRead>;
  readonly push: NotificationsPushResource;
}

export interface ViewsConversationsResource {
  /**
   * List the conversations in a view
   *
   * Scope: `conversations:read`.
   */
  list(id: string, query?: ViewsConversationsListQuery, options?: RequestOptions): List<Conversation, ConversationList>;
}

export interface ViewsResource {
  /**
   * List shared views and your own, newest first
   *
   * With `include=counts` each view has the number of conversations that the caller can see in it, and how many of them are unread; each count looks at up to 5,000 conversations.
   *
   * Scope: `conversations:read`.
   */
  list(query?: ViewsListQuery, options?: RequestOptions): List<View, ViewList>;
  /**
   * Create a view
   *
   * Filters are those of GET /conversations. A private view is visible only to the member or API key that created it.
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
   * Update a view
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
  list(query?: CannedRepliesListQuery, options?: RequestOptions): List<CannedReply, CannedReplyList>;
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
   * Update a canned reply
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
   * Render a canned reply for a conversation
   *
   * Returns the text to send; nothing is sent. Counts as a use. `agent` is the calling member, otherwise the assignee.
   *
   * Scope: `conversations:write`.
   */
  render(id: string, body: RenderReply, options?: RequestOptions): Promise<RenderedReply>;
}

export interface MacrosResource {
  /**
   * List shared macros and your own, newest first
   *
   * Scope: `conversations:read`.
   */
  list(query?: MacrosListQuery, options?: RequestOptions): List<Macro, MacroList>;
  /**
   * Create a macro
   *
   * A private macro can be seen and run only by the member or API key that created it.
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
   * Update a macro
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
   * Either all actions are applied, in order, or none: if one is refused, the macro is refused and the error names the action. Messages are accepted for sending together with the other changes; a macro that sends also needs the scope `messages:send`.
   *
   * Scope: `conversations:write`.
   */
  run(id: string, body: RunMacro, options?: RequestOptions): Promise<MacroRun>;
}

export interface SearchResource {
  /**
   * Search messages, contacts and conversations at once
   *
   * Returns the newest few of each type. Conversations match by their messages or by the contact's name. For all results of one type use GET /search/messages, /search/contacts or /search/conversations. New messages are searchable after about a second.
   *
   * Scope: `conversations:read`.
   */
  all(query: SearchAllQuery, options?: RequestOptions): Promise<SearchAnswer>;
  /**
   * Search messages and notes, newest first
   *
   * Case and accents are ignored and typos tolerated, in every script. Texts, captions, file names, locations and template variables are searched.
   *
   * Scope: `conversations:read`.
   */
  messages(query: SearchMessagesQuery, options?: RequestOptions): List<MessageHit, MessageHitList>;
  /**
   * Search contacts
   *
   * Searches name, e-mail and phone, newest first, as GET /contacts?q=. Without exact matches, returns similar ones, most similar first: typos are tolerated.
   *
   * Scope: `contacts:read`.
   */
  contacts(query: SearchContactsQuery, options?: RequestOptions): List<Contact, ContactList>;
  /**
   * Search conversations, latest message first
   *
   * Matches by message, or by the contact's name (the newest 500 such contacts; with the scope contacts:read). Without exact matches, returns similar ones.
   *
   * Scope: `conversations:read`.
   */
  conversations(query: SearchConversationsQuery, options?: RequestOptions): List<Conversation, ConversationList>;
}

export interface PipelinesStagesResource {
  /**
   * Add a stage to a pipeline
   *
   * Scope: `pipeline:write`.
   */
  create(id: string, body: CreateStage, options?: RequestOptions): Promise<Stage>;
  /**
   * Update a stage
   *
   * 409 when the kind changes while the stage has deals or contacts, or when the pipeline would have no open stage.
   *
   * Scope: `pipeline:write`.
   */
  update(id: string, stageId: string, body?: UpdateStage, options?: RequestOptions): Promise<Stage>;
  /**
   * Delete a stage
   *
   * A stage with deals or contacts needs moveTo, another stage of the same pipeline; otherwise 409. The last open stage cannot be deleted (409). At most 10,000 deals are moved at once.
   *
   * Scope: `pipeline:write`.
   */
  delete(id: string, stageId: string, query?: PipelinesStagesDeleteQuery, options?: RequestOptions): Promise<Deleted>;
}

export interface PipelinesResource {
  /**
   * List pipelines with their stages
   *
   * Sorted by position.
   *
   * Scope: `pipeline:read`.
   */
  list(query?: PipelinesListQuery, options?: RequestOptions): List<Pipeline, PipelineList>;
  /**
   * Create a pipeline
   *
   * At most 50 per tenant. The first one is the default.
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
   * Update a pipeline or reorder its stages
   *
   * Scope: `pipeline:write`.
   */
  update(id: string, body?: UpdatePipeline, options?: RequestOptions): Promise<Pipeline>;
  /**
   * Delete a pipeline without deals
   *
   * Also deletes its stages. 409 for the default pipeline, and while one of its stages has deals or contacts.
   *
   * Scope: `pipeline:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Get a pipeline's totals by stage and currency
   *
   * Returns the number of deals in each stage, their value, and the forecast weighted by win probability. Currencies are not converted. For the deals of a column use GET /deals with stageId and sort=position.
   *
   * Scope: `pipeline:read`.
   */
  board(id: string, query?: PipelinesBoardQuery, options?: RequestOptions): Promise<Board>;
  readonly stages: PipelinesStagesResource;
}

export interface DealsHistoryResource {
  /**
   * List the stages a deal has been in
   *
   * Newest first, with the time spent in each; the first is the current stage.
   *
   * Scope: `pipeline:read`.
   */
  list(id: string, query?: DealsHistoryListQuery, options?: RequestOptions): List<StageStay, StageStayList>;
}

export interface DealsResource {
  /**
   * List or search deals
   *
   * Scope: `pipeline:read`.
   */
  list(query?: DealsListQuery, options?: RequestOptions): List<Deal, DealList>;
  /**
   * Create a deal
   *
   * Belongs to a contact, or to the contact of a conversation. Default: the first open stage of the default pipeline.
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
   * Update a deal or move it to another stage
   *
   * Omitted fields keep their values; null clears a field. A move is recorded in the deal's history and sends deal.updated.
   *
   * Scope: `pipeline:write`.
   */
  update(id: string, body?: UpdateDeal, options?: RequestOptions): Promise<Deal>;
  /**
   * Delete a deal and its history
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
  list(query?: OrdersListQuery, options?: RequestOptions): List<Order, OrderList>;
  /**
   * Create an order
   *
   * Totals are computed; given totals are checked. Without a number the order gets the tenant's next one.
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
   * Update an order or its status
   *
   * Allowed status changes: draft to pending, paid or cancelled; pending to draft, paid or cancelled; paid to fulfilled or refunded; fulfilled to refunded; others are 409. Items and amounts can be changed only in draft and pending.
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
   * List a ticket's activity and comments
   *
   * Newest first.
   *
   * Scope: `tickets:read`.
   */
  list(id: string, query?: TicketsActivityListQuery, options?: RequestOptions): List<TicketActivity, TicketActivityList>;
}

export interface TicketsCommentsResource {
  /**
   * Add a comment to a ticket
   *
   * Visible to the team; never sent to the customer.
   *
   * Scope: `tickets:write`.
   */
  create(id: string, body: CreateTicketComment, options?: RequestOptions): Promise<TicketActivity>;
}

export interface TicketsResource {
  /**
   * List or search tickets
   *
   * Members see the tickets that are assigned to them, have no conversation, or belong to one that they can see.
   *
   * Scope: `tickets:read`.
   */
  list(query?: TicketsListQuery, options?: RequestOptions): List<Ticket, TicketList>;
  /**
   * Create a ticket
   *
   * The ticket gets the tenant's next number and is open.
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
   * Update a ticket or its status
   *
   * Allowed status changes: open to in_progress or resolved; in_progress to pending or resolved; pending to resolved or open; resolved to closed or open; others are 409. A customer message in the conversation reopens a pending or resolved ticket. A resolved ticket closes automatically after the organization's ticketAutoCloseDays. A closed ticket cannot be changed. labels replaces all labels; customFields sets the given fields and null removes one.
   *
   * Scope: `tickets:write`.
   */
  update(id: string, body?: UpdateTicket, options?: RequestOptions): Promise<Ticket>;
  /**
   * Delete a ticket
   *
   * Also deletes its activity and comments, permanently. Its number is not reused; follow-ups stay, without followUpOfId.
   *
   * Scope: `tickets:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Create a follow-up to a closed ticket
   *
   * The new ticket takes the contact, conversation, category, priority, labels, custom fields and assignee of the closed one, and its id as followUpOfId. 409 when the ticket is not closed: reopen it instead.
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
  list(query?: TicketCategoriesListQuery, options?: RequestOptions): List<TicketCategory, TicketCategoryList>;
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
   * The new name appears on every ticket of the category.
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
   * List ticket field definitions
   *
   * Sorted by position. Tickets may also have custom fields without a definition: texts, numbers and booleans.
   *
   * Scope: `tickets:read`.
   */
  list(query?: TicketFieldsListQuery, options?: RequestOptions): List<TicketField, TicketFieldList>;
  /**
   * Create a ticket field definition
   *
   * Values of this key are then validated and normalised on every write. Existing values stay as they are until they are next written. At most 200 definitions.
   *
   * Scope: `tickets:write`.
   */
  create(body: CreateTicketField, options?: RequestOptions): Promise<TicketField>;
  /**
   * Get a ticket field definition
   *
   * Scope: `tickets:read`.
   */
  get(id: string, options?: RequestOptions): Promise<TicketField>;
  /**
   * Update a ticket field definition
   *
   * Key and type cannot be changed. Tickets keep values whose option was removed.
   *
   * Scope: `tickets:write`.
   */
  update(id: string, body?: UpdateTicketField, options?: RequestOptions): Promise<TicketField>;
  /**
   * Delete a ticket field definition and its values
   *
   * The definition is deleted at once. Its values are removed from all tickets in the background, which cannot be undone; each ticket sends ticket.updated. Until that is done, the key cannot be written or defined again (409).
   *
   * Scope: `tickets:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface MetricsResource {
  /**
   * Get all metrics for a period, and the current backlog
   *
   * Metrics without a filtered dimension are omitted.
   *
   * Scope: `metrics:read`.
   */
  summary(query?: MetricsSummaryQuery, options?: RequestOptions): Promise<MetricsSummary>;
  /**
   * Download all metrics for a period as CSV
   *
   * The rows of the JSON response, one per line. Texts that a spreadsheet would treat as a formula are prefixed with an apostrophe.
   *
   * Scope: `metrics:read`.
   */
  summaryCsv(query?: MetricsSummaryCsvQuery, options?: RequestOptions): Promise<Response>;
  /**
   * Get one metric by hour, day, week or month
   *
   * Intervals follow the time zone: a day on which the clocks change has 23 or 25 hours. Empty intervals are returned as zeros.
   *
   * Scope: `metrics:read`.
   */
  timeseries(query?: MetricsTimeseriesQuery, options?: RequestOptions): Promise<MetricsTimeseries>;
  /**
   * Download one metric by hour, day, week or month as CSV
   *
   * The rows of the JSON response, one per line. Texts that a spreadsheet would treat as a formula are prefixed with an apostrophe.
   *
   * Scope: `metrics:read`.
   */
  timeseriesCsv(query?: MetricsTimeseriesCsvQuery, options?: RequestOptions): Promise<Response>;
  /**
   * Get one metric by channel, assignee, division, label, author or hour of the week
   *
   * Scope: `metrics:read`.
   */
  breakdown(query?: MetricsBreakdownQuery, options?: RequestOptions): Promise<MetricsBreakdown>;
  /**
   * Download one metric by group as CSV
   *
   * The rows of the JSON response, one per line. Texts that a spreadsheet would treat as a formula are prefixed with an apostrophe.
   *
   * Scope: `metrics:read`.
   */
  breakdownCsv(query?: MetricsBreakdownCsvQuery, options?: RequestOptions): Promise<Response>;
  /**
   * List metric definitions
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
  list(query?: AgentsDivisionsListQuery, options?: RequestOptions): List<Division, DivisionList>;
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
   * Update a division or move it in the tree
   *
   * PUT and PATCH do the same: omitted fields keep their values. A division cannot be moved below itself.
   *
   * Scope: `divisions:write`.
   */
  replace(id: string, body: UpdateDivision, query?: AgentsDivisionsReplaceQuery, options?: RequestOptions): Promise<Division>;
  /**
   * Update a division or move it in the tree
   *
   * PUT and PATCH do the same: omitted fields keep their values. A division cannot be moved below itself.
   *
   * Scope: `divisions:write`.
   */
  update(id: string, body?: UpdateDivision, query?: AgentsDivisionsUpdateQuery, options?: RequestOptions): Promise<Division>;
  /**
   * Delete a division
   *
   * A division with members, children or conversations needs `moveTo`, which receives all of them.
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
  list(query?: AgentsListQuery, options?: RequestOptions): List<Agent, AgentList>;
  /**
   * Invite an agent
   *
   * The agent gets an e-mail and is `invited` until they accept. You can already set their settings here.
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
   * Update an agent
   *
   * PUT and PATCH do the same: omitted fields keep their values. Role and status follow the rules of members: nobody can change a member above them, and the last owner stays.
   *
   * Scope: `agents:write`.
   */
  replace(id: string, body: UpdateAgent, query?: AgentsReplaceQuery, options?: RequestOptions): Promise<Agent>;
  /**
   * Update an agent
   *
   * PUT and PATCH do the same: omitted fields keep their values. Role and status follow the rules of members: nobody can change a member above them, and the last owner stays.
   *
   * Scope: `agents:write`.
   */
  update(id: string, body?: UpdateAgent, query?: AgentsUpdateQuery, options?: RequestOptions): Promise<Agent>;
  /**
   * Deactivate an agent: their sessions end and their open conversations are unassigned
   *
   * Their messages stay under their name, and they stay listed as suspended; `status: active` reactivates them. An open invitation is withdrawn.
   *
   * Scope: `agents:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Set your availability
   *
   * Also updates when the agent was last seen. API keys are not agents and cannot call this.
   *
   * Needs a person's session; API keys get 403.
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
  list(query?: AgentsManagementDivisionsListQuery, options?: RequestOptions): List<Division, DivisionList>;
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
   * Update a division or move it in the tree
   *
   * PUT and PATCH do the same: omitted fields keep their values. A division cannot be moved below itself.
   *
   * Scope: `divisions:write`.
   */
  replace(id: string, body: UpdateDivision, query?: AgentsManagementDivisionsReplaceQuery, options?: RequestOptions): Promise<Division>;
  /**
   * Update a division or move it in the tree
   *
   * PUT and PATCH do the same: omitted fields keep their values. A division cannot be moved below itself.
   *
   * Scope: `divisions:write`.
   */
  update(id: string, body?: UpdateDivision, query?: AgentsManagementDivisionsUpdateQuery, options?: RequestOptions): Promise<Division>;
  /**
   * Delete a division
   *
   * A division with members, children or conversations needs `moveTo`, which receives all of them.
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
  list(query?: AgentsManagementListQuery, options?: RequestOptions): List<Agent, AgentList>;
  /**
   * Invite an agent
   *
   * The agent gets an e-mail and is `invited` until they accept. You can already set their settings here.
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
   * Update an agent
   *
   * PUT and PATCH do the same: omitted fields keep their values. Role and status follow the rules of members: nobody can change a member above them, and the last owner stays.
   *
   * Scope: `agents:write`.
   */
  replace(id: string, body: UpdateAgent, query?: AgentsManagementReplaceQuery, options?: RequestOptions): Promise<Agent>;
  /**
   * Update an agent
   *
   * PUT and PATCH do the same: omitted fields keep their values. Role and status follow the rules of members: nobody can change a member above them, and the last owner stays.
   *
   * Scope: `agents:write`.
   */
  update(id: string, body?: UpdateAgent, query?: AgentsManagementUpdateQuery, options?: RequestOptions): Promise<Agent>;
  /**
   * Deactivate an agent: their sessions end and their open conversations are unassigned
   *
   * Their messages stay under their name, and they stay listed as suspended; `status: active` reactivates them. An open invitation is withdrawn.
   *
   * Scope: `agents:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Create a login link, valid once within ten minutes
   *
   * Creates a link for the caller or for another agent. For a key that names no agent: the person who created the key, otherwise the oldest agent that the key may sign in. A link for another agent can be created only by owners, admins and keys that may assign that agent's role, and only for a person who belongs to no other organization and has no second factor. The session of such a link stays in this organization, lasts at most eight hours and cannot reach the person's password, second factor and other sessions. Link and session end with any change of either person's permissions. A session from a link cannot create further links, nor API keys if the link was for another agent. A new link invalidates the previous one.
   *
   * Scope: `agents:read`.
   */
  loginLink(query?: AgentsManagementLoginLinkQuery, options?: RequestOptions): Promise<LoginLink>;
  readonly divisions: AgentsManagementDivisionsResource;
}

export interface AgentSettingsResource {
  /**
   * Get how conversations are assigned, seen and resolved
   *
   * Scope: `agents:read`.
   */
  get(query?: AgentSettingsGetQuery, options?: RequestOptions): Promise<AgentSettings>;
  /**
   * Update how conversations are assigned, seen and resolved
   *
   * Omitted fields keep their values, also inside `autoAssign`, `autoResolve`, `csat` and `assist`; `businessHours`, `csat.questions` and `assist.models` are replaced as a whole.
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
  list(query?: SlaPoliciesListQuery, options?: RequestOptions): List<SlaPolicy, SlaPolicyList>;
  /**
   * Create an SLA policy
   *
   * A policy is assigned to tickets and conversations when they start, reopen, or change priority, labels or division. Clocks pause while waiting for the customer, for a date or for the chatbot.
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
   * Update an SLA policy
   *
   * Running targets keep their deadlines until the policy is assigned again.
   *
   * Scope: `agents:write`.
   */
  update(id: string, body?: UpdateSlaPolicy, options?: RequestOptions): Promise<SlaPolicy>;
  /**
   * Delete an SLA policy
   *
   * It is no longer assigned; running targets keep their deadlines.
   *
   * Scope: `agents:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface CsatResponsesResource {
  /**
   * List customer ratings, newest first
   *
   * since and until apply to the time of the rating.
   *
   * Scope: `metrics:read`.
   */
  list(query?: CsatResponsesListQuery, options?: RequestOptions): List<CsatResponse, CsatResponseList>;
}

export interface CsatResource {
  /**
   * Get the customer satisfaction score
   *
   * since and until apply to the time of the question, so that the response rate covers the same resolutions.
   *
   * Scope: `metrics:read`.
   */
  summary(query?: CsatSummaryQuery, options?: RequestOptions): Promise<CsatSummary>;
  /**
   * Download the number of answers by rating as CSV
   *
   * The ratings of GET /csat/summary, one per line.
   *
   * Scope: `metrics:read`.
   */
  summaryCsv(query?: CsatSummaryCsvQuery, options?: RequestOptions): Promise<Response>;
  readonly responses: CsatResponsesResource;
}

export interface PrivacyRequestsResource {
  /**
   * List exports and erasures of contacts
   *
   * Scope: `contacts:read`; a session needs `organization:write`.
   */
  list(query?: PrivacyRequestsListQuery, options?: RequestOptions): List<PrivacyRequest, PrivacyRequestList>;
  /**
   * Get an export or an erasure, with its report
   *
   * Scope: `contacts:read`; a session needs `organization:write`.
   */
  get(id: string, options?: RequestOptions): Promise<PrivacyRequest>;
  /**
   * Download an export file
   *
   * Supports Range and HEAD. 409 until the file is complete, and after it has expired.
   *
   * Scope: `contacts:read`; a session needs `organization:write`. Also needs: `conversations:read`, `messages:read`, `media:read`, `pipeline:read`, `tickets:read`, `voice:read`.
   */
  file(id: string, options?: RequestOptions): Promise<Response>;
}

export interface PrivacyResource {
  readonly requests: PrivacyRequestsResource;
}

export interface BillingBalanceResource {
  /**
   * Get the organization's balance
   *
   * Scope: `billing:read`.
   */
  get(query?: BillingBalanceGetQuery, options?: RequestOptions): Promise<Balance>;
  /**
   * Set the low-balance threshold for notifying owners
   *
   * Scope: `billing:write`.
   */
  update(body?: UpdateBalance, options?: RequestOptions): Promise<Balance>;
}

export interface BillingTransactionsResource {
  /**
   * List balance transactions, newest first
   *
   * Scope: `billing:read`.
   */
  list(query?: BillingTransactionsListQuery, options?: RequestOptions): List<Transaction, TransactionList>;
}

export interface BillingUsageResource {
  /**
   * List messages, active contacts, AI requests and spending by month, newest first
   *
   * Counted from events as they are written, a few seconds behind; months in UTC.
   *
   * Scope: `billing:read`.
   */
  list(query?: BillingUsageListQuery, options?: RequestOptions): List<UsageMonth, UsageMonthList>;
  /**
   * Get a month's AI requests and their cost by model
   *
   * What was charged according to the price list, by model; months are in UTC.
   *
   * Scope: `billing:read`.
   */
  models(query?: BillingUsageModelsQuery, options?: RequestOptions): Promise<ModelUsage>;
}

export interface BillingPricingResource {
  /**
   * List current prices
   *
   * Scope: `billing:read`.
   */
  list(query?: BillingPricingListQuery, options?: RequestOptions): List<Price, PriceList>;
}

export interface BillingPaymentRequestsResource {
  /**
   * List payment requests, newest first
   *
   * Scope: `billing:read`.
   */
  list(query?: BillingPaymentRequestsListQuery, options?: RequestOptions): List<PaymentRequest, PaymentRequestList>;
  /**
   * Create a payment request to top up the balance
   *
   * Returns as soon as the request is stored. The gateway's invoice follows within seconds, in `invoiceUrl` and with a payment_request.updated event. When it is paid, the balance is credited.
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
   * Its invoice is cancelled at the gateway. If it is paid before that, the amount is credited and the request is paid.
   *
   * Scope: `billing:write`.
   */
  cancel(id: string, options?: RequestOptions): Promise<PaymentRequest>;
}

export interface BillingResource {
  /**
   * Download balance transactions as CSV
   *
   * In the order in which they changed the balance; default period: the current calendar month (UTC). Texts that a spreadsheet would treat as a formula are prefixed with an apostrophe.
   *
   * Scope: `billing:read`.
   */
  transactionsCsv(query?: BillingTransactionsCsvQuery, options?: RequestOptions): Promise<Response>;
  /**
   * Get the organization's subscription
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
   * List AI provider keys
   *
   * In the order in which they are tried.
   *
   * Scope: `ai:read`.
   */
  list(query?: AiKeysListQuery, options?: RequestOptions): List<AiKey, AiKeyList>;
  /**
   * Add an AI provider key
   *
   * Encrypted, and never shown again. At most 20 per organization. Default name: Default; without a priority the key is tried last.
   *
   * Scope: `ai:write`.
   */
  create(body: CreateAiKey, options?: RequestOptions): Promise<AiKey>;
  /**
   * Get an AI provider key, without its value
   *
   * Scope: `ai:read`.
   */
  get(id: string, options?: RequestOptions): Promise<AiKey>;
  /**
   * Update an AI provider key
   *
   * A new key, address or first model resets its status to installed, as untested.
   *
   * Scope: `ai:write`.
   */
  update(id: string, body?: UpdateAiKey, options?: RequestOptions): Promise<AiKey>;
  /**
   * Delete an AI provider key
   *
   * Scope: `ai:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Test an AI provider key: list its models, then run a tiny generation with the first one
   *
   * Takes ten seconds at most. The provider charges for a few tokens; nothing is charged here.
   *
   * Scope: `ai:write`.
   */
  test(id: string, options?: RequestOptions): Promise<AiKeyTest>;
}

export interface AiRequestsResource {
  /**
   * List AI requests, newest first
   *
   * Includes which provider answered, which were skipped and why, and the cost. Contains no texts. Kept for 90 days unless configured otherwise.
   *
   * Scope: `ai:read`.
   */
  list(query?: AiRequestsListQuery, options?: RequestOptions): List<AiRequestRecord, AiRequestRecordList>;
}

export interface AiAssistResource {
  /**
   * Draft the next reply from the conversation and the organization's knowledge
   *
   * Returns a draft for the agent; nothing is sent. Charged like any AI request. Also needs `messages:read` and `knowledge:read`.
   *
   * Scope: `conversations:write`.
   */
  suggestReply(body: SuggestReply, options?: RequestOptions): Promise<SuggestedReply>;
  /**
   * Summarize a conversation for the next agent
   *
   * Also needs `messages:read`.
   *
   * Scope: `conversations:write`.
   */
  summarize(body: Summarize, options?: RequestOptions): Promise<ConversationSummary>;
  /**
   * Rewrite a text before sending it
   *
   * With `conversationId` also needs `messages:read`.
   *
   * Scope: `conversations:write`.
   */
  rewrite(body: Rewrite, options?: RequestOptions): Promise<AssistedText>;
  /**
   * Translate a text or a message
   *
   * With `messageId` also needs `messages:read`.
   *
   * Scope: `conversations:write`.
   */
  translate(body: Translate, options?: RequestOptions): Promise<AssistedText>;
  /**
   * Suggest existing labels for a conversation
   *
   * Labels are not added: use PATCH /conversations/{id} with addLabels. Also needs `messages:read`.
   *
   * Scope: `conversations:write`.
   */
  tag(body: SuggestTags, options?: RequestOptions): Promise<SuggestedTags>;
}

export interface AiResource {
  /**
   * Sum up AI requests by key and model
   *
   * Counts the records of AI requests, which are kept for 90 days unless configured otherwise.
   *
   * Scope: `ai:read`.
   */
  usage(query?: AiUsageQuery, options?: RequestOptions): Promise<AiUsage>;
  readonly keys: AiKeysResource;
  readonly requests: AiRequestsResource;
  readonly assist: AiAssistResource;
}

export interface ChatbotsTurnsResource {
  /**
   * List a chatbot's turns, newest first
   *
   * Also needs `messages:read`: a turn contains what the customer wrote.
   *
   * Scope: `chatbot:read`. Also needs: `messages:read`.
   */
  list(id: string, query?: ChatbotsTurnsListQuery, options?: RequestOptions): List<ChatbotTurn, ChatbotTurnList>;
}

export interface ChatbotsEvaluationsResource {
  /**
   * List the evaluations of a chatbot, newest first
   *
   * Scope: `chatbot:read`.
   */
  list(id: string, query?: ChatbotsEvaluationsListQuery, options?: RequestOptions): List<ChatbotEvaluationSummary, ChatbotEvaluationSummaryList>;
  /**
   * Create an evaluation: cases that a chatbot must answer well
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
  list(query?: ChatbotsListQuery, options?: RequestOptions): List<Chatbot, ChatbotList>;
  /**
   * Create a chatbot
   *
   * Once active, it answers new conversations of its channels. 409 `already_exists` when another chatbot serves one of the channels.
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
   * Update a chatbot
   *
   * The next turn uses the new settings. Conversations of channels that it no longer serves go to people.
   *
   * Scope: `chatbot:write`.
   */
  update(id: string, body?: UpdateChatbot, options?: RequestOptions): Promise<Chatbot>;
  /**
   * Delete a chatbot
   *
   * Its current conversations go to people. Its turns stay with their conversations.
   *
   * Scope: `chatbot:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Preview a chatbot's answer
   *
   * Uses the current settings, even of an inactive chatbot, or overrides of them. Nothing is sent; the AI request is charged.
   *
   * Scope: `chatbot:write`.
   */
  playground(id: string, body: ChatbotPlaygroundRequest, options?: RequestOptions): Promise<ChatbotTrial>;
  readonly turns: ChatbotsTurnsResource;
  readonly evaluations: ChatbotsEvaluationsResource;
}

export interface ChatbotTurnsResource {
  /**
   * Get a chatbot turn with its steps
   *
   * Also needs `messages:read`: a turn contains what the customer wrote.
   *
   * Scope: `chatbot:read`. Also needs: `messages:read`.
   */
  get(id: string, options?: RequestOptions): Promise<ChatbotTurn>;
  /**
   * Replay a turn with the current settings and knowledge
   *
   * Uses the conversation as it was at the time of the turn. Nothing is sent; the AI request is charged, as in the playground. Also needs `messages:read`.
   *
   * Scope: `chatbot:write`. Also needs: `messages:read`.
   */
  replay(id: string, options?: RequestOptions): Promise<ChatbotReplay>;
  /**
   * Count the turns of all chatbots by decision
   *
   * Scope: `chatbot:read`.
   */
  summary(query?: ChatbotTurnsSummaryQuery, options?: RequestOptions): Promise<ChatbotTurnSummary>;
  /**
   * Download the number of turns of all chatbots by decision as CSV
   *
   * The chatbots of GET /chatbot-turns/summary, one per line.
   *
   * Scope: `chatbot:read`.
   */
  summaryCsv(query?: ChatbotTurnsSummaryCsvQuery, options?: RequestOptions): Promise<Response>;
}

export interface ChatbotEvaluationsRunsResource {
  /**
   * List the runs of an evaluation, newest first
   *
   * Scope: `chatbot:read`.
   */
  list(id: string, query?: ChatbotEvaluationsRunsListQuery, options?: RequestOptions): List<ChatbotEvaluationRunSummary, ChatbotEvaluationRunSummaryList>;
  /**
   * Run an evaluation
   *
   * Runs in the background, with the chatbot's current settings or with overrides. Nothing is sent; AI requests are made and charged. 409 `conflict` while another run of the evaluation is in progress.
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
   * Update an evaluation
   *
   * Runs keep the cases they started with.
   *
   * Scope: `chatbot:write`.
   */
  update(id: string, body?: UpdateChatbotEvaluation, options?: RequestOptions): Promise<ChatbotEvaluation>;
  /**
   * Delete an evaluation and its runs
   *
   * Scope: `chatbot:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  readonly runs: ChatbotEvaluationsRunsResource;
}

export interface ChatbotEvaluationRunsResource {
  /**
   * Get an evaluation run with its results so far
   *
   * Scope: `chatbot:read`.
   */
  get(id: string, options?: RequestOptions): Promise<ChatbotEvaluationRun>;
}

export interface VoiceAgentsResource {
  /**
   * List voice agents, newest first
   *
   * Scope: `voice:read`.
   */
  list(query?: VoiceAgentsListQuery, options?: RequestOptions): List<VoiceAgent, VoiceAgentList>;
  /**
   * Create a voice agent
   *
   * Once active, it answers calls to the phone numbers assigned to it.
   *
   * Scope: `voice:write`.
   */
  create(body: CreateVoiceAgent, options?: RequestOptions): Promise<VoiceAgent>;
  /**
   * Get a voice agent
   *
   * Scope: `voice:read`.
   */
  get(id: string, options?: RequestOptions): Promise<VoiceAgent>;
  /**
   * Update a voice agent
   *
   * The next call uses the new settings.
   *
   * Scope: `voice:write`.
   */
  update(id: string, body?: UpdateVoiceAgent, options?: RequestOptions): Promise<VoiceAgent>;
  /**
   * Delete a voice agent
   *
   * Its phone numbers are no longer answered. Its calls stay listed.
   *
   * Scope: `voice:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Activate a voice agent
   *
   * From then on it takes calls. 409 `conflict` without an active AI key that supports speech. Has no effect if it is already active.
   *
   * Scope: `voice:write`.
   */
  activate(id: string, options?: RequestOptions): Promise<VoiceAgent>;
  /**
   * Deactivate a voice agent
   *
   * Callers hear its unavailable message, or are transferred. Calls in progress continue.
   *
   * Scope: `voice:write`.
   */
  deactivate(id: string, options?: RequestOptions): Promise<VoiceAgent>;
  /**
   * Test a voice agent in text
   *
   * Uses a session at the realtime provider with the agent's instructions and tools, but without sound and without side effects: the knowledge base is searched, while tickets, messages and transfers are only simulated. Costs a started minute and takes at most 20 seconds. 409 `conflict` without an AI key that supports speech; 502 `provider_error` if no key works.
   *
   * Scope: `voice:write`.
   */
  test(id: string, body: TestVoiceAgent, options?: RequestOptions): Promise<VoiceAgentTest>;
}

export interface TelephonyAccountsResource {
  /**
   * List telephony accounts, newest first
   *
   * Scope: `voice:read`.
   */
  list(query?: TelephonyAccountsListQuery, options?: RequestOptions): List<TelephonyAccount, TelephonyAccountList>;
  /**
   * Add a telephony account
   *
   * Its token is encrypted, and never shown again. At most 20 per organization.
   *
   * Scope: `voice:write`.
   */
  create(body: CreateTelephonyAccount, options?: RequestOptions): Promise<TelephonyAccount>;
  /**
   * Get a telephony account, without its token
   *
   * Scope: `voice:read`.
   */
  get(id: string, options?: RequestOptions): Promise<TelephonyAccount>;
  /**
   * Update a telephony account
   *
   * A new token resets its status to installed, as untested.
   *
   * Scope: `voice:write`.
   */
  update(id: string, body?: UpdateTelephonyAccount, options?: RequestOptions): Promise<TelephonyAccount>;
  /**
   * Delete a telephony account and its numbers
   *
   * Scope: `voice:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Test a telephony account by reading it from the provider with its token
   *
   * Takes at most ten seconds.
   *
   * Scope: `voice:write`.
   */
  test(id: string, options?: RequestOptions): Promise<TelephonyAccountTest>;
}

export interface PhoneNumbersResource {
  /**
   * List telephone numbers, newest first
   *
   * Scope: `voice:read`.
   */
  list(query?: PhoneNumbersListQuery, options?: RequestOptions): List<PhoneNumber, PhoneNumberList>;
  /**
   * Add a telephone number
   *
   * A number that the organization has with its telephony provider, and the voice agent that answers it.
   *
   * Scope: `voice:write`.
   */
  create(body: CreatePhoneNumber, options?: RequestOptions): Promise<PhoneNumber>;
  /**
   * Get a telephone number
   *
   * Scope: `voice:read`.
   */
  get(id: string, options?: RequestOptions): Promise<PhoneNumber>;
  /**
   * Update a telephone number
   *
   * Scope: `voice:write`.
   */
  update(id: string, body?: UpdatePhoneNumber, options?: RequestOptions): Promise<PhoneNumber>;
  /**
   * Delete a telephone number
   *
   * The number stays with the telephony provider, but its calls are no longer answered.
   *
   * Scope: `voice:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface CallsRecordingResource {
  /**
   * Download the recording of a call
   *
   * A WAV file in G.711 µ-law, two channels: the caller on the left, the voice agent on the right. Supports Range, If-None-Match and HEAD. 404 `not_found` naming `recording` if there is none, which is always the case for calls on chat channels, because their audio does not pass through the product. 409 `conflict` during the call and until the file is ready. Downloads are recorded in the audit log.
   *
   * Scope: `voice:read`.
   */
  get(id: string, options?: RequestOptions): Promise<Response>;
  /**
   * Delete the recording of a call
   *
   * Also works during the call: recording then stops. The transcript stays.
   *
   * Scope: `voice:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
}

export interface CallsResource {
  /**
   * Count the calls of voice agents, with minutes and latency
   *
   * Calls are removed with the messages of their time (`messagesDays` of `GET /organization/retention`), and not counted then.
   *
   * Scope: `voice:read`.
   */
  summary(query?: CallsSummaryQuery, options?: RequestOptions): Promise<CallSummary>;
  /**
   * List calls, newest first
   *
   * Members see the calls of conversations that they can see.
   *
   * Scope: `voice:read`.
   */
  list(query?: CallsListQuery, options?: RequestOptions): List<Call, CallList>;
  /**
   * Call somebody with a voice agent
   *
   * Responds immediately. The call is then made, at most once, and rings for 30 seconds. Its first minute is reserved, and charged only if a person answers; an answering machine does not count. 409 `conflict` if the agent is inactive, outside its hours or at its limits, if the contact is blocked or has opted out, and for the fourth call to a number in 24 hours.
   *
   * Scope: `voice:write`.
   */
  create(body: CreateCall, options?: RequestOptions): Promise<Call>;
  /**
   * Get a call with its transcript
   *
   * Scope: `voice:read`.
   */
  get(id: string, options?: RequestOptions): Promise<CallWithTurns>;
  /**
   * End a call that is in progress
   *
   * Takes a few seconds, because the voice agent says goodbye first, unless it is still being connected. 409 `conflict` unless the call is in progress.
   *
   * Scope: `voice:write`.
   */
  hangUp(id: string, options?: RequestOptions): Promise<Call>;
  /**
   * Transfer a call that is in progress
   *
   * Transfers to the phone number in the voice agent's settings, during its transfer hours; otherwise nothing happens. On a chat channel the caller is told that somebody will write or call back, the call ends, and the conversation goes to the team. 409 `conflict` unless the call is in progress.
   *
   * Scope: `voice:write`.
   */
  transfer(id: string, options?: RequestOptions): Promise<Call>;
  readonly recording: CallsRecordingResource;
}

export interface AuditLogResource {
  /**
   * List the organization's audit log, newest first
   *
   * Scope: `organization:read`.
   */
  list(query?: AuditLogListQuery, options?: RequestOptions): List<AuditEntry, AuditEntryList>;
}

export interface RequestLogsResource {
  /**
   * List requests made with API keys, newest first
   *
   * Requests of the last 7 days whose key was verified, including refused ones; not those of people in the dashboard. A request appears within seconds. Under heavy load some are left out, successful ones first.
   *
   * Scope: `organization:read`.
   */
  list(query?: RequestLogsListQuery, options?: RequestOptions): List<RequestLog, RequestLogList>;
  /**
   * Get a request made with an API key, with its redacted bodies
   *
   * Scope: `organization:read`.
   */
  get(id: string, options?: RequestOptions): Promise<RequestLogDetail>;
}

export interface AgencyGrantsResource {
  /**
   * List the grants that agencies hold or request here
   *
   * Scope: `organization:read`.
   */
  list(query?: AgencyGrantsListQuery, options?: RequestOptions): List<AgencyGrant, AgencyGrantList>;
  /**
   * Get a grant
   *
   * Scope: `organization:read`.
   */
  get(id: string, options?: RequestOptions): Promise<AgencyGrant>;
  /**
   * Accept a grant
   *
   * The agency can then act here with these scopes, or with those of them that are chosen. Nobody can grant scopes they lack, except an owner. Replaces the current grant. With a `linkRequestId` the organization also becomes the agency's client, which needs an owner's own sign-in, or a key with all scopes of an owner (every scope but `admin:*`).
   *
   * Scope: `organization:write`.
   */
  accept(id: string, body?: AcceptAgencyGrant, options?: RequestOptions): Promise<AgencyGrant>;
  /**
   * Refuse a pending grant
   *
   * Scope: `organization:write`.
   */
  refuse(id: string, options?: RequestOptions): Promise<AgencyGrant>;
  /**
   * Revoke a grant: the agency's access tokens stop working at once
   *
   * Scope: `organization:write`.
   */
  revoke(id: string, options?: RequestOptions): Promise<AgencyGrant>;
}

export interface EventsResource {
  /**
   * List events
   *
   * Without `after`: newest first. With `after`: everything after that event, oldest first, without gaps; store the last id you handled and continue from it. Events are kept for 30 days unless configured otherwise. For a session: only event types whose resource the role (in a client: the grant) can read, and only of conversations that the person can see, or of tickets that are assigned to them.
   *
   * Scope: `webhooks:read`; a session needs `conversations:read`, and none while it acts in a client.
   */
  list(query?: EventsListQuery, options?: RequestOptions): List<ParleyEvent, EventList>;
  /**
   * Stream events live (server-sent events)
   *
   * Each message: `id` the event's id, `event` its type, `data` the envelope. `Last-Event-ID` (or `after`) resumes: missed events first, in order, then live ones. `event: reset` means that events in between were deleted or that you read too slowly: reload what you show. The comment `: ready` marks the point from which everything is delivered live. A stream ends after at most 15 minutes, when its key is revoked or its session ends, when a session leaves the client that it acts in or may no longer act there, and when the server stops; reconnect with Last-Event-ID. At most 20 streams per key or person and 200 per organization can be open at once, unless configured otherwise; further ones get 429. A session sees the same events as in the list. With `presence=true`, the stream also has messages without an id: `event: presence`, `data` as in GET /conversations/presence, with `state` `gone` for a member who left. They are neither stored nor repeated, and renewals are not sent: read GET /conversations/presence when a stream opens, and every 20 seconds. A session that acts in a client gets them if the grant includes `conversations:read`. `conversationId` filters them, too; `presence=true` together with `channelId` is refused.
   *
   * Scope: `webhooks:read`; a session needs `conversations:read`, and none while it acts in a client.
   */
  stream(query?: EventsStreamQuery, options?: StreamOptions): EventStream;
}

export interface WebhooksDeliveriesResource {
  /**
   * List the deliveries of a webhook, newest first
   *
   * Scope: `webhooks:read`.
   */
  list(id: string, query?: WebhooksDeliveriesListQuery, options?: RequestOptions): List<Delivery, DeliveryList>;
  /**
   * Get a delivery with its event and attempts
   *
   * Scope: `webhooks:read`.
   */
  get(id: string, deliveryId: string, options?: RequestOptions): Promise<DeliveryDetail>;
  /**
   * Retry a delivery now
   *
   * Scope: `webhooks:write`.
   */
  retry(id: string, deliveryId: string, options?: RequestOptions): Promise<Delivery>;
}

export interface WebhooksReplaysResource {
  /**
   * Get the progress of a replay
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
  list(query?: WebhooksListQuery, options?: RequestOptions): List<Webhook, WebhookList>;
  /**
   * Create a webhook
   *
   * The response contains the signing secret, which is never shown again. Events from now on are delivered at least once each: use the event's id to drop duplicates.
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
   * Update, pause or re-activate a webhook
   *
   * A new address on another host needs the headers again, if there are any: they may contain that host's credential.
   *
   * Scope: `webhooks:write`.
   */
  update(id: string, body?: UpdateWebhook, options?: RequestOptions): Promise<Webhook>;
  /**
   * Delete a webhook and its deliveries
   *
   * Scope: `webhooks:write`.
   */
  delete(id: string, options?: RequestOptions): Promise<Deleted>;
  /**
   * Rotate the signing secret
   *
   * For 24 hours `webhook-signature` carries signatures of both secrets, or of both ed25519 keys; `X-Service-Signature` uses the new secret at once. The new secret is shown only in this response.
   *
   * Scope: `webhooks:write`.
   */
  rotateSecret(id: string, options?: RequestOptions): Promise<WebhookWithSecret>;
  /**
   * Send a webhook.test event to this webhook
   *
   * Returns the delivery at once; read it again for its result. Also works while the webhook is paused or disabled.
   *
   * Scope: `webhooks:write`.
   */
  test(id: string, options?: RequestOptions): Promise<Delivery>;
  /**
   * Check whether an event would be delivered
   *
   * Changes and sends nothing. With `filter` that filter is tested instead of the webhook's own.
   *
   * Scope: `webhooks:write`.
   */
  testFilter(id: string, body: TestWebhookFilter, options?: RequestOptions): Promise<WebhookFilterVerdict>;
  /**
   * Replay past events
   *
   * Delivers every event of the period that matches the webhook's current selection again, with its original id, including events skipped while the webhook was paused or disabled.
   *
   * Scope: `webhooks:write`.
   */
  replay(id: string, body: CreateReplay, options?: RequestOptions): Promise<WebhookReplay>;
  readonly deliveries: WebhooksDeliveriesResource;
  readonly replays: WebhooksReplaysResource;
}

/** What the API has, by the words of its addresses. */
export interface Resources {
  /** Get what this server is, and where its API and its description are */
  service(options?: RequestOptions): Promise<ServiceAnswer>;
  /**
   * Get the current tenant, key or person, and its permissions
   *
   * Any valid key or session.
   */
  me(options?: RequestOptions): Promise<Me>;
  /**
   * Get the branding of this host
   *
   * Selected by the Host header: the branding of the agency that verified the host, otherwise the product's own. May be cached for a minute.
   *
   * Needs no credential; limited per IP address and, if there is one, per account.
   */
  branding(options?: RequestOptions): Promise<Branding>;
  readonly organization: OrganizationResource;
  readonly apiKeys: ApiKeysResource;
  readonly agency: AgencyResource;
  readonly admin: AdminResource;
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
  readonly billing: BillingResource;
  readonly ai: AiResource;
  readonly chatbots: ChatbotsResource;
  readonly chatbotTurns: ChatbotTurnsResource;
  readonly chatbotEvaluations: ChatbotEvaluationsResource;
  readonly chatbotEvaluationRuns: ChatbotEvaluationRunsResource;
  readonly voiceAgents: VoiceAgentsResource;
  readonly telephonyAccounts: TelephonyAccountsResource;
  readonly phoneNumbers: PhoneNumbersResource;
  readonly calls: CallsResource;
  readonly auditLog: AuditLogResource;
  readonly requestLogs: RequestLogsResource;
  readonly agencyGrants: AgencyGrantsResource;
  readonly events: EventsResource;
  readonly webhooks: WebhooksResource;
}
