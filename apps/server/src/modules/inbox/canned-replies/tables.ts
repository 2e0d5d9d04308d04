import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("inbox/canned-replies", {
  canned_replies: {
    holds: "texts to answer with",
    personal: "nobody",
    onContactErasure: kept("texts of the team", "shortcut title content"),
    onExport: exported("can"),
  },
});
