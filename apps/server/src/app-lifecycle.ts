import type { FastifyInstance } from "fastify";
import { type Config, ConfigError } from "./config.ts";
import type { Verifier } from "#platform/auth/verifier.ts";
import { closeHttpServer } from "#platform/http/server.ts";
import type { Loop } from "#platform/jobs/loop.ts";
import type { createDueWatch } from "#platform/jobs/due-watch.ts";
import type { ProcessRegistry } from "#platform/jobs/processes.ts";
import type { createScheduler } from "#platform/jobs/scheduler.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";

export interface LifecycleParts {
  config: Config;
  log: Log;
  /** Synchronized with the database, then used by the jobs; null if the clock is controlled from outside. */
  syncedClock: { sync(): Promise<number> } | null;
  /** Whether this process runs background work. */
  runsJobs: boolean;
  loops: Loop[];
  /** Loops that callers wait for. They start first, because all loops need the few connections at the same time. */
  urgentLoops: Loop[];
  /** Waits until work that loops have started is done. */
  idle(): Promise<unknown>;
  scheduler: ReturnType<typeof createScheduler>;
  dueWatch: ReturnType<typeof createDueWatch>;
  processes: ProcessRegistry;
  /** Delivers in memory what its loops have claimed. */
  webhooks: { drain(): Promise<unknown>; stop(): Promise<unknown> };
  /** Passes events to other loops, in memory. */
  eventReader: { onBatch(listener: () => void): () => void };
  /** Open streams, which never end by themselves. */
  eventStreams: { close(): Promise<unknown> };
  verifier: Pick<Verifier, "flushUsage">;
  /** Writes its in-memory entries. */
  requestLog: { flush(): Promise<void> };
  wake: Pick<Wake, "close">;
  /** `stopping`: the process accepts no more work. */
  buildServer(stopping: () => boolean): Promise<FastifyInstance>;
  /** Called once the address is known. */
  onListening(url: string): void;
  /** Null: metrics have no separate port. */
  openMetricsPort: (() => Promise<{ url: string; close(): Promise<void> }>) | null;
  /** Releases storage, connections and pools once nothing runs any more. */
  close(): Promise<unknown>;
}

const everyMinuteMs = 60_000;
/** Consecutive rounds of one loop during a drain. */
const consecutiveRoundsMax = 21;
const followersEveryRounds = 4;

/**
 * Knows for each loop whether a round could find anything: whether something it depends on has changed since its last
 * round.
 */
export interface LoopWatch {
  mayHaveWork(loop: Loop): boolean;
  /** Follows the event log: runs when the others have nothing left to do, so that it reads all their events at once. */
  isFollower(loop: Loop): boolean;
  /** `loop.once()`, recorded by this watch. */
  runOnce(loop: Loop): Promise<boolean | number>;
}

