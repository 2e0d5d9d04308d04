import assert from "node:assert/strict";
import { test } from "node:test";
import { namesOf, PHONE, startPlatform } from "./harness.ts";

const HOUR_MS = 60 * 60 * 1000;
const START = 1_794_998_400_000;

test("a free-form send more than 24 hours after the customer wrote ends as failed 131047; a template succeeds", async (t) => {
  let now = START;
  const { sim, send, callbacks, statuses } = await startPlatform(t, { clock: { now: () => now } });
  await sim.customer("447700900123").sendText(PHONE, "hi");
  now += 24 * HOUR_MS;
  const inside = await send();
  now += 1;
  const outside = await send();
  const template = await send({ type: "template", template: { name: "any", language: { code: "en" } } });
  assert.equal(outside.status, 200);
  await callbacks.waitFor(() => statuses().length === 3 + 1 + 3);
  assert.deepEqual(namesOf(statuses(), inside.body.messages[0].id), ["sent", "delivered", "read"]);
  assert.deepEqual(namesOf(statuses(), template.body.messages[0].id), ["sent", "delivered", "read"]);
  const failed = statuses().find((status) => status.id === outside.body.messages[0].id);
  assert.equal(failed?.status, "failed");
  assert.equal(failed.errors?.[0]?.code, 131047);
  assert.equal(failed.timestamp, String(Math.floor(now / 1000)));
});

test("the window can be refused in the call, switched off, or closed at the start", async (t) => {
  const { sim, send } = await startPlatform(t, { windowCheck: "call", unknownWindow: "closed" });
  const refused = await send();
  assert.deepEqual([refused.status, refused.body.error.code], [400, 131047]);
  sim.openWindow(PHONE, "447700900123");
  assert.equal((await send()).status, 200);
  sim.configure({ windowCheck: "off" });
  assert.equal((await send({ to: "447700900999" })).status, 200);
});

test("a reaction opens no window, a text does", async (t) => {
  const { sim, send } = await startPlatform(t, { windowCheck: "call", unknownWindow: "closed" });
  await sim.customer("447700900123").send(PHONE, { kind: "reaction", messageId: "wamid.X", emoji: "👍" });
  assert.equal((await send()).body.error.code, 131047);
  await sim.customer("447700900123").sendText(PHONE, "hi");
  assert.equal((await send()).status, 200);
});

for (const throttleStatus of [429, 400] as const) {
  test(`a number above its throughput gets 130429 with HTTP ${throttleStatus} until the bucket refills`, async (t) => {
    let now = START;
    const { send } = await startPlatform(t, { clock: { now: () => now }, messagesPerSecond: 3, throttleStatus });
    for (let i = 0; i < 3; i++) assert.equal((await send({ to: `44770090010${i}` })).status, 200);
    const over = await send({ to: "447700900200" });
    assert.deepEqual([over.status, over.body.error.code], [throttleStatus, 130429]);
    now += 334;
    assert.equal((await send({ to: "447700900200" })).status, 200);
    assert.equal((await send({ to: "447700900200" })).body.error.code, 130429);
  });
}

test("one person gets a burst of 45, then one message per 6 seconds; others are not affected", async (t) => {
  let now = START;
  const { send } = await startPlatform(t, { clock: { now: () => now } });
  for (let i = 0; i < 45; i++) assert.equal((await send()).status, 200);
  assert.equal((await send()).body.error.code, 131056);
  assert.equal((await send({ to: "447700900124" })).status, 200);
  now += 6_000;
  assert.equal((await send()).status, 200);
  assert.equal((await send()).body.error.code, 131056);
});

test("limits can be switched off", async (t) => {
  const { send } = await startPlatform(t, { messagesPerSecond: 1, enforceLimits: false });
  for (let i = 0; i < 60; i++) assert.equal((await send()).status, 200);
});
