import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { InboundContent } from "../src/chat-app/index.ts";
import { changesOf, isSigned, type Json, PHONE, startPlatform, WABA } from "./harness.ts";

const QUOTED = "wamid.HBgLNDQ3NzAwOTAwMTIzFQIAEhgURjQ0QzMwRDA3RDMzMUM2RkY2QUU=";

/** What a customer sends, and the path of it in the platform's message. */
const KINDS: [content: InboundContent, type: string, check: (message: Record<string, never>) => unknown, expected: unknown][] = [
  [{ kind: "text", text: "Hi" }, "text", (m: Json) => m.text.body, "Hi"],
  [{ kind: "image", caption: "label" }, "image", (m: Json) => [m.image.caption, m.image.mime_type], ["label", "image/png"]],
  [{ kind: "audio" }, "audio", (m: Json) => m.audio.voice, true],
  [{ kind: "document", filename: "a.pdf" }, "document", (m: Json) => m.document.filename, "a.pdf"],
  [{ kind: "sticker" }, "sticker", (m: Json) => m.sticker.animated, false],
  [
    { kind: "location", latitude: 1, longitude: 2, name: "X" },
    "location",
    (m: Json) => m.location,
    { latitude: 1, longitude: 2, name: "X" },
  ],
  [{ kind: "contacts", contacts: [{ name: { formatted_name: "T" } }] }, "contacts", (m: Json) => m.contacts.length, 1],
  [{ kind: "reaction", messageId: QUOTED, emoji: "👍" }, "reaction", (m: Json) => m.reaction, { message_id: QUOTED, emoji: "👍" }],
  [{ kind: "reaction", messageId: QUOTED }, "reaction", (m: Json) => m.reaction, { message_id: QUOTED }],
  [{ kind: "button", text: "Confirm", replyTo: QUOTED }, "button", (m: Json) => [m.button.payload, m.context.id], ["Confirm", QUOTED]],
  [{ kind: "button_reply", id: "a", title: "A" }, "interactive", (m: Json) => m.interactive.button_reply, { id: "a", title: "A" }],
  [{ kind: "list_reply", id: "a", title: "A" }, "interactive", (m: Json) => m.interactive.list_reply, { id: "a", title: "A" }],
  [{ kind: "form_reply", response: { rating: "5" } }, "interactive", (m: Json) => m.interactive.nfm_reply.response_json, '{"rating":"5"}'],
  [
    { kind: "order", text: "Gift", items: [{ id: "JKT", quantity: 1, price: 79.5, currency: "GBP" }] },
    "order",
    (m: Json) => m.order.product_items,
    [{ product_retailer_id: "JKT", quantity: 1, item_price: 79.5, currency: "GBP" }],
  ],
  [
    { kind: "unsupported", type: "poll_creation" },
    "unsupported",
    (m: Json) => [m.errors[0].code, m.unsupported.type],
    [131051, "poll_creation"],
  ],
  [{ kind: "number_changed", newWaId: "447700900987" }, "system", (m: Json) => m.system.wa_id, "447700900987"],
  [{ kind: "revoke", messageId: QUOTED }, "revoke", (m: Json) => m.revoke.original_message_id, QUOTED],
  [{ kind: "edit", messageId: QUOTED, text: "new" }, "edit", (m: Json) => m.edit.message.text.body, "new"],
  [{ kind: "raw", message: { type: "hologram", hologram: {} } }, "hologram", (m: Json) => m.hologram, {}],
];

for (const [content, type, look, expected] of KINDS) {
  test(`a customer sends ${JSON.stringify(content).slice(0, 60)}`, async (t) => {
    const { sim, callbacks } = await startPlatform(t);
    const answer = await sim.customer("447700900123", "Amina").send(PHONE, content);
    assert.equal(answer.status, 200);
    const [delivery] = callbacks.deliveries;
    assert.ok(delivery && isSigned(delivery));
    const [change] = changesOf(delivery);
    const [message] = change.value.messages;
    assert.equal(message.type, type);
    assert.deepEqual(look(message), expected);
    if (content.kind !== "raw") assert.equal(message.id, answer.messageId);
    assert.equal(message.from, "447700900123");
    assert.equal(change.value.contacts?.[0].wa_id, content.kind === "number_changed" ? undefined : "447700900123");
  });
}

