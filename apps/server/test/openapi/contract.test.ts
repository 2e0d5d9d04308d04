/** The interface specification, operation by operation: whatever it lists exists under both prefixes, as specified. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { specified } from "./contract.ts";
import { type Fixture, makeFixture } from "../fixtures/fixtures.ts";
import { type ApiResponse, startTestApp, type TestTenant } from "../harness.ts";
import { closeConnections, send } from "../raw-http.ts";
import { fill, type Operation, operationsOf, prefixes } from "../routes/route-operations.ts";
import { validBody, validParams } from "../routes/route-requests.ts";

const t = await startTestApp();
const operations = operationsOf(t.app.openapi);
after(async () => {
  closeConnections();
  await t.stop();
});

const shapeOf = (path: string) => path.replaceAll(/\{[A-Za-z]+\}/g, "{}");
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const find = ({ method, path }: { method: string; path: string }) =>
  operations.find((o) => o.method === method && shapeOf(o.path) === shapeOf(path));

describe("the interface specification", () => {
  let fixture: Fixture;
  let platform: TestTenant;
  before(async () => {
    fixture = await makeFixture(t);
    platform = await t.tenant({ kind: "platform" });
  });

  it("lists nothing twice", () => {
    assert.equal(new Set(specified.map(nameOf)).size, specified.length);
  });

  for (const wanted of specified) {
    it(`${nameOf(wanted)}: parameters, fields and responses`, async () => {
      const operation = find(wanted);
      if (operation === undefined) throw new Error("is not served");
      for (const status of ["200", "400", "401", "429"]) assert.ok(operation.raw["responses"][status] !== undefined, `documents ${status}`);
      for (const name of wanted.query) {
        const place: number = operation.raw["parameters"].findIndex(
          (p: { name: string; in: string }) => p.in === "query" && p.name === name,
        );
        assert.notEqual(place, -1, `takes ${name}`);
        assert.equal(operation.raw["parameters"][place].required, false, `${name} is optional`);
      }
      const fields = operation.body?.["properties"] ?? {};
      const required: string[] = operation.body?.["required"] ?? [];
      for (const [field, type] of Object.entries(wanted.body ?? {})) {
        const name = field.replace("!", "");
        assert.ok(fields[name] !== undefined, `takes the field ${name}`);
        assert.ok(typesOf(fields[name]).has(type), `${name} is a ${type}`);
        assert.equal(required.includes(name), field.endsWith("!"), `${name} is ${field.endsWith("!") ? "required" : "optional"}`);
      }
      for (const name of required)
        assert.ok(wanted.body === undefined || `${name}!` in (wanted.body ?? {}), `demands ${name}, which is not specified`);

      const path = fill(operation.path, await validParams(operation, fixture));
      for (const prefix of prefixes) {
        const refused = await send(t.url, {
          method: wanted.method,
          path: `${prefix}${path}`,
          ...(wanted.method === "GET" ? {} : { body: "{}" }),
        });
        assert.equal(refused.status, 401, `${prefix} without a key`);
        for (const name of required) {
          const response = await withoutField(operation, `${prefix}${path}`, name);
          assert.equal(response.status, 400, `${prefix} without ${name}: ${response.text}`);
          assert.equal(response.body.error.code, "validation_error");
          assert.ok(
            response.body.error.details.some((d: { field: string; issue: string }) => d.field === name && d.issue === "required"),
            response.text,
          );
        }
      }
    });
  }

  /** With the tenant's own key, or the platform's for operations that are the platform's alone. */
  async function withoutField(operation: Operation, path: string, name: string): Promise<ApiResponse> {
    const { [name]: _left, ...body } = validBody(operation, fixture) ?? {};
    const options = { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const response = await fixture.api.request(operation.method, path, options);
    return response.status === 403 ? platform.api.request(operation.method, path, options) : response;
  }
});

/** The types that a schema accepts. */
function typesOf(schema: { type?: string | string[]; anyOf?: object[]; const?: unknown; enum?: unknown[]; format?: string }): Set<string> {
  const types = [schema.type ?? []].flat().map((type) => (type === "integer" ? "number" : type));
  for (const value of [...(schema.enum ?? []), ...("const" in schema ? [schema.const] : [])]) types.push(typeof value);
  for (const part of schema.anyOf ?? []) types.push(...typesOf(part));
  return new Set(types);
}
