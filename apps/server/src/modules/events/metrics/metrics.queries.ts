import type { Tx } from "#platform/db/database.ts";
import { noFlattening } from "#platform/db/plans.ts";
import type { LogPosition } from "#platform/events/tail.ts";
import type { DayRun, Tile } from "./calendar.ts";
import type { Duration } from "./rollup.fold.ts";
import { nilId } from "./rollup.tally.ts";

/** Which rows count; absent: all. Unknown ids match nothing. */
export interface MetricFilter {
  channelIds?: string[];
  /** null: assigned to nobody. */
  assigneeId?: string | null;
  /** null: in no division. */
  divisionIds?: string[] | null;
  labelId?: string;
}

/**
 * What sums are grouped by besides the slot. `quarterOfWeek`: 0 to 671 in UTC, 0 = Thursday 00:00 (the first
 * quarter-hour of 1970).
 */
export type SqlGroup = "none" | "channel" | "assignee" | "division" | "label" | "quarterOfWeek";

/** What to sum: the buckets of the tiles, each assigned to the interval (slot, from 0) that contains it according to `starts`. */
export interface Cover {
  tiles: Tile[];
  starts: readonly number[];
}

const groupSql: Record<SqlGroup, string> = {
  none: "null::text",
  channel: "r.channel_id::text",
  assignee: "r.assignee_id::text",
  division: "r.division_id::text",
  label: "r.label_id::text",
  quarterOfWeek: "((extract(epoch from r.bucket_at)::bigint / 900) % 672)::text",
};

const instants = (ms: readonly number[]) => ms.map((at) => new Date(at).toISOString());

/**
 * One row per slot and non-empty group: `slot`, `key`, the sum of every amount column, and the concatenated histograms of the durations
 * (`<duration>_bins`, see histogram.ts). Planned for each execution, because the best plan depends on the number and length of the tiles.
 */
export function sumRollups(
  tx: Tx,
  what: { amounts: readonly string[]; durations: readonly Duration[] },
  group: SqlGroup,
  cover: Cover,
  filter: MetricFilter,
  /** If grouped by label: these labels. Rows without labels are the sum of all conversations, not a group. */
  labelIds: readonly string[] = [],
): Promise<({ slot: number; key: string | null } & Record<string, unknown>)[]> {
  const values: unknown[] = [
    tx.tenantId,
    cover.tiles.map((tile) => tile.grain),
    instants(cover.tiles.map((tile) => tile.fromMs)),
    instants(cover.tiles.map((tile) => tile.toMs)),
    instants(cover.starts),
  ];
  const where: string[] = [];
  if (filter.channelIds !== undefined) where.push(`r.channel_id = any($${values.push(filter.channelIds)}::uuid[])`);
  if (filter.assigneeId !== undefined) where.push(`r.assignee_id = $${values.push(filter.assigneeId ?? nilId)}::uuid`);
  if (filter.divisionIds !== undefined) where.push(`r.division_id = any($${values.push(filter.divisionIds ?? [nilId])}::uuid[])`);
  const detail = where.length > 0 || group === "channel" || group === "assignee" || group === "division";
  const labels = group === "label" ? [...labelIds] : [filter.labelId ?? nilId];
  where.push(`r.label_id = any($${values.push(labels)}::uuid[])`);
  const sums = [
    ...what.amounts.map((column) => `coalesce(sum(r.${column}), 0)::bigint as ${column}`),
    ...what.durations.map((duration) => `string_agg(r.${duration}_bins, ''::bytea) as ${duration}_bins`),
  ];
  const conditions = [
    "r.tenant_id = $1",
    "r.grain = t.grain",
    `r.detail = ${detail}`,
    "r.bucket_at >= t.from_at",
    "r.bucket_at < t.to_at",
    ...where,
  ];
  const found = `select * from metric_rollups r where ${conditions.join(" and ")} ${noFlattening}`;
  // Computing the key of an instant costs more than reading its rows, and a filter finds many: one for each channel, assignee and division.
  const rows = group === "quarterOfWeek" ? `select r.bucket_at, ${sums.join(", ")} from (${found}) r group by r.bucket_at` : found;
  return tx.query({
    text: `select width_bucket(r.bucket_at, $5::timestamptz[]) - 1 as slot, ${groupSql[group]} as key, ${sums.join(", ")}
             from unnest($2::smallint[], $3::timestamptz[], $4::timestamptz[]) as t(grain, from_at, to_at)
            cross join lateral (${rows}) r
            group by 1, 2`,
    values,
  });
}

/**
 * The number of distinct contacts who wrote, per slot and per channel or kind of channel. Whole days are read as runs
 * without examining the quarter-hours, which halves the time for a year.
 */
