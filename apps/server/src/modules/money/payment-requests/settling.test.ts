import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { toDecimal } from "#platform/money/money.ts";
import { evaluateInvoice } from "./settling.ts";

const row = { status: "pending" as const, amount: "10.500000", currency: "USD", invoice_id: null, problem: null };
const paid = { id: "inv_1", status: "PAID", amount: 10.5, paidAmount: 10.5, currency: "USD" };

test("only the exact amount in the right currency is a payment", () => {
  assert.deepEqual(evaluateInvoice(row, paid), { kind: "paid" });
  assert.deepEqual(evaluateInvoice(row, { ...paid, status: "SETTLED" }), { kind: "paid" });
  for (const wrong of [
    { paidAmount: 10.49 },
    { paidAmount: 10.5000001 },
    { paidAmount: 1e20 },
    { paidAmount: null, amount: null },
    { currency: "IDR" },
  ]) {
    const verdict = evaluateInvoice(row, { ...paid, ...wrong });
    assert.deepEqual([verdict.kind, "status" in verdict && verdict.status], ["problem", "failed"], JSON.stringify(wrong));
  }
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.bigInt({ min: 1n, max: 10n ** 15n }), (amount, given) => {
      const verdict = evaluateInvoice({ ...row, amount: toDecimal(amount) }, { ...paid, paidAmount: Number(toDecimal(given)) });
      assert.equal(verdict.kind === "paid", amount === given);
    }),
  );
});

test("a late payment counts in any state; a second invoice is reported and not credited", () => {
  for (const status of ["pending", "expired", "cancelled", "failed"] as const)
    assert.deepEqual(evaluateInvoice({ ...row, status }, paid), { kind: "paid" }, status);
  const done = { ...row, status: "paid" as const, invoice_id: "inv_1" };
  assert.deepEqual(evaluateInvoice(done, paid), { kind: "nothing" });
  const twice = evaluateInvoice(done, { ...paid, id: "inv_2" });
  assert.deepEqual([twice.kind, "status" in twice && twice.status], ["problem", "paid"]);
  assert.deepEqual(evaluateInvoice({ ...done, problem: "problem" in twice ? twice.problem : "" }, { ...paid, id: "inv_2" }), {
    kind: "nothing",
  });
});

test("an expiry counts only for a pending request and its own invoice", () => {
  const expired = { ...paid, status: "EXPIRED" };
  assert.deepEqual(evaluateInvoice(row, expired), { kind: "expired" });
  assert.deepEqual(evaluateInvoice({ ...row, invoice_id: "inv_2" }, expired), { kind: "nothing" });
  for (const status of ["paid", "cancelled", "failed", "expired"] as const)
    assert.deepEqual(evaluateInvoice({ ...row, status }, expired), { kind: "nothing" });
  for (const status of ["PENDING", "", "VOIDED"]) assert.deepEqual(evaluateInvoice(row, { ...paid, status }), { kind: "nothing" });
});
