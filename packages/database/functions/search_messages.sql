-- owner: parley_search
-- module: inbox/search
-- Ids of messages, newest first. p_exact: LIKE patterns that must all match. If nothing matches, p_similar: words of which something
-- similar must occur, in addition to all of p_beside; null: no second attempt.
create or replace function search_messages(p_exact text[], p_similar text[], p_beside text[], p_channel uuid, p_conversations uuid[], p_since timestamptz,
    p_until timestamptz, p_after_at timestamptz, p_after_id uuid, p_limit integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  set pg_trgm.word_similarity_threshold = 0.4
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  few uuid[];
  -- Separate variables, because the trigram index does not support ALL.
  e1 text := p_exact[1]; e2 text := p_exact[2]; e3 text := p_exact[3];
  s1 text := p_similar[1]; s2 text := p_similar[2]; s3 text := p_similar[3];
begin
  select array_agg(m.message_id) into few from (
    select s.message_id from message_search s
     where s.tenant_id = me and s.folded like e1 and (e2 is null or s.folded like e2) and (e3 is null or s.folded like e3)
       and s.folded like all (p_exact)
       and (p_channel is null or s.channel_id = p_channel) and (p_conversations is null or s.conversation_id = any (p_conversations))
       and (p_since is null or s.occurred_at >= p_since) and (p_until is null or s.occurred_at < p_until)
     limit 5001) m;
  if few is null and s1 is not null then
    select array_agg(m.message_id) into few from (
      select s.message_id from message_search s
       where s.tenant_id = me and s1 <% s.folded and (s2 is null or s2 <% s.folded) and (s3 is null or s3 <% s.folded)
         and (p_beside is null or s.folded like all (p_beside))
         and (p_channel is null or s.channel_id = p_channel) and (p_conversations is null or s.conversation_id = any (p_conversations))
         and (p_since is null or s.occurred_at >= p_since) and (p_until is null or s.occurred_at < p_until)
       limit 5000) m;
  end if;
  if few is null then
    return;
  end if;
  if cardinality(few) > 5000 then
    few := null;
  end if;
  return query
    select s.message_id from message_search s
     where s.tenant_id = me
       and (few is null or s.message_id = any (few))
       and (few is not null or s.folded like all (p_exact))
       and (p_channel is null or s.channel_id = p_channel) and (p_conversations is null or s.conversation_id = any (p_conversations))
       and (p_since is null or s.occurred_at >= p_since) and (p_until is null or s.occurred_at < p_until)
       and (p_after_at is null or (s.occurred_at, s.message_id) < (p_after_at, p_after_id))
     order by s.occurred_at desc, s.message_id desc limit p_limit;
end $$;
revoke execute on function search_messages from public;
grant execute on function search_messages to parley_app;
