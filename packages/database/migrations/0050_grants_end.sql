-- What an agency makes under a grant ends with the grant. See docs/subsystems/agencies.md, What ends with a grant, and ADR 0156.

-- When what it let the agency make was stopped, told to both; null: not yet, or there is nothing to stop.
alter table agency_grants add column stopped_at timestamptz;
update agency_grants set stopped_at = coalesce(revoked_at, updated_at) where status = 'revoked';
-- Which grants in force are past their time.
create index agency_grants_due on agency_grants (expires_at) where status = 'accepted' and stopped_at is null and expires_at is not null;

-- Whatever acts by itself later names the grant that it rests on, whoever inserts it: the transaction of a delegated call says which one
-- (platform/auth/acting-grant.ts). Null: the organization's own.
do $$
declare t text;
begin
  foreach t in array array['flows', 'flow_versions', 'broadcasts', 'contact_imports', 'faq_imports', 'contact_exports', 'knowledge_sources',
                           'chatbots', 'channel_authorizations'] loop
    execute format('alter table %I add column grant_id uuid', t);
    execute format('alter table %I add foreign key (tenant_id, grant_id) references agency_grants (tenant_id, id)', t);
  end loop;
  foreach t in array array['flows', 'flow_versions', 'flow_hooks', 'broadcasts', 'contact_imports', 'faq_imports', 'contact_exports',
                           'knowledge_sources', 'chatbots', 'channel_authorizations'] loop
    execute format($q$alter table %I alter column grant_id set default nullif(current_setting('app.acting_grant', true), '')::uuid$q$, t);
    -- What is to be stopped with a grant.
    execute format('create index %I on %I (tenant_id, grant_id) where grant_id is not null', t || '_of_grant', t);
  end loop;
end $$;

-- A version stays as it is; what it rests on may change.
grant update (grant_id) on flow_versions to parley_app;

-- What agencies made before, where their grant still stands: authors are shown as org_ and the agency's id.
update flow_versions v set grant_id = g.id from agency_grants g
 where g.tenant_id = v.tenant_id and g.status = 'accepted' and v.created_by = 'org_' || replace(g.agency_id::text, '-', '');
update flows f set grant_id = v.grant_id from flow_versions v
 where v.tenant_id = f.tenant_id and v.flow_id = f.id and v.version = coalesce(f.active_version, f.version) and v.grant_id is not null;
update broadcasts b set grant_id = g.id from agency_grants g
 where g.tenant_id = b.tenant_id and g.status = 'accepted' and b.created_by = 'org_' || replace(g.agency_id::text, '-', '')
   and b.status in ('draft', 'scheduled', 'sending', 'paused');

alter table flows drop constraint flows_paused_reason_check,
  add constraint flows_paused_reason_check check (paused_reason in ('deactivated', 'loop_detected', 'rules_unusable', 'grant_ended'));

-- grant_requested, grant_ended: `detail` names the grant, which lies with the client.
alter table notifications drop constraint notifications_kind_check, drop constraint notifications_detail, drop constraint notifications_subject,
  add constraint notifications_kind_check
    check (kind in ('mention', 'assignment', 'sla_breach', 'flow', 'flow_paused', 'organization_export', 'grant_requested', 'grant_ended')),
  add constraint notifications_detail check ((kind in ('sla_breach', 'flow', 'grant_requested', 'grant_ended')) = (detail is not null)),
  add constraint notifications_subject
    check (conversation_id is not null or ticket_id is not null or flow_id is not null or export_id is not null
      or kind in ('grant_requested', 'grant_ended'));

-- Hosts that a secret of flows may be sent to (shop.example, or shop.example:8443): none, nowhere. See docs/subsystems/flows.md, Secrets.
alter table flow_secrets add column hosts text[] not null default '{}';
-- Where secrets go today: the hosts of the active flows' requests that name them.
update flow_secrets s set hosts = used.hosts
  from (select x.tenant_id, x.name, array_agg(distinct x.host order by x.host) as hosts
          from (select f.tenant_id, m[1] as name, lower(substring(step->>'url' from '^https?://([^/?#{}\\\s@]+)')) as host
                  from flows f
                  join flow_versions v on v.tenant_id = f.tenant_id and v.flow_id = f.id and v.version = f.active_version,
                  jsonb_path_query(v.definition, 'strict $.** ? (@.type == "http_request")') step,
                  regexp_matches((step - 'onError')::text, '\{\{\s*secrets\.([A-Z][A-Z0-9_]*)', 'g') m
                 where f.deleted_at is null) x
         where x.host is not null group by x.tenant_id, x.name) used
 where used.tenant_id = s.tenant_id and used.name = s.name;
