-- owner: parley_search
-- module: contacts/contacts
-- Ids of contacts, newest first: text matches p_any1 or p_any2 or the phone's key, and all of p_all; null: no condition. Also filters by
-- given ids, owner, stage and blocking, because filtering after the list left gaps in pages.
--
-- This and the other functions owned by parley_search are lists that search texts or arrays. Under row-level security LIKE and @> cannot
-- use an index (they are not leakproof: 12-41 ms against 0.1-3 ms, measured 2026-11-21; 90-900 ms for a rare tag or label among 500,000
-- rows), so these run as parley_search, whose policies are open, and filter by the session's tenant themselves; without one they find
-- nothing. The planner cannot know how rare a word is that its statistics lack, so they probe first: up to 5,000 matches are all fetched
-- through the index and sorted; with more, scanning the list soon fills a page. Never a sequential scan: the table is in tenant order, so
-- it could read all other tenants' rows first.
--
-- Three steps, of which the first with a result counts: the newest 300 of the list, where a common word soon fills a page; up to 5,000
-- matches by the index, each row read once; the list to its end, since a match is frequent there if there are more than 5,000. Without
-- sorting, so that the list is scanned in order whatever the planner expects; array_agg() sorts what the index finds. See
-- docs/adr/0137-lists-that-walk-before-they-search.md.
create or replace function list_contacts(p_any1 text, p_any2 text, p_phone_key text, p_all text[], p_tag text, p_opt_in text,
                              p_after_at timestamptz, p_after_id uuid, p_limit integer, p_ids uuid[] default null, p_owner uuid default null,
                              p_owned boolean default null, p_stage uuid default null, p_staged boolean default null,
                              p_blocked boolean default null) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_sort = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  walked integer := 300;
  found uuid[];
  many boolean;
begin
  loop
    -- A scan pays off for a page; for a longer list or given ids it would be wasted.
    if walked is null or (p_limit <= 101 and p_ids is null) then
      select array_agg(f.id) into found from (
        select w.id from (
          select c.* from contacts c
           where c.tenant_id = me and c.merged_into_id is null
             and (p_after_at is null or (c.created_at, c.id) < (p_after_at, p_after_id))
           order by c.created_at desc, c.id desc limit walked) w
         where (p_any1 is null or w.search_text like p_any1 or w.search_text like p_any2 or w.phone_key = p_phone_key)
           and (p_tag is null or w.tags @> array[p_tag])
           and (p_all is null or w.search_text like all (p_all))
           and (p_opt_in is null or w.opt_in = p_opt_in)
           and (p_ids is null or w.id = any (p_ids))
           and (p_owner is null or w.owner_id = p_owner)
           and (p_owned is null or (w.owner_id is not null) = p_owned)
           and (p_stage is null or w.stage_id = p_stage)
           and (p_staged is null or (w.stage_id is not null) = p_staged)
           and (p_blocked is null or (w.blocked_at is not null) = p_blocked)
         limit p_limit) f;
      exit when walked is null or cardinality(found) = p_limit;
    end if;

    select count(*) > 5000, (array_agg(m.id order by m.created_at desc, m.id desc) filter (where m.fits))[1:p_limit] into many, found from (
      select c.id, c.created_at,
             (p_all is null or c.search_text like all (p_all))
             and (p_opt_in is null or c.opt_in = p_opt_in)
             and (p_owner is null or c.owner_id = p_owner)
             and (p_owned is null or (c.owner_id is not null) = p_owned)
             and (p_stage is null or c.stage_id = p_stage)
             and (p_staged is null or (c.stage_id is not null) = p_staged)
             and (p_blocked is null or (c.blocked_at is not null) = p_blocked)
             and (p_after_at is null or (c.created_at, c.id) < (p_after_at, p_after_id)) as fits
        from contacts c
       where c.tenant_id = me and c.merged_into_id is null
         and (p_any1 is null or c.search_text like p_any1 or c.search_text like p_any2 or c.phone_key = p_phone_key)
         and (p_tag is null or c.tags @> array[p_tag])
         -- Given ids never match more than can be read.
         and (p_ids is null or c.id = any (p_ids))
       limit 5001) m;
    exit when not many;
    walked := null;
  end loop;
  return query select unnest(found);
end $$;
revoke execute on function list_contacts from public;
grant execute on function list_contacts to parley_app;
