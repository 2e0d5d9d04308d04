import { blanked, exported, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("platform/audit", {
  audit_entries: {
    holds: "the audit log",
    personal: "both",
    onContactErasure: blanked("the audit log stays, and ids", "changes", "actor_kind actor_id action target_id request_id"),
    onExport: exported("aud"),
    retention: "auditDays",
    alsoWrittenBy: {
      "contacts/contacts": "release_address() notes what it takes away, in its transaction",
      "events/webhooks": "an endpoint is disabled and noted in one statement, for many at once",
      "platform/auth": "a delegated call is noted once a while, with the grant that it rests on",
    },
  },
});
