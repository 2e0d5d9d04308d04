-- The inbox: conversations, messages and media, the work of receiving and sending them, and the team's tools. Inbound events and outbound
-- dispatches are rows that are themselves work. Each has a lane (a channel): claims take a few rows of every lane, so that no lane and no
-- tenant waits behind another (apps/server/src/platform/jobs/claim.ts). Media: a row of `media` is the resource; its content is stored once
-- per tenant in the media storage (folder or S3), identified by its SHA-256; `media_fetches` are the pending downloads from platforms. See
-- docs/subsystems/channels/messaging.md, docs/subsystems/channels/media.md and docs/subsystems/inbox/inbox.md.

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
  label_ids          uuid[] not null default '{}',
  division_id        uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) deferrable initially deferred,
  foreign key (tenant_id, identity_id) references contact_identities (tenant_id, id),
  foreign key (tenant_id, assignee_id) references members (tenant_id, user_id),
  foreign key (tenant_id, division_id) references divisions (tenant_id, id),
  check ((status = 'pending') = (pending_reason is not null)),
  check ((pending_reason is not distinct from 'snoozed') = (snoozed_until is not null))
) with (fillfactor = 80);
-- At most one unresolved conversation per person and channel, which makes duplicate threads impossible.
create unique index conversations_unresolved on conversations (tenant_id, channel_id, identity_id)
  where status <> 'resolved';
create index conversations_person on conversations (tenant_id, channel_id, identity_id, created_at desc);
create index conversations_list on conversations (tenant_id, last_message_at desc, id desc);
create index conversations_by_status on conversations (tenant_id, status, last_message_at desc, id desc);
create index conversations_by_contact on conversations (tenant_id, contact_id);
create index conversations_by_assignee on conversations (tenant_id, assignee_id, last_message_at desc, id desc)
  where assignee_id is not null;
-- Contains only priorities set by hand, so messages do not maintain it.
create index conversations_by_priority on conversations (tenant_id, priority, last_message_at desc, id desc) where priority <> 'medium';
-- For the timer that wakes snoozed conversations, over all tenants.
create index conversations_snoozed on conversations (snoozed_until) where snoozed_until is not null;
-- For list_labelled_conversations() and labelled_conversations(). Like the next three, it contains only rows that need somebody's
-- attention.
create index conversations_by_label on conversations using gin (tenant_id, label_ids) where label_ids <> '{}';
create index conversations_unread on conversations (tenant_id, last_message_at desc, id desc) where unread_count > 0;
create index conversations_waiting on conversations (tenant_id, waiting_since, id) where waiting_since is not null;
create index conversations_with_bot on conversations (tenant_id, last_message_at desc, id desc) where handled_by = 'bot';
create index conversations_by_division on conversations (tenant_id, division_id, last_message_at desc, id desc) where division_id is not null;
-- Conversations to assign, longest wait first.
create index conversations_unassigned on conversations (tenant_id, (coalesce(waiting_since, created_at)), id)
  where status = 'open' and assignee_id is null and handled_by = 'human';
-- An agent's open conversations, counted on every query, so exact.
create index conversations_open_of on conversations (tenant_id, assignee_id) where status = 'open' and assignee_id is not null;
-- Conversations whose customer is waiting for an agent: those of offline agents are reassigned.
create index conversations_waiting_for on conversations (tenant_id, assignee_id, waiting_since)
  where status = 'open' and assignee_id is not null and waiting_since is not null;
-- Conversations resolved in the last days, for surveys.
create index conversations_resolved on conversations (tenant_id, resolved_at)
  where status = 'resolved' and resolved_by is distinct from 'broadcast';
-- A channel has one tenant. If the planner takes them for independent, "of this tenant and of this channel" looks like a handful of rows,
-- and a plan that reads and sorts all of the tenant's looks better than one that scans an index until the page is full.
create statistics conversations_channel_tenant (dependencies) on tenant_id, channel_id from conversations;
create policy search on conversations for select to parley_search using (true);
-- Deleted only by erasure and retention.
grant select, insert, update, delete on conversations to parley_app;
grant select on conversations to parley_worker;
grant select on conversations to parley_search;
alter table contact_moves add foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade;

