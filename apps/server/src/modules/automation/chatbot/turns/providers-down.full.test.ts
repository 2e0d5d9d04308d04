/**
 * What customers, callers and onlookers notice when providers fail, with the real provider interfaces, from the
 * callback to the platform.
 */
import assert from "node:assert/strict";
import { after, beforeEach, describe, it } from "node:test";
import { type AiDialect, type AiFaultKind, type AiSimulator, startAiSimulator } from "@parley/simulators/ai-provider";
import { startChatbotStage } from "../../../../../test/stages/chatbot-stage.ts";
import { dumpAll, placesOf } from "../../../../../test/fixtures/dump.ts";
import { startTestApp, type TestTenant } from "../../../../../test/harness.ts";
import { saying } from "../../../../../test/fakes/scripted-model.ts";
import { createManualTimers } from "../../../../platform/clock/timers.ts";

const dialects: AiDialect[] = ["openai", "anthropic", "google", "openai_compatible"];
const opens = "We open at 9:00 on weekdays.";
const sim: AiSimulator = await startAiSimulator();
after(() => sim.close());
sim.brain = () => ({ text: JSON.stringify(saying(opens)) });
beforeEach(() => sim.clearFaults());

const keys: string[] = [];
async function addKey(tenant: TestTenant, provider: AiDialect): Promise<{ id: string; apiKey: string }> {
  const apiKey = `sk-planted-${provider}-${tenant.id.slice(-12)}-${keys.length}`;
  keys.push(apiKey);
  const made = await tenant.api.post("/api/v1/ai/keys", {
    provider,
    name: `Key ${keys.length}`,
    apiKey,
    baseUrl: sim.baseUrls[provider],
    models: ["small-model"],
  });
  assert.equal(made.status, 200, made.text);
  return { id: made.body.id, apiKey };
}

/** What the provider does, what happens to its key, and how long the key is not used. */
const faults: {
  kind: AiFaultKind;
  retryAfter?: number;
  status: string;
  lastError: string | null;
  open: "key" | "model" | null;
  openSeconds?: number;
}[] = [
  { kind: "invalid_key", status: "failed", lastError: "invalid_key", open: "key", openSeconds: 900 },
  { kind: "no_quota", status: "failed", lastError: "no_quota", open: "key", openSeconds: 900 },
  { kind: "rate_limited", retryAfter: 0, status: "installed", lastError: null, open: "model", openSeconds: 30 },
  { kind: "rate_limited", retryAfter: 120, status: "installed", lastError: null, open: "model", openSeconds: 120 },
  { kind: "server_error", status: "installed", lastError: null, open: null },
  { kind: "overloaded", status: "installed", lastError: null, open: null },
  { kind: "cut", status: "installed", lastError: null, open: null },
  { kind: "garbage", status: "installed", lastError: null, open: null },
  { kind: "refusal", status: "installed", lastError: null, open: null },
];

const failing = await startChatbotStage("4477021", { gateway: "real" });
const timers = createManualTimers();
const silent = await startChatbotStage("4477022", { gateway: "real", app: { timers } });
const repeated = await startChatbotStage("4477023", { gateway: "real" });

describe("a failing provider, seen from outside", () => {
  const { t, faq, chatbot, person, eventsOf } = failing;
  const answers: string[] = [];

  for (const fault of faults) {
    const name = fault.retryAfter === undefined ? fault.kind : `${fault.kind}, to be asked again in ${fault.retryAfter} s`;
    it(`${name}: the next key answers the customer; without one, people do, and the provider's text is not shown`, async () => {
      for (const provider of dialects) {
        const tenant = await t.tenant();
        await faq("When do you open?", opens, tenant);
        const bad = await addKey(tenant, provider);
        const good = await addKey(tenant, provider === "openai" ? "anthropic" : "openai");
        const bot = await chatbot({ handover: { message: "One moment, please." } }, tenant);
        sim.clearFaults();
        const { kind, retryAfter } = fault;
        sim.addFault({ kind, apiKey: bad.apiKey, times: Number.POSITIVE_INFINITY, ...(retryAfter === undefined ? {} : { retryAfter }) });

        const anna = person(bot.channel, tenant);
        await anna.asks("When do you open?");
        const refused = kind === "refusal";
        assert.deepEqual(await anna.received(), [refused ? "One moment, please." : opens], provider);
        const state = (await tenant.api.get(`/api/v1/ai/keys/${bad.id}`)).body;
        assert.deepEqual([state.status, state.lastError], [fault.status, fault.lastError], provider);
        assert.deepEqual(
          state.circuits.map((circuit: { model: string | null }) => (circuit.model === null ? "key" : "model")),
          fault.open === null ? [] : [fault.open],
          provider,
        );
        for (const { openUntil } of state.circuits) {
          const seconds = (Date.parse(openUntil) - t.clock.now().getTime()) / 1_000;
          assert.ok(seconds > 0 && seconds <= (fault.openSeconds ?? 0), `${seconds}`);
        }

        // No other key is left.
        assert.equal((await tenant.api.patch(`/api/v1/ai/keys/${good.id}`, { isActive: false })).status, 200);
        const ben = person(bot.channel, tenant);
        await ben.asks("When do you open?");
        assert.deepEqual(await ben.received(), ["One moment, please."], provider);
        const { id, status } = await ben.conversation();
        assert.equal(status, "open");
        const [event] = await eventsOf(id, "handover.requested", tenant);
        assert.equal(event.reason, refused ? "refused" : "provider_error");

        const drafted = await tenant.api.post("/api/v1/ai/assist/suggest-reply", { conversationId: id });
        assert.deepEqual([drafted.status, drafted.body.error.code], [502, "provider_error"], drafted.text);
        for (const path of [
          "/api/v1/ai/keys",
          "/api/v1/ai/requests",
          "/api/v1/admin/audit-log?limit=100",
          `/api/v1/conversations/${id}/chatbot-turns`,
        ])
          answers.push((await tenant.api.get(path)).text);
        answers.push(drafted.text, ...(await anna.received()), ...(await ben.received()));
      }
    });
  }

  it("neither keys nor providers' texts are stored anywhere: no table, file, event, answer or log", async () => {
    const dump = await dumpAll(t);
    dump.set("answers", answers.join("\n"));
    dump.set("platform", JSON.stringify(t.simulator.calls.map(({ body }) => body)));
    for (const words of [...keys, "Incorrect API key", "Simulated ", "I cannot help with that", "<html>busy", "credit balance is too low"])
      assert.deepEqual(placesOf(dump, words), [], words);
    assert.ok(
      dump.has("public.ai_keys") && (dump.get("public.ai_requests") ?? "").includes("server_error"),
      "the dump holds what it should",
    );
  });
});

