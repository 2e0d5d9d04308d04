-- Whether the address of a person is theirs, and another one that is to take its place. See docs/subsystems/people.md, E-mail addresses.

alter table users add column email_verified_at timestamptz;

-- What somebody has to show of an address: a link that was sent there. One of each purpose; asking again makes the earlier link void.
create table user_email_proofs (
  user_id     uuid not null references users on delete cascade,
  purpose     text not null check (purpose in ('verification', 'change')),
  email       text not null check (email = lower(email) and length(email) between 3 and 320),
  -- Made as the mail leaves; null until then.
  token_hash  bytea,
  asked_at    timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz,
  primary key (user_id, purpose)
);
create unique index user_email_proofs_token on user_email_proofs (token_hash);
-- A new link for an address that is nobody's yet.
create index user_email_proofs_change on user_email_proofs (email) where purpose = 'change' and used_at is null;
create index user_email_proofs_age on user_email_proofs (expires_at);
grant select, insert, update, delete on user_email_proofs to parley_worker;

-- Asked for without saying whether the address is anybody's: found out by the same job.
alter table password_reset_requests add column purpose text not null default 'password_reset' check (purpose in ('password_reset', 'email_proof'));

alter table mails drop constraint mails_kind_check,
  add constraint mails_kind_check check (kind in ('invitation', 'password_reset', 'password_changed', 'low_balance', 'markup_raised',
    'email_verification', 'email_change', 'email_change_notice', 'email_changed'));
