import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { amountMax, readAmount, toDecimal, toMicros, toNumber } from "./money.ts";

const micros = fc.bigInt({ min: 1n - 10n ** 20n, max: 10n ** 20n - 1n });

test("an amount comes back from the database's spelling as it was", () => {
  fc.assert(fc.property(micros, (amount) => assert.equal(toMicros(toDecimal(amount)), amount)));
  assert.equal(toDecimal(-1n), "-0.000001");
  assert.equal(toMicros("12.5"), 12_500_000n);
});

test("every amount that a request may name comes back from the wire as it was", () => {
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
