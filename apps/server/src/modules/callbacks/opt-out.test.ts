import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp, type TestTenant } from "../../../test/harness.ts";

let t: TestApp;
let tenant: TestTenant;
let channel: Awaited<ReturnType<TestApp["channel"]>>;
let made = 0;
before(async () => {
  t = await startTestApp();
  tenant = await t.tenant();
  channel = await t.channel(tenant);
});
after(() => t?.stop());

async function customer() {
  const person = t.simulator.customer(`44770092${String(++made).padStart(4, "0")}`, `Customer ${made}`);
  const write = async (...texts: string[]) => {
    for (const text of texts) {
      await person.sendText(channel.externalId, text);
      t.clock.advance(1_000);
    }
    await t.drain();
  };
  await write("Hello");
  const { id } = (await tenant.api.get(`/api/v1/contacts?phone=${person.waId}`)).body.data[0];
  return {
    id: id as string,
    write,
    optIn: async () => (await tenant.api.get(`/api/v1/contacts/${id}`)).body.optIn,
    send: () => tenant.api.post("/api/v1/messages", { channelId: channel.id, to: person.waId, type: "text", text: "News" }),
    told: async (): Promise<any[]> =>
      (
        await t.app.database.worker<{ data: object }>({
          text: "select data from event_log where tenant_id = $1 and data->>'contactId' = $2 and type = 'contact.updated' order by xid, id",
          values: [tenant.id, id],
        })
      ).map((row) => row.data),
  };
}

test("a word of any language opts out: an event, and every later send is refused until a word opts in again", async () => {
  const who = await customer();
  assert.equal((await who.send()).status, 200);
  await t.settle();
  const answered = (await tenant.api.get(`/api/v1/messages?contactId=${who.id}&direction=outbound`)).body.data.length;
  await who.write("Désabonner !");
  assert.equal(await who.optIn(), "opted_out");
  const refused = await who.send();
  assert.deepEqual([refused.status, refused.body.error.code], [422, "recipient_opted_out"]);
  // Said twice is said once; nothing is sent by us.
  await who.write("STOP");
  assert.deepEqual(await who.told(), [
    { contactId: who.id, changes: { optIn: { from: "unknown", to: "opted_out" } }, reason: "stop_word" },
  ]);
  assert.equal((await tenant.api.get(`/api/v1/messages?contactId=${who.id}&direction=outbound`)).body.data.length, answered);
  await who.write("Start");
  assert.equal(await who.optIn(), "opted_in");
  assert.deepEqual((await who.told()).at(-1), {
    contactId: who.id,
    changes: { optIn: { from: "opted_out", to: "opted_in" } },
    reason: "start_word",
  });
  assert.equal((await who.send()).status, 200);
});

test("a sentence with such a word in it changes nothing, nor does the word to start from who never stopped", async () => {
  const who = await customer();
  await who.write("please don't stop", "stop?", "where is the bus stop", "cancel", "start");
  assert.equal(await who.optIn(), "unknown");
  assert.deepEqual(await who.told(), []);
});

test("of several words in one batch the last counts", async () => {
  const who = await customer();
  await who.write("stop", "start", "arrêt");
  assert.equal(await who.optIn(), "opted_out");
  await who.write("unstop", "hello");
  assert.equal(await who.optIn(), "opted_in");
});

test("a word that comes late does not undo what was said after it", async () => {
  const who = await customer();
  const earlier = t.clock.now().getTime();
  t.clock.advance(60_000);
  await tenant.api.patch(`/api/v1/contacts/${who.id}`, { optIn: "opted_in" });
  const person = t.simulator.customer(`44770092${String(made).padStart(4, "0")}`);
  await person.sendText(channel.externalId, "stop", { at: earlier });
  await t.drain();
  assert.equal(await who.optIn(), "opted_in");
  await person.sendText(channel.externalId, "stop");
  await t.drain();
  assert.equal(await who.optIn(), "opted_out");
});

test("words of the tenant's own settings count for this tenant", async () => {
  const who = await customer();
  await who.write("Genug!");
  assert.equal(await who.optIn(), "unknown");
  await tenant.api.patch("/api/v1/organization", { settings: { optOutWords: ["genug"], optInWords: ["weiter"] } });
  await who.write("Genug!");
  assert.equal(await who.optIn(), "opted_out");
  await who.write("weiter");
  assert.equal(await who.optIn(), "opted_in");
});
