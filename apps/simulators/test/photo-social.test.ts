import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { type PhotoSocialSimulatorOptions, startPhotoSocialSimulator } from "../src/photo-social/index.ts";
import { startReceiver } from "../src/receiver/index.ts";
import { isSigned, type Json } from "./harness.ts";
import { ask, run, stopped } from "./processes.ts";

const ACCOUNT = "17841400000000111";
const PAGE = "104455667788990";
const PERSON = "1023456789012345";
const TOKEN = "IGtoken";
const SECRET = "test-app-secret";
const HOUR_MS = 3_600_000;

async function start(t: TestContext, options: Partial<PhotoSocialSimulatorOptions> = {}) {
  const callbacks = await startReceiver();
  const clock = { at: Date.parse("2026-11-18T10:40:00Z"), now: () => clock.at };
  const sim = await startPhotoSocialSimulator({
    appSecret: SECRET,
    callbackUrl: `${callbacks.url}/callbacks/photo-social`,
    seed: 7,
    clock,
    echoDelayMs: 0,
    retryGapsMs: [],
    ...options,
  });
  t.after(async () => {
    await sim.close();
    await callbacks.close();
  });
  sim.registerAccount({ accountId: ACCOUNT, accessToken: TOKEN, page: { id: PAGE, accessToken: "EAApage" } });
  const call = async (method: string, path: string, body?: unknown, token = TOKEN): Promise<{ status: number; body: Json }> => {
    const response = await fetch(`${sim.url}/v25.0/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const send = (fields: object, token = TOKEN) =>
    call("POST", token === TOKEN ? `${ACCOUNT}/messages` : `${PAGE}/messages`, { recipient: { id: PERSON }, ...fields }, token);
  const codeOf = async (fields: object, token = TOKEN) => {
    const { error } = (await send(fields, token)).body;
    return error === undefined ? "accepted" : [error.code, error.error_subcode].filter((n) => n !== undefined).join("/");
  };
  const elements = () =>
    callbacks.deliveries.flatMap((delivery) =>
      (delivery.json() as Json).entry.flatMap((entry: Json) => entry.messaging ?? entry.standby ?? []),
    );
  return { sim, callbacks, clock, call, send, codeOf, elements };
}

const text = (words: string) => ({ message: { text: words } });

test("a customer's actions are delivered signed and escaped, in the platform's formats", async (t) => {
  const { sim, callbacks, elements } = await start(t);
  const customer = sim.customer(PERSON);
  const { messageId, status } = await customer.sendText(ACCOUNT, "Grüße a/b");
  assert.equal(status, 200);
  await customer.react(ACCOUNT, messageId, "👍");
  await customer.edit(ACCOUNT, messageId, "Grüße");
  await customer.unsend(ACCOUNT, messageId);
  const [delivery] = callbacks.deliveries;
  assert.ok(delivery && callbacks.deliveries.every((one) => isSigned(one, SECRET)));
  assert.match(delivery.rawBody.toString("utf8"), /Gr\\u00fc\\u00dfe a\\\/b/);
  const parts = elements().map(({ sender: _s, recipient: _r, timestamp: _t, ...rest }: Json) => rest);
  assert.deepEqual(parts, [
    { message: { mid: messageId, text: "Grüße a/b" } },
    { reaction: { mid: messageId, action: "react", reaction: "like", emoji: "👍" } },
    { message_edit: { mid: messageId, text: "Grüße", num_edit: 1 } },
    { message: { mid: messageId, is_deleted: true } },
  ]);
});

test("a call is checked as strictly as on the platform", async (t) => {
  const { sim, codeOf } = await start(t, { fetchMedia: false });
  sim.openWindow(ACCOUNT, PERSON);
  const attachment = (type: string, payload?: object) => ({ message: { attachment: { type, payload } } });
  const replies = (count: number, title = "a") => ({
    message: { text: "x", quick_replies: Array(count).fill({ content_type: "text", title, payload: "P" }) },
  });
  const cards = (count: number, title = "a") =>
    attachment("template", { template_type: "generic", elements: Array(count).fill({ title }) });
  const cases: [object, string][] = [
    [text("x".repeat(1_000)), "accepted"],
    [text(`${"é".repeat(500)}x`), "100"],
    [text(""), "100"],
    [{}, "100"],
    [{ ...text("x"), messaging_product: "whatsapp" }, "100"],
    [{ message: { text: "x", reply_to: { mid: "m" } } }, "100"],
    [{ ...text("x"), messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" }, "accepted"],
    [{ ...text("x"), messaging_type: "MESSAGE_TAG", tag: "ACCOUNT_UPDATE" }, "100"],
    [{ ...text("x"), tag: "HUMAN_AGENT" }, "100"],
    [replies(13), "accepted"],
    [replies(14), "100"],
    [replies(1, "x".repeat(21)), "100"],
    [cards(10), "accepted"],
    [cards(11), "100"],
    [cards(1, "x".repeat(81)), "100"],
    [attachment("image", { url: "https://cdn.example.com/a.png" }), "accepted"],
    [attachment("image", { url: "http://cdn.example.com/a.png" }), "100"],
    [attachment("sticker", { url: "https://cdn.example.com/a.png" }), "100"],
    [attachment("like_heart"), "accepted"],
    [{ sender_action: "mark_seen" }, "accepted"],
    [{ sender_action: "dance" }, "100"],
    [{ sender_action: "react", payload: { message_id: "nobody's", reaction: "love" } }, "100"],
    [{ recipient: { id: "+447700900123" }, ...text("x") }, "100"],
  ];
  for (const [fields, expected] of cases) assert.equal(await codeOf(fields), expected, JSON.stringify(fields).slice(0, 200));
  assert.equal(await codeOf(text("x"), "EAApage"), "100", "a page says why it writes");
  assert.equal(await codeOf({ ...text("x"), messaging_type: "RESPONSE" }, "EAApage"), "accepted");
});

test("the window: no first message, 24 hours, seven days with the tag", async (t) => {
  const { sim, clock, codeOf } = await start(t);
  const tagged = { ...text("x"), messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" };
  assert.equal(await codeOf(text("x")), "100/2534014");
  await sim.customer(PERSON).sendText(ACCOUNT, "hi");
  assert.equal(await codeOf(text("x")), "accepted");
  clock.at += 24 * HOUR_MS + 1;
  assert.equal(await codeOf(text("x")), "10/2534022");
  assert.equal(await codeOf(tagged), "accepted");
  clock.at += 6 * 24 * HOUR_MS;
  assert.equal(await codeOf(tagged), "10/2534022");
});

test("tokens, limits, magic recipients and the page's token have the documented responses", async (t) => {
  const { sim, call, codeOf } = await start(t, { messagesPerSecond: 2 });
  sim.openWindow(ACCOUNT, PERSON);
  assert.deepEqual([await codeOf(text("1")), await codeOf(text("2")), await codeOf(text("3"))], ["accepted", "accepted", "613/2534040"]);
  assert.equal((await call("GET", "me?fields=user_id", undefined, "wrong")).body.error.code, 190);
  assert.deepEqual((await call("GET", "me?fields=user_id,username")).body, {
    user_id: ACCOUNT,
    username: "simulated.business",
    id: "97841400000000111",
  });
  assert.equal((await call("GET", "me?fields=shoe_size")).body.error.code, 100);
  const foreign = await call("POST", `${ACCOUNT}/messages`, { recipient: { id: PERSON }, ...text("x") }, "EAApage");
  assert.equal(foreign.body.error.error_subcode, 33, "a page's token does not open the account's own path");
  assert.equal((await call("POST", "1023456789010004/messages", {})).body.error.error_subcode, 33);
  sim.killToken(TOKEN);
  assert.equal((await call("GET", "me")).body.error.error_subcode, 460);
});

test("media is fetched from the given URL, and refused if it is missing or of a wrong type", async (t) => {
  const { sim, codeOf, elements } = await start(t);
  sim.openWindow(ACCOUNT, PERSON);
  const host = createServer((request, response) => {
    if (request.url === "/a.png") response.writeHead(200, { "content-type": "image/png" }).end("bytes");
    else if (request.url === "/a.txt") response.writeHead(200, { "content-type": "text/plain" }).end("bytes");
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  t.after(() => host.close());
  const image = (path: string) => {
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}${path}`;
    return { message: { attachment: { type: "image", payload: { url } } } };
  };
  assert.equal(await codeOf(image("/none")), "100/2018047");
  assert.equal(await codeOf(image("/a.txt")), "100/2018109");
  assert.equal(await codeOf(image("/a.png")), "accepted");
  await sim.settled();
  const [{ message: echo }] = elements();
  assert.equal(echo.is_echo, true);
  assert.equal(await (await fetch(echo.attachments[0].payload.url)).text(), "bytes");
});

