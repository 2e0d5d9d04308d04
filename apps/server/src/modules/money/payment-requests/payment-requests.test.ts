import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import { callbackToken, type Organization, startBilling } from "../../../../test/billing.ts";
import { startTestApp, unknownId } from "../../../../test/harness.ts";
import { allScopes } from "#platform/auth/scopes.ts";
import { parseWireId } from "#platform/ids/ids.ts";

const { t, gateway, platform, organization, balance, events } = await startBilling();
const path = "/api/v1/billing/payment-requests";
const settings = (body: object) => platform.api.put("/api/v1/admin/gateway/settings", body);

async function create(a: Organization, fields: object = {}): Promise<any> {
  const made = await a.api.post(path, { amount: 25.5, currency: "USD", description: "Credit", ...fields });
  assert.equal(made.status, 200, made.text);
  return made.body;
}
const read = async (a: Organization, id: string) => (await a.api.get(`${path}/${id}`)).body;
const topUps = async (a: Organization) =>
  (await a.api.get("/api/v1/billing/transactions")).body.data.filter((x: any) => x.type === "top_up");

/** A request with an invoice. */
async function invoiced(a: Organization) {
  const { id } = await create(a);
  await t.drain();
  const [invoice] = gateway.invoicesOf(id);
  assert.ok(invoice !== undefined);
  return { id, invoice };
}

