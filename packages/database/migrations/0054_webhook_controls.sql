-- What a webhook is told beside an event, how it is signed, how fast and which events it gets; and that its failing is told. See docs/subsystems/webhooks.md.
alter table webhook_endpoints
  -- A JSON object of names and values, sealed: values may be credentials. The names are shown.
  add column headers bytea,
  add column header_names text[] not null default '{}',
  add column max_per_second integer check (max_per_second between 1 and 1000),
  -- Conditions on an event's data, all of which must hold.
  add column filter jsonb not null default '[]' check (jsonb_typeof(filter) = 'array'),
  add column signature_scheme text not null default 'hmac-sha256' check (signature_scheme in ('hmac-sha256', 'ed25519')),
  -- Of Ed25519: the private keys sealed, the public ones as they are shown.
  add column signing_key bytea,
  add column public_key text,
  add column previous_signing_key bytea,
  add column previous_public_key text,
  add constraint webhook_endpoints_signing_key check ((signing_key is null) = (public_key is null)),
  -- The run of failures that was told; cleared with it.
  add column alerted_at timestamptz,
  -- What is still to be told, by a worker in the tenant's own transaction.
  add column alert text check (alert in ('failing', 'disabled'));
create index webhook_endpoints_alert on webhook_endpoints (tenant_id, id) where alert is not null;

-- When the next delivery to an endpoint with max_per_second is due: one pace for all processes. A row of its own, because it changes all the time.
create table webhook_paces (
  tenant_id    uuid not null,
  endpoint_id  uuid not null,
  next_at      timestamptz not null,
  primary key (tenant_id, endpoint_id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints (tenant_id, id) on delete cascade
) with (fillfactor = 50);
alter table webhook_paces enable row level security;
alter table webhook_paces force row level security;
create policy tenant_isolation on webhook_paces to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy cross_tenant on webhook_paces to parley_worker using (true) with check (true);
grant select on webhook_paces to parley_app;
grant select, insert, update, delete on webhook_paces to parley_worker;
select allow_tenant_erasure('webhook_paces');

-- Owners are told of both.
alter table mails drop constraint mails_kind_check,
  add constraint mails_kind_check check (kind in ('invitation', 'password_reset', 'password_changed', 'low_balance', 'markup_raised',
    'email_verification', 'email_change', 'email_change_notice', 'email_changed', 'webhook_failing', 'webhook_disabled'));
