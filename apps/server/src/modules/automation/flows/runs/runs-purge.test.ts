/** Runs that ended long ago are deleted; what they prevent from starting again does not start. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import { ok } from "../../../../../test/responses.ts";
import { makeFlow, runsOf } from "../../../../../test/flows.ts";
import type { TestTenant } from "../../../../../test/harness.ts";
import { startInbox } from "../../../../../test/inbox.ts";
import { createRunPurge } from "./runs-purge.jobs.ts";
import type { Start } from "./starts.queries.ts";
import { causeOfStart, retentionOf } from "./starts.ts";

const { t, incoming } = await startInbox("447728");
const [minute, day] = [60_000, 86_400_000];
/** The default of FLOW_RUN_RETENTION_DAYS. */
const usualDays = 90;
const tag = [{ type: "add_tag", tag: "seen" }];

const person = async (own: TestTenant): Promise<string> => (await ok(own.api.post("/api/v1/contacts", { name: "Ada" }))).id;
const start = async (own: TestTenant, flow: { id: string }, contactId?: string): Promise<any> =>
  ok(own.api.post(`/api/v1/flows/${flow.id}/runs`, { contactId: contactId ?? (await person(own)) }));
const keepFor = (own: TestTenant, flowRunsDays: number | null) => ok(own.api.put("/api/v1/organization/retention", { flowRunsDays }));
async function pass(ms: number): Promise<void> {
  t.clock.advance(ms);
  await t.drain();
  await t.settle();
}
const purge = () => t.app.flows.purgeRuns();
const statusOf = async (own: TestTenant, run: { id: string }) => (await own.api.get(`/api/v1/flow-runs/${run.id}`)).status;
async function rows(own: TestTenant, table: "flow_runs" | "flow_run_steps" | "flow_starts"): Promise<number> {
  return withClient(t.database.admin, async (admin) => {
    const found = await admin.query<{ n: number }>(`select count(*)::int as n from ${table} where tenant_id = $1`, [own.id]);
    return found.rows[0]?.n ?? 0;
  });
}
/** Every event in the log is read again. */
async function readAgain(own: TestTenant): Promise<void> {
  await t.app.database.worker({
    text: "update event_cursors set xid = '0', event_id = '00000000-0000-0000-0000-000000000000' where consumer = 'flows'",
  });
  await person(own);
  await t.settle();
}

describe("ended runs", () => {
  it("are deleted with their steps after the installation's period, while waiting runs stay and continue", async () => {
    const own = await t.tenant();
    const flow = await makeFlow(own, { type: "manual" }, tag);
    const slow = await makeFlow(own, { type: "manual" }, [{ type: "wait", seconds: (usualDays + 10) * 86_400 }, ...tag]);
    const [ended, waiting, cancelled] = [await start(own, flow), await start(own, slow), await start(own, slow)];
    await t.drain();
    await pass(day);
    await ok(own.api.post(`/api/v1/flow-runs/${cancelled.id}/cancel`));
    await pass((usualDays - 1) * day - minute);
    await purge();
    assert.equal(await rows(own, "flow_runs"), 3, "too soon");
    await pass(2 * minute);
    const later = await start(own, flow);
    await t.drain();
    await purge();
    assert.deepEqual([await statusOf(own, ended), await statusOf(own, cancelled), await statusOf(own, waiting)], [404, 200, 200]);
    await pass(day);
    await purge();
    assert.deepEqual(
      (await runsOf(own, slow)).map((run) => [run.id, run.status]),
      [[waiting.id, "waiting"]],
      "by when they ended",
    );
    assert.deepEqual(
      (await runsOf(own, flow)).map((run) => run.id),
      [later.id],
    );
    await pass(10 * day);
    assert.equal((await ok(own.api.get(`/api/v1/flow-runs/${waiting.id}`))).status, "completed");
    await pass((usualDays + 1) * day);
    await Promise.all([purge(), purge()]);
    await purge();
    assert.deepEqual([await rows(own, "flow_runs"), await rows(own, "flow_run_steps"), await rows(own, "flow_starts")], [0, 0, 0]);
  });

  it("are deleted sooner if a tenant wishes, not later, and without affecting other tenants", async () => {
    const [own, other, keeping] = [await t.tenant(), await t.tenant(), await t.tenant()];
    await keepFor(own, 5);
    await keepFor(keeping, 36_500);
    for (const each of [own, other, keeping]) await start(each, await makeFlow(each, { type: "manual" }, tag));
    await t.drain();
    await pass(5 * day - minute);
    await purge();
    assert.deepEqual([await rows(own, "flow_runs"), await rows(other, "flow_runs"), await rows(keeping, "flow_runs")], [1, 1, 1]);
    await pass(2 * minute);
    await purge();
    assert.deepEqual([await rows(own, "flow_runs"), await rows(other, "flow_runs"), await rows(keeping, "flow_runs")], [0, 1, 1]);
    await pass((usualDays - 5) * day);
    await purge();
    assert.deepEqual([await rows(other, "flow_runs"), await rows(keeping, "flow_runs")], [0, 0], "no longer than the installation");
  });

  it("are deleted in batches, with tenants taking turns; an interrupted deletion continues, and may run concurrently", async () => {
    const [many, few] = [await t.tenant(), await t.tenant()];
    for (const [own, n] of [
      [many, 7],
      [few, 3],
    ] as const) {
      const flow = await makeFlow(own, { type: "manual" }, tag);
      for (let i = 0; i < n; i++) await start(own, flow);
    }
    await t.drain();
    await pass((usualDays + 1) * day);
    const turns: string[] = [];
    let stopsAfter = 3;
    const database = {
      ...t.app.database,
      async withTenant(tenantId: string, fn: any): Promise<any> {
        if (tenantId !== many.id && tenantId !== few.id) return t.app.database.withTenant(tenantId, fn);
        if (--stopsAfter < 0) throw new Error("stopped");
        turns.push(tenantId === many.id ? "many" : "few");
        return t.app.database.withTenant(tenantId, fn);
      },
    };
    const log = { info() {}, error() {} };
    const { run } = createRunPurge({ database, clock: t.clock, log, flowRunRetentionDays: usualDays } as never, 2);
    await assert.rejects(run(), /stopped/);
    assert.deepEqual(turns, ["many", "few", "many"], "nobody waits for another's years");
    assert.deepEqual([await rows(many, "flow_runs"), await rows(few, "flow_runs")], [3, 1]);
    stopsAfter = Number.POSITIVE_INFINITY;
    await Promise.all([run(), run()]);
    await run();
    assert.deepEqual([await rows(many, "flow_runs"), await rows(few, "flow_runs")], [0, 0]);
  });
});

