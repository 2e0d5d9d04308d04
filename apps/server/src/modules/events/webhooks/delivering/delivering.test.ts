import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startReceiver } from "@parley/simulators/receiver";
import { startTestApp } from "../../../../../test/harness.ts";
import { type Completion, completeDeliveries } from "./sending.queries.ts";
import { deliveries, emit, endpoint, ownerRows, receiver, t } from "../../../../../test/stages/webhook-stage.ts";

describe("webhooks: pausing, failing, crashing and hanging", () => {
  it("while paused, events are kept as skipped; a replay delivers them with their old ids, once", async () => {
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

  it("an endpoint that fails for five days is disabled; a success in between resets the count", async () => {
    const tenant = await t.tenant();
    const [dead, shaky] = [await endpoint(tenant), await endpoint(tenant)];
    receiver.answerFor(dead.path, { kind: "status", status: 500 });
    receiver.answerFor(shaky.path, { kind: "status", status: 500 });
    const rounds = [0, 20, 40, 60, 65, 85, 105, 115, 120, 125, 130];
    for (const [round, hours] of rounds.entries()) {
      await emit(tenant);
      await t.drain();
      if (hours === 60) receiver.answerFor(shaky.path, { kind: "status", status: 200 });
      if (hours === 65) receiver.answerFor(shaky.path, { kind: "status", status: 500 });
      if (hours < 120) assert.equal((await tenant.api.get(dead.at)).body.status, "active", `after ${hours} h`);
      t.clock.advance(((rounds[round + 1] ?? 135) - hours) * 3_600_000);
    }
    const [d, s] = [(await tenant.api.get(dead.at)).body, (await tenant.api.get(shaky.at)).body];
    assert.equal(d.status, "disabled");
    assert.match(d.disabledReason, /No delivery has succeeded since/);
    assert.equal(s.status, "active");
    assert.ok(Date.parse(s.failingSince) > Date.parse(d.failingSince));
    const audited = await ownerRows("select 1 from audit_entries where tenant_id = $1 and action = 'webhook.disabled'", [tenant.id]);
    assert.equal(audited.length, 1);
  });

  it("the time during which an endpoint is paused does not count towards its five days", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant);
    receiver.answerFor(hook.path, { kind: "status", status: 500 });
    for (let failures = 0; failures < 10; failures++) await emit(tenant);
    await t.drain();
    assert.equal((await tenant.api.get(hook.at)).body.failureCount, 10);
    await tenant.api.patch(hook.at, { status: "paused" });
    t.clock.advance(6 * 86_400_000);
    await tenant.api.patch(hook.at, { status: "active" });
    const resumed = (await tenant.api.get(hook.at)).body;
    assert.deepEqual([resumed.failureCount, resumed.failingSince], [0, null]);
    await emit(tenant);
    await t.drain();
    const { status, failureCount, failingSince } = (await tenant.api.get(hook.at)).body;
    assert.equal(status, "active");
    assert.ok(failureCount > 0 && Date.parse(failingSince) >= Date.parse(resumed.updatedAt));
  });

  it("what a dead process claimed is delivered by another when the lease expires", async () => {
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

  it("a hanging endpoint delays no other, neither in its tenant nor elsewhere", async () => {
    const [tenant, other] = [await t.tenant(), await t.tenant()];
    const stuck = await startReceiver();
    const live = await startTestApp({ sharing: t, live: true });
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
      // Ten may be in flight to each, and each call ends after 15 s; only then would more calls follow, as would deliveries waiting for
      // one.
      const stuckCalls = stuck.stats().received;
      assert.ok(stuckCalls >= 3 && stuckCalls <= 30, `${stuckCalls} calls to endpoints that hang`);
    } finally {
      await stuck.close();
      await live.stop();
    }
  });

  it("a stopping process returns what it has not sent", async () => {
    const tenant = await t.tenant();
    const stuck = await startReceiver();
    stuck.answer({ kind: "hang" });
    const live = await startTestApp({ sharing: t, live: true });
    const made = await tenant.api.post("/api/v1/webhooks", { url: `${stuck.url}/h`, events: ["*"] });
    for (let i = 0; i < 25; i++) await emit(tenant);
    live.app.wake.hint("events");
    await stuck.waitFor((r) => r.stats().received >= 10);
    // All fanned out: ten in flight, fifteen waiting in memory.
    for (let n = 0; n < 25; ) n = (await deliveries(tenant, `/api/v1/webhooks/${made.body.id}`, "?limit=100")).length;
    const stopping = live.stop();
    // What waited in memory is returned at once; running calls are cut off when the receiver stops.
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

  it("the outcome of an attempt is written by key: its cost does not grow with the tenant's history", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant);
    const event = await emit(tenant);
    const uuid = (wire: string) => wire.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    await t.drain();
    // Replays of one event: many deliveries with few other rows.
    await ownerRows(
      `insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, replay_id, state, attempts, run_at, created_at, completed_at)
       select $1, gen_random_uuid(), $2, $3, 'contact.created', gen_random_uuid(), 'delivered', 1, now(), now(), now() from generate_series(1, 5000)`,
      [tenant.id, uuid(hook.id), uuid(event)],
    );
    const leased = await ownerRows<{ id: string }>(
      `update webhook_deliveries set state = 'leased', lease_until = now() where tenant_id = $1 and id in (
         select id from webhook_deliveries where tenant_id = $1 and replay_id is not null limit 2) returning id`,
      [tenant.id],
    );
    const items = leased.map(
      ({ id }): Completion => ({
        tenant_id: tenant.id,
        id,
        n: 1,
        state: "delivered",
        run_at: null,
        status: 200,
        error: null,
        att: t.app.ids.uuid(),
        started_at: t.clock.now().toISOString(),
        ms: 1,
        body: null,
        kind: null,
        addr: null,
      }),
    );
    const plans: { "Shared Hit Blocks": number; "Shared Read Blocks": number }[] = [];
    const explained = {
      async worker<R extends object>({ text, values }: { text: string; values?: unknown[] }): Promise<R[]> {
        const [row] = await t.app.database.worker<{ "QUERY PLAN": { Plan: (typeof plans)[number] }[] }>({
          text: `explain (analyze, buffers, format json) ${text}`,
          ...(values === undefined ? {} : { values }),
        });
        const explanation = row?.["QUERY PLAN"][0];
        if (explanation !== undefined) plans.push(explanation.Plan);
        return [];
      },
    };
    await completeDeliveries(explained, items, t.clock.now());
    const [plan] = plans;
    const blocks = (plan?.["Shared Hit Blocks"] ?? Number.NaN) + (plan?.["Shared Read Blocks"] ?? Number.NaN);
    assert.ok(blocks < 150, `${blocks} blocks for two deliveries`);
    const states = await ownerRows<{ state: string }>("select state from webhook_deliveries where tenant_id = $1 and id = any($2)", [
      tenant.id,
      leased.map(({ id }) => id),
    ]);
    assert.deepEqual(
      states.map(({ state }) => state),
      ["delivered", "delivered"],
    );
  });
});
