import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import type { TestDatabase } from "@parley/database/testing";
import { eventually } from "../../../../test/eventually.ts";
import { sessionApi, startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { openTransaction, patientDatabase, untilWaiting } from "../../../../test/database/locks.ts";

let database: TestDatabase;
let app: TestApp;
let other: TestApp;
let tenant: TestTenant;

before(async () => {
  database = await patientDatabase();
  app = await startTestApp({ database });
  other = await startTestApp({ sharing: app });
  tenant = await app.tenant();
});
after(async () => {
  await other?.stop();
  await app?.stop();
  await database?.drop();
});

const path = (person: { agentId: string }) => `/api/v1/members/${person.agentId}`;

describe("a tenant's members", () => {
  it("are listed in pages, by role and status, and found by either of their ids", async () => {
    const own = await app.tenant();
    const people = [];
    for (const role of ["owner", "agent", "agent"] as const) {
      app.clock.advance(1_000);
      people.unshift(await app.person(own.id, { role }));
    }
    const first = await own.api.get("/api/v1/members?limit=2");
    const second = await own.api.get(`/api/v1/members?limit=2&cursor=${first.body.pageInfo.nextCursor}`);
    const all = [...first.body.data, ...second.body.data];
    assert.deepEqual(
      all.map((m: { id: string }) => m.id),
      people.map((p) => p.agentId),
    );
    assert.equal(second.body.pageInfo.hasNextPage, false);
    assert.deepEqual(all[0], (await own.api.get(`/api/v1/members/${people[0]?.userId}`)).body);
    assert.deepEqual([all[0].updatedAt, all[0].status, all[0].email], [null, "active", people[0]?.email]);
    assert.equal((await own.api.get("/api/v1/members?role=agent")).body.data.length, 2);
    assert.equal((await own.api.get("/api/v1/members?status=suspended")).body.data.length, 0);
    assert.equal((await own.api.get("/api/v1/members?role=boss")).status, 400);
    assert.equal((await tenant.api.get(`/api/v1/members/${people[0]?.agentId}`)).status, 404, "another tenant's");
  });

  it("are changed only by members at or above their level, and nobody promotes themselves", async () => {
    const own = await app.tenant();
    const [owner, admin, agent] = [
      await app.person(own.id, { role: "owner" }),
      await app.person(own.id, { role: "admin" }),
      await app.person(own.id, { role: "agent" }),
    ];
    const forbidden = async (answer: Promise<{ status: number; body: any }>, what: string) => {
      const { status, body } = await answer;
      assert.deepEqual([status, body.error.code], [403, "forbidden"], what);
    };
    await forbidden(admin.api.patch(path(owner), { role: "agent" }), "an owner by an admin");
    await forbidden(admin.api.patch(path(owner), { name: "Fool" }), "an owner's name by an admin");
    await forbidden(admin.api.patch(path(admin), { role: "owner" }), "oneself, upwards");
    await forbidden(admin.api.patch(path(agent), { role: "owner" }), "somebody above oneself");
    assert.equal((await agent.api.patch(path(agent), { role: "admin" })).body.error.code, "insufficient_scope");
    const raised = await admin.api.patch(path(agent), { role: "supervisor", name: " Ada " });
    assert.deepEqual([raised.status, raised.body.role, raised.body.name], [200, "supervisor", "Ada"]);
    assert.equal(raised.body.updatedAt, app.clock.now().toISOString());
    assert.equal((await agent.api.get("/api/v1/me")).body.user.role, "supervisor", "from the next request on");
    assert.equal((await owner.api.patch(path(admin), { role: "owner" })).status, 200);
    assert.equal((await admin.api.patch(path(admin), { role: "viewer" })).status, 200, "oneself, downwards");

    const key = app.api(await app.key(own.id, { scopes: ["agents:read", "agents:write", "conversations:read"] }));
    await forbidden(key.patch(path(agent), { role: "viewer" }), "a supervisor, by a key that lacks what the role has");
    assert.equal((await own.api.patch(path(agent), { role: "owner" })).status, 200, "a key that has it all");
    for (const [body, field, issue] of [
      [{ role: "boss" }, "role", "unknown_value"],
      [{ status: "removed" }, "status", "unknown_value"],
      [{ name: "" }, "name", "too_short"],
      [{ name: " " }, "name", "too_short"],
    ] as const) {
      assert.deepEqual((await owner.api.patch(path(agent), body)).body.error.details, [{ field, issue }]);
    }
    for (const id of [unknownId("agt"), unknownId("usr"), "x"]) {
      assert.equal((await owner.api.patch(`/api/v1/members/${id}`, { role: "boss" })).status, 404, "404 comes before 400");
      assert.equal((await owner.api.delete(`/api/v1/members/${id}`)).status, 404);
    }
  });

  it("keep an active owner: the last one cannot be demoted, suspended or removed by anybody", async () => {
    const own = await app.tenant();
    const owner = await app.person(own.id, { role: "owner" });
    const second = await app.person(own.id, { role: "owner" });
    assert.equal((await owner.api.patch(path(second), { status: "suspended" })).status, 200);
    for (const api of [owner.api, own.api]) {
      for (const body of [{ role: "admin" }, { status: "suspended" }]) {
        const refused = await api.patch(path(owner), body);
        assert.deepEqual([refused.status, refused.body.error.code], [409, "last_owner"], JSON.stringify(body));
      }
      assert.equal((await api.delete(path(owner))).body.error.code, "last_owner");
    }
    assert.equal((await owner.api.patch(path(owner), { name: "Still here" })).status, 200);
    assert.equal((await owner.api.patch(path(second), { status: "active" })).status, 200);
    assert.equal((await owner.api.delete(path(owner))).status, 200, "now there is another one");
    assert.equal((await owner.api.get("/api/v1/me")).status, 401);
  });

  it("keep an owner while the platform has suspended all of them", async () => {
    const own = await app.tenant();
    const [platform, owner] = [await app.tenant({ kind: "platform" }), await app.person(own.id, { role: "owner" })];
    const suspend = async (person: typeof owner) =>
      assert.equal((await platform.api.post(`/api/v1/admin/users/${person.userId}/suspend`)).status, 200);
    await suspend(owner);
    for (const body of [{ role: "admin" }, { status: "suspended" }]) {
      const refused = await own.api.patch(path(owner), body);
      assert.deepEqual([refused.status, refused.body.error?.code], [409, "last_owner"], JSON.stringify(body));
    }
    assert.equal((await own.api.delete(path(owner))).body.error?.code, "last_owner");
    assert.equal((await own.api.patch(path(owner), { name: "Still here" })).status, 200);

    const second = await app.person(own.id, { role: "owner" });
    await suspend(second);
    assert.equal((await own.api.patch(path(owner), { role: "agent" })).status, 200, "the other one is still an owner");
    assert.equal((await own.api.delete(path(second))).body.error?.code, "last_owner");
    assert.equal((await platform.api.post(`/api/v1/admin/users/${second.userId}/unsuspend`)).status, 200);
    const owners = await own.api.get("/api/v1/members?role=owner&status=active");
    assert.deepEqual(
      owners.body.data.map((member: { id: string }) => member.id),
      [second.agentId],
    );
  });

  it("keep an active owner when the other owner is one whom the platform has suspended", async () => {
    const own = await app.tenant();
    const platform = await app.tenant({ kind: "platform" });
    const [owner, second] = [await app.person(own.id, { role: "owner" }), await app.person(own.id, { role: "owner" })];
    assert.equal((await platform.api.post(`/api/v1/admin/users/${second.userId}/suspend`)).status, 200);
    assert.equal((await own.api.delete(path(owner))).body.error?.code, "last_owner");
    assert.equal((await owner.api.delete(path(second))).status, 200);
  });

  it("keep an active owner even if two owners demote, remove or suspend each other at the same time", async () => {
    for (let round = 0; round < 6; round++) {
      const own = await app.tenant();
      const [one, two] = [await app.person(own.id, { role: "owner" }), await app.person(own.id, { role: "owner" })];
      const far = sessionApi(other.url, two.cookie);
      // Both requests have been authorized as owners before the first of them decides.
      const held = await openTransaction(database);
      await held.query("select 1 from members where tenant_id = $1 for update", [own.id]);
      const asked =
        round % 3 === 0
          ? [one.api.patch(path(two), { role: "agent" }), far.patch(path(one), { role: "agent" })]
          : round % 3 === 1
            ? [one.api.delete(path(two)), far.delete(path(one))]
            : [one.api.patch(path(one), { status: "suspended" }), far.patch(path(two), { role: "viewer" })];
      await untilWaiting(database, 2);
      await held.release();
      const responses = await Promise.all(asked);
      assert.equal(responses.filter(({ status }) => status === 200).length, 1, responses.map(({ text }) => text).join("\n"));
      const lost = responses.find(({ status }) => status !== 200);
      assert.deepEqual([lost?.status, lost?.body.error.code], [409, "last_owner"]);
      const owners = await own.api.get("/api/v1/members?role=owner&status=active");
      assert.equal(owners.body.data.length, 1);
    }
  });

  it("who were demoted can decide nothing any more, even before their session is updated", async () => {
    const own = await app.tenant();
    const [owner, admin, agent] = [
      await app.person(own.id, { role: "owner" }),
      await app.person(own.id, { role: "admin" }),
      await app.person(own.id, { role: "agent" }),
    ];
    assert.equal((await sessionApi(other.url, admin.cookie).get("/api/v1/me")).status, 200);
    // Without a wake-up, so that no process's cache is cleared.
    await withClient(app.database.admin, (client) =>
      client.query("update members set role = 'viewer' where tenant_id = $1 and email = $2", [own.id, admin.email]),
    );
    const refused = await sessionApi(other.url, admin.cookie).patch(path(agent), { role: "admin" });
    assert.equal(refused.status, 403);
    assert.equal((await owner.api.get(path(agent))).body.role, "agent");
  });

  it("who are suspended or removed lose access immediately on every process, and their conversations are unassigned", async () => {
    const own = await app.tenant();
    const channel = await app.channel(own);
    const owner = await app.person(own.id, { role: "owner" });
    const agent = await app.person(own.id, { role: "agent" });
    await app.simulator.customer("447700988001", "Waiting").sendText(channel.externalId, "Hello?");
    await app.drain();
    const [conversation] = (await own.api.get("/api/v1/conversations")).body.data;
    const assign = () => owner.api.patch(`/api/v1/conversations/${conversation.id}`, { assigneeId: agent.agentId });
    assert.equal((await assign()).body.assigneeId, agent.agentId);
    const far = sessionApi(other.url, agent.cookie);
    assert.equal((await far.get("/api/v1/me")).status, 200);

    assert.equal((await owner.api.patch(path(agent), { status: "suspended" })).status, 200);
    assert.equal((await agent.api.get("/api/v1/me")).status, 401);
    await eventually("the other process heard of it", async () => (await far.get("/api/v1/me")).status === 401);
    const after = await own.api.get(`/api/v1/conversations/${conversation.id}`);
    assert.equal(after.body.assigneeId, null);
    const events = (await own.api.get("/api/v1/events?limit=100&after=")).body.data;
    const event = events.filter((e: { type: string }) => e.type === "conversation.assigned").at(-1);
    assert.deepEqual([event.data.assigneeId, event.data.previousAssigneeId], [null, agent.agentId]);
    assert.equal((await assign()).status, 404, "nothing is given to somebody suspended");
    const refused = await app.api(null).post("/api/v1/auth/sign-in", { email: agent.email, password: agent.password });
    assert.equal(refused.status, 403);

    assert.equal((await owner.api.patch(path(agent), { status: "active" })).status, 200);
    assert.equal((await assign()).status, 200);
    assert.equal((await owner.api.delete(path(agent), { "idempotency-key": "gone" })).status, 200);
    const replayed = await owner.api.delete(path(agent), { "idempotency-key": "gone" });
    assert.deepEqual([replayed.status, replayed.headers.get("idempotency-replayed")], [200, "true"]);
    assert.equal((await owner.api.delete(path(agent))).status, 404);
    assert.equal((await own.api.get(`/api/v1/conversations/${conversation.id}`)).body.assigneeId, null);
    const audit = await withClient(
      app.database.admin,
      async (admin) =>
        (
          await admin.query("select action, actor_kind, changes from audit_entries where tenant_id = $1 and target_id = $2 order by id", [
            own.id,
            agent.agentId,
          ])
        ).rows,
    );
    assert.deepEqual(
      audit.map((row) => [row.action, row.actor_kind, row.changes.status]),
      [
        ["member.updated", "member", { from: "active", to: "suspended" }],
        ["member.updated", "member", { from: "suspended", to: "active" }],
        ["member.removed", "member", { from: "active", to: "removed" }],
      ],
    );
  });
});

describe("a conversation reopened long after it was resolved", () => {
  it("goes back to its assignee, or to nobody if they have left since", async () => {
    const own = await app.tenant();
    const channel = await app.channel(own);
    const [left, stays] = [await app.person(own.id, { role: "agent" }), await app.person(own.id, { role: "agent" })];
    const of = new Map<string, string>();
    for (const [i, { agentId }] of [left, stays].entries()) {
      await app.simulator.customer(`44770098801${i}`, "Long ago").sendText(channel.externalId, "Hello?");
      await app.drain();
      const [{ id }] = (await own.api.get("/api/v1/conversations?status=open")).body.data;
      of.set(agentId, `/api/v1/conversations/${id}`);
      const resolved = await own.api.patch(`/api/v1/conversations/${id}`, { assigneeId: agentId, status: "resolved" });
      assert.deepEqual([resolved.status, resolved.body.assigneeId], [200, agentId], resolved.text);
    }
    app.clock.advance(31 * 86_400_000);
    const suspended = await own.api.patch(path(left), { status: "suspended" });
    assert.equal(suspended.status, 200, suspended.text);
    const reopen = async (agentId: string) => (await own.api.patch(of.get(agentId) as string, { status: "open" })).body;
    assert.deepEqual([(await reopen(stays.agentId)).assigneeId, (await reopen(left.agentId)).assigneeId], [stays.agentId, null]);
    const unassigned = (await own.api.get("/api/v1/conversations?unassigned=true")).body.data;
    assert.deepEqual(
      unassigned.map((c: { id: string }) => `/api/v1/conversations/${c.id}`),
      [of.get(left.agentId)],
    );
    const events = (await own.api.get("/api/v1/events?limit=100&after=")).body.data;
    const { assigneeId, previousAssigneeId } = events.filter((e: { type: string }) => e.type === "conversation.assigned").at(-1).data;
    assert.deepEqual([assigneeId, previousAssigneeId], [null, left.agentId]);
    const [change] = (await own.api.get(`${of.get(left.agentId)}/activity`)).body.data;
    assert.deepEqual(change.changes.assigneeId, { from: left.agentId, to: null });
  });
});

describe("a member's message", () => {
  it("has the member as its author, and replying takes over an unassigned conversation", async () => {
    const own = await app.tenant();
    const channel = await app.channel(own);
    const [agent, colleague] = [await app.person(own.id, { role: "agent" }), await app.person(own.id, { role: "agent" })];
    await app.simulator.customer("447700988002", "Asking").sendText(channel.externalId, "Hello?");
    await app.drain();
    const [conversation] = (await own.api.get("/api/v1/conversations")).body.data;
    const note = await agent.api.post(`/api/v1/conversations/${conversation.id}/notes`, { text: "A regular." });
    assert.deepEqual(note.body.author, { kind: "member", id: agent.agentId });
    const send = (api: typeof agent.api, text: string) =>
      api.post("/api/v1/messages", { channelId: channel.id, to: "447700988002", type: "text", text });
    assert.equal((await send(own.api, "From a key")).status, 200);
    const state = () => own.api.get(`/api/v1/conversations/${conversation.id}`);
    assert.equal((await state()).body.assigneeId, null, "a key takes nothing");
    const answered = await send(agent.api, "Good morning");
    assert.equal(answered.status, 200, answered.text);
    assert.deepEqual(answered.body.author, { kind: "member", id: agent.agentId });
    assert.equal((await state()).body.assigneeId, agent.agentId);
    assert.equal((await send(colleague.api, "I help too")).status, 200);
    assert.equal((await state()).body.assigneeId, agent.agentId, "it stays whose it is");
    const events = (await own.api.get("/api/v1/events?limit=100&after=")).body.data;
    const assigned = events.filter((e: { type: string }) => e.type === "conversation.assigned");
    assert.deepEqual(
      assigned.map((e: { data: { assigneeId: string; previousAssigneeId: null } }) => [e.data.assigneeId, e.data.previousAssigneeId]),
      [[agent.agentId, null]],
    );
    const activity = (await own.api.get(`/api/v1/conversations/${conversation.id}/activity`)).body.data;
    assert.deepEqual(
      activity.map(({ changes, actor }: any) => [changes, actor]),
      [[{ assigneeId: { from: null, to: agent.agentId } }, { kind: "member", id: agent.agentId }]],
    );
    const resolved = await agent.api.patch(`/api/v1/conversations/${conversation.id}`, { status: "resolved" });
    assert.equal(resolved.body.resolvedBy, agent.agentId);
  });

  it("takes a conversation over from the chatbot: it becomes open and is assigned to the replier", async () => {
    const own = await app.tenant();
    const channel = await app.channel(own);
    const agent = await app.person(own.id, { role: "agent" });
    await app.simulator.customer("447700988003", "Bot's").sendText(channel.externalId, "Hello?");
    await app.drain();
    const [conversation] = (await own.api.get("/api/v1/conversations")).body.data;
    const giveToBot = () =>
      withClient(app.database.admin, (admin) =>
        admin.query("update conversations set status = 'pending', pending_reason = 'bot', handled_by = 'bot' where tenant_id = $1", [
          own.id,
        ]),
      );
    await giveToBot();
    const sent = await agent.api.post("/api/v1/messages", { channelId: channel.id, to: "447700988003", type: "text", text: "Me now" });
    assert.equal(sent.status, 200, sent.text);
    const { body } = await own.api.get(`/api/v1/conversations/${conversation.id}`);
    assert.deepEqual([body.status, body.pendingReason, body.handledBy, body.assigneeId], ["open", null, "human", agent.agentId]);
    const events = (await own.api.get("/api/v1/events?limit=100&after=")).body.data;
    const updated = events.filter((e: { type: string }) => e.type === "conversation.updated").at(-1);
    const opened = { status: { from: "pending", to: "open" }, pendingReason: { from: "bot", to: null } };
    assert.deepEqual(updated.data.changes, opened);
    const activity = async () =>
      (await own.api.get(`/api/v1/conversations/${conversation.id}/activity`)).body.data.map((row: any) => [row.changes, row.actor.kind]);
    const byMember = [{ assigneeId: { from: null, to: agent.agentId }, ...opened }, "member"];
    assert.deepEqual(await activity(), [byMember]);
    // A key that acts for a person takes it from the chatbot too; it stays the member's.
    await giveToBot();
    app.clock.advance(1_000);
    const other = { channelId: channel.id, to: "447700988003", type: "text", text: "For her", humanAgent: true };
    assert.equal((await own.api.post("/api/v1/messages", other)).status, 200);
    assert.deepEqual(await activity(), [[opened, "api"], byMember]);
  });
});
