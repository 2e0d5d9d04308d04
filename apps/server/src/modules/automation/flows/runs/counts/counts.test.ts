/** Runs of flows are counted by status and by step, within 30 days, per tenant. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ok } from "../../../../../../test/responses.ts";
import { makeFlow } from "../../../../../../test/flows.ts";
import { startInbox } from "../../../../../../test/inbox.ts";

const { t, tenant, incoming, channel } = await startInbox("447729");

describe("counts of runs", () => {
  it("show where the runs of a version are, and how long a wait took", async () => {
    const own = await t.tenant();
    const flow = await makeFlow(own, { type: "manual" }, [
      {
        type: "branch",
        conditions: { rules: [{ field: "tags", op: "has_any", value: ["vip"] }] },
        // biome-ignore lint/suspicious/noThenProperty: steps
        then: [{ type: "wait", seconds: 60 }],
        else: [{ type: "move_deal", stageId: (await ok(own.api.get("/api/v1/pipelines"))).data[0].stages[0].id }],
      },
      { type: "add_tag", tag: "seen" },
    ]);
    const start = async (tags: string[]) => {
      const { id } = await ok(own.api.post("/api/v1/contacts", { name: "Ada", tags }));
      await ok(own.api.post(`/api/v1/flows/${flow.id}/runs`, { contactId: id }));
      await t.settle();
    };
    const counts = async () => ok(own.api.get(`/api/v1/flows/${flow.id}/step-counts`));
    await start(["vip"]);
    t.clock.advance(61_000);
    await t.settle();
    await start(["vip"]);
    await start([]);
    const { version, more, runs, steps } = await counts();
    assert.deepEqual([version, more], [1, false]);
    assert.deepEqual(
      new Map(runs.map(({ status, count }: any) => [status, count])),
      new Map([
        ["completed", 1],
        ["failed", 1],
        ["waiting", 1],
      ]),
    );
    const [seen, branch, refused, wait] = ["steps[1]", "steps[0]", "steps[0].else[0]", "steps[0].then[0]"].map((path) =>
      steps.find((step: any) => step.path === path),
    );
    assert.deepEqual([branch.reached, refused.reached, refused.failed, wait.reached, wait.waiting, seen.reached], [3, 1, 1, 2, 1, 1]);
    assert.deepEqual([branch.medianMs, wait.medianMs], [null, null], "a time that is over is no reply");

    const all = await ok(own.api.get("/api/v1/flows/run-counts"));
    assert.deepEqual(
      all.data.map(({ flowId, runs: list }: any) => [flowId, list.reduce((sum: number, { count }: any) => sum + count, 0)]),
      [[flow.id, 3]],
    );
    const other = await t.tenant();
    assert.deepEqual((await ok(other.api.get(`/api/v1/flows/run-counts?ids=${flow.id}`))).data, []);
    assert.equal((await other.api.get(`/api/v1/flows/${flow.id}/step-counts`)).status, 404);
    assert.equal((await own.api.get(`/api/v1/flows/${flow.id}/step-counts?version=2`)).status, 404);
    t.clock.advance(31 * 86_400_000);
    assert.deepEqual((await ok(own.api.get("/api/v1/flows/run-counts"))).data, []);
    assert.deepEqual((await counts()).steps, []);
  });
  it("show how long replies took, not counting time-outs", async () => {
    const flow = await makeFlow(tenant, { type: "message.keyword", keywords: ["price"] }, [
      { type: "wait_for_reply", timeoutSeconds: 600, onTimeout: [] },
    ]);
    const [quick] = [await incoming("price"), await incoming("price")];
    await t.settle();
    t.clock.advance(120_000);
    await quick.customer.sendText(channel.externalId, "Seven");
    await t.settle();
    t.clock.advance(600_000);
    await t.settle();
    const { runs, steps } = await ok(tenant.api.get(`/api/v1/flows/${flow.id}/step-counts?version=1`));
    assert.deepEqual(runs, [{ status: "completed", count: 2 }]);
    const [{ medianMs, ...step }] = steps;
    assert.deepEqual(step, { path: "steps[0]", reached: 2, waiting: 0, failed: 0 });
    assert.ok(medianMs >= 119_000 && medianMs < 130_000, String(medianMs));
  });
});
