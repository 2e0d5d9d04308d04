-- Automation: flows (triggers, steps, every run) and the chatbot. See docs/subsystems/automation/flows.md and
-- docs/subsystems/automation/chatbot.md.

create table flows (
  tenant_id       uuid not null references tenants,
  id              uuid not null,
  name            text not null check (length(name) between 1 and 200),
  description     text,
  status          text not null check (status in ('draft', 'active', 'paused')),
  paused_reason   text check (paused_reason in ('deactivated', 'loop_detected', 'rules_unusable', 'grant_ended')),
  -- The newest version, which is the one that starts.
  version         integer not null check (version > 0),
  active_version  integer,
  -- Earlier events start nothing.
  activated_at    timestamptz,
  created_by      text not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  -- Disappears for its owner at once; a worker removes its runs in small steps, then the row.
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
-- Finds what has to stop when a grant ends.
create index flows_of_grant on flows (tenant_id, grant_id) where grant_id is not null;
grant select, insert, update, delete on flows to parley_app;
-- The event log's reader caches the active flows of all tenants; the worker also looks for deleted flows.
grant select on flows to parley_worker;
alter table notifications add foreign key (tenant_id, flow_id) references flows (tenant_id, id) on delete cascade;

-- Never changed: a run keeps the version it started with.
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
-- Finds what has to stop when a grant ends.
create index flow_versions_of_grant on flow_versions (tenant_id, grant_id) where grant_id is not null;
-- A version itself does not change; the grant under which it runs may.
grant select, insert, update (grant_id) on flow_versions to parley_app;
-- The event log's reader caches the active flows of all tenants; the worker also looks for deleted flows.
grant select on flow_versions to parley_worker;

-- Incremented whenever the set of active flows changes: the log's readers cache a tenant's flows while it stays the same.
create table flow_books (
  tenant_id  uuid not null references tenants,
  revision   bigint not null,
  primary key (tenant_id)
);
grant select, insert, update on flow_books to parley_app;
-- The event log's reader caches the active flows of all tenants; the worker also looks for deleted flows.
grant select on flow_books to parley_worker;

create table flow_runs (
  tenant_id         uuid not null,
  id                uuid not null,
  flow_id           uuid not null,
  version           integer not null,
  contact_id        uuid not null,
  conversation_id   uuid,
  status            text not null check (status in ('running', 'waiting', 'completed', 'handed_off', 'cancelled', 'timed_out', 'failed')),
  -- What started it: an event, a person, or a run of another flow.
  started_by        text not null,
  trigger_event_id  uuid,
  -- How many flows precede it in the chain of causes.
  depth             smallint not null,
  -- What conditions and texts may refer to besides the contact and the conversation: the message that started it, or the reply.
  context           jsonb not null,
  -- The next instruction, and how many steps are recorded.
  place             integer not null default 0,
  steps             integer not null default 0,
  waiting_for       text check (waiting_for in ('timer', 'reply', 'replied', 'answer', 'answered')),
  waiting_since     timestamptz,
  error             jsonb,
  -- The run as work: 'ready' from run_at on, 'leased' while a worker continues it, 'idle' once it has ended.
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
-- At most one active run per flow and contact, and one per event, however often it is read.
create unique index flow_runs_active on flow_runs (tenant_id, flow_id, contact_id) where ended_at is null;
create unique index flow_runs_event on flow_runs (tenant_id, flow_id, trigger_event_id);
create index flow_runs_list on flow_runs (tenant_id, flow_id, started_at desc, id desc);
create index flow_runs_by_status on flow_runs (tenant_id, flow_id, status, started_at desc, id desc);
-- For once per contact, and for the cascades.
create index flow_runs_by_contact on flow_runs (tenant_id, contact_id, flow_id);
create index flow_runs_by_conversation on flow_runs (tenant_id, conversation_id) where conversation_id is not null;
create index flow_runs_by_version on flow_runs (tenant_id, flow_id, version);
create index flow_runs_replies on flow_runs (tenant_id, contact_id) where waiting_for = 'reply';
create index flow_runs_ready on flow_runs (tenant_id, run_at, id) where state = 'ready';
create index flow_runs_leased on flow_runs (lease_until) where state = 'leased';
-- For queue counts.
create index flow_runs_ended on flow_runs (ended_at) where ended_at is not null;
-- For queue counts and retries.
create index flow_runs_set_aside on flow_runs (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update, delete on flow_runs to parley_app;
-- Claimed across tenants by the worker.
grant select, update on flow_runs to parley_worker;

-- A run's steps, in order. Written in the transaction of the effect.
create table flow_run_steps (
  tenant_id        uuid not null,
  run_id           uuid not null,
  n                integer not null,
  -- Its position in the definition: steps[2].then[0].
  path             text not null,
  type             text not null,
  status           text not null check (status in ('done', 'waiting', 'failed')),
  result           jsonb not null,
  -- For an action: what the limit of actions per minute counts.
  conversation_id  uuid,
  at               timestamptz not null,
  primary key (tenant_id, run_id, n),
  foreign key (tenant_id, run_id) references flow_runs (tenant_id, id) on delete cascade
);
create index flow_run_steps_pace on flow_run_steps (tenant_id, conversation_id, at desc) where conversation_id is not null;
-- Immutable.
grant select, insert on flow_run_steps to parley_app;

-- Values that steps reference as {{secrets.NAME}}. Read only by the step that makes the call.
create table flow_secrets (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  name        text not null check (name ~ '^[A-Z][A-Z0-9_]{0,49}$'),
  -- Sealed for this very row.
  value       bytea not null,
  created_by  text not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  -- Hosts that a secret of flows may be sent to (shop.example, or shop.example:8443); empty: none. See docs/subsystems/automation/flows.md,
  -- Secrets.
  hosts       text[] not null default '{}',
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
grant select, insert, update, delete on flow_secrets to parley_app;

-- A call that a run is waiting for. Written before the call, so that it is known to have started even if its process died; removed when the
-- run has its response.
create table flow_requests (
  tenant_id    uuid not null,
  id           uuid not null,
  run_id       uuid not null,
  -- The values of the step's placeholders, except secrets.
  fillings     jsonb not null,
  -- 'ready' from run_at on, 'leased' while a worker calls, 'idle' once there is an outcome.
  state        text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit', 'idle')),
  run_at       timestamptz not null,
  attempts     integer not null default 0,
  lease_until  timestamptz,
  -- Set right before the call. A claim that finds it set cannot know what the call has done.
  begun_at     timestamptz,
  calls        smallint not null default 0,
  outcome      text check (outcome in ('answered', 'failed', 'unknown')),
  -- Bounded, and without the values of secrets.
  answer       jsonb,
  created_at   timestamptz not null,
  holder       integer,
  deaths       smallint not null default 0,
  primary key (tenant_id, id),
  -- A run waits for one call at a time.
  unique (tenant_id, run_id),
  foreign key (tenant_id, run_id) references flow_runs (tenant_id, id) on delete cascade,
  check ((state = 'idle') = (outcome is not null)),
  check ((outcome is null) = (answer is null))
) with (fillfactor = 70);
create index flow_requests_ready on flow_requests (tenant_id, run_at, id) where state = 'ready';
create index flow_requests_leased on flow_requests (lease_until) where state = 'leased';
-- For queue counts and retries.
create index flow_requests_set_aside on flow_requests (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update, delete on flow_requests to parley_app;
-- Claimed across tenants by the worker.
grant select, update on flow_requests to parley_worker;

-- The secret URL by which other systems start a flow. See docs/subsystems/automation/flows.md, Webhooks.
create table flow_hooks (
  tenant_id   uuid not null,
  flow_id     uuid not null,
  token_hash  bytea not null,
  created_by  text not null,
  created_at  timestamptz not null,
  -- The grant of the agency's key that created it: the URL ends with the grant.
  grant_id    uuid default nullif(current_setting('app.acting_grant', true), '')::uuid,
  primary key (tenant_id, flow_id),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id) on delete cascade,
  foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id)
);
create unique index flow_hooks_token on flow_hooks (token_hash);
-- Finds what has to stop when a grant ends.
create index flow_hooks_of_grant on flow_hooks (tenant_id, grant_id) where grant_id is not null;
grant select, insert, update, delete on flow_hooks to parley_app;
-- Looked up before the tenant is known.
grant select on flow_hooks to parley_worker;

-- Up to when closing windows have been reported, for each number of minutes in advance that the tenant's flows ask for.
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

-- When a flow with a schedule trigger starts next, and its progress through the contacts of the current occurrence.
create table flow_schedules (
  tenant_id      uuid not null,
  flow_id        uuid not null,
  -- null: there is no next occurrence.
  next_at        timestamptz,
  -- The occurrence whose contacts are being processed; null: none.
  occurrence_at  timestamptz,
  -- The rules of the current occurrence's audience when it began; null: everybody.
  rules          jsonb,
  -- The position: contacts are processed newest first, without those created after that time.
  after_at       timestamptz,
  after_id       uuid,
  -- The schedule as work: 'ready' from run_at on, 'leased' while a worker continues it, 'idle' without further occurrences.
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
-- For queue counts and retries.
create index flow_schedules_set_aside on flow_schedules (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update on flow_schedules to parley_app;
-- To find tenants with due schedules.
grant select, update on flow_schedules to parley_worker;

-- The remaining record of a deleted run, as long as it prevents another start; contains nothing that was said or done.
create table flow_starts (
  tenant_id         uuid not null,
  -- The run's id.
  id                uuid not null,
  flow_id           uuid not null,
  version           integer not null,
  contact_id        uuid not null,
  conversation_id   uuid,
  trigger_event_id  uuid,
  -- It failed before its first step, as a loop: a repeated call of the flow's URL gets the same answer.
  looped            boolean not null,
  started_at        timestamptz not null,
  -- When to check whether it is still needed; null: as long as the flow and the contact exist.
  look_at           timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, flow_id, version) references flow_versions (tenant_id, flow_id, version) on delete cascade,
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade
);
-- An event starts a flow once. Also for the cascade of versions.
create unique index flow_starts_event on flow_starts (tenant_id, flow_id, trigger_event_id);
create index flow_starts_by_version on flow_starts (tenant_id, flow_id, version);
-- For once per contact, and for the cascades.
create index flow_starts_by_contact on flow_starts (tenant_id, contact_id, flow_id);
create index flow_starts_by_conversation on flow_starts (tenant_id, conversation_id, flow_id) where conversation_id is not null;
create index flow_starts_look on flow_starts (tenant_id, look_at, id) where look_at is not null;
grant select, insert, update, delete on flow_starts to parley_app;

create table chatbots (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  name        text not null check (length(name) between 1 and 100),
  is_active   boolean not null,
  -- Complete: all groups of settings with all of their fields. Its ids are internal ones, and may refer to deleted rows.
  settings    jsonb not null,
  -- Incremented with every change.
  version     integer not null,
  -- It was switched off, deleted, or lost a channel, and may still have conversations.
  releasing   boolean not null default false,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  grant_id    uuid default nullif(current_setting('app.acting_grant', true), '')::uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id)
);
create index chatbots_list on chatbots (tenant_id, created_at desc, id desc) where deleted_at is null;
-- For the search for conversations to release, over all tenants.
create index chatbots_releasing on chatbots (tenant_id, id) where releasing;
-- Finds what has to stop when a grant ends.
create index chatbots_of_grant on chatbots (tenant_id, grant_id) where grant_id is not null;
grant select, insert, update on chatbots to parley_app;
grant select on chatbots to parley_worker;

-- Which chatbot serves a channel: at most one.
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

-- A conversation that a chatbot has or had, and its due turn. The conversation itself says whether the chatbot has it now.
create table chatbot_sessions (
  tenant_id        uuid not null,
  conversation_id  uuid not null,
  chatbot_id       uuid not null,
  -- How often a chatbot got the conversation, and how many inbound messages it was notified of: the fence (docs/adr/0122).
  epoch            integer not null,
  heard            integer not null,
  -- Inbound messages that no turn has handled, oldest first.
  pending          uuid[] not null,
  -- Earlier messages belong to something that was resolved.
  began_at         timestamptz not null,
  -- When the chatbot got the conversation, and when it last gave it to people; null: never.
  got_at           timestamptz,
  handed_over_at   timestamptz,
  -- Since it got the conversation: replies, and consecutive turns without a result.
  replies          integer not null default 0,
  failed_turns     integer not null default 0,
  -- The closed interval of which the customer was informed, identified by its end.
  told_closed      text,
  state            text not null check (state in ('idle', 'ready', 'leased', 'process_ended', 'over_limit')),
  run_at           timestamptz not null,
  -- When the burst of messages for the next turn began.
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
-- For queue counts and retries.
create index chatbot_sessions_set_aside on chatbot_sessions (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update on chatbot_sessions to parley_app;
-- To find tenants with due turns or conversations to release.
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
  -- The inbound messages it was about.
  inbound_ids       uuid[] not null,
  -- The message that was sent, and the text, even if it was not sent.
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
-- For the foreign key.
create index chatbot_turns_reply on chatbot_turns (tenant_id, reply_message_id) where reply_message_id is not null;
-- For the count of completed work, over all tenants.
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

-- Is itself work: the cases, and the results of the finished ones, in the same order.
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
-- At most one at a time.
create unique index chatbot_evaluation_runs_open on chatbot_evaluation_runs (tenant_id, evaluation_id) where state <> 'done';
create index chatbot_evaluation_runs_ready on chatbot_evaluation_runs (tenant_id, run_at, id) where state = 'ready';
create index chatbot_evaluation_runs_leased on chatbot_evaluation_runs (lease_until) where state = 'leased';
create index chatbot_evaluation_runs_of on chatbot_evaluation_runs (tenant_id, chatbot_id);
-- For queue counts and retries.
create index chatbot_evaluation_runs_set_aside on chatbot_evaluation_runs (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update on chatbot_evaluation_runs to parley_app;
-- To find tenants with due turns or conversations to release.
grant select, update on chatbot_evaluation_runs to parley_worker;
