/** The check behind every request of the tests: responses that openapi.json does not promise fail. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createDocumentCheck } from "./documented.ts";

const answers = { 200: {}, 400: { description: "`validation_error`: Wrong." }, 404: { description: "`not_found`: Nowhere." } };
const check = createDocumentCheck({
  paths: {
    "/": { get: { operationId: "getService", responses: {} } },
    "/api/v1/contacts/{id}": { get: { operationId: "getContact", responses: { ...answers, 400: undefined } } },
    "/api/v1/contacts/tags": { get: { operationId: "listTags", responses: answers } },
    "/api/v1/deals": {
      post: { operationId: "createDeal", requestBody: {}, responses: { 409: { $ref: "#/components/responses/Conflict" } } },
    },
    "/api/v1/metrics/summary.csv": { get: { operationId: "getFile", responses: answers } },
  },
  components: { responses: { Conflict: { description: "`conflict`: It changed." } } },
});
const findings = (path: string, status: number, code?: string, method = "GET") =>
  check({ method, path }, status, code === undefined ? null : { error: { code } });

test("a status and an error code that the operation does not list are reported, under both prefixes", () => {
  for (const prefix of ["/api/v1", "/api"]) {
    assert.equal(findings(`${prefix}/contacts/x?limit=1`, 200), null);
    assert.equal(findings(`${prefix}/contacts/x`, 404, "not_found"), null);
    assert.match(findings(`${prefix}/contacts/x`, 422, "validation_error") ?? "", /getContact answered 422 validation_error/);
    assert.match(findings(`${prefix}/contacts/x`, 404, "conflict") ?? "", /getContact answered 404 with conflict/);
  }
});

test("a literal path takes precedence over one with a parameter, and a path that is not an operation promises nothing", () => {
  assert.equal(findings("/api/v1/contacts/tags", 400, "validation_error"), null);
  assert.match(findings("/api/v1/contacts/x", 400, "validation_error") ?? "", /getContact answered 400/);
  assert.match(findings("/api/v1/metrics/summary.csv", 409, "conflict") ?? "", /getFile answered 409/);
  for (const path of ["/", "/api/v1/contacts", "/api/v1/contacts/x/y", "/api/v1/metrics/summary-csv", "/callbacks/chat-app"])
    assert.equal(findings(path, 418), null, path);
  assert.equal(findings("/api/v1/contacts/x", 405, "method_not_allowed", "PUT"), null);
});

test("shared responses count, and responses to a body where the document has none do not", () => {
  assert.equal(findings("/api/v1/deals", 409, "conflict", "POST"), null);
  assert.match(findings("/api/v1/deals", 409, "exists", "POST") ?? "", /createDeal answered 409 with exists/);
  assert.match(findings("/api/v1/deals", 400, "invalid_json", "POST") ?? "", /createDeal answered 400 invalid_json/);
  assert.equal(findings("/api/v1/contacts/x", 400, "invalid_json"), null);
});
