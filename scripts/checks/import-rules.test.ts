import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkImports } from "./import-rules.ts";

const packages = new Map([
  ["@parley/server", "apps/server"],
  ["@parley/simulators", "apps/simulators"],
  ["@parley/database", "packages/database"],
  ["@parley/connector-kit", "packages/connector-kit"],
  ["@parley/connector-chat-app", "packages/connectors/chat-app"],
  ["@parley/connector-photo-social", "packages/connectors/photo-social"],
]);

const problemsOf = (files: Record<string, string>) =>
  checkImports(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    packages,
  );

const modules = "apps/server/src/modules/area";
const platform = "apps/server/src/platform";

/** A rule, the importing file, its text, and whether it is allowed. */
const cases: [string, string, string, boolean][] = [
  ["platform imports platform", `${platform}/http/a.ts`, `import { x } from "../log/log.ts";`, true],
  ["platform imports a module", `${platform}/http/a.ts`, `import { x } from "#modules/area/contacts/index.ts";`, false],
  ["platform imports a module by path", `${platform}/http/a.ts`, `import type { X } from "../../modules/area/contacts/index.ts";`, false],
  ["platform imports the composition root", `${platform}/http/a.ts`, `import { createApp } from "../../app.ts";`, false],
  ["platform imports the demo", `${platform}/http/a.ts`, `export { demo } from "../../demo/demo.ts";`, false],
  ["platform imports the command line", `${platform}/http/a.ts`, `const cli = await import("../../cli/main.ts");`, false],
  ["platform/csv writes CSV", `${platform}/csv/write.ts`, `import { stringify } from "csv-stringify/sync";`, true],
  ["a module writes CSV by itself", `${modules}/tickets/a.ts`, `import { stringify } from "csv-stringify/sync";`, false],
  ["a test writes CSV by itself", `${modules}/tickets/a.test.ts`, `import { stringify } from "csv-stringify/sync";`, true],
  ["a module imports another one's index", `${modules}/tickets/a.ts`, `import { x } from "#modules/area/contacts/index.ts";`, true],
  [
    "a module imports another one's inside",
    `${modules}/tickets/a.ts`,
    `import { x } from "#modules/area/contacts/contacts.queries.ts";`,
    false,
  ],
  [
    "a module imports another one's inside by path",
    `${modules}/tickets/a.ts`,
    `import {\n  x,\n} from "../contacts/contacts.queries.ts";`,
    false,
  ],
  ["a module imports its own inside", `${modules}/tickets/a.ts`, `import { x } from "./tickets.queries.ts";`, true],
  ["a module imports the composition root", `${modules}/tickets/a.ts`, `import { createApp } from "../../../app.ts";`, false],
  [
    "a module's test imports the harness",
    `${modules}/tickets/a.test.ts`,
    `import { startTestApp } from "../../../../test/harness.ts";`,
    true,
  ],
  ["a module imports a connector", `${modules}/channels/a.ts`, `import { x } from "@parley/connector-chat-app";`, false],
  ["a module imports the kit", `${modules}/channels/a.ts`, `import { x } from "@parley/connector-kit";`, true],
  [
    "the list of connectors imports one",
    "apps/server/src/installed-connectors.ts",
    `import { x } from "@parley/connector-chat-app";`,
    true,
  ],
  ["the composition root imports a connector", "apps/server/src/app.ts", `import { x } from "@parley/connector-chat-app";`, false],
  ["the main file imports a connector", "apps/server/src/main.ts", `import { x } from "@parley/connector-chat-app";`, false],
  ["the demo imports the simulators", "apps/server/src/demo/demo.ts", `import { x } from "@parley/simulators/chat-app";`, false],
  [
    "the demo looks the simulators up",
    "apps/server/src/demo/demo.ts",
    `const x = import.meta.resolve("@parley/simulators/chat-app");`,
    false,
  ],
  ["a test of the server imports the simulators", "apps/server/test/harness.ts", `import { x } from "@parley/simulators/chat-app";`, true],
  ["a connector imports the kit", "packages/connectors/chat-app/src/a.ts", `import { x } from "@parley/connector-kit";`, true],
  ["a connector imports the database", "packages/connectors/chat-app/src/a.ts", `import { x } from "@parley/database";`, false],
  [
    "a connector imports another connector",
    "packages/connectors/chat-app/src/a.ts",
    `import { x } from "@parley/connector-photo-social";`,
    false,
  ],
  [
    "a connector's test imports the simulators",
    "packages/connectors/chat-app/test/a.test.ts",
    `import { x } from "@parley/simulators/chat-app";`,
    true,
  ],
  [
    "a connector imports the simulators",
    "packages/connectors/chat-app/src/a.ts",
    `import { x } from "@parley/simulators/chat-app";`,
    false,
  ],
  [
    "a connector's test imports the server",
    "packages/connectors/chat-app/test/a.test.ts",
    `import { x } from "../../../../apps/server/src/app.ts";`,
    false,
  ],
  ["a package imports an app", "packages/database/src/a.ts", `import { x } from "../../../apps/server/src/config.ts";`, false],
  ["the simulators import a connector", "apps/simulators/src/a.ts", `import { x } from "@parley/connector-chat-app";`, false],
  ["the simulators' test imports a connector", "apps/simulators/test/a.test.ts", `import { x } from "@parley/connector-chat-app";`, true],
  ["an app imports a package by path", "apps/server/src/main.ts", `import { x } from "../../../packages/database/src/index.ts";`, false],
  ["a script imports a package by path", "scripts/a.ts", `import { x } from "../../packages/database/src/index.ts";`, true],
  [
    "anybody imports what is not ours",
    `${platform}/http/a.ts`,
    `import fastify from "fastify";\nimport { x } from "@fastify/under-pressure";`,
    true,
  ],
];

