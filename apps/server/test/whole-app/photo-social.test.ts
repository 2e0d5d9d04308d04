import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { type PhotoSocialSimulator, startPhotoSocialSimulator } from "@parley/simulators/photo-social";
import { createManualClock } from "../../src/platform/clock/clock.ts";
import { matchEcho } from "../../src/modules/channels/callbacks/callbacks.echoes.ts";
import { signCallback, startTestApp, type TestApp, type TestTenant } from "../harness.ts";

const secret = "photo-social-app-secret";
const verifyToken = "photo-social-verify-token";

describe("photo-social through the whole app", () => {
  const clock = createManualClock(new Date(Math.floor(Date.now() / 1000) * 1000));
  let platform: PhotoSocialSimulator;
  let t: TestApp;
  let tenant: TestTenant;
  let account: { id: string; accountId: string; callbackPath: string; accessToken: string };
  let people = 0;

  before(async () => {
    platform = await startPhotoSocialSimulator({
      appSecret: secret,
      clock: { now: () => clock.now().getTime() },
      echoDelayMs: 0,
      magicRecipients: false,
      retryGapsMs: [],
    });
    t = await startTestApp({
      clock,
      env: {
        PHOTO_SOCIAL_API_URL: platform.url,
        PHOTO_SOCIAL_PAGE_API_URL: platform.url,
        PHOTO_SOCIAL_LOGIN_API_URL: platform.url,
        PHOTO_SOCIAL_APP_SECRET: secret,
        PHOTO_SOCIAL_VERIFY_TOKEN: verifyToken,
      },
    });
    tenant = await t.tenant();
    account = await connect(tenant);
  });
  after(async () => {
    await t.stop();
    await platform.close();
  });

  async function connect(owner: TestTenant, page?: { id: string; accessToken: string }) {
    const accountId = `17841${randomBytes(6).readUIntBE(0, 6).toString().padStart(15, "0").slice(0, 12)}`;
    const accessToken = `IG-${accountId}`;
    platform.registerAccount({
      accountId,
      accessToken,
      callbackUrl: `${t.url}/callbacks/photo-social`,
      ...(page === undefined ? {} : { page }),
    });
    const response = await owner.api.post("/api/v1/channels", {
      kind: "photo_social",
      name: "Photos",
      config: {
        accountId,
        accessToken: page?.accessToken ?? accessToken,
        appSecret: `own-${accountId}`,
        verifyToken,
        ...(page === undefined ? {} : { pageId: page.id }),
      },
    });
    assert.deepEqual([response.status, response.body.status], [200, "Connected"], response.text);
    return { id: response.body.id as string, accountId, callbackPath: response.body.callbackPath as string, accessToken };
  }

  /** An unknown customer who has just written. */
  async function newcomer(text = "hello", on = account) {
    const id = `10234567${String(10_000_000 + people++)}`;
    const customer = platform.customer(id);
    const { messageId } = await customer.sendText(on.accountId, text);
    await t.drain();
    return { id, customer, messageId };
  }

  const messages = async (of: TestTenant = tenant) => (await of.api.get("/api/v1/messages?limit=200")).body.data;
  const byExternalId = async (externalId: string) => (await messages()).find((m: { externalId: string }) => m.externalId === externalId);
  const conversationOf = async (messageExternalId: string) => {
    const { conversationId } = await byExternalId(messageExternalId);
    return (await tenant.api.get(`/api/v1/conversations/${conversationId}`)).body;
  };
  const thread = async (conversationId: string) => (await tenant.api.get(`/api/v1/conversations/${conversationId}/messages`)).body.data;
  const send = (to: string, text: string, channelId = account.id) =>
    tenant.api.post("/api/v1/messages", { channelId, to, type: "text", text });
  const eventsAbout = async (needle: string) =>
    (await tenant.api.get("/api/v1/events?limit=100")).body.data.filter((e: object) => JSON.stringify(e).includes(needle));

  async function settle(): Promise<void> {
    for (let i = 0; i < 3; i++) {
      await t.drain();
      await platform.settled();
    }
    await t.drain();
  }

  it("answers the handshake at both addresses, each with its own token", async () => {
    assert.equal(await platform.verifyCallback(`${t.url}/callbacks/photo-social`, verifyToken), true);
    assert.equal(await platform.verifyCallback(`${t.url}${account.callbackPath}`, verifyToken), true);
    assert.equal(await platform.verifyCallback(`${t.url}/callbacks/photo-social`, "wrong"), false);
  });

  it("a customer's message creates a message, a contact without a phone, a conversation with a customer service window, and events", async () => {
    const { id, messageId } = await newcomer("Grüße 👋 / שלום");
    const message = await byExternalId(messageId);
    assert.deepEqual(
      [message.direction, message.type, message.text, message.from, message.to, message.status],
      ["inbound", "text", "Grüße 👋 / שלום", id, account.accountId, "received"],
    );
    const contact = (await tenant.api.get(`/api/v1/contacts/${message.contactId}`)).body;
    assert.equal(contact.phone, null);
    assert.deepEqual(
      contact.identities.map((i: { kind: string; address: string }) => [i.kind, i.address]),
      [["photo_social", id]],
    );
    const conversation = await conversationOf(messageId);
    assert.equal(conversation.channelKind, "photo_social");
    assert.equal(Date.parse(conversation.windowExpiresAt) - Date.parse(message.occurredAt), 24 * 3_600_000);
    const types = (await eventsAbout(message.contactId)).map((e: { type: string }) => e.type);
    assert.deepEqual(new Set(types), new Set(["contact.created", "contact.updated", "conversation.created", "message.received"]));
  });

  describe("a customer's profile", () => {
    const written = async (id: string, text = "hello") => {
      const { messageId } = await platform.customer(id).sendText(account.accountId, text);
      await t.drain();
      const { contactId } = await byExternalId(messageId);
      return (await tenant.api.get(`/api/v1/contacts/${contactId}`)).body;
    };
    const asked = (id: string) => platform.calls.filter((call) => call.method === "GET" && call.path.endsWith(`/${id}`)).length;

    it("is fetched after the first message, names the contact, and is refreshed after a week; a name set by the tenant stays", async () => {
      const id = "102345679000001";
      platform.customer(id, { name: "Amina Yusuf", username: "amina.y" });
      const contact = await written(id);
      assert.deepEqual(
        [contact.name, contact.identities[0].name, contact.identities[0].username],
        ["Amina Yusuf", "Amina Yusuf", "amina.y"],
      );
      const [update] = (await eventsAbout(contact.id)).filter((e: { type: string }) => e.type === "contact.updated");
      assert.deepEqual(
        [update.data.changes, update.data.reason],
        [{ name: { from: null, to: "Amina Yusuf" }, username: { from: null, to: "amina.y" } }, "platform"],
      );
      platform.customer(id, { name: "Amina Y. Khan" });
      assert.equal((await written(id, "again")).name, "Amina Yusuf");
      assert.equal(asked(id), 1);
      clock.advance(7 * 86_400_000 + 1_000);
      assert.equal((await written(id, "later")).name, "Amina Y. Khan");
      await tenant.api.patch(`/api/v1/contacts/${contact.id}`, { name: "Ms Khan" });
      platform.customer(id, { name: "AYK" });
      clock.advance(7 * 86_400_000 + 1_000);
      const now = await written(id, "much later");
      assert.deepEqual([now.name, now.identities[0].name], ["Ms Khan", "AYK"]);
    });

    it("that the platform does not reveal leaves the message as it is; a fault is retried; both are in the log", async () => {
      platform.faults.nextManagement({ kind: "error", code: 230 });
      const refused = await written("102345679000002");
      assert.deepEqual([refused.name, refused.identities.length], [null, 1]);
      await t.drain();
      assert.equal(asked("102345679000002"), 1);
      assert.ok(t.logged().includes("a profile could not be read"));
      platform.faults.nextManagement({ kind: "html", httpStatus: 502 });
      platform.customer("102345679000003", { name: null, username: "no.name" });
      const late = await written("102345679000003");
      clock.advance(60_000);
      await t.drain();
      const { name, identities } = (await tenant.api.get(`/api/v1/contacts/${late.id}`)).body;
      assert.deepEqual([name, identities[0].name, identities[0].username, asked("102345679000003")], [null, null, "no.name", 2]);
    });
  });

  it("a reply is sent, its echo creates no second message, and what the customer has seen becomes read", async () => {
    const { id, customer } = await newcomer();
    const response = await send(id, "Yes, two to four days.");
    assert.equal(response.status, 200, response.text);
    await settle();
    const [call] = platform.sentTo(id);
    assert.deepEqual(call?.body, { recipient: { id }, message: { text: "Yes, two to four days." } });
    const sent = (await tenant.api.get(`/api/v1/messages/${response.body.id}`)).body;
    assert.deepEqual([sent.status, sent.externalId, sent.author.kind], ["sent", call?.messageId, "api"]);
    assert.equal((await thread(response.body.conversationId)).length, 2, "the echo is the same message");
    clock.advance(1_000);
    await customer.see(account.accountId);
    await t.drain();
    const read = (await tenant.api.get(`/api/v1/messages/${response.body.id}`)).body;
    assert.equal(read.status, "read");
    assert.notEqual(read.statusAt.read, null);
    const statuses = (await eventsAbout(response.body.id)).filter((e: { type: string }) => e.type === "message.status");
    assert.deepEqual(new Set(statuses.map((e: { data: { status: string } }) => e.data.status)), new Set(["sent", "read"]));
  });

  it("a read mark marks messages up to the one that it names, not those sent between that and the mark", async () => {
    const { id, customer } = await newcomer();
    const first = await send(id, "seen");
    await settle();
    const state = async (of: typeof first) => (await tenant.api.get(`/api/v1/messages/${of.body.id}`)).body;
    clock.advance(1_000);
    const second = await send(id, "not seen yet");
    await settle();
    clock.advance(1_000);
    await customer.see(account.accountId, (await state(first)).externalId);
    await t.drain();
    assert.deepEqual([(await state(first)).status, (await state(second)).status], ["read", "sent"]);
  });

  it("one read mark marks everything sent before it, and waits if it arrives before the message that it names", async () => {
    const { id, customer } = await newcomer();
    const first = await send(id, "one");
    const second = await send(id, "two");
    await settle();
    clock.advance(1_000);
    await customer.see(account.accountId);
    await customer.see(account.accountId, "mid.OF.A.MESSAGE.TO.COME");
    await t.drain();
    for (const { body } of [first, second]) assert.equal((await tenant.api.get(`/api/v1/messages/${body.id}`)).body.status, "read");
    const messageId = "mid.OF.A.MESSAGE.TO.COME";
    await platform.postCallback(echoOf(account.accountId, id, messageId, "typed elsewhere"), { url: `${t.url}/callbacks/photo-social` });
    await t.drain();
    clock.advance(60_000);
    await t.drain();
    assert.equal((await byExternalId(messageId)).status, "read");
  });

  it("marks and echoes in one callback are each applied to their own person; what two marks cover is marked by the first", async () => {
    const [ann, ben] = [await newcomer(), await newcomer()];
    const responses = [await send(ann.id, "one"), await send(ann.id, "two"), await send(ben.id, "three")];
    await settle();
    const rows = () => Promise.all(responses.map(async ({ body }) => (await tenant.api.get(`/api/v1/messages/${body.id}`)).body));
    const [, two, three] = await rows();
    clock.advance(5_000);
    const at = (ms: number) => clock.now().getTime() - 3_000 + ms;
    const mark = (person: string, mid: string, ms: number) => ({
      sender: { id: person },
      recipient: { id: account.accountId },
      timestamp: at(ms),
      read: { mid },
    });
    await platform.postCallback(
      callbackOf(account.accountId, [
        mark(ann.id, two.externalId, 0),
        mark(ann.id, two.externalId, 1_000),
        mark(ben.id, "mid.NOBODY.SENT.IT", 1_500),
        mark(ben.id, three.externalId, 2_000),
        ...[ann, ben].map(({ id }) => echoElement(account.accountId, id, `mid.typed.${id}`, `typed to ${id}`)),
      ]),
      { url: `${t.url}/callbacks/photo-social` },
    );
    await t.drain();
    const read = await rows();
    assert.deepEqual(
      read.map((m) => [m.status, Date.parse(m.statusAt.read)]),
      [
        ["read", at(0)],
        ["read", at(0)],
        ["read", at(2_000)],
      ],
    );
    for (const { id } of read) {
      const events = (await eventsAbout(id)).filter((e: { data: { status?: string } }) => e.data.status === "read");
      assert.equal(events.length, 1, "a message is read once");
    }
    for (const { id } of [ann, ben]) {
      const typed = await byExternalId(`mid.typed.${id}`);
      assert.deepEqual([typed.to, typed.text, typed.author.kind], [id, `typed to ${id}`, "platform"]);
    }
  });

  it("what a person types in the platform's own app is an outbound message by `platform` and takes over the conversation", async () => {
    const { id, messageId } = await newcomer();
    const typed = await platform.typeInApp(account.accountId, id, { kind: "text", text: "I am here myself" });
    await t.drain();
    const echo = await byExternalId(typed.messageId);
    assert.deepEqual([echo.direction, echo.author.kind, echo.text, echo.status], ["outbound", "platform", "I am here myself", "sent"]);
    const conversation = await conversationOf(messageId);
    assert.equal(conversation.handledBy, "human");
    assert.equal(conversation.lastMessage.preview, "I am here myself");
  });

  it("an echo that arrives before the response to the send settles that message", async () => {
    const { id } = await newcomer();
    platform.faults.next({ kind: "echo_before_answer" });
    const response = await send(id, "quicker than its answer");
    await settle();
    const rows = await thread(response.body.conversationId);
    assert.deepEqual(
      rows.filter((m: { direction: string }) => m.direction === "outbound").map((m: { id: string; status: string }) => [m.id, m.status]),
      [[response.body.id, "sent"]],
    );
  });

  it("an echo replaces the response to a call that was cut off: the message is sent, once", async () => {
    const { id } = await newcomer();
    platform.configure({ echoes: false });
    platform.faults.next({ kind: "cut_after_accept" });
    const response = await send(id, "cut off");
    await t.drain();
    assert.equal((await tenant.api.get(`/api/v1/messages/${response.body.id}`)).body.status, "unknown");
    platform.configure({ echoes: true });
    const echo = echoOf(account.accountId, id, platform.sentTo(id)[0]?.messageId as string, "cut off");
    await platform.postCallback(echo, { url: `${t.url}/callbacks/photo-social` });
    await t.drain();
    const settled = (await tenant.api.get(`/api/v1/messages/${response.body.id}`)).body;
    assert.deepEqual([settled.status, settled.externalId], ["sent", platform.sentTo(id)[0]?.messageId]);
    assert.equal((await thread(response.body.conversationId)).length, 2);
  });

  it("two equal texts whose responses were both cut off are two messages, each with a different id", async () => {
    const { id } = await newcomer();
    platform.configure({ echoes: false });
    platform.faults.next({ kind: "cut_after_accept" }, 2);
    const [one, two] = [await send(id, "same words"), await send(id, "same words")];
    await t.drain();
    platform.configure({ echoes: true });
    for (const call of platform.sentTo(id)) {
      const echo = echoOf(account.accountId, id, call.messageId as string, "same words");
      await platform.postCallback(echo, { url: `${t.url}/callbacks/photo-social` });
    }
    await t.drain();
    const outbound = (await thread(one.body.conversationId)).filter((m: { direction: string }) => m.direction === "outbound");
    assert.deepEqual(new Set(outbound.map((m: { id: string }) => m.id)), new Set([one.body.id, two.body.id]));
    assert.deepEqual(
      new Set(outbound.map((m: { externalId: string }) => m.externalId)),
      new Set(platform.sentTo(id).map((call) => call.messageId)),
    );
  });

  it("what is typed in the app during a send waits for its response, and is then stored separately", async () => {
    const { id } = await newcomer();
    // The send's own echo would settle it immediately.
    platform.configure({ echoes: false });
    platform.faults.next({ kind: "slow", delayMs: 1_500 });
    const response = await send(id, "by the interface");
    const draining = t.drain();
    while ((await tenant.api.get(`/api/v1/messages/${response.body.id}`)).body.status !== "sending");
    const typed = await platform.typeInApp(account.accountId, id, { kind: "text", text: "by hand" });
    await draining;
    platform.configure({ echoes: true });
    assert.equal(await byExternalId(typed.messageId), undefined);
    clock.advance(1_000);
    await settle();
    const outbound = (await thread(response.body.conversationId)).filter((m: { direction: string }) => m.direction === "outbound");
    assert.deepEqual(
      new Set(outbound.map((m: { text: string; author: { kind: string }; status: string }) => `${m.text}: ${m.author.kind}, ${m.status}`)),
      new Set(["by the interface: api, sent", "by hand: platform, sent"]),
    );
  });

  it("which message an echo repeats is never guessed while a response can still tell", () => {
    const one = (id: string, more: object = {}) => ({ id, exact: false, same: true, sending: false, ...more });
    assert.equal(matchEcho([]), null);
    assert.equal(matchEcho([one("a", { sending: true }), one("b", { exact: true })]), "b");
    assert.equal(matchEcho([one("a", { sending: true })]), "a");
    assert.equal(matchEcho([one("a"), one("b", { sending: true })]), "wait");
    assert.equal(matchEcho([one("a"), one("b")]), "a");
    assert.equal(matchEcho([one("a", { same: false, sending: true })]), "wait");
    assert.equal(matchEcho([one("a", { same: false })]), null);
  });

  it("the customer's reactions, edits and deletions apply to their message; an edit of one that never arrived becomes it", async () => {
    const { customer, messageId } = await newcomer("first words");
    await customer.react(account.accountId, messageId, "👍");
    await customer.edit(account.accountId, messageId, "better words");
    await t.drain();
    const edited = await byExternalId(messageId);
    assert.deepEqual([edited.text, edited.reactions.map((r: { emoji: string }) => r.emoji)], ["better words", ["👍"]]);
    await customer.edit(account.accountId, messageId, "best words", 3);
    await t.drain();
    clock.advance(1_000);
    await customer.edit(account.accountId, messageId, "words in between", 2);
    await t.drain();
    const best = await byExternalId(messageId);
    assert.deepEqual([best.text, best.content], ["best words", { edition: 3 }], "the platform's count decides");
    await customer.react(account.accountId, messageId);
    await customer.unsend(account.accountId, messageId);
    await t.drain();
    const gone = await byExternalId(messageId);
    assert.deepEqual([gone.text, gone.reactions], [null, []]);
    assert.notEqual(gone.deletedAt, null);

    await customer.edit(account.accountId, "mid.NEVER.CAME", "all that is left");
    await t.drain();
    assert.equal(await byExternalId("mid.NEVER.CAME"), undefined);
    for (let minutes = 0; minutes < 12; minutes++) {
      clock.advance(60_000);
      await t.drain();
    }
    const kept = await byExternalId("mid.NEVER.CAME");
    assert.deepEqual([kept.direction, kept.text], ["inbound", "all that is left"]);
    assert.notEqual(kept.editedAt, null);
  });

  it("an account that the platform has unsubscribed is subscribed again, and new customer messages arrive", async () => {
    platform.unsubscribe(account.accountId);
    const dropped = await platform.customer("102345679999").sendText(account.accountId, "is anybody there");
    await t.app.keepSubscribed();
    assert.equal(platform.isSubscribed(account.accountId), true);
    const notices = async () => {
      const { data } = (await tenant.api.get("/api/v1/events?type=channel.updated&limit=100")).body;
      return data.filter((e: any) => e.data.channelId === account.id && /stopped sending/.test(e.data.notice ?? ""));
    };
    assert.equal((await notices()).length, 1);
    await t.app.keepSubscribed();
    assert.equal((await notices()).length, 1, "told once");
    const { messageId } = await newcomer("here again");
    assert.equal((await byExternalId(messageId)).text, "here again");
    assert.equal(await byExternalId(dropped.messageId), undefined, "what was not sent is lost");
  });

  it("what arrives while another app handles the conversation is kept as context, and opens no customer service window", async () => {
    const customer = platform.customer("102345678888");
    const { messageId } = await customer.sendText(account.accountId, "for the other app", { standby: true });
    await t.drain();
    const message = await byExternalId(messageId);
    assert.deepEqual(
      [message.direction, message.text, message.content],
      ["inbound", "for the other app", { standby: true, context: true }],
    );
    assert.equal((await conversationOf(messageId)).windowExpiresAt, null);
  });

  it("every kind that a customer can send is kept", async () => {
    const { id, customer } = await newcomer();
    const kinds = [
      [{ kind: "image" }, "image"],
      [{ kind: "video" }, "video"],
      [{ kind: "audio" }, "audio"],
      [{ kind: "file" }, "document"],
      [{ kind: "post" }, "image"],
      [{ kind: "reel", title: "Packing day" }, "video"],
      [{ kind: "story_mention" }, "image"],
      [{ kind: "story_reply", text: "nice" }, "text"],
      [{ kind: "quick_reply", title: "M", payload: "SIZE_M" }, "interactive"],
      [{ kind: "postback", title: "Hours", payload: "HOURS" }, "interactive"],
      [{ kind: "like_heart" }, "text"],
      [{ kind: "ephemeral" }, "unsupported"],
      [{ kind: "unsupported" }, "unsupported"],
      [{ kind: "referral", referral: { ref: "bio", source: "IGME-SOURCE-LINK", type: "OPEN_THREAD" } }, "system"],
    ] as const;
    for (const [content] of kinds) await customer.send(account.accountId, content);
    await t.drain();
    const got = (await messages()).filter((m: { from: string }) => m.from === id).map((m: { type: string }) => m.type);
    assert.deepEqual(got.sort(), ["text", ...kinds.map(([, type]) => type)].sort());
  });

  it("a reaction that the platform does not have is refused before acceptance, and those it has are shown", async () => {
    const { id, messageId } = await newcomer();
    const target = await byExternalId(messageId);
    const react = (emoji: string) =>
      tenant.api.post("/api/v1/messages", { channelId: account.id, to: id, type: "reaction", content: { messageId: target.id, emoji } });
    const { limits } = (await tenant.api.get(`/api/v1/conversations/${target.conversationId}/send-options`)).body;
    const { reactions } = limits.find((limit: { type: string }) => limit.type === "reaction");
    assert.ok(reactions.includes("❤️") && reactions.includes("👍"), String(reactions));
    const refused = await react("🦄");
    assert.deepEqual([refused.status, refused.body.error.code], [422, "unsupported_by_channel"]);
    assert.deepEqual(refused.body.error.details, [{ field: "content.emoji", issue: "unknown_value" }]);
    for (const emoji of reactions) assert.ok(refused.body.error.message.includes(emoji), emoji);
    const noEmoji = await react("yes");
    assert.deepEqual([noEmoji.status, noEmoji.body.error.code], [400, "validation_error"]);
    for (const emoji of [...reactions, "\u2764"]) {
      const sent = await react(emoji);
      assert.equal(sent.status, 200, sent.text);
      await t.drain();
      assert.equal((await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body.status, "sent", emoji);
      clock.advance(1_000);
    }
    await settle();
    assert.deepEqual(
      (await byExternalId(messageId)).reactions.map((r: { emoji: string }) => r.emoji),
      ["\u2764"],
    );
  });

  it("nobody can be written to first, and after a day the customer service window is closed", async () => {
    const stranger = await send("1023456799999999", "hello you");
    assert.equal(stranger.body.error.code, "window_closed");
    const { id } = await newcomer();
    clock.advance(24 * 3_600_000 + 1_000);
    assert.equal((await send(id, "too late")).body.error.code, "window_closed");
  });

  it("an expired token stops the channel's queue and asks for a new authorization; inbound is accepted from the tenant's own app, and not on the basis of a lost proof", async () => {
    const other = await connect(tenant);
    const { id } = await newcomer("hello", other);
    platform.killToken(other.accessToken);
    const response = await send(id, "held", other.id);
    await t.drain();
    const channel = (await tenant.api.get(`/api/v1/channels/${other.id}`)).body;
    assert.equal(channel.status, "NeedsReauth");
    assert.equal((await tenant.api.get(`/api/v1/messages/${response.body.id}`)).body.status, "queued");
    const more = await platform.customer(id).sendText(other.accountId, "to nobody");
    await t.drain();
    assert.equal(await byExternalId(more.messageId), undefined);
    const message = { mid: `own-${id}`, text: "still here" };
    const messaging = [{ sender: { id }, recipient: { id: other.accountId }, timestamp: clock.now().getTime(), message }];
    const body = JSON.stringify({ object: "instagram", entry: [{ id: other.accountId, time: clock.now().getTime(), messaging }] });
    const headers = signCallback(body, `own-${other.accountId}`);
    assert.equal((await fetch(`${t.url}${other.callbackPath}`, { method: "POST", body, headers })).status, 200);
    await t.drain();
    assert.equal((await byExternalId(`own-${id}`)).text, "still here");
  });

  it("an account connected through its page is answered through the page", async () => {
    const page = { id: `1044${people}55667788`, accessToken: `EAA-page-${randomBytes(4).toString("hex")}` };
    const paged = await connect(tenant, page);
    const { id } = await newcomer("hello", paged);
    await send(id, "by the page", paged.id);
    await settle();
    const [call] = platform.sentTo(id);
    assert.deepEqual([call?.path, call?.token], [`/v25.0/${page.id}/messages`, page.accessToken]);
  });

  it("a channel's own callback address accepts only its kind", async () => {
    const wrongKind = account.callbackPath.replace("photo-social", "chat-app");
    const ask = (path: string) => t.api(null).get(`${path}?hub.mode=subscribe&hub.challenge=1&hub.verify_token=${verifyToken}`);
    assert.equal((await ask(account.callbackPath)).status, 200);
    assert.equal((await ask(wrongKind)).status, 404);
    assert.equal((await ask(account.callbackPath)).status, 200);
    assert.equal((await ask(wrongKind)).status, 404);
  });
});

function echoOf(accountId: string, person: string, mid: string, text: string) {
  return callbackOf(accountId, [echoElement(accountId, person, mid, text)]);
}

function echoElement(accountId: string, person: string, mid: string, text: string) {
  return { sender: { id: accountId }, recipient: { id: person }, timestamp: Date.now(), message: { mid, text, is_echo: true } };
}

function callbackOf(accountId: string, messaging: object[]) {
  return { object: "instagram", entry: [{ id: accountId, time: Date.now(), messaging }] };
}
