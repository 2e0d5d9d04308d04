import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cleanText, cleanValue, cut, hasUnstorableText, preview } from "./clean.ts";

const anyUnits = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 0xd800, 0xdfff, 0x41)), { maxLength: 60 })
  .map((units) => String.fromCharCode(...units));

test("NUL and lone surrogates become U+FFFD, everything else stays", () => {
  const table: [string, string][] = [
    ["", ""],
    ["plain", "plain"],
    ["a\0b", "a\uFFFDb"],
    ["\uD83D", "\uFFFD"],
    ["x\uDE00y", "x\uFFFDy"],
    ["\uDE00\uD83D", "\uFFFD\uFFFD"],
    ["😀 ok", "😀 ok"],
    ["\u0001\uFFFE\u200D", "\u0001\uFFFE\u200D"],
    ["\uD83D\uD83D\uDE00\0", "\uFFFD😀\uFFFD"],
  ];
  for (const [text, clean] of table) assert.equal(cleanText(text), clean);
});

test("cleaned text is storable, as long as before, and cleaning it again changes nothing", () => {
  fc.assert(
    fc.property(anyUnits, (text) => {
      const clean = cleanText(text);
      assert.equal(hasUnstorableText(clean), false);
      assert.equal(clean.length, text.length);
      assert.equal(cleanText(clean), clean);
      assert.equal(clean === text, !hasUnstorableText(text));
      assert.equal(Buffer.from(clean, "utf8").toString("utf8"), clean);
    }),
  );
});

test("unstorable text is found in values and names at any depth", () => {
  for (const bad of ["a\0", "\uD800", "\uDC00x"]) {
    assert.equal(hasUnstorableText(bad), true);
    assert.equal(hasUnstorableText([1, [2, { a: [bad] }]]), true);
    assert.equal(hasUnstorableText({ a: { [bad]: 1 } }), true);
  }
  for (const good of [null, undefined, 1, true, "", "😀", [], {}, { a: [{ b: "ünï" }], c: null }])
    assert.equal(hasUnstorableText(good), false);
});

test("a cleaned value is storable, and the same object if it already was", () => {
  assert.deepEqual(cleanValue({ "a\0": ["\uD83D", { b: "ok\0" }], c: 1 }), { "a\uFFFD": ["\uFFFD", { b: "ok\uFFFD" }], c: 1 });
  assert.equal(cleanValue("\0"), "\uFFFD");
  const good = { a: ["😀", null, true] };
  assert.equal(cleanValue(good), good);
});

test("text is cut between characters, not within one", () => {
  const table: [string, number, string][] = [
    ["hello", 5, "hello"],
    ["hello", 4, "hell"],
    ["hello", 0, ""],
    ["a😀b", 3, "a😀"],
    ["a😀b", 2, "a"],
    ["😀", 1, ""],
  ];
  for (const [text, max, wanted] of table) assert.equal(cut(text, max), wanted);
  fc.assert(
    fc.property(anyUnits, fc.nat(70), (units, max) => {
      const text = units.toWellFormed();
      const short = cut(text, max);
      assert.ok(short.isWellFormed() && text.startsWith(short));
      assert.ok(short.length <= max && short.length >= Math.min(text.length, max) - 1);
    }),
  );
});

test("a million levels of nesting do not overflow the stack", () => {
  let deep: unknown = "end\0";
  for (let n = 0; n < 1_000_000; n++) deep = [deep];
  assert.equal(hasUnstorableText(deep), true);
});

test("a preview is cut between user-perceived characters", () => {
  const family = "👨‍👩‍👧‍👦";
  const table: [string, number, string][] = [
    ["hello", 10, "hello"],
    ["hello", 5, "hello"],
    ["hello", 3, "hel"],
    ["hello", 0, ""],
    ["e\u0301e\u0301e\u0301", 2, "e\u0301e\u0301"],
    ["abce\u0301", 4, "abce\u0301"],
    ["abce\u0301x", 4, "abce\u0301"],
    ["abc\u0301", 3, "abc\u0301"],
    [family.repeat(3), 2, family.repeat(2)],
    ["🇬🇧🇫🇷🇩🇪", 2, "🇬🇧🇫🇷"],
    ["👍🏽👍🏽", 1, "👍🏽"],
    ["a\r\nb", 2, "a\r\n"],
    ["a\nb", 2, "a\n"],
    ["한국어", 2, "한국"],
    ["नमस्ते", 2, "नम"],
    ["1️⃣2️⃣", 1, "1️⃣"],
  ];
  for (const [text, max, expected] of table) assert.equal(preview(text, max), expected, JSON.stringify([text, max]));
});

test("a preview is a prefix of the text, well-formed where the text is, and agrees with the segmenter", () => {
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }), fc.string());
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 12 }), (whole, max) => {
      const cut = preview(whole, max);
      assert.ok(whole.startsWith(cut));
      assert.ok(cut.isWellFormed());
      assert.equal(
        cut,
        Array.from(segmenter.segment(whole), (s) => s.segment)
          .slice(0, max)
          .join(""),
      );
    }),
    { numRuns: 500 },
  );
});

test("a megabyte of stacked marks costs nothing and shows little", () => {
  const start = performance.now();
  assert.ok(preview(`a${"\u0301".repeat(1_000_000)}`, 100).length <= 3_200);
  assert.ok(preview("語".repeat(1_000_000), 100).length === 100);
  // About 10 ms; quadratic work would take hours.
  assert.ok(performance.now() - start < 10_000);
});