create table messages (
  tenant_id         uuid not null,
  id                uuid not null,
  conversation_id   uuid not null,
  -- Repeats the conversation's channel and contact, so that lists and status look-ups need no join. No foreign key on them: a shared lock
  -- on one channel row by every message costs more than all other checks together.
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
  -- The platform's time for an inbound message, our own for all others; conversations are sorted by it.
  occurred_at       timestamptz not null,
  created_at        timestamptz not null,
  -- When the last call that sends it started: an echo or a read mark can only refer to a message sent shortly before.
  attempted_at      timestamptz,
  -- Written by a person: sent under the platform's human-agent tag once the ordinary window has closed.
  human_agent       boolean not null default false,
  -- The users mentioned in a note. Null, not empty, so that ordinary messages need no space for it.
  mentions          uuid[],
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id),
  foreign key (tenant_id, reply_to_id) references messages (tenant_id, id)
) with (fillfactor = 70);
-- Deduplicates inbound messages, and finds the message of a status callback.
create unique index messages_external_id on messages (tenant_id, channel_id, external_id) where external_id is not null;
create index messages_conversation on messages (tenant_id, conversation_id, occurred_at desc, id desc);
create index messages_list on messages (tenant_id, occurred_at desc, id desc);
-- Failed and unknown ones. By error, not by status: with a status in an index, every status change of a message would write to all of its
-- indexes.
create index messages_with_error on messages (tenant_id, occurred_at desc, id desc) where error is not null;
create index messages_client_reference on messages (tenant_id, client_reference) where client_reference is not null;
-- Messages that quote another one or react to it; few rows do either.
create index messages_reply_to on messages (tenant_id, reply_to_id) where reply_to_id is not null;
-- The messages that show a media: whether a file that was sent to one person was also sent to others. Queried by the worker, whose policy
-- allows the index to be used.
create index messages_media on messages using gin (tenant_id, media jsonb_path_ops) where media <> '[]';
create index messages_by_channel on messages (tenant_id, channel_id, occurred_at desc, id desc);
create statistics messages_channel_tenant (dependencies) on tenant_id, channel_id from messages;
-- Deleted: an echo that was stored before the result of the send it repeats is merged into that message (absorb_echo).
grant select, insert, update, delete on messages to parley_app;
-- The worker marks a message as being sent in the statement that claims it, and reads what it has to send.
grant select, update (status, attempted_at) on messages to parley_worker;

