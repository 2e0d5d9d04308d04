-- Service: tickets, what a team promises and how well it keeps that, and customers' ratings. See docs/subsystems/service/tickets.md,
-- docs/subsystems/service/service-levels.md and docs/subsystems/service/csat.md.

create table ticket_categories (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  name         text not null check (length(name) between 1 and 100),
  -- Names that differ only in case are one category.
  name_key     text not null generated always as (lower(name)) stored,
  description  text,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id)
);
create unique index ticket_categories_name on ticket_categories (tenant_id, name_key);
create index ticket_categories_list on ticket_categories (tenant_id, created_at desc, id desc);
grant select, insert, update, delete on ticket_categories to parley_app;
-- For backups.
grant select on ticket_categories to parley_worker;

create table tickets (
  tenant_id        uuid not null references tenants,
  id               uuid not null,
  -- From tenant_counters, in the transaction that creates the ticket.
  number           bigint not null,
  subject          text not null check (length(subject) between 1 and 500),
  description      text,
  status           text not null check (status in ('open', 'in_progress', 'pending', 'resolved', 'closed')),
  priority         text not null check (priority in ('low', 'medium', 'high', 'urgent')),
  category_id      uuid,
  assignee_id      uuid,
  contact_id       uuid,
  conversation_id  uuid,
  source           text not null check (source in ('inbox', 'flow', 'manual', 'api')),
  labels           text[] not null default '{}',
  due_at           timestamptz,
  resolved_at      timestamptz,
  closed_at        timestamptz,
  -- When a resolved ticket closes automatically.
  close_at         timestamptz,
  follow_up_of_id  uuid,
  search_text      text not null generated always as ('#' || number || ' ' || lower(subject)) stored,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  -- Tickets belong to divisions, as conversations do, and may be deleted.
  division_id      uuid,
  custom_fields    jsonb not null default '{}' check (jsonb_typeof(custom_fields) = 'object'),
  primary key (tenant_id, id),
  foreign key (tenant_id, category_id) references ticket_categories (tenant_id, id) on delete set null (category_id),
  foreign key (tenant_id, assignee_id) references members (tenant_id, user_id) on delete set null (assignee_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete set null (conversation_id),
  foreign key (tenant_id, follow_up_of_id) references tickets (tenant_id, id),
  foreign key (tenant_id, division_id) references divisions (tenant_id, id),
  check ((status in ('resolved', 'closed')) = (resolved_at is not null)),
  check ((status = 'closed') = (closed_at is not null)),
  check ((status = 'resolved') = (close_at is not null))
);
create unique index tickets_number on tickets (tenant_id, number);
create index tickets_list on tickets (tenant_id, created_at desc, id desc);
create index tickets_by_status on tickets (tenant_id, status, created_at desc, id desc);
create index tickets_by_assignee on tickets (tenant_id, assignee_id, created_at desc, id desc) where assignee_id is not null;
create index tickets_by_contact on tickets (tenant_id, contact_id, created_at desc, id desc) where contact_id is not null;
create index tickets_by_category on tickets (tenant_id, category_id, created_at desc, id desc) where category_id is not null;
create index tickets_by_conversation on tickets (tenant_id, conversation_id, created_at desc, id desc) where conversation_id is not null;
create index tickets_overdue on tickets (tenant_id, due_at) where status in ('open', 'in_progress', 'pending');
create index tickets_follow_ups on tickets (tenant_id, follow_up_of_id) where follow_up_of_id is not null;
-- Queried for every batch of inbound messages: the tickets that a customer's message reopens.
create index tickets_waiting on tickets (tenant_id, conversation_id) where status in ('pending', 'resolved');
-- For the timer that closes tickets, over all tenants.
create index tickets_closing on tickets (close_at) where close_at is not null;
create index tickets_search on tickets using gin (tenant_id, search_text gin_trgm_ops);
create index tickets_by_division on tickets (tenant_id, division_id, created_at desc, id desc) where division_id is not null;
-- Only a definer function can use these two: neither operator is leakproof.
create index tickets_custom_fields on tickets using gin (tenant_id, custom_fields jsonb_path_ops) where custom_fields <> '{}';
create index tickets_by_label on tickets using gin (tenant_id, labels) where labels <> '{}';
-- For list_tickets().
create policy search on tickets for select to parley_search using (true);
-- Deleted only by erasure and retention.
grant select, insert, update, delete on tickets to parley_app;
-- For listing due work and for backups; the work itself is done inside the tenant.
grant select on tickets to parley_worker;
grant select on tickets to parley_search;
alter table notifications add foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade;

-- What happened to a ticket, and the team's comments. Kept as long as the ticket, unlike the event log.
create table ticket_activity (
  tenant_id   uuid not null,
  id          uuid not null,
  ticket_id   uuid not null,
  kind        text not null check (kind in ('created', 'updated', 'comment')),
  -- The wire id of a key or an agent, or a word for the system.
  by          text not null,
  reason      text not null,
  text        text,
  changes     jsonb not null default '{}',
  created_at  timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, ticket_id) references tickets (tenant_id, id),
  check ((kind = 'comment') = (text is not null))
);
create index ticket_activity_list on ticket_activity (tenant_id, ticket_id, created_at desc, id desc);
-- Deleted only by erasure and retention.
grant select, insert, delete on ticket_activity to parley_app;
-- For backups.
grant select on ticket_activity to parley_worker;

