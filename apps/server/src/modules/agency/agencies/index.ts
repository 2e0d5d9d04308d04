import { randomBytes } from "node:crypto";
import type { Clock } from "#platform/clock/clock.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import { agencyRoutes, grantRoutes, linkRoutes } from "./agencies.routes.ts";
import { type ClientsDeps, createClientsService } from "./clients.service.ts";
import { createDnsCheck } from "./dns-check.ts";
import { domainRoutes } from "./domains.routes.ts";
import { createDomainsService, type DomainsDeps } from "./domains.service.ts";
import { agencyEvents } from "./agencies.events.ts";
import { createGrantEnd, type GrantEndDeps } from "./grant-end.ts";
import { createGrantsService } from "./grants.service.ts";
import { createLinksService } from "./links.service.ts";
import { stayRoutes } from "./stays/stays.routes.ts";
import { createStaysService } from "./stays/stays.service.ts";
import type { TSchema } from "typebox";
import { inClientTenant } from "./acting.ts";
import { createActingFor } from "./acting-for.ts";
import { createAccessTokensService } from "./access-tokens/access-tokens.service.ts";
import { removeDelegatedKeys } from "./access-tokens/delegated-keys.queries.ts";

export { inOrder } from "./acting.ts";
export type { ActingFor } from "./acting-for.ts";
export { GrantedScopes } from "./agencies.schema.ts";
export type { ClientsService } from "./clients.service.ts";
export { domainAllowance } from "./domain-allowance.ts";
export { activateClient } from "./clients.queries.ts";

const dayMs = 86_400_000;
const purgeBatch = 5_000;

/** Agencies: their clients, the grants by which they act for them, and custom domains. See docs/subsystems/agency/agencies.md. */
export function createAgenciesModule(
  deps: ClientsDeps &
    GrantEndDeps &
    Omit<DomainsDeps, "dns" | "target" | "random"> & {
      clock: Clock;
      dnsResolver: string | undefined;
      publicUrl(): string;
      setups: { schema: TSchema };
    },
) {
  const target = () => new URL(deps.publicUrl()).hostname;
  const ends = createGrantEnd(deps);
  const clients = createClientsService(deps, ends);
  const links = createLinksService(deps);
  const grants = createGrantsService(deps, clients, ends, links);
  const tokens = createAccessTokensService(deps, clients);
  const stays = createStaysService(deps, tokens);
  const domains = createDomainsService({ ...deps, target, random: randomBytes, dns: createDnsCheck({ server: deps.dnsResolver, target }) });

  /** Deletes delegated keys a day after their end. Cross-tenant by nature, to find the tenants that have any. Idempotent. */
  async function purgeTokens(): Promise<void> {
    for (;;) {
      const removed = await removeDelegatedKeys(deps.database, new Date(deps.clock.now().getTime() - dayMs), purgeBatch);
      if (removed.length < purgeBatch) return;
    }
  }

  const jobs: ScheduledJob[] = [{ name: "access-tokens", cron: "41 * * * *", run: purgeTokens }];
  return {
    routes: [
      ...agencyRoutes(clients, grants, tokens, deps.setups.schema),
      ...linkRoutes(links),
      ...grantRoutes(grants),
      ...stayRoutes(stays),
      ...domainRoutes(domains),
    ],
    loops: [...domains.loops, ends.loop],
    events: agencyEvents,
    jobs,
    purgeTokens,
    /** For modules that change something about a client. */
    clients: {
      make: clients.make,
      find: clients.find,
      names: clients.names,
      listIds: clients.listIds,
      within: inClientTenant,
      actFor: createActingFor(deps, clients),
    },
  };
}
