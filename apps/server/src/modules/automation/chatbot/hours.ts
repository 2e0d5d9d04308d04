import { Temporal } from "temporal-polyfill";
import { type BusinessHours, isWithin } from "#modules/people/agent-settings/index.ts";

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
 * The instant at which hours next begin or end, by the local clock of their zone; null: not within a year. It
 * identifies the closed interval that contains an instant: it is the same for every instant of it. A change of summer
 * time may begin or end an interval too. Pure.
 */
export function nextChange(hours: BusinessHours, at: Date): Date | null {
  const now = isWithin(hours, at);
  const start = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(hours.timezone);
  const times = [...new Set(["00:00", ...hours.weekly.flatMap(({ from, to }) => [from, to])])].filter((time) => time !== "24:00");
  let shift = start.getTimeZoneTransition("next");
  for (let day = 0; day <= daysMax; day++) {
    const date = start.toPlainDate().add({ days: day });
    const end = date.add({ days: 1 }).toZonedDateTime(hours.timezone).epochMilliseconds;
    const instants = times.flatMap((time) => {
      const local = date.toPlainDateTime(Temporal.PlainTime.from(time));
      return (["earlier", "later"] as const).map(
        (which) => local.toZonedDateTime(hours.timezone, { disambiguation: which }).epochMilliseconds,
      );
    });
    while (shift !== null && shift.epochMilliseconds < end) {
      instants.push(shift.epochMilliseconds);
      shift = shift.getTimeZoneTransition("next");
    }
    for (const instant of instants.sort((a, b) => a - b)) {
      if (instant > at.getTime() && isWithin(hours, new Date(instant)) !== now) return new Date(instant);
    }
  }
  return null;
}

/** Identifies the closed interval of a chatbot that does not work at an instant. */
export function closedIntervalOf(hours: ActiveHours, at: Date): string {
  return nextChange(hours, at)?.toISOString() ?? "endless";
}
