/** The first day of an instant's month in UTC, the key of monthly counts: `2026-11-01`. */
export function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`;
}

/** The same, a number of months earlier. */
export function monthsBefore(at: Date, months: number): string {
  return monthOf(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, 1)));
}
