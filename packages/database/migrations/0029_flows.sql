-- Automation flows: what starts them, what they do, and every run with its steps. See docs/subsystems/flows.md.

-- What caused an event, where a flow did: { depth, runId }. A run sets it for its transaction, so that every event written in it carries it, whoever
-- writes the event.
alter table event_log add column origin json default nullif(current_setting('app.origin', true), '')::json;

create table flows (
  tenant_id       uuid not null references tenants,
  id              uuid not null,
  name            text not null check (length(name) between 1 and 200),
  description     text,
  status          text not null check (status in ('draft', 'active', 'paused')),
  paused_reason   text check (paused_reason in ('deactivated', 'loop_detected')),
  -- The newest, and the one that is started.
  version         integer not null check (version > 0),
  active_version  integer,
  -- Events before it start nothing.
  activated_at    timestamptz,
  created_by      text not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  -- Gone for its owner at once; a worker clears its runs away in small steps, then the row.
  deleted_at      timestamptz,
  primary key (tenant_id, id),
  check ((status = 'paused') = (paused_reason is not null)),
  check (status <> 'active' or (active_version is not null and activated_at is not null))
);
create index flows_list on flows (tenant_id, created_at desc, id desc) where deleted_at is null;
create index flows_by_status on flows (tenant_id, status, created_at desc, id desc) where deleted_at is null;
create index flows_deleted on flows (deleted_at) where deleted_at is not null;

-- Never changed: a run keeps the version it began with.
create table flow_versions (
  tenant_id   uuid not null,
  flow_id     uuid not null,
  version     integer not null,
  definition  jsonb not null,
  created_by  text not null,
  created_at  timestamptz not null,
  primary key (tenant_id, flow_id, version),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id) on delete cascade
);

-- Raised by whatever changes which flows are active: readers of the log keep a tenant's flows in memory for as long as this stands still.
create table flow_books (
  tenant_id  uuid not null references tenants,
  revision   bigint not null,
  primary key (tenant_id)
);

create table flow_runs (
  tenant_id        uuid not null,
  id               uuid not null,
  flow_id          uuid not null,
  version          integer not null,
  contact_id       uuid not null,
  conversation_id  uuid,
  status           text not null check (status in ('running', 'waiting', 'completed', 'cancelled', 'timed_out', 'failed')),
  -- What started it: an event, or somebody by hand, or a run of another flow.
  started_by       text not null,
  trigger_event_id uuid,
  -- How many flows stand before it in the chain of causes.
  depth            smallint not null,
  -- What conditions and texts may speak of besides the contact and the conversation: the message that started it, or was replied.
  context          jsonb not null,
  -- The next instruction, and how many steps are recorded.
  place            integer not null default 0,
  steps            integer not null default 0,
  waiting_for      text check (waiting_for in ('timer', 'reply', 'replied')),
  waiting_since    timestamptz,
  error            jsonb,
  -- The run as work: 'ready' from run_at on, 'leased' while a worker takes it further, 'idle' once it has ended.
  state            text not null check (state in ('ready', 'leased', 'idle')),
  run_at           timestamptz not null,
  attempts         integer not null default 0,
  tries            smallint not null default 0,
  lease_until      timestamptz,
  started_at       timestamptz not null,
  updated_at       timestamptz not null,
  ended_at         timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, flow_id, version) references flow_versions (tenant_id, flow_id, version) on delete cascade,
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade,
  check ((ended_at is not null) = (state = 'idle')),
  check ((ended_at is not null) = (status in ('completed', 'cancelled', 'timed_out', 'failed'))),
  check ((status = 'failed') = (error is not null))
) with (fillfactor = 60);
-- One at a time of a flow and a contact; and of an event, however often it is read.
create unique index flow_runs_active on flow_runs (tenant_id, flow_id, contact_id) where ended_at is null;
create unique index flow_runs_event on flow_runs (tenant_id, flow_id, trigger_event_id);
create index flow_runs_list on flow_runs (tenant_id, flow_id, started_at desc, id desc);
create index flow_runs_by_status on flow_runs (tenant_id, flow_id, status, started_at desc, id desc);
-- Once per contact, and the cascades.
create index flow_runs_by_contact on flow_runs (tenant_id, contact_id, flow_id);
create index flow_runs_by_conversation on flow_runs (tenant_id, conversation_id) where conversation_id is not null;
create index flow_runs_by_version on flow_runs (tenant_id, flow_id, version);
create index flow_runs_replies on flow_runs (tenant_id, contact_id) where waiting_for = 'reply';
create index flow_runs_ready on flow_runs (tenant_id, run_at, id) where state = 'ready';
create index flow_runs_leased on flow_runs (lease_until) where state = 'leased';
-- What the queue counts.
create index flow_runs_ended on flow_runs (ended_at) where ended_at is not null;

-- What a run has done, in order. Written in the transaction of the effect.
create table flow_run_steps (
  tenant_id        uuid not null,
  run_id           uuid not null,
  n                integer not null,
  -- Where it stands in the definition: steps[2].then[0].
  path             text not null,
  type             text not null,
  status           text not null check (status in ('done', 'waiting', 'failed')),
  result           jsonb not null,
  -- Of an action: what the limit of actions per minute counts.
  conversation_id  uuid,
  at               timestamptz not null,
  primary key (tenant_id, run_id, n),
  foreign key (tenant_id, run_id) references flow_runs (tenant_id, id) on delete cascade
);
create index flow_run_steps_pace on flow_run_steps (tenant_id, conversation_id, at desc) where conversation_id is not null;

-- A flow tells members something, and that it was stopped.
alter table notifications
  add column flow_id uuid,
  add foreign key (tenant_id, flow_id) references flows (tenant_id, id) on delete cascade,
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('mention', 'assignment', 'sla_breach', 'flow', 'flow_paused')),
  drop constraint notifications_check1,
  add constraint notifications_subject check (conversation_id is not null or ticket_id is not null or flow_id is not null),
  drop constraint notifications_check2,
  add constraint notifications_detail check ((kind in ('sla_breach', 'flow')) = (detail is not null)),
  add constraint notifications_flow check ((kind in ('flow', 'flow_paused')) = (flow_id is not null));
create index notifications_flow on notifications (tenant_id, flow_id) where flow_id is not null;

do $$
declare t text;
begin
  foreach t in array array['flows', 'flow_versions', 'flow_books', 'flow_runs', 'flow_run_steps'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
  end loop;
end $$;
grant select, insert, update, delete on flows, flow_runs to parley_app;
grant select, insert, update on flow_books to parley_app;
-- Immutable.
grant select, insert on flow_versions, flow_run_steps to parley_app;
-- The reader of the log keeps the active flows of all tenants; runs are claimed across tenants; deleted flows are looked for.
grant select on flows, flow_versions, flow_books to parley_worker;
grant select, update on flow_runs to parley_worker;

select allow_tenant_erasure('flows');
select allow_tenant_erasure('flow_versions');
select allow_tenant_erasure('flow_books');
select allow_tenant_erasure('flow_runs');
select allow_tenant_erasure('flow_run_steps');
