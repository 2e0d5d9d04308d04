import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener, type Server as HttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import net, { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../test/free-port.ts";
import { createOutboundClient, type OutboundClient, type OutboundClientOptions } from "./client.ts";
import type { Resolve } from "./dns.ts";
import { OutboundError, type OutboundErrorKind } from "./errors.ts";
import { createOutboundGuard } from "./guard.ts";
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from "./test-certificate.ts";

/**
 * For calls that must time out after they were sent: long enough to connect and send on a machine that stalls briefly.
 */
const callMs = 1_500;

async function listen(t: TestContext, server: Server, host = "127.0.0.1"): Promise<number> {
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => void sockets.add(socket.on("close", () => sockets.delete(socket)).on("error", () => {}));
  server.on("connection", track);
  server.listen(0, host);
  await once(server, "listening");
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

const serveHttp = (t: TestContext, handler: RequestListener) => listen(t, createServer(handler));
const serveTls = (t: TestContext, handler: RequestListener) =>
  listen(t, createHttpsServer({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY }, handler));

function makeClient(
  t: TestContext,
  options: { allow?: string; resolve?: Resolve } & Omit<OutboundClientOptions, "guard"> = {},
): OutboundClient {
  const { allow = "127.0.0.1", resolve, ...rest } = options;
  const guard = createOutboundGuard({ allow, ...(resolve === undefined ? {} : { resolve }) });
  const client = createOutboundClient({ guard, ...rest });
  t.after(() => client.close());
  return client;
}

async function failsWith(kind: OutboundErrorKind, answer: Promise<unknown>, more: Partial<OutboundError> = {}): Promise<OutboundError> {
  const error = await answer.then(
    (response) => assert.fail(`answered: ${JSON.stringify(response)}`),
    (e: unknown) => e,
  );
  if (!(error instanceof OutboundError)) throw error;
  assert.equal(error.kind, kind, error.stack);
  for (const [name, value] of Object.entries(more)) assert.equal(error[name as keyof OutboundError], value, name);
  return error;
}

test("a request arrives as given, and its response includes the address", async (t) => {
  const port = await serveHttp(t, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.writeHead(201, { "x-echo": request.headers["x-custom"] ?? "", "set-cookie": ["a=1", "b=2"] });
    response.end(`${request.method} ${request.url} ${request.headers.host} ${Buffer.concat(chunks).toString()}`);
  });
  const response = await makeClient(t).request({
    url: `http://127.0.0.1:${port}/hook?a=b#c`,
    method: "POST",
    headers: { "X-Custom": "v" },
    body: "naïve",
  });
  assert.equal(response.status, 201);
  assert.equal(response.headers["x-echo"], "v");
  assert.deepEqual(response.headers["set-cookie"], ["a=1", "b=2"]);
  assert.equal(response.bodyText, `POST /hook?a=b 127.0.0.1:${port} naïve`);
  assert.deepEqual([response.truncated, response.address], [false, "127.0.0.1"]);
  assert.ok(response.durationMs >= 0 && response.durationMs < 30_000);
});

test("nothing connects to a blocked address, neither literally nor by name", async (t) => {
  // The victim listens on every loopback address; a single connection to it, with or without data, is a failure.
  let connections = 0;
  const port = await listen(
    t,
    createTcpServer(() => (connections += 1)),
    "0.0.0.0",
  );
  const dialled: string[] = [];
  const connect = net.Socket.prototype.connect;
  t.mock.method(net.Socket.prototype, "connect", function (this: Socket, ...args: unknown[]) {
    dialled.push(
      JSON.stringify(args[0], (_, value: unknown) =>
        typeof value === "object" && value !== null && "host" in value ? { host: value.host } : value,
      ) ?? "",
    );
    return (connect as (...a: unknown[]) => Socket).apply(this, args);
  });
  const strict = makeClient(t, { allow: "", resolve: async () => ["127.0.0.1"] });
  const literals = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "0",
    "0.0.0.0",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "localhost",
    "localhost.",
    "x.localhost",
  ];
  for (const host of literals) {
    for (const scheme of ["http", "https"])
      await failsWith("blocked", strict.request({ url: `${scheme}://${host}:${port}/`, method: "GET" }), { sent: false });
  }
  assert.deepEqual(dialled, [], "static refusals must not even make a socket dial");
  await failsWith("blocked", strict.request({ url: "https://evil.example.com/", method: "POST", body: "x" }), {
    code: "private_address",
    address: "127.0.0.1",
    sent: false,
  });

  assert.equal(connections, 0);
});

