/**
 * Test stage for bad input: whatever a client sends, the response is a 4xx from the catalogue that names the field, and the server keeps
 * running. Derived from openapi.json: every route with a body, every query, every field.
 */
import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { errorCatalog, issueCodes } from "../../src/platform/errors/catalog.ts";
import { type Fixture, makeFixture } from "../fixtures/fixtures.ts";
import { startTestApp } from "../harness.ts";
import { closeConnections, type RawResponse, send } from "../raw-http.ts";
import { fill, type Operation, operationsOf, type Schema } from "./route-operations.ts";
import { validParams } from "./route-requests.ts";

export const t = await startTestApp({ env: { RATE_LIMIT_PER_MINUTE: "10000000" } });
export const operations = operationsOf(t.app.openapi);
export const withBody = operations.filter((operation) => operation.body !== undefined);
export const fixture: Fixture = await makeFixture(t, { platform: true });
/** For what only agencies have. */
const agency: Fixture = await makeFixture(t);
const stageOf = (operation?: Operation) => (operation?.agencyOnly === true ? agency : fixture);
const params = new Map<string, Record<string, string>>();
before(async () => {
  for (const operation of operations) params.set(operation.id, await validParams(operation, stageOf(operation)));
});
after(async () => {
  closeConnections();
  await t.stop();
});
// Checks that the server is alive and nothing unexpected was logged: a 500 leaves a log line even if nothing looked at
// its response. Nothing that was sent may be logged either.
let logged = 0;
afterEach(async () => {
  assert.equal((await send(t.url, { path: "/health/ready" })).status, 200);
  const lines = t.logged().slice(logged);
  logged += lines.length;
  assert.deepEqual(
    lines.split("\n").filter((line) => line.includes('"level":"error"')),
    [],
  );
  for (const sent of [fixture.tenant.key, "isAdmin", "no such word"]) assert.ok(!lines.includes(sent), `logged: ${sent.slice(0, 8)}`);
});

export const json = { "content-type": "application/json" };
export const key = (operation?: Operation) => ({ authorization: `Bearer ${stageOf(operation).tenant.key}` });
export const pathOf = (operation: Operation, prefix = "/api/v1") => `${prefix}${fill(operation.path, params.get(operation.id) ?? {})}`;
export const ask = (operation: Operation, body: string | Buffer, headers: Record<string, string> = {}, prefix?: string) =>
  send(t.url, { method: operation.method, path: pathOf(operation, prefix), headers: { ...key(operation), ...json, ...headers }, body });

interface Detail {
  field: string;
  issue: string;
}

/** A 4xx with our envelope, a code of the catalogue with its status, and issue words of the closed list. */
export function assertRefused(
  response: RawResponse,
  expected: { status?: number; code?: string; field?: string; issue?: string },
  what: string,
): Detail[] {
  const said = `${what}: ${response.status} ${response.text.slice(0, 300)}`;
  assert.ok(response.status >= 400 && response.status < 500, said);
  assert.equal(response.headers["content-type"], "application/json; charset=utf-8", said);
  assert.equal(response.headers["x-content-type-options"], "nosniff", said);
  const { error, ...rest } = JSON.parse(response.text);
  assert.deepEqual(rest, {}, said);
  const known = (errorCatalog as Record<string, { status: number }>)[error.code];
  assert.ok(known !== undefined, `${said}: code is not in the catalogue`);
  // Input that is valid field by field but refused by a rule is a validation error as well.
  assert.ok(known.status === response.status || (error.code === "validation_error" && response.status === 422), said);
  assert.ok(typeof error.message === "string" && error.message.length > 0, said);
  assert.doesNotMatch(error.message, /\bat [\w./]+:\d+|node_modules|\b(?:select|insert) |pg_|ECONN|undefined/, said);
  const details = (error.details ?? []) as Detail[];
  for (const detail of details) assert.ok((issueCodes as readonly string[]).includes(detail.issue), said);
  if (expected.status !== undefined) assert.equal(response.status, expected.status, said);
  if (expected.code !== undefined) assert.equal(error.code, expected.code, said);
  if (expected.field !== undefined)
    assert.ok(
      details.some(({ field }) => field === expected.field),
      `${said}: does not name ${expected.field}`,
    );
  if (expected.issue !== undefined)
    assert.ok(
      details.some(({ field, issue }) => issue === expected.issue && (expected.field === undefined || field === expected.field)),
      `${said}: not ${expected.issue}`,
    );
  return details;
}

/** Accepted or refused, but never an internal error. */
export function assertNoFailure(response: RawResponse, what: string): void {
  if (response.status !== 200) assertRefused(response, {}, what);
}

/** Every field of a body: its path, its schema, whether it is required. */
export function fieldsOf(schema: Schema, path: string[] = []): { path: string[]; schema: Schema; required: boolean }[] {
  return Object.entries((schema["properties"] ?? {}) as Record<string, Schema>).flatMap(([name, field]) => {
    const here = [...path, name];
    const objects = [field, ...((field["anyOf"] ?? []) as Schema[])].filter((option) => option["properties"] !== undefined);
    return [
      { path: here, schema: field, required: (schema["required"] ?? []).includes(name) },
      ...objects.flatMap((object) => fieldsOf(object, here)),
    ];
  });
}
