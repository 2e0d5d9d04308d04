/** Whose browsers are subscribed, how many, and what is stored about them. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { startPushStage, subscriptions } from "../../../../test/stages/push-stage.ts";

const stage = await startPushStage();
const { t, service, subscribed, signedInAgain, listed, team } = stage;
after(() => stage.stop());

describe("push subscriptions", () => {
  it("belong to a person: a key has none, and nobody sees or ends another person's", async () => {
    const { tenant, person } = await team();
    const stranger = await t.person((await t.tenant()).id, { role: "owner" });
    const colleague = await t.person(tenant.id, { role: "owner" });
    assert.equal((await tenant.api.post(subscriptions, service.browser().subscription)).status, 403);
    const own = await subscribed(person, "pt-BR");
    const theirs = await subscribed(colleague);
    for (const other of [stranger, colleague]) assert.equal((await other.api.delete(`${subscriptions}/${own.id}`)).status, 404);
    assert.deepEqual(
      (await listed(person)).map(({ id, current, language }) => ({ id, current, language })),
      [{ id: own.id, current: true, language: "pt-BR" }],
    );
    assert.deepEqual(
      (await listed(colleague)).map(({ id }) => id),
      [theirs.id],
    );
    assert.deepEqual(await listed(stranger), []);
  });

  it("are unique per browser and session, however many pages subscribe at once; whoever signs in there next takes it over", async () => {
    const { tenant, person, assign } = await team();
    const own = service.browser();
    await Promise.all(Array.from({ length: 6 }, () => subscribed(person, "en", own)));
    assert.equal((await listed(person)).length, 1);
    await subscribed(person);
    assert.equal((await listed(person)).length, 1, "the browser has another address now");
    await subscribed(person, "en", own);
    const colleague = await t.person(tenant.id, { role: "owner" });
    const elsewhere = await t.person((await t.tenant()).id, { role: "owner" });
    for (const next of [colleague, elsewhere]) {
      await subscribed(person, "en", own);
      await subscribed(next, "en", own);
      assert.deepEqual(await listed(person), []);
    }
    await assign();
    await t.drain();
    assert.deepEqual(own.received(), []);
  });

  it("are limited to ten per person: another one replaces the oldest", async () => {
    const tenant = await t.tenant();
    const person = await t.person(tenant.id);
    const first = await subscribed(person);
    for (let n = 0; n < 10; n++) {
      t.clock.advance(1_000);
      await subscribed(await signedInAgain(person));
    }
    const page = (await person.api.get(`${subscriptions}?limit=7`)).body;
    const rest = (await person.api.get(`${subscriptions}?limit=7&cursor=${page.pageInfo.nextCursor}`)).body;
    const ids = [...page.data, ...rest.data].map(({ id }: { id: string }) => id);
    assert.equal(new Set(ids).size, 10);
    assert.ok(!ids.includes(first.id));
    assert.equal(rest.pageInfo.hasNextPage, false);
  });

  it("require a public address and valid keys, and both are sealed", async () => {
    const { person } = await team();
    const { subscription } = service.browser();
    const refused = async (change: object, field: string, issue: string) => {
      const { status, body } = await person.api.post(subscriptions, { ...subscription, ...change });
      const [detail] = body.error.details;
      assert.deepEqual([status, detail.field, detail.issue], [400, field, issue], JSON.stringify(body));
    };
    await refused({ endpoint: "https://10.0.0.1/send" }, "endpoint", "private_address");
    await refused({ endpoint: "https://metadata.internal/send" }, "endpoint", "private_address");
    await refused({ endpoint: "http://push.example.com/send" }, "endpoint", "not_allowed");
    await refused({ endpoint: "file:///etc/passwd" }, "endpoint", "invalid_format");
    const { keys } = subscription;
    await refused({ keys: { ...keys, p256dh: Buffer.alloc(65, 4).toString("base64url") } }, "keys.p256dh", "invalid_format");
    await refused({ keys: { ...keys, auth: randomBytes(17).toString("base64url") } }, "keys.auth", "invalid_format");
    await refused({ language: "EN" }, "language", "invalid_format");
    assert.deepEqual(await listed(person), []);
    const own = await subscribed(person);
    const rows = await withClient(t.database.admin, (admin) => admin.query("select row_to_json(p)::text as row from push_subscriptions p"));
    const secrets = [own.subscription.endpoint, own.subscription.keys.auth, own.subscription.keys.p256dh];
    for (const { row } of rows.rows) for (const secret of secrets) assert.ok(!row.includes(secret));
    assert.ok(!secrets.some((secret) => t.logged().includes(secret)));
  });
});
