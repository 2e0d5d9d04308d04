-- Broadcasts: one message for many people. See docs/subsystems/broadcasts.md.

create table broadcasts (
  tenant_id         uuid not null references tenants,
  id                uuid not null,
  title             text not null check (length(title) between 1 and 200),
  channel_id        uuid not null,
  -- As it is sent: a template with its variables, or a text.
  content           jsonb not null,
  audience          jsonb not null,
  status            text not null check (status in ('draft', 'scheduled', 'sending', 'paused', 'completed', 'cancelled', 'failed')),
  scheduled_at      timestamptz,
  rate_per_minute   integer check (rate_per_minute > 0),
  quiet_hours       jsonb,
  -- null: no limits.
  auto_pause        jsonb,
  -- The counts from which the limits are counted: those of the last resume.
  limits_from       jsonb not null default '{}',
  pause_reason      text,
  error             text,
  -- The broadcast as work: 'ready' from run_at on, 'leased' while a worker makes a step, 'idle' when there is nothing to do.
  state             text not null check (state in ('idle', 'ready', 'leased')),
  run_at            timestamptz not null,
  attempts          integer not null default 0,
  tries             smallint not null default 0,
  lease_until       timestamptz,
  -- The audience's rules as of the start; null: everybody, or contacts by their ids.
  rules             jsonb,
  -- The place in the audience up to which contacts are recipients, while they are frozen.
  after_at          timestamptz,
  after_id          uuid,
  recipients        integer not null default 0,
  frozen_at         timestamptz,
  -- Of rate_per_minute: when the next message may leave.
  next_at           timestamptz,
  -- Raised by retry-failed: failed recipients of earlier rounds are to be put back, until none is found.
  round             smallint not null default 1,
  rewinding         boolean not null default false,
  created_by        text not null,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  started_at        timestamptz,
  completed_at      timestamptz,
  -- Gone for its owner at once; a worker clears its recipients away in small steps, then the row.
  deleted_at        timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  check ((status = 'paused') = (pause_reason is not null)),
  check (status <> 'scheduled' or scheduled_at is not null)
) with (fillfactor = 50);
create index broadcasts_list on broadcasts (tenant_id, created_at desc, id desc) where deleted_at is null;
create index broadcasts_by_status on broadcasts (tenant_id, status, created_at desc, id desc) where deleted_at is null;
create index broadcasts_by_channel on broadcasts (tenant_id, channel_id, created_at desc, id desc) where deleted_at is null;
create index broadcasts_ready on broadcasts (tenant_id, channel_id, run_at, id) where state = 'ready';
create index broadcasts_leased on broadcasts (lease_until) where state = 'leased';
-- What the queue counts.
create index broadcasts_completed on broadcasts (completed_at) where completed_at is not null;

