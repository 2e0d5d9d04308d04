/** A body whose fields are all optional may be omitted: nothing is sent, or nothing under a JSON content type, and both count as `{}`. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { type Fixture, makeFixture } from "../fixtures/fixtures.ts";
import { startTestApp } from "../harness.ts";
import { closeConnections, type RawResponse, send } from "../raw-http.ts";
import { fill, type Operation, operationsOf } from "./route-operations.ts";
import { validParams } from "./route-requests.ts";

const t = await startTestApp({ env: { RATE_LIMIT_PER_MINUTE: "10000000" } });
after(async () => {
  closeConnections();
  await t.stop();
});
const fixtures = { platform: await makeFixture(t, { platform: true }), agency: await makeFixture(t) };

const mayBeAbsent = ({ body, method, otherBodies }: Operation) =>
  body?.["type"] === "object" && otherBodies.length === 0 && ["POST", "PATCH"].includes(method) && (body?.["required"] ?? []).length === 0;
const withBody = operationsOf(t.app.openapi).filter(({ body }) => body !== undefined);

/** What a client sees of it, without what differs each time. */
function outcomeOf({ status, text }: RawResponse): unknown[] {
  const { error } = JSON.parse(text);
  return error === undefined ? [status] : [status, error.code, error.details];
}

describe("a body that may be absent", () => {
  for (const operation of withBody.filter(mayBeAbsent)) {
    it(`${operation.method} ${operation.path}`, async () => {
      const fixture: Fixture = operation.agencyOnly ? fixtures.agency : fixtures.platform;
      const authorization = `Bearer ${fixture.tenant.key}`;
      const ask = async (headers: Record<string, string>, body?: string) => {
        const path = `/api/v1${fill(operation.path, await validParams(operation, fixture))}`;
        const given = body === undefined ? {} : { body };
        return send(t.url, { method: operation.method, path, headers: { authorization, ...headers }, ...given });
      };
      const json = { "content-type": "application/json" };
      const empty = await ask(json, "{}");
      for (const absent of [await ask({}), await ask(json), await ask({ "content-length": "0" })]) {
        assert.ok(absent.status < 500, absent.text);
        // What was done once may be refused when it is done again.
        if (empty.status === 200 && [200, 409].includes(absent.status)) continue;
        assert.deepEqual(outcomeOf(absent), outcomeOf(empty), absent.text);
      }
      // Absent means false.
      assert.equal(operation.raw["requestBody"].required ?? false, false);
    });
  }

  it("is marked so in the reference, and every other body as required", () => {
    for (const operation of withBody) {
      const { required = false } = operation.raw["requestBody"] as { required?: boolean };
      assert.equal(required, !mayBeAbsent(operation), operation.id);
    }
  });
});
