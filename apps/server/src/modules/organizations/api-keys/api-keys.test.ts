import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { allScopes } from "#platform/auth/scopes.ts";
import { wireId } from "#platform/ids/ids.ts";
import { refusedWithinASecond } from "../../../../test/eventually.ts";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;

before(async () => {
  app = await startTestApp();
  [tenant, other] = await Promise.all([app.tenant(), app.tenant()]);
});
after(() => app?.stop());

const path = "/api/v1/api-keys";

test("a key is shown once, works immediately, and is stored only as a hash", async () => {
  const created = await tenant.api.post(path, { name: " Website ", scopes: ["contacts:write", "contacts:read", "contacts:read"] });
  assert.equal(created.status, 200, created.text);
  const { key, ...rest } = created.body;
  assert.match(key, /^svc_live_[0-9A-Za-z]{48}$/);
  assert.deepEqual(
    [rest.name, rest.scopes, rest.environment, rest.lastFour, rest.expiresAt, rest.revokedAt, rest.lastUsedAt],
    ["Website", ["contacts:read", "contacts:write"], "live", key.slice(-4), null, null, null],
  );
  assert.match(rest.createdBy, /^key_/);
  assert.equal((await app.api(key).get("/api/v1/contacts")).status, 200);
  const read = await tenant.api.get(`${path}/${rest.id}`);
  assert.deepEqual(read.body, rest);
  const [stored] = await app.app.database.worker<{ row: string }>({
    text: "select k::text as row from api_keys k where name = 'Website' and tenant_id = $1",
    values: [tenant.id],
  });
  assert.ok(!stored?.row.includes(key.slice(19, 40)));
  assert.ok(!app.logged().includes(key));
});

test("nobody can grant a scope they lack, an empty list, or an unknown scope", async () => {
  const limited = app.api(await app.key(tenant.id, { scopes: ["organization:write", "contacts:read"] }));
  const refused = await limited.post(path, { name: "More", scopes: ["contacts:read", "contacts:write", "admin:write"] });
  assert.equal(refused.status, 403);
  assert.equal(refused.body.error.code, "insufficient_scope");
  assert.deepEqual(refused.body.error.details, [
    { field: "contacts:write", issue: "missing_scope" },
    { field: "admin:write", issue: "missing_scope" },
  ]);
  assert.match(refused.body.error.reference, /^SVC-[0-9a-f]+$/);
  assert.equal((await limited.post(path, { name: "Same", scopes: ["contacts:read"] })).status, 200);
  const cases: [object, string, string][] = [
    [{ name: "x", scopes: [] }, "scopes", "too_short"],
    [{ name: "x" }, "scopes", "required"],
    [{ name: "x", scopes: ["*"] }, "scopes[0]", "unknown_value"],
    [{ scopes: ["contacts:read"] }, "name", "required"],
    [{ name: "", scopes: ["contacts:read"] }, "name", "too_short"],
    [{ name: " ", scopes: ["contacts:read"] }, "name", "too_short"],
    [{ name: "x", scopes: ["contacts:read"], environment: "prod" }, "environment", "unknown_value"],
    [{ name: "x", scopes: ["contacts:read"], rateLimitPerMinute: 0 }, "rateLimitPerMinute", "out_of_range"],
    [{ name: "x", scopes: ["contacts:read"], rateLimitPerMinute: 6_001 }, "rateLimitPerMinute", "out_of_range"],
    [{ name: "x", scopes: ["contacts:read"], expiresAt: app.clock.now().toISOString() }, "expiresAt", "out_of_range"],
    [{ name: "x", scopes: ["contacts:read"], expiresAt: "tomorrow" }, "expiresAt", "invalid_format"],
  ];
  for (const [body, field, issue] of cases) {
    const response = await tenant.api.post(path, body);
    assert.deepEqual([response.status, response.body.error.code], [400, "validation_error"], JSON.stringify(body));
    assert.ok(
      response.body.error.details.some((d: any) => d.field === field && d.issue === issue),
      `${JSON.stringify(body)} ${response.text}`,
    );
  }
});

test("a key cannot create one with a higher rate limit than its own", async () => {
  const slow = app.api(await app.key(tenant.id, { rateLimitPerMinute: 50 }));
  assert.equal((await slow.post(path, { name: "x", scopes: ["contacts:read"], rateLimitPerMinute: 51 })).status, 400);
  assert.equal((await slow.post(path, { name: "x", scopes: ["contacts:read"] })).body.rateLimitPerMinute, 50);
  assert.equal((await slow.post(path, { name: "x", scopes: ["contacts:read"], rateLimitPerMinute: 5 })).body.rateLimitPerMinute, 5);
});

