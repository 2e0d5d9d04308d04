-- Agencies: their clients, the grants by which clients let them act, delegated keys and custom domains.
-- See docs/subsystems/agencies.md.

-- What an agency says of itself; a missing row says nothing.
create table agencies (
  tenant_id     uuid primary key references tenants,
  contact_email text,
  website       text,
  updated_at    timestamptz not null
);

-- The link of an agency (tenant_id) to a client, which is a tenant of its own.
create table agency_clients (
  tenant_id  uuid not null references tenants,
  client_id  uuid not null,
  status     text not null check (status in ('pending', 'active', 'suspended', 'ended')),
  -- The agency's own word for the client.
  reference  text check (length(reference) between 1 and 200),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at   timestamptz,
  primary key (tenant_id, client_id)
);
-- A tenant has one agency at a time; and whose client it is, asked when its owner joins.
create unique index agency_clients_of on agency_clients (client_id) where status <> 'ended';
create index agency_clients_list on agency_clients (tenant_id, created_at desc, client_id desc);

-- A client's consent (tenant_id is the client): it lies with whoever gives it.
create table agency_grants (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  agency_id    uuid not null,
  -- As the agency was called when it asked: its tenant is not the client's to read.
  agency_name  text not null,
  scopes       text[] not null check (cardinality(scopes) > 0),
  message      text,
  status       text not null check (status in ('pending', 'accepted', 'refused', 'revoked')),
  requested_by text not null,
  accepted_by  text,
  ended_by     text,
  expires_at   timestamptz,
  accepted_at  timestamptz,
  refused_at   timestamptz,
  revoked_at   timestamptz,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id)
);
create unique index agency_grants_pending on agency_grants (tenant_id, agency_id) where status = 'pending';
create unique index agency_grants_accepted on agency_grants (tenant_id, agency_id) where status = 'accepted';
create index agency_grants_list on agency_grants (tenant_id, created_at desc, id desc);

-- Delegated keys: of the client, bound to a grant, made by the agency.
alter table api_keys add column agency_id uuid, add column grant_id uuid,
  add foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id),
  add constraint api_keys_delegated check ((agency_id is null) = (grant_id is null) and (grant_id is null or expires_at is not null));
-- Serves the count of living ones, and the purge.
create index api_keys_of_grant on api_keys (tenant_id, grant_id, expires_at) where grant_id is not null;
create index api_keys_delegated_age on api_keys (expires_at) where grant_id is not null;

create table agency_domains (
  tenant_id       uuid not null references tenants,
  id              uuid not null,
  hostname        text not null check (hostname = lower(hostname) and length(hostname) between 4 and 253),
  -- What the TXT record must say: public once it is published, and worth nothing to anybody else.
  proof           text not null,
  status          text not null check (status in ('pending_verification', 'verified', 'active', 'failed', 'suspended')),
  -- Checks in a row that did not find the proof of a verified one.
  failures        integer not null default 0,
  last_error      text,
  last_checked_at timestamptz,
  verified_at     timestamptz,
  -- When it is looked at again; null: nobody looks by himself.
  check_at        timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (tenant_id, id)
);
create unique index agency_domains_hostname on agency_domains (tenant_id, hostname);
create index agency_domains_list on agency_domains (tenant_id, created_at desc, id desc);
create index agency_domains_due on agency_domains (check_at) where check_at is not null;

-- Global look-up from a host to the one agency that proved it. A claim that is not proved has no row here.
create table domain_hosts (
  tenant_id uuid not null references tenants,
  hostname  text not null,
  domain_id uuid not null,
  primary key (hostname),
  foreign key (tenant_id, domain_id) references agency_domains (tenant_id, id) on delete cascade
);
create index domain_hosts_of_domain on domain_hosts (tenant_id, domain_id);

do $$
declare t text;
begin
  foreach t in array array['agencies', 'agency_clients', 'agency_grants', 'agency_domains', 'domain_hosts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
  end loop;
end $$;

grant select, insert, update on agencies, agency_grants to parley_app;
grant select, update on agency_clients to parley_app;
grant select, insert, update, delete on agency_domains to parley_app;
grant select, insert, delete on domain_hosts to parley_app;
-- A client is made together with its tenant, which only the worker may do; the first owner's joining makes it active.
grant select, insert, update on agency_clients to parley_worker;
-- Asked with every delegated key; the first grant of a client that the agency makes.
grant select, insert on agency_grants to parley_worker;
grant insert on invitations to parley_worker;
-- Delegated keys past their time.
grant delete on api_keys to parley_worker;
-- Which domains are due.
grant select on agency_domains to parley_worker;