describe("a payment request", () => {
  it("becomes an invoice, and credit once it is paid", async () => {
    const a = await organization();
    const made = await create(a);
    assert.deepEqual(
      [made.status, made.amount, made.currency, made.description, made.invoiceUrl, made.organizationId],
      ["pending", 25.5, "USD", "Credit", null, a.wire],
    );
    await t.drain();
    const [invoice] = gateway.invoicesOf(made.id);
    assert.deepEqual([invoice?.amount, invoice?.currency, invoice?.description], [25.5, "USD", "Credit"]);
    const ready = await read(a, made.id);
    assert.deepEqual([ready.status, ready.invoiceUrl, ready.invoiceId], ["pending", invoice?.invoice_url, invoice?.id]);
    assert.ok(ready.expiresAt !== null);

    assert.deepEqual(await gateway.pay(invoice!.id), [200]);
    const paid = await read(a, made.id);
    assert.deepEqual([paid.status, paid.paidAmount, paid.problem], ["paid", 25.5, null]);
    assert.equal(await balance(a), 25.5);
    const [entry] = await topUps(a);
    assert.deepEqual([entry.reference, entry.createdBy], [`payment:${made.id}`, "billing"]);
    await t.drain();
    assert.deepEqual(
      (await events(a, "payment_request.updated")).map((e) => [e.data.previousStatus, e.data.status]),
      [
        ["pending", "paid"],
        ["pending", "pending"],
      ],
    );
    assert.deepEqual((await platform.api.get(`/api/v1/admin/billing/payment-requests/${made.id}`)).body, {
      ...paid,
      attempts: 1,
      lastError: null,
      nextAttemptAt: null,
    });
  });

  it("accepts only amounts above zero, in the installation's currency", async () => {
    const a = await organization();
    for (const amount of [0, -1, 1e9 + 1, 0.0000001, "5", null]) {
      const refused = await a.api.post(path, { amount });
      assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, "amount"], `${amount}`);
    }
    const other = await a.api.post(path, { amount: 5, currency: "IDR" });
    assert.deepEqual([other.status, other.body.error.code, other.body.error.details[0].field], [422, "validation_error", "currency"]);
    for (const currency of ["usd", "US", "", 5]) assert.equal((await a.api.post(path, { amount: 5, currency })).status, 400, `${currency}`);
  });

  it("belongs to one organization: another cannot see, cancel or list it", async () => {
    const [a, b] = [await organization(), await organization()];
    const { id } = await create(a);
    for (const wrong of [id, unknownId("pay"), "pay_x"]) {
      assert.equal((await b.api.get(`${path}/${wrong}`)).status, 404);
      assert.equal((await b.api.post(`${path}/${wrong}/cancel`)).status, 404);
      assert.equal((await b.api.get(`/api/v1/admin/billing/payment-requests/${wrong}`)).status, 404);
    }
    assert.deepEqual((await b.api.get(path)).body.data, []);
    assert.deepEqual((await b.api.get("/api/v1/admin/billing/payment-requests")).body.data, []);
    assert.equal((await a.api.get("/api/v1/admin/billing/payment-requests")).body.data[0].id, id);
    assert.ok((await platform.api.get("/api/v1/admin/billing/payment-requests?limit=100")).body.data.some((x: any) => x.id === id));
    const reader = t.api(await t.key(a.id, { scopes: allScopes.filter((scope) => scope !== "billing:write") }));
    assert.equal((await reader.post(path, { amount: 5 })).status, 403);
    assert.equal((await reader.post(`${path}/${id}/cancel`)).status, 403);
    await t.drain();
  });

  it("is created once per idempotency key, and listed in pages", async () => {
    const a = await organization();
    const post = () => a.api.post(path, { amount: 5 }, { "idempotency-key": "one" });
    const [first, again] = [await post(), await post()];
    assert.equal(first.text, again.text);
    await create(a);
    await create(a);
    const page = (await a.api.get(`${path}?limit=2`)).body;
    const rest = (await a.api.get(`${path}?limit=2&cursor=${page.pageInfo.nextCursor}`)).body;
    assert.deepEqual([page.data.length, rest.data.length, rest.data[0].id], [2, 1, first.body.id]);
    await t.drain();
  });

  it("may be cancelled by the platform and by its own organization, and by nobody else", async () => {
    const [a, b] = [await organization(), await organization()];
    const { id } = (await a.api.post(path, { amount: 5 })).body;
    const refuse = (api: typeof a.api) => api.post(`/api/v1/admin/billing/payment-requests/${id}/cancel`);
    for (const { api } of [a, b]) assert.equal((await refuse(api)).body.error.code, "forbidden");
    const refused = await refuse(platform.api);
    assert.deepEqual([refused.status, refused.body.status, refused.body.organizationId], [200, "cancelled", a.wire]);
    assert.equal((await a.api.get(`${path}/${id}`)).body.status, "cancelled");
    assert.deepEqual((await refuse(platform.api)).body.error.code, "invalid_transition");
    const unknown = await platform.api.post(`/api/v1/admin/billing/payment-requests/${unknownId("pay")}/cancel`);
    assert.equal(unknown.status, 404);
  });

  it("can be cancelled while it is pending; its invoice is expired at the gateway", async () => {
    const a = await organization();
    // Before anything was created.
    const early = await create(a);
    assert.equal((await a.api.post(`${path}/${early.id}/cancel`)).body.status, "cancelled");
    await t.drain();
    assert.deepEqual(gateway.invoicesOf(early.id), []);
    const { id, invoice } = await invoiced(a);
    assert.equal((await a.api.post(`${path}/${id}/cancel`)).body.status, "cancelled");
    const twice = await a.api.post(`${path}/${id}/cancel`);
    assert.deepEqual([twice.status, twice.body.error.code], [409, "invalid_transition"]);
    await t.drain();
    assert.equal(invoice!.status, "EXPIRED");
    assert.equal((await read(a, id)).status, "cancelled");
    // Paid at that very moment: the money was received, so it counts.
    const { id: late, invoice: lateInvoice } = await invoiced(a);
    await a.api.post(`${path}/${late}/cancel`);
    await gateway.pay(lateInvoice!.id);
    await t.drain();
    assert.equal((await read(a, late)).status, "paid");
    assert.equal(await balance(a), 25.5);
    // The same with a lost callback: the worker that expires the invoice sees that it was paid.
    const { id: silent, invoice: silentInvoice } = await invoiced(a);
    await a.api.post(`${path}/${silent}/cancel`);
    await gateway.pay(silentInvoice!.id, { silent: true });
    await t.drain();
    assert.equal((await read(a, silent)).status, "paid");
    assert.equal(await balance(a), 51);
  });

  it("cancelled while its invoice is being created has no payable invoice", async () => {
    const a = await organization();
    gateway.fault({ kind: "cut_after_create" });
    const { id } = await create(a);
    await t.drain();
    await a.api.post(`${path}/${id}/cancel`);
    await t.drain();
    assert.deepEqual(
      gateway.invoicesOf(id).map((invoice) => invoice.status),
      ["EXPIRED"],
    );
    assert.equal((await platform.api.get(`/api/v1/admin/billing/payment-requests/${id}`)).body.nextAttemptAt, null);
  });

  it("can be open at most fifty times per organization", async () => {
    const a = await organization();
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into payment_requests (tenant_id, id, amount, currency, status, state, run_at, actor_kind, actor_id, created_at, updated_at)
         select $1, gen_random_uuid(), 1, 'USD', 'pending', 'done', now(), 'system', 'test', now(), now() from generate_series(1, 50)`,
        [a.id],
      ),
    );
    const refused = await a.api.post(path, { amount: 5 });
    assert.deepEqual([refused.status, refused.body.error.code], [409, "conflict"]);
  });
});

describe("the creation of the invoice", () => {
  it("finds the invoice whose response was lost, instead of creating another", async () => {
    const a = await organization();
    for (const kind of ["cut_after_create", "html"] as const) {
      gateway.fault({ kind });
      const { id } = await create(a);
      await t.drain();
      const admin = (await platform.api.get(`/api/v1/admin/billing/payment-requests/${id}`)).body;
      assert.ok(admin.lastError !== null && admin.nextAttemptAt !== null && admin.invoiceUrl === null, kind);
      t.clock.advance(10_000);
      await t.drain();
      const invoices = gateway.invoicesOf(id);
      assert.equal(invoices.length, 1, kind);
      assert.equal((await read(a, id)).invoiceId, invoices[0]?.id);
    }
  });

  it("is done by another process if one dies between the invoice and its response", async () => {
    const a = await organization();
    const { id } = await create(a);
    // A worker that claimed the row, created the invoice and died.
    await withClient(t.database.admin, (admin) =>
      admin.query("update payment_requests set state = 'leased', attempts = 1, lease_until = $2 where id = $1", [
        parseWireId("pay", id),
        new Date(t.clock.now().getTime() + 60_000),
      ]),
    );
    const secretKey = `Basic ${Buffer.from(`${await currentKey()}:`).toString("base64")}`;
    const made = await fetch(`${gateway.url}/v2/invoices`, {
      method: "POST",
      headers: { authorization: secretKey },
      body: JSON.stringify({ external_id: id, amount: 25.5, currency: "USD" }),
    });
    assert.equal(made.status, 200);
    await t.drain();
    assert.equal((await read(a, id)).invoiceUrl, null);
    t.clock.advance(61_000);
    const u = await startTestApp({ sharing: t });
    await u.drain();
    await u.stop();
    assert.equal(gateway.invoicesOf(id).length, 1);
    assert.equal((await read(a, id)).invoiceId, gateway.invoicesOf(id)[0]?.id);
  });

  /** The simulator's key changes with each set-up here, so the tests set their own. */
  async function currentKey(): Promise<string> {
    const key = "xnd_test_key_of_this_test";
    gateway.setSecretKey(key);
    await settings({ secretKey: key });
    return key;
  }

  it("continues after failures of the gateway, and waits until invalid settings are corrected", async () => {
    const a = await organization();
    gateway.fault({ kind: "error", status: 500 }, 2);
    const { id } = await create(a);
    for (let i = 0; i < 3; i++) {
      await t.drain();
      t.clock.advance(30_000);
    }
    assert.equal(gateway.invoicesOf(id).length, 1);

    gateway.setSecretKey("another");
    const blocked = await create(a);
    await t.drain();
    const admin = (await platform.api.get(`/api/v1/admin/billing/payment-requests/${blocked.id}`)).body;
    assert.match(admin.lastError, /INVALID_API_KEY/);
    assert.equal(admin.status, "pending");
    await currentKey();
    t.clock.advance(600_001);
    await t.drain();
    assert.equal(gateway.invoicesOf(blocked.id).length, 1);

    await settings({ enabled: false });
    const off = await a.api.post(path, { amount: 5 });
    assert.deepEqual([off.status, off.body.error.code], [409, "conflict"]);
    await settings({ enabled: true });
  });

  it("fails with the gateway's text if it is refused, and after a day of attempts", async () => {
    const a = await organization();
    gateway.fault({ kind: "error", status: 400, code: "API_VALIDATION_ERROR", message: "The amount is below the minimum" });
    const { id } = await create(a);
    await t.drain();
    const failed = await read(a, id);
    assert.equal(failed.status, "failed");
    assert.match(failed.problem, /below the minimum/);

    const slow = await create(a);
    gateway.fault({ kind: "error", status: 503 }, 100);
    for (let i = 0; i < 20 && (await read(a, slow.id)).status === "pending"; i++) {
      await t.drain();
      t.clock.advance(3 * 3_600_000);
    }
    const given = await read(a, slow.id);
    assert.deepEqual([given.status, given.problem], ["failed", "The invoice could not be created within a day."]);
    gateway.clearFaults();
  });
});

describe("callbacks of the gateway", () => {
  it("are credited once, however often and concurrently they arrive", async () => {
    const a = await organization();
    const { id, invoice } = await invoiced(a);
    const statuses = [...(await gateway.pay(invoice!.id, { times: 8 })), ...(await gateway.callback(invoice!.id, { times: 2 }))];
    assert.deepEqual(
      statuses,
      statuses.map(() => 200),
    );
    assert.equal(await balance(a), 25.5);
    assert.equal((await topUps(a)).length, 1);
    assert.equal((await read(a, id)).status, "paid");
    await t.drain();
    assert.equal((await events(a, "payment_request.updated")).filter((e) => e.data.status === "paid").length, 1);
  });

  it("may come before the response to the call that created the invoice", async () => {
    const a = await organization();
    gateway.fault({ kind: "paid_before_answer" });
    const { id } = await create(a);
    await t.drain();
    const paid = await read(a, id);
    assert.deepEqual([paid.status, paid.invoiceId], ["paid", gateway.invoicesOf(id)[0]?.id]);
    assert.equal(await balance(a), 25.5);
  });

  it("are accepted only with the right token", async () => {
    const a = await organization();
    const { id, invoice } = await invoiced(a);
    for (const token of ["wrong", null, "", `${callbackToken}x`, callbackToken.slice(1)])
      assert.deepEqual(await gateway.pay(invoice!.id, { token }), [401]);
    assert.equal((await read(a, id)).status, "pending");
    await settings({ clearCallbackToken: true });
    assert.deepEqual(await gateway.callback(invoice!.id), [401]);
    assert.deepEqual(await gateway.callback(invoice!.id, { token: null }), [401]);
    await settings({ callbackToken });
    assert.deepEqual(await gateway.callback(invoice!.id), [200]);
    assert.equal(await balance(a), 25.5);
  });

  it("with another amount or currency credit nothing, and report it", async () => {
    const a = await organization();
    for (const given of [
      { amount: 25.49 },
      { amount: 255 },
      { fields: { currency: "IDR" } },
      { fields: { paid_amount: "much", amount: null } },
    ]) {
      const { id, invoice } = await invoiced(a);
      assert.deepEqual(await gateway.pay(invoice!.id, given), [200]);
      const shown = await read(a, id);
      assert.equal(shown.status, "failed");
      assert.match(shown.problem, /nothing was credited/);
      const admin = (await platform.api.get(`/api/v1/admin/billing/payment-requests/${id}`)).body;
      assert.deepEqual([admin.problem, admin.paidAmount], [shown.problem, shown.paidAmount]);
    }
    assert.equal(await balance(a), 0);
  });

  it("for two invoices of one request credit one, and report the other", async () => {
    const a = await organization();
    const { id, invoice } = await invoiced(a);
    await gateway.pay(invoice!.id);
    await gateway.callback(invoice!.id, { fields: { id: "another-invoice" } });
    const shown = await read(a, id);
    assert.equal(shown.status, "paid");
    assert.match(shown.problem, /another-invoice/);
    assert.equal(await balance(a), 25.5);
  });

  it("about an expired invoice expire the request; a later payment still counts", async () => {
    const a = await organization();
    const { id, invoice } = await invoiced(a);
    await gateway.expire(invoice!.id);
    assert.equal((await read(a, id)).status, "expired");
    await gateway.pay(invoice!.id);
    assert.equal((await read(a, id)).status, "paid");
    // A late report of its expiry changes nothing.
    await gateway.callback(invoice!.id, { fields: { status: "EXPIRED" } });
    assert.equal((await read(a, id)).status, "paid");
    assert.equal(await balance(a), 25.5);
  });

  it("about unknown invoices are accepted without effect; invalid ones are refused", async () => {
    const post = (body: string | object, token = callbackToken) =>
      fetch(`${t.url}/callbacks/payments`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-callback-token": token },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
    for (const external_id of ["order-1", unknownId("pay"), "pay_x"]) {
      const response = await post({ id: "inv", external_id, status: "PAID", paid_amount: 5 });
      assert.deepEqual([response.status, await response.json()], [200, { received: true }]);
    }
    for (const body of ["{", "", "[]", "7", { id: 5, external_id: "x" }, { external_id: "x" }, `{"id":"${"x".repeat(70_000)}"}`]) {
      const { status } = await post(body);
      assert.ok(status === 400 || status === 413, `${status} ${JSON.stringify(body).slice(0, 30)}`);
    }
  });
});

describe("reconciliation", () => {
  it("settles what a lost callback missed", async () => {
    const a = await organization();
    const { id, invoice } = await invoiced(a);
    await gateway.pay(invoice!.id, { silent: true });
    t.clock.advance(9 * 60_000);
    await t.drain();
    assert.equal((await read(a, id)).status, "pending");
    t.clock.advance(2 * 60_000);
    await t.drain();
    assert.equal((await read(a, id)).status, "paid");
    assert.equal(await balance(a), 25.5);
    // The callback arrives later.
    await gateway.callback(invoice!.id);
    assert.equal(await balance(a), 25.5);
    const ended = await invoiced(a);
    await gateway.expire(ended.invoice!.id, { silent: true });
    t.clock.advance(11 * 60_000);
    await t.drain();
    assert.equal((await read(a, ended.id)).status, "expired");
  });

  it("makes no call while the gateway is disabled; a request then expires an hour after its invoice", async () => {
    const a = await organization();
    await settings({ reconciliationEnabled: false });
    const { id, invoice } = await invoiced(a);
    await gateway.pay(invoice!.id, { silent: true });
    const asked = gateway.calls.length;
    for (let i = 0; i < 30; i++) {
      t.clock.advance(3_600_000);
      await t.drain();
    }
    assert.equal(gateway.calls.length, asked);
    assert.equal((await read(a, id)).status, "expired");
    await gateway.callback(invoice!.id);
    assert.equal((await read(a, id)).status, "paid");
    await settings({ reconciliationEnabled: true });
  });
});
