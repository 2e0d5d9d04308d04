/** Every route of the dashboard in one table: path, search parameters, loaders. Screens are fetched on navigation. */
import type { QueryClient } from "@tanstack/react-query";
import {
  type AnyRouter,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { isApiError } from "@parley/sdk";
import { meQuery } from "./api/session.ts";
import { withTexts } from "./i18n/texts.ts";
import type { ChannelsSearch } from "./screens/channels/channels-search.ts";
import type { AnalyticsSearch } from "./screens/analytics/analytics-search.ts";
import type { AdminSearch } from "./screens/admin/frame/admin-search.ts";
import { leaveClient } from "./parts/stay.ts";
import type { AgencySearch } from "./screens/agency/agency-search.ts";
import { type BroadcastSearch, type RecipientSearch, readBroadcastSearch, readRecipientSearch } from "./screens/broadcasts/search.ts";
import { type FlowListSearch, type FlowSearch, readFlowListSearch, readFlowSearch } from "./screens/flows/search.ts";
import { type ChatbotSearch, readChatbotSearch } from "./screens/chatbot/chatbot-search.ts";
import { ThreadPane } from "./screens/inbox/lazy-parts.tsx";
import { type InboxSearch, readInboxSearch } from "./screens/inbox/views.ts";
import {
  type DeliverySearch,
  type DevelopersSearch,
  readDeliverySearch,
  readDevelopersSearch,
} from "./screens/developers/developers-search.ts";
import type { KnowledgeSearch } from "./screens/knowledge/knowledge-search.ts";
import { type BillingSearch, readBillingSearch } from "./screens/settings/billing/billing-search.ts";
import type { SearchSearch } from "./screens/search/search-types.ts";
import type { VoiceSearch } from "./screens/voice/voice-search.ts";
import { readTicketSearch, type TicketSearch } from "./screens/tickets/ticket-search.ts";
import { keepLive } from "./shell/live.ts";
import { allowedPlaces } from "./shell/navigation.ts";
import { NotFoundPage } from "./shell/NotFoundPage.tsx";
import { RouteError } from "./shell/RouteError.tsx";
import { Shell } from "./shell/Shell.tsx";
import type { GallerySearch } from "./ui/gallery/Gallery.tsx";

export interface RouterContext {
  queryClient: QueryClient;
  router(): AnyRouter;
}

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFoundPage });

/** A text from the URL, or undefined. */
const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Pages without a session. */
const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search: Record<string, unknown>): { next?: string; expired?: true } => {
    const next = text(search["next"]);
    // A URL of another site would redirect people there after the sign-in.
    const inside = next?.startsWith("/") === true && !next.startsWith("//") && !next.includes("\\");
    return { ...(inside ? { next } : {}), ...(search["expired"] === true ? { expired: true } : {}) };
  },
  component: lazyRouteComponent(() => withTexts(() => import("./screens/session/SignInScreen.tsx")), "SignInScreen"),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/forgot-password",
  validateSearch: (search: Record<string, unknown>): { email?: string } => {
    const email = text(search["email"]);
    return email === undefined ? {} : { email };
  },
  component: lazyRouteComponent(() => withTexts(() => import("./screens/session/ForgotPasswordScreen.tsx")), "ForgotPasswordScreen"),
});

/** Every component in every state: for developers and tests, not linked anywhere. */
const gallery = createRoute({
  getParentRoute: () => root,
  path: "/gallery",
  validateSearch: (search: Record<string, unknown>): GallerySearch => ({
    ...(text(search["theme"]) === undefined ? {} : { theme: String(search["theme"]) }),
    ...(text(search["dir"]) === undefined ? {} : { dir: String(search["dir"]) }),
    ...(text(search["density"]) === undefined ? {} : { density: String(search["density"]) }),
    ...(text(search["part"]) === undefined ? {} : { part: String(search["part"]) }),
  }),
  component: lazyRouteComponent(() => withTexts(() => import("./ui/gallery/Gallery.tsx")), "Gallery"),
});

