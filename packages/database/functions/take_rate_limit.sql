-- module: platform/rate-limit
-- Takes up to p_cost requests from a key's budget: one step of GCRA under the row's lock, by the database's own clock,
-- so that every process sees the same time. Returns how many were granted and how far the budget is used (tat - now).
create or replace function take_rate_limit(p_tenant uuid, p_key uuid, p_cost integer, p_interval interval, p_burst integer,
                                out granted integer, out ahead_ms double precision)
  language plpgsql volatile set search_path = public, pg_temp
as $$
declare
  used_until timestamptz;
  at timestamptz;
begin
  insert into rate_limits (tenant_id, key_id, tat) values (p_tenant, p_key, clock_timestamp()) on conflict do nothing;
  select r.tat into used_until from rate_limits r where r.tenant_id = p_tenant and r.key_id = p_key for update;
  at := clock_timestamp();
  used_until := greatest(used_until, at);
  granted := least(p_cost, greatest(0, floor(
    extract(epoch from at + p_burst * p_interval - used_until) / extract(epoch from p_interval) + 0.000001)::integer));
  if granted > 0 then
    used_until := used_until + granted * p_interval;
    update rate_limits r set tat = used_until where r.tenant_id = p_tenant and r.key_id = p_key;
  end if;
  ahead_ms := extract(epoch from used_until - at) * 1000;
end $$;
revoke execute on function take_rate_limit from public;
grant execute on function take_rate_limit to parley_worker;
