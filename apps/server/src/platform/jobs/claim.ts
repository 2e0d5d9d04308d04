import type { Database } from "../db/database.ts";
import type { Log } from "../log/log.ts";
import { deathsMax, setAsideReason, setAsideReasonSql } from "./set-aside.ts";

/**
 * The only way to claim rows that are themselves work (inbound events, webhook deliveries, replays): SKIP LOCKED, a
 * lease, and fairness, which means a few rows of every lane (channel or endpoint), so that no lane and no tenant waits
 * behind another. Runs as the cross-tenant worker role, because a worker cannot know in advance which tenants have
 * work.
 *
 * The table has columns tenant_id, a lane column, state ('ready' | 'leased' | …), run_at, attempts, lease_until and a
 * partial index (tenant_id, lane, run_at, …) where state = 'ready'. Skipping through that index finds the distinct
 * lanes (one probe per lane), so one lane's long backlog costs the others nothing. The probe finds a lane's earliest
 * row, so lanes whose rows are all postponed are skipped without being counted, and do not hide the lanes behind them.
 *
 * The rows are updated where they were locked (ctid): if they were joined by key, a plan expecting many would read the
 * whole table to claim twenty. A row changed since the statement began is not found there, and is left to the next
 * claim. Rows are returned by lane, and within each lane in its order.
 *
 * A claim belongs to its process, and counts as an attempt when it is made. A dead process's rows are released at once,
 * rows whose lease expires at that time. Either way they become suspects, because one of them may have been the cause
 * (docs/adr/0166-work-that-is-set-aside.md). A suspect is processed alone: one of the table at a time in a process,
 * before what comes after it in its lane. If that happens to it twice, it is set aside.
 */
export interface ClaimTable {
  table: string;
  /**
   * What a row that is set aside changes to, if the table has its own state for it: SQL assignments. $1 is now,
   * `reason` the reason as text.
   */
  setAside?: string;
  /**
   * How many rows a process works on at a time per tenant (or lane), in order of run_at: the others had not been
   * started when it died, and are no suspects. Absent: every claimed row is being worked on.
   */
  inProgress?: { partitionBy: string; rows: number };
  /**
   * Allows suspects of several lanes at once: for rows that may wait long for an external party and would delay the
   * suspects of all others. If the process dies again with several of them, none is set aside, and each gets its next
   * turn alone. A turn alone delays all others for as long as that party takes, so in this mode a former companion is
   * set aside after its first death alone.
   */
  suspectsPerLane?: true;
  /**
   * Lets the handler end a row without doing the work: while the condition (on `t`) holds, a row is claimed once more
   * instead of being set aside, with these assignments, which tell the handler.
   */
  lastClaim?: { condition: string; assignments: string };
  /** Another statement over `aside`: the rows with tenant_id, the table's columns, and `reason`. */
  onSetAsideSql?: string;
}

export interface ClaimSource extends ClaimTable {
  /** May be tenant_id itself; the ready index then has no other lane column. */
  lane: string;
  /** Columns after the lane in the ready index: the order within a lane. */
  order: string;
  /** Primary key columns besides tenant_id. */
  key: string[];
  columns: string[];
  /** The caller rotates through lanes itself (there may be very many): postponed lanes are counted too. */
  rotatedByCaller?: true;
}

/** The number under which this process claims; null while it does not hold it, when it claims nothing. */
export interface ClaimHolder {
  current(): number | null;
}

export interface Claimed {
  tenant_id: string;
  attempts: number;
  /** Above 0: a suspect. */
  deaths?: number;
}

