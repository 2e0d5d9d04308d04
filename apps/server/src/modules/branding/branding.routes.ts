import { type AnyRoute, publicRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import * as schema from "./branding.schema.ts";
import type { BrandingService } from "./branding.service.ts";

const tag = "Branding";
/** A change is seen within this time. */
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
      summary: "Set the agency's brand kit",
      description:
        "Shown at the agency's custom domains, on its landing pages, and in the mails of its clients. Pictures get an address for everybody, which ends when they are no longer used.",
      scope: "agency:write",
      agencyOnly: true,
      body: schema.PutBrandKit,
      response: schema.BrandKit,
      rules: "Text that cannot be read on its background (contrast below 4.5), media that is no such picture, a domain that is not active",
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
      summary: "Get how this host looks",
      description: "By the Host that is asked: of the agency that proved it, else the product's own. May be kept for a minute.",
      scope: null,
      cached: true,
      response: schema.Branding,
      async handle(ctx) {
        return { body: (await service.ofHost(ctx.host)).branding, cacheSeconds };
      },
    }),
  ];
}
