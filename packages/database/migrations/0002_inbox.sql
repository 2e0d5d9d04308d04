-- The inbox: channels, contacts, conversations, messages.

create table channels (
  tenant_id            uuid not null references tenants,
  id                   uuid not null,
  kind                 text not null,
  name                 text not null check (length(name) between 1 and 200),
  external_id          text not null check (length(external_id) between 1 and 200),
  account_id           text,
  status               text not null check (status in ('Pending', 'Connected', 'NeedsReauth', 'Disconnected', 'Error')),
  status_reason        text,
  -- Settings that may be shown; the secret ones are sealed together in `secrets`.
  config               jsonb not null default '{}',
  secrets              bytea not null,
  messages_per_second  integer not null check (messages_per_second > 0),
  quality_rating       text,
  messaging_limit      text,
  templates_synced_at  timestamptz,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  deleted_at           timestamptz,
  primary key (tenant_id, id)
);
create unique index channels_external_id on channels (tenant_id, kind, external_id) where deleted_at is null;
create index channels_list on channels (tenant_id, created_at desc, id desc) where deleted_at is null;

-- Global look-up from what a platform names in a callback to the channels it means.
create table channel_routes (
  tenant_id    uuid not null,
  channel_id   uuid not null,
  kind         text not null,
  route_by     text not null check (route_by in ('channel', 'account')),
  external_id  text not null,
  -- How the platform has said that this id is the tenant's, until that is settled in shared_routes.
  claim        text check (claim in ('credentials', 'authorization')),
  -- Another tenant has taken the shared route, and this one was not told yet.
  loss_untold  boolean not null default false,
  primary key (tenant_id, channel_id, route_by),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
);
create index channel_routes_lookup on channel_routes (kind, route_by, external_id);
-- Serves the callback address of one channel, where only the channel's id is known.
create index channel_routes_channel on channel_routes (channel_id);
-- Serve the searches for claims to be settled and losses to be told, over all tenants.
create index channel_routes_claims on channel_routes (tenant_id, channel_id) where claim is not null;
create index channel_routes_losses on channel_routes (tenant_id, channel_id) where loss_untold;

-- Whose channels the callback address of the one provider app for all tenants serves for an id: one tenant at a time. What was
-- proved outlives the channel until another channel names it. The rules: modules/channels/shared-routes.queries.ts.
create table shared_routes (
  tenant_id    uuid not null references tenants,
  kind         text not null,
  route_by     text not null check (route_by in ('channel', 'account')),
  external_id  text not null,
  proof        text not null default 'named' check (proof in ('named', 'credentials', 'authorization')),
  held_at      timestamptz not null,
  primary key (tenant_id, kind, route_by, external_id)
);
create unique index shared_routes_holder on shared_routes (kind, route_by, external_id);

-- The send budget of a channel: the row lock makes it exact over any number of workers. See claim_outbound.
create table channel_pacing (
  tenant_id    uuid not null,
  channel_id   uuid not null,
  -- Even pace (GCRA): what was claimed has used the time up to here.
  tat          timestamptz not null,
  -- The last claim left something due behind.
  behind       boolean not null default false,
  -- What was claimed in the last second or so, by slots of 20 ms: the bound that holds whatever else happens.
  slots        timestamptz[] not null default '{}',
  claimed      integer[] not null default '{}',
  -- Set by the platform's throttling answers: nothing leaves before it.
  pause_until  timestamptz,
  primary key (tenant_id, channel_id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id) on delete cascade
) with (fillfactor = 50);

create table templates (
  tenant_id             uuid not null,
  id                    uuid not null,
  channel_id            uuid not null,
  provider_template_id  text,
  name                  text not null,
  language              text not null,
  category              text,
  status                text not null check (status in
    ('pending', 'approved', 'rejected', 'paused', 'disabled', 'in_appeal', 'deleted', 'archived')),
  quality               text,
  rejected_reason       text,
  parameter_format      text not null default 'positional' check (parameter_format in ('positional', 'named')),
  variables             text[] not null default '{}',
  components            jsonb not null default '[]',
  -- The platform's time of the last change applied: an older event never overwrites a newer one.
  changed_at            timestamptz not null,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id)
);
create unique index templates_name on templates (tenant_id, channel_id, name, language);

