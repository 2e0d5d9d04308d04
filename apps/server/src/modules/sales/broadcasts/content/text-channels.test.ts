import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { startTestApp } from "../../../../../test/harness.ts";

// Nothing listens at this address: messages wait in the queue, which is all that matters here.
const t = await startTestApp({ env: { PHOTO_SOCIAL_API_URL: "http://127.0.0.1:9" } });
after(() => t.stop());

let accounts = 0;

/** A channel without templates, and people whose customer service window on it is open for this many more hours. */
async function setTextStage(people: { name: string | null; hours: number; fields?: object }[]) {
  const tenant = await t.tenant();
  const config = { accountId: `1784140000000000${++accounts}`, accessToken: "token", appSecret: "secret", verifyToken: "verify" };
  const channel = await t.vouchedChannel(tenant, { kind: "photo_social", name: "Photos", config });
  const ids: string[] = [];
  for (const [n, { name, hours, fields }] of people.entries()) {
    const made = await tenant.api.post("/api/v1/contacts", { ...(name === null ? {} : { name }), phone: `+44770099000${n}`, ...fields });
    assert.equal(made.status, 200, made.text);
    ids.push(made.body.id);
    const until = new Date(t.clock.now().getTime() + hours * 3_600_000);
    await t.app.database.withTenant(tenant.id, async (tx) => {
      await tx.query({
        text: `with person as (
                 insert into contact_identities (tenant_id, id, contact_id, kind, account, address, address_key, created_at)
                 select $1, gen_random_uuid(), c.id, 'photo_social', '', $3, '=' || $3, now() from contacts c
                  where c.tenant_id = $1 and wire_id('cnt', c.id) = $2
                 returning id, contact_id
               )
               insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status, last_message_at, window_expires_at,
                                          created_at, updated_at)
               select $1, gen_random_uuid(), ch.id, 'photo_social', p.contact_id, p.id, 'open', now(), $4, now(), now()
                 from person p, channels ch where ch.tenant_id = $1 and wire_id('chn', ch.id) = $5`,
        values: [tenant.id, made.body.id, `8800000000000${n}`, until, channel.id],
      });
    });
  }
  const body = { title: "News", channelId: channel.id, targetAudience: { all: true } };
  return { tenant, channelId: channel.id as string, ids, body };
}

