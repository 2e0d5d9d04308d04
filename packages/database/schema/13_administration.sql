-- Administration: the installation, its processes and scheduled jobs, privacy, retention, and exports of a whole organization. See
-- docs/subsystems/administration/admin.md, docs/subsystems/administration/privacy.md and
-- docs/subsystems/administration/organization-exports.md.

-- Facts of this installation (demo tenant, restore epoch).
create table installation (
  name   text primary key,
  value  jsonb not null
);
grant select, insert, update on installation to parley_worker;

-- The processes that serve this database now; determines whether rate limits must be shared.
create table server_processes (
  id            uuid primary key,
  roles         text not null,
  started_at    timestamptz not null,
  heartbeat_at  timestamptz not null,
  -- While it lives, a process holds the advisory lock of its number on a separate connection. Null: an older release.
  number        integer unique
);
grant select, insert, update, delete on server_processes to parley_worker;

-- Scheduled jobs, each a row of the installation: claimed by one process at a time, like all other work
-- (docs/adr/0168-jobs-by-the-clock-are-rows.md).
create table scheduled_jobs (
  name         text primary key,
  state        text not null default 'ready' check (state in ('ready', 'leased')),
  run_at       timestamptz not null,
  attempts     integer not null default 0,
  lease_until  timestamptz,
  holder       integer,
  deaths       smallint not null default 0
);
grant select, insert, update on scheduled_jobs to parley_worker;

-- Runs of the scheduled jobs, for the queue `maintenance`: at most one unfinished run per job. They belong to the installation, not to a
-- tenant.
create table maintenance_runs (
  id           uuid primary key,
  job          text not null,
  state        text not null check (state in ('ready', 'leased', 'done', 'failed')),
  run_at       timestamptz not null,
  lease_until  timestamptz,
  ended_at     timestamptz,
  error        text,
  -- The process that runs it: a run whose process died has failed at once, not only after its lease.
  holder       integer,
  check ((ended_at is not null) = (state in ('done', 'failed'))),
  check ((lease_until is not null) = (state = 'leased'))
);
create unique index maintenance_runs_open on maintenance_runs (job) where state <> 'done';
-- For the count of finished runs, and the purge.
create index maintenance_runs_done on maintenance_runs (ended_at) where state = 'done';
grant select, insert, update, delete on maintenance_runs to parley_worker;

-- How much a queue did in a past hour, counted once, for the whole installation.
create table queue_hours (
  queue      text not null,
  hour       timestamptz not null,
  completed  bigint not null,
  primary key (queue, hour)
);
grant select, insert, delete on queue_hours to parley_worker;

