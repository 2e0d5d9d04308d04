/** What happens to a request before and around its effect: order of refusal, rate limits, failed keys, revocation, idempotency. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Agent, request } from "node:http";
import { after, before, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { withClient } from "@parley/database";
import { mintApiKey } from "../src/platform/auth/api-key.ts";
import { allScopes } from "../src/platform/auth/scopes.ts";
import { eventually, refusedWithinASecond } from "./eventually.ts";
import { type Fixture, makeFixture } from "./fixtures.ts";
import { createApi, startTestApp, type TestApp, type TestTenant, unknownId } from "./harness.ts";
import { closeConnections, type RawAnswer, send } from "./raw-http.ts";
import { fill, operationsOf, validParams } from "./route-table.ts";

const t = await startTestApp();
/** Another server process on the same database. */
const u = await startTestApp({ beside: t });
after(async () => {
  closeConnections();
  await u.stop();
  await t.stop();
});

const json = { "content-type": "application/json" };
const unique = () => randomBytes(6).toString("hex");

async function ask(
  app: TestApp,
  key: string | null,
  method: string,
  path: string,
  body?: string | object,
  headers: Record<string, string> = {},
): Promise<RawAnswer & { body: any }> {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const answer = await send(app.url, {
    method,
    path,
    headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...(text === undefined ? {} : json), ...headers },
    ...(text === undefined ? {} : { body: text }),
  });
  return { ...answer, body: JSON.parse(answer.text) };
}

describe("a request that is wrong in every way is refused for the first reason", () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await makeFixture(t);
  });

  for (const operation of operationsOf(t.app.openapi).filter((o) => o.scope !== null && o.pathNames.length > 0)) {
    it(`${operation.id}: 401, 429, 403, 404${operation.body === undefined ? "" : ", 400"}`, async () => {
      const own = await validParams(operation, fixture);
      const nobodys = fill(
        operation.path,
        Object.fromEntries(operation.pathNames.map((name) => [name, name === "id" ? unknownId("cnt") : unknownId("dlv")])),
      );
      const bad = operation.body === undefined ? undefined : `{"broken`;
      const lacking = allScopes.filter((scope) => scope !== operation.scope);
      const exhausted = await t.key(fixture.tenant.id, { scopes: lacking, rateLimitPerMinute: 1 });
      assert.equal((await ask(t, exhausted, "GET", "/api/v1/me")).status, 200);
      const steps: [string | null, string, number, string][] = [
        [null, nobodys, 401, "unauthorized"],
        [exhausted, nobodys, 429, "rate_limited"],
        [await t.key(fixture.tenant.id, { scopes: lacking }), nobodys, 403, "insufficient_scope"],
        [fixture.tenant.key, nobodys, 404, "not_found"],
        ...(operation.body === undefined
          ? []
          : [[fixture.tenant.key, fill(operation.path, own), 400, "invalid_json"] as [string, string, number, string]]),
      ];
      for (const [key, path, status, code] of steps) {
        const answer = await ask(t, key, operation.method, `/api/v1${path}`, bad);
        assert.deepEqual([answer.status, answer.body.error.code], [status, code], answer.text);
      }
      if (operation.body !== undefined) {
        for (const body of [[], "[1]", "7", "null", { nonsense: { a: 1 } }]) {
          const answer = await ask(t, fixture.tenant.key, operation.method, `/api/v1${nobodys}`, body);
          assert.equal(answer.status, 404, `404 comes before a body ${JSON.stringify(body)}: ${answer.text}`);
        }
      }
    });
  }

  it("a rule comes last: 400 for the shape, then 422", async () => {
    const send = { channelId: fixture.resources.channel, to: "447700900999", type: "text" };
    assert.deepEqual((await ask(t, fixture.tenant.key, "POST", "/api/v1/messages", send)).body.error.details, [
      { field: "text", issue: "required" },
    ]);
    const refused = await ask(t, fixture.tenant.key, "POST", "/api/v1/messages", { ...send, text: "Hello" });
    assert.deepEqual([refused.status, refused.body.error.code], [422, "window_closed"]);
  });

  it("every answer after the key was verified tells the budget; none before does", async () => {
    const key = fixture.tenant.key;
    const reader = await t.key(fixture.tenant.id, { scopes: ["contacts:read"] });
    const taken = (await fixture.api.get(`/api/v1/contacts/${fixture.resources.contact}`)).body.phone;
    const used = unique();
    await ask(t, key, "POST", "/api/v1/contacts", { name: "One" }, { "idempotency-key": used });
    const expected: [number, Promise<RawAnswer>][] = [
      [200, ask(t, key, "GET", "/api/v1/me")],
      [200, ask(t, key, "POST", "/api/contacts", { name: "Ada" })],
      [400, ask(t, key, "POST", "/api/v1/contacts", "{")],
      [400, ask(t, key, "GET", "/api/v1/contacts?limit=0")],
      [400, ask(t, key, "GET", "/api/v1/contacts?cursor=x")],
      [403, ask(t, reader, "GET", "/api/v1/webhooks")],
      [404, ask(t, key, "GET", `/api/v1/contacts/${unknownId("cnt")}`)],
      [409, ask(t, key, "POST", "/api/v1/contacts", { phone: taken })],
      [409, ask(t, key, "POST", "/api/v1/contacts", { name: "Two" }, { "idempotency-key": used })],
      [413, ask(t, key, "POST", "/api/v1/contacts", JSON.stringify({ name: "x".repeat(1_100_000) }))],
      [415, ask(t, key, "POST", "/api/v1/contacts", "name=x", { "content-type": "application/x-www-form-urlencoded" })],
      [422, ask(t, key, "POST", "/api/v1/messages", { channelId: fixture.resources.channel, to: "447700900998", type: "text", text: "x" })],
    ];
    for (const [status, asked] of expected) {
      const answer = await asked;
      assert.equal(answer.status, status, answer.text);
      for (const name of ["limit", "remaining", "reset"])
        assert.match(String(answer.headers[`ratelimit-${name}`]), /^\d+$/, `ratelimit-${name} on ${status} ${answer.text}`);
      assert.equal(answer.headers["ratelimit-limit"], "6000");
    }
    for (const answer of [await ask(t, null, "GET", "/api/v1/me"), await ask(t, "x", "GET", "/api/v1/me")]) {
      assert.equal(answer.status, 401);
      assert.deepEqual(
        Object.keys(answer.headers).filter((name) => name.startsWith("ratelimit")),
        [],
      );
      assert.match(answer.body.error.reference, /^SVC-[0-9a-f]+$/);
      assert.equal(answer.headers["www-authenticate"], "Bearer");
    }
  });
});

