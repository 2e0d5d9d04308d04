-- module: inbox/messages
-- The platform throttles the channel: nothing is sent before p_until. If the response is about the rate, the rate is halved, once for all
-- calls in flight that get one: responses during the pause add nothing. Never below a fiftieth of the configured rate.
create or replace function throttle_channel(p_tenant uuid, p_channel uuid, p_now timestamptz, p_until timestamptz, p_about_rate boolean)
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
revoke execute on function throttle_channel from public;
grant execute on function throttle_channel to parley_worker;
