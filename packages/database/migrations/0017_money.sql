-- Money: apps with their prepaid balance, the ledger, reservations, prices, subscriptions, the payment gateway, payment
-- requests, and usage by month. See docs/subsystems/billing.md.

-- One product workspace of a tenant, holding its balance: the sum of its ledger entries, written with them under this row's lock.
create table apps (
  tenant_id      uuid not null references tenants,
  id             uuid not null,
  name           text not null check (length(name) between 1 and 200),
  is_active      boolean not null,
  balance        numeric(20, 6) not null,
  -- Held back by reservations; not part of the balance.
  reserved       numeric(20, 6) not null check (reserved >= 0),
  allow_negative boolean not null,
  -- How many ledger entries there are: the next one's number is one more.
  entries        bigint not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (tenant_id, id),
  constraint apps_not_negative check (balance >= 0 or allow_negative)
);
create unique index apps_of_tenant on apps (tenant_id);
-- Whose an id is, asked by those who reach several tenants; and the list over all of them.
create index apps_by_id on apps (id);
create index apps_by_age on apps (created_at desc, id desc);
create index tenants_by_age on tenants (created_at desc, tenant_id desc);

-- What happened to a balance, for ever: no role may update or delete.
create table ledger_entries (
  tenant_id        uuid not null references tenants,
  id               uuid not null,
  app_id           uuid not null,
  -- 1, 2, 3 … of the app: the order in which they were applied.
  number           bigint not null check (number > 0),
  type             text not null,
  amount           numeric(20, 6) not null,
  balance_after    numeric(20, 6) not null,
  reference        text not null check (length(reference) between 1 and 200),
  reason           text,
  admin_id         text,
  -- Of usage with a price: what the price list said then.
  model_name       text,
  cost_per_request numeric(20, 6),
  requests         integer,
  actor_kind       text not null,
  actor_id         text not null,
  created_at       timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, app_id) references apps (tenant_id, id),
  constraint ledger_entries_sign check (case type
    when 'top_up' then amount > 0 when 'credit' then amount > 0 when 'release' then amount > 0 when 'refund' then amount > 0
    when 'reserve' then amount < 0 when 'usage' then amount <= 0 when 'adjustment' then amount <> 0 else false end),
  constraint ledger_entries_price check ((model_name is null) = (requests is null) and (model_name is null) = (cost_per_request is null))
);
create unique index ledger_entries_once on ledger_entries (tenant_id, reference, type);
create unique index ledger_entries_order on ledger_entries (tenant_id, app_id, number);

create table reservations (
  tenant_id      uuid not null references tenants,
  reference      text not null check (length(reference) between 1 and 200),
  app_id         uuid not null,
  amount         numeric(20, 6) not null check (amount > 0),
  status         text not null check (status in ('held', 'settled', 'released', 'expired')),
  settled_amount numeric(20, 6),
  expires_at     timestamptz not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (tenant_id, reference),
  foreign key (tenant_id, app_id) references apps (tenant_id, id)
);
-- Serves the job that gives money back after its time, over all tenants.
create index reservations_due on reservations (expires_at) where status = 'held';

-- The one price list of the installation. A row lies with the platform tenant that made it; every platform tenant may change it.
create table pricing (
  tenant_id        uuid not null references tenants,
  id               uuid not null,
  model_name       text not null check (length(model_name) between 1 and 200),
  cost_per_request numeric(20, 6) not null check (cost_per_request >= 0),
  description      text,
  is_active        boolean not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (tenant_id, id)
);
create unique index pricing_model on pricing (model_name);
create index pricing_by_id on pricing (id);
create index pricing_by_age on pricing (created_at desc, id desc);

create table subscriptions (
  tenant_id         uuid not null references tenants,
  id                uuid not null,
  status            text not null check (status in ('trialing', 'active', 'past_due', 'paused', 'cancelled', 'expired')),
  subscription_type text not null check (subscription_type in ('monthly', 'quarterly', 'yearly', 'one_time')),
  item_name         text not null check (length(item_name) between 1 and 200),
  billing_amount    numeric(20, 6) not null check (billing_amount >= 0),
  -- Bills still to come; null: until it ends.
  cycles            integer check (cycles >= 0),
  start_date        timestamptz not null,
  next_billing      timestamptz,
  end_date          timestamptz,
  -- From which the instants of bills are counted, so that the 31st stays the 31st.
  anchor            timestamptz not null,
  -- When the renewal job is to look; null: never.
  due_at            timestamptz,
  past_due_since    timestamptz,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (tenant_id, id)
);
create unique index subscriptions_of_tenant on subscriptions (tenant_id);
create index subscriptions_due on subscriptions (due_at) where due_at is not null;
create index subscriptions_by_id on subscriptions (id);
create index subscriptions_by_age on subscriptions (created_at desc, id desc);

