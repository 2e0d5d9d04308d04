-- What every message pays for several times: indexes, checks and plans that nobody needs. See ADR 0142.

-- Ids hold the time they were made in, so what is past its time is found by them (platform/ids/ids.ts, firstIdAt), and lists over all organizations ask each
-- in turn.
drop index event_log_age;
drop index event_log_tenant_age;
drop index inbound_events_age;
drop index inbound_events_by_seq;

-- Their tenant is the verified one of the transaction, or the one whose channel was found; a lock on its row, shared by all who write at that moment, costs more
-- than the rest of the insert (as with messages and their channel, 0002). Rows of tenants stay for ever.
alter table event_log drop constraint event_log_tenant_id_fkey;
alter table inbound_events drop constraint inbound_events_tenant_id_fkey;

-- The three functions as they were, but: dispatches are found by the keys of their messages (joined with what was judged, a plan made while few waited goes through
-- all that wait, once for each message of the batch), and accepted items are joined with their conversations once.
create or replace function accept_outbound(p_tenant uuid, p_now timestamptz, p_items jsonb)
  returns table (n integer, outcome text, conversation_id uuid, contact_id uuid)
  language plpgsql volatile set search_path = public, pg_temp
  -- A plan made while the tables were nearly empty would scan them; it stays cached while they grow.
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  work outbound_work[];
  replays integer[];
