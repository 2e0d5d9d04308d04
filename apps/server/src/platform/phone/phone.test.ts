import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { normalizePhone, phoneKey, phoneVariants } from "./phone.ts";

test("numbers as people write them become E.164", () => {
  const table: [string, string][] = [
    ["+447700900123", "447700900123"],
    ["447700900123", "447700900123"],
    ["00447700900123", "447700900123"],
    ["00 44 7700 900123", "447700900123"],
    ["+44 7700 900 123", "447700900123"],
    ["+44-7700-900123", "447700900123"],
    ["+44.7700.900.123", "447700900123"],
    ["+44 (7700) 900123", "447700900123"],
    ["(+44) 7700 900123", "447700900123"],
    ["+44 (0)20 7946 0018", "442079460018"],
    ["0044 (0) 20 7946 0018", "442079460018"],
    ["+44/7700/900123", "447700900123"],
    [" +44 7700 900123 ", "447700900123"],
    ["+44\u00a07700\u202f900123", "447700900123"],
    ["+44‑7700–900—123", "447700900123"],
    ["\u202a+44 7700 900123\u202c", "447700900123"],
    ["＋４４ ７７００ ９００１２３", "447700900123"],
    ["+٩٦٦٥٠١٢٣٤٥٦٧", "966501234567"],
    ["+۹۸۹۱۲۱۲۳۴۵۶۷", "989121234567"],
    ["tel:+44-7700-900123", "447700900123"],
    ["+1 (415) 555-0132", "14155550132"],
    ["1234567", "1234567"],
    ["123456789012345", "123456789012345"],
    ["+33 1 70 18 99 00", "33170189900"],
  ];
  for (const [text, digits] of table) assert.deepEqual(normalizePhone(text), { e164: `+${digits}`, digits }, text);
});

test("anything but an international number is null", () => {
  const table = [
    "",
    " ",
    "+",
    "00",
    "abc",
    "07700 900123",
    "+0447700900123",
    "000447700900123",
    "123456",
    "+123456",
    "1234567890123456",
    "++447700900123",
    "+44+7700900123",
    "447700900123+",
    "+44 7700 900123 x12",
    "+44 7700 900123 ext. 5",
    "+44 7700 900123;ext=5",
    "+44 7700 900123, +44 7700 900124",
    "+44770O900123",
    "whatsapp:+447700900123",
    "user@example.com",
    "+44 7700 9001२3",
    "+44\u00007700900123",
    "1e10000000",
    "-447700900123x",
    "+".repeat(1_000),
    "1".repeat(100_000),
    "(0)7700900123",
  ];
  for (const text of table) assert.equal(normalizePhone(text), null, text.slice(0, 40));
});

test("normalizing is total and idempotent", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[+0-9 ().-]{5,20}$/)), (text) => {
      const phone = normalizePhone(text);
      if (phone === null) return;
      assert.match(phone.e164, /^\+[1-9][0-9]{6,14}$/);
      assert.deepEqual(normalizePhone(phone.e164), phone);
      assert.deepEqual(normalizePhone(phone.digits), phone);
    }),
    { numRuns: 1_000 },
  );
});

test("both spellings of a number in Brazil, Mexico and Argentina are the same person", () => {
  const pairs: [string, string, string][] = [
    ["5531988887777", "553188887777", "5531988887777"],
    ["5511961234567", "551161234567", "5511961234567"],
    ["5592981723241", "559281723241", "5592981723241"],
    ["5215512345678", "525512345678", "525512345678"],
    ["5214499780001", "524499780001", "524499780001"],
    ["5491158749895", "541158749895", "5491158749895"],
    ["5493515551234", "543515551234", "5493515551234"],
  ];
  for (const [a, b, key] of pairs) {
    assert.equal(phoneKey(a), key);
    assert.equal(phoneKey(b), key);
    assert.deepEqual(phoneVariants(a), [a, b]);
    assert.deepEqual(phoneVariants(b), [b, a]);
  }
});

test("numbers with one spelling match only themselves", () => {
  const alone = [
    "447700900123",
    "14155550132",
    "966501234567",
    // Brazilian landlines, eight digits starting with 2 to 5, and a nine-digit number whose short form would be a landline
    "551133334444",
    "552122223333",
    "5511933334444",
    "558000464636",
    "551112345678",
    // wrong lengths, and other countries whose digits look similar
    "55319888877",
    "55319888877770",
    "52155123456789",
    "5255123456",
    "549115874989",
    "54911587498951",
    "555199",
    "5911234567",
  ];
  for (const digits of alone) {
    assert.equal(phoneKey(digits), digits);
    assert.deepEqual(phoneVariants(digits), [digits]);
  }
});

test("variants always share a key, keys are stable, and different people never match", () => {
  const digits = fc.oneof(fc.stringMatching(/^(55|52|521|54|549)[0-9]{8,11}$/), fc.stringMatching(/^[1-9][0-9]{6,14}$/));
  fc.assert(
    fc.property(digits, digits, (a, b) => {
      for (const variant of phoneVariants(a)) assert.equal(phoneKey(variant), phoneKey(a));
      assert.equal(phoneKey(phoneKey(a)), phoneKey(a));
      assert.ok(phoneVariants(a).includes(phoneKey(a)));
      assert.equal(phoneKey(a) === phoneKey(b), phoneVariants(a).includes(b));
    }),
    { numRuns: 2_000 },
  );
});
