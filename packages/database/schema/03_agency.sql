-- Agencies: their clients, the grants by which clients let them act, their branding, domains, forms and pages. See
-- docs/subsystems/agency/agencies.md, docs/subsystems/organizations/branding.md and docs/subsystems/organizations/entitlements.md.

-- An agency's details; without a row there are none.
create table agencies (
  tenant_id      uuid primary key references tenants,
  contact_email  text,
  website        text,
  updated_at     timestamptz not null
);
grant select, insert, update on agencies to parley_app;

-- The link of an agency (tenant_id) to a client, which is itself a tenant.
create table agency_clients (
  tenant_id   uuid not null references tenants,
  client_id   uuid not null,
  status      text not null check (status in ('pending', 'active', 'suspended', 'ended')),
  -- The agency's own reference for the client.
  reference   text check (length(reference) between 1 and 200),
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  ended_at    timestamptz,
  primary key (tenant_id, client_id)
);
-- A tenant has one agency at a time. Also finds the agency of a client when its owner joins.
create unique index agency_clients_of on agency_clients (client_id) where status <> 'ended';
create index agency_clients_list on agency_clients (tenant_id, created_at desc, client_id desc);
-- A link between existing organizations is created by the organization's answer, in the agency's tenant.
grant select, insert, update on agency_clients to parley_app;
-- A client is created together with its tenant, which only the worker may do; it becomes active when the first owner joins.
grant select, insert, update on agency_clients to parley_worker;

-- A client's consent (tenant_id is the client), stored with the one who gives it.
create table agency_grants (
  tenant_id        uuid not null references tenants,
  id               uuid not null,
  agency_id        uuid not null,
  -- The agency's name at the time of the request, because the client cannot read the agency's tenant.
  agency_name      text not null,
  scopes           text[] not null check (cardinality(scopes) > 0),
  message          text,
  status           text not null check (status in ('pending', 'accepted', 'refused', 'revoked')),
  requested_by     text not null,
  accepted_by      text,
  ended_by         text,
  expires_at       timestamptz,
  accepted_at      timestamptz,
  refused_at       timestamptz,
  revoked_at       timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  -- When the things the agency created under it were stopped and both were notified; null: not yet, or there is nothing to stop.
  stopped_at       timestamptz,
  -- The organization's side of a link request is a pending grant: accepting it accepts the link as well. The request is stored with the
  -- agency.
  link_request_id  uuid,
  primary key (tenant_id, id)
);
create unique index agency_grants_pending on agency_grants (tenant_id, agency_id) where status = 'pending';
create unique index agency_grants_accepted on agency_grants (tenant_id, agency_id) where status = 'accepted';
create index agency_grants_list on agency_grants (tenant_id, created_at desc, id desc);
-- For expired grants that are still in force.
create index agency_grants_due on agency_grants (expires_at) where status = 'accepted' and stopped_at is null and expires_at is not null;
create index agency_grants_of_link on agency_grants (link_request_id) where link_request_id is not null;
grant select, insert, update on agency_grants to parley_app;
-- Read with every delegated key; inserts the first grant of a client that the agency creates.
grant select, insert on agency_grants to parley_worker;
alter table api_keys add foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id);

-- The agency's side: whom it asked, as it entered them. Only an answer reveals whether such an organization exists.
create table agency_link_requests (
  tenant_id     uuid not null references tenants,
  id            uuid not null,
  -- An organization's id or an owner's e-mail address, as the agency entered it.
  organization  text not null check (length(organization) between 3 and 320),
  scopes        text[] not null check (cardinality(scopes) > 0),
  message       text,
  reference     text check (length(reference) between 1 and 200),
  status        text not null check (status in ('pending', 'accepted', 'declined', 'withdrawn')),
  client_id     uuid,
  requested_by  text not null,
  expires_at    timestamptz not null,
  answered_at   timestamptz,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references agency_clients (tenant_id, client_id),
  constraint agency_link_requests_client check ((status = 'accepted') = (client_id is not null))
);
create index agency_link_requests_list on agency_link_requests (tenant_id, created_at desc, id desc);
create index agency_link_requests_of_client on agency_link_requests (tenant_id, client_id) where client_id is not null;
grant select, insert, update on agency_link_requests to parley_app;

