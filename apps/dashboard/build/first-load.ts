import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** Next to the served files; a test reads it. */
const file = ".first-load.json";
/** What the inbox needs besides the page's own script; in English, the most common language. */
const needed = [/\/src\/screens\/inbox\/InboxScreen\.tsx$/, /\/src\/i18n\/en\/first\.ts$/];
/** It holds the line to the server (api/live/worker.ts) and is built separately. */
const worker = /^assets\/worker-[^/]+\.js$/;

/** Records which files a browser needs before it can draw the inbox. */
export function firstLoad(): Plugin {
  return {
    name: "first-load",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const files = new Set<string>();
        const add = (name: string) => {
          const chunk = bundle[name];
          if (files.has(name) || chunk?.type !== "chunk") return;
          files.add(name);
          for (const style of (chunk as WithStyles).viteMetadata?.importedCss ?? []) files.add(style);
          for (const next of chunk.imports) add(next);
        };
        const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
        const workers = Object.keys(bundle).filter((name) => worker.test(name));
        const roots = [
          ...chunks.filter(({ isEntry }) => isEntry),
          ...needed.map((source) => chunks.find(({ moduleIds }) => moduleIds.some((id) => source.test(id)))),
        ];
        for (const chunk of roots) {
          if (chunk === undefined) throw new Error("the build has no file of the inbox, or of its texts");
          add(chunk.fileName);
        }
        if (workers.length !== 1) throw new Error(`the build has ${workers.length} workers that hold the line`);
        const source = JSON.stringify([...files, ...workers].sort());
        this.emitFile({ type: "asset", fileName: file, source });
      },
    },
  };
}

type WithStyles = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** The names of these files in a build folder. */
export async function readFirstLoad(folder: string): Promise<string[]> {
  return JSON.parse(await readFile(join(folder, file), "utf8")) as string[];
}

/** The size of these files as sent to a client that accepts gzip; files that compression does not make smaller are sent as they are. */
export async function packedBytes(folder: string, files: readonly string[], ending: ".js" | ".css"): Promise<number> {
  const sizes = files
    .filter((name) => name.endsWith(ending))
    .map(async (name) => (await stat(join(folder, `${name}.gz`)).catch(() => stat(join(folder, name)))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The maximum a browser may have to fetch before it can draw the inbox. */
export const firstLoadBudget = { ".js": 200_000, ".css": 15_000 };
