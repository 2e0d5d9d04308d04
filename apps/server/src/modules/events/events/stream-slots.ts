import type { Database } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Credential } from "#platform/http/context.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import { deadAfterSeconds } from "#platform/jobs/processes.ts";
import type { Log } from "#platform/log/log.ts";
import { releaseSlot, takeSlot, releaseAllBut, releaseAll } from "./stream-slots.queries.ts";

export interface StreamSlotLimits {
  /** Per key, or per person. */
  ofCredential: number;
  ofTenant: number;
}

/**
 * Counts open event streams over all processes: one row each, inserted under a lock of its tenant, so the numbers are
 * exact. A process that ends removes its rows; those of a dead process count until it is known to be dead.
 */
export interface StreamSlots {
  /** Throws rate_limited. Resolves to a function that releases the place. */
  take(credential: Credential): Promise<() => void>;
  /** Deletes rows without an open stream, after a place could not be released. */
  cleanUp(): Promise<void>;
  /** Releases all places. */
  close(): Promise<void>;
}

export function createStreamSlots(deps: {
  database: Pick<Database, "worker">;
  ids: IdSource;
  log: Log;
  /** The id under which the process registers itself. */
  processId: string;
  max: StreamSlotLimits;
}): StreamSlots {
  const { database, log, processId, max } = deps;
  /** Taken, or being taken. */
  const ownIds = new Set<string>();
  let untidy = false;

  async function release(tenantId: string, id: string): Promise<void> {
    ownIds.delete(id);
    try {
      // As the worker, like all of these: they are counted before any tenant transaction, and identified by process.
      await releaseSlot(database, tenantId, id);
    } catch (error) {
      untidy = true;
      log.warn({ err: error }, "the slot of an event stream could not be released; it is retried");
    }
  }

  return {
    async take(credential) {
      const { tenantId } = credential;
      const id = deps.ids.uuid();
      ownIds.add(id);
      try {
        const [row] = await takeSlot(database, tenantId, id, credential.id, processId, max.ofCredential, max.ofTenant, deadAfterSeconds);
        if (row === undefined) throw new Error("take_event_stream returned nothing");
        if (row.full !== null) throw full(row.full, credential, max);
      } catch (error) {
        // The row may have been inserted although the response was lost.
        if (!(error instanceof AppError)) untidy = true;
        ownIds.delete(id);
        throw error;
      }
      return () => void (ownIds.has(id) ? release(tenantId, id) : undefined);
    },
    async cleanUp() {
      if (!untidy) return;
      untidy = false;
      try {
        await releaseAllBut(database, processId, [...ownIds]);
      } catch (error) {
        untidy = true;
        log.warn({ err: error }, "slots of event streams could not be released; it is retried");
      }
    },
    async close() {
      ownIds.clear();
      await releaseAll(database, processId);
    },
  };
}

function full(which: "credential" | "tenant", { kind }: Credential, max: StreamSlotLimits): AppError {
  const owner = which === "tenant" ? "This organization" : kind === "key" ? "This API key" : "This person";
  const count = which === "tenant" ? max.ofTenant : max.ofCredential;
  return new AppError("rate_limited", {
    message: `${owner} has ${count} event streams open, which is the limit. Close one first.`,
    retryAfterSeconds: deadAfterSeconds,
  });
}
