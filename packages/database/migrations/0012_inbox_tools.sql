-- The inbox's tools: labels, views, canned replies, macros, notifications, activity, search (docs/subsystems/inbox.md).

-- Names that differ only by case or accents are one label.
create function label_key(name text) returns text
  language sql immutable parallel safe
  return lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036F]', '', 'g'));

create table labels (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  name         text not null check (length(name) between 1 and 150),
  name_key     text not null generated always as (label_key(name)) stored,
  color        text check (color ~ '^#[0-9a-f]{6}$'),
  description  text check (length(description) between 1 and 500),
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (tenant_id, id)
);
create unique index labels_name on labels (tenant_id, name_key);
create index labels_list on labels (tenant_id, created_at desc, id desc);

-- Conversations hold the ids of their labels instead of names. Policies are for other roles than the one that migrates, so
-- forcing them is lifted for as long as this transaction lasts.
alter table conversations no force row level security;
alter table conversations add column label_ids uuid[] not null default '{}';
insert into labels (tenant_id, id, name, created_at, updated_at)
select distinct on (c.tenant_id, label_key(n.name)) c.tenant_id, gen_random_uuid(), n.name, now(), now()
  from conversations c cross join lateral unnest(c.labels) n (name)
 order by c.tenant_id, label_key(n.name), n.name;
update conversations c
   set label_ids = array(
     select l.id from unnest(c.labels) with ordinality n (name, place)
       join labels l on l.tenant_id = c.tenant_id and l.name_key = label_key(n.name)
      group by l.id order by min(n.place))
 where c.labels <> '{}';
-- It belongs to parley_search, so only that role may remove it.
set local role parley_search;
drop function list_labelled_conversations;
set local role parley_owner;
-- With its index.
alter table conversations drop column labels;
alter table conversations force row level security;

-- These hold only rows that somebody should look at. The first serves list_labelled_conversations() and labelled_conversations().
create index conversations_by_label on conversations using gin (tenant_id, label_ids) where label_ids <> '{}';
create index conversations_unread on conversations (tenant_id, last_message_at desc, id desc) where unread_count > 0;
create index conversations_waiting on conversations (tenant_id, waiting_since, id) where waiting_since is not null;
create index conversations_with_bot on conversations (tenant_id, last_message_at desc, id desc) where handled_by = 'bot';

-- Whom a note mentions: users. Null, not empty, so that ordinary messages take no room for it.
alter table messages add column mentions uuid[];

-- Saved filters. The owner is the wire id of a member or of an API key.
create table views (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  name        text not null check (length(name) between 1 and 100),
  visibility  text not null check (visibility in ('private', 'shared')),
  owner       text not null,
  filters     jsonb not null,
  sort        text not null check (sort in ('lastMessageAt', 'createdAt', 'waitingSince')),
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (tenant_id, id)
);
create index views_list on views (tenant_id, created_at desc, id desc);

create table canned_replies (
  tenant_id     uuid not null references tenants,
  id            uuid not null,
  shortcut      text not null check (length(shortcut) between 1 and 50),
  shortcut_key  text not null generated always as (lower(shortcut)) stored,
  title         text not null check (length(title) between 1 and 200),
  content       text not null check (length(content) between 1 and 10000),
  media_ids     uuid[] not null default '{}',
  usage_count   integer not null default 0,
  last_used_at  timestamptz,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (tenant_id, id)
);
create unique index canned_replies_shortcut on canned_replies (tenant_id, shortcut_key);
create index canned_replies_list on canned_replies (tenant_id, created_at desc, id desc);

create table macros (
  tenant_id     uuid not null references tenants,
  id            uuid not null,
  name          text not null check (length(name) between 1 and 100),
  visibility    text not null check (visibility in ('private', 'shared')),
  owner         text not null,
  actions       jsonb not null,
  usage_count   integer not null default 0,
  last_used_at  timestamptz,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (tenant_id, id)
);
create index macros_list on macros (tenant_id, created_at desc, id desc);

-- What a member should see: that they were mentioned, that a conversation was given to them.
create table notifications (
  tenant_id        uuid not null,
  id               uuid not null,
  member_id        uuid not null,
  kind             text not null check (kind in ('mention', 'assignment')),
  conversation_id  uuid not null,
  message_id       uuid,
  actor_kind       text not null,
  actor_id         text,
  created_at       timestamptz not null,
  read_at          timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, user_id) on delete cascade,
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade,
  check ((kind = 'mention') = (message_id is not null))
);
create index notifications_list on notifications (tenant_id, member_id, created_at desc, id desc);
create index notifications_unread on notifications (tenant_id, member_id, created_at desc, id desc) where read_at is null;
-- Serve the cascades.
create index notifications_conversation on notifications (tenant_id, conversation_id);
create index notifications_message on notifications (tenant_id, message_id) where message_id is not null;

-- What changed of a conversation, when and by whom. Outlives the events, which are removed after some weeks.
create table conversation_activities (
  tenant_id        uuid not null,
  id               uuid not null,
  conversation_id  uuid not null,
  -- By field: {from, to}.
  changes          jsonb not null,
  actor_kind       text not null check (actor_kind in ('api', 'member', 'system', 'contact', 'platform', 'chatbot', 'flow')),
  -- As on the wire.
  actor_id         text,
  created_at       timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade
);
create index conversation_activities_list on conversation_activities (tenant_id, conversation_id, created_at desc, id desc);

