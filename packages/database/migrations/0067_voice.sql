-- Accounts at telephony providers, their numbers, voice agents, and calls.
create table telephony_accounts (
  tenant_id       uuid not null references tenants,
  id              uuid not null,
  provider        text not null check (provider in ('twilio')),
  name            text not null check (length(name) between 1 and 100),
  -- The account's id at the provider.
  provider_account_id text not null check (length(provider_account_id) between 1 and 100),
  base_url        text not null,
  auth_token      bytea not null,
  last_four       text,
  state           text not null check (state in ('installed', 'tested', 'failed')),
  last_error      text,
  last_tested_at  timestamptz,
  -- Grows with every other token, account or address: a test of before says nothing about them.
  revision        integer not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (tenant_id, id)
);
create unique index telephony_accounts_once on telephony_accounts (tenant_id, provider, provider_account_id);
create index telephony_accounts_list on telephony_accounts (tenant_id, created_at desc, id desc);
-- Serves callbacks, which name the account before the tenant is known.
create index telephony_accounts_callback on telephony_accounts (id);
grant select, insert, update, delete on telephony_accounts to parley_app;
grant select on telephony_accounts to parley_worker;

create table voice_agents (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  name        text not null check (length(name) between 1 and 100),
  is_active   boolean not null,
  channel_id  uuid not null,
  -- Complete: all groups of settings with all of their fields. Ids in it are stored ones, and may name what is gone.
  settings    jsonb not null,
  -- Grows with every change.
  version     integer not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  grant_id    uuid default nullif(current_setting('app.acting_grant', true), '')::uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id)
);
create index voice_agents_list on voice_agents (tenant_id, created_at desc, id desc) where deleted_at is null;
create index voice_agents_channel on voice_agents (tenant_id, channel_id);
-- What is to be stopped with a grant.
create index voice_agents_of_grant on voice_agents (tenant_id, grant_id) where grant_id is not null;
grant select, insert, update on voice_agents to parley_app;

create table phone_numbers (
  tenant_id       uuid not null,
  id              uuid not null,
  telephony_account_id  uuid not null,
  -- E.164
  number          text not null check (number ~ '^\+[1-9][0-9]{6,14}$'),
  name            text not null check (length(name) between 1 and 100),
  -- null: nobody answers it.
  voice_agent_id  uuid,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, telephony_account_id) references telephony_accounts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, voice_agent_id) references voice_agents (tenant_id, id)
);
-- Serves the cascade too.
create unique index phone_numbers_once on phone_numbers (tenant_id, telephony_account_id, number);
create index phone_numbers_list on phone_numbers (tenant_id, created_at desc, id desc);
create index phone_numbers_of_agent on phone_numbers (tenant_id, voice_agent_id) where voice_agent_id is not null;
grant select, insert, update, delete on phone_numbers to parley_app;

create table voice_calls (
  tenant_id         uuid not null references tenants,
  id                uuid not null,
  voice_agent_id    uuid not null,
  phone_number_id   uuid,
  telephony_account_id  uuid,
  direction         text not null check (direction in ('inbound')),
  provider          text not null,
  provider_call_id  text not null check (length(provider_call_id) between 1 and 100),
  -- As the provider spells them; an anonymous caller's is null.
  from_address      text,
  to_address        text not null,
  contact_id        uuid,
  conversation_id   uuid,
  status            text not null check (status in ('ringing', 'in_progress', 'completed', 'transferred', 'failed', 'no_answer')),
  end_reason        text,
  -- SHA-256 of the token that its stream must name; null: used, or over.
  stream_token      bytea,
  -- What the telephony provider does when the stream ends; null: it ended without us.
  after_action      text check (after_action in ('hang_up', 'transfer', 'apology')),
  -- What somebody asked of the process that has the call.
  requested         text check (requested in ('hang_up', 'transfer')),
  -- The process that has it, and until when; renewed while it lives.
  holder            integer,
  lease_until       timestamptz,
  model             text not null,
  -- Per started minute, when the call began.
  price             numeric(20, 6) not null,
  -- Minutes that were reserved; when it is over: that are charged.
  minutes           integer not null,
  -- When its first minute was taken from the month's limit; null: there is none.
  minutes_taken_at  timestamptz,
  cost              numeric(20, 6),
  usage             jsonb not null default '{}',
  latency           jsonb not null default '{}',
  summary           text,
  summary_run_at    timestamptz,
  summary_attempts  smallint not null default 0,
  created_at        timestamptz not null,
  answered_at       timestamptz,
  ended_at          timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, voice_agent_id) references voice_agents (tenant_id, id),
  foreign key (tenant_id, phone_number_id) references phone_numbers (tenant_id, id) on delete set null (phone_number_id),
  foreign key (tenant_id, telephony_account_id) references telephony_accounts (tenant_id, id) on delete set null (telephony_account_id),
  -- Deferred as everywhere: a new contact is written after what refers to it.
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade deferrable initially deferred,
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete set null (conversation_id),
  check ((status in ('ringing', 'in_progress')) = (ended_at is null)),
  check ((status in ('ringing', 'in_progress')) = (lease_until is not null))
);
-- A provider repeats what it does not get an answer to.
create unique index voice_calls_provider on voice_calls (tenant_id, telephony_account_id, provider_call_id) where telephony_account_id is not null;
create index voice_calls_list on voice_calls (tenant_id, created_at desc, id desc);
-- Lists of an agent, and its minutes of a day.
create index voice_calls_of_agent on voice_calls (tenant_id, voice_agent_id, created_at desc, id desc);
create index voice_calls_of_contact on voice_calls (tenant_id, contact_id, created_at desc, id desc) where contact_id is not null;
create index voice_calls_of_conversation on voice_calls (tenant_id, conversation_id, created_at desc, id desc) where conversation_id is not null;
-- Serves the foreign keys.
create index voice_calls_of_number on voice_calls (tenant_id, phone_number_id) where phone_number_id is not null;
-- How many calls an agent has now.
create index voice_calls_live_of on voice_calls (tenant_id, voice_agent_id) where ended_at is null;
-- Serves the finaliser, over all tenants.
create index voice_calls_lease on voice_calls (lease_until) where ended_at is null;
create index voice_calls_summary on voice_calls (summary_run_at) where summary_run_at is not null;
-- Serves the retention of messages.
create index voice_calls_age on voice_calls (tenant_id, ended_at) where ended_at is not null;
grant select, insert, update on voice_calls to parley_app;
grant select, update (lease_until, summary_run_at, summary_attempts), delete on voice_calls to parley_worker;

create table voice_call_turns (
  tenant_id    uuid not null,
  call_id      uuid not null,
  -- From 1, in the order in which they began.
  n            integer not null,
  speaker      text not null check (speaker in ('caller', 'agent', 'tool')),
  -- What was heard: of an interrupted turn, the part that was played.
  text         text not null,
  interrupted  boolean not null,
  -- Milliseconds since the call was answered.
  began_ms     integer not null check (began_ms >= 0),
  ended_ms     integer check (ended_ms >= began_ms),
  -- From the caller's last word to the first sound of the answer.
  latency_ms   integer check (latency_ms >= 0),
  -- Of a tool: its name, and how it ended. Of a turn of the agent: what no source contains.
  tool         text,
  outcome      text,
  findings     text[] not null default '{}',
  primary key (tenant_id, call_id, n),
  foreign key (tenant_id, call_id) references voice_calls (tenant_id, id) on delete cascade
);
grant select, insert, update on voice_call_turns to parley_app;
