-- Who in the agency created a delegated key: a key of the agency, or a member in that membership (members.stay). The key ends with them
-- (platform/auth/delegated-key.ts). All null: any other key, or a delegated one from before these columns, which lives for at most an hour.
alter table api_keys
  add column made_by_kind text check (made_by_kind in ('api', 'member')),
  add column made_by uuid,
  add column maker_stay integer,
  add constraint api_keys_maker check (
    (made_by_kind is null) = (made_by is null) and (made_by is null or grant_id is not null)
    and (maker_stay is not null) = coalesce(made_by_kind = 'member', false));
