import { Temporal } from "temporal-polyfill";

/**
 * Time zones: the instants at which the hours, days, weeks and months of a zone start, and the UTC buckets that they
 * consist of. Instants are milliseconds since 1970, multiples of a quarter-hour.
 */

const minuteMs = 60_000;
export const quarterMs = 15 * minuteMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const intervalNames = ["hour", "day", "week", "month"] as const;
export type IntervalName = (typeof intervalNames)[number];

/** The three bucket sizes in minutes. */
export type Grain = 15 | 60 | 1440;
export const grains: readonly Grain[] = [15, 60, 1440];

/** The start of the bucket that contains an instant. */
export function bucketOf(ms: number, grain: Grain): number {
  return Math.floor(ms / (grain * minuteMs)) * grain * minuteMs;
}

const datePattern = /^\d{4}-\d\d-\d\d$/;
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i;

/**
 * `2026-03-29` is the start of that day in the zone; a value with a time must have its offset. null: neither of the
 * two.
 */
export function readInstant(text: string, zone: string): number | null {
  try {
    if (datePattern.test(text)) return Temporal.PlainDate.from(text).toZonedDateTime(zone).epochMilliseconds;
    return instantPattern.test(text) ? Temporal.Instant.from(text).epochMilliseconds : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The instant as a clock of the zone shows it, with its offset: `2026-03-29T00:00:00+01:00`. */
export function localTime(ms: number, zone: string): string {
  return zoned(ms, zone).toString({ timeZoneName: "never", smallestUnit: "second" });
}

/**
 * The starts of a range's intervals: `since`, and every start of an hour, day, ISO week or month of the zone before `until`. So the first
 * and the last interval may be shorter. A clock change starts a new hour.
 */
export function intervalStarts(zone: string, sinceMs: number, untilMs: number, interval: IntervalName): number[] {
  const starts = [sinceMs];
  const add = (ms: number) => {
    if (ms > (starts.at(-1) as number) && ms < untilMs) starts.push(ms);
  };
  if (interval === "hour") {
    for (const [i, segment] of offsetSegments(zone, sinceMs, untilMs).entries()) {
      if (i > 0) add(segment.fromMs);
      const first = Math.ceil((segment.fromMs + segment.offsetMs) / hourMs) * hourMs - segment.offsetMs;
      for (let ms = first; ms < segment.toMs; ms += hourMs) add(ms);
    }
    return starts;
  }
  let date = zoned(sinceMs, zone).toPlainDate();
  if (interval === "week") date = date.subtract({ days: date.dayOfWeek - 1 });
  if (interval === "month") date = date.with({ day: 1 });
  for (;;) {
    date = date.add({ [`${interval}s`]: 1 });
    // A day that the zone skipped starts with the next one, which `add` then adds only once.
    const { epochMilliseconds } = date.toZonedDateTime(zone);
    if (epochMilliseconds >= untilMs) return starts;
    add(epochMilliseconds);
  }
}

export interface OffsetSegment {
  fromMs: number;
  toMs: number;
  offsetMs: number;
}

/** The parts of a range between clock changes. */
export function offsetSegments(zone: string, sinceMs: number, untilMs: number): OffsetSegment[] {
  const segments: OffsetSegment[] = [];
  let at = zoned(sinceMs, zone);
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    const toMs = Math.min(untilMs, next?.epochMilliseconds ?? untilMs);
    segments.push({ fromMs: at.epochMilliseconds, toMs, offsetMs: at.offsetNanoseconds / 1_000_000 });
    if (next === null || next.epochMilliseconds >= untilMs) return segments;
    at = next;
  }
}

/** The local hour of the week, 0 = Monday 00, of a UTC instant in a zone that is `offsetMs` ahead. */
export function hourOfWeek(ms: number, offsetMs: number): number {
  // 1970-01-01 was a Thursday.
  const hours = Math.floor((ms + offsetMs + 3 * dayMs) / hourMs) % 168;
  return hours < 0 ? hours + 168 : hours;
}

/** A run of adjacent buckets of one size. */
export interface Tile {
  grain: Grain;
  fromMs: number;
  toMs: number;
}

/**
 * The fewest buckets that cover the intervals exactly and without overlap: days where a whole UTC day fits, otherwise hours, otherwise
 * quarter-hours. Adjacent buckets of one size form one tile. `starts` as returned by intervalStarts.
 */
export function coverWithBuckets(starts: readonly number[], untilMs: number, grainMax: Grain = 1440): Tile[] {
  const tiles: Tile[] = [];
  const add = (grain: Grain, fromMs: number, toMs: number) => {
    if (fromMs >= toMs) return;
    const last = tiles.at(-1);
    if (last?.grain === grain && last.toMs === fromMs) last.toMs = toMs;
    else tiles.push({ grain, fromMs, toMs });
  };
  const cover = (fromMs: number, toMs: number, grain: Grain) => {
    if (grain === 15) return add(15, fromMs, toMs);
    const size = grain * minuteMs;
    const first = Math.ceil(fromMs / size) * size;
    const last = Math.floor(toMs / size) * size;
    const smaller = grain === 1440 ? 60 : 15;
    if (first >= last) return cover(fromMs, toMs, smaller);
    cover(fromMs, first, smaller);
    add(grain, first, last);
    cover(last, toMs, smaller);
  };
  for (const [i, start] of starts.entries()) cover(start, starts[i + 1] ?? untilMs, grainMax);
  return tiles;
}

/**
 * Quarter-hours of a UTC day, as the two columns of metric_contact_days: the lowest bit is the first quarter-hour of
 * each half.
 */
export interface Quarters {
  beforeNoon: number;
  afterNoon: number;
}

/** The quarter-hours from one number (0 to 96) up to another. */
function quartersBetween(from: number, to: number): Quarters {
  // 48 bits fit into a JavaScript number, but not into its bit operators.
  const half = (start: number) => {
    const [low, high] = [Math.max(0, Math.min(48, from - start)), Math.max(0, Math.min(48, to - start))];
    return high > low ? 2 ** high - 2 ** low : 0;
  };
  return { beforeNoon: half(0), afterNoon: half(48) };
}

/** UTC days from one up to another, with the same quarter-hours in each. */
export interface DayRun extends Quarters {
  slot: number;
  fromDay: string;
  toDay: string;
  /** All of their quarter-hours. */
  whole: boolean;
}

/** The UTC days that each interval touches: adjacent whole days together, parts of days separately. */
export function dayRuns(starts: readonly number[], untilMs: number): DayRun[] {
  return starts.flatMap((start, slot) => {
    const end = starts[slot + 1] ?? untilMs;
    const runs: DayRun[] = [];
    for (let day = bucketOf(start, 1440); day < end; ) {
      const next = start <= day && day + dayMs <= end ? bucketOf(end, 1440) : day + dayMs;
      const quarters = quartersBetween((start - day) / quarterMs, (end - day) / quarterMs);
      runs.push({ slot, fromDay: dayOf(day), toDay: dayOf(next), whole: start <= day && next <= end, ...quarters });
      day = next;
    }
    return runs;
  });
}

export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The quarter-hour that contains an instant. */
export function quarterOf(ms: number): Quarters {
  const quarter = Math.floor((ms - bucketOf(ms, 1440)) / quarterMs);
  return quartersBetween(quarter, quarter + 1);
}

function zoned(ms: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
}
