/** Several test files in one process, each as a separate suite with its own hooks and its own time in the report. */
import { open } from "node:fs/promises";
import { registerHooks } from "node:module";
import { after, describe } from "node:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beginTests, endTests } from "./test-after.ts";
import { followPromises } from "./test-hooks.ts";
import { profileFiles } from "./test-profile.ts";

const endMsMax = 60_000;

interface Queue {
  files: { name: string; path: string }[];
  /**
   * A folder: whoever creates the file with a number has claimed that test file. Processes share it, and so finish at about the same time.
   */
  claims: string;
}

/** Loads and runs files of the queue (absolute paths) one after the other, until none is left. */
export async function runFiles(queue: Queue, timeoutMs: number): Promise<void> {
  const folder = process.env["PARLEY_TEST_PROFILE"];
  const profile = folder === undefined ? undefined : profileFiles(folder);
  let current = "";
  // A stage ends with the file that it was loaded for: each has its own.
  const ownTest = new URL("test-after.ts", import.meta.url).href;
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === "node:test" && context.parentURL !== ownTest && context.parentURL !== import.meta.url)
        return { url: ownTest, shortCircuit: true };
      const found = next(specifier, context);
      return specifier.endsWith("-stage.ts") ? { ...found, url: `${found.url}?for=${encodeURIComponent(current)}` } : found;
    },
  });
  // The runner only says that it happened in this process, after whichever test.
  process.on("unhandledRejection", (reason) => console.error(`A rejected promise that nobody awaits, while ${current} ran:`, reason));
  // A test may wait for something that keeps no process alive, such as the end of another process.
  const alive = setInterval(() => undefined, endMsMax);
  for await (const { name, path } of taken(queue)) {
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
          beginTests();
          after(async () => {
            try {
              await endTests();
            } finally {
              costs?.ended();
              resolve();
            }
          });
        }
      });
    });
  }
  clearInterval(alive);
  // Whatever keeps a process from ending is a test's fault, and would otherwise look like a test that takes an hour.
  setTimeout(() => {
    console.error(`Still open a minute after the last test: ${process.getActiveResourcesInfo().join(", ")}`);
    process.exit(1);
  }, endMsMax).unref();
}

async function* taken({ files, claims }: Queue) {
  for (const [at, file] of files.entries()) {
    try {
      await (await open(join(claims, String(at)), "wx")).close();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      throw error;
    }
    yield file;
  }
}
