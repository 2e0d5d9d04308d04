-- Contacts: people and their addresses, custom fields, merging, tags, segments, import and export. Ownership has one root: an identity's
-- contact. A conversation belongs to its identity's contact, a message to its conversation's; both follow a merge (contact_moves). See
-- docs/subsystems/contacts/contacts.md and docs/subsystems/channels/identity.md.

create table contacts (
  tenant_id        uuid not null references tenants,
  id               uuid not null,
  name             text,
  phone            text,
  -- One key for the national variants of a number (Brazil, Mexico, Argentina).
  phone_key        text,
  email            text,
  source           text not null,
  tags             text[] not null default '{}',
  custom_fields    jsonb not null default '{}',
  owner_id         uuid,
  language         text,
  timezone         text,
  country          text,
  opt_in           text not null default 'unknown' check (opt_in in ('unknown', 'opted_in', 'opted_out')),
  -- When it was last stated, even if nothing changed.
  opt_in_at        timestamptz,
  blocked_at       timestamptz,
  last_inbound_at  timestamptz,
  -- The surviving contact, across all merges in between; while it is set, this one is left out of lists. See
  -- docs/subsystems/channels/identity.md.
  merged_into_id   uuid,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  search_text      text not null generated always as
    (lower(coalesce(name, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(email, ''))) stored,
  -- Keys for comparing contacts in suggestions. Columns, because under row-level security an index on an expression is not used if its
  -- function is not leakproof.
  email_key        text generated always as (lower(email)) stored,
  name_key         text generated always as (lower(name)) stored,
  -- The contact's stage, from the tenant's own list.
  stage_id         uuid,
  -- A contact that is being erased cannot be merged.
  erasing_at       timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references members (tenant_id, user_id),
  foreign key (tenant_id, merged_into_id) references contacts (tenant_id, id) on delete cascade
-- Every inbound message sets last_inbound_at: free space on the page keeps that from touching the indexes, above all the one on texts.
) with (fillfactor = 85);
create unique index contacts_phone on contacts (tenant_id, phone_key) where phone_key is not null;
create index contacts_list on contacts (tenant_id, created_at desc, id desc);
-- For list_contacts(): only a definer function can use it, see that function.
create index contacts_search on contacts using gin (tenant_id, search_text gin_trgm_ops, tags);
create index contacts_by_opt_in on contacts (tenant_id, opt_in, created_at desc, id desc) where opt_in <> 'unknown';
create index contacts_merged on contacts (tenant_id, merged_into_id) where merged_into_id is not null;
create index contacts_email on contacts (tenant_id, email_key, id) where email_key is not null;
create index contacts_name on contacts (tenant_id, name_key, id) where name_key is not null;
-- For segments by custom field values; only a definer function can use it, like contacts_search.
create index contacts_custom_fields on contacts using gin (tenant_id, custom_fields jsonb_path_ops) where custom_fields <> '{}';
-- For lists of contacts by these, newest first.
create index contacts_by_owner on contacts (tenant_id, owner_id, created_at desc, id desc) where owner_id is not null;
create index contacts_in_stage on contacts (tenant_id, stage_id, created_at desc, id desc) where stage_id is not null;
create index contacts_blocked on contacts (tenant_id, created_at desc, id desc) where blocked_at is not null;
-- Lists that search texts or arrays run as parley_search, whose policies are open: functions/list_contacts.sql explains why.
create policy search on contacts for select to parley_search using (true);
grant select, insert, update, delete on contacts to parley_app;
grant select on contacts to parley_worker;
grant select on contacts to parley_search;

-- A contact's address on a kind of channel: the address to send to, and the platform's own id of the person.
create table contact_identities (
  tenant_id         uuid not null,
  id                uuid not null,
  contact_id        uuid not null,
  kind              text not null,
  -- Our account (a channel's external id) to which the identity applies, where a person has a different address at each; otherwise ''.
  account           text not null default '',
  address           text,
  address_key       text,
  provider_user_id  text,
  username          text,
  -- The name in the platform's profile, which the contact uses unless somebody named it.
  display_name      text,
  -- The platform's time of the report that set or removed the address: older reports that arrive late change nothing.
  address_at        timestamptz,
  created_at        timestamptz not null,
  -- When it was last requested.
  profile_at        timestamptz,
  username_key      text generated always as (lower(ltrim(username, '@'))) stored,
  primary key (tenant_id, id),
  -- Deferred: an identity is claimed first (its unique keys decide between two writers), and its contact is written second.
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) deferrable initially deferred,
  check (address is not null or provider_user_id is not null)
);
create unique index contact_identities_address on contact_identities (tenant_id, kind, address_key, account)
  where address_key is not null;
create unique index contact_identities_user on contact_identities (tenant_id, kind, provider_user_id, account)
  where provider_user_id is not null;
create index contact_identities_contact on contact_identities (tenant_id, contact_id);
create index contact_identities_username on contact_identities (tenant_id, username_key) where username_key is not null;
create policy search on contact_identities for select to parley_search using (true);
grant select, insert, update, delete on contact_identities to parley_app;
grant select on contact_identities to parley_worker;
grant select on contact_identities to parley_search;

-- Profiles still to be requested, on platforms whose messages do not contain a person's name; the row is removed when done or given up.
-- Claimed like inbound_events, a lane per channel.
create table profile_fetches (
  tenant_id    uuid not null,
  identity_id  uuid not null,
  channel_id   uuid not null,
  state        text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit')),
  -- Number of claims so far, which identifies each claim; `waits` of them ended with a response about the channel, not the person.
  attempts     smallint not null default 0,
  waits        smallint not null default 0,
  run_at       timestamptz not null,
  lease_until  timestamptz,
  holder       integer,
  deaths       smallint not null default 0,
  primary key (tenant_id, identity_id),
  foreign key (tenant_id, identity_id) references contact_identities (tenant_id, id) on delete cascade
);
create index profile_fetches_ready on profile_fetches (tenant_id, channel_id, run_at, identity_id) where state = 'ready';
create index profile_fetches_leased on profile_fetches (lease_until) where state = 'leased';
-- For queue counts and retries.
create index profile_fetches_set_aside on profile_fetches (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update, delete on profile_fetches to parley_app;
-- The worker claims; results are written inside the tenant.
grant select, update on profile_fetches to parley_worker;

-- The journal of merges. The merged contact's row keeps its values except the key of its phone, because a phone leads to one contact.
create table contact_merges (
  tenant_id     uuid not null,
  id            uuid not null,
  survivor_id   uuid not null,
  merged_id     uuid not null,
  -- The merged contact's former identities: undoing returns them, with the messages received on them in the meantime.
  identity_ids  uuid[] not null,
  -- What the survivor got from the merged contact (contact-merge.ts); undoing removes it if it is unchanged.
  gave          jsonb not null,
  -- The survivor's previous values. Undoing a merge reads the opt-in from there: optIn, optInAt, optInThrough (undo-merge.ts).
  before        jsonb not null,
  -- The survivor's opt_in time after the merge: a later one means that opt-in was stated again since.
  opt_in_at     timestamptz,
  merged_at     timestamptz not null,
  -- The wire id of a key or user.
  merged_by     text,
  undone_at     timestamptz,
  undone_by     text,
  -- What else moved to the survivor, by kind: { deals: [ids], orders: [ids] }. It moves back when the merge is undone.
  followers     jsonb not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, survivor_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, merged_id) references contacts (tenant_id, id) on delete cascade
);
-- A contact is merged into one other at a time.
create unique index contact_merges_merged on contact_merges (tenant_id, merged_id) where undone_at is null;
-- For a contact's journal, newest first, from either side.
create index contact_merges_survivor on contact_merges (tenant_id, survivor_id, merged_at desc, id desc);
create index contact_merges_of on contact_merges (tenant_id, merged_id, merged_at desc, id desc);
grant select, insert, update on contact_merges to parley_app;
-- For listing due work and for backups; the work itself is done inside the tenant.
grant select on contact_merges to parley_worker;

-- Messages that have to follow their conversation to another contact, identity by identity, in small steps: a history may be long, and
-- statuses and reactions change the same rows. `conversation_id`, `after_at` and `after_id` are the position of the current pass. A second
-- pass some time later finds rows of transactions that started before the merge.
create table contact_moves (
  tenant_id        uuid not null,
  identity_id      uuid not null,
  run_at           timestamptz not null,
  last_pass        boolean not null default false,
  conversation_id  uuid,
  after_at         timestamptz,
  after_id         uuid,
  primary key (tenant_id, identity_id),
  foreign key (tenant_id, identity_id) references contact_identities (tenant_id, id) on delete cascade
);
create index contact_moves_due on contact_moves (run_at);
grant select, insert, update, delete on contact_moves to parley_app;
-- For listing due work and for backups; the work itself is done inside the tenant.
grant select on contact_moves to parley_worker;

-- Pairs that somebody declared to be two people; in both orders, so that either is found by its own id.
create table contact_merge_dismissals (
  tenant_id     uuid not null,
  contact_id    uuid not null,
  other_id      uuid not null,
  dismissed_at  timestamptz not null,
  dismissed_by  text,
  primary key (tenant_id, contact_id, other_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, other_id) references contacts (tenant_id, id) on delete cascade
);
create index contact_merge_dismissals_other on contact_merge_dismissals (tenant_id, other_id);
grant select, insert, update on contact_merge_dismissals to parley_app;
-- For listing due work and for backups; the work itself is done inside the tenant.
grant select on contact_merge_dismissals to parley_worker;

-- A tenant's definitions of custom fields. `deleting_at`: gone for everybody, while its values are removed from the contacts in batches
-- (`after_id` is the position); the row is removed last, so that the key cannot be reused before.
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
grant select, insert, update, delete on contact_fields to parley_app;
-- For listing due work and for backups; the work itself is done inside the tenant.
grant select on contact_fields to parley_worker;

-- Tags being renamed, merged or removed everywhere, as long as some contact still has one of them. `to_tag` null: removed.
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
grant select, insert, update, delete on contact_tag_changes to parley_app;
-- For listing due work and for backups; the work itself is done inside the tenant.
grant select on contact_tag_changes to parley_worker;

-- What happened to a contact, where no other row records it permanently (the event log is pruned).
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
grant select, insert, update on contact_activities to parley_app;
-- For backups.
grant select on contact_activities to parley_worker;

create table segments (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  name         text not null,
  name_key     text not null generated always as (lower(name)) stored,
  description  text,
  -- As given (audience-rules.ts); compiled on every use, because fields may change their type.
  rules        jsonb not null,
  created_by   text not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id)
);
create unique index segments_name on segments (tenant_id, name_key);
create index segments_list on segments (tenant_id, created_at desc, id desc);
grant select, insert, update, delete on segments to parley_app;
-- For backups.
grant select on segments to parley_worker;