describe("the import rule", () => {
  for (const [rule, path, text, allowed] of cases) {
    it(`${allowed ? "lets pass" : "refuses"}: ${rule}`, () => {
      const problems = problemsOf({ [path]: text });
      assert.equal(problems.length, allowed ? 0 : 1, JSON.stringify(problems));
    });
  }

  it("reports the line of the import", () => {
    const [problem] = problemsOf({ [`${platform}/a/a.ts`]: `// one\n\nimport {\n  x,\n} from "#modules/area/contacts/index.ts";\n` });
    assert.equal(problem?.line, 5);
  });

  it("finds a cycle over three modules once, even if it consists only of types", () => {
    const problems = problemsOf({
      [`${modules}/a/index.ts`]: `import type { B } from "#modules/area/b/index.ts";`,
      [`${modules}/b/deep/x.ts`]: `export type { C } from "../../c/index.ts";`,
      [`${modules}/c/index.ts`]: `import { a } from "#modules/area/a/index.ts";`,
    });
    assert.deepEqual(problems, [
      { path: `${modules}/c/index.ts`, line: 1, message: "closes a cycle of modules: area/a -> area/b -> area/c -> area/a" },
    ]);
  });

  it("lets tests of two modules use each other", () => {
    assert.deepEqual(
      problemsOf({
        [`${modules}/a/index.ts`]: `import { b } from "#modules/area/b/index.ts";`,
        [`${modules}/b/b.test.ts`]: `import { a } from "#modules/area/a/index.ts";`,
      }),
      [],
    );
  });

  it("finds files that load each other, through any path, including lazy imports", () => {
    const problems = problemsOf({
      [`${modules}/a/index.ts`]: `export { x } from "./x.ts";`,
      [`${modules}/a/x.ts`]: `import { type Y, y } from "#modules/area/a/deep/y.ts";`,
      [`${modules}/a/deep/y.ts`]: `const x = await import("../index.ts");`,
    });
    const files = ["deep/y.ts", "index.ts", "x.ts", "deep/y.ts"].map((name) => `${modules}/a/${name}`);
    assert.deepEqual(problems, [{ path: `${modules}/a/x.ts`, line: 1, message: `closes a cycle of files: ${files.join(" -> ")}` }]);
  });

  it("counts a file as loaded by an import of a type unless the whole import is type-only", () => {
    const cycle = (first: string) =>
      problemsOf({ [`${modules}/a/index.ts`]: first, [`${modules}/a/x.ts`]: `import { a } from "./index.ts";` }).length;
    assert.equal(cycle(`import type { X } from "./x.ts";`), 0);
    assert.equal(cycle(`export type { X } from "./x.ts";`), 0);
    assert.equal(cycle(`import { type X } from "./x.ts";`), 1);
  });
});
