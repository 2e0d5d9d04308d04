-- Contacts in full: definitions of custom fields, changes of tags in bulk, segments, import and export of CSV, and what happened
-- to a contact. See docs/subsystems/contacts.md.

-- What a tenant says its custom fields are. `deleting_at`: gone for everybody, while its values are removed from the contacts in
-- batches (`after_id` tells how far); the row goes last, so that the key cannot be used anew before.
create table contact_fields (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  key          text not null,
  label        text not null,
  type         text not null check (type in ('text', 'number', 'boolean', 'date', 'datetime', 'select', 'multi_select', 'url', 'email', 'phone')),
  options      text[] not null default '{}',
  required     boolean not null default false,
  description  text,
  position     integer not null,
  deleting_at  timestamptz,
  run_at       timestamptz,
  last_pass    boolean not null default false,
  after_id     uuid,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id)
);
create unique index contact_fields_key on contact_fields (tenant_id, key);
create index contact_fields_list on contact_fields (tenant_id, position, id);
create index contact_fields_deleting on contact_fields (run_at) where deleting_at is not null;

-- Tags that are renamed, merged or removed everywhere, as long as some contact still has one of them. `to_tag` null: removed.
create table contact_tag_changes (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  from_tags   text[] not null,
  to_tag      text,
  actor_kind  text not null,
  actor_id    text not null,
  run_at      timestamptz not null,
  created_at  timestamptz not null,
  primary key (tenant_id, id)
);
create index contact_tag_changes_due on contact_tag_changes (run_at);

-- What happened to a contact, where no other row tells it for good (the event log is pruned).
create table contact_activities (
  tenant_id        uuid not null,
  id               uuid not null,
  contact_id       uuid not null,
  type             text not null,
  conversation_id  uuid,
  actor_kind       text not null,
  actor_id         text not null,
  data             jsonb not null,
  occurred_at      timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade
);
create index contact_activities_of on contact_activities (tenant_id, contact_id, occurred_at desc, id desc);

create table segments (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  name         text not null,
  name_key     text not null generated always as (lower(name)) stored,
  description  text,
  -- As it was given (audience-rules.ts); compiled anew each time, because fields may get another type.
  rules        jsonb not null,
  created_by   text not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id)
);
create unique index segments_name on segments (tenant_id, name_key);
create index segments_list on segments (tenant_id, created_at desc, id desc);

-- A file being brought in. `next_chunk` moves in the transaction that applies a chunk, so each row is applied once.
create table contact_imports (
  tenant_id        uuid not null references tenants,
  id               uuid not null,
  state            text not null check (state in ('ready', 'leased', 'completed', 'failed', 'cancelled')),
  run_at           timestamptz not null,
  attempts         integer not null default 0,
  lease_until      timestamptz,
  filename         text,
  delimiter        text not null,
  encoding         text not null,
  -- Of the file's columns: name, sample values, suggested field.
  columns          jsonb not null,
  mapping          jsonb not null,
  on_existing      text not null check (on_existing in ('skip', 'update', 'merge_tags')),
  default_country  text,
  tags             text[] not null,
  dry_run          boolean not null,
  rows_total       integer not null,
  next_chunk       integer not null default 0,
  -- Claims since the last chunk that was applied.
  tries            integer not null default 0,
  created_count    integer not null default 0,
  updated_count    integer not null default 0,
  skipped_count    integer not null default 0,
  failed_count     integer not null default 0,
  error            text,
  actor_kind       text not null,
  actor_id         text not null,
  created_at       timestamptz not null,
  started_at       timestamptz,
  finished_at      timestamptz,
  primary key (tenant_id, id)
);
create index contact_imports_list on contact_imports (tenant_id, created_at desc, id desc);
create index contact_imports_ready on contact_imports (tenant_id, run_at, id) where state = 'ready';
create index contact_imports_leased on contact_imports (lease_until) where state = 'leased';
-- Its rows as the file has them, some hundred a chunk; they go when the import ends.
create table contact_import_chunks (
  tenant_id  uuid not null,
  import_id  uuid not null,
  n          integer not null,
  rows       jsonb not null,
  primary key (tenant_id, import_id, n),
  foreign key (tenant_id, import_id) references contact_imports (tenant_id, id) on delete cascade
);
-- What became of each row. `contact_id` outlives the contact: it is a report.
create table contact_import_rows (
  tenant_id   uuid not null,
  import_id   uuid not null,
  row         integer not null,
  outcome     text not null check (outcome in ('created', 'updated', 'skipped', 'failed')),
  contact_id  uuid,
  field       text,
  issue       text,
  message     text,
  primary key (tenant_id, import_id, row),
  foreign key (tenant_id, import_id) references contact_imports (tenant_id, id) on delete cascade
);
create index contact_import_rows_outcome on contact_import_rows (tenant_id, import_id, outcome, row);

