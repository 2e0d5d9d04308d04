/** The generator's output for documents of different forms. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { isObject, type Json } from "./document.ts";
import { renderSdk } from "./render.ts";
import { renderDeclaration, renderType } from "./schema-types.ts";
import { root } from "./stage.ts";

const text = await readFile(join(root, "openapi.json"), "utf8");

describe("the SDK's generated files", () => {
  it("are up to date", async () => {
    for (const [path, made] of renderSdk(JSON.parse(text) as Json))
      assert.ok((await readFile(join(root, path), "utf8")) === made, `${path} is stale: run npm run generate`);
  });

  it("are the same whether responses, parameters, bodies and paths are defined in place or in components", () => {
    const document = JSON.parse(text) as Json;
    const components = document["components"] as Record<string, Json>;
    let moved = 0;
    // An existing reference then leads to another one.
    const move = (kind: string, value: unknown): Json => {
      components[kind] ??= {};
      const name = `Moved${++moved}`;
      components[kind][name] = value;
      return { $ref: `#/components/${kind}/${name}` };
    };
    const paths = document["paths"] as Record<string, Record<string, Json>>;
    for (const [path, item] of Object.entries(paths)) {
      for (const operation of Object.values(item)) {
        if (Array.isArray(operation["parameters"]))
          operation["parameters"] = operation["parameters"].map((parameter) => move("parameters", parameter));
        if (operation["requestBody"] !== undefined) operation["requestBody"] = move("requestBodies", operation["requestBody"]);
        for (const [status, response] of Object.entries(operation["responses"] as Json))
          (operation["responses"] as Json)[status] = move("responses", response);
      }
      if (path.endsWith("/contacts")) paths[path] = move("pathItems", item) as never;
    }
    for (const item of Object.values(document["webhooks"] as Record<string, { post: Json }>))
      item.post["requestBody"] = move("requestBodies", item.post["requestBody"]);
    assert.ok(moved > 1_000);
    // As text, because a document is read from a file.
    assert.deepEqual(renderSdk(JSON.parse(JSON.stringify(document)) as Json), renderSdk(JSON.parse(text) as Json));
  });

  it("refuse two operations with the same name, and dangling references", () => {
    const twin = JSON.parse(text) as { paths: Json };
    twin.paths["/api/v1/contact_fields"] = twin.paths["/api/v1/contact-fields"];
    assert.throws(() => renderSdk(twin as Json), /contact_fields would be contactFields.list, which is GET .*give it a name/);
    const gone = JSON.parse(text) as { paths: Record<string, { get: Json }> };
    (gone.paths["/api/v1/me"] as { get: Json }).get["responses"] = { 200: { $ref: "#/components/responses/Gone" } };
    assert.throws(() => renderSdk(gone as never), /leads nowhere/);
  });
});

describe("types of schemas", () => {
  const inner = { lax: false };
  for (const [schema, type] of [
    [true, "unknown"],
    [{}, "unknown"],
    [{ type: "string" }, "string"],
    [{ type: ["string", "null"] }, "string | null"],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, "string | null"],
    [{ type: "integer", minimum: 1 }, "number"],
    [{ const: "a" }, '"a"'],
    [{ enum: ["a", null, 1] }, '"a" | null | 1'],
    [{ type: "array", items: { type: "string" } }, "string[]"],
    [{ type: "array", items: { enum: ["a", "b"] } }, 'Array<"a" | "b">'],
    [{ type: "object" }, "Record<string, unknown>"],
    [{ type: "object", additionalProperties: { type: "number" } }, "Record<string, number>"],
    [{ type: "object", patternProperties: { "^a": { type: "string" } }, additionalProperties: false }, "Record<string, string>"],
    [{ type: "object", additionalProperties: false }, "Record<string, never>"],
    [{ $ref: "#/components/schemas/Error" }, "ErrorBody"],
    [{ $ref: "#/components/schemas/Contact" }, "Contact"],
    [{ oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }], discriminator: { propertyName: "type" } }, "A | B"],
    [{ type: "object", oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] }, "A | B"],
    [{ allOf: [{ $ref: "#/components/schemas/A" }, { anyOf: [{ const: 1 }, { const: 2 }] }] }, "A & (1 | 2)"],
    [
      { type: "object", oneOf: [{ properties: { a: { const: 1 } } }, { properties: { b: { type: "string" } } }] },
      "{\n  a?: 1;\n} | {\n  b?: string;\n}",
    ],
    [{ type: "object", properties: { a: true }, anyOf: [{ required: ["a"] }, { required: ["b"] }] }, "{\n  a?: unknown;\n}"],
    [
      { type: "object", required: ["a"], properties: { a: { type: "string", description: "An a" }, "b-c": {} } },
      '{\n  /** An a */\n  a: string;\n  "b-c"?: unknown;\n}',
    ],
  ] as [Json | boolean, string][]) {
    it(`${JSON.stringify(schema)} is ${type.replaceAll("\n", " ")}`, () => assert.equal(renderType(schema, inner), type));
  }

  it("an optional field may be undefined only where a caller writes it", () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    assert.equal(renderDeclaration("A", schema, { lax: true }), "export interface A {\n  a?: string | undefined;\n}\n");
    assert.equal(renderDeclaration("A", schema, { lax: false }), "export interface A {\n  a?: string;\n}\n");
  });

  it("no description can end a comment", () => {
    const made = renderDeclaration("A", { type: "string", description: "a */ b" }, inner);
    assert.ok(isObject({}) && !made.includes("a */ b"), made);
  });
});
