-- module: inbox/messages
-- Extends the claims of calls that run longer than their lease. Items: tenant, msg, att.
create or replace function renew_sends(p_lease_until timestamptz, p_items jsonb) returns integer
  language sql volatile set search_path = public, pg_temp
as $$
  with renewed as (
    update outbound_dispatches d set lease_until = p_lease_until
      from (select x.* from jsonb_to_recordset(p_items) as x(tenant uuid, msg uuid, att integer) where x.att between 0 and 2000000000) i
     where d.tenant_id = i.tenant and d.message_id = i.msg and d.attempts = i.att and d.state = 'sending'
    returning 1
  )
  select count(*)::integer from renewed
$$;
revoke execute on function renew_sends from public;
grant execute on function renew_sends to parley_worker;
