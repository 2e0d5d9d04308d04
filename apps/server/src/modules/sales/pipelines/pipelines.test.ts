import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { ok, refused } from "../../../../test/responses.ts";
import { startTestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";

const t = await startTestApp();
after(() => t.stop());
const tenant = await t.tenant();
const other = await t.tenant();
const path = "/api/v1/pipelines";
const names = (stages: any[]) => stages.map((stage) => stage.name);
const contact = async (of: TestTenant = tenant) => (await ok(of.api.post("/api/v1/contacts", { name: "Buyer" }))).id as string;

describe("pipelines", () => {
  it("a new tenant has one, the default, with initial stages", async () => {
    const fresh = await t.tenant();
    const list = await ok(fresh.api.get(path));
    assert.equal(list.data.length, 1);
    const [pipeline] = list.data;
    assert.deepEqual([pipeline.name, pipeline.isDefault, pipeline.position], ["Sales", true, 0]);
    assert.deepEqual(
      pipeline.stages.map((s: any) => [s.name, s.position, s.kind, s.winProbability]),
      [
        ["New", 0, "open", 10],
        ["Qualified", 1, "open", 25],
        ["Proposal", 2, "open", 50],
        ["Negotiation", 3, "open", 75],
        ["Won", 4, "won", 100],
        ["Lost", 5, "lost", 0],
      ],
    );
    assert.deepEqual(await ok(fresh.api.get(`${path}/${pipeline.id}`)), pipeline);
  });

  it("are created with their stages, listed by position across pages, renamed and moved", async () => {
    const mine = await t.tenant();
    const made = await ok(
      mine.api.post(path, {
        name: " Partners ",
        stages: [
          { name: "Lead", color: "#ABCDEF" },
          { name: "Signed", kind: "won" },
          { name: "Gone", kind: "lost" },
        ],
      }),
    );
    assert.deepEqual([made.name, made.isDefault, made.position], ["Partners", false, 1]);
    assert.deepEqual(
      made.stages.map((s: any) => [s.name, s.kind, s.winProbability, s.color]),
      [
        ["Lead", "open", 50, "#abcdef"],
        ["Signed", "won", 100, "#22c55e"],
        ["Gone", "lost", 0, "#ef4444"],
      ],
    );
    const first = await ok(mine.api.post(path, { name: "First", position: 0 }));
    const seen: string[] = [];
    for (let cursor = ""; ; ) {
      const page = await ok(mine.api.get(`${path}?limit=1${cursor}`));
      seen.push(...names(page.data));
      if (!page.pageInfo.hasNextPage) break;
      cursor = `&cursor=${page.pageInfo.nextCursor}`;
    }
    assert.deepEqual(seen, ["First", "Sales", "Partners"]);
    assert.equal((await ok(mine.api.patch(`${path}/${first.id}`, { name: "Last", position: 49 }))).position, 2);
    assert.deepEqual(names((await ok(mine.api.get(path))).data), ["Sales", "Partners", "Last"]);
  });

  it("one is the default: another can replace it, and the default can be neither unset nor deleted", async () => {
    const mine = await t.tenant();
    const [sales] = (await ok(mine.api.get(path))).data;
    refused(await mine.api.patch(`${path}/${sales.id}`, { isDefault: false }), 422, "validation_error", "isDefault", "not_allowed");
    refused(await mine.api.delete(`${path}/${sales.id}`), 409, "conflict");
    const next = await ok(mine.api.post(path, { name: "Next", isDefault: true }));
    assert.deepEqual(
      (await ok(mine.api.get(path))).data.map((p: any) => [p.name, p.isDefault]),
      [
        ["Sales", false],
        ["Next", true],
      ],
    );
    await ok(mine.api.patch(`${path}/${sales.id}`, { isDefault: true }));
    assert.deepEqual(await ok(mine.api.delete(`${path}/${next.id}`)), { id: next.id, deleted: true });
    assert.equal((await mine.api.get(`${path}/${next.id}`)).status, 404);
    assert.equal((await mine.api.get(`${path}/${next.stages[0].id}`)).status, 404);
  });

  it("many made the default at the same time leave one default", async () => {
    const mine = await t.tenant();
    const made = await Promise.all(Array.from({ length: 4 }, (_, i) => ok(mine.api.post(path, { name: `P${i}` }))));
    await Promise.all(made.map((p) => ok(mine.api.patch(`${path}/${p.id}`, { isDefault: true, position: 0 }))));
    const list = (await ok(mine.api.get(path))).data;
    assert.equal(list.filter((p: any) => p.isDefault).length, 1);
    assert.deepEqual(
      list.map((p: any) => p.position),
      [0, 1, 2, 3, 4],
    );
  });

  it("invalid values are reported: no open stage, a probability that the kind does not have, too many", async () => {
    const cases: [object, number, string, string][] = [
      [{ name: "X", stages: [{ name: "Won", kind: "won" }] }, 422, "stages", "required"],
      [{ name: "X", stages: [] }, 400, "stages", "too_short"],
      [
        { name: "X", stages: [{ name: "A" }, { name: "B", kind: "won", winProbability: 40 }] },
        422,
        "stages[1].winProbability",
        "not_allowed",
      ],
      [{ name: "X", stages: [{ name: "A", winProbability: 101 }] }, 400, "stages[0].winProbability", "out_of_range"],
      [{ name: "X", stages: [{ name: "A", color: "red" }] }, 400, "stages[0].color", "invalid_format"],
      [{ name: "  " }, 400, "name", "too_short"],
      [{}, 400, "name", "required"],
    ];
    for (const [body, status, field, issue] of cases) refused(await tenant.api.post(path, body), status, "validation_error", field, issue);
    const full = await t.tenant();
    for (let i = 1; i < 50; i++) await ok(full.api.post(path, { name: `P${i}`, stages: [{ name: "A" }] }));
    refused(await full.api.post(path, { name: "One too many" }), 409, "conflict");
  });

  it("need their scope, and another tenant's looks like an unknown one", async () => {
    const [foreign] = (await ok(other.api.get(path))).data;
    for (const id of [foreign.id, unknownId("pip"), "x"]) {
      for (const response of [
        await tenant.api.get(`${path}/${id}`),
        await tenant.api.patch(`${path}/${id}`, { name: "Mine" }),
        await tenant.api.delete(`${path}/${id}`),
        await tenant.api.get(`${path}/${id}/board`),
        await tenant.api.post(`${path}/${id}/stages`, { name: "Mine" }),
      ])
        refused(response, 404, "not_found");
    }
    const reader = t.api(await t.key(tenant.id, { scopes: ["pipeline:read"] }));
    assert.equal((await reader.get(path)).status, 200);
    refused(await reader.post(path, { name: "X" }), 403, "insufficient_scope");
    const writer = t.api(await t.key(tenant.id, { scopes: ["pipeline:write"] }));
    refused(await writer.get(path), 403, "insufficient_scope");
  });

  it("a repeated idempotency key creates one", async () => {
    const mine = await t.tenant();
    const headers = { "idempotency-key": "one" };
    const [a, b] = [await mine.api.post(path, { name: "Once" }, headers), await mine.api.post(path, { name: "Once" }, headers)];
    assert.equal(a.text, b.text);
    assert.equal(b.headers.get("idempotency-replayed"), "true");
    assert.equal((await ok(mine.api.get(path))).data.length, 2);
  });
});

describe("stages", () => {
  const fresh = async (mine: TestTenant) => (await ok(mine.api.get(path))).data[0];

  it("a new one comes after the last open one, or at its given position; the others move", async () => {
    const mine = await t.tenant();
    const { id } = await fresh(mine);
    assert.equal((await ok(mine.api.post(`${path}/${id}/stages`, { name: "Demo" }))).position, 4);
    assert.equal((await ok(mine.api.post(`${path}/${id}/stages`, { name: "Second", position: 1 }))).position, 1);
    assert.equal((await ok(mine.api.post(`${path}/${id}/stages`, { name: "Also won", kind: "won" }))).position, 8);
    const after = await ok(mine.api.get(`${path}/${id}`));
    assert.deepEqual(names(after.stages), ["New", "Second", "Qualified", "Proposal", "Negotiation", "Demo", "Won", "Lost", "Also won"]);
    assert.deepEqual(
      after.stages.map((s: any) => s.position),
      after.stages.map((_: unknown, i: number) => i),
    );
  });

  it("are reordered in one call that names them all", async () => {
    const mine = await t.tenant();
    const pipeline = await fresh(mine);
    const ids = pipeline.stages.map((s: any) => s.id);
    const reversed = [...ids].reverse();
    const after = await ok(mine.api.patch(`${path}/${pipeline.id}`, { stageIds: reversed }));
    assert.deepEqual(
      after.stages.map((s: any) => s.id),
      reversed,
    );
    refused(await mine.api.patch(`${path}/${pipeline.id}`, { stageIds: ids.slice(1) }), 422, "validation_error", "stageIds", "required");
    refused(
      await mine.api.patch(`${path}/${pipeline.id}`, { stageIds: [...ids.slice(1), ids[1]] }),
      400,
      "validation_error",
      "stageIds",
      "duplicate",
    );
    const foreign = (await fresh(other)).stages[0].id;
    refused(await mine.api.patch(`${path}/${pipeline.id}`, { stageIds: [...ids.slice(1), foreign] }), 404, "not_found");
  });

  it("change their name, colour, position and probability; their kind only while they are empty", async () => {
    const mine = await t.tenant();
    const pipeline = await fresh(mine);
    const at = (stage: any) => `${path}/${pipeline.id}/stages/${stage.id}`;
    const [first, , , last] = pipeline.stages;
    const changed = await ok(mine.api.patch(at(first), { name: "Fresh", color: "#00FF00", winProbability: 5, position: 2 }));
    assert.deepEqual([changed.name, changed.color, changed.winProbability, changed.position], ["Fresh", "#00ff00", 5, 2]);
    assert.deepEqual(await ok(mine.api.patch(at(first), {})), { ...changed });
    const won = await ok(mine.api.patch(at(last), { kind: "won" }));
    assert.deepEqual([won.kind, won.winProbability], ["won", 100]);
    refused(await mine.api.patch(at(won), { winProbability: 90 }), 422, "validation_error", "winProbability", "not_allowed");
    await ok(mine.api.post("/api/v1/deals", { title: "D", contactId: await contact(mine), stageId: first.id }));
    refused(await mine.api.patch(at(first), { kind: "won" }), 409, "conflict", "kind", "not_allowed");
  });

  it("one with deals or contacts is deleted only if a target is given for them, with their history and events", async () => {
    const mine = await t.tenant();
    const pipeline = await fresh(mine);
    const [first, second, , , won, lost] = pipeline.stages;
    const at = `${path}/${pipeline.id}/stages/${first.id}`;
    const who = await contact(mine);
    await ok(mine.api.patch(`/api/v1/contacts/${who}`, { stageId: first.id }));
    const deals: string[] = [];
    for (const title of ["A", "B"]) deals.push((await ok(mine.api.post("/api/v1/deals", { title, contactId: who, stageId: first.id }))).id);
    refused(await mine.api.delete(at), 409, "conflict", "moveTo", "required");
    refused(await mine.api.delete(`${at}?moveTo=${lost.id}`), 422, "validation_error", "moveTo", "not_allowed");
    refused(await mine.api.delete(`${at}?moveTo=${first.id}`), 422, "validation_error", "moveTo", "not_allowed");
    const elsewhere = await ok(mine.api.post(path, { name: "Elsewhere" }));
    refused(await mine.api.delete(`${at}?moveTo=${elsewhere.stages[0].id}`), 422, "validation_error", "moveTo", "not_allowed");
    for (const id of [unknownId("stg"), "x", (await fresh(other)).stages[0].id])
      refused(await mine.api.delete(`${at}?moveTo=${id}`), 404, "not_found");
    t.clock.advance(60_000);
    assert.deepEqual(await ok(mine.api.delete(`${at}?moveTo=${won.id}`)), { id: first.id, deleted: true });
    for (const id of deals) {
      const deal = await ok(mine.api.get(`/api/v1/deals/${id}`));
      assert.deepEqual([deal.stageId, deal.status, deal.wonAt !== null], [won.id, "won", true]);
      const history = (await ok(mine.api.get(`/api/v1/deals/${id}/history`))).data;
      assert.deepEqual(
        history.map((h: any) => [h.stageName, h.durationSeconds, h.leftAt === null]),
        [
          ["Won", 0, true],
          ["New", 60, false],
        ],
      );
    }
    assert.equal((await ok(mine.api.get(`/api/v1/contacts/${who}`))).stageId, won.id);
    await t.drain();
    const events = (await ok(mine.api.get("/api/v1/events?limit=100"))).data;
    const deletions = events.filter((e: any) => e.type === "deal.updated" && e.data.reason === "stage_deleted");
    assert.deepEqual(deletions.map((e: any) => e.data.dealId).sort(), [...deals].sort());
    assert.deepEqual(deletions[0].data.changes, { stageId: { from: first.id, to: won.id }, status: { from: "open", to: "won" } });
    assert.ok(events.some((e: any) => e.type === "contact.updated" && e.data.changes.stageId?.to === won.id));
    const left = (await ok(mine.api.get(`${path}/${pipeline.id}`))).stages;
    assert.deepEqual([names(left)[0], left[0].position, left[0].id], ["Qualified", 0, second.id]);
  });

  it("the last open one cannot be deleted, nor a pipeline with deals", async () => {
    const mine = await t.tenant();
    const made = await ok(mine.api.post(path, { name: "P", stages: [{ name: "A" }, { name: "Won", kind: "won" }] }));
    const [a, won] = made.stages;
    refused(await mine.api.delete(`${path}/${made.id}/stages/${a.id}`), 409, "conflict");
    refused(await mine.api.patch(`${path}/${made.id}/stages/${a.id}`, { kind: "lost" }), 409, "conflict");
    await ok(mine.api.post("/api/v1/deals", { title: "D", contactId: await contact(mine), stageId: won.id }));
    refused(await mine.api.delete(`${path}/${made.id}`), 409, "conflict");
  });

  it("of another pipeline of the tenant is not found", async () => {
    const [one, two] = [await ok(tenant.api.post(path, { name: "One" })), await ok(tenant.api.post(path, { name: "Two" }))];
    refused(await tenant.api.patch(`${path}/${one.id}/stages/${two.stages[0].id}`, { name: "X" }), 404, "not_found");
    refused(await tenant.api.delete(`${path}/${one.id}/stages/${two.stages[0].id}`), 404, "not_found");
  });
});

describe("a contact's stage", () => {
  it("is one of the tenant's stages, is reported when it changes, and is cleared with null", async () => {
    const mine = await t.tenant();
    const [{ stages }] = (await ok(mine.api.get(path))).data;
    const made = await ok(mine.api.post("/api/v1/contacts", { name: "A", stageId: stages[0].id }));
    assert.equal(made.stageId, stages[0].id);
    assert.equal((await ok(mine.api.patch(`/api/v1/contacts/${made.id}`, { stageId: stages[1].id }))).stageId, stages[1].id);
    for (const id of [unknownId("stg"), "x", (await ok(other.api.get(path))).data[0].stages[0].id])
      refused(await mine.api.patch(`/api/v1/contacts/${made.id}`, { stageId: id }), 404, "not_found");
    assert.equal((await ok(mine.api.patch(`/api/v1/contacts/${made.id}`, { stageId: null }))).stageId, null);
    await t.drain();
    const changes = (await ok(mine.api.get("/api/v1/events?limit=100&after="))).data.flatMap((e: any) => e.data.changes?.stageId ?? []);
    assert.deepEqual(changes, [
      { from: stages[0].id, to: stages[1].id },
      { from: stages[1].id, to: null },
    ]);
  });
});

describe("the board", () => {
  it("sums deals by stage and currency, with a weighted forecast, exactly", async () => {
    const mine = await t.tenant();
    const [{ id, stages }] = (await ok(mine.api.get(path))).data;
    const [fresh, , , late, won, lost] = stages;
    const contactId = await contact(mine);
    const deal = (body: object) => ok(mine.api.post("/api/v1/deals", { title: "D", contactId, ...body }));
    await deal({ stageId: fresh.id, amount: 0.1, currency: "EUR" });
    await deal({ stageId: fresh.id, amount: 0.2, currency: "EUR" });
    await deal({ stageId: fresh.id, amount: 5, currency: "usd" });
    await deal({ stageId: fresh.id });
    await deal({ stageId: late.id, amount: 100, currency: "EUR" });
    await deal({ stageId: won.id, amount: 40, currency: "EUR" });
    await deal({ stageId: lost.id, amount: 7, currency: "EUR", lostReason: "Price" });
    const board = await ok(mine.api.get(`${path}/${id}/board`));
    assert.deepEqual(
      board.stages.map((s: any) => [s.stage.name, s.count]),
      [
        ["New", 4],
        ["Qualified", 0],
        ["Proposal", 0],
        ["Negotiation", 1],
        ["Won", 1],
        ["Lost", 1],
      ],
    );
    assert.deepEqual(board.stages[0].totals, [
      { currency: "EUR", count: 2, amount: 0.3, weightedAmount: 0.03 },
      { currency: "USD", count: 1, amount: 5, weightedAmount: 0.5 },
      { currency: null, count: 1, amount: 0, weightedAmount: 0 },
    ]);
    assert.deepEqual(board.totals[0], {
      currency: "EUR",
      openCount: 3,
      openAmount: 100.3,
      forecastAmount: 75.03,
      wonCount: 1,
      wonAmount: 40,
      lostCount: 1,
      lostAmount: 7,
    });
    t.clock.advance(1_000);
    const since = await ok(mine.api.get(`${path}/${id}/board?closedSince=${t.clock.now().toISOString()}`));
    assert.deepEqual([since.stages[4].count, since.stages[5].count, since.stages[0].count], [0, 0, 4]);
    assert.equal((await ok(mine.api.get(`${path}/${id}/board?ownerId=none`))).stages[0].count, 4);
    assert.equal((await ok(mine.api.get(`${path}/${id}/board?ownerId=${unknownId("agt")}`))).stages[0].count, 0);
  });
});
