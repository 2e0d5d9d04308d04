import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Type } from "typebox";
import { Nullable, StringEnum } from "#platform/http/schemas.ts";
import { wireId } from "#platform/ids/ids.ts";
import { redact } from "./redact.ts";

const id = wireId("cnt", "0198c6f2-a4b1-7e3d-9c5b-8f1a2d3e4f50");

describe("what the request log keeps of a body", () => {
  const Body = Type.Object({
    name: Type.String(),
    status: StringEnum(["open", "resolved"]),
    dueAt: Nullable(Type.String({ format: "date-time" })),
    limit: Type.Integer(),
    urgent: Type.Boolean(),
    target: Type.Union([Type.Object({ contactId: Type.String() }), Type.Object({ all: Type.Literal(true) })]),
    labels: Type.Array(Type.String()),
    customFields: Type.Record(Type.String(), Type.Unknown()),
  });

  it("is what the API document restricts: words of closed sets, instants, numbers, booleans and ids", () => {
    assert.deepEqual(redact({ status: "open", dueAt: "2026-01-02T03:04:05.678Z", limit: 25, urgent: true, target: { all: true } }, Body), {
      status: "open",
      dueAt: "2026-01-02T03:04:05.678Z",
      limit: 25,
      urgent: true,
      target: { all: true },
    });
    assert.deepEqual(redact({ target: { contactId: id }, dueAt: null }, Body), { target: { contactId: id }, dueAt: null });
  });

  it("is never text, in any field, and never a word outside its set", () => {
    assert.deepEqual(redact({ name: "Ada", status: "my password", dueAt: "on my birthday", labels: ["vip"] }, Body), {
      name: "[text, 3 characters]",
      status: "[text, 11 characters]",
      dueAt: "[text, 14 characters]",
      labels: ["[text, 3 characters]"],
    });
    // A text that happens to be a word from another field's set.
    assert.deepEqual(redact({ name: "open" }, Body), { name: "[text, 4 characters]" });
  });

  it("is only names and ids if the document knows nothing about it", () => {
    assert.deepEqual(redact({ customFields: { iban: "DE89", age: 44, ill: true, contact: id }, secret: 1234 }, Body), {
      customFields: { iban: "[text, 4 characters]", age: "[number]", ill: "[boolean]", contact: id },
      secret: "[number]",
    });
    assert.deepEqual(redact({ a: ["x", { b: 1 }] }), { a: ["[text, 1 character]", { b: "[number]" }] });
    assert.equal(redact("text"), "[text, 4 characters]");
  });

  it("never includes a name that is free text", () => {
    assert.deepEqual(redact({ customFields: { "ada@example.com": 1, "+447700900123": 2 } }, Body), {
      customFields: { "[name, 15 characters]": "[number]", "[name, 13 characters]": "[number]" },
    });
    const tricky = JSON.parse('{"__proto__": "a", "constructor": "b"}') as object;
    assert.deepEqual(Object.entries(redact(tricky, Body) as object), [
      ["__proto__", "[text, 1 character]"],
      ["constructor", "[text, 1 character]"],
    ]);
  });

  it("is bounded, however large or deep the body is", () => {
    const many = redact({ labels: Array.from({ length: 500 }, () => "x") }, Body) as { labels: string[] };
    assert.deepEqual([many.labels.length, many.labels.at(-1)], [21, "[480 more]"]);
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, "x"]));
    assert.ok(JSON.stringify(redact(wide)).length < 12_000);
    let deep: unknown = "x";
    for (let n = 0; n < 10_000; n++) deep = [deep];
    assert.ok(JSON.stringify(redact(deep)).length < 100);
    const grid = Array.from({ length: 300 }, () => Array.from({ length: 300 }, () => "x"));
    assert.ok(JSON.stringify(redact(grid)).length < 12_000);
  });
});
