-- Sending: claiming what a channel's budget allows, and writing down what came of each call.

-- When the last call that sends it began: what an echo or a read mark may speak of has left not long before.
alter table messages add column attempted_at timestamptz;

-- The cross-tenant worker marks a message as being sent in the statement that claims it, and reads what it must send.
create policy cross_tenant on messages to parley_worker using (true);
create policy cross_tenant on contacts for select to parley_worker using (true);
create policy cross_tenant on contact_identities for select to parley_worker using (true);
grant select, update (status, attempted_at) on messages to parley_worker;
-- An echo that was stored before the answer of the send it repeats goes into that message (absorb_echo).
grant delete on messages to parley_app;
grant select on contacts, contact_identities to parley_worker;

-- Claims due dispatches of every channel that has any, as many as the channel's budget allows now, most urgent first.
-- The budget is counted on channel_pacing under its row lock, so it is exact over any number of workers; another worker's
-- channel is skipped, not waited for. Two rules make it: an even pace, whose burst is `p_slice_ms`, or 150 ms for a
-- channel that fell behind because nobody came to claim in time; and a log of the last second, so that no second ever sees more than
-- the channel's rate, caught up or not. `lane_full` tells that the budget, not the backlog, ended a lane; with a null
-- message_id it stands for a lane that had no budget at all.
create function claim_outbound(p_now timestamptz, p_lease_until timestamptz, p_max integer, p_slice_ms integer, p_claim uuid)
  returns table (tenant_id uuid, message_id uuid, channel_id uuid, attempts integer, tries smallint, waits integer,
                 first_claimed_at timestamptz, lane_full boolean, type text,
                 text text, content jsonb, to_address text, provider_user_id text, identity_address text, opt_in text,
                 window_expires_at timestamptz, reply_external_id text, human_agent boolean, accepted_at timestamptz)
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
       where d.tenant_id = lane.tenant_id and d.channel_id = lane.channel_id and d.state = 'ready' and d.run_at <= p_now
       order by d.priority, d.run_at, d.message_id
       limit budget for update skip locked) due;
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

    return query
      select d.tenant_id, d.message_id, d.channel_id, d.attempts, d.tries, d.waits, d.first_claimed_at, lane_full, m.type, m.text, m.content, m.to_address,
             ci.provider_user_id, ci.address, k.opt_in,
             -- The window is the person's: a conversation that was resolved meanwhile may have a newer one beside it.
             case when v.status <> 'resolved' then v.window_expires_at else (
               select max(p.window_expires_at) from conversations p
                where p.tenant_id = v.tenant_id and p.channel_id = v.channel_id and p.identity_id = v.identity_id) end, q.external_id,
             m.human_agent, m.created_at
        from outbound_dispatches d
        join messages m on m.tenant_id = d.tenant_id and m.id = d.message_id
        join conversations v on v.tenant_id = m.tenant_id and v.id = m.conversation_id
        join contact_identities ci on ci.tenant_id = v.tenant_id and ci.id = v.identity_id
        join contacts k on k.tenant_id = v.tenant_id and k.id = v.contact_id
        left join messages q on q.tenant_id = m.tenant_id and q.id = m.reply_to_id
       where d.tenant_id = lane.tenant_id and d.message_id = any(taken)
       order by d.priority, d.run_at, d.message_id;
  end loop;
end $$;

-- Gives back claims whose answer was lost with the connection: their worker made no call, so nothing has left. `attempts`
-- stays: it names claims, and no two may have one name.
create function return_claims(p_claims uuid[]) returns integer
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

-- Calls that run longer than their lease keep their claims. Items: tenant, msg, att.
create function renew_sends(p_lease_until timestamptz, p_items jsonb) returns integer
  language sql volatile set search_path = public, pg_temp set enable_seqscan = off
as $$
  with renewed as (
    update outbound_dispatches d set lease_until = p_lease_until
      from (select x.* from jsonb_to_recordset(p_items) as x(tenant uuid, msg uuid, att integer) where x.att between 0 and 2000000000) i
     where d.tenant_id = i.tenant and d.message_id = i.msg and d.attempts = i.att and d.state = 'sending'
    returning 1
  )
  select count(*)::integer from renewed
$$;