-- The search index of messages; written asynchronously (modules/inbox/search/indexing.ts), see docs/adr/0020.
create table message_search (
  tenant_id        uuid not null,
  message_id       uuid not null,
  -- These repeat the message's columns.
  conversation_id  uuid not null,
  channel_id       uuid not null,
  occurred_at      timestamptz not null,
  -- Of the text: when it was last edited, or infinity once it was deleted; never replaced by an older one.
  version          timestamptz not null,
  -- Lower case without accents, one space around each word, and around each character of scripts without word spaces.
  folded           text not null,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index message_search_text on message_search using gin (tenant_id, folded gin_trgm_ops);
create index message_search_list on message_search (tenant_id, occurred_at desc, message_id desc);
-- Not led by tenant_id, with which no other condition is combined here: as a small index of all of a tenant's messages it would be
-- preferred to the trigrams. Conversation ids are unique across tenants.
create index message_search_of on message_search (conversation_id);
create policy search on message_search for select to parley_search using (true);
grant select, insert, update on message_search to parley_app;
-- For backups.
grant select on message_search to parley_worker;
grant select on message_search to parley_search;

-- Everything a platform reported, one row per item of a verified callback, committed before the 200.
create table inbound_events (
  tenant_id          uuid not null references tenants,
  channel_id         uuid not null,
  provider_event_id  text not null check (length(provider_event_id) between 1 and 400),
  seq                uuid not null,
  rank               smallint not null,
  payload            text,
  state              text not null check (state in ('ready', 'leased', 'processed', 'ignored', 'failed')),
  attempts           smallint not null default 0,
  run_at             timestamptz not null,
  lease_until        timestamptz,
  last_error         text,
  received_at        timestamptz not null,
  processed_at       timestamptz,
  holder             integer,
  deaths             smallint not null default 0,
  primary key (tenant_id, channel_id, provider_event_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index inbound_events_ready on inbound_events (tenant_id, channel_id, run_at, rank, seq) where state = 'ready';
create index inbound_events_leased on inbound_events (lease_until) where state = 'leased';
-- For inspecting what could not be processed.
create index inbound_events_failed on inbound_events (tenant_id, received_at) where state = 'failed';
-- Webhook events are listed by id, which contains the time: ids only grow, so these indexes are written at their end.
create index inbound_events_list on inbound_events (tenant_id, seq);
-- Failed ones, for counting, listing and retrying.
create index inbound_events_failed_list on inbound_events (tenant_id, seq) where state = 'failed';
-- For the number processed in an hour.
create index inbound_events_done on inbound_events (processed_at) where state in ('processed', 'ignored');
grant select, insert, update on inbound_events to parley_app;
grant select, insert, update, delete on inbound_events to parley_worker;

-- One row per outbound message that has not been sent yet. `sending` past its lease means that the outcome is unknown.
create table outbound_dispatches (
  tenant_id         uuid not null,
  message_id        uuid not null,
  channel_id        uuid not null,
  -- 0 a person's reply, 5 API, 9 broadcast: lower is sent first.
  priority          smallint not null,
  state             text not null check (state in ('ready', 'sending')),
  -- Number of claims so far, which identifies each claim: only the latest may settle the row. The retry policy has its own counters.
  attempts          integer not null default 0,
  -- Responses about the message itself, and responses that only asked for a wait.
  tries             smallint not null default 0,
  waits             integer not null default 0,
  -- A message that can only wait is given up a day after its first claim.
  first_claimed_at  timestamptz,
  run_at            timestamptz not null,
  lease_until       timestamptz,
  -- Identifies the claim: a claim whose result never reached its worker is returned by it, instead of becoming unknown.
  claimed_by        uuid,
  created_at        timestamptz not null,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index outbound_dispatches_ready on outbound_dispatches (tenant_id, channel_id, priority, run_at, message_id)
  where state = 'ready';
create index outbound_dispatches_leased on outbound_dispatches (lease_until) where state = 'sending';
grant select, insert, update, delete on outbound_dispatches to parley_app;
grant select, insert, update, delete on outbound_dispatches to parley_worker;

-- A stored content. Its name in the storage is tenant and id: content that was removed and is uploaded again gets a new name, so that a
-- late removal cannot delete it.
create table media_contents (
  tenant_id     uuid not null references tenants,
  id            uuid not null,
  sha256        bytea not null check (length(sha256) = 32),
  size_bytes    bigint not null check (size_bytes > 0),
  -- storing: announced, the bytes may or may not be there yet. deleting: must not be used any more.
  state         text not null check (state in ('storing', 'stored', 'deleting')),
  -- Since when nothing is known to use it; null: in use. Maintenance only looks at rows with a value.
  unused_since  timestamptz,
  created_at    timestamptz not null,
  primary key (tenant_id, id)
);
create unique index media_contents_hash on media_contents (tenant_id, sha256) where state <> 'deleting';
create index media_contents_unused on media_contents (unused_since) where unused_since is not null;
grant select, insert, update, delete on media_contents to parley_app;
grant select on media_contents to parley_worker;

create table media (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  state       text not null check (state in ('pending', 'stored', 'failed', 'expired')),
  content_id  uuid,
  kind        text not null check (kind in ('image', 'video', 'audio', 'document', 'sticker')),
  -- From the content once it is stored; before that, as reported by the platform.
  mime_type   text,
  filename    text,
  source      text not null check (source in ('upload', 'url', 'inbound')),
  -- For inbound media: the message it arrived with.
  message_id  uuid,
  error       text,
  -- For uploads: when a message first used it. Unused ones are removed after a time.
  used_at     timestamptz,
  -- Content that may only be kept for a limited time (stories).
  expires_at  timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  -- How many knowledge sources hold the media; while held, it is not removed as unused.
  holders     integer not null default 0 check (holders >= 0),
  primary key (tenant_id, id),
  foreign key (tenant_id, content_id) references media_contents (tenant_id, id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id),
  check ((state = 'stored') = (content_id is not null)),
  check (source <> 'inbound' or message_id is not null)
);
-- To check whether a content is still used, and for its removal with its message.
create index media_content on media (tenant_id, content_id) where content_id is not null;
create index media_message on media (tenant_id, message_id) where message_id is not null;
create index media_never_used on media (created_at) where used_at is null and source <> 'inbound';
create index media_expiring on media (expires_at) where expires_at is not null;
create index media_tenant_age on media (tenant_id, created_at) where content_id is not null;
grant select, insert, update, delete on media to parley_app;
grant select on media to parley_worker;
alter table public_files add foreign key (tenant_id, media_id) references media (tenant_id, id);
alter table brand_kits add foreign key (tenant_id, logo_light_id) references media (tenant_id, id);
alter table brand_kits add foreign key (tenant_id, logo_dark_id) references media (tenant_id, id);
alter table brand_kits add foreign key (tenant_id, favicon_id) references media (tenant_id, id);

-- A pending download; the row is removed when done or given up. Claimed like inbound_events, a lane per tenant.
create table media_fetches (
  tenant_id    uuid not null,
  media_id     uuid not null,
  channel_id   uuid not null,
  -- What the connector needs: the platform's reference, the message's external id and the person.
  reference    jsonb not null,
  state        text not null check (state in ('ready', 'leased', 'process_ended', 'over_limit')),
  -- Number of claims so far, which identifies each claim.
  attempts     integer not null default 0,
  -- Failures that concern the content itself.
  tries        smallint not null default 0,
  run_at       timestamptz not null,
  lease_until  timestamptz,
  created_at   timestamptz not null,
  holder       integer,
  deaths       smallint not null default 0,
  primary key (tenant_id, media_id),
  foreign key (tenant_id, media_id) references media (tenant_id, id) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index media_fetches_ready on media_fetches (tenant_id, run_at, media_id) where state = 'ready';
create index media_fetches_leased on media_fetches (lease_until) where state = 'leased';
-- For queue counts and retries.
create index media_fetches_set_aside on media_fetches (tenant_id) where state in ('process_ended', 'over_limit');
grant select, insert, update, delete on media_fetches to parley_app;
-- The worker claims downloads; removals by maintenance are only found across tenants and are done inside each.
grant select, update on media_fetches to parley_worker;

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
grant select, insert, update, delete on labels to parley_app;
-- For backups.
grant select on labels to parley_worker;

-- Saved filters. The owner is the wire id of a member or an API key.
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
grant select, insert, update, delete on views to parley_app;
-- For backups.
grant select on views to parley_worker;

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
grant select, insert, update, delete on canned_replies to parley_app;
-- For backups.
grant select on canned_replies to parley_worker;

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
grant select, insert, update, delete on macros to parley_app;
-- For backups.
grant select on macros to parley_worker;

-- What a member should see: a mention, a conversation assigned to them.
create table notifications (
  tenant_id        uuid not null,
  id               uuid not null,
  member_id        uuid not null,
  kind             text not null check (kind in ('mention', 'assignment', 'sla_breach', 'flow', 'flow_paused', 'organization_export', 'grant_requested', 'grant_ended')),
  conversation_id  uuid,
  message_id       uuid,
  actor_kind       text not null,
  actor_id         text,
  created_at       timestamptz not null,
  read_at          timestamptz,
  ticket_id        uuid,
  -- Which target was missed.
  detail           text,
  -- A message from a flow to members, or a notice that it was stopped.
  flow_id          uuid,
  -- Owners are notified how an export ended.
  export_id        uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, user_id) on delete cascade,
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade,
  check ((kind = 'mention') = (message_id is not null)),
  constraint notifications_flow check ((kind in ('flow', 'flow_paused')) = (flow_id is not null)),
  constraint notifications_export check ((kind = 'organization_export') = (export_id is not null)),
  constraint notifications_detail check ((kind in ('sla_breach', 'flow', 'grant_requested', 'grant_ended')) = (detail is not null)),
  constraint notifications_subject
    check (conversation_id is not null or ticket_id is not null or flow_id is not null or export_id is not null
    or kind in ('grant_requested', 'grant_ended'))
);
create index notifications_list on notifications (tenant_id, member_id, created_at desc, id desc);
create index notifications_unread on notifications (tenant_id, member_id, created_at desc, id desc) where read_at is null;
-- For the cascades.
create index notifications_conversation on notifications (tenant_id, conversation_id);
create index notifications_message on notifications (tenant_id, message_id) where message_id is not null;
-- For the cascade.
create index notifications_ticket on notifications (tenant_id, ticket_id) where ticket_id is not null;
create index notifications_flow on notifications (tenant_id, flow_id) where flow_id is not null;
grant select, insert, update on notifications to parley_app;
-- For backups.
grant select on notifications to parley_worker;

-- What changed about a conversation, when, and who changed it. Outlives the events, which are removed after some weeks.
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
grant select, insert on conversation_activities to parley_app;
-- For backups.
grant select on conversation_activities to parley_worker;

-- The items of receive_messages(), described in functions/receive_messages.sql.
create type inbound_work as (
  n integer, chan uuid, kind text, acct text, addr text, akey text, puid text, name text, uname text, ext text, at timestamptz,
  dir text, type text, text text, content jsonb, media jsonb, repx text, opens boolean, auto boolean, ours text, wms bigint,
  reopen bigint, msg uuid, cnt uuid, cid uuid, conv uuid, e1 uuid, e2 uuid, e3 uuid, e4 uuid, e5 uuid
);

-- The items of accept_outbound(), described in functions/accept_outbound.sql.
create type outbound_work as (
  n integer, msg uuid, chan uuid, kind text, acct text, addr text, akey text, puid text, cnt uuid, cid uuid, conv uuid, type text,
  text text, content jsonb, akind text, aid text, cref text, rep uuid, prio smallint, win boolean, idem text, fp text,
  e1 uuid, e2 uuid, e3 uuid, pair integer, burst integer, frm text,
  wms bigint, hms bigint, ha boolean, cba integer, cas integer, wexp timestamptz, outcome text, is_new boolean
);

-- The items of complete_sends(), described in functions/complete_sends.sql.
create type send_result as (msg uuid, st text, att integer, ext text, err jsonb, run_at timestamptz, counts text, expired boolean, ev uuid);

-- The items of apply_statuses(), described in functions/apply_statuses.sql.
create type status_work as (n integer, chan uuid, ext text, ref uuid, st text, at timestamptz, err jsonb, ev uuid);
