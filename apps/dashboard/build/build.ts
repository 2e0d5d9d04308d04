import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { withLock } from "./lock.ts";
import { builtFolder, dashboardFolder, hashFile, hashSources, isBuilt } from "./sources.ts";

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
const workFolder = join(dashboardFolder, ".build");
/** What is text, and so gets smaller. The page itself is made for each host by the server. */
const packable = /\.(?:js|css|svg|json|webmanifest|txt|wasm)$/;
/** Below this an answer fits into one packet anyway. */
const packedFromBytes = 1_024;
/** A packing that saves less is not worth its place in memory. */
const worthwhile = 0.95;

/**
 * Builds into dist, whole or not at all: beside it first, then put in its place. null: what is there is of these sources. One build at a
 * time on a machine; who comes meanwhile waits, and finds it done.
 */
export async function buildDashboard(): Promise<{ files: number; packedBytes: number } | null> {
  if (isBuilt()) return null;
  await mkdir(workFolder, { recursive: true });
  return withLock(join(workFolder, "lock"), async () => {
    if (isBuilt()) return null;
    // Before the build: what changes while it runs is built the next time.
    const hash = hashSources();
    const [made, old] = [join(workFolder, `new-${process.pid}`), join(workFolder, `old-${process.pid}`)];
    try {
      await build({
        root: dashboardFolder,
        configFile: join(dashboardFolder, "vite.config.ts"),
        mode: "production",
        logLevel: "warn",
        build: { outDir: made, emptyOutDir: true },
      });
      const packed = await packFiles(made);
      await writeFile(join(made, hashFile), hash);
      await rename(builtFolder, old).catch(unlessAbsent);
      await rename(made, builtFolder);
      return packed;
    } finally {
      await Promise.all([made, old].map((folder) => rm(folder, { recursive: true, force: true })));
    }
  });
}

/** Writes `.br` and `.gz` beside what gets smaller by them, so that no request waits for it. */
async function packFiles(folder: string): Promise<{ files: number; packedBytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(path);
      if (!packable.test(path) || bytes.length < packedFromBytes) return bytes.length;
      const packings = [
        { ending: ".br", packed: await toBrotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }) },
        { ending: ".gz", packed: await toGzip(bytes, { level: 9 }) },
      ].filter(({ packed }) => packed.length < bytes.length * worthwhile);
      for (const { ending, packed } of packings) await writeFile(path + ending, packed);
      return Math.min(bytes.length, ...packings.map(({ packed }) => packed.length));
    }),
  );
  return { files: paths.length, packedBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function unlessAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
