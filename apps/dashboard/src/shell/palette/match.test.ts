import assert from "node:assert/strict";
import { test } from "node:test";
import { match } from "./match.ts";

const found = (text: string, typed: string) => match(text, typed) !== null;

test("accents, case and the order of words do not matter", () => {
  assert.ok(found("Birta Snójólfs", "snoj"));
  assert.ok(found("Resolve and open the next one", "next resolve"));
  assert.ok(!found("Resolve", "assign"));
});

test("one wrong, missing or additional letter in a longer word is forgiven", () => {
  assert.ok(found("Settings", "setings"));
  assert.ok(found("Settings", "settimgs"));
  assert.ok(found("Settings", "setttings"));
  assert.ok(!found("Settings", "sxtxings"));
  assert.ok(!found("Inbox", "ixb"), "short words are taken as they are");
});

test("a match at a word's beginning ranks higher than one in its middle", () => {
  const beginning = match("Snooze", "sno")?.score ?? 0;
  const middle = match("Unsnooze it", "sno")?.score ?? 0;
  assert.ok(beginning > middle);
  assert.deepEqual(match("Go to inbox", "inbox")?.marks, [[6, 11]]);
});
