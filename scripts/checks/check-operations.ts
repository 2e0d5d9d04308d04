/**
 * `npm run lint`: fails on an API operation that no screen uses and that has no reason listed, and on a listed reason that is no longer
 * needed.
 */
import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { operations } from "../../packages/sdk/src/generated/operations.ts";
import { withoutScreen } from "./operation-exceptions.ts";
import { operationPaths, usedOperations } from "./operation-use.ts";

const source = fileURLToPath(new URL("../../apps/dashboard/src/", import.meta.url));
const texts: string[] = [];
for await (const path of glob("**/*.{ts,tsx}", { cwd: source }))
  if (!/\.(?:test|e2e)\.tsx?$/.test(path)) texts.push(await readFile(`${source}${path}`, "utf8"));

const paths = operationPaths(operations);
const used = usedOperations(paths, texts);
// With a wrong folder or pattern everything would look unused, and get listed as an exception.
if (!used.has("conversations.list")) throw new Error("the tree was not found");

const reasons = new Map(Object.entries(withoutScreen).flatMap(([reason, names]) => names.map((name) => [name, reason])));
const problems = [
  ...paths
    .filter((path) => !used.has(path) && !reasons.has(path))
    .map((path) => `${path}: no screen uses it, and operation-exceptions.ts has no reason`),
  ...[...reasons.keys()].filter((path) => used.has(path)).map((path) => `${path}: is used, so operation-exceptions.ts needs no reason`),
  ...[...reasons.keys()]
    .filter((path) => !paths.includes(path))
    .map((path) => `${path}: operation-exceptions.ts names an operation that is not there`),
];
for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? `${used.size} of ${paths.length} operations have a screen, ${reasons.size} a reason why not.`
    : `\n${problems.length} operations are neither used by a screen nor listed with a reason.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