/** All others need a session. */
const app = createRoute({
  getParentRoute: () => root,
  id: "app",
  beforeLoad: async ({ context, location }) => {
    const { queryClient, router } = context;
    try {
      const me = await queryClient.ensureQueryData(meQuery);
      const signIn = () => void router().navigate({ to: "/sign-in", search: { next: router().latestLocation.href, expired: true } });
      await keepLive(queryClient, me, me.acting === null ? signIn : () => void leaveClient(me.tenant.id));
    } catch (error) {
      // Acting in a client had already ended when the page was loaded.
      if (isApiError(error, "grant_required")) {
        await leaveClient("unknown");
        return new Promise<never>(() => undefined);
      }
      if (isApiError(error) && error.status === 401)
        throw redirect({ to: "/sign-in", search: location.href === "/" ? {} : { next: location.href } });
      throw error;
    }
  },
  component: Shell,
  errorComponent: RouteError,
});

const index = createRoute({
  getParentRoute: () => app,
  path: "/",
  beforeLoad: ({ context: { queryClient } }) => {
    const me = queryClient.getQueryData(meQuery.queryKey);
    const [home] = me === undefined ? [] : allowedPlaces(me).filter(({ agencyOnly }) => agencyOnly !== true);
    throw redirect({ to: "/inbox/$view", params: { view: "mine" }, ...home?.link });
  },
});

const inbox = createRoute({
  getParentRoute: () => app,
  path: "/inbox/$view",
  validateSearch: (search: Record<string, unknown>): InboxSearch => readInboxSearch(search),
  component: lazyRouteComponent(() => import("./screens/inbox/InboxScreen.tsx"), "InboxScreen"),
});
/** The conversation that is open next to the list, which does not change. */
const conversation = createRoute({
  getParentRoute: () => inbox,
  path: "/$conversationId",
  // Loaded together with the list when the URL names one.
  loader: () => ThreadPane.start(),
});

interface ContactSearch {
  q?: string;
  tag?: string;
  optIn?: "unknown" | "opted_in" | "opted_out";
  segment?: string;
}

/** Contacts: the search parameters are those of GET /contacts, or a segment by its id. */
const contacts = createRoute({
  getParentRoute: () => app,
  path: "/contacts",
  validateSearch: (search: Record<string, unknown>): ContactSearch => {
    const optIn = (["unknown", "opted_in", "opted_out"] as const).find((each) => each === search["optIn"]);
    const segment = text(search["segment"]);
    // A segment has its own rules, and the API accepts no filters besides them.
    return segment === undefined ? { q: text(search["q"]), tag: text(search["tag"]), optIn } : { segment };
  },
  component: lazyRouteComponent(() => withTexts(() => import("./screens/contacts/ContactsScreen.tsx")), "ContactsScreen"),
});
const segmentList = createRoute({
  getParentRoute: () => app,
  path: "/contacts/segments",
  component: lazyRouteComponent(() => withTexts(() => import("./screens/contacts/segments/SegmentsScreen.tsx")), "SegmentsScreen"),
});
const contact = createRoute({
  getParentRoute: () => app,
  path: "/contacts/$contactId",
  component: lazyRouteComponent(() => withTexts(() => import("./screens/contacts/ContactScreen.tsx")), "ContactScreen"),
});

/** Tickets: the search parameters are those of GET /tickets. */
const tickets = createRoute({
  getParentRoute: () => app,
  path: "/tickets",
  validateSearch: (search: Record<string, unknown>): TicketSearch => readTicketSearch(search),
  component: lazyRouteComponent(() => withTexts(() => import("./screens/tickets/TicketsScreen.tsx")), "TicketsScreen"),
});
const ticket = createRoute({ getParentRoute: () => tickets, path: "/$ticketId" });

/** A user's notifications; `unread` as in GET /notifications. */
const notifications = createRoute({
  getParentRoute: () => app,
  path: "/notifications",
  validateSearch: (search: Record<string, unknown>): { unread?: true } => (search["unread"] === true ? { unread: true } : {}),
  component: lazyRouteComponent(() => withTexts(() => import("./screens/notifications/NotificationsScreen.tsx")), "NotificationsScreen"),
});

