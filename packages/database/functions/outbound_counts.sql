-- module: inbox/messages
-- What was sent to a person on a channel: whether the customer ever answered one of our messages, how many there are in total, and how many
-- since the window's end. Counted from the messages, so that a failed one frees its place and one typed in the platform's own app takes
-- one. Both numbers stop at 1,000: no platform counts that far. Exact when the caller holds the person's lock.
create or replace function outbound_counts(p_tenant uuid, p_channel uuid, p_identity uuid, p_window_end timestamptz,
                                out answered boolean, out total integer, out in_silence integer)
  language sql stable set search_path = public, pg_temp
as $$
  with place as materialized (
    select c.id from conversations c
     where c.tenant_id = p_tenant and c.channel_id = p_channel and c.identity_id = p_identity
  ), first_sent as (
    select min(f.occurred_at) as at from place p cross join lateral (
      select m.occurred_at from messages m
       where m.tenant_id = p_tenant and m.conversation_id = p.id and m.direction = 'outbound' and not m.is_note
         and m.status not in ('failed', 'cancelled')
       order by m.occurred_at, m.id limit 1) f
  ), reply as (
    select exists (
      select 1 from place p cross join lateral (
        select m.occurred_at from messages m
         where m.tenant_id = p_tenant and m.conversation_id = p.id and m.direction = 'inbound' and m.type <> 'system'
         order by m.occurred_at desc, m.id desc limit 1) r
       where r.occurred_at > (select f.at from first_sent f)) as came
  )
  select r.came,
         (select count(*)::integer from (
            select 1 from place p cross join lateral (
              select 1 from messages m
               where not r.came and m.tenant_id = p_tenant and m.conversation_id = p.id and m.direction = 'outbound' and not m.is_note
                 and m.status not in ('failed', 'cancelled') limit 1000) x limit 1000) t),
         (select count(*)::integer from (
            select 1 from place p cross join lateral (
              select 1 from messages m
               where m.tenant_id = p_tenant and m.conversation_id = p.id and m.occurred_at >= p_window_end and m.direction = 'outbound'
                 and not m.is_note and m.status not in ('failed', 'cancelled') limit 1000) x limit 1000) s)
    from reply r
$$;
revoke execute on function outbound_counts from public;
grant execute on function outbound_counts to parley_app;
