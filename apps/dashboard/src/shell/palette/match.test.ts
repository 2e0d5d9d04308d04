import assert from "node:assert/strict";
import { test } from "node:test";
import { match } from "./match.ts";
import { markDigits, markSnippet } from "./reason.ts";

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

test("the letters that match are marked, also after an emoji and with a typo", () => {
  assert.deepEqual(match("🌸 Anna Björk", "bjork")?.marks, [[8, 13]]);
  assert.deepEqual(match("Open settings", "setings")?.marks, [[5, 13]]);
});

test("a phone number is marked however its digits are grouped", () => {
  assert.deepEqual(markDigits("+447700900123", "7700 900")?.marks, [[3, 10]]);
  assert.deepEqual(markDigits("+44 7700 900123", "+44 (0)77"), null);
  assert.equal(markDigits("+447700900123", "7700 Smith"), null);
});

test("the server's highlights stay in place when formatting marks are left out", () => {
  const { text, marks } = markSnippet({
    snippet: "the *walnut* table",
    highlights: [
      { start: 5, end: 11 },
      { start: 13, end: 18 },
    ],
  });
  assert.equal(text, "the walnut table");
  assert.deepEqual(
    marks.map(([start, end]) => text.slice(start, end)),
    ["walnut", "table"],
  );
});
