import type { FastifyInstance } from "fastify";
import type { Submitting } from "#modules/agency/signup-forms/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { landingPagePages } from "./landing-pages.pages.ts";
import { landingPageRoutes } from "./landing-pages.routes.ts";
import { createLandingPagesService, type LandingPagesDeps } from "./landing-pages.service.ts";

/** Public pages of agencies. See docs/subsystems/people/pages.md. */
export function createLandingPagesModule(deps: LandingPagesDeps & { clock: Clock; submitting: Submitting }) {
  const service = createLandingPagesService(deps);
  return {
    routes: landingPageRoutes(service),
    registerPages: (scope: FastifyInstance) =>
      landingPagePages(scope, {
        service,
        submitting: deps.submitting,
        brandOf: async (host, agencyId) => {
          const at = await deps.branding.ofHost(host);
          return at.agencyId === agencyId ? at.branding : deps.branding.ofAgency(agencyId);
        },
        now: () => deps.clock.now(),
        publicUrl: deps.publicUrl,
      }),
  };
}
