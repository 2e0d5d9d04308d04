import { Temporal } from "temporal-polyfill";
import { type BusinessHours, isWithin, weekdays } from "#modules/people/agent-settings/index.ts";

export const hoursModes = ["inside", "outside"] as const;

/** When a chatbot works. `inside`: during its hours; `outside`: at all other times. */
export interface ActiveHours extends BusinessHours {
  mode: (typeof hoursModes)[number];
}

/** Whether the chatbot works at an instant; null: always. Pure. */
export function isActiveAt(hours: ActiveHours | null, at: Date): boolean {
  return hours === null || isWithin(hours, at) === (hours.mode === "inside");
}

/** Consecutive holidays, and a week around them. */
const daysMax = 400;

/**
 * The instant at which hours next begin or end, by the local clock of their zone; null: not within a year. It identifies the closed
 * interval that contains an instant, because it is the same for every instant in it. A change of daylight saving time may begin or end an
 * interval too. Pure.
 *
 * This may involve every day of a year, each with many times. Only the first day, and days on which clocks change, are checked instant by
 * instant; for all others a weekly table says whether the state changes.
 */
export function nextChange(hours: BusinessHours, at: Date): Date | null {
  const now = isWithin(hours, at);
  const start = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(hours.timezone);
  const times = [...new Set(["00:00", ...hours.weekly.flatMap(({ from, to }) => [from, to])])].filter((time) => time !== "24:00").sort();
  const firstChanges = firstChangesOf(hours, times, now);
  const holidays = new Set(hours.holidays);
  let shift = shiftAfter(start);
  for (let day = 0; day <= daysMax; day++) {
    const date = start.toPlainDate().add({ days: day });
    while (shift !== null && isBefore(shift.lastDay, date)) shift = shiftAfter(shift.at);
    if (day === 0 || (shift !== null && !isBefore(date, shift.firstDay))) {
      const found = changeWithin(
        hours,
        date,
        times,
        shift?.at ?? null,
        (instant) => instant > at.getTime() && isWithin(hours, new Date(instant)) !== now,
      );
      if (found !== null) return new Date(found);
      continue;
    }
    const change = holidays.has(date.toString()) ? (now ? "00:00" : undefined) : firstChanges[date.dayOfWeek - 1];
    if (change !== undefined) return new Date(date.toZonedDateTime({ timeZone: hours.timezone, plainTime: change }).epochMilliseconds);
  }
  return null;
}

const isBefore = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b) < 0;

/** The next change of clocks, and the days it falls on, by the old time and by the new. */
function shiftAfter(instant: Temporal.ZonedDateTime) {
  const at = instant.getTimeZoneTransition("next");
  if (at === null) return null;
  const [before, after] = [at.subtract({ milliseconds: 1 }).toPlainDate(), at.toPlainDate()];
  return isBefore(after, before) ? { at, firstDay: after, lastDay: before } : { at, firstDay: before, lastDay: after };
}

/** For each day of the week, Monday first: the first local time at which the state is not `now`. */
function firstChangesOf({ weekly }: BusinessHours, times: string[], now: boolean): (string | undefined)[] {
  return weekdays.map((name) => {
    const intervals = weekly.filter((open) => open.day === name);
    return times.find((time) => intervals.some((open) => open.from <= time && time < open.to) !== now);
  });
}

/** The first instant of a day at which the state changes; null: none. */
function changeWithin(
  { timezone }: BusinessHours,
  date: Temporal.PlainDate,
  times: string[],
  shift: Temporal.ZonedDateTime | null,
  changes: (instant: number) => boolean,
): number | null {
  const end = date.add({ days: 1 }).toZonedDateTime(timezone).epochMilliseconds;
  const instants = times.flatMap((time) => {
    const local = date.toPlainDateTime(Temporal.PlainTime.from(time));
    return (["earlier", "later"] as const).map((which) => local.toZonedDateTime(timezone, { disambiguation: which }).epochMilliseconds);
  });
  for (let set = shift; set !== null && set.epochMilliseconds < end; set = set.getTimeZoneTransition("next"))
    instants.push(set.epochMilliseconds);
  return [...new Set(instants)].sort((a, b) => a - b).find(changes) ?? null;
}

/** Identifies the closed interval that an instant outside a chatbot's hours falls in. */
export function closedIntervalOf(hours: ActiveHours, at: Date): string {
  return nextChange(hours, at)?.toISOString() ?? "endless";
}
