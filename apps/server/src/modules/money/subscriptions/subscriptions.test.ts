import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Organization, startBilling } from "../../../../test/billing.ts";
import { startTestApp, unknownId } from "../../../../test/harness.ts";
import { openTransaction, patientDatabase, untilWaiting } from "../../../../test/database/locks.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { canBecome, subscriptionStatuses, subscriptionTransitions } from "./subscription-state.ts";

const database = await patientDatabase();
const { t, gateway, platform, organization, credit, balance, subscription, events } = await startBilling({ database });
const path = "/api/v1/admin/subscriptions";
const day = 86_400_000;
const later = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString();
const past = (ms: number) => later(-ms);

async function patch(a: Organization, body: object): Promise<any> {
  const { id } = await subscription(a);
  const response = await platform.api.patch(`${path}/${id}`, body);
  assert.equal(response.status, 200, response.text);
  return response.body;
}
const tryPatch = async (a: Organization, body: object, api = platform.api) => api.patch(`${path}/${(await subscription(a)).id}`, body);
const usage = async (a: Organization) =>
  (await a.api.get("/api/v1/billing/transactions?limit=100")).body.data.filter((x: any) => x.type === "usage");

describe("a subscription", () => {
  it("exists from an organization's creation", async () => {
    const a = await organization();
    const own = await subscription(a);
    assert.deepEqual(
      [own.organizationId, own.status, own.subscriptionType, own.itemName, own.billingAmount, own.cycles, own.endDate],
      [a.wire, "active", "monthly", "Free", 0, null, null],
    );
    assert.deepEqual((await platform.api.get(`${path}/${own.id}`)).body, own);
    const b = await organization();
    for (const id of [own.id, unknownId("sub"), "sub_x"]) {
      assert.equal((await b.api.get(`${path}/${id}`)).status, 404);
      assert.equal((await b.api.patch(`${path}/${id}`, { status: "cancelled" })).status, 404);
    }
  });

  it("keeps every field that the platform sets, and writes an event", async () => {
    const a = await organization();
    const body = {
      status: "trialing",
      subscriptionType: "yearly",
      itemName: "Team",
      billingAmount: 49.99,
      cycles: 12,
      startDate: past(day),
      nextBilling: later(14 * day),
      endDate: later(400 * day),
    };
    await patch(a, { status: "cancelled" });
    const changed = await patch(a, body);
    for (const [field, value] of Object.entries(body)) assert.equal(changed[field], value, field);
    assert.deepEqual(await subscription(a), changed);
    const [event] = await events(a, "subscription.updated");
    assert.deepEqual([event.data.previousStatus, event.data.status, event.data.itemName], ["cancelled", "trialing", "Team"]);
    const emptied = await patch(a, { cycles: null, nextBilling: null, endDate: null });
    assert.deepEqual([emptied.cycles, emptied.nextBilling, emptied.endDate], [null, null, null]);
  });

  it("is found by status and by part of a name", async () => {
    const a = await organization();
    const itemName = `Plan 100%_${a.wire.slice(-6)}`;
    await patch(a, { itemName, status: "paused" });
    const find = async (query: string) =>
      (await platform.api.get(`${path}?limit=100&${query}`)).body.data.map((s: any) => s.organizationId);
    assert.deepEqual(await find(`search=${encodeURIComponent(itemName.slice(3).toUpperCase())}`), [a.wire]);
    assert.deepEqual(await find(`search=${encodeURIComponent("100_%")}`), []);
    const { organizationName } = await subscription(a);
    assert.deepEqual(await find(`search=${encodeURIComponent(organizationName)}`), [a.wire]);
    assert.ok((await find("status=paused")).includes(a.wire));
    assert.ok(!(await find("status=active")).includes(a.wire));
    assert.equal((await platform.api.get(`${path}?status=nonsense`)).status, 400);
    assert.equal((await platform.api.get(`${path}?search=%20`)).status, 400);
    const b = await organization();
    assert.deepEqual((await b.api.get(`${path}?search=${encodeURIComponent(itemName)}`)).body.data, []);
    const first = (await platform.api.get(`${path}?limit=1`)).body;
    const second = (await platform.api.get(`${path}?limit=1&cursor=${first.pageInfo.nextCursor}`)).body;
    assert.notEqual(first.data[0].id, second.data[0].id);
  });

  it("changes its status only along the table: anything else is 409", async () => {
    const a = await organization();
    const { id } = await subscription(a);
    for (const from of subscriptionStatuses) {
      for (const to of subscriptionStatuses) {
        await setStatus(a, from);
        const response = await platform.api.patch(`${path}/${id}`, {
          status: to,
          ...(to === "trialing" ? { nextBilling: later(day) } : {}),
        });
        if (canBecome(from, to)) assert.deepEqual([response.status, response.body.status], [200, to], `${from} -> ${to}: ${response.text}`);
        else assert.deepEqual([response.status, response.body.error.code], [409, "invalid_transition"], `${from} -> ${to}`);
      }
    }
    assert.deepEqual(subscriptionTransitions.expired, ["trialing", "active"]);
  });

  async function setStatus(a: Organization, status: string): Promise<void> {
    await t.app.database.withTenant(a.id, (tx) =>
      tx.query({
        name: "test_status",
        text: "update subscriptions set status = $2, due_at = null, held_by = null, cancelled_from = null where tenant_id = $1",
        values: [a.id, status],
      }),
    );
  }

  it("takes dates as the start of the day in UTC, and instants with any offset", async () => {
    const a = await organization();
    const year = t.clock.now().getUTCFullYear() + 1;
    const dated = await patch(a, { startDate: `${year - 2}-02-28`, nextBilling: `${year}-12-01`, endDate: `${year}-12-24T18:00:00+02:00` });
    assert.deepEqual(
      [dated.startDate, dated.nextBilling, dated.endDate],
      [`${year - 2}-02-28T00:00:00.000Z`, `${year}-12-01T00:00:00.000Z`, `${year}-12-24T16:00:00.000Z`],
    );
    assert.deepEqual(await subscription(a), dated);
    // A response can be sent back as a request.
    const { status, subscriptionType, itemName, billingAmount, cycles, startDate, nextBilling, endDate } = dated;
    const same = { status, subscriptionType, itemName, billingAmount, cycles, startDate, nextBilling, endDate };
    assert.deepEqual({ ...(await patch(a, same)), updatedAt: null }, { ...dated, updatedAt: null });
  });

  it("without cycles left has no more bills, and ends when the next one would have been due", async () => {
    const a = await organization();
    const next = later(5 * day);
    await patch(a, { cycles: 3, nextBilling: next, endDate: null });
    const last = await patch(a, { cycles: 0 });
    assert.deepEqual([last.cycles, last.nextBilling, last.endDate, last.status], [0, null, next, "active"]);
    const again = await patch(a, { cycles: 0 });
    assert.deepEqual([again.nextBilling, again.endDate], [null, next]);
    assert.equal((await tryPatch(a, { cycles: 0, nextBilling: next })).status, 422);
    const more = await patch(a, { cycles: 2, nextBilling: next, endDate: null });
    assert.deepEqual([more.cycles, more.nextBilling, more.endDate], [2, next, null]);
  });

  it("refuses contradictory dates, and bills without cycles", async () => {
    const a = await organization();
    for (const [body, field] of [
      [{ startDate: later(day), endDate: later(day) }, "endDate"],
      [{ startDate: later(5 * day), nextBilling: later(day) }, "nextBilling"],
    ] as const) {
      const response = await tryPatch(a, body);
      assert.deepEqual(
        [response.status, response.body.error.code, response.body.error.details[0].field],
        [422, "validation_error", field],
        response.text,
      );
    }
    await patch(a, { status: "cancelled" });
    const trial = await tryPatch(a, { status: "trialing", nextBilling: past(day), startDate: past(2 * day) });
    assert.deepEqual([trial.status, trial.body.error.details[0].field], [422, "nextBilling"]);
    const ended = await tryPatch(a, { status: "active", startDate: past(9 * day), endDate: past(day) });
    assert.deepEqual([ended.status, ended.body.error.details[0].field], [422, "endDate"]);
    for (const body of [
      { cycles: -1 },
      { cycles: 1.5 },
      { startDate: "2026-02-30" },
      { endDate: "2026-12-01T09:00" },
      { nextBilling: "1 December" },
      { endDate: "2026-12-01 09:00:00Z" },
      { endDate: "1969-12-01" },
      { billingAmount: -1 },
      { billingAmount: 0.0000001 },
      { subscriptionType: "daily" },
      { itemName: " " },
    ])
      assert.equal((await tryPatch(a, body)).status, 400, JSON.stringify(body));
  });

  it("lets an organization cancel and resume its own, and nothing else", async () => {
    const a = await organization();
    const own = (body: object) => tryPatch(a, body, a.api);
    for (const body of [
      { billingAmount: 0 },
      { itemName: "Gold" },
      { nextBilling: later(99 * day) },
      { endDate: null },
      { status: "paused" },
      { status: "trialing" },
    ]) {
      const refused = await own(body);
      assert.deepEqual([refused.status, refused.body.error.code], [403, "forbidden"], JSON.stringify(body));
    }
    assert.equal((await own({ status: "cancelled" })).body.status, "cancelled");
    assert.equal((await own({ status: "active" })).body.status, "active");
    await patch(a, { status: "paused" });
    assert.equal((await own({ status: "active" })).status, 403);
  });
});

