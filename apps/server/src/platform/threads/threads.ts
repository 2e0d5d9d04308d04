import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { AppError } from "../errors/app-error.ts";
import type { ErrorCode } from "../errors/catalog.ts";
import type { Log } from "../log/log.ts";

/** A call exceeded a thread's time or memory limit; its thread has been ended. */
export class ThreadLimitExceeded extends Error {
  override readonly name = "ThreadLimitExceeded";
}

/**
 * Runs functions in threads: code that reads untrusted bytes or long texts, and could hang or exhaust memory, never
 * runs on the thread that serves requests (ADR 151). Arguments and results are copied.
 */
export interface Threads {
  /**
   * Calls the function `name` exported by `file`. Rejects with its error (an AppError stays one), or with ThreadLimitExceeded
   * if it takes too long or too much memory.
   */
  call<T>(file: string, name: string, args: readonly unknown[]): Promise<T>;
  /** Like `call`, for a function that returns an async iterable: piece by piece. */
  stream<T>(file: string, name: string, args: readonly unknown[]): AsyncGenerator<T>;
  /** The current number of threads. */
  readonly size: number;
  stop(): Promise<void>;
}

export interface ThreadsOptions {
  log: Log;
  /** Concurrent calls; others wait for their turn. */
  max: number;
  /** A call's time limit, from its start in the thread. */
  timeoutMs: number;
  memoryMb: number;
  /** An idle thread ends after this time, so that an installation at rest has none. */
  idleMs: number;
}

/** A message to the thread. */
export interface ThreadRequest {
  file: string;
  name: string;
  args: readonly unknown[];
}

type AppErrorOptions = NonNullable<ConstructorParameters<typeof AppError>[1]>;

/** A message from the thread. `begun`: its code is loaded. */
export type Report =
  | { kind: "begun" }
  | { kind: "piece"; value: unknown }
  | { kind: "done"; value: unknown }
  | { kind: "failed"; message: string; stack: string | undefined; app: { code: ErrorCode; options: AppErrorOptions } | null };

interface Job extends ThreadRequest {
  piece(value: unknown): void;
  done(value: unknown): void;
  failed(error: Error): void;
}

interface Thread {
  worker: Worker;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Allows for starting a thread and loading its code on a busy machine. */
const startMs = 30_000;

export function createThreads(options: ThreadsOptions): Threads {
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let stopped = false;

  function submit(job: Job): void {
    if (stopped) return job.failed(new Error("the threads are stopped"));
    waiting.push(job);
    next();
  }

  function next(): void {
    while (waiting.length > 0) {
      const thread = [...threads].find(({ job }) => job === undefined) ?? (threads.size < options.max ? start() : undefined);
      if (thread === undefined) return;
      begin(thread, waiting.shift() as Job);
    }
  }

  function begin(thread: Thread, job: Job): void {
    thread.job = job;
    limit(thread, startMs + options.timeoutMs);
    thread.worker.ref();
    thread.worker.postMessage({ file: job.file, name: job.name, args: job.args } satisfies ThreadRequest);
  }

  function limit(thread: Thread, ms: number): void {
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => end(thread, new ThreadLimitExceeded(`${thread.job?.name} took longer than ${ms} ms`)), ms);
  }

  function start(): Thread {
    const worker = new Worker(new URL("./thread-main.ts", import.meta.url), {
      // The thread gets none of the server's secrets.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    const thread: Thread = { worker, job: undefined, timer: undefined };
    threads.add(thread);
    worker.on("message", (report: Report) => onReport(thread, report));
    worker.on("error", (error: Error & { code?: string }) => {
      const swollen = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      end(thread, swollen ? new ThreadLimitExceeded(`${thread.job?.name} took more than ${options.memoryMb} MB`) : error);
    });
    worker.on("exit", () => end(thread, new Error("a thread ended by itself")));
    return thread;
  }

  function onReport(thread: Thread, report: Report): void {
    const { job } = thread;
    if (job === undefined) return;
    if (report.kind === "begun") return limit(thread, options.timeoutMs);
    if (report.kind === "piece") return job.piece(report.value);
    rest(thread);
    if (report.kind === "done") job.done(report.value);
    else if (report.app !== null) job.failed(new AppError(report.app.code, report.app.options));
    else job.failed(Object.assign(new Error(report.message), report.stack === undefined ? {} : { stack: report.stack }));
    next();
  }

  function rest(thread: Thread): void {
    thread.job = undefined;
    clearTimeout(thread.timer);
    // An idle thread does not keep the process alive.
    thread.worker.unref();
    thread.timer = setTimeout(() => end(thread, new Error("idle")), options.idleMs).unref();
  }

  function end(thread: Thread, error: Error): void {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.timer);
    thread.worker.terminate().catch((failure: unknown) => options.log.error({ err: failure }, "a thread could not be ended"));
    const { job } = thread;
    thread.job = undefined;
    if (job !== undefined) {
      if (error instanceof ThreadLimitExceeded) options.log.warn({ err: error, name: job.name }, "a thread was ended");
      job.failed(error);
    }
    next();
  }

  return {
    call<T>(file: string, name: string, args: readonly unknown[]) {
      return new Promise<T>((resolve, reject) =>
        submit({ file, name, args, piece: () => undefined, done: (value) => resolve(value as T), failed: reject }),
      );
    },

    async *stream<T>(file: string, name: string, args: readonly unknown[]) {
      const pieces: T[] = [];
      let outcome: { error: Error | null } | undefined;
      let wake: () => void = () => undefined;
      let left = false;
      submit({
        file,
        name,
        args,
        piece(value) {
          if (!left) pieces.push(value as T);
          wake();
        },
        done() {
          outcome = { error: null };
          wake();
        },
        failed(error) {
          outcome = { error };
          wake();
        },
      });
      try {
        for (;;) {
          for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
            yield piece;
            // However fast the pieces arrive, requests are served in between.
            await setImmediate();
          }
          if (outcome !== undefined) break;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        if (outcome.error !== null) throw outcome.error;
      } finally {
        // If the caller stops reading, the thread runs to its end and its pieces are dropped.
        left = true;
      }
    },

    get size() {
      return threads.size;
    },

    async stop() {
      stopped = true;
      for (const job of waiting.splice(0)) job.failed(new Error("the threads are stopped"));
      for (const thread of [...threads]) end(thread, new Error("the threads are stopped"));
    },
  };
}