describe("a broadcast on a channel without templates", () => {
  it("is a text, and only reaches contacts whose customer service window is open", async () => {
    const {
      tenant,
      channelId,
      ids: people,
      body,
    } = await setTextStage([
      { name: "Person 0", hours: 5 },
      { name: "Person 1", hours: -5 },
    ]);
    // Has no address on the channel, where a phone number is not one.
    people.push((await tenant.api.post("/api/v1/contacts", { name: "Stranger", phone: "+447700990009" })).body.id);
    const preview = await tenant.api.post("/api/v1/broadcasts/preview", { channelId, targetAudience: { all: true } });
    assert.deepEqual(preview.body.skips, { opted_out: 0, blocked: 0, no_identity: 1, window_closed: 1 });
    const long = await tenant.api.post("/api/v1/broadcasts", { ...body, messageContent: "x".repeat(60_000) });
    assert.deepEqual([long.status, long.body.error.details[0]], [400, { field: "messageContent.text", issue: "too_long" }]);
    const made = await tenant.api.post("/api/v1/broadcasts", { ...body, messageContent: "We open at nine." });
    assert.deepEqual([made.status, made.body.messageContent], [200, { text: "We open at nine." }]);
    const sent = await tenant.api.post(`/api/v1/broadcasts/${made.body.id}/send`, {});
    assert.equal(sent.status, 200, sent.text);
    await t.drain();
    const { data } = (await tenant.api.get(`/api/v1/broadcasts/${made.body.id}/recipients`)).body;
    const by = new Map(data.map((r: any) => [r.contactId, [r.status, r.reason]]));
    assert.deepEqual(
      people.map((id) => by.get(id)),
      [
        ["sending", null],
        ["skipped", "window_closed"],
        ["skipped", "no_identity"],
      ],
    );
    const message = (await tenant.api.get(`/api/v1/messages/${data.find((r: any) => r.status === "sending").messageId}`)).body;
    assert.deepEqual([message.type, message.text, message.status, message.to], ["text", "We open at nine.", "queued", "88000000000000"]);
    // Waiting messages are taken back on cancelling, and reported.
    assert.equal((await tenant.api.post(`/api/v1/broadcasts/${made.body.id}/cancel`, {})).status, 200);
    await t.drain();
    assert.equal((await tenant.api.get(`/api/v1/messages/${message.id}`)).body.status, "cancelled");
    const stats = (await tenant.api.get(`/api/v1/broadcasts/${made.body.id}/stats`)).body;
    assert.deepEqual([stats.counts.skipped, stats.counts.sending, stats.counts.pending], [3, 0, 0]);
  });

  it("reaches a person whose window was opened in another conversation than the unresolved one", async () => {
    const { tenant, body } = await setTextStage([{ name: "Person 0", hours: -5 }]);
    await t.app.database.withTenant(tenant.id, (tx) =>
      tx.query({
        text: `insert into conversations (tenant_id, id, channel_id, channel_kind, contact_id, identity_id, status, resolved_at, last_message_at,
                                          window_expires_at, created_at, updated_at)
               select c.tenant_id, gen_random_uuid(), c.channel_id, c.channel_kind, c.contact_id, c.identity_id, 'resolved', $2, $2, $3, c.created_at,
                      now() from conversations c where c.tenant_id = $1`,
        values: [tenant.id, t.clock.now(), new Date(t.clock.now().getTime() + 3_600_000)],
      }),
    );
    const made = await tenant.api.post("/api/v1/broadcasts", { ...body, messageContent: "We open at nine." });
    assert.equal((await tenant.api.post(`/api/v1/broadcasts/${made.body.id}/send`, {})).status, 200);
    await t.drain();
    const { data } = (await tenant.api.get(`/api/v1/broadcasts/${made.body.id}/recipients`)).body;
    assert.deepEqual(
      data.map((r: any) => [r.status, r.reason]),
      [["sending", null]],
    );
  });

  it("uses each contact's own fields or the fallback, and skips contacts who lack both", async () => {
    const { tenant, ids, body } = await setTextStage([
      { name: "Ada  Lovelace", hours: 5, fields: { customFields: { city: "London" } } },
      { name: null, hours: 5, fields: { customFields: { city: "Paris" } } },
      { name: "Grace Hopper", hours: 5 },
      { name: "{{contact.phone}}", hours: 5, fields: { customFields: { city: "$& {{x}}" } } },
      { name: "Long", hours: 5, fields: { customFields: { city: "y".repeat(900) } } },
    ]);
    const messageContent = `Hello {{ contact.firstName | there }}, {{contact.customFields.city}} calls.${" Come!".repeat(20)}`;
    const made = await tenant.api.post("/api/v1/broadcasts", { ...body, messageContent });
    assert.deepEqual([made.status, made.body.messageContent], [200, { text: messageContent }]);
    assert.equal((await tenant.api.post(`/api/v1/broadcasts/${made.body.id}/send`, {})).status, 200);
    await t.drain();
    const { data } = (await tenant.api.get(`/api/v1/broadcasts/${made.body.id}/recipients`)).body;
    const by = new Map<string, any>(data.map((r: any) => [r.contactId, r]));
    assert.deepEqual(
      ids.map((id) => [by.get(id).status, by.get(id).reason]),
      [
        ["sending", null],
        ["sending", null],
        ["skipped", "missing_variable"],
        ["sending", null],
        ["skipped", "too_long"],
      ],
    );
    const textOf = async (id: string) => (await tenant.api.get(`/api/v1/messages/${by.get(id).messageId}`)).body.text.slice(0, 45);
    assert.equal(await textOf(ids[0] as string), "Hello Ada, London calls. Come! Come! Come! Co");
    assert.equal(await textOf(ids[1] as string), "Hello there, Paris calls. Come! Come! Come! C");
    // Customers' names are not templates: they are inserted verbatim.
    assert.equal(await textOf(ids[3] as string), "Hello {{contact.phone}}, $& {{x}} calls. Come");
  });

  it("is refused for an unknown variable, naming its position", async () => {
    const { tenant, body } = await setTextStage([{ name: "Ada", hours: 5 }]);
    for (const [text, issue, place] of [
      ["Hi {{contact.nmae}}", "unknown", 4],
      ["\u{1f44b} {{name}}", "unknown", 3],
      ["Hi {{contact.customFields.}}", "unknown", 4],
      ["Hi {{contact.constructor}}", "unknown", 4],
      ["Hi {{}}", "unknown", 4],
      ["Hi {{contact.name", "invalid_format", 4],
      ["Hi contact.name}}", "invalid_format", 16],
    ] as const) {
      const response = await tenant.api.post("/api/v1/broadcasts", { ...body, messageContent: { text } });
      assert.deepEqual([response.status, response.body.error?.details], [422, [{ field: "messageContent.text", issue }]], text);
      assert.match(response.body.error.message, new RegExp(`\\(character ${place}\\)`), text);
    }
    const made = await tenant.api.post("/api/v1/broadcasts", { ...body, messageContent: "Hi {{contact.name|}}" });
    const path = `/api/v1/broadcasts/${made.body.id}`;
    assert.equal((await tenant.api.patch(path, { messageContent: "Hi {{contact.nmae}}" })).status, 422);
    assert.deepEqual((await tenant.api.get(path)).body.messageContent, { text: "Hi {{contact.name|}}" });
  });
});
