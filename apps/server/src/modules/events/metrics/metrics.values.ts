import type { Tx } from "#platform/db/database.ts";
import { coverWithBuckets, dayRuns, type Grain } from "./calendar.ts";
import type { Definition, Source } from "./definitions.ts";
import { addBins, type Bins, percentiles } from "./histogram.ts";
import { countActiveContacts, type MetricFilter, type SqlGroup, sumRollups } from "./metrics.queries.ts";
import type { Duration } from "./rollup.fold.ts";

/** Turns rollup rows into the values of metrics. */

export interface MetricValue {
  value: number | null;
  observations: number | null;
  sum: number | null;
  percentiles: { p50: number; p90: number; p95: number; p99: number } | null;
}

/** Sums for one cell (an interval, a group, or both): by column, and by bin of each duration. */
export interface Cell {
  sums: Map<string, number>;
  bins: Map<Duration, Bins>;
  contacts: number;
}

const emptyCell = (): Cell => ({ sums: new Map(), bins: new Map(), contacts: 0 });

/** The columns that metrics read. */
export function columnsOf(definitions: readonly Definition[]): string[] {
  return [...new Set(definitions.flatMap(({ source }) => columnsOfSource(source)))];
}

function columnsOfSource(source: Source): readonly string[] {
  switch (source.kind) {
    case "count":
      return source.columns;
    case "rate":
    case "average":
      return [...source.of, ...source.by];
    case "duration":
      return [source.observations, source.ms];
    case "distinct":
      return [];
  }
}

/**
 * Reads the input of these metrics into cells. `cellOf` returns the cell of a row by its slot and group, so that several groups may share
 * one, or several cells if groups overlap; `contactGroup` null: active_contacts are not requested.
 */
export async function readCells(
  tx: Tx,
  definitions: readonly Definition[],
  question: {
    starts: readonly number[];
    untilMs: number;
    filter: MetricFilter;
    group?: SqlGroup;
    /** The labels of the grouping. */
    labelIds?: readonly string[];
    grainMax?: Grain;
    contactGroup?: "none" | "channel" | "channelKind";
    cellOf(slot: number, key: string | null): string | readonly string[];
  },
): Promise<Map<string, Cell>> {
  const { starts, untilMs, filter, cellOf } = question;
  const group = question.group ?? "none";
  const cells = new Map<string, Cell>();
  const cellsAt = (names: string | readonly string[]): Cell[] =>
    (typeof names === "string" ? [names] : names).map((name) => {
      const cell = cells.get(name) ?? emptyCell();
      cells.set(name, cell);
      return cell;
    });
  const amounts = columnsOf(definitions);
  const durations = definitions.flatMap(({ source }) => (source.kind === "duration" ? [source.duration] : []));
  const distinct = definitions.some(({ source }) => source.kind === "distinct");
  const cover = { starts, tiles: coverWithBuckets(starts, untilMs, question.grainMax) };
  const [sums, contacts] = await Promise.all([
    amounts.length === 0 ? [] : sumRollups(tx, { amounts, durations }, group, cover, filter, question.labelIds),
    distinct ? countActiveContacts(tx, question.contactGroup ?? "none", dayRuns(starts, untilMs), filter) : [],
  ]);
  for (const row of sums) {
    for (const cell of cellsAt(cellOf(row.slot, row.key))) {
      for (const column of amounts) cell.sums.set(column, (cell.sums.get(column) ?? 0) + (row[column] as number));
      for (const duration of durations) {
        const bytes = row[`${duration}_bins`] as Buffer | null;
        if (bytes === null) continue;
        const bins: Bins = cell.bins.get(duration) ?? new Map();
        addBins(bins, bytes);
        cell.bins.set(duration, bins);
      }
    }
  }
  for (const row of contacts) for (const cell of cellsAt(cellOf(row.slot, row.key))) cell.contacts += row.contacts;
  return cells;
}

/** The metric's value in a cell; zeros for a missing cell. */
export function valueIn(cell: Cell | undefined, { source }: Definition): MetricValue {
  const sumOf = (columns: readonly string[]) => columns.reduce((sum, column) => sum + (cell?.sums.get(column) ?? 0), 0);
  switch (source.kind) {
    case "count":
      return { value: sumOf(source.columns), observations: null, sum: null, percentiles: null };
    case "distinct":
      return { value: cell?.contacts ?? 0, observations: null, sum: null, percentiles: null };
    case "rate":
    case "average": {
      const [of, by] = [sumOf(source.of), sumOf(source.by)];
      return { value: by === 0 ? null : of / by, observations: by, sum: of, percentiles: null };
    }
    case "duration": {
      const [observations, sum] = [sumOf([source.observations]), sumOf([source.ms]) / 1_000];
      if (observations === 0) return { value: null, observations: 0, sum: 0, percentiles: null };
      return { value: sum / observations, observations, sum, percentiles: percentilesOf(cell?.bins.get(source.duration)) };
    }
  }
}

function percentilesOf(bins: Bins | undefined): MetricValue["percentiles"] {
  const found = percentiles(bins ?? new Map(), [0.5, 0.9, 0.95, 0.99]);
  if (found === null) return null;
  const [p50, p90, p95, p99] = found.map((seconds) => Math.round(seconds * 1_000) / 1_000) as [number, number, number, number];
  return { p50, p90, p95, p99 };
}
