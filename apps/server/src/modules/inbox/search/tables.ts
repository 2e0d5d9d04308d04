import { deleted, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("inbox/search", {
  message_search: {
    holds: "the search index of messages",
    personal: "contacts",
    onContactErasure: deleted("with the message"),
    onExport: leftOut(reasons.derived),
  },
});
