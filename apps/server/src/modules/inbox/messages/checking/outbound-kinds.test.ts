/**
 * Every type that the chat-app channel lets a business send, through the simulator, which checks as strictly as the
 * platform.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { fakePlatform } from "../../../../../test/fakes/fake-connector.ts";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../../test/harness.ts";

const plain = fakePlatform("plain_words", {
  limits: { textCharactersMax: 20, textBytesMax: 40, messagesPerSecond: 10, pairIntervalMs: 0, pairBurst: 1 },
});
const typing = fakePlatform("typing_words", { abilities: { quote: [], typing: true, markRead: true } });

describe("kinds of outbound messages", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: Awaited<ReturnType<TestApp["channel"]>>;
  let people = 0;
  before(async () => {
    t = await startTestApp({ connectors: [plain, typing] });
    tenant = await t.tenant();
    channel = await t.channel(tenant);
  });
  after(async () => {
    await t.stop();
  });

  async function customer() {
    const number = `4477011${String(++people).padStart(5, "0")}`;
    assert.equal((await t.simulator.customer(number, "Amina").sendText(channel.externalId, "Hi")).status, 200);
    await t.drain();
    const inbound = (await tenant.api.get("/api/v1/messages?direction=inbound&limit=1")).body.data[0];
    assert.equal(inbound.from, number);
    return { number, inbound, conversation: `/api/v1/conversations/${inbound.conversationId}` };
  }
  const post = (to: string, more: object) => tenant.api.post("/api/v1/messages", { channelId: channel.id, to, ...more });
  const lastBody = (to: string) => t.simulator.sentTo(to).at(-1)?.body as Record<string, any>;
  const list = {
    kind: "list",
    header: "Department",
    footer: "Northwind",
    button: "Choose",
    sections: [
      { title: "Teams", rows: [{ id: "sales", title: "Sales", description: "New orders" }] },
      { title: "Other", rows: [{ id: "billing", title: "Billing" }] },
    ],
  };
  const buttons = {
    kind: "buttons",
    buttons: [
      { id: "keep", title: "Keep" },
      { id: "move", title: "Reschedule" },
    ],
  };

  const kinds: [string, object, string, unknown, string][] = [
    [
      "a location",
      { type: "location", content: { latitude: 52.5, longitude: 13.4, name: "Office", address: "Main St 1" } },
      "location",
      { latitude: 52.5, longitude: 13.4, name: "Office", address: "Main St 1" },
      "Office",
    ],
    [
      "a contact",
      {
        type: "contact",
        content: {
          contacts: [
            {
              name: { formattedName: "Ben Ito", lastName: "Ito" },
              phones: [{ phone: "+447700900200", type: "WORK", waId: "447700900200" }],
              org: { company: "Northwind" },
            },
            { name: { formattedName: "Ada" } },
          ],
        },
      },
      "contacts",
      [
        {
          name: { formatted_name: "Ben Ito", last_name: "Ito" },
          phones: [{ phone: "+447700900200", type: "WORK", wa_id: "447700900200" }],
          org: { company: "Northwind" },
        },
        { name: { formatted_name: "Ada", first_name: "Ada" } },
      ],
      "Ben Ito",
    ],
    [
      "buttons",
      { type: "interactive", text: "Keep it?", content: buttons },
      "interactive",
      {
        type: "button",
        body: { text: "Keep it?" },
        action: {
          buttons: [
            { type: "reply", reply: { id: "keep", title: "Keep" } },
            { type: "reply", reply: { id: "move", title: "Reschedule" } },
          ],
        },
      },
      "Keep it?",
    ],
    [
      "a list",
      { type: "interactive", text: "Who?", content: list },
      "interactive",
      {
        type: "list",
        header: { type: "text", text: "Department" },
        body: { text: "Who?" },
        footer: { text: "Northwind" },
        action: { button: "Choose", sections: list.sections },
      },
      "Who?",
    ],
    [
      "an address to open",
      { type: "interactive", text: "Track it", content: { kind: "url", url: "https://example.com/t/1", title: "Open" } },
      "interactive",
      {
        type: "cta_url",
        body: { text: "Track it" },
        action: { name: "cta_url", parameters: { display_text: "Open", url: "https://example.com/t/1" } },
      },
      "Track it",
    ],
  ];
  for (const [name, message, part, expected, preview] of kinds) {
    it(`${name} is sent in the platform's format, quoting the requested message, and is the conversation's preview`, async () => {
      const { number, inbound, conversation } = await customer();
      const sent = await post(number, { ...message, replyToId: inbound.id });
      assert.equal(sent.status, 200, sent.text);
      assert.equal((await tenant.api.get(conversation)).body.lastMessage.preview, preview);
      await t.settle();
      const stored = (await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body;
      assert.equal(stored.status, "read", JSON.stringify(stored.error));
      assert.deepEqual(stored.content, sent.body.content);
      assert.deepEqual(lastBody(number)[part], expected);
      assert.deepEqual(lastBody(number)["context"], { message_id: inbound.externalId });
    });
  }

  it("unknown fields are not stored", async () => {
    const { number } = await customer();
    const sent = await post(number, { type: "location", content: { latitude: 1, longitude: 2, zoom: 3 } });
    assert.deepEqual(sent.body.content, { latitude: 1, longitude: 2 });
  });

  const rows = (n: number) => Array.from({ length: n }, (_, i) => ({ id: `r${i}`, title: `Row ${i}` }));
  const refusals: [string, object, string, string][] = [
    ["a location without content", { type: "location" }, "content", "required"],
    ["no longitude", { type: "location", content: { latitude: 1 } }, "content.longitude", "required"],
    ["a latitude off the earth", { type: "location", content: { latitude: 91, longitude: 1 } }, "content.latitude", "out_of_range"],
    ["a location with text", { type: "location", text: "x", content: { latitude: 1, longitude: 1 } }, "text", "not_allowed"],
    ["no contacts", { type: "contact", content: { contacts: [] } }, "content.contacts", "too_short"],
    ["a contact without a name", { type: "contact", content: { contacts: [{}] } }, "content.contacts[0].name", "required"],
    ["an interactive message without text", { type: "interactive", content: buttons }, "text", "required"],
    ["an unknown kind", { type: "interactive", text: "x", content: { kind: "carousel" } }, "content.kind", "unknown_value"],
    ["buttons without buttons", { type: "interactive", text: "x", content: { kind: "buttons" } }, "content.buttons", "required"],
    [
      "a list with buttons",
      { type: "interactive", text: "x", content: { ...list, buttons: buttons.buttons } },
      "content.buttons",
      "not_allowed",
    ],
    [
      "two buttons with one id",
      { type: "interactive", text: "x", content: { kind: "buttons", buttons: [rows(1)[0], { id: "r0", title: "Other" }] } },
      "content.buttons[1].id",
      "duplicate",
    ],
    [
      "two sections, one without a title",
      {
        type: "interactive",
        text: "x",
        content: { kind: "list", button: "Go", sections: [{ title: "A", rows: rows(1) }, { rows: [{ id: "z", title: "Z" }] }] },
      },
      "content.sections[1].title",
      "required",
    ],
    [
      "no address at all",
      { type: "interactive", text: "x", content: { kind: "url", url: "javascript:alert(1)", title: "Go" } },
      "content.url",
      "invalid_format",
    ],
    ["a reaction to nothing", { type: "reaction", content: { emoji: "👍" } }, "content.messageId", "required"],
    ["a reaction without emoji", { type: "reaction", content: { messageId: "msg_1" } }, "content.emoji", "required"],
    ["a word as a reaction", { type: "reaction", content: { messageId: "msg_1", emoji: "yes" } }, "content.emoji", "invalid_format"],
    ["two emoji as a reaction", { type: "reaction", content: { messageId: "msg_1", emoji: "👍👍" } }, "content.emoji", "invalid_format"],
    [
      "a reaction that quotes",
      { type: "reaction", replyToId: "msg_1", content: { messageId: "msg_1", emoji: "👍" } },
      "replyToId",
      "not_allowed",
    ],
  ];
  for (const [name, message, field, issue] of refusals) {
    it(`refuses ${name}`, async () => {
      const response = await post("447700900123", message);
      assert.deepEqual([response.status, response.body.error.code], [400, "validation_error"], response.text);
      assert.deepEqual(response.body.error.details, [{ field, issue }]);
    });
  }

  const beyond: [string, object, string, string, RegExp][] = [
    ["a long text", { type: "text", text: "x".repeat(4_097) }, "text", "too_long", /at most 4096 characters/],
    [
      "four buttons",
      { type: "interactive", text: "x", content: { kind: "buttons", buttons: rows(4) } },
      "content.buttons",
      "too_many",
      /at most /,
    ],
    [
      "a long button",
      { type: "interactive", text: "x", content: { kind: "buttons", buttons: [{ id: "a", title: "x".repeat(21) }] } },
      "content.buttons[0].title",
      "too_long",
      /at most /,
    ],
    [
      "eleven rows",
      { type: "interactive", text: "x", content: { kind: "list", button: "Go", sections: [{ rows: rows(11) }] } },
      "content.sections",
      "too_many",
      /at most /,
    ],
    ["too much above buttons", { type: "interactive", text: "x".repeat(1025), content: buttons }, "text", "too_long", /at most /],
    [
      "a long id of a button",
      { type: "interactive", text: "x", content: { kind: "buttons", buttons: [{ id: "a".repeat(257), title: "A" }] } },
      "content.buttons[0].id",
      "too_long",
      /at most 256 characters/,
    ],
    [
      "a long id of a row",
      {
        type: "interactive",
        text: "x",
        content: { kind: "list", button: "Go", sections: [{ rows: [{ id: "a".repeat(201), title: "A" }] }] },
      },
      "content.sections[0].rows[0].id",
      "too_long",
      /at most 200 characters/,
    ],
    [
      "a long title of a section",
      { type: "interactive", text: "x", content: { kind: "list", button: "Go", sections: [{ title: "x".repeat(25), rows: rows(1) }] } },
      "content.sections[0].title",
      "too_long",
      /at most 24 characters/,
    ],
    [
      "a long footer",
      { type: "interactive", text: "x", content: { ...buttons, footer: "x".repeat(61) } },
      "content.footer",
      "too_long",
      /at most 60 characters/,
    ],
    [
      "a long title of an address",
      { type: "interactive", text: "x", content: { kind: "url", url: "https://example.com", title: "x".repeat(21) } },
      "content.title",
      "too_long",
      /at most 20 characters/,
    ],
    [
      "too much above an address",
      { type: "interactive", text: "x".repeat(1025), content: { kind: "url", url: "https://example.com", title: "Go" } },
      "text",
      "too_long",
      /at most 1024 characters/,
    ],
  ];
  for (const [name, message, field, issue, remedy] of beyond) {
    it(`this channel does not support ${name}`, async () => {
      const response = await post("447700900123", message);
      assert.deepEqual([response.status, response.body.error.code], [422, "unsupported_by_channel"], response.text);
      assert.deepEqual(response.body.error.details, [{ field, issue }]);
      assert.match(response.body.error.message, remedy);
    });
  }

  it("a reaction shows on its message once it is sent, can be changed and removed, and is not listed as a message", async () => {
    const { number, inbound, conversation } = await customer();
    const before = (await tenant.api.get(conversation)).body;
    const react = (emoji: string | null) => post(number, { type: "reaction", content: { messageId: inbound.id, emoji } });
    const reactions = async () => (await tenant.api.get(`/api/v1/messages/${inbound.id}`)).body.reactions;
    const sent = await react("👍🏽");
    assert.equal(sent.status, 200, sent.text);
    assert.equal(sent.body.conversationId, inbound.conversationId);
    assert.deepEqual(await reactions(), [], "not before it is sent");
    await t.settle();
    assert.deepEqual(lastBody(number)["reaction"], { message_id: inbound.externalId, emoji: "👍🏽" });
    assert.equal("context" in lastBody(number), false);
    assert.deepEqual(
      (await reactions()).map((r: any) => [r.from, r.emoji]),
      [[channel.externalId, "👍🏽"]],
    );
    assert.equal((await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body.status, "sent");
    const { lastMessage, lastMessageAt, waitingSince, firstRepliedAt } = (await tenant.api.get(conversation)).body;
    assert.deepEqual(
      { lastMessage, lastMessageAt, waitingSince, firstRepliedAt },
      {
        lastMessage: before.lastMessage,
        lastMessageAt: before.lastMessageAt,
        waitingSince: before.waitingSince,
        firstRepliedAt: null,
      },
    );
    const thread = (await tenant.api.get(`${conversation}/messages`)).body.data;
    assert.deepEqual(
      thread.map((m: any) => m.id),
      [inbound.id],
    );
    t.clock.advance(1_000);
    await react("❤");
    t.clock.advance(1_000);
    await react("😂");
    await t.settle();
    t.clock.advance(1_000);
    await t.settle();
    assert.equal(lastBody(number)["reaction"].emoji, "😂");
    assert.deepEqual(
      (await reactions()).map((r: any) => r.emoji),
      ["😂"],
    );
    t.clock.advance(1_000);
    await react(null);
    await t.settle();
    assert.deepEqual(lastBody(number)["reaction"], { message_id: inbound.externalId, emoji: "" });
    assert.deepEqual(await reactions(), []);
  });

  it("a reaction whose call was cut off shows with the platform's status", async () => {
    const { number, inbound } = await customer();
    t.simulator.faults.forRecipient(number, { kind: "cut_after_accept" });
    await post(number, { type: "reaction", content: { messageId: inbound.id, emoji: "👍" } });
    await t.settle();
    const { reactions } = (await tenant.api.get(`/api/v1/messages/${inbound.id}`)).body;
    assert.deepEqual(
      reactions.map((r: any) => r.emoji),
      ["👍"],
    );
  });

  it("a reaction to a resolved conversation does not reopen it", async () => {
    const { number, inbound, conversation } = await customer();
    await tenant.api.patch(conversation, { status: "resolved" });
    const sent = await post(number, { type: "reaction", content: { messageId: inbound.id, emoji: "👍" } });
    assert.equal(sent.body.conversationId, inbound.conversationId, sent.text);
    assert.equal((await tenant.api.get(conversation)).body.status, "resolved");
    await t.settle();
    assert.equal((await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body.status, "sent");
  });

  it("a message of another person, of another tenant, or that never existed can be neither quoted nor reacted to", async () => {
    const mine = await customer();
    const other = await customer();
    const otherTenant = await t.tenant();
    const strangers = await t.channel(otherTenant);
    await t.simulator.customer(mine.number).sendText(strangers.externalId, "Hi");
    await t.drain();
    const foreign = (await otherTenant.api.get("/api/v1/messages?limit=1")).body.data[0].id;
    const note = (await tenant.api.post(`${mine.conversation}/notes`, { text: "note" })).body.id;
    for (const id of [other.inbound.id, foreign, unknownId("msg"), "nonsense", note]) {
      const reaction = await post(mine.number, { type: "reaction", content: { messageId: id, emoji: "👍" } });
      const quote = await post(mine.number, { type: "text", text: "Hello", replyToId: id });
      assert.deepEqual([reaction.status, quote.status], [404, 404], id);
    }
    const queued = await post(mine.number, { type: "text", text: "Not there yet" });
    const early = await post(mine.number, { type: "reaction", content: { messageId: queued.body.id, emoji: "👍" } });
    assert.deepEqual([early.status, early.body.error.code], [409, "conflict"]);
    await t.settle();
    assert.equal((await post(mine.number, { type: "reaction", content: { messageId: queued.body.id, emoji: "👍" } })).status, 200);
    await t.settle();
  });

  it("unsupported features are refused by the channel's description alone", async () => {
    const fake = await plain.channel(t, tenant);
    await fake.write("somebody");
    const send = (more: object) => tenant.api.post("/api/v1/messages", { channelId: fake.id, to: "somebody", ...more });
    for (const [more, status, code, field] of [
      [{ type: "location", content: { latitude: 1, longitude: 1 } }, 422, "unsupported_by_channel", "type"],
      [{ type: "text", text: "Hello", replyToId: "msg_1" }, 422, "unsupported_by_channel", "replyToId"],
      [{ type: "text", text: "x".repeat(21) }, 422, "unsupported_by_channel", "text"],
      [{ type: "text", text: "😀".repeat(11) }, 422, "unsupported_by_channel", "text"],
    ] as const) {
      const response = await send(more);
      assert.deepEqual([response.status, response.body.error.code, response.body.error.details[0].field], [status, code, field]);
    }
    const { conversationId } = (await send({ type: "text", text: "😀".repeat(10) })).body;
    const response = await tenant.api.post(`/api/v1/conversations/${conversationId}/typing`);
    assert.deepEqual([response.status, response.body.error.code], [422, "unsupported_by_channel"]);
    const read = await tenant.api.post(`/api/v1/conversations/${conversationId}/read`);
    assert.deepEqual([read.status, read.body.unreadCount, read.body.customerTold], [200, 0, false]);
    assert.deepEqual(plain.acts, []);
  });

  it("typing and read marks reach the platform with the customer's newest message", async () => {
    const { inbound, conversation } = await customer();
    const asked = (i: number) => t.simulator.calls.at(i)?.body;
    assert.equal((await tenant.api.post(`${conversation}/typing`)).body.typing, true);
    assert.deepEqual(asked(-1), {
      messaging_product: "whatsapp",
      status: "read",
      message_id: inbound.externalId,
      typing_indicator: { type: "text" },
    });
    assert.equal((await tenant.api.get(conversation)).body.unreadCount, 1, "typing reads nothing of ours");
    const read = await tenant.api.post(`${conversation}/read`);
    assert.deepEqual([read.body.unreadCount, read.body.customerTold], [0, true]);
    assert.deepEqual(asked(-1), { messaging_product: "whatsapp", status: "read", message_id: inbound.externalId });
  });

  it("if the platform refuses, typing fails, but reading succeeds and reports that the customer was not notified", async () => {
    const fake = await typing.channel(t, tenant);
    await fake.write("busy");
    const conversation = (await tenant.api.get("/api/v1/conversations?limit=1")).body.data[0];
    const url = `/api/v1/conversations/${conversation.id}`;
    assert.equal((await tenant.api.post(`${url}/typing`)).status, 200);
    assert.deepEqual(typing.acts.at(-1)?.person, { providerUserId: "busy" });
    const act = typing.connector.act;
    (typing.connector as { act: unknown }).act = async () => {
      throw new Error("too many calls");
    };
    const refused = await tenant.api.post(`${url}/typing`);
    assert.deepEqual([refused.status, refused.body.error.code], [502, "provider_error"]);
    const read = await tenant.api.post(`${url}/read`);
    assert.deepEqual([read.status, read.body.unreadCount, read.body.customerTold], [200, 0, false]);
    (typing.connector as { act: unknown }).act = act;
    await tenant.api.patch(`/api/v1/channels/${fake.id}`, { status: "Disconnected" });
    assert.equal((await tenant.api.post(`${url}/typing`)).body.error.code, "channel_not_connected");
  });
});
