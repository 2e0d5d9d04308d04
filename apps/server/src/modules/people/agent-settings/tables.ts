import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("people/agent-settings", {
  agent_settings: {
    holds: "how conversations are assigned and resolved, business hours, surveys",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "strategy visibility business_hours auto_resolve_message csat_questions"),
    onExport: exported(null),
  },
});
