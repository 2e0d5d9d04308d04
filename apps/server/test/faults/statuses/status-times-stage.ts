/**
 * Platforms report whole seconds, our own times have milliseconds, and what happened first may arrive last. A message, and its events, must
 * show created, sent, delivered, read in this order after every arrival. For status-times*.test.ts.
 */
import assert from "node:assert/strict";
import { after } from "node:test";
import { startTestApp } from "../../harness.ts";
import { callbackBody, postCallback, statusChange } from "../chat-app-bodies.ts";

export const words = ["sent", "delivered", "read", "failed"] as const;
const order = ["sent", "delivered", "read"] as const;
export interface Arrival {
  word: (typeof words)[number];
  /** The second that the platform reports, counted from the one in which the message was created. */
  secondsAfter: number;
}

const t = await startTestApp({ simulatorOptions: { autoStatuses: false, unknownWindow: "open" } });
after(() => t.stop());
const tenant = await t.tenant();
const channel = await t.channel(tenant);

let next = 0;

async function check(id: string, what: string): Promise<void> {
  const { status, statusAt, createdAt } = (await tenant.api.get(`/api/v1/messages/${id}`)).body;
  const known = [createdAt, ...order.map((word) => statusAt[word])].filter((at) => at !== null);
  assert.deepEqual(known, [...known].sort(), `${what}: ${JSON.stringify({ createdAt, ...statusAt })}`);
  if (statusAt.failed !== null) assert.ok(statusAt.failed >= (statusAt.sent ?? createdAt), what);
  const events = (await tenant.api.get("/api/v1/events?limit=100&type=message.status")).body.data
    .filter((event: any) => event.data.message.id === id)
    .reverse();
  const times = [createdAt, ...events.map((event: any) => event.data.occurredAt)];
  assert.deepEqual(times, [...times].sort(), `${what}: events ${times.join(", ")}`);
  const last = events.at(-1)?.data;
  if (last !== undefined) assert.deepEqual([last.status, last.occurredAt], [status, statusAt[last.status]], what);
}

/**
 * A message's times after each arrival. `madeMs`: milliseconds of the second in which it is created; `answerMs`: how long the platform
 * takes to respond to the call; the response comes after `answeredAfter` arrivals.
 */
export async function arrive(madeMs: number, answerMs: number, steps: Arrival[], answeredAfter: number): Promise<void> {
  t.clock.advance(10_000 + ((madeMs - t.clock.now().getTime()) % 1_000) + 1_000);
  const to = `44770060${String(next++).padStart(4, "0")}`;
  const content = { name: "hello", language: "en" };
  const sent = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to, type: "template", content });
  assert.equal(sent.status, 200, sent.text);
  const { id, createdAt } = sent.body;
  const answer = async () => {
    t.clock.advance(answerMs);
    await t.drain();
    // A platform time in the future would be treated as a wrong clock.
    t.clock.advance(5_000);
  };
  let externalId: string | undefined;
  for (const [i, { word, secondsAfter }] of steps.entries()) {
    if (i === answeredAfter) {
      await answer();
      externalId ??= t.simulator.sentTo(to)[0]?.messageId;
    }
    // Before the response the platform's id is unknown to us; our own comes back with it.
    externalId ??= `wamid.early-${id}`;
    const at = new Date(Math.floor(Date.parse(createdAt) / 1_000 + secondsAfter) * 1_000);
    const change = statusChange(channel.externalId, to, externalId, word, { at, reference: id });
    assert.equal(await postCallback(`${t.url}/callbacks/chat-app`, callbackBody(change)), 200);
    await t.drain(["inbound"]);
    await check(id, JSON.stringify({ madeMs, answerMs, answeredAfter, steps: steps.slice(0, i + 1) }));
  }
  await answer();
  await check(id, JSON.stringify({ madeMs, answerMs, answeredAfter, steps }));
}
