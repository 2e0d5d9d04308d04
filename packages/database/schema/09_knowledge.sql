-- Knowledge and models: sources and FAQs, their search index, the questions asked, and the keys of AI providers. See
-- docs/subsystems/knowledge/knowledge.md and docs/subsystems/knowledge/ai.md.

create table knowledge_categories (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  parent_id    uuid,
  name         text not null check (length(name) between 1 and 200),
  description  text check (length(description) <= 2000),
  position     integer not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references knowledge_categories (tenant_id, id),
  check (parent_id <> id)
);
create index knowledge_categories_list on knowledge_categories (tenant_id, position, id);
create index knowledge_categories_parent on knowledge_categories (tenant_id, parent_id) where parent_id is not null;
grant select, insert, update, delete on knowledge_categories to parley_app;
grant select on knowledge_categories to parley_worker;

create table knowledge_sources (
  tenant_id            uuid not null references tenants,
  id                   uuid not null,
  kind                 text not null check (kind in ('text', 'url', 'file')),
  name                 text not null check (length(name) between 1 and 200),
  category_id          uuid,
  text                 text,
  url                  text,
  media_id             uuid,
  -- Given, or detected by the last successful run; null: not known yet.
  language             text,
  language_given       boolean not null,
  status               text not null check (status in ('pending', 'processing', 'ready', 'failed')),
  error_code           text,
  error_message        text,
  char_count           integer not null default 0,
  chunk_count          integer not null default 0,
  -- Hash of the bytes that the passages were made from, and of everything else that affects them.
  content_hash         bytea,
  -- The URL's ETag for the version that the passages were made from.
  etag                 text,
  last_modified        text,
  refresh_every_hours  integer check (refresh_every_hours between 1 and 8760),
  is_active            boolean not null,
  -- Incremented by changes that restart the processing: a run for an older version has no effect.
  version              integer not null default 1,
  last_fetched_at      timestamptz,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  grant_id             uuid default nullif(current_setting('app.acting_grant', true), '')::uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, category_id) references knowledge_categories (tenant_id, id),
  foreign key (tenant_id, media_id) references media (tenant_id, id) on delete set null (media_id),
  foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id),
  check (kind = 'text' or text is null),
  check ((kind = 'url') = (url is not null)),
  check (kind = 'file' or media_id is null),
  check ((error_code is null) = (error_message is null))
);
create index knowledge_sources_list on knowledge_sources (tenant_id, created_at, id);
create index knowledge_sources_category on knowledge_sources (tenant_id, category_id) where category_id is not null;
create index knowledge_sources_media on knowledge_sources (tenant_id, media_id) where media_id is not null;
create index knowledge_sources_failed on knowledge_sources (tenant_id, id) where status = 'failed';
-- Finds what has to stop when a grant ends.
create index knowledge_sources_of_grant on knowledge_sources (tenant_id, grant_id) where grant_id is not null;
grant select, insert, update, delete on knowledge_sources to parley_app;
grant select on knowledge_sources to parley_worker;

-- A source's pending work. Claimed like inbound_events, a lane per tenant.
create table knowledge_jobs (
  tenant_id         uuid not null,
  source_id         uuid not null,
  state             text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit')),
  -- Number of claims so far, which identifies each claim.
  attempts          integer not null default 0,
  -- Failures since the last success or change, and the value of attempts then: many more attempts mean that workers died processing it.
  tries             smallint not null default 0,
  attempts_settled  integer not null default 0,
  run_at            timestamptz not null,
  lease_until       timestamptz,
  holder            integer,
  deaths            smallint not null default 0,
  primary key (tenant_id, source_id),
  foreign key (tenant_id, source_id) references knowledge_sources (tenant_id, id) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index knowledge_jobs_ready on knowledge_jobs (tenant_id, run_at, source_id) where state = 'ready';
create index knowledge_jobs_leased on knowledge_jobs (lease_until) where state = 'leased';
-- For queue counts and retries.
create index knowledge_jobs_set_aside on knowledge_jobs (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update, delete on knowledge_jobs to parley_app;
-- The worker claims jobs, and removes what has expired.
grant select, update on knowledge_jobs to parley_worker;

create table knowledge_faqs (
  tenant_id       uuid not null references tenants,
  id              uuid not null,
  question        text not null,
  answer          text not null,
  alternatives    text[] not null,
  category_id     uuid,
  language        text not null,
  language_given  boolean not null,
  status          text not null check (status in ('draft', 'published', 'archived')),
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, category_id) references knowledge_categories (tenant_id, id)
);
create index knowledge_faqs_list on knowledge_faqs (tenant_id, created_at, id);
create index knowledge_faqs_category on knowledge_faqs (tenant_id, category_id) where category_id is not null;
grant select, insert, update, delete on knowledge_faqs to parley_app;
grant select on knowledge_faqs to parley_worker;

-- The search index of a source or of a published FAQ. The id is that of the source or FAQ.
create table knowledge_documents (
  tenant_id      uuid not null,
  id             uuid not null,
  source_id      uuid,
  faq_id         uuid,
  language       text not null,
  chunk_count    integer not null,
  -- The number of lexemes in all its passages.
  token_count    integer not null,
  is_searchable  boolean not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, source_id) references knowledge_sources (tenant_id, id) on delete cascade,
  foreign key (tenant_id, faq_id) references knowledge_faqs (tenant_id, id) on delete cascade,
  check (num_nonnulls(source_id, faq_id) = 1)
);
create index knowledge_documents_source on knowledge_documents (tenant_id, source_id) where source_id is not null;
create index knowledge_documents_faq on knowledge_documents (tenant_id, faq_id) where faq_id is not null;
-- For the sizes by language, which every search needs, without reading the rows.
create index knowledge_documents_sizes on knowledge_documents (tenant_id, language) include (chunk_count, token_count) where is_searchable;
grant select, insert, update, delete on knowledge_documents to parley_app;
grant select on knowledge_documents to parley_worker;

