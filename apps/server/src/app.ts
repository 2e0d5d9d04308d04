import { apiSamples } from "./api-samples/index.ts";
import { apiTags } from "./api-tags.ts";
import type { AppDeps } from "./app-deps.ts";
import { createLifecycle } from "./app-lifecycle.ts";
import { buildServer } from "./app-server.ts";
import { composeAdministration } from "./composition/administration.ts";
import { composeAgency } from "./composition/agency.ts";
import { composeAutomation } from "./composition/automation.ts";
import { createBase } from "./composition/base.ts";
import { composeChannels } from "./composition/channels.ts";
import { composeContacts } from "./composition/contacts.ts";
import { composeEvents } from "./composition/events.ts";
import { composeInbound } from "./composition/inbound.ts";
import { composeInbox } from "./composition/inbox.ts";
import { composeKnowledge } from "./composition/knowledge.ts";
import { composeMoney } from "./composition/money.ts";
import { inOrder } from "./composition/order.ts";
import { composeOrganizations } from "./composition/organizations.ts";
import { composePeople } from "./composition/people.ts";
import { composeSales } from "./composition/sales.ts";
import { composeService } from "./composition/service.ts";
import { composeVoice } from "./composition/voice.ts";
import { createSampleData } from "#modules/administration/sample-data/index.ts";
import { createDelegations } from "#platform/auth/delegations.ts";
import { systemTimers } from "#platform/clock/timers.ts";
import { rewrapTenantKeys } from "#platform/crypto/rewrap.ts";
import type { TxContext } from "#platform/http/context.ts";
import { openMetricsPort } from "#platform/http/metrics-port.ts";
import { buildOpenApi } from "#platform/http/openapi.ts";
import { returnClaimed } from "#platform/jobs/claim.ts";
import { createDueWatch } from "#platform/jobs/due-watch.ts";
import { createScheduler } from "#platform/jobs/scheduler.ts";

/**
 * The composition root. Areas are created one after the other: each knows the earlier ones and registers hooks with
 * those that must not know it (composition/hooks.ts). Nothing runs until `start`.
 */
