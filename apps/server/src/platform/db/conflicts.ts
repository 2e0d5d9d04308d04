import { sqlState } from "./database.ts";

const attemptsMax = 4;

/**
 * True when PostgreSQL ended a transaction because it and another waited for each other (40P01), or because they could not both
 * have happened one after the other (40001). Nothing of it happened.
 */
export function isConflict(error: unknown): boolean {
  const state = sqlState(error);
  return state === "40P01" || state === "40001";
}

/** Runs a transaction again that lost such a conflict: the winner has committed by then. `transaction` must begin from its beginning. */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt >= attemptsMax || !isConflict(error)) throw error;
    }
  }
}
