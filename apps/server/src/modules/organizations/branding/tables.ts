import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("organizations/branding", {
  brand_kits: {
    holds: "the branding of an agency or organization: name, colours, logos, links in its pages and mails",
    personal: "nobody",
    onContactErasure: kept("of the agency", "name colors support_email terms_url privacy_url imprint_url"),
    onExport: exported(null),
  },
});
