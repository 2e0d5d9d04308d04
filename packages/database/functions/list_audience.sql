-- owner: parley_search
-- module: contacts/segments
-- Ids of an audience's contacts, newest first. Probes first, as list_contacts() does: up to 5,000 matches are all fetched and sorted; with
-- more, scanning the list soon fills a page.
create or replace function list_audience(p_plan jsonb, p_values text[], p_after_at timestamptz, p_after_id uuid, p_limit integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  matches text := 'c.tenant_id = $1 and c.merged_into_id is null and ' || audience_predicate(p_plan);
  few uuid[];
begin
  execute 'select array_agg(m.id) from (select c.id from contacts c where ' || matches || ' limit 5001) m' into few using me, p_values;
  if few is null then
    return;
  elsif cardinality(few) <= 5000 then
    matches := 'c.tenant_id = $1 and c.id = any($6)';
  end if;
  return query execute
    'select c.id from contacts c where ' || matches
    || ' and ($3::timestamptz is null or (c.created_at, c.id) < ($3, $4)) order by c.created_at desc, c.id desc limit $5'
    using me, p_values, p_after_at, p_after_id, p_limit, few;
end $$;
revoke execute on function list_audience from public;
grant execute on function list_audience to parley_app;
