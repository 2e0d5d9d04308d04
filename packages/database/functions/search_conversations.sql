-- owner: parley_search
-- module: inbox/conversations
-- Ids of conversations in which the words were said, or of given contacts, latest message first, page by page. p_exact null: by similarity.
-- Up to 5,000 matching messages give their conversations; with more, scanning the list soon fills a page.
create or replace function search_conversations(p_exact text[], p_similar text[], p_beside text[], p_contacts uuid[], p_viewer uuid, p_viewer_divisions uuid[],
    p_after_at timestamptz, p_after_id uuid, p_limit integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  set pg_trgm.word_similarity_threshold = 0.4
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  said uuid[];
  -- Separate variables, because the trigram index does not support ALL.
  e1 text := p_exact[1]; e2 text := p_exact[2]; e3 text := p_exact[3];
  s1 text := p_similar[1]; s2 text := p_similar[2]; s3 text := p_similar[3];
begin
  if e1 is not null then
    select array_agg(m.conversation_id) into said from (
      select s.conversation_id from message_search s
       where s.tenant_id = me and s.folded like e1 and (e2 is null or s.folded like e2) and (e3 is null or s.folded like e3)
         and s.folded like all (p_exact)
       limit 5001) m;
  elsif s1 is not null then
    select array_agg(m.conversation_id) into said from (
      select s.conversation_id from message_search s
       where s.tenant_id = me and s1 <% s.folded and (s2 is null or s2 <% s.folded) and (s3 is null or s3 <% s.folded)
         and (p_beside is null or s.folded like all (p_beside))
       limit 5000) m;
  end if;
  if said is null and coalesce(cardinality(p_contacts), 0) = 0 then
    return;
  end if;
  if cardinality(said) > 5000 then
    return query
      select c.id from conversations c
       where c.tenant_id = me
         and (p_viewer is null or c.assignee_id = p_viewer
              or (p_viewer_divisions is not null and (c.division_id is null or c.division_id = any (p_viewer_divisions))))
         and (p_after_at is null or (c.last_message_at, c.id) < (p_after_at, p_after_id))
         and (c.contact_id = any (p_contacts)
              or exists (select from message_search s where s.tenant_id = me and s.conversation_id = c.id and s.folded like all (p_exact)))
       order by c.last_message_at desc, c.id desc limit p_limit;
    return;
  end if;
  return query
    select c.id from conversations c
     where c.tenant_id = me and (c.id = any (said) or c.contact_id = any (p_contacts))
       and (p_viewer is null or c.assignee_id = p_viewer
            or (p_viewer_divisions is not null and (c.division_id is null or c.division_id = any (p_viewer_divisions))))
       and (p_after_at is null or (c.last_message_at, c.id) < (p_after_at, p_after_id))
     order by c.last_message_at desc, c.id desc limit p_limit;
end $$;
revoke execute on function search_conversations from public;
grant execute on function search_conversations to parley_app;
