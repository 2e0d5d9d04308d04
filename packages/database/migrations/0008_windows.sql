-- Windows of platforms that count or that tell people from software, and a rate that learns from throttling answers
-- (docs/subsystems/messaging.md).

-- Written by a person: leaves under the platform's human-agent tag where the ordinary window has closed.
alter table messages add column human_agent boolean not null default false;

-- The rate that throttling answers left, and the instant from which it grows again; null: the configured one.
alter table channel_pacing add column rate double precision, add column rate_at timestamptz;

-- What was sent to a person on a channel: whether the customer ever answered a message of ours, how many there are in all, and
-- how many since the window's end. Read from the messages, so that one that failed frees its place and one typed in the platform's
-- own app takes one. Both numbers stop at 1,000: no platform counts that far. Exact when the caller holds the person's lock.
create function outbound_counts(p_tenant uuid, p_channel uuid, p_identity uuid, p_window_end timestamptz,
                                out answered boolean, out total integer, out in_silence integer)
  language sql stable set search_path = public, pg_temp set enable_seqscan = off
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

-- What a channel may send a second: the configured rate, or after throttling what was left of it and a hundredth of the configured
-- rate more for every second since.
create function channel_rate(p_configured integer, p_rate double precision, p_rate_at timestamptz, p_now timestamptz)
  returns double precision language sql immutable parallel safe
  return coalesce(least(p_configured, p_rate + p_configured * 0.01 * greatest(0, extract(epoch from p_now - p_rate_at)::float8)), p_configured);

-- The platform throttles the channel: nothing leaves before p_until. When it is a word about the rate, that is halved, once
-- for all calls in flight that hear it: those that come during the pause say nothing new. Not below a fiftieth of the configured rate.
create function throttle_channel(p_tenant uuid, p_channel uuid, p_now timestamptz, p_until timestamptz, p_about_rate boolean)
  returns void language sql volatile set search_path = public, pg_temp
as $$
  update channel_pacing p
     set pause_until = greatest(p.pause_until, p_until),
         rate = case when p_about_rate and coalesce(p.pause_until, '-infinity') <= p_now
           then greatest(channel_rate(c.messages_per_second, p.rate, p.rate_at, p_now) / 2, c.messages_per_second / 50.0) else p.rate end,
         rate_at = case when p_about_rate and coalesce(p.pause_until, '-infinity') <= p_now
           then greatest(p.pause_until, p_until) else p.rate_at end
    from channels c
   where p.tenant_id = p_tenant and p.channel_id = p_channel and c.tenant_id = p_tenant and c.id = p_channel
$$;

-- Shows sent reactions in the messages they are about, one per sender; null takes the sender's away. Of two reactions to one
-- message the later one counts, whichever answer came first: their messages are locked in a statement before, so that the
-- second of two transactions sees what the first one wrote. Safe to run twice.
create function show_reactions(p_tenant uuid, p_messages uuid[]) returns void
  language sql volatile set search_path = public, pg_temp set enable_seqscan = off
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

revoke execute on function outbound_counts, channel_rate, throttle_channel, show_reactions from public;
grant execute on function outbound_counts, show_reactions to parley_app;
grant execute on function channel_rate to parley_app, parley_worker;
grant execute on function throttle_channel to parley_worker;
