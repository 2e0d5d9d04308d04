-- Privacy: what is asked for (export, erasure), what is removed by age, and the functions by which rows leave append-only tables.
-- See docs/subsystems/privacy.md.

-- A request is the work itself: leased, done piece by piece, and kept afterwards as its own report.
create table privacy_requests (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  kind         text not null check (kind in ('contact_export', 'contact_erasure')),
  -- Whom it is about; no foreign key, for the request outlives them.
  contact_id   uuid not null,
  state        text not null check (state in ('ready', 'leased', 'completed', 'failed', 'expired')),
  run_at       timestamptz not null,
  attempts     integer not null default 0,
  lease_until  timestamptz,
  tries        integer not null default 0,
  step         text not null,
  -- Where in its table the step stands.
  position     text,
  -- Rows by table: {"messages": {"deleted": 3}}.
  counts       jsonb not null default '{}',
  next_chunk   integer not null default 0,
  size_bytes   bigint not null default 0,
  error        text,
  created_by   text not null,
  created_at   timestamptz not null,
  finished_at  timestamptz,
  expires_at   timestamptz,
  -- SHA-256 over the report of a finished erasure and the seal before it, in the tenant's order of `sealed`.
  sealed       bigint,
  previous_seal bytea,
  seal         bytea,
  primary key (tenant_id, id),
  check ((sealed is null) = (seal is null))
);
create index privacy_requests_list on privacy_requests (tenant_id, created_at desc, id desc);
create index privacy_requests_of on privacy_requests (tenant_id, contact_id, created_at desc, id desc);
create index privacy_requests_ready on privacy_requests (tenant_id, run_at, id) where state = 'ready';
create index privacy_requests_leased on privacy_requests (lease_until) where state = 'leased';
create index privacy_requests_expiring on privacy_requests (expires_at) where state = 'completed' and expires_at is not null;
-- Serves the seal before this one.
create unique index privacy_requests_sealed on privacy_requests (tenant_id, sealed) where sealed is not null;
-- One erasure of a contact at a time.
create unique index privacy_requests_erasing on privacy_requests (tenant_id, contact_id) where kind = 'contact_erasure' and state in ('ready', 'leased');

-- By what the person is recognised while they are erased; gone with the last step.
create table privacy_traces (
  tenant_id  uuid not null,
  request_id uuid not null,
  kind       text not null check (kind in ('id', 'value', 'content', 'question')),
  trace      text not null,
  primary key (tenant_id, request_id, kind, trace),
  foreign key (tenant_id, request_id) references privacy_requests (tenant_id, id) on delete cascade
);

create table privacy_export_chunks (
  tenant_id   uuid not null,
  request_id  uuid not null,
  n           integer not null,
  start_bytes bigint not null,
  bytes       bytea not null,
  primary key (tenant_id, request_id, n),
  foreign key (tenant_id, request_id) references privacy_requests (tenant_id, id) on delete cascade
);

-- For how many days what is kept. null: as long as the tenant is there.
create table retention_settings (
  tenant_id     uuid not null references tenants,
  messages_days integer check (messages_days between 1 and 36500),
  media_days    integer check (media_days between 1 and 36500),
  events_days   integer check (events_days between 1 and 36500),
  audit_days    integer check (audit_days between 90 and 36500),
  imports_days  integer check (imports_days between 1 and 36500),
  updated_at    timestamptz not null,
  primary key (tenant_id)
);

do $$
declare t text;
begin
  foreach t in array array['privacy_requests', 'privacy_traces', 'privacy_export_chunks', 'retention_settings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
    execute format('grant select, insert, update on %I to parley_app', t);
    execute format('grant select on %I to parley_worker', t);
  end loop;
end $$;
grant update on privacy_requests to parley_worker;
grant delete on privacy_traces, privacy_export_chunks to parley_app;

-- A contact that is being erased takes no merge.
alter table contacts add column erasing_at timestamptz;

-- What erasure and retention delete and nothing else ever did.
grant delete on conversations, tickets, ticket_activity, contact_imports to parley_app;

-- Rows of an import's report that tell of a contact.
create index contact_import_rows_contact on contact_import_rows (tenant_id, contact_id) where contact_id is not null;
-- Which messages show a media: whether a file that was sent to somebody was sent to others. Asked by the worker, whose policy lets
-- the index serve.
create index messages_media on messages using gin (tenant_id, media jsonb_path_ops) where media <> '[]';
-- Retention, tenant by tenant.
create index event_log_tenant_age on event_log (tenant_id, created_at);
create index media_tenant_age on media (tenant_id, created_at) where content_id is not null;

-- The audit log is append-only for everybody who can log in. These two functions of the owner, whom nobody can log in as, are the
-- only way in: one takes the details out of an entry and leaves who did what, the other removes what the tenant does not keep.
create policy retention on audit_entries to parley_owner
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create function blank_audit_entry(p_id uuid, p_changes jsonb) returns void
  language sql security definer set search_path = public, pg_temp
as $$
  update audit_entries set changes = p_changes
   where tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and id = p_id
$$;
-- Never younger than 90 days, whatever the caller says.
create function purge_audit_entries(p_before timestamptz, p_limit integer) returns integer
  language sql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
  with old as (
    select id from audit_entries
     where tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and created_at < least(p_before, now() - interval '90 days')
     order by created_at limit p_limit
  ), gone as (
    delete from audit_entries a using old
     where a.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and a.id = old.id returning 1)
  select count(*)::integer from gone
$$;
revoke execute on function blank_audit_entry, purge_audit_entries from public;
grant execute on function blank_audit_entry, purge_audit_entries to parley_app;