test("the connector itself refuses forbidden literals and DNS answers, in case a caller ever skips the check of the text", async (t) => {
  let connections = 0;
  const port = await listen(
    t,
    createTcpServer(() => (connections += 1)),
    "0.0.0.0",
  );
  const attempt = (host: string, answers: string[]) => {
    const guard = createOutboundGuard({ allow: "", resolve: async () => answers });
    const client = createOutboundClient({ guard: { ...guard, checkUrl: (url) => ({ ok: true, url: new URL(url) }) } });
    t.after(() => client.close());
    return client.request({ url: `http://${host}:${port}/`, method: "GET", timeoutMs: 30_000 });
  };
  for (const host of ["127.0.0.1", "127.0.0.2", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "0x7f.1"]) {
    await failsWith("blocked", attempt(host, []), { code: "private_address", sent: false });
  }
  for (const answers of [
    ["127.0.0.1"],
    ["93.184.215.14", "127.0.0.1"],
    ["::ffff:127.0.0.1"],
    ["0.0.0.0"],
    ["::"],
    ["::1"],
    ["127.0.0.2", "127.0.0.3"],
  ]) {
    await failsWith("blocked", attempt("rebind.example.com", answers), { code: "private_address", sent: false });
  }
  assert.equal(connections, 0);
  // Proves that the trap works: the same victim is reached as soon as it is allowed.
  const allowed = makeClient(t, { allow: "rebind.example.com", resolve: async () => ["127.0.0.1"] });
  await failsWith("timeout", allowed.request({ url: `http://rebind.example.com:${port}/`, method: "GET", timeoutMs: callMs }), {
    sent: true,
  });
  assert.equal(connections, 1);
});

test("a socket whose peer differs from its lookup is closed before a byte is written", async (t) => {
  let bytes = 0;
  const port = await listen(
    t,
    createTcpServer((socket) => socket.on("data", (chunk) => (bytes += chunk.length))),
  );
  const guard = createOutboundGuard({ allow: "" });
  // A lookup that lets everything through, as a bug in it would.
  const lookupFor = () => (_: string, __: unknown, callback: (error: null, addresses: { address: string; family: number }[]) => void) =>
    callback(null, [{ address: "127.0.0.1", family: 4 }]);
  const client = createOutboundClient({
    guard: { ...guard, lookupFor: lookupFor as never, checkUrl: (url) => ({ ok: true, url: new URL(url) }) },
  });
  t.after(() => client.close());
  await failsWith("blocked", client.request({ url: `http://wrong.example.com:${port}/`, method: "POST", body: "x" }), {
    address: "127.0.0.1",
    sent: false,
  });
  await sleep(20);
  assert.equal(bytes, 0);
});

