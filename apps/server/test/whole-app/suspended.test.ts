/** A person suspended by their organization or by the platform is shown as such everywhere, and is given nothing by anybody or anything. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Fixture, makeFixture } from "../fixtures/fixtures.ts";
import { type Api, startTestApp, type TestApp, type TestPerson, type TestTenant } from "../harness.ts";
import { type Mailbox, startMailbox } from "../fakes/mailbox.ts";
import { operationsOf } from "../routes/route-operations.ts";
import { put, validBody, validParams } from "../routes/route-requests.ts";

let t: TestApp;
let mailbox: Mailbox;
let platform: TestTenant;

before(async () => {
  mailbox = await startMailbox();
  t = await startTestApp({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "parley@mail.test" } });
  platform = await t.tenant({ kind: "platform" });
});
after(async () => {
  await t?.stop();
  await mailbox?.close();
});

async function ok(asked: Promise<{ status: number; text: string; body: any }>): Promise<any> {
  const answer = await asked;
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

type By = "organization" | "platform";
const suspend = (by: By, own: TestTenant, person: TestPerson) =>
  by === "platform"
    ? ok(platform.api.post(`/api/v1/admin/users/${person.userId}/suspend`))
    : ok(own.api.patch(`/api/v1/members/${person.agentId}`, { status: "suspended" }));
const takeBack = (by: By, own: TestTenant, person: TestPerson) =>
  by === "platform"
    ? ok(platform.api.post(`/api/v1/admin/users/${person.userId}/unsuspend`))
    : ok(own.api.patch(`/api/v1/members/${person.agentId}`, { status: "active" }));

const lists = ["/api/v1/members", "/api/v1/agents", "/api/v1/agents-management", "/api/v1/admin/members"];

for (const by of ["organization", "platform"] as const) {
  describe(`a person suspended by the ${by}`, () => {
    it("is shown so, and found by it, in every list of people", async () => {
      const own = await t.tenant();
      const [person, colleague] = [await t.person(own.id, { role: "agent" }), await t.person(own.id, { role: "owner" })];
      const found = async (list: string, status: string) =>
        (await ok(own.api.get(`${list}?status=${status}`))).data.map((m: { id: string }) => m.id).sort();
      const check = async (suspended: boolean) => {
        for (const list of lists) {
          const label = `${list}, ${suspended}`;
          assert.deepEqual(await found(list, "suspended"), suspended ? [person.agentId] : [], label);
          assert.deepEqual(
            await found(list, "active"),
            (suspended ? [colleague] : [colleague, person]).map((p) => p.agentId).sort(),
            label,
          );
          const row = (await ok(own.api.get(list))).data.find((m: { id: string }) => m.id === person.agentId);
          assert.deepEqual([row.status, row.suspendedBy], suspended ? ["suspended", by] : ["active", null], label);
        }
        for (const list of ["/api/v1/members", "/api/v1/agents"])
          assert.equal((await ok(own.api.get(`${list}/${person.agentId}`))).status, suspended ? "suspended" : "active");
        const stats = (await ok(own.api.get("/api/v1/admin/stats"))).members;
        assert.deepEqual(stats, suspended ? { active: 1, suspended: 1 } : { active: 2, suspended: 0 });
      };
      await check(false);
      await suspend(by, own, person);
      await check(true);
      await takeBack(by, own, person);
      await check(false);
    });

    it("is locked out: sessions and links end, even for when they come back", async () => {
      const own = await t.tenant();
      const [person, owner] = [await t.person(own.id, { role: "agent" }), await t.person(own.id, { role: "owner" })];
      const link = await ok(owner.api.get(`/api/v1/agents-management/login-link?agentId=${person.agentId}`));
      const use = (token: string) => t.api(null).post("/api/v1/auth/login-link", { token });
      await suspend(by, own, person);
      assert.equal((await person.api.get("/api/v1/me")).status, 401);
      assert.equal((await own.api.get(`/api/v1/agents-management/login-link?agentId=${person.agentId}`)).status, 409);
      assert.equal((await t.api(null).post("/api/v1/auth/sign-in", { email: person.email, password: person.password })).status, 403);
      await takeBack(by, own, person);
      assert.equal((await person.api.get("/api/v1/me")).status, 401, "the session of before");
      assert.equal((await use(link.token)).status, 400, "the link of before");
      assert.equal((await t.api(null).post("/api/v1/auth/sign-in", { email: person.email, password: person.password })).status, 200);
    });

    it("loses the conversations waiting for a reply, and automatic assignment skips them, sticky or not", async () => {
      const own = await t.tenant();
      const channel = await t.channel(own);
      const [person, colleague] = [await t.person(own.id, { role: "agent" }), await t.person(own.id, { role: "agent" })];
      for (const one of [person, colleague]) await ok(one.api.post("/api/v1/agents/me/availability", { availability: "online" }));
      const settings = (strategy: string) =>
        ok(
          own.api.put("/api/v1/agent-settings", {
            autoAssign: { enabled: true, strategy, respectAvailability: false, sticky: true, maxPerAgent: 50 },
          }),
        );
      const customer = t.simulator.customer(`4477009${by === "platform" ? 1 : 2}0001`, "Ada");
      await customer.sendText(channel.externalId, "Hello");
      await t.drain();
      const [first] = (await ok(own.api.get("/api/v1/conversations"))).data;
      await ok(own.api.patch(`/api/v1/conversations/${first.id}`, { assigneeId: person.agentId }));
      await suspend(by, own, person);
      assert.equal((await ok(own.api.get(`/api/v1/conversations/${first.id}`))).assigneeId, null);
      for (const strategy of ["round_robin", "least_busy"]) {
        await settings(strategy);
        for (let i = 0; i < 4; i++)
          await t.simulator.customer(`44770${by.length}${strategy.length}${i}555`, `C${i}`).sendText(channel.externalId, "Hello");
        await customer.sendText(channel.externalId, "Still there?");
        await t.drain();
        const all = (await ok(own.api.get("/api/v1/conversations?limit=100"))).data;
        assert.ok(all.length >= 5);
        for (const conversation of all) assert.equal(conversation.assigneeId, colleague.agentId, strategy);
      }
    });
  });
}

describe("what the platform has suspended", () => {
  it("cannot be reactivated by an organization, whatever it requests; its own changes meanwhile take effect afterwards", async () => {
    const own = await t.tenant();
    const [person, owner] = [await t.person(own.id, { role: "agent" }), await t.person(own.id, { role: "owner" })];
    await suspend("platform", own, person);
    for (const api of [own.api, owner.api]) {
      for (const asked of [
        api.patch(`/api/v1/members/${person.agentId}`, { status: "active" }),
        api.patch(`/api/v1/agents/${person.agentId}`, { status: "active" }),
        api.put(`/api/v1/agents-management/${person.agentId}`, { status: "active", name: "Ada" }),
      ]) {
        const response = await asked;
        assert.deepEqual([response.status, response.body.error?.code], [403, "forbidden"], response.text);
      }
      assert.equal((await api.post(`/api/v1/admin/users/${person.userId}/unsuspend`)).status, 403);
    }
    assert.equal((await ok(own.api.patch(`/api/v1/members/${person.agentId}`, { role: "supervisor", name: "Ada" }))).status, "suspended");
    await ok(own.api.patch(`/api/v1/members/${person.agentId}`, { status: "suspended" }));
    await takeBack("platform", own, person);
    const now = await ok(own.api.get(`/api/v1/members/${person.agentId}`));
    assert.deepEqual([now.status, now.suspendedBy, now.role, now.name], ["suspended", "organization", "supervisor", "Ada"]);
    assert.equal((await ok(own.api.patch(`/api/v1/members/${person.agentId}`, { status: "active" }))).status, "active");
  });

  it("is suspended in all their organizations, including those that they join or return to meanwhile", async () => {
    const [a, b, c] = [await t.tenant(), await t.tenant(), await t.tenant()];
    const person = await t.person(a.id, { role: "agent" });
    await t.app.tenants.createUser({ email: person.email, password: person.password, tenantId: b.id, role: "viewer" });
    await ok(b.api.delete(`/api/v1/members/${person.agentId}`));
    await suspend("platform", a, person);
    for (const own of [b, c]) {
      await ok(own.api.post("/api/v1/invitations", { email: person.email, role: "agent" }));
      await t.drain();
      await ok(t.api(null).post("/api/v1/auth/invitations/accept", { token: mailbox.last(person.email).token }));
    }
    for (const own of [a, b, c]) assert.equal((await ok(own.api.get(`/api/v1/members/${person.agentId}`))).suspendedBy, "platform");
    await ok(a.api.delete(`/api/v1/members/${person.agentId}`));
    await takeBack("platform", a, person);
    for (const own of [b, c]) assert.equal((await ok(own.api.get(`/api/v1/members/${person.agentId}`))).status, "active");
    assert.equal((await a.api.get(`/api/v1/members/${person.agentId}`)).status, 404, "removed stays removed");
  });
});

describe("a person who does not work here is given nothing", () => {
  let fixture: Fixture;
  const gone: Record<string, TestPerson> = {};
  before(async () => {
    fixture = await makeFixture(t);
    for (const by of ["organization", "platform"] as const) {
      const person = await t.person(fixture.tenant.id, { role: "agent" });
      gone[`suspended by the ${by}`] = person;
      await suspend(by, fixture.tenant, person);
    }
    gone["removed"] = await t.person(fixture.tenant.id, { role: "agent" });
    await ok(fixture.api.delete(`/api/v1/members/${gone["removed"].agentId}`));
  });

  /** Places where a body names a person who is to receive something: all operations, found by field names, at any depth. */
  const names = new Set(["assigneeId", "ownerId"]);
  function placesOf(body: any, at: string[] = []): string[][] {
    if (body === null || typeof body !== "object") return [];
    if (body.items !== undefined) return placesOf(body.items, [...at, "[]"]);
    const own = Object.entries(body.properties ?? {}).flatMap(([name, schema]) =>
      names.has(name) ? [[...at, name]] : placesOf(schema, [...at, name]),
    );
    const others = [body.anyOf, body.oneOf, body.allOf].flatMap((all: any[] = []) => all.flatMap((one) => placesOf(one, at)));
    return [...new Map([...own, ...others].map((place) => [place.join(), place])).values()];
  }
  const schemaOf = (document: any, id: string): any => {
    for (const item of Object.values(document.paths) as any[])
      for (const operation of Object.values(item) as any[]) {
        if (operation.operationId !== id) continue;
        const schema = operation.requestBody?.content?.["application/json"]?.schema;
        return schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1)];
      }
  };

  it("by any operation that names an assignee or an owner", async () => {
    const tried: string[] = [];
    // Created anew on each access.
    const document = t.app.openapi;
    for (const operation of operationsOf(document)) {
      for (const place of placesOf(schemaOf(document, operation.id))) {
        // All are refused, so nothing is used up.
        const params = await validParams(operation, fixture);
        for (const [why, person] of Object.entries(gone)) {
          const path = operation.path.replaceAll(/:(\w+)|\{(\w+)\}/g, (_whole, a, b) =>
            encodeURIComponent(String((params as any)[a ?? b])),
          );
          const body = put(structuredClone(validBody(operation, fixture) ?? {}), place, person.agentId);
          const response = await fixture.api.request(operation.method, `/api/v1${path}`, {
            body: JSON.stringify(body),
            headers: { "content-type": "application/json" },
          });
          const description = `${operation.id} ${place.join(".")}, ${why}: ${response.text.slice(0, 300)}`;
          assert.ok([404, 422].includes(response.status), description);
          tried.push(`${operation.id} ${place.join(".")}`);
        }
      }
    }
    // A wrong schema or name would make this pass for ever.
    for (const id of [
      "updateConversation assigneeId",
      "createTicket assigneeId",
      "updateTicket assigneeId",
      "createDeal ownerId",
      "updateContact ownerId",
    ])
      assert.ok(tried.includes(id), `${id} is not among ${[...new Set(tried)].join(", ")}`);
  });

  it("by a follow-up of a ticket that was theirs, nor by what was set up for them: macros, flows, imports", async () => {
    const own = await t.tenant();
    const person = await t.person(own.id, { role: "agent" });
    const api: Api = own.api;
    const channel = await t.channel(own);
    const ticket = await ok(api.post("/api/v1/tickets", { subject: "Lamp", assigneeId: person.agentId }));
    for (const status of ["in_progress", "resolved", "closed"]) await ok(api.patch(`/api/v1/tickets/${ticket.id}`, { status }));
    const macro = await ok(api.post("/api/v1/macros", { name: "Take", actions: [{ type: "assign", assigneeId: person.agentId }] }));
    await t.simulator.customer("447700955001", "Ada").sendText(channel.externalId, "Hello");
    await t.drain();
    const [conversation] = (await ok(api.get("/api/v1/conversations"))).data;
    await suspend("platform", own, person);
    assert.equal((await ok(api.post(`/api/v1/tickets/${ticket.id}/follow-up`, {}))).assigneeId, null);
    const ran = await api.post(`/api/v1/macros/${macro.id}/run`, { conversationId: conversation.id });
    assert.ok([404, 409, 422].includes(ran.status), ran.text);
    await ok(api.post("/api/v1/contacts/imports", { csv: `name,phone,ownerId\nBea,+447700955002,${person.agentId}\n` }));
    await t.drain();
    for (const list of ["/api/v1/conversations", "/api/v1/contacts"])
      for (const row of (await ok(api.get(list))).data) assert.ok((row.assigneeId ?? row.ownerId ?? null) === null, JSON.stringify(row));
  });
});

