-- module: inbox/messages
-- The rank of a status, which only ever rises. failed is final; unknown is replaced by any status from the platform.
create or replace function message_status_rank(status text) returns integer
  language sql immutable parallel safe
  return case status when 'queued' then 0 when 'sending' then 1 when 'unknown' then 2 when 'sent' then 3
    when 'delivered' then 4 when 'read' then 5 else 9 end;
