import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { type PhotoSocialSimulatorOptions, startPhotoSocialSimulator } from "../src/photo-social/index.ts";
import { startReceiver } from "../src/receiver/index.ts";
import { FICTIONAL_PEOPLE, type PhoneState } from "../src/shared/phone/index.ts";
import type { Json } from "./harness.ts";
import { phoneOf, playSamples, playSwap } from "./phone-driver.ts";

const ACCOUNT = "17841400000000111";
/** Amina's id on this platform. */
const AMINA = "1000447700900123";
const HOUR_MS = 3_600_000;

async function startPhone(t: TestContext, options: Partial<PhotoSocialSimulatorOptions> = {}) {
  const callbacks = await startReceiver();
  const sim = await startPhotoSocialSimulator({
    appSecret: "test-app-secret",
    callbackUrl: `${callbacks.url}/callbacks/photo-social`,
    seed: 7,
    echoDelayMs: 0,
    seenDelayMs: 1,
    retryGapsMs: [],
    ...options,
  });
  t.after(async () => {
    await sim.close();
    await callbacks.close();
  });
  sim.registerAccount({ accountId: ACCOUNT, accessToken: "IGtoken", username: "northwind", name: "Northwind" });
  const call = async (fields: object): Promise<Json> => {
    const response = await fetch(`${sim.url}/v25.0/${ACCOUNT}/messages`, {
      method: "POST",
      headers: { authorization: "Bearer IGtoken", "content-type": "application/json" },
      body: JSON.stringify({ recipient: { id: AMINA }, ...fields }),
    });
    return response.json();
  };
  return {
    ...phoneOf(sim, { accountId: ACCOUNT, customerId: AMINA }),
    sim,
    /** A call by the business concerning Amina; returns the platform's response. */
    call,
    say: (text: string) => call({ message: { text } }),
    /** What the platform delivered to the business, in order of arrival. */
    told: (): Json[] =>
      callbacks.deliveries.flatMap((delivery) => (delivery.json() as Json).entry.flatMap((entry: Json) => entry.messaging)),
  };
}

test("the phone returns its account, the fictional customers, and this platform's abilities", async (t) => {
  const phone = await startPhone(t);
  const state = await phone.read<PhoneState>("");
  assert.deepEqual([state.kind, state.accounts], ["photo-social", [{ id: ACCOUNT, name: "Northwind", address: "@northwind" }]]);
  assert.deepEqual(
    state.customers.map(({ name, address }) => [name, address]),
    FICTIONAL_PEOPLE.map(({ name, username }) => [name, `@${username}`]),
  );
  const { captions, location, ownApp, quote } = state.abilities;
  assert.deepEqual({ captions, location, ownApp, quote }, { captions: false, location: false, ownApp: true, quote: true });
  assert.equal((await phone.does("messages", { type: "sample", sample: "parcel", caption: "Look" })).status, 400);
  assert.equal((await phone.does("messages", { type: "location", latitude: 1, longitude: 1 })).status, 400);
});

test("both directions show, with typing and marks; the business cannot write first", async (t) => {
  const phone = await startPhone(t);
  assert.equal((await phone.say("Hello?")).error.code, 100);
  const { messageId } = (await phone.does("messages", { type: "text", text: "Hi" })).body;
  await phone.shows(([hi]) => hi?.id === messageId && hi?.status === "delivered");
  await phone.call({ sender_action: "mark_seen" });
  await phone.call({ sender_action: "typing_on" });
  let { thread, messages } = await phone.transcript();
  assert.deepEqual([thread.typing, messages[0]?.status], [true, "read"]);
  const { message_id: answerId } = await phone.say("Hello Amina");
  const [, answer] = await phone.shows((shown) => shown[1]?.status === "read");
  assert.deepEqual([answer?.id, answer?.from, answer?.text], [answerId, "business", "Hello Amina"]);
  ({ thread, messages } = await phone.transcript());
  assert.deepEqual([thread.typing, messages.length, thread.last?.text], [false, 2, "Hello Amina"]);
  await phone.does("messages", { type: "text", text: "M please", replyTo: answerId });
  await phone.sim.settled();
  const words = phone.told();
  assert.equal(words.find((one) => one.read)?.read.mid, answerId);
  assert.equal(words.at(-1)?.message.reply_to.mid, answerId);
  const profile = await fetch(`${phone.sim.url}/v25.0/${AMINA}?fields=name,username&access_token=IGtoken`);
  assert.deepEqual(await profile.json(), { name: "Amina Yusuf", username: "amina.yusuf", id: AMINA });
});