test("callbacks are repeated, reordered and batched as the knobs specify", async (t) => {
  const { sim, elements, callbacks } = await start(t);
  const customer = sim.customer(PERSON);
  const texts = () => elements().map((element: Json) => element.message.text);
  sim.callbackBehaviour({ duplicate: "other_body" });
  await customer.sendText(ACCOUNT, "twice");
  await sim.settled();
  assert.deepEqual(texts(), ["twice", "twice"]);
  assert.notDeepEqual(callbacks.deliveries[0]?.rawBody, callbacks.deliveries[1]?.rawBody);
  sim.callbackBehaviour({ duplicate: "none", order: "reversed", batchWaitMs: 30 });
  await Promise.all(["1", "2", "3"].map((word) => customer.sendText(ACCOUNT, word)));
  assert.deepEqual(texts().slice(2), ["3", "2", "1"]);
  sim.callbackBehaviour({ order: "forward", batch: 2 });
  await Promise.all(["4", "5"].map((word) => customer.sendText(ACCOUNT, word)));
  const last = callbacks.deliveries.at(-1)?.json() as Json;
  assert.equal(last.entry.length, 2);
});

test("after an hour of failures delivery is switched off until the app subscribes again", async (t) => {
  const { sim, callbacks, clock, call } = await start(t);
  const customer = sim.customer(PERSON);
  callbacks.answer({ kind: "status", status: 500 });
  await customer.sendText(ACCOUNT, "1");
  clock.at += HOUR_MS + 1;
  await customer.sendText(ACCOUNT, "2");
  assert.equal(sim.isSubscribed(ACCOUNT), false);
  assert.equal((await customer.sendText(ACCOUNT, "3")).status, 0);
  callbacks.answer({ kind: "status", status: 200 });
  assert.deepEqual((await call("POST", `${ACCOUNT}/subscribed_apps?subscribed_fields=messages,messaging_seen`)).body, { success: true });
  assert.equal((await call("POST", `${ACCOUNT}/subscribed_apps?subscribed_fields=of_tomorrow`)).body.error.code, 100);
  assert.equal((await customer.sendText(ACCOUNT, "4")).status, 200);
});

