import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { fakePlatform } from "../../../../test/fakes/fake-connector.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";

describe("queues", () => {
  let t: TestApp;
  let platform: TestTenant;
  const fake = fakePlatform("stubborn", {});
  before(async () => {
    t = await startTestApp({ connectors: [fake], env: { METRICS_TOKEN: "scrape-me" } });
    platform = await t.tenant({ kind: "platform" });
  });
  after(() => t.stop());

  const stats = async (name: string) =>
    (await platform.api.get("/api/v1/admin/queues/stats")).body.data.find((queue: { name: string }) => queue.name === name);
  /** What /metrics tells of each queue. */
  const allGauges = async () => {
    const response = await fetch(`${t.url}/metrics`, { headers: { authorization: "Bearer scrape-me" } });
    const found: Record<string, Record<string, number>> = {};
    for (const [, gauge, queue, state, n] of (await response.text()).matchAll(
      /^parley_queue_(\w+)\{queue="([\w-]+)"(?:,state="(\w+)")?\} (\d+)$/gm,
    ))
      (found[queue as string] ??= {})[(state ?? gauge) as string] = Number(n);
    return found;
  };
  const gauges = async (name: string) => (await allGauges())[name];
  const retry = (name: string) => platform.api.post(`/api/v1/admin/queues/${name}/retry`);

  it("include one for every table that work is claimed from", async () => {
    const claimed = new Set(["outbound_dispatches"]);
    const modules = new URL("../../", import.meta.url);
    for (const entry of await readdir(modules, { recursive: true })) {
      if (!entry.endsWith(".ts") || entry.endsWith(".test.ts")) continue;
      const text = await readFile(new URL(entry, modules), "utf8");
      for (const [, table] of text.matchAll(/table: "(\w+)",\s+lane:/g)) claimed.add(table as string);
    }
    assert.ok(claimed.size >= 9, [...claimed].join());
    const covered = new Set(t.app.queues.flatMap((queue) => queue.tables));
    assert.deepEqual(
      [...claimed].filter((table) => !covered.has(table)),
      [],
      "tables without a queue (Module.queues)",
    );
    const { body } = await platform.api.get("/api/v1/admin/queues/stats");
    assert.deepEqual(body.pageInfo, { hasNextPage: false, nextCursor: null });
    const first = (await platform.api.get("/api/v1/admin/queues/stats?limit=3")).body;
    const second = (await platform.api.get(`/api/v1/admin/queues/stats?limit=100&cursor=${first.pageInfo.nextCursor}`)).body;
    const of = (...pages: { data: { name: string }[] }[]) => pages.flatMap(({ data }) => data.map(({ name }) => name));
    assert.deepEqual([first.data.length, of(first, second), second.pageInfo.hasNextPage], [3, of(body), false]);
    assert.equal((await platform.api.get("/api/v1/admin/queues/stats?cursor=x")).body.error.code, "invalid_cursor");
    assert.deepEqual(body.data.map((queue: { name: string }) => queue.name).sort(), t.app.queues.map(({ name }) => name).sort());
    const values = await allGauges();
    for (const { name } of t.app.queues) assert.equal(Object.keys(values[name] ?? {}).length, 5, name);
  });

  it("belong only to the platform, and an unknown one is not found", async () => {
    const a = await t.tenant();
    for (const response of [await a.api.get("/api/v1/admin/queues/stats"), await a.api.post("/api/v1/admin/queues/inbound/retry")])
      assert.deepEqual([response.status, response.body.error.code], [403, "forbidden"]);
    assert.equal((await retry("nonsense")).status, 404);
  });

  it("count waiting, finished and failed work, and a retry completes failed callbacks", async () => {
    const [a, b] = [await t.tenant(), await t.tenant()];
    const channels = [await fake.channel(t, a), await fake.channel(t, b)];
    const connector = fake.connector as { normalize: unknown };
    const { normalize } = connector;
    connector.normalize = () => {
      throw new Error("not understood yet");
    };
    for (const channel of channels) await channel.write("ada", "Hello");
    for (let attempt = 0; attempt < 10; attempt++) {
      t.clock.advance(301_000);
      await t.drain();
    }
    assert.equal((await stats("inbound")).failed, 2);
    assert.deepEqual(await gauges("inbound"), { waiting: 0, active: 0, delayed: 0, failed: 2, oldest_seconds: 0 });
    connector.normalize = normalize;
    const response = await retry("inbound");
    assert.deepEqual([response.status, response.body], [200, { name: "inbound", retried: 2 }]);
    t.clock.advance(5_000);
    const waiting = await stats("inbound");
    assert.deepEqual([waiting.waiting, waiting.failed, waiting.oldestWaitingSeconds], [2, 0, 5]);
    assert.deepEqual(await gauges("inbound"), { waiting: 2, active: 0, delayed: 0, failed: 0, oldest_seconds: 5 });
    await t.drain();
    assert.deepEqual((await retry("inbound")).body.retried, 0);
    const done = await stats("inbound");
    assert.deepEqual([done.waiting, done.active, done.completed24h, done.oldestWaitingSeconds], [0, 0, 2, null]);
    assert.equal((await a.api.get("/api/v1/messages")).body.data.length, 1);
    for (const tenant of [a, b]) {
      const log = await tenant.api.get("/api/v1/audit-log?action=queue.retried");
      assert.deepEqual([log.body.data.length, log.body.data[0].targetId, log.body.data[0].changes.retried], [1, "inbound", 1]);
    }
    // A past hour is counted once and does not change afterwards.
    t.clock.advance(2 * 3_600_000);
    assert.equal((await stats("inbound")).completed24h, 2);
    assert.equal((await stats("inbound")).completed24h, 2);
    t.clock.advance(24 * 3_600_000);
    assert.equal((await stats("inbound")).completed24h, 0);
  });

  it("list failed work with its reason, and put one item back or end it, in its organization", async () => {
    const a = await t.tenant();
    const channel = await fake.channel(t, a);
    const connector = fake.connector as { normalize: unknown };
    const { normalize } = connector;
    connector.normalize = () => {
      throw new Error("not understood yet");
    };
    for (const text of ["one", "two", "three"]) await channel.write(`ada-${text}`, text);
    for (let attempt = 0; attempt < 10; attempt++) {
      t.clock.advance(301_000);
      await t.drain();
    }
    connector.normalize = normalize;
    const failed = "/api/v1/admin/queues/inbound/failed";
    const organizationId = (await a.api.get("/api/v1/organization")).body.id;
    const list = async (query = "") => (await platform.api.get(`${failed}${query}`)).body;
    const own = async () => (await list("?limit=100")).data.filter((one: any) => one.organizationId === organizationId);
    const [newest, middle, oldest] = await own();
    assert.equal(newest.reason, "could not be understood");
    assert.deepEqual(
      [newest.queue, newest.about, newest.canRetry, newest.canDiscard, newest.attempts > 1, newest.failedAt !== null],
      ["inbound", null, true, true, true, true],
    );
    const first = await list("?limit=1");
    const second = await list(`?limit=1&cursor=${first.pageInfo.nextCursor}`);
    assert.deepEqual([first.data[0].id, second.data[0].id], [newest.id, middle.id]);

    assert.deepEqual((await platform.api.post(`${failed}/${middle.id}/retry`)).body, { name: "inbound", retried: 1 });
    assert.equal((await platform.api.delete(`${failed}/${oldest.id}`)).status, 200);
    assert.deepEqual(
      (await own()).map(({ id }: { id: string }) => id),
      [newest.id],
    );
    await t.drain();
    const texts = (await a.api.get("/api/v1/messages")).body.data.map(({ text }: { text: string }) => text);
    assert.deepEqual(texts, ["two"], "what was ended is not processed");
    const log = async (action: string) => (await a.api.get(`/api/v1/audit-log?action=${action}`)).body.data;
    assert.deepEqual((await log("queue.retried"))[0].changes.work, middle.id);
    assert.deepEqual((await log("queue.discarded"))[0].changes.work, oldest.id);

    for (const id of [middle.id, oldest.id, "wrk_x", organizationId]) {
      assert.equal((await platform.api.post(`${failed}/${id}/retry`)).status, 404, id);
      assert.equal((await platform.api.delete(`${failed}/${id}`)).status, 404, id);
    }
    assert.equal((await platform.api.delete(`/api/v1/admin/queues/mail/failed/${newest.id}`)).status, 404, "of another queue");
    assert.equal((await platform.api.get("/api/v1/admin/queues/nonsense/failed")).status, 404);
    for (const response of [
      await a.api.get(failed),
      await a.api.post(`${failed}/${newest.id}/retry`),
      await a.api.delete(`${failed}/${newest.id}`),
    ])
      assert.deepEqual([response.status, response.body.error.code], [403, "forbidden"]);
    assert.equal((await platform.api.delete(`${failed}/${newest.id}`)).status, 200);
  });

  it("can each be asked for failed work", async () => {
    for (const { name } of t.app.queues) {
      const { status, body } = await platform.api.get(`/api/v1/admin/queues/${name}/failed`);
      assert.deepEqual([status, body.data.length >= 0], [200, true], name);
    }
  });

  it("never resend a message whose outcome is unknown", async () => {
    const a = await t.tenant();
    const channel = await fake.channel(t, a);
    await channel.write("bea", "Hello");
    await t.drain();
    let calls = 0;
    fake.answer = async () => {
      calls += 1;
      return {
        kind: "unknown",
        error: { class: "unknown", providerCode: "timeout", code: "provider_error", message: "cut", scope: "message" },
      };
    };
    const sent = await a.api.post("/api/v1/messages", { channelId: channel.id, to: "bea", type: "text", text: "Hi" });
    assert.equal(sent.status, 200, sent.text);
    await t.drain();
    assert.equal((await retry("outbound")).body.retried, 0);
    await t.drain();
    fake.answer = undefined;
    assert.equal(calls, 1);
    assert.equal((await a.api.get(`/api/v1/messages/${sent.body.id}`)).body.status, "unknown");
  });

  it("have the nine names of the interface, each with its retry", async () => {
    const { data } = (await platform.api.get("/api/v1/admin/queues/stats")).body;
    for (const name of ["inbound", "outbound", "webhooks", "broadcasts", "ai", "knowledge", "flows", "billing", "maintenance"]) {
      const queue = data.find((one: { name: string }) => one.name === name);
      assert.deepEqual(
        Object.keys(queue ?? {}).sort(),
        ["active", "completed24h", "delayed", "failed", "name", "oldestWaitingSeconds", "waiting"],
        name,
      );
      const response = await retry(name);
      assert.deepEqual([response.status, response.body.name, typeof response.body.retried], [200, name, "number"]);
    }
  });

  it("show the outcomes of maintenance: a failed job can be retried now, and one whose process died counts as failed", async () => {
    const job = t.app.jobs.find(({ name }) => name === "maintenance");
    assert.ok(job !== undefined);
    const sql = (text: string) => withClient(t.database.admin, (admin) => admin.query(text));
    const { completed24h } = await stats("maintenance");
    await job.run();
    assert.equal((await stats("maintenance")).completed24h, completed24h + 1);
    await sql("revoke delete on mails from parley_worker");
    await assert.rejects(job.run(), /permission denied/);
    assert.equal((await stats("maintenance")).failed, 1);
    assert.deepEqual((await retry("maintenance")).body, { name: "maintenance", retried: 1 });
    t.clock.advance(7_000);
    const waiting = await stats("maintenance");
    assert.deepEqual([waiting.waiting, waiting.failed, waiting.oldestWaitingSeconds], [1, 0, 7]);
    await t.drain(["maintenance"]);
    assert.equal((await stats("maintenance")).failed, 1, "failed again");
    const [run] = (await platform.api.get("/api/v1/admin/queues/maintenance/failed")).body.data;
    assert.match(run.reason, /permission denied/);
    assert.deepEqual([run.about, run.organizationId, run.canDiscard], ["maintenance", null, false]);
    assert.equal((await platform.api.delete(`/api/v1/admin/queues/maintenance/failed/${run.id}`)).status, 409);
    await sql("grant delete on mails to parley_worker");
    await retry("maintenance");
    await t.drain(["maintenance"]);
    const done = await stats("maintenance");
    assert.deepEqual([done.waiting, done.active, done.failed, done.completed24h], [0, 0, 0, completed24h + 2]);
    assert.equal((await retry("maintenance")).body.retried, 0);

    // A process that dies in the middle records nothing more.
    await sql(`update maintenance_runs set state = 'leased', ended_at = null, lease_until = ended_at + interval '1 hour'
                where id = (select max(id::text)::uuid from maintenance_runs)`);
    assert.deepEqual([(await stats("maintenance")).active, (await stats("maintenance")).failed], [1, 0]);
    t.clock.advance(3_601_000);
    assert.deepEqual([(await stats("maintenance")).active, (await stats("maintenance")).failed], [0, 1]);
    assert.equal((await retry("maintenance")).body.retried, 1);
    await t.drain(["maintenance"]);
  });

  it("count a delivery given up immediately, even if that disables its endpoint", async () => {
    const gone = createServer((_request, response) => void response.writeHead(410).end());
    await new Promise<void>((listening) => gone.listen(0, "127.0.0.1", listening));
    after(() => gone.close());
    const a = await t.tenant();
    const { port } = gone.address() as AddressInfo;
    const hook = (await a.api.post("/api/v1/webhooks", { url: `http://127.0.0.1:${port}/hook`, events: ["*"] })).body;
    const { failed } = await stats("webhooks");
    await a.api.post(`/api/v1/webhooks/${hook.id}/test`);
    await t.drain();
    assert.equal((await a.api.get(`/api/v1/webhooks/${hook.id}`)).body.status, "disabled");
    assert.equal((await stats("webhooks")).failed, failed + 1);
    assert.equal((await retry("webhooks")).body.retried, 0, "nothing is sent to an endpoint that wants nothing");
  });

  it("retry failed deliveries if the endpoint is active", async () => {
    const a = await t.tenant();
    const hook = (await a.api.post("/api/v1/webhooks", { url: "http://127.0.0.1:9/hook", events: ["*"] })).body;
    const paused = (await a.api.post("/api/v1/webhooks", { url: "http://127.0.0.1:9/hook", events: ["*"] })).body;
    for (const { id } of [hook, paused]) await a.api.post(`/api/v1/webhooks/${id}/test`);
    await a.api.patch(`/api/v1/webhooks/${paused.id}`, { status: "paused" });
    await withClient(t.database.admin, (admin) =>
      admin.query("update webhook_deliveries set state = 'failed', attempts = 11, completed_at = created_at where tenant_id = $1", [a.id]),
    );
    const before = (await stats("webhooks")).failed;
    assert.ok(before >= 2, "a paused endpoint's counts too");
    assert.equal((await retry("webhooks")).body.retried, 1);
    assert.equal((await stats("webhooks")).failed, before - 1);
    const [delivery] = (await a.api.get(`/api/v1/webhooks/${hook.id}/deliveries`)).body.data;
    assert.deepEqual([delivery.state, delivery.attemptCount], ["pending", 10]);
  });
});