test("incoming messages stay unread until the customer reads them", async (t) => {
  const phone = await startPhone(t);
  await phone.does("messages", { type: "text", text: "Hi" });
  await phone.does("settings", { readReceipts: false });
  await phone.say("one");
  const { message_id: last } = await phone.say("two");
  await phone.sim.settled();
  assert.equal((await phone.transcript()).thread.unread, 2);
  assert.deepEqual((await phone.does("read")).body, { read: 2 });
  await phone.sim.settled();
  assert.equal((await phone.transcript()).thread.unread, 0);
  assert.deepEqual(
    phone.told().flatMap((one) => (one.read ? [one.read.mid] : [])),
    [last],
  );
});

test("reactions work both ways by the platform's names, and can be removed", async (t) => {
  const phone = await startPhone(t);
  const { messageId } = (await phone.does("messages", { type: "text", text: "Hi" })).body;
  await phone.call({ sender_action: "react", payload: { message_id: messageId, reaction: "wow" } });
  await phone.does("reactions", { messageId, emoji: "😆" });
  assert.deepEqual((await phone.transcript()).messages[0]?.reactions, { customer: "😆", business: "😮" });
  await phone.does("reactions", { messageId, emoji: null });
  await phone.call({ sender_action: "unreact", payload: { message_id: messageId } });
  assert.deepEqual((await phone.transcript()).messages[0]?.reactions, { customer: null, business: null });
  await phone.sim.settled();
  assert.deepEqual(
    phone.told().flatMap((one) => (one.reaction ? [[one.reaction.action, one.reaction.reaction]] : [])),
    [
      ["react", "laugh"],
      ["unreact", undefined],
    ],
  );
});

test("samples and own pictures arrive in the platform's formats, and can be loaded", async (t) => {
  const phone = await startPhone(t);
  const messages = await playSamples(phone);
  const shapes = phone.told().map(({ message }) => message.attachments?.[0].type ?? (message.reply_to?.story ? "story_reply" : "text"));
  const wanted = ["audio", "file", "ig_post", "image", "image", "image", "like_heart", "story_mention", "story_reply", "video"];
  assert.deepEqual(shapes.sort(), wanted);
  assert.deepEqual(
    messages.flatMap(({ note }) => note ?? []),
    ["You replied to their story", "You mentioned them in your story", "You shared a post"],
  );
});

test("the business's messages show as text, choices or media; a tap on a choice is reported", async (t) => {
  const phone = await startPhone(t);
  await phone.does("messages", { type: "text", text: "Hi" });
  await phone.call({ message: { text: "Size?", quick_replies: [{ content_type: "text", title: "M", payload: "SIZE_M" }] } });
  const elements = [{ title: "Jacket", subtitle: "Blue", buttons: [{ type: "postback", title: "Buy", payload: "BUY" }] }];
  await phone.call({ message: { attachment: { type: "template", payload: { template_type: "generic", elements } } } });
  await phone.call({ message: { attachment: { type: "image", payload: { url: phone.at("/samples/receipt") } } } });
  const [, question, card, picture] = await phone.shows((messages) => messages.length === 4);
  assert.deepEqual([question?.text, question?.choices], ["Size?", [{ id: "quick_reply:SIZE_M", title: "M" }]]);
  assert.deepEqual([card?.text, card?.choices?.[0]?.title], ["Jacket\nBlue", "Buy"]);
  assert.equal((await fetch(phone.at(`/media/${picture?.id}`))).headers.get("content-type"), "image/png");
  await phone.does("choices", { messageId: question?.id, choiceId: "quick_reply:SIZE_M" });
  await phone.does("choices", { messageId: card?.id, choiceId: "postback:BUY" });
  await phone.sim.settled();
  const callbacks = phone.told();
  assert.equal(callbacks.find((one) => one.message?.quick_reply)?.message.quick_reply.payload, "SIZE_M");
  assert.equal(callbacks.find((one) => one.postback)?.postback.payload, "BUY");
});

