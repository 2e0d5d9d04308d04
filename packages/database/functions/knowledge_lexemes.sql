-- module: knowledge/knowledge
-- Lexemes of a text with their counts and first positions. Accents of Latin, Greek and Cyrillic letters are removed after stemming, which
-- needs them; the marks of other scripts count as letters.
create or replace function knowledge_lexemes(p_config regconfig, p_text text) returns table (term text, tf integer, place integer)
  language sql immutable parallel safe
as $$
  select left(normalize(translate(regexp_replace(normalize(x.lexeme, nfd), '[\u0300-\u036f]', '', 'g'), 'ıøłđß', 'iolds'), nfc), 200),
         sum(cardinality(x.positions))::integer, min(x.positions[1])::integer
    from unnest(to_tsvector(p_config, p_text)) x group by 1
$$;
