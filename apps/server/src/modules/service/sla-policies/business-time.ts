import { type BusinessHours, weekdays } from "#modules/people/agent-settings/index.ts";
import { formatsByZone } from "#platform/clock/zone-formats.ts";

/**
 * Business time: time counts only while the team is there. All functions are pure. `hours` null: always. Durations are
 * milliseconds; instants are milliseconds since 1970. isWithin() in the agent settings decides when the team is there,
 * by the local clock: an hour repeated by a clock change counts twice, a skipped hour does not count.
 */

const dayMs = 86_400_000;
/** With hours so sparse that a target lies beyond this, it is never due. */
const daysAheadMax = 1_100;

/** How many milliseconds of [from, to) are business time. */
export function businessMsBetween(hours: BusinessHours | null, from: number, to: number): number {
  if (to <= from) return 0;
  if (hours === null) return to - from;
  let sum = 0;
  for (const piece of openings(hours, from)) {
    if (piece.from >= to) break;
    sum += Math.min(piece.to, to) - piece.from;
  }
  return sum;
}

/**
 * The first instant at which `ms` of business time have passed since `from`; null: not within three years. With `ms` 0
 * it is due immediately.
 */
export function addBusinessMs(hours: BusinessHours | null, from: number, ms: number): number | null {
  if (ms <= 0) return from;
  if (hours === null) return from + ms;
  let left = ms;
  for (const piece of openings(hours, from)) {
    const length = piece.to - piece.from;
    if (length >= left) return piece.from + left;
    left -= length;
  }
  return null;
}

/**
 * Business hours from an instant on, in order and disjoint. Each stretch ends with an empty piece, so that a caller can
 * stop.
 */
function* openings(hours: BusinessHours, from: number): Generator<{ from: number; to: number }> {
  const daysOff = new Set(hours.holidays);
  const end = from + daysAheadMax * dayMs;
  for (let at = from; at < end; ) {
    const stretch = stretchFrom(hours.timezone, at);
    const day = new Date(stretch.localDay);
    const off = daysOff.has(day.toISOString().slice(0, 10));
    const word = weekdays[(day.getUTCDay() + 6) % 7];
    // In this day's local time; overlapping ones are merged.
    const wall = off
      ? []
      : hours.weekly
          .filter((open) => open.day === word)
          .map((open) => ({ from: stretch.localDay + msOf(open.from), to: stretch.localDay + msOf(open.to) }))
          .sort((a, b) => a.from - b.from);
    let done = at;
    for (const open of wall) {
      const piece = { from: Math.max(open.from - stretch.offset, done), to: Math.min(open.to - stretch.offset, stretch.end) };
      if (piece.to <= piece.from) continue;
      yield piece;
      done = piece.to;
    }
    at = stretch.end;
    yield { from: at, to: at };
  }
}

/**
 * From an instant to the end of its day, or to a clock change before it: as long as the offset from UTC stays the same.
 */
function stretchFrom(timeZone: string, at: number): { offset: number; localDay: number; end: number } {
  const offset = offsetAt(timeZone, at);
  const localDay = Math.floor((at + offset) / dayMs) * dayMs;
  let end = localDay + dayMs - offset;
  if (offsetAt(timeZone, end - 1) !== offset) {
    // Clock changes happen on whole minutes.
    let [before, after] = [Math.floor(at / 60_000), Math.ceil(end / 60_000)];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(timeZone, middle * 60_000) === offset) before = middle;
      else after = middle;
    }
    end = after * 60_000;
  }
  return { offset, localDay, end };
}

const formatOf = formatsByZone({
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** How far local time is ahead of UTC. */
function offsetAt(timeZone: string, at: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) part[type] = Number(value);
  const wall = Date.UTC(
    part["year"] as number,
    (part["month"] as number) - 1,
    part["day"] as number,
    part["hour"] as number,
    part["minute"] as number,
    part["second"] as number,
  );
  return wall - Math.floor(at / 1_000) * 1_000;
}

function msOf(time: string): number {
  const [hour, minute] = time.split(":") as [string, string];
  return (Number(hour) * 60 + Number(minute)) * 60_000;
}