-- The one payment gateway of the installation; the row lies with the platform tenant that set it up first, whose key seals its secrets.
create table gateway_settings (
  tenant_id              uuid primary key references tenants,
  enabled                boolean not null,
  reconciliation_enabled boolean not null,
  base_url               text not null,
  secret_key             bytea,
  secret_key_last_four   text,
  callback_token         bytea,
  tested_at              timestamptz,
  -- null: the last test was good, or there was none.
  test_error             text,
  created_at             timestamptz not null,
  updated_at             timestamptz not null
);

-- A row is also the work to be done for it at the gateway: make the invoice, ask about it, expire it.
create table payment_requests (
  tenant_id       uuid not null references tenants,
  id              uuid not null,
  -- Set when it is to pay a bill of the subscription.
  subscription_id uuid,
  amount          numeric(20, 6) not null check (amount > 0),
  currency        text not null check (currency ~ '^[A-Z]{3}$'),
  description     text,
  status          text not null check (status in ('pending', 'paid', 'expired', 'failed', 'cancelled')),
  -- The gateway's.
  invoice_id      text,
  invoice_url     text,
  expires_at      timestamptz,
  paid_at         timestamptz,
  paid_amount     numeric(20, 6),
  -- What a person has to look at, in words.
  problem         text,
  state           text not null check (state in ('ready', 'leased', 'done')),
  run_at          timestamptz not null,
  attempts        integer not null default 0,
  lease_until     timestamptz,
  last_error      text,
  actor_kind      text not null,
  actor_id        text not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
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

create table usage_months (
  tenant_id       uuid not null references tenants,
  month           date not null,
  messages_in     bigint not null default 0,
  messages_out    bigint not null default 0,
  active_contacts bigint not null default 0,
  ai_requests     bigint not null default 0,
  spend           numeric(20, 6) not null default 0,
  primary key (tenant_id, month)
);
-- Serves the sum over all tenants.
create index usage_months_by_month on usage_months (month);

-- Who was counted as active in a month already.
create table usage_contacts (
  tenant_id  uuid not null references tenants,
  month      date not null,
  contact_id uuid not null,
  primary key (tenant_id, month, contact_id)
);
-- Serves the purge of past months.
create index usage_contacts_by_month on usage_contacts (month);

-- What tenants that exist already would have got when they were made. Row-level security binds the owner too where it is forced.
alter table tenants no force row level security;
insert into apps (tenant_id, id, name, is_active, balance, reserved, allow_negative, entries, created_at, updated_at)
select tenant_id, gen_random_uuid(), name, true, 0, 0, false, 0, created_at, created_at from tenants;
insert into subscriptions (tenant_id, id, status, subscription_type, item_name, billing_amount, start_date, next_billing, anchor, due_at,
                           created_at, updated_at)
select tenant_id, gen_random_uuid(), 'active', 'monthly', 'Free', 0, created_at, now() + interval '1 month', now(), now() + interval '1 month',
       created_at, created_at
  from tenants;
alter table tenants force row level security;

do $$
declare t text;
begin
  foreach t in array array['apps', 'ledger_entries', 'reservations', 'pricing', 'subscriptions', 'gateway_settings',
                           'payment_requests', 'usage_months', 'usage_contacts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
  end loop;
end $$;

grant select, update (is_active, balance, reserved, allow_negative, entries, updated_at) on apps to parley_app;
grant select, insert on ledger_entries to parley_app;
grant select, insert, update on reservations, payment_requests, gateway_settings, usage_months to parley_app;
grant select, insert, update, delete on pricing to parley_app;
grant select, update on subscriptions to parley_app;
-- New tenants get theirs from the worker, who makes tenants.
grant select, insert on apps, subscriptions to parley_worker;
-- Which tenants have something due, whose an id is, and lists over all of them; the price list and the gateway are everybody's.
grant select on reservations, pricing, gateway_settings to parley_worker;
-- Claims and leases.
grant select, update on payment_requests to parley_worker;
grant select, insert, update on usage_months to parley_worker;
grant select, insert, delete on usage_contacts to parley_worker;
