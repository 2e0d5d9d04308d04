-- What every message pays for several times: indexes and plans that nobody needs. See ADR 0142.

-- Ids hold the time they were made in, so what is past its time is found by them (platform/ids/ids.ts, firstIdAt), and lists over all organizations ask each
-- in turn.
drop index event_log_age;
drop index event_log_tenant_age;
drop index inbound_events_age;
drop index inbound_events_by_seq;

-- The functions as they were, but for plans that go through all there is. Dispatches are found by the keys of their messages (joined with what was judged, a plan
-- made while few waited goes through all that wait, once for each message of the batch); whom a batch of callbacks locks is found by keys (600 ms a batch with 6,000
-- contacts, measured: all of them were read for each); and accepted items are joined with their conversations once.
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
  select t.n, case when t.rises then 'applied' else 'stale' end, t.id from target t
   union all
  select i.n, 'missing', null from input i where i.n <> all(array(select t.n from target t))
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

create or replace function receive_messages(p_tenant uuid, p_now timestamptz, p_items jsonb)
  returns table (n integer, outcome text, message_id uuid, conversation_id uuid, contact_id uuid)
  language plpgsql volatile set search_path = public, pg_temp
  -- See accept_outbound(): plans must not depend on how full the tables were when they were made.
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  items inbound_work[];
  -- What the set-based part takes, and the conversation of each.
  common inbound_work[] := '{}';
  places uuid[] := '{}';
  -- Of the rest, who is known, and on which channel.
  identities uuid[];
  channels_of uuid[];
  contacts_of uuid[];
  w inbound_work;
  person record;
  c record;
  fresh boolean;
  blocked boolean;
  typed boolean;
  quiet boolean;
  made integer;
  ns integer[] := '{}';
  outcomes text[];
  msgs uuid[];
  convs uuid[];
  people uuid[];
