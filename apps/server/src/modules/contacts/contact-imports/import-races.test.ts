/** A contact that appears while its row is being applied is an existing contact, like any other. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startContacts } from "../../../../test/contacts.ts";
import { openTransaction, patientDatabase, untilWaiting } from "../../../../test/database/locks.ts";

const database = await patientDatabase();
const { t } = await startContacts("4477026", { database });

describe("a row whose contact appears at the same moment", () => {
  for (const [onExisting, outcome, name, tags] of [
    ["update", "updated", "From the file", ["first", "fair"]],
    ["merge_tags", "updated", "First", ["first", "fair"]],
    ["skip", "skipped", "First", ["first"]],
  ] as const)
    it(`is applied to it: ${onExisting}`, async () => {
      const own = await t.tenant();
      const phone = "447702600001";
      const csv = `name,phone,tags\nFrom the file,+${phone},fair\nOther,+447702600002,\n`;
      const { id } = (await own.api.post("/api/v1/contacts/imports", { csv, onExisting })).body;
      const held = await openTransaction(database, own.id);
      const [{ id: contact }] = await held.query(
        `insert into contacts (tenant_id, id, name, phone, phone_key, source, tags, created_at, updated_at)
         values ($1, gen_random_uuid(), 'First', '+' || $2, $2, 'api', array['first'], now(), now())
         returning 'cnt_' || replace(id::text, '-', '') as id`,
        [own.id, phone],
      );
      const applied = t.drain(["contact imports"]);
      await untilWaiting(database, 1);
      await held.release();
      await applied;
      const done = (await own.api.get(`/api/v1/contacts/imports/${id}`)).body;
      assert.deepEqual([done.status, done.created, done[outcome], done.failed], ["completed", 1, 1, 0]);
      const [row] = (await own.api.get(`/api/v1/contacts/imports/${id}/rows`)).body.data;
      assert.deepEqual([row.outcome, row.contactId], [outcome, contact]);
      const found = (await own.api.get(`/api/v1/contacts/${contact}`)).body;
      assert.deepEqual([found.name, found.tags], [name, tags]);
    });
});
