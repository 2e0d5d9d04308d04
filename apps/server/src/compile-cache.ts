import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { makeDataFolder } from "@parley/database";

/**
 * Code loaded from here on is stored compiled in the data folder for the next process. A folder that cannot be written
 * to only costs time.
 */
export async function useCompileCache(dataDir: string): Promise<void> {
  await makeDataFolder(dataDir).then(
    (folder) => void enableCompileCache(join(folder, "compiled")),
    () => undefined,
  );
}
