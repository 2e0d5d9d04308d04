/** The SDK against the whole app: what only both together can show. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { Client, isApiError, type ParleyEvent, type ClientOptions, StreamResetError } from "@parley/sdk";
import { verify } from "@parley/sdk/webhooks";
import { emit, settled, t } from "../stages/event-stage.ts";
import { startReceiver } from "@parley/simulators/receiver";
import { cookieOf, createApi, startTestApp, type TestTenant, unknownId } from "../harness.ts";

const receiver = await startReceiver();
after(() => receiver.close());

/** The SDK's waits advance the app's clock and end immediately. Timeouts never fire. */
const clock = (waits: number[] = []) => ({
  now: () => t.clock.now().getTime(),
  after(ms: number, run: () => void) {
    if (ms >= 1_000_000) return () => undefined;
    waits.push(ms);
    t.clock.advance(ms);
    const soon = setImmediate(run);
    return () => clearImmediate(soon);
  },
});
const parleyOf = (tenant: TestTenant, options: Partial<ClientOptions> = {}) =>
  new Client({ baseUrl: t.url, apiKey: tenant.key, clock: clock(), timeoutMs: 2_000_000, random: () => 0, ...options });

describe("a write whose response is lost", () => {
  it("happens once: the second attempt gets the first one's response", async () => {
    const tenant = await t.tenant();
    let asked = 0;
    const fetchLosingFirst: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (++asked > 1) return response;
      assert.equal(response.status, 200);
      await response.arrayBuffer();
      throw new TypeError("the line broke");
    };
    const parley = parleyOf(tenant, { fetch: fetchLosingFirst });
    const made = await parley.contacts.create({ name: "Ada" });
    assert.equal(asked, 2);
    assert.deepEqual(
      (await parley.contacts.list()).data.map(({ id }) => id),
      [made.id],
    );
  });

  it("happens once with a form, whose bytes are the same each time", async () => {
    const tenant = await t.tenant();
    let asked = 0;
    const fetchLosingFirst: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (++asked > 1) return response;
      await response.arrayBuffer();
      throw new TypeError("the line broke");
    };
    const form = new FormData();
    form.set("file", new Blob(["name\nAda\n"], { type: "text/csv" }), "people.csv");
    const parley = parleyOf(tenant, { fetch: fetchLosingFirst });
    const made = await parley.contacts.imports.create(form);
    assert.deepEqual([asked, (await parley.contacts.imports.list()).data.map(({ id }) => id)], [2, [made.id]]);
  });

  it("a caller's key is valid across clients; another body under it is reported as an error", async () => {
    const tenant = await t.tenant();
    const [one, two] = [parleyOf(tenant), parleyOf(tenant)];
    const first = await one.contacts.create({ name: "Ada" }, { idempotencyKey: "job-1" });
    assert.equal((await two.contacts.create({ name: "Ada" }, { idempotencyKey: "job-1" })).id, first.id);
    await assert.rejects(two.contacts.create({ name: "Eve" }, { idempotencyKey: "job-1" }), (error) =>
      isApiError(error, "idempotency_conflict"),
    );
  });
});

describe("the API's refusals", () => {
  it("have a code, fields and a reference", async () => {
    const tenant = await t.tenant();
    const parley = parleyOf(tenant);
    await assert.rejects(parley.contacts.get(unknownId("con" as never)), (error) => isApiError(error, "not_found") && error.status === 404);
    const wrong = await parley.contacts.create({ name: "Ada", tags: [5 as never] }).catch((error: unknown) => error);
    assert.ok(isApiError(wrong, "validation_error"));
    assert.deepEqual(
      wrong.details.map(({ field, issue }) => [field, issue]),
      [["tags[0]", "invalid_type"]],
    );
    const weak = parleyOf({ ...tenant, key: await t.key(tenant.id, { scopes: ["contacts:read"] }) });
    const refused = await weak.contacts.create({ name: "Ada" }).catch((error: unknown) => error);
    assert.ok(isApiError(refused, "insufficient_scope") && refused.reference !== null);
    assert.match(t.logged(), new RegExp(refused.reference));
    assert.equal((await fetch(refused.docs)).status, 200, "where it says one reads on is something to read");
  });

  it("an exhausted budget is waited for as long as the server says", async () => {
    const tenant = await t.tenant();
    const waits: number[] = [];
    const parley = parleyOf({ ...tenant, key: await t.key(tenant.id, { rateLimitPerMinute: 3 }) }, { clock: clock(waits) });
    for (let i = 0; i < 3; i++) await parley.me();
    assert.deepEqual(waits, []);
    // The limiter uses a clock that no test advances: it keeps refusing, and says each time how long to wait.
    const error = await parley.me().catch((each: unknown) => each);
    assert.ok(isApiError(error, "rate_limited") && error.attempts === 4);
    const retryAfterMs = error.retryAfterMs ?? 0;
    assert.ok(retryAfterMs >= 10_000 && waits.length === 3 && waits.every((ms) => ms >= retryAfterMs), `${retryAfterMs}: ${waits}`);
  });
});

