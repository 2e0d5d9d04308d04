/**
 * Whatever a client sends, the answer is a 4xx of the catalogue that names the field, and the server goes on. Made from
 * openapi.json: every route with a body, every query, every field.
 */
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import fc from "fast-check";
import { errorCatalog, issueWords } from "../src/platform/errors/catalog.ts";
import { createHttpServer } from "../src/platform/http/server.ts";
import { createLog } from "../src/platform/log/log.ts";
import { createMetrics } from "../src/platform/metrics/metrics.ts";
import { type Fixture, makeFixture } from "./fixtures.ts";
import { startTestApp } from "./harness.ts";
import { closeConnections, exchange, type RawAnswer, type RawRequest, readStream, send } from "./raw-http.ts";
import { fill, type Operation, operationsOf, prefixes, put, type Schema, validBody, validParams } from "./route-table.ts";

const t = await startTestApp({ env: { RATE_LIMIT_PER_MINUTE: "10000000" } });
const operations = operationsOf(t.app.openapi);
const withBody = operations.filter((operation) => operation.body !== undefined);
const fixture: Fixture = await makeFixture(t);
const params = new Map<string, Record<string, string>>();
before(async () => {
  for (const operation of operations) params.set(operation.id, await validParams(operation, fixture));
});
after(async () => {
  closeConnections();
  await t.stop();
});
// Alive, and nothing unexpected was logged: a 500 somewhere would leave a line even when nobody looked at its answer.
let logged = 0;
afterEach(async () => {
  assert.equal((await send(t.url, { path: "/health/ready" })).status, 200);
  const lines = t.logged().slice(logged);
  logged += lines.length;
  assert.deepEqual(
    lines.split("\n").filter((line) => line.includes('"level":"error"')),
    [],
  );
});

const json = { "content-type": "application/json" };
const key = () => ({ authorization: `Bearer ${fixture.tenant.key}` });
const pathOf = (operation: Operation, prefix = "/api/v1") => `${prefix}${fill(operation.path, params.get(operation.id) ?? {})}`;
const ask = (operation: Operation, body: string | Buffer, headers: Record<string, string> = {}, prefix?: string) =>
  send(t.url, { method: operation.method, path: pathOf(operation, prefix), headers: { ...key(), ...json, ...headers }, body });

interface Detail {
  field: string;
  issue: string;
}

