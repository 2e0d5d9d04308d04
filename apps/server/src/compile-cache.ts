import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { makeDataFolder } from "@parley/database";

/**
 * Stores code loaded from here on compiled in the data folder, for the next process. A read-only folder only costs
 * time. For the CLI, and for a main.ts started directly; `npm start` has done it in bin/start.mjs, with the same folder
 * and mode.
 */
export async function useCompileCache(dataDir: string): Promise<void> {
  await makeDataFolder(dataDir).then(
    (folder) => void enableCompileCache(join(folder, "compiled")),
    () => undefined,
  );
}
