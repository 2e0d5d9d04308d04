/** Processes that end with the bench, however it ends: interrupted, failed, done. */
import type { ChildProcess } from "node:child_process";

const running = new Set<ChildProcess>();

export function endsWithUs<C extends ChildProcess>(child: C): C {
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** At an orderly end figures stop their processes themselves; this is for the others. */
process.on("exit", () => {
  for (const child of running) {
    child.kill("SIGCONT");
    child.kill("SIGTERM");
  }
});
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => process.exit(1));
