/** Messages follow a merge in the background, one tenant's whatever another tenant's do. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { startContacts } from "../../../../../test/contacts.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { openTransaction } from "../../../../../test/database/locks.ts";
import type { TestTenant } from "../../../../../test/harness.ts";

const { t, number } = await startContacts("44770095");

async function administer(text: string): Promise<void> {
  const admin = await openTransaction(t.database);
  await admin.query(text);
  await admin.release();
}

/** Two people who have written to a tenant. */
async function twoPeople(own: TestTenant): Promise<[string, string]> {
  const channel = await t.channel(own);
  const ids: string[] = [];
  for (const name of ["Ann", "Bob"]) {
    const person = t.simulator.customer(number(), name);
    await person.sendText(channel.externalId, `${name} 1`);
    await t.drain();
    ids.push((await own.api.get(`/api/v1/contacts?phone=${person.waId}`)).body.data[0].id);
  }
  return ids as [string, string];
}

async function merge(own: TestTenant, [into, contactId]: [string, string]): Promise<void> {
  const merged = await own.api.post(`/api/v1/contacts/${into}/merge`, { contactId });
  assert.equal(merged.status, 200, merged.text);
  t.clock.advance(1);
}

it("messages follow a merge although another tenant's transaction fails; that one is retried", async () => {
  const [a, b] = [await t.tenant(), await t.tenant()];
  const [ofA, ofB] = [await twoPeople(a), await twoPeople(b)];
  await merge(a, ofA);
  await merge(b, ofB);
  // Lists find messages through their conversation, which has moved with the merge; the rows follow.
  const ofSurvivor = async (own: TestTenant, [id]: [string, string]) => {
    const [row] = await t.app.database.worker<{ count: number }>({
      text: "select count(*) from messages where tenant_id = $1 and contact_id = $2",
      values: [own.id, parseWireId("cnt", id)],
    });
    return row?.count;
  };
  const loop = t.app.loops.find(({ name }) => name === "contact moves");
  assert.ok(loop);
  await administer(`alter table messages add constraint kept check (tenant_id <> '${a.id}') not valid`);
  try {
    await loop.once();
    assert.deepEqual([await ofSurvivor(a, ofA), await ofSurvivor(b, ofB)], [1, 2]);
  } finally {
    await administer("alter table messages drop constraint kept");
  }
  // Its tenant is skipped once.
  await loop.once();
  await t.drain();
  assert.equal(await ofSurvivor(a, ofA), 2);
});