describe("an invited person", () => {
  it("can be edited before they accept, at either address, and joins with the last edits", async () => {
    const own = await t.tenant();
    const channel = await t.channel(own);
    const division = (await ok(own.api.post("/api/v1/agents/divisions", { name: "Returns" }))).id;
    const email = `invited-${own.id.slice(-8)}@people.test`;
    const invited = await ok(
      own.api.post("/api/v1/agents", { name: "Ada", email, role: "viewer", skills: ["old"], maxOpenConversations: 2 }),
    );
    const edits = {
      name: "Ada Lovelace",
      role: "supervisor",
      divisionIds: [division],
      channelIds: [channel.id],
      skills: ["returns"],
      languages: ["en"],
      maxOpenConversations: 9,
      signature: "Ada",
      avatarUrl: "https://pictures.example/ada.png",
    };
    for (const [field, value] of Object.entries(edits)) {
      const mount = field.length % 2 === 0 ? "agents" : "agents-management";
      const edited = await ok(own.api.patch(`/api/v1/${mount}/${invited.id}`, { [field]: value }));
      assert.deepEqual([edited.status, edited[field]], ["invited", value], field);
    }
    await t.drain();
    await ok(t.api(null).post("/api/v1/auth/invitations/accept", { token: mailbox.last(email).token, password: "correct horse battery" }));
    const agent = await ok(own.api.get(`/api/v1/agents/${invited.id}`));
    assert.equal(agent.status, "active");
    for (const [field, value] of Object.entries(edits)) assert.deepEqual(agent[field], value, field);
  });

  it("belongs to their divisions: these are not empty, and moving them moves the invited person", async () => {
    const own = await t.tenant();
    const [from, to, both] = await Promise.all(
      ["From", "To", "Both"].map(async (name) => (await ok(own.api.post("/api/v1/agents/divisions", { name }))).id as string),
    );
    const email = (n: number) => `division-${n}-${own.id.slice(-8)}@people.test`;
    const one = await ok(own.api.post("/api/v1/agents", { name: "Ada", email: email(1), divisionIds: [from, both] }));
    const two = await ok(own.api.post("/api/v1/agents", { name: "Bea", email: email(2), divisionIds: [from, to] }));
    const gone = await ok(own.api.post("/api/v1/agents", { name: "Cy", email: email(3), divisionIds: [both] }));
    await ok(own.api.delete(`/api/v1/agents/${gone.id}`));
    const path = (id: string | undefined) => `/api/v1/agents/divisions/${id}`;
    assert.deepEqual([(await ok(own.api.get(path(from)))).memberCount, (await ok(own.api.get(path(both)))).memberCount], [2, 1]);
    assert.equal((await ok(own.api.get(`/api/v1/agents?divisionId=${from}`))).data.length, 2);
    const refused = await own.api.delete(path(from));
    assert.deepEqual([refused.status, refused.body.error.code], [409, "conflict"], refused.text);
    await ok(own.api.delete(`${path(from)}?moveTo=${to}`));
    const divisionsOf = async (id: string) => (await ok(own.api.get(`/api/v1/agents/${id}`))).divisionIds.sort();
    assert.deepEqual(await divisionsOf(one.id), [both, to].sort());
    assert.deepEqual(await divisionsOf(two.id), [to]);
    await t.drain();
    await ok(
      t.api(null).post("/api/v1/auth/invitations/accept", { token: mailbox.last(email(1)).token, password: "correct horse battery" }),
    );
    assert.deepEqual(await divisionsOf(one.id), [both, to].sort());
    await ok(own.api.delete(`/api/v1/agents/${two.id}`));
    await ok(own.api.delete(`/api/v1/members/${one.id}`));
    await ok(own.api.delete(path(to)));
  });
});