begin
  select array_agg(x order by x.n) into items from jsonb_populate_recordset(null::inbound_work, p_items) x;

  -- The common case set by set: known people who are not blocked and whose conversation is open. Half the
  -- work of the loop below, which takes the rest. A batch in which order matters between messages of one
  -- conversation (what the business typed in its own app, notices, one message quoting another of the batch) is all the loop's.
  if not exists (select 1 from unnest(items) o where o.dir <> 'inbound' or o.type = 'system' or o.repx in (select q.ext from unnest(items) q)) then
    with place as materialized (
      select i as item, i.n, i.akey, i.puid, v.id as place
        from unnest(items) i
        cross join lateral (
          select ci.id, ci.contact_id, ci.address, ci.address_key, ci.username, ci.display_name from contact_identities ci
           where i.puid is not null and ci.tenant_id = p_tenant and ci.kind = i.kind and ci.account = i.acct and ci.provider_user_id = i.puid
          union all
          select ci.id, ci.contact_id, ci.address, ci.address_key, ci.username, ci.display_name from contact_identities ci
           where i.puid is null and ci.tenant_id = p_tenant and ci.kind = i.kind and ci.account = i.acct and ci.address_key = i.akey) d
        cross join lateral (
          select k.id from contacts k
           where k.tenant_id = p_tenant and k.id = d.contact_id and k.blocked_at is null offset 0) k
        cross join lateral (
          select u.id from conversations u
           where u.tenant_id = p_tenant and u.channel_id = i.chan and u.identity_id = d.id and u.status <> 'resolved'
             and u.status = 'open' offset 0) v
       -- Whatever the platform says anew of the person is the loop's. The range: one row expected, see apply_statuses().
       where i.n between 0 and 1000000
         and (i.akey is null or (d.address_key = i.akey and d.address = i.addr))
         and (i.uname is null or d.username is not distinct from i.uname) and (i.name is null or d.display_name is not distinct from i.name)
    ), aside as materialized (
      select i.akey, i.puid from unnest(items) i where i.n not in (select p.n from place p)
    )
    -- With one message of a person the loop takes all, so that they are seen in their order.
    select coalesce(array_agg(p.item order by p.n), '{}'), coalesce(array_agg(p.place order by p.n), '{}') into common, places
      from place p where not exists (select 1 from aside a where a.akey = p.akey or a.puid = p.puid);
  end if;

  -- The loop goes from person to person and locks as it goes, so all of them are locked before, those of the set-based part included.
  if cardinality(common) < cardinality(items) then
    select array_agg(p.id), array_agg(p.chan) into identities, channels_of from (
      select distinct d.id, i.chan from unnest(items) i cross join lateral (
          select p.id from contact_identities p where p.tenant_id = p_tenant and p.kind = i.kind and p.provider_user_id = i.puid
          union all
          select a.id from contact_identities a
           where a.tenant_id = p_tenant and a.kind = i.kind and a.account = i.acct and a.address_key = i.akey) d
       where i.n not in (select o.n from unnest(common) o)) p;
    with held as materialized (
      select ci.contact_id from contact_identities ci
       where ci.tenant_id = p_tenant and ci.id = any(identities) order by ci.id for no key update)
    select array_agg(h.contact_id) into contacts_of from held h;
    perform 1 from conversations v
     where v.tenant_id = p_tenant and v.id = any(array(
       select unnest(places)
       union all
       select u.id from unnest(identities, channels_of) h (id, chan) cross join lateral (
         (select p.id from conversations p
           where p.tenant_id = p_tenant and p.channel_id = h.chan and p.identity_id = h.id and p.status <> 'resolved')
         union all
         (select p.id from conversations p
           where p.tenant_id = p_tenant and p.channel_id = h.chan and p.identity_id = h.id order by p.created_at desc limit 1)) u))
     order by v.id for no key update;
    perform 1 from contacts k
     where k.tenant_id = p_tenant and k.id = any(array(
       select unnest(contacts_of)
       union all
       select v.contact_id from conversations v where v.tenant_id = p_tenant and v.id = any(places)
       union all
       select o.id from contacts o
        where o.tenant_id = p_tenant and o.phone_key = any(array(select i.akey from unnest(items) i)) and o.phone_key is not null))
     order by k.id for no key update;
  end if;

  if cardinality(common) > 0 then
    with locked as materialized (
      -- Whose contact it is says the conversation under its lock: the person may have been merged since the look above.
      select v.id, v.contact_id from conversations v
       where v.tenant_id = p_tenant and v.id = any(places) and v.status = 'open'
       order by v.id for no key update
    ), place as materialized (
      select i.*, l.id as place, l.contact_id as person
        from unnest(common) with ordinality i left join locked l on l.id = places[i.ordinality]
    ), aside as materialized (
      select p.akey, p.puid from place p where p.place is null
    ), taken as materialized (
      select p.* from place p where p.place is not null and not exists (select 1 from aside a where a.akey = p.akey or a.puid = p.puid)
    ), written as (
      insert into messages (tenant_id, id, conversation_id, channel_id, contact_id, direction, type, from_address, to_address,
        text, content, media, reply_to_id, status, external_id, author_kind, author_id, occurred_at, created_at)
      select p_tenant, t.msg, t.place, t.chan, t.person, 'inbound', t.type, coalesce(t.addr, t.puid), t.ours, t.text, t.content,
             coalesce(t.media, '[]'),
             (select q.id from messages q where q.tenant_id = p_tenant and q.channel_id = t.chan and q.external_id = t.repx),
             'received', t.ext, 'contact', wire_id('cnt', t.person), t.at, p_now
        from taken t
      on conflict (tenant_id, channel_id, external_id) where external_id is not null do nothing
      returning messages.id
    ), stored as materialized (
      select t.* from taken t join written x on x.id = t.msg
    ), touched as (
      update conversations v
         set last_message = case when s.at >= v.last_message_at or v.last_message is null then s.last else v.last_message end,
             last_message_at = greatest(v.last_message_at, s.at), unread_count = v.unread_count + s.count,
             waiting_since = coalesce(v.waiting_since, p_now), window_expires_at = greatest(v.window_expires_at, s.window_until),
             updated_at = p_now
        from (
          select t.place, max(t.at) as at, count(*)::integer as count,
                 max(t.at + t.wms * interval '1 ms') filter (where t.opens) as window_until,
                 (array_agg(jsonb_build_object('id', wire_id('msg', t.msg), 'direction', 'inbound', 'type', t.type,
                   'preview', message_preview(t.text, t.content)) order by t.at desc, t.n desc))[1] as last
            from stored t group by t.place) s
       where v.tenant_id = p_tenant and v.id = s.place
    ), writers as materialized (
      select k.id from contacts k
       where k.tenant_id = p_tenant and k.id = any(array(select t.person from stored t)) order by k.id for no key update
    ), heard as (
      update contacts k
         set last_inbound_at = greatest(k.last_inbound_at, s.at)
        from (select t.person, max(t.at) as at from stored t group by t.person) s join writers l on l.id = s.person
       where k.tenant_id = p_tenant and k.id = s.person
    ), told as (
      insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
      select p_tenant, t.e1, 'message.received', t.chan, t.place,
             json_build_object('channelId', wire_id('chn', t.chan), 'conversationId', wire_id('conv', t.place),
               'contactId', wire_id('cnt', t.person), 'message', json_build_object('id', wire_id('msg', t.msg),
                 'externalId', t.ext, 'from', coalesce(t.addr, t.puid), 'to', t.ours, 'type', t.type, 'text', t.text,
                 'content', t.content, 'media', coalesce(t.media, '[]'), 'occurredAt', wire_time(t.at))), p_now
        from stored t
    )
    select coalesce(array_agg(t.n order by t.n), '{}'),
           array_agg(case when s.n is null then 'duplicate' else 'stored' end order by t.n),
           array_agg(s.msg order by t.n), array_agg(t.place order by t.n), array_agg(t.person order by t.n)
      into ns, outcomes, msgs, convs, people
      from taken t left join stored s on s.n = t.n;
    return query select f.* from unnest(ns, outcomes, msgs, convs, people) f;
  end if;
  if cardinality(ns) = cardinality(items) then
    return;
  end if;

  for w in select x.* from unnest(items) x where x.n <> all(ns) order by x.n loop
    if exists (select 1 from messages m where m.tenant_id = p_tenant and m.channel_id = w.chan and m.external_id = w.ext) then
      n := w.n; outcome := 'duplicate'; message_id := null; conversation_id := null; contact_id := null;
      return next;
      continue;
    end if;

    select * into person from resolve_identity(p_tenant, p_now, w.at, w.kind, w.acct, w.addr, w.akey, w.puid, w.name, w.uname, w.cid,
                                               w.cnt, w.e3, w.e4, w.e5);
    -- What a blocked contact writes is kept, but reaches nobody's inbox: nothing opens, nothing counts as unread.
    select k.blocked_at is not null into blocked from contacts k where k.tenant_id = p_tenant and k.id = person.contact_id;
    -- Typed by a person of the business, in the platform's own app. What the platform writes by itself is no answer of theirs: it is
    -- shown, and leaves everything else as it is.
    typed := w.dir = 'echo' and not coalesce(w.auto, false);
    quiet := blocked or (w.dir = 'echo' and not typed);
    fresh := false;
    for attempt in 1..3 loop
      select v.id, v.status, v.pending_reason, v.last_message_at, v.last_message into c
        from conversations v
       where v.tenant_id = p_tenant and v.channel_id = w.chan and v.identity_id = person.identity_id
         and v.status <> 'resolved' for no key update;
      exit when found;
      if quiet then
        select v.id, v.status, v.pending_reason, v.last_message_at, v.last_message into c
          from conversations v
         where v.tenant_id = p_tenant and v.channel_id = w.chan and v.identity_id = person.identity_id
         order by v.created_at desc limit 1 for no key update;
        exit when found;
      end if;
      -- The customer's word reopens what was resolved not long ago; afterwards a new conversation begins.
      update conversations v
         set status = 'open', pending_reason = null, resolved_at = null, resolved_by = null, updated_at = p_now
       where v.tenant_id = p_tenant and w.dir = 'inbound' and v.id = (
         select l.id from conversations l
          where l.tenant_id = p_tenant and l.channel_id = w.chan and l.identity_id = person.identity_id
          order by l.created_at desc limit 1)
         and v.status = 'resolved' and v.resolved_at > p_now - w.reopen * interval '1 ms'
      returning v.id, 'resolved'::text as status, v.pending_reason, v.last_message_at, v.last_message into c;
      exit when found;
      insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status, resolved_at,
                                 last_message_at, window_expires_at, pair_tat, created_at, updated_at)
      select p_tenant, w.conv, w.chan, w.kind, person.contact_id, person.identity_id,
             case when blocked then 'resolved' else 'open' end, case when blocked then p_now end, w.at, l.window_expires_at,
             l.pair_tat, p_now, p_now
        from (values (1)) one
        left join lateral (
          select p.window_expires_at, p.pair_tat from conversations p
           where p.tenant_id = p_tenant and p.channel_id = w.chan and p.identity_id = person.identity_id
           order by p.created_at desc limit 1) l on true
      on conflict (tenant_id, channel_id, identity_id) where status <> 'resolved' do nothing
      returning id, status, pending_reason, last_message_at, last_message into c;
      fresh := found;
      exit when fresh;
    end loop;
    if c.id is null then
      raise exception 'no conversation for a message' using errcode = 'serialization_failure';
    end if;

    insert into messages (tenant_id, id, conversation_id, channel_id, contact_id, direction, type, from_address, to_address,
      text, content, media, reply_to_id, status, sent_at, external_id, author_kind, author_id, occurred_at, created_at)
    select p_tenant, w.msg, c.id, w.chan, person.contact_id,
           case w.dir when 'echo' then 'outbound' else 'inbound' end, w.type,
           case w.dir when 'echo' then w.ours else coalesce(w.addr, w.puid) end,
           case w.dir when 'echo' then coalesce(w.addr, w.puid) else w.ours end,
           w.text, w.content, coalesce(w.media, '[]'),
           (select q.id from messages q where q.tenant_id = p_tenant and q.channel_id = w.chan and q.external_id = w.repx),
           case w.dir when 'echo' then 'sent' else 'received' end, case w.dir when 'echo' then w.at end, w.ext,
           case w.dir when 'echo' then 'platform' else 'contact' end,
           case w.dir when 'echo' then null else wire_id('cnt', person.contact_id) end, w.at, p_now
    on conflict (tenant_id, channel_id, external_id) where external_id is not null do nothing;
    get diagnostics made = row_count;
    n := w.n; message_id := w.msg; conversation_id := c.id; contact_id := person.contact_id;
    if made = 0 then
      outcome := 'duplicate';
      return next;
      continue;
    end if;

    update conversations v
       set last_message = case when fresh or w.at >= v.last_message_at or v.last_message is null then jsonb_build_object('id', wire_id('msg', w.msg),
             'direction', case w.dir when 'echo' then 'outbound' else 'inbound' end, 'type', w.type,
             'preview', message_preview(w.text, w.content)) else v.last_message end,
           last_message_at = greatest(v.last_message_at, w.at),
           unread_count = v.unread_count + case when w.dir = 'inbound' and w.type <> 'system' and not blocked then 1 else 0 end,
           waiting_since = case when typed then null when w.type = 'system' or quiet then v.waiting_since else coalesce(v.waiting_since, p_now) end,
           first_replied_at = case when typed then coalesce(v.first_replied_at, p_now) else v.first_replied_at end,
           window_expires_at = case when w.opens then greatest(coalesce(v.window_expires_at, w.at), w.at + w.wms * interval '1 ms')
             else v.window_expires_at end,
           status = case when v.status = 'pending' and (typed or (w.dir = 'inbound' and v.pending_reason <> 'bot')) then 'open' else v.status end,
           snoozed_until = case when typed or (w.dir = 'inbound' and v.pending_reason is distinct from 'bot') then null else v.snoozed_until end,
           pending_reason = case when v.status = 'pending' and not typed and (v.pending_reason = 'bot' or w.dir = 'echo') then v.pending_reason end,
           handled_by = case when typed then 'human' else v.handled_by end,
           updated_at = p_now
     where v.tenant_id = p_tenant and v.id = c.id;

    if w.dir = 'inbound' then
      update contacts k
         set last_inbound_at = greatest(k.last_inbound_at, w.at)
       where k.tenant_id = p_tenant and k.id = person.contact_id;
    end if;

    if fresh then
      insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
      values (p_tenant, w.e2, 'conversation.created', w.chan, c.id, json_build_object('channelId', wire_id('chn', w.chan),
        'conversationId', wire_id('conv', c.id), 'contactId', wire_id('cnt', person.contact_id), 'channelKind', w.kind,
        'status', case when blocked then 'resolved' else 'open' end), p_now);
    elsif (c.status = 'resolved' and not quiet) or (c.status = 'pending' and (typed or (w.dir = 'inbound' and c.pending_reason <> 'bot'))) then
      insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
      values (p_tenant, w.e2, 'conversation.updated', w.chan, c.id, json_build_object('channelId', wire_id('chn', w.chan),
        'conversationId', wire_id('conv', c.id), 'contactId', wire_id('cnt', person.contact_id),
        'changes', json_build_object('status', json_build_object('from', c.status, 'to', 'open'))), p_now);
    end if;

    insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
    values (p_tenant, w.e1, case w.dir when 'echo' then 'message.sent' else 'message.received' end, w.chan, c.id,
      json_build_object('channelId', wire_id('chn', w.chan), 'conversationId', wire_id('conv', c.id),
        'contactId', wire_id('cnt', person.contact_id), 'message', json_build_object('id', wire_id('msg', w.msg),
          'externalId', w.ext, 'from', case w.dir when 'echo' then w.ours else coalesce(w.addr, w.puid) end,
          'to', case w.dir when 'echo' then coalesce(w.addr, w.puid) else w.ours end,
          'type', w.type, 'text', w.text, 'content', w.content, 'media', coalesce(w.media, '[]'),
          'occurredAt', wire_time(w.at))), p_now);
    outcome := 'stored';
    return next;
  end loop;
end $$;