-- A file being imported. `next_chunk` advances in the transaction that applies a chunk, so each row is applied once.
create table contact_imports (
  tenant_id        uuid not null references tenants,
  id               uuid not null,
  state            text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit', 'completed', 'failed', 'cancelled')),
  run_at           timestamptz not null,
  attempts         integer not null default 0,
  lease_until      timestamptz,
  filename         text,
  delimiter        text not null,
  encoding         text not null,
  -- For each of the file's columns: name, sample values, suggested field.
  columns          jsonb not null,
  mapping          jsonb not null,
  on_existing      text not null check (on_existing in ('skip', 'update', 'merge_tags')),
  default_country  text,
  tags             text[] not null,
  dry_run          boolean not null,
  rows_total       integer not null,
  next_chunk       integer not null default 0,
  -- Claims since the last applied chunk.
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
  grant_id         uuid default nullif(current_setting('app.acting_grant', true), '')::uuid,
  holder           integer,
  deaths           smallint not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id)
);
create index contact_imports_list on contact_imports (tenant_id, created_at desc, id desc);
create index contact_imports_ready on contact_imports (tenant_id, run_at, id) where state = 'ready';
create index contact_imports_leased on contact_imports (lease_until) where state = 'leased';
-- Finds what has to stop when a grant ends.
create index contact_imports_of_grant on contact_imports (tenant_id, grant_id) where grant_id is not null;
-- For queue counts and retries.
create index contact_imports_set_aside on contact_imports (tenant_id) where state in ('process_ended', 'over_limit');
-- Deleted only by erasure and retention.
grant select, insert, update, delete on contact_imports to parley_app;
-- Leased by the worker; the work itself is done inside the tenant.
grant select, update on contact_imports to parley_worker;

