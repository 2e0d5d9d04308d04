import { Temporal } from "temporal-polyfill";
import { isZone } from "#platform/clock/zones.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { QuietHours } from "./broadcasts.schema.ts";

/** Throws validation_error for an unknown zone, and for hours that end when they start. */
export function checkQuietHours(hours: QuietHours, field: string): void {
  if (!isZone(hours.timezone))
    throw invalidField(`${field}.timezone`, "unknown_value", "Use the IANA name of a time zone, such as Europe/Berlin.");
  if (hours.from === hours.to) throw invalidField(`${field}.to`, "out_of_range", "It must differ from `from`.");
}

/**
 * When the quiet hours that apply in a zone at an instant end; null: none apply. For an unknown zone the hours' own is
 * used. Uses the local clock, also across daylight saving changes. Pure.
 */
export function quietUntil(hours: QuietHours, zone: string, at: Date): Date | null {
  const here = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(isZone(zone) ? zone : hours.timezone);
  const time = here.toPlainTime().toString({ smallestUnit: "minute" });
  const { from, to } = hours;
  const overMidnight = from > to;
  const quiet = overMidnight ? time >= from || time < to : time >= from && time < to;
  if (!quiet) return null;
  const day = overMidnight && time >= from ? here.add({ days: 1 }) : here;
  const localTime = day.toPlainDate().toPlainDateTime(Temporal.PlainTime.from(to));
  const first = localTime.toZonedDateTime(here.timeZoneId, { disambiguation: "earlier" });
  // A clock set forward skips this time: the next time it shows is already later.
  if (!first.toPlainDateTime().equals(localTime)) return new Date((first.getTimeZoneTransition("next") ?? first).epochMilliseconds);
  // A clock set back shows it twice; the second time ends the hours that started again after the first.
  const end = first.epochMilliseconds > at.getTime() ? first : localTime.toZonedDateTime(here.timeZoneId, { disambiguation: "later" });
  return new Date(end.epochMilliseconds);
}

/**
 * When a number of seconds of sending ends, from a start and pausing in quiet hours, by their zone's local clock. Pure.
 */
export function endAroundQuietHours(hours: QuietHours, start: Date, seconds: number): Date {
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  const daily = ((from - to + 1_440) % 1_440) * 60;
  const awake = (at: Date) => quietUntil(hours, hours.timezone, at) ?? at;
  const first = awake(start);
  // Whole days first: a slow rate over years must not take thousands of steps. Each day ends at the same local time as
  // the day before.
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

/** The seconds until a zone's clock shows a time, from an instant at which it does not. */
function secondsUntil(time: string, at: Date, timezone: string): number {
  const here = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
  const today = here.toPlainDate().toZonedDateTime({ timeZone: timezone, plainTime: Temporal.PlainTime.from(time) });
  const next = today.epochMilliseconds > at.getTime() ? today : today.add({ days: 1 });
  return (next.epochMilliseconds - at.getTime()) / 1_000;
}
