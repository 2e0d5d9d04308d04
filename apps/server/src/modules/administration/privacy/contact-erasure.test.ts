import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { parseWireId } from "#platform/ids/ids.ts";
import { openTransaction, untilWaiting } from "../../../../test/database/locks.ts";
import { ok } from "../../../../test/responses.ts";
import { startContacts } from "../../../../test/contacts.ts";
import { dumpAll, placesOf } from "../../../../test/fixtures/dump.ts";
import { type TestTenant, unknownId } from "../../../../test/harness.ts";
import { sealOf } from "./seal.ts";

const { t, tenant, channel, number, writer } = await startContacts("4477081");

const erase = (own: TestTenant, id: string, headers?: Record<string, string>) =>
  own.api.post(`/api/v1/contacts/${id}/erase`, { confirm: "erase" }, headers);
const get = async (own: TestTenant, id: string) => (await own.api.get(`/api/v1/privacy/requests/${id}`)).body;

describe("the erasure of a contact", () => {
  it("leaves no name, number or words of the person in the database, the files and the log", async () => {
    const mark = `zq${randomBytes(5).toString("hex")}`;
    const own = await writer(mark, `Words ${mark}`);
    assert.notDeepEqual(placesOf(await dumpAll(t), mark), []);
    const asked = await ok(erase(tenant, own.id));
    await t.settle();
    assert.equal((await get(tenant, asked.id)).status, "completed");
    const left = await dumpAll(t);
    assert.deepEqual([placesOf(left, mark), placesOf(left, own.waId)], [[], []]);
  });

  it("restarts an export of contacts, including the piece that is just being written", async () => {
    const { api, id: tenantId } = tenant;
    const person = await writer("Exported");
    const { id } = await ok(api.post("/api/v1/contacts/exports", {}));
    const uuid = parseWireId("exp", id);
    const writing = await openTransaction(t.database);
    await writing.query("select 1 from contact_exports where tenant_id = $1 and id = $2 for update", [tenantId, uuid]);
    await writing.query("insert into contact_export_chunks (tenant_id, export_id, n, start_bytes, bytes) values ($1, $2, 0, 0, $3)", [
      tenantId,
      uuid,
      Buffer.from("Exported\r\n"),
    ]);
    await writing.query("update contact_exports set next_chunk = 1, contact_count = 1, size_bytes = 10 where tenant_id = $1 and id = $2", [
      tenantId,
      uuid,
    ]);
    const asked = await ok(erase(tenant, person.id));
    const erasing = t.drain(["privacy requests"]);
    await untilWaiting(t.database, 1);
    await writing.release();
    await erasing;
    await t.settle();
    assert.equal((await get(tenant, asked.id)).status, "completed");
    assert.equal((await ok(api.get(`/api/v1/contacts/exports/${id}`))).status, "completed");
    const chunks = await t.app.database.worker<{ text: string }>({
      text: "select convert_from(bytes, 'UTF8') as text from contact_export_chunks where tenant_id = $1 and export_id = $2",
      values: [tenantId, uuid],
    });
    assert.equal(chunks.length, 1);
    assert.ok(!chunks[0]?.text.includes("Exported"));
  });

  it("keeps a file of the team that a canned reply has, and removes the one that only the person got", async () => {
    const { api } = tenant;
    const person = await writer("Receiver");
    const upload = async (filename: string) =>
      (await ok(api.post("/api/v1/media", { url: `${t.url}/health/live`, filename }))).id as string;
    const [terms, offer] = [await upload("terms.txt"), await upload("offer.txt")];
    const reply = await ok(
      api.post("/api/v1/canned-replies", { shortcut: "terms", title: "Terms", content: "Our terms", mediaIds: [terms] }),
    );
    for (const mediaId of [terms, offer])
      await ok(api.post("/api/v1/messages", { channelId: channel.id, to: person.waId, type: "document", content: { mediaId } }));
    await t.settle();
    const asked = await ok(erase(tenant, person.id));
    await t.settle();
    assert.equal((await get(tenant, asked.id)).status, "completed");
    const status = async (id: string) => (await api.get(`/api/v1/media/${id}`)).status;
    assert.deepEqual([await status(terms), await status(offer)], [200, 404]);
    assert.deepEqual((await ok(api.get(`/api/v1/canned-replies/${reply.id}`))).mediaIds, [terms]);
  });

  it("treats later messages from the same number as a new contact's", async () => {
    const old = await writer("Anew");
    const asked = await ok(erase(tenant, old.id));
    await old.send("Before it is done");
    await t.settle();
    assert.equal((await get(tenant, asked.id)).status, "completed");
    await old.send("Afterwards");
    await t.settle();
    const [fresh] = (await ok(tenant.api.get(`/api/v1/contacts?phone=${old.waId}`))).data;
    assert.notEqual(fresh.id, old.id);
    const { data } = await ok(tenant.api.get(`/api/v1/messages?contactId=${fresh.id}`));
    assert.deepEqual(data.map((message: any) => message.text).sort(), ["Afterwards", "Before it is done"]);
    assert.deepEqual([fresh.optIn, fresh.blockedAt], ["unknown", null]);
  });

  it("takes an address that a message is giving to the contact at that moment", async () => {
    const [known, waId] = [await writer("Known"), number()];
    const { id } = await ok(tenant.api.post("/api/v1/contacts", { name: "First message", phone: `+${waId}` }));
    const [contactId, identityId] = [parseWireId("cnt", id), t.app.ids.uuid()];
    const receiving = await openTransaction(t.database);
    await receiving.query("select 1 from contacts where tenant_id = $1 and id = $2 for no key update", [tenant.id, contactId]);
    await receiving.query(
      `insert into contact_identities (tenant_id, id, contact_id, kind, account, address, address_key, provider_user_id, display_name, created_at)
       select $1, $2, c.id, o.kind, o.account, $5, c.phone_key, 'of ' || $5, 'First message', now()
         from contacts c, contact_identities o where c.tenant_id = $1 and c.id = $3 and o.tenant_id = $1 and o.contact_id = $4`,
      [tenant.id, identityId, contactId, parseWireId("cnt", known.id), waId],
    );
    const erasing = ok(erase(tenant, id));
    await untilWaiting(t.database, 1);
    await receiving.release();
    const asked = await erasing;
    const left = await t.app.database.worker({
      text: "select address, address_key, provider_user_id, display_name from contact_identities where tenant_id = $1 and id = $2",
      values: [tenant.id, identityId],
    });
    assert.deepEqual(left, [{ address: null, address_key: null, provider_user_id: `erased ${identityId}`, display_name: null }]);
    await t.simulator.customer(waId, "Anew").sendText(channel.externalId, "Afterwards");
    await t.settle();
    assert.equal((await get(tenant, asked.id)).status, "completed");
    const [fresh] = (await ok(tenant.api.get(`/api/v1/contacts?phone=${waId}`))).data;
    assert.notEqual(fresh.id, id);
    assert.equal(fresh.name, "Anew");
  });

  it("waits for messages in flight, and sends nothing more", async () => {
    const own = await writer("Sending");
    const [message] = await Promise.all([
      ok(tenant.api.post("/api/v1/messages", { channelId: channel.id, to: own.waId, type: "text", text: "On its way" })),
    ]);
    const wire = message.id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    // As if a process had claimed the dispatch and was calling the platform.
    const lease = (ms: number) =>
      t.app.database.worker({
        text: "update outbound_dispatches set state = 'sending', lease_until = $3 where tenant_id = $1 and message_id = $2",
        values: [tenant.id, wire, new Date(t.clock.now().getTime() + ms)],
      });
    await lease(60_000);
    const asked = await ok(erase(tenant, own.id));
    const sent = await tenant.api.post("/api/v1/messages", {
      conversationId: message.conversationId,
      channelId: channel.id,
      to: own.waId,
      type: "text",
      text: "More",
    });
    await t.drain();
    const waiting = await get(tenant, asked.id);
    assert.deepEqual([waiting.status, waiting.removed.messages], ["running", undefined]);
    t.clock.advance(61_000);
    await t.settle();
    t.clock.advance(3_000);
    await t.settle();
    assert.equal((await get(tenant, asked.id)).status, "completed", sent.text);
    assert.deepEqual(
      t.simulator.sentTo(own.waId).filter((call: any) => JSON.stringify(call).includes("On its way")),
      [],
    );
  });

  it("refuses changes, merges and a second erasure meanwhile", async () => {
    const [own, other] = [await writer("Busy"), await writer("Beside")];
    await ok(erase(tenant, own.id));
    const path = `/api/v1/contacts/${own.id}`;
    for (const response of [
      await tenant.api.patch(path, { name: "Back" }),
      await tenant.api.post(`${path}/merge`, { contactId: other.id }),
      await tenant.api.post(`/api/v1/contacts/${other.id}/merge`, { contactId: own.id }),
      await tenant.api.post("/api/v1/deals", { title: "More", contactId: own.id }),
      await erase(tenant, own.id),
    ])
      assert.deepEqual([response.status, response.body.error?.code], [409, "conflict"], response.text);
    await t.settle();
    assert.equal((await erase(tenant, own.id)).status, 404);
    assert.equal((await ok(tenant.api.get(`/api/v1/contacts/${other.id}`))).name, "Beside");
  });

  it("seals its report on top of the previous one", async () => {
    const own = await t.tenant();
    const reports = [];
    for (const name of ["Ada", "Bob"]) {
      const { id } = await ok(own.api.post("/api/v1/contacts", { name }));
      const asked = await ok(erase(own, id));
      await t.drain();
      reports.push(await get(own, asked.id));
    }
    const [one, two] = reports as [any, any];
    assert.deepEqual([one.seal.number, one.seal.previous, two.seal.number, two.seal.previous], [1, null, 2, one.seal.sha256]);
    const text = JSON.stringify([
      2,
      one.seal.sha256,
      two.id,
      two.contactId,
      two.createdAt,
      two.finishedAt,
      { contacts: { deleted: 1 }, event_log: { deleted: 1 } },
    ]);
    assert.deepEqual(two.removed, { contacts: { deleted: 1 }, event_log: { deleted: 1 } });
    assert.equal(two.seal.sha256, createHash("sha256").update(text).digest("hex"));
    const uuid = "01999999-9999-7999-8999-999999999999";
    const row = { id: uuid, contact_id: uuid, created_at: new Date(0) };
    const base = { number: 1, previous: null, finishedAt: new Date(0), removed: { a: { deleted: 1 }, b: { blanked: 2 } } };
    assert.ok(sealOf(row, base).equals(sealOf(row, { ...base, removed: { b: { blanked: 2 }, a: { deleted: 1 } } })));
    assert.ok(!sealOf(row, base).equals(sealOf(row, { ...base, removed: { a: { deleted: 2 }, b: { blanked: 2 } } })));
  });

  it("is refused without its confirmation, its scope, or the contact; a repetition returns the same request", async () => {
    const { id } = await ok(tenant.api.post("/api/v1/contacts", { name: "Stays" }));
    const path = `/api/v1/contacts/${id}/erase`;
    for (const [body, status] of [
      [{}, 400],
      [{ confirm: 1 }, 400],
      [{ confirm: "yes" }, 400],
    ] as const) {
      const response = await tenant.api.post(path, body);
      assert.deepEqual([response.status, response.body.error?.details?.[0].field], [status, "confirm"], response.text);
    }
    // The request destroys more than the contact.
    const lacking = t.api(await t.key(tenant.id, { scopes: ["contacts:read", "contacts:write", "messages:read"] }));
    const refused = await lacking.post(path, { confirm: "erase" });
    assert.deepEqual([refused.status, refused.body.error.details[0].field], [403, "organization:write"]);
    const agent = await t.person(tenant.id, { role: "supervisor" });
    for (const response of [
      await agent.api.post(path, { confirm: "erase" }),
      await agent.api.post(`/api/v1/contacts/${id}/export`),
      await agent.api.get("/api/v1/privacy/requests"),
    ])
      assert.equal(response.status, 403);
    const foreign = await t.tenant();
    for (const wire of [id, unknownId("cnt"), "x"]) assert.equal((await erase(foreign, wire)).status, 404);
    assert.equal((await ok(tenant.api.get(`/api/v1/contacts/${id}`))).name, "Stays");

    const admin = await t.person(tenant.id, { role: "admin" });
    const headers = { "idempotency-key": `erase ${id}` };
    const [one, two] = [
      await admin.api.post(path, { confirm: "erase" }, headers),
      await admin.api.post(path, { confirm: "erase" }, headers),
    ];
    assert.equal(one.status, 200, one.text);
    assert.deepEqual([two.body, two.headers.get("idempotency-replayed")], [one.body, "true"]);
    await t.settle();
    assert.deepEqual((await admin.api.post(path, { confirm: "erase" }, headers)).body, one.body);
    for (const wire of [one.body.id, unknownId("prq"), "x"])
      for (const more of ["", "/file"]) assert.equal((await foreign.api.get(`/api/v1/privacy/requests/${wire}${more}`)).status, 404);
    assert.equal((await tenant.api.get(`/api/v1/privacy/requests/${one.body.id}/file`)).status, 404);
    const page = await ok(tenant.api.get("/api/v1/privacy/requests?limit=1&kind=contact_erasure"));
    const rest = await ok(
      tenant.api.get(`/api/v1/privacy/requests?limit=1&kind=contact_erasure&cursor=${encodeURIComponent(page.pageInfo.nextCursor)}`),
    );
    assert.deepEqual([page.data[0].id, rest.data.length], [one.body.id, 1]);
    assert.equal((await ok(tenant.api.get(`/api/v1/privacy/requests?contactId=${id}`))).data.length, 1);
    for (const filter of ["contactId=x", `contactId=${unknownId("cnt")}`])
      assert.deepEqual((await ok(tenant.api.get(`/api/v1/privacy/requests?${filter}`))).data, []);
  });
});