-- Like contact_fields, for tickets: separate tables, so that a definition and its values are found by one key (docs/adr/0135).
create table ticket_fields (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  key          text not null,
  label        text not null,
  type         text not null check (type in ('text', 'number', 'boolean', 'date', 'datetime', 'select', 'multi_select', 'url', 'email', 'phone')),
  options      text[] not null default '{}',
  required     boolean not null default false,
  description  text,
  position     integer not null,
  deleting_at  timestamptz,
  run_at       timestamptz,
  last_pass    boolean not null default false,
  after_id     uuid,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id)
);
create unique index ticket_fields_key on ticket_fields (tenant_id, key);
create index ticket_fields_list on ticket_fields (tenant_id, position, id);
create index ticket_fields_deleting on ticket_fields (run_at) where deleting_at is not null;
grant select, insert, update, delete on ticket_fields to parley_app;
-- For listing due work and for backups; the work itself is done inside the tenant.
grant select on ticket_fields to parley_worker;

create table sla_policies (
  tenant_id            uuid not null references tenants,
  id                   uuid not null,
  name                 text not null check (length(name) between 1 and 100),
  -- Names that differ only in case or accents are one policy.
  name_key             text not null generated always as (label_key(name)) stored,
  description          text check (length(description) between 1 and 500),
  -- By priority: minutes for each target, null if nothing is promised.
  targets              jsonb not null,
  business_hours_only  boolean not null,
  -- The conditions for choosing it automatically; see modules/service/sla-policies/choice.ts.
  conditions           jsonb not null,
  position             integer not null,
  is_default           boolean not null,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  -- A deleted policy is not chosen any more; clocks that it already governs keep running.
  deleted_at           timestamptz,
  primary key (tenant_id, id)
);
create unique index sla_policies_name on sla_policies (tenant_id, name_key) where deleted_at is null;
create unique index sla_policies_default on sla_policies (tenant_id) where is_default and deleted_at is null;
create index sla_policies_list on sla_policies (tenant_id, created_at desc, id desc) where deleted_at is null;
grant select, insert, update on sla_policies to parley_app;
-- To find tenants with policies or customers to survey, and due rows; everything else happens inside the tenant.
grant select on sla_policies to parley_worker;