-- What messages are found by; written behind them (modules/search/indexing.ts), see docs/adr/0020.
create table message_search (
  tenant_id        uuid not null,
  message_id       uuid not null,
  -- These repeat the message's.
  conversation_id  uuid not null,
  channel_id       uuid not null,
  occurred_at      timestamptz not null,
  -- Of the text: when it was last edited, infinity once it was deleted; never replaced by an older one.
  version          timestamptz not null,
  -- Small letters without accents, one space around each word and around each character of scripts that write none.
  folded           text not null,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index message_search_text on message_search using gin (tenant_id, folded gin_trgm_ops);
create index message_search_list on message_search (tenant_id, occurred_at desc, message_id desc);

do $$
declare t text;
begin
  foreach t in array array['labels', 'views', 'canned_replies', 'macros', 'notifications', 'conversation_activities', 'message_search'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    -- Backups alone read them across tenants.
    execute format('create policy cross_tenant on %I for select to parley_worker using (true)', t);
    execute format('grant select on %I to parley_worker', t);
  end loop;
end $$;
grant select, insert, update, delete on labels, views, canned_replies, macros to parley_app;
grant select, insert, update on notifications, message_search to parley_app;
grant select, insert on conversation_activities to parley_app;

create policy search on message_search for select to parley_search using (true);
grant select on message_search to parley_search;

-- Ids of conversations with any of some labels, in the order of p_sort (migration 0002, list_contacts(), says why a function); null:
-- no condition. p_assigned: true somebody, false nobody. p_waiting: the customer has waited since then or longer.
create function list_labelled_conversations(p_labels uuid[], p_status text, p_reason text, p_channel uuid, p_contact uuid,
    p_assignee uuid, p_assigned boolean, p_priority text, p_unread boolean, p_handled text, p_waiting timestamptz, p_sort text,
    p_after_at timestamptz, p_after_id uuid, p_limit integer) returns setof uuid
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

-- Ids of conversations with a label, in no order, to be counted.
create function labelled_conversations(p_label uuid, p_limit integer) returns setof uuid
  language sql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
  select c.id from conversations c
   where c.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and c.label_ids <> '{}' and c.label_ids @> array[p_label]
   limit p_limit
$$;

-- Ids of messages, newest first. p_exact: LIKE patterns that must all match. Where nothing at all does, p_similar: words of which
-- something alike must occur, besides what matches all of p_beside; null: no second try.
create function search_messages(p_exact text[], p_similar text[], p_beside text[], p_channel uuid, p_conversations uuid[], p_since timestamptz,
    p_until timestamptz, p_after_at timestamptz, p_after_id uuid, p_limit integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
  set pg_trgm.word_similarity_threshold = 0.4
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  few uuid[];
  -- One by one, because the trigram index serves no ALL.
  e1 text := p_exact[1]; e2 text := p_exact[2]; e3 text := p_exact[3];
  s1 text := p_similar[1]; s2 text := p_similar[2]; s3 text := p_similar[3];
begin
  select array_agg(m.message_id) into few from (
    select s.message_id from message_search s
     where s.tenant_id = me and s.folded like e1 and (e2 is null or s.folded like e2) and (e3 is null or s.folded like e3)
       and s.folded like all (p_exact)
       and (p_channel is null or s.channel_id = p_channel) and (p_conversations is null or s.conversation_id = any (p_conversations))
       and (p_since is null or s.occurred_at >= p_since) and (p_until is null or s.occurred_at < p_until)
     limit 5001) m;
  if few is null and s1 is not null then
    select array_agg(m.message_id) into few from (
      select s.message_id from message_search s
       where s.tenant_id = me and s1 <% s.folded and (s2 is null or s2 <% s.folded) and (s3 is null or s3 <% s.folded)
         and (p_beside is null or s.folded like all (p_beside))
         and (p_channel is null or s.channel_id = p_channel) and (p_conversations is null or s.conversation_id = any (p_conversations))
         and (p_since is null or s.occurred_at >= p_since) and (p_until is null or s.occurred_at < p_until)
       limit 5000) m;
  end if;
  if few is null then
    return;
  end if;
  if cardinality(few) > 5000 then
    few := null;
  end if;
  return query
    select s.message_id from message_search s
     where s.tenant_id = me
       and (few is null or s.message_id = any (few))
       and (few is not null or s.folded like all (p_exact))
       and (p_channel is null or s.channel_id = p_channel) and (p_conversations is null or s.conversation_id = any (p_conversations))
       and (p_since is null or s.occurred_at >= p_since) and (p_until is null or s.occurred_at < p_until)
       and (p_after_at is null or (s.occurred_at, s.message_id) < (p_after_at, p_after_id))
     order by s.occurred_at desc, s.message_id desc limit p_limit;
end $$;

-- Ids of contacts whose name, phone or e-mail has something like every word, the likest first. For words that nobody has exactly.
create function search_contacts(p_words text[], p_limit integer) returns setof uuid
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
  set pg_trgm.word_similarity_threshold = 0.4
as $$
declare
  me uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  w1 text := p_words[1]; w2 text := p_words[2]; w3 text := p_words[3];
begin
  return query
    select m.id from (
      select c.id, word_similarity(w1, c.search_text) + coalesce(word_similarity(w2, c.search_text), 0)
                     + coalesce(word_similarity(w3, c.search_text), 0) as likeness
        from contacts c
       where c.tenant_id = me and c.merged_into_id is null
         and w1 <% c.search_text and (w2 is null or w2 <% c.search_text) and (w3 is null or w3 <% c.search_text)
       limit 5000) m
     order by m.likeness desc, m.id desc limit p_limit;
end $$;

revoke execute on function list_labelled_conversations, labelled_conversations, search_messages, search_contacts from public;
grant execute on function list_labelled_conversations, labelled_conversations, search_messages, search_contacts to parley_app;
-- Last, because only the owner may do the two above.
alter function list_labelled_conversations owner to parley_search;
alter function labelled_conversations owner to parley_search;
alter function search_messages owner to parley_search;
alter function search_contacts owner to parley_search;
