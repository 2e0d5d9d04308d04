import { deleted, exported, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("service/csat", {
  csat_surveys: {
    holds: "surveys after a conversation, with the ratings",
    personal: "contacts",
    onContactErasure: deleted("with the conversation, including comments"),
    onExport: exported("csr"),
    alsoWrittenBy: {
      "administration/sample-data": "the sample data set writes its rows at once",
    },
  },
});
