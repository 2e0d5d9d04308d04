import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { leastCpuMsOf } from "../../../../../test/cpu-time.ts";
import { factsOf } from "./facts.ts";
import { codesOf, hasOpaqueToken, secretPattern } from "./secrets.ts";

describe("codes and secrets in a text", () => {
  it("are neither links nor mail addresses", () => {
    assert.deepEqual(codesOf(["Code ab12-cd34-ef56-gh78, mail a.b1234567890123456@x.example or https://x.example/ab12cd34ef56gh78"]), [
      "ab12-cd34-ef56-gh78",
    ]);
    assert.deepEqual(codesOf(["ab12cd34ef56gh78@", "@ab12cd34ef56gh78", "a@ab12cd34ef56gh78"]), ["ab12cd34ef56gh78"]);
  });

  it("include a JSON web token, even without its other parts", () => {
    assert.ok(secretPattern.test("Take x-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.x"));
    assert.ok(!secretPattern.test("The eyJet printer"));
  });

  const hostile = [
    "@",
    "a@",
    "@.",
    ".",
    "a.",
    "a-",
    "eyJ",
    "-eyJ",
    "sk-",
    " ",
    "\t",
    "1 ",
    "1.",
    "1,",
    "(1",
    "www.",
    "http://",
    "\n1.",
    "$ ",
    "é",
  ];
  for (const unit of hostile)
    it(`are found in linear time: ${JSON.stringify(unit)} repeated`, async () => {
      const text = unit.repeat(Math.ceil(10_000 / unit.length));
      for (const given of [text, `${text}x`, `x ${text}\n\u2028`]) {
        for (const work of [
          () => codesOf([given]),
          () => hasOpaqueToken(given, []),
          () => secretPattern.test(given),
          () => factsOf(given),
        ]) {
          const ms = await leastCpuMsOf(250, work);
          assert.ok(ms < 250, `${work}: ${ms} ms`);
        }
      }
    });
});
