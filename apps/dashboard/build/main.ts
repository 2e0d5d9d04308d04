/** `npm run build:dashboard`: builds if the sources have changed, or reports that there is nothing to do. */
import { buildDashboard } from "./build.ts";

const startedAt = performance.now();
try {
  const built = await buildDashboard();
  console.log(
    built === null
      ? "The dashboard is built already."
      : `The dashboard is built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${built.files} files, ${Math.round(built.packedBytes / 1024)} kB as sent.`,
  );
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
