import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMemoryWatch } from "./memory.ts";

const mib = 1_048_576;

function watched() {
  const state = { utilization: 0, heapBytes: 180 * mib, nowMs: 0, collections: 0 };
  const watch = createMemoryWatch({
    utilization: () => state.utilization,
    heapBytes: () => state.heapBytes,
    nowMs: () => state.nowMs,
    collect() {
      state.collections += 1;
      state.heapBytes = 70 * mib;
    },
  });
  return { state, watch };
}

describe("memory left over from a load", () => {
  it("is released once there is little to do, not in the middle of the load", () => {
    const { state, watch } = watched();
    state.utilization = 0.6;
    assert.equal(watch.check(), false);
    state.utilization = 0.05;
    assert.equal(watch.check(), true);
    assert.deepEqual([state.collections, state.heapBytes], [1, 70 * mib]);
  });

  it("is checked again when the heap has grown, at most twice a minute", () => {
    const { state, watch } = watched();
    watch.check();
    state.heapBytes += 40 * mib;
    state.nowMs += 30_000;
    assert.equal(watch.check(), false, "not worth it");
    state.heapBytes += 20 * mib;
    assert.equal(watch.check(), true);
    state.heapBytes += 100 * mib;
    state.nowMs += 29_000;
    assert.equal(watch.check(), false, "too soon");
    state.nowMs += 1_000;
    assert.equal(watch.check(), true);
    assert.equal(state.collections, 3);
  });

  it("is really released", () => {
    let kept: string[] | null = Array.from({ length: 200_000 }, (_, n) => `${n} of what a load has made`);
    const before = process.memoryUsage().heapUsed;
    assert.ok(kept.length > 0);
    kept = null;
    assert.equal(createMemoryWatch({ utilization: () => 0, heapBytes: () => 1_024 * mib }).check(), true);
    assert.ok(process.memoryUsage().heapUsed < before - 5 * mib);
  });
});
