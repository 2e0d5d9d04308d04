-- People: how they sign in, what they may do in an organization, how they are invited, the mails they get, and teams. A person's own data
-- belongs to no tenant (one person may be a member of several): reference tables without tenant_id, which the application role cannot read
-- at all. They are accessed by the worker role, only through modules/people/auth. See docs/subsystems/people/people.md and
-- docs/subsystems/people/agents.md.

-- People, across tenants: one person may be a member of several. Reference table, never read by the application role.
create table users (
  id                 uuid primary key,
  email              text not null check (email = lower(email) and length(email) between 3 and 320),
  password_hash      text not null,
  platform_admin     boolean not null default false,
  created_at         timestamptz not null,
  -- Null: may sign in.
  suspended_at       timestamptz,
  email_verified_at  timestamptz,
  -- Incremented when the password, the second factor, the platform flag or the suspension changes.
  access_version     integer not null default 1
);
create unique index users_email on users (email);
-- To check whether somebody is the last platform administrator.
create index users_platform_admins on users (id) where platform_admin;
grant select, insert, update, delete on users to parley_worker;

-- One row is one signed-in browser. Only the token's SHA-256 is stored; ending a session removes its row.
create table user_sessions (
  id                 uuid primary key,
  user_id            uuid not null references users on delete cascade,
  token_hash         bytea not null,
  -- The tenant the person works in now. No foreign key: a reference table cannot point into a distributed one. The look-up joins the
  -- membership, so a former member has no valid session.
  current_tenant_id  uuid not null,
  address            text,
  user_agent         text,
  created_at         timestamptz not null,
  -- To the minute; the sliding expiry counts from here.
  last_used_at       timestamptz not null,
  -- The absolute expiry.
  expires_at         timestamptz not null,
  -- All null: the person signed in. Otherwise the tenant that the session is limited to, and whose link it was (the id of a key or user):
  -- it ends with them.
  bound_tenant_id    uuid,
  made_by_kind       text check (made_by_kind in ('api', 'member')),
  made_by            uuid,
  stay               integer not null default 0,
  standing           text,
  maker_standing     text,
  constraint user_sessions_bound check (
    (bound_tenant_id is null) = (made_by_kind is null) and (bound_tenant_id is null) = (made_by is null)
    and (bound_tenant_id is null or bound_tenant_id = current_tenant_id)),
  constraint user_sessions_standing check (
    (bound_tenant_id is null or standing is not null)
    and (maker_standing is not null) = coalesce(made_by_kind = 'member', false))
);
create unique index user_sessions_token on user_sessions (token_hash);
create index user_sessions_of on user_sessions (user_id, created_at desc, id desc);
-- For the purge.
create index user_sessions_age on user_sessions (expires_at);
grant select, insert, update, delete on user_sessions to parley_worker;

-- Time-based codes. The secret is sealed with a key derived from the root key and bound to this row; enabled after the first correct code.
create table user_second_factors (
  user_id     uuid primary key references users on delete cascade,
  secret      bytea not null,
  enabled_at  timestamptz,
  -- The newest time step of which a code was accepted: no code is accepted twice.
  last_step   bigint not null default 0,
  created_at  timestamptz not null
);
grant select, insert, update, delete on user_second_factors to parley_worker;

