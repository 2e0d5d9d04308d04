import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { allScopes } from "#platform/auth/scopes.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";

let app: TestApp;
let tenant: TestTenant;

before(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
});
after(() => app?.stop());

const uuid = (wire: string) => wire.slice(wire.indexOf("_") + 1);

test("GET /me shows a key's tenant, scopes and limit, whatever scopes it has", async () => {
  const all = await tenant.api.get("/api/v1/me");
  assert.equal(all.status, 200, all.text);
  assert.deepEqual(all.body.key.scopes, allScopes);
  assert.equal(all.body.key.rateLimitPerMinute, 6_000);
  assert.equal(all.body.tenant.kind, "business");
  assert.equal(uuid(all.body.tenant.id), tenant.id.replaceAll("-", ""));
  const small = await app
    .api(await app.key(tenant.id, { scopes: ["metrics:read", "contacts:read"], rateLimitPerMinute: 7 }))
    .get("/api/v1/me");
  assert.deepEqual(small.body.key.scopes, ["contacts:read", "metrics:read"]);
  assert.deepEqual([small.body.key.rateLimitPerMinute, small.body.key.environment, small.body.key.name], [7, "live", "test"]);
  assert.match(small.body.key.id, /^key_/);
  assert.deepEqual(small.body.tenant, all.body.tenant);
  assert.equal((await app.api(null).get("/api/v1/me")).status, 401);
});

test("the organization is renamed and its settings changed; omitted fields are unchanged", async () => {
  const own = await app.tenant();
  const before = await own.api.get("/api/v1/organization");
  assert.deepEqual(before.body.settings, { reopenWindowHours: 24, ticketAutoCloseDays: 7, optOutWords: [], optInWords: [] });
  app.clock.advance(1_000);
  const renamed = await own.api.patch("/api/v1/organization", { name: " Acme ", kind: "platform", settings: { unknown: 1 } });
  assert.deepEqual(renamed.body, { ...before.body, name: "Acme", updatedAt: app.clock.now().toISOString() });
  const set = await own.api.patch("/api/v1/organization", { settings: { reopenWindowHours: 48 } });
  assert.deepEqual(
    [set.body.name, set.body.settings],
    ["Acme", { reopenWindowHours: 48, ticketAutoCloseDays: 7, optOutWords: [], optInWords: [] }],
  );
  assert.deepEqual((await own.api.get("/api/v1/organization")).body, set.body);
  assert.equal((await own.api.get("/api/v1/me")).body.tenant.name, "Acme");
  assert.notEqual((await tenant.api.get("/api/v1/organization")).body.name, "Acme");
  const words = await own.api.patch("/api/v1/organization", { settings: { optOutWords: ["Genug!"], optInWords: [] } });
  assert.deepEqual(words.body.settings, { reopenWindowHours: 48, ticketAutoCloseDays: 7, optOutWords: ["Genug!"], optInWords: [] });
});

test("an invalid name or setting is refused, naming the field", async () => {
  const cases: [object, string, string][] = [
    [{ name: "" }, "name", "too_short"],
    [{ name: " " }, "name", "too_short"],
    [{ name: "x".repeat(201) }, "name", "too_long"],
    [{ name: 1 }, "name", "invalid_type"],
    [{ settings: { reopenWindowHours: 0 } }, "settings.reopenWindowHours", "out_of_range"],
    [{ settings: { reopenWindowHours: 721 } }, "settings.reopenWindowHours", "out_of_range"],
    [{ settings: { reopenWindowHours: 1.5 } }, "settings.reopenWindowHours", "invalid_type"],
    [{ settings: { reopenWindowHours: "24" } }, "settings.reopenWindowHours", "invalid_type"],
    [{ settings: { optOutWords: ["?!"] } }, "settings.optOutWords[0]", "invalid_format"],
    [{ settings: { optOutWords: ["enough?"] } }, "settings.optOutWords[0]", "invalid_format"],
    [{ settings: { optInWords: "yes" } }, "settings.optInWords", "invalid_type"],
    [{ settings: [] }, "settings", "invalid_type"],
  ];
  for (const [body, field, issue] of cases) {
    const refused = await tenant.api.patch("/api/v1/organization", body);
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.details],
      [400, "validation_error", [{ field, issue }]],
      JSON.stringify(body),
    );
  }
});

test("the organization routes need their scopes, and apply a change with a repeated key once", async () => {
  const reader = app.api(await app.key(tenant.id, { scopes: ["organization:read"] }));
  const writer = app.api(await app.key(tenant.id, { scopes: ["organization:write"] }));
  const noRead = await writer.get("/api/v1/organization");
  assert.deepEqual([noRead.status, noRead.body.error.details], [403, [{ field: "organization:read", issue: "missing_scope" }]]);
  const noWrite = await reader.patch("/api/v1/organization", { name: "x" });
  assert.deepEqual([noWrite.status, noWrite.body.error.details], [403, [{ field: "organization:write", issue: "missing_scope" }]]);
  const headers = { "idempotency-key": "rename" };
  const first = await writer.patch("/api/v1/organization", { name: "Keyed" }, headers);
  await writer.patch("/api/v1/organization", { name: "Later" });
  const again = await writer.patch("/api/v1/organization", { name: "Keyed" }, headers);
  assert.equal(again.text, first.text);
  assert.equal((await reader.get("/api/v1/organization")).body.name, "Later");
});

