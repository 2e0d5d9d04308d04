import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, describe, it } from "node:test";
import { ok, refused } from "../../../../test/responses.ts";
import { startTestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { wireId } from "../../../platform/ids/ids.ts";

const t = await startTestApp();
after(() => t.stop());
const tenant = await t.tenant();
const other = await t.tenant();
const path = "/api/v1/deals";
const contact = async (of: TestTenant = tenant, name = "Buyer") => (await ok(of.api.post("/api/v1/contacts", { name }))).id as string;
const stagesOf = async (of: TestTenant = tenant) => (await ok(of.api.get("/api/v1/pipelines"))).data[0].stages;
const contactId = await contact();
const stages = await stagesOf();
const [fresh, qualified, , , won, lost] = stages;
const create = (body: object = {}, of: TestTenant = tenant) => ok(of.api.post(path, { title: "Desks", contactId, ...body }));
const history = async (id: string) => (await ok(tenant.api.get(`${path}/${id}/history`))).data;
const member = async (of: TestTenant) => {
  const user = {
    email: `m${randomBytes(6).toString("hex")}@example.com`,
    password: "correct horse battery",
    tenantId: of.id,
    role: "agent",
  } as const;
  return wireId("agt", (await t.app.tenants.createUser(user)).userId);
};
const eventsOf = async (dealId: string) => {
  await t.drain();
  const events = await t.app.database.worker<{ data: any }>({
    text: "select data from event_log where type = 'deal.updated' and data->>'dealId' = $1 order by xid, id",
    values: [dealId],
  });
  return events.map((event) => event.data);
};

describe("deals", () => {
  it("start in the default pipeline's first open stage, with the given values, and an event", async () => {
    const ownerId = await member(tenant);
    const deal = await create({
      title: " Ten desks ",
      amount: 4200.5,
      currency: "eur",
      ownerId,
      expectedCloseAt: "2027-01-31T12:00:00+01:00",
    });
    assert.deepEqual(
      [
        deal.title,
        deal.amount,
        deal.currency,
        deal.contactId,
        deal.ownerId,
        deal.stageId,
        deal.pipelineId,
        deal.status,
        deal.expectedCloseAt,
      ],
      ["Ten desks", 4200.5, "EUR", contactId, ownerId, fresh.id, fresh.pipelineId, "open", "2027-01-31T11:00:00.000Z"],
    );
    assert.deepEqual([deal.conversationId, deal.lostReason, deal.wonAt, deal.lostAt], [null, null, null, null]);
    assert.deepEqual(await ok(tenant.api.get(`${path}/${deal.id}`)), deal);
    const [event] = await eventsOf(deal.id);
    assert.deepEqual([event.reason, event.status, event.contactId], ["created", "open", contactId]);
    assert.deepEqual(event.changes.amount, { from: null, to: 4200.5 });
    assert.equal(event.changes.lostReason, undefined);
  });

  it("of a conversation belong to its contact", async () => {
    const channel = await t.channel(tenant);
    await t.simulator.customer("447700955001", "Cleo").sendText(channel.externalId, "How much?");
    await t.settle();
    const [conversation] = (await ok(tenant.api.get("/api/v1/conversations"))).data;
    const deal = await ok(tenant.api.post(path, { title: "Cleo's", conversationId: conversation.id }));
    assert.deepEqual([deal.contactId, deal.conversationId], [conversation.contactId, conversation.id]);
    assert.equal((await ok(tenant.api.patch(`${path}/${deal.id}`, { conversationId: null }))).conversationId, null);
  });

  it("move through stages: won and lost deals have their time, lost ones a reason, and the history has durations", async () => {
    const deal = await create();
    const move = (body: object) => tenant.api.patch(`${path}/${deal.id}`, body);
    t.clock.advance(90_000);
    await ok(move({ stageId: qualified.id }));
    t.clock.advance(30_000);
    refused(await move({ stageId: lost.id }), 422, "validation_error", "lostReason", "required");
    refused(await move({ stageId: lost.id, lostReason: "  " }), 422, "validation_error", "lostReason", "required");
    refused(await move({ lostReason: "Too dear" }), 422, "validation_error", "lostReason", "not_allowed");
    const gone = await ok(move({ stageId: lost.id, lostReason: "Too dear" }));
    assert.deepEqual([gone.status, gone.lostReason, gone.lostAt], ["lost", "Too dear", t.clock.now().toISOString()]);
    assert.equal((await ok(move({ lostReason: "Too slow" }))).lostReason, "Too slow");
    refused(await move({ lostReason: null }), 422, "validation_error", "lostReason", "required");
    t.clock.advance(10_000);
    const back = await ok(move({ stageId: won.id }));
    assert.deepEqual([back.status, back.lostReason, back.lostAt, back.wonAt], ["won", null, null, t.clock.now().toISOString()]);
    t.clock.advance(5_000);
    assert.deepEqual(
      (await history(deal.id)).map((h: any) => [h.stageName, h.stageKind, h.durationSeconds, h.leftAt !== null, h.movedBy.slice(0, 4)]),
      [
        ["Won", "won", 5, false, "key_"],
        ["Lost", "lost", 10, true, "key_"],
        ["Qualified", "open", 30, true, "key_"],
        ["New", "open", 90, true, "key_"],
      ],
    );
    const pages = [];
    for (let cursor = ""; ; ) {
      const page = await ok(tenant.api.get(`${path}/${deal.id}/history?limit=3${cursor}`));
      pages.push(...page.data.map((h: any) => h.stageName));
      if (!page.pageInfo.hasNextPage) break;
      cursor = `&cursor=${page.pageInfo.nextCursor}`;
    }
    assert.deepEqual(pages, ["Won", "Lost", "Qualified", "New"]);
    const moves = (await eventsOf(deal.id)).map((e) => [e.changes.stageId?.to ?? null, e.changes.status?.to ?? null]);
    assert.deepEqual(moves, [
      [fresh.id, "open"],
      [qualified.id, null],
      [lost.id, "lost"],
      [null, null],
      [won.id, "won"],
    ]);
  });

  it("move to another pipeline by a stage, or by pipeline to its first open stage", async () => {
    const deal = await create();
    const elsewhere = await ok(
      tenant.api.post("/api/v1/pipelines", { name: "Else", stages: [{ name: "Won", kind: "won" }, { name: "A" }, { name: "B" }] }),
    );
    const moved = await ok(tenant.api.patch(`${path}/${deal.id}`, { pipelineId: elsewhere.id }));
    assert.deepEqual([moved.pipelineId, moved.stageId], [elsewhere.id, elsewhere.stages[1].id]);
    await ok(tenant.api.patch(`${path}/${deal.id}`, { stageId: elsewhere.stages[2].id }));
    const stays = await ok(tenant.api.patch(`${path}/${deal.id}`, { pipelineId: elsewhere.id }));
    assert.equal(stays.stageId, elsewhere.stages[2].id, "the pipeline it is in already is no wish to move");
    refused(
      await tenant.api.patch(`${path}/${deal.id}`, { pipelineId: elsewhere.id, stageId: fresh.id }),
      422,
      "validation_error",
      "stageId",
      "not_allowed",
    );
    assert.equal((await ok(tenant.api.patch(`${path}/${deal.id}`, { stageId: fresh.id }))).pipelineId, fresh.pipelineId);
  });

  it("many moves at once leave one history without gaps, which ends in the deal's stage", async () => {
    const deal = await create();
    const targets = [...stages.slice(0, 5), ...stages.slice(0, 5)];
    const responses = await Promise.all(targets.map((stage) => tenant.api.patch(`${path}/${deal.id}`, { stageId: stage.id })));
    assert.ok(responses.every((a) => a.status === 200));
    const stays = await history(deal.id);
    const now = await ok(tenant.api.get(`${path}/${deal.id}`));
    assert.equal(stays.filter((s: any) => s.leftAt === null).length, 1);
    assert.equal(stays.find((s: any) => s.leftAt === null).stageId, now.stageId);
    const events = (await eventsOf(deal.id)).filter((e) => e.changes.stageId !== undefined);
    assert.equal(events.length, stays.length, "each stay was told, and no other");
    // The moves form one path from the first stage to the last: none was lost, and each started in the deal's stage.
    // (The log has transactions in the order in which they started to write, which need not be the order in which they
    // locked the deal.)
    const balance = new Map<string, number>();
    const add = (id: string | null, n: number) => id !== null && balance.set(id, (balance.get(id) ?? 0) + n);
    for (const { changes } of events) {
      add(changes.stageId.from, -1);
      add(changes.stageId.to, 1);
    }
    assert.deepEqual(
      [...balance].filter(([, n]) => n !== 0),
      [[now.stageId, 1]],
    );
  });

  it("an update without a change writes nothing; amounts and positions are exact; null clears", async () => {
    const deal = await create({ amount: 0.3, currency: "EUR", position: 7.25 });
    assert.equal(deal.position, 7.25);
    assert.deepEqual(await ok(tenant.api.patch(`${path}/${deal.id}`, { amount: 0.3, stageId: fresh.id, title: "Desks" })), deal);
    assert.equal((await eventsOf(deal.id)).length, 1);
    refused(await tenant.api.patch(`${path}/${deal.id}`, { currency: null }), 422, "validation_error", "currency", "required");
    const empty = await ok(tenant.api.patch(`${path}/${deal.id}`, { amount: null, currency: null }));
    assert.deepEqual([empty.amount, empty.currency], [null, null]);
    refused(await tenant.api.patch(`${path}/${deal.id}`, { amount: 1 }), 422, "validation_error", "currency", "required");
  });

  it("invalid values are reported by field", async () => {
    const cases: [object, string, string][] = [
      [{ contactId }, "title", "required"],
      [{ title: " ", contactId }, "title", "too_short"],
      [{ title: "x" }, "contactId", "required"],
      [{ title: "x", contactId, amount: -1, currency: "EUR" }, "amount", "out_of_range"],
      [{ title: "x", contactId, amount: 0.0000001, currency: "EUR" }, "amount", "invalid_format"],
      [{ title: "x", contactId, amount: "1" }, "amount", "invalid_type"],
      [{ title: "x", contactId, amount: 1, currency: "XXY" }, "currency", "unknown_value"],
      [{ title: "x", contactId, amount: 1, currency: "EURO" }, "currency", "invalid_format"],
      [{ title: "x", contactId, position: 1e300 }, "position", "out_of_range"],
      [{ title: "x", contactId, expectedCloseAt: "soon" }, "expectedCloseAt", "invalid_format"],
    ];
    for (const [body, field, issue] of cases) refused(await tenant.api.post(path, body), 400, "validation_error", field, issue);
    const foreign = (await stagesOf(other))[0];
    for (const body of [
      { stageId: foreign.id },
      { pipelineId: foreign.pipelineId },
      { contactId: await contact(other) },
      { ownerId: await member(other) },
      { conversationId: unknownId("conv") },
      { stageId: "x" },
    ])
      refused(await tenant.api.post(path, { title: "x", contactId, ...body }), 404, "not_found");
  });

  it("are filtered in every way, searched by words, and listed in pages and in column order", async () => {
    const mine = await t.tenant();
    const [a, b] = [await contact(mine, "A"), await contact(mine, "B")];
    const [first, second, , , done] = await stagesOf(mine);
    const ownerId = await member(mine);
    const make = (title: string, body: object) => create({ title, ...body }, mine);
    const one = await make("Oak desk, large", { contactId: a, stageId: first.id, ownerId, position: 30 });
    const two = await make("Oak chair 100%", { contactId: b, stageId: first.id, position: 10 });
    const three = await make("Pine desk", { contactId: b, stageId: second.id });
    const four = await make("OAK shelf", { contactId: a, stageId: done.id });
    const list = async (query: string) => (await ok(mine.api.get(`${path}?${query}`))).data.map((d: any) => d.id);
    assert.deepEqual(await list(""), [four.id, three.id, two.id, one.id]);
    assert.deepEqual(await list("q=oak"), [four.id, two.id, one.id]);
    assert.deepEqual(await list("q=desk%20oak"), [one.id]);
    assert.deepEqual(await list("q=100%25"), [two.id]);
    assert.deepEqual(await list("q=oak&status=won"), [four.id]);
    assert.deepEqual(await list(`q=oak&contactId=${a}&stageId=${first.id}`), [one.id]);
    assert.deepEqual(await list("q=_"), []);
    assert.deepEqual(await list(`stageId=${first.id}&sort=position`), [two.id, one.id]);
    assert.deepEqual(await list(`contactId=${b}`), [three.id, two.id]);
    assert.deepEqual(await list(`ownerId=${ownerId}`), [one.id]);
    assert.deepEqual(await list("ownerId=none&status=open"), [three.id, two.id]);
    assert.deepEqual(await list(`pipelineId=${first.pipelineId}`), [four.id, three.id, two.id, one.id]);
    for (const query of ["stageId=x", `contactId=${contactId}`, `pipelineId=${unknownId("pip")}`]) assert.deepEqual(await list(query), []);
    refused(await mine.api.get(`${path}?sort=position`), 400, "validation_error", "sort", "not_allowed");
    for (const query of ["", "&q=oak", `&stageId=${first.id}&sort=position`]) {
      const whole = await list(`limit=100${query}`);
      const seen: string[] = [];
      for (let cursor = ""; ; ) {
        const page = await ok(mine.api.get(`${path}?limit=1${query}${cursor}`));
        seen.push(...page.data.map((d: any) => d.id));
        if (!page.pageInfo.hasNextPage) break;
        cursor = `&cursor=${page.pageInfo.nextCursor}`;
      }
      assert.deepEqual(seen, whole, query);
    }
  });

  it("are deleted with their history; another tenant's cannot be seen, changed or deleted", async () => {
    const deal = await create();
    for (const api of [other.api])
      for (const response of [
        await api.get(`${path}/${deal.id}`),
        await api.patch(`${path}/${deal.id}`, { title: "Mine" }),
        await api.delete(`${path}/${deal.id}`),
        await api.get(`${path}/${deal.id}/history`),
      ])
        refused(response, 404, "not_found");
    const reader = t.api(await t.key(tenant.id, { scopes: ["pipeline:read"] }));
    refused(await reader.patch(`${path}/${deal.id}`, { title: "x" }), 403, "insufficient_scope");
    assert.deepEqual(await ok(tenant.api.delete(`${path}/${deal.id}`)), { id: deal.id, deleted: true });
    assert.equal((await tenant.api.get(`${path}/${deal.id}/history`)).status, 404);
    assert.equal((await eventsOf(deal.id)).at(-1).reason, "deleted");
    // A contact with a deal cannot be deleted.
    const buyer = await contact();
    const kept = await create({ contactId: buyer });
    refused(await tenant.api.delete(`/api/v1/contacts/${buyer}`), 409, "conflict");
    await ok(tenant.api.delete(`${path}/${kept.id}`));
    await ok(tenant.api.delete(`/api/v1/contacts/${buyer}`));
  });

  it("a repeated idempotency key creates one deal", async () => {
    const headers = { "idempotency-key": "deal-once" };
    const buyer = await contact();
    const body = { title: "Once", contactId: buyer };
    const [a, b] = await Promise.all([tenant.api.post(path, body, headers), tenant.api.post(path, body, headers)]);
    assert.deepEqual([a.status, b.status, a.text === b.text], [200, 200, true]);
    assert.equal((await ok(tenant.api.get(`${path}?contactId=${buyer}`))).data.length, 1);
  });
});

describe("a merge of contacts", () => {
  const merge = (into: string, contactId: string) => ok(tenant.api.post(`/api/v1/contacts/${into}/merge`, { contactId }));
  const unmerge = (id: string) => ok(tenant.api.post(`/api/v1/contacts/${id}/unmerge`));
  const owner = async (kind: "deals" | "orders", id: string) => (await ok(tenant.api.get(`/api/v1/${kind}/${id}`))).contactId;
  const order = async (of: string) =>
    (await ok(tenant.api.post("/api/v1/orders", { contactId: of, currency: "EUR", items: [{ name: "x", quantity: 1, unitPrice: 1 }] }))).id;

  it("moves deals and orders with an event, and undoing it moves them back, but not later ones", async () => {
    const [a, b] = [await contact(), await contact()];
    const [deal, ordered] = [await create({ contactId: b }), await order(b)];
    await merge(a, b);
    assert.deepEqual([await owner("deals", deal.id), await owner("orders", ordered)], [a, a]);
    assert.deepEqual((await eventsOf(deal.id)).at(-1).changes, { contactId: { from: b, to: a } });
    const since = await create({ contactId: a });
    refused(await tenant.api.post(path, { title: "x", contactId: b }), 409, "conflict");
    await unmerge(b);
    assert.deepEqual([await owner("deals", deal.id), await owner("orders", ordered), await owner("deals", since.id)], [b, b, a]);
    assert.deepEqual((await eventsOf(deal.id)).at(-1).reason, "unmerge");
  });

  it("in a chain, each undo returns what its merge moved", async () => {
    const [a, b, c] = [await contact(), await contact(), await contact()];
    const [ofA, ofB] = [await create({ contactId: a }), await create({ contactId: b })];
    await merge(b, a);
    await merge(c, b);
    assert.deepEqual([await owner("deals", ofA.id), await owner("deals", ofB.id)], [c, c]);
    await unmerge(a);
    assert.deepEqual([await owner("deals", ofA.id), await owner("deals", ofB.id)], [a, c]);
    await unmerge(b);
    assert.deepEqual([await owner("deals", ofA.id), await owner("deals", ofB.id)], [a, b]);
  });

  it("a deal moved to a third contact meanwhile stays there", async () => {
    const [a, b, c] = [await contact(), await contact(), await contact()];
    const deal = await create({ contactId: b });
    await merge(a, b);
    await ok(tenant.api.patch(`${path}/${deal.id}`, { contactId: c }));
    await unmerge(b);
    assert.equal(await owner("deals", deal.id), c);
  });

  it("concurrent with new deals of either contact leaves none with the merged contact", async () => {
    const [a, b] = [await contact(), await contact()];
    const [, ...made] = await Promise.all([
      tenant.api.post(`/api/v1/contacts/${a}/merge`, { contactId: b }),
      ...Array.from({ length: 6 }, () => tenant.api.post(path, { title: "Race", contactId: b })),
    ]);
    for (const response of made) assert.ok([200, 409].includes(response.status), response.text);
    assert.equal((await ok(tenant.api.get(`${path}?contactId=${b}`))).data.length, 0);
    assert.equal((await ok(tenant.api.get(`${path}?contactId=${a}`))).data.length, made.filter((m) => m.status === 200).length);
  });
});
