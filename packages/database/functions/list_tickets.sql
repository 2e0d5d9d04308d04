-- owner: parley_search
-- module: service/tickets
-- Ids of tickets, newest first. Words (p_any1 or p_any2, and all of p_all) are one condition among others, next to custom fields (values of
-- which one must be present, at most three), label and source; null: no condition. p_viewer: a member who sees the tickets that are assigned
-- to them, that have no conversation, or whose conversation is assigned to them or, if p_viewer_divisions is not null, is in one of these
-- divisions or in none. Conversations are gathered or looked up as in throughConversation (modules/inbox/visibility), which has the figures.
create or replace function list_tickets(p_first text, p_all text[], p_status text, p_priority text, p_category uuid, p_assignee uuid, p_unassigned boolean,
                             p_contact uuid, p_conversation uuid, p_overdue timestamptz, p_after_at timestamptz, p_after_id uuid,
                             p_limit integer, p_division uuid default null, p_undivided boolean default false,
                             p_custom jsonb[] default null, p_label text default null, p_source text default null,
                             p_viewer uuid default null, p_viewer_divisions uuid[] default null) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  few uuid[];
  -- Separate variables, because no index supports ANY over documents, and the planner overestimates the cost of several at once.
  c1 jsonb := p_custom[1]; c2 jsonb := p_custom[2]; c3 jsonb := p_custom[3];
begin
  select array_agg(m.id) into few from (
    (select k.id from tickets k
      where k.tenant_id = me and (c1 is null or (k.custom_fields <> '{}' and k.custom_fields @> c1))
        and (p_first is null or k.search_text like p_first)
        and (p_label is null or (k.labels <> '{}' and k.labels @> array[p_label]))
      limit 5001)
    union
    (select k.id from tickets k
      where k.tenant_id = me and c2 is not null and k.custom_fields <> '{}' and k.custom_fields @> c2
        and (p_first is null or k.search_text like p_first)
        and (p_label is null or (k.labels <> '{}' and k.labels @> array[p_label]))
      limit 5001)
    union
    (select k.id from tickets k
      where k.tenant_id = me and c3 is not null and k.custom_fields <> '{}' and k.custom_fields @> c3
        and (p_first is null or k.search_text like p_first)
        and (p_label is null or (k.labels <> '{}' and k.labels @> array[p_label]))
      limit 5001)) m;
  if few is null then
    return;
  end if;
  if cardinality(few) > 5000 then
    few := null;
  end if;
  return query
    select k.id from tickets k
     where k.tenant_id = me
       and (few is null or k.id = any (few))
       and (few is not null or p_first is null or k.search_text like p_first)
       and (few is not null or c1 is null or (k.custom_fields <> '{}' and (k.custom_fields @> c1 or k.custom_fields @> c2 or k.custom_fields @> c3)))
       and (few is not null or p_label is null or (k.labels <> '{}' and k.labels @> array[p_label]))
       and (p_all is null or k.search_text like all (p_all))
       and (p_status is null or k.status = p_status)
       and (p_priority is null or k.priority = p_priority)
       and (p_category is null or k.category_id = p_category)
       and (p_assignee is null or k.assignee_id = p_assignee)
       and (p_unassigned is not true or k.assignee_id is null)
       and (p_division is null or k.division_id = p_division)
       and (p_undivided is not true or k.division_id is null)
       and (p_contact is null or k.contact_id = p_contact)
       and (p_conversation is null or k.conversation_id = p_conversation)
       and (p_source is null or k.source = p_source)
       and (p_overdue is null or (k.due_at < p_overdue and k.status in ('open', 'in_progress', 'pending')))
       and (p_viewer is null or k.conversation_id is null or k.assignee_id = p_viewer
            or (p_viewer_divisions is null
                and exists (select from conversations v
                             where v.tenant_id = me and v.id = k.conversation_id and v.assignee_id = p_viewer))
            or (p_viewer_divisions is not null
                and (select v.id from conversations v
                      where v.tenant_id = me and v.id = k.conversation_id
                        and (v.assignee_id = p_viewer or v.division_id is null or v.division_id = any (p_viewer_divisions))
                      limit 1) is not null))
       and (p_after_at is null or (k.created_at, k.id) < (p_after_at, p_after_id))
     order by k.created_at desc, k.id desc limit p_limit;
end $$;
revoke execute on function list_tickets from public;
grant execute on function list_tickets to parley_app;
