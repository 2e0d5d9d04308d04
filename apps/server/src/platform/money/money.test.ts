import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { AppError } from "../errors/app-error.ts";
import { amountMax, microsNumber, microsText, readAmount, readCurrency, toMicros } from "./money.ts";

test("a number with up to 6 decimals is the millionths its spelling says, and comes back as it was", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 999_999 }), (whole, millionths) => {
      const value = Number(`${whole}.${String(millionths).padStart(6, "0")}`);
      const micros = toMicros(value);
      assert.equal(micros, BigInt(whole) * 1_000_000n + BigInt(millionths));
      assert.equal(microsNumber(micros as bigint), value);
      assert.equal(Number(microsText(micros as bigint)), value);
    }),
  );
});

test("what has more decimals, or is no number of money, is refused with the field and why", () => {
  const cases: [number, string][] = [
    [0.1 + 0.2, "invalid_format"],
    [1e-7, "invalid_format"],
    [0.1234567, "invalid_format"],
    [-0.01, "out_of_range"],
    [amountMax + 1, "out_of_range"],
    [1e21, "out_of_range"],
    [1e308, "out_of_range"],
    [Number.POSITIVE_INFINITY, "out_of_range"],
    [Number.NaN, "out_of_range"],
  ];
  for (const [value, issue] of cases)
    assert.throws(
      () => readAmount("amount", value),
      (error) => error instanceof AppError && error.status === 400 && error.details?.[0]?.issue === issue,
      String(value),
    );
  assert.equal(readAmount("amount", amountMax), BigInt(amountMax) * 1_000_000n);
  assert.equal(readAmount("amount", -0), 0n);
  assert.equal(toMicros(1e21), 10n ** 27n);
  assert.equal(toMicros(1.2345, 3), null);
  assert.equal(toMicros(-2.5), -2_500_000n);
});

test("millionths are spelled as a numeric without needless zeros", () => {
  const spelled = [0n, 1n, 10n, 1_000_000n, 1_500_000n, -1n, -2_500_000n].map(microsText);
  assert.deepEqual(spelled, ["0", "0.000001", "0.00001", "1", "1.5", "-0.000001", "-2.5"]);
});

test("a currency is a code of ISO 4217 in any case", () => {
  assert.equal(readCurrency("currency", "eur"), "EUR");
  assert.equal(readCurrency("currency", "JPY"), "JPY");
  for (const code of ["XYZ", "EURO", "", "12A"]) assert.throws(() => readCurrency("currency", code), AppError);
});
