import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("administration/organization-erasure", {
  organization_erasures: {
    holds: "erasures of organizations, and their reports",
    personal: "people",
    onContactErasure: kept("of an organization: counts", "state step position counts error requested_by cancelled_by seal"),
    onExport: exported(null, { omit: ["people"] }),
    onOrganizationErasure: { fate: "stays", why: "it is the report" },
  },
});
