-- module: sales/broadcasts
-- A recipient's rank in a broadcast only rises, like that of a message.
create or replace function recipient_rank(status text) returns integer
  language sql immutable parallel safe
  return case status when 'pending' then 0 when 'sending' then 1 when 'unknown' then 2 when 'sent' then 3 when 'delivered' then 4
    when 'read' then 5 when 'replied' then 6 else 9 end;
