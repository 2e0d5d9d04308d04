import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contrast, contrastMin, legible, readableOn } from "./colors.ts";

const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);

test("contrast follows WCAG 2.2", () => {
  assert.equal(contrast("#ffffff", "#000000"), 21);
  assert.equal(contrast("#777777", "#777777"), 1);
  // The greys on both sides of the threshold, as the standard's own checkers report them.
  assert.ok(contrast("#767676", "#ffffff") >= contrastMin && contrast("#777777", "#ffffff") < contrastMin);
});

test("any colour can be made legible, and a legible one stays as it is", () => {
  fc.assert(
    fc.property(color, color, (a, b) => {
      assert.ok(contrast(readableOn(b), b) >= contrastMin);
      const made = legible(a, b);
      assert.match(made, /^#[0-9a-f]{6}$/);
      assert.ok(contrast(made, b) >= contrastMin);
      if (contrast(a, b) >= contrastMin) assert.equal(made, a);
      assert.equal(contrast(a, b), contrast(b, a));
    }),
  );
});