begin
  -- 1. Claim idempotency keys; a key that is already there (also twice in this batch) is answered from its row.
  with input as (
    select x.n, x.idem, x.fp from jsonb_populate_recordset(null::outbound_work, p_items) x where x.idem is not null
  ), claimed as (
    insert into idempotency_keys (tenant_id, key, fingerprint, created_at)
    select p_tenant, i.idem, decode(i.fp, 'hex'), p_now from input i order by i.idem
    on conflict do nothing
    returning key
  ), once as (
    select i.n, row_number() over (partition by i.idem order by i.n) as twin,
           exists (select 1 from claimed c where c.key = i.idem) as mine
      from input i
  )
  select coalesce(array_agg(o.n) filter (where o.twin > 1 or not o.mine), '{}') into replays from once o;
  work := judge_outbound(p_tenant, p_now, p_items, replays);

  -- Something is to be made, or to be counted: under the locks of those it is about, who may have been merged or become
  -- known meanwhile, so they are looked at again. What a person who is known says costs none of this.
  if exists (select 1 from unnest(work) w where w.outcome = 'accepted' and (w.is_new or (w.win and w.cas is not null))) then
    perform 1 from contact_identities ci
     where ci.tenant_id = p_tenant and ci.id in (
       select w.cid from unnest(work) w where w.outcome = 'accepted' and (w.is_new or (w.win and w.cas is not null)))
     order by ci.id for no key update;
    perform 1 from conversations c
     where c.tenant_id = p_tenant and c.id in (select w.conv from unnest(work) w where w.outcome = 'accepted' and not w.is_new)
     order by c.id for no key update;
    perform 1 from contacts k
     where k.tenant_id = p_tenant and k.id in (select w.cnt from unnest(work) w where w.outcome = 'accepted' and w.is_new)
     order by k.id for no key update;
    work := judge_outbound(p_tenant, p_now, p_items, replays);
  end if;

  -- On channels that count, under the lock of each person: the room there is goes to the items in their order.
  if exists (select 1 from unnest(work) w where w.outcome = 'accepted' and w.win and w.cas is not null) then
    with place as (
      select w.n, row_number() over (partition by w.chan, w.cid order by w.n) as k from unnest(work) w
       where w.outcome = 'accepted' and w.win and w.cas is not null
    ), judged as (
      select w.n, case
          when not s.answered and s.total + p.k > w.cba then 'limit_before_answer'
          when w.wexp <= p_now and s.in_silence + p.k > w.cas then 'limit_in_silence'
          else 'accepted' end as outcome
        from unnest(work) w join place p on p.n = w.n
        cross join lateral outbound_counts(p_tenant, w.chan, w.cid, w.wexp) s
    )
    select array_agg(row(w.n, w.msg, w.chan, w.kind, w.acct, w.addr, w.akey, w.puid, w.cnt, w.cid, w.conv, w.type, w.text, w.content, w.akind,
             w.aid, w.cref, w.rep, w.prio, w.win, w.idem, w.fp, w.e1, w.e2, w.e3, w.pair, w.burst, w.frm, w.wms, w.hms, w.ha, w.cba,
             w.cas, w.wexp, coalesce(j.outcome, w.outcome), w.is_new)::outbound_work order by w.n)
      into work
      from unnest(work) w left join judged j on j.n = w.n;
  end if;

  -- 2. People and conversations that are missing. Sorted, so that two batches never wait for each other crosswise.
  if exists (select 1 from unnest(work) w where w.outcome = 'accepted' and w.is_new) then
    insert into contact_identities (tenant_id, id, contact_id, kind, account, address, address_key, provider_user_id, created_at)
    select distinct on (w.kind, w.acct, w.akey, w.puid) p_tenant, w.cid, w.cnt, w.kind, w.acct, w.addr, w.akey, w.puid, p_now
      from unnest(work) w
     where w.outcome = 'accepted' and w.is_new
     order by w.kind, w.acct, w.akey, w.puid, w.n
    on conflict do nothing;

    with mine as (
      select distinct on (d.contact_id) d.contact_id, w.addr, w.akey, w.e3
        from unnest(work) w
        join contact_identities d on d.tenant_id = p_tenant and d.id = w.cid
       where w.outcome = 'accepted' and w.is_new and d.contact_id = w.cnt
         and not exists (select 1 from contacts c where c.tenant_id = p_tenant and c.id = d.contact_id)
       order by d.contact_id, w.n
    ), born as (
      insert into contacts (tenant_id, id, phone, phone_key, source, created_at, updated_at)
      select p_tenant, m.contact_id, case when m.akey not like '=%' then '+' || m.addr end,
             case when m.akey not like '=%' then m.akey end, 'api', p_now, p_now
        from mine m
      returning id, phone
    )
    insert into event_log (tenant_id, id, type, data, created_at)
    select p_tenant, m.e3, 'contact.created',
           json_build_object('contactId', wire_id('cnt', b.id), 'name', null, 'phone', b.phone, 'source', 'api'), p_now
      from born b join mine m on m.contact_id = b.id;

    -- Another writer may have made the identity meanwhile: whoever is stored now counts.
    with found as (
      select w.n, d.id, d.contact_id
        from unnest(work) w
        join contact_identities d on d.tenant_id = p_tenant and d.kind = w.kind and d.account = w.acct
         and (d.address_key = w.akey or d.provider_user_id = w.puid)
    ), born as (
      insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status,
                                 last_message_at, window_expires_at, pair_tat, created_at, updated_at)
      select distinct on (w.chan, f.id) p_tenant, w.conv, w.chan, w.kind, f.contact_id, f.id, 'open', p_now,
             l.window_expires_at, l.pair_tat, p_now, p_now
        from unnest(work) w
        join found f on f.n = w.n
        left join lateral (
          select p.window_expires_at, p.pair_tat from conversations p
           where p.tenant_id = p_tenant and p.channel_id = w.chan and p.identity_id = f.id
           order by p.created_at desc limit 1) l on true
       where w.outcome = 'accepted' and w.is_new
       order by w.chan, f.id, w.n
      on conflict (tenant_id, channel_id, identity_id) where status <> 'resolved' do nothing
      returning id, channel_id, channel_kind, contact_id, status
    )
    insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
    select p_tenant, w.e2, 'conversation.created', b.channel_id, b.id,
           json_build_object('channelId', wire_id('chn', b.channel_id), 'conversationId', wire_id('conv', b.id),
             'contactId', wire_id('cnt', b.contact_id), 'channelKind', b.channel_kind, 'status', b.status), p_now
      from born b join unnest(work) w on w.conv = b.id;

    select array_agg(row(w.n, w.msg, w.chan, w.kind, w.acct, w.addr, w.akey, w.puid, coalesce(u.contact_id, w.cnt), w.cid,
             coalesce(u.id, w.conv), w.type, w.text, w.content, w.akind, w.aid, w.cref, w.rep, w.prio, w.win, w.idem,
             w.fp, w.e1, w.e2, w.e3, w.pair, w.burst, w.frm, w.wms, w.hms, w.ha, w.cba, w.cas, w.wexp, w.outcome, w.is_new)::outbound_work order by w.n)
      into work
      from unnest(work) w
      left join contact_identities d on w.is_new and d.tenant_id = p_tenant and d.kind = w.kind and d.account = w.acct
        and (d.address_key = w.akey or d.provider_user_id = w.puid)
      left join conversations u on w.is_new and u.tenant_id = p_tenant and u.channel_id = w.chan
        and u.identity_id = d.id and u.status <> 'resolved';
  end if;

  -- 3. The messages, their dispatches and events; the budget towards each person moves by one step a message. Whose contact
  -- it is says the conversation under its lock.
  return query
  with ok as (
    select w.*, row_number() over (partition by w.conv order by w.n) as k from unnest(work) w where w.outcome = 'accepted'
  ), latest as (
    -- Reactions use the budget towards the person, but are not what a conversation shows, and answer nothing.
    select distinct on (o.conv) o.conv, o.msg, o.type, o.text, o.content, o.akind, o.pair, o.type <> 'reaction' as shown,
           max(o.k) over (partition by o.conv) as k
      from ok o
     order by o.conv, o.type <> 'reaction' desc, o.k desc
  ), locked as (
    select c.id, c.contact_id as person, greatest(coalesce(c.pair_tat, p_now), p_now) as tat from conversations c
     where c.tenant_id = p_tenant and c.id in (select l.conv from latest l)
     order by c.id for no key update
  ), placed as materialized (
    -- Once: the planner expects one row of each, and joins by going through all of both.
    select o.*, k.person, k.tat from ok o join locked k on k.id = o.conv
  ), touched as (
    update conversations c
       set last_message = case when l.shown then jsonb_build_object('id', wire_id('msg', l.msg), 'direction', 'outbound', 'type', l.type,
             'preview', message_preview(l.text, l.content))
             else c.last_message end,
           last_message_at = case when l.shown then greatest(c.last_message_at, p_now) else c.last_message_at end,
           first_replied_at = case when l.shown then coalesce(c.first_replied_at, case when c.last_message is not null then p_now end)
             else c.first_replied_at end,
           waiting_since = case when not l.shown then c.waiting_since end,
           pair_tat = k.tat + l.k * l.pair * interval '1 ms',
           updated_at = p_now
      from latest l join locked k on k.id = l.conv
     where c.tenant_id = p_tenant and c.id = l.conv
  ), written as (
    insert into messages (tenant_id, id, conversation_id, channel_id, contact_id, direction, type, from_address, to_address,
      text, content, reply_to_id, status, client_reference, author_kind, author_id, human_agent, occurred_at, created_at)
    select p_tenant, o.msg, o.conv, o.chan, o.person, 'outbound', o.type, o.frm, coalesce(o.addr, o.puid), o.text, o.content,
           o.rep, 'queued', o.cref, o.akind, o.aid, o.ha, p_now, p_now
      from placed o
  ), dispatched as (
    insert into outbound_dispatches (tenant_id, message_id, channel_id, priority, state, run_at, created_at)
    select p_tenant, o.msg, o.chan, o.prio, 'ready',
           greatest(p_now, o.tat + (o.k - o.burst) * o.pair * interval '1 ms'), p_now
      from placed o
  ), told as (
    insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
    select p_tenant, o.e1, 'message.sent', o.chan, o.conv,
           json_build_object('channelId', wire_id('chn', o.chan), 'conversationId', wire_id('conv', o.conv),
             'contactId', wire_id('cnt', o.person), 'message', json_build_object('id', wire_id('msg', o.msg), 'to',
               coalesce(o.addr, o.puid), 'type', o.type, 'text', o.text, 'content', o.content, 'status', 'queued',
               'clientReference', o.cref, 'author', json_build_object('kind', o.akind, 'id', o.aid),
               'createdAt', wire_time(p_now))), p_now
      from placed o
  )
  select w.n, w.outcome, w.conv, coalesce(k.person, w.cnt) from unnest(work) w left join locked k on k.id = w.conv;
