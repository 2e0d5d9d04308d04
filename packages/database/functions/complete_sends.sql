-- module: inbox/messages
-- Records the outcome of one tenant's calls to the platform. Items: msg, st ('sent', 'failed', 'unknown', or 'queued' for another attempt),
-- att (the claim it belongs to), ext (platform's id), err, run_at (of the next attempt), counts (for 'queued': 'try' when the response was
-- about the message, 'wait' when it only asked for a delay; null when the message waits for somebody to reconnect the channel, which does
-- not count towards its time limit either), expired (for 'unknown': only if the lease is over), ev (event id). A message occurs twice in
-- one batch when its response coincides with the end of its lease; the response then counts. Messages of a deleted channel are never queued
-- again: they become 'failed'. Another attempt is only granted to the holder of the claim: a late or repeated result must neither free a
-- message that somebody else is sending now, nor queue one whose dispatch is gone. A status callback may have been faster: the status only
-- rises, and then there is no second event. Returns messages whose platform id another message already has. They have their status, but not
-- the id; when an echo created the other one (`by_echo`), absorb_echo() merges the two.
-- "offset 0" makes each look-up go by key: see noFlattening in platform/db/plans.ts.
create or replace function complete_sends(p_tenant uuid, p_now timestamptz, p_items jsonb)
  returns table (message_id uuid, taken_by uuid, by_echo boolean)
  language sql volatile set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
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
           -- The clocks of two processes differ slightly.
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
        -- The outcome of this attempt is unknown; it says nothing about any other attempt.
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
revoke execute on function complete_sends from public;
grant execute on function complete_sends to parley_app;
