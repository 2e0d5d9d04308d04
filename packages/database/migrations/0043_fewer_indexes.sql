-- What every event of the log and every item of a callback writes to is paid for by every message, several times. These four went: ids hold the time they
-- were made in, so what is past its time is found by them (platform/ids/ids.ts, firstIdAt), and lists over all organizations ask each in turn. See ADR 0142.
drop index event_log_age;
drop index event_log_tenant_age;
drop index inbound_events_age;
drop index inbound_events_by_seq;
