import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { allScopes } from "../../src/platform/auth/scopes.ts";
import { type Fixture, makeFixture } from "../fixtures/fixtures.ts";
import { unknownId } from "../harness.ts";
import type { RawResponse } from "../raw-http.ts";
import { t, ask, unique } from "./request-stage.ts";
import { fill, operationsOf } from "./route-operations.ts";
import { validParams } from "./route-requests.ts";

describe("a request that is wrong in every way is refused for the first reason", () => {
  let fixture: Fixture;
  let agency: Fixture;
  before(async () => {
    [fixture, agency] = [await makeFixture(t, { platform: true }), await makeFixture(t)];
  });

  for (const operation of operationsOf(t.app.openapi).filter((o) => o.scope !== null && o.pathNames.length > 0)) {
    it(`${operation.id}: 401, 429, 403, 404${operation.body === undefined ? "" : ", 400"}`, async () => {
      const asked = operation.agencyOnly ? agency : fixture;
      const own = await validParams(operation, asked);
      const nobodys = fill(
        operation.path,
        Object.fromEntries(operation.pathNames.map((name) => [name, name === "id" ? unknownId("cnt") : unknownId("dlv")])),
      );
      const bad = operation.body === undefined ? undefined : `{"broken`;
      const lacking = allScopes.filter((scope) => scope !== operation.scope);
      const exhausted = await t.key(asked.tenant.id, { scopes: lacking, rateLimitPerMinute: 1 });
      assert.equal((await ask(t, exhausted, "GET", "/api/v1/me")).status, 200);
      const steps: [string | null, string, number, string][] = [
        [null, nobodys, 401, "unauthorized"],
        [exhausted, nobodys, 429, "rate_limited"],
        [await t.key(asked.tenant.id, { scopes: lacking }), nobodys, 403, "insufficient_scope"],
        [asked.tenant.key, nobodys, 404, "not_found"],
        ...(operation.body === undefined
          ? []
          : [[asked.tenant.key, fill(operation.path, own), 400, "invalid_json"] as [string, string, number, string]]),
      ];
      for (const [key, path, status, code] of steps) {
        const answer = await ask(t, key, operation.method, `/api/v1${path}`, bad);
        assert.deepEqual([answer.status, answer.body.error.code], [status, code], answer.text);
      }
      if (operation.body !== undefined) {
        for (const body of [[], "[1]", "7", "null", { nonsense: { a: 1 } }]) {
          const answer = await ask(t, asked.tenant.key, operation.method, `/api/v1${nobodys}`, body);
          assert.equal(answer.status, 404, `404 comes before a body ${JSON.stringify(body)}: ${answer.text}`);
        }
      }
    });
  }

  it("a rule comes last: 400 for the shape, then 422", async () => {
    const send = { channelId: fixture.resources.channel, to: "447700900999", type: "text" };
    assert.deepEqual((await ask(t, fixture.tenant.key, "POST", "/api/v1/messages", send)).body.error.details, [
      { field: "text", issue: "required" },
    ]);
    const refused = await ask(t, fixture.tenant.key, "POST", "/api/v1/messages", { ...send, text: "Hello" });
    assert.deepEqual([refused.status, refused.body.error.code], [422, "window_closed"]);
  });

  it("every response after the key was verified shows the budget; none before does", async () => {
    const key = fixture.tenant.key;
    const reader = await t.key(fixture.tenant.id, { scopes: ["contacts:read"] });
    const taken = (await fixture.api.get(`/api/v1/contacts/${fixture.resources.contact}`)).body.phone;
    const used = unique();
    await ask(t, key, "POST", "/api/v1/contacts", { name: "One" }, { "idempotency-key": used });
    const expected: [number, Promise<RawResponse>][] = [
      [200, ask(t, key, "GET", "/api/v1/me")],
      [200, ask(t, key, "POST", "/api/contacts", { name: "Ada" })],
      [400, ask(t, key, "POST", "/api/v1/contacts", "{")],
      [400, ask(t, key, "GET", "/api/v1/contacts?limit=0")],
      [400, ask(t, key, "GET", "/api/v1/contacts?cursor=x")],
      [403, ask(t, reader, "GET", "/api/v1/webhooks")],
      [404, ask(t, key, "GET", `/api/v1/contacts/${unknownId("cnt")}`)],
      [409, ask(t, key, "POST", "/api/v1/contacts", { phone: taken })],
      [409, ask(t, key, "POST", "/api/v1/contacts", { name: "Two" }, { "idempotency-key": used })],
      [413, ask(t, key, "POST", "/api/v1/contacts", JSON.stringify({ name: "x".repeat(1_100_000) }))],
      [415, ask(t, key, "POST", "/api/v1/contacts", "name=x", { "content-type": "application/x-www-form-urlencoded" })],
      [422, ask(t, key, "POST", "/api/v1/messages", { channelId: fixture.resources.channel, to: "447700900998", type: "text", text: "x" })],
    ];
    for (const [status, asked] of expected) {
      const response = await asked;
      assert.equal(response.status, status, response.text);
      for (const name of ["limit", "remaining", "reset"])
        assert.match(String(response.headers[`ratelimit-${name}`]), /^\d+$/, `ratelimit-${name} on ${status} ${response.text}`);
      assert.equal(response.headers["ratelimit-limit"], "6000");
    }
    for (const answer of [await ask(t, null, "GET", "/api/v1/me"), await ask(t, "x", "GET", "/api/v1/me")]) {
      assert.equal(answer.status, 401);
      assert.deepEqual(
        Object.keys(answer.headers).filter((name) => name.startsWith("ratelimit")),
        [],
      );
      assert.match(answer.body.error.reference, /^SVC-[0-9a-f]+$/);
      assert.equal(answer.headers["www-authenticate"], "Bearer");
    }
  });
});
