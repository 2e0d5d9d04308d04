import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("people/mail", {
  mails: {
    holds: "mails on their way and what became of them; not what they say",
    personal: "people",
    onContactErasure: kept("mails go to people of the tenant", "kind recipient state error content"),
    onExport: exported("mail", { omit: ["content"] }),
    keptFor: "30 days after they were sent",
    alsoWrittenBy: {
      "administration/maintenance": "removes what is past its time",
    },
  },
});