create table contacts (
  tenant_id        uuid not null references tenants,
  id               uuid not null,
  name             text,
  phone            text,
  -- Makes the national variants of one number (Brazil, Mexico, Argentina) one key.
  phone_key        text,
  email            text,
  source           text not null,
  tags             text[] not null default '{}',
  custom_fields    jsonb not null default '{}',
  owner_id         uuid,
  language         text,
  timezone         text,
  country          text,
  opt_in           text not null default 'unknown' check (opt_in in ('unknown', 'opted_in', 'opted_out')),
  -- When it was last said, also when it changed nothing.
  opt_in_at        timestamptz,
  blocked_at       timestamptz,
  last_inbound_at  timestamptz,
  -- The contact that lives on for this one, over all merges in between; out of lists while it is set. See migration 0009.
  merged_into_id   uuid,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  search_text      text not null generated always as
    (lower(coalesce(name, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(email, ''))) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references members (tenant_id, user_id),
  foreign key (tenant_id, merged_into_id) references contacts (tenant_id, id) on delete cascade
-- Every inbound message sets last_inbound_at: room on the page keeps that from touching the indexes, the one of texts above all.
) with (fillfactor = 85);
create unique index contacts_phone on contacts (tenant_id, phone_key) where phone_key is not null;
create index contacts_list on contacts (tenant_id, created_at desc, id desc);
-- Serves list_contacts(): only a definer function can use it, see that function.
create index contacts_search on contacts using gin (tenant_id, search_text gin_trgm_ops, tags);
create index contacts_by_opt_in on contacts (tenant_id, opt_in, created_at desc, id desc) where opt_in <> 'unknown';

-- An address of a contact on a kind of channel: what one sends to, and the platform's own id of the person.
create table contact_identities (
  tenant_id         uuid not null,
  id                uuid not null,
  contact_id        uuid not null,
  kind              text not null,
  -- Our account (a channel's external id) that it is an identity towards, where a person has another address at each; else ''.
  account           text not null default '',
  address           text,
  address_key       text,
  provider_user_id  text,
  username          text,
  -- The name in the platform's profile; a contact named by nobody else follows it.
  display_name      text,
  -- The platform's time of the word that gave or took the address: older words that come late change nothing.
  address_at        timestamptz,
  created_at        timestamptz not null,
  primary key (tenant_id, id),
  -- Deferred: an identity is claimed first (its unique keys decide between two writers), its contact written second.
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) deferrable initially deferred,
  check (address is not null or provider_user_id is not null)
);
create unique index contact_identities_address on contact_identities (tenant_id, kind, address_key, account)
  where address_key is not null;
create unique index contact_identities_user on contact_identities (tenant_id, kind, provider_user_id, account)
  where provider_user_id is not null;
create index contact_identities_contact on contact_identities (tenant_id, contact_id);

create table conversations (
  tenant_id          uuid not null,
  id                 uuid not null,
  channel_id         uuid not null,
  channel_kind       text not null,
  contact_id         uuid not null,
  identity_id        uuid not null,
  status             text not null check (status in ('open', 'pending', 'resolved')),
  pending_reason     text check (pending_reason in ('bot', 'snoozed', 'customer')),
  snoozed_until      timestamptz,
  assignee_id        uuid,
  labels             text[] not null default '{}',
  priority           text not null default 'medium' check (priority in ('low', 'medium', 'high', 'urgent')),
  subject            text,
  handled_by         text not null default 'human' check (handled_by in ('bot', 'human')),
  last_message       jsonb,
  last_message_at    timestamptz not null,
  unread_count       integer not null default 0,
  waiting_since      timestamptz,
  first_replied_at   timestamptz,
  resolved_at        timestamptz,
  resolved_by        text,
  window_expires_at  timestamptz,
  -- Send budget towards this person (GCRA), advanced when a message is accepted.
  pair_tat           timestamptz,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, identity_id) references contact_identities (tenant_id, id),
  foreign key (tenant_id, assignee_id) references members (tenant_id, user_id),
  check ((status = 'pending') = (pending_reason is not null)),
  check ((pending_reason is not distinct from 'snoozed') = (snoozed_until is not null))
) with (fillfactor = 80);
-- At most one unresolved conversation per person and channel: kills duplicate threads at the root.
create unique index conversations_unresolved on conversations (tenant_id, channel_id, identity_id)
  where status <> 'resolved';
create index conversations_person on conversations (tenant_id, channel_id, identity_id, created_at desc);
create index conversations_list on conversations (tenant_id, last_message_at desc, id desc);
create index conversations_by_status on conversations (tenant_id, status, last_message_at desc, id desc);
create index conversations_by_contact on conversations (tenant_id, contact_id);
create index conversations_by_assignee on conversations (tenant_id, assignee_id, last_message_at desc, id desc)
  where assignee_id is not null;
