import { type Static, Type } from "typebox";
import { formatsByZone } from "#platform/clock/zone-formats.ts";
import { isZone } from "#platform/clock/zones.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import { StringEnum } from "#platform/http/schemas.ts";

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

const Time = Type.String({ pattern: "^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$", description: "HH:MM; 24:00 is the end of the day" });

export const BusinessHours = Type.Object(
  {
    timezone: Type.String({ minLength: 1, maxLength: 64, description: "IANA name, such as Europe/Berlin" }),
    weekly: Type.Array(Type.Object({ day: StringEnum(weekdays), from: Time, to: Time }, { title: "BusinessHoursInterval" }), {
      maxItems: 42,
      description: "When the team is available; a day can appear several times, a missing day is off",
    }),
    holidays: Type.Array(Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" }), {
      maxItems: 366,
      description: "Whole days off, YYYY-MM-DD",
    }),
  },
  { title: "BusinessHours" },
);
export type BusinessHours = Static<typeof BusinessHours>;

/** Throws validation_error for an unknown time zone, an unknown day, or an interval that ends before it starts. */
export function checkBusinessHours(hours: BusinessHours, field: string): void {
  if (!isZone(hours.timezone))
    throw invalidField(`${field}.timezone`, "unknown_value", "Use the IANA name of a time zone, such as Europe/Berlin.");
  for (const [i, { from, to }] of hours.weekly.entries()) {
    if (from >= to)
      throw invalidField(
        `${field}.weekly[${i}].to`,
        "out_of_range",
        "It must be after `from`. Split hours that pass midnight into two entries.",
      );
  }
  for (const [i, day] of hours.holidays.entries()) {
    if (!isDay(day)) throw invalidField(`${field}.holidays[${i}]`, "invalid_format", "This day does not exist.");
  }
}

/** Whether it is YYYY-MM-DD of an existing day. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/**
 * Whether an instant is within business hours, by their zone's local clock, hence correct across daylight saving
 * changes. Pure.
 */
export function isWithin(hours: BusinessHours, at: Date): boolean {
  const { date, day, time } = localTime(hours.timezone, at);
  if (hours.holidays.includes(date)) return false;
  return hours.weekly.some((open) => open.day === day && open.from <= time && time < open.to);
}

const formatOf = formatsByZone({
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  weekday: "long",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

function localTime(timeZone: string, at: Date): { date: string; day: string; time: string } {
  const parts = formatOf(timeZone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((p) => p.type === type)?.value ?? "";
  return {
    date: `${part("year")}-${part("month")}-${part("day")}`,
    day: part("weekday").toLowerCase(),
    time: `${part("hour")}:${part("minute")}`,
  };
}
