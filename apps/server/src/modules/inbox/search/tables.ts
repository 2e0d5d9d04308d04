import { deleted, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("inbox/search", {
  message_search: {
    holds: "what messages are found by",
    personal: "contacts",
    onContactErasure: deleted("with the message"),
    onExport: leftOut(reasons.derived),
  },
});
