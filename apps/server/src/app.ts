import { join } from "node:path";
import type { ClientConfig } from "pg";
import type { FastifyInstance } from "fastify";
import { apiSamples } from "./api-samples.ts";
import { apiTags } from "./api-tags.ts";
import { createLifecycle } from "./app-lifecycle.ts";
import { buildServer } from "./app-server.ts";
import type { Config } from "./config.ts";
import { createInstalledConnectors } from "./installed-connectors.ts";
import { createAccountPages } from "#modules/account-pages/index.ts";
import { createAdminModule } from "#modules/admin/index.ts";
import { aiAllowance, type AiGateway, createAiModule } from "#modules/ai/index.ts";
import { createAiAssistModule } from "#modules/ai-assist/index.ts";
import { createAiKeysModule } from "#modules/ai-keys/index.ts";
import { createAgentSettingsModule } from "#modules/agent-settings/index.ts";
import { createAgentsModule } from "#modules/agents/index.ts";
import { activateClient, createAgenciesModule, domainAllowance } from "#modules/agencies/index.ts";
import { createApiKeysModule } from "#modules/api-keys/index.ts";
import { createAssignmentModule } from "#modules/assignment/index.ts";
import { createAuthModule } from "#modules/auth/index.ts";
import { createAppsModule, insertFirstApp, releaseAppFromAgency } from "#modules/apps/index.ts";
import { createAuditLogModule } from "#modules/audit-log/index.ts";
import { createBrandingModule } from "#modules/branding/index.ts";
import { createBillingModule } from "#modules/billing/index.ts";
import { broadcastAllowance, createBroadcastsModule } from "#modules/broadcasts/index.ts";
import { createCallbacksModule } from "#modules/callbacks/index.ts";
import { createCannedRepliesModule } from "#modules/canned-replies/index.ts";
import {
  channelAllowance,
  createChannelDirectory,
  createChannelsModule,
  createConnectorRegistry,
  type InstalledConnector,
} from "#modules/channels/index.ts";
import { beginTerms, composeMarkupRaised, createClientBillingModule, endTerms } from "#modules/client-billing/index.ts";
import { chatbotAllowance, createChatbotModule } from "#modules/chatbot/index.ts";
import { createContactExportsModule } from "#modules/contact-exports/index.ts";
import { createContactFieldsModule } from "#modules/contact-fields/index.ts";
import { createContactImportsModule } from "#modules/contact-imports/index.ts";
import { contactAllowance, createContactsModule } from "#modules/contacts/index.ts";
import { createConversationsModule } from "#modules/conversations/index.ts";
import { createCsatModule } from "#modules/csat/index.ts";
import { createDealsModule } from "#modules/deals/index.ts";
import { createDivisionsModule } from "#modules/divisions/index.ts";
import { createEntitlementsModule, voiceAllowance } from "#modules/entitlements/index.ts";
import { createEventsModule } from "#modules/events/index.ts";
import { createFaqImportsModule } from "#modules/faq-imports/index.ts";
import { createFlowsModule, flowAllowance } from "#modules/flows/index.ts";
import { createInvitationsModule, seatAllowance } from "#modules/invitations/index.ts";
import { createMailModule, createSmtpTransport } from "#modules/mail/index.ts";
import { createLandingPagesModule } from "#modules/landing-pages/index.ts";
import { createLabelsModule } from "#modules/labels/index.ts";
import { createMacrosModule } from "#modules/macros/index.ts";
import { createKnowledgeModule } from "#modules/knowledge/index.ts";
import { createMaintenanceModule } from "#modules/maintenance/index.ts";
import { createMediaModule } from "#modules/media/index.ts";
import { createMembersModule } from "#modules/members/index.ts";
import { createMessagesModule, messageAllowance } from "#modules/messages/index.ts";
import { createMetricsModule } from "#modules/metrics/index.ts";
import { createNotificationsModule } from "#modules/notifications/index.ts";
import { createOrdersModule } from "#modules/orders/index.ts";
import { createOrganizationExportsModule } from "#modules/organization-exports/index.ts";
import { createOrganizationErasureModule } from "#modules/organization-erasure/index.ts";
import { createPrivacyModule } from "#modules/privacy/index.ts";
import { createQueuesModule } from "#modules/queues/index.ts";
import { createPaymentGatewayModule } from "#modules/payment-gateway/index.ts";
import { createPaymentRequestsModule } from "#modules/payment-requests/index.ts";
import { createPipelinesModule, seedPipelines } from "#modules/pipelines/index.ts";
import { createPricingModule } from "#modules/pricing/index.ts";
import { createRetentionModule } from "#modules/retention/index.ts";
import { createSearchModule } from "#modules/search/index.ts";
import { createSegmentsModule } from "#modules/segments/index.ts";
import { createSnapshotLibraryModule } from "#modules/snapshot-library/index.ts";
import { createSnapshotsModule } from "#modules/snapshots/index.ts";
import { createSignupFormsModule } from "#modules/signup-forms/index.ts";
import {
  addMonths,
  createSubscriptionsModule,
  insertFirstSubscription,
  releaseSubscriptionFromAgency,
} from "#modules/subscriptions/index.ts";
import { createSlaPoliciesModule } from "#modules/sla-policies/index.ts";
import { createTemplatesModule } from "#modules/templates/index.ts";
import { createTenantsModule } from "#modules/tenants/index.ts";
import { createTicketFieldsModule } from "#modules/ticket-fields/index.ts";
import { createTicketsModule } from "#modules/tickets/index.ts";
import { createViewsModule } from "#modules/views/index.ts";
import { createWebhookEventsModule } from "#modules/webhook-events/index.ts";
import { createWebhooksModule, webhookMails } from "#modules/webhooks/index.ts";
import { createDelegations } from "#platform/auth/delegations.ts";
import { createVerifier } from "#platform/auth/verifier.ts";
import { createReach } from "#platform/auth/reach.ts";
import { type Clock, createSyncedClock } from "#platform/clock/clock.ts";
import { systemTimers, type Timers } from "#platform/clock/timers.ts";
import { createKeyring } from "#platform/crypto/envelope.ts";
import { createInstallationSecrets } from "#platform/crypto/installation-secrets.ts";
import { createTenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import { createDatabase, type Database } from "#platform/db/database.ts";
import { createOrigins } from "#platform/events/origin.ts";
import { createEventReader } from "#platform/events/reader.ts";
import type { TxContext } from "#platform/http/context.ts";
import { openMetricsPort } from "#platform/http/metrics-port.ts";
import { buildOpenApi } from "#platform/http/openapi.ts";
import { createIdempotency } from "#platform/idempotency/idempotency.ts";
import { createIdSource } from "#platform/ids/ids.ts";
import { createClaims, returnClaimed } from "#platform/jobs/claim.ts";
import { createDueWatch } from "#platform/jobs/due-watch.ts";
import { createProcessRegistry } from "#platform/jobs/processes.ts";
import { createScheduler } from "#platform/jobs/scheduler.ts";
import { createWake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { createMetrics } from "#platform/metrics/metrics.ts";
import type { Module } from "#platform/module.ts";
import { releaseMemory } from "#platform/memory.ts";
import { createOutboundClient } from "#platform/outbound-http/client.ts";
import { createOutboundGuard } from "#platform/outbound-http/guard.ts";
import { createPager } from "#platform/pagination/page.ts";
import { createRequestLimiter } from "#platform/rate-limit/limiter.ts";
import { openStorage } from "#platform/storage/open.ts";
import { createThreads } from "#platform/threads/threads.ts";
import { createStaging } from "#platform/storage/staging.ts";

/** What a demo's own pages show of the app. */
export interface DemoShown {
  mails: ReturnType<typeof createMailModule>["kept"];
}

export interface AppDeps {
  config: Config;
  /** Log-ins of the two roles; the app never sees the owner's. */
  connections: { app: ClientConfig; worker: ClientConfig };
  rootKeys: Buffer[];
  log: Log;
  /** Tests inject theirs; else the machine's clock, corrected to the database's. */
  clock?: Clock;
  /** Tests inject theirs; else the process's own. */
  timers?: Timers;
  /** Tests inject theirs; else the tenant's own keys are asked. */
  ai?: AiGateway;
  /** Tests put theirs around it, to do something between two statements. */
  aroundDatabase?(database: Database): Database;
  /** Connectors beside the installed ones: a channel of one's own, or of a test. */
  connectors?: InstalledConnector[];
  /** What a demo adds (src/demo): a clock that can be moved, routes of its own, and where to find them. */
  demo?: { clock(clock: Clock): Clock; routes(server: FastifyInstance, shown: DemoShown): Promise<void>; links: Record<string, string> };
  /** Background work runs only by `drain` (tests). */
  idle?: boolean;
  /**
   * How long `GET /events` waits for a writing transaction that hides newer events (modules/events). Tests share one cluster:
   * there a transaction of another file, such as the making of its database, may take longer than any of a server's own.
   */
  eventsSettleMsMax?: number;
}

/** Of what reads strangers' files: reading the largest table takes 3 s and 150 MB. At rest there is no thread. */
const threadLimits = { max: 2, timeoutMs: 20_000, memoryMb: 256, idleMs: 30_000 };

/**
 * The composition root: the only place that makes pools, connectors, providers and modules, and knows which exist.
 * Nothing runs until `start`.
 */
export async function createApp(deps: AppDeps) {
  const { config, log } = deps;
  const runsApi = config.role !== "worker";
  const runsWorker = config.role !== "api";

  const metrics = createMetrics();
  const pooled = createDatabase({ ...deps.connections, connections: config.databaseConnections, log });
  const database = deps.aroundDatabase?.(pooled) ?? pooled;
  const synced = createSyncedClock(async () => {
    // Any role may ask for the time; the worker pool needs no tenant.
    const [row] = await database.worker<{ ms: number }>({
      name: "clock",
      text: "select extract(epoch from clock_timestamp())::float8 * 1000 as ms",
    });
    return row?.ms ?? Date.now();
  });
  const clock = deps.clock ?? deps.demo?.clock(synced) ?? synced;
  const ids = createIdSource({ now: () => clock.now().getTime() });
  const processId = ids.uuid();
  const wake = createWake({ connection: deps.connections.worker, log });
  const keyring = createKeyring(deps.rootKeys);
  const secrets = createTenantSecrets(keyring, database);
  const pager = createPager(keyring.deriveKey("cursors"));
  const idempotency = createIdempotency(database, secrets);
  const origins = createOrigins(keyring.deriveKey("origins of requests"));
  const limiter = createRequestLimiter({ database });
  const processes = createProcessRegistry({
    connection: deps.connections.worker,
    database,
    id: processId,
    ids,
    wake,
    log,
    roles: config.role,
    onCount: (count) => limiter.setProcesses(count),
    async release(numbers, died) {
      const now = clock.now();
      for (const { claimed } of workQueues)
        for (const table of claimed) await returnClaimed(database, table, now, numbers, { log, blameless: !died });
      await messages.releaseSends(numbers);
      await maintenance.release(numbers);
      await scheduler.release(numbers);
      for (const { topic } of workQueues) wake.hint(topic);
    },
  });
  const claims = createClaims(database, processes);
  const sessionIdleMs = config.sessionIdleMinutes * 60_000;
  const limits = { perMinute: config.rateLimitPerMinute, tenantPerMinute: config.tenantRateLimitPerMinute };
  const verifier = createVerifier({ database, clock, wake, sessionIdleMs, publicUrl: config.publicUrl, limits });
  const guard = createOutboundGuard({ allow: config.outboundAllow });
  const outbound = createOutboundClient({ guard, connectionsPerOriginMax: 500 });

  const installed = createInstalledConnectors({ config, outbound, now: () => clock.now().getTime() });
  const registry = createConnectorRegistry([...installed.connectors, ...(deps.connectors ?? [])]);
  const directory = createChannelDirectory({ database, secrets, registry, wake });
  const eventReader = createEventReader({ database, clock, wake, log, metrics });
  const threads = createThreads({ ...threadLimits, log });
  const shared = { database, ids, clock, wake, log, metrics, pager, secrets, idempotency, eventReader, threads, holding: processes };
  // What can be limited: one line brings another.
  const entitlements = createEntitlementsModule({
    ids,
    allowances: [
      seatAllowance,
      channelAllowance,
      contactAllowance,
      messageAllowance,
      broadcastAllowance,
      flowAllowance,
      chatbotAllowance,
      aiAllowance,
      domainAllowance,
      voiceAllowance,
    ],
    clients: () => agencies.clients,
  });
  const tenants = createTenantsModule({
    ...shared,
    rateLimitPerMinute: config.rateLimitPerMinute,
    firstThings: [
      (ctx) => seedPipelines(ctx, ids),
      (ctx, { name }) => insertFirstApp(ctx.tx, ctx.now, { id: ids.uuid(), name }),
      (ctx) => insertFirstSubscription(ctx.tx, ctx.now, { id: ids.uuid(), itemName: "Free", nextBilling: addMonths(ctx.now, 1) }),
    ],
  });
  const apiKeys = createApiKeysModule({ ...shared, rateLimitPerMinute: config.rateLimitPerMinute, keysMax: config.apiKeysPerTenant });
  const publicUrl = () => config.publicUrl ?? lifecycle.url();
  const channels = createChannelsModule({
    ...shared,
    registry,
    directory,
    entitlements: entitlements.service,
    publicUrl,
    connectRedirectAllow: config.connectRedirectAllow,
  });
  const templates = createTemplatesModule({ ...shared, directory, channels: channels.service });
  const phoneKinds = registry.kinds().filter((kind) => registry.byKind(kind)?.connector.description.addressKind === "phone");
  const contactFields = createContactFieldsModule(shared);
  // Tickets know their fields, not the other way round.
  const ticketFields = createTicketFieldsModule({ ...shared, tellLost: (tx, now, lost) => tickets.tellLost(tx, now, lost) });
  // Who is in stages and what follows a contact is told by modules that refer to these two, and so are made after them.
  const pipelines = createPipelinesModule({ ...shared, occupants: () => [contacts.stageOccupants, deals.stageOccupants] });
  const contacts = createContactsModule({
    ...shared,
    directory,
    channels: channels.service,
    claims,
    phoneKinds,
    followers: () => [deals.contactFollower, orders.contactFollower, tickets.contactFollower],
    fields: contactFields.service,
    entitlements: entitlements.service,
    // Conversations know contacts, not the other way round.
    resolveConversations: (ctx, contactIds) => conversations.service.resolveOf(ctx, contactIds),
  });
  const segments = createSegmentsModule({ ...shared, contacts: contacts.service, fields: contactFields.service });
  const contactImports = createContactImportsModule({ ...shared, claims, contacts: contacts.service, fields: contactFields.service });
  const contactExports = createContactExportsModule({ ...shared, claims, segments: segments.service, fields: contactFields.service });
  const labels = createLabelsModule(shared);
  const notifications = createNotificationsModule(shared);
  const slaPolicies = createSlaPoliciesModule({
    ...shared,
    notifications: notifications.service,
    // Whose the subjects are tells of them; both are made after this.
    tell: (subject, tx, now, missed) =>
      subject === "tickets" ? tickets.tellMissed(tx, now, missed) : conversations.tellMissed(tx, now, missed, slaPolicies.tracking.notify),
  });
  const conversations = createConversationsModule({
    ...shared,
    labels: labels.service,
    notifications: notifications.service,
    // Messages know conversations, not the other way round.
    messages: () => messages.service,
    directory,
    channels: channels.service,
    describeChannel: (kind: string) => registry.byKind(kind)?.connector.description ?? null,
  });
  const deals = createDealsModule({ ...shared, conversations: conversations.service });
  const orders = createOrdersModule({ ...shared, conversations: conversations.service });
  const tickets = createTicketsModule({
    ...shared,
    sla: slaPolicies.tracking,
    conversations: conversations.service,
    fields: ticketFields.service,
  });
  const mediaDir = config.mediaDir ?? join(config.dataDir, "media");
  const storage = await openStorage(config, mediaDir);
  const staging = createStaging(join(mediaDir, "staging"), { newName: () => ids.uuid() });
  const media = createMediaModule({
    ...shared,
    directory,
    channels: channels.service,
    claims,
    storage,
    staging,
    outbound,
    guard,
    bytesMax: config.mediaBytesMax,
    unusedDays: config.mediaUnusedDays,
    linkKey: keyring.deriveKey("public media"),
    publicUrl,
  });
  const knowledge = createKnowledgeModule({
    ...shared,
    claims,
    outbound,
    guard,
    media: media.service,
    searchDays: config.knowledgeSearchDays,
  });
  const faqImports = createFaqImportsModule({ ...shared, claims, faqs: knowledge.faqs, categories: knowledge.categories });
  const messages = createMessagesModule({
    ...shared,
    media: media.service,
    directory,
    channels: channels.service,
    entitlements: entitlements.service,
    conversationExists: conversations.exists,
    repliedTo: conversations.assignments.repliedTo,
  });
  const broadcasts = createBroadcastsModule({
    ...shared,
    claims,
    contacts: contacts.service,
    segments: segments.service,
    entitlements: entitlements.service,
    currency: config.billingCurrency,
    describeChannel: (kind: string) => registry.byKind(kind)?.connector.description ?? null,
  });
  const auth = createAuthModule({
    ...shared,
    verifier,
    installationSecrets: createInstallationSecrets(keyring),
    brandOf: (query, tenantId) => branding.service.ofMail(query, tenantId),
    sessionIdleMs,
    sessionLifeMs: config.sessionLifeHours * 3_600_000,
  });
  const members = createMembersModule({
    ...shared,
    claimSeat: (ctx) => entitlements.service.claim(ctx.tx, ctx.now, seatAllowance.name),
    releaseAssignments: conversations.assignments.release,
  });
  const invitations = createInvitationsModule({
    ...shared,
    entitlements: entitlements.service,
    attempts: auth.attempts,
    joined: activateClient,
  });
  const checkApp = (ctx: TxContext, appId: string | undefined) => billing.service.narrow(ctx.tx, appId);
  const divisions = createDivisionsModule({
    ...shared,
    checkApp,
    moveConversations: conversations.assignments.moveDivision,
    moveTickets: tickets.moveDivision,
  });
  const agents = createAgentsModule({
    ...shared,
    checkApp,
    members: members.service,
    invitations: invitations.service,
    loginLinks: auth.loginLinks,
    publicUrl,
  });
  const agentSettings = createAgentSettingsModule({ ...shared, checkApp, tenants: tenants.service });
  const assignment = createAssignmentModule({ ...shared, assignments: conversations.assignments });
  const team: Module[] = [agents, divisions, agentSettings, assignment, slaPolicies];
  const branding = createBrandingModule(shared);
  const money = { ...shared, claims, reach: createReach({ database }), currency: config.billingCurrency };
  const billing = createBillingModule(money);
  const mail = createMailModule({
    ...shared,
    claims,
    composers: { ...auth.mails, ...invitations.mails, ...billing.mails, ...webhookMails, markup_raised: composeMarkupRaised },
    // A demo shows its mails on a page of its own: nobody has to have a mail server to try it.
    transport:
      config.smtpUrl !== undefined && config.mailFrom !== undefined
        ? createSmtpTransport(config.smtpUrl, config.mailFrom)
        : deps.demo === undefined
          ? null
          : "keep",
    publicUrl,
    brandOf: branding.service.ofMail,
  });
  const csat = createCsatModule({
    ...shared,
    conversations: conversations.service,
    messages: messages.service,
    event: conversations.service.event,
  });
  const callbacks = createCallbacksModule({
    ...shared,
    registry,
    directory,
    claims,
    channels: channels.service,
    templates: templates.service,
    activity: channels.activity,
    customerWrote: tickets.customerWrote,
    csat: csat.answers,
    chatbotsHear: (tx, now, heard) => chatbot.hear(tx, now, heard),
    processHere: runsWorker,
  });
  const views = createViewsModule({ ...shared, filters: conversations.filters, labels: labels.service });
  const cannedReplies = createCannedRepliesModule({ ...shared, media: media.service });
  const macros = createMacrosModule({
    ...shared,
    conversations: conversations.service,
    messages: messages.service,
    cannedReplies: cannedReplies.service,
    labels: labels.service,
    media: media.service,
  });
  const search = createSearchModule({ ...shared, contacts: contacts.service, conversations });
  const inboxTools: Module[] = [labels, notifications, views, cannedReplies, macros, search];
  const apps = createAppsModule({ ...money, ledger: billing.ledger });
  const pricing = createPricingModule(money);
  const models = { ...shared, outbound, guard, timers: deps.timers ?? systemTimers };
  const aiKeys = createAiKeysModule(models);
  const ai = createAiModule({
    ...models,
    keys: aiKeys.service,
    breaker: aiKeys.breaker,
    ledger: billing.ledger,
    pricing: pricing.service,
    entitlements: entitlements.service,
    requestDays: config.aiRequestDays,
    attemptMs: config.aiAttemptTimeoutMs,
    turnMs: config.aiTurnTimeoutMs,
  });
  const chatbot = createChatbotModule({
    ...shared,
    claims,
    ai: deps.ai ?? ai.gateway,
    conversations: conversations.service,
    botControl: conversations.botControl,
    messages: messages.service,
    tickets: tickets.service,
    entitlements: entitlements.service,
  });
  const flows = createFlowsModule({
    ...shared,
    claims,
    contacts: contacts.service,
    conversations: conversations.service,
    conversationsById: conversations.byId,
    messages: messages.service,
    segments: segments.service,
    describeChannel: (kind: string) => registry.byKind(kind)?.connector.description ?? null,
    cannedReplies: cannedReplies.service,
    tickets: tickets.service,
    deals: deals.service,
    notifications: notifications.service,
    fields: contactFields.service,
    entitlements: entitlements.service,
    chatbot: chatbot.control,
    attempts: auth.attempts,
    origins,
    publicUrl,
    outbound,
    guard,
    flowRunRetentionDays: config.flowRunRetentionDays,
  });
  const aiAssist = createAiAssistModule({ ...shared, gateway: ai.gateway, conversations: conversations.service, labels: labels.service });
  const gateway = createPaymentGatewayModule({ ...money, outbound, guard, publicUrl });
  const paymentRequests = createPaymentRequestsModule({
    ...money,
    ledger: billing.ledger,
    billing: billing.service,
    gateway: gateway.service,
  });
  const subscriptions = createSubscriptionsModule({ ...money, ledger: billing.ledger, paymentRequests: paymentRequests.service });
  const account = createAccountPages({
    ...shared,
    branding: branding.service,
    accepting: invitations.accepting,
    passwords: auth.passwords,
    emails: auth.emails,
    signIn: auth.signIn,
    loginLinks: auth.loginLinks,
    verifier,
    publicUrl: config.publicUrl,
    guardKey: keyring.deriveKey("forms of pages"),
  });
  const maintenance = createMaintenanceModule({
    database,
    clock,
    ids,
    wake,
    log,
    holding: processes,
    eventRetentionDays: config.eventRetentionDays,
  });
  const tenantMetrics = createMetricsModule(shared);
  const retention = createRetentionModule(shared);
  const privacy = createPrivacyModule({ ...shared, claims, storage, contacts: contacts.service });
  const people: Module[] = [auth, members, invitations, mail];
  const moneyModules: Module[] = [billing, apps, pricing, gateway, paymentRequests, subscriptions];
  const administration: Module[] = [createWebhookEventsModule(money), createAuditLogModule(money)];
  const resources: Module[] = [
    tenants,
    apiKeys,
    branding,
    entitlements,
    ...people,
    channels,
    templates,
    contacts,
    contactFields,
    segments,
    contactImports,
    contactExports,
    conversations,
    messages,
    broadcasts,
    flows,
    media,
    knowledge,
    faqImports,
    callbacks,
    ...inboxTools,
    pipelines,
    deals,
    orders,
    tickets,
    ticketFields,
    tenantMetrics,
    ...team,
    csat,
    maintenance,
    privacy,
    createOrganizationErasureModule({ ...shared, claims, storage }),
    createOrganizationExportsModule({ ...shared, claims, storage, staging, notifications: notifications.service }),
    retention,
    ...moneyModules,
    aiKeys,
    chatbot,
    ai,
    aiAssist,
    ...administration,
  ];
  // The configuration of all others goes into snapshots, and agencies make clients with them.
  const snapshots = createSnapshotsModule({ ...shared, claims, parts: resources.flatMap((module) => module.snapshot ?? []) });
  const library = createSnapshotLibraryModule({
    ...shared,
    snapshots: snapshots.service,
    schema: snapshots.setups.schema,
    clients: () => agencies.clients,
    users: () => [signupForms.snapshotUser],
  });
  const agencies = createAgenciesModule({
    ...shared,
    library: library.service,
    tenants: tenants.service,
    invitations: invitations.service,
    setups: snapshots.setups,
    begun: (there, agencyId) => beginTerms(there.tx, agencyId),
    async ended(there) {
      await entitlements.service.lift(there.tx);
      // The subscription first: so do renewals.
      await releaseSubscriptionFromAgency(there.tx);
      await releaseAppFromAgency(there.tx);
      await endTerms(there.tx);
    },
    notifications: notifications.service,
    endings: () => endings,
    entitlements: entitlements.service,
    dnsResolver: config.dnsResolver,
    publicUrl,
  });
  const signupForms = createSignupFormsModule({
    ...shared,
    branding: branding.service,
    contacts: contacts.service,
    clients: agencies.clients,
    library: library.service,
    attempts: auth.attempts,
    publicUrl,
    tokenKey: keyring.deriveKey("sign-up forms"),
  });
  const landingPages = createLandingPagesModule({ ...shared, branding: branding.service, submitting: signupForms.submitting, publicUrl });
  const clientBilling = createClientBillingModule({ ...money, ledger: billing.ledger, clients: agencies.clients });
  const admin = createAdminModule({
    ...money,
    members: members.service,
    releaseAssignments: conversations.assignments.release,
    tenants: tenants.service,
    invitations: invitations.service,
    clients: agencies.clients,
  });
  resources.push(admin, snapshots, library, agencies, signupForms, landingPages, clientBilling);
  const endings = resources.flatMap((module) => module.endings ?? []);
  // These two tell the others' events, so they are made last.
  const eventTypes = resources.flatMap((module) => module.events ?? []);
  const events = createEventsModule({
    ...shared,
    eventTypes,
    settleMsMax: deps.eventsSettleMsMax,
    processId,
    streamsMax: { ofCredential: config.eventStreamsPerKey, ofTenant: config.eventStreamsPerTenant },
  });
  const webhooks = createWebhooksModule({ ...shared, outbound, guard, origins, eventTypes });
  const workQueues = [...resources, webhooks].flatMap((module: Module) => module.queues ?? []);
  const queues = createQueuesModule({ ...money, queues: workQueues });
  const modules: Module[] = [...resources, events, webhooks, queues];

  const routes = modules.flatMap((module) => module.routes ?? []);
  // The reader first: what it brings is there for the others.
  const loops = [eventReader.loop, ...modules.flatMap((module) => module.loops ?? [])];
  const openapi = () => buildOpenApi(routes, [...eventTypes, ...webhooks.events], { tags: apiTags, samples: apiSamples });
  const jobs = maintenance.watch(modules.flatMap((module) => module.jobs ?? []));
  const scheduler = createScheduler({
    database,
    clock,
    wake,
    holding: processes,
    jobs,
    log,
  });
  const dueWatch = createDueWatch({ database, clock, wake, log, queues: workQueues, onQuiet: releaseMemory });
  const measure = async () => webhooks.measure?.();
  const lifecycle = createLifecycle({
    config,
    log,
    syncedClock: deps.clock === undefined ? synced : null,
    works: runsWorker && deps.idle !== true,
    verifier,
    processes,
    scheduler,
    dueWatch,
    loops,
    urgentLoops: messages.loops,
    idle: () => Promise.all(modules.map((module) => module.idle?.())),
    webhooks,
    eventReader,
    eventStreams: events,
    wake,
    openMetricsPort:
      config.metricsPort === undefined
        ? null
        : () => openMetricsPort({ port: config.metricsPort as number, metrics, beforeMetrics: measure, log }),
    buildServer: () =>
      buildServer({
        config,
        log,
        metrics,
        database,
        clock,
        stopping: lifecycle.stopping,
        measure,
        routes: runsApi ? routes : null,
        openapi,
        links: deps.demo?.links ?? {},
        // Also in a worker: sends hand out addresses of the process they run in, unless PUBLIC_URL says otherwise.
        registerPublic: (server) => media.registerPublic(server),
        async registerOpen(server) {
          await deps.demo?.routes(server, { mails: mail.kept });
          await callbacks.receiver.register(server);
          await channels.connectCallback.register(server);
          await paymentRequests.callbacks.register(server);
        },
        registerPages(scope) {
          landingPages.registerPages(scope);
          account.registerPages(scope);
        },
        branding: branding.service,
        verifier,
        delegations: createDelegations({ database, clock, ids }),
        limiter,
        idempotency,
        origins,
        wake,
      }),
    async close() {
      mail.close();
      await Promise.all([threads.stop(), storage.close(), outbound.close(), installed.close(), database.close()]);
    },
  });

  return {
    config,
    database,
    clock,
    ids,
    wake,
    log,
    metrics,
    eventReader,
    /** Made anew each time: it is large, and seldom asked for. */
    get openapi() {
      return openapi();
    },
    /** What each kind of channel is, as its connector describes it. */
    channelKinds: registry.kinds().flatMap((kind) => registry.byKind(kind)?.connector.description ?? []),
    eventTypes,
    /** What of an agency's ends with its grant. */
    endings,
    queues: workQueues,
    jobs,
    tenants: tenants.service,
    apiKeys: apiKeys.service,
    channels: channels.service,
    keepSubscribed: channels.keepSubscribed,
    assignments: conversations.assignments,
    failedInbound: callbacks.failed,
    ledger: billing.ledger,
    /** The gateway to models. */
    ai: ai.gateway,
    purgeReservations: billing.purgeReservations,
    purgeAiRequests: ai.purge,
    subscriptions: subscriptions.service,
    maintenance,
    retention: { run: retention.run },
    /** The processes that share the database, and what became of their claims. */
    processes,
    flows: { purgeRuns: flows.purgeRuns },
    agencies: { purgeTokens: agencies.purgeTokens },
    knowledge: { maintenance: knowledge.maintenance },
    media: { service: media.service, maintenance: media.maintenance, storage },
    /** Open event streams of this process. */
    eventStreams: events.streams,

    /** A verb on behalf of whoever operates the installation (command line, demo), in one transaction of the tenant. */
    asOperator<T>(tenantId: string, verb: (ctx: TxContext) => Promise<T>): Promise<T> {
      return database.withTenant(tenantId, (tx) =>
        verb({
          tenantId,
          actor: { kind: "system", id: "operator" },
          scopes: new Set(),
          session: null,
          requestId: "",
          now: clock.now(),
          tx,
        }),
      );
    },

    /** Serves and works. Resolves once requests are answered. */
    start: lifecycle.start,
    metricsUrl: lifecycle.metricsUrl,
    drain: lifecycle.drain,
    stop: lifecycle.stop,
  };
}

export type App = Awaited<ReturnType<typeof createApp>>;
