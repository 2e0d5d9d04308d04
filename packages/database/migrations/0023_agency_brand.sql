-- The brand of an agency, and files that everybody may see. See docs/subsystems/branding.md.

-- Media shown to whoever knows its address: logos, pictures of pages. The address is a token of its own, not an id.
create table public_files (
  tenant_id uuid not null references tenants,
  media_id  uuid not null,
  token     text not null check (length(token) = 32),
  -- How many things show it; the last one's end is the address's end.
  uses      integer not null check (uses > 0),
  primary key (tenant_id, media_id),
  foreign key (tenant_id, media_id) references media (tenant_id, id)
);
create unique index public_files_token on public_files (token);

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
  -- Where the links of mails lead, while it is active.
  link_domain_id uuid,
  updated_at     timestamptz not null,
  foreign key (tenant_id, logo_light_id) references public_files (tenant_id, media_id),
  foreign key (tenant_id, logo_dark_id) references public_files (tenant_id, media_id),
  foreign key (tenant_id, favicon_id) references public_files (tenant_id, media_id),
  foreign key (tenant_id, link_domain_id) references agency_domains (tenant_id, id) on delete set null (link_domain_id)
);

do $$
declare t text;
begin
  foreach t in array array['public_files', 'brand_kits'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
  end loop;
end $$;

grant select, insert, update, delete on public_files to parley_app;
grant select, insert, update on brand_kits to parley_app;
-- By token, by host and by client: whose they are is the question.
grant select on public_files, brand_kits, domain_hosts to parley_worker;
