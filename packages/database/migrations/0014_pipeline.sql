-- Sales: pipelines with their stages, deals with the history of their stages, orders. See docs/subsystems/pipeline.md.

-- Numbers that a tenant's users see (orders): one row per kind of number, so no tenant learns another's volume. The number
-- is taken in the transaction that uses it: what is rolled back leaves no gap.
create table tenant_counters (
  tenant_id  uuid not null references tenants,
  name       text not null,
  value      bigint not null,
  primary key (tenant_id, name)
);

create table pipelines (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  name        text not null check (length(name) between 1 and 100),
  position    integer not null,
  is_default  boolean not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (tenant_id, id)
);
create unique index pipelines_default on pipelines (tenant_id) where is_default;

create table pipeline_stages (
  tenant_id        uuid not null,
  id               uuid not null,
  pipeline_id      uuid not null,
  name             text not null check (length(name) between 1 and 100),
  position         integer not null,
  color            text not null check (color ~ '^#[0-9a-f]{6}$'),
  win_probability  smallint not null check (win_probability between 0 and 100),
  kind             text not null check (kind in ('open', 'won', 'lost')),
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (tenant_id, id),
  -- What a deal refers to: a stage of its own pipeline.
  unique (tenant_id, pipeline_id, id),
  foreign key (tenant_id, pipeline_id) references pipelines (tenant_id, id) on delete cascade
);

create table deals (
  tenant_id         uuid not null,
  id                uuid not null,
  title             text not null check (length(title) between 1 and 200),
  amount            numeric(19, 6) check (amount >= 0),
  currency          text check (currency ~ '^[A-Z]{3}$'),
  contact_id        uuid not null,
  conversation_id   uuid,
  owner_id          uuid,
  pipeline_id       uuid not null,
  stage_id          uuid not null,
  -- The kind of the stage, repeated: lists by status need no join. A stage keeps its kind while deals are in it.
  status            text not null check (status in ('open', 'won', 'lost')),
  lost_reason       text,
  position          double precision not null,
  expected_close_at timestamptz,
  stage_entered_at  timestamptz not null,
  won_at            timestamptz,
  lost_at           timestamptz,
  search_text       text not null generated always as (lower(title)) stored,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete set null (conversation_id),
  foreign key (tenant_id, owner_id) references members (tenant_id, user_id) on delete set null (owner_id),
  foreign key (tenant_id, pipeline_id, stage_id) references pipeline_stages (tenant_id, pipeline_id, id),
  check (amount is null or currency is not null),
  check ((status = 'won') = (won_at is not null)),
  check ((status = 'lost') = (lost_at is not null)),
  check ((status = 'lost') = (lost_reason is not null))
);
create index deals_list on deals (tenant_id, created_at desc, id desc);
create index deals_by_status on deals (tenant_id, status, created_at desc, id desc);
create index deals_by_pipeline on deals (tenant_id, pipeline_id, created_at desc, id desc);
-- A column of the board in its order, the lists of one stage, and who is in a stage that is to go.
create index deals_by_stage on deals (tenant_id, pipeline_id, stage_id, position, id);
create index deals_by_contact on deals (tenant_id, contact_id, created_at desc, id desc);
create index deals_by_owner on deals (tenant_id, owner_id, created_at desc, id desc) where owner_id is not null;
create index deals_by_conversation on deals (tenant_id, conversation_id) where conversation_id is not null;
create index deals_search on deals using gin (tenant_id, search_text gin_trgm_ops);

-- Which stages a deal has been in. Names are kept as they were: stages are renamed and go.
create table deal_stage_history (
  tenant_id    uuid not null,
  id           uuid not null,
  deal_id      uuid not null,
  pipeline_id  uuid not null,
  stage_id     uuid not null,
  stage_name   text not null,
  stage_kind   text not null check (stage_kind in ('open', 'won', 'lost')),
  entered_at   timestamptz not null,
  left_at      timestamptz,
  -- The wire id of a key or an agent, or the system's word.
  moved_by     text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, deal_id) references deals (tenant_id, id) on delete cascade,
  check (left_at >= entered_at)
);
create index deal_stage_history_list on deal_stage_history (tenant_id, deal_id, entered_at desc, id desc);
-- A deal is in one stage at a time.
create unique index deal_stage_history_now on deal_stage_history (tenant_id, deal_id) where left_at is null;

