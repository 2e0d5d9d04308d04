-- Money: apps with their prepaid balance, the ledger, reservations, prices, subscriptions, payments, usage, and what clients pay.
-- See docs/subsystems/money/billing.md and docs/subsystems/agency/client-billing.md.

-- A tenant's product workspace, with its balance: the sum of its ledger entries, written with them under this row's lock.
create table apps (
  tenant_id         uuid not null references tenants,
  id                uuid not null,
  name              text not null check (length(name) between 1 and 200),
  is_active         boolean not null,
  balance           numeric(20, 6) not null,
  -- Held by reservations; not part of the balance.
  reserved          numeric(20, 6) not null check (reserved >= 0),
  allow_negative    boolean not null,
  -- The number of ledger entries; the next entry's number is one higher.
  entries           bigint not null,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  -- Read in the condition of every send (is the app active), so that a tenant without a limit pays nothing for the check.
  messages_limited  boolean not null default false,
  -- For a client of an agency: who pays for its usage. In the balance's row, because every charge reads it under its lock.
  agency_id         uuid,
  billing_mode      text check (billing_mode in ('agency_pays', 'client_pays')),
  -- The agency's markup in percent.
  markup_percent    numeric(6, 2) check (markup_percent between 0 and 100),
  -- null: never set by the agency.
  terms_updated_at  timestamptz,
  -- The threshold for a low-balance warning; null: never.
  low_threshold     numeric(20, 6) check (low_threshold >= 0),
  -- Since when it has been low, as reported; null: it is not.
  low_since         timestamptz,
  -- An organization cannot switch on again what the platform, or its agency, has switched off: who did so is stored next to the state. See
  -- docs/subsystems/money/billing.md, Who switches what on and off.
  held_by           text check (held_by in ('agency', 'platform')),
  primary key (tenant_id, id),
  constraint apps_not_negative check (balance >= 0 or allow_negative),
  constraint apps_terms check (
    (agency_id is null) = (billing_mode is null) and (agency_id is null) = (markup_percent is null)
    and (agency_id is not null or terms_updated_at is null)),
  constraint apps_held_when_off check (held_by is null or not is_active)
);
create unique index apps_of_tenant on apps (tenant_id);
-- To find the tenant of an id, for credentials that reach several tenants; and for the list over all of them.
create index apps_by_id on apps (id);
create index apps_by_age on apps (created_at desc, id desc);
grant select, update (is_active, balance, reserved, allow_negative, entries, updated_at, messages_limited, agency_id, billing_mode,
  markup_percent, terms_updated_at, low_threshold, low_since, held_by) on apps to parley_app;
-- The worker creates tenants, including this row.
grant select, insert, update (agency_id, billing_mode, markup_percent) on apps to parley_worker;

-- What happened to a balance, permanently: no role may update or delete.
create table ledger_entries (
  tenant_id         uuid not null references tenants,
  id                uuid not null,
  app_id            uuid not null,
  -- 1, 2, 3 … within the app: the order in which they were applied.
  number            bigint not null check (number > 0),
  type              text not null,
  amount            numeric(20, 6) not null,
  balance_after     numeric(20, 6) not null,
  reference         text not null check (length(reference) between 1 and 200),
  reason            text,
  admin_id          text,
  -- For usage with a price: the price list's values at that time.
  model_name        text,
  cost_per_request  numeric(20, 6),
  requests          integer,
  actor_kind        text not null,
  actor_id          text not null,
  created_at        timestamptz not null,
  -- For usage on an agency's terms: the cost before the markup.
  base_amount       numeric(20, 6) check (base_amount >= 0),
  -- For usage that the agency pays: what the tenant owes it.
  owed              numeric(20, 6) check (owed >= 0),
  -- In an agency's ledger: the client whose usage it is.
  client_id         uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, app_id) references apps (tenant_id, id),
  constraint ledger_entries_price check ((model_name is null) = (requests is null) and (model_name is null) = (cost_per_request is null)),
  constraint ledger_entries_sign check (case type
    when 'top_up' then amount > 0 when 'credit' then amount > 0 when 'release' then amount >= 0 when 'refund' then amount > 0
    when 'reserve' then amount <= 0 when 'usage' then amount <= 0 when 'adjustment' then amount <> 0 else false end)
);
create unique index ledger_entries_once on ledger_entries (tenant_id, reference, type);
create unique index ledger_entries_order on ledger_entries (tenant_id, app_id, number);
-- For the ledger's file.
create index ledger_entries_by_time on ledger_entries (tenant_id, created_at, number);
grant select, insert on ledger_entries to parley_app;

