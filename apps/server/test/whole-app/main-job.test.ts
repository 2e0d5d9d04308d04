import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startTestApp, type TestApp } from "../harness.ts";

describe("the core path", () => {
  let t: TestApp;
  before(async () => {
    t = await startTestApp();
  });
  after(async () => {
    await t.stop();
  });

  it("a customer's message creates a contact, a conversation and an event; a reply is sent and its statuses come back", async () => {
    const tenant = await t.tenant();
    const channel = await t.channel(tenant);
    // The platform is asked for the number's quality and limit.
    await t.drain();
    const other = await t.tenant();

    const posted = await t.simulator
      .customer("447700900123", "Amina Yusuf")
      .sendText(channel.externalId, "Is the blue jacket back in stock?");
    assert.equal(posted.status, 200);
    await t.drain();

    const conversations = await tenant.api.get("/api/v1/conversations");
    assert.equal(conversations.status, 200, conversations.text);
    assert.equal(conversations.body.data.length, 1);
    const [conversation] = conversations.body.data;
    assert.equal(conversation.status, "open");
    assert.equal(conversation.unreadCount, 1);
    assert.equal(conversation.lastMessage.preview, "Is the blue jacket back in stock?");

    const sent = await tenant.api.post("/api/v1/messages", {
      channelId: channel.id,
      to: "447700900123",
      type: "text",
      text: "Yes, in M and L.",
    });
    assert.equal(sent.status, 200, sent.text);
    assert.equal(sent.body.status, "queued");
    assert.equal(sent.body.conversationId, conversation.id);
    await t.settle();

    const message = await tenant.api.get(`/api/v1/messages/${sent.body.id}`);
    assert.equal(message.body.status, "read", message.text);
    assert.ok(message.body.externalId.startsWith("wamid."));
    assert.equal(t.simulator.sentTo("447700900123").length, 1);

    const events = await tenant.api.get("/api/v1/events?after=");
    const types = events.body.data.map((e: { type: string }) => e.type);
    assert.deepEqual(types, [
      "channel.updated",
      "contact.created",
      "conversation.created",
      "message.received",
      "message.sent",
      "message.status",
      "message.status",
      "message.status",
    ]);
    assert.deepEqual(
      events.body.data.slice(-3).map((e: { data: { status: string } }) => e.data.status),
      ["sent", "delivered", "read"],
    );

    assert.equal((await other.api.get(`/api/v1/messages/${sent.body.id}`)).status, 404);
    assert.deepEqual((await other.api.get("/api/v1/conversations")).body.data, []);
    assert.deepEqual((await other.api.get("/api/v1/events?after=")).body.data, []);
  });
});
