import { Temporal } from "temporal-polyfill";
import { invalidField } from "#platform/errors/app-error.ts";
import type { QuietHours } from "./broadcasts.schema.ts";

/** Throws validation_error for a zone that there is not, and for hours that begin when they end. */
export function checkQuietHours(hours: QuietHours, field: string): void {
  if (!isZone(hours.timezone))
    throw invalidField(`${field}.timezone`, "unknown_value", "Use the IANA name of a time zone, such as Europe/Berlin.");
  if (hours.from === hours.to) throw invalidField(`${field}.to`, "out_of_range", "It must differ from `from`.");
}

/** Offsets are no zones: they know no summer. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * When the quiet hours end that hold in a zone at an instant; null: none hold. A zone that does not exist is the one of the hours. By the clock
 * on the wall, so also across changes to summer time. Pure.
 */
export function quietUntil(hours: QuietHours, zone: string, at: Date): Date | null {
  const here = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(isZone(zone) ? zone : hours.timezone);
  const time = here.toPlainTime().toString({ smallestUnit: "minute" });
  const { from, to } = hours;
  const overMidnight = from > to;
  const quiet = overMidnight ? time >= from || time < to : time >= from && time < to;
  if (!quiet) return null;
  const day = overMidnight && time >= from ? here.add({ days: 1 }) : here;
  const wall = day.toPlainDate().toPlainDateTime(Temporal.PlainTime.from(to));
  const first = wall.toZonedDateTime(here.timeZoneId, { disambiguation: "earlier" });
  // A clock that goes forward leaves this time out: what it shows next is later already.
  if (!first.toPlainDateTime().equals(wall)) return new Date((first.getTimeZoneTransition("next") ?? first).epochMilliseconds);
  // One that goes back shows it twice; the second time ends what has begun again since the first.
  const end = first.epochMilliseconds > at.getTime() ? first : wall.toZonedDateTime(here.timeZoneId, { disambiguation: "later" });
  return new Date(end.epochMilliseconds);
}

/** When so many seconds of sending end that begins at an instant and rests in quiet hours, by the clock of their zone. Pure. */
export function endBesideQuiet(hours: QuietHours, start: Date, seconds: number): Date {
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  const daily = ((from - to + 1_440) % 1_440) * 60;
  const awake = (at: Date) => quietUntil(hours, hours.timezone, at) ?? at;
  const first = awake(start);
  // Whole days first: an audience of years at a slow rate is no walk of thousands of steps. Each ends by the wall's clock where the one before did.
  const days = Math.max(0, Math.ceil(seconds / daily) - 1);
  const zoned = Temporal.Instant.fromEpochMilliseconds(first.getTime()).toZonedDateTimeISO(hours.timezone);
  const at = awake(new Date(zoned.add({ days }).epochMilliseconds));
  const left = seconds - days * daily;
  const untilQuiet = secondsUntil(hours.from, at, hours.timezone);
  if (left <= untilQuiet) return new Date(at.getTime() + left * 1_000);
  const next = awake(new Date(at.getTime() + untilQuiet * 1_000));
  return new Date(next.getTime() + (left - untilQuiet) * 1_000);
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** To the next time a wall in a zone shows a time, from an instant at which it does not. */
function secondsUntil(time: string, at: Date, timezone: string): number {
  const here = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
  const today = here.toPlainDate().toZonedDateTime({ timeZone: timezone, plainTime: Temporal.PlainTime.from(time) });
  const next = today.epochMilliseconds > at.getTime() ? today : today.add({ days: 1 });
  return (next.epochMilliseconds - at.getTime()) / 1_000;
}
