import type { Exceptions } from "./table-rules.ts";

const server = "apps/server/src/";
const inServer = <T>(given: Record<string, T>) => Object.fromEntries(Object.entries(given).map(([path, value]) => [server + path, value]));

export const exceptions: Exceptions = {
  sqlElsewhere: inServer({
    "app-server.ts": "whether the database answers: names no table",
    "cli/database.ts": "asks with connections of its own, before there is an app",
    "cli/doctor.ts": "asks with connections of its own, before there is an app",
    "composition/base.ts": "the time of the database: names no table",
  }),
  named: inServer({
    "modules/administration/admin/stats.queries.ts": { table: ["inbound_events", "outbound_dispatches", "webhook_deliveries"] },
    // The tables declared as exported: plan.ts.
    "modules/administration/organization-exports/rows.queries.ts": { "quoted(table)": "given" },
    "modules/administration/privacy/contact-erasure/conversations.queries.ts": {
      table: [
        "conversation_activities",
        "notifications",
        "deals",
        "orders",
        "contact_activities",
        "contact_merges",
        "contact_identities",
        "contacts",
      ],
    },
    "modules/administration/sample-data/sample-data.queries.ts": {
      table: [
        "contacts",
        "contact_identities",
        "conversations",
        "conversation_activities",
        "messages",
        "broadcasts",
        "broadcast_recipients",
        "broadcast_counts",
        "csat_surveys",
        "chatbot_turns",
        "flow_runs",
        "flow_run_steps",
        "event_log",
      ],
    },
    "modules/administration/webhook-events/webhook-events.queries.ts": {
      "of.table": ["inbound_events", "webhook_deliveries"],
    },
    // Each module declares which of its rows depend on a grant (Ending).
    "modules/agency/agencies/grants.queries.ts": { table: "given" },
    "modules/automation/flows/definition/flows.queries.ts": { table: ["flow_runs", "flow_starts"] },
    "modules/automation/flows/definition/references.queries.ts": {
      table: ["broadcasts", "signup_forms", "pipelines", "labels", "ticket_categories"],
    },
    "modules/contacts/custom-fields/custom-fields.queries.ts": {
      "owner.definitions": ["contact_fields", "ticket_fields"],
      "owner.owners": ["contacts", "tickets"],
    },
    "modules/events/webhooks/delivering/sending.queries.ts": { table: ["webhook_deliveries", "webhook_replays"] },
    "modules/knowledge/knowledge/categories.queries.ts": { table: ["knowledge_sources", "knowledge_faqs"] },
    "modules/sales/pipelines/pipelines.queries.ts": { table: ["pipelines", "pipeline_stages"] },
    "modules/service/sla-policies/sla-column.queries.ts": { table: ["conversation_sla", "ticket_sla"] },
    "modules/service/sla-policies/tracking.queries.ts": {
      "tableOf[subject]": ["conversation_sla", "ticket_sla"],
      subject: ["conversations", "tickets"],
    },
    // The caller that acts for an organization names its own table.
    "platform/auth/acting-grant.ts": { table: "given" },
    "platform/auth/reach.ts": { table: "given" },
    // Modules provide their tables of imports, of work, and of files that are kept.
    "platform/imports/grant-ending.ts": { table: "given" },
    "platform/imports/import-store.ts": { table: "given" },
    "platform/jobs/claim.ts": { table: "given" },
    "platform/jobs/due-watch.ts": { table: "given" },
    "platform/jobs/kept-files.queries.ts": { table: "given" },
    "platform/jobs/queue.ts": { table: "given", "failed.table": "given", t: "given" },
  }),
};
