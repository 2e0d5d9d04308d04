-- As in 0033, but for how what a send needs is read.
create or replace function claim_outbound(p_now timestamptz, p_lease_until timestamptz, p_max integer, p_slice_ms integer, p_claim uuid,
                               p_bulk_max integer default null)
  returns table (tenant_id uuid, message_id uuid, channel_id uuid, attempts integer, tries smallint, waits integer,
                 first_claimed_at timestamptz, lane_full boolean, type text,
                 text text, content jsonb, to_address text, provider_user_id text, identity_address text, opt_in text,
                 window_expires_at timestamptz, reply_external_id text, human_agent boolean, accepted_at timestamptz,
                 priority smallint)
  language plpgsql volatile set search_path = public, pg_temp set enable_seqscan = off set jit = off
  set plan_cache_mode = force_generic_plan set enable_sort = off set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  lane record;
  pace record;
  rate double precision;
  step interval;
  slice interval;
  used_until timestamptz;
  window_start timestamptz;
  slot timestamptz;
  in_window integer;
  budget integer;
  room integer := p_max;
  bulk_room integer := coalesce(p_bulk_max, p_max);
  bulk uuid[];
  taken uuid[];
begin
  for lane in
    with recursive lanes as (
      (select d.tenant_id, d.channel_id from outbound_dispatches d where d.state = 'ready'
        order by d.tenant_id, d.channel_id limit 1)
      union all
      select n.tenant_id, n.channel_id from lanes l cross join lateral (
        select d.tenant_id, d.channel_id from outbound_dispatches d
         where d.state = 'ready' and (d.tenant_id, d.channel_id) > (l.tenant_id, l.channel_id)
         order by d.tenant_id, d.channel_id limit 1) n
    )
    select l.tenant_id, l.channel_id, c.messages_per_second
      from lanes l join channels c on c.tenant_id = l.tenant_id and c.id = l.channel_id
     where c.status = 'Connected' and c.deleted_at is null
       and exists (select 1 from outbound_dispatches d where d.tenant_id = l.tenant_id and d.channel_id = l.channel_id
                      and d.state = 'ready' and d.run_at <= p_now)
     order by random()
  loop
    exit when room <= 0;
    insert into channel_pacing (tenant_id, channel_id, tat) values (lane.tenant_id, lane.channel_id, p_now - interval '1 day')
    on conflict do nothing;
    select p.tat, p.behind, p.slots, p.claimed, p.pause_until, p.rate, p.rate_at into pace from channel_pacing p
     where p.tenant_id = lane.tenant_id and p.channel_id = lane.channel_id for update skip locked;
    continue when not found or pace.pause_until > p_now;

    -- What the platform's throttling answers taught, never above the configured rate (migration 0008).
    rate := channel_rate(lane.messages_per_second, pace.rate, pace.rate_at, p_now);
    -- A little below the rate, and the log a little longer than a second: calls made in one second may arrive in the next.
    step := interval '1 s' * 1.08 / rate;
    slice := greatest(step, case when pace.behind and pace.tat > p_now - interval '2 s' then interval '150 ms'
                                 else p_slice_ms * interval '1 ms' end);
    -- Budget is never used ahead of its time, so a later instant was written before the clock was set back; obeyed, it
    -- would stop the channel for as long as the clock had been ahead.
    used_until := case when pace.tat > p_now + interval '1 s' then p_now - slice else greatest(pace.tat, p_now - slice) end;
    slot := date_bin(interval '20 ms', p_now, timestamptz '2020-01-01');
    window_start := slot - interval '1040 ms';
    select coalesce(sum(l.claimed), 0) into in_window from unnest(pace.slots, pace.claimed) as l(slot, claimed)
     where l.slot > window_start and l.slot <= p_now + interval '1 s';
    budget := least(room, greatest(1, floor(rate)::integer) - in_window,
      floor(extract(epoch from p_now - used_until) / extract(epoch from step) + 0.000001)::integer);
    if budget <= 0 then
      -- A row without a message: there is work, but not before the budget grows.
      tenant_id := lane.tenant_id; channel_id := lane.channel_id; message_id := null; lane_full := true;
      return next;
      continue;
    end if;

    -- By arrays, not by joins: for a limit it cannot know the planner expects hundreds of rows and joins with all of the
    -- tenant's (measured: 5 ms a claim at 10,000 waiting messages; 0.2 ms so).
    select array_agg(due.message_id) into taken from (
      select d.message_id from outbound_dispatches d
       where d.tenant_id = lane.tenant_id and d.channel_id = lane.channel_id and d.state = 'ready' and d.run_at <= p_now and d.priority < 9
       order by d.priority, d.run_at, d.message_id
       limit budget for update skip locked) due;
    bulk := null;
    if bulk_room > 0 and coalesce(cardinality(taken), 0) < budget then
      select array_agg(due.message_id) into bulk from (
        select d.message_id from outbound_dispatches d
         where d.tenant_id = lane.tenant_id and d.channel_id = lane.channel_id and d.state = 'ready' and d.run_at <= p_now and d.priority = 9
         order by d.priority, d.run_at, d.message_id
         limit least(bulk_room, budget - coalesce(cardinality(taken), 0)) for update skip locked) due;
      bulk_room := bulk_room - coalesce(cardinality(bulk), 0);
      taken := coalesce(taken || bulk, bulk, taken);
    end if;
    if taken is null then
      update channel_pacing p set behind = false where p.tenant_id = lane.tenant_id and p.channel_id = lane.channel_id and p.behind;
      continue;
    end if;
    update outbound_dispatches d set state = 'sending', attempts = d.attempts + 1, lease_until = p_lease_until, claimed_by = p_claim,
           first_claimed_at = coalesce(d.first_claimed_at, p_now)
     where d.tenant_id = lane.tenant_id and d.message_id = any(taken);
    update messages m set status = 'sending', attempted_at = p_now
     where m.tenant_id = lane.tenant_id and m.id = any(taken) and m.status = 'queued';

    room := room - cardinality(taken);
    lane_full := cardinality(taken) = budget;
    update channel_pacing p
       set tat = used_until + cardinality(taken) * step, behind = lane_full,
           (slots, claimed) = (
             select array_agg(l.slot order by l.slot), array_agg(l.claimed order by l.slot) from (
               select k.slot, sum(k.claimed)::integer as claimed from (
                 select * from unnest(pace.slots, pace.claimed) as old(slot, claimed)
                 union all select slot, cardinality(taken)) k
                where k.slot > window_start and k.slot <= p_now + interval '1 s' group by k.slot) l)
     where p.tenant_id = lane.tenant_id and p.channel_id = lane.channel_id;

    -- Each row by its key, one after the other (a subquery with an offset is not joined otherwise): a plan made while the tables were small or their
    -- statistics old would join all of the tenant's rows with each other, and a claim would take seconds.
    return query
      select d.tenant_id, d.message_id, d.channel_id, d.attempts, d.tries, d.waits, d.first_claimed_at, lane_full, m.type, m.text, m.content, m.to_address,
             ci.provider_user_id, ci.address, k.opt_in,
             -- The window is the person's: a conversation that was resolved meanwhile may have a newer one beside it.
             case when v.status <> 'resolved' then v.window_expires_at else (
               select max(p.window_expires_at) from conversations p
                where p.tenant_id = v.tenant_id and p.channel_id = v.channel_id and p.identity_id = v.identity_id) end, q.external_id,
             m.human_agent, m.created_at, d.priority
        from unnest(taken) as t(id)
       cross join lateral (select * from outbound_dispatches o where o.tenant_id = lane.tenant_id and o.message_id = t.id offset 0) d
       cross join lateral (select * from messages o where o.tenant_id = d.tenant_id and o.id = d.message_id offset 0) m
       cross join lateral (select * from conversations o where o.tenant_id = m.tenant_id and o.id = m.conversation_id offset 0) v
       cross join lateral (select * from contact_identities o where o.tenant_id = v.tenant_id and o.id = v.identity_id offset 0) ci
       cross join lateral (select * from contacts o where o.tenant_id = v.tenant_id and o.id = v.contact_id offset 0) k
        left join lateral (select o.external_id from messages o where o.tenant_id = m.tenant_id and o.id = m.reply_to_id offset 0) q on true
       order by d.priority, d.run_at, d.message_id;
  end loop;
