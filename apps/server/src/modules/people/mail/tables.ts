import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("people/mail", {
  mails: {
    holds: "mails and their outcome, without their content",
    personal: "people",
    onContactErasure: kept("mails go to people of the tenant", "kind recipient state error content"),
    onExport: exported("mail", { omit: ["content"] }),
    keptFor: "30 days after they were sent",
    alsoWrittenBy: {
      "administration/maintenance": "deletes expired rows",
    },
  },
});
