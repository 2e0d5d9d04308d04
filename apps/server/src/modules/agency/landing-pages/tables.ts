import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("agency/landing-pages", {
  landing_pages: {
    holds: "pages that an agency publishes",
    personal: "nobody",
    onContactErasure: kept("pages of the agency", "slug public_key title description blocks status"),
    onExport: exported("lpg"),
  },
});
