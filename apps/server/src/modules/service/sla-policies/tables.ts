import { deleted, exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("service/sla-policies", {
  sla_policies: {
    holds: "SLA policies: targets, and the conditions under which they apply",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name description targets conditions"),
    onExport: exported("slp"),
  },
  conversation_sla: {
    holds: "the SLA clocks of conversations",
    personal: "contacts",
    onContactErasure: deleted("with the conversation"),
    onExport: exported("conv", { refs: { applied_event: "evt" } }),
  },
  ticket_sla: {
    holds: "the SLA clocks of tickets",
    personal: "contacts",
    onContactErasure: deleted("with the ticket"),
    onExport: exported("tkt"),
  },
  sla_outcomes: {
    holds: "outcomes of SLA targets",
    personal: "nobody",
    onContactErasure: kept("which targets were met, by ids that identify nobody any more", "subject target"),
    onExport: exported(null, { refs: { subject_id: null } }),
    keptFor: "EVENT_RETENTION_DAYS, once it is counted",
    alsoWrittenBy: {
      "events/metrics": "counted outcomes are marked in the transaction that counts them",
      "administration/maintenance": "deletes expired rows",
    },
  },
});
