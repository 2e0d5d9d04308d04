/** The hours of a week as the form edits them. */
import type { BusinessHours } from "@parley/sdk";

export const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Day = (typeof days)[number];

export interface Span {
  /** Used only by this form. */
  key: number;
  day: Day;
  from: string | null;
  to: string | null;
}

/** The end of a day, because a time input has no 24:00. */
const midnight = "00:00";

export function toSpans(weekly: BusinessHours["weekly"]): Span[] {
  // An unsaved form has empty times where nothing has been entered yet.
  const timeOf = (time: string) => (time === "" ? null : time === "24:00" ? midnight : time);
  return inOrder(weekly.map(({ day, from, to }, key) => ({ key, day, from: timeOf(from), to: timeOf(to) })));
}

/** The server refuses a missing time. */
export function fromSpans(spans: readonly Span[]): BusinessHours["weekly"] {
  return spans.map(({ day, from, to }) => ({ day, from: from ?? "", to: to === midnight ? "24:00" : (to ?? "") }));
}

/** By day; within a day in the order of creation. */
export function inOrder(spans: readonly Span[]): Span[] {
  return [...spans].sort((a, b) => days.indexOf(a.day) - days.indexOf(b.day) || a.key - b.key);
}

/** The default: Monday to Friday, nine to five. */
export function defaultWeek(): Span[] {
  return days.slice(0, 5).map((day, key) => ({ key, day, from: "09:00", to: "17:00" }));
}

/** The day's name; 1 January 2024 was a Monday. */
export function dayName(day: Day, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(Date.UTC(2024, 0, 1 + days.indexOf(day)));
}

/** The browser's time zones, plus the stored one if it is missing. */
export function timezones(current: string): string[] {
  return [...new Set([current, ...Intl.supportedValuesOf("timeZone")])].sort();
}
