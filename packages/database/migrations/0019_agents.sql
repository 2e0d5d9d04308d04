-- Agents, divisions, agent settings and assignment (docs/subsystems/agents.md).

-- A tree of teams. Its members stand in members.division_ids.
create table divisions (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  name         text not null check (length(name) between 1 and 100),
  name_key     text not null generated always as (label_key(name)) stored,
  description  text check (length(description) between 1 and 500),
  color        text check (length(color) between 1 and 50),
  parent_id    uuid,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references divisions (tenant_id, id),
  check (parent_id <> id)
);
-- Also finds the children of one.
create unique index divisions_name on divisions (tenant_id, parent_id, name_key) nulls not distinct;
create index divisions_list on divisions (tenant_id, created_at desc, id desc);

-- What an agent is besides a member. Ids in arrays are of the tenant's own rows: they are written under a lock on those, and a division is
-- removed only when nobody has it.
alter table members
  add column availability text not null default 'offline' check (availability in ('online', 'busy', 'away', 'offline')),
  -- null: as the settings say.
  add column max_open_conversations integer check (max_open_conversations >= 0),
  add column skills text[] not null default '{}',
  add column languages text[] not null default '{}',
  add column division_ids uuid[] not null default '{}',
  -- Empty: all channels.
  add column channel_ids uuid[] not null default '{}',
  add column signature text check (length(signature) between 1 and 2000),
  add column avatar_url text check (length(avatar_url) between 1 and 2000),
  -- To the minute.
  add column last_seen_at timestamptz,
  -- By the loop; whose turn it is goes by this.
  add column last_assigned_at timestamptz;
-- Who has been away for long, over all tenants.
create index members_present on members (last_seen_at) where availability <> 'offline';
grant update (availability, max_open_conversations, skills, languages, division_ids, channel_ids, signature, avatar_url, last_seen_at,
  last_assigned_at) on members to parley_app;

alter table invitations
  -- What was set of the agent before they accepted, by wire name; ids are stored ones.
  add column profile jsonb not null default '{}',
  -- Whom it made a member: where the address had an account, another id than the invitation's.
  add column user_id uuid,
  add foreign key (tenant_id, user_id) references members (tenant_id, user_id);

create table agent_settings (
  tenant_id              uuid not null references tenants,
  auto_assign            boolean not null,
  strategy               text not null check (strategy in ('round_robin', 'least_busy', 'manual')),
  respect_availability   boolean not null,
  sticky                 boolean not null,
  max_per_agent          integer not null check (max_per_agent >= 1),
  visibility             text not null check (visibility in ('all', 'division', 'assigned')),
  -- null: conversations stay open.
  auto_resolve_minutes   integer check (auto_resolve_minutes >= 1),
  -- null: always.
  business_hours         jsonb,
  offline_after_minutes  integer not null check (offline_after_minutes >= 2),
  updated_at             timestamptz not null,
  primary key (tenant_id)
);

-- One link per person and tenant: a new one voids the one before. The token is known by its SHA-256 only; using it removes the row.
create table login_links (
  tenant_id   uuid not null,
  user_id     uuid not null,
  token_hash  bytea not null,
  -- Made by somebody else for them.
  by_another  boolean not null,
  expires_at  timestamptz not null,
  created_at  timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references members (tenant_id, user_id)
);
-- Whose link a token is, before the tenant is known: 256 random bits, so no two are alike.
create index login_links_by_token on login_links (token_hash);
-- Serves the purge.
create index login_links_age on login_links (expires_at);

do $$
declare t text;
begin
  foreach t in array array['divisions', 'agent_settings', 'login_links'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
    execute format('grant select on %I to parley_worker', t);
  end loop;
end $$;
grant select, insert, update, delete on divisions to parley_app;
grant select, insert, update on agent_settings, login_links to parley_app;
-- A link is used by somebody who has no credential yet.
grant delete on login_links to parley_worker;

alter table conversations
  add column division_id uuid,
  add foreign key (tenant_id, division_id) references divisions (tenant_id, id);
create index conversations_by_division on conversations (tenant_id, division_id, last_message_at desc, id desc) where division_id is not null;
-- What is to be assigned, the longest wait first.
create index conversations_unassigned on conversations (tenant_id, (coalesce(waiting_since, created_at)), id)
  where status = 'open' and assignee_id is null and handled_by = 'human';
-- How many an agent has: counted when asked, so it is exact.
create index conversations_open_of on conversations (tenant_id, assignee_id) where status = 'open' and assignee_id is not null;

-- As in migration 0012, with divisions. p_viewer: somebody who sees what is assigned to them, and of p_viewer_divisions, if not null,
-- what is in these or in none. It belongs to parley_search, so only that role may remove it.
set local role parley_search;
drop function list_labelled_conversations;
set local role parley_owner;
create function list_labelled_conversations(p_labels uuid[], p_status text, p_reason text, p_channel uuid, p_contact uuid,
    p_assignee uuid, p_assigned boolean, p_priority text, p_unread boolean, p_handled text, p_waiting timestamptz, p_sort text,
    p_after_at timestamptz, p_after_id uuid, p_limit integer, p_division uuid, p_divided boolean, p_viewer uuid, p_viewer_divisions uuid[])
  returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  few uuid[];
begin
  select array_agg(m.id) into few from (
    select c.id from conversations c
     where c.tenant_id = me and c.label_ids <> '{}' and c.label_ids && p_labels limit 5001) m;
  if few is null then
    return;
  end if;
  if cardinality(few) > 5000 then
    few := null;
  end if;
  return query
    select c.id from conversations c
     where c.tenant_id = me
       and (few is null or c.id = any (few))
       and (few is not null or (c.label_ids <> '{}' and c.label_ids && p_labels))
       and (p_status is null or c.status = p_status)
       and (p_reason is null or c.pending_reason = p_reason)
       and (p_channel is null or c.channel_id = p_channel)
       and (p_contact is null or c.contact_id = p_contact)
       and (p_assignee is null or c.assignee_id = p_assignee)
       and (p_assigned is null or (c.assignee_id is not null) = p_assigned)
       and (p_division is null or c.division_id = p_division)
       and (p_divided is null or (c.division_id is not null) = p_divided)
       and (p_viewer is null or c.assignee_id = p_viewer
            or (p_viewer_divisions is not null and (c.division_id is null or c.division_id = any (p_viewer_divisions))))
       and (p_priority is null or c.priority = p_priority)
       and (p_unread is null or (c.unread_count > 0) = p_unread)
       and (p_handled is null or c.handled_by = p_handled)
       and (p_waiting is null or c.waiting_since <= p_waiting)
       and (p_sort <> 'waitingSince' or c.waiting_since is not null)
       and (p_after_id is null
            or (p_sort = 'createdAt' and c.id < p_after_id)
            or (p_sort = 'lastMessageAt' and (c.last_message_at, c.id) < (p_after_at, p_after_id))
            or (p_sort = 'waitingSince' and (c.waiting_since, c.id) > (p_after_at, p_after_id)))
     order by case when p_sort = 'lastMessageAt' then c.last_message_at end desc,
              case when p_sort = 'waitingSince' then c.waiting_since end,
              case when p_sort = 'waitingSince' then c.id end, c.id desc
     limit p_limit;
end $$;
revoke execute on function list_labelled_conversations from public;
grant execute on function list_labelled_conversations to parley_app;
alter function list_labelled_conversations owner to parley_search;
