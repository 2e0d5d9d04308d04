-- The one rule for tenants' rows: every table with a tenant_id shows and accepts rows of one tenant only, whoever the caller is. The runner
-- executes this file after the schema, in the transaction of every migration, and when its text changes; a table that has its policies is
-- left alone.
--
--   tenant_isolation  requests (parley_app): the tenant that is set for the transaction
--   tenant_erasure    the owner, for whom row-level security is forced too: the same, for erase_tenant_rows()
--   cross_tenant      the worker, which sees every tenant's rows. It covers the commands that the worker was granted: select if
--                     it was granted nothing else, and no policy on tables to which it has no rights
--
--   backup            parley_backup, which reads every row that a backup contains and changes none: also in tables without a tenant
--
-- Policies that only a few tables have (search, proof, retention) are defined with those tables.
do $$
declare
  -- Tables whose rows are found by other means, with the reason.
  others constant text[] := array[
    -- Read before the tenant is known, by the hash of a key: 190 random bits, which cannot be guessed.
    'api_key_lookup'];
  own constant text := $p$tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid$p$;
  t record;
begin
  for t in
    select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
           exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_isolation') as isolated,
           exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_erasure') as erasable,
           (select case when p.polcmd = '*' and p.polwithcheck is null then 'all, unchecked' else p.polcmd::text end
              from pg_policy p where p.polrelid = c.oid and p.polname = 'cross_tenant') as crossed,
           case when has_table_privilege('parley_worker', c.oid, 'insert, update, delete')
                  or has_any_column_privilege('parley_worker', c.oid, 'insert, update') then '*'
                when has_any_column_privilege('parley_worker', c.oid, 'select') then 'r' end as crosses
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relowner = 'parley_owner'::regrole and c.relname <> all (others)
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
     order by c.relname
  loop
    if not t.secured then
      execute format('alter table %I enable row level security', t.name);
    end if;
    if not t.forced then
      execute format('alter table %I force row level security', t.name);
    end if;
    if not t.isolated then
      execute format('create policy tenant_isolation on %I to parley_app using (%s) with check (%s)', t.name, own, own);
    end if;
    if not t.erasable then
      execute format('create policy tenant_erasure on %I to parley_owner using (%s) with check (%s)', t.name, own, own);
    end if;
    if t.crossed is distinct from t.crosses then
      execute format('drop policy if exists cross_tenant on %I', t.name);
      if t.crosses = '*' then
        execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t.name);
      elsif t.crosses = 'r' then
        execute format('create policy cross_tenant on %I for select to parley_worker using (true)', t.name);
      end if;
    end if;
  end loop;
  -- Unlogged tables are not in a backup.
  for t in
    select c.relname as name, has_table_privilege('parley_backup', c.oid, 'select') as readable,
           c.relrowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup') as hidden
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S') and not c.relispartition and c.relpersistence = 'p'
       and c.relowner = 'parley_owner'::regrole
     order by c.relname
  loop
    if not t.readable then
      execute format('grant select on %I to parley_backup', t.name);
    end if;
    if t.hidden then
      execute format('create policy backup on %I for select to parley_backup using (true)', t.name);
    end if;
  end loop;
end $$;
