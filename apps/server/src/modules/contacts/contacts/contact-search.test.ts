import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { planContactSearch } from "./contact-search.ts";

test("text that looks like a phone number is searched by its significant digits, in any format", () => {
  for (const q of [
    "+44 7700 900123",
    "0044 7700-900123",
    "447700900123",
    "(+44) 7700.900.123",
    "+44 (0)7700 900123",
    "tel:+447700900123",
    "٤٤٧٧٠٠٩٠٠١٢٣",
  ]) {
    const plan = planContactSearch(q);
    assert.ok(plan.anyOf.includes("%447700900123%"), q);
  }
  // In national notation, and part of a number.
  assert.ok(planContactSearch("07700 900123").anyOf.includes("%7700900123%"));
  assert.ok(planContactSearch("900123").anyOf.includes("%900123%"));
});

test("a whole number is also searched by the key of its national variants", () => {
  assert.equal(planContactSearch("+55 11 8765-4321").phoneKey, planContactSearch("5511987654321").phoneKey);
  assert.equal(planContactSearch("Ada").phoneKey, null);
});

test("every word of other text must occur, and the longest is searched through the index", () => {
  assert.deepEqual(planContactSearch("  Lovelace   ADA "), { anyOf: ["%lovelace%"], allOf: ["%ada%"], phoneKey: null });
  assert.deepEqual(planContactSearch("ada@example.com").anyOf, ["%ada@example.com%"]);
  assert.deepEqual(planContactSearch("Room 12").allOf, ["%12%"]);
});

test("wildcards in the text are literal", () => {
  assert.deepEqual(planContactSearch("100%_\\x").anyOf, ["%100\\%\\_\\\\x%"]);
});

test("property: the patterns of any one-word text match that text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }), (q) => {
      const plan = planContactSearch(q);
      assert.ok(plan.anyOf.length >= 1 && plan.anyOf.length <= 2);
      assert.ok(plan.allOf.length <= 7);
      for (const pattern of [...plan.anyOf, ...plan.allOf]) assert.match(pattern, /^%[\s\S]*%$/);
    }),
  );
});
