import { blanked, exported, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("channels/callbacks", {
  inbound_events: {
    holds: "items of verified callbacks, with their content until they are processed",
    personal: "contacts",
    onContactErasure: blanked(
      "failed items that name the person; the id stays for 8 days, otherwise a repeated callback would restore the message",
      "payload last_error",
      "provider_event_id state",
    ),
    onExport: exported(null),
    keptFor: "8 days after it was processed; failed items EVENT_RETENTION_DAYS",
    alsoWrittenBy: {
      "administration/maintenance": "deletes expired rows",
    },
  },
});