-- Its rows as in the file, a few hundred per chunk; removed when the import ends.
create table contact_import_chunks (
  tenant_id  uuid not null,
  import_id  uuid not null,
  n          integer not null,
  rows       jsonb not null,
  primary key (tenant_id, import_id, n),
  foreign key (tenant_id, import_id) references contact_imports (tenant_id, id) on delete cascade
);
grant select, insert, update, delete on contact_import_chunks to parley_app;
-- For listing due work and for backups; the work itself is done inside the tenant.
grant select on contact_import_chunks to parley_worker;

-- The result of each row. `contact_id` outlives the contact, because this is a report.
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
-- Rows of an import's report about a contact.
create index contact_import_rows_contact on contact_import_rows (tenant_id, contact_id) where contact_id is not null;
grant select, insert, update on contact_import_rows to parley_app;
-- For listing due work and for backups; the work itself is done inside the tenant.
grant select on contact_import_rows to parley_worker;

-- A file being written, one chunk per transaction, newest contacts first; `after_at` and `after_id` are the position.
create table contact_exports (
  tenant_id      uuid not null references tenants,
  id             uuid not null,
  state          text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit', 'completed', 'failed', 'expired')),
  run_at         timestamptz not null,
  attempts       integer not null default 0,
  lease_until    timestamptz,
  tries          integer not null default 0,
  segment_name   text,
  -- The requested audience; null: everybody.
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
  grant_id       uuid default nullif(current_setting('app.acting_grant', true), '')::uuid,
  holder         integer,
  deaths         smallint not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id)
);
create index contact_exports_list on contact_exports (tenant_id, created_at desc, id desc);
create index contact_exports_ready on contact_exports (tenant_id, run_at, id) where state = 'ready';
create index contact_exports_leased on contact_exports (lease_until) where state = 'leased';
create index contact_exports_expiring on contact_exports (expires_at) where state = 'completed';
-- Finds what has to stop when a grant ends.
create index contact_exports_of_grant on contact_exports (tenant_id, grant_id) where grant_id is not null;
-- For queue counts and retries.
create index contact_exports_set_aside on contact_exports (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update on contact_exports to parley_app;
-- Leased by the worker; the work itself is done inside the tenant.
grant select, update on contact_exports to parley_worker;

create table contact_export_chunks (
  tenant_id    uuid not null,
  export_id    uuid not null,
  n            integer not null,
  start_bytes  bigint not null,
  bytes        bytea not null,
  primary key (tenant_id, export_id, n),
  foreign key (tenant_id, export_id) references contact_exports (tenant_id, id) on delete cascade
);
grant select, insert, update, delete on contact_export_chunks to parley_app;
-- For listing due work and for backups; the work itself is done inside the tenant.
grant select on contact_export_chunks to parley_worker;
