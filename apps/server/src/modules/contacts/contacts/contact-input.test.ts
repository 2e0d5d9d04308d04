import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { AppError } from "#platform/errors/app-error.ts";
import { mergeCustomFields } from "#modules/contacts/custom-fields/index.ts";
import { readContactInput } from "./contact-input.ts";

function refusal(fn: () => unknown): unknown {
  try {
    fn();
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "validation_error");
    return error.details;
  }
  return assert.fail("nothing was thrown");
}

test("only the given fields are read, so a change of one field leaves the others", () => {
  assert.deepEqual(readContactInput({}), {});
  assert.deepEqual(readContactInput({ name: null, language: null, timezone: null, country: null, email: null, phone: null }), {
    name: null,
    language: null,
    timezone: null,
    country: null,
    email: null,
    phone: null,
    phoneKey: null,
  });
});

test("a phone is stored as E.164, under either name, with one key for its national variants", () => {
  assert.deepEqual(readContactInput({ phone: "+44 (0)7700 900-123" }), { phone: "+447700900123", phoneKey: "447700900123" });
  assert.deepEqual(readContactInput({ phoneNumber: "00447700900123" }), { phone: "+447700900123", phoneKey: "447700900123" });
  assert.deepEqual(readContactInput({ phone: "447700900123", phoneNumber: "+44 7700 900123" }), {
    phone: "+447700900123",
    phoneKey: "447700900123",
  });
  const [short, long] = ["+551187654321", "+5511987654321"].map((phone) => readContactInput({ phone }));
  assert.equal(short?.phoneKey, long?.phoneKey);
  assert.notEqual(short?.phone, long?.phone);
});

test("an invalid phone is refused under the name it was given by", () => {
  for (const phone of ["", "abc", "07700 900123", "+1", "1234567890123456"]) {
    assert.deepEqual(
      refusal(() => readContactInput({ phone })),
      [{ field: "phone", issue: "invalid_format" }],
      phone,
    );
    assert.deepEqual(
      refusal(() => readContactInput({ phoneNumber: phone })),
      [{ field: "phoneNumber", issue: "invalid_format" }],
      phone,
    );
  }
  assert.deepEqual(
    refusal(() => readContactInput({ phone: "+447700900123", phoneNumber: "+447700900124" })),
    [{ field: "phoneNumber", issue: "not_allowed" }],
  );
  assert.deepEqual(
    refusal(() => readContactInput({ phone: null, phoneNumber: "+447700900124" })),
    [{ field: "phoneNumber", issue: "not_allowed" }],
  );
});

test("languages, time zones and countries are validated and stored in canonical form", () => {
  assert.deepEqual(readContactInput({ language: "pt_br", timezone: "America/Sao_Paulo", country: "br" }), {
    language: "pt-BR",
    timezone: "America/Sao_Paulo",
    country: "BR",
  });
  assert.deepEqual(readContactInput({ timezone: "UTC" }), { timezone: "UTC" });
  assert.deepEqual(
    refusal(() => readContactInput({ language: "no language" })),
    [{ field: "language", issue: "invalid_format" }],
  );
  for (const timezone of ["Mars/Olympus", "+02:00", " ", "../etc/passwd"]) {
    assert.deepEqual(
      refusal(() => readContactInput({ timezone })),
      [{ field: "timezone", issue: "invalid_format" }],
      timezone,
    );
  }
  for (const country of ["XX", "ZZ", "QQ"])
    assert.deepEqual(
      refusal(() => readContactInput({ country })),
      [{ field: "country", issue: "unknown_value" }],
      country,
    );
});

test("tags are trimmed and deduplicated in order; blank texts are refused", () => {
  assert.deepEqual(readContactInput({ tags: [" vip", "new", "vip "] }), { tags: ["vip", "new"] });
  assert.deepEqual(
    refusal(() => readContactInput({ tags: ["a", "  "] })),
    [{ field: "tags[1]", issue: "too_short" }],
  );
  assert.deepEqual(
    refusal(() => readContactInput({ name: " \t" })),
    [{ field: "name", issue: "too_short" }],
  );
});

const value = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const key = fc.string({ minLength: 1, maxLength: 5 });

test("given custom fields are set, null removes, and the others stay", () => {
  fc.assert(
    fc.property(fc.dictionary(key, value), fc.dictionary(key, fc.option(value)), (before, given) => {
      const merged = mergeCustomFields(before, given);
      for (const k of new Set([...Object.keys(before), ...Object.keys(given)])) {
        const expected = Object.hasOwn(given, k) ? given[k] : before[k];
        assert.deepEqual(Object.hasOwn(merged, k) ? merged[k] : null, expected);
      }
      // Applying the change twice has the same result as once.
      assert.deepEqual(mergeCustomFields(merged, given), merged);
    }),
  );
});

test("the limit counts the resulting fields, so many small changes cannot exceed it", () => {
  const before = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, i]));
  assert.deepEqual(
    refusal(() => mergeCustomFields(before, { one: 1 })),
    [{ field: "customFields", issue: "too_many" }],
  );
  assert.equal(Object.keys(mergeCustomFields(before, { one: 1, f0: null })).length, 100);
});
