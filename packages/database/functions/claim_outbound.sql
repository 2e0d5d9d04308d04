-- module: inbox/messages
-- Claims due dispatches of every channel that has any, as many as the channel's budget allows now, most urgent first. The budget is counted
-- on channel_pacing under its row lock, so it is exact over any number of workers; another worker's channel is skipped, not waited for. Two
-- rules form it: an even pace, whose burst is `p_slice_ms`, or 150 ms for a channel that fell behind because nobody claimed in time; and a
-- log of the last second, so that no second ever exceeds the channel's rate, whether or not it is catching up. `lane_full` means that the
-- budget, not the backlog, ended a lane; with a null message_id it stands for a lane without any budget.
--
-- Broadcasts must not occupy a process that is slower than the number, because messages written by people would wait behind them.
-- p_bulk_max limits how many of their messages (priority 9) are claimed; null: as many as p_max.
-- "offset 0" makes each look-up go by key: see noFlattening in platform/db/plans.ts.
create or replace function claim_outbound(p_now timestamptz, p_lease_until timestamptz, p_max integer, p_slice_ms integer, p_claim uuid,
                               p_bulk_max integer default null)
  returns table (tenant_id uuid, message_id uuid, channel_id uuid, attempts integer, tries smallint, waits integer,
                 first_claimed_at timestamptz, lane_full boolean, type text,
                 text text, content jsonb, to_address text, provider_user_id text, identity_address text, opt_in text,
                 window_expires_at timestamptz, reply_external_id text, human_agent boolean, accepted_at timestamptz,
                 priority smallint)
  language plpgsql volatile set search_path = public, pg_temp
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

    -- The rate after the platform's throttling, never above the configured rate: see channel_rate().
    rate := channel_rate(lane.messages_per_second, pace.rate, pace.rate_at, p_now);
    -- Slightly below the rate, and a log slightly longer than a second: calls made in one second may arrive in the next.
    step := interval '1 s' * 1.08 / rate;
    slice := greatest(step, case when pace.behind and pace.tat > p_now - interval '2 s' then interval '150 ms'
                                 else p_slice_ms * interval '1 ms' end);
    -- Budget is never used ahead of its time, so a later time was written before the clock was set back; if it were respected, the channel
    -- would stop for as long as the clock had been ahead.
    used_until := case when pace.tat > p_now + interval '1 s' then p_now - slice else greatest(pace.tat, p_now - slice) end;
    slot := date_bin(interval '20 ms', p_now, timestamptz '2020-01-01');
    window_start := slot - interval '1040 ms';
    select coalesce(sum(l.claimed), 0) into in_window from unnest(pace.slots, pace.claimed) as l(slot, claimed)
     where l.slot > window_start and l.slot <= p_now + interval '1 s';
    budget := least(room, greatest(1, floor(rate)::integer) - in_window,
      floor(extract(epoch from p_now - used_until) / extract(epoch from step) + 0.000001)::integer);
    if budget <= 0 then
      -- A row without a message: there is work, but not before the budget recovers.
      tenant_id := lane.tenant_id; channel_id := lane.channel_id; message_id := null; lane_full := true;
      return next;
      continue;
    end if;

    -- With arrays, not joins: for a limit it cannot know, the planner expects hundreds of rows and joins with all of the tenant's
    -- (measured: 5 ms per claim at 10,000 waiting messages; 0.2 ms like this).
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
             -- The window belongs to the person: another of their conversations may have opened it.
             case when v.window_expires_at > p_now then v.window_expires_at else (
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
revoke execute on function claim_outbound from public;
grant execute on function claim_outbound to parley_worker;
