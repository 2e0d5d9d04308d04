-- An agency asks an organization that there is to become its client, and the organization's owner answers. See docs/subsystems/agencies.md, An
-- organization that there is, and ADR 0158.

-- The agency's side: whom it asked, in its own words. Whether there is anybody of that name is told by an answer alone.
create table agency_link_requests (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  -- An organization's id, or an owner's e-mail address, as the agency wrote it.
  organization text not null check (length(organization) between 3 and 320),
  scopes       text[] not null check (cardinality(scopes) > 0),
  message      text,
  reference    text check (length(reference) between 1 and 200),
  status       text not null check (status in ('pending', 'accepted', 'declined', 'withdrawn')),
  client_id    uuid,
  requested_by text not null,
  expires_at   timestamptz not null,
  answered_at  timestamptz,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references agency_clients (tenant_id, client_id),
  constraint agency_link_requests_client check ((status = 'accepted') = (client_id is not null))
);
create index agency_link_requests_list on agency_link_requests (tenant_id, created_at desc, id desc);
create index agency_link_requests_of_client on agency_link_requests (tenant_id, client_id) where client_id is not null;
alter table agency_link_requests enable row level security;
alter table agency_link_requests force row level security;
create policy tenant_isolation on agency_link_requests to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update on agency_link_requests to parley_app;
select allow_tenant_erasure('agency_link_requests');

-- The organization's side is a grant that waits: whoever accepts it accepts the link as well. The request lies with the agency.
alter table agency_grants add column link_request_id uuid;
create index agency_grants_of_link on agency_grants (link_request_id) where link_request_id is not null;
-- Owners' organizations by an e-mail address are looked for by the worker, which reads users and members already. The link is made by the
-- organization's answer, in the agency's tenant.
grant insert on agency_clients to parley_app;
