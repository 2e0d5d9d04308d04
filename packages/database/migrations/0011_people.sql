-- People: how they sign in, what they may do in a tenant, how they are invited, and the mails they get.
-- What belongs to a person belongs to no tenant (one person may be a member of several): reference tables without tenant_id, which
-- the application role cannot read at all. They are reached by the worker role, through modules/auth alone. See docs/subsystems/people.md.

alter table members
  add column status text not null default 'active' check (status in ('active', 'suspended', 'removed')),
  -- null: never changed.
  add column updated_at timestamptz;

-- Which tenants a person belongs to.
create index members_by_user on members (user_id, created_at);

-- One row is one signed-in browser. The token is known by its SHA-256 only; ending a session removes its row.
create table user_sessions (
  id                 uuid primary key,
  user_id            uuid not null references users on delete cascade,
  token_hash         bytea not null,
  -- The tenant the person works in now. No foreign key: a reference table cannot point into a distributed one. The look-up joins the
  -- membership, so a session of somebody who is no member (any more) is no session.
  current_tenant_id  uuid not null,
  address            text,
  user_agent         text,
  created_at         timestamptz not null,
  -- To the minute: the sliding end counts from here.
  last_used_at       timestamptz not null,
  -- The absolute end.
  expires_at         timestamptz not null
);
create unique index user_sessions_token on user_sessions (token_hash);
create index user_sessions_of on user_sessions (user_id, created_at desc, id desc);
-- Serves the purge.
create index user_sessions_age on user_sessions (expires_at);

-- Time-based codes. The secret is sealed with a key derived from the root key, bound to this row; enabled once a first code was right.
create table user_second_factors (
  user_id     uuid primary key references users on delete cascade,
  secret      bytea not null,
  enabled_at  timestamptz,
  -- The newest step of which a code was taken: none is taken twice.
  last_step   bigint not null default 0,
  created_at  timestamptz not null
);

-- Ten at a time; using one removes it. 120 random bits each, so SHA-256 is enough.
create table user_backup_codes (
  user_id    uuid not null references users on delete cascade,
  code_hash  bytea not null,
  primary key (user_id, code_hash)
);

-- A request for a new password, before anybody looks whether the address is somebody's: the answer cannot tell.
create table password_reset_requests (
  id          uuid primary key,
  email       text not null,
  created_at  timestamptz not null
);

create table password_reset_tokens (
  token_hash  bytea primary key,
  user_id     uuid not null references users on delete cascade,
  expires_at  timestamptz not null
);
create index password_reset_tokens_of on password_reset_tokens (user_id);
-- Serves the purge.
create index password_reset_tokens_age on password_reset_tokens (expires_at);

-- Tries at what can be guessed, by hash of an account, of an address, or of both together. See modules/auth/attempts.ts.
create table auth_attempts (
  subject        bytea primary key,
  attempts       integer not null,
  forget_at      timestamptz not null,
  blocked_until  timestamptz
);
-- Serves the purge.
create index auth_attempts_age on auth_attempts (forget_at);

create table invitations (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  email        text not null check (email = lower(email) and length(email) between 3 and 320),
  name         text check (length(name) between 1 and 200),
  role         text not null check (role in ('owner', 'admin', 'supervisor', 'agent', 'viewer')),
  state        text not null check (state in ('pending', 'accepted', 'revoked')),
  -- SHA-256 of the token in the newest mail; null before there was one. The token itself is made when the mail is, and kept nowhere.
  token_hash   bytea,
  -- The wire id of a key or an agent.
  invited_by   text not null,
  expires_at   timestamptz not null,
  accepted_at  timestamptz,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id)
);
-- One open invitation per address.
create unique index invitations_pending on invitations (tenant_id, email) where state = 'pending';
-- Whose invitation a token is, before the tenant is known: 256 random bits, so no two are alike.
create index invitations_by_token on invitations (token_hash) where state = 'pending' and token_hash is not null;
create index invitations_list on invitations (tenant_id, created_at desc, id desc);

-- Mails on their way. A row says what the mail is about, never what it says: tokens are made as it leaves.
create table mails (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  kind         text not null check (kind in ('invitation', 'password_reset', 'password_changed')),
  recipient    text not null,
  -- The invitation, or the user.
  about_id     uuid not null,
  state        text not null check (state in ('ready', 'leased', 'sent', 'failed', 'dropped')),
  run_at       timestamptz not null,
  attempts     integer not null default 0,
  lease_until  timestamptz,
  -- A later attempt would bring what no longer works.
  give_up_at   timestamptz not null,
  error        text,
  -- What was said; kept in a demo only, whose mails go nowhere.
  content      jsonb,
  created_at   timestamptz not null,
  sent_at      timestamptz,
  primary key (tenant_id, id)
);
-- Serves the claims, one lane per tenant.
create index mails_ready on mails (tenant_id, run_at, id) where state = 'ready';
create index mails_leased on mails (lease_until) where state = 'leased';
-- The newest mail about an invitation.
create index mails_about on mails (tenant_id, about_id, id desc);
-- How many a tenant had sent lately.
create index mails_of on mails (tenant_id, kind, created_at);
-- Serves the purge.
create index mails_age on mails (created_at);

do $$
declare t text;
begin
  foreach t in array array['invitations', 'mails'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
  end loop;
end $$;

grant update (name, role, status, updated_at) on members to parley_app;
grant select, insert, update on invitations to parley_app;
grant select, insert on mails to parley_app;

grant select, insert, update, delete on user_sessions, user_second_factors, user_backup_codes, password_reset_requests,
  password_reset_tokens, auth_attempts to parley_worker;
-- An invitation is accepted by somebody who has no credential yet, and its token is made as the mail leaves.
grant select, update on invitations to parley_worker;
grant select, insert, update, delete on mails to parley_worker;
-- A person's own affairs are idempotent like everything else, and written by this role.
grant insert, update on idempotency_keys to parley_worker;
