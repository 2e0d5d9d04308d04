import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deliveries, emit, endpoint, ownerRows, receiver, t } from "../../../../../test/stages/webhook-stage.ts";
import type { TestTenant } from "../../../../../test/harness.ts";
import { alertsDue } from "./alerts.queries.ts";

const minute = 60_000;
const hour = 60 * minute;

async function owner(tenant: TestTenant): Promise<string> {
  const person = await t.person(tenant.id, { role: "owner" });
  return person.email;
}
/** Newest first. */
const alertsOf = async (tenant: TestTenant) =>
  (await tenant.api.get("/api/v1/events?type=webhook.failing,webhook.disabled&limit=100")).body.data;
const mailsOf = (tenant: TestTenant) =>
  ownerRows<{ kind: string; recipient: string; state: string }>(
    "select kind, recipient, state from mails where tenant_id = $1 and kind like 'webhook_%' order by id",
    [tenant.id],
  );

describe("webhooks: the alert about a failing webhook", () => {
  it("is sent once per run of failures, to other webhooks and by mail to owners, never to itself; a success ends the run", async () => {
    const tenant = await t.tenant();
    const email = await owner(tenant);
    const [ill, watcher] = [await endpoint(tenant), await endpoint(tenant, { events: ["webhook.failing", "webhook.disabled"] })];
    receiver.answerFor(ill.path, { kind: "status", status: 500 });
    await emit(tenant);
    await t.drain();
    // The fifth attempt is the fifth failure, 36 minutes after the first.
    for (let n = 0; n < 4; n++) {
      assert.deepEqual(await alertsOf(tenant), [], `after ${n + 1} failures`);
      t.clock.set(new Date((await deliveries(tenant, ill.at))[0].nextAttemptAt));
      await t.drain();
    }
    const [alert, ...more] = await alertsOf(tenant);
    assert.deepEqual(more, []);
    assert.equal(alert?.type, "webhook.failing");
    const shown = (await tenant.api.get(ill.at)).body;
    assert.deepEqual(alert.data, {
      webhookId: ill.id,
      url: `${receiver.url}${ill.path}`,
      failingSince: shown.failingSince,
      failureCount: 5,
    });
    assert.deepEqual(
      watcher.received().map((d) => (d.json() as { type: string }).type),
      ["webhook.failing"],
    );
    assert.equal(ill.received().filter((d) => (d.json() as { type: string }).type === "webhook.failing").length, 0);
    assert.equal((await deliveries(tenant, ill.at, "?limit=100")).length, 1, "no delivery of it is made there");
    assert.deepEqual(
      (await mailsOf(tenant)).map(({ kind, recipient }) => ({ kind, recipient })),
      [{ kind: "webhook_failing", recipient: email }],
    );

    // Further failures of the same run are not reported.
    for (let n = 0; n < 3; n++) {
      await emit(tenant);
      t.clock.advance(10 * minute);
      await t.drain();
    }
    assert.equal((await alertsOf(tenant)).length, 1);
    // It recovers, and fails again: another run.
    receiver.answerFor(ill.path, { kind: "status", status: 200 });
    await emit(tenant);
    await t.drain();
    assert.equal((await tenant.api.get(ill.at)).body.failingSince, null);
    receiver.answerFor(ill.path, { kind: "status", status: 500 });
    for (let n = 0; n < 6; n++) {
      await emit(tenant);
      t.clock.advance(2 * minute);
      await t.drain();
    }
    assert.equal((await alertsOf(tenant)).length, 2);
  });

  it("is not sent for a short outage, however many deliveries it costs", async () => {
    const tenant = await t.tenant();
    const ill = await endpoint(tenant);
    receiver.answerFor(ill.path, { kind: "status", status: 500 });
    for (let n = 0; n < 40; n++) await emit(tenant);
    await t.drain();
    t.clock.advance(2 * minute);
    await t.drain();
    assert.ok(ill.received().length >= 80);
    receiver.answerFor(ill.path, { kind: "status", status: 200 });
    t.clock.advance(10 * minute);
    await t.drain();
    assert.deepEqual(await alertsOf(tenant), []);
  });

  it("is sent when it is disabled, by 410 or after long failure; deliveries that failed before count as failed immediately, those never attempted as skipped", async () => {
    const tenant = await t.tenant();
    const email = await owner(tenant);
    const [gone, dead] = [await endpoint(tenant, { events: ["contact.created"] }), await endpoint(tenant, { events: ["contact.updated"] })];
    receiver.answerFor(gone.path, { kind: "status", status: 500 });
    await emit(tenant);
    await t.drain();
    assert.equal((await deliveries(tenant, gone.at))[0].state, "pending");
    receiver.answerFor(gone.path, { kind: "status", status: 410 });
    await emit(tenant);
    await t.drain();
    // The first one's next attempt would be later; it is given up now.
    assert.deepEqual(
      (await deliveries(tenant, gone.at)).map((d: { state: string; nextAttemptAt: string | null }) => [d.state, d.nextAttemptAt]),
      [
        ["failed", null],
        ["failed", null],
      ],
    );
    assert.equal((await deliveries(tenant, gone.at, "?state=failed")).length, 2);
    assert.deepEqual(
      (await alertsOf(tenant)).map((e: { type: string; data: object }) => [e.type, e.data]),
      [
        [
          "webhook.disabled",
          {
            webhookId: gone.id,
            url: `${receiver.url}${gone.path}`,
            reason: "The endpoint responded with 410 Gone.",
            failingSince: (await tenant.api.get(gone.at)).body.failingSince,
          },
        ],
      ],
    );

    receiver.answerFor(dead.path, { kind: "status", status: 500 });
    const rounds = [0, 20, 40, 60, 80, 100, 110, 115, 120, 125, 130];
    for (const [round, hours] of rounds.entries()) {
      await emit(tenant, "contact.updated");
      await t.drain();
      t.clock.advance(((rounds[round + 1] ?? 135) - hours) * hour);
    }
    const alerts = (await alertsOf(tenant)).filter((e: { data: { webhookId: string } }) => e.data.webhookId === dead.id);
    assert.deepEqual(
      alerts.map((e: { type: string }) => e.type),
      ["webhook.disabled", "webhook.failing"],
    );
    assert.match(alerts[0].data.reason, /No delivery has succeeded since/);
    assert.deepEqual(
      (await mailsOf(tenant)).map(({ kind, recipient }) => [kind, recipient]),
      [
        ["webhook_disabled", email],
        ["webhook_failing", email],
        ["webhook_disabled", email],
      ],
    );
    const states = (await deliveries(tenant, dead.at, "?limit=100")).map((d: { state: string }) => d.state);
    assert.ok(!states.includes("pending") && states.includes("failed") && states.includes("skipped"), states.join());
  });

  it("is not sent if the webhook was activated again meanwhile", async () => {
    const tenant = await t.tenant();
    const hook = await endpoint(tenant);
    receiver.answerFor(hook.path, { kind: "status", status: 410 });
    await emit(tenant);
    await t.drain(["event reader", "webhook fan-out"]);
    assert.equal((await tenant.api.get(hook.at)).body.status, "disabled");
    assert.equal((await tenant.api.patch(hook.at, { status: "active" })).body.status, "active");
    receiver.answerFor(hook.path, { kind: "status", status: 200 });
    await t.drain();
    assert.deepEqual(await alertsOf(tenant), []);
  });

  it("a webhook deleted before its alert is not read again and again", async () => {
    const tenant = await t.tenant();
    const gone = await endpoint(tenant);
    await tenant.api.delete(gone.at);
    const id = gone.id.slice(4);
    await ownerRows("update webhook_endpoints set alert = 'disabled' where tenant_id = $1 and replace(id::text, '-', '') = $2", [
      tenant.id,
      id,
    ]);
    const due = await alertsDue(t.app.database, 1_000);
    assert.ok(!due.some((one) => one.tenant_id === tenant.id));
    await ownerRows("update webhook_endpoints set alert = null where tenant_id = $1", [tenant.id]);
  });
});
