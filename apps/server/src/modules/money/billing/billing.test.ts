import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import { startBilling } from "../../../../test/billing.ts";
import { unknownId } from "../../../../test/harness.ts";
import { allScopes } from "#platform/auth/scopes.ts";

const { t, platform, organization, credit, balance } = await startBilling();
const admin = "/api/v1/admin/billing/organizations";

const auditOf = async (tenantId: string, action: string) =>
  (
    await withClient(t.database.admin, (client) =>
      client.query("select actor_id, changes from audit_entries where tenant_id = $1 and action = $2", [tenantId, action]),
    )
  ).rows as { actor_id: string; changes: Record<string, unknown> }[];

describe("which organizations a key reaches", () => {
  it("a platform's key reaches all, any other its own; organizations out of reach do not exist", async () => {
    const [a, b] = [await organization(), await organization()];
    assert.equal((await platform.api.get(`${admin}/${a.wire}/balance`)).body.organizationId, a.wire);
    assert.equal((await a.api.get(`${admin}/${a.wire}/balance`)).body.organizationId, a.wire);
    const foreign = await a.api.get(`${admin}/${b.wire}/balance`);
    assert.deepEqual([foreign.status, foreign.body.error.code], [404, "not_found"]);
    for (const id of [unknownId("org"), "org_x", a.appId])
      for (const { api } of [platform, a]) assert.equal((await api.get(`${admin}/${id}/balance`)).text, foreign.text);

    const listed = async (api: typeof a.api) => (await api.get(`${admin}?limit=100`)).body.data.map((o: any) => o.organizationId);
    assert.deepEqual(await listed(a.api), [a.wire]);
    const all = await listed(platform.api);
    for (const { wire } of [a, b]) assert.ok(all.includes(wire));
  });

  it("pages contain every organization once, and another key's cursor is refused", async () => {
    await Promise.all(Array.from({ length: 5 }, organization));
    const everyone = (await platform.api.get(`${admin}?limit=100`)).body.data.map((o: any) => o.organizationId);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: any = (await platform.api.get(`${admin}?limit=2${cursor === null ? "" : `&cursor=${cursor}`}`)).body;
      seen.push(...page.data.map((o: any) => o.organizationId));
      cursor = page.pageInfo.nextCursor;
      if (cursor !== null) assert.equal((await (await organization()).api.get(`${admin}?limit=2&cursor=${cursor}`)).status, 400);
    } while (cursor !== null && seen.length < 50);
    assert.deepEqual(
      seen,
      everyone.filter((id: string) => seen.includes(id)),
    );
    assert.equal(new Set(seen).size, seen.length);
    assert.ok(seen.length >= everyone.length);
  });

  it("every other key is refused the platform's operations, whatever it names", async () => {
    const a = await organization();
    const calls = [
      a.api.post(`${admin}/${a.wire}/credits`, { amount: 1 }),
      a.api.post(`${admin}/${unknownId("org")}/credits`, {}),
      a.api.patch(`${admin}/${a.wire}`, { allowNegativeBalance: true }),
      a.api.post(`/api/v1/admin/apps/${a.appId}/top-up`, { amount: 1 }),
    ];
    for (const response of await Promise.all(calls)) {
      assert.deepEqual([response.status, response.body.error.code], [403, "forbidden"]);
      assert.match(response.body.error.reference, /^SVC-/);
    }
    assert.equal(await balance(a), 0);
    const agency = await t.tenant({ kind: "agency" });
    assert.equal((await agency.api.post(`${admin}/${a.wire}/credits`, { amount: 1 })).status, 403);
    assert.equal((await agency.api.get(`${admin}/${a.wire}/balance`)).status, 404);
    const reader = t.api(await t.key(platform.id, { scopes: allScopes.filter((scope) => scope !== "admin:write") }));
    const unscoped = await reader.post(`${admin}/${a.wire}/credits`, { amount: 1 });
    assert.deepEqual([unscoped.status, unscoped.body.error.code], [403, "insufficient_scope"]);
  });
});

