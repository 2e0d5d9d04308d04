/**
 * Prose in documents has lines of at most 100 characters. `npm run lint` runs this with `--check`, which fails with file:line; without it
 * (`npm run format`) long lines are wrapped.
 */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { longLines, proseWidth, wrapProse } from "./prose.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");

const list = async (...flags: string[]) =>
  (await promisify(execFile)("git", ["ls-files", ...flags, "-z", "--", "*.md"], { cwd: root })).stdout
    .split("\0")
    .filter((path) => path !== "");
const deleted = new Set(await list("--deleted"));
const paths = (await list("--cached", "--others", "--exclude-standard")).filter((path) => !deleted.has(path));
// A wrong folder would otherwise make this check pass forever.
if (!paths.includes("ARCHITECTURE.md")) throw new Error("the tree was not found");

let long = 0;
for (const path of paths) {
  const text = await readFile(`${root}${path}`, "utf8");
  const wrapped = wrapProse(text);
  if (!check && wrapped !== text) await writeFile(`${root}${path}`, wrapped);
  for (const line of longLines(check ? text : wrapped)) {
    long += 1;
    console.error(`${path}:${line} is longer than ${proseWidth} characters`);
  }
}
console.log(
  long === 0 ? `Prose of ${paths.length} documents has lines of at most ${proseWidth} characters.` : `\n${long} lines are too long.`,
);
process.exitCode = long === 0 ? 0 : 1;
