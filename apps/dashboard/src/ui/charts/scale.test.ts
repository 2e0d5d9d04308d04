import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { labelEvery, linesOf, type Scale } from "./scale.ts";

test("the grid lines are at round values", () => {
  assert.deepEqual(linesOf(683, "count"), [0, 200, 400, 600, 800]);
  assert.deepEqual(linesOf(3, "count"), [0, 1, 2, 3]);
  assert.deepEqual(linesOf(0, "count"), [0, 1]);
  assert.deepEqual(linesOf(38 * 60, "duration"), [0, 600, 1_200, 1_800, 2_400]);
  assert.deepEqual(linesOf(9_000, "duration"), [0, 3_600, 7_200, 10_800]);
  assert.deepEqual(linesOf(1, "share"), [0, 0.25, 0.5, 0.75, 1]);
});

test("they start at zero, include the largest value, and are few", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), fc.constantFrom<Scale>("count", "duration", "share"), (value, scale) => {
      const largest = scale === "share" ? value / 1e9 : value;
      const lines = linesOf(largest, scale);
      assert.equal(lines[0], 0);
      assert.ok((lines.at(-1) as number) >= largest - 1e-6, `${lines} for ${largest}`);
      assert.ok(lines.length >= 2 && lines.length <= 6, `${lines} for ${largest}`);
      if (scale === "count") assert.ok(lines.every(Number.isInteger), String(lines));
    }),
  );
});

test("labels never touch", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 50, max: 2_000 }), (count, plot) => {
      const every = labelEvery(count, plot, 44);
      assert.ok(Math.ceil(count / every) <= Math.max(1, Math.floor(plot / 44)));
    }),
  );
});
