/** Runs the embedded PostgreSQL cluster of a data folder, or attaches to one that another process runs. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { type Binaries, findBinaries } from "./binaries.ts";
import {
  type DataFolder,
  type EmbeddedPasswords,
  ensureCluster,
  hasCluster,
  openDataFolder,
  openSocketDir,
  protect,
  readPasswords,
  socketParent,
  tail,
} from "./data-folder.ts";
import { DatabaseError } from "../errors.ts";
import { type FileLock, tryFileLock } from "./file-lock.ts";
import { chooseIdentity, type Identity, letParentExit, spawnGuarded } from "./guarded-process.ts";
import type { DatabaseLog } from "../log.ts";
import { poll } from "../poll.ts";
import { dropStalePid, findLivePostmaster, findProcessesIn, isAlive, type PostmasterPid, readPostmasterPid, signal } from "./postmaster.ts";
import { embeddedSettings } from "./embedded-settings.ts";

export interface EmbeddedOptions {
  /** DATA_DIR; created when missing. The cluster goes into `postgres/` below it. */
  dataDir: string;
  log: DatabaseLog;
  /**
   * PostgreSQL settings that replace or extend ours, for example `{ fsync: 'off' }` in tests. Ignored when attaching.
   */
  settings?: Record<string, string>;
  /** A folder with `initdb` and `postgres` to use instead of the installed package (PostgreSQL 15 to 18). */
  binDir?: string;
  /** How long a start may take before it counts as failed; recovery after a crash under load takes longest. */
  startTimeoutMs?: number;
  /** Called when initdb runs in its process or is not needed: from then on this thread may be held, for example to load code. */
  onInitdb?: () => void;
}

export interface UnexpectedExit {
  /** PostgreSQL's last lines before its log took over; its own log is in DATA_DIR/postgres/log. */
  output: string;
}

export interface Embedded {
  /** Folder of the Unix socket, to be used as `host`. There is no TCP port. */
  readonly socketDir: string;
  /** The number in the socket's name, which PostgreSQL clients need. */
  readonly port: number;
  readonly superuser: string;
  readonly superuserPassword: string;
  readonly passwords: EmbeddedPasswords;
  /** True when another process runs the cluster: `stop` then leaves it running. */
  readonly attached: boolean;
  /** Process id of the postmaster. */
  readonly pid: number;
  /** Superuser connection. It stays valid across `restart`. */
  connection(database: string): pg.ClientConfig;
  /**
   * Stops a cluster that we own: fast shutdown (sessions are cut, data is flushed), after 8 s an immediate one.
   * Idempotent.
   */
  stop(): Promise<void>;
  /** Called each time the cluster ends without `stop`. An attached cluster is checked four times a second. */
  onUnexpectedExit(callback: (exit: UnexpectedExit) => void): void;
  /**
   * Restarts the cluster after an unexpected exit, as its owner unless another process did so first. Does nothing while it is running;
   * concurrent calls share one start. Rejects like startEmbedded.
   */
  restart(): Promise<void>;
}

