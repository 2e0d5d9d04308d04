import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import { startTestApp, type TestApp, type TestTenant } from "../harness.ts";
import { callbackBody, newMessageId, postCallback, statusChange } from "./chat-app-bodies.ts";

const words = ["sent", "delivered", "read", "failed"] as const;
type Word = (typeof words)[number];

/** Platform time of each status, in seconds after the send: true whatever the order of arrival. */
const happenedAfter: Record<Word, number> = { sent: 1, delivered: 2, read: 3, failed: 4 };

/** The rule in words: forward only; failed is final, and too late once the message was delivered. */
function expectedPath(arrivals: Word[]): string[] {
  const order = ["sent", "delivered", "read"];
  const path = ["sent"]; // the answer to the send
  for (const word of arrivals) {
    const now = path.at(-1) as string;
    if (now === "failed") break;
    if (word === "failed" ? now === "sent" : order.indexOf(word) > order.indexOf(now)) path.push(word);
  }
  return path;
}

let next = 0;
const person = () => `44770050${String(next++).padStart(4, "0")}`;

describe("statuses out of order", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: Awaited<ReturnType<TestApp["channel"]>>;
  before(async () => {
    t = await startTestApp({ simulatorOptions: { autoStatuses: false, unknownWindow: "open" } });
    tenant = await t.tenant();
    channel = await t.channel(tenant);
  });
  after(async () => {
    await t.stop();
  });

  interface Sent {
    id: string;
    to: string;
    externalId: string;
    sentAt: Date;
  }

  /** Messages that the platform accepted and said nothing more about. */
  async function sendMany(count: number): Promise<Sent[]> {
    const made: { id: string; to: string }[] = [];
    for (let n = 0; n < count; n++) {
      const to = person();
      const sent = await tenant.api.post("/api/v1/messages", {
        channelId: channel.id,
        to,
        type: "template",
        content: { name: "hello", language: "en" },
      });
      assert.equal(sent.status, 200, sent.text);
      made.push({ id: sent.body.id, to });
    }
    // The platform tells whole seconds.
    const sentAt = new Date(Math.ceil(t.clock.now().getTime() / 1000) * 1000);
    await t.drain();
    // A platform's time in the future would be taken for its wrong clock.
    t.clock.advance(10_000);
    return made.map(({ id, to }) => ({ id, to, externalId: t.simulator.sentTo(to)[0]!.messageId!, sentAt }));
  }

  const tell = (message: Pick<Sent, "to" | "externalId" | "sentAt">, word: string, reference?: string) =>
    postCallback(
      `${t.url}/callbacks/chat-app`,
      callbackBody(
        statusChange(channel.externalId, message.to, message.externalId, word, {
          at: new Date(message.sentAt.getTime() + (happenedAfter[word as Word] ?? 0) * 1_000),
          ...(reference === undefined ? {} : { reference }),
        }),
      ),
    );

  const rows = (text: string, values: unknown[]) =>
    t.app.database.withTenant(tenant.id, (tx) => tx.query<any>({ text, values: [tx.tenantId, ...values] }));

  async function check(message: Sent, arrivals: Word[]): Promise<void> {
    const path = expectedPath(arrivals);
    const what = `${arrivals.join(", ")} for ${message.id}`;
    const { status, statusAt, error } = (await tenant.api.get(`/api/v1/messages/${message.id}`)).body;
    assert.equal(status, path.at(-1), what);
    const events = await rows(
      "select data->>'previousStatus' as before, data->>'status' as after from event_log where tenant_id = $1 and type = 'message.status' and data->'message'->>'id' = $2 order by xid, id",
      [message.id],
    );
    assert.deepEqual(
      events.map((e) => e.after),
      path,
      `events of ${what}`,
    );
    assert.deepEqual(
      events.map((e) => e.before),
      ["queued", ...path.slice(0, -1)],
      `each event names the status before: ${what}`,
    );
    // Every time the platform told is kept, also of a status that came too late to show.
    const at = (word: Word) => new Date(message.sentAt.getTime() + happenedAfter[word] * 1_000).toISOString();
    if (arrivals.includes("delivered")) assert.equal(statusAt.delivered, at("delivered"), `delivered at, ${what}`);
    else assert.equal(statusAt.delivered, arrivals.includes("read") ? at("read") : null, `delivered at the latest when read, ${what}`);
    assert.equal(statusAt.read, arrivals.includes("read") ? at("read") : null, `read at, ${what}`);
    assert.equal(statusAt.failed, status === "failed" ? at("failed") : null, `failed at, ${what}`);
    assert.equal(error === null, status !== "failed", what);
    assert.notEqual(statusAt.sent, null);
  }

  function permutations<T>(items: readonly T[]): T[][] {
    return items.length <= 1
      ? [[...items]]
      : items.flatMap((item, i) => permutations(items.filter((_, k) => k !== i)).map((rest) => [item, ...rest]));
  }

  it("all 24 orders of sent, delivered, read and failed, each processed by itself, end as the rank rule says", async () => {
    const orders = permutations(words);
    assert.equal(orders.length, 24);
    const messages = await sendMany(orders.length);
    for (let step = 0; step < 4; step++) {
      await Promise.all(orders.map((order, i) => tell(messages[i]!, order[step]!)));
      await t.drain();
    }
    for (const [i, order] of orders.entries()) await check(messages[i]!, order);
  });

  it("all 24 orders inside one body are read as the platform's own order of one moment: nothing goes back", async () => {
    const orders = permutations(words);
    const messages = await sendMany(orders.length);
    await postCallback(
      `${t.url}/callbacks/chat-app`,
      callbackBody(
        ...orders.flatMap((order, i) =>
          order.map((word) =>
            statusChange(channel.externalId, messages[i]!.to, messages[i]!.externalId, word, {
              at: new Date(messages[i]!.sentAt.getTime() + happenedAfter[word] * 1_000),
            }),
          ),
        ),
      ),
    );
    await t.drain();
    for (const [i, order] of orders.entries()) await check(messages[i]!, order);
  });

  it("random sequences with repeats, in random pieces, end as the rank rule says", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ word: fc.constantFrom(...words), together: fc.boolean() }), { minLength: 1, maxLength: 10 }),
        async (steps) => {
          const [message] = (await sendMany(1)) as [Sent];
          // A repeat of a status is the same callback item: it counts at its first arrival.
          const arrivals: Word[] = [];
          for (const [i, { word, together }] of steps.entries()) {
            assert.equal(await tell(message, word), 200);
            if (!arrivals.includes(word)) arrivals.push(word);
            if (!together || i === steps.length - 1) await t.drain();
          }
          await t.drain();
          await check(message, arrivals);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("statuses that arrive before the answer to the send settle the message, and the answer takes nothing back", async () => {
    const to = person();
    t.simulator.faults.forRecipient(to, { kind: "statuses_before_answer" }, 1);
    const sent = await tenant.api.post("/api/v1/messages", {
      channelId: channel.id,
      to,
      type: "template",
      content: { name: "hello", language: "en" },
    });
    await t.settle();
    const message = (await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body;
    assert.equal(message.status, "read");
    assert.equal(message.externalId, t.simulator.sentTo(to)[0]!.messageId);
    const events = await rows(
      "select data->>'previousStatus' as before, data->>'status' as after from event_log where tenant_id = $1 and type = 'message.status' and data->'message'->>'id' = $2 order by xid, id",
      [sent.body.id],
    );
    const path = events.map((e) => e.after);
    assert.equal(path.at(-1), "read");
    assert.equal(new Set(path).size, path.length, `no status is told twice: ${path.join(", ")}`);
    assert.deepEqual(
      events.map((e) => e.before),
      ["queued", ...path.slice(0, -1)],
    );
    assert.equal(t.simulator.sentTo(to).length, 1);
  });

  it("a status of a message that is not there yet waits for it", async () => {
    const to = person();
    const externalId = newMessageId();
    assert.equal(await tell({ to, externalId, sentAt: t.clock.now() }, "delivered"), 200);
    await t.drain();
    const waiting = await rows("select state, attempts from inbound_events where tenant_id = $1 and provider_event_id like $2", [
      `${externalId}|%`,
    ]);
    assert.deepEqual(
      waiting.map((w) => w.state),
      ["ready"],
    );
    // The message appears as one typed in the platform's own app.
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [
        {
          id: "2",
          changes: [
            {
              field: "smb_message_echoes",
              value: {
                messaging_product: "whatsapp",
                metadata: { display_phone_number: "15550100100", phone_number_id: channel.externalId },
                message_echoes: [
                  {
                    from: "15550100100",
                    to,
                    id: externalId,
                    timestamp: String(Math.floor(t.clock.now().getTime() / 1000)),
                    type: "text",
                    text: { body: "From the phone" },
                  },
                ],
              },
            },
          ],
        },
      ],
    });
    assert.equal(await postCallback(`${t.url}/callbacks/chat-app`, body), 200);
    await t.drain();
    t.clock.advance(60_000);
    await t.drain();
    const [message] = await rows("select status from messages where tenant_id = $1 and external_id = $2", [externalId]);
    assert.equal(message?.status, "delivered");
  });

  it("a status of a message that never comes is dropped quietly after ten minutes", async () => {
    const externalId = newMessageId();
    await tell({ to: person(), externalId, sentAt: t.clock.now() }, "read");
    const state = async () =>
      (await rows("select state from inbound_events where tenant_id = $1 and provider_event_id like $2", [`${externalId}|%`]))[0].state;
    for (let minute = 0; minute < 9; minute++) {
      await t.drain();
      assert.equal(await state(), "ready", `after ${minute} minutes`);
      t.clock.advance(60_000);
    }
    t.clock.advance(120_000);
    await t.drain();
    assert.equal(await state(), "ignored");
    assert.doesNotMatch(t.logged(), /"level":"error"/);
  });
});
