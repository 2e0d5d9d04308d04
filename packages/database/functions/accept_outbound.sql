-- module: inbox/messages
-- Accepts a batch of one tenant's outbound messages in one call: idempotency claim, window and opt-out rules, contact and conversation
-- found or created, message, dispatch and events. Set-based, because PostgreSQL's time per statement, not Node's, limits POST /messages
-- (bench/RESULTS.md (a)). Runs as the caller, under its row-level security.
--
-- Items (JSON objects): n ordinal, msg, chan, kind, acct (our account, where addresses are specific to one), addr, akey (key of a phone
-- number, or '=' and another address), puid, cnt, cid, conv (ids for rows that have to be created), type, text, content, akind, aid, cref,
-- rep (quoted message), prio, win (true: needs an open window), idem, fp (hex), e1..e3 (event ids), pair (ms per message to one person),
-- burst, frm (our address), wms (window in ms), hms (how long a person may reply, null: no longer), ha (a person wrote it), cba and cas
-- (messages before the customer's first answer and after the window, null: not counted; see outbound_counts()). Result per item: n, outcome
-- ('accepted', 'replay', or an error code) and what the response needs.
--
-- Locks: identities, conversations, contacts, each in id order (docs/subsystems/channels/messaging.md).
--
-- Dispatches are looked up by the keys of their messages: joined with the judged items, a plan made while few were waiting would scan all
-- waiting ones, once per message of the batch. Accepted items are joined with their conversations once. See
-- docs/adr/0142-what-a-message-costs-in-the-database.md.
create or replace function accept_outbound(p_tenant uuid, p_now timestamptz, p_items jsonb)
  returns table (n integer, outcome text, conversation_id uuid, contact_id uuid)
  language plpgsql volatile set search_path = public, pg_temp
  -- A plan made while the tables were nearly empty would scan them, and stays cached while they grow.
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  work outbound_work[];
  replays integer[];
  answered integer;
begin
  -- 1. Claim idempotency keys; an existing key (also twice in this batch) is answered from its row.
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

  -- Something has to be created or counted. Look again under the locks, because the people concerned may have been merged or become known
  -- meanwhile. A reply to a known person skips all of this.
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

  -- On channels that count, under the lock of each person: items take the remaining places in their order.
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

  -- 2. Missing people and conversations. Sorted, so that two batches never deadlock.
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

    -- Another writer may have created the identity meanwhile: the stored one counts.
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
        cross join lateral (
          select max(p.window_expires_at) as window_expires_at, max(p.pair_tat) as pair_tat from conversations p
           where p.tenant_id = p_tenant and p.channel_id = w.chan and p.identity_id = f.id) l
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

  -- 3. The messages, their dispatches and events; the budget towards each person advances by one step per message. The locked conversation
  --    decides whose contact it is.
  return query
  with ok as (
    select w.*, row_number() over (partition by w.conv order by w.n) as k from unnest(work) w where w.outcome = 'accepted'
  ), latest as (
    -- Reactions use the person's budget, but do not appear as the conversation's last message and do not count as an answer.
    select distinct on (o.conv) o.conv, o.msg, o.type, o.text, o.content, o.akind, o.pair, o.type <> 'reaction' as shown,
           max(o.k) over (partition by o.conv) as k
      from ok o
     order by o.conv, o.type <> 'reaction' desc, o.k desc
  ), locked as (
    select c.id, c.contact_id as person, greatest(coalesce(c.pair_tat, p_now), p_now) as tat from conversations c
     where c.tenant_id = p_tenant and c.id in (select l.conv from latest l)
     order by c.id for no key update
  ), placed as materialized (
    -- Computed once: the planner expects one row of each, and would join by scanning both.
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
  select w.n, w.outcome, w.conv, coalesce(k.person, w.cnt) from unnest(work) w left join locked k on k.id = w.conv
   where w.outcome <> 'accepted' or k.id is not null;
  get diagnostics answered = row_count;
  if answered < cardinality(work) then
    raise exception 'a conversation vanished before its message was stored' using errcode = 'serialization_failure';
  end if;
end $$;
revoke execute on function accept_outbound from public;
grant execute on function accept_outbound to parley_app;
