import type { FastifyInstance } from "fastify";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { type AccountPagesDeps, accountPages } from "./account-pages.ts";
import { findMembership } from "./membership.queries.ts";

/** The pages behind links in mails. See docs/subsystems/people/pages.md. */
export function createAccountPages(deps: Omit<AccountPagesDeps, "now" | "membership"> & { clock: Clock; database: Database }) {
  return {
    registerPages: (scope: FastifyInstance) =>
      accountPages(scope, {
        ...deps,
        now: () => deps.clock.now(),
        membership: (tenantId, userId) => findMembership(deps.database, tenantId, userId),
      }),
  };
}
