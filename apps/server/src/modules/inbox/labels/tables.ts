import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("inbox/labels", {
  labels: {
    holds: "labels of conversations and tickets",
    personal: "nobody",
    onContactErasure: kept("labels of the team", "name color description"),
    onExport: exported("lbl"),
  },
});
