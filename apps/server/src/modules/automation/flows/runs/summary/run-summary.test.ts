/** Runs are counted by flow and status: those that started in the period, of this organization only. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ok } from "../../../../../../test/responses.ts";
import { makeFlow } from "../../../../../../test/flows.ts";
import type { TestTenant } from "../../../../../../test/harness.ts";
import { startInbox } from "../../../../../../test/inbox.ts";

const { t } = await startInbox("447741");
const path = "/api/v1/flow-runs/summary";
const start = async (own: TestTenant, flow: { id: string }) => {
  const { id } = await ok(own.api.post("/api/v1/contacts", { name: "Ada" }));
  return ok(own.api.post(`/api/v1/flows/${flow.id}/runs`, { contactId: id }));
};
const tag = [{ type: "add_tag", tag: "seen" }];

describe("the summary of runs", () => {
  it("counts what started in the period, by flow and status", async () => {
    const [own, foreign] = [await t.tenant(), await t.tenant()];
    const quick = await makeFlow(own, { type: "manual" }, tag);
    const slow = await makeFlow(own, { type: "manual" }, [{ type: "wait", seconds: 86_400 }, ...tag]);
    await makeFlow(own, { type: "manual" }, tag, { name: "Never" });
    await start(foreign, await makeFlow(foreign, { type: "manual" }, tag));
    await start(own, quick);
    t.clock.advance(3_600_000);
    const since = t.clock.now().toISOString();
    for (const flow of [quick, quick, slow]) await start(own, flow);
    const waiting = await start(own, slow);
    await t.drain();
    await ok(own.api.post(`/api/v1/flow-runs/${waiting.id}/cancel`));
    t.clock.advance(1_000);

    const { flows, ...period } = await ok(own.api.get(`${path}?since=${since}`));
    assert.deepEqual(period, { since, until: t.clock.now().toISOString() });
    const none = { running: 0, waiting: 0, completed: 0, handed_off: 0, cancelled: 0, timed_out: 0, failed: 0 };
    assert.deepEqual(
      flows.toSorted((a: { flowId: string }, b: { flowId: string }) => (a.flowId === quick.id ? -1 : b.flowId === quick.id ? 1 : 0)),
      [
        { flowId: quick.id, name: "Flow", status: "active", runs: 2, byStatus: { ...none, completed: 2 } },
        { flowId: slow.id, name: "Flow", status: "active", runs: 2, byStatus: { ...none, waiting: 1, cancelled: 1 } },
      ],
    );
    const file = await own.api.get(`${path}.csv?since=${since}`);
    assert.equal(file.status, 200);
    assert.match(file.text, /^\ufeff?flowId,name,runs,running,waiting,completed,handed_off,cancelled,timed_out,failed\r?\n/);
    assert.ok(file.text.includes(`${slow.id},Flow,2,0,1,0,0,1,0,0`), file.text);
    const all = (await ok(own.api.get(path))).flows;
    assert.equal(all.find(({ flowId }: { flowId: string }) => flowId === quick.id).runs, 3);
    assert.deepEqual(
      (await ok(own.api.get(`${path}?until=${since}`))).flows.map(({ runs }: { runs: number }) => runs),
      [1],
    );
  });

  it("refuses an invalid period, or one that is too long", async () => {
    const own = await t.tenant();
    for (const [query, field] of [
      ["since=2026-02-02T00:00:00Z&until=2026-02-01T00:00:00Z", "until"],
      ["since=2020-02-02T00:00:00Z&until=2026-02-01T00:00:00Z", "since"],
      ["since=yesterday", "since"],
    ]) {
      const { status, body } = await own.api.get(`${path}?${query}`);
      assert.deepEqual([status, body.error.code, body.error.details[0].field], [400, "validation_error", field]);
    }
  });

  it("refuses a key without flows:read", async () => {
    const own = await t.tenant();
    const { status, body } = await t.api(await t.key(own.id, { scopes: ["metrics:read"] })).get(path);
    assert.deepEqual([status, body.error.code], [403, "insufficient_scope"]);
  });
});
