-- Connecting channels: authorisations on their way, credentials that end, and when a platform was last heard of.

alter table channels
  -- Counts the credentials: an answer to a call made with older ones decides nothing about the present ones.
  add column credentials_version integer not null default 1,
  -- null: they do not end, or nobody knows when.
  add column credentials_expire_at timestamptz,
  add column credentials_refreshed_at timestamptz,
  -- Until when they can be refreshed without a person; null: as long as they live, or nobody knows.
  add column credentials_renewable_until timestamptz,
  -- When the tenant is to hear that an end is near, and the end it has heard of last.
  add column credentials_warn_at timestamptz,
  add column credentials_warned_of timestamptz,
  -- Which provider app issued them at a sign-in: only that one can refresh them. null: entered by hand.
  add column credentials_app text check (credentials_app in ('installation', 'own')),
  add column credentials_app_id text,
  -- When the platform is to be asked whose account the credentials open, and in words why that is not known.
  add column ownership_check_at timestamptz,
  add column ownership_attempts smallint not null default 0,
  add column ownership_error text,
  -- What is to be done for the channel at the platform, and when: see modules/channels/upkeep.ts.
  add column upkeep text check (upkeep in ('activate', 'refresh')),
  add column upkeep_at timestamptz,
  add column upkeep_attempts smallint not null default 0,
  add column upkeep_lease_until timestamptz,
  add column upkeep_error text,
  add constraint channels_upkeep check ((upkeep is null) = (upkeep_at is null));
-- Serves the search for what is due, over all tenants.
create index channels_upkeep_due on channels (upkeep_at) where upkeep_at is not null and deleted_at is null;
create index channels_ownership_due on channels (ownership_check_at) where ownership_check_at is not null and deleted_at is null;
create index channels_warning_due on channels (credentials_warn_at) where credentials_warn_at is not null and deleted_at is null;

-- One attempt of a person to connect an account. The state that travels through the browser is known by its hash only.
create table channel_authorizations (
  tenant_id     uuid not null references tenants,
  id            uuid not null,
  kind          text not null,
  -- Set when a channel is to be connected again: only its own account will do.
  channel_id    uuid,
  name          text check (length(name) between 1 and 200),
  -- Used up (null) by the first look.
  state_hash    bytea,
  -- The address the code is sent to; it is named again at the exchange.
  callback_uri  text not null,
  -- Where the browser ends up.
  redirect_uri  text,
  status        text not null check (status in ('pending', 'exchanging', 'choosing', 'completed', 'denied', 'failed')),
  error         text,
  -- Sealed JSON: settings given with the request, and the accounts with their credentials while one is to be chosen.
  secrets       bytea not null,
  channel_ids   uuid[] not null default '{}',
  actor_kind    text not null,
  actor_id      text not null,
  expires_at    timestamptz not null,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id)
);
-- Serves the purge.
create index channel_authorizations_age on channel_authorizations (expires_at);

-- When the platform was last heard of, to the minute. Not in the channel's row, which every change of it locks.
create table channel_activity (
  tenant_id         uuid not null,
  channel_id        uuid not null,
  last_callback_at  timestamptz,
  last_inbound_at   timestamptz,
  primary key (tenant_id, channel_id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['channel_authorizations', 'channel_activity'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
  end loop;
end $$;
grant select, insert, update on channel_authorizations to parley_app;
grant select on channel_activity to parley_app;
-- The worker notes activity of many tenants' callbacks at once, and purges authorisations past their time.
grant select, insert, update on channel_activity to parley_worker;
grant select, delete on channel_authorizations to parley_worker;
-- Whose an id is, the platform is asked again of all tenants' channels that name it, once it is free.
grant update (ownership_check_at, ownership_attempts) on channels to parley_worker;
