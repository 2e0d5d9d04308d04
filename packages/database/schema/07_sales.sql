-- Sales: pipelines with their stages, deals with their stage history, orders, broadcasts. See docs/subsystems/sales/pipeline.md and
-- docs/subsystems/sales/broadcasts.md.

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
grant select, insert, update, delete on pipelines to parley_app;
-- The worker creates tenants, including their initial rows.
grant select, insert on pipelines to parley_worker;

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
  -- Referenced by deals: a stage of the same pipeline.
  unique (tenant_id, pipeline_id, id),
  foreign key (tenant_id, pipeline_id) references pipelines (tenant_id, id) on delete cascade
);
grant select, insert, update, delete on pipeline_stages to parley_app;
-- The worker creates tenants, including their initial rows.
grant select, insert on pipeline_stages to parley_worker;
alter table contacts add foreign key (tenant_id, stage_id) references pipeline_stages (tenant_id, id);

create table deals (
  tenant_id          uuid not null,
  id                 uuid not null,
  title              text not null check (length(title) between 1 and 200),
  amount             numeric(19, 6) check (amount >= 0),
  currency           text check (currency ~ '^[A-Z]{3}$'),
  contact_id         uuid not null,
  conversation_id    uuid,
  owner_id           uuid,
  pipeline_id        uuid not null,
  stage_id           uuid not null,
  -- Repeats the kind of the stage, so that lists by status need no join. A stage keeps its kind while it contains deals.
  status             text not null check (status in ('open', 'won', 'lost')),
  lost_reason        text,
  position           double precision not null,
  expected_close_at  timestamptz,
  stage_entered_at   timestamptz not null,
  won_at             timestamptz,
  lost_at            timestamptz,
  search_text        text not null generated always as (lower(title)) stored,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
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
-- For a column of the board in order, lists of one stage, and the deals in a stage that is to be deleted.
create index deals_by_stage on deals (tenant_id, pipeline_id, stage_id, position, id);
create index deals_by_contact on deals (tenant_id, contact_id, created_at desc, id desc);
create index deals_by_owner on deals (tenant_id, owner_id, created_at desc, id desc) where owner_id is not null;
create index deals_by_conversation on deals (tenant_id, conversation_id) where conversation_id is not null;
create index deals_search on deals using gin (tenant_id, search_text gin_trgm_ops);
-- For list_deals().
create policy search on deals for select to parley_search using (true);
grant select, insert, update, delete on deals to parley_app;
-- For backups.
grant select on deals to parley_worker;
grant select on deals to parley_search;

-- The stages that a deal has been in. Names are copied, because stages are renamed and deleted.
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
  -- The wire id of a key or an agent, or a word for the system.
  moved_by     text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, deal_id) references deals (tenant_id, id) on delete cascade,
  check (left_at >= entered_at)
);
create index deal_stage_history_list on deal_stage_history (tenant_id, deal_id, entered_at desc, id desc);
-- A deal is in one stage at a time.
create unique index deal_stage_history_now on deal_stage_history (tenant_id, deal_id) where left_at is null;
grant select, insert, update on deal_stage_history to parley_app;
-- For backups.
grant select on deal_stage_history to parley_worker;

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
grant select, insert, update, delete on orders to parley_app;
-- For backups.
grant select on orders to parley_worker;

