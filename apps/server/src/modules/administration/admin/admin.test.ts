import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { patientDatabase } from "../../../../test/database/locks.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import type { TestDatabase } from "@parley/database/testing";
import { roleScopes } from "#platform/auth/roles.ts";

let database: TestDatabase;
let t: TestApp;
let platform: TestTenant;

before(async () => {
  database = await patientDatabase();
  t = await startTestApp({ database });
  platform = await t.tenant({ kind: "platform" });
});
after(async () => {
  await t?.stop();
  await database?.drop();
});

const org = (tenant: { id: string }) => wireId("org", tenant.id);
const actionsOf = async (tenant: TestTenant, query = "") =>
  (await tenant.api.get(`/api/v1/audit-log?limit=100${query}`)).body.data.map((e: { action: string }) => e.action) as string[];

describe("people of all organizations", () => {
  it("are listed with their organization: all for the platform, its own for a business; found by name, e-mail, role and status", async () => {
    const [a, b] = [await t.tenant(), await t.tenant()];
    const ada = await t.person(a.id, { role: "owner", name: "Ada Needle_" });
    t.clock.advance(1_000);
    const bob = await t.person(b.id, { role: "agent", name: "Bob Needle_" });
    const found = await platform.api.get("/api/v1/admin/members?q=needle_&limit=1");
    assert.deepEqual([found.body.data[0].id, found.body.data[0].organizationId], [bob.agentId, org(b)]);
    const rest = await platform.api.get(`/api/v1/admin/members?q=needle_&limit=1&cursor=${found.body.pageInfo.nextCursor}`);
    assert.deepEqual([rest.body.data[0].id, rest.body.pageInfo.hasNextPage], [ada.agentId, false]);
    const own = await a.api.get("/api/v1/admin/members");
    assert.deepEqual(
      own.body.data.map((m: { id: string }) => m.id),
      [ada.agentId],
    );
    assert.equal((await a.api.get(`/api/v1/admin/members?organizationId=${org(b)}`)).status, 404);
    const ofB = await platform.api.get(`/api/v1/admin/members?organizationId=${org(b)}&role=agent&status=active`);
    assert.deepEqual(ofB.body.data, found.body.data);
    assert.deepEqual((await platform.api.get(`/api/v1/admin/members?q=${encodeURIComponent(ada.email)}`)).body.data.length, 1);
  });

  it("get roles from keys with admin:write: the platform can set any, a business in its own organization those whose scopes the key has", async () => {
    const a = await t.tenant();
    const agent = await t.person(a.id, { role: "agent" });
    await t.person(a.id, { role: "owner" });
    const path = `/api/v1/admin/members/${agent.agentId}/role`;
    const bare = t.api(await t.key(a.id, { scopes: ["admin:read", "admin:write"] }));
    for (const role of ["viewer", "supervisor", "admin", "owner"]) assert.equal((await bare.patch(path, { role })).status, 403, role);
    const key = t.api(await t.key(a.id, { scopes: ["admin:write", ...roleScopes.admin] }));
    for (const role of ["supervisor", "admin"] as const) assert.equal((await key.patch(path, { role })).status, 200, role);
    assert.equal((await key.patch(path, { role: "owner" })).status, 403);
    const ofPlatform = t.api(await t.key(platform.id, { scopes: ["admin:write"] }));
    assert.equal((await ofPlatform.patch(path, { role: "owner" })).status, 200);
    assert.equal((await key.patch(path, { role: "agent" })).status, 403, "an owner");
    const colleague = await t.person(platform.id, { role: "agent" });
    assert.equal((await ofPlatform.patch(`/api/v1/admin/members/${colleague.agentId}/role`, { role: "owner" })).status, 200);
  });

  it("get a role under the rules for members, and nobody reaches another organization's members", async () => {
    const [a, b] = [await t.tenant(), await t.tenant()];
    const owner = await t.person(a.id, { role: "owner" });
    const path = `/api/v1/admin/members/${owner.agentId}/role`;
    const last = await platform.api.patch(path, { role: "admin" });
    assert.deepEqual([last.status, last.body.error.code], [409, "last_owner"]);
    const agent = await t.person(a.id, { role: "agent" });
    const raised = await platform.api.patch(`/api/v1/admin/members/${agent.agentId}/role`, { role: "supervisor" });
    assert.deepEqual([raised.status, raised.body.role, raised.body.organizationId], [200, "supervisor", org(a)]);
    assert.equal((await a.api.get(`/api/v1/members/${agent.agentId}`)).body.role, "supervisor");
    for (const response of [
      await b.api.patch(path, { role: "admin" }),
      await b.api.patch(`${path}?organizationId=${org(a)}`, { role: "admin" }),
      await platform.api.patch(`/api/v1/admin/members/${unknownId("agt")}/role`, { role: "admin" }),
      await platform.api.patch(`${path}?organizationId=${org(b)}`, { role: "admin" }),
    ])
      assert.deepEqual([response.status, response.body.error.code], [404, "not_found"]);
    const [entry] = (await a.api.get(`/api/v1/audit-log?target=${agent.agentId}`)).body.data;
    assert.deepEqual(
      [entry.action, entry.changes.role, entry.changes.byOrganization],
      ["member.updated", { from: "agent", to: "supervisor" }, org(platform)],
    );
  });

  it("who belong to several organizations require the organization to be named", async () => {
    const [a, b] = [await t.tenant(), await t.tenant()];
    const person = await t.person(a.id, { role: "agent" });
    await t.app.tenants.createUser({ email: person.email, password: person.password, tenantId: b.id, role: "viewer" });
    const path = `/api/v1/admin/members/${person.userId}/role`;
    const unclear = await platform.api.patch(path, { role: "admin" });
    assert.deepEqual([unclear.status, unclear.body.error.details], [422, [{ field: "organizationId", issue: "required" }]]);
    assert.equal((await platform.api.patch(`${path}?organizationId=${org(b)}`, { role: "admin" })).body.role, "admin");
    assert.equal((await a.api.get(`/api/v1/members/${person.agentId}`)).body.role, "agent");
    // A business reaches only its own organization.
    assert.equal((await a.api.patch(path, { role: "supervisor" })).body.organizationId, org(a));
  });
});

