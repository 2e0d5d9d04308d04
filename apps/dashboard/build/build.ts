import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { withLock } from "./lock.ts";
import { builtFolder, dashboardFolder, hashFile, hashSources, isBuilt } from "./sources.ts";

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
const workFolder = join(dashboardFolder, ".build");
/** Text files, which compression makes smaller. The page itself is generated for each host by the server. */
const packable = /\.(?:js|css|svg|json|webmanifest|txt|wasm)$/;
/** A smaller response fits into one packet anyway. */
const packedFromBytes = 1_024;
/** Compressed files that save less are not worth their memory. */
const worthwhile = 0.95;

/**
 * Builds into dist atomically: into a temporary folder first, which then replaces it. null: the existing build matches the sources. One
 * build at a time per machine; a process that arrives meanwhile waits, and finds it done.
 */
export async function buildDashboard(): Promise<{ files: number; packedBytes: number } | null> {
  if (isBuilt()) return null;
  await mkdir(workFolder, { recursive: true });
  return withLock(join(workFolder, "lock"), async () => {
    if (isBuilt()) return null;
    // Before the build, so that sources changed during it are built the next time.
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

/** Writes `.br` and `.gz` next to files that compression makes smaller, so that no request waits for it. */
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
