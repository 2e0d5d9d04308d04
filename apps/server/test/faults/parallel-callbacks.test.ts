import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startTestApp, type TestApp, type TestTenant } from "../harness.ts";
import { callbackBody, inboundChange, postCallback, textMessage } from "./chat-app-bodies.ts";

let next = 0;
const person = () => `44770060${String(next++).padStart(4, "0")}`;

/** Two processes accept callbacks and work at the same time, as behind a load balancer. */
describe("the same callback several times at once, on two processes", () => {
  let first: TestApp;
  let second: TestApp;
  before(async () => {
    first = await startTestApp({ live: true });
    second = await startTestApp({ sharing: first, live: true });
  });
  after(async () => {
    await second.stop();
    await first.stop();
  });

  const post = (app: TestApp, body: string) => postCallback(`${app.url}/callbacks/chat-app`, body);
  const either = (n: number) => (n % 2 === 0 ? first : second);

  async function drained(): Promise<void> {
    await Promise.all([first.drain(), second.drain()]);
  }

  /** How many events of each type; events about the channel itself do not count. */
  async function eventTypes(tenant: TestTenant): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (let after = ""; ; ) {
      const { data } = (await tenant.api.get(`/api/v1/events?limit=100&after=${after}`)).body;
      for (const { type } of data) if (type !== "channel.updated") counts[type] = (counts[type] ?? 0) + 1;
      if (data.length < 100) return counts;
      after = data.at(-1).id;
    }
  }

  it("five copies create one message, one conversation, one contact and one event each, ten times over", async () => {
    const tenant = await first.tenant();
    const channel = await first.channel(tenant);
    for (let round = 1; round <= 10; round++) {
      const from = person();
      const body = callbackBody(inboundChange(channel.externalId, from, [textMessage(from, "Once", { at: first.clock.now() })]));
      const answers = await Promise.all([0, 1, 2, 3, 4].map((n) => post(either(n), body)));
      assert.deepEqual(answers, [200, 200, 200, 200, 200]);
    }
    await drained();
    const conversations = (await tenant.api.get("/api/v1/conversations?limit=100")).body.data;
    assert.equal(conversations.length, 10);
    assert.ok(
      conversations.every((c: any) => c.unreadCount === 1),
      "counted once",
    );
    assert.equal((await tenant.api.get("/api/v1/contacts?limit=100")).body.data.length, 10);
    assert.equal((await tenant.api.get("/api/v1/messages?limit=200")).body.data.length, 10);
    assert.deepEqual(await eventTypes(tenant), {
      "contact.created": 10,
      "conversation.created": 10,
      "message.received": 10,
    });
  });

  it("copies in different bodies, and one that arrives after the first was processed, create one message too", async () => {
    const tenant = await first.tenant();
    const channel = await first.channel(tenant);
    const from = person();
    const message = textMessage(from, "Once", { at: first.clock.now() });
    const other = textMessage(from, "Another", { at: first.clock.now() });
    await Promise.all([
      post(first, callbackBody(inboundChange(channel.externalId, from, [message]))),
      post(second, callbackBody(inboundChange(channel.externalId, from, [message, other], "Amina Y."))),
      post(first, callbackBody(inboundChange(channel.externalId, from, [message]), inboundChange(channel.externalId, from, [message]))),
    ]);
    await drained();
    assert.equal(await post(second, callbackBody(inboundChange(channel.externalId, from, [message]))), 200);
    await drained();
    assert.equal((await tenant.api.get("/api/v1/messages?limit=200")).body.data.length, 2);
    assert.equal((await eventTypes(tenant))["message.received"], 2);
  });

  it("fifty messages of a new customer at once create one contact, one conversation and fifty messages", async () => {
    const tenant = await first.tenant();
    const channel = await first.channel(tenant);
    const from = person();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        post(either(n), callbackBody(inboundChange(channel.externalId, from, [textMessage(from, `Part ${n}`, { at: first.clock.now() })]))),
      ),
    );
    assert.deepEqual(new Set(answers), new Set([200]));
    await drained();
    const conversations = (await tenant.api.get("/api/v1/conversations")).body.data;
    assert.equal(conversations.length, 1);
    assert.equal(conversations[0].unreadCount, 50);
    assert.equal((await tenant.api.get("/api/v1/contacts")).body.data.length, 1);
    const messages = (await tenant.api.get("/api/v1/messages?limit=200")).body.data;
    assert.deepEqual(messages.map((m: any) => m.text).sort(), Array.from({ length: 50 }, (_, n) => `Part ${n}`).sort());
    assert.deepEqual(await eventTypes(tenant), {
      "contact.created": 1,
      "conversation.created": 1,
      "message.received": 50,
    });
  });

  it("a new person who writes while we write to them gets one contact and one conversation", async () => {
    const tenant = await first.tenant();
    const channel = await first.channel(tenant);
    for (let round = 0; round < 10; round++) {
      const to = person();
      const [written, ...sent] = await Promise.all([
        post(first, callbackBody(inboundChange(channel.externalId, to, [textMessage(to, "Hi", { at: first.clock.now() })]))),
        ...[first, second].map((app) =>
          app.api(tenant.key).post("/api/v1/messages", {
            channelId: channel.id,
            to,
            type: "template",
            content: { name: "hello", language: "en" },
          }),
        ),
      ]);
      assert.equal(written, 200);
      assert.deepEqual(
        sent.map((s) => s.status),
        [200, 200],
        sent.map((s) => s.text).join("\n"),
      );
      assert.equal(sent[0]!.body.conversationId, sent[1]!.body.conversationId);
    }
    await drained();
    assert.equal((await tenant.api.get("/api/v1/contacts?limit=100")).body.data.length, 10);
    assert.equal((await tenant.api.get("/api/v1/conversations?limit=100")).body.data.length, 10);
    const types = await eventTypes(tenant);
    assert.equal(types["contact.created"], 10);
    assert.equal(types["conversation.created"], 10);
    assert.equal(types["message.received"], 10);
    assert.equal(types["message.sent"], 20);
  });

  it("one idempotency key used twenty times at once on two processes creates one message with one response", async () => {
    const tenant = await first.tenant();
    const channel = await first.channel(tenant);
    const to = person();
    await post(first, callbackBody(inboundChange(channel.externalId, to, [textMessage(to, "Hi", { at: first.clock.now() })])));
    await drained();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        either(n)
          .api(tenant.key)
          .post("/api/v1/messages", { channelId: channel.id, to, type: "text", text: "Once" }, { "idempotency-key": "order-1" }),
      ),
    );
    assert.deepEqual(new Set(responses.map((a) => a.status)), new Set([200]));
    assert.equal(new Set(responses.map((a) => a.text)).size, 1);
    assert.equal(responses.filter((a) => a.headers.get("idempotency-replayed") !== "true").length, 1);
    await first.settle();
    assert.equal(first.simulator.sentTo(to).length, 1);
  });
});
