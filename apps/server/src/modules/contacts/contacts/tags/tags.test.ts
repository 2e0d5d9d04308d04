import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openTransaction, untilWaiting } from "../../../../../test/database/locks.ts";
import { startContacts } from "../../../../../test/contacts.ts";
import { type TestTenant, unknownId } from "../../../../../test/harness.ts";

const { t, tenant, number, writer, contact, eventsOf } = await startContacts("4477022");

const make = async (own: TestTenant, tags: string[], name = "Ada") =>
  (await own.api.post("/api/v1/contacts", { name, tags })).body.id as string;
const tagsOf = async (own: TestTenant, id: string) => (await own.api.get(`/api/v1/contacts/${id}`)).body.tags as string[];

const makeMany = (own: TestTenant) =>
  t.app.database.withTenant(own.id, (tx) =>
    tx.query({
      text: `insert into contacts (tenant_id, id, name, source, tags, created_at, updated_at)
             select $1, gen_random_uuid(), 'Many ' || n, 'api', array['many'], now(), now() from generate_series(1, 450) n`,
      values: [own.id],
    }),
  );
/** Events of tag changes, the contacts that they concern, and the changes that are not finished. */
const changesOf = async (own: TestTenant) => {
  const [counts] = await t.app.database.worker<{ all: number; contacts: number; open: number }>({
    text: `select count(*) as all, count(distinct data->>'contactId') as contacts,
                  (select count(*) from contact_tag_changes where tenant_id = $1) as open
             from event_log where tenant_id = $1 and type = 'contact.updated' and data->>'reason' = 'tag_changed'`,
    values: [own.id],
  });
  return counts;
};

