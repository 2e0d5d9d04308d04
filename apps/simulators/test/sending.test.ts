import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, startPlatform, TOKEN, WABA } from "./harness.ts";

test("an accepted send answers with the person and a message id", async (t) => {
  const { sim, send } = await startPlatform(t);
  const { status, body } = await send({ to: "+44 7700 900-123", biz_opaque_callback_data: "msg_1" });
  assert.equal(status, 200);
  assert.deepEqual(body.contacts, [{ input: "+44 7700 900-123", wa_id: "447700900123" }]);
  assert.match(body.messages[0].id, /^wamid\.[A-Za-z0-9+=]+$/);
  assert.equal(sim.sentTo("447700900123")[0]?.messageId, body.messages[0].id);
  assert.equal(sim.sentTo("+447700900123")[0]?.reference, "msg_1");
});

test("a Brazilian mobile is returned without its ninth digit and is found by both spellings", async (t) => {
  const { sim, send } = await startPlatform(t);
  const { body } = await send({ to: "+5511987654321" });
  assert.equal(body.contacts[0].wa_id, "551187654321");
  assert.equal(sim.sentTo("5511987654321").length, 1);
  assert.equal(sim.sentTo("551187654321").length, 1);
});

test("a send to a business-scoped id is answered with it and without a phone", async (t) => {
  const { sim, send, callbacks, statuses } = await startPlatform(t);
  const { userId } = sim.customer("447700900123");
  const { body } = await send({ to: undefined, recipient: userId });
  assert.deepEqual(body.contacts, [{ input: userId, user_id: userId }]);
  await callbacks.waitFor(() => statuses().length === 3);
  assert.equal(statuses()[0]?.recipient_id, undefined);
  assert.equal(statuses()[0]?.recipient_user_id, userId);
});

const REFUSED: [name: string, fields: Record<string, unknown>, code: number][] = [
  ["messaging_product is missing", { messaging_product: undefined }, 100],
  ["to is missing", { to: undefined }, 100],
  ["to is no number", { to: "+44 seven" }, 131009],
  ["to is too short", { to: "+123" }, 131009],
  ["the business-scoped id is malformed", { to: undefined, recipient: "nonsense" }, 131009],
  ["the text is empty", { text: { body: "" } }, 100],
  ["the text is absent", { text: undefined }, 100],
  ["the text has 4,097 characters", { text: { body: "x".repeat(4097) } }, 100],
  ["the type is unknown", { type: "hologram", hologram: {} }, 100],
  ["the type is a word every object knows", { type: "constructor" }, 100],
  ["a field is unknown", { txet: {} }, 100],
  ["an audio has a caption", { type: "audio", audio: { id: "1", caption: "no" } }, 100],
  ["an image has neither id nor link", { type: "image", image: {} }, 131009],
  ["an image has a broken link", { type: "image", image: { link: "nowhere" } }, 131009],
  ["there are four buttons", { type: "interactive", interactive: buttons(4) }, 131009],
  ["a list has eleven rows", { type: "interactive", interactive: list(11) }, 131009],
  ["a button label has 21 characters", { type: "interactive", interactive: buttons(1, "x".repeat(21)) }, 131009],
  ["a reaction names no message", { type: "reaction", reaction: { emoji: "👍" } }, 100],
  ["the reference has 513 characters", { biz_opaque_callback_data: "x".repeat(513) }, 131009],
];

function buttons(count: number, title = "Keep"): Record<string, unknown> {
  const all = Array.from({ length: count }, (_, index) => ({
    type: "reply",
    reply: { id: `b${index}`, title: index === 0 ? title : `B${index}` },
  }));
  return { type: "button", body: { text: "?" }, action: { buttons: all } };
}

function list(count: number): Record<string, unknown> {
  const rows = Array.from({ length: count }, (_, index) => ({ id: `r${index}`, title: `Row ${index}` }));
  return { type: "list", body: { text: "?" }, action: { button: "Choose", sections: [{ title: "All", rows }] } };
}

test("a send that the platform would refuse is refused with its code, and nothing is accepted", async (t) => {
  const { sim, send } = await startPlatform(t);
  for (const [name, fields, code] of REFUSED) {
    const { status, body } = await send(fields);
    assert.equal(body.error?.code, code, name);
    assert.equal(status, 400, name);
    assert.equal(body.error.type, "OAuthException");
  }
  assert.equal(sim.stats().accepted, 0);
});

