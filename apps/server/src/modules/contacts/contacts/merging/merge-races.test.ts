/** What reaches a contact during its merge belongs to the survivor, whichever of the two is written first. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { preferenceCallback, startContacts } from "../../../../../test/contacts.ts";
import { signCallback } from "../../../../../test/harness.ts";
import { openTransaction, patientDatabase, untilProcessed, untilWaiting } from "../../../../../test/database/locks.ts";
import { parseWireId } from "../../../../platform/ids/ids.ts";

const database = await patientDatabase();
const { t, tenant, channel, number, contact, eventsOf, writer } = await startContacts("44770094", { database });
const path = "/api/v1/contacts";
const merge = (into: string, contactId: string) => tenant.api.post(`${path}/${into}/merge`, { contactId });
const create = async (body: object) => (await tenant.api.post(path, body)).body.id as string;
const texts = async (id: string) =>
  (await tenant.api.get(`/api/v1/messages?contactId=${id}&limit=200`)).body.data.map((m: { text: string }) => m.text).sort();

/** Locks a contact, so that its merge stops after moving identities and conversations. */
async function hold(id: string) {
  const held = await openTransaction(database);
  await held.query("select 1 from contacts where tenant_id = $1 and id = $2 for update", [tenant.id, parseWireId("cnt", id)]);
  return held;
}

async function preference(address: string, value: "stop" | "resume") {
  const timestamp = Math.floor(t.clock.now().getTime() / 1000);
  const body = preferenceCallback(channel.externalId, { wa_id: address, value, timestamp });
  assert.equal((await t.api(null).request("POST", "/callbacks/chat-app", { body, headers: signCallback(body) })).status, 200);
}

