/** What people see of work that ended its process twice: customers are not left waiting, and what has stopped says why. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { returnClaimed } from "../../src/platform/jobs/claim.ts";
import { ok } from "../responses.ts";
import { setBroadcastStage } from "../broadcasts.ts";
import { startChatbotStage } from "../stages/chatbot-stage.ts";
import { makeFlow, runsOf } from "../flows.ts";

const { t, tenant, model, chatbot, person, eventsOf } = await startChatbotStage("4477019");
const why = "The server process ended twice while working on it. It is not retried automatically.";

/** The second death of a process that was working only on this row. Returns the row's state. */
async function dieTwice(table: string, column: string, wire: string): Promise<{ state: string; attempts: number }> {
  const id = wire.slice(wire.indexOf("_") + 1);
  const { database, clock, queues } = t.app;
  await database.worker({
    text: `update ${table} set state = 'leased', holder = 77, attempts = attempts + 1, deaths = 2, lease_until = $2 where replace(${column}::text, '-', '') = $1`,
    values: [id, new Date(clock.now().getTime() + 60_000)],
  });
  const claimed = queues.flatMap((queue) => queue.claimed).find((one) => one.table === table);
  assert.ok(claimed !== undefined);
  assert.equal(await returnClaimed(database, claimed, clock.now(), [77]), 1);
  const [row] = await database.worker<{ state: string; attempts: number }>({
    text: `select state, attempts from ${table} where replace(${column}::text, '-', '') = $1`,
    values: [id],
  });
  return row as { state: string; attempts: number };
}

describe("work that ended its process twice", () => {
  it("of a chatbot: people get the conversation, and the customer is told", async () => {
    const bot = await chatbot();
    const anna = person(bot.channel);
    await anna.writes("When do you open?");
    const { id } = await anna.conversation();
    const asked = model.requests.length;
    assert.equal((await dieTwice("chatbot_sessions", "conversation_id", id)).state, "ready");
    await anna.turn();
    const after = await anna.conversation();
    assert.deepEqual([after.status, after.handledBy], ["open", "human"]);
    assert.equal((await anna.received()).length, 1);
    assert.deepEqual(
      (await eventsOf(id, "handover.requested")).map(({ reason }) => reason),
      ["provider_error"],
    );
    assert.equal(model.requests.length, asked, "the work that was the cause is not done again");
  });

  it("of a chatbot, if handing over to people is what ends the process: it is set aside", async () => {
    const bot = await chatbot();
    const anna = person(bot.channel);
    await anna.writes("When do you open?");
    const { id } = await anna.conversation();
    await dieTwice("chatbot_sessions", "conversation_id", id);
    assert.deepEqual(await dieTwice("chatbot_sessions", "conversation_id", id), { state: "process_ended", attempts: 4 });
  });

  it("of an evaluation: the run says that it failed and why, and another one can be started", async () => {
    const bot = await chatbot({ isActive: false });
    const cases = [{ name: "Person", message: "I want to talk to a human", expect: { decision: "handed_over" } }];
    const { id } = await ok(tenant.api.post(`${bot.url}/evaluations`, { name: "Suite", cases }));
    const start = () => ok(tenant.api.post(`/api/v1/chatbot-evaluations/${id}/runs`, {}));
    const first = await start();
    assert.equal((await dieTwice("chatbot_evaluation_runs", "id", first.id)).state, "process_ended");
    const show = (run: string) => ok(tenant.api.get(`/api/v1/chatbot-evaluation-runs/${run}`));
    const shown = await show(first.id);
    assert.deepEqual([shown.status, shown.error, shown.finishedAt], ["failed", why, null]);
    const second = await start();
    await t.drain();
    assert.deepEqual([(await show(second.id)).status, (await show(second.id)).error], ["done", null]);
    const ended = await show(first.id);
    assert.deepEqual([ended.status, ended.passed + ended.failed, ended.finishedAt !== null], ["failed", 0, true]);
  });

  it("of a flow: the run says why it has stopped, and can be cancelled so that another one starts", async () => {
    const flow = await makeFlow(tenant, { type: "manual" }, [{ type: "wait", seconds: 300 }]);
    const contactId = (await ok(tenant.api.post("/api/v1/contacts", { name: "Ada" }))).id;
    const start = () => tenant.api.post(`/api/v1/flows/${flow.id}/runs`, { contactId });
    const run = await ok(start());
    await t.drain();
    assert.equal((await dieTwice("flow_runs", "id", run.id)).state, "process_ended");
    const [shown] = await runsOf(tenant, flow);
    assert.deepEqual(
      [shown.status, shown.waitingUntil, shown.error],
      ["waiting", null, { code: "internal_error", message: why, path: null }],
    );
    await ok(tenant.api.post(`/api/v1/flow-runs/${run.id}/cancel`));
    assert.equal((await ok(tenant.api.get(`/api/v1/flow-runs/${run.id}`))).error, null);
    await ok(start());
  });

  it("of a broadcast: it says why nothing more is sent, and continues after it is paused and resumed", async () => {
    const stage = await setBroadcastStage(t);
    await stage.people(2);
    const { id } = await stage.draft();
    await stage.verb(id, "send");
    assert.equal((await dieTwice("broadcasts", "id", id)).state, "process_ended");
    const shown = await stage.get(id);
    assert.deepEqual([shown.error, shown.estimatedCompletionAt], [why, null]);
    await stage.verb(id, "pause");
    await stage.verb(id, "resume");
    const done = await stage.until(id, "completed");
    assert.deepEqual([done.error, done.counts.failed], [null, 0]);
  });
});
