/**
 * Where data about people lies, table by table, and what the erasure of a contact does with it. One line per table, grouped by module;
 * the test reads schema.sql and fails for a table, or a text, json or bytea column of a table that is not deleted from, that has no line here.
 * Erasing is done by the steps of contact-erasure/; this map is what they are checked against.
 */
export type TableFate =
  /** Rows of the person go. */
  | { fate: "deleted"; how: string }
  /** Rows stay and say nothing of the person any more. `kept`: columns that hold nothing of them. */
  | { fate: "blanked"; how: string; blanked: string[]; kept: string[] }
  /** Nothing of a contact is in it, or what is names nobody once the contact is gone. */
  | { fate: "kept"; why: string; columns: string[] };

const words = (text: string) => text.split(" ").filter(Boolean);
const deleted = (how: string): TableFate => ({ fate: "deleted", how });
const blanked = (how: string, columns: string, kept: string): TableFate => ({
  fate: "blanked",
  how,
  blanked: words(columns),
  kept: words(kept),
});
const kept = (why: string, columns: string): TableFate => ({ fate: "kept", why, columns: words(columns) });

export const dataMap: Record<string, TableFate> = {
  // contacts
  contacts: deleted("the contact and those merged into it"),
  contact_identities: deleted("with the contact"),
  contact_activities: deleted("with the contact"),
  contact_merges: deleted("with the contact: the journal holds values from before"),
  contact_merge_dismissals: deleted("with the contact"),
  contact_moves: deleted("with the identity"),
  profile_fetches: deleted("with the identity, at once"),
  contact_fields: kept("the tenant's definitions, not values", "key label type options description"),
  contact_tag_changes: kept("words of the tenant for many contacts, gone when done", "from_tags to_tag actor_kind actor_id"),
  segments: kept("rules of the tenant", "name description rules created_by"),
  contact_imports: blanked(
    "examples of cells, of all imports before: of whom they are cannot be seen",
    "columns",
    "state filename delimiter encoding mapping on_existing default_country tags error actor_kind actor_id",
  ),
  contact_import_chunks: kept("rows still to be read, gone when they are: what they bring begins afresh", "rows"),
  contact_import_rows: blanked("the report's row forgets whom it brought", "message", "outcome field issue"),
  contact_exports: kept(
    "what was asked for; unfinished files begin anew, finished ones expire",
    "state segment_name rules fields error created_by",
  ),
  contact_export_chunks: deleted("all files of the tenant made before: a file tells not of whom it is"),

  // conversations, messages, media
  conversations: deleted("of the contact"),
  conversation_activities: deleted("with the conversation"),
  messages: deleted("of the conversations, notes too"),
  message_search: deleted("with the message"),
  notifications: deleted("with the conversation"),
  outbound_dispatches: deleted("before anything else; what is being sent is waited for"),
  media: deleted("what the contact sent, and what was sent to nobody else"),
  media_contents: deleted("with its file, where no other media has it"),
  media_fetches: deleted("with the media"),
  labels: kept("words of the team", "name color description"),
  views: kept("the team's own filters", "name visibility owner filters sort"),
  canned_replies: kept("texts of the team", "shortcut title content"),
  macros: kept("of the team", "name visibility owner actions"),

  conversation_sla: deleted("with the conversation"),
  csat_surveys: deleted("with the conversation, comments too"),
  broadcasts: kept(
    "of the tenant; an audience by list holds ids, which name nobody any more",
    "title content audience status quiet_hours auto_pause limits_from pause_reason error state rules created_by",
  ),
  broadcast_recipients: deleted("with the contact"),
  broadcast_counts: kept("numbers", "status reason"),

  // pipeline, tickets
  deals: deleted("of the contact"),
  deal_stage_history: deleted("with the deal"),
  orders: deleted("of the contact"),
  tickets: deleted("of the contact or its conversations"),
  ticket_activity: deleted("of those tickets, comments too"),
  ticket_sla: deleted("with the ticket"),
  sla_policies: kept("of the tenant", "name description targets conditions"),
  pipelines: kept("of the tenant", "name"),
  pipeline_stages: kept("of the tenant", "name color kind"),
  ticket_categories: kept("of the tenant", "name description"),
  ticket_fields: kept("the tenant's definitions, not values", "key label type options description"),

  // flows
  flows: kept("of the tenant", "name description status paused_reason created_by"),
  flow_versions: kept("what the tenant wants to happen", "definition created_by"),
  flow_books: kept("numbers", ""),
  flow_runs: deleted("with the contact or the conversation"),
  flow_run_steps: deleted("with the run"),
  flow_starts: deleted("with the contact or the conversation"),
  flow_requests: deleted("with the run"),
  flow_fronts: kept("numbers", "kind"),
  flow_schedules: kept("of the tenant: times, rules of an audience, and a position among contacts", "rules state"),
  flow_hooks: kept("of the tenant", "token_hash created_by"),
  flow_secrets: kept("of the tenant", "name value hosts created_by"),

  // callbacks, events, webhooks, idempotency, audit
  inbound_events: blanked(
    "failed items that name the person; the id stays for 8 days, or a repeated callback would bring the message back",
    "payload last_error",
    "provider_event_id state",
  ),
  event_log: deleted("events that name the person"),
  webhook_deliveries: deleted("with the event"),
  webhook_attempts: deleted("with the delivery, and with it what was answered"),
  idempotency_keys: blanked("the stored answer; the key stays, so that a late repetition does nothing", "key body", "fingerprint"),
  audit_entries: blanked("who did what stays, and ids", "changes", "actor_kind actor_id action target_id request_id"),

  // knowledge
  knowledge_questions: deleted("questions that the contact's messages ask"),
  knowledge_searches: kept("only whether there was an answer", ""),
  knowledge_categories: kept("of the tenant", "name description"),
  knowledge_sources: kept(
    "what the tenant publishes",
    "kind name text url language status error_code error_message content_hash etag last_modified",
  ),
  knowledge_documents: kept("what the tenant publishes", "language"),
  knowledge_chunks: kept("what the tenant publishes", "heading body"),
  knowledge_faqs: kept("what the tenant publishes", "question answer alternatives language status"),
  faq_imports: kept("what the tenant publishes", "state filename delimiter encoding columns mapping on_existing error actor_kind actor_id"),
  faq_import_rows: kept("what the tenant publishes, gone from here when it is read", "cells outcome field issue message"),
  knowledge_jobs: kept("work", "state"),
  knowledge_postings: kept("what the tenant publishes", "language term"),
  knowledge_vocabulary: kept("what the tenant publishes", "language term"),

  // metrics, usage: numbers, and the contact's id, which names nobody any more
  metric_contact_days: kept("how many contacts were active", ""),
  metric_conversations: kept("the state of a count", "surveyed"),
  metric_rollups: kept("numbers", "first_response_bins response_bins resolution_bins"),
  sla_outcomes: kept("which targets were met, of ids that name nobody any more", "subject target"),
  usage_contacts: kept("how many contacts were active", ""),
  usage_months: kept("numbers", ""),
  usage_periods: kept("numbers", "period"),

  // money
  apps: kept("of the tenant", "name billing_mode held_by"),
  ledger_entries: kept("the tenant's account", "type reference reason admin_id model_name actor_kind actor_id"),
  reservations: kept("the tenant's account", "reference status billing_mode"),
  client_charges: kept("between agency and client", "mode reason month state last_error"),
  agency_client_months: kept("numbers", ""),
  entitlements: kept("numbers", "resource"),
  entitlement_months: kept("numbers", "resource"),
  subscriptions: kept("the tenant's", "status subscription_type item_name held_by cancelled_from"),
  payment_requests: kept(
    "of the tenant",
    "currency description status invoice_id invoice_url problem state last_error actor_kind actor_id",
  ),
  gateway_settings: kept("of the tenant", "base_url secret_key secret_key_last_four callback_token test_error"),
  pricing: kept("of the installation", "model_name description"),

  // people of the tenant, who are not its contacts
  tenants: kept("the tenant itself", "name kind settings"),
  members: kept("people of the tenant", "name email role status own_status availability skills languages signature avatar_url"),
  invitations: kept("people of the tenant", "email name role state token_hash invited_by profile"),
  login_links: kept("people of the tenant", "token_hash made_by_kind standing maker_standing"),
  mails: kept("mails go to people of the tenant", "kind recipient state error content"),
  divisions: kept("of the tenant", "name description color"),
  agent_settings: kept("of the tenant", "strategy visibility business_hours auto_resolve_message csat_questions"),
  users: kept("people who sign in", "email password_hash"),
  user_sessions: kept("people who sign in", "token_hash address user_agent made_by_kind standing maker_standing"),
  user_second_factors: kept("people who sign in", "secret"),
  user_backup_codes: kept("people who sign in", "code_hash"),
  user_email_proofs: kept("people who sign in", "purpose email token_hashes"),
  email_link_requests: kept("people who sign in", "email"),
  password_reset_requests: kept("people who sign in", "email"),
  password_reset_tokens: kept("people who sign in", "token_hash"),
  auth_attempts: kept("hashes", "subject"),

  // agencies
  agencies: kept("of the tenant", "contact_email website"),
  agency_clients: kept("organizations", "status reference"),
  agency_domains: kept("of the tenant", "hostname proof status last_error"),
  agency_grants: kept("organizations", "agency_name scopes message status requested_by accepted_by ended_by"),
  agency_link_requests: kept("organizations", "organization scopes message reference status requested_by"),
  domain_hosts: kept("of the tenant", "hostname"),
  brand_kits: kept("of the agency", "name colors support_email terms_url privacy_url imprint_url"),
  public_files: kept("pictures of the agency", "token"),
  landing_pages: kept("what the agency publishes", "slug public_key title description blocks status"),
  signup_forms: kept("what the agency asks", "slug public_key title intro fields consent_text target thank_you redirect_url"),
  form_submissions: deleted("what made the contact, and what names the person"),
  agency_snapshots: kept("configuration", "name description snapshot parts created_by"),
  snapshot_applications: kept("configuration on its way into a client", "snapshot state problem"),

  // AI
  ai_keys: kept("of the tenant", "provider name base_url api_key last_four models state last_error"),
  chatbots: kept("of the tenant", "name settings"),
  chatbot_channels: kept("of the tenant", ""),
  chatbot_sessions: deleted("with the conversation"),
  chatbot_turns: deleted("with the conversation"),
  chatbot_evaluations: kept("questions that the tenant makes up", "name cases"),
  chatbot_evaluation_runs: kept("answers to them", "settings cases results state"),
  ai_circuits: kept("numbers", "model reason"),
  ai_requests: kept("what was asked of whom, without a word of it", "purpose reference outcome provider model attempts"),

  // channels, keys, webhooks' settings
  channels: kept(
    "accounts of the tenant",
    "kind name external_id account_id status status_reason config secrets quality_rating messaging_limit credentials_app credentials_app_id ownership_error upkeep upkeep_error",
  ),
  channel_activity: kept("instants", ""),
  channel_authorizations: kept("of the tenant", "kind name state_hash callback_uri redirect_uri status error secrets actor_kind actor_id"),
  channel_pacing: kept("instants", ""),
  channel_routes: kept("accounts of the tenant", "kind route_by external_id proof"),
  shared_routes: kept("accounts of the tenant", "kind route_by external_id"),
  templates: kept(
    "of the tenant",
    "provider_template_id name language category status platform_status quality rejected_reason parameter_format variables components",
  ),
  api_keys: kept("of the tenant", "name environment key_hash last_four scopes created_by"),
  api_key_lookup: kept("of the tenant", "key_hash"),
  webhook_endpoints: kept(
    "of the tenant",
    "url events description status disabled_reason secret previous_secret headers header_names filter signature_scheme signing_key public_key previous_signing_key previous_public_key alert",
  ),
  webhook_paces: kept("of the tenant: when the next delivery is due", ""),
  webhook_replays: kept("work", "state"),

  // privacy
  privacy_requests: kept("the report: counts and the contact's id", "kind state step position counts error created_by previous_seal seal"),
  privacy_traces: deleted("with the last step"),
  privacy_export_chunks: deleted("files about the contact"),
  retention_settings: kept("numbers", ""),
  organization_exports: kept(
    "what was asked for; unfinished files begin anew, finished ones expire",
    "state position counts error created_by",
  ),
  organization_export_pieces: deleted("with their objects, all made before: a file tells not of whom it is"),
  organization_erasures: kept("of an organization: counts", "state step position counts error requested_by cancelled_by seal"),

  // the installation
  installation: kept("facts of the installation", "name value"),
  event_cursors: kept("positions", "consumer"),
  queue_hours: kept("numbers", "queue"),
  maintenance_runs: kept("jobs of the installation", "job state error"),
  rate_limits: kept("numbers", ""),
  event_stream_places: kept("numbers", ""),
  schema_files: kept("texts of functions and policies", "name checksum"),
  schema_migrations: kept("migrations", "name checksum"),
  server_processes: kept("processes", "roles"),
  scheduled_jobs: kept("jobs of the installation", "name state"),
  tenant_counters: kept("numbers", "name"),
  tenant_keys: kept("of the tenant", "wrapped_key"),
};
