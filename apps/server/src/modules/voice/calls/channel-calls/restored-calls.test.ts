/** Calls that were under way when a backup was made: docs/adr/0202-what-a-restore-sends.md. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { backup, restore, silentLog } from "@parley/database";
import { createTestDatabase } from "@parley/database/testing";
import { createIdSource } from "#platform/ids/ids.ts";
import { eventually } from "../../../../../test/eventually.ts";
import { type Api, startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { ok } from "../../../../../test/responses.ts";
import { startChannelCallStage } from "../../../../../test/stages/voice/channel-call-stage.ts";
import { lineOf, startVoiceStage } from "../../../../../test/stages/voice/voice-stage.ts";

const { t, platform, desk: makeDesk } = await startChannelCallStage();
const { t: telephone, line } = await startVoiceStage();
const folder = await mkdtemp(join(tmpdir(), "parley-restored-calls-"));
after(() => rm(folder, { recursive: true, force: true }));

/** Backs up an installation, lets its calls end, and runs `check` on what is restored an hour later. */
async function restored(original: TestApp, env: Record<string, string>, end: () => Promise<void>, check: (b: TestApp) => Promise<void>) {
  const file = join(folder, `${original.database.name}.parley`);
  await backup(original.database.admin, file);
  await end();
  original.clock.advance(3_600_000);
  const target = await createTestDatabase();
  try {
    const now = () => original.clock.now();
    const uuid = createIdSource({ now: () => now().getTime() }).uuid;
    await restore(target.admin, file, { log: silentLog, hold: { at: now(), uuid } });
    const b = await startTestApp({ sharing: original, database: target, env });
    await b
      .settle()
      .then(() => check(b))
      .finally(() => b.stop());
  } finally {
    await target.drop();
  }
}

const shownBy = async (api: Api) =>
  (await ok(api.get("/api/v1/calls"))).data.map((c: any) => [c.from, c.status, c.endReason, c.minutes, c.cost, c.callbackTicketId]);

describe("calls that were under way when a backup was made", () => {
  it("on a channel end after a restore without a word to customers and team, and their minutes are settled", async () => {
    const owner = await t.tenant({ kind: "platform" });
    await ok(owner.api.post("/api/v1/admin/billing/pricing", { modelName: "speech-restored", costPerRequest: 1, description: "Speech" }));
    const desk = await makeDesk({ speech: { model: "speech-restored" }, messages: { apology: "Sorry, that broke off." } });
    await desk.fund(5);
    const call = await desk.rings({ from: "447700900781" });
    await desk.greeted();
    // No process has answered it yet.
    const ringing = await desk.rings({ from: "447700900782" });
    await t.drain(["inbound"]);
    const handling = async (api: Api) =>
      (await ok(api.get("/api/v1/conversations"))).data.map((c: any) => [c.handledBy, c.waitingSince, c.status]);
    const before = await handling(desk.tenant.api);
    assert.equal(before.length, 2);

    const end = async () => {
      await desk.ends(call);
      await desk.ends(ringing);
      await t.drain();
      await t.app.calls.live.renew();
      await eventually("both are over", async () => (await desk.calls()).every(({ endedAt }) => endedAt !== null));
    };
    await restored(t, { CHAT_APP_API_URL: platform.url }, end, async (b) => {
      const api = b.api(desk.tenant.key);
      assert.deepEqual(await shownBy(api), [
        ["+447700900782", "no_answer", "not_connected", 0, 0, null],
        ["+447700900781", "failed", "process_lost", 1, 1, null],
      ]);
      const rows = await b.app.database.withTenant(desk.tenant.id, (tx) =>
        tx.query({ text: "select balance::float, reserved::float from apps where tenant_id = $1", values: [tx.tenantId] }),
      );
      assert.deepEqual(rows, [{ balance: 4, reserved: 0 }]);
      assert.deepEqual([...t.simulator.sentTo(call.from), ...t.simulator.sentTo(ringing.from)], []);
      assert.deepEqual((await ok(api.get("/api/v1/tickets"))).data, []);
      assert.deepEqual(await handling(api), before);
    });
  });

  it("by telephone end after a restore without a word to the team", async () => {
    const desk = await line();
    const caller = lineOf(await desk.dial());
    await caller.until(() => caller.heard() === "Hello.");
    const [{ from, conversationId }] = await desk.calls();
    const { waitingSince } = await ok(desk.tenant.api.get(`/api/v1/conversations/${conversationId}`));
    const end = async () => {
      caller.stop();
      await desk.ended();
    };
    await restored(telephone, {}, end, async (b) => {
      const api = b.api(desk.tenant.key);
      assert.deepEqual(await shownBy(api), [[from, "failed", "process_lost", 1, 0, null]]);
      const now = await ok(api.get(`/api/v1/conversations/${conversationId}`));
      assert.deepEqual([waitingSince, now.waitingSince], [null, null]);
      assert.deepEqual((await ok(api.get("/api/v1/tickets"))).data, []);
    });
  });
});
