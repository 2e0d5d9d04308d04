import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ok } from "../../../../test/responses.ts";
import { startInbox } from "../../../../test/inbox.ts";
import { unknownId } from "../../../../test/harness.ts";

const { t, tenant, other, channel, incoming } = await startInbox("447712");
const path = "/api/v1/sla-policies";
const minute = 60_000;
const targets = { medium: { firstResponseMinutes: 10, nextResponseMinutes: 20, resolutionMinutes: 60 } };
const create = (body: object, who = tenant) => ok(who.api.post(path, { name: `P ${Math.random()}`, targets, ...body }));
const minutesFromNow = (time: string | null) => (time === null ? null : (Date.parse(time) - t.clock.now().getTime()) / minute);
const dues = (sla: any) => [sla.firstResponseDueAt, sla.nextResponseDueAt, sla.resolutionDueAt].map(minutesFromNow);
const eventsOf = (type: string, key: string, id: string) =>
  t.app.database.worker<{ data: any }>({
    text: `select data from event_log where type = $1 and data->>'${key}' = $2 and data->'changes'->'sla' is not null order by xid, id`,
    values: [type, id],
  });

describe("SLA policies", () => {
  it("are created, read back, listed in pages, changed and deleted; a replay creates only one", async () => {
    const own = await t.tenant();
    const mine = await t.channel(own);
    const division = (await ok(own.api.post("/api/v1/agents/divisions", { name: "D" }))).id;
    const given = {
      name: " Gold ",
      description: "For those who pay",
      targets: { urgent: { firstResponseMinutes: 5 }, low: { resolutionMinutes: 100 } },
      businessHoursOnly: true,
      conditions: {
        priorities: ["urgent", "low"],
        channelIds: [mine.id],
        divisionIds: [division],
        labels: ["vip"],
        appliesTo: ["tickets"],
      },
      order: 3,
      isDefault: true,
    };
    const made = await ok(own.api.post(path, given, { "idempotency-key": "once" }));
    assert.deepEqual((await ok(own.api.post(path, given, { "idempotency-key": "once" }))).id, made.id);
    assert.deepEqual(made.targets, {
      low: { firstResponseMinutes: null, nextResponseMinutes: null, resolutionMinutes: 100 },
      urgent: { firstResponseMinutes: 5, nextResponseMinutes: null, resolutionMinutes: null },
    });
    assert.deepEqual(
      [made.name, made.description, made.businessHoursOnly, made.conditions, made.order, made.isDefault],
      ["Gold", given.description, true, { ...given.conditions, priorities: ["urgent", "low"] }, 3, true],
    );
    const second = await create({ name: "Silver", isDefault: true }, own);
    assert.equal((await ok(own.api.get(`${path}/${made.id}`))).isDefault, false, "there is one default");
    const first = await ok(own.api.get(`${path}?limit=1`));
    const rest = await ok(own.api.get(`${path}?limit=1&cursor=${first.pageInfo.nextCursor}`));
    assert.deepEqual([first.data[0].id, rest.data[0].id, rest.pageInfo.hasNextPage], [second.id, made.id, false]);
    const changed = await ok(own.api.patch(`${path}/${made.id}`, { description: null, conditions: { labels: [] }, order: 0 }));
    assert.deepEqual([changed.description, changed.conditions.labels, changed.conditions.channelIds], [null, [], [mine.id]]);
    assert.deepEqual(await ok(own.api.delete(`${path}/${made.id}`)), { id: made.id, deleted: true });
    for (const response of [await own.api.get(`${path}/${made.id}`), await own.api.delete(`${path}/${made.id}`)])
      assert.equal(response.status, 404);
    assert.equal((await create({ name: "gold" }, own)).name, "gold", "a deleted one's name is free");
  });

  it("are refused with the field and the remedy", async () => {
    const policy = await create({ name: "Held" }, other);
    for (const [body, status, field, issue] of [
      [{ targets }, 400, "name", "required"],
      [{ name: " ", targets }, 400, "name", "too_short"],
      [{ name: "x" }, 400, "targets", "required"],
      [{ name: "x", targets: {} }, 422, "targets", "required"],
      [{ name: "x", targets: { low: { firstResponseMinutes: null } } }, 422, "targets", "required"],
      [{ name: "x", targets: { low: { firstResponseMinutes: 0 } } }, 400, "targets.low.firstResponseMinutes", "out_of_range"],
      [{ name: "x", targets, conditions: { appliesTo: [] } }, 400, "conditions.appliesTo", "too_short"],
      [{ name: "x", targets, conditions: { priorities: ["huge"] } }, 400, "conditions.priorities[0]", "unknown_value"],
      [{ name: "hÉld", targets }, 409, "name", "exists"],
    ] as const) {
      const response = await other.api.post(path, body);
      assert.equal(response.status, status, response.text);
      assert.deepEqual(
        { field: response.body.error.details[0].field, issue: response.body.error.details[0].issue },
        { field, issue },
        response.text,
      );
    }
    for (const conditions of [{ channelIds: [channel.id] }, { channelIds: ["x"] }, { divisionIds: [unknownId("div")] }])
      assert.equal((await other.api.post(path, { name: "x", targets, conditions })).status, 404, JSON.stringify(conditions));
    for (const id of [policy.id, unknownId("slp"), "x"]) {
      assert.equal((await tenant.api.get(`${path}/${id}`)).status, 404);
      assert.equal((await tenant.api.patch(`${path}/${id}`, { order: 1 })).status, 404);
      assert.equal((await tenant.api.delete(`${path}/${id}`)).status, 404);
    }
    const reader = t.api(await t.key(other.id, { scopes: ["agents:read"] }));
    assert.equal((await reader.post(path, { name: "x", targets })).status, 403);
    const both = await Promise.all([1, 2].map((n) => other.api.post(path, { name: `D${n}`, targets, isDefault: true })));
    assert.ok(both.every(({ status }) => status === 200 || status === 409));
    const list = (await ok(other.api.get(path))).data;
    assert.equal(list.filter((item: any) => item.isDefault).length, 1, "two at once make one default");
  });
});

