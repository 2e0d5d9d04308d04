-- Flows that start at times of the wall clock, and after silence in a conversation. See docs/subsystems/flows.md.

-- When a flow whose trigger is a schedule starts next, and how far it has come with the contacts of the occurrence under way.
create table flow_schedules (
  tenant_id      uuid not null,
  flow_id        uuid not null,
  -- null: nothing will come.
  next_at        timestamptz,
  -- The occurrence whose contacts are walked through; null: none is.
  occurrence_at  timestamptz,
  -- Of the occurrence: the rules of its audience, as they were when it began; null: everybody.
  rules          jsonb,
  -- How far: contacts come newest first, those made after the instant left out.
  after_at       timestamptz,
  after_id       uuid,
  -- The schedule as work: 'ready' from run_at on, 'leased' while a worker takes it further, 'idle' when nothing will come.
  state          text not null check (state in ('ready', 'leased', 'idle')),
  run_at         timestamptz not null,
  attempts       integer not null default 0,
  tries          smallint not null default 0,
  lease_until    timestamptz,
  primary key (tenant_id, flow_id),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id) on delete cascade,
  check ((occurrence_at is null) = (after_at is null)),
  check ((after_at is null) = (after_id is null)),
  check (state <> 'idle' or (next_at is null and occurrence_at is null))
) with (fillfactor = 60);
create index flow_schedules_ready on flow_schedules (tenant_id, run_at, flow_id) where state = 'ready';
create index flow_schedules_leased on flow_schedules (lease_until) where state = 'leased';
alter table flow_schedules enable row level security;
alter table flow_schedules force row level security;
create policy tenant_isolation on flow_schedules to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
-- Which tenants have schedules that are due is the question.
create policy cross_tenant on flow_schedules to parley_worker using (true) with check (true);
grant select, insert, update on flow_schedules to parley_app;
grant select, update on flow_schedules to parley_worker;
select allow_tenant_erasure('flow_schedules');

-- Fronts are of several kinds now. A server of the release before cannot move its own until it is replaced; what it would have told is told then.
alter table flow_window_fronts rename to flow_fronts;
alter table flow_fronts
  add column kind text not null default 'window_closing' check (kind in ('window_closing', 'no_reply_customer', 'no_reply_us')),
  drop constraint flow_window_fronts_pkey,
  drop constraint flow_window_fronts_minutes_check,
  add primary key (tenant_id, kind, minutes),
  add check (minutes between 1 and 43200);
alter table flow_fronts alter column kind drop default;

-- A schedule whose segment is gone, or whose rules do not fit the contact fields any more, is stopped.
alter table flows
  drop constraint flows_paused_reason_check,
  add constraint flows_paused_reason_check check (paused_reason in ('deactivated', 'loop_detected', 'rules_unusable'));
