import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("inbox/macros", {
  macros: {
    holds: "macros",
    personal: "nobody",
    onContactErasure: kept("of the team", "name visibility owner actions"),
    onExport: exported("mac"),
  },
});
