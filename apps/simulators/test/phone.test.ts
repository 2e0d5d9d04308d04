import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { FICTIONAL_PEOPLE, type PhoneChange, type PhoneState } from "../src/shared/phone/index.ts";
import { changesOf, type Json, PHONE, type Platform, startPlatform } from "./harness.ts";
import { type PhoneDriver, phoneOf, playSwap } from "./phone-driver.ts";

const AMINA = "447700900123";

interface Phone extends Platform, PhoneDriver {
  /** Messages that reached the business, in order of arrival. */
  arrived(): Json[];
}

/** Amina's. */
async function startPhone(t: TestContext, options: object = {}, templates?: Parameters<typeof startPlatform>[2]): Promise<Phone> {
  const platform = await startPlatform(t, options, templates);
  return {
    ...platform,
    ...phoneOf(platform.sim, { accountId: PHONE, customerId: AMINA }),
    arrived: () => platform.callbacks.deliveries.flatMap(changesOf).flatMap((change) => change.value.messages ?? []),
  };
}

test("the phone returns its kind, its accounts and the fictional customers", async (t) => {
  const phone = await startPhone(t);
  const state = await phone.read<PhoneState>("");
  assert.equal(state.kind, "chat-app");
  assert.deepEqual(state.accounts, [{ id: PHONE, name: "Simulated Business", address: "+15550100100" }]);
  assert.deepEqual(
    state.customers.map((customer) => customer.name),
    FICTIONAL_PEOPLE.map((person) => person.name),
  );
  assert.deepEqual(state.threads, []);
});

test("both directions show with their marks, and the window opens", async (t) => {
  const phone = await startPhone(t);
  const sent = await phone.does("messages", { type: "text", text: "Hi" });
  assert.equal(sent.status, 200);
  const [hi] = await phone.shows(([first]) => first?.status === "delivered");
  assert.deepEqual([hi?.from, hi?.text, hi?.id], ["customer", "Hi", sent.body.messageId]);
  await phone.send({ text: { body: "Hello Amina" }, context: { message_id: hi?.id } });
  const [, answer] = await phone.shows((messages) => messages[1]?.status === "read");
  assert.deepEqual([answer?.from, answer?.text, answer?.replyTo], ["business", "Hello Amina", hi?.id]);
  const { thread } = await phone.transcript();
  assert.ok((thread.window.expiresAt ?? 0) > Date.now() + 86_000_000);
  assert.equal(thread.last?.text, "Hello Amina");
  await phone.post(`${PHONE}/messages`, {
    messaging_product: "whatsapp",
    status: "read",
    message_id: hi?.id,
    typing_indicator: { type: "text" },
  });
  await phone.shows(([first]) => first?.status === "read");
  assert.equal((await phone.transcript()).thread.typing, true);
  await phone.send();
  assert.equal((await phone.transcript()).thread.typing, false);
});

test("a customer who reads by hand leaves incoming messages unread until then", async (t) => {
  const phone = await startPhone(t);
  await phone.does("settings", { readReceipts: false });
  await phone.send({ biz_opaque_callback_data: "ours" });
  await phone.sim.settled();
  assert.equal((await phone.transcript()).thread.unread, 1);
  assert.deepEqual((await phone.does("read")).body, { read: 1 });
  await phone.sim.settled();
  const last = phone.statuses().at(-1);
  assert.deepEqual([last?.status, last?.biz_opaque_callback_data], ["read", "ours"]);
  assert.equal((await phone.transcript()).thread.unread, 0);
});

test("reactions work both ways and can be removed", async (t) => {
  const phone = await startPhone(t);
  const { messageId } = (await phone.does("messages", { type: "text", text: "Hi" })).body;
  await phone.send({ type: "reaction", reaction: { message_id: messageId, emoji: "🎉" } });
  await phone.does("reactions", { messageId, emoji: "👍" });
  let [message] = (await phone.transcript()).messages;
  assert.deepEqual(message?.reactions, { customer: "👍", business: "🎉" });
  await phone.does("reactions", { messageId, emoji: null });
  [message] = (await phone.transcript()).messages;
  assert.equal(message?.reactions.customer, null);
  await phone.sim.settled();
  assert.deepEqual(
    phone.arrived().map((seen) => seen.type),
    ["text", "reaction", "reaction"],
  );
  assert.equal((await phone.does("reactions", { messageId, emoji: "🦖" })).status, 400);
});

test("samples, own pictures and locations are sent in the platform's formats, and can be loaded", async (t) => {
  const phone = await startPhone(t);
  const { samples } = (await phone.read<PhoneState>("")).abilities;
  for (const { id } of samples) assert.equal((await phone.does("messages", { type: "sample", sample: id, caption: "Look" })).status, 200);
  const own = { type: "file", mimeType: "image/png", data: Buffer.from("own picture").toString("base64") };
  const { messageId } = (await phone.does("messages", own)).body;
  await phone.does("messages", { type: "location", latitude: 51.5, longitude: -0.1, name: "Home" });
  await phone.sim.settled();
  const seen = phone.arrived();
  assert.deepEqual(seen.map((message) => message.type).sort(), [...samples.map((sample) => sample.kind), "image", "location"].sort());
  assert.equal(seen.find((message) => message.type === "document").document.filename, "order-4711.pdf");
  const picture = await fetch(phone.at(`/media/${encodeURIComponent(messageId)}`));
  assert.deepEqual([picture.status, picture.headers.get("content-type"), await picture.text()], [200, "image/png", "own picture"]);
  const sample = await fetch(phone.at("/samples/sunset"));
  assert.deepEqual([...new Uint8Array(await sample.arrayBuffer()).subarray(1, 4)], [0x50, 0x4e, 0x47]);
  assert.equal((await phone.does("messages", { ...own, mimeType: "text/html" })).status, 400);
});

