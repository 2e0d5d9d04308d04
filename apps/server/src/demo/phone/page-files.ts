import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("./page/", import.meta.url));

const types = new Map([
  ["html", "text/html; charset=utf-8"],
  ["svg", "image/svg+xml"],
  ["css", "text/css; charset=utf-8"],
  ["js", "text/javascript; charset=utf-8"],
]);

/** The page's files by name, as they are: there is no build. */
export async function readPage(): Promise<ReadonlyMap<string, { type: string; bytes: Buffer }>> {
  const files = new Map<string, { type: string; bytes: Buffer }>();
  for (const name of await readdir(folder)) {
    const type = types.get(name.slice(name.lastIndexOf(".") + 1));
    if (type !== undefined) files.set(name, { type, bytes: await readFile(folder + name) });
  }
  return files;
}
