-- The times of one message never run backwards: made, sent, delivered, read, in what is stored and in what is told. Platforms tell whole seconds and
-- ours are of milliseconds, and statuses come in any order. See docs/subsystems/messaging.md, Times of a status.
--
-- The functions as they were, but for the times.
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
           m.contact_id, m.external_id, m.client_reference,
           -- What is told now comes after all that was told before; what comes late was at the earliest when the message was made.
           greatest(i.at, m.created_at) as since, greatest(i.at, m.created_at, m.sent_at, m.delivered_at, m.read_at) as told,
           case when m.author_kind = 'broadcast' then m.author_id end as broadcast,
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
           -- A later status stands in for an earlier one that is still on its way; the earlier then tells its own time, never one
           -- before what came before it. The time of the status that was told last stays as it was told.
           sent_at = case when t.st = 'failed' then m.sent_at when t.rises then coalesce(m.sent_at, t.told)
             when t.old = 'sent' then m.sent_at else least(m.sent_at, t.since, m.failed_at) end,
           delivered_at = case when t.st not in ('delivered', 'read') then m.delivered_at when t.rises then coalesce(m.delivered_at, t.told)
             when t.old = 'delivered' then m.delivered_at else greatest(least(m.sent_at, t.since, m.failed_at), least(m.delivered_at, t.since)) end,
           read_at = case when t.st <> 'read' then m.read_at when t.rises then t.told when t.old = 'read' then m.read_at
             else greatest(least(m.sent_at, t.since, m.failed_at), least(m.delivered_at, t.since), least(m.read_at, t.since)) end,
           failed_at = case when t.st = 'failed' and t.rises then t.told else m.failed_at end,
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
             'status', t.st, 'previousStatus', case t.old when 'sending' then 'queued' else t.old end, 'occurredAt', wire_time(t.told),
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
           -- The clocks of two processes differ by a little.
           greatest(p_now, m.created_at, m.sent_at) as told, case when m.author_kind = 'broadcast' then m.author_id end as broadcast
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
           sent_at = case when j.st = 'sent' then coalesce(m.sent_at, j.told) else m.sent_at end,
           failed_at = case when j.moves and j.st = 'failed' then j.told else m.failed_at end,
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
             'occurredAt', wire_time(j.told), 'error', j.err), p_now
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
  sent timestamptz;
  delivered timestamptz;
  read timestamptz;
begin
  perform 1 from messages m where m.tenant_id = p_tenant and m.id in (p_message, p_echo) order by m.id for update;
  select m.* into ours from messages m where m.tenant_id = p_tenant and m.id = p_message;
  select m.* into echo from messages m
   where m.tenant_id = p_tenant and m.id = p_echo and m.channel_id = ours.channel_id and m.direction = 'outbound'
     and m.author_kind = 'platform' and m.external_id is not null;
  if not found or ours.external_id is not null then
    return false;
  end if;
  -- Each at the earliest when the one before it was: the echo may know an earlier second than the one in which ours was made.
  sent := greatest(ours.created_at, least(ours.sent_at, echo.sent_at));
  delivered := case when echo.delivered_at is not null or ours.delivered_at is not null then
    greatest(sent, least(ours.delivered_at, echo.delivered_at)) end;
  read := case when echo.read_at is not null or ours.read_at is not null then
    greatest(sent, delivered, least(ours.read_at, echo.read_at)) end;
  update messages m set reply_to_id = p_message where m.tenant_id = p_tenant and m.reply_to_id = p_echo;
  delete from messages m where m.tenant_id = p_tenant and m.id = p_echo;
  update messages m
     set external_id = echo.external_id,
         status = case when message_status_rank(echo.status) > message_status_rank(m.status) then echo.status else m.status end,
         sent_at = sent, delivered_at = delivered, read_at = read, reactions = echo.reactions
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
        'occurredAt', wire_time(coalesce(read, delivered, greatest(sent, p_now))), 'error', null), p_now);
  end if;
  return true;
end $$;
