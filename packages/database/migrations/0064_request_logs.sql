-- Requests made with API keys, for developers to look up, for seven days. Values that a person may have written are not in it.
create table request_logs (
  tenant_id      uuid not null references tenants,
  -- Made when the answer ended: a range of time is a range of ids, for lists and for the purge.
  id             uuid not null,
  -- Without a foreign key: a delegated key is gone an hour after it expired, and what was done with it is to be read for longer.
  key_id         uuid not null,
  method         text not null,
  operation      text not null,
  route          text not null,
  path           text not null,
  -- json and not jsonb, here and of bodies: it keeps the order in which they were written.
  query          json not null,
  status         smallint not null,
  error_code     text,
  reference      text,
  duration_ms    integer not null,
  address        text not null,
  user_agent     text,
  request_id     text not null,
  request_bytes  integer not null,
  request_body   json,
  answer_bytes   integer not null,
  answer_body    json,
  created_at     timestamptz not null,
  primary key (tenant_id, id)
);
-- Serve the list of one key, of what failed, and what somebody quotes to support.
create index request_logs_key on request_logs (tenant_id, key_id, id);
create index request_logs_failed on request_logs (tenant_id, id) where status >= 400;
create index request_logs_request on request_logs (tenant_id, request_id);
create index request_logs_reference on request_logs (tenant_id, reference) where reference is not null;
grant select on request_logs to parley_app;
-- One insert for requests of many tenants, and the purge.
grant select, insert, delete on request_logs to parley_worker;