describe("the rate limit of a key", () => {
  // Alone on its database: with a second process the budgets are shared through it.
  let s: TestApp;
  let tenant: TestTenant;
  before(async () => {
    s = await startTestApp();
    tenant = await s.tenant();
  });
  after(async () => {
    await s.stop();
  });

  it("gives exactly its number, then 429 with the seconds to wait; other keys of the tenant go on", async () => {
    const key = await s.key(tenant.id, { rateLimitPerMinute: 5 });
    const remaining: unknown[] = [];
    const startedAt = performance.now();
    // Refused requests count as well: whoever sends nonsense does not get more.
    for (const path of ["/api/v1/me", "/api/v1/contacts/nobody", "/api/v1/contacts?limit=0", "/api/me", "/api/v1/me"]) {
      const answer = await ask(s, key, "GET", path);
      assert.notEqual(answer.status, 429);
      assert.equal(answer.headers["ratelimit-limit"], "5");
      remaining.push(answer.headers["ratelimit-remaining"]);
    }
    assert.deepEqual(remaining, ["4", "3", "2", "1", "0"]);
    for (let i = 0; i < 3; i++) {
      const refused = await ask(s, key, "GET", "/api/v1/me");
      assert.deepEqual([refused.status, refused.body.error.code], [429, "rate_limited"]);
      assert.equal(refused.headers["ratelimit-remaining"], "0");
      const wait = Number(refused.headers["retry-after"]);
      const passedSeconds = (performance.now() - startedAt) / 1_000;
      assert.ok(wait >= 11 - passedSeconds && wait <= 12, `one of five a minute comes back after 12 s, not ${wait}`);
      assert.ok(Number(refused.headers["ratelimit-reset"]) > 59 - passedSeconds, String(refused.headers["ratelimit-reset"]));
    }
    assert.equal((await ask(s, tenant.key, "GET", "/api/v1/me")).status, 200);
  });

  it("is exact when all come at once", async () => {
    const key = await s.key(tenant.id, { rateLimitPerMinute: 10 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(s, key, "GET", "/api/v1/me")));
    assert.equal(answers.filter(({ status }) => status === 200).length, 10);
    assert.equal(answers.filter(({ status }) => status === 429).length, 50);
  });

  it("is shown by /me, and a key cannot give more than it has", async () => {
    const key = await s.key(tenant.id, { rateLimitPerMinute: 50 });
    assert.equal((await ask(s, key, "GET", "/api/v1/me")).body.key.rateLimitPerMinute, 50);
    const greedy = await ask(s, key, "POST", "/api/v1/api-keys", { name: "More", scopes: ["contacts:read"], rateLimitPerMinute: 51 });
    assert.deepEqual([greedy.status, greedy.body.error.details[0].field], [400, "rateLimitPerMinute"]);
  });
});

