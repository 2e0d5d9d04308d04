import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { startTestApp, type TestApp, type TestTenant } from "./harness.ts";
import { type RawAnswer, send } from "./raw-http.ts";
import { t, u, ask } from "./request-stage.ts";

describe("the rate limit of a key", () => {
  // Alone on its database: with a second process the budgets are shared through it.
  let s: TestApp;
  let tenant: TestTenant;
  before(async () => {
    s = await startTestApp();
    tenant = await s.tenant();
  });
  after(async () => {
    await s.stop();
  });

  it("gives exactly its number, then 429 with the seconds to wait; other keys of the tenant go on", async () => {
    const key = await s.key(tenant.id, { rateLimitPerMinute: 5 });
    const remaining: unknown[] = [];
    const startedAt = performance.now();
    // Refused requests count as well: whoever sends nonsense does not get more.
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

  it("is exact when all come at once", async () => {
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

describe("the rate limit over two processes", () => {
  it("is one budget, exact within one percent", async () => {
    const tenant = await t.tenant();
    // Both have to have noticed each other: then they count down together.
    for (let tries = 0; ; tries++) {
      const probe = await t.key(tenant.id, { rateLimitPerMinute: 100 });
      const left = [];
      for (const app of [t, u, t, u]) left.push(Number((await ask(app, probe, "GET", "/api/v1/me")).headers["ratelimit-remaining"]));
      if (left.join() === "99,98,97,96") break;
      assert.ok(tries < 300, `the processes do not share: ${left}`);
      await delay(200);
    }
    const limit = 1_000;
    const key = await t.key(tenant.id, { rateLimitPerMinute: limit });
    const startedAt = performance.now();
    let passed = 0;
    let refused: RawAnswer | undefined;
    let sent = 0;
    const worker = async (app: TestApp) => {
      while (sent < limit * 1.4) {
        sent += 1;
        const answer = await send(app.url, { path: "/api/v1/me", headers: { authorization: `Bearer ${key}` } });
        if (answer.status === 200) passed += 1;
        else refused = answer;
        assert.ok(answer.status === 200 || answer.status === 429, answer.text);
      }
    };
    await Promise.all([...Array(8)].map((_, i) => worker(i % 2 === 0 ? t : u)));
    // What came back while the requests ran is theirs to use.
    const refilled = ((performance.now() - startedAt) / 60_000) * limit;
    assert.ok(passed >= limit * 0.99, `${passed} of ${limit} passed`);
    assert.ok(passed <= limit * 1.01 + refilled, `${passed} of ${limit} passed; ${refilled.toFixed(1)} came back meanwhile`);
    assert.ok(Number(refused?.headers["retry-after"]) >= 1);
    assert.equal(refused?.headers["ratelimit-remaining"], "0");
  });
});
