-- module: platform/audit
-- Never deletes entries younger than 90 days, whatever the caller passes.
create or replace function purge_audit_entries(p_before timestamptz, p_limit integer) returns integer
  language sql security definer set search_path = public, pg_temp
as $$
  with old as (
    select id from audit_entries
     where tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and created_at < least(p_before, now() - interval '90 days')
     order by created_at limit p_limit
  ), gone as (
    delete from audit_entries a using old
     where a.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and a.id = old.id returning 1)
  select count(*)::integer from gone
$$;
revoke execute on function purge_audit_entries from public;
grant execute on function purge_audit_entries to parley_app;
