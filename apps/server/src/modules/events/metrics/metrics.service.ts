import { readCursor } from "#platform/events/cursors.ts";
import { divisionLines } from "#modules/people/divisions/index.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import { hourOfWeek, type IntervalName, intervalStarts, localTime, offsetSegments, quarterMs } from "./calendar.ts";
import { authorKinds, type Definition, type Dimension, definitionOf, definitions, type MetricKey, sentColumn } from "./definitions.ts";
import {
  type Counted,
  firstUncounted,
  listChannelKinds,
  listLabels,
  type MetricFilter,
  namesOfGroup,
  readBacklog,
} from "./metrics.queries.ts";
import { missingFilter, type Range, readFilter, readRange } from "./metrics.range.ts";
import type { MetricsBreakdown, MetricsSummary, MetricsTimeseries, RangeQuery } from "./metrics.schema.ts";
import { type Cell, readCells, valueIn } from "./metrics.values.ts";
import { consumer, slaConsumer } from "./rollup.queries.ts";
import { nilId } from "./rollup.tally.ts";

const hourlyDaysMax = 62;

export function createMetricsService(deps: { database: Pick<Database, "worker"> }) {
  /** What every response says about its range. `counted`: how far the log was counted before anything else was read. */
  async function answered(ctx: TxContext, { zone, sinceMs, untilMs }: Range, counted: Counted) {
    const uncounted = await firstUncounted(ctx.tx, counted);
    return {
      since: new Date(sinceMs).toISOString(),
      until: new Date(untilMs).toISOString(),
      timezone: zone,
      asOf: (uncounted ?? ctx.now).toISOString(),
    };
  }

  return {
    /** How far the log is counted. Read before the transaction, so that the sums never contain less than stated. */
    async counted(): Promise<Counted> {
      const [log, sla] = await Promise.all([readCursor(deps.database, consumer), readCursor(deps.database, slaConsumer)]);
      return { log, sla };
    },

    /** validation_error: timezone, since, until. */
    async summary(ctx: TxContext, query: RangeQuery, counted: Counted): Promise<MetricsSummary> {
      const range = readRange(query, ctx.now);
      const { filter } = await filterOf(ctx.tx, query);
      const asked = definitions.filter((definition) => missingFilter(definition, query) === null);
      const [header, cells, backlog] = await Promise.all([
        answered(ctx, range, counted),
        readCells(ctx.tx, asked, { starts: [range.sinceMs], untilMs: range.untilMs, filter, cellOf: () => "all" }),
        readBacklog(ctx.tx, filter),
      ]);
      return {
        ...header,
        metrics: asked.map((definition) => ({ metric: definition.key, unit: definition.unit, ...valueIn(cells.get("all"), definition) })),
        backlog: {
          open: backlog.open,
          pending: backlog.pending,
          unassigned: backlog.unassigned,
          waiting: backlog.waiting,
          longestWaitingSince: backlog.longest_waiting_since?.toISOString() ?? null,
        },
      };
    },

    /** validation_error: as summary, a filter that the metric does not support, hours of more than 62 days. */
    async timeseries(
      ctx: TxContext,
      query: RangeQuery & { metric: MetricKey; interval: IntervalName },
      counted: Counted,
    ): Promise<MetricsTimeseries> {
      const definition = asked(query);
      const range = readRange(query, ctx.now);
      if (query.interval === "hour" && range.untilMs - range.sinceMs > hourlyDaysMax * 86_400_000 + 3 * 3_600_000) {
        throw invalidField("since", "out_of_range", `With hourly buckets, a range can cover at most ${hourlyDaysMax} days.`);
      }
      const { filter } = await filterOf(ctx.tx, query);
      const starts = intervalStarts(range.zone, range.sinceMs, range.untilMs, query.interval);
      const [header, cells] = await Promise.all([
        answered(ctx, range, counted),
        readCells(ctx.tx, [definition], { starts, untilMs: range.untilMs, filter, cellOf: (slot) => String(slot) }),
      ]);
      return {
        ...header,
        metric: definition.key,
        unit: definition.unit,
        interval: query.interval,
        points: starts.map((start, slot) => ({
          start: new Date(start).toISOString(),
          end: new Date(starts[slot + 1] ?? range.untilMs).toISOString(),
          local: localTime(start, range.zone),
          ...valueIn(cells.get(String(slot)), definition),
        })),
      };
    },

    /** validation_error: as summary, a filter or a dimension that the metric does not support. */
    async breakdown(ctx: TxContext, query: RangeQuery & { metric: MetricKey; by: Dimension }, counted: Counted): Promise<MetricsBreakdown> {
      const definition = asked(query);
      if (!definition.dimensions.includes(query.by)) {
        throw invalidField("by", "not_allowed", `${query.metric} can be broken down by ${definition.dimensions.join(", ") || "nothing"}.`);
      }
      const range = readRange(query, ctx.now);
      const header = await answered(ctx, range, counted);
      return {
        ...header,
        metric: definition.key,
        unit: definition.unit,
        by: query.by,
        groups: await groupsOf(ctx.tx, definition, query, range),
      };
    },
  };

  function asked(query: RangeQuery & { metric: MetricKey }): Definition {
    const definition = definitionOf(query.metric);
    const missing = missingFilter(definition, query);
    if (missing !== null) throw invalidField(missing, "not_allowed", `${query.metric} cannot be filtered by ${missing}.`);
    return definition;
  }
}

export type MetricsService = ReturnType<typeof createMetricsService>;

