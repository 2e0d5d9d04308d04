import { brandingRoutes } from "./branding.routes.ts";
import { type BrandingDeps, createBrandingService } from "./branding.service.ts";

export { fileUrl, namedBranding, ownBranding } from "./brand.ts";
export { accountPage } from "./account-layout.ts";
export { renderLayout } from "./layout.ts";
export { errorPage } from "./error-page.ts";
export type { Branding } from "./branding.schema.ts";
export type { BrandingService } from "./branding.service.ts";

/** An agency's look, as its clients see it. See docs/subsystems/organizations/branding.md. */
export function createBrandingModule(deps: BrandingDeps) {
  const service = createBrandingService(deps);
  return { service, routes: brandingRoutes(service) };
}
