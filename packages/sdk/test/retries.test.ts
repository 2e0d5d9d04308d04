/** Which failures are retried, when, and with what. The server is real; waits end at once and are recorded. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { ApiError, ConnectionError, Client, isApiError, ParleyError, TimeoutError } from "../src/index.ts";
import { readRetryAfterMs, retryDelayMs } from "../src/retry.ts";
import { createTestClock, cut, json, type Reply, refusal, type Script, startScript, timeoutMs } from "./script.ts";

let script: Script;
before(async () => {
  script = await startScript();
});
after(() => script.close());

const keys = () => script.seen.map(({ headers }) => headers["idempotency-key"]);

describe("what is retried", () => {
  for (const [status, code] of [
    [408, "unknown"],
    [425, "unknown"],
    [429, "rate_limited"],
    [500, "internal_error"],
    [502, "provider_error"],
    [503, "service_unavailable"],
    [504, "unknown"],
    [409, "idempotency_in_progress"],
  ] as const) {
    it(`${status} ${code}: with the same key and the same body`, async () => {
      const parley = script.parley([refusal(status, code), refusal(status, code), json({ id: "ctc_1" })]);
      assert.equal((await parley.contacts.create({ name: "Ada" })).id, "ctc_1");
      assert.equal(script.seen.length, 3);
      assert.equal(new Set(keys()).size, 1);
      assert.match(String(keys()[0]), /^[0-9a-f]{32}$/);
      for (const { body, method, url } of script.seen)
        assert.deepEqual([method, url, JSON.parse(String(body))], ["POST", "/api/v1/contacts", { name: "Ada" }]);
      assert.deepEqual(script.clock.waits, [250, 500]);
      assert.equal(script.clock.running(), 0, "no time-out goes on running");
    });
  }

  for (const [name, broken] of [
    ["a line that is cut before the answer", cut],
    [
      "a line that is cut within the answer",
      (response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
        response.write('{"id":');
        setImmediate(() => response.socket?.destroy());
      },
    ],
  ] as [string, Reply][]) {
    it(name, async () => {
      const parley = script.parley([broken, json({ id: "ctc_1" })]);
      assert.equal((await parley.contacts.create({ name: "Ada" })).id, "ctc_1");
      assert.equal(new Set(keys()).size, 1);
      assert.equal(script.seen.length, 2);
    });
  }

  it("a response that times out", async () => {
    const silent: Reply = () => script.clock.passTimeouts();
    const parley = script.parley([silent, json({ id: "ctc_1" })]);
    assert.equal((await parley.contacts.create({ name: "Ada" })).id, "ctc_1");
    assert.equal(new Set(keys()).size, 1);
  });

  it("a response whose body times out", async () => {
    const half: Reply = (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("{");
      setImmediate(() => script.clock.passTimeouts());
    };
    const parley = script.parley([half], { maxRetries: 1 });
    const error = await parley.contacts.create({ name: "Ada" }).catch((e: unknown) => e);
    assert.ok(error instanceof TimeoutError);
    assert.match(error.message, new RegExp(`POST /contacts: no response within ${timeoutMs} ms`));
    assert.equal(script.seen.length, 2);
    assert.equal(error.idempotencyKey, keys()[0], "with it the caller can be sure");
  });

  it("a server that cannot be reached", async () => {
    const clock = createTestClock();
    const gone = await startScript();
    await gone.close();
    const parley = new Client({ baseUrl: gone.url, apiKey: "key", clock, random: () => 1 });
    const error = await parley.me().catch((e: unknown) => e);
    assert.ok(error instanceof ConnectionError && !(error instanceof TimeoutError));
    assert.match(error.message, /GET \/me: .*ECONNREFUSED/);
    assert.deepEqual(
      clock.waits.filter((ms) => ms !== 60_000),
      [500, 1_000, 2_000],
    );
  });
});

describe("what is not retried", () => {
  it("a redirect: a write would become a read, and its body would go to another host", async () => {
    const moved: Reply = (response) => response.writeHead(302, { location: "/elsewhere" }).end();
    const parley = script.parley([moved, json({})]);
    await assert.rejects(parley.contacts.create({ name: "Ada" }), (error) => error instanceof ApiError && error.status === 302);
    assert.equal(script.seen.length, 1);
  });

  it("a path outside the API, or an invalid key", async () => {
    for (const path of ["contacts", "/contacts/../../demo", "/contacts/%2e%2E"])
      await assert.rejects(script.parley([json({})]).request("GET", path), TypeError);
    await assert.rejects(script.parley([json({})], { apiKey: "sk_one\nsk_two" }).me(), (error: Error) => !error.message.includes("sk_"));
    assert.equal(script.seen.length, 0);
  });

  for (const [status, code] of [
    [400, "validation_error"],
    [401, "unauthorized"],
    [403, "insufficient_scope"],
    [404, "not_found"],
    [409, "conflict"],
    [409, "idempotency_conflict"],
    [413, "payload_too_large"],
    [422, "window_closed"],
  ] as const) {
    it(`${status} ${code}`, async () => {
      const parley = script.parley([refusal(status, code)]);
      await assert.rejects(parley.contacts.create({ name: "Ada" }), (error) => isApiError(error, code) && error.status === status);
      assert.equal(script.seen.length, 1);
    });
  }

  it("a write without an idempotency key, which may have happened", async () => {
    for (const reply of [refusal(500, "internal_error"), refusal(503, "service_unavailable"), refusal(408, "unknown"), cut]) {
      const parley = script.parley([reply]);
      await assert.rejects(parley.auth.signIn({ email: "a@example.com", password: "p" }));
      assert.deepEqual(keys(), [undefined]);
    }
    // If the server says that it did nothing, it is retried.
    const parley = script.parley([refusal(429, "rate_limited"), json({ ok: true })]);
    await parley.auth.signIn({ email: "a@example.com", password: "p" });
    assert.equal(script.seen.length, 2);
  });

  it("anything, when retries are switched off", async () => {
    const parley = script.parley([refusal(503, "service_unavailable")], { maxRetries: 0 });
    await assert.rejects(parley.me());
    assert.equal(script.seen.length, 1);
    await assert.rejects(parley.me({ maxRetries: 2 }));
    assert.equal(script.seen.length, 4, "a call has the last word");
  });

  it("a response that is not JSON, from an address other than the API's", async () => {
    const page: Reply = (response) => void response.end("<html>Welcome</html>");
    await assert.rejects(script.parley([page]).me(), /not JSON.*Welcome/);
    assert.equal(script.seen.length, 1);
  });
});

describe("when it is retried", () => {
  it("the wait doubles up to eight seconds, and half of it is random", () => {
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6, 20].map((n) => retryDelayMs(n, null, 0)),
      [250, 500, 1_000, 2_000, 4_000, 4_000, 4_000],
    );
    assert.deepEqual(
      [1, 2, 3, 4, 5, 6, 20].map((n) => retryDelayMs(n, null, 1)),
      [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000],
    );
  });

  it("Retry-After is the minimum, whatever the random part", () => {
    for (const random of [0, 0.3, 1]) assert.ok(retryDelayMs(1, 7_000, random) >= 7_000);
    assert.notEqual(retryDelayMs(1, 7_000, 0), retryDelayMs(1, 7_000, 1), "those who are told the same do not come back together");
  });

  const now = Date.parse("2026-11-23T12:00:00Z");
  for (const [headers, status, ms] of [
    [{ "retry-after": "7" }, 503, 7_000],
    [{ "retry-after": "0" }, 503, 0],
    [{ "retry-after": "Mon, 23 Nov 2026 12:00:09 GMT" }, 503, 9_000],
    [{ "retry-after": "Mon, 23 Nov 2026 11:00:00 GMT" }, 503, 0],
    [{ "retry-after": "soon" }, 503, null],
    [{ "retry-after": "" }, 503, null],
    [{ "ratelimit-reset": "12" }, 429, 12_000],
    [{ "ratelimit-reset": String(now / 1_000 + 5) }, 429, 5_000],
    [{ "retry-after": "3", "ratelimit-reset": "12" }, 429, 3_000],
    [{ "ratelimit-reset": "12" }, 503, null],
  ] as [Record<string, string>, number, number | null][]) {
    it(`${JSON.stringify(headers)} of ${status} is ${ms} ms`, () => assert.equal(readRetryAfterMs(new Headers(headers), status, now), ms));
  }

  it("it waits as long as the server asks", async () => {
    const parley = script.parley([
      refusal(429, "rate_limited", { "retry-after": "7" }),
      refusal(503, "service_unavailable", { "retry-after": "Mon, 23 Nov 2026 12:00:09 GMT" }),
      json({}),
    ]);
    await parley.me();
    assert.deepEqual(script.clock.waits, [7_000, 9_000]);
  });

  it("a wait that is too long is left to the caller", async () => {
    const parley = script.parley([refusal(429, "rate_limited", { "retry-after": "3600" })]);
    const error = await parley.me().catch((e: unknown) => e);
    assert.ok(isApiError(error, "rate_limited"));
    assert.equal(error.retryAfterMs, 3_600_000);
    assert.equal(script.seen.length, 1);
    assert.deepEqual(script.clock.waits, []);
  });
});

describe("a signal ends a call", () => {
  const reason = new Error("the user went away");

  it("before it starts", async () => {
    const parley = script.parley([json({})]);
    await assert.rejects(parley.me({ signal: AbortSignal.abort(reason) }), reason);
    assert.equal(script.seen.length, 0);
  });

  it("during a request", async () => {
    const controller = new AbortController();
    const parley = script.parley([() => controller.abort(reason)]);
    await assert.rejects(parley.me({ signal: controller.signal }), reason);
    assert.equal(script.seen.length, 1);
    assert.equal(script.clock.running(), 0);
  });

  it("during a wait", async () => {
    const controller = new AbortController();
    const clock = createTestClock();
    const after = (ms: number, run: () => void) => {
      if (ms < 1_000_000) controller.abort(reason);
      return clock.after(ms, run);
    };
    const waiting = { ...clock, after };
    const parley = script.parley([refusal(503, "service_unavailable")], { clock: waiting });
    await assert.rejects(parley.me({ signal: controller.signal }), reason);
    assert.equal(script.seen.length, 1);
  });

  it("while a file is read", async () => {
    const controller = new AbortController();
    const partialReply: Reply = (response) => {
      response.writeHead(200, { "content-type": "text/csv" });
      response.write("name\n");
    };
    const file = await script.parley([partialReply]).contacts.imports.sampleCsv({ signal: controller.signal });
    const text = file.text();
    controller.abort(reason);
    await assert.rejects(text, reason);
  });
});

describe("what is sent", () => {
  it("the key is requested for each attempt", async () => {
    let n = 0;
    const parley = script.parley([refusal(503, "service_unavailable"), json({})], { apiKey: async () => `token-${++n}` });
    await parley.me();
    assert.deepEqual(
      script.seen.map(({ headers }) => headers.authorization),
      ["Bearer token-1", "Bearer token-2"],
    );
  });

  it("an error while getting the key is not a broken connection", async () => {
    let asked = 0;
    const parley = script.parley([json({})], {
      apiKey: () => {
        asked += 1;
        throw new RangeError("the vault is locked");
      },
    });
    await assert.rejects(parley.me(), RangeError);
    await assert.rejects(script.parley([json({})], { apiKey: "two\nlines" }).me(), TypeError);
    assert.deepEqual([asked, script.seen.length], [1, 0]);
  });

  it("a caller's idempotency key and headers are used; a read has no key", async () => {
    const parley = script.parley([json({})], { headers: { "x-team": "a" } });
    await parley.contacts.create({ name: "Ada" }, { idempotencyKey: "import-7", headers: { "x-trace": "1" } });
    await parley.me();
    assert.deepEqual(keys(), ["import-7", undefined]);
    assert.deepEqual([script.seen[0]?.headers["x-team"], script.seen[0]?.headers["x-trace"]], ["a", "1"]);
    assert.match(String(script.seen[0]?.headers["user-agent"]), /^parley-sdk\//);
  });

  it("without a key at the caller's request: nothing is stored, and it is retried only if nothing was done", async () => {
    const notified: unknown[] = [];
    const parley = script.parley([refusal(429, "rate_limited"), refusal(500, "internal_error"), json({})], {
      fetch(input, init) {
        notified.push(init?.keepalive);
        return fetch(input, init);
      },
    });
    const presence = parley.conversations.presence.update("conv_1", { state: "gone" }, { idempotencyKey: null, keepalive: true });
    await assert.rejects(presence, (error) => error instanceof ApiError && error.status === 500);
    assert.deepEqual(keys(), [undefined, undefined]);
    await parley.me();
    assert.deepEqual(notified, [true, true, undefined]);
  });

  it("a form has the same bytes each time, otherwise its key would be refused", async () => {
    const form = new FormData();
    form.set("file", new Blob(["name\nAda\n"], { type: "text/csv" }), "people.csv");
    await script.parley([refusal(503, "service_unavailable"), json({})]).contacts.imports.create(form);
    const [first, second] = script.seen;
    assert.match(String(first?.headers["content-type"]), /^multipart\/form-data; boundary=/);
    assert.equal(first?.headers["content-type"], second?.headers["content-type"]);
    assert.deepEqual(first?.body, second?.body);
    assert.match(String(first?.body), /filename="people.csv"[\s\S]*name\nAda\n/);
  });

  it("bytes with their type", async () => {
    const parley = script.parley([refusal(503, "service_unavailable"), json({})]);
    await parley.media.upload(new Blob(["%PDF"], { type: "application/pdf" }));
    await parley.media.upload(new Uint8Array([1, 2]).subarray(1));
    assert.deepEqual(
      script.seen.map(({ headers, body }) => [headers["content-type"], body.toString("hex")]),
      [
        ["application/pdf", "25504446"],
        ["application/pdf", "25504446"],
        ["application/octet-stream", "02"],
      ],
    );
  });

  it("a query without undefined values, lists as repeated parameters", async () => {
    const parley = script.parley([json({ data: [], pageInfo: { hasNextPage: false, nextCursor: null } })]);
    await parley.conversations.list({ status: "open", label: ["a b", "c&d"] as never, unread: false, channelId: undefined });
    assert.equal(script.seen[0]?.url, "/api/v1/conversations?status=open&label=a+b&label=c%26d&unread=false");
  });

  it("no id that would lead to another path", async () => {
    const parley = script.parley([json({})]);
    for (const id of ["", ".", "..", undefined, null, 5] as string[])
      assert.throws(() => parley.contacts.delete(id), /id: not a valid path parameter/);
    assert.equal(script.seen.length, 0);
    await parley.contacts.delete("a/../b?c#d");
    assert.equal(script.seen[0]?.url, "/api/v1/contacts/a%2F..%2Fb%3Fc%23d");
  });

  it("below a path too, and no key in a browser unless allowed", async () => {
    const parley = script.parley([json({})], { baseUrl: `${script.url}/parley/` });
    await parley.me();
    await parley.service();
    await parley.request("POST", "/newer", { body: { a: 1 }, query: { b: 2 } });
    assert.deepEqual(
      script.seen.map(({ method, url }) => `${method} ${url}`),
      ["GET /parley/api/v1/me", "GET /parley/", "POST /parley/api/v1/newer?b=2"],
    );
    assert.ok(keys()[2] !== undefined);
    for (const baseUrl of ["ftp://example.com", "nothing", "https://example.com/?a=1", "https://ada:secret@example.com"])
      assert.throws(
        () => new Client({ baseUrl }),
        (error) => error instanceof TypeError && !error.message.includes("secret"),
      );
    const options = { baseUrl: script.url, apiKey: "key" };
    Object.assign(globalThis, { document: {} });
    try {
      assert.throws(() => new Client(options), ParleyError);
      new Client({ ...options, allowKeyInBrowser: true });
      new Client({ baseUrl: script.url });
    } finally {
      Reflect.deleteProperty(globalThis, "document");
    }
  });
});

describe("an error", () => {
  it("contains code, fields, reference, attempts and the documentation's URL", async () => {
    const body = {
      error: { code: "validation_error", message: "No.", details: [{ field: "phone", issue: "invalid_format" }], reference: "SVC-1f" },
    };
    const parley = script.parley([refusal(503, "service_unavailable"), json(body, 400)]);
    const error = await parley.contacts.create({ phone: "x" }).catch((e: unknown) => e);
    assert.ok(error instanceof ApiError && error instanceof ParleyError && error instanceof Error);
    const { code, status, details, reference, docs, attempts, method, path, idempotencyKey, message } = error;
    assert.deepEqual(
      { code, status, details, reference, docs, attempts, method, path, message },
      {
        code: "validation_error",
        status: 400,
        details: [{ field: "phone", issue: "invalid_format" }],
        reference: "SVC-1f",
        docs: `${script.url}/docs/`,
        attempts: 2,
        method: "POST",
        path: "/contacts",
        message: "POST /contacts: No.",
      },
    );
    assert.equal(idempotencyKey, keys()[1]);
  });

  it("from a proxy has its status and `unknown_error`", async () => {
    const proxy: Reply = (response) => {
      response.writeHead(502, { "content-type": "text/html", "x-request-id": "edge-7" });
      response.end("<h1>Bad gateway</h1>");
    };
    const error = await script
      .parley([proxy], { maxRetries: 0 })
      .me()
      .catch((e: unknown) => e);
    assert.ok(isApiError(error, "unknown_error"));
    assert.deepEqual([error.status, error.reference, error.message], [502, "edge-7", "GET /me: HTTP 502"]);
  });
});
