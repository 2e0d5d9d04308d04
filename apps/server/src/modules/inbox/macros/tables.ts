import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("inbox/macros", {
  macros: {
    holds: "several changes of a conversation under one name",
    personal: "nobody",
    onContactErasure: kept("of the team", "name visibility owner actions"),
    onExport: exported("mac"),
  },
});