describe("a list", () => {
  it("continues across the server's pages, with its filters", async () => {
    const tenant = await t.tenant();
    const parley = parleyOf(tenant);
    for (let n = 0; n < 7; n++) await parley.contacts.create({ name: `Person ${n}`, tags: [n % 2 === 0 ? "even" : "odd"] });
    const names: (string | null)[] = [];
    for await (const { name } of parley.contacts.list({ limit: 2 })) names.push(name);
    assert.deepEqual(
      [...names].sort(),
      [0, 1, 2, 3, 4, 5, 6].map((n) => `Person ${n}`),
    );
    const sizes: number[] = [];
    for await (const { data } of parley.contacts.list({ limit: 3 }).pages()) sizes.push(data.length);
    assert.deepEqual(sizes, [3, 3, 1]);
  });
});

describe("live events", () => {
  /** Connections that a test can cut. */
  function createSeverableFetch() {
    let line = new AbortController();
    const through: typeof fetch = (input, init) =>
      fetch(input, { ...init, signal: AbortSignal.any([line.signal, init?.signal as AbortSignal]) });
    return {
      fetch: through,
      cut() {
        const broken = line;
        line = new AbortController();
        broken.abort(new TypeError("the line broke"));
      },
    };
  }

  it("arrive once each and in order, including those from while the connection was broken", async () => {
    const tenant = await t.tenant();
    const lines = createSeverableFetch();
    const parley = parleyOf(tenant, { fetch: lines.fetch });
    const sent: string[] = [];
    const errors: (string | undefined)[] = [];
    const isReady = Promise.withResolvers<void>();
    const stream = parley.events.stream(
      { type: ["contact.created", "webhook.test"] },
      {
        idleTimeoutMs: 2_000_000,
        onReady: isReady.resolve,
        onReconnect: ({ error }) => errors.push(error?.name),
      },
    );
    const seen: ParleyEvent[] = [];
    const reading = (async () => {
      for await (const event of stream) {
        seen.push(event);
        if (seen.length === 2) {
          // While nobody is listening.
          lines.cut();
          sent.push(await emit(tenant, "contact.created"), await emit(tenant, "webhook.test"));
        }
        if (seen.length === 4) break;
      }
    })();
    await isReady.promise;
    sent.push(await emit(tenant, "contact.created"));
    await emit(tenant, "message.status");
    sent.push(await emit(tenant, "webhook.test"));
    await reading;
    assert.deepEqual(
      seen.map(({ id }) => id),
      sent,
    );
    assert.deepEqual(errors, ["ConnectionError"]);
    assert.equal(stream.lastEventId, sent.at(-1));

    // A later run of the program.
    const missed = await emit(tenant, "webhook.test");
    await settled(tenant);
    for await (const event of parley.events.stream({ after: stream.lastEventId as string }, { idleTimeoutMs: 2_000_000 })) {
      assert.equal(event.id, missed);
      break;
    }
  });

  it("an expired position is reported", async () => {
    const parley = parleyOf(await t.tenant());
    const stream = parley.events.stream({ after: unknownId("evt") }, { idleTimeoutMs: 2_000_000 });
    await assert.rejects(async () => {
      for await (const _ of stream) assert.fail("there is none");
    }, StreamResetError);
  });

  it("end when the key is revoked", async () => {
    const tenant = await t.tenant();
    const parley = parleyOf(tenant);
    const key = await parley.apiKeys.create({ name: "Live", scopes: ["webhooks:read"] });
    const stream = parleyOf({ ...tenant, key: key.key }).events.stream(
      {},
      { idleTimeoutMs: 2_000_000, onReady: () => void parley.apiKeys.delete(key.id).catch(assert.fail) },
    );
    await assert.rejects(
      async () => {
        for await (const _ of stream) assert.fail("there is none");
      },
      (error) => isApiError(error, "unauthorized"),
    );
  });
});

