import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { sessionApi, signIn, startTestApp, type TestApp, type TestPerson, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { type Mailbox, startMailbox } from "../../../../test/fakes/mailbox.ts";
import { roleScopes } from "#platform/auth/roles.ts";

let app: TestApp;
let mailbox: Mailbox;
let tenant: TestTenant;
let serial = 0;

before(async () => {
  mailbox = await startMailbox();
  app = await startTestApp({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "parley@example.com", PUBLIC_URL: "http://crm.test" } });
  tenant = await app.tenant();
});
after(async () => {
  await app?.stop();
  await mailbox?.close();
});

const address = () => `agent-${++serial}@people.test`;
const accept = (token: string, body: object = { password: "correct horse" }) =>
  app.api(null).post("/api/v1/auth/invitations/accept", { token, ...body });
const link = (token: string) => app.api(null).post("/api/v1/auth/login-link", { token });

describe("agents", () => {
  it("are invited with their settings, and keep both settings and id when they accept", async () => {
    const own = await app.tenant();
    const division = (await own.api.post("/api/v1/agents/divisions", { name: "Returns" })).body.id;
    const channel = await app.channel(own);
    const email = address();
    const body = {
      name: " Ada ",
      email,
      role: "supervisor",
      divisionIds: [division, division],
      channelIds: [channel.id],
      skills: ["returns"],
      languages: ["en", "pt-BR"],
      maxOpenConversations: 3,
      signature: "Yours, Ada",
      avatarUrl: "https://example.com/ada.png",
    };
    const made = await own.api.post("/api/v1/agents", body, { "idempotency-key": "one" });
    assert.equal(made.status, 200, made.text);
    const expected = {
      name: "Ada",
      email,
      role: "supervisor",
      userId: null,
      status: "invited",
      availability: "offline",
      divisionIds: [division],
      channelIds: [channel.id],
      skills: ["returns"],
      languages: ["en", "pt-BR"],
      maxOpenConversations: 3,
      openConversations: 0,
      signature: "Yours, Ada",
      avatarUrl: "https://example.com/ada.png",
    };
    for (const [field, value] of Object.entries(expected)) assert.deepEqual(made.body[field], value, field);
    assert.equal((await own.api.post("/api/v1/agents", body, { "idempotency-key": "one" })).headers.get("idempotency-replayed"), "true");
    assert.equal((await own.api.post("/api/v1/agents-management", body)).body.error.code, "already_exists");
    const changed = await own.api.patch(`/api/v1/agents/${made.body.id}`, { skills: ["returns", "tax"], role: "agent", name: "Ada L" });
    assert.deepEqual([changed.body.skills, changed.body.role, changed.body.name], [["returns", "tax"], "agent", "Ada L"]);
    assert.equal((await own.api.patch(`/api/v1/agents/${made.body.id}`, { availability: "online" })).status, 409);

    await app.drain();
    assert.equal((await accept(mailbox.last(email).token as string)).status, 200);
    const agent = (await own.api.get(`/api/v1/agents/${made.body.id}`)).body;
    assert.deepEqual(
      [agent.id, agent.status, agent.invitationId, agent.role, agent.name, agent.skills, agent.divisionIds, agent.maxOpenConversations],
      [made.body.id, "active", null, "agent", "Ada L", ["returns", "tax"], [division], 3],
    );
    assert.equal(agent.userId.slice(4), agent.id.slice(4));
    const me = await sessionApi(app.url, await signIn(app.url, email, "correct horse")).get("/api/v1/me");
    assert.equal(me.body.user.agentId, agent.id);
  });

  it("with an existing account can also be found by their earlier id", async () => {
    const own = await app.tenant();
    const person = await app.person(tenant.id, { role: "agent" });
    const made = await own.api.post("/api/v1/agents", { name: "Known", email: person.email, skills: ["x"] });
    await app.drain();
    assert.equal((await accept(mailbox.last(person.email).token as string, {})).status, 200);
    const agent = (await own.api.get(`/api/v1/agents/${made.body.id}`)).body;
    assert.deepEqual([agent.id, agent.status, agent.skills], [person.agentId, "active", ["x"]]);
  });

  it("are listed in pages, searched by name and e-mail address, and identical at both paths", async () => {
    const own = await app.tenant();
    for (const name of ["Ada", "Bob_b", "Cleo"]) {
      app.clock.advance(1_000);
      await app.person(own.id, { role: "agent", name });
    }
    app.clock.advance(1_000);
    await own.api.post("/api/v1/agents", { name: "Dora", email: address() });
    const names = async (query: string) => (await own.api.get(`/api/v1/agents?${query}`)).body.data.map((a: { name: string }) => a.name);
    assert.deepEqual(await names(""), ["Dora", "Cleo", "Bob_b", "Ada"]);
    assert.deepEqual(await names("q=CLE"), ["Cleo"]);
    assert.deepEqual(await names("q=_"), ["Bob_b"], "no wildcard");
    assert.deepEqual((await names("q=people.test")).length, 4);
    assert.deepEqual(await names("status=invited"), ["Dora"]);
    const first = await own.api.get("/api/v1/agents?limit=3");
    const rest = await own.api.get(`/api/v1/agents?limit=3&cursor=${first.body.pageInfo.nextCursor}`);
    assert.deepEqual([...first.body.data, ...rest.body.data], (await own.api.get("/api/v1/agents-management")).body.data);
    assert.equal((await own.api.get("/api/v1/agents?appId=app_1")).status, 404);
    assert.equal((await tenant.api.get(`/api/v1/agents/${first.body.data[1].id}`)).status, 404, "another tenant's");
  });

  it("are changed only by agents at or above their level, only with existing ids, and two concurrent changes lose nothing", async () => {
    const own = await app.tenant();
    const [owner, admin, agent] = [
      await app.person(own.id, { role: "owner" }),
      await app.person(own.id, { role: "admin" }),
      await app.person(own.id, { role: "agent" }),
    ];
    const path = `/api/v1/agents/${agent.agentId}`;
    assert.equal((await admin.api.patch(`/api/v1/agents/${owner.agentId}`, { signature: "Fool" })).status, 403);
    assert.equal((await admin.api.patch(path, { role: "owner" })).status, 403);
    assert.equal((await agent.api.patch(path, { skills: ["all"] })).body.error.code, "insufficient_scope");
    assert.equal((await owner.api.patch(`/api/v1/agents/${owner.agentId}`, { role: "agent" })).body.error.code, "last_owner");
    for (const [field, prefix] of [
      ["divisionIds", "div"],
      ["channelIds", "chn"],
    ] as const)
      for (const id of [unknownId(prefix), "x"]) assert.equal((await owner.api.patch(path, { [field]: [id] })).status, 404);
    for (const [body, issue] of [
      [{ availability: "here" }, "unknown_value"],
      [{ maxOpenConversations: -1 }, "out_of_range"],
      [{ avatarUrl: "http://x.test" }, "invalid_format"],
    ] as const)
      assert.equal((await owner.api.patch(path, body)).body.error.details[0].issue, issue);
    const both = await Promise.all([owner.api.patch(path, { skills: ["a"] }), own.api.patch(path, { languages: ["de"] })]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    );
    const put = await own.api.request("PUT", path, { body: JSON.stringify({ maxOpenConversations: 0 }) });
    assert.deepEqual([put.body.skills, put.body.languages, put.body.maxOpenConversations], [["a"], ["de"], 0]);
    assert.equal((await own.api.patch(path, { maxOpenConversations: null })).body.maxOpenConversations, null);
  });

  it("who are deactivated lose access, their conversations are unassigned with event and activity, and they can come back", async () => {
    const own = await app.tenant();
    const channel = await app.channel(own);
    const agent = await app.person(own.id, { role: "agent" });
    await app.simulator.customer("447700985001", "Waiting").sendText(channel.externalId, "Hello?");
    await app.drain();
    const [conversation] = (await own.api.get("/api/v1/conversations")).body.data;
    await own.api.patch(`/api/v1/conversations/${conversation.id}`, { assigneeId: agent.agentId });
    const path = `/api/v1/agents/${agent.agentId}`;
    assert.equal((await own.api.get(path)).body.openConversations, 1);
    assert.deepEqual((await own.api.delete(path)).body, { id: agent.agentId, deleted: true });
    assert.equal((await agent.api.get("/api/v1/me")).status, 401);
    const suspended = (await own.api.get(path)).body;
    assert.deepEqual([suspended.status, suspended.openConversations, suspended.availability], ["suspended", 0, "offline"]);
    const [activity] = (await own.api.get(`/api/v1/conversations/${conversation.id}/activity`)).body.data;
    assert.deepEqual(activity.changes, { assigneeId: { from: agent.agentId, to: null } });
    const events = (await own.api.get("/api/v1/events?limit=100&after=")).body.data;
    assert.equal(events.filter((e: { type: string }) => e.type === "conversation.assigned").at(-1).data.assigneeId, null);
    assert.equal((await own.api.patch(path, { status: "active" })).body.status, "active");

    const invited = (await own.api.post("/api/v1/agents", { name: "Nobody", email: address() })).body;
    assert.equal((await own.api.delete(`/api/v1/agents-management/${invited.id}`)).status, 200);
    assert.equal((await own.api.get(`/api/v1/agents/${invited.id}`)).status, 404);
  });
});

