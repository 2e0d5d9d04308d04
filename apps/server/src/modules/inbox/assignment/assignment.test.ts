import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { createLog } from "#platform/log/log.ts";
import { startTestApp, type TestApp, type TestPerson, type TestTenant } from "../../../../test/harness.ts";
import { createAssignmentModule } from "./index.ts";

let app: TestApp;
let serial = 0;
before(async () => {
  app = await startTestApp();
});
after(() => app?.stop());

const settings = (of: TestTenant, body: object) => of.api.request("PUT", "/api/v1/agent-settings", { body: JSON.stringify(body) });
const assigning = (of: TestTenant, more: object = {}) => settings(of, { autoAssign: { enabled: true, ...more } });

async function online(of: TestTenant, fields: object = {}): Promise<TestPerson> {
  const person = await app.person(of.id, { role: "agent" });
  const set = await of.api.patch(`/api/v1/agents/${person.agentId}`, { availability: "online", ...fields });
  assert.equal(set.status, 200, set.text);
  return person;
}

const phone = () => `4477009870${String(++serial).padStart(2, "0")}`;

/** Advances the clock first, so that whoever writes first has waited longest. */
async function write(channel: { externalId: string }, from = phone()): Promise<string> {
  app.clock.advance(1_000);
  await app.simulator.customer(from, `Customer ${from}`).sendText(channel.externalId, "Hello?");
  return from;
}

const conversations = async (of: TestTenant) => (await of.api.get("/api/v1/conversations?sort=createdAt&limit=100")).body.data.reverse();
const assignees = async (of: TestTenant) => (await conversations(of)).map((c: { assigneeId: string | null }) => c.assigneeId);

