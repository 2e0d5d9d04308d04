-- Models: the keys of tenants at AI providers, the circuits that all workers share, and what was asked of whom. See docs/subsystems/ai.md.

create table ai_keys (
  tenant_id      uuid not null references tenants,
  id             uuid not null,
  provider       text not null check (provider in ('openai', 'anthropic', 'google', 'openai_compatible')),
  name           text not null check (length(name) between 1 and 100),
  base_url       text not null check (length(base_url) between 1 and 500),
  -- Sealed for this very row: see platform/crypto.
  api_key        bytea not null,
  last_four      text,
  -- The first is the one that is used where no model is named.
  models         text[] not null check (cardinality(models) between 1 and 50),
  -- 1 is asked first.
  priority       integer not null check (priority between 1 and 1000),
  is_active      boolean not null,
  state          text not null check (state in ('installed', 'tested', 'failed')),
  last_error     text,
  last_tested_at timestamptz,
  -- Raised whenever what a call depends on changes: an outcome of before says nothing about the key as it is.
  revision       bigint not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (tenant_id, id)
);
create unique index ai_keys_name on ai_keys (tenant_id, provider, lower(name));
-- Serves the list and the choice of whom to ask.
create index ai_keys_order on ai_keys (tenant_id, priority, id);

-- One row per key and model that failed lately; model '' stands for the whole key.
create table ai_circuits (
  tenant_id    uuid not null references tenants,
  key_id       uuid not null,
  model        text not null check (length(model) <= 200),
  -- Failures in a row within the window that began at `window_at`.
  failures     integer not null,
  window_at    timestamptz not null,
  -- How often it opened since it last worked: each time it stays open twice as long.
  opened       integer not null,
  -- Open until then; afterwards one call at a time may try.
  open_until   timestamptz,
  -- Whoever tries has until then to say how it went.
  probe_until  timestamptz,
  reason       text,
  updated_at   timestamptz not null,
  primary key (tenant_id, key_id, model),
  foreign key (tenant_id, key_id) references ai_keys (tenant_id, id) on delete cascade
);

-- What was asked, who answered, and what it cost. Holds no texts.
create table ai_requests (
  tenant_id     uuid not null references tenants,
  id            uuid not null,
  purpose       text not null check (purpose in ('chatbot', 'playground', 'assist', 'evaluation')),
  reference     text not null check (length(reference) between 1 and 150),
  outcome       text not null check (outcome in ('answered', 'no_key', 'insufficient_credits', 'all_failed', 'refused', 'timed_out')),
  provider      text,
  model         text,
  -- The key may be gone since.
  answered_by   uuid,
  input_tokens  integer not null,
  output_tokens integer not null,
  cost          numeric(20, 6) not null,
  attempts      jsonb not null,
  duration_ms   integer not null,
  created_at    timestamptz not null,
  primary key (tenant_id, id)
);
create index ai_requests_list on ai_requests (tenant_id, created_at desc, id desc);
-- Serve the list by what came of it, and by what it was for: either may be rare.
create index ai_requests_by_outcome on ai_requests (tenant_id, outcome, created_at desc, id desc);
create index ai_requests_by_purpose on ai_requests (tenant_id, purpose, created_at desc, id desc);
-- Serves the purge of old ones, over all tenants.
create index ai_requests_by_age on ai_requests (created_at);

do $$
declare t text;
begin
  foreach t in array array['ai_keys', 'ai_circuits', 'ai_requests'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
  end loop;
end $$;

grant select, insert, update, delete on ai_keys, ai_circuits to parley_app;
grant select, insert on ai_requests to parley_app;
-- Retention.
grant select, delete on ai_requests to parley_worker;
