import { type ChildProcess, spawn } from "node:child_process";
import { createRequire, getCompileCacheDir } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Log } from "../platform/log/log.ts";

/** A simulated platform, called over HTTP like the platform itself. */
export interface Simulator {
  readonly url: string;
  /** Calls a control path, see apps/simulators/README.md. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** All simulators in one child process, which ends with this one. */
export interface Simulators {
  /** By kind as in paths: `chat-app`. */
  readonly byKind: ReadonlyMap<string, Simulator>;
  /** Called after the process died and was restarted, without its earlier state. */
  onRestart(listener: () => void): void;
  stop(): Promise<void>;
}

const startTimeoutMs = 15_000;
const stopTimeoutMs = 1_000;

/** `options`: each simulator's by its kind; if there are none, no process is started. */
export async function startSimulators(options: Record<string, Record<string, unknown>>, log: Log): Promise<Simulators> {
  const main = join(dirname(createRequire(import.meta.url).resolve("@parley/simulators/package.json")), "src/main.ts");
  const listeners: (() => void)[] = [];
  let stopped = false;
  let ports: Record<string, number> = {};
  let child: ChildProcess | undefined;

  async function launch(): Promise<Record<string, string>> {
    const wanted = Object.entries(options).map(([kind, own]) => [kind, { ...own, port: ports[kind] ?? 0 }]);
    const started = spawn(process.execPath, [main], {
      stdio: ["pipe", "pipe", "inherit"],
      // A separate process group: Ctrl-C must reach the server first, which drains and then ends this process.
      detached: true,
      env: {
        PATH: process.env["PATH"] ?? "",
        ...compileCache(),
        SIMULATOR_SIMULATORS: JSON.stringify(Object.fromEntries(wanted)),
        SIMULATOR_EXIT_WITH_STDIN: "1",
      },
    });
    child = started;
    started.stdin?.on("error", () => undefined);
    const urls = await readyLine(started);
    ports = Object.fromEntries(Object.entries(urls).map(([kind, url]) => [kind, Number(new URL(url).port)]));
    started.once("exit", () => {
      if (stopped) return;
      log.warn("the demo's simulators stopped; restarting them");
      relaunch(100);
    });
    return urls;
  }

  /** Retries until it runs: a process that dies during startup is started again, with growing delays. */
  function relaunch(delayMs: number): void {
    setTimeout(() => {
      if (stopped) return;
      launch().then(
        () => {
          for (const listener of listeners) listener();
        },
        (error: unknown) => {
          if (stopped) return;
          log.error({ err: error }, "the demo's simulators could not be started");
          relaunch(Math.min(delayMs * 2, 5_000));
        },
      );
    }, delayMs).unref();
  }

  const urls = Object.keys(options).length === 0 ? {} : await launch();
  return {
    byKind: new Map(Object.entries(urls).map(([kind, url]) => [kind, simulatorAt(url)])),
    onRestart: (listener) => listeners.push(listener),
    async stop() {
      stopped = true;
      const running = child;
      if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => running.once("exit", () => resolve()));
      running.kill("SIGTERM");
      const timer = setTimeout(() => running.kill("SIGKILL"), stopTimeoutMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** This process's compile cache: without it the simulators' code is compiled at every start, 0.2 s of CPU (2026-11-27). */
function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir();
  // Node appends a folder for its version.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

function simulatorAt(url: string): Simulator {
  return {
    url,
    async control(method, path, body) {
      const response = await fetch(`${url}/_simulator/${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      const text = await response.text();
      if (!response.ok) throw new Error(`the simulator answered ${response.status} to ${path}: ${text}`);
      return text === "" ? null : JSON.parse(text);
    },
  };
}

/** The URLs from the line that it prints when it is ready. */
function readyLine(child: ChildProcess): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the simulators were not ready in time")), startTimeoutMs);
    const exited = () => {
      clearTimeout(timer);
      reject(new Error("the simulators ended before they were ready"));
    };
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once("exit", exited);
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once("line", (line) => {
      clearTimeout(timer);
      child.off("exit", exited);
      child.stdout?.resume();
      resolve((JSON.parse(line) as { urls: Record<string, string> }).urls);
    });
  });
}
