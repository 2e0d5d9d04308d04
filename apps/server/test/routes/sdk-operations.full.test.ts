/** The SDK has a method for every operation, and each calls the right one: with a valid request it succeeds. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Client } from "@parley/sdk";
import { operations as table } from "@parley/sdk/operations";
import { type Fixture, makeFixture } from "../fixtures/fixtures.ts";
import { startTestApp } from "../harness.ts";
import { allOperationsOf, type Operation } from "./route-operations.ts";
import { validBody, validParams, validQuery } from "./route-requests.ts";

const t = await startTestApp();
after(() => t.stop());

interface Method {
  /** `contacts.merges.list` */
  name: string;
  letters: string;
}

/** By method and path below the prefix. */
const methods = new Map<string, Method>();
const collect = (entries: typeof table, names: string[]): void => {
  for (const [word, entry] of Object.entries(entries)) {
    if (typeof entry !== "string") collect(entry, [...names, word]);
    else {
      const [address = "", letters = ""] = entry.split(" ");
      methods.set(address.replace("/", " /"), { name: [...names, word].join("."), letters });
    }
  }
};
collect(table, []);
const all = allOperationsOf(t.app.openapi);

function call(
  parley: Client,
  { name, letters }: Method,
  operation: Operation,
  request: { params: Record<string, string>; body?: unknown; query: object },
) {
  const [last = "", ...path] = name.split(".").reverse();
  let resource = parley as unknown as Record<string, any>;
  for (const word of path.reverse()) resource = resource[word];
  const args: unknown[] = operation.pathNames.map((each) => request.params[each]);
  if (letters.includes("b")) args.push(request.body);
  if (letters.includes("q")) args.push(request.query);
  return resource[last](...args);
}

describe("the SDK", () => {
  it("has each operation once, and no other", () => {
    const wanted = all.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual([...methods.keys()].sort(), ["GET /", ...wanted].sort());
    assert.equal(new Set([...methods.values()].map(({ name }) => name)).size, methods.size);
  });

  it("knows what each takes and returns", () => {
    for (const operation of all) {
      const { letters, name } = methods.get(`${operation.method} ${operation.path}`) as Method;
      assert.equal(letters.includes("b"), operation.raw["requestBody"] !== undefined, name);
      assert.equal(letters.includes("q"), operation.query.length > 0, name);
      assert.equal(letters.includes("e"), operation.isStream, name);
      assert.equal(letters.includes("f"), operation.isContent, name);
      assert.equal(letters.includes("n"), operation.writes && operation.access === "public", name);
      if (operation.query.some((query) => query.name === "cursor")) assert.ok(letters.includes("l"), name);
    }
  });
});

describe("each method of the SDK gets a response", () => {
  let fixture: Fixture;
  let agency: Fixture;
  before(async () => {
    [fixture, agency] = [await makeFixture(t, { platform: true }), await makeFixture(t)];
  });

  for (const operation of all.filter(({ access }) => access === "credential")) {
    const method = methods.get(`${operation.method} ${operation.path}`);
    if (method === undefined) continue;
    it(method.name, async () => {
      const asked = operation.agencyOnly ? agency : fixture;
      const parley = new Client({ baseUrl: t.url, apiKey: asked.tenant.key, maxRetries: 0 });
      // An earlier operation has put the queue's failed work back.
      if (operation.id === "listFailedWork") await asked.fresh("failedWork");
      const params = await validParams(operation, asked, operation.writes);
      const made = call(parley, method, operation, { params, body: validBody(operation, asked), query: validQuery(operation, asked) });
      if (operation.isStream) {
        // Its events are covered in sdk.test.ts.
        made.close();
        return;
      }
      const answer = await made;
      if (operation.isContent) {
        assert.ok(answer instanceof Response && answer.status === 200);
        assert.ok((await answer.arrayBuffer()).byteLength > 0);
      } else if (method.letters.includes("l")) {
        assert.ok(answer.data.length > 0, "the fixture has none");
        assert.deepEqual((await made.take(1))[0], answer.data[0]);
      } else assert.equal(typeof answer, "object");
    });
  }
});
