-- no-transaction
-- The rule in policies.sql gives parley_backup its policies too, but all of them in one transaction: creating a policy locks out readers of
-- the table, and so many locks at once would stop the requests of a busy server, or end some of them by a deadlock. Here it is one table at
-- a time, and each waits for its lock for 0.1 s at a time, during which new readers wait behind it. That helps a database that lacks only
-- this migration: an earlier pending one brings policies.sql, and so these policies, in its own transaction.
do $$
declare
  t record;
  created boolean;
begin
  set lock_timeout = '100ms';
  for t in
    select c.relname as name
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
       and c.relowner = 'parley_owner'::regrole and c.relrowsecurity
       and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'backup')
     order by c.relname
  loop
    for attempt in 1..300 loop
      begin
        execute format('create policy backup on %I for select to parley_backup using (true)', t.name);
        created := true;
      exception when lock_not_available then
        created := false;
      end;
      commit;
      exit when created;
      perform pg_sleep(0.5);
    end loop;
    if not created then
      raise exception 'a long transaction is in the way: % could not be locked for three minutes', t.name;
    end if;
  end loop;
  reset lock_timeout;
end $$;
