-- Media: what customers send and what is sent to them. A row of `media` is the resource; its content is stored once per tenant
-- in the media storage (folder or S3), known by its SHA-256; `media_fetches` are the downloads from platforms still to be made.

-- A stored content. Its name in the storage is tenant and id: a content that was removed and comes again gets a new name, so
-- that a late removal can never hit it.
create table media_contents (
  tenant_id     uuid not null references tenants,
  id            uuid not null,
  sha256        bytea not null check (length(sha256) = 32),
  size_bytes    bigint not null check (size_bytes > 0),
  -- storing: announced, the bytes may or may not be there yet. deleting: nobody may use it any more.
  state         text not null check (state in ('storing', 'stored', 'deleting')),
  -- Since when nothing is known to use it; null: in use. Maintenance looks at these rows only.
  unused_since  timestamptz,
  created_at    timestamptz not null,
  primary key (tenant_id, id)
);
create unique index media_contents_hash on media_contents (tenant_id, sha256) where state <> 'deleting';
create index media_contents_unused on media_contents (unused_since) where unused_since is not null;

create table media (
  tenant_id   uuid not null references tenants,
  id          uuid not null,
  state       text not null check (state in ('pending', 'stored', 'failed', 'expired')),
  content_id  uuid,
  kind        text not null check (kind in ('image', 'video', 'audio', 'document', 'sticker')),
  -- By the content once it is stored, before that as the platform says.
  mime_type   text,
  filename    text,
  source      text not null check (source in ('upload', 'url', 'inbound')),
  -- Of inbound media: the message that brought it.
  message_id  uuid,
  error       text,
  -- Of uploads: when a message first used it. One that none ever used is removed in time.
  used_at     timestamptz,
  -- Content that may only be kept for a while (stories).
  expires_at  timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, content_id) references media_contents (tenant_id, id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id),
  check ((state = 'stored') = (content_id is not null)),
  check (source <> 'inbound' or message_id is not null)
);
-- Serves the question whether a content is still used, and the removal with its message.
create index media_content on media (tenant_id, content_id) where content_id is not null;
create index media_message on media (tenant_id, message_id) where message_id is not null;
create index media_never_used on media (created_at) where used_at is null and source <> 'inbound';
create index media_expiring on media (expires_at) where expires_at is not null;

-- A download to be made; the row goes when it is done or given up. Claimed like inbound_events, a lane per tenant.
create table media_fetches (
  tenant_id    uuid not null,
  media_id     uuid not null,
  channel_id   uuid not null,
  -- What the connector needs: the platform's reference, the message's external id and the person.
  reference    jsonb not null,
  state        text not null check (state in ('ready', 'leased')),
  -- Counts the claims, and so names each.
  attempts     integer not null default 0,
  -- Failures that said something about the content itself.
  tries        smallint not null default 0,
  run_at       timestamptz not null,
  lease_until  timestamptz,
  created_at   timestamptz not null,
  primary key (tenant_id, media_id),
  foreign key (tenant_id, media_id) references media (tenant_id, id) on delete cascade
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index media_fetches_ready on media_fetches (tenant_id, run_at, media_id) where state = 'ready';
create index media_fetches_leased on media_fetches (lease_until) where state = 'leased';

do $$
declare t text;
begin
  foreach t in array array['media_contents', 'media', 'media_fetches'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('create policy cross_tenant on %I to parley_worker using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app', t);
    execute format('grant select on %I to parley_worker', t);
  end loop;
end $$;
-- The worker claims downloads; what maintenance removes it only finds across tenants, and removes inside each.
grant update on media_fetches to parley_worker;