/** `holding`: absent for claims without a process (tests of claims alone). */
export function createClaims(database: Pick<Database, "worker">, holding?: ClaimHolder) {
  const suspect = "(t.deaths > 0 and t.lease_until is not null)";
  return {
    /**
     * Leases up to `perLane` due rows from each of up to `lanes` lanes that have any. `attempts` in the result includes
     * this claim. `skipLanes` names lanes that are saturated in this process; `after` lets successive calls rotate
     * through all lanes.
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
      const { table, lane, order, key, columns, rotatedByCaller } = source;
      const holder = holding === undefined ? null : holding.current();
      if (holding !== undefined && holder === null) return [];
      const beyond = (tenant: string, last: string) =>
        lane === "tenant_id" ? `t.tenant_id > greatest(${tenant}, ${last})` : `(t.tenant_id, t.${lane}) > (${tenant}, ${last})`;
      const counts = rotatedByCaller ? "1" : "(n.run_at <= $1 and not (n.lane = any($7::uuid[])))::integer";
      const returned = [...new Set(["tenant_id", "attempts", "deaths", ...key, ...columns])];
      const same = ["tenant_id", ...key].map((c) => `p.${c} = k.${c}`).join(" and ");
      const held = `exists (select from ${table} o where o.state = 'leased' and o.deaths > 0 and o.holder is not distinct from $8::integer`;
      // Whether others are already claimed: any row, or with suspects of several lanes one of the same lane, or one
      // that has its turn alone.
      const mayBegin =
        source.suspectsPerLane === undefined
          ? `f.turn = 1 and not ${held})`
          : `case when f.deaths >= ${deathsMax} then f.turn = 1 and not ${held})
                  else not f.alone and not ${held} and (o.deaths >= ${deathsMax} or (o.tenant_id = f.tenant_id and o.${lane} = f.lane))) end`;
      return database.worker<T>({
        name: `claim_${table}${source.suspectsPerLane === undefined ? "" : "_side_by_side"}`,
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
          ), due as (
            select r.*, l.lane, row_number() over () as nth from lanes l cross join lateral (
              select t.ctid as place, t.tenant_id, ${key.map((k) => `t.${k}`).join(", ")}, t.deaths, ${suspect} as suspect from ${table} t
               where t.state = 'ready' and t.tenant_id = l.tenant_id and t.${lane} = l.lane and t.run_at <= $1
               order by ${order} limit $3::integer
               for update skip locked) r
             where not (l.lane = any($7::uuid[]))
          ), picked as (
            select f.* from (
              select d.*, row_number() over (partition by d.first order by d.deaths desc, d.nth) as turn,
                     bool_or(d.first and d.deaths >= ${deathsMax}) over () as alone
                from (select i.*, i.suspect and row_number() over lane = 1 as first, bool_or(i.suspect) over lane as behind
                        from due i window lane as (partition by i.tenant_id, i.lane order by i.nth)) d) f
             -- What comes after a suspect in its lane waits for it.
             where case when f.first then ${mayBegin} else not f.behind end
          ), taken as (
          update ${table} t set state = 'leased', lease_until = $2, attempts = t.attempts + 1, holder = $8::integer,
                 deaths = case when ${suspect} then t.deaths else 0 end
           where t.ctid = any(array(select p.place from picked p))
          returning ${returned.map((c) => `t.${c}`).join(", ")})
          select ${returned.map((c) => `k.${c}`).join(", ")} from taken k join picked p on ${same} order by p.nth`,
        values: [
          options.now,
          new Date(options.now.getTime() + options.leaseMs),
          options.perLane,
          options.lanes,
          options.after?.tenantId ?? nilId,
          options.after?.lane ?? nilId,
          options.skipLanes ?? [],
          holder,
        ],
      });
    },

    /** Releases rows whose lease has expired, or sets them aside. Returns how many. */
    returnExpired: (source: ClaimTable, now: Date): Promise<number> => returnClaimed(database, source, now, null),
  };
}

/**
 * Releases what was claimed and not settled. `holders`: of dead processes; null: those past their lease. A row is set
 * aside if this happens to it twice while only it can be the cause. `stoppedCleanly`: the process was stopped. Cross-tenant:
 * a process works for all tenants.
 */
