import { invalidField } from "#platform/errors/app-error.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { findZone } from "#platform/clock/zones.ts";
import { quarterMs, readInstant } from "./calendar.ts";
import type { Definition } from "./definitions.ts";
import type { MetricFilter } from "./metrics.queries.ts";
import type { RangeQuery } from "./metrics.schema.ts";
import { nilId } from "./rollup.tally.ts";

/** A query's parameters: the range in quarter-hours and its rows. */

const dayMs = 86_400_000;
const rangeDaysMax = 400;
const rangeDaysDefault = 30;
/** A range between midnights may be an hour or two longer than its days. */
const clockChangesMs = 3 * 3_600_000;
/** Before this, zones had offsets of odd minutes, and there were no messages. */
const earliestMs = Date.UTC(2000, 0, 1);
const latestMs = Date.UTC(2200, 0, 1);

export interface Range {
  zone: string;
  sinceMs: number;
  untilMs: number;
}

/** Throws validation_error with timezone, since or until. */
export function readRange(query: RangeQuery, now: Date): Range {
  const zone = findZone(query.timezone);
  if (zone === null) throw invalidField("timezone", "unknown_value", "timezone must be an IANA name, such as Europe/Berlin.");
  const read = (field: "since" | "until"): number | undefined => {
    const text = query[field];
    if (text === undefined) return undefined;
    const ms = readInstant(text, zone);
    if (ms === null)
      throw invalidField(field, "invalid_format", `${field} must be a date (2026-03-01) or a time with its offset (2026-03-01T08:00:00Z).`);
    if (ms < earliestMs || ms > latestMs) throw invalidField(field, "out_of_range", `${field} must be between the years 2000 and 2200.`);
    return ms;
  };
  const untilMs = Math.ceil((read("until") ?? now.getTime()) / quarterMs) * quarterMs;
  const sinceMs = Math.floor((read("since") ?? untilMs - rangeDaysDefault * dayMs) / quarterMs) * quarterMs;
  if (sinceMs >= untilMs) throw invalidField("until", "out_of_range", "until must be after since.");
  if (untilMs - sinceMs > rangeDaysMax * dayMs + clockChangesMs) {
    throw invalidField("since", "out_of_range", `A range can cover at most ${rangeDaysMax} days.`);
  }
  return { zone, sinceMs, untilMs };
}

/**
 * Ids and names that cannot exist match nothing, like another tenant's. `labels`: those with the requested name; `lines`: for each division
 * itself and those above it, null: divisions without those below.
 */
export function readFilter(
  query: RangeQuery,
  channels: readonly { id: string; kind: string }[],
  labels: readonly { id: string }[],
  lines: ReadonlyMap<string, readonly string[]> | null,
): MetricFilter {
  const filter: MetricFilter = {};
  if (query.channelId !== undefined || query.channelKind !== undefined) {
    const wanted = query.channelId === undefined ? null : (parseWireId("chn", query.channelId) ?? nilId);
    filter.channelIds = channels
      .filter(({ id, kind }) => (wanted === null || id === wanted) && (query.channelKind === undefined || kind === query.channelKind))
      .map(({ id }) => id);
  }
  if (query.assigneeId === "none") filter.assigneeId = null;
  else if (query.assigneeId !== undefined) {
    const id = parseWireId("agt", query.assigneeId) ?? parseWireId("usr", query.assigneeId);
    // The zero uuid means nobody in the rollups: as a requested id it must match no row at all.
    filter.assigneeId = id === null || id === nilId ? unknown : id;
  }
  if (query.divisionId === "none") filter.divisionIds = null;
  else if (query.divisionId !== undefined) {
    const id = parseWireId("div", query.divisionId);
    const own = id === null || id === nilId ? unknown : id;
    const below = [...(lines ?? [])].filter(([, line]) => line.includes(own)).map(([division]) => division);
    // The division itself even if deleted: its counts stay.
    filter.divisionIds = [...new Set([own, ...below])];
  }
  if (query.label !== undefined) filter.labelId = labels[0]?.id ?? unknown;
  return filter;
}

const unknown = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const filters = [
  ["channelId", "channel"],
  ["channelKind", "channel_kind"],
  ["assigneeId", "assignee"],
  ["divisionId", "division"],
  ["label", "label"],
] as const;

/** The first requested filter that a metric does not support; null if it supports all. */
export function missingFilter(definition: Definition, query: RangeQuery): (typeof filters)[number][0] | null {
  return filters.find(([field, dimension]) => query[field] !== undefined && !definition.dimensions.includes(dimension))?.[0] ?? null;
}
