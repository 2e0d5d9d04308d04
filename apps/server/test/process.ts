/** Processes for tests: started, watched, ended. Everything started here ends with the test process. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { noteOther } from "./drains/changes.ts";

export const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** Shares compiled code between the processes of a run. */
export const compileCache: Record<string, string> =
  process.env["NODE_COMPILE_CACHE"] === undefined ? {} : { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] };

const running = new Set<ChildProcess>();
process.on("exit", () => killAll());

/** For `after` hooks: a failed test must not leave a server behind that keeps the run alive. */
export function killAll(): void {
  for (const child of running) child.kill("SIGKILL");
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
  ms: number;
}

/** Runs a command to completion. */
export function runCommand(command: string, args: string[], env: Record<string, string>): Promise<Finished> {
  const started = startCommand(command, args, env);
  return started.ended;
}

export interface Started {
  child: ChildProcess;
  stdout(): string;
  ended: Promise<Finished>;
}

export function startCommand(command: string, args: string[], env: Record<string, string>): Started {
  const at = performance.now();
  const child = spawn(command, args, {
    cwd: repository,
    env: {
      PATH: process.env["PATH"] ?? "",
      TMPDIR: process.env["TMPDIR"] ?? "/tmp",
      ...compileCache,
      // A server that a test starts builds nothing, unless the test is about that.
      DASHBOARD: "false",
      ...env,
    },
  });
  running.add(child);
  noteOther(child);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = new Promise<Finished>((resolve) =>
    child.once("close", (code) => {
      running.delete(child);
      resolve({ code, stdout, stderr, ms: performance.now() - at });
    }),
  );
  return { child, stdout: () => stdout, ended };
}
