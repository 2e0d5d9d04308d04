import { PgBoss } from "pg-boss";
import type { ClientConfig } from "pg";
import type { Log } from "../log/log.ts";

/** A job that runs by the clock, once for all processes together. Must be safe to run twice. */
export interface ScheduledJob {
  /** Letters, digits, `_`, `-`, `.`, `/`: it names a queue of pg-boss. */
  name: string;
  /** Five fields, UTC. */
  cron: string;
  run(): Promise<void>;
}

/** Jobs by the clock, through pg-boss: one run per tick however many workers there are, retried when it fails. */
export function createScheduler(options: { connection: ClientConfig; jobs: ScheduledJob[]; log: Log }) {
  let boss: PgBoss | undefined;
  let stopping = false;
  return {
    async start(): Promise<void> {
      const { connection } = options;
      boss = new PgBoss({
        host: connection.host as string,
        port: connection.port as number,
        user: connection.user as string,
        password: connection.password as string,
        database: connection.database as string,
        ...(connection.ssl === undefined ? {} : { ssl: connection.ssl as never }),
        max: 2,
        schema: "pgboss",
        application_name: "parley jobs",
        createSchema: false,
      });
      boss.on("error", (error) => options.log[stopping ? "debug" : "warn"]({ err: error }, "job scheduler"));
      await boss.start();
      for (const job of options.jobs) {
        await boss.createQueue(job.name, { retryLimit: 3, retryBackoff: true, expireInSeconds: 600, deleteAfterSeconds: 86_400 });
        await boss.work(job.name, { pollingIntervalSeconds: 5 }, async () => job.run());
        await boss.schedule(job.name, job.cron, null, { singletonKey: job.name });
      }
    },
    async stop(): Promise<void> {
      stopping = true;
      await boss?.stop({ graceful: true, timeout: 5_000 });
      boss = undefined;
    },
  };
}
