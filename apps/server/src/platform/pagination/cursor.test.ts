import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { decodeCursor, encodeCursor, hashFilters } from "./cursor.ts";

const key = randomBytes(32);
const scope = { tenantId: "0199a0b1-c2d3-7000-8000-000000000001", filterHash: hashFilters({ status: "open" }) };
const position = ["2026-11-20T10:11:12.123456Z", "0199a0b1-c2d3-7000-8000-000000000002"];

test("a cursor yields its position again under its own tenant and filters", () => {
  const text = encodeCursor({ ...scope, position }, key);
  assert.match(text, /^[A-Za-z0-9_-]+$/);
  assert.deepEqual(decodeCursor(text, scope, key), position);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 40 }), { maxLength: 4 }), (values) => {
      assert.deepEqual(decodeCursor(encodeCursor({ ...scope, position: values }, key), scope, key), values);
    }),
  );
});

test("another tenant, other filters or another key cannot use it", () => {
  const text = encodeCursor({ ...scope, position }, key);
  assert.equal(decodeCursor(text, { ...scope, tenantId: "other" }, key), null);
  assert.equal(decodeCursor(text, { ...scope, filterHash: hashFilters({ status: "resolved" }) }, key), null);
  assert.equal(decodeCursor(text, scope, randomBytes(32)), null);
  // The boundary between tenant and filter is authenticated as well.
  const shifted = encodeCursor({ tenantId: "ab", filterHash: "c", position }, key);
  assert.equal(decodeCursor(shifted, { tenantId: "a", filterHash: "bc" }, key), null);
});

test("any change of any character is detected", () => {
  const text = encodeCursor({ ...scope, position }, key);
  for (let i = 0; i < text.length; i++) {
    for (const c of ["A", "b", "_", "=", "+", " "]) {
      if (text[i] !== c) assert.equal(decodeCursor(text.slice(0, i) + c + text.slice(i + 1), scope, key), null, `${i} ${c}`);
    }
    assert.equal(decodeCursor(text.slice(0, i), scope, key), null);
  }
  for (const more of [`${text}=`, `${text}A`, ` ${text}`, `${text}\n`, `${text}!`]) assert.equal(decodeCursor(more, scope, key), null);
});

test("invalid text gives null, never an exception", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => decodeCursor(text, scope, key) === null));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => decodeCursor(Buffer.from(bytes).toString("base64url"), scope, key) === null),
  );
  assert.equal(decodeCursor("A".repeat(100_000), scope, key), null);
  assert.throws(() => encodeCursor({ ...scope, position: ["x".repeat(2_000)] }, key), RangeError);
});

test("filters have the same hash in any order, and another one if they differ otherwise", () => {
  assert.equal(hashFilters({ a: 1, b: { c: [1, 2], d: null } }), hashFilters({ b: { d: null, c: [1, 2] }, a: 1, e: undefined }));
  const different: Record<string, unknown>[] = [
    {},
    { a: 1 },
    { a: "1" },
    { a: [1] },
    { a: [1, 2] },
    { a: [2, 1] },
    { a: null },
    { a: { b: 1 } },
    { a: ["{}", ["b", 1]], z: 1 },
    { "a,b": 1 },
    { a: true },
    { b: 1 },
    JSON.parse('{"__proto__":1}') as Record<string, unknown>,
    { 1: "x", 10: "y" },
  ];
  assert.equal(new Set(different.map(hashFilters)).size, different.length);
});
