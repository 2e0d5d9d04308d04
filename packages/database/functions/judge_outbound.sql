-- module: inbox/messages
-- What is known about each recipient now, and whether its message may be sent. `p_replays`: the items that are answered from their first
-- run.
create or replace function judge_outbound(p_tenant uuid, p_now timestamptz, p_items jsonb, p_replays integer[]) returns outbound_work[]
  language plpgsql volatile set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  work outbound_work[];
begin
  with input as (
    select x.* from jsonb_populate_recordset(null::outbound_work, p_items) x
  ), judged as (
    select i.n, c.status as channel_status, c.deleted_at, d.id as known_identity, d.contact_id as known_contact,
           -- A reaction starts no conversation: it belongs to the last one.
           coalesce(u.id, case when i.type = 'reaction' then l.id end) as known_conversation, ct.opt_in, ct.id as phone_contact,
           coalesce(o.window_expires_at, u.window_expires_at) as window_expires_at
      from input i
      left join channels c on c.tenant_id = p_tenant and c.id = i.chan
      left join lateral (
        select ci.id, ci.contact_id from contact_identities ci
         where ci.tenant_id = p_tenant and ci.kind = i.kind and ci.account = i.acct
           and (ci.address_key = i.akey or ci.provider_user_id = i.puid)
         order by (ci.address_key = i.akey) desc nulls last limit 1) d on true
      left join conversations u on u.tenant_id = p_tenant and u.channel_id = i.chan and u.identity_id = d.id
        and u.status <> 'resolved'
      left join lateral (
        select p.id from conversations p
         where u.id is null and i.type = 'reaction' and p.tenant_id = p_tenant and p.channel_id = i.chan and p.identity_id = d.id
         order by p.resolved_at desc nulls last, p.created_at desc limit 1) l on true
      -- The window belongs to the person: any of their conversations may have opened it. Read only where the unresolved one does not decide.
     cross join lateral (
        select max(p.window_expires_at) as window_expires_at from conversations p
         where i.win and (u.window_expires_at > p_now) is not true
           and p.tenant_id = p_tenant and p.channel_id = i.chan and p.identity_id = d.id) o
      left join lateral (
        select k.id, k.opt_in from contacts k where d.contact_id is not null and k.tenant_id = p_tenant and k.id = d.contact_id
        union all
        select k.id, k.opt_in from contacts k where d.contact_id is null and k.tenant_id = p_tenant and k.phone_key = i.akey) ct on true
  )
  select array_agg(row(i.n, i.msg, i.chan, i.kind, i.acct, i.addr, i.akey, i.puid,
           coalesce(j.known_contact, j.phone_contact, i.cnt), coalesce(j.known_identity, i.cid),
           coalesce(j.known_conversation, i.conv), i.type, i.text, i.content, i.akind, i.aid, i.cref, i.rep, i.prio,
           i.win, i.idem, i.fp, i.e1, i.e2, i.e3, i.pair, i.burst, i.frm, i.wms, i.hms, i.ha, i.cba, i.cas, j.window_expires_at,
           case
             when i.n = any(p_replays) then 'replay'
             when j.channel_status is null or j.deleted_at is not null then 'not_found'
             when j.channel_status <> 'Connected' then 'channel_not_connected'
             when j.opt_in = 'opted_out' then 'recipient_opted_out'
             when i.win and j.window_expires_at is null then 'window_closed'
             when i.win and j.window_expires_at <= p_now and i.cas is null then
               case when p_now < j.window_expires_at + (i.hms - i.wms) * interval '1 ms'
                    then case when i.ha then 'accepted' else 'human_agent_required' end
                    else 'window_closed' end
             else 'accepted'
           end,
           j.known_conversation is null)::outbound_work order by i.n)
    into work
    from input i join judged j on j.n = i.n;
  return work;
end $$;
revoke execute on function judge_outbound from public;
grant execute on function judge_outbound to parley_app;
