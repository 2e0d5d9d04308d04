-- Administration: suspended people and organizations, and what the lists, the queues and the statistics of /admin read. See
-- docs/subsystems/admin.md.

-- Null: may sign in.
alter table users add column suspended_at timestamptz;
-- Serves the question whether somebody is the last platform administrator.
create index users_platform_admins on users (id) where platform_admin;

-- Null: its keys and sessions work.
alter table tenants add column suspended_at timestamptz;
grant update (suspended_at) on tenants to parley_app;

-- Lists over all organizations, and searches in them.
create index tenants_by_name on tenants using gin (name gin_trgm_ops);
create index members_by_age on members (created_at desc, user_id desc, tenant_id desc);
create index members_by_words on members using gin ((name || ' ' || email) gin_trgm_ops);

-- The audit log, newest first, of one organization and of all; whole, and by what it is filtered by.
create index audit_entries_list on audit_entries (tenant_id, created_at desc, id desc);
create index audit_entries_by_action on audit_entries (tenant_id, action, created_at desc, id desc);
create index audit_entries_by_actor on audit_entries (tenant_id, actor_id, created_at desc, id desc);
create index audit_entries_by_target on audit_entries (tenant_id, target_id, created_at desc, id desc) where target_id is not null;
create index audit_entries_by_age on audit_entries (created_at desc, id desc);

-- Webhook events are listed by their id, which holds the time: it only grows, so these indexes are written at their end.
create index inbound_events_list on inbound_events (tenant_id, seq);
create index inbound_events_by_seq on inbound_events (seq);
create index webhook_deliveries_by_id on webhook_deliveries (id);
-- What failed: to be counted, listed, and put back.
create index inbound_events_failed_list on inbound_events (tenant_id, seq) where state = 'failed';
create index webhook_deliveries_failed on webhook_deliveries (tenant_id, id) where state = 'failed';
create index mails_failed on mails (tenant_id, id) where state = 'failed';
create index knowledge_sources_failed on knowledge_sources (tenant_id, id) where status = 'failed';
-- What was done in an hour.
create index inbound_events_done on inbound_events (processed_at) where state in ('processed', 'ignored');
create index webhook_deliveries_done on webhook_deliveries (completed_at) where state = 'delivered';
create index mails_done on mails (sent_at) where state = 'sent';

-- A retry, inside the organization whose mail it is.
grant update (state, run_at, attempts, error) on mails to parley_app;

-- How much a queue did in an hour that is over: counted once. Of the whole installation.
create table queue_hours (
  queue     text not null,
  hour      timestamptz not null,
  completed bigint not null,
  primary key (queue, hour)
);
grant select, insert, delete on queue_hours to parley_worker;

-- Messages by hour (two days) and by day (32 days), counted with usage_months from the event log.
create table usage_periods (
  tenant_id    uuid not null references tenants,
  period       text not null check (period in ('hour', 'day')),
  starts_at    timestamptz not null,
  messages_in  bigint not null default 0,
  messages_out bigint not null default 0,
  primary key (tenant_id, period, starts_at)
);
-- Serves the sum over all tenants, and the purge.
create index usage_periods_by_start on usage_periods (period, starts_at);
alter table usage_periods enable row level security;
alter table usage_periods force row level security;
create policy tenant_isolation on usage_periods to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy cross_tenant on usage_periods to parley_worker using (true) with check (true);
grant select on usage_periods to parley_app;
grant select, insert, update, delete on usage_periods to parley_worker;
