/** Batches in both directions take their locks in the same order, and a transaction that loses a deadlock anyway is repeated. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import { startContacts } from "../contacts.ts";
import type { TestPerson } from "../harness.ts";
import { eventually } from "../eventually.ts";
import { inboundItem, outboundItem } from "../batch-items.ts";
import { openTransaction, patientDatabase, untilWaiting } from "./locks.ts";
import { parseWireId } from "../../src/platform/ids/ids.ts";

const database = await patientDatabase();
const { t, tenant, channel, contact, writer } = await startContacts("44770095", { database });
const uuid = (prefix: "chn" | "cnt", wire: string) => parseWireId(prefix, wire) as string;

describe("lock order", () => {
  const to = { chan: uuid("chn", channel.id), ours: channel.externalId };
  const inbound = (n: number, address: string, more: object = {}) =>
    inboundItem(to, n, t.clock.now(), { addr: address, akey: address }, more);
  const outbound = (n: number, address: string) => outboundItem(to, n, address);

  it("a batch of messages to the same people as one from them waits for it, and neither is aborted", async () => {
    const [a, b] = [await writer("Ona"), await writer("Pia")];
    const holder = await openTransaction(database);
    await holder.query("select 1 from contacts where tenant_id = $1 and id = $2 for update", [tenant.id, uuid("cnt", a.id)]);
    // An ordinary message, and one from somebody with a new name, which changes an identity.
    const receiver = await openTransaction(database, tenant.id);
    const received = receiver.query("select outcome from receive_messages($1, $2, $3)", [
      tenant.id,
      t.clock.now(),
      JSON.stringify([inbound(0, a.waId), inbound(1, b.waId, { name: "Pia Two" })]),
    ]);
    await untilWaiting(database, 1);
    const sender = await openTransaction(database, tenant.id);
    const sent = sender.query("select outcome from accept_outbound($1, $2, $3)", [
      tenant.id,
      t.clock.now(),
      JSON.stringify([outbound(0, a.waId), outbound(1, b.waId)]),
    ]);
    await untilWaiting(database, 2);
    await holder.release();
    assert.deepEqual(await received, [{ outcome: "stored" }, { outcome: "stored" }]);
    await receiver.release();
    assert.deepEqual(await sent, [{ outcome: "accepted" }, { outcome: "accepted" }]);
    await sender.release();
    assert.equal((await contact(b.id)).name, "Pia Two");
    await t.settle();
  });

  it("two batches from the same people in crossed order, each with new data for both, run one after the other", async () => {
    const [a, b] = [await writer("Quin"), await writer("Rob")];
    const holder = await openTransaction(database);
    await holder.query("select 1 from contacts where tenant_id = $1 and id = $2 for update", [tenant.id, uuid("cnt", a.id)]);
    const batches = [];
    for (const [i, [first, second]] of [
      [a, b],
      [b, a],
    ].entries()) {
      const receiver = await openTransaction(database, tenant.id);
      const items = [first, second].map((who, n) => inbound(n, (who as typeof a).waId, { name: `Name ${i}` }));
      batches.push({
        receiver,
        outcome: receiver.query("select outcome from receive_messages($1, $2, $3)", [tenant.id, t.clock.now(), JSON.stringify(items)]),
      });
      await untilWaiting(database, i + 1);
    }
    await holder.release();
    for (const { receiver, outcome } of batches) {
      assert.deepEqual(await outcome, [{ outcome: "stored" }, { outcome: "stored" }]);
      await receiver.release();
    }
    assert.deepEqual([(await contact(a.id)).name, (await contact(b.id)).name], ["Name 1", "Name 1"]);
    await t.drain();
  });

  it("a message that arrives while another of the person's is being deleted stays unread", async () => {
    const who = await writer("Una");
    const [{ id, conversationId }] = (await tenant.api.get(`/api/v1/messages?contactId=${who.id}`)).body.data;
    const { externalId } = (await tenant.api.get(`/api/v1/messages/${id}`)).body;
    assert.equal((await tenant.api.post(`/api/v1/conversations/${conversationId}/read`)).status, 200);
    const receiver = await openTransaction(database, tenant.id);
    const items = JSON.stringify([inbound(0, who.waId)]);
    await receiver.query("select outcome from receive_messages($1, $2, $3)", [tenant.id, t.clock.now(), items]);
    await t.simulator.customer(who.waId).send(channel.externalId, { kind: "revoke", messageId: externalId });
    await untilWaiting(database, 1);
    await receiver.release();
    await t.drain();
    assert.equal((await tenant.api.get(`/api/v1/messages/${id}`)).body.text, null);
    assert.equal((await tenant.api.get(`/api/v1/conversations/${conversationId}`)).body.unreadCount, 1);
  });

  it("an agent is suspended after their reply has taken the conversation, which then belongs to nobody", async () => {
    const who = await writer("Wes");
    const [{ id: conversation }] = (await tenant.api.get(`/api/v1/conversations?contactId=${who.id}`)).body.data;
    const macro = await tenant.api.post("/api/v1/macros", {
      name: "Greet",
      visibility: "shared",
      actions: [{ type: "send_message", text: "Hello" }],
    });
    assert.equal(macro.status, 200, macro.text);
    const replies = {
      message: (agent: TestPerson) =>
        agent.api.post("/api/v1/messages", { channelId: channel.id, to: who.waId, type: "text", text: "Hello" }),
      macro: (agent: TestPerson) => agent.api.post(`/api/v1/macros/${macro.body.id}/run`, { conversationId: conversation }),
    };
    const onceAssigned = `create function once_assigned() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(4477); return null; end $$;
      create trigger once_assigned after update on conversations for each row
        when (old.assignee_id is null and new.assignee_id is not null) execute function once_assigned()`;
    await withClient(database.admin, (admin) => admin.query(onceAssigned));
    try {
      for (const [kind, reply] of Object.entries(replies)) {
        const agent = await t.person(tenant.id, { role: "agent" });
        const holder = await openTransaction(database);
        await holder.query("select pg_advisory_xact_lock(4477)");
        const replied = reply(agent);
        await untilWaiting(database, 1);
        const suspended = tenant.api.patch(`/api/v1/members/${agent.agentId}`, { status: "suspended" });
        await Promise.race([suspended, untilWaiting(database, 2)]);
        await holder.release();
        const statuses = [(await replied).status, (await suspended).status];
        assert.deepEqual(statuses, [200, 200], kind);
        assert.equal((await tenant.api.get(`/api/v1/conversations/${conversation}`)).body.assigneeId, null, kind);
      }
    } finally {
      await withClient(database.admin, (admin) => admin.query("drop function once_assigned cascade"));
    }
    await t.settle();
  });

  it("a bulk update that reopens conversations holds all their assignees before the first is changed", async () => {
    const [agents, ids] = [[] as TestPerson[], [] as string[]];
    for (const name of ["Uma", "Vic"]) {
      const agent = await t.person(tenant.id, { role: "agent" });
      const who = await writer(name);
      const [{ id }] = (await tenant.api.get(`/api/v1/conversations?contactId=${who.id}`)).body.data;
      const resolved = await tenant.api.patch(`/api/v1/conversations/${id}`, { assigneeId: agent.agentId, status: "resolved" });
      assert.deepEqual([resolved.status, resolved.body.unreadCount], [200, 1], resolved.text);
      agents.push(agent);
      ids.push(id);
    }
    const onceRead = `create function once_read() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(4478); return null; end $$;
      create trigger once_read after update on conversations for each row
        when (old.unread_count > 0 and new.unread_count = 0) execute function once_read()`;
    await withClient(database.admin, (admin) => admin.query(onceRead));
    try {
      const holder = await openTransaction(database);
      await holder.query("select pg_advisory_xact_lock(4478)");
      const reopened = tenant.api.post("/api/v1/conversations/bulk", { ids, read: true, status: "open" });
      await untilWaiting(database, 1);
      const users = agents.map(({ userId }) => parseWireId("usr", userId));
      const free = "select user_id from members where tenant_id = $1 and user_id = any($2) for update skip locked";
      const unheld = await holder.query(free, [tenant.id, users]);
      const suspended = tenant.api.patch(`/api/v1/members/${agents[1]?.agentId}`, { status: "suspended" });
      await untilWaiting(database, 2);
      await holder.release();
      assert.deepEqual(unheld, []);
      const { status, body, text } = await reopened;
      assert.deepEqual([status, body.succeeded], [200, 2], text);
      assert.equal((await suspended).status, 200);
      const found = [];
      for (const id of ids) found.push((await tenant.api.get(`/api/v1/conversations/${id}`)).body);
      assert.deepEqual(
        found.map((each) => [each.status, each.assigneeId]),
        [
          ["open", agents[0]?.agentId],
          ["open", null],
        ],
      );
    } finally {
      await withClient(database.admin, (admin) => admin.query("drop function once_read cascade"));
    }
    await t.settle();
  });

  it("in a batch with an answer to a survey, all people are locked before the answer is stored", async () => {
    await tenant.api.put("/api/v1/agent-settings", { csat: { enabled: true, delayMinutes: 10 } });
    const people = [await writer("Xia"), await writer("Yun")];
    for (const { id } of people) {
      const [{ id: conversation }] = (await tenant.api.get(`/api/v1/conversations?contactId=${id}`)).body.data;
      assert.equal((await tenant.api.patch(`/api/v1/conversations/${conversation}`, { status: "resolved" })).status, 200);
    }
    t.clock.advance(11 * 60_000);
    await t.settle();
    const rows = await withClient(
      database.admin,
      async (admin) =>
        (
          await admin.query("select id, contact_id from contact_identities where tenant_id = $1 and contact_id = any($2) order by id", [
            tenant.id,
            people.map(({ id }) => uuid("cnt", id)),
          ])
        ).rows as { id: string; contact_id: string }[],
    );
    const [low, high] = rows.map((row) => people.find(({ id }) => uuid("cnt", id) === row.contact_id)) as [
      (typeof people)[0],
      (typeof people)[0],
    ];
    // While another person's batch waits, what both send is collected into the next one.
    const other = await writer("Zed");
    const before = await openTransaction(database);
    await before.query("select 1 from contacts where tenant_id = $1 and id = $2 for update", [tenant.id, uuid("cnt", other.id)]);
    await other.send("more");
    await untilWaiting(database, 1);
    await high?.send("4");
    await low?.send("hello");
    const holder = await openTransaction(database);
    const lock = "select 1 from contact_identities where tenant_id = $1 and id = $2 for update";
    await holder.query(lock, [tenant.id, rows[0]?.id]);
    await before.release();
    const written = async () => (await tenant.api.get(`/api/v1/messages?contactId=${other.id}`)).body.data.length;
    await eventually("what the other wrote is stored", async () => (await written()) === 2);
    await untilWaiting(database, 1);
    const drained = t.drain();
    const free = await holder.query(`${lock} skip locked`, [tenant.id, rows[1]?.id]);
    assert.equal(free.length, 1, "the second in their order, though it answered first, waits for the first");
    await holder.release();
    await drained;
    const { data } = (await tenant.api.get("/api/v1/csat/responses")).body;
    assert.deepEqual(
      data.map((r: { contactId: string; rating: number }) => [r.contactId, r.rating]),
      [[high?.id, 4]],
    );
  });
});

describe("a transaction that lost a deadlock", () => {
  /** Makes the next insert into `table` fail as if PostgreSQL had chosen it as the deadlock's victim. */
  const loseNext = (table: string) =>
    withClient(database.admin, async (admin) => {
      const name = `lost_${randomUUID().replaceAll("-", "")}`;
      // A sequence also counts what is rolled back.
      await admin.query(`create sequence ${name}; grant usage on sequence ${name} to public;
        create function ${name}() returns trigger language plpgsql as $$
        begin
          if nextval('${name}') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
          return new;
        end $$;
        create trigger ${name} before insert on ${table} for each statement execute function ${name}()`);
      return () =>
        withClient(database.admin, async (client) => {
          await client.query(`drop trigger ${name} on ${table}; drop function ${name}`);
          const { rows } = await client.query(`select last_value::int as runs from ${name}`);
          return rows[0].runs as number;
        });
    });

  it("is repeated: an outbound message is accepted", async () => {
    const who = await writer("Sue");
    const runs = await loseNext("outbound_dispatches");
    const sent = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: who.waId, type: "text", text: "News" });
    assert.equal(sent.status, 200, sent.text);
    assert.equal(await runs(), 2);
    await t.settle();
  });

  it("an inbound message is stored immediately, and the log shows no failure", async () => {
    const who = await writer("Tom");
    const runs = await loseNext("messages");
    await who.write("hello");
    assert.equal(await runs(), 2);
    const data = (await tenant.api.get(`/api/v1/messages?contactId=${who.id}`)).body.data;
    assert.deepEqual(
      data.map((m: { text: string }) => m.text),
      ["hello", "Tom 1"],
    );
    assert.ok(!t.logged().includes("an inbound event could not be processed"));
  });

  it("a merge happens once", async () => {
    const [a, b] = [await writer("Uma"), await writer("Val")];
    const runs = await loseNext("contact_merges");
    const merged = await tenant.api.post(`/api/v1/contacts/${a.id}/merge`, { contactId: b.id });
    assert.equal(merged.status, 200, merged.text);
    assert.equal(await runs(), 2);
    assert.equal((await contact(b.id)).mergedIntoId, a.id);
  });
});
