import type { WirePrefix } from "#platform/ids/ids.ts";

/**
 * What of each table goes into the export of an organization. One line per table: the test reads schema.sql and the data map of modules/administration/privacy and
 * fails for a table without one, and for a column of ids whose kind nobody knows.
 * Never written, whatever a line says: columns of bytes (hashes, sealed secrets) and of transaction numbers.
 */
export type ExportFate =
  | {
      fate: "exported";
      /** Of the table's own ids; null: they have no form of the API and are written as they are stored. */
      id: WirePrefix | null;
      /** Columns whose ids are of another kind than the name says everywhere else. */
      refs: Record<string, WirePrefix | null>;
      /** Columns that stay here. */
      omit: string[];
    }
  | { fate: "left out"; why: string };

const exported = (id: WirePrefix | null, refs: Record<string, WirePrefix | null> = {}, omit: string[] = []): ExportFate => ({
  fate: "exported",
  id,
  refs,
  omit,
});
const leftOut = (why: string): ExportFate => ({ fate: "left out", why });

const files = "files that were made of what is in the export";
const passing = "work on its way, gone when it is done";
const derived = "made of what is in the export, for finding it";
const person = "of people in all their organizations; members tell who is in this one";
const installation = "of the installation";
const credential = "lets somebody in";

/** Reasons that hold for what tells of a person, too. */
export const harmlessReasons = [files, passing, derived];

/** What a column of ids names, wherever it is called so. */
export const idColumns: Record<string, WirePrefix | null> = {
  about_id: null,
  agency_id: "org",
  answered_by: "aik",
  app_id: "app",
  assignee_id: "agt",
  broadcast_id: "brd",
  channel_id: "chn",
  channel_ids: "chn",
  chatbot_id: "bot",
  client_id: "org",
  contact_id: "cnt",
  content_id: null,
  conversation_id: "conv",
  deal_id: "deal",
  delivery_id: "dlv",
  division_id: "div",
  division_ids: "div",
  endpoint_id: "whk",
  entry_id: "txn",
  evaluation_id: "bev",
  event_id: "evt",
  export_id: "oex",
  favicon_id: "med",
  flow_id: "flow",
  follow_up_of_id: "tkt",
  form_id: "frm",
  grant_id: "grn",
  identity_id: "cid",
  identity_ids: "cid",
  import_id: "imp",
  inbound_ids: "msg",
  label_id: "lbl",
  label_ids: "lbl",
  link_request_id: "lnk",
  logo_dark_id: "med",
  logo_light_id: "med",
  media_id: "med",
  media_ids: "med",
  member_id: "agt",
  mentions: "agt",
  merged_id: "cnt",
  merged_into_id: "cnt",
  message_id: "msg",
  other_id: "cnt",
  owner_id: "agt",
  pending: "msg",
  pipeline_id: "pip",
  policy_id: "slp",
  replay_id: "rpl",
  reply_message_id: "msg",
  reply_to_id: "msg",
  run_id: "frun",
  seq: "inb",
  stage_id: "stg",
  subscription_id: "sub",
  survivor_id: "cnt",
  tenant_id: "org",
  ticket_id: "tkt",
  trigger_event_id: "evt",
  user_id: "agt",
};