create table broadcasts (
  tenant_id        uuid not null references tenants,
  id               uuid not null,
  title            text not null check (length(title) between 1 and 200),
  channel_id       uuid not null,
  -- The message: a template with its variables, or a text.
  content          jsonb not null,
  audience         jsonb not null,
  status           text not null check (status in ('draft', 'scheduled', 'sending', 'paused', 'completed', 'cancelled', 'failed')),
  scheduled_at     timestamptz,
  rate_per_minute  integer check (rate_per_minute > 0),
  quiet_hours      jsonb,
  -- null: no limits.
  auto_pause       jsonb,
  -- The counts at the last resume, from which the limits are counted.
  limits_from      jsonb not null default '{}',
  pause_reason     text,
  error            text,
  -- The broadcast as work: 'ready' from run_at on, 'leased' while a worker performs a step, 'idle' when there is nothing to do.
  state            text not null check (state in ('idle', 'ready', 'leased', 'process_ended', 'over_limit')),
  run_at           timestamptz not null,
  attempts         integer not null default 0,
  tries            smallint not null default 0,
  lease_until      timestamptz,
  -- The audience's rules at the start; null: everybody, or contacts by id.
  rules            jsonb,
  -- The position in the audience up to which contacts have become recipients, while they are being frozen.
  after_at         timestamptz,
  after_id         uuid,
  recipients       integer not null default 0,
  frozen_at        timestamptz,
  -- For rate_per_minute: when the next message may be sent.
  next_at          timestamptz,
  -- Incremented by retry-failed: failed recipients of earlier rounds are put back until there are none.
  round            smallint not null default 1,
  rewinding        boolean not null default false,
  created_by       text not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  started_at       timestamptz,
  completed_at     timestamptz,
  -- Disappears for its owner at once; a worker removes its recipients in small steps, then the row.
  deleted_at       timestamptz,
  grant_id         uuid default nullif(current_setting('app.acting_grant', true), '')::uuid,
  holder           integer,
  deaths           smallint not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id),
  check ((status = 'paused') = (pause_reason is not null)),
  check (status <> 'scheduled' or scheduled_at is not null)
) with (fillfactor = 50);
create index broadcasts_list on broadcasts (tenant_id, created_at desc, id desc) where deleted_at is null;
create index broadcasts_by_status on broadcasts (tenant_id, status, created_at desc, id desc) where deleted_at is null;
create index broadcasts_by_channel on broadcasts (tenant_id, channel_id, created_at desc, id desc) where deleted_at is null;
create index broadcasts_ready on broadcasts (tenant_id, channel_id, run_at, id) where state = 'ready';
create index broadcasts_leased on broadcasts (lease_until) where state = 'leased';
-- For queue counts.
create index broadcasts_completed on broadcasts (completed_at) where completed_at is not null;
-- Finds what has to stop when a grant ends.
create index broadcasts_of_grant on broadcasts (tenant_id, grant_id) where grant_id is not null;
-- For queue counts and retries.
create index broadcasts_set_aside on broadcasts (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update, delete on broadcasts to parley_app;
-- To find tenants with active broadcasts.
grant select, update on broadcasts to parley_worker;

create table broadcast_recipients (
  tenant_id     uuid not null,
  broadcast_id  uuid not null,
  -- The order in which they were frozen; lists and sending use it.
  n             integer not null,
  contact_id    uuid not null,
  -- The time zone for quiet hours; empty without quiet hours.
  zone          text not null,
  status        text not null check (status in
    ('pending', 'sending', 'sent', 'delivered', 'read', 'replied', 'failed', 'unknown', 'skipped')),
  -- If skipped: one of our reasons; if failed: an error code.
  reason        text,
  message_id    uuid,
  round         smallint not null,
  sent_at       timestamptz,
  replied_at    timestamptz,
  opted_out_at  timestamptz,
  primary key (tenant_id, broadcast_id, n),
  foreign key (tenant_id, broadcast_id) references broadcasts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete set null (message_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
-- Each contact once; this order also finds the latest broadcast that a replying contact got.
create unique index broadcast_recipients_once on broadcast_recipients (tenant_id, contact_id, broadcast_id);
-- Finds the recipient of a status.
create unique index broadcast_recipients_message on broadcast_recipients (tenant_id, message_id) where message_id is not null;
create index broadcast_recipients_by_status on broadcast_recipients (tenant_id, broadcast_id, status, n);
-- The next recipients, zone by zone.
create index broadcast_recipients_pending on broadcast_recipients (tenant_id, broadcast_id, zone, n) where status = 'pending';
grant select, insert, update, delete on broadcast_recipients to parley_app;
grant select on broadcast_recipients to parley_worker;

-- How many recipients have a status (and reason), plus 'opted_out', which counts recipients who got it. Updated once per batch, in the same
-- transaction as the recipients.
create table broadcast_counts (
  tenant_id     uuid not null,
  broadcast_id  uuid not null,
  status        text not null,
  reason        text not null default '',
  count         integer not null,
  primary key (tenant_id, broadcast_id, status, reason),
  foreign key (tenant_id, broadcast_id) references broadcasts (tenant_id, id) on delete cascade
) with (fillfactor = 50);
grant select, insert, update, delete on broadcast_counts to parley_app;
grant select on broadcast_counts to parley_worker;

-- The items of send_broadcast(), described in functions/send_broadcast.sql.
create type broadcast_work as (
  n integer, msg uuid, chan uuid, kind text, acct text, addr text, akey text, puid text, cnt uuid, cid uuid, known boolean, conv uuid, type text,
  text text, content jsonb, bid uuid, frm text, pair integer, burst integer, run timestamptz, win boolean, cba integer, e1 uuid
);
