-- Channels: how they are connected, who owns a number, how fast they may send, and their templates. See
-- docs/subsystems/channels/channels.md.

create table channels (
  tenant_id                    uuid not null references tenants,
  id                           uuid not null,
  kind                         text not null,
  name                         text not null check (length(name) between 1 and 200),
  external_id                  text not null check (length(external_id) between 1 and 200),
  account_id                   text,
  status                       text not null check (status in ('Pending', 'Connected', 'NeedsReauth', 'Disconnected', 'Error')),
  status_reason                text,
  -- Settings that may be shown; the secret ones are sealed together in `secrets`.
  config                       jsonb not null default '{}',
  secrets                      bytea not null,
  messages_per_second          integer not null check (messages_per_second > 0),
  quality_rating               text,
  messaging_limit              text,
  templates_synced_at          timestamptz,
  created_at                   timestamptz not null,
  updated_at                   timestamptz not null,
  deleted_at                   timestamptz,
  -- Version of the credentials: the response to a call made with older ones decides nothing about the current ones.
  credentials_version          integer not null default 1,
  -- null: they do not expire, or the time is unknown.
  credentials_expire_at        timestamptz,
  credentials_refreshed_at     timestamptz,
  -- Until when they can be refreshed without a person; null: as long as they are valid, or unknown.
  credentials_renewable_until  timestamptz,
  -- When to warn the tenant about the expiry, and the last expiry it was warned about.
  credentials_warn_at          timestamptz,
  credentials_warned_of        timestamptz,
  -- Which provider app issued them at a sign-in: only that app can refresh them. null: entered by hand.
  credentials_app              text check (credentials_app in ('installation', 'own')),
  credentials_app_id           text,
  -- When to ask the platform whose account the credentials open, and a description of why that is unknown.
  ownership_check_at           timestamptz,
  ownership_attempts           smallint not null default 0,
  ownership_error              text,
  -- The work due for the channel at the platform, and when: see modules/channels/channels/credentials/upkeep.ts.
  upkeep                       text check (upkeep in ('activate', 'refresh')),
  upkeep_at                    timestamptz,
  upkeep_attempts              smallint not null default 0,
  upkeep_lease_until           timestamptz,
  upkeep_error                 text,
  -- The platform has not confirmed yet that the credentials open the account: until then the channel is Pending.
  awaits_proof                 boolean not null default false,
  -- When somebody last asked to connect it. If two tenants prove one number, the newer request wins.
  claimed_at                   timestamptz not null,
  -- When the channel's templates are next fetched from the platform automatically, after it was connected. See
  -- docs/subsystems/channels/channels.md, Templates.
  templates_sync_at            timestamptz,
  templates_sync_attempts      smallint not null default 0,
  primary key (tenant_id, id),
  constraint channels_upkeep check ((upkeep is null) = (upkeep_at is null))
);
create unique index channels_external_id on channels (tenant_id, kind, external_id) where deleted_at is null;
create index channels_list on channels (tenant_id, created_at desc, id desc) where deleted_at is null;
-- For the search for due channels, over all tenants.
create index channels_upkeep_due on channels (upkeep_at) where upkeep_at is not null and deleted_at is null;
create index channels_ownership_due on channels (ownership_check_at) where ownership_check_at is not null and deleted_at is null;
create index channels_warning_due on channels (credentials_warn_at) where credentials_warn_at is not null and deleted_at is null;
create index channels_templates_due on channels (templates_sync_at) where templates_sync_at is not null and deleted_at is null;
grant select, insert, update on channels to parley_app;
-- The worker routes callbacks, paces channels and lists due ones; changes are made inside the tenant.
grant select on channels to parley_worker;

