import { Temporal } from "temporal-polyfill";

/**
 * A zone's name as spelled in the time zone database; null for an unknown name. Offsets are not zones: they have no
 * daylight saving time.
 */
export function findZone(name: string): string | null {
  if (!/^[A-Za-z]/.test(name)) return null;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export const isZone = (name: string): boolean => findZone(name) !== null;
