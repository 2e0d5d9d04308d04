/** Several test files in one process, each a suite of its own: its hooks are its own, and the report tells how long it took. */
import { registerHooks } from "node:module";
import { after, describe } from "node:test";
import { pathToFileURL } from "node:url";
import { followPromises } from "./test-hooks.ts";
import { profileFiles } from "./test-profile.ts";

const endMsMax = 60_000;

/** Takes in and runs the files (absolute paths) one after the other. */
export async function asSuites(files: { name: string; path: string }[], timeoutMs: number): Promise<void> {
  const folder = process.env["PARLEY_TEST_PROFILE"];
  const profile = folder === undefined ? undefined : profileFiles(folder);
  let current = "";
  // A stage ends with the file that it was loaded for: each has its own.
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      return specifier.endsWith("-stage.ts") ? { ...found, url: `${found.url}?for=${encodeURIComponent(current)}` } : found;
    },
  });
  for (const { name, path } of files) {
    const costs = profile?.(name);
    await new Promise<void>((resolve) => {
      followPromises(true);
      describe(name, { timeout: timeoutMs }, async () => {
        try {
          current = name;
          await import(pathToFileURL(path).href);
          costs?.loaded();
        } finally {
          followPromises(false);
          after(() => {
            costs?.ended();
            resolve();
          });
        }
      });
    });
  }
  // What keeps a process from ending is a fault of a test, and would else be seen as one that takes twenty minutes.
  setTimeout(() => {
    console.error(`Still open a minute after the last test: ${process.getActiveResourcesInfo().join(", ")}`);
    process.exit(1);
  }, endMsMax).unref();
}
