-- A chatbot's turns by UTC day and decision, so that a year is read from hundreds of rows and not from each turn. What a day had is the sum of
-- its rows: that of the last count, and one for each change since. Read up to chatbots.turns_counted_before; later days are counted from the turns.
create table chatbot_turn_days (
  tenant_id   uuid not null,
  chatbot_id  uuid not null,
  day         date not null,
  decision    text not null,
  id          uuid not null default gen_random_uuid(),
  turns       integer not null,
  primary key (tenant_id, chatbot_id, day, decision, id),
  foreign key (tenant_id, chatbot_id) references chatbots (tenant_id, id)
);
grant select, insert, delete on chatbot_turn_days to parley_app;

-- The day before which turns are counted by day; null: none are yet.
alter table chatbots add column turns_counted_before date;
