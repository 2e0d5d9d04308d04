-- Canned replies did not hold their media, so that an upload which no message had used was removed after 30 days. They hold it from now on.
alter table canned_replies no force row level security;
do $$
declare
  tenant uuid;
  used uuid[];
begin
  for tenant, used in
    select r.tenant_id, array_agg(u.id) from canned_replies r cross join unnest(r.media_ids) u(id) group by r.tenant_id
  loop
    perform set_config('app.tenant_id', tenant::text, true);
    update media m
       set holders = m.holders + (select count(*) from unnest(used) u(id) where u.id = m.id)
     where m.tenant_id = tenant and m.id = any(used);
  end loop;
end $$;
