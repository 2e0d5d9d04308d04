/** The days of a period in a time zone, the previous period, and the interval for counting. */
import { type CalendarDate, fromAbsolute, parseDate, startOfMonth, toCalendarDate } from "@internationalized/date";
import type { MetricsTimeseriesQuery } from "@parley/sdk";
import { type AnalyticsSearch, periodDefault, type PeriodId } from "./analytics-search.ts";

export type Interval = NonNullable<MetricsTimeseriesQuery["interval"]>;

export interface Span {
  /** The first day, and the day after the last. */
  since: string;
  until: string;
  /** Of the same length; for a period that is not over, as much as has passed. */
  before: { since: string; until: string };
  /** The last day of the previous period, for display. */
  beforeLast: string;
  interval: Interval;
}

const hourlyDaysMax = 62;
const daysOf: Partial<Record<PeriodId, number>> = { today: 1, "7d": 7, "30d": 30, "90d": 90, "365d": 365 };
const quarterMs = 15 * 60_000;

export function spanOf({ period = periodDefault, since, until, interval }: AnalyticsSearch, zone: string, nowMs: number): Span {
  const now = fromAbsolute(Math.floor(nowMs / quarterMs) * quarterMs, zone);
  const today = toCalendarDate(now);
  const [first, end] = days(period, since, until, today);
  const length = daysBetween(first, end);
  const isMonth = since === undefined && (period === "month" || period === "last-month");
  const shift = isMonth ? { months: 1 } : { days: length };
  // A period that is not over would otherwise be compared with more time than it had.
  const runs = end.compare(today) > 0 && first.compare(today) <= 0;
  const beforeUntil = runs ? now.subtract(shift).toAbsoluteString() : end.subtract(shift).toString();
  return {
    since: first.toString(),
    until: end.toString(),
    before: { since: first.subtract(shift).toString(), until: beforeUntil },
    beforeLast: (runs ? toCalendarDate(now.subtract(shift)) : end.subtract(shift).subtract({ days: 1 })).toString(),
    interval: interval !== undefined && (interval !== "hour" || length <= hourlyDaysMax) ? interval : usualInterval(length),
  };
}

function days(period: PeriodId, since: string | undefined, until: string | undefined, today: CalendarDate): [CalendarDate, CalendarDate] {
  if (since !== undefined && until !== undefined) return [parseDate(since), parseDate(until)];
  const tomorrow = today.add({ days: 1 });
  const month = startOfMonth(today);
  if (period === "month") return [month, tomorrow];
  if (period === "last-month") return [month.subtract({ months: 1 }), month];
  return [tomorrow.subtract({ days: daysOf[period] ?? 30 }), tomorrow];
}

const daysBetween = (first: CalendarDate, end: CalendarDate) =>
  Math.round((Date.parse(end.toString()) - Date.parse(first.toString())) / 86_400_000);

/** Between about ten and a hundred intervals. */
function usualInterval(length: number): Interval {
  if (length <= 2) return "hour";
  return length <= 92 ? "day" : "week";
}

/** The intervals by which a period can be counted. */
export function intervalsOf({ since, until }: Span): Interval[] {
  const length = daysBetween(parseDate(since), parseDate(until));
  return [...(length <= hourlyDaysMax ? (["hour"] as const) : []), "day", "week", "month"];
}
