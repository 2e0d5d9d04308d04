/** `npm run lint`: fails with file:line on every import that violates the arrows of ARCHITECTURE.md. */
import { glob, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { checkImports, type SourceFile } from "./import-rules.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const exclude = (path: string) => path.split("/").includes("node_modules");
async function find(patterns: string[]): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of glob(patterns, { cwd: root, exclude })) paths.push(path);
  return paths.sort();
}

const manifests = await find(["packages/*/package.json", "packages/connectors/*/package.json", "apps/*/package.json"]);
const packages = new Map<string, string>();
for (const path of manifests) {
  const { name } = JSON.parse(await readFile(`${root}${path}`, "utf8")) as { name: string };
  packages.set(name, dirname(path));
}

const paths = await find(["{apps,packages,bench,scripts}/**/*.{ts,tsx,mjs}"]);
const files: SourceFile[] = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(`${root}${path}`, "utf8") })));
// A wrong folder or pattern would otherwise make this check pass forever.
if (packages.size === 0 || !files.some((file) => file.path === "apps/server/src/app.ts")) throw new Error("the tree was not found");

const problems = checkImports(files, packages);
for (const { path, line, message } of problems) console.error(`${path}:${line} ${message}`);
console.log(
  problems.length === 0
    ? `Imports of ${files.length} files follow the rule: none in a circle.`
    : `\n${problems.length} imports break the rule.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
