import { exported, kept, ownedBy } from "#platform/tables.ts";

export const tables = ownedBy("people/agent-settings", {
  agent_settings: {
    holds: "how conversations are assigned and resolved, business hours, surveys, help for agents by models",
    personal: "nobody",
    onContactErasure: kept(
      "of the tenant",
      "strategy visibility business_hours auto_resolve_message csat_questions assist_instructions assist_models",
    ),
    onExport: exported(null),
  },
});