create table agency_domains (
  tenant_id        uuid not null references tenants,
  id               uuid not null,
  hostname         text not null check (hostname = lower(hostname) and length(hostname) between 4 and 253),
  -- The required content of the TXT record: public once published, and worthless to anybody else.
  proof            text not null,
  status           text not null check (status in ('pending_verification', 'verified', 'active', 'failed', 'suspended')),
  -- Consecutive checks that did not find the proof of a verified domain.
  failures         integer not null default 0,
  last_error       text,
  last_checked_at  timestamptz,
  verified_at      timestamptz,
  -- When it is checked next; null: not automatically.
  check_at         timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (tenant_id, id)
);
create unique index agency_domains_hostname on agency_domains (tenant_id, hostname);
create index agency_domains_list on agency_domains (tenant_id, created_at desc, id desc);
create index agency_domains_due on agency_domains (check_at) where check_at is not null;
grant select, insert, update, delete on agency_domains to parley_app;
-- For due domains.
grant select on agency_domains to parley_worker;

-- Global look-up from a host to the one agency that proved it. An unproved claim has no row here.
create table domain_hosts (
  tenant_id  uuid not null references tenants,
  hostname   text not null,
  domain_id  uuid not null,
  primary key (hostname),
  foreign key (tenant_id, domain_id) references agency_domains (tenant_id, id) on delete cascade
);
create index domain_hosts_of_domain on domain_hosts (tenant_id, domain_id);
grant select, insert, delete on domain_hosts to parley_app;
-- Looked up by token, host and client before the tenant is known.
grant select on domain_hosts to parley_worker;

-- Media shown to anybody who knows the URL: logos, pictures of pages. The URL contains a separate token, not an id.
create table public_files (
  tenant_id  uuid not null references tenants,
  media_id   uuid not null,
  token      text not null check (length(token) = 32),
  -- How many things show it; when the last one is removed, the URL stops working.
  uses       integer not null check (uses > 0),
  primary key (tenant_id, media_id)
);
create unique index public_files_token on public_files (token);
grant select, insert, update, delete on public_files to parley_app;
-- Looked up by token, host and client before the tenant is known.
grant select on public_files to parley_worker;

create table brand_kits (
  tenant_id      uuid primary key references tenants,
  name           text not null check (length(name) between 1 and 100),
  logo_light_id  uuid,
  logo_dark_id   uuid,
  favicon_id     uuid,
  -- {primary, onPrimary, accent, background}, each #rrggbb.
  colors         jsonb not null,
  support_email  text,
  terms_url      text,
  privacy_url    text,
  imprint_url    text,
  updated_at     timestamptz not null
);
grant select, insert, update on brand_kits to parley_app;
-- Looked up by token, host and client before the tenant is known.
grant select on brand_kits to parley_worker;

-- Public forms and their submissions.
create table signup_forms (
  tenant_id     uuid not null references tenants,
  id            uuid not null,
  slug          text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  -- Identifies it at URLs that are not the agency's own, where the slugs of all agencies could collide.
  public_key    text not null check (length(public_key) = 24),
  title         text not null,
  intro         text,
  fields        jsonb not null,
  consent_text  text,
  -- {kind, grantScopes, tags}
  target        jsonb not null,
  thank_you     text not null,
  redirect_url  text,
  active        boolean not null,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (tenant_id, id)
);
create unique index signup_forms_slug on signup_forms (tenant_id, slug);
create unique index signup_forms_public_key on signup_forms (public_key);
create index signup_forms_list on signup_forms (tenant_id, created_at desc, id desc);
grant select, insert, update, delete on signup_forms to parley_app;
-- Looked up by public key before the tenant is known.
grant select on signup_forms to parley_worker;

create table form_submissions (
  tenant_id     uuid not null references tenants,
  id            uuid not null,
  form_id       uuid,
  -- A copy of the form at that time, so that what was answered and agreed to does not change.
  form_slug     text not null,
  form_title    text not null,
  -- [{key, label, type, value}]
  answers       jsonb not null,
  consent_text  text,
  consented_at  timestamptz,
  target        jsonb not null,
  status        text not null check (status in ('new', 'processed', 'spam')),
  -- From the token it was submitted with: submitted twice, it counts once.
  nonce         bytea not null,
  fingerprint   bytea not null,
  contact_id    uuid,
  client_id     uuid,
  processed_at  timestamptz,
  processed_by  text,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, form_id) references signup_forms (tenant_id, id) on delete set null (form_id),
  check ((status = 'processed') = (processed_at is not null)),
  check ((consent_text is null) = (consented_at is null))
);
create unique index form_submissions_nonce on form_submissions (tenant_id, nonce);
create index form_submissions_list on form_submissions (tenant_id, created_at desc, id desc);
create index form_submissions_by_status on form_submissions (tenant_id, status, created_at desc, id desc);
create index form_submissions_by_form on form_submissions (tenant_id, form_id, created_at desc, id desc);
grant select, insert, update, delete on form_submissions to parley_app;
-- Creates a client from a submission, together with its tenant, which only the worker may do.
grant select, update on form_submissions to parley_worker;

