import type { BrandRow } from "./branding.queries.ts";
import type { Branding } from "./branding.schema.ts";
import { productName } from "#platform/http/openapi.ts";
import type { BrandColors } from "./colors.ts";

/** The product's own look: for hosts whose domain nobody has proved, and for agencies without a brand kit. */
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

/** For an agency without a brand kit: its name, and nothing of the product's. */
export const namedBranding = (name: string): Branding => ({ ...ownBranding, name });

/** A path on the requested host, so that pages make no requests to another. */
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