describe("organizations", () => {
  it("are listed and searched by the platform; a business sees only itself", async () => {
    const [a, b] = [await t.tenant(), await t.tenant({ kind: "agency" })];
    await a.api.patch("/api/v1/organization", { name: "Zebra 100%" });
    await t.person(a.id, {});
    const found = await platform.api.get(`/api/v1/admin/organizations?q=${encodeURIComponent("zebra 100%")}`);
    assert.deepEqual(
      found.body.data.map((o: any) => [o.id, o.kind, o.status, o.members, o.channels]),
      [[org(a), "business", "active", 1, 0]],
    );
    assert.deepEqual((await platform.api.get(`/api/v1/admin/organizations/${org(a)}`)).body, found.body.data[0]);
    assert.deepEqual((await a.api.get("/api/v1/admin/organizations")).body.data, found.body.data);
    assert.equal((await a.api.get(`/api/v1/admin/organizations/${org(b)}`)).status, 404);
    assert.ok((await platform.api.get("/api/v1/admin/organizations?kind=agency")).body.data.every((o: any) => o.kind === "agency"));
  });

  it("are suspended and restored: keys and sessions are refused, inbound messages are stored, and none suspends itself", async () => {
    const a = await t.tenant();
    const person = await t.person(a.id, {});
    const channel = await t.channel(a);
    const path = `/api/v1/admin/organizations/${org(a)}`;
    assert.equal((await a.api.patch(path, { status: "suspended" })).status, 403);
    const suspended = await platform.api.patch(path, { status: "suspended" });
    assert.deepEqual(
      [suspended.status, suspended.body.status, suspended.body.suspendedAt],
      [200, "suspended", t.clock.now().toISOString()],
    );
    await refused(() => a.api.get("/api/v1/me"));
    await refused(() => person.api.get("/api/v1/me"));
    await t.simulator.customer("447700900555", "Customer").sendText(channel.externalId, "Are you there?");
    await t.drain();
    assert.ok((await platform.api.get("/api/v1/admin/organizations?status=suspended")).body.data.some((o: any) => o.id === org(a)));
    assert.equal((await platform.api.patch(path, { status: "active" })).body.status, "active");
    await allowed(() => a.api.get("/api/v1/me"));
    assert.equal((await a.api.get("/api/v1/messages")).body.data.length, 1);
    const self = await platform.api.patch(`/api/v1/admin/organizations/${org(platform)}`, { status: "suspended" });
    assert.deepEqual([self.status, self.body.error.code], [409, "conflict"]);
    assert.deepEqual((await actionsOf(a, "&action=organization.updated")).length, 2);
  });
});

