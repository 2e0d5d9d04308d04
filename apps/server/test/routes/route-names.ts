/** What path segments, query parameters and body fields refer to, and which of them hold no id. */
import type { Kind } from "../fixtures/fixture-kinds.ts";
import type { Operation } from "./route-operations.ts";

/** A path's first segment to what its {id} refers to. */
const collections: Record<string, Kind> = {
  calls: "call",
  "phone-numbers": "phoneNumber",
  "telephony-accounts": "telephonyAccount",
  "voice-agents": "voiceAgent",
  agents: "member",
  "agents-management": "member",
  "api-keys": "apiKey",
  "canned-replies": "cannedReply",
  "sla-policies": "slaPolicy",
  chatbots: "chatbot",
  "chatbot-turns": "chatbotTurn",
  "chatbot-evaluations": "chatbotEvaluation",
  "chatbot-evaluation-runs": "chatbotEvaluationRun",
  "contact-fields": "contactField",
  "ticket-fields": "ticketField",
  segments: "segment",
  broadcasts: "broadcast",
  flows: "flow",
  "flow-runs": "flowRun",
  "flow-secrets": "flowSecret",
  channels: "channel",
  contacts: "contact",
  invitations: "invitation",
  members: "member",
  conversations: "conversation",
  "ticket-categories": "ticketCategory",
  deals: "deal",
  labels: "label",
  macros: "macro",
  media: "media",
  messages: "message",
  orders: "order",
  pipelines: "pipeline",
  "request-logs": "requestLog",
  tickets: "ticket",
  views: "view",
  webhooks: "webhook",
};
const aiCollections: Record<string, Kind> = { keys: "aiKey" };
const knowledgeCollections: Record<string, Kind> = {
  categories: "knowledgeCategory",
  faqs: "faq",
  sources: "knowledgeSource",
  unanswered: "knowledgeQuestion",
};
/** `name` is a queue's, which has no parent. */
export const nestedNames: Record<string, Kind> = {
  name: "queue",
  deliveryId: "delivery",
  replayId: "replay",
  stageId: "stage",
  templateId: "template",
};

/** Where the first segment is ambiguous. */
const longerCollections: Record<string, Kind> = {
  "/agencies/current/clients/": "agencyClient",
  "/agencies/current/domains/": "agencyDomain",
  "/agencies/current/form-submissions/": "formSubmission",
  "/agencies/current/landing-pages/": "landingPage",
  "/agencies/current/signup-forms/": "signupForm",
  "/agencies/current/snapshots/": "agencySnapshot",
  "/agency-grants/": "agencyGrant",
  "/agencies/current/link-requests/": "agencyLinkRequest",
  "/admin/apps/": "app",
  "/admin/billing/organizations/": "organization",
  "/admin/billing/payment-requests/": "paymentRequest",
  "/admin/billing/pricing/": "price",
  "/admin/members/": "member",
  "/admin/organizations/": "organization",
  "/admin/queues/": "failedWork",
  "/admin/subscriptions/": "subscription",
  "/admin/users/": "member",
  "/admin/webhook-events/": "delivery",
  "/billing/payment-requests/": "paymentRequest",
  "/organization/exports/": "organizationExport",
  "/privacy/requests/": "privacyRequest",
};

