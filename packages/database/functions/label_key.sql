-- module: inbox/labels
-- Names that differ only in case or accents are one label.
create or replace function label_key(name text) returns text
  language sql immutable parallel safe
  return lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036F]', '', 'g'));
