import { tables as maintenanceTables } from "#modules/administration/maintenance/tables.ts";
import { tables as organizationErasureTables } from "#modules/administration/organization-erasure/tables.ts";
import { tables as organizationExportsTables } from "#modules/administration/organization-exports/tables.ts";
import { tables as privacyTables } from "#modules/administration/privacy/tables.ts";
import { tables as queuesTables } from "#modules/administration/queues/tables.ts";
import { tables as requestLogsTables } from "#modules/administration/request-logs/tables.ts";
import { tables as retentionTables } from "#modules/administration/retention/tables.ts";
import { tables as agenciesTables } from "#modules/agency/agencies/tables.ts";
import { tables as clientBillingTables } from "#modules/agency/client-billing/tables.ts";
import { tables as landingPagesTables } from "#modules/agency/landing-pages/tables.ts";
import { tables as signupFormsTables } from "#modules/agency/signup-forms/tables.ts";
import { tables as snapshotLibraryTables } from "#modules/agency/snapshot-library/tables.ts";
import { tables as snapshotsTables } from "#modules/agency/snapshots/tables.ts";
import { tables as chatbotTables } from "#modules/automation/chatbot/tables.ts";
import { tables as flowsTables } from "#modules/automation/flows/tables.ts";
import { tables as callbacksTables } from "#modules/channels/callbacks/tables.ts";
import { tables as channelsTables } from "#modules/channels/channels/tables.ts";
import { tables as mediaTables } from "#modules/channels/media/tables.ts";
import { tables as templatesTables } from "#modules/channels/templates/tables.ts";
import { tables as contactExportsTables } from "#modules/contacts/contact-exports/tables.ts";
import { tables as contactImportsTables } from "#modules/contacts/contact-imports/tables.ts";
import { tables as contactsTables } from "#modules/contacts/contacts/tables.ts";
import { tables as customFieldsTables } from "#modules/contacts/custom-fields/tables.ts";
import { tables as segmentsTables } from "#modules/contacts/segments/tables.ts";
import { tables as eventsTables } from "#modules/events/events/tables.ts";
import { tables as metricsTables } from "#modules/events/metrics/tables.ts";
import { tables as webhooksTables } from "#modules/events/webhooks/tables.ts";
import { tables as cannedRepliesTables } from "#modules/inbox/canned-replies/tables.ts";
import { tables as conversationsTables } from "#modules/inbox/conversations/tables.ts";
import { tables as labelsTables } from "#modules/inbox/labels/tables.ts";
import { tables as macrosTables } from "#modules/inbox/macros/tables.ts";
import { tables as messagesTables } from "#modules/inbox/messages/tables.ts";
import { tables as notificationsTables } from "#modules/inbox/notifications/tables.ts";
import { tables as pushTables } from "#modules/inbox/push/tables.ts";
import { tables as searchTables } from "#modules/inbox/search/tables.ts";
import { tables as viewsTables } from "#modules/inbox/views/tables.ts";
import { tables as aiTables } from "#modules/knowledge/ai/tables.ts";
import { tables as aiKeysTables } from "#modules/knowledge/ai-keys/tables.ts";
import { tables as faqImportsTables } from "#modules/knowledge/faq-imports/tables.ts";
import { tables as knowledgeTables } from "#modules/knowledge/knowledge/tables.ts";
import { tables as appsTables } from "#modules/money/apps/tables.ts";
import { tables as billingTables } from "#modules/money/billing/tables.ts";
import { tables as paymentGatewayTables } from "#modules/money/payment-gateway/tables.ts";
import { tables as paymentRequestsTables } from "#modules/money/payment-requests/tables.ts";
import { tables as pricingTables } from "#modules/money/pricing/tables.ts";
import { tables as subscriptionsTables } from "#modules/money/subscriptions/tables.ts";
import { tables as apiKeysTables } from "#modules/organizations/api-keys/tables.ts";
import { tables as brandingTables } from "#modules/organizations/branding/tables.ts";
import { tables as entitlementsTables } from "#modules/organizations/entitlements/tables.ts";
import { tables as tenantsTables } from "#modules/organizations/tenants/tables.ts";
import { tables as agentSettingsTables } from "#modules/people/agent-settings/tables.ts";
import { tables as authTables } from "#modules/people/auth/tables.ts";
import { tables as divisionsTables } from "#modules/people/divisions/tables.ts";
import { tables as invitationsTables } from "#modules/people/invitations/tables.ts";
import { tables as mailTables } from "#modules/people/mail/tables.ts";
import { tables as membersTables } from "#modules/people/members/tables.ts";
import { tables as broadcastsTables } from "#modules/sales/broadcasts/tables.ts";
import { tables as dealsTables } from "#modules/sales/deals/tables.ts";
import { tables as ordersTables } from "#modules/sales/orders/tables.ts";
import { tables as pipelinesTables } from "#modules/sales/pipelines/tables.ts";
import { tables as csatTables } from "#modules/service/csat/tables.ts";
import { tables as slaPoliciesTables } from "#modules/service/sla-policies/tables.ts";
import { tables as ticketsTables } from "#modules/service/tickets/tables.ts";
import { tables as callsTables } from "#modules/voice/calls/tables.ts";
import { tables as channelCallingTables } from "#modules/voice/channel-calling/tables.ts";
import { tables as telephonyTables } from "#modules/voice/telephony/tables.ts";
import { tables as voiceAgentsTables } from "#modules/voice/voice-agents/tables.ts";
import { tables as auditTables } from "#platform/audit/tables.ts";
import { tables as cryptoTables } from "#platform/crypto/tables.ts";
import { tables as dbTables } from "#platform/db/tables.ts";
import { tables as platformEventsTables } from "#platform/events/tables.ts";
import { tables as idempotencyTables } from "#platform/idempotency/tables.ts";
import { tables as jobsTables } from "#platform/jobs/tables.ts";
import { tables as rateLimitTables } from "#platform/rate-limit/tables.ts";
import { collectTables } from "#platform/tables.ts";