describe("credits", () => {
  it("add to the balance, keep the author and the reason, and appear in both organizations' audit logs", async () => {
    const a = await organization();
    const made = await platform.api.post(`${admin}/${a.wire}/credits`, { amount: 12.345678, reason: "Goodwill", adminId: "ops-7" });
    assert.equal(made.status, 200, made.text);
    assert.equal(made.body.balance, 12.345678);
    const { transaction } = made.body;
    assert.deepEqual(
      [transaction.type, transaction.amount, transaction.balanceAfter, transaction.reason, transaction.adminId],
      ["credit", 12.345678, 12.345678, "Goodwill", "ops-7"],
    );
    const own = (await a.api.get("/api/v1/billing/transactions")).body.data;
    assert.deepEqual(own, [transaction]);
    assert.deepEqual((await platform.api.get(`${admin}/${a.wire}/transactions`)).body.data, [transaction]);
    const [audit] = await auditOf(a.id, "billing.credit");
    const me = (await platform.api.get("/api/v1/me")).body;
    assert.deepEqual(audit?.changes, { amount: "12.345678", byOrganization: me.tenant.id });
    assert.equal((await auditOf(platform.id, "billing.credit")).length, 0);
  });

  it("below zero are adjustments: with a reason, and at most the balance", async () => {
    const a = await organization();
    await credit(a, 5);
    const post = (body: object) => platform.api.post(`${admin}/${a.wire}/credits`, body);
    const bare = await post({ amount: -2 });
    assert.deepEqual([bare.status, bare.body.error.details], [400, [{ field: "reason", issue: "required" }]]);
    const done = await post({ amount: -2, reason: "Booked twice" });
    assert.deepEqual([done.body.transaction.type, done.body.balance], ["adjustment", 3]);
    const most = await post({ amount: -3.000001, reason: "Booked twice" });
    assert.deepEqual([most.status, most.body.error.code], [422, "insufficient_credits"]);
    for (const amount of [0, 0.0000001, 1e9, -1e9, 1e308, "5", null]) {
      const refused = await post({ amount, reason: "x" });
      assert.deepEqual([refused.status, refused.body.error.details[0].field], [400, "amount"], `${amount}`);
    }
    assert.equal(await balance(a), 3);
  });

  it("are made once per idempotency key", async () => {
    const a = await organization();
    const post = () => platform.api.post(`${admin}/${a.wire}/credits`, { amount: 7 }, { "idempotency-key": `credit-${a.wire}` });
    const responses = await Promise.all([post(), post(), post()]);
    assert.equal(new Set(responses.filter((x) => x.status === 200).map((x) => x.text)).size, 1);
    assert.equal(await balance(a), 7);
    assert.equal((await post()).headers.get("idempotency-replayed"), "true");
  });

  it("let a balance go below zero only where the platform allows it", async () => {
    const a = await organization();
    const patch = (allowNegativeBalance: boolean) => platform.api.patch(`${admin}/${a.wire}`, { allowNegativeBalance });
    assert.equal((await patch(true)).body.allowNegativeBalance, true);
    await credit(a, -4);
    assert.equal(await balance(a), -4);
    const refused = await patch(false);
    assert.deepEqual([refused.status, refused.body.error.code], [409, "conflict"]);
    await credit(a, 4);
    assert.equal((await patch(false)).body.allowNegativeBalance, false);
    assert.equal((await auditOf(a.id, "billing.allowance_changed")).length, 2);
  });
});

