import type { Database, Tx } from "#platform/db/database.ts";
import { type Claim, type Holder, mayHold, strongerProof } from "./route-proof.ts";

export interface RouteKey {
  by: "channel" | "account";
  externalId: string;
}

/** In the order in which their rows are locked, by everybody. */
export function routeKeys(externalId: string, accountId: string | null): RouteKey[] {
  const channel: RouteKey = { by: "channel", externalId };
  return accountId === null ? [channel] : [{ by: "account", externalId: accountId }, channel];
}

/**
 * Registers what callbacks may name for a channel. In the shared routes it only names: an id that somebody has stays theirs, and
 * neither can be seen from here. Shared routes come first, as in `settleClaims`, so that the two cannot wait for one another.
 */
export async function nameRoutes(tx: Tx, now: Date, channel: { id: string; kind: string }, keys: RouteKey[]): Promise<void> {
  const given = JSON.stringify(keys);
  await tx.query({
    name: "shared_routes_name",
    text: `insert into shared_routes (tenant_id, kind, route_by, external_id, held_at)
           select $1, $2, k.by, k."externalId", $3 from json_to_recordset($4::json) as k(by text, "externalId" text) order by k.by
           on conflict do nothing`,
    values: [tx.tenantId, channel.kind, now, given],
  });
  await forgetNames(tx, channel, keys);
  await tx.query({
    name: "channel_routes_drop",
    text: `delete from channel_routes r where r.tenant_id = $1 and r.channel_id = $2
             and not exists (select from json_to_recordset($3::json) as k(by text, "externalId" text)
                              where k.by = r.route_by and k."externalId" = r.external_id)`,
    values: [tx.tenantId, channel.id, given],
  });
  await tx.query({
    name: "channel_routes_insert",
    text: `insert into channel_routes (tenant_id, channel_id, kind, route_by, external_id)
           select $1, $2, $3, k.by, k."externalId" from json_to_recordset($4::json) as k(by text, "externalId" text) order by k.by
           on conflict do nothing`,
    values: [tx.tenantId, channel.id, channel.kind, given],
  });
}

/** Of a channel that is removed. What was proved stays this tenant's until somebody else names it, see `freedRoutes`. */
export async function dropRoutes(tx: Tx, channel: { id: string; kind: string }): Promise<void> {
  await forgetNames(tx, channel, []);
  await tx.query({
    name: "channel_routes_clear",
    text: "delete from channel_routes where tenant_id = $1 and channel_id = $2",
    values: [tx.tenantId, channel.id],
  });
}

/** What the tenant only named goes with the last channel that names it, so that the next one may. */
async function forgetNames(tx: Tx, channel: { id: string; kind: string }, kept: RouteKey[]): Promise<void> {
  await tx.query({
    name: "shared_routes_forget",
    text: `delete from shared_routes s using channel_routes mine
            where mine.tenant_id = $1 and mine.channel_id = $2
              and s.tenant_id = $1 and s.kind = mine.kind and s.route_by = mine.route_by and s.external_id = mine.external_id
              and s.proof = 'named'
              and not exists (select from json_to_recordset($3::json) as k(by text, "externalId" text)
                               where k.by = s.route_by and k."externalId" = s.external_id)
              and not exists (select from channel_routes other where other.tenant_id = $1 and other.kind = s.kind
                                 and other.route_by = s.route_by and other.external_id = s.external_id and other.channel_id <> $2)`,
    values: [tx.tenantId, channel.id, JSON.stringify(kept)],
  });
}

/** The platform has said so: it is settled next, by `settleClaims`. Ids that the channel does not name (any more) are left out. */
export async function claimRoutes(tx: Tx, channelId: string, keys: RouteKey[], claim: Claim): Promise<void> {
  await tx.query({
    name: "channel_routes_claim",
    text: `update channel_routes r set claim = case when r.claim = 'authorization' then r.claim else $4 end
             from json_to_recordset($3::json) as k(by text, "externalId" text)
            where r.tenant_id = $1 and r.channel_id = $2 and r.route_by = k.by and r.external_id = k."externalId"`,
    values: [tx.tenantId, channelId, JSON.stringify(keys), claim],
  });
}

