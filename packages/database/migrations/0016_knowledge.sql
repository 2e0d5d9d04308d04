-- Knowledge: sources and FAQs, what is searched of them, and what was asked. See docs/subsystems/knowledge.md.

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

-- How many sources of the knowledge hold a media; one that is held is not removed as unused.
alter table media add column holders integer not null default 0 check (holders >= 0);

create table knowledge_sources (
  tenant_id            uuid not null references tenants,
  id                   uuid not null,
  kind                 text not null check (kind in ('text', 'url', 'file')),
  name                 text not null check (length(name) between 1 and 200),
  category_id          uuid,
  text                 text,
  url                  text,
  media_id             uuid,
  -- Given, or found by the last successful run; null: not known yet.
  language             text,
  language_given       boolean not null,
  status               text not null check (status in ('pending', 'processing', 'ready', 'failed')),
  error_code           text,
  error_message        text,
  char_count           integer not null default 0,
  chunk_count          integer not null default 0,
  -- Of the bytes the passages were made from, and of everything else that decides them.
  content_hash         bytea,
  -- What the address said of the version the passages were made from.
  etag                 text,
  last_modified        text,
  refresh_every_hours  integer check (refresh_every_hours between 1 and 8760),
  is_active            boolean not null,
  -- Counts the changes that begin the processing anew: a run for an older one decides nothing.
  version              integer not null default 1,
  last_fetched_at      timestamptz,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, category_id) references knowledge_categories (tenant_id, id),
  foreign key (tenant_id, media_id) references media (tenant_id, id) on delete set null (media_id),
  check (kind = 'text' or text is null),
  check ((kind = 'url') = (url is not null)),
  check (kind = 'file' or media_id is null),
  check ((error_code is null) = (error_message is null))
);
create index knowledge_sources_list on knowledge_sources (tenant_id, created_at, id);
create index knowledge_sources_category on knowledge_sources (tenant_id, category_id) where category_id is not null;
create index knowledge_sources_media on knowledge_sources (tenant_id, media_id) where media_id is not null;

-- What a source waits for. Claimed like inbound_events, a lane per tenant.
create table knowledge_jobs (
  tenant_id    uuid not null,
  source_id    uuid not null,
  state        text not null check (state in ('ready', 'leased')),
  -- Counts the claims, and so names each.
  attempts     integer not null default 0,
  -- Failures since the last end or change; and what attempts were then: many more are workers that died over it.
  tries        smallint not null default 0,
  attempts_settled  integer not null default 0,
  run_at       timestamptz not null,
  lease_until  timestamptz,
  primary key (tenant_id, source_id),
  foreign key (tenant_id, source_id) references knowledge_sources (tenant_id, id) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index knowledge_jobs_ready on knowledge_jobs (tenant_id, run_at, source_id) where state = 'ready';
create index knowledge_jobs_leased on knowledge_jobs (lease_until) where state = 'leased';

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

-- What the search knows of a source, or of a published FAQ. The id is that of the source or FAQ.
create table knowledge_documents (
  tenant_id      uuid not null,
  id             uuid not null,
  source_id      uuid,
  faq_id         uuid,
  language       text not null,
  chunk_count    integer not null,
  -- Lexemes of all its passages together.
  token_count    integer not null,
  is_searchable  boolean not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, source_id) references knowledge_sources (tenant_id, id) on delete cascade,
  foreign key (tenant_id, faq_id) references knowledge_faqs (tenant_id, id) on delete cascade,
  check (num_nonnulls(source_id, faq_id) = 1)
);
create index knowledge_documents_source on knowledge_documents (tenant_id, source_id) where source_id is not null;
create index knowledge_documents_faq on knowledge_documents (tenant_id, faq_id) where faq_id is not null;
-- Serves the sizes by language, which every search asks for, without touching the rows.
create index knowledge_documents_sizes on knowledge_documents (tenant_id, language) include (chunk_count, token_count) where is_searchable;

