-- Exports of a whole organization. See docs/subsystems/organization-exports.md.

-- An export is the work itself: leased, written piece by piece, and kept afterwards as what it tells of itself.
create table organization_exports (
  tenant_id     uuid not null references tenants,
  id            uuid not null,
  include_media boolean not null,
  state         text not null check (state in ('ready', 'leased', 'completed', 'failed', 'expired')),
  run_at        timestamptz not null,
  attempts      integer not null default 0,
  lease_until   timestamptz,
  tries         integer not null default 0,
  -- Where it stands: the table, its part, and the key after which it goes on.
  position      jsonb,
  -- Rows by table, and files.
  counts        jsonb not null default '{}',
  size_bytes    bigint not null default 0,
  error         text,
  created_by    text not null,
  created_at    timestamptz not null,
  -- When the reading of what is in the file now began: again, after a contact was erased.
  began_at      timestamptz not null,
  finished_at   timestamptz,
  expires_at    timestamptz,
  primary key (tenant_id, id)
);
create index organization_exports_list on organization_exports (tenant_id, created_at desc, id desc);
create index organization_exports_ready on organization_exports (tenant_id, run_at, id) where state = 'ready';
create index organization_exports_leased on organization_exports (lease_until) where state = 'leased';
create index organization_exports_expiring on organization_exports (expires_at) where state = 'completed';
-- One at a time.
create unique index organization_exports_one on organization_exports (tenant_id) where state in ('ready', 'leased');

-- The file in pieces, each an object of the media storage under the piece's id. The row comes before the object and goes after it, so that no
-- crash leaves an object of which nobody knows.
create table organization_export_pieces (
  tenant_id   uuid not null,
  id          uuid not null,
  export_id   uuid not null,
  -- Of the whole file; null until the piece is written.
  start_bytes bigint,
  size_bytes  bigint,
  -- From then on the object is removed: at once when the piece is not wanted any more, later while somebody may still be writing it.
  remove_at   timestamptz,
  -- It may tell of a contact that is being erased, which waits until it is gone.
  is_doomed   boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, export_id) references organization_exports (tenant_id, id) on delete cascade,
  check ((start_bytes is null) = (size_bytes is null)),
  check (start_bytes is not null or remove_at is not null)
);
create index organization_export_pieces_of on organization_export_pieces (tenant_id, export_id, start_bytes);
create index organization_export_pieces_removing on organization_export_pieces (remove_at) where remove_at is not null;

do $$
declare t text;
begin
  foreach t in array array['organization_exports', 'organization_export_pieces'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
    execute format('grant select, update on %I to parley_app', t);
    execute format('grant select on %I to parley_worker', t);
  end loop;
end $$;
-- Asked for by a person, whose affairs are the worker's to write.
grant insert, update on organization_exports to parley_worker;
grant insert, delete on organization_export_pieces to parley_app;
select allow_tenant_erasure('organization_exports');
select allow_tenant_erasure('organization_export_pieces');

-- Owners are told how it ended.
alter table notifications
  add column export_id uuid,
  add foreign key (tenant_id, export_id) references organization_exports (tenant_id, id) on delete cascade,
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check
    check (kind in ('mention', 'assignment', 'sla_breach', 'flow', 'flow_paused', 'organization_export')),
  drop constraint notifications_subject,
  add constraint notifications_subject check (conversation_id is not null or ticket_id is not null or flow_id is not null or export_id is not null),
  add constraint notifications_export check ((kind = 'organization_export') = (export_id is not null));

-- Snapshots that an agency keeps under a name. See docs/subsystems/snapshots.md.
create table agency_snapshots (
  tenant_id      uuid not null references tenants,
  id             uuid not null,
  name           text not null check (length(name) between 1 and 200),
  description    text check (length(description) between 1 and 2000),
  version        integer not null check (version > 0),
  is_default     boolean not null,
  -- json: as it was given, its parts in their order.
  snapshot       json not null,
  parts          text[] not null,
  size_bytes     integer not null,
  -- Whose configuration it was; no foreign key, for it is another tenant, and the snapshot outlives the link.
  from_client_id uuid,
  created_by     text not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (tenant_id, id)
);
create index agency_snapshots_list on agency_snapshots (tenant_id, created_at desc, id desc);
create unique index agency_snapshots_name on agency_snapshots (tenant_id, lower(name));
create unique index agency_snapshots_default on agency_snapshots (tenant_id) where is_default;
alter table agency_snapshots enable row level security;
alter table agency_snapshots force row level security;
create policy tenant_isolation on agency_snapshots to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy cross_tenant on agency_snapshots to parley_worker using (true) with check (true);
grant select, insert, update, delete on agency_snapshots to parley_app;
-- Clients are made by the worker.
grant select on agency_snapshots to parley_worker;
select allow_tenant_erasure('agency_snapshots');

-- FAQs from a CSV file. A row is read, applied, and stays as the report of what became of it.
create table faq_imports (
  tenant_id         uuid not null references tenants,
  id                uuid not null,
  state             text not null check (state in ('ready', 'leased', 'completed', 'failed', 'cancelled')),
  run_at            timestamptz not null,
  attempts          integer not null default 0,
  lease_until       timestamptz,
  tries             integer not null default 0,
  filename          text,
  delimiter         text not null,
  encoding          text not null,
  -- Of the file's columns: name, sample values, suggested field.
  columns           jsonb not null,
  mapping           jsonb not null,
  on_existing       text not null check (on_existing in ('skip', 'update')),
  create_categories boolean not null,
  dry_run           boolean not null,
  rows_total        integer not null,
  created_count     integer not null default 0,
  updated_count     integer not null default 0,
  skipped_count     integer not null default 0,
  failed_count      integer not null default 0,
  error             text,
  actor_kind        text not null,
  actor_id          text not null,
  created_at        timestamptz not null,
  started_at        timestamptz,
  finished_at       timestamptz,
  primary key (tenant_id, id)
);
create index faq_imports_list on faq_imports (tenant_id, created_at desc, id desc);
create index faq_imports_ready on faq_imports (tenant_id, run_at, id) where state = 'ready';
create index faq_imports_leased on faq_imports (lease_until) where state = 'leased';

create table faq_import_rows (
  tenant_id   uuid not null,
  import_id   uuid not null,
  row         integer not null,
  -- Until it is applied.
  cells       text[],
  -- An earlier row asks the same.
  is_repeated boolean not null,
  outcome     text check (outcome in ('created', 'updated', 'skipped', 'failed')),
  -- Outlives the FAQ: it is a report.
  faq_id      uuid,
  field       text,
  issue       text,
  message     text,
  primary key (tenant_id, import_id, row),
  foreign key (tenant_id, import_id) references faq_imports (tenant_id, id) on delete cascade,
  check (outcome is null or cells is null)
);
create index faq_import_rows_outcome on faq_import_rows (tenant_id, import_id, outcome, row);

do $$
declare t text;
begin
  foreach t in array array['faq_imports', 'faq_import_rows'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app', t);
  end loop;
end $$;
grant select, update on faq_imports to parley_worker;
select allow_tenant_erasure('faq_imports');
select allow_tenant_erasure('faq_import_rows');
