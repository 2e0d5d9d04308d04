/** Unknown people in a channel's batches. For new-contacts*.test.ts. */
import assert from "node:assert/strict";
import fc from "fast-check";
import pg from "pg";
import { parseWireId } from "../../src/platform/ids/ids.ts";
import { chosenIds, type InboundItem, inboundItem, type BatchFields } from "../batch-items.ts";
import { startContacts } from "../contacts.ts";
import { patientDatabase } from "../database/locks.ts";

export const database = await patientDatabase();
export const { t, tenant, channel, writer } = await startContacts("44770144", { database });
export const to = { chan: parseWireId("chn", channel.id) as string, ours: channel.externalId };
export const item = (n: number, words: Partial<BatchFields>, more: object = {}) =>
  inboundItem(to, n, new Date(t.clock.now().getTime() - 60_000 + n * 1_000), words, more);

/** A batch's results and effects, rolled back. */
async function outcomeOf(items: InboundItem[], otherItems: InboundItem[] = []) {
  const client = new pg.Client({ ...database.app, options: "-c search_path=public" });
  await client.connect();
  try {
    await client.query(`begin; set local app.tenant_id = '${tenant.id}'`);
    const values = [tenant.id, t.clock.now(), JSON.stringify([...items, ...otherItems])];
    const { rows: answers } = await client.query("select to_jsonb(r) as r from receive_messages($1, $2, $3) r order by r.n", values);
    await client.query("set constraints all immediate");
    const aside = new Set(otherItems.flatMap((other) => chosenIds.map((name) => other[name])));
    const left: Record<string, unknown[]> = {};
    for (const table of ["contacts", "contact_identities", "conversations", "messages", "event_log", "audit_entries"]) {
      const { rows } = await client.query(`select to_jsonb(r) - 'xid' as r from ${table} r where r.tenant_id = $1 order by r.id`, [
        tenant.id,
      ]);
      left[table] = rows.map(({ r }) => r).filter((r) => !aside.has(r.id));
    }
    return { answers: answers.map(({ r }) => r).filter((r) => !otherItems.some((other) => other.n === r.n)), left };
  } finally {
    await client.query("rollback");
    await client.end();
  }
}

/** This many batches, each stored as its items would be one after the other. */
export async function storeBatches(settings: { numRuns: number; seed?: number }): Promise<void> {
  const known = await writer("Nela");
  const { body: card } = await tenant.api.post("/api/v1/contacts", { name: "Card", phone: "+447701440990" });
  assert.equal(typeof card.id, "string");
  const people = fc.constantFrom<Pick<BatchFields, "addr" | "akey" | "puid">>(
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
        // A platform's message id belongs to one person; the same one may arrive twice.
        item(n, { ...who, ...rest, ...(again ? { ext: `wamid.${who.addr}.${who.puid}` } : {}) }),
      );
      // A message typed by the business itself makes order matter: the whole batch is then processed one by one.
      const typed = item(99, { addr: "447701449999", akey: "447701449999" }, { dir: "echo" });
      assert.deepEqual(await outcomeOf(items), await outcomeOf(items, [typed]));
    }),
    { ...settings, examples: [[[toldTwice, toldTwice]]] },
  );
}