test("for an error response a sink's caller gets the beginning, and the rest is not read", async (t) => {
  let written = 0;
  const gone: Promise<unknown>[] = [];
  const port = await serveHttp(t, (request, response) => {
    gone.push(once(response, "close"));
    response.writeHead(Number(request.url?.slice(1)));
    const more = () => {
      while (!response.destroyed && written < 300_000_000) {
        written += 65_536;
        if (!response.write(Buffer.alloc(65_536, "x"))) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  });
  const client = makeClient(t);
  for (const status of [302, 404, 500]) {
    written = 0;
    const response = await client.request({
      url: `http://127.0.0.1:${port}/${status}`,
      method: "GET",
      timeoutMs: 60_000,
      responseBytesMax: 100_000_000,
      overflow: "error",
      sink: async () => assert.fail("an error is no content"),
    });
    assert.deepEqual([response.status, response.body.length, response.truncated], [status, 20_000, true]);
    await gone.at(-1);
    assert.ok(written < 300_000_000, "the connection went before the end");
  }
});

test("a redirect is a result, never followed", async (t) => {
  let asked = 0;
  const port = await serveHttp(t, (_, response) => {
    asked += 1;
    response.writeHead(asked % 2 === 0 ? 307 : 302, { location: "http://169.254.169.254/latest/meta-data/" }).end();
  });
  const client = makeClient(t);
  for (const status of [302, 307]) {
    const response = await client.request({ url: `http://127.0.0.1:${port}/`, method: "POST", body: "x" });
    assert.equal(response.status, status);
  }
  assert.equal(asked, 2);
});

test("the name is resolved once per connection, and that address is used", async (t) => {
  let lookups = 0;
  const port = await serveHttp(t, (request, response) => void response.end(request.headers.host));
  const client = makeClient(t, { allow: `hooks.example.test`, resolve: async () => (lookups++ === 0 ? ["127.0.0.1"] : ["10.0.0.1"]) });
  for (let n = 0; n < 20; n++) {
    const response = await client.request({ url: `http://hooks.example.test:${port}/`, method: "GET" });
    assert.equal(response.bodyText, `hooks.example.test:${port}`);
    assert.equal(response.address, "127.0.0.1");
  }
  assert.equal(lookups, 1);
});

test("allow list by name, by CIDR and by host:port, over real sockets", async (t) => {
  const port = await serveHttp(t, (_, response) => void response.end("ok"));
  const resolve: Resolve = async () => ["127.0.0.1"];
  const table: [allow: string, host: string, ok: boolean][] = [
    ["127.0.0.0/8", `127.0.0.1:${port}`, true],
    ["127.0.0.1", `[::ffff:127.0.0.1]:${port}`, true],
    [`127.0.0.1:${port}`, `127.0.0.1:${port}`, true],
    [`127.0.0.1:${port + 1}`, `127.0.0.1:${port}`, false],
    ["sim.internal", `sim.internal:${port}`, true],
    [`sim.internal:${port}`, `sim.internal:${port}`, true],
    [`sim.internal:1`, `sim.internal:${port}`, false],
    ["10.0.0.0/8", `127.0.0.1:${port}`, false],
  ];
  for (const [allow, host, ok] of table) {
    const answer = makeClient(t, { allow, resolve }).request({ url: `http://${host}/`, method: "GET" });
    if (ok) assert.equal((await answer).bodyText, "ok", `${allow} ${host}`);
    else await failsWith("blocked", answer);
  }
  const bySystem = makeClient(t, { allow: "localhost" });
  assert.equal((await bySystem.request({ url: `http://localhost:${port}/`, method: "GET" })).bodyText, "ok");
});

test("a server that drips its body is cut off at the total timeout", async (t) => {
  const port = await serveHttp(t, (_, response) => {
    const timer = setInterval(() => response.write("."), 20);
    response.on("close", () => clearInterval(timer));
  });
  const start = performance.now();
  await failsWith("timeout", makeClient(t).request({ url: `http://127.0.0.1:${port}/`, method: "GET", timeoutMs: callMs }), {
    sent: true,
    address: "127.0.0.1",
  });
  assert.ok(performance.now() - start < 30_000);
});

test("a server that drips its headers, one that hangs, and one that never completes TLS are cut off too", async (t) => {
  const dripping = await listen(
    t,
    createTcpServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nx: ");
      const timer = setInterval(() => socket.write("x"), 20);
      socket.on("close", () => clearInterval(timer));
    }),
  );
  const hanging = await listen(
    t,
    createTcpServer(() => {}),
  );
  const client = makeClient(t, {
    ...{ allow: "127.0.0.1,one.internal,other.internal", resolve: async () => ["127.0.0.1"] },
    connectTimeoutMs: 2 * callMs,
  });
  const ask = (url: string, method: "GET" | "POST", timeoutMs: number) =>
    client.request({ url, method, timeoutMs, ...(method === "POST" ? { body: "x" } : {}) });
  await Promise.all([
    failsWith("timeout", ask(`http://127.0.0.1:${dripping}/`, "GET", callMs), { sent: true }),
    failsWith("timeout", ask(`http://127.0.0.1:${hanging}/`, "POST", callMs), { sent: true }),
    failsWith("timeout", ask(`https://one.internal:${hanging}/`, "POST", callMs), { sent: false }),
    failsWith("connect", ask(`https://other.internal:${hanging}/`, "POST", 10_000), { sent: false, code: "UND_ERR_CONNECT_TIMEOUT" }),
  ]);
});

