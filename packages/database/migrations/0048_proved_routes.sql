-- A number belongs to whoever proved it: the shared callback address serves nobody who only names it. See
-- docs/subsystems/channels.md, Whose account, and ADR 0153.

alter table channels no force row level security;
alter table channel_routes no force row level security;
alter table shared_routes no force row level security;
alter table audit_entries no force row level security;

alter table channels
  -- The platform has not said yet that the credentials open the account: the channel is Pending until it does.
  add column awaits_proof boolean not null default false,
  -- When somebody last asked for it to be connected. Of two tenants who prove one number the newer request has it.
  add column claimed_at timestamptz;
update channels set claimed_at = created_at;
alter table channels alter column claimed_at set not null;

-- What stands: that this channel's tenant may hear what the shared address is told of the id. null: it only names the id.
-- inherited: it was served before proofs were asked for; the platform is asked about it now.
alter table channel_routes add column proof text check (proof in ('credentials', 'authorization', 'operator', 'inherited'));

-- What was proved, or on its way to be settled for the tenant that holds the id, stays proved; but of credentials that the platform
-- has refused since, nothing does.
update channel_routes r
   set proof = case when s.proof <> 'named' then s.proof else r.claim end
  from shared_routes s, channels c
 where s.tenant_id = r.tenant_id and s.kind = r.kind and s.route_by = r.route_by and s.external_id = r.external_id
   and c.tenant_id = r.tenant_id and c.id = r.channel_id
   and (s.proof <> 'named' or r.claim is not null)
   and c.status <> 'NeedsReauth' and (c.status <> 'Disconnected' or c.status_reason is null);
-- What the operator connected on the command line is the operator's word, whatever became of its credentials. Everything else that was
-- served by its name alone goes on being served, so that no message is lost by the change, until the platform has answered.
update channel_routes r set proof = 'operator'
  from shared_routes s
 where s.tenant_id = r.tenant_id and s.kind = r.kind and s.route_by = r.route_by and s.external_id = r.external_id and r.proof is null
   and exists (select from audit_entries a
                where a.tenant_id = r.tenant_id and a.target_id = 'chn_' || replace(r.channel_id::text, '-', '')
                  and a.action = 'channel.created' and a.actor_kind = 'system' and a.actor_id = 'operator');
update channel_routes r set proof = 'inherited'
  from shared_routes s, channels c
 where s.tenant_id = r.tenant_id and s.kind = r.kind and s.route_by = r.route_by and s.external_id = r.external_id
   and c.tenant_id = r.tenant_id and c.id = r.channel_id and r.proof is null
   and c.status <> 'NeedsReauth' and (c.status <> 'Disconnected' or c.status_reason is null);
update channels c set ownership_check_at = now(), ownership_attempts = 0
 where c.deleted_at is null
   and exists (select from channel_routes r where r.tenant_id = c.tenant_id and r.channel_id = c.id
                  and (r.proof is null or r.proof = 'inherited'));

-- Takes its index along, but on PostgreSQL 15 not its grant.
revoke update (claim) on channel_routes from parley_worker;
alter table channel_routes drop column claim;

-- Whose an id is, or was last: one row for each that was ever proved. It is locked by whoever proves the id, and remembers when, so that
-- an older answer takes nothing from a newer one, also after that one's channel has gone.
delete from shared_routes s
 where not exists (select from channel_routes r where r.tenant_id = s.tenant_id and r.kind = s.kind and r.route_by = s.route_by
                      and r.external_id = s.external_id and r.proof is not null);
alter table shared_routes drop column proof;
alter table shared_routes rename column held_at to claimed_at;
-- When the platform was asked.
alter table shared_routes add column proved_at timestamptz;
update shared_routes set proved_at = claimed_at;
alter table shared_routes alter column proved_at set not null;

alter table channels force row level security;
alter table channel_routes force row level security;
alter table shared_routes force row level security;
alter table audit_entries force row level security;

-- Only prove_route() writes who has an id, and that it is proved.
revoke insert, update, delete on shared_routes from parley_app;
revoke insert (tenant_id, kind, route_by, external_id, claimed_at) on shared_routes from parley_app;
revoke insert, update on shared_routes from parley_worker;
revoke insert, update on channel_routes from parley_app;
grant insert (tenant_id, channel_id, kind, route_by, external_id), update (loss_untold) on channel_routes to parley_app;
revoke update (loss_untold) on channel_routes from parley_worker;
revoke update (ownership_check_at, ownership_attempts) on channels from parley_worker;

create policy proof on shared_routes to parley_owner using (true) with check (true);
create policy proof on channel_routes to parley_owner using (true) with check (true);

-- Gives an id that a channel names to the channel's tenant, who has just proved it, and takes it from whoever had it: their channels
-- are marked, and told. False: a newer request of another tenant stands against it, or a newer answer of the platform.
-- p_claimed_at: when it was asked for here; p_asked_at: when the platform was asked. Of the owner, because winner and loser are two
-- tenants, and a loss that came a moment later than the gain would give one message to both.
create function prove_route(p_tenant uuid, p_channel uuid, p_by text, p_proof text, p_claimed_at timestamptz, p_asked_at timestamptz)
  returns boolean
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
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
    -- The operator's word is the last one, whatever the clock of their terminal says.
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