-- The two hold only what is set by hand, so messages pay nothing for them. The first serves list_labelled_conversations().
create index conversations_by_label on conversations using gin (tenant_id, labels) where labels <> '{}';
create index conversations_by_priority on conversations (tenant_id, priority, last_message_at desc, id desc) where priority <> 'medium';
-- Serves the timer that wakes snoozed conversations, over all tenants.
create index conversations_snoozed on conversations (snoozed_until) where snoozed_until is not null;

create table messages (
  tenant_id         uuid not null,
  id                uuid not null,
  conversation_id   uuid not null,
  -- Repeats the conversation's channel and contact, so that lists and status look-ups need no join; no foreign key
  -- of their own: sharing a lock on one channel row by every message costs more than all other checks together.
  channel_id        uuid not null,
  contact_id        uuid not null,
  direction         text not null check (direction in ('inbound', 'outbound')),
  type              text not null check (type in ('text', 'template', 'image', 'video', 'audio', 'document', 'sticker',
    'location', 'contact', 'interactive', 'reaction', 'system', 'unsupported')),
  from_address      text,
  to_address        text,
  text              text,
  content           jsonb,
  media             jsonb not null default '[]',
  reply_to_id       uuid,
  reactions         jsonb not null default '[]',
  status            text not null check (status in ('received', 'queued', 'sending', 'sent', 'delivered', 'read', 'failed',
    'cancelled', 'unknown')),
  sent_at           timestamptz,
  delivered_at      timestamptz,
  read_at           timestamptz,
  failed_at         timestamptz,
  error             jsonb,
  external_id       text,
  client_reference  text,
  author_kind       text not null check (author_kind in ('contact', 'member', 'api', 'chatbot', 'flow', 'broadcast', 'platform')),
  author_id         text,
  is_note           boolean not null default false,
  edited_at         timestamptz,
  deleted_at        timestamptz,
  -- The platform's time of an inbound message, ours of all others: the order of a conversation.
  occurred_at       timestamptz not null,
  created_at        timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id),
  foreign key (tenant_id, reply_to_id) references messages (tenant_id, id)
) with (fillfactor = 70);
-- Inbound dedupe, and the way from a status callback to its message.
create unique index messages_external_id on messages (tenant_id, channel_id, external_id) where external_id is not null;
create index messages_conversation on messages (tenant_id, conversation_id, occurred_at desc, id desc);
create index messages_list on messages (tenant_id, occurred_at desc, id desc);
-- Failed and unknown ones. By the error and not by the status: a status in an index would make every step of every message
-- write to all of its indexes.
create index messages_with_error on messages (tenant_id, occurred_at desc, id desc) where error is not null;
create index messages_client_reference on messages (tenant_id, client_reference) where client_reference is not null;
-- What quotes a message, or reacts to it; few rows do either.
create index messages_reply_to on messages (tenant_id, reply_to_id) where reply_to_id is not null;

-- The rank of a status: it only ever rises. failed is final; unknown is lifted by any word from the platform.
create function message_status_rank(status text) returns integer
  language sql immutable parallel safe
  return case status when 'queued' then 0 when 'sending' then 1 when 'unknown' then 2 when 'sent' then 3
    when 'delivered' then 4 when 'read' then 5 else 9 end;

