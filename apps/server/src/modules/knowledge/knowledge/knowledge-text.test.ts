/** The pure parts: passages, languages, spelling, questions, snippets. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type Block, chunkBlocks, chunkLength } from "./sources/chunking.ts";
import { editDistance } from "./searching/edit-distance.ts";
import { isWithin } from "./categories.service.ts";
import { configOf, detectLanguage, prepareText } from "./searching/languages.ts";
import { questionKey, wholeQuestionTerm, withoutPersonalData } from "./searching/question-key.ts";
import { spellings, unknownWords } from "./searching/search.ts";
import { snippetOf } from "./searching/snippet.ts";

const text = fc.string({ unit: fc.constantFrom("a", "é", "😀", "字", " ", ".", "\n", "word ", "A sentence. "), maxLength: 6_000 });
const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ kind: fc.constant("text" as const), text }),
  fc.record({ kind: fc.constant("heading" as const), level: fc.integer({ min: 1, max: 6 }), text: fc.string({ maxLength: 40 }) }),
);
const solid = (t: string) => t.replace(/\s/g, "");

describe("passages", () => {
  it("contain every character of the text, in order, and none exceeds the maximum", () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        const chunks = chunkBlocks(blocks, "en");
        for (const { body } of chunks) {
          assert.ok(body.length <= chunkLength && body.trim() !== "", `${body.length}`);
          assert.ok(body.isWellFormed());
        }
        const all = blocks.filter((b) => b.kind === "text").map((b) => b.text);
        assert.equal(solid(chunks.map((c) => c.body).join("")), solid(all.join("")));
      }),
    );
  });

  it("never cross a heading, and include the headings above them", () => {
    const long = "A sentence about it. ".repeat(20).trim();
    assert.deepEqual(
      chunkBlocks(
        [
          { kind: "text", text: long },
          { kind: "heading", level: 1, text: "Shop" },
          { kind: "heading", level: 2, text: "Returns" },
          { kind: "text", text: long },
          { kind: "heading", level: 2, text: "Delivery" },
          { kind: "text", text: long },
          { kind: "text", text: "And more." },
          { kind: "heading", level: 1, text: "About" },
          { kind: "text", text: "Us." },
        ],
        "en",
      ).map(({ heading, body }) => [heading, body.length]),
      [
        [null, long.length],
        ["Shop > Returns", long.length],
        ["Shop > Delivery", long.length + 10],
        ["About", 3],
      ],
    );
  });
});

describe("languages", () => {
  it("are detected from a sentence, from a script, or not at all", async () => {
    for (const [sentence, language] of [
      ["How do I reset the password of my account?", "en"],
      ["Wie kann ich mein Passwort zurücksetzen, bitte?", "de"],
      ["Şifremi unuttum, hesabıma nasıl girebilirim?", "tr"],
      ["如何重置密码", "zh"],
      ["パスワードを忘れた", "ja"],
      ["ลืมรหัสผ่าน", "th"],
      ["비밀번호", "ko"],
      ["OK", null],
      ["", null],
    ] as const)
      assert.equal(await detectLanguage(sentence), language, sentence);
  });

  it("without spaces are split into words, others are left as they are", () => {
    assert.deepEqual(
      prepareText("如何密码?", "zh")
        .split(/[\s?]+/)
        .filter(Boolean),
      ["如何", "密码"],
    );
    assert.ok(prepareText("ลืมรหัสผ่าน", "th").trim().includes(" "));
    assert.equal(prepareText("reset password", "en"), "reset password");
    assert.equal(prepareText("and/or IPHONE İ", "tr").includes("/"), false);
  });

  it("without a stemmer are searched by whole words", () => {
    assert.deepEqual(["de", "zh", "xx", "tr"].map(configOf), ["german", "simple", "simple", "turkish"]);
  });
});

describe("spelling", () => {
  it("the distance of two words is that of the full table, or more than the relevant maximum", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, max) => {
        assert.equal(editDistance(a, b, max), Math.min(editDistance(a, b, 20), max + 1));
        assert.equal(editDistance(a, b, max), editDistance(b, a, max));
        assert.equal(editDistance(a, b, 20) === 0, a === b);
      }),
    );
    for (const [a, b, distance] of [
      ["refnud", "refund", 1],
      ["pasword", "password", 1],
      ["kitten", "sitting", 3],
    ] as const)
      assert.equal(editDistance(a, b, 5), distance);
  });

  it("an unknown word is compared with the nearest known ones, at less weight; a known word with none", () => {
    const similar = ["password", "passwords", "pass", "sword"].map((term) => ({ word: "pasword", language: "en", term }));
    assert.deepEqual(
      spellings({ language: "en", term: "pasword", known: false, place: 3 }, similar).map(({ term, token }) => [term, token]),
      [
        ["password", 3],
        ["passwords", 3],
        ["sword", 3],
      ],
    );
    assert.deepEqual(spellings({ language: "en", term: "pasword", known: true, place: 3 }, similar), []);
    assert.deepEqual(spellings({ language: "de", term: "pasword", known: false, place: 3 }, similar), []);
  });

  it("only words unknown in every language are corrected, not those too common to be searched", () => {
    const at = (language: string, place: number, known: boolean) => ({ language, place, known, term: `w${"x".repeat(place + 3)}` });
    const terms = [at("en", 1, false), at("de", 1, true), at("de", 2, false), at("en", 3, false), at("de", 3, false)];
    assert.deepEqual(
      unknownWords(terms, ["en", "de"]).map(({ language, place }) => [language, place]),
      [
        ["en", 3],
        ["de", 3],
      ],
    );
    assert.deepEqual(unknownWords([{ ...at("en", 1, false), term: "ab1" }], ["en"]), []);
  });
});

describe("questions", () => {
  it("are equal regardless of case, punctuation, width and spaces", () => {
    assert.equal(questionKey("  How  LONG…? "), "how long");
    assert.equal(wholeQuestionTerm("Ｈｏｗ long"), wholeQuestionTerm("how, long?!"));
    assert.notEqual(wholeQuestionTerm("how long"), wholeQuestionTerm("how short"));
    assert.equal(questionKey("?!"), "");
  });

  it("are stored without addresses and long numbers", () => {
    assert.equal(
      withoutPersonalData("My order 123456789 to ada@example.com, +44 7700 900123, see https://x.example/y?z=1 has 3 parts"),
      "My order … to … …, see … has 3 parts",
    );
  });
});

describe("snippets", () => {
  it("show the sentences that match the question, and short passages completely", () => {
    const filler = "Nothing of interest stands in this sentence at all. ".repeat(12);
    const snippet = snippetOf(`${filler}Refunds are paid within fourteen days. ${filler}`, "When are refunds paid?", "en");
    assert.ok(snippet.includes("Refunds are paid within fourteen days."), snippet);
    assert.ok(snippet.startsWith("… ") && snippet.endsWith(" …"));
    assert.equal(snippetOf("Short.", "x", "en"), "Short.");
  });

  it("are at most 240 characters and well formed, whatever the text", () => {
    fc.assert(
      fc.property(text, fc.string({ maxLength: 40 }), (body, question) => {
        const snippet = snippetOf(body, question, "en");
        assert.ok(snippet.length <= 244 * 2 && snippet.isWellFormed());
      }),
    );
  });
});

describe("the category tree", () => {
  it("knows what is within what, even in a cycle", () => {
    const parents = new Map([
      ["a", null],
      ["b", "a"],
      ["c", "b"],
      ["x", "y"],
      ["y", "x"],
    ]);
    assert.deepEqual(
      [isWithin(parents, "c", "a"), isWithin(parents, "a", "c"), isWithin(parents, "a", "a"), isWithin(parents, "x", "a")],
      [true, false, true, false],
    );
  });
});
