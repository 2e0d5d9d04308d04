import { builtFolder, ensureBuilt } from "@parley/dashboard/build";
import type { Log } from "#platform/log/log.ts";
import { type DashboardFiles, readDashboard } from "./files.ts";

/**
 * The dashboard as its sources are now, built first where they have changed: `npm ci && npm start` is all that a
 * machine needs. Without a
 * build that worked the last one is served, or none ("missing"); the API does not depend on it.
 * @param signal ends a build that is running
 * @param build what builds, and where it puts it
 */
export async function openDashboard(
  { log, signal }: { log: Log; signal: AbortSignal },
  build: { ensure: typeof ensureBuilt; folder: string } = { ensure: ensureBuilt, folder: builtFolder },
): Promise<DashboardFiles | "missing"> {
  try {
    const startedAt = performance.now();
    const folder = await build.ensure({
      signal,
      begins: () => process.stdout.write("Building the dashboard because its sources have changed. The next start skips this.\n"),
    });
    const dashboard = await readTwice(folder);
    log.info({ files: dashboard.files.size, ms: Math.round(performance.now() - startedAt) }, "the dashboard is ready");
    return dashboard;
  } catch (error) {
    if (signal.aborted) return "missing";
    const last = await readDashboard(build.folder).catch(() => null);
    log.error({ err: error }, "the dashboard could not be built");
    process.stderr.write(
      `The dashboard could not be built${last === null ? "" : ", and an older build is served"}: ${(error as Error).message}\nThe API works regardless. Try "npm run build:dashboard", then start again.\n`,
    );
    return last ?? "missing";
  }
}

/** Retried once, in case another process is just replacing the build. */
async function readTwice(folder: string): Promise<DashboardFiles> {
  return readDashboard(folder).catch(() => readDashboard(folder));
}