-- Writes down the outcome of calls to the platform, of one tenant. Items: msg, st ('sent', 'failed', 'unknown', or
-- 'queued' for another attempt), att (the claim it speaks of), ext (platform's id), err, run_at (of the next attempt),
-- counts (of 'queued': 'try' when the answer was about the message, 'wait' when it only asked for one; null when the message waits
-- for somebody to connect the channel again, which is not counted in its time either), expired (of 'unknown': only if the lease is
-- over), ev (event id). A message comes twice in one batch when its answer meets the end of its lease; the answer is then the one that counts.
-- Of a channel that is gone nothing is queued again: 'failed' instead. Another attempt is only granted to who holds the claim: a word that comes late or twice must neither
-- free a message that somebody else is sending now, nor queue one whose dispatch is gone.
-- A status callback may have been faster: the status only rises, and then there is no second event.
-- Given back: messages whose platform id another message holds already. They have their status, but not the id; when an echo
-- made the other (`by_echo`), absorb_echo() puts the two together.
create type send_result as (msg uuid, st text, att integer, ext text, err jsonb, run_at timestamptz, counts text, expired boolean, ev uuid);

create function complete_sends(p_tenant uuid, p_now timestamptz, p_items jsonb)
  returns table (message_id uuid, taken_by uuid, by_echo boolean)
  language sql volatile set search_path = public, pg_temp set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
  with input as (
    -- One row expected, see apply_statuses().
    select distinct on (x.msg) x.* from jsonb_populate_recordset(null::send_result, p_items) x where x.msg between
      '00000000-0000-0000-0000-000000000000' and 'ffffffff-ffff-ffff-ffff-ffffffffffff'
     order by x.msg, (x.st = 'sent') desc, (x.expired is not true) desc, x.att desc
  ), target as (
    select i.msg, i.att, i.ext, i.run_at, i.counts, i.expired, i.ev, i.st = 'queued' as again,
           case when i.st = 'queued' and c.deleted_at is not null then 'failed' else i.st end as st,
           case when i.st = 'queued' and c.deleted_at is not null then
             '{"code": "channel_not_connected", "providerCode": null, "message": "The channel is gone.", "retryable": false}'
           else i.err end as err,
           m.status as old, m.channel_id, m.conversation_id, m.contact_id, m.external_id, m.client_reference
      from input i join messages m on m.tenant_id = p_tenant and m.id = i.msg
      join channels c on c.tenant_id = p_tenant and c.id = m.channel_id
     order by m.id for no key update of m
  ), judged as (
    select t.*, case
        when t.st = 'sent' then message_status_rank('sent') > message_status_rank(t.old)
        when t.again then t.old = 'sending' and exists (
          select 1 from outbound_dispatches d
           where d.tenant_id = p_tenant and d.message_id = t.msg and d.state = 'sending' and d.attempts = t.att)
        -- Nobody knows what became of this attempt; of another one it says nothing.
        when t.st = 'unknown' then t.old in ('queued', 'sending') and exists (
          select 1 from outbound_dispatches d
           where d.tenant_id = p_tenant and d.message_id = t.msg and d.state = 'sending' and d.attempts = t.att
             and (t.expired is not true or d.lease_until < p_now))
        else t.old in ('queued', 'sending', 'unknown') and t.old <> t.st end as moves,
           h.id as taken_by, h.by_echo
      from target t
      left join lateral (
        select o.id, o.direction = 'outbound' and o.author_kind = 'platform' as by_echo from messages o
         where t.ext is not null and o.tenant_id = p_tenant and o.channel_id = t.channel_id and o.external_id = t.ext
           and o.id <> t.msg offset 0) h on true
  ), changed as (
    update messages m
       set status = case when j.moves then j.st else m.status end,
           external_id = coalesce(m.external_id, case when j.taken_by is null then j.ext end),
           sent_at = case when j.st = 'sent' then coalesce(m.sent_at, p_now) else m.sent_at end,
           failed_at = case when j.moves and j.st = 'failed' then p_now else m.failed_at end,
           error = case when j.moves then j.err else m.error end
      from judged j
     where m.tenant_id = p_tenant and m.id = j.msg
  ), again as (
    update outbound_dispatches d
       set state = 'ready', lease_until = null, run_at = j.run_at,
           first_claimed_at = case when j.counts is not null then d.first_claimed_at end,
           tries = d.tries + case j.counts when 'try' then 1 else 0 end, waits = d.waits + case j.counts when 'wait' then 1 else 0 end
      from judged j
     where j.st = 'queued' and j.moves and d.tenant_id = p_tenant and d.message_id = j.msg
  ), done as (
    delete from outbound_dispatches d using judged j
     where j.st <> 'queued' and (j.moves or (j.st <> 'unknown' and not j.again)) and d.tenant_id = p_tenant and d.message_id = j.msg
  ), told as (
    insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
    select p_tenant, j.ev, 'message.status', j.channel_id, j.conversation_id,
           json_build_object('channelId', wire_id('chn', j.channel_id), 'conversationId', wire_id('conv', j.conversation_id),
             'contactId', wire_id('cnt', j.contact_id), 'broadcastId', null,
             'message', json_build_object('id', wire_id('msg', j.msg), 'externalId',
               coalesce(j.external_id, case when j.taken_by is null or j.by_echo then j.ext end),
               'clientReference', j.client_reference),
             'status', j.st, 'previousStatus', case j.old when 'sending' then 'queued' else j.old end,
             'occurredAt', wire_time(p_now), 'error', j.err), p_now
      from judged j where j.moves and j.st <> 'queued'
  )
  select j.msg, j.taken_by, j.by_echo from judged j where j.taken_by is not null
$$;

-- Puts a message that was made of an echo into the one of ours that it repeats: its platform id, what has become of it since,
-- and what quotes it. False: it is no such message (any more).
create function absorb_echo(p_tenant uuid, p_now timestamptz, p_message uuid, p_echo uuid, p_event uuid) returns boolean
  language plpgsql volatile set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  ours messages;
  echo messages;
begin
  perform 1 from messages m where m.tenant_id = p_tenant and m.id in (p_message, p_echo) order by m.id for update;
  select m.* into ours from messages m where m.tenant_id = p_tenant and m.id = p_message;
  select m.* into echo from messages m
   where m.tenant_id = p_tenant and m.id = p_echo and m.channel_id = ours.channel_id and m.direction = 'outbound'
     and m.author_kind = 'platform' and m.external_id is not null;
  if not found or ours.external_id is not null then
    return false;
  end if;
  update messages m set reply_to_id = p_message where m.tenant_id = p_tenant and m.reply_to_id = p_echo;
  delete from messages m where m.tenant_id = p_tenant and m.id = p_echo;
  update messages m
     set external_id = echo.external_id,
         status = case when message_status_rank(echo.status) > message_status_rank(m.status) then echo.status else m.status end,
         sent_at = greatest(m.created_at, least(m.sent_at, echo.sent_at)), delivered_at = least(m.delivered_at, echo.delivered_at),
         read_at = least(m.read_at, echo.read_at), reactions = echo.reactions
   where m.tenant_id = p_tenant and m.id = p_message;
  update conversations v set last_message = jsonb_set(v.last_message, '{id}', to_jsonb(wire_id('msg', p_message)))
   where v.tenant_id = p_tenant and v.id = echo.conversation_id and v.last_message->>'id' = wire_id('msg', p_echo);
  if message_status_rank(echo.status) > message_status_rank(ours.status) then
    insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
    values (p_tenant, p_event, 'message.status', ours.channel_id, ours.conversation_id,
      json_build_object('channelId', wire_id('chn', ours.channel_id), 'conversationId', wire_id('conv', ours.conversation_id),
        'contactId', wire_id('cnt', ours.contact_id), 'broadcastId', null,
        'message', json_build_object('id', wire_id('msg', p_message), 'externalId', echo.external_id,
          'clientReference', ours.client_reference),
        'status', echo.status, 'previousStatus', ours.status,
        'occurredAt', wire_time(coalesce(echo.read_at, echo.delivered_at, p_now)), 'error', null), p_now);
  end if;
  return true;
end $$;

revoke execute on function claim_outbound, return_claims, renew_sends, complete_sends, absorb_echo from public;
grant execute on function claim_outbound, return_claims, renew_sends to parley_worker;
grant execute on function complete_sends, absorb_echo to parley_app;
