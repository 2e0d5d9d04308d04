import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { after, describe, it } from "node:test";
import { AppError } from "../errors/app-error.ts";
import { createLog } from "../log/log.ts";
import { eventually } from "../../../test/eventually.ts";
import { ThreadLimitExceeded, createThreads } from "./threads.ts";

const tasks = import.meta.resolve("./test-tasks.ts");
const options = { log: createLog("silent"), max: 2, timeoutMs: 2_000, memoryMb: 64, idleMs: 60_000 };

describe("work in threads", () => {
  const threads = createThreads(options);
  after(() => threads.stop());

  it("returns results, throws what the function throws, and keeps an expected error with its fields", async () => {
    assert.equal(await threads.call(tasks, "add", [2, 3]), 5);
    await assert.rejects(threads.call(tasks, "fail", ["odd"]), /odd/);
    await assert.rejects(threads.call(tasks, "refuse", []), (error: unknown) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual([error.code, error.status, error.details], ["validation_error", 422, [{ field: "file", issue: "too_many" }]]);
      return true;
    });
    await assert.rejects(threads.call(tasks, "nothing", []), /exports no nothing/);
    assert.equal(await threads.call(tasks, "add", [1, 1]), 2, "and works on");
  });

  it("returns piece by piece, and a failure arrives after the pieces before it", async () => {
    const seen: number[] = [];
    for await (const piece of threads.stream<number>(tasks, "count", [3])) seen.push(piece);
    assert.deepEqual(seen, [0, 1, 2]);
    await assert.rejects(async () => {
      for await (const piece of threads.stream<number>(tasks, "count", [-1])) seen.push(piece);
    }, /below zero/);
    for await (const piece of threads.stream<number>(tasks, "count", [1_000])) if (piece === 2) break;
    assert.equal(await threads.call(tasks, "add", [1, 1]), 2, "who stops listening disturbs nobody");
  });

  it("ends what takes too long or too much memory, while this thread does other things, and serves the next call", async () => {
    const ended = Promise.all(["hang", "swell"].map((name) => assert.rejects(threads.call(tasks, name, []), ThreadLimitExceeded)));
    const waiting = threads.call(tasks, "add", [20, 22]);
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 10);
    await ended;
    clearInterval(timer);
    assert.ok(ticks > 5, `${ticks} ticks`);
    assert.equal(await waiting, 42);
  });

  it("sees nothing of the server's environment", async () => {
    process.env["PARLEY_TEST_SECRET"] = "x";
    assert.deepEqual(await threads.call(tasks, "environment", []), []);
    delete process.env["PARLEY_TEST_SECRET"];
  });

  it("has no thread at rest", async () => {
    const short = createThreads({ ...options, idleMs: 20 });
    assert.equal(short.size, 0);
    await Promise.all([1, 2, 3].map((n) => short.call(tasks, "add", [n, n])));
    assert.ok(short.size > 0 && short.size <= 2);
    await eventually("no thread is left", () => short.size === 0);
    assert.equal(await short.call(tasks, "add", [1, 2]), 3, "and has one again when it needs one");
    await short.stop();
    await assert.rejects(short.call(tasks, "add", [1, 2]), /stopped/);
  });

  it("ends running calls when it is stopped", async () => {
    const own = createThreads(options);
    const running = assert.rejects(own.call(tasks, "hang", []), /stopped/);
    await sleep(0);
    await own.stop();
    await running;
    assert.equal(own.size, 0);
  });
});
