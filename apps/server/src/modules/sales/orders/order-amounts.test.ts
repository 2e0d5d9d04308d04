import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { AppError } from "#platform/errors/app-error.ts";
import { computeAmounts } from "./order-amounts.ts";
import { isEditable, canBecome, orderStatuses } from "./order-status.ts";

const none = { discount: 0, tax: 0, shipping: 0, subtotal: undefined, total: undefined };
const cents = fc.integer({ min: 0, max: 10_000_000 }).map((n) => n / 100);

test("whole quantities at prices in cents give exact cents, where doubles would not", () => {
  const item = fc.record({ quantity: fc.integer({ min: 1, max: 1_000 }), unitPrice: cents });
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 30 }), cents, cents, (items, tax, shipping) => {
      const amounts = computeAmounts({ ...none, items: items.map((i) => ({ name: "x", ...i })), tax, shipping });
      const inCents = (n: number) => BigInt(Math.round(n * 100));
      const subtotal = items.reduce((sum, i) => sum + BigInt(i.quantity) * inCents(i.unitPrice), 0n);
      assert.equal(Math.round(Number(amounts.subtotal) * 100), Number(subtotal));
      assert.equal(Math.round(Number(amounts.total) * 100), Number(subtotal + inCents(tax) + inCents(shipping)));
      assert.match(amounts.total, /\.\d{2}0000$/);
    }),
  );
});

test("0.1 + 0.2 is 0.3, and fractions are rounded half up to 6 decimals", () => {
  const sum = computeAmounts({ ...none, items: [0.1, 0.2].map((unitPrice) => ({ name: "x", quantity: 1, unitPrice })) });
  assert.equal(sum.total, "0.300000");
  const rounded = computeAmounts({ ...none, items: [{ name: "x", quantity: 0.5, unitPrice: 0.000001 }] });
  assert.equal(rounded.total, "0.000001");
  const down = computeAmounts({ ...none, items: [{ name: "x", quantity: 0.499, unitPrice: 0.000001 }] });
  assert.equal(down.total, "0.000000");
});

test("contradictory amounts are 422, invalid ones 400, each with its field", () => {
  const one = [{ name: "Desk", quantity: 2, unitPrice: 10 }];
  const cases: [Parameters<typeof computeAmounts>[0], number, string, string][] = [
    [{ ...none, items: [{ name: "Desk", quantity: 1, unitPrice: 10, discount: 10.01 }] }, 422, "items[0].discount", "out_of_range"],
    [{ ...none, items: one, discount: 20.01 }, 422, "discount", "out_of_range"],
    [{ ...none, items: one, total: 19.99 }, 422, "total", "not_allowed"],
    [{ ...none, items: one, subtotal: 21 }, 422, "subtotal", "not_allowed"],
    [{ ...none, items: [{ name: "x", quantity: 1_000_000, unitPrice: 1e12 }] }, 422, "items[0].unitPrice", "out_of_range"],
    [{ ...none, items: [{ name: "x", quantity: 0, unitPrice: 1 }] }, 400, "items[0].quantity", "out_of_range"],
    [{ ...none, items: [{ name: "x", quantity: 0.0001, unitPrice: 1 }] }, 400, "items[0].quantity", "invalid_format"],
    [{ ...none, items: [{ name: "x", quantity: 1, unitPrice: 0.1 + 0.2 }] }, 400, "items[0].unitPrice", "invalid_format"],
    [{ ...none, items: [{ name: " ", quantity: 1, unitPrice: 1 }] }, 400, "items[0].name", "too_short"],
    [{ ...none, items: one, tax: -1 }, 400, "tax", "out_of_range"],
  ];
  for (const [input, status, field, issue] of cases)
    assert.throws(
      () => computeAmounts(input),
      (error) =>
        error instanceof AppError && error.status === status && error.details?.[0]?.field === field && error.details[0].issue === issue,
      field,
    );
  assert.equal(computeAmounts({ ...none, items: one, discount: 5, tax: 3, shipping: 2, subtotal: 20, total: 20 }).total, "20.000000");
});

test("the table of statuses: final ones stay, paid orders are refunded, and every status may stay the same", () => {
  const moves = orderStatuses.flatMap((from) =>
    orderStatuses.filter((to) => from !== to && canBecome(from, to)).map((to) => `${from}>${to}`),
  );
  assert.deepEqual(moves.sort(), [
    "draft>cancelled",
    "draft>paid",
    "draft>pending",
    "fulfilled>refunded",
    "paid>fulfilled",
    "paid>refunded",
    "pending>cancelled",
    "pending>draft",
    "pending>paid",
  ]);
  for (const status of orderStatuses) assert.ok(canBecome(status, status));
  assert.deepEqual(orderStatuses.filter(isEditable), ["draft", "pending"]);
});
