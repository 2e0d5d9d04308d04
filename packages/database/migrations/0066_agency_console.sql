-- A person of an agency who acts in a client by their session: the delegated key that stands behind it, in the client's tenant. No foreign
-- key: the keys are removed a day after their end, and the session must not fall back to the agency by that; who acts leaves by themselves.
alter table user_sessions
  add column acting_tenant_id uuid,
  add column acting_key_id uuid,
  add constraint user_sessions_acting check ((acting_tenant_id is null) = (acting_key_id is null));

-- What the last check of a domain saw by https; certificate_checked_at is null while the name does not point here.
alter table agency_domains
  add column certificate_until timestamptz,
  add column certificate_error text,
  add column certificate_checked_at timestamptz;
