import { createHash } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Content on its way into the storage: complete, on disk, with its hash. */
export interface StagedFile {
  path: string;
  sizeBytes: number;
  sha256: Buffer;
  /** The first 64 KiB. */
  head: Buffer;
  /** Removes it, unless the storage has taken it over. */
  discard(): Promise<void>;
}

export interface Staging {
  /**
   * Writes a stream to disk, chunk by chunk. After any failure (too large, the source breaks off, disk full) nothing is
   * left.
   *
   * @throws TooLarge beyond `bytesMax`
   */
  write(source: AsyncIterable<Uint8Array>, bytesMax: number): Promise<StagedFile>;
  /** Removes what crashes left behind: files older than a day. Returns how many. */
  sweep(now: Date): Promise<number>;
}

export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

const headBytes = 65_536;
const staleMs = 86_400_000;

export function createStaging(folder: string, options: { newName(): string }): Staging {
  return {
    async write(source, bytesMax) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, options.newName());
      const discard = () => rm(path, { force: true });
      const file = await open(path, "wx", 0o600);
      try {
        const hash = createHash("sha256");
        const head: Uint8Array[] = [];
        let sizeBytes = 0;
        for await (const chunk of source) {
          if (sizeBytes < headBytes) head.push(Uint8Array.from(chunk.subarray(0, headBytes - sizeBytes)));
          sizeBytes += chunk.length;
          if (sizeBytes > bytesMax) throw new TooLarge(`more than ${bytesMax} bytes`);
          hash.update(chunk);
          await file.writeFile(chunk);
        }
        // On disk before any row refers to it.
        await file.sync();
        await file.close();
        return { path, sizeBytes, sha256: hash.digest(), head: Buffer.concat(head), discard };
      } catch (error) {
        await file.close().catch(() => undefined);
        await discard();
        throw error;
      }
    },

    async sweep(now) {
      let removed = 0;
      for (const name of await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      })) {
        const path = join(folder, name);
        const found = await stat(path).catch(() => null);
        if (found === null || now.getTime() - found.mtimeMs < staleMs) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}