test("a profile is returned once the person has written", async (t) => {
  const { sim, call } = await start(t);
  const customer = sim.customer(PERSON, { name: null, username: "amina.y" });
  assert.equal((await call("GET", `${PERSON}?fields=name,username`)).body.error.code, 230);
  await customer.sendText(ACCOUNT, "hi");
  assert.deepEqual((await call("GET", `${PERSON}?fields=name,username`)).body, { name: null, username: "amina.y", id: PERSON });
});

test("magic recipients read, answer, or refuse automatically", async (t) => {
  const { sim, call, elements } = await start(t);
  const to = async (ending: string) => {
    const person = `10234567890${ending}`;
    sim.openWindow(ACCOUNT, person);
    return (await call("POST", `${ACCOUNT}/messages`, { recipient: { id: person }, ...text("x") })).body;
  };
  assert.equal((await to("0003")).error.error_subcode, 2_534_022);
  assert.equal((await to("0004")).error.code, 551);
  const { message_id: mid } = await to("0005");
  await sim.settled();
  const after = elements().filter((element: Json) => element.message?.is_echo !== true);
  assert.deepEqual([after[0].read, after[1].message.attachments[0].type], [{ mid }, "image"]);
});

test("the photo-social simulator as a process is driven over HTTP and ends on SIGTERM", async (t) => {
  const callbacks = await startReceiver();
  t.after(() => callbacks.close());
  const { child, url } = await run(t, "photo-social", ["--app-secret", "s", `--callback-url=${callbacks.url}/cb`, "--retry-gaps-ms="]);
  const control = `${url}/_simulator`;
  assert.equal((await ask(`${control}/accounts`, "POST", { accountId: ACCOUNT, accessToken: TOKEN })).status, 200);
  const inbound = await ask(`${control}/customers/${PERSON}/messages`, "POST", { accountId: ACCOUNT, name: "Amina", text: "hi" });
  assert.equal(inbound.body.status, 200);
  await ask(`${control}/faults`, "POST", { person: PERSON, fault: { kind: "error", code: 551 }, times: 1 });
  const send = (): Promise<Response> =>
    fetch(`${url}/v25.0/${ACCOUNT}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ recipient: { id: PERSON }, ...text("x") }),
    });
  assert.equal((await send()).status, 400);
  const { message_id: mid } = (await (await send()).json()) as { message_id: string };
  const act = (path: string, body: object) => ask(`${control}/customers/${PERSON}/${path}`, "POST", { accountId: ACCOUNT, ...body });
  assert.equal((await act("seen", {})).body.status, 200);
  assert.equal((await act("reactions", { messageId: mid, emoji: "👍" })).body.status, 200);
  assert.equal((await act("edits", { messageId: inbound.body.messageId, text: "ho" })).body.status, 200);
  assert.equal((await act("deletions", { messageId: inbound.body.messageId })).body.status, 200);
  await ask(`${control}/settled`, "POST");
  assert.deepEqual((await ask(`${control}/stats`, "GET")).body.accepted, 1);
  assert.equal((await ask(`${control}/sent/${PERSON}`, "GET")).body.length, 1);
  assert.equal((await ask(`${control}/load`, "POST", { perSecond: 100, seconds: 0.05 })).body.sent, 5);
  assert.equal((await ask(`${control}/nonsense`, "GET")).status, 404);
  assert.equal(await stopped(child), 0);
});