-- A request is the work itself: leased, done piece by piece, and kept afterwards as its own report.
create table privacy_requests (
  tenant_id      uuid not null references tenants,
  id             uuid not null,
  kind           text not null check (kind in ('contact_export', 'contact_erasure')),
  -- The person concerned; no foreign key, because the request outlives them.
  contact_id     uuid not null,
  state          text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit', 'completed', 'failed', 'expired')),
  run_at         timestamptz not null,
  attempts       integer not null default 0,
  lease_until    timestamptz,
  tries          integer not null default 0,
  step           text not null,
  -- The step's position in its table.
  position       text,
  -- Rows by table: {"messages": {"deleted": 3}}.
  counts         jsonb not null default '{}',
  next_chunk     integer not null default 0,
  size_bytes     bigint not null default 0,
  error          text,
  created_by     text not null,
  created_at     timestamptz not null,
  finished_at    timestamptz,
  expires_at     timestamptz,
  -- SHA-256 over the report of a finished erasure and the previous seal, in the tenant's order of `sealed`.
  sealed         bigint,
  previous_seal  bytea,
  seal           bytea,
  holder         integer,
  deaths         smallint not null default 0,
  primary key (tenant_id, id),
  check ((sealed is null) = (seal is null))
);
create index privacy_requests_list on privacy_requests (tenant_id, created_at desc, id desc);
create index privacy_requests_of on privacy_requests (tenant_id, contact_id, created_at desc, id desc);
create index privacy_requests_ready on privacy_requests (tenant_id, run_at, id) where state = 'ready';
create index privacy_requests_leased on privacy_requests (lease_until) where state = 'leased';
create index privacy_requests_expiring on privacy_requests (expires_at) where state = 'completed' and expires_at is not null;
-- For the previous seal.
create unique index privacy_requests_sealed on privacy_requests (tenant_id, sealed) where sealed is not null;
-- One erasure per contact at a time.
create unique index privacy_requests_erasing on privacy_requests (tenant_id, contact_id) where kind = 'contact_erasure' and state in ('ready', 'leased');
-- For queue counts and retries.
create index privacy_requests_set_aside on privacy_requests (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update on privacy_requests to parley_app;
grant select, update on privacy_requests to parley_worker;

-- What identifies a person during their erasure; removed with the last step.
create table privacy_traces (
  tenant_id   uuid not null,
  request_id  uuid not null,
  kind        text not null check (kind in ('id', 'value', 'content', 'question')),
  trace       text not null,
  primary key (tenant_id, request_id, kind, trace),
  foreign key (tenant_id, request_id) references privacy_requests (tenant_id, id) on delete cascade
);
grant select, insert, update, delete on privacy_traces to parley_app;
grant select on privacy_traces to parley_worker;

create table privacy_export_chunks (
  tenant_id    uuid not null,
  request_id   uuid not null,
  n            integer not null,
  start_bytes  bigint not null,
  bytes        bytea not null,
  primary key (tenant_id, request_id, n),
  foreign key (tenant_id, request_id) references privacy_requests (tenant_id, id) on delete cascade
);
grant select, insert, update, delete on privacy_export_chunks to parley_app;
grant select on privacy_export_chunks to parley_worker;

-- For how many days each kind of data is kept. null: as long as the tenant exists.
create table retention_settings (
  tenant_id       uuid not null references tenants,
  messages_days   integer check (messages_days between 1 and 36500),
  media_days      integer check (media_days between 1 and 36500),
  events_days     integer check (events_days between 1 and 36500),
  audit_days      integer check (audit_days between 90 and 36500),
  imports_days    integer check (imports_days between 1 and 36500),
  updated_at      timestamptz not null,
  flow_runs_days  integer check (flow_runs_days between 1 and 36500),
  primary key (tenant_id)
);
grant select, insert, update on retention_settings to parley_app;
grant select on retention_settings to parley_worker;

-- The erasure of a whole organization: requested, waiting, done. Its row and its tenant's row, without the name, are what remains.
create table organization_erasures (
  tenant_id     uuid not null references tenants,
  id            uuid not null,
  state         text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit', 'completed', 'cancelled')),
  -- The end of the days of grace, then when the work continues.
  run_at        timestamptz not null,
  erases_at     timestamptz not null,
  attempts      integer not null default 0,
  lease_until   timestamptz,
  tries         integer not null default 0,
  step          text not null,
  position      text,
  -- The organization's members, until it is known which of them belong to no other.
  people        uuid[],
  counts        jsonb not null default '{}',
  error         text,
  requested_by  text not null,
  created_at    timestamptz not null,
  cancelled_by  text,
  finished_at   timestamptz,
  seal          bytea,
  holder        integer,
  deaths        smallint not null default 0,
  primary key (tenant_id, id)
);
create unique index organization_erasures_one on organization_erasures (tenant_id) where state <> 'cancelled';
create index organization_erasures_latest on organization_erasures (tenant_id, created_at desc, id desc);
create index organization_erasures_list on organization_erasures (created_at desc, id desc);
create index organization_erasures_ready on organization_erasures (tenant_id, run_at, id) where state = 'ready';
create index organization_erasures_leased on organization_erasures (lease_until) where state = 'leased';
-- For queue counts and retries.
create index organization_erasures_set_aside on organization_erasures (tenant_id) where state in ('process_ended', 'over_limit');
-- A row that was set aside is put back inside its organization, like everything else that a queue's retry does.
grant select, update (state, run_at, lease_until, deaths) on organization_erasures to parley_app;
-- Requested by a user, whose own data only the worker may write; completed after the tenant's own role has lost access.
grant select, insert, update on organization_erasures to parley_worker;

-- An export is the work itself: leased, written piece by piece, and kept afterwards as a record of itself.
create table organization_exports (
  tenant_id      uuid not null references tenants,
  id             uuid not null,
  include_media  boolean not null,
  state          text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit', 'completed', 'failed', 'expired')),
  run_at         timestamptz not null,
  attempts       integer not null default 0,
  lease_until    timestamptz,
  tries          integer not null default 0,
  -- Its position: the table, its part, and the key after which it continues.
  position       jsonb,
  -- Rows by table, and files.
  counts         jsonb not null default '{}',
  size_bytes     bigint not null default 0,
  error          text,
  created_by     text not null,
  created_at     timestamptz not null,
  -- When the current file's data started to be read; again after a contact was erased.
  began_at       timestamptz not null,
  finished_at    timestamptz,
  expires_at     timestamptz,
  holder         integer,
  deaths         smallint not null default 0,
  primary key (tenant_id, id)
);
create index organization_exports_list on organization_exports (tenant_id, created_at desc, id desc);
create index organization_exports_ready on organization_exports (tenant_id, run_at, id) where state = 'ready';
create index organization_exports_leased on organization_exports (lease_until) where state = 'leased';
create index organization_exports_expiring on organization_exports (expires_at) where state = 'completed';
-- At most one at a time.
create unique index organization_exports_one on organization_exports (tenant_id) where state in ('ready', 'leased');
-- For queue counts and retries.
create index organization_exports_set_aside on organization_exports (tenant_id) where state in ('process_ended', 'over_limit');
grant select, update on organization_exports to parley_app;
-- Requested by a user, whose own data only the worker may write.
grant select, insert, update on organization_exports to parley_worker;
alter table notifications add foreign key (tenant_id, export_id) references organization_exports (tenant_id, id) on delete cascade;

-- The file in pieces, each an object in the media storage under the piece's id. The row is written before the object and removed after it,
-- so that no crash leaves an unknown object.
create table organization_export_pieces (
  tenant_id    uuid not null,
  id           uuid not null,
  export_id    uuid not null,
  -- The offset in the whole file; null until the piece is written.
  start_bytes  bigint,
  size_bytes   bigint,
  -- When the object is removed: at once if the piece is no longer wanted, later while a process may still be writing it.
  remove_at    timestamptz,
  -- It may contain a contact that is being erased, whose erasure waits until the piece is removed.
  is_doomed    boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, export_id) references organization_exports (tenant_id, id) on delete cascade,
  check ((start_bytes is null) = (size_bytes is null)),
  check (start_bytes is not null or remove_at is not null)
);
create index organization_export_pieces_of on organization_export_pieces (tenant_id, export_id, start_bytes);
create index organization_export_pieces_removing on organization_export_pieces (remove_at) where remove_at is not null;
grant select, insert, update, delete on organization_export_pieces to parley_app;
grant select on organization_export_pieces to parley_worker;
