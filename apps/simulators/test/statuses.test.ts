import assert from "node:assert/strict";
import { test } from "node:test";
import { changesOf, isSigned, namesOf, PHONE, type StatusSeen, startPlatform } from "./harness.ts";

test("sent, delivered and read are delivered signed, in order, with our reference, the person and the price", async (t) => {
  const { send, callbacks, statuses } = await startPlatform(t);
  const { body } = await send({ biz_opaque_callback_data: 'msg_"ü/1' });
  await callbacks.waitFor(() => statuses().length === 3);
  assert.deepEqual(namesOf(statuses(), body.messages[0].id), ["sent", "delivered", "read"]);
  assert.ok(callbacks.deliveries.every((delivery) => isSigned(delivery)));
  for (const status of statuses()) {
    assert.equal(status.biz_opaque_callback_data, 'msg_"ü/1');
    assert.equal(status.recipient_id, "447700900123");
    assert.match(status.timestamp, /^\d{10}$/);
  }
  assert.equal(statuses()[0]?.pricing?.category, "service");
  assert.equal(statuses()[2]?.pricing, undefined);
  assert.deepEqual(changesOf(callbacks.deliveries[0] as never)[0].value.metadata, {
    display_phone_number: "15550100100",
    phone_number_id: PHONE,
  });
});

test("a template is priced by its category; a reaction causes only sent", async (t) => {
  const { send, sim, statuses } = await startPlatform(t, {}, [{ name: "offer", language: "en", category: "marketing" }]);
  await send({ type: "template", template: { name: "offer", language: { code: "en" } } });
  const reaction = await send({ type: "reaction", reaction: { message_id: "wamid.X", emoji: "👍" } });
  await sim.settled();
  assert.equal(statuses()[0]?.pricing?.category, "marketing");
  assert.deepEqual(namesOf(statuses(), reaction.body.messages[0].id), ["sent"]);
});

const MAGIC: [number: string, statuses: string[], error?: number][] = [
  ["447700900001", ["sent", "delivered", "read"]],
  ["447700900002", ["sent"]],
  ["447700900003", ["failed"], 131047],
  ["447700900004", ["failed"], 131026],
  ["447700900005", ["sent", "delivered", "read"]],
];
for (const [number, expected, error] of MAGIC) {
  test(`a number ending in ${number.slice(-4)} has the statuses ${expected.join(", ")}`, async (t) => {
    const { send, sim, statuses } = await startPlatform(t);
    const { body } = await send({ to: number });
    await sim.settled();
    assert.deepEqual(namesOf(statuses(), body.messages[0].id), expected);
    assert.equal(statuses()[0]?.errors?.[0]?.code, error);
  });
}

test("a number ending in 0005 answers with an image that can be downloaded with the token", async (t) => {
  const { send, callbacks, get } = await startPlatform(t);
  await send({ to: "447700900005" });
  const image = await callbacks.waitFor((receiver) =>
    receiver.deliveries
      .flatMap(changesOf)
      .flatMap((change) => change.value.messages ?? [])
      .find((message) => message.type === "image"),
  );
  assert.equal(image.from, "447700900005");
  const media = await get(image.image.id);
  assert.equal(media.body.mime_type, "image/png");
  assert.equal((await fetch(media.body.url)).status, 401);
  const bytes = await fetch(media.body.url, { headers: { authorization: "Bearer EAAGtesttoken" } });
  assert.equal(bytes.status, 200);
  assert.equal(bytes.headers.get("content-type"), "image/png");
  assert.equal((await bytes.arrayBuffer()).byteLength, Number(media.body.file_size));
});

test("magic endings can be switched off", async (t) => {
  const { send, sim, statuses } = await startPlatform(t, { magicRecipients: false });
  await send({ to: "447700900004" });
  await send({ to: "447700900005" });
  await sim.settled();
  assert.equal(statuses().length, 6);
  assert.equal(sim.stats().callbacks.posted, 6);
});

test("dropped statuses are never posted, but 0001 is read nevertheless", async (t) => {
  const { send, sim, statuses } = await startPlatform(t);
  sim.callbackBehaviour({ drop: ["delivered", "read"] });
  const plain = await send();
  const magic = await send({ to: "447700900001" });
  await sim.settled();
  assert.deepEqual(namesOf(statuses(), plain.body.messages[0].id), ["sent"]);
  assert.deepEqual(namesOf(statuses(), magic.body.messages[0].id), ["sent", "delivered", "read"]);
});

test("reversed: read comes before delivered, and delivered before sent", async (t) => {
  const { send, sim, statuses } = await startPlatform(t);
  sim.callbackBehaviour({ order: "reversed" });
  const { body } = await send();
  await sim.settled();
  assert.deepEqual(namesOf(statuses(), body.messages[0].id), ["read", "delivered", "sent"]);
});

