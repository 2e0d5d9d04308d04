import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { renderAdrIndex } from "../adr-index.ts";
import { checkPointers } from "./pointers.ts";

const files = [
  "ARCHITECTURE.md",
  "apps/server/src/app.ts",
  "apps/server/src/modules/flows/flows.queries.ts",
  "apps/server/src/platform/http/register.ts",
  "docs/adr/0003-row-level-security.md",
  "docs/subsystems/flows.md",
  "packages/database/functions/label_key.sql",
  "packages/database/migrations/0062_words.sql",
];

const problemsIn = (path: string, text: string) =>
  checkPointers(
    [
      { path, text },
      { path: "docs/subsystems/flows.md", text: "# Flows\n\n## Who may, and when\n\n### 2.7 Sending\n" },
    ],
    files,
  ).map(({ path: where, line, message }) => `${where}:${line} ${message.replace(/, which.*/, "")}`);

describe("what a document points to", () => {
  for (const [text, problem] of [
    ["`apps/server/src/app.ts` and `apps/server/src/` and apps/server/src.", null],
    ["in `apps/server/src/gone.ts`", "points to apps/server/src/gone.ts"],
    ["in `apps/server/src/gone/`", "points to apps/server/src/gone/"],
    ["`modules/flows/flows.queries.ts`, `flows.queries.ts`, `platform/http`", null],
    ["`modules/gone`", "points to modules/gone"],
    ["`gone.queries.ts`", "points to gone.queries.ts"],
    ["`apps/*/src/app.ts`, `apps/server/src/{app,main}.ts`", null],
    ["`apps/*/src/gone.ts`", "points to apps/*/src/gone.ts"],
    ["see https://example.com/docs/gone.md and http://localhost/modules/gone", null],
    ["```\ncat gone.ts\n```", null],
    ["[flows](docs/subsystems/flows.md#who-may-and-when)", null],
    ["[flows](docs/subsystems/gone.md)", "links to docs/subsystems/gone.md"],
    ["[flows](docs/subsystems/flows.md#gone)", "links to the heading #gone"],
    ["flows.md 2.7 and flows.md, section 2.7", null],
    ["flows.md 2.8", "names section 2.8 of flows.md"],
    ["migration 0062, `0062_words`", null],
    ["migration 0004", "names migration 0004"],
    ["migrations 0062 and 0063", "names migration 0063"],
    ["[ADR 3](docs/adr/0003-row-level-security.md), ADR 3, docs/adr/0003", null],
    ["ADR 4", "names ADR 4"],
    ["`docs/adr/0004-gone.md`", "points to docs/adr/0004-gone.md"],
    ["`npm run bench -- lists --data=/tmp/data`, /api/tmp/a/b, https://example.com/tmp/a/b", null],
    ["`npm run bench -- lists --data=/tmp/a/b`", "names /tmp/a/b, a place of one machine"],
    ["kept in /home/ada/parley", "names /home/ada/parley, a place of one machine"],
  ] as const)
    it(`${problem === null ? "is there" : "is told when it is not there"}: ${text.split("\n")[0]}`, () => {
      assert.deepEqual(problemsIn("ARCHITECTURE.md", text), problem === null ? [] : [`ARCHITECTURE.md:1 ${problem}`]);
    });

  it("is also resolved relative to the document's folder", () => {
    assert.deepEqual(
      problemsIn("docs/adr/0003-row-level-security.md", "[flows](../subsystems/flows.md) `../subsystems/flows.md` `../gone.md`"),
      ["docs/adr/0003-row-level-security.md:1 points to ../gone.md"],
    );
  });

  it("is reported with its line; in code, only from comments", () => {
    const code = 'import "./gone.ts";\nconst a = "docs/gone.md";\n// As docs/gone.md says.\n/**\n * See gone.sql.\n */\n';
    assert.deepEqual(problemsIn("apps/server/src/app.ts", code), [
      "apps/server/src/app.ts:3 points to docs/gone.md",
      "apps/server/src/app.ts:5 points to gone.sql",
    ]);
    assert.deepEqual(problemsIn("packages/database/functions/label_key.sql", "-- See gone.md.\nselect 'gone.md'; -- and label_key.sql\n"), [
      "packages/database/functions/label_key.sql:1 points to gone.md",
    ]);
  });
});

describe("the index of decisions", () => {
  const decision = (name: string, heading: string) => ({ name, text: `# ${heading}\n\n**Context.** x\n` });

  it("has a line for each, with the pages that link to it", () => {
    const index = renderAdrIndex(
      [decision("0003-rows.md", "3. Rows"), decision("0010-more.md", "10. More | less")],
      [{ name: "flows.md", text: "[ADR 3](../adr/0003-rows.md)" }],
    );
    assert.match(index, /\n\| 3 \| \[Rows\]\(0003-rows.md\) \| \[flows\]\(..\/subsystems\/flows.md\) \|\n/);
    assert.match(index, /\n\| 10 \| \[More \\\| less\]\(0010-more.md\) \| {2}\|\n/);
  });

  it("refuses a heading without the number of its file, and a number used twice", () => {
    assert.throws(() => renderAdrIndex([decision("0003-rows.md", "4. Rows")], []), /0003-rows.md.*"# 3. Title"/);
    assert.throws(() => renderAdrIndex([decision("0003-rows.md", "3. Rows"), decision("0003-more.md", "3. More")], []), /0003-more.md/);
  });
});
