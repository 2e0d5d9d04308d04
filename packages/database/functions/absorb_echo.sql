-- module: inbox/messages
-- Merges a message created from an echo into the message of ours that it repeats: its platform id, its status since then, and the messages
-- that quote it. False: there is no such message (any more).
create or replace function absorb_echo(p_tenant uuid, p_now timestamptz, p_message uuid, p_echo uuid, p_event uuid) returns boolean
  language plpgsql volatile set search_path = public, pg_temp
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
  -- Each time is at least the one before it: the echo may carry an earlier second than the one in which ours was created.
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
revoke execute on function absorb_echo from public;
grant execute on function absorb_echo to parley_app;
