-- One person on several channels: merging two contacts, undoing it, and finding out who may be the same.
-- What belongs to whom has one root: an identity's contact. A conversation is its identity's contact's, a message its
-- conversation's; both follow (contact_moves). See docs/subsystems/identity.md.

-- The journal. The merged contact's own row keeps its values, but for the key of its phone: a phone leads to one contact.
create table contact_merges (
  tenant_id     uuid not null,
  id            uuid not null,
  survivor_id   uuid not null,
  merged_id     uuid not null,
  -- The identities that were the merged contact's: they go back to it, with what was said on them in the meantime.
  identity_ids  uuid[] not null,
  -- What the survivor got from the merged contact (contact-merge.ts), to be taken back where it is still so.
  gave          jsonb not null,
  -- The survivor's values before, for whoever looks into it.
  before        jsonb not null,
  -- The survivor's time of opt_in after the merge: another one later tells that something was said since.
  opt_in_at     timestamptz,
  merged_at     timestamptz not null,
  -- The wire id of a key or a user.
  merged_by     text,
  undone_at     timestamptz,
  undone_by     text,
  primary key (tenant_id, id),
  foreign key (tenant_id, survivor_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, merged_id) references contacts (tenant_id, id) on delete cascade
);
-- A contact is merged into one at a time.
create unique index contact_merges_merged on contact_merges (tenant_id, merged_id) where undone_at is null;
-- The journal of a contact, newest first, from either side.
create index contact_merges_survivor on contact_merges (tenant_id, survivor_id, merged_at desc, id desc);
create index contact_merges_of on contact_merges (tenant_id, merged_id, merged_at desc, id desc);
create index contacts_merged on contacts (tenant_id, merged_into_id) where merged_into_id is not null;

-- Messages that have to follow their conversation to another contact, identity by identity, in small steps: a history may be
-- long, and its rows are also those that statuses and reactions change. `conversation_id`, `after_at` and `after_id` tell how
-- far the present pass is. A second pass some time later finds what a transaction wrote that had begun before the merge.
create table contact_moves (
  tenant_id        uuid not null,
  identity_id      uuid not null,
  run_at           timestamptz not null,
  last_pass        boolean not null default false,
  conversation_id  uuid,
  after_at         timestamptz,
  after_id         uuid,
  primary key (tenant_id, identity_id),
  foreign key (tenant_id, identity_id) references contact_identities (tenant_id, id) on delete cascade,
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade
);
create index contact_moves_due on contact_moves (run_at);

-- Pairs that somebody said are two people; in both orders, so that either is found by its own id.
create table contact_merge_dismissals (
  tenant_id     uuid not null,
  contact_id    uuid not null,
  other_id      uuid not null,
  dismissed_at  timestamptz not null,
  dismissed_by  text,
  primary key (tenant_id, contact_id, other_id),
  foreign key (tenant_id, contact_id) references contacts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, other_id) references contacts (tenant_id, id) on delete cascade
);
create index contact_merge_dismissals_other on contact_merge_dismissals (tenant_id, other_id);

-- Profiles of people still to be asked for, on platforms whose messages do not say what somebody is called; the row goes when it is
-- done or given up. Claimed like inbound_events, a lane per channel.
create table profile_fetches (
  tenant_id    uuid not null,
  identity_id  uuid not null,
  channel_id   uuid not null,
  state        text not null check (state in ('ready', 'leased')),
  -- Counts the claims, and so names each; `waits` of them ended with a word about the channel, not about the person.
  attempts     smallint not null default 0,
  waits        smallint not null default 0,
  run_at       timestamptz not null,
  lease_until  timestamptz,
  primary key (tenant_id, identity_id),
  foreign key (tenant_id, identity_id) references contact_identities (tenant_id, id) on delete cascade
);
create index profile_fetches_ready on profile_fetches (tenant_id, channel_id, run_at, identity_id) where state = 'ready';
create index profile_fetches_leased on profile_fetches (lease_until) where state = 'leased';
-- When it was last asked for.
alter table contact_identities add column profile_at timestamptz;

-- What contacts are compared by for suggestions. Columns, because under row-level security no index on an expression is used
-- whose function is not leakproof.
alter table contacts
  add column email_key text generated always as (lower(email)) stored,
  add column name_key text generated always as (lower(name)) stored;
alter table contact_identities add column username_key text generated always as (lower(ltrim(username, '@'))) stored;
create index contacts_email on contacts (tenant_id, email_key, id) where email_key is not null;
create index contacts_name on contacts (tenant_id, name_key, id) where name_key is not null;
create index contact_identities_username on contact_identities (tenant_id, username_key) where username_key is not null;

do $$
declare t text;
begin
  foreach t in array array['contact_merges', 'contact_moves', 'contact_merge_dismissals'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy tenant_isolation on %I to parley_app
      using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)$p$, t);
    execute format('grant select, insert, update on %I to parley_app', t);
    -- The worker lists what is due; it moves it inside the tenant. Backups read all three.
    execute format('create policy cross_tenant on %I for select to parley_worker using (true)', t);
    execute format('grant select on %I to parley_worker', t);
  end loop;
end $$;
grant delete on contact_moves to parley_app;

alter table profile_fetches enable row level security;
alter table profile_fetches force row level security;
create policy tenant_isolation on profile_fetches to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
-- The worker claims; what comes of it is written inside the tenant.
create policy cross_tenant on profile_fetches to parley_worker using (true) with check (true);
grant select, insert, update, delete on profile_fetches to parley_app;
grant select, update on profile_fetches to parley_worker;
