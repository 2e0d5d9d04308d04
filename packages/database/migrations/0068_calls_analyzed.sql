-- What a model makes of a call afterwards, and the ticket that a missed call leaves.
alter table voice_calls
  add column sentiment text check (sentiment in ('positive', 'neutral', 'negative')),
  add column outcome   text check (outcome in ('resolved', 'follow_up', 'unresolved', 'handed_over')),
  -- By the names of the agent's fields when it was made; null: it was not made.
  add column extracted jsonb,
  add column callback_ticket_id uuid,
  add foreign key (tenant_id, callback_ticket_id) references tickets (tenant_id, id) on delete set null (callback_ticket_id);
-- Serves the foreign key.
create index voice_calls_of_callback on voice_calls (tenant_id, callback_ticket_id) where callback_ticket_id is not null;

alter table voice_agents no force row level security;
update voice_agents
   set settings = settings || jsonb_build_object('afterCall',
     jsonb_build_object('classify', settings -> 'summary', 'extract', '[]'::jsonb, 'callbackTickets', true));

-- null: of a snapshot, until somebody chooses one.
alter table voice_agents alter column channel_id drop not null;
