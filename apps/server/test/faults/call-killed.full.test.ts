import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startRealtimeProvider } from "@parley/simulators/realtime-provider";
import { startTelephony } from "@parley/simulators/telephony";
import { eventually } from "../eventually.ts";
import { freePort } from "../free-port.ts";
import { startTestApp, type TestApp } from "../harness.ts";
import { announcement } from "../stages/voice/recording-stage.ts";
import { onHarnessDatabase, type ServerProcess, startServer } from "./server-process.ts";

describe("a process killed with -9 during a call", () => {
  let t: TestApp;
  let other: ServerProcess;
  before(async () => {
    // Real time, shared with the other process.
    const clock = { now: () => new Date(), advance: () => undefined, set: () => undefined };
    t = await startTestApp({ clock, live: true });
    other = await startServer({
      port: await freePort(),
      env: { ...onHarnessDatabase(t.database), ROLE: "api", CHAT_APP_API_URL: t.simulator.url },
    });
  });
  after(async () => {
    await other?.kill();
    await t?.stop();
  });

  it("leaves the caller's line closed, and a call that another process ends and settles, without anything that the caller took back last", async () => {
    const realtime = await startRealtimeProvider();
    const accountId = `AC${"7".repeat(32)}`;
    const telephony = await startTelephony({ accountId, authToken: "auth-token-77777" });
    try {
      const platform = await t.tenant({ kind: "platform" });
      const tenant = await t.tenant();
      const post = async (path: string, body?: unknown, api = tenant.api) => {
        const made = await api.post(`/api/v1${path}`, body);
        assert.equal(made.status, 200, made.text);
        return made.body;
      };
      await post("/admin/billing/pricing", { modelName: "speech-killed", costPerRequest: 1, description: "Speech" }, platform.api);
      await t.app.database.withTenant(tenant.id, (tx) =>
        t.app.ledger.credit(
          { tx, now: new Date(), actor: { kind: "system", id: "test" } },
          { amount: 5, reference: "fund", adminId: null },
        ),
      );
      const channel = await t.channel(tenant);
      await post("/ai/keys", { provider: "openai_compatible", apiKey: "sk-killed-0001", baseUrl: realtime.baseUrl, models: ["m"] });
      const agent = await post("/voice-agents", {
        name: "Desk",
        channelId: channel.id,
        speech: { model: "speech-killed" },
        opening: { greeting: "Hello.", disclosure: null },
        summary: false,
        recording: { mode: "announced", announcement },
      });
      await post(`/voice-agents/${agent.id}/activate`);
      const account = await post("/telephony-accounts", {
        provider: "twilio",
        name: "Main",
        providerAccountId: accountId,
        authToken: "auth-token-77777",
        baseUrl: telephony.url,
      });
      await post("/phone-numbers", { number: "+49307777777", telephonyAccountId: account.id, voiceAgentId: agent.id });

      const call = await telephony.call(account.callbackUrl.replace(t.url, other.url), { to: "+49307777777" });
      // What follows concerns the process that is gone.
      call.outcome.catch(() => undefined);
      const caller = call.line;
      assert.ok(caller !== null, call.markup[0]);
      await caller.until(() => caller.heard() === `${announcement} Hello.`);
      caller.says("x".repeat(200));
      await caller.until(() => caller.heard().endsWith("I see."));
      const pieces = () =>
        t.app.database.withTenant(tenant.id, (tx) =>
          tx.query({ text: "select 1 from voice_recording_pieces where tenant_id = $1", values: [tenant.id] }),
        );
      await eventually("a part of the recording is stored", async () => (await pieces()).length > 0);
      // The database does not take the refusal before the process is gone: somebody holds the row.
      const held = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const holding = t.app.database.withTenant(tenant.id, async (tx) => {
        await tx.query({ text: "select 1 from voice_recordings where tenant_id = $1 for update", values: [tenant.id] });
        held.resolve();
        await released.promise;
      });
      await held.promise;
      caller.presses("2");
      const refusals = () =>
        t.app.database.withTenant(tenant.id, (tx) =>
          tx.query({
            text: "select 1 from voice_call_turns where tenant_id = $1 and tool = 'answer_recording' and outcome = 'declined'",
            values: [tenant.id],
          }),
        );
      await eventually("the process has heard the refusal", async () => (await refusals()).length === 1);
      await other.kill();
      released.resolve();
      await holding;
      await caller.closed;
      const shown = async () => (await tenant.api.get("/api/v1/calls")).body.data[0];
      await eventually("the call has ended", async () => (await shown()).endedAt !== null);
      const ended = await shown();
      assert.deepEqual([ended.status, ended.endReason, ended.minutes, ended.cost], ["failed", "process_lost", 1, 1]);
      const [app] = await t.app.database.withTenant(tenant.id, (tx) =>
        tx.query<{ balance: string; reserved: string }>({
          text: "select balance::text as balance, reserved::text as reserved from apps where tenant_id = $1",
          values: [tenant.id],
        }),
      );
      assert.deepEqual([Number(app?.balance), Number(app?.reserved)], [4, 0]);
      assert.equal(ended.recording.status, "no_consent");
      assert.equal((await pieces()).length, 0);
      assert.equal((await tenant.api.get(`/api/v1/calls/${ended.id}/recording`)).status, 404);
    } finally {
      await telephony.close();
      await realtime.close();
    }
  });
});
