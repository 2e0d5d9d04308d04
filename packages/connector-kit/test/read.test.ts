import assert from "node:assert/strict";
import { test } from "node:test";
import { camelKeys, cleanJson, idOf, listOf, own, textAt } from "../src/read/read.ts";

test("look-ups see own properties only, and never throw", () => {
  for (const key of ["constructor", "toString", "__proto__", "hasOwnProperty"]) assert.equal(own({}, key), undefined);
  assert.deepEqual(own(JSON.parse('{"__proto__":{"a":1}}'), "__proto__"), { a: 1 });
  for (const nothing of [null, undefined, 1, "text", [], () => 1]) assert.equal(textAt(nothing, "length"), undefined);
});

test("a copy keeps keys named like properties of Object.prototype, and does not touch prototypes", () => {
  const copy = camelKeys(cleanJson(JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"snake_case":{"a_b":2}}')));
  assert.equal(JSON.stringify(copy), '{"__proto__":{"polluted":true},"constructor":1,"snakeCase":{"aB":2}}');
  assert.equal(Object.getPrototypeOf(copy), Object.prototype);
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
});

test("an id is text or a safe integer, never a rounded number", () => {
  assert.deepEqual(
    [idOf("wamid.x"), idOf(17), idOf(2 ** 53), idOf(1.5), idOf("a|b"), idOf(" "), idOf("a\nb")],
    ["wamid.x", "17", undefined, undefined, undefined, " ", undefined],
  );
});

test("one bare part is a list of one, wrapped lists are unwrapped", () => {
  assert.deepEqual([listOf(null), listOf("x"), listOf([[1, [2]], null])], [[], ["x"], [1, 2, null]]);
});
