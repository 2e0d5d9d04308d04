-- A cascade left the file of a recorded call behind. Calls go by an erasure and by retention, which take it along.
alter table voice_calls
  drop constraint voice_calls_tenant_id_contact_id_fkey,
  add constraint voice_calls_tenant_id_contact_id_fkey foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
    deferrable initially deferred;

-- What was left behind: recordings that no call has. Their contents are removed in time, as any that nothing uses.
alter table media no force row level security;
alter table media_contents no force row level security;
alter table voice_recordings no force row level security;
with gone as (
  delete from media m
   where m.source = 'recording'
     and not exists (select 1 from voice_recordings r where r.tenant_id = m.tenant_id and r.media_id = m.id)
  returning m.tenant_id, m.content_id
)
update media_contents c set unused_since = now() from gone where c.tenant_id = gone.tenant_id and c.id = gone.content_id;
