import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

/** Next to the served files; a test reads it. */
const file = ".routes.json";
const ofDashboard = "/apps/dashboard/";

/** Records the files that a late-loaded part of the screens needs: itself, its imports, and their styles. */
export function routeFiles(): Plugin {
  return {
    name: "route-files",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const parts: Record<string, string[]> = {};
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== "chunk" || !chunk.isDynamicEntry) continue;
          const path = chunk.facadeModuleId?.replaceAll("\\", "/") ?? "";
          const name = path.slice(path.indexOf(ofDashboard) + ofDashboard.length);
          if (!path.includes(ofDashboard) || !name.startsWith("src/screens/")) continue;
          const files = new Set<string>();
          const add = (fileName: string) => {
            const next = bundle[fileName];
            if (files.has(fileName) || next?.type !== "chunk") return;
            files.add(fileName);
            for (const style of (next as WithStyles).viteMetadata?.importedCss ?? []) files.add(style);
            for (const imported of next.imports) add(imported);
          };
          add(chunk.fileName);
          parts[name] = [...files].sort();
        }
        this.emitFile({ type: "asset", fileName: file, source: JSON.stringify(parts) });
      },
    },
  };
}

type WithStyles = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** By the part's source file, such as src/screens/search/SearchScreen.tsx. */
export async function readRouteFiles(folder: string): Promise<Record<string, string[]>> {
  return JSON.parse(await readFile(join(folder, file), "utf8")) as Record<string, string[]>;
}

/**
 * The maximum that a browser with an inbox and an open conversation may have to fetch in addition, compressed scripts and styles: for a
 * route of the router; for a part of one (/settings/team), including its screen; for a flow with its canvas, which includes a library.
 */
export const routeBudget = { route: 90_000, part: 105_000, canvas: 130_000 };
