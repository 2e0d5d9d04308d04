import { Client, type ClientConfig } from "pg";
import type { Database } from "../db/database.ts";
import type { IdSource } from "../ids/ids.ts";
import type { Log } from "../log/log.ts";
import type { ClaimHolder } from "./claim.ts";
import type { Wake } from "./wake.ts";

/**
 * The class of the advisory locks that processes hold, next to their numbers. Arbitrary, but the same in every release.
 */
export const processLocks = 7_280_003;
/** How often to check for dead processes. */
const checkEveryMs = 1_000;
/** While there is no other process, because a new one announces itself. */
const aloneCheckEveryMs = 15_000;
/** A lock must be found free twice, this far apart: by then a process whose connection was cut has taken it again. */
const graceMs = 500;
/** How long a process whose connection was cut keeps its claims: shorter than the others' wait. */
const retainMs = 400;
const reconnectMs = 100;
/** The heartbeat shows older releases that this process is alive, and this process that its connection is. */
const beatEveryMs = 5_000;
const beatTimeoutMs = 3_000;
/**
 * After this long without a heartbeat a process of an older release counts as dead, as does any process with respect to
 * the slots of its event streams.
 */
export const deadAfterSeconds = 10;

/** SQL: whether the process `p` is alive. Those of older releases hold no lock and are judged by their heartbeat. */
const lives = `(case when p.number is null then p.heartbeat_at > clock_timestamp() - interval '${deadAfterSeconds} s' else exists (
  select from pg_locks l where l.locktype = 'advisory' and l.classid = ${processLocks} and l.objsubid = 2 and l.granted and l.objid = p.number::oid
     and l.database = (select d.oid from pg_database d where d.datname = current_database())) end)`;

/** How many processes serve a database, on any connection to it. */
export const countProcesses = `select count(*)::int as count from server_processes p where ${lives}`;

export interface ProcessRegistry extends ClaimHolder {
  /** Announces the process and starts checking. With `releases` it also releases what dead processes held. */
  start(options: { releases: boolean }): Promise<void>;
  /** Checks once, now. Returns the number of dead processes whose work it released. */
  checkDead(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * The processes that share this database (docs/adr/0165-claims-belong-to-a-live-process.md). Each has a row with a
 * number, and holds that number's advisory lock on a dedicated connection for as long as it lives: PostgreSQL releases
 * it the moment the process dies. Claims carry the number, so a dead process's claims are free at once, and a slow one
 * keeps its claims until their lease expires.
 *
 * A process that loses that connection claims nothing until it has reconnected; if another was faster, it continues
 * under another number.
 */
export function createProcessRegistry(deps: {
  connection: ClientConfig;
  database: Pick<Database, "worker">;
  /** Its id while it runs, under any number. */
  id: string;
  ids: IdSource;
  wake: Pick<Wake, "hint" | "on">;
  log: Log;
  roles: string;
  onCount(apiProcesses: number): void;
  /**
   * Releases what these processes held, of all kinds of work. `died`: the processes crashed instead of stopping
   * properly. Safe to repeat, and to run concurrently with others.
   */
  release(numbers: number[], died: boolean): Promise<void>;
}): ProcessRegistry {
  const { id } = deps;
  let client: Client | undefined;
  /** Its number; undefined before it has one. */
  let ownNumber: number | undefined;
  let lostAtMs: number | undefined;
  let connecting: Promise<void> | undefined;
  let releases = false;
  let alone = false;
  let started = false;
  const timers = new Set<NodeJS.Timeout>();
  let off: (() => void) | undefined;
  /** Numbers whose lock was free, and since when. */
  const free = new Map<number, number>();
  let looking: Promise<number> | undefined;

  function later(delayMs: number, run: () => unknown): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, delayMs);
    timer.unref();
    timers.add(timer);
  }

  function current(): number | null {
    if (ownNumber === undefined) return null;
    return lostAtMs === undefined || performance.now() - lostAtMs < retainMs ? ownNumber : null;
  }

