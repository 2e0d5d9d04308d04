-- Login links, and the sessions that come of them, end with any change of what the person they are for or the one who made them may do.
-- See docs/subsystems/agents.md, Login links, and ADR 0160.

-- Counted up with the password, the second factor, the platform flag, and being suspended or not.
alter table users add column access_version integer not null default 1;
-- Counted up with the role and the status.
alter table members add column access_version integer not null default 1;
grant update (access_version) on members to parley_app;

-- What both might do when the link was made, as counted above (platform/auth/link-standing.ts). `maker_standing` only where a member made it for somebody else.
-- A link of before does not say, and signs nobody in any more.
alter table login_links
  add column standing text,
  add column maker_standing text;

-- Copied from the link. Null: the person signed in. Sessions of before by somebody else's link do not say, and end.
delete from user_sessions where bound_tenant_id is not null;
alter table user_sessions
  add column standing text,
  add column maker_standing text,
  add constraint user_sessions_standing check (
    (bound_tenant_id is null or standing is not null)
    and (maker_standing is not null) = coalesce(made_by_kind = 'member', false));
