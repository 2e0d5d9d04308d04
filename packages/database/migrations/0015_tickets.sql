-- Tickets: what the team owes somebody, with a number, a state and a history. See docs/subsystems/tickets.md.

create table ticket_categories (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  name         text not null check (length(name) between 1 and 100),
  -- One category whatever its case.
  name_key     text not null generated always as (lower(name)) stored,
  description  text,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id)
);
create unique index ticket_categories_name on ticket_categories (tenant_id, name_key);
create index ticket_categories_list on ticket_categories (tenant_id, created_at desc, id desc);

create table tickets (
  tenant_id        uuid not null references tenants,
  id               uuid not null,
  -- From tenant_counters, in the transaction that makes the ticket.
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
  -- When a resolved one closes by itself.
  close_at         timestamptz,
  follow_up_of_id  uuid,
  search_text      text not null generated always as ('#' || number || ' ' || lower(subject)) stored,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, category_id) references ticket_categories (tenant_id, id) on delete set null (category_id),
  foreign key (tenant_id, assignee_id) references members (tenant_id, user_id) on delete set null (assignee_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete set null (conversation_id),
  foreign key (tenant_id, follow_up_of_id) references tickets (tenant_id, id),
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
-- Asked for every batch of inbound messages: those that a customer's word opens again.
create index tickets_waiting on tickets (tenant_id, conversation_id) where status in ('pending', 'resolved');
-- Serves the timer that closes, over all tenants.
create index tickets_closing on tickets (close_at) where close_at is not null;
create index tickets_search on tickets using gin (tenant_id, search_text gin_trgm_ops);

-- What happened to a ticket, and what the team says about it. Kept as long as the ticket: the event log is not.
create table ticket_activity (
  tenant_id   uuid not null,
  id          uuid not null,
  ticket_id   uuid not null,
  kind        text not null check (kind in ('created', 'updated', 'comment')),
  -- The wire id of a key or an agent, or the system's word.
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

do $$
declare t text;
begin
  foreach t in array array['ticket_categories', 'tickets', 'ticket_activity'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('grant select, insert on %I to parley_app', t);
    -- The worker lists tickets that are to be closed; they are closed inside the tenant. Backups read all three.
    execute format('create policy cross_tenant on %I for select to parley_worker using (true)', t);
    execute format('grant select on %I to parley_worker', t);
  end loop;
end $$;
grant update on tickets, ticket_categories to parley_app;
grant delete on ticket_categories to parley_app;

-- Subjects and numbers by words: as list_deals() of migration 0014. Newest first; null: no condition.
create policy search on tickets for select to parley_search using (true);
grant select on tickets to parley_search;
create function list_tickets(p_first text, p_all text[], p_status text, p_priority text, p_category uuid, p_assignee uuid, p_unassigned boolean,
                             p_contact uuid, p_conversation uuid, p_overdue timestamptz, p_after_at timestamptz, p_after_id uuid,
                             p_limit integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  few uuid[];
begin
  select array_agg(m.id) into few from (
    select k.id from tickets k where k.tenant_id = me and k.search_text like p_first limit 5001) m;
  if few is null then
    return;
  end if;
  if cardinality(few) > 5000 then
    few := null;
  end if;
  return query
    select k.id from tickets k
     where k.tenant_id = me
       and (few is null or k.id = any (few))
       and (few is not null or k.search_text like p_first)
       and (p_all is null or k.search_text like all (p_all))
       and (p_status is null or k.status = p_status)
       and (p_priority is null or k.priority = p_priority)
       and (p_category is null or k.category_id = p_category)
       and (p_assignee is null or k.assignee_id = p_assignee)
       and (not p_unassigned or k.assignee_id is null)
       and (p_contact is null or k.contact_id = p_contact)
       and (p_conversation is null or k.conversation_id = p_conversation)
       and (p_overdue is null or (k.due_at < p_overdue and k.status in ('open', 'in_progress', 'pending')))
       and (p_after_at is null or (k.created_at, k.id) < (p_after_at, p_after_id))
     order by k.created_at desc, k.id desc limit p_limit;
end $$;
revoke execute on function list_tickets from public;
grant execute on function list_tickets to parley_app;
-- Last, because only the owner may do the two above.
alter function list_tickets owner to parley_search;
