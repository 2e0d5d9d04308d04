-- module: inbox/messages
-- A message's preview in lists: its text, otherwise the name of its content (a place, a person), otherwise the platform's name for a type
-- that we cannot show.
create or replace function message_preview(p_text text, p_content jsonb) returns text
  language sql immutable parallel safe
  return left(coalesce(p_text, p_content->>'name', p_content->>'address', p_content#>>'{contacts,0,name,formattedName}',
    replace(p_content->>'unsupportedType', '_', ' '), ''), 160);
