import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("automation/flows", {
  flows: {
    holds: "flows and their state",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name description status paused_reason created_by"),
    onExport: exported("flow"),
  },
  flow_versions: {
    holds: "what a version of a flow does; never changed",
    personal: "nobody",
    onContactErasure: kept("what the tenant wants to happen", "definition created_by"),
    onExport: exported(null),
  },
  flow_books: {
    holds: "a number that rises whenever the active flows change",
    personal: "nobody",
    onContactErasure: kept("numbers"),
    onExport: leftOut(reasons.derived),
  },
  flow_runs: {
    holds: "runs of flows with a contact",
    personal: "contacts",
    onContactErasure: deleted("with the contact or the conversation"),
    onExport: exported("frun"),
    retention: "flowRunsDays",
  },
  flow_run_steps: {
    holds: "what a run has done, in order",
    personal: "contacts",
    onContactErasure: deleted("with the run"),
    onExport: exported(null),
    retention: "flowRunsDays",
  },
  flow_starts: {
    holds: "what is left of a removed run while it keeps another from beginning",
    personal: "contacts",
    onContactErasure: deleted("with the contact or the conversation"),
    onExport: exported("frun"),
  },
  flow_requests: {
    holds: "calls of other systems that a run waits for",
    personal: "contacts",
    onContactErasure: deleted("with the run"),
    onExport: leftOut(reasons.passing),
    keptFor: "until the run has its answer",
  },
  flow_fronts: {
    holds: "how far windows that close soon have been told",
    personal: "nobody",
    onContactErasure: kept("numbers", "kind"),
    onExport: leftOut(reasons.derived),
  },
  flow_schedules: {
    holds: "when a scheduled flow starts next, and how far it has come",
    personal: "nobody",
    onContactErasure: kept("of the tenant: times, rules of an audience, and a position among contacts", "rules state"),
    onExport: leftOut(reasons.derived),
  },
  flow_hooks: {
    holds: "secret addresses that start a flow, by hash",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "token_hash created_by"),
    onExport: leftOut(reasons.credential),
  },
  flow_secrets: {
    holds: "what steps name as {{secrets.NAME}}, sealed",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name value hosts created_by"),
    onExport: leftOut("secrets"),
  },
});
