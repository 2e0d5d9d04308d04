-- module: contacts/contacts
-- How similar a contact's text is to the words: search_contacts() sorts by it, and page cursors contain it.
create or replace function contact_likeness(p_words text[], p_text text) returns real
  language sql immutable parallel safe
as $$
  select word_similarity(p_words[1], p_text) + coalesce(word_similarity(p_words[2], p_text), 0::real)
         + coalesce(word_similarity(p_words[3], p_text), 0::real)
$$;
revoke execute on function contact_likeness from public;
grant execute on function contact_likeness to parley_app, parley_search;
