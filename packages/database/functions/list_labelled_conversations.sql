-- owner: parley_search
-- module: inbox/conversations
-- Ids of conversations with any of p_labels and all of p_every (one of the two may be null), in the order of p_sort; null: no condition.
-- p_assigned: true somebody, false nobody. p_waiting: the customer has been waiting since then or longer. p_viewer: a member who sees what
-- is assigned to them, plus, if p_viewer_divisions is not null, what is in these divisions or in none.
--
-- Uses the three steps of list_contacts(). p_sort is known when a statement is planned, so one ORDER BY covers three orders. Both operators
-- on labels use the same index.
create or replace function list_labelled_conversations(p_labels uuid[], p_status text, p_reason text, p_channel uuid, p_contact uuid,
    p_assignee uuid, p_assigned boolean, p_priority text, p_unread boolean, p_handled text, p_waiting timestamptz, p_sort text,
    p_after_at timestamptz, p_after_id uuid, p_limit integer, p_division uuid, p_divided boolean, p_viewer uuid, p_viewer_divisions uuid[],
    p_every uuid[] default null)
  returns setof uuid
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
    if walked is null or p_limit <= 101 then
      select array_agg(f.id) into found from (
        select w.id from (
          select c.* from conversations c
           where c.tenant_id = me
             and (p_sort <> 'waitingSince' or c.waiting_since is not null)
             and (p_after_id is null
                  or (p_sort = 'createdAt' and c.id < p_after_id)
                  or (p_sort = 'lastMessageAt' and (c.last_message_at, c.id) < (p_after_at, p_after_id))
                  or (p_sort = 'waitingSince' and (c.waiting_since, c.id) > (p_after_at, p_after_id)))
           order by case when p_sort = 'lastMessageAt' then c.last_message_at end desc,
                    case when p_sort = 'waitingSince' then c.waiting_since end,
                    case when p_sort = 'waitingSince' then c.id end, c.id desc
           limit walked) w
         where (p_labels is null or w.label_ids && p_labels) and (p_every is null or w.label_ids @> p_every) and w.label_ids <> '{}'
           and (p_status is null or w.status = p_status)
           and (p_reason is null or w.pending_reason = p_reason)
           and (p_channel is null or w.channel_id = p_channel)
           and (p_contact is null or w.contact_id = p_contact)
           and (p_assignee is null or w.assignee_id = p_assignee)
           and (p_assigned is null or (w.assignee_id is not null) = p_assigned)
           and (p_division is null or w.division_id = p_division)
           and (p_divided is null or (w.division_id is not null) = p_divided)
           and (p_viewer is null or w.assignee_id = p_viewer
                or (p_viewer_divisions is not null and (w.division_id is null or w.division_id = any (p_viewer_divisions))))
           and (p_priority is null or w.priority = p_priority)
           and (p_unread is null or (w.unread_count > 0) = p_unread)
           and (p_handled is null or w.handled_by = p_handled)
           and (p_waiting is null or w.waiting_since <= p_waiting)
         limit p_limit) f;
      exit when walked is null or cardinality(found) = p_limit;
    end if;

    select count(*) > 5000,
           (array_agg(m.id order by case when p_sort = 'lastMessageAt' then m.last_message_at end desc,
                                    case when p_sort = 'waitingSince' then m.waiting_since end,
                                    case when p_sort = 'waitingSince' then m.id end, m.id desc)
             filter (where m.fits))[1:p_limit]
      into many, found from (
      select c.id, c.last_message_at, c.waiting_since,
             (p_status is null or c.status = p_status)
             and (p_reason is null or c.pending_reason = p_reason)
             and (p_channel is null or c.channel_id = p_channel)
             and (p_assigned is null or (c.assignee_id is not null) = p_assigned)
             and (p_division is null or c.division_id = p_division)
             and (p_divided is null or (c.division_id is not null) = p_divided)
             and (p_viewer is null or c.assignee_id = p_viewer
                  or (p_viewer_divisions is not null and (c.division_id is null or c.division_id = any (p_viewer_divisions))))
             and (p_priority is null or c.priority = p_priority)
             and (p_unread is null or (c.unread_count > 0) = p_unread)
             and (p_handled is null or c.handled_by = p_handled)
             and (p_waiting is null or c.waiting_since <= p_waiting)
             and (p_sort <> 'waitingSince' or c.waiting_since is not null)
             and (p_after_id is null
                  or (p_sort = 'createdAt' and c.id < p_after_id)
                  or (p_sort = 'lastMessageAt' and (c.last_message_at, c.id) < (p_after_at, p_after_id))
                  or (p_sort = 'waitingSince' and (c.waiting_since, c.id) > (p_after_at, p_after_id))) as fits
        from conversations c
       where c.tenant_id = me and c.label_ids <> '{}'
         and (p_labels is null or c.label_ids && p_labels) and (p_every is null or c.label_ids @> p_every)
         -- A contact has few conversations: with this condition the limit is rarely exceeded.
         and (p_contact is null or c.contact_id = p_contact)
         and (p_assignee is null or c.assignee_id = p_assignee)
       limit 5001) m;
    exit when not many;
    walked := null;
  end loop;
  return query select unnest(found);
end $$;
revoke execute on function list_labelled_conversations from public;
grant execute on function list_labelled_conversations to parley_app;
