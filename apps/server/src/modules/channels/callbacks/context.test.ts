/**
 * Context messages, written while another app answers or left by an edit whose message never arrived: shown, but not
 * processed by software.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { ok } from "../../../../test/responses.ts";
import { fakePlatform, messageEvent } from "../../../../test/fakes/fake-connector.ts";
import { makeFlow, runsOf } from "../../../../test/flows.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";
import { createScriptedModel } from "../../../../test/fakes/scripted-model.ts";

const platform = fakePlatform("shared_turns", {});
const model = createScriptedModel();
let t: TestApp;
before(async () => {
  t = await startTestApp({ connectors: [platform], ai: model.gateway });
});
after(async () => {
  await t.stop();
});

const context = { context: true, opensWindow: false };
const label = [{ type: "add_label", label: "Seen" }];

async function pass(ms: number): Promise<void> {
  t.clock.advance(ms);
  await t.settle();
}
const messagesOf = async (tenant: TestTenant) => (await ok(tenant.api.get("/api/v1/messages?limit=100"))).data;
const count = async (tenant: TestTenant, ...flows: { id: string }[]) =>
  Promise.all(flows.map(async (flow) => (await runsOf(tenant, flow)).length));

/** An edit whose message never arrives: it waits until it is orphaned, then becomes the message. */
async function editOfTheLost(channel: { sendEvent(event: object): Promise<void> }, from: string, text: string): Promise<void> {
  const [externalId, occurredAt] = [`lost-${from}`, t.clock.now().toISOString()];
  const original = messageEvent("inbound", from, text, { externalId, occurredAt, opensWindow: false });
  await channel.sendEvent({ kind: "edited", targetExternalId: externalId, text, content: null, occurredAt, original });
  for (let minutes = 0; minutes < 12; minutes++) await pass(60_000);
}

describe("context messages", () => {
  it("are shown and emitted but not answered by a chatbot; an ordinary message is", async () => {
    const tenant = await t.tenant();
    const channel = await platform.channel(t, tenant);
    await ok(
      tenant.api.post("/api/v1/chatbots", { name: "Desk", isActive: true, channelIds: [channel.id], reply: { debounceSeconds: 1 } }),
    );
    await channel.write("u1", "Hi there", context);
    await pass(16_000);
    const [message, ...more] = await messagesOf(tenant);
    assert.deepEqual([more, message.direction, message.text, message.content], [[], "inbound", "Hi there", { context: true }]);
    const events = (await ok(tenant.api.get("/api/v1/events?type=message.received"))).data;
    assert.deepEqual(events[0].data.message.content, { context: true });
    await editOfTheLost(channel, "u2", "Hi again");
    const edited = (await messagesOf(tenant)).filter((m: any) => m.direction === "inbound")[0];
    assert.deepEqual([edited.text, edited.editedAt !== null], ["Hi again", true]);
    assert.deepEqual([model.requests.length, platform.sent.length], [0, 0]);
    await channel.write("u9", "Hello?");
    await pass(16_000);
    assert.deepEqual(
      platform.sent.map((sent) => [sent.to.providerUserId, sent.text]),
      [["u9", "Hello!"]],
    );
  });

  it("start no flow by message, keyword or silence, and end no wait for a reply", async () => {
    const tenant = await t.tenant();
    const channel = await platform.channel(t, tenant);
    const received = await makeFlow(tenant, { type: "message.received", channelIds: [channel.id] }, label);
    const keyword = await makeFlow(tenant, { type: "message.keyword", keywords: ["price"] }, label);
    const silence = await makeFlow(tenant, { type: "no_reply_for", minutes: 30, of: "us" }, label);
    const asking = await makeFlow(tenant, { type: "manual" }, [{ type: "wait_for_reply", timeoutSeconds: 86_400 }, ...label]);
    const all = [received, keyword, silence] as const;
    await channel.write("u3", "What is the price?", context);
    const [contact] = (await ok(tenant.api.get("/api/v1/contacts"))).data;
    await pass(31 * 60_000);
    await editOfTheLost(channel, "u4", "the price, please");
    await pass(31 * 60_000);
    assert.deepEqual(await count(tenant, ...all), [0, 0, 0]);
    const conversation = (await ok(tenant.api.get(`/api/v1/conversations?contactId=${contact.id}`))).data[0];
    const run = await ok(tenant.api.post(`/api/v1/flows/${asking.id}/runs`, { conversationId: conversation.id }));
    await t.settle();
    await channel.write("u3", "And now?", context);
    await t.settle();
    assert.equal((await ok(tenant.api.get(`/api/v1/flow-runs/${run.id}`))).status, "waiting");
    await channel.write("u3", "The price?");
    await t.settle();
    assert.equal((await ok(tenant.api.get(`/api/v1/flow-runs/${run.id}`))).status, "completed");
    await pass(31 * 60_000);
    assert.deepEqual((await count(tenant, ...all)).slice(1), [1, 1], "a word of the customer's to us does");
  });

  it("do not reopen tickets while another app answers; one that replaces a lost message does, because people answer it", async () => {
    const tenant = await t.tenant();
    const channel = await platform.channel(t, tenant);
    await channel.write("u5", "Hello");
    const [conversation] = (await ok(tenant.api.get("/api/v1/conversations"))).data;
    const ticket = await ok(tenant.api.post("/api/v1/tickets", { subject: "Tea", conversationId: conversation.id }));
    await ok(tenant.api.patch(`/api/v1/tickets/${ticket.id}`, { status: "resolved" }));
    const status = async () => (await ok(tenant.api.get(`/api/v1/tickets/${ticket.id}`))).status;
    await channel.write("u5", "to the other app", context);
    await t.settle();
    assert.equal(await status(), "resolved");
    await editOfTheLost(channel, "u5", "to you");
    assert.equal(await status(), "open");
  });

  it("are not survey answers", async () => {
    const tenant = await t.tenant();
    const channel = await platform.channel(t, tenant);
    await ok(tenant.api.put("/api/v1/agent-settings", { csat: { enabled: true, delayMinutes: 10 } }));
    await channel.write("u6", "Hello");
    const [conversation] = (await ok(tenant.api.get("/api/v1/conversations"))).data;
    await ok(tenant.api.patch(`/api/v1/conversations/${conversation.id}`, { status: "resolved" }));
    await pass(11 * 60_000);
    const ratings = async () => (await ok(tenant.api.get("/api/v1/csat/responses"))).data.map((one: any) => one.rating);
    const before = await ratings();
    await channel.write("u6", "5", context);
    await t.settle();
    assert.deepEqual(await ratings(), before);
    await pass(60_000);
  });

  it("opt out by a keyword, but never opt in", async () => {
    const tenant = await t.tenant();
    const channel = await platform.channel(t, tenant);
    await channel.write("u7", "STOP", context);
    const optIn = async () => (await ok(tenant.api.get("/api/v1/contacts"))).data[0].optIn;
    assert.equal(await optIn(), "opted_out");
    await channel.write("u7", "START", context);
    assert.equal(await optIn(), "opted_out");
    await channel.write("u7", "START");
    assert.equal(await optIn(), "opted_in");
  });
});
