-- Events and metrics: the event log, webhooks, and rollups of the log. Metrics are added up from the event log, so that no report reads
-- history. One reader of the log writes them as the cross-tenant worker, in the transaction that advances its cursor; the tenant reads
-- them. See docs/subsystems/events/events.md, docs/subsystems/events/webhooks.md and docs/subsystems/events/metrics.md.

-- The one source for webhooks, the live stream, flows and the chatbot. Written in the transaction of the change. Read in the order (xid,
-- id) below the oldest running transaction: a plain sequence would skip rows of transactions that commit late
-- (docs/subsystems/events/events.md).
create table event_log (
  tenant_id        uuid not null references tenants,
  id               uuid not null,
  xid              xid8 not null default pg_current_xact_id(),
  type             text not null,
  channel_id       uuid,
  conversation_id  uuid,
  data             json not null,
  created_at       timestamptz not null,
  -- The cause of an event, if a flow caused it: { depth, runId }. A run sets it for its transaction, so that every event written in it
  -- carries it, whichever code writes the event.
  origin           json default nullif(current_setting('app.origin', true), '')::json,
  primary key (tenant_id, id)
);
create index event_log_order on event_log (xid, id);
create index event_log_tenant_order on event_log (tenant_id, xid, id);
-- Append-only for the application; only the worker's retention deletes.
grant select, insert on event_log to parley_app;
grant select, delete on event_log to parley_worker;

-- How far each consumer of the whole log has read.
create table event_cursors (
  consumer    text primary key,
  xid         xid8 not null,
  event_id    uuid not null,
  updated_at  timestamptz not null
);
grant select, insert, update, delete on event_cursors to parley_worker;

create table webhook_endpoints (
  tenant_id                   uuid not null references tenants,
  id                          uuid not null,
  url                         text not null check (length(url) <= 2048),
  events                      text[] not null,
  description                 text,
  channel_ids                 uuid[],
  status                      text not null check (status in ('active', 'paused', 'disabled')),
  disabled_reason             text,
  secret                      bytea not null,
  previous_secret             bytea,
  previous_secret_expires_at  timestamptz,
  -- Start of the failures in a row that may lead to automatic disabling; cleared by any success.
  failing_since               timestamptz,
  failure_count               integer not null default 0,
  last_success_at             timestamptz,
  notified_at                 timestamptz,
  -- The transaction that created it: it gets the events of later ones. Transactions are compared instead of times, because the clocks of
  -- two processes may differ while their transactions have one order.
  created_xid                 xid8 not null default pg_current_xact_id(),
  created_at                  timestamptz not null,
  updated_at                  timestamptz not null,
  -- Disappears for its owner at once; the worker removes its deliveries in small steps, then the row.
  deleted_at                  timestamptz,
  -- Additional headers, the signature, the rate, the filter, and whether failures were reported. See docs/subsystems/events/webhooks.md.
  -- `headers` is a JSON object of names and values, sealed, because values may be credentials; the names are shown.
  headers                     bytea,
  header_names                text[] not null default '{}',
  max_per_second              integer check (max_per_second between 1 and 1000),
  -- Conditions on an event's data, all of which must hold.
  filter                      jsonb not null default '[]' check (jsonb_typeof(filter) = 'array'),
  signature_scheme            text not null default 'hmac-sha256' check (signature_scheme in ('hmac-sha256', 'ed25519')),
  -- For Ed25519: the private keys sealed, the public ones as they are shown.
  signing_key                 bytea,
  public_key                  text,
  previous_signing_key        bytea,
  previous_public_key         text,
  -- The failures in a row that were reported; cleared with them.
  alerted_at                  timestamptz,
  -- A report still to be sent by a worker in the tenant's own transaction.
  alert                       text check (alert in ('failing', 'disabled')),
  primary key (tenant_id, id),
  constraint webhook_endpoints_signing_key check ((signing_key is null) = (public_key is null))
);
create index webhook_endpoints_list on webhook_endpoints (tenant_id, created_at desc, id desc) where deleted_at is null;
create index webhook_endpoints_deleted on webhook_endpoints (deleted_at) where deleted_at is not null;
create index webhook_endpoints_alert on webhook_endpoints (tenant_id, id) where alert is not null;
grant select, insert, update, delete on webhook_endpoints to parley_app;
grant select, update, delete on webhook_endpoints to parley_worker;

