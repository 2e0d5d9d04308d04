-- What an organization may use as a whole: requests, API keys, open event streams. See docs/subsystems/tenancy.md, Limits, and ADR 0161.

-- Whose limits a key's requests count against besides its own: the key that made it, the one that made that, and so on, nearest first. The
-- organization of each comes along, because an agency's key makes keys for its clients.
alter table api_keys
  add column budget_tenant_ids uuid[] not null default '{}',
  add column budget_key_ids uuid[] not null default '{}',
  add constraint api_keys_budgets check (cardinality(budget_tenant_ids) = cardinality(budget_key_ids));

-- The owner sees no tenant's rows under forced row-level security, so it is lifted inside this transaction, in which nobody else sees the table.
alter table api_keys no force row level security;
update api_keys k set budget_tenant_ids = c.tenants, budget_key_ids = c.makers
  from (
    with recursive made as (
      select tenant_id, id, substr(created_by, 5)::uuid as maker, 1 as distance from api_keys where created_by ~ '^key_[0-9a-f]{32}$'
      union all
      select m.tenant_id, m.id, substr(p.created_by, 5)::uuid, m.distance + 1
        from made m join api_keys p on p.tenant_id = m.tenant_id and p.id = m.maker
       where p.created_by ~ '^key_[0-9a-f]{32}$'
    )
    select tenant_id, id, array_agg(tenant_id order by distance) as tenants, array_agg(maker order by distance) as makers from made group by tenant_id, id
  ) c
 where k.tenant_id = c.tenant_id and k.id = c.id;
alter table api_keys force row level security;

-- How many keys are active, and the largest limit among them.
create index api_keys_active on api_keys (tenant_id) where revoked_at is null;

-- Open event streams, counted over all processes. A row counts while its process lives (server_processes); of a crash nothing is worth keeping.
create unlogged table event_stream_places (
  tenant_id     uuid not null,
  id            uuid not null,
  -- The key's, or the person's.
  credential_id uuid not null,
  process_id    uuid not null,
  opened_at     timestamptz not null,
  primary key (tenant_id, id)
);
create index event_stream_places_by_process on event_stream_places (process_id);

alter table event_stream_places enable row level security;
alter table event_stream_places force row level security;
create policy tenant_isolation on event_stream_places to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy cross_tenant on event_stream_places to parley_worker using (true) with check (true);
select allow_tenant_erasure('event_stream_places');
grant select, insert, update, delete on event_stream_places to parley_worker;

-- Takes a place, or tells what is full: 'credential' or 'tenant'; null: taken. Those of an organization come one after the other, so the
-- numbers are exact whatever the process. Places of processes that died go on the way.
create function take_event_stream(p_tenant uuid, p_id uuid, p_credential uuid, p_process uuid, p_credential_max integer, p_tenant_max integer, p_dead_after interval)
  returns text language plpgsql set search_path to 'public', 'pg_temp' as $$
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
end $$;
revoke execute on function take_event_stream(uuid, uuid, uuid, uuid, integer, integer, interval) from public;
grant execute on function take_event_stream(uuid, uuid, uuid, uuid, integer, integer, interval) to parley_worker;
