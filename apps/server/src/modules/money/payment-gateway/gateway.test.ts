import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import { startBilling } from "../../../../test/billing.ts";

const { t, gateway, platform, organization } = await startBilling({ gatewayOn: false });
const path = "/api/v1/admin/gateway/settings";
const secretKey = "xnd_test_0123456789abcdef";

describe("the gateway's settings", () => {
  it("exist before they are set, with the gateway disabled", async () => {
    const { body } = await platform.api.get(path);
    assert.deepEqual(body, {
      enabled: false,
      reconciliationEnabled: true,
      baseUrl: "https://api.xendit.co",
      currency: "USD",
      hasSecretKey: false,
      secretKeyLast4: null,
      hasCallbackToken: false,
      callbackUrl: `${t.url}/callbacks/payments`,
      testedAt: null,
      testError: null,
      updatedAt: null,
    });
    const a = await organization();
    const refused = await a.api.post("/api/v1/billing/payment-requests", { amount: 5 });
    assert.deepEqual([refused.status, refused.body.error.code], [409, "conflict"]);
  });

  it("keep omitted fields, never show a secret, and are shared by all platforms", async () => {
    const set = await platform.api.put(path, { enabled: true, secretKey, callbackToken: "token-1234567890", baseUrl: `${gateway.url}/` });
    assert.equal(set.status, 200, set.text);
    assert.deepEqual(
      [set.body.enabled, set.body.hasSecretKey, set.body.secretKeyLast4, set.body.hasCallbackToken, set.body.baseUrl],
      [true, true, "cdef", true, gateway.url],
    );
    const other = await t.tenant({ kind: "platform" });
    const changed = (await other.api.put(path, { reconciliationEnabled: false })).body;
    assert.deepEqual([changed.reconciliationEnabled, changed.hasSecretKey, changed.enabled], [false, true, true]);
    assert.deepEqual((await platform.api.get(path)).body, changed);
    // The last four characters would reveal too much of a short key.
    assert.equal((await other.api.put(path, { secretKey: "short" })).body.secretKeyLast4, null);
    const cleared = (await other.api.put(path, { clearSecretKey: true, clearCallbackToken: true })).body;
    assert.deepEqual([cleared.hasSecretKey, cleared.secretKeyLast4, cleared.hasCallbackToken], [false, null, false]);

    const everything = JSON.stringify([
      await withClient(t.database.admin, async (admin) => [
        (await admin.query("select * from gateway_settings")).rows,
        (await admin.query("select changes from audit_entries where action like 'gateway%'")).rows,
        (await admin.query("select body from idempotency_keys")).rows,
      ]),
      t.logged(),
    ]);
    for (const secret of [secretKey, "token-1234567890"]) assert.ok(!everything.includes(secret));
    const rows = await withClient(t.database.admin, (admin) => admin.query("select tenant_id from gateway_settings"));
    assert.equal(rows.rows.length, 1);
  });

  it("refuse a secret that is both set and cleared, and an invalid URL", async () => {
    const both = await platform.api.put(path, {
      secretKey: "x".repeat(20),
      clearSecretKey: true,
      callbackToken: "y",
      clearCallbackToken: true,
    });
    assert.deepEqual(
      [both.status, both.body.error.code, both.body.error.details.map((d: any) => d.field)],
      [422, "validation_error", ["clearSecretKey", "clearCallbackToken"]],
    );
    // false does not clear.
    assert.equal((await platform.api.put(path, { secretKey: "x".repeat(20), clearSecretKey: false })).status, 200);
    for (const [baseUrl, issue] of [
      ["https://10.0.0.1", "private_address"],
      ["https://gateway.internal", "private_address"],
      ["http://example.com", "not_allowed"],
      ["nonsense", "invalid_format"],
      ["https://example.com/?a=1", "not_allowed"],
    ]) {
      const refused = await platform.api.put(path, { baseUrl });
      assert.deepEqual([refused.status, refused.body.error.details], [400, [{ field: "baseUrl", issue }]], baseUrl);
    }
    assert.equal((await platform.api.put(path, { secretKey: "two\nlines" })).status, 400);
  });

  it("send a stored key to no other URL than the one it was set for", async () => {
    await platform.api.put(path, { secretKey, baseUrl: gateway.url });
    const refused = await platform.api.put(path, { baseUrl: `${gateway.url}/elsewhere` });
    assert.deepEqual([refused.status, refused.body.error?.details], [422, [{ field: "secretKey", issue: "required" }]], refused.text);
    assert.equal((await platform.api.get(path)).body.baseUrl, gateway.url);
    assert.equal((await platform.api.put(path, { baseUrl: `${gateway.url}/` })).status, 200, "the same address needs nothing");
    const moved = await platform.api.put(path, { baseUrl: `${gateway.url}/elsewhere`, secretKey });
    assert.deepEqual([moved.status, moved.body.baseUrl], [200, `${gateway.url}/elsewhere`], moved.text);
    assert.equal((await platform.api.put(path, { baseUrl: gateway.url, clearSecretKey: true })).status, 200);
  });

  it("belong to the platform only", async () => {
    const a = await organization();
    for (const response of [await a.api.get(path), await a.api.put(path, {}), await a.api.post("/api/v1/admin/gateway/test")])
      assert.deepEqual([response.status, response.body.error.code], [403, "forbidden"]);
  });

  it("are disabled without a key: enabling is refused, and clearing the key disables it", async () => {
    await withClient(t.database.admin, (admin) => admin.query("delete from gateway_settings"));
    for (const body of [{ enabled: true }, { enabled: true, callbackToken: "token-1234567890" }]) {
      const refused = await platform.api.put(path, body);
      assert.deepEqual([refused.status, refused.body.error.details], [422, [{ field: "secretKey", issue: "required" }]]);
      assert.equal((await platform.api.get(path)).body.enabled, false);
    }
    assert.equal((await platform.api.put(path, { enabled: true, secretKey })).body.enabled, true);
    const cleared = (await platform.api.put(path, { clearSecretKey: true })).body;
    assert.deepEqual([cleared.enabled, cleared.hasSecretKey], [false, false]);
    assert.equal((await platform.api.put(path, { enabled: true, clearSecretKey: true })).status, 422);
  });

  it("set by two platforms at the same time are still one", async () => {
    await withClient(t.database.admin, (admin) => admin.query("delete from gateway_settings"));
    const platforms = [await t.tenant({ kind: "platform" }), await t.tenant({ kind: "platform" })];
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        platforms[i % 2]!.api.put(path, i < 2 ? { secretKey: `key-${i}-0123456789` } : { secretKey: `key-${i}-0123456789`, enabled: true }),
      ),
    );
    assert.deepEqual(
      responses.map((response) => response.status),
      responses.map(() => 200),
    );
    const rows = await withClient(t.database.admin, (admin) => admin.query("select enabled, secret_key from gateway_settings"));
    assert.equal(rows.rows.length, 1);
    assert.ok(rows.rows[0].enabled && rows.rows[0].secret_key !== null);
  });
});

