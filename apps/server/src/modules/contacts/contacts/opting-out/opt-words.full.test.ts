import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { optInWords, optOutWords, normalizeForOptWords, readOptDecision } from "./opt-words.ts";

const allOut = Object.values(optOutWords).flat();
const allIn = Object.values(optInWords).flat();

test("a keyword preceded or followed by another word does not count, unless the phrase is listed", () => {
  const listed = new Set([...allOut, ...allIn].map((word) => normalizeForOptWords(word)));
  const other = fc.string({ minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...allOut, ...allIn), other, fc.boolean(), (word, more, first) => {
      const text = first ? `${more} ${word}` : `${word} ${more}`;
      const plain = normalizeForOptWords(text);
      assert.equal(readOptDecision(text) !== null, plain !== null && listed.has(plain));
      if (/[\p{L}\p{N}]/u.test(more) && plain !== null && !listed.has(plain)) assert.equal(readOptDecision(text), null);
    }),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const plain = normalizeForOptWords(text);
      if (plain !== null) assert.equal(normalizeForOptWords(plain), plain);
    }),
    { numRuns: 2_000 },
  );
});
