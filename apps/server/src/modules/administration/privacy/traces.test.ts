import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createTraces, withoutDetails } from "./traces.ts";

const id = `cnt_${"0".repeat(31)}1`;
const { mentions, holdsValue } = createTraces([id], ["447700900123", "ada@x.org"]);

test("a row names a person by an id, a phone or an address, as a whole word in any case", () => {
  for (const text of [`{"contactId":"${id}"}`, '"+447700900123"', "call 447700900123.", "ADA@X.ORG", '"a\\n447700900123"', "<ada@x.org>"])
    assert.equal(mentions(text), true, text);
  for (const text of [`${id}0`, `cnt_${"0".repeat(32)}`, "4477009001234", "1447700900123", "nada@x.org", "ada@x.organ", "", "44770090012"])
    assert.equal(mentions(text), false, text);
});

test("a value is found between any characters that are not part of a word", () => {
  const around = fc.string().map((text) => text.replace(/[\p{L}\p{N}]/gu, " "));
  fc.assert(fc.property(around, around, (before, after) => holdsValue(`${before}447700900123${after}`)));
});

test("an audit entry keeps ids and the service's own terms", () => {
  assert.deepEqual(
    withoutDetails({
      fields: ["name"],
      status: { from: "open", to: "lost" },
      contactId: id,
      number: "A-7",
      title: { from: "x" },
      n: 4,
      ok: true,
      none: null,
    }),
    {
      fields: ["name"],
      status: { from: "open", to: "lost" },
      contactId: id,
      number: "…",
      title: { from: "…" },
      n: "…",
      ok: true,
      none: null,
    },
  );
});