describe("webhook deliveries", () => {
  for (const signatureScheme of ["hmac-sha256", "ed25519"] as const) {
    it(`verify only if unmodified: ${signatureScheme}`, async () => {
      const tenant = await t.tenant();
      const parley = parleyOf(tenant);
      const path = `/${signatureScheme}`;
      const hook = await parley.webhooks.create({ url: `${receiver.url}${path}`, events: ["*"], signatureScheme });
      const deliveries = async () => {
        await parley.webhooks.test(hook.id);
        await t.drain();
        return receiver.deliveries.filter((delivery) => delivery.path === path);
      };
      const [first] = await deliveries();
      assert.ok(first !== undefined);
      const secret = signatureScheme === "ed25519" ? (hook.publicKey as string) : hook.secret;
      const now = t.clock.now().getTime();
      const given = { body: new Uint8Array(first.rawBody), headers: first.headers, secret, now };
      assert.deepEqual(await verify(given), first.json());
      assert.deepEqual(await verify({ ...given, secret: hook.secret, scheme: "service" }), first.json());
      await assert.rejects(verify({ ...given, body: `${first.rawBody} ` }), /does not match/);
      await assert.rejects(verify({ ...given, now: now + 600_000 }), /too old/);

      // For a day both are valid: receivers may have the old or the new one.
      const rotated = await parley.webhooks.rotateSecret(hook.id);
      const next = (await deliveries()).at(-1);
      assert.ok(next !== undefined && next !== first);
      const renewed = signatureScheme === "ed25519" ? (rotated.publicKey as string) : rotated.secret;
      assert.notEqual(renewed, secret);
      for (const each of [secret, renewed, [renewed, secret]])
        assert.deepEqual(
          await verify({ body: new Uint8Array(next.rawBody), headers: next.headers, secret: each, now: t.clock.now().getTime() }),
          next.json(),
        );
      await assert.rejects(verify({ ...given, secret: renewed }), /does not match/);
    });
  }
});

describe("without a key", () => {
  it("the client uses a session, as in a browser", async () => {
    const tenant = await t.tenant();
    const person = await t.person(tenant.id, { name: "Ada" });
    const signedIn = await createApi(t.url, null).post("/api/v1/auth/sign-in", { email: person.email, password: person.password });
    const headers = { cookie: cookieOf(signedIn) as string, origin: t.url };
    const parley = new Client({ baseUrl: t.url, headers });
    assert.equal((await parley.me()).user?.name, "Ada");
    assert.ok((await parley.auth.sessions.list().take(5)).length >= 2);
    await parley.agents.setOwnAvailability({ availability: "away" } as never);
    await parley.auth.signOut();
    await assert.rejects(parley.me(), (error) => isApiError(error, "unauthorized"));
    await assert.rejects(
      new Client({ baseUrl: t.url, maxRetries: 0 }).auth.signIn({ email: person.email, password: "wrong password" }),
      (error) => isApiError(error, "unauthorized"),
    );
  });

  it("a stopped server is waited for", async () => {
    const tenant = await t.tenant();
    let secondApp = await startTestApp({ sharing: t });
    const port = new URL(secondApp.url).port;
    const waits: number[] = [];
    const parley = new Client({
      baseUrl: secondApp.url,
      apiKey: tenant.key,
      maxRetries: 100,
      random: () => 0,
      clock: {
        now: () => t.clock.now().getTime(),
        after(ms, run) {
          if (ms >= 60_000) return () => undefined;
          waits.push(ms);
          // It comes back during the wait.
          if (waits.length === 2) {
            const back = startTestApp({ sharing: t, env: { PORT: port } }).then((app) => {
              secondApp = app;
              run();
            });
            back.catch((error: unknown) => console.error(error));
            return () => undefined;
          }
          const soon = setImmediate(run);
          return () => clearImmediate(soon);
        },
      },
    });
    await parley.me();
    await secondApp.stop();
    await parley.contacts.create({ name: "Ada" });
    assert.deepEqual([waits, (await parley.contacts.list()).data.length], [[250, 500], 1]);
    await secondApp.stop();
  });
});
