import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Log } from "../platform/log/log.ts";

/** The platform's simulator as a process of its own, spoken to over HTTP like the platform. It ends with this process. */
export interface SimulatorProcess {
  readonly url: string;
  /** A call of its control address, see apps/simulators/README.md. */
  control(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Called after it died and came back, with nothing it knew before. */
  onRestart(listener: () => void): void;
  stop(): Promise<void>;
}

const startTimeoutMs = 15_000;
const stopTimeoutMs = 1_000;

/** `main`: its file below apps/simulators/src. */
export async function startSimulatorProcess(options: {
  main: string;
  environment: Record<string, string>;
  log: Log;
}): Promise<SimulatorProcess> {
  const folder = dirname(createRequire(import.meta.url).resolve("@parley/simulators/package.json"));
  const listeners: (() => void)[] = [];
  let stopped = false;
  let port = "0";
  let child: ChildProcess;

  async function launch(): Promise<string> {
    child = spawn(process.execPath, [join(folder, "src", options.main)], {
      stdio: ["pipe", "pipe", "inherit"],
      // A group of its own: Ctrl-C must reach the server first, which drains and then ends us.
      detached: true,
      env: {
        PATH: process.env["PATH"] ?? "",
        ...options.environment,
        SIMULATOR_PORT: port,
        SIMULATOR_EXIT_WITH_STDIN: "1",
      },
    });
    child.stdin?.on("error", () => undefined);
    const url = await readyLine(child);
    port = new URL(url).port;
    child.once("exit", () => {
      if (stopped) return;
      options.log.warn("the demo's simulator ended; it is started again");
      relaunch(100);
    });
    return url;
  }

  /** Until it runs: one that dies again while it starts is tried again, more and more slowly. */
  function relaunch(delayMs: number): void {
    setTimeout(() => {
      if (stopped) return;
      launch().then(
        () => {
          for (const listener of listeners) listener();
        },
        (error: unknown) => {
          if (stopped) return;
          options.log.error({ err: error }, "the demo's simulator does not start");
          relaunch(Math.min(delayMs * 2, 5_000));
        },
      );
    }, delayMs).unref();
  }

  const url = await launch();
  return {
    url,
    onRestart: (listener) => listeners.push(listener),
    async control(method, path, body) {
      const answer = await fetch(`${url}/_simulator/${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`the simulator answered ${answer.status} to ${path}: ${text}`);
      return text === "" ? null : JSON.parse(text);
    },
    async stop() {
      stopped = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The address in the line it prints when it is ready. */
function readyLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the simulator did not get ready")), startTimeoutMs);
    const exited = () => {
      clearTimeout(timer);
      reject(new Error("the simulator ended before it was ready"));
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
      resolve((JSON.parse(line) as { url: string }).url);
    });
  });
}
