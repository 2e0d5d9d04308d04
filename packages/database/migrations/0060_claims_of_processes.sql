-- Claims belong to a live process, and work that ends its process, or runs past its limit, is set aside instead of being
-- claimed for ever (docs/adr/0165-claims-belong-to-a-live-process.md, docs/adr/0166-work-that-is-set-aside.md).

-- While it lives, a process holds the advisory lock of its number, on a connection of its own. Null: an older release.
alter table server_processes add column number integer unique;

-- holder: the number of the process that claimed the row. deaths: claims in a row that ended with their process, or past
-- their limit. A row that is ready and still has its lease was taken from such a claim; every other way back clears it.
-- outbound_dispatches has neither: its claimed_by begins with the number, and a send that was cut is never made again.
do $$
declare
  t text;
  definition text;
begin
  foreach t in array array['broadcasts', 'chatbot_evaluation_runs', 'chatbot_sessions', 'client_charges', 'contact_exports', 'contact_imports',
      'faq_imports', 'flow_requests', 'flow_runs', 'flow_schedules', 'inbound_events', 'knowledge_jobs', 'mails', 'media_fetches',
      'organization_erasures', 'organization_exports', 'payment_requests', 'privacy_requests', 'profile_fetches', 'snapshot_applications',
      'webhook_deliveries', 'webhook_replays'] loop
    execute format('alter table %I add column holder integer, add column deaths smallint not null default 0', t);
    -- Inbound events, deliveries and mails have a word for it already: failed.
    if t not in ('inbound_events', 'webhook_deliveries', 'mails') then
      select pg_get_constraintdef(c.oid) into strict definition from pg_constraint c
       where c.conrelid = t::regclass and c.conname = t || '_state_check';
      execute format('alter table %I drop constraint %I', t, t || '_state_check');
      execute format('alter table %I add constraint %I %s', t, t || '_state_check',
        replace(definition, '''leased''::text', '''leased''::text, ''process_ended''::text, ''over_limit''::text'));
      -- Serves the counts of the queues, and their retry.
      execute format('create index %I on %I (tenant_id) where state in (''process_ended'', ''over_limit'')', t || '_set_aside', t);
    end if;
  end loop;
end $$;

alter table snapshot_applications drop constraint snapshot_applications_check;
alter table snapshot_applications add constraint snapshot_applications_check
  check ((snapshot is not null) = (state in ('ready', 'leased', 'process_ended', 'over_limit')));

-- What is set aside is put back inside its organization, like all else that a queue's retry does.
grant update (state, run_at, lease_until, deaths) on organization_erasures to parley_app;