/** The search parameters are those of GET /search. */
const search = createRoute({
  getParentRoute: () => app,
  path: "/search",
  // Validated by the screen, which is fetched with it (`readSearchSearch`).
  validateSearch: (raw: Record<string, unknown>): SearchSearch => raw,
  component: lazyRouteComponent(() => withTexts(() => import("./screens/search/SearchScreen.tsx")), "SearchScreen"),
});

const pipelineComponent = lazyRouteComponent(() => withTexts(() => import("./screens/pipeline/PipelineScreen.tsx")), "PipelineScreen");
/** The default pipeline, or one by its id. */
const pipeline = createRoute({ getParentRoute: () => app, path: "/pipeline", component: pipelineComponent });
const pipelineById = createRoute({ getParentRoute: () => app, path: "/pipeline/$pipelineId", component: pipelineComponent });

/** Broadcasts: the search parameters are those of GET /broadcasts. */
const broadcastList = createRoute({
  getParentRoute: () => app,
  path: "/broadcasts",
  validateSearch: (raw: Record<string, unknown>): BroadcastSearch => readBroadcastSearch(raw),
  component: lazyRouteComponent(() => withTexts(() => import("./screens/broadcasts/BroadcastsScreen.tsx")), "BroadcastsScreen"),
});
const broadcastFormComponent = lazyRouteComponent(
  () => withTexts(() => import("./screens/broadcasts/making/BroadcastFormScreen.tsx")),
  "BroadcastFormScreen",
);
const broadcastNew = createRoute({ getParentRoute: () => app, path: "/broadcasts/new", component: broadcastFormComponent });
const broadcastEdit = createRoute({ getParentRoute: () => app, path: "/broadcasts/$broadcastId/edit", component: broadcastFormComponent });
/** `recipients` is the status of GET /broadcasts/{id}/recipients. */
const broadcast = createRoute({
  getParentRoute: () => app,
  path: "/broadcasts/$broadcastId",
  validateSearch: (raw: Record<string, unknown>): RecipientSearch => readRecipientSearch(raw),
  component: lazyRouteComponent(() => withTexts(() => import("./screens/broadcasts/progress/BroadcastScreen.tsx")), "BroadcastScreen"),
});
/** Flows: the search parameters are those of GET /flows. */
const flowList = createRoute({
  getParentRoute: () => app,
  path: "/flows",
  validateSearch: (raw: Record<string, unknown>): FlowListSearch => readFlowListSearch(raw),
  component: lazyRouteComponent(() => withTexts(() => import("./screens/flows/list/FlowsScreen.tsx")), "FlowsScreen"),
});
const flowStart = createRoute({
  getParentRoute: () => app,
  path: "/flows/$flowId",
  beforeLoad: ({ params: { flowId } }) => {
    throw redirect({ to: "/flows/$flowId/$part", params: { flowId, part: "canvas" } });
  },
});
/** A flow: its canvas, its runs, its versions. */
const flow = createRoute({
  getParentRoute: () => app,
  path: "/flows/$flowId/$part",
  validateSearch: (raw: Record<string, unknown>): FlowSearch => readFlowSearch(raw),
  component: lazyRouteComponent(() => withTexts(() => import("./screens/flows/editor/FlowScreen.tsx")), "FlowScreen"),
});
/** One of its runs, replayed next to the list. */
const flowRun = createRoute({ getParentRoute: () => flow, path: "/$runId" });
/** Chatbots: a part is a section of the settings, `turns` or `evaluations`. */
const chatbotStart = createRoute({
  getParentRoute: () => app,
  path: "/chatbots",
  component: lazyRouteComponent(() => withTexts(() => import("./screens/chatbot/ChatbotStart.tsx")), "ChatbotStart"),
});
const chatbot = createRoute({
  getParentRoute: () => app,
  path: "/chatbots/$chatbotId/$part",
  validateSearch: (raw: Record<string, unknown>): ChatbotSearch => readChatbotSearch(raw),
  component: lazyRouteComponent(() => withTexts(() => import("./screens/chatbot/ChatbotScreen.tsx")), "ChatbotScreen"),
});

