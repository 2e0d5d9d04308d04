import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { readConfig } from "../../src/config.ts";
import { createRequestLimiter, type Verdict } from "../../src/platform/rate-limit/limiter.ts";
import { eventually } from "../eventually.ts";
import { startTestApp, type TestApp, type TestTenant } from "../harness.ts";
import { t, u, ask } from "../routes/request-stage.ts";

describe("a key's rate limit", () => {
  // Alone on its database: with a second process the budgets would be shared through it.
  let s: TestApp;
  let tenant: TestTenant;
  before(async () => {
    s = await startTestApp();
    tenant = await s.tenant();
  });
  after(async () => {
    await s.stop();
  });

  it("allows exactly its number, then 429 with the seconds to wait; the tenant's other keys continue", async () => {
    const key = await s.key(tenant.id, { rateLimitPerMinute: 5 });
    const remaining: unknown[] = [];
    const startedAt = performance.now();
    // Refused requests count as well: sending nonsense gains nothing.
    for (const path of ["/api/v1/me", "/api/v1/contacts/nobody", "/api/v1/contacts?limit=0", "/api/me", "/api/v1/me"]) {
      const answer = await ask(s, key, "GET", path);
      assert.notEqual(answer.status, 429);
      assert.equal(answer.headers["ratelimit-limit"], "5");
      remaining.push(answer.headers["ratelimit-remaining"]);
    }
    assert.deepEqual(remaining, ["4", "3", "2", "1", "0"]);
    for (let i = 0; i < 3; i++) {
      const refused = await ask(s, key, "GET", "/api/v1/me");
      assert.deepEqual([refused.status, refused.body.error.code], [429, "rate_limited"]);
      assert.equal(refused.headers["ratelimit-remaining"], "0");
      const wait = Number(refused.headers["retry-after"]);
      const passedSeconds = (performance.now() - startedAt) / 1_000;
      assert.ok(wait >= 11 - passedSeconds && wait <= 12, `one of five a minute comes back after 12 s, not ${wait}`);
      assert.ok(Number(refused.headers["ratelimit-reset"]) > 59 - passedSeconds, String(refused.headers["ratelimit-reset"]));
    }
    assert.equal((await ask(s, tenant.key, "GET", "/api/v1/me")).status, 200);
  });

  it("is exact if all requests come at once", async () => {
    const key = await s.key(tenant.id, { rateLimitPerMinute: 10 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(s, key, "GET", "/api/v1/me")));
    assert.equal(answers.filter(({ status }) => status === 200).length, 10);
    assert.equal(answers.filter(({ status }) => status === 429).length, 50);
  });

  it("is shown by /me, and a key cannot give more than it has", async () => {
    const key = await s.key(tenant.id, { rateLimitPerMinute: 50 });
    assert.equal((await ask(s, key, "GET", "/api/v1/me")).body.key.rateLimitPerMinute, 50);
    const greedy = await ask(s, key, "POST", "/api/v1/api-keys", { name: "More", scopes: ["contacts:read"], rateLimitPerMinute: 51 });
    assert.deepEqual([greedy.status, greedy.body.error.details[0].field], [400, "rateLimitPerMinute"]);
  });
});