end $$;

-- As in 0028, but for how conversations are locked.
create or replace function send_broadcast(p_tenant uuid, p_now timestamptz, p_items jsonb) returns table (n integer, outcome text)
  language plpgsql volatile set search_path = public, pg_temp
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
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
  -- Somebody who has written for the first time since they were picked has an identity by now: theirs is taken.
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
  -- By an array, as in claim_outbound(): an old plan would look at every pair of a conversation of the tenant and an item.
  select array_agg(l.id) into places from jsonb_populate_recordset(null::broadcast_work, p_items) w cross join lateral (
    select c.id from conversations c
     where c.tenant_id = p_tenant and c.channel_id = w.chan and c.identity_id = w.cid
     order by (c.status <> 'resolved') desc, c.created_at desc limit 1) l;
  perform 1 from conversations v where v.tenant_id = p_tenant and v.id = any(places) order by v.id for no key update;

  return query
  with judged as materialized (
    select w.*, ci.contact_id as person, coalesce(u.id, case when l.resolved_by = 'broadcast' then l.id end) as found,
           u.id is not null as open, coalesce(u.window_expires_at, l.window_expires_at) as window_end,
           greatest(coalesce(u.pair_tat, l.pair_tat, p_now), p_now) as tat,
           case when ci.id is null then 'duplicate'
                when w.win and (coalesce(u.window_expires_at, l.window_expires_at) is null
                                or coalesce(u.window_expires_at, l.window_expires_at) <= p_now) then 'window_closed'
                when w.cba is not null and exists (
                  select from outbound_counts(p_tenant, w.chan, w.cid, coalesce(u.window_expires_at, l.window_expires_at)) s
                   where not s.answered and s.total >= w.cba) then 'window_closed'
                else 'sent' end as verdict
      from jsonb_populate_recordset(null::broadcast_work, p_items) w
      left join contact_identities ci on ci.tenant_id = p_tenant and ci.id = w.cid
      left join lateral (
        select c.id, c.window_expires_at, c.pair_tat from conversations c
         where c.tenant_id = p_tenant and c.channel_id = w.chan and c.identity_id = w.cid and c.status <> 'resolved' limit 1) u on true
      left join lateral (
        select c.id, c.resolved_by, c.window_expires_at, c.pair_tat from conversations c
         where u.id is null and c.tenant_id = p_tenant and c.channel_id = w.chan and c.identity_id = w.cid
         order by c.created_at desc limit 1) l on true
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
    -- An open one only notes that the person's budget was used.
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
