-- The event log, and the rows that are themselves work: inbound events, outbound dispatches, webhook deliveries.
-- Each of the three has a lane (channel or endpoint): claims take a few rows of every lane, so that no lane and no
-- tenant waits behind another (apps/server/src/platform/jobs/claim.ts).

-- One truth for webhooks, the live stream, and later flows and the chatbot. Written in the transaction of the change.
-- Read in the order (xid, id) below the oldest running transaction: a plain sequence would skip rows of transactions
-- that commit late (docs/subsystems/events.md).
create table event_log (
  tenant_id        uuid not null references tenants,
  id               uuid not null,
  xid              xid8 not null default pg_current_xact_id(),
  type             text not null,
  channel_id       uuid,
  conversation_id  uuid,
  data             json not null,
  created_at       timestamptz not null,
  primary key (tenant_id, id)
);
create index event_log_order on event_log (xid, id);
create index event_log_tenant_order on event_log (tenant_id, xid, id);
-- Serves the retention purge.
create index event_log_age on event_log (created_at);

-- How far each consumer of the whole log has read.
create table event_cursors (
  consumer    text primary key,
  xid         xid8 not null,
  event_id    uuid not null,
  updated_at  timestamptz not null
);

-- Everything a platform told us, one row per item of a verified callback, committed before the 200.
create table inbound_events (
  tenant_id          uuid not null references tenants,
  channel_id         uuid not null,
  provider_event_id  text not null check (length(provider_event_id) between 1 and 400),
  seq                uuid not null,
  rank               smallint not null,
  payload            text,
  state              text not null check (state in ('ready', 'leased', 'processed', 'ignored', 'failed')),
  attempts           smallint not null default 0,
  run_at             timestamptz not null,
  lease_until        timestamptz,
  last_error         text,
  received_at        timestamptz not null,
  processed_at       timestamptz,
  primary key (tenant_id, channel_id, provider_event_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index inbound_events_ready on inbound_events (tenant_id, channel_id, run_at, rank, seq) where state = 'ready';
create index inbound_events_leased on inbound_events (lease_until) where state = 'leased';
create index inbound_events_age on inbound_events (received_at);
-- Serves whoever looks into what could not be processed.
create index inbound_events_failed on inbound_events (tenant_id, received_at) where state = 'failed';

-- One row per outbound message that has not left yet. `sending` past its lease means the outcome is unknown.
create table outbound_dispatches (
  tenant_id    uuid not null,
  message_id   uuid not null,
  channel_id   uuid not null,
  -- 0 a person's reply, 5 API, 9 broadcast: smaller leaves first.
  priority     smallint not null,
  state        text not null check (state in ('ready', 'sending')),
  -- Counts the claims, and so names each: only the latest may settle the row. The policy has counters of its own.
  attempts     integer not null default 0,
  -- Answers that said something about the message itself, and answers that only asked for a wait.
  tries        smallint not null default 0,
  waits        integer not null default 0,
  -- What can only wait is given up a day after its first claim.
  first_claimed_at timestamptz,
  run_at       timestamptz not null,
  lease_until  timestamptz,
  -- Names the claim: a claim whose answer never reached its worker is given back by it, instead of becoming unknown.
  claimed_by   uuid,
  created_at   timestamptz not null,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index outbound_dispatches_ready on outbound_dispatches (tenant_id, channel_id, priority, run_at, message_id)
  where state = 'ready';
create index outbound_dispatches_leased on outbound_dispatches (lease_until) where state = 'sending';

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
  -- The run of failures that may end in automatic disabling; cleared by any success.
  failing_since               timestamptz,
  failure_count               integer not null default 0,
  last_success_at             timestamptz,
  notified_at                 timestamptz,
  -- The transaction that made it: it gets the events of later ones. Compared instead of times, because the clocks of two
  -- processes may differ while the order of their transactions is one.
  created_xid                 xid8 not null default pg_current_xact_id(),
  created_at                  timestamptz not null,
  updated_at                  timestamptz not null,
  -- Removed for its owner at once; the worker clears its deliveries away in small steps, then the row.
  deleted_at                  timestamptz,
  primary key (tenant_id, id)
);
create index webhook_endpoints_list on webhook_endpoints (tenant_id, created_at desc, id desc) where deleted_at is null;
create index webhook_endpoints_deleted on webhook_endpoints (deleted_at) where deleted_at is not null;

create table webhook_deliveries (
  tenant_id      uuid not null,
  id             uuid not null,
  endpoint_id    uuid not null,
  event_id       uuid not null,
  event_type     text not null,
  -- Set for deliveries made by hand (retry is the same row; replay makes new ones).
  replay_id      uuid,
  state          text not null check (state in ('ready', 'leased', 'delivered', 'failed', 'skipped')),
  attempts       smallint not null default 0,
  run_at         timestamptz not null,
  lease_until    timestamptz,
  last_status    smallint,
  last_error     text,
  created_at     timestamptz not null,
  completed_at   timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints (tenant_id, id) on delete cascade,
  foreign key (tenant_id, event_id) references event_log (tenant_id, id) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
-- One delivery per endpoint and event, whoever fans out and how often; a replay adds one of its own.
create unique index webhook_deliveries_once on webhook_deliveries (tenant_id, endpoint_id, event_id)
  where replay_id is null;
create unique index webhook_deliveries_replayed on webhook_deliveries (tenant_id, endpoint_id, replay_id, event_id)
  where replay_id is not null;
create index webhook_deliveries_ready on webhook_deliveries (tenant_id, endpoint_id, run_at, id) where state = 'ready';
create index webhook_deliveries_leased on webhook_deliveries (lease_until) where state = 'leased';
-- These two do not begin with tenant_id on purpose. The foreign-key check of webhook_attempts is planned while the table is
-- small, and then an index on (tenant_id, anything) costs the same as the primary key: PostgreSQL took it, kept the plan
-- until the first ANALYZE and read all rows of the tenant per attempt (400 attempts: 9 s instead of 35 ms, measured).
create index webhook_deliveries_list on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_event on webhook_deliveries (event_id);
create index webhook_deliveries_age on webhook_deliveries (created_at);

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

-- A request to deliver past events again; a worker turns it into deliveries step by step.
create table webhook_replays (
  tenant_id    uuid not null,
  id           uuid not null,
  endpoint_id  uuid not null,
  since        timestamptz not null,
  until        timestamptz not null,
  state        text not null check (state in ('ready', 'leased', 'done', 'cancelled')),
  attempts     smallint not null default 0,
  -- How far through the log it has come.
  after_id     uuid,
  created      integer not null default 0,
  run_at       timestamptz not null,
  lease_until  timestamptz,
  created_at   timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints (tenant_id, id) on delete cascade
);
create index webhook_replays_ready on webhook_replays (tenant_id, endpoint_id, run_at, id) where state = 'ready';
create index webhook_replays_leased on webhook_replays (lease_until) where state = 'leased';

do $$
declare t text;
begin
  foreach t in array array['event_log', 'inbound_events', 'outbound_dispatches', 'webhook_endpoints', 'webhook_deliveries',
                           'webhook_attempts', 'webhook_replays'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
  end loop;
end $$;

-- The log is append-only for the application; only the worker's retention purge deletes.
grant select, insert on event_log to parley_app;
grant select, insert, update on inbound_events to parley_app;
grant select, insert, update, delete on outbound_dispatches to parley_app;
grant select, insert, update, delete on webhook_endpoints to parley_app;
grant select, insert, update on webhook_deliveries, webhook_replays to parley_app;
grant select, insert on webhook_attempts to parley_app;
grant delete on webhook_deliveries, webhook_attempts, webhook_replays to parley_app;

grant select, delete on event_log to parley_worker;
grant select, insert, update, delete on event_cursors, inbound_events, outbound_dispatches, webhook_deliveries,
  webhook_replays to parley_worker;
grant select, update, delete on webhook_endpoints to parley_worker;
grant select, insert, delete on webhook_attempts to parley_worker;
