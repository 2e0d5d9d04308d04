import assert from "node:assert/strict";
import { test } from "node:test";
import { longLines, wrapProse } from "./prose.ts";

const wrap = (...lines: string[]) => wrapProse(lines.join("\n"), 20).split("\n");

test("a paragraph with a long line is wrapped as a whole, one without is left unchanged", () => {
  assert.deepEqual(wrap("one two three four five six", "seven"), ["one two three four", "five six seven"]);
  assert.deepEqual(wrap("one two", "three", "", "four"), ["one two", "three", "", "four"]);
  assert.deepEqual(wrapProse("a line of exactly 20", 20), "a line of exactly 20");
});

test("list items and quotes keep their indent, and their content stays inside", () => {
  assert.deepEqual(wrap("- one two three four five", "- six"), ["- one two three four", "  five", "- six"]);
  assert.deepEqual(wrap("10. one two three four", "    five six seven"), ["10. one two three", "    four five six", "    seven"]);
  assert.deepEqual(wrap("- one", "", "  two three four five six"), ["- one", "", "  two three four", "  five six"]);
  assert.deepEqual(wrap("> one two three four five"), ["> one two three four", "> five"]);
});

test("tables, code, headings, HTML and link definitions are left unchanged", () => {
  for (const text of [
    "| a cell that is long | and another |",
    "```sh\nnpm run a-command --with options\n```",
    "~~~\na line inside that is long\n```\nanother line that is long\n~~~",
    "    indented code that is long enough",
    "## A heading that nothing can break",
    "<!-- a comment that is longer than that -->",
    "[name]: https://example.com/a/long/address and",
  ])
    assert.equal(wrapProse(text, 20), text);
});

test("code, links and hard breaks stay whole, and no line begins like a list, a heading or a quote", () => {
  assert.deepEqual(wrap("the call `npm run check --all` says"), ["the call", "`npm run check --all`", "says"]);
  assert.deepEqual(wrap("see the [page of it](a.md), it says"), ["see the", "[page of it](a.md),", "it says"]);
  assert.deepEqual(wrap("one two three four  ", "five"), ["one two three four  ", "five"]);
  assert.deepEqual(wrap("one two three four\\", "five six seven eight"), ["one two three four\\", "five six seven eight"]);
  assert.deepEqual(wrap("one two three fours - five"), ["one two three", "fours - five"]);
  assert.deepEqual(wrap("one two three four 12. five"), ["one two three", "four 12. five"]);
});

test("long lines are reported by number: those that can be wrapped, and headings", () => {
  const text = [
    "# A heading that is long",
    "",
    "one two three four five",
    "",
    "a-single-word-that-nothing-can-break",
    "",
    "| a long row of a table |",
  ];
  assert.deepEqual(longLines(text.join("\n"), 20), [1, 3]);
  assert.deepEqual(longLines("```\n# a comment that is long, in code\n```", 20), []);
  assert.deepEqual(longLines(wrapProse(text.slice(2).join("\n"), 20), 20), []);
});

test("wrapping twice changes nothing", () => {
  const text = "- one two three four five `six seven` eight\n\n  nine ten eleven twelve\n> thirteen fourteen fifteen";
  assert.equal(wrapProse(wrapProse(text, 20), 20), wrapProse(text, 20));
});