create table knowledge_chunks (
  tenant_id    uuid not null,
  document_id  uuid not null,
  ordinal      integer not null,
  -- The headings above it, outermost first, separated by " > ".
  heading      text,
  body         text not null,
  primary key (tenant_id, document_id, ordinal),
  foreign key (tenant_id, document_id) references knowledge_documents (tenant_id, id) on delete cascade
);
grant select, insert, update, delete on knowledge_chunks to parley_app;
grant select on knowledge_chunks to parley_worker;

-- The passages of a document that contain a lexeme. A hit is ordinal << 32 | count << 16 | lexemes in the passage: an array of numbers per
-- document takes a tenth of the space of a row per passage. A lexeme that starts with = is the hash of a whole question.
create table knowledge_postings (
  tenant_id    uuid not null,
  language     text not null,
  term         text not null,
  document_id  uuid not null,
  hits         bigint[] not null,
  primary key (tenant_id, language, term, document_id),
  foreign key (tenant_id, document_id) references knowledge_documents (tenant_id, id) on delete cascade
);
-- For the removal with the document.
create index knowledge_postings_document on knowledge_postings (tenant_id, document_id);
grant select, insert, update, delete on knowledge_postings to parley_app;
grant select on knowledge_postings to parley_worker;

-- Lexemes, for typos. Rows are only added, so that nobody waits for them; those that no document has any more are removed by a sweep.
create table knowledge_vocabulary (
  tenant_id  uuid not null references tenants,
  language   text not null,
  term       text not null,
  primary key (tenant_id, language, term)
);
create index knowledge_vocabulary_similar on knowledge_vocabulary using gin (tenant_id, term gin_trgm_ops);
-- For similar_knowledge_terms().
create policy search on knowledge_vocabulary for select to parley_search using (true);
grant select, insert, update, delete on knowledge_vocabulary to parley_app;
grant select, delete on knowledge_vocabulary to parley_worker;
grant select on knowledge_vocabulary to parley_search;

create table knowledge_searches (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  is_answered  boolean not null,
  created_at   timestamptz not null,
  primary key (tenant_id, id)
);
create index knowledge_searches_time on knowledge_searches (tenant_id, created_at) include (is_answered);
create index knowledge_searches_age on knowledge_searches (created_at);
grant select, insert, update, delete on knowledge_searches to parley_app;
grant select, delete on knowledge_searches to parley_worker;

-- Unanswered questions, once each.
create table knowledge_questions (
  tenant_id       uuid not null references tenants,
  id              uuid not null,
  question_hash   bytea not null,
  question        text not null,
  language        text,
  count           integer not null,
  first_asked_at  timestamptz not null,
  last_asked_at   timestamptz not null,
  dismissed_at    timestamptz,
  primary key (tenant_id, id)
);
create unique index knowledge_questions_hash on knowledge_questions (tenant_id, question_hash);
create index knowledge_questions_list on knowledge_questions (tenant_id, last_asked_at, id);
create index knowledge_questions_age on knowledge_questions (last_asked_at);
grant select, insert, update, delete on knowledge_questions to parley_app;
grant select, delete on knowledge_questions to parley_worker;

