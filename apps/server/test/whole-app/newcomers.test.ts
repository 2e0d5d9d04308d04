/** People nobody knows yet come in as sets: what is stored of them is what would be stored of one after the other, and two who make them at once agree. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import fc from "fast-check";
import pg from "pg";
import { startContacts } from "../contacts.ts";
import { chosenIds, type InboundItem, inboundItem, outboundItem, type Words } from "../batch-items.ts";
import { openTransaction, patientDatabase, untilWaiting } from "../database/locks.ts";
import { parseWireId } from "../../src/platform/ids/ids.ts";

const database = await patientDatabase();
const { t, tenant, channel, writer } = await startContacts("44770144", { database });
const to = { chan: parseWireId("chn", channel.id) as string, ours: channel.externalId };
const item = (n: number, words: Partial<Words>, more: object = {}) =>
  inboundItem(to, n, new Date(t.clock.now().getTime() - 60_000 + n * 1_000), words, more);

/** What a batch answers and leaves behind, rolled back. */
async function outcomeOf(items: InboundItem[], beside: InboundItem[] = []) {
  const client = new pg.Client({ ...database.app, options: "-c search_path=public" });
  await client.connect();
  try {
    await client.query(`begin; set local app.tenant_id = '${tenant.id}'`);
    const values = [tenant.id, t.clock.now(), JSON.stringify([...items, ...beside])];
    const { rows: answers } = await client.query("select to_jsonb(r) as r from receive_messages($1, $2, $3) r order by r.n", values);
    await client.query("set constraints all immediate");
    const aside = new Set(beside.flatMap((other) => chosenIds.map((name) => other[name])));
    const left: Record<string, unknown[]> = {};
    for (const table of ["contacts", "contact_identities", "conversations", "messages", "event_log", "audit_entries"]) {
      const { rows } = await client.query(`select to_jsonb(r) - 'xid' as r from ${table} r where r.tenant_id = $1 order by r.id`, [
        tenant.id,
      ]);
      left[table] = rows.map(({ r }) => r).filter((r) => !aside.has(r.id));
    }
    return { answers: answers.map(({ r }) => r).filter((r) => !beside.some((other) => other.n === r.n)), left };
  } finally {
    await client.query("rollback");
    await client.end();
  }
}