end $$;

create or replace function apply_statuses(p_tenant uuid, p_now timestamptz, p_items jsonb)
  returns table (n integer, outcome text, message_id uuid)
  language sql volatile set search_path = public, pg_temp set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
  with input as materialized (
    -- The range makes the planner expect one row instead of a hundred: it must look messages up by their key, one by one,
    -- and never join with all of the tenant's (measured: 9 ms a call at 19,000 messages, growing with them).
    select x.*, coalesce(
        (select a.id from messages a where a.tenant_id = p_tenant and a.id = x.ref and a.channel_id = x.chan
            and (a.external_id is null or a.external_id = x.ext)),
        (select b.id from messages b where b.tenant_id = p_tenant and b.channel_id = x.chan and b.external_id = x.ext)) as msg
      from jsonb_populate_recordset(null::status_work, p_items) x
     where x.n between 0 and 1000000
  ), target as (
    select i.n, i.st, i.at, i.err, i.ev, i.ext as platform_id, m.id, m.status as old, m.channel_id, m.conversation_id,
           m.contact_id, m.external_id, m.client_reference, case when m.author_kind = 'broadcast' then m.author_id end as broadcast,
           message_status_rank(i.st) > message_status_rank(m.status) and m.status not in ('failed', 'cancelled')
             and not (i.st = 'failed' and m.status in ('delivered', 'read')) as rises
      from input i
      join messages m on m.tenant_id = p_tenant and m.id = i.msg
     where m.direction = 'outbound'
     order by m.id
     for no key update of m
  ), changed as (
    update messages m
       set status = case when t.rises then t.st else m.status end,
           -- Found by our reference, while another message has the platform's id: the word counts all the same.
           external_id = coalesce(m.external_id, case when not exists (
             select 1 from messages o where o.tenant_id = p_tenant and o.channel_id = m.channel_id and o.external_id = t.platform_id)
             then t.platform_id end),
           -- A later status stands in for an earlier one that is still on its way; the earlier then tells its own time.
           sent_at = case when t.st <> 'failed' then greatest(m.created_at, least(m.sent_at, t.at)) else m.sent_at end,
           delivered_at = case when t.st in ('delivered', 'read') then least(m.delivered_at, t.at) else m.delivered_at end,
           read_at = case when t.st = 'read' then least(m.read_at, t.at) else m.read_at end,
           failed_at = case when t.st = 'failed' and t.rises then t.at else m.failed_at end,
           error = case when t.st = 'failed' and t.rises then t.err when t.rises then null else m.error end
      from target t
     where m.tenant_id = p_tenant and m.id = t.id
  ), told as (
    insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
    select p_tenant, t.ev, 'message.status', t.channel_id, t.conversation_id,
           json_build_object('channelId', wire_id('chn', t.channel_id), 'conversationId', wire_id('conv', t.conversation_id),
             'contactId', wire_id('cnt', t.contact_id), 'broadcastId', t.broadcast,
             'message', json_build_object('id', wire_id('msg', t.id), 'externalId', coalesce(t.external_id, t.platform_id),
               'clientReference', t.client_reference),
             'status', t.st, 'previousStatus', case t.old when 'sending' then 'queued' else t.old end, 'occurredAt', wire_time(t.at),
             'error', case when t.st = 'failed' then t.err end), p_now
      from target t where t.rises
  ), gone as (
    -- The platform has it: whatever the call said, it must not leave again.
    delete from outbound_dispatches d
     where d.tenant_id = p_tenant and d.message_id = any(array(select t.id from target t where t.rises))
  )
  select i.n, case when t.id is null then 'missing' when t.rises then 'applied' else 'stale' end, t.id
    from input i left join target t on t.n = i.n
