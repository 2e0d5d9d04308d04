-- Automation: flows (what starts them, what they do, every run with its steps) and the chatbot.
-- See docs/subsystems/automation/flows.md and docs/subsystems/automation/chatbot.md.

create table flows (
  tenant_id       uuid not null references tenants,
  id              uuid not null,
  name            text not null check (length(name) between 1 and 200),
  description     text,
  status          text not null check (status in ('draft', 'active', 'paused')),
  paused_reason   text check (paused_reason in ('deactivated', 'loop_detected', 'rules_unusable', 'grant_ended')),
  -- The newest, and the one that is started.
  version         integer not null check (version > 0),
  active_version  integer,
  -- Events before it start nothing.
  activated_at    timestamptz,
  created_by      text not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  -- Gone for its owner at once; a worker clears its runs away in small steps, then the row.
  deleted_at      timestamptz,
  grant_id        uuid default nullif(current_setting('app.acting_grant', true), '')::uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id),
  check ((status = 'paused') = (paused_reason is not null)),
  check (status <> 'active' or (active_version is not null and activated_at is not null))
);
create index flows_list on flows (tenant_id, created_at desc, id desc) where deleted_at is null;
create index flows_by_status on flows (tenant_id, status, created_at desc, id desc) where deleted_at is null;
create index flows_deleted on flows (deleted_at) where deleted_at is not null;
-- What is to be stopped with a grant.
create index flows_of_grant on flows (tenant_id, grant_id) where grant_id is not null;
grant select, insert, update, delete on flows to parley_app;
-- The reader of the log keeps the active flows of all tenants; deleted flows are looked for.
grant select on flows to parley_worker;
alter table notifications add foreign key (tenant_id, flow_id) references flows (tenant_id, id) on delete cascade;

-- Never changed: a run keeps the version it began with.
create table flow_versions (
  tenant_id   uuid not null,
  flow_id     uuid not null,
  version     integer not null,
  definition  jsonb not null,
  created_by  text not null,
  created_at  timestamptz not null,
  grant_id    uuid default nullif(current_setting('app.acting_grant', true), '')::uuid,
  primary key (tenant_id, flow_id, version),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id) on delete cascade,
  foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id)
);
-- What is to be stopped with a grant.
create index flow_versions_of_grant on flow_versions (tenant_id, grant_id) where grant_id is not null;
-- A version stays as it is; what it rests on may change.
grant select, insert, update (grant_id) on flow_versions to parley_app;
-- The reader of the log keeps the active flows of all tenants; deleted flows are looked for.
grant select on flow_versions to parley_worker;

-- Raised by whatever changes which flows are active: readers of the log keep a tenant's flows in memory for as long as this stands still.
create table flow_books (
  tenant_id  uuid not null references tenants,
  revision   bigint not null,
  primary key (tenant_id)
);
grant select, insert, update on flow_books to parley_app;
-- The reader of the log keeps the active flows of all tenants; deleted flows are looked for.
grant select on flow_books to parley_worker;