describe("the service level of a ticket", () => {
  const at = "/api/v1/tickets";

  it("is due counting from its start, pauses while waiting for the customer, and follows the priority", async () => {
    const own = await t.tenant();
    const policy = await create(
      { isDefault: true, targets: { ...targets, urgent: { firstResponseMinutes: 2, resolutionMinutes: 30 } } },
      own,
    );
    const ticket = await ok(own.api.post(at, { subject: "S" }));
    assert.deepEqual([ticket.sla.policyId, dues(ticket.sla), ticket.sla.breached], [policy.id, [10, null, 60], []]);
    t.clock.advance(minute);
    const urgent = await ok(own.api.patch(`${at}/${ticket.id}`, { priority: "urgent" }));
    assert.deepEqual(dues(urgent.sla), [1, null, 29]);
    await ok(own.api.post(`${at}/${ticket.id}/comments`, { text: "On it" }));
    assert.deepEqual(dues((await ok(own.api.get(`${at}/${ticket.id}`))).sla), [null, null, 29]);
    await ok(own.api.patch(`${at}/${ticket.id}`, { status: "in_progress" }));
    const pending = await ok(own.api.patch(`${at}/${ticket.id}`, { status: "pending" }));
    assert.deepEqual([dues(pending.sla), pending.sla.paused], [[null, null, null], true]);
    t.clock.advance(500 * minute);
    await t.drain();
    const open = await ok(own.api.patch(`${at}/${ticket.id}`, { status: "open" }));
    assert.deepEqual([dues(open.sla), open.sla.breached], [[null, null, 29], []]);
    const resolved = await ok(own.api.patch(`${at}/${ticket.id}`, { status: "resolved" }));
    assert.deepEqual(dues(resolved.sla), [null, null, null]);
    assert.equal((await eventsOf("ticket.updated", "ticketId", ticket.id)).length, 5, "each change of the clocks is told with its cause");
    const [plain] = [await ok(other.api.post(at, { subject: "S" }))];
    assert.equal(plain.sla === null || plain.sla.policyId !== policy.id, true);
  });

  it("reports a missed target once: event, activity, assignee and supervisors", async () => {
    const own = await t.tenant();
    await create({ isDefault: true }, own);
    const supervisor = await t.person(own.id, { role: "supervisor" });
    const assignee = await t.person(own.id, { role: "agent" });
    const ticket = await ok(own.api.post(at, { subject: "S", assigneeId: assignee.agentId }));
    t.clock.advance(11 * minute);
    await Promise.all([t.drain(), t.drain()]);
    await t.drain();
    const now = await ok(own.api.get(`${at}/${ticket.id}`));
    assert.deepEqual(now.sla.breached, [{ target: "first_response", at: ticket.sla.firstResponseDueAt }]);
    const events = (await eventsOf("ticket.updated", "ticketId", ticket.id)).map(({ data }) => data);
    assert.deepEqual(
      events.map((data) => [data.reason, data.changes.sla.from.breached.length, data.changes.sla.to.breached.length]),
      [["sla_breach", 0, 1]],
    );
    const activity = (await ok(own.api.get(`${at}/${ticket.id}/activity`))).data;
    assert.deepEqual(
      activity.map((item: any) => item.reason),
      ["sla_breach", "created"],
    );
    for (const person of [supervisor, assignee]) {
      const notices = (await ok(person.api.get("/api/v1/notifications"))).data;
      assert.deepEqual(
        notices.map((notice: any) => [notice.kind, notice.ticketId, notice.conversationId, notice.target]),
        [["sla_breach", ticket.id, null, "first_response"]],
      );
    }
    // Later than the second target before anybody checks: the request that resolves it notices.
    t.clock.advance(60 * minute);
    const done = await ok(own.api.patch(`${at}/${ticket.id}`, { status: "resolved" }));
    assert.deepEqual(
      done.sla.breached.map((breach: any) => breach.target),
      ["first_response", "resolution"],
    );
    await t.drain();
    assert.equal((await ok(supervisor.api.get("/api/v1/notifications"))).data.length, 2);
  });

  it("is reported to admins and owners if its assignee has left and there is no supervisor", async () => {
    const own = await t.tenant();
    await create({ isDefault: true }, own);
    const owner = await t.person(own.id, { role: "owner" });
    const assignee = await t.person(own.id, { role: "agent" });
    const ticket = await ok(own.api.post(at, { subject: "S", assigneeId: assignee.agentId }));
    await ok(own.api.patch(`/api/v1/members/${assignee.agentId}`, { status: "suspended" }));
    t.clock.advance(11 * minute);
    await t.drain();
    const notices = (await ok(owner.api.get("/api/v1/notifications"))).data;
    assert.deepEqual(
      notices.map((notice: any) => [notice.kind, notice.ticketId, notice.target]),
      [["sla_breach", ticket.id, "first_response"]],
    );
  });

  it("counts only the team's business hours", async () => {
    const own = await t.tenant();
    await ok(
      own.api.put("/api/v1/agent-settings", {
        businessHours: { timezone: "Europe/Berlin", weekly: [{ day: "monday", from: "09:00", to: "17:00" }], holidays: [] },
      }),
    );
    await create({ isDefault: true, businessHoursOnly: true, targets: { medium: { resolutionMinutes: 600 } } }, own);
    const { sla } = await ok(own.api.post(at, { subject: "S" }));
    const due = new Intl.DateTimeFormat("en-GB", {
      timeZone: "Europe/Berlin",
      weekday: "long",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    assert.match(due.format(new Date(sla.resolutionDueAt)), /^Monday,? (at )?(0[9]|1[0-7]):/, "on a Monday, while somebody is there");
  });
});

describe("the service level of a conversation", () => {
  it("follows messages and status under the matching policy, and is missed once", async () => {
    const own = await t.tenant();
    const line = await t.channel(own);
    const supervisor = await t.person(own.id, { role: "supervisor" });
    const usual = await create({ isDefault: true }, own);
    const vip = await create(
      { conditions: { labels: ["VIP"], appliesTo: ["conversations"] }, targets: { medium: { firstResponseMinutes: 2 } } },
      own,
    );
    const { conversation, url, customer } = await incoming("Hello", own, line);
    const read = async () => (await ok(own.api.get(url))).sla;
    assert.deepEqual([(await read()).policyId, dues(await read())], [usual.id, [10, null, 60]]);
    await ok(own.api.patch(url, { labels: ["vip"] }));
    await t.drain();
    assert.deepEqual([(await read()).policyId, dues(await read())], [vip.id, [2, null, null]]);
    await ok(own.api.patch(url, { labels: [] }));
    await t.drain();
    t.clock.advance(minute);
    await ok(own.api.post("/api/v1/messages", { channelId: line.id, to: customer.waId, type: "text", text: "Yes?" }));
    await t.drain();
    assert.deepEqual(dues(await read()), [null, null, 59]);
    t.clock.advance(minute);
    await customer.sendText(line.externalId, "Well");
    await t.drain();
    assert.deepEqual(dues(await read()), [null, 20, 58]);
    await ok(own.api.patch(url, { status: "pending" }));
    await t.drain();
    assert.deepEqual([dues(await read()), (await read()).paused], [[null, null, null], true]);
    t.clock.advance(100 * minute);
    await t.drain();
    await ok(own.api.patch(url, { status: "open" }));
    await t.drain();
    assert.deepEqual([dues(await read()), (await read()).breached], [[null, 20, 58], []]);
    t.clock.advance(21 * minute);
    await Promise.all([t.drain(), t.drain()]);
    await t.drain();
    assert.deepEqual(
      (await read()).breached.map((breach: any) => breach.target),
      ["next_response"],
    );
    assert.equal((await eventsOf("conversation.updated", "conversationId", conversation.id)).length, 1);
    const activity = (await ok(own.api.get(`${url}/activity`))).data;
    assert.equal(activity.filter((item: any) => item.changes.sla !== undefined).length, 1);
    const notices = (await ok(supervisor.api.get("/api/v1/notifications"))).data;
    assert.deepEqual(
      notices.map((notice: any) => [notice.kind, notice.conversationId, notice.target]),
      [["sla_breach", conversation.id, "next_response"]],
    );
    await ok(own.api.patch(url, { status: "resolved" }));
    await t.drain();
    assert.deepEqual([dues(await read()), (await read()).breached.length], [[null, null, null], 1]);
  });

  it("stands still from the start if the first policy applies while it is pending", async () => {
    const own = await t.tenant();
    const line = await t.channel(own);
    const vip = await create({ conditions: { labels: ["VIP"], appliesTo: ["conversations"] } }, own);
    const { url } = await incoming("Hello", own, line);
    const read = async () => (await ok(own.api.get(url))).sla;
    await ok(own.api.patch(url, { status: "pending" }));
    await ok(own.api.patch(url, { labels: ["vip"] }));
    await t.drain();
    assert.deepEqual([(await read()).policyId, (await read()).paused, dues(await read())], [vip.id, true, [null, null, null]]);
    t.clock.advance(120 * minute);
    await t.drain();
    await ok(own.api.patch(url, { status: "open" }));
    await t.drain();
    assert.deepEqual([(await read()).paused, dues(await read()), (await read()).breached], [false, [null, null, 60], []]);
  });

  /** A conversation to which a policy applies only since it is pending. */
  async function coveredWhilePending() {
    const own = await t.tenant();
    const line = await t.channel(own);
    await create({ conditions: { labels: ["VIP"], appliesTo: ["conversations"] } }, own);
    const { url } = await incoming("Hello", own, line);
    await ok(own.api.patch(url, { status: "pending" }));
    await t.drain();
    await ok(own.api.patch(url, { labels: ["vip"] }));
    return { own, url };
  }

  it("stands still until it was opened, even if the log is read later than that", async () => {
    const { own, url } = await coveredWhilePending();
    t.clock.advance(120 * minute);
    await ok(own.api.patch(url, { status: "open" }));
    await t.drain();
    const { sla } = await ok(own.api.get(url));
    assert.deepEqual([dues(sla), sla.breached], [[null, null, 60], []]);
  });

  it("stands still until it was opened, even if the log is read in between", async () => {
    const { own, url } = await coveredWhilePending();
    // More than a batch, so that the reader gets the label without the opening.
    await t.app.database.withTenant(own.id, (tx) =>
      tx.query({
        text: `insert into event_log (tenant_id, id, type, data, created_at)
               select e.tenant_id, gen_random_uuid(), e.type, e.data, e.created_at from event_log e, generate_series(1, 300)
                where e.tenant_id = $1 and e.type = 'contact.created'`,
        values: [own.id],
      }),
    );
    t.clock.advance(120 * minute);
    await ok(own.api.patch(url, { status: "open" }));
    await t.drain();
    const { sla } = await ok(own.api.get(url));
    assert.deepEqual([dues(sla), sla.breached], [[null, null, 60], []]);
  });

  it("is found missed, however many due clocks of another team await what the log says", async () => {
    const [crowd, own] = await Promise.all([t.tenant(), t.tenant()]);
    const [crowdLine, line] = await Promise.all([t.channel(crowd), t.channel(own)]);
    await Promise.all([create({ isDefault: true }, crowd), create({ isDefault: true }, own)]);
    const { conversation } = await incoming("Hello", crowd, crowdLine);
    // Resolved, with clocks that still run: as if the log were behind.
    await t.app.database.withTenant(crowd.id, async (tx) => {
      const of = "where c.tenant_id = $1 and wire_id('conv', c.id) = $2";
      await tx.query({
        text: `insert into conversations
               select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'status', 'resolved'))).*
                 from conversations c, generate_series(1, 201) ${of}`,
        values: [crowd.id, conversation.id],
      });
      await tx.query({
        text: `insert into conversation_sla
               select (jsonb_populate_record(s, jsonb_build_object('id', r.id))).*
                 from conversation_sla s join conversations c on c.tenant_id = s.tenant_id and c.id = s.id
                 join conversations r on r.tenant_id = c.tenant_id and r.status = 'resolved' ${of}`,
        values: [crowd.id, conversation.id],
      });
    });
    t.clock.advance(minute);
    const { url } = await incoming("Hello", own, line);
    t.clock.advance(11 * minute);
    await t.drain();
    assert.deepEqual(
      (await ok(own.api.get(url))).sla.breached.map((breach: any) => breach.target),
      ["first_response"],
    );
  });

  it("reads the log again after a crash and counts nothing twice", async () => {
    const own = await t.tenant();
    const line = await t.channel(own);
    await create({ isDefault: true }, own);
    const { url, customer } = await incoming("Hello", own, line);
    t.clock.advance(15 * minute);
    await ok(own.api.post("/api/v1/messages", { channelId: line.id, to: customer.waId, type: "text", text: "Late" }));
    await t.drain();
    const before = (await ok(own.api.get(url))).sla;
    assert.equal(before.breached.length, 1);
    await t.app.database.worker({
      text: "update event_cursors set xid = '0', event_id = '00000000-0000-0000-0000-000000000000' where consumer = 'sla'",
    });
    await t.drain();
    assert.deepEqual((await ok(own.api.get(url))).sla, before);
  });

  it("does not count a target as missed that was met in time, even if the log is read late", async () => {
    const own = await t.tenant();
    const line = await t.channel(own);
    await create({ isDefault: true }, own);
    const { url, conversation, customer } = await incoming("Hello", own, line);
    t.clock.advance(9 * minute);
    await ok(own.api.post("/api/v1/messages", { channelId: line.id, to: customer.waId, type: "text", text: "In time" }));
    t.clock.advance(9 * minute);
    await t.drain();
    assert.deepEqual((await ok(own.api.get(url))).sla.breached, []);
    assert.equal((await eventsOf("conversation.updated", "conversationId", conversation.id)).length, 0);
  });
});
