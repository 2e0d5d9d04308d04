import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { leastCpuMsOf } from "../../../../../test/cpu-time.ts";
import { asksForHuman, findTerm, isAutomaticReply } from "./index.ts";

const read = (name: string) => readFileSync(new URL(`./testdata/${name}`, import.meta.url), "utf8");
const requests = JSON.parse(read("requests.json")) as Record<string, string[]>;
const negatives = read("negatives.txt").trim().split("\n");

describe("a request for a human", () => {
  it("is found in each of two hundred phrases in eight languages", () => {
    const phrases = Object.values(requests).flat();
    assert.ok(Object.keys(requests).length >= 8 && new Set(phrases).size >= 200, `${phrases.length} phrases`);
    assert.deepEqual(
      phrases.filter((phrase) => asksForHuman(phrase) === null),
      [],
    );
  });

  it("is found regardless of case, punctuation and greeting", () => {
    for (const phrase of Object.values(requests).flat()) {
      for (const variant of [phrase.toUpperCase(), `  ${phrase}!!!`, `Hm. ${phrase}`, phrase.normalize("NFD")])
        assert.notEqual(asksForHuman(variant), null, variant);
    }
  });

  it("is seen in fewer than one in a hundred sentences that use its words in another sense", () => {
    assert.ok(negatives.length >= 500, `${negatives.length} sentences`);
    const alarms = negatives.filter((sentence) => asksForHuman(sentence) !== null);
    assert.ok(alarms.length <= negatives.length / 100, JSON.stringify(alarms));
  });

  it("is the key 0 of a telephone menu, and no other digit", () => {
    assert.equal(asksForHuman(" 0 "), "digit");
    for (const text of ["10", "00", "0 items", ""]) assert.equal(asksForHuman(text), null, text);
  });

  it("is searched no slower in an adversarial text: each word of every language repeated", async () => {
    // The patterns of these words are excepted from the check of patterns (scripts/checks/pattern-exceptions.ts), which could not judge them in time.
    const texts = Object.values(requests)
      .flat()
      .flatMap((phrase) => phrase.split(/\s+/));
    const boundMs = 250;
    let worst = 0;
    for (const word of new Set([...texts, "no", "i want", "x", " "])) {
      worst = Math.max(worst, await leastCpuMsOf(boundMs, () => asksForHuman(`${word} `.repeat(5_000))));
      worst = Math.max(worst, await leastCpuMsOf(boundMs, () => asksForHuman(`${`${word} `.repeat(1_900 / word.length)}zz`)));
    }
    assert.ok(worst < boundMs, `${worst} ms`);
  });
});

describe("terms of a tenant", () => {
  it("are found at word boundaries, ignoring case and accents, in any script", () => {
    for (const [text, terms, found] of [
      ["I want a REFUND now", ["refund"], "refund"],
      ["refunds are great", ["refund"], null],
      ["una queja formál", ["Queja Formal"], "Queja Formal"],
      ["我要退款", ["退款"], "退款"],
      ["أريد استرجاع المال", ["استرجاع"], "استرجاع"],
      ["nothing", ["", "  "], null],
    ] as const)
      assert.equal(findTerm(text, terms), found, text);
  });
});

describe("an automatic reply of another machine", () => {
  it("is distinguished from what people write", () => {
    for (const text of [
      "Automatic reply: on vacation until Monday",
      "Ich bin derzeit nicht im Büro",
      "Réponse automatique",
      "Respuesta automática: vuelvo pronto",
      "Pesan otomatis",
    ])
      assert.ok(isAutomaticReply(text), text);
    for (const text of ["Is your office open?", "I need an automatic watch", "reply please"]) assert.ok(!isAutomaticReply(text), text);
  });
});
