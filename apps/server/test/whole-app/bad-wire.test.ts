import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, describe, it } from "node:test";
import { readConfig } from "../../src/config.ts";
import { createHttpServer } from "../../src/platform/http/server.ts";
import { createLog } from "../../src/platform/log/log.ts";
import { createMetrics } from "../../src/platform/metrics/metrics.ts";
import { t, fixture, json, assertRefused } from "../routes/bad-input-stage.ts";
import { startTestApp } from "../harness.ts";
import { patienceMs } from "../eventually.ts";
import { exchange, send } from "../raw-http.ts";

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

  it("is accepted in either header, with the scheme in any case", async () => {
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

  it("is refused if it is not exactly one key", async () => {
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

  it("in two Authorization headers is refused, or only the first counts, never both", async () => {
    const answer = await exchange(
      t.url,
      `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer wrong\r\nAuthorization: Bearer ${fixture.tenant.key}\r\nConnection: close\r\n\r\n`,
    );
    assert.match(answer, /^HTTP\/1\.1 401 /);
  });
});

describe("malformed requests on the wire", () => {
  const host = "Host: x\r\nConnection: close\r\n";
  const auth = () => `Authorization: Bearer ${fixture.tenant.key}\r\n`;
  /** Where the server may say nothing and leave the connection open, it gets half a second for that. */
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
  for (const [what, head, status, field] of [
    ["no Host", "", 400, "host"],
    ["an Expect that nobody knows", "Host: x\r\nExpect: a-miracle\r\n", 417, "expect"],
  ] as const) {
    it(`${what}: refused in the format of every other refusal`, async () => {
      const answer = await exchange(t.url, `GET /health/live HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
      const { error } = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")));
      assert.deepEqual([error.code, error.details[0].field], ["validation_error", field]);
    });
  }

  for (const [what, bytes, expected, quietMs] of cases) {
    it(`${what}: answered or cut off, and the server keeps running`, async () => {
      const answer = await exchange(t.url, bytes(), quietMs);
      assert.match(answer, expected, JSON.stringify(answer.slice(0, 200)));
    });
  }

  it("a client that disconnects in the middle of its body leaves nothing behind", async () => {
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

/** Sends a beginning, then a byte now and then, until the server ends the connection; returns what it sent, and when. */
function trickle(
  url: string,
  beginning: string,
  options: { byte?: string; everyMs?: number; end?: { afterBytes: number; text: string } } = {},
) {
  const { byte = "1", everyMs = 50, end } = options;
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  return new Promise<{ text: string; ms: number; sent: number }>((resolve, reject) => {
    let [text, sent] = ["", 0];
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(beginning));
    const patience = setTimeout(() => {
      const shown = JSON.stringify(beginning.slice(0, 60));
      socket.destroy(new Error(`not cut off within ${patienceMs} ms: ${shown}, ${sent} bytes more; received ${JSON.stringify(text)}`));
    }, patienceMs);
    const timer = setInterval(() => {
      if (end !== undefined && sent >= end.afterBytes) {
        clearInterval(timer);
        socket.write(end.text);
      } else if (byte !== "") {
        socket.write(byte);
        sent += 1;
      }
    }, everyMs);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
    socket.on("close", () => {
      clearInterval(timer);
      clearTimeout(patience);
      resolve({ text, ms: performance.now() - startedAt, sent });
    });
  });
}

describe("a slow client", () => {
  it("gets 15 s for headers and again for a body, 72 s between two requests", async () => {
    assert.equal(readConfig({}).slowRequestMs, 15_000);
    const quiet = {
      log: createLog("silent"),
      metrics: createMetrics().http,
      trustProxy: [],
      overloadEventLoopDelayMs: 0,
      waiting: () => 0,
    };
    const app = await createHttpServer({ ...quiet, slowRequestMs: 15_000 });
    after(() => app.close());
    const { headersTimeout, keepAliveTimeout } = app.server;
    // Checked every second.
    assert.deepEqual({ headersTimeout, keepAliveTimeout }, { headersTimeout: 14_000, keepAliveTimeout: 72_000 });
  });

  it("is cut off after that, whatever the request is for and however steadily its bytes arrive, while others are served", async () => {
    const slowRequestMs = 1_500;
    const s = await startTestApp({ env: { SLOW_REQUEST_MS: String(slowRequestMs) } });
    after(() => s.stop());
    const tenant = await s.tenant();
    const key = `Authorization: Bearer ${tenant.key}\r\n`;
    const json = "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n";
    const form = "Content-Type: multipart/form-data; boundary=b\r\n";
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n';
    const cases: Record<string, { said: RegExp; run: Promise<{ text: string; ms: number; sent: number }> }> = {
      headers: { said: /^HTTP\/1\.1 408 /, run: trickle(s.url, "GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Half: ") },
      "headers that never begin": { said: /^(HTTP\/1\.1 408 |$)/, run: trickle(s.url, "", { byte: "" }) },
      body: {
        said: /^HTTP\/1\.1 408 [\s\S]*"code":"validation_error"/,
        run: trickle(s.url, `POST /api/v1/contacts HTTP/1.1\r\nHost: x\r\n${key}${json}{"name":"`),
      },
      "a body in chunks": {
        said: /^HTTP\/1\.1 408 /,
        run: trickle(
          s.url,
          `POST /api/v1/contacts HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
          { byte: "1\r\n1\r\n" },
        ),
      },
      "the body of a request that was refused": {
        said: /^HTTP\/1\.1 401 /,
        run: trickle(s.url, `POST /api/v1/contacts HTTP/1.1\r\nHost: x\r\n${json}`),
      },
      "the body of a callback": {
        said: /^HTTP\/1\.1 408 /,
        run: trickle(s.url, `POST /callbacks/chat-app HTTP/1.1\r\nHost: x\r\n${json}`),
      },
      "the body for nothing": { said: /^HTTP\/1\.1 (404|408) /, run: trickle(s.url, `POST /nothing HTTP/1.1\r\nHost: x\r\n${json}`) },
      "an upload without a key": {
        said: /^HTTP\/1\.1 401 /,
        run: trickle(s.url, `POST /api/v1/media HTTP/1.1\r\nHost: x\r\n${form}Content-Length: 100000\r\n\r\n${part}`),
      },
      "an upload that stands still": {
        said: /^HTTP\/1\.1 408 /,
        run: trickle(s.url, `POST /api/v1/media HTTP/1.1\r\nHost: x\r\n${key}${form}Content-Length: 100000\r\n\r\n${part}`, { byte: "" }),
      },
    };
    // As slow, but allowed: a file's bytes keep arriving.
    const body = `${part}${"1".repeat(60)}\r\n--b--\r\n`;
    const upload = trickle(
      s.url,
      `POST /api/v1/media HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${key}${form}Content-Length: ${body.length}\r\n\r\n${part}`,
      { end: { afterBytes: 60, text: "\r\n--b--\r\n" } },
    );
    const others = await Promise.all([...Array(20)].map(() => send(s.url, { path: "/health/live" })));
    assert.ok(others.every(({ status }) => status === 200));
    for (const [what, { said, run }] of Object.entries(cases)) {
      const { text, ms } = await run;
      assert.match(text, said, what);
      assert.ok(ms > slowRequestMs / 2, `${what} ended after ${Math.round(ms)} ms`);
    }
    const kept = await upload;
    assert.match(kept.text, /^HTTP\/1\.1 200 /);
    assert.ok(kept.ms > slowRequestMs, `${kept.ms}`);
  });
});
