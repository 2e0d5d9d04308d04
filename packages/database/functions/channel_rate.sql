-- module: inbox/messages
-- Messages that a channel may send per second: the configured rate, or after throttling the reduced rate plus a hundredth of the configured
-- rate for every second since.
create or replace function channel_rate(p_configured integer, p_rate double precision, p_rate_at timestamptz, p_now timestamptz)
  returns double precision language sql immutable parallel safe
  return coalesce(least(p_configured, p_rate + p_configured * 0.01 * greatest(0, extract(epoch from p_now - p_rate_at)::float8)), p_configured);
revoke execute on function channel_rate from public;
grant execute on function channel_rate to parley_app, parley_worker;
