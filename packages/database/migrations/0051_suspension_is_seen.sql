-- A person whom the platform has suspended is suspended in each of their organizations: `status` says it, so that every list shows it and
-- nothing is given to them. `own_status` keeps how the organization itself has them meanwhile. See docs/subsystems/people.md.
alter table members
  add column own_status text check (own_status in ('active', 'suspended')),
  -- Counted up whenever they stop working here: a session that was here before is none afterwards, also when they come back.
  add column stay integer not null default 0,
  add constraint members_own_status check (own_status is null or status = 'suspended');
alter table user_sessions add column stay integer not null default 0;
grant update (own_status, stay) on members to parley_app;
-- A link that is out ends with whom it is for.
grant delete on login_links to parley_app;

alter table members no force row level security;
update members m set own_status = m.status, status = 'suspended'
  from users u where u.id = m.user_id and u.suspended_at is not null and m.status <> 'removed';
alter table members force row level security;
