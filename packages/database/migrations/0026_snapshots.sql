-- Snapshots that wait to be applied to a new client of an agency (docs/subsystems/snapshots.md). tenant_id is the client.
create table snapshot_applications (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  -- Who made the client with it.
  agency_id   uuid not null,
  -- As it was given; gone once it is applied or refused.
  snapshot    jsonb,
  state       text not null check (state in ('ready', 'leased', 'applied', 'failed')),
  run_at      timestamptz not null,
  attempts    integer not null default 0,
  lease_until timestamptz,
  -- Of a failed one: code, message, field.
  problem     jsonb,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (tenant_id, id),
  check ((snapshot is not null) = (state in ('ready', 'leased'))),
  check ((problem is not null) = (state = 'failed'))
);
create index snapshot_applications_ready on snapshot_applications (tenant_id, run_at, id) where state = 'ready';
create index snapshot_applications_leased on snapshot_applications (lease_until) where state = 'leased';

alter table snapshot_applications enable row level security;
alter table snapshot_applications force row level security;
create policy tenant_isolation on snapshot_applications to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy cross_tenant on snapshot_applications to parley_worker using (true) with check (true);
grant select, update on snapshot_applications to parley_app;
-- It is made together with the client, which only the worker may make; and claimed across tenants.
grant select, insert, update on snapshot_applications to parley_worker;

select allow_tenant_erasure('snapshot_applications');
