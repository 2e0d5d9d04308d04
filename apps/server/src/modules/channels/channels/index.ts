import type { Timers } from "#platform/clock/timers.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { authorizationEnding } from "./grant-ending.ts";
import { authorizationRoutes } from "./authorization/authorizations.routes.ts";
import { createAuthorizationsService } from "./authorization/authorizations.service.ts";
import { createChannelActivity } from "./channel-activity.ts";
import { createChannelStore } from "./channel-store.ts";
import { channelEvents } from "./channels.events.ts";
import { channelRoutes } from "./channels.routes.ts";
import { type ChannelsDeps, createChannelsService } from "./channels.service.ts";
import { createConnectCallback } from "./authorization/connect-callback.ts";
import { createAccountConnector } from "./authorization/connected-accounts.ts";
import { createChannelHealth } from "./health/health.ts";
import { createNotices } from "./health/notices.ts";
import { createOwnership } from "./ownership/ownership.ts";
import { createRedirectTargets } from "./authorization/redirect-targets.ts";
import { createSubscriptionWatch } from "./health/subscriptions.ts";
import { createUpkeep } from "./credentials/upkeep.ts";

export { channelAllowance } from "./channel-allowance.ts";
export type { ChannelActivity } from "./channel-activity.ts";
export { type ChannelDirectory, createChannelDirectory, type KnownChannel } from "./channel-directory.ts";
export {
  findSendableTemplate,
  findSendableTemplates,
  type SendableTemplate,
  shapeOfSendable,
  templateState,
} from "./template-lookup.queries.ts";
export type { ChannelsService } from "./channels.service.ts";
export { type ConnectorRegistry, createConnectorRegistry, type InstalledConnector } from "./connectors.ts";

export interface ChannelsModuleDeps extends ChannelsDeps {
  pager: Pager;
  timers: Timers;
  /** Address at which others reach this server; a function because the port may be chosen at start. */
  publicUrl: () => string;
  /** Comma-separated origins that a browser may be redirected to after an authorisation. */
  connectRedirectAllow: string;
}

export function createChannelsModule(deps: ChannelsModuleDeps) {
  const store = createChannelStore(deps);
  const ownership = createOwnership({ ...deps, store });
  const service = createChannelsService({ ...deps, store, ownership });
  const upkeep = createUpkeep({ ...deps, store });
  const notices = createNotices({ ...deps, store, channels: service });
  const subscriptions = createSubscriptionWatch({ ...deps, store, channels: service });
  const authorizations = createAuthorizationsService({
    ...deps,
    store,
    connectAccount: createAccountConnector({ ...deps, store }),
    redirectTargets: createRedirectTargets({ publicUrl: deps.publicUrl, allow: deps.connectRedirectAllow }),
  });
  const health = createChannelHealth({ ...deps, store });
  return {
    service,
    activity: createChannelActivity(deps),
    connectCallback: createConnectCallback({ database: deps.database, store, authorizations, upkeep }),
    routes: [
      ...channelRoutes({ service, health, registry: deps.registry, pager: deps.pager, callbackUriOf: authorizations.callbackUriOf }),
      ...authorizationRoutes(authorizations, store),
    ],
    events: channelEvents,
    jobs: [subscriptions.job],
    endings: [authorizationEnding],
    keepSubscribed: subscriptions.job.run,
    loops: [upkeep.loop, ownership.loop, notices.loop],
  };
}
