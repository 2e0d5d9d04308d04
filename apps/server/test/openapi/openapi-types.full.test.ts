/**
 * Types in three languages are generated from openapi.json by an independent generator: users of languages without an SDK do the same. Every
 * named schema must exist, and the language's compiler must accept them: TypeScript's always, the others if they are installed.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { InputData, JSONSchemaInput, JSONSchemaStore, quicktype } from "quicktype-core";

const run = promisify(execFile);
const document = JSON.parse(await readFile(new URL("../../../../openapi.json", import.meta.url), "utf8")) as {
  components: { schemas: Record<string, { type?: unknown; properties?: object }> };
};
const { schemas } = document.components;
const folder = await mkdtemp(join(tmpdir(), "parley-types-"));
after(() => rm(folder, { recursive: true, force: true }));

/** Objects with fields of their own: each has a type with its name in every language. */
const objects = Object.entries(schemas)
  .filter(([, schema]) => schema.type === "object" && Object.keys(schema.properties ?? {}).length > 0)
  .map(([name]) => name);

/** The document is self-contained: nothing is fetched. */
class NoStore extends JSONSchemaStore {
  fetch(address: string): Promise<undefined> {
    throw new Error(`${address} stands outside of the document`);
  }
}

/** The document's schemas as one JSON Schema with a member for each. */
async function typesIn(lang: "typescript" | "go" | "python"): Promise<string> {
  const names = Object.keys(schemas);
  const definitions = JSON.parse(JSON.stringify(schemas).replaceAll("#/components/schemas/", "#/definitions/"));
  const input = new JSONSchemaInput(new NoStore());
  await input.addSource({
    name: "Everything",
    schema: JSON.stringify({
      definitions,
      type: "object",
      required: names,
      properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/definitions/${name}` }])),
      additionalProperties: false,
    }),
  });
  const inputData = new InputData();
  inputData.addInput(input);
  const rendererOptions = { "just-types": "true" } as const;
  const { lines } = await quicktype({ inputData, lang, rendererOptions, combineClasses: false, inferMaps: false });
  return lines.join("\n");
}

const runs = (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );

const compiles = (program: string, args: string[], env = process.env) =>
  run(program, args, { cwd: folder, env }).catch((error: { stdout?: string; stderr?: string }) => {
    assert.fail(`${error.stdout ?? ""}${error.stderr ?? String(error)}`.slice(0, 4_000));
  });

const withoutCase = (name: string) => name.toLowerCase().replaceAll("_", "");
function assertAll(text: string, declared: RegExp): void {
  const there = [...text.matchAll(declared)].map(([, name]) => withoutCase(name as string));
  // A variant of a union is part of the union's type. If the language already uses the name (an enum value in Go), the generator adds to
  // it.
  const missing = objects.filter((name) => !isVariant(name) && !there.some((type) => type.startsWith(withoutCase(name))));
  assert.ok(missing.length <= 1, `no types of ${missing.join(", ")}`);
  assert.ok(there.length > 400, `${there.length} types`);
}
const unions = Object.values(schemas).flatMap((schema) => {
  const { oneOf, anyOf } = schema as { oneOf?: { $ref?: string }[]; anyOf?: { $ref?: string }[] };
  return [...(oneOf ?? []), ...(anyOf ?? [])].map(({ $ref }) => $ref?.split("/").at(-1));
});
const isVariant = (name: string) => unions.includes(name);

describe("types generated from openapi.json", () => {
  it("are TypeScript that compiles, with the shapes in the document", async () => {
    const types = await typesIn("typescript");
    assertAll(types, /^export (?:interface|type|enum) (\w+)/gm);
    await writeFile(join(folder, "types.ts"), types);
    await writeFile(
      join(folder, "use.ts"),
      [
        'import type { Contact, Everything, PageInfo } from "./types.ts";',
        "export const nameOf = (contact: Contact): string => contact.name ?? contact.id;",
        "export const more = (page: PageInfo): boolean => page.hasNextPage;",
        'export type Sent = Everything["SendMessage"];',
        "// @ts-expect-error the name is a text",
        "export const wrong = (contact: Contact): number | null => contact.name;",
      ].join("\n"),
    );
    const tsc = fileURLToPath(new URL("../../../../node_modules/typescript/bin/tsc", import.meta.url));
    const options = ["--noEmit", "--strict", "--allowImportingTsExtensions", "--module", "nodenext", "--target", "es2023", "--types", ""];
    await run(process.execPath, [tsc, ...options, join(folder, "use.ts")], { cwd: folder }).catch((error: { stdout?: string }) => {
      assert.fail(error.stdout ?? String(error));
    });
  });

  it("are Go", async (test) => {
    const types = await typesIn("go");
    assertAll(types, /^type (\w+)/gm);
    if (!(await runs("go", "version"))) return test.skip("not compiled: this machine has no Go");
    await writeFile(join(folder, "types.go"), `package types\n\n${types}\n`);
    await writeFile(join(folder, "go.mod"), "module types\n");
    const env = { ...process.env, GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local" };
    await compiles("go", ["build", "./..."], env);
  });

  it("are Python", async (test) => {
    const types = await typesIn("python");
    assertAll(types, /^class (\w+)/gm);
    if (!(await runs("python3", "--version"))) return test.skip("not run: this machine has no Python");
    await writeFile(join(folder, "types_of_api.py"), types);
    // The classes are made, with the types of their members.
    await compiles("python3", [
      "-c",
      "import types_of_api, typing; [typing.get_type_hints(c) for c in vars(types_of_api).values() if isinstance(c, type)]",
    ]);
  });
});
