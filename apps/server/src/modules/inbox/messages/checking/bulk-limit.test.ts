import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createBulkLimit } from "./bulk-limit.ts";

/** Sends as many at a time as the limit allows, for `seconds`; `latency` gives the duration of each from the number in flight. */
function work(seconds: number, latency: (inFlight: number) => number, max = 400) {
  let now = 0;
  const limit = createBulkLimit({ max, nowMs: () => now });
  const open: { at: number; end: () => void }[] = [];
  let done = 0;
  let most = 0;
  for (; now < seconds * 1_000; now += 10) {
    for (const item of open.filter(({ at }) => at <= now)) {
      open.splice(open.indexOf(item), 1);
      item.end();
      done += 1;
    }
    for (let room = limit.capacity(); room > 0; room--) {
      const end = limit.begin("chn");
      open.push({ at: now + latency(open.length + 1), end });
    }
    if (now > (seconds * 1_000) / 2) most = Math.max(most, open.length);
  }
  return { done, most, limit: limit.limit };
}

describe("the number of broadcast messages in flight in a process", () => {
  it("grows up to its maximum with a platform of steady latency, even a slow one", () => {
    assert.equal(work(20, () => 100).limit, 400);
    assert.equal(work(60, () => 2_000).limit, 400);
  });

  it("stays small if more in flight only takes longer, without losing throughput", () => {
    // 200 a second, however many are in flight.
    const { done, most } = work(60, (inFlight) => Math.max(50, inFlight * 5));
    assert.ok(most <= 80, `${most} in hand`);
    assert.ok(done >= 60 * 200 * 0.8, `${done} done`);
  });

  it("never reaches zero", () => {
    assert.ok(work(60, (inFlight) => 5_000 + inFlight * 100).done > 0);
  });
});