describe("people", () => {
  it("are suspended everywhere: sessions end, sign-in is refused, conversations are unassigned, each organization's audit log records it", async () => {
    const [a, b] = [await t.tenant(), await t.tenant()];
    const person = await t.person(a.id, { role: "agent" });
    await t.app.tenants.createUser({ email: person.email, password: person.password, tenantId: b.id, role: "viewer" });
    const channel = await t.channel(a);
    await t.simulator.customer("447700900556", "Customer").sendText(channel.externalId, "Hello");
    await t.drain();
    const [conversation] = (await a.api.get("/api/v1/conversations")).body.data;
    await a.api.patch(`/api/v1/conversations/${conversation.id}`, { assigneeId: person.agentId });
    const path = `/api/v1/admin/users/${person.userId}`;
    assert.equal((await a.api.post(`${path}/suspend`)).status, 403);
    const suspended = await platform.api.post(`${path}/suspend`, undefined, { "idempotency-key": "suspend" });
    assert.deepEqual([suspended.status, suspended.body.status, suspended.body.memberships.length], [200, "suspended", 2]);
    assert.equal((await platform.api.post(`${path}/suspend`, undefined, { "idempotency-key": "suspend" })).text, suspended.text);
    assert.equal((await platform.api.post(`${path}/suspend`)).status, 200);
    await refused(() => person.api.get("/api/v1/me"));
    const signIn = { email: person.email, password: person.password };
    const refusedSignIn = await t.api(null).post("/api/v1/auth/sign-in", signIn);
    assert.deepEqual([refusedSignIn.status, refusedSignIn.body.error.code], [403, "forbidden"]);
    assert.equal((await a.api.get(`/api/v1/conversations/${conversation.id}`)).body.assigneeId, null);
    for (const tenant of [a, b]) assert.deepEqual(await actionsOf(tenant, "&action=user.suspended"), ["user.suspended"]);
    assert.equal((await platform.api.post(`${path}/unsuspend`)).body.status, "active");
    assert.equal((await t.api(null).post("/api/v1/auth/sign-in", signIn)).status, 200);
    assert.equal((await platform.api.post(`/api/v1/admin/users/${unknownId("usr")}/suspend`)).status, 404);
  });

  it("cannot suspend themselves or the last platform administrator, nor can two administrators suspend each other concurrently", async () => {
    const tenant = await t.tenant({ kind: "platform" });
    const first = await t.person(tenant.id, { platformAdmin: true });
    const own = await first.api.post(`/api/v1/admin/users/${first.userId}/suspend`);
    assert.deepEqual([own.status, own.body.error.code], [409, "conflict"]);
    const last = await platform.api.post(`/api/v1/admin/users/${first.userId}/suspend`);
    assert.deepEqual([last.status, last.body.error.code], [409, "conflict"]);
    const second = await t.person(tenant.id, { platformAdmin: true });
    const responses = await Promise.all([first, second].map(({ userId }) => platform.api.post(`/api/v1/admin/users/${userId}/suspend`)));
    assert.deepEqual(responses.map((response) => response.status).sort(), [200, 409]);
  });
});

describe("statistics", () => {
  it("count what a credential reaches, messages by hour and day", async () => {
    const a = await t.tenant();
    const channel = await t.channel(a);
    await t.person(a.id, {});
    const customer = t.simulator.customer("447700900557", "Customer");
    await customer.sendText(channel.externalId, "One");
    await t.settle();
    t.clock.advance(25 * 3_600_000);
    await customer.sendText(channel.externalId, "Two");
    await t.drain();
    await a.api.post("/api/v1/messages", { channelId: channel.id, to: "447700900557", type: "text", text: "Hi" });
    await t.settle();
    const { body } = await a.api.get("/api/v1/admin/stats");
    assert.deepEqual(body, {
      organizations: { total: 1, active: 1, suspended: 0 },
      members: { active: 1, suspended: 0 },
      channels: { total: 1, byStatus: { Connected: 1 } },
      messages: { last24h: { in: 1, out: 1 }, last30d: { in: 2, out: 1 } },
      conversations: { open: 1 },
      queues: { inbound: 0, outbound: 0, webhooks: 0 },
    });
    const all = (await platform.api.get("/api/v1/admin/stats")).body;
    assert.ok(all.organizations.total > 1 && all.messages.last30d.in >= 2);
  });
});