test("a key stops working when it expires", async () => {
  const expiresAt = new Date(app.clock.now().getTime() + 60_000).toISOString();
  const { body } = await tenant.api.post(path, { name: "Short", scopes: ["contacts:read"], environment: "test", expiresAt });
  assert.match(body.key, /^svc_test_/);
  assert.deepEqual([body.expiresAt, body.environment], [expiresAt, "test"]);
  assert.equal((await app.api(body.key).get("/api/v1/me")).body.key.expiresAt, expiresAt);
  app.clock.advance(60_000);
  assert.equal((await app.api(body.key).get("/api/v1/me")).status, 401);
});

test("an expiring key cannot create one that outlives it", async () => {
  const expiresAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  const later = new Date(app.clock.now().getTime() + 3_600_001).toISOString();
  const { body: short } = await tenant.api.post(path, { name: "Short", scopes: ["organization:write", "contacts:read"], expiresAt });
  const api = app.api(short.key);
  for (const [given, issue] of [
    [{}, "required"],
    [{ expiresAt: null }, "required"],
    [{ expiresAt: later }, "out_of_range"],
  ] as const) {
    const refused = await api.post(path, { name: "Long", scopes: ["contacts:read"], ...given });
    assert.deepEqual([refused.status, refused.body.error.details], [400, [{ field: "expiresAt", issue }]]);
  }
  assert.equal((await api.post(path, { name: "As long", scopes: ["contacts:read"], expiresAt })).body.expiresAt, expiresAt);
});

test("a revoked key is refused immediately and stays listed with the time; revoking it again changes nothing", async () => {
  const { body: made } = await tenant.api.post(path, { name: "Revoke me", scopes: ["contacts:read"] });
  const api = app.api(made.key);
  assert.equal((await api.get("/api/v1/me")).status, 200);
  const revoked = await tenant.api.delete(`${path}/${made.id}`, { "idempotency-key": "revoke" });
  assert.deepEqual([revoked.status, revoked.body], [200, { id: made.id, deleted: true }]);
  assert.equal((await api.get("/api/v1/me")).status, 401);
  const revokedAt = app.clock.now().toISOString();
  app.clock.advance(5_000);
  const again = await tenant.api.delete(`${path}/${made.id}`, { "idempotency-key": "revoke" });
  assert.deepEqual([again.headers.get("idempotency-replayed"), again.text], ["true", revoked.text]);
  assert.equal((await tenant.api.delete(`${path}/${made.id}`)).status, 200);
  assert.equal((await tenant.api.get(`${path}/${made.id}`)).body.revokedAt, revokedAt);
  assert.equal((await tenant.api.get(path)).body.data[0].revokedAt, revokedAt);
});

test("a key revoked here is refused by other processes too", async () => {
  const second = await startTestApp({ sharing: app });
  try {
    const { body: made } = await tenant.api.post(path, { name: "Everywhere", scopes: ["contacts:read"] });
    const there = async () => (await fetch(`${second.url}/api/v1/me`, { headers: { "x-api-key": made.key } })).status;
    assert.equal(await there(), 200);
    await tenant.api.delete(`${path}/${made.id}`);
    await refusedWithinASecond(there);
  } finally {
    await second.stop();
  }
});

test("a key can be renamed, and nothing else about it can change", async () => {
  const {
    body: { key: _, ...made },
  } = await tenant.api.post(path, { name: "Old", scopes: ["contacts:read"] });
  const renamed = await tenant.api.patch(`${path}/${made.id}`, {
    name: "New",
    scopes: ["admin:write"],
    revokedAt: "2026-01-01T00:00:00.000Z",
  });
  assert.deepEqual(renamed.body, { ...made, name: "New" });
  const refused = await tenant.api.patch(`${path}/${made.id}`, {});
  assert.deepEqual([refused.status, refused.body.error.details], [400, [{ field: "name", issue: "required" }]]);
});

test("another tenant's key, an unknown id and a malformed id get the same response", async () => {
  const { body: foreign } = await other.api.post(path, { name: "Theirs", scopes: ["contacts:read"] });
  const answers: string[] = [];
  for (const id of [foreign.id, unknownId("key"), "key_1", "x"]) {
    for (const response of [
      await tenant.api.get(`${path}/${id}`),
      await tenant.api.patch(`${path}/${id}`, { name: "Mine" }),
      await tenant.api.patch(`${path}/${id}`, {}),
      await tenant.api.delete(`${path}/${id}`),
    ]) {
      assert.equal(response.status, 404, id);
      answers.push(response.text);
    }
  }
  assert.equal(new Set(answers).size, 1);
  assert.equal((await app.api(foreign.key).get("/api/v1/me")).status, 200);
});

test("reading and writing each need their scope", async () => {
  const { body: made } = await tenant.api.post(path, { name: "Scoped", scopes: ["contacts:read"] });
  const reader = app.api(await app.key(tenant.id, { scopes: ["organization:read"] }));
  const writer = app.api(await app.key(tenant.id, { scopes: ["organization:write"] }));
  assert.equal((await reader.get(`${path}/${made.id}`)).status, 200);
  for (const [answer, scope] of [
    [await writer.get(path), "organization:read"],
    [await writer.get(`${path}/${made.id}`), "organization:read"],
    [await reader.post(path, { name: "x", scopes: ["organization:read"] }), "organization:write"],
    [await reader.patch(`${path}/${made.id}`, { name: "x" }), "organization:write"],
    [await reader.delete(`${path}/${made.id}`), "organization:write"],
  ] as const) {
    assert.deepEqual([answer.status, answer.body.error.details], [403, [{ field: scope, issue: "missing_scope" }]]);
  }
});

