import type { Clock } from "../clock/clock.ts";
import type { Database } from "../db/database.ts";
import type { Log } from "../log/log.ts";
import type { Queue } from "./queue.ts";
import type { Wake } from "./wake.ts";

const everyMs = 2_000;
const quietAfterMs = 4_000;
/** What has been due for longer is no news: it waits for something else, or for the seldom poll. */
const newsMs = 60_000;

/**
 * Ends the rest of the installation when something becomes due in a queue: a retry, a wait of a flow, a schedule. One statement every two seconds in the place
 * of some dozens, and none while nobody rests. A hint like others: the loops' own polls go on, only seldom.
 */
export function createDueWatch(deps: {
  database: Pick<Database, "worker">;
  clock: Clock;
  wake: Pick<Wake, "atRest" | "quietMs" | "stir">;
  log: Log;
  queues: readonly Pick<Queue, "tables">[];
  /** Called once when it has become quiet: a moment for what would disturb work. */
  onQuiet(): void;
}) {
  let wasQuiet = false;
  const tables = [...new Set(deps.queues.flatMap((queue) => queue.tables))];
  const due = tables.map((table) => `exists (select from ${table} where state = 'ready' and run_at <= $1 and run_at > $2)`).join(" or ");
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<unknown> | undefined;

  /** As the cross-tenant worker: the installation's queues are looked at, of no tenant in particular. */
  async function look(): Promise<boolean> {
    const now = deps.clock.now();
    const [row] = await deps.database.worker<{ due: boolean }>({
      name: "queues_due",
      text: `select (${due}) as due`,
      values: [now, new Date(now.getTime() - newsMs)],
    });
    if (row?.due === true) deps.wake.stir();
    return row?.due === true;
  }

  return {
    look,
    start(): void {
      timer ??= setInterval(() => {
        const quiet = deps.wake.quietMs() > quietAfterMs;
        if (quiet && !wasQuiet) deps.onQuiet();
        wasQuiet = quiet;
        if (!deps.wake.atRest()) return;
        looking ??= look()
          .catch((error: unknown) => deps.log.debug({ err: error }, "could not look for what is due"))
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
