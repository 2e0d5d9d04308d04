import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addBins, type Bins, binOf, encodeBins, percentiles } from "./histogram.ts";

const day = 86_400_000;
/** Small and large durations with equal probability. */
const duration = fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: day }), fc.integer({ min: 0, max: 400 * day }));

function histogramOf(durations: number[]): Bins {
  const bins: Bins = new Map();
  for (const ms of durations) bins.set(binOf(ms), (bins.get(binOf(ms)) ?? 0) + 1);
  return bins;
}

test("a percentile is accurate to 5 %, or half a second below a second", () => {
  fc.assert(
    fc.property(fc.array(duration, { minLength: 1, maxLength: 200 }), fc.constantFrom(0.5, 0.9, 0.95, 0.99), (durations, share) => {
      const sorted = durations.toSorted((a, b) => a - b);
      const exact = (sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] as number) / 1_000;
      const [found] = percentiles(histogramOf(durations), [share]) as [number];
      assert.ok(Math.abs(found - exact) <= (exact < 1 ? 0.5 : exact * 0.05), `${found} is not ${exact}`);
    }),
    { numRuns: 1_000 },
  );
});

test("concatenated stored histograms are the histogram of the whole", () => {
  fc.assert(
    fc.property(fc.array(duration, { maxLength: 50 }), fc.array(duration, { maxLength: 50 }), (a, b) => {
      const sum: Bins = new Map();
      addBins(sum, Buffer.concat([encodeBins(histogramOf(a)), encodeBins(histogramOf(b))]));
      assert.deepEqual(new Map([...sum].sort()), new Map([...histogramOf([...a, ...b])].sort()));
    }),
  );
});

test("an empty histogram has no percentile, and every duration has a bin that fits into a byte", () => {
  assert.equal(percentiles(new Map(), [0.5]), null);
  for (const ms of [0, 999, 1_000, 1_100, 400 * day, Number.MAX_SAFE_INTEGER]) assert.ok(binOf(ms) >= 0 && binOf(ms) <= 250, String(ms));
  assert.ok(binOf(999) < binOf(1_000));
});
