-- Organizations: tenants with their keys, API keys, limits, and who did what. Rules of this schema (checked by
-- apps/server/test/database/catalogue.test.ts): tenant_id leads every primary, unique and foreign key; row-level security is forced on
-- every table with a tenant_id (by policies.sql); the application creates ids. The role set-up creates the extensions pg_trgm and
-- btree_gin, which may take more rights than the owner has.
--
-- Columns that tables of several areas have:
--   holder    the number of the process that claimed the row
--   deaths    consecutive claims that ended with their process, or past their limit; rows set aside have the state process_ended or
--             over_limit (docs/adr/0165-claims-belong-to-a-live-process.md, docs/adr/0166-work-that-is-set-aside.md)
--   grant_id  the grant under which something acts later on its own, whoever inserts it: the transaction of a delegated call sets
--             it (apps/server/src/platform/auth/acting-grant.ts). Null: the organization's own

create table tenants (
  tenant_id     uuid primary key,
  name          text not null check (length(name) between 1 and 200),
  kind          text not null check (kind in ('business', 'agency', 'platform')),
  settings      jsonb not null default '{}',
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  -- Null: not suspended, its keys and sessions work.
  suspended_at  timestamptz,
  -- Set when its key is shredded: from then on its rows may be erased, and nobody gets in.
  erased_at     timestamptz
);
create index tenants_by_age on tenants (created_at desc, tenant_id desc);
-- For lists of all organizations and searches in them.
create index tenants_by_name on tenants using gin (name gin_trgm_ops);
grant select, update (name, settings, updated_at, suspended_at) on tenants to parley_app;
grant select, insert, update on tenants to parley_worker;

-- Each tenant's own key, wrapped by the root key; deleting the row shreds every secret of the tenant.
create table tenant_keys (
  tenant_id    uuid not null references tenants,
  version      integer not null check (version > 0),
  wrapped_key  bytea not null,
  created_at   timestamptz not null,
  primary key (tenant_id, version)
);
grant select, insert on tenant_keys to parley_app;
grant select, insert, update, delete on tenant_keys to parley_worker;

create table api_keys (
  tenant_id              uuid not null references tenants,
  id                     uuid not null,
  name                   text not null check (length(name) between 1 and 200),
  environment            text not null check (environment in ('live', 'test')),
  key_hash               bytea not null,
  last_four              text not null,
  scopes                 text[] not null,
  rate_limit_per_minute  integer check (rate_limit_per_minute > 0),
  created_by             text,
  created_at             timestamptz not null,
  expires_at             timestamptz,
  revoked_at             timestamptz,
  last_used_at           timestamptz,
  -- For delegated keys: the agency that created it. The key belongs to the client and is bound to a grant.
  agency_id              uuid,
  grant_id               uuid,
  -- The keys whose limits this key's requests also count against: the key that created it, the one that created that, and so on, nearest
  -- first. With each key's organization, because an agency's key creates keys for its clients.
  budget_tenant_ids      uuid[] not null default '{}',
  budget_key_ids         uuid[] not null default '{}',
  primary key (tenant_id, id),
  constraint api_keys_delegated check ((agency_id is null) = (grant_id is null) and (grant_id is null or expires_at is not null)),
  constraint api_keys_budgets check (cardinality(budget_tenant_ids) = cardinality(budget_key_ids))
);
-- For the count of active ones, and the purge.
create index api_keys_of_grant on api_keys (tenant_id, grant_id, expires_at) where grant_id is not null;
create index api_keys_delegated_age on api_keys (expires_at) where grant_id is not null;
-- How many keys are active, and the largest limit among them.
create index api_keys_active on api_keys (tenant_id) where revoked_at is null;
grant select, insert, update on api_keys to parley_app;
-- Deletes expired delegated keys.
grant select, insert, update, delete on api_keys to parley_worker;

-- Global look-up from the hash of a key to its tenant: the only query made before the tenant is known.
create table api_key_lookup (
  key_hash   bytea primary key,
  tenant_id  uuid not null,
  key_id     uuid not null,
  foreign key (tenant_id, key_id) references api_keys (tenant_id, id) on delete cascade
);
-- Read before the tenant is known, so it has no policy by tenant: the application role may add and read rows by hash, and a hash of 190
-- random bits cannot be guessed.
grant select, insert on api_key_lookup to parley_app;
grant select, insert on api_key_lookup to parley_worker;

-- Responses to writes that carried an idempotency key; the row commits with the effect. status is null only inside the transaction that
-- creates it.
create table idempotency_keys (
  tenant_id    uuid not null references tenants,
  key          text not null check (length(key) between 1 and 255),
  fingerprint  bytea not null,
  status       smallint,
  body         text,
  created_at   timestamptz not null,
  primary key (tenant_id, key)
);
-- For the purge of old keys.
create index idempotency_keys_age on idempotency_keys (created_at);
grant select, insert, update, delete on idempotency_keys to parley_app;
-- Requests about a user's own data are idempotent like all others, and are written by this role.
grant select, insert, update, delete on idempotency_keys to parley_worker;

-- Who did what. Append-only: no role may update or delete.
create table audit_entries (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  actor_kind  text not null,
  actor_id    text,
  action      text not null,
  target_id   text,
  changes     jsonb not null default '{}',
  request_id  text,
  created_at  timestamptz not null,
  primary key (tenant_id, id)
);
-- For lists of the audit log, newest first, of one organization and of all, unfiltered and by each filter.
create index audit_entries_list on audit_entries (tenant_id, created_at desc, id desc);
create index audit_entries_by_action on audit_entries (tenant_id, action, created_at desc, id desc);
create index audit_entries_by_actor on audit_entries (tenant_id, actor_id, created_at desc, id desc);
create index audit_entries_by_target on audit_entries (tenant_id, target_id, created_at desc, id desc) where target_id is not null;
create index audit_entries_by_age on audit_entries (created_at desc, id desc);
-- The audit log is append-only for every role that can log in. The only way to change it is two functions of the owner, a role without
-- login: one removes the details from an entry and leaves who did what, the other removes entries past the tenant's retention.
create policy retention on audit_entries to parley_owner
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert on audit_entries to parley_app;
grant select, insert on audit_entries to parley_worker;

-- Shared rate limits while several processes serve: theoretical arrival time per key (GCRA). Unlogged: losing it in a crash restarts one
-- window, nothing else.
create unlogged table rate_limits (
  tenant_id  uuid not null,
  key_id     uuid not null,
  tat        timestamptz not null,
  primary key (tenant_id, key_id)
);
grant select, insert, update on rate_limits to parley_app;
grant select, insert, update, delete on rate_limits to parley_worker;

-- Open event streams, counted across all processes. A row counts while its process lives (server_processes), so nothing has to survive a
-- crash.
create unlogged table event_stream_places (
  tenant_id      uuid not null,
  id             uuid not null,
  -- The key's id, or the user's.
  credential_id  uuid not null,
  process_id     uuid not null,
  opened_at      timestamptz not null,
  primary key (tenant_id, id)
);
create index event_stream_places_by_process on event_stream_places (process_id);
grant select, insert, update, delete on event_stream_places to parley_worker;

-- Numbers that a tenant's users see (orders): one row per kind of number, so that no tenant learns another's volume. The number is taken in
-- the transaction that uses it, so a rollback leaves no gap.
create table tenant_counters (
  tenant_id  uuid not null references tenants,
  name       text not null,
  value      bigint not null,
  primary key (tenant_id, name)
);
grant select, insert, update on tenant_counters to parley_app;
-- For backups.
grant select on tenant_counters to parley_worker;
