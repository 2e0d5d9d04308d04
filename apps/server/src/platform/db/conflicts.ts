import { sqlState } from "./database.ts";

const attemptsMax = 4;

/**
 * True if PostgreSQL aborted a transaction because of a deadlock (40P01) or a serialization failure (40001). It had no
 * effect.
 */
export function isConflict(error: unknown): boolean {
  const state = sqlState(error);
  return state === "40P01" || state === "40001";
}

/**
 * Repeats a transaction aborted by such a conflict: the winner has committed by then. `transaction` must start from its
 * beginning.
 */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt >= attemptsMax || !isConflict(error)) throw error;
    }
  }
}