create table webhook_deliveries (
  tenant_id     uuid not null,
  id            uuid not null,
  endpoint_id   uuid not null,
  event_id      uuid not null,
  event_type    text not null,
  -- Set for deliveries created by a person (a retry is the same row; a replay creates new ones).
  replay_id     uuid,
  state         text not null check (state in ('ready', 'leased', 'delivered', 'failed', 'skipped')),
  attempts      smallint not null default 0,
  run_at        timestamptz not null,
  lease_until   timestamptz,
  last_status   smallint,
  last_error    text,
  created_at    timestamptz not null,
  completed_at  timestamptz,
  holder        integer,
  deaths        smallint not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints (tenant_id, id) on delete cascade,
  foreign key (tenant_id, event_id) references event_log (tenant_id, id) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
-- One delivery per endpoint and event, however often the fan-out runs; a replay adds its own.
create unique index webhook_deliveries_once on webhook_deliveries (tenant_id, endpoint_id, event_id)
  where replay_id is null;
create unique index webhook_deliveries_replayed on webhook_deliveries (tenant_id, endpoint_id, replay_id, event_id)
  where replay_id is not null;
create index webhook_deliveries_ready on webhook_deliveries (tenant_id, endpoint_id, run_at, id) where state = 'ready';
create index webhook_deliveries_leased on webhook_deliveries (lease_until) where state = 'leased';
-- These two deliberately do not begin with tenant_id. The foreign-key check of webhook_attempts is planned while the table is small, and
-- then an index on (tenant_id, anything) costs the same as the primary key: PostgreSQL took it, kept the plan until the first ANALYZE and
-- read all rows of the tenant per attempt (400 attempts: 9 s instead of 35 ms, measured).
create index webhook_deliveries_list on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_event on webhook_deliveries (event_id);
create index webhook_deliveries_age on webhook_deliveries (created_at);
create index webhook_deliveries_by_id on webhook_deliveries (id);
create index webhook_deliveries_failed on webhook_deliveries (tenant_id, id) where state = 'failed';
create index webhook_deliveries_done on webhook_deliveries (completed_at) where state = 'delivered';
grant select, insert, update, delete on webhook_deliveries to parley_app;
grant select, insert, update, delete on webhook_deliveries to parley_worker;

create table webhook_attempts (
  tenant_id        uuid not null,
  id               uuid not null,
  delivery_id      uuid not null,
  attempt          smallint not null,
  started_at       timestamptz not null,
  duration_ms      integer not null,
  response_status  smallint,
  response_body    text,
  error_kind       text,
  error            text,
  address          text,
  primary key (tenant_id, id),
  foreign key (tenant_id, delivery_id) references webhook_deliveries (tenant_id, id) on delete cascade
);
create index webhook_attempts_delivery on webhook_attempts (tenant_id, delivery_id, attempt);
grant select, insert, delete on webhook_attempts to parley_app;
grant select, insert, delete on webhook_attempts to parley_worker;

-- A request to deliver past events again; a worker turns it into deliveries step by step.
create table webhook_replays (
  tenant_id    uuid not null,
  id           uuid not null,
  endpoint_id  uuid not null,
  since        timestamptz not null,
  until        timestamptz not null,
  state        text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit', 'done', 'cancelled')),
  attempts     smallint not null default 0,
  -- Its position in the log.
  after_id     uuid,
  created      integer not null default 0,
  run_at       timestamptz not null,
  lease_until  timestamptz,
  created_at   timestamptz not null,
  holder       integer,
  deaths       smallint not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints (tenant_id, id) on delete cascade
);
create index webhook_replays_ready on webhook_replays (tenant_id, endpoint_id, run_at, id) where state = 'ready';
create index webhook_replays_leased on webhook_replays (lease_until) where state = 'leased';
-- For queue counts and retries.
create index webhook_replays_set_aside on webhook_replays (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update, delete on webhook_replays to parley_app;
grant select, insert, update, delete on webhook_replays to parley_worker;

-- When the next delivery to an endpoint with max_per_second is due: one pace for all processes. A separate row, because it changes all the
-- time.
create table webhook_paces (
  tenant_id    uuid not null,
  endpoint_id  uuid not null,
  next_at      timestamptz not null,
  primary key (tenant_id, endpoint_id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints (tenant_id, id) on delete cascade
) with (fillfactor = 50);
grant select on webhook_paces to parley_app;
grant select, insert, update, delete on webhook_paces to parley_worker;

-- Counts, sums and histograms by bucket. Each event is counted in six rows: for each grain (minutes) one for the whole tenant and one by
-- channel and assignee (`detail`), so that a year is read from few rows. The zero uuid stands for none, because keys cannot contain nulls.
-- The `_bins` are the number of durations in each bin (modules/events/metrics/histogram.ts).
create table metric_rollups (
  tenant_id                  uuid not null references tenants,
  grain                      smallint not null check (grain in (15, 60, 1440)),
  detail                     boolean not null,
  bucket_at                  timestamptz not null,
  channel_id                 uuid not null,
  assignee_id                uuid not null,
  messages_received          integer not null,
  sent_member                integer not null,
  sent_api                   integer not null,
  sent_chatbot               integer not null,
  sent_flow                  integer not null,
  sent_broadcast             integer not null,
  sent_platform              integer not null,
  -- By the time their message was accepted. The assignee at that time is no longer known: none.
  messages_delivered         integer not null,
  messages_read              integer not null,
  messages_failed            integer not null,
  conversations_created      integer not null,
  conversations_reopened     integer not null,
  conversations_resolved     integer not null,
  new_contacts               integer not null,
  first_responses            integer not null,
  first_response_ms          bigint not null,
  first_response_bins        bytea,
  responses                  integer not null,
  response_ms                bigint not null,
  response_bins              bytea,
  resolutions                integer not null,
  resolution_ms              bigint not null,
  resolution_bins            bytea,
  -- The division is part of a detail, like channel and assignee. A label repeats all rows of its conversations, totals and details, under
  -- its id; rows without one (the zero uuid) are as before. It comes first in the key, so that queries without labels read not one row more
  -- than before. New counts are null if there are none, and then take no space.
  division_id                uuid not null,
  label_id                   uuid not null,
  conversations_labelled     integer,
  csat_asked                 integer,
  csat_answered              integer,
  csat_points                integer,
  csat_satisfied             integer,
  sla_first_response_met     integer,
  sla_first_response_missed  integer,
  sla_next_response_met      integer,
  sla_next_response_missed   integer,
  sla_resolution_met         integer,
  sla_resolution_missed      integer,
  ticket_sla_met             integer,
  ticket_sla_missed          integer,
  primary key (tenant_id, label_id, grain, detail, bucket_at, channel_id, assignee_id, division_id)
-- Rows of current buckets are updated again and again.
) with (fillfactor = 80);
grant select on metric_rollups to parley_app;
grant select, insert, update on metric_rollups to parley_worker;

-- Who wrote on a day (UTC), and in which of its quarter-hours, one bit each: 48 before noon and 48 after, starting with the lowest bit.
-- Distinct people cannot be added up over buckets, so they are stored individually.
create table metric_contact_days (
  tenant_id    uuid not null references tenants,
  day          date not null,
  channel_id   uuid not null,
  contact_id   uuid not null,
  before_noon  bigint not null,
  after_noon   bigint not null,
  primary key (tenant_id, day, channel_id, contact_id)
) with (fillfactor = 90);
grant select on metric_contact_days to parley_app;
grant select, insert, update on metric_contact_days to parley_worker;

-- What the reader must know about a conversation besides the current event. Not the conversation's own columns, which are already ahead of
-- the event.
create table metric_conversations (
  tenant_id        uuid not null references tenants,
  conversation_id  uuid not null,
  assignee_id      uuid,
  opened_at        timestamptz not null,
  -- The time of the customer's first message that the team has not answered.
  waiting_since    timestamptz,
  first_answered   boolean not null,
  resolved         boolean not null,
  with_bot         boolean not null,
  division_id      uuid,
  label_ids        uuid[] not null,
  -- When the customer was surveyed, with the assignee, division and labels of that time: the rating counts there.
  surveyed         jsonb,
  primary key (tenant_id, conversation_id)
) with (fillfactor = 70);
grant select, insert, update on metric_conversations to parley_worker;