describe("a key that manages agents", () => {
  it("assigns and removes roles whose scopes it has, and sets anybody's name and profile", async () => {
    const own = await app.tenant();
    const [owner, agent] = [await app.person(own.id, { role: "owner" }), await app.person(own.id, { role: "agent" })];
    await app.person(own.id, { role: "owner" });
    const key = app.api(await app.key(own.id, { scopes: ["agents:read", "agents:write", ...roleScopes.agent] }));
    const bare = app.api(await app.key(own.id, { scopes: ["agents:read", "agents:write"] }));
    for (const role of ["viewer", "agent"])
      assert.equal((await bare.post("/api/v1/agents", { name: "New", email: address(), role })).status, 403, role);
    const invited = await key.post("/api/v1/agents", { name: "New", email: address() });
    assert.deepEqual([invited.status, invited.body.role], [200, "agent"], invited.text);
    for (const role of ["owner", "admin", "supervisor"]) {
      assert.equal((await key.post("/api/v1/agents", { name: "New", email: address(), role })).status, 403, role);
      assert.equal((await key.patch(`/api/v1/agents/${agent.agentId}`, { role })).status, 403, role);
      assert.equal((await key.patch(`/api/v1/agents/${invited.body.id}`, { role })).status, 403, role);
    }
    assert.equal((await key.patch(`/api/v1/agents/${agent.agentId}`, { role: "viewer" })).status, 200);
    const path = `/api/v1/agents/${owner.agentId}`;
    assert.deepEqual((await key.patch(path, { skills: ["returns"], name: "Grace" })).body.skills, ["returns"]);
    for (const body of [{ role: "agent" }, { status: "suspended" }]) assert.equal((await key.patch(path, body)).status, 403);
    const high = await own.api.post("/api/v1/agents", { name: "High", email: address(), role: "admin" });
    assert.equal((await key.patch(`/api/v1/agents/${high.body.id}`, { skills: ["x"] })).status, 200);
    assert.equal((await key.patch(`/api/v1/agents/${high.body.id}`, { role: "agent" })).status, 403);
  });
});

