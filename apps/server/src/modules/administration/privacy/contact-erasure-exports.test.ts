import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { withClient } from "@parley/database";
import { parseWireId } from "#platform/ids/ids.ts";
import { openTransaction, patientDatabase, untilWaiting } from "../../../../test/database/locks.ts";
import { startContacts } from "../../../../test/contacts.ts";
import { ok } from "../../../../test/responses.ts";

const { t, tenant } = await startContacts("4477085", { database: await patientDatabase() });
const { api } = tenant;

const contact = async (name: string): Promise<string> => (await ok(api.post("/api/v1/contacts", { name }))).id;
const merge = (survivor: string, merged: string) => ok(api.post(`/api/v1/contacts/${survivor}/merge`, { contactId: merged }));
const request = (id: string) => ok(api.get(`/api/v1/privacy/requests/${id}`));
const content = (path: string, headers: Record<string, string> = { authorization: `Bearer ${tenant.key}` }) =>
  fetch(`${t.url}/api/v1${path}/file`, { headers });
const file = (id: string) => content(`/privacy/requests/${id}`);
const exportOf = async (id: string): Promise<string> => (await ok(api.post(`/api/v1/contacts/${id}/export`))).id;

async function erased(id: string): Promise<void> {
  const asked = await ok(api.post(`/api/v1/contacts/${id}/erase`, { confirm: "erase" }));
  await t.settle();
  assert.equal((await request(asked.id)).status, "completed");
}

async function assertEnded(id: string, status: string): Promise<void> {
  assert.deepEqual([(await request(id)).status, (await file(id)).status], [status, 409]);
  const chunks = await t.app.database.worker({
    text: "select 1 from privacy_export_chunks where tenant_id = $1 and wire_id('prq', request_id) = $2",
    values: [tenant.id, id],
  });
  assert.deepEqual(chunks, []);
}

describe("the erasure of a contact and exports of contacts", () => {
  it("ends those of a contact that was merged into it", async () => {
    const [survivor, merged] = [await contact("Survivor"), await contact("Merged")];
    const done = await exportOf(merged);
    await t.drain();
    assert.equal((await file(done)).status, 200);
    const waiting = await exportOf(merged);
    // Nobody can claim it before the erasure.
    await t.app.database.worker({
      text: "update privacy_requests set run_at = $3 where tenant_id = $1 and wire_id('prq', id) = $2",
      values: [tenant.id, waiting, new Date(t.clock.now().getTime() + 86_400_000)],
    });
    await merge(survivor, merged);
    await erased(survivor);
    await assertEnded(done, "expired");
    await assertEnded(waiting, "failed");
  });

  it("ends those of contacts that it was merged into, also after the merge was undone, and no others", async () => {
    const [top, middle, own, other] = [await contact("Top"), await contact("Middle"), await contact("Own"), await contact("Other")];
    await merge(middle, own);
    const first = await exportOf(middle);
    await t.drain();
    await merge(top, middle);
    const second = await exportOf(top);
    const unrelated = await exportOf(other);
    await t.drain();
    await ok(api.post(`/api/v1/contacts/${own}/unmerge`));
    assert.equal((await ok(api.get(`/api/v1/contacts/${own}`))).mergedIntoId, null);
    await erased(own);
    await assertEnded(first, "expired");
    await assertEnded(second, "expired");
    assert.equal((await file(unrelated)).status, 200);
    assert.equal((await ok(api.get(`/api/v1/contacts/${top}`))).name, "Top");
  });

  it("restarts or ends those that were set aside, so that a retry does not hand the contact out", async () => {
    const mark = `zq${randomBytes(6).toString("hex")}`;
    const own = await contact(mark);
    const platform = await t.tenant({ kind: "platform" });
    const owner = await t.person(tenant.id);
    const ofContact = await exportOf(own);
    const ofContacts = (await ok(api.post("/api/v1/contacts/exports", {}))).id;
    const ofOrganization = (await ok(owner.api.post("/api/v1/organization/export", {}))).id;
    await t.drain();
    // As if the process had ended twice before the last piece.
    await withClient(t.database.admin, async (admin) => {
      const unfinished = "state = 'process_ended', finished_at = null, expires_at = null";
      const where = "where tenant_id = $1 and id = $2";
      await admin.query(`update privacy_requests set ${unfinished}, step = 'media' ${where}`, [tenant.id, parseWireId("prq", ofContact)]);
      await admin.query(
        `update contact_exports e set ${unfinished}, after_at = c.created_at, after_id = c.id from contacts c
          where e.tenant_id = $1 and e.id = $2 and c.tenant_id = $1 and c.name = $3`,
        [tenant.id, parseWireId("exp", ofContacts), mark],
      );
      await admin.query(`update organization_exports set ${unfinished}, position = '{"table": null, "part": 1, "after": null}' ${where}`, [
        tenant.id,
        parseWireId("oex", ofOrganization),
      ]);
    });
    t.clock.advance(1_000);
    await erased(own);
    t.clock.advance(1_000);
    for (const queue of ["privacy", "contact-exports", "organization-exports"])
      await ok(platform.api.post(`/api/v1/admin/queues/${queue}/retry`));
    await t.settle();

    await assertEnded(ofContact, "failed");
    const csv = await content(`/contacts/exports/${ofContacts}`);
    const text = await csv.text();
    assert.deepEqual([csv.status, text.length > 0, text.includes(mark)], [200, true, false]);
    const archive = await content(`/organization/exports/${ofOrganization}`, { cookie: owner.cookie });
    const rows = gunzipSync(Buffer.from(await archive.arrayBuffer())).toString("latin1");
    assert.deepEqual([archive.status, rows.includes("manifest.json"), rows.includes(mark)], [200, true, false]);
  });

  it("ends a CSV export that was created while the request waited for a lock", async () => {
    const mark = `zq${randomBytes(6).toString("hex")}`;
    const own = await contact(mark);
    const holder = await openTransaction(t.database);
    await holder.query("select 1 from contacts where tenant_id = $1 and id = $2 for update", [tenant.id, parseWireId("cnt", own)]);
    const asked = api.post(`/api/v1/contacts/${own}/erase`, { confirm: "erase" });
    await untilWaiting(t.database, 1);
    t.clock.advance(1_000);
    const { id } = await ok(api.post("/api/v1/contacts/exports", {}));
    await t.drain(["contact exports"]);
    const before = await content(`/contacts/exports/${id}`);
    assert.deepEqual([before.status, (await before.text()).includes(mark)], [200, true]);
    await holder.release();
    const erasure = await ok(asked);
    await t.settle();
    assert.equal((await request(erasure.id)).status, "completed");
    assert.deepEqual(
      [(await ok(api.get(`/api/v1/contacts/exports/${id}`))).status, (await content(`/contacts/exports/${id}`)).status],
      ["expired", 409],
    );
  });
});
