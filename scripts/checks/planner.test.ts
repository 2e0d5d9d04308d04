import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Workarounds that steer the planner away from a plan, and the only file that contains them with their measurement. */
const workarounds: [RegExp, string][] = [
  [/between 0 and 1000000/i, "packages/database/functions/one_expected.sql"],
  [/\boffset 0\b/i, "apps/server/src/platform/db/plans.ts"],
  [/\benable_(?:seqscan|indexscan|hashjoin|mergejoin|nestloop)\b|\bjit\s*=/i, "apps/server/src/platform/db/plans.ts"],
  [/\bdiscard (?:plans|all)\b/i, "apps/server/src/platform/db/plans.ts"],
];
/** Functions cannot import a constant, so they refer to the file that explains it. */
const reason = /-- "offset 0"[^\n]*platform\/db\/plans\.ts/;

function strays(path: string, text: string): string[] {
  return workarounds
    .filter(
      ([word, home]) =>
        path !== home &&
        word.test(text) &&
        !(word.test("offset 0") && path.startsWith("packages/database/functions/") && reason.test(text)),
    )
    .map(([word]) => `${path}: ${word.exec(text)?.[0]}`);
}

test("planner workarounds are in one place each, with their measurement", async () => {
  const found: string[] = [];
  const seen = new Set<string>();
  for await (const path of glob(["apps/server/src/**/*.ts", "packages/database/{src,functions,schema,migrations}/**/*.{ts,sql}"], {
    cwd: root,
  })) {
    if (path.endsWith(".test.ts")) continue;
    seen.add(path);
    found.push(...strays(path, await readFile(`${root}${path}`, "utf8")));
  }
  assert.deepEqual(found, []);
  for (const [, home] of workarounds) assert.ok(seen.has(home), home);
});

test("a workaround elsewhere is found", () => {
  const module = "apps/server/src/modules/automation/flows/flows.queries.ts";
  for (const text of ["where n between 0 and 1000000", "select 1 offset 0", "set enable_seqscan = off", "-c jit=off", "discard plans"])
    assert.equal(strays(module, text).length, 1, text);
  assert.deepEqual(strays(module, "select 1 offset $2"), []);
  const f = "packages/database/functions/f.sql";
  assert.equal(strays(f, "select 1 offset 0").length, 1);
  assert.deepEqual(strays(f, '-- "offset 0": see platform/db/plans.ts.\nselect 1 offset 0'), []);
});
