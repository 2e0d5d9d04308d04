import { describe, it } from "node:test";
import fc from "fast-check";
import { t, operations, withBody, fixture, key, pathOf, ask, assertNoFailure, fieldsOf } from "./bad-input-stage.ts";
import { send } from "../raw-http.ts";
import type { Schema } from "./route-operations.ts";
import { put, validBody } from "./route-requests.ts";

describe("random bodies", () => {
  // An almost valid body reaches further than an invalid one: a field of the valid body is replaced with anything.
  const anything = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>;
  const text = fc.string({ unit: "binary", maxLength: 60 });
  for (const operation of withBody) {
    it(`${operation.method} ${operation.path} never fails`, async () => {
      const good = validBody(operation, fixture) as Record<string, unknown>;
      const fields = fieldsOf(operation.body as Schema).map(({ path }) => path);
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            { weight: 1, arbitrary: anything },
            {
              weight: 3,
              arbitrary: fc
                .tuple(fc.constantFrom(...fields), fc.oneof(anything, text, fc.array(text), fc.double(), fc.bigInt().map(Number)))
                .map(([path, value]) => put(good, path, value)),
            },
            {
              weight: 2,
              arbitrary: fc.dictionary(
                fc.constantFrom(...fields.map(([name]) => name as string), "constructor", "x"),
                fc.oneof(anything, text),
                { maxKeys: 6 },
              ),
            },
          ),
          async (body) => {
            assertNoFailure(await ask(operation, JSON.stringify(body) ?? "null"), JSON.stringify(body));
          },
        ),
        { numRuns: 60, endOnFailure: false },
      );
    });
  }

  it("nor do random query strings", async () => {
    const lists = operations.filter((o) => o.query.length > 0 && !o.isStream);
    await fc.assert(
      fc.asyncProperty(
        fc
          .constantFrom(...lists)
          .chain((operation) =>
            fc.tuple(
              fc.constant(operation),
              fc.dictionary(
                fc.constantFrom(...operation.query.map(({ name }) => name), "x"),
                fc.string({ unit: "grapheme", maxLength: 40 }),
              ),
            ),
          ),
        async ([operation, query]) => {
          assertNoFailure(
            await send(t.url, { path: `${pathOf(operation)}?${new URLSearchParams(query)}`, headers: key(operation) }),
            JSON.stringify(query),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
