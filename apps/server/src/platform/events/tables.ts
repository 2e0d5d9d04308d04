import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("platform/events", {
  event_log: {
    holds: "events, as webhooks, the live stream, flows and metrics read them",
    personal: "both",
    onContactErasure: deleted("events that name the person"),
    onExport: exported("evt"),
    retention: "eventsDays",
    keptFor: "EVENT_RETENTION_DAYS at most",
    alsoWrittenBy: {
      "inbox/messages": "events of a batch are written in the statement that makes them",
      "contacts/contacts": "as inbox/messages: by functions that it calls",
      "sales/broadcasts": "events of a batch are written in the statement that makes them",
      "administration/maintenance": "keeps what the installation keeps",
    },
  },
  event_cursors: {
    holds: "how far each reader of the whole log has come",
    personal: "nobody",
    onContactErasure: kept("positions", "consumer"),
    onExport: leftOut(reasons.installation),
    onOrganizationErasure: { fate: "apart", how: "of the installation" },
  },
});