-- A file being written, a chunk a transaction, newest contacts first; `after_at` and `after_id` tell how far it is.
create table contact_exports (
  tenant_id      uuid not null references tenants,
  id             uuid not null,
  state          text not null check (state in ('ready', 'leased', 'completed', 'failed', 'expired')),
  run_at         timestamptz not null,
  attempts       integer not null default 0,
  lease_until    timestamptz,
  tries          integer not null default 0,
  segment_name   text,
  -- The audience as it was asked for; null: everybody.
  rules          jsonb,
  fields         text[] not null,
  next_chunk     integer not null default 0,
  after_at       timestamptz,
  after_id       uuid,
  contact_count  integer not null default 0,
  size_bytes     bigint not null default 0,
  error          text,
  created_by     text not null,
  created_at     timestamptz not null,
  finished_at    timestamptz,
  expires_at     timestamptz,
  primary key (tenant_id, id)
);
create index contact_exports_list on contact_exports (tenant_id, created_at desc, id desc);
create index contact_exports_ready on contact_exports (tenant_id, run_at, id) where state = 'ready';
create index contact_exports_leased on contact_exports (lease_until) where state = 'leased';
create index contact_exports_expiring on contact_exports (expires_at) where state = 'completed';
create table contact_export_chunks (
  tenant_id    uuid not null,
  export_id    uuid not null,
  n            integer not null,
  start_bytes  bigint not null,
  bytes        bytea not null,
  primary key (tenant_id, export_id, n),
  foreign key (tenant_id, export_id) references contact_exports (tenant_id, id) on delete cascade
);