describe("tags", () => {
  it("are listed by name with the number of contacts, and searched", async () => {
    const own = await t.tenant();
    for (const tags of [["vip", "b2b"], ["vip"], ["Élan", "100%"], []]) await make(own, tags);
    const list = async (query = "") => (await own.api.get(`/api/v1/contacts/tags${query}`)).body;
    assert.deepEqual((await list()).data, [
      { name: "100%", contacts: 1 },
      { name: "b2b", contacts: 1 },
      { name: "vip", contacts: 2 },
      { name: "Élan", contacts: 1 },
    ]);
    assert.deepEqual((await list("?q=%25")).data, [{ name: "100%", contacts: 1 }]);
    assert.deepEqual((await list("?q=VI")).data, [{ name: "vip", contacts: 2 }]);
    const names: string[] = [];
    for (let page = await list("?limit=1"); ; page = await list(`?limit=1&cursor=${encodeURIComponent(page.pageInfo.nextCursor)}`)) {
      names.push(...page.data.map((tag: { name: string }) => tag.name));
      if (!page.pageInfo.hasNextPage) break;
    }
    assert.deepEqual(names, ["100%", "b2b", "vip", "Élan"]);
    assert.deepEqual((await (await t.tenant()).api.get("/api/v1/contacts/tags")).body.data, []);
  });

  it("are renamed, merged and deleted for all contacts of the tenant, and no other's", async () => {
    const [own, other] = [await t.tenant(), await t.tenant()];
    const ada = await make(own, ["x", "vip", "y"]);
    const bob = await make(own, ["VIP", "vip", "gold"]);
    const theirs = await make(other, ["vip"]);
    assert.deepEqual((await own.api.patch("/api/v1/contacts/tags", { tag: "vip", name: "gold" })).body, {
      tags: ["vip"],
      into: "gold",
      changed: 2,
      remaining: false,
    });
    assert.deepEqual(
      [await tagsOf(own, ada), await tagsOf(own, bob)],
      [
        ["x", "gold", "y"],
        ["VIP", "gold"],
      ],
    );
    const merged = await own.api.post("/api/v1/contacts/tags/merge", { tags: ["VIP", "gold", "none"], into: "key" });
    assert.equal(merged.body.changed, 2);
    assert.deepEqual([await tagsOf(own, ada), await tagsOf(own, bob)], [["x", "key", "y"], ["key"]]);
    assert.equal((await own.api.post("/api/v1/contacts/tags/delete", { tags: ["key", "x"] })).body.into, null);
    assert.deepEqual([await tagsOf(own, ada), await tagsOf(own, bob)], [["y"], []]);
    assert.deepEqual(await tagsOf(other, theirs), ["vip"]);
    assert.equal((await own.api.patch("/api/v1/contacts/tags", { tag: "nobody", name: "x" })).body.changed, 0);
    const blank = await own.api.patch("/api/v1/contacts/tags", { tag: "y", name: "  " });
    assert.deepEqual(blank.body.error.details, [{ field: "name", issue: "too_short" }]);
  });

  it("on many contacts change in the background, each contact once, even with two active workers", async () => {
    const own = await t.tenant();
    await makeMany(own);
    const response = await own.api.patch("/api/v1/contacts/tags", { tag: "many", name: "few" });
    assert.deepEqual([response.body.changed, response.body.remaining], [200, true]);
    await Promise.all([t, t].map((one) => one.drain(["contact tags"])));
    await t.drain();
    assert.deepEqual((await own.api.get("/api/v1/contacts/tags")).body.data, [{ name: "few", contacts: 450 }]);
    assert.deepEqual(await changesOf(own), { all: 450, contacts: 450, open: 0 });
  });

  it("change in the order of the requests, also when they contradict each other", async () => {
    const own = await t.tenant();
    await makeMany(own);
    const rename = async (tag: string, name: string) => {
      const { body } = await own.api.patch("/api/v1/contacts/tags", { tag, name });
      t.clock.advance(1);
      return [body.changed, body.remaining];
    };
    assert.deepEqual(await rename("many", "few"), [200, true]);
    assert.deepEqual(await rename("few", "many"), [0, true]);
    // Nobody has it yet.
    assert.deepEqual(await rename("many", "last"), [0, true]);
    const remove = await own.api.post("/api/v1/contacts/tags/delete", { tags: ["few"] });
    assert.deepEqual([remove.body.changed, remove.body.remaining], [0, true]);
    const loop = t.app.loops.find(({ name }) => name === "contact tags");
    assert.ok(loop);
    for (let round = 0; round < 20; round += 1) await loop.once();
    assert.deepEqual(await changesOf(own), { all: 3 * 450, contacts: 450, open: 0 });
    assert.deepEqual((await own.api.get("/api/v1/contacts/tags")).body.data, [{ name: "last", contacts: 450 }]);
  });

  it("are changed on the others, too, if another change was first for those that were found", async () => {
    const own = await t.tenant();
    await makeMany(own);
    const other = await make(own, ["few"]);
    const first = await openTransaction(t.database);
    await first.query("update contacts set tags = array['renamed'] where tenant_id = $1 and tags = array['many']", [own.id]);
    const merged = own.api.post("/api/v1/contacts/tags/merge", { tags: ["many", "few"], into: "all" });
    await untilWaiting(t.database, 1);
    await first.release();
    const { body } = await merged;
    assert.deepEqual([body.changed, body.remaining], [0, true]);
    await t.drain();
    assert.deepEqual(await tagsOf(own, other), ["all"]);
    assert.equal((await changesOf(own))?.open, 0);
  });

  it("need their scopes", async () => {
    const reader = t.api(await t.key(tenant.id, { scopes: ["contacts:read"] }));
    assert.equal((await reader.get("/api/v1/contacts/tags")).status, 200);
    assert.equal((await reader.patch("/api/v1/contacts/tags", { tag: "a", name: "b" })).status, 403);
    assert.equal((await reader.post("/api/v1/contacts/bulk", { ids: ["x"], addTags: ["a"] })).status, 403);
  });
});

