import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { eventually } from "../eventually.ts";
import { type Fixture, makeFixture } from "../fixtures/fixtures.ts";
import { createApi, type TestApp } from "../harness.ts";
import { t, u, ask, unique } from "./request-stage.ts";

const waitingForALock = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

describe("an idempotency key", () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await makeFixture(t);
  });

  /** Writes that create something each time, and how many exist so far. */
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

      it("replays the response, on every process, under both prefixes and for every key of the tenant", async () => {
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

      it("fifty at once on two processes have one effect and one event", async () => {
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

      it("two requests at once with one key: one succeeds, the other is a conflict", async () => {
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

      it("fifty refused at once stay refused, and leave it unused", async () => {
        const [mark, key] = [unique(), unique()];
        const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => post(i % 2 === 0 ? t : u, maker.bad, key)));
        for (const answer of answers)
          assert.ok(answer.status === maker.badStatus || answer.body.error.code === "idempotency_in_progress", answer.text);
        assert.ok(answers.some(({ status }) => status === maker.badStatus));
        assert.equal((await post(t, maker.body(mark), key)).status, 200);
      });

      it("of a running request: a duplicate waits, then gets 409 with Retry-After; once it is done, its response", async () => {
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
          // It waits at most two seconds: it must have started waiting, but not have given up yet.
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

  it("shows a secret again only to the actor who was shown it", async () => {
    const colleague = await t.key(fixture.tenant.id, { scopes: ["organization:write", "webhooks:write"] });
    for (const [path, body, secret] of [
      ["/api/v1/api-keys", { name: "Wide", scopes: ["organization:write", "contacts:write"] }, "key"],
      ["/api/v1/webhooks", { url: "https://hooks.example/in", events: ["message.received"] }, "secret"],
    ] as const) {
      const key = unique();
      const post = (app: TestApp, apiKey: string) => ask(app, apiKey, "POST", path, body, { "idempotency-key": key });
      const first = await post(t, fixture.tenant.key);
      assert.equal(first.status, 200, first.text);
      assert.ok(first.body[secret].length > 20);
      const other = await post(u, colleague);
      assert.deepEqual([other.status, other.body.error.code], [409, "idempotency_conflict"]);
      const again = await post(u, fixture.tenant.key);
      assert.deepEqual([again.text, again.headers["idempotency-replayed"]], [first.text, "true"]);
    }
  });

  it("replays a person's request to them alone, because others may not see what it shows", async () => {
    const [person, colleague] = [await t.person(fixture.tenant.id), await t.person(fixture.tenant.id)];
    for (const first of ["key", "person"]) {
      const [key, body] = [unique(), { name: `Seen by few ${unique()}` }];
      const byKey = () => ask(u, fixture.tenant.key, "POST", "/api/v1/contacts", body, { "idempotency-key": key });
      const by = ({ api }: typeof person) => api.post("/api/v1/contacts", body, { "idempotency-key": key });
      const made = await (first === "key" ? byKey() : by(person));
      assert.equal(made.status, 200, made.text);
      const again = await (first === "key" ? byKey() : by(person));
      const { headers } = again;
      const replayed = headers instanceof Headers ? headers.get("idempotency-replayed") : headers["idempotency-replayed"];
      assert.deepEqual([again.body, replayed], [made.body, "true"]);
      for (const other of [by(colleague), first === "key" ? by(person) : byKey()])
        assert.deepEqual([(await other).status, (await other).body.error?.code], [409, "idempotency_conflict"]);
    }
  });

  it("replays a delete, although the resource is gone", async () => {
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

  it("shows a secret again only for the same request", async () => {
    const key = unique();
    const body = { name: "Once", scopes: ["contacts:read"] };
    const made = await ask(t, fixture.tenant.key, "POST", "/api/v1/api-keys", body, { "idempotency-key": key });
    const again = await ask(u, fixture.tenant.key, "POST", "/api/v1/api-keys", body, { "idempotency-key": key });
    assert.equal(again.status, made.status);
    assert.equal(again.body.id, made.body.id);
    assert.equal((await createApi(t.url, made.body.key).get("/api/v1/contacts")).status, 200);
  });
});
