import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import { startContacts } from "../../../../test/contacts.ts";
import { samplesOfMedia } from "../../../../test/fixtures/media-samples.ts";

const { t, tenant, channel, writer } = await startContacts("4477082");
const path = "/api/v1/organization/retention";
const day = 86_400_000;
const nothing = { messagesDays: null, mediaDays: null, eventsDays: null, auditDays: null, importsDays: null, flowRunsDays: null };

const put = async (body: object) => {
  const response = await tenant.api.put(path, { ...nothing, ...body });
  assert.equal(response.status, 200, response.text);
  return response.body;
};
const texts = async (contactId: string) =>
  (await tenant.api.get(`/api/v1/messages?contactId=${contactId}`)).body.data.map((message: any) => message.text).sort();

describe("retention", () => {
  it("keeps everything until it is set; omitted fields stay unchanged", async () => {
    const own = await t.tenant();
    assert.deepEqual((await own.api.get(path)).body, { ...nothing, updatedAt: null });
    const first = (await own.api.put(path, { messagesDays: 30, auditDays: 90 })).body;
    assert.deepEqual(first, { ...nothing, messagesDays: 30, auditDays: 90, updatedAt: t.clock.now().toISOString() });
    assert.deepEqual((await own.api.put(path, { mediaDays: 5, messagesDays: null })).body, { ...first, messagesDays: null, mediaDays: 5 });
    assert.deepEqual((await (await t.tenant()).api.get(path)).body, { ...nothing, updatedAt: null });
  });

  it("removes messages by age, except the newest of an unresolved conversation", async () => {
    const [open, resolved] = [await writer("Open"), await writer("Resolved")];
    await open.write("Open 2");
    const [{ id }] = (await tenant.api.get(`/api/v1/conversations?contactId=${resolved.id}`)).body.data;
    await tenant.api.patch(`/api/v1/conversations/${id}`, { status: "resolved" });
    await put({ messagesDays: 10 });
    t.clock.advance(9 * day);
    await t.app.retention.run();
    assert.deepEqual([await texts(open.id), await texts(resolved.id)], [["Open 1", "Open 2"], ["Resolved 1"]]);
    t.clock.advance(2 * day);
    await Promise.all([t.app.retention.run(), t.app.retention.run()]);
    assert.deepEqual([await texts(open.id), await texts(resolved.id)], [["Open 2"], []]);
    const shown = (await tenant.api.get(`/api/v1/conversations/${id}`)).body;
    assert.deepEqual([shown.lastMessage, shown.status], [null, "resolved"]);
    // The next conversation behaves like any other.
    await open.write("Open 3");
    await t.app.retention.run();
    assert.deepEqual(await texts(open.id), ["Open 3"]);
    await put({});
  });

  it("removes file contents, events and import reports by age", async () => {
    const person = t.simulator.customer("447708299001", "Files");
    await person.send(channel.externalId, { kind: "document", bytes: samplesOfMedia.get("image/png")?.bytes as Buffer, filename: "a.png" });
    await t.settle();
    const [message] = (await tenant.api.get("/api/v1/messages")).body.data;
    const made = await tenant.api.post("/api/v1/contacts/imports", { csv: "name\nNobody\n" });
    assert.equal(made.status, 200, made.text);
    await t.drain();
    const left = await tenant.api.post("/api/v1/contacts/imports", { csv: "name\nSomebody\n" });
    await t.app.database.worker({
      text: "update contact_imports set state = 'over_limit' where tenant_id = $1 and wire_id('imp', id) = $2",
      values: [tenant.id, left.body.id],
    });
    t.clock.advance(5 * day);
    await put({ mediaDays: 4, eventsDays: 4, importsDays: 4 });
    await tenant.api.post("/api/v1/contacts", { name: "Today" });
    await t.app.retention.run();
    await t.app.media.maintenance.run();
    assert.equal((await tenant.api.get(`/api/v1/media/${message.media[0].id}/info`)).body.status, "expired");
    assert.equal((await tenant.api.get(`/api/v1/messages/${message.id}`)).body.media[0].status, "expired");
    for (const { body } of [made, left])
      assert.equal((await tenant.api.get(`/api/v1/contacts/imports/${body.id}`)).status, 404, body.status);
    const events = (await tenant.api.get("/api/v1/events?limit=100")).body.data;
    assert.deepEqual(
      events.filter((event: any) => event.type.startsWith("contact.")).map((event: any) => event.type),
      ["contact.created"],
    );
  });

  it("removes audit entries, never younger than 90 days", async () => {
    await put({ auditDays: 90 });
    const entries = () =>
      t.app.database.worker<{ id: string }>({ text: "select id from audit_entries where tenant_id = $1", values: [tenant.id] });
    const kept = (await entries()).length;
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into audit_entries (tenant_id, id, actor_kind, actor_id, action, created_at)
         select $1, gen_random_uuid(), 'system', 'test', 'old', now() - n * interval '1 day' from unnest(array[89, 91, 400]) n`,
        [tenant.id],
      ),
    );
    await t.app.retention.run();
    assert.equal((await entries()).length, kept + 1);
  });

  it("refuses values out of range, and requires its scopes", async () => {
    for (const [body, field] of [
      [{ auditDays: 89 }, "auditDays"],
      [{ messagesDays: 0 }, "messagesDays"],
      [{ mediaDays: 1.5 }, "mediaDays"],
      [{ eventsDays: "7" }, "eventsDays"],
      [{ importsDays: 36_501 }, "importsDays"],
    ] as const) {
      const response = await tenant.api.put(path, body);
      assert.deepEqual([response.status, response.body.error?.details?.[0].field], [400, field], response.text);
    }
    const lacking = t.api(await t.key(tenant.id, { scopes: ["organization:read"] }));
    assert.deepEqual([(await lacking.get(path)).status, (await lacking.put(path, {})).status], [200, 403]);
    const headers = { "idempotency-key": "retention" };
    const [one, two] = [await tenant.api.put(path, { mediaDays: 9 }, headers), await tenant.api.put(path, { mediaDays: 9 }, headers)];
    assert.deepEqual([two.body, two.headers.get("idempotency-replayed")], [one.body, "true"]);
  });
});