/** Turns a failure to listen into an error that names the setting to change; other errors stay as they are. */
function explainListen(error: unknown, setting: string, host: string, port: number | undefined): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return new ConfigError(`Port ${port} of ${host} is used by another program: stop it, or set ${setting} (0 picks a free one).`);
  if (code === "EACCES") return new ConfigError(`This user may not listen on port ${port}: set ${setting} to 1024 or more.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return new ConfigError(`HOST ${host} is not an address of this machine.`);
  return error;
}

/** Starts, drains and stops what the composition root has created, in dependency order. */
export function createLifecycle(parts: LifecycleParts) {
  const { config, log, loops } = parts;
  const timers: NodeJS.Timeout[] = [];
  let stopping = false;
  let server: FastifyInstance | undefined;
  let metricsPort: { url: string; close(): Promise<void> } | undefined;

  async function start(): Promise<{ url: string }> {
    const { syncedClock } = parts;
    if (syncedClock !== null) {
      await syncedClock.sync();
      timers.push(setInterval(() => void syncedClock.sync().catch(() => undefined), everyMinuteMs));
    }
    await parts.processes.start({ releases: parts.runsJobs });
    timers.push(
      setInterval(
        () =>
          void parts.verifier
            .flushUsage()
            .catch((error: unknown) => log.warn({ err: error }, "the last use of credentials was not stored")),
        everyMinuteMs,
      ),
    );
    metricsPort = await parts.openMetricsPort?.().catch((error: unknown) => {
      throw explainListen(error, "METRICS_PORT", "127.0.0.1", config.metricsPort);
    });
    if (metricsPort !== undefined) log.info({ url: metricsPort.url }, "metrics");
    server = await parts.buildServer(() => stopping);
    await server.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw explainListen(error, "PORT", config.host, config.port);
    });
    const address = server.server.address();
    const port = typeof address === "object" && address !== null ? address.port : config.port;
    const host = config.host.includes(":") ? `[${config.host}]` : config.host;
    const url = `http://${host}:${port}`;
    parts.onListening(url);
    // After the server: with a large backlog the first rounds would delay callers until the routes are registered.
    if (parts.runsJobs) {
      for (const loop of [...parts.urgentLoops, ...loops]) loop.start();
      parts.dueWatch.start();
      if (syncedClock !== null) parts.scheduler.loop.start();
    }
    return { url };
  }

  /**
   * Runs all background work until nothing is left (tests never sleep). A loop that asks to continue after some
   * milliseconds gets them through `advance`. `only`: names of loops; default: all that `watch` finds worthwhile.
   */
  async function drain(advance: (ms: number) => void = () => undefined, only?: readonly string[], watch?: LoopWatch): Promise<void> {
    const some = only === undefined ? loops : loops.filter(({ name }) => only.includes(name));
    if (some.length < (only?.length ?? 0)) throw new Error(`unknown loops; the loops are ${loops.map(({ name }) => name).join(", ")}`);
    const runningWorkEnds = () => Promise.all([parts.idle(), parts.webhooks.drain()]);
    // Without the watch: only the reader knows of events that another open transaction hides for a moment.
    const watched = only === undefined ? watch : undefined;
    const busy = new Set<string>();
    for (let quiet = 0, rounds = 0; quiet < 2; rounds++) {
      if (rounds > 500) throw new Error(`background work did not finish in time: ${[...busy].join(", ")}`);
      let [ran, worked] = [0, false];
      const runLoop = async (loop: Loop) => {
        if (watched?.mayHaveWork(loop) === false) return;
        ran++;
        let more: boolean | number = true;
        // A loop that works table by table, batch by batch or at a limited rate would otherwise cause a round of all
        // others after each step.
        for (let steps = 0; more !== false && steps < consecutiveRoundsMax; steps++) {
          more = await (watched?.runOnce(loop) ?? loop.once());
          if (typeof more !== "number") continue;
          advance(more);
          await runningWorkEnds();
        }
        if (more !== false) worked = true;
        if (rounds === 500) busy.add(loop.name);
      };
      const [followers, others] = [some.filter((loop) => watched?.isFollower(loop)), some.filter((loop) => !watched?.isFollower(loop))];
      for (const loop of others) await runLoop(loop);
      // Every few rounds as well: another loop may continue until a follower has done its part.
      if (ran === 0 || rounds % followersEveryRounds === followersEveryRounds - 1) for (const loop of followers) await runLoop(loop);
      await runningWorkEnds();
      if (watched === undefined) quiet = worked ? 0 : quiet + 1;
      else if (ran === 0 && !some.some((loop) => watched.mayHaveWork(loop))) return;
    }
  }

  /** Accepts no more work, finishes what is running, releases resources. Within SHUTDOWN_TIMEOUT_MS. */
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    for (const timer of timers) clearInterval(timer);
    const steps: [string, () => Promise<unknown>][] = [
      ["event streams", () => parts.eventStreams.close()],
      ["requests", async () => (server === undefined ? undefined : closeHttpServer(server))],
      ["metrics", async () => metricsPort?.close()],
      ["background loops", () => Promise.all(loops.map((loop) => loop.stop()))],
      ["running work", () => Promise.all([parts.idle(), parts.webhooks.stop(), parts.scheduler.loop.stop(), parts.dueWatch.stop()])],
      ["request log", () => parts.requestLog.flush()],
      ["use of keys", () => parts.verifier.flushUsage().catch(() => undefined)],
      ["process registry", () => parts.processes.stop()],
      ["wake-ups", () => parts.wake.close()],
    ];
    let current = "";
    const deadline = new Promise<void>((resolve) => {
      setTimeout(() => {
        log.warn({ step: current }, "the shutdown took too long; unfinished work resumes at the next start");
        resolve();
      }, config.shutdownTimeoutMs).unref();
    });
    const run = async () => {
      for (const [name, step] of steps) {
        current = name;
        await step().catch((error: unknown) => log.error({ err: error, step: name }, "the shutdown was not clean"));
      }
    };
    await Promise.race([deadline, run()]);
    await Promise.race([deadline, parts.close()]).catch(() => undefined);
  }

  return {
    start,
    drain,
    stop,
    /** Where metrics have a separate port; undefined: none. */
    metricsUrl: () => metricsPort?.url,
  };
}
