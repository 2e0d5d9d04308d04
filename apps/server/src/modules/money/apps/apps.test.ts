import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startBilling } from "../../../../test/billing.ts";

const { t, platform, organization, balance, events } = await startBilling();

describe("an app", () => {
  it("exists from an organization's creation, active and without credit", async () => {
    const a = await organization();
    const { body } = await a.api.get("/api/v1/admin/apps");
    assert.equal(body.data.length, 1);
    const [app] = body.data;
    assert.deepEqual([app.id, app.organizationId, app.isActive, app.balance, app.currency], [a.appId, a.wire, true, 0, "USD"]);
    assert.deepEqual((await a.api.get(`/api/v1/admin/apps/${app.id}`)).body, app);
    assert.deepEqual((await platform.api.get(`/api/v1/admin/apps/${app.id}`)).body, app);
    assert.equal((await (await organization()).api.get(`/api/v1/admin/apps/${app.id}`)).status, 404);
    assert.ok((await platform.api.get("/api/v1/admin/apps?limit=100")).body.data.some((x: any) => x.id === app.id));
  });

  it("is topped up by the platform, once per request", async () => {
    const a = await organization();
    const topUp = (body: object) => platform.api.post(`/api/v1/admin/apps/${a.appId}/top-up`, body);
    const done = await topUp({ amount: 100.5, reason: "Bank transfer" });
    assert.equal(done.status, 200, done.text);
    assert.deepEqual([done.body.balance, done.body.transaction.type, done.body.transaction.reason], [100.5, "top_up", "Bank transfer"]);
    assert.equal(await balance(a), 100.5);
    for (const amount of [0, -1, 1e9 + 1, 0.0000001, "1"]) assert.equal((await topUp({ amount })).status, 400, `${amount}`);
    await Promise.all(Array.from({ length: 10 }, () => topUp({ amount: 0.1 })));
    assert.equal(await balance(a), 101.5);
  });

  it("that is switched off sends nothing but stores what customers write, until it is switched on again", async () => {
    const a = await organization();
    const channel = await t.channel(a);
    await t.simulator.customer("447700900881", "Ada").sendText(channel.externalId, "Hello");
    await t.settle();
    const send = (key?: string) =>
      a.api.post(
        "/api/v1/messages",
        { channelId: channel.id, to: "447700900881", type: "text", text: "Hello" },
        key === undefined ? {} : { "idempotency-key": key },
      );
    const first = await send("k1");
    assert.equal(first.status, 200, first.text);
    const status = (isActive: boolean) => a.api.patch(`/api/v1/admin/apps/${a.appId}/status`, { isActive });
    assert.equal((await status(false)).body.isActive, false);
    assert.equal((await status(false)).status, 200);

    const refused = await send("k2");
    assert.deepEqual([refused.status, refused.body.error.code], [403, "app_inactive"]);
    assert.match(refused.body.error.reference, /^SVC-/);
    // A request accepted earlier gets its response again, and its message is sent.
    const replayed = await send("k1");
    assert.deepEqual([replayed.status, replayed.text, replayed.headers.get("idempotency-replayed")], [200, first.text, "true"]);
    await t.simulator.customer("447700900881", "Ada").sendText(channel.externalId, "Still there?");
    await t.settle();
    const messages = (await a.api.get("/api/v1/messages")).body.data;
    assert.deepEqual(messages.map((m: any) => [m.direction, m.text]).sort(), [
      ["inbound", "Hello"],
      ["inbound", "Still there?"],
      ["outbound", "Hello"],
    ]);
    assert.equal(t.simulator.sentTo("447700900881").length, 1);

    await status(true);
    assert.equal((await send("k2")).status, 200);
    assert.deepEqual(
      (await events(a, "app.updated")).map((e: any) => e.data.isActive),
      [true, false],
    );
  });

  it("of one organization, when switched off, does not delay another's sends", async () => {
    const [a, b] = [await organization(), await organization()];
    const [ca, cb] = [await t.channel(a), await t.channel(b)];
    for (const channel of [ca, cb]) await t.simulator.customer("447700900882", "Bea").sendText(channel.externalId, "Hello");
    await t.settle();
    await platform.api.patch(`/api/v1/admin/apps/${a.appId}/status`, { isActive: false });
    const send = (o: typeof a, channelId: string) =>
      o.api.post("/api/v1/messages", { channelId, to: "447700900882", type: "text", text: "Hi" });
    const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? send(a, ca.id) : send(b, cb.id))));
    assert.deepEqual(
      responses.map((response) => response.status),
      responses.map((_, i) => (i % 2 === 0 ? 403 : 200)),
    );
    await t.settle();
  });
});
