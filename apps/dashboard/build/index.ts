/** The built dashboard, for whatever serves it: rebuilt if its sources have changed, in a separate process. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { builtFolder, isBuilt } from "./sources.ts";

export { firstLoadBudget, packedBytes, readFirstLoad } from "./first-load.ts";
export { readRouteFiles, routeBudget } from "./route-files.ts";
export { builtFolder, isBuilt } from "./sources.ts";

const script = fileURLToPath(new URL("./main.ts", import.meta.url));

/**
 * Builds unless the existing build matches the current sources. Rejects with the build's output when it fails; the previous build is then
 * kept. Several processes may call it at once: one of them builds, the others wait for it.
 * @param options.begins called when there is something to wait for
 * @param options.signal ends the build
 * @param options.script builds instead (tests)
 * @returns the folder to serve
 */
export async function ensureBuilt(options: { begins?: () => void; signal?: AbortSignal; script?: string } = {}): Promise<string> {
  if (options.script === undefined && isBuilt()) return builtFolder;
  options.begins?.();
  const child = spawn(process.execPath, [options.script ?? script], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production" },
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-20_000);
    });
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`the build of the dashboard ended with ${code ?? signal}:\n${said.trim()}`));
    });
  });
  return builtFolder;
}
