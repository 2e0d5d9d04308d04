-- no-transaction
-- Messages of a channel that had its last ones long ago: not to be found by walking through those of all channels. See docs/adr/0137.
drop index concurrently if exists messages_by_channel;
create index concurrently messages_by_channel on messages (tenant_id, channel_id, occurred_at desc, id desc);
