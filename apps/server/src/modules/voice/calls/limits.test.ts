import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { eventually } from "../../../../test/eventually.ts";
import { failing, failingDatabase, losing } from "../../../../test/stages/voice/failing-database.ts";
import { lineOf, startVoiceStage } from "../../../../test/stages/voice/voice-stage.ts";
import { createManualTimers } from "../../../platform/clock/timers.ts";

const timers = createManualTimers();
const { t, realtime, line } = await startVoiceStage({ app: { timers, wrapDatabase: failingDatabase } });
afterEach(() => {
  failing.clear();
  losing.clear();
});
/** A wait of that length begins. */
const waits = (ms: number) => eventually(`a wait of ${ms} ms`, () => timers.pending().includes(ms));

describe("a call ends on its own", () => {
  it("when the caller stays silent, after being asked once", async () => {
    const desk = await line({ limits: { silencePromptSeconds: 7, silenceHangUpSeconds: 20 } });
    const call = await desk.dial();
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "Hello.");
    await waits(7_000);
    timers.fire(7_000);
    await caller.until(() => caller.heard().includes("The caller has been silent"));
    await waits(13_000);
    timers.fire(13_000);
    assert.deepEqual(await call.outcome, { said: [], dialled: null });
    assert.deepEqual((await desk.ended()).endReason, "silence");
  });

  it("when the caller stays silent after the model was lost in the middle of their sentence", async () => {
    const desk = await line({ limits: { silencePromptSeconds: 7, silenceHangUpSeconds: 20 } });
    const call = await desk.dial();
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "Hello.");
    caller.begins("I would like");
    await waits(120_000);
    realtime.sessions.at(-1)?.cut();
    await caller.until(() => caller.heard().includes("The line to you was broken"));
    await waits(7_000);
    timers.fire(7_000);
    await caller.until(() => caller.heard().includes("The caller has been silent"));
    await waits(13_000);
    timers.fire(13_000);
    await call.outcome;
    assert.equal((await desk.ended()).endReason, "silence");
  });

  it("when its time is up, which it says before", async () => {
    const desk = await line({ limits: { maxDurationSeconds: 100, silencePromptSeconds: 60, silenceHangUpSeconds: 300 } });
    const call = await desk.dial();
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "Hello.");
    await waits(70_000);
    timers.fire(49_999);
    timers.fire(70_000);
    await caller.until(() => caller.heard().includes("ends in half a minute"));
    timers.fire(100_000);
    await caller.until(() => caller.heard().includes("Say goodbye"));
    await call.outcome;
    assert.deepEqual((await desk.ended()).endReason, "max_duration");
  });

  it("when the balance does not cover another minute, and only the used minute is charged", async () => {
    const platform = await t.tenant({ kind: "platform" });
    const price = { modelName: "speech-short", costPerRequest: 0.5, description: "Speech" };
    assert.equal((await platform.api.post("/api/v1/admin/billing/pricing", price)).status, 200);
    const desk = await line({ speech: { model: "speech-short" }, limits: { silencePromptSeconds: 60, silenceHangUpSeconds: 300 } });
    await desk.fund(0.75);
    const call = await desk.dial();
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "Hello.");
    await waits(50_000);
    timers.fire(50_000);
    await caller.until(() => caller.heard().includes("Say goodbye"));
    await call.outcome;
    const shown = await desk.ended();
    assert.deepEqual([shown.endReason, shown.minutes, shown.cost], ["insufficient_credits", 1, 0.5]);
    const [app] = await t.app.database.withTenant(desk.tenant.id, (tx) =>
      tx.query<{ balance: string; reserved: string }>({
        text: "select balance::text as balance, reserved::text as reserved from apps where tenant_id = $1",
        values: [desk.tenant.id],
      }),
    );
    assert.deepEqual([Number(app?.balance), Number(app?.reserved)], [0.25, 0]);
  });

  it("even if what was reserved has expired and the balance no longer covers it: the minutes that it covers are charged", async () => {
    const platform = await t.tenant({ kind: "platform" });
    const price = { modelName: "speech-late", costPerRequest: 0.5, description: "Speech" };
    assert.equal((await platform.api.post("/api/v1/admin/billing/pricing", price)).status, 200);
    for (const [spent, cost, left] of [
      [0.5, 0.5, 0.25],
      [1, 0, 0.25],
    ] as const) {
      const desk = await line({ speech: { model: "speech-late" }, limits: { silencePromptSeconds: 60, silenceHangUpSeconds: 300 } });
      await desk.fund(1.25);
      const call = await desk.dial();
      const caller = lineOf(call);
      await caller.until(() => caller.heard() === "Hello.");
      await waits(50_000);
      timers.fire(50_000);
      await eventually("the second minute is reserved", async () => (await desk.calls())[0].minutes === 2);
      t.clock.advance(3 * 3_600_000);
      await t.drain(["reservations"]);
      await t.app.database.withTenant(desk.tenant.id, (tx) =>
        t.app.ledger.charge(
          { tx, now: t.clock.now(), actor: { kind: "system", id: "test" } },
          { amount: String(spent), reference: "spent elsewhere", reason: null },
        ),
      );
      caller.stop();
      await call.outcome;
      const shown = await desk.ended();
      assert.deepEqual([shown.status, shown.minutes, shown.cost], ["completed", 2, cost]);
      const [app] = (await desk.tenant.api.get("/api/v1/admin/apps")).body.data;
      assert.equal(app.balance, left);
      assert.equal((await desk.events("call.ended"))[0].cost, cost);
    }
  });

  it("when the caller keeps repeating the same words", async () => {
    const desk = await line({ limits: { silencePromptSeconds: 60, silenceHangUpSeconds: 300 } });
    const call = await desk.dial();
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "Hello.");
    for (let i = 1; i <= 4; i++) {
      caller.says("Please hold the line");
      if (i < 4) await caller.until(() => caller.heard().split("I see.").length === i + 1);
    }
    await call.outcome;
    assert.equal((await desk.ended()).endReason, "loop");
  });

  it("when the caller's turns contain no words, as with hold music", async () => {
    const desk = await line({ limits: { silencePromptSeconds: 60, silenceHangUpSeconds: 300 } });
    const call = await desk.dial();
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "Hello.");
    const turn = async (text: string, n: number) => {
      caller.says(text);
      await caller.until(() => caller.heard().split("I see.").length === n + 1);
    };
    for (let n = 1; n <= 7; n++) await turn("- -", n);
    // Somebody is there.
    await turn("Hi there", 8);
    for (let n = 9; n <= 15; n++) await turn("- -", n);
    caller.says("- -");
    await call.outcome;
    assert.equal((await desk.ended()).endReason, "loop");
  });

  it("when the caller's side is never silent for two minutes", async () => {
    const desk = await line({ limits: { silencePromptSeconds: 60, silenceHangUpSeconds: 300 } });
    const call = await desk.dial();
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "Hello.");
    caller.begins("la la la");
    await waits(120_000);
    timers.fire(120_000);
    await call.outcome;
    assert.equal((await desk.ended()).endReason, "loop");
  });

  it("when its agent's daily minutes are used up, also by other calls", async () => {
    const desk = await line({ limits: { minutesPerDay: 3, silencePromptSeconds: 60, silenceHangUpSeconds: 300 } });
    const first = await desk.dial({ from: "+447700900201" });
    const caller = lineOf(first);
    await caller.until(() => caller.heard() === "Hello.");
    const second = await desk.dial({ from: "+447700900202" });
    const other = lineOf(second);
    await other.until(() => other.heard() === "Hello.");
    await eventually("both wait for their second minute", () => timers.pending().filter((ms) => ms === 50_000).length === 2);
    timers.fire(50_000);
    const outcomes = await Promise.race([first.outcome, second.outcome]);
    assert.deepEqual(outcomes, { said: [], dialled: null });
    await eventually("one of them is over", async () => (await desk.calls()).filter((call) => call.endedAt !== null).length === 1);
    const [over, going] = (await desk.calls()).toSorted((a, b) => Number(a.endedAt === null) - Number(b.endedAt === null));
    assert.deepEqual([over.endReason, over.minutes, going.minutes], ["minutes_per_day", 1, 2]);
    const third = await desk.dial({ from: "+447700900203" });
    assert.equal(third.line, null);
    assert.equal((await desk.calls())[0].endReason, "minutes_per_day");
    for (const one of [caller, other]) one.stop();
  });
});