/** Voice: a part is `calls`, `agents` or `telephone`. */
const voiceStart = createRoute({
  getParentRoute: () => app,
  path: "/voice",
  beforeLoad: () => {
    throw redirect({ to: "/voice/$part", params: { part: "calls" } });
  },
});
const voice = createRoute({
  getParentRoute: () => app,
  path: "/voice/$part",
  // Validated by the screen, which is fetched with it (`useVoiceSearch`).
  validateSearch: (raw: Record<string, unknown>): VoiceSearch => raw,
  component: lazyRouteComponent(() => withTexts(() => import("./screens/voice/VoiceScreen.tsx")), "VoiceScreen"),
});
/** A call next to the list, or a voice agent with its settings. */
const voiceRecord = createRoute({ getParentRoute: () => voice, path: "/$recordId" });

/** The chatbot's knowledge: sources, answers, unanswered questions, categories. */
const knowledge = createRoute({
  getParentRoute: () => app,
  path: "/knowledge/$part",
  // Validated by the screen, which is fetched with it (`useKnowledgeSearch`).
  validateSearch: (raw: Record<string, unknown>): KnowledgeSearch => raw,
  component: lazyRouteComponent(() => withTexts(() => import("./screens/knowledge/KnowledgeScreen.tsx")), "KnowledgeScreen"),
});
/** A source in a drawer over the list, an answer in a dialog. */
const knowledgeRecord = createRoute({ getParentRoute: () => knowledge, path: "/$recordId" });
const knowledgeStart = createRoute({
  getParentRoute: () => app,
  path: "/knowledge",
  beforeLoad: () => {
    throw redirect({ to: "/knowledge/$part", params: { part: "sources" } });
  },
});

/** A report: the search parameters are those of GET /metrics. */
const analytics = createRoute({
  getParentRoute: () => app,
  path: "/analytics/$report",
  // Validated by the screen, which is fetched with it (`readAnalyticsSearch`).
  validateSearch: (raw: Record<string, unknown>): AnalyticsSearch => raw,
  component: lazyRouteComponent(() => withTexts(() => import("./screens/analytics/AnalyticsScreen.tsx")), "AnalyticsScreen"),
});
const analyticsStart = createRoute({
  getParentRoute: () => app,
  path: "/analytics",
  beforeLoad: () => {
    throw redirect({ to: "/analytics/$report", params: { report: "overview" } });
  },
});

/** The agency's area; one record of a part next to its list. */
const agency = createRoute({
  getParentRoute: () => app,
  path: "/agency/$part",
  // Validated by the screen, which is fetched with it (`useAgencySearch`).
  validateSearch: (raw: Record<string, unknown>): AgencySearch => raw,
  component: lazyRouteComponent(() => withTexts(() => import("./screens/agency/AgencyScreen.tsx")), "AgencyScreen"),
});
const agencyRecord = createRoute({ getParentRoute: () => agency, path: "/$recordId" });
const agencyStart = createRoute({
  getParentRoute: () => app,
  path: "/agency",
  beforeLoad: () => {
    throw redirect({ to: "/agency/$part", params: { part: "clients" } });
  },
});

const channels = createRoute({
  getParentRoute: () => app,
  path: "/channels",
  // Validated by the screen, which is fetched late: the initial load must stay small.
  validateSearch: (raw: Record<string, unknown>) => raw as ChannelsSearch,
  component: lazyRouteComponent(() => withTexts(() => import("./screens/channels/ChannelsScreen.tsx")), "ChannelsScreen"),
});
/** One of them in a drawer over the list. */
const channel = createRoute({ getParentRoute: () => channels, path: "/$channelId" });
/** Its message templates, or one of them; `new` for writing one. */
const templates = createRoute({ getParentRoute: () => channels, path: "/$channelId/templates" });
const template = createRoute({ getParentRoute: () => channels, path: "/$channelId/templates/$templateId" });

