/**
 * Unknown people are stored as sets: the result must equal storing them one after the other, and two batches that create the same people at
 * the same time must agree.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, it } from "node:test";
import pg from "pg";
import { outboundItem } from "../batch-items.ts";
import { openTransaction, untilWaiting } from "../database/locks.ts";
import { database, item, storeBatches, t, tenant, to } from "./new-contacts-stage.ts";

describe("new contacts in a batch", () => {
  it("are stored as they would be one after the other, in a few batches", () => storeBatches({ numRuns: 6, seed: 1 }));

  const pair = [
    { addr: "447701440911", akey: "447701440911" },
    { addr: "447701440912", akey: "447701440912" },
  ];
  const receive = "select outcome, contact_id from receive_messages($1, $2, $3) order by n";

  it("in two batches at the same time are each created once, in any order", async () => {
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

  it("whose contact is created at this moment are stored when the batch is repeated, as people known by their number", async () => {
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

  it("to whom we write at this moment are created once", async () => {
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
