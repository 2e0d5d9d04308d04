import assert from "node:assert/strict";
import { it } from "node:test";
import { AppError } from "../../errors/app-error.ts";
import { parseJsonBody } from "./body.ts";

const parse = (text: string) => parseJsonBody(Buffer.from(text));
const object = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, ":"])));
const issueOf = (text: string) => {
  try {
    parse(text);
    return null;
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return error.details?.[0]?.issue ?? error.code;
  }
};

it("an object has at most 1,000 fields, at any place in a body", () => {
  assert.deepEqual(parse(object(1_000)), JSON.parse(object(1_000)));
  assert.equal(issueOf(object(1_001)), "too_many");
  assert.equal(issueOf(`{"a":[{"b":${object(1_001)}}]}`), "too_many");
  assert.equal(issueOf(`[${object(999)},${object(1_000)}]`), null, "each object is counted for itself");
  assert.equal(issueOf(`{"a":${object(999)},"b":${object(999)}}`), null);
});

it("colons in strings are not fields, and quotes in strings do not end them", () => {
  assert.equal(issueOf(JSON.stringify({ a: ":".repeat(5_000), b: '\\":'.repeat(2_000) })), null);
});

it("a body is nested at most 32 levels deep", () => {
  assert.equal(issueOf(`${"[".repeat(32)}${"]".repeat(32)}`), null);
  assert.equal(issueOf(`${"[".repeat(33)}${"]".repeat(33)}`), "out_of_range");
});

it("a body has at most 50,000 values, including objects and arrays, whatever its strings contain", () => {
  const texts = (count: number) => JSON.stringify({ a: Array(count).fill("[,{,") });
  assert.equal(issueOf(texts(49_998)), null);
  assert.equal(issueOf(texts(49_999)), "too_many");
  const objects = (count: number) => JSON.stringify(Array(count).fill({}));
  assert.equal(issueOf(objects(24_999)), null);
  assert.equal(issueOf(objects(25_001)), "too_many");
});

it("anything but JSON is reported as invalid JSON, whatever its brackets", () => {
  for (const text of ["}".repeat(100), "]".repeat(50) + ":".repeat(50), "{".repeat(20), ":".repeat(100)])
    assert.equal(issueOf(text), "invalid_json", text);
});