test("the awaited response is the receiver's own", async (t) => {
  const { sim, callbacks } = await startPlatform(t, { retryGapsMs: [] });
  callbacks.answerNext({ kind: "status", status: 401, body: "no" });
  const { status, body } = await sim.customer("447700900123").sendText(PHONE, "hi");
  assert.deepEqual([status, body], [401, "no"]);
});

test("a message can repeat an id, be forwarded, quoted, dated, and without contacts", async (t) => {
  const { sim, callbacks } = await startPlatform(t);
  const customer = sim.customer("447700900123");
  const { messageId } = await customer.sendText(PHONE, "one", { at: 1_794_998_400_999, forwarded: true });
  await customer.sendText(PHONE, "one", { messageId, withoutContacts: true, replyTo: QUOTED });
  const [first, second] = callbacks.deliveries.flatMap(changesOf).map((change) => change.value);
  assert.equal(first.messages[0].timestamp, "1794998400");
  assert.deepEqual(first.messages[0].context, { forwarded: true });
  assert.equal(second.messages[0].id, messageId);
  assert.deepEqual(second.messages[0].context, { from: "15550100100", id: QUOTED });
  assert.equal(second.contacts, undefined);
});

test("a customer who hides the phone is known only by the business-scoped id", async (t) => {
  const { sim, callbacks } = await startPlatform(t);
  const customer = sim.customer("447700900123", "Amina", { userId: "GB.408", username: "@amina", hidePhone: true });
  await customer.sendText(PHONE, "hi");
  const [{ value }] = callbacks.deliveries.flatMap(changesOf) as [Json];
  assert.equal(value.messages[0].from, undefined);
  assert.equal(value.messages[0].from_user_id, "GB.408");
  assert.deepEqual(value.contacts, [{ profile: { name: "Amina", username: "@amina" }, user_id: "GB.408" }]);
});

test("marketing can be stopped; account events have a time and no metadata", async (t) => {
  const { sim, callbacks } = await startPlatform(t);
  await sim.customer("447700900123").setMarketing(PHONE, "stop");
  await sim.postAccountEvent(WABA, "account_update", { event: "ACCOUNT_RESTRICTION" });
  const [preference, event] = callbacks.deliveries.map((delivery) => delivery.json() as Json);
  assert.equal(preference.entry[0].changes[0].field, "user_preferences");
  assert.equal(preference.entry[0].changes[0].value.user_preferences[0].value, "stop");
  assert.equal(typeof event.entry[0].time, "number");
  assert.deepEqual(event.entry[0].changes, [{ value: { event: "ACCOUNT_RESTRICTION" }, field: "account_update" }]);
});

test("load: an open loop of signed callbacks with a report", async (t) => {
  const { sim, callbacks } = await startPlatform(t);
  callbacks.answerNext({ kind: "status", status: 500 });
  const report = await sim.load({ perSecond: 500, seconds: 0.2, connections: 4 });
  assert.deepEqual([report.sent, report.non200, report.skipped], [100, 1, 0]);
  assert.ok(report.p50 > 0 && report.p50 <= report.p99 && report.p99 <= report.max);
  assert.ok(callbacks.deliveries.every((delivery) => isSigned(delivery)));
  const ids = callbacks.deliveries.flatMap(changesOf).map((change) => change.value.messages[0].id);
  assert.equal(new Set(ids).size, 100);
});

test("load: bodies from the caller are escaped before signing", async (t) => {
  const { sim, callbacks } = await startPlatform(t);
  await sim.load({ perSecond: 100, seconds: 0.03, makeBody: (index) => JSON.stringify({ index, note: "ä/" }) });
  const first = callbacks.deliveries[0];
  assert.ok(first && isSigned(first));
  assert.match(first.rawBody.toString(), /"\\u00e4\\\/"/);
});

test("the text callback has the members of the published example", async (t) => {
  const { sim, callbacks } = await startPlatform(t);
  await sim.customer("447700900123", "Amina Yusuf").sendText(PHONE, "Hi");
  const keys = (value: unknown, path = ""): string[] =>
    typeof value === "object" && value !== null ? Object.entries(value).flatMap(([key, inner]) => keys(inner, `${path}.${key}`)) : [path];
  const published = JSON.parse(readFileSync(new URL("./fixtures/whatsapp.text.json", import.meta.url), "utf8"));
  assert.deepEqual(keys(callbacks.deliveries[0]?.json()).sort(), keys(published).sort());
});
