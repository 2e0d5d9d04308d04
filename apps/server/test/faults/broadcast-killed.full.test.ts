import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type BroadcastStage, checkCounts, setBroadcastStage } from "../broadcasts.ts";
import { eventually } from "../eventually.ts";
import { freePort } from "../free-port.ts";
import { startTestApp, type TestApp } from "../harness.ts";
import type { Query } from "./ledger.ts";
import { onHarnessDatabase, queryAs, type ServerProcess, startServer } from "./server-process.ts";

const people = 800;
const perSecond = 100;

describe("a broadcast by two workers, one of which is killed repeatedly", () => {
  let t: TestApp;
  let stage: BroadcastStage;
  const workers: ServerProcess[] = [];
  const startWorker = async () =>
    startServer({
      port: await freePort(),
      env: { ...onHarnessDatabase(t.database), ROLE: "worker", CHAT_APP_API_URL: t.simulator.url },
    });

  before(async () => {
    // Real time, shared with the workers.
    const clock = { now: () => new Date(), advance: () => undefined, set: () => undefined };
    t = await startTestApp({ clock, live: true, env: { ROLE: "api" }, simulatorOptions: { enforceLimits: true } });
    stage = await setBroadcastStage(t, { messagesPerSecond: perSecond });
    workers.push(...(await Promise.all([startWorker(), startWorker()])));
  });
  after(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await t?.stop();
  });

  it("reaches each contact exactly once, or has an unknown outcome, and never exceeds the number's rate", async (test) => {
    await t.app.database.withTenant(stage.tenant.id, (tx) =>
      tx.query({
        text: `insert into contacts (tenant_id, id, name, phone, phone_key, source, created_at, updated_at)
               select $1, gen_random_uuid(), 'Person ' || n, '+4479' || lpad(n::text, 8, '0'), '4479' || lpad(n::text, 8, '0'), 'api', now(), now()
                 from generate_series(1, $2::integer) n`,
        values: [stage.tenant.id, people],
      }),
    );
    const { id } = await stage.draft();
    await stage.verb(id, "send");
    const accepted = () => t.simulator.calls.filter((call) => call.messageId !== undefined).length;
    for (let kill = 0; kill < 4; kill++) {
      const goal = 40 + kill * 150 + Math.floor(Math.random() * 60);
      await eventually(`${goal} have left before kill ${kill + 1}`, () => accepted() >= goal);
      await workers[kill % 2]!.kill();
      workers[kill % 2] = await startWorker();
    }
    const query: Query = (text, values) => queryAs(t.database.admin, text, values);
    await eventually("every recipient has had their turn", async () => (await stage.get(id)).status === "completed");
    await t.simulator.settled();

    const messages = await query<{ contact: string; n: number }>(
      "select contact_id::text as contact, count(*)::int as n from messages where author_kind = 'broadcast' group by contact_id",
    );
    assert.equal(messages.length, people);
    assert.ok(
      messages.every(({ n }) => n === 1),
      "one message for each contact",
    );
    assert.deepEqual(t.simulator.doubleSends(), []);
    const { counts } = await stage.get(id);
    assert.deepEqual([counts.recipients, counts.pending, counts.sending, counts.failed, counts.skipped], [people, 0, 0, 0, 0]);
    assert.ok(counts.unknown <= 4 * perSecond, `${counts.unknown} unknown`);
    const calls = t.simulator.calls.filter((call) => call.phoneNumberId === stage.channel.externalId);
    const refused = calls.filter((call) => call.errorCode !== undefined);
    // The sending rate is tested exactly in modules/inbox/messages/dispatch/pacing.full.test.ts; on a machine that stalls, calls of two
    // seconds arrive in one.
    assert.ok(refused.length <= people / 20 && refused.every((call) => call.errorCode === 130429), `${refused.length} were refused`);
    await checkCounts(t, stage, id);
    test.diagnostic(`${JSON.stringify(counts)}; ${refused.length} refused for their rate`);
  });
});