describe("the audit log", () => {
  it("shows who did what by name, filtered and in pages, only to the organization", async () => {
    const [a, b] = [await t.tenant(), await t.tenant()];
    const person = await t.person(a.id, { role: "owner", name: "Grace" });
    const since = t.clock.now().toISOString();
    t.clock.advance(1_000);
    const label = (await person.api.post("/api/v1/labels", { name: "VIP" })).body;
    t.clock.advance(1_000);
    await a.api.patch("/api/v1/organization", { name: "Renamed" });
    const all = (await a.api.get(`/api/v1/audit-log?since=${since}`)).body.data;
    const [renamed, made] = all;
    assert.deepEqual([renamed.action, renamed.actor.kind, renamed.actor.name], ["organization.updated", "api", "test"]);
    assert.deepEqual([made.targetId, made.actor], [label.id, { kind: "member", id: person.agentId, name: "Grace" }]);
    for (const query of [
      `actor=${person.agentId}&since=${encodeURIComponent(made.createdAt)}`,
      `target=${label.id}`,
      `action=${made.action}`,
    ])
      assert.deepEqual((await a.api.get(`/api/v1/audit-log?${query}`)).body.data, [made], query);
    assert.deepEqual(
      (await a.api.get(`/api/v1/audit-log?since=${since}&until=${encodeURIComponent(renamed.createdAt)}`)).body.data[0],
      made,
    );
    const first = (await a.api.get("/api/v1/audit-log?limit=1")).body;
    assert.deepEqual((await a.api.get(`/api/v1/audit-log?limit=1&cursor=${first.pageInfo.nextCursor}`)).body.data[0].id, made.id);
    assert.deepEqual((await b.api.get(`/api/v1/audit-log?target=${label.id}`)).body.data, []);
    assert.deepEqual((await b.api.get(`/api/v1/admin/audit-log?target=${label.id}`)).body.data, []);
    assert.equal((await b.api.get(`/api/v1/admin/audit-log?organizationId=${org(a)}`)).status, 404);
    assert.deepEqual((await platform.api.get(`/api/v1/admin/audit-log?target=${label.id}`)).body.data, [made]);
    assert.deepEqual((await platform.api.get(`/api/v1/admin/audit-log?organizationId=${org(a)}&action=${made.action}`)).body.data, [made]);
  });

  it("is append-only", async () => {
    const a = await t.tenant();
    for (const text of ["update audit_entries set action = 'x'", "delete from audit_entries"]) {
      await assert.rejects(
        t.app.database.withTenant(a.id, (tx) => tx.query({ text: `${text} where tenant_id = '${a.id}'` })),
        { code: "42501" },
      );
      await assert.rejects(t.app.database.worker({ text: `${text} where tenant_id = '${a.id}'` }), { code: "42501" });
    }
  });
});

/** Waits for the cache, at most a second, or less if the wake-up arrives. */
async function until(wanted: boolean, ask: () => Promise<{ status: number }>): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (((await ask()).status === 200) === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(wanted ? "is still refused" : "is still let in");
}
const refused = (ask: () => Promise<{ status: number }>) => until(false, ask);
const allowed = (ask: () => Promise<{ status: number }>) => until(true, ask);

