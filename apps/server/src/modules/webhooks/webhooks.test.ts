import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import { type Receiver, startReceiver } from "@parley/simulators/receiver";
import { appendEvents } from "#platform/events/log.ts";
import { WEBHOOK_DELAYS_MS } from "#platform/retry/schedule.ts";
import { completeDeliveries } from "./sending.queries.ts";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../test/harness.ts";

const day = 24 * 3_600_000;

describe("webhooks", () => {
  let t: TestApp;
  let receiver: Receiver;
  before(async () => {
    t = await startTestApp();
    receiver = await startReceiver();
  });
  after(async () => {
    await receiver.close();
    await t.stop();
  });

  /** An endpoint on a path of its own, so that tests do not see each other's deliveries. */
  let paths = 0;
  async function endpoint(tenant: TestTenant, input: object = {}) {
    const path = `/hook${++paths}`;
    const made = await tenant.api.post("/api/v1/webhooks", { url: `${receiver.url}${path}`, events: ["*"], ...input });
    assert.equal(made.status, 200, made.text);
    return {
      path,
      id: made.body.id as string,
      secret: made.body.secret as string,
      at: `/api/v1/webhooks/${made.body.id}`,
      received: () => receiver.deliveries.filter((d) => d.path === path),
    };
  }

  async function emit(
    tenant: TestTenant,
    type = "contact.created",
    data: Record<string, unknown> = { n: 1 },
    channelId: string | null = null,
  ): Promise<string> {
    const id = t.app.ids.uuid();
    await t.app.database.withTenant(tenant.id, (tx) => appendEvents(tx, t.clock.now(), [{ id, type, data, channelId }]));
    return `evt_${id.replaceAll("-", "")}`;
  }

  const deliveries = async (tenant: TestTenant, at: string, query = "") => (await tenant.api.get(`${at}/deliveries${query}`)).body.data;

  describe("the resource", () => {
    it("shows its secret at creation only", async () => {
      const tenant = await t.tenant();
      const made = await tenant.api.post("/api/v1/webhooks", {
        url: `${receiver.url}/x#part`,
        events: ["message.received", "message.status"],
        description: "CRM",
      });
      assert.equal(made.status, 200, made.text);
      assert.match(made.body.id, /^whk_[0-9a-f]{32}$/);
      assert.match(made.body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
      assert.equal(made.body.status, "active");
      assert.equal(made.body.url, `${receiver.url}/x`);
      const read = await tenant.api.get(`/api/v1/webhooks/${made.body.id}`);
      const list = await tenant.api.get("/api/v1/webhooks");
      const { secret, ...shown } = made.body;
      assert.deepEqual(read.body, shown);
      assert.deepEqual(list.body.data, [shown]);
      for (const text of [read.text, list.text, t.logged()]) assert.ok(!text.includes(secret));
    });

    it("keeps its secret sealed in the database", async () => {
      const tenant = await t.tenant();
      const hook = await endpoint(tenant);
      const [row] = await t.app.database.worker<{ secret: Buffer }>({
        text: "select secret from webhook_endpoints where id = $1",
        values: [hook.id.replace("whk_", "")],
      });
      assert.ok(
        row !== undefined &&
          !row.secret.includes(hook.secret.slice(6)) &&
          !row.secret.includes(Buffer.from(hook.secret.slice(6), "base64")),
      );
    });

    it("can be changed, paused, re-activated and removed", async () => {
      const tenant = await t.tenant();
      const hook = await endpoint(tenant);
      const paused = await tenant.api.patch(hook.at, { status: "paused", events: ["ticket.updated"], description: "later", unknown: 1 });
      assert.equal(paused.status, 200, paused.text);
      assert.deepEqual([paused.body.status, paused.body.events, paused.body.description], ["paused", ["ticket.updated"], "later"]);
      assert.equal((await tenant.api.patch(hook.at, { status: "active", description: null })).body.description, null);
      assert.deepEqual((await tenant.api.delete(hook.at)).body, { id: hook.id, deleted: true });
      assert.equal((await tenant.api.get(hook.at)).status, 404);
      assert.equal((await tenant.api.delete(hook.at)).status, 404);
      assert.deepEqual((await tenant.api.get("/api/v1/webhooks")).body.data, []);
      await t.drain();
      const rows = await t.app.database.worker({
        text: "select 1 from webhook_endpoints where id = $1",
        values: [hook.id.replace("whk_", "")],
      });
      assert.equal(rows.length, 0, "the worker has cleared it away");
    });

    it("pages through its list to the end", async () => {
      const tenant = await t.tenant();
      for (let i = 0; i < 5; i++) await endpoint(tenant);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: any = await tenant.api.get(`/api/v1/webhooks?limit=2${cursor === null ? "" : `&cursor=${cursor}`}`);
        assert.equal(page.status, 200, page.text);
        seen.push(...page.body.data.map((w: { id: string }) => w.id));
        cursor = page.body.pageInfo.nextCursor;
      } while (cursor !== null);
      assert.equal(new Set(seen).size, 5);
      assert.equal((await tenant.api.get("/api/v1/webhooks?cursor=nonsense")).body.error.code, "invalid_cursor");
    });

    it("malformed, absent and another tenant's ids answer alike", async () => {
      const [tenant, other] = [await t.tenant(), await t.tenant()];
      const hook = await endpoint(other);
      await emit(other);
      await t.drain();
      const [delivery] = await deliveries(other, hook.at);
      const mine = await endpoint(tenant);
      const bodies = new Set<string>();
      for (const id of ["whk_zzz", "x", unknownId("whk"), hook.id]) {
        for (const [method, path, body] of [
          ["GET", "", undefined],
          ["PATCH", "", { url: 7 }],
          ["DELETE", "", undefined],
          ["POST", "/rotate-secret", undefined],
          ["POST", "/test", undefined],
          ["GET", "/deliveries", undefined],
          ["GET", `/deliveries/${delivery.id}`, undefined],
          ["POST", `/deliveries/${delivery.id}/retry`, undefined],
          ["POST", "/replay", {}],
        ] as const) {
          const answer = await tenant.api.request(
            method,
            `/api/v1/webhooks/${id}${path}`,
            body === undefined ? {} : { body: JSON.stringify(body) },
          );
          assert.equal(answer.status, 404, `${method} ${id}${path}: ${answer.text}`);
          bodies.add(answer.text);
        }
      }
      assert.equal((await tenant.api.get(`${mine.at}/deliveries/${delivery.id}`)).status, 404, "another endpoint's delivery");
      assert.equal(bodies.size, 1);
      assert.equal((await other.api.get(hook.at)).body.status, "active");
    });

    it("refuses what it cannot deliver to, before any call is made", async () => {
      const tenant = await t.tenant();
      for (const [input, field, issue] of [
        [{ url: "https://10.0.0.8/hook" }, "url", "private_address"],
        [{ url: "https://169.254.169.254/latest" }, "url", "private_address"],
        [{ url: "https://[::ffff:10.0.0.1]/" }, "url", "private_address"],
        [{ url: "https://2130706434/" }, "url", "private_address"],
        [{ url: "https://localhost/" }, "url", "private_address"],
        [{ url: "http://example.com/" }, "url", "not_allowed"],
        [{ url: "https://u:p@example.com/" }, "url", "not_allowed"],
        [{ url: "ftp://example.com/" }, "url", "invalid_format"],
        [{ events: ["message.received", "message.eaten"] }, "events[1]", "unknown_value"],
        [{ events: [] }, "events", "too_short"],
        [{ channelIds: [unknownId("chn")] }, "channelIds[0]", "unknown"],
        [{ url: undefined }, "url", "required"],
      ] as const) {
        const answer = await tenant.api.post("/api/v1/webhooks", { url: "https://example.com/hook", events: ["*"], ...input });
        assert.equal(answer.status, 400, `${JSON.stringify(input)}: ${answer.text}`);
        assert.equal(answer.body.error.code, "validation_error");
        assert.deepEqual(answer.body.error.details, [{ field, issue }], JSON.stringify(input));
      }
    });

    it("needs its scopes", async () => {
      const tenant = await t.tenant();
      const reader = t.api(await t.key(tenant.id, { scopes: ["webhooks:read"] }));
      const writer = t.api(await t.key(tenant.id, { scopes: ["webhooks:write"] }));
      assert.equal((await reader.get("/api/v1/webhooks")).status, 200);
      assert.equal((await reader.post("/api/v1/webhooks", { url: "https://example.com", events: ["*"] })).status, 403);
      assert.equal((await writer.get("/api/v1/webhooks")).status, 403);
    });

    it("makes one webhook for one idempotency key", async () => {
      const tenant = await t.tenant();
      const body = { url: `${receiver.url}/once`, events: ["*"] };
      const first = await tenant.api.post("/api/v1/webhooks", body, { "idempotency-key": "k1" });
      const again = await tenant.api.post("/api/v1/webhooks", body, { "idempotency-key": "k1" });
      assert.equal(again.body.id, first.body.id);
      assert.equal(again.headers.get("idempotency-replayed"), "true");
      assert.equal(again.body.secret, first.body.secret);
      assert.equal((await tenant.api.get("/api/v1/webhooks")).body.data.length, 1);
      const [stored] = await ownerRows<{ body: string }>("select body from idempotency_keys where tenant_id = $1", [tenant.id]);
      assert.ok(stored !== undefined && !stored.body.includes(first.body.secret), "the stored answer is sealed");
    });

    it("leaves an audit entry for every change", async () => {
      const tenant = await t.tenant();
      const hook = await endpoint(tenant);
      await tenant.api.patch(hook.at, { status: "paused" });
      await tenant.api.post(`${hook.at}/rotate-secret`);
      await tenant.api.delete(hook.at);
      const actions = await ownerRows<{ action: string }>(
        "select action from audit_entries where tenant_id = $1 and action like 'webhook.%' order by id",
        [tenant.id],
      );
      assert.deepEqual(
        actions.map((r) => r.action),
        ["webhook.created", "webhook.updated", "webhook.secret_rotated", "webhook.deleted"],
      );
    });
  });

  /** What neither of the app's roles may read. */
  async function ownerRows<T extends object>(text: string, values: unknown[]): Promise<T[]> {
    const client = new pg.Client(t.database.admin);
    await client.connect();
    try {
      return (await client.query(text, values)).rows as T[];
    } finally {
      await client.end();
    }
  }

  describe("a delivery", () => {
    it("is signed in both ways over the very bytes, and tells what it is", async () => {
      const tenant = await t.tenant();
      const hook = await endpoint(tenant);
      receiver.setSecret(hook.secret);
      const id = await emit(tenant, "contact.created", { name: "Zoë ✓", n: 1.5 });
      await t.drain();
      receiver.setSecret(undefined);
      const [got, ...more] = hook.received();
      assert.ok(got !== undefined && more.length === 0);
      assert.equal(got.serviceSignature, "good");
      assert.equal(got.standardSignature, "good");
      assert.equal(got.headers["webhook-id"], id);
      assert.equal(got.headers["content-type"], "application/json");
      assert.equal(got.headers["user-agent"], "Parley-Webhooks/1.0");
      assert.equal(got.headers["x-service-attempt"], "1");
      assert.match(got.headers["x-service-signature"] as string, /^sha256=[0-9a-f]{64}$/);
      assert.deepEqual(got.json(), {
        id,
        type: "contact.created",
        createdAt: t.clock.now().toISOString(),
        data: { name: "Zoë ✓", n: 1.5 },
      });
      const [delivery] = await deliveries(tenant, hook.at);
      assert.equal(delivery.state, "delivered");
      const detail = await tenant.api.get(`${hook.at}/deliveries/${delivery.id}`);
      assert.equal(detail.status, 200, detail.text);
      assert.equal(detail.body.event.id, id);
      assert.equal(detail.body.attempts.length, 1);
      assert.deepEqual(
        [detail.body.attempts[0].attempt, detail.body.attempts[0].status, detail.body.attempts[0].address],
        [1, 200, "127.0.0.1"],
      );
    });

    it("goes to the endpoints that chose the type and the channel, of its own tenant only", async () => {
      const [tenant, other] = [await t.tenant(), await t.tenant()];
      const channel = await t.channel(tenant);
      await t.drain();
      const all = await endpoint(tenant);
      const typed = await endpoint(tenant, { events: ["message.received"] });
      const narrowed = await endpoint(tenant, { channelIds: [channel.id] });
      const foreign = await endpoint(other);
      const channelUuid = channel.id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
      await emit(tenant, "contact.created");
      await emit(tenant, "message.received", {}, channelUuid);
      await t.drain();
      assert.deepEqual(
        [all, typed, narrowed, foreign].map((h) => h.received().length),
        [2, 1, 1, 0],
      );
    });

    it("is not made for events that happened before the endpoint", async () => {
      const tenant = await t.tenant();
      await emit(tenant);
      const hook = await endpoint(tenant);
      await t.drain();
      const later = await emit(tenant);
      await t.drain();
      assert.deepEqual(
        hook.received().map((d) => d.webhookId),
        [later],
      );
    });

    it("is repeated on the schedule with the same id and bytes until it succeeds", async () => {
      const tenant = await t.tenant();
      const hook = await endpoint(tenant);
      receiver.answerFor(hook.path, { kind: "status", status: 500, body: "oh no" });
      const id = await emit(tenant);
      await t.drain();
      for (let attempt = 1; attempt <= 4; attempt++) {
        assert.equal(hook.received().length, attempt);
        const [delivery] = await deliveries(tenant, hook.at);
        assert.deepEqual([delivery.state, delivery.attemptCount, delivery.lastStatus], ["pending", attempt, 500]);
        const waitMs = Date.parse(delivery.nextAttemptAt) - t.clock.now().getTime();
        const base = WEBHOOK_DELAYS_MS[attempt] as number;
        assert.ok(waitMs >= base * 0.8 && waitMs <= base * 1.2, `attempt ${attempt + 1} in ${waitMs} ms`);
        t.clock.advance(waitMs - 1);
        await t.drain();
        assert.equal(hook.received().length, attempt, "not before its time");
        if (attempt === 4) receiver.answerFor(hook.path, { kind: "status", status: 204 });
        t.clock.advance(1);
        await t.drain();
      }
      const [delivery] = await deliveries(tenant, hook.at);
      assert.equal(delivery.state, "delivered");
      assert.deepEqual(
        hook.received().map((d) => d.headers["x-service-attempt"]),
        ["1", "2", "3", "4", "5"],
      );
      assert.equal(new Set(hook.received().map((d) => d.rawBody.toString())).size, 1);
      assert.equal(new Set(hook.received().map((d) => d.webhookId)).size, 1);
      assert.equal(hook.received()[0]?.webhookId, id);
      const detail = await tenant.api.get(`${hook.at}/deliveries/${delivery.id}`);
      assert.deepEqual(
        detail.body.attempts.map((a: any) => [a.attempt, a.status, a.errorKind]),
        [
          [1, 500, "status"],
          [2, 500, "status"],
          [3, 500, "status"],
          [4, 500, "status"],
          [5, 204, null],
        ],
      );
      assert.equal(detail.body.attempts[0].responseBody, "oh no");
    });

    it("is given up after eleven attempts over three days, and can be retried by hand", async () => {
      const tenant = await t.tenant();
      const hook = await endpoint(tenant);
      receiver.answerFor(hook.path, { kind: "status", status: 500 });
      await emit(tenant);
      await t.drain();
      const startedAt = t.clock.now().getTime();
      for (let attempt = 1; attempt < 11; attempt++) {
        const [delivery] = await deliveries(tenant, hook.at);
        t.clock.set(new Date(delivery.nextAttemptAt));
        await t.drain();
      }
      const [delivery] = await deliveries(tenant, hook.at);
      assert.deepEqual([delivery.state, delivery.attemptCount, delivery.nextAttemptAt], ["failed", 11, null]);
      assert.equal(hook.received().length, 11);
      const spanMs = t.clock.now().getTime() - startedAt;
      assert.ok(spanMs > 0.8 * 272_165_000 && spanMs < 1.2 * 272_165_000, `${spanMs} ms`);
      assert.equal((await deliveries(tenant, hook.at, "?state=failed")).length, 1);
      assert.equal((await deliveries(tenant, hook.at, "?state=delivered")).length, 0);

      receiver.answerFor(hook.path, { kind: "status", status: 200 });
      const retried = await tenant.api.post(`${hook.at}/deliveries/${delivery.id}/retry`);
      assert.equal(retried.status, 200, retried.text);
      assert.equal(retried.body.state, "pending");
      await t.drain();
      assert.equal((await deliveries(tenant, hook.at))[0].state, "delivered");
    });

    it("waits as long as Retry-After asks, within twice the plan", async () => {
      const tenant = await t.tenant();
      const hook = await endpoint(tenant);
      receiver.answerFor(hook.path, { kind: "status", status: 500, retryAfter: "9" });
      await emit(tenant);
      await t.drain();
      const [delivery] = await deliveries(tenant, hook.at);
      const waitMs = Date.parse(delivery.nextAttemptAt) - t.clock.now().getTime();
      assert.ok(waitMs >= 9_000 && waitMs <= 10_000, `${waitMs} ms`);
    });

    it("never follows a redirect", async () => {
      const tenant = await t.tenant();
      const hook = await endpoint(tenant);
      receiver.answerFor(hook.path, { kind: "redirect", location: `${receiver.url}/elsewhere` });
      await emit(tenant);
      await t.drain();
      assert.equal(receiver.deliveries.filter((d) => d.path === "/elsewhere").length, 0);
      const [delivery] = await deliveries(tenant, hook.at);
      assert.equal(delivery.state, "pending");
      assert.match(delivery.lastError, /redirects are not followed/);
    });

    it("a cut connection and an answer cut in the middle are failures; of a huge answer only its beginning is kept", async () => {
      const tenant = await t.tenant();
      for (const [answer, state] of [
        [{ kind: "cut" }, "pending"],
        [{ kind: "cut_mid_response" }, "pending"],
        [{ kind: "huge", sizeBytes: 5_000_000 }, "delivered"],
      ] as const) {
        const hook = await endpoint(tenant);
        receiver.answerFor(hook.path, answer);
        await emit(tenant);
        await t.drain();
        const [delivery] = await deliveries(tenant, hook.at);
        assert.equal(delivery.state, state, answer.kind);
        const detail = await tenant.api.get(`${hook.at}/deliveries/${delivery.id}`);
        assert.ok((detail.body.attempts[0].responseBody?.length ?? 0) <= 4_096);
        await tenant.api.delete(hook.at);
      }
    });

    it("410 disables the endpoint at once; what happens meanwhile is kept and can be replayed", async () => {
      const tenant = await t.tenant();
      const hook = await endpoint(tenant);
      receiver.answerFor(hook.path, { kind: "status", status: 410 });
      await emit(tenant);
      await t.drain();
      const disabled = (await tenant.api.get(hook.at)).body;
      assert.equal(disabled.status, "disabled");
      assert.match(disabled.disabledReason, /410/);
      const meanwhile = await emit(tenant);
      await t.drain();
      assert.equal(hook.received().length, 1);
      assert.equal((await deliveries(tenant, hook.at))[0].state, "skipped");
      assert.equal((await tenant.api.post(`${hook.at}/replay`, { since: "2026-01-01T00:00:00.000Z" })).status, 409);

      receiver.answerFor(hook.path, { kind: "status", status: 200 });
      const active = await tenant.api.patch(hook.at, { status: "active" });
      assert.deepEqual([active.body.status, active.body.disabledReason, active.body.failureCount], ["active", null, 0]);
      t.clock.advance(1_000);
      const replay = await tenant.api.post(`${hook.at}/replay`, { since: new Date(t.clock.now().getTime() - 60_000).toISOString() });
      assert.equal(replay.status, 200, replay.text);
      await t.drain();
      assert.deepEqual((await tenant.api.get(`${hook.at}/replays/${replay.body.id}`)).body.state, "done");
      assert.equal(hook.received().filter((d) => d.webhookId === meanwhile).length, 1);
    });

    it("is refused at the dial when the address is not allowed there", async () => {
      const tenant = await t.tenant();
      const hook = await endpoint(tenant);
      const strict = await startTestApp({ beside: t, env: { OUTBOUND_ALLOW: "" } });
      try {
        await emit(tenant);
        await strict.drain();
        assert.equal(hook.received().length, 0);
        const [delivery] = await deliveries(tenant, hook.at);
        assert.equal(delivery.state, "pending");
        const detail = await tenant.api.get(`${hook.at}/deliveries/${delivery.id}`);
        assert.equal(detail.body.attempts[0].errorKind, "blocked");
      } finally {
        await strict.stop();
      }
    });

    it("of a test goes to that endpoint alone, also while it is paused", async () => {
      const tenant = await t.tenant();
      const [hook, bystander] = [await endpoint(tenant), await endpoint(tenant)];
      await tenant.api.patch(hook.at, { status: "paused" });
      const tested = await tenant.api.post(`${hook.at}/test`);
      assert.equal(tested.status, 200, tested.text);
      assert.deepEqual([tested.body.state, tested.body.eventType], ["pending", "webhook.test"]);
      await t.drain();
      assert.equal(hook.received().length, 1);
      assert.equal(
        hook.received()[0]?.headers["webhook-id"],
        (await tenant.api.get(`${hook.at}/deliveries/${tested.body.id}`)).body.eventId,
      );
      assert.equal(bystander.received().length, 0);
      assert.equal((await tenant.api.get(`${hook.at}/deliveries/${tested.body.id}`)).body.state, "delivered");
    });
  });

  it("after a rotation the trio carries both secrets for a day, the specification's header the new one", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant);
    await emit(tenant);
    await t.drain();
    const rotated = await tenant.api.post(`${hook.at}/rotate-secret`);
    assert.equal(rotated.status, 200, rotated.text);
    assert.notEqual(rotated.body.secret, hook.secret);
    assert.ok(!(await tenant.api.get(hook.at)).text.includes(rotated.body.secret));
    const verdicts = async (secret: string) => {
      receiver.setSecret(secret);
      const before = hook.received().length;
      await emit(tenant);
      await t.drain();
      receiver.setSecret(undefined);
      const got = hook.received()[before];
      return [got?.serviceSignature, got?.standardSignature];
    };
    assert.deepEqual(await verdicts(rotated.body.secret), ["good", "good"]);
    assert.deepEqual(await verdicts(hook.secret), ["bad", "good"]);
    t.clock.advance(day + 1_000);
    assert.deepEqual(await verdicts(hook.secret), ["bad", "bad"]);
    assert.deepEqual(await verdicts(rotated.body.secret), ["good", "good"]);
  });

  it("while paused events are kept as skipped; a replay delivers them with their old ids, once", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant, { events: ["contact.created"] });
    const before = await emit(tenant);
    await t.drain();
    t.clock.advance(10_000);
    const since = t.clock.now().toISOString();
    await tenant.api.patch(hook.at, { status: "paused" });
    const missed = [await emit(tenant), await emit(tenant), await emit(tenant)];
    await emit(tenant, "contact.updated");
    await t.drain();
    assert.equal(hook.received().length, 1);
    assert.equal((await deliveries(tenant, hook.at, "?state=skipped")).length, 3);
    await tenant.api.patch(hook.at, { status: "active" });
    t.clock.advance(1_000);
    const replay = await tenant.api.post(`${hook.at}/replay`, { since });
    await t.drain();
    assert.deepEqual(
      hook
        .received()
        .map((d) => d.webhookId)
        .toSorted(),
      [before, ...missed].toSorted(),
    );
    assert.deepEqual((await tenant.api.get(`${hook.at}/replays/${replay.body.id}`)).body.deliveries, 3);
    for (const [input, field] of [
      [{}, "since"],
      [{ since: "yesterday" }, "since"],
      [{ since: "2099-01-01T00:00:00.000Z" }, "since"],
      [{ since, until: "2020-01-01T00:00:00.000Z" }, "until"],
    ] as const) {
      const refused = await tenant.api.post(`${hook.at}/replay`, input);
      assert.equal(refused.status, 400, refused.text);
      assert.equal(refused.body.error.details[0].field, field);
    }
  });

  it("an endpoint that fails for five days is disabled; a success in between clears the count", async () => {
    const tenant = await t.tenant();
    const [dead, shaky] = [await endpoint(tenant), await endpoint(tenant)];
    receiver.answerFor(dead.path, { kind: "status", status: 500 });
    receiver.answerFor(shaky.path, { kind: "status", status: 500 });
    for (let hours = 0; hours <= 130; hours += 5) {
      await emit(tenant);
      await t.drain();
      if (hours === 60) receiver.answerFor(shaky.path, { kind: "status", status: 200 });
      if (hours === 65) receiver.answerFor(shaky.path, { kind: "status", status: 500 });
      if (hours < 120) assert.equal((await tenant.api.get(dead.at)).body.status, "active", `after ${hours} h`);
      t.clock.advance(5 * 3_600_000);
    }
    const [d, s] = [(await tenant.api.get(dead.at)).body, (await tenant.api.get(shaky.at)).body];
    assert.equal(d.status, "disabled");
    assert.match(d.disabledReason, /No delivery has succeeded since/);
    assert.equal(s.status, "active");
    assert.ok(Date.parse(s.failingSince) > Date.parse(d.failingSince));
    const audited = await ownerRows("select 1 from audit_entries where tenant_id = $1 and action = 'webhook.disabled'", [tenant.id]);
    assert.equal(audited.length, 1);
  });

  it("what a dead process had claimed is delivered by another when the lease is over", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant);
    await emit(tenant);
    await tenant.api.post(`${hook.at}/test`);
    // A process that claims and dies.
    const rows = await t.app.database.worker({
      text: "update webhook_deliveries set state = 'leased', attempts = 1, lease_until = $2 where tenant_id = $1 returning 1",
      values: [tenant.id, new Date(t.clock.now().getTime() + 60_000)],
    });
    assert.equal(rows.length, 1);
    await t.drain();
    const before = hook.received().length;
    t.clock.advance(61_000);
    await t.drain();
    assert.equal(hook.received().length, before + 1);
    assert.equal(hook.received().at(-1)?.headers["x-service-attempt"], "2");
    assert.ok((await deliveries(tenant, hook.at)).every((d: any) => d.state === "delivered"));
  });

  it("two processes make one delivery per endpoint and event, whatever order the transactions commit in", async () => {
    const tenants = [await t.tenant(), await t.tenant()];
    const hooks = [
      await endpoint(tenants[0] as TestTenant),
      await endpoint(tenants[0] as TestTenant),
      await endpoint(tenants[1] as TestTenant),
    ];
    const others = [await startTestApp({ beside: t, live: true }), await startTestApp({ beside: t, live: true })];
    try {
      const ids: string[] = [];
      await Promise.all(
        Array.from({ length: 12 }, async (_, w) => {
          for (let i = 0; i < 15; i++) {
            const tenant = tenants[w % 2] as TestTenant;
            const id = t.app.ids.uuid();
            await t.app.database.withTenant(tenant.id, async (tx) => {
              await appendEvents(tx, t.clock.now(), [{ id, type: "contact.created", data: { w, i } }]);
              await new Promise((resolve) => {
                setTimeout(resolve, Math.random() * 12);
              });
            });
            if (w % 2 === 0) ids.push(`evt_${id.replaceAll("-", "")}`);
            others[i % 2]?.app.wake.hint("events");
          }
        }),
      );
      await receiver.waitFor(() => hooks.every((h) => h.received().length >= 90));
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
      for (const hook of hooks) assert.equal(hook.received().length, 90);
      for (const hook of hooks.slice(0, 2))
        assert.deepEqual(
          hook
            .received()
            .map((d) => d.webhookId)
            .toSorted(),
          ids.toSorted(),
        );
      const rows = await t.app.database.worker<{ n: number; d: number }>({
        text: "select count(*)::int as n, count(distinct (endpoint_id, event_id))::int as d from webhook_deliveries where tenant_id = any($1::uuid[]) and event_type = 'contact.created'",
        values: [tenants.map((x) => x.id)],
      });
      assert.deepEqual(rows[0], { n: 270, d: 270 });
    } finally {
      await Promise.all(others.map((o) => o.stop()));
    }
  });

  it("a hanging endpoint delays nobody, neither in its tenant nor elsewhere", async () => {
    const [tenant, other] = [await t.tenant(), await t.tenant()];
    const stuck = await startReceiver();
    const live = await startTestApp({ beside: t, live: true });
    try {
      stuck.answer({ kind: "hang" });
      for (let i = 0; i < 3; i++)
        assert.equal((await tenant.api.post("/api/v1/webhooks", { url: `${stuck.url}/h${i}`, events: ["*"] })).status, 200);
      const [mine, theirs] = [await endpoint(tenant), await endpoint(other)];
      for (let i = 0; i < 30; i++) {
        await emit(tenant);
        await emit(other);
      }
      live.app.wake.hint("events");
      await receiver.waitFor(() => mine.received().length === 30 && theirs.received().length === 30);
      // Ten may be under way to each, and each call ends after 15 s: more would come then, and so would whoever waited for one.
      const stuckCalls = stuck.stats().received;
      assert.ok(stuckCalls >= 3 && stuckCalls <= 30, `${stuckCalls} calls to endpoints that hang`);
    } finally {
      await stuck.close();
      await live.stop();
    }
  });

  it("a process that stops gives back what it has not sent", async () => {
    const tenant = await t.tenant();
    const stuck = await startReceiver();
    stuck.answer({ kind: "hang" });
    const live = await startTestApp({ beside: t, live: true });
    const made = await tenant.api.post("/api/v1/webhooks", { url: `${stuck.url}/h`, events: ["*"] });
    for (let i = 0; i < 25; i++) await emit(tenant);
    live.app.wake.hint("events");
    await stuck.waitFor((r) => r.stats().received >= 10);
    // All fanned out: ten under way, fifteen waiting in memory.
    for (let n = 0; n < 25; ) n = (await deliveries(tenant, `/api/v1/webhooks/${made.body.id}`, "?limit=100")).length;
    const stopping = live.stop();
    // What waited in memory is given back at once; what runs is cut when the receiver goes.
    for (let back = 0; back < 15; ) {
      const rows = await t.app.database.worker<{ n: number }>({
        text: "select count(*)::int as n from webhook_deliveries where tenant_id = $1 and state = 'ready' and attempts = 0",
        values: [tenant.id],
      });
      back = rows[0]?.n ?? 0;
    }
    await stuck.close();
    await stopping;
    const states = await deliveries(tenant, `/api/v1/webhooks/${made.body.id}`, "?limit=100");
    assert.equal(states.filter((d: any) => d.state === "pending").length, 25, JSON.stringify(states.map((d: any) => d.state)));
    assert.equal(states.filter((d: any) => d.attemptCount === 0).length, 15);
  });

  it("a late loser of a lease does not overwrite what came after", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant);
    const tested = await tenant.api.post(`${hook.at}/test`);
    await t.drain();
    const id = tested.body.id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    const late = {
      tenant_id: tenant.id,
      id,
      n: 1,
      state: "failed" as const,
      run_at: null,
      status: 500,
      error: "late",
      att: t.app.ids.uuid(),
      started_at: t.clock.now().toISOString(),
      ms: 1,
      body: null,
      kind: "status",
      addr: null,
    };
    await completeDeliveries(t.app.database, [late, late], t.clock.now());
    const detail = await tenant.api.get(`${hook.at}/deliveries/${tested.body.id}`);
    assert.equal(detail.body.state, "delivered");
    assert.equal(detail.body.attempts.length, 2, "the late attempt was made and is told, once");
  });
});
