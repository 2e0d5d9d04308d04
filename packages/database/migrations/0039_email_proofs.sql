-- Whether the address of a person is theirs, and another one that is to take its place. See docs/subsystems/people.md, E-mail addresses.

alter table users add column email_verified_at timestamptz;

-- What somebody has to show of an address: a link that was sent there. One of each purpose; asking again makes the earlier links void.
create table user_email_proofs (
  user_id     uuid not null references users on delete cascade,
  purpose     text not null check (purpose in ('verification', 'change')),
  email       text not null check (email = lower(email) and length(email) between 3 and 320),
  -- Each made as its mail leaves, newest first: what anybody can have sent voids no link that is on its way.
  token_hashes bytea[] not null default '{}',
  asked_at    timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz,
  primary key (user_id, purpose)
);
create index user_email_proofs_tokens on user_email_proofs using gin (token_hashes);
-- A new link for an address that is nobody's yet.
create index user_email_proofs_change on user_email_proofs (email) where purpose = 'change' and used_at is null;
create index user_email_proofs_age on user_email_proofs (expires_at);
grant select, insert, update, delete on user_email_proofs to parley_worker;

-- A request for a link, before anybody looks whether an account waits for the address: the answer cannot tell. A table of its own: the
-- release before takes whatever stands among the requests for a new password.
create table email_link_requests (
  id          uuid primary key,
  email       text not null,
  created_at  timestamptz not null
);
grant select, insert, update, delete on email_link_requests to parley_worker;

alter table mails drop constraint mails_kind_check,
  add constraint mails_kind_check check (kind in ('invitation', 'password_reset', 'password_changed', 'low_balance', 'markup_raised',
    'email_verification', 'email_change', 'email_change_notice', 'email_changed'));
