/**
 * `node scripts/compare-openapi.ts OLD NEW`: the differences between two API documents with all references followed. It makes no difference
 * where a part is defined (in place or among the components), nor in which order properties and required fields are listed. Prints one line
 * for each difference; exits with 1 if something in the old document is missing or different in the new one.
 *
 * Additions are printed with `+`. `--except=PATTERN` (a regular expression for the printed place) excludes intended changes.
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
