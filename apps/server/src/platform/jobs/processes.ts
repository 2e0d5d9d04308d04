import type { Database } from "../db/database.ts";
import type { Log } from "../log/log.ts";
import type { Wake } from "./wake.ts";

const heartbeatMs = 2_000;
/** After this long without a heartbeat a process counts as dead. */
export const deadAfterSeconds = 10;

/**
 * Tells how many API processes serve this database, so that rate limits move into the database as soon as there are
 * several. Heartbeats use the database's clock. A new process announces itself before it serves.
 */
export function createProcessRegistry(deps: {
  database: Database;
  /** What it is called while it runs. */
  id: string;
  wake: Wake;
  log: Log;
  roles: string;
  onCount(apiProcesses: number): void;
}) {
  const { id } = deps;
  let timer: NodeJS.Timeout | undefined;
  let off: (() => void) | undefined;

  async function beat(): Promise<void> {
    const [row] = await deps.database.worker<{ count: number }>({
      name: "process_beat",
      text: `with mine as (
               insert into server_processes (id, roles, started_at, heartbeat_at) values ($1, $2, clock_timestamp(), clock_timestamp())
               on conflict (id) do update set heartbeat_at = clock_timestamp()
             ), dead as (
               delete from server_processes where heartbeat_at < clock_timestamp() - interval '1 minute' and id <> $1
             )
             select count(*)::int as count from server_processes
              where id <> $1 and roles in ('api', 'all') and heartbeat_at > clock_timestamp() - $3 * interval '1 s'`,
      values: [id, deps.roles, deadAfterSeconds],
    });
    deps.onCount((row?.count ?? 0) + 1);
  }

  const safely = () => beat().catch((error: unknown) => deps.log.debug({ err: error }, "heartbeat missed"));

  return {
    async start(): Promise<void> {
      await beat();
      deps.wake.hint("processes");
      off = deps.wake.on("processes", () => void safely());
      timer = setInterval(() => void safely(), heartbeatMs).unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      off?.();
      await deps.database
        .worker({ name: "process_leave", text: "delete from server_processes where id = $1", values: [id] })
        .catch(() => undefined);
    },
  };
}
