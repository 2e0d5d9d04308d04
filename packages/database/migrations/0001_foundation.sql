-- Who may act: tenants, their keys, members and API keys; plus the helpers every later file uses.
-- Rules of this schema (checked by apps/server/test/catalogue.test.ts): tenant_id leads every primary, unique and
-- foreign key; row-level security is forced on every table with a tenant_id; ids are made by the application.
-- Extensions pg_trgm and btree_gin are created by the role set-up, which may need more rights than the owner has.

-- msg + 0199… -> msg_0199…: the spelling of ids on the wire, for the events that are written inside statements.
create function wire_id(prefix text, id uuid) returns text
  language sql immutable parallel safe
  return prefix || '_' || replace(id::text, '-', '');

-- 2026-11-21T06:16:54.123Z: the spelling of instants on the wire.
-- Stable like to_char(): declared immutable it could not be inlined, and each use cost a call of its own (30 us).
create function wire_time(at timestamptz) returns text
  language sql stable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create table tenants (
  tenant_id   uuid primary key,
  name        text not null check (length(name) between 1 and 200),
  kind        text not null check (kind in ('business', 'agency', 'platform')),
  settings    jsonb not null default '{}',
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);

-- Each tenant's own key, wrapped by the root key; deleting the row shreds every secret of the tenant.
create table tenant_keys (
  tenant_id   uuid not null references tenants,
  version     integer not null check (version > 0),
  wrapped_key bytea not null,
  created_at  timestamptz not null,
  primary key (tenant_id, version)
);

-- People, across tenants: one person may be a member of several. Reference table, never read by the application role.
create table users (
  id             uuid primary key,
  email          text not null check (email = lower(email) and length(email) between 3 and 320),
  password_hash  text not null,
  platform_admin boolean not null default false,
  created_at     timestamptz not null
);
create unique index users_email on users (email);

create table members (
  tenant_id   uuid not null references tenants,
  user_id     uuid not null references users,
  name        text not null,
  email       text not null,
  role        text not null check (role in ('owner', 'admin', 'supervisor', 'agent', 'viewer')),
  created_at  timestamptz not null,
  primary key (tenant_id, user_id)
);

create table api_keys (
  tenant_id             uuid not null references tenants,
  id                    uuid not null,
  name                  text not null check (length(name) between 1 and 200),
  environment           text not null check (environment in ('live', 'test')),
  key_hash              bytea not null,
  last_four             text not null,
  scopes                text[] not null,
  rate_limit_per_minute integer check (rate_limit_per_minute > 0),
  created_by            text,
  created_at            timestamptz not null,
  expires_at            timestamptz,
  revoked_at            timestamptz,
  last_used_at          timestamptz,
  primary key (tenant_id, id)
);

-- Global look-up from the hash of a key to its tenant: the one question asked before the tenant is known.
create table api_key_lookup (
  key_hash   bytea primary key,
  tenant_id  uuid not null,
  key_id     uuid not null,
  foreign key (tenant_id, key_id) references api_keys (tenant_id, id) on delete cascade
);

-- Answers of writes that carried an idempotency key; the row commits with the effect. status is null only inside
-- the transaction that makes it.
create table idempotency_keys (
  tenant_id   uuid not null references tenants,
  key         text not null check (length(key) between 1 and 255),
  fingerprint bytea not null,
  status      smallint,
  body        text,
  created_at  timestamptz not null,
  primary key (tenant_id, key)
);
-- Serves the purge of old keys.
create index idempotency_keys_age on idempotency_keys (created_at);

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

-- The processes that serve this database now; tells whether rate limits must be shared.
create table server_processes (
  id            uuid primary key,
  roles         text not null,
  started_at    timestamptz not null,
  heartbeat_at  timestamptz not null
);

-- Shared rate limits while several processes serve: theoretical arrival time per key (GCRA). Unlogged: losing it
-- in a crash opens one window anew, nothing else.
create unlogged table rate_limits (
  tenant_id  uuid not null,
  key_id     uuid not null,
  tat        timestamptz not null,
  primary key (tenant_id, key_id)
);

-- Takes up to p_cost requests from a key's budget: one step of GCRA under the row's lock, by the database's own clock,
-- so that every process sees the same time. Returns how many were granted and how far the budget is used (tat - now).
create function take_rate_limit(p_tenant uuid, p_key uuid, p_cost integer, p_interval interval, p_burst integer,
                                out granted integer, out ahead_ms double precision)
  language plpgsql volatile set search_path = public, pg_temp
as $$
declare
  used_until timestamptz;
  at timestamptz;
begin
  insert into rate_limits (tenant_id, key_id, tat) values (p_tenant, p_key, clock_timestamp()) on conflict do nothing;
  select r.tat into used_until from rate_limits r where r.tenant_id = p_tenant and r.key_id = p_key for update;
  at := clock_timestamp();
  used_until := greatest(used_until, at);
  granted := least(p_cost, greatest(0, floor(
    extract(epoch from at + p_burst * p_interval - used_until) / extract(epoch from p_interval) + 0.000001)::integer));
  if granted > 0 then
    used_until := used_until + granted * p_interval;
    update rate_limits r set tat = used_until where r.tenant_id = p_tenant and r.key_id = p_key;
  end if;
  ahead_ms := extract(epoch from used_until - at) * 1000;
end $$;

-- Facts of this installation (demo tenant, restore epoch).
create table installation (
  name   text primary key,
  value  jsonb not null
);

do $$
declare t text;
begin
  foreach t in array array['tenants', 'tenant_keys', 'members', 'api_keys', 'idempotency_keys', 'audit_entries',
                           'rate_limits'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
  end loop;
end $$;

-- api_key_lookup is read before the tenant is known, so it has no policy by tenant: the application role may add
-- and read rows of it by hash, and a hash of 190 random bits cannot be guessed.
grant select, insert on api_key_lookup to parley_app;
grant select, update (name, settings, updated_at) on tenants to parley_app;
grant select, insert on tenant_keys to parley_app;
grant select on members to parley_app;
grant select, insert, update on api_keys to parley_app;
grant select, insert, update, delete on idempotency_keys to parley_app;
grant select, insert on audit_entries to parley_app;
grant select, insert, update on rate_limits to parley_app;

grant select, insert, update on tenants, tenant_keys, members, users, api_keys, installation to parley_worker;
grant select, insert on api_key_lookup, audit_entries to parley_worker;
grant select, insert, update, delete on server_processes, rate_limits to parley_worker;
grant select, delete on idempotency_keys to parley_worker;
revoke execute on function take_rate_limit from public;
grant execute on function take_rate_limit to parley_worker;
