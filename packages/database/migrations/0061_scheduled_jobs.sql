-- Jobs by the clock, each a row of the installation: claimed by one process at a time, like all other work
-- (docs/adr/0168-jobs-by-the-clock-are-rows.md).
create table scheduled_jobs (
  name         text primary key,
  state        text not null default 'ready' check (state in ('ready', 'leased')),
  run_at       timestamptz not null,
  attempts     integer not null default 0,
  lease_until  timestamptz,
  holder       integer,
  deaths       smallint not null default 0
);
grant select, insert, update on scheduled_jobs to parley_worker;
-- Who runs it: a run whose process died has failed at once, not after its lease.
alter table maintenance_runs add column holder integer;