test("every kind of 2.7 that the platform accepts is accepted", async (t) => {
  const { send } = await startPlatform(t);
  const kinds: Record<string, unknown>[] = [
    { text: { body: "👩‍👩‍👧".repeat(1).concat("x".repeat(4091)) } },
    { text: { body: "𝒳".repeat(4096) } },
    { type: "image", image: { link: "https://example.com/a.png", caption: "x" } },
    { type: "document", document: { id: "1", filename: "a.pdf" } },
    { type: "audio", audio: { id: "1", voice: true } },
    { type: "location", location: { latitude: 51.5, longitude: -0.1 } },
    { type: "contacts", contacts: [{ name: { formatted_name: "Tom" } }] },
    { type: "reaction", reaction: { message_id: "wamid.X", emoji: "" } },
    { type: "interactive", interactive: buttons(3) },
    { type: "interactive", interactive: list(10) },
    { type: "template", template: { name: "any", language: { code: "en" } } },
    { context: { message_id: "wamid.X" } },
  ];
  for (const fields of kinds) assert.equal((await send(fields)).status, 200, JSON.stringify(fields).slice(0, 80));
});

test("an unknown token gets 401 and 190; one of another account sees nothing", async (t) => {
  const { sim, post, get } = await startPlatform(t);
  sim.registerNumber({
    phoneNumberId: "2002",
    businessAccountId: "3003",
    accessToken: "other",
    displayPhoneNumber: "1",
  });
  const message = { messaging_product: "whatsapp", to: "447700900123", text: { body: "x" } };
  const unknown = await post(`${PHONE}/messages`, message, "wrong");
  assert.deepEqual([unknown.status, unknown.body.error.code], [401, 190]);
  const foreign = await post(`${PHONE}/messages`, message, "other");
  assert.deepEqual([foreign.status, foreign.body.error.code, foreign.body.error.error_subcode], [400, 100, 33]);
  const absent = await get("118822334455668", TOKEN);
  assert.equal(absent.body.error.message.replace("118822334455668", PHONE), foreign.body.error.message);
  assert.equal((await get(`${WABA}/phone_numbers`, "other")).body.error.error_subcode, 33);
});

test("broken JSON and an unknown path are errors in the platform's format", async (t) => {
  const { sim, get } = await startPlatform(t);
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const broken = await fetch(`${sim.url}/v25.0/${PHONE}/messages`, { method: "POST", headers, body: "{" });
  assert.equal(((await broken.json()) as { error: { code: number } }).error.code, 100);
  const { status, body } = await get("nowhere/at/all");
  assert.deepEqual([status, body.error.code], [400, 2500]);
});

test("marking as read succeeds, with or without typing, and is not a send", async (t) => {
  const { sim, post } = await startPlatform(t);
  const read = { messaging_product: "whatsapp", status: "read", message_id: "wamid.X" };
  assert.deepEqual((await post(`${PHONE}/messages`, read)).body, { success: true });
  assert.deepEqual((await post(`${PHONE}/messages`, { ...read, typing_indicator: { type: "text" } })).body, {
    success: true,
  });
  assert.equal((await post(`${PHONE}/messages`, { ...read, message_id: "nonsense" })).body.error.code, 131009);
  assert.equal(sim.stats().sends, 0);
});

test("a reference accepted twice is a double send", async (t) => {
  const { sim, send } = await startPlatform(t);
  await send({ biz_opaque_callback_data: "msg_1" });
  await send({ biz_opaque_callback_data: "msg_2" });
  await send({ biz_opaque_callback_data: "msg_2" });
  await send({ biz_opaque_callback_data: "msg_3", text: { body: "" } });
  const { sends, accepted, refused, byMessageCount, doubleSends } = sim.stats();
  assert.deepEqual([sends, accepted, refused, doubleSends], [4, 3, 1, 1]);
  assert.deepEqual(Object.fromEntries(byMessageCount), { msg_1: 1, msg_2: 2 });
  assert.deepEqual(sim.doubleSends(), [{ reference: "msg_2", count: 2 }]);
});

test("the same seed gives the same ids; without one they never repeat", async (t) => {
  const first = await startPlatform(t, { seed: 3 });
  const second = await startPlatform(t, { seed: 3 });
  const third = await startPlatform(t, { seed: 4 });
  const ids = [];
  for (const platform of [first, second, third]) ids.push((await platform.send()).body.messages[0].id);
  assert.equal(ids[0], ids[1]);
  assert.notEqual(ids[0], ids[2]);
});

test("recorded calls are bounded, and off on request", async (t) => {
  const bounded = await startPlatform(t, { recordedCallsMax: 8 });
  for (let i = 0; i < 20; i++) await bounded.send();
  assert.ok(bounded.sim.calls.length <= 8 && bounded.sim.calls.length > 0);
  const off = await startPlatform(t, { recordCalls: false });
  await off.send();
  assert.equal(off.sim.calls.length, 0);
  assert.equal(off.sim.stats().accepted, 1);
});
