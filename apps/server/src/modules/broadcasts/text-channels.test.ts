import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { startTestApp } from "../../../test/harness.ts";

// Nobody answers there: what is made waits in the queue, which is all that matters here.
const t = await startTestApp({ env: { PHOTO_SOCIAL_API_URL: "http://127.0.0.1:9" } });
after(() => t.stop());

describe("a broadcast on a channel without templates", () => {
  it("is a text, which only reaches people whose window is open", async () => {
    const tenant = await t.tenant();
    const config = { accountId: "17841400000000001", accessToken: "token", appSecret: "secret", verifyToken: "verify" };
    const channel = await tenant.api.post("/api/v1/channels", { kind: "photo_social", name: "Photos", config });
    assert.equal(channel.status, 200, channel.text);
    const people: string[] = [];
    for (const [n, hours] of [5, -5].entries()) {
      const contact = (await tenant.api.post("/api/v1/contacts", { name: `Person ${n}`, phone: `+44770099000${n}` })).body.id;
      people.push(contact);
      await t.app.database.withTenant(tenant.id, async (tx) => {
        const values = [tenant.id, contact, `8800000000000${n}`, new Date(t.clock.now().getTime() + hours * 3_600_000), channel.body.id];
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
          values,
        });
      });
    }
    // Has no address on the channel: a phone is none there.
    people.push((await tenant.api.post("/api/v1/contacts", { name: "Stranger", phone: "+447700990009" })).body.id);
    const preview = await tenant.api.post("/api/v1/broadcasts/preview", { channelId: channel.body.id, targetAudience: { all: true } });
    assert.deepEqual(preview.body.skips, { opted_out: 0, blocked: 0, no_identity: 1, window_closed: 1 });
    const body = { title: "News", channelId: channel.body.id, targetAudience: { all: true } };
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
    // What waits comes back when it is cancelled, and is told.
    assert.equal((await tenant.api.post(`/api/v1/broadcasts/${made.body.id}/cancel`, {})).status, 200);
    await t.drain();
    assert.equal((await tenant.api.get(`/api/v1/messages/${message.id}`)).body.status, "cancelled");
    const stats = (await tenant.api.get(`/api/v1/broadcasts/${made.body.id}/stats`)).body;
    assert.deepEqual([stats.counts.skipped, stats.counts.sending, stats.counts.pending], [3, 0, 0]);
  });
});
