-- owner: parley_search
-- module: knowledge/knowledge
-- Known lexemes similar to the unknown ones of a question, most similar first. Trigram operators are not leakproof, so row-level security
-- would disable their index: see list_contacts().
create or replace function similar_knowledge_terms(p_words text[], p_languages text[]) returns table (word text, language text, term text)
  language plpgsql stable security definer rows 40
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  set pg_trgm.similarity_threshold = 0.2
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
begin
  return query
    select w.word, w.language, v.term from unnest(p_words, p_languages) w (word, language)
     cross join lateral (
       select k.term from knowledge_vocabulary k
        where k.tenant_id = me and k.language = w.language and k.term % w.word
        order by similarity(k.term, w.word) desc, k.term limit 20) v;
end $$;
revoke execute on function similar_knowledge_terms from public;
grant execute on function similar_knowledge_terms to parley_app;
