-- The platform's own word for a template's state, as it came: it has more of them than we do, and makes new ones.
alter table templates add column platform_status text;

-- When a channel's templates are to be fetched from the platform by themselves: once it is connected. See docs/subsystems/channels.md, Templates.
alter table channels
  add column templates_sync_at timestamptz,
  add column templates_sync_attempts smallint not null default 0;
create index channels_templates_due on channels (templates_sync_at) where templates_sync_at is not null and deleted_at is null;
-- A word that nobody knew left a template as it was before: approved ones could be sent. What is there is looked at once more.
alter table channels no force row level security;
update channels set templates_sync_at = now() where status = 'Connected' and deleted_at is null;
alter table channels force row level security;
