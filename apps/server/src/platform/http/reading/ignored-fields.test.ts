import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { describe, it } from "node:test";
import { Type } from "typebox";
import { ignoredFieldsKeyword, ignoredFieldsOf, markObjects, recordingFields, recordParameters } from "./ignored-fields.ts";

const require = createRequire(createRequire(import.meta.url).resolve("@fastify/ajv-compiler"));
const Ajv = require("ajv").default as new (options: object) => { compile(schema: object): (value: unknown) => boolean };

const text = Type.Optional(Type.String());
const schema = Type.Object({
  name: text,
  address: Type.Optional(Type.Union([Type.Object({ city: text }), Type.Null()])),
  items: Type.Optional(Type.Array(Type.Object({ sku: text, price: Type.Optional(Type.Object({ amount: text })) }))),
  target: Type.Optional(
    Type.Union([
      Type.Object({ kind: Type.Literal("one"), a: text }),
      Type.Object({ kind: Type.Literal("two"), b: Type.Optional(Type.Object({ c: text })) }),
    ]),
  ),
  words: Type.Optional(Type.Record(Type.String(), Type.Object({ word: text }))),
  free: Type.Optional(Type.Unsafe<unknown>({ type: "object", additionalProperties: true })),
  any: Type.Optional(Type.Unknown()),
});
const validate = new Ajv({ allowUnionTypes: true, useDefaults: true, keywords: [ignoredFieldsKeyword] }).compile(
  markObjects(schema as never),
);
function ignored(body: unknown): string | undefined {
  assert.equal(
    recordingFields(body, () => validate(body)),
    true,
  );
  return ignoredFieldsOf(undefined, body);
}

describe("unknown fields of a body", () => {
  it("are reported by their paths, at any depth", () => {
    const cases: [unknown, string | undefined][] = [
      [{ name: "x", address: { city: "x" }, items: [{ sku: "x" }], free: { a: { b: 1 } }, any: { c: [{ d: 1 }] } }, undefined],
      [{ nmae: "x" }, "nmae"],
      [{ name: "x", b: 1, a: 1 }, "b, a"],
      [{ address: { town: "x" } }, "address.town"],
      [{ address: null }, undefined],
      [{ items: [{ sku: "x" }, { suk: "x", price: { amuont: "1" } }] }, "items[1].price.amuont, items[1].suk"],
      [{ words: { hello: { word: "x", wrod: "x" } } }, "words.hello.wrod"],
      // With several kinds of object: fields that none of them knows.
      [{ target: { kind: "one", a: "x" } }, undefined],
      [{ target: { kind: "two", b: { c: "x" } } }, undefined],
      [{ target: { kind: "two", b: { d: "x" }, e: 1 } }, "target.b.d, target.e"],
    ];
    for (const [body, expected] of cases) assert.equal(ignored(body), expected, JSON.stringify(body));
  });

  it("are encoded so that a header can contain them, whatever their names", () => {
    const names = [
      "a b",
      "a,b",
      "a.b",
      "é",
      "\r\nset-cookie: x",
      "\u0000",
      "",
      "\u202e",
      "😀",
      "%41",
      '"',
      "x".repeat(5_000),
      "😀".repeat(5_000),
    ];
    const header = ignored(Object.fromEntries(names.map((name) => [name, 1]))) as string;
    assert.match(header, /^[\w%-]+(, [\w%-]+)*$/);
    assert.deepEqual(header.split(", ").slice(0, 5), ["a%20b", "a%2Cb", "a%2Eb", "%C3%A9", "%0D%0Aset-cookie%3A%20x"]);
    assert.equal(header.split(", ").length, names.length);
    assert.ok(header.length < 2_000, `${header.length}`);
  });

  it("are limited to twenty, and a hundred thousand of them cost no more than reading the body", () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`field${i}`, i]));
    const raw = JSON.stringify(many);
    const cpu = (work: () => void) => {
      const before = process.cpuUsage();
      for (let i = 0; i < 5; i++) work();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    ignored(many);
    const looking = cpu(() => assert.equal(ignored({ ...many })?.split(", ").length, 20));
    const copying = cpu(() => assert.equal(Object.keys({ ...many }).length, 100_000));
    const reading = cpu(() => JSON.parse(raw));
    assert.ok(looking - copying < reading * 2, `${looking - copying} µs beside ${reading} µs`);
    const nested = { items: Array.from({ length: 50_000 }, () => ({ x: 1 })) };
    assert.equal(ignored(nested)?.split(", ").length, 20);
  });

  it("are reported for each body separately", () => {
    const [first, second] = [{ x: 1 }, { y: 1 }];
    assert.deepEqual(
      [ignored(first), ignored(second), ignored({ name: "x" }), ignoredFieldsOf(undefined, first)],
      ["x", "y", undefined, "x"],
    );
    assert.equal(ignoredFieldsOf(undefined, undefined), undefined);
  });
});

describe("unknown parameters of a query", () => {
  const known = new Set(["status", "limit"]);
  const named = (query: object, body?: unknown) => {
    recordParameters(query, known);
    return ignoredFieldsOf(query, body);
  };

  it("are reported with a question mark, which no field has", () => {
    assert.equal(named({ status: "open", limit: "5" }), undefined);
    assert.equal(named({ satus: "open", limit: "5" }), "?satus");
    assert.equal(
      named({ "a?b": "", "": "", "labels[]": "x", constructor: "", "\r\nx: y": "" }),
      "?a%3Fb, ?%22%22, ?labels%5B%5D, ?constructor, ?%0D%0Ax%3A%20y",
    );
    const body = { "?satus": 1, query: { satus: 1 } };
    recordingFields(body, () => validate(body));
    assert.equal(named({ satus: "open" }, body), "?satus, %3Fsatus, query");
  });

  it("are limited to twenty together with the fields, and looked for no further", () => {
    const body = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`field${i}`, i]));
    recordingFields(body, () => validate(body));
    assert.equal(named({ a: "", b: "" }, body), `?a, ?b, ${Array.from({ length: 18 }, (_, i) => `field${i}`).join(", ")}`);
    let read = 0;
    const query = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`p${i}`, ""]));
    const watched = new Proxy(query, {
      getOwnPropertyDescriptor(target, name) {
        read += 1;
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    });
    assert.equal(named(watched)?.split(", ").length, 20);
    assert.equal(read, 20);
    for (const letter of ["あ", "😀", "x"]) {
      const header = named(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}${letter.repeat(4_000)}`, ""]))) as string;
      assert.ok(header.length > 500 && header.length <= 2_000 && !header.endsWith(","), `${letter}: ${header.length}`);
    }
  });
});