describe("an organization's own billing", () => {
  it("accepts appId for its own app and no other", async () => {
    const [a, b] = [await organization(), await organization()];
    for (const path of ["balance", "transactions", "usage", "payment-requests"]) {
      assert.equal((await a.api.get(`/api/v1/billing/${path}?appId=${a.appId}`)).status, 200, path);
      const foreign = await a.api.get(`/api/v1/billing/${path}?appId=${b.appId}`);
      assert.equal(foreign.status, 404);
      assert.equal((await a.api.get(`/api/v1/billing/${path}?appId=nonsense`)).text, foreign.text);
    }
  });

  it("pages its transactions, newest first", async () => {
    const a = await organization();
    for (let i = 1; i <= 5; i++) await credit(a, i);
    const first = (await a.api.get("/api/v1/billing/transactions?limit=2")).body;
    assert.deepEqual(
      first.data.map((x: any) => x.amount),
      [5, 4],
    );
    const second = (await a.api.get(`/api/v1/billing/transactions?limit=2&cursor=${first.pageInfo.nextCursor}`)).body;
    const third = (await a.api.get(`/api/v1/billing/transactions?limit=2&cursor=${second.pageInfo.nextCursor}`)).body;
    assert.deepEqual(
      [...second.data, ...third.data].map((x: any) => x.amount),
      [3, 2, 1],
    );
    assert.deepEqual(third.pageInfo, { hasNextPage: false, nextCursor: null });
    // A cursor of one organization's list is invalid for another's.
    const b = await organization();
    const mixed = await platform.api.get(`${admin}/${a.wire}/transactions?limit=2`);
    const elsewhere = await platform.api.get(`${admin}/${b.wire}/transactions?limit=2&cursor=${mixed.body.pageInfo.nextCursor}`);
    assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [400, "invalid_cursor"]);
  });

  it("needs billing:read", async () => {
    const a = await organization();
    const other = t.api(await t.key(a.id, { scopes: allScopes.filter((scope) => scope !== "billing:read") }));
    for (const path of ["balance", "transactions", "usage", "pricing", "payment-requests"])
      assert.equal((await other.get(`/api/v1/billing/${path}`)).status, 403, path);
  });
});

describe("usage by month", () => {
  it("counts messages in and out, contacts once, and spending, and is summed for the platform", async () => {
    const a = await organization();
    const channel = await t.channel(a);
    const summary = async () =>
      (await platform.api.get("/api/v1/admin/usage/summary")).body.months[0] ?? { messagesIn: 0, organizations: 0 };
    await t.settle();
    const before = await summary();
    for (const customer of ["447700900771", "447700900772"])
      for (const text of ["one", "two"]) await t.simulator.customer(customer, "Customer").sendText(channel.externalId, text);
    await t.settle();
    const send = { channelId: channel.id, to: "447700900771", type: "text", text: "Hello" };
    assert.equal((await a.api.post("/api/v1/messages", send)).status, 200);
    await t.settle();
    const [month] = (await a.api.get("/api/v1/billing/usage")).body.data;
    assert.deepEqual(month, {
      month: t.clock.now().toISOString().slice(0, 7),
      messagesIn: 4,
      messagesOut: 1,
      activeContacts: 2,
      aiRequests: 0,
      spend: 0,
    });
    const after_ = await summary();
    assert.deepEqual([after_.messagesIn - before.messagesIn, after_.organizations - before.organizations], [4, 1]);
    // Counted once: no process reads the same events again.
    await t.settle();
    assert.equal((await a.api.get("/api/v1/billing/usage")).body.data[0].messagesIn, 4);

    // Another month is another row, in which the customer is counted again.
    t.clock.advance(32 * 86_400_000);
    await t.simulator.customer("447700900772", "Customer").sendText(channel.externalId, "three");
    await t.settle();
    const months = (await a.api.get("/api/v1/billing/usage")).body.data;
    assert.deepEqual(
      months.map((m: any) => [m.messagesIn, m.activeContacts]),
      [
        [1, 1],
        [4, 2],
      ],
    );
    assert.equal((await a.api.get("/api/v1/admin/usage/summary")).body.months.length, 2);
  });
});