/** What {id} refers to in a path. */
export function kindOfId(operation: Pick<Operation, "path" | "writes">): Kind | undefined {
  const { path } = operation;
  if (path.endsWith("/authorizations/{id}/complete")) return "choosingAuthorization";
  if (path.endsWith("/follow-up")) return "closedTicket";
  if (path.startsWith("/conversations/{id}/chatbot/")) return "botConversation";
  if (path.startsWith("/channels/authorizations/")) return "channelAuthorization";
  if (/^\/broadcasts\/.*\/(pause|cancel)$/.test(path)) return "sendingBroadcast";
  if (/^\/broadcasts\/.*\/(resume|retry-failed)$/.test(path)) return "pausedBroadcast";
  if (/^\/flows\/[^/]+\/(deactivate|runs)$/.test(path)) return path.endsWith("/deactivate") || operation.writes ? "activeFlow" : "flow";
  if (/^\/calls\/.*\/(hang-up|transfer)$/.test(path)) return "liveCall";
  if (path === "/calls/{id}/recording") return "recordedCall";
  if (path === "/flows/{id}/webhook") return "hookedFlow";
  if (path.includes("/divisions/")) return "division";
  if (path.startsWith("/contacts/imports/")) return path.endsWith("/cancel") ? "runningImport" : "contactImport";
  if (path.startsWith("/contacts/exports/")) return "contactExport";
  if (path === "/contacts/{id}/erase") return "doomedContact";
  if (path.startsWith("/knowledge/faqs/imports/")) return path.endsWith("/cancel") ? "runningFaqImport" : "faqImport";
  if (path.startsWith("/knowledge/")) return knowledgeCollections[path.split("/")[2] as string];
  if (path.startsWith("/ai/")) return aiCollections[path.split("/")[2] as string];
  const longer = Object.keys(longerCollections).find((beginning) => path.startsWith(beginning));
  return longer === undefined ? collections[path.split("/")[1] as string] : longerCollections[longer];
}

/** Names of query parameters and body fields that hold ids. */
export const idNames: Record<string, Kind | "cursor"> = {
  chatbotId: "chatbot",
  aiKeyId: "aiKey",
  telephonyAccountId: "telephonyAccount",
  voiceAgentId: "voiceAgent",
  phoneNumberId: "phoneNumber",
  cursor: "cursor",
  after: "event",
  eventId: "event",
  keyId: "apiKey",
  channelId: "channel",
  channelIds: "channel",
  contactId: "contact",
  conversationId: "conversation",
  agentId: "member",
  assigneeId: "member",
  divisionId: "division",
  divisionIds: "division",
  parent_division_id: "division",
  moveTo: "division",
  ownerId: "member",
  replyToId: "message",
  memberId: "member",
  mentions: "member",
  cannedReplyId: "cannedReply",
  policyId: "slaPolicy",
  mediaIds: "media",
  mediaId: "media",
  logoLightMediaId: "media",
  logoDarkMediaId: "media",
  faviconMediaId: "media",
  formId: "signupForm",
  messageId: "message",
  categoryId: "knowledgeCategory",
  parentId: "knowledgeCategory",
  appId: "app",
  clientId: "agencyClient",
  snapshotId: "agencySnapshot",
  segmentId: "segment",
  contactIds: "contact",
  organizationId: "organization",
  actor: "member",
  pipelineId: "pipeline",
  stageId: "stage",
  stageIds: "stage",
};

/** Where a name means something else. */
export const idNamesOf: Record<string, Record<string, Kind>> = {
  deleteKnowledgeCategory: { moveTo: "knowledgeCategory" },
  deleteStage: { moveTo: "stage" },
};

/** Fields in a platform's own format, which contain none of our ids. */
export const platformNames = new Set(["components"]);

