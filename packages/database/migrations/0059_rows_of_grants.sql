-- What 0050 says of rows that were there before: row-level security is forced on the owner as well, so it found none of them. Flows whose requests
-- carry a secret would be refused, and what agencies made would outlive its grant. Here it is lifted first.
alter table agency_grants no force row level security;
alter table flow_versions no force row level security;
alter table flows no force row level security;
alter table flow_secrets no force row level security;
alter table broadcasts no force row level security;

update agency_grants set stopped_at = coalesce(revoked_at, updated_at) where status = 'revoked' and stopped_at is null;

-- Only what is as it was when 0050 came: whoever changed something since has said themselves what it rests on, and where a secret goes.
update flow_versions v set grant_id = g.id from agency_grants g, schema_migrations n
 where n.version = 50 and v.created_at < n.applied_at and v.grant_id is null
   and g.tenant_id = v.tenant_id and g.status = 'accepted' and v.created_by = 'org_' || replace(g.agency_id::text, '-', '');
update flows f set grant_id = v.grant_id from flow_versions v, schema_migrations n
 where n.version = 50 and f.updated_at < n.applied_at and f.grant_id is null
   and v.tenant_id = f.tenant_id and v.flow_id = f.id and v.version = coalesce(f.active_version, f.version) and v.grant_id is not null;
update broadcasts b set grant_id = g.id from agency_grants g, schema_migrations n
 where n.version = 50 and b.updated_at < n.applied_at and b.grant_id is null
   and g.tenant_id = b.tenant_id and g.status = 'accepted' and b.created_by = 'org_' || replace(g.agency_id::text, '-', '')
   and b.status in ('draft', 'scheduled', 'sending', 'paused');

update flow_secrets s set hosts = used.hosts
  from (select x.tenant_id, x.name, array_agg(distinct x.host order by x.host) as hosts
          from (select f.tenant_id, m[1] as name, lower(substring(step->>'url' from '^https?://([^/?#{}\\\s@]+)')) as host
                  from flows f
                  join flow_versions v on v.tenant_id = f.tenant_id and v.flow_id = f.id and v.version = f.active_version,
                  jsonb_path_query(v.definition, 'strict $.** ? (@.type == "http_request")') step,
                  regexp_matches((step - 'onError')::text, '\{\{\s*secrets\.([A-Z][A-Z0-9_]*)', 'g') m
                 where f.deleted_at is null) x
         where x.host is not null group by x.tenant_id, x.name) used, schema_migrations n
 where n.version = 50 and s.updated_at < n.applied_at and s.hosts = '{}' and used.tenant_id = s.tenant_id and used.name = s.name;

alter table broadcasts force row level security;
alter table flow_secrets force row level security;
alter table flows force row level security;
alter table flow_versions force row level security;
alter table agency_grants force row level security;

-- Readable by nobody means its end, too.
alter table flow_secrets drop column last_four;
