-- The secret address of a flow that other systems start. See docs/subsystems/flows.md, Webhooks.
create table flow_hooks (
  tenant_id   uuid not null,
  flow_id     uuid not null,
  token_hash  bytea not null,
  created_by  text not null,
  created_at  timestamptz not null,
  primary key (tenant_id, flow_id),
  foreign key (tenant_id, flow_id) references flows (tenant_id, id) on delete cascade
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
