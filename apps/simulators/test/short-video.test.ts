import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type Delivery, type Receiver, startReceiver } from "../src/receiver/index.ts";
import {
  type ShortVideoSimulator,
  type ShortVideoSimulatorOptions,
  signTiktok,
  startShortVideoSimulator,
} from "../src/short-video/index.ts";

const BUSINESS = "bizOpenId-000aZ9";
const TOKEN = "act.test";
const SECRET = "test-client-secret";
const KEY = "7400000000000000001";
const HOUR_MS = 3_600_000;

type Json = any;

interface Platform {
  sim: ShortVideoSimulator;
  callbacks: Receiver;
  clock: { at: number };
  post(path: string, body: unknown, token?: string | null): Promise<{ status: number; body: Json }>;
  get(path: string, query?: Record<string, string>): Promise<{ status: number; body: Json }>;
  /** The envelope's code for a text, or other fields, sent to a customer. */
  send(userId: string, fields?: Record<string, unknown>): Promise<Json>;
}

async function startPlatform(t: TestContext, options: Partial<ShortVideoSimulatorOptions> = {}): Promise<Platform> {
  const callbacks = await startReceiver();
  const clock = { at: 1_794_998_400_000 };
  const sim = await startShortVideoSimulator({
    clientSecret: SECRET,
    clientKey: KEY,
    callbackUrl: `${callbacks.url}/callbacks/short-video`,
    delaysMs: { echo: 0, read: 1 },
    retryGapsMs: [1, 2],
    seed: 7,
    clock: { now: () => clock.at },
    ...options,
  });
  t.after(async () => {
    await sim.close();
    await callbacks.close();
  });
  sim.registerAccount({
    businessId: BUSINESS,
    username: "northwind",
    displayName: "Northwind",
    accessToken: TOKEN,
    refreshToken: "rft.test",
  });
  const ask = async (method: string, path: string, body: unknown, token: string | null = TOKEN) => {
    const headers: Record<string, string> = { "content-type": "application/json", ...(token === null ? {} : { "access-token": token }) };
    const response = await fetch(`${sim.url}/open_api/v1.3/${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  };
  const platform: Platform = {
    sim,
    callbacks,
    clock,
    post: (path, body, token) => ask("POST", path, body, token),
    get: (path, query = {}) => ask("GET", `${path}?${new URLSearchParams(query)}`, undefined),
    send: async (userId, fields = {}) => {
      const usual = {
        business_id: BUSINESS,
        recipient_type: "CONVERSATION",
        recipient: sim.conversationId(BUSINESS, userId),
        message_type: "TEXT",
        text: { body: "Hello" },
      };
      return (await platform.post("business/message/send/", { ...usual, ...fields })).body;
    },
  };
  return platform;
}

function contentOf(delivery: Delivery): Json {
  const envelope = delivery.json() as { event: string; content: string };
  return { event: envelope.event, ...JSON.parse(envelope.content) };
}

function isSigned(delivery: Delivery, clock: { at: number }): boolean {
  return delivery.headers["tiktok-signature"] === signTiktok(SECRET, delivery.rawBody, Math.floor(clock.at / 1_000));
}

test("a customer's messages are delivered signed, doubly encoded, with the platform's roles and ids", async (t) => {
  const { sim, callbacks, clock } = await startPlatform(t);
  const posted = await sim.customer("usrUnq-5kQ7x", "amina.y").sendText(BUSINESS, "Grüße 👋 a/b");
  assert.equal(posted.status, 200);
  const [delivery] = callbacks.deliveries;
  assert.ok(delivery && isSigned(delivery, clock));
  const content = contentOf(delivery);
  assert.equal(content.event, "im_receive_msg");
  assert.equal(content.text.body, "Grüße 👋 a/b");
  assert.deepEqual([content.from, content.to, content.unique_identifier], ["amina.y", "northwind", "usrUnq-5kQ7x"]);
  assert.deepEqual([content.from_user.role, content.to_user.id], ["personal_account", BUSINESS]);
  assert.equal(content.conversation_id, sim.conversationId(BUSINESS, "usrUnq-5kQ7x"));
  assert.match(content.conversation_id, /[+/=]/);
});

test("an accepted send is returned as an echo, then as a read mark; a sender action is not returned", async (t) => {
  const { sim, callbacks, send } = await startPlatform(t);
  sim.openConversation(BUSINESS, "usrA");
  const answer = await send("usrA");
  assert.equal(answer.code, 0);
  assert.equal(
    (await send("usrA", { message_type: "SENDER_ACTION", sender_action: "TYPING", text: undefined })).data.message.message_id,
    "",
  );
  await sim.settled();
  const [echo, read, ...rest] = callbacks.deliveries.map(contentOf);
  assert.deepEqual(rest, []);
  assert.deepEqual([echo.event, echo.message_id, echo.message_tag.source], ["im_send_msg", answer.data.message.message_id, "API"]);
  assert.deepEqual([read.event, read.read.last_read_timestamp], ["im_mark_read_msg", echo.timestamp]);
  assert.deepEqual(sim.stats().callbacks.ok, 2);
});

test("no first message; ten messages before an answer, any number after it, three after silence", async (t) => {
  const { sim, send, clock } = await startPlatform(t, { enforceLimits: false });
  assert.equal((await send("usrA")).code, 40007);
  await sim.customer("usrA").sendText(BUSINESS, "Hi");
  for (let i = 0; i < 10; i++) assert.equal((await send("usrA")).code, 0);
  assert.equal((await send("usrA")).code, 40064);
  await sim.customer("usrA").sendText(BUSINESS, "Go on");
  for (let i = 0; i < 12; i++) assert.equal((await send("usrA")).code, 0);
  clock.at += 48 * HOUR_MS + 1;
  for (let i = 0; i < 3; i++) assert.equal((await send("usrA")).code, 0);
  assert.equal((await send("usrA")).code, 40064);
  await sim.customer("usrA").sendText(BUSINESS, "Back again");
  assert.equal((await send("usrA")).code, 0);
  sim.configure({ windows: false });
  clock.at += 1_000 * HOUR_MS;
  for (let i = 0; i < 4; i++) assert.equal((await send("usrA")).code, 0);
});

test("ten a second and six hundred a minute, refused as 40100 with HTTP status 200", async (t) => {
  const { sim, send, post, clock } = await startPlatform(t, { windows: false, recordCalls: false, echoes: false, reads: false });
  sim.openConversation(BUSINESS, "usrA");
  for (let i = 0; i < 10; i++) assert.equal((await send("usrA")).code, 0);
  const limited = await post("business/message/send/", {
    business_id: BUSINESS,
    recipient_type: "CONVERSATION",
    recipient: sim.conversationId(BUSINESS, "usrA"),
    message_type: "TEXT",
    text: { body: "x" },
  });
  assert.deepEqual([limited.status, limited.body.code], [200, 40100]);
  clock.at += 1_000;
  assert.equal((await send("usrA")).code, 0);
});

test("it is as strict as the platform: paths, tokens, fields, lengths, references", async (t) => {
  const { sim, post, send, get } = await startPlatform(t);
  sim.openConversation(BUSINESS, "usrA");
  assert.equal((await post("business/message/send", {})).status, 404, "the slash");
  assert.equal((await get("business/message/send/")).status, 405);
  assert.equal((await post("business/message/send/", {}, null)).body.code, 40104);
  assert.equal((await post("business/message/send/", {}, `Bearer ${TOKEN}`)).body.code, 40105);
  assert.equal((await post("business/message/send/", { business_id: "another" })).body.code, 40001);
  const button = { type: "REPLY", title: "A", id: "a" };
  const card = (template: object) => ({
    message_type: "TEMPLATE",
    text: undefined,
    template: { title: "Q", buttons: [button], ...template },
  });
  const wrong: Record<string, unknown>[] = [
    { business_id: undefined },
    { recipient_type: "USER" },
    { recipient: undefined },
    { message_type: "VIDEO" },
    { text: { body: "" } },
    { text: { body: "x".repeat(6_001) } },
    { of_tomorrow: 1 },
    { message_type: "IMAGE", text: undefined },
    { message_type: "IMAGE", image: { media_id: "m" }, referenced_message_info: { referenced_message_id: "x" } },
    { message_type: "SENDER_ACTION", sender_action: "DANCING" },
    card({ type: "CAROUSEL" }),
    card({ type: "QA_BUTTON_CARD", title: "x".repeat(41) }),
    card({ type: "QA_BUTTON_CARD", buttons: [{ ...button, title: "x".repeat(21) }] }),
    card({ type: "QA_BUTTON_CARD", buttons: [button, button, button, button] }),
    card({ type: "QA_LINK_CARD", buttons: [{ ...button, id: "" }] }),
  ];
  for (const fields of wrong) assert.equal((await send("usrA", fields)).code, 40002, JSON.stringify(fields));
  assert.equal((await send("usrA", { referenced_message_info: { referenced_message_id: "x" } })).code, 40007);
  assert.equal((await send("usrA", { message_type: "IMAGE", image: { media_id: "m" } })).code, 40007);
  assert.equal((await send("usrA", card({ type: "QA_LINK_CARD", buttons: [{ ...button, title: "x".repeat(40) }] }))).code, 0);
});

test("media: an upload is bounded, and a download's URL needs the token", async (t) => {
  const { sim, post } = await startPlatform(t);
  const upload = async (type: string, size: number) => {
    const form = new FormData();
    form.set("business_id", BUSINESS);
    form.set("media_type", "IMAGE");
    form.set("file", new Blob([Buffer.alloc(size, 1)], { type }), "x");
    const url = `${sim.url}/open_api/v1.3/business/message/media/upload/`;
    return (await (await fetch(url, { method: "POST", headers: { "access-token": TOKEN }, body: form })).json()) as Json;
  };
  assert.match((await upload("image/png", 10)).data.media_id, /^v0f-/);
  assert.equal((await upload("image/webp", 10)).code, 40908);
  assert.equal((await upload("image/png", 3 * 1_048_576 + 1)).code, 40002);

  const sent = await sim.customer("usrA").send(BUSINESS, { kind: "image", bytes: Buffer.from("pixels") });
  const [conversation] = (await (await fetch(`${sim.url}/_simulator/customers/usrA/messages`)).json()) as Json;
  const asked = { business_id: BUSINESS, conversation_id: sent.conversationId, message_id: sent.messageId, media_type: "IMAGE" };
  const media_id = conversation.messages[0].fields.image.media_id;
  const found = (await post("business/message/media/download/", { ...asked, media_id })).body;
  assert.equal((await fetch(found.data.download_url)).status, 403);
  const content = await fetch(found.data.download_url, { headers: { "x-user": TOKEN } });
  assert.equal(await content.text(), "pixels");
  assert.equal((await post("business/message/media/download/", { ...asked, media_id: "other" })).body.code, 40007);
});

test("a person allows, a code works once, and a refresh revokes the earlier tokens", async (t) => {
  const { sim, post, clock } = await startPlatform(t);
  const redirect_uri = "https://parley.example/connect/";
  const query = new URLSearchParams({ client_key: KEY, response_type: "code", scope: "message.list.send", state: "s1", redirect_uri });
  const page = await (await fetch(`${sim.url}/v2/auth/authorize?${query}`)).text();
  const link = /href="([^"]+)">Allow Northwind/.exec(page)?.[1]?.replaceAll("&amp;", "&");
  const back = new URL((await fetch(`${sim.url}${link}`, { redirect: "manual" })).headers.get("location") ?? "");
  assert.deepEqual([back.searchParams.get("state"), back.searchParams.get("scopes")], ["s1", "message.list.send"]);
  query.set("redirect_uri", "https://parley.example/connect?x=1");
  assert.equal((await fetch(`${sim.url}/v2/auth/authorize?${query}`)).status, 400);

  const app = { client_id: KEY, client_secret: SECRET };
  const exchange = { ...app, grant_type: "authorization_code", auth_code: back.searchParams.get("code"), redirect_uri };
  const tokens = (await post("tt_user/oauth2/token/", exchange, null)).body.data;
  assert.deepEqual([tokens.open_id, tokens.expires_in, tokens.scope], [BUSINESS, 86_400, "message.list.send"]);
  assert.equal((await post("tt_user/oauth2/token/", exchange, null)).body.code, 40002);

  const refresh = { ...app, grant_type: "refresh_token", refresh_token: tokens.refresh_token };
  const renewed = (await post("tt_user/oauth2/refresh_token/", refresh, null)).body.data;
  assert.notEqual(renewed.refresh_token, tokens.refresh_token);
  assert.equal((await post("tt_user/oauth2/refresh_token/", refresh, null)).body.code, 40105, "the old one is dead");
  const info = (access_token: string) => post("tt_user/token_info/get/", { app_id: KEY, access_token }, null);
  assert.equal((await info(tokens.access_token)).body.code, 40105);
  assert.equal((await info(renewed.access_token)).body.data.creator_id, BUSINESS);
  clock.at += 24 * HOUR_MS + 1;
  assert.equal((await info(renewed.access_token)).body.code, 40105);
});

test("webhooks are set for the whole app; accounts with a URL of their own keep it", async (t) => {
  const { sim, callbacks, post, get } = await startPlatform(t);
  sim.registerAccount({ businessId: "own", accessToken: "act.own", callbackUrl: `${callbacks.url}/own` });
  const app = { app_id: KEY, secret: SECRET, event_type: "DIRECT_MESSAGE" };
  assert.equal((await post("business/webhook/update/", { ...app, callback_url: `${callbacks.url}/moved` }, null)).body.code, 0);
  await sim.customer("usrA").sendText(BUSINESS, "x");
  await sim.customer("usrA").sendText("own", "x");
  assert.deepEqual(
    callbacks.deliveries.map((delivery) => delivery.path),
    ["/moved", "/own"],
  );
  assert.equal((await get("business/webhook/list/", app)).body.data.callback_url, `${callbacks.url}/moved`);
  await post("business/webhook/delete/", app, null);
  assert.equal((await sim.customer("usrA").sendText(BUSINESS, "x")).status, 0);
  assert.equal(sim.stats().callbacks.dropped, 1);
});

test("callback knobs: duplicates, reversed order, an old signature, drops; a retry is signed again", async (t) => {
  const { sim, callbacks, clock, send } = await startPlatform(t, { enforceLimits: false, retryGapsMs: [20] });
  sim.callbackBehaviour({ duplicate: "other_body" });
  await sim.customer("usrA").sendText(BUSINESS, "x");
  await sim.settled();
  const [first, second] = callbacks.deliveries;
  assert.ok(first && second && first.rawBody.toString() !== second.rawBody.toString());
  assert.deepEqual(contentOf(first), contentOf(second));
  sim.callbackBehaviour({ duplicate: "none", order: "reversed" });
  await send("usrA");
  await sim.settled();
  assert.deepEqual(
    callbacks.deliveries.slice(2).map((delivery) => contentOf(delivery).event),
    ["im_mark_read_msg", "im_send_msg"],
  );
  sim.callbackBehaviour({ order: "forward", drop: ["echo", "read"] });
  await send("usrA");
  await sim.settled();
  assert.equal(callbacks.deliveries.length, 4);
  sim.callbackBehaviour({ signatureAgeSeconds: 600 });
  await sim.customer("usrA").sendText(BUSINESS, "old");
  assert.ok(isSigned(callbacks.deliveries.at(-1) as Delivery, { at: clock.at - 600_000 }));
  sim.callbackBehaviour({ signatureAgeSeconds: 0 });
  callbacks.answerNext({ kind: "status", status: 503 });
  await sim.customer("usrA").sendText(BUSINESS, "again");
  clock.at += 5_000;
  await sim.settled();
  assert.equal(sim.stats().callbacks.retried, 1);
  assert.ok(isSigned(callbacks.deliveries.at(-1) as Delivery, clock));
});

test("faults: what the caller sees, and whether the message exists", async (t) => {
  const { sim, send, post } = await startPlatform(t, { enforceLimits: false, echoes: false, reads: false });
  sim.openConversation(BUSINESS, "usrA");
  sim.faults.next({ kind: "error", code: 40064, details: "words" });
  assert.equal((await send("usrA")).message, "words");
  sim.faults.next({ kind: "error_after_accept", code: 51065 });
  assert.equal((await send("usrA")).code, 51065);
  assert.equal(sim.sentTo("usrA").length, 1);
  sim.faults.next({ kind: "cut_after_accept" });
  await assert.rejects(send("usrA"));
  sim.faults.next({ kind: "cut_before_accept" });
  await assert.rejects(send("usrA"));
  assert.equal(sim.sentTo("usrA").length, 2);
  sim.faults.forRecipient("usrB", { kind: "error", code: 40100 });
  assert.equal((await send("usrA")).code, 0);
  sim.faults.nextManagement({ kind: "html" });
  assert.equal((await post("tt_user/token_info/get/", {})).status, 502);
  sim.faults.next({ kind: "token_dead" });
  assert.equal((await send("usrA")).code, 40105);
  assert.equal((await send("usrA")).code, 40105, "from now on");
});

test("endings of user ids have effects", async (t) => {
  const { sim, callbacks, send } = await startPlatform(t, { reads: false });
  for (const userId of ["usr0001", "usr0002", "usr0003", "usr0005"]) sim.openConversation(BUSINESS, userId);
  assert.equal((await send("usr0003")).code, 40064);
  for (const userId of ["usr0001", "usr0002", "usr0005"]) await send(userId);
  await sim.settled();
  const seen = callbacks.deliveries.map(contentOf).map(({ event, unique_identifier }) => `${event} ${unique_identifier}`);
  assert.deepEqual(seen.filter((line) => !line.startsWith("im_send_msg")).sort(), [
    "im_mark_read_msg usr0001",
    "im_mark_read_msg usr0005",
    "im_receive_msg usr0005",
  ]);
});

test("history: conversations by type, and the newest messages with their participants", async (t) => {
  const { sim, get, send } = await startPlatform(t);
  await sim.customer("usrA", "amina.y").sendText(BUSINESS, "Hi");
  await sim.customer("usrB").sendText(BUSINESS, "Hi");
  await send("usrA");
  const list = async (conversation_type: string) =>
    (await get("business/message/conversation/list/", { business_id: BUSINESS, conversation_type })).body.data.conversations;
  assert.equal((await list("SINGLE"))[0].conversation_id, sim.conversationId(BUSINESS, "usrA"));
  assert.equal((await list("STRANGER")).length, 1);
  const query = { business_id: BUSINESS, conversation_id: sim.conversationId(BUSINESS, "usrA") };
  const { participants, messages } = (await get("business/message/content/list/", query)).body.data;
  assert.equal(participants[1].display_name, "Customer usrA");
  assert.deepEqual(
    messages.map((message: Json) => [message.message_type, message.from_user.role]),
    [
      ["TEXT", "PERSONAL_ACCOUNT"],
      ["TEXT", "BUSINESS_ACCOUNT"],
    ],
  );
});

test("load reports the responses, each message with its own id", async (t) => {
  const { sim, callbacks, clock } = await startPlatform(t);
  const report = await sim.load({ perSecond: 200, seconds: 0.1 });
  assert.deepEqual([report.sent, report.non200], [20, 0]);
  assert.equal(new Set(callbacks.deliveries.map((delivery) => contentOf(delivery).message_id)).size, 20);
  assert.ok(callbacks.deliveries.every((delivery) => isSigned(delivery, clock)));
});
