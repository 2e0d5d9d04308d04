/**
 * Who pays for an agency's clients; client-billing.full.test.ts shows that both ledgers stay right despite concurrency, repetitions and
 * crashes.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import { type TestTenant, unknownId } from "../../../../test/harness.ts";
import {
  balance,
  base,
  charge,
  client,
  entries,
  inAnHour,
  price,
  t,
  topUp,
  within,
  word,
} from "../../../../test/stages/client-billing-stage.ts";
import { composeMarkupRaised } from "./markup-raised.ts";

describe("billing terms", () => {
  it("begin with the client paying the cost, change as the agency sets them, and end with the client", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const c = await client(agency);
    const first = await agency.api.get(c.path);
    assert.deepEqual(first.body, {
      clientId: c.wire,
      mode: "client_pays",
      markupPercent: 0,
      outstanding: { charges: 0, cost: 0, reason: null },
      updatedAt: null,
    });
    const set = await agency.api.put(c.path, { mode: "agency_pays", markupPercent: 12.5 });
    assert.deepEqual(
      [set.status, set.body.mode, set.body.markupPercent, set.body.updatedAt],
      [200, "agency_pays", 12.5, t.clock.now().toISOString()],
    );
    assert.deepEqual((await agency.api.get(c.path)).body, set.body);
    assert.equal((await agency.api.put(c.path, { mode: "client_pays" })).body.markupPercent, 12.5);
    const markedUp = (await agency.api.put(c.path, { markupPercent: 10 })).body;
    assert.deepEqual([markedUp.mode, markedUp.markupPercent], ["client_pays", 10], "the mode is kept");
    await agency.api.put(c.path, { mode: "agency_pays", markupPercent: 12.5 });
    const seen = await balance(c);
    assert.deepEqual([seen.usagePaidBy, seen.agencyId], ["agency", wireId("org", agency.id)]);
    assert.equal(seen.markupPercent, 12.5);
    const key = { "idempotency-key": word() };
    const once = await agency.api.put(c.path, { mode: "client_pays", markupPercent: 1 }, key);
    await agency.api.put(c.path, { mode: "agency_pays", markupPercent: 2 });
    assert.equal((await agency.api.put(c.path, { mode: "client_pays", markupPercent: 1 }, key)).text, once.text);
    assert.equal((await agency.api.get(c.path)).body.markupPercent, 2);
    await agency.api.patch(`${base}/clients/${c.wire}`, { status: "ended" });
    const after = await balance(c);
    assert.deepEqual([after.usagePaidBy, after.agencyId, after.markupPercent], ["organization", null, null]);
    assert.equal((await agency.api.put(c.path, { mode: "client_pays" })).body.error.code, "conflict");
  });

  it("are reported to the client: its log has the old and the new terms, and its owners get a mail if the markup rises", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const c = await client(agency);
    const owner = await t.person(c.id, { role: "owner" });
    await t.person(c.id, { role: "admin" });
    const mails = () =>
      t.app.database.worker<{ recipient: string }>({
        text: "select recipient from mails where tenant_id = $1 and kind = 'markup_raised'",
        values: [c.id],
      });
    assert.equal((await balance(c)).markupPercent, 0);
    assert.equal((await agency.api.put(c.path, { mode: "client_pays", markupPercent: 20 })).status, 200);
    const [entry] = (await c.api.get("/api/v1/audit-log?action=billing.terms_changed")).body.data;
    assert.deepEqual(
      [entry.changes.mode, entry.changes.markupPercent],
      [
        { from: "client_pays", to: "client_pays" },
        { from: 0, to: 20 },
      ],
    );
    assert.deepEqual(
      (await mails()).map((mail) => mail.recipient),
      [owner.email],
    );
    const rendered = await composeMarkupRaised(
      (statement) => t.app.database.worker(statement),
      { tenantId: c.id, aboutId: parseWireId("app", (await balance(c)).appId) as string } as never,
      t.clock.now(),
      "Harbour Bakery",
    );
    assert.match(rendered?.paragraphs.join(" ") ?? "", /It is now 20 % of the cost/);
    await agency.api.put(c.path, { mode: "agency_pays", markupPercent: 10 });
    assert.equal((await mails()).length, 1, "less is nothing to warn of");
  });

  it("are refused if they are contradictory, and to callers without permission", async () => {
    const [agency, other] = [await t.tenant({ kind: "agency" }), await t.tenant({ kind: "agency" })];
    const c = await client(agency);
    for (const [body, field] of [
      [{ mode: "nobody_pays" }, "mode"],
      [{ mode: "client_pays", markupPercent: -1 }, "markupPercent"],
      [{ mode: "client_pays", markupPercent: 100.5 }, "markupPercent"],
      [{ mode: "client_pays", markupPercent: 1.005 }, "markupPercent"],
    ] as const) {
      const response = await agency.api.put(c.path, body);
      assert.deepEqual([response.status, response.body.error.details[0].field], [400, field], response.text);
    }
    const reader = t.api(await t.key(agency.id, { scopes: ["agency:read"] }));
    assert.equal((await reader.put(c.path, { mode: "agency_pays" })).body.error.code, "insufficient_scope");
    assert.equal((await c.api.get(c.path)).body.error.code, "forbidden");
    for (const [who, path] of [
      [other, c.path],
      [agency, `${base}/clients/${unknownId("org")}/billing`],
    ] as const) {
      assert.equal((await who.api.get(path)).status, 404);
      assert.equal((await who.api.put(path, { mode: "agency_pays" })).status, 404);
    }
    assert.equal((await other.api.get(`${base}/billing/summary?clientId=${c.wire}`)).status, 404);
    assert.equal((await c.api.get(`${base}/billing/summary`)).body.error.code, "forbidden");
  });
});

describe("usage", () => {
  it("client_pays: the client pays the marked-up price, the agency earns the markup", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const c = await client(agency, { mode: "client_pays", markupPercent: 20 });
    await topUp(c.id, 10);
    await charge(c, 5);
    assert.equal((await balance(c)).balance, 4);
    const waiting = (await agency.api.get(c.path)).body.outstanding;
    assert.deepEqual(waiting, { charges: 1, cost: 5, reason: null });
    await t.drain();
    assert.equal((await balance(agency)).balance, 1);
    const [earned] = await entries(agency);
    assert.deepEqual([earned.type, earned.amount, earned.clientId, earned.owed], ["credit", 1, c.wire, null]);
    const month = t.clock.now().toISOString().slice(0, 7);
    const expected = { clientId: c.wire, clientName: "Harbour Bakery", month, cost: 0, owed: 0, charged: 6, earned: 1, charges: 1 };
    assert.deepEqual((await agency.api.get(`${base}/billing/summary`)).body.data, [expected]);
    // More than the balance with the markup, less without it: nothing is used.
    await assert.rejects(charge(c, 3.5), { code: "insufficient_credits" });
    assert.equal((await balance(c)).balance, 4);
  });

  it("agency_pays: the agency's balance pays the cost, the client's entry says what it owes, its balance stays", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const c = await client(agency, { mode: "agency_pays", markupPercent: 50 });
    await topUp(agency.id, 10);
    await charge(c, 4);
    await t.drain();
    const [used] = await entries(c);
    assert.deepEqual([used.type, used.amount, used.owed, used.balanceAfter, used.price.modelName], ["usage", 0, 6, 0, "large"]);
    const [paid] = await entries(agency);
    assert.deepEqual([paid.type, paid.amount, paid.clientId, paid.reason], ["usage", -4, c.wire, "large x 1"]);
    assert.equal((await balance(agency)).balance, 6);
    const [row] = (await agency.api.get(`${base}/billing/summary`)).body.data;
    assert.deepEqual([row.cost, row.owed, row.charged, row.earned], [4, 6, 0, 0]);
  });

  it("agency_pays: while the agency cannot pay, usage waits and more is refused; a credit continues both", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const c = await client(agency, { mode: "agency_pays", markupPercent: 0 });
    await topUp(agency.id, 1);
    await charge(c, 3);
    // This is only known after an attempt.
    await t.drain();
    await assert.rejects(charge(c, 1), { code: "insufficient_credits" });
    await assert.rejects(
      within(c.id, (ctx) => t.app.ledger.reserve(ctx, { amount: 1, reference: word(), expiresAt: inAnHour() })),
      { code: "insufficient_credits" },
    );
    assert.deepEqual((await agency.api.get(c.path)).body.outstanding, { charges: 1, cost: 3, reason: "insufficient_credits" });
    assert.equal((await balance(agency)).balance, 1);
    await topUp(agency.id, 5);
    t.clock.advance(300_000);
    await t.drain();
    assert.equal((await balance(agency)).balance, 3);
    await charge(c, 1);
    await t.drain();
    assert.equal((await balance(agency)).balance, 2);
    assert.equal((await agency.api.get(c.path)).body.outstanding.charges, 0);
  });

  it("a reservation holds the marked-up worst case and is settled under the terms at its creation", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const c = await client(agency, { mode: "client_pays", markupPercent: 100 });
    await topUp(agency.id, 100);
    await topUp(c.id, 10);
    const reserve = (reference: string) =>
      within(c.id, (ctx) => t.app.ledger.reserve(ctx, { amount: 4, reference, expiresAt: inAnHour() }));
    const settle = (reference: string, amount: number) => within(c.id, (ctx) => t.app.ledger.settle(ctx, { amount, reference, price }));
    await reserve("a");
    assert.deepEqual([(await balance(c)).balance, (await balance(c)).reserved], [2, 8]);
    await agency.api.put(c.path, { mode: "agency_pays", markupPercent: 10 });
    await reserve("b");
    await reserve("b");
    await reserve("c");
    assert.deepEqual([(await balance(c)).balance, (await balance(c)).reserved], [2, 8]);
    await agency.api.put(c.path, { mode: "client_pays", markupPercent: 5 });
    await settle("a", 3);
    await settle("a", 3);
    await assert.rejects(settle("a", 2), { code: "conflict" });
    assert.deepEqual([(await balance(c)).balance, (await balance(c)).reserved], [4, 0]);
    await settle("b", 2);
    await within(c.id, (ctx) => t.app.ledger.release(ctx, { reference: "c" }));
    assert.equal((await balance(c)).balance, 4);
    await t.drain();
    // 3 earned from the first, 2 paid for the second, nothing for the third.
    assert.equal((await balance(agency)).balance, 101);
  });

  it("a repetition after the terms have changed returns the same, and one with other values is refused", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const c = await client(agency, { mode: "client_pays", markupPercent: 10 });
    await topUp(c.id, 10);
    const first = await charge(c, 2, "job");
    await agency.api.put(c.path, { mode: "client_pays", markupPercent: 40 });
    assert.equal((await charge(c, 2, "job")).id, first.id);
    await assert.rejects(charge(c, 2.2, "job"), { code: "conflict" });
    await t.drain();
    assert.deepEqual([(await balance(c)).balance, (await balance(agency)).balance], [7.8, 0.2]);
  });

  it("by an organization without an agency, or without a price, is the organization's own", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const c = await client(agency, { mode: "agency_pays", markupPercent: 10 });
    await topUp(c.id, 10);
    await within(c.id, (ctx) => t.app.ledger.charge(ctx, { amount: 3, reference: "subscription:x" }));
    await agency.api.patch(`${base}/clients/${c.wire}`, { status: "ended" });
    await charge(c, 2);
    await t.drain();
    assert.equal((await balance(c)).balance, 5);
    assert.deepEqual(await entries(agency), []);
  });

  it("is summed by client and month, page by page", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const [a, b] = [
      await client(agency, { mode: "client_pays", markupPercent: 10 }),
      await client(agency, { mode: "client_pays", markupPercent: 0 }),
    ];
    for (const c of [a, b]) {
      await topUp(c.id, 100);
      await charge(c, 1);
      await charge(c, 2);
    }
    t.clock.advance(32 * 86_400_000);
    await charge(a, 5);
    await charge(b, 0);
    await t.drain();
    const all = (await agency.api.get(`${base}/billing/summary`)).body.data;
    const month = (at: number) => new Date(t.clock.now().getTime() - at * 86_400_000).toISOString().slice(0, 7);
    assert.deepEqual(
      all.map((row: any) => [row.month, row.clientId === a.wire, row.charged, row.earned, row.charges]),
      [
        [month(0), a.wire > b.wire, ...(a.wire > b.wire ? [5.5, 0.5, 1] : [0, 0, 1])],
        [month(0), a.wire < b.wire, ...(a.wire < b.wire ? [5.5, 0.5, 1] : [0, 0, 1])],
        [month(32), a.wire > b.wire, ...(a.wire > b.wire ? [3.3, 0.3, 2] : [3, 0, 2])],
        [month(32), a.wire < b.wire, ...(a.wire < b.wire ? [3.3, 0.3, 2] : [3, 0, 2])],
      ],
    );
    const paged: any[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: any = await agency.api.get(`${base}/billing/summary?limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`);
      paged.push(...page.body.data);
      cursor = page.body.pageInfo.nextCursor;
    }
    assert.deepEqual(paged, all);
    const narrow = await agency.api.get(`${base}/billing/summary?month=${month(32)}&clientId=${a.wire}`);
    assert.deepEqual(narrow.body.data.length, 1);
    // There is no year 0: the database would reject it.
    for (const none of ["2026-13", "0000-01"])
      assert.equal((await agency.api.get(`${base}/billing/summary?month=${none}`)).status, 400, none);
  });
});

describe("the transfer of a charge", () => {
  it("books once, even if a worker dies between the agency's ledger and the client's row", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const c = await client(agency, { mode: "client_pays", markupPercent: 10 });
    await topUp(c.id, 100);
    for (let i = 0; i < 5; i++) await charge(c, 10 + i);
    await t.drain();
    const before = [(await balance(agency)).balance, (await entries(agency)).length];
    assert.deepEqual(before, [6, 5]);
    // As if the last step of each had not happened.
    await t.app.database.worker({
      text: "update client_charges set state = 'leased', lease_until = $2 where tenant_id = $1",
      values: [c.id, new Date(t.clock.now().getTime() - 1)],
    });
    await t.drain();
    assert.deepEqual([(await balance(agency)).balance, (await entries(agency)).length], before);
    const [row] = (await agency.api.get(`${base}/billing/summary`)).body.data;
    assert.deepEqual([row.charges, row.earned, row.charged], [5, 6, 66]);
    assert.equal((await agency.api.get(c.path)).body.outstanding.charges, 0);
  });
});

describe("a low balance", () => {
  const lowBalanceEvents = async (of: TestTenant) => (await of.api.get("/api/v1/events?limit=100&type=balance.low")).body.data as any[];

  it("is reported once per crossing, by event and mail to the owners; reserved money counts as available", async () => {
    const tenant = await t.tenant();
    const owner = await t.person(tenant.id);
    await t.person(tenant.id, { role: "admin" });
    await topUp(tenant.id, 20);
    const set = await tenant.api.patch("/api/v1/billing/balance", { lowThreshold: 10 });
    assert.deepEqual([set.status, set.body.lowThreshold, set.body.lowSince], [200, 10, null], set.text);
    const use = (amount: number) => within(tenant.id, (ctx) => t.app.ledger.charge(ctx, { amount, reference: word() }));
    await within(tenant.id, (ctx) => t.app.ledger.reserve(ctx, { amount: 15, reference: "held", expiresAt: inAnHour() }));
    assert.equal((await lowBalanceEvents(tenant)).length, 0);
    await within(tenant.id, (ctx) => t.app.ledger.release(ctx, { reference: "held" }));
    await use(10);
    assert.equal((await lowBalanceEvents(tenant)).length, 0);
    await use(0.5);
    await use(1);
    const events = await lowBalanceEvents(tenant);
    assert.deepEqual([events.length, events[0].data.balance, events[0].data.threshold], [1, 9.5, 10]);
    assert.equal((await tenant.api.get("/api/v1/billing/balance")).body.lowSince, t.clock.now().toISOString());
    const mails = await t.app.database.worker<{ recipient: string }>({
      text: "select recipient from mails where tenant_id = $1 and kind = 'low_balance'",
      values: [tenant.id],
    });
    assert.deepEqual(
      mails.map((mail) => mail.recipient),
      [owner.email],
    );
    await topUp(tenant.id, 10);
    assert.equal((await tenant.api.get("/api/v1/billing/balance")).body.lowSince, null);
    await use(10);
    assert.equal((await lowBalanceEvents(tenant)).length, 2);
    assert.equal((await tenant.api.patch("/api/v1/billing/balance", { lowThreshold: null })).body.lowSince, null);
  });

  it("is reported immediately if the threshold is set above it; an invalid threshold is refused", async () => {
    const tenant = await t.tenant();
    assert.equal((await tenant.api.patch("/api/v1/billing/balance", {})).body.lowThreshold, null);
    const set = await tenant.api.patch("/api/v1/billing/balance", { lowThreshold: 0.5 });
    assert.equal(set.body.lowSince, t.clock.now().toISOString());
    assert.equal((await lowBalanceEvents(tenant)).length, 1);
    for (const lowThreshold of [-1, "5", 1e-7]) {
      const response = await tenant.api.patch("/api/v1/billing/balance", { lowThreshold });
      assert.deepEqual([response.status, response.body.error.details[0].field], [400, "lowThreshold"], response.text);
    }
    const reader = t.api(await t.key(tenant.id, { scopes: ["billing:read"] }));
    assert.equal((await reader.patch("/api/v1/billing/balance", { lowThreshold: 1 })).body.error.code, "insufficient_scope");
  });
});

it("ended reservations are deleted after their retention, and their references stay used", async () => {
  const tenant = await t.tenant();
  await topUp(tenant.id, 20);
  const reserve = (reference: string, days = 0) =>
    within(tenant.id, (ctx) =>
      t.app.ledger.reserve(ctx, { amount: 1, reference, expiresAt: new Date(t.clock.now().getTime() + days * 86_400_000) }),
    );
  await reserve("old", 1);
  await reserve("held", 400);
  await within(tenant.id, (ctx) => t.app.ledger.settle(ctx, { amount: 1, reference: "old" }));
  t.clock.advance(91 * 86_400_000);
  await reserve("new", 1);
  await within(tenant.id, (ctx) => t.app.ledger.release(ctx, { reference: "new" }));
  await t.app.purgeReservations();
  const rows = await t.app.database.withTenant(tenant.id, (tx) =>
    tx.query<{ reference: string }>({ text: "select reference from reservations where tenant_id = $1 order by 1", values: [tenant.id] }),
  );
  assert.deepEqual(
    rows.map((row) => row.reference),
    ["held", "new"],
  );
  await assert.rejects(reserve("old", 1), { code: "conflict" });
});

it("an organization reads its own subscription", async () => {
  const tenant = await t.tenant();
  const own = await tenant.api.get("/api/v1/billing/subscription");
  assert.equal(own.status, 200, own.text);
  assert.deepEqual(own.body, (await tenant.api.get("/api/v1/admin/subscriptions")).body.data[0]);
  const other = t.api(await t.key(tenant.id, { scopes: ["contacts:read"] }));
  assert.equal((await other.get("/api/v1/billing/subscription")).body.error.code, "insufficient_scope");
});

describe("the ledger as CSV", () => {
  const path = "/api/v1/billing/transactions.csv";

  it("contains the entries of the range, oldest first, with formulas escaped, and nothing of another tenant", async () => {
    const [tenant, other] = [await t.tenant(), await t.tenant()];
    await topUp(other.id, 77);
    await within(tenant.id, (ctx) => t.app.ledger.topUp(ctx, { amount: 20, reference: "paid", reason: "=HYPERLINK(1)" }));
    const middle = new Date(t.clock.now().getTime() + 500).toISOString();
    t.clock.advance(1_000);
    await within(tenant.id, (ctx) => t.app.ledger.charge(ctx, { amount: 0.5, reference: "used", price }));
    const from = new Date(t.clock.now().getTime() - 60_000).toISOString();
    const all = await tenant.api.get(`${path}?from=${from}`);
    assert.equal(all.status, 200, all.text);
    assert.match(all.headers.get("content-type") ?? "", /^text\/csv/);
    assert.equal(all.headers.get("cache-control"), "no-store");
    const lines = all.text.trim().split("\n");
    assert.equal(lines.length, 3);
    assert.match(lines[0] as string, /createdAt,id,type,amount,balanceAfter,owed,/);
    assert.match(lines[1] as string, /,top_up,20,20,,paid,'=HYPERLINK\(1\),/);
    assert.match(lines[2] as string, /,usage,-0\.5,19\.5,,used,,,,large,0\.01,1,/);
    assert.equal((await tenant.api.get(`${path}?from=${from}&to=${middle}`)).text.trim().split("\n").length, 2);
    assert.equal((await tenant.api.get(`${path}?from=${middle}&to=${middle}`)).body.error.details[0].field, "to");
    assert.equal((await tenant.api.get(`${path}?from=yesterday`)).body.error.details[0].field, "from");
    const day = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString().slice(0, 10);
    assert.equal((await tenant.api.get(`${path}?from=${day(-86_400_000)}&to=${day(86_400_000)}`)).text, all.text);
    assert.equal((await tenant.api.get(`${path}?from=2026-02-30`)).body.error.details[0].issue, "invalid_format");
    const reader = t.api(await t.key(tenant.id, { scopes: ["contacts:read"] }));
    assert.equal((await reader.get(path)).status, 403);
  });
});