test("an answer from the platform's own app shows, and is delivered to the business as an echo", async (t) => {
  const phone = await startPhone(t);
  await phone.does("messages", { type: "text", text: "Hi" });
  const { messageId } = (await phone.does("app-answers", { text: "Hello from the shop" })).body;
  const [, answer] = await phone.shows((messages) => messages[1]?.status === "read");
  assert.deepEqual([answer?.id, answer?.from, answer?.text], [messageId, "business", "Hello from the shop"]);
  assert.match(answer?.note ?? "", /own app/);
  await phone.sim.settled();
  assert.equal(phone.told().find((one) => one.message?.is_echo)?.message.mid, messageId);
  assert.equal((await phone.does("app-answers", { text: "" })).status, 400);
});

test("faults apply once or until switched off, and are reported", async (t) => {
  const phone = await startPhone(t, { echoDelayMs: 1, seenDelayMs: 20 });
  await phone.does("messages", { type: "text", text: "Hi" });
  await phone.does("faults", { id: "undelivered", on: true });
  assert.equal(await phone.isOn("undelivered"), true);
  assert.equal((await phone.say("lost")).error.code, 551);
  assert.equal(await phone.isOn("undelivered"), false);
  await phone.does("faults", { id: "throttled", on: true });
  assert.equal((await phone.say("too fast")).error.code, 613);
  await phone.does("faults", { id: "token_revoked", on: true });
  assert.equal((await phone.say("no token")).error.code, 190);
  await phone.does("faults", { id: "token_revoked", on: false });
  const problems = (await phone.read<PhoneState>("")).log.filter((entry) => entry.level === "problem").map((entry) => entry.text);
  for (const code of ["551", "613", "190"])
    assert.ok(
      problems.some((text) => text.includes(code)),
      code,
    );

  await phone.does("faults", { id: "out_of_order", on: true });
  await phone.does("faults", { id: "duplicate", on: true });
  const { message_id: mid } = await phone.say("in disorder");
  await phone.sim.settled();
  const about = phone.told().flatMap((one) => (one.read?.mid === mid ? ["read"] : one.message?.mid === mid ? ["echo"] : []));
  assert.deepEqual([about.length, about[0]], [4, "read"]);
});

test("two swapped messages reach the business in reverse", async (t) => {
  const phone = await startPhone(t);
  await playSwap(phone, () => phone.told().map((one) => one.message.text));
});

test("24 hours close the window, and a person may still answer for 7 days", async (t) => {
  const phone = await startPhone(t);
  assert.deepEqual((await phone.transcript()).thread.window, { expiresAt: null, personUntil: null, count: null });
  await phone.does("messages", { type: "text", text: "Hi" });
  const { window } = (await phone.transcript()).thread;
  assert.equal((window.personUntil ?? 0) - (window.expiresAt ?? 0), 6 * 24 * HOUR_MS);
  const tagged = { message: { text: "By hand" }, messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" };
  assert.equal(await phone.move(25 * HOUR_MS), 200);
  assert.equal((await phone.say("late")).error.error_subcode, 2_534_022);
  assert.equal((await phone.call(tagged)).error, undefined);
  assert.equal(await phone.move(8 * 24 * HOUR_MS), 200);
  assert.equal((await phone.call(tagged)).error.error_subcode, 2_534_022);
});

test("kept tokens stay valid after a refresh, under their names", async (t) => {
  const phone = await startPhone(t, { keepTokens: true });
  await phone.move(25 * HOUR_MS);
  const query = "grant_type=ig_refresh_token&access_token=IGtoken";
  const refreshed = (await (await fetch(`${phone.sim.url}/refresh_access_token?${query}`)).json()) as Json;
  assert.equal(refreshed.access_token, "IGtoken");
});
