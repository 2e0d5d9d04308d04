-- Calls that we make.
alter table voice_calls
  drop constraint voice_calls_direction_check,
  add constraint voice_calls_direction_check check (direction in ('inbound', 'outbound')),
  -- null: of a call that the provider has not been asked for yet, or whose answer was lost.
  alter column provider_call_id drop not null,
  -- Why the person may be called, as whoever asked for the call says.
  add column consent text check (consent in ('requested', 'agreed', 'contract')),
  -- {greeting, purpose}: of this call, besides the agent's settings.
  add column brief jsonb,
  -- When the provider is to be asked for it; null: it was, once.
  add column dial_at timestamptz,
  add check ((direction = 'outbound') = (consent is not null));
create index voice_calls_dial on voice_calls (dial_at) where dial_at is not null;
-- How often somebody was called lately.
create index voice_calls_called on voice_calls (tenant_id, to_address, created_at desc) where direction = 'outbound';
grant update (dial_at) on voice_calls to parley_worker;
