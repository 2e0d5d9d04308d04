-- Recordings of telephone calls, and where the time of an answer goes.
create table voice_recordings (
  tenant_id     uuid not null,
  call_id       uuid not null,
  -- recording: pieces come; processing: they are to be made one file; no_consent and deleted: nothing of it is kept.
  status        text not null check (status in ('recording', 'processing', 'ready', 'no_consent', 'deleted')),
  -- When it began, in milliseconds since the call was answered.
  began_ms      integer check (began_ms >= 0),
  duration_ms   integer check (duration_ms >= 0),
  size_bytes    integer check (size_bytes >= 0),
  -- False: a part of it could not be stored, and is silent, or its end is missing.
  is_complete   boolean not null default true,
  -- The loudest sample of each part, 0 to 255: of the caller, of the agent, of the caller, and so on.
  peaks         bytea,
  media_id      uuid,
  -- When its pieces are to be made one file; null: they are not.
  run_at        timestamptz,
  attempts      smallint not null default 0,
  created_at    timestamptz not null,
  primary key (tenant_id, call_id),
  foreign key (tenant_id, call_id) references voice_calls (tenant_id, id) on delete cascade,
  foreign key (tenant_id, media_id) references media (tenant_id, id),
  check ((status = 'ready') = (media_id is not null)),
  check ((status = 'processing') = (run_at is not null))
);
-- Serves the foreign key.
create index voice_recordings_of_media on voice_recordings (tenant_id, media_id) where media_id is not null;
-- Serves the loop, over all tenants.
create index voice_recordings_due on voice_recordings (run_at) where run_at is not null;
grant select, insert, update, delete on voice_recordings to parley_app;
grant select, update (run_at, attempts) on voice_recordings to parley_worker;

-- What a recording consists of until it is one file in the media storage.
create table voice_recording_pieces (
  tenant_id  uuid not null,
  call_id    uuid not null,
  -- In samples of one channel, of which there are 8,000 a second, since the recording began.
  starts_at  integer not null check (starts_at >= 0),
  -- G.711 µ-law, the caller's and the agent's samples by turns.
  sound      bytea not null,
  -- As those of the recording, ten parts a second.
  peaks      bytea not null,
  primary key (tenant_id, call_id, starts_at),
  foreign key (tenant_id, call_id) references voice_recordings (tenant_id, call_id) on delete cascade
);
-- Speech does not become smaller by what PostgreSQL compresses with.
alter table voice_recording_pieces alter column sound set storage external;
grant select, insert, delete on voice_recording_pieces to parley_app;

alter table media
  drop constraint media_source_check,
  add constraint media_source_check check (source in ('upload', 'url', 'inbound', 'recording'));

-- Parts of an answer's delay, beside latency_ms; null: not measured.
alter table voice_call_turns
  -- From the caller's last sound to the provider's word that the turn is over.
  add column hearing_ms  integer check (hearing_ms >= 0),
  -- Of latency_ms: in which tools were used.
  add column tools_ms    integer check (tools_ms >= 0),
  -- From the first sound that we sent to the moment in which it was played.
  add column speaking_ms integer check (speaking_ms >= 0);

alter table voice_agents no force row level security;
update voice_agents
   set settings = settings || jsonb_build_object('recording', jsonb_build_object(
     'mode', 'off',
     'announcement', 'This call is recorded. Say stop if you do not want that.',
     'question', 'May we record this call? Say yes or press 1. Say no or press 2 if you do not want that.'));
