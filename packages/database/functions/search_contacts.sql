-- owner: parley_search
-- module: contacts/contacts
-- Ids of contacts whose name, phone or e-mail contains something similar to every word, most similar first, page by page. For words without
-- an exact match.
create or replace function search_contacts(p_words text[], p_limit integer, p_after_likeness real default null, p_after_id uuid default null)
  returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  set pg_trgm.word_similarity_threshold = 0.4
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  w1 text := p_words[1]; w2 text := p_words[2]; w3 text := p_words[3];
begin
  return query
    select m.id from (
      select c.id, contact_likeness(p_words, c.search_text) as likeness
        from contacts c
       where c.tenant_id = me and c.merged_into_id is null
         and w1 <% c.search_text and (w2 is null or w2 <% c.search_text) and (w3 is null or w3 <% c.search_text)
       limit 5000) m
     where p_after_id is null or (m.likeness, m.id) < (p_after_likeness, p_after_id)
     order by m.likeness desc, m.id desc limit p_limit;
end $$;
revoke execute on function search_contacts from public;
grant execute on function search_contacts to parley_app;
