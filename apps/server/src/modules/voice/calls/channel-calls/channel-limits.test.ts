import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eventually } from "../../../../../test/eventually.ts";
import { startChannelCallStage } from "../../../../../test/stages/voice/channel-call-stage.ts";
import { switchApp } from "../../../../../test/stages/voice/voice-stage.ts";
import { createManualTimers } from "../../../../platform/clock/timers.ts";

const timers = createManualTimers();
const { t, desk: makeDesk } = await startChannelCallStage({ timers });
const waits = (ms: number) => eventually(`a wait of ${ms} ms`, () => timers.pending().includes(ms));

describe("a channel's call", () => {
  it("ends when the balance does not cover another minute, and only the minute that was used is charged", async () => {
    const owner = await t.tenant({ kind: "platform" });
    const price = { modelName: "speech-direct", costPerRequest: 0.5, description: "Speech" };
    assert.equal((await owner.api.post("/api/v1/admin/billing/pricing", price)).status, 200);
    const desk = await makeDesk({ speech: { model: "speech-direct" }, limits: { silencePromptSeconds: 60, silenceHangUpSeconds: 300 } });
    const refused = await desk.rings();
    await t.drain();
    assert.deepEqual([(await desk.ended()).endReason, desk.acts(refused.id)], ["insufficient_credits", ["reject"]]);
    await desk.fund(0.75);
    const call = await desk.rings();
    const session = await desk.greeted();
    await waits(50_000);
    timers.fire(50_000);
    const shown = await desk.ended();
    assert.match(session.heard.at(-1) ?? "", /Say goodbye/);
    assert.deepEqual([shown.endReason, shown.minutes, shown.cost], ["insufficient_credits", 1, 0.5]);
    assert.equal(desk.acts(call.id).at(-1), "terminate");
    const [app] = await t.app.database.withTenant(desk.tenant.id, (tx) =>
      tx.query<{ balance: string; reserved: string }>({
        text: "select balance::text as balance, reserved::text as reserved from apps where tenant_id = $1",
        values: [desk.tenant.id],
      }),
    );
    assert.deepEqual([Number(app?.balance), Number(app?.reserved)], [0.25, 0]);
  });

  it("asks a silent customer once, then ends", async () => {
    const desk = await makeDesk({ limits: { silencePromptSeconds: 7, silenceHangUpSeconds: 20 } });
    await desk.rings();
    const session = await desk.greeted();
    await waits(7_000);
    timers.fire(7_000);
    await eventually("they are asked", () => /has been silent/.test(session.heard.at(-1) ?? ""));
    await waits(13_000);
    timers.fire(13_000);
    assert.equal((await desk.ended()).endReason, "silence");
  });

  it("is not accepted while the app is switched off", async () => {
    const desk = await makeDesk();
    await switchApp(desk.tenant.api, false);
    const call = await desk.rings();
    await t.drain();
    assert.deepEqual([(await desk.ended()).endReason, desk.acts(call.id)], ["app_inactive", ["reject"]]);
  });

  it("is not accepted outside the agent's hours", async () => {
    const day = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" }).format(t.clock.now()).toLowerCase();
    const other = day === "monday" ? "tuesday" : "monday";
    const desk = await makeDesk({ activeHours: { timezone: "UTC", weekly: [{ day: other, from: "09:00", to: "17:00" }], holidays: [] } });
    const call = await desk.rings();
    await t.drain();
    assert.deepEqual([(await desk.ended()).endReason, desk.acts(call.id)], ["outside_hours", ["reject"]]);
  });
});
