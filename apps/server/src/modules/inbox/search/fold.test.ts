import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fold, foldWithPositions } from "./fold.ts";
import { highlight } from "./highlight.ts";
import { planSearch } from "./query.ts";

const anyText = fc.string({ unit: "grapheme", maxLength: 80 });

test("folding makes spellings equal and keeps single spaces between words", () => {
  for (const [text, folded] of [
    ["", " "],
    ["Héllo,  WORLD!", " hello world "],
    ["你好ab", " 你 好 ab "],
    ["ﬁne Ａ", " fine a "],
    ["a\u0301b", " ab "],
    ["हिन्दी", " हिन्दी "],
  ] as const)
    assert.equal(fold(text), folded, text);
  fc.assert(
    fc.property(anyText, (text) => {
      const once = fold(text);
      assert.match(once, /^ (\S+ )*$/u);
      assert.equal(fold(once), once);
      const { text: folded, from } = foldWithPositions(text);
      assert.equal(folded.length, from.length);
      for (let i = 1; i < from.length; i++) assert.ok((from[i] as number) >= (from[i - 1] as number));
    }),
  );
});

test("a text is found by each of its words", () => {
  const like = (pattern: string, text: string) => text.includes(pattern.slice(1, -1));
  fc.assert(
    fc.property(anyText, (text) => {
      for (const word of text.split(/\s+/u)) {
        const plan = planSearch(word);
        if (plan === null) continue;
        for (const pattern of plan.exact) assert.ok(like(pattern, fold(text)), `${pattern} in ${fold(text)}`);
      }
    }),
  );
  assert.equal(planSearch(" !? "), null);
  assert.deepEqual(planSearch("Refund my 订单"), {
    words: ["refund", "订 单", "my"],
    exact: ["% refund%", "% 订 单 %", "% my%"],
    similar: ["refund"],
    otherPatterns: ["% 订 单 %", "% my%"],
  });
});

test("highlights lie within the snippet, in order, on whole characters", () => {
  fc.assert(
    fc.property(anyText, fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }), (text, q) => {
      const { snippet, highlights } = highlight(text, planSearch(q)?.words ?? []);
      assert.ok(snippet.isWellFormed() || !text.isWellFormed());
      let last = 0;
      for (const { start, end } of highlights) {
        assert.ok(start >= last && end > start && end <= snippet.length);
        last = end;
      }
    }),
  );
  const shown = (text: string, q: string) => {
    const { snippet, highlights } = highlight(text, planSearch(q)?.words ?? []);
    return highlights.map(({ start, end }) => snippet.slice(start, end));
  };
  assert.deepEqual(shown("Die Überraschung!", "uber"), ["Über"]);
  assert.deepEqual(shown("A refund, please", "refnd"), ["refund"]);
  assert.deepEqual(shown("我的订单", "订单"), ["订单"]);
  assert.deepEqual(shown("e\u0301te\u0301", "ete"), ["e\u0301te\u0301"]);
});
