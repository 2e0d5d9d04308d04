-- module: inbox/messages
-- Stores a batch of messages that a platform reported for one tenant: finds or creates the person, the contact and the conversation, opens
-- the customer service window, writes the events. Runs as the caller, under its row-level security. Safe to run twice: a message already
-- stored (unique channel and external id) gives 'duplicate' and no ids.
--
-- Items (JSON objects): n, chan, kind, acct (our account, where addresses are specific to one), addr, akey (key of a phone number, or '='
-- and another address), puid, name, uname, ext, at, dir ('inbound' or 'echo'), type, text, content, media, repx (external id of the quoted
-- message), opens, auto (an echo that the platform wrote automatically), ours (our address), wms (window), reopen (ms), msg, cnt, cid, conv
-- (ids for rows that have to be created), e1..e5 (event ids).
--
-- Locks: identities, conversations, contacts, each in id order (docs/subsystems/channels/messaging.md).
--
-- The people to lock are found by key (measured with 6,000 contacts: 600 ms per batch when all contacts were read for each item). New
-- people are inserted as sets: created one by one they cost a dozen statements each, 250 per second. See
-- docs/adr/0144-newcomers-set-by-set.md.
-- "offset 0" makes each look-up go by key: see noFlattening in platform/db/plans.ts.
create or replace function receive_messages(p_tenant uuid, p_now timestamptz, p_items jsonb)
  returns table (n integer, outcome text, message_id uuid, conversation_id uuid, contact_id uuid)
  language plpgsql volatile set search_path = public, pg_temp
  -- See accept_outbound(): plans must not depend on how full the tables were when they were made.
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  items inbound_work[];
  -- The items of the set-based part, and the conversation of each.
  common inbound_work[] := '{}';
  places uuid[] := '{}';
  -- Of the remaining items, the known people and their channels.
  identities uuid[];
  channels_of uuid[];
  contacts_of uuid[];
  w inbound_work;
  person record;
  c record;
  fresh boolean;
  blocked boolean;
  typed boolean;
  plain boolean;
  quiet boolean;
  made integer;
  ns integer[] := '{}';
  outcomes text[];
  msgs uuid[];
  convs uuid[];
  people uuid[];
  strangers integer[];