test("the list shows every key once, newest first, without its secret, and ends", async () => {
  const own = await app.tenant();
  const made: string[] = [];
  const keys: string[] = [];
  for (let i = 0; i < 4; i++) {
    app.clock.advance(1);
    const { body } = await own.api.post(path, { name: `K${i}`, scopes: ["contacts:read"] });
    made.unshift(body.id);
    keys.push(body.key);
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { body: any; text: string } = await own.api.get(
      `${path}?limit=2${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    seen.push(...page.body.data.map((k: any) => k.id));
    for (const key of keys) assert.ok(!page.text.includes(key));
    cursor = page.body.pageInfo.nextCursor;
  } while (cursor !== null);
  // The harness created the tenant's first key, so it is the oldest.
  assert.deepEqual(seen.slice(0, 4), made);
  assert.equal(seen.length, 5);
  assert.equal((await own.api.get(`${path}?cursor=x`)).body.error.code, "invalid_cursor");
  assert.equal((await own.api.get(`${path}?limit=0`)).status, 400);
});

test("the CLI creates keys, revokes them by id, and refuses invalid input", async () => {
  const { apiKeys } = app.app;
  const made = await apiKeys.createKey({ tenantId: tenant.id, name: "cli", scopes: [...allScopes], rateLimitPerMinute: 9_000 });
  assert.equal((await app.api(made.key).get("/api/v1/me")).body.key.rateLimitPerMinute, 9_000);
  await apiKeys.revokeKey(made.id);
  assert.equal((await app.api(made.key).get("/api/v1/me")).status, 401);
  await assert.rejects(apiKeys.revokeKey("01999999-9999-7999-8999-999999999999"), { code: "not_found" });
  await assert.rejects(apiKeys.createKey({ tenantId: "01999999-9999-7999-8999-999999999999", name: "x", scopes: ["contacts:read"] }), {
    code: "not_found",
  });
  for (const wrong of [{ scopes: [] }, { scopes: ["everything"] }, { name: "" }, { rateLimitPerMinute: 0.5 }]) {
    await assert.rejects(apiKeys.createKey({ tenantId: tenant.id, name: "x", scopes: ["contacts:read"], ...wrong }), {
      code: "validation_error",
    });
  }
});

test("an owner's session creates a key with admin scopes, which reaches only the owner's own organization", async () => {
  const own = await app.tenant();
  const [owner, admin] = [await app.person(own.id, { role: "owner" }), await app.person(own.id, { role: "admin" })];
  const scopes = ["admin:read", "admin:write"];
  const made = await owner.api.post(path, { name: "Administration", scopes });
  assert.deepEqual([made.status, made.body.scopes], [200, scopes], made.text);
  const key = app.api(made.body.key);
  const organizations = await key.get("/api/v1/admin/organizations");
  assert.deepEqual(
    organizations.body.data.map((one: { id: string }) => one.id),
    [wireId("org", own.id)],
    organizations.text,
  );
  assert.equal((await key.get("/api/v1/admin/members")).status, 200);
  // Another tenant is invisible, and what only the platform organization may do stays forbidden.
  const foreign = wireId("org", other.id);
  assert.equal((await key.get(`/api/v1/admin/billing/organizations/${foreign}/balance`)).status, 404);
  assert.equal((await key.post(`/api/v1/admin/billing/organizations/${wireId("org", own.id)}/credits`, { amount: 5 })).status, 403);
  assert.equal((await key.get("/api/v1/admin/queues/stats")).status, 403);
  // Neither an admin nor a session's own scopes include admin:*.
  const refused = await admin.api.post(path, { name: "Administration", scopes });
  assert.deepEqual([refused.status, refused.body.error?.code], [403, "insufficient_scope"], refused.text);
  assert.equal((await owner.api.get("/api/v1/admin/organizations")).status, 403);
});

test("in the platform organization, an owner who is not a platform administrator cannot grant admin scopes: they would reach every organization", async () => {
  const platform = await app.tenant({ kind: "platform" });
  const owner = await app.person(platform.id, { role: "owner" });
  const refused = await owner.api.post(path, { name: "Administration", scopes: ["admin:read"] });
  assert.deepEqual([refused.status, refused.body.error?.code], [403, "insufficient_scope"], refused.text);
  const administrator = await app.person(platform.id, { role: "owner", platformAdmin: true });
  assert.equal((await administrator.api.post(path, { name: "Administration", scopes: ["admin:read"] })).status, 200);
});
