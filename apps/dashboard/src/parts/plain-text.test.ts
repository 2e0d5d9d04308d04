import assert from "node:assert/strict";
import { test } from "node:test";
import { marksIn, plainText, withoutMarks } from "./plain-text.ts";

test("the formatting marks of chat apps are removed, and only those", () => {
  for (const [marked, plain] of [
    ["Hello *Anna*, your _order_ is `2291`", "Hello Anna, your order is 2291"],
    ["~gone~", "gone"],
    ["2 * 3 * 4", "2 * 3 * 4"],
    ["a*", "a*"],
    ["*open and never closed", "*open and never closed"],
    ["*one* and *two*", "one and two"],
    ["👍 *yes*", "👍 yes"],
  ] as const)
    assert.equal(plainText(marked), plain);
});

test("a part of a text loses the marks inside it", () => {
  const text = "My *jacket* came";
  const marks = marksIn(text);
  assert.deepEqual([withoutMarks(text.slice(0, 4), marks), withoutMarks(text.slice(4, 10), marks, 4)], ["My ", "jacket"]);
});