test("parallel: all three are in progress before the first is answered", async (t) => {
  const { send, sim, callbacks, statuses } = await startPlatform(t, { callbackTimeoutMs: 60_000 });
  sim.callbackBehaviour({ parallel: true });
  callbacks.answer({ kind: "hang" });
  await send();
  await callbacks.waitFor(() => statuses().length === 3);
  assert.equal(sim.stats().callbacks.open, 3);
  // If they were posted one after the other, the second would wait forever for the first.
  await callbacks.close();
});

test("in order: the next status waits for the response to the one before", async (t) => {
  const { send, sim, callbacks, statuses } = await startPlatform(t);
  callbacks.answer({ kind: "status", status: 200, delayMs: 500 });
  await send();
  await callbacks.waitFor(() => statuses().length === 1);
  assert.equal(sim.stats().callbacks.open, 1);
  await sim.settled();
  assert.equal(statuses().length, 3);
});

test("the same body twice, or the same items in a different body", async (t) => {
  const { sim, callbacks } = await startPlatform(t);
  const customer = sim.customer("447700900123");
  sim.callbackBehaviour({ duplicate: "same_body" });
  await customer.sendText(PHONE, "one");
  await sim.settled();
  assert.equal(callbacks.deliveries.length, 2);
  assert.deepEqual(callbacks.deliveries[0]?.rawBody, callbacks.deliveries[1]?.rawBody);
  callbacks.reset();
  sim.callbackBehaviour({ duplicate: "other_body" });
  await customer.sendText(PHONE, "two");
  await sim.settled();
  const [first, second] = callbacks.deliveries;
  assert.ok(first && second && isSigned(first) && isSigned(second));
  assert.notDeepEqual(first.rawBody, second.rawBody);
  assert.deepEqual(changesOf(first)[0], changesOf(second)[0]);
});

test("a batch contains as many items as requested; the rest is sent after the wait", async (t) => {
  const { sim, callbacks } = await startPlatform(t);
  sim.callbackBehaviour({ batch: 3, batchWaitMs: 5 });
  const customer = sim.customer("447700900123");
  const answers = await Promise.all(["a", "b", "c", "d"].map((text) => customer.sendText(PHONE, text)));
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 200, 200],
  );
  assert.deepEqual(callbacks.deliveries.map((delivery) => changesOf(delivery).length).sort(), [1, 3]);
});

test("a delayed callback comes later than one without", async (t) => {
  const { sim, callbacks } = await startPlatform(t);
  const customer = sim.customer("447700900123");
  sim.callbackBehaviour({ delayMs: 1_000 });
  const late = customer.sendText(PHONE, "late");
  sim.callbackBehaviour({ delayMs: 0 });
  await customer.sendText(PHONE, "prompt");
  await late;
  const texts = callbacks.deliveries.flatMap(changesOf).map((change) => change.value.messages[0].text.body);
  assert.deepEqual(texts, ["prompt", "late"]);
});

test("a callback is repeated unchanged until the response is 200, but not forever", async (t) => {
  const { sim, callbacks } = await startPlatform(t);
  callbacks.answerNext({ kind: "status", status: 500 }, { kind: "cut" }, { kind: "status", status: 204 });
  const first = await sim.customer("447700900123").sendText(PHONE, "hi");
  assert.equal(first.status, 500);
  await sim.settled();
  assert.equal(callbacks.deliveries.length, 4);
  assert.equal(new Set(callbacks.deliveries.map((delivery) => delivery.rawBody.toString())).size, 1);
  const { ok, retried, givenUp } = sim.stats().callbacks;
  assert.deepEqual([ok, retried, givenUp], [1, 3, 0]);
  callbacks.answer({ kind: "status", status: 503 });
  await sim.customer("447700900123").sendText(PHONE, "again");
  await sim.settled();
  assert.equal(sim.stats().callbacks.givenUp, 1);
});

test("any status can be posted by hand, and none is posted when they are switched off", async (t) => {
  const { sim, send, statuses } = await startPlatform(t, { autoStatuses: false });
  const { body } = await send();
  await sim.settled();
  assert.equal(statuses().length, 0);
  const id = body.messages[0].id as string;
  await sim.postStatus(PHONE, id, "failed", { waId: "447700900123", reference: "msg_1", errorCode: 131049 });
  const [status] = statuses() as [StatusSeen];
  assert.deepEqual([status.id, status.status, status.biz_opaque_callback_data, status.errors?.[0]?.code], [id, "failed", "msg_1", 131049]);
});