-- Pages that everybody can see while they are published. Their pictures are public files.
create table landing_pages (
  tenant_id     uuid not null references tenants,
  id            uuid not null,
  slug          text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  public_key    text not null check (length(public_key) = 24),
  title         text not null,
  description   text,
  blocks        jsonb not null,
  -- The form of its only form block.
  form_id       uuid,
  status        text not null check (status in ('draft', 'published')),
  published_at  timestamptz,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, form_id) references signup_forms (tenant_id, id)
);
create unique index landing_pages_slug on landing_pages (tenant_id, slug);
create unique index landing_pages_public_key on landing_pages (public_key);
create index landing_pages_list on landing_pages (tenant_id, created_at desc, id desc);
-- For the check when a form is deleted.
create index landing_pages_of_form on landing_pages (tenant_id, form_id) where form_id is not null;
grant select, insert, update, delete on landing_pages to parley_app;
-- Looked up by public key before the tenant is known.
grant select on landing_pages to parley_worker;

-- Named snapshots in an agency's library. See docs/subsystems/agency/snapshots.md.
create table agency_snapshots (
  tenant_id       uuid not null references tenants,
  id              uuid not null,
  name            text not null check (length(name) between 1 and 200),
  description     text check (length(description) between 1 and 2000),
  version         integer not null check (version > 0),
  is_default      boolean not null,
  -- json, not jsonb: unchanged, with its parts in order.
  snapshot        json not null,
  parts           text[] not null,
  size_bytes      integer not null,
  -- Whose configuration it was. No foreign key, because it is another tenant and the snapshot outlives the link.
  from_client_id  uuid,
  created_by      text not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (tenant_id, id)
);
create index agency_snapshots_list on agency_snapshots (tenant_id, created_at desc, id desc);
create unique index agency_snapshots_name on agency_snapshots (tenant_id, lower(name));
create unique index agency_snapshots_default on agency_snapshots (tenant_id) where is_default;
grant select, insert, update, delete on agency_snapshots to parley_app;
-- The worker creates clients.
grant select on agency_snapshots to parley_worker;

-- Snapshots waiting to be applied to an agency's new client (docs/subsystems/agency/snapshots.md). tenant_id is the client.
create table snapshot_applications (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  -- The agency that created the client with it.
  agency_id    uuid not null,
  -- Unchanged; null once it is applied or rejected.
  snapshot     jsonb,
  state        text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit', 'applied', 'failed')),
  run_at       timestamptz not null,
  attempts     integer not null default 0,
  lease_until  timestamptz,
  -- If it failed: code, message, field.
  problem      jsonb,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  holder       integer,
  deaths       smallint not null default 0,
  primary key (tenant_id, id),
  constraint snapshot_applications_check
    check ((snapshot is not null) = (state in ('ready', 'leased', 'process_ended', 'over_limit'))),
  check ((problem is not null) = (state = 'failed'))
);
create index snapshot_applications_ready on snapshot_applications (tenant_id, run_at, id) where state = 'ready';
create index snapshot_applications_leased on snapshot_applications (lease_until) where state = 'leased';
-- For queue counts and retries.
create index snapshot_applications_set_aside on snapshot_applications (tenant_id) where state in ('process_ended', 'over_limit');
grant select, update on snapshot_applications to parley_app;
-- Created together with the client, which only the worker may create; claimed across tenants.
grant select, insert, update on snapshot_applications to parley_worker;

-- Limits of a client (tenant_id): no row, no limit. Locked by whoever adds one more of what it limits.
create table entitlements (
  tenant_id   uuid not null references tenants,
  resource    text not null check (length(resource) between 1 and 50),
  max_value   bigint not null check (max_value >= 0),
  updated_at  timestamptz not null,
  primary key (tenant_id, resource)
);
grant select, insert, update, delete on entitlements to parley_app;
-- For the first invitation of a client that is being created, by the role that creates tenants.
grant select, update on entitlements to parley_worker;

-- Monthly usage of limits that count by month; a row is updated in place.
create table entitlement_months (
  tenant_id  uuid not null references tenants,
  resource   text not null check (length(resource) between 1 and 50),
  month      date not null,
  used       bigint not null check (used >= 0),
  primary key (tenant_id, resource, month)
) with (fillfactor = 50);
grant select, insert, update on entitlement_months to parley_app;
