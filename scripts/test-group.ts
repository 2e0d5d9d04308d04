/** Several test files in one process, each a suite of its own: its hooks are its own, and the report tells how long it took. */
import { describe } from "node:test";
import { pathToFileURL } from "node:url";

/** Takes in the files (absolute paths) one after the other; the runner then runs them one after the other. */
export async function asSuites(files: { name: string; path: string }[], timeoutMs: number): Promise<void> {
  for (const { name, path } of files) {
    await new Promise<void>((resolve) => {
      describe(name, { timeout: timeoutMs }, async () => {
        try {
          await import(pathToFileURL(path).href);
        } finally {
          resolve();
        }
      });
    });
  }
}