create table broadcast_recipients (
  tenant_id     uuid not null,
  broadcast_id  uuid not null,
  -- The order in which they were frozen: that of lists and of sending.
  n             integer not null,
  contact_id    uuid not null,
  -- Whose quiet hours hold; empty where there are none.
  zone          text not null,
  status        text not null check (status in
    ('pending', 'sending', 'sent', 'delivered', 'read', 'replied', 'failed', 'unknown', 'skipped')),
  -- Of skipped: a word of ours; of failed: an error code.
  reason        text,
  message_id    uuid,
  round         smallint not null,
  sent_at       timestamptz,
  replied_at    timestamptz,
  opted_out_at  timestamptz,
  primary key (tenant_id, broadcast_id, n),
  foreign key (tenant_id, broadcast_id) references broadcasts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete set null (message_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
-- Each contact once; in this order it also finds what somebody who replies got last.
create unique index broadcast_recipients_once on broadcast_recipients (tenant_id, contact_id, broadcast_id);
-- From a status to its recipient.
create unique index broadcast_recipients_message on broadcast_recipients (tenant_id, message_id) where message_id is not null;
create index broadcast_recipients_by_status on broadcast_recipients (tenant_id, broadcast_id, status, n);
-- Whose turn it is, zone by zone.
create index broadcast_recipients_pending on broadcast_recipients (tenant_id, broadcast_id, zone, n) where status = 'pending';

-- How many recipients have a status (and reason); 'opted_out' besides: of those who got it. Moved once a batch, with the rows it counts.
create table broadcast_counts (
  tenant_id     uuid not null,
  broadcast_id  uuid not null,
  status        text not null,
  reason        text not null default '',
  count         integer not null,
  primary key (tenant_id, broadcast_id, status, reason),
  foreign key (tenant_id, broadcast_id) references broadcasts (tenant_id, id) on delete cascade
) with (fillfactor = 50);

do $$
declare t text;
begin
  foreach t in array array['broadcasts', 'broadcast_recipients', 'broadcast_counts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('grant select, insert, update, delete on %I to parley_app', t);
  end loop;
  foreach t in array array['broadcast_recipients', 'broadcast_counts'] loop
    execute format('create policy cross_tenant on %I for select to parley_worker using (true)', t);
    execute format('grant select on %I to parley_worker', t);
  end loop;
end $$;
-- Which tenants have broadcasts to go on with is the question.
create policy cross_tenant on broadcasts to parley_worker using (true) with check (true);
grant select, update on broadcasts to parley_worker;

-- A person's rank in a broadcast only rises, as that of a message does.
create function recipient_rank(status text) returns integer
  language sql immutable parallel safe
  return case status when 'pending' then 0 when 'sending' then 1 when 'unknown' then 2 when 'sent' then 3 when 'delivered' then 4
    when 'read' then 5 when 'replied' then 6 else 9 end;

-- Makes the messages of recipients of one broadcast, at most one a person. Like accept_outbound(), but it answers nobody: no conversation opens, moves
-- in the list or stops waiting. Somebody without an open conversation gets a resolved one, the same until they write.
--
-- Items: n, msg, chan, kind, acct, addr and akey (of a contact's phone, where there is no identity yet), puid, cnt, cid (the identity, or the id of a
-- new one: `known`), conv (id of a new conversation), type, text, content, bid (the broadcast), frm (our address), pair (ms per message to one person), burst,
-- run (not before), win (true: needs an open window), cba (messages before the customer's first answer, null: not counted), e1 (event).
-- Result: n and 'sent', or why not ('duplicate': the address is another contact's; 'window_closed').
-- Locks: identities, then conversations, each in the order of their ids (docs/subsystems/messaging.md). The caller holds the recipients.
create type broadcast_work as (
  n integer, msg uuid, chan uuid, kind text, acct text, addr text, akey text, puid text, cnt uuid, cid uuid, known boolean, conv uuid, type text,
  text text, content jsonb, bid uuid, frm text, pair integer, burst integer, run timestamptz, win boolean, cba integer, e1 uuid
);
create function send_broadcast(p_tenant uuid, p_now timestamptz, p_items jsonb) returns table (n integer, outcome text)
  language plpgsql volatile set search_path = public, pg_temp
  set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
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
  perform 1 from conversations v
   where v.tenant_id = p_tenant and v.id in (
     select l.id from jsonb_populate_recordset(null::broadcast_work, p_items) w cross join lateral (
       select c.id from conversations c
        where c.tenant_id = p_tenant and c.channel_id = w.chan and c.identity_id = w.cid
        order by (c.status <> 'resolved') desc, c.created_at desc limit 1) l)
   order by v.id for no key update;

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

-- How many contacts an audience has, how many of them a broadcast would leave out and why, and the newest p_sample of them. p_every above 1: looks
-- only at one contact of so many, picked by their ids, and multiplies; which they are is read from the key's index alone.
-- p_account, p_by_phone: of the channel, where its addresses are. p_open_at: who has no open window on p_channel at that instant is left out too.
create function survey_audience(p_plan jsonb, p_values text[], p_kind text, p_account text, p_by_phone boolean, p_channel uuid, p_open_at timestamptz,
    p_every integer, p_sample integer, out total bigint, out opted_out bigint, out blocked bigint, out no_identity bigint, out window_closed bigint,
    out sample uuid[])
  language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  source text := 'contacts c';
  -- An audience of chosen contacts has no rules: p_values are their ids.
  matches text := 'c.tenant_id = $1 and c.merged_into_id is null and '
    || case when p_plan ? 'ids' then 'c.id = any($2::uuid[])' else audience_predicate(p_plan) end;
  few uuid[];
begin
  if p_every > 1 then
    source := '(select k.id from contacts k where k.tenant_id = $1 and (uuid_hash(k.id) & 2147483647) % ' || p_every
      || ' = 0 offset 0) s join contacts c on c.id = s.id';
  end if;
  execute 'select array_agg(m.id) from (select c.id from ' || source || ' where ' || matches || ' limit '
    || case when p_every > 1 then 'all' else '5001' end || ') m' into few using me, p_values;
  if p_every > 1 or coalesce(cardinality(few), 0) <= 5000 then
    source := 'contacts c';
    matches := 'c.tenant_id = $1 and c.id = any($9)';
  end if;
  execute 'select count(*) * $8, count(*) filter (where r.reason = 1) * $8, count(*) filter (where r.reason = 2) * $8,
                  count(*) filter (where r.reason = 3) * $8, count(*) filter (where r.reason = 4) * $8
             from ' || source || ' cross join lateral (select case
               when c.opt_in = ''opted_out'' then 1
               when c.blocked_at is not null then 2
               when (not $5 or c.phone_key is null) and not exists (select from contact_identities ci
                 where ci.tenant_id = $1 and ci.contact_id = c.id and ci.kind = $3 and ci.account = $4) then 3
               when $7 is not null and not exists (select from conversations v
                 where v.tenant_id = $1 and v.contact_id = c.id and v.channel_id = $6 and v.window_expires_at > $7) then 4 end as reason) r
            where ' || matches
    into total, opted_out, blocked, no_identity, window_closed
    using me, p_values, p_kind, p_account, p_by_phone, p_channel, p_open_at, p_every, coalesce(few, '{}');
  execute 'select array(select c.id from contacts c where ' || matches || ' order by c.created_at desc, c.id desc limit $3)'
    into sample using me, p_values, p_sample, null::text, null::boolean, null::uuid, null::timestamptz, null::integer, coalesce(few, '{}');
end $$;

revoke execute on function send_broadcast, survey_audience from public;
grant execute on function send_broadcast, survey_audience to parley_app;
alter function survey_audience owner to parley_search;

-- message.status carries the broadcast: the three functions as they were, with its id in the event.
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
    delete from outbound_dispatches d using target t where d.tenant_id = p_tenant and d.message_id = t.id and t.rises
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

create or replace function absorb_echo(p_tenant uuid, p_now timestamptz, p_message uuid, p_echo uuid, p_event uuid) returns boolean
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
        'contactId', wire_id('cnt', ours.contact_id), 'broadcastId', case when ours.author_kind = 'broadcast' then ours.author_id end,
        'message', json_build_object('id', wire_id('msg', p_message), 'externalId', echo.external_id,
          'clientReference', ours.client_reference),
        'status', echo.status, 'previousStatus', ours.status,
        'occurredAt', wire_time(coalesce(echo.read_at, echo.delivered_at, p_now)), 'error', null), p_now);
  end if;
  return true;
end $$;

select allow_tenant_erasure('broadcasts');
select allow_tenant_erasure('broadcast_recipients');
select allow_tenant_erasure('broadcast_counts');
