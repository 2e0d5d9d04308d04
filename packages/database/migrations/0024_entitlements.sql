-- What an agency lets its clients use, and who pays for what they use. See docs/subsystems/entitlements.md and
-- docs/subsystems/client-billing.md.

-- Limits of a client (tenant_id): no row, no limit. Locked by whoever makes one more of what it counts.
create table entitlements (
  tenant_id  uuid not null references tenants,
  resource   text not null check (length(resource) between 1 and 50),
  max_value  bigint not null check (max_value >= 0),
  updated_at timestamptz not null,
  primary key (tenant_id, resource)
);

-- What was used of a limit in a month, of limits that are counted so; a row is changed in place, again and again.
create table entitlement_months (
  tenant_id uuid not null references tenants,
  resource  text not null check (length(resource) between 1 and 50),
  month     date not null,
  used      bigint not null check (used >= 0),
  primary key (tenant_id, resource, month)
) with (fillfactor = 50);

-- Read in the condition of every send (is the app active), so that a tenant without a limit pays nothing.
alter table apps add column messages_limited boolean not null default false;

-- Serves the count of seats.
create index members_active on members (tenant_id) where status = 'active';

do $$
declare t text;
begin
  foreach t in array array['entitlements', 'entitlement_months'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
  end loop;
end $$;

grant select, insert, update, delete on entitlements to parley_app;
grant select, insert, update on entitlement_months to parley_app;
grant update (messages_limited) on apps to parley_app;
-- The first invitation of a client that is being made, by whom tenants are made.
grant select, update on entitlements to parley_worker;

-- Who pays for what a client uses: of a tenant that has an agency. The row of its balance, because every charge reads it under its lock.
alter table apps
  add column agency_id uuid,
  add column billing_mode text check (billing_mode in ('agency_pays', 'client_pays')),
  -- Percent that the agency adds.
  add column markup_percent numeric(6, 2) check (markup_percent between 0 and 100),
  -- null: never set by the agency.
  add column terms_updated_at timestamptz,
  -- When it is told that the balance is low; null: never.
  add column low_threshold numeric(20, 6) check (low_threshold >= 0),
  -- Since when it is, as was told; null: it is not.
  add column low_since timestamptz,
  add constraint apps_terms check (
    (agency_id is null) = (billing_mode is null) and (agency_id is null) = (markup_percent is null)
    and (agency_id is not null or terms_updated_at is null));

-- The terms that a reservation was made on: they hold until it ends. `amount` is what the work costs at most, before any markup.
alter table reservations
  add column agency_id uuid,
  add column billing_mode text check (billing_mode in ('agency_pays', 'client_pays')),
  add column markup_percent numeric(6, 2) check (markup_percent between 0 and 100),
  add constraint reservations_terms check ((agency_id is null) = (billing_mode is null) and (agency_id is null) = (markup_percent is null));
-- Serves the purge of ended ones.
create index reservations_ended on reservations (updated_at) where status <> 'held';
grant delete on reservations to parley_worker;

alter table ledger_entries
  -- Of usage on an agency's terms: what it cost before the markup.
  add column base_amount numeric(20, 6) check (base_amount >= 0),
  -- Of usage that the agency pays: what the tenant owes it.
  add column owed numeric(20, 6) check (owed >= 0),
  -- In an agency's ledger: whose usage it is of.
  add column client_id uuid;
-- Serves the ledger as a file.
create index ledger_entries_by_time on ledger_entries (tenant_id, created_at, number);
-- Nothing is held back from a balance that does not pay.
alter table ledger_entries drop constraint ledger_entries_sign, add constraint ledger_entries_sign check (case type
  when 'top_up' then amount > 0 when 'credit' then amount > 0 when 'release' then amount >= 0 when 'refund' then amount > 0
  when 'reserve' then amount <= 0 when 'usage' then amount <= 0 when 'adjustment' then amount <> 0 else false end);

-- What is still to be written into an agency's ledger about an entry of its client (tenant_id); written with the entry, brought by a worker.
create table client_charges (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  entry_id    uuid not null,
  agency_id   uuid not null,
  mode        text not null check (mode in ('agency_pays', 'client_pays')),
  -- Before the markup, and with it.
  cost        numeric(20, 6) not null check (cost >= 0),
  billed      numeric(20, 6) not null check (billed >= cost),
  reason      text,
  -- The first day of the month it is counted in, as text: 2026-11-01.
  month       text not null check (month ~ '^[0-9]{4}-[0-9]{2}-01$'),
  state       text not null check (state in ('ready', 'leased', 'done')),
  run_at      timestamptz not null,
  attempts    integer not null default 0,
  lease_until timestamptz,
  last_error  text,
  -- The agency's balance did not cover it.
  unfunded    boolean not null default false,
  created_at  timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, entry_id) references ledger_entries (tenant_id, id)
);
create unique index client_charges_of_entry on client_charges (tenant_id, entry_id);
create index client_charges_ready on client_charges (tenant_id, run_at) where state = 'ready';
create index client_charges_leased on client_charges (lease_until) where state = 'leased';
-- Whether anything waits for the agency's money, asked before more is used; and what is outstanding.
create index client_charges_open on client_charges (tenant_id, unfunded) where state <> 'done';
-- Serves the purge of those that were brought.
create index client_charges_done on client_charges (created_at) where state = 'done';

-- An agency's (tenant_id) sums by client and month, moved with its ledger.
create table agency_client_months (
  tenant_id uuid not null references tenants,
  client_id uuid not null,
  month     date not null,
  -- agency_pays: what the agency paid, and what the client owes it for it.
  cost      numeric(20, 6) not null default 0,
  owed      numeric(20, 6) not null default 0,
  -- client_pays: what the client paid, and what of it was the agency's.
  charged   numeric(20, 6) not null default 0,
  earned    numeric(20, 6) not null default 0,
  charges   bigint not null default 0,
  primary key (tenant_id, client_id, month)
);
create index agency_client_months_list on agency_client_months (tenant_id, month desc, client_id desc);

do $$
declare t text;
begin
  foreach t in array array['client_charges', 'agency_client_months'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
  end loop;
end $$;

grant select, insert, update on client_charges, agency_client_months to parley_app;
-- Claims, leases, and the purge.
grant select, update, delete on client_charges to parley_worker;
grant update (agency_id, billing_mode, markup_percent, terms_updated_at, low_threshold, low_since) on apps to parley_app;
-- A client is made by whom tenants are made, and begins on its agency's terms.
grant update (agency_id, billing_mode, markup_percent) on apps to parley_worker;

-- Clients that there are already begin on the terms of new ones.
alter table apps no force row level security;
alter table agency_clients no force row level security;
update apps a set agency_id = c.tenant_id, billing_mode = 'client_pays', markup_percent = 0
  from agency_clients c where c.client_id = a.tenant_id and c.status <> 'ended';
alter table agency_clients force row level security;
alter table apps force row level security;

-- A mail that tells of a low balance.
alter table mails drop constraint mails_kind_check,
  add constraint mails_kind_check check (kind in ('invitation', 'password_reset', 'password_changed', 'low_balance', 'markup_raised'));
