import type { Database, Tx } from "#platform/db/database.ts";

/**
 * Why a channel's tenant may receive callbacks for an id at the shared address. credentials: the platform confirms that the channel's
 * credentials give access to it. authorization: a sign-in at the platform. operator: the operator of this server vouches for it. inherited:
 * connected before proofs were required; the platform is asked.
 */
export type Proof = "credentials" | "authorization" | "operator" | "inherited";

export interface RouteKey {
  by: "channel" | "account";
  externalId: string;
}

/** In the order in which all callers lock their rows. */
export function routeKeys(externalId: string, accountId: string | null): RouteKey[] {
  const channel: RouteKey = { by: "channel", externalId };
  return accountId === null ? [channel] : [{ by: "account", externalId: accountId }, channel];
}

/** Registers the ids that callbacks may use for a channel. Proofs of ids that it keeps naming stay; a new id is unproved. */
export async function nameRoutes(tx: Tx, channel: { id: string; kind: string }, keys: RouteKey[]): Promise<void> {
  const given = JSON.stringify(keys);
  await tx.query({
    name: "channel_routes_drop",
    text: `delete from channel_routes r where r.tenant_id = $1 and r.channel_id = $2
             and not exists (select from json_to_recordset($3::json) as k(by text, "externalId" text)
                              where k.by = r.route_by and k."externalId" = r.external_id)`,
    values: [tx.tenantId, channel.id, given],
  });
  await insertNames(tx, channel, keys);
}

async function insertNames(tx: Tx, channel: { id: string; kind: string }, keys: RouteKey[]): Promise<void> {
  await tx.query({
    name: "channel_routes_insert",
    text: `insert into channel_routes (tenant_id, channel_id, kind, route_by, external_id)
           select $1, $2, $3, k.by, k."externalId" from json_to_recordset($4::json) as k(by text, "externalId" text) order by k.by
           on conflict do nothing`,
    values: [tx.tenantId, channel.id, channel.kind, JSON.stringify(keys)],
  });
}

/** Removes the routes of a deleted channel with their proofs; its ids belong to nobody until they are proved again. */
export async function dropRoutes(tx: Tx, channelId: string): Promise<void> {
  await tx.query({
    name: "channel_routes_clear",
    text: "delete from channel_routes where tenant_id = $1 and channel_id = $2",
    values: [tx.tenantId, channelId],
  });
}

/** When the connection was requested here, and when the platform was asked: of two tenants, the newer gets the id. */
export interface ProofTimes {
  claimedAt: Date;
  askedAt: Date;
}

/**
 * Takes the route of an id that the channel names from its current holder, in this transaction. False: another tenant proved it after this
 * request was made or the platform was asked, or the channel does not name the id. See functions/prove_route.sql.
 */
async function proveRoute(
  tx: Tx,
  channelId: string,
  by: RouteKey["by"],
  proof: Exclude<Proof, "inherited">,
  when: ProofTimes,
): Promise<boolean> {
  const [row] = await tx.query<{ proved: boolean }>({
    name: "prove_route",
    text: "select prove_route($1, $2, $3, $4, $5, $6) as proved",
    values: [tx.tenantId, channelId, by, proof, when.claimedAt, when.askedAt],
  });
  return row?.proved === true;
}

/** Returns whether the channel's own id was taken. Nothing depends on the result for its account; its health shows that. */
export async function proveRoutes(
  tx: Tx,
  channelId: string,
  of: { channel: boolean; account: boolean },
  proof: Exclude<Proof, "inherited">,
  when: ProofTimes,
): Promise<boolean> {
  if (of.account) await proveRoute(tx, channelId, "account", proof, when);
  return of.channel && (await proveRoute(tx, channelId, "channel", proof, when));
}

export interface RouteProofs {
  channel: Proof | null;
  account: Proof | null;
}

export async function routeProofs(tx: Tx, channelId: string): Promise<RouteProofs> {
  const rows = await tx.query<{ route_by: RouteKey["by"]; proof: Proof | null }>({
    name: "channel_routes_proofs",
    text: "select route_by, proof from channel_routes where tenant_id = $1 and channel_id = $2",
    values: [tx.tenantId, channelId],
  });
  const of = (by: RouteKey["by"]) => rows.find((row) => row.route_by === by)?.proof ?? null;
  return { channel: of("channel"), account: of("account") };
}

/**
 * The platform no longer accepts the channel's credentials: what they proved is void until proved again. What the operator vouched for
 * stays. The rows are inserted again, because this role may not write the proof column.
 */
export async function endProofs(tx: Tx, channelId: string): Promise<void> {
  const fallen = await tx.query<{ kind: string; by: RouteKey["by"]; externalId: string }>({
    name: "channel_routes_fall",
    text: `delete from channel_routes where tenant_id = $1 and channel_id = $2 and proof <> 'operator'
           returning kind, route_by as by, external_id as "externalId"`,
    values: [tx.tenantId, channelId],
  });
  for (const { kind, ...key } of fallen) await insertNames(tx, { id: channelId, kind }, [key]);
}

export interface RoutedChannel {
  tenant_id: string;
  channel_id: string;
}

/** Cross-tenant: whether any tenant has proved the id. */
export async function isRouteHeld(database: Database, kind: string, key: RouteKey): Promise<boolean> {
  const rows = await database.worker({
    name: "shared_route_held",
    text: `select 1 from channel_routes r where r.kind = $1 and r.route_by = $2 and r.external_id = $3 and r.proof is not null limit 1`,
    values: [kind, key.by, key.externalId],
  });
  return rows.length > 0;
}

/** Cross-tenant: the query finds lost routes; their tenants are notified inside their own transactions. */
export function channelsWithLosses(database: Database, max: number): Promise<RoutedChannel[]> {
  return database.worker({
    name: "channel_routes_lost",
    text: "select distinct tenant_id, channel_id from channel_routes where loss_untold order by 1, 2 limit $1",
    values: [max],
  });
}

/** Returns the lost routes that the channel's tenant has not been notified of, and marks them as notified. */
export async function takeUnnotifiedLosses(tx: Tx, channelId: string): Promise<RouteKey["by"][]> {
  const rows = await tx.query<{ route_by: RouteKey["by"] }>({
    name: "channel_routes_losses_take",
    text: `update channel_routes set loss_untold = false where tenant_id = $1 and channel_id = $2 and loss_untold returning route_by`,
    values: [tx.tenantId, channelId],
  });
  return rows.map((row) => row.route_by);
}