describe("renewal", () => {
  it("charges the balance once when the bill is due, and keeps the day of the month", async () => {
    const a = await organization();
    await credit(a, 100);
    const nextBilling = later(3 * day);
    await patch(a, { billingAmount: 30, itemName: "Team", nextBilling });
    t.clock.advance(2 * day);
    await t.drain();
    assert.equal(await balance(a), 100);
    t.clock.advance(day);
    const u = await startTestApp({ sharing: t });
    await Promise.all([t.drain(), u.drain()]);
    await u.stop();
    assert.equal(await balance(a), 70);
    const [bill] = await usage(a);
    const own = await subscription(a);
    assert.deepEqual([bill.amount, bill.reason, bill.reference], [-30, "Team", `${own.id}:${nextBilling}`]);
    const next = new Date(own.nextBilling);
    assert.ok(next.getTime() - Date.parse(nextBilling) >= 28 * day && next.getTime() - Date.parse(nextBilling) <= 31 * day);
    // However late, it is one bill.
    t.clock.advance(70 * day);
    await t.drain();
    assert.equal(await balance(a), 40);
    assert.ok(Date.parse((await subscription(a)).nextBilling) > t.clock.now().getTime());
  });

  it("counts cycles down, and the last one lasts until the next bill would have been due", async () => {
    const a = await organization();
    await credit(a, 100);
    await patch(a, { billingAmount: 10, cycles: 2, nextBilling: later(day) });
    t.clock.advance(day);
    await t.drain();
    assert.deepEqual([(await subscription(a)).cycles, await balance(a)], [1, 90]);
    t.clock.advance(32 * day);
    await t.drain();
    const last = await subscription(a);
    assert.deepEqual([last.cycles, last.nextBilling, last.status, await balance(a)], [0, null, "active", 80]);
    assert.ok(last.endDate !== null);
    const without = await tryPatch(a, { nextBilling: later(day) });
    assert.deepEqual([without.status, without.body.error.details[0].field], [422, "cycles"]);
    t.clock.advance(32 * day);
    await t.drain();
    assert.deepEqual([(await subscription(a)).status, await balance(a)], ["expired", 80]);
    // Only one bill.
    const b = await organization();
    await credit(b, 100);
    await patch(b, { subscriptionType: "one_time", billingAmount: 10, nextBilling: later(day) });
    t.clock.advance(400 * day);
    await t.drain();
    t.clock.advance(400 * day);
    await t.drain();
    assert.deepEqual([(await subscription(b)).nextBilling, await balance(b)], [null, 90]);
  });

  it("ends at endDate, before a bill due at the same instant", async () => {
    const a = await organization();
    await credit(a, 100);
    await patch(a, { billingAmount: 10, nextBilling: later(2 * day), endDate: later(2 * day) });
    t.clock.advance(2 * day);
    await t.drain();
    assert.deepEqual([(await subscription(a)).status, await balance(a)], ["expired", 100]);
    assert.equal((await events(a, "subscription.updated"))[0].data.status, "expired");
  });

  it("creates a payment request if the balance is too low, and is active again once it is paid", async () => {
    const a = await organization();
    await credit(a, 5);
    await patch(a, { status: "active", billingAmount: 30, itemName: "Team", nextBilling: later(day) });
    t.clock.advance(day);
    await t.drain();
    const due = await subscription(a);
    assert.deepEqual([due.status, due.pastDueSince !== null, await balance(a)], ["past_due", true, 5]);
    const [request, ...others] = (await a.api.get("/api/v1/billing/payment-requests")).body.data;
    assert.deepEqual([request.amount, request.subscriptionId, request.description, others.length], [30, due.id, "Team", 0]);
    // Retried every day, without another request.
    t.clock.advance(day);
    await t.drain();
    assert.equal((await a.api.get("/api/v1/billing/payment-requests")).body.data.length, 1);
    const [invoice] = gateway.invoicesOf(request.id);
    await gateway.pay(invoice!.id, { times: 3 });
    await t.drain();
    const paid = await subscription(a);
    assert.deepEqual([paid.status, paid.pastDueSince, await balance(a)], ["active", null, 5]);
    assert.deepEqual(
      (await events(a, "subscription.updated")).map((e) => e.data.status),
      ["active", "past_due", "active"],
    );
  });

  it("continues with any other credit, and creates another request once one has ended", async () => {
    const a = await organization();
    await patch(a, { billingAmount: 30, nextBilling: later(day) });
    t.clock.advance(day);
    await t.drain();
    const [first] = (await a.api.get("/api/v1/billing/payment-requests")).body.data;
    await a.api.post(`/api/v1/billing/payment-requests/${first.id}/cancel`);
    t.clock.advance(day + 1);
    await t.drain();
    assert.equal((await a.api.get("/api/v1/billing/payment-requests")).body.data.length, 2);
    await credit(a, 29);
    await t.drain();
    assert.equal((await subscription(a)).status, "past_due");
    await credit(a, 1);
    await t.drain();
    assert.deepEqual([(await subscription(a)).status, await balance(a)], ["active", 0]);
  });

  it("notices money that arrives during its check", async () => {
    const a = await organization();
    await patch(a, { billingAmount: 30, nextBilling: later(day) });
    t.clock.advance(day);
    const id = parseWireId("sub", (await subscription(a)).id) as string;
    // The renewal holds the subscription and waits for the balance.
    const holder = await openTransaction(database);
    await holder.query("select 1 from apps where tenant_id = $1 for update", [a.id]);
    const renewing = t.app.database.withTenant(a.id, (tx) => t.app.subscriptions.renew(tx, t.clock.now(), id));
    await untilWaiting(database, 1);
    const crediting = credit(a, 30);
    await untilWaiting(database, 2);
    await holder.release();
    await Promise.all([renewing, crediting]);
    assert.equal((await subscription(a)).status, "past_due");
    await t.drain();
    assert.deepEqual([(await subscription(a)).status, await balance(a)], ["active", 0]);
  });

  it("does nothing while paused or cancelled; when resumed, it is billed immediately from the current time", async () => {
    const a = await organization();
    await credit(a, 100);
    await patch(a, { billingAmount: 10, nextBilling: later(day) });
    await patch(a, { status: "paused" });
    t.clock.advance(40 * day);
    await t.drain();
    assert.equal(await balance(a), 100);
    const active = await patch(a, { status: "active" });
    assert.equal(active.nextBilling, t.clock.now().toISOString());
    await t.drain();
    assert.equal(await balance(a), 90);
    // A paid period is not billed twice.
    await patch(a, { status: "cancelled" });
    await patch(a, { status: "active" });
    await t.drain();
    assert.equal(await balance(a), 90);
    const b = await organization();
    await credit(b, 100);
    await patch(b, { status: "cancelled" });
    await patch(b, { status: "trialing", billingAmount: 10, nextBilling: later(7 * day) });
    t.clock.advance(7 * day);
    await t.drain();
    assert.deepEqual([(await subscription(b)).status, await balance(b)], ["active", 90]);
  });
});
