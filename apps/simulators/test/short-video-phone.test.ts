import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { startReceiver } from "../src/receiver/index.ts";
import { FICTIONAL_PEOPLE, type PhoneState } from "../src/shared/phone/index.ts";
import { type ShortVideoSimulatorOptions, startShortVideoSimulator } from "../src/short-video/index.ts";
import type { Json } from "./harness.ts";
import { phoneOf, playSamples, playSwap } from "./phone-driver.ts";

const BUSINESS = "bizOpenId-000aZ9";
/** Amina's id on this platform. */
const AMINA = "usr-447700900123";
const HOUR_MS = 3_600_000;

async function startPhone(t: TestContext, options: Partial<ShortVideoSimulatorOptions> = {}) {
  const callbacks = await startReceiver();
  const sim = await startShortVideoSimulator({
    clientSecret: "test-client-secret",
    callbackUrl: `${callbacks.url}/callbacks/short-video`,
    delaysMs: { echo: 0, read: 1 },
    retryGapsMs: [],
    seed: 7,
    ...options,
  });
  t.after(async () => {
    await sim.close();
    await callbacks.close();
  });
  sim.registerAccount({ businessId: BUSINESS, username: "northwind", displayName: "Northwind", accessToken: "act", refreshToken: "rft" });
  const post = async (path: string, body: object): Promise<Json> => {
    const response = await fetch(`${sim.url}/open_api/v1.3/${path}`, {
      method: "POST",
      headers: { "access-token": "act", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return text.startsWith("{") ? JSON.parse(text) : text;
  };
  /** A send of the business to Amina; returns the platform's response. */
  const call = (fields: object): Promise<Json> =>
    post("business/message/send/", {
      business_id: BUSINESS,
      recipient_type: "CONVERSATION",
      recipient: sim.conversationId(BUSINESS, AMINA),
      ...fields,
    });
  return {
    ...phoneOf(sim, { accountId: BUSINESS, customerId: AMINA }),
    sim,
    post,
    call,
    say: (text: string, fields = {}) => call({ message_type: "TEXT", text: { body: text }, ...fields }),
    /** What the platform delivered to the business, in order of arrival, each with its `event`. */
    told: (): Json[] =>
      callbacks.deliveries.map((delivery) => {
        const { event, content } = delivery.json() as Json;
        return { event, ...JSON.parse(content) };
      }),
  };
}

test("the phone returns its account, the fictional customers, and this platform's abilities", async (t) => {
  const phone = await startPhone(t);
  const state = await phone.read<PhoneState>("");
  assert.deepEqual([state.kind, state.accounts], ["short-video", [{ id: BUSINESS, name: "Northwind", address: "@northwind" }]]);
  assert.deepEqual(
    state.customers.map(({ name, address }) => [name, address]),
    FICTIONAL_PEOPLE.map(({ name, username }) => [name, `@${username}`]),
  );
  assert.ok(state.abilities.samples.every(({ kind }) => kind !== "audio" && kind !== "document"));
  assert.equal((await phone.does("messages", { type: "sample", sample: "voice" })).status, 400);
  // Reading a conversation that has not begun does not start it.
  await phone.transcript();
  assert.equal((await phone.say("Hello?")).code, 40007);
});

test("both directions show, with typing, quotes and marks", async (t) => {
  const phone = await startPhone(t);
  const { messageId } = (await phone.does("messages", { type: "text", text: "Hi" })).body;
  await phone.shows(([hi]) => hi?.id === messageId && hi?.status === "delivered");
  assert.equal(phone.told()[0].from, "amina.yusuf");
  await phone.call({ message_type: "SENDER_ACTION", sender_action: "MARK_READ" });
  await phone.call({ message_type: "SENDER_ACTION", sender_action: "TYPING" });
  let { thread, messages } = await phone.transcript();
  assert.deepEqual([thread.typing, messages[0]?.status], [true, "read"]);
  const sent = await phone.say("Hello Amina", { referenced_message_info: { referenced_message_id: messageId } });
  const answerId = sent.data.message.message_id;
  const [, answer] = await phone.shows((shown) => shown[1]?.status === "read");
  assert.deepEqual([answer?.id, answer?.from, answer?.text, answer?.replyTo], [answerId, "business", "Hello Amina", messageId]);
  ({ thread, messages } = await phone.transcript());
  assert.deepEqual([thread.typing, thread.last?.text], [false, "Hello Amina"]);
  await phone.does("messages", { type: "text", text: "M please", replyTo: answerId });
  await phone.sim.settled();
  assert.deepEqual(
    phone.told().map((one) => one.event),
    ["im_receive_msg", "im_send_msg", "im_mark_read_msg", "im_receive_msg"],
  );
  assert.equal(phone.told().at(-1)?.referenced_message_info.referenced_message_id, answerId);
});

test("incoming messages stay unread until the customer reads them", async (t) => {
  const phone = await startPhone(t);
  await phone.does("messages", { type: "text", text: "Hi" });
  await phone.does("settings", { readReceipts: false });
  await phone.say("one");
  await phone.say("two");
  await phone.sim.settled();
  assert.equal((await phone.transcript()).thread.unread, 2);
  assert.ok(phone.told().every((one) => one.event !== "im_mark_read_msg"));
  assert.deepEqual((await phone.does("read")).body, { read: 2 });
  await phone.sim.settled();
  assert.equal((await phone.transcript()).thread.unread, 0);
  assert.equal(phone.told().filter((one) => one.event === "im_mark_read_msg").length, 1);
});

test("a reaction is reported and removed", async (t) => {
  const phone = await startPhone(t);
  await phone.does("messages", { type: "text", text: "Hi" });
  const messageId = (await phone.say("Hello")).data.message.message_id;
  await phone.does("reactions", { messageId, emoji: "😂" });
  assert.equal((await phone.transcript()).messages[1]?.reactions.customer, "😂");
  await phone.does("reactions", { messageId, emoji: null });
  assert.equal((await phone.transcript()).messages[1]?.reactions.customer, null);
  await phone.sim.settled();
  assert.deepEqual(
    phone.told().flatMap((one) => one.reaction?.map((part: Json) => [part.operation, part.emoji, part.original_msg_id]) ?? []),
    [
      ["ADD", "😂", messageId],
      ["REMOVE", "😂", messageId],
    ],
  );
});

test("samples and own pictures arrive in the platform's formats, and can be loaded", async (t) => {
  const phone = await startPhone(t);
  await playSamples(phone);
  const types = phone.told().map((one) => one.type);
  assert.deepEqual(types.sort(), ["image", "image", "image", "share_post", "sticker", "video"]);
});

test("a question card shows its buttons, and a tap on one is reported with its id", async (t) => {
  const phone = await startPhone(t);
  await phone.does("messages", { type: "text", text: "Hi" });
  const buttons = [{ type: "REPLY", title: "Medium", id: "size_m" }];
  const card = await phone.call({ message_type: "TEMPLATE", template: { type: "QA_BUTTON_CARD", title: "Size?", buttons } });
  const [, question] = await phone.shows((messages) => messages.length === 2);
  assert.deepEqual([question?.text, question?.choices], ["Size?", [{ id: "size_m", title: "Medium" }]]);
  await phone.does("choices", { messageId: question?.id, choiceId: "size_m" });
  await phone.sim.settled();
  const tap = phone.told().find((one) => one.reply_source_payload);
  assert.deepEqual(tap?.reply_source_payload, {
    reply_source_msg_id: card.data.message.message_id,
    reply_source_unique_id: "size_m",
  });
});

test("an answer from the platform's own app shows, counts, and is delivered to the business as an echo", async (t) => {
  const phone = await startPhone(t);
  await phone.does("messages", { type: "text", text: "Hi" });
  const { messageId } = (await phone.does("app-answers", { text: "Hello from the shop" })).body;
  const [, answer] = await phone.shows((messages) => messages[1]?.status === "read");
  assert.deepEqual([answer?.id, answer?.from], [messageId, "business"]);
  assert.match(answer?.note ?? "", /own app/);
  assert.equal((await phone.transcript()).thread.window.count?.used, 1);
  await phone.sim.settled();
  const callback = phone.told().find((one) => one.event === "im_send_msg");
  assert.deepEqual([callback?.message_id, callback?.message_tag.source], [messageId, "APP"]);
});

test("the counts of the platform show: ten before the first answer, three after 48 hours", async (t) => {
  const phone = await startPhone(t, { enforceLimits: false });
  const count = async () => (await phone.transcript()).thread.window.count;
  assert.equal(await count(), null);
  await phone.does("messages", { type: "text", text: "Hi" });
  for (let sent = 1; sent <= 10; sent++) assert.equal((await phone.say(`${sent}`)).code, 0);
  assert.deepEqual(await count(), { label: "before your first answer", used: 10, max: 10 });
  assert.equal((await phone.say("eleven")).code, 40064);
  await phone.does("messages", { type: "text", text: "Stop" });
  assert.equal(await count(), null);
  assert.equal((await phone.say("eleven")).code, 0);
  assert.equal(await phone.move(49 * HOUR_MS), 200);
  for (let sent = 1; sent <= 3; sent++) assert.equal((await phone.say(`${sent}`)).code, 0);
  assert.deepEqual(await count(), { label: "after 48 hours of silence", used: 3, max: 3 });
  assert.equal((await phone.say("four")).code, 40064);
});

test("faults apply once or until switched off, and are reported", async (t) => {
  const phone = await startPhone(t);
  await phone.does("messages", { type: "text", text: "Hi" });
  for (const [id, code] of [
    ["undelivered", 40064],
    ["throttled", 40100],
    ["late_fault", 51065],
  ] as const) {
    await phone.does("faults", { id, on: true });
    assert.equal(await phone.isOn(id), true);
    assert.equal((await phone.say(id)).code, code);
    assert.equal(await phone.isOn(id), false);
  }
  // The message answered with an error of the platform was sent nevertheless.
  assert.deepEqual(
    (await phone.transcript()).messages.slice(1).map((message) => message.text),
    ["late_fault"],
  );
  await phone.does("faults", { id: "token_revoked", on: true });
  assert.equal((await phone.say("no token")).code, 40105);
  await phone.does("faults", { id: "token_revoked", on: false });
  const problems = (await phone.read<PhoneState>("")).log.filter((entry) => entry.level === "problem").map((entry) => entry.text);
  for (const code of ["40064", "40100", "51065", "40105"])
    assert.ok(
      problems.some((text) => text.includes(code)),
      code,
    );

  await phone.sim.settled();
  const before = phone.told().length;
  await phone.does("faults", { id: "out_of_order", on: true });
  await phone.does("faults", { id: "duplicate", on: true });
  assert.equal((await phone.say("in disorder")).code, 0);
  await phone.sim.settled();
  const events = phone
    .told()
    .slice(before)
    .map((one) => one.event);
  assert.deepEqual([events.length, events[0]], [4, "im_mark_read_msg"]);
});

test("two swapped messages reach the business in reverse", async (t) => {
  const phone = await startPhone(t);
  await playSwap(phone, () => phone.told().map((one) => one.text.body));
});

test("kept tokens stay valid after a refresh, under their names", async (t) => {
  const phone = await startPhone(t, { keepTokens: true, clientKey: "key" });
  const app = { client_id: "key", client_secret: "test-client-secret", grant_type: "refresh_token", refresh_token: "rft" };
  const { data } = await phone.post("tt_user/oauth2/refresh_token/", app);
  assert.deepEqual([data.access_token, data.refresh_token], ["act", "rft"]);
  await phone.does("messages", { type: "text", text: "Hi" });
  assert.equal((await phone.say("still here")).code, 0);
});