describe("during a merge of a contact", () => {
  it("its customer's opt-out applies to the survivor", async () => {
    const [a, b] = [await writer("Ana"), await writer("Bert")];
    const held = await hold(a.id);
    const merging = merge(a.id, b.id);
    await untilWaiting(database, 1);
    await b.send("STOP");
    await untilWaiting(database, 2);
    await held.release();
    assert.equal((await merging).status, 200);
    await t.drain();
    assert.deepEqual([(await contact(a.id)).optIn, (await contact(b.id)).optIn], ["opted_out", "unknown"]);
    assert.deepEqual(await texts(a.id), ["Ana 1", "Bert 1", "STOP"]);
    const [received] = (await eventsOf(a.id, "message.received")).slice(-1);
    assert.equal(received?.data.message.text, "STOP");
    assert.deepEqual((await eventsOf(a.id, "contact.updated")).at(-1)?.data.changes, { optIn: { from: "unknown", to: "opted_out" } });
  });

  it("the platform's opt-out applies to the survivor", async () => {
    for (const survivorFirst of [true, false]) {
      const [first, second] = [await writer("Cid"), await writer("Dora")];
      const [a, b] = survivorFirst ? [first, second] : [second, first];
      const held = await hold(a.id);
      const merging = merge(a.id, b.id);
      await untilWaiting(database, 1);
      await preference(b.waId, "stop");
      // While the merged contact's row is not locked, the opt-out is written before the merge reads it.
      await (survivorFirst ? untilProcessed(database) : untilWaiting(database, 2));
      await held.release();
      assert.equal((await merging).status, 200);
      await t.drain();
      assert.equal((await contact(a.id)).optIn, "opted_out", `survivor ${survivorFirst ? "first" : "second"}`);
    }
  });

  it("an identity created by a first message belongs to the survivor", async () => {
    for (const survivorFirst of [true, false]) {
      const phone = number();
      const made: string[] = [];
      const merged = async () => made.push(await create({ name: "Emma", phone: `+${phone}` }));
      const survivor = async () => made.push(await create({ name: "Em", email: "em@example.com" }));
      for (const one of survivorFirst ? [survivor, merged] : [merged, survivor]) await one();
      const [a, b] = (survivorFirst ? made : made.toReversed()) as [string, string];
      const held = await hold(a);
      const merging = merge(a, b);
      await untilWaiting(database, 1);
      const person = t.simulator.customer(phone, "Emma");
      await person.sendText(channel.externalId, "first");
      await (survivorFirst ? untilProcessed(database) : untilWaiting(database, 2));
      await held.release();
      assert.equal((await merging).status, 200);
      await t.drain();
      const [lives, gone] = [await contact(a), await contact(b)];
      assert.deepEqual(
        [lives.identities.map((i: { address: string }) => i.address), gone.identities, gone.mergedIntoId],
        [[phone], [], a],
        `survivor ${survivorFirst ? "first" : "second"}`,
      );
      assert.deepEqual([await texts(a), await texts(b)], [["first"], []]);
      // Undoing the merge moves it back.
      assert.equal((await tenant.api.post(`${path}/${b}/unmerge`)).status, 200);
      await t.drain();
      const back = await contact(b);
      assert.deepEqual([back.identities.length, back.phone, await texts(b)], [1, `+${phone}`, ["first"]]);
    }
  });

  it("an identity created by our message belongs to the survivor", async () => {
    for (const survivorFirst of [true, false]) {
      const phone = number();
      const made: string[] = [];
      const merged = async () => made.push(await create({ name: "Finn", phone: `+${phone}` }));
      const survivor = async () => made.push(await create({ name: "Fin", email: "fin@example.com" }));
      for (const one of survivorFirst ? [survivor, merged] : [merged, survivor]) await one();
      const [a, b] = (survivorFirst ? made : made.toReversed()) as [string, string];
      const held = await hold(a);
      const merging = merge(a, b);
      await untilWaiting(database, 1);
      const sending = tenant.api.post("/api/v1/messages", {
        channelId: channel.id,
        to: phone,
        type: "template",
        content: { name: "hello", language: "en" },
      });
      if (survivorFirst) await sending;
      else await untilWaiting(database, 2);
      await held.release();
      const sent = await sending;
      assert.equal(sent.status, 200, sent.text);
      assert.equal((await merging).status, 200);
      await t.drain();
      const [lives, gone] = [await contact(a), await contact(b)];
      assert.deepEqual([lives.identities.map((i: { address: string }) => i.address), gone.identities], [[phone], []]);
      const message = (await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body;
      assert.equal(message.contactId, a, `survivor ${survivorFirst ? "first" : "second"}`);
    }
  });

  it("a message into its conversation belongs to the survivor", async () => {
    const [a, b] = [await writer("Gus"), await writer("Hans")];
    const held = await hold(a.id);
    const merging = merge(a.id, b.id);
    await untilWaiting(database, 1);
    const sending = tenant.api.post("/api/v1/messages", { channelId: channel.id, to: b.waId, type: "text", text: "News" });
    await untilWaiting(database, 2);
    await held.release();
    const sent = await sending;
    assert.equal((await merging).status, 200);
    assert.deepEqual([sent.status, sent.body.contactId], [200, a.id], sent.text);
    assert.ok((await eventsOf(a.id, "message.sent")).some((event) => event.data.message.text === "News"));
    await t.drain();
    assert.deepEqual(await texts(a.id), ["Gus 1", "Hans 1", "News"]);
  });

  it("its new number belongs to the survivor", async () => {
    const [b, a] = [await writer("Ida"), await writer("Jon")];
    const next = number();
    const held = await hold(a.id);
    const merging = merge(a.id, b.id);
    await untilWaiting(database, 1);
    const at = String(Math.floor(t.clock.now().getTime() / 1000));
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [
        {
          id: "x",
          changes: [
            {
              field: "messages",
              value: {
                messaging_product: "whatsapp",
                metadata: { phone_number_id: channel.externalId },
                messages: [
                  {
                    id: "wamid.moved",
                    from: b.waId,
                    timestamp: at,
                    type: "system",
                    system: { type: "user_changed_number", body: "changed", wa_id: next },
                  },
                ],
              },
            },
          ],
        },
      ],
    });
    assert.equal((await t.api(null).request("POST", "/callbacks/chat-app", { body, headers: signCallback(body) })).status, 200);
    await untilWaiting(database, 2);
    await held.release();
    assert.equal((await merging).status, 200);
    await t.drain();
    const [lives, gone] = [await contact(a.id), await contact(b.id)];
    assert.deepEqual(lives.identities.map((i: { address: string }) => i.address).sort(), [a.waId, next].sort());
    assert.deepEqual([lives.phone, gone.phone], [`+${a.waId}`, `+${b.waId}`]);
    assert.ok((await eventsOf(a.id, "contact.updated")).some((event) => event.data.changes.address?.to === next));
  });
});

describe("during the removal of a contact", () => {
  it("an erasure that waited for it no longer finds it", async () => {
    const id = await create({ name: "Gone" });
    const held = await hold(id);
    const erasing = tenant.api.post(`${path}/${id}/erase`, { confirm: "erase" });
    await untilWaiting(database, 1);
    await held.query("delete from contacts where tenant_id = $1 and id = $2", [tenant.id, parseWireId("cnt", id)]);
    await held.release();
    const response = await erasing;
    assert.deepEqual([response.status, response.body.error?.code], [404, "not_found"], response.text);
    assert.deepEqual((await tenant.api.get(`/api/v1/privacy/requests?contactId=${id}`)).body.data, []);
  });
});
