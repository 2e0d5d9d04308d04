-- Metrics: what the event log tells, added up, so that no report reads history. Written by one reader of the log as the
-- cross-tenant worker, in the transaction that moves its cursor; read by the tenant. See docs/subsystems/metrics.md.

-- Counts, sums and histograms by bucket. Each event is in six rows: for each grain (minutes) one of the tenant in all and
-- one by channel and assignee (`detail`), so that a year is read from few rows. The zero uuid stands for none, because keys
-- hold no nulls. The `_bins` are how many durations fell into which bin (modules/metrics/histogram.ts).
create table metric_rollups (
  tenant_id               uuid not null references tenants,
  grain                   smallint not null check (grain in (15, 60, 1440)),
  detail                  boolean not null,
  bucket_at               timestamptz not null,
  channel_id              uuid not null,
  assignee_id             uuid not null,
  messages_received       integer not null,
  sent_member             integer not null,
  sent_api                integer not null,
  sent_chatbot            integer not null,
  sent_flow               integer not null,
  sent_broadcast          integer not null,
  sent_platform           integer not null,
  -- By the time their message was accepted. Whose conversation it was then is not known any more: assignee none.
  messages_delivered      integer not null,
  messages_read           integer not null,
  messages_failed         integer not null,
  conversations_created   integer not null,
  conversations_reopened  integer not null,
  conversations_resolved  integer not null,
  new_contacts            integer not null,
  first_responses         integer not null,
  first_response_ms       bigint not null,
  first_response_bins     bytea,
  responses               integer not null,
  response_ms             bigint not null,
  response_bins           bytea,
  resolutions             integer not null,
  resolution_ms           bigint not null,
  resolution_bins         bytea,
  primary key (tenant_id, grain, detail, bucket_at, channel_id, assignee_id)
-- Rows of the present are written again and again.
) with (fillfactor = 80);

-- Who wrote on a day (UTC), and in which of its quarter-hours, one bit each: 48 before noon and 48 after, the first one the
-- lowest. Different people do not add up over buckets, so they are kept themselves.
create table metric_contact_days (
  tenant_id    uuid not null references tenants,
  day          date not null,
  channel_id   uuid not null,
  contact_id   uuid not null,
  before_noon  bigint not null,
  after_noon   bigint not null,
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
  foreach t in array array['metric_rollups', 'metric_contact_days', 'metric_conversations'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
    execute format('grant select, insert, update on %I to parley_worker', t);
  end loop;
end $$;
grant select on metric_rollups, metric_contact_days to parley_app;
