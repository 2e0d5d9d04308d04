-- The chatbot (docs/subsystems/chatbot.md).

create table chatbots (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  name        text not null check (length(name) between 1 and 100),
  is_active   boolean not null,
  -- Complete: all groups of settings with all of their fields. Ids in it are stored ones, and may name what is gone.
  settings    jsonb not null,
  -- Grows with every change.
  version     integer not null,
  -- It was switched off, deleted, or lost a channel, and conversations may still be in its hands.
  releasing   boolean not null default false,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  primary key (tenant_id, id)
);
create index chatbots_list on chatbots (tenant_id, created_at desc, id desc) where deleted_at is null;
-- Serves the search for conversations to be released, over all tenants.
create index chatbots_releasing on chatbots (tenant_id, id) where releasing;

-- Which chatbot serves a channel: one at most.
create table chatbot_channels (
  tenant_id   uuid not null,
  channel_id  uuid not null,
  chatbot_id  uuid not null,
  primary key (tenant_id, channel_id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade,
  foreign key (tenant_id, chatbot_id) references chatbots (tenant_id, id)
);
create index chatbot_channels_of on chatbot_channels (tenant_id, chatbot_id);

-- A conversation that a chatbot has or had, and its turn that is to be taken. Whether the chatbot has it now says the conversation.
create table chatbot_sessions (
  tenant_id        uuid not null,
  conversation_id  uuid not null,
  chatbot_id       uuid not null,
  -- How often a chatbot got the conversation, and how many inbound messages it was told of: the fence (docs/adr/0122).
  epoch            integer not null,
  heard            integer not null,
  -- Inbound messages of which no turn has disposed, oldest first.
  pending          uuid[] not null,
  -- What was said before this belongs to something that was resolved.
  began_at         timestamptz not null,
  -- When the chatbot got the conversation, and when it last gave it to people; null: never.
  got_at           timestamptz,
  handed_over_at   timestamptz,
  -- Since it got the conversation: replies, and turns in a row that led nowhere.
  replies          integer not null default 0,
  failed_turns     integer not null default 0,
  -- The closed interval in which the customer was told so: when it ends.
  told_closed      text,
  state            text not null check (state in ('idle', 'ready', 'leased')),
  run_at           timestamptz not null,
  -- When the burst of messages began that the next turn is about.
  burst_at         timestamptz not null,
  attempts         integer not null default 0,
  lease_until      timestamptz,
  primary key (tenant_id, conversation_id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, chatbot_id) references chatbots (tenant_id, id)
) with (fillfactor = 70);
create index chatbot_sessions_ready on chatbot_sessions (tenant_id, run_at, conversation_id) where state = 'ready';
create index chatbot_sessions_leased on chatbot_sessions (lease_until) where state = 'leased';
create index chatbot_sessions_of on chatbot_sessions (tenant_id, chatbot_id);

-- What a chatbot decided, and why.
create table chatbot_turns (
  tenant_id         uuid not null,
  id                uuid not null,
  chatbot_id        uuid not null,
  chatbot_version   integer not null,
  conversation_id   uuid not null,
  epoch             integer not null,
  decision          text not null check (decision in ('answered', 'declined', 'handed_over', 'outside_hours', 'silenced', 'superseded')),
  reason            text,
  -- Inbound messages that it was about.
  inbound_ids       uuid[] not null,
  -- What was sent; and what it says, also if it was not sent.
  reply_message_id  uuid,
  reply             text,
  -- Steps with their findings, in the form in which they are shown.
  trace             jsonb not null,
  provider          text,
  model             text,
  input_tokens      integer,
  output_tokens     integer,
  cost              numeric(18, 6),
  began_at          timestamptz not null,
  created_at        timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, chatbot_id) references chatbots (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, reply_message_id) references messages (tenant_id, id) on delete set null (reply_message_id)
);
create index chatbot_turns_of_conversation on chatbot_turns (tenant_id, conversation_id, created_at desc, id desc);
create index chatbot_turns_of_chatbot on chatbot_turns (tenant_id, chatbot_id, created_at desc, id desc);
-- Serves the foreign key.
create index chatbot_turns_reply on chatbot_turns (tenant_id, reply_message_id) where reply_message_id is not null;
-- Serves the count of completed work, over all tenants.
create index chatbot_turns_age on chatbot_turns (created_at);

-- Cases that a chatbot must answer well.
create table chatbot_evaluations (
  tenant_id   uuid not null,
  id          uuid not null,
  chatbot_id  uuid not null,
  name        text not null check (length(name) between 1 and 100),
  cases       jsonb not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, chatbot_id) references chatbots (tenant_id, id)
);
create index chatbot_evaluations_list on chatbot_evaluations (tenant_id, chatbot_id, created_at desc, id desc);

-- Work itself: the cases, and the results of those that are done, in the same order.
create table chatbot_evaluation_runs (
  tenant_id        uuid not null,
  id               uuid not null,
  evaluation_id    uuid not null,
  chatbot_id       uuid not null,
  chatbot_version  integer not null,
  -- As they were when the run began.
  settings         jsonb not null,
  tried_settings   boolean not null,
  cases            jsonb not null,
  results          jsonb not null,
  state            text not null check (state in ('ready', 'leased', 'done')),
  run_at           timestamptz not null,
  attempts         integer not null default 0,
  lease_until      timestamptz,
  created_at       timestamptz not null,
  finished_at      timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, evaluation_id) references chatbot_evaluations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, chatbot_id) references chatbots (tenant_id, id)
);
create index chatbot_evaluation_runs_list on chatbot_evaluation_runs (tenant_id, evaluation_id, created_at desc, id desc);
-- One at a time.
create unique index chatbot_evaluation_runs_open on chatbot_evaluation_runs (tenant_id, evaluation_id) where state <> 'done';
create index chatbot_evaluation_runs_ready on chatbot_evaluation_runs (tenant_id, run_at, id) where state = 'ready';
create index chatbot_evaluation_runs_leased on chatbot_evaluation_runs (lease_until) where state = 'leased';
create index chatbot_evaluation_runs_of on chatbot_evaluation_runs (tenant_id, chatbot_id);

do $$
declare t text;
begin
  foreach t in array array['chatbots', 'chatbot_channels', 'chatbot_sessions', 'chatbot_turns', 'chatbot_evaluations',
                           'chatbot_evaluation_runs'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
  end loop;
end $$;
grant select, insert, update on chatbots, chatbot_sessions to parley_app;
grant select, insert, delete on chatbot_channels to parley_app;
grant select, insert on chatbot_turns to parley_app;
grant select, insert, update, delete on chatbot_evaluations to parley_app;
grant select, insert, update on chatbot_evaluation_runs to parley_app;
-- Which tenants have turns to take, or conversations to release, is the question.
grant select, update on chatbot_sessions, chatbot_evaluation_runs to parley_worker;
grant select on chatbots, chatbot_turns to parley_worker;

select allow_tenant_erasure('chatbots');
select allow_tenant_erasure('chatbot_channels');
select allow_tenant_erasure('chatbot_sessions');
select allow_tenant_erasure('chatbot_turns');
select allow_tenant_erasure('chatbot_evaluations');
select allow_tenant_erasure('chatbot_evaluation_runs');
