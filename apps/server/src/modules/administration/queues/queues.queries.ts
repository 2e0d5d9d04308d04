import type { Database } from "#platform/db/database.ts";

/** Counts for past hours, of all queues. Runs as the worker, because they belong to the installation and to no tenant. */
export function readHours(database: Pick<Database, "worker">, since: Date): Promise<{ queue: string; hour: Date; completed: number }[]> {
  return database.worker({
    name: "queue_hours_read",
    text: "select queue, hour, completed from queue_hours where hour >= $1",
    values: [since],
  });
}

/** The first writer wins: a past hour does not change. */
export async function storeHour(database: Pick<Database, "worker">, queue: string, hour: Date, completed: number): Promise<void> {
  await database.worker({
    name: "queue_hours_store",
    text: "insert into queue_hours (queue, hour, completed) values ($1, $2, $3) on conflict do nothing",
    values: [queue, hour, completed],
  });
}

export async function purgeHours(database: Pick<Database, "worker">, before: Date): Promise<void> {
  await database.worker({ name: "queue_hours_purge", text: "delete from queue_hours where hour < $1", values: [before] });
}
