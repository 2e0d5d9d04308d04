import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("people/divisions", {
  divisions: {
    holds: "the tree of teams",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name description color"),
    onExport: exported("div", { refs: { parent_id: "div" } }),
  },
});
