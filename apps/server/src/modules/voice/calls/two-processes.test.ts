import assert from "node:assert/strict";
import { after, afterEach, describe, it, mock } from "node:test";
import { openTransaction } from "../../../../test/database/locks.ts";
import { eventually } from "../../../../test/eventually.ts";
import { startTestApp } from "../../../../test/harness.ts";
import { lineOf, startVoiceStage } from "../../../../test/stages/voice/voice-stage.ts";

const { t, line, rows } = await startVoiceStage();
const twin = await startTestApp({ sharing: t });
after(() => twin.stop());
afterEach(() => mock.restoreAll());
const streamHost = twin.url.replace("http", "ws");

describe("two processes", () => {
  it("share a call: one announces it, the other holds its stream, and a hang-up requested at the first ends it", async () => {
    const desk = await line();
    const call = await desk.dial({ streamHost });
    const caller = lineOf(call);
    await caller.until(() => caller.heard() === "Hello.");
    assert.deepEqual([t.app.calls.live.count(), twin.app.calls.live.count()], [0, 1]);
    assert.equal((await call.replay().closed).code, 1008);
    const [shown] = await desk.calls();
    await desk.post(`/calls/${shown.id}/hang-up`);
    await t.app.calls.live.renew();
    assert.equal((await desk.calls())[0].status, "in_progress");
    await twin.app.calls.live.renew();
    assert.deepEqual(await call.outcome, { said: [], dialled: null });
    const ended = await desk.ended();
    assert.deepEqual([ended.status, ended.endReason, ended.minutes], ["completed", "requested", 1]);
    assert.equal((await desk.events("call.ended")).length, 1);
  });

  it("share the limit of concurrent calls", async () => {
    const desk = await line({ limits: { maxConcurrentCalls: 2 } });
    const calls = await Promise.all(
      Array.from({ length: 6 }, (_, n) => {
        const url = n % 2 === 0 ? desk.account.callbackUrl : desk.account.callbackUrl.replace(t.url, twin.url);
        return desk.telephony.call(url, { to: desk.number, from: `+44770090010${n}` });
      }),
    );
    const taken = calls.filter((call) => call.line !== null);
    assert.equal(taken.length, 2);
    for (const call of taken) {
      const caller = lineOf(call);
      await caller.until(() => caller.heard() === "Hello.");
      caller.stop();
    }
    await eventually("all are over", async () => (await desk.calls()).every((call) => call.endedAt !== null));
    assert.equal((await desk.calls()).filter((call) => call.endReason === "busy").length, 4);
  });

  it("let one stop: its callers get the apology and the transfer, calls of the other continue", async () => {
    const leaving = await startTestApp({ sharing: t });
    const desk = await line({ messages: { apology: "Sorry." }, transfer: { phoneNumber: "+4930999" } });
    const call = await desk.dial({ from: "+447700900201", streamHost: leaving.url.replace("http", "ws") });
    const other = lineOf(await desk.dial({ from: "+447700900202", streamHost }));
    for (const caller of [lineOf(call), other]) await caller.until(() => caller.heard() === "Hello.");
    await leaving.stop();
    assert.deepEqual(await call.outcome, { said: ["Sorry."], dialled: "+4930999" });
    const shown = (await desk.calls()).find((each) => each.from === "+447700900201");
    assert.deepEqual([shown.status, shown.endReason, shown.minutes], ["failed", "process_lost", 1]);
    other.says("Hi there");
    await other.until(() => other.heard().endsWith("I see."));
    other.stop();
    await eventually("both are over", async () => (await desk.calls()).every((each) => each.endedAt !== null));
  });

  it("keep and take calls while their own number is unknown, and have them under that number afterwards", async () => {
    const desk = await line();
    const before = lineOf(await desk.dial({ from: "+447700900201", streamHost }));
    await before.until(() => before.heard() === "Hello.");
    const lost = mock.method(twin.app.processes, "current", () => null);
    await twin.app.calls.live.renew();
    const during = lineOf(await desk.dial({ from: "+447700900202", streamHost }));
    await during.until(() => during.heard() === "Hello.");
    lost.mock.restore();
    await twin.app.calls.live.renew();
    assert.deepEqual(
      (await desk.calls()).map((call) => call.status),
      ["in_progress", "in_progress"],
    );
    const holders = await rows<{ holder: number }>(desk.tenant.id, "select holder from voice_calls where tenant_id = $1");
    const number = twin.app.processes.current();
    assert.deepEqual(holders, [{ holder: number }, { holder: number }]);
    for (const caller of [before, during]) {
      caller.says("Hi there");
      await caller.until(() => caller.heard().endsWith("I see."));
      caller.stop();
    }
    await eventually("both are over", async () => (await desk.calls()).every((call) => call.endedAt !== null));
  });

  it("leave the calls of other tenants alone when one tenant's cannot be renewed", async () => {
    const [stuck, desk] = [await line(), await line()];
    const callers = [lineOf(await stuck.dial({ streamHost })), lineOf(await desk.dial({ streamHost }))];
    for (const caller of callers) await caller.until(() => caller.heard() === "Hello.");
    const [shown] = await desk.calls();
    await desk.post(`/calls/${shown.id}/hang-up`);
    const held = await openTransaction(t.database);
    await held.query("select 1 from voice_calls where tenant_id = $1 for update", [stuck.tenant.id]);
    await twin.app.calls.live.renew();
    assert.equal((await desk.ended()).endReason, "requested");
    await held.release();
    assert.equal((await stuck.calls())[0].status, "in_progress");
    callers[0]?.stop();
    await stuck.ended();
  });
});
