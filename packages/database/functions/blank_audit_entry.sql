-- module: platform/audit
-- Removes personal data from an entry of the audit log, which is append-only for every role that can log in.
create or replace function blank_audit_entry(p_id uuid, p_changes jsonb) returns void
  language sql security definer set search_path = public, pg_temp
as $$
  update audit_entries set changes = p_changes
   where tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and id = p_id
$$;
revoke execute on function blank_audit_entry from public;
grant execute on function blank_audit_entry to parley_app;
