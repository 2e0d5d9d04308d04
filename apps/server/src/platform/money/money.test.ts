import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "../errors/app-error.ts";
import fc from "fast-check";
import { amountMax, readAmount, readCurrency, readDecimal, readValue, toDecimal, toMicros, toNumber, valueMax } from "./money.ts";

const micros = fc.bigInt({ min: 1n - 10n ** 20n, max: 10n ** 20n - 1n });

test("an amount survives the database's text format", () => {
  fc.assert(fc.property(micros, (amount) => assert.equal(toMicros(toDecimal(amount)), amount)));
  assert.equal(toDecimal(-1n), "-0.000001");
  assert.equal(toMicros("12.5"), 12_500_000n);
});

test("every amount that a request may contain survives the wire format", () => {
  const most = BigInt(amountMax) * 1_000_000n;
  fc.assert(
    fc.property(fc.bigInt({ min: -4n * most, max: 4n * most }), (amount) => {
      const wire: unknown = JSON.parse(JSON.stringify(toNumber(amount)));
      assert.equal(readAmount("amount", wire as number), amount);
    }),
  );
});

test("more than six decimals are refused, not rounded", () => {
  for (const value of [0.1234567, 1e-7, 1.0000001, 5e-324]) assert.throws(() => readAmount("amount", value), { code: "validation_error" });
  for (const value of [Number.NaN, Infinity, 1e15]) assert.throws(() => readAmount("amount", value), { code: "validation_error" });
  for (const text of ["", "1.", ".5", "1e3", "1.0000001", "123456789012345", "1,5"]) assert.throws(() => toMicros(text), RangeError);
  assert.equal(readAmount("amount", -0), 0n);
});

test("more decimals, or a number that is not an amount, are refused with the field and the reason", () => {
  const cases: [number, string][] = [
    [0.1 + 0.2, "invalid_format"],
    [1e-7, "invalid_format"],
    [0.1234567, "invalid_format"],
    [-0.01, "out_of_range"],
    [valueMax + 1, "out_of_range"],
    [1e21, "out_of_range"],
    [1e308, "out_of_range"],
    [Number.POSITIVE_INFINITY, "out_of_range"],
    [Number.NaN, "out_of_range"],
  ];
  for (const [value, issue] of cases)
    assert.throws(
      () => readValue("amount", value),
      (error) => error instanceof AppError && error.status === 400 && error.details?.[0]?.issue === issue,
      String(value),
    );
  assert.equal(readValue("amount", valueMax), BigInt(valueMax) * 1_000_000n);
  assert.equal(readValue("amount", -0), 0n);
  assert.equal(readValue("amount", 999_999_999_999.1), 999_999_999_999_100_000n);
  assert.equal(readDecimal(1.2345, 3), null);
  assert.equal(readDecimal(-2.5), -2_500_000n);
});

test("a currency is an ISO 4217 code in any case", () => {
  assert.equal(readCurrency("currency", "eur"), "EUR");
  assert.equal(readCurrency("currency", "JPY"), "JPY");
  for (const code of ["XYZ", "EURO", "", "12A"]) assert.throws(() => readCurrency("currency", code), AppError);
});
