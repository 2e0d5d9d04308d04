-- module: inbox/messages
-- What a list shows of a message: its text, else the name of what it carries (a place, a person), else what the platform calls a
-- kind that we cannot show.
create or replace function message_preview(p_text text, p_content jsonb) returns text
  language sql immutable parallel safe
  return left(coalesce(p_text, p_content->>'name', p_content->>'address', p_content#>>'{contacts,0,name,formattedName}',
    replace(p_content->>'unsupportedType', '_', ' '), ''), 160);
