-- Sessions by a login link that somebody else made reach the tenant of the link and no further. See docs/subsystems/agents.md.

-- Who made the link, when it is not the person's own. One of before, which does not say, signs nobody in any more.
alter table login_links
  add column made_by_kind text check (made_by_kind in ('api', 'member')),
  add column made_by uuid,
  add constraint login_links_maker check ((made_by_kind is null) = (made_by is null));

-- All null: the person signed in. Else the tenant that the session stays in, and whose link it was (a key's id, or a user's): it ends with them.
alter table user_sessions
  add column bound_tenant_id uuid,
  add column made_by_kind text check (made_by_kind in ('api', 'member')),
  add column made_by uuid,
  add constraint user_sessions_bound check (
    (bound_tenant_id is null) = (made_by_kind is null) and (bound_tenant_id is null) = (made_by is null)
    and (bound_tenant_id is null or bound_tenant_id = current_tenant_id));
