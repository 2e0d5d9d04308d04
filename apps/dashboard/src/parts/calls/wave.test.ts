import assert from "node:assert/strict";
import { test } from "node:test";
import { wavePath } from "./wave.ts";

test("each peak is a stroke in the middle of its part, up and down, never empty", () => {
  assert.equal(wavePath([0, 0.25, 1], 100, 400, 22, -20), "M150 22V21.5M250 22V12M350 22V2");
  assert.equal(wavePath([1], 0, 10, 26, 20), "M5 26V46");
  assert.equal(wavePath([], 0, 10, 26, 20), "");
});

test("many peaks are merged into the loudest of them", () => {
  const peaks = Array.from({ length: 300 }, (_, at) => (at === 4 ? 1 : 0));
  const strokes = wavePath(peaks, 0, 1_000, 24, -20).split("M").slice(1);
  assert.equal(strokes.length, 100);
  assert.deepEqual(strokes.slice(0, 3), ["5 24V23.5", "15 24V4", "25 24V23.5"]);
});