export interface RoutedChannel {
  tenant_id: string;
  channel_id: string;
}

/** Cross-tenant: which tenants have claims is what it finds out. */
export function unsettledChannels(database: Database, max: number): Promise<RoutedChannel[]> {
  return database.worker({
    name: "channel_routes_unsettled",
    text: "select distinct tenant_id, channel_id from channel_routes where claim is not null order by 1, 2 limit $1",
    values: [max],
  });
}

interface ClaimRow {
  kind: string;
  route_by: string;
  external_id: string;
  claim: Claim;
}

/**
 * Gives the shared routes that a channel has claimed to its tenant, where it may have them, and marks what another tenant loses
 * by that. As the cross-tenant worker, because winner and loser are two tenants: the application role sees one at a time, and
 * two transactions would leave a moment, or after a crash a lasting state, in which nobody has the route.
 */
export function settleClaims(database: Database, now: Date, tenantId: string, channelId: string): Promise<void> {
  return database.workerTransaction(async (query) => {
    const claims = await query<ClaimRow>({
      name: "channel_routes_claims_of",
      text: `select kind, route_by, external_id, claim from channel_routes
              where tenant_id = $1 and channel_id = $2 and claim is not null order by route_by`,
      values: [tenantId, channelId],
    });
    for (const { kind, route_by: by, external_id: externalId, claim } of claims) {
      const key = [kind, by, externalId];
      await query({
        name: "shared_routes_open",
        text: `insert into shared_routes (tenant_id, kind, route_by, external_id, proof, held_at) values ($4, $1, $2, $3, $5, $6)
               on conflict do nothing`,
        values: [...key, tenantId, claim, now],
      });
      const [row] = await query<{ tenant_id: string; proof: Holder["proof"]; in_use: boolean }>({
        name: "shared_routes_lock",
        text: `select s.tenant_id, s.proof, exists (select from channel_routes r where r.tenant_id = s.tenant_id and r.kind = s.kind
                   and r.route_by = s.route_by and r.external_id = s.external_id) as in_use
                 from shared_routes s where s.kind = $1 and s.route_by = $2 and s.external_id = $3 for update of s`,
        values: key,
      });
      // Its tenant has let go of it between the two statements: the claim stays, and is settled in the next round.
      if (row === undefined) continue;
      const holder: Holder = { tenantId: row.tenant_id, proof: row.proof, inUse: row.in_use };
      if (mayHold(holder, { tenantId, claim })) {
        const proof = holder.tenantId === tenantId ? strongerProof(holder.proof, claim) : claim;
        await query({
          name: "shared_routes_take",
          text: `update shared_routes set tenant_id = $4, proof = $5, held_at = case when tenant_id = $4 then held_at else $6 end
                  where kind = $1 and route_by = $2 and external_id = $3`,
          values: [...key, tenantId, proof, now],
        });
        await query({
          name: "channel_routes_lose",
          text: `update channel_routes set loss_untold = (tenant_id = $4 and tenant_id <> $5)
                  where kind = $1 and route_by = $2 and external_id = $3 and tenant_id in ($4, $5)`,
          values: [...key, holder.tenantId, tenantId],
        });
      }
      await query({
        name: "channel_routes_settled",
        text: `update channel_routes set claim = null
                where tenant_id = $1 and channel_id = $2 and route_by = $3 and external_id = $4 and claim = $5`,
        values: [tenantId, channelId, by, externalId, claim],
      });
    }
  });
}

interface FreedRoute {
  kind: string;
  route_by: RouteKey["by"];
  external_id: string;
}

/**
 * What channels name and nobody hears: there is no row, or its tenant has no channel with the id any more. Found by what is
 * there, not by a mark, so that nothing is lost between the removal of a channel and this.
 */