describe("a budget shared by keys", () => {
  let s: TestApp;
  before(async () => {
    s = await startTestApp();
  });
  after(async () => {
    await s.stop();
  });

  const makeKey = async (by: string, options: { rateLimitPerMinute?: number; scopes?: string[] } = {}) =>
    ask(s, by, "POST", "/api/v1/api-keys", { name: "Made by a key", scopes: ["organization:read", "organization:write"], ...options });
  const made = async (...given: Parameters<typeof makeKey>): Promise<string> => {
    const answer = await makeKey(...given);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.key;
  };
  /** Statuses of this many requests, alternating between the keys. */
  const use = (keys: string[], count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) => ask(s, keys[i % keys.length] as string, "GET", "/api/v1/me").then(({ status }) => status)),
    );
  const passed = async (keys: string[], count: number) => (await use(keys, count)).filter((status) => status === 200).length;
  let startedAt = 0;
  beforeEach(() => {
    startedAt = performance.now();
  });
  /** Exactly this many, plus at most what was refilled since the test started. */
  function assertPassed(count: number, expected: number, perMinute: number, why?: string): void {
    const refilled = ((performance.now() - startedAt) / 60_000) * perMinute;
    assert.ok(
      count >= expected && count <= expected + refilled,
      `${count} passed, not ${expected}; ${refilled.toFixed(1)} came back; ${why}`,
    );
  }

  it("is that of the key that created them, and of the key that created that one: creating keys does not escape a limit", async () => {
    const tenant = await s.tenant();
    const key = await s.key(tenant.id, { rateLimitPerMinute: 12 });
    const children = [await made(key), await made(key), await made(key)];
    const grandchild = await made(children[0] as string);
    const first = await ask(s, grandchild, "GET", "/api/v1/me");
    assert.equal(first.headers["ratelimit-limit"], "12");
    assertPassed(Number(first.headers["ratelimit-remaining"]), 7, 12);
    assertPassed(await passed([key, ...children, grandchild], 60), 7, 12);
    const refused = await eventually("it is used up", async () => {
      const answer = await ask(s, children[1] as string, "GET", "/api/v1/me");
      return answer.status === 200 ? undefined : answer;
    });
    assert.deepEqual([refused.status, refused.body.error.code], [429, "rate_limited"]);
    assert.ok(Number(refused.headers["retry-after"]) >= 1);
    // Revoking used-up keys refills nothing, and the tenant's other keys continue.
    assert.equal((await ask(s, tenant.key, "GET", "/api/v1/me")).status, 200);
  });

  it("leaves a key with a lower limit its own, which also counts against its creator's", async () => {
    const tenant = await s.tenant();
    const key = await s.key(tenant.id, { rateLimitPerMinute: 20 });
    const child = await made(key, { rateLimitPerMinute: 5 });
    const sibling = await made(child);
    assertPassed(await passed([child, sibling], 30), 4, 5, "one was for making the sibling");
    assertPassed(await passed([key], 30), 14, 20, "20, but for one to make the child, the child's own, and the sibling's");
    assert.equal((await makeKey(tenant.key, { rateLimitPerMinute: 6_001 })).status, 400);
  });

  it("adds one for each lower limit, up to a maximum", async () => {
    const tenant = await s.tenant();
    let key = await s.key(tenant.id, { rateLimitPerMinute: 1_000 });
    for (const rateLimitPerMinute of [900, 800, 700]) key = await made(key, { rateLimitPerMinute });
    const lower = await makeKey(key, { rateLimitPerMinute: 600 });
    assert.deepEqual([lower.status, lower.body.error.details[0].field], [400, "rateLimitPerMinute"]);
    key = await made(key);
    const answer = await ask(s, await made(key), "GET", "/api/v1/me");
    assert.deepEqual([answer.status, answer.headers["ratelimit-limit"]], [200, "700"]);
  });

  it("also applies to an agency's keys for its clients", async () => {
    const agency = await s.tenant({ kind: "agency" });
    const client = await agency.api.post("/api/v1/agencies/current/clients", {
      name: "Harbour Bakery",
      ownerEmail: "owner@bakery.test",
      grant: { scopes: ["contacts:read"] },
    });
    assert.equal(client.status, 200, client.text);
    const key = await s.key(agency.id, { rateLimitPerMinute: 10 });
    const tokens: string[] = [];
    for (let n = 0; n < 4; n++) {
      const answer = await ask(s, key, "POST", `/api/v1/agencies/current/clients/${client.body.id}/access-tokens`, {
        scopes: ["contacts:read"],
      });
      assert.equal(answer.status, 200, answer.text);
      tokens.push(answer.body.token);
    }
    assertPassed(await passed(tokens, 40), 6, 10);
  });
});

