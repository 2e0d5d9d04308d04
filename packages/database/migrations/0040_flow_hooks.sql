-- The secret address of a flow that other systems start. See docs/subsystems/flows.md, Webhooks.
create table flow_hooks (
  tenant_id   uuid not null,
  flow_id     uuid not null,
  token_hash  bytea not null,
  created_by  text not null,
  created_at  timestamptz not null,
  -- Of the agency's key that made it: the address ends with the grant.
  grant_id    uuid,
  primary key (tenant_id, flow_id),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id) on delete cascade,
  foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id)
);
create unique index flow_hooks_token on flow_hooks (token_hash);
alter table flow_hooks enable row level security;
alter table flow_hooks force row level security;
create policy tenant_isolation on flow_hooks to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
-- Whose an address is is the question.
create policy cross_tenant on flow_hooks for select to parley_worker using (true);
grant select, insert, update, delete on flow_hooks to parley_app;
grant select on flow_hooks to parley_worker;
select allow_tenant_erasure('flow_hooks');

-- How far windows that close soon have been told, for each number of minutes before that flows of the tenant ask for.
create table flow_window_fronts (
  tenant_id   uuid not null references tenants,
  minutes     integer not null check (minutes between 1 and 1380),
  seen_until  timestamptz not null,
  primary key (tenant_id, minutes)
);
alter table flow_window_fronts enable row level security;
alter table flow_window_fronts force row level security;
create policy tenant_isolation on flow_window_fronts to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy cross_tenant on flow_window_fronts for select to parley_worker using (true);
grant select, insert, update on flow_window_fronts to parley_app;
grant select on flow_window_fronts to parley_worker;
select allow_tenant_erasure('flow_window_fronts');
