import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { type ShortVideoSimulator, signTiktok, startShortVideoSimulator } from "@parley/simulators/short-video";
import { parseWireId } from "../../src/platform/ids/ids.ts";
import { createManualClock } from "../../src/platform/clock/clock.ts";
import { untilProcessed } from "../database/locks.ts";
import { startTestApp, type TestApp, type TestTenant } from "../harness.ts";

const clientKey = "7400000000000000001";
const clientSecret = "shared-client-secret";

describe("a short-video channel through the whole app", () => {
  let t: TestApp;
  let platform: ShortVideoSimulator;
  let tenant: TestTenant;
  let channel: { id: string; callbackPath: string };
  const business = "bizOpenId-000aZ9";

  before(async () => {
    const clock = createManualClock(new Date(Math.floor(Date.now() / 1000) * 1000));
    platform = await startShortVideoSimulator({
      clientKey,
      clientSecret,
      delaysMs: { echo: 0, read: 0 },
      clock: { now: () => clock.now().getTime() },
      enforceLimits: false,
      magicRecipients: false,
      retryGapsMs: [],
      reads: false,
    });
    const env = { SHORT_VIDEO_API_URL: platform.url, SHORT_VIDEO_CLIENT_KEY: clientKey, SHORT_VIDEO_CLIENT_SECRET: clientSecret };
    t = await startTestApp({ clock, env });
    tenant = await t.tenant();
    channel = await connect(tenant, business);
  });
  after(async () => {
    await t.stop();
    await platform.close();
  });

  async function connect(owner: TestTenant, businessId: string, own = "own-client-secret") {
    const accessToken = `act.${businessId}`;
    platform.registerAccount({ businessId, username: "northwind", accessToken, callbackUrl: `${t.url}/callbacks/short-video` });
    const made = await owner.api.post("/api/v1/channels", {
      kind: "short_video",
      name: "Northwind on video",
      externalId: businessId,
      config: { businessId, clientKey, clientSecret: own, accessToken, refreshToken: `rft.${businessId}` },
    });
    assert.deepEqual([made.status, made.body.status], [200, "Connected"], made.text);
    assert.ok(!made.text.includes(accessToken) && !made.text.includes(own), "secrets are write-only");
    return made.body as { id: string; callbackPath: string };
  }

  /** Runs our work and the platform's callbacks until both are idle. */
  async function settle(): Promise<void> {
    for (let i = 0; i < 3; i++) {
      await t.drain();
      await platform.settled();
    }
    await t.drain();
  }
  const messagesOf = async (conversationId: string) => (await tenant.api.get(`/api/v1/conversations/${conversationId}/messages`)).body.data;
  const messageOf = async (id: string) => (await tenant.api.get(`/api/v1/messages/${id}`)).body;
  const send = (to: string, text: string) => tenant.api.post("/api/v1/messages", { channelId: channel.id, to, type: "text", text });
  async function conversationWith(userId: string, words: string): Promise<string> {
    const answer = await platform.customer(userId).sendText(business, words);
    assert.equal(answer.status, 200, answer.body);
    await t.drain();
    const found = (await tenant.api.get("/api/v1/messages?direction=inbound&limit=200")).body.data;
    return found.find((message: any) => message.externalId === answer.messageId).conversationId;
  }

  it("a customer's message creates a contact without a phone, a conversation and its events", async () => {
    const conversationId = await conversationWith("usrUnq-5kQ7x", "Is the jacket on sale? 👋");
    const [message] = await messagesOf(conversationId);
    assert.equal(message.text, "Is the jacket on sale? 👋");
    assert.equal(message.from, platform.conversationId(business, "usrUnq-5kQ7x"));
    const contact = (await tenant.api.get(`/api/v1/contacts/${message.contactId}`)).body;
    assert.equal(contact.phone, null);
    const [identity] = contact.identities;
    assert.deepEqual([identity.address, identity.providerUserId], [message.from, "usrUnq-5kQ7x"]);
    const conversation = (await tenant.api.get(`/api/v1/conversations/${conversationId}`)).body;
    assert.equal(Date.parse(conversation.windowExpiresAt) - Date.parse(message.occurredAt), 48 * 3_600_000);
    const events = (await tenant.api.get("/api/v1/events?after=")).body.data.map((event: any) => event.type);
    assert.deepEqual(events, ["channel.updated", "contact.created", "conversation.created", "message.received", "contact.updated"]);
    assert.deepEqual([contact.name, identity.name], ["Customer kQ7x", "Customer kQ7x"]);
  });

  it("replies by conversation id and with the person's permission are sent, and a read mark makes them read", async () => {
    const conversationId = await conversationWith("usrUnq-two", "Hello");
    const address = platform.conversationId(business, "usrUnq-two");
    const byConversation = await send(address, "By the conversation");
    const byPerson = await send("usrUnq-two", "By the person");
    for (const sent of [byConversation, byPerson]) {
      assert.equal(sent.status, 200, sent.text);
      assert.equal(sent.body.conversationId, conversationId);
    }
    await settle();
    assert.deepEqual(
      platform.sentTo(address).map((call) => (call.body as any).text.body),
      ["By the conversation", "By the person"],
    );
    for (const sent of [byConversation, byPerson]) assert.equal((await messageOf(sent.body.id)).status, "sent");

    t.clock.advance(5_000);
    await platform.customer("usrUnq-two").markRead(business);
    await t.drain();
    for (const sent of [byConversation, byPerson]) assert.equal((await messageOf(sent.body.id)).status, "read");
    assert.equal((await messagesOf(conversationId)).length, 3, "the echoes of our own sends made no message");
  });

  it("a read mark with the message's own time counts, however late the response to its call was", async () => {
    await conversationWith("usrUnq-late", "Hello");
    // No echo reports the platform's time of it.
    platform.configure({ echoes: false });
    platform.faults.next({ kind: "slow", delayMs: 1_500 });
    const { id } = (await send("usrUnq-late", "Answered late")).body;
    const at = t.clock.now().getTime();
    const draining = t.drain();
    while ((await messageOf(id)).status !== "sending");
    t.clock.advance(2_000);
    await draining;
    platform.configure({ echoes: true });
    assert.equal((await messageOf(id)).status, "sent");
    await platform.customer("usrUnq-late").markRead(business, at);
    await t.drain();
    assert.equal((await messageOf(id)).status, "read");
  });

  it("an echo before the response creates no second message; what was written on the phone is one", async () => {
    const conversationId = await conversationWith("usrUnq-three", "Hello");
    platform.faults.next({ kind: "echo_before_answer" });
    const sent = await send("usrUnq-three", "Sent by the inbox");
    await settle();
    assert.equal((await messageOf(sent.body.id)).status, "sent");
    await platform.phone(business).sendText("usrUnq-three", "Written on the phone");
    await settle();
    const messages = await messagesOf(conversationId);
    assert.deepEqual(messages.map((message: any) => [message.text, message.author.kind]).sort(), [
      ["Hello", "contact"],
      ["Sent by the inbox", "api"],
      ["Written on the phone", "platform"],
    ]);
  });

  it("what the platform writes by itself is shown as automatic, and counts as nobody's reply", async () => {
    const conversationId = await conversationWith("usrUnq-auto", "Hello");
    const about = async () => {
      const { status, pendingReason, handledBy, waitingSince, firstRepliedAt, resolvedAt, unreadCount } = (
        await tenant.api.get(`/api/v1/conversations/${conversationId}`)
      ).body;
      return { status, pendingReason, handledBy, waitingSince, firstRepliedAt, resolvedAt, unreadCount };
    };
    const automatic = async (text: string) => {
      await platform.phone(business).sendAutomatic("usrUnq-auto", "AUTO_REPLY", text);
      await settle();
      const found = (await messagesOf(conversationId)).find((message: any) => message.text === text);
      assert.deepEqual(
        [found?.direction, found?.author.kind, found?.status, found?.content],
        ["outbound", "platform", "sent", { automatic: "AUTO_REPLY" }],
      );
    };
    // Like a bot's conversation: waiting for it, not for a person.
    await withClient(t.database.admin, (admin) =>
      admin.query(
        "update conversations set status = 'pending', pending_reason = 'bot', handled_by = 'bot' where tenant_id = $1 and id = $2",
        [tenant.id, parseWireId("conv", conversationId)],
      ),
    );
    const before = await about();
    assert.deepEqual([before.status, before.handledBy, before.firstRepliedAt], ["pending", "bot", null]);
    assert.notEqual(before.waitingSince, null);
    await automatic("We are closed until nine.");
    assert.deepEqual(await about(), before);

    const updated = async () =>
      (await tenant.api.get("/api/v1/events?limit=100&type=conversation.updated&after=")).body.data.filter(
        (event: any) => event.data.conversationId === conversationId,
      ).length;
    assert.equal(await updated(), 0);

    await platform.phone(business).sendText("usrUnq-auto", "Now it is me.");
    await settle();
    const taken = await about();
    assert.deepEqual([taken.status, taken.handledBy, taken.waitingSince], ["open", "human", null]);
    assert.notEqual(taken.firstRepliedAt, null);

    for (const patch of [
      { status: "pending", snoozedUntil: new Date(t.clock.now().getTime() + 3_600_000).toISOString() },
      { status: "resolved" },
    ]) {
      const changed = await tenant.api.patch(`/api/v1/conversations/${conversationId}`, patch);
      assert.equal(changed.status, 200, changed.text);
      const left = await about();
      await automatic(`While it is ${patch.status}`);
      assert.deepEqual(await about(), left, patch.status);
    }
    const conversations = (await tenant.api.get("/api/v1/conversations?limit=100")).body.data;
    const same = conversations.filter(
      (conversation: any) => conversation.contactId === conversations.find((c: any) => c.id === conversationId).contactId,
    );
    assert.equal(same.length, 1, "it opens no other conversation");
  });

  it("what the platform writes during a send neither waits for it nor settles it", async () => {
    await conversationWith("usrUnq-auto-2", "Hello");
    platform.faults.next({ kind: "slow", delayMs: 400 });
    const sent = await send("usrUnq-auto-2", "Welcome!");
    const draining = t.drain();
    const deadline = Date.now() + 20_000;
    while ((await messageOf(sent.body.id)).status !== "sending") assert.ok(Date.now() < deadline, "the send is under way");
    await platform.phone(business).sendAutomatic("usrUnq-auto-2", "WELCOME_MESSAGE", "Welcome!");
    await draining;
    await settle();
    const messages = await messagesOf(sent.body.conversationId);
    assert.deepEqual(
      messages
        .filter((m: any) => m.direction === "outbound")
        .map((m: any) => [m.author.kind, m.status])
        .sort(),
      [
        ["api", "sent"],
        ["platform", "sent"],
      ],
    );
  });

  it("a call cut off after acceptance is settled by its echo, and so is one that returned a fault", async () => {
    await conversationWith("usrUnq-four", "Hello");
    for (const fault of [{ kind: "cut_after_accept" }, { kind: "error_after_accept", code: 51065 }] as const) {
      platform.faults.next(fault);
      const sent = await send("usrUnq-four", `After ${fault.kind}`);
      await settle();
      t.clock.advance(60_000);
      await settle();
      assert.equal((await messageOf(sent.body.id)).status, "sent", fault.kind);
    }
    assert.equal(platform.sentTo("usrUnq-four").length, 2, "nothing left twice");
  });

  it("a fault of the platform is retried once its echo has had time to arrive, but not if the echo arrived", async () => {
    const conversationId = await conversationWith("usrUnq-fault", "Hello");
    platform.faults.next({ kind: "error", code: 50_000, details: "System error." });
    const refused = await send("usrUnq-fault", "Refused at first");
    await settle();
    assert.equal((await messageOf(refused.body.id)).status, "queued");
    t.clock.advance(100_000);
    await settle();
    assert.equal((await messageOf(refused.body.id)).status, "queued", "not while an echo may still be held back");
    t.clock.advance(21_000);
    await settle();
    assert.equal((await messageOf(refused.body.id)).status, "sent");

    platform.faults.next({ kind: "error_after_accept", code: 50_000 });
    const taken = await send("usrUnq-fault", "Taken all the same");
    await settle();
    assert.equal((await messageOf(taken.body.id)).status, "sent", "its echo tells");
    t.clock.advance(600_000);
    await settle();
    assert.equal((await messageOf(taken.body.id)).status, "sent");
    const texts = platform.calls.map((call) => (call.body as any)?.text?.body);
    assert.equal(texts.filter((text) => text === "Refused at first").length, 2);
    assert.equal(texts.filter((text) => text === "Taken all the same").length, 1, "it did not leave again");
    assert.equal((await messagesOf(conversationId)).length, 3, "and is one message");
  });

  it("a refusal by the message rules is final and says so; a stranger cannot be written to", async () => {
    await conversationWith("usrUnq-five", "Hello");
    platform.faults.next({ kind: "error", code: 40064, details: "The user does not accept messages." });
    const sent = await send("usrUnq-five", "Blocked");
    await settle();
    const { status, error } = await messageOf(sent.body.id);
    assert.equal(status, "failed");
    assert.deepEqual([error.code, error.providerCode, error.retryable], ["window_closed", "40064", false]);
    assert.equal((await send("usrUnq-never-wrote", "Hi")).body.error.code, "window_closed");
  });

  it("an ad that led here is recorded on the message it came with, in either order, and creates none", async () => {
    const referral = { source: "short_link", short_link: { ref: "poster_7" } };
    const expected = { source: "short_link", shortLink: { ref: "poster_7" } };
    await platform.customer("usrUnq-six").arrive(business, referral);
    await t.drain();
    const first = await conversationWith("usrUnq-six", "Hi from the poster");
    t.clock.advance(10_000);
    await t.drain();
    const second = await conversationWith("usrUnq-seven", "Hi from the poster");
    await platform.customer("usrUnq-seven").arrive(business, referral);
    await t.drain();
    for (const conversationId of [first, second]) {
      const messages = await messagesOf(conversationId);
      assert.equal(messages.length, 1);
      assert.deepEqual(messages[0].content, { referral: expected });
    }
  });

  it("a picture, a sticker and a reaction arrive as such", async () => {
    const conversationId = await conversationWith("usrUnq-eight", "Look");
    const sent = await send("usrUnq-eight", "At what?");
    await settle();
    const customer = platform.customer("usrUnq-eight");
    await customer.send(business, { kind: "image" });
    await customer.send(business, { kind: "sticker" });
    await customer.send(business, { kind: "reaction", messageId: (await messageOf(sent.body.id)).externalId, emoji: "🔥" });
    await t.drain();
    const messages = await messagesOf(conversationId);
    assert.deepEqual(messages.map((message: any) => message.type).sort(), ["image", "sticker", "text", "text"]);
    assert.equal(messages.find((message: any) => message.type === "image").media.length, 1);
    assert.equal((await messageOf(sent.body.id)).reactions[0].emoji, "🔥");
  });

  it("removing a reaction removes only that emoji, whatever else the person has reacted with", async () => {
    await conversationWith("usrUnq-reacts", "Look");
    const sent = await send("usrUnq-reacts", "At what?");
    await settle();
    const messageId = (await messageOf(sent.body.id)).externalId;
    const customer = platform.customer("usrUnq-reacts");
    const react = async (emoji: string, remove = false) => {
      t.clock.advance(1_000);
      await customer.send(business, { kind: "reaction", messageId, emoji, remove });
      await t.drain();
      return (await messageOf(sent.body.id)).reactions.map((reaction: { emoji: string }) => reaction.emoji);
    };
    assert.deepEqual(await react("🔥"), ["🔥"]);
    assert.deepEqual(await react("👍"), ["🔥", "👍"]);
    assert.deepEqual(await react("❤️", true), ["🔥", "👍"], "it was never set");
    assert.deepEqual(await react("🔥", true), ["👍"]);
    assert.deepEqual(await react("🔥"), ["👍", "🔥"]);
    assert.deepEqual(await react("👍", true), ["🔥"]);
    const events = (await tenant.api.get("/api/v1/events?type=message.updated&limit=100&after=")).body.data;
    const mine = events
      .filter((event: any) => event.data.message.id === sent.body.id)
      .map((event: any) => event.data.message.reactions.length);
    assert.deepEqual(mine, [1, 2, 1, 2, 1]);
  });

  describe("the conversation's id is the address", () => {
    const recipientsOf = (words: string) =>
      platform.calls
        .map((call) => call.body as any)
        .filter((body) => body?.text?.body === words)
        .map((body) => body.recipient);
    /** As another app of the platform would send it: the simulator's ids never change. */
    async function say(businessId: string, secret: string, path: string, conversation: string, words: string) {
      const text = JSON.stringify({
        client_key: clientKey,
        event: "im_receive_msg",
        create_time: Math.floor(t.clock.now().getTime() / 1_000),
        user_openid: businessId,
        content: JSON.stringify({
          unique_identifier: "usrUnq-moved",
          from_user: { id: "usrUnq-moved", role: "personal_account" },
          conversation_id: conversation,
          message_id: Buffer.from(words).toString("base64"),
          timestamp: t.clock.now().getTime(),
          type: "text",
          text: { body: words },
        }),
      });
      const headers = { "tiktok-signature": signTiktok(secret, text, Math.floor(t.clock.now().getTime() / 1_000)) };
      assert.equal((await t.api(null).request("POST", path, { body: text, headers })).status, 200);
      // Nothing is sent meanwhile.
      await untilProcessed(t.database);
    }

    it("belongs to one business: a person who writes to two of them is one contact, and each reply goes to its own", async () => {
      const second = await connect(tenant, "bizOpenId-second", "second-secret");
      const customer = platform.customer("usrUnq-both");
      for (const words of ["one", "two", "three"]) {
        for (const businessId of [business, "bizOpenId-second"]) {
          assert.equal((await customer.sendText(businessId, `${words} to ${businessId}`)).status, 200);
          t.clock.advance(1_000);
          await t.drain();
        }
      }
      const mine = (await tenant.api.get("/api/v1/messages?direction=inbound&limit=200")).body.data.filter((m: any) =>
        / to bizOpenId-/.test(m.text),
      );
      assert.equal(mine.length, 6);
      assert.equal(new Set(mine.map((m: any) => m.contactId)).size, 1);
      assert.equal(new Set(mine.map((m: any) => m.conversationId)).size, 2);
      const { identities } = (await tenant.api.get(`/api/v1/contacts/${mine[0].contactId}`)).body;
      assert.deepEqual(
        identities.map((i: any) => [i.account, i.address, i.providerUserId]),
        [business, "bizOpenId-second"].map((id) => [id, platform.conversationId(id, "usrUnq-both"), "usrUnq-both"]),
      );
      for (const [channelId, businessId] of [
        [channel.id, business],
        [second.id, "bizOpenId-second"],
      ] as const) {
        const sent = await tenant.api.post("/api/v1/messages", {
          channelId,
          to: "usrUnq-both",
          type: "text",
          text: `back from ${businessId}`,
        });
        assert.equal(sent.status, 200, sent.text);
        await settle();
        assert.equal((await messageOf(sent.body.id)).status, "sent");
        assert.deepEqual(recipientsOf(`back from ${businessId}`), [platform.conversationId(businessId, "usrUnq-both")]);
      }
      // The first business's conversation does not exist at the second.
      const stray = await tenant.api.post("/api/v1/messages", {
        channelId: second.id,
        to: platform.conversationId(business, "usrUnq-both"),
        type: "text",
        text: "stray",
      });
      assert.equal(stray.body.error.code, "window_closed");
      const events = await t.app.database.worker<{ data: any }>({
        text: "select data from event_log where tenant_id = $1 and data->>'contactId' = $2 and type = 'contact.updated'",
        values: [tenant.id, mine[0].contactId],
      });
      assert.deepEqual(
        events.map((row) => Object.keys(row.data.changes)),
        [["name"]],
        "nothing about the person changed but a name that was not known",
      );
    });

    it("and may change: later sends, and queued messages, go to the new one", async () => {
      await say(business, "own-client-secret", channel.callbackPath, "convBefore==", "before");
      const waits = await send("usrUnq-moved", "waits");
      t.clock.advance(1_000);
      await say(business, "own-client-secret", channel.callbackPath, "convAfter==", "after");
      const later = await send("usrUnq-moved", "later");
      assert.deepEqual([waits.status, later.status], [200, 200], later.text);
      await settle();
      assert.deepEqual([...recipientsOf("waits"), ...recipientsOf("later")], ["convAfter==", "convAfter=="]);
      const { contactId } = later.body;
      const [identity, ...others] = (await tenant.api.get(`/api/v1/contacts/${contactId}`)).body.identities;
      assert.deepEqual([identity.address, others], ["convAfter==", []]);
      const events = await t.app.database.worker<{ data: any }>({
        text: "select data from event_log where tenant_id = $1 and data->>'contactId' = $2 and type = 'contact.updated'",
        values: [tenant.id, contactId],
      });
      assert.deepEqual(
        events.map((row) => row.data.changes).filter((changes) => changes.name === undefined),
        [{ address: { from: "convBefore==", to: "convAfter==" } }],
      );
    });
  });

  describe("its callbacks", () => {
    const body = (businessId: string, id: string) =>
      JSON.stringify({
        client_key: clientKey,
        event: "im_receive_msg",
        create_time: Math.floor(t.clock.now().getTime() / 1_000),
        user_openid: businessId,
        content: JSON.stringify({
          unique_identifier: "usrUnq-raw",
          from_user: { id: "usrUnq-raw", role: "personal_account" },
          conversation_id: "convRaw==",
          message_id: id,
          timestamp: t.clock.now().getTime(),
          type: "text",
          text: { body: id },
        }),
      });
    async function post(path: string, text: string, secret: string | null, ageSeconds = 0) {
      const at = Math.floor(t.clock.now().getTime() / 1_000) - ageSeconds;
      const headers: Record<string, string> = secret === null ? {} : { "tiktok-signature": signTiktok(secret, text, at) };
      return (await t.api(null).request("POST", path, { body: text, headers })).status;
    }
    const stored = async (owner: TestTenant, id: string) => {
      await t.drain();
      const found = (await owner.api.get("/api/v1/messages?limit=200")).body.data;
      return found.filter((message: any) => message.externalId === id).length;
    };

    it("are accepted at the shared address and at the channel's own, each with its secret", async () => {
      assert.equal(await post("/callbacks/short-video", body(business, "c2hhcmVk"), clientSecret), 200);
      assert.equal(await post(channel.callbackPath, body(business, "b3du"), "own-client-secret"), 200);
      assert.equal(await stored(tenant, "c2hhcmVk"), 1);
      assert.equal(await stored(tenant, "b3du"), 1);
      assert.match(channel.callbackPath, /^\/callbacks\/short-video\/chn_/);
      for (const path of ["/callbacks/short-video", channel.callbackPath]) assert.equal((await t.api(null).get(path)).status, 200);
    });

    it("are refused with another secret, without a signature, and if the signed time is old", async () => {
      const text = body(business, "Zm9yZ2Vk");
      assert.equal(await post("/callbacks/short-video", text, "own-client-secret"), 401);
      assert.equal(await post(channel.callbackPath, text, clientSecret), 401);
      assert.equal(await post("/callbacks/short-video", text, null), 401);
      assert.equal(await post("/callbacks/short-video", text, clientSecret, 301), 401);
      assert.equal(await post("/callbacks/short-video", text, clientSecret, -301), 401);
      assert.equal(await stored(tenant, "Zm9yZ2Vk"), 0);
      platform.callbackBehaviour({ signatureAgeSeconds: 3_600 });
      assert.equal((await platform.customer("usrUnq-late").sendText(business, "late")).status, 401);
      platform.callbackBehaviour({ signatureAgeSeconds: 0 });
      await platform.settled();
      assert.equal(await post("/callbacks/short-video", text, clientSecret, 299), 200);
      assert.equal(await stored(tenant, "Zm9yZ2Vk"), 1);
    });

    it("as recorded are accepted twice and stored once; those that mean no message create none", async () => {
      const recorded = fileURLToPath(new URL("../../../../packages/connectors/short-video/fixtures/", import.meta.url));
      const bodies = readdirSync(recorded)
        .filter((name) => name.endsWith(".json"))
        .map((name) => readFileSync(`${recorded}${name}`, "utf8"));
      assert.equal(bodies.length, 18);
      for (const text of [...bodies, ...bodies.reverse()]) assert.equal(await post("/callbacks/short-video", text, clientSecret), 200);
      await t.drain();
      const found = (await tenant.api.get("/api/v1/messages?limit=200")).body.data;
      for (const text of bodies) {
        const { event, content } = JSON.parse(text);
        const { message_id: id, type } = JSON.parse(content);
        if (id === undefined) continue;
        const wanted = type === "reaction" ? 0 : 1;
        assert.equal(found.filter((message: any) => message.externalId === id).length, wanted, `${event} ${type}`);
      }
      const read = found.find((message: any) => message.text === "Answered from the phone");
      assert.equal(read.status, "read");
      const shown = (await tenant.api.get(`/api/v1/channels/${channel.id}`)).body;
      assert.equal(shown.status, "Connected");
    });

    it("of a tenant's own app never reach another tenant's channel, and one that arrives twice is stored once", async () => {
      const other = await t.tenant();
      const theirs = await connect(other, "bizOpenId-other", "their-secret");
      const text = body("bizOpenId-other", "Y3Jvc3M=");
      assert.equal(await post(channel.callbackPath, text, "own-client-secret"), 200);
      assert.equal(await stored(other, "Y3Jvc3M="), 0);
      for (let i = 0; i < 2; i++) assert.equal(await post(theirs.callbackPath, text, "their-secret"), 200);
      assert.equal(await post("/callbacks/short-video", text, clientSecret), 200);
      assert.equal(await stored(other, "Y3Jvc3M="), 1);
    });
  });
});
