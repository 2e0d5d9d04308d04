/**
 * `npm run lint`: fails with file:line on every path, heading, migration or ADR that a document or comment names and that is not there, and on
 * folders with too many files side by side.
 */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { crowdedFolders, filesMax } from "./folders.ts";
import { checkPointers } from "./pointers.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Made from code; written by others; made up for a test of this. */
const left =
  /^(?:scripts\/checks\/pointers\.test\.ts|docs\/(?:errors|configuration|channel-abilities)\.md|packages\/database\/schema\.sql|LICENSE|package-lock\.json)$|(?:^|\/)fixtures\//;

// What is committed or would be: no node_modules, no data folders.
const { stdout } = await promisify(execFile)("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
  cwd: root,
  maxBuffer: 1 << 26,
});
const deleted = await promisify(execFile)("git", ["ls-files", "--deleted", "-z"], { cwd: root, maxBuffer: 1 << 26 });
const gone = new Set(deleted.stdout.split("\0"));
const files = stdout.split("\0").filter((path) => path !== "" && !gone.has(path));
const read = files.filter((path) => !left.test(path) && /\.(?:md|tsx?|mjs|sql|sh|txt)$|^\.ci\/run$/.test(path));
// A wrong folder would otherwise make this check pass for ever.
if (!read.includes("ARCHITECTURE.md") || !read.includes("apps/server/src/app.ts")) throw new Error("the tree was not found");

const texts = await Promise.all(read.map(async (path) => ({ path, text: await readFile(`${root}${path}`, "utf8") })));
/** What `npm run build:sdk` writes. */
const made = ["packages/sdk/dist/index.js"];
const problems = checkPointers(texts, [...files, ...made]);
for (const { path, line, message } of problems) console.error(`${path}:${line} ${message}`);
console.log(problems.length === 0 ? `Pointers of ${texts.length} files lead somewhere.` : `\n${problems.length} pointers lead nowhere.`);
const crowded = crowdedFolders(files);
for (const { folder, count } of crowded) console.error(`${folder}: ${count} files side by side, at most ${filesMax}: give some a folder`);
process.exitCode = problems.length + crowded.length === 0 ? 0 : 1;
