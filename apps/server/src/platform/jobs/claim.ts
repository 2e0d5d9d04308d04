import type { Database } from "../db/database.ts";

/**
 * The one way to claim rows that are themselves work (inbound events, webhook deliveries, replays): SKIP LOCKED, a lease,
 * and fairness: a few rows of every lane (channel or endpoint), so that no lane and no tenant waits behind another.
 * Runs as the cross-tenant worker role, because a worker cannot know beforehand which tenants have work.
 *
 * The table has columns tenant_id, a lane column, state ('ready' | 'leased' | …), run_at, attempts, lease_until and a
 * partial index (tenant_id, lane, run_at, …) where state = 'ready'. Distinct lanes are found by skipping through that
 * index (one probe per lane), so a long backlog of one lane costs the others nothing. That probe finds a lane's earliest row, so
 * lanes whose rows are all postponed are passed by without being counted, and hide nobody behind them.
 *
 * The rows are updated where they were locked (ctid): joined by their key, a plan that expects many reads the whole table for a claim of twenty. One that
 * somebody changed since the statement began is not seen there, and left to the next claim. They come in the order of lanes, and inside of each in its own.
 */
export interface ClaimSource {
  table: string;
  /** May be tenant_id itself; the ready index then has no other lane column. */
  lane: string;
  /** Columns after the lane in the ready index: the order inside a lane. */
  order: string;
  /** Primary key columns besides tenant_id. */
  key: string[];
  columns: string[];
  /** Its caller walks on from lane to lane by itself (there may be very many of them): postponed lanes are counted too. */
  walked?: true;
}

export interface Claimed {
  tenant_id: string;
  attempts: number;
}

export function createClaims(database: Database) {
  return {
    /**
     * Leases up to `perLane` due rows of each of up to `lanes` lanes that have any. `attempts` in the result counts this claim.
     * `skipLanes` names lanes that are saturated in this process; `after` lets successive calls walk round all lanes.
     */
    async claim<T extends Claimed>(
      source: ClaimSource,
      options: {
        now: Date;
        leaseMs: number;
        perLane: number;
        lanes: number;
        skipLanes?: string[];
        after?: { tenantId: string; lane: string };
      },
    ): Promise<T[]> {
      const { table, lane, order, key, columns, walked } = source;
      const beyond = (tenant: string, last: string) =>
        lane === "tenant_id" ? `t.tenant_id > greatest(${tenant}, ${last})` : `(t.tenant_id, t.${lane}) > (${tenant}, ${last})`;
      const counts = walked ? "1" : "(n.run_at <= $1 and not (n.lane = any($7::uuid[])))::integer";
      const returned = [...new Set(["tenant_id", "attempts", ...key, ...columns])];
      const same = ["tenant_id", ...key].map((c) => `p.${c} = k.${c}`).join(" and ");
      return database.worker<T>({
        name: `claim_${table}`,
        text: `
          with recursive lanes as (
            select n.tenant_id, n.lane, ${counts} as nth from (
              select t.tenant_id, t.${lane} as lane, t.run_at from ${table} t
               where t.state = 'ready' and ${beyond("$5::uuid", "$6::uuid")}
               order by t.tenant_id, t.${lane}, t.run_at limit 1) n
            union all
            select n.tenant_id, n.lane, l.nth + ${counts} from lanes l cross join lateral (
              select t.tenant_id, t.${lane} as lane, t.run_at from ${table} t
               where t.state = 'ready' and ${beyond("l.tenant_id", "l.lane")}
               order by t.tenant_id, t.${lane}, t.run_at limit 1) n
             where l.nth < $4::integer
          ), picked as (
            select r.*, row_number() over () as nth from lanes l cross join lateral (
              select t.ctid as place, t.tenant_id, ${key.map((k) => `t.${k}`).join(", ")} from ${table} t
               where t.state = 'ready' and t.tenant_id = l.tenant_id and t.${lane} = l.lane and t.run_at <= $1
               order by ${order} limit $3::integer
               for update skip locked) r
             where not (l.lane = any($7::uuid[]))
          ), taken as (
          update ${table} t set state = 'leased', lease_until = $2, attempts = t.attempts + 1
           where t.ctid = any(array(select p.place from picked p))
          returning ${returned.map((c) => `t.${c}`).join(", ")})
          select ${returned.map((c) => `k.${c}`).join(", ")} from taken k join picked p on ${same} order by p.nth`,
        values: [
          options.now,
          new Date(options.now.getTime() + options.leaseMs),
          options.perLane,
          options.lanes,
          options.after?.tenantId ?? zero,
          options.after?.lane ?? zero,
          options.skipLanes ?? [],
        ],
      });
    },

    /** Gives back rows whose worker died: their lease has run out. Returns how many. */
    async returnExpired(source: Pick<ClaimSource, "table">, now: Date): Promise<number> {
      const rows = await database.worker({
        name: `expire_${source.table}`,
        text: `update ${source.table} set state = 'ready', lease_until = null where state = 'leased' and lease_until < $1 returning 1`,
        values: [now],
      });
      return rows.length;
    },
  };
}

/**
 * A claim that walks round all lanes: each call begins behind the last lane that the one before took something of, and again at the first when there is
 * nothing behind it. Without, whoever has the lowest id and always more to do would keep the others waiting. Of this process alone.
 */
export function walkLanes<T extends Claimed>(claims: Pick<Claims, "claim">, source: ClaimSource) {
  // The lane comes back with the rows: they are in no order.
  const walked = source.lane === "tenant_id" ? source : { ...source, columns: [...new Set([...source.columns, source.lane])] };
  const laneOf = (row: T) => (row as unknown as Record<string, string>)[source.lane] as string;
  let after: { tenantId: string; lane: string } | undefined;

  return async (options: Omit<Parameters<Claims["claim"]>[1], "after">): Promise<T[]> => {
    let rows = after === undefined ? [] : await claims.claim<T>(walked, { ...options, after });
    if (rows.length === 0) rows = await claims.claim<T>(walked, options);
    after = rows
      .map((row) => ({ tenantId: row.tenant_id, lane: laneOf(row) }))
      .reduce<typeof after>((last, at) => (last === undefined || isBeyond(at, last) ? at : last), undefined);
    return rows;
  };
}

/** As PostgreSQL orders uuids. */
function isBeyond(at: { tenantId: string; lane: string }, other: { tenantId: string; lane: string }): boolean {
  return at.tenantId === other.tenantId ? at.lane > other.lane : at.tenantId > other.tenantId;
}

const zero = "00000000-0000-0000-0000-000000000000";

export type Claims = ReturnType<typeof createClaims>;
