/** Budgets shared by several processes, exact to the percent. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { eventually } from "../eventually.ts";
import { startTestApp, type TestApp } from "../harness.ts";
import { type RawResponse, send } from "../raw-http.ts";
import { ask, t, u } from "../routes/request-stage.ts";

describe("an organization's budget", () => {
  it("is shared by several processes, exact to one percent", async () => {
    const shared = { TENANT_RATE_LIMIT_PER_MINUTE: "1000", RATE_LIMIT_PER_MINUTE: "600" };
    const one = await startTestApp({ env: shared });
    after(() => one.stop());
    const two = await startTestApp({ env: shared, sharing: one });
    after(() => two.stop());
    const tenant = await one.tenant();
    await eventually("both count together", async () => {
      const probe = await one.key(tenant.id, { rateLimitPerMinute: 100 });
      const left = [];
      for (const app of [one, two, one, two]) left.push((await ask(app, probe, "GET", "/api/v1/me")).headers["ratelimit-remaining"]);
      return left.join() === "99,98,97,96";
    });
    const fresh = await one.tenant();
    const keys = [fresh.key, await one.key(fresh.id), await one.key(fresh.id), await one.key(fresh.id)];
    const startedAt = performance.now();
    let [sent, passed] = [0, 0];
    const worker = async (app: TestApp, key: string) => {
      while (sent < 1_600) {
        sent += 1;
        if ((await send(app.url, { path: "/api/v1/me", headers: { authorization: `Bearer ${key}` } })).status === 200) passed += 1;
      }
    };
    await Promise.all(keys.flatMap((key) => [worker(one, key), worker(two, key)]));
    const refilled = ((performance.now() - startedAt) / 60_000) * 1_000;
    assert.ok(passed >= 990, `${passed} of 1000 passed`);
    assert.ok(passed <= 1_010 + refilled, `${passed} of 1000 passed; ${refilled.toFixed(1)} came back meanwhile`);
  });
});

describe("the rate limit across two processes", () => {
  it("is one budget, exact to one percent", async () => {
    const tenant = await t.tenant();
    // Both must have noticed each other: then they count down together.
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
    let refused: RawResponse | undefined;
    let sent = 0;
    const worker = async (app: TestApp) => {
      while (sent < limit * 1.4) {
        sent += 1;
        const response = await send(app.url, { path: "/api/v1/me", headers: { authorization: `Bearer ${key}` } });
        if (response.status === 200) passed += 1;
        else refused = response;
        assert.ok(response.status === 200 || response.status === 429, response.text);
      }
    };
    await Promise.all([...Array(8)].map((_, i) => worker(i % 2 === 0 ? t : u)));
    // What was refilled while the requests ran may be used.
    const refilled = ((performance.now() - startedAt) / 60_000) * limit;
    assert.ok(passed >= limit * 0.99, `${passed} of ${limit} passed`);
    assert.ok(passed <= limit * 1.01 + refilled, `${passed} of ${limit} passed; ${refilled.toFixed(1)} came back meanwhile`);
    assert.ok(Number(refused?.headers["retry-after"]) >= 1);
    assert.equal(refused?.headers["ratelimit-remaining"], "0");
  });
});
