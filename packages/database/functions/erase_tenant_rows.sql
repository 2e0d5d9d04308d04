-- module: administration/organization-erasure
-- Deletes up to p_limit rows of one table of a tenant whose erasure has begun. Returns how many, or as a negative number how many
-- references between rows of the table were cleared, which comes first. Runs as the owner, because some tables are append-only for every
-- role that can log in.
create or replace function erase_tenant_rows(p_tenant uuid, p_table text, p_limit integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  own text;
  n integer;
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  if not exists (select from tenants where tenant_id = p_tenant and erased_at is not null) then
    raise exception 'the tenant is not being erased';
  end if;
  if p_table in ('tenants', 'organization_erasures') then
    raise exception 'this table stays';
  end if;
  -- Clear references between rows of the table first.
  for own in
    select a.attname from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[cardinality(k.conkey)]
     where k.contype = 'f' and k.conrelid = k.confrelid and k.conrelid = to_regclass(format('public.%I', p_table))
       and k.confdeltype = 'a' and not a.attnotnull
  loop
    execute format('update %1$I set %2$I = null where ctid = any(array(select ctid from %1$I where tenant_id = $1 and %2$I is not null limit $2))', p_table, own)
      using p_tenant, p_limit;
    get diagnostics n = row_count;
    if n > 0 then
      return -n;
    end if;
  end loop;
  execute format('delete from %1$I where ctid = any(array(select ctid from %1$I where tenant_id = $1 limit $2))', p_table) using p_tenant, p_limit;
  get diagnostics n = row_count;
  return n;
end $$;
revoke execute on function erase_tenant_rows from public;
grant execute on function erase_tenant_rows to parley_worker;