describe("a new organization", () => {
  const path = "/api/v1/admin/organizations";
  const owner = () => `${randomBytes(5).toString("hex")}@people.test`;

  it("is created by the platform, with everything that every organization has and an invited owner", async () => {
    const ownerEmail = owner();
    const made = await platform.api.post(path, { name: " Harbour Bakery ", kind: "agency", ownerEmail, ownerName: "Ada" });
    assert.equal(made.status, 200, made.text);
    assert.deepEqual(
      [made.body.name, made.body.kind, made.body.status, made.body.members, made.body.invitation.email],
      ["Harbour Bakery", "agency", "active", 0, ownerEmail],
    );
    const { invitation, ...shown } = made.body;
    assert.deepEqual((await platform.api.get(`${path}/${made.body.id}`)).body, shown);
    const there = t.api(await t.key(parseWireId("org", made.body.id) as string));
    assert.equal((await there.get("/api/v1/pipelines")).body.data.length, 1);
    assert.equal((await there.get(`/api/v1/invitations/${invitation.id}`)).body.role, "owner");
    assert.equal((await there.get("/api/v1/agencies/current")).body.id, made.body.id);
    const auditEntry = (await there.get("/api/v1/audit-log")).body.data.find((entry: any) => entry.action === "tenant.created");
    assert.equal(auditEntry.changes.byOrganization, org(platform));
    assert.ok((await actionsOf(platform)).includes("organization.created"));
    assert.equal((await platform.api.post(path, { name: "B", ownerEmail: owner() })).body.kind, "business");
  });

  it("is created by an agency as its client, and reached as far as the grant allows", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const grant = { scopes: ["admin:read"] };
    const made = await agency.api.post(path, { name: "Client", ownerEmail: owner(), reference: "C-1", grant });
    assert.equal(made.status, 200, made.text);
    const client = (await agency.api.get(`/api/v1/agencies/current/clients/${made.body.id}`)).body;
    assert.deepEqual([client.status, client.reference, client.grantedScopes], ["pending", "C-1", ["admin:read"]]);
    t.clock.advance(2_000);
    assert.equal((await agency.api.get(`${path}/${made.body.id}`)).body.name, "Client");
    const without = await agency.api.post(path, { name: "Client", ownerEmail: owner() });
    t.clock.advance(2_000);
    assert.equal((await agency.api.get(`${path}/${without.body.id}`)).status, 404);
    assert.equal((await agency.api.get(`/api/v1/agencies/current/clients/${without.body.id}`)).status, 200);
    const other = await t.tenant({ kind: "agency" });
    assert.equal((await other.api.get(`${path}/${made.body.id}`)).status, 404);
  });

  it("is created by nobody else, once by a replay, and not from inconsistent input", async () => {
    const [business, agency] = [await t.tenant(), await t.tenant({ kind: "agency" })];
    const body = { name: "Client", ownerEmail: owner() };
    assert.deepEqual((await business.api.post(path, body)).body.error.code, "forbidden");
    const lacking = t.api(await t.key(platform.id, { scopes: ["admin:read"] }));
    assert.equal((await lacking.post(path, body)).body.error.code, "insufficient_scope");
    for (const [who, given, field] of [
      [platform, { ...body, name: " " }, "name"],
      [platform, { ...body, ownerEmail: "nobody" }, "ownerEmail"],
      [platform, { ...body, reference: "C-1" }, "reference"],
      [platform, { ...body, kind: "platform" }, "kind"],
      [agency, { ...body, kind: "agency" }, "kind"],
    ] as const) {
      const response = await who.api.post(path, given);
      assert.deepEqual([response.status, response.body.error.details[0].field], [400, field], response.text);
    }
    const headers = { "idempotency-key": "organization-1" };
    const [one, two] = [await platform.api.post(path, body, headers), await platform.api.post(path, body, headers)];
    assert.deepEqual([two.body, two.headers.get("idempotency-replayed")], [one.body, "true"]);
  });
});

describe("the installation", () => {
  it("shows its versions, sizes, processes and lags only to the platform", async () => {
    const a = await t.tenant();
    await a.api.post("/api/v1/contacts", { name: "Ada" });
    const { status, body } = await platform.api.get("/api/v1/admin/health");
    assert.equal(status, 200);
    assert.equal(body.nodeVersion, process.version);
    assert.match(body.database.version, /^\d+/);
    assert.match(body.database.migration, /\w/);
    assert.ok(body.database.sizeBytes > 1_000_000, String(body.database.sizeBytes));
    const sizes = body.database.largestTables.map(({ sizeBytes }: { sizeBytes: number }) => sizeBytes);
    assert.equal(sizes.length, 10);
    assert.deepEqual(
      sizes,
      sizes.toSorted((one: number, other: number) => other - one),
    );
    assert.equal(body.processes.length, 1);
    assert.ok(["all", "api"].includes(body.processes[0].roles), body.processes[0].roles);
    await t.drain();
    t.clock.advance(90_000);
    const lags = async () => (await platform.api.get("/api/v1/admin/health")).body.readers as { name: string; lagSeconds: number }[];
    assert.ok((await lags()).length > 1);
    assert.deepEqual(
      (await lags()).filter(({ lagSeconds }) => lagSeconds > 0),
      [],
      "everything was read",
    );
    await a.api.post("/api/v1/contacts", { name: "Bob" });
    t.clock.advance(60_000);
    assert.ok(
      (await lags()).some(({ lagSeconds }) => lagSeconds === 60),
      JSON.stringify(await lags()),
    );
    await t.drain();
    const refused = await a.api.get("/api/v1/admin/health");
    assert.deepEqual([refused.status, refused.body.error.code], [403, "forbidden"]);
  });

  it("shows an organization's limits to whoever has it within reach", async () => {
    const [a, b] = [await t.tenant(), await t.tenant()];
    const path = `/api/v1/admin/organizations/${org(a)}/entitlements`;
    const own = (await a.api.get("/api/v1/organization/entitlements")).body;
    for (const { api } of [platform, a]) assert.deepEqual((await api.get(path)).body, own);
    assert.equal((await b.api.get(path)).status, 404);
    assert.equal((await platform.api.get(`/api/v1/admin/organizations/${unknownId("org")}/entitlements`)).status, 404);
  });
});
