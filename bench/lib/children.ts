/** Processes that end with the bench, however it ends: interrupted, failed, finished. */
import type { ChildProcess } from "node:child_process";

const running = new Set<ChildProcess>();

export function endWithProcess<C extends ChildProcess>(child: C): C {
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** When all goes well, figures stop their processes themselves; this is for the other cases. */
process.on("exit", () => {
  for (const child of running) {
    child.kill("SIGCONT");
    child.kill("SIGTERM");
  }
});
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => process.exit(1));
