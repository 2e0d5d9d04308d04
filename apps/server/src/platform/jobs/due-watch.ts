import type { Clock } from "../clock/clock.ts";
import type { Database } from "../db/database.ts";
import type { Log } from "../log/log.ts";
import type { Queue } from "./queue.ts";
import type { Wake } from "./wake.ts";

const everyMs = 2_000;
/** Rows that have been due for longer do not count: they wait for something else, or for the slow poll. */
const stateLifeMs = 60_000;

/** The instants that a table's rows wait for; an index starts with the column. Null: the row waits for none. */
export interface DueTime {
  table: string;
  column: string;
}

/**
 * Wakes the installation from rest when something becomes due in a queue or by the clock: a retry, a flow's wait, a
 * snooze. One statement every two seconds instead of some dozens, and none while nothing is at rest. Only a hint: the
 * loops' own polls continue, just more slowly.
 */
export function createDueWatch(deps: {
  database: Pick<Database, "worker">;
  clock: Clock;
  wake: Pick<Wake, "atRest" | "reportActivity">;
  log: Log;
  queues: readonly Pick<Queue, "tables">[];
  times: readonly DueTime[];
}) {
  const tables = [...new Set(deps.queues.flatMap((queue) => queue.tables))];
  const due = [
    ...tables.map((table) => `exists (select from ${table} where state = 'ready' and run_at <= $1 and run_at > $2)`),
    ...deps.times.map(({ table, column }) => `exists (select from ${table} where ${column} <= $1 and ${column} > $2)`),
  ].join(" or ");
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<unknown> | undefined;

  /** Runs as the cross-tenant worker: it checks the queues of the whole installation. */
  async function checkDue(): Promise<boolean> {
    const now = deps.clock.now();
    const [row] = await deps.database.worker<{ due: boolean }>({
      name: "queues_due",
      text: `select (${due}) as due`,
      values: [now, new Date(now.getTime() - stateLifeMs)],
    });
    if (row?.due === true) deps.wake.reportActivity();
    return row?.due === true;
  }

  return {
    look: checkDue,
    start(): void {
      timer ??= setInterval(() => {
        if (!deps.wake.atRest()) return;
        looking ??= checkDue()
          .catch((error: unknown) => deps.log.debug({ err: error }, "could not check for due work"))
          .finally(() => {
            looking = undefined;
          });
      }, everyMs).unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await looking;
    },
  };
}
