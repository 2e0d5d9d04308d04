import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { parseWireId } from "#platform/ids/ids.ts";
import { ok } from "../../../../test/responses.ts";
import { startContacts } from "../../../../test/contacts.ts";
import { dumpAll, placesOf } from "../../../../test/fixtures/dump.ts";
import { startTestApp, type TestTenant } from "../../../../test/harness.ts";
import { samplesOfMedia } from "../../../../test/fixtures/media-samples.ts";
import { dataMap } from "../../../../test/database/tables.ts";

const { t, tenant, channel, number, writer } = await startContacts("4477081");

/** Answers every delivery by echoing it. */
const echo = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += String(chunk);
  });
  request.on("end", () => response.writeHead(200).end(body));
});
await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
after(() => echo.close());
const echoUrl = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/hook`;

const png = (mark: string) => Buffer.concat([samplesOfMedia.get("image/png")?.bytes as Buffer, Buffer.from(mark)]);

async function upload(own: TestTenant, filename: string, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), filename);
  const response = await fetch(`${t.url}/api/v1/media`, { method: "POST", body: form, headers: { authorization: `Bearer ${own.key}` } });
  assert.equal(response.status, 200);
  return ((await response.json()) as { id: string }).id;
}

const erase = (own: TestTenant, id: string, headers?: Record<string, string>) =>
  own.api.post(`/api/v1/contacts/${id}/erase`, { confirm: "erase" }, headers);
const get = async (own: TestTenant, id: string) => (await own.api.get(`/api/v1/privacy/requests/${id}`)).body;

/** A person with a canary value in every field that takes one, and data that must stay. */
async function plant() {
  const marks: Record<string, string> = {};
  const mark = (place: string) => {
    marks[place] = `zq${place}${randomBytes(5).toString("hex")}`.toLowerCase();
    return marks[place];
  };
  const waId = number();
  marks["phone"] = waId;
  const { api } = tenant;
  const person = t.simulator.customer(waId, mark("profile"));
  const webhook = await ok(
    api.post("/api/v1/webhooks", { url: echoUrl, events: ["message.received", "contact.updated", "contact.erased"] }),
  );
  await person.sendText(channel.externalId, `How about ${mark("question")}`);
  await t.settle();
  const [contact] = (await ok(api.get(`/api/v1/contacts?phone=${waId}`))).data;
  await ok(api.get(`/api/v1/knowledge/search?q=${encodeURIComponent(`How about ${marks["question"]}`)}&record=true`));
  await person.send(channel.externalId, {
    kind: "document",
    bytes: png(mark("bytes")),
    filename: `${mark("filename")}.png`,
    caption: mark("caption"),
  });
  await t.settle();
  await ok(api.post("/api/v1/contact-fields", { key: "plan", label: "Plan", type: "text" }));
  await ok(
    api.patch(
      `/api/v1/contacts/${contact.id}`,
      { name: mark("name"), email: `${mark("email")}@x.org`, tags: [mark("tag")], customFields: { plan: mark("field") } },
      { "idempotency-key": `patch ${waId}` },
    ),
  );
  const conversation = (await ok(api.get(`/api/v1/conversations?contactId=${contact.id}`))).data[0].id;
  await ok(api.post(`/api/v1/conversations/${conversation}/notes`, { text: mark("note") }));
  const sent = await upload(tenant, `${mark("sentname")}.png`, png(mark("sentbytes")));
  const shared = await upload(tenant, "catalogue.png", png("catalogue"));
  const send = (body: object) => ok(api.post("/api/v1/messages", { channelId: channel.id, to: waId, ...body }));
  await send({ type: "text", text: mark("reply"), clientReference: mark("reference") });
  await send({ type: "image", content: { mediaId: sent } });
  await send({ type: "image", content: { mediaId: shared } });
  await t.settle();
  const { id: pipelineId } = (await ok(api.get("/api/v1/pipelines"))).data[0];
  await ok(api.post("/api/v1/deals", { title: mark("deal"), contactId: contact.id, pipelineId, conversationId: conversation }));
  await ok(
    api.post("/api/v1/orders", {
      number: mark("order"),
      contactId: contact.id,
      currency: "EUR",
      note: mark("ordernote"),
      items: [{ name: mark("item"), quantity: 1, unitPrice: 2 }],
    }),
  );
  const ticket = await ok(
    api.post("/api/v1/tickets", { subject: mark("ticket"), description: mark("description"), contactId: contact.id }),
  );
  await ok(api.post(`/api/v1/tickets/${ticket.id}/comments`, { text: mark("comment") }));
  // Merged into the person: known by another number and name.
  const merged = await ok(api.post("/api/v1/contacts", { name: mark("merged"), phone: `+${(marks["phone2"] = number())}` }));
  await ok(api.post(`/api/v1/contacts/${contact.id}/merge`, { contactId: merged.id }));
  await ok(api.post("/api/v1/contacts/imports", { csv: `name,phone\nsomebody,+${waId}\n` }));
  await ok(api.post("/api/v1/contacts/exports", {}));
  await ok(api.post(`/api/v1/contacts/${contact.id}/export`));
  await t.settle();
  // From a sign-up form, and asked for a rating.
  await withClient(t.database.admin, async (admin) => {
    for (const [contactId, answer] of [
      [parseWireId("cnt", contact.id), mark("submission")],
      [null, `${mark("otherform")}, call me at +${waId}`],
    ])
      await admin.query(
        `insert into form_submissions (tenant_id, id, form_slug, form_title, answers, target, status, nonce, fingerprint, contact_id, created_at, updated_at)
         values ($1, gen_random_uuid(), 'talk', 'Talk to us', $2, '{"kind": "create_contact"}', 'new', $3, '', $4, now(), now())`,
        [tenant.id, JSON.stringify([{ key: "words", label: "Words", type: "text", value: answer }]), randomBytes(16), contactId],
      );
    await admin.query(
      `insert into csat_surveys (tenant_id, id, conversation_id, resolved_at, rating, answered_at, comment, commented_at, created_at)
       values ($1, gen_random_uuid(), $2, now(), 5, now(), $3, now(), now())`,
      [tenant.id, parseWireId("conv", conversation), mark("rating")],
    );
  });
  await withClient(t.database.admin, (admin) =>
    admin.query(
      `insert into inbound_events (tenant_id, channel_id, provider_event_id, seq, rank, payload, state, run_at, last_error, received_at)
       values ($1, $1, $2, gen_random_uuid(), 1, $3, 'failed', now(), $4, now())`,
      [tenant.id, randomBytes(6).toString("hex"), JSON.stringify({ from: waId, text: mark("raw") }), `could not read ${mark("rawerror")}`],
    ),
  );
  return { marks, contact, person, waId, conversation, shared, webhook };
}

describe("the erasure of a contact", () => {
  it("leaves nothing of the person anywhere: database, files, log", async () => {
    const bystander = await writer("Bystander", "Hello there");
    const { marks, contact, shared, webhook, conversation } = await plant();
    await ok(
      tenant.api.post("/api/v1/messages", { channelId: channel.id, to: bystander.waId, type: "image", content: { mediaId: shared } }),
    );
    await t.settle();
    const before = await dumpAll(t);
    for (const [place, text] of Object.entries(marks)) assert.notDeepEqual(placesOf(before, text), [], `no canary at ${place}`);
    const others = await tenant.api.get(`/api/v1/messages?contactId=${bystander.id}`);

    const asked = await ok(erase(tenant, contact.id));
    assert.deepEqual([asked.kind, asked.status, asked.contactId, asked.seal], ["contact_erasure", "queued", contact.id, null]);
    const blank = await ok(tenant.api.get(`/api/v1/contacts/${contact.id}`));
    assert.deepEqual([blank.name, blank.phone, blank.email, blank.tags, blank.customFields], [null, null, null, [], {}]);
    await t.settle();

    const done = await get(tenant, asked.id);
    assert.equal(done.status, "completed", JSON.stringify(done));
    for (const path of [`contacts/${contact.id}`, `conversations/${conversation}`, `contacts/${contact.id}/merges`])
      assert.equal((await tenant.api.get(`/api/v1/${path}`)).status, 404, path);
    const left = await dumpAll(t);
    for (const [place, text] of Object.entries(marks)) assert.deepEqual(placesOf(left, text), [], `the canary of ${place}`);

    // Everything it reports as removed is removed, and every table it names is in the data map.
    assert.deepEqual(
      [done.removed.contacts, done.removed.deals, done.removed.orders, done.removed.tickets],
      [{ deleted: 2 }, { deleted: 1 }, { deleted: 1 }, { deleted: 1 }],
    );
    assert.deepEqual([done.removed.messages, done.removed.media_contents], [{ deleted: 6 }, { deleted: 2 }]);
    for (const table of Object.keys(done.removed)) assert.ok(Object.hasOwn(dataMap, table), table);

    // Other contacts are unchanged, including the file that both received.
    assert.deepEqual((await tenant.api.get(`/api/v1/messages?contactId=${bystander.id}`)).text, others.text);
    assert.equal((await tenant.api.get(`/api/v1/media/${shared}`)).status, 200);
    // Webhook endpoints are informed.
    const { data } = await ok(tenant.api.get(`/api/v1/webhooks/${webhook.id}/deliveries`));
    assert.deepEqual(
      data.map((delivery: any) => [delivery.eventType, delivery.state]),
      [["contact.erased", "delivered"]],
    );
  });

  it("continues after its process was killed, with another process active, and with messages arriving", async () => {
    const own = await writer("Much");
    const [{ id: conversation }] = (await ok(tenant.api.get(`/api/v1/conversations?contactId=${own.id}`))).data;
    await withClient(t.database.admin, (admin) =>
      admin.query(
        `insert into messages (tenant_id, id, conversation_id, channel_id, contact_id, direction, type, text, status, author_kind, reply_to_id, occurred_at, created_at)
         select m.tenant_id, gen_random_uuid(), m.conversation_id, m.channel_id, m.contact_id, 'inbound', 'text', 'Many ' || n, 'received', 'contact', m.id,
                m.occurred_at, m.created_at
           from messages m, generate_series(1, 1700) n where m.tenant_id = $1 and wire_id('conv', m.conversation_id) = $2`,
        [tenant.id, conversation],
      ),
    );
    const asked = await ok(erase(tenant, own.id));
    await t.app.database.worker({
      text: "update privacy_requests set state = 'leased', attempts = attempts + 1, lease_until = $2 where tenant_id = $1 and state = 'ready'",
      values: [tenant.id, new Date(t.clock.now().getTime() + 60_000)],
    });
    await t.drain();
    assert.equal((await get(tenant, asked.id)).status, "running");
    t.clock.advance(61_000);
    const twin = await startTestApp({ sharing: t });
    const both = [t, twin].map((one) => one.drain(["privacy requests"]));
    await Promise.all([...both, own.send("In between 1"), own.send("In between 2")]);
    await twin.stop();
    await t.settle();
    const done = await get(tenant, asked.id);
    assert.equal(done.status, "completed", JSON.stringify(done));
    assert.equal(done.removed.messages.deleted, 1701);
    const left = await dumpAll(t);
    assert.deepEqual(placesOf(left, "Many 1699"), []);
    assert.deepEqual(
      await t.app.database.worker({
        text: "select 1 from messages where tenant_id = $1 and contact_id::text = $2",
        values: [tenant.id, own.id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")],
      }),
      [],
    );
    const [fresh] = (await ok(tenant.api.get(`/api/v1/contacts?phone=${own.waId}`))).data;
    const { data } = await ok(tenant.api.get(`/api/v1/messages?contactId=${fresh.id}`));
    assert.deepEqual(data.map((message: any) => message.text).sort(), ["In between 1", "In between 2"]);
  });

  it("and a concurrent merge: one waits for the other, and nothing is left between them", async () => {
    for (const round of [1, 2, 3]) {
      const [own, other] = [await writer(`Race ${round}`), await writer(`Zqrace${round}`)];
      const [erased, merged] = await Promise.all([
        erase(tenant, own.id),
        tenant.api.post(`/api/v1/contacts/${own.id}/merge`, { contactId: other.id }),
      ]);
      assert.equal(erased.status, 200, erased.text);
      assert.ok([200, 409].includes(merged.status), merged.text);
      await t.settle();
      assert.equal((await get(tenant, erased.body.id)).status, "completed");
      const found = await tenant.api.get(`/api/v1/contacts/${other.id}`);
      assert.equal(found.status, merged.status === 200 ? 404 : 200);
    }
  });
});
