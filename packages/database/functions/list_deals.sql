-- owner: parley_search
-- module: sales/deals
-- Ids of deals by words in their titles, newest first; null: no condition. p_first is the most selective pattern and goes to the index,
-- p_all narrows. For the reasons and the method see list_contacts().
create or replace function list_deals(p_first text, p_all text[], p_pipeline uuid, p_stage uuid, p_owner uuid, p_unowned boolean, p_contact uuid,
                           p_status text, p_after_at timestamptz, p_after_id uuid, p_limit integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  few uuid[];
begin
  select array_agg(m.id) into few from (
    select d.id from deals d where d.tenant_id = me and d.search_text like p_first limit 5001) m;
  if few is null then
    return;
  end if;
  if cardinality(few) > 5000 then
    few := null;
  end if;
  return query
    select d.id from deals d
     where d.tenant_id = me
       and (few is null or d.id = any (few))
       and (few is not null or d.search_text like p_first)
       and (p_all is null or d.search_text like all (p_all))
       and (p_pipeline is null or d.pipeline_id = p_pipeline)
       and (p_stage is null or d.stage_id = p_stage)
       and (p_owner is null or d.owner_id = p_owner)
       and (not p_unowned or d.owner_id is null)
       and (p_contact is null or d.contact_id = p_contact)
       and (p_status is null or d.status = p_status)
       and (p_after_at is null or (d.created_at, d.id) < (p_after_at, p_after_id))
     order by d.created_at desc, d.id desc limit p_limit;
end $$;
revoke execute on function list_deals from public;
grant execute on function list_deals to parley_app;
