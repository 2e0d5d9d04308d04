-- list_labelled_conversations() of migration 0019, with labels that must all be there (p_every), besides those of which one must be
-- (p_labels); one of the two may be null. Both operators are of the one index on labels. See docs/subsystems/inbox.md, Lists and views.
set local role parley_search;
drop function list_labelled_conversations;
set local role parley_owner;
create function list_labelled_conversations(p_labels uuid[], p_status text, p_reason text, p_channel uuid, p_contact uuid,
    p_assignee uuid, p_assigned boolean, p_priority text, p_unread boolean, p_handled text, p_waiting timestamptz, p_sort text,
    p_after_at timestamptz, p_after_id uuid, p_limit integer, p_division uuid, p_divided boolean, p_viewer uuid, p_viewer_divisions uuid[],
    p_every uuid[] default null)
  returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  few uuid[];
begin
  select array_agg(m.id) into few from (
    select c.id from conversations c
     where c.tenant_id = me and c.label_ids <> '{}'
       and (p_labels is null or c.label_ids && p_labels) and (p_every is null or c.label_ids @> p_every) limit 5001) m;
  if few is null then
    return;
  end if;
  if cardinality(few) > 5000 then
    few := null;
  end if;
  return query
    select c.id from conversations c
     where c.tenant_id = me
       and (few is null or c.id = any (few))
       and (few is not null or (c.label_ids <> '{}' and (p_labels is null or c.label_ids && p_labels)
            and (p_every is null or c.label_ids @> p_every)))
       and (p_status is null or c.status = p_status)
       and (p_reason is null or c.pending_reason = p_reason)
       and (p_channel is null or c.channel_id = p_channel)
       and (p_contact is null or c.contact_id = p_contact)
       and (p_assignee is null or c.assignee_id = p_assignee)
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
            or (p_sort = 'waitingSince' and (c.waiting_since, c.id) > (p_after_at, p_after_id)))
     order by case when p_sort = 'lastMessageAt' then c.last_message_at end desc,
              case when p_sort = 'waitingSince' then c.waiting_since end,
              case when p_sort = 'waitingSince' then c.id end, c.id desc
     limit p_limit;
end $$;
revoke execute on function list_labelled_conversations from public;
grant execute on function list_labelled_conversations to parley_app;
alter function list_labelled_conversations owner to parley_search;

-- The secret address of a flow that other systems start. See docs/subsystems/flows.md, Webhooks.
create table flow_hooks (
  tenant_id   uuid not null,
  flow_id     uuid not null,
  token_hash  bytea not null,
  created_by  text not null,
  created_at  timestamptz not null,
  primary key (tenant_id, flow_id),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id) on delete cascade
);
create unique index flow_hooks_token on flow_hooks (token_hash);
alter table flow_hooks enable row level security;
alter table flow_hooks force row level security;
create policy tenant_isolation on flow_hooks to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
-- Whose an address is is the question.
create policy cross_tenant on flow_hooks for select to parley_worker using (true);
grant select, insert, update, delete on flow_hooks to parley_app;
grant select on flow_hooks to parley_worker;
select allow_tenant_erasure('flow_hooks');

-- How far windows that close soon have been told, for each number of minutes before that flows of the tenant ask for.
create table flow_window_fronts (
  tenant_id   uuid not null references tenants,
  minutes     integer not null check (minutes between 1 and 1380),
  seen_until  timestamptz not null,
  primary key (tenant_id, minutes)
);
alter table flow_window_fronts enable row level security;
alter table flow_window_fronts force row level security;
create policy tenant_isolation on flow_window_fronts to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy cross_tenant on flow_window_fronts for select to parley_worker using (true);
grant select, insert, update on flow_window_fronts to parley_app;
grant select on flow_window_fronts to parley_worker;
select allow_tenant_erasure('flow_window_fronts');
