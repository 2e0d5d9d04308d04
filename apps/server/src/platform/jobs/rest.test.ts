import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, it, mock } from "node:test";
import { eventually } from "../../../test/eventually.ts";
import { startTestApp, type TestApp } from "../../../test/harness.ts";
import { createLog } from "../log/log.ts";
import { createDueWatch } from "./due-watch.ts";
import { createLoop } from "./loop.ts";
import { createWake, type Wake } from "./wake.ts";

const log = createLog("silent");

describe("rest", () => {
  let t: TestApp;
  const wakes = new Set<Wake>();
  before(async () => {
    t = await startTestApp();
  });
  after(async () => {
    for (const wake of wakes) await wake.close();
    await t.stop();
  });
  const openWake = () => {
    const wake = createWake({ connection: t.database.worker, log, restAfterMs: 50 });
    wakes.add(wake);
    return wake;
  };

  it("starts when nothing happens, and ends with a wake-up or activity, in other processes too", async () => {
    const [one, two] = [openWake(), openWake()];
    for (const rouse of [() => two.hint("media"), () => two.reportActivity()]) {
      await eventually("both rest", () => one.atRest() && two.atRest());
      let ended = 0;
      const off = one.onActivity(() => ended++);
      rouse();
      assert.equal(two.atRest(), false);
      await eventually("the other heard of it", () => ended === 1);
      off();
    }
  });

  it("a malformed signal is ignored, and the next one is processed", async () => {
    const wake = openWake();
    const received: string[] = [];
    wake.onSignal("test", (text) => received.push(text));
    await eventually("it hears the others", () => wake.atRest());
    for (const payload of ["", "x", "x:", "x:{", "x:null", 'x:["test"]', 'x:[["test",1]]', 'x:[["test","well"]]'])
      await t.app.database.worker({ text: "select pg_notify('parley_signals', $1)", values: [payload] });
    await eventually("the last one is heard", () => received.length > 0);
    assert.deepEqual(received, ["well"]);
  });

  it("never starts in a process that cannot hear the others", async () => {
    const wake = createWake({ connection: { ...t.database.worker, host: "/nonexistent" }, log, restAfterMs: 0 });
    wakes.add(wake);
    assert.equal(wake.atRest(), false);
  });

  it("makes loops poll rarely, and its end restores their own pace", async () => {
    let [rounds, resting] = [0, true];
    const stirs = new Set<() => void>();
    const loop = createLoop({
      name: "chores",
      wake: {
        on: () => () => undefined,
        atRest: () => resting,
        onActivity: (listener) => {
          stirs.add(listener);
          return () => stirs.delete(listener);
        },
      },
      topics: [],
      pollMs: 100,
      restPollMs: 10_000,
      log,
      run: async () => {
        rounds += 1;
        return false;
      },
    });
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const pass = async (ms: number) => {
        mock.timers.tick(ms);
        // A round that is due immediately starts in the next turn of the event loop.
        for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
      };
      loop.start();
      await pass(0);
      assert.equal(rounds, 1);
      await pass(9_000);
      assert.equal(rounds, 1, "nothing to do, nobody there");
      resting = false;
      for (const listener of stirs) listener();
      await pass(100);
      assert.equal(rounds, 2);
      await pass(100);
      assert.equal(rounds, 3);
    } finally {
      await loop.stop();
      mock.timers.reset();
    }
  });

  it("ends when something becomes due in a queue, but not for what has been due for long", async () => {
    const tenant = await t.tenant();
    let stirs = 0;
    const watch = createDueWatch({
      database: t.app.database,
      clock: t.clock,
      wake: { atRest: () => true, reportActivity: () => stirs++ },
      log,
      queues: t.app.queues,
      times: [{ table: "conversations", column: "snoozed_until" }],
    });
    assert.equal(await watch.look(), false);
    const runAt = new Date(t.clock.now().getTime() + 60_000);
    await t.app.database.worker({
      text: `insert into mails (tenant_id, id, kind, recipient, about_id, state, run_at, give_up_at, created_at)
             values ($1, $2, 'invitation', 'a@b.test', $2, 'ready', $3::timestamptz, $3::timestamptz + interval '1 day', $3::timestamptz)`,
      values: [tenant.id, randomUUID(), runAt],
    });
    assert.equal(await watch.look(), false, "not yet");
    t.clock.advance(60_000);
    assert.equal(await watch.look(), true);
    assert.equal(stirs, 1);
    t.clock.advance(120_000);
    assert.equal(await watch.look(), false, "what waits for something else keeps nobody awake");
  });

  it("ends with every write through the API, and with no read", async () => {
    const tenant = await t.tenant();
    const rested = () => eventually("it is quiet", () => t.app.wake.idleMs() > 100);
    await rested();
    const before = t.app.wake.idleMs();
    await tenant.api.get("/api/v1/labels");
    assert.ok(t.app.wake.idleMs() > before);
    await tenant.api.post("/api/v1/labels", { name: "urgent" });
    await eventually("the write is noticed", () => t.app.wake.idleMs() < before);
  });
});
