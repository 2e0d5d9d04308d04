import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "../eventually.ts";
import { freePort } from "../free-port.ts";
import { signCallback, startTestApp, type TestApp, type TestTenant } from "../harness.ts";
import { callbackBody, inboundChange, textMessage } from "./chat-app-bodies.ts";
import { onHarnessDatabase, queryAs, type ServerProcess, startServer } from "./server-process.ts";

const word = "ends-the-process";

describe("work that ends its process", () => {
  let t: TestApp;
  let platform: TestTenant;
  const workers: ServerProcess[] = [];

  before(async () => {
    const clock = { now: () => new Date(), advance: () => undefined, set: () => undefined };
    t = await startTestApp({ clock, live: true, env: { ROLE: "api" } });
    platform = await t.tenant({ kind: "platform" });
  });
  after(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await t?.stop();
  });

  const startWorker = async (env: Record<string, string>) => {
    const worker = await startServer({
      port: await freePort(),
      env: { ...onHarnessDatabase(t.database), ROLE: "worker", CHAT_APP_API_URL: t.simulator.url, ...env },
    });
    workers.push(worker);
    return worker;
  };
  const states = () =>
    queryAs<{ poison: boolean; state: string; last_error: string | null; attempts: number }>(
      t.database.admin,
      "select payload like '%' || $1 || '%' as poison, state, last_error, attempts from inbound_events order by seq",
      [word],
    );
  const inbound = async () =>
    (await platform.api.get("/api/v1/admin/queues/stats")).body.data.find((queue: { name: string }) => queue.name === "inbound");

  it("is set aside after two processes that it ended alone, while its neighbours are processed, and comes back by a retry", async (test) => {
    const tenant = await t.tenant();
    const channel = await t.channel(tenant);
    for (let n = 0; n < 11; n++) {
      const from = `4477009${String(n).padStart(5, "0")}`;
      const body = callbackBody(inboundChange(channel.externalId, from, [textMessage(from, n === 5 ? word : `hello ${n}`)]));
      const response = await fetch(`${t.url}/callbacks/chat-app`, { method: "POST", body, headers: signCallback(body) });
      assert.equal(response.status, 200);
    }
    let ended = 0;
    for (let start = 1; start <= 5 && (await states()).some(({ state }) => state === "ready" || state === "leased"); start++) {
      const worker = await startWorker({ ENDS_AT: word }).catch(() => null);
      // The process either dies from that work, or finishes all of it.
      await eventually(
        `process ${start} has ended or has nothing left to do`,
        async () =>
          worker === null || !worker.running() || (await states()).every(({ state }) => state === "processed" || state === "failed"),
      );
      if (worker === null || !worker.running()) ended += 1;
      test.diagnostic(`process ${start} ${worker?.running() === true ? "lives" : "ended"}`);
    }
    assert.equal(ended, 3, "one with its neighbours in hand, two with it alone, and the fourth lives");
    const rows = await states();
    assert.deepEqual(
      rows.map(({ state }) => state),
      rows.map(({ poison }) => (poison ? "failed" : "processed")),
    );
    assert.match(rows.find(({ poison }) => poison)?.last_error ?? "", /ended twice while working on it/);
    assert.equal((await tenant.api.get("/api/v1/messages?limit=50")).body.data.length, 10);
    assert.deepEqual([(await inbound()).failed, (await inbound()).waiting], [1, 0]);

    // The cause is fixed: another process reads it without harm.
    await Promise.all(workers.map((worker) => worker.kill()));
    assert.deepEqual((await platform.api.post("/api/v1/admin/queues/inbound/retry")).body, { name: "inbound", retried: 1 });
    await startWorker({});
    await eventually("it arrives", async () => (await tenant.api.get("/api/v1/messages?limit=50")).body.data.length === 11);
    assert.equal((await inbound()).failed, 0);
  });
});
