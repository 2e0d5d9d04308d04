import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { leastCpuMsOf } from "../../../test/cpu-time.ts";
import { normalForm } from "./normal.ts";

const forms = ["NFC", "NFD", "NFKC", "NFKD"] as const;

describe("a normal form", () => {
  it("is the engine's for every text that people write", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.constantFrom(...forms), (text, form) => {
        assert.equal(normalForm(form, text), text.normalize(form));
      }),
    );
    const thirty = `a${"\u0323\u0301".repeat(15)}`;
    for (const form of forms) assert.equal(normalForm(form, thirty), thirty.normalize(form));
  });

  it("takes linear time, however many marks are out of order", async () => {
    for (const marks of ["\u0301\u0323", "\u0345\u0301\u0323\u0316", "\u0958\u0323\u0301", "\u034f", "\u0301\u034f\u0323"])
      for (const form of forms) {
        const text = `a${marks.repeat(200_000 / marks.length)}`;
        const ms = await leastCpuMsOf(250, () => normalForm(form, text));
        assert.ok(ms < 250, `${form} of ${JSON.stringify(marks)}: ${ms} ms`);
      }
  });

  it("changes nothing when it is applied again", () => {
    const mark = fc.constantFrom("\u0301", "\u0323", "\u0345", "\u034f", "\u0958", "\u0344", "\u3099", "e", "\u1e9b");
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 300 }), fc.constantFrom(...forms), (units, form) => {
        const once = normalForm(form, units.join(""));
        assert.equal(normalForm(form, once), once);
        assert.equal(once.replaceAll("\u034f", "").length >= 0, true);
      }),
    );
  });
});
