/** An agency's other monthly limits: broadcasts and AI answers. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { type AiSimulator, said, startAiSimulator } from "@parley/simulators/ai-provider";
import { setBroadcastStage } from "../../../../test/broadcasts.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";

let t: TestApp;
let sim: AiSimulator;
before(async () => {
  t = await startTestApp();
  sim = await startAiSimulator();
});
after(async () => {
  await t?.stop();
  await sim?.close();
});

/** As the agency sets it. */
const limit = (tenantId: string, resource: string, max: number | null) =>
  withClient(t.database.admin, (admin) =>
    max === null
      ? admin.query("delete from entitlements where tenant_id = $1 and resource = $2", [tenantId, resource])
      : admin.query(
          `insert into entitlements (tenant_id, resource, max_value, updated_at) values ($1, $2, $3, now())
           on conflict (tenant_id, resource) do update set max_value = excluded.max_value`,
          [tenantId, resource, max],
        ),
  );
const usage = async (tenant: TestTenant, name: string) =>
  (await tenant.api.get("/api/v1/organization/entitlements")).body.entitlements[name].usage;

function refused(answer: { status: number; body: any; text: string }, field: string): void {
  assert.equal(answer.status, 403, answer.text);
  assert.equal(answer.body.error.code, "entitlement_exceeded");
  if (answer.body.error.details !== undefined) assert.equal(answer.body.error.details[0].field, field);
}

describe("broadcasts per month", () => {
  it("are counted once each when they start; the next month starts from zero", async () => {
    const stage = await setBroadcastStage(t);
    const { api } = stage.tenant;
    await stage.people(1);
    await limit(stage.tenant.id, "broadcastsPerMonth", 1);
    const [first, second] = [await stage.draft(), await stage.draft()];
    const responses = await Promise.all([first, second].map(({ id }) => api.post(`/api/v1/broadcasts/${id}/send`)));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 403]);
    const [done, left] = responses[0]?.status === 200 ? [first, second] : [second, first];
    refused(responses.find(({ status }) => status === 403) as never, "broadcastsPerMonth");
    assert.equal((await stage.get(left.id)).status, "draft");
    // Pausing and resuming takes no more.
    assert.equal((await api.post(`/api/v1/broadcasts/${done.id}/pause`)).status, 200);
    assert.equal((await api.post(`/api/v1/broadcasts/${done.id}/resume`)).status, 200);
    await stage.until(done.id, "completed");
    assert.equal(await usage(stage.tenant, "broadcastsPerMonth"), 1);
    const now = t.clock.now();
    t.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime());
    assert.equal(await usage(stage.tenant, "broadcastsPerMonth"), 0);
    assert.equal((await api.post(`/api/v1/broadcasts/${left.id}/send`)).status, 200);
    await stage.until(left.id, "completed");
  });

  it("that are due when none is left pause with the reason, send nothing, and resume once there is room", async () => {
    const stage = await setBroadcastStage(t);
    const { api } = stage.tenant;
    const [person] = (await stage.people(1)) as [any];
    await limit(stage.tenant.id, "broadcastsPerMonth", 0);
    const { id } = await stage.draft();
    const at = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
    assert.equal((await api.post(`/api/v1/broadcasts/${id}/schedule`, { scheduledAt: at })).status, 200);
    t.clock.advance(3_700_000);
    const paused = await stage.until(id, "paused");
    assert.deepEqual([paused.pauseReason, paused.startedAt, stage.sentTo(person.number).length], ["entitlement_exceeded", null, 0]);
    refused(await api.post(`/api/v1/broadcasts/${id}/resume`), "broadcastsPerMonth");
    await limit(stage.tenant.id, "broadcastsPerMonth", 1);
    assert.equal((await api.post(`/api/v1/broadcasts/${id}/resume`)).status, 200);
    await stage.until(id, "completed");
    assert.deepEqual([stage.sentTo(person.number).length, await usage(stage.tenant, "broadcastsPerMonth")], [1, 1]);
  });

  it("count if they started before there was a limit", async () => {
    const stage = await setBroadcastStage(t);
    await stage.people(1);
    const { id } = await stage.draft();
    await stage.verb(id, "send");
    await stage.until(id, "completed");
    assert.equal(await usage(stage.tenant, "broadcastsPerMonth"), 1);
  });
});

describe("AI answers per month", () => {
  async function begin(): Promise<{ tenant: TestTenant; ask(): Promise<any> }> {
    const tenant = await t.tenant();
    const apiKey = `sk-${tenant.id}`;
    const key = { provider: "openai", apiKey, baseUrl: sim.baseUrls.openai, models: ["small-model"] };
    assert.equal((await tenant.api.post("/api/v1/ai/keys", key)).status, 200);
    const channel = await t.channel(tenant);
    await t.simulator.customer("447700910001", "Amina").sendText(channel.externalId, "How long may I return a desk?");
    await t.drain();
    const [{ id }] = (await tenant.api.get("/api/v1/conversations?limit=1")).body.data;
    sim.clearFaults();
    sim.brain = (request) => said(request, "A summary.");
    return { tenant, ask: () => tenant.api.post("/api/v1/ai/assist/summarize", { conversationId: id }) };
  }

  it("are taken before the model is called, exactly, and refused when used up", async () => {
    const { tenant, ask } = await begin();
    await limit(tenant.id, "aiCreditsPerMonth", 2);
    sim.calls.length = 0;
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 200, 403, 403], answers.map(({ text }) => text).join("\n"));
    refused(
      answers.find(({ status }) => status === 403),
      "aiCreditsPerMonth",
    );
    assert.equal(sim.generations().length, 2, "nobody was asked in vain");
    assert.equal(await usage(tenant, "aiCreditsPerMonth"), 2);
    const requests = (await tenant.api.get("/api/v1/ai/requests?outcome=entitlement_exceeded")).body.data;
    assert.equal(requests.length, 2);
    const now = t.clock.now();
    t.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime());
    assert.equal((await ask()).status, 200);
  });

  it("are returned if no answer came", async () => {
    const { tenant, ask } = await begin();
    await limit(tenant.id, "aiCreditsPerMonth", 1);
    sim.addFault({ kind: "invalid_key", apiKey: `sk-${tenant.id}` });
    assert.equal((await ask()).status, 502);
    assert.equal(await usage(tenant, "aiCreditsPerMonth"), 0);
    sim.clearFaults();
    const [key] = (await tenant.api.get("/api/v1/ai/keys")).body.data;
    assert.equal((await tenant.api.post(`/api/v1/ai/keys/${key.id}/test`)).body.ok, true);
    assert.equal((await ask()).status, 200);
    refused(await ask(), "aiCreditsPerMonth");
  });

  it("are not counted for a tenant without a limit", async () => {
    const { tenant, ask } = await begin();
    assert.equal((await ask()).status, 200);
    const rows = await t.app.database.withTenant(tenant.id, (tx) =>
      tx.query({ text: "select 1 from entitlement_months where tenant_id = $1", values: [tenant.id] }),
    );
    assert.equal(rows.length, 0);
  });
});
