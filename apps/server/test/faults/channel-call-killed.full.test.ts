import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "../eventually.ts";
import { freePort } from "../free-port.ts";
import { startChannelCallStage } from "../stages/voice/channel-call-stage.ts";
import { onHarnessDatabase, type ServerProcess, startServer } from "./server-process.ts";

// Real time, shared with the other process, plus an offset that the test controls.
let aheadMs = 0;
const clock = {
  now: () => new Date(Date.now() + aheadMs),
  advance: (ms: number) => {
    aheadMs += ms;
  },
  set: () => assert.fail("the other process has its own clock"),
};
const { t, platform, realtime, desk: makeDesk } = await startChannelCallStage({ clock });

describe("a process killed with -9 during a channel's call", () => {
  let other: ServerProcess;
  before(async () => {
    other = await startServer({ port: await freePort(), env: { ...onHarnessDatabase(t.database), CHAT_APP_API_URL: platform.url } });
  });
  after(() => other?.kill());

  it("leaves a call that another process ends: platform and provider are notified, and the minutes are settled", async () => {
    const owner = await t.tenant({ kind: "platform" });
    const price = { modelName: "speech-killed", costPerRequest: 1, description: "Speech" };
    assert.equal((await owner.api.post("/api/v1/admin/billing/pricing", price)).status, 200);
    const desk = await makeDesk({ speech: { model: "speech-killed" } });
    await desk.fund(5);
    // Loops run only in the other process.
    const call = await desk.rings();
    await eventually("the caller is greeted", () => (desk.sessions()[0]?.heard.length ?? 0) > 0);
    await other.kill();
    clock.advance(31_000);
    await t.drain(["lost calls", "channel calls"]);
    const [shown] = await desk.calls();
    assert.deepEqual([shown.status, shown.endReason, shown.minutes, shown.cost], ["failed", "process_lost", 1, 1]);
    assert.deepEqual(desk.acts(call.id), ["pre_accept", "accept", "terminate"]);
    assert.deepEqual(realtime.hangUps, [desk.sessions()[0]?.id]);
    assert.notEqual((await desk.conversation(shown.conversationId)).waitingSince, null);
    const [app] = await t.app.database.withTenant(desk.tenant.id, (tx) =>
      tx.query<{ balance: string; reserved: string }>({
        text: "select balance::text as balance, reserved::text as reserved from apps where tenant_id = $1",
        values: [desk.tenant.id],
      }),
    );
    assert.deepEqual([Number(app?.balance), Number(app?.reserved)], [4, 0]);
  });
});