describe("the rate limit over two processes", () => {
  it("is one budget, exact within one percent", async () => {
    const tenant = await t.tenant();
    // Both have to have noticed each other: then they count down together.
    for (let tries = 0; ; tries++) {
      const probe = await t.key(tenant.id, { rateLimitPerMinute: 100 });
      const left = [];
      for (const app of [t, u, t, u]) left.push(Number((await ask(app, probe, "GET", "/api/v1/me")).headers["ratelimit-remaining"]));
      if (left.join() === "99,98,97,96") break;
      assert.ok(tries < 300, `the processes do not share: ${left}`);
      await delay(200);
    }
    const limit = 1_000;
    const key = await t.key(tenant.id, { rateLimitPerMinute: limit });
    const startedAt = performance.now();
    let passed = 0;
    let refused: RawAnswer | undefined;
    let sent = 0;
    const worker = async (app: TestApp) => {
      while (sent < limit * 1.4) {
        sent += 1;
        const answer = await send(app.url, { path: "/api/v1/me", headers: { authorization: `Bearer ${key}` } });
        if (answer.status === 200) passed += 1;
        else refused = answer;
        assert.ok(answer.status === 200 || answer.status === 429, answer.text);
      }
    };
    await Promise.all([...Array(8)].map((_, i) => worker(i % 2 === 0 ? t : u)));
    // What came back while the requests ran is theirs to use.
    const refilled = ((performance.now() - startedAt) / 60_000) * limit;
    assert.ok(passed >= limit * 0.99, `${passed} of ${limit} passed`);
    assert.ok(passed <= limit * 1.01 + refilled, `${passed} of ${limit} passed; ${refilled.toFixed(1)} came back meanwhile`);
    assert.ok(Number(refused?.headers["retry-after"]) >= 1);
    assert.equal(refused?.headers["ratelimit-remaining"], "0");
  });
});

describe("unknown keys", () => {
  it("are limited by address after 20; keys that have worked go on, and so does every other address", async () => {
    const s = await startTestApp();
    after(() => s.stop());
    const tenant = await s.tenant();
    // A second address of this machine, as another client's.
    const from = (localAddress: string, key: string) =>
      new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
        const { hostname, port } = new URL(s.url);
        const outgoing = request(
          { hostname, port, path: "/api/v1/me", localAddress, agent: new Agent(), headers: { authorization: `Bearer ${key}` } },
          (incoming) => {
            let text = "";
            incoming.on("data", (chunk) => {
              text += chunk;
            });
            incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }));
          },
        );
        outgoing.on("error", reject);
        outgoing.end();
      });
    assert.equal((await from("127.0.0.2", tenant.key)).status, 200);

    // A wrong checksum costs no query and is no attempt.
    for (let i = 0; i < 30; i++) assert.equal((await from("127.0.0.2", `svc_live_${unique()}`)).status, 401);
    const statuses: number[] = [];
    for (let i = 0; i < 25; i++) statuses.push((await from("127.0.0.2", mintApiKey("live").key)).status);
    assert.deepEqual(statuses.slice(0, 20), Array(20).fill(401));
    // One of twenty a minute comes back every three seconds.
    assert.ok(statuses.slice(20).filter((status) => status === 429).length >= 3, String(statuses));
    const refused = await from("127.0.0.2", mintApiKey("live").key);
    if (refused.status === 429) {
      assert.equal(JSON.parse(refused.text).error.code, "rate_limited");
      assert.ok(Number(refused.headers["retry-after"]) >= 1);
    }

    assert.equal((await from("127.0.0.2", tenant.key)).status, 200, "a key that has worked, from the same address");
    await delay(1_100);
    assert.equal((await from("127.0.0.2", tenant.key)).status, 200, "also when it has to be looked up again");
    assert.equal((await from("127.0.0.3", await s.key(tenant.id))).status, 200, "a new key from another address");
    assert.equal((await from("127.0.0.3", mintApiKey("live").key)).status, 401, "a wrong key from another address");
  });

  it("that repeat themselves cost one look-up", async () => {
    const s = await startTestApp();
    after(() => s.stop());
    const { key } = mintApiKey("live");
    for (let i = 0; i < 40; i++) assert.equal((await ask(s, key, "GET", "/api/v1/me")).status, 401);
  });
});

