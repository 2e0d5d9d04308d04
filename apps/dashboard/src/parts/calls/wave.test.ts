import assert from "node:assert/strict";
import { test } from "node:test";
import { wavePath } from "./wave.ts";

test("each peak is a stroke in the middle of its part, up or down, never nothing", () => {
  assert.equal(wavePath([0, 0.25, 1], 100, 400, 22, -20), "M150 22V21.5M250 22V12M350 22V2");
  assert.equal(wavePath([1], 0, 10, 26, 20), "M5 26V46");
  assert.equal(wavePath([], 0, 10, 26, 20), "");
});
