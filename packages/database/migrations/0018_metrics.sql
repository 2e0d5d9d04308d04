-- Metrics: what the event log tells, added up, so that no report reads history. Written by one reader of the log as the
-- cross-tenant worker, in the transaction that moves its cursor; read by the tenant. See docs/subsystems/metrics.md.

-- Counts and sums by bucket, channel and assignee; the zero uuid stands for none, because keys hold no nulls. Each event
-- is in three rows, one per grain (minutes), so that a year is read from days and only its edges from less.
create table metric_rollups (
  tenant_id               uuid not null references tenants,
  grain                   smallint not null check (grain in (15, 60, 1440)),
  bucket_at               timestamptz not null,
  channel_id              uuid not null,
  assignee_id             uuid not null,
  messages_received       integer not null default 0,
  sent_member             integer not null default 0,
  sent_api                integer not null default 0,
  sent_chatbot            integer not null default 0,
  sent_flow               integer not null default 0,
  sent_broadcast          integer not null default 0,
  sent_platform           integer not null default 0,
  -- By the time their message was accepted. Whose conversation it was then is not known any more: assignee none.
  messages_delivered      integer not null default 0,
  messages_read           integer not null default 0,
  messages_failed         integer not null default 0,
  conversations_created   integer not null default 0,
  conversations_reopened  integer not null default 0,
  conversations_resolved  integer not null default 0,
  new_contacts            integer not null default 0,
  first_responses         integer not null default 0,
  first_response_ms       bigint not null default 0,
  responses               integer not null default 0,
  response_ms             bigint not null default 0,
  resolutions             integer not null default 0,
  resolution_ms           bigint not null default 0,
  primary key (tenant_id, grain, bucket_at, channel_id, assignee_id)
-- Rows of the present are written again and again.
) with (fillfactor = 80);

-- How many durations fell into each bin (modules/metrics/histogram.ts). Bins add up over buckets, percentiles do not.
create table metric_histograms (
  tenant_id     uuid not null references tenants,
  duration      text not null check (duration in ('first_response', 'response', 'resolution')),
  grain         smallint not null check (grain in (15, 60, 1440)),
  bucket_at     timestamptz not null,
  channel_id    uuid not null,
  assignee_id   uuid not null,
  bin           smallint not null check (bin between 0 and 250),
  observations  integer not null,
  primary key (tenant_id, duration, grain, bucket_at, channel_id, assignee_id, bin)
) with (fillfactor = 80);

-- Who wrote on a day (UTC), and in which of its quarter-hours: different people do not add up over buckets, so they are
-- kept themselves. Whole days are counted by the rows alone.
create table metric_contact_days (
  tenant_id   uuid not null references tenants,
  day         date not null,
  channel_id  uuid not null,
  contact_id  uuid not null,
  quarters    bit(96) not null,
  primary key (tenant_id, day, channel_id, contact_id)
) with (fillfactor = 90);

-- What the reader must know of a conversation besides the event at hand. Not the conversation's own columns: those are
-- already further than the event.
create table metric_conversations (
  tenant_id        uuid not null references tenants,
  conversation_id  uuid not null,
  assignee_id      uuid,
  opened_at        timestamptz not null,
  -- The customer's first message that the team has not answered.
  waiting_since    timestamptz,
  first_answered   boolean not null,
  resolved         boolean not null,
  with_bot         boolean not null,
  primary key (tenant_id, conversation_id)
) with (fillfactor = 70);

do $$
declare t text;
begin
  foreach t in array array['metric_rollups', 'metric_histograms', 'metric_contact_days', 'metric_conversations'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
    execute format('grant select, insert, update on %I to parley_worker', t);
  end loop;
end $$;
grant select on metric_rollups, metric_histograms, metric_contact_days to parley_app;