describe("a change of many contacts", () => {
  it("has an outcome for each: changed, unchanged, missing, another tenant's, merged", async () => {
    const own = await t.tenant();
    const [ada, bob, cid, dot] = [await make(own, ["a"]), await make(own, ["b"]), await make(own, []), await make(own, [])];
    await own.api.post(`/api/v1/contacts/${cid}/merge`, { contactId: dot });
    const foreign = await make(await t.tenant(), []);
    const ids = [ada, unknownId("cnt"), bob, "nonsense", foreign, dot, ada];
    const { body } = await own.api.post("/api/v1/contacts/bulk", { ids, addTags: ["b"], removeTags: ["a"] });
    assert.deepEqual(
      body.results.map((r: { id: string; outcome: string; code: string | null }) => [r.id, r.outcome, r.code]),
      [
        [ada, "updated", null],
        [ids[1], "failed", "not_found"],
        [bob, "unchanged", null],
        ["nonsense", "failed", "not_found"],
        [foreign, "failed", "not_found"],
        [dot, "failed", "conflict"],
      ],
    );
    assert.deepEqual([body.updated, body.unchanged, body.failed], [1, 1, 4]);
    assert.deepEqual(await tagsOf(own, ada), ["b"]);
  });

  it("sets owners and blocks; 404 for an owner who is not a member, 400 for no change at all", async () => {
    const own = await t.tenant();
    const ada = await make(own, []);
    assert.equal((await own.api.post("/api/v1/contacts/bulk", { ids: [ada], ownerId: unknownId("agt") })).status, 404);
    const nothing = await own.api.post("/api/v1/contacts/bulk", { ids: [ada], addTags: [] });
    assert.deepEqual([nothing.status, nothing.body.error.details[0].field], [400, "addTags"]);
    assert.equal((await own.api.post("/api/v1/contacts/bulk", { ids: [ada], blocked: true })).body.updated, 1);
    assert.notEqual((await own.api.get(`/api/v1/contacts/${ada}`)).body.blockedAt, null);
    assert.equal((await own.api.post("/api/v1/contacts/bulk", { ids: [ada], ownerId: null, blocked: false })).body.updated, 1);
    const many = Array.from({ length: 100 }, (_, i) => `t${i}`);
    const full = await make(own, many);
    const [result] = (await own.api.post("/api/v1/contacts/bulk", { ids: [full], addTags: ["one more"] })).body.results;
    assert.deepEqual([result.outcome, result.code], ["failed", "validation_error"]);
    // From before the limit held everywhere.
    await t.app.database.withTenant(own.id, (tx) =>
      tx.query({
        text: "update contacts set tags = tags || array['t100', 't101'] where tenant_id = $1 and tags <> '{}'",
        values: [own.id],
      }),
    );
    const outcome = async (body: object) => (await own.api.post("/api/v1/contacts/bulk", { ids: [full], ...body })).body.results[0].outcome;
    assert.equal(await outcome({ addTags: ["one more"] }), "failed");
    assert.equal(await outcome({ removeTags: ["t0"], blocked: true }), "updated");
    assert.deepEqual(await tagsOf(own, full), [...many.slice(1), "t100", "t101"]);
  });

  it("sets or clears a stage; 404 for an unknown stage, and no contact moves", async () => {
    const own = await t.tenant();
    const [ada, bob] = [await make(own, []), await make(own, [])];
    const [pipeline] = (await own.api.get("/api/v1/pipelines")).body.data;
    const [, stage] = (await own.api.get(`/api/v1/pipelines/${pipeline.id}`)).body.stages;
    const bulk = async (stageId: string | null, more: object = {}) =>
      own.api.post("/api/v1/contacts/bulk", { ids: [ada, bob], stageId, ...more });
    const stagesOf = async () => [
      (await own.api.get(`/api/v1/contacts/${ada}`)).body.stageId,
      (await own.api.get(`/api/v1/contacts/${bob}`)).body.stageId,
    ];
    assert.deepEqual([(await bulk(stage.id)).body.updated, await stagesOf()], [2, [stage.id, stage.id]]);
    assert.equal((await bulk(stage.id)).body.unchanged, 2);
    assert.equal((await bulk(unknownId("stg"), { addTags: ["no"] })).status, 404);
    const theirs = (await (await t.tenant()).api.get("/api/v1/pipelines")).body.data[0];
    assert.equal((await bulk(theirs.id.replace("pip_", "stg_"))).status, 404);
    assert.deepEqual([await stagesOf(), await tagsOf(own, ada)], [[stage.id, stage.id], []]);
    assert.deepEqual([(await bulk(null)).body.updated, await stagesOf()], [2, [null, null]]);
  });

  it("happens once if repeated, and two concurrent ones lose nothing", async () => {
    const own = await t.tenant();
    const ids = [await make(own, []), await make(own, [])];
    const headers = { "idempotency-key": "bulk-1" };
    const body = { ids, addTags: ["once"] };
    const [one, two] = [
      await own.api.post("/api/v1/contacts/bulk", body, headers),
      await own.api.post("/api/v1/contacts/bulk", body, headers),
    ];
    assert.deepEqual([two.body, two.headers.get("idempotency-replayed")], [one.body, "true"]);
    await Promise.all(
      ["a", "b", "c"].map((tag, i) => own.api.post("/api/v1/contacts/bulk", { ids: i === 1 ? [...ids].reverse() : ids, addTags: [tag] })),
    );
    for (const id of ids) assert.deepEqual((await tagsOf(own, id)).sort(), ["a", "b", "c", "once"]);
  });
});

