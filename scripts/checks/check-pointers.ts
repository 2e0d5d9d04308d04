/**
 * `npm run lint`: fails with file:line on every path, heading, migration or ADR that a document or comment names and that does not exist.
 */
import { readFile } from "node:fs/promises";
import { checkPointers } from "./pointers.ts";
import { listTree, root } from "./tree.ts";

/** Generated from code; third-party; invented for this check's test. */
const left =
  /^(?:scripts\/checks\/pointers\.test\.ts|docs\/(?:errors|configuration|channel-abilities)\.md|packages\/database\/schema\.sql|LICENSE|package-lock\.json)$|(?:^|\/)fixtures\//;

const files = await listTree();
const read = files.filter((path) => !left.test(path) && /\.(?:md|tsx?|mjs|sql|sh|txt)$|^\.ci\/run$/.test(path));

const texts = await Promise.all(read.map(async (path) => ({ path, text: await readFile(`${root}${path}`, "utf8") })));
/** Written by `npm run build:sdk`. */
const made = ["packages/sdk/dist/index.js"];
const problems = checkPointers(texts, [...files, ...made]);
for (const { path, line, message } of problems) console.error(`${path}:${line} ${message}`);
console.log(problems.length === 0 ? `Pointers of ${texts.length} files lead somewhere.` : `\n${problems.length} pointers lead nowhere.`);
process.exitCode = problems.length === 0 ? 0 : 1;
