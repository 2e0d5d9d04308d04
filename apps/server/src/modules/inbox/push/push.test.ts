/** Web push, with our own push service and browsers: what they receive, when, and until when. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { withClient } from "@parley/database";
import type { TestTenant } from "../../../../test/harness.ts";
import type { ReceivedPush } from "../../../../test/fakes/push-service.ts";
import { startPushStage, subscriptions, type Team } from "../../../../test/stages/push-stage.ts";

const stage = await startPushStage();
const { t, service, subscribed, signedInAgain, listed, team } = stage;
after(() => stage.stop());

describe("what is pushed", () => {
  it("a member's browser is notified of what concerns them, and nobody else's", async () => {
    const { tenant, person, assign } = await team();
    const colleague = await t.person(tenant.id, { role: "agent" });
    const stranger = await t.person((await t.tenant()).id, { role: "owner" });
    const own = await subscribed(person, "de");
    const theirs = await subscribed(colleague);
    const strangers = await subscribed(stranger);
    const conversationId = await assign();
    await t.drain();
    const [message, ...more] = own.received();
    assert.ok(message !== undefined && more.length === 0);
    const { data } = (await person.api.get("/api/v1/notifications")).body;
    assert.deepEqual(own.read(message.body), { kind: "assignment", notificationId: data[0].id, conversationId, language: "de" });
    assert.equal(message.headers["content-encoding"], "aes128gcm");
    assert.equal(message.headers["ttl"], "3600");
    const { publicKey } = (await person.api.get("/api/v1/notifications/push")).body;
    assert.match(message.headers.authorization as string, new RegExp(`^vapid t=[\\w.-]+, k=${publicKey}$`));
    assert.deepEqual(theirs.received(), []);

    const note = await tenant.api.post(`/api/v1/conversations/${conversationId}/notes`, { text: "Look", mentions: [colleague.agentId] });
    assert.equal(note.status, 200, note.text);
    await t.drain();
    assert.deepEqual(theirs.read((theirs.received()[0] as ReceivedPush).body)["kind"], "mention");
    assert.equal(own.received().length, 1);
    assert.deepEqual(strangers.received(), []);
  });

  it("each browser of a person is notified once", async () => {
    const { tenant, person, assign } = await team();
    const browsers = [await subscribed(person), await subscribed(await signedInAgain(person))];
    await assign();
    await t.drain();
    await t.drain();
    for (const browser of browsers) assert.equal(browser.received().length, 1);
    await assert.rejects(
      withClient(t.database.admin, (admin) =>
        admin.query(
          `insert into push_messages (tenant_id, id, subscription_id, notification_id, state, run_at, give_up_at, created_at)
           select tenant_id, gen_random_uuid(), subscription_id, notification_id, 'ready', run_at, give_up_at, created_at
             from push_messages where tenant_id = $1`,
          [tenant.id],
        ),
      ),
      /push_messages_once/,
    );
  });

  it("a busy service is retried after the wait it asks for, and the message arrives once", async () => {
    const { person, assign } = await team();
    const own = await subscribed(person);
    service.answers.push({ status: 503 }, { status: 429, headers: { "retry-after": "120" } });
    await assign();
    await t.drain();
    assert.equal(own.received().length, 1);
    t.clock.advance(5_000);
    await t.drain();
    t.clock.advance(60_000);
    await t.drain();
    assert.equal(own.received().length, 2, "not before the two minutes are over");
    t.clock.advance(60_000);
    await t.drain();
    t.clock.advance(600_000);
    await t.drain();
    assert.equal(own.received().length, 3);
    const topics = new Set(own.received().map(({ headers }) => headers["topic"]));
    assert.equal(topics.size, 1, "the push service replaces one by the other");
  });

  it("is given up after an hour or on a refusal; an operator can have a refused one sent again, once", async () => {
    const { person, assign } = await team();
    const own = await subscribed(person);
    const platform = await t.tenant({ kind: "platform" });
    const retry = async () => (await platform.api.post("/api/v1/admin/queues/push/retry")).body.retried;
    service.answers.push({ status: 400 });
    await assign();
    await t.drain();
    t.clock.advance(60_000);
    await t.drain();
    assert.equal(own.received().length, 1, "what is refused is not tried again by itself");
    assert.equal(await retry(), 1);
    await t.drain();
    assert.equal(own.received().length, 2);
    assert.equal(await retry(), 0);
    service.answers.push(...Array.from({ length: 20 }, () => ({ status: 500 })));
    await assign();
    for (let minute = 0; minute < 120; minute += 10) {
      await t.drain();
      t.clock.advance(600_000);
    }
    service.answers.length = 0;
    assert.equal(await retry(), 0);
    const tried = own.received().length;
    await t.drain();
    assert.equal(own.received().length, tried);
  });

  it("is sent again under the same topic if a process ended before it knew the outcome", async () => {
    const { tenant, person, assign } = await team();
    const own = await subscribed(person);
    await assign();
    await t.drain();
    await withClient(t.database.admin, (admin) =>
      admin.query("update push_messages set state = 'leased', sent_at = null, lease_until = $2 where tenant_id = $1", [
        tenant.id,
        t.clock.now(),
      ]),
    );
    t.clock.advance(1_000);
    await t.drain();
    const [first, second] = own.received() as [ReceivedPush, ReceivedPush];
    assert.equal(first.headers["topic"], second.headers["topic"]);
    assert.deepEqual(own.read(first.body), own.read(second.body));
  });
});

describe("a subscribed browser", () => {
  it("is forgotten when the push service says that it is gone", async () => {
    for (const status of [404, 410]) {
      const { person, assign } = await team();
      const own = await subscribed(person);
      service.answers.push({ status });
      await assign();
      await t.drain();
      assert.equal(own.received().length, 1);
      assert.deepEqual(await listed(person), [], `${status}`);
      await assign();
      await t.drain();
      assert.equal(own.received().length, 1, `${status}`);
      assert.equal((await person.api.delete(`${subscriptions}/${own.id}`)).status, 404);
    }
  });

  const ends: Record<string, (of: Team, id: string) => Promise<{ status: number; text: string }>> = {
    "the session ends": ({ person }) => person.api.post("/api/v1/auth/sign-out", {}),
    "the membership is suspended": ({ tenant, person }) => tenant.api.patch(`/api/v1/members/${person.agentId}`, { status: "suspended" }),
    "the membership is removed": ({ tenant, person }) => tenant.api.delete(`/api/v1/members/${person.agentId}`),
    "the person is suspended": async ({ person }) =>
      (await t.tenant({ kind: "platform" })).api.post(`/api/v1/admin/users/${person.agentId}/suspend`),
    "it is asked to": ({ person }, id) => person.api.delete(`${subscriptions}/${id}`),
    "what it would say is read": ({ person }) => person.api.post("/api/v1/notifications/read", {}),
  };
  for (const [what, end] of Object.entries(ends)) {
    it(`is not notified when ${what}`, async () => {
      const of = await team();
      const own = await subscribed(of.person);
      await of.assign();
      const { status, text } = await end(of, own.id);
      assert.equal(status, 200, text);
      await t.drain();
      assert.deepEqual(own.received(), []);
    });
  }

  it("stays forgotten when a suspended member comes back", async () => {
    const { tenant, person, assign } = await team();
    const own = await subscribed(person);
    const set = (status: string) => tenant.api.patch(`/api/v1/members/${person.agentId}`, { status });
    assert.equal((await set("suspended")).status, 200);
    assert.equal((await set("active")).status, 200);
    await assign();
    await t.drain();
    assert.deepEqual(own.received(), []);
  });

  it("is not notified once the session has been idle for too long", async () => {
    const { person, assign } = await team();
    const own = await subscribed(person);
    t.clock.advance(481 * 60_000);
    await assign();
    await t.drain();
    assert.deepEqual(own.received(), []);
  });

  it("is not notified of a conversation that the person may no longer see", async () => {
    const { tenant, person, assign } = await team();
    const own = await subscribed(person);
    const [kept, taken] = [await assign(), await assign()];
    const colleague = await t.person(tenant.id, { role: "agent" });
    const limits = await tenant.api.request("PUT", "/api/v1/agent-settings", { body: JSON.stringify({ visibility: "assigned" }) });
    assert.equal(limits.status, 200, limits.text);
    assert.equal((await tenant.api.patch(`/api/v1/conversations/${taken}`, { assigneeId: colleague.agentId })).status, 200);
    await t.drain(["push"]);
    assert.deepEqual(
      own.received().map(({ body }) => own.read(body)["conversationId"]),
      [kept],
    );
  });

  it("is notified only of the organization in which the session works", async () => {
    const [here, there] = [await team(), await t.tenant()];
    await t.app.tenants.createUser({ email: here.person.email, password: here.person.password, tenantId: there.id, role: "agent" });
    const own = await subscribed(here.person);
    const to = async ({ api }: TestTenant) => {
      const tenantId = (await api.get("/api/v1/me")).body.tenant.id;
      assert.equal((await here.person.api.post("/api/v1/auth/session/tenant", { tenantId })).status, 200);
    };
    await to(there);
    assert.deepEqual(await listed(here.person), []);
    await here.assign();
    await t.drain();
    assert.deepEqual(own.received(), []);
    await to(here.tenant);
    await here.assign();
    await t.drain();
    assert.equal(own.received().length, 1);
  });
});