$$;

create or replace function complete_sends(p_tenant uuid, p_now timestamptz, p_items jsonb)
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
           m.status as old, m.channel_id, m.conversation_id, m.contact_id, m.external_id, m.client_reference,
           case when m.author_kind = 'broadcast' then m.author_id end as broadcast
      from input i join messages m on m.tenant_id = p_tenant and m.id = i.msg
      join channels c on c.tenant_id = p_tenant and c.id = m.channel_id
     order by m.id for no key update of m
  ), judged as (
    select t.*, case
        when t.st = 'sent' then message_status_rank('sent') > message_status_rank(t.old)
        when t.again then t.old = 'sending' and exists (
          select 1 from outbound_dispatches d
           where d.tenant_id = p_tenant and d.message_id = t.msg and coalesce(d.state, '') = 'sending' and d.attempts = t.att)
        -- Nobody knows what became of this attempt; of another one it says nothing.
        when t.st = 'unknown' then t.old in ('queued', 'sending') and exists (
          select 1 from outbound_dispatches d
           where d.tenant_id = p_tenant and d.message_id = t.msg and coalesce(d.state, '') = 'sending' and d.attempts = t.att
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
     where d.tenant_id = p_tenant and d.message_id = j.msg
       and d.message_id = any(array(select q.msg from judged q where q.st = 'queued' and q.moves))
  ), done as (
    delete from outbound_dispatches d
     where d.tenant_id = p_tenant
       and d.message_id = any(array(select j.msg from judged j where j.st <> 'queued' and (j.moves or (j.st <> 'unknown' and not j.again))))
  ), told as (
    insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
    select p_tenant, j.ev, 'message.status', j.channel_id, j.conversation_id,
           json_build_object('channelId', wire_id('chn', j.channel_id), 'conversationId', wire_id('conv', j.conversation_id),
             'contactId', wire_id('cnt', j.contact_id), 'broadcastId', j.broadcast,
             'message', json_build_object('id', wire_id('msg', j.msg), 'externalId',
               coalesce(j.external_id, case when j.taken_by is null or j.by_echo then j.ext end),
               'clientReference', j.client_reference),
             'status', j.st, 'previousStatus', case j.old when 'sending' then 'queued' else j.old end,
             'occurredAt', wire_time(p_now), 'error', j.err), p_now
      from judged j where j.moves and j.st <> 'queued'
  )
  select j.msg, j.taken_by, j.by_echo from judged j where j.taken_by is not null
$$;
