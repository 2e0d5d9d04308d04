import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addMonths, nextBillAfter, subscriptionTypes } from "./billing-dates.ts";

const at = (text: string) => new Date(text);
const instant = fc.date({ min: at("2000-01-01T00:00:00Z"), max: at("2100-01-01T00:00:00Z"), noInvalidDate: true });
const daysIn = (d: Date) => new Date(Date.UTC(d.getUTCFullYear(), d.getUTCMonth() + 1, 0)).getUTCDate();

test("a series starting on the 31st stays on the 31st, or the last day of a shorter month", () => {
  const anchor = at("2027-01-31T09:30:00.000Z");
  const days = [1, 2, 3, 4].map((n) => addMonths(anchor, n).toISOString());
  assert.deepEqual(days, ["2027-02-28T09:30:00.000Z", "2027-03-31T09:30:00.000Z", "2027-04-30T09:30:00.000Z", "2027-05-31T09:30:00.000Z"]);
  assert.equal(addMonths(at("2028-02-29T00:00:00Z"), 12).toISOString(), "2029-02-28T00:00:00.000Z");
  assert.equal(addMonths(at("2028-02-29T00:00:00Z"), 48).toISOString(), "2032-02-29T00:00:00.000Z");
  assert.equal(addMonths(at("2026-12-31T23:59:59.999Z"), 2).toISOString(), "2027-02-28T23:59:59.999Z");
});

test("a month later is in the next month, at the same time, on the anchor's day or the month's last", () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 600 }), (anchor, n) => {
      const later = addMonths(anchor, n);
      const months = (later.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + later.getUTCMonth() - anchor.getUTCMonth();
      assert.equal(months, n);
      assert.equal(later.getUTCDate(), Math.min(anchor.getUTCDate(), daysIn(later)));
      assert.equal(later.toISOString().slice(11), anchor.toISOString().slice(11));
      assert.ok(addMonths(anchor, n + 1) > later);
    }),
  );
});

test("the next bill is the first of the anchor's series after the instant", () => {
  fc.assert(
    fc.property(instant, instant, fc.constantFrom(...subscriptionTypes), (anchor, after, type) => {
      const next = nextBillAfter(anchor, type, after);
      if (type === "one_time") return assert.deepEqual(next, anchor > after ? anchor : null);
      assert.ok(next !== null && next > after);
      const step = { monthly: 1, quarterly: 3, yearly: 12 }[type];
      const months = (next.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + next.getUTCMonth() - anchor.getUTCMonth();
      assert.equal(months % step, 0);
      assert.deepEqual(next, addMonths(anchor, months));
      if (months > 0) assert.ok(addMonths(anchor, months - step) <= after);
      else assert.deepEqual(next, anchor);
    }),
  );
});
