import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { unknownId } from "../../../../test/harness.ts";
import { deliveries, emit, endpoint, ownerRows, receiver, t } from "../../../../test/stages/webhook-stage.ts";

describe("webhooks: the resource", () => {
  it("shows its secret only on creation", async () => {
    const tenant = await t.tenant();
    const made = await tenant.api.post("/api/v1/webhooks", {
      url: `${receiver.url}/x#part`,
      events: ["message.received", "message.status"],
      description: "CRM",
    });
    assert.equal(made.status, 200, made.text);
    assert.match(made.body.id, /^whk_[0-9a-f]{32}$/);
    assert.match(made.body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(made.body.status, "active");
    assert.equal(made.body.url, `${receiver.url}/x`);
    const read = await tenant.api.get(`/api/v1/webhooks/${made.body.id}`);
    const list = await tenant.api.get("/api/v1/webhooks");
    const { secret, ...shown } = made.body;
    assert.deepEqual(read.body, shown);
    assert.deepEqual(list.body.data, [shown]);
    for (const text of [read.text, list.text, t.logged()]) assert.ok(!text.includes(secret));
  });

  it("keeps its secret sealed in the database", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant);
    const [row] = await t.app.database.worker<{ secret: Buffer }>({
      text: "select secret from webhook_endpoints where id = $1",
      values: [hook.id.replace("whk_", "")],
    });
    assert.ok(
      row !== undefined && !row.secret.includes(hook.secret.slice(6)) && !row.secret.includes(Buffer.from(hook.secret.slice(6), "base64")),
    );
  });

  it("can be changed, paused, re-activated and deleted", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant);
    const paused = await tenant.api.patch(hook.at, { status: "paused", events: ["ticket.updated"], description: "later", unknown: 1 });
    assert.equal(paused.status, 200, paused.text);
    assert.deepEqual([paused.body.status, paused.body.events, paused.body.description], ["paused", ["ticket.updated"], "later"]);
    assert.equal((await tenant.api.patch(hook.at, { status: "active", description: null })).body.description, null);
    assert.deepEqual((await tenant.api.delete(hook.at)).body, { id: hook.id, deleted: true });
    assert.equal((await tenant.api.get(hook.at)).status, 404);
    assert.equal((await tenant.api.delete(hook.at)).status, 404);
    assert.deepEqual((await tenant.api.get("/api/v1/webhooks")).body.data, []);
    await t.drain();
    const rows = await t.app.database.worker({
      text: "select 1 from webhook_endpoints where id = $1",
      values: [hook.id.replace("whk_", "")],
    });
    assert.equal(rows.length, 0, "the worker has cleared it away");
  });

  it("pages through its list to the end", async () => {
    const tenant = await t.tenant();
    for (let i = 0; i < 5; i++) await endpoint(tenant);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: any = await tenant.api.get(`/api/v1/webhooks?limit=2${cursor === null ? "" : `&cursor=${cursor}`}`);
      assert.equal(page.status, 200, page.text);
      seen.push(...page.body.data.map((w: { id: string }) => w.id));
      cursor = page.body.pageInfo.nextCursor;
    } while (cursor !== null);
    assert.equal(new Set(seen).size, 5);
    assert.equal((await tenant.api.get("/api/v1/webhooks?cursor=nonsense")).body.error.code, "invalid_cursor");
  });

  it("malformed, unknown and another tenant's ids get the same response", async () => {
    const [tenant, other] = [await t.tenant(), await t.tenant()];
    const hook = await endpoint(other);
    await emit(other);
    await t.drain();
    const [delivery] = await deliveries(other, hook.at);
    const mine = await endpoint(tenant);
    const bodies = new Set<string>();
    for (const id of ["whk_zzz", "x", unknownId("whk"), hook.id]) {
      for (const [method, path, body] of [
        ["GET", "", undefined],
        ["PATCH", "", { url: 7 }],
        ["DELETE", "", undefined],
        ["POST", "/rotate-secret", undefined],
        ["POST", "/test", undefined],
        ["GET", "/deliveries", undefined],
        ["GET", `/deliveries/${delivery.id}`, undefined],
        ["POST", `/deliveries/${delivery.id}/retry`, undefined],
        ["POST", "/replay", {}],
      ] as const) {
        const response = await tenant.api.request(
          method,
          `/api/v1/webhooks/${id}${path}`,
          body === undefined ? {} : { body: JSON.stringify(body) },
        );
        assert.equal(response.status, 404, `${method} ${id}${path}: ${response.text}`);
        bodies.add(response.text);
      }
    }
    assert.equal((await tenant.api.get(`${mine.at}/deliveries/${delivery.id}`)).status, 404, "another endpoint's delivery");
    assert.equal(bodies.size, 1);
    assert.equal((await other.api.get(hook.at)).body.status, "active");
  });

  it("refuses an impossible address, before any call is made", async () => {
    const tenant = await t.tenant();
    for (const [input, field, issue] of [
      [{ url: "https://10.0.0.8/hook" }, "url", "private_address"],
      [{ url: "https://169.254.169.254/latest" }, "url", "private_address"],
      [{ url: "https://[::ffff:10.0.0.1]/" }, "url", "private_address"],
      [{ url: "https://2130706434/" }, "url", "private_address"],
      [{ url: "https://localhost/" }, "url", "private_address"],
      [{ url: "http://example.com/" }, "url", "not_allowed"],
      [{ url: "https://u:p@example.com/" }, "url", "not_allowed"],
      [{ url: "ftp://example.com/" }, "url", "invalid_format"],
      [{ events: ["message.received", "message.eaten"] }, "events[1]", "unknown_value"],
      [{ events: [] }, "events", "too_short"],
      [{ url: undefined }, "url", "required"],
    ] as const) {
      const response = await tenant.api.post("/api/v1/webhooks", { url: "https://example.com/hook", events: ["*"], ...input });
      assert.equal(response.status, 400, `${JSON.stringify(input)}: ${response.text}`);
      assert.equal(response.body.error.code, "validation_error");
      assert.deepEqual(response.body.error.details, [{ field, issue }], JSON.stringify(input));
    }
    const nowhere = { url: "https://example.com/hook", events: ["*"], channelIds: [unknownId("chn")] };
    const response = await tenant.api.post("/api/v1/webhooks", nowhere);
    assert.deepEqual([response.status, response.body.error.details], [404, [{ field: "channelIds[0]", issue: "not_found" }]]);
  });

  it("requires its scopes", async () => {
    const tenant = await t.tenant();
    const reader = t.api(await t.key(tenant.id, { scopes: ["webhooks:read"] }));
    const writer = t.api(await t.key(tenant.id, { scopes: ["webhooks:write"] }));
    assert.equal((await reader.get("/api/v1/webhooks")).status, 200);
    assert.equal((await reader.post("/api/v1/webhooks", { url: "https://example.com", events: ["*"] })).status, 403);
    assert.equal((await writer.get("/api/v1/webhooks")).status, 403);
  });

  it("creates one webhook per idempotency key", async () => {
    const tenant = await t.tenant();
    const body = { url: `${receiver.url}/once`, events: ["*"] };
    const first = await tenant.api.post("/api/v1/webhooks", body, { "idempotency-key": "k1" });
    const again = await tenant.api.post("/api/v1/webhooks", body, { "idempotency-key": "k1" });
    assert.equal(again.body.id, first.body.id);
    assert.equal(again.headers.get("idempotency-replayed"), "true");
    assert.equal(again.body.secret, first.body.secret);
    assert.equal((await tenant.api.get("/api/v1/webhooks")).body.data.length, 1);
    const [stored] = await ownerRows<{ body: string }>("select body from idempotency_keys where tenant_id = $1", [tenant.id]);
    assert.ok(stored !== undefined && !stored.body.includes(first.body.secret), "the stored answer is sealed");
  });

  it("leaves an audit entry for every change", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant);
    await tenant.api.patch(hook.at, { status: "paused" });
    await tenant.api.post(`${hook.at}/rotate-secret`);
    await tenant.api.delete(hook.at);
    const actions = await ownerRows<{ action: string }>(
      "select action from audit_entries where tenant_id = $1 and action like 'webhook.%' order by id",
      [tenant.id],
    );
    assert.deepEqual(
      actions.map((r) => r.action),
      ["webhook.created", "webhook.updated", "webhook.secret_rotated", "webhook.deleted"],
    );
  });
});
