import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { after, before, describe, it } from "node:test";
import { preferenceCallback } from "../../../../test/contacts.ts";
import { appSecret, signCallback, startTestApp, type TestApp, type TestTenant, unknownId, verifyToken } from "../../../../test/harness.ts";

const fixtures = fileURLToPath(new URL("../../../../../../packages/connectors/chat-app/fixtures/", import.meta.url));

describe("callbacks", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: Awaited<ReturnType<TestApp["channel"]>>;
  before(async () => {
    t = await startTestApp();
    tenant = await t.tenant();
    channel = await t.channel(tenant);
  });
  after(async () => {
    await t.stop();
  });

  const post = (path: string, body: string | Buffer, headers: Record<string, string>) =>
    t.api(null).request("POST", path, { body, headers });
  const at = () => String(Math.floor(t.clock.now().getTime() / 1000));
  const frame = (value: object, phoneNumberId = channel.externalId) => ({
    object: "whatsapp_business_account",
    entry: [
      {
        id: `2${phoneNumberId.slice(1)}`,
        changes: [
          {
            field: "messages",
            value: {
              messaging_product: "whatsapp",
              metadata: { display_phone_number: "15550100100", phone_number_id: phoneNumberId },
              ...value,
            },
          },
        ],
      },
    ],
  });
  const message = (id: string, from: string, more: object) => ({ id: `wamid.${id}`, from, timestamp: at(), ...more });
  async function deliver(value: object, phoneNumberId?: string): Promise<void> {
    const body = JSON.stringify(frame(value, phoneNumberId));
    const response = await post("/callbacks/chat-app", body, signCallback(body));
    assert.equal(response.status, 200, response.text);
    await t.drain();
  }

  it("answer the handshake under both addresses, and refuse a wrong token", async () => {
    for (const path of ["/callbacks/chat-app", channel.callbackPath]) {
      const good = await t.api(null).get(`${path}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${verifyToken}`);
      assert.equal(good.status, 200);
      assert.equal(good.text, "1158201444");
      assert.match(good.headers.get("content-type") ?? "", /^text\/plain/);
      assert.equal((await t.api(null).get(`${path}?hub.mode=subscribe&hub.challenge=1&hub.verify_token=wrong`)).status, 403);
    }
  });

  it("answer 404 for an unknown platform or channel", async () => {
    assert.equal((await post("/callbacks/pigeon-post", "{}", signCallback("{}"))).status, 404);
    assert.equal((await post(`/callbacks/chat-app/${unknownId("chn")}`, "{}", signCallback("{}"))).status, 404);
    assert.equal((await post("/callbacks/chat-app/nonsense", "{}", signCallback("{}"))).status, 404);
  });

  it("answer 401 to a wrong or missing signature and store nothing; the raw bytes are signed, not the parsed body", async () => {
    const body = JSON.stringify(frame({ messages: [message("sig1", "447700900001", { type: "text", text: { body: "Grüße / 👋" } })] }));
    assert.equal((await post("/callbacks/chat-app", body, {})).status, 401);
    assert.equal((await post("/callbacks/chat-app", body, signCallback(body, "another-secret"))).status, 401);
    assert.equal((await post("/callbacks/chat-app", `${body} `, signCallback(body))).status, 401);
    const escaped = body.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).replaceAll("/", "\\/");
    assert.equal((await post("/callbacks/chat-app", escaped, signCallback(escaped))).status, 200);
    await t.drain();
    const found = (await tenant.api.get("/api/v1/messages?direction=inbound")).body.data.filter(
      (m: { externalId: string }) => m.externalId === "wamid.sig1",
    );
    assert.deepEqual(
      found.map((m: { text: string }) => m.text),
      ["Grüße / 👋"],
    );
  });

  it("never let a body signed with a tenant's own app secret reach another tenant's channel", async () => {
    const other = await t.tenant();
    const theirs = await t.channel(other);
    const body = JSON.stringify(
      frame({ messages: [message("cross", "447700900002", { type: "text", text: { body: "psst" } })] }, theirs.externalId),
    );
    assert.equal((await post(channel.callbackPath, body, signCallback(body, channel.appSecret))).status, 200);
    assert.equal((await post(channel.callbackPath, body, signCallback(body, theirs.appSecret))).status, 401);
    assert.equal((await post(channel.callbackPath, body, signCallback(body, appSecret))).status, 401);
    await t.drain();
    assert.deepEqual((await other.api.get("/api/v1/messages")).body.data, []);
    assert.equal((await post(theirs.callbackPath, body, signCallback(body, theirs.appSecret))).status, 200);
    await t.drain();
    assert.equal((await other.api.get("/api/v1/messages")).body.data.length, 1);
  });

  it("store one message for a repeated callback, and for the same message in another body", async () => {
    const value = { messages: [message("dup", "447700900003", { type: "text", text: { body: "once" } })] };
    await deliver(value);
    await deliver(value);
    await deliver({ ...value, contacts: [{ profile: { name: "Amina" }, wa_id: "447700900003" }] });
    const found = (await tenant.api.get("/api/v1/messages?limit=200")).body.data.filter(
      (m: { externalId: string }) => m.externalId === "wamid.dup",
    );
    assert.equal(found.length, 1);
    const events = (await tenant.api.get("/api/v1/events?limit=100&type=message.received")).body.data.filter(
      (e: { data: { message: { externalId: string } } }) => e.data.message.externalId === "wamid.dup",
    );
    assert.equal(events.length, 1);
  });

  it("reopen a resolved conversation for a new message within the window, and create a new one afterwards", async () => {
    const from = "447700900004";
    await deliver({ messages: [message("r1", from, { type: "text", text: { body: "1" } })] });
    const find = async () =>
      (await tenant.api.get("/api/v1/conversations?limit=100")).body.data.filter((c: { lastMessage: { preview: string } }) =>
        ["1", "2", "3"].includes(c.lastMessage?.preview),
      );
    const [first] = await find();
    await tenant.api.patch(`/api/v1/conversations/${first.id}`, { status: "resolved" });
    t.clock.advance(3_600_000);
    await deliver({ messages: [message("r2", from, { type: "text", text: { body: "2" } })] });
    const [again] = await find();
    assert.equal(again.id, first.id);
    assert.equal(again.status, "open");
    await tenant.api.patch(`/api/v1/conversations/${first.id}`, { status: "done" });
    t.clock.advance(25 * 3_600_000);
    await deliver({ messages: [message("r3", from, { type: "text", text: { body: "3" } })] });
    const now = await find();
    assert.equal(now.length, 2);
    assert.equal(now[0].contactId, first.contactId);

    // Of several, the one resolved last is reopened, even if another one is newer.
    await tenant.api.patch(`/api/v1/conversations/${now.find((c: { id: string }) => c.id !== first.id).id}`, { status: "done" });
    t.clock.advance(25 * 3_600_000);
    assert.equal((await tenant.api.patch(`/api/v1/conversations/${first.id}`, { status: "open" })).status, 200);
    await tenant.api.patch(`/api/v1/conversations/${first.id}`, { status: "done" });
    t.clock.advance(600_000);
    await deliver({ messages: [message("r4", from, { type: "text", text: { body: "3" } })] });
    const last = await find();
    assert.deepEqual([last.length, last.find((c: { status: string }) => c.status === "open")?.id], [2, first.id]);
  });

  it("keep a blocked contact's messages, but reopen nothing and count none as unread", async () => {
    const from = "447700900555";
    await deliver({ messages: [message("b1", from, { type: "text", text: { body: "before" } })] });
    const contact = (await tenant.api.get(`/api/v1/contacts?q=${from}`)).body.data[0];
    const [conversation] = (await tenant.api.get(`/api/v1/conversations?contactId=${contact.id}`)).body.data;
    await tenant.api.patch(`/api/v1/conversations/${conversation.id}`, { status: "resolved" });
    await tenant.api.post(`/api/v1/conversations/${conversation.id}/read`);
    assert.notEqual((await tenant.api.patch(`/api/v1/contacts/${contact.id}`, { blocked: true })).body.blockedAt, null);
    await deliver({ messages: [message("b2", from, { type: "text", text: { body: "while blocked" } })] });
    const after = (await tenant.api.get(`/api/v1/conversations?contactId=${contact.id}`)).body.data;
    assert.deepEqual(
      after.map((c: { status: string; unreadCount: number }) => [c.status, c.unreadCount]),
      [["resolved", 0]],
    );
    const kept = (await tenant.api.get(`/api/v1/conversations/${conversation.id}/messages`)).body.data.map((m: { text: string }) => m.text);
    assert.deepEqual(new Set(kept), new Set(["before", "while blocked"]));
  });

  it("store a message delivered days late at its own time, without opening a window now", async () => {
    const late = String(Math.floor(t.clock.now().getTime() / 1000) - 3 * 86_400);
    await deliver({ messages: [{ ...message("late", "447700900005", { type: "text", text: { body: "late" } }), timestamp: late }] });
    const stored = (await tenant.api.get("/api/v1/messages?limit=200")).body.data.find(
      (m: { externalId: string }) => m.externalId === "wamid.late",
    );
    assert.equal(stored.occurredAt, new Date(Number(late) * 1000).toISOString());
    const response = await tenant.api.post("/api/v1/messages", {
      channelId: channel.id,
      to: "447700900005",
      type: "text",
      text: "too late",
    });
    assert.equal(response.body.error.code, "window_closed");
  });

  it("keep one contact for a person who hid their phone number when the number appears", async () => {
    const user_id = "GB.40817265930518274639";
    await deliver({
      contacts: [{ profile: { name: "Nur", username: "@nur" }, user_id }],
      messages: [{ id: "wamid.hidden1", from_user_id: user_id, timestamp: at(), type: "text", text: { body: "no phone" } }],
    });
    const [before] = (await tenant.api.get("/api/v1/contacts?q=nur")).body.data;
    assert.equal(before.phone, null);
    await deliver({
      contacts: [{ profile: { name: "Nur" }, wa_id: "447700900777", user_id }],
      messages: [{ ...message("hidden2", "447700900777", { type: "text", text: { body: "now with" } }), from_user_id: user_id }],
    });
    const after = (await tenant.api.get("/api/v1/contacts?q=nur")).body.data;
    assert.equal(after.length, 1);
    assert.equal(after[0].id, before.id);
    assert.equal(after[0].phone, "+447700900777");
    const reply = await tenant.api.post("/api/v1/messages", {
      channelId: channel.id,
      to: "+44 7700 900777",
      type: "text",
      text: "found you",
    });
    assert.equal(reply.body.contactId, before.id);
    await t.settle();
  });

  it("treat national variants of one number as one person", async () => {
    await deliver({ messages: [message("br1", "551199887766", { type: "text", text: { body: "sem nono" } })] });
    await deliver({ messages: [message("br2", "5511999887766", { type: "text", text: { body: "com nono" } })] });
    const rows = (await tenant.api.get("/api/v1/messages?limit=200")).body.data.filter((m: { externalId: string }) =>
      /wamid\.br/.test(m.externalId),
    );
    assert.equal(new Set(rows.map((m: { contactId: string }) => m.contactId)).size, 1);
    assert.equal(new Set(rows.map((m: { conversationId: string }) => m.conversationId)).size, 1);
  });

  it("apply reactions, edits and deletions to their message, even if they arrive first", async () => {
    const from = "447700900006";
    const reaction = { messages: [message("re1", from, { type: "reaction", reaction: { message_id: "wamid.base", emoji: "👍" } })] };
    await deliver(reaction);
    await deliver({ messages: [message("base", from, { type: "text", text: { body: "original" } })] });
    t.clock.advance(60_000);
    await t.drain();
    const read = async () =>
      (await tenant.api.get("/api/v1/messages?limit=200")).body.data.find((m: { externalId: string }) => m.externalId === "wamid.base");
    assert.deepEqual(
      (await read()).reactions.map((r: { emoji: string }) => r.emoji),
      ["👍"],
    );
    await deliver({ messages: [message("re2", from, { type: "reaction", reaction: { message_id: "wamid.base", emoji: "" } })] });
    assert.deepEqual((await read()).reactions, []);
    await deliver({
      messages: [
        message("ed1", from, {
          type: "edit",
          edit: { original_message_id: "wamid.base", message: { type: "text", text: { body: "changed" } } },
        }),
      ],
    });
    assert.equal((await read()).text, "changed");
    assert.notEqual((await read()).editedAt, null);
    await deliver({ messages: [message("rv1", from, { type: "revoke", revoke: { original_message_id: "wamid.base" } })] });
    assert.equal((await read()).text, null);
    assert.notEqual((await read()).deletedAt, null);
    await deliver({
      messages: [
        message("ed2", from, {
          type: "edit",
          edit: { original_message_id: "wamid.base", message: { type: "text", text: { body: "back again" } } },
        }),
      ],
    });
    assert.equal((await read()).text, null, "an edit that comes after the deletion brings nothing back");
  });

  it("emit one event per reaction, edit and deletion; a message deleted unread is no longer unread", async () => {
    const from = "447700900016";
    const text = (id: string, body: string) => deliver({ messages: [message(id, from, { type: "text", text: { body } })] });
    const revoke = (id: string, target: string) =>
      deliver({ messages: [message(id, from, { type: "revoke", revoke: { original_message_id: `wamid.${target}` } })] });
    const edit = (id: string, body: string) =>
      deliver({
        messages: [
          message(id, from, {
            type: "edit",
            edit: { original_message_id: "wamid.told2", message: { type: "text", text: { body } } },
          }),
        ],
      });
    await text("told1", "read by somebody");
    const of = async () => (await tenant.api.get("/api/v1/messages?limit=200")).body.data.find((m: any) => m.externalId === "wamid.told1");
    const { conversationId, contactId, channelId } = await of();
    const conversation = async () => (await tenant.api.get(`/api/v1/conversations/${conversationId}`)).body;
    await tenant.api.post(`/api/v1/conversations/${conversationId}/read`);
    await text("told2", "second");
    await text("told3", "third");
    assert.equal((await conversation()).unreadCount, 2);

    await deliver({ messages: [message("tre1", from, { type: "reaction", reaction: { message_id: "wamid.told2", emoji: "👍" } })] });
    await edit("ted1", "second, better");
    await revoke("trv1", "told2");
    assert.equal((await conversation()).unreadCount, 1);
    await revoke("trv2", "told2");
    await edit("ted2", "too late");
    assert.equal((await conversation()).unreadCount, 1, "said twice, it counts once");
    await revoke("trv3", "told1");
    assert.equal((await conversation()).unreadCount, 1, "what was read is not counted off");
    await revoke("trv4", "told3");
    const { unreadCount, lastMessage } = await conversation();
    assert.deepEqual([unreadCount, lastMessage.preview], [0, ""]);

    const events = (await tenant.api.get("/api/v1/events?type=message.updated&limit=100&after=")).body.data
      .map((e: { data: any }) => e.data)
      .filter((data: any) => data.conversationId === conversationId);
    assert.deepEqual(
      events.map((data: any) => [data.change, data.message.externalId, data.message.text, data.message.reactions.map((r: any) => r.emoji)]),
      [
        ["reaction", "wamid.told2", "second", ["👍"]],
        ["edited", "wamid.told2", "second, better", ["👍"]],
        ["deleted", "wamid.told2", null, ["👍"]],
        ["deleted", "wamid.told1", null, []],
        ["deleted", "wamid.told3", null, []],
      ],
    );
    assert.deepEqual([events[0].contactId, events[0].channelId], [contactId, channelId]);
    const counts = (await tenant.api.get("/api/v1/events?type=conversation.updated&limit=100&after=")).body.data
      .map((e: { data: any }) => e.data)
      .filter((data: any) => data.conversationId === conversationId)
      .map((data: any) => data.changes.unreadCount);
    assert.deepEqual(counts, [
      { from: 1, to: 0 },
      { from: 2, to: 1 },
      { from: 1, to: 0 },
    ]);
    assert.deepEqual(
      events.map(({ message: m }: any) => [m.editedAt !== null, m.deletedAt !== null]),
      [
        [false, false],
        [true, false],
        [true, true],
        [false, true],
        [false, true],
      ],
    );
  });

  it("show a person's newest reaction, regardless of the order of arrival", async () => {
    const from = "447700900016";
    const at = (seconds: number) => String(Math.floor(t.clock.now().getTime() / 1000) - 60 + seconds);
    const react = (id: string, emoji: string, seconds: number) =>
      deliver({
        messages: [message(id, from, { timestamp: at(seconds), type: "reaction", reaction: { message_id: "wamid.newest", emoji } })],
      });
    await deliver({ messages: [message("newest", from, { type: "text", text: { body: "original" } })] });
    const shown = async () =>
      (await tenant.api.get("/api/v1/messages?limit=200")).body.data
        .find((m: { externalId: string }) => m.externalId === "wamid.newest")
        .reactions.map((r: { emoji: string }) => r.emoji);
    await react("n3", "", 3);
    await react("n2", "👍", 2);
    assert.deepEqual(await shown(), [], "it was taken back after it was set");
    const events = (await tenant.api.get("/api/v1/events?type=message.updated&limit=100&after=")).body.data;
    assert.equal(events.filter((e: any) => e.data.message.externalId === "wamid.newest").length, 0, "nobody saw it");
    await react("n5", "🔥", 5);
    await react("n4", "👍", 4);
    assert.deepEqual(await shown(), ["🔥"]);
  });

  it("update the conversation's preview when its last message is edited or deleted", async () => {
    const from = "447700900066";
    const preview = async () =>
      (await tenant.api.get(`/api/v1/conversations?contactId=${(await tenant.api.get(`/api/v1/contacts?q=${from}`)).body.data[0].id}`)).body
        .data[0].lastMessage.preview;
    await deliver({ messages: [message("pv", from, { type: "text", text: { body: "my card is 4111" } })] });
    assert.equal(await preview(), "my card is 4111");
    await deliver({
      messages: [
        message("pv-edit", from, {
          type: "edit",
          edit: { original_message_id: "wamid.pv", message: { type: "text", text: { body: "my card" } } },
        }),
      ],
    });
    assert.equal(await preview(), "my card");
    await deliver({ messages: [message("pv-revoke", from, { type: "revoke", revoke: { original_message_id: "wamid.pv" } })] });
    assert.equal(await preview(), "");
  });

  it("give a tenant that names another tenant's account none of the platform's reports about it", async () => {
    const owner = await t.tenant();
    const theirs = await t.channel(owner);
    const account = `2${theirs.externalId.slice(1)}`;
    const thief = await t.tenant();
    const made = await thief.api.post("/api/v1/channels", {
      kind: "chat_app",
      name: "x",
      config: {
        phoneNumberId: `7${theirs.externalId.slice(1)}`,
        businessAccountId: account,
        accessToken: "x",
        appSecret: "x",
        verifyToken: "x",
      },
    });
    assert.equal(made.status, 200, made.text);
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [
        {
          id: account,
          time: Number(at()),
          changes: [
            {
              field: "message_template_status_update",
              value: { event: "APPROVED", message_template_id: 1, message_template_name: "secret_launch", message_template_language: "en" },
            },
          ],
        },
      ],
    });
    assert.equal((await post("/callbacks/chat-app", body, signCallback(body))).status, 200);
    await t.drain();
    assert.deepEqual(
      (await owner.api.get(`/api/v1/channels/${theirs.id}/templates`)).body.data.map((x: { name: string }) => x.name),
      ["secret_launch"],
    );
    assert.deepEqual((await thief.api.get(`/api/v1/channels/${made.body.id}/templates`)).body.data, []);
    assert.equal((await thief.api.get("/api/v1/events?after=")).text.includes("secret_launch"), false);
  });

  it("show what the business types on its phone as outbound, once, without opening a window", async () => {
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [
        {
          id: "x",
          changes: [
            {
              field: "smb_message_echoes",
              value: {
                messaging_product: "whatsapp",
                metadata: { phone_number_id: channel.externalId },
                message_echoes: [
                  {
                    id: "wamid.echo1",
                    from: "15550100100",
                    to: "447700900008",
                    timestamp: at(),
                    type: "text",
                    text: { body: "from the shop phone" },
                  },
                ],
              },
            },
          ],
        },
      ],
    });
    assert.equal((await post("/callbacks/chat-app", body, signCallback(body))).status, 200);
    await t.drain();
    const echo = (await tenant.api.get("/api/v1/messages?limit=200")).body.data.find(
      (m: { externalId: string }) => m.externalId === "wamid.echo1",
    );
    assert.deepEqual([echo.direction, echo.status, echo.author.kind, echo.to], ["outbound", "sent", "platform", "447700900008"]);
    assert.equal((await tenant.api.get(`/api/v1/conversations/${echo.conversationId}`)).body.windowExpiresAt, null);
  });

  it("opt out a customer who stops marketing, and opt them in again", async () => {
    const from = "447700900009";
    await deliver({ messages: [message("pref", from, { type: "text", text: { body: "hi" } })] });
    for (const [value, optIn] of [
      ["stop", "opted_out"],
      ["resume", "opted_in"],
    ] as const) {
      t.clock.advance(1_000);
      const body = preferenceCallback(channel.externalId, { wa_id: from, value, timestamp: Number(at()) });
      assert.equal((await post("/callbacks/chat-app", body, signCallback(body))).status, 200);
      await t.drain();
      assert.equal((await tenant.api.get(`/api/v1/contacts?q=${from}`)).body.data[0].optIn, optIn);
    }
  });

  it("process every recorded payload without a crash: stored, applied, or recorded as ignored", async () => {
    const own = await t.tenant();
    const made = await t.vouchedChannel(own, {
      kind: "chat_app",
      config: {
        phoneNumberId: "118822334455667",
        businessAccountId: "204455667788990",
        accessToken: "x",
        appSecret: "x",
        verifyToken: "x",
      },
    });
    const files = readdirSync(fixtures).filter((f) => f.endsWith(".json"));
    assert.ok(files.length >= 40);
    for (const file of files) {
      const body = readFileSync(`${fixtures}${file}`);
      const response = await post("/callbacks/chat-app", body, signCallback(body));
      assert.equal(response.status, 200, file);
    }
    await t.drain();
    for (let i = 0; i < 12; i++) {
      t.clock.advance(120_000);
      await t.drain();
    }
    const states = await t.app.database.worker<{ state: string; n: number; ids: string[] }>({
      text: "select state, count(*)::int as n, array_agg(provider_event_id || ' ' || coalesce(last_error, '')) as ids from inbound_events where tenant_id = $1 group by state",
      values: [own.id],
    });
    assert.deepEqual(
      states.filter((s) => !["processed", "ignored"].includes(s.state)),
      [],
    );
    const messages = (await own.api.get("/api/v1/messages?limit=200")).body.data;
    const types = new Set(messages.map((m: { type: string }) => m.type));
    for (const type of [
      "text",
      "image",
      "video",
      "audio",
      "document",
      "sticker",
      "location",
      "contact",
      "interactive",
      "system",
      "unsupported",
    ])
      assert.ok(types.has(type), `no ${type}`);
    assert.equal((await own.api.get(`/api/v1/channels/${made.id}`)).body.messagesPerSecond, 1000);
  });

  it("show the platform's quality and restriction notices on the channel", async () => {
    const own = await t.tenant();
    const theirs = await t.channel(own);
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [
        {
          id: `2${theirs.externalId.slice(1)}`,
          time: Number(at()),
          changes: [{ field: "account_update", value: { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "DISABLE" } } }],
        },
      ],
    });
    assert.equal((await post("/callbacks/chat-app", body, signCallback(body))).status, 200);
    await t.drain();
    const shown = (await own.api.get(`/api/v1/channels/${theirs.id}`)).body;
    assert.notEqual(shown.status, "Connected");
    assert.equal(typeof shown.statusReason, "string");
  });
});
