import { Temporal } from "temporal-polyfill";
import { weekdays } from "#modules/people/agent-settings/index.ts";

/** By the local clock: every day, on these days of the week, on one day of the month (the last one if it is shorter), or once. */
export interface ScheduleAt {
  /** HH:MM */
  time: string;
  days?: readonly (typeof weekdays)[number][];
  dayOfMonth?: number;
  /** YYYY-MM-DD */
  date?: string;
}

/** With a year of four digits. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isRead(() => Temporal.PlainDate.from(text));
}

function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * The first occurrence after an instant; null: there is none. A time that is skipped when clocks go forward occurs at
 * the moment of the change; one that exists twice when they go back occurs the first time. Two that fall on one instant
 * are one. Pure.
 */
export function nextOccurrence(at: ScheduleAt, zone: string, after: Date): Date | null {
  const today = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  if (at.date !== undefined) {
    const once = instantOf(Temporal.PlainDate.from(at.date), at.time, zone);
    return once > after ? once : null;
  }
  // From the day before, because the occurrence of a skipped day moves to the next.
  for (let date = firstDay(at, today.subtract({ days: 1 })); ; date = firstDay(at, date.add({ days: 1 }))) {
    const instant = instantOf(date, at.time, zone);
    if (instant > after) return instant;
  }
}

/** The schedule's first day on or after a given one. */
function firstDay({ days, dayOfMonth }: ScheduleAt, from: Temporal.PlainDate): Temporal.PlainDate {
  if (dayOfMonth !== undefined) {
    // A day that a month lacks becomes its last.
    const here = from.with({ day: dayOfMonth });
    return Temporal.PlainDate.compare(here, from) >= 0 ? here : from.with({ day: 1 }).add({ months: 1 }).with({ day: dayOfMonth });
  }
  let day = from;
  while (days !== undefined && !days.includes(weekdays[day.dayOfWeek - 1] as (typeof weekdays)[number])) day = day.add({ days: 1 });
  return day;
}

function instantOf(date: Temporal.PlainDate, time: string, zone: string): Date {
  const localTime = date.toPlainDateTime(Temporal.PlainTime.from(time));
  const first = localTime.toZonedDateTime(zone, { disambiguation: "earlier" });
  const there = first.toPlainDateTime().equals(localTime) ? first : (first.getTimeZoneTransition("next") ?? first);
  return new Date(there.epochMilliseconds);
}

/** An occurrence missed by more than this is not made up for. */
export const lateMsMax = 86_400_000;

/**
 * The latest occurrence from a given one until now, if it is not older than a day; null: there is nothing to make up
 * for. Pure.
 */
export function dueOccurrence(at: ScheduleAt, zone: string, next: Date, now: Date): Date | null {
  const oldest = Math.max(next.getTime(), now.getTime() - lateMsMax);
  let due: Date | null = null;
  for (let seen = nextOccurrence(at, zone, new Date(oldest - 1)); seen !== null && seen <= now; seen = nextOccurrence(at, zone, seen))
    due = seen;
  return due;
}