export async function returnClaimed(
  database: Pick<Database, "worker">,
  { table, setAside, onSetAsideSql, lastClaim, inProgress, suspectsPerLane }: ClaimTable,
  now: Date,
  holders: number[] | null,
  options: { log?: Log; stoppedCleanly?: boolean } = {},
): Promise<number> {
  const why = holders === null ? "over_limit" : "process_ended";
  if (options.stoppedCleanly === true) {
    const returned = await database.worker({
      text: `update ${table} set state = 'ready', lease_until = null where state = 'leased' and holder = any($1::integer[]) returning 1`,
      values: [holders ?? []],
    });
    return returned.length;
  }
  const ended = holders === null ? "t.lease_until < $1" : "t.holder = any($2::integer[]) and $1::timestamptz is not null";
  const condemned = `(t.deaths >= ${suspectsPerLane === true ? deathsMax - 1 : deathsMax} and (
    select count(*) from ${table} o where o.state = 'leased' and o.deaths > 0 and o.holder is not distinct from t.holder) <= 1)`;
  const reason = setAsideReasonSql(`'${why}'`);
  const assignments =
    setAside?.replaceAll("reason", reason) ??
    (lastClaim === undefined
      ? `state = '${why}'`
      : `state = case when ${lastClaim.condition} then 'ready' else '${why}' end, ${lastClaim.assignments}`);
  const rows = await database.worker<{ set_aside: boolean; row: Record<string, unknown> | null }>({
    ...(holders === null ? { name: `expire_${table}` } : {}),
    // Written in advance: it nearly always finds nothing, and then costs one lookup in an index of current claims.
    text: `with ended as (
             select t.ctid as place, ${condemned} as set_aside, t.deaths, t.run_at, t.holder, ${inProgress?.partitionBy ?? "t.tenant_id"} as lane from ${table} t
              where t.state = 'leased' and ${ended} for update skip locked
           ), ranked as (
             select e.*, row_number() over (partition by e.lane order by e.deaths desc, e.run_at) as nth from ended e
           ), judged as (
             select r.*, r.nth <= ${inProgress?.rows ?? 1_000_000_000} as begun,
                    count(*) filter (where r.nth <= ${inProgress?.rows ?? 1_000_000_000}) over (partition by r.holder) = 1 as alone from ranked r
           ), aside as (
             update ${table} t set ${assignments}, lease_until = null, deaths = t.deaths + 1
              where t.ctid = any(array(select e.place from ended e where e.set_aside)) returning t.*, ${reason} as reason
           ), back as (
             update ${table} t set state = 'ready', lease_until = case when j.begun then t.lease_until end,
                    deaths = case when not j.begun then 0 ${suspectsPerLane === true ? "" : `when j.alone and t.deaths = 0 then ${deathsMax}`} else least(t.deaths + 1, 100) end
               from judged j where t.ctid = j.place and not j.set_aside returning 1
           ), told as (${onSetAsideSql ?? "select 1"})
           select true as set_aside, json_build_object('tenant', a.tenant_id, 'attempts', a.attempts, 'state', a.state) as row from aside a
           union all select false, null from back`,
    values: holders === null ? [now] : [now, holders],
  });
  for (const { row } of rows.filter((one) => one.set_aside))
    options.log?.error(
      { table, ...row, reason: setAsideReason(why) },
      row?.["state"] === "ready"
        ? "work is ended another way, after it ended its process, or exceeded its limit, twice"
        : "work was set aside; POST /admin/queues/{name}/retry puts it back",
    );
  return rows.length;
}

/**
 * A claim that rotates through all lanes: each call starts after the last lane from which the previous one took rows,
 * and wraps around to the first if nothing follows. Otherwise a busy lane with the lowest id would starve the others.
 * Within this process only.
 */
export function rotateLanes<T extends Claimed>(claims: Pick<Claims, "claim">, source: ClaimSource) {
  // The lane is returned with the rows, because they are unordered.
  const withLane = source.lane === "tenant_id" ? source : { ...source, columns: [...new Set([...source.columns, source.lane])] };
  const laneOf = (row: T) => (row as unknown as Record<string, string>)[source.lane] as string;
  let after: { tenantId: string; lane: string } | undefined;

  return async (options: Omit<Parameters<Claims["claim"]>[1], "after">): Promise<T[]> => {
    let rows = after === undefined ? [] : await claims.claim<T>(withLane, { ...options, after });
    if (rows.length === 0) rows = await claims.claim<T>(withLane, options);
    after = rows
      .map((row) => ({ tenantId: row.tenant_id, lane: laneOf(row) }))
      .reduce<typeof after>((last, at) => (last === undefined || isAfter(at, last) ? at : last), undefined);
    return rows;
  };
}

/** In PostgreSQL's order of UUIDs. */
function isAfter(at: { tenantId: string; lane: string }, other: { tenantId: string; lane: string }): boolean {
  return at.tenantId === other.tenantId ? at.lane > other.lane : at.tenantId > other.tenantId;
}

const nilId = "00000000-0000-0000-0000-000000000000";

export type Claims = ReturnType<typeof createClaims>;
