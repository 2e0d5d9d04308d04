import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "@parley/sdk";
import { changesOf, draftOf, itemsOf, newOrder, totalOf } from "./order-form.ts";

const order = {
  status: "draft",
  currency: "EUR",
  items: [{ name: "Tent", sku: "T-1", quantity: 3, unitPrice: 0.1, discount: 0.05, total: 0.25 }],
  ...{ subtotal: 0.25, discount: 0, tax: 1, shipping: 2, total: 3.25, note: "Call first" },
} as Order;

test("the total is the sum of the entered values; an empty price counts as nothing", () => {
  assert.equal(totalOf(draftOf(order)), 3.25);
  assert.equal(totalOf(newOrder("EUR")), 0);
});

test("only changes are sent, and values that the form does not show are kept", () => {
  const draft = draftOf(order);
  assert.deepEqual(changesOf(order, draft), {});
  assert.deepEqual(changesOf(order, { ...draft, status: "paid", note: " " }), { status: "paid", note: null });
  assert.deepEqual(changesOf(order, { ...draft, items: draft.items.map((item) => ({ ...item, quantity: 2 })) }), {
    items: [{ sku: "T-1", discount: 0.05, name: "Tent", quantity: 2, unitPrice: 0.1 }],
  });
  assert.deepEqual(changesOf(order, { ...draft, tax: Number.NaN, currency: "usd" }), { tax: 0, currency: "USD" });
  assert.deepEqual(itemsOf(newOrder("EUR")), [{ name: "", quantity: 1 }]);
});
