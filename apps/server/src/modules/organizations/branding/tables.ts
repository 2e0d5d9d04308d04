import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("organizations/branding", {
  brand_kits: {
    holds: "how an agency or organization looks: name, colours, logos, addresses in its pages and mails",
    personal: "nobody",
    onContactErasure: kept("of the agency", "name colors support_email terms_url privacy_url imprint_url"),
    onExport: exported(null),
  },
});