test("the business's messages show as text, choices or media; a tap on a choice is reported", async (t) => {
  const templates = [
    {
      name: "ready",
      language: "en",
      components: [
        { type: "BODY", text: "Hi {{1}}, order {{2}} is ready." },
        { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Thanks" }] },
      ],
    },
  ];
  const phone = await startPhone(t, {}, templates);
  const parameters = ["Amina", "4711"].map((text) => ({ type: "text", text }));
  await phone.send({ type: "template", template: { name: "ready", language: { code: "en" }, components: [{ type: "body", parameters }] } });
  const buttons = [{ type: "reply", reply: { id: "m", title: "Medium" } }];
  await phone.send({ type: "interactive", interactive: { type: "button", body: { text: "Size?" }, action: { buttons } } });
  await phone.send({ type: "image", image: { link: `${phone.at("/samples/receipt")}`, caption: "Yours" } });
  const [template, choice, image] = (await phone.transcript()).messages;
  assert.deepEqual([template?.text, template?.choices?.[0]?.title], ["Hi Amina, order 4711 is ready.", "Thanks"]);
  assert.deepEqual(choice?.choices, [{ id: "button_reply:m", title: "Medium" }]);
  assert.deepEqual([image?.kind, image?.text], ["image", "Yours"]);
  assert.equal((await fetch(phone.at(`/media/${encodeURIComponent(image?.id ?? "")}`))).headers.get("content-type"), "image/png");
  await phone.does("choices", { messageId: choice?.id, choiceId: "button_reply:m" });
  await phone.does("choices", { messageId: template?.id, choiceId: "button:Thanks" });
  await phone.sim.settled();
  assert.deepEqual(
    phone.arrived().map((message) => message.interactive?.button_reply ?? message.button),
    [
      { id: "m", title: "Medium" },
      { payload: "Thanks", text: "Thanks" },
    ],
  );
});

test("faults apply once or until switched off, and are reported", async (t) => {
  const phone = await startPhone(t);
  await phone.does("faults", { id: "undelivered", on: true });
  assert.equal(await phone.isOn("undelivered"), true);
  await phone.send();
  const [failed] = await phone.shows(([first]) => first?.status === "failed");
  assert.match(failed?.problem ?? "", /Undeliverable.*131026/);
  assert.equal(await phone.isOn("undelivered"), false);

  await phone.does("faults", { id: "throttled", on: true });
  assert.deepEqual([(await phone.send()).status, (await phone.send()).status], [429, 200]);
  await phone.does("faults", { id: "token_revoked", on: true });
  assert.equal((await phone.send()).body.error.code, 190);
  await phone.does("faults", { id: "token_revoked", on: false });
  assert.equal((await phone.send()).status, 200);
  assert.ok((await phone.read<PhoneState>("")).log.some((entry) => entry.level === "problem" && entry.text.includes("130429")));

  await phone.does("faults", { id: "out_of_order", on: true });
  await phone.does("faults", { id: "duplicate", on: true });
  const { body } = await phone.send();
  await phone.sim.settled();
  const seen = phone.statuses().filter((status) => status.id === body.messages[0].id);
  assert.equal(seen.length, 6);
  assert.deepEqual([seen[0]?.status, new Set(seen.map((status) => status.status)).size], ["read", 3]);
});

test("two swapped messages reach the business in reverse, each with its own time", async (t) => {
  const phone = await startPhone(t);
  await playSwap(phone, () => phone.arrived().map((message) => message.text.body));
});

test("time moves forward only, and 24 hours close the window", async (t) => {
  const phone = await startPhone(t);
  await phone.does("messages", { type: "text", text: "Hi" });
  assert.equal(await phone.move(25 * 3_600_000), 200);
  assert.equal(await phone.move(0), 400);
  const { clock } = await phone.read<PhoneState>("");
  assert.ok(clock.now > Date.now() + 24 * 3_600_000);
  await phone.send();
  const [, late] = await phone.shows((messages) => messages[1]?.status === "failed");
  assert.match(late?.problem ?? "", /131047/);
});

test("the stream sends each change after the state that it follows", async (t) => {
  const phone = await startPhone(t);
  const stream = await fetch(phone.at("/stream"));
  const before = await phone.read<PhoneState>("");
  await phone.does("messages", { type: "text", text: "Hi" });
  let text = "";
  const seen: PhoneChange[] = [];
  for await (const part of stream.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(part).toString();
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) seen.push(JSON.parse(data));
    }
    if (seen.some((change) => change.type === "message" && change.message.status === "delivered")) break;
  }
  assert.ok(seen.every((change, at) => change.seq > (seen[at - 1]?.seq ?? before.seq)));
  const threads = seen.filter((change) => change.type === "thread");
  assert.equal(threads.at(-1)?.thread.last?.text, "Hi");
});

test("invalid requests of the phone are refused with a text", async (t) => {
  const phone = await startPhone(t);
  for (const [action, body] of [
    ["messages", { type: "text", text: " " }],
    ["messages", { type: "text", text: "a".repeat(4097) }],
    ["messages", { type: "hologram" }],
    ["reactions", { messageId: "wamid.unknown", emoji: "👍" }],
    ["choices", { messageId: "wamid.unknown", choiceId: "a" }],
    ["faults", { id: "earthquake", on: true }],
  ] as const) {
    const answer = await phone.does(action, body);
    assert.equal(answer.status, 400);
    assert.ok(answer.body.error.length > 10);
  }
  assert.equal((await phone.does("dance")).status, 404);
  assert.equal((await fetch(phone.at(`/threads/${PHONE}/1`))).status, 404);
  assert.equal((await fetch(phone.at("/media/none"))).status, 404);
});