export async function createApp(deps: AppDeps) {
  const { config, log } = deps;
  const base = await createBase(deps);
  const { shared, hooks, processes, verifier } = base;
  const { database, clock, ids, wake, metrics, eventReader, idempotency } = shared;

  const organizations = composeOrganizations(base, deps);
  const money = composeMoney(base);
  const timers = deps.timers ?? systemTimers;
  const channels = composeChannels(base, organizations, timers);
  const contacts = composeContacts(base, organizations, channels);
  const inbox = composeInbox(base, organizations, channels, contacts);
  const sales = composeSales(base, organizations, contacts, inbox);
  const service = composeService(base, inbox);
  const people = composePeople(base, organizations, money, inbox, service, {
    storesMails: deps.demo !== undefined,
    hasDashboard: deps.dashboard !== undefined && deps.dashboard !== "missing",
  });
  const ai = { timers, gateway: deps.ai };
  const knowledge = composeKnowledge(base, organizations, money, channels, inbox, ai);
  const automation = composeAutomation(base, organizations, contacts, inbox, sales, service, people, knowledge);
  const voice = composeVoice(base, organizations, money, channels, inbox, service, knowledge, automation, ai.timers);
  const inbound = composeInbound(base, channels, contacts, inbox, service, automation, voice);
  // Their configuration is part of snapshots, from which agencies create clients.
  const configured = [organizations, money, channels, contacts, inbox, sales, service, people, knowledge, automation, voice, inbound];
  const agency = composeAgency(base, organizations, money, contacts, inbox, people, inOrder(...configured));
  const isDemo = (tenantId: string) => deps.demo?.pagesOf(tenantId) != null;
  const administration = composeAdministration(base, organizations, money, contacts, inbox, people, agency, isDemo);
  const otherAreas = [...configured, agency, administration];
  const events = composeEvents(base, money, inOrder(...otherAreas), inbox.modules.presence.table, deps.eventsSettleMsMax);

  const modules = inOrder(...otherAreas, events);
  const { webhooks } = events.modules;
  const { maintenance } = administration.modules;
  const { messages } = inbox.modules;
  const routes = modules.flatMap((module) => module.routes ?? []);
  // The reader comes first, because the others use what it reads.
  const loops = [eventReader.loop, ...modules.flatMap((module) => module.loops ?? [])];
  const jobs = maintenance.watch(modules.flatMap((module) => module.jobs ?? []));
  const scheduler = createScheduler({ ...shared, jobs });
  const queues = events.workQueues;
  hooks.claimsReleased.add(
    async (numbers, died) => {
      const now = clock.now();
      for (const { claimed } of queues)
        for (const table of claimed) await returnClaimed(database, table, now, numbers, { log, stoppedCleanly: !died });
    },
    messages.releaseSends,
    maintenance.release,
    scheduler.release,
    () => {
      for (const { topic } of queues) wake.hint(topic);
    },
  );
  for (const hook of Object.values(hooks)) hook.close();

  const openapi = () => buildOpenApi(routes, [...events.eventTypes, ...webhooks.events], { tags: apiTags, samples: apiSamples });
  const { measure } = events.modules.queues;
  const lifecycle = createLifecycle({
    config,
    log,
    syncedClock: deps.clock === undefined ? base.synced : null,
    runsJobs: base.runsWorker && deps.idle !== true,
    verifier,
    requestLog: administration.modules.requestLogs,
    processes,
    scheduler,
    dueWatch: createDueWatch({ ...shared, queues, times: modules.flatMap((module) => module.times ?? []) }),
    loops,
    urgentLoops: messages.loops,
    idle: () => Promise.all(modules.map((module) => module.idle?.())),
    webhooks,
    eventReader,
    eventStreams: events.modules.events,
    wake,
    onListening: base.listensAt,
    openMetricsPort:
      config.metricsPort === undefined
        ? null
        : () => openMetricsPort({ port: config.metricsPort as number, metrics, beforeMetrics: measure, log }),
    buildServer: (stopping) =>
      buildServer({
        config,
        log,
        metrics,
        database,
        clock,
        stopping,
        measure,
        routes: base.runsApi ? routes : null,
        openapi,
        links: deps.demo?.links ?? {},
        // In a worker too: without PUBLIC_URL, outgoing messages contain addresses of the process that sends them.
        registerPublic: (server) => channels.modules.media.registerPublic(server),
        async registerUnauthenticated(server) {
          await deps.demo?.routes(server, { mails: people.modules.mail.kept });
          await inbound.modules.callbacks.receiver.register(server);
          await channels.modules.channels.connectCallback.register(server);
          await money.modules.paymentRequests.callbacks.register(server);
          await voice.modules.calls.register(server);
        },
        registerPages(scope) {
          agency.modules.landingPages.registerPages(scope);
          people.account.registerPages(scope);
        },
        branding: organizations.modules.branding.service,
        dashboard: deps.dashboard ?? null,
        verifier,
        delegations: createDelegations({ database, clock, ids }),
        limiter: base.limiter,
        idempotency,
        origins: base.origins,
        record: administration.modules.requestLogs.record,
        wake,
      }),
    async close() {
      people.modules.mail.close();
      await base.close();
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
    /** Created per request, because it is large and rarely needed. */
    get openapi() {
      return openapi();
    },
    /** Each kind of channel, as its connector describes it. */
    channelKinds: base.registry.kinds().flatMap((kind) => base.describeChannel(kind) ?? []),
    eventTypes: events.eventTypes,
    /** What an agency has in a client that ends with its grant. */
    endings: agency.endings,
    queues,
    jobs,
    loops,
    tenants: organizations.modules.tenants.service,
    apiKeys: organizations.modules.apiKeys.service,
    twoFactor: people.modules.auth.twoFactor,
    channels: channels.modules.channels.service,
    keepSubscribed: channels.modules.channels.keepSubscribed,
    assignments: inbox.modules.conversations.assignments,
    failedInbound: inbound.modules.callbacks.failed,
    ledger: money.modules.billing.ledger,
    /** The AI gateway. */
    ai: knowledge.modules.ai.gateway,
    purgeReservations: money.modules.billing.purgeReservations,
    purgeAiRequests: knowledge.modules.ai.purge,
    subscriptions: money.modules.subscriptions.service,
    maintenance,
    /** A sample shop to try the product with. */
    sampleData: createSampleData({
      ...shared,
      tenants: organizations.modules.tenants.service,
      channels: channels.modules.channels.service,
      ledger: money.modules.billing.ledger,
      routes: () => routes,
    }),
    retention: { run: administration.modules.retention.run },
    requestLogs: { purge: administration.modules.requestLogs.purge },
    /** The processes that share the database, and their claims. */
    processes,
    flows: { purgeRuns: automation.modules.flows.purgeRuns },
    /** This process's live calls, and the removal of old ones. */
    calls: { live: voice.modules.calls.live, purge: voice.modules.calls.purge },
    agencies: { purgeTokens: agency.modules.agencies.purgeTokens },
    knowledge: { maintenance: knowledge.modules.knowledge.maintenance },
    media: { service: channels.modules.media.service, maintenance: channels.modules.media.maintenance, storage: base.storage },
    /** This process's open event streams. */
    eventStreams: events.modules.events.streams,

    /** Runs a verb as the operator of the installation (command line, demo), in one transaction of the tenant. */
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

    /**
     * Puts all secrets under the current root key. Tenants' keys come last: once they are done, so is the rest, and
     * `parley doctor` only needs to look at them.
     */
    async rewrapSecrets() {
      const secondFactors = await people.modules.auth.resealSecondFactors();
      return { tenantKeys: await rewrapTenantKeys(database, base.keyring), secondFactors };
    },

    /** Serves requests and runs background work. Resolves once requests are answered. */
    start: lifecycle.start,
    metricsUrl: lifecycle.metricsUrl,
    drain: lifecycle.drain,
    stop: lifecycle.stop,
  };
}

export type App = Awaited<ReturnType<typeof createApp>>;