do $$
declare t text;
begin
  foreach t in array array['contact_fields', 'contact_tag_changes', 'contact_activities', 'segments', 'contact_imports',
                           'contact_import_chunks', 'contact_import_rows', 'contact_exports', 'contact_export_chunks'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('grant select, insert, update on %I to parley_app', t);
  end loop;
  -- The worker lists what is due and backs up; the work is done inside the tenant.
  foreach t in array array['contact_fields', 'contact_tag_changes', 'contact_activities', 'segments', 'contact_import_chunks',
                           'contact_import_rows', 'contact_export_chunks'] loop
    execute format('create policy cross_tenant on %I for select to parley_worker using (true)', t);
    execute format('grant select on %I to parley_worker', t);
  end loop;
  -- And leases these two.
  foreach t in array array['contact_imports', 'contact_exports'] loop
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
    execute format('grant select, update on %I to parley_worker', t);
  end loop;
end $$;
grant delete on contact_fields, contact_tag_changes, segments, contact_import_chunks, contact_export_chunks to parley_app;

-- Segments ask for values of custom fields; only a definer function can use it, as contacts_search.
create index contacts_custom_fields on contacts using gin (tenant_id, custom_fields jsonb_path_ops) where custom_fields <> '{}';

-- Audiences. The caller sends a tree of closed words and an array of values; the words choose among the predicates below, and the
-- values stay values: $2[i] of the statement. So what runs with the open policies of parley_search is never text of the caller's, and
-- is always inside the tenant of the session. Nodes: {all: […]}, {any: […]}, {not: node}, or a leaf
-- {c: column, o: operation, i: first value, n: number of values, k: value that is the key of a custom field}.
-- An index is used where the words allow it: tags and parts of names by contacts_search, equal custom values by
-- contacts_custom_fields, instants and opt-in by theirs.
create policy search on contact_identities for select to parley_search using (true);
grant select on contact_identities to parley_search;

create function audience_predicate(p jsonb) returns text
  language plpgsql immutable parallel safe set search_path = public, pg_temp
as $$
declare
  v text := format('$2[%s]', (p->>'i')::integer);
  vs text := format('$2[%s:%s]', (p->>'i')::integer, (p->>'i')::integer + (p->>'n')::integer - 1);
  k text := format('$2[%s]', (p->>'k')::integer);
  e text;
  r text;
begin
  if p ? 'all' then
    select string_agg(audience_predicate(x), ' and ') into r from jsonb_array_elements(p->'all') x;
    return '(' || coalesce(r, 'true') || ')';
  elsif p ? 'any' then
    select string_agg(audience_predicate(x), ' or ') into r from jsonb_array_elements(p->'any') x;
    return '(' || coalesce(r, 'false') || ')';
  elsif p ? 'not' then
    return '(' || audience_predicate(p->'not') || ' is not true)';
  end if;

  case p->>'c'
    when 'name' then e := 'c.name_key';
    when 'email' then e := 'c.email_key';
    when 'phone' then e := 'c.phone';
    when 'source' then e := 'c.source';
    when 'country' then e := 'c.country';
    when 'language' then e := 'c.language';
    when 'timezone' then e := 'c.timezone';
    when 'optIn' then e := 'c.opt_in';
    when 'ownerId' then e := 'c.owner_id'; v := v || '::uuid'; vs := vs || '::uuid[]';
    when 'createdAt' then e := 'c.created_at'; v := v || '::timestamptz';
    when 'updatedAt' then e := 'c.updated_at'; v := v || '::timestamptz';
    when 'lastInboundAt' then e := 'c.last_inbound_at'; v := v || '::timestamptz';
    when 'blocked' then return '(c.blocked_at is not null)';
    when 'tags' then
      case p->>'o'
        when 'has_any' then return format('(c.tags && %s)', vs);
        when 'has_all' then return format('(c.tags @> %s)', vs);
        when 'exists' then return '(c.tags <> ''{}'')';
      end case;
    when 'channelKind' then
      return format('exists (select from contact_identities ci where ci.tenant_id = $1 and ci.contact_id = c.id and ci.kind = any(%s))', vs);
    when 'channelId' then
      return format('exists (select from conversations v where v.tenant_id = $1 and v.contact_id = c.id and v.channel_id = any(%s::uuid[]))', vs);
    when 'customText' then
      -- Equal values are looked up as JSON, which an index serves; the rest is read from the text.
      if p->>'o' = 'eq' then
        return format('(c.custom_fields <> ''{}'' and c.custom_fields @> jsonb_build_object(%s, %s))', k, v);
      end if;
      e := format('(case when jsonb_typeof(c.custom_fields -> %1$s) = ''string'' then c.custom_fields ->> %1$s end) collate "C"', k);
      -- Under "C" only ASCII has a lower case.
      if p->>'o' = 'like' then
        e := format('case when jsonb_typeof(c.custom_fields -> %1$s) = ''string'' then c.custom_fields ->> %1$s end', k);
      end if;
    when 'customNumber' then
      if p->>'o' = 'eq' then
        return format('(c.custom_fields <> ''{}'' and c.custom_fields @> jsonb_build_object(%s, %s::numeric))', k, v);
      end if;
      -- Compared as JSON first, where most contacts are out already; what is no number has an order of its own there.
      e := format('(c.custom_fields -> %s)', k);
      r := format('jsonb_typeof(c.custom_fields -> %s) = ''number''', k);
      case p->>'o'
        when 'in' then return format('(%s = any(array(select to_jsonb(n::numeric) from unnest(%s) n)) and %s)', e, vs, r);
        when 'gt' then return format('(%s > to_jsonb(%s::numeric) and %s)', e, v, r);
        when 'gte' then return format('(%s >= to_jsonb(%s::numeric) and %s)', e, v, r);
        when 'lt' then return format('(%s < to_jsonb(%s::numeric) and %s)', e, v, r);
        when 'lte' then return format('(%s <= to_jsonb(%s::numeric) and %s)', e, v, r);
      end case;
    when 'customBoolean' then
      return format('(c.custom_fields <> ''{}'' and c.custom_fields @> jsonb_build_object(%s, %s::boolean))', k, v);
    when 'customList' then
      e := format('(case when jsonb_typeof(c.custom_fields -> %1$s) = ''array'' then c.custom_fields -> %1$s end)', k);
      case p->>'o'
        when 'has_any' then return format('(%s ?| %s)', e, vs);
        when 'has_all' then return format('(%s ?& %s)', e, vs);
      end case;
    when 'custom' then return format('(c.custom_fields ? %s)', k);
  end case;

  case p->>'o'
    when 'eq' then return format('(%s = %s)', e, v);
    when 'in' then return format('(%s = any(%s))', e, vs);
    when 'gt' then return format('(%s > %s)', e, v);
    when 'gte' then return format('(%s >= %s)', e, v);
    when 'lt' then return format('(%s < %s)', e, v);
    when 'lte' then return format('(%s <= %s)', e, v);
    when 'exists' then return format('(%s is not null)', e);
    when 'like' then
      -- The second value is the pattern for the column that contacts_search has: it only narrows.
      if p->>'c' in ('name', 'email', 'phone') then
        return format('(c.search_text like $2[%s] and %s like %s)', (p->>'i')::integer + 1, e, v);
      end if;
      return format('(lower(%s) like %s)', e, v);
  end case;
end $$;

-- How many contacts an audience has, and the newest p_sample of them. One reading of the contacts: what is found up to 5,000 matches is
-- both; with more of them, walking the list soon finds the newest.
create function count_audience(p_plan jsonb, p_values text[], p_sample integer, out total bigint, out sample uuid[])
  language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  matches text := 'c.tenant_id = $1 and c.merged_into_id is null and ' || audience_predicate(p_plan);
begin
  execute 'select array_agg(m.id) from (select c.id from contacts c where ' || matches || ' limit 5001) m' into sample using me, p_values;
  total := coalesce(cardinality(sample), 0);
  if total > 5000 then
    execute 'select count(*) from contacts c where ' || matches into total using me, p_values;
  else
    matches := 'c.tenant_id = $1 and c.id = any($4)';
  end if;
  execute 'select array(select c.id from contacts c where ' || matches || ' order by c.created_at desc, c.id desc limit $3)'
    into sample using me, p_values, p_sample, sample;
end $$;

-- Ids of contacts of an audience, newest first. They look first, as list_contacts() does: up to 5,000 matches are all fetched and
-- sorted; with more of them, walking the list soon fills a page.
create function list_audience(p_plan jsonb, p_values text[], p_after_at timestamptz, p_after_id uuid, p_limit integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set enable_seqscan = off set jit = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  matches text := 'c.tenant_id = $1 and c.merged_into_id is null and ' || audience_predicate(p_plan);
  few uuid[];
begin
  execute 'select array_agg(m.id) from (select c.id from contacts c where ' || matches || ' limit 5001) m' into few using me, p_values;
  if few is null then
    return;
  elsif cardinality(few) <= 5000 then
    matches := 'c.tenant_id = $1 and c.id = any($6)';
  end if;
  return query execute
    'select c.id from contacts c where ' || matches
    || ' and ($3::timestamptz is null or (c.created_at, c.id) < ($3, $4)) order by c.created_at desc, c.id desc limit $5'
    using me, p_values, p_after_at, p_after_id, p_limit, few;
end $$;

revoke execute on function audience_predicate, count_audience, list_audience from public;
grant execute on function audience_predicate to parley_search;
grant execute on function count_audience, list_audience to parley_app;
-- Last, because only the owner may do the two above.
alter function count_audience owner to parley_search;
alter function list_audience owner to parley_search;
