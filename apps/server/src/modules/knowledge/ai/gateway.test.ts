import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { type AiFaultKind, type AiSimulator, contextBrain, startAiSimulator } from "@parley/simulators/ai-provider";
import { Type } from "typebox";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";
import { createManualTimers, type ManualTimers } from "../../../platform/clock/timers.ts";
import { parseWireId, wireId } from "../../../platform/ids/ids.ts";
import type { AiRequest, AiResult } from "./index.ts";

const dialects = ["openai", "anthropic", "google", "openai_compatible"] as const;

describe("the AI gateway", () => {
  let t: TestApp;
  let sim: AiSimulator;
  let tenant: TestTenant;
  let asked = 0;

  before(async () => {
    t = await startTestApp();
    sim = await startAiSimulator();
  });
  after(async () => {
    await t.stop();
    await sim.close();
  });
  beforeEach(async () => {
    tenant = await t.tenant();
    sim.brain = contextBrain;
    sim.clearFaults();
    sim.calls.length = 0;
  });

  async function key(provider: (typeof dialects)[number], more: object = {}): Promise<{ id: string; apiKey: string }> {
    const apiKey = `sk-${tenant.id}-${(asked += 1)}`;
    const response = await tenant.api.post("/api/v1/ai/keys", {
      provider,
      name: `Key ${asked}`,
      apiKey,
      baseUrl: sim.baseUrls[provider],
      models: ["small-model"],
      ...more,
    });
    assert.equal(response.status, 200, response.text);
    return { id: response.body.id, apiKey };
  }
  const request = (more: Partial<AiRequest> = {}): AiRequest => ({
    tenantId: tenant.id,
    purpose: "chatbot",
    reference: `turn:${(asked += 1)}`,
    system: "Our shop opens at nine. Returns take thirty days.",
    messages: [{ role: "user", content: "When does the shop open?" }],
    maxOutputTokens: 500,
    models: [],
    ...more,
  });

  it("passes on no text that the database cannot store", async () => {
    await key("openai");
    sim.brain = () => ({ text: JSON.stringify({ reply: "at nine\0\ud83d" }) });
    const plain = await t.app.ai.generate(request());
    assert.deepEqual(plain.ok && JSON.parse(plain.text).reply, "at nine\0\ud83d", "escaped, and so only text");
    const formed = await t.app.ai.generate(request({ output: Type.Object({ reply: Type.String() }) }));
    assert.ok(formed.ok, JSON.stringify(formed));
    assert.deepEqual([formed.object, JSON.parse(formed.text)], [{ reply: "at nine\uFFFD\uFFFD" }, { reply: "at nine\uFFFD\uFFFD" }]);
    sim.brain = () => ({ text: "at nine\0" });
    const raw = await t.app.ai.generate(request());
    assert.equal(raw.ok && raw.text, "at nine\uFFFD");
  });

  for (const provider of dialects) {
    it(`supports ${provider}: a text, a tool in between, an object of a schema`, async () => {
      await key(provider);
      const plain = await t.app.ai.generate(request());
      assert.ok(plain.ok, JSON.stringify(plain));
      assert.equal(plain.text, "Our shop opens at nine.");
      assert.ok(plain.usage.inputTokens > 0 && plain.usage.outputTokens > 0);

      let runs = 0;
      const run = async (input: unknown) => {
        runs += 1;
        assert.deepEqual(input, { query: "How long do repairs take?" });
        return { passages: ["Repairs take one week."] };
      };
      const tools = [{ name: "search_knowledge", description: "Looks it up", input: Type.Object({ query: Type.String() }), run }];
      const searched = await t.app.ai.generate(request({ tools, messages: [{ role: "user", content: "How long do repairs take?" }] }));
      assert.ok(searched.ok, JSON.stringify(searched));
      assert.match(searched.text, /Repairs take one week/);
      assert.deepEqual([runs, searched.toolCalls.length, searched.toolCalls[0]?.name], [1, 1, "search_knowledge"]);

      const output = Type.Object({ reply: Type.String(), confident: Type.Boolean() });
      const shaped = await t.app.ai.generate(request({ output }));
      assert.ok(shaped.ok, JSON.stringify(shaped));
      assert.deepEqual(shaped.object, { reply: "Our shop opens at nine.", confident: false });
    });
  }

  /** A price list with one price for both models. */
  async function price(costPerRequest: number, modelName: string): Promise<void> {
    const platform = await t.tenant({ kind: "platform" });
    const made = await platform.api.post("/api/v1/admin/billing/pricing", { modelName, costPerRequest });
    assert.equal(made.status, 200, made.text);
  }
  async function credit(amount: number): Promise<void> {
    const platform = await t.tenant({ kind: "platform" });
    const made = await platform.api.post(`/api/v1/admin/billing/organizations/${wireId("org", tenant.id)}/credits`, {
      amount,
      reason: "Test",
    });
    assert.equal(made.status, 200, made.text);
  }
  const balance = async () => {
    const { balance: free, reserved } = (await tenant.api.get("/api/v1/billing/balance")).body;
    return [free, reserved];
  };
  const outcomes = (result: AiResult) => result.attempts.map((attempt) => attempt.outcome);
  const state = async (id: string) => (await tenant.api.get(`/api/v1/ai/keys/${id}`)).body;

  const table: [AiFaultKind, string[], { status?: string; open?: "key" | "model" }][] = [
    ["invalid_key", ["invalid_key"], { status: "failed", open: "key" }],
    ["no_quota", ["no_quota"], { status: "failed", open: "key" }],
    ["rate_limited", ["rate_limited", "rate_limited"], { open: "model" }],
    ["model_not_found", ["model_not_found"], { open: "model" }],
    ["server_error", ["server_error"], {}],
    ["overloaded", ["server_error"], {}],
    ["bad_request", ["bad_request"], {}],
    ["garbage", ["bad_response"], {}],
    ["cut", ["unreachable"], {}],
    ["empty", ["bad_output", "bad_output"], {}],
    ["redirect", ["bad_response"], {}],
  ];
  for (const [fault, expected, consequence] of table) {
    it(`${fault}: the next key answers, whichever provider failed`, async () => {
      for (const provider of dialects) {
        tenant = await t.tenant();
        const bad = await key(provider);
        const good = await key(provider === "openai" ? "anthropic" : "openai");
        sim.addFault({ kind: fault, apiKey: bad.apiKey, times: Number.POSITIVE_INFINITY, retryAfter: 0 });
        const result = await t.app.ai.generate(request());
        assert.ok(result.ok, `${provider} ${JSON.stringify(result)}`);
        assert.deepEqual(outcomes(result), [...expected, "answered"], provider);
        assert.equal(wireId("aik", result.keyId), good.id);
        const { status, circuits } = await state(bad.id);
        assert.equal(status, consequence.status ?? "installed");
        assert.deepEqual(
          circuits.map((circuit: { model: string | null }) => (circuit.model === null ? "key" : "model")),
          consequence.open === undefined ? [] : [consequence.open],
        );
      }
    });
  }

  it("a refusal is an answer: no other model is called, nothing is charged", async () => {
    await credit(10);
    for (const provider of dialects) {
      tenant = await t.tenant();
      const bad = await key(provider);
      await key("openai");
      sim.addFault({ kind: "refusal", apiKey: bad.apiKey });
      const before = sim.generations().length;
      const result = await t.app.ai.generate(request());
      assert.deepEqual([result.ok, !result.ok && result.code, outcomes(result)], [false, "refused", ["refused"]], provider);
      assert.equal(sim.generations().length, before + 1);
    }
  });

  it("an answer that does not fit the schema is requested once more, then from the next candidate", async () => {
    const bad = await key("openai_compatible");
    await key("google");
    const output = Type.Object({ reply: Type.String({ minLength: 1 }) });
    sim.addFault({ kind: "off_schema", apiKey: bad.apiKey, times: 1 });
    const repaired = await t.app.ai.generate(request({ output }));
    assert.deepEqual([repaired.ok && repaired.provider, outcomes(repaired)], ["openai_compatible", ["bad_output", "answered"]]);
    sim.addFault({ kind: "off_schema", apiKey: bad.apiKey, times: 2 });
    const fallen = await t.app.ai.generate(request({ output }));
    assert.deepEqual([fallen.ok && fallen.provider, outcomes(fallen)], ["google", ["bad_output", "bad_output", "answered"]]);
  });

  it("if another provider continues the turn, no tool has run twice, and it sees the tools' results", async () => {
    for (const [from, to] of [
      ["anthropic", "openai"],
      ["openai", "google"],
      ["google", "anthropic"],
      ["openai", "openai_compatible"],
    ] as const) {
      tenant = await t.tenant();
      const first = await key(from);
      const second = await key(to);
      let runs = 0;
      const run = async () => {
        runs += 1;
        // From now on the first one is overloaded.
        sim.addFault({ kind: "overloaded", apiKey: first.apiKey, times: Number.POSITIVE_INFINITY });
        return { passages: ["Repairs take one week."] };
      };
      const tools = [{ name: "search_knowledge", description: "Looks it up", input: Type.Object({ query: Type.String() }), run }];
      const result = await t.app.ai.generate(request({ tools, messages: [{ role: "user", content: "How long do repairs take?" }] }));
      assert.ok(result.ok, JSON.stringify(result));
      assert.deepEqual(
        [runs, outcomes(result), result.keyId],
        [1, ["answered", "server_error", "answered"], parseWireId("aik", second.id)],
      );
      assert.match(result.text, /one week/);
    }
  });

  it("a tool that throws ends the turn with its error, and the hold is released", async () => {
    await credit(5);
    const modelName = `tool-model-${tenant.id}`;
    await price(1, modelName);
    await key("openai", { models: [modelName] });
    const run = () => Promise.reject(new Error("the tool is broken"));
    const tools = [{ name: "search_knowledge", description: "Looks it up", input: Type.Object({ query: Type.String() }), run }];
    await assert.rejects(t.app.ai.generate(request({ tools })), /the tool is broken/);
    assert.deepEqual(await balance(), [5, 0]);
  });

  it("a model that calls tools endlessly is stopped, and finally answers", async () => {
    await key("openai");
    sim.brain = (asked) => (asked.toolsForbidden ? { text: "Enough." } : { toolCalls: [{ name: "again", input: {} }] });
    let runs = 0;
    const run = async () => ({ run: (runs += 1) });
    const result = await t.app.ai.generate(request({ tools: [{ name: "again", description: "Again", input: Type.Object({}), run }] }));
    assert.deepEqual([result.ok && result.text, runs], ["Enough.", 5]);
  });

  it("requested models come first, in order, and only where a key offers the model", async () => {
    const small = await key("openai", { models: ["small-model"] });
    const large = await key("anthropic", { models: ["small-model", "large-model"] });
    const asked = async (models: { provider?: string; model: string }[]) => {
      const result = await t.app.ai.generate(request({ models }));
      return result.ok ? [wireId("aik", result.keyId), result.model] : result.code;
    };
    assert.deepEqual(await asked([]), [small.id, "small-model"]);
    assert.deepEqual(await asked([{ model: "large-model" }]), [large.id, "large-model"]);
    assert.deepEqual(await asked([{ provider: "anthropic", model: "small-model" }]), [large.id, "small-model"]);
    assert.deepEqual(await asked([{ provider: "google", model: "small-model" }, { model: "nobody-has" }]), [small.id, "small-model"]);
    for (const id of [small.id, large.id]) await tenant.api.patch(`/api/v1/ai/keys/${id}`, { isActive: false });
    assert.equal(await asked([]), "no_key");
  });

  it("an answer is charged by its model; failed attempts and repetitions cost nothing", async () => {
    await credit(10);
    const [cheap, dear] = [`cheap-${tenant.id}`, `dear-${tenant.id}`];
    await price(1, cheap);
    await price(3, dear);
    const bad = await key("openai", { models: [dear] });
    await key("anthropic", { models: [cheap] });
    sim.addFault({ kind: "server_error", apiKey: bad.apiKey });
    const first = await t.app.ai.generate(request({ reference: "turn:1" }));
    assert.deepEqual([first.ok && first.cost, await balance()], ["1.000000", [9, 0]]);
    const again = await t.app.ai.generate(request({ reference: "turn:1" }));
    assert.deepEqual([again.ok && again.cost, await balance()], ["1.000000", [9, 0]], "although the dear one answered now");
    const both = await Promise.all([1, 2, 3].map(() => t.app.ai.generate(request({ reference: "turn:2" }))));
    assert.ok(both.every((result) => result.ok));
    assert.deepEqual(await balance(), [6, 0], "three at once, one charge");
    sim.addFault({ kind: "server_error", times: 2 });
    const failed = await t.app.ai.generate(request({ reference: "turn:3" }));
    assert.deepEqual([failed.ok, !failed.ok && failed.code, await balance()], [false, "all_failed", [6, 0]]);
    const usage = (await tenant.api.get("/api/v1/billing/transactions?limit=100")).body.data.filter(
      (entry: { type: string }) => entry.type === "usage",
    );
    assert.deepEqual(
      usage.map((entry: { price: { modelName: string } }) => entry.price.modelName),
      [dear, cheap],
    );
    const { data } = (await tenant.api.get("/api/v1/ai/usage")).body;
    const costs = data.map(({ cost }: { cost: number }) => cost).reduce((sum: number, cost: number) => sum + cost, 0);
    assert.deepEqual([costs, data.reduce((sum: number, { requests }: { requests: number }) => sum + requests, 0)], [4, 6]);
  });

  it("a client's turn is charged on its agency's terms as of its start", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const clients = "/api/v1/agencies/current/clients";
    const made = await agency.api.post(clients, { name: "Bakery", ownerEmail: `owner-${agency.id}@bakery.test` });
    assert.equal(made.status, 200, made.text);
    const id = parseWireId("org", made.body.id) as string;
    const terms = (body: object) => agency.api.put(`${clients}/${made.body.id}/billing`, body);
    const ours = tenant;
    tenant = agency;
    await credit(10);
    tenant = { ...ours, id, api: t.api(await t.key(id)) };
    const modelName = `model-${id}`;
    await price(2, modelName);
    await key("openai", { models: [modelName] });
    const owed = async () => (await agency.api.get(`/api/v1/agencies/current/billing/summary?clientId=${made.body.id}`)).body.data[0];
    const agencyHas = async () => (await agency.api.get("/api/v1/billing/balance")).body.balance;

    assert.equal((await terms({ mode: "agency_pays", markupPercent: 50 })).status, 200);
    const paid = await t.app.ai.generate(request());
    assert.ok(paid.ok, JSON.stringify(paid));
    await t.drain();
    assert.deepEqual([await balance(), await agencyHas()], [[0, 0], 8], "the agency pays, the client with no balance is answered");
    assert.deepEqual([(await owed()).cost, (await owed()).owed], [2, 3]);

    await terms({ mode: "client_pays", markupPercent: 50 });
    await credit(10);
    // The agency changes its terms during the call.
    const run = async () => {
      await terms({ mode: "agency_pays", markupPercent: 0 });
      return { passages: ["Repairs take one week."] };
    };
    const tools = [{ name: "search_knowledge", description: "Looks it up", input: Type.Object({ query: Type.String() }), run }];
    const billed = await t.app.ai.generate(request({ tools, messages: [{ role: "user", content: "How long do repairs take?" }] }));
    assert.ok(billed.ok, JSON.stringify(billed));
    await t.drain();
    assert.deepEqual(
      [billed.cost, await balance(), await agencyHas()],
      ["3.000000", [7, 0], 9],
      "cost and markup; the markup is the agency's",
    );
    assert.deepEqual([(await owed()).charged, (await owed()).earned], [3, 1]);
  });

  it("makes no call if the balance is below the most expensive candidate's price", async () => {
    const modelName = `model-${tenant.id}`;
    await price(2, modelName);
    await credit(1);
    await key("openai", { models: [modelName] });
    const result = await t.app.ai.generate(request());
    assert.deepEqual([result.ok, !result.ok && result.code, sim.generations().length], [false, "insufficient_credits", 0]);
    assert.deepEqual(await balance(), [1, 0]);
  });

  it("never spends more than the balance, however many turns start at once", async () => {
    const modelName = `model-${tenant.id}`;
    await price(1, modelName);
    await credit(4);
    await key("openai", { models: [modelName] });
    const results = await Promise.all(Array.from({ length: 12 }, () => t.app.ai.generate(request())));
    const answered = results.filter((result) => result.ok).length;
    assert.ok(answered >= 1 && answered <= 4, `${answered}`);
    assert.ok(results.every((result) => result.ok || result.code === "insufficient_credits"));
    assert.deepEqual(await balance(), [4 - answered, 0]);
  });

  it("five failures within a minute open a circuit for all processes; one trial closes it again", async () => {
    const bad = await key("openai");
    await key("anthropic");
    const secondApp = await startTestApp({ sharing: t });
    try {
      sim.addFault({ kind: "server_error", apiKey: bad.apiKey, times: Number.POSITIVE_INFINITY });
      for (let i = 0; i < 5; i++) {
        const by = i % 2 === 0 ? t : secondApp;
        assert.deepEqual(outcomes(await by.app.ai.generate(request())), ["server_error", "answered"]);
      }
      for (const by of [t, secondApp]) assert.deepEqual(outcomes(await by.app.ai.generate(request())), ["circuit_open", "answered"]);
      assert.equal((await state(bad.id)).circuits[0].reason, "server_error");
      t.clock.advance(31_000);
      assert.deepEqual(outcomes(await secondApp.app.ai.generate(request())), ["server_error", "answered"], "the trial fails");
      t.clock.advance(31_000);
      assert.deepEqual(outcomes(await t.app.ai.generate(request())), ["circuit_open", "answered"], "it stays open twice as long");
      sim.clearFaults();
      t.clock.advance(31_000);
      assert.deepEqual(outcomes(await t.app.ai.generate(request())), ["answered"]);
      assert.deepEqual((await state(bad.id)).circuits, []);
    } finally {
      await secondApp.stop();
    }
  });

  it("an open circuit admits one of many concurrent turns", async () => {
    const bad = await key("openai");
    await key("anthropic");
    sim.addFault({ kind: "model_not_found", apiKey: bad.apiKey });
    await t.app.ai.generate(request());
    t.clock.advance(16 * 60_000);
    sim.addFault({ kind: "model_not_found", apiKey: bad.apiKey, times: Number.POSITIVE_INFINITY });
    const results = await Promise.all(Array.from({ length: 8 }, () => t.app.ai.generate(request())));
    const tried = results.filter((result) => result.attempts[0]?.outcome === "model_not_found").length;
    assert.equal(tried, 1);
    assert.ok(results.every((result) => result.ok));
  });

  it("if every circuit is open, the first key is tried early, and recovers", async () => {
    const only = await key("openai");
    sim.addFault({ kind: "no_quota", apiKey: only.apiKey });
    assert.equal((await t.app.ai.generate(request())).ok, false);
    assert.equal((await state(only.id)).lastError, "no_quota");
    const result = await t.app.ai.generate(request());
    assert.ok(result.ok);
    const { status, lastError, circuits } = await state(only.id);
    assert.deepEqual([status, lastError, circuits], ["tested", null, []]);
  });

  it("a provider's own text appears nowhere: not in results, records, audit log or log", async () => {
    const bad = await key("openai");
    sim.addFault({ kind: "invalid_key", apiKey: bad.apiKey, times: 1 });
    const failed = await t.app.ai.generate(request());
    sim.addFault({ kind: "server_error", apiKey: bad.apiKey, times: Number.POSITIVE_INFINITY });
    const texts = [
      JSON.stringify(failed),
      JSON.stringify(await t.app.ai.generate(request())),
      (await tenant.api.get("/api/v1/admin/audit-log")).text,
      JSON.stringify((await withClient(t.database.admin, (admin) => admin.query("select r::text from ai_requests r"))).rows),
      t.logged(),
    ];
    assert.match(texts[2] as string, /ai_key\.failed/);
    for (const text of texts) {
      assert.doesNotMatch(text, /Incorrect API key|Simulated server_error/);
      assert.ok(!text.includes(bad.apiKey));
    }
  });
});

