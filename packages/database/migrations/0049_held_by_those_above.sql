-- What the platform, or an agency over its client, has switched off is not the organization's to switch on again: who holds it is kept
-- beside the state. See docs/subsystems/billing.md, Who switches what on and off.
alter table apps
  add column held_by text check (held_by in ('agency', 'platform')),
  add constraint apps_held_when_off check (held_by is null or not is_active);
alter table subscriptions
  add column held_by text check (held_by in ('agency', 'platform')),
  -- As what it was cancelled from below the platform, and is taken up again.
  add column cancelled_from text check (cancelled_from in ('trialing', 'active', 'past_due', 'paused')),
  add constraint subscriptions_held_when_off check (held_by is null or status in ('paused', 'cancelled', 'expired')),
  add constraint subscriptions_cancelled_from check (cancelled_from is null or status = 'cancelled');
grant update (held_by) on apps to parley_app;

-- What is off already: the audit log knows who did it last. Only the platform pauses; a cancelled subscription of which nothing is known stays
-- as it is until the platform says so.
alter table apps no force row level security;
alter table subscriptions no force row level security;
alter table audit_entries no force row level security;
update apps a
   set held_by = case when e.by_organization is null then null
                      when a.agency_id is not null and e.by_organization = 'org_' || replace(a.agency_id::text, '-', '') then 'agency'
                      else 'platform' end
  from (select distinct on (tenant_id) tenant_id, changes->>'byOrganization' as by_organization
          from audit_entries where action = 'app.deactivated' order by tenant_id, created_at desc, id desc) e
 where e.tenant_id = a.tenant_id and not a.is_active;
update subscriptions set held_by = 'platform' where status = 'paused';
update subscriptions s
   set held_by = case when e.by_organization is null then null
                      when e.by_organization = 'org_' || replace(a.agency_id::text, '-', '') then 'agency'
                      else 'platform' end,
       cancelled_from = case when e.by_organization is null or e.by_organization = 'org_' || replace(a.agency_id::text, '-', '')
                             then e.cancelled_from end
  from (select distinct on (tenant_id) tenant_id, changes->>'byOrganization' as by_organization, changes->'status'->>'from' as cancelled_from
          from audit_entries where action = 'subscription.updated' and changes->'status'->>'to' = 'cancelled'
         order by tenant_id, created_at desc, id desc) e
  join apps a on a.tenant_id = e.tenant_id
 where e.tenant_id = s.tenant_id and s.status = 'cancelled';
alter table audit_entries force row level security;
alter table subscriptions force row level security;
alter table apps force row level security;
