import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { type AiSimulator, startAiSimulator } from "@parley/simulators/ai-provider";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { createManualTimers, type ManualTimers } from "../../../platform/clock/timers.ts";
import { parseWireId } from "../../../platform/ids/ids.ts";
import { createBreaker } from "./breaker.ts";
import { listCircuits } from "./circuits.queries.ts";

const path = "/api/v1/ai/keys";

describe("keys at AI providers", () => {
  let t: TestApp;
  let sim: AiSimulator;
  let timers: ManualTimers;
  let tenant: TestTenant;
  let count = 0;

  before(async () => {
    timers = createManualTimers();
    t = await startTestApp({ timers });
    sim = await startAiSimulator();
  });
  after(async () => {
    await t.stop();
    await sim.close();
  });
  beforeEach(async () => {
    tenant = await t.tenant();
    sim.clearFaults();
    sim.calls.length = 0;
  });

  const draft = (more: object = {}) => ({
    provider: "openai",
    name: `Key ${(count += 1)}`,
    apiKey: `sk-canary-${tenant.id}-${count}-abcd`,
    baseUrl: sim.baseUrls.openai,
    models: ["small-model", "large-model"],
    ...more,
  });
  async function make(more: object = {}) {
    const response = await tenant.api.post(path, draft(more));
    assert.equal(response.status, 200, response.text);
    return response.body;
  }
  /** The model that answers now. */
  async function inUse(): Promise<string[]> {
    const request = { system: "", messages: [{ role: "user" as const, content: "Hello" }], maxOutputTokens: 20, models: [] };
    const answer = await t.app.ai.generate({ ...request, tenantId: tenant.id, purpose: "assist", reference: `asked ${(count += 1)}` });
    return answer.ok ? [answer.model] : [];
  }
  const audit = async () => (await tenant.api.get("/api/v1/admin/audit-log?limit=100")).text;

  it("are stored once and never shown: not in responses, lists, the audit log, events, the log or a dump", async () => {
    const given = draft();
    const made = await tenant.api.post(path, given, { "idempotency-key": "make-once" });
    assert.equal(made.status, 200, made.text);
    assert.deepEqual(
      [made.body.status, made.body.lastFour, made.body.priority, made.body.isActive, made.body.models, made.body.circuits],
      ["installed", "abcd", 1, true, ["small-model", "large-model"], []],
    );
    assert.equal((await tenant.api.post(path, given, { "idempotency-key": "make-once" })).text, made.text);
    sim.addFault({ kind: "invalid_key", apiKey: given.apiKey, of: "models" });
    const texts = [
      made.text,
      (await tenant.api.get(`${path}/${made.body.id}`)).text,
      (await tenant.api.get(path)).text,
      // The provider's error text contains the key.
      (await tenant.api.post(`${path}/${made.body.id}/test`)).text,
      (await tenant.api.patch(`${path}/${made.body.id}`, { apiKey: given.apiKey })).text,
      await audit(),
      (await tenant.api.get("/api/v1/events?after=")).text,
      t.logged(),
    ];
    const tables = await withClient(t.database.admin, async (admin) => {
      const { rows } = await admin.query<{ name: string }>(
        "select table_name as name from information_schema.tables where table_schema = 'public'",
      );
      const dump: string[] = [];
      for (const { name } of rows) dump.push(JSON.stringify((await admin.query(`select t::text as row from "${name}" t`)).rows));
      return dump;
    });
    for (const text of [...texts, ...tables]) {
      assert.ok(!text.includes(given.apiKey));
      assert.ok(!text.includes(Buffer.from(given.apiKey).toString("hex")), "nor its bytes");
    }
    assert.match(texts[5] as string, /ai_key\.created/);
  });

  it("open only in their own row, column and tenant; one that does not open shows that in its status, and does not affect the others", async () => {
    const [one, other] = [await make(), await make()];
    const otherTenant = await t.tenant();
    const foreign = (await otherTenant.api.post(path, draft())).body;
    await t.channel(tenant);
    const uuid = (wire: string) => parseWireId("aik", wire) as string;
    const own = (id: string) => "select api_key from ai_keys where id = '" + uuid(id) + "'";
    const replace = (to: string, sealed: string) =>
      withClient(t.database.admin, (admin) => admin.query(`update ai_keys set api_key = (${sealed}) where id = $1`, [uuid(to)]));
    const ask = (tenantId: string) =>
      t.app.ai.generate({
        tenantId,
        purpose: "assist",
        reference: `moved:${(count += 1)}`,
        system: "Be brief.",
        messages: [{ role: "user", content: "Hello" }],
        maxOutputTokens: 20,
        models: [],
      });
    const altered = `select set_byte(api_key, length(api_key) - 1, (get_byte(api_key, length(api_key) - 1) + 1) % 256) from ai_keys where id = '${uuid(other.id)}'`;
    for (const [where, to, sealed, api, tenantId] of [
      ["another row", other.id, own(one.id), tenant.api, tenant.id],
      ["another tenant", foreign.id, own(one.id), otherTenant.api, otherTenant.id],
      ["another column", other.id, `select secrets from channels where tenant_id = '${tenant.id}'`, tenant.api, tenant.id],
      ["altered", other.id, altered, tenant.api, tenant.id],
      [
        "of a key that there is not",
        other.id,
        `select set_byte(api_key, 4, 9) from ai_keys where id = '${uuid(other.id)}'`,
        tenant.api,
        tenant.id,
      ],
      [
        "no blob at all",
        other.id,
        `select convert_to('sk-plain-text-of-somebody-who-wrote-into-the-database-by-hand-${"x".repeat(60)}', 'UTF8')`,
        tenant.api,
        tenant.id,
      ],
    ] as const) {
      const before = sim.calls.length;
      const kept = await withClient(t.database.admin, (admin) => admin.query("select api_key from ai_keys where id = $1", [uuid(to)]));
      await replace(to, sealed);
      const answered = await ask(tenantId);
      // The tenant's own first key can be unsealed, so that one answers. The other tenant has no other key.
      assert.deepEqual([answered.ok, answered.ok || answered.code], to === foreign.id ? [false, "no_key"] : [true, true], where);
      const shown = (await api.get(`${path}/${to}`)).body;
      assert.deepEqual([shown.status, shown.lastError], ["failed", "unreadable"], where);
      const tried = await api.post(`${path}/${to}/test`);
      assert.deepEqual(
        [tried.status, tried.body.ok, tried.body.error, tried.body.step],
        [200, false, "unreadable", null],
        `${where} ${tried.text}`,
      );
      assert.equal(sim.calls.length, before + (to === foreign.id ? 0 : 1), "nobody was called with it");
      // Restoring the right value, or setting the key again, fixes it.
      await withClient(t.database.admin, (admin) =>
        admin.query("update ai_keys set api_key = $2 where id = $1", [uuid(to), kept.rows[0].api_key]),
      );
      const again = await api.post(`${path}/${to}/test`);
      assert.deepEqual([again.body.ok, (await api.get(`${path}/${to}`)).body.status], [true, "tested"], where);
    }
    assert.match(await audit(), /ai_key\.failed[\s\S]*unreadable|unreadable[\s\S]*ai_key\.failed/);
  });

  it("are used in order, and the list has pages", async () => {
    const third = await make({ priority: 9 });
    const first = await make({ priority: 2 });
    const second = await make({ priority: 2 });
    assert.equal((await make()).priority, 10, "after the last one");
    const page = await tenant.api.get(`${path}?limit=2`);
    assert.deepEqual(
      page.body.data.map((key: { id: string }) => key.id),
      [first.id, second.id],
    );
    const next = await tenant.api.get(`${path}?limit=1&cursor=${page.body.pageInfo.nextCursor}`);
    assert.equal(next.body.data[0].id, third.id);
    assert.equal((await tenant.api.get(`${path}?cursor=nonsense`)).body.error.code, "invalid_cursor");
    assert.deepEqual((await tenant.api.get(`${path}?provider=google`)).body.data, []);
  });

  it("are tested by listing models and a short prompt; the result is their status", async () => {
    for (const provider of ["openai", "anthropic", "google", "openai_compatible"] as const) {
      const key = await make({ provider, baseUrl: sim.baseUrls[provider], models: ["small-model", "gone-model"] });
      const tested = await tenant.api.post(`${path}/${key.id}/test`);
      assert.deepEqual(
        [tested.body.ok, tested.body.error, tested.body.step, tested.body.models, tested.body.unknownModels],
        [true, null, null, ["small-model", "large-model"], ["gone-model"]],
        tested.text,
      );
      const { status, lastTestedAt, lastError } = (await tenant.api.get(`${path}/${key.id}`)).body;
      assert.deepEqual([status, lastTestedAt, lastError], ["tested", t.clock.now().toISOString(), null]);
      const changed = await tenant.api.patch(`${path}/${key.id}`, { apiKey: "sk-another-key-of-mine" });
      assert.deepEqual([changed.body.status, changed.body.lastTestedAt, changed.body.lastFour], ["installed", null, "mine"]);
    }
  });

  it("without models are unused until a test has found the provider's list, minus models that do not write text", async () => {
    const before = sim.models;
    sim.models = ["text-embedding-3", "whisper-1", "large-model", "small-model"];
    try {
      const key = await make({ models: undefined });
      assert.deepEqual([key.models, key.status], [[], "installed"]);
      assert.deepEqual(await inUse(), []);
      // The first model tried is not available to this account.
      sim.addFault({ kind: "model_not_found", model: "large-model" });
      const tested = await tenant.api.post(`${path}/${key.id}/test`);
      assert.deepEqual([tested.body.ok, tested.body.models, tested.body.unknownModels], [true, sim.models, []], tested.text);
      const after = (await tenant.api.get(`${path}/${key.id}`)).body;
      assert.deepEqual([after.status, after.models], ["tested", ["small-model", "large-model"]]);
      assert.deepEqual(await inUse(), ["small-model"]);
      // Models set later are kept as given.
      const named = await tenant.api.patch(`${path}/${key.id}`, { models: ["large-model"] });
      assert.deepEqual(named.body.models, ["large-model"]);
      assert.equal((await tenant.api.post(`${path}/${key.id}/test`)).status, 200);
      assert.deepEqual((await tenant.api.get(`${path}/${key.id}`)).body.models, ["large-model"]);
    } finally {
      sim.models = before;
    }
  });

  it("without models, at a provider whose list has no text model, fail the test and stay unused", async () => {
    const before = sim.models;
    sim.models = ["text-embedding-3"];
    try {
      const key = await make({ models: undefined });
      const tested = await tenant.api.post(`${path}/${key.id}/test`);
      assert.deepEqual([tested.body.ok, tested.body.error, tested.body.step], [false, "model_not_found", "list_models"], tested.text);
      const after = (await tenant.api.get(`${path}/${key.id}`)).body;
      assert.deepEqual([after.status, after.models, after.lastError], ["failed", [], "model_not_found"]);
    } finally {
      sim.models = before;
    }
  });

  for (const [fault, of, error] of [
    ["invalid_key", "models", "invalid_key"],
    ["server_error", "models", "server_error"],
    ["no_quota", "generate", "no_quota"],
    ["model_not_found", "generate", "model_not_found"],
    ["rate_limited", "generate", "rate_limited"],
    ["garbage", "generate", "bad_response"],
    ["cut", "generate", "unreachable"],
    ["redirect", "models", "bad_response"],
  ] as const) {
    it(`fail a test with ${error} for ${fault} of ${of}, without the provider's text`, async () => {
      for (const provider of ["openai", "anthropic", "google", "openai_compatible"] as const) {
        const key = await make({ provider, baseUrl: sim.baseUrls[provider] });
        sim.addFault({ kind: fault, of });
        const tested = await tenant.api.post(`${path}/${key.id}/test`);
        assert.deepEqual([tested.status, tested.body.ok, tested.body.error], [200, false, error], `${provider} ${tested.text}`);
        assert.equal(tested.body.step, of === "models" ? "list_models" : "generate");
        const stored = (await tenant.api.get(`${path}/${key.id}`)).body;
        assert.deepEqual([stored.status, stored.lastError], ["failed", error]);
      }
    });
  }

  it("are tested for at most ten seconds, even if the provider never answers", async () => {
    const key = await make();
    sim.addFault({ kind: "stall", of: "models" });
    const testing = tenant.api.post(`${path}/${key.id}/test`);
    await sim.called(1);
    assert.equal(timers.fire(10_000), 1);
    assert.deepEqual([(await testing).body.error, (await testing).body.step], ["timed_out", "list_models"]);
  });

  it("changed during a test do not get its result", async () => {
    const key = await make();
    sim.addFault({ kind: "stall", of: "models" });
    const testing = tenant.api.post(`${path}/${key.id}/test`);
    await sim.called(1);
    await tenant.api.patch(`${path}/${key.id}`, { apiKey: "sk-the-one-that-works" });
    timers.fire(10_000);
    assert.equal((await testing).body.ok, false);
    const { status, lastError } = (await tenant.api.get(`${path}/${key.id}`)).body;
    assert.deepEqual([status, lastError], ["installed", null]);
  });

  it("take the trial of a key and of its model together, or neither", async () => {
    const { id } = await make();
    const keyId = parseWireId("aik", id) as string;
    const breaker = createBreaker({ database: t.app.database, clock: t.clock, ids: t.app.ids });
    const key = { tenantId: tenant.id, id: keyId, revision: 1, state: "installed" as const };
    const open = () => t.app.database.withTenant(tenant.id, (tx) => listCircuits(tx, [keyId]));
    await breaker.failed(key, "small-model", { failure: "invalid_key", status: 401, retryAfterMs: null });
    await breaker.failed(key, "small-model", { failure: "rate_limited", status: 429, retryAfterMs: 3_600_000 });
    const circuits = await open();
    assert.deepEqual(
      circuits.map(({ model }) => model),
      ["", "small-model"],
    );
    // The key's circuit may be tried again, the model's not yet.
    t.clock.advance(16 * 60_000);
    assert.equal(await breaker.takeTrials(tenant.id, circuits, 1_000, false), false);
    assert.deepEqual(
      (await open()).map((circuit) => circuit.probe_until),
      [null, null],
    );
    t.clock.advance(3_600_000);
    assert.equal(await breaker.takeTrials(tenant.id, circuits, 1_000, false), true);
    assert.equal(await breaker.takeTrials(tenant.id, circuits, 1_000, false), false, "one at a time");
  });

  it("can be disabled, kept, enabled and deleted", async () => {
    const key = await make();
    assert.equal((await tenant.api.patch(`${path}/${key.id}`, { isActive: false })).body.status, "disabled");
    assert.equal((await tenant.api.patch(`${path}/${key.id}`, { isActive: true, priority: 7 })).body.status, "installed");
    assert.deepEqual((await tenant.api.delete(`${path}/${key.id}`)).body, { id: key.id, deleted: true });
    assert.equal((await tenant.api.get(`${path}/${key.id}`)).status, 404);
    assert.equal((await tenant.api.delete(`${path}/${key.id}`)).status, 404);
  });

  it("refuse invalid values, naming the field", async () => {
    const key = await make({ name: "Taken" });
    const refusals: [object, number, string, string][] = [
      [{ apiKey: "has space" }, 400, "apiKey", "invalid_format"],
      [{ apiKey: undefined }, 400, "apiKey", "required"],
      [{ models: [] }, 400, "models", "too_short"],
      [{ models: ["a", " a "] }, 400, "models[1]", "duplicate"],
      [{ models: [" "] }, 400, "models[0]", "too_short"],
      [{ provider: "somebody" }, 400, "provider", "unknown_value"],
      [{ provider: "openai_compatible", baseUrl: undefined }, 400, "baseUrl", "required"],
      [{ baseUrl: "https://10.0.0.7/v1" }, 400, "baseUrl", "private_address"],
      [{ baseUrl: "http://models.example.com/v1" }, 400, "baseUrl", "not_allowed"],
      [{ baseUrl: "https://models.example.com/v1?key=x" }, 400, "baseUrl", "not_allowed"],
      [{ priority: 0 }, 400, "priority", "out_of_range"],
      [{ name: "taken" }, 409, "name", "exists"],
    ];
    for (const [change, status, field, issue] of refusals) {
      const refused = await tenant.api.post(path, draft(change));
      assert.equal(refused.status, status, `${JSON.stringify(change)} ${refused.text}`);
      assert.deepEqual(refused.body.error.details, [{ field, issue }], refused.text);
    }
    const moved = await tenant.api.patch(`${path}/${key.id}`, { baseUrl: "https://models.example.com/v1" });
    assert.deepEqual([moved.status, moved.body.error.details], [422, [{ field: "apiKey", issue: "required" }]]);
    for (let i = 1; i < 20; i++) await make();
    assert.deepEqual((await tenant.api.post(path, draft())).body.error.code, "conflict");
  });

  it("require their scope, and do not exist for other tenants", async () => {
    const key = await make();
    const reader = t.api(await t.key(tenant.id, { scopes: ["ai:read"] }));
    assert.equal((await reader.get(`${path}/${key.id}`)).status, 200);
    for (const refused of [
      await reader.post(path, draft()),
      await reader.post(`${path}/${key.id}/test`),
      await reader.delete(`${path}/${key.id}`),
    ])
      assert.deepEqual([refused.status, refused.body.error.code], [403, "insufficient_scope"]);
    assert.equal((await t.api(await t.key(tenant.id, { scopes: ["contacts:read"] })).get(path)).status, 403);
    const otherTenant = await t.tenant();
    for (const id of [key.id, unknownId("aik"), "nonsense"]) {
      assert.equal((await otherTenant.api.get(`${path}/${id}`)).status, 404);
      assert.equal((await otherTenant.api.patch(`${path}/${id}`, { priority: 3 })).status, 404);
      assert.equal((await otherTenant.api.post(`${path}/${id}/test`)).status, 404);
    }
  });
});
