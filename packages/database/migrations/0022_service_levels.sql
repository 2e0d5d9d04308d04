-- Service levels: what a team promises, how far it is kept, and who is told when it is not. See docs/subsystems/service-levels.md.

create table sla_policies (
  tenant_id            uuid not null references tenants,
  id                   uuid not null,
  name                 text not null check (length(name) between 1 and 100),
  -- One policy whatever its case and accents.
  name_key             text not null generated always as (label_key(name)) stored,
  description          text check (length(description) between 1 and 500),
  -- By priority: minutes for each target, null where nothing is promised.
  targets              jsonb not null,
  business_hours_only  boolean not null,
  -- What it is chosen for by itself; see modules/sla-policies/choice.ts.
  conditions           jsonb not null,
  position             integer not null,
  is_default           boolean not null,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  -- A deleted one is chosen no more; what it governs already runs on.
  deleted_at           timestamptz,
  primary key (tenant_id, id)
);
create unique index sla_policies_name on sla_policies (tenant_id, name_key) where deleted_at is null;
create unique index sla_policies_default on sla_policies (tenant_id) where is_default and deleted_at is null;
create index sla_policies_list on sla_policies (tenant_id, created_at desc, id desc) where deleted_at is null;

-- How far what was promised is kept: one row for each ticket and conversation that a policy governs or has governed. Apart from their own rows,
-- because those are written by the hot path of messages. `state` is modules/sla-policies/clock.ts.
create table ticket_sla (
  tenant_id   uuid not null,
  id          uuid not null,
  policy_id   uuid,
  state       jsonb not null,
  -- The next due time that was not missed yet.
  check_at    timestamptz,
  updated_at  timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references tickets (tenant_id, id) on delete cascade,
  foreign key (tenant_id, policy_id) references sla_policies (tenant_id, id)
) with (fillfactor = 80);
create table conversation_sla (
  tenant_id    uuid not null,
  id           uuid not null,
  policy_id    uuid,
  state        jsonb not null,
  check_at     timestamptz,
  -- The last event of the log that is in `state`: an event that is read twice counts once.
  applied_xid  xid8 not null,
  applied_event   uuid not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, policy_id) references sla_policies (tenant_id, id)
) with (fillfactor = 80);
-- Serve the timer, over all tenants.
create index ticket_sla_check on ticket_sla (check_at) where check_at is not null;
create index conversation_sla_check on conversation_sla (check_at) where check_at is not null;

do $$
declare t text;
begin
  foreach t in array array['sla_policies', 'ticket_sla', 'conversation_sla'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('grant select, insert, update on %I to parley_app', t);
    -- The worker asks which tenants have policies, and lists what is due; all else happens inside the tenant. Backups read all three.
    execute format('create policy cross_tenant on %I for select to parley_worker using (true)', t);
    execute format('grant select on %I to parley_worker', t);
  end loop;
end $$;

-- A missed target is told, also of a ticket that has no conversation.
alter table notifications
  alter column conversation_id drop not null,
  add column ticket_id uuid,
  -- Which target was missed.
  add column detail text,
  add foreign key (tenant_id, ticket_id) references tickets (tenant_id, id) on delete cascade,
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('mention', 'assignment', 'sla_breach')),
  add check (conversation_id is not null or ticket_id is not null),
  add check ((kind = 'sla_breach') = (detail is not null));
-- Serves the cascade.
create index notifications_ticket on notifications (tenant_id, ticket_id) where ticket_id is not null;

-- Tickets belong to divisions, as conversations do, and may be deleted.
alter table tickets
  add column division_id uuid,
  add foreign key (tenant_id, division_id) references divisions (tenant_id, id);
create index tickets_by_division on tickets (tenant_id, division_id, created_at desc, id desc) where division_id is not null;
grant delete on tickets, ticket_activity to parley_app;

-- list_tickets() of migration 0015, with divisions. It belongs to parley_search, so only that role may remove it.
set local role parley_search;
drop function list_tickets;
set local role parley_owner;
create function list_tickets(p_first text, p_all text[], p_status text, p_priority text, p_category uuid, p_assignee uuid, p_unassigned boolean,
                             p_contact uuid, p_conversation uuid, p_overdue timestamptz, p_after_at timestamptz, p_after_id uuid,
                             p_limit integer, p_division uuid default null, p_undivided boolean default false) returns setof uuid
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
       and (p_division is null or k.division_id = p_division)
       and (p_undivided is not true or k.division_id is null)
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

-- Customer satisfaction: asked after resolving, answered by a number.
alter table agent_settings
  add column csat_enabled boolean not null default false,
  add column csat_delay_minutes integer not null default 5 check (csat_delay_minutes between 0 and 1440),
  -- By language.
  add column csat_questions jsonb not null default '{}',
  -- What was resolved before is not asked about.
  add column csat_since timestamptz,
  add check (csat_enabled = (csat_since is not null)),
  -- To the customer, on automatic resolution.
  add column auto_resolve_message text check (length(auto_resolve_message) between 1 and 1000),
  -- Whose customer waits while they are offline gives the conversation to somebody who is there.
  add column reassign_on_offline boolean not null default false;

-- One row for each resolution that was asked about, or was not and why.
create table csat_surveys (
  tenant_id        uuid not null,
  id               uuid not null,
  conversation_id  uuid not null,
  -- Whose it was when it was resolved.
  assignee_id      uuid,
  -- Which of the conversation's resolutions.
  resolved_at      timestamptz not null,
  -- The refusal; null: it was asked.
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
-- Serves the removal of messages.
create index csat_surveys_message on csat_surveys (tenant_id, message_id) where message_id is not null;
-- Conversations of somebody whose customer waits: those of who is offline go to others.
create index conversations_waiting_for on conversations (tenant_id, assignee_id, waiting_since)
  where status = 'open' and assignee_id is not null and waiting_since is not null;
-- What was resolved in the last days: who is to be asked.
create index conversations_resolved on conversations (tenant_id, resolved_at)
  where status = 'resolved' and resolved_by is distinct from 'broadcast';

alter table csat_surveys enable row level security;
alter table csat_surveys force row level security;
create policy tenant_isolation on csat_surveys to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
grant select, insert, update on csat_surveys to parley_app;
-- The worker asks which tenants have somebody to ask. Backups read it.
create policy cross_tenant on csat_surveys for select to parley_worker using (true);
grant select on csat_surveys to parley_worker;
