-- module: platform/ids
-- 2026-11-21T06:16:54.123Z: the format of times on the wire. Stable like to_char(): declared immutable it could not be inlined, and each
-- use cost a function call (30 us).
create or replace function wire_time(at timestamptz) returns text
  language sql stable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
