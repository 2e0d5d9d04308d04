import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startContacts } from "../../../../test/contacts.ts";
import { ok } from "../../../../test/responses.ts";

const { t, tenant } = await startContacts("4477085");
const { api } = tenant;

const contact = async (name: string): Promise<string> => (await ok(api.post("/api/v1/contacts", { name }))).id;
const merge = (survivor: string, merged: string) => ok(api.post(`/api/v1/contacts/${survivor}/merge`, { contactId: merged }));
const request = (id: string) => ok(api.get(`/api/v1/privacy/requests/${id}`));
const file = (id: string) => fetch(`${t.url}/api/v1/privacy/requests/${id}/file`, { headers: { authorization: `Bearer ${tenant.key}` } });
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
});