export function freedRoutes(database: Database, max: number): Promise<FreedRoute[]> {
  return database.worker({
    name: "shared_routes_freed",
    text: `select distinct r.kind, r.route_by, r.external_id from channel_routes r
             left join shared_routes s on s.kind = r.kind and s.route_by = r.route_by and s.external_id = r.external_id
            where s.tenant_id is distinct from r.tenant_id
              and not exists (select from channel_routes u where u.tenant_id = s.tenant_id and u.kind = r.kind and u.route_by = r.route_by
                                 and u.external_id = r.external_id)
            order by 1, 2, 3 limit $1`,
    values: [max],
  });
}

/**
 * Gives a freed route to the oldest channel that names it, as a name; and has the platform asked anew about all of them,
 * because a proof that was refused while somebody else held the route counts now.
 */
export function passOnRoute(database: Database, now: Date, route: FreedRoute): Promise<void> {
  return database.workerTransaction(async (query) => {
    const key = [route.kind, route.route_by, route.external_id];
    const [row] = await query<{ in_use: boolean }>({
      name: "shared_routes_lock_freed",
      text: `select exists (select from channel_routes r where r.tenant_id = s.tenant_id and r.kind = s.kind
                 and r.route_by = s.route_by and r.external_id = s.external_id) as in_use
               from shared_routes s where s.kind = $1 and s.route_by = $2 and s.external_id = $3 for update of s`,
      values: key,
    });
    if (row?.in_use === true) return;
    await query({
      name: "shared_routes_pass_on",
      text: `insert into shared_routes (tenant_id, kind, route_by, external_id, proof, held_at)
             select r.tenant_id, r.kind, r.route_by, r.external_id, 'named', $4 from channel_routes r
               join channels c on c.tenant_id = r.tenant_id and c.id = r.channel_id
              where r.kind = $1 and r.route_by = $2 and r.external_id = $3 and c.deleted_at is null order by c.created_at, c.id limit 1
             on conflict (kind, route_by, external_id)
               do update set tenant_id = excluded.tenant_id, proof = excluded.proof, held_at = excluded.held_at`,
      values: [...key, now],
    });
    await query({
      name: "channels_ask_owner_again",
      text: `update channels c set ownership_check_at = $4, ownership_attempts = 0 from channel_routes r
              where r.kind = $1 and r.route_by = $2 and r.external_id = $3 and c.tenant_id = r.tenant_id and c.id = r.channel_id
                and c.deleted_at is null`,
      values: [...key, now],
    });
  });
}

/** Cross-tenant: whether any tenant holds the shared route of a channel, and uses it. */
export async function isRouteHeld(database: Database, kind: string, key: RouteKey): Promise<boolean> {
  const rows = await database.worker({
    name: "shared_route_held",
    text: `select 1 from shared_routes s where s.kind = $1 and s.route_by = $2 and s.external_id = $3
              and exists (select from channel_routes r where r.tenant_id = s.tenant_id and r.kind = s.kind and r.route_by = s.route_by
                             and r.external_id = s.external_id)`,
    values: [kind, key.by, key.externalId],
  });
  return rows.length > 0;
}

/** Cross-tenant: whose routes were lost is what it finds out; they are told inside each tenant. */
export function channelsWithLosses(database: Database, max: number): Promise<RoutedChannel[]> {
  return database.worker({
    name: "channel_routes_lost",
    text: "select distinct tenant_id, channel_id from channel_routes where loss_untold order by 1, 2 limit $1",
    values: [max],
  });
}

/** What a channel has lost and was not told; from now on it was. */
export async function takeLosses(tx: Tx, channelId: string): Promise<RouteKey["by"][]> {
  const rows = await tx.query<{ route_by: RouteKey["by"] }>({
    name: "channel_routes_losses_take",
    text: `update channel_routes set loss_untold = false where tenant_id = $1 and channel_id = $2 and loss_untold returning route_by`,
    values: [tx.tenantId, channelId],
  });
  return rows.map((row) => row.route_by);
}
