import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startChatbotStage } from "../../../../../test/stages/chatbot-stage.ts";
import { openTransaction, untilWaiting } from "../../../../../test/database/locks.ts";
import { eventually } from "../../../../../test/eventually.ts";
import { startTestApp } from "../../../../../test/harness.ts";
import { detail, refusal, wholeList } from "../../../../../test/inbox.ts";
import { saying } from "../../../../../test/fakes/scripted-model.ts";

const { t, tenant, other, model, faq, chatbot } = await startChatbotStage("4477014");
await faq("When do you open?", "We open at 9:00 on weekdays.");

const cases = [
  { name: "Opening", message: "When do you open?", expect: { decision: "answered", contains: ["9:00"], excludes: ["closed"] } },
  { name: "Person", message: "I want to talk to a human", expect: { decision: "handed_over", reason: "customer_request" } },
  { name: "Politics", message: "What about politics?", expect: { decision: "declined" } },
];

describe("evaluations", () => {
  it("run every case as a turn, report unexpected decisions, and try settings before they are saved", async () => {
    const bot = await chatbot({ isActive: false });
    model.says(() => saying("We open at 9:00."));
    const made = await tenant.api.post(`${bot.url}/evaluations`, { name: "Suite", cases });
    assert.equal(made.status, 200, made.text);
    const url = `/api/v1/chatbot-evaluations/${made.body.id}`;
    assert.deepEqual((await tenant.api.get(url)).body.cases, cases);
    const started = await tenant.api.post(`${url}/runs`, {});
    assert.deepEqual([started.status, started.body.status, started.body.total], [200, "running", 3], started.text);
    assert.equal((await tenant.api.post(`${url}/runs`, {})).body.error.code, "conflict", "one at a time");
    await t.drain();
    const run = (await tenant.api.get(`/api/v1/chatbot-evaluation-runs/${started.body.id}`)).body;
    assert.deepEqual([run.status, run.passed, run.failed, run.triedSettings], ["done", 2, 1, false]);
    assert.deepEqual(
      run.results.map((r: any) => [r.name, r.passed, r.decision, r.problems]),
      [
        ["Opening", true, "answered", []],
        ["Person", true, "handed_over", []],
        ["Politics", false, "handed_over", ["decision"]],
      ],
    );
    assert.deepEqual(
      run.results.map((r: any) => [r.message, r.expect]),
      cases.map(({ message, expect }) => [message, expect]),
      "each result names what was asked and expected",
    );
    const tried = await tenant.api.post(`${url}/runs`, { settings: { scope: { blockedTopics: ["politics"] } } });
    await t.drain();
    const second = (await tenant.api.get(`/api/v1/chatbot-evaluation-runs/${tried.body.id}`)).body;
    assert.deepEqual([second.passed, second.failed, second.triedSettings], [3, 0, true]);
    assert.deepEqual((await tenant.api.get(bot.url)).body.scope.blockedTopics, [], "the chatbot is as it was");
    const { results: _, ...summary } = second;
    assert.deepEqual((await tenant.api.get(`${url}/runs?limit=1`)).body.data, [summary]);
    assert.equal((await wholeList(tenant.api, `${url}/runs?limit=1`)).length, 2);
    assert.deepEqual((await tenant.api.get(`${bot.url}/turns`)).body.data, [], "nothing was kept as a turn");
    const references = model.requests.filter((request) => request.purpose === "evaluation").map((request) => request.reference);
    assert.equal(new Set(references).size, references.length);
  });

  it("resume where a worker died, and charge no case twice", async () => {
    const bot = await chatbot({ isActive: false });
    const made = await tenant.api.post(`${bot.url}/evaluations`, { name: "Suite", cases: [cases[0], cases[0], cases[1]] });
    const run = await tenant.api.post(`/api/v1/chatbot-evaluations/${made.body.id}/runs`, {});
    let calls = 0;
    model.says(() => {
      if (++calls === 2) throw new Error("the process dies");
      return saying("We open at 9:00.");
    });
    const from = model.requests.length;
    await t.drain();
    const halfway = (await tenant.api.get(`/api/v1/chatbot-evaluation-runs/${run.body.id}`)).body;
    assert.deepEqual([halfway.status, halfway.results.length], ["running", 1]);
    t.clock.advance(130_000);
    await t.drain();
    const done = (await tenant.api.get(`/api/v1/chatbot-evaluation-runs/${run.body.id}`)).body;
    assert.deepEqual([done.status, done.passed], ["done", 3]);
    const references = model.requests.slice(from).map((request) => request.reference);
    assert.equal(references[1], references[2], "the case that broke off is asked again under its own name");
  });

  it("do not delay a server that stops: the case in progress is finished, and the run continues elsewhere", async () => {
    const bot = await chatbot({ isActive: false });
    const many = Array.from({ length: 30 }, () => cases[0]);
    const made = await tenant.api.post(`${bot.url}/evaluations`, { name: "Suite", cases: many });
    const [held, stopping] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let calls = 0;
    model.says(async () => {
      if (++calls === 3) {
        held.resolve();
        await stopping.promise;
      }
      return saying("We open at 9:00.");
    });
    const leaving = await startTestApp({ sharing: t, ai: model.gateway, live: true });
    const processes = () => t.app.database.worker<object>({ text: "select id from server_processes" });
    const run = await tenant.api.post(`/api/v1/chatbot-evaluations/${made.body.id}/runs`, {});
    const url = `/api/v1/chatbot-evaluation-runs/${run.body.id}`;
    await held.promise;
    const before = (await processes()).length;
    const stopped = leaving.stop();
    await eventually("it accepts no requests", () =>
      fetch(leaving.url).then(
        () => false,
        () => true,
      ),
    );
    stopping.resolve();
    await stopped;
    assert.equal((await processes()).length, before - 1);
    const halfway = (await tenant.api.get(url)).body;
    // The loops stop right after the requests; a further case may begin until then.
    assert.equal(halfway.status, "running");
    assert.ok(halfway.results.length >= 3 && halfway.results.length < 30, String(halfway.results.length));
    const [row] = await t.app.database.worker({
      text: "select state, deaths from chatbot_evaluation_runs where tenant_id = $1 and wire_id('brn', id) = $2",
      values: [tenant.id, run.body.id],
    });
    assert.deepEqual(row, { state: "ready", deaths: 0 });
    await t.drain();
    const { status, results } = (await tenant.api.get(url)).body;
    assert.deepEqual([status, results.length, calls], ["done", 30, 30]);
  });

  it("of a long evaluation do not keep the tenant's others waiting", async () => {
    const { url } = await chatbot({ isActive: false });
    const asked: string[] = [];
    model.says((request) => {
      asked.push(request.reference.split(":")[1] as string);
      t.clock.advance(1_000);
      return saying("We open at 9:00.");
    });
    const start = async (count: number): Promise<string> => {
      const made = await tenant.api.post(`${url}/evaluations`, { name: "Suite", cases: Array.from({ length: count }, () => cases[0]) });
      const run = await tenant.api.post(`/api/v1/chatbot-evaluations/${made.body.id}/runs`, {});
      assert.equal(run.status, 200, run.text);
      return run.body.id.slice("brn_".length);
    };
    const [long, short] = [await start(6), await start(2)];
    await t.drain();
    assert.deepEqual(
      asked.map((id) => (id.replaceAll("-", "") === long ? "long" : "short")),
      ["long", "short", "long", "short", "long", "long", "long", "long"],
      short,
    );
  });

  it("that are deleted while one of their runs begins are not found", async () => {
    const bot = await chatbot({ isActive: false });
    const made = await tenant.api.post(`${bot.url}/evaluations`, { name: "Suite", cases: cases.slice(0, 1) });
    const deleting = await openTransaction(t.database);
    await deleting.query("delete from chatbot_evaluations where tenant_id = $1 and wire_id('bev', id) = $2", [tenant.id, made.body.id]);
    const starting = tenant.api.post(`/api/v1/chatbot-evaluations/${made.body.id}/runs`, {});
    await untilWaiting(t.database, 1);
    await deleting.release();
    assert.deepEqual(refusal(await starting), [404, "not_found"]);
  });

  it("are updated, deleted and visible only to their tenant", async () => {
    const bot = await chatbot({ isActive: false });
    const made = await tenant.api.post(`${bot.url}/evaluations`, { name: "Suite", cases: cases.slice(0, 1) });
    const url = `/api/v1/chatbot-evaluations/${made.body.id}`;
    assert.equal((await tenant.api.patch(url, { name: "Other", cases })).body.cases.length, 3);
    assert.deepEqual(
      (await tenant.api.get(`${bot.url}/evaluations`)).body.data.map((e: any) => [e.name, e.caseCount]),
      [["Other", 3]],
    );
    for (const path of [url, `${url}/runs`, `${bot.url}/evaluations`]) assert.equal((await other.api.get(path)).status, 404);
    assert.equal((await other.api.post(`${url}/runs`, {})).status, 404);
    const refused = await tenant.api.post(`${bot.url}/evaluations`, { name: "x", cases: [] });
    assert.deepEqual([refused.status, detail(refused)[0]], [400, "cases"]);
    const hours = { mode: "inside", timezone: "Nowhere/Land", weekly: [], holidays: [], outsideMessage: null };
    assert.equal(detail(await tenant.api.post(`${url}/runs`, { settings: { activeHours: hours } }))[0], "settings.activeHours.timezone");
    const reader = t.api(await t.key(tenant.id, { scopes: ["chatbot:read"] }));
    assert.equal((await reader.post(`${url}/runs`, {})).body.error.code, "insufficient_scope");
    assert.deepEqual((await tenant.api.delete(url)).body, { id: made.body.id, deleted: true });
    assert.equal((await tenant.api.get(url)).status, 404);
    assert.equal((await tenant.api.get("/api/v1/chatbot-evaluation-runs/brn_1")).status, 404);
  });
});
