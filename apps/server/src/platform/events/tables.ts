import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("platform/events", {
  event_log: {
    holds: "events, for webhooks, the live stream, flows and metrics",
    personal: "both",
    onContactErasure: deleted("events that name the person"),
    onExport: exported("evt"),
    retention: "eventsDays",
    keptFor: "EVENT_RETENTION_DAYS at most",
    alsoWrittenBy: {
      "inbox/messages": "events of a batch are written in the statement that causes them",
      "contacts/contacts": "as inbox/messages, by the same functions",
      "sales/broadcasts": "events of a batch are written in the statement that causes them",
      "administration/maintenance": "deletes events after the installation's period",
      "administration/sample-data": "the sample data set writes its rows at once",
    },
  },
  event_cursors: {
    holds: "the cursor of each reader of the whole log",
    personal: "nobody",
    onContactErasure: kept("positions", "consumer"),
    onExport: leftOut(reasons.installation),
    onOrganizationErasure: { fate: "apart", how: "of the installation" },
  },
});