/** All tables with their owning modules. `npm run lint` reports missing ones. */
export const tables = collectTables([
  maintenanceTables,
  organizationErasureTables,
  organizationExportsTables,
  privacyTables,
  queuesTables,
  requestLogsTables,
  retentionTables,
  agenciesTables,
  clientBillingTables,
  landingPagesTables,
  signupFormsTables,
  snapshotLibraryTables,
  snapshotsTables,
  chatbotTables,
  flowsTables,
  callbacksTables,
  channelsTables,
  mediaTables,
  templatesTables,
  contactExportsTables,
  contactImportsTables,
  contactsTables,
  customFieldsTables,
  segmentsTables,
  eventsTables,
  metricsTables,
  webhooksTables,
  cannedRepliesTables,
  conversationsTables,
  labelsTables,
  macrosTables,
  messagesTables,
  notificationsTables,
  pushTables,
  searchTables,
  viewsTables,
  aiTables,
  aiKeysTables,
  faqImportsTables,
  knowledgeTables,
  appsTables,
  billingTables,
  paymentGatewayTables,
  paymentRequestsTables,
  pricingTables,
  subscriptionsTables,
  apiKeysTables,
  brandingTables,
  entitlementsTables,
  tenantsTables,
  agentSettingsTables,
  authTables,
  divisionsTables,
  invitationsTables,
  mailTables,
  membersTables,
  broadcastsTables,
  dealsTables,
  ordersTables,
  pipelinesTables,
  csatTables,
  slaPoliciesTables,
  ticketsTables,
  callsTables,
  telephonyTables,
  voiceAgentsTables,
  channelCallingTables,
  auditTables,
  cryptoTables,
  dbTables,
  platformEventsTables,
  idempotencyTables,
  jobsTables,
  rateLimitTables,
]);