describe("a blocked contact", () => {
  it("has its conversations resolved; its messages are stored but open nothing; once unblocked, they do again", async () => {
    const person = await writer("Eve");
    const conversations = async () => (await tenant.api.get(`/api/v1/conversations?contactId=${person.id}`)).body.data;
    const [open] = await conversations();
    assert.deepEqual([open.status, open.unreadCount], ["open", 1]);
    await tenant.api.patch(`/api/v1/conversations/${open.id}`, {
      snoozedUntil: new Date(t.clock.now().getTime() + 3_600_000).toISOString(),
      status: "pending",
    });
    const blocked = await tenant.api.post(`/api/v1/contacts/${person.id}/block`);
    assert.equal(blocked.body.blockedAt, t.clock.now().toISOString());
    t.clock.advance(1_000);
    assert.equal((await tenant.api.post(`/api/v1/contacts/${person.id}/block`)).body.blockedAt, blocked.body.blockedAt);
    await person.write("let me in", "please");
    const after = await conversations();
    assert.deepEqual(
      after.map((c: { id: string; status: string; unreadCount: number }) => [c.id, c.status, c.unreadCount]),
      [[open.id, "resolved", 0]],
    );
    const messages = (await tenant.api.get(`/api/v1/conversations/${open.id}/messages`)).body.data;
    assert.deepEqual(messages.map((m: { text: string }) => m.text).sort(), ["Eve 1", "let me in", "please"]);
    // An agent may still write to a blocked contact.
    const sent = await tenant.api.post("/api/v1/messages", {
      channelId: open.channelId,
      to: person.waId,
      type: "text",
      text: "Please stop.",
    });
    assert.equal(sent.status, 200, sent.text);
    await t.settle();
    assert.equal((await tenant.api.post(`/api/v1/contacts/${person.id}/unblock`)).body.blockedAt, null);
    await person.write("thanks");
    assert.ok((await conversations()).some((c: { status: string; unreadCount: number }) => c.status === "open" && c.unreadCount === 1));
    const changes = (await eventsOf(person.id, "contact.updated")).map(({ data }) => data.changes.blockedAt?.to ?? null);
    assert.deepEqual(changes, [blocked.body.blockedAt, null]);
  });

  it("is 404 for another tenant, and 409 once merged", async () => {
    const { id } = (await tenant.api.post("/api/v1/contacts", { name: "F", phone: `+${number()}` })).body;
    const other = await t.tenant();
    for (const verb of ["block", "unblock"]) assert.equal((await other.api.post(`/api/v1/contacts/${id}/${verb}`)).status, 404);
    const into = (await tenant.api.post("/api/v1/contacts", { name: "G" })).body.id;
    await tenant.api.post(`/api/v1/contacts/${into}/merge`, { contactId: id });
    assert.equal((await tenant.api.post(`/api/v1/contacts/${id}/block`)).status, 409);
    assert.equal((await contact(into)).blockedAt, null);
  });

  it("is the same through PATCH as through block", async () => {
    const person = await writer("Hal");
    await tenant.api.patch(`/api/v1/contacts/${person.id}`, { blocked: true });
    const [conversation] = (await tenant.api.get(`/api/v1/conversations?contactId=${person.id}`)).body.data;
    assert.equal(conversation.status, "resolved");
  });
});
