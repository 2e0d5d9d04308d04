import type { BrandRow } from "./branding.queries.ts";
import type { Branding } from "./branding.schema.ts";
import { productName } from "#platform/http/openapi.ts";
import type { BrandColors } from "./colors.ts";

/** The product's own look: of hosts that nobody proved, and of agencies without a brand kit. */
export const ownColors: BrandColors = { primary: "#1d4ed8", onPrimary: "#ffffff", accent: "#1d4ed8", background: "#ffffff" };

export const ownBranding: Branding = {
  name: productName,
  logoLightUrl: null,
  logoDarkUrl: null,
  faviconUrl: null,
  colors: ownColors,
  supportEmail: null,
  termsUrl: null,
  privacyUrl: null,
  imprintUrl: null,
};

/** Of an agency that has set no brand kit: its own name, and nothing of the product's. */
export const namedBranding = (name: string): Branding => ({ ...ownBranding, name });

/** A path below the host that is asked, so that pages ask nobody else. */
export const fileUrl = (token: string | null) => (token === null ? null : `/public/files/${token}`);

export function renderBranding(row: BrandRow): Branding {
  return {
    name: row.name,
    logoLightUrl: fileUrl(row.logo_light),
    logoDarkUrl: fileUrl(row.logo_dark),
    faviconUrl: fileUrl(row.favicon),
    colors: row.colors,
    supportEmail: row.support_email,
    termsUrl: row.terms_url,
    privacyUrl: row.privacy_url,
    imprintUrl: row.imprint_url,
  };
}
