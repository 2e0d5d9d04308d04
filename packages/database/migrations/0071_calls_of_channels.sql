-- Calls that customers make on a chat channel, and the voice agent that answers them.
create table channel_calling (
  tenant_id       uuid not null,
  channel_id      uuid not null,
  -- null: nobody answers.
  voice_agent_id  uuid,
  updated_at      timestamptz not null,
  primary key (tenant_id, channel_id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  foreign key (tenant_id, voice_agent_id) references voice_agents (tenant_id, id)
);
-- Serves the foreign key.
create index channel_calling_of_agent on channel_calling (tenant_id, voice_agent_id) where voice_agent_id is not null;
grant select, insert, update on channel_calling to parley_app;

alter table voice_calls
  -- Of a call of a channel; provider is its kind then.
  add column channel_id uuid,
  add foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  drop constraint voice_calls_provider_call_id_check,
  add constraint voice_calls_provider_call_id_check check (length(provider_call_id) between 1 and 200);
-- A platform repeats what it does not get an answer to. Serves the foreign key, too.
create unique index voice_calls_of_channel on voice_calls (tenant_id, channel_id, provider_call_id) where channel_id is not null;

-- What a call of a channel takes while it rings and goes on.
create table voice_channel_calls (
  tenant_id         uuid not null,
  call_id           uuid not null,
  -- The caller's session description, with network addresses: gone when it was answered. null, too: it is unusable.
  offer             text check (octet_length(offer) <= 65536),
  -- When it is to be answered; null: a process does, or did.
  ring_at           timestamptz,
  -- Its session at the realtime provider, and the key with which it began.
  session_id        text check (length(session_id) between 1 and 100),
  key_id            uuid,
  -- How it ended, as the platform told.
  peer_ended        text check (peer_ended in ('completed', 'failed')),
  -- When platform and provider are to be told that it is over; null: it is not, or they were.
  release_at        timestamptz,
  release_attempts  smallint not null default 0,
  primary key (tenant_id, call_id),
  foreign key (tenant_id, call_id) references voice_calls (tenant_id, id) on delete cascade,
  -- Without its key nobody can hang up: the provider ends what it hears nothing of.
  foreign key (tenant_id, key_id) references ai_keys (tenant_id, id) on delete set null (key_id)
);
-- Serves the foreign key.
create index voice_channel_calls_of_key on voice_channel_calls (tenant_id, key_id) where key_id is not null;
-- Serve the loop, over all tenants.
create index voice_channel_calls_ring on voice_channel_calls (ring_at) where ring_at is not null;
create index voice_channel_calls_release on voice_channel_calls (release_at) where release_at is not null;
grant select, insert, update on voice_channel_calls to parley_app;
grant select, update (ring_at, release_at, release_attempts) on voice_channel_calls to parley_worker;
