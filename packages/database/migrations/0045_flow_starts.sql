-- Runs of flows that ended long ago are removed. See docs/subsystems/flows.md, How long runs are kept, and ADR 0145.

alter table retention_settings add column flow_runs_days integer check (flow_runs_days between 1 and 36500);

-- What is left of a run that was removed, while it still keeps another from beginning: nothing of what was said or done.
create table flow_starts (
  tenant_id         uuid not null,
  -- The run's.
  id                uuid not null,
  flow_id           uuid not null,
  version           integer not null,
  contact_id        uuid not null,
  conversation_id   uuid,
  trigger_event_id  uuid,
  -- It failed before its first step, as a loop: a repeated call of the flow's address is told so.
  looped            boolean not null,
  started_at        timestamptz not null,
  -- When to ask whether it is needed any more; null: as long as the flow and the contact are there.
  look_at           timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, flow_id, version) references flow_versions (tenant_id, flow_id, version) on delete cascade,
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade
);
-- An event starts a flow once; and the cascade of versions.
create unique index flow_starts_event on flow_starts (tenant_id, flow_id, trigger_event_id);
create index flow_starts_by_version on flow_starts (tenant_id, flow_id, version);
-- Once per contact, and the cascades.
create index flow_starts_by_contact on flow_starts (tenant_id, contact_id, flow_id);
create index flow_starts_by_conversation on flow_starts (tenant_id, conversation_id, flow_id) where conversation_id is not null;
create index flow_starts_look on flow_starts (tenant_id, look_at, id) where look_at is not null;
alter table flow_starts enable row level security;
alter table flow_starts force row level security;
create policy tenant_isolation on flow_starts to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update, delete on flow_starts to parley_app;
select allow_tenant_erasure('flow_starts');