describe("the start of a deleted run", () => {
  it("is not repeated by its occurrence: it is kept for a week, longer than processing an audience may take", () => {
    const now = t.clock.now();
    const startedRow = (daysAgo: number) => ({ trigger_event_id: "x", started_at: new Date(now.getTime() - daysAgo * day) }) as Start;
    const facts = { logged: false, remembered: false, silent: false };
    const need = (daysAgo: number) => retentionOf(startedRow(daysAgo), { cause: "occurrence", once: false, facts }, now);
    assert.equal(causeOfStart("schedule", startedRow(1)), "occurrence");
    assert.deepEqual([need(2), need(7)], [{ lookAt: new Date(now.getTime() + 5 * day) }, null]);
  });

  it("is not repeated by its event, as long as the log has it", async () => {
    const own = await t.tenant();
    await keepFor(own, 1);
    const flow = await makeFlow(own, { type: "contact.created" }, tag);
    const contactId = await person(own);
    await t.settle();
    const [first] = await runsOf(own, flow);
    assert.deepEqual([first.status, first.contactId], ["completed", contactId]);
    await pass(2 * day);
    await purge();
    assert.deepEqual([await statusOf(own, first), await rows(own, "flow_starts")], [404, 1]);
    await readAgain(own);
    const runs = await runsOf(own, flow);
    assert.equal(runs.filter((run) => run.contactId === contactId).length, 0, "no second start");
    assert.equal(runs.length, 1, "that of the new contact");
    await pass(31 * day);
    await t.app.maintenance.run();
    await purge();
    await pass(2 * day);
    await purge();
    assert.deepEqual([await rows(own, "flow_runs"), await rows(own, "flow_starts")], [0, 0], "the events are gone, so is what they began");
    await readAgain(own);
    assert.equal((await runsOf(own, flow)).filter((run) => run.contactId === contactId).length, 0);
  });

  it("answers a repeated call to the flow's address for a year", async () => {
    const own = await t.tenant();
    const flow = await makeFlow(own, { type: "webhook", contactBy: "id", contactFrom: "body.id" }, tag);
    const { url } = await ok(own.api.post(`/api/v1/flows/${flow.id}/webhook`));
    const id = await person(own);
    const call = async (key: string): Promise<any> => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify({ id }),
      });
      assert.equal(response.status, 200);
      return response.json();
    };
    const first = await call("order-1");
    assert.equal(first.starts, true);
    await t.drain();
    await pass((usualDays + 1) * day);
    // Also during the deletion.
    const answers = await Promise.all([...Array.from({ length: 12 }, () => call("order-1")), purge()]);
    assert.deepEqual(answers, [...Array(12).fill(first), undefined]);
    assert.deepEqual([await statusOf(own, { id: first.runId }), await call("order-1")], [404, first]);
    assert.equal(await rows(own, "flow_runs"), 0);
    const second = await call("order-2");
    assert.notEqual(second.runId, first.runId, "another call is another");
    await pass((364 - usualDays - 1) * day);
    await purge();
    assert.deepEqual(await call("order-1"), first);
    await pass(2 * day);
    await purge();
    assert.notEqual((await call("order-1")).runId, first.runId);
  });

  it("is not repeated for a flow that is once per contact, as long as both exist", async () => {
    const own = await t.tenant();
    await keepFor(own, 1);
    const flow = await makeFlow(own, { type: "manual" }, tag, { oncePerContact: true });
    const [first, second] = [await person(own), await person(own)];
    await start(own, flow, first);
    await t.drain();
    for (let i = 0; i < 2; i++) {
      await pass(200 * day);
      await purge();
      assert.deepEqual([await rows(own, "flow_runs"), await rows(own, "flow_starts")], [0, 1]);
      const again = await own.api.post(`/api/v1/flows/${flow.id}/runs`, { contactId: first });
      assert.deepEqual([again.status, again.body.error.code], [409, "conflict"]);
    }
    await start(own, flow, second);
    await t.drain();
    await ok(own.api.delete(`/api/v1/contacts/${first}`));
    await t.drain();
    await pass(2 * day);
    await purge();
    assert.deepEqual([await rows(own, "flow_runs"), await rows(own, "flow_starts")], [0, 1], "with the contact it goes");
    await ok(own.api.post(`/api/v1/flows/${flow.id}/deactivate`));
    await ok(own.api.delete(`/api/v1/flows/${flow.id}`));
    await t.drain();
    assert.equal(await rows(own, "flow_starts"), 0, "and with the flow");
  });

  it("is not repeated by the same silence, which ends when somebody writes", async () => {
    const own = await t.tenant();
    await keepFor(own, 1);
    const line = await t.channel(own);
    const flow = await makeFlow(own, { type: "no_reply_for", minutes: 60, of: "customer" }, [{ type: "add_label", label: "Silent" }]);
    const writing = await makeFlow(own, { type: "manual" }, [{ type: "send_message", text: "Are you there?" }]);
    const { conversation, waId, customer } = await incoming("Hello", own, line);
    await ok(own.api.post("/api/v1/messages", { channelId: line.id, to: `+${waId}`, type: "text", text: "Which one?" }));
    await t.settle();
    await pass(61 * minute);
    const [first, ...none] = await runsOf(own, flow);
    assert.deepEqual([first.status, none], ["completed", []]);
    await pass(25 * 60 * minute);
    await withClient(t.database.admin, (admin) =>
      admin.query("update conversations set window_expires_at = $2 where tenant_id = $1", [
        own.id,
        new Date(t.clock.now().getTime() + day),
      ]),
    );
    await purge();
    assert.equal(await statusOf(own, first), 404);
    await ok(own.api.post(`/api/v1/flows/${writing.id}/runs`, { conversationId: conversation.id }));
    await t.settle();
    await pass(61 * minute);
    assert.equal((await runsOf(own, writing))[0].status, "completed");
    assert.equal((await runsOf(own, flow)).length, 0, "the silence goes on");
    await pass(60 * day);
    await purge();
    assert.equal(await rows(own, "flow_starts"), 1, "kept as long as nobody writes");
    await customer.sendText(line.externalId, "The red one");
    await t.settle();
    await pass(31 * day);
    await purge();
    assert.equal(await rows(own, "flow_starts"), 0);
  });

  it("counts towards loops of silence", async () => {
    const own = await t.tenant();
    await keepFor(own, 1);
    const line = await t.channel(own);
    await ok(own.api.post("/api/v1/flow-secrets", { name: "OWN_KEY", value: `Bearer ${own.key}`, hosts: ["127.0.0.1"] }));
    const { waId } = await incoming("Hello", own, line);
    const flow = await makeFlow(own, { type: "no_reply_for", minutes: 240, of: "customer" }, [
      {
        type: "http_request",
        method: "POST",
        url: `${t.url}/api/v1/messages`,
        headers: { authorization: "{{secrets.OWN_KEY}}" },
        body: { channelId: line.id, to: `+${waId}`, type: "text", text: "Are you there?" },
      },
    ]);
    await ok(own.api.post("/api/v1/messages", { channelId: line.id, to: `+${waId}`, type: "text", text: "Which one?" }));
    await t.settle();
    for (let i = 0; i < 5; i++) await pass(241 * minute);
    assert.deepEqual(
      (await runsOf(own, flow)).map((run) => run.status),
      Array(5).fill("completed"),
    );
    // Nothing runs for some hours, so that the next silence is reported late.
    t.clock.advance(10 * 60 * minute);
    await purge();
    assert.ok((await rows(own, "flow_starts")) > 0, "some are removed");
    assert.ok((await rows(own, "flow_runs")) < 5);
    await pass(0);
    assert.equal((await runsOf(own, flow))[0].error?.code, "loop_detected");
  });
});
