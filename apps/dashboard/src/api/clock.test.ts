import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { currentMinute, noteServerTime, onMinute, onServerTime, serverNow } from "./clock.ts";

describe("the server's clock", () => {
  beforeEach(() => mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1_000_000_000_000 }));
  afterEach(() => mock.timers.reset());

  it("is followed when it differs by more than the header and the network can explain", () => {
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

  it("a call at a set time happens once: at that time, or when the clock turns out to be past it", () => {
    const notified: string[] = [];
    const start = serverNow();
    onServerTime(start + 90_000, () => notified.push("in time"));
    onServerTime(start + 3_600_000, () => notified.push("put right"));
    const stop = onServerTime(start + 80_000, () => notified.push("given up"));
    stop();
    onServerTime(start - 1, () => notified.push("long ago"));
    assert.deepEqual(notified, []);
    mock.timers.tick(0);
    assert.deepEqual(notified, ["long ago"]);
    mock.timers.tick(60_000);
    mock.timers.tick(29_000);
    assert.deepEqual(notified, ["long ago"]);
    mock.timers.tick(1_000);
    assert.deepEqual(notified, ["long ago", "in time"]);
    noteServerTime(new Date(start + 3_605_000).toUTCString(), Date.now());
    assert.deepEqual(notified, ["long ago", "in time", "put right"]);
    mock.timers.tick(7_200_000);
    assert.equal(notified.length, 3);
    noteServerTime(new Date().toUTCString(), Date.now());
  });

  it("one timer updates the minute for all listeners, and ends with the last", () => {
    const notified: number[] = [];
    const offs = [onMinute(() => notified.push(1)), onMinute(() => notified.push(2))];
    const before = currentMinute();
    mock.timers.tick(60_000);
    assert.deepEqual([notified, currentMinute()], [[1, 2], before + 1]);
    offs[0]?.();
    mock.timers.tick(60_000);
    assert.deepEqual(notified, [1, 2, 2]);
    offs[1]?.();
    mock.timers.tick(600_000);
    assert.deepEqual([notified, currentMinute()], [[1, 2, 2], before + 12]);
  });
});
