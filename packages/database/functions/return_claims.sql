-- module: inbox/messages
-- Returns claims whose result was lost with the connection: their worker made no call, so nothing was sent. `attempts` stays, because it
-- identifies claims and must not repeat.
create or replace function return_claims(p_claims uuid[]) returns integer
  language sql volatile set search_path = public, pg_temp
as $$
  with back as (
    update outbound_dispatches d set state = 'ready', lease_until = null, claimed_by = null
     where d.state = 'sending' and d.claimed_by = any(p_claims)
    returning d.tenant_id, d.message_id
  ), marked as (
    update messages m set status = 'queued', attempted_at = null from back
     where m.tenant_id = back.tenant_id and m.id = back.message_id and m.status = 'sending'
  )
  select count(*)::integer from back
$$;
revoke execute on function return_claims from public;
grant execute on function return_claims to parley_worker;