/** `lines`: for each division itself and those above it; null for divisions without those below. */
async function filterOf(tx: Tx, query: RangeQuery & { by?: Dimension }, known?: Awaited<ReturnType<typeof listChannelKinds>>) {
  if (query.subdivisions && query.by !== "division" && (query.divisionId === undefined || query.divisionId === "none"))
    throw invalidField("subdivisions", "not_allowed", "subdivisions needs divisionId or a breakdown by division.");
  const channels = known ?? (query.channelId === undefined && query.channelKind === undefined ? [] : await listChannelKinds(tx));
  const lines = query.subdivisions ? await divisionLines(tx) : null;
  const filter: MetricFilter = readFilter(query, channels, query.label === undefined ? [] : await listLabels(tx, query.label), lines);
  return { filter, lines };
}

async function groupsOf(
  tx: Tx,
  definition: Definition,
  query: RangeQuery & { by: Dimension },
  range: Range,
): Promise<MetricsBreakdown["groups"]> {
  const channels = await listChannelKinds(tx);
  const { filter, lines } = await filterOf(tx, query, channels);
  const whole = { starts: [range.sinceMs], untilMs: range.untilMs, filter };
  const group = (key: string | null, cell: Cell | undefined, name: string | null = null) => ({ key, name, ...valueIn(cell, definition) });
  switch (query.by) {
    case "channel": {
      const cells = await readCells(tx, [definition], {
        ...whole,
        group: "channel",
        contactGroup: "channel",
        cellOf: (_, key) => key ?? nilId,
      });
      // Existing ones, and deleted ones with counts in the range.
      return largestFirst(
        channels
          .filter(({ id }) => filter.channelIds?.includes(id) ?? true)
          .map(({ id, name, deleted }) => ({ deleted, ...group(wireId("chn", id), cells.get(id), name) }))
          .filter((found) => !found.deleted || hasValue(found))
          .map(({ deleted, ...found }) => found),
      );
    }
    case "channel_kind": {
      const kindOf = new Map(channels.map(({ id, kind }) => [id, kind]));
      const cells = await readCells(tx, [definition], {
        ...whole,
        group: "channel",
        contactGroup: "channelKind",
        cellOf: (_, key) => (definition.source.kind === "distinct" ? key : kindOf.get(key ?? nilId)) ?? "",
      });
      const kinds = new Set(channels.filter(({ id }) => filter.channelIds?.includes(id) ?? true).map(({ kind }) => kind));
      return largestFirst([...kinds].map((kind) => group(kind, cells.get(kind))));
    }
    case "assignee":
    case "division": {
      const within = filter.divisionIds;
      /** Divisions above the filtered ones would have only partial sums. */
      const ancestorsWithin = (id: string) => (lines?.get(id) ?? [id]).filter((one) => within == null || within.includes(one));
      const cells = await readCells(tx, [definition], {
        ...whole,
        group: query.by,
        cellOf: (_, key) => (query.by === "division" && lines !== null ? ancestorsWithin(key ?? nilId) : (key ?? nilId)),
      });
      const names = await namesOfGroup(tx, query.by, [...cells.keys()]);
      const prefix = query.by === "assignee" ? "agt" : "div";
      const groups = [...cells].map(([id, cell]) => group(id === nilId ? null : wireId(prefix, id), cell, names.get(id)));
      return largestFirst(groups.filter(hasValue));
    }
    case "label": {
      const labels = await listLabels(tx, query.label);
      const cells = await readCells(tx, [definition], {
        ...whole,
        group: "label",
        labelIds: labels.map(({ id }) => id),
        cellOf: (_, key) => key ?? nilId,
      });
      return largestFirst(labels.map(({ id, name }) => group(wireId("lbl", id), cells.get(id), name)).filter(hasValue));
    }
    case "author_kind": {
      const cells = await readCells(tx, [definition], { ...whole, cellOf: () => "all" });
      const sums = cells.get("all")?.sums;
      return largestFirst(authorKinds.map((kind) => ({ ...group(kind, undefined), value: sums?.get(sentColumn(kind)) ?? 0 })));
    }
    case "hour_of_week":
      return hoursOfWeek(tx, definition, range, filter);
  }
}

async function hoursOfWeek(tx: Tx, definition: Definition, range: Range, filter: MetricFilter): Promise<MetricsBreakdown["groups"]> {
  const segments = offsetSegments(range.zone, range.sinceMs, range.untilMs);
  // If an offset is not a whole number of hours, every UTC hour spans two local ones.
  const whole = segments.every(({ offsetMs }) => offsetMs % 3_600_000 === 0);
  const cells = await readCells(tx, [definition], {
    starts: segments.map(({ fromMs }) => fromMs),
    untilMs: range.untilMs,
    filter,
    group: "quarterOfWeek",
    grainMax: whole ? 60 : 15,
    cellOf: (slot, key) => String(hourOfWeek(Number(key) * quarterMs, (segments[slot] as { offsetMs: number }).offsetMs)),
  });
  return Array.from({ length: 168 }, (_, hour) => ({
    key: `${1 + Math.floor(hour / 24)}-${String(hour % 24).padStart(2, "0")}`,
    name: null,
    ...valueIn(cells.get(String(hour)), definition),
  }));
}

/** Rollup rows contain all metrics: a group may exist because of a different one. */
const hasValue = ({ value, observations }: { value: number | null; observations: number | null }) => (observations ?? value ?? 0) > 0;

/** Equal values are ordered by key, for a stable order. */
function largestFirst<G extends { key: string | null; value: number | null }>(groups: G[]): G[] {
  return groups.sort((a, b) => (b.value ?? -1) - (a.value ?? -1) || (a.key ?? "").localeCompare(b.key ?? ""));
}
