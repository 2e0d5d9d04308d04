/** Ports for servers in other processes, and ports at which nobody listens. */
import { once } from "node:events";
import { createServer } from "node:net";

// `listen(0)` and outgoing connections take ports from 32768 upwards (49152 on macOS); these lie below.
const first = 12_000;
const count = 20_000;
// Test processes run side by side: each begins at another port.
let next = process.pid * 8;

/**
 * A port that is free and that the system never hands out by itself. Otherwise another test's server may get it before the one that it is
 * for has started, and respond in its place.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < count; tried++) {
    const port = first + (next++ % count);
    const probe = createServer().listen(port, "127.0.0.1");
    const free = await once(probe, "listening").then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "EADDRINUSE" || error.code === "EACCES") return false;
        throw error;
      },
    );
    if (!free) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
  throw new Error(`no port between ${first} and ${first + count} is free`);
}
