import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { createHttpServer } from "../src/platform/http/server.ts";
import { createLog } from "../src/platform/log/log.ts";
import { createMetrics } from "../src/platform/metrics/metrics.ts";
import { t, fixture, json, assertRefused } from "./bad-input.ts";
import { exchange, send } from "./raw-http.ts";

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
