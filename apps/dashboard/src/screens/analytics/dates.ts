/** Formats days and intervals for analytics. */
import { dateLocale } from "../../i18n/date-locale.ts";
import type { Interval } from "./span.ts";

export interface Dates {
  /** 9–22 Nov 2026, for the first and the last day. */
  range(first: string, last: string): string;
  /** Below a chart; `local` as in the API: the zone's clock time. */
  label(local: string, interval: Interval): string;
  /** In a table and a tooltip. */
  title(local: string, interval: Interval): string;
  /** 13:02:04 in a zone; with the day if it is not today. */
  instant(iso: string, zone: string, nowMs: number): string;
  /** Monday is 1. */
  weekday(day: number, isLong?: boolean): string;
  hour(hour: number): string;
}

/** A Monday. */
const monday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

export function createDates(language: string): Dates {
  const name = dateLocale(language);
  const of = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(name, { timeZone: "UTC", ...options });
  const full = of({ day: "numeric", month: "short", year: "numeric" });
  const day = of({ day: "numeric", month: "short" });
  const number = of({ day: "numeric" });
  const month = of({ month: "short" });
  const monthOfYear = of({ month: "long", year: "numeric" });
  const weekdayAndDay = of({ weekday: "short", day: "numeric", month: "short" });
  const time = of({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const [weekday, longWeekday] = [of({ weekday: "short" }), of({ weekday: "long" })];
  /** The zone's clock time, treated as UTC. */
  const clock = (local: string) => new Date(`${local.slice(0, 19)}Z`);
  const date = (text: string) => new Date(`${text}T00:00:00Z`);
  return {
    range: (first, last) => full.formatRange(date(first), date(last)),
    label(local, interval) {
      const at = clock(local);
      if (interval === "hour") return time.format(at);
      if (interval === "month") return month.format(at);
      if (interval === "week" || at.getUTCDate() === 1) return day.format(at);
      return number.format(at);
    },
    title(local, interval) {
      const at = clock(local);
      if (interval === "hour") return `${weekdayAndDay.format(at)}, ${time.format(at)}`;
      if (interval === "month") return monthOfYear.format(at);
      return interval === "week" ? full.format(at) : weekdayAndDay.format(at);
    },
    instant(iso, zone, nowMs) {
      const at = new Date(iso);
      const inZone = { timeZone: zone, hourCycle: "h23", hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
      const sameDay = full.format(at.getTime()) === full.format(nowMs);
      return of({ ...inZone, ...(sameDay ? {} : { day: "numeric", month: "short" }) }).format(at);
    },
    weekday: (day, isLong = false) => (isLong ? longWeekday : weekday).format(monday + (day - 1) * dayMs),
    hour: (hour) => time.format(monday + hour * 3_600_000),
  };
}