-- Ten at a time; using one removes it. 120 random bits each, so SHA-256 is enough.
create table user_backup_codes (
  user_id    uuid not null references users on delete cascade,
  code_hash  bytea not null,
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on user_backup_codes to parley_worker;

-- Evidence that an address belongs to somebody: a link that was sent there. One per purpose; a new request voids the earlier links.
create table user_email_proofs (
  user_id       uuid not null references users on delete cascade,
  purpose       text not null check (purpose in ('verification', 'change')),
  email         text not null check (email = lower(email) and length(email) between 3 and 320),
  -- One per mail, created when it is sent, newest first: a mail that anybody can trigger must not void a link that is still on its way.
  token_hashes  bytea[] not null default '{}',
  asked_at      timestamptz not null,
  expires_at    timestamptz not null,
  used_at       timestamptz,
  primary key (user_id, purpose)
);
create index user_email_proofs_tokens on user_email_proofs using gin (token_hashes);
-- A new link for an address that has no account yet.
create index user_email_proofs_change on user_email_proofs (email) where purpose = 'change' and used_at is null;
create index user_email_proofs_age on user_email_proofs (expires_at);
grant select, insert, update, delete on user_email_proofs to parley_worker;

-- A request for a link, stored before checking whether an account is waiting for the address, so that the response reveals nothing. A
-- separate table, because the previous release takes every row among the requests for a new password.
create table email_link_requests (
  id          uuid primary key,
  email       text not null,
  created_at  timestamptz not null
);
grant select, insert, update, delete on email_link_requests to parley_worker;

-- A request for a new password, stored before checking whether the address has an account, so that the response reveals nothing.
create table password_reset_requests (
  id          uuid primary key,
  email       text not null,
  created_at  timestamptz not null
);
grant select, insert, update, delete on password_reset_requests to parley_worker;

create table password_reset_tokens (
  token_hash  bytea primary key,
  user_id     uuid not null references users on delete cascade,
  expires_at  timestamptz not null
);
create index password_reset_tokens_of on password_reset_tokens (user_id);
-- For the purge.
create index password_reset_tokens_age on password_reset_tokens (expires_at);
grant select, insert, update, delete on password_reset_tokens to parley_worker;

-- Attempts at secrets that can be guessed, by hash of an account, of an address, or of both. See modules/people/auth/attempts/attempts.ts.
create table auth_attempts (
  subject        bytea primary key,
  attempts       integer not null,
  forget_at      timestamptz not null,
  blocked_until  timestamptz
);
-- For the purge.
create index auth_attempts_age on auth_attempts (forget_at);
grant select, insert, update, delete on auth_attempts to parley_worker;

create table members (
  tenant_id               uuid not null references tenants,
  user_id                 uuid not null references users,
  name                    text not null,
  email                   text not null,
  role                    text not null check (role in ('owner', 'admin', 'supervisor', 'agent', 'viewer')),
  created_at              timestamptz not null,
  status                  text not null default 'active' check (status in ('active', 'suspended', 'removed')),
  -- null: never changed.
  updated_at              timestamptz,
  -- An agent's settings, besides those of a member. Ids in arrays are of the tenant's own rows: they are written under a lock on those
  -- rows, and a division is removed only when nobody has it.
  availability            text not null default 'offline' check (availability in ('online', 'busy', 'away', 'offline')),
  -- null: as in the settings.
  max_open_conversations  integer check (max_open_conversations >= 0),
  skills                  text[] not null default '{}',
  languages               text[] not null default '{}',
  division_ids            uuid[] not null default '{}',
  -- Empty: all channels.
  channel_ids             uuid[] not null default '{}',
  signature               text check (length(signature) between 1 and 2000),
  avatar_url              text check (length(avatar_url) between 1 and 2000),
  -- To the minute.
  last_seen_at            timestamptz,
  -- Set by the assignment loop, which uses it to take turns.
  last_assigned_at        timestamptz,
  -- A person suspended by the platform is suspended in each of their organizations: `status` shows it, so that every list does and nothing
  -- is assigned to them. `own_status` keeps the organization's own status meanwhile. See docs/subsystems/people/people.md.
  own_status              text check (own_status in ('active', 'suspended')),
  -- Incremented whenever they stop working here: earlier sessions stay invalid, even if they come back.
  stay                    integer not null default 0,
  -- Incremented when the role or the status changes.
  access_version          integer not null default 1,
  primary key (tenant_id, user_id),
  constraint members_own_status check (own_status is null or status = 'suspended')
);
-- Which tenants a person belongs to.
create index members_by_user on members (user_id, created_at);
-- Agents who have been away for long, over all tenants.
create index members_present on members (last_seen_at) where availability <> 'offline';
create index members_by_age on members (created_at desc, user_id desc, tenant_id desc);
create index members_by_words on members using gin ((name || ' ' || email) gin_trgm_ops);
-- For the seat count.
create index members_active on members (tenant_id) where status = 'active';
grant select, update (name, role, status, updated_at, availability, max_open_conversations, skills, languages, division_ids,
  channel_ids, signature, avatar_url, last_seen_at, last_assigned_at, own_status, stay, access_version) on members to parley_app;
grant select, insert, update on members to parley_worker;

-- One link per person and tenant: a new one voids the previous one. Only the token's SHA-256 is stored; using it removes the row.
create table login_links (
  tenant_id       uuid not null,
  user_id         uuid not null,
  token_hash      bytea not null,
  -- Created by somebody else for them.
  by_another      boolean not null,
  expires_at      timestamptz not null,
  created_at      timestamptz not null,
  -- Who created the link, unless the person did. A link from before this column signs nobody in any more.
  made_by_kind    text check (made_by_kind in ('api', 'member')),
  made_by         uuid,
  -- What both were allowed to do when the link was created, as counted above (platform/auth/link-validity.ts). `maker_standing` only if a
  -- member created it for somebody else. A link from before this column signs nobody in any more.
  standing        text,
  maker_standing  text,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references members (tenant_id, user_id),
  constraint login_links_maker check ((made_by_kind is null) = (made_by is null))
);
-- To find a token's link before the tenant is known; 256 random bits, so it is unique.
create index login_links_by_token on login_links (token_hash);
-- For the purge.
create index login_links_age on login_links (expires_at);
-- An unused link is removed together with the person it is for.
grant select, insert, update, delete on login_links to parley_app;
-- A link is used by somebody who has no credential yet.
grant select, delete on login_links to parley_worker;

create table invitations (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  email        text not null check (email = lower(email) and length(email) between 3 and 320),
  name         text check (length(name) between 1 and 200),
  role         text not null check (role in ('owner', 'admin', 'supervisor', 'agent', 'viewer')),
  state        text not null check (state in ('pending', 'accepted', 'revoked')),
  -- SHA-256 of the token in the newest mail; null before the first mail. The token itself is created with the mail and stored nowhere.
  token_hash   bytea,
  -- The wire id of a key or an agent.
  invited_by   text not null,
  expires_at   timestamptz not null,
  accepted_at  timestamptz,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  -- The agent settings made before they accepted, by wire name; ids are internal ones.
  profile      jsonb not null default '{}',
  -- The user who became a member; differs from the invitation's id if the address already had an account.
  user_id      uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references members (tenant_id, user_id)
);
-- One open invitation per address.
create unique index invitations_pending on invitations (tenant_id, email) where state = 'pending';
-- To find a token's invitation before the tenant is known; 256 random bits, so it is unique.
create index invitations_by_token on invitations (token_hash) where state = 'pending' and token_hash is not null;
create index invitations_list on invitations (tenant_id, created_at desc, id desc);
grant select, insert, update on invitations to parley_app;
-- An invitation is accepted by somebody who has no credential yet, and its token is created when the mail is sent.
grant select, insert, update on invitations to parley_worker;

-- Mails waiting to be sent. A row contains what the mail is about, never its content: tokens are created when it is sent.
create table mails (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  kind         text not null check (kind in ('invitation', 'password_reset', 'password_changed', 'low_balance', 'markup_raised', 'email_verification', 'email_change', 'email_change_notice', 'email_changed', 'webhook_failing', 'webhook_disabled')),
  recipient    text not null,
  -- The invitation, or the user.
  about_id     uuid not null,
  state        text not null check (state in ('ready', 'leased', 'sent', 'failed', 'dropped')),
  run_at       timestamptz not null,
  attempts     integer not null default 0,
  lease_until  timestamptz,
  -- A later attempt would deliver something that no longer works.
  give_up_at   timestamptz not null,
  error        text,
  -- The content; kept only in a demo, whose mails go nowhere.
  content      jsonb,
  created_at   timestamptz not null,
  sent_at      timestamptz,
  holder       integer,
  deaths       smallint not null default 0,
  primary key (tenant_id, id)
);
-- For the claims, one lane per tenant.
create index mails_ready on mails (tenant_id, run_at, id) where state = 'ready';
create index mails_leased on mails (lease_until) where state = 'leased';
-- For the newest mail about an invitation.
create index mails_about on mails (tenant_id, about_id, id desc);
-- For the number of mails that a tenant sent recently.
create index mails_of on mails (tenant_id, kind, created_at);
-- For the purge.
create index mails_age on mails (created_at);
create index mails_failed on mails (tenant_id, id) where state = 'failed';
create index mails_done on mails (sent_at) where state = 'sent';
-- For a retry inside the mail's organization.
grant select, insert, update (state, run_at, attempts, error) on mails to parley_app;
grant select, insert, update, delete on mails to parley_worker;

-- A tree of teams. Its members are in members.division_ids.
create table divisions (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  name         text not null check (length(name) between 1 and 100),
  name_key     text not null generated always as (label_key(name)) stored,
  description  text check (length(description) between 1 and 500),
  color        text check (length(color) between 1 and 50),
  parent_id    uuid,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references divisions (tenant_id, id),
  check (parent_id <> id)
);
-- Also finds the children of a division.
create unique index divisions_name on divisions (tenant_id, parent_id, name_key) nulls not distinct;
create index divisions_list on divisions (tenant_id, created_at desc, id desc);
grant select, insert, update, delete on divisions to parley_app;
grant select on divisions to parley_worker;

create table agent_settings (
  tenant_id              uuid not null references tenants,
  auto_assign            boolean not null,
  strategy               text not null check (strategy in ('round_robin', 'least_busy', 'manual')),
  respect_availability   boolean not null,
  sticky                 boolean not null,
  max_per_agent          integer not null check (max_per_agent >= 1),
  visibility             text not null check (visibility in ('all', 'division', 'assigned')),
  -- null: conversations stay open.
  auto_resolve_minutes   integer check (auto_resolve_minutes >= 1),
  -- null: always.
  business_hours         jsonb,
  offline_after_minutes  integer not null check (offline_after_minutes >= 2),
  updated_at             timestamptz not null,
  -- Customer satisfaction survey: sent after resolving, answered with a number.
  csat_enabled           boolean not null default false,
  csat_delay_minutes     integer not null default 5 check (csat_delay_minutes between 0 and 1440),
  -- By language.
  csat_questions         jsonb not null default '{}',
  -- Conversations resolved earlier are not surveyed.
  csat_since             timestamptz,
  -- Sent to the customer on automatic resolution.
  auto_resolve_message   text check (length(auto_resolve_message) between 1 and 1000),
  -- If an agent goes offline while a customer is waiting, the conversation is given to somebody who is available.
  reassign_on_offline    boolean not null default false,
  primary key (tenant_id),
  check (csat_enabled = (csat_since is not null))
);
grant select, insert, update on agent_settings to parley_app;
grant select on agent_settings to parley_worker;
