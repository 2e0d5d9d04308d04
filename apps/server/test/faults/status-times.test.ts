import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import { startTestApp, type TestApp, type TestTenant } from "../harness.ts";
import { callbackBody, postCallback, statusChange } from "./chat-app-bodies.ts";

const words = ["sent", "delivered", "read", "failed"] as const;
const order = ["sent", "delivered", "read"] as const;

/**
 * Platforms tell whole seconds, our own times have milliseconds, and what happened first may arrive last. Whoever shows a message, or follows its
 * events, sees made, sent, delivered, read in this order, after each arrival.
 */
describe("the times of a message", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: Awaited<ReturnType<TestApp["channel"]>>;
  before(async () => {
    t = await startTestApp({ simulatorOptions: { autoStatuses: false, unknownWindow: "open" } });
    tenant = await t.tenant();
    channel = await t.channel(tenant);
  });
  after(() => t.stop());

  let next = 0;

  async function check(id: string, what: string): Promise<void> {
    const { status, statusAt, createdAt } = (await tenant.api.get(`/api/v1/messages/${id}`)).body;
    const known = [createdAt, ...order.map((word) => statusAt[word])].filter((at) => at !== null);
    assert.deepEqual(known, [...known].sort(), `${what}: ${JSON.stringify({ createdAt, ...statusAt })}`);
    if (statusAt.failed !== null) assert.ok(statusAt.failed >= (statusAt.sent ?? createdAt), what);
    const events = (await tenant.api.get("/api/v1/events?limit=100&type=message.status")).body.data
      .filter((event: any) => event.data.message.id === id)
      .reverse();
    const told = [createdAt, ...events.map((event: any) => event.data.occurredAt)];
    assert.deepEqual(told, [...told].sort(), `${what}: events ${told.join(", ")}`);
    const last = events.at(-1)?.data;
    if (last !== undefined) assert.deepEqual([last.status, last.occurredAt], [status, statusAt[last.status]], what);
  }

  it("are in order after each arrival, whatever arrives when and whatever second the platform says", async () => {
    const step = fc.record({ word: fc.constantFrom(...words), secondsAfter: fc.integer({ min: -3, max: 4 }) });
    await fc.assert(
      fc.asyncProperty(
        // Milliseconds of the second in which the message is made, and how long the platform takes to answer.
        fc.integer({ min: 0, max: 999 }),
        fc.integer({ min: 0, max: 1_500 }),
        fc.array(step, { minLength: 1, maxLength: 7 }),
        fc.integer({ min: 0, max: 7 }),
        async (madeMs, answerMs, steps, answeredAfter) => {
          t.clock.advance(10_000 + ((madeMs - t.clock.now().getTime()) % 1_000) + 1_000);
          const to = `44770060${String(next++).padStart(4, "0")}`;
          const content = { name: "hello", language: "en" };
          const sent = await tenant.api.post("/api/v1/messages", { channelId: channel.id, to, type: "template", content });
          assert.equal(sent.status, 200, sent.text);
          const { id, createdAt } = sent.body;
          const answer = async () => {
            t.clock.advance(answerMs);
            await t.drain();
            // A platform's time in the future would be taken for its wrong clock.
            t.clock.advance(5_000);
          };
          let externalId: string | undefined;
          for (const [i, { word, secondsAfter }] of steps.entries()) {
            if (i === answeredAfter) {
              await answer();
              externalId ??= t.simulator.sentTo(to)[0]?.messageId;
            }
            // Before the answer the platform's id is new to us; our own comes back with it.
            externalId ??= `wamid.early-${id}`;
            const at = new Date(Math.floor(Date.parse(createdAt) / 1_000 + secondsAfter) * 1_000);
            const change = statusChange(channel.externalId, to, externalId, word, { at, reference: id });
            assert.equal(await postCallback(`${t.url}/callbacks/chat-app`, callbackBody(change)), 200);
            await t.drain(["inbound"]);
            await check(id, JSON.stringify({ madeMs, answerMs, answeredAfter, steps: steps.slice(0, i + 1) }));
          }
          await answer();
          await check(id, JSON.stringify({ madeMs, answerMs, answeredAfter, steps }));
        },
      ),
      {
        numRuns: 50,
        // Told of as failed first, then as sent: what a message failed at is never before it was sent.
        examples: [
          [
            0,
            0,
            [
              { word: "failed", secondsAfter: 0 },
              { word: "sent", secondsAfter: 1 },
            ],
            1,
          ],
        ],
      },
    );
  });
});
