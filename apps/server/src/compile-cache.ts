import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { makeDataFolder } from "@parley/database";

/** What is loaded from here on is kept compiled in the data folder for the next process. A folder that cannot be written only costs time. */
export async function useCompileCache(dataDir: string): Promise<void> {
  await makeDataFolder(dataDir).then(
    (folder) => void enableCompileCache(join(folder, "compiled")),
    () => undefined,
  );
}
