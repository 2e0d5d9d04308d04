/** Statuses in every order, and without their message; status-order.full.test.ts repeats them randomly. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { callbackBody, newMessageId, postCallback, statusChange } from "../chat-app-bodies.ts";
import { channel, check, happenedAfter, person, rows, sendMany, t, sendStatus, tenant, words } from "./status-order-stage.ts";

describe("statuses out of order", () => {
  function permutations<T>(items: readonly T[]): T[][] {
    return items.length <= 1
      ? [[...items]]
      : items.flatMap((item, i) => permutations(items.filter((_, k) => k !== i)).map((rest) => [item, ...rest]));
  }

  it("all 24 orders of sent, delivered, read and failed, each processed separately, end as the rank rule says", async () => {
    const orders = permutations(words);
    assert.equal(orders.length, 24);
    const messages = await sendMany(orders.length);
    for (let step = 0; step < 4; step++) {
      await Promise.all(orders.map((order, i) => sendStatus(messages[i]!, order[step]!)));
      await t.drain();
    }
    for (const [i, order] of orders.entries()) await check(messages[i]!, order);
  });

  it("all 24 orders within one body are read as simultaneous, in the platform's own order: nothing goes backwards", async () => {
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

  it("statuses that arrive before the response to the send settle the message, and the response reverts nothing", async () => {
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

  it("a status whose message does not exist yet waits for it", async () => {
    const to = person();
    const externalId = newMessageId();
    assert.equal(await sendStatus({ to, externalId, sentAt: t.clock.now() }, "delivered"), 200);
    await t.drain();
    const waiting = await rows("select state, attempts from inbound_events where tenant_id = $1 and provider_event_id like $2", [
      `${externalId}|%`,
    ]);
    assert.deepEqual(
      waiting.map((w) => w.state),
      ["ready"],
    );
    // The message arrives as one typed in the platform's own app.
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

  it("a status whose message never comes is dropped silently after ten minutes", async () => {
    const externalId = newMessageId();
    await sendStatus({ to: person(), externalId, sentAt: t.clock.now() }, "read");
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
