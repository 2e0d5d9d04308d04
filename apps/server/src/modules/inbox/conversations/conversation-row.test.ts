/** A row of the inbox shows the contact and the state of the last message, without a further request. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";

let app: TestApp;
let tenant: TestTenant;
let channel: { id: string; externalId: string };

before(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
  channel = await app.channel(tenant);
});
after(() => app?.stop());

let people = 0;

/** A new person writes; returns their number, and a function that reads their conversation. */
async function incoming(profileName: string, text = "Hello") {
  const waId = `4477009${String(++people).padStart(5, "0")}`;
  const customer = app.simulator.customer(waId, profileName);
  await customer.sendText(channel.externalId, text);
  await app.drain();
  const { body: contacts } = await tenant.api.get(`/api/v1/contacts?phone=%2B${waId}`);
  const contactId: string = contacts.data[0].id;
  const read = async (api = tenant.api) => (await api.get(`/api/v1/conversations?contactId=${contactId}`)).body.data[0];
  return { customer, waId, contactId, read };
}

test("a row shows the contact's name: the team's, otherwise the person's own", async () => {
  const { waId, contactId, read } = await incoming("Mariam S.");
  const changed = await tenant.api.patch(`/api/v1/contacts/${contactId}`, {
    name: "Mariam Solheim",
    language: "nb",
    country: "NO",
    timezone: "Europe/Oslo",
  });
  assert.equal(changed.status, 200, changed.text);
  const named = {
    id: contactId,
    name: "Mariam Solheim",
    phone: `+${waId}`,
    language: "nb",
    country: "NO",
    timezone: "Europe/Oslo",
    blockedAt: null,
  };
  assert.deepEqual((await read()).contact, named);
  await tenant.api.patch(`/api/v1/contacts/${contactId}`, { name: null });
  assert.equal((await read()).contact.name, "Mariam S.");
  await tenant.api.post(`/api/v1/contacts/${contactId}/block`, {});
  assert.equal((await read()).contact.blockedAt, app.clock.now().toISOString());
});

test("a key that may not read contacts sees only their ids", async () => {
  const { contactId, read } = await incoming("Kofi");
  const key = await app.key(tenant.id, { scopes: ["conversations:read"] });
  const seen = await read(app.api(key));
  assert.deepEqual(seen.contact, {
    id: contactId,
    name: null,
    phone: null,
    language: null,
    country: null,
    timezone: null,
    blockedAt: null,
  });
  assert.equal(seen.lastMessage.preview, "Hello");
});

test("the last message shows its author and status, and why it was not delivered", async () => {
  const { waId, contactId, read } = await incoming("Yuki");
  const inbound = (await read()).lastMessage;
  assert.deepEqual(
    [inbound.status, inbound.author, inbound.error, inbound.deletedAt],
    ["received", { kind: "contact", id: contactId }, null, null],
  );
  const person = await app.person(tenant.id, { role: "agent" });
  const sent = await person.api.post("/api/v1/messages", { channelId: channel.id, to: waId, type: "text", text: "We look into it" });
  assert.equal(sent.status, 200, sent.text);
  const queued = (await read()).lastMessage;
  assert.deepEqual([queued.id, queued.status, queued.author], [sent.body.id, "queued", { kind: "member", id: person.agentId }]);
  assert.equal(queued.at, sent.body.occurredAt);
  await app.settle();
  assert.equal((await read()).lastMessage.status, "read");

  app.simulator.faults.forRecipient(waId, { kind: "failed_status", code: 131026 }, 1);
  const failing = await person.api.post("/api/v1/messages", { channelId: channel.id, to: waId, type: "text", text: "Once more" });
  await app.settle();
  const failed = (await read()).lastMessage;
  const { error } = (await tenant.api.get(`/api/v1/messages/${failing.body.id}`)).body;
  assert.deepEqual([failed.id, failed.status, failed.error], [failing.body.id, "failed", error]);
  assert.equal(error.code, "recipient_invalid");
  // A change returns the same row.
  const changed = await tenant.api.patch(`/api/v1/conversations/${failing.body.conversationId}`, { priority: "high" });
  assert.deepEqual([changed.body.lastMessage, changed.body.contact.name], [failed, "Yuki"]);
});

test("a row shows when the customer deleted its message", async () => {
  const { customer, read } = await incoming("Davi", "by mistake");
  const before = (await read()).lastMessage;
  assert.equal(before.preview, "by mistake");
  const [message] = (await tenant.api.get(`/api/v1/conversations/${(await read()).id}/messages`)).body.data;
  await customer.send(channel.externalId, { kind: "revoke", messageId: message.externalId });
  await app.drain();
  const after = (await read()).lastMessage;
  assert.deepEqual([after.id, after.preview, typeof after.deletedAt], [before.id, "", "string"]);
});