describe("a minute that cannot be paid for because the database fails", () => {
  const patient = { silencePromptSeconds: 60, silenceHangUpSeconds: 300 };

  it("is paid for as soon as the database is back, and the call goes on", async () => {
    const desk = await line({ limits: patient });
    const caller = lineOf(await desk.dial());
    await caller.until(() => caller.heard() === "Hello.");
    await waits(50_000);
    failing.add("voice_call_minute");
    timers.fire(50_000);
    await waits(2_000);
    failing.clear();
    timers.fire(2_000);
    // The third minute is due as if nothing had happened.
    await waits(58_000);
    const [shown] = await desk.calls();
    assert.deepEqual([shown.status, shown.minutes], ["in_progress", 2]);
    caller.stop();
    assert.equal((await desk.ended()).endReason, "caller_hung_up");
  });

  it("is paid for once if it was stored and only the response was lost, also if it is the last that the day and the balance cover", async () => {
    const platform = await t.tenant({ kind: "platform" });
    const price = { modelName: "speech-lost", costPerRequest: 0.5, description: "Speech" };
    assert.equal((await platform.api.post("/api/v1/admin/billing/pricing", price)).status, 200);
    const desk = await line({ speech: { model: "speech-lost" }, limits: { ...patient, minutesPerDay: 2 } });
    await desk.fund(1);
    const caller = lineOf(await desk.dial());
    await caller.until(() => caller.heard() === "Hello.");
    await waits(50_000);
    losing.add("voice_call_minute");
    timers.fire(50_000);
    await waits(2_000);
    losing.clear();
    timers.fire(2_000);
    await waits(58_000);
    caller.stop();
    const shown = await desk.ended();
    assert.deepEqual([shown.endReason, shown.cost], ["caller_hung_up", 0.5]);
    const [app] = (await desk.tenant.api.get("/api/v1/admin/apps")).body.data;
    assert.equal(app.balance, 0.5);
  });

  it("ends the call with an apology before the minute begins, not as a lack of credits", async () => {
    const desk = await line({ limits: patient, messages: { apology: "Sorry." } });
    const call = await desk.dial();
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "Hello.");
    await waits(50_000);
    failing.add("voice_call_minute");
    timers.fire(50_000);
    for (let attempt = 2; attempt <= 4; attempt++) {
      await waits(2_000);
      timers.fire(2_000);
    }
    assert.deepEqual(await call.outcome, { said: ["Sorry."], dialled: null });
    const shown = await desk.ended();
    assert.deepEqual([shown.status, shown.endReason, shown.minutes], ["failed", "process_lost", 1]);
  });
});

describe("a provider that accepts the connection and stays silent", () => {
  it("is replaced by the next key after five seconds", async () => {
    const desk = await line();
    const apiKey = "sk-second-stalled";
    await desk.post("/ai/keys", { provider: "openai_compatible", name: "Second", apiKey, baseUrl: realtime.baseUrl, models: ["m"] });
    realtime.addFault({ kind: "stall", apiKey: desk.apiKey });
    const caller = lineOf(await desk.dial());
    // Until then the connection itself may wait five seconds for its start.
    await eventually("the stream has begun", async () => (await desk.calls())[0]?.status === "in_progress");
    await waits(5_000);
    timers.fire(5_000);
    await caller.until(() => caller.heard() === "Hello.");
    assert.equal(realtime.sessions.at(-1)?.apiKey, apiKey);
    caller.stop();
    assert.equal((await desk.ended()).status, "completed");
  });
});
