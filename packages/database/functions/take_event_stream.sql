-- module: events/events
-- Takes a stream's place, or returns what is full: 'credential' or 'tenant'; null: taken. Calls of one organization are serialized, so the
-- numbers are exact across processes. Also removes places of dead processes.
create or replace function take_event_stream(p_tenant uuid, p_id uuid, p_credential uuid, p_process uuid, p_credential_max integer, p_tenant_max integer, p_dead_after interval)
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
revoke execute on function take_event_stream from public;
grant execute on function take_event_stream to parley_worker;
