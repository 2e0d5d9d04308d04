-- An export that was set aside can be retried, so it counts as unended: with a second one active, the retry violated this index, for all
-- organizations at once. A new export ends the one that was set aside before.
alter table organization_exports no force row level security;
alter table organization_export_pieces no force row level security;
with surplus as (
  update organization_exports e
     set state = 'failed', error = 'Another export was requested after this one had failed.', finished_at = now(), lease_until = null
   where e.state in ('process_ended', 'over_limit')
     and exists (select 1 from organization_exports o
                  where o.tenant_id = e.tenant_id
                    and (o.state in ('ready', 'leased') or (o.state in ('process_ended', 'over_limit') and o.id > e.id)))
  returning e.tenant_id, e.id
)
update organization_export_pieces p set remove_at = now()
  from surplus where p.tenant_id = surplus.tenant_id and p.export_id = surplus.id and p.remove_at is null;
drop index organization_exports_one;
create unique index organization_exports_one on organization_exports (tenant_id)
  where state in ('ready', 'leased', 'process_ended', 'over_limit');
-- The request for a new export is a user's own, so the worker makes it, and ends the previous one.
grant update (remove_at) on organization_export_pieces to parley_worker;
