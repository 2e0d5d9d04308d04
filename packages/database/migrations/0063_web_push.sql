-- Browsers that are told of mentions and assignments while no page is open. The address of a browser and its keys are secrets: who has
-- them can make it show something. They are sealed.
create table push_subscriptions (
  tenant_id      uuid not null,
  id             uuid not null,
  member_id      uuid not null,
  -- It ends with the session in which it was asked for.
  session_id     uuid not null references user_sessions on delete cascade,
  -- members.stay of then: who was suspended or removed since has none any more, also when they come back.
  stay           integer not null,
  endpoint_hash  bytea not null,
  sealed         bytea not null,
  language       text not null check (length(language) between 2 and 20),
  created_at     timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, user_id) on delete cascade
);
-- One browser has one, and so has one session.
create unique index push_subscriptions_endpoint on push_subscriptions (tenant_id, endpoint_hash);
create unique index push_subscriptions_of_session on push_subscriptions (tenant_id, session_id);
create index push_subscriptions_member on push_subscriptions (tenant_id, member_id, id);
-- Serves the cascade.
create index push_subscriptions_session on push_subscriptions (session_id);
-- Another person signs in at the same browser, perhaps in another organization.
create index push_subscriptions_browser on push_subscriptions (endpoint_hash);
-- The update is for the lock under which messages are written: a subscription that ends meanwhile must not fail what they tell of.
grant select, update (language) on push_subscriptions to parley_app;
-- Of a person about themselves, and what push services say of browsers that are gone.
grant select, insert, update, delete on push_subscriptions to parley_worker;

-- On their way to a browser: one for each notification and each subscription of its member.
create table push_messages (
  tenant_id        uuid not null,
  id               uuid not null,
  subscription_id  uuid not null,
  notification_id  uuid not null,
  state            text not null check (state in ('ready', 'leased', 'sent', 'failed', 'dropped')),
  run_at           timestamptz not null,
  attempts         integer not null default 0,
  lease_until      timestamptz,
  -- Later it is no news.
  give_up_at       timestamptz not null,
  error            text,
  created_at       timestamptz not null,
  sent_at          timestamptz,
  holder           integer,
  deaths           smallint not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, subscription_id) references push_subscriptions (tenant_id, id) on delete cascade,
  foreign key (tenant_id, notification_id) references notifications (tenant_id, id) on delete cascade
);
-- A browser is told once. Serves the first of the cascades, the next index the other.
create unique index push_messages_once on push_messages (tenant_id, subscription_id, notification_id);
create index push_messages_notification on push_messages (tenant_id, notification_id);
-- Serves the claims, one lane per tenant.
create index push_messages_ready on push_messages (tenant_id, run_at, id) where state = 'ready';
create index push_messages_leased on push_messages (lease_until) where state = 'leased';
-- Serves the purge.
create index push_messages_age on push_messages (created_at);
create index push_messages_failed on push_messages (tenant_id, id) where state = 'failed';
create index push_messages_done on push_messages (sent_at) where state = 'sent';
-- Written in the transaction of the notification; a retry, inside the organization.
grant select, insert, update (state, run_at, attempts, error) on push_messages to parley_app;
grant select, insert, update, delete on push_messages to parley_worker;
