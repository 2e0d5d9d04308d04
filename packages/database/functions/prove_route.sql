-- module: channels/channels
-- Gives an id that a channel names to the channel's tenant, who has just proved it, and takes it from its previous holder, whose channels
-- are marked and who is notified. False: another tenant has a newer request, or the platform a newer answer. p_claimed_at: when it was
-- requested here; p_asked_at: when the platform was asked. Runs as the owner, because winner and loser are two tenants, and if the loss
-- took effect a moment after the gain, both would get one message.
create or replace function prove_route(p_tenant uuid, p_channel uuid, p_by text, p_proof text, p_claimed_at timestamptz, p_asked_at timestamptz)
  returns boolean
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  mine record;
  held record;
  used boolean;
begin
  if p_tenant is distinct from nullif(current_setting('app.tenant_id', true), '')::uuid then
    raise exception 'a route is proved for the tenant of the transaction alone';
  end if;
  select r.kind, r.external_id into mine from channel_routes r
   where r.tenant_id = p_tenant and r.channel_id = p_channel and r.route_by = p_by;
  if not found then
    return false;
  end if;
  insert into shared_routes (tenant_id, kind, route_by, external_id, claimed_at, proved_at)
  values (p_tenant, mine.kind, p_by, mine.external_id, p_claimed_at, p_asked_at)
  on conflict (kind, route_by, external_id) do nothing;
  select s.tenant_id, s.claimed_at, s.proved_at into held from shared_routes s
   where s.kind = mine.kind and s.route_by = p_by and s.external_id = mine.external_id for update;
  if held.tenant_id <> p_tenant then
    used := exists (select from channel_routes r where r.kind = mine.kind and r.route_by = p_by and r.external_id = mine.external_id
                       and r.tenant_id = held.tenant_id and r.proof <> 'inherited');
    -- The operator's decision always wins, whatever the clock of their terminal says.
    if p_proof <> 'operator' and (held.proved_at > p_asked_at or (used and held.claimed_at > p_claimed_at)) then
      return false;
    end if;
    update channel_routes r set proof = null, loss_untold = true
     where r.kind = mine.kind and r.route_by = p_by and r.external_id = mine.external_id and r.tenant_id <> p_tenant and r.proof is not null;
    update shared_routes s set tenant_id = p_tenant,
           claimed_at = case when p_proof = 'operator' then greatest(s.claimed_at, p_claimed_at) else p_claimed_at end,
           proved_at = greatest(s.proved_at, p_asked_at)
     where s.kind = mine.kind and s.route_by = p_by and s.external_id = mine.external_id;
  else
    update shared_routes s set claimed_at = greatest(s.claimed_at, p_claimed_at), proved_at = greatest(s.proved_at, p_asked_at)
     where s.kind = mine.kind and s.route_by = p_by and s.external_id = mine.external_id;
  end if;
  update channel_routes r set proof = p_proof, loss_untold = false
   where r.tenant_id = p_tenant and r.channel_id = p_channel and r.route_by = p_by;
  return true;
end $$;
revoke execute on function prove_route from public;
grant execute on function prove_route to parley_app;
