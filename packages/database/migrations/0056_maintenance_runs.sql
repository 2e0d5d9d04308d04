-- Runs of the jobs by the clock, for the queue `maintenance`: of each job at most one that is not done. Of the installation, of no tenant.
create table maintenance_runs (
  id          uuid primary key,
  job         text not null,
  state       text not null check (state in ('ready', 'leased', 'done', 'failed')),
  run_at      timestamptz not null,
  lease_until timestamptz,
  ended_at    timestamptz,
  error       text,
  check ((ended_at is not null) = (state in ('done', 'failed'))),
  check ((lease_until is not null) = (state = 'leased'))
);
create unique index maintenance_runs_open on maintenance_runs (job) where state <> 'done';
-- Serves the count of what was done, and the purge.
create index maintenance_runs_done on maintenance_runs (ended_at) where state = 'done';
grant select, insert, update, delete on maintenance_runs to parley_worker;