describe("the time limits of a turn", () => {
  let t: TestApp;
  let sim: AiSimulator;
  let timers: ManualTimers;

  before(async () => {
    timers = createManualTimers();
    t = await startTestApp({ timers });
    sim = await startAiSimulator();
  });
  after(async () => {
    await t.stop();
    await sim.close();
  });

  async function tenantWithKeys(...providers: (typeof dialects)[number][]) {
    const tenant = await t.tenant();
    for (const provider of providers) {
      const made = await tenant.api.post("/api/v1/ai/keys", {
        provider,
        name: provider,
        apiKey: `sk-${tenant.id}-${provider}`,
        baseUrl: sim.baseUrls[provider],
        models: ["small-model"],
      });
      assert.equal(made.status, 200, made.text);
    }
    return tenant;
  }
  const ask = (tenant: TestTenant, more: Partial<AiRequest> = {}) =>
    t.app.ai.generate({
      tenantId: tenant.id,
      purpose: "assist",
      reference: "only",
      system: "Our shop opens at nine.",
      messages: [{ role: "user", content: "When does the shop open?" }],
      maxOutputTokens: 100,
      models: [],
      ...more,
    });

  it("a candidate that does not answer within 12 seconds is skipped", async () => {
    const tenant = await tenantWithKeys("openai", "google");
    sim.addFault({ kind: "stall", dialect: "openai" });
    const before = sim.calls.length;
    const asking = ask(tenant);
    await sim.called(before + 1);
    assert.deepEqual(timers.pending().sort(), [12_000, 25_000]);
    timers.fire(12_000);
    const result = await asking;
    assert.deepEqual([result.ok && result.provider, result.attempts.map((a) => a.outcome)], ["google", ["timed_out", "answered"]]);
    assert.deepEqual(timers.pending(), []);
  });

  it("the turn ends after 25 seconds, whatever is still running, and when the caller gives up", async () => {
    const tenant = await tenantWithKeys("anthropic");
    for (const end of ["turn", "caller"] as const) {
      sim.addFault({ kind: "stall", dialect: "anthropic" });
      const before = sim.calls.length;
      const caller = new AbortController();
      const asking = ask(tenant, { reference: end, signal: caller.signal });
      await sim.called(before + 1);
      if (end === "turn") timers.fire(25_000);
      else caller.abort();
      const result = await asking;
      assert.deepEqual([result.ok, !result.ok && result.code], [false, "timed_out"]);
    }
    const hanging = ask(tenant, {
      reference: "tool",
      messages: [{ role: "user", content: "Look it up" }],
      tools: [
        {
          name: "search_knowledge",
          description: "Hangs",
          input: Type.Object({ query: Type.String() }),
          run: () => {
            setImmediate(() => timers.fire(25_000));
            return new Promise(() => undefined);
          },
        },
      ],
    });
    const result = await hanging;
    assert.deepEqual([result.ok, !result.ok && result.code], [false, "timed_out"]);
  });

  it("a process that dies during a turn leaves no funds held", async () => {
    const tenant = await tenantWithKeys("openai");
    const platform = await t.tenant({ kind: "platform" });
    await platform.api.post("/api/v1/admin/billing/pricing", { modelName: "small-model", costPerRequest: 2 });
    await platform.api.post(`/api/v1/admin/billing/organizations/${wireId("org", tenant.id)}/credits`, { amount: 5, reason: "Test" });
    const balance = async () => {
      const { balance: free, reserved } = (await tenant.api.get("/api/v1/billing/balance")).body;
      return [free, reserved];
    };
    sim.addFault({ kind: "stall", dialect: "openai" });
    const before = sim.calls.length;
    // Judging by the rows, no process is left to end it.
    const died = ask(tenant, { reference: "died" });
    await sim.called(before + 1);
    assert.deepEqual(await balance(), [3, 2]);
    t.clock.advance(601_000);
    await t.drain();
    assert.deepEqual(await balance(), [5, 0]);
    const again = await ask(tenant, { reference: "died" });
    assert.deepEqual([again.ok && again.cost, await balance()], ["2.000000", [3, 0]]);
    timers.fire(25_000);
    assert.equal((await died).ok, false);
    assert.deepEqual(await balance(), [3, 0], "coming back from the dead changes nothing");
  });
});