do $$
declare t text;
begin
  foreach t in array array['channels', 'channel_routes', 'shared_routes', 'channel_pacing', 'templates', 'contacts', 'contact_identities',
                           'conversations', 'messages'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('grant select, insert, update on %I to parley_app', t);
  end loop;
end $$;
grant delete on channel_routes, shared_routes, contacts, contact_identities to parley_app;
-- A tenant may name an id; that it was proved is for the worker to write, which sees who else holds it.
revoke insert, update on shared_routes from parley_app;
grant insert (tenant_id, kind, route_by, external_id, held_at) on shared_routes to parley_app;

-- The cross-tenant worker: routes callbacks, paces channels, wakes snoozed conversations (by listing them only;
-- the change itself is made inside the tenant).
create policy cross_tenant on channels to parley_worker using (true);
create policy cross_tenant on channel_routes to parley_worker using (true) with check (true);
create policy cross_tenant on shared_routes to parley_worker using (true) with check (true);
create policy cross_tenant on channel_pacing to parley_worker using (true) with check (true);
create policy cross_tenant on conversations to parley_worker using (true);
-- Templates are read across tenants by backups alone.
create policy cross_tenant on templates for select to parley_worker using (true);
grant select on channels, channel_routes, conversations, templates to parley_worker;
grant select, insert, update on channel_pacing, shared_routes to parley_worker;
-- Settling who holds a shared route touches the winner's and the loser's rows in one transaction.
grant update (claim, loss_untold) on channel_routes to parley_worker;

-- Lists that search texts or arrays. Under row-level security LIKE and @> cannot use an index (they are not leakproof:
-- 12-41 ms against 0.1-3 ms, measured in reference/stack.md section 2; 90-900 ms for a rare tag or label among 500,000
-- rows), so these run as parley_search, whose policies are open, and name the tenant of the session themselves; without
-- one they find nothing. The planner cannot know how rare a word is that its statistics lack, so they look first: up to
-- 5,000 matches are all fetched through the index and sorted; with more of them, walking the list soon fills a page.
-- Never a sequential scan: the table is in the order of tenants, so it could read everybody else's rows first.
create policy search on contacts for select to parley_search using (true);
create policy search on conversations for select to parley_search using (true);
grant select on contacts, conversations to parley_search;

-- Ids of contacts, newest first: text matches p_any1 or p_any2 or the phone's key, and all of p_all; null: no condition.
create function list_contacts(p_any1 text, p_any2 text, p_phone_key text, p_all text[], p_tag text, p_opt_in text,
                              p_after_at timestamptz, p_after_id uuid, p_limit integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  few uuid[];
begin
  select array_agg(m.id) into few from (
    select c.id from contacts c
     where c.tenant_id = me and c.merged_into_id is null
       and (p_any1 is null or c.search_text like p_any1 or c.search_text like p_any2 or c.phone_key = p_phone_key)
       and (p_tag is null or c.tags @> array[p_tag])
     limit 5001) m;
  if few is null then
    return;
  end if;
  if cardinality(few) > 5000 then
    few := null;
  end if;
  return query
    select c.id from contacts c
     where c.tenant_id = me and c.merged_into_id is null
       and (few is null or c.id = any (few))
       and (few is not null or p_any1 is null or c.search_text like p_any1 or c.search_text like p_any2 or c.phone_key = p_phone_key)
       and (few is not null or p_tag is null or c.tags @> array[p_tag])
       and (p_all is null or c.search_text like all (p_all))
       and (p_opt_in is null or c.opt_in = p_opt_in)
       and (p_after_at is null or (c.created_at, c.id) < (p_after_at, p_after_id))
     order by c.created_at desc, c.id desc limit p_limit;
end $$;

-- Ids of conversations with a label, newest message first, or newest first by id; null: no condition.
create function list_labelled_conversations(p_label text, p_status text, p_reason text, p_channel uuid, p_contact uuid,
    p_assignee uuid, p_unassigned boolean, p_priority text, p_unread boolean, p_by_creation boolean, p_after_at timestamptz,
    p_after_id uuid, p_limit integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  few uuid[];
begin
  select array_agg(m.id) into few from (
    select c.id from conversations c
     where c.tenant_id = me and c.labels <> '{}' and c.labels @> array[p_label] limit 5001) m;
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
       and (few is not null or (c.labels <> '{}' and c.labels @> array[p_label]))
       and (p_status is null or c.status = p_status)
       and (p_reason is null or c.pending_reason = p_reason)
       and (p_channel is null or c.channel_id = p_channel)
       and (p_contact is null or c.contact_id = p_contact)
       and (p_assignee is null or c.assignee_id = p_assignee)
       and (not p_unassigned or c.assignee_id is null)
       and (p_priority is null or c.priority = p_priority)
       and (p_unread is null or (c.unread_count > 0) = p_unread)
       and (p_after_id is null or (p_by_creation and c.id < p_after_id)
            or (not p_by_creation and (c.last_message_at, c.id) < (p_after_at, p_after_id)))
     order by case when p_by_creation then null else c.last_message_at end desc, c.id desc limit p_limit;
end $$;

-- What a list shows of a message: its text, else the name of what it carries (a place, a person), else what the platform calls a
-- kind that we cannot show.
create function message_preview(p_text text, p_content jsonb) returns text
  language sql immutable parallel safe
  return left(coalesce(p_text, p_content->>'name', p_content->>'address', p_content#>>'{contacts,0,name,formattedName}',
    replace(p_content->>'unsupportedType', '_', ' '), ''), 160);

revoke execute on function list_contacts, list_labelled_conversations from public;
grant execute on function list_contacts, list_labelled_conversations to parley_app;
-- Last, because only the owner may do the two above.
alter function list_contacts owner to parley_search;
alter function list_labelled_conversations owner to parley_search;
