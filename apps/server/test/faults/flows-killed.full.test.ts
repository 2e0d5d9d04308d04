import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { eventually } from "../eventually.ts";
import { freePort } from "../free-port.ts";
import { startTestApp, type TestApp, type TestTenant } from "../harness.ts";
import type { Query } from "./ledger.ts";
import { onHarnessDatabase, queryAs, type ServerProcess, startServer } from "./server-process.ts";

const people = 400;
const notes = 6;

describe("flow runs by two workers, one of which is killed repeatedly", () => {
  let t: TestApp;
  let tenant: TestTenant;
  const workers: ServerProcess[] = [];
  const startWorker = async () =>
    startServer({ port: await freePort(), env: { ...onHarnessDatabase(t.database), ROLE: "worker", CHAT_APP_API_URL: t.simulator.url } });

  before(async () => {
    // Real time, shared with the workers.
    const clock = { now: () => new Date(), advance: () => undefined, set: () => undefined };
    t = await startTestApp({ clock, live: true, env: { ROLE: "api" } });
    tenant = await t.tenant();
    workers.push(...(await Promise.all([startWorker(), startWorker()])));
  });
  after(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await t?.stop();
  });

  it("each execute every step exactly once, including timers", async (test) => {
    const query: Query = (text, values) => queryAs(t.database.admin, text, values);
    // A ticket shows whether a step ran once or twice.
    const acts = Array.from({ length: notes }, (_, i) => ({ type: "create_ticket", subject: `Ticket ${i}` }));
    const steps = [...acts.slice(0, 3), { type: "wait", seconds: 2 }, ...acts.slice(3)];
    const made = await tenant.api.post("/api/v1/flows", { name: "Flow", trigger: { type: "contact.created" }, steps });
    assert.equal(made.status, 200, made.text);
    const flow = made.body.id;
    assert.equal((await tenant.api.post(`/api/v1/flows/${flow}/activate`)).status, 200);
    for (let i = 0; i < people; i += 20)
      await Promise.all(Array.from({ length: 20 }, (_, n) => tenant.api.post("/api/v1/contacts", { name: `Person ${i + n}` })));
    const done = async () =>
      Number((await query<{ n: number }>("select count(*)::int as n from flow_run_steps where type <> 'wait'"))[0]?.n);
    for (let kill = 0; kill < 4; kill++) {
      const goal = Math.floor(((kill + 1) * people * notes) / 6);
      await eventually(`${goal} steps before kill ${kill + 1}`, async () => (await done()) >= goal);
      await workers[kill % 2]!.kill();
      workers[kill % 2] = await startWorker();
      // The living worker's claims are taken away as well, which it must notice. Not claims that came back from the dead one: having ended
      // a process and exceeded the limit, they would be set aside.
      await query("update flow_runs set lease_until = now() where state = 'leased' and deaths = 0");
    }
    await eventually("every run has ended", async () => {
      const [left] = await query<{ n: number }>("select count(*)::int as n from flow_runs where ended_at is null");
      const [all] = await query<{ n: number }>("select count(*)::int as n from flow_runs");
      return left?.n === 0 && all?.n === people;
    });
    const statuses = await query("select status, count(*)::int as n from flow_runs group by status");
    assert.deepEqual(statuses, [{ status: "completed", n: people }]);
    const tickets = await query<{ contact: string; n: number; kinds: number }>(
      "select contact_id::text as contact, count(*)::int as n, count(distinct subject)::int as kinds from tickets group by contact_id",
    );
    assert.equal(tickets.length, people);
    assert.ok(
      tickets.every(({ n, kinds }) => n === notes && kinds === notes),
      "each ticket once for each contact",
    );
    test.diagnostic(`${people * notes} tickets, each once`);
  });
});