/** Free texts that hold none of our ids. Closed word lists, instants and numbers need not be listed. */
export const plainNames = new Set([
  // An agency's request for a link: whatever is requested, the response is the same (modules/agency/agencies/links.test.ts).
  "organization",
  "hosts",
  // An audit entry's. Its target can be anything: modules/administration/admin tests that a foreign one finds nothing.
  "action",
  "target",
  // The request log's. A request id is the caller's own text, not a resource.
  "operation",
  "path",
  "requestId",
  "q",
  "tag",
  "label",
  "phone",
  "phoneNumber",
  "email",
  "name",
  "subject",
  "description",
  "text",
  "to",
  "clientReference",
  "source",
  "tags",
  "labels",
  "addLabels",
  "removeLabels",
  "addTags",
  "removeTags",
  "language",
  "month",
  "timezone",
  "since",
  "until",
  "kind",
  "channelKind",
  "externalId",
  "url",
  // A webhook's: what it adds to deliveries, and what it compares an event's data with.
  "headers",
  "filter.path",
  "filter.value",
  "data",
  "redirectUri",
  "code",
  "variables",
  "events",
  "type",
  "question",
  "answer",
  "alternatives",
  "title",
  "lostReason",
  "category",
  "number",
  "externalReference",
  "note",
  "stages.name",
  "items.name",
  "items.sku",
  "content.name",
  "content.language",
  "content.caption",
  "content.filename",
  "filename",
  "search",
  "reason",
  // Who decided, in the caller's own words.
  "adminId",
  "modelName",
  "itemName",
  "baseUrl",
  "secretKey",
  // A flow secret's.
  "value",
  "apiKey",
  "models",
  "instruction",
  "callbackToken",
  // Free-form objects: their members are the tenant's own, or a connector's settings.
  "config",
  "customFields",
  "content",
  "content.variables",
  // Members are the tenant's own or come from its files; values in rules are looked up among the tenant's own contacts.
  "rules.rules",
  "rules.exclude.rules",
  "targetAudience.rules",
  "targetAudience.exclude.rules",
  // Names a template of the body's channel.
  "messageContent",
  "quietHours.timezone",
  // Each has its own outcome, even those that do not exist (contacts/tags/tags.test.ts).
  "ids",
  "csv",
  // Names of parts of a snapshot.
  "parts",
  "mapping",
  "fields",
  "into",
  "options",
  "settings.optOutWords",
  "settings.optInWords",
  "types",
  "filters.labels",
  "filters.allLabels",
  "conditions.labels",
  "csat.questions",
  "autoResolve.message",
  "assist.instructions",
  "assist.models.provider",
  "assist.models.model",
  "actions.label",
  "actions.text",
  "title",
  // Nothing belongs to an app yet.
  "appId",
  "skills",
  "signature",
  "businessHours.timezone",
  "ownerEmail",
  "ownerName",
  "reference",
  "contactEmail",
  "supportEmail",
  "intro",
  "consentText",
  "thankYouText",
  "fields.label",
  "fields.help",
  "fields.options",
  "target.tags",
  "blocks.heading",
  "blocks.text",
  "blocks.label",
  "blocks.items.heading",
  "blocks.items.text",
  "blocks.alt",
  "blocks.caption",
  "message",
  "reply",
  "persona.description",
  "persona.introduction",
  "instructions",
  "scope.allowedTopics",
  "scope.blockedTopics",
  "scope.outOfScopeMessage",
  "handover.keywords",
  "handover.message",
  "handover.closedMessage",
  "activeHours.timezone",
  "activeHours.outsideMessage",
  "model.preferred.provider",
  "model.preferred.model",
  "history.text",
  "cases.name",
  "cases.message",
  "cases.history.text",
  "cases.expect.reason",
  "cases.expect.contains",
  "cases.expect.excludes",
  "speech.model",
  "speech.voice",
  "speech.language",
  "speech.transcriptionModel",
  "opening.greeting",
  "opening.disclosure",
  "recording.announcement",
  "recording.question",
  "transfer.phoneNumber",
  "transfer.message",
  "transfer.hours.timezone",
  "hours.timezone",
  "messages.unavailable",
  "afterCall.extract.name",
  "afterCall.extract.description",
  "afterCall.extract.choices",
  "turns.text",
  "greeting",
  "purpose",
  "messages.apology",
  "providerAccountId",
  "authToken",
  // A run's settings, like the chatbot's own.
  ...[
    "persona.description",
    "persona.introduction",
    "instructions",
    "scope.allowedTopics",
    "scope.blockedTopics",
    "scope.outOfScopeMessage",
    "handover.keywords",
    "handover.message",
    "handover.closedMessage",
    "activeHours.timezone",
    "activeHours.outsideMessage",
    "model.preferred.provider",
    "model.preferred.model",
  ].map((field) => `settings.${field}`),
]);

/** Lists of ids for which each unknown one is reported (their modules' tests check that foreign ones are), and bodies that hold none. */
export const listedIds = new Set([
  "updateConversations ids",
  "readNotifications ids",
  // Snapshots refer to things by name, never by id (modules/agency/snapshots).
  "planSnapshot snapshot",
  "applySnapshot snapshot",
  "createAgencyClient snapshot",
  "createAgencySnapshot snapshot",
  "updateAgencySnapshot snapshot",
  // What a step may refer to depends on its type; validation looks each id up and reports its place (modules/automation/flows).
  ...["createFlow", "updateFlow"].flatMap((id) => ["trigger", "steps", "conditions"].map((field) => `${id} ${field}`)),
]);