const developers = createRoute({
  getParentRoute: () => app,
  path: "/developers/$part",
  validateSearch: (raw: Record<string, unknown>): DevelopersSearch => readDevelopersSearch(raw),
  component: lazyRouteComponent(() => withTexts(() => import("./screens/developers/DevelopersScreen.tsx")), "DevelopersScreen"),
});
/** A request in the log, in a drawer over the list. */
const developersRecord = createRoute({ getParentRoute: () => developers, path: "/$recordId" });
const webhook = createRoute({
  getParentRoute: () => app,
  path: "/developers/webhooks/$webhookId",
  validateSearch: (raw: Record<string, unknown>): DeliverySearch => readDeliverySearch(raw),
  component: lazyRouteComponent(() => withTexts(() => import("./screens/developers/webhooks/WebhookScreen.tsx")), "WebhookScreen"),
});

const settings = createRoute({
  getParentRoute: () => app,
  path: "/settings/$part",
  // Only billing has search parameters.
  validateSearch: (raw: Record<string, unknown>): BillingSearch => readBillingSearch(raw),
  component: lazyRouteComponent(() => withTexts(() => import("./screens/settings/SettingsScreen.tsx")), "SettingsScreen"),
});

/** The installation: its parts, with the search parameters of their lists. */
const admin = createRoute({
  getParentRoute: () => app,
  path: "/admin/$part",
  // Validated by the screen, which is fetched with it (`useAdminSearch`).
  validateSearch: (raw: Record<string, unknown>): AdminSearch => raw,
  component: lazyRouteComponent(() => withTexts(() => import("./screens/admin/AdminScreen.tsx")), "AdminScreen"),
});
/** An organization, or one callback or delivery in a drawer over the list. */
const adminRecord = createRoute({ getParentRoute: () => admin, path: "/$recordId" });
const adminStart = createRoute({
  getParentRoute: () => app,
  path: "/admin",
  beforeLoad: () => {
    throw redirect({ to: "/admin/$part", params: { part: "overview" } });
  },
});

/** The first run, for the person who sets the organization up. */
const welcome = createRoute({
  getParentRoute: () => app,
  path: "/welcome",
  component: lazyRouteComponent(() => withTexts(() => import("./screens/welcome/WelcomeScreen.tsx")), "WelcomeScreen"),
});

const routeTree = root.addChildren([
  gallery,
  signIn,
  forgotPassword,
  app.addChildren([
    // One line each.
    index,
    inbox.addChildren([conversation]),
    contacts,
    segmentList,
    contact,
    pipeline,
    pipelineById,
    tickets.addChildren([ticket]),
    notifications,
    search,
    broadcastList,
    broadcastNew,
    broadcastEdit,
    broadcast,
    flowList,
    flowStart,
    flow.addChildren([flowRun]),
    chatbotStart,
    chatbot,
    voiceStart,
    voice.addChildren([voiceRecord]),
    knowledgeStart,
    knowledge.addChildren([knowledgeRecord]),
    analyticsStart,
    analytics,
    agencyStart,
    agency.addChildren([agencyRecord]),
    channels.addChildren([channel, templates, template]),
    developers.addChildren([developersRecord]),
    webhook,
    settings,
    adminStart,
    admin.addChildren([adminRecord]),
    welcome,
  ]),
]);

export function createDashboardRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient, router: () => router as unknown as AnyRouter },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: false,
  });
  return router;
}

/** Fetches the current URL's screen, and the session, while the texts are loading. Failures are shown on navigation. */
export function fetchAhead(router: ReturnType<typeof createDashboardRouter>, queryClient: QueryClient): void {
  const { pathname, search } = router.latestLocation;
  // The URL without a path redirects to the inbox.
  for (const { routeId } of router.matchRoutes(pathname === "/" ? "/inbox/mine" : pathname, search)) {
    if (routeId === app.id) void queryClient.prefetchQuery(meQuery);
    const { component } = router.routesById[routeId].options as { component?: { preload?(): Promise<void> | undefined } };
    void component?.preload?.();
  }
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
