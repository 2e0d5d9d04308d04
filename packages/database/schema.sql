-- PostgreSQL schema of Parley. Generated from the catalogue by `npm run generate`; do not edit.

create type broadcast_work as (n integer, msg uuid, chan uuid, kind text, acct text, addr text, akey text, puid text, cnt uuid, cid uuid, known boolean, conv uuid, type text, text text, content jsonb, bid uuid, frm text, pair integer, burst integer, run timestamp with time zone, win boolean, cba integer, e1 uuid);
create type inbound_work as (n integer, chan uuid, kind text, acct text, addr text, akey text, puid text, name text, uname text, ext text, at timestamp with time zone, dir text, type text, text text, content jsonb, media jsonb, repx text, opens boolean, auto boolean, ours text, wms bigint, reopen bigint, msg uuid, cnt uuid, cid uuid, conv uuid, e1 uuid, e2 uuid, e3 uuid, e4 uuid, e5 uuid);
create type outbound_work as (n integer, msg uuid, chan uuid, kind text, acct text, addr text, akey text, puid text, cnt uuid, cid uuid, conv uuid, type text, text text, content jsonb, akind text, aid text, cref text, rep uuid, prio smallint, win boolean, idem text, fp text, e1 uuid, e2 uuid, e3 uuid, pair integer, burst integer, frm text, wms bigint, hms bigint, ha boolean, cba integer, cas integer, wexp timestamp with time zone, outcome text, is_new boolean);
create type send_result as (msg uuid, st text, att integer, ext text, err jsonb, run_at timestamp with time zone, counts text, expired boolean, ev uuid);
create type status_work as (n integer, chan uuid, ext text, ref uuid, st text, at timestamp with time zone, err jsonb, ev uuid);

create table agencies (
  tenant_id uuid not null,
  contact_email text,
  website text,
  updated_at timestamp with time zone not null,
  constraint agencies_pkey PRIMARY KEY (tenant_id),
  constraint agencies_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create table agency_client_months (
  tenant_id uuid not null,
  client_id uuid not null,
  month date not null,
  cost numeric(20,6) default 0 not null,
  owed numeric(20,6) default 0 not null,
  charged numeric(20,6) default 0 not null,
  earned numeric(20,6) default 0 not null,
  charges bigint default 0 not null,
  constraint agency_client_months_pkey PRIMARY KEY (tenant_id, client_id, month),
  constraint agency_client_months_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create table agency_clients (
  tenant_id uuid not null,
  client_id uuid not null,
  status text not null,
  reference text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint agency_clients_pkey PRIMARY KEY (tenant_id, client_id),
  constraint agency_clients_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint agency_clients_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200))),
  constraint agency_clients_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'suspended'::text, 'ended'::text])))
);

create table agency_domains (
  tenant_id uuid not null,
  id uuid not null,
  hostname text not null,
  proof text not null,
  status text not null,
  failures integer default 0 not null,
  last_error text,
  last_checked_at timestamp with time zone,
  verified_at timestamp with time zone,
  check_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  certificate_until timestamp with time zone,
  certificate_error text,
  certificate_checked_at timestamp with time zone,
  constraint agency_domains_pkey PRIMARY KEY (tenant_id, id),
  constraint agency_domains_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint agency_domains_hostname_check CHECK (((hostname = lower(hostname)) AND ((length(hostname) >= 4) AND (length(hostname) <= 253)))),
  constraint agency_domains_status_check CHECK ((status = ANY (ARRAY['pending_verification'::text, 'verified'::text, 'active'::text, 'failed'::text, 'suspended'::text])))
);

create table agency_grants (
  tenant_id uuid not null,
  id uuid not null,
  agency_id uuid not null,
  agency_name text not null,
  scopes text[] not null,
  message text,
  status text not null,
  requested_by text not null,
  accepted_by text,
  ended_by text,
  expires_at timestamp with time zone,
  accepted_at timestamp with time zone,
  refused_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  link_request_id uuid,
  constraint agency_grants_pkey PRIMARY KEY (tenant_id, id),
  constraint agency_grants_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint agency_grants_scopes_check CHECK ((cardinality(scopes) > 0)),
  constraint agency_grants_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'refused'::text, 'revoked'::text])))
);

create table agency_link_requests (
  tenant_id uuid not null,
  id uuid not null,
  organization text not null,
  scopes text[] not null,
  message text,
  reference text,
  status text not null,
  client_id uuid,
  requested_by text not null,
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint agency_link_requests_pkey PRIMARY KEY (tenant_id, id),
  constraint agency_link_requests_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES agency_clients(tenant_id, client_id),
  constraint agency_link_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint agency_link_requests_client CHECK (((status = 'accepted'::text) = (client_id IS NOT NULL))),
  constraint agency_link_requests_organization_check CHECK (((length(organization) >= 3) AND (length(organization) <= 320))),
  constraint agency_link_requests_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200))),
  constraint agency_link_requests_scopes_check CHECK ((cardinality(scopes) > 0)),
  constraint agency_link_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text])))
);

create table agency_snapshots (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  version integer not null,
  is_default boolean not null,
  snapshot json not null,
  parts text[] not null,
  size_bytes integer not null,
  from_client_id uuid,
  created_by text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint agency_snapshots_pkey PRIMARY KEY (tenant_id, id),
  constraint agency_snapshots_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint agency_snapshots_description_check CHECK (((length(description) >= 1) AND (length(description) <= 2000))),
  constraint agency_snapshots_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint agency_snapshots_version_check CHECK ((version > 0))
);

create table agent_settings (
  tenant_id uuid not null,
  auto_assign boolean not null,
  strategy text not null,
  respect_availability boolean not null,
  sticky boolean not null,
  max_per_agent integer not null,
  visibility text not null,
  auto_resolve_minutes integer,
  business_hours jsonb,
  offline_after_minutes integer not null,
  updated_at timestamp with time zone not null,
  csat_enabled boolean default false not null,
  csat_delay_minutes integer default 5 not null,
  csat_questions jsonb default '{}'::jsonb not null,
  csat_since timestamp with time zone,
  auto_resolve_message text,
  reassign_on_offline boolean default false not null,
  assist_enabled boolean default true not null,
  assist_instructions text,
  assist_models jsonb default '[]'::jsonb not null,
  constraint agent_settings_pkey PRIMARY KEY (tenant_id),
  constraint agent_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint agent_settings_assist_instructions_check CHECK (((length(assist_instructions) >= 1) AND (length(assist_instructions) <= 2000))),
  constraint agent_settings_auto_resolve_message_check CHECK (((length(auto_resolve_message) >= 1) AND (length(auto_resolve_message) <= 1000))),
  constraint agent_settings_auto_resolve_minutes_check CHECK ((auto_resolve_minutes >= 1)),
  constraint agent_settings_check CHECK ((csat_enabled = (csat_since IS NOT NULL))),
  constraint agent_settings_csat_delay_minutes_check CHECK (((csat_delay_minutes >= 0) AND (csat_delay_minutes <= 1440))),
  constraint agent_settings_max_per_agent_check CHECK ((max_per_agent >= 1)),
  constraint agent_settings_offline_after_minutes_check CHECK ((offline_after_minutes >= 2)),
  constraint agent_settings_strategy_check CHECK ((strategy = ANY (ARRAY['round_robin'::text, 'least_busy'::text, 'manual'::text]))),
  constraint agent_settings_visibility_check CHECK ((visibility = ANY (ARRAY['all'::text, 'division'::text, 'assigned'::text])))
);

create table ai_circuits (
  tenant_id uuid not null,
  key_id uuid not null,
  model text not null,
  failures integer not null,
  window_at timestamp with time zone not null,
  opened integer not null,
  open_until timestamp with time zone,
  probe_until timestamp with time zone,
  reason text,
  updated_at timestamp with time zone not null,
  constraint ai_circuits_pkey PRIMARY KEY (tenant_id, key_id, model),
  constraint ai_circuits_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint ai_circuits_tenant_id_key_id_fkey FOREIGN KEY (tenant_id, key_id) REFERENCES ai_keys(tenant_id, id) ON DELETE CASCADE,
  constraint ai_circuits_model_check CHECK ((length(model) <= 200))
);

create table ai_keys (
  tenant_id uuid not null,
  id uuid not null,
  provider text not null,
  name text not null,
  base_url text not null,
  api_key bytea not null,
  last_four text,
  models text[] not null,
  priority integer not null,
  is_active boolean not null,
  state text not null,
  last_error text,
  last_tested_at timestamp with time zone,
  revision bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint ai_keys_pkey PRIMARY KEY (tenant_id, id),
  constraint ai_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint ai_keys_base_url_check CHECK (((length(base_url) >= 1) AND (length(base_url) <= 500))),
  constraint ai_keys_models_check CHECK ((cardinality(models) <= 50)),
  constraint ai_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint ai_keys_priority_check CHECK (((priority >= 1) AND (priority <= 1000))),
  constraint ai_keys_provider_check CHECK ((provider = ANY (ARRAY['openai'::text, 'anthropic'::text, 'google'::text, 'openai_compatible'::text]))),
  constraint ai_keys_state_check CHECK ((state = ANY (ARRAY['installed'::text, 'tested'::text, 'failed'::text])))
);

create table ai_requests (
  tenant_id uuid not null,
  id uuid not null,
  purpose text not null,
  reference text not null,
  outcome text not null,
  provider text,
  model text,
  answered_by uuid,
  input_tokens integer not null,
  output_tokens integer not null,
  cost numeric(20,6) not null,
  attempts jsonb not null,
  duration_ms integer not null,
  created_at timestamp with time zone not null,
  constraint ai_requests_pkey PRIMARY KEY (tenant_id, id),
  constraint ai_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint ai_requests_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'no_key'::text, 'insufficient_credits'::text, 'entitlement_exceeded'::text, 'all_failed'::text, 'refused'::text, 'timed_out'::text]))),
  constraint ai_requests_purpose_check CHECK ((purpose = ANY (ARRAY['chatbot'::text, 'playground'::text, 'assist'::text, 'evaluation'::text]))),
  constraint ai_requests_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 150)))
);

create table api_key_lookup (
  key_hash bytea not null,
  tenant_id uuid not null,
  key_id uuid not null,
  constraint api_key_lookup_pkey PRIMARY KEY (key_hash),
  constraint api_key_lookup_tenant_id_key_id_fkey FOREIGN KEY (tenant_id, key_id) REFERENCES api_keys(tenant_id, id) ON DELETE CASCADE
);

create table api_keys (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  environment text not null,
  key_hash bytea not null,
  last_four text not null,
  scopes text[] not null,
  rate_limit_per_minute integer,
  created_by text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  agency_id uuid,
  grant_id uuid,
  budget_tenant_ids uuid[] default '{}'::uuid[] not null,
  budget_key_ids uuid[] default '{}'::uuid[] not null,
  made_by_kind text,
  made_by uuid,
  maker_stay integer,
  constraint api_keys_pkey PRIMARY KEY (tenant_id, id),
  constraint api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint api_keys_tenant_id_grant_id_fkey FOREIGN KEY (tenant_id, grant_id) REFERENCES agency_grants(tenant_id, id),
  constraint api_keys_budgets CHECK ((cardinality(budget_tenant_ids) = cardinality(budget_key_ids))),
  constraint api_keys_delegated CHECK ((((agency_id IS NULL) = (grant_id IS NULL)) AND ((grant_id IS NULL) OR (expires_at IS NOT NULL)))),
  constraint api_keys_environment_check CHECK ((environment = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint api_keys_made_by_kind_check CHECK ((made_by_kind = ANY (ARRAY['api'::text, 'member'::text]))),
  constraint api_keys_maker CHECK ((((made_by_kind IS NULL) = (made_by IS NULL)) AND ((made_by IS NULL) OR (grant_id IS NOT NULL)) AND ((maker_stay IS NOT NULL) = COALESCE((made_by_kind = 'member'::text), false)))),
  constraint api_keys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint api_keys_rate_limit_per_minute_check CHECK ((rate_limit_per_minute > 0))
);

create table apps (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  is_active boolean not null,
  balance numeric(20,6) not null,
  reserved numeric(20,6) not null,
  allow_negative boolean not null,
  entries bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  messages_limited boolean default false not null,
  agency_id uuid,
  billing_mode text,
  markup_percent numeric(6,2),
  terms_updated_at timestamp with time zone,
  low_threshold numeric(20,6),
  low_since timestamp with time zone,
  held_by text,
  constraint apps_pkey PRIMARY KEY (tenant_id, id),
  constraint apps_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint apps_billing_mode_check CHECK ((billing_mode = ANY (ARRAY['agency_pays'::text, 'client_pays'::text]))),
  constraint apps_held_by_check CHECK ((held_by = ANY (ARRAY['agency'::text, 'platform'::text]))),
  constraint apps_held_when_off CHECK (((held_by IS NULL) OR (NOT is_active))),
  constraint apps_low_threshold_check CHECK ((low_threshold >= (0)::numeric)),
  constraint apps_markup_percent_check CHECK (((markup_percent >= (0)::numeric) AND (markup_percent <= (100)::numeric))),
  constraint apps_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint apps_not_negative CHECK (((balance >= (0)::numeric) OR allow_negative)),
  constraint apps_reserved_check CHECK ((reserved >= (0)::numeric)),
  constraint apps_terms CHECK ((((agency_id IS NULL) = (billing_mode IS NULL)) AND ((agency_id IS NULL) = (markup_percent IS NULL)) AND ((agency_id IS NOT NULL) OR (terms_updated_at IS NULL))))
);

create table audit_entries (
  tenant_id uuid not null,
  id uuid not null,
  actor_kind text not null,
  actor_id text,
  action text not null,
  target_id text,
  changes jsonb default '{}'::jsonb not null,
  request_id text,
  created_at timestamp with time zone not null,
  constraint audit_entries_pkey PRIMARY KEY (tenant_id, id),
  constraint audit_entries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create table auth_attempts (
  subject bytea not null,
  attempts integer not null,
  forget_at timestamp with time zone not null,
  blocked_until timestamp with time zone,
  constraint auth_attempts_pkey PRIMARY KEY (subject)
);

create table brand_kits (
  tenant_id uuid not null,
  name text not null,
  logo_light_id uuid,
  logo_dark_id uuid,
  favicon_id uuid,
  colors jsonb not null,
  support_email text,
  terms_url text,
  privacy_url text,
  imprint_url text,
  updated_at timestamp with time zone not null,
  constraint brand_kits_pkey PRIMARY KEY (tenant_id),
  constraint brand_kits_tenant_id_favicon_id_fkey FOREIGN KEY (tenant_id, favicon_id) REFERENCES media(tenant_id, id),
  constraint brand_kits_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint brand_kits_tenant_id_logo_dark_id_fkey FOREIGN KEY (tenant_id, logo_dark_id) REFERENCES media(tenant_id, id),
  constraint brand_kits_tenant_id_logo_light_id_fkey FOREIGN KEY (tenant_id, logo_light_id) REFERENCES media(tenant_id, id),
  constraint brand_kits_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

create table broadcast_counts (
  tenant_id uuid not null,
  broadcast_id uuid not null,
  status text not null,
  reason text default ''::text not null,
  count integer not null,
  constraint broadcast_counts_pkey PRIMARY KEY (tenant_id, broadcast_id, status, reason),
  constraint broadcast_counts_tenant_id_broadcast_id_fkey FOREIGN KEY (tenant_id, broadcast_id) REFERENCES broadcasts(tenant_id, id) ON DELETE CASCADE
) with (fillfactor=50);

create table broadcast_recipients (
  tenant_id uuid not null,
  broadcast_id uuid not null,
  n integer not null,
  contact_id uuid not null,
  zone text not null,
  status text not null,
  reason text,
  message_id uuid,
  round smallint not null,
  sent_at timestamp with time zone,
  replied_at timestamp with time zone,
  opted_out_at timestamp with time zone,
  constraint broadcast_recipients_pkey PRIMARY KEY (tenant_id, broadcast_id, n),
  constraint broadcast_recipients_tenant_id_broadcast_id_fkey FOREIGN KEY (tenant_id, broadcast_id) REFERENCES broadcasts(tenant_id, id) ON DELETE CASCADE,
  constraint broadcast_recipients_tenant_id_contact_id_fkey FOREIGN KEY (tenant_id, contact_id) REFERENCES contacts(tenant_id, id) ON DELETE CASCADE,
  constraint broadcast_recipients_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES messages(tenant_id, id) ON DELETE SET NULL (message_id),
  constraint broadcast_recipients_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'replied'::text, 'failed'::text, 'unknown'::text, 'skipped'::text])))
) with (autovacuum_vacuum_scale_factor=0.02, fillfactor=70);

create table broadcasts (
  tenant_id uuid not null,
  id uuid not null,
  title text not null,
  channel_id uuid not null,
  content jsonb not null,
  audience jsonb not null,
  status text not null,
  scheduled_at timestamp with time zone,
  rate_per_minute integer,
  quiet_hours jsonb,
  auto_pause jsonb,
  limits_from jsonb default '{}'::jsonb not null,
  pause_reason text,
  error text,
  state text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  tries smallint default 0 not null,
  lease_until timestamp with time zone,
  rules jsonb,
  after_at timestamp with time zone,
  after_id uuid,
  recipients integer default 0 not null,
  frozen_at timestamp with time zone,
  next_at timestamp with time zone,
  round smallint default 1 not null,
  rewinding boolean default false not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  deleted_at timestamp with time zone,
  grant_id uuid default (NULLIF(current_setting('app.acting_grant'::text, true), ''::text))::uuid,
  holder integer,
  deaths smallint default 0 not null,
  constraint broadcasts_pkey PRIMARY KEY (tenant_id, id),
  constraint broadcasts_tenant_id_channel_id_fkey FOREIGN KEY (tenant_id, channel_id) REFERENCES channels(tenant_id, id),
  constraint broadcasts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint broadcasts_tenant_id_grant_id_fkey FOREIGN KEY (tenant_id, grant_id) REFERENCES agency_grants(tenant_id, id),
  constraint broadcasts_check CHECK (((status = 'paused'::text) = (pause_reason IS NOT NULL))),
  constraint broadcasts_check1 CHECK (((status <> 'scheduled'::text) OR (scheduled_at IS NOT NULL))),
  constraint broadcasts_rate_per_minute_check CHECK ((rate_per_minute > 0)),
  constraint broadcasts_state_check CHECK ((state = ANY (ARRAY['idle'::text, 'ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text]))),
  constraint broadcasts_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'sending'::text, 'paused'::text, 'completed'::text, 'cancelled'::text, 'failed'::text]))),
  constraint broadcasts_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
) with (fillfactor=50);

create table canned_replies (
  tenant_id uuid not null,
  id uuid not null,
  shortcut text not null,
  shortcut_key text generated always as (lower(shortcut)) stored not null,
  title text not null,
  content text not null,
  media_ids uuid[] default '{}'::uuid[] not null,
  usage_count integer default 0 not null,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint canned_replies_pkey PRIMARY KEY (tenant_id, id),
  constraint canned_replies_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint canned_replies_content_check CHECK (((length(content) >= 1) AND (length(content) <= 10000))),
  constraint canned_replies_shortcut_check CHECK (((length(shortcut) >= 1) AND (length(shortcut) <= 50))),
  constraint canned_replies_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);

create table channel_activity (
  tenant_id uuid not null,
  channel_id uuid not null,
  last_callback_at timestamp with time zone,
  last_inbound_at timestamp with time zone,
  constraint channel_activity_pkey PRIMARY KEY (tenant_id, channel_id),
  constraint channel_activity_tenant_id_channel_id_fkey FOREIGN KEY (tenant_id, channel_id) REFERENCES channels(tenant_id, id) ON DELETE CASCADE
);

create table channel_authorizations (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  channel_id uuid,
  name text,
  state_hash bytea,
  callback_uri text not null,
  redirect_uri text,
  status text not null,
  error text,
  secrets bytea not null,
  channel_ids uuid[] default '{}'::uuid[] not null,
  actor_kind text not null,
  actor_id text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  grant_id uuid default (NULLIF(current_setting('app.acting_grant'::text, true), ''::text))::uuid,
  constraint channel_authorizations_pkey PRIMARY KEY (tenant_id, id),
  constraint channel_authorizations_tenant_id_channel_id_fkey FOREIGN KEY (tenant_id, channel_id) REFERENCES channels(tenant_id, id),
  constraint channel_authorizations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint channel_authorizations_tenant_id_grant_id_fkey FOREIGN KEY (tenant_id, grant_id) REFERENCES agency_grants(tenant_id, id),
  constraint channel_authorizations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint channel_authorizations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'exchanging'::text, 'choosing'::text, 'completed'::text, 'denied'::text, 'failed'::text])))
);

create table channel_calling (
  tenant_id uuid not null,
  channel_id uuid not null,
  voice_agent_id uuid,
  updated_at timestamp with time zone not null,
  constraint channel_calling_pkey PRIMARY KEY (tenant_id, channel_id),
  constraint channel_calling_tenant_id_channel_id_fkey FOREIGN KEY (tenant_id, channel_id) REFERENCES channels(tenant_id, id),
  constraint channel_calling_tenant_id_voice_agent_id_fkey FOREIGN KEY (tenant_id, voice_agent_id) REFERENCES voice_agents(tenant_id, id)
);

create table channel_pacing (
  tenant_id uuid not null,
  channel_id uuid not null,
  tat timestamp with time zone not null,
  behind boolean default false not null,
  slots timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  claimed integer[] default '{}'::integer[] not null,
  pause_until timestamp with time zone,
  rate double precision,
  rate_at timestamp with time zone,
  refused_at timestamp with time zone,
  constraint channel_pacing_pkey PRIMARY KEY (tenant_id, channel_id),
  constraint channel_pacing_tenant_id_channel_id_fkey FOREIGN KEY (tenant_id, channel_id) REFERENCES channels(tenant_id, id) ON DELETE CASCADE
) with (fillfactor=50);

create table channel_routes (
  tenant_id uuid not null,
  channel_id uuid not null,
  kind text not null,
  route_by text not null,
  external_id text not null,
  loss_untold boolean default false not null,
  proof text,
  constraint channel_routes_pkey PRIMARY KEY (tenant_id, channel_id, route_by),
  constraint channel_routes_tenant_id_channel_id_fkey FOREIGN KEY (tenant_id, channel_id) REFERENCES channels(tenant_id, id) ON DELETE CASCADE,
  constraint channel_routes_proof_check CHECK ((proof = ANY (ARRAY['credentials'::text, 'authorization'::text, 'operator'::text, 'inherited'::text]))),
  constraint channel_routes_route_by_check CHECK ((route_by = ANY (ARRAY['channel'::text, 'account'::text])))
);

create table channels (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  name text not null,
  external_id text not null,
  account_id text,
  status text not null,
  status_reason text,
  config jsonb default '{}'::jsonb not null,
  secrets bytea not null,
  messages_per_second integer not null,
  quality_rating text,
  messaging_limit text,
  templates_synced_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  credentials_version integer default 1 not null,
  credentials_expire_at timestamp with time zone,
  credentials_refreshed_at timestamp with time zone,
  credentials_renewable_until timestamp with time zone,
  credentials_warn_at timestamp with time zone,
  credentials_warned_of timestamp with time zone,
  credentials_app text,
  credentials_app_id text,
  ownership_check_at timestamp with time zone,
  ownership_attempts smallint default 0 not null,
  ownership_error text,
  upkeep text,
  upkeep_at timestamp with time zone,
  upkeep_attempts smallint default 0 not null,
  upkeep_lease_until timestamp with time zone,
  upkeep_error text,
  awaits_proof boolean default false not null,
  claimed_at timestamp with time zone not null,
  templates_sync_at timestamp with time zone,
  templates_sync_attempts smallint default 0 not null,
  constraint channels_pkey PRIMARY KEY (tenant_id, id),
  constraint channels_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint channels_credentials_app_check CHECK ((credentials_app = ANY (ARRAY['installation'::text, 'own'::text]))),
  constraint channels_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 200))),
  constraint channels_messages_per_second_check CHECK ((messages_per_second > 0)),
  constraint channels_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint channels_status_check CHECK ((status = ANY (ARRAY['Pending'::text, 'Connected'::text, 'NeedsReauth'::text, 'Disconnected'::text, 'Error'::text]))),
  constraint channels_upkeep CHECK (((upkeep IS NULL) = (upkeep_at IS NULL))),
  constraint channels_upkeep_check CHECK ((upkeep = ANY (ARRAY['activate'::text, 'refresh'::text])))
);

create table chatbot_channels (
  tenant_id uuid not null,
  channel_id uuid not null,
  chatbot_id uuid not null,
  constraint chatbot_channels_pkey PRIMARY KEY (tenant_id, channel_id),
  constraint chatbot_channels_tenant_id_channel_id_fkey FOREIGN KEY (tenant_id, channel_id) REFERENCES channels(tenant_id, id) ON DELETE CASCADE,
  constraint chatbot_channels_tenant_id_chatbot_id_fkey FOREIGN KEY (tenant_id, chatbot_id) REFERENCES chatbots(tenant_id, id)
);

create table chatbot_evaluation_runs (
  tenant_id uuid not null,
  id uuid not null,
  evaluation_id uuid not null,
  chatbot_id uuid not null,
  chatbot_version integer not null,
  settings jsonb not null,
  tried_settings boolean not null,
  cases jsonb not null,
  results jsonb not null,
  state text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  holder integer,
  deaths smallint default 0 not null,
  constraint chatbot_evaluation_runs_pkey PRIMARY KEY (tenant_id, id),
  constraint chatbot_evaluation_runs_tenant_id_chatbot_id_fkey FOREIGN KEY (tenant_id, chatbot_id) REFERENCES chatbots(tenant_id, id),
  constraint chatbot_evaluation_runs_tenant_id_evaluation_id_fkey FOREIGN KEY (tenant_id, evaluation_id) REFERENCES chatbot_evaluations(tenant_id, id) ON DELETE CASCADE,
  constraint chatbot_evaluation_runs_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text, 'done'::text])))
);

create table chatbot_evaluations (
  tenant_id uuid not null,
  id uuid not null,
  chatbot_id uuid not null,
  name text not null,
  cases jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint chatbot_evaluations_pkey PRIMARY KEY (tenant_id, id),
  constraint chatbot_evaluations_tenant_id_chatbot_id_fkey FOREIGN KEY (tenant_id, chatbot_id) REFERENCES chatbots(tenant_id, id),
  constraint chatbot_evaluations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

create table chatbot_sessions (
  tenant_id uuid not null,
  conversation_id uuid not null,
  chatbot_id uuid not null,
  epoch integer not null,
  heard integer not null,
  pending uuid[] not null,
  began_at timestamp with time zone not null,
  got_at timestamp with time zone,
  handed_over_at timestamp with time zone,
  replies integer default 0 not null,
  failed_turns integer default 0 not null,
  told_closed text,
  state text not null,
  run_at timestamp with time zone not null,
  burst_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  holder integer,
  deaths smallint default 0 not null,
  constraint chatbot_sessions_pkey PRIMARY KEY (tenant_id, conversation_id),
  constraint chatbot_sessions_tenant_id_chatbot_id_fkey FOREIGN KEY (tenant_id, chatbot_id) REFERENCES chatbots(tenant_id, id),
  constraint chatbot_sessions_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversations(tenant_id, id) ON DELETE CASCADE,
  constraint chatbot_sessions_state_check CHECK ((state = ANY (ARRAY['idle'::text, 'ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text])))
) with (fillfactor=70);

create table chatbot_turn_days (
  tenant_id uuid not null,
  chatbot_id uuid not null,
  day date not null,
  decision text not null,
  id uuid default gen_random_uuid() not null,
  turns integer not null,
  constraint chatbot_turn_days_pkey PRIMARY KEY (tenant_id, chatbot_id, day, decision, id),
  constraint chatbot_turn_days_tenant_id_chatbot_id_fkey FOREIGN KEY (tenant_id, chatbot_id) REFERENCES chatbots(tenant_id, id)
);

create table chatbot_turns (
  tenant_id uuid not null,
  id uuid not null,
  chatbot_id uuid not null,
  chatbot_version integer not null,
  conversation_id uuid not null,
  epoch integer not null,
  decision text not null,
  reason text,
  inbound_ids uuid[] not null,
  reply_message_id uuid,
  reply text,
  trace jsonb not null,
  provider text,
  model text,
  input_tokens integer,
  output_tokens integer,
  cost numeric(18,6),
  began_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint chatbot_turns_pkey PRIMARY KEY (tenant_id, id),
  constraint chatbot_turns_tenant_id_chatbot_id_fkey FOREIGN KEY (tenant_id, chatbot_id) REFERENCES chatbots(tenant_id, id),
  constraint chatbot_turns_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversations(tenant_id, id) ON DELETE CASCADE,
  constraint chatbot_turns_tenant_id_reply_message_id_fkey FOREIGN KEY (tenant_id, reply_message_id) REFERENCES messages(tenant_id, id) ON DELETE SET NULL (reply_message_id),
  constraint chatbot_turns_decision_check CHECK ((decision = ANY (ARRAY['answered'::text, 'declined'::text, 'handed_over'::text, 'outside_hours'::text, 'silenced'::text, 'superseded'::text])))
);

create table chatbots (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  is_active boolean not null,
  settings jsonb not null,
  version integer not null,
  releasing boolean default false not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  grant_id uuid default (NULLIF(current_setting('app.acting_grant'::text, true), ''::text))::uuid,
  turns_counted_before date,
  constraint chatbots_pkey PRIMARY KEY (tenant_id, id),
  constraint chatbots_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint chatbots_tenant_id_grant_id_fkey FOREIGN KEY (tenant_id, grant_id) REFERENCES agency_grants(tenant_id, id),
  constraint chatbots_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

create table client_charges (
  tenant_id uuid not null,
  id uuid not null,
  entry_id uuid not null,
  agency_id uuid not null,
  mode text not null,
  cost numeric(20,6) not null,
  billed numeric(20,6) not null,
  reason text,
  month text not null,
  state text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  last_error text,
  unfunded boolean default false not null,
  created_at timestamp with time zone not null,
  holder integer,
  deaths smallint default 0 not null,
  constraint client_charges_pkey PRIMARY KEY (tenant_id, id),
  constraint client_charges_tenant_id_entry_id_fkey FOREIGN KEY (tenant_id, entry_id) REFERENCES ledger_entries(tenant_id, id),
  constraint client_charges_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint client_charges_check CHECK ((billed >= cost)),
  constraint client_charges_cost_check CHECK ((cost >= (0)::numeric)),
  constraint client_charges_mode_check CHECK ((mode = ANY (ARRAY['agency_pays'::text, 'client_pays'::text]))),
  constraint client_charges_month_check CHECK ((month ~ '^[0-9]{4}-[0-9]{2}-01$'::text)),
  constraint client_charges_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text, 'done'::text])))
);

create table contact_activities (
  tenant_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  type text not null,
  conversation_id uuid,
  actor_kind text not null,
  actor_id text not null,
  data jsonb not null,
  occurred_at timestamp with time zone not null,
  constraint contact_activities_pkey PRIMARY KEY (tenant_id, id),
  constraint contact_activities_tenant_id_contact_id_fkey FOREIGN KEY (tenant_id, contact_id) REFERENCES contacts(tenant_id, id) ON DELETE CASCADE
);

create table contact_export_chunks (
  tenant_id uuid not null,
  export_id uuid not null,
  n integer not null,
  start_bytes bigint not null,
  bytes bytea not null,
  constraint contact_export_chunks_pkey PRIMARY KEY (tenant_id, export_id, n),
  constraint contact_export_chunks_tenant_id_export_id_fkey FOREIGN KEY (tenant_id, export_id) REFERENCES contact_exports(tenant_id, id) ON DELETE CASCADE
);

create table contact_exports (
  tenant_id uuid not null,
  id uuid not null,
  state text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  tries integer default 0 not null,
  segment_name text,
  rules jsonb,
  fields text[] not null,
  next_chunk integer default 0 not null,
  after_at timestamp with time zone,
  after_id uuid,
  contact_count integer default 0 not null,
  size_bytes bigint default 0 not null,
  error text,
  created_by text not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  grant_id uuid default (NULLIF(current_setting('app.acting_grant'::text, true), ''::text))::uuid,
  holder integer,
  deaths smallint default 0 not null,
  constraint contact_exports_pkey PRIMARY KEY (tenant_id, id),
  constraint contact_exports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint contact_exports_tenant_id_grant_id_fkey FOREIGN KEY (tenant_id, grant_id) REFERENCES agency_grants(tenant_id, id),
  constraint contact_exports_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text, 'completed'::text, 'failed'::text, 'expired'::text])))
);

create table contact_fields (
  tenant_id uuid not null,
  id uuid not null,
  key text not null,
  label text not null,
  type text not null,
  options text[] default '{}'::text[] not null,
  required boolean default false not null,
  description text,
  "position" integer not null,
  deleting_at timestamp with time zone,
  run_at timestamp with time zone,
  last_pass boolean default false not null,
  after_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint contact_fields_pkey PRIMARY KEY (tenant_id, id),
  constraint contact_fields_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint contact_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'boolean'::text, 'date'::text, 'datetime'::text, 'select'::text, 'multi_select'::text, 'url'::text, 'email'::text, 'phone'::text])))
);

create table contact_identities (
  tenant_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  kind text not null,
  account text default ''::text not null,
  address text,
  address_key text,
  provider_user_id text,
  username text,
  display_name text,
  address_at timestamp with time zone,
  created_at timestamp with time zone not null,
  profile_at timestamp with time zone,
  username_key text generated always as (lower(ltrim(username, '@'::text))) stored,
  constraint contact_identities_pkey PRIMARY KEY (tenant_id, id),
  constraint contact_identities_tenant_id_contact_id_fkey FOREIGN KEY (tenant_id, contact_id) REFERENCES contacts(tenant_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint contact_identities_check CHECK (((address IS NOT NULL) OR (provider_user_id IS NOT NULL)))
);

create table contact_import_chunks (
  tenant_id uuid not null,
  import_id uuid not null,
  n integer not null,
  rows jsonb not null,
  constraint contact_import_chunks_pkey PRIMARY KEY (tenant_id, import_id, n),
  constraint contact_import_chunks_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id) REFERENCES contact_imports(tenant_id, id) ON DELETE CASCADE
);

create table contact_import_rows (
  tenant_id uuid not null,
  import_id uuid not null,
  "row" integer not null,
  outcome text not null,
  contact_id uuid,
  field text,
  issue text,
  message text,
  constraint contact_import_rows_pkey PRIMARY KEY (tenant_id, import_id, "row"),
  constraint contact_import_rows_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id) REFERENCES contact_imports(tenant_id, id) ON DELETE CASCADE,
  constraint contact_import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['created'::text, 'updated'::text, 'skipped'::text, 'failed'::text])))
);

create table contact_imports (
  tenant_id uuid not null,
  id uuid not null,
  state text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  filename text,
  delimiter text not null,
  encoding text not null,
  columns jsonb not null,
  mapping jsonb not null,
  on_existing text not null,
  default_country text,
  tags text[] not null,
  dry_run boolean not null,
  rows_total integer not null,
  next_chunk integer default 0 not null,
  tries integer default 0 not null,
  created_count integer default 0 not null,
  updated_count integer default 0 not null,
  skipped_count integer default 0 not null,
  failed_count integer default 0 not null,
  error text,
  actor_kind text not null,
  actor_id text not null,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  grant_id uuid default (NULLIF(current_setting('app.acting_grant'::text, true), ''::text))::uuid,
  holder integer,
  deaths smallint default 0 not null,
  constraint contact_imports_pkey PRIMARY KEY (tenant_id, id),
  constraint contact_imports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint contact_imports_tenant_id_grant_id_fkey FOREIGN KEY (tenant_id, grant_id) REFERENCES agency_grants(tenant_id, id),
  constraint contact_imports_on_existing_check CHECK ((on_existing = ANY (ARRAY['skip'::text, 'update'::text, 'merge_tags'::text]))),
  constraint contact_imports_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);

create table contact_merge_dismissals (
  tenant_id uuid not null,
  contact_id uuid not null,
  other_id uuid not null,
  dismissed_at timestamp with time zone not null,
  dismissed_by text,
  constraint contact_merge_dismissals_pkey PRIMARY KEY (tenant_id, contact_id, other_id),
  constraint contact_merge_dismissals_tenant_id_contact_id_fkey FOREIGN KEY (tenant_id, contact_id) REFERENCES contacts(tenant_id, id) ON DELETE CASCADE,
  constraint contact_merge_dismissals_tenant_id_other_id_fkey FOREIGN KEY (tenant_id, other_id) REFERENCES contacts(tenant_id, id) ON DELETE CASCADE
);

create table contact_merges (
  tenant_id uuid not null,
  id uuid not null,
  survivor_id uuid not null,
  merged_id uuid not null,
  identity_ids uuid[] not null,
  gave jsonb not null,
  before jsonb not null,
  opt_in_at timestamp with time zone,
  merged_at timestamp with time zone not null,
  merged_by text,
  undone_at timestamp with time zone,
  undone_by text,
  followers jsonb default '{}'::jsonb not null,
  constraint contact_merges_pkey PRIMARY KEY (tenant_id, id),
  constraint contact_merges_tenant_id_merged_id_fkey FOREIGN KEY (tenant_id, merged_id) REFERENCES contacts(tenant_id, id) ON DELETE CASCADE,
  constraint contact_merges_tenant_id_survivor_id_fkey FOREIGN KEY (tenant_id, survivor_id) REFERENCES contacts(tenant_id, id) ON DELETE CASCADE
);

create table contact_moves (
  tenant_id uuid not null,
  identity_id uuid not null,
  run_at timestamp with time zone not null,
  last_pass boolean default false not null,
  conversation_id uuid,
  after_at timestamp with time zone,
  after_id uuid,
  constraint contact_moves_pkey PRIMARY KEY (tenant_id, identity_id),
  constraint contact_moves_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversations(tenant_id, id) ON DELETE CASCADE,
  constraint contact_moves_tenant_id_identity_id_fkey FOREIGN KEY (tenant_id, identity_id) REFERENCES contact_identities(tenant_id, id) ON DELETE CASCADE
);

create table contact_tag_changes (
  tenant_id uuid not null,
  id uuid not null,
  from_tags text[] not null,
  to_tag text,
  actor_kind text not null,
  actor_id text not null,
  run_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint contact_tag_changes_pkey PRIMARY KEY (tenant_id, id),
  constraint contact_tag_changes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create table contacts (
  tenant_id uuid not null,
  id uuid not null,
  name text,
  phone text,
  phone_key text,
  email text,
  source text not null,
  tags text[] default '{}'::text[] not null,
  custom_fields jsonb default '{}'::jsonb not null,
  owner_id uuid,
  language text,
  timezone text,
  country text,
  opt_in text default 'unknown'::text not null,
  opt_in_at timestamp with time zone,
  blocked_at timestamp with time zone,
  last_inbound_at timestamp with time zone,
  merged_into_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  search_text text generated always as (lower(((((COALESCE(name, ''::text) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || COALESCE(email, ''::text)))) stored not null,
  email_key text generated always as (lower(email)) stored,
  name_key text generated always as (lower(name)) stored,
  stage_id uuid,
  erasing_at timestamp with time zone,
  opt_in_through jsonb,
  constraint contacts_pkey PRIMARY KEY (tenant_id, id),
  constraint contacts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint contacts_tenant_id_merged_into_id_fkey FOREIGN KEY (tenant_id, merged_into_id) REFERENCES contacts(tenant_id, id) ON DELETE CASCADE,
  constraint contacts_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES members(tenant_id, user_id),
  constraint contacts_tenant_id_stage_id_fkey FOREIGN KEY (tenant_id, stage_id) REFERENCES pipeline_stages(tenant_id, id),
  constraint contacts_opt_in_check CHECK ((opt_in = ANY (ARRAY['unknown'::text, 'opted_in'::text, 'opted_out'::text])))
) with (fillfactor=85);

create table conversation_activities (
  tenant_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  changes jsonb not null,
  actor_kind text not null,
  actor_id text,
  created_at timestamp with time zone not null,
  constraint conversation_activities_pkey PRIMARY KEY (tenant_id, id),
  constraint conversation_activities_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversations(tenant_id, id) ON DELETE CASCADE,
  constraint conversation_activities_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['api'::text, 'member'::text, 'system'::text, 'contact'::text, 'platform'::text, 'chatbot'::text, 'flow'::text])))
);

create table conversation_sla (
  tenant_id uuid not null,
  id uuid not null,
  policy_id uuid,
  state jsonb not null,
  check_at timestamp with time zone,
  applied_xid xid8 not null,
  applied_event uuid not null,
  updated_at timestamp with time zone not null,
  constraint conversation_sla_pkey PRIMARY KEY (tenant_id, id),
  constraint conversation_sla_tenant_id_id_fkey FOREIGN KEY (tenant_id, id) REFERENCES conversations(tenant_id, id) ON DELETE CASCADE,
  constraint conversation_sla_tenant_id_policy_id_fkey FOREIGN KEY (tenant_id, policy_id) REFERENCES sla_policies(tenant_id, id)
) with (fillfactor=80);

create table conversations (
  tenant_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  channel_kind text not null,
  contact_id uuid not null,
  identity_id uuid not null,
  status text not null,
  pending_reason text,
  snoozed_until timestamp with time zone,
  assignee_id uuid,
  priority text default 'medium'::text not null,
  subject text,
  handled_by text default 'human'::text not null,
  last_message jsonb,
  last_message_at timestamp with time zone not null,
  unread_count integer default 0 not null,
  waiting_since timestamp with time zone,
  first_replied_at timestamp with time zone,
  resolved_at timestamp with time zone,
  resolved_by text,
  window_expires_at timestamp with time zone,
  pair_tat timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  label_ids uuid[] default '{}'::uuid[] not null,
  division_id uuid,
  constraint conversations_pkey PRIMARY KEY (tenant_id, id),
  constraint conversations_tenant_id_assignee_id_fkey FOREIGN KEY (tenant_id, assignee_id) REFERENCES members(tenant_id, user_id),
  constraint conversations_tenant_id_channel_id_fkey FOREIGN KEY (tenant_id, channel_id) REFERENCES channels(tenant_id, id),
  constraint conversations_tenant_id_contact_id_fkey FOREIGN KEY (tenant_id, contact_id) REFERENCES contacts(tenant_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint conversations_tenant_id_division_id_fkey FOREIGN KEY (tenant_id, division_id) REFERENCES divisions(tenant_id, id),
  constraint conversations_tenant_id_identity_id_fkey FOREIGN KEY (tenant_id, identity_id) REFERENCES contact_identities(tenant_id, id),
  constraint conversations_check CHECK (((status = 'pending'::text) = (pending_reason IS NOT NULL))),
  constraint conversations_check1 CHECK (((NOT (pending_reason IS DISTINCT FROM 'snoozed'::text)) = (snoozed_until IS NOT NULL))),
  constraint conversations_handled_by_check CHECK ((handled_by = ANY (ARRAY['bot'::text, 'human'::text]))),
  constraint conversations_pending_reason_check CHECK ((pending_reason = ANY (ARRAY['bot'::text, 'snoozed'::text, 'customer'::text]))),
  constraint conversations_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'urgent'::text]))),
  constraint conversations_status_check CHECK ((status = ANY (ARRAY['open'::text, 'pending'::text, 'resolved'::text])))
) with (fillfactor=80);

create table csat_surveys (
  tenant_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  assignee_id uuid,
  resolved_at timestamp with time zone not null,
  skipped_reason text,
  message_id uuid,
  rating smallint,
  comment text,
  answered_at timestamp with time zone,
  commented_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint csat_surveys_pkey PRIMARY KEY (tenant_id, id),
  constraint csat_surveys_tenant_id_conversation_id_resolved_at_key UNIQUE (tenant_id, conversation_id, resolved_at),
  constraint csat_surveys_tenant_id_assignee_id_fkey FOREIGN KEY (tenant_id, assignee_id) REFERENCES members(tenant_id, user_id) ON DELETE SET NULL (assignee_id),
  constraint csat_surveys_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversations(tenant_id, id) ON DELETE CASCADE,
  constraint csat_surveys_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES messages(tenant_id, id) ON DELETE SET NULL (message_id),
  constraint csat_surveys_check CHECK (((rating IS NULL) = (answered_at IS NULL))),
  constraint csat_surveys_check1 CHECK (((comment IS NULL) = (commented_at IS NULL))),
  constraint csat_surveys_check2 CHECK (((skipped_reason IS NULL) OR ((message_id IS NULL) AND (rating IS NULL)))),
  constraint csat_surveys_rating_check CHECK (((rating >= 1) AND (rating <= 5)))
);

create table deal_stage_history (
  tenant_id uuid not null,
  id uuid not null,
  deal_id uuid not null,
  pipeline_id uuid not null,
  stage_id uuid not null,
  stage_name text not null,
  stage_kind text not null,
  entered_at timestamp with time zone not null,
  left_at timestamp with time zone,
  moved_by text not null,
  constraint deal_stage_history_pkey PRIMARY KEY (tenant_id, id),
  constraint deal_stage_history_tenant_id_deal_id_fkey FOREIGN KEY (tenant_id, deal_id) REFERENCES deals(tenant_id, id) ON DELETE CASCADE,
  constraint deal_stage_history_check CHECK ((left_at >= entered_at)),
  constraint deal_stage_history_stage_kind_check CHECK ((stage_kind = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);

create table deals (
  tenant_id uuid not null,
  id uuid not null,
  title text not null,
  amount numeric(19,6),
  currency text,
  contact_id uuid not null,
  conversation_id uuid,
  owner_id uuid,
  pipeline_id uuid not null,
  stage_id uuid not null,
  status text not null,
  lost_reason text,
  "position" double precision not null,
  expected_close_at timestamp with time zone,
  stage_entered_at timestamp with time zone not null,
  won_at timestamp with time zone,
  lost_at timestamp with time zone,
  search_text text generated always as (lower(title)) stored not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint deals_pkey PRIMARY KEY (tenant_id, id),
  constraint deals_tenant_id_contact_id_fkey FOREIGN KEY (tenant_id, contact_id) REFERENCES contacts(tenant_id, id),
  constraint deals_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversations(tenant_id, id) ON DELETE SET NULL (conversation_id),
  constraint deals_tenant_id_owner_id_fkey FOREIGN KEY (tenant_id, owner_id) REFERENCES members(tenant_id, user_id) ON DELETE SET NULL (owner_id),
  constraint deals_tenant_id_pipeline_id_stage_id_fkey FOREIGN KEY (tenant_id, pipeline_id, stage_id) REFERENCES pipeline_stages(tenant_id, pipeline_id, id),
  constraint deals_amount_check CHECK ((amount >= (0)::numeric)),
  constraint deals_check CHECK (((amount IS NULL) OR (currency IS NOT NULL))),
  constraint deals_check1 CHECK (((status = 'won'::text) = (won_at IS NOT NULL))),
  constraint deals_check2 CHECK (((status = 'lost'::text) = (lost_at IS NOT NULL))),
  constraint deals_check3 CHECK (((status = 'lost'::text) = (lost_reason IS NOT NULL))),
  constraint deals_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint deals_status_check CHECK ((status = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
  constraint deals_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);

create table divisions (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text generated always as (label_key(name)) stored not null,
  description text,
  color text,
  parent_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint divisions_pkey PRIMARY KEY (tenant_id, id),
  constraint divisions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint divisions_tenant_id_parent_id_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES divisions(tenant_id, id),
  constraint divisions_check CHECK ((parent_id <> id)),
  constraint divisions_color_check CHECK (((length(color) >= 1) AND (length(color) <= 50))),
  constraint divisions_description_check CHECK (((length(description) >= 1) AND (length(description) <= 500))),
  constraint divisions_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

create table domain_hosts (
  tenant_id uuid not null,
  hostname text not null,
  domain_id uuid not null,
  constraint domain_hosts_pkey PRIMARY KEY (hostname),
  constraint domain_hosts_tenant_id_domain_id_fkey FOREIGN KEY (tenant_id, domain_id) REFERENCES agency_domains(tenant_id, id) ON DELETE CASCADE,
  constraint domain_hosts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create table email_link_requests (
  id uuid not null,
  email text not null,
  created_at timestamp with time zone not null,
  constraint email_link_requests_pkey PRIMARY KEY (id)
);

create table entitlement_months (
  tenant_id uuid not null,
  resource text not null,
  month date not null,
  used bigint not null,
  constraint entitlement_months_pkey PRIMARY KEY (tenant_id, resource, month),
  constraint entitlement_months_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint entitlement_months_resource_check CHECK (((length(resource) >= 1) AND (length(resource) <= 50))),
  constraint entitlement_months_used_check CHECK ((used >= 0))
) with (fillfactor=50);

create table entitlements (
  tenant_id uuid not null,
  resource text not null,
  max_value bigint not null,
  updated_at timestamp with time zone not null,
  constraint entitlements_pkey PRIMARY KEY (tenant_id, resource),
  constraint entitlements_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint entitlements_max_value_check CHECK ((max_value >= 0)),
  constraint entitlements_resource_check CHECK (((length(resource) >= 1) AND (length(resource) <= 50)))
);

create table event_cursors (
  consumer text not null,
  xid xid8 not null,
  event_id uuid not null,
  updated_at timestamp with time zone not null,
  constraint event_cursors_pkey PRIMARY KEY (consumer)
);

create table event_log (
  tenant_id uuid not null,
  id uuid not null,
  xid xid8 default pg_current_xact_id() not null,
  type text not null,
  channel_id uuid,
  conversation_id uuid,
  data json not null,
  created_at timestamp with time zone not null,
  origin json default (NULLIF(current_setting('app.origin'::text, true), ''::text))::json,
  constraint event_log_pkey PRIMARY KEY (tenant_id, id),
  constraint event_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create unlogged table event_stream_places (
  tenant_id uuid not null,
  id uuid not null,
  credential_id uuid not null,
  process_id uuid not null,
  opened_at timestamp with time zone not null,
  constraint event_stream_places_pkey PRIMARY KEY (tenant_id, id)
);

create table faq_import_rows (
  tenant_id uuid not null,
  import_id uuid not null,
  "row" integer not null,
  cells text[],
  is_repeated boolean not null,
  outcome text,
  faq_id uuid,
  field text,
  issue text,
  message text,
  constraint faq_import_rows_pkey PRIMARY KEY (tenant_id, import_id, "row"),
  constraint faq_import_rows_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id) REFERENCES faq_imports(tenant_id, id) ON DELETE CASCADE,
  constraint faq_import_rows_check CHECK (((outcome IS NULL) OR (cells IS NULL))),
  constraint faq_import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['created'::text, 'updated'::text, 'skipped'::text, 'failed'::text])))
);

create table faq_imports (
  tenant_id uuid not null,
  id uuid not null,
  state text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  tries integer default 0 not null,
  filename text,
  delimiter text not null,
  encoding text not null,
  columns jsonb not null,
  mapping jsonb not null,
  on_existing text not null,
  create_categories boolean not null,
  dry_run boolean not null,
  rows_total integer not null,
  created_count integer default 0 not null,
  updated_count integer default 0 not null,
  skipped_count integer default 0 not null,
  failed_count integer default 0 not null,
  error text,
  actor_kind text not null,
  actor_id text not null,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  grant_id uuid default (NULLIF(current_setting('app.acting_grant'::text, true), ''::text))::uuid,
  holder integer,
  deaths smallint default 0 not null,
  constraint faq_imports_pkey PRIMARY KEY (tenant_id, id),
  constraint faq_imports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint faq_imports_tenant_id_grant_id_fkey FOREIGN KEY (tenant_id, grant_id) REFERENCES agency_grants(tenant_id, id),
  constraint faq_imports_on_existing_check CHECK ((on_existing = ANY (ARRAY['skip'::text, 'update'::text]))),
  constraint faq_imports_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);

create table flow_books (
  tenant_id uuid not null,
  revision bigint not null,
  constraint flow_books_pkey PRIMARY KEY (tenant_id),
  constraint flow_books_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create table flow_fronts (
  tenant_id uuid not null,
  minutes integer not null,
  seen_until timestamp with time zone not null,
  kind text not null,
  constraint flow_fronts_pkey PRIMARY KEY (tenant_id, kind, minutes),
  constraint flow_window_fronts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint flow_fronts_kind_check CHECK ((kind = ANY (ARRAY['window_closing'::text, 'no_reply_customer'::text, 'no_reply_us'::text]))),
  constraint flow_fronts_minutes_check CHECK (((minutes >= 1) AND (minutes <= 43200)))
);

create table flow_hooks (
  tenant_id uuid not null,
  flow_id uuid not null,
  token_hash bytea not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  grant_id uuid default (NULLIF(current_setting('app.acting_grant'::text, true), ''::text))::uuid,
  constraint flow_hooks_pkey PRIMARY KEY (tenant_id, flow_id),
  constraint flow_hooks_tenant_id_flow_id_fkey FOREIGN KEY (tenant_id, flow_id) REFERENCES flows(tenant_id, id) ON DELETE CASCADE,
  constraint flow_hooks_tenant_id_grant_id_fkey FOREIGN KEY (tenant_id, grant_id) REFERENCES agency_grants(tenant_id, id)
);

create table flow_requests (
  tenant_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  fillings jsonb not null,
  state text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  begun_at timestamp with time zone,
  calls smallint default 0 not null,
  outcome text,
  answer jsonb,
  created_at timestamp with time zone not null,
  holder integer,
  deaths smallint default 0 not null,
  constraint flow_requests_pkey PRIMARY KEY (tenant_id, id),
  constraint flow_requests_tenant_id_run_id_key UNIQUE (tenant_id, run_id),
  constraint flow_requests_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES flow_runs(tenant_id, id) ON DELETE CASCADE,
  constraint flow_requests_check CHECK (((state = 'idle'::text) = (outcome IS NOT NULL))),
  constraint flow_requests_check1 CHECK (((outcome IS NULL) = (answer IS NULL))),
  constraint flow_requests_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'failed'::text, 'unknown'::text]))),
  constraint flow_requests_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text, 'idle'::text])))
) with (fillfactor=70);

create table flow_run_steps (
  tenant_id uuid not null,
  run_id uuid not null,
  n integer not null,
  path text not null,
  type text not null,
  status text not null,
  result jsonb not null,
  conversation_id uuid,
  at timestamp with time zone not null,
  constraint flow_run_steps_pkey PRIMARY KEY (tenant_id, run_id, n),
  constraint flow_run_steps_tenant_id_run_id_fkey FOREIGN KEY (tenant_id, run_id) REFERENCES flow_runs(tenant_id, id) ON DELETE CASCADE,
  constraint flow_run_steps_status_check CHECK ((status = ANY (ARRAY['done'::text, 'waiting'::text, 'failed'::text])))
);

create table flow_runs (
  tenant_id uuid not null,
  id uuid not null,
  flow_id uuid not null,
  version integer not null,
  contact_id uuid not null,
  conversation_id uuid,
  status text not null,
  started_by text not null,
  trigger_event_id uuid,
  depth smallint not null,
  context jsonb not null,
  place integer default 0 not null,
  steps integer default 0 not null,
  waiting_for text,
  waiting_since timestamp with time zone,
  error jsonb,
  state text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  tries smallint default 0 not null,
  lease_until timestamp with time zone,
  started_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  holder integer,
  deaths smallint default 0 not null,
  constraint flow_runs_pkey PRIMARY KEY (tenant_id, id),
  constraint flow_runs_tenant_id_contact_id_fkey FOREIGN KEY (tenant_id, contact_id) REFERENCES contacts(tenant_id, id) ON DELETE CASCADE,
  constraint flow_runs_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversations(tenant_id, id) ON DELETE CASCADE,
  constraint flow_runs_tenant_id_flow_id_version_fkey FOREIGN KEY (tenant_id, flow_id, version) REFERENCES flow_versions(tenant_id, flow_id, version) ON DELETE CASCADE,
  constraint flow_runs_check CHECK (((ended_at IS NOT NULL) = (state = 'idle'::text))),
  constraint flow_runs_check2 CHECK (((status = 'failed'::text) = (error IS NOT NULL))),
  constraint flow_runs_ended CHECK (((ended_at IS NOT NULL) = (status = ANY (ARRAY['completed'::text, 'handed_off'::text, 'cancelled'::text, 'timed_out'::text, 'failed'::text])))),
  constraint flow_runs_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text, 'idle'::text]))),
  constraint flow_runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'waiting'::text, 'completed'::text, 'handed_off'::text, 'cancelled'::text, 'timed_out'::text, 'failed'::text]))),
  constraint flow_runs_waiting_for_check CHECK ((waiting_for = ANY (ARRAY['timer'::text, 'reply'::text, 'replied'::text, 'answer'::text, 'answered'::text])))
) with (fillfactor=60);

create table flow_schedules (
  tenant_id uuid not null,
  flow_id uuid not null,
  next_at timestamp with time zone,
  occurrence_at timestamp with time zone,
  rules jsonb,
  after_at timestamp with time zone,
  after_id uuid,
  state text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  tries smallint default 0 not null,
  lease_until timestamp with time zone,
  holder integer,
  deaths smallint default 0 not null,
  constraint flow_schedules_pkey PRIMARY KEY (tenant_id, flow_id),
  constraint flow_schedules_tenant_id_flow_id_fkey FOREIGN KEY (tenant_id, flow_id) REFERENCES flows(tenant_id, id) ON DELETE CASCADE,
  constraint flow_schedules_check CHECK (((occurrence_at IS NULL) = (after_at IS NULL))),
  constraint flow_schedules_check1 CHECK (((after_at IS NULL) = (after_id IS NULL))),
  constraint flow_schedules_check2 CHECK (((state <> 'idle'::text) OR ((next_at IS NULL) AND (occurrence_at IS NULL)))),
  constraint flow_schedules_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text, 'idle'::text])))
) with (fillfactor=60);

create table flow_secrets (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  value bytea not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  hosts text[] default '{}'::text[] not null,
  constraint flow_secrets_pkey PRIMARY KEY (tenant_id, id),
  constraint flow_secrets_tenant_id_name_key UNIQUE (tenant_id, name),
  constraint flow_secrets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint flow_secrets_name_check CHECK ((name ~ '^[A-Z][A-Z0-9_]{0,49}$'::text))
);

create table flow_starts (
  tenant_id uuid not null,
  id uuid not null,
  flow_id uuid not null,
  version integer not null,
  contact_id uuid not null,
  conversation_id uuid,
  trigger_event_id uuid,
  looped boolean not null,
  started_at timestamp with time zone not null,
  look_at timestamp with time zone,
  constraint flow_starts_pkey PRIMARY KEY (tenant_id, id),
  constraint flow_starts_tenant_id_contact_id_fkey FOREIGN KEY (tenant_id, contact_id) REFERENCES contacts(tenant_id, id) ON DELETE CASCADE,
  constraint flow_starts_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversations(tenant_id, id) ON DELETE CASCADE,
  constraint flow_starts_tenant_id_flow_id_version_fkey FOREIGN KEY (tenant_id, flow_id, version) REFERENCES flow_versions(tenant_id, flow_id, version) ON DELETE CASCADE
);

create table flow_versions (
  tenant_id uuid not null,
  flow_id uuid not null,
  version integer not null,
  definition jsonb not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  grant_id uuid default (NULLIF(current_setting('app.acting_grant'::text, true), ''::text))::uuid,
  constraint flow_versions_pkey PRIMARY KEY (tenant_id, flow_id, version),
  constraint flow_versions_tenant_id_flow_id_fkey FOREIGN KEY (tenant_id, flow_id) REFERENCES flows(tenant_id, id) ON DELETE CASCADE,
  constraint flow_versions_tenant_id_grant_id_fkey FOREIGN KEY (tenant_id, grant_id) REFERENCES agency_grants(tenant_id, id)
);

create table flows (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  status text not null,
  paused_reason text,
  version integer not null,
  active_version integer,
  activated_at timestamp with time zone,
  created_by text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  grant_id uuid default (NULLIF(current_setting('app.acting_grant'::text, true), ''::text))::uuid,
  constraint flows_pkey PRIMARY KEY (tenant_id, id),
  constraint flows_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint flows_tenant_id_grant_id_fkey FOREIGN KEY (tenant_id, grant_id) REFERENCES agency_grants(tenant_id, id),
  constraint flows_check CHECK (((status = 'paused'::text) = (paused_reason IS NOT NULL))),
  constraint flows_check1 CHECK (((status <> 'active'::text) OR ((active_version IS NOT NULL) AND (activated_at IS NOT NULL)))),
  constraint flows_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint flows_paused_reason_check CHECK ((paused_reason = ANY (ARRAY['deactivated'::text, 'loop_detected'::text, 'rules_unusable'::text, 'grant_ended'::text]))),
  constraint flows_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text]))),
  constraint flows_version_check CHECK ((version > 0))
);

create table form_submissions (
  tenant_id uuid not null,
  id uuid not null,
  form_id uuid,
  form_slug text not null,
  form_title text not null,
  answers jsonb not null,
  consent_text text,
  consented_at timestamp with time zone,
  target jsonb not null,
  status text not null,
  nonce bytea not null,
  fingerprint bytea not null,
  contact_id uuid,
  client_id uuid,
  processed_at timestamp with time zone,
  processed_by text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint form_submissions_pkey PRIMARY KEY (tenant_id, id),
  constraint form_submissions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint form_submissions_tenant_id_form_id_fkey FOREIGN KEY (tenant_id, form_id) REFERENCES signup_forms(tenant_id, id) ON DELETE SET NULL (form_id),
  constraint form_submissions_check CHECK (((status = 'processed'::text) = (processed_at IS NOT NULL))),
  constraint form_submissions_check1 CHECK (((consent_text IS NULL) = (consented_at IS NULL))),
  constraint form_submissions_status_check CHECK ((status = ANY (ARRAY['new'::text, 'processed'::text, 'spam'::text])))
);

create table gateway_settings (
  tenant_id uuid not null,
  enabled boolean not null,
  reconciliation_enabled boolean not null,
  base_url text not null,
  secret_key bytea,
  secret_key_last_four text,
  callback_token bytea,
  tested_at timestamp with time zone,
  test_error text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint gateway_settings_pkey PRIMARY KEY (tenant_id),
  constraint gateway_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create table idempotency_keys (
  tenant_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  status smallint,
  body text,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (tenant_id, key),
  constraint idempotency_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);

create table inbound_events (
  tenant_id uuid not null,
  channel_id uuid not null,
  provider_event_id text not null,
  seq uuid not null,
  rank smallint not null,
  payload text,
  state text not null,
  attempts smallint default 0 not null,
  run_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  last_error text,
  received_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  holder integer,
  deaths smallint default 0 not null,
  constraint inbound_events_pkey PRIMARY KEY (tenant_id, channel_id, provider_event_id),
  constraint inbound_events_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint inbound_events_provider_event_id_check CHECK (((length(provider_event_id) >= 1) AND (length(provider_event_id) <= 400))),
  constraint inbound_events_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'processed'::text, 'ignored'::text, 'failed'::text])))
) with (autovacuum_vacuum_cost_delay=0, autovacuum_vacuum_scale_factor=0.02, fillfactor=70);

create table installation (
  name text not null,
  value jsonb not null,
  constraint installation_pkey PRIMARY KEY (name)
);

create table invitations (
  tenant_id uuid not null,
  id uuid not null,
  email text not null,
  name text,
  role text not null,
  state text not null,
  token_hash bytea,
  invited_by text not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  profile jsonb default '{}'::jsonb not null,
  user_id uuid,
  constraint invitations_pkey PRIMARY KEY (tenant_id, id),
  constraint invitations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint invitations_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES members(tenant_id, user_id),
  constraint invitations_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 320)))),
  constraint invitations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'supervisor'::text, 'agent'::text, 'viewer'::text]))),
  constraint invitations_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'accepted'::text, 'revoked'::text])))
);

create table knowledge_categories (
  tenant_id uuid not null,
  id uuid not null,
  parent_id uuid,
  name text not null,
  description text,
  "position" integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint knowledge_categories_pkey PRIMARY KEY (tenant_id, id),
  constraint knowledge_categories_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint knowledge_categories_tenant_id_parent_id_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES knowledge_categories(tenant_id, id),
  constraint knowledge_categories_check CHECK ((parent_id <> id)),
  constraint knowledge_categories_description_check CHECK ((length(description) <= 2000)),
  constraint knowledge_categories_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);

create table knowledge_chunks (
  tenant_id uuid not null,
  document_id uuid not null,
  ordinal integer not null,
  heading text,
  body text not null,
  constraint knowledge_chunks_pkey PRIMARY KEY (tenant_id, document_id, ordinal),
  constraint knowledge_chunks_tenant_id_document_id_fkey FOREIGN KEY (tenant_id, document_id) REFERENCES knowledge_documents(tenant_id, id) ON DELETE CASCADE
);

create table knowledge_documents (
  tenant_id uuid not null,
  id uuid not null,
  source_id uuid,
  faq_id uuid,
  language text not null,
  chunk_count integer not null,
  token_count integer not null,
  is_searchable boolean not null,
  constraint knowledge_documents_pkey PRIMARY KEY (tenant_id, id),
  constraint knowledge_documents_tenant_id_faq_id_fkey FOREIGN KEY (tenant_id, faq_id) REFERENCES knowledge_faqs(tenant_id, id) ON DELETE CASCADE,
  constraint knowledge_documents_tenant_id_source_id_fkey FOREIGN KEY (tenant_id, source_id) REFERENCES knowledge_sources(tenant_id, id) ON DELETE CASCADE,
  constraint knowledge_documents_check CHECK ((num_nonnulls(source_id, faq_id) = 1))
);

create table knowledge_faqs (
  tenant_id uuid not null,
  id uuid not null,
  question text not null,
  answer text not null,
  alternatives text[] not null,
  category_id uuid,
  language text not null,
  language_given boolean not null,
  status text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint knowledge_faqs_pkey PRIMARY KEY (tenant_id, id),
  constraint knowledge_faqs_tenant_id_category_id_fkey FOREIGN KEY (tenant_id, category_id) REFERENCES knowledge_categories(tenant_id, id),
  constraint knowledge_faqs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint knowledge_faqs_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])))
);

create table knowledge_jobs (
  tenant_id uuid not null,
  source_id uuid not null,
  state text not null,
  attempts integer default 0 not null,
  tries smallint default 0 not null,
  attempts_settled integer default 0 not null,
  run_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  holder integer,
  deaths smallint default 0 not null,
  constraint knowledge_jobs_pkey PRIMARY KEY (tenant_id, source_id),
  constraint knowledge_jobs_tenant_id_source_id_fkey FOREIGN KEY (tenant_id, source_id) REFERENCES knowledge_sources(tenant_id, id) ON DELETE CASCADE,
  constraint knowledge_jobs_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text])))
) with (autovacuum_vacuum_cost_delay=0, autovacuum_vacuum_scale_factor=0.02, fillfactor=70);

create table knowledge_postings (
  tenant_id uuid not null,
  language text not null,
  term text not null,
  document_id uuid not null,
  hits bigint[] not null,
  constraint knowledge_postings_pkey PRIMARY KEY (tenant_id, language, term, document_id),
  constraint knowledge_postings_tenant_id_document_id_fkey FOREIGN KEY (tenant_id, document_id) REFERENCES knowledge_documents(tenant_id, id) ON DELETE CASCADE
);

create table knowledge_questions (
  tenant_id uuid not null,
  id uuid not null,
  question_hash bytea not null,
  question text not null,
  language text,
  count integer not null,
  first_asked_at timestamp with time zone not null,
  last_asked_at timestamp with time zone not null,
  dismissed_at timestamp with time zone,
  constraint knowledge_questions_pkey PRIMARY KEY (tenant_id, id),
  constraint knowledge_questions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create table knowledge_searches (
  tenant_id uuid not null,
  id uuid not null,
  is_answered boolean not null,
  created_at timestamp with time zone not null,
  constraint knowledge_searches_pkey PRIMARY KEY (tenant_id, id),
  constraint knowledge_searches_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create table knowledge_sources (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  name text not null,
  category_id uuid,
  text text,
  url text,
  media_id uuid,
  language text,
  language_given boolean not null,
  status text not null,
  error_code text,
  error_message text,
  char_count integer default 0 not null,
  chunk_count integer default 0 not null,
  content_hash bytea,
  etag text,
  last_modified text,
  refresh_every_hours integer,
  is_active boolean not null,
  version integer default 1 not null,
  last_fetched_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  grant_id uuid default (NULLIF(current_setting('app.acting_grant'::text, true), ''::text))::uuid,
  constraint knowledge_sources_pkey PRIMARY KEY (tenant_id, id),
  constraint knowledge_sources_tenant_id_category_id_fkey FOREIGN KEY (tenant_id, category_id) REFERENCES knowledge_categories(tenant_id, id),
  constraint knowledge_sources_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint knowledge_sources_tenant_id_grant_id_fkey FOREIGN KEY (tenant_id, grant_id) REFERENCES agency_grants(tenant_id, id),
  constraint knowledge_sources_tenant_id_media_id_fkey FOREIGN KEY (tenant_id, media_id) REFERENCES media(tenant_id, id) ON DELETE SET NULL (media_id),
  constraint knowledge_sources_check CHECK (((kind = 'text'::text) OR (text IS NULL))),
  constraint knowledge_sources_check1 CHECK (((kind = 'url'::text) = (url IS NOT NULL))),
  constraint knowledge_sources_check2 CHECK (((kind = 'file'::text) OR (media_id IS NULL))),
  constraint knowledge_sources_check3 CHECK (((error_code IS NULL) = (error_message IS NULL))),
  constraint knowledge_sources_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'url'::text, 'file'::text]))),
  constraint knowledge_sources_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint knowledge_sources_refresh_every_hours_check CHECK (((refresh_every_hours >= 1) AND (refresh_every_hours <= 8760))),
  constraint knowledge_sources_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'ready'::text, 'failed'::text])))
);

create table knowledge_vocabulary (
  tenant_id uuid not null,
  language text not null,
  term text not null,
  constraint knowledge_vocabulary_pkey PRIMARY KEY (tenant_id, language, term),
  constraint knowledge_vocabulary_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create table labels (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text generated always as (label_key(name)) stored not null,
  color text,
  description text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint labels_pkey PRIMARY KEY (tenant_id, id),
  constraint labels_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint labels_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
  constraint labels_description_check CHECK (((length(description) >= 1) AND (length(description) <= 500))),
  constraint labels_name_check CHECK (((length(name) >= 1) AND (length(name) <= 150)))
);

create table landing_pages (
  tenant_id uuid not null,
  id uuid not null,
  slug text not null,
  public_key text not null,
  title text not null,
  description text,
  blocks jsonb not null,
  form_id uuid,
  status text not null,
  published_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint landing_pages_pkey PRIMARY KEY (tenant_id, id),
  constraint landing_pages_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint landing_pages_tenant_id_form_id_fkey FOREIGN KEY (tenant_id, form_id) REFERENCES signup_forms(tenant_id, id),
  constraint landing_pages_public_key_check CHECK ((length(public_key) = 24)),
  constraint landing_pages_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 60))),
  constraint landing_pages_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text])))
);

create table ledger_entries (
  tenant_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  number bigint not null,
  type text not null,
  amount numeric(20,6) not null,
  balance_after numeric(20,6) not null,
  reference text not null,
  reason text,
  admin_id text,
  model_name text,
  cost_per_request numeric(20,6),
  requests integer,
  actor_kind text not null,
  actor_id text not null,
  created_at timestamp with time zone not null,
  base_amount numeric(20,6),
  owed numeric(20,6),
  client_id uuid,
  constraint ledger_entries_pkey PRIMARY KEY (tenant_id, id),
  constraint ledger_entries_tenant_id_app_id_fkey FOREIGN KEY (tenant_id, app_id) REFERENCES apps(tenant_id, id),
  constraint ledger_entries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint ledger_entries_base_amount_check CHECK ((base_amount >= (0)::numeric)),
  constraint ledger_entries_number_check CHECK ((number > 0)),
  constraint ledger_entries_owed_check CHECK ((owed >= (0)::numeric)),
  constraint ledger_entries_price CHECK ((((model_name IS NULL) = (requests IS NULL)) AND ((model_name IS NULL) = (cost_per_request IS NULL)))),
  constraint ledger_entries_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200))),
  constraint ledger_entries_sign CHECK (
CASE type
    WHEN 'top_up'::text THEN (amount > (0)::numeric)
    WHEN 'credit'::text THEN (amount > (0)::numeric)
    WHEN 'release'::text THEN (amount >= (0)::numeric)
    WHEN 'refund'::text THEN (amount > (0)::numeric)
    WHEN 'reserve'::text THEN (amount <= (0)::numeric)
    WHEN 'usage'::text THEN (amount <= (0)::numeric)
    WHEN 'adjustment'::text THEN (amount <> (0)::numeric)
    ELSE false
END)
);

create table login_links (
  tenant_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  by_another boolean not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  made_by_kind text,
  made_by uuid,
  standing text,
  maker_standing text,
  constraint login_links_pkey PRIMARY KEY (tenant_id, user_id),
  constraint login_links_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES members(tenant_id, user_id),
  constraint login_links_made_by_kind_check CHECK ((made_by_kind = ANY (ARRAY['api'::text, 'member'::text]))),
  constraint login_links_maker CHECK (((made_by_kind IS NULL) = (made_by IS NULL)))
);

create table macros (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  visibility text not null,
  owner text not null,
  actions jsonb not null,
  usage_count integer default 0 not null,
  last_used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint macros_pkey PRIMARY KEY (tenant_id, id),
  constraint macros_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint macros_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint macros_visibility_check CHECK ((visibility = ANY (ARRAY['private'::text, 'shared'::text])))
);

create table mails (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  recipient text not null,
  about_id uuid not null,
  state text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  give_up_at timestamp with time zone not null,
  error text,
  content jsonb,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  holder integer,
  deaths smallint default 0 not null,
  constraint mails_pkey PRIMARY KEY (tenant_id, id),
  constraint mails_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint mails_kind_check CHECK ((kind = ANY (ARRAY['invitation'::text, 'password_reset'::text, 'password_changed'::text, 'low_balance'::text, 'markup_raised'::text, 'email_verification'::text, 'email_change'::text, 'email_change_notice'::text, 'email_changed'::text, 'webhook_failing'::text, 'webhook_disabled'::text]))),
  constraint mails_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'sent'::text, 'failed'::text, 'dropped'::text])))
);

create table maintenance_runs (
  id uuid not null,
  job text not null,
  state text not null,
  run_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  ended_at timestamp with time zone,
  error text,
  holder integer,
  constraint maintenance_runs_pkey PRIMARY KEY (id),
  constraint maintenance_runs_check CHECK (((ended_at IS NOT NULL) = (state = ANY (ARRAY['done'::text, 'failed'::text])))),
  constraint maintenance_runs_check1 CHECK (((lease_until IS NOT NULL) = (state = 'leased'::text))),
  constraint maintenance_runs_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'done'::text, 'failed'::text])))
);

create table media (
  tenant_id uuid not null,
  id uuid not null,
  state text not null,
  content_id uuid,
  kind text not null,
  mime_type text,
  filename text,
  source text not null,
  message_id uuid,
  error text,
  used_at timestamp with time zone,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  holders integer default 0 not null,
  constraint media_pkey PRIMARY KEY (tenant_id, id),
  constraint media_tenant_id_content_id_fkey FOREIGN KEY (tenant_id, content_id) REFERENCES media_contents(tenant_id, id),
  constraint media_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint media_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES messages(tenant_id, id),
  constraint media_check CHECK (((state = 'stored'::text) = (content_id IS NOT NULL))),
  constraint media_check1 CHECK (((source <> 'inbound'::text) OR (message_id IS NOT NULL))),
  constraint media_holders_check CHECK ((holders >= 0)),
  constraint media_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'video'::text, 'audio'::text, 'document'::text, 'sticker'::text]))),
  constraint media_source_check CHECK ((source = ANY (ARRAY['upload'::text, 'url'::text, 'inbound'::text, 'recording'::text]))),
  constraint media_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'stored'::text, 'failed'::text, 'expired'::text])))
);

create table media_contents (
  tenant_id uuid not null,
  id uuid not null,
  sha256 bytea not null,
  size_bytes bigint not null,
  state text not null,
  unused_since timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint media_contents_pkey PRIMARY KEY (tenant_id, id),
  constraint media_contents_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint media_contents_sha256_check CHECK ((length(sha256) = 32)),
  constraint media_contents_size_bytes_check CHECK ((size_bytes > 0)),
  constraint media_contents_state_check CHECK ((state = ANY (ARRAY['storing'::text, 'stored'::text, 'deleting'::text])))
);

create table media_fetches (
  tenant_id uuid not null,
  media_id uuid not null,
  channel_id uuid not null,
  reference jsonb not null,
  state text not null,
  attempts integer default 0 not null,
  tries smallint default 0 not null,
  run_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  created_at timestamp with time zone not null,
  holder integer,
  deaths smallint default 0 not null,
  constraint media_fetches_pkey PRIMARY KEY (tenant_id, media_id),
  constraint media_fetches_tenant_id_media_id_fkey FOREIGN KEY (tenant_id, media_id) REFERENCES media(tenant_id, id) ON DELETE CASCADE,
  constraint media_fetches_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text])))
) with (autovacuum_vacuum_cost_delay=0, autovacuum_vacuum_scale_factor=0.02, fillfactor=70);

create table members (
  tenant_id uuid not null,
  user_id uuid not null,
  name text not null,
  email text not null,
  role text not null,
  created_at timestamp with time zone not null,
  status text default 'active'::text not null,
  updated_at timestamp with time zone,
  availability text default 'offline'::text not null,
  max_open_conversations integer,
  skills text[] default '{}'::text[] not null,
  languages text[] default '{}'::text[] not null,
  division_ids uuid[] default '{}'::uuid[] not null,
  channel_ids uuid[] default '{}'::uuid[] not null,
  signature text,
  avatar_url text,
  last_seen_at timestamp with time zone,
  last_assigned_at timestamp with time zone,
  own_status text,
  stay integer default 0 not null,
  access_version integer default 1 not null,
  constraint members_pkey PRIMARY KEY (tenant_id, user_id),
  constraint members_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint members_availability_check CHECK ((availability = ANY (ARRAY['online'::text, 'busy'::text, 'away'::text, 'offline'::text]))),
  constraint members_avatar_url_check CHECK (((length(avatar_url) >= 1) AND (length(avatar_url) <= 2000))),
  constraint members_max_open_conversations_check CHECK ((max_open_conversations >= 0)),
  constraint members_own_status CHECK (((own_status IS NULL) OR (status = 'suspended'::text))),
  constraint members_own_status_check CHECK ((own_status = ANY (ARRAY['active'::text, 'suspended'::text]))),
  constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'supervisor'::text, 'agent'::text, 'viewer'::text]))),
  constraint members_signature_check CHECK (((length(signature) >= 1) AND (length(signature) <= 2000))),
  constraint members_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'removed'::text])))
);

create table message_search (
  tenant_id uuid not null,
  message_id uuid not null,
  conversation_id uuid not null,
  channel_id uuid not null,
  occurred_at timestamp with time zone not null,
  version timestamp with time zone not null,
  folded text not null,
  constraint message_search_pkey PRIMARY KEY (tenant_id, message_id),
  constraint message_search_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES messages(tenant_id, id) ON DELETE CASCADE
);

create table messages (
  tenant_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  channel_id uuid not null,
  contact_id uuid not null,
  direction text not null,
  type text not null,
  from_address text,
  to_address text,
  text text,
  content jsonb,
  media jsonb default '[]'::jsonb not null,
  reply_to_id uuid,
  reactions jsonb default '[]'::jsonb not null,
  status text not null,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  read_at timestamp with time zone,
  failed_at timestamp with time zone,
  error jsonb,
  external_id text,
  client_reference text,
  author_kind text not null,
  author_id text,
  is_note boolean default false not null,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  occurred_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  attempted_at timestamp with time zone,
  human_agent boolean default false not null,
  mentions uuid[],
  constraint messages_pkey PRIMARY KEY (tenant_id, id),
  constraint messages_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversations(tenant_id, id),
  constraint messages_tenant_id_reply_to_id_fkey FOREIGN KEY (tenant_id, reply_to_id) REFERENCES messages(tenant_id, id),
  constraint messages_author_kind_check CHECK ((author_kind = ANY (ARRAY['contact'::text, 'member'::text, 'api'::text, 'chatbot'::text, 'flow'::text, 'broadcast'::text, 'platform'::text]))),
  constraint messages_direction_check CHECK ((direction = ANY (ARRAY['inbound'::text, 'outbound'::text]))),
  constraint messages_status_check CHECK ((status = ANY (ARRAY['received'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'cancelled'::text, 'unknown'::text]))),
  constraint messages_type_check CHECK ((type = ANY (ARRAY['text'::text, 'template'::text, 'image'::text, 'video'::text, 'audio'::text, 'document'::text, 'sticker'::text, 'location'::text, 'contact'::text, 'interactive'::text, 'reaction'::text, 'system'::text, 'unsupported'::text])))
) with (fillfactor=70);

create table metric_contact_days (
  tenant_id uuid not null,
  day date not null,
  channel_id uuid not null,
  contact_id uuid not null,
  before_noon bigint not null,
  after_noon bigint not null,
  constraint metric_contact_days_pkey PRIMARY KEY (tenant_id, day, channel_id, contact_id),
  constraint metric_contact_days_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
) with (fillfactor=90);

create table metric_conversations (
  tenant_id uuid not null,
  conversation_id uuid not null,
  assignee_id uuid,
  opened_at timestamp with time zone not null,
  waiting_since timestamp with time zone,
  first_answered boolean not null,
  resolved boolean not null,
  with_bot boolean not null,
  division_id uuid,
  label_ids uuid[] not null,
  surveyed jsonb,
  constraint metric_conversations_pkey PRIMARY KEY (tenant_id, conversation_id),
  constraint metric_conversations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
) with (fillfactor=70);

create table metric_rollups (
  tenant_id uuid not null,
  grain smallint not null,
  detail boolean not null,
  bucket_at timestamp with time zone not null,
  channel_id uuid not null,
  assignee_id uuid not null,
  messages_received integer not null,
  sent_member integer not null,
  sent_api integer not null,
  sent_chatbot integer not null,
  sent_flow integer not null,
  sent_broadcast integer not null,
  sent_platform integer not null,
  messages_delivered integer not null,
  messages_read integer not null,
  messages_failed integer not null,
  conversations_created integer not null,
  conversations_reopened integer not null,
  conversations_resolved integer not null,
  new_contacts integer not null,
  first_responses integer not null,
  first_response_ms bigint not null,
  first_response_bins bytea,
  responses integer not null,
  response_ms bigint not null,
  response_bins bytea,
  resolutions integer not null,
  resolution_ms bigint not null,
  resolution_bins bytea,
  division_id uuid not null,
  label_id uuid not null,
  conversations_labelled integer,
  csat_asked integer,
  csat_answered integer,
  csat_points integer,
  csat_satisfied integer,
  sla_first_response_met integer,
  sla_first_response_missed integer,
  sla_next_response_met integer,
  sla_next_response_missed integer,
  sla_resolution_met integer,
  sla_resolution_missed integer,
  ticket_sla_met integer,
  ticket_sla_missed integer,
  constraint metric_rollups_pkey PRIMARY KEY (tenant_id, label_id, grain, detail, bucket_at, channel_id, assignee_id, division_id),
  constraint metric_rollups_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint metric_rollups_grain_check CHECK ((grain = ANY (ARRAY[15, 60, 1440])))
) with (fillfactor=80);

create table notifications (
  tenant_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  kind text not null,
  conversation_id uuid,
  message_id uuid,
  actor_kind text not null,
  actor_id text,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  ticket_id uuid,
  detail text,
  flow_id uuid,
  export_id uuid,
  constraint notifications_pkey PRIMARY KEY (tenant_id, id),
  constraint notifications_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversations(tenant_id, id) ON DELETE CASCADE,
  constraint notifications_tenant_id_export_id_fkey FOREIGN KEY (tenant_id, export_id) REFERENCES organization_exports(tenant_id, id) ON DELETE CASCADE,
  constraint notifications_tenant_id_flow_id_fkey FOREIGN KEY (tenant_id, flow_id) REFERENCES flows(tenant_id, id) ON DELETE CASCADE,
  constraint notifications_tenant_id_member_id_fkey FOREIGN KEY (tenant_id, member_id) REFERENCES members(tenant_id, user_id) ON DELETE CASCADE,
  constraint notifications_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES messages(tenant_id, id) ON DELETE CASCADE,
  constraint notifications_tenant_id_ticket_id_fkey FOREIGN KEY (tenant_id, ticket_id) REFERENCES tickets(tenant_id, id) ON DELETE CASCADE,
  constraint notifications_check CHECK (((kind = 'mention'::text) = (message_id IS NOT NULL))),
  constraint notifications_detail CHECK (((kind = ANY (ARRAY['sla_breach'::text, 'flow'::text, 'grant_requested'::text, 'grant_ended'::text])) = (detail IS NOT NULL))),
  constraint notifications_export CHECK (((kind = 'organization_export'::text) = (export_id IS NOT NULL))),
  constraint notifications_flow CHECK (((kind = ANY (ARRAY['flow'::text, 'flow_paused'::text])) = (flow_id IS NOT NULL))),
  constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['mention'::text, 'assignment'::text, 'sla_breach'::text, 'flow'::text, 'flow_paused'::text, 'organization_export'::text, 'grant_requested'::text, 'grant_ended'::text]))),
  constraint notifications_subject CHECK (((conversation_id IS NOT NULL) OR (ticket_id IS NOT NULL) OR (flow_id IS NOT NULL) OR (export_id IS NOT NULL) OR (kind = ANY (ARRAY['grant_requested'::text, 'grant_ended'::text]))))
);

create table orders (
  tenant_id uuid not null,
  id uuid not null,
  number text not null,
  external_reference text,
  contact_id uuid not null,
  conversation_id uuid,
  status text not null,
  items jsonb not null,
  currency text not null,
  subtotal numeric(19,6) not null,
  discount numeric(19,6) not null,
  tax numeric(19,6) not null,
  shipping numeric(19,6) not null,
  total numeric(19,6) not null,
  note text,
  paid_at timestamp with time zone,
  fulfilled_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  refunded_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint orders_pkey PRIMARY KEY (tenant_id, id),
  constraint orders_tenant_id_contact_id_fkey FOREIGN KEY (tenant_id, contact_id) REFERENCES contacts(tenant_id, id),
  constraint orders_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversations(tenant_id, id) ON DELETE SET NULL (conversation_id),
  constraint orders_check CHECK ((total = (((subtotal - discount) + tax) + shipping))),
  constraint orders_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint orders_discount_check CHECK ((discount >= (0)::numeric)),
  constraint orders_external_reference_check CHECK (((length(external_reference) >= 1) AND (length(external_reference) <= 200))),
  constraint orders_number_check CHECK (((length(number) >= 1) AND (length(number) <= 64))),
  constraint orders_shipping_check CHECK ((shipping >= (0)::numeric)),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'pending'::text, 'paid'::text, 'fulfilled'::text, 'cancelled'::text, 'refunded'::text]))),
  constraint orders_subtotal_check CHECK ((subtotal >= (0)::numeric)),
  constraint orders_tax_check CHECK ((tax >= (0)::numeric)),
  constraint orders_total_check CHECK ((total >= (0)::numeric))
);

create table organization_erasures (
  tenant_id uuid not null,
  id uuid not null,
  state text not null,
  run_at timestamp with time zone not null,
  erases_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  tries integer default 0 not null,
  step text not null,
  "position" text,
  people uuid[],
  counts jsonb default '{}'::jsonb not null,
  error text,
  requested_by text not null,
  created_at timestamp with time zone not null,
  cancelled_by text,
  finished_at timestamp with time zone,
  seal bytea,
  holder integer,
  deaths smallint default 0 not null,
  constraint organization_erasures_pkey PRIMARY KEY (tenant_id, id),
  constraint organization_erasures_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint organization_erasures_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text, 'completed'::text, 'cancelled'::text])))
);

create table organization_export_pieces (
  tenant_id uuid not null,
  id uuid not null,
  export_id uuid not null,
  start_bytes bigint,
  size_bytes bigint,
  remove_at timestamp with time zone,
  is_doomed boolean default false not null,
  constraint organization_export_pieces_pkey PRIMARY KEY (tenant_id, id),
  constraint organization_export_pieces_tenant_id_export_id_fkey FOREIGN KEY (tenant_id, export_id) REFERENCES organization_exports(tenant_id, id) ON DELETE CASCADE,
  constraint organization_export_pieces_check CHECK (((start_bytes IS NULL) = (size_bytes IS NULL))),
  constraint organization_export_pieces_check1 CHECK (((start_bytes IS NOT NULL) OR (remove_at IS NOT NULL)))
);

create table organization_exports (
  tenant_id uuid not null,
  id uuid not null,
  include_media boolean not null,
  state text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  tries integer default 0 not null,
  "position" jsonb,
  counts jsonb default '{}'::jsonb not null,
  size_bytes bigint default 0 not null,
  error text,
  created_by text not null,
  created_at timestamp with time zone not null,
  began_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  holder integer,
  deaths smallint default 0 not null,
  constraint organization_exports_pkey PRIMARY KEY (tenant_id, id),
  constraint organization_exports_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint organization_exports_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text, 'completed'::text, 'failed'::text, 'expired'::text])))
);

create table outbound_dispatches (
  tenant_id uuid not null,
  message_id uuid not null,
  channel_id uuid not null,
  priority smallint not null,
  state text not null,
  attempts integer default 0 not null,
  tries smallint default 0 not null,
  waits integer default 0 not null,
  first_claimed_at timestamp with time zone,
  run_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  claimed_by uuid,
  created_at timestamp with time zone not null,
  constraint outbound_dispatches_pkey PRIMARY KEY (tenant_id, message_id),
  constraint outbound_dispatches_tenant_id_message_id_fkey FOREIGN KEY (tenant_id, message_id) REFERENCES messages(tenant_id, id),
  constraint outbound_dispatches_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'sending'::text])))
) with (autovacuum_vacuum_cost_delay=0, autovacuum_vacuum_scale_factor=0.02, fillfactor=70);

create table password_reset_requests (
  id uuid not null,
  email text not null,
  created_at timestamp with time zone not null,
  constraint password_reset_requests_pkey PRIMARY KEY (id)
);

create table password_reset_tokens (
  token_hash bytea not null,
  user_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint password_reset_tokens_pkey PRIMARY KEY (token_hash),
  constraint password_reset_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table payment_requests (
  tenant_id uuid not null,
  id uuid not null,
  subscription_id uuid,
  amount numeric(20,6) not null,
  currency text not null,
  description text,
  status text not null,
  invoice_id text,
  invoice_url text,
  expires_at timestamp with time zone,
  paid_at timestamp with time zone,
  paid_amount numeric(20,6),
  problem text,
  state text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  last_error text,
  actor_kind text not null,
  actor_id text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  holder integer,
  deaths smallint default 0 not null,
  constraint payment_requests_pkey PRIMARY KEY (tenant_id, id),
  constraint payment_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint payment_requests_tenant_id_subscription_id_fkey FOREIGN KEY (tenant_id, subscription_id) REFERENCES subscriptions(tenant_id, id),
  constraint payment_requests_amount_check CHECK ((amount > (0)::numeric)),
  constraint payment_requests_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint payment_requests_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text, 'done'::text]))),
  constraint payment_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'expired'::text, 'failed'::text, 'cancelled'::text])))
);

create table phone_numbers (
  tenant_id uuid not null,
  id uuid not null,
  telephony_account_id uuid not null,
  number text not null,
  name text not null,
  voice_agent_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint phone_numbers_pkey PRIMARY KEY (tenant_id, id),
  constraint phone_numbers_tenant_id_telephony_account_id_fkey FOREIGN KEY (tenant_id, telephony_account_id) REFERENCES telephony_accounts(tenant_id, id) ON DELETE CASCADE,
  constraint phone_numbers_tenant_id_voice_agent_id_fkey FOREIGN KEY (tenant_id, voice_agent_id) REFERENCES voice_agents(tenant_id, id),
  constraint phone_numbers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint phone_numbers_number_check CHECK ((number ~ '^\+[1-9][0-9]{6,14}$'::text))
);

create table pipeline_stages (
  tenant_id uuid not null,
  id uuid not null,
  pipeline_id uuid not null,
  name text not null,
  "position" integer not null,
  color text not null,
  win_probability smallint not null,
  kind text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint pipeline_stages_pkey PRIMARY KEY (tenant_id, id),
  constraint pipeline_stages_tenant_id_pipeline_id_id_key UNIQUE (tenant_id, pipeline_id, id),
  constraint pipeline_stages_tenant_id_pipeline_id_fkey FOREIGN KEY (tenant_id, pipeline_id) REFERENCES pipelines(tenant_id, id) ON DELETE CASCADE,
  constraint pipeline_stages_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
  constraint pipeline_stages_kind_check CHECK ((kind = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
  constraint pipeline_stages_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint pipeline_stages_win_probability_check CHECK (((win_probability >= 0) AND (win_probability <= 100)))
);

create table pipelines (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  "position" integer not null,
  is_default boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint pipelines_pkey PRIMARY KEY (tenant_id, id),
  constraint pipelines_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint pipelines_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

create table pricing (
  tenant_id uuid not null,
  id uuid not null,
  model_name text not null,
  cost_per_request numeric(20,6) not null,
  description text,
  is_active boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint pricing_pkey PRIMARY KEY (tenant_id, id),
  constraint pricing_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint pricing_cost_per_request_check CHECK ((cost_per_request >= (0)::numeric)),
  constraint pricing_model_name_check CHECK (((length(model_name) >= 1) AND (length(model_name) <= 200)))
);

create table privacy_export_chunks (
  tenant_id uuid not null,
  request_id uuid not null,
  n integer not null,
  start_bytes bigint not null,
  bytes bytea not null,
  constraint privacy_export_chunks_pkey PRIMARY KEY (tenant_id, request_id, n),
  constraint privacy_export_chunks_tenant_id_request_id_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES privacy_requests(tenant_id, id) ON DELETE CASCADE
);

create table privacy_requests (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null,
  contact_id uuid not null,
  state text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  tries integer default 0 not null,
  step text not null,
  "position" text,
  counts jsonb default '{}'::jsonb not null,
  next_chunk integer default 0 not null,
  size_bytes bigint default 0 not null,
  error text,
  created_by text not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  sealed bigint,
  previous_seal bytea,
  seal bytea,
  holder integer,
  deaths smallint default 0 not null,
  constraint privacy_requests_pkey PRIMARY KEY (tenant_id, id),
  constraint privacy_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint privacy_requests_check CHECK (((sealed IS NULL) = (seal IS NULL))),
  constraint privacy_requests_kind_check CHECK ((kind = ANY (ARRAY['contact_export'::text, 'contact_erasure'::text]))),
  constraint privacy_requests_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text, 'completed'::text, 'failed'::text, 'expired'::text])))
);

create table privacy_traces (
  tenant_id uuid not null,
  request_id uuid not null,
  kind text not null,
  trace text not null,
  constraint privacy_traces_pkey PRIMARY KEY (tenant_id, request_id, kind, trace),
  constraint privacy_traces_tenant_id_request_id_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES privacy_requests(tenant_id, id) ON DELETE CASCADE,
  constraint privacy_traces_kind_check CHECK ((kind = ANY (ARRAY['id'::text, 'value'::text, 'content'::text, 'question'::text])))
);

create table profile_fetches (
  tenant_id uuid not null,
  identity_id uuid not null,
  channel_id uuid not null,
  state text not null,
  attempts smallint default 0 not null,
  waits smallint default 0 not null,
  run_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  holder integer,
  deaths smallint default 0 not null,
  constraint profile_fetches_pkey PRIMARY KEY (tenant_id, identity_id),
  constraint profile_fetches_tenant_id_identity_id_fkey FOREIGN KEY (tenant_id, identity_id) REFERENCES contact_identities(tenant_id, id) ON DELETE CASCADE,
  constraint profile_fetches_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text])))
);

create table public_files (
  tenant_id uuid not null,
  media_id uuid not null,
  token text not null,
  uses integer not null,
  constraint public_files_pkey PRIMARY KEY (tenant_id, media_id),
  constraint public_files_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint public_files_tenant_id_media_id_fkey FOREIGN KEY (tenant_id, media_id) REFERENCES media(tenant_id, id),
  constraint public_files_token_check CHECK ((length(token) = 32)),
  constraint public_files_uses_check CHECK ((uses > 0))
);

create table push_messages (
  tenant_id uuid not null,
  id uuid not null,
  subscription_id uuid not null,
  notification_id uuid not null,
  state text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  give_up_at timestamp with time zone not null,
  error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  holder integer,
  deaths smallint default 0 not null,
  constraint push_messages_pkey PRIMARY KEY (tenant_id, id),
  constraint push_messages_tenant_id_notification_id_fkey FOREIGN KEY (tenant_id, notification_id) REFERENCES notifications(tenant_id, id) ON DELETE CASCADE,
  constraint push_messages_tenant_id_subscription_id_fkey FOREIGN KEY (tenant_id, subscription_id) REFERENCES push_subscriptions(tenant_id, id) ON DELETE CASCADE,
  constraint push_messages_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'sent'::text, 'failed'::text, 'dropped'::text])))
);

create table push_subscriptions (
  tenant_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  session_id uuid not null,
  stay integer not null,
  endpoint_hash bytea not null,
  sealed bytea not null,
  language text not null,
  created_at timestamp with time zone not null,
  constraint push_subscriptions_pkey PRIMARY KEY (tenant_id, id),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES user_sessions(id) ON DELETE CASCADE,
  constraint push_subscriptions_tenant_id_member_id_fkey FOREIGN KEY (tenant_id, member_id) REFERENCES members(tenant_id, user_id) ON DELETE CASCADE,
  constraint push_subscriptions_language_check CHECK (((length(language) >= 2) AND (length(language) <= 20)))
);

create table queue_hours (
  queue text not null,
  hour timestamp with time zone not null,
  completed bigint not null,
  constraint queue_hours_pkey PRIMARY KEY (queue, hour)
);

create unlogged table rate_limits (
  tenant_id uuid not null,
  key_id uuid not null,
  tat timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (tenant_id, key_id)
);

create table request_logs (
  tenant_id uuid not null,
  id uuid not null,
  key_id uuid not null,
  method text not null,
  operation text not null,
  route text not null,
  path text not null,
  query json not null,
  status smallint not null,
  error_code text,
  reference text,
  duration_ms integer not null,
  address text not null,
  user_agent text,
  request_id text not null,
  request_bytes integer not null,
  request_body json,
  answer_bytes integer not null,
  answer_body json,
  created_at timestamp with time zone not null,
  constraint request_logs_pkey PRIMARY KEY (tenant_id, id),
  constraint request_logs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create table reservations (
  tenant_id uuid not null,
  reference text not null,
  app_id uuid not null,
  amount numeric(20,6) not null,
  status text not null,
  settled_amount numeric(20,6),
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  agency_id uuid,
  billing_mode text,
  markup_percent numeric(6,2),
  constraint reservations_pkey PRIMARY KEY (tenant_id, reference),
  constraint reservations_tenant_id_app_id_fkey FOREIGN KEY (tenant_id, app_id) REFERENCES apps(tenant_id, id),
  constraint reservations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint reservations_amount_check CHECK ((amount > (0)::numeric)),
  constraint reservations_billing_mode_check CHECK ((billing_mode = ANY (ARRAY['agency_pays'::text, 'client_pays'::text]))),
  constraint reservations_markup_percent_check CHECK (((markup_percent >= (0)::numeric) AND (markup_percent <= (100)::numeric))),
  constraint reservations_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200))),
  constraint reservations_status_check CHECK ((status = ANY (ARRAY['held'::text, 'settled'::text, 'released'::text, 'expired'::text]))),
  constraint reservations_terms CHECK ((((agency_id IS NULL) = (billing_mode IS NULL)) AND ((agency_id IS NULL) = (markup_percent IS NULL))))
);

create table retention_settings (
  tenant_id uuid not null,
  messages_days integer,
  media_days integer,
  events_days integer,
  audit_days integer,
  imports_days integer,
  updated_at timestamp with time zone not null,
  flow_runs_days integer,
  constraint retention_settings_pkey PRIMARY KEY (tenant_id),
  constraint retention_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint retention_settings_audit_days_check CHECK (((audit_days >= 90) AND (audit_days <= 36500))),
  constraint retention_settings_events_days_check CHECK (((events_days >= 1) AND (events_days <= 36500))),
  constraint retention_settings_flow_runs_days_check CHECK (((flow_runs_days >= 1) AND (flow_runs_days <= 36500))),
  constraint retention_settings_imports_days_check CHECK (((imports_days >= 1) AND (imports_days <= 36500))),
  constraint retention_settings_media_days_check CHECK (((media_days >= 1) AND (media_days <= 36500))),
  constraint retention_settings_messages_days_check CHECK (((messages_days >= 1) AND (messages_days <= 36500)))
);

create table scheduled_jobs (
  name text not null,
  state text default 'ready'::text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  holder integer,
  deaths smallint default 0 not null,
  constraint scheduled_jobs_pkey PRIMARY KEY (name),
  constraint scheduled_jobs_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text])))
);

create table schema_files (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_files_pkey PRIMARY KEY (name)
);

create table schema_migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table segments (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text generated always as (lower(name)) stored not null,
  description text,
  rules jsonb not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint segments_pkey PRIMARY KEY (tenant_id, id),
  constraint segments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create table server_processes (
  id uuid not null,
  roles text not null,
  started_at timestamp with time zone not null,
  heartbeat_at timestamp with time zone not null,
  number integer,
  constraint server_processes_pkey PRIMARY KEY (id),
  constraint server_processes_number_key UNIQUE (number)
);

create table shared_routes (
  tenant_id uuid not null,
  kind text not null,
  route_by text not null,
  external_id text not null,
  claimed_at timestamp with time zone not null,
  proved_at timestamp with time zone not null,
  constraint shared_routes_pkey PRIMARY KEY (tenant_id, kind, route_by, external_id),
  constraint shared_routes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint shared_routes_route_by_check CHECK ((route_by = ANY (ARRAY['channel'::text, 'account'::text])))
);

create table signup_forms (
  tenant_id uuid not null,
  id uuid not null,
  slug text not null,
  public_key text not null,
  title text not null,
  intro text,
  fields jsonb not null,
  consent_text text,
  target jsonb not null,
  thank_you text not null,
  redirect_url text,
  active boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint signup_forms_pkey PRIMARY KEY (tenant_id, id),
  constraint signup_forms_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint signup_forms_public_key_check CHECK ((length(public_key) = 24)),
  constraint signup_forms_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 60)))
);

create table sla_outcomes (
  tenant_id uuid not null,
  id uuid not null,
  subject text not null,
  subject_id uuid not null,
  target text not null,
  met boolean not null,
  at timestamp with time zone not null,
  channel_id uuid,
  assignee_id uuid,
  division_id uuid,
  label_ids uuid[] not null,
  counted boolean default false not null,
  created_at timestamp with time zone not null,
  constraint sla_outcomes_pkey PRIMARY KEY (tenant_id, id),
  constraint sla_outcomes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint sla_outcomes_subject_check CHECK ((subject = ANY (ARRAY['tickets'::text, 'conversations'::text]))),
  constraint sla_outcomes_target_check CHECK ((target = ANY (ARRAY['first_response'::text, 'next_response'::text, 'resolution'::text])))
) with (fillfactor=80);

create table sla_policies (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text generated always as (label_key(name)) stored not null,
  description text,
  targets jsonb not null,
  business_hours_only boolean not null,
  conditions jsonb not null,
  "position" integer not null,
  is_default boolean not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint sla_policies_pkey PRIMARY KEY (tenant_id, id),
  constraint sla_policies_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint sla_policies_description_check CHECK (((length(description) >= 1) AND (length(description) <= 500))),
  constraint sla_policies_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

create table snapshot_applications (
  tenant_id uuid not null,
  id uuid not null,
  agency_id uuid not null,
  snapshot jsonb,
  state text not null,
  run_at timestamp with time zone not null,
  attempts integer default 0 not null,
  lease_until timestamp with time zone,
  problem jsonb,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  holder integer,
  deaths smallint default 0 not null,
  constraint snapshot_applications_pkey PRIMARY KEY (tenant_id, id),
  constraint snapshot_applications_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint snapshot_applications_check CHECK (((snapshot IS NOT NULL) = (state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text])))),
  constraint snapshot_applications_check1 CHECK (((problem IS NOT NULL) = (state = 'failed'::text))),
  constraint snapshot_applications_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text, 'applied'::text, 'failed'::text])))
);

create table subscriptions (
  tenant_id uuid not null,
  id uuid not null,
  status text not null,
  subscription_type text not null,
  item_name text not null,
  billing_amount numeric(20,6) not null,
  cycles integer,
  start_date timestamp with time zone not null,
  next_billing timestamp with time zone,
  end_date timestamp with time zone,
  anchor timestamp with time zone not null,
  due_at timestamp with time zone,
  past_due_since timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  held_by text,
  cancelled_from text,
  constraint subscriptions_pkey PRIMARY KEY (tenant_id, id),
  constraint subscriptions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint subscriptions_billing_amount_check CHECK ((billing_amount >= (0)::numeric)),
  constraint subscriptions_cancelled_from CHECK (((cancelled_from IS NULL) OR (status = 'cancelled'::text))),
  constraint subscriptions_cancelled_from_check CHECK ((cancelled_from = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'paused'::text]))),
  constraint subscriptions_cycles_check CHECK ((cycles >= 0)),
  constraint subscriptions_held_by_check CHECK ((held_by = ANY (ARRAY['agency'::text, 'platform'::text]))),
  constraint subscriptions_held_when_off CHECK (((held_by IS NULL) OR (status = ANY (ARRAY['paused'::text, 'cancelled'::text, 'expired'::text])))),
  constraint subscriptions_item_name_check CHECK (((length(item_name) >= 1) AND (length(item_name) <= 200))),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'paused'::text, 'cancelled'::text, 'expired'::text]))),
  constraint subscriptions_subscription_type_check CHECK ((subscription_type = ANY (ARRAY['monthly'::text, 'quarterly'::text, 'yearly'::text, 'one_time'::text])))
);

create table telephony_accounts (
  tenant_id uuid not null,
  id uuid not null,
  provider text not null,
  name text not null,
  provider_account_id text not null,
  base_url text not null,
  auth_token bytea not null,
  last_four text,
  state text not null,
  last_error text,
  last_tested_at timestamp with time zone,
  revision integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint telephony_accounts_pkey PRIMARY KEY (tenant_id, id),
  constraint telephony_accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint telephony_accounts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint telephony_accounts_provider_account_id_check CHECK (((length(provider_account_id) >= 1) AND (length(provider_account_id) <= 100))),
  constraint telephony_accounts_provider_check CHECK ((provider = 'twilio'::text)),
  constraint telephony_accounts_state_check CHECK ((state = ANY (ARRAY['installed'::text, 'tested'::text, 'failed'::text])))
);

create table templates (
  tenant_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  provider_template_id text,
  name text not null,
  language text not null,
  category text,
  status text not null,
  quality text,
  rejected_reason text,
  parameter_format text default 'positional'::text not null,
  variables text[] default '{}'::text[] not null,
  components jsonb default '[]'::jsonb not null,
  changed_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  content_at timestamp with time zone,
  platform_status text,
  constraint templates_pkey PRIMARY KEY (tenant_id, id),
  constraint templates_tenant_id_channel_id_fkey FOREIGN KEY (tenant_id, channel_id) REFERENCES channels(tenant_id, id),
  constraint templates_parameter_format_check CHECK ((parameter_format = ANY (ARRAY['positional'::text, 'named'::text]))),
  constraint templates_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'paused'::text, 'disabled'::text, 'in_appeal'::text, 'deleted'::text, 'archived'::text])))
);

create table tenant_counters (
  tenant_id uuid not null,
  name text not null,
  value bigint not null,
  constraint tenant_counters_pkey PRIMARY KEY (tenant_id, name),
  constraint tenant_counters_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create table tenant_keys (
  tenant_id uuid not null,
  version integer not null,
  wrapped_key bytea not null,
  created_at timestamp with time zone not null,
  constraint tenant_keys_pkey PRIMARY KEY (tenant_id, version),
  constraint tenant_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint tenant_keys_version_check CHECK ((version > 0))
);

create table tenants (
  tenant_id uuid not null,
  name text not null,
  kind text not null,
  settings jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  suspended_at timestamp with time zone,
  erased_at timestamp with time zone,
  constraint tenants_pkey PRIMARY KEY (tenant_id),
  constraint tenants_kind_check CHECK ((kind = ANY (ARRAY['business'::text, 'agency'::text, 'platform'::text]))),
  constraint tenants_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);

create table ticket_activity (
  tenant_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  kind text not null,
  by text not null,
  reason text not null,
  text text,
  changes jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone not null,
  constraint ticket_activity_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_activity_tenant_id_ticket_id_fkey FOREIGN KEY (tenant_id, ticket_id) REFERENCES tickets(tenant_id, id),
  constraint ticket_activity_check CHECK (((kind = 'comment'::text) = (text IS NOT NULL))),
  constraint ticket_activity_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'updated'::text, 'comment'::text])))
);

create table ticket_categories (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  name_key text generated always as (lower(name)) stored not null,
  description text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint ticket_categories_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_categories_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint ticket_categories_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

create table ticket_fields (
  tenant_id uuid not null,
  id uuid not null,
  key text not null,
  label text not null,
  type text not null,
  options text[] default '{}'::text[] not null,
  required boolean default false not null,
  description text,
  "position" integer not null,
  deleting_at timestamp with time zone,
  run_at timestamp with time zone,
  last_pass boolean default false not null,
  after_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint ticket_fields_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_fields_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint ticket_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'boolean'::text, 'date'::text, 'datetime'::text, 'select'::text, 'multi_select'::text, 'url'::text, 'email'::text, 'phone'::text])))
);

create table ticket_sla (
  tenant_id uuid not null,
  id uuid not null,
  policy_id uuid,
  state jsonb not null,
  check_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  constraint ticket_sla_pkey PRIMARY KEY (tenant_id, id),
  constraint ticket_sla_tenant_id_id_fkey FOREIGN KEY (tenant_id, id) REFERENCES tickets(tenant_id, id) ON DELETE CASCADE,
  constraint ticket_sla_tenant_id_policy_id_fkey FOREIGN KEY (tenant_id, policy_id) REFERENCES sla_policies(tenant_id, id)
) with (fillfactor=80);

create table tickets (
  tenant_id uuid not null,
  id uuid not null,
  number bigint not null,
  subject text not null,
  description text,
  status text not null,
  priority text not null,
  category_id uuid,
  assignee_id uuid,
  contact_id uuid,
  conversation_id uuid,
  source text not null,
  labels text[] default '{}'::text[] not null,
  due_at timestamp with time zone,
  resolved_at timestamp with time zone,
  closed_at timestamp with time zone,
  close_at timestamp with time zone,
  follow_up_of_id uuid,
  search_text text generated always as (((('#'::text || number) || ' '::text) || lower(subject))) stored not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  division_id uuid,
  custom_fields jsonb default '{}'::jsonb not null,
  constraint tickets_pkey PRIMARY KEY (tenant_id, id),
  constraint tickets_tenant_id_assignee_id_fkey FOREIGN KEY (tenant_id, assignee_id) REFERENCES members(tenant_id, user_id) ON DELETE SET NULL (assignee_id),
  constraint tickets_tenant_id_category_id_fkey FOREIGN KEY (tenant_id, category_id) REFERENCES ticket_categories(tenant_id, id) ON DELETE SET NULL (category_id),
  constraint tickets_tenant_id_contact_id_fkey FOREIGN KEY (tenant_id, contact_id) REFERENCES contacts(tenant_id, id),
  constraint tickets_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversations(tenant_id, id) ON DELETE SET NULL (conversation_id),
  constraint tickets_tenant_id_division_id_fkey FOREIGN KEY (tenant_id, division_id) REFERENCES divisions(tenant_id, id),
  constraint tickets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint tickets_tenant_id_follow_up_of_id_fkey FOREIGN KEY (tenant_id, follow_up_of_id) REFERENCES tickets(tenant_id, id),
  constraint tickets_check CHECK (((status = ANY (ARRAY['resolved'::text, 'closed'::text])) = (resolved_at IS NOT NULL))),
  constraint tickets_check1 CHECK (((status = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint tickets_check2 CHECK (((status = 'resolved'::text) = (close_at IS NOT NULL))),
  constraint tickets_custom_fields_check CHECK ((jsonb_typeof(custom_fields) = 'object'::text)),
  constraint tickets_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'urgent'::text]))),
  constraint tickets_source_check CHECK ((source = ANY (ARRAY['inbox'::text, 'flow'::text, 'manual'::text, 'api'::text]))),
  constraint tickets_status_check CHECK ((status = ANY (ARRAY['open'::text, 'in_progress'::text, 'pending'::text, 'resolved'::text, 'closed'::text]))),
  constraint tickets_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 500)))
);

create table usage_contacts (
  tenant_id uuid not null,
  month date not null,
  contact_id uuid not null,
  constraint usage_contacts_pkey PRIMARY KEY (tenant_id, month, contact_id),
  constraint usage_contacts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create table usage_months (
  tenant_id uuid not null,
  month date not null,
  messages_in bigint default 0 not null,
  messages_out bigint default 0 not null,
  active_contacts bigint default 0 not null,
  ai_requests bigint default 0 not null,
  spend numeric(20,6) default 0 not null,
  constraint usage_months_pkey PRIMARY KEY (tenant_id, month),
  constraint usage_months_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);

create table usage_periods (
  tenant_id uuid not null,
  period text not null,
  starts_at timestamp with time zone not null,
  messages_in bigint default 0 not null,
  messages_out bigint default 0 not null,
  constraint usage_periods_pkey PRIMARY KEY (tenant_id, period, starts_at),
  constraint usage_periods_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint usage_periods_period_check CHECK ((period = ANY (ARRAY['hour'::text, 'day'::text])))
);

create table user_backup_codes (
  user_id uuid not null,
  code_hash bytea not null,
  constraint user_backup_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint user_backup_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table user_email_proofs (
  user_id uuid not null,
  purpose text not null,
  email text not null,
  token_hashes bytea[] default '{}'::bytea[] not null,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint user_email_proofs_pkey PRIMARY KEY (user_id, purpose),
  constraint user_email_proofs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint user_email_proofs_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 320)))),
  constraint user_email_proofs_purpose_check CHECK ((purpose = ANY (ARRAY['verification'::text, 'change'::text])))
);

create table user_second_factors (
  user_id uuid not null,
  secret bytea not null,
  enabled_at timestamp with time zone,
  last_step bigint default 0 not null,
  created_at timestamp with time zone not null,
  constraint user_second_factors_pkey PRIMARY KEY (user_id),
  constraint user_second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table user_sessions (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  current_tenant_id uuid not null,
  address text,
  user_agent text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  bound_tenant_id uuid,
  made_by_kind text,
  made_by uuid,
  stay integer default 0 not null,
  standing text,
  maker_standing text,
  acting_tenant_id uuid,
  acting_key_id uuid,
  constraint user_sessions_pkey PRIMARY KEY (id),
  constraint user_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint user_sessions_acting CHECK (((acting_tenant_id IS NULL) = (acting_key_id IS NULL))),
  constraint user_sessions_bound CHECK ((((bound_tenant_id IS NULL) = (made_by_kind IS NULL)) AND ((bound_tenant_id IS NULL) = (made_by IS NULL)) AND ((bound_tenant_id IS NULL) OR (bound_tenant_id = current_tenant_id)))),
  constraint user_sessions_made_by_kind_check CHECK ((made_by_kind = ANY (ARRAY['api'::text, 'member'::text]))),
  constraint user_sessions_standing CHECK ((((bound_tenant_id IS NULL) OR (standing IS NOT NULL)) AND ((maker_standing IS NOT NULL) = COALESCE((made_by_kind = 'member'::text), false))))
);

create table users (
  id uuid not null,
  email text not null,
  password_hash text not null,
  platform_admin boolean default false not null,
  created_at timestamp with time zone not null,
  suspended_at timestamp with time zone,
  email_verified_at timestamp with time zone,
  access_version integer default 1 not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 320))))
);

create table views (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  visibility text not null,
  owner text not null,
  filters jsonb not null,
  sort text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint views_pkey PRIMARY KEY (tenant_id, id),
  constraint views_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint views_sort_check CHECK ((sort = ANY (ARRAY['lastMessageAt'::text, 'createdAt'::text, 'waitingSince'::text]))),
  constraint views_visibility_check CHECK ((visibility = ANY (ARRAY['private'::text, 'shared'::text])))
);

create table voice_agents (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  is_active boolean not null,
  channel_id uuid,
  settings jsonb not null,
  version integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  grant_id uuid default (NULLIF(current_setting('app.acting_grant'::text, true), ''::text))::uuid,
  constraint voice_agents_pkey PRIMARY KEY (tenant_id, id),
  constraint voice_agents_tenant_id_channel_id_fkey FOREIGN KEY (tenant_id, channel_id) REFERENCES channels(tenant_id, id),
  constraint voice_agents_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint voice_agents_tenant_id_grant_id_fkey FOREIGN KEY (tenant_id, grant_id) REFERENCES agency_grants(tenant_id, id),
  constraint voice_agents_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

create table voice_call_turns (
  tenant_id uuid not null,
  call_id uuid not null,
  n integer not null,
  speaker text not null,
  text text not null,
  interrupted boolean not null,
  began_ms integer not null,
  ended_ms integer,
  latency_ms integer,
  tool text,
  outcome text,
  findings text[] default '{}'::text[] not null,
  hearing_ms integer,
  tools_ms integer,
  speaking_ms integer,
  constraint voice_call_turns_pkey PRIMARY KEY (tenant_id, call_id, n),
  constraint voice_call_turns_tenant_id_call_id_fkey FOREIGN KEY (tenant_id, call_id) REFERENCES voice_calls(tenant_id, id) ON DELETE CASCADE,
  constraint voice_call_turns_began_ms_check CHECK ((began_ms >= 0)),
  constraint voice_call_turns_check CHECK ((ended_ms >= began_ms)),
  constraint voice_call_turns_hearing_ms_check CHECK ((hearing_ms >= 0)),
  constraint voice_call_turns_latency_ms_check CHECK ((latency_ms >= 0)),
  constraint voice_call_turns_speaker_check CHECK ((speaker = ANY (ARRAY['caller'::text, 'agent'::text, 'tool'::text]))),
  constraint voice_call_turns_speaking_ms_check CHECK ((speaking_ms >= 0)),
  constraint voice_call_turns_tools_ms_check CHECK ((tools_ms >= 0))
);

create table voice_calls (
  tenant_id uuid not null,
  id uuid not null,
  voice_agent_id uuid not null,
  phone_number_id uuid,
  telephony_account_id uuid,
  direction text not null,
  provider text not null,
  provider_call_id text,
  from_address text,
  to_address text not null,
  contact_id uuid,
  conversation_id uuid,
  status text not null,
  end_reason text,
  stream_token bytea,
  after_action text,
  requested text,
  holder integer,
  lease_until timestamp with time zone,
  model text not null,
  price numeric(20,6) not null,
  minutes integer not null,
  minutes_taken_at timestamp with time zone,
  cost numeric(20,6),
  usage jsonb default '{}'::jsonb not null,
  latency jsonb default '{}'::jsonb not null,
  summary text,
  summary_run_at timestamp with time zone,
  summary_attempts smallint default 0 not null,
  created_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  ended_at timestamp with time zone,
  sentiment text,
  outcome text,
  extracted jsonb,
  callback_ticket_id uuid,
  consent text,
  brief jsonb,
  dial_at timestamp with time zone,
  channel_id uuid,
  constraint voice_calls_pkey PRIMARY KEY (tenant_id, id),
  constraint voice_calls_tenant_id_callback_ticket_id_fkey FOREIGN KEY (tenant_id, callback_ticket_id) REFERENCES tickets(tenant_id, id) ON DELETE SET NULL (callback_ticket_id),
  constraint voice_calls_tenant_id_channel_id_fkey FOREIGN KEY (tenant_id, channel_id) REFERENCES channels(tenant_id, id),
  constraint voice_calls_tenant_id_contact_id_fkey FOREIGN KEY (tenant_id, contact_id) REFERENCES contacts(tenant_id, id) DEFERRABLE INITIALLY DEFERRED,
  constraint voice_calls_tenant_id_conversation_id_fkey FOREIGN KEY (tenant_id, conversation_id) REFERENCES conversations(tenant_id, id) ON DELETE SET NULL (conversation_id),
  constraint voice_calls_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint voice_calls_tenant_id_phone_number_id_fkey FOREIGN KEY (tenant_id, phone_number_id) REFERENCES phone_numbers(tenant_id, id) ON DELETE SET NULL (phone_number_id),
  constraint voice_calls_tenant_id_telephony_account_id_fkey FOREIGN KEY (tenant_id, telephony_account_id) REFERENCES telephony_accounts(tenant_id, id) ON DELETE SET NULL (telephony_account_id),
  constraint voice_calls_tenant_id_voice_agent_id_fkey FOREIGN KEY (tenant_id, voice_agent_id) REFERENCES voice_agents(tenant_id, id),
  constraint voice_calls_after_action_check CHECK ((after_action = ANY (ARRAY['hang_up'::text, 'transfer'::text, 'apology'::text]))),
  constraint voice_calls_check CHECK (((status = ANY (ARRAY['ringing'::text, 'in_progress'::text])) = (ended_at IS NULL))),
  constraint voice_calls_check1 CHECK (((status = ANY (ARRAY['ringing'::text, 'in_progress'::text])) = (lease_until IS NOT NULL))),
  constraint voice_calls_check2 CHECK (((direction = 'outbound'::text) = (consent IS NOT NULL))),
  constraint voice_calls_consent_check CHECK ((consent = ANY (ARRAY['requested'::text, 'agreed'::text, 'contract'::text]))),
  constraint voice_calls_direction_check CHECK ((direction = ANY (ARRAY['inbound'::text, 'outbound'::text]))),
  constraint voice_calls_outcome_check CHECK ((outcome = ANY (ARRAY['resolved'::text, 'follow_up'::text, 'unresolved'::text, 'handed_over'::text]))),
  constraint voice_calls_provider_call_id_check CHECK (((length(provider_call_id) >= 1) AND (length(provider_call_id) <= 200))),
  constraint voice_calls_requested_check CHECK ((requested = ANY (ARRAY['hang_up'::text, 'transfer'::text]))),
  constraint voice_calls_sentiment_check CHECK ((sentiment = ANY (ARRAY['positive'::text, 'neutral'::text, 'negative'::text]))),
  constraint voice_calls_status_check CHECK ((status = ANY (ARRAY['ringing'::text, 'in_progress'::text, 'completed'::text, 'transferred'::text, 'failed'::text, 'no_answer'::text])))
);

create table voice_channel_calls (
  tenant_id uuid not null,
  call_id uuid not null,
  offer text,
  ring_at timestamp with time zone,
  session_id text,
  key_id uuid,
  peer_ended text,
  release_at timestamp with time zone,
  release_attempts smallint default 0 not null,
  constraint voice_channel_calls_pkey PRIMARY KEY (tenant_id, call_id),
  constraint voice_channel_calls_tenant_id_call_id_fkey FOREIGN KEY (tenant_id, call_id) REFERENCES voice_calls(tenant_id, id) ON DELETE CASCADE,
  constraint voice_channel_calls_tenant_id_key_id_fkey FOREIGN KEY (tenant_id, key_id) REFERENCES ai_keys(tenant_id, id) ON DELETE SET NULL (key_id),
  constraint voice_channel_calls_offer_check CHECK ((octet_length(offer) <= 65536)),
  constraint voice_channel_calls_peer_ended_check CHECK ((peer_ended = ANY (ARRAY['completed'::text, 'failed'::text]))),
  constraint voice_channel_calls_session_id_check CHECK (((length(session_id) >= 1) AND (length(session_id) <= 100)))
);

create table voice_recording_pieces (
  tenant_id uuid not null,
  call_id uuid not null,
  starts_at integer not null,
  sound bytea not null storage external,
  peaks bytea not null,
  constraint voice_recording_pieces_pkey PRIMARY KEY (tenant_id, call_id, starts_at),
  constraint voice_recording_pieces_tenant_id_call_id_fkey FOREIGN KEY (tenant_id, call_id) REFERENCES voice_recordings(tenant_id, call_id) ON DELETE CASCADE,
  constraint voice_recording_pieces_starts_at_check CHECK ((starts_at >= 0))
);

create table voice_recordings (
  tenant_id uuid not null,
  call_id uuid not null,
  status text not null,
  began_ms integer,
  duration_ms integer,
  size_bytes integer,
  is_complete boolean default true not null,
  peaks bytea,
  media_id uuid,
  run_at timestamp with time zone,
  attempts smallint default 0 not null,
  created_at timestamp with time zone not null,
  constraint voice_recordings_pkey PRIMARY KEY (tenant_id, call_id),
  constraint voice_recordings_tenant_id_call_id_fkey FOREIGN KEY (tenant_id, call_id) REFERENCES voice_calls(tenant_id, id) ON DELETE CASCADE,
  constraint voice_recordings_tenant_id_media_id_fkey FOREIGN KEY (tenant_id, media_id) REFERENCES media(tenant_id, id),
  constraint voice_recordings_began_ms_check CHECK ((began_ms >= 0)),
  constraint voice_recordings_check CHECK (((status = 'ready'::text) = (media_id IS NOT NULL))),
  constraint voice_recordings_check1 CHECK (((status = 'processing'::text) = (run_at IS NOT NULL))),
  constraint voice_recordings_duration_ms_check CHECK ((duration_ms >= 0)),
  constraint voice_recordings_size_bytes_check CHECK ((size_bytes >= 0)),
  constraint voice_recordings_status_check CHECK ((status = ANY (ARRAY['recording'::text, 'processing'::text, 'ready'::text, 'no_consent'::text, 'deleted'::text])))
);

create table webhook_attempts (
  tenant_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  attempt smallint not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  response_status smallint,
  response_body text,
  error_kind text,
  error text,
  address text,
  constraint webhook_attempts_pkey PRIMARY KEY (tenant_id, id),
  constraint webhook_attempts_tenant_id_delivery_id_fkey FOREIGN KEY (tenant_id, delivery_id) REFERENCES webhook_deliveries(tenant_id, id) ON DELETE CASCADE
);

create table webhook_deliveries (
  tenant_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  replay_id uuid,
  state text not null,
  attempts smallint default 0 not null,
  run_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  last_status smallint,
  last_error text,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  holder integer,
  deaths smallint default 0 not null,
  constraint webhook_deliveries_pkey PRIMARY KEY (tenant_id, id),
  constraint webhook_deliveries_tenant_id_endpoint_id_fkey FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints(tenant_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_tenant_id_event_id_fkey FOREIGN KEY (tenant_id, event_id) REFERENCES event_log(tenant_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'delivered'::text, 'failed'::text, 'skipped'::text])))
) with (autovacuum_vacuum_cost_delay=0, autovacuum_vacuum_scale_factor=0.02, fillfactor=70);

create table webhook_endpoints (
  tenant_id uuid not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  description text,
  channel_ids uuid[],
  status text not null,
  disabled_reason text,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires_at timestamp with time zone,
  failing_since timestamp with time zone,
  failure_count integer default 0 not null,
  last_success_at timestamp with time zone,
  notified_at timestamp with time zone,
  created_xid xid8 default pg_current_xact_id() not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  headers bytea,
  header_names text[] default '{}'::text[] not null,
  max_per_second integer,
  filter jsonb default '[]'::jsonb not null,
  signature_scheme text default 'hmac-sha256'::text not null,
  signing_key bytea,
  public_key text,
  previous_signing_key bytea,
  previous_public_key text,
  alerted_at timestamp with time zone,
  alert text,
  constraint webhook_endpoints_pkey PRIMARY KEY (tenant_id, id),
  constraint webhook_endpoints_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  constraint webhook_endpoints_alert_check CHECK ((alert = ANY (ARRAY['failing'::text, 'disabled'::text]))),
  constraint webhook_endpoints_filter_check CHECK ((jsonb_typeof(filter) = 'array'::text)),
  constraint webhook_endpoints_max_per_second_check CHECK (((max_per_second >= 1) AND (max_per_second <= 1000))),
  constraint webhook_endpoints_signature_scheme_check CHECK ((signature_scheme = ANY (ARRAY['hmac-sha256'::text, 'ed25519'::text]))),
  constraint webhook_endpoints_signing_key CHECK (((signing_key IS NULL) = (public_key IS NULL))),
  constraint webhook_endpoints_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'disabled'::text]))),
  constraint webhook_endpoints_url_check CHECK ((length(url) <= 2048))
);

create table webhook_paces (
  tenant_id uuid not null,
  endpoint_id uuid not null,
  next_at timestamp with time zone not null,
  constraint webhook_paces_pkey PRIMARY KEY (tenant_id, endpoint_id),
  constraint webhook_paces_tenant_id_endpoint_id_fkey FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints(tenant_id, id) ON DELETE CASCADE
) with (fillfactor=50);

create table webhook_replays (
  tenant_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  state text not null,
  attempts integer default 0 not null,
  after_id uuid,
  created integer default 0 not null,
  run_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  created_at timestamp with time zone not null,
  holder integer,
  deaths smallint default 0 not null,
  constraint webhook_replays_pkey PRIMARY KEY (tenant_id, id),
  constraint webhook_replays_tenant_id_endpoint_id_fkey FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints(tenant_id, id) ON DELETE CASCADE,
  constraint webhook_replays_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text, 'done'::text, 'cancelled'::text])))
);


CREATE INDEX agency_client_months_list ON public.agency_client_months USING btree (tenant_id, month DESC, client_id DESC);
CREATE INDEX agency_clients_list ON public.agency_clients USING btree (tenant_id, created_at DESC, client_id DESC);
CREATE UNIQUE INDEX agency_clients_of ON public.agency_clients USING btree (client_id) WHERE (status <> 'ended'::text);
CREATE INDEX agency_domains_due ON public.agency_domains USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE UNIQUE INDEX agency_domains_hostname ON public.agency_domains USING btree (tenant_id, hostname);
CREATE INDEX agency_domains_list ON public.agency_domains USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX agency_grants_accepted ON public.agency_grants USING btree (tenant_id, agency_id) WHERE (status = 'accepted'::text);
CREATE INDEX agency_grants_due ON public.agency_grants USING btree (expires_at) WHERE ((status = 'accepted'::text) AND (stopped_at IS NULL) AND (expires_at IS NOT NULL));
CREATE INDEX agency_grants_list ON public.agency_grants USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX agency_grants_of_link ON public.agency_grants USING btree (link_request_id) WHERE (link_request_id IS NOT NULL);
CREATE UNIQUE INDEX agency_grants_pending ON public.agency_grants USING btree (tenant_id, agency_id) WHERE (status = 'pending'::text);
CREATE INDEX agency_link_requests_list ON public.agency_link_requests USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX agency_link_requests_of_client ON public.agency_link_requests USING btree (tenant_id, client_id) WHERE (client_id IS NOT NULL);
CREATE UNIQUE INDEX agency_snapshots_default ON public.agency_snapshots USING btree (tenant_id) WHERE is_default;
CREATE INDEX agency_snapshots_list ON public.agency_snapshots USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX agency_snapshots_name ON public.agency_snapshots USING btree (tenant_id, lower(name));
CREATE UNIQUE INDEX ai_keys_name ON public.ai_keys USING btree (tenant_id, provider, lower(name));
CREATE INDEX ai_keys_order ON public.ai_keys USING btree (tenant_id, priority, id);
CREATE INDEX ai_requests_by_age ON public.ai_requests USING btree (created_at);
CREATE INDEX ai_requests_by_outcome ON public.ai_requests USING btree (tenant_id, outcome, created_at DESC, id DESC);
CREATE INDEX ai_requests_by_purpose ON public.ai_requests USING btree (tenant_id, purpose, created_at DESC, id DESC);
CREATE INDEX ai_requests_list ON public.ai_requests USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX api_keys_active ON public.api_keys USING btree (tenant_id) WHERE (revoked_at IS NULL);
CREATE INDEX api_keys_delegated_age ON public.api_keys USING btree (expires_at) WHERE (grant_id IS NOT NULL);
CREATE INDEX api_keys_of_grant ON public.api_keys USING btree (tenant_id, grant_id, expires_at) WHERE (grant_id IS NOT NULL);
CREATE INDEX apps_by_age ON public.apps USING btree (created_at DESC, id DESC);
CREATE INDEX apps_by_id ON public.apps USING btree (id);
CREATE UNIQUE INDEX apps_of_tenant ON public.apps USING btree (tenant_id);
CREATE INDEX audit_entries_by_action ON public.audit_entries USING btree (tenant_id, action, created_at DESC, id DESC);
CREATE INDEX audit_entries_by_actor ON public.audit_entries USING btree (tenant_id, actor_id, created_at DESC, id DESC);
CREATE INDEX audit_entries_by_age ON public.audit_entries USING btree (created_at DESC, id DESC);
CREATE INDEX audit_entries_by_target ON public.audit_entries USING btree (tenant_id, target_id, created_at DESC, id DESC) WHERE (target_id IS NOT NULL);
CREATE INDEX audit_entries_list ON public.audit_entries USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX auth_attempts_age ON public.auth_attempts USING btree (forget_at);
CREATE INDEX broadcast_recipients_by_status ON public.broadcast_recipients USING btree (tenant_id, broadcast_id, status, n);
CREATE UNIQUE INDEX broadcast_recipients_message ON public.broadcast_recipients USING btree (tenant_id, message_id) WHERE (message_id IS NOT NULL);
CREATE UNIQUE INDEX broadcast_recipients_once ON public.broadcast_recipients USING btree (tenant_id, contact_id, broadcast_id);
CREATE INDEX broadcast_recipients_pending ON public.broadcast_recipients USING btree (tenant_id, broadcast_id, zone, n) WHERE (status = 'pending'::text);
CREATE INDEX broadcasts_by_channel ON public.broadcasts USING btree (tenant_id, channel_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX broadcasts_by_status ON public.broadcasts USING btree (tenant_id, status, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX broadcasts_completed ON public.broadcasts USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX broadcasts_leased ON public.broadcasts USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX broadcasts_list ON public.broadcasts USING btree (tenant_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX broadcasts_of_grant ON public.broadcasts USING btree (tenant_id, grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX broadcasts_ready ON public.broadcasts USING btree (tenant_id, channel_id, run_at, id) WHERE (state = 'ready'::text);
CREATE INDEX broadcasts_set_aside ON public.broadcasts USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX canned_replies_list ON public.canned_replies USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX canned_replies_shortcut ON public.canned_replies USING btree (tenant_id, shortcut_key);
CREATE INDEX channel_authorizations_age ON public.channel_authorizations USING btree (expires_at);
CREATE INDEX channel_authorizations_of_grant ON public.channel_authorizations USING btree (tenant_id, grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX channel_calling_of_agent ON public.channel_calling USING btree (tenant_id, voice_agent_id) WHERE (voice_agent_id IS NOT NULL);
CREATE INDEX channel_routes_channel ON public.channel_routes USING btree (channel_id);
CREATE INDEX channel_routes_lookup ON public.channel_routes USING btree (kind, route_by, external_id);
CREATE INDEX channel_routes_losses ON public.channel_routes USING btree (tenant_id, channel_id) WHERE loss_untold;
CREATE UNIQUE INDEX channels_external_id ON public.channels USING btree (tenant_id, kind, external_id) WHERE (deleted_at IS NULL);
CREATE INDEX channels_list ON public.channels USING btree (tenant_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX channels_ownership_due ON public.channels USING btree (ownership_check_at) WHERE ((ownership_check_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX channels_templates_due ON public.channels USING btree (templates_sync_at) WHERE ((templates_sync_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX channels_upkeep_due ON public.channels USING btree (upkeep_at) WHERE ((upkeep_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX channels_warning_due ON public.channels USING btree (credentials_warn_at) WHERE ((credentials_warn_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX chatbot_channels_of ON public.chatbot_channels USING btree (tenant_id, chatbot_id);
CREATE INDEX chatbot_evaluation_runs_leased ON public.chatbot_evaluation_runs USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX chatbot_evaluation_runs_list ON public.chatbot_evaluation_runs USING btree (tenant_id, evaluation_id, created_at DESC, id DESC);
CREATE INDEX chatbot_evaluation_runs_of ON public.chatbot_evaluation_runs USING btree (tenant_id, chatbot_id);
CREATE UNIQUE INDEX chatbot_evaluation_runs_open ON public.chatbot_evaluation_runs USING btree (tenant_id, evaluation_id) WHERE (state <> 'done'::text);
CREATE INDEX chatbot_evaluation_runs_ready ON public.chatbot_evaluation_runs USING btree (tenant_id, run_at, id) WHERE (state = 'ready'::text);
CREATE INDEX chatbot_evaluation_runs_set_aside ON public.chatbot_evaluation_runs USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX chatbot_evaluations_list ON public.chatbot_evaluations USING btree (tenant_id, chatbot_id, created_at DESC, id DESC);
CREATE INDEX chatbot_sessions_leased ON public.chatbot_sessions USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX chatbot_sessions_of ON public.chatbot_sessions USING btree (tenant_id, chatbot_id);
CREATE INDEX chatbot_sessions_ready ON public.chatbot_sessions USING btree (tenant_id, run_at, conversation_id) WHERE (state = 'ready'::text);
CREATE INDEX chatbot_sessions_set_aside ON public.chatbot_sessions USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX chatbot_turns_age ON public.chatbot_turns USING btree (created_at);
CREATE INDEX chatbot_turns_counted ON public.chatbot_turns USING btree (tenant_id, chatbot_id, created_at DESC, id DESC) INCLUDE (decision);
CREATE INDEX chatbot_turns_of_conversation ON public.chatbot_turns USING btree (tenant_id, conversation_id, created_at DESC, id DESC);
CREATE INDEX chatbot_turns_reply ON public.chatbot_turns USING btree (tenant_id, reply_message_id) WHERE (reply_message_id IS NOT NULL);
CREATE INDEX chatbots_list ON public.chatbots USING btree (tenant_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX chatbots_of_grant ON public.chatbots USING btree (tenant_id, grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX chatbots_releasing ON public.chatbots USING btree (tenant_id, id) WHERE releasing;
CREATE INDEX client_charges_done ON public.client_charges USING btree (created_at) WHERE (state = 'done'::text);
CREATE INDEX client_charges_leased ON public.client_charges USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE UNIQUE INDEX client_charges_of_entry ON public.client_charges USING btree (tenant_id, entry_id);
CREATE INDEX client_charges_open ON public.client_charges USING btree (tenant_id, unfunded) WHERE (state <> 'done'::text);
CREATE INDEX client_charges_ready ON public.client_charges USING btree (tenant_id, run_at) WHERE (state = 'ready'::text);
CREATE INDEX client_charges_set_aside ON public.client_charges USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX contact_activities_of ON public.contact_activities USING btree (tenant_id, contact_id, occurred_at DESC, id DESC);
CREATE INDEX contact_exports_expiring ON public.contact_exports USING btree (expires_at) WHERE (state = 'completed'::text);
CREATE INDEX contact_exports_leased ON public.contact_exports USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX contact_exports_list ON public.contact_exports USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX contact_exports_of_grant ON public.contact_exports USING btree (tenant_id, grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX contact_exports_ready ON public.contact_exports USING btree (tenant_id, run_at, id) WHERE (state = 'ready'::text);
CREATE INDEX contact_exports_set_aside ON public.contact_exports USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX contact_fields_deleting ON public.contact_fields USING btree (run_at) WHERE (deleting_at IS NOT NULL);
CREATE UNIQUE INDEX contact_fields_key ON public.contact_fields USING btree (tenant_id, key);
CREATE INDEX contact_fields_list ON public.contact_fields USING btree (tenant_id, "position", id);
CREATE UNIQUE INDEX contact_identities_address ON public.contact_identities USING btree (tenant_id, kind, address_key, account) WHERE (address_key IS NOT NULL);
CREATE INDEX contact_identities_contact ON public.contact_identities USING btree (tenant_id, contact_id);
CREATE UNIQUE INDEX contact_identities_user ON public.contact_identities USING btree (tenant_id, kind, provider_user_id, account) WHERE (provider_user_id IS NOT NULL);
CREATE INDEX contact_identities_username ON public.contact_identities USING btree (tenant_id, username_key) WHERE (username_key IS NOT NULL);
CREATE INDEX contact_import_rows_contact ON public.contact_import_rows USING btree (tenant_id, contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX contact_import_rows_outcome ON public.contact_import_rows USING btree (tenant_id, import_id, outcome, "row");
CREATE INDEX contact_imports_leased ON public.contact_imports USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX contact_imports_list ON public.contact_imports USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX contact_imports_of_grant ON public.contact_imports USING btree (tenant_id, grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX contact_imports_ready ON public.contact_imports USING btree (tenant_id, run_at, id) WHERE (state = 'ready'::text);
CREATE INDEX contact_imports_set_aside ON public.contact_imports USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX contact_merge_dismissals_other ON public.contact_merge_dismissals USING btree (tenant_id, other_id);
CREATE UNIQUE INDEX contact_merges_merged ON public.contact_merges USING btree (tenant_id, merged_id) WHERE (undone_at IS NULL);
CREATE INDEX contact_merges_of ON public.contact_merges USING btree (tenant_id, merged_id, merged_at DESC, id DESC);
CREATE INDEX contact_merges_survivor ON public.contact_merges USING btree (tenant_id, survivor_id, merged_at DESC, id DESC);
CREATE INDEX contact_moves_due ON public.contact_moves USING btree (run_at);
CREATE INDEX contact_tag_changes_due ON public.contact_tag_changes USING btree (run_at);
CREATE INDEX contacts_blocked ON public.contacts USING btree (tenant_id, created_at DESC, id DESC) WHERE (blocked_at IS NOT NULL);
CREATE INDEX contacts_by_opt_in ON public.contacts USING btree (tenant_id, opt_in, created_at DESC, id DESC) WHERE (opt_in <> 'unknown'::text);
CREATE INDEX contacts_by_owner ON public.contacts USING btree (tenant_id, owner_id, created_at DESC, id DESC) WHERE (owner_id IS NOT NULL);
CREATE INDEX contacts_custom_fields ON public.contacts USING gin (tenant_id, custom_fields jsonb_path_ops) WHERE (custom_fields <> '{}'::jsonb);
CREATE INDEX contacts_email ON public.contacts USING btree (tenant_id, email_key, id) WHERE (email_key IS NOT NULL);
CREATE INDEX contacts_in_stage ON public.contacts USING btree (tenant_id, stage_id, created_at DESC, id DESC) WHERE (stage_id IS NOT NULL);
CREATE INDEX contacts_list ON public.contacts USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX contacts_merged ON public.contacts USING btree (tenant_id, merged_into_id) WHERE (merged_into_id IS NOT NULL);
CREATE INDEX contacts_name ON public.contacts USING btree (tenant_id, name_key, id) WHERE (name_key IS NOT NULL);
CREATE UNIQUE INDEX contacts_phone ON public.contacts USING btree (tenant_id, phone_key) WHERE (phone_key IS NOT NULL);
CREATE INDEX contacts_search ON public.contacts USING gin (tenant_id, search_text gin_trgm_ops, tags);
CREATE INDEX conversation_activities_list ON public.conversation_activities USING btree (tenant_id, conversation_id, created_at DESC, id DESC);
CREATE INDEX conversation_sla_check ON public.conversation_sla USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX conversations_by_assignee ON public.conversations USING btree (tenant_id, assignee_id, last_message_at DESC, id DESC) WHERE (assignee_id IS NOT NULL);
CREATE INDEX conversations_by_contact ON public.conversations USING btree (tenant_id, contact_id);
CREATE INDEX conversations_by_division ON public.conversations USING btree (tenant_id, division_id, last_message_at DESC, id DESC) WHERE (division_id IS NOT NULL);
CREATE INDEX conversations_by_label ON public.conversations USING gin (tenant_id, label_ids) WHERE (label_ids <> '{}'::uuid[]);
CREATE INDEX conversations_by_priority ON public.conversations USING btree (tenant_id, priority, last_message_at DESC, id DESC) WHERE (priority <> 'medium'::text);
CREATE INDEX conversations_by_status ON public.conversations USING btree (tenant_id, status, last_message_at DESC, id DESC);
CREATE INDEX conversations_closing ON public.conversations USING btree (tenant_id, window_expires_at) WHERE ((status <> 'resolved'::text) AND (window_expires_at IS NOT NULL));
CREATE INDEX conversations_list ON public.conversations USING btree (tenant_id, last_message_at DESC, id DESC);
CREATE INDEX conversations_open_of ON public.conversations USING btree (tenant_id, assignee_id) WHERE ((status = 'open'::text) AND (assignee_id IS NOT NULL));
CREATE INDEX conversations_person ON public.conversations USING btree (tenant_id, channel_id, identity_id, created_at DESC);
CREATE INDEX conversations_resolved ON public.conversations USING btree (tenant_id, resolved_at) WHERE ((status = 'resolved'::text) AND (resolved_by IS DISTINCT FROM 'broadcast'::text));
CREATE INDEX conversations_snoozed ON public.conversations USING btree (snoozed_until) WHERE (snoozed_until IS NOT NULL);
CREATE INDEX conversations_unassigned ON public.conversations USING btree (tenant_id, COALESCE(waiting_since, created_at), id) WHERE ((status = 'open'::text) AND (assignee_id IS NULL) AND (handled_by = 'human'::text));
CREATE INDEX conversations_unread ON public.conversations USING btree (tenant_id, last_message_at DESC, id DESC) WHERE (unread_count > 0);
CREATE UNIQUE INDEX conversations_unresolved ON public.conversations USING btree (tenant_id, channel_id, identity_id) WHERE (status <> 'resolved'::text);
CREATE INDEX conversations_waiting ON public.conversations USING btree (tenant_id, waiting_since, id) WHERE (waiting_since IS NOT NULL);
CREATE INDEX conversations_waiting_for ON public.conversations USING btree (tenant_id, assignee_id, waiting_since) WHERE ((status = 'open'::text) AND (assignee_id IS NOT NULL) AND (waiting_since IS NOT NULL));
CREATE INDEX conversations_with_bot ON public.conversations USING btree (tenant_id, last_message_at DESC, id DESC) WHERE (handled_by = 'bot'::text);
CREATE INDEX csat_surveys_answered ON public.csat_surveys USING btree (tenant_id, answered_at DESC, id DESC) WHERE (rating IS NOT NULL);
CREATE INDEX csat_surveys_asked ON public.csat_surveys USING btree (tenant_id, created_at) WHERE (skipped_reason IS NULL);
CREATE INDEX csat_surveys_message ON public.csat_surveys USING btree (tenant_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX csat_surveys_of ON public.csat_surveys USING btree (tenant_id, assignee_id, answered_at DESC, id DESC) WHERE (assignee_id IS NOT NULL);
CREATE INDEX deal_stage_history_list ON public.deal_stage_history USING btree (tenant_id, deal_id, entered_at DESC, id DESC);
CREATE UNIQUE INDEX deal_stage_history_now ON public.deal_stage_history USING btree (tenant_id, deal_id) WHERE (left_at IS NULL);
CREATE INDEX deals_by_contact ON public.deals USING btree (tenant_id, contact_id, created_at DESC, id DESC);
CREATE INDEX deals_by_conversation ON public.deals USING btree (tenant_id, conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX deals_by_owner ON public.deals USING btree (tenant_id, owner_id, created_at DESC, id DESC) WHERE (owner_id IS NOT NULL);
CREATE INDEX deals_by_pipeline ON public.deals USING btree (tenant_id, pipeline_id, created_at DESC, id DESC);
CREATE INDEX deals_by_stage ON public.deals USING btree (tenant_id, pipeline_id, stage_id, "position", id);
CREATE INDEX deals_by_status ON public.deals USING btree (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX deals_list ON public.deals USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX deals_search ON public.deals USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX divisions_list ON public.divisions USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX divisions_name ON public.divisions USING btree (tenant_id, parent_id, name_key) NULLS NOT DISTINCT;
CREATE INDEX domain_hosts_of_domain ON public.domain_hosts USING btree (tenant_id, domain_id);
CREATE INDEX event_log_order ON public.event_log USING btree (xid, id);
CREATE INDEX event_log_tenant_order ON public.event_log USING btree (tenant_id, xid, id);
CREATE INDEX event_stream_places_by_process ON public.event_stream_places USING btree (process_id);
CREATE INDEX faq_import_rows_outcome ON public.faq_import_rows USING btree (tenant_id, import_id, outcome, "row");
CREATE INDEX faq_imports_leased ON public.faq_imports USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX faq_imports_list ON public.faq_imports USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX faq_imports_of_grant ON public.faq_imports USING btree (tenant_id, grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX faq_imports_ready ON public.faq_imports USING btree (tenant_id, run_at, id) WHERE (state = 'ready'::text);
CREATE INDEX faq_imports_set_aside ON public.faq_imports USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX flow_hooks_of_grant ON public.flow_hooks USING btree (tenant_id, grant_id) WHERE (grant_id IS NOT NULL);
CREATE UNIQUE INDEX flow_hooks_token ON public.flow_hooks USING btree (token_hash);
CREATE INDEX flow_requests_leased ON public.flow_requests USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX flow_requests_ready ON public.flow_requests USING btree (tenant_id, run_at, id) WHERE (state = 'ready'::text);
CREATE INDEX flow_requests_set_aside ON public.flow_requests USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX flow_run_steps_pace ON public.flow_run_steps USING btree (tenant_id, conversation_id, at DESC) WHERE (conversation_id IS NOT NULL);
CREATE UNIQUE INDEX flow_runs_active ON public.flow_runs USING btree (tenant_id, flow_id, contact_id) WHERE (ended_at IS NULL);
CREATE INDEX flow_runs_by_contact ON public.flow_runs USING btree (tenant_id, contact_id, flow_id);
CREATE INDEX flow_runs_by_conversation ON public.flow_runs USING btree (tenant_id, conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX flow_runs_by_status ON public.flow_runs USING btree (tenant_id, flow_id, status, started_at DESC, id DESC);
CREATE INDEX flow_runs_by_version ON public.flow_runs USING btree (tenant_id, flow_id, version);
CREATE INDEX flow_runs_ended ON public.flow_runs USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX flow_runs_event ON public.flow_runs USING btree (tenant_id, flow_id, trigger_event_id);
CREATE INDEX flow_runs_leased ON public.flow_runs USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX flow_runs_list ON public.flow_runs USING btree (tenant_id, flow_id, started_at DESC, id DESC);
CREATE INDEX flow_runs_ready ON public.flow_runs USING btree (tenant_id, run_at, id) WHERE (state = 'ready'::text);
CREATE INDEX flow_runs_replies ON public.flow_runs USING btree (tenant_id, contact_id) WHERE (waiting_for = 'reply'::text);
CREATE INDEX flow_runs_set_aside ON public.flow_runs USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX flow_schedules_leased ON public.flow_schedules USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX flow_schedules_ready ON public.flow_schedules USING btree (tenant_id, run_at, flow_id) WHERE (state = 'ready'::text);
CREATE INDEX flow_schedules_set_aside ON public.flow_schedules USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX flow_starts_by_contact ON public.flow_starts USING btree (tenant_id, contact_id, flow_id);
CREATE INDEX flow_starts_by_conversation ON public.flow_starts USING btree (tenant_id, conversation_id, flow_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX flow_starts_by_version ON public.flow_starts USING btree (tenant_id, flow_id, version);
CREATE UNIQUE INDEX flow_starts_event ON public.flow_starts USING btree (tenant_id, flow_id, trigger_event_id);
CREATE INDEX flow_starts_look ON public.flow_starts USING btree (tenant_id, look_at, id) WHERE (look_at IS NOT NULL);
CREATE INDEX flow_versions_of_grant ON public.flow_versions USING btree (tenant_id, grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX flows_by_status ON public.flows USING btree (tenant_id, status, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX flows_deleted ON public.flows USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX flows_list ON public.flows USING btree (tenant_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX flows_of_grant ON public.flows USING btree (tenant_id, grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX form_submissions_by_form ON public.form_submissions USING btree (tenant_id, form_id, created_at DESC, id DESC);
CREATE INDEX form_submissions_by_status ON public.form_submissions USING btree (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX form_submissions_list ON public.form_submissions USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX form_submissions_nonce ON public.form_submissions USING btree (tenant_id, nonce);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
CREATE INDEX inbound_events_done ON public.inbound_events USING btree (processed_at) WHERE (state = ANY (ARRAY['processed'::text, 'ignored'::text]));
CREATE INDEX inbound_events_failed ON public.inbound_events USING btree (tenant_id, received_at) WHERE (state = 'failed'::text);
CREATE INDEX inbound_events_failed_list ON public.inbound_events USING btree (tenant_id, seq) WHERE (state = 'failed'::text);
CREATE INDEX inbound_events_leased ON public.inbound_events USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX inbound_events_list ON public.inbound_events USING btree (tenant_id, seq);
CREATE INDEX inbound_events_ready ON public.inbound_events USING btree (tenant_id, channel_id, run_at, rank, seq) WHERE (state = 'ready'::text);
CREATE INDEX invitations_by_token ON public.invitations USING btree (token_hash) WHERE ((state = 'pending'::text) AND (token_hash IS NOT NULL));
CREATE INDEX invitations_list ON public.invitations USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX invitations_pending ON public.invitations USING btree (tenant_id, email) WHERE (state = 'pending'::text);
CREATE INDEX knowledge_categories_list ON public.knowledge_categories USING btree (tenant_id, "position", id);
CREATE INDEX knowledge_categories_parent ON public.knowledge_categories USING btree (tenant_id, parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX knowledge_documents_faq ON public.knowledge_documents USING btree (tenant_id, faq_id) WHERE (faq_id IS NOT NULL);
CREATE INDEX knowledge_documents_sizes ON public.knowledge_documents USING btree (tenant_id, language) INCLUDE (chunk_count, token_count) WHERE is_searchable;
CREATE INDEX knowledge_documents_source ON public.knowledge_documents USING btree (tenant_id, source_id) WHERE (source_id IS NOT NULL);
CREATE INDEX knowledge_faqs_category ON public.knowledge_faqs USING btree (tenant_id, category_id) WHERE (category_id IS NOT NULL);
CREATE INDEX knowledge_faqs_list ON public.knowledge_faqs USING btree (tenant_id, created_at, id);
CREATE INDEX knowledge_jobs_leased ON public.knowledge_jobs USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX knowledge_jobs_ready ON public.knowledge_jobs USING btree (tenant_id, run_at, source_id) WHERE (state = 'ready'::text);
CREATE INDEX knowledge_jobs_set_aside ON public.knowledge_jobs USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX knowledge_postings_document ON public.knowledge_postings USING btree (tenant_id, document_id);
CREATE INDEX knowledge_questions_age ON public.knowledge_questions USING btree (last_asked_at);
CREATE UNIQUE INDEX knowledge_questions_hash ON public.knowledge_questions USING btree (tenant_id, question_hash);
CREATE INDEX knowledge_questions_list ON public.knowledge_questions USING btree (tenant_id, last_asked_at, id);
CREATE INDEX knowledge_searches_age ON public.knowledge_searches USING btree (created_at);
CREATE INDEX knowledge_searches_time ON public.knowledge_searches USING btree (tenant_id, created_at) INCLUDE (is_answered);
CREATE INDEX knowledge_sources_category ON public.knowledge_sources USING btree (tenant_id, category_id) WHERE (category_id IS NOT NULL);
CREATE INDEX knowledge_sources_failed ON public.knowledge_sources USING btree (tenant_id, id) WHERE (status = 'failed'::text);
CREATE INDEX knowledge_sources_list ON public.knowledge_sources USING btree (tenant_id, created_at, id);
CREATE INDEX knowledge_sources_media ON public.knowledge_sources USING btree (tenant_id, media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX knowledge_sources_of_grant ON public.knowledge_sources USING btree (tenant_id, grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX knowledge_vocabulary_similar ON public.knowledge_vocabulary USING gin (tenant_id, term gin_trgm_ops);
CREATE INDEX labels_list ON public.labels USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX labels_name ON public.labels USING btree (tenant_id, name_key);
CREATE INDEX landing_pages_list ON public.landing_pages USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX landing_pages_of_form ON public.landing_pages USING btree (tenant_id, form_id) WHERE (form_id IS NOT NULL);
CREATE UNIQUE INDEX landing_pages_public_key ON public.landing_pages USING btree (public_key);
CREATE UNIQUE INDEX landing_pages_slug ON public.landing_pages USING btree (tenant_id, slug);
CREATE INDEX ledger_entries_by_time ON public.ledger_entries USING btree (tenant_id, created_at, number);
CREATE UNIQUE INDEX ledger_entries_once ON public.ledger_entries USING btree (tenant_id, reference, type);
CREATE UNIQUE INDEX ledger_entries_order ON public.ledger_entries USING btree (tenant_id, app_id, number);
CREATE INDEX login_links_age ON public.login_links USING btree (expires_at);
CREATE INDEX login_links_by_token ON public.login_links USING btree (token_hash);
CREATE INDEX macros_list ON public.macros USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX mails_about ON public.mails USING btree (tenant_id, about_id, id DESC);
CREATE INDEX mails_age ON public.mails USING btree (created_at);
CREATE INDEX mails_done ON public.mails USING btree (sent_at) WHERE (state = 'sent'::text);
CREATE INDEX mails_failed ON public.mails USING btree (tenant_id, id) WHERE (state = 'failed'::text);
CREATE INDEX mails_leased ON public.mails USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX mails_of ON public.mails USING btree (tenant_id, kind, created_at);
CREATE INDEX mails_ready ON public.mails USING btree (tenant_id, run_at, id) WHERE (state = 'ready'::text);
CREATE INDEX maintenance_runs_done ON public.maintenance_runs USING btree (ended_at) WHERE (state = 'done'::text);
CREATE UNIQUE INDEX maintenance_runs_open ON public.maintenance_runs USING btree (job) WHERE (state <> 'done'::text);
CREATE INDEX media_content ON public.media USING btree (tenant_id, content_id) WHERE (content_id IS NOT NULL);
CREATE INDEX media_expiring ON public.media USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX media_message ON public.media USING btree (tenant_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX media_never_used ON public.media USING btree (created_at) WHERE ((used_at IS NULL) AND (source <> 'inbound'::text));
CREATE INDEX media_tenant_age ON public.media USING btree (tenant_id, created_at) WHERE (content_id IS NOT NULL);
CREATE UNIQUE INDEX media_contents_hash ON public.media_contents USING btree (tenant_id, sha256) WHERE (state <> 'deleting'::text);
CREATE INDEX media_contents_unused ON public.media_contents USING btree (unused_since) WHERE (unused_since IS NOT NULL);
CREATE INDEX media_fetches_leased ON public.media_fetches USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX media_fetches_ready ON public.media_fetches USING btree (tenant_id, run_at, media_id) WHERE (state = 'ready'::text);
CREATE INDEX media_fetches_set_aside ON public.media_fetches USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX members_active ON public.members USING btree (tenant_id) WHERE (status = 'active'::text);
CREATE INDEX members_by_age ON public.members USING btree (created_at DESC, user_id DESC, tenant_id DESC);
CREATE INDEX members_by_user ON public.members USING btree (user_id, created_at);
CREATE INDEX members_by_words ON public.members USING gin ((((name || ' '::text) || email)) gin_trgm_ops);
CREATE INDEX members_present ON public.members USING btree (last_seen_at) WHERE (availability <> 'offline'::text);
CREATE INDEX message_search_list ON public.message_search USING btree (tenant_id, occurred_at DESC, message_id DESC);
CREATE INDEX message_search_of ON public.message_search USING btree (conversation_id);
CREATE INDEX message_search_text ON public.message_search USING gin (tenant_id, folded gin_trgm_ops);
CREATE INDEX messages_by_channel ON public.messages USING btree (tenant_id, channel_id, occurred_at DESC, id DESC);
CREATE INDEX messages_client_reference ON public.messages USING btree (tenant_id, client_reference) WHERE (client_reference IS NOT NULL);
CREATE INDEX messages_conversation ON public.messages USING btree (tenant_id, conversation_id, occurred_at DESC, id DESC);
CREATE UNIQUE INDEX messages_external_id ON public.messages USING btree (tenant_id, channel_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX messages_list ON public.messages USING btree (tenant_id, occurred_at DESC, id DESC);
CREATE INDEX messages_media ON public.messages USING gin (tenant_id, media jsonb_path_ops) WHERE (media <> '[]'::jsonb);
CREATE INDEX messages_reply_to ON public.messages USING btree (tenant_id, reply_to_id) WHERE (reply_to_id IS NOT NULL);
CREATE INDEX messages_with_error ON public.messages USING btree (tenant_id, occurred_at DESC, id DESC) WHERE (error IS NOT NULL);
CREATE INDEX metric_rollups_received ON public.metric_rollups USING btree (tenant_id, grain, bucket_at) INCLUDE (channel_id, assignee_id, division_id, messages_received) WHERE (detail AND (label_id = '00000000-0000-0000-0000-000000000000'::uuid));
CREATE INDEX notifications_conversation ON public.notifications USING btree (tenant_id, conversation_id);
CREATE INDEX notifications_flow ON public.notifications USING btree (tenant_id, flow_id) WHERE (flow_id IS NOT NULL);
CREATE INDEX notifications_list ON public.notifications USING btree (tenant_id, member_id, created_at DESC, id DESC);
CREATE INDEX notifications_mentions ON public.notifications USING btree (tenant_id, member_id, conversation_id) WHERE (kind = 'mention'::text);
CREATE INDEX notifications_message ON public.notifications USING btree (tenant_id, message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX notifications_ticket ON public.notifications USING btree (tenant_id, ticket_id) WHERE (ticket_id IS NOT NULL);
CREATE INDEX notifications_unread ON public.notifications USING btree (tenant_id, member_id, created_at DESC, id DESC) WHERE (read_at IS NULL);
CREATE INDEX orders_by_contact ON public.orders USING btree (tenant_id, contact_id, created_at DESC, id DESC);
CREATE INDEX orders_by_conversation ON public.orders USING btree (tenant_id, conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX orders_by_status ON public.orders USING btree (tenant_id, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX orders_external_reference ON public.orders USING btree (tenant_id, external_reference) WHERE (external_reference IS NOT NULL);
CREATE INDEX orders_list ON public.orders USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX orders_number ON public.orders USING btree (tenant_id, number);
CREATE INDEX organization_erasures_latest ON public.organization_erasures USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX organization_erasures_leased ON public.organization_erasures USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX organization_erasures_list ON public.organization_erasures USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX organization_erasures_one ON public.organization_erasures USING btree (tenant_id) WHERE (state <> 'cancelled'::text);
CREATE INDEX organization_erasures_ready ON public.organization_erasures USING btree (tenant_id, run_at, id) WHERE (state = 'ready'::text);
CREATE INDEX organization_erasures_set_aside ON public.organization_erasures USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX organization_export_pieces_of ON public.organization_export_pieces USING btree (tenant_id, export_id, start_bytes);
CREATE INDEX organization_export_pieces_removing ON public.organization_export_pieces USING btree (remove_at) WHERE (remove_at IS NOT NULL);
CREATE INDEX organization_exports_expiring ON public.organization_exports USING btree (expires_at) WHERE (state = 'completed'::text);
CREATE INDEX organization_exports_leased ON public.organization_exports USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX organization_exports_list ON public.organization_exports USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX organization_exports_one ON public.organization_exports USING btree (tenant_id) WHERE (state = ANY (ARRAY['ready'::text, 'leased'::text, 'process_ended'::text, 'over_limit'::text]));
CREATE INDEX organization_exports_ready ON public.organization_exports USING btree (tenant_id, run_at, id) WHERE (state = 'ready'::text);
CREATE INDEX organization_exports_set_aside ON public.organization_exports USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX outbound_dispatches_leased ON public.outbound_dispatches USING btree (lease_until) WHERE (state = 'sending'::text);
CREATE INDEX outbound_dispatches_ready ON public.outbound_dispatches USING btree (tenant_id, channel_id, priority, run_at, message_id) WHERE (state = 'ready'::text);
CREATE INDEX password_reset_tokens_age ON public.password_reset_tokens USING btree (expires_at);
CREATE INDEX password_reset_tokens_of ON public.password_reset_tokens USING btree (user_id);
CREATE INDEX payment_requests_by_age ON public.payment_requests USING btree (created_at DESC, id DESC);
CREATE INDEX payment_requests_by_id ON public.payment_requests USING btree (id);
CREATE INDEX payment_requests_leased ON public.payment_requests USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX payment_requests_list ON public.payment_requests USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX payment_requests_of_subscription ON public.payment_requests USING btree (tenant_id, subscription_id) WHERE (status = 'pending'::text);
CREATE INDEX payment_requests_ready ON public.payment_requests USING btree (tenant_id, run_at) WHERE (state = 'ready'::text);
CREATE INDEX payment_requests_set_aside ON public.payment_requests USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX phone_numbers_list ON public.phone_numbers USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX phone_numbers_of_agent ON public.phone_numbers USING btree (tenant_id, voice_agent_id) WHERE (voice_agent_id IS NOT NULL);
CREATE UNIQUE INDEX phone_numbers_once ON public.phone_numbers USING btree (tenant_id, telephony_account_id, number);
CREATE UNIQUE INDEX pipelines_default ON public.pipelines USING btree (tenant_id) WHERE is_default;
CREATE INDEX pricing_by_age ON public.pricing USING btree (created_at DESC, id DESC);
CREATE INDEX pricing_by_id ON public.pricing USING btree (id);
CREATE UNIQUE INDEX pricing_model ON public.pricing USING btree (model_name);
CREATE UNIQUE INDEX privacy_requests_erasing ON public.privacy_requests USING btree (tenant_id, contact_id) WHERE ((kind = 'contact_erasure'::text) AND (state = ANY (ARRAY['ready'::text, 'leased'::text])));
CREATE INDEX privacy_requests_expiring ON public.privacy_requests USING btree (expires_at) WHERE ((state = 'completed'::text) AND (expires_at IS NOT NULL));
CREATE INDEX privacy_requests_leased ON public.privacy_requests USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX privacy_requests_list ON public.privacy_requests USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX privacy_requests_of ON public.privacy_requests USING btree (tenant_id, contact_id, created_at DESC, id DESC);
CREATE INDEX privacy_requests_ready ON public.privacy_requests USING btree (tenant_id, run_at, id) WHERE (state = 'ready'::text);
CREATE UNIQUE INDEX privacy_requests_sealed ON public.privacy_requests USING btree (tenant_id, sealed) WHERE (sealed IS NOT NULL);
CREATE INDEX privacy_requests_set_aside ON public.privacy_requests USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX profile_fetches_leased ON public.profile_fetches USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX profile_fetches_ready ON public.profile_fetches USING btree (tenant_id, channel_id, run_at, identity_id) WHERE (state = 'ready'::text);
CREATE INDEX profile_fetches_set_aside ON public.profile_fetches USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE UNIQUE INDEX public_files_token ON public.public_files USING btree (token);
CREATE INDEX push_messages_age ON public.push_messages USING btree (created_at);
CREATE INDEX push_messages_done ON public.push_messages USING btree (sent_at) WHERE (state = 'sent'::text);
CREATE INDEX push_messages_failed ON public.push_messages USING btree (tenant_id, id) WHERE (state = 'failed'::text);
CREATE INDEX push_messages_leased ON public.push_messages USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX push_messages_notification ON public.push_messages USING btree (tenant_id, notification_id);
CREATE UNIQUE INDEX push_messages_once ON public.push_messages USING btree (tenant_id, subscription_id, notification_id);
CREATE INDEX push_messages_ready ON public.push_messages USING btree (tenant_id, run_at, id) WHERE (state = 'ready'::text);
CREATE INDEX push_subscriptions_browser ON public.push_subscriptions USING btree (endpoint_hash);
CREATE UNIQUE INDEX push_subscriptions_endpoint ON public.push_subscriptions USING btree (tenant_id, endpoint_hash);
CREATE INDEX push_subscriptions_member ON public.push_subscriptions USING btree (tenant_id, member_id, id);
CREATE UNIQUE INDEX push_subscriptions_of_session ON public.push_subscriptions USING btree (tenant_id, session_id);
CREATE INDEX push_subscriptions_session ON public.push_subscriptions USING btree (session_id);
CREATE INDEX request_logs_failed ON public.request_logs USING btree (tenant_id, id) WHERE (status >= 400);
CREATE INDEX request_logs_key ON public.request_logs USING btree (tenant_id, key_id, id);
CREATE INDEX request_logs_reference ON public.request_logs USING btree (tenant_id, reference) WHERE (reference IS NOT NULL);
CREATE INDEX request_logs_request ON public.request_logs USING btree (tenant_id, request_id);
CREATE INDEX reservations_due ON public.reservations USING btree (expires_at) WHERE (status = 'held'::text);
CREATE INDEX reservations_ended ON public.reservations USING btree (updated_at) WHERE (status <> 'held'::text);
CREATE INDEX segments_list ON public.segments USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX segments_name ON public.segments USING btree (tenant_id, name_key);
CREATE UNIQUE INDEX shared_routes_holder ON public.shared_routes USING btree (kind, route_by, external_id);
CREATE INDEX signup_forms_list ON public.signup_forms USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX signup_forms_public_key ON public.signup_forms USING btree (public_key);
CREATE UNIQUE INDEX signup_forms_slug ON public.signup_forms USING btree (tenant_id, slug);
CREATE INDEX sla_outcomes_age ON public.sla_outcomes USING btree (created_at);
CREATE INDEX sla_outcomes_uncounted ON public.sla_outcomes USING btree (tenant_id, created_at) WHERE (NOT counted);
CREATE UNIQUE INDEX sla_policies_default ON public.sla_policies USING btree (tenant_id) WHERE (is_default AND (deleted_at IS NULL));
CREATE INDEX sla_policies_list ON public.sla_policies USING btree (tenant_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX sla_policies_name ON public.sla_policies USING btree (tenant_id, name_key) WHERE (deleted_at IS NULL);
CREATE INDEX snapshot_applications_leased ON public.snapshot_applications USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX snapshot_applications_ready ON public.snapshot_applications USING btree (tenant_id, run_at, id) WHERE (state = 'ready'::text);
CREATE INDEX snapshot_applications_set_aside ON public.snapshot_applications USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));
CREATE INDEX subscriptions_by_age ON public.subscriptions USING btree (created_at DESC, id DESC);
CREATE INDEX subscriptions_by_id ON public.subscriptions USING btree (id);
CREATE INDEX subscriptions_due ON public.subscriptions USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX subscriptions_of_tenant ON public.subscriptions USING btree (tenant_id);
CREATE INDEX telephony_accounts_callback ON public.telephony_accounts USING btree (id);
CREATE INDEX telephony_accounts_list ON public.telephony_accounts USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX telephony_accounts_once ON public.telephony_accounts USING btree (tenant_id, provider, provider_account_id);
CREATE UNIQUE INDEX templates_name ON public.templates USING btree (tenant_id, channel_id, name, language);
CREATE INDEX tenants_by_age ON public.tenants USING btree (created_at DESC, tenant_id DESC);
CREATE INDEX tenants_by_name ON public.tenants USING gin (name gin_trgm_ops);
CREATE INDEX ticket_activity_list ON public.ticket_activity USING btree (tenant_id, ticket_id, created_at DESC, id DESC);
CREATE INDEX ticket_categories_list ON public.ticket_categories USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX ticket_categories_name ON public.ticket_categories USING btree (tenant_id, name_key);
CREATE INDEX ticket_fields_deleting ON public.ticket_fields USING btree (run_at) WHERE (deleting_at IS NOT NULL);
CREATE UNIQUE INDEX ticket_fields_key ON public.ticket_fields USING btree (tenant_id, key);
CREATE INDEX ticket_fields_list ON public.ticket_fields USING btree (tenant_id, "position", id);
CREATE INDEX ticket_sla_check ON public.ticket_sla USING btree (check_at) WHERE (check_at IS NOT NULL);
CREATE INDEX tickets_by_assignee ON public.tickets USING btree (tenant_id, assignee_id, created_at DESC, id DESC) WHERE (assignee_id IS NOT NULL);
CREATE INDEX tickets_by_category ON public.tickets USING btree (tenant_id, category_id, created_at DESC, id DESC) WHERE (category_id IS NOT NULL);
CREATE INDEX tickets_by_contact ON public.tickets USING btree (tenant_id, contact_id, created_at DESC, id DESC) WHERE (contact_id IS NOT NULL);
CREATE INDEX tickets_by_conversation ON public.tickets USING btree (tenant_id, conversation_id, created_at DESC, id DESC) WHERE (conversation_id IS NOT NULL);
CREATE INDEX tickets_by_division ON public.tickets USING btree (tenant_id, division_id, created_at DESC, id DESC) WHERE (division_id IS NOT NULL);
CREATE INDEX tickets_by_label ON public.tickets USING gin (tenant_id, labels) WHERE (labels <> '{}'::text[]);
CREATE INDEX tickets_by_status ON public.tickets USING btree (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX tickets_closing ON public.tickets USING btree (close_at) WHERE (close_at IS NOT NULL);
CREATE INDEX tickets_custom_fields ON public.tickets USING gin (tenant_id, custom_fields jsonb_path_ops) WHERE (custom_fields <> '{}'::jsonb);
CREATE INDEX tickets_follow_ups ON public.tickets USING btree (tenant_id, follow_up_of_id) WHERE (follow_up_of_id IS NOT NULL);
CREATE INDEX tickets_list ON public.tickets USING btree (tenant_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX tickets_number ON public.tickets USING btree (tenant_id, number);
CREATE INDEX tickets_overdue ON public.tickets USING btree (tenant_id, due_at) WHERE (status = ANY (ARRAY['open'::text, 'in_progress'::text, 'pending'::text]));
CREATE INDEX tickets_search ON public.tickets USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX tickets_waiting ON public.tickets USING btree (tenant_id, conversation_id) WHERE (status = ANY (ARRAY['pending'::text, 'resolved'::text]));
CREATE INDEX usage_contacts_by_month ON public.usage_contacts USING btree (month);
CREATE INDEX usage_months_by_month ON public.usage_months USING btree (month);
CREATE INDEX usage_periods_by_start ON public.usage_periods USING btree (period, starts_at);
CREATE INDEX user_email_proofs_age ON public.user_email_proofs USING btree (expires_at);
CREATE INDEX user_email_proofs_change ON public.user_email_proofs USING btree (email) WHERE ((purpose = 'change'::text) AND (used_at IS NULL));
CREATE INDEX user_email_proofs_tokens ON public.user_email_proofs USING gin (token_hashes);
CREATE INDEX user_sessions_age ON public.user_sessions USING btree (expires_at);
CREATE INDEX user_sessions_of ON public.user_sessions USING btree (user_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX user_sessions_token ON public.user_sessions USING btree (token_hash);
CREATE UNIQUE INDEX users_email ON public.users USING btree (email);
CREATE INDEX users_platform_admins ON public.users USING btree (id) WHERE platform_admin;
CREATE INDEX views_list ON public.views USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX voice_agents_channel ON public.voice_agents USING btree (tenant_id, channel_id);
CREATE INDEX voice_agents_list ON public.voice_agents USING btree (tenant_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX voice_agents_of_grant ON public.voice_agents USING btree (tenant_id, grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX voice_calls_age ON public.voice_calls USING btree (tenant_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX voice_calls_called ON public.voice_calls USING btree (tenant_id, to_address, created_at DESC) WHERE (direction = 'outbound'::text);
CREATE INDEX voice_calls_dial ON public.voice_calls USING btree (dial_at) WHERE (dial_at IS NOT NULL);
CREATE INDEX voice_calls_lease ON public.voice_calls USING btree (lease_until) WHERE (ended_at IS NULL);
CREATE INDEX voice_calls_list ON public.voice_calls USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX voice_calls_live_of ON public.voice_calls USING btree (tenant_id, voice_agent_id) WHERE (ended_at IS NULL);
CREATE INDEX voice_calls_of_agent ON public.voice_calls USING btree (tenant_id, voice_agent_id, created_at DESC, id DESC);
CREATE INDEX voice_calls_of_callback ON public.voice_calls USING btree (tenant_id, callback_ticket_id) WHERE (callback_ticket_id IS NOT NULL);
CREATE UNIQUE INDEX voice_calls_of_channel ON public.voice_calls USING btree (tenant_id, channel_id, provider_call_id) WHERE (channel_id IS NOT NULL);
CREATE INDEX voice_calls_of_contact ON public.voice_calls USING btree (tenant_id, contact_id, created_at DESC, id DESC) WHERE (contact_id IS NOT NULL);
CREATE INDEX voice_calls_of_conversation ON public.voice_calls USING btree (tenant_id, conversation_id, created_at DESC, id DESC) WHERE (conversation_id IS NOT NULL);
CREATE INDEX voice_calls_of_number ON public.voice_calls USING btree (tenant_id, phone_number_id) WHERE (phone_number_id IS NOT NULL);
CREATE UNIQUE INDEX voice_calls_provider ON public.voice_calls USING btree (tenant_id, telephony_account_id, provider_call_id) WHERE (telephony_account_id IS NOT NULL);
CREATE INDEX voice_calls_summary ON public.voice_calls USING btree (summary_run_at) WHERE (summary_run_at IS NOT NULL);
CREATE INDEX voice_channel_calls_of_key ON public.voice_channel_calls USING btree (tenant_id, key_id) WHERE (key_id IS NOT NULL);
CREATE INDEX voice_channel_calls_release ON public.voice_channel_calls USING btree (release_at) WHERE (release_at IS NOT NULL);
CREATE INDEX voice_channel_calls_ring ON public.voice_channel_calls USING btree (ring_at) WHERE (ring_at IS NOT NULL);
CREATE INDEX voice_recordings_due ON public.voice_recordings USING btree (run_at) WHERE (run_at IS NOT NULL);
CREATE INDEX voice_recordings_of_media ON public.voice_recordings USING btree (tenant_id, media_id) WHERE (media_id IS NOT NULL);
CREATE INDEX webhook_attempts_delivery ON public.webhook_attempts USING btree (tenant_id, delivery_id, attempt);
CREATE INDEX webhook_deliveries_age ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_by_id ON public.webhook_deliveries USING btree (id);
CREATE INDEX webhook_deliveries_done ON public.webhook_deliveries USING btree (completed_at) WHERE (state = 'delivered'::text);
CREATE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_failed ON public.webhook_deliveries USING btree (tenant_id, id) WHERE (state = 'failed'::text);
CREATE INDEX webhook_deliveries_leased ON public.webhook_deliveries USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX webhook_deliveries_list ON public.webhook_deliveries USING btree (endpoint_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX webhook_deliveries_once ON public.webhook_deliveries USING btree (tenant_id, endpoint_id, event_id) WHERE (replay_id IS NULL);
CREATE INDEX webhook_deliveries_ready ON public.webhook_deliveries USING btree (tenant_id, endpoint_id, run_at, id) WHERE (state = 'ready'::text);
CREATE UNIQUE INDEX webhook_deliveries_replayed ON public.webhook_deliveries USING btree (tenant_id, endpoint_id, replay_id, event_id) WHERE (replay_id IS NOT NULL);
CREATE INDEX webhook_endpoints_alert ON public.webhook_endpoints USING btree (tenant_id, id) WHERE (alert IS NOT NULL);
CREATE INDEX webhook_endpoints_deleted ON public.webhook_endpoints USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX webhook_endpoints_list ON public.webhook_endpoints USING btree (tenant_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX webhook_replays_leased ON public.webhook_replays USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX webhook_replays_ready ON public.webhook_replays USING btree (tenant_id, endpoint_id, run_at, id) WHERE (state = 'ready'::text);
CREATE INDEX webhook_replays_set_aside ON public.webhook_replays USING btree (tenant_id) WHERE (state = ANY (ARRAY['process_ended'::text, 'over_limit'::text]));

alter table agencies force row level security;
alter table agency_client_months force row level security;
alter table agency_clients force row level security;
alter table agency_domains force row level security;
alter table agency_grants force row level security;
alter table agency_link_requests force row level security;
alter table agency_snapshots force row level security;
alter table agent_settings force row level security;
alter table ai_circuits force row level security;
alter table ai_keys force row level security;
alter table ai_requests force row level security;
alter table api_keys force row level security;
alter table apps force row level security;
alter table audit_entries force row level security;
alter table brand_kits force row level security;
alter table broadcast_counts force row level security;
alter table broadcast_recipients force row level security;
alter table broadcasts force row level security;
alter table canned_replies force row level security;
alter table channel_activity force row level security;
alter table channel_authorizations force row level security;
alter table channel_calling force row level security;
alter table channel_pacing force row level security;
alter table channel_routes force row level security;
alter table channels force row level security;
alter table chatbot_channels force row level security;
alter table chatbot_evaluation_runs force row level security;
alter table chatbot_evaluations force row level security;
alter table chatbot_sessions force row level security;
alter table chatbot_turn_days force row level security;
alter table chatbot_turns force row level security;
alter table chatbots force row level security;
alter table client_charges force row level security;
alter table contact_activities force row level security;
alter table contact_export_chunks force row level security;
alter table contact_exports force row level security;
alter table contact_fields force row level security;
alter table contact_identities force row level security;
alter table contact_import_chunks force row level security;
alter table contact_import_rows force row level security;
alter table contact_imports force row level security;
alter table contact_merge_dismissals force row level security;
alter table contact_merges force row level security;
alter table contact_moves force row level security;
alter table contact_tag_changes force row level security;
alter table contacts force row level security;
alter table conversation_activities force row level security;
alter table conversation_sla force row level security;
alter table conversations force row level security;
alter table csat_surveys force row level security;
alter table deal_stage_history force row level security;
alter table deals force row level security;
alter table divisions force row level security;
alter table domain_hosts force row level security;
alter table entitlement_months force row level security;
alter table entitlements force row level security;
alter table event_log force row level security;
alter table event_stream_places force row level security;
alter table faq_import_rows force row level security;
alter table faq_imports force row level security;
alter table flow_books force row level security;
alter table flow_fronts force row level security;
alter table flow_hooks force row level security;
alter table flow_requests force row level security;
alter table flow_run_steps force row level security;
alter table flow_runs force row level security;
alter table flow_schedules force row level security;
alter table flow_secrets force row level security;
alter table flow_starts force row level security;
alter table flow_versions force row level security;
alter table flows force row level security;
alter table form_submissions force row level security;
alter table gateway_settings force row level security;
alter table idempotency_keys force row level security;
alter table inbound_events force row level security;
alter table invitations force row level security;
alter table knowledge_categories force row level security;
alter table knowledge_chunks force row level security;
alter table knowledge_documents force row level security;
alter table knowledge_faqs force row level security;
alter table knowledge_jobs force row level security;
alter table knowledge_postings force row level security;
alter table knowledge_questions force row level security;
alter table knowledge_searches force row level security;
alter table knowledge_sources force row level security;
alter table knowledge_vocabulary force row level security;
alter table labels force row level security;
alter table landing_pages force row level security;
alter table ledger_entries force row level security;
alter table login_links force row level security;
alter table macros force row level security;
alter table mails force row level security;
alter table media force row level security;
alter table media_contents force row level security;
alter table media_fetches force row level security;
alter table members force row level security;
alter table message_search force row level security;
alter table messages force row level security;
alter table metric_contact_days force row level security;
alter table metric_conversations force row level security;
alter table metric_rollups force row level security;
alter table notifications force row level security;
alter table orders force row level security;
alter table organization_erasures force row level security;
alter table organization_export_pieces force row level security;
alter table organization_exports force row level security;
alter table outbound_dispatches force row level security;
alter table payment_requests force row level security;
alter table phone_numbers force row level security;
alter table pipeline_stages force row level security;
alter table pipelines force row level security;
alter table pricing force row level security;
alter table privacy_export_chunks force row level security;
alter table privacy_requests force row level security;
alter table privacy_traces force row level security;
alter table profile_fetches force row level security;
alter table public_files force row level security;
alter table push_messages force row level security;
alter table push_subscriptions force row level security;
alter table rate_limits force row level security;
alter table request_logs force row level security;
alter table reservations force row level security;
alter table retention_settings force row level security;
alter table segments force row level security;
alter table shared_routes force row level security;
alter table signup_forms force row level security;
alter table sla_outcomes force row level security;
alter table sla_policies force row level security;
alter table snapshot_applications force row level security;
alter table subscriptions force row level security;
alter table telephony_accounts force row level security;
alter table templates force row level security;
alter table tenant_counters force row level security;
alter table tenant_keys force row level security;
alter table tenants force row level security;
alter table ticket_activity force row level security;
alter table ticket_categories force row level security;
alter table ticket_fields force row level security;
alter table ticket_sla force row level security;
alter table tickets force row level security;
alter table usage_contacts force row level security;
alter table usage_months force row level security;
alter table usage_periods force row level security;
alter table views force row level security;
alter table voice_agents force row level security;
alter table voice_call_turns force row level security;
alter table voice_calls force row level security;
alter table voice_channel_calls force row level security;
alter table voice_recording_pieces force row level security;
alter table voice_recordings force row level security;
alter table webhook_attempts force row level security;
alter table webhook_deliveries force row level security;
alter table webhook_endpoints force row level security;
alter table webhook_paces force row level security;
alter table webhook_replays force row level security;

create policy backup on agencies as permissive for select to parley_backup using (true);
create policy tenant_erasure on agencies as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on agencies as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on agency_client_months as permissive for select to parley_backup using (true);
create policy tenant_erasure on agency_client_months as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on agency_client_months as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on agency_clients as permissive for select to parley_backup using (true);
create policy cross_tenant on agency_clients as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on agency_clients as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on agency_clients as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on agency_domains as permissive for select to parley_backup using (true);
create policy cross_tenant on agency_domains as permissive for select to parley_worker using (true);
create policy tenant_erasure on agency_domains as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on agency_domains as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on agency_grants as permissive for select to parley_backup using (true);
create policy cross_tenant on agency_grants as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on agency_grants as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on agency_grants as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on agency_link_requests as permissive for select to parley_backup using (true);
create policy tenant_erasure on agency_link_requests as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on agency_link_requests as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on agency_snapshots as permissive for select to parley_backup using (true);
create policy cross_tenant on agency_snapshots as permissive for select to parley_worker using (true);
create policy tenant_erasure on agency_snapshots as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on agency_snapshots as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on agent_settings as permissive for select to parley_backup using (true);
create policy cross_tenant on agent_settings as permissive for select to parley_worker using (true);
create policy tenant_erasure on agent_settings as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on agent_settings as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on ai_circuits as permissive for select to parley_backup using (true);
create policy tenant_erasure on ai_circuits as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on ai_circuits as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on ai_keys as permissive for select to parley_backup using (true);
create policy tenant_erasure on ai_keys as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on ai_keys as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on ai_requests as permissive for select to parley_backup using (true);
create policy cross_tenant on ai_requests as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on ai_requests as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on ai_requests as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on api_keys as permissive for select to parley_backup using (true);
create policy cross_tenant on api_keys as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on api_keys as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on api_keys as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on apps as permissive for select to parley_backup using (true);
create policy cross_tenant on apps as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on apps as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on apps as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on audit_entries as permissive for select to parley_backup using (true);
create policy cross_tenant on audit_entries as permissive for all to parley_worker using (true) with check (true);
create policy retention on audit_entries as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_erasure on audit_entries as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on audit_entries as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on brand_kits as permissive for select to parley_backup using (true);
create policy cross_tenant on brand_kits as permissive for select to parley_worker using (true);
create policy tenant_erasure on brand_kits as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on brand_kits as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on broadcast_counts as permissive for select to parley_backup using (true);
create policy cross_tenant on broadcast_counts as permissive for select to parley_worker using (true);
create policy tenant_erasure on broadcast_counts as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on broadcast_counts as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on broadcast_recipients as permissive for select to parley_backup using (true);
create policy cross_tenant on broadcast_recipients as permissive for select to parley_worker using (true);
create policy tenant_erasure on broadcast_recipients as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on broadcast_recipients as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on broadcasts as permissive for select to parley_backup using (true);
create policy cross_tenant on broadcasts as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on broadcasts as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on broadcasts as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on canned_replies as permissive for select to parley_backup using (true);
create policy cross_tenant on canned_replies as permissive for select to parley_worker using (true);
create policy tenant_erasure on canned_replies as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on canned_replies as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on channel_activity as permissive for select to parley_backup using (true);
create policy cross_tenant on channel_activity as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on channel_activity as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on channel_activity as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on channel_authorizations as permissive for select to parley_backup using (true);
create policy cross_tenant on channel_authorizations as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on channel_authorizations as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on channel_authorizations as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on channel_calling as permissive for select to parley_backup using (true);
create policy tenant_erasure on channel_calling as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on channel_calling as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on channel_pacing as permissive for select to parley_backup using (true);
create policy cross_tenant on channel_pacing as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on channel_pacing as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on channel_pacing as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on channel_routes as permissive for select to parley_backup using (true);
create policy cross_tenant on channel_routes as permissive for select to parley_worker using (true);
create policy proof on channel_routes as permissive for all to parley_owner using (true) with check (true);
create policy tenant_erasure on channel_routes as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on channel_routes as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on channels as permissive for select to parley_backup using (true);
create policy cross_tenant on channels as permissive for select to parley_worker using (true);
create policy tenant_erasure on channels as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on channels as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on chatbot_channels as permissive for select to parley_backup using (true);
create policy tenant_erasure on chatbot_channels as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on chatbot_channels as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on chatbot_evaluation_runs as permissive for select to parley_backup using (true);
create policy cross_tenant on chatbot_evaluation_runs as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on chatbot_evaluation_runs as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on chatbot_evaluation_runs as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on chatbot_evaluations as permissive for select to parley_backup using (true);
create policy tenant_erasure on chatbot_evaluations as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on chatbot_evaluations as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on chatbot_sessions as permissive for select to parley_backup using (true);
create policy cross_tenant on chatbot_sessions as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on chatbot_sessions as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on chatbot_sessions as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on chatbot_turn_days as permissive for select to parley_backup using (true);
create policy tenant_erasure on chatbot_turn_days as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on chatbot_turn_days as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on chatbot_turns as permissive for select to parley_backup using (true);
create policy cross_tenant on chatbot_turns as permissive for select to parley_worker using (true);
create policy tenant_erasure on chatbot_turns as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on chatbot_turns as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on chatbots as permissive for select to parley_backup using (true);
create policy cross_tenant on chatbots as permissive for select to parley_worker using (true);
create policy tenant_erasure on chatbots as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on chatbots as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on client_charges as permissive for select to parley_backup using (true);
create policy cross_tenant on client_charges as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on client_charges as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on client_charges as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on contact_activities as permissive for select to parley_backup using (true);
create policy cross_tenant on contact_activities as permissive for select to parley_worker using (true);
create policy tenant_erasure on contact_activities as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on contact_activities as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on contact_export_chunks as permissive for select to parley_backup using (true);
create policy cross_tenant on contact_export_chunks as permissive for select to parley_worker using (true);
create policy tenant_erasure on contact_export_chunks as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on contact_export_chunks as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on contact_exports as permissive for select to parley_backup using (true);
create policy cross_tenant on contact_exports as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on contact_exports as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on contact_exports as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on contact_fields as permissive for select to parley_backup using (true);
create policy cross_tenant on contact_fields as permissive for select to parley_worker using (true);
create policy tenant_erasure on contact_fields as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on contact_fields as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on contact_identities as permissive for select to parley_backup using (true);
create policy cross_tenant on contact_identities as permissive for select to parley_worker using (true);
create policy search on contact_identities as permissive for select to parley_search using (true);
create policy tenant_erasure on contact_identities as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on contact_identities as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on contact_import_chunks as permissive for select to parley_backup using (true);
create policy cross_tenant on contact_import_chunks as permissive for select to parley_worker using (true);
create policy tenant_erasure on contact_import_chunks as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on contact_import_chunks as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on contact_import_rows as permissive for select to parley_backup using (true);
create policy cross_tenant on contact_import_rows as permissive for select to parley_worker using (true);
create policy tenant_erasure on contact_import_rows as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on contact_import_rows as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on contact_imports as permissive for select to parley_backup using (true);
create policy cross_tenant on contact_imports as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on contact_imports as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on contact_imports as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on contact_merge_dismissals as permissive for select to parley_backup using (true);
create policy cross_tenant on contact_merge_dismissals as permissive for select to parley_worker using (true);
create policy tenant_erasure on contact_merge_dismissals as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on contact_merge_dismissals as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on contact_merges as permissive for select to parley_backup using (true);
create policy cross_tenant on contact_merges as permissive for select to parley_worker using (true);
create policy tenant_erasure on contact_merges as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on contact_merges as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on contact_moves as permissive for select to parley_backup using (true);
create policy cross_tenant on contact_moves as permissive for select to parley_worker using (true);
create policy tenant_erasure on contact_moves as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on contact_moves as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on contact_tag_changes as permissive for select to parley_backup using (true);
create policy cross_tenant on contact_tag_changes as permissive for select to parley_worker using (true);
create policy tenant_erasure on contact_tag_changes as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on contact_tag_changes as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on contacts as permissive for select to parley_backup using (true);
create policy cross_tenant on contacts as permissive for select to parley_worker using (true);
create policy search on contacts as permissive for select to parley_search using (true);
create policy tenant_erasure on contacts as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on contacts as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on conversation_activities as permissive for select to parley_backup using (true);
create policy cross_tenant on conversation_activities as permissive for select to parley_worker using (true);
create policy tenant_erasure on conversation_activities as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on conversation_activities as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on conversation_sla as permissive for select to parley_backup using (true);
create policy cross_tenant on conversation_sla as permissive for select to parley_worker using (true);
create policy tenant_erasure on conversation_sla as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on conversation_sla as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on conversations as permissive for select to parley_backup using (true);
create policy cross_tenant on conversations as permissive for select to parley_worker using (true);
create policy search on conversations as permissive for select to parley_search using (true);
create policy tenant_erasure on conversations as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on conversations as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on csat_surveys as permissive for select to parley_backup using (true);
create policy cross_tenant on csat_surveys as permissive for select to parley_worker using (true);
create policy tenant_erasure on csat_surveys as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on csat_surveys as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on deal_stage_history as permissive for select to parley_backup using (true);
create policy cross_tenant on deal_stage_history as permissive for select to parley_worker using (true);
create policy tenant_erasure on deal_stage_history as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on deal_stage_history as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on deals as permissive for select to parley_backup using (true);
create policy cross_tenant on deals as permissive for select to parley_worker using (true);
create policy search on deals as permissive for select to parley_search using (true);
create policy tenant_erasure on deals as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on deals as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on divisions as permissive for select to parley_backup using (true);
create policy cross_tenant on divisions as permissive for select to parley_worker using (true);
create policy tenant_erasure on divisions as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on divisions as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on domain_hosts as permissive for select to parley_backup using (true);
create policy cross_tenant on domain_hosts as permissive for select to parley_worker using (true);
create policy tenant_erasure on domain_hosts as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on domain_hosts as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on entitlement_months as permissive for select to parley_backup using (true);
create policy tenant_erasure on entitlement_months as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on entitlement_months as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on entitlements as permissive for select to parley_backup using (true);
create policy cross_tenant on entitlements as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on entitlements as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on entitlements as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on event_log as permissive for select to parley_backup using (true);
create policy cross_tenant on event_log as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on event_log as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on event_log as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy cross_tenant on event_stream_places as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on event_stream_places as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on event_stream_places as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on faq_import_rows as permissive for select to parley_backup using (true);
create policy tenant_erasure on faq_import_rows as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on faq_import_rows as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on faq_imports as permissive for select to parley_backup using (true);
create policy cross_tenant on faq_imports as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on faq_imports as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on faq_imports as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on flow_books as permissive for select to parley_backup using (true);
create policy cross_tenant on flow_books as permissive for select to parley_worker using (true);
create policy tenant_erasure on flow_books as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on flow_books as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on flow_fronts as permissive for select to parley_backup using (true);
create policy cross_tenant on flow_fronts as permissive for select to parley_worker using (true);
create policy tenant_erasure on flow_fronts as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on flow_fronts as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on flow_hooks as permissive for select to parley_backup using (true);
create policy cross_tenant on flow_hooks as permissive for select to parley_worker using (true);
create policy tenant_erasure on flow_hooks as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on flow_hooks as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on flow_requests as permissive for select to parley_backup using (true);
create policy cross_tenant on flow_requests as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on flow_requests as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on flow_requests as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on flow_run_steps as permissive for select to parley_backup using (true);
create policy tenant_erasure on flow_run_steps as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on flow_run_steps as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on flow_runs as permissive for select to parley_backup using (true);
create policy cross_tenant on flow_runs as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on flow_runs as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on flow_runs as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on flow_schedules as permissive for select to parley_backup using (true);
create policy cross_tenant on flow_schedules as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on flow_schedules as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on flow_schedules as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on flow_secrets as permissive for select to parley_backup using (true);
create policy tenant_erasure on flow_secrets as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on flow_secrets as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on flow_starts as permissive for select to parley_backup using (true);
create policy tenant_erasure on flow_starts as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on flow_starts as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on flow_versions as permissive for select to parley_backup using (true);
create policy cross_tenant on flow_versions as permissive for select to parley_worker using (true);
create policy tenant_erasure on flow_versions as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on flow_versions as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on flows as permissive for select to parley_backup using (true);
create policy cross_tenant on flows as permissive for select to parley_worker using (true);
create policy tenant_erasure on flows as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on flows as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on form_submissions as permissive for select to parley_backup using (true);
create policy cross_tenant on form_submissions as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on form_submissions as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on form_submissions as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on gateway_settings as permissive for select to parley_backup using (true);
create policy cross_tenant on gateway_settings as permissive for select to parley_worker using (true);
create policy tenant_erasure on gateway_settings as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on gateway_settings as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on idempotency_keys as permissive for select to parley_backup using (true);
create policy cross_tenant on idempotency_keys as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on idempotency_keys as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on idempotency_keys as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on inbound_events as permissive for select to parley_backup using (true);
create policy cross_tenant on inbound_events as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on inbound_events as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on inbound_events as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on invitations as permissive for select to parley_backup using (true);
create policy cross_tenant on invitations as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on invitations as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on invitations as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on knowledge_categories as permissive for select to parley_backup using (true);
create policy cross_tenant on knowledge_categories as permissive for select to parley_worker using (true);
create policy tenant_erasure on knowledge_categories as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on knowledge_categories as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on knowledge_chunks as permissive for select to parley_backup using (true);
create policy cross_tenant on knowledge_chunks as permissive for select to parley_worker using (true);
create policy tenant_erasure on knowledge_chunks as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on knowledge_chunks as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on knowledge_documents as permissive for select to parley_backup using (true);
create policy cross_tenant on knowledge_documents as permissive for select to parley_worker using (true);
create policy tenant_erasure on knowledge_documents as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on knowledge_documents as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on knowledge_faqs as permissive for select to parley_backup using (true);
create policy cross_tenant on knowledge_faqs as permissive for select to parley_worker using (true);
create policy tenant_erasure on knowledge_faqs as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on knowledge_faqs as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on knowledge_jobs as permissive for select to parley_backup using (true);
create policy cross_tenant on knowledge_jobs as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on knowledge_jobs as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on knowledge_jobs as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on knowledge_postings as permissive for select to parley_backup using (true);
create policy cross_tenant on knowledge_postings as permissive for select to parley_worker using (true);
create policy tenant_erasure on knowledge_postings as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on knowledge_postings as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on knowledge_questions as permissive for select to parley_backup using (true);
create policy cross_tenant on knowledge_questions as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on knowledge_questions as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on knowledge_questions as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on knowledge_searches as permissive for select to parley_backup using (true);
create policy cross_tenant on knowledge_searches as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on knowledge_searches as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on knowledge_searches as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on knowledge_sources as permissive for select to parley_backup using (true);
create policy cross_tenant on knowledge_sources as permissive for select to parley_worker using (true);
create policy tenant_erasure on knowledge_sources as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on knowledge_sources as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on knowledge_vocabulary as permissive for select to parley_backup using (true);
create policy cross_tenant on knowledge_vocabulary as permissive for all to parley_worker using (true) with check (true);
create policy search on knowledge_vocabulary as permissive for select to parley_search using (true);
create policy tenant_erasure on knowledge_vocabulary as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on knowledge_vocabulary as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on labels as permissive for select to parley_backup using (true);
create policy cross_tenant on labels as permissive for select to parley_worker using (true);
create policy tenant_erasure on labels as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on labels as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on landing_pages as permissive for select to parley_backup using (true);
create policy cross_tenant on landing_pages as permissive for select to parley_worker using (true);
create policy tenant_erasure on landing_pages as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on landing_pages as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on ledger_entries as permissive for select to parley_backup using (true);
create policy tenant_erasure on ledger_entries as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on ledger_entries as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on login_links as permissive for select to parley_backup using (true);
create policy cross_tenant on login_links as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on login_links as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on login_links as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on macros as permissive for select to parley_backup using (true);
create policy cross_tenant on macros as permissive for select to parley_worker using (true);
create policy tenant_erasure on macros as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on macros as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on mails as permissive for select to parley_backup using (true);
create policy cross_tenant on mails as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on mails as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on mails as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on media as permissive for select to parley_backup using (true);
create policy cross_tenant on media as permissive for select to parley_worker using (true);
create policy tenant_erasure on media as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on media as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on media_contents as permissive for select to parley_backup using (true);
create policy cross_tenant on media_contents as permissive for select to parley_worker using (true);
create policy tenant_erasure on media_contents as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on media_contents as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on media_fetches as permissive for select to parley_backup using (true);
create policy cross_tenant on media_fetches as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on media_fetches as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on media_fetches as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on members as permissive for select to parley_backup using (true);
create policy cross_tenant on members as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on members as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on members as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on message_search as permissive for select to parley_backup using (true);
create policy cross_tenant on message_search as permissive for select to parley_worker using (true);
create policy search on message_search as permissive for select to parley_search using (true);
create policy tenant_erasure on message_search as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on message_search as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on messages as permissive for select to parley_backup using (true);
create policy cross_tenant on messages as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on messages as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on messages as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on metric_contact_days as permissive for select to parley_backup using (true);
create policy cross_tenant on metric_contact_days as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on metric_contact_days as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on metric_contact_days as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on metric_conversations as permissive for select to parley_backup using (true);
create policy cross_tenant on metric_conversations as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on metric_conversations as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on metric_conversations as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on metric_rollups as permissive for select to parley_backup using (true);
create policy cross_tenant on metric_rollups as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on metric_rollups as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on metric_rollups as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on notifications as permissive for select to parley_backup using (true);
create policy cross_tenant on notifications as permissive for select to parley_worker using (true);
create policy tenant_erasure on notifications as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on notifications as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on orders as permissive for select to parley_backup using (true);
create policy cross_tenant on orders as permissive for select to parley_worker using (true);
create policy tenant_erasure on orders as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on orders as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on organization_erasures as permissive for select to parley_backup using (true);
create policy cross_tenant on organization_erasures as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on organization_erasures as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on organization_erasures as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on organization_export_pieces as permissive for select to parley_backup using (true);
create policy cross_tenant on organization_export_pieces as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on organization_export_pieces as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on organization_export_pieces as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on organization_exports as permissive for select to parley_backup using (true);
create policy cross_tenant on organization_exports as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on organization_exports as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on organization_exports as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on outbound_dispatches as permissive for select to parley_backup using (true);
create policy cross_tenant on outbound_dispatches as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on outbound_dispatches as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on outbound_dispatches as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on payment_requests as permissive for select to parley_backup using (true);
create policy cross_tenant on payment_requests as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on payment_requests as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on payment_requests as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on phone_numbers as permissive for select to parley_backup using (true);
create policy tenant_erasure on phone_numbers as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on phone_numbers as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on pipeline_stages as permissive for select to parley_backup using (true);
create policy cross_tenant on pipeline_stages as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on pipeline_stages as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on pipeline_stages as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on pipelines as permissive for select to parley_backup using (true);
create policy cross_tenant on pipelines as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on pipelines as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on pipelines as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on pricing as permissive for select to parley_backup using (true);
create policy cross_tenant on pricing as permissive for select to parley_worker using (true);
create policy tenant_erasure on pricing as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on pricing as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on privacy_export_chunks as permissive for select to parley_backup using (true);
create policy cross_tenant on privacy_export_chunks as permissive for select to parley_worker using (true);
create policy tenant_erasure on privacy_export_chunks as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on privacy_export_chunks as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on privacy_requests as permissive for select to parley_backup using (true);
create policy cross_tenant on privacy_requests as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on privacy_requests as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on privacy_requests as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on privacy_traces as permissive for select to parley_backup using (true);
create policy cross_tenant on privacy_traces as permissive for select to parley_worker using (true);
create policy tenant_erasure on privacy_traces as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on privacy_traces as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on profile_fetches as permissive for select to parley_backup using (true);
create policy cross_tenant on profile_fetches as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on profile_fetches as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on profile_fetches as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on public_files as permissive for select to parley_backup using (true);
create policy cross_tenant on public_files as permissive for select to parley_worker using (true);
create policy tenant_erasure on public_files as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on public_files as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on push_messages as permissive for select to parley_backup using (true);
create policy cross_tenant on push_messages as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on push_messages as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on push_messages as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on push_subscriptions as permissive for select to parley_backup using (true);
create policy cross_tenant on push_subscriptions as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on push_subscriptions as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on push_subscriptions as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy cross_tenant on rate_limits as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on rate_limits as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on rate_limits as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on request_logs as permissive for select to parley_backup using (true);
create policy cross_tenant on request_logs as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on request_logs as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on request_logs as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on reservations as permissive for select to parley_backup using (true);
create policy cross_tenant on reservations as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on reservations as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on reservations as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on retention_settings as permissive for select to parley_backup using (true);
create policy cross_tenant on retention_settings as permissive for select to parley_worker using (true);
create policy tenant_erasure on retention_settings as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on retention_settings as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on segments as permissive for select to parley_backup using (true);
create policy cross_tenant on segments as permissive for select to parley_worker using (true);
create policy tenant_erasure on segments as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on segments as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on shared_routes as permissive for select to parley_backup using (true);
create policy cross_tenant on shared_routes as permissive for select to parley_worker using (true);
create policy proof on shared_routes as permissive for all to parley_owner using (true) with check (true);
create policy tenant_erasure on shared_routes as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on shared_routes as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on signup_forms as permissive for select to parley_backup using (true);
create policy cross_tenant on signup_forms as permissive for select to parley_worker using (true);
create policy tenant_erasure on signup_forms as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on signup_forms as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on sla_outcomes as permissive for select to parley_backup using (true);
create policy cross_tenant on sla_outcomes as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on sla_outcomes as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on sla_outcomes as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on sla_policies as permissive for select to parley_backup using (true);
create policy cross_tenant on sla_policies as permissive for select to parley_worker using (true);
create policy tenant_erasure on sla_policies as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on sla_policies as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on snapshot_applications as permissive for select to parley_backup using (true);
create policy cross_tenant on snapshot_applications as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on snapshot_applications as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on snapshot_applications as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on subscriptions as permissive for select to parley_backup using (true);
create policy cross_tenant on subscriptions as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on subscriptions as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on subscriptions as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on telephony_accounts as permissive for select to parley_backup using (true);
create policy cross_tenant on telephony_accounts as permissive for select to parley_worker using (true);
create policy tenant_erasure on telephony_accounts as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on telephony_accounts as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on templates as permissive for select to parley_backup using (true);
create policy cross_tenant on templates as permissive for select to parley_worker using (true);
create policy tenant_erasure on templates as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on templates as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on tenant_counters as permissive for select to parley_backup using (true);
create policy cross_tenant on tenant_counters as permissive for select to parley_worker using (true);
create policy tenant_erasure on tenant_counters as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on tenant_counters as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on tenant_keys as permissive for select to parley_backup using (true);
create policy cross_tenant on tenant_keys as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on tenant_keys as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on tenant_keys as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on tenants as permissive for select to parley_backup using (true);
create policy cross_tenant on tenants as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on tenants as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on tenants as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on ticket_activity as permissive for select to parley_backup using (true);
create policy cross_tenant on ticket_activity as permissive for select to parley_worker using (true);
create policy tenant_erasure on ticket_activity as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on ticket_activity as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on ticket_categories as permissive for select to parley_backup using (true);
create policy cross_tenant on ticket_categories as permissive for select to parley_worker using (true);
create policy tenant_erasure on ticket_categories as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on ticket_categories as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on ticket_fields as permissive for select to parley_backup using (true);
create policy cross_tenant on ticket_fields as permissive for select to parley_worker using (true);
create policy tenant_erasure on ticket_fields as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on ticket_fields as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on ticket_sla as permissive for select to parley_backup using (true);
create policy cross_tenant on ticket_sla as permissive for select to parley_worker using (true);
create policy tenant_erasure on ticket_sla as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on ticket_sla as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on tickets as permissive for select to parley_backup using (true);
create policy cross_tenant on tickets as permissive for select to parley_worker using (true);
create policy search on tickets as permissive for select to parley_search using (true);
create policy tenant_erasure on tickets as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on tickets as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on usage_contacts as permissive for select to parley_backup using (true);
create policy cross_tenant on usage_contacts as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on usage_contacts as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on usage_contacts as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on usage_months as permissive for select to parley_backup using (true);
create policy cross_tenant on usage_months as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on usage_months as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on usage_months as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on usage_periods as permissive for select to parley_backup using (true);
create policy cross_tenant on usage_periods as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on usage_periods as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on usage_periods as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on views as permissive for select to parley_backup using (true);
create policy cross_tenant on views as permissive for select to parley_worker using (true);
create policy tenant_erasure on views as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on views as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on voice_agents as permissive for select to parley_backup using (true);
create policy tenant_erasure on voice_agents as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on voice_agents as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on voice_call_turns as permissive for select to parley_backup using (true);
create policy tenant_erasure on voice_call_turns as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on voice_call_turns as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on voice_calls as permissive for select to parley_backup using (true);
create policy cross_tenant on voice_calls as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on voice_calls as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on voice_calls as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on voice_channel_calls as permissive for select to parley_backup using (true);
create policy cross_tenant on voice_channel_calls as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on voice_channel_calls as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on voice_channel_calls as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on voice_recording_pieces as permissive for select to parley_backup using (true);
create policy tenant_erasure on voice_recording_pieces as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on voice_recording_pieces as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on voice_recordings as permissive for select to parley_backup using (true);
create policy cross_tenant on voice_recordings as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on voice_recordings as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on voice_recordings as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on webhook_attempts as permissive for select to parley_backup using (true);
create policy cross_tenant on webhook_attempts as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on webhook_attempts as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on webhook_attempts as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on webhook_deliveries as permissive for select to parley_backup using (true);
create policy cross_tenant on webhook_deliveries as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on webhook_deliveries as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on webhook_deliveries as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on webhook_endpoints as permissive for select to parley_backup using (true);
create policy cross_tenant on webhook_endpoints as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on webhook_endpoints as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on webhook_endpoints as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on webhook_paces as permissive for select to parley_backup using (true);
create policy cross_tenant on webhook_paces as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on webhook_paces as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on webhook_paces as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy backup on webhook_replays as permissive for select to parley_backup using (true);
create policy cross_tenant on webhook_replays as permissive for all to parley_worker using (true) with check (true);
create policy tenant_erasure on webhook_replays as permissive for all to parley_owner using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));
create policy tenant_isolation on webhook_replays as permissive for all to parley_app using ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)) with check ((tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid));

CREATE STATISTICS public.conversations_channel_tenant (dependencies) ON tenant_id, channel_id FROM conversations;
CREATE STATISTICS public.messages_channel_tenant (dependencies) ON tenant_id, channel_id FROM messages;

CREATE OR REPLACE FUNCTION public.absorb_echo(p_tenant uuid, p_now timestamp with time zone, p_message uuid, p_echo uuid, p_event uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ours messages;
  echo messages;
  sent timestamptz;
  delivered timestamptz;
  read timestamptz;
begin
  perform 1 from messages m where m.tenant_id = p_tenant and m.id in (p_message, p_echo) order by m.id for update;
  select m.* into ours from messages m where m.tenant_id = p_tenant and m.id = p_message;
  select m.* into echo from messages m
   where m.tenant_id = p_tenant and m.id = p_echo and m.channel_id = ours.channel_id and m.direction = 'outbound'
     and m.author_kind = 'platform' and m.external_id is not null;
  if not found or ours.external_id is not null then
    return false;
  end if;
  -- Each time is at least the one before it: the echo may carry an earlier second than the one in which ours was created.
  sent := greatest(ours.created_at, least(ours.sent_at, echo.sent_at));
  delivered := case when echo.delivered_at is not null or ours.delivered_at is not null then
    greatest(sent, least(ours.delivered_at, echo.delivered_at)) end;
  read := case when echo.read_at is not null or ours.read_at is not null then
    greatest(sent, delivered, least(ours.read_at, echo.read_at)) end;
  update messages m set reply_to_id = p_message where m.tenant_id = p_tenant and m.reply_to_id = p_echo;
  delete from messages m where m.tenant_id = p_tenant and m.id = p_echo;
  update messages m
     set external_id = echo.external_id,
         status = case when message_status_rank(echo.status) > message_status_rank(m.status) then echo.status else m.status end,
         sent_at = sent, delivered_at = delivered, read_at = read, reactions = echo.reactions
   where m.tenant_id = p_tenant and m.id = p_message;
  update conversations v set last_message = jsonb_set(v.last_message, '{id}', to_jsonb(wire_id('msg', p_message)))
   where v.tenant_id = p_tenant and v.id = echo.conversation_id and v.last_message->>'id' = wire_id('msg', p_echo);
  if message_status_rank(echo.status) > message_status_rank(ours.status) then
    insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
    values (p_tenant, p_event, 'message.status', ours.channel_id, ours.conversation_id,
      json_build_object('channelId', wire_id('chn', ours.channel_id), 'conversationId', wire_id('conv', ours.conversation_id),
        'contactId', wire_id('cnt', ours.contact_id), 'broadcastId', case when ours.author_kind = 'broadcast' then ours.author_id end,
        'message', json_build_object('id', wire_id('msg', p_message), 'externalId', echo.external_id,
          'clientReference', ours.client_reference),
        'status', echo.status, 'previousStatus', ours.status,
        'occurredAt', wire_time(coalesce(read, delivered, greatest(sent, p_now))), 'error', null), p_now);
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.accept_outbound(p_tenant uuid, p_now timestamp with time zone, p_items jsonb)
 RETURNS TABLE(n integer, outcome text, conversation_id uuid, contact_id uuid)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  work outbound_work[];
  replays integer[];
  answered integer;
begin
  -- 1. Claim idempotency keys; an existing key (also twice in this batch) is answered from its row.
  with input as (
    select x.n, x.idem, x.fp from jsonb_populate_recordset(null::outbound_work, p_items) x where x.idem is not null
  ), claimed as (
    insert into idempotency_keys (tenant_id, key, fingerprint, created_at)
    select p_tenant, i.idem, decode(i.fp, 'hex'), p_now from input i order by i.idem
    on conflict do nothing
    returning key
  ), once as (
    select i.n, row_number() over (partition by i.idem order by i.n) as twin,
           exists (select 1 from claimed c where c.key = i.idem) as mine
      from input i
  )
  select coalesce(array_agg(o.n) filter (where o.twin > 1 or not o.mine), '{}') into replays from once o;
  work := judge_outbound(p_tenant, p_now, p_items, replays);

  -- Something has to be created or counted. Look again under the locks, because the people concerned may have been merged or become known
  -- meanwhile. A reply to a known person skips all of this.
  if exists (select 1 from unnest(work) w where w.outcome = 'accepted' and (w.is_new or (w.win and w.cas is not null))) then
    perform 1 from contact_identities ci
     where ci.tenant_id = p_tenant and ci.id in (
       select w.cid from unnest(work) w where w.outcome = 'accepted' and (w.is_new or (w.win and w.cas is not null)))
     order by ci.id for no key update;
    perform 1 from conversations c
     where c.tenant_id = p_tenant and c.id in (select w.conv from unnest(work) w where w.outcome = 'accepted' and not w.is_new)
     order by c.id for no key update;
    perform 1 from contacts k
     where k.tenant_id = p_tenant and k.id in (select w.cnt from unnest(work) w where w.outcome = 'accepted' and w.is_new)
     order by k.id for no key update;
    work := judge_outbound(p_tenant, p_now, p_items, replays);
  end if;

  -- On channels that count, under the lock of each person: items take the remaining places in their order.
  if exists (select 1 from unnest(work) w where w.outcome = 'accepted' and w.win and w.cas is not null) then
    with place as (
      select w.n, row_number() over (partition by w.chan, w.cid order by w.n) as k from unnest(work) w
       where w.outcome = 'accepted' and w.win and w.cas is not null
    ), judged as (
      select w.n, case
          when not s.answered and s.total + p.k > w.cba then 'limit_before_answer'
          when w.wexp <= p_now and s.in_silence + p.k > w.cas then 'limit_in_silence'
          else 'accepted' end as outcome
        from unnest(work) w join place p on p.n = w.n
        cross join lateral outbound_counts(p_tenant, w.chan, w.cid, w.wexp) s
    )
    select array_agg(row(w.n, w.msg, w.chan, w.kind, w.acct, w.addr, w.akey, w.puid, w.cnt, w.cid, w.conv, w.type, w.text, w.content, w.akind,
             w.aid, w.cref, w.rep, w.prio, w.win, w.idem, w.fp, w.e1, w.e2, w.e3, w.pair, w.burst, w.frm, w.wms, w.hms, w.ha, w.cba,
             w.cas, w.wexp, coalesce(j.outcome, w.outcome), w.is_new)::outbound_work order by w.n)
      into work
      from unnest(work) w left join judged j on j.n = w.n;
  end if;

  -- 2. Missing people and conversations. Sorted, so that two batches never deadlock.
  if exists (select 1 from unnest(work) w where w.outcome = 'accepted' and w.is_new) then
    insert into contact_identities (tenant_id, id, contact_id, kind, account, address, address_key, provider_user_id, created_at)
    select distinct on (w.kind, w.acct, w.akey, w.puid) p_tenant, w.cid, w.cnt, w.kind, w.acct, w.addr, w.akey, w.puid, p_now
      from unnest(work) w
     where w.outcome = 'accepted' and w.is_new
     order by w.kind, w.acct, w.akey, w.puid, w.n
    on conflict do nothing;

    with mine as (
      select distinct on (d.contact_id) d.contact_id, w.addr, w.akey, w.e3
        from unnest(work) w
        join contact_identities d on d.tenant_id = p_tenant and d.id = w.cid
       where w.outcome = 'accepted' and w.is_new and d.contact_id = w.cnt
         and not exists (select 1 from contacts c where c.tenant_id = p_tenant and c.id = d.contact_id)
       order by d.contact_id, w.n
    ), born as (
      insert into contacts (tenant_id, id, phone, phone_key, source, created_at, updated_at)
      select p_tenant, m.contact_id, case when m.akey not like '=%' then '+' || m.addr end,
             case when m.akey not like '=%' then m.akey end, 'api', p_now, p_now
        from mine m
      returning id, phone
    )
    insert into event_log (tenant_id, id, type, data, created_at)
    select p_tenant, m.e3, 'contact.created',
           json_build_object('contactId', wire_id('cnt', b.id), 'name', null, 'phone', b.phone, 'source', 'api'), p_now
      from born b join mine m on m.contact_id = b.id;

    -- Another writer may have created the identity meanwhile: the stored one counts.
    with found as (
      select w.n, d.id, d.contact_id
        from unnest(work) w
        join contact_identities d on d.tenant_id = p_tenant and d.kind = w.kind and d.account = w.acct
         and (d.address_key = w.akey or d.provider_user_id = w.puid)
    ), born as (
      insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status,
                                 last_message_at, window_expires_at, pair_tat, created_at, updated_at)
      select distinct on (w.chan, f.id) p_tenant, w.conv, w.chan, w.kind, f.contact_id, f.id, 'open', p_now,
             l.window_expires_at, l.pair_tat, p_now, p_now
        from unnest(work) w
        join found f on f.n = w.n
        cross join lateral (
          select max(p.window_expires_at) as window_expires_at, max(p.pair_tat) as pair_tat from conversations p
           where p.tenant_id = p_tenant and p.channel_id = w.chan and p.identity_id = f.id) l
       where w.outcome = 'accepted' and w.is_new
       order by w.chan, f.id, w.n
      on conflict (tenant_id, channel_id, identity_id) where status <> 'resolved' do nothing
      returning id, channel_id, channel_kind, contact_id, status
    )
    insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
    select p_tenant, w.e2, 'conversation.created', b.channel_id, b.id,
           json_build_object('channelId', wire_id('chn', b.channel_id), 'conversationId', wire_id('conv', b.id),
             'contactId', wire_id('cnt', b.contact_id), 'channelKind', b.channel_kind, 'status', b.status), p_now
      from born b join unnest(work) w on w.conv = b.id;

    select array_agg(row(w.n, w.msg, w.chan, w.kind, w.acct, w.addr, w.akey, w.puid, coalesce(u.contact_id, w.cnt), w.cid,
             coalesce(u.id, w.conv), w.type, w.text, w.content, w.akind, w.aid, w.cref, w.rep, w.prio, w.win, w.idem,
             w.fp, w.e1, w.e2, w.e3, w.pair, w.burst, w.frm, w.wms, w.hms, w.ha, w.cba, w.cas, w.wexp, w.outcome, w.is_new)::outbound_work order by w.n)
      into work
      from unnest(work) w
      left join contact_identities d on w.is_new and d.tenant_id = p_tenant and d.kind = w.kind and d.account = w.acct
        and (d.address_key = w.akey or d.provider_user_id = w.puid)
      left join conversations u on w.is_new and u.tenant_id = p_tenant and u.channel_id = w.chan
        and u.identity_id = d.id and u.status <> 'resolved';
  end if;

  -- 3. The messages, their dispatches and events; the budget towards each person advances by one step per message. The locked conversation
  --    decides whose contact it is.
  return query
  with ok as (
    select w.*, row_number() over (partition by w.conv order by w.n) as k from unnest(work) w where w.outcome = 'accepted'
  ), latest as (
    -- Reactions use the person's budget, but do not appear as the conversation's last message and do not count as an answer.
    select distinct on (o.conv) o.conv, o.msg, o.type, o.text, o.content, o.akind, o.pair, o.type <> 'reaction' as shown,
           max(o.k) over (partition by o.conv) as k
      from ok o
     order by o.conv, o.type <> 'reaction' desc, o.k desc
  ), locked as (
    select c.id, c.contact_id as person, greatest(coalesce(c.pair_tat, p_now), p_now) as tat from conversations c
     where c.tenant_id = p_tenant and c.id in (select l.conv from latest l)
     order by c.id for no key update
  ), placed as materialized (
    -- Computed once: the planner expects one row of each, and would join by scanning both.
    select o.*, k.person, k.tat from ok o join locked k on k.id = o.conv
  ), touched as (
    update conversations c
       set last_message = case when l.shown then jsonb_build_object('id', wire_id('msg', l.msg), 'direction', 'outbound', 'type', l.type,
             'preview', message_preview(l.text, l.content))
             else c.last_message end,
           last_message_at = case when l.shown then greatest(c.last_message_at, p_now) else c.last_message_at end,
           first_replied_at = case when l.shown then coalesce(c.first_replied_at, case when c.last_message is not null then p_now end)
             else c.first_replied_at end,
           waiting_since = case when not l.shown then c.waiting_since end,
           pair_tat = k.tat + l.k * l.pair * interval '1 ms',
           updated_at = p_now
      from latest l join locked k on k.id = l.conv
     where c.tenant_id = p_tenant and c.id = l.conv
  ), written as (
    insert into messages (tenant_id, id, conversation_id, channel_id, contact_id, direction, type, from_address, to_address,
      text, content, reply_to_id, status, client_reference, author_kind, author_id, human_agent, occurred_at, created_at)
    select p_tenant, o.msg, o.conv, o.chan, o.person, 'outbound', o.type, o.frm, coalesce(o.addr, o.puid), o.text, o.content,
           o.rep, 'queued', o.cref, o.akind, o.aid, o.ha, p_now, p_now
      from placed o
  ), dispatched as (
    insert into outbound_dispatches (tenant_id, message_id, channel_id, priority, state, run_at, created_at)
    select p_tenant, o.msg, o.chan, o.prio, 'ready',
           greatest(p_now, o.tat + (o.k - o.burst) * o.pair * interval '1 ms'), p_now
      from placed o
  ), told as (
    insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
    select p_tenant, o.e1, 'message.sent', o.chan, o.conv,
           json_build_object('channelId', wire_id('chn', o.chan), 'conversationId', wire_id('conv', o.conv),
             'contactId', wire_id('cnt', o.person), 'message', json_build_object('id', wire_id('msg', o.msg), 'to',
               coalesce(o.addr, o.puid), 'type', o.type, 'text', o.text, 'content', o.content, 'status', 'queued',
               'clientReference', o.cref, 'author', json_build_object('kind', o.akind, 'id', o.aid),
               'createdAt', wire_time(p_now))), p_now
      from placed o
  )
  select w.n, w.outcome, w.conv, coalesce(k.person, w.cnt) from unnest(work) w left join locked k on k.id = w.conv
   where w.outcome <> 'accepted' or k.id is not null;
  get diagnostics answered = row_count;
  if answered < cardinality(work) then
    raise exception 'a conversation vanished before its message was stored' using errcode = 'serialization_failure';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_statuses(p_tenant uuid, p_now timestamp with time zone, p_items jsonb)
 RETURNS TABLE(n integer, outcome text, message_id uuid)
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  with input as materialized (
    -- Messages are looked up by key, one by one, and never joined with all of the tenant's (measured: 9 ms per call at 19,000 messages,
    -- growing with them).
    select x.*, coalesce(
        (select a.id from messages a where a.tenant_id = p_tenant and a.id = x.ref and a.channel_id = x.chan
            and (a.external_id is null or a.external_id = x.ext)),
        (select b.id from messages b where b.tenant_id = p_tenant and b.channel_id = x.chan and b.external_id = x.ext)) as msg
      from jsonb_populate_recordset(null::status_work, p_items) x
     where one_expected(x.n)
  ), target as (
    select i.n, i.st, i.at, i.err, i.ev, i.ext as platform_id, m.id, m.status as old, m.channel_id, m.conversation_id,
           m.contact_id, m.external_id, m.client_reference,
           -- A status reported now is later than all that were reported before; a late one is no earlier than the message's creation.
           greatest(i.at, m.created_at) as since, greatest(i.at, m.created_at, m.sent_at, m.delivered_at, m.read_at) as told,
           case when m.author_kind = 'broadcast' then m.author_id end as broadcast,
           message_status_rank(i.st) > message_status_rank(m.status) and m.status not in ('failed', 'cancelled')
             and not (i.st = 'failed' and m.status in ('delivered', 'read')) as rises
      from input i
      join messages m on m.tenant_id = p_tenant and m.id = i.msg
     where m.direction = 'outbound'
     order by m.id
     for no key update of m
  ), changed as (
    update messages m
       set status = case when t.rises then t.st else m.status end,
           -- Found by our reference, while another message has the platform's id: the status counts nevertheless.
           external_id = coalesce(m.external_id, case when not exists (
             select 1 from messages o where o.tenant_id = p_tenant and o.channel_id = m.channel_id and o.external_id = t.platform_id)
             then t.platform_id end),
           -- A later status also sets the time of an earlier one that has not arrived; when that arrives it sets its own time, never one
           -- before the preceding status. The time of the last reported status stays as reported.
           sent_at = case when t.st = 'failed' then m.sent_at when t.rises then coalesce(m.sent_at, t.told)
             when t.old = 'sent' then m.sent_at else least(m.sent_at, t.since, m.failed_at) end,
           delivered_at = case when t.st not in ('delivered', 'read') then m.delivered_at when t.rises then coalesce(m.delivered_at, t.told)
             when t.old = 'delivered' then m.delivered_at else greatest(least(m.sent_at, t.since, m.failed_at), least(m.delivered_at, t.since)) end,
           read_at = case when t.st <> 'read' then m.read_at when t.rises then t.told when t.old = 'read' then m.read_at
             else greatest(least(m.sent_at, t.since, m.failed_at), least(m.delivered_at, t.since), least(m.read_at, t.since)) end,
           failed_at = case when t.st = 'failed' and t.rises then t.told else m.failed_at end,
           error = case when t.st = 'failed' and t.rises then t.err when t.rises then null else m.error end
      from target t
     where m.tenant_id = p_tenant and m.id = t.id
  ), told as (
    insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
    select p_tenant, t.ev, 'message.status', t.channel_id, t.conversation_id,
           json_build_object('channelId', wire_id('chn', t.channel_id), 'conversationId', wire_id('conv', t.conversation_id),
             'contactId', wire_id('cnt', t.contact_id), 'broadcastId', t.broadcast,
             'message', json_build_object('id', wire_id('msg', t.id), 'externalId', coalesce(t.external_id, t.platform_id),
               'clientReference', t.client_reference),
             'status', t.st, 'previousStatus', case t.old when 'sending' then 'queued' else t.old end, 'occurredAt', wire_time(t.told),
             'error', case when t.st = 'failed' then t.err end), p_now
      from target t where t.rises
  ), gone as (
    -- The platform has it: whatever the result of the call, it must not be sent again.
    delete from outbound_dispatches d
     where d.tenant_id = p_tenant and d.message_id = any(array(select t.id from target t where t.rises))
  )
  select t.n, case when t.rises then 'applied' else 'stale' end, t.id from target t
   union all
  select i.n, 'missing', null from input i where i.n <> all(array(select t.n from target t))
$function$;

CREATE OR REPLACE FUNCTION public.audience_predicate(p jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v text := format('$2[%s]', (p->>'i')::integer);
  vs text := format('$2[%s:%s]', (p->>'i')::integer, (p->>'i')::integer + (p->>'n')::integer - 1);
  k text := format('$2[%s]', (p->>'k')::integer);
  e text;
  r text;
begin
  if p ? 'all' then
    select string_agg(audience_predicate(x), ' and ') into r from jsonb_array_elements(p->'all') x;
    return '(' || coalesce(r, 'true') || ')';
  elsif p ? 'any' then
    select string_agg(audience_predicate(x), ' or ') into r from jsonb_array_elements(p->'any') x;
    return '(' || coalesce(r, 'false') || ')';
  elsif p ? 'not' then
    return '(' || audience_predicate(p->'not') || ' is not true)';
  end if;

  case p->>'c'
    when 'name' then e := 'c.name_key';
    when 'email' then e := 'c.email_key';
    when 'phone' then e := 'c.phone';
    when 'source' then e := 'c.source';
    when 'country' then e := 'c.country';
    when 'language' then e := 'c.language';
    when 'timezone' then e := 'c.timezone';
    when 'optIn' then e := 'c.opt_in';
    when 'ownerId' then e := 'c.owner_id'; v := v || '::uuid'; vs := vs || '::uuid[]';
    when 'stageId' then e := 'c.stage_id'; v := v || '::uuid'; vs := vs || '::uuid[]';
    when 'createdAt' then e := 'c.created_at'; v := v || '::timestamptz';
    when 'updatedAt' then e := 'c.updated_at'; v := v || '::timestamptz';
    when 'lastInboundAt' then e := 'c.last_inbound_at'; v := v || '::timestamptz';
    when 'blocked' then return '(c.blocked_at is not null)';
    when 'tags' then
      case p->>'o'
        when 'has_any' then return format('(c.tags && %s)', vs);
        when 'has_all' then return format('(c.tags @> %s)', vs);
        when 'exists' then return '(c.tags <> ''{}'')';
      end case;
    when 'channelKind' then
      return format('exists (select from contact_identities ci where ci.tenant_id = $1 and ci.contact_id = c.id and ci.kind = any(%s))', vs);
    when 'channelId' then
      return format('exists (select from conversations v where v.tenant_id = $1 and v.contact_id = c.id and v.channel_id = any(%s::uuid[]))', vs);
    when 'customText' then
      -- Equal values are compared as JSON, which an index supports; everything else is compared as text.
      if p->>'o' = 'eq' then
        return format('(c.custom_fields <> ''{}'' and c.custom_fields @> jsonb_build_object(%s, %s))', k, v);
      end if;
      e := format('(case when jsonb_typeof(c.custom_fields -> %1$s) = ''string'' then c.custom_fields ->> %1$s end) collate "C"', k);
      -- Under "C", lower() only affects ASCII.
      if p->>'o' = 'like' then
        e := format('case when jsonb_typeof(c.custom_fields -> %1$s) = ''string'' then c.custom_fields ->> %1$s end', k);
      end if;
    when 'customNumber' then
      if p->>'o' = 'eq' then
        return format('(c.custom_fields <> ''{}'' and c.custom_fields @> jsonb_build_object(%s, %s::numeric))', k, v);
      end if;
      -- Compared as JSON first, which excludes most contacts; a non-number has a different sort order there.
      e := format('(c.custom_fields -> %s)', k);
      r := format('jsonb_typeof(c.custom_fields -> %s) = ''number''', k);
      case p->>'o'
        when 'in' then return format('(%s = any(array(select to_jsonb(n::numeric) from unnest(%s) n)) and %s)', e, vs, r);
        when 'gt' then return format('(%s > to_jsonb(%s::numeric) and %s)', e, v, r);
        when 'gte' then return format('(%s >= to_jsonb(%s::numeric) and %s)', e, v, r);
        when 'lt' then return format('(%s < to_jsonb(%s::numeric) and %s)', e, v, r);
        when 'lte' then return format('(%s <= to_jsonb(%s::numeric) and %s)', e, v, r);
      end case;
    when 'customBoolean' then
      return format('(c.custom_fields <> ''{}'' and c.custom_fields @> jsonb_build_object(%s, %s::boolean))', k, v);
    when 'customList' then
      e := format('(case when jsonb_typeof(c.custom_fields -> %1$s) = ''array'' then c.custom_fields -> %1$s end)', k);
      case p->>'o'
        when 'has_any' then return format('(%s ?| %s)', e, vs);
        when 'has_all' then return format('(%s ?& %s)', e, vs);
      end case;
    when 'custom' then return format('(c.custom_fields ? %s)', k);
  end case;

  case p->>'o'
    when 'eq' then return format('(%s = %s)', e, v);
    when 'in' then return format('(%s = any(%s))', e, vs);
    when 'gt' then return format('(%s > %s)', e, v);
    when 'gte' then return format('(%s >= %s)', e, v);
    when 'lt' then return format('(%s < %s)', e, v);
    when 'lte' then return format('(%s <= %s)', e, v);
    when 'exists' then return format('(%s is not null)', e);
    when 'like' then
      -- The second value is the pattern for the column that contacts_search covers; it only narrows.
      if p->>'c' in ('name', 'email', 'phone') then
        return format('(c.search_text like $2[%s] and %s like %s)', (p->>'i')::integer + 1, e, v);
      end if;
      return format('(lower(%s) like %s)', e, v);
  end case;
end $function$;

CREATE OR REPLACE FUNCTION public.blank_audit_entry(p_id uuid, p_changes jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update audit_entries set changes = p_changes
   where tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and id = p_id
$function$;

CREATE OR REPLACE FUNCTION public.change_identity(p_tenant uuid, p_now timestamp with time zone, p_at timestamp with time zone, p_kind text, p_identity uuid, p_address text, p_key text, p_user text, p_event uuid, p_note uuid, p_told uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  d record;
  changes jsonb := '{}';
begin
  select ci.contact_id, ci.account, ci.address, ci.provider_user_id into d from contact_identities ci
   where ci.tenant_id = p_tenant and ci.id = p_identity for no key update;
  if p_user is not null and p_user is distinct from d.provider_user_id then
    if exists (select 1 from contact_identities o
                where o.tenant_id = p_tenant and o.kind = p_kind and o.account = d.account and o.provider_user_id = p_user) then
      return;
    end if;
    update contact_identities ci set provider_user_id = p_user where ci.tenant_id = p_tenant and ci.id = p_identity;
    changes := jsonb_build_object('providerUserId', jsonb_build_object('from', d.provider_user_id, 'to', p_user));
  end if;
  if p_key is not null and p_address is distinct from d.address then
    changes := changes || move_address(p_tenant, p_now, p_at, p_kind, p_identity, d.contact_id, coalesce(p_user, d.provider_user_id),
                            p_address, p_key, p_event, p_note);
  end if;
  if changes <> '{}' then
    insert into event_log (tenant_id, id, type, data, created_at)
    values (p_tenant, p_told, 'contact.updated', json_build_object('contactId', wire_id('cnt', d.contact_id), 'changes', changes,
      'reason', 'platform'), p_now);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.channel_rate(p_configured integer, p_rate double precision, p_rate_at timestamp with time zone, p_now timestamp with time zone)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(LEAST((p_configured)::double precision, (p_rate + ((((p_configured)::numeric * 0.01))::double precision * GREATEST((0)::double precision, (EXTRACT(epoch FROM (p_now - p_rate_at)))::double precision)))), (p_configured)::double precision);

CREATE OR REPLACE FUNCTION public.claim_outbound(p_now timestamp with time zone, p_lease_until timestamp with time zone, p_max integer, p_slice_ms integer, p_claim uuid, p_bulk_max integer DEFAULT NULL::integer)
 RETURNS TABLE(tenant_id uuid, message_id uuid, channel_id uuid, attempts integer, tries smallint, waits integer, first_claimed_at timestamp with time zone, lane_full boolean, type text, text text, content jsonb, to_address text, provider_user_id text, identity_address text, opt_in text, window_expires_at timestamp with time zone, reply_external_id text, human_agent boolean, accepted_at timestamp with time zone, priority smallint)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  lane record;
  pace record;
  rate double precision;
  step interval;
  slice interval;
  used_until timestamptz;
  window_start timestamptz;
  slot timestamptz;
  in_window integer;
  budget integer;
  room integer := p_max;
  bulk_room integer := coalesce(p_bulk_max, p_max);
  bulk uuid[];
  taken uuid[];
begin
  for lane in
    with recursive lanes as (
      (select d.tenant_id, d.channel_id from outbound_dispatches d where d.state = 'ready'
        order by d.tenant_id, d.channel_id limit 1)
      union all
      select n.tenant_id, n.channel_id from lanes l cross join lateral (
        select d.tenant_id, d.channel_id from outbound_dispatches d
         where d.state = 'ready' and (d.tenant_id, d.channel_id) > (l.tenant_id, l.channel_id)
         order by d.tenant_id, d.channel_id limit 1) n
    )
    select l.tenant_id, l.channel_id, c.messages_per_second
      from lanes l join channels c on c.tenant_id = l.tenant_id and c.id = l.channel_id
     where c.status = 'Connected' and c.deleted_at is null
       and exists (select 1 from outbound_dispatches d where d.tenant_id = l.tenant_id and d.channel_id = l.channel_id
                      and d.state = 'ready' and d.run_at <= p_now)
     order by random()
  loop
    exit when room <= 0;
    insert into channel_pacing (tenant_id, channel_id, tat) values (lane.tenant_id, lane.channel_id, p_now - interval '1 day')
    on conflict do nothing;
    select p.tat, p.behind, p.slots, p.claimed, p.pause_until, p.rate, p.rate_at into pace from channel_pacing p
     where p.tenant_id = lane.tenant_id and p.channel_id = lane.channel_id for update skip locked;
    continue when not found or pace.pause_until > p_now;

    -- The rate after the platform's throttling, never above the configured rate: see channel_rate().
    rate := channel_rate(lane.messages_per_second, pace.rate, pace.rate_at, p_now);
    -- Slightly below the rate, and a log slightly longer than a second: calls made in one second may arrive in the next.
    step := interval '1 s' * 1.08 / rate;
    slice := greatest(step, case when pace.behind and pace.tat > p_now - interval '2 s' then interval '150 ms'
                                 else p_slice_ms * interval '1 ms' end);
    -- Budget is never used ahead of its time, so a later time was written before the clock was set back; if it were respected, the channel
    -- would stop for as long as the clock had been ahead.
    used_until := case when pace.tat > p_now + interval '1 s' then p_now - slice else greatest(pace.tat, p_now - slice) end;
    slot := date_bin(interval '20 ms', p_now, timestamptz '2020-01-01');
    window_start := slot - interval '1040 ms';
    select coalesce(sum(l.claimed), 0) into in_window from unnest(pace.slots, pace.claimed) as l(slot, claimed)
     where l.slot > window_start and l.slot <= p_now + interval '1 s';
    budget := least(room, greatest(1, floor(rate)::integer) - in_window,
      floor(extract(epoch from p_now - used_until) / extract(epoch from step) + 0.000001)::integer);
    if budget <= 0 then
      -- A row without a message: there is work, but not before the budget recovers.
      tenant_id := lane.tenant_id; channel_id := lane.channel_id; message_id := null; lane_full := true;
      return next;
      continue;
    end if;

    -- With arrays, not joins: for a limit it cannot know, the planner expects hundreds of rows and joins with all of the tenant's
    -- (measured: 5 ms per claim at 10,000 waiting messages; 0.2 ms like this).
    select array_agg(due.message_id) into taken from (
      select d.message_id from outbound_dispatches d
       where d.tenant_id = lane.tenant_id and d.channel_id = lane.channel_id and d.state = 'ready' and d.run_at <= p_now and d.priority < 9
       order by d.priority, d.run_at, d.message_id
       limit budget for update skip locked) due;
    bulk := null;
    if bulk_room > 0 and coalesce(cardinality(taken), 0) < budget then
      select array_agg(due.message_id) into bulk from (
        select d.message_id from outbound_dispatches d
         where d.tenant_id = lane.tenant_id and d.channel_id = lane.channel_id and d.state = 'ready' and d.run_at <= p_now and d.priority = 9
         order by d.priority, d.run_at, d.message_id
         limit least(bulk_room, budget - coalesce(cardinality(taken), 0)) for update skip locked) due;
      bulk_room := bulk_room - coalesce(cardinality(bulk), 0);
      taken := coalesce(taken || bulk, bulk, taken);
    end if;
    if taken is null then
      update channel_pacing p set behind = false where p.tenant_id = lane.tenant_id and p.channel_id = lane.channel_id and p.behind;
      continue;
    end if;
    update outbound_dispatches d set state = 'sending', attempts = d.attempts + 1, lease_until = p_lease_until, claimed_by = p_claim,
           first_claimed_at = coalesce(d.first_claimed_at, p_now)
     where d.tenant_id = lane.tenant_id and d.message_id = any(taken);
    update messages m set status = 'sending', attempted_at = p_now
     where m.tenant_id = lane.tenant_id and m.id = any(taken) and m.status = 'queued';

    room := room - cardinality(taken);
    lane_full := cardinality(taken) = budget;
    update channel_pacing p
       set tat = used_until + cardinality(taken) * step, behind = lane_full,
           (slots, claimed) = (
             select array_agg(l.slot order by l.slot), array_agg(l.claimed order by l.slot) from (
               select k.slot, sum(k.claimed)::integer as claimed from (
                 select * from unnest(pace.slots, pace.claimed) as old(slot, claimed)
                 union all select slot, cardinality(taken)) k
                where k.slot > window_start and k.slot <= p_now + interval '1 s' group by k.slot) l)
     where p.tenant_id = lane.tenant_id and p.channel_id = lane.channel_id;

    -- Each row by its key, one after the other (a subquery with an offset is not joined otherwise): a plan made while the tables were small or their
    -- statistics old would join all of the tenant's rows with each other, and a claim would take seconds.
    return query
      select d.tenant_id, d.message_id, d.channel_id, d.attempts, d.tries, d.waits, d.first_claimed_at, lane_full, m.type, m.text, m.content, m.to_address,
             ci.provider_user_id, ci.address, k.opt_in,
             -- The window belongs to the person: another of their conversations may have opened it.
             case when v.window_expires_at > p_now then v.window_expires_at else (
               select max(p.window_expires_at) from conversations p
                where p.tenant_id = v.tenant_id and p.channel_id = v.channel_id and p.identity_id = v.identity_id) end, q.external_id,
             m.human_agent, m.created_at, d.priority
        from unnest(taken) as t(id)
       cross join lateral (select * from outbound_dispatches o where o.tenant_id = lane.tenant_id and o.message_id = t.id offset 0) d
       cross join lateral (select * from messages o where o.tenant_id = d.tenant_id and o.id = d.message_id offset 0) m
       cross join lateral (select * from conversations o where o.tenant_id = m.tenant_id and o.id = m.conversation_id offset 0) v
       cross join lateral (select * from contact_identities o where o.tenant_id = v.tenant_id and o.id = v.identity_id offset 0) ci
       cross join lateral (select * from contacts o where o.tenant_id = v.tenant_id and o.id = v.contact_id offset 0) k
        left join lateral (select o.external_id from messages o where o.tenant_id = m.tenant_id and o.id = m.reply_to_id offset 0) q on true
       order by d.priority, d.run_at, d.message_id;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.complete_sends(p_tenant uuid, p_now timestamp with time zone, p_items jsonb)
 RETURNS TABLE(message_id uuid, taken_by uuid, by_echo boolean)
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  with input as (
    -- One row expected, see apply_statuses().
    select distinct on (x.msg) x.* from jsonb_populate_recordset(null::send_result, p_items) x where x.msg between
      '00000000-0000-0000-0000-000000000000' and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
     order by x.msg, (x.st = 'sent') desc, (x.expired is not true) desc, x.att desc
  ), target as (
    select i.msg, i.att, i.ext, i.run_at, i.counts, i.expired, i.ev, i.st = 'queued' as again,
           case when i.st = 'queued' and c.deleted_at is not null then 'failed' else i.st end as st,
           case when i.st = 'queued' and c.deleted_at is not null then
             '{"code": "channel_not_connected", "providerCode": null, "message": "The channel is gone.", "retryable": false}'
           else i.err end as err,
           m.status as old, m.channel_id, m.conversation_id, m.contact_id, m.external_id, m.client_reference,
           -- The clocks of two processes differ slightly.
           greatest(p_now, m.created_at, m.sent_at) as told, case when m.author_kind = 'broadcast' then m.author_id end as broadcast
      from input i join messages m on m.tenant_id = p_tenant and m.id = i.msg
      join channels c on c.tenant_id = p_tenant and c.id = m.channel_id
     order by m.id for no key update of m
  ), judged as (
    select t.*, case
        when t.st = 'sent' then message_status_rank('sent') > message_status_rank(t.old)
        when t.again then t.old = 'sending' and exists (
          select 1 from outbound_dispatches d
           where d.tenant_id = p_tenant and d.message_id = t.msg and coalesce(d.state, '') = 'sending' and d.attempts = t.att)
        -- The outcome of this attempt is unknown; it says nothing about any other attempt.
        when t.st = 'unknown' then t.old in ('queued', 'sending') and exists (
          select 1 from outbound_dispatches d
           where d.tenant_id = p_tenant and d.message_id = t.msg and coalesce(d.state, '') = 'sending' and d.attempts = t.att
             and (t.expired is not true or d.lease_until < p_now))
        else t.old in ('queued', 'sending', 'unknown') and t.old <> t.st end as moves,
           h.id as taken_by, h.by_echo
      from target t
      left join lateral (
        select o.id, o.direction = 'outbound' and o.author_kind = 'platform' as by_echo from messages o
         where t.ext is not null and o.tenant_id = p_tenant and o.channel_id = t.channel_id and o.external_id = t.ext
           and o.id <> t.msg offset 0) h on true
  ), changed as (
    update messages m
       set status = case when j.moves then j.st else m.status end,
           external_id = coalesce(m.external_id, case when j.taken_by is null then j.ext end),
           sent_at = case when j.st = 'sent' then coalesce(m.sent_at, j.told) else m.sent_at end,
           failed_at = case when j.moves and j.st = 'failed' then j.told else m.failed_at end,
           error = case when j.moves then j.err else m.error end
      from judged j
     where m.tenant_id = p_tenant and m.id = j.msg
  ), again as (
    update outbound_dispatches d
       set state = 'ready', lease_until = null, run_at = j.run_at,
           first_claimed_at = case when j.counts is not null then d.first_claimed_at end,
           tries = d.tries + case j.counts when 'try' then 1 else 0 end, waits = d.waits + case j.counts when 'wait' then 1 else 0 end
      from judged j
     where d.tenant_id = p_tenant and d.message_id = j.msg
       and d.message_id = any(array(select q.msg from judged q where q.st = 'queued' and q.moves))
  ), done as (
    delete from outbound_dispatches d
     where d.tenant_id = p_tenant
       and d.message_id = any(array(select j.msg from judged j where j.st <> 'queued' and (j.moves or (j.st <> 'unknown' and not j.again))))
  ), told as (
    insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
    select p_tenant, j.ev, 'message.status', j.channel_id, j.conversation_id,
           json_build_object('channelId', wire_id('chn', j.channel_id), 'conversationId', wire_id('conv', j.conversation_id),
             'contactId', wire_id('cnt', j.contact_id), 'broadcastId', j.broadcast,
             'message', json_build_object('id', wire_id('msg', j.msg), 'externalId',
               coalesce(j.external_id, case when j.taken_by is null or j.by_echo then j.ext end),
               'clientReference', j.client_reference),
             'status', j.st, 'previousStatus', case j.old when 'sending' then 'queued' else j.old end,
             'occurredAt', wire_time(j.told), 'error', j.err), p_now
      from judged j where j.moves and j.st <> 'queued'
  )
  select j.msg, j.taken_by, j.by_echo from judged j where j.taken_by is not null
$function$;

CREATE OR REPLACE FUNCTION public.contact_likeness(p_words text[], p_text text)
 RETURNS real
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select word_similarity(p_words[1], p_text) + coalesce(word_similarity(p_words[2], p_text), 0::real)
         + coalesce(word_similarity(p_words[3], p_text), 0::real)
$function$;

CREATE OR REPLACE FUNCTION public.count_audience(p_plan jsonb, p_values text[], p_sample integer, p_every integer DEFAULT 1, OUT total bigint, OUT sample uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  matches text := 'c.tenant_id = $1 and c.merged_into_id is null and ' || audience_predicate(p_plan);
  newest text := ', (array_agg(c.id order by c.created_at desc, c.id desc))[1:$3] from ';
begin
  if p_every > 1 then
    execute 'select count(*) * $4' || newest || '(select k.id from contacts k where k.tenant_id = $1 and (uuid_hash(k.id) & 2147483647) % $4 = 0 offset 0) s
               cross join lateral (select * from contacts o where o.tenant_id = $1 and o.id = s.id offset 0) c where ' || matches
      into total, sample using me, p_values, p_sample, p_every;
  else
    execute 'select count(*)' || newest || '(select c.id, c.created_at from contacts c where ' || matches || ' limit 5001) c'
      into total, sample using me, p_values, p_sample;
    if total > 5000 then
      execute 'select count(*) from contacts c where ' || matches into total using me, p_values;
      execute 'select array(select c.id from contacts c where ' || matches || ' order by c.created_at desc, c.id desc limit $3)'
        into sample using me, p_values, p_sample;
    end if;
  end if;
  sample := coalesce(sample, '{}');
end $function$;

CREATE OR REPLACE FUNCTION public.erase_tenant_rows(p_tenant uuid, p_table text, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  own text;
  n integer;
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  if not exists (select from tenants where tenant_id = p_tenant and erased_at is not null) then
    raise exception 'the tenant is not being erased';
  end if;
  if p_table in ('tenants', 'organization_erasures') then
    raise exception 'this table stays';
  end if;
  -- Clear references between rows of the table first.
  for own in
    select a.attname from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[cardinality(k.conkey)]
     where k.contype = 'f' and k.conrelid = k.confrelid and k.conrelid = to_regclass(format('public.%I', p_table))
       and k.confdeltype = 'a' and not a.attnotnull
  loop
    execute format('update %1$I set %2$I = null where ctid = any(array(select ctid from %1$I where tenant_id = $1 and %2$I is not null limit $2))', p_table, own)
      using p_tenant, p_limit;
    get diagnostics n = row_count;
    if n > 0 then
      return -n;
    end if;
  end loop;
  execute format('delete from %1$I where ctid = any(array(select ctid from %1$I where tenant_id = $1 limit $2))', p_table) using p_tenant, p_limit;
  get diagnostics n = row_count;
  return n;
end $function$;

CREATE OR REPLACE FUNCTION public.judge_outbound(p_tenant uuid, p_now timestamp with time zone, p_items jsonb, p_replays integer[])
 RETURNS outbound_work[]
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  work outbound_work[];
begin
  with input as (
    select x.* from jsonb_populate_recordset(null::outbound_work, p_items) x
  ), judged as (
    select i.n, c.status as channel_status, c.deleted_at, d.id as known_identity, d.contact_id as known_contact,
           -- A reaction starts no conversation: it belongs to the last one.
           coalesce(u.id, case when i.type = 'reaction' then l.id end) as known_conversation, ct.opt_in, ct.id as phone_contact,
           coalesce(o.window_expires_at, u.window_expires_at) as window_expires_at
      from input i
      left join channels c on c.tenant_id = p_tenant and c.id = i.chan
      left join lateral (
        select ci.id, ci.contact_id from contact_identities ci
         where ci.tenant_id = p_tenant and ci.kind = i.kind and ci.account = i.acct
           and (ci.address_key = i.akey or ci.provider_user_id = i.puid)
         order by (ci.address_key = i.akey) desc nulls last limit 1) d on true
      left join conversations u on u.tenant_id = p_tenant and u.channel_id = i.chan and u.identity_id = d.id
        and u.status <> 'resolved'
      left join lateral (
        select p.id from conversations p
         where u.id is null and i.type = 'reaction' and p.tenant_id = p_tenant and p.channel_id = i.chan and p.identity_id = d.id
         order by p.resolved_at desc nulls last, p.created_at desc limit 1) l on true
      -- The window belongs to the person: any of their conversations may have opened it. Read only where the unresolved one does not decide.
     cross join lateral (
        select max(p.window_expires_at) as window_expires_at from conversations p
         where i.win and (u.window_expires_at > p_now) is not true
           and p.tenant_id = p_tenant and p.channel_id = i.chan and p.identity_id = d.id) o
      left join lateral (
        select k.id, k.opt_in from contacts k where d.contact_id is not null and k.tenant_id = p_tenant and k.id = d.contact_id
        union all
        select k.id, k.opt_in from contacts k where d.contact_id is null and k.tenant_id = p_tenant and k.phone_key = i.akey) ct on true
  )
  select array_agg(row(i.n, i.msg, i.chan, i.kind, i.acct, i.addr, i.akey, i.puid,
           coalesce(j.known_contact, j.phone_contact, i.cnt), coalesce(j.known_identity, i.cid),
           coalesce(j.known_conversation, i.conv), i.type, i.text, i.content, i.akind, i.aid, i.cref, i.rep, i.prio,
           i.win, i.idem, i.fp, i.e1, i.e2, i.e3, i.pair, i.burst, i.frm, i.wms, i.hms, i.ha, i.cba, i.cas, j.window_expires_at,
           case
             when i.n = any(p_replays) then 'replay'
             when j.channel_status is null or j.deleted_at is not null then 'not_found'
             when j.channel_status <> 'Connected' then 'channel_not_connected'
             when j.opt_in = 'opted_out' then 'recipient_opted_out'
             when i.win and j.window_expires_at is null then 'window_closed'
             when i.win and j.window_expires_at <= p_now and i.cas is null then
               case when p_now < j.window_expires_at + (i.hms - i.wms) * interval '1 ms'
                    then case when i.ha then 'accepted' else 'human_agent_required' end
                    else 'window_closed' end
             else 'accepted'
           end,
           j.known_conversation is null)::outbound_work order by i.n)
    into work
    from input i join judged j on j.n = i.n;
  return work;
end $function$;

CREATE OR REPLACE FUNCTION public.knowledge_lexemes(p_config regconfig, p_text text)
 RETURNS TABLE(term text, tf integer, place integer)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select left(normalize(translate(regexp_replace(normalize(x.lexeme, nfd), '[\u0300-\u036f]', '', 'g'), 'ıøłđß', 'iolds'), nfc), 200),
         sum(cardinality(x.positions))::integer, min(x.positions[1])::integer
    from unnest(to_tsvector(p_config, p_text)) x group by 1
$function$;

CREATE OR REPLACE FUNCTION public.label_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(regexp_replace(NORMALIZE(name, NFKD), '[\u0300-\u036F]'::text, ''::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.labelled_conversations(p_label uuid, p_limit integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
  select c.id from conversations c
   where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and c.label_ids <> '{}' and c.label_ids @> array[p_label]
   limit p_limit
$function$;

CREATE OR REPLACE FUNCTION public.list_audience(p_plan jsonb, p_values text[], p_after_at timestamp with time zone, p_after_id uuid, p_limit integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  matches text := 'c.tenant_id = $1 and c.merged_into_id is null and ' || audience_predicate(p_plan);
  few uuid[];
begin
  execute 'select array_agg(m.id) from (select c.id from contacts c where ' || matches || ' limit 5001) m' into few using me, p_values;
  if few is null then
    return;
  elsif cardinality(few) <= 5000 then
    matches := 'c.tenant_id = $1 and c.id = any($6)';
  end if;
  return query execute
    'select c.id from contacts c where ' || matches
    || ' and ($3::timestamptz is null or (c.created_at, c.id) < ($3, $4)) order by c.created_at desc, c.id desc limit $5'
    using me, p_values, p_after_at, p_after_id, p_limit, few;
end $function$;

CREATE OR REPLACE FUNCTION public.list_contacts(p_any1 text, p_any2 text, p_phone_key text, p_all text[], p_tag text, p_opt_in text, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer, p_ids uuid[] DEFAULT NULL::uuid[], p_owner uuid DEFAULT NULL::uuid, p_owned boolean DEFAULT NULL::boolean, p_stage uuid DEFAULT NULL::uuid, p_staged boolean DEFAULT NULL::boolean, p_blocked boolean DEFAULT NULL::boolean)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'off'
AS $function$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  walked integer := 300;
  found uuid[];
  many boolean;
begin
  loop
    -- A scan pays off for a page; for a longer list or given ids it would be wasted.
    if walked is null or (p_limit <= 101 and p_ids is null) then
      select array_agg(f.id) into found from (
        select w.id from (
          select c.* from contacts c
           where c.tenant_id = me and c.merged_into_id is null
             and (p_after_at is null or (c.created_at, c.id) < (p_after_at, p_after_id))
           order by c.created_at desc, c.id desc limit walked) w
         where (p_any1 is null or w.search_text like p_any1 or w.search_text like p_any2 or w.phone_key = p_phone_key)
           and (p_tag is null or w.tags @> array[p_tag])
           and (p_all is null or w.search_text like all (p_all))
           and (p_opt_in is null or w.opt_in = p_opt_in)
           and (p_ids is null or w.id = any (p_ids))
           and (p_owner is null or w.owner_id = p_owner)
           and (p_owned is null or (w.owner_id is not null) = p_owned)
           and (p_stage is null or w.stage_id = p_stage)
           and (p_staged is null or (w.stage_id is not null) = p_staged)
           and (p_blocked is null or (w.blocked_at is not null) = p_blocked)
         limit p_limit) f;
      exit when walked is null or cardinality(found) = p_limit;
    end if;

    select count(*) > 5000, (array_agg(m.id order by m.created_at desc, m.id desc) filter (where m.fits))[1:p_limit] into many, found from (
      select c.id, c.created_at,
             (p_all is null or c.search_text like all (p_all))
             and (p_opt_in is null or c.opt_in = p_opt_in)
             and (p_owner is null or c.owner_id = p_owner)
             and (p_owned is null or (c.owner_id is not null) = p_owned)
             and (p_stage is null or c.stage_id = p_stage)
             and (p_staged is null or (c.stage_id is not null) = p_staged)
             and (p_blocked is null or (c.blocked_at is not null) = p_blocked)
             and (p_after_at is null or (c.created_at, c.id) < (p_after_at, p_after_id)) as fits
        from contacts c
       where c.tenant_id = me and c.merged_into_id is null
         and (p_any1 is null or c.search_text like p_any1 or c.search_text like p_any2 or c.phone_key = p_phone_key)
         and (p_tag is null or c.tags @> array[p_tag])
         -- Given ids never match more than can be read.
         and (p_ids is null or c.id = any (p_ids))
       limit 5001) m;
    exit when not many;
    walked := null;
  end loop;
  return query select unnest(found);
end $function$;

CREATE OR REPLACE FUNCTION public.list_deals(p_first text, p_all text[], p_pipeline uuid, p_stage uuid, p_owner uuid, p_unowned boolean, p_contact uuid, p_status text, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  few uuid[];
begin
  select array_agg(m.id) into few from (
    select d.id from deals d where d.tenant_id = me and d.search_text like p_first limit 5001) m;
  if few is null then
    return;
  end if;
  if cardinality(few) > 5000 then
    few := null;
  end if;
  return query
    select d.id from deals d
     where d.tenant_id = me
       and (few is null or d.id = any (few))
       and (few is not null or d.search_text like p_first)
       and (p_all is null or d.search_text like all (p_all))
       and (p_pipeline is null or d.pipeline_id = p_pipeline)
       and (p_stage is null or d.stage_id = p_stage)
       and (p_owner is null or d.owner_id = p_owner)
       and (not p_unowned or d.owner_id is null)
       and (p_contact is null or d.contact_id = p_contact)
       and (p_status is null or d.status = p_status)
       and (p_after_at is null or (d.created_at, d.id) < (p_after_at, p_after_id))
     order by d.created_at desc, d.id desc limit p_limit;
end $function$;

CREATE OR REPLACE FUNCTION public.list_labelled_conversations(p_labels uuid[], p_status text, p_reason text, p_channel uuid, p_contact uuid, p_assignee uuid, p_assigned boolean, p_priority text, p_unread boolean, p_handled text, p_waiting timestamp with time zone, p_sort text, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer, p_division uuid, p_divided boolean, p_viewer uuid, p_viewer_divisions uuid[], p_every uuid[] DEFAULT NULL::uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'off'
AS $function$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  walked integer := 300;
  found uuid[];
  many boolean;
begin
  loop
    if walked is null or p_limit <= 101 then
      select array_agg(f.id) into found from (
        select w.id from (
          select c.* from conversations c
           where c.tenant_id = me
             and (p_sort <> 'waitingSince' or c.waiting_since is not null)
             and (p_after_id is null
                  or (p_sort = 'createdAt' and c.id < p_after_id)
                  or (p_sort = 'lastMessageAt' and (c.last_message_at, c.id) < (p_after_at, p_after_id))
                  or (p_sort = 'waitingSince' and (c.waiting_since, c.id) > (p_after_at, p_after_id)))
           order by case when p_sort = 'lastMessageAt' then c.last_message_at end desc,
                    case when p_sort = 'waitingSince' then c.waiting_since end,
                    case when p_sort = 'waitingSince' then c.id end, c.id desc
           limit walked) w
         where (p_labels is null or w.label_ids && p_labels) and (p_every is null or w.label_ids @> p_every) and w.label_ids <> '{}'
           and (p_status is null or w.status = p_status)
           and (p_reason is null or w.pending_reason = p_reason)
           and (p_channel is null or w.channel_id = p_channel)
           and (p_contact is null or w.contact_id = p_contact)
           and (p_assignee is null or w.assignee_id = p_assignee)
           and (p_assigned is null or (w.assignee_id is not null) = p_assigned)
           and (p_division is null or w.division_id = p_division)
           and (p_divided is null or (w.division_id is not null) = p_divided)
           and (p_viewer is null or w.assignee_id = p_viewer
                or (p_viewer_divisions is not null and (w.division_id is null or w.division_id = any (p_viewer_divisions))))
           and (p_priority is null or w.priority = p_priority)
           and (p_unread is null or (w.unread_count > 0) = p_unread)
           and (p_handled is null or w.handled_by = p_handled)
           and (p_waiting is null or w.waiting_since <= p_waiting)
         limit p_limit) f;
      exit when walked is null or cardinality(found) = p_limit;
    end if;

    select count(*) > 5000,
           (array_agg(m.id order by case when p_sort = 'lastMessageAt' then m.last_message_at end desc,
                                    case when p_sort = 'waitingSince' then m.waiting_since end,
                                    case when p_sort = 'waitingSince' then m.id end, m.id desc)
             filter (where m.fits))[1:p_limit]
      into many, found from (
      select c.id, c.last_message_at, c.waiting_since,
             (p_status is null or c.status = p_status)
             and (p_reason is null or c.pending_reason = p_reason)
             and (p_channel is null or c.channel_id = p_channel)
             and (p_assigned is null or (c.assignee_id is not null) = p_assigned)
             and (p_division is null or c.division_id = p_division)
             and (p_divided is null or (c.division_id is not null) = p_divided)
             and (p_viewer is null or c.assignee_id = p_viewer
                  or (p_viewer_divisions is not null and (c.division_id is null or c.division_id = any (p_viewer_divisions))))
             and (p_priority is null or c.priority = p_priority)
             and (p_unread is null or (c.unread_count > 0) = p_unread)
             and (p_handled is null or c.handled_by = p_handled)
             and (p_waiting is null or c.waiting_since <= p_waiting)
             and (p_sort <> 'waitingSince' or c.waiting_since is not null)
             and (p_after_id is null
                  or (p_sort = 'createdAt' and c.id < p_after_id)
                  or (p_sort = 'lastMessageAt' and (c.last_message_at, c.id) < (p_after_at, p_after_id))
                  or (p_sort = 'waitingSince' and (c.waiting_since, c.id) > (p_after_at, p_after_id))) as fits
        from conversations c
       where c.tenant_id = me and c.label_ids <> '{}'
         and (p_labels is null or c.label_ids && p_labels) and (p_every is null or c.label_ids @> p_every)
         -- A contact has few conversations: with this condition the limit is rarely exceeded.
         and (p_contact is null or c.contact_id = p_contact)
         and (p_assignee is null or c.assignee_id = p_assignee)
       limit 5001) m;
    exit when not many;
    walked := null;
  end loop;
  return query select unnest(found);
end $function$;

CREATE OR REPLACE FUNCTION public.list_tickets(p_first text, p_all text[], p_status text, p_priority text, p_category uuid, p_assignee uuid, p_unassigned boolean, p_contact uuid, p_conversation uuid, p_overdue timestamp with time zone, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer, p_division uuid DEFAULT NULL::uuid, p_undivided boolean DEFAULT false, p_custom jsonb[] DEFAULT NULL::jsonb[], p_label text DEFAULT NULL::text, p_source text DEFAULT NULL::text, p_viewer uuid DEFAULT NULL::uuid, p_viewer_divisions uuid[] DEFAULT NULL::uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  few uuid[];
  -- Separate variables, because no index supports ANY over documents, and the planner overestimates the cost of several at once.
  c1 jsonb := p_custom[1]; c2 jsonb := p_custom[2]; c3 jsonb := p_custom[3];
begin
  select array_agg(m.id) into few from (
    (select k.id from tickets k
      where k.tenant_id = me and (c1 is null or (k.custom_fields <> '{}' and k.custom_fields @> c1))
        and (p_first is null or k.search_text like p_first)
        and (p_label is null or (k.labels <> '{}' and k.labels @> array[p_label]))
      limit 5001)
    union
    (select k.id from tickets k
      where k.tenant_id = me and c2 is not null and k.custom_fields <> '{}' and k.custom_fields @> c2
        and (p_first is null or k.search_text like p_first)
        and (p_label is null or (k.labels <> '{}' and k.labels @> array[p_label]))
      limit 5001)
    union
    (select k.id from tickets k
      where k.tenant_id = me and c3 is not null and k.custom_fields <> '{}' and k.custom_fields @> c3
        and (p_first is null or k.search_text like p_first)
        and (p_label is null or (k.labels <> '{}' and k.labels @> array[p_label]))
      limit 5001)) m;
  if few is null then
    return;
  end if;
  if cardinality(few) > 5000 then
    few := null;
  end if;
  return query
    select k.id from tickets k
     where k.tenant_id = me
       and (few is null or k.id = any (few))
       and (few is not null or p_first is null or k.search_text like p_first)
       and (few is not null or c1 is null or (k.custom_fields <> '{}' and (k.custom_fields @> c1 or k.custom_fields @> c2 or k.custom_fields @> c3)))
       and (few is not null or p_label is null or (k.labels <> '{}' and k.labels @> array[p_label]))
       and (p_all is null or k.search_text like all (p_all))
       and (p_status is null or k.status = p_status)
       and (p_priority is null or k.priority = p_priority)
       and (p_category is null or k.category_id = p_category)
       and (p_assignee is null or k.assignee_id = p_assignee)
       and (p_unassigned is not true or k.assignee_id is null)
       and (p_division is null or k.division_id = p_division)
       and (p_undivided is not true or k.division_id is null)
       and (p_contact is null or k.contact_id = p_contact)
       and (p_conversation is null or k.conversation_id = p_conversation)
       and (p_source is null or k.source = p_source)
       and (p_overdue is null or (k.due_at < p_overdue and k.status in ('open', 'in_progress', 'pending')))
       and (p_viewer is null or k.conversation_id is null or k.assignee_id = p_viewer
            or (p_viewer_divisions is null
                and exists (select from conversations v
                             where v.tenant_id = me and v.id = k.conversation_id and v.assignee_id = p_viewer))
            or (p_viewer_divisions is not null
                and (select v.id from conversations v
                      where v.tenant_id = me and v.id = k.conversation_id
                        and (v.assignee_id = p_viewer or v.division_id is null or v.division_id = any (p_viewer_divisions))
                      limit 1) is not null))
       and (p_after_at is null or (k.created_at, k.id) < (p_after_at, p_after_id))
     order by k.created_at desc, k.id desc limit p_limit;
end $function$;

CREATE OR REPLACE FUNCTION public.message_preview(p_text text, p_content jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN "left"(COALESCE(p_text, (p_content ->> 'name'::text), (p_content ->> 'address'::text), (p_content #>> '{contacts,0,name,formattedName}'::text[]), replace((p_content ->> 'unsupportedType'::text), '_'::text, ' '::text), ''::text), 160);

CREATE OR REPLACE FUNCTION public.message_status_rank(status text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE status WHEN 'queued'::text THEN 0 WHEN 'sending'::text THEN 1 WHEN 'unknown'::text THEN 2 WHEN 'sent'::text THEN 3 WHEN 'delivered'::text THEN 4 WHEN 'read'::text THEN 5 ELSE 9 END;

CREATE OR REPLACE FUNCTION public.move_address(p_tenant uuid, p_now timestamp with time zone, p_at timestamp with time zone, p_kind text, p_identity uuid, p_contact uuid, p_user text, p_address text, p_key text, p_event uuid, p_note uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  old record;
  held record;
  number text;
begin
  select ci.account, ci.address, ci.address_key, ci.address_at into old from contact_identities ci
   where ci.tenant_id = p_tenant and ci.id = p_identity for no key update;
  if old.address_at > p_at then
    return '{}';
  end if;
  if old.address_key is distinct from p_key
     and not release_address(p_tenant, p_now, p_at, p_kind, old.account, p_key, p_user, p_contact, p_event, p_note) then
    -- The platform's own id is enough to recognise them and to write to them.
    if p_user is null or old.address_key is null then
      return '{}';
    end if;
    update contact_identities ci set address = null, address_key = null, address_at = p_at
     where ci.tenant_id = p_tenant and ci.id = p_identity;
    select c.phone into held from contacts c
     where c.tenant_id = p_tenant and c.id = p_contact and c.phone_key = old.address_key for no key update;
    if not found then
      return jsonb_build_object('address', jsonb_build_object('from', old.address, 'to', null));
    end if;
    update contacts c set phone = null, phone_key = null, updated_at = p_now where c.tenant_id = p_tenant and c.id = p_contact;
    return jsonb_build_object('phone', jsonb_build_object('from', held.phone, 'to', null));
  end if;
  update contact_identities ci set address = p_address, address_key = p_key, address_at = p_at
   where ci.tenant_id = p_tenant and ci.id = p_identity;
  -- The key is the same: the platform only formats the number differently.
  if old.address_key = p_key then
    return '{}';
  end if;
  if p_key not like '=%' then
    select c.phone, c.phone_key into held from contacts c where c.tenant_id = p_tenant and c.id = p_contact for no key update;
    -- Another contact with the new number keeps it: whether the two are one person is for a merge to decide. The old number is removed
    -- either way, otherwise whoever gets it next would be taken for this person.
    number := case when not exists (select 1 from contacts o where o.tenant_id = p_tenant and o.phone_key = p_key and o.id <> p_contact)
                   then '+' || p_address end;
    if (held.phone_key is null and number is not null) or held.phone_key = old.address_key then
      update contacts c set phone = number, phone_key = case when number is not null then p_key end, updated_at = p_now
       where c.tenant_id = p_tenant and c.id = p_contact;
      return jsonb_build_object('phone', jsonb_build_object('from', held.phone, 'to', number));
    end if;
  end if;
  return jsonb_build_object('address', jsonb_build_object('from', old.address, 'to', p_address));
end $function$;

CREATE OR REPLACE FUNCTION public.one_expected(n integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((n >= 0) AND (n <= 1000000));

CREATE OR REPLACE FUNCTION public.outbound_counts(p_tenant uuid, p_channel uuid, p_identity uuid, p_window_end timestamp with time zone, OUT answered boolean, OUT total integer, OUT in_silence integer)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with place as materialized (
    select c.id from conversations c
     where c.tenant_id = p_tenant and c.channel_id = p_channel and c.identity_id = p_identity
  ), first_sent as (
    select min(f.occurred_at) as at from place p cross join lateral (
      select m.occurred_at from messages m
       where m.tenant_id = p_tenant and m.conversation_id = p.id and m.direction = 'outbound' and not m.is_note
         and m.status not in ('failed', 'cancelled')
       order by m.occurred_at, m.id limit 1) f
  ), reply as (
    select exists (
      select 1 from place p cross join lateral (
        select m.occurred_at from messages m
         where m.tenant_id = p_tenant and m.conversation_id = p.id and m.direction = 'inbound' and m.type <> 'system'
         order by m.occurred_at desc, m.id desc limit 1) r
       where r.occurred_at > (select f.at from first_sent f)) as came
  )
  select r.came,
         (select count(*)::integer from (
            select 1 from place p cross join lateral (
              select 1 from messages m
               where not r.came and m.tenant_id = p_tenant and m.conversation_id = p.id and m.direction = 'outbound' and not m.is_note
                 and m.status not in ('failed', 'cancelled') limit 1000) x limit 1000) t),
         (select count(*)::integer from (
            select 1 from place p cross join lateral (
              select 1 from messages m
               where m.tenant_id = p_tenant and m.conversation_id = p.id and m.occurred_at >= p_window_end and m.direction = 'outbound'
                 and not m.is_note and m.status not in ('failed', 'cancelled') limit 1000) x limit 1000) s)
    from reply r
$function$;

CREATE OR REPLACE FUNCTION public.prove_route(p_tenant uuid, p_channel uuid, p_by text, p_proof text, p_claimed_at timestamp with time zone, p_asked_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  mine record;
  held record;
  used boolean;
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'a route is proved for the tenant of the transaction alone';
  end if;
  select r.kind, r.external_id into mine from channel_routes r
   where r.tenant_id = p_tenant and r.channel_id = p_channel and r.route_by = p_by;
  if not found then
    return false;
  end if;
  insert into shared_routes (tenant_id, kind, route_by, external_id, claimed_at, proved_at)
  values (p_tenant, mine.kind, p_by, mine.external_id, p_claimed_at, p_asked_at)
  on conflict (kind, route_by, external_id) do nothing;
  select s.tenant_id, s.claimed_at, s.proved_at into held from shared_routes s
   where s.kind = mine.kind and s.route_by = p_by and s.external_id = mine.external_id for update;
  if held.tenant_id <> p_tenant then
    used := exists (select from channel_routes r where r.kind = mine.kind and r.route_by = p_by and r.external_id = mine.external_id
                       and r.tenant_id = held.tenant_id and r.proof <> 'inherited');
    -- The operator's decision always wins, whatever the clock of their terminal says.
    if p_proof <> 'operator' and (held.proved_at > p_asked_at or (used and held.claimed_at > p_claimed_at)) then
      return false;
    end if;
    update channel_routes r set proof = null, loss_untold = true
     where r.kind = mine.kind and r.route_by = p_by and r.external_id = mine.external_id and r.tenant_id <> p_tenant and r.proof is not null;
    update shared_routes s set tenant_id = p_tenant,
           claimed_at = case when p_proof = 'operator' then greatest(s.claimed_at, p_claimed_at) else p_claimed_at end,
           proved_at = greatest(s.proved_at, p_asked_at)
     where s.kind = mine.kind and s.route_by = p_by and s.external_id = mine.external_id;
  else
    update shared_routes s set claimed_at = greatest(s.claimed_at, p_claimed_at), proved_at = greatest(s.proved_at, p_asked_at)
     where s.kind = mine.kind and s.route_by = p_by and s.external_id = mine.external_id;
  end if;
  update channel_routes r set proof = p_proof, loss_untold = false
   where r.tenant_id = p_tenant and r.channel_id = p_channel and r.route_by = p_by;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.purge_audit_entries(p_before timestamp with time zone, p_limit integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with old as (
    select id from audit_entries
     where tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and created_at < least(p_before, now() - interval '90 days')
     order by created_at limit p_limit
  ), gone as (
    delete from audit_entries a using old
     where a.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and a.id = old.id returning 1)
  select count(*)::integer from gone
$function$;

CREATE OR REPLACE FUNCTION public.receive_messages(p_tenant uuid, p_now timestamp with time zone, p_items jsonb)
 RETURNS TABLE(n integer, outcome text, message_id uuid, conversation_id uuid, contact_id uuid)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  items inbound_work[];
  -- The items of the set-based part, and the conversation of each.
  common inbound_work[] := '{}';
  places uuid[] := '{}';
  -- Of the remaining items, the known people and their channels.
  identities uuid[];
  channels_of uuid[];
  contacts_of uuid[];
  w inbound_work;
  person record;
  c record;
  fresh boolean;
  blocked boolean;
  typed boolean;
  plain boolean;
  quiet boolean;
  made integer;
  ns integer[] := '{}';
  outcomes text[];
  msgs uuid[];
  convs uuid[];
  people uuid[];
  strangers integer[];
begin
  select array_agg(x order by x.n) into items from jsonb_populate_recordset(null::inbound_work, p_items) x;

  -- The common case, as a set: known people who are not blocked and whose conversation is open. Takes half the work of the loop below,
  -- which handles the rest. A batch in which order matters between messages of one conversation (typed by the business in its own app,
  -- notices, a message quoting another one of the batch) goes entirely through the loop.
  plain := not exists (select 1 from unnest(items) o where o.dir <> 'inbound' or o.type = 'system' or o.repx in (select q.ext from unnest(items) q));
  if plain then
    with place as materialized (
      select i as item, i.n, i.akey, i.puid, v.id as place
        from unnest(items) i
        cross join lateral (
          select ci.id, ci.contact_id, ci.address, ci.address_key, ci.username, ci.display_name from contact_identities ci
           where i.puid is not null and ci.tenant_id = p_tenant and ci.kind = i.kind and ci.account = i.acct and ci.provider_user_id = i.puid
          union all
          select ci.id, ci.contact_id, ci.address, ci.address_key, ci.username, ci.display_name from contact_identities ci
           where i.puid is null and ci.tenant_id = p_tenant and ci.kind = i.kind and ci.account = i.acct and ci.address_key = i.akey) d
        cross join lateral (
          select k.id from contacts k
           where k.tenant_id = p_tenant and k.id = d.contact_id and k.blocked_at is null offset 0) k
        cross join lateral (
          select u.id from conversations u
           where u.tenant_id = p_tenant and u.channel_id = i.chan and u.identity_id = d.id and u.status <> 'resolved'
             and u.status = 'open' offset 0) v
       -- New information from the platform about the person is left to the loop.
       where one_expected(i.n)
         and (i.akey is null or (d.address_key = i.akey and d.address = i.addr))
         and (i.uname is null or d.username is not distinct from i.uname) and (i.name is null or d.display_name is not distinct from i.name)
    ), aside as materialized (
      select i.akey, i.puid from unnest(items) i where i.n not in (select p.n from place p)
    )
    -- If the loop takes one message of a person, it takes all of them, so that they are processed in order.
    select coalesce(array_agg(p.item order by p.n), '{}'), coalesce(array_agg(p.place order by p.n), '{}') into common, places
      from place p where not exists (select 1 from aside a where a.akey = p.akey or a.puid = p.puid);
  end if;

  -- The loop goes from person to person and locks as it goes, so all of them, including those of the set-based part, are locked beforehand.
  if cardinality(common) < cardinality(items) then
    select array_agg(p.id), array_agg(p.chan) into identities, channels_of from (
      select distinct d.id, i.chan from unnest(items) i cross join lateral (
          select p.id from contact_identities p where p.tenant_id = p_tenant and p.kind = i.kind and p.provider_user_id = i.puid
          union all
          select a.id from contact_identities a
           where a.tenant_id = p_tenant and a.kind = i.kind and a.account = i.acct and a.address_key = i.akey) d
       where i.n not in (select o.n from unnest(common) o)) p;
    with held as materialized (
      select ci.contact_id from contact_identities ci
       where ci.tenant_id = p_tenant and ci.id = any(identities) order by ci.id for no key update)
    select array_agg(h.contact_id) into contacts_of from held h;
    perform 1 from conversations v
     where v.tenant_id = p_tenant and v.id = any(array(
       select unnest(places)
       union all
       select u.id from unnest(identities, channels_of) h (id, chan) cross join lateral (
         (select p.id from conversations p
           where p.tenant_id = p_tenant and p.channel_id = h.chan and p.identity_id = h.id and p.status <> 'resolved')
         union all
         (select p.id from conversations p
           where p.tenant_id = p_tenant and p.channel_id = h.chan and p.identity_id = h.id
           order by p.resolved_at desc nulls last, p.created_at desc limit 1)) u))
     order by v.id for no key update;
    perform 1 from contacts k
     where k.tenant_id = p_tenant and k.id = any(array(
       select unnest(contacts_of)
       union all
       select v.contact_id from conversations v where v.tenant_id = p_tenant and v.id = any(places)
       union all
       select o.id from contacts o
        where o.tenant_id = p_tenant and o.phone_key = any(array(select i.akey from unnest(items) i)) and o.phone_key is not null))
     order by k.id for no key update;
  end if;

  if cardinality(common) > 0 then
    with locked as materialized (
      -- The locked conversation decides whose contact it is: the person may have been merged since the first look-up.
      select v.id, v.contact_id from conversations v
       where v.tenant_id = p_tenant and v.id = any(places) and v.status = 'open'
       order by v.id for no key update
    ), place as materialized (
      select i.*, l.id as place, l.contact_id as person
        from unnest(common) with ordinality i left join locked l on l.id = places[i.ordinality]
    ), aside as materialized (
      select p.akey, p.puid from place p where p.place is null
    ), taken as materialized (
      select p.* from place p where p.place is not null and not exists (select 1 from aside a where a.akey = p.akey or a.puid = p.puid)
    ), written as (
      insert into messages (tenant_id, id, conversation_id, channel_id, contact_id, direction, type, from_address, to_address,
        text, content, media, reply_to_id, status, external_id, author_kind, author_id, occurred_at, created_at)
      select p_tenant, t.msg, t.place, t.chan, t.person, 'inbound', t.type, coalesce(t.addr, t.puid), t.ours, t.text, t.content,
             coalesce(t.media, '[]'),
             (select q.id from messages q where q.tenant_id = p_tenant and q.channel_id = t.chan and q.external_id = t.repx),
             'received', t.ext, 'contact', wire_id('cnt', t.person), t.at, p_now
        from taken t
      on conflict (tenant_id, channel_id, external_id) where external_id is not null do nothing
      returning messages.id
    ), stored as materialized (
      select t.* from taken t join written x on x.id = t.msg
    ), touched as (
      update conversations v
         set last_message = case when s.at >= v.last_message_at or v.last_message is null then s.last else v.last_message end,
             last_message_at = greatest(v.last_message_at, s.at), unread_count = v.unread_count + s.count,
             waiting_since = coalesce(v.waiting_since, p_now), window_expires_at = greatest(v.window_expires_at, s.window_until),
             updated_at = p_now
        from (
          select t.place, max(t.at) as at, count(*)::integer as count,
                 max(t.at + t.wms * interval '1 ms') filter (where t.opens) as window_until,
                 (array_agg(jsonb_build_object('id', wire_id('msg', t.msg), 'direction', 'inbound', 'type', t.type,
                   'preview', message_preview(t.text, t.content)) order by t.at desc, t.n desc))[1] as last
            from stored t group by t.place) s
       where v.tenant_id = p_tenant and v.id = s.place
    ), writers as materialized (
      select k.id from contacts k
       where k.tenant_id = p_tenant and k.id = any(array(select t.person from stored t)) order by k.id for no key update
    ), heard as (
      update contacts k
         set last_inbound_at = greatest(k.last_inbound_at, s.at)
        from (select t.person, max(t.at) as at from stored t group by t.person) s join writers l on l.id = s.person
       where k.tenant_id = p_tenant and k.id = s.person
    ), told as (
      insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
      select p_tenant, t.e1, 'message.received', t.chan, t.place,
             json_build_object('channelId', wire_id('chn', t.chan), 'conversationId', wire_id('conv', t.place),
               'contactId', wire_id('cnt', t.person), 'message', json_build_object('id', wire_id('msg', t.msg),
                 'externalId', t.ext, 'from', coalesce(t.addr, t.puid), 'to', t.ours, 'type', t.type, 'text', t.text,
                 'content', t.content, 'media', coalesce(t.media, '[]'), 'occurredAt', wire_time(t.at))), p_now
        from stored t
    )
    select coalesce(array_agg(t.n order by t.n), '{}'),
           array_agg(case when s.n is null then 'duplicate' else 'stored' end order by t.n),
           array_agg(s.msg order by t.n), array_agg(s.place order by t.n), array_agg(s.person order by t.n)
      into ns, outcomes, msgs, convs, people
      from taken t left join stored s on s.n = t.n;
    return query select f.* from unnest(ns, outcomes, msgs, convs, people) f;
  end if;

  -- Strangers, also as a set: nobody is known by their id or address, no contact has their number, and the batch contains one message of
  -- theirs. A person whom another transaction is creating is waited for and left to the loop. A contact or message created at this moment
  -- aborts the transaction, which is retried and then sees it.
  if plain and cardinality(ns) < cardinality(items) then
    with item as materialized (
      select i.*, count(*) over (partition by i.akey) as of_key, count(*) over (partition by i.puid) as of_user,
             count(*) over (partition by i.chan, i.ext) as of_ext
        from unnest(items) i
    ), stranger as materialized (
      select i.*, case when i.akey not like '=%' then i.akey end as own
        from item i
       where one_expected(i.n) and i.n <> all(ns) and i.of_ext = 1
         and (i.akey is null or i.of_key = 1) and (i.puid is null or i.of_user = 1)
         and not exists (select 1 from contact_identities p
                          where p.tenant_id = p_tenant and p.kind = i.kind and p.provider_user_id = i.puid offset 0)
         and not exists (select 1 from contact_identities p
                          where p.tenant_id = p_tenant and p.kind = i.kind and p.account = i.acct and p.address_key = i.akey offset 0)
         and not exists (select 1 from contacts k where k.tenant_id = p_tenant and k.phone_key = i.akey offset 0)
         and not exists (select 1 from messages m where m.tenant_id = p_tenant and m.channel_id = i.chan and m.external_id = i.ext offset 0)
    ), identity as (
      insert into contact_identities (tenant_id, id, contact_id, kind, account, address, address_key, address_at, provider_user_id,
                                      username, display_name, created_at)
      select p_tenant, s.cid, s.cnt, s.kind, s.acct, case when s.akey is not null then s.addr end, s.akey, s.at, s.puid, s.uname, s.name, p_now
        from stranger s order by s.kind, s.acct, s.akey, s.puid
      on conflict do nothing
      returning contact_identities.id
    ), newcomer as materialized (
      -- "is true" makes it a hash look-up for each; as a join of what looks like two rows it compares each with each.
      select s.* from stranger s where (s.cid in (select i.id from identity i)) is true
    ), contact as (
      insert into contacts (tenant_id, id, name, phone, phone_key, source, last_inbound_at, created_at, updated_at)
      select p_tenant, w.cnt, w.name, case when w.own is not null then '+' || w.addr end, w.own, 'inbound', w.at, p_now, p_now
        from newcomer w order by w.own
      on conflict (tenant_id, phone_key) where phone_key is not null do nothing
      returning contacts.id
    ), conversation as (
      insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status, last_message, last_message_at,
                                 unread_count, waiting_since, window_expires_at, created_at, updated_at)
      select p_tenant, w.conv, w.chan, w.kind, w.cnt, w.cid, 'open',
             jsonb_build_object('id', wire_id('msg', w.msg), 'direction', 'inbound', 'type', w.type, 'preview', message_preview(w.text, w.content)),
             w.at, 1, p_now, case when w.opens then w.at + w.wms * interval '1 ms' end, p_now, p_now
        from newcomer w
    ), written as (
      insert into messages (tenant_id, id, conversation_id, channel_id, contact_id, direction, type, from_address, to_address,
        text, content, media, reply_to_id, status, external_id, author_kind, author_id, occurred_at, created_at)
      select p_tenant, w.msg, w.conv, w.chan, w.cnt, 'inbound', w.type, coalesce(w.addr, w.puid), w.ours, w.text, w.content,
             coalesce(w.media, '[]'),
             (select q.id from messages q where q.tenant_id = p_tenant and q.channel_id = w.chan and q.external_id = w.repx),
             'received', w.ext, 'contact', wire_id('cnt', w.cnt), w.at, p_now
        from newcomer w
      on conflict (tenant_id, channel_id, external_id) where external_id is not null do nothing
      returning messages.id
    ), told as (
      insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
      select p_tenant, e.id, e.type, e.channel_id, e.conversation_id, e.data, p_now
        from newcomer w cross join lateral (values
          (w.e3, 'contact.created', null::uuid, null::uuid,
           json_build_object('contactId', wire_id('cnt', w.cnt), 'name', w.name, 'phone', case when w.own is not null then '+' || w.addr end,
             'source', 'inbound')),
          (w.e2, 'conversation.created', w.chan, w.conv,
           json_build_object('channelId', wire_id('chn', w.chan), 'conversationId', wire_id('conv', w.conv), 'contactId', wire_id('cnt', w.cnt),
             'channelKind', w.kind, 'status', 'open')),
          (w.e1, 'message.received', w.chan, w.conv,
           json_build_object('channelId', wire_id('chn', w.chan), 'conversationId', wire_id('conv', w.conv), 'contactId', wire_id('cnt', w.cnt),
             'message', json_build_object('id', wire_id('msg', w.msg), 'externalId', w.ext, 'from', coalesce(w.addr, w.puid), 'to', w.ours,
               'type', w.type, 'text', w.text, 'content', w.content, 'media', coalesce(w.media, '[]'), 'occurredAt', wire_time(w.at))))
        ) e (id, type, channel_id, conversation_id, data)
    )
    select array_agg(w.n order by w.n), array_agg(w.msg order by w.n), array_agg(w.conv order by w.n), array_agg(w.cnt order by w.n),
           least((select count(*) from contact), (select count(*) from written))
      into strangers, msgs, convs, people, made from newcomer w;
    if made < coalesce(cardinality(strangers), 0) then
      raise exception 'a newcomer was made by somebody else' using errcode = 'serialization_failure';
    end if;
    return query select f.n, 'stored', f.msg, f.conv, f.cnt from unnest(strangers, msgs, convs, people) f (n, msg, conv, cnt);
    ns := ns || coalesce(strangers, '{}');
  end if;
  if cardinality(ns) = cardinality(items) then
    return;
  end if;

  for w in select x.* from unnest(items) x where x.n <> all(ns) order by x.n loop
    if exists (select 1 from messages m where m.tenant_id = p_tenant and m.channel_id = w.chan and m.external_id = w.ext) then
      n := w.n; outcome := 'duplicate'; message_id := null; conversation_id := null; contact_id := null;
      return next;
      continue;
    end if;

    -- A notice about our own action (a call) creates its person as accept_outbound() does: nobody wrote.
    select * into person from resolve_identity(p_tenant, p_now, w.at, w.kind, w.acct, w.addr, w.akey, w.puid, w.name, w.uname, w.cid,
                                               w.cnt, w.e3, w.e4, w.e5,
                                               case when w.dir = 'echo' and w.type = 'system' then 'api' else 'inbound' end);
    -- A blocked contact's message is kept, but reaches nobody's inbox: nothing opens, nothing counts as unread.
    select k.blocked_at is not null into blocked from contacts k where k.tenant_id = p_tenant and k.id = person.contact_id;
    -- Typed by a person of the business in the platform's own app. An automatic message of the platform is not an answer of theirs: it is
    -- shown, and changes nothing else.
    typed := w.dir = 'echo' and not coalesce(w.auto, false);
    quiet := blocked or (w.dir = 'echo' and not typed);
    fresh := false;
    for attempt in 1..3 loop
      select v.id, v.status, v.pending_reason, v.last_message_at, v.last_message into c
        from conversations v
       where v.tenant_id = p_tenant and v.channel_id = w.chan and v.identity_id = person.identity_id
         and v.status <> 'resolved' for no key update;
      exit when found;
      if quiet then
        select v.id, v.status, v.pending_reason, v.last_message_at, v.last_message into c
          from conversations v
         where v.tenant_id = p_tenant and v.channel_id = w.chan and v.identity_id = person.identity_id
         order by v.resolved_at desc nulls last, v.created_at desc limit 1 for no key update;
        exit when found;
      end if;
      -- A customer's message reopens a recently resolved conversation; after that time a new one starts.
      update conversations v
         set status = 'open', pending_reason = null, resolved_at = null, resolved_by = null, updated_at = p_now,
             (window_expires_at, pair_tat) = (
               select max(p.window_expires_at), max(p.pair_tat) from conversations p
                where p.tenant_id = p_tenant and p.channel_id = w.chan and p.identity_id = person.identity_id)
       where v.tenant_id = p_tenant and w.dir = 'inbound' and v.id = (
         select l.id from conversations l
          where l.tenant_id = p_tenant and l.channel_id = w.chan and l.identity_id = person.identity_id
          order by l.resolved_at desc nulls last, l.created_at desc limit 1)
         and v.status = 'resolved' and v.resolved_at > p_now - w.reopen * interval '1 ms'
      returning v.id, 'resolved'::text as status, v.pending_reason, v.last_message_at, v.last_message into c;
      exit when found;
      insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status, resolved_at,
                                 last_message_at, window_expires_at, pair_tat, created_at, updated_at)
      select p_tenant, w.conv, w.chan, w.kind, person.contact_id, person.identity_id,
             case when blocked then 'resolved' else 'open' end, case when blocked then p_now end, w.at, l.window_expires_at,
             l.pair_tat, p_now, p_now
        from (values (1)) one
        cross join lateral (
          select max(p.window_expires_at) as window_expires_at, max(p.pair_tat) as pair_tat from conversations p
           where p.tenant_id = p_tenant and p.channel_id = w.chan and p.identity_id = person.identity_id) l
      on conflict (tenant_id, channel_id, identity_id) where status <> 'resolved' do nothing
      returning id, status, pending_reason, last_message_at, last_message into c;
      fresh := found;
      exit when fresh;
    end loop;
    if c.id is null then
      raise exception 'no conversation for a message' using errcode = 'serialization_failure';
    end if;

    insert into messages (tenant_id, id, conversation_id, channel_id, contact_id, direction, type, from_address, to_address,
      text, content, media, reply_to_id, status, sent_at, external_id, author_kind, author_id, occurred_at, created_at)
    select p_tenant, w.msg, c.id, w.chan, person.contact_id,
           case w.dir when 'echo' then 'outbound' else 'inbound' end, w.type,
           case w.dir when 'echo' then w.ours else coalesce(w.addr, w.puid) end,
           case w.dir when 'echo' then coalesce(w.addr, w.puid) else w.ours end,
           w.text, w.content, coalesce(w.media, '[]'),
           (select q.id from messages q where q.tenant_id = p_tenant and q.channel_id = w.chan and q.external_id = w.repx),
           case w.dir when 'echo' then 'sent' else 'received' end, case w.dir when 'echo' then w.at end, w.ext,
           case w.dir when 'echo' then 'platform' else 'contact' end,
           case w.dir when 'echo' then null else wire_id('cnt', person.contact_id) end, w.at, p_now
    on conflict (tenant_id, channel_id, external_id) where external_id is not null do nothing;
    get diagnostics made = row_count;
    n := w.n; message_id := w.msg; conversation_id := c.id; contact_id := person.contact_id;
    if made = 0 then
      outcome := 'duplicate'; message_id := null; conversation_id := null; contact_id := null;
      return next;
      continue;
    end if;

    update conversations v
       set last_message = case when fresh or w.at >= v.last_message_at or v.last_message is null then jsonb_build_object('id', wire_id('msg', w.msg),
             'direction', case w.dir when 'echo' then 'outbound' else 'inbound' end, 'type', w.type,
             'preview', message_preview(w.text, w.content)) else v.last_message end,
           last_message_at = greatest(v.last_message_at, w.at),
           unread_count = v.unread_count + case when w.dir = 'inbound' and w.type <> 'system' and not blocked then 1 else 0 end,
           -- A message typed before the customer's last one, but reported after it, does not answer that one.
           waiting_since = case
             when typed and not (w.at < v.last_message_at and exists (
               select from messages m
                where m.tenant_id = p_tenant and m.conversation_id = c.id and m.occurred_at > w.at and m.direction = 'inbound'
                  and m.type <> 'system')) then null
             when typed or w.type = 'system' or quiet then v.waiting_since
             else coalesce(v.waiting_since, p_now) end,
           first_replied_at = case when typed then coalesce(v.first_replied_at, p_now) else v.first_replied_at end,
           window_expires_at = case when w.opens then greatest(coalesce(v.window_expires_at, w.at), w.at + w.wms * interval '1 ms')
             else v.window_expires_at end,
           status = case when v.status = 'pending' and (typed or (w.dir = 'inbound' and v.pending_reason <> 'bot')) then 'open' else v.status end,
           snoozed_until = case when typed or (w.dir = 'inbound' and v.pending_reason is distinct from 'bot') then null else v.snoozed_until end,
           pending_reason = case when v.status = 'pending' and not typed and (v.pending_reason = 'bot' or w.dir = 'echo') then v.pending_reason end,
           handled_by = case when typed then 'human' else v.handled_by end,
           updated_at = p_now
     where v.tenant_id = p_tenant and v.id = c.id;

    if w.dir = 'inbound' then
      update contacts k
         set last_inbound_at = greatest(k.last_inbound_at, w.at)
       where k.tenant_id = p_tenant and k.id = person.contact_id;
    end if;

    if fresh then
      insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
      values (p_tenant, w.e2, 'conversation.created', w.chan, c.id, json_build_object('channelId', wire_id('chn', w.chan),
        'conversationId', wire_id('conv', c.id), 'contactId', wire_id('cnt', person.contact_id), 'channelKind', w.kind,
        'status', case when blocked then 'resolved' else 'open' end), p_now);
    elsif (c.status = 'resolved' and not quiet) or (c.status = 'pending' and (typed or (w.dir = 'inbound' and c.pending_reason <> 'bot'))) then
      insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
      values (p_tenant, w.e2, 'conversation.updated', w.chan, c.id, json_build_object('channelId', wire_id('chn', w.chan),
        'conversationId', wire_id('conv', c.id), 'contactId', wire_id('cnt', person.contact_id),
        'changes', json_build_object('status', json_build_object('from', c.status, 'to', 'open'))), p_now);
    end if;

    insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
    values (p_tenant, w.e1, case w.dir when 'echo' then 'message.sent' else 'message.received' end, w.chan, c.id,
      json_build_object('channelId', wire_id('chn', w.chan), 'conversationId', wire_id('conv', c.id),
        'contactId', wire_id('cnt', person.contact_id), 'message', json_build_object('id', wire_id('msg', w.msg),
          'externalId', w.ext, 'from', case w.dir when 'echo' then w.ours else coalesce(w.addr, w.puid) end,
          'to', case w.dir when 'echo' then coalesce(w.addr, w.puid) else w.ours end,
          'type', w.type, 'text', w.text, 'content', w.content, 'media', coalesce(w.media, '[]'),
          'occurredAt', wire_time(w.at))), p_now);
    outcome := 'stored';
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.recipient_rank(status text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE status WHEN 'pending'::text THEN 0 WHEN 'sending'::text THEN 1 WHEN 'unknown'::text THEN 2 WHEN 'sent'::text THEN 3 WHEN 'delivered'::text THEN 4 WHEN 'read'::text THEN 5 WHEN 'replied'::text THEN 6 ELSE 9 END;

CREATE OR REPLACE FUNCTION public.release_address(p_tenant uuid, p_now timestamp with time zone, p_at timestamp with time zone, p_kind text, p_account text, p_key text, p_user text, p_contact uuid, p_event uuid, p_note uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  holder record;
  phone_lost text;
begin
  select ci.id, ci.contact_id, ci.address, ci.provider_user_id, ci.address_at into holder from contact_identities ci
   where ci.tenant_id = p_tenant and ci.kind = p_kind and ci.account = p_account and ci.address_key = p_key for no key update;
  if not found then
    return true;
  elsif holder.provider_user_id is null or p_user is null or holder.provider_user_id = p_user or holder.address_at > p_at then
    return false;
  end if;
  update contact_identities ci set address = null, address_key = null, address_at = p_at
   where ci.tenant_id = p_tenant and ci.id = holder.id;
  if holder.contact_id = p_contact then
    return true;
  end if;
  select c.phone into phone_lost from contacts c
   where c.tenant_id = p_tenant and c.id = holder.contact_id and c.phone_key = p_key for no key update;
  update contacts c set phone = null, phone_key = null, updated_at = p_now
   where c.tenant_id = p_tenant and c.id = holder.contact_id and c.phone_key = p_key;
  insert into event_log (tenant_id, id, type, data, created_at)
  values (p_tenant, p_event, 'contact.updated', json_build_object('contactId', wire_id('cnt', holder.contact_id),
    'changes', json_build_object(case when phone_lost is null then 'address' else 'phone' end,
      json_build_object('from', coalesce(phone_lost, holder.address), 'to', null)),
    'reason', 'address_moved', 'otherContactId', wire_id('cnt', p_contact)), p_now);
  insert into audit_entries (tenant_id, id, actor_kind, actor_id, action, target_id, changes, created_at)
  values (p_tenant, p_event, 'system', 'platform', 'contact.address_lost', wire_id('cnt', holder.contact_id),
            jsonb_build_object('to', wire_id('cnt', p_contact)), p_now),
         (p_tenant, p_note, 'system', 'platform', 'contact.address_gained', wire_id('cnt', p_contact),
            jsonb_build_object('from', wire_id('cnt', holder.contact_id)), p_now);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.renew_sends(p_lease_until timestamp with time zone, p_items jsonb)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with renewed as (
    update outbound_dispatches d set lease_until = p_lease_until
      from (select x.* from jsonb_to_recordset(p_items) as x(tenant uuid, msg uuid, att integer) where x.att between 0 and 2000000000) i
     where d.tenant_id = i.tenant and d.message_id = i.msg and d.attempts = i.att and d.state = 'sending'
    returning 1
  )
  select count(*)::integer from renewed
$function$;

CREATE OR REPLACE FUNCTION public.resolve_identity(p_tenant uuid, p_now timestamp with time zone, p_at timestamp with time zone, p_kind text, p_account text, p_address text, p_key text, p_user text, p_name text, p_username text, p_cid uuid, p_cnt uuid, p_made uuid, p_lost uuid, p_told uuid, p_source text DEFAULT 'inbound'::text, OUT identity_id uuid, OUT contact_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  d record;
  changes jsonb := '{}';
  name_before text;
  free boolean;
  own_key text;
  made integer;
begin
  for attempt in 1..5 loop
    select ci.id, ci.contact_id, ci.address, ci.address_key, ci.provider_user_id, ci.username, ci.display_name into d
      from contact_identities ci
     where ci.tenant_id = p_tenant and ci.kind = p_kind and ci.account = p_account
       and (ci.provider_user_id = p_user
            or (ci.address_key = p_key and (ci.provider_user_id is null or p_user is null)))
     order by (ci.provider_user_id = p_user) desc nulls last limit 1 for no key update;
    if found then
      identity_id := d.id;
      contact_id := d.contact_id;
      if (p_user is not null and d.provider_user_id is null) or (p_username is not null and d.username is distinct from p_username)
         or (p_name is not null and d.display_name is distinct from p_name) then
        update contact_identities ci
           set provider_user_id = coalesce(ci.provider_user_id, p_user), username = coalesce(p_username, ci.username),
               display_name = coalesce(p_name, ci.display_name)
         where ci.tenant_id = p_tenant and ci.id = d.id;
        if p_username is not null and d.username is distinct from p_username then
          changes := jsonb_build_object('username', jsonb_build_object('from', d.username, 'to', p_username));
        end if;
      end if;
      if p_key is not null and p_address is distinct from d.address then
        changes := changes || move_address(p_tenant, p_now, p_at, p_kind, d.id, d.contact_id, coalesce(d.provider_user_id, p_user),
                                           p_address, p_key, p_lost, p_made);
      end if;
    else
      -- The contact of the same person at another account of ours; otherwise the one with this phone, unless it is known to belong to
      -- somebody else, under another platform id that has or may have had the number.
      contact_id := null;
      select ci.contact_id into contact_id from contact_identities ci
       where ci.tenant_id = p_tenant and ci.kind = p_kind and ci.provider_user_id = p_user
       order by ci.account limit 1 for no key update;
      if contact_id is null then
        select c.id into contact_id from contacts c
         where c.tenant_id = p_tenant and c.phone_key = p_key
           and not exists (select 1 from contact_identities h
                            where h.tenant_id = p_tenant and h.contact_id = c.id and h.kind = p_kind
                              and (h.address_key = p_key
                                   or (h.address_key is null and p_user is not null and h.provider_user_id is not null)));
      end if;
      if contact_id is not null then
        perform 1 from contacts c
         where c.tenant_id = p_tenant and c.id = contact_id and c.merged_into_id is null for no key update;
        continue when not found; -- merged a moment ago, with its phone and identities
      end if;
      -- Not free: a late report about somebody who has lost the address since; the platform's id is enough to recognise them.
      free := p_key is null
              or release_address(p_tenant, p_now, p_at, p_kind, p_account, p_key, p_user, coalesce(contact_id, p_cnt), p_lost, p_told);
      -- The holder may be this very person, created a moment ago by an outbound message: look again.
      continue when not free and exists (
        select 1 from contact_identities h
         where h.tenant_id = p_tenant and h.kind = p_kind and h.account = p_account and h.address_key = p_key
           and (h.provider_user_id is null or p_user is null or h.provider_user_id = p_user));
      contact_id := case when free then contact_id end;
      insert into contact_identities (tenant_id, id, contact_id, kind, account, address, address_key, address_at, provider_user_id,
                                      username, display_name, created_at)
      values (p_tenant, p_cid, coalesce(contact_id, p_cnt), p_kind, p_account, case when free then p_address end,
              case when free then p_key end, p_at, p_user, p_username, p_name, p_now)
      on conflict do nothing;
      get diagnostics made = row_count;
      continue when made = 0; -- another transaction created the same person a moment ago
      identity_id := p_cid;
      if contact_id is null then
        contact_id := p_cnt;
        own_key := case when free and p_key not like '=%'
                         and not exists (select 1 from contacts c where c.tenant_id = p_tenant and c.phone_key = p_key) then p_key end;
        insert into contacts (tenant_id, id, name, phone, phone_key, source, created_at, updated_at)
        values (p_tenant, p_cnt, p_name, case when own_key is not null then '+' || p_address end, own_key, p_source, p_now, p_now);
        insert into event_log (tenant_id, id, type, data, created_at)
        values (p_tenant, p_made, 'contact.created', json_build_object('contactId', wire_id('cnt', p_cnt), 'name', p_name,
          'phone', case when own_key is not null then '+' || p_address end, 'source', p_source), p_now);
        return;
      end if;
      d.display_name := null;
    end if;

    -- A name given by the tenant is kept.
    if p_name is not null and d.display_name is distinct from p_name then
      select c.name into name_before from contacts c where c.tenant_id = p_tenant and c.id = contact_id for no key update;
      if name_before is distinct from p_name and (name_before is null or name_before = d.display_name) then
        update contacts c set name = p_name, updated_at = p_now where c.tenant_id = p_tenant and c.id = contact_id;
        changes := changes || jsonb_build_object('name', jsonb_build_object('from', name_before, 'to', p_name));
      end if;
    end if;
    if changes <> '{}' then
      insert into event_log (tenant_id, id, type, data, created_at)
      values (p_tenant, p_told, 'contact.updated', json_build_object('contactId', wire_id('cnt', contact_id), 'changes', changes,
        'reason', 'platform'), p_now);
    end if;
    return;
  end loop;
  raise exception 'identity of kind % could not be resolved', p_kind using errcode = 'serialization_failure';
end $function$;

CREATE OR REPLACE FUNCTION public.return_claims(p_claims uuid[])
 RETURNS integer
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with back as (
    update outbound_dispatches d set state = 'ready', lease_until = null, claimed_by = null
     where d.state = 'sending' and d.claimed_by = any(p_claims)
    returning d.tenant_id, d.message_id
  ), marked as (
    update messages m set status = 'queued', attempted_at = null from back
     where m.tenant_id = back.tenant_id and m.id = back.message_id and m.status = 'sending'
  )
  select count(*)::integer from back
$function$;

CREATE OR REPLACE FUNCTION public.search_contacts(p_words text[], p_limit integer, p_after_likeness real DEFAULT NULL::real, p_after_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET "pg_trgm.word_similarity_threshold" TO '0.4'
AS $function$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  w1 text := p_words[1]; w2 text := p_words[2]; w3 text := p_words[3];
begin
  return query
    select m.id from (
      select c.id, contact_likeness(p_words, c.search_text) as likeness
        from contacts c
       where c.tenant_id = me and c.merged_into_id is null
         and w1 <% c.search_text and (w2 is null or w2 <% c.search_text) and (w3 is null or w3 <% c.search_text)
       limit 5000) m
     where p_after_id is null or (m.likeness, m.id) < (p_after_likeness, p_after_id)
     order by m.likeness desc, m.id desc limit p_limit;
end $function$;

CREATE OR REPLACE FUNCTION public.search_conversations(p_exact text[], p_similar text[], p_beside text[], p_contacts uuid[], p_viewer uuid, p_viewer_divisions uuid[], p_after_at timestamp with time zone, p_after_id uuid, p_limit integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET "pg_trgm.word_similarity_threshold" TO '0.4'
AS $function$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  said uuid[];
  -- Separate variables, because the trigram index does not support ALL.
  e1 text := p_exact[1]; e2 text := p_exact[2]; e3 text := p_exact[3];
  s1 text := p_similar[1]; s2 text := p_similar[2]; s3 text := p_similar[3];
begin
  if e1 is not null then
    select array_agg(m.conversation_id) into said from (
      select s.conversation_id from message_search s
       where s.tenant_id = me and s.folded like e1 and (e2 is null or s.folded like e2) and (e3 is null or s.folded like e3)
         and s.folded like all (p_exact)
       limit 5001) m;
  elsif s1 is not null then
    select array_agg(m.conversation_id) into said from (
      select s.conversation_id from message_search s
       where s.tenant_id = me and s1 <% s.folded and (s2 is null or s2 <% s.folded) and (s3 is null or s3 <% s.folded)
         and (p_beside is null or s.folded like all (p_beside))
       limit 5000) m;
  end if;
  if said is null and coalesce(cardinality(p_contacts), 0) = 0 then
    return;
  end if;
  if cardinality(said) > 5000 then
    return query
      select c.id from conversations c
       where c.tenant_id = me
         and (p_viewer is null or c.assignee_id = p_viewer
              or (p_viewer_divisions is not null and (c.division_id is null or c.division_id = any (p_viewer_divisions))))
         and (p_after_at is null or (c.last_message_at, c.id) < (p_after_at, p_after_id))
         and (c.contact_id = any (p_contacts)
              or exists (select from message_search s where s.tenant_id = me and s.conversation_id = c.id and s.folded like all (p_exact)))
       order by c.last_message_at desc, c.id desc limit p_limit;
    return;
  end if;
  return query
    select c.id from conversations c
     where c.tenant_id = me and (c.id = any (said) or c.contact_id = any (p_contacts))
       and (p_viewer is null or c.assignee_id = p_viewer
            or (p_viewer_divisions is not null and (c.division_id is null or c.division_id = any (p_viewer_divisions))))
       and (p_after_at is null or (c.last_message_at, c.id) < (p_after_at, p_after_id))
     order by c.last_message_at desc, c.id desc limit p_limit;
end $function$;

CREATE OR REPLACE FUNCTION public.search_messages(p_exact text[], p_similar text[], p_beside text[], p_channel uuid, p_conversations uuid[], p_since timestamp with time zone, p_until timestamp with time zone, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET "pg_trgm.word_similarity_threshold" TO '0.4'
AS $function$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  few uuid[];
  -- Separate variables, because the trigram index does not support ALL.
  e1 text := p_exact[1]; e2 text := p_exact[2]; e3 text := p_exact[3];
  s1 text := p_similar[1]; s2 text := p_similar[2]; s3 text := p_similar[3];
begin
  select array_agg(m.message_id) into few from (
    select s.message_id from message_search s
     where s.tenant_id = me and s.folded like e1 and (e2 is null or s.folded like e2) and (e3 is null or s.folded like e3)
       and s.folded like all (p_exact)
       and (p_channel is null or s.channel_id = p_channel) and (p_conversations is null or s.conversation_id = any (p_conversations))
       and (p_since is null or s.occurred_at >= p_since) and (p_until is null or s.occurred_at < p_until)
     limit 5001) m;
  if few is null and s1 is not null then
    select array_agg(m.message_id) into few from (
      select s.message_id from message_search s
       where s.tenant_id = me and s1 <% s.folded and (s2 is null or s2 <% s.folded) and (s3 is null or s3 <% s.folded)
         and (p_beside is null or s.folded like all (p_beside))
         and (p_channel is null or s.channel_id = p_channel) and (p_conversations is null or s.conversation_id = any (p_conversations))
         and (p_since is null or s.occurred_at >= p_since) and (p_until is null or s.occurred_at < p_until)
       limit 5000) m;
  end if;
  if few is null then
    return;
  end if;
  if cardinality(few) > 5000 then
    few := null;
  end if;
  return query
    select s.message_id from message_search s
     where s.tenant_id = me
       and (few is null or s.message_id = any (few))
       and (few is not null or s.folded like all (p_exact))
       and (p_channel is null or s.channel_id = p_channel) and (p_conversations is null or s.conversation_id = any (p_conversations))
       and (p_since is null or s.occurred_at >= p_since) and (p_until is null or s.occurred_at < p_until)
       and (p_after_at is null or (s.occurred_at, s.message_id) < (p_after_at, p_after_id))
     order by s.occurred_at desc, s.message_id desc limit p_limit;
end $function$;

CREATE OR REPLACE FUNCTION public.send_broadcast(p_tenant uuid, p_now timestamp with time zone, p_items jsonb)
 RETURNS TABLE(n integer, outcome text)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  places uuid[];
begin
  insert into contact_identities (tenant_id, id, contact_id, kind, account, address, address_key, created_at)
  select p_tenant, w.cid, w.cnt, w.kind, w.acct, w.addr, w.akey, p_now
    from jsonb_populate_recordset(null::broadcast_work, p_items) w
   where not w.known
   order by w.akey
  on conflict do nothing;
  -- A person who wrote for the first time since they were selected has an identity by now, which is used.
  if exists (select from jsonb_populate_recordset(null::broadcast_work, p_items) w
              where not w.known and not exists (select from contact_identities ci where ci.tenant_id = p_tenant and ci.id = w.cid)) then
    p_items := (
      select jsonb_agg(case when o.id is null then x.item else jsonb_set(x.item, '{cid}', to_jsonb(o.id)) end order by x.place)
        from jsonb_array_elements(p_items) with ordinality x (item, place)
        left join contact_identities o on o.tenant_id = p_tenant and not (x.item->>'known')::boolean and o.kind = x.item->>'kind'
         and o.account = x.item->>'acct' and o.address_key = x.item->>'akey' and o.contact_id = (x.item->>'cnt')::uuid);
  end if;

  perform 1 from contact_identities ci
   where ci.tenant_id = p_tenant and ci.id in (select w.cid from jsonb_populate_recordset(null::broadcast_work, p_items) w)
   order by ci.id for no key update;
  -- With an array, as in claim_outbound(): an old plan would compare every conversation of the tenant with every item.
  select array_agg(l.id) into places from jsonb_populate_recordset(null::broadcast_work, p_items) w cross join lateral (
    select c.id from conversations c
     where c.tenant_id = p_tenant and c.channel_id = w.chan and c.identity_id = w.cid
     order by (c.status <> 'resolved') desc, c.resolved_at desc nulls last, c.created_at desc limit 1) l;
  perform 1 from conversations v where v.tenant_id = p_tenant and v.id = any(places) order by v.id for no key update;

  return query
  with judged as materialized (
    select w.*, ci.contact_id as person, coalesce(u.id, case when l.resolved_by = 'broadcast' then l.id end) as found,
           u.id is not null as open, o.window_end,
           greatest(coalesce(u.pair_tat, o.pair_tat, p_now), p_now) as tat,
           case when ci.id is null then 'duplicate'
                when w.win and (o.window_end > p_now) is not true then 'window_closed'
                when w.cba is not null and exists (
                  select from outbound_counts(p_tenant, w.chan, w.cid, o.window_end) s
                   where not s.answered and s.total >= w.cba) then 'window_closed'
                else 'sent' end as verdict
      from jsonb_populate_recordset(null::broadcast_work, p_items) w
      left join contact_identities ci on ci.tenant_id = p_tenant and ci.id = w.cid
      left join lateral (
        select c.id, c.pair_tat from conversations c
         where c.tenant_id = p_tenant and c.channel_id = w.chan and c.identity_id = w.cid and c.status <> 'resolved' limit 1) u on true
      left join lateral (
        select c.id, c.resolved_by from conversations c
         where u.id is null and c.tenant_id = p_tenant and c.channel_id = w.chan and c.identity_id = w.cid
         order by c.resolved_at desc nulls last, c.created_at desc limit 1) l on true
     cross join lateral (
        select max(c.window_expires_at) as window_end, max(c.pair_tat) as pair_tat from conversations c
         where c.tenant_id = p_tenant and c.channel_id = w.chan and c.identity_id = w.cid) o
  ), ok as materialized (
    select j.*, coalesce(j.found, j.conv) as place, jsonb_build_object('id', wire_id('msg', j.msg), 'direction', 'outbound', 'type', j.type,
             'preview', message_preview(j.text, j.content)) as shown
      from judged j where j.verdict = 'sent'
  ), born as (
    insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status, resolved_at, resolved_by, last_message,
                               last_message_at, window_expires_at, pair_tat, created_at, updated_at)
    select p_tenant, o.conv, o.chan, o.kind, o.person, o.cid, 'resolved', p_now, 'broadcast', o.shown, p_now, o.window_end,
           o.tat + o.pair * interval '1 ms', p_now, p_now
      from ok o where o.found is null
  ), touched as (
    -- An open one only records that the person's budget was used.
    update conversations c
       set pair_tat = o.tat + o.pair * interval '1 ms',
           last_message = case when o.open then c.last_message else o.shown end,
           last_message_at = case when o.open then c.last_message_at else greatest(c.last_message_at, p_now) end,
           resolved_at = case when o.open then c.resolved_at else p_now end,
           updated_at = case when o.open then c.updated_at else p_now end
      from ok o
     where c.tenant_id = p_tenant and c.id = o.found
  ), written as (
    insert into messages (tenant_id, id, conversation_id, channel_id, contact_id, direction, type, from_address, to_address,
      text, content, status, author_kind, author_id, occurred_at, created_at)
    select p_tenant, o.msg, o.place, o.chan, o.person, 'outbound', o.type, o.frm, coalesce(o.addr, o.puid), o.text, o.content, 'queued',
           'broadcast', wire_id('brd', o.bid), p_now, p_now
      from ok o
  ), dispatched as (
    insert into outbound_dispatches (tenant_id, message_id, channel_id, priority, state, run_at, created_at)
    select p_tenant, o.msg, o.chan, 9, 'ready', greatest(p_now, o.run, o.tat + (1 - o.burst) * o.pair * interval '1 ms'), p_now from ok o
  ), told as (
    insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
    select p_tenant, o.e1, 'message.sent', o.chan, o.place,
           json_build_object('channelId', wire_id('chn', o.chan), 'conversationId', wire_id('conv', o.place),
             'contactId', wire_id('cnt', o.person), 'message', json_build_object('id', wire_id('msg', o.msg), 'to',
               coalesce(o.addr, o.puid), 'type', o.type, 'text', o.text, 'content', o.content, 'status', 'queued', 'clientReference', null,
               'author', json_build_object('kind', 'broadcast', 'id', wire_id('brd', o.bid)), 'createdAt', wire_time(p_now))), p_now
      from ok o
  )
  select j.n, j.verdict from judged j;
end $function$;

CREATE OR REPLACE FUNCTION public.show_reactions(p_tenant uuid, p_messages uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 1 from messages t
   where t.tenant_id = p_tenant and t.id in (
     select m.reply_to_id from messages m where m.tenant_id = p_tenant and m.id = any(p_messages) and m.type = 'reaction')
   order by t.id for no key update;

  update messages t
     set reactions = (
       select coalesce(jsonb_agg(x.r), '[]') from (
         select r from jsonb_array_elements(t.reactions) r where r->>'from' is distinct from m.from_address
         union all
         select jsonb_build_object('from', m.from_address, 'emoji', m.content->>'emoji', 'at', wire_time(m.created_at))
          where m.content->>'emoji' is not null) x(r))
    from messages m
   where m.tenant_id = p_tenant and m.id = any(p_messages) and m.type = 'reaction' and m.direction = 'outbound'
     and m.status in ('sent', 'delivered', 'read')
     and t.tenant_id = p_tenant and t.id = m.reply_to_id
     and not exists (
       select 1 from messages o
        where o.tenant_id = p_tenant and o.conversation_id = m.conversation_id and o.occurred_at >= m.occurred_at and o.id <> m.id
          and (o.occurred_at, o.id) > (m.occurred_at, m.id) and o.type = 'reaction' and o.reply_to_id = m.reply_to_id
          and o.status in ('sent', 'delivered', 'read'))
$function$;

CREATE OR REPLACE FUNCTION public.similar_knowledge_terms(p_words text[], p_languages text[])
 RETURNS TABLE(word text, language text, term text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 40
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET "pg_trgm.similarity_threshold" TO '0.2'
AS $function$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
begin
  return query
    select w.word, w.language, v.term from unnest(p_words, p_languages) w (word, language)
     cross join lateral (
       select k.term from knowledge_vocabulary k
        where k.tenant_id = me and k.language = w.language and k.term % w.word
        order by similarity(k.term, w.word) desc, k.term limit 20) v;
end $function$;

CREATE OR REPLACE FUNCTION public.survey_audience(p_plan jsonb, p_values text[], p_kind text, p_account text, p_by_phone boolean, p_channel uuid, p_open_at timestamp with time zone, p_every integer, p_sample integer, OUT total bigint, OUT opted_out bigint, OUT blocked bigint, OUT no_identity bigint, OUT window_closed bigint, OUT sample uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  source text := 'contacts c';
  -- An audience of selected contacts has no rules: p_values are their ids.
  matches text := 'c.tenant_id = $1 and c.merged_into_id is null and '
    || case when p_plan ? 'ids' then 'c.id = any($2::uuid[])' else audience_predicate(p_plan) end;
  few uuid[];
begin
  if p_every > 1 then
    source := '(select k.id from contacts k where k.tenant_id = $1 and (uuid_hash(k.id) & 2147483647) % ' || p_every
      || ' = 0 offset 0) s cross join lateral (select * from contacts o where o.tenant_id = $1 and o.id = s.id offset 0) c';
  end if;
  execute 'select array_agg(m.id) from (select c.id from ' || source || ' where ' || matches || ' limit '
    || case when p_every > 1 then 'all' else '5001' end || ') m' into few using me, p_values;
  if p_every > 1 or coalesce(cardinality(few), 0) <= 5000 then
    source := 'contacts c';
    matches := 'c.tenant_id = $1 and c.id = any($9)';
  end if;
  execute 'select count(*) * $8, count(*) filter (where r.reason = 1) * $8, count(*) filter (where r.reason = 2) * $8,
                  count(*) filter (where r.reason = 3) * $8, count(*) filter (where r.reason = 4) * $8
             from ' || source || ' cross join lateral (select case
               when c.opt_in = ''opted_out'' then 1
               when c.blocked_at is not null then 2
               when (not $5 or c.phone_key is null) and not exists (select from contact_identities ci
                 where ci.tenant_id = $1 and ci.contact_id = c.id and ci.kind = $3 and ci.account = $4) then 3
               when $7 is not null and not exists (select from conversations v
                 where v.tenant_id = $1 and v.contact_id = c.id and v.channel_id = $6 and v.window_expires_at > $7) then 4 end as reason) r
            where ' || matches
    into total, opted_out, blocked, no_identity, window_closed
    using me, p_values, p_kind, p_account, p_by_phone, p_channel, p_open_at, p_every, coalesce(few, '{}');
  execute 'select array(select c.id from contacts c where ' || matches || ' order by c.created_at desc, c.id desc limit $3)'
    into sample using me, p_values, p_sample, null::text, null::boolean, null::uuid, null::timestamptz, null::integer, coalesce(few, '{}');
end $function$;

CREATE OR REPLACE FUNCTION public.take_event_stream(p_tenant uuid, p_id uuid, p_credential uuid, p_process uuid, p_credential_max integer, p_tenant_max integer, p_dead_after interval)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  of_credential integer;
  of_tenant integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('event streams of ' || p_tenant, 0));
  delete from event_stream_places e
   where e.tenant_id = p_tenant and e.process_id <> p_process
     and not exists (select from server_processes p where p.id = e.process_id and p.heartbeat_at > clock_timestamp() - p_dead_after);
  select count(*) filter (where e.credential_id = p_credential), count(*) into of_credential, of_tenant
    from event_stream_places e where e.tenant_id = p_tenant;
  if of_credential >= p_credential_max then return 'credential'; end if;
  if of_tenant >= p_tenant_max then return 'tenant'; end if;
  insert into event_stream_places (tenant_id, id, credential_id, process_id, opened_at)
  values (p_tenant, p_id, p_credential, p_process, clock_timestamp());
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.take_rate_limit(p_tenant uuid, p_key uuid, p_cost integer, p_interval interval, p_burst integer, OUT granted integer, OUT ahead_ms double precision)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  used_until timestamptz;
  at timestamptz;
begin
  insert into rate_limits (tenant_id, key_id, tat) values (p_tenant, p_key, clock_timestamp()) on conflict do nothing;
  select r.tat into used_until from rate_limits r where r.tenant_id = p_tenant and r.key_id = p_key for update;
  at := clock_timestamp();
  used_until := greatest(used_until, at);
  granted := least(p_cost, greatest(0, floor(
    extract(epoch from at + p_burst * p_interval - used_until) / extract(epoch from p_interval) + 0.000001)::integer));
  if granted > 0 then
    used_until := used_until + granted * p_interval;
    update rate_limits r set tat = used_until where r.tenant_id = p_tenant and r.key_id = p_key;
  end if;
  ahead_ms := extract(epoch from used_until - at) * 1000;
end $function$;

CREATE OR REPLACE FUNCTION public.throttle_channel(p_tenant uuid, p_channel uuid, p_now timestamp with time zone, p_until timestamp with time zone, p_about_rate boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update channel_pacing p
     set pause_until = greatest(p.pause_until, p_until),
         rate = case when p_about_rate and coalesce(p.pause_until, '-infinity') <= p_now
           then greatest(channel_rate(c.messages_per_second, p.rate, p.rate_at, p_now) / 2, c.messages_per_second / 50.0) else p.rate end,
         rate_at = case when p_about_rate and coalesce(p.pause_until, '-infinity') <= p_now
           then greatest(p.pause_until, p_until) else p.rate_at end
    from channels c
   where p.tenant_id = p_tenant and p.channel_id = p_channel and c.tenant_id = p_tenant and c.id = p_channel
$function$;

CREATE OR REPLACE FUNCTION public.wire_id(prefix text, id uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((prefix || '_'::text) || replace((id)::text, '-'::text, ''::text));

CREATE OR REPLACE FUNCTION public.wire_time(at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN to_char((at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text);


alter function count_audience(p_plan jsonb, p_values text[], p_sample integer, p_every integer, OUT total bigint, OUT sample uuid[]) owner to parley_search;
alter function labelled_conversations(p_label uuid, p_limit integer) owner to parley_search;
alter function list_audience(p_plan jsonb, p_values text[], p_after_at timestamp with time zone, p_after_id uuid, p_limit integer) owner to parley_search;
alter function list_contacts(p_any1 text, p_any2 text, p_phone_key text, p_all text[], p_tag text, p_opt_in text, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer, p_ids uuid[], p_owner uuid, p_owned boolean, p_stage uuid, p_staged boolean, p_blocked boolean) owner to parley_search;
alter function list_deals(p_first text, p_all text[], p_pipeline uuid, p_stage uuid, p_owner uuid, p_unowned boolean, p_contact uuid, p_status text, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer) owner to parley_search;
alter function list_labelled_conversations(p_labels uuid[], p_status text, p_reason text, p_channel uuid, p_contact uuid, p_assignee uuid, p_assigned boolean, p_priority text, p_unread boolean, p_handled text, p_waiting timestamp with time zone, p_sort text, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer, p_division uuid, p_divided boolean, p_viewer uuid, p_viewer_divisions uuid[], p_every uuid[]) owner to parley_search;
alter function list_tickets(p_first text, p_all text[], p_status text, p_priority text, p_category uuid, p_assignee uuid, p_unassigned boolean, p_contact uuid, p_conversation uuid, p_overdue timestamp with time zone, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer, p_division uuid, p_undivided boolean, p_custom jsonb[], p_label text, p_source text, p_viewer uuid, p_viewer_divisions uuid[]) owner to parley_search;
alter function search_contacts(p_words text[], p_limit integer, p_after_likeness real, p_after_id uuid) owner to parley_search;
alter function search_conversations(p_exact text[], p_similar text[], p_beside text[], p_contacts uuid[], p_viewer uuid, p_viewer_divisions uuid[], p_after_at timestamp with time zone, p_after_id uuid, p_limit integer) owner to parley_search;
alter function search_messages(p_exact text[], p_similar text[], p_beside text[], p_channel uuid, p_conversations uuid[], p_since timestamp with time zone, p_until timestamp with time zone, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer) owner to parley_search;
alter function similar_knowledge_terms(p_words text[], p_languages text[]) owner to parley_search;
alter function survey_audience(p_plan jsonb, p_values text[], p_kind text, p_account text, p_by_phone boolean, p_channel uuid, p_open_at timestamp with time zone, p_every integer, p_sample integer, OUT total bigint, OUT opted_out bigint, OUT blocked bigint, OUT no_identity bigint, OUT window_closed bigint, OUT sample uuid[]) owner to parley_search;

grant usage on schema public to parley_app;
grant usage on schema public to parley_backup;
grant create, usage on schema public to parley_owner;
grant create, usage on schema public to parley_search;
grant usage on schema public to parley_worker;
grant usage on schema public to public;
grant insert, select, update on agencies to parley_app;
grant select on agencies to parley_backup;
grant insert, select, update on agency_client_months to parley_app;
grant select on agency_client_months to parley_backup;
grant insert, select, update on agency_clients to parley_app;
grant select on agency_clients to parley_backup;
grant insert, select, update on agency_clients to parley_worker;
grant delete, insert, select, update on agency_domains to parley_app;
grant select on agency_domains to parley_backup;
grant select on agency_domains to parley_worker;
grant insert, select, update on agency_grants to parley_app;
grant select on agency_grants to parley_backup;
grant insert, select on agency_grants to parley_worker;
grant insert, select, update on agency_link_requests to parley_app;
grant select on agency_link_requests to parley_backup;
grant delete, insert, select, update on agency_snapshots to parley_app;
grant select on agency_snapshots to parley_backup;
grant select on agency_snapshots to parley_worker;
grant insert, select, update on agent_settings to parley_app;
grant select on agent_settings to parley_backup;
grant select on agent_settings to parley_worker;
grant delete, insert, select, update on ai_circuits to parley_app;
grant select on ai_circuits to parley_backup;
grant delete, insert, select, update on ai_keys to parley_app;
grant select on ai_keys to parley_backup;
grant insert, select on ai_requests to parley_app;
grant select on ai_requests to parley_backup;
grant delete, select on ai_requests to parley_worker;
grant insert, select on api_key_lookup to parley_app;
grant select on api_key_lookup to parley_backup;
grant insert, select on api_key_lookup to parley_worker;
grant insert, select, update on api_keys to parley_app;
grant select on api_keys to parley_backup;
grant delete, insert, select, update on api_keys to parley_worker;
grant select on apps to parley_app;
grant select on apps to parley_backup;
grant insert, select on apps to parley_worker;
grant insert, select on audit_entries to parley_app;
grant select on audit_entries to parley_backup;
grant insert, select on audit_entries to parley_worker;
grant select on auth_attempts to parley_backup;
grant delete, insert, select, update on auth_attempts to parley_worker;
grant insert, select, update on brand_kits to parley_app;
grant select on brand_kits to parley_backup;
grant select on brand_kits to parley_worker;
grant delete, insert, select, update on broadcast_counts to parley_app;
grant select on broadcast_counts to parley_backup;
grant select on broadcast_counts to parley_worker;
grant delete, insert, select, update on broadcast_recipients to parley_app;
grant select on broadcast_recipients to parley_backup;
grant select on broadcast_recipients to parley_worker;
grant delete, insert, select, update on broadcasts to parley_app;
grant select on broadcasts to parley_backup;
grant select, update on broadcasts to parley_worker;
grant delete, insert, select, update on canned_replies to parley_app;
grant select on canned_replies to parley_backup;
grant select on canned_replies to parley_worker;
grant select on channel_activity to parley_app;
grant select on channel_activity to parley_backup;
grant insert, select, update on channel_activity to parley_worker;
grant insert, select, update on channel_authorizations to parley_app;
grant select on channel_authorizations to parley_backup;
grant delete, select on channel_authorizations to parley_worker;
grant insert, select, update on channel_calling to parley_app;
grant select on channel_calling to parley_backup;
grant insert, select, update on channel_pacing to parley_app;
grant select on channel_pacing to parley_backup;
grant insert, select, update on channel_pacing to parley_worker;
grant delete, select on channel_routes to parley_app;
grant select on channel_routes to parley_backup;
grant select on channel_routes to parley_worker;
grant insert, select, update on channels to parley_app;
grant select on channels to parley_backup;
grant select on channels to parley_worker;
grant delete, insert, select on chatbot_channels to parley_app;
grant select on chatbot_channels to parley_backup;
grant insert, select, update on chatbot_evaluation_runs to parley_app;
grant select on chatbot_evaluation_runs to parley_backup;
grant select, update on chatbot_evaluation_runs to parley_worker;
grant delete, insert, select, update on chatbot_evaluations to parley_app;
grant select on chatbot_evaluations to parley_backup;
grant insert, select, update on chatbot_sessions to parley_app;
grant select on chatbot_sessions to parley_backup;
grant select, update on chatbot_sessions to parley_worker;
grant delete, insert, select on chatbot_turn_days to parley_app;
grant select on chatbot_turn_days to parley_backup;
grant insert, select on chatbot_turns to parley_app;
grant select on chatbot_turns to parley_backup;
grant select on chatbot_turns to parley_worker;
grant insert, select, update on chatbots to parley_app;
grant select on chatbots to parley_backup;
grant select on chatbots to parley_worker;
grant insert, select, update on client_charges to parley_app;
grant select on client_charges to parley_backup;
grant delete, select, update on client_charges to parley_worker;
grant insert, select, update on contact_activities to parley_app;
grant select on contact_activities to parley_backup;
grant select on contact_activities to parley_worker;
grant delete, insert, select, update on contact_export_chunks to parley_app;
grant select on contact_export_chunks to parley_backup;
grant select on contact_export_chunks to parley_worker;
grant insert, select, update on contact_exports to parley_app;
grant select on contact_exports to parley_backup;
grant select, update on contact_exports to parley_worker;
grant delete, insert, select, update on contact_fields to parley_app;
grant select on contact_fields to parley_backup;
grant select on contact_fields to parley_worker;
grant delete, insert, select, update on contact_identities to parley_app;
grant select on contact_identities to parley_backup;
grant select on contact_identities to parley_search;
grant select on contact_identities to parley_worker;
grant delete, insert, select, update on contact_import_chunks to parley_app;
grant select on contact_import_chunks to parley_backup;
grant select on contact_import_chunks to parley_worker;
grant insert, select, update on contact_import_rows to parley_app;
grant select on contact_import_rows to parley_backup;
grant select on contact_import_rows to parley_worker;
grant delete, insert, select, update on contact_imports to parley_app;
grant select on contact_imports to parley_backup;
grant select, update on contact_imports to parley_worker;
grant insert, select, update on contact_merge_dismissals to parley_app;
grant select on contact_merge_dismissals to parley_backup;
grant select on contact_merge_dismissals to parley_worker;
grant insert, select, update on contact_merges to parley_app;
grant select on contact_merges to parley_backup;
grant select on contact_merges to parley_worker;
grant delete, insert, select, update on contact_moves to parley_app;
grant select on contact_moves to parley_backup;
grant select on contact_moves to parley_worker;
grant delete, insert, select, update on contact_tag_changes to parley_app;
grant select on contact_tag_changes to parley_backup;
grant select on contact_tag_changes to parley_worker;
grant delete, insert, select, update on contacts to parley_app;
grant select on contacts to parley_backup;
grant select on contacts to parley_search;
grant select on contacts to parley_worker;
grant insert, select on conversation_activities to parley_app;
grant select on conversation_activities to parley_backup;
grant select on conversation_activities to parley_worker;
grant insert, select, update on conversation_sla to parley_app;
grant select on conversation_sla to parley_backup;
grant select on conversation_sla to parley_worker;
grant delete, insert, select, update on conversations to parley_app;
grant select on conversations to parley_backup;
grant select on conversations to parley_search;
grant select on conversations to parley_worker;
grant insert, select, update on csat_surveys to parley_app;
grant select on csat_surveys to parley_backup;
grant select on csat_surveys to parley_worker;
grant insert, select, update on deal_stage_history to parley_app;
grant select on deal_stage_history to parley_backup;
grant select on deal_stage_history to parley_worker;
grant delete, insert, select, update on deals to parley_app;
grant select on deals to parley_backup;
grant select on deals to parley_search;
grant select on deals to parley_worker;
grant delete, insert, select, update on divisions to parley_app;
grant select on divisions to parley_backup;
grant select on divisions to parley_worker;
grant delete, insert, select on domain_hosts to parley_app;
grant select on domain_hosts to parley_backup;
grant select on domain_hosts to parley_worker;
grant select on email_link_requests to parley_backup;
grant delete, insert, select, update on email_link_requests to parley_worker;
grant insert, select, update on entitlement_months to parley_app;
grant select on entitlement_months to parley_backup;
grant delete, insert, select, update on entitlements to parley_app;
grant select on entitlements to parley_backup;
grant select, update on entitlements to parley_worker;
grant select on event_cursors to parley_backup;
grant delete, insert, select, update on event_cursors to parley_worker;
grant insert, select on event_log to parley_app;
grant select on event_log to parley_backup;
grant delete, select on event_log to parley_worker;
grant delete, insert, select, update on event_stream_places to parley_worker;
grant delete, insert, select, update on faq_import_rows to parley_app;
grant select on faq_import_rows to parley_backup;
grant delete, insert, select, update on faq_imports to parley_app;
grant select on faq_imports to parley_backup;
grant select, update on faq_imports to parley_worker;
grant insert, select, update on flow_books to parley_app;
grant select on flow_books to parley_backup;
grant select on flow_books to parley_worker;
grant insert, select, update on flow_fronts to parley_app;
grant select on flow_fronts to parley_backup;
grant select on flow_fronts to parley_worker;
grant delete, insert, select, update on flow_hooks to parley_app;
grant select on flow_hooks to parley_backup;
grant select on flow_hooks to parley_worker;
grant delete, insert, select, update on flow_requests to parley_app;
grant select on flow_requests to parley_backup;
grant select, update on flow_requests to parley_worker;
grant insert, select on flow_run_steps to parley_app;
grant select on flow_run_steps to parley_backup;
grant delete, insert, select, update on flow_runs to parley_app;
grant select on flow_runs to parley_backup;
grant select, update on flow_runs to parley_worker;
grant insert, select, update on flow_schedules to parley_app;
grant select on flow_schedules to parley_backup;
grant select, update on flow_schedules to parley_worker;
grant delete, insert, select, update on flow_secrets to parley_app;
grant select on flow_secrets to parley_backup;
grant delete, insert, select, update on flow_starts to parley_app;
grant select on flow_starts to parley_backup;
grant insert, select on flow_versions to parley_app;
grant select on flow_versions to parley_backup;
grant select on flow_versions to parley_worker;
grant delete, insert, select, update on flows to parley_app;
grant select on flows to parley_backup;
grant select on flows to parley_worker;
grant delete, insert, select, update on form_submissions to parley_app;
grant select on form_submissions to parley_backup;
grant select, update on form_submissions to parley_worker;
grant insert, select, update on gateway_settings to parley_app;
grant select on gateway_settings to parley_backup;
grant select on gateway_settings to parley_worker;
grant delete, insert, select, update on idempotency_keys to parley_app;
grant select on idempotency_keys to parley_backup;
grant delete, insert, select, update on idempotency_keys to parley_worker;
grant insert, select, update on inbound_events to parley_app;
grant select on inbound_events to parley_backup;
grant delete, insert, select, update on inbound_events to parley_worker;
grant select on installation to parley_backup;
grant insert, select, update on installation to parley_worker;
grant insert, select, update on invitations to parley_app;
grant select on invitations to parley_backup;
grant insert, select, update on invitations to parley_worker;
grant delete, insert, select, update on knowledge_categories to parley_app;
grant select on knowledge_categories to parley_backup;
grant select on knowledge_categories to parley_worker;
grant delete, insert, select, update on knowledge_chunks to parley_app;
grant select on knowledge_chunks to parley_backup;
grant select on knowledge_chunks to parley_worker;
grant delete, insert, select, update on knowledge_documents to parley_app;
grant select on knowledge_documents to parley_backup;
grant select on knowledge_documents to parley_worker;
grant delete, insert, select, update on knowledge_faqs to parley_app;
grant select on knowledge_faqs to parley_backup;
grant select on knowledge_faqs to parley_worker;
grant delete, insert, select, update on knowledge_jobs to parley_app;
grant select on knowledge_jobs to parley_backup;
grant select, update on knowledge_jobs to parley_worker;
grant delete, insert, select, update on knowledge_postings to parley_app;
grant select on knowledge_postings to parley_backup;
grant select on knowledge_postings to parley_worker;
grant delete, insert, select, update on knowledge_questions to parley_app;
grant select on knowledge_questions to parley_backup;
grant delete, select on knowledge_questions to parley_worker;
grant delete, insert, select, update on knowledge_searches to parley_app;
grant select on knowledge_searches to parley_backup;
grant delete, select on knowledge_searches to parley_worker;
grant delete, insert, select, update on knowledge_sources to parley_app;
grant select on knowledge_sources to parley_backup;
grant select on knowledge_sources to parley_worker;
grant delete, insert, select, update on knowledge_vocabulary to parley_app;
grant select on knowledge_vocabulary to parley_backup;
grant select on knowledge_vocabulary to parley_search;
grant delete, select on knowledge_vocabulary to parley_worker;
grant delete, insert, select, update on labels to parley_app;
grant select on labels to parley_backup;
grant select on labels to parley_worker;
grant delete, insert, select, update on landing_pages to parley_app;
grant select on landing_pages to parley_backup;
grant select on landing_pages to parley_worker;
grant insert, select on ledger_entries to parley_app;
grant select on ledger_entries to parley_backup;
grant delete, insert, select, update on login_links to parley_app;
grant select on login_links to parley_backup;
grant delete, select on login_links to parley_worker;
grant delete, insert, select, update on macros to parley_app;
grant select on macros to parley_backup;
grant select on macros to parley_worker;
grant insert, select on mails to parley_app;
grant select on mails to parley_backup;
grant delete, insert, select, update on mails to parley_worker;
grant select on maintenance_runs to parley_backup;
grant delete, insert, select, update on maintenance_runs to parley_worker;
grant delete, insert, select, update on media to parley_app;
grant select on media to parley_backup;
grant select on media to parley_worker;
grant delete, insert, select, update on media_contents to parley_app;
grant select on media_contents to parley_backup;
grant select on media_contents to parley_worker;
grant delete, insert, select, update on media_fetches to parley_app;
grant select on media_fetches to parley_backup;
grant select, update on media_fetches to parley_worker;
grant select on members to parley_app;
grant select on members to parley_backup;
grant insert, select, update on members to parley_worker;
grant insert, select, update on message_search to parley_app;
grant select on message_search to parley_backup;
grant select on message_search to parley_search;
grant select on message_search to parley_worker;
grant delete, insert, select, update on messages to parley_app;
grant select on messages to parley_backup;
grant select on messages to parley_worker;
grant select on metric_contact_days to parley_app;
grant select on metric_contact_days to parley_backup;
grant insert, select, update on metric_contact_days to parley_worker;
grant select on metric_conversations to parley_backup;
grant insert, select, update on metric_conversations to parley_worker;
grant select on metric_rollups to parley_app;
grant select on metric_rollups to parley_backup;
grant insert, select, update on metric_rollups to parley_worker;
grant insert, select, update on notifications to parley_app;
grant select on notifications to parley_backup;
grant select on notifications to parley_worker;
grant delete, insert, select, update on orders to parley_app;
grant select on orders to parley_backup;
grant select on orders to parley_worker;
grant select on organization_erasures to parley_app;
grant select on organization_erasures to parley_backup;
grant insert, select, update on organization_erasures to parley_worker;
grant delete, insert, select, update on organization_export_pieces to parley_app;
grant select on organization_export_pieces to parley_backup;
grant select on organization_export_pieces to parley_worker;
grant select, update on organization_exports to parley_app;
grant select on organization_exports to parley_backup;
grant insert, select, update on organization_exports to parley_worker;
grant delete, insert, select, update on outbound_dispatches to parley_app;
grant select on outbound_dispatches to parley_backup;
grant delete, insert, select, update on outbound_dispatches to parley_worker;
grant select on password_reset_requests to parley_backup;
grant delete, insert, select, update on password_reset_requests to parley_worker;
grant select on password_reset_tokens to parley_backup;
grant delete, insert, select, update on password_reset_tokens to parley_worker;
grant insert, select, update on payment_requests to parley_app;
grant select on payment_requests to parley_backup;
grant select, update on payment_requests to parley_worker;
grant delete, insert, select, update on phone_numbers to parley_app;
grant select on phone_numbers to parley_backup;
grant delete, insert, select, update on pipeline_stages to parley_app;
grant select on pipeline_stages to parley_backup;
grant insert, select on pipeline_stages to parley_worker;
grant delete, insert, select, update on pipelines to parley_app;
grant select on pipelines to parley_backup;
grant insert, select on pipelines to parley_worker;
grant delete, insert, select, update on pricing to parley_app;
grant select on pricing to parley_backup;
grant select on pricing to parley_worker;
grant delete, insert, select, update on privacy_export_chunks to parley_app;
grant select on privacy_export_chunks to parley_backup;
grant select on privacy_export_chunks to parley_worker;
grant insert, select, update on privacy_requests to parley_app;
grant select on privacy_requests to parley_backup;
grant select, update on privacy_requests to parley_worker;
grant delete, insert, select, update on privacy_traces to parley_app;
grant select on privacy_traces to parley_backup;
grant select on privacy_traces to parley_worker;
grant delete, insert, select, update on profile_fetches to parley_app;
grant select on profile_fetches to parley_backup;
grant select, update on profile_fetches to parley_worker;
grant delete, insert, select, update on public_files to parley_app;
grant select on public_files to parley_backup;
grant select on public_files to parley_worker;
grant insert, select on push_messages to parley_app;
grant select on push_messages to parley_backup;
grant delete, insert, select, update on push_messages to parley_worker;
grant select on push_subscriptions to parley_app;
grant select on push_subscriptions to parley_backup;
grant delete, insert, select, update on push_subscriptions to parley_worker;
grant select on queue_hours to parley_backup;
grant delete, insert, select on queue_hours to parley_worker;
grant insert, select, update on rate_limits to parley_app;
grant delete, insert, select, update on rate_limits to parley_worker;
grant select on request_logs to parley_app;
grant select on request_logs to parley_backup;
grant delete, insert, select on request_logs to parley_worker;
grant insert, select, update on reservations to parley_app;
grant select on reservations to parley_backup;
grant delete, select on reservations to parley_worker;
grant insert, select, update on retention_settings to parley_app;
grant select on retention_settings to parley_backup;
grant select on retention_settings to parley_worker;
grant select on scheduled_jobs to parley_backup;
grant insert, select, update on scheduled_jobs to parley_worker;
grant select on schema_files to public;
grant select on schema_migrations to public;
grant delete, insert, select, update on segments to parley_app;
grant select on segments to parley_backup;
grant select on segments to parley_worker;
grant select on server_processes to parley_backup;
grant delete, insert, select, update on server_processes to parley_worker;
grant select on shared_routes to parley_app;
grant select on shared_routes to parley_backup;
grant select on shared_routes to parley_worker;
grant delete, insert, select, update on signup_forms to parley_app;
grant select on signup_forms to parley_backup;
grant select on signup_forms to parley_worker;
grant insert, select on sla_outcomes to parley_app;
grant select on sla_outcomes to parley_backup;
grant delete, select, update on sla_outcomes to parley_worker;
grant insert, select, update on sla_policies to parley_app;
grant select on sla_policies to parley_backup;
grant select on sla_policies to parley_worker;
grant select, update on snapshot_applications to parley_app;
grant select on snapshot_applications to parley_backup;
grant insert, select, update on snapshot_applications to parley_worker;
grant select, update on subscriptions to parley_app;
grant select on subscriptions to parley_backup;
grant insert, select on subscriptions to parley_worker;
grant delete, insert, select, update on telephony_accounts to parley_app;
grant select on telephony_accounts to parley_backup;
grant select on telephony_accounts to parley_worker;
grant insert, select, update on templates to parley_app;
grant select on templates to parley_backup;
grant select on templates to parley_worker;
grant insert, select, update on tenant_counters to parley_app;
grant select on tenant_counters to parley_backup;
grant select on tenant_counters to parley_worker;
grant insert, select on tenant_keys to parley_app;
grant select on tenant_keys to parley_backup;
grant delete, insert, select, update on tenant_keys to parley_worker;
grant select on tenants to parley_app;
grant select on tenants to parley_backup;
grant insert, select, update on tenants to parley_worker;
grant delete, insert, select on ticket_activity to parley_app;
grant select on ticket_activity to parley_backup;
grant select on ticket_activity to parley_worker;
grant delete, insert, select, update on ticket_categories to parley_app;
grant select on ticket_categories to parley_backup;
grant select on ticket_categories to parley_worker;
grant delete, insert, select, update on ticket_fields to parley_app;
grant select on ticket_fields to parley_backup;
grant select on ticket_fields to parley_worker;
grant insert, select, update on ticket_sla to parley_app;
grant select on ticket_sla to parley_backup;
grant select on ticket_sla to parley_worker;
grant delete, insert, select, update on tickets to parley_app;
grant select on tickets to parley_backup;
grant select on tickets to parley_search;
grant select on tickets to parley_worker;
grant select on usage_contacts to parley_backup;
grant delete, insert, select on usage_contacts to parley_worker;
grant insert, select, update on usage_months to parley_app;
grant select on usage_months to parley_backup;
grant insert, select, update on usage_months to parley_worker;
grant select on usage_periods to parley_app;
grant select on usage_periods to parley_backup;
grant delete, insert, select, update on usage_periods to parley_worker;
grant select on user_backup_codes to parley_backup;
grant delete, insert, select, update on user_backup_codes to parley_worker;
grant select on user_email_proofs to parley_backup;
grant delete, insert, select, update on user_email_proofs to parley_worker;
grant select on user_second_factors to parley_backup;
grant delete, insert, select, update on user_second_factors to parley_worker;
grant select on user_sessions to parley_backup;
grant delete, insert, select, update on user_sessions to parley_worker;
grant select on users to parley_backup;
grant delete, insert, select, update on users to parley_worker;
grant delete, insert, select, update on views to parley_app;
grant select on views to parley_backup;
grant select on views to parley_worker;
grant insert, select, update on voice_agents to parley_app;
grant select on voice_agents to parley_backup;
grant insert, select, update on voice_call_turns to parley_app;
grant select on voice_call_turns to parley_backup;
grant delete, insert, select, update on voice_calls to parley_app;
grant select on voice_calls to parley_backup;
grant delete, select on voice_calls to parley_worker;
grant insert, select, update on voice_channel_calls to parley_app;
grant select on voice_channel_calls to parley_backup;
grant select on voice_channel_calls to parley_worker;
grant delete, insert, select on voice_recording_pieces to parley_app;
grant select on voice_recording_pieces to parley_backup;
grant delete, insert, select, update on voice_recordings to parley_app;
grant select on voice_recordings to parley_backup;
grant select on voice_recordings to parley_worker;
grant delete, insert, select on webhook_attempts to parley_app;
grant select on webhook_attempts to parley_backup;
grant delete, insert, select on webhook_attempts to parley_worker;
grant delete, insert, select, update on webhook_deliveries to parley_app;
grant select on webhook_deliveries to parley_backup;
grant delete, insert, select, update on webhook_deliveries to parley_worker;
grant delete, insert, select, update on webhook_endpoints to parley_app;
grant select on webhook_endpoints to parley_backup;
grant delete, select, update on webhook_endpoints to parley_worker;
grant select on webhook_paces to parley_app;
grant select on webhook_paces to parley_backup;
grant delete, insert, select, update on webhook_paces to parley_worker;
grant delete, insert, select, update on webhook_replays to parley_app;
grant select on webhook_replays to parley_backup;
grant delete, insert, select, update on webhook_replays to parley_worker;
grant update on apps (agency_id) to parley_app;
grant update on apps (agency_id) to parley_worker;
grant update on apps (allow_negative) to parley_app;
grant update on apps (balance) to parley_app;
grant update on apps (billing_mode) to parley_app;
grant update on apps (billing_mode) to parley_worker;
grant update on apps (entries) to parley_app;
grant update on apps (held_by) to parley_app;
grant update on apps (is_active) to parley_app;
grant update on apps (low_since) to parley_app;
grant update on apps (low_threshold) to parley_app;
grant update on apps (markup_percent) to parley_app;
grant update on apps (markup_percent) to parley_worker;
grant update on apps (messages_limited) to parley_app;
grant update on apps (reserved) to parley_app;
grant update on apps (terms_updated_at) to parley_app;
grant update on apps (updated_at) to parley_app;
grant insert on channel_routes (channel_id) to parley_app;
grant insert on channel_routes (external_id) to parley_app;
grant insert on channel_routes (kind) to parley_app;
grant update on channel_routes (loss_untold) to parley_app;
grant insert on channel_routes (route_by) to parley_app;
grant insert on channel_routes (tenant_id) to parley_app;
grant update on flow_versions (grant_id) to parley_app;
grant update on mails (attempts) to parley_app;
grant update on mails (error) to parley_app;
grant update on mails (run_at) to parley_app;
grant update on mails (state) to parley_app;
grant update on members (access_version) to parley_app;
grant update on members (availability) to parley_app;
grant update on members (avatar_url) to parley_app;
grant update on members (channel_ids) to parley_app;
grant update on members (division_ids) to parley_app;
grant update on members (languages) to parley_app;
grant update on members (last_assigned_at) to parley_app;
grant update on members (last_seen_at) to parley_app;
grant update on members (max_open_conversations) to parley_app;
grant update on members (name) to parley_app;
grant update on members (own_status) to parley_app;
grant update on members (role) to parley_app;
grant update on members (signature) to parley_app;
grant update on members (skills) to parley_app;
grant update on members (status) to parley_app;
grant update on members (stay) to parley_app;
grant update on members (updated_at) to parley_app;
grant update on messages (attempted_at) to parley_worker;
grant update on messages (status) to parley_worker;
grant update on organization_erasures (deaths) to parley_app;
grant update on organization_erasures (lease_until) to parley_app;
grant update on organization_erasures (run_at) to parley_app;
grant update on organization_erasures (state) to parley_app;
grant update on organization_export_pieces (remove_at) to parley_worker;
grant update on push_messages (attempts) to parley_app;
grant update on push_messages (error) to parley_app;
grant update on push_messages (run_at) to parley_app;
grant update on push_messages (state) to parley_app;
grant update on push_subscriptions (language) to parley_app;
grant update on tenants (name) to parley_app;
grant update on tenants (settings) to parley_app;
grant update on tenants (suspended_at) to parley_app;
grant update on tenants (updated_at) to parley_app;
grant update on voice_calls (dial_at) to parley_worker;
grant update on voice_calls (lease_until) to parley_worker;
grant update on voice_calls (summary_attempts) to parley_worker;
grant update on voice_calls (summary_run_at) to parley_worker;
grant update on voice_channel_calls (release_at) to parley_worker;
grant update on voice_channel_calls (release_attempts) to parley_worker;
grant update on voice_channel_calls (ring_at) to parley_worker;
grant update on voice_recordings (attempts) to parley_worker;
grant update on voice_recordings (run_at) to parley_worker;
grant execute on function absorb_echo(p_tenant uuid, p_now timestamp with time zone, p_message uuid, p_echo uuid, p_event uuid) to parley_app;
grant execute on function accept_outbound(p_tenant uuid, p_now timestamp with time zone, p_items jsonb) to parley_app;
grant execute on function apply_statuses(p_tenant uuid, p_now timestamp with time zone, p_items jsonb) to parley_app;
grant execute on function audience_predicate(p jsonb) to parley_search;
grant execute on function blank_audit_entry(p_id uuid, p_changes jsonb) to parley_app;
grant execute on function change_identity(p_tenant uuid, p_now timestamp with time zone, p_at timestamp with time zone, p_kind text, p_identity uuid, p_address text, p_key text, p_user text, p_event uuid, p_note uuid, p_told uuid) to parley_app;
grant execute on function channel_rate(p_configured integer, p_rate double precision, p_rate_at timestamp with time zone, p_now timestamp with time zone) to parley_app;
grant execute on function channel_rate(p_configured integer, p_rate double precision, p_rate_at timestamp with time zone, p_now timestamp with time zone) to parley_worker;
grant execute on function claim_outbound(p_now timestamp with time zone, p_lease_until timestamp with time zone, p_max integer, p_slice_ms integer, p_claim uuid, p_bulk_max integer) to parley_worker;
grant execute on function complete_sends(p_tenant uuid, p_now timestamp with time zone, p_items jsonb) to parley_app;
grant execute on function contact_likeness(p_words text[], p_text text) to parley_app;
grant execute on function contact_likeness(p_words text[], p_text text) to parley_search;
grant execute on function count_audience(p_plan jsonb, p_values text[], p_sample integer, p_every integer, OUT total bigint, OUT sample uuid[]) to parley_app;
grant execute on function erase_tenant_rows(p_tenant uuid, p_table text, p_limit integer) to parley_worker;
grant execute on function judge_outbound(p_tenant uuid, p_now timestamp with time zone, p_items jsonb, p_replays integer[]) to parley_app;
grant execute on function knowledge_lexemes(p_config regconfig, p_text text) to public;
grant execute on function label_key(name text) to public;
grant execute on function labelled_conversations(p_label uuid, p_limit integer) to parley_app;
grant execute on function list_audience(p_plan jsonb, p_values text[], p_after_at timestamp with time zone, p_after_id uuid, p_limit integer) to parley_app;
grant execute on function list_contacts(p_any1 text, p_any2 text, p_phone_key text, p_all text[], p_tag text, p_opt_in text, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer, p_ids uuid[], p_owner uuid, p_owned boolean, p_stage uuid, p_staged boolean, p_blocked boolean) to parley_app;
grant execute on function list_deals(p_first text, p_all text[], p_pipeline uuid, p_stage uuid, p_owner uuid, p_unowned boolean, p_contact uuid, p_status text, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer) to parley_app;
grant execute on function list_labelled_conversations(p_labels uuid[], p_status text, p_reason text, p_channel uuid, p_contact uuid, p_assignee uuid, p_assigned boolean, p_priority text, p_unread boolean, p_handled text, p_waiting timestamp with time zone, p_sort text, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer, p_division uuid, p_divided boolean, p_viewer uuid, p_viewer_divisions uuid[], p_every uuid[]) to parley_app;
grant execute on function list_tickets(p_first text, p_all text[], p_status text, p_priority text, p_category uuid, p_assignee uuid, p_unassigned boolean, p_contact uuid, p_conversation uuid, p_overdue timestamp with time zone, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer, p_division uuid, p_undivided boolean, p_custom jsonb[], p_label text, p_source text, p_viewer uuid, p_viewer_divisions uuid[]) to parley_app;
grant execute on function message_preview(p_text text, p_content jsonb) to public;
grant execute on function message_status_rank(status text) to public;
grant execute on function move_address(p_tenant uuid, p_now timestamp with time zone, p_at timestamp with time zone, p_kind text, p_identity uuid, p_contact uuid, p_user text, p_address text, p_key text, p_event uuid, p_note uuid) to parley_app;
grant execute on function one_expected(n integer) to public;
grant execute on function outbound_counts(p_tenant uuid, p_channel uuid, p_identity uuid, p_window_end timestamp with time zone, OUT answered boolean, OUT total integer, OUT in_silence integer) to parley_app;
grant execute on function prove_route(p_tenant uuid, p_channel uuid, p_by text, p_proof text, p_claimed_at timestamp with time zone, p_asked_at timestamp with time zone) to parley_app;
grant execute on function purge_audit_entries(p_before timestamp with time zone, p_limit integer) to parley_app;
grant execute on function receive_messages(p_tenant uuid, p_now timestamp with time zone, p_items jsonb) to parley_app;
grant execute on function recipient_rank(status text) to public;
grant execute on function release_address(p_tenant uuid, p_now timestamp with time zone, p_at timestamp with time zone, p_kind text, p_account text, p_key text, p_user text, p_contact uuid, p_event uuid, p_note uuid) to parley_app;
grant execute on function renew_sends(p_lease_until timestamp with time zone, p_items jsonb) to parley_worker;
grant execute on function resolve_identity(p_tenant uuid, p_now timestamp with time zone, p_at timestamp with time zone, p_kind text, p_account text, p_address text, p_key text, p_user text, p_name text, p_username text, p_cid uuid, p_cnt uuid, p_made uuid, p_lost uuid, p_told uuid, p_source text, OUT identity_id uuid, OUT contact_id uuid) to parley_app;
grant execute on function return_claims(p_claims uuid[]) to parley_worker;
grant execute on function search_contacts(p_words text[], p_limit integer, p_after_likeness real, p_after_id uuid) to parley_app;
grant execute on function search_conversations(p_exact text[], p_similar text[], p_beside text[], p_contacts uuid[], p_viewer uuid, p_viewer_divisions uuid[], p_after_at timestamp with time zone, p_after_id uuid, p_limit integer) to parley_app;
grant execute on function search_messages(p_exact text[], p_similar text[], p_beside text[], p_channel uuid, p_conversations uuid[], p_since timestamp with time zone, p_until timestamp with time zone, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer) to parley_app;
grant execute on function send_broadcast(p_tenant uuid, p_now timestamp with time zone, p_items jsonb) to parley_app;
grant execute on function show_reactions(p_tenant uuid, p_messages uuid[]) to parley_app;
grant execute on function similar_knowledge_terms(p_words text[], p_languages text[]) to parley_app;
grant execute on function survey_audience(p_plan jsonb, p_values text[], p_kind text, p_account text, p_by_phone boolean, p_channel uuid, p_open_at timestamp with time zone, p_every integer, p_sample integer, OUT total bigint, OUT opted_out bigint, OUT blocked bigint, OUT no_identity bigint, OUT window_closed bigint, OUT sample uuid[]) to parley_app;
grant execute on function take_event_stream(p_tenant uuid, p_id uuid, p_credential uuid, p_process uuid, p_credential_max integer, p_tenant_max integer, p_dead_after interval) to parley_worker;
grant execute on function take_rate_limit(p_tenant uuid, p_key uuid, p_cost integer, p_interval interval, p_burst integer, OUT granted integer, OUT ahead_ms double precision) to parley_worker;
grant execute on function throttle_channel(p_tenant uuid, p_channel uuid, p_now timestamp with time zone, p_until timestamp with time zone, p_about_rate boolean) to parley_worker;
grant execute on function wire_id(prefix text, id uuid) to public;
grant execute on function wire_time(at timestamp with time zone) to public;