-- FAQs from a CSV file. A row is read, applied, and stays as the report of its result.
create table faq_imports (
  tenant_id          uuid not null references tenants,
  id                 uuid not null,
  state              text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit', 'completed', 'failed', 'cancelled')),
  run_at             timestamptz not null,
  attempts           integer not null default 0,
  lease_until        timestamptz,
  tries              integer not null default 0,
  filename           text,
  delimiter          text not null,
  encoding           text not null,
  -- For each of the file's columns: name, sample values, suggested field.
  columns            jsonb not null,
  mapping            jsonb not null,
  on_existing        text not null check (on_existing in ('skip', 'update')),
  create_categories  boolean not null,
  dry_run            boolean not null,
  rows_total         integer not null,
  created_count      integer not null default 0,
  updated_count      integer not null default 0,
  skipped_count      integer not null default 0,
  failed_count       integer not null default 0,
  error              text,
  actor_kind         text not null,
  actor_id           text not null,
  created_at         timestamptz not null,
  started_at         timestamptz,
  finished_at        timestamptz,
  grant_id           uuid default nullif(current_setting('app.acting_grant', true), '')::uuid,
  holder             integer,
  deaths             smallint not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id)
);
create index faq_imports_list on faq_imports (tenant_id, created_at desc, id desc);
create index faq_imports_ready on faq_imports (tenant_id, run_at, id) where state = 'ready';
create index faq_imports_leased on faq_imports (lease_until) where state = 'leased';
-- Finds what has to stop when a grant ends.
create index faq_imports_of_grant on faq_imports (tenant_id, grant_id) where grant_id is not null;
-- For queue counts and retries.
create index faq_imports_set_aside on faq_imports (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update, delete on faq_imports to parley_app;
grant select, update on faq_imports to parley_worker;

create table faq_import_rows (
  tenant_id    uuid not null,
  import_id    uuid not null,
  row          integer not null,
  -- Until it is applied.
  cells        text[],
  -- An earlier row has the same question.
  is_repeated  boolean not null,
  outcome      text check (outcome in ('created', 'updated', 'skipped', 'failed')),
  -- Outlives the FAQ, because this is a report.
  faq_id       uuid,
  field        text,
  issue        text,
  message      text,
  primary key (tenant_id, import_id, row),
  foreign key (tenant_id, import_id) references faq_imports (tenant_id, id) on delete cascade,
  check (outcome is null or cells is null)
);
create index faq_import_rows_outcome on faq_import_rows (tenant_id, import_id, outcome, row);
grant select, insert, update, delete on faq_import_rows to parley_app;

create table ai_keys (
  tenant_id       uuid not null references tenants,
  id              uuid not null,
  provider        text not null check (provider in ('openai', 'anthropic', 'google', 'openai_compatible')),
  name            text not null check (length(name) between 1 and 100),
  base_url        text not null check (length(base_url) between 1 and 500),
  -- Sealed for this very row: see platform/crypto.
  api_key         bytea not null,
  last_four       text,
  -- The first one is used if no model is named.
  models          text[] not null check (cardinality(models) <= 50),
  -- 1 is tried first.
  priority        integer not null check (priority between 1 and 1000),
  is_active       boolean not null,
  state           text not null check (state in ('installed', 'tested', 'failed')),
  last_error      text,
  last_tested_at  timestamptz,
  -- Incremented when anything that a call depends on changes: an earlier outcome says nothing about the current key.
  revision        bigint not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (tenant_id, id)
);
create unique index ai_keys_name on ai_keys (tenant_id, provider, lower(name));
-- For the list and for choosing a key.
create index ai_keys_order on ai_keys (tenant_id, priority, id);
grant select, insert, update, delete on ai_keys to parley_app;

-- One row per key and model that failed recently; model '' stands for the whole key.
create table ai_circuits (
  tenant_id    uuid not null references tenants,
  key_id       uuid not null,
  model        text not null check (length(model) <= 200),
  -- Consecutive failures within the window that started at `window_at`.
  failures     integer not null,
  window_at    timestamptz not null,
  -- How often it opened since it last worked: each time it stays open twice as long.
  opened       integer not null,
  -- Open until then; afterwards one call at a time may try.
  open_until   timestamptz,
  -- The deadline for the trial call to report its result.
  probe_until  timestamptz,
  reason       text,
  updated_at   timestamptz not null,
  primary key (tenant_id, key_id, model),
  foreign key (tenant_id, key_id) references ai_keys (tenant_id, id) on delete cascade
);
grant select, insert, update, delete on ai_circuits to parley_app;

-- What was requested, which model answered, and what it cost. Contains no texts.
create table ai_requests (
  tenant_id      uuid not null references tenants,
  id             uuid not null,
  purpose        text not null check (purpose in ('chatbot', 'playground', 'assist', 'evaluation')),
  reference      text not null check (length(reference) between 1 and 150),
  outcome        text not null check (outcome in ('answered', 'no_key', 'insufficient_credits', 'entitlement_exceeded', 'all_failed', 'refused', 'timed_out')),
  provider       text,
  model          text,
  -- The key may have been deleted since.
  answered_by    uuid,
  input_tokens   integer not null,
  output_tokens  integer not null,
  cost           numeric(20, 6) not null,
  attempts       jsonb not null,
  duration_ms    integer not null,
  created_at     timestamptz not null,
  primary key (tenant_id, id)
);
create index ai_requests_list on ai_requests (tenant_id, created_at desc, id desc);
-- For lists by outcome and by purpose: either may be rare.
create index ai_requests_by_outcome on ai_requests (tenant_id, outcome, created_at desc, id desc);
create index ai_requests_by_purpose on ai_requests (tenant_id, purpose, created_at desc, id desc);
-- For the purge of old ones, over all tenants.
create index ai_requests_by_age on ai_requests (created_at);
grant select, insert on ai_requests to parley_app;
-- For retention.
grant select, delete on ai_requests to parley_worker;
