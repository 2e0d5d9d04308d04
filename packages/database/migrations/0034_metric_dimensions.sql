-- Metrics by division and label, of service levels and of customer satisfaction. See docs/subsystems/metrics.md.

-- Which promises were kept and which were missed: written with the clocks, in their transaction, and counted into the rollups by the
-- reader that writes those. What it was of (channel, assignee, division, labels) is as it was then.
create table sla_outcomes (
  tenant_id    uuid not null references tenants,
  id           uuid not null,
  subject      text not null check (subject in ('tickets', 'conversations')),
  subject_id   uuid not null,
  target       text not null check (target in ('first_response', 'next_response', 'resolution')),
  met          boolean not null,
  -- When it was kept; of a missed one when it was due.
  at           timestamptz not null,
  channel_id   uuid,
  assignee_id  uuid,
  division_id  uuid,
  label_ids    uuid[] not null,
  counted      boolean not null default false,
  created_at   timestamptz not null,
  primary key (tenant_id, id)
) with (fillfactor = 80);
-- What is still to be counted: the next of all tenants, and how far a tenant's is.
create index sla_outcomes_uncounted on sla_outcomes (tenant_id, created_at) where not counted;
-- Serves their removal, over all tenants.
create index sla_outcomes_age on sla_outcomes (created_at);

alter table sla_outcomes enable row level security;
alter table sla_outcomes force row level security;
create policy tenant_isolation on sla_outcomes to parley_app
  using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid);
create policy cross_tenant on sla_outcomes to parley_worker using (true) with check (true);
grant select, insert on sla_outcomes to parley_app;
grant select, update, delete on sla_outcomes to parley_worker;
select allow_tenant_erasure('sla_outcomes');

-- The division is part of a detail, like channel and assignee. A label repeats all rows of the conversations that have it, totals
-- and details, under its id; without one (the zero uuid) they are what they were. It stands in front, so that questions without labels read
-- not one row more than before. New counts are null where there are none: then they take no room.
alter table metric_rollups
  add column division_id uuid not null default '00000000-0000-0000-0000-000000000000',
  add column label_id uuid not null default '00000000-0000-0000-0000-000000000000',
  add column conversations_labelled integer,
  add column csat_asked integer,
  add column csat_answered integer,
  add column csat_points integer,
  add column csat_satisfied integer,
  add column sla_first_response_met integer,
  add column sla_first_response_missed integer,
  add column sla_next_response_met integer,
  add column sla_next_response_missed integer,
  add column sla_resolution_met integer,
  add column sla_resolution_missed integer,
  add column ticket_sla_met integer,
  add column ticket_sla_missed integer,
  drop constraint metric_rollups_pkey,
  add primary key (tenant_id, label_id, grain, detail, bucket_at, channel_id, assignee_id, division_id);
alter table metric_rollups alter column division_id drop default, alter column label_id drop default;

-- What the reader knows of a conversation. What it had not known until now comes from the conversations, once. Policies are for other
-- roles than the one that migrates, so forcing them is lifted for as long as this transaction lasts.
alter table metric_conversations no force row level security;
alter table conversations no force row level security;
alter table metric_conversations
  add column division_id uuid,
  add column label_ids uuid[] not null default '{}',
  -- When the customer was asked how it was, and of which assignee, division and labels: the answer counts there.
  add column surveyed jsonb;
update metric_conversations m set division_id = c.division_id, label_ids = c.label_ids
  from conversations c
 where c.tenant_id = m.tenant_id and c.id = m.conversation_id and (c.division_id is not null or c.label_ids <> '{}');
alter table metric_conversations alter column label_ids drop default;
alter table conversations force row level security;
alter table metric_conversations force row level security;

-- A request for which the month's answers, which an agency allows, were used up.
alter table ai_requests
  drop constraint ai_requests_outcome_check,
  add constraint ai_requests_outcome_check
    check (outcome in ('answered', 'no_key', 'insufficient_credits', 'entitlement_exceeded', 'all_failed', 'refused', 'timed_out'));

-- A key whose models are not named has those that its provider lists, once it was tested.
alter table ai_keys
  drop constraint ai_keys_models_check,
  add constraint ai_keys_models_check check (cardinality(models) <= 50);