-- Global look-up from an id in a platform's callback to the channels it means.
create table channel_routes (
  tenant_id    uuid not null,
  channel_id   uuid not null,
  kind         text not null,
  route_by     text not null check (route_by in ('channel', 'account')),
  external_id  text not null,
  -- Another tenant has taken the shared route, and this one has not been notified yet.
  loss_untold  boolean not null default false,
  -- Why this channel's tenant gets the callbacks that the shared address receives for the id. null: the channel only names the id.
  -- inherited: it was served before proofs were required, and the platform is being asked.
  proof        text check (proof in ('credentials', 'authorization', 'operator', 'inherited')),
  primary key (tenant_id, channel_id, route_by),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create index channel_routes_lookup on channel_routes (kind, route_by, external_id);
-- For the callback URL of one channel, which contains only the channel's id.
create index channel_routes_channel on channel_routes (channel_id);
create index channel_routes_losses on channel_routes (tenant_id, channel_id) where loss_untold;
create policy proof on channel_routes to parley_owner using (true) with check (true);
grant select, insert (tenant_id, channel_id, kind, route_by, external_id), update (loss_untold), delete on channel_routes to parley_app;
grant select on channel_routes to parley_worker;

-- Whose channels the callback URL of the provider app shared by all tenants serves for an id: one tenant at a time. A proof outlives the
-- channel until another channel names the id. The rules: modules/channels/channels/ownership/shared-routes.queries.ts.
create table shared_routes (
  tenant_id    uuid not null references tenants,
  kind         text not null,
  route_by     text not null check (route_by in ('channel', 'account')),
  external_id  text not null,
  claimed_at   timestamptz not null,
  -- When the platform was asked.
  proved_at    timestamptz not null,
  primary key (tenant_id, kind, route_by, external_id)
);
create unique index shared_routes_holder on shared_routes (kind, route_by, external_id);
create policy proof on shared_routes to parley_owner using (true) with check (true);
-- A tenant may name an id; only prove_route() writes its holder and proof, and sees who else holds it.
grant select on shared_routes to parley_app;
grant select on shared_routes to parley_worker;

-- A channel's send budget: the row lock makes it exact over any number of workers. See claim_outbound.
create table channel_pacing (
  tenant_id    uuid not null,
  channel_id   uuid not null,
  -- Even pace (GCRA): claimed messages have used the time up to here.
  tat          timestamptz not null,
  -- The last claim left due messages behind.
  behind       boolean not null default false,
  -- Claims of about the last second, in slots of 20 ms: the limit that holds in any case.
  slots        timestamptz[] not null default '{}',
  claimed      integer[] not null default '{}',
  -- Set by the platform's throttling responses: nothing is sent before it.
  pause_until  timestamptz,
  -- The rate left after throttling, and the time from which it recovers; null: the configured rate.
  rate         double precision,
  rate_at      timestamptz,
  -- When the platform last refused a message for a reason that concerns the whole number (its limit of people, spam, a payment, a block):
  -- its broadcasts then pause, instead of wasting their audience on refusals. See docs/subsystems/sales/broadcasts.md.
  refused_at   timestamptz,
  primary key (tenant_id, channel_id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
) with (fillfactor = 50);
grant select, insert, update on channel_pacing to parley_app;
grant select, insert, update on channel_pacing to parley_worker;

-- One attempt of a person to connect an account. Only the hash of the state that travels through the browser is stored.
create table channel_authorizations (
  tenant_id     uuid not null references tenants,
  id            uuid not null,
  kind          text not null,
  -- Set when a channel is being reconnected: only its own account is accepted.
  channel_id    uuid,
  name          text check (length(name) between 1 and 200),
  -- Used up (null) by the first look-up.
  state_hash    bytea,
  -- The address the code is sent to; the exchange has to repeat it.
  callback_uri  text not null,
  -- Where the browser is sent in the end.
  redirect_uri  text,
  status        text not null check (status in ('pending', 'exchanging', 'choosing', 'completed', 'denied', 'failed')),
  error         text,
  -- Sealed JSON: settings given with the request, and the accounts with their credentials while one is being selected.
  secrets       bytea not null,
  channel_ids   uuid[] not null default '{}',
  actor_kind    text not null,
  actor_id      text not null,
  expires_at    timestamptz not null,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  grant_id      uuid default nullif(current_setting('app.acting_grant', true), '')::uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id)
);
-- For the purge.
create index channel_authorizations_age on channel_authorizations (expires_at);
-- Finds what has to stop when a grant ends.
create index channel_authorizations_of_grant on channel_authorizations (tenant_id, grant_id) where grant_id is not null;
grant select, insert, update on channel_authorizations to parley_app;
-- The worker purges expired authorizations.
grant select, delete on channel_authorizations to parley_worker;

-- When the platform was last heard from, to the minute. Not in the channel's row, which every change of the channel locks.
create table channel_activity (
  tenant_id         uuid not null,
  channel_id        uuid not null,
  last_callback_at  timestamptz,
  last_inbound_at   timestamptz,
  primary key (tenant_id, channel_id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
grant select on channel_activity to parley_app;
-- The worker records activity for many tenants' callbacks at once.
grant select, insert, update on channel_activity to parley_worker;

create table templates (
  tenant_id             uuid not null,
  id                    uuid not null,
  channel_id            uuid not null,
  provider_template_id  text,
  name                  text not null,
  language              text not null,
  category              text,
  status                text not null check (status in
    ('pending', 'approved', 'rejected', 'paused', 'disabled', 'in_appeal', 'deleted', 'archived')),
  quality               text,
  rejected_reason       text,
  parameter_format      text not null default 'positional' check (parameter_format in ('positional', 'named')),
  variables             text[] not null default '{}',
  components            jsonb not null default '[]',
  -- The platform's time of the last applied change: an older event never overwrites a newer one.
  changed_at            timestamptz not null,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  -- When we set a template's content, or the platform reported a change of it. The platform also reports our own edits, without the
  -- content: such a report must not discard what we just stored, and a listing that started earlier must not restore the old content.
  content_at            timestamptz,
  -- The platform's own name for a template's state, verbatim: it has more states than we do, and adds new ones.
  platform_status       text,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id)
);
create unique index templates_name on templates (tenant_id, channel_id, name, language);
grant select, insert, update on templates to parley_app;
-- For backups.
grant select on templates to parley_worker;