describe("an organization's budget", () => {
  const env = { TENANT_RATE_LIMIT_PER_MINUTE: "12", RATE_LIMIT_PER_MINUTE: "10" };

  it("applies across all its keys and people, in addition to their own; its largest key never exceeds it", async () => {
    const s = await startTestApp({ env });
    after(() => s.stop());
    const [tenant, other] = [await s.tenant(), await s.tenant()];
    const second = await s.key(tenant.id);
    const person = await s.person(tenant.id);
    const me = (key: string | null, headers = {}) => ask(s, key, "GET", "/api/v1/me", undefined, headers);
    const startedAt = performance.now();
    const last = await me(null, { cookie: person.cookie });
    assert.deepEqual([last.status, last.headers["ratelimit-limit"], last.headers["ratelimit-remaining"]], [200, "10", "9"]);
    const everybody = () => [me(tenant.key), me(second), me(null, { cookie: person.cookie })];
    const answers = (await Promise.all(Array.from({ length: 12 }, everybody).flat())) as Awaited<ReturnType<typeof me>>[];
    const passed = answers.filter(({ status }) => status === 200).length + 1;
    const refilled = ((performance.now() - startedAt) / 60_000) * 12;
    assert.ok(passed >= 12 && passed <= 12 + refilled, `${passed} passed; ${refilled.toFixed(1)} came back`);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assert.deepEqual([answer.status, answer.body.error.code, answer.headers["ratelimit-remaining"]], [429, "rate_limited", "0"]);
      assert.ok(Number(answer.headers["retry-after"]) >= 1 && Number(answer.headers["retry-after"]) <= 5);
    }
    assert.equal((await me(other.key)).status, 200, "another organization");
    // If a key has more, the organization has as much.
    const large = await s.key(other.id, { rateLimitPerMinute: 100 });
    const many = await Promise.all(Array.from({ length: 60 }, () => me(large)));
    assert.deepEqual(
      many.map(({ status, headers }) => [status, headers["ratelimit-limit"]]),
      many.map(() => [200, "100"]),
    );
  });

  it("that refuses takes nothing from the key: once there is room again, the key has what it had", async () => {
    let now = 0;
    const limiter = createRequestLimiter({
      database: { worker: () => Promise.reject(new Error("one process asks nobody")) } as never,
      monotonicMs: () => now,
    });
    const tenantId = "t";
    const credential = (id: string, perMinute: number) => ({
      budgets: [
        { tenantId, id, perMinute },
        { tenantId, id: tenantId, perMinute: 12 },
      ],
    });
    const take = (id: string, perMinute: number) => limiter.take(credential(id, perMinute)) as Verdict;
    for (let n = 0; n < 12; n++) assert.equal(take("greedy", 100).allowed, true);
    for (let n = 0; n < 50; n++) assert.deepEqual([take("modest", 5).allowed, take("modest", 5).retryAfterSeconds], [false, 5]);
    now += 60_000;
    assert.deepEqual(take("modest", 5), { allowed: true, limit: 5, remaining: 4, resetSeconds: 12, retryAfterSeconds: 0 });
  });
});

describe("an organization's number of active keys", () => {
  it("is limited exactly, even if many are created at once; revoked and expired ones make room", async () => {
    const s = await startTestApp({ env: { API_KEYS_PER_TENANT: "5" } });
    after(() => s.stop());
    const [tenant, other] = [await s.tenant(), await s.tenant()];
    const make = (body: object = {}) => tenant.api.post("/api/v1/api-keys", { name: "One more", scopes: ["contacts:read"], ...body });
    const responses = await Promise.all(Array.from({ length: 12 }, () => make()));
    const good = responses.filter(({ status }) => status === 200);
    assert.equal(good.length, 4);
    for (const { status, body } of responses.filter((response) => !good.includes(response))) {
      assert.deepEqual([status, body.error.code], [409, "conflict"]);
      assert.match(body.error.message, /at most 5 active API keys/);
    }
    await assert.rejects(s.key(tenant.id), { code: "conflict" });
    assert.equal((await other.api.post("/api/v1/api-keys", { name: "x", scopes: ["contacts:read"] })).status, 200);
    assert.equal((await tenant.api.delete(`/api/v1/api-keys/${good[0]?.body.id}`)).status, 200);
    const expiresAt = new Date(s.clock.now().getTime() + 60_000).toISOString();
    assert.equal((await make({ expiresAt })).status, 200);
    assert.equal((await make()).status, 409);
    s.clock.advance(60_000);
    assert.equal((await make()).status, 200);
    assert.equal(readConfig({}).apiKeysPerTenant, 100);
  });
});

describe("the rate limit across two processes", () => {
  it("is counted down by both together", async () => {
    const tenant = await t.tenant();
    await eventually("both count together", async () => {
      const probe = await t.key(tenant.id, { rateLimitPerMinute: 100 });
      const left = [];
      for (const app of [t, u, t, u]) left.push((await ask(app, probe, "GET", "/api/v1/me")).headers["ratelimit-remaining"]);
      return left.join() === "99,98,97,96";
    });
  });
});
