import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("inbox/views", {
  views: {
    holds: "saved filters of conversations",
    personal: "nobody",
    onContactErasure: kept("the team's own filters", "name visibility owner filters sort"),
    onExport: exported("view"),
  },
});