describe("presence", () => {
  it("is set by the agent, refreshed by using the session, and ends after a time without use", async () => {
    const own = await app.tenant();
    const agent = await app.person(own.id, { role: "agent" });
    const said = await agent.api.post("/api/v1/agents/me/availability", { availability: "online" });
    assert.equal(said.status, 200, said.text);
    assert.deepEqual([said.body.availability, said.body.lastSeenAt], ["online", app.clock.now().toISOString()]);
    assert.equal((await own.api.post("/api/v1/agents/me/availability", { availability: "online" })).status, 403, "a key is no agent");
    const state = async () => (await own.api.get(`/api/v1/agents/${agent.agentId}`)).body.availability;
    app.clock.advance(14 * 60_000);
    await app.drain();
    assert.equal(await state(), "online");
    app.clock.advance(2 * 60_000);
    await app.drain();
    assert.equal(await state(), "offline");
    await own.api.request("PUT", "/api/v1/agent-settings", { body: JSON.stringify({ offlineAfterMinutes: 60 }) });
    await agent.api.post("/api/v1/agents/me/availability", { availability: "away" });
    app.clock.advance(30 * 60_000);
    await app.drain();
    assert.equal(await state(), "away");
  });
});

describe("a login link", () => {
  it("signs in the person who requested it, once, within ten minutes, and only the newest one is valid", async () => {
    const own = await app.tenant();
    const agent = await app.person(own.id, { role: "viewer" });
    const get = () => agent.api.get("/api/v1/agents-management/login-link");
    const first = await get();
    assert.equal(first.status, 200, first.text);
    assert.match(first.body.url, /^http:\/\/crm\.test\/login\?token=/);
    const second = await get();
    assert.equal((await link(first.body.token)).status, 400, "void");
    const used = await link(second.body.token);
    assert.equal(used.status, 200, used.text);
    const cookie = used.headers.get("set-cookie")?.split(";", 1)[0] as string;
    assert.equal((await sessionApi(app.url, cookie).get("/api/v1/me")).body.user.agentId, agent.agentId);
    assert.deepEqual((await link(second.body.token)).body.error.details, [{ field: "token", issue: "unknown" }]);
    const old = await get();
    app.clock.advance(10 * 60_000);
    assert.equal((await link(old.body.token)).status, 400);
  });

  it("of a key that names nobody is for the key's creator, otherwise for the oldest agent whom it may sign in", async () => {
    const own = await app.tenant();
    const get = async (api: typeof own.api) => {
      const response = await api.get("/api/v1/agents-management/login-link");
      return response.status === 200 ? response.body.agentId : [response.status, response.body.error.code];
    };
    assert.deepEqual(await get(own.api), [409, "conflict"], "there is nobody");
    const far = await app.person(own.id, { role: "agent" });
    await app.app.tenants.createUser({ email: far.email, password: far.password, tenantId: tenant.id, role: "agent" });
    assert.deepEqual(await get(own.api), [409, "conflict"], "a session that would reach further");
    app.clock.advance(1_000);
    const oldest = await app.person(own.id, { role: "agent" });
    app.clock.advance(1_000);
    const owner = await app.person(own.id, { role: "owner" });
    assert.equal(await get(own.api), oldest.agentId);
    const { scopes } = (await own.api.get("/api/v1/api-keys")).body.data[0];
    const some = scopes.filter((scope: string) => !scope.startsWith("admin:"));
    const made = await owner.api.post("/api/v1/api-keys", { name: "mine", scopes: some });
    assert.equal(made.status, 200, made.text);
    const key = app.api(made.body.key);
    assert.equal(await get(key), owner.agentId);
    await app.app.tenants.createUser({ email: owner.email, password: owner.password, tenantId: tenant.id, role: "agent" });
    assert.equal(await get(key), oldest.agentId);
    for (const narrow of [["agents:read"], ["agents:read", "agents:write"]])
      assert.deepEqual(await get(app.api(await app.key(own.id, { scopes: narrow }))), [403, "forbidden"]);
  });

  it("for another person needs permission to assign their role, and never reaches another tenant", async () => {
    const own = await app.tenant();
    const [owner, admin, agent] = [
      await app.person(own.id, { role: "owner" }),
      await app.person(own.id, { role: "admin" }),
      await app.person(own.id, { role: "agent" }),
    ];
    const path = (of: { agentId: string }) => `/api/v1/agents-management/login-link?agentId=${of.agentId}`;
    const given = await admin.api.get(path(agent));
    assert.equal(given.status, 200, given.text);
    assert.equal((await admin.api.get(path(owner))).status, 403);
    assert.equal((await agent.api.get(path(admin))).status, 403);
    const narrow = app.api(await app.key(own.id, { scopes: ["agents:read", "agents:write"] }));
    assert.equal((await narrow.get(path(agent))).status, 403);
    assert.equal((await own.api.get(path(owner))).status, 200, "a key with all of an owner's scopes");
    assert.equal((await tenant.api.get(path(agent))).status, 404);

    // They join another tenant before the link is used: its session would be valid there too.
    const other = await app.tenant();
    await app.app.tenants.createUser({ email: agent.email, password: agent.password, tenantId: other.id, role: "owner" });
    assert.equal((await link(given.body.token)).status, 403);
    assert.equal((await admin.api.get(path(agent))).status, 403);
    const self = await agent.api.get("/api/v1/agents-management/login-link");
    await own.api.delete(`/api/v1/agents/${agent.agentId}`);
    assert.equal((await link(self.body.token)).status, 400, "suspended since: it is void");
  });

  const linkFor = async (api: TestTenant["api"], of: TestPerson) => {
    const given = await api.get(`/api/v1/agents-management/login-link?agentId=${of.agentId}`);
    assert.equal(given.status, 200, given.text);
    return given.body.token as string;
  };
  const enter = async (token: string) => {
    const used = await link(token);
    assert.equal(used.status, 200, used.text);
    return { ...used.body.session, api: sessionApi(app.url, used.headers.get("set-cookie")?.split(";", 1)[0] as string) };
  };

  it("by another person gives a session that stays in the tenant, without the platform flag and personal settings", async () => {
    const [own, other] = [await app.tenant(), await app.tenant()];
    const agent = await app.person(own.id, { role: "agent" });
    const entered = await enter(await linkFor(own.api, agent));
    const mine = await enter((await agent.api.get("/api/v1/agents-management/login-link")).body.token);
    assert.equal(Date.parse(entered.expiresAt) - app.clock.now().getTime(), 8 * 3_600_000);
    assert.ok(Date.parse(mine.expiresAt) > Date.parse(entered.expiresAt), "one's own link is like signing in");
    // The person gains access to another tenant only now.
    await app.app.tenants.createUser({ email: agent.email, password: agent.password, tenantId: other.id, role: "owner" });
    const [here, there] = [(await own.api.get("/api/v1/me")).body.tenant.id, (await other.api.get("/api/v1/me")).body.tenant.id];
    const me = (await entered.api.get("/api/v1/me")).body;
    assert.deepEqual([me.tenant.id, me.user.platformAdmin, me.user.memberships.map((m: any) => m.tenantId)], [here, false, [here]]);
    assert.equal(me.scopes.includes("admin:read"), false);
    assert.equal((await entered.api.get("/api/v1/admin/members")).status, 403);
    assert.equal((await entered.api.post("/api/v1/auth/session/tenant", { tenantId: there })).status, 403);
    assert.equal((await entered.api.post("/api/v1/auth/session/tenant", { tenantId: here })).status, 200);
    const refused = [
      await entered.api.post("/api/v1/auth/password", { currentPassword: agent.password, password: "another long password" }),
      await entered.api.post("/api/v1/auth/two-factor", { password: agent.password }),
      await entered.api.post("/api/v1/auth/sessions/revoke-others"),
      await entered.api.get("/api/v1/auth/sessions"),
      await entered.api.get("/api/v1/agents-management/login-link"),
    ];
    assert.deepEqual(
      refused.map((answer) => [answer.status, answer.body.error.code]),
      refused.map(() => [403, "forbidden"]),
    );
    assert.equal((await entered.api.get("/api/v1/auth/session")).status, 200);
    assert.equal((await entered.api.get("/api/v1/conversations")).status, 200);
    assert.equal((await mine.api.get("/api/v1/me")).status, 401, "it would reach further than when it was made");
    const again = await enter((await agent.api.get("/api/v1/agents-management/login-link")).body.token);
    assert.equal((await again.api.post("/api/v1/auth/session/tenant", { tenantId: there })).status, 200);
    app.clock.advance(8 * 3_600_000);
    assert.equal((await entered.api.get("/api/v1/me")).status, 401);
  });

  it("by another person ends with the key or member that created it, and afterwards none of their links signs in", async () => {
    const own = await app.tenant();
    const [agent, admin] = [await app.person(own.id, { role: "agent" }), await app.person(own.id, { role: "admin" })];
    const expiresAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const me = (await own.api.get("/api/v1/me")).body;
    const made = (await own.api.post("/api/v1/api-keys", { name: "Links", scopes: me.scopes, expiresAt })).body;
    const key = app.api(made.key);
    const [byKey, byAdmin] = [await enter(await linkFor(key, agent)), await enter(await linkFor(admin.api, agent))];
    assert.equal(byKey.expiresAt, expiresAt, "no longer than the key");
    const late = await linkFor(key, agent);
    assert.equal((await own.api.delete(`/api/v1/api-keys/${made.id}`)).status, 200);
    assert.equal((await byKey.api.get("/api/v1/me")).status, 401);
    assert.equal((await link(late)).status, 403);
    assert.equal((await byAdmin.api.get("/api/v1/me")).status, 200);
    const lateToo = await linkFor(admin.api, agent);
    assert.equal((await own.api.patch(`/api/v1/members/${admin.agentId}`, { status: "suspended" })).status, 200);
    assert.equal((await byAdmin.api.get("/api/v1/me")).status, 401);
    assert.equal((await link(lateToo)).status, 403);
    assert.equal((await agent.api.get("/api/v1/me")).status, 200, "their own goes on");
  });
});