test("a hanging origin does not slow another, and its waiting requests time out in time", async (t) => {
  let hanging = true;
  let served = 0;
  const hang = await serveHttp(t, (_, response) => {
    if (!hanging) response.end(String((served += 1)));
  });
  const quick = await serveHttp(t, (_, response) => void response.end("ok"));
  const client = makeClient(t, { connectionsPerOriginMax: 2 });
  // The connections are held until long after the waiting requests have given up.
  const stuck = Array.from({ length: 20 }, (_, n) =>
    client
      .request({ url: `http://127.0.0.1:${hang}/`, method: "GET", timeoutMs: n < 2 ? 4_000 : 2_000 })
      .catch((error: OutboundError) => error),
  );
  let ended = 0;
  for (const request of stuck)
    void request.then(() => {
      ended += 1;
    });
  for (let n = 0; n < 20; n++) await client.request({ url: `http://127.0.0.1:${quick}/`, method: "GET" });
  assert.equal(ended, 0, "all quick ones were answered while the others still hung");
  const outcomes = (await Promise.all(stuck)) as OutboundError[];
  assert.ok(outcomes.every((error) => error.kind === "timeout"));
  assert.equal(outcomes.filter((error) => error.sent).length, 2, "those that waited for a connection were never sent");
  hanging = false;
  assert.equal(
    (await client.request({ url: `http://127.0.0.1:${hang}/`, method: "GET", timeoutMs: 30_000 })).bodyText,
    "1",
    "requests that had given up were not sent late",
  );
});

test("a huge body is cut off at the limit, and the rest is not read", async (t) => {
  let written = 0;
  const port = await serveHttp(t, (_, response) => {
    const chunk = Buffer.alloc(64 * 1024, "x");
    const more = () => {
      while (written < 500e6 && !response.destroyed && response.write(chunk)) written += chunk.length;
    };
    response.on("drain", more);
    more();
  });
  const client = makeClient(t);
  const response = await client.request({ url: `http://127.0.0.1:${port}/`, method: "GET" });
  assert.deepEqual([response.body.length, response.truncated, response.status], [20_000, true, 200]);
  await sleep(50);
  assert.ok(written < 50e6, `${written} bytes were taken`);
  await failsWith(
    "too_large",
    client.request({ url: `http://127.0.0.1:${port}/`, method: "GET", overflow: "error", responseBytesMax: 100 }),
    { sent: true },
  );
});

test("a body goes into the sink chunk by chunk, no faster than the sink accepts it", async (t) => {
  const body = randomBytes(3_000_000);
  const port = await serveHttp(t, (request, response) => {
    if (request.url === "/") response.end(body);
    else response.writeHead(200, { "content-length": 1_000 }).write("half", () => response.destroy());
  });
  const client = makeClient(t);
  const get = (path: string, sink: (chunk: Buffer) => Promise<void>, more: object = {}) =>
    client.request({ url: `http://127.0.0.1:${port}${path}`, method: "GET", responseBytesMax: 3_000_000, sink, ...more });
  const chunks: Buffer[] = [];
  let open = 0;
  const whole = await get("/", async (chunk) => {
    open += 1;
    assert.equal(open, 1, "one at a time");
    await new Promise((resolve) => setImmediate(resolve));
    chunks.push(chunk);
    open -= 1;
  });
  assert.deepEqual([whole.status, whole.body.length], [200, 0]);
  assert.ok(Buffer.concat(chunks).equals(body));
  const atOnce: Buffer[] = [];
  await get("/", async (chunk) => void atOnce.push(chunk));
  assert.ok(Buffer.concat(atOnce).equals(body), "a sink that is never busy");
  await failsWith(
    "too_large",
    get("/", async () => undefined, { responseBytesMax: 2_999_999 }),
    { sent: true },
  );
  await failsWith(
    "network",
    get("/cut", async () => undefined),
    { sent: true },
  );
  await failsWith(
    "aborted",
    get("/", async () => Promise.reject(new Error("disk full"))),
    { sent: true },
  );
});

