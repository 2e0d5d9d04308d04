import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("inbox/canned-replies", {
  canned_replies: {
    holds: "stored replies",
    personal: "nobody",
    onContactErasure: kept("texts of the team", "shortcut title content"),
    onExport: exported("can"),
  },
});
