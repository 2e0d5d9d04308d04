/** The hours of a week as the form has them. */
import type { BusinessHours } from "@parley/sdk";

export const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Day = (typeof days)[number];

export interface Span {
  /** Of this form alone. */
  key: number;
  day: Day;
  from: string | null;
  to: string | null;
}

/** What the day ends with: a clock has no 24:00. */
const midnight = "00:00";

export function toSpans(weekly: BusinessHours["weekly"]): Span[] {
  return inOrder(weekly.map((span, key) => ({ ...span, key, to: span.to === "24:00" ? midnight : span.to })));
}

/** A time that is missing is left for the server to refuse. */
export function fromSpans(spans: readonly Span[]): BusinessHours["weekly"] {
  return spans.map(({ day, from, to }) => ({ day, from: from ?? "", to: to === midnight ? "24:00" : (to ?? "") }));
}

/** By day; within a day as they were added. */
export function inOrder(spans: readonly Span[]): Span[] {
  return [...spans].sort((a, b) => days.indexOf(a.day) - days.indexOf(b.day) || a.key - b.key);
}

/** Of a team that has not said: Monday to Friday, nine to five. */
export function usualWeek(): Span[] {
  return days.slice(0, 5).map((day, key) => ({ key, day, from: "09:00", to: "17:00" }));
}

/** The day's name; the first of January 2024 was a Monday. */
export function dayName(day: Day, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" }).format(Date.UTC(2024, 0, 1 + days.indexOf(day)));
}