/**
 * Starts the cluster of `dataDir`, creating it at the first start (about 1 s; later starts 50 ms), or attaches when a
 * live process already runs it. A cluster left over from a dead process is stopped and started again.
 *
 * The cluster ends with this process, even on `kill -9`. As root, PostgreSQL runs as `nobody`. Rejects with
 * DatabaseError embedded_unavailable, embedded_failed or data_folder_unusable.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const folder = await openDataFolder(options.dataDir);
  if (await hasCluster(folder.root)) options.onInitdb?.();
  const cluster = new Cluster(options, folder);
  await cluster.restart();
  return cluster;
}

class Cluster implements Embedded {
  readonly superuser = "postgres";
  readonly #options: EmbeddedOptions;
  readonly #folder: DataFolder;
  readonly #callbacks: ((exit: UnexpectedExit) => void)[] = [];
  #passwords: EmbeddedPasswords | null = null;
  #socketDir = "";
  #port = 5432;
  #pid = 0;
  #lock: FileLock | null = null;
  #child: ChildProcess | null = null;
  #watch: NodeJS.Timeout | null = null;
  #starting: Promise<void> | null = null;
  #stopping: Promise<void> | null = null;

  constructor(options: EmbeddedOptions, folder: DataFolder) {
    this.#options = options;
    this.#folder = folder;
  }

  get socketDir(): string {
    return this.#socketDir;
  }
  get port(): number {
    return this.#port;
  }
  get pid(): number {
    return this.#pid;
  }
  get attached(): boolean {
    return this.#lock === null;
  }
  get passwords(): EmbeddedPasswords {
    if (this.#passwords === null) throw new Error("the cluster has not been started");
    return this.#passwords;
  }
  get superuserPassword(): string {
    return this.passwords.superuser;
  }

  connection(database: string): pg.ClientConfig {
    return { host: this.#socketDir, port: this.#port, user: this.superuser, password: this.superuserPassword, database };
  }

  onUnexpectedExit(callback: (exit: UnexpectedExit) => void): void {
    this.#callbacks.push(callback);
  }

  restart(): Promise<void> {
    if (this.#stopping !== null) throw new Error("the cluster has been stopped");
    this.#starting ??= this.#acquire().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  /** Becomes owner if the lock is free, otherwise attaches to its holder; waits for a holder that is still starting. */
  async #acquire(): Promise<void> {
    if (this.#child !== null) return;
    if (this.#watch !== null) {
      if (isAlive(this.#pid)) return;
      this.#unwatch();
    }
    const timeoutMs = this.#startTimeoutMs;
    let seen = "";
    const running = await poll(
      async () => {
        if (this.#lock === null) this.#lock = tryFileLock(this.#folder.lockFile);
        if (this.#lock !== null) return await this.#startOwn();
        const postmaster = await findLivePostmaster(this.#folder.pgdata);
        if (!postmaster?.ready) return null;
        // An owner being killed at this moment still holds the lock: check twice before attaching to its cluster.
        if (postmaster.content === seen) return await this.#attach(postmaster);
        seen = postmaster.content;
        return null;
      },
      { timeoutMs, everyMs: 25 },
    ).catch((error: unknown) => {
      this.#release();
      throw error;
    });
    if (running === null) {
      throw new DatabaseError(
        "embedded_failed",
        `Another process holds ${this.#folder.lockFile}, but its PostgreSQL was not ready within ${timeoutMs / 1000} s.`,
      );
    }
    this.#port = running.port;
    this.#pid = running.pid;
  }

  async #attach(postmaster: PostmasterPid): Promise<PostmasterPid> {
    this.#passwords = await readPasswords(this.#folder);
    if (this.#passwords === null) {
      throw new DatabaseError("data_folder_unusable", `${this.#folder.passwordFile} is missing.`);
    }
    this.#socketDir = postmaster.socketDir;
    const { pid } = postmaster;
    this.#watch = setInterval(() => {
      if (isAlive(pid)) return;
      this.#unwatch();
      this.#reportExit();
    }, 250).unref();
    this.#options.log.info({ pid }, "joined the running embedded PostgreSQL");
    return postmaster;
  }

  async #startOwn(): Promise<PostmasterPid> {
    const startedAt = performance.now();
    const folder = this.#folder;
    const binaries = await findBinaries(this.#options.binDir);
    const identity = await chooseIdentity([binaries.postgres, dirname(binaries.postgres), folder.root, socketParent(folder)]);
    await this.#endLeftovers();
    this.#passwords = await ensureCluster(folder, binaries, identity, () => this.#options.onInitdb?.());
    await protect(folder);
    if (this.#socketDir === "") this.#socketDir = await openSocketDir(folder, identity);
    const postmaster = await this.#launch(binaries, identity);
    const durationMs = Math.round(performance.now() - startedAt);
    this.#options.log.info({ pid: postmaster.pid, durationMs }, "embedded PostgreSQL is ready");
    return postmaster;
  }

  /** We hold the lock, so whatever still runs here has lost its owner. */
  async #endLeftovers(): Promise<void> {
    const { pgdata } = this.#folder;
    const { log } = this.#options;
    const orphan = await findLivePostmaster(pgdata);
    if (orphan !== null) {
      log.warn({ pid: orphan.pid }, "stopping an embedded PostgreSQL left over from a dead server");
      signal(orphan.pid, "SIGINT");
    } else if ((await readPostmasterPid(pgdata)) === null) {
      return;
    }
    const gone = () => findProcessesIn(pgdata).then(async (pids) => (pids.length > 0 || (await findLivePostmaster(pgdata)) ? null : true));
    if (await poll(gone, { timeoutMs: 20_000, everyMs: 10 })) return await dropStalePid(pgdata);

    const left = await findProcessesIn(pgdata);
    log.warn({ pids: left }, "killing processes of an embedded PostgreSQL that did not stop");
    for (const pid of left) signal(pid, "SIGKILL");
    if (await poll(gone, { timeoutMs: 5_000, everyMs: 10 })) return await dropStalePid(pgdata);
    throw new DatabaseError("embedded_failed", `Processes of an earlier PostgreSQL still run in ${pgdata}: ${left.join(", ")}.`);
  }

  async #launch(binaries: Binaries, identity: Identity): Promise<PostmasterPid> {
    const { pgdata, startLog } = this.#folder;
    const settings = { ...embeddedSettings(this.#socketDir), ...this.#options.settings };
    const args = ["-D", pgdata, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
    const staleContent = (await readPostmasterPid(pgdata))?.content;
    const output = await open(startLog, "w", 0o600);
    const child = spawnGuarded(identity, binaries.postgres, args, output.fd);
    await output.close();
    let ended = false;
    let failure: Error | null = null;
    child.once("exit", () => {
      ended = true;
    });
    child.once("error", (error) => {
      ended = true;
      failure = error;
    });

    const postmaster = await poll(
      async () => {
        if (ended) throw new DatabaseError("embedded_failed", `PostgreSQL did not start: ${await tail(startLog)}`, failure ?? undefined);
        const file = await readPostmasterPid(pgdata);
        return file?.ready && file.content !== staleContent ? file : null;
      },
      { timeoutMs: this.#startTimeoutMs, everyMs: 5 },
    );
    if (postmaster === null) {
      // Closing the pipe makes the guard stop it.
      child.stdin?.destroy();
      throw new DatabaseError(
        "embedded_failed",
        `PostgreSQL was not ready within ${this.#startTimeoutMs / 1000} s: ${await tail(startLog)}`,
      );
    }
    letParentExit(child);
    this.#child = child;
    const onExit = () => {
      this.#child = null;
      if (this.#stopping === null) this.#reportExit();
    };
    if (ended) queueMicrotask(onExit);
    else child.once("exit", onExit);
    return postmaster;
  }

  #reportExit(): void {
    this.#options.log.error({ pid: this.#pid }, "the embedded PostgreSQL stopped unexpectedly");
    tail(this.#folder.startLog).then((output) => {
      for (const callback of this.#callbacks) callback({ output });
    });
  }

  async #stop(): Promise<void> {
    await this.#starting?.catch(() => undefined);
    this.#unwatch();
    const child = this.#child;
    if (child !== null && child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit").then(() => true);
      // The child keeps this process alive meanwhile; a referenced timer would do so for seconds longer.
      const within = (timeoutMs: number) => Promise.race([exited, delay(timeoutMs, false, { ref: false })]);
      child.ref();
      signal(this.#pid, "SIGINT");
      if (!(await within(8_000))) {
        this.#options.log.warn(
          { pid: this.#pid },
          "PostgreSQL takes too long to stop; stopping it immediately, it recovers at the next start",
        );
        signal(this.#pid, "SIGQUIT");
        if (!(await within(3_000))) for (const pid of await findProcessesIn(this.#folder.pgdata)) signal(pid, "SIGKILL");
        await within(1_000);
      }
    }
    this.#release();
  }

  #release(): void {
    this.#unwatch();
    this.#lock?.release();
    this.#lock = null;
  }

  #unwatch(): void {
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#watch = null;
  }

  get #startTimeoutMs(): number {
    return this.#options.startTimeoutMs ?? 300_000;
  }
}