create table reservations (
  tenant_id       uuid not null references tenants,
  reference       text not null check (length(reference) between 1 and 200),
  app_id          uuid not null,
  amount          numeric(20, 6) not null check (amount > 0),
  status          text not null check (status in ('held', 'settled', 'released', 'expired')),
  settled_amount  numeric(20, 6),
  expires_at      timestamptz not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  -- The terms at the time of the reservation, which apply until it ends. `amount` is the maximum cost of the work, before any markup.
  agency_id       uuid,
  billing_mode    text check (billing_mode in ('agency_pays', 'client_pays')),
  markup_percent  numeric(6, 2) check (markup_percent between 0 and 100),
  primary key (tenant_id, reference),
  foreign key (tenant_id, app_id) references apps (tenant_id, id),
  constraint reservations_terms check ((agency_id is null) = (billing_mode is null) and (agency_id is null) = (markup_percent is null))
);
-- For the job that releases expired reservations, over all tenants.
create index reservations_due on reservations (expires_at) where status = 'held';
-- For the purge of ended ones.
create index reservations_ended on reservations (updated_at) where status <> 'held';
grant select, insert, update on reservations to parley_app;
-- To find tenants with due rows, and the tenant of an id.
grant select, delete on reservations to parley_worker;

-- The installation's only price list. A row belongs to the platform tenant that created it; every platform tenant may change it.
create table pricing (
  tenant_id         uuid not null references tenants,
  id                uuid not null,
  model_name        text not null check (length(model_name) between 1 and 200),
  cost_per_request  numeric(20, 6) not null check (cost_per_request >= 0),
  description       text,
  is_active         boolean not null,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (tenant_id, id)
);
create unique index pricing_model on pricing (model_name);
create index pricing_by_id on pricing (id);
create index pricing_by_age on pricing (created_at desc, id desc);
grant select, insert, update, delete on pricing to parley_app;
-- Read for all tenants.
grant select on pricing to parley_worker;

create table subscriptions (
  tenant_id          uuid not null references tenants,
  id                 uuid not null,
  status             text not null check (status in ('trialing', 'active', 'past_due', 'paused', 'cancelled', 'expired')),
  subscription_type  text not null check (subscription_type in ('monthly', 'quarterly', 'yearly', 'one_time')),
  item_name          text not null check (length(item_name) between 1 and 200),
  billing_amount     numeric(20, 6) not null check (billing_amount >= 0),
  -- Remaining bills; null: until it ends.
  cycles             integer check (cycles >= 0),
  start_date         timestamptz not null,
  next_billing       timestamptz,
  end_date           timestamptz,
  -- The anchor for the times of bills, so that the 31st stays the 31st.
  anchor             timestamptz not null,
  -- When the renewal job has to look at it; null: never.
  due_at             timestamptz,
  past_due_since     timestamptz,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  held_by            text check (held_by in ('agency', 'platform')),
  -- The status in which it was cancelled below the platform, restored when it resumes.
  cancelled_from     text check (cancelled_from in ('trialing', 'active', 'past_due', 'paused')),
  primary key (tenant_id, id),
  constraint subscriptions_held_when_off check (held_by is null or status in ('paused', 'cancelled', 'expired')),
  constraint subscriptions_cancelled_from check (cancelled_from is null or status = 'cancelled')
);
create unique index subscriptions_of_tenant on subscriptions (tenant_id);
create index subscriptions_due on subscriptions (due_at) where due_at is not null;
create index subscriptions_by_id on subscriptions (id);
create index subscriptions_by_age on subscriptions (created_at desc, id desc);
grant select, update on subscriptions to parley_app;
-- The worker creates tenants, including this row.
grant select, insert on subscriptions to parley_worker;

-- The installation's only payment gateway; the row belongs to the platform tenant that set it up first, whose key seals its secrets.
create table gateway_settings (
  tenant_id               uuid primary key references tenants,
  enabled                 boolean not null,
  reconciliation_enabled  boolean not null,
  base_url                text not null,
  secret_key              bytea,
  secret_key_last_four    text,
  callback_token          bytea,
  tested_at               timestamptz,
  -- null: the last test succeeded, or there was none.
  test_error              text,
  created_at              timestamptz not null,
  updated_at              timestamptz not null
);
grant select, insert, update on gateway_settings to parley_app;
-- Read for all tenants.
grant select on gateway_settings to parley_worker;

