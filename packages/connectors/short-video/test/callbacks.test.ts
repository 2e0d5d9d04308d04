import assert from "node:assert/strict";
import { test } from "node:test";
import { isCallbackUnreadable } from "@parley/connector-kit";
import {
  AMINA,
  AT,
  AT_MS,
  BUSINESS,
  CONVERSATION,
  CUSTOMER,
  RECEIVED_AT,
  eventsOf,
  fixture,
  fixtureBytes,
  frame,
  message,
  normalizeItem,
  only,
  split,
  textMessage,
} from "./frames.ts";

const backwards = {
  from: "northwind",
  to: "amina.y",
  from_user: { id: BUSINESS, role: "business_account" },
  to_user: { id: CUSTOMER, role: "personal_account" },
};

test("a body that is not the platform's is unreadable; an empty one has no items", () => {
  for (const body of ["{", "7", '"text"', "null", "[]", "[null, 1]"]) assert.throws(() => split(body), isCallbackUnreadable, body);
  assert.deepEqual(split(Buffer.alloc(0)), []);
});

test("messages rank before reactions and referrals, read marks after them, the rest last", () => {
  const rankOf = (name: string) => split(fixtureBytes(name))[0]?.rank;
  assert.deepEqual(["text", "echo_api", "reaction", "referral_ad", "mark_read", "auto_message_audit"].map(rankOf), [0, 0, 1, 1, 2, 3]);
});

test("the event id is the message's own, marked for echoes; a redelivery in another envelope keeps it", () => {
  const [item] = split(frame(textMessage("x", "aWQ=")));
  assert.equal(item?.providerEventId, "aWQ=");
  assert.equal(split(frame(textMessage("x", "aWQ="), { create_time: 1_794_999_999 }))[0]?.providerEventId, "aWQ=");
  assert.equal(split(frame({ ...textMessage("x", "aWQ="), ...backwards }, { event: "im_send_msg" }))[0]?.providerEventId, "echo|aWQ=");
  const read = (create_time: number) => split({ ...fixture("mark_read").envelope, create_time })[0]?.providerEventId;
  assert.equal(read(1), read(2));
});

test("adding and removing a reaction under one message id are two items", () => {
  const { envelope, content } = fixture("reaction");
  const back = { ...content, reaction: [{ ...content.reaction[0], operation: "REMOVE" }] };
  const ids = [content, back].map((part) => split({ ...envelope, content: JSON.stringify(part) })[0]?.providerEventId);
  assert.equal(new Set(ids).size, 2);
  assert.equal(only({ ...envelope, content: JSON.stringify(back) }, "reaction").emoji, null);
});

test("several reactions in one list become as many events; the business's own are skipped", () => {
  const { envelope, content } = fixture("reaction");
  const [one] = content.reaction;
  const reaction = [one, { ...one, original_msg_id: "b3RoZXI=", emoji: "👍" }, { ...one, unique_identifier: BUSINESS }, null];
  const events = eventsOf({ ...envelope, content: JSON.stringify({ ...content, reaction }) });
  assert.deepEqual(
    events.map((event) => event.kind === "reaction" && [event.targetExternalId, event.emoji]),
    [
      [one.original_msg_id, "🔥"],
      ["b3RoZXI=", "👍"],
    ],
  );
});

test("the roles decide who wrote, whatever their case and whatever the event's name", () => {
  const shouted = { from_user: { id: BUSINESS, role: "BUSINESS_ACCOUNT" }, to_user: { id: CUSTOMER, role: "PERSONAL_ACCOUNT" } };
  assert.equal(message({ ...backwards }).direction, "echo");
  assert.deepEqual(message({ ...backwards, ...shouted }).person, AMINA);
  assert.equal(only(frame(textMessage("x"), { event: "im_send_msg" }), "message").direction, "inbound");
  const { from_user: _from, to_user: _to, ...nameless } = textMessage("x");
  assert.equal(only(frame(nameless, { event: "im_send_msg" }), "message").direction, "echo");
});

test("an echo is ours when it came through the API", () => {
  const source = (message_tag: unknown) => message({ ...backwards, message_tag }).ours;
  assert.equal(source({ source: "API" }), true);
  assert.equal(source({ source: "api" }), true);
  for (const tag of [{ source: "APP" }, { source: "UNKNOWN_SOURCE" }, {}, undefined]) assert.equal(source(tag), undefined);
  assert.equal(message({ message_tag: { source: "API" } }).ours, undefined, "a customer's message never is");
});

