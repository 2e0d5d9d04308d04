import { blanked, exported, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("channels/callbacks", {
  inbound_events: {
    holds: "items of verified callbacks, with what the platform sent until it is processed",
    personal: "contacts",
    onContactErasure: blanked(
      "failed items that name the person; the id stays for 8 days, or a repeated callback would bring the message back",
      "payload last_error",
      "provider_event_id state",
    ),
    onExport: exported(null),
    keptFor: "8 days after it was processed; what failed, EVENT_RETENTION_DAYS",
    alsoWrittenBy: {
      "administration/maintenance": "removes what is past its time",
    },
  },
});
