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

-- The erasure of a whole organization: asked for, waited for, done. Its row and the name-less row of its tenant are what stays.
create table organization_erasures (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  state        text not null check (state in ('ready', 'leased', 'completed', 'cancelled')),
  -- The end of the days of grace, then when its work goes on.
  run_at       timestamptz not null,
  erases_at    timestamptz not null,
  attempts     integer not null default 0,
  lease_until  timestamptz,
  tries        integer not null default 0,
  step         text not null,
  position     text,
  -- Members of this organization, until it is known who of them is in no other.
  people       uuid[],
  counts       jsonb not null default '{}',
  error        text,
  requested_by text not null,
  created_at   timestamptz not null,
  cancelled_by text,
  finished_at  timestamptz,
  seal         bytea,
  primary key (tenant_id, id)
);
create unique index organization_erasures_one on organization_erasures (tenant_id) where state <> 'cancelled';
create index organization_erasures_latest on organization_erasures (tenant_id, created_at desc, id desc);
create index organization_erasures_list on organization_erasures (created_at desc, id desc);
create index organization_erasures_ready on organization_erasures (tenant_id, run_at, id) where state = 'ready';
create index organization_erasures_leased on organization_erasures (lease_until) where state = 'leased';
alter table organization_erasures enable row level security;
alter table organization_erasures force row level security;
create policy tenant_isolation on organization_erasures to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy cross_tenant on organization_erasures to parley_worker using (true) with check (true);
grant select on organization_erasures to parley_app;
-- Asked for by a person, whose affairs are the worker's to write; done after the tenant's own role is let in no more.
grant select, insert, update on organization_erasures to parley_worker;
grant delete on tenant_keys, users to parley_worker;

-- Set with the shredding of its key: from then on its rows may be erased, and nobody gets in.
alter table tenants add column erased_at timestamptz;

-- Lets erase_tenant_rows() reach a table. Every migration that makes a tenant table calls it (a test names those that do not).
create function allow_tenant_erasure(p_table text) returns void
  language plpgsql set search_path = public, pg_temp
as $$
begin
  execute format($p$create policy tenant_erasure on %I to parley_owner
    using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
    with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, p_table);
end $$;
revoke execute on function allow_tenant_erasure from public;
select allow_tenant_erasure(c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where n.nspname = 'public' and c.relkind = 'r' and c.relrowsecurity
   and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id');

-- Deletes up to p_limit rows of one table of a tenant whose erasure has begun; how many, or as a negative number how many let go of others of
-- their table, which comes first. Of the owner, because some tables are append-only
-- to everybody who can log in.
create function erase_tenant_rows(p_tenant uuid, p_table text, p_limit integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
as $$
declare
  own text;
  n integer;
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  if not exists (select from tenants where tenant_id = p_tenant and erased_at is not null) then
    raise exception 'the tenant is not being erased';
  end if;
  if p_table in ('tenants', 'organization_erasures') then
    raise exception 'this table stays';
  end if;
  -- Rows that refer to others of their table let go of them first.
  for own in
    select a.attname from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[cardinality(k.conkey)]
     where k.contype = 'f' and k.conrelid = k.confrelid and k.conrelid = to_regclass(format('public.%I', p_table))
       and k.confdeltype = 'a' and not a.attnotnull
  loop
    execute format('update %1$I set %2$I = null where ctid = any(array(select ctid from %1$I where tenant_id = $1 and %2$I is not null limit $2))', p_table, own)
      using p_tenant, p_limit;
    get diagnostics n = row_count;
    if n > 0 then
      return -n;
    end if;
  end loop;
  execute format('delete from %1$I where ctid = any(array(select ctid from %1$I where tenant_id = $1 limit $2))', p_table) using p_tenant, p_limit;
  get diagnostics n = row_count;
  return n;
end $$;
revoke execute on function erase_tenant_rows from public;
grant execute on function erase_tenant_rows to parley_worker;
