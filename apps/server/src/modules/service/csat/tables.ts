import { deleted, exported, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("service/csat", {
  csat_surveys: {
    holds: "questions to customers after a conversation, and their ratings",
    personal: "contacts",
    onContactErasure: deleted("with the conversation, comments too"),
    onExport: exported("csr"),
  },
});
