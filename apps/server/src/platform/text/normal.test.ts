import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { leastCpuMsOf } from "../../../test/cpu-time.ts";
import { normalForm } from "./normal.ts";

const forms = ["NFC", "NFD", "NFKC", "NFKD"] as const;

describe("a normal form", () => {
  it("treats whatever becomes a mark as one", () => {
    const isMark = /^\p{M}/u;
    const ordered = (text: string) => text !== "\u0e4d" && text !== "\u0ecd";
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if ((code >= 0xd800 && code <= 0xdfff) || isMark.test(character)) continue;
      const [first = ""] = character.normalize("NFKD");
      // Thai and Lao: these are never reordered.
      if (first === character || !isMark.test(first) || !ordered(first)) continue;
      assert.ok(normalForm("NFKD", character.repeat(31)).includes("\u034f"), `U+${code.toString(16)}`);
    }
  });

  it("equals the engine's for every text that people write", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.constantFrom(...forms), (text, form) => {
        assert.equal(normalForm(form, text), text.normalize(form));
      }),
    );
    const thirty = `a${"\u0323\u0301".repeat(15)}`;
    for (const form of forms) assert.equal(normalForm(form, thirty), thirty.normalize(form));
  });

  it("takes linear time, however many marks are out of order", async () => {
    for (const marks of [
      "\u0301\u0323",
      "\u0345\u0301\u0323\u0316",
      "\u0958\u0323\u0301",
      "\u034f",
      "\u0301\u034f\u0323",
      "\u0301\uff9e",
      "\uff9f\u0316\u0301",
    ])
      for (const form of forms) {
        const text = `a${marks.repeat(200_000 / marks.length)}`;
        const ms = await leastCpuMsOf(250, () => normalForm(form, text));
        assert.ok(ms < 250, `${form} of ${JSON.stringify(marks)}: ${ms} ms`);
      }
  });

  it("is idempotent", () => {
    const mark = fc.constantFrom("\u0301", "\u0323", "\u0345", "\u034f", "\u0958", "\u0344", "\u3099", "\uff9e", "\u0ddd", "\u{1d165}");
    const run = fc.array(mark, { minLength: 8, maxLength: 70 });
    const runs = fc.array(fc.tuple(fc.constantFrom("", "e", "\u1e9b", "\u1ec7", "\uff76", "\u{1d160}"), run), { maxLength: 4 });
    fc.assert(
      fc.property(runs, fc.constantFrom(...forms), fc.constantFrom(...forms), (units, form, other) => {
        const once = normalForm(form, units.flat(2).join(""));
        assert.equal(normalForm(form, once), once);
        // And no form has a run of marks that another one has split.
        assert.equal(normalForm(other, once), once.normalize(other));
      }),
      { numRuns: 2_000 },
    );
  });
});
