import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { startTestApp, unknownId } from "../../../../test/harness.ts";
import { send } from "../../../../test/raw-http.ts";

const t = await startTestApp();
after(() => t.stop());

const list = "/api/v1/request-logs";
/** Everything stored in the log, as text. */
const stored = async () =>
  withClient(t.database.admin, async (admin) => {
    const { rows } = await admin.query<{ row: string }>("select l::text as row from request_logs l");
    return rows.map(({ row }) => row).join("\n");
  });

describe("the request log", () => {
  it("shows a request and its response without what people wrote", async () => {
    const { api } = await t.tenant();
    const sent = { name: "Ada Lovelace", phone: "+447700900871", email: "ada@planted.example", tags: ["planted tag"] };
    const made = await api.post("/api/v1/contacts?note=planted", sent, { "x-request-id": "shop-42", "user-agent": "shop/1.0" });
    const [row] = (await api.get(`${list}?operation=createContact`)).body.data;
    assert.deepEqual(
      [row.method, row.route, row.path, row.status, row.requestId, row.userAgent, row.errorCode, row.reference],
      ["POST", "/contacts", "/contacts", 200, "shop-42", "shop/1.0", null, null],
    );
    assert.equal(row.keyId, (await api.get("/api/v1/me")).body.key.id);
    assert.equal(row.address, "127.0.0.1");
    const { body } = await api.get(`${list}/${row.id}`);
    assert.equal(body.request.bytes, JSON.stringify(sent).length);
    assert.deepEqual(body.request.body, {
      name: "[text, 12 characters]",
      phone: "[text, 13 characters]",
      email: "[text, 19 characters]",
      tags: ["[text, 11 characters]"],
    });
    assert.equal(body.answer.body.id, made.body.id);
    assert.equal(body.answer.body.optIn, made.body.optIn, "a word of a closed set");
    const log = await stored();
    for (const text of ["lovelace", "447700900871", "planted"]) assert.ok(!log.toLowerCase().includes(text), text);
  });

  it("contains no secret that was sent or shown", async () => {
    const { api, key } = await t.tenant();
    const made = await api.post("/api/v1/api-keys", { name: "Shop", scopes: ["contacts:read"] });
    const webhook = await api.post("/api/v1/webhooks", { url: "https://127.0.0.1/in", events: ["message.received"] });
    assert.deepEqual([made.status, webhook.status], [200, 200]);
    await api.post("/api/v1/channels", {
      kind: "chat_app",
      name: "Shop",
      externalId: "1",
      config: {
        phoneNumberId: "1",
        businessAccountId: "2",
        accessToken: "planted-token",
        appSecret: "planted-app",
        verifyToken: "planted-v",
      },
    });
    const { data } = (await api.get(list)).body;
    assert.equal(data.length >= 3, true);
    const log = await stored();
    for (const secret of [key, made.body.key, webhook.body.secret, "planted"]) assert.ok(!log.includes(secret), secret.slice(0, 8));
    const created = await api.get(`${list}/${data.find((row: { operation: string }) => row.operation === "createApiKey").id}`);
    assert.deepEqual(created.body.request.body.scopes, ["contacts:read"]);
  });

  it("contains refused requests, with code, fields and reference", async () => {
    const tenant = await t.tenant();
    const { api } = tenant;
    await api.post("/api/v1/contacts", { name: 42 });
    const unknown = unknownId("cnt");
    await api.get(`/api/v1/contacts/${unknown}`);
    const narrow = t.api(await t.key(tenant.id, { scopes: ["labels:read"] }));
    const refused = await narrow.get("/api/v1/contacts");
    const slow = t.api(await t.key(tenant.id, { scopes: ["labels:read"], rateLimitPerMinute: 1 }));
    await slow.get("/api/v1/labels");
    assert.equal((await slow.get("/api/v1/labels")).status, 429);

    const { data } = (await api.get(`${list}?failed=true`)).body;
    assert.deepEqual(
      data.map((row: { status: number; errorCode: string; path: string }) => [row.status, row.errorCode, row.path]),
      [
        [429, "rate_limited", "/labels"],
        [403, "insufficient_scope", "/contacts"],
        [404, "not_found", `/contacts/${unknown}`],
        [400, "validation_error", "/contacts"],
      ],
    );
    assert.equal(data[1].reference, refused.body.error.reference);
    const { body } = await api.get(`${list}/${data[3].id}`);
    assert.deepEqual(body.answer.body, {
      error: { code: "validation_error", details: [{ field: "name", issue: "invalid_type" }] },
    });
    // By the reference that a person quotes to support.
    const quoted = await api.get(`${list}?requestId=${refused.body.error.reference}`);
    assert.deepEqual(
      quoted.body.data.map(({ id }: { id: string }) => id),
      [data[1].id],
    );
  });

  it("contains every request, even next to one that announces more bytes than an integer can hold", async () => {
    const [hostile, bystander] = [await t.tenant(), await t.tenant()];
    const refused = await send(t.url, {
      method: "POST",
      path: "/api/v1/contacts",
      headers: { authorization: `Bearer ${hostile.key}`, "content-type": "application/json", "content-length": "9007199254740991" },
    });
    assert.equal(refused.status, 413);
    await bystander.api.get("/api/v1/labels");
    const [theirs] = (await bystander.api.get(`${list}?path=/labels`)).body.data;
    assert.equal(theirs?.operation, "listLabels");
    const [own] = (await hostile.api.get(`${list}?path=/contacts`)).body.data;
    assert.deepEqual([own?.status, (await hostile.api.get(`${list}/${own?.id}`)).body.request.bytes], [413, 2_147_483_647]);
  });

  it("contains every request, even next to one whose refusal names half a character", async () => {
    const [hostile, bystander] = [await t.tenant(), await t.tenant()];
    const name = `${"a".repeat(99)}😀`;
    const refused = await hostile.api.post("/api/v1/organization/snapshot/apply", { snapshot: { version: 1, parts: { [name]: [] } } });
    assert.equal(refused.status, 422, refused.text);
    await bystander.api.get("/api/v1/labels");
    assert.equal((await bystander.api.get(`${list}?path=/labels`)).body.data.length, 1);
    const [own] = (await hostile.api.get(`${list}?failed=true`)).body.data;
    assert.equal(own?.errorCode, "validation_error");
  });

  it("can be filtered by key, method, path, status and time, and is paged", async () => {
    const tenant = await t.tenant();
    const { api } = tenant;
    const start = t.clock.now().toISOString();
    const otherKey = t.api(await t.key(tenant.id, { scopes: ["labels:read"] }));
    await otherKey.get("/api/v1/labels");
    const otherId = (await otherKey.get("/api/v1/me")).body.key.id;
    t.clock.advance(60_000);
    const later = t.clock.now().toISOString();
    const label = (await api.post("/api/v1/labels", { name: "Late" })).body;
    await api.patch(`/api/v1/labels/${label.id}`, { name: "Later" });
    await api.get("/api/v1/labels/none");

    const found = async (query: string) => {
      const { body } = await api.get(`${list}?${query}`);
      return body.data.map((row: { operation: string }) => row.operation).filter((name: string) => !name.endsWith("RequestLogs"));
    };
    assert.deepEqual(await found(`keyId=${otherId}`), ["getMe", "listLabels"]);
    assert.deepEqual(await found("method=PATCH"), ["updateLabel"]);
    assert.deepEqual(await found(`path=/api/v1/labels/${label.id}`), ["updateLabel"]);
    assert.deepEqual(await found("path=/labels/{id}&status=2xx"), ["updateLabel"]);
    assert.deepEqual((await found("status=4xx")).length, 1);
    assert.deepEqual(await found(`since=${start}&until=${later}`), ["getMe", "listLabels"]);
    assert.deepEqual(await found(`since=${later}&path=/labels&failed=false`), ["updateLabel", "createLabel"]);
    assert.deepEqual(await found("failed=true&status=2xx"), []);
    assert.deepEqual(await found(`keyId=${unknownId("key")}`), []);
    assert.deepEqual(await found("keyId=nonsense"), []);

    const first = (await api.get(`${list}?limit=2&path=/labels`)).body;
    const second = (await api.get(`${list}?limit=2&path=/labels&cursor=${first.pageInfo.nextCursor}`)).body;
    const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
    assert.deepEqual([ids.length, new Set(ids).size, second.pageInfo.hasNextPage], [4, 4, false]);
    assert.equal((await api.get(`${list}?limit=2&cursor=${first.pageInfo.nextCursor}`)).body.error.code, "invalid_cursor");
    assert.deepEqual((await api.get(`${list}?status=9xx`)).body.error.details, [{ field: "status", issue: "invalid_format" }]);
    const turned = await api.get(`${list}?since=${later}&until=${start}`);
    assert.deepEqual(turned.body.error.details, [{ field: "until", issue: "out_of_range" }]);
  });

  it("is per organization, for its administrators, and only about keys", async () => {
    const tenant = await t.tenant();
    const otherTenant = await t.tenant();
    await tenant.api.get("/api/v1/labels");
    const admin = await t.person(tenant.id, { role: "admin" });
    await admin.api.get("/api/v1/labels");
    const { data } = (await admin.api.get(list)).body;
    assert.deepEqual(
      data.map((row: { operation: string }) => row.operation),
      ["listLabels"],
    );
    assert.equal((await admin.api.get(`${list}/${data[0].id}`)).status, 200);
    assert.equal((await otherTenant.api.get(`${list}/${data[0].id}`)).status, 404);
    assert.equal((await otherTenant.api.get(`${list}/${unknownId("rql")}`)).status, 404);
    const theirs = (await otherTenant.api.get(list)).body.data;
    assert.ok(theirs.every((row: { operation: string }) => row.operation.endsWith("RequestLog")));
    for (const role of ["supervisor", "viewer"] as const) {
      const person = await t.person(tenant.id, { role });
      assert.equal((await person.api.get(list)).status, 403, role);
      assert.equal((await person.api.get(`${list}/${data[0].id}`)).status, 403, role);
    }
    assert.equal((await t.api(await t.key(tenant.id, { scopes: ["labels:read"] })).get(list)).status, 403);
  });

  it("is deleted after seven days", async () => {
    const { api } = await t.tenant();
    await api.get("/api/v1/labels");
    assert.equal((await api.get(`${list}?path=/labels`)).body.data.length, 1);
    t.clock.advance(6 * 86_400_000);
    await t.app.requestLogs.purge();
    assert.equal((await api.get(`${list}?path=/labels`)).body.data.length, 1);
    t.clock.advance(86_400_001);
    await api.get("/api/v1/labels?limit=1");
    await t.app.requestLogs.purge();
    const { data } = (await api.get(`${list}?path=/labels`)).body;
    assert.deepEqual(data.length, 1);
  });
});
