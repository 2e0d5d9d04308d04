import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { leastCpuMsOf } from "../../../../test/cpu-time.ts";
import { questionFor } from "#modules/people/agent-settings/index.ts";
import { readRating } from "./rating.ts";

describe("a survey answer", () => {
  it("is a single number, or as many stars", () => {
    for (const [text, rating] of [
      ["5", 5],
      [" 1 ", 1],
      ["4.", 4],
      ["3!", 3],
      ["4/5", 4],
      ["4 von 5", 4],
      ["5️⃣", 5],
      ["５", 5],
      ["⭐⭐⭐", 3],
      ["⭐️⭐️", 2],
      ["★★★★☆", 4],
      ["🌟", 1],
    ] as const)
      assert.equal(readRating(text), rating, text);
  });

  it("is nothing else: a message that asks for something is never swallowed", () => {
    for (const text of ["", "0", "6", "55", "5 desks", "I want 5", "10", "⭐⭐⭐⭐⭐⭐", "⭐ but late", "1-5", "3 4", "4/6", "five", "-5"])
      assert.equal(readRating(text), null, text);
  });

  it("is recognized in linear time, whatever a customer writes", async () => {
    for (const text of [`5${"\t".repeat(150_000)}x`, `5${".".repeat(150_000)}x`, `⭐${" ".repeat(150_000)}x`, "⭐ ".repeat(150_000)]) {
      const ms = await leastCpuMsOf(100, () => assert.equal(readRating(text), null));
      assert.ok(ms < 100, `${JSON.stringify(text.slice(0, 8))}…: ${ms} ms`);
    }
  });
});

describe("the survey question", () => {
  it("is the tenant's in the contact's language, else ours in it, else English", () => {
    const own = { de: "Wie war's?", "pt-br": "E aí?", en: "How was it?" };
    assert.equal(questionFor(own, "de-AT"), "Wie war's?");
    assert.equal(questionFor(own, "pt_BR"), "E aí?");
    assert.match(questionFor(own, "pt-PT"), /satisfação/);
    assert.match(questionFor(own, "fr"), /satisfait/);
    assert.equal(questionFor(own, "ja"), "How was it?");
    assert.equal(questionFor(own, null), "How was it?");
    assert.match(questionFor({}, null), /satisfied/);
  });
});