describe("a revoked key", () => {
  it("is refused within a second, also by a process that used it a moment ago", async () => {
    const tenant = await t.tenant();
    for (let round = 0; round < 3; round++) {
      const key = await t.key(tenant.id);
      const { body } = await ask(t, key, "GET", "/api/v1/me");
      assert.equal((await ask(u, key, "GET", "/api/v1/me")).status, 200);
      const revoked = await ask(t, tenant.key, "DELETE", `/api/v1/api-keys/${body.key.id}`);
      assert.equal(revoked.status, 200);
      await Promise.all([t, u].map((app) => refusedWithinASecond(async () => (await ask(app, key, "GET", "/api/v1/me")).status)));
    }
  });

  it("is refused within a second even when the notice of it is lost", async () => {
    const tenant = await t.tenant();
    const key = await t.key(tenant.id);
    const { body } = await ask(u, key, "GET", "/api/v1/me");
    // By hand, as nobody is told of it.
    await withClient(t.database.admin, (admin) =>
      admin.query("update api_keys set revoked_at = now() where id = $1", [uuidOf(body.key.id)]),
    );
    await refusedWithinASecond(async () => (await ask(u, key, "GET", "/api/v1/me")).status);
  });
});

const waitingForALock = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

const uuidOf = (wire: string) => (wire.split("_")[1] as string).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