test("a person without a conversation is known by id, one without an id by conversation; neither is an error", () => {
  assert.deepEqual(message({ conversation_id: undefined }).person, { providerUserId: CUSTOMER, username: "amina.y" });
  assert.deepEqual(message({ unique_identifier: undefined }).person, AMINA, "the sender's id stands in");
  assert.deepEqual(message({ unique_identifier: null, from_user: { role: "personal_account" } }).person, {
    address: CONVERSATION,
    username: "amina.y",
  });
  const nobody = { conversation_id: null, unique_identifier: null, from_user: null };
  assert.throws(() => message(nobody), /names no person/);
});

test("times: milliseconds, seconds and text are read, the future is clamped, the envelope's time is the fallback", () => {
  const at = (timestamp: unknown, rest = {}) => only(frame({ ...textMessage("x"), timestamp }, rest), "message").occurredAt;
  assert.equal(at(AT_MS), AT);
  assert.equal(at(String(AT_MS)), AT);
  assert.equal(at(1_794_998_400), "2026-11-18T10:40:00.000Z");
  assert.equal(at(AT_MS + 9e9), RECEIVED_AT.toISOString());
  assert.equal(at("soon"), "2026-11-18T10:40:01.000Z");
  for (const odd of [null, -1, 0, "soon"]) assert.equal(at(odd, { create_time: odd }), RECEIVED_AT.toISOString());
});

test("types that cannot be read are kept whole", () => {
  for (const fields of [
    { type: "hologram" },
    { type: "image", image: {} },
    { type: "sticker", sticker: { url: "nowhere" } },
    { type: null },
  ]) {
    const event = message(fields);
    assert.equal(event.type, "unsupported");
    assert.equal((event.content?.["raw"] as { message_id?: string } | undefined)?.message_id, "dGVzdA==");
    assert.equal(event.opensWindow, true);
  }
  assert.throws(() => eventsOf(frame(null, { content: "{cut" })), /not JSON/);
});

test("an empty text stays empty, and one of 64 kB with emoji and direction marks stays whole", () => {
  assert.equal(message({ text: { body: "" } }).text, "");
  const long = "👩‍👩‍👧‍👦\u202eשלום ".repeat(3_000);
  assert.equal(message({ text: { body: long } }).text, long);
});

test("a card, ours or automatic, is read from its elements or directly", () => {
  const automatic = message({
    ...backwards,
    type: "template",
    auto_message_type: "WELCOME_MESSAGE",
    template: { elements: [{ title: "How can we help?", buttons: [{ text: "Track order" }] }] },
  });
  assert.equal(automatic.type, "interactive");
  assert.equal(automatic.text, "How can we help?");
  assert.deepEqual(automatic.content, {
    card: { elements: [{ title: "How can we help?", buttons: [{ text: "Track order" }] }] },
    automatic: "WELCOME_MESSAGE",
  });
  assert.equal(message({ type: "TEMPLATE", template: { type: "QA_BUTTON_CARD", title: "Which?" } }).text, "Which?");
});

test("a read mark of the business itself is ignored; a mark without its instant uses its own time", () => {
  const { envelope, content } = fixture("mark_read");
  const own = { ...content, from_user: content.to_user, to_user: content.from_user };
  assert.equal(only({ ...envelope, content: JSON.stringify(own) }, "ignored").kind, "ignored");
  const bare = { ...content, read: null };
  const event = only({ ...envelope, content: JSON.stringify(bare) }, "read_mark");
  assert.equal(event.upTo, event.occurredAt);
});

test("a withdrawn permission requires reconnecting", () => {
  assert.equal(only(frame({}, { event: "authorization.removed" }), "channel").status, "NeedsReauth");
});

test("an unknown event or item is ignored with a reason", () => {
  assert.match(only(frame({ a: 1 }, { event: "constructor" }), "ignored").reason, /constructor/);
  const [item] = split(frame(textMessage("x")));
  assert.ok(item);
  assert.equal(normalizeItem({ ...item, payload: null })[0]?.kind, "ignored");
});

test("an id that cannot be a key, and an unreadable channel", () => {
  const [item] = split(frame(textMessage("x", "a|b"), { user_openid: null }));
  assert.match(item?.providerEventId ?? "", /^sha256:/);
  assert.equal(item?.route.externalId, "");
});
