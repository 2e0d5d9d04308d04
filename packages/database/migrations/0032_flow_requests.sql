-- HTTP requests of flows, the secrets that they carry, and runs that end with people. See docs/subsystems/flows.md.

-- What steps name as {{secrets.NAME}}. Read by the step that calls and by nobody else.
create table flow_secrets (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  name        text not null check (name ~ '^[A-Z][A-Z0-9_]{0,49}$'),
  -- Sealed for this very row.
  value       bytea not null,
  last_four   text,
  created_by  text not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);

-- A call that a run waits for. Written before the call, so that one whose process died is known to have begun; gone when the run has its answer.
create table flow_requests (
  tenant_id    uuid not null,
  id           uuid not null,
  run_id       uuid not null,
  -- What the placeholders of the step stand for, secrets excepted.
  fillings     jsonb not null,
  -- 'ready' from run_at on, 'leased' while a worker calls, 'idle' once there is an outcome.
  state        text not null check (state in ('ready', 'leased', 'idle')),
  run_at       timestamptz not null,
  attempts     integer not null default 0,
  lease_until  timestamptz,
  -- Right before the call. A claim that finds it set knows nothing of what the call has done.
  begun_at     timestamptz,
  calls        smallint not null default 0,
  outcome      text check (outcome in ('answered', 'failed', 'unknown')),
  -- Bounded, and without what the secrets say.
  answer       jsonb,
  created_at   timestamptz not null,
  primary key (tenant_id, id),
  -- A run waits for one at a time.
  unique (tenant_id, run_id),
  foreign key (tenant_id, run_id) references flow_runs (tenant_id, id) on delete cascade,
  check ((state = 'idle') = (outcome is not null)),
  check ((outcome is null) = (answer is null))
) with (fillfactor = 70);
create index flow_requests_ready on flow_requests (tenant_id, run_at, id) where state = 'ready';
create index flow_requests_leased on flow_requests (lease_until) where state = 'leased';

alter table flow_runs
  drop constraint flow_runs_waiting_for_check,
  add constraint flow_runs_waiting_for_check check (waiting_for in ('timer', 'reply', 'replied', 'answer', 'answered')),
  drop constraint flow_runs_status_check,
  add constraint flow_runs_status_check check (status in ('running', 'waiting', 'completed', 'handed_off', 'cancelled', 'timed_out', 'failed')),
  drop constraint flow_runs_check1,
  add constraint flow_runs_ended check ((ended_at is not null) = (status in ('completed', 'handed_off', 'cancelled', 'timed_out', 'failed')));

do $$
declare t text;
begin
  foreach t in array array['flow_secrets', 'flow_requests'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
  end loop;
end $$;
grant select, insert, update, delete on flow_secrets, flow_requests to parley_app;
-- Requests are claimed across tenants.
create policy cross_tenant on flow_requests to parley_worker using (true) with check (true);
grant select, update on flow_requests to parley_worker;

select allow_tenant_erasure('flow_secrets');
select allow_tenant_erasure('flow_requests');