export function countActiveContacts(
  tx: Tx,
  group: "none" | "channel" | "channelKind",
  runs: DayRun[],
  filter: MetricFilter,
): Promise<{ slot: number; key: string | null; contacts: number }[]> {
  const values: unknown[] = [tx.tenantId];
  const list = (of: unknown[], type: string) => `$${values.push(of)}::${type}[]`;
  const channels = filter.channelIds === undefined ? "" : `and c.channel_id = any(${list(filter.channelIds, "uuid")})`;
  const [whole, parts] = [runs.filter((run) => run.whole), runs.filter((run) => !run.whole)];
  const days = (of: DayRun[]) =>
    [
      list(
        of.map((r) => r.slot),
        "integer",
      ),
      list(
        of.map((r) => r.fromDay),
        "date",
      ),
      list(
        of.map((r) => r.toDay),
        "date",
      ),
    ].join(", ");
  const found = `
    select w.slot, c.channel_id, c.contact_id from unnest(${days(whole)}) as w(slot, from_day, to_day) cross join lateral (
      select c.channel_id, c.contact_id from metric_contact_days c
       where c.tenant_id = $1 and c.day >= w.from_day and c.day < w.to_day ${channels} ${noFlattening}) c
    union all
    select p.slot, c.channel_id, c.contact_id
      from unnest(${days(parts)}, ${list(
        parts.map((r) => r.beforeNoon),
        "bigint",
      )}, ${list(
        parts.map((r) => r.afterNoon),
        "bigint",
      )})
             as p(slot, from_day, to_day, before_noon, after_noon)
      join metric_contact_days c on c.tenant_id = $1 and c.day = p.from_day ${channels}
       and ((c.before_noon & p.before_noon) <> 0 or (c.after_noon & p.after_noon) <> 0)`;
  const key = { none: "", channel: "f.channel_id as key,", channelKind: "h.kind as key," }[group];
  const kinds = group === "channelKind" ? "join channels h on h.tenant_id = $1 and h.id = f.channel_id" : "";
  return tx.query({
    text: `select d.slot, ${group === "none" ? "null" : "d.key::text"} as key, count(*)::integer as contacts
             from (select distinct f.slot, ${key} f.contact_id from (${found}) f ${kinds}) d
            group by 1, 2`,
    values,
  });
}

export interface Backlog {
  open: number;
  pending: number;
  unassigned: number;
  waiting: number;
  longest_waiting_since: Date | null;
}

/** The currently unresolved conversations, through the status index. */
export async function readBacklog(tx: Tx, filter: MetricFilter): Promise<Backlog> {
  const values: unknown[] = [tx.tenantId];
  const where = ["c.tenant_id = $1", "c.status in ('open', 'pending')"];
  if (filter.channelIds !== undefined) where.push(`c.channel_id = any($${values.push(filter.channelIds)}::uuid[])`);
  if (filter.assigneeId === null) where.push("c.assignee_id is null");
  else if (filter.assigneeId !== undefined) where.push(`c.assignee_id = $${values.push(filter.assigneeId)}::uuid`);
  if (filter.divisionIds === null) where.push("c.division_id is null");
  else if (filter.divisionIds !== undefined) where.push(`c.division_id = any($${values.push(filter.divisionIds)}::uuid[])`);
  if (filter.labelId !== undefined) where.push(`c.label_ids @> array[$${values.push(filter.labelId)}::uuid]`);
  const [row] = await tx.query<Backlog>({
    text: `select count(*) filter (where c.status = 'open')::integer as open, count(*) filter (where c.status = 'pending')::integer as pending,
                  count(*) filter (where c.status = 'open' and c.assignee_id is null)::integer as unassigned,
                  count(c.waiting_since)::integer as waiting, min(c.waiting_since) as longest_waiting_since
             from conversations c where ${where.join(" and ")}`,
    values,
  });
  return row as Backlog;
}

/** The tenant's channels, including deleted ones: their counts stay. */
export function listChannelKinds(tx: Tx): Promise<{ id: string; kind: string; name: string; deleted: boolean }[]> {
  return tx.query({
    name: "metric_channels",
    text: "select id, kind, name, deleted_at is not null as deleted from channels where tenant_id = $1",
    values: [tx.tenantId],
  });
}

/** The names of the ids of a group, as far as they still exist. */
export async function namesOfGroup(tx: Tx, group: "assignee" | "division", ids: string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>({
    name: `metric_names_${group}`,
    text:
      group === "assignee"
        ? "select m.user_id as id, m.name from members m where m.tenant_id = $1 and m.user_id = any($2::uuid[])"
        : "select d.id, d.name from divisions d where d.tenant_id = $1 and d.id = any($2::uuid[])",
    values: [tx.tenantId, ids],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The tenant's labels; with a name (regardless of case and accents), only that one. */
export function listLabels(tx: Tx, name?: string): Promise<{ id: string; name: string }[]> {
  return tx.query({
    name: name === undefined ? "metric_labels" : "metric_label",
    text: `select l.id, l.name from labels l where l.tenant_id = $1 ${name === undefined ? "" : "and l.name_key = label_key($2)"}`,
    values: [tx.tenantId, ...(name === undefined ? [] : [name])],
  });
}

/** How far the rollups have counted: `log` in events, `sla` in events whose targets have been evaluated. */
export interface Counted {
  log: LogPosition;
  sla: LogPosition;
}

/**
 * The instant of the tenant's first event not counted yet; null: there is none. Events after `sla` may still meet or miss a target if there
 * are policies, and an evaluated target may also wait to be counted.
 */
export async function firstUncounted(tx: Tx, { log, sla }: Counted): Promise<Date | null> {
  const beyond = (xid: number, id: number, more: string) =>
    `(select created_at from event_log where tenant_id = $1 and (xid, id) > ($${xid}::xid8, $${id}::uuid) ${more} order by xid, id limit 1)`;
  const [row] = await tx.query<{ at: Date | null }>({
    name: "metric_first_uncounted",
    text: `select min(x.created_at) as at from (
             ${beyond(2, 3, "")}
             union all ${beyond(4, 5, "and exists (select from sla_policies p where p.tenant_id = $1)")}
             union all (select created_at from sla_outcomes where tenant_id = $1 and not counted order by created_at limit 1)) x`,
    values: [tx.tenantId, log.xid, log.id, sla.xid, sla.id],
  });
  return row?.at ?? null;
}
