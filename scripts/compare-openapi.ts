/**
 * `node scripts/compare-openapi.ts OLD NEW`: what two API documents say differently when every reference is followed. Where a part stands (in place or
 * among the components) makes no difference, nor does the order of members and of required fields. Prints one line for each place; exits with 1 when
 * something of the old document is missing from the new one or says something else.
 *
 * Additions are printed with `+`. `--except=PATTERN` (a regular expression over the printed place) leaves out what is meant to change.
 */
import { readFile } from "node:fs/promises";
import { compareDocuments } from "./openapi-diff.ts";

const args = process.argv.slice(2);
const [oldPath, newPath] = args.filter((arg) => !arg.startsWith("--"));
const except = args.filter((arg) => arg.startsWith("--except=")).map((arg) => new RegExp(arg.slice("--except=".length)));
if (oldPath === undefined || newPath === undefined) {
  console.error("Usage: node scripts/compare-openapi.ts OLD NEW [--except=PATTERN …]");
  process.exit(2);
}
const [before, after] = await Promise.all([oldPath, newPath].map(async (path) => JSON.parse(await readFile(path, "utf8"))));
const found = compareDocuments(before, after).filter(({ place }) => !except.some((pattern) => pattern.test(place)));
for (const { kind, place, before: was, after: is } of found) {
  const short = (value: unknown) => (value === undefined ? "" : JSON.stringify(value).slice(0, 160));
  console.log(
    kind === "added"
      ? `+ ${place}: ${short(is)}`
      : kind === "removed"
        ? `- ${place}: ${short(was)}`
        : `~ ${place}: ${short(was)} => ${short(is)}`,
  );
}
const lost = found.filter(({ kind }) => kind !== "added").length;
console.log(`${found.length - lost} additions, ${lost} losses or changes.`);
process.exitCode = lost === 0 ? 0 : 1;
