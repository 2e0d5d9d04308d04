import { randomBytes } from "node:crypto";
import { pino } from "pino";

export type Log = pino.Logger;

/**
 * JSON lines on standard output. By convention, fields are limited to ids, codes, counts and durations, never bodies,
 * names, addresses, phone numbers, texts, header values or secrets (a test searches the log of a whole run for planted
 * ones).
 */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Message and stack without PostgreSQL's `detail`, which quotes the row. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint, table, routine } = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code,
    constraint,
    table,
    routine,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** `SVC-<hex>`: shown to the caller, and logged with the same failure. */
export function newReference(): string {
  return `SVC-${randomBytes(6).toString("hex")}`;
}