test("a body of exactly the limit is complete", async (t) => {
  const port = await serveHttp(t, (_, response) => void response.end("x".repeat(1_000)));
  const client = makeClient(t);
  const whole = await client.request({ url: `http://127.0.0.1:${port}/`, method: "GET", responseBytesMax: 1_000, overflow: "error" });
  assert.deepEqual([whole.body.length, whole.truncated], [1_000, false]);
  const cut = await client.request({ url: `http://127.0.0.1:${port}/`, method: "GET", responseBytesMax: 999 });
  assert.deepEqual([cut.body.length, cut.truncated], [999, true]);
  const none = await client.request({ url: `http://127.0.0.1:${port}/`, method: "GET", responseBytesMax: 0 });
  assert.deepEqual([none.body.length, none.truncated], [0, true]);
});

test("endless headers are too large", async (t) => {
  const port = await listen(
    t,
    createTcpServer((socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(40_000)}\r\n\r\n`)),
  );
  await failsWith("too_large", makeClient(t).request({ url: `http://127.0.0.1:${port}/`, method: "GET" }), { sent: true });
});

test("TLS is verified: the right name passes, an unknown issuer and a wrong name do not", async (t) => {
  const port = await serveTls(t, (_, response) => void response.end("secure"));
  const resolve: Resolve = async () => ["127.0.0.1"];
  const allow = "hooks.example.test,other.example.test";
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  t.after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
  const trusting = makeClient(t, { allow, resolve, ca: TEST_CERTIFICATE });
  const response = await trusting.request({ url: `https://hooks.example.test:${port}/`, method: "GET" });
  assert.deepEqual([response.bodyText, response.address], ["secure", "127.0.0.1"]);
  await failsWith("tls", trusting.request({ url: `https://other.example.test:${port}/`, method: "GET" }), {
    code: "ERR_TLS_CERT_ALTNAME_INVALID",
    sent: false,
  });
  await failsWith("tls", makeClient(t, { allow, resolve }).request({ url: `https://hooks.example.test:${port}/`, method: "GET" }), {
    sent: false,
  });
  const plain = await serveHttp(t, (_, res) => void res.end());
  await failsWith("tls", trusting.request({ url: `https://hooks.example.test:${plain}/`, method: "GET" }), { sent: false });
});

test("every failure has a kind", async (t) => {
  const port = await freePort();
  const client = makeClient(t);
  await failsWith("connect", client.request({ url: `http://127.0.0.1:${port}/`, method: "GET" }), {
    code: "ECONNREFUSED",
    address: "127.0.0.1",
    sent: false,
  });
  const unknown = makeClient(t, {
    resolve: async () => Promise.reject(Object.assign(new Error("queryA ENOTFOUND"), { code: "ENOTFOUND", syscall: "queryA" })),
  });
  await failsWith("dns", unknown.request({ url: "https://none.example.com/", method: "GET" }), { code: "ENOTFOUND", sent: false });
  const breaking = await listen(
    t,
    createTcpServer((socket) => socket.once("data", () => socket.destroy())),
  );
  await failsWith("network", client.request({ url: `http://127.0.0.1:${breaking}/`, method: "POST", body: "x" }), { sent: true });
  const half = await listen(
    t,
    createTcpServer((socket) => socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf"))),
  );
  await failsWith("network", client.request({ url: `http://127.0.0.1:${half}/`, method: "GET" }), { sent: true });
  const nonsense = await listen(
    t,
    createTcpServer((socket) => socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9.2\r\n"))),
  );
  await failsWith("network", client.request({ url: `http://127.0.0.1:${nonsense}/`, method: "GET" }), { sent: true });
});

test("the caller can abort a request, before and during it", async (t) => {
  const controller = new AbortController();
  const port = await serveHttp(t, () => controller.abort());
  const client = makeClient(t);
  await failsWith("aborted", client.request({ url: `http://127.0.0.1:${port}/`, method: "GET", signal: AbortSignal.abort() }), {
    sent: false,
  });
  await failsWith("aborted", client.request({ url: `http://127.0.0.1:${port}/`, method: "GET", signal: controller.signal }), {
    sent: true,
  });
});

test("headers that control the connection, and headers with line breaks, are refused before anything is sent", async (t) => {
  let asked = 0;
  const port = await serveHttp(t, (_, response) => void response.end(String((asked += 1))));
  const client = makeClient(t);
  for (const name of [
    "host",
    "Host",
    "Transfer-Encoding",
    "content-length",
    "Connection",
    "upgrade",
    "Expect",
    "te",
    "Proxy-Authorization",
  ]) {
    await failsWith("blocked", client.request({ url: `http://127.0.0.1:${port}/`, method: "POST", headers: { [name]: "x" } }), {
      code: "forbidden_header",
      sent: false,
    });
  }
  for (const headers of [{ "x-a": "b\r\nx-c: d" }, { "x-a\r\nx-b": "c" }, { "x a": "b" }, { "x-a": "b\0" }] as Record<string, string>[]) {
    await failsWith("blocked", client.request({ url: `http://127.0.0.1:${port}/`, method: "GET", headers }), {
      code: "invalid_request",
      sent: false,
    });
  }
  assert.equal(asked, 0);
});

test("a proxy configured in the environment is not used", async (t) => {
  let viaProxy = 0;
  const proxy = await serveHttp(t, (_, response) => void response.end(String((viaProxy += 1))));
  const port = await serveHttp(t, (_, response) => void response.end("direct"));
  for (const name of ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "NODE_USE_ENV_PROXY"]) {
    process.env[name] = name === "NODE_USE_ENV_PROXY" ? "1" : `http://127.0.0.1:${proxy}`;
    t.after(() => delete process.env[name]);
  }
  assert.equal((await makeClient(t).request({ url: `http://127.0.0.1:${port}/`, method: "GET" })).bodyText, "direct");
  assert.equal(viaProxy, 0);
});

test("connections are reused, and never exceed the limit per origin", async (t) => {
  let connections = 0;
  let atOnce = 0;
  let atOnceMax = 0;
  const server: HttpServer = createServer((_, response) => {
    atOnceMax = Math.max(atOnceMax, (atOnce += 1));
    setTimeout(() => {
      atOnce -= 1;
      response.end("ok");
    }, 5);
  });
  server.on("connection", () => (connections += 1));
  const port = await listen(t, server);
  const client = makeClient(t, { connectionsPerOriginMax: 4 });
  await Promise.all(Array.from({ length: 100 }, () => client.request({ url: `http://127.0.0.1:${port}/`, method: "POST", body: "x" })));
  assert.deepEqual([connections, atOnceMax], [4, 4]);
});

test("a thousand requests, fifty at a time, take fifty connections", async (t) => {
  let connections = 0;
  const server = createServer((request, response) => void request.resume().on("end", () => response.end("ok")));
  server.on("connection", () => (connections += 1));
  const port = await listen(t, server);
  const client = makeClient(t);
  const body = Buffer.alloc(1_000, "x");
  const start = performance.now();
  let left = 1_000;
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      while (left-- > 0) await client.request({ url: `http://127.0.0.1:${port}/`, method: "POST", body });
    }),
  );
  const perSecond = 1_000 / ((performance.now() - start) / 1000);
  t.diagnostic(`${Math.round(perSecond)} requests a second, the receiver in the same thread`);
  assert.ok(connections <= 50, `${connections}`);
});
