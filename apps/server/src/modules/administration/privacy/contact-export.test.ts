import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { startContacts } from "../../../../test/contacts.ts";
import { startTestApp, unknownId } from "../../../../test/harness.ts";
import { samplesOfMedia } from "../../../../test/fixtures/media-samples.ts";

const { t, tenant, channel, number, writer } = await startContacts("4477083");
const path = (id: string) => `/api/v1/contacts/${id}/export`;
const get = async (id: string) => (await tenant.api.get(`/api/v1/privacy/requests/${id}`)).body;
/** Each line is JSON; the file as a whole is not. */
async function file(id: string) {
  const response = await fetch(`${t.url}/api/v1/privacy/requests/${id}/file`, { headers: { authorization: `Bearer ${tenant.key}` } });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, code: response.status === 200 ? null : JSON.parse(text).error.code };
}
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("the export of a contact", () => {
  it("contains everything kept about the person, files included, and nothing about others", async () => {
    await writer("Somebody else", "Not of the person");
    const person = t.simulator.customer(number(), "Ada");
    const bytes = Buffer.concat([samplesOfMedia.get("image/png")?.bytes as Buffer, randomBytes(1_300_000)]);
    await person.sendText(channel.externalId, "Hello\nthere");
    await person.send(channel.externalId, { kind: "document", bytes, filename: "plan.png" });
    await t.settle();
    const [contact] = (await tenant.api.get(`/api/v1/contacts?phone=${person.waId}`)).body.data;
    const [conversation] = (await tenant.api.get(`/api/v1/conversations?contactId=${contact.id}`)).body.data;
    await tenant.api.post(`/api/v1/conversations/${conversation.id}/notes`, { text: "A note" });
    await tenant.api.post("/api/v1/deals", { title: "A deal", contactId: contact.id });
    await tenant.api.post("/api/v1/orders", {
      contactId: contact.id,
      currency: "EUR",
      items: [{ name: "Desk", quantity: 1, unitPrice: 2 }],
    });
    const ticket = (await tenant.api.post("/api/v1/tickets", { subject: "A ticket", contactId: contact.id })).body;
    await tenant.api.post(`/api/v1/tickets/${ticket.id}/comments`, { text: "A comment" });
    const merged = (await tenant.api.post("/api/v1/contacts", { name: "Ada too" })).body.id;
    await tenant.api.post(`/api/v1/contacts/${contact.id}/merge`, { contactId: merged });

    const asked = await tenant.api.post(path(contact.id));
    assert.deepEqual([asked.status, asked.body.status, asked.body.url], [200, "queued", null], asked.text);
    assert.equal((await file(asked.body.id)).code, "conflict");
    const twin = await startTestApp({ sharing: t });
    await Promise.all([t, twin].map((one) => one.drain(["privacy requests"])));
    await t.drain();
    await twin.stop();
    const done = await get(asked.body.id);
    assert.equal(done.status, "completed", JSON.stringify(done));
    assert.equal(done.url, `/api/v1/privacy/requests/${done.id}/file`);
    const answer = await file(done.id);
    assert.equal(Buffer.byteLength(answer.text), done.sizeBytes);
    assert.match(answer.headers.get("content-disposition") ?? "", /^attachment; filename="contact-/);
    const lines = linesOf(answer.text);
    const of = (record: string) => lines.filter((line) => line.record === record);
    assert.equal(lines[0].contactId, contact.id);
    assert.deepEqual(
      of("contact")
        .map((line) => line.name)
        .sort(),
      ["Ada", "Ada too"],
    );
    assert.deepEqual(
      of("message").map((line) => line.text),
      ["Hello\nthere", null, "A note"],
    );
    assert.deepEqual(
      [of("deal")[0].title, of("order")[0].items[0].name, of("ticket")[0].comments[0].text, of("conversation")[0].id],
      ["A deal", "Desk", "A comment", conversation.id],
    );
    const parts = of("media");
    assert.deepEqual([parts.length, parts[0].filename, parts[0].sizeBytes], [3, "plan.png", bytes.length]);
    assert.ok(Buffer.concat(parts.map((part) => Buffer.from(part.base64, "base64"))).equals(bytes));
    assert.ok(!answer.text.includes("Not of the person"));
  });

  it("expires after seven days, with its content", async () => {
    const { id } = await writer("Short");
    const asked = (await tenant.api.post(path(id))).body.id;
    await t.drain();
    t.clock.advance(7 * 86_400_000 - 1_000);
    await t.drain();
    assert.equal((await file(asked)).status, 200);
    t.clock.advance(1_000);
    assert.equal((await file(asked)).code, "conflict");
    await t.drain();
    assert.deepEqual([(await get(asked)).status, (await get(asked)).url], ["expired", null]);
    assert.deepEqual(
      await t.app.database.worker({ text: "select 1 from privacy_export_chunks where tenant_id = $1", values: [tenant.id] }),
      [],
    );
  });

  it("is created once by a replay, refused for a merged contact, 404 for another tenant's, and needs its scope", async () => {
    const { id } = await writer("Once");
    const headers = { "idempotency-key": `export ${id}` };
    const [one, two] = [await tenant.api.post(path(id), undefined, headers), await tenant.api.post(path(id), undefined, headers)];
    assert.deepEqual([two.body, two.headers.get("idempotency-replayed")], [one.body, "true"]);
    const { id: merged } = (await tenant.api.post("/api/v1/contacts", { name: "Merged" })).body;
    await tenant.api.post(`/api/v1/contacts/${id}/merge`, { contactId: merged });
    const refused = await tenant.api.post(path(merged));
    assert.deepEqual([refused.status, refused.body.error.details[0].id], [409, id]);
    const foreign = await t.tenant();
    for (const wire of [id, unknownId("cnt"), "x"]) assert.equal((await foreign.api.post(path(wire))).status, 404);
    const lacking = t.api(await t.key(tenant.id, { scopes: ["contacts:write"] }));
    assert.equal((await lacking.post(path(id))).status, 403);
    await t.drain();
  });

  it("and its file require every scope whose records it contains, and the error names the missing ones", async () => {
    const { id } = await writer("Guarded");
    const asked = (await tenant.api.post(path(id))).body.id;
    await t.drain();
    const scopes = ["contacts:read", "conversations:read", "messages:read", "media:read", "pipeline:read", "tickets:read", "voice:read"];
    const all = t.api(await t.key(tenant.id, { scopes }));
    assert.equal((await all.get(`/api/v1/privacy/requests/${asked}`)).status, 200);
    for (const missing of [...scopes.map((scope) => [scope]), scopes.slice(1)]) {
      const some = t.api(await t.key(tenant.id, { scopes: ["labels:read", ...scopes.filter((scope) => !missing.includes(scope))] }));
      for (const response of [await some.post(path(id)), await some.get(`/api/v1/privacy/requests/${asked}/file`)]) {
        assert.deepEqual(
          [response.status, response.body.error?.code, response.body.error?.details],
          [403, "insufficient_scope", missing.map((field) => ({ field, issue: "missing_scope" }))],
          response.text,
        );
      }
    }
    assert.equal((await all.post(path(id))).status, 200);
    await t.drain();
  });
});