begin
  select array_agg(x order by x.n) into items from jsonb_populate_recordset(null::inbound_work, p_items) x;

  -- The common case, as a set: known people who are not blocked and whose conversation is open. Takes half the work of the loop below,
  -- which handles the rest. A batch in which order matters between messages of one conversation (typed by the business in its own app,
  -- notices, a message quoting another one of the batch) goes entirely through the loop.
  plain := not exists (select 1 from unnest(items) o where o.dir <> 'inbound' or o.type = 'system' or o.repx in (select q.ext from unnest(items) q));
  if plain then
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
       -- New information from the platform about the person is left to the loop.
       where one_expected(i.n)
         and (i.akey is null or (d.address_key = i.akey and d.address = i.addr))
         and (i.uname is null or d.username is not distinct from i.uname) and (i.name is null or d.display_name is not distinct from i.name)
    ), aside as materialized (
      select i.akey, i.puid from unnest(items) i where i.n not in (select p.n from place p)
    )
    -- If the loop takes one message of a person, it takes all of them, so that they are processed in order.
    select coalesce(array_agg(p.item order by p.n), '{}'), coalesce(array_agg(p.place order by p.n), '{}') into common, places
      from place p where not exists (select 1 from aside a where a.akey = p.akey or a.puid = p.puid);
  end if;

  -- The loop goes from person to person and locks as it goes, so all of them, including those of the set-based part, are locked beforehand.
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
           where p.tenant_id = p_tenant and p.channel_id = h.chan and p.identity_id = h.id
           order by p.resolved_at desc nulls last, p.created_at desc limit 1)) u))
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
      -- The locked conversation decides whose contact it is: the person may have been merged since the first look-up.
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
           array_agg(s.msg order by t.n), array_agg(s.place order by t.n), array_agg(s.person order by t.n)
      into ns, outcomes, msgs, convs, people
      from taken t left join stored s on s.n = t.n;
    return query select f.* from unnest(ns, outcomes, msgs, convs, people) f;
  end if;

  -- Strangers, also as a set: nobody is known by their id or address, no contact has their number, and the batch contains one message of
  -- theirs. A person whom another transaction is creating is waited for and left to the loop. A contact or message created at this moment
  -- aborts the transaction, which is retried and then sees it.
  if plain and cardinality(ns) < cardinality(items) then
    with item as materialized (
      select i.*, count(*) over (partition by i.akey) as of_key, count(*) over (partition by i.puid) as of_user,
             count(*) over (partition by i.chan, i.ext) as of_ext
        from unnest(items) i
    ), stranger as materialized (
      select i.*, case when i.akey not like '=%' then i.akey end as own
        from item i
       where one_expected(i.n) and i.n <> all(ns) and i.of_ext = 1
         and (i.akey is null or i.of_key = 1) and (i.puid is null or i.of_user = 1)
         and not exists (select 1 from contact_identities p
                          where p.tenant_id = p_tenant and p.kind = i.kind and p.provider_user_id = i.puid offset 0)
         and not exists (select 1 from contact_identities p
                          where p.tenant_id = p_tenant and p.kind = i.kind and p.account = i.acct and p.address_key = i.akey offset 0)
         and not exists (select 1 from contacts k where k.tenant_id = p_tenant and k.phone_key = i.akey offset 0)
         and not exists (select 1 from messages m where m.tenant_id = p_tenant and m.channel_id = i.chan and m.external_id = i.ext offset 0)
    ), identity as (
      insert into contact_identities (tenant_id, id, contact_id, kind, account, address, address_key, address_at, provider_user_id,
                                      username, display_name, created_at)
      select p_tenant, s.cid, s.cnt, s.kind, s.acct, case when s.akey is not null then s.addr end, s.akey, s.at, s.puid, s.uname, s.name, p_now
        from stranger s order by s.kind, s.acct, s.akey, s.puid
      on conflict do nothing
      returning contact_identities.id
    ), newcomer as materialized (
      -- "is true" makes it a hash look-up for each; as a join of what looks like two rows it compares each with each.
      select s.* from stranger s where (s.cid in (select i.id from identity i)) is true
    ), contact as (
      insert into contacts (tenant_id, id, name, phone, phone_key, source, last_inbound_at, created_at, updated_at)
      select p_tenant, w.cnt, w.name, case when w.own is not null then '+' || w.addr end, w.own, 'inbound', w.at, p_now, p_now
        from newcomer w order by w.own
      on conflict (tenant_id, phone_key) where phone_key is not null do nothing
      returning contacts.id
    ), conversation as (
      insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status, last_message, last_message_at,
                                 unread_count, waiting_since, window_expires_at, created_at, updated_at)
      select p_tenant, w.conv, w.chan, w.kind, w.cnt, w.cid, 'open',
             jsonb_build_object('id', wire_id('msg', w.msg), 'direction', 'inbound', 'type', w.type, 'preview', message_preview(w.text, w.content)),
             w.at, 1, p_now, case when w.opens then w.at + w.wms * interval '1 ms' end, p_now, p_now
        from newcomer w
    ), written as (
      insert into messages (tenant_id, id, conversation_id, channel_id, contact_id, direction, type, from_address, to_address,
        text, content, media, reply_to_id, status, external_id, author_kind, author_id, occurred_at, created_at)
      select p_tenant, w.msg, w.conv, w.chan, w.cnt, 'inbound', w.type, coalesce(w.addr, w.puid), w.ours, w.text, w.content,
             coalesce(w.media, '[]'),
             (select q.id from messages q where q.tenant_id = p_tenant and q.channel_id = w.chan and q.external_id = w.repx),
             'received', w.ext, 'contact', wire_id('cnt', w.cnt), w.at, p_now
        from newcomer w
      on conflict (tenant_id, channel_id, external_id) where external_id is not null do nothing
      returning messages.id
    ), told as (
      insert into event_log (tenant_id, id, type, channel_id, conversation_id, data, created_at)
      select p_tenant, e.id, e.type, e.channel_id, e.conversation_id, e.data, p_now
        from newcomer w cross join lateral (values
          (w.e3, 'contact.created', null::uuid, null::uuid,
           json_build_object('contactId', wire_id('cnt', w.cnt), 'name', w.name, 'phone', case when w.own is not null then '+' || w.addr end,
             'source', 'inbound')),
          (w.e2, 'conversation.created', w.chan, w.conv,
           json_build_object('channelId', wire_id('chn', w.chan), 'conversationId', wire_id('conv', w.conv), 'contactId', wire_id('cnt', w.cnt),
             'channelKind', w.kind, 'status', 'open')),
          (w.e1, 'message.received', w.chan, w.conv,
           json_build_object('channelId', wire_id('chn', w.chan), 'conversationId', wire_id('conv', w.conv), 'contactId', wire_id('cnt', w.cnt),
             'message', json_build_object('id', wire_id('msg', w.msg), 'externalId', w.ext, 'from', coalesce(w.addr, w.puid), 'to', w.ours,
               'type', w.type, 'text', w.text, 'content', w.content, 'media', coalesce(w.media, '[]'), 'occurredAt', wire_time(w.at))))
        ) e (id, type, channel_id, conversation_id, data)
    )
    select array_agg(w.n order by w.n), array_agg(w.msg order by w.n), array_agg(w.conv order by w.n), array_agg(w.cnt order by w.n),
           least((select count(*) from contact), (select count(*) from written))
      into strangers, msgs, convs, people, made from newcomer w;
    if made < coalesce(cardinality(strangers), 0) then
      raise exception 'a newcomer was made by somebody else' using errcode = 'serialization_failure';
    end if;
    return query select f.n, 'stored', f.msg, f.conv, f.cnt from unnest(strangers, msgs, convs, people) f (n, msg, conv, cnt);
    ns := ns || coalesce(strangers, '{}');
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

    -- A notice about our own action (a call) creates its person as accept_outbound() does: nobody wrote.
    select * into person from resolve_identity(p_tenant, p_now, w.at, w.kind, w.acct, w.addr, w.akey, w.puid, w.name, w.uname, w.cid,
                                               w.cnt, w.e3, w.e4, w.e5,
                                               case when w.dir = 'echo' and w.type = 'system' then 'api' else 'inbound' end);
    -- A blocked contact's message is kept, but reaches nobody's inbox: nothing opens, nothing counts as unread.
    select k.blocked_at is not null into blocked from contacts k where k.tenant_id = p_tenant and k.id = person.contact_id;
    -- Typed by a person of the business in the platform's own app. An automatic message of the platform is not an answer of theirs: it is
    -- shown, and changes nothing else.
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
         order by v.resolved_at desc nulls last, v.created_at desc limit 1 for no key update;
        exit when found;
      end if;
      -- A customer's message reopens a recently resolved conversation; after that time a new one starts.
      update conversations v
         set status = 'open', pending_reason = null, resolved_at = null, resolved_by = null, updated_at = p_now,
             (window_expires_at, pair_tat) = (
               select max(p.window_expires_at), max(p.pair_tat) from conversations p
                where p.tenant_id = p_tenant and p.channel_id = w.chan and p.identity_id = person.identity_id)
       where v.tenant_id = p_tenant and w.dir = 'inbound' and v.id = (
         select l.id from conversations l
          where l.tenant_id = p_tenant and l.channel_id = w.chan and l.identity_id = person.identity_id
          order by l.resolved_at desc nulls last, l.created_at desc limit 1)
         and v.status = 'resolved' and v.resolved_at > p_now - w.reopen * interval '1 ms'
      returning v.id, 'resolved'::text as status, v.pending_reason, v.last_message_at, v.last_message into c;
      exit when found;
      insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status, resolved_at,
                                 last_message_at, window_expires_at, pair_tat, created_at, updated_at)
      select p_tenant, w.conv, w.chan, w.kind, person.contact_id, person.identity_id,
             case when blocked then 'resolved' else 'open' end, case when blocked then p_now end, w.at, l.window_expires_at,
             l.pair_tat, p_now, p_now
        from (values (1)) one
        cross join lateral (
          select max(p.window_expires_at) as window_expires_at, max(p.pair_tat) as pair_tat from conversations p
           where p.tenant_id = p_tenant and p.channel_id = w.chan and p.identity_id = person.identity_id) l
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
      outcome := 'duplicate'; message_id := null; conversation_id := null; contact_id := null;
      return next;
      continue;
    end if;

    update conversations v
       set last_message = case when fresh or w.at >= v.last_message_at or v.last_message is null then jsonb_build_object('id', wire_id('msg', w.msg),
             'direction', case w.dir when 'echo' then 'outbound' else 'inbound' end, 'type', w.type,
             'preview', message_preview(w.text, w.content)) else v.last_message end,
           last_message_at = greatest(v.last_message_at, w.at),
           unread_count = v.unread_count + case when w.dir = 'inbound' and w.type <> 'system' and not blocked then 1 else 0 end,
           -- A message typed before the customer's last one, but reported after it, does not answer that one.
           waiting_since = case
             when typed and not (w.at < v.last_message_at and exists (
               select from messages m
                where m.tenant_id = p_tenant and m.conversation_id = c.id and m.occurred_at > w.at and m.direction = 'inbound'
                  and m.type <> 'system')) then null
             when typed or w.type = 'system' or quiet then v.waiting_since
             else coalesce(v.waiting_since, p_now) end,
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
revoke execute on function receive_messages from public;
grant execute on function receive_messages to parley_app;
