import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { ok, refused } from "../../../../test/responses.ts";
import { startTestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";

const t = await startTestApp();
after(() => t.stop());
const tenant = await t.tenant();
const other = await t.tenant();
const path = "/api/v1/orders";
const contact = async (of: TestTenant = tenant) => (await ok(of.api.post("/api/v1/contacts", { name: "Buyer" }))).id as string;
const contactId = await contact();
const desk = { name: "Desk", quantity: 2, unitPrice: 249.9 };
const post = (body: object = {}) => tenant.api.post(path, { contactId, currency: "EUR", items: [desk], ...body });
const create = (body: object = {}) => ok(post(body));

describe("orders", () => {
  it("are computed exactly, returned as given, and have events", async () => {
    const order = await create({
      items: [
        { name: "Desk", sku: "D-1", quantity: 3, unitPrice: 0.1, discount: 0.1 },
        { name: "Cable", quantity: 1.5, unitPrice: 3.2 },
      ],
      currency: "eur",
      discount: 0.2,
      tax: 0.95,
      shipping: 5,
      total: 10.75,
      externalReference: "shop-1",
      note: "Gift",
    });
    assert.deepEqual(
      [
        order.subtotal,
        order.discount,
        order.tax,
        order.shipping,
        order.total,
        order.currency,
        order.status,
        order.externalReference,
        order.note,
      ],
      [5, 0.2, 0.95, 5, 10.75, "EUR", "draft", "shop-1", "Gift"],
    );
    assert.deepEqual(order.items, [
      { name: "Desk", sku: "D-1", quantity: 3, unitPrice: 0.1, discount: 0.1, total: 0.2 },
      { name: "Cable", sku: null, quantity: 1.5, unitPrice: 3.2, discount: 0, total: 4.8 },
    ]);
    assert.deepEqual(await ok(tenant.api.get(`${path}/${order.id}`)), order);
    await t.drain();
    const event = (await ok(tenant.api.get("/api/v1/events?limit=100"))).data.find((e: any) => e.data.orderId === order.id);
    assert.deepEqual([event.type, event.data.reason, event.data.total], ["order.updated", "created", 10.75]);
  });

  it("get the tenant's next number; given numbers are unique, and automatic ones skip them", async () => {
    const mine = await t.tenant();
    const who = await contact(mine);
    const make = (body: object = {}) => mine.api.post(path, { contactId: who, currency: "EUR", items: [desk], ...body });
    assert.equal((await ok(make())).number, "ORD-000001");
    assert.equal((await ok(make({ number: "ORD-000007" }))).number, "ORD-000007");
    assert.equal((await ok(make())).number, "ORD-000008");
    const own = await ok(make({ number: "A/1" }));
    const twin = await make({ number: " A/1 " });
    refused(twin, 409, "already_exists", "number", "exists");
    assert.equal(twin.body.error.details[0].id, own.id);
    const many = await Promise.all(Array.from({ length: 6 }, () => ok(make())));
    assert.deepEqual(
      many.map((o) => o.number).sort(),
      Array.from({ length: 6 }, (_, i) => `ORD-${String(9 + i).padStart(6, "0")}`),
      "no gap, none twice",
    );
    const same = await Promise.all(Array.from({ length: 4 }, () => make({ number: "B/1" })));
    assert.deepEqual(same.map((a) => a.status).sort(), [200, 409, 409, 409]);
    // Each tenant has its own counter.
    assert.equal(
      (await ok(other.api.post(path, { contactId: await contact(other), currency: "EUR", items: [desk] }))).number,
      "ORD-000001",
    );
  });

  it("have a unique external reference, even after it is changed", async () => {
    const first = await create({ externalReference: "ref-1" });
    refused(await post({ externalReference: "ref-1" }), 409, "already_exists", "externalReference", "exists");
    const second = await create({ externalReference: "ref-2" });
    refused(await tenant.api.patch(`${path}/${second.id}`, { externalReference: "ref-1" }), 409, "already_exists", "externalReference");
    assert.equal((await ok(tenant.api.patch(`${path}/${first.id}`, { externalReference: null }))).externalReference, null);
    await ok(tenant.api.patch(`${path}/${second.id}`, { externalReference: "ref-1" }));
  });

  it("change status only along the table, each with its time; otherwise 409", async () => {
    const order = await create();
    const to = (status: string) => tenant.api.patch(`${path}/${order.id}`, { status });
    for (const status of ["fulfilled", "refunded"]) refused(await to(status), 409, "invalid_transition", "status", "not_allowed");
    await ok(to("pending"));
    t.clock.advance(1_000);
    const paid = await ok(to("paid"));
    assert.equal(paid.paidAt, t.clock.now().toISOString());
    for (const status of ["draft", "pending", "cancelled"]) refused(await to(status), 409, "invalid_transition");
    refused(await tenant.api.patch(`${path}/${order.id}`, { items: [{ ...desk, quantity: 9 }] }), 409, "conflict", "items", "not_allowed");
    refused(await tenant.api.patch(`${path}/${order.id}`, { shipping: 3 }), 409, "conflict", "shipping", "not_allowed");
    assert.equal((await ok(tenant.api.patch(`${path}/${order.id}`, { items: [desk], note: "Same" }))).note, "Same");
    refused(await tenant.api.delete(`${path}/${order.id}`), 409, "conflict");
    const done = await ok(to("fulfilled"));
    assert.notEqual(done.fulfilledAt, null);
    const back = await ok(to("refunded"));
    assert.deepEqual([back.status, back.paidAt, back.refundedAt !== null], ["refunded", paid.paidAt, true]);
    refused(await to("paid"), 409, "invalid_transition");
    refused(await post({ status: "refunded" }), 400, "validation_error", "status", "unknown_value");
    const sold = await create({ status: "fulfilled" });
    assert.ok(sold.paidAt !== null && sold.fulfilledAt !== null);
  });

  it("of two concurrent decisions one succeeds and the other is refused", async () => {
    const order = await create({ status: "pending" });
    const responses = await Promise.all(["paid", "cancelled"].map((status) => tenant.api.patch(`${path}/${order.id}`, { status })));
    assert.deepEqual(responses.map((a) => a.status).sort(), [200, 409]);
  });

  it("change their items and totals until they are paid", async () => {
    const order = await create({ shipping: 5 });
    const changed = await ok(tenant.api.patch(`${path}/${order.id}`, { items: [{ ...desk, quantity: 1 }], tax: 10.1 }));
    assert.deepEqual([changed.subtotal, changed.total, changed.shipping], [249.9, 265, 5]);
    refused(await tenant.api.patch(`${path}/${order.id}`, { discount: 300 }), 422, "validation_error", "discount", "out_of_range");
    refused(await tenant.api.patch(`${path}/${order.id}`, { total: 1 }), 422, "validation_error", "total", "not_allowed");
    const same = await ok(tenant.api.patch(`${path}/${order.id}`, { total: 265 }));
    assert.deepEqual(same, changed);
  });

  it("invalid values are reported by field", async () => {
    const cases: [object, string, string][] = [
      [{ items: [] }, "items", "too_short"],
      [{ items: undefined }, "items", "required"],
      [{ currency: undefined }, "currency", "required"],
      [{ items: [{ ...desk, quantity: 0 }] }, "items[0].quantity", "out_of_range"],
      [{ items: [{ ...desk, unitPrice: "1" }] }, "items[0].unitPrice", "invalid_type"],
      [{ items: [{ quantity: 1, unitPrice: 1 }] }, "items[0].name", "required"],
      [{ items: Array.from({ length: 201 }, () => desk) }, "items", "too_many"],
      [{ contactId: undefined }, "contactId", "required"],
      [{ tax: -1 }, "tax", "out_of_range"],
    ];
    for (const [body, field, issue] of cases) refused(await post(body), 400, "validation_error", field, issue);
    for (const body of [{ contactId: await contact(other) }, { contactId: "x" }, { conversationId: unknownId("conv") }])
      refused(await post(body), 404, "not_found");
  });

  it("are filtered in every way and listed in pages; deleted while unpaid; another tenant's are unknown", async () => {
    const mine = await contact();
    const [a, b] = [await create({ contactId: mine, externalReference: "list-1" }), await create({ contactId: mine, status: "paid" })];
    const list = async (query: string) => (await ok(tenant.api.get(`${path}?${query}`))).data.map((o: any) => o.id);
    assert.deepEqual(await list(`contactId=${mine}`), [b.id, a.id]);
    assert.deepEqual(await list(`contactId=${mine}&status=paid`), [b.id]);
    assert.deepEqual(await list("externalReference=list-1"), [a.id]);
    assert.deepEqual(await list(`number=${b.number}`), [b.id]);
    assert.deepEqual(await list("conversationId=x"), []);
    const page = await ok(tenant.api.get(`${path}?contactId=${mine}&limit=1`));
    assert.deepEqual(await list(`contactId=${mine}&limit=1&cursor=${page.pageInfo.nextCursor}`), [a.id]);
    for (const response of [
      await other.api.get(`${path}/${a.id}`),
      await other.api.patch(`${path}/${a.id}`, { note: "x" }),
      await other.api.delete(`${path}/${a.id}`),
    ])
      refused(response, 404, "not_found");
    const reader = t.api(await t.key(tenant.id, { scopes: ["pipeline:read"] }));
    refused(await reader.delete(`${path}/${a.id}`), 403, "insufficient_scope");
    assert.deepEqual(await ok(tenant.api.delete(`${path}/${a.id}`)), { id: a.id, deleted: true });
    assert.equal((await tenant.api.get(`${path}/${a.id}`)).status, 404);
  });

  it("a repeated idempotency key uses up one number", async () => {
    const headers = { "idempotency-key": "order-once" };
    const body = { contactId, currency: "EUR", items: [desk] };
    const [a, b] = [await tenant.api.post(path, body, headers), await tenant.api.post(path, body, headers)];
    assert.equal(a.text, b.text);
  });
});
