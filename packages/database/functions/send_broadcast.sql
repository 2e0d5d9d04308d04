-- module: sales/broadcasts
-- Creates the messages for recipients of one broadcast, at most one per person. Like accept_outbound(), but it does not count as an answer:
-- no conversation opens, moves in the list or stops waiting. A person without an open conversation gets a resolved one, reused until they
-- write.
--
-- Items: n, msg, chan, kind, acct, addr and akey (of a contact's phone, where there is no identity yet), puid, cnt, cid (the identity, or
-- the id for a new one: `known`), conv (id for a new conversation), type, text, content, bid (the broadcast), frm (our address), pair (ms
-- per message to one person), burst, run (not before), win (true: needs an open window), cba (messages before the customer's first answer,
-- null: not counted), e1 (event). Result: n and 'sent', or why not ('duplicate': the address is another contact's; 'window_closed'). Locks:
-- identities, then conversations, each in id order (docs/subsystems/channels/messaging.md). The caller holds the recipients.
create or replace function send_broadcast(p_tenant uuid, p_now timestamptz, p_items jsonb) returns table (n integer, outcome text)
  language plpgsql volatile set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  places uuid[];
begin
  insert into contact_identities (tenant_id, id, contact_id, kind, account, address, address_key, created_at)
  select p_tenant, w.cid, w.cnt, w.kind, w.acct, w.addr, w.akey, p_now
    from jsonb_populate_recordset(null::broadcast_work, p_items) w
   where not w.known
   order by w.akey
  on conflict do nothing;
  -- A person who wrote for the first time since they were selected has an identity by now, which is used.
  if exists (select from jsonb_populate_recordset(null::broadcast_work, p_items) w
              where not w.known and not exists (select from contact_identities ci where ci.tenant_id = p_tenant and ci.id = w.cid)) then
    p_items := (
      select jsonb_agg(case when o.id is null then x.item else jsonb_set(x.item, '{cid}', to_jsonb(o.id)) end order by x.place)
        from jsonb_array_elements(p_items) with ordinality x (item, place)
        left join contact_identities o on o.tenant_id = p_tenant and not (x.item->>'known')::boolean and o.kind = x.item->>'kind'
         and o.account = x.item->>'acct' and o.address_key = x.item->>'akey' and o.contact_id = (x.item->>'cnt')::uuid);
  end if;

  perform 1 from contact_identities ci
   where ci.tenant_id = p_tenant and ci.id in (select w.cid from jsonb_populate_recordset(null::broadcast_work, p_items) w)
   order by ci.id for no key update;
  -- With an array, as in claim_outbound(): an old plan would compare every conversation of the tenant with every item.
  select array_agg(l.id) into places from jsonb_populate_recordset(null::broadcast_work, p_items) w cross join lateral (
    select c.id from conversations c
     where c.tenant_id = p_tenant and c.channel_id = w.chan and c.identity_id = w.cid
     order by (c.status <> 'resolved') desc, c.resolved_at desc nulls last, c.created_at desc limit 1) l;
  perform 1 from conversations v where v.tenant_id = p_tenant and v.id = any(places) order by v.id for no key update;

  return query
  with judged as materialized (
    select w.*, ci.contact_id as person, coalesce(u.id, case when l.resolved_by = 'broadcast' then l.id end) as found,
           u.id is not null as open, o.window_end,
           greatest(coalesce(u.pair_tat, o.pair_tat, p_now), p_now) as tat,
           case when ci.id is null then 'duplicate'
                when w.win and (o.window_end > p_now) is not true then 'window_closed'
                when w.cba is not null and exists (
                  select from outbound_counts(p_tenant, w.chan, w.cid, o.window_end) s
                   where not s.answered and s.total >= w.cba) then 'window_closed'
                else 'sent' end as verdict
      from jsonb_populate_recordset(null::broadcast_work, p_items) w
      left join contact_identities ci on ci.tenant_id = p_tenant and ci.id = w.cid
      left join lateral (
        select c.id, c.pair_tat from conversations c
         where c.tenant_id = p_tenant and c.channel_id = w.chan and c.identity_id = w.cid and c.status <> 'resolved' limit 1) u on true
      left join lateral (
        select c.id, c.resolved_by from conversations c
         where u.id is null and c.tenant_id = p_tenant and c.channel_id = w.chan and c.identity_id = w.cid
         order by c.resolved_at desc nulls last, c.created_at desc limit 1) l on true
     cross join lateral (
        select max(c.window_expires_at) as window_end, max(c.pair_tat) as pair_tat from conversations c
         where c.tenant_id = p_tenant and c.channel_id = w.chan and c.identity_id = w.cid) o
  ), ok as materialized (
    select j.*, coalesce(j.found, j.conv) as place, jsonb_build_object('id', wire_id('msg', j.msg), 'direction', 'outbound', 'type', j.type,
             'preview', message_preview(j.text, j.content)) as shown
      from judged j where j.verdict = 'sent'
  ), born as (
    insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status, resolved_at, resolved_by, last_message,
                               last_message_at, window_expires_at, pair_tat, created_at, updated_at)
    select p_tenant, o.conv, o.chan, o.kind, o.person, o.cid, 'resolved', p_now, 'broadcast', o.shown, p_now, o.window_end,
           o.tat + o.pair * interval '1 ms', p_now, p_now
      from ok o where o.found is null
  ), touched as (
    -- An open one only records that the person's budget was used.
    update conversations c
       set pair_tat = o.tat + o.pair * interval '1 ms',
           last_message = case when o.open then c.last_message else o.shown end,
           last_message_at = case when o.open then c.last_message_at else greatest(c.last_message_at, p_now) end,
           resolved_at = case when o.open then c.resolved_at else p_now end,
           updated_at = case when o.open then c.updated_at else p_now end
      from ok o
     where c.tenant_id = p_tenant and c.id = o.found
  ), written as (
    insert into messages (tenant_id, id, conversation_id, channel_id, contact_id, direction, type, from_address, to_address,
      text, content, status, author_kind, author_id, occurred_at, created_at)
    select p_tenant, o.msg, o.place, o.chan, o.person, 'outbound', o.type, o.frm, coalesce(o.addr, o.puid), o.text, o.content, 'queued',
           'broadcast', wire_id('brd', o.bid), p_now, p_now
      from ok o
  ), dispatched as (
    insert into outbound_dispatches (tenant_id, message_id, channel_id, priority, state, run_at, created_at)
    select p_tenant, o.msg, o.chan, 9, 'ready', greatest(p_now, o.run, o.tat + (1 - o.burst) * o.pair * interval '1 ms'), p_now from ok o
  ), told as (
    insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
    select p_tenant, o.e1, 'message.sent', o.chan, o.place,
           json_build_object('channelId', wire_id('chn', o.chan), 'conversationId', wire_id('conv', o.place),
             'contactId', wire_id('cnt', o.person), 'message', json_build_object('id', wire_id('msg', o.msg), 'to',
               coalesce(o.addr, o.puid), 'type', o.type, 'text', o.text, 'content', o.content, 'status', 'queued', 'clientReference', null,
               'author', json_build_object('kind', 'broadcast', 'id', wire_id('brd', o.bid)), 'createdAt', wire_time(p_now))), p_now
      from ok o
  )
  select j.n, j.verdict from judged j;
end $$;
revoke execute on function send_broadcast from public;
grant execute on function send_broadcast to parley_app;