-- A row is also the pending work at the gateway: create the invoice, ask for its status, expire it.
create table payment_requests (
  tenant_id        uuid not null references tenants,
  id               uuid not null,
  -- Set if it pays a bill of the subscription.
  subscription_id  uuid,
  amount           numeric(20, 6) not null check (amount > 0),
  currency         text not null check (currency ~ '^[A-Z]{3}$'),
  description      text,
  status           text not null check (status in ('pending', 'paid', 'expired', 'failed', 'cancelled')),
  -- The gateway's id.
  invoice_id       text,
  invoice_url      text,
  expires_at       timestamptz,
  paid_at          timestamptz,
  paid_amount      numeric(20, 6),
  -- A description of what a person has to look at.
  problem          text,
  state            text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit', 'done')),
  run_at           timestamptz not null,
  attempts         integer not null default 0,
  lease_until      timestamptz,
  last_error       text,
  actor_kind       text not null,
  actor_id         text not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  holder           integer,
  deaths           smallint not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, subscription_id) references subscriptions (tenant_id, id)
);
create index payment_requests_list on payment_requests (tenant_id, created_at desc, id desc);
create index payment_requests_by_age on payment_requests (created_at desc, id desc);
create index payment_requests_by_id on payment_requests (id);
-- A subscription waits for one payment at a time.
create unique index payment_requests_of_subscription on payment_requests (tenant_id, subscription_id) where status = 'pending';
create index payment_requests_ready on payment_requests (tenant_id, run_at) where state = 'ready';
create index payment_requests_leased on payment_requests (lease_until) where state = 'leased';
-- For queue counts and retries.
create index payment_requests_set_aside on payment_requests (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update on payment_requests to parley_app;
-- For claims and leases.
grant select, update on payment_requests to parley_worker;

create table usage_months (
  tenant_id        uuid not null references tenants,
  month            date not null,
  messages_in      bigint not null default 0,
  messages_out     bigint not null default 0,
  active_contacts  bigint not null default 0,
  ai_requests      bigint not null default 0,
  spend            numeric(20, 6) not null default 0,
  primary key (tenant_id, month)
);
-- For the sum over all tenants.
create index usage_months_by_month on usage_months (month);
grant select, insert, update on usage_months to parley_app;
grant select, insert, update on usage_months to parley_worker;

-- Contacts already counted as active in a month.
create table usage_contacts (
  tenant_id   uuid not null references tenants,
  month       date not null,
  contact_id  uuid not null,
  primary key (tenant_id, month, contact_id)
);
-- For the purge of past months.
create index usage_contacts_by_month on usage_contacts (month);
grant select, insert, delete on usage_contacts to parley_worker;

-- Messages by hour (two days) and by day (32 days), counted from the event log together with usage_months.
create table usage_periods (
  tenant_id     uuid not null references tenants,
  period        text not null check (period in ('hour', 'day')),
  starts_at     timestamptz not null,
  messages_in   bigint not null default 0,
  messages_out  bigint not null default 0,
  primary key (tenant_id, period, starts_at)
);
-- For the sum over all tenants, and the purge.
create index usage_periods_by_start on usage_periods (period, starts_at);
grant select on usage_periods to parley_app;
grant select, insert, update, delete on usage_periods to parley_worker;

-- What still has to be written to an agency's ledger for an entry of its client (tenant_id); written with the entry, transferred by a
-- worker.
create table client_charges (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  entry_id     uuid not null,
  agency_id    uuid not null,
  mode         text not null check (mode in ('agency_pays', 'client_pays')),
  -- Before and after the markup.
  cost         numeric(20, 6) not null check (cost >= 0),
  billed       numeric(20, 6) not null check (billed >= cost),
  reason       text,
  -- The first day of the month it counts in, as text: 2026-11-01.
  month        text not null check (month ~ '^[0-9]{4}-[0-9]{2}-01$'),
  state        text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit', 'done')),
  run_at       timestamptz not null,
  attempts     integer not null default 0,
  lease_until  timestamptz,
  last_error   text,
  -- The agency's balance did not cover it.
  unfunded     boolean not null default false,
  created_at   timestamptz not null,
  holder       integer,
  deaths       smallint not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, entry_id) references ledger_entries (tenant_id, id)
);
create unique index client_charges_of_entry on client_charges (tenant_id, entry_id);
create index client_charges_ready on client_charges (tenant_id, run_at) where state = 'ready';
create index client_charges_leased on client_charges (lease_until) where state = 'leased';
-- To check whether anything waits for the agency's money before more is used; and for the outstanding amount.
create index client_charges_open on client_charges (tenant_id, unfunded) where state <> 'done';
-- For the purge of transferred ones.
create index client_charges_done on client_charges (created_at) where state = 'done';
-- For queue counts and retries.
create index client_charges_set_aside on client_charges (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update on client_charges to parley_app;
-- For claims, leases, and the purge.
grant select, update, delete on client_charges to parley_worker;

-- An agency's (tenant_id) sums by client and month, updated with its ledger.
create table agency_client_months (
  tenant_id  uuid not null references tenants,
  client_id  uuid not null,
  month      date not null,
  -- agency_pays: what the agency paid, and what the client owes it for that.
  cost       numeric(20, 6) not null default 0,
  owed       numeric(20, 6) not null default 0,
  -- client_pays: what the client paid, and the agency's share of it.
  charged    numeric(20, 6) not null default 0,
  earned     numeric(20, 6) not null default 0,
  charges    bigint not null default 0,
  primary key (tenant_id, client_id, month)
);
create index agency_client_months_list on agency_client_months (tenant_id, month desc, client_id desc);
grant select, insert, update on agency_client_months to parley_app;
