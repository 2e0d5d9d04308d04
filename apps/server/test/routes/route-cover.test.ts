/** A route unknown to the tests of all routes (*.full.test.ts) fails here, before those run. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { makeFixture } from "../fixtures/fixtures.ts";
import { startTestApp } from "../harness.ts";
import { type Operation, operationsOf, Uncovered } from "./route-operations.ts";
import { placesOf } from "./route-places.ts";
import { validBody } from "./route-requests.ts";

const t = await startTestApp();
const operations = operationsOf(t.app.openapi);
const fixture = await makeFixture(t);
after(() => t.stop());

describe("the tests of all routes", () => {
  it("know every route and every place of an id", () => {
    assert.ok(operations.length >= 40, `${operations.length} operations`);
    const places = operations.flatMap((operation) => placesOf(operation));
    assert.ok(places.length >= 50, `${places.length} places`);
    for (const operation of operations) validBody(operation, fixture);
  });

  it("refuse a new route whose ids they do not know", () => {
    const some = operations.find((operation) => operation.id === "createContact") as Operation;
    const text = { type: "string" };
    const withBody = (properties: object) => ({ ...some, body: { type: "object", properties } });
    const unknown: [string, Operation][] = [
      ["a collection", { ...some, path: "/gadgets/{id}", pathNames: ["id"] }],
      ["a nested id", { ...some, path: "/contacts/{id}/gadgets/{gadgetId}", pathNames: ["id", "gadgetId"] }],
      ["a filter", { ...some, query: [{ name: "gadgetId", schema: text }] }],
      ["a body field", withBody({ gadgetId: text })],
      ["a nullable body field", withBody({ gadgetId: { type: ["string", "null"] } })],
      ["a nested body field", withBody({ target: { type: "object", properties: { gadgetId: text } } })],
      [
        "a nested field that may be null",
        withBody({ target: { anyOf: [{ type: "object", properties: { dealId: text } }, { type: "null" }] } }),
      ],
      ["a list of ids", withBody({ gadgetIds: { type: "array", items: text } })],
      ["a list of objects with ids", withBody({ rules: { type: "array", items: { type: "object", properties: { gadgetId: text } } } })],
      ["anything at all", withBody({ audience: {} })],
      ["a free-form object", withBody({ audience: { type: "object", additionalProperties: true } })],
    ];
    for (const [what, operation] of unknown) assert.throws(() => placesOf(operation), Uncovered, what);
    assert.throws(() => validBody({ ...some, id: "createGadget", example: undefined }, fixture), Uncovered);
    assert.doesNotThrow(() =>
      placesOf(withBody({ status: { type: "string", enum: ["a"] }, at: { type: "string", format: "date-time" }, n: { type: "integer" } })),
    );
  });
});
