/** Responses and events match the document. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Fixture, makeFixture } from "../fixtures/fixtures.ts";
import { startTestApp } from "../harness.ts";
import { closeConnections, readStream, send } from "../raw-http.ts";
import { fill, operationsOf, prefixes, type Schema } from "../routes/route-operations.ts";
import { validBody, validParams, validQuery } from "../routes/route-requests.ts";
import { createValidator, type Validate } from "./validator.ts";

const t = await startTestApp();
const document = t.app.openapi as Schema;
const operations = operationsOf(t.app.openapi);
after(async () => {
  closeConnections();
  await t.stop();
});

/** Lists of things that the fixture does not have: the module's own test covers them (turns.test.ts). */
const mayBeEmpty = new Set(["listKnowledgeCitations"]);

interface Link {
  operationId: string;
  parameters: Record<string, string>;
}

/** Every field in a response must be in its schema: what the document does not describe must not be sent either. */
function closed(schema: Schema): Schema {
  const out: Schema = { ...schema };
  if (out["properties"] !== undefined) {
    out["properties"] = Object.fromEntries(Object.entries(out["properties"] as Schema).map(([name, field]) => [name, closed(field)]));
    out["additionalProperties"] ??= false;
  }
  if (typeof out["items"] === "object") out["items"] = closed(out["items"]);
  for (const key of ["anyOf", "oneOf"]) if (out[key] !== undefined) out[key] = out[key].map(closed);
  return out;
}

describe("every operation responds 200 under both prefixes, as its schema says", () => {
  let fixture: Fixture;
  let agency: Fixture;
  const ajv = createValidator();
  before(async () => {
    [fixture, agency] = [await makeFixture(t, { platform: true }), await makeFixture(t)];
  });

  for (const operation of operations) {
    it(`${operation.method} ${operation.path}`, async () => {
      const asked = operation.agencyOnly ? agency : fixture;
      const validate = operation.isStream || operation.isContent ? undefined : ajv.compile(closed(operation.response as Schema));
      for (const prefix of prefixes) {
        // An earlier operation has put the queue's failed work back.
        if (operation.id === "listFailedWork") await asked.fresh("failedWork");
        const params = await validParams(operation, asked, operation.writes);
        const body = validBody(operation, asked);
        const request = {
          method: operation.method,
          path: `${prefix}${fill(operation.path, params)}?${new URLSearchParams(validQuery(operation, asked))}`,
          headers: { authorization: `Bearer ${asked.tenant.key}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        };
        if (operation.isStream) {
          const opened = await readStream(t.url, request, /: ready/);
          assert.equal(opened.status, 200);
          assert.match(String(opened.headers["content-type"]), /^text\/event-stream/);
          continue;
        }
        const response = await send(t.url, request);
        assert.equal(response.status, 200, response.text);
        if (operation.isContent) {
          assert.ok(response.text.length > 0 && (response.headers["etag"] ?? response.headers["cache-control"]) !== undefined);
          continue;
        }
        assert.equal(response.headers["content-type"], "application/json; charset=utf-8");
        const value = JSON.parse(response.text);
        assert.ok(validate !== undefined);
        assert.ok(validate(value), `${JSON.stringify(validate.errors)} in ${response.text}`);
        assert.equal(validate({ ...value, surprise: 1 }), false, "the schema would take anything");
        // A list that happens to be empty would say nothing about its items.
        if (Array.isArray(value.data) && !mayBeEmpty.has(operation.id))
          assert.ok(value.data.length > 0, `${operation.id}: the fixture has none`);
        const links = (operation.raw["responses"]["200"].links ?? {}) as Record<string, Link>;
        for (const link of Object.values(links)) await follow(link, value, params, asked);
      }
    });
  }

  /** A link leads to what was created; if it only reads it, the read must succeed. */
  async function follow(link: Link, answer: { id: string }, params: Record<string, string>, asked: Fixture): Promise<void> {
    const led = operations.find(({ id }) => id === link.operationId);
    assert.ok(led !== undefined, link.operationId);
    assert.deepEqual(Object.keys(link.parameters).sort(), [...led.pathNames].sort(), link.operationId);
    const values = Object.fromEntries(
      Object.entries(link.parameters).map(([name, from]) => [
        name,
        from === "$response.body#/id" ? answer.id : (params[from.replace("$request.path.", "")] as string),
      ]),
    );
    if (led.method !== "GET" || !led.path.endsWith("}") || led.isContent) return;
    const headers = { authorization: `Bearer ${asked.tenant.key}` };
    const found = await send(t.url, { path: `/api/v1${fill(led.path, values)}`, headers });
    assert.equal(found.status, 200, `${link.operationId}: ${found.text}`);
  }

  it("links lead from what is created to every operation on it", () => {
    const linked = operations.filter(({ raw }) => raw["responses"]["200"].links !== undefined);
    assert.ok(linked.length > 45 && linked.every(({ method }) => method === "POST"), String(linked.length));
    for (const { id, path, raw } of operations.filter(
      ({ method, response }) => method === "POST" && response?.["properties"]?.id !== undefined,
    )) {
      const below = operations.filter((other) => other.path.startsWith(`${path}/{`) && !other.path.slice(path.length + 1).includes("/"));
      for (const other of below) assert.ok(raw["responses"]["200"].links?.[other.id] !== undefined, `${id} has no link to ${other.id}`);
    }
  });

  it("events match the webhooks section", async () => {
    await t.settle();
    const page = await fixture.api.get("/api/v1/events?limit=100&after=");
    const seen = new Map<string, Validate>();
    for (const event of page.body.data) {
      const described = document["webhooks"][event.type];
      assert.ok(described !== undefined, `${event.type} is not described`);
      const schema = { ...described.post.requestBody.content["application/json"].schema, components: document["components"] };
      const validate = seen.get(event.type) ?? ajv.compile(schema);
      assert.ok(validate(event), `${event.type}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(event)}`);
      seen.set(event.type, validate);
    }
    for (const type of [
      "message.received",
      "message.sent",
      "message.status",
      "conversation.created",
      "contact.created",
      "contact.updated",
      "channel.updated",
      "template.updated",
      "webhook.test",
    ]) {
      assert.ok(seen.has(type), `no ${type} among ${[...seen.keys()]}`);
    }
  });
});
