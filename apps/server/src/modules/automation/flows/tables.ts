import { deleted, exported, kept, leftOut, ownedBy, reasons } from "#platform/tables.ts";

export const tables = ownedBy("automation/flows", {
  flows: {
    holds: "flows and their state",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name description status paused_reason created_by"),
    onExport: exported("flow"),
  },
  flow_versions: {
    holds: "the definitions of flows, by version; never changed",
    personal: "nobody",
    onContactErasure: kept("definitions of the tenant", "definition created_by"),
    onExport: exported(null),
  },
  flow_books: {
    holds: "a number that increases when the active flows change",
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
    alsoWrittenBy: {
      "administration/sample-data": "the sample data set writes its rows at once",
    },
  },
  flow_run_steps: {
    holds: "steps of a run, in order",
    personal: "contacts",
    onContactErasure: deleted("with the run"),
    onExport: exported(null),
    retention: "flowRunsDays",
    alsoWrittenBy: {
      "administration/sample-data": "the sample data set writes its rows at once",
    },
  },
  flow_starts: {
    holds: "starts of deleted runs, as long as they prevent another start",
    personal: "contacts",
    onContactErasure: deleted("with the contact or the conversation"),
    onExport: exported("frun"),
  },
  flow_requests: {
    holds: "requests to other systems that a run waits for",
    personal: "contacts",
    onContactErasure: deleted("with the run"),
    onExport: leftOut(reasons.passing),
    keptFor: "until the run has its answer",
  },
  flow_fronts: {
    holds: "up to which time closing windows and silence were reported",
    personal: "nobody",
    onContactErasure: kept("numbers", "kind"),
    onExport: leftOut(reasons.derived),
  },
  flow_schedules: {
    holds: "the next start of a scheduled flow, and the progress of the current one",
    personal: "nobody",
    onContactErasure: kept("of the tenant: times, rules of an audience, and a position in it", "rules state"),
    onExport: leftOut(reasons.derived),
  },
  flow_hooks: {
    holds: "secret addresses that start a flow, by hash",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "token_hash created_by"),
    onExport: leftOut(reasons.credential),
  },
  flow_secrets: {
    holds: "the values of {{secrets.NAME}}, sealed",
    personal: "nobody",
    onContactErasure: kept("of the tenant", "name value hosts created_by"),
    onExport: leftOut("secrets"),
  },
});
