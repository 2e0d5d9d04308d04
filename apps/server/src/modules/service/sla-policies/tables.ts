import { deleted, exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("service/sla-policies", {
  sla_policies: {
    holds: "what a team promises: targets and for what they hold",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name description targets conditions"),
    onExport: exported("slp"),
  },
  conversation_sla: {
    holds: "how far the promises of a conversation are kept",
    personal: "contacts",
    onContactErasure: deleted("with the conversation"),
    onExport: exported("conv", { refs: { applied_event: "evt" } }),
  },
  ticket_sla: {
    holds: "how far the promises of a ticket are kept",
    personal: "contacts",
    onContactErasure: deleted("with the ticket"),
    onExport: exported("tkt"),
  },
  sla_outcomes: {
    holds: "which promises were kept and which were missed",
    personal: "nobody",
    onContactErasure: kept("which targets were met, of ids that name nobody any more", "subject target"),
    onExport: exported(null, { refs: { subject_id: null } }),
    keptFor: "EVENT_RETENTION_DAYS, once it is counted",
    alsoWrittenBy: {
      "events/metrics": "what is counted is marked in the transaction of the count",
      "administration/maintenance": "removes what is past its time",
    },
  },
});
