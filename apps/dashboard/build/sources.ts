import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const dashboardFolder = fileURLToPath(new URL("..", import.meta.url));
const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** The folder that the server serves. */
export const builtFolder = join(dashboardFolder, "dist");
/** Contains the hash of the sources it was built from. */
export const hashFile = ".hash";

/** Everything that a build depends on, relative to the repository's root. */
const sources = [
  ...["src", "public", "build", "index.html", "vite.config.ts", "package.json", "tsconfig.json"].map((name) => `apps/dashboard/${name}`),
  "packages/sdk/src",
  "packages/sdk/package.json",
  // Shown as help.
  "docs/guides/screens",
  "package-lock.json",
];
/** Located among the sources, but not part of the build. */
const left = /\.(?:test|e2e)\.tsx?$/;

/**
 * Changes with the sources. Reads synchronously, one file after the other: for a thousand small files this is faster than awaiting each.
 */
export function hashSources(root = repository): string {
  const hash = createHash("sha256");
  const add = (path: string) => {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  };
  for (const source of sources) {
    if (!existsSync(join(root, source))) continue;
    if (/\.\w+$/.test(source)) add(source);
    else for (const path of filesBelow(root, source)) add(path);
  }
  return hash.digest("hex");
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(root, path) : left.test(path) ? [] : [path];
    })
    .sort();
}

/**
 * Whether the build matches the current sources. Without sources, as in an image that contains only what runs, the existing build is right.
 */
export function isBuilt(): boolean {
  if (!existsSync(join(builtFolder, "index.html"))) return false;
  if (!existsSync(join(dashboardFolder, "src"))) return true;
  const path = join(builtFolder, hashFile);
  return existsSync(path) && readFileSync(path, "utf8") === hashSources();
}