create table knowledge_chunks (
  tenant_id    uuid not null,
  document_id  uuid not null,
  ordinal      integer not null,
  -- The headings above it, outermost first, parted by " > ".
  heading      text,
  body         text not null,
  primary key (tenant_id, document_id, ordinal),
  foreign key (tenant_id, document_id) references knowledge_documents (tenant_id, id) on delete cascade
);

-- Which passages of a document have a lexeme. A hit is ordinal << 32 | count << 16 | lexemes in the passage: an array of numbers
-- per document takes a tenth of the room of a row per passage. A lexeme that begins with = is the hash of a whole question.
create table knowledge_postings (
  tenant_id    uuid not null,
  language     text not null,
  term         text not null,
  document_id  uuid not null,
  hits         bigint[] not null,
  primary key (tenant_id, language, term, document_id),
  foreign key (tenant_id, document_id) references knowledge_documents (tenant_id, id) on delete cascade
);
-- Serves the removal with the document.
create index knowledge_postings_document on knowledge_postings (tenant_id, document_id);

-- Lexemes, for typos. Rows are only added, so that nobody waits for them; what no document has any more is swept.
create table knowledge_vocabulary (
  tenant_id  uuid not null references tenants,
  language   text not null,
  term       text not null,
  primary key (tenant_id, language, term)
);
create index knowledge_vocabulary_similar on knowledge_vocabulary using gin (tenant_id, term gin_trgm_ops);

create table knowledge_searches (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  is_answered  boolean not null,
  created_at   timestamptz not null,
  primary key (tenant_id, id)
);
create index knowledge_searches_time on knowledge_searches (tenant_id, created_at) include (is_answered);
create index knowledge_searches_age on knowledge_searches (created_at);

-- Questions that nothing answered, once each.
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

-- Lexemes of a text with their counts and first places. Accents of Latin, Greek and Cyrillic letters go after the stemmer, which needs them; the
-- marks of other scripts are letters.
create function knowledge_lexemes(p_config regconfig, p_text text) returns table (term text, tf integer, place integer)
  language sql immutable parallel safe
as $$
  select left(normalize(translate(regexp_replace(normalize(x.lexeme, nfd), '[\u0300-\u036f]', '', 'g'), 'ıøłđß', 'iolds'), nfc), 200),
         sum(cardinality(x.positions))::integer, min(x.positions[1])::integer
    from unnest(to_tsvector(p_config, p_text)) x group by 1
$$;

-- Known lexemes like the unknown ones of a question. Trigram operators are not leakproof, so row-level security would turn their
-- index off: as list_contacts() (migration 0002).
create policy search on knowledge_vocabulary for select to parley_search using (true);
grant select on knowledge_vocabulary to parley_search;
create function similar_knowledge_terms(p_words text[], p_languages text[]) returns table (word text, language text, term text)
  language plpgsql stable security definer rows 40
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
  set pg_trgm.similarity_threshold = 0.2
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
begin
  return query
    select w.word, w.language, v.term from unnest(p_words, p_languages) w (word, language)
     cross join lateral (
       select k.term from knowledge_vocabulary k
        where k.tenant_id = me and k.language = w.language and k.term % w.word
        order by similarity(k.term, w.word) desc, k.term limit 20) v;
end $$;

do $$
declare t text;
begin
  foreach t in array array['knowledge_categories', 'knowledge_sources', 'knowledge_jobs', 'knowledge_faqs', 'knowledge_documents',
                           'knowledge_chunks', 'knowledge_postings', 'knowledge_vocabulary', 'knowledge_searches', 'knowledge_questions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app', t);
    execute format('grant select on %I to parley_worker', t);
  end loop;
end $$;
-- The worker claims jobs, and removes what is past its time.
grant update on knowledge_jobs to parley_worker;
grant delete on knowledge_searches, knowledge_questions, knowledge_vocabulary to parley_worker;

revoke execute on function similar_knowledge_terms from public;
grant execute on function similar_knowledge_terms to parley_app;
alter function similar_knowledge_terms owner to parley_search;