test("the reopen window decides whether a later message reopens the conversation or starts another", async () => {
  const own = await app.tenant();
  const channel = await app.channel(own);
  await own.api.patch("/api/v1/organization", { settings: { reopenWindowHours: 1 } });
  const customer = app.simulator.customer("447700987001", "Returning");
  await customer.sendText(channel.externalId, "One");
  await app.drain();
  const [first] = (await own.api.get("/api/v1/conversations")).body.data;
  await own.api.patch(`/api/v1/conversations/${first.id}`, { status: "resolved" });
  app.clock.advance(59 * 60_000);
  await customer.sendText(channel.externalId, "Two");
  await app.drain();
  assert.equal((await own.api.get("/api/v1/conversations")).body.data.length, 1);
  await own.api.patch(`/api/v1/conversations/${first.id}`, { status: "resolved" });
  app.clock.advance(61 * 60_000);
  await customer.sendText(channel.externalId, "Three");
  await app.drain();
  assert.equal((await own.api.get("/api/v1/conversations")).body.data.length, 2);
});

test("a new tenant can seal secrets immediately; invalid input creates none", async () => {
  const { id } = await app.app.tenants.createTenant({ name: " Fresh ", kind: "agency" });
  const key = await app.key(id);
  assert.deepEqual((({ name, kind }) => ({ name, kind }))((await app.api(key).get("/api/v1/organization")).body), {
    name: "Fresh",
    kind: "agency",
  });
  await app.channel({ id, key, api: app.api(key) });
  await assert.rejects(app.app.tenants.createTenant({ name: " ", kind: "business" }), { code: "validation_error" });
  await assert.rejects(app.app.tenants.createTenant({ name: "x", kind: "other" as never }), { code: "validation_error" });
});

test("a person joins several tenants with one password, and nobody can join as them without it", async () => {
  const [one, two] = await Promise.all([app.tenant(), app.tenant()]);
  const email = "Person@Tenants.test";
  const { userId } = await app.app.tenants.createUser({ email, password: "long enough", tenantId: one.id, role: "owner", name: "Per Son" });
  await assert.rejects(app.app.tenants.createUser({ email, password: "another one", tenantId: two.id, role: "owner" }), {
    code: "already_exists",
  });
  const joined = await app.app.tenants.createUser({
    email: email.toLowerCase(),
    password: "long enough",
    tenantId: two.id,
    role: "viewer",
    platformAdmin: true,
  });
  assert.equal(joined.userId, userId);
  await assert.rejects(app.app.tenants.createUser({ email, password: "long enough", tenantId: two.id, role: "admin" }), {
    code: "already_exists",
  });
  const members = await app.app.database.worker({
    text: "select tenant_id, name, email, role from members where user_id = $1 order by tenant_id = $2 desc",
    values: [userId, one.id],
  });
  assert.deepEqual(members, [
    { tenant_id: one.id, name: "Per Son", email: "person@tenants.test", role: "owner" },
    { tenant_id: two.id, name: "person", email: "person@tenants.test", role: "viewer" },
  ]);
  const [user] = await app.app.database.worker<{ password_hash: string; platform_admin: boolean }>({
    text: "select password_hash, platform_admin from users where id = $1",
    values: [userId],
  });
  assert.equal(user?.platform_admin, true);
  assert.match(user?.password_hash ?? "", /^\$argon2id\$/);
});

test("the same new person added twice at the same time is one user", async () => {
  const own = await app.tenant();
  const input = { email: "twice@tenants.test", password: "long enough", tenantId: own.id, role: "agent" } as const;
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => app.app.tenants.createUser(input)));
  assert.equal(outcomes.filter((o) => o.status === "fulfilled").length, 1);
  for (const outcome of outcomes) if (outcome.status === "rejected") assert.equal(outcome.reason.code, "already_exists");
});

test("invalid users are refused with the reason, and leave nothing behind", async () => {
  const input = { email: "new@tenants.test", password: "long enough", tenantId: tenant.id, role: "agent" } as const;
  await assert.rejects(app.app.tenants.createUser({ ...input, email: "no address" }), { code: "validation_error" });
  await assert.rejects(app.app.tenants.createUser({ ...input, password: "short" }), { code: "validation_error" });
  await assert.rejects(app.app.tenants.createUser({ ...input, role: "boss" as never }), { code: "validation_error" });
  await assert.rejects(app.app.tenants.createUser({ ...input, tenantId: "01999999-9999-7999-8999-999999999999" }), { code: "not_found" });
  assert.deepEqual(await app.app.database.worker({ text: "select 1 from users where email = $1", values: [input.email] }), []);
});
