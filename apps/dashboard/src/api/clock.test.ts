import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { currentMinute, noteServerTime, onMinute, serverNow } from "./clock.ts";

describe("the server's clock", () => {
  beforeEach(() => mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1_000_000_000_000 }));
  afterEach(() => mock.timers.reset());

  it("is followed when it differs by more than the header and the way can explain", () => {
    const now = Date.now();
    const date = (ms: number) => new Date(now + ms).toUTCString();
    noteServerTime(date(0), now - 100, now);
    assert.ok(Math.abs(serverNow() - now) <= 1_000, "a clock that is right is left alone");
    noteServerTime(date(90_000), now - 100, now);
    assert.ok(Math.abs(serverNow() - now - 90_000) <= 1_000, "a minute and a half ahead");
    noteServerTime(date(87_000), now - 20_000, now);
    assert.ok(Math.abs(serverNow() - now - 90_000) <= 1_000, "an answer that took so long says less");
    for (const odd of [null, "yesterday"]) noteServerTime(odd, now);
    noteServerTime(date(0), now, now);
    assert.ok(Math.abs(serverNow() - now) <= 1_000);
  });

  it("one timer tells the minute to all, and ends with the last", () => {
    const told: number[] = [];
    const offs = [onMinute(() => told.push(1)), onMinute(() => told.push(2))];
    const before = currentMinute();
    mock.timers.tick(60_000);
    assert.deepEqual([told, currentMinute()], [[1, 2], before + 1]);
    offs[0]?.();
    mock.timers.tick(60_000);
    assert.deepEqual(told, [1, 2, 2]);
    offs[1]?.();
    mock.timers.tick(600_000);
    assert.deepEqual([told, currentMinute()], [[1, 2, 2], before + 12]);
  });
});
