-- When we gave a template its content, or the platform said that it has another one. The platform tells of our own edits as of
-- everybody's, without the content: what we just stored must not be forgotten for it, and a listing that began before must not
-- bring the old one back.
alter table templates add column content_at timestamptz;
