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
  updated_at     timestamptz not null,
  foreign key (tenant_id, logo_light_id) references media (tenant_id, id),
  foreign key (tenant_id, logo_dark_id) references media (tenant_id, id),
  foreign key (tenant_id, favicon_id) references media (tenant_id, id)
);

-- Forms that anybody may fill in, and what they filled in.
create table signup_forms (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  slug         text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  -- Its name at addresses that are not the agency's own, where slugs of all agencies would meet.
  public_key   text not null check (length(public_key) = 24),
  title        text not null,
  intro        text,
  fields       jsonb not null,
  consent_text text,
  -- {kind, grantScopes, tags}
  target       jsonb not null,
  thank_you    text not null,
  redirect_url text,
  active       boolean not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id)
);
create unique index signup_forms_slug on signup_forms (tenant_id, slug);
create unique index signup_forms_public_key on signup_forms (public_key);
create index signup_forms_list on signup_forms (tenant_id, created_at desc, id desc);

create table form_submissions (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  form_id      uuid,
  -- As the form was then: what was answered and agreed to stays what it was.
  form_slug    text not null,
  form_title   text not null,
  -- [{key, label, type, value}]
  answers      jsonb not null,
  consent_text text,
  consented_at timestamptz,
  target       jsonb not null,
  status       text not null check (status in ('new', 'processed', 'spam')),
  -- Of the token that it came with: sent twice it is one.
  nonce        bytea not null,
  fingerprint  bytea not null,
  contact_id   uuid,
  client_id    uuid,
  processed_at timestamptz,
  processed_by text,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, form_id) references signup_forms (tenant_id, id) on delete set null (form_id),
  check ((status = 'processed') = (processed_at is not null)),
  check ((consent_text is null) = (consented_at is null))
);
create unique index form_submissions_nonce on form_submissions (tenant_id, nonce);
create index form_submissions_list on form_submissions (tenant_id, created_at desc, id desc);
create index form_submissions_by_status on form_submissions (tenant_id, status, created_at desc, id desc);
create index form_submissions_by_form on form_submissions (tenant_id, form_id, created_at desc, id desc);

-- Pages that everybody sees while they are published. Their pictures are public files.
create table landing_pages (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  slug         text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  public_key   text not null check (length(public_key) = 24),
  title        text not null,
  description  text,
  blocks       jsonb not null,
  -- Of its one form block.
  form_id      uuid,
  status       text not null check (status in ('draft', 'published')),
  published_at timestamptz,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, form_id) references signup_forms (tenant_id, id)
);
create unique index landing_pages_slug on landing_pages (tenant_id, slug);
create unique index landing_pages_public_key on landing_pages (public_key);
create index landing_pages_list on landing_pages (tenant_id, created_at desc, id desc);
-- Asked when a form is deleted.
create index landing_pages_of_form on landing_pages (tenant_id, form_id) where form_id is not null;

do $$
declare t text;
begin
  foreach t in array array['public_files', 'brand_kits', 'signup_forms', 'form_submissions', 'landing_pages'] loop
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

grant select, insert, update, delete on signup_forms, landing_pages to parley_app;
grant select, insert, update, delete on form_submissions to parley_app;
-- By public key: whose a form or a page is is the question.
grant select on signup_forms, landing_pages to parley_worker;
-- Making a client out of one, together with its tenant, which only the worker may do.
grant select, update on form_submissions to parley_worker;
