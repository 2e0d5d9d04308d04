import type { Format } from "./format.ts";

/** An instant as a day with its time; today, only the time. */
export function dayAndTime(format: Format, iso: string): string {
  const [day, time] = [format.when(iso), format.time(iso)];
  return day === time ? time : `${day}, ${time}`;
}