describe("assignment", () => {
  it("assigns the longest wait first, to the agent whose turn it is, up to their capacity, with event, activity and notification", async () => {
    const own = await app.tenant();
    const channel = await app.channel(own);
    const [a, b] = [await online(own, { maxOpenConversations: 2 }), await online(own)];
    await app.person(own.id, { role: "agent" });
    const viewer = await app.person(own.id, { role: "viewer" });
    await own.api.patch(`/api/v1/agents/${viewer.agentId}`, { availability: "online" });
    for (let i = 0; i < 5; i++) await write(channel);
    await app.drain();
    assert.deepEqual(await assignees(own), [null, null, null, null, null], "off unless it is switched on");
    await assigning(own, { maxPerAgent: 2 });
    await app.drain();
    const [first, second] = [a, b].map((p) => p.agentId).sort();
    assert.deepEqual(await assignees(own), [first, second, first, second, null], "nobody has more capacity, or is online, or may answer");
    const [conversation] = await conversations(own);
    const [activity] = (await own.api.get(`/api/v1/conversations/${conversation.id}/activity`)).body.data;
    assert.deepEqual([activity.changes, activity.actor], [{ assigneeId: { from: null, to: first } }, { kind: "system", id: "assignment" }]);
    const events = (await own.api.get("/api/v1/events?limit=100&after=&type=conversation.assigned")).body.data;
    assert.deepEqual(
      events.map((e: { data: { assigneeId: string } }) => e.data.assigneeId),
      [first, second, first, second],
    );
    assert.equal((await own.api.get(`/api/v1/notifications?memberId=${first}`)).body.data.length, 2);
    await app.drain();
    assert.equal(
      (await own.api.get("/api/v1/events?limit=100&after=&type=conversation.assigned")).body.data.length,
      4,
      "again changes nothing",
    );

    await own.api.patch(`/api/v1/conversations/${conversation.id}`, { status: "resolved" });
    await app.drain();
    assert.deepEqual((await assignees(own)).at(-1), first, "there is capacity again");
  });

  it("respects channels, divisions, availability, business hours and the customer's previous agent", async () => {
    const own = await app.tenant();
    const [one, two] = [await app.channel(own), await app.channel(own)];
    const parent = (await own.api.post("/api/v1/agents/divisions", { name: "Parent" })).body.id;
    const child = (await own.api.post("/api/v1/agents/divisions", { name: "Child", parent_division_id: parent })).body.id;
    const general = await online(own, { channelIds: [one.id] });
    const special = await online(own, { divisionIds: [parent], channelIds: [two.id] });
    const away = await online(own, { availability: "away" });
    const known = await write(one);
    await write(two);
    await write(two);
    await app.drain();
    const [, , third] = await conversations(own);
    await own.api.patch(`/api/v1/conversations/${third.id}`, { divisionId: child });
    const monday = { timezone: "Europe/Berlin", weekly: [], holidays: [] };
    await settings(own, { businessHours: monday });
    await assigning(own);
    await app.drain();
    assert.deepEqual(await assignees(own), [null, null, null], "outside of business hours");
    await settings(own, { businessHours: null });
    await app.drain();
    assert.deepEqual(await assignees(own), [general.agentId, special.agentId, special.agentId]);

    // The customer returns in a new conversation, long after the first was resolved.
    const [first] = await conversations(own);
    await own.api.patch(`/api/v1/agents/${away.agentId}`, { availability: "online" });
    await own.api.patch(`/api/v1/conversations/${first.id}`, { status: "resolved" });
    await settings(own, { offlineAfterMinutes: 1_440 });
    app.clock.advance(25 * 3_600_000);
    for (const person of [general, away]) await own.api.patch(`/api/v1/agents/${person.agentId}`, { availability: "online" });
    await write(one, known);
    await app.drain();
    const back = (await conversations(own)).at(-1);
    assert.deepEqual([back.id === first.id, back.assigneeId], [false, general.agentId], "sticky, though it was another's turn");
  });

  it("with reassignOnOffline, reassigns customers waiting for an absent agent when another agent is available", async () => {
    const own = await app.tenant();
    const channel = await app.channel(own);
    const gone = await online(own);
    await assigning(own);
    const customer = await write(channel);
    await app.drain();
    const of = async () => (await assignees(own))[0];
    assert.equal(await of(), gone.agentId);
    await own.api.patch(`/api/v1/agents/${gone.agentId}`, { availability: "offline" });
    const there = await online(own, { maxOpenConversations: 0 });
    await app.drain();
    assert.equal(await of(), gone.agentId, "off unless it is switched on");
    await assigning(own, { reassignOnOffline: true });
    await app.drain();
    assert.equal(await of(), gone.agentId, "nobody else has capacity");
    await own.api.patch(`/api/v1/agents/${there.agentId}`, { maxOpenConversations: 5 });
    await own.api.post("/api/v1/messages", { channelId: channel.id, to: customer, type: "text", text: "A moment" });
    await app.drain();
    assert.equal(await of(), gone.agentId, "the customer does not wait");
    await write(channel, customer);
    await app.drain();
    assert.equal(await of(), there.agentId);
    const [conversation] = await conversations(own);
    const [activity] = (await own.api.get(`/api/v1/conversations/${conversation.id}/activity`)).body.data;
    assert.deepEqual(activity.changes, { assigneeId: { from: gone.agentId, to: there.agentId } });
    const events = (await own.api.get("/api/v1/events?limit=100&after=&type=conversation.assigned")).body.data;
    assert.deepEqual(
      events.map((e: { data: { previousAssigneeId: string | null } }) => e.data.previousAssigneeId),
      [null, gone.agentId],
    );
  });

  it("with reassignOnOffline, looks past a hundred conversations that nobody online may take", async () => {
    const own = await app.tenant();
    const [one, two] = [await app.channel(own), await app.channel(own)];
    const gone = await online(own, { maxOpenConversations: 200 });
    await assigning(own, { reassignOnOffline: true });
    for (let i = 0; i < 101; i++) await write(one);
    await write(two);
    await app.drain();
    assert.deepEqual(new Set(await assignees(own)), new Set([gone.agentId]));
    await own.api.patch(`/api/v1/agents/${gone.agentId}`, { availability: "offline" });
    const there = await online(own, { channelIds: [two.id] });
    await app.drain();
    const found = await assignees(own);
    assert.equal(found.at(-1), there.agentId);
    assert.deepEqual(new Set(found.slice(0, -1)), new Set([gone.agentId]));
  });

  it("reassigns the conversations of a suspended member", async () => {
    const own = await app.tenant();
    const channel = await app.channel(own);
    const [a, b] = [await online(own), await online(own)];
    await assigning(own);
    await write(channel);
    await app.drain();
    const [had] = await assignees(own);
    await own.api.delete(`/api/v1/agents/${had}`);
    await app.drain();
    assert.deepEqual(await assignees(own), [had === a.agentId ? b.agentId : a.agentId]);
  });

  it("assigns 200 conversations to 7 agents with 4 concurrent workers: each once, nobody above their capacity", async () => {
    const own = await app.tenant();
    const channel = await app.channel(own);
    const capacities = [0, 5, 10, 20, 30, 40, 60];
    const people = [];
    for (const capacity of capacities) people.push(await online(own, { maxOpenConversations: capacity }));
    await write(channel);
    await app.drain();
    // 199 more like it, each with a different person.
    await withClient(app.database.admin, async (admin) => {
      await admin.query(
        `with source as (select * from conversations where tenant_id = $1),
              people as (select gen_random_uuid() as id, n from generate_series(1, 199) n),
              contact as (insert into contacts (tenant_id, id, name, source, created_at, updated_at)
                          select $1, p.id, 'C', 'test', now(), now() from people p returning id),
              identity as (insert into contact_identities (tenant_id, id, contact_id, kind, address, address_key, created_at)
                           select $1, p.id, p.id, 'chat_app', '4477' || p.n, '4477' || p.n, now() from people p returning id)
         insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status, last_message_at, waiting_since, created_at, updated_at)
         select $1, p.id, s.channel_id, s.channel_kind, p.id, p.id, 'open', now(), now() + p.n * interval '1 second', now(), now()
           from people p, source s`,
        [own.id],
      );
    });
    await assigning(own, { strategy: "least_busy" });
    const { database, clock, wake } = app.app;
    const given: string[] = [];
    const loops = Array.from({ length: 4 }, () => {
      const module = createAssignmentModule({
        database,
        clock,
        wake,
        log: createLog("silent", { write: () => undefined } as never),
        assignments: {
          ...app.app.assignments,
          assign(ctx, items) {
            given.push(...items.map(({ conversation }) => conversation.id));
            return app.app.assignments.assign(ctx, items);
          },
        },
      });
      return module.loops[0] as NonNullable<(typeof module.loops)[0]>;
    });
    for (let round = 0; round < 3; round++) await Promise.all(loops.map((loop) => loop.once()));
    const counts = await withClient(
      app.database.admin,
      async (admin) =>
        (await admin.query("select assignee_id, count(*)::int as n from conversations where tenant_id = $1 group by 1", [own.id])).rows as {
          assignee_id: string | null;
          n: number;
        }[],
    );
    const of = (agentId: string) => counts.find((c) => c.assignee_id?.replaceAll("-", "") === agentId.slice(4))?.n ?? 0;
    const got = people.map((p) => of(p.agentId));
    assert.ok(
      got.every((n, i) => n <= (capacities[i] as number)),
      got.join(" "),
    );
    assert.equal(
      got.reduce((sum, n) => sum + n, 0),
      165,
      "all available capacity",
    );
    assert.equal(counts.find((c) => c.assignee_id === null)?.n, 35);
    assert.equal(new Set(given).size, given.length, "none twice");
    assert.equal(given.length, 165);
    const events = await withClient(
      app.database.admin,
      async (admin) =>
        (await admin.query("select count(*)::int as n from event_log where tenant_id = $1 and type = 'conversation.assigned'", [own.id]))
          .rows[0].n,
    );
    assert.equal(events, 165);
  });

  it("locks nothing without a suitable agent, and a failing tenant does not affect the others", async () => {
    const [broken, fine] = [await app.tenant(), await app.tenant()];
    for (const own of [broken, fine]) {
      const [served, other] = [await app.channel(own), await app.channel(own)];
      await online(own, { channelIds: [served.id] });
      await write(other);
      await write(served);
    }
    await app.settle();
    const ids = await Promise.all([broken, fine].map(conversations));
    for (const own of [broken, fine]) await assigning(own);
    const { database, clock, wake } = app.app;
    const claimed: string[] = [];
    const module = createAssignmentModule({
      database,
      clock,
      wake,
      log: createLog("silent", { write: () => undefined } as never),
      assignments: {
        ...app.app.assignments,
        claimUnassigned(tx, listed) {
          claimed.push(...listed.map(({ id }) => `conv_${id.replaceAll("-", "")}`));
          return app.app.assignments.claimUnassigned(tx, listed);
        },
        async assign(ctx, items) {
          if (ctx.tenantId === broken.id) throw new TypeError("broken");
          await app.app.assignments.assign(ctx, items);
        },
      },
    });
    await module.loops[0]?.once();
    const now = await Promise.all([broken, fine].map(assignees));
    assert.deepEqual(
      now.map((of) => of.map((assigneeId: string | null) => assigneeId !== null)),
      [
        [false, false],
        [false, true],
      ],
    );
    assert.deepEqual(claimed.sort(), ids.map((of) => of[1].id).sort(), "only what somebody may get");
    assert.equal(await module.loops[0]?.once(), false, "there is no more to do, though some have nobody");
  });
});
