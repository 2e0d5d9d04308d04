-- no-transaction
-- usage_months.ai_requests also held the minutes of calls, which the limit of answers from AI models then counted. The months with calls are
-- counted again from the ledger, each in a transaction of its own: a busy server goes on, and whatever is run twice changes nothing. Minutes
-- that a server of the previous release charges meanwhile are not corrected.
do $$
declare
  callers uuid[];
  caller uuid;
  months date[];
  counted date;
  from_at timestamptz;
  to_at timestamptz;
  is_read boolean := false;
begin
  -- Every call has a voice agent, whose row stays. Lifting takes the lock of the whole table, of a few rows per tenant.
  set lock_timeout = '100ms';
  for attempt in 1..300 loop
    begin
      alter table voice_agents no force row level security;
      select array_agg(distinct tenant_id) into callers from voice_agents;
      alter table voice_agents force row level security;
      is_read := true;
    exception when lock_not_available then
      is_read := false;
    end;
    commit;
    exit when is_read;
    perform pg_sleep(0.5);
  end loop;
  if not is_read then
    raise exception 'a long transaction is in the way: voice_agents could not be locked for three minutes';
  end if;
  reset lock_timeout;
  foreach caller in array coalesce(callers, '{}') loop
    perform set_config('app.tenant_id', caller::text, true);
    select array_agg(month) into months from usage_months where tenant_id = caller and ai_requests > 0;
    commit;
    foreach counted in array coalesce(months, '{}') loop
      perform set_config('app.tenant_id', caller::text, true);
      from_at := counted::timestamp at time zone 'UTC';
      to_at := (counted + interval '1 month') at time zone 'UTC';
      if exists (select from ledger_entries e
                  where e.tenant_id = caller and e.created_at >= from_at and e.created_at < to_at
                    and e.type = 'usage' and e.model_name is not null and e.reference like 'voice:%') then
        -- Under the lock under which the ledger counts.
        perform from apps where tenant_id = caller for no key update;
        update usage_months u
           set ai_requests = (select coalesce(sum(e.requests), 0) from ledger_entries e
                               where e.tenant_id = caller and e.created_at >= from_at and e.created_at < to_at
                                 and e.type = 'usage' and e.model_name is not null and e.reference not like 'voice:%')
         where u.tenant_id = caller and u.month = counted;
      end if;
      commit;
    end loop;
  end loop;
end $$;
