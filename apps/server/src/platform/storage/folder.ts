import { constants } from "node:fs";
import { access, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkKey, type MediaStorage, StorageMissing } from "./storage.ts";

/** Contents as files below `folder`, in a folder per tenant and per last two digits of the content's id. */
export function createFolderStorage(folder: string): MediaStorage {
  function pathOf(key: string): string {
    const [tenant, id] = checkKey(key).split("/") as [string, string];
    // Ids start with the time; their ends are random and evenly distributed.
    return join(folder, tenant, id.slice(-2), id);
  }

  return {
    async put(key, file) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(file.path, path);
      await syncFolder(dirname(path));
    },
    async read(key, range) {
      const file = await open(pathOf(key), "r").catch((error: NodeJS.ErrnoException) => {
        throw error.code === "ENOENT" ? new StorageMissing(key) : error;
      });
      return file.createReadStream(range ?? {});
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async check() {
      const found = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: NodeJS.ErrnoException) => error);
      if (found?.code === "ENOENT") return `media in the folder ${folder}, created with the first file`;
      if (found !== undefined) throw new Error(`the media folder cannot be used: ${found.message}`);
      return `media in the folder ${folder}`;
    },
    close: () => undefined,
  };
}

/** A rename survives a power failure only once its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