describe("no provider answers at all", () => {
  const { t, faq, chatbot, person, eventsOf } = silent;

  it("the customer gets one handover message within thirty seconds, however many keys there are to try", async () => {
    const tenant = await t.tenant();
    await faq("When do you open?", opens, tenant);
    for (const provider of dialects) await addKey(tenant, provider);
    sim.addFault({ kind: "stall", times: Number.POSITIVE_INFINITY });
    const bot = await chatbot({ handover: { message: "One moment, please.", createTicket: true } }, tenant);
    const anna = person(bot.channel, tenant);
    await anna.writes("When do you open?");
    t.clock.advance(16_000);
    const before = sim.calls.length;
    const turn = t.drain();
    // The test ends every wait of the turn itself, and counts the time that it would have taken.
    let waitedMs = 0;
    await sim.called(before + 1);
    assert.deepEqual(timers.pending().sort(), [12_000, 25_000], "a bound for the call, and one for all of them");
    for (let asked = before + 1; waitedMs + 12_000 < 25_000; asked++) {
      await sim.called(asked);
      assert.equal(timers.fire(12_000), 1);
      waitedMs += 12_000;
    }
    await sim.called(before + 3);
    timers.fire(25_000);
    waitedMs = 25_000;
    await turn;
    await t.settle();
    assert.ok(waitedMs <= 30_000);
    assert.deepEqual(timers.pending(), []);
    assert.deepEqual(await anna.received(), ["One moment, please."]);
    const { id, status, handledBy } = await anna.conversation();
    assert.deepEqual([status, handledBy], ["open", "human"]);
    assert.equal((await eventsOf(id, "handover.requested", tenant)).length, 1);
    assert.equal((await tenant.api.get("/api/v1/tickets")).body.data.length, 1);
    t.clock.advance(60_000);
    await t.settle();
    assert.deepEqual(await anna.received(), ["One moment, please."], "and none follows");
  });

  it("an unusable first answer followed by silence takes no longer", async () => {
    const tenant = await t.tenant();
    await faq("When do you open?", opens, tenant);
    await addKey(tenant, "openai");
    const bot = await chatbot({ handover: { message: "One moment, please." } }, tenant);
    const anna = person(bot.channel, tenant);
    await anna.writes("When do you open?");
    t.clock.advance(16_000);
    sim.brain = () => {
      // The model takes seven seconds, and then the next call stalls.
      t.clock.advance(7_000);
      sim.addFault({ kind: "stall", times: Number.POSITIVE_INFINITY });
      return { text: JSON.stringify(saying("We open at 7:00.")) };
    };
    const before = sim.calls.length;
    const turn = t.drain();
    await sim.called(before + 2);
    sim.brain = () => ({ text: JSON.stringify(saying(opens)) });
    const left = Math.max(...timers.pending());
    assert.ok(left <= 21_000, `${left} ms are left of 28 s`);
    timers.fire(left);
    await turn;
    await t.settle();
    assert.deepEqual(await anna.received(), ["One moment, please."]);
  });
});

describe("one message that the platform delivers a hundred times", () => {
  const { t, faq, chatbot, person } = repeated;

  it("concurrently to two processes is answered once, with one model call", async () => {
    const secondApp = await startTestApp({ sharing: t });
    try {
      const tenant = await t.tenant();
      await faq("When do you open?", opens, tenant);
      await addKey(tenant, "anthropic");
      const bot = await chatbot({}, tenant);
      const anna = person(bot.channel, tenant);
      const before = sim.generations().length;
      const messageId = `wamid.${Buffer.from(`hundred-times-${tenant.id}`).toString("base64")}`;
      const results = await Promise.all(
        Array.from({ length: 100 }, () => anna.customer.sendText(bot.channel.externalId, "When do you open?", { messageId } as never)),
      );
      assert.ok(results.every(({ status }) => status === 200));
      await Promise.all([t.drain(), secondApp.drain()]);
      t.clock.advance(16_000);
      await Promise.all([t.drain(), secondApp.drain()]);
      await t.settle();
      t.clock.advance(16_000);
      await t.settle();
      assert.deepEqual(await anna.received(), [opens]);
      assert.equal(sim.generations().length, before + 1);
      assert.equal((await anna.messages()).filter((m) => m.direction === "inbound").length, 1);
      assert.equal(t.simulator.calls.filter((call) => call.waId === anna.waId && JSON.stringify(call.body).includes("9:00")).length, 1);
    } finally {
      await secondApp.stop();
    }
  });
});
