-- module: platform/ids
-- msg + 0199… -> msg_0199…: the format of ids on the wire, for events that are written inside statements.
create or replace function wire_id(prefix text, id uuid) returns text
  language sql immutable parallel safe
  return prefix || '_' || replace(id::text, '-', '');
