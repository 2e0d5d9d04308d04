-- owner: parley_search
-- module: contacts/segments
-- How many contacts an audience has, and the newest p_sample of them. Up to 5,000 matches, each is read once and gives both; with more,
-- scanning the list soon finds the newest. p_every above 1: checks only one contact in so many, as survey_audience() does for its
-- estimates. The rules are then evaluated for the sampled contacts only, by id: no index on a rule is faster.
-- "offset 0" makes each look-up go by key: see noFlattening in platform/db/plans.ts.
create or replace function count_audience(p_plan jsonb, p_values text[], p_sample integer, p_every integer default 1, out total bigint, out sample uuid[])
  language plpgsql stable security definer
  set search_path = public, pg_temp
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  matches text := 'c.tenant_id = $1 and c.merged_into_id is null and ' || audience_predicate(p_plan);
  newest text := ', (array_agg(c.id order by c.created_at desc, c.id desc))[1:$3] from ';
begin
  if p_every > 1 then
    execute 'select count(*) * $4' || newest || '(select k.id from contacts k where k.tenant_id = $1 and (uuid_hash(k.id) & 2147483647) % $4 = 0 offset 0) s
               cross join lateral (select * from contacts o where o.tenant_id = $1 and o.id = s.id offset 0) c where ' || matches
      into total, sample using me, p_values, p_sample, p_every;
  else
    execute 'select count(*)' || newest || '(select c.id, c.created_at from contacts c where ' || matches || ' limit 5001) c'
      into total, sample using me, p_values, p_sample;
    if total > 5000 then
      execute 'select count(*) from contacts c where ' || matches into total using me, p_values;
      execute 'select array(select c.id from contacts c where ' || matches || ' order by c.created_at desc, c.id desc limit $3)'
        into sample using me, p_values, p_sample;
    end if;
  end if;
  sample := coalesce(sample, '{}');
end $$;
revoke execute on function count_audience from public;
grant execute on function count_audience to parley_app;