describe("an idempotency key", () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await makeFixture(t);
  });

  /** A write that makes something each time, and how many of those there are by now. */
  const makers: [
    string,
    {
      path: string;
      body: (mark: string) => object;
      bad: object;
      badStatus: number;
      count: (mark: string) => Promise<number>;
      events: [string, (mark: string) => (data: any) => boolean];
    },
  ][] = [
    [
      "POST /contacts",
      {
        path: "/contacts",
        body: (mark) => ({ name: `Contact ${mark}` }),
        bad: { tags: 7 },
        badStatus: 400,
        count: async (mark) => (await fixture.api.get(`/api/v1/contacts?q=${mark}`)).body.data.length,
        events: ["contact.created", (mark) => (data) => data.name === `Contact ${mark}`],
      },
    ],
    [
      "POST /messages",
      {
        path: "/messages",
        body: (mark) => ({
          channelId: fixture.resources.channel,
          to: fixture.customer,
          type: "text",
          text: "Hello",
          clientReference: mark,
        }),
        get bad() {
          return { channelId: fixture.resources.channel, to: "447700900997", type: "text", text: "closed window" };
        },
        badStatus: 422,
        count: async (mark) => (await fixture.api.get(`/api/v1/messages?clientReference=${mark}`)).body.data.length,
        events: ["message.sent", (mark) => (data) => data.message.clientReference === mark],
      },
    ],
  ];

  for (const [name, maker] of makers) {
    describe(`on ${name}`, () => {
      const post = (app: TestApp, body: object, key: string, path = `/api/v1${maker.path}`, apiKey = fixture.tenant.key) =>
        ask(app, apiKey, "POST", path, body, { "idempotency-key": key });

      it("replays the answer, on every process, under both prefixes and for every key of the tenant", async () => {
        const [mark, key] = [unique(), unique()];
        const first = await post(t, maker.body(mark), key);
        assert.equal(first.status, 200, first.text);
        assert.equal(first.headers["idempotency-replayed"], undefined);
        const colleague = await t.key(fixture.tenant.id);
        for (const again of [
          await post(t, maker.body(mark), key),
          await post(u, maker.body(mark), key),
          await post(t, maker.body(mark), key, `/api${maker.path}`),
          await post(u, maker.body(mark), key, undefined, colleague),
          await post(t, maker.body(mark), `"${key}"`),
        ]) {
          assert.equal(again.status, 200, again.text);
          assert.equal(again.text, first.text);
          assert.equal(again.headers["idempotency-replayed"], "true");
          assert.equal(again.headers["content-type"], first.headers["content-type"]);
        }
        assert.equal(await maker.count(mark), 1);
      });

      it("refuses another request: another body, another query, another path", async () => {
        const [mark, key] = [unique(), unique()];
        assert.equal((await post(t, maker.body(mark), key)).status, 200);
        const other = unique();
        for (const answer of [
          await post(u, maker.body(other), key),
          await post(t, { ...maker.body(mark), more: 1 }, key),
          await post(t, maker.body(mark), key, `/api/v1${maker.path}?a=1`),
          await ask(
            t,
            fixture.tenant.key,
            "POST",
            "/api/v1/api-keys",
            { name: "Key", scopes: ["contacts:read"] },
            { "idempotency-key": key },
          ),
          await ask(
            t,
            fixture.tenant.key,
            "PATCH",
            `/api/v1/contacts/${fixture.resources.contact}`,
            { name: "Other" },
            { "idempotency-key": key },
          ),
        ]) {
          assert.deepEqual([answer.status, answer.body.error.code], [409, "idempotency_conflict"], answer.text);
        }
        assert.equal(await maker.count(other), 0);
        assert.equal(await maker.count(mark), 1);
      });

      it("fifty at once over two processes have one effect and one event", async () => {
        const [mark, key] = [unique(), unique()];
        const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => post(i % 2 === 0 ? t : u, maker.body(mark), key)));
        for (const answer of answers) assert.equal(answer.status, 200, answer.text);
        assert.equal(new Set(answers.map(({ text }) => text)).size, 1, "one answer");
        assert.equal(
          answers.filter(({ headers }) => headers["idempotency-replayed"] === undefined).length,
          1,
          "one of them had the effect",
        );
        assert.equal(await maker.count(mark), 1);
        const [type, isMine] = maker.events;
        const events = (await fixture.api.get(`/api/v1/events?limit=100&type=${type}`)).body.data as { data: object }[];
        assert.equal(events.filter(({ data }) => isMine(mark)(data)).length, 1);
      });

      it("two requests at once with one key: one wins, the other is a conflict", async () => {
        const marks = Array.from({ length: 10 }, unique);
        const key = unique();
        const answers = await Promise.all(marks.map((mark, i) => post(i % 2 === 0 ? t : u, maker.body(mark), key)));
        assert.equal(answers.filter(({ status }) => status === 200).length, 1);
        for (const answer of answers.filter(({ status }) => status !== 200))
          assert.equal(answer.body.error.code, "idempotency_conflict", answer.text);
        assert.equal(
          (await Promise.all(marks.map(maker.count))).reduce((a, b) => a + b),
          1,
        );
      });

      it("a refused request does not use it up", async () => {
        const [mark, key] = [unique(), unique()];
        for (const refused of [
          await post(t, maker.bad, key),
          await ask(t, fixture.tenant.key, "POST", `/api/v1${maker.path}`, "{", { "idempotency-key": key }),
          await post(t, {}, key),
        ]) {
          assert.ok([maker.badStatus, 400].includes(refused.status), refused.text);
          assert.equal(refused.headers["idempotency-replayed"], undefined);
        }
        const reader = await t.key(fixture.tenant.id, { scopes: ["webhooks:read"] });
        assert.equal((await post(t, maker.body(mark), key, undefined, reader)).status, 403);
        const done = await post(u, maker.body(mark), key);
        assert.equal(done.status, 200, done.text);
        assert.equal(done.headers["idempotency-replayed"], undefined);
      });

      it("fifty refused at once stay refused, and leave it free", async () => {
        const [mark, key] = [unique(), unique()];
        const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => post(i % 2 === 0 ? t : u, maker.bad, key)));
        for (const answer of answers)
          assert.ok(answer.status === maker.badStatus || answer.body.error.code === "idempotency_in_progress", answer.text);
        assert.ok(answers.some(({ status }) => status === maker.badStatus));
        assert.equal((await post(t, maker.body(mark), key)).status, 200);
      });

      it("of a request still running: a twin waits, then 409 with Retry-After; once it is done, its answer", async () => {
        const [mark, key] = [unique(), unique()];
        await withClient(t.database.app, async (first) => {
          await first.query("begin");
          await first.query(`set local app.tenant_id = '${fixture.tenant.id}'`);
          await first.query("insert into idempotency_keys (tenant_id, key, fingerprint, created_at) values ($1, $2, '\\x00', now())", [
            fixture.tenant.id,
            key,
          ]);
          const at = performance.now();
          const twin = await post(t, maker.body(mark), key);
          assert.deepEqual([twin.status, twin.body.error.code], [409, "idempotency_in_progress"], twin.text);
          assert.ok(Number(twin.headers["retry-after"]) >= 1);
          const waited = performance.now() - at;
          assert.ok(waited > 1_500, `waited ${waited} ms`);
          const waiting = post(t, maker.body(mark), key);
          // It waits two seconds at most: it must have begun to, and no longer than that.
          await withClient(t.database.admin, (admin) =>
            eventually("the twin waits", async () => (await admin.query(waitingForALock)).rows.length > 0),
          );
          await first.query("rollback");
          const next = await waiting;
          assert.equal(next.status, 200, "the first one was given up: this one had the effect");
          assert.equal(next.headers["idempotency-replayed"], undefined);
        });
        assert.equal(await maker.count(mark), 1);
      });

      it("takes 1 to 255 printable characters", async () => {
        const own = maker.path.slice(1, 2);
        for (const key of [own, `${own} b-c_d.e:f/g`, own.repeat(255), `${own}~!@#$%^&*()`]) {
          const mark = unique();
          const answer = await post(t, maker.body(mark), key);
          assert.equal(answer.status, 200, `${key}: ${answer.text}`);
        }
        for (const [key, issue] of [
          ["x".repeat(256), "too_long"],
          ["", "invalid_format"],
          ["\u00e9", "invalid_format"],
          ['""', "invalid_format"],
          ["a\tb", "invalid_format"],
        ] as const) {
          const mark = unique();
          const answer = await post(t, maker.body(mark), key);
          assert.equal(answer.status, 400, `${JSON.stringify(key)}: ${answer.text}`);
          assert.deepEqual(answer.body.error.details, [{ field: "idempotency-key", issue }]);
          assert.equal(await maker.count(mark), 0);
        }
      });
    });
  }

  it("replays a delete, though the resource is gone", async () => {
    const id = await fixture.fresh("contact");
    const key = unique();
    const answers = [];
    for (const app of [t, u, t])
      answers.push(await ask(app, fixture.tenant.key, "DELETE", `/api/v1/contacts/${id}`, undefined, { "idempotency-key": key }));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.deepEqual(
      answers.map(({ headers }) => headers["idempotency-replayed"]),
      [undefined, "true", "true"],
    );
    assert.equal((await ask(t, fixture.tenant.key, "DELETE", `/api/v1/contacts/${id}`)).status, 404);
  });

  it("shows a secret again only to the same request", async () => {
    const key = unique();
    const body = { name: "Once", scopes: ["contacts:read"] };
    const made = await ask(t, fixture.tenant.key, "POST", "/api/v1/api-keys", body, { "idempotency-key": key });
    const again = await ask(u, fixture.tenant.key, "POST", "/api/v1/api-keys", body, { "idempotency-key": key });
    assert.equal(again.status, made.status);
    assert.equal(again.body.id, made.body.id);
    assert.equal((await createApi(t.url, made.body.key).get("/api/v1/contacts")).status, 200);
  });
});
