-- module: inbox/messages
-- Shows sent reactions in the messages they refer to, one per sender; null removes the sender's. Of two reactions to one message the later
-- one counts, whichever result arrived first: their messages are locked in an earlier statement, so that the second of two transactions
-- sees what the first one wrote. Safe to run twice.
create or replace function show_reactions(p_tenant uuid, p_messages uuid[]) returns void
  language sql volatile set search_path = public, pg_temp
as $$
  select 1 from messages t
   where t.tenant_id = p_tenant and t.id in (
     select m.reply_to_id from messages m where m.tenant_id = p_tenant and m.id = any(p_messages) and m.type = 'reaction')
   order by t.id for no key update;

  update messages t
     set reactions = (
       select coalesce(jsonb_agg(x.r), '[]') from (
         select r from jsonb_array_elements(t.reactions) r where r->>'from' is distinct from m.from_address
         union all
         select jsonb_build_object('from', m.from_address, 'emoji', m.content->>'emoji', 'at', wire_time(m.created_at))
          where m.content->>'emoji' is not null) x(r))
    from messages m
   where m.tenant_id = p_tenant and m.id = any(p_messages) and m.type = 'reaction' and m.direction = 'outbound'
     and m.status in ('sent', 'delivered', 'read')
     and t.tenant_id = p_tenant and t.id = m.reply_to_id
     and not exists (
       select 1 from messages o
        where o.tenant_id = p_tenant and o.conversation_id = m.conversation_id and o.occurred_at >= m.occurred_at and o.id <> m.id
          and (o.occurred_at, o.id) > (m.occurred_at, m.id) and o.type = 'reaction' and o.reply_to_id = m.reply_to_id
          and o.status in ('sent', 'delivered', 'read'))
$$;
revoke execute on function show_reactions from public;
grant execute on function show_reactions to parley_app;