  /** The lock first, then the row: a row without a lock means a dead process. */
  async function connect(): Promise<void> {
    const next = new Client({
      ...deps.connection,
      application_name: "parley process",
      connectionTimeoutMillis: beatTimeoutMs,
      keepAlive: true,
    });
    const lost = () => {
      if (client !== next) return;
      client = undefined;
      lostAtMs = performance.now();
      free.clear();
      if (started) reconnect();
    };
    next.on("error", lost);
    next.on("end", lost);
    try {
      await next.connect();
      // A vanished host's lock is released within seconds. On a Unix socket PostgreSQL ignores these settings.
      await next.query("set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3");
      if (ownNumber === undefined || !(await retakeLock(next, ownNumber))) ownNumber = await takeNew(next);
      client = next;
      lostAtMs = undefined;
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
  }

  async function tryLock(on: Client, number: number): Promise<boolean> {
    const { rows } = await on.query<{ got: boolean }>("select pg_try_advisory_lock($1, $2) as got", [processLocks, number]);
    return rows[0]?.got === true;
  }

  /** Whether our claims are still ours, not released by another process meanwhile. */
  async function retakeLock(on: Client, number: number): Promise<boolean> {
    if (!(await tryLock(on, number))) return false;
    const { rowCount } = await on.query("select from server_processes where id = $1 and number = $2", [id, number]);
    if (rowCount === 1) return true;
    await on.query("select pg_advisory_unlock($1, $2)", [processLocks, number]);
    deps.log.warn({ process: number }, "other processes consider this process dead and have taken over its work");
    return false;
  }

  async function takeNew(on: Client): Promise<number> {
    for (;;) {
      // Random, so that no old claim has a living process's number.
      const number = Number.parseInt(deps.ids.uuid().slice(-8), 16) & 0x7fff_ffff;
      if (!(await tryLock(on, number))) continue;
      // Claims under a previous number are for others to release, like a dead process's: its row stays, under another
      // id.
      await on.query("update server_processes set id = $2 where id = $1", [id, deps.ids.uuid()]);
      const { rowCount } = await on.query(
        `insert into server_processes (id, roles, started_at, heartbeat_at, number) values ($1, $2, clock_timestamp(), clock_timestamp(), $3)
         on conflict (number) do nothing`,
        [id, deps.roles, number],
      );
      if (rowCount === 1) return number;
      await on.query("select pg_advisory_unlock($1, $2)", [processLocks, number]);
    }
  }

  function reconnect(): void {
    connecting ??= connect()
      .then(
        () => {
          if (!started) return void client?.end().catch(() => undefined);
          void safely();
        },
        (error: unknown) => {
          deps.log.debug({ err: error }, "no database connection for this process's heartbeat");
          if (started) later(reconnectMs, reconnect);
        },
      )
      .finally(() => {
        connecting = undefined;
      });
  }

  async function sendHeartbeat(): Promise<void> {
    const on = client;
    if (on === undefined || ownNumber === undefined) return;
    const timeout = setTimeout(() => {
      deps.log.warn("the heartbeat connection of this process does not respond; opening a new one");
      // Not end(), which waits for a response.
      (on as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }, beatTimeoutMs);
    try {
      await on.query({
        name: "process_beat",
        text: "update server_processes set heartbeat_at = clock_timestamp() where id = $1",
        values: [id],
      });
    } finally {
      clearTimeout(timeout);
    }
  }

  /** Runs as the cross-tenant worker: processes belong to no tenant. */
  async function checkNow(): Promise<number> {
    const rows = await deps.database.worker<{ id: string; number: number | null; roles: string; lives: boolean }>({
      name: "processes_look",
      text: `select p.id, p.number, p.roles, ${lives} as lives from server_processes p`,
    });
    const others = rows.filter((row) => row.id !== id);
    alone = others.length === 0;
    deps.onCount(others.filter(({ lives: alive, roles }) => alive && roles !== "worker").length + 1);
    if (!releases) return 0;
    const now = performance.now();
    const dead = others.filter(({ number, lives: alive }) => number !== null && !alive).map(({ number }) => number as number);
    for (const number of free.keys()) if (!dead.includes(number)) free.delete(number);
    for (const number of dead) if (!free.has(number)) free.set(number, now);
    const certain = dead.filter((number) => now - (free.get(number) as number) >= graceMs);
    if (dead.length > certain.length) later(graceMs + 1, safely);
    const deadOlderProcesses = rows.filter(({ number, lives: alive }) => number === null && !alive).map((row) => row.id);
    if (deadOlderProcesses.length > 0)
      await deps.database.worker({
        name: "processes_long_gone",
        text: `delete from server_processes p where p.number is null and p.id = any($1::uuid[]) and p.heartbeat_at < clock_timestamp() - interval '1 minute'`,
        values: [deadOlderProcesses],
      });
    return certain.length === 0 ? 0 : await returnDeadClaims(certain);
  }

  /**
   * Runs under the dead processes' locks: otherwise a process that took its lock again in between would continue under
   * a number whose claims are being released and whose row is about to be deleted. Returns how many there were; the
   * others are being handled elsewhere, or live again.
   */
  async function returnDeadClaims(numbers: number[]): Promise<number> {
    const on = client;
    if (on === undefined) return 0;
    const held: number[] = [];
    try {
      for (const number of numbers) if (await tryLock(on, number)) held.push(number);
      // Work that another process has handled meanwhile is released once more, which has no effect.
      if (held.length === 0) return 0;
      await deps.release(held, true);
      // Last: after a crash before this line, the whole is repeated.
      await on.query("delete from server_processes where number = any($1::integer[])", [held]);
    } finally {
      for (const number of held) {
        free.delete(number);
        // If the connection is lost, its locks are released anyway.
        await on.query("select pg_advisory_unlock($1, $2)", [processLocks, number]).catch(() => undefined);
      }
    }
    deps.log.warn({ processes: held.length }, "processes died; other processes continue their work");
    deps.wake.hint("processes");
    return held.length;
  }

  function checkDead(): Promise<number> {
    looking ??= checkNow().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  const safely = () =>
    checkDead().catch((error: unknown) => {
      // A process that could not check does not know how long a lock has been free.
      free.clear();
      deps.log.debug({ err: error }, "could not check for other processes");
    });

  function again(): void {
    later(alone ? aloneCheckEveryMs : checkEveryMs, () => void safely().finally(() => started && again()));
  }

  function scheduleHeartbeat(): void {
    later(
      beatEveryMs,
      () =>
        void sendHeartbeat()
          .catch(() => undefined)
          .finally(() => started && scheduleHeartbeat()),
    );
  }

  return {
    current,
    async start(options) {
      started = true;
      releases = options.releases;
      await connect();
      await checkDead();
      deps.wake.hint("processes");
      off = deps.wake.on("processes", () => void safely());
      again();
      scheduleHeartbeat();
    },
    checkDead,
    async stop() {
      started = false;
      off?.();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await connecting;
      await looking?.catch(() => undefined);
      const left = ownNumber;
      ownNumber = undefined;
      if (left !== undefined && client !== undefined) {
        // Work that it could not settle in time. If this fails, another process's next check does it.
        await deps
          .release([left], false)
          .then(() => deps.database.worker({ name: "process_leave", text: "delete from server_processes where id = $1", values: [id] }))
          .catch((error: unknown) => deps.log.debug({ err: error }, "other processes return this process's work to the queues"));
      }
      await client?.end().catch(() => undefined);
      client = undefined;
    },
  };
}
