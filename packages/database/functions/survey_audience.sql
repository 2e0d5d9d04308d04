-- owner: parley_search
-- module: contacts/segments
-- How many contacts an audience has, how many of them a broadcast would leave out and why, and the newest p_sample of them. p_every above
-- 1: checks only one contact in so many, sampled by id, and multiplies; the sample is read from the key's index alone. The rules are then
-- evaluated for the sampled contacts only: for a rule that matches half of the tenant's contacts, the rule's index would be read for them
-- all. p_account, p_by_phone: of the channel, where its addresses are. p_open_at: contacts without an open window on p_channel at that time
-- are left out too.
-- "offset 0" makes each look-up go by key: see noFlattening in platform/db/plans.ts.
create or replace function survey_audience(p_plan jsonb, p_values text[], p_kind text, p_account text, p_by_phone boolean, p_channel uuid,
    p_open_at timestamptz, p_every integer, p_sample integer, out total bigint, out opted_out bigint, out blocked bigint, out no_identity bigint,
    out window_closed bigint, out sample uuid[])
  language plpgsql stable security definer
  set search_path = public, pg_temp
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  source text := 'contacts c';
  -- An audience of selected contacts has no rules: p_values are their ids.
  matches text := 'c.tenant_id = $1 and c.merged_into_id is null and '
    || case when p_plan ? 'ids' then 'c.id = any($2::uuid[])' else audience_predicate(p_plan) end;
  few uuid[];
begin
  if p_every > 1 then
    source := '(select k.id from contacts k where k.tenant_id = $1 and (uuid_hash(k.id) & 2147483647) % ' || p_every
      || ' = 0 offset 0) s cross join lateral (select * from contacts o where o.tenant_id = $1 and o.id = s.id offset 0) c';
  end if;
  execute 'select array_agg(m.id) from (select c.id from ' || source || ' where ' || matches || ' limit '
    || case when p_every > 1 then 'all' else '5001' end || ') m' into few using me, p_values;
  if p_every > 1 or coalesce(cardinality(few), 0) <= 5000 then
    source := 'contacts c';
    matches := 'c.tenant_id = $1 and c.id = any($9)';
  end if;
  execute 'select count(*) * $8, count(*) filter (where r.reason = 1) * $8, count(*) filter (where r.reason = 2) * $8,
                  count(*) filter (where r.reason = 3) * $8, count(*) filter (where r.reason = 4) * $8
             from ' || source || ' cross join lateral (select case
               when c.opt_in = ''opted_out'' then 1
               when c.blocked_at is not null then 2
               when (not $5 or c.phone_key is null) and not exists (select from contact_identities ci
                 where ci.tenant_id = $1 and ci.contact_id = c.id and ci.kind = $3 and ci.account = $4) then 3
               when $7 is not null and not exists (select from conversations v
                 where v.tenant_id = $1 and v.contact_id = c.id and v.channel_id = $6 and v.window_expires_at > $7) then 4 end as reason) r
            where ' || matches
    into total, opted_out, blocked, no_identity, window_closed
    using me, p_values, p_kind, p_account, p_by_phone, p_channel, p_open_at, p_every, coalesce(few, '{}');
  execute 'select array(select c.id from contacts c where ' || matches || ' order by c.created_at desc, c.id desc limit $3)'
    into sample using me, p_values, p_sample, null::text, null::boolean, null::uuid, null::timestamptz, null::integer, coalesce(few, '{}');
end $$;
revoke execute on function survey_audience from public;
grant execute on function survey_audience to parley_app;