describe("a test of the gateway", () => {
  const test = async () => (await platform.api.post("/api/v1/admin/gateway/test")).body;

  it("reports errors in the settings, and is kept until they change", async () => {
    gateway.setSecretKey(secretKey);
    await platform.api.put(path, { clearSecretKey: true, baseUrl: gateway.url });
    assert.deepEqual([(await test()).ok, (await test()).error], [false, "no_secret_key"]);
    await platform.api.put(path, { secretKey: "a-wrong-secret-key" });
    const wrong = await test();
    assert.deepEqual([wrong.ok, wrong.error], [false, "invalid_secret_key"]);
    assert.match(wrong.message, /INVALID_API_KEY/);
    assert.equal((await platform.api.get(path)).body.testError, wrong.message);
    await platform.api.put(path, { secretKey });
    assert.equal((await platform.api.get(path)).body.testedAt, null);
    const good = await test();
    assert.deepEqual([good.ok, good.error, good.message], [true, null, null]);
    assert.equal((await platform.api.get(path)).body.testedAt, good.testedAt);
    await platform.api.put(path, { baseUrl: "http://127.0.0.1:9", secretKey });
    assert.equal((await test()).error, "unreachable");
    await platform.api.put(path, { baseUrl: t.url, secretKey });
    assert.equal((await test()).error, "unexpected_answer");
  });
});