create table flow_runs (
  tenant_id         uuid not null,
  id                uuid not null,
  flow_id           uuid not null,
  version           integer not null,
  contact_id        uuid not null,
  conversation_id   uuid,
  status            text not null check (status in ('running', 'waiting', 'completed', 'handed_off', 'cancelled', 'timed_out', 'failed')),
  -- What started it: an event, or somebody by hand, or a run of another flow.
  started_by        text not null,
  trigger_event_id  uuid,
  -- How many flows stand before it in the chain of causes.
  depth             smallint not null,
  -- What conditions and texts may speak of besides the contact and the conversation: the message that started it, or was replied.
  context           jsonb not null,
  -- The next instruction, and how many steps are recorded.
  place             integer not null default 0,
  steps             integer not null default 0,
  waiting_for       text check (waiting_for in ('timer', 'reply', 'replied', 'answer', 'answered')),
  waiting_since     timestamptz,
  error             jsonb,
  -- The run as work: 'ready' from run_at on, 'leased' while a worker takes it further, 'idle' once it has ended.
  state             text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit', 'idle')),
  run_at            timestamptz not null,
  attempts          integer not null default 0,
  tries             smallint not null default 0,
  lease_until       timestamptz,
  started_at        timestamptz not null,
  updated_at        timestamptz not null,
  ended_at          timestamptz,
  holder            integer,
  deaths            smallint not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, flow_id, version) references flow_versions (tenant_id, flow_id, version) on delete cascade,
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade,
  check ((ended_at is not null) = (state = 'idle')),
  constraint flow_runs_check2 check ((status = 'failed') = (error is not null)),
  constraint flow_runs_ended check ((ended_at is not null) = (status in ('completed', 'handed_off', 'cancelled', 'timed_out', 'failed')))
) with (fillfactor = 60);
-- One at a time of a flow and a contact; and of an event, however often it is read.
create unique index flow_runs_active on flow_runs (tenant_id, flow_id, contact_id) where ended_at is null;
create unique index flow_runs_event on flow_runs (tenant_id, flow_id, trigger_event_id);
create index flow_runs_list on flow_runs (tenant_id, flow_id, started_at desc, id desc);
create index flow_runs_by_status on flow_runs (tenant_id, flow_id, status, started_at desc, id desc);
-- Once per contact, and the cascades.
create index flow_runs_by_contact on flow_runs (tenant_id, contact_id, flow_id);
create index flow_runs_by_conversation on flow_runs (tenant_id, conversation_id) where conversation_id is not null;
create index flow_runs_by_version on flow_runs (tenant_id, flow_id, version);
create index flow_runs_replies on flow_runs (tenant_id, contact_id) where waiting_for = 'reply';
create index flow_runs_ready on flow_runs (tenant_id, run_at, id) where state = 'ready';
create index flow_runs_leased on flow_runs (lease_until) where state = 'leased';
-- What the queue counts.
create index flow_runs_ended on flow_runs (ended_at) where ended_at is not null;
-- Serves the counts of the queues, and their retry.
create index flow_runs_set_aside on flow_runs (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update, delete on flow_runs to parley_app;
-- Claimed across tenants.
grant select, update on flow_runs to parley_worker;

-- What a run has done, in order. Written in the transaction of the effect.
create table flow_run_steps (
  tenant_id        uuid not null,
  run_id           uuid not null,
  n                integer not null,
  -- Where it stands in the definition: steps[2].then[0].
  path             text not null,
  type             text not null,
  status           text not null check (status in ('done', 'waiting', 'failed')),
  result           jsonb not null,
  -- Of an action: what the limit of actions per minute counts.
  conversation_id  uuid,
  at               timestamptz not null,
  primary key (tenant_id, run_id, n),
  foreign key (tenant_id, run_id) references flow_runs (tenant_id, id) on delete cascade
);
create index flow_run_steps_pace on flow_run_steps (tenant_id, conversation_id, at desc) where conversation_id is not null;
-- Immutable.
grant select, insert on flow_run_steps to parley_app;

-- What steps name as {{secrets.NAME}}. Read by the step that calls and by nobody else.
create table flow_secrets (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  name        text not null check (name ~ '^[A-Z][A-Z0-9_]{0,49}$'),
  -- Sealed for this very row.
  value       bytea not null,
  created_by  text not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  -- Hosts that a secret of flows may be sent to (shop.example, or shop.example:8443): none, nowhere. See docs/subsystems/automation/flows.md, Secrets.
  hosts       text[] not null default '{}',
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
grant select, insert, update, delete on flow_secrets to parley_app;

-- A call that a run waits for. Written before the call, so that one whose process died is known to have begun; gone when the run has its answer.
create table flow_requests (
  tenant_id    uuid not null,
  id           uuid not null,
  run_id       uuid not null,
  -- What the placeholders of the step stand for, secrets excepted.
  fillings     jsonb not null,
  -- 'ready' from run_at on, 'leased' while a worker calls, 'idle' once there is an outcome.
  state        text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit', 'idle')),
  run_at       timestamptz not null,
  attempts     integer not null default 0,
  lease_until  timestamptz,
  -- Right before the call. A claim that finds it set knows nothing of what the call has done.
  begun_at     timestamptz,
  calls        smallint not null default 0,
  outcome      text check (outcome in ('answered', 'failed', 'unknown')),
  -- Bounded, and without what the secrets say.
  answer       jsonb,
  created_at   timestamptz not null,
  holder       integer,
  deaths       smallint not null default 0,
  primary key (tenant_id, id),
  -- A run waits for one at a time.
  unique (tenant_id, run_id),
  foreign key (tenant_id, run_id) references flow_runs (tenant_id, id) on delete cascade,
  check ((state = 'idle') = (outcome is not null)),
  check ((outcome is null) = (answer is null))
) with (fillfactor = 70);
create index flow_requests_ready on flow_requests (tenant_id, run_at, id) where state = 'ready';
create index flow_requests_leased on flow_requests (lease_until) where state = 'leased';
-- Serves the counts of the queues, and their retry.
create index flow_requests_set_aside on flow_requests (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update, delete on flow_requests to parley_app;
-- Claimed across tenants.
grant select, update on flow_requests to parley_worker;

-- The secret address of a flow that other systems start. See docs/subsystems/automation/flows.md, Webhooks.
create table flow_hooks (
  tenant_id   uuid not null,
  flow_id     uuid not null,
  token_hash  bytea not null,
  created_by  text not null,
  created_at  timestamptz not null,
  -- Of the agency's key that made it: the address ends with the grant.
  grant_id    uuid default nullif(current_setting('app.acting_grant', true), '')::uuid,
  primary key (tenant_id, flow_id),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id) on delete cascade,
  foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id)
);
create unique index flow_hooks_token on flow_hooks (token_hash);
-- What is to be stopped with a grant.
create index flow_hooks_of_grant on flow_hooks (tenant_id, grant_id) where grant_id is not null;
grant select, insert, update, delete on flow_hooks to parley_app;
-- Whose an address is is the question.
grant select on flow_hooks to parley_worker;

-- How far windows that close soon have been told, for each number of minutes before that flows of the tenant ask for.
create table flow_fronts (
  tenant_id   uuid not null constraint flow_window_fronts_tenant_id_fkey references tenants,
  minutes     integer not null,
  seen_until  timestamptz not null,
  kind        text not null check (kind in ('window_closing', 'no_reply_customer', 'no_reply_us')),
  primary key (tenant_id, kind, minutes),
  check (minutes between 1 and 43200)
);
grant select, insert, update on flow_fronts to parley_app;
grant select on flow_fronts to parley_worker;

-- When a flow whose trigger is a schedule starts next, and how far it has come with the contacts of the occurrence under way.
create table flow_schedules (
  tenant_id      uuid not null,
  flow_id        uuid not null,
  -- null: nothing will come.
  next_at        timestamptz,
  -- The occurrence whose contacts are walked through; null: none is.
  occurrence_at  timestamptz,
  -- Of the occurrence: the rules of its audience, as they were when it began; null: everybody.
  rules          jsonb,
  -- How far: contacts come newest first, those made after the instant left out.
  after_at       timestamptz,
  after_id       uuid,
  -- The schedule as work: 'ready' from run_at on, 'leased' while a worker takes it further, 'idle' when nothing will come.
  state          text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit', 'idle')),
  run_at         timestamptz not null,
  attempts       integer not null default 0,
  tries          smallint not null default 0,
  lease_until    timestamptz,
  holder         integer,
  deaths         smallint not null default 0,
  primary key (tenant_id, flow_id),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id) on delete cascade,
  check ((occurrence_at is null) = (after_at is null)),
  check ((after_at is null) = (after_id is null)),
  check (state <> 'idle' or (next_at is null and occurrence_at is null))
) with (fillfactor = 60);
create index flow_schedules_ready on flow_schedules (tenant_id, run_at, flow_id) where state = 'ready';
create index flow_schedules_leased on flow_schedules (lease_until) where state = 'leased';
-- Serves the counts of the queues, and their retry.
create index flow_schedules_set_aside on flow_schedules (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update on flow_schedules to parley_app;
-- Which tenants have schedules that are due is the question.
grant select, update on flow_schedules to parley_worker;

-- What is left of a run that was removed, while it still keeps another from beginning: nothing of what was said or done.
create table flow_starts (
  tenant_id         uuid not null,
  -- The run's.
  id                uuid not null,
  flow_id           uuid not null,
  version           integer not null,
  contact_id        uuid not null,
  conversation_id   uuid,
  trigger_event_id  uuid,
  -- It failed before its first step, as a loop: a repeated call of the flow's address is told so.
  looped            boolean not null,
  started_at        timestamptz not null,
  -- When to ask whether it is needed any more; null: as long as the flow and the contact are there.
  look_at           timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, flow_id, version) references flow_versions (tenant_id, flow_id, version) on delete cascade,
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade
);
-- An event starts a flow once; and the cascade of versions.
create unique index flow_starts_event on flow_starts (tenant_id, flow_id, trigger_event_id);
create index flow_starts_by_version on flow_starts (tenant_id, flow_id, version);
-- Once per contact, and the cascades.
create index flow_starts_by_contact on flow_starts (tenant_id, contact_id, flow_id);
create index flow_starts_by_conversation on flow_starts (tenant_id, conversation_id, flow_id) where conversation_id is not null;
create index flow_starts_look on flow_starts (tenant_id, look_at, id) where look_at is not null;
grant select, insert, update, delete on flow_starts to parley_app;

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
  grant_id    uuid default nullif(current_setting('app.acting_grant', true), '')::uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id)
);
create index chatbots_list on chatbots (tenant_id, created_at desc, id desc) where deleted_at is null;
-- Serves the search for conversations to be released, over all tenants.
create index chatbots_releasing on chatbots (tenant_id, id) where releasing;
-- What is to be stopped with a grant.
create index chatbots_of_grant on chatbots (tenant_id, grant_id) where grant_id is not null;
grant select, insert, update on chatbots to parley_app;
grant select on chatbots to parley_worker;

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
grant select, insert, delete on chatbot_channels to parley_app;

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
  state            text not null check (state in ('idle', 'ready', 'leased', 'process_ended', 'over_limit')),
  run_at           timestamptz not null,
  -- When the burst of messages began that the next turn is about.
  burst_at         timestamptz not null,
  attempts         integer not null default 0,
  lease_until      timestamptz,
  holder           integer,
  deaths           smallint not null default 0,
  primary key (tenant_id, conversation_id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, chatbot_id) references chatbots (tenant_id, id)
) with (fillfactor = 70);
create index chatbot_sessions_ready on chatbot_sessions (tenant_id, run_at, conversation_id) where state = 'ready';
create index chatbot_sessions_leased on chatbot_sessions (lease_until) where state = 'leased';
create index chatbot_sessions_of on chatbot_sessions (tenant_id, chatbot_id);
-- Serves the counts of the queues, and their retry.
create index chatbot_sessions_set_aside on chatbot_sessions (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update on chatbot_sessions to parley_app;
-- Which tenants have turns to take, or conversations to release, is the question.
grant select, update on chatbot_sessions to parley_worker;

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
grant select, insert on chatbot_turns to parley_app;
grant select on chatbot_turns to parley_worker;

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
grant select, insert, update, delete on chatbot_evaluations to parley_app;

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
  state            text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit', 'done')),
  run_at           timestamptz not null,
  attempts         integer not null default 0,
  lease_until      timestamptz,
  created_at       timestamptz not null,
  finished_at      timestamptz,
  holder           integer,
  deaths           smallint not null default 0,
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
-- Serves the counts of the queues, and their retry.
create index chatbot_evaluation_runs_set_aside on chatbot_evaluation_runs (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update on chatbot_evaluation_runs to parley_app;
-- Which tenants have turns to take, or conversations to release, is the question.
grant select, update on chatbot_evaluation_runs to parley_worker;
