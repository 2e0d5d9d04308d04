import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startContacts } from "../../../../../test/contacts.ts";
import { unknownId } from "../../../../../test/harness.ts";

const { t, tenant, channel, number, contact: get, eventsOf: events, writer } = await startContacts("44770093");
const path = "/api/v1/contacts";
const dayMs = 86_400_000;

describe("merging contacts", () => {
  const merge = (into: string, contactId: string) => tenant.api.post(`${path}/${into}/merge`, { contactId });
  const unmerge = (id: string) => tenant.api.post(`${path}/${id}/unmerge`);
  const create = async (body: object) => {
    const response = await tenant.api.post(path, body);
    assert.equal(response.status, 200, response.text);
    return response.body.id as string;
  };
  const listed = async (query = "limit=100") => (await tenant.api.get(`${path}?${query}`)).body.data.map((c: { id: string }) => c.id);
  const texts = async (id: string) => {
    const data = (await tenant.api.get(`/api/v1/messages?contactId=${id}&limit=200`)).body.data;
    for (const m of data) {
      assert.equal(m.contactId, id);
      if (m.author.kind === "contact") assert.equal(m.author.id, id);
    }
    return data.map((m: { text: string }) => m.text).sort();
  };
  const refused = (answer: { status: number; body: any }, status: number, code: string) =>
    assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body));

  it("moves identities, conversations, messages and fields to the survivor; the other stays readable, but not in lists", async () => {
    const [a, b] = [await writer("Ann"), await writer("Bob")];
    await tenant.api.patch(`${path}/${a.id}`, { tags: ["vip"], customFields: { plan: "pro" } });
    await tenant.api.patch(`${path}/${b.id}`, {
      email: "bob@example.com",
      tags: ["vip", "new"],
      customFields: { plan: "free", seats: 2 },
      optIn: "opted_out",
      blocked: true,
    });
    const [before_, other] = [await get(a.id), await get(b.id)];
    const merged = await merge(a.id, b.id);
    assert.equal(merged.status, 200, merged.text);
    assert.deepEqual(
      [merged.body.name, merged.body.phone, merged.body.email, merged.body.tags, merged.body.customFields, merged.body.optIn],
      ["Ann", `+${a.waId}`, "bob@example.com", ["vip", "new"], { plan: "pro", seats: 2 }, "opted_out"],
    );
    assert.equal(merged.body.blockedAt, other.blockedAt);
    assert.equal(merged.body.lastInboundAt, other.lastInboundAt);
    assert.equal(merged.body.mergedIntoId, null);
    assert.deepEqual(
      merged.body.identities.map((i: { address: string }) => i.address),
      [a.waId, b.waId],
    );
    assert.deepEqual(await get(a.id), merged.body);
    const gone = await get(b.id);
    assert.deepEqual([gone.mergedIntoId, gone.name, gone.phone, gone.identities], [a.id, "Bob", `+${b.waId}`, []]);
    for (const query of ["limit=100", "q=bob", "tag=new&limit=100", "optIn=opted_out", `phone=${b.waId}`])
      assert.ok(!(await listed(query)).includes(b.id), query);
    assert.deepEqual(await listed(`phone=${b.waId}`), [a.id]);
    await t.drain();
    assert.deepEqual(await texts(a.id), ["Ann 1", "Bob 1"]);
    assert.deepEqual(await texts(b.id), []);
    // Two threads with two addresses on one channel stay two; blocking resolved the second, and the merge the first.
    const threads = (await tenant.api.get(`/api/v1/conversations?contactId=${a.id}`)).body.data;
    assert.deepEqual(
      threads.map((c: { status: string; contactId: string }) => [c.status, c.contactId]),
      [
        ["resolved", a.id],
        ["resolved", a.id],
      ],
    );
    const [event] = await events(a.id, "contact.merged");
    assert.deepEqual(event?.data, {
      contactId: a.id,
      mergedContactId: b.id,
      undoableUntil: new Date(t.clock.now().getTime() + 30 * dayMs).toISOString(),
    });
    const updated = (await events(a.id, "contact.updated")).at(-1)?.data;
    assert.deepEqual([updated.reason, updated.otherContactId], ["merge", b.id]);
    assert.deepEqual(updated.changes.email, { from: null, to: "bob@example.com" });
    assert.deepEqual(updated.changes.tags, { from: before_.tags, to: ["vip", "new"] });
  });

  it("with a blocked contact resolves open conversations, as blocking does; undone, each is blocked as it was before", async () => {
    const states = async (id: string) =>
      (await tenant.api.get(`/api/v1/conversations?contactId=${id}`)).body.data.map((c: { status: string }) => c.status);
    for (const blockedFirst of [true, false]) {
      const [blocked, free] = [await writer("Blocked"), await writer("Free")];
      await tenant.api.post(`${path}/${blocked.id}/block`);
      const [into, from] = blockedFirst ? [blocked, free] : [free, blocked];
      assert.equal((await merge(into.id, from.id)).status, 200);
      assert.deepEqual(await states(into.id), ["resolved", "resolved"]);
      const [resolved] = await events(into.id, "conversation.updated");
      assert.deepEqual(resolved?.data.changes, { status: { from: "open", to: "resolved" } });

      // Both are unblocked and write again.
      await tenant.api.post(`${path}/${into.id}/unblock`);
      await blocked.write("Blocked 2");
      await free.write("Free 2");
      assert.deepEqual(await states(into.id), ["open", "open"]);
      assert.equal((await unmerge(from.id)).status, 200);
      // The survivor stays as changed since; the restored contact is as it was.
      assert.equal((await get(into.id)).blockedAt, null);
      assert.equal((await get(from.id)).blockedAt !== null, !blockedFirst);
      assert.deepEqual([await states(into.id), await states(from.id)], [["open"], [blockedFirst ? "open" : "resolved"]]);
    }
    const [a, b] = [await writer("Ann"), await writer("Bob")];
    await tenant.api.post(`${path}/${b.id}/block`);
    await merge(a.id, b.id);
    await unmerge(b.id);
    assert.deepEqual([(await get(a.id)).blockedAt, await states(a.id)], [null, ["resolved"]]);
    await a.write("Ann 2");
    assert.deepEqual(await states(a.id), ["open"]);
  });

  it("moves later messages from and to either address to the survivor", async () => {
    const [a, b] = [await writer("Ava"), await writer("Ben")];
    await merge(a.id, b.id);
    await b.write("Ben 2");
    const sent = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to: b.waId, type: "text", text: "to Ben" });
    assert.deepEqual([sent.status, sent.body.contactId], [200, a.id], sent.text);
    assert.deepEqual(await texts(a.id), ["Ava 1", "Ben 1", "Ben 2", "to Ben"]);
    const taken = await tenant.api.post(path, { phone: b.waId });
    assert.deepEqual([taken.status, taken.body.error.details[0].id], [409, a.id]);
  });

  it("applies an opt-out to every address, and to messages waiting to be sent", async () => {
    const [a, b] = [await writer("Ada"), await writer("Bo")];
    await merge(a.id, b.id);
    await b.write("STOP");
    for (const to of [a.waId, b.waId]) {
      const response = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to, type: "text", text: "News" });
      refused(response, 422, "recipient_opted_out");
    }
    // After undoing, it is unknown whose opt-out it was: it applies to both.
    await unmerge(b.id);
    assert.deepEqual([(await get(a.id)).optIn, (await get(b.id)).optIn], ["opted_out", "opted_out"]);
  });

  it("two into one: undoing one keeps the opt-out, the block and the tags of the other", async () => {
    const states = async (...ids: string[]) => (await Promise.all(ids.map(get))).map((c) => [c.optIn, c.blockedAt !== null, c.tags]);
    for (const first of ["b", "c"] as const) {
      const [a, b, c] = [await writer("Two A"), await writer("Two B"), await writer("Two C")];
      await c.write("STOP");
      await b.write("STOP");
      for (const { id } of [b, c]) await tenant.api.patch(`${path}/${id}`, { blocked: true, tags: ["shared"] });
      const [wasB, wasC] = [await get(b.id), await get(c.id)];
      await merge(a.id, b.id);
      await merge(a.id, c.id);
      const [undone, left, was] = first === "b" ? [b, c, wasB] : [c, b, wasC];
      assert.equal((await unmerge(undone.id)).status, 200);
      const { updatedAt: _, ...now } = await get(undone.id);
      const { updatedAt: _w, ...then } = was;
      assert.deepEqual(now, then);
      assert.deepEqual(await states(a.id), [["opted_out", true, ["shared"]]]);
      await tenant.api.post(`${path}/${a.id}/unblock`);
      for (const to of [a.waId, left.waId]) {
        const response = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to, type: "text", text: "News" });
        refused(response, 422, "recipient_opted_out");
      }
      await unmerge(left.id);
      assert.deepEqual(await states(a.id, b.id, c.id), [
        ["unknown", false, []],
        ["opted_out", true, ["shared"]],
        ["opted_out", true, ["shared"]],
      ]);
    }
  });

  it("two into one: nobody is left with a consent that only another gave, in whatever order they are undone", async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const) {
      const a = await create({ name: "None" });
      const others = [await create({ name: "In", optIn: "opted_in" }), await create({ name: "Out", optIn: "opted_out" })];
      for (const id of others) await merge(a, id);
      for (const i of order) await unmerge(others[i] as string);
      const shown = await Promise.all([a, ...others].map(get));
      assert.deepEqual(
        shown.map((c) => c.optIn),
        ["unknown", "opted_in", "opted_out"],
      );
    }
  });

  it("gives an opt-in that was said through an address to whoever has it afterwards, and to nobody else", async () => {
    const states = async (...ids: string[]) => (await Promise.all(ids.map(get))).map((c) => c.optIn);
    const [a, b] = [await writer("Opt A"), await writer("Opt B")];
    await b.write("STOP");
    await merge(a.id, b.id);
    await b.write("START");
    assert.deepEqual(await states(a.id), ["opted_in"]);
    await unmerge(b.id);
    assert.deepEqual(await states(a.id, b.id), ["unknown", "opted_in"]);
    // An opt-out is everybody's, until one of them takes back their own.
    await merge(a.id, b.id);
    await a.write("STOP");
    await b.write("START");
    await unmerge(b.id);
    assert.deepEqual(await states(a.id, b.id), ["opted_out", "opted_in"]);
    await merge(a.id, b.id);
    assert.deepEqual(await states(a.id), ["opted_out"]);
    await b.write("START");
    await a.write("START");
    await unmerge(b.id);
    assert.deepEqual(await states(a.id, b.id), ["opted_in", "opted_in"]);
  });

  it("of two merges in a chain: an opt-in through the innermost address comes back with it", async () => {
    const states = async (...ids: string[]) => (await Promise.all(ids.map(get))).map((c) => c.optIn);
    const [a, b, c] = [await writer("Chain A"), await writer("Chain B"), await writer("Chain C")];
    await merge(b.id, a.id);
    await merge(c.id, b.id);
    await c.write("STOP");
    await a.write("START");
    await unmerge(b.id);
    assert.deepEqual(await states(c.id, b.id), ["opted_out", "opted_in"]);
    await unmerge(a.id);
    assert.deepEqual(await states(c.id, b.id, a.id), ["opted_out", "opted_out", "opted_in"]);
  });

  it("two into one: an opt-out between the merges applies to the survivor and to whoever was merged by then", async () => {
    const [a, b, c] = [await writer("Btw A"), await writer("Btw B"), await writer("Btw C")];
    await merge(a.id, b.id);
    await a.write("STOP");
    await tenant.api.patch(`${path}/${c.id}`, { optIn: "opted_in" });
    await merge(a.id, c.id);
    await unmerge(b.id);
    await unmerge(c.id);
    assert.deepEqual([(await get(a.id)).optIn, (await get(b.id)).optIn, (await get(c.id)).optIn], ["opted_out", "opted_out", "opted_in"]);
  });

  it("is undone completely, including the messages since; fields changed since stay", async () => {
    const [a, b] = [await writer("Amy"), await writer("Bea")];
    await tenant.api.patch(`${path}/${b.id}`, { email: "bea@example.com", tags: ["b"], customFields: { k: 1, m: 2 }, optIn: "opted_in" });
    const [wasA, wasB] = [await get(a.id), await get(b.id)];
    await merge(a.id, b.id);
    await a.write("Amy 2");
    await b.write("Bea 2");
    await tenant.api.patch(`${path}/${a.id}`, { customFields: { k: "changed" }, tags: ["b", "later"] });
    t.clock.advance(30 * dayMs - 10_000);
    // Now a new conversation.
    await b.write("Bea 3");
    await t.drain();
    const undone = await unmerge(b.id);
    assert.equal(undone.status, 200, undone.text);
    const { updatedAt: _u, lastInboundAt: lastB, ...nowB } = undone.body;
    const { updatedAt: _w, lastInboundAt: _x, ...thenB } = wasB;
    assert.deepEqual(nowB, thenB);
    const nowA = await get(a.id);
    assert.deepEqual(
      [nowA.email, nowA.tags, nowA.customFields, nowA.optIn, nowA.phone, nowA.name, nowA.identities],
      [null, ["later"], { k: "changed" }, "unknown", wasA.phone, "Amy", wasA.identities],
    );
    assert.ok(lastB > nowA.lastInboundAt);
    await t.drain();
    assert.deepEqual(await texts(b.id), ["Bea 1", "Bea 2", "Bea 3"]);
    assert.deepEqual(await texts(a.id), ["Amy 1", "Amy 2"]);
    assert.ok((await listed(`phone=${b.waId}`)).includes(b.id));
    const event = (await events(b.id, "contact.updated")).at(-1)?.data;
    assert.deepEqual([event.reason, event.otherContactId, event.changes], ["unmerge", a.id, { mergedIntoId: { from: a.id, to: null } }]);
    await b.write("Bea 4");
    assert.deepEqual(await texts(b.id), ["Bea 1", "Bea 2", "Bea 3", "Bea 4"]);
    // Repeating it changes nothing.
    const count = (await events(b.id, "contact.updated")).length;
    assert.deepEqual([(await unmerge(b.id)).status, (await events(b.id, "contact.updated")).length], [200, count]);
    // Merged again, in the other direction.
    assert.equal((await merge(b.id, a.id)).status, 200);
    assert.equal((await get(a.id)).mergedIntoId, b.id);
  });

  it("is final after 30 days", async () => {
    const [a, b] = [await create({ name: "Old A" }), await create({ name: "Old B" })];
    await merge(a, b);
    t.clock.advance(30 * dayMs + 1);
    refused(await unmerge(b), 409, "conflict");
    assert.equal((await get(b)).mergedIntoId, a);
  });

  it("moves a phone to a survivor without one, and back; a second one stays an address by which the contact is found", async () => {
    const phone = number();
    const [a, b] = [await create({ name: "No phone" }), await create({ name: "Phone", phone })];
    await merge(a, b);
    assert.equal((await get(a)).phone, `+${phone}`);
    await unmerge(b);
    assert.deepEqual([(await get(a)).phone, (await get(b)).phone], [null, `+${phone}`]);
    const second = number();
    const c = await create({ name: "Second", phone: second });
    await merge(b, c);
    assert.deepEqual([(await get(b)).phone, await listed(`phone=${second}`)], [`+${phone}`, [b]]);
    await t.simulator.customer(second, "Second").sendText(channel.externalId, "from the second number");
    await t.drain();
    assert.deepEqual(await texts(b), ["from the second number"]);
    await unmerge(c);
    await t.drain();
    assert.deepEqual(await texts(c), ["from the second number"]);
    assert.equal((await get(c)).phone, `+${second}`);
  });

  it("changes nothing more when repeated; itself, unknown contacts, cycles and other pairs are refused", async () => {
    const [a, b, c] = [await create({ name: "A" }), await create({ name: "B", email: "b@example.com" }), await create({ name: "C" })];
    const first = await merge(a, b);
    const second = await merge(a, b);
    assert.deepEqual([second.status, second.body], [200, first.body]);
    assert.equal((await events(a, "contact.merged")).length, 1);
    refused(await merge(a, a), 400, "validation_error");
    const cycle = await merge(b, a);
    refused(cycle, 409, "conflict");
    assert.deepEqual(cycle.body.error.details, [{ field: "id", issue: "exists", id: a }]);
    refused(await merge(c, b), 409, "conflict");
    refused(await merge(b, c), 409, "conflict");
    for (const id of [unknownId("cnt"), "cnt_1", "nobody"]) {
      refused(await merge(a, id), 404, "not_found");
      refused(await merge(id, a), 404, "not_found");
      refused(await unmerge(id), 404, "not_found");
    }
    const foreign = await (await t.tenant()).api.post(path, { name: "Theirs" });
    refused(await merge(a, foreign.body.id), 404, "not_found");
    refused(await tenant.api.patch(`${path}/${b}`, { name: "New" }), 409, "conflict");
    refused(await tenant.api.delete(`${path}/${b}`), 409, "conflict");
    // Deleting the survivor deletes the contacts merged into it.
    assert.equal((await tenant.api.delete(`${path}/${a}`)).status, 200);
    assert.deepEqual([(await tenant.api.get(`${path}/${a}`)).status, (await tenant.api.get(`${path}/${b}`)).status], [404, 404]);
  });

  it("in a chain: the first merge is undone while the second stays, then the second", async () => {
    const [a, b, c] = [await writer("Cha"), await writer("Chb"), await writer("Chc")];
    await tenant.api.patch(`${path}/${a.id}`, { email: "a@example.com", tags: ["a"], customFields: { from: "a" } });
    await tenant.api.patch(`${path}/${b.id}`, { tags: ["b"], language: "de" });
    await merge(b.id, a.id);
    await merge(c.id, b.id);
    const all = await get(c.id);
    assert.deepEqual([all.email, all.tags, all.language, all.identities.length], ["a@example.com", ["b", "a"], "de", 3]);
    assert.deepEqual([(await get(a.id)).mergedIntoId, (await get(b.id)).mergedIntoId], [c.id, c.id]);
    await a.write("Cha 2");
    assert.equal((await unmerge(a.id)).status, 200);
    await t.drain();
    assert.deepEqual(await texts(a.id), ["Cha 1", "Cha 2"]);
    assert.deepEqual(await texts(c.id), ["Chb 1", "Chc 1"]);
    const [nowA, nowB, nowC] = [await get(a.id), await get(b.id), await get(c.id)];
    assert.deepEqual([nowA.mergedIntoId, nowA.email, nowA.tags, nowA.phone], [null, "a@example.com", ["a"], `+${a.waId}`]);
    assert.deepEqual([nowB.mergedIntoId, nowB.email, nowB.tags], [c.id, null, ["b"]]);
    assert.deepEqual([nowC.email, nowC.tags, nowC.customFields, nowC.language], [null, ["b"], {}, "de"]);
    // A is now merged into C directly; undoing B's merge must not restore A.
    await merge(c.id, a.id);
    assert.equal((await unmerge(b.id)).status, 200);
    await t.drain();
    assert.deepEqual([(await get(a.id)).mergedIntoId, (await get(b.id)).mergedIntoId], [c.id, null]);
    assert.deepEqual(await texts(b.id), ["Chb 1"]);
    assert.deepEqual(await texts(c.id), ["Cha 1", "Cha 2", "Chc 1"]);
  });

  it("in a chain: the second merge is undone first, and takes the first with it", async () => {
    const [a, b, c] = [await writer("Sea"), await writer("Seb"), await writer("Sec")];
    await merge(b.id, a.id);
    await merge(c.id, b.id);
    await a.write("Sea 2");
    await unmerge(b.id);
    assert.deepEqual([(await get(a.id)).mergedIntoId, (await get(b.id)).mergedIntoId], [b.id, null]);
    await t.drain();
    assert.deepEqual(await texts(b.id), ["Sea 1", "Sea 2", "Seb 1"]);
    await unmerge(a.id);
    await t.drain();
    assert.deepEqual([await texts(a.id), await texts(b.id), await texts(c.id)], [["Sea 1", "Sea 2"], ["Seb 1"], ["Sec 1"]]);
  });

  it("is listed from either side, newest first, with what an undo needs", async () => {
    const [a, b, c] = [await create({ name: "List A" }), await create({ name: "List B" }), await create({ name: "List C" })];
    const list = async (id: string, query = "") => (await tenant.api.get(`${path}/${id}/merges${query}`)).body;
    assert.deepEqual((await list(a)).data, []);
    await merge(a, b);
    const mergedAt = t.clock.now().toISOString();
    t.clock.advance(1_000);
    await unmerge(b);
    const undoneAt = t.clock.now().toISOString();
    t.clock.advance(1_000);
    await merge(b, c);
    t.clock.advance(1_000);
    await merge(a, b);
    const until = (at: Date) => new Date(at.getTime() + 30 * dayMs).toISOString();
    const all = (await list(b)).data;
    const [{ id, mergedBy, undoneBy: _, ...newest }, , oldest] = all;
    assert.match(id, /^mrg_[0-9a-f]{32}$/);
    assert.match(mergedBy, /^key_[0-9a-f]{32}$/);
    assert.deepEqual(newest, {
      contactId: a,
      mergedContactId: b,
      mergedContactName: "List B",
      mergedAt: t.clock.now().toISOString(),
      undoableUntil: until(t.clock.now()),
      undoneAt: null,
    });
    assert.deepEqual([oldest.mergedAt, oldest.undoableUntil, oldest.undoneAt, oldest.undoneBy], [mergedAt, null, undoneAt, mergedBy]);
    assert.deepEqual(
      all.map((m: any) => [m.contactId, m.mergedContactId]),
      [
        [a, b],
        [b, c],
        [a, b],
      ],
    );
    assert.deepEqual(
      (await list(c)).data.map((m: any) => [m.contactId, m.mergedContactId]),
      [[b, c]],
    );
    const first = await list(b, "?limit=2");
    const second = await list(b, `?limit=2&cursor=${encodeURIComponent(first.pageInfo.nextCursor)}`);
    assert.deepEqual([...first.data, ...second.data], all);
    assert.deepEqual([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage], [true, false]);
    t.clock.advance(30 * dayMs + 1);
    assert.equal((await list(b)).data[0].undoableUntil, null);
    refused(await tenant.api.get(`${path}/${unknownId("cnt")}/merges`), 404, "not_found");
  });

  it("happens once if requested in both directions concurrently", async () => {
    for (let round = 0; round < 2; round++) {
      const [a, b] = [await writer(`Ra${round}`), await writer(`Rb${round}`)];
      const responses = await Promise.all([
        merge(a.id, b.id),
        merge(b.id, a.id),
        merge(a.id, b.id),
        merge(b.id, a.id),
        b.write(`Rb${round} 2`),
      ]);
      const statuses = responses.slice(0, 4).map((response) => (response as { status: number }).status);
      assert.ok(
        statuses.every((status) => status === 200 || status === 409),
        statuses.join(),
      );
      const [nowA, nowB] = [await get(a.id), await get(b.id)];
      assert.equal([nowA.mergedIntoId, nowB.mergedIntoId].filter((id) => id !== null).length, 1);
      const survivor = nowA.mergedIntoId === null ? a.id : b.id;
      assert.equal((await events(survivor, "contact.merged")).length, 1);
      await t.drain();
      t.clock.advance(60_000);
      await t.drain();
      assert.deepEqual(await texts(survivor), [`Ra${round} 1`, `Rb${round} 1`, `Rb${round} 2`]);
    }
  });

  it("with a long history moves it in batches, in either direction", async () => {
    const [a, b] = [await writer("Lia"), await writer("Leo")];
    const [conversation] = (await tenant.api.get(`/api/v1/conversations?contactId=${b.id}`)).body.data;
    const uuid = (id: string) => id.replace(/^\w+_(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    const count = 2_300;
    await t.app.database.withTenant(tenant.id, (tx) =>
      tx.query({
        text: `insert into messages (tenant_id, id, conversation_id, channel_id, contact_id, direction, type, text, status, external_id,
                 author_kind, author_id, occurred_at, created_at)
               select $1, gen_random_uuid(), $2, $3, $4, 'inbound', 'text', 'old ' || i, 'received', 'old.' || i, 'contact', wire_id('cnt', $4),
                      $5::timestamptz - (i / 7) * interval '1 s', $5 from generate_series(1, ${count}) i`,
        values: [tenant.id, uuid(conversation.id), uuid(channel.id), uuid(b.id), t.clock.now()],
      }),
    );
    const owners = async () => {
      const rows = await t.app.database.withTenant(tenant.id, (tx) =>
        tx.query<{ owner: string; author: string; n: number }>({
          text: `select wire_id('cnt', contact_id) as owner, author_id as author, count(*)::int as n from messages
                  where tenant_id = $1 and conversation_id = $2 group by 1, 2`,
          values: [tenant.id, uuid(conversation.id)],
        }),
      );
      return rows.map((row) => [row.owner, row.author, row.n]);
    };
    await merge(a.id, b.id);
    // Readable as the survivor's before they are moved.
    assert.equal((await tenant.api.get(`/api/v1/messages?contactId=${a.id}&limit=200`)).body.data.length, 200);
    await t.drain();
    assert.deepEqual(await owners(), [[a.id, a.id, count + 1]]);
    await unmerge(b.id);
    await merge(a.id, b.id);
    await unmerge(b.id);
    await t.drain();
    assert.deepEqual(await owners(), [[b.id, b.id, count + 1]]);
    const left = async () => {
      const rows = await t.app.database.worker({ text: "select identity_id from contact_moves where tenant_id = $1", values: [tenant.id] });
      return rows.length;
    };
    assert.ok((await left()) > 0);
    t.clock.advance(61_000);
    await t.drain();
    assert.equal(await left(), 0);
  });
});
