import { type AnyRoute, publicRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import * as schema from "./branding.schema.ts";
import type { BrandingService } from "./branding.service.ts";

const tag = "Branding";
/** How long a change may take to become visible. */
const cacheSeconds = 60;

export function brandingRoutes(service: BrandingService): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/agencies/current/brand-kit",
      operationId: "getBrandKit",
      tag,
      summary: "Get the agency's brand kit",
      scope: "agency:read",
      agencyOnly: true,
      response: schema.BrandKit,
      handle: (ctx) => service.get(ctx),
    }),
    writeRoute({
      method: "PUT",
      path: "/agencies/current/brand-kit",
      operationId: "putBrandKit",
      tag,
      summary: "Replace the agency's brand kit",
      description:
        "Shown on the agency's custom domains, on its landing pages and in e-mails to its clients. Images get a public address, which stops working when they are no longer used.",
      scope: "agency:write",
      agencyOnly: true,
      body: schema.PutBrandKit,
      response: schema.BrandKit,
      rules: "Text is not legible on its background (contrast below 4.5), the media is not an accepted image, or the domain is not active",
      example: {
        body: {
          name: "Northwind",
          colors: { primary: "#0f766e", background: "#ffffff" },
          supportEmail: "help@northwind.example",
          privacyUrl: "https://northwind.example/privacy",
        },
      },
      handle: (ctx, { body }) => service.put(ctx, body),
    }),
    publicRoute({
      method: "GET",
      path: "/branding",
      operationId: "getBranding",
      tag,
      summary: "Get the branding of this host",
      description:
        "Selected by the Host header: the branding of the agency that verified the host, otherwise the product's own. May be cached for a minute.",
      scope: null,
      cached: true,
      response: schema.Branding,
      async handle(ctx) {
        return { body: (await service.ofHost(ctx.host)).branding, cacheSeconds };
      },
    }),
  ];
}