-- How well promises are kept: one row for each ticket and conversation that a policy governs or has governed. Separate from their own rows,
-- because the hot path of messages writes those. `state` is described in modules/service/sla-policies/clock.ts.
create table ticket_sla (
  tenant_id   uuid not null,
  id          uuid not null,
  policy_id   uuid,
  state       jsonb not null,
  -- The next due time that has not been missed yet.
  check_at    timestamptz,
  updated_at  timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, policy_id) references sla_policies (tenant_id, id)
) with (fillfactor = 80);
-- For the timer, over all tenants.
create index ticket_sla_check on ticket_sla (check_at) where check_at is not null;
grant select, insert, update on ticket_sla to parley_app;
-- To find tenants with policies or customers to survey, and due rows; everything else happens inside the tenant.
grant select on ticket_sla to parley_worker;

create table conversation_sla (
  tenant_id      uuid not null,
  id             uuid not null,
  policy_id      uuid,
  state          jsonb not null,
  check_at       timestamptz,
  -- The last event of the log that is included in `state`: an event that is read twice counts once.
  applied_xid    xid8 not null,
  applied_event  uuid not null,
  updated_at     timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, policy_id) references sla_policies (tenant_id, id)
) with (fillfactor = 80);
create index conversation_sla_check on conversation_sla (check_at) where check_at is not null;
grant select, insert, update on conversation_sla to parley_app;
-- To find tenants with policies or customers to survey, and due rows; everything else happens inside the tenant.
grant select on conversation_sla to parley_worker;

-- Which promises were kept and which were missed: written with the clocks, in their transaction, and counted into the rollups by their
-- reader. Its attributes (channel, assignee, division, labels) are those of that time.
create table sla_outcomes (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  subject      text not null check (subject in ('tickets', 'conversations')),
  subject_id   uuid not null,
  target       text not null check (target in ('first_response', 'next_response', 'resolution')),
  met          boolean not null,
  -- When it was kept; if missed, when it was due.
  at           timestamptz not null,
  channel_id   uuid,
  assignee_id  uuid,
  division_id  uuid,
  label_ids    uuid[] not null,
  counted      boolean not null default false,
  created_at   timestamptz not null,
  primary key (tenant_id, id)
) with (fillfactor = 80);
-- Rows still to be counted: the next of all tenants, and the position of one tenant.
create index sla_outcomes_uncounted on sla_outcomes (tenant_id, created_at) where not counted;
-- For their removal, over all tenants.
create index sla_outcomes_age on sla_outcomes (created_at);
grant select, insert on sla_outcomes to parley_app;
grant select, update, delete on sla_outcomes to parley_worker;

-- One row for each resolution that was surveyed, or that was not and why.
create table csat_surveys (
  tenant_id        uuid not null,
  id               uuid not null,
  conversation_id  uuid not null,
  -- The assignee when it was resolved.
  assignee_id      uuid,
  -- Identifies one of the conversation's resolutions.
  resolved_at      timestamptz not null,
  -- Why it was not surveyed; null: it was.
  skipped_reason   text,
  message_id       uuid,
  rating           smallint check (rating between 1 and 5),
  comment          text,
  answered_at      timestamptz,
  commented_at     timestamptz,
  created_at       timestamptz not null,
  primary key (tenant_id, id),
  -- Also finds those of a conversation.
  unique (tenant_id, conversation_id, resolved_at),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, assignee_id) references members (tenant_id, user_id) on delete set null (assignee_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete set null (message_id),
  check ((rating is null) = (answered_at is null)),
  check ((comment is null) = (commented_at is null)),
  check (skipped_reason is null or (message_id is null and rating is null))
);
create index csat_surveys_answered on csat_surveys (tenant_id, answered_at desc, id desc) where rating is not null;
create index csat_surveys_of on csat_surveys (tenant_id, assignee_id, answered_at desc, id desc) where assignee_id is not null;
create index csat_surveys_asked on csat_surveys (tenant_id, created_at) where skipped_reason is null;
-- For the removal of messages.
create index csat_surveys_message on csat_surveys (tenant_id, message_id) where message_id is not null;
grant select, insert, update on csat_surveys to parley_app;
-- To find tenants with policies or customers to survey, and due rows; everything else happens inside the tenant.
grant select on csat_surveys to parley_worker;
