import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("organizations/tenants", {
  tenants: {
    holds: "organizations: name, kind, settings, whether they are suspended or erased",
    personal: "nobody",
    onContactErasure: kept("the tenant itself", "name kind settings"),
    onExport: exported(null),
    onOrganizationErasure: { fate: "stays", why: "the report of the erasure refers to it; name and settings are deleted" },
    alsoWrittenBy: {
      "administration/admin": "the platform names and suspends organizations",
      "administration/organization-erasure": "removes name, settings and all access before anything is erased",
    },
  },
});
