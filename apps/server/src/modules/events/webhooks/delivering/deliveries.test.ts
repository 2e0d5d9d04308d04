import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WEBHOOK_DELAYS_MS } from "#platform/retry/schedule.ts";
import { completeDeliveries } from "./sending.queries.ts";
import { startTestApp } from "../../../../../test/harness.ts";
import { deliveries, emit, endpoint, receiver, t } from "../../../../../test/stages/webhook-stage.ts";

const day = 24 * 3_600_000;

describe("webhooks: a delivery", () => {
  it("is signed in both ways over the exact bytes, and describes itself", async () => {
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
    assert.equal(got.headers["user-agent"], "Service-Webhooks/1.0");
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
    // Shown as sent, without what would let somebody else sign or gain access.
    const shown = detail.body.attempts[0].requestHeaders as Record<string, string | null>;
    for (const [name, value] of Object.entries(shown)) {
      assert.ok(got.headers[name] !== undefined, `${name} was sent`);
      if (value !== null) assert.equal(value, got.headers[name], name);
    }
    const hidden = Object.keys(shown).filter((name) => shown[name] === null);
    assert.deepEqual(hidden, ["x-service-signature", "webhook-signature"]);
    assert.equal((await tenant.api.patch(hook.at, { headers: { "X-Shop-Token": "a secret" } })).status, 200);
    const again = await tenant.api.get(`${hook.at}/deliveries/${delivery.id}`);
    assert.equal(again.body.attempts[0].requestHeaders["x-shop-token"], null);
    assert.ok(!again.text.includes("a secret"));
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

  it("is not created for events older than the endpoint", async () => {
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

  it("is retried on the schedule with the same id and bytes until it succeeds", async () => {
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

  it("waits as long as Retry-After asks, or a little longer, whatever the schedule says", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant);
    receiver.answerFor(hook.path, { kind: "status", status: 500, retryAfter: "900" });
    await emit(tenant);
    await t.drain();
    const [delivery] = await deliveries(tenant, hook.at);
    const waitMs = Date.parse(delivery.nextAttemptAt) - t.clock.now().getTime();
    assert.ok(waitMs >= 900_000 && waitMs <= 1_080_000, `${waitMs} ms`);
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

  it("a cut connection and a truncated response are failures; of a huge response only the beginning is kept", async () => {
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

  it("410 disables the endpoint immediately; later events are kept and can be replayed", async () => {
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

  it("is refused when connecting to an address that is not allowed", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant);
    const strict = await startTestApp({ sharing: t, env: { OUTBOUND_ALLOW: "" } });
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

  it("a test goes only to its endpoint, even while it is paused", async () => {
    const tenant = await t.tenant();
    const [hook, bystander] = [await endpoint(tenant), await endpoint(tenant)];
    await tenant.api.patch(hook.at, { status: "paused" });
    const tested = await tenant.api.post(`${hook.at}/test`);
    assert.equal(tested.status, 200, tested.text);
    assert.deepEqual([tested.body.state, tested.body.eventType], ["pending", "webhook.test"]);
    await t.drain();
    assert.equal(hook.received().length, 1);
    assert.equal(hook.received()[0]?.headers["webhook-id"], (await tenant.api.get(`${hook.at}/deliveries/${tested.body.id}`)).body.eventId);
    assert.equal(bystander.received().length, 0);
    assert.equal((await tenant.api.get(`${hook.at}/deliveries/${tested.body.id}`)).body.state, "delivered");
  });

  it("after a rotation the three headers carry both secrets for a day, the contract's header the new one", async () => {
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

  it("a process that lost its lease does not overwrite what came after", async () => {
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