/** A 4xx with our envelope, a code of the catalogue with its status, and issue words of the closed list. */
function assertRefused(
  answer: RawAnswer,
  expected: { status?: number; code?: string; field?: string; issue?: string },
  what: string,
): Detail[] {
  const said = `${what}: ${answer.status} ${answer.text.slice(0, 300)}`;
  assert.ok(answer.status >= 400 && answer.status < 500, said);
  assert.equal(answer.headers["content-type"], "application/json; charset=utf-8", said);
  assert.equal(answer.headers["x-content-type-options"], "nosniff", said);
  const { error, ...rest } = JSON.parse(answer.text);
  assert.deepEqual(rest, {}, said);
  const known = (errorCatalog as Record<string, { status: number }>)[error.code];
  assert.ok(known !== undefined, `${said}: code is not in the catalogue`);
  assert.equal(known.status, answer.status, said);
  assert.ok(typeof error.message === "string" && error.message.length > 0, said);
  assert.doesNotMatch(error.message, /\bat [\w./]+:\d+|node_modules|select |insert |pg_|ECONN|undefined/, said);
  const details = (error.details ?? []) as Detail[];
  for (const detail of details) assert.ok((issueWords as readonly string[]).includes(detail.issue), said);
  if (expected.status !== undefined) assert.equal(answer.status, expected.status, said);
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

/** Taken or refused, but never a failure of ours. */
function assertNoFailure(answer: RawAnswer, what: string): void {
  if (answer.status !== 200) assertRefused(answer, {}, what);
}

/** Every field of a body: its path, its schema, whether it must be there. */
function fieldsOf(schema: Schema, path: string[] = []): { path: string[]; schema: Schema; required: boolean }[] {
  return Object.entries((schema["properties"] ?? {}) as Record<string, Schema>).flatMap(([name, field]) => {
    const here = [...path, name];
    const objects = [field, ...((field["anyOf"] ?? []) as Schema[])].filter((option) => option["properties"] !== undefined);
    return [
      { path: here, schema: field, required: (schema["required"] ?? []).includes(name) },
      ...objects.flatMap((object) => fieldsOf(object, here)),
    ];
  });
}

/** JSON values of every type; the ones a schema takes are left out. */
const samples: [string, unknown][] = [
  ["string", "x"],
  ["number", 1.5],
  ["integer", 7],
  ["boolean", true],
  ["null", null],
  ["array", [{}]],
  ["object", { a: [1] }],
];

function typesOf(schema: Schema): Set<string> | null {
  const options = [schema, ...((schema["anyOf"] ?? []) as Schema[])];
  const types = options.flatMap((option) => [option["type"] ?? []].flat() as string[]);
  if (types.length === 0) return null;
  if (types.includes("number")) types.push("integer");
  return new Set(types);
}

describe("a body that is wrong is refused and named", () => {
  for (const operation of withBody) {
    it(`${operation.method} ${operation.path}`, async () => {
      const good = validBody(operation, fixture) as Record<string, unknown>;
      const schema = operation.body as Schema;

      for (const prefix of prefixes) {
        for (const text of [
          "{",
          "nonsense",
          '{"a":}',
          "{'a':1}",
          "[1,",
          "\u0000",
          '{"a":1}{',
          "NaN",
          '{"a":01}',
          '"\\x"',
          "// c\n{}",
          '{"a":"\n"}',
        ]) {
          assertRefused(await ask(operation, text, {}, prefix), { status: 400, code: "invalid_json" }, text);
        }
      }
      for (const bytes of [
        Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
        Buffer.from("\ufeff{}", "utf16le"),
        Buffer.from([0xc0, 0xaf]),
        Buffer.from('{"a":"\xe9"}', "latin1"),
      ]) {
        assertRefused(await ask(operation, bytes), { status: 400, code: "invalid_json" }, bytes.toString("hex"));
      }
      for (const text of ["null", "7", "true", '"x"', "[]", "[{}]"])
        assertRefused(await ask(operation, text), { status: 400, code: "validation_error" }, text);
      assertRefused(
        await send(t.url, { method: operation.method, path: pathOf(operation), headers: { ...key(), ...json } }),
        { status: 400, code: "validation_error" },
        "no body at all",
      );

      for (const field of fieldsOf(schema)) {
        const name = field.path.join(".");
        const types = typesOf(field.schema);
        for (const [type, value] of types === null ? [] : samples) {
          if (types?.has(type) || (type === "integer" && types?.has("number"))) continue;
          assertRefused(
            await ask(operation, JSON.stringify(put(good, field.path, value))),
            { status: 400, code: "validation_error", field: name },
            `${name} = ${JSON.stringify(value)}`,
          );
        }
        if (field.required && field.path.length === 1) {
          const { [name]: _gone, ...rest } = good;
          assertRefused(
            await ask(operation, JSON.stringify(rest)),
            { status: 400, code: "validation_error", field: name, issue: "required" },
            `without ${name}`,
          );
        }
        if (types?.has("string") && field.schema["maxLength"] !== undefined) {
          for (const text of ["x".repeat(field.schema["maxLength"] + 1), "😀".repeat(field.schema["maxLength"] + 1)]) {
            assertRefused(
              await ask(operation, JSON.stringify(put(good, field.path, text))),
              { status: 400, code: "validation_error", field: name, issue: "too_long" },
              `${name} too long`,
            );
          }
        }
        if (types?.has("string") && field.schema["minLength"] !== undefined) {
          assertRefused(await ask(operation, JSON.stringify(put(good, field.path, ""))), { status: 400, field: name }, `${name} empty`);
        }
        if (field.schema["enum"] !== undefined) {
          assertRefused(
            await ask(operation, JSON.stringify(put(good, field.path, "no such word"))),
            { status: 400, code: "validation_error", field: name, issue: "unknown_value" },
            `${name} unknown`,
          );
        }
        if (field.schema["maxItems"] !== undefined) {
          const many = Array.from({ length: field.schema["maxItems"] + 1 }, (_, i) => `item ${i}`);
          assertRefused(
            await ask(operation, JSON.stringify(put(good, field.path, many))),
            { status: 400, code: "validation_error" },
            `${name} too many`,
          );
        }
        if (field.schema["minimum"] !== undefined) {
          for (const value of [field.schema["minimum"] - 1, -1, -1e308, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 1]) {
            assertRefused(
              await ask(operation, JSON.stringify(put(good, field.path, value))),
              { status: 400, code: "validation_error", field: name },
              `${name} = ${value}`,
            );
          }
        }
        if (JSON.stringify(field.schema).includes('"date-time"')) {
          for (const text of [
            "yesterday",
            "2026-02-30T00:00:00Z",
            "2026-01-01",
            "2026-01-01T25:00:00Z",
            "",
            "99999-01-01T00:00:00Z",
            "2026-01-01T00:00:00+99:00",
          ]) {
            assertRefused(
              await ask(operation, JSON.stringify(put(good, field.path, text))),
              { status: 400, code: "validation_error", field: name },
              `${name} = ${text}`,
            );
          }
        }
        // Text that JSON can spell and PostgreSQL cannot store.
        for (const bad of ["\\u0000", "\\ud800", "\\udc00\\ud800"]) {
          const text = JSON.stringify(put(good, field.path, "MARK")).replace("MARK", bad);
          assertRefused(await ask(operation, text), { status: 400, code: "validation_error" }, `${name} = ${bad}`);
        }
        // What looks harmless in one place and is not in another: taken or refused, never a failure.
        for (const value of [
          "%",
          "%s%n",
          "' or 1=1--",
          "\\",
          "\u202e",
          "a\u0301".repeat(500),
          "\r\nx: y",
          // biome-ignore lint/suspicious/noTemplateCurlyInString: sent as it is
          "${1}",
          "../../etc/passwd",
          "😀",
          "1e400",
          "-0",
          " ",
          "\t",
        ]) {
          assertNoFailure(await ask(operation, JSON.stringify(put(good, field.path, value))), `${name} = ${value}`);
        }
        for (const raw of ["1e400", "-1e400", "123456789012345678901234567890", "1e-400", "-0"]) {
          assertNoFailure(await ask(operation, JSON.stringify(put(good, field.path, "MARK")).replace('"MARK"', raw)), `${name} = ${raw}`);
        }
      }

      const wrapped = (extra: string) => `${JSON.stringify(good).slice(0, -1)}${Object.keys(good).length === 0 ? "" : ","}${extra}}`;
      assertRefused(
        await ask(operation, wrapped('"__proto__":{"isAdmin":true}')),
        { status: 400, code: "validation_error", field: "__proto__" },
        "__proto__",
      );
      assertRefused(await ask(operation, wrapped('"x":[{"__proto__":null}]')), { status: 400, field: "__proto__" }, "nested __proto__");
      assertRefused(
        await ask(operation, wrapped('"\\u005f_proto__":{"isAdmin":true}')),
        { status: 400, field: "__proto__" },
        "escaped __proto__",
      );
      for (const extra of ['"constructor":{"prototype":{"isAdmin":true}}', '"toString":1', '"hasOwnProperty":1', '"":1', '"x":null']) {
        assertNoFailure(await ask(operation, wrapped(extra)), extra);
      }
      assert.equal(({} as Record<string, unknown>)["isAdmin"], undefined);
      const deep = (n: number, open: string, close: string) => `${open.repeat(n)}1${close.repeat(n)}`;
      for (const nested of [deep(10_000, "[", "]"), deep(10_000, '{"a":', "}"), deep(33, "[", "]"), wrapped(`"x":${deep(32, "[", "]")}`)]) {
        assertRefused(await ask(operation, nested), { status: 400, code: "validation_error" }, "nesting");
      }
      assertNoFailure(await ask(operation, wrapped(`"x":${deep(31, "[", "]")}`)), "31 levels more");
      // Brackets in a text are no nesting.
      assertNoFailure(await ask(operation, wrapped(`"x":"${"[{".repeat(5_000)}"`)), "brackets in a text");
      assertRefused(await ask(operation, "[".repeat(100_000)), { status: 400 }, "only opening brackets");

      for (const size of [1_048_577, 2_000_000]) {
        const text = `${JSON.stringify(good)}${" ".repeat(size)}`.slice(0, size);
        assertRefused(await ask(operation, text), { status: 413, code: "payload_too_large" }, `${size} bytes`);
      }
      assertRefused(
        await send(t.url, {
          method: operation.method,
          path: pathOf(operation),
          headers: { ...key(), ...json },
          body: "x".repeat(2_000_000),
          chunked: true,
        }).catch(brokenPipe),
        { status: 413, code: "payload_too_large" },
        "2 MB in chunks",
      );
      for (const type of [
        "text/plain",
        "application/xml",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/octet-stream",
        "application/jsonx",
        "json",
        "text/json",
        "*/*",
      ].filter((type) => !operation.otherBodies.some((other) => type.startsWith(other)))) {
        assertRefused(
          await ask(operation, JSON.stringify(good), { "content-type": type }),
          { status: 415, code: "unsupported_media_type" },
          type,
        );
      }
      const { "content-type": _type, ...untyped } = { ...key(), ...json };
      assertRefused(
        await send(t.url, { method: operation.method, path: pathOf(operation), headers: untyped, body: JSON.stringify(good) }),
        { status: 415 },
        "no content type",
      );
      for (const type of ["application/json; charset=utf-8", "APPLICATION/JSON", "application/json;charset=UTF-8"]) {
        assert.notEqual((await ask(operation, JSON.stringify({ ...good, nonsense: 1 }), { "content-type": type })).status, 415, type);
      }
      assertNoFailure(await ask(operation, JSON.stringify(good), { "content-encoding": "gzip" }), "gzip that is none");
    });
  }
});

/** A server may answer and close before the whole body was sent, and the client may then see only that. */
function brokenPipe(error: NodeJS.ErrnoException): RawAnswer {
  if (error.code !== "EPIPE" && error.code !== "ECONNRESET") throw error;
  return {
    status: 413,
    text: JSON.stringify({ error: { code: "payload_too_large", message: "The connection was closed." } }),
    headers: { "content-type": "application/json; charset=utf-8", "x-content-type-options": "nosniff" },
  };
}

describe("a query that is wrong is refused and named", () => {
  for (const operation of operations.filter((o) => !o.isStream && o.query.length > 0)) {
    it(`${operation.method} ${operation.path}`, async () => {
      const get = (query: string) => send(t.url, { method: operation.method, path: `${pathOf(operation)}?${query}`, headers: key() });
      for (const { name, schema } of operation.query) {
        if (name === "limit") {
          for (const value of [
            "0",
            "-1",
            "abc",
            String(schema["maximum"] + 1),
            "1.5",
            "1e9",
            "",
            "999999999999999999999",
            "NaN",
            "%20",
            "0x10",
            "1;drop",
            "null",
          ]) {
            assertRefused(await get(`limit=${value}`), { status: 400, code: "validation_error", field: "limit" }, `limit=${value}`);
          }
          for (const value of ["1", String(schema["maximum"])]) assert.equal((await get(`limit=${value}`)).status, 200, `limit=${value}`);
          assertRefused(await get("limit=1&limit=2"), { status: 400, field: "limit" }, "limit twice");
        } else if (name === "cursor") {
          for (const value of [
            "x",
            "",
            "AQ",
            "a".repeat(1000),
            "a".repeat(5000),
            "%00",
            "a%00",
            "..",
            "null",
            "eyJpZCI6MX0",
            "%F0%9F%98%80",
            "AQAAAAAAAAAAAAAAAAAAAAAAAAAA",
          ]) {
            assertRefused(await get(`cursor=${value}`), { status: 400, code: "invalid_cursor", field: "cursor" }, `cursor=${value}`);
          }
        } else {
          if (schema["enum"] !== undefined)
            assertRefused(await get(`${name}=nosuchword`), { status: 400, field: name, issue: "unknown_value" }, name);
          if (schema["type"] === "boolean") assertRefused(await get(`${name}=maybe`), { status: 400, field: name }, name);
          if (schema["maxLength"] !== undefined)
            assertRefused(await get(`${name}=${"x".repeat(schema["maxLength"] + 1)}`), { status: 400, field: name }, `${name} too long`);
          for (const value of [
            "%00",
            "%ED%A0%80",
            "%F0%9F%98%80",
            "%27%20or%201%3D1--",
            "%25",
            "_",
            "%5C",
            "",
            "a".repeat(50),
            "%E2%80%AE",
            "%0d%0ax:y",
            "[]",
            "__proto__",
          ]) {
            assertNoFailure(await get(`${name}=${value}`), `${name}=${value}`);
          }
          assertNoFailure(await get(`${name}=a&${name}=b`), `${name} twice`);
          assertNoFailure(await get(`${name}[a]=b&${name}[]=c`), `${name} as an object`);
        }
      }
      for (const query of [
        "%",
        "%zz=1",
        "a=%E0%A4%A",
        "=",
        "&&&",
        "a[b][c][d]=1",
        "__proto__=1",
        "__proto__[x]=1",
        "constructor=1",
        "limit",
        "?",
        "a".repeat(8_000),
        Array.from({ length: 2_000 }, (_, i) => `p${i}=`)
          .join("&")
          .slice(0, 14_000),
      ]) {
        assertNoFailure(await get(query), `?${query.slice(0, 40)}`);
      }
    });
  }
});

describe("an address that is wrong", () => {
  const request = (given: Partial<RawRequest>) => send(t.url, { path: "/", ...given, headers: { ...key(), ...given.headers } });

  for (const operation of operations) {
    it(`does not take other methods: ${operation.path}`, async () => {
      const taken = operations.filter((o) => o.path === operation.path).map((o) => o.method);
      for (const prefix of prefixes) {
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"].filter((m) => !taken.includes(m))) {
          // A path that another route's parameter takes: /channels/kinds with PATCH is /channels/{id}.
          if (
            operations.some((o) => o.method === method && new RegExp(`^${o.path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(operation.path))
          )
            continue;
          const answer = await request({ method, path: pathOf(operation, prefix) });
          assertRefused(answer, { status: 405, code: "method_not_allowed" }, `${method} ${prefix}${operation.path}`);
          const allow = String(answer.headers["allow"]).split(", ").sort();
          for (const method of taken) assert.ok(allow.includes(method), `${allow} lacks ${method}`);
          assert.ok(!allow.includes(method));
        }
      }
    });
  }

  it("is unknown: 404, with and without a key, and under no other prefix", async () => {
    for (const path of [
      "/nothing",
      "/api",
      "/api/",
      "/api/v1",
      "/api/v2/contacts",
      "/api/v1/nothing",
      "/contacts",
      "/api/v1/contacts/",
      "/api/v1//contacts",
      "/API/v1/contacts",
      "/api/v1/Contacts",
      "/api/api/contacts",
      "/v1/contacts",
      "/.env",
      "/api/v1/contacts/a/b/c",
    ]) {
      assertRefused(await request({ path }), { status: 404, code: "not_found" }, path);
      // An empty {id} is the route's: it asks for a key first.
      if (path !== "/api/v1/contacts/") assertRefused(await send(t.url, { path }), { status: 404, code: "not_found" }, path);
      assertRefused(await request({ path, method: "POST", headers: json, body: "{}" }), { status: 404 }, `POST ${path}`);
    }
  });

  it("is badly encoded, climbing, absolute or very long", async () => {
    for (const path of [
      "/api/v1/contacts/%",
      "/api/v1/contacts/%zz",
      "/api/v1/contacts/%E0%A4%A",
      "/api/v1/contacts/%c0%ae",
      "/%",
      "/api/v1/contacts/%ff%fe",
      "/api/v1/contacts/%00",
      "/api/v1/contacts/..%2f..%2fadmin",
      "/api/v1/contacts/%2e%2e/%2e%2e/me",
      "/api/v1/contacts/a%2Fb",
      "/api/v1/contacts/;",
      "/api/v1/contacts/\u00ff",
      "/api/v1/contacts/a?b?c",
      "//api/v1/contacts",
      "/api/v1/../v1/contacts",
      `/api/v1/contacts/${"a".repeat(10_000)}`,
      `/${"a/".repeat(5_000)}`,
    ]) {
      const answer = await request({ path });
      assertRefused(answer, {}, path.slice(0, 60));
      assert.ok([400, 404].includes(answer.status), `${path.slice(0, 60)} ${answer.status}`);
    }
  });

  it("and its headers together are too long: 431, and the connection ends", async () => {
    const answer = await exchange(t.url, `GET /api/v1/contacts/${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 431 /);
    assert.match(await exchange(t.url, `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nx: ${"a".repeat(20_000)}\r\n\r\n`), /^HTTP\/1\.1 431 /);
  });
});

describe("a key", () => {
  const me = (headers: Record<string, string | string[]>, query = "") => send(t.url, { path: `/api/v1/me${query}`, headers });

  it("is never read from the query or the body", async () => {
    for (const name of ["key", "api_key", "apiKey", "x-api-key", "authorization", "access_token", "token"]) {
      for (const value of [fixture.tenant.key, `Bearer%20${fixture.tenant.key}`])
        assertRefused(await me({}, `?${name}=${value}`), { status: 401, code: "unauthorized" }, name);
    }
    assertRefused(
      await send(t.url, {
        method: "POST",
        path: "/api/v1/contacts",
        headers: json,
        body: JSON.stringify({ name: "x", apiKey: fixture.tenant.key }),
      }),
      { status: 401 },
      "body",
    );
    assertRefused(await me({ cookie: `key=${fixture.tenant.key}; authorization=${fixture.tenant.key}` }), { status: 401 }, "cookie");
  });

  it("is taken from either header, in any case of the scheme", async () => {
    const k = fixture.tenant.key;
    for (const headers of [
      { authorization: `Bearer ${k}` },
      { authorization: `bearer ${k}` },
      { authorization: `BEARER   ${k} ` },
      { "x-api-key": k },
      { "X-API-KEY": k },
      { authorization: `Bearer ${k}`, "x-api-key": k },
    ]) {
      assert.equal((await me(headers)).status, 200, JSON.stringify(headers));
    }
  });

  it("is refused when it is not one key", async () => {
    const k = fixture.tenant.key;
    const other = await t.key(fixture.tenant.id);
    const headers: Record<string, string | string[]>[] = [
      { authorization: `Bearer ${k}`, "x-api-key": other },
      { authorization: `Bearer ${other}`, "x-api-key": k },
      { authorization: `Bearer ${k}`, "x-api-key": "x" },
      { authorization: `Bearer ${k},${k}` },
      { authorization: `Bearer ${k} ${k}` },
      { authorization: k },
      { authorization: `Basic ${Buffer.from(`${k}:`).toString("base64")}` },
      { authorization: "Bearer" },
      { authorization: "Bearer " },
      { authorization: "" },
      { "x-api-key": "" },
      { "x-api-key": `Bearer ${k}` },
      { "x-api-key": [k, other] },
      { "x-api-key": `${k}, ${k}` },
      { authorization: `Token ${k}` },
      { authorization: `Basic x`, "x-api-key": k },
      { authorization: `Bearer ${k.slice(0, -1)}` },
      { authorization: `Bearer ${k}x` },
      { authorization: `Bearer ${k.toUpperCase()}` },
      { authorization: `Bearer ${"x".repeat(8_000)}` },
      { authorization: "Bearer \u00e9" },
    ];
    for (const given of headers) {
      assertRefused(await me(given), { status: 401, code: "unauthorized" }, JSON.stringify(given).replaceAll(k, "KEY").slice(0, 100));
    }
  });

  it("stands in two Authorization headers: refused, or only the first counts, never both", async () => {
    const answer = await exchange(
      t.url,
      `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer wrong\r\nAuthorization: Bearer ${fixture.tenant.key}\r\nConnection: close\r\n\r\n`,
    );
    assert.match(answer, /^HTTP\/1\.1 401 /);
  });

  it("does not appear in the log, nor does anything else that was sent", () => {
    for (const secret of [fixture.tenant.key, "isAdmin", "no such word"]) assert.ok(!t.logged().includes(secret), secret.slice(0, 8));
  });
});

describe("odd requests on the wire", () => {
  const host = "Host: x\r\nConnection: close\r\n";
  const auth = () => `Authorization: Bearer ${fixture.tenant.key}\r\n`;
  /** Where the server may say nothing and leave the connection open, it is given half a second for that. */
  const cases: [string, () => string | Buffer, RegExp, quietMs?: number][] = [
    ["garbage", () => "\x00\x01\x02\x03 nonsense\r\n\r\n", /^HTTP\/1\.1 400 /],
    ["TLS on the plain port", () => Buffer.from("16030100c8010000c40303", "hex"), /^(HTTP\/1\.1 400 |$)/],
    ["no host", () => "GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n", /^HTTP\/1\.1 400 /],
    ["an unknown version", () => "GET / HTTP/9.9\r\n\r\n", /^HTTP\/1\.1 (400|505) /],
    ["an unknown method", () => `FROBNICATE / HTTP/1.1\r\n${host}\r\n`, /^HTTP\/1\.1 400 /],
    [
      "a length that is no number",
      () => `POST /api/v1/contacts HTTP/1.1\r\n${host}${auth()}Content-Type: application/json\r\nContent-Length: abc\r\n\r\n{}`,
      /^HTTP\/1\.1 400 /,
    ],
    [
      "two lengths",
      () =>
        `POST /api/v1/contacts HTTP/1.1\r\n${host}${auth()}Content-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      /^HTTP\/1\.1 400 /,
    ],
    [
      "length and chunks, as in request smuggling",
      () =>
        `POST /api/v1/contacts HTTP/1.1\r\n${host}${auth()}Content-Type: application/json\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET`,
      /^HTTP\/1\.1 400 /,
    ],
    [
      "a broken chunk",
      () =>
        `POST /api/v1/contacts HTTP/1.1\r\n${host}${auth()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
      /^HTTP\/1\.1 400 /,
    ],
    ["a header without a name", () => `GET / HTTP/1.1\r\n${host}: x\r\n\r\n`, /^HTTP\/1\.1 400 /],
    ["a header with a line break in it", () => `GET / HTTP/1.1\r\n${host}x: a\rb\r\n\r\n`, /^HTTP\/1\.1 400 /],
    ["a space before the colon", () => `GET / HTTP/1.1\r\n${host}X-Y : z\r\n\r\n`, /^HTTP\/1\.1 400 /],
    [
      "a good request, then garbage in the same breath",
      () => `GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n\x00\xff garbage\r\n\r\n`,
      /^HTTP\/1\.1 (200 [\s\S]*HTTP\/1\.1 )?400 /,
    ],
    [
      "two good requests at once",
      () => `GET /health/live HTTP/1.1\r\nHost: x\r\n\r\nGET /api/v1/me HTTP/1.1\r\n${host}${auth()}\r\n`,
      /^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 200 /,
    ],
    [
      "a body that never comes",
      () => `POST /api/v1/contacts HTTP/1.1\r\n${host}${auth()}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      /^$/,
      500,
    ],
    [
      "an upgrade nobody offers",
      () => `GET /api/v1/me HTTP/1.1\r\nHost: x\r\n${auth()}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      /^(HTTP\/1\.1 (200|400|404) |$)/,
      500,
    ],
    ["ten thousand headers", () => `GET / HTTP/1.1\r\n${host}${"a: b\r\n".repeat(10_000)}\r\n`, /^HTTP\/1\.1 431 /],
  ];
  for (const [what, bytes, expected, quietMs] of cases) {
    it(`${what}: answered or cut, and the server goes on`, async () => {
      const answer = await exchange(t.url, bytes(), quietMs);
      assert.match(answer, expected, JSON.stringify(answer.slice(0, 200)));
    });
  }

  it("a client that hangs up in the middle of its body leaves nothing behind", async () => {
    for (let i = 0; i < 20; i++) {
      await exchange(
        t.url,
        `POST /api/v1/contacts HTTP/1.1\r\nHost: x\r\n${auth()}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name":"half`,
        20,
      );
    }
    assert.equal((await fixture.api.get("/api/v1/contacts?q=half")).body.data.length, 0);
  });
});

describe("a client that is slow", () => {
  const quiet = { log: createLog("silent"), metrics: createMetrics().http, trustProxy: [], overloadEventLoopDelayMs: 0, waiting: () => 0 };

  it("is given 15 s for headers, 30 s for the whole request, 72 s between two", async () => {
    const app = await createHttpServer(quiet);
    after(() => app.close());
    const { headersTimeout, requestTimeout, keepAliveTimeout } = app.server;
    assert.deepEqual(
      { headersTimeout, requestTimeout, keepAliveTimeout },
      { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 72_000 },
    );
  });

  it("and cut off after that, while others are served", async () => {
    const app = await createHttpServer(quiet);
    after(() => app.close());
    app.get("/", async () => ({ ok: true }));
    app.post("/", async () => ({ ok: true }));
    // The same mechanism with a shorter time, long enough for those who are not slow; it looks every two seconds.
    app.server.headersTimeout = 1_500;
    app.server.requestTimeout = 2_000;
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    const slow = [
      "GET / HTTP/1.1\r\nHost: x\r\nX-Half:",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n12",
    ].map((bytes) => exchange(url, bytes));
    const others = await Promise.all([...Array(20)].map(() => send(url, { path: "/" })));
    assert.ok(others.every(({ status }) => status === 200));
    const [headers, body] = await Promise.all(slow);
    for (const answer of [headers, body]) assert.match(answer as string, /^HTTP\/1\.1 408 [\s\S]*"code":"validation_error"/);
  });
});

describe("a stream with a wrong query is refused before it begins", () => {
  for (const operation of operations.filter((o) => o.isStream)) {
    it(`${operation.method} ${operation.path}`, async () => {
      for (const [query, field] of [
        ["type=nosuch", "type"],
        ["type=", "type"],
        ["channelId=%00", "channelId"],
        ["after=a%00", "after"],
        [`after=${"a".repeat(101)}`, "after"],
        ["type=message.sent&type=x", "type"],
      ] as const) {
        assertRefused(
          await readStream(t.url, { path: `${pathOf(operation)}?${query}`, headers: key() }, /"error"|: ready/),
          { status: 400, code: "validation_error", field },
          query,
        );
      }
    });
  }
});

describe("random bodies", () => {
  // One that is nearly right reaches further than one that is not: a field of the valid body is replaced by anything.
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

  it("and random query strings neither", async () => {
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
            await send(t.url, { path: `${pathOf(operation)}?${new URLSearchParams(query)}`, headers: key() }),
            JSON.stringify(query),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