describe("newcomers of a batch", () => {
  it("are stored as they would be one after the other", async () => {
    const known = await writer("Nela");
    const { body: card } = await tenant.api.post("/api/v1/contacts", { name: "Card", phone: "+447701440990" });
    assert.equal(typeof card.id, "string");
    const people = fc.constantFrom<Pick<Words, "addr" | "akey" | "puid">>(
      { addr: "447701440901", akey: "447701440901", puid: null },
      { addr: "447701440902", akey: "447701440902", puid: "user.2" },
      { addr: "447701440902", akey: "447701440902", puid: null },
      { addr: null, akey: null, puid: "user.2" },
      { addr: null, akey: null, puid: "user.3" },
      { addr: "447701440903", akey: "447701440903", puid: "user.3" },
      { addr: "opaque", akey: "=opaque", puid: null },
      { addr: "447701440904", akey: "447701440904", puid: "user.4" },
      { addr: "447701440990", akey: "447701440990", puid: null },
      { addr: known.waId, akey: known.waId, puid: null },
    );
    const words = fc.record({
      who: people,
      name: fc.constantFrom(null, "Ann", "Ben"),
      uname: fc.constantFrom(null, "@ann"),
      again: fc.boolean(),
      opens: fc.boolean(),
    });
    const toldTwice = { who: { addr: known.waId, akey: known.waId, puid: null }, name: null, uname: null, again: true, opens: false };
    await fc.assert(
      fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 6 }), async (drawn) => {
        const items = drawn.map(({ who, again, ...rest }, n) =>
          // A platform's id of a message is one person's; the same may come twice.
          item(n, { ...who, ...rest, ...(again ? { ext: `wamid.${who.addr}.${who.puid}` } : {}) }),
        );
        // What the business typed itself makes order matter: the whole batch is then gone through one by one.
        const typed = item(99, { addr: "447701449999", akey: "447701449999" }, { dir: "echo" });
        assert.deepEqual(await outcomeOf(items), await outcomeOf(items, [typed]));
      }),
      { numRuns: 60, examples: [[[toldTwice, toldTwice]]] },
    );
  });

  const pair = [
    { addr: "447701440911", akey: "447701440911" },
    { addr: "447701440912", akey: "447701440912" },
  ];
  const receive = "select outcome, contact_id from receive_messages($1, $2, $3) order by n";

  it("of two batches at once are each made once, whatever their order", async () => {
    const [first, second] = [await openTransaction(database, tenant.id), await openTransaction(database, tenant.id)];
    const batch = (people: typeof pair) => [tenant.id, t.clock.now(), JSON.stringify(people.map((who, n) => item(n, who)))];
    const made = await first.query(receive, batch(pair));
    const waiting = second.query(receive, batch(pair.toReversed()));
    await untilWaiting(database, 1);
    await first.release();
    const found = await waiting;
    await second.release();
    assert.deepEqual(
      [...made, ...found].map(({ outcome }) => outcome),
      ["stored", "stored", "stored", "stored"],
    );
    assert.deepEqual(found.toReversed(), made, "the second batch found whom the first had made");
    await t.settle();
    for (const { addr } of pair) {
      const { data } = (await tenant.api.get(`/api/v1/contacts?phone=${addr}`)).body;
      assert.equal(data.length, 1);
      const { data: texts } = (await tenant.api.get(`/api/v1/messages?contactId=${data[0].id}`)).body;
      assert.equal(texts.length, 2);
    }
  });

  it("whose contact is made at this moment come in when the batch runs again, as people known by their number", async () => {
    const who = { addr: "447701440931", akey: "447701440931" };
    const items = [item(0, { addr: "447701440932", akey: "447701440932" }), item(1, who)];
    const batch = [tenant.id, t.clock.now(), JSON.stringify(items)];
    const maker = await openTransaction(database, tenant.id);
    const card = randomUUID();
    await maker.query(
      `insert into contacts (tenant_id, id, phone, phone_key, source, created_at, updated_at) values ($1, $2, '+' || $3::text, $3, 'api', $4, $4)`,
      [tenant.id, card, who.akey, t.clock.now()],
    );
    const loser = new pg.Client({ ...database.app, options: "-c search_path=public" });
    await loser.connect();
    await loser.query(`begin; set local app.tenant_id = '${tenant.id}'`);
    const lost = assert.rejects(loser.query(receive, batch), { code: "40001" });
    await untilWaiting(database, 1);
    await maker.release();
    await lost;
    await loser.end();
    const again = await openTransaction(database, tenant.id);
    const made = await again.query(receive, batch);
    await again.release();
    assert.deepEqual(made, [
      { outcome: "stored", contact_id: items[0]?.cnt },
      { outcome: "stored", contact_id: card },
    ]);
    await t.settle();
  });

  it("whom we write to at this moment are made once", async () => {
    const who = { addr: "447701440921", akey: "447701440921" };
    const sender = await openTransaction(database, tenant.id);
    const outbound = outboundItem(to, 0, who.addr, { win: false });
    const [sent] = await sender.query("select outcome, contact_id from accept_outbound($1, $2, $3)", [
      tenant.id,
      t.clock.now(),
      JSON.stringify([outbound]),
    ]);
    assert.equal(sent.outcome, "accepted");
    const receiver = await openTransaction(database, tenant.id);
    const waiting = receiver.query(receive, [tenant.id, t.clock.now(), JSON.stringify([item(0, who)])]);
    await untilWaiting(database, 1);
    await sender.release();
    assert.deepEqual(await waiting, [{ outcome: "stored", contact_id: sent.contact_id }]);
    await receiver.release();
    await t.settle();
  });
});