create table orders (
  tenant_id           uuid not null,
  id                  uuid not null,
  number              text not null check (length(number) between 1 and 64),
  external_reference  text check (length(external_reference) between 1 and 200),
  contact_id          uuid not null,
  conversation_id     uuid,
  status              text not null check (status in ('draft', 'pending', 'paid', 'fulfilled', 'cancelled', 'refunded')),
  items               jsonb not null,
  currency            text not null check (currency ~ '^[A-Z]{3}$'),
  subtotal            numeric(19, 6) not null check (subtotal >= 0),
  discount            numeric(19, 6) not null check (discount >= 0),
  tax                 numeric(19, 6) not null check (tax >= 0),
  shipping            numeric(19, 6) not null check (shipping >= 0),
  total               numeric(19, 6) not null check (total >= 0),
  note                text,
  paid_at             timestamptz,
  fulfilled_at        timestamptz,
  cancelled_at        timestamptz,
  refunded_at         timestamptz,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete set null (conversation_id),
  check (total = subtotal - discount + tax + shipping)
);
create unique index orders_number on orders (tenant_id, number);
create unique index orders_external_reference on orders (tenant_id, external_reference) where external_reference is not null;
create index orders_list on orders (tenant_id, created_at desc, id desc);
create index orders_by_status on orders (tenant_id, status, created_at desc, id desc);
create index orders_by_contact on orders (tenant_id, contact_id, created_at desc, id desc);
create index orders_by_conversation on orders (tenant_id, conversation_id) where conversation_id is not null;

-- Where a contact stands with us; how, the tenant says by its stages.
alter table contacts
  add column stage_id uuid,
  add foreign key (tenant_id, stage_id) references pipeline_stages (tenant_id, id);
create index contacts_by_stage on contacts (tenant_id, stage_id) where stage_id is not null;

-- What else went to the survivor, by kind: { deals: [ids], orders: [ids] }. It goes back when the merge is undone.
alter table contact_merges add column followers jsonb not null default '{}';

-- Tenants there are already get what new ones begin with (pipelines.seed.ts). The owner sees no tenant under forced
-- row-level security, so it is lifted inside this transaction, in which nobody else sees the table.
alter table tenants no force row level security;
insert into pipelines (tenant_id, id, name, position, is_default, created_at, updated_at)
  select tenant_id, gen_random_uuid(), 'Sales', 0, true, now(), now() from tenants;
insert into pipeline_stages (tenant_id, id, pipeline_id, name, position, color, win_probability, kind, created_at, updated_at)
  select p.tenant_id, gen_random_uuid(), p.id, s.name, s.position, s.color, s.win_probability, s.kind, now(), now()
    from pipelines p cross join (values ('New', 0, '#64748b', 10, 'open'), ('Qualified', 1, '#3b82f6', 25, 'open'),
      ('Proposal', 2, '#8b5cf6', 50, 'open'), ('Negotiation', 3, '#f59e0b', 75, 'open'), ('Won', 4, '#22c55e', 100, 'won'),
      ('Lost', 5, '#ef4444', 0, 'lost')) as s (name, position, color, win_probability, kind);
alter table tenants force row level security;

do $$
declare t text;
begin
  foreach t in array array['tenant_counters', 'pipelines', 'pipeline_stages', 'deals', 'deal_stage_history', 'orders'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('grant select, insert, update on %I to parley_app', t);
    execute format('grant select on %I to parley_worker', t);
  end loop;
  -- Read across tenants by backups alone.
  foreach t in array array['tenant_counters', 'deals', 'deal_stage_history', 'orders'] loop
    execute format('create policy cross_tenant on %I for select to parley_worker using (true)', t);
  end loop;
  -- The worker makes tenants, and with them what they begin with.
  foreach t in array array['pipelines', 'pipeline_stages'] loop
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
    execute format('grant insert on %I to parley_worker', t);
  end loop;
end $$;
grant delete on pipelines, pipeline_stages, deals, orders to parley_app;

-- Titles by words: see list_contacts() of migration 0002 for why and how. Newest first; null: no condition. p_first is the
-- most telling pattern and goes to the index, p_all narrows.
create policy search on deals for select to parley_search using (true);
grant select on deals to parley_search;
create function list_deals(p_first text, p_all text[], p_pipeline uuid, p_stage uuid, p_owner uuid, p_unowned boolean, p_contact uuid,
                           p_status text, p_after_at timestamptz, p_after_id uuid, p_limit integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  few uuid[];
begin
  select array_agg(m.id) into few from (
    select d.id from deals d where d.tenant_id = me and d.search_text like p_first limit 5001) m;
  if few is null then
    return;
  end if;
  if cardinality(few) > 5000 then
    few := null;
  end if;
  return query
    select d.id from deals d
     where d.tenant_id = me
       and (few is null or d.id = any (few))
       and (few is not null or d.search_text like p_first)
       and (p_all is null or d.search_text like all (p_all))
       and (p_pipeline is null or d.pipeline_id = p_pipeline)
       and (p_stage is null or d.stage_id = p_stage)
       and (p_owner is null or d.owner_id = p_owner)
       and (not p_unowned or d.owner_id is null)
       and (p_contact is null or d.contact_id = p_contact)
       and (p_status is null or d.status = p_status)
       and (p_after_at is null or (d.created_at, d.id) < (p_after_at, p_after_id))
     order by d.created_at desc, d.id desc limit p_limit;
end $$;
revoke execute on function list_deals from public;
grant execute on function list_deals to parley_app;
-- Last, because only the owner may do the two above.
alter function list_deals owner to parley_search;
