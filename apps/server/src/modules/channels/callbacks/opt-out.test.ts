import assert from "node:assert/strict";
import { test } from "node:test";
import { startContacts } from "../../../../test/contacts.ts";

const { t, tenant, channel, contact, eventsOf, ...set } = await startContacts("44770092");

async function customer() {
  const { id, waId, write } = await set.writer("Customer", "Hello");
  return {
    id,
    waId,
    write,
    optIn: async () => (await contact(id)).optIn,
    send: () => tenant.api.post("/api/v1/messages", { channelId: channel.id, to: waId, type: "text", text: "News" }),
    events: async () => (await eventsOf(id, "contact.updated")).map((event) => event.data),
  };
}

test("a keyword in any language opts out: emits an event, and every later send is refused until a keyword opts in again", async () => {
  const who = await customer();
  assert.equal((await who.send()).status, 200);
  await t.settle();
  const answered = (await tenant.api.get(`/api/v1/messages?contactId=${who.id}&direction=outbound`)).body.data.length;
  await who.write("Désabonner !");
  assert.equal(await who.optIn(), "opted_out");
  const refused = await who.send();
  assert.deepEqual([refused.status, refused.body.error.code], [422, "recipient_opted_out"]);
  // A keyword sent twice counts once; we send nothing.
  await who.write("STOP");
  assert.deepEqual(await who.events(), [
    { contactId: who.id, changes: { optIn: { from: "unknown", to: "opted_out" } }, reason: "stop_word" },
  ]);
  assert.equal((await tenant.api.get(`/api/v1/messages?contactId=${who.id}&direction=outbound`)).body.data.length, answered);
  await who.write("Start");
  assert.equal(await who.optIn(), "opted_in");
  assert.deepEqual((await who.events()).at(-1), {
    contactId: who.id,
    changes: { optIn: { from: "opted_out", to: "opted_in" } },
    reason: "start_word",
  });
  assert.equal((await who.send()).status, 200);
});

test("a sentence containing such a keyword changes nothing, nor does an opt-in without an opt-out", async () => {
  const who = await customer();
  await who.write("please don't stop", "stop?", "where is the bus stop", "cancel", "start");
  assert.equal(await who.optIn(), "unknown");
  assert.deepEqual(await who.events(), []);
});

test("of several keywords in one batch, the last one counts", async () => {
  const who = await customer();
  await who.write("stop", "start", "arrêt");
  assert.equal(await who.optIn(), "opted_out");
  await who.write("unstop", "hello");
  assert.equal(await who.optIn(), "opted_in");
});

test("a keyword that arrives late does not undo what was written after it", async () => {
  const who = await customer();
  const earlier = t.clock.now().getTime();
  t.clock.advance(60_000);
  await tenant.api.patch(`/api/v1/contacts/${who.id}`, { optIn: "opted_in" });
  const person = t.simulator.customer(who.waId);
  await person.sendText(channel.externalId, "stop", { at: earlier });
  await t.drain();
  assert.equal(await who.optIn(), "opted_in");
  await person.sendText(channel.externalId, "stop");
  await t.drain();
  assert.equal(await who.optIn(), "opted_out");
});

test("keywords from the tenant's own settings count for this tenant", async () => {
  const who = await customer();
  await who.write("Genug!");
  assert.equal(await who.optIn(), "unknown");
  await tenant.api.patch("/api/v1/organization", { settings: { optOutWords: ["genug"], optInWords: ["weiter"] } });
  await who.write("Genug!");
  assert.equal(await who.optIn(), "opted_out");
  await who.write("weiter");
  assert.equal(await who.optIn(), "opted_in");
});

for (const kind of ["error", "failed_status"] as const)
  test(`a refusal by the platform because the person wants no messages opts the person out (${kind})`, async () => {
    const who = await customer();
    t.simulator.faults.next({ kind, code: 131050 });
    const sent = await who.send();
    assert.equal(sent.status, 200, sent.text);
    await t.settle();
    const { status, error } = (await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body;
    assert.deepEqual([status, error.code, error.providerCode], ["failed", "recipient_opted_out", "131050"]);
    assert.equal(await who.optIn(), "opted_out");
    assert.deepEqual(await who.events(), [
      { contactId: who.id, changes: { optIn: { from: "unknown", to: "opted_out" } }, reason: "platform" },
    ]);
    assert.equal((await who.send()).body.error.code, "recipient_opted_out");
    await who.write("start");
    assert.equal(await who.optIn(), "opted_in");
  });
