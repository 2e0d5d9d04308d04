-- owner: parley_search
-- module: inbox/conversations
-- Ids of conversations with a label, unordered, for counting.
create or replace function labelled_conversations(p_label uuid, p_limit integer) returns setof uuid
  language sql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
as $$
  select c.id from conversations c
   where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and c.label_ids <> '{}' and c.label_ids @> array[p_label]
   limit p_limit
$$;
revoke execute on function labelled_conversations from public;
grant execute on function labelled_conversations to parley_app;