export const exportMap: Record<string, ExportFate> = {
  // the organization and its people
  tenants: exported(null),
  agent_settings: exported(null),
  retention_settings: exported(null),
  members: exported(null),
  divisions: exported("div", { parent_id: "div" }),
  invitations: exported("inv"),
  mails: exported("mail", {}, ["content"]),
  // Whose budgets a key shares may be an agency's affair.
  api_keys: exported("key", {}, ["budget_tenant_ids", "budget_key_ids"]),
  audit_entries: exported("aud"),
  notifications: exported("ntf"),
  tenant_counters: leftOut("how far the numbers of what is in the export go"),
  tenant_keys: leftOut(credential),
  api_key_lookup: leftOut(credential),
  login_links: leftOut(credential),
  idempotency_keys: leftOut("answers as they were sent, some with a secret that is shown once"),
  rate_limits: leftOut(passing),
  event_stream_places: leftOut(passing),
  // channels
  channels: exported("chn"),
  templates: exported("tpl"),
  channel_authorizations: leftOut(passing),
  channel_activity: leftOut(derived),
  channel_pacing: leftOut(passing),
  channel_routes: leftOut("of the installation: which channel a callback is for"),
  shared_routes: leftOut("of the installation: which channel a callback is for"),
  // contacts
  contacts: exported("cnt", {}, ["search_text", "phone_key", "email_key", "name_key"]),
  contact_identities: exported("cid", {}, ["address_key", "username_key"]),
  contact_activities: exported("cac"),
  contact_merges: exported("mrg"),
  contact_merge_dismissals: exported(null),
  contact_fields: exported("cfd", { after_id: null }),
  segments: exported("seg"),
  contact_imports: exported("imp"),
  contact_import_rows: exported(null),
  contact_exports: exported("exp", { after_id: null }),
  contact_import_chunks: leftOut(passing),
  contact_export_chunks: leftOut(files),
  contact_moves: leftOut(passing),
  contact_tag_changes: leftOut(passing),
  profile_fetches: leftOut(passing),
  // conversations, messages, files
  conversations: exported("conv"),
  conversation_activities: exported("act"),
  conversation_sla: exported("conv", { applied_event: "evt" }),
  messages: exported("msg"),
  inbound_events: exported(null),
  labels: exported("lbl"),
  views: exported("view"),
  canned_replies: exported("can"),
  macros: exported("mac"),
  csat_surveys: exported("csr"),
  media: exported("med"),
  media_contents: exported(null),
  public_files: exported(null),
  message_search: leftOut(derived),
  media_fetches: leftOut(passing),
  outbound_dispatches: leftOut(passing),
  // broadcasts, flows
  broadcasts: exported("brd", { after_id: null }),
  broadcast_recipients: exported(null),
  broadcast_counts: exported(null),
  flows: exported("flow"),
  flow_versions: exported(null),
  flow_runs: exported("frun"),
  flow_run_steps: exported(null),
  flow_starts: exported("frun"),
  flow_fronts: leftOut(derived),
  flow_schedules: leftOut(derived),
  flow_hooks: leftOut(credential),
  flow_secrets: leftOut("secrets"),
  flow_requests: leftOut(passing),
  flow_books: leftOut(derived),
  // pipeline, tickets
  pipelines: exported("pip"),
  pipeline_stages: exported("stg"),
  deals: exported("deal", {}, ["search_text"]),
  deal_stage_history: exported("dsh"),
  orders: exported("ord"),
  tickets: exported("tkt", { category_id: "tca" }),
  ticket_activity: exported("tac"),
  ticket_categories: exported("tca"),
  ticket_fields: exported("tfd", { after_id: null }),
  ticket_sla: exported("tkt"),
  sla_policies: exported("slp"),
  // Of a ticket or a conversation, as `subject` says.
  sla_outcomes: exported(null, { subject_id: null }),
  // events, webhooks
  event_log: exported("evt"),
  webhook_endpoints: exported("whk"),
  webhook_paces: leftOut(passing),
  webhook_deliveries: exported("dlv"),
  webhook_attempts: exported("att"),
  webhook_replays: leftOut(passing),
  // knowledge
  knowledge_categories: exported("kct", { parent_id: "kct" }),
  knowledge_sources: exported("kns", { category_id: "kct" }),
  knowledge_faqs: exported("kfq", { category_id: "kct" }),
  faq_imports: exported("fim"),
  faq_import_rows: exported(null, { import_id: "fim", faq_id: "kfq" }),
  knowledge_questions: exported("knq"),
  knowledge_searches: exported(null),
  knowledge_documents: leftOut(derived),
  knowledge_chunks: leftOut(derived),
  knowledge_postings: leftOut(derived),
  knowledge_vocabulary: leftOut(derived),
  knowledge_jobs: leftOut(passing),
  // AI
  chatbots: exported("bot"),
  chatbot_channels: exported(null),
  chatbot_sessions: exported(null),
  chatbot_turns: exported("btn"),
  chatbot_evaluations: exported("bev"),
  chatbot_evaluation_runs: exported("brn"),
  ai_keys: exported("aik"),
  ai_requests: exported("air"),
  ai_circuits: leftOut(passing),
  // figures
  metric_contact_days: exported(null),
  metric_rollups: exported(null),
  usage_months: exported(null),
  usage_periods: exported(null),
  metric_conversations: leftOut("the state of a count"),
  usage_contacts: leftOut("the state of a count"),
  // money
  apps: exported("app"),
  ledger_entries: exported("txn"),
  reservations: exported(null),
  client_charges: exported(null),
  agency_client_months: exported(null),
  entitlements: exported(null),
  entitlement_months: exported(null),
  subscriptions: exported("sub"),
  payment_requests: exported("pay"),
  gateway_settings: exported(null),
  pricing: leftOut(installation),
  // agencies
  agencies: exported(null),
  agency_clients: exported(null),
  agency_domains: exported("dom"),
  agency_grants: exported("grn"),
  agency_link_requests: exported("lnk"),
  brand_kits: exported(null),
  landing_pages: exported("lpg"),
  signup_forms: exported("frm"),
  form_submissions: exported("fsb"),
  agency_snapshots: exported("snp", { from_client_id: "org" }),
  snapshot_applications: exported(null),
  domain_hosts: leftOut("of the installation: the look-up of agency_domains"),
  // privacy
  privacy_requests: exported("prq"),
  organization_exports: exported("oex"),
  organization_erasures: exported(null, {}, ["people"]),
  privacy_traces: leftOut(passing),
  privacy_export_chunks: leftOut(files),
  organization_export_pieces: leftOut(files),
  // people, the installation
  users: leftOut(person),
  user_sessions: leftOut(credential),
  user_second_factors: leftOut(credential),
  user_backup_codes: leftOut(credential),
  user_email_proofs: leftOut(credential),
  email_link_requests: leftOut(credential),
  password_reset_requests: leftOut(credential),
  password_reset_tokens: leftOut(credential),
  auth_attempts: leftOut(installation),
  installation: leftOut(installation),
  event_cursors: leftOut(installation),
  queue_hours: leftOut(installation),
  maintenance_runs: leftOut(installation),
  schema_files: leftOut(installation),
  schema_migrations: leftOut(installation),
  server_processes: leftOut(installation),
  scheduled_jobs: leftOut(installation),
};

/** In the order of the file. */
export const exportedTables: readonly string[] = Object.entries(exportMap).flatMap(([table, { fate }]) =>
  fate === "exported" ? table : [],
);
