/** How broadcasts interact with surveys, allowances, deleted contacts and statuses. */
import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { checkCounts, setBroadcastStage } from "../../../../test/broadcasts.ts";
import { startTestApp } from "../../../../test/harness.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { sendBroadcast } from "./recipients/recipients.queries.ts";
import { readChanges } from "./recipients/tracking.ts";

const t = await startTestApp();
after(() => t.stop());

describe("a broadcast and customer satisfaction", () => {
  it("sends no survey to recipients who did not reply", async () => {
    const stage = await setBroadcastStage(t);
    const [person] = (await stage.people(1)) as [any];
    const set = await stage.tenant.api.put("/api/v1/agent-settings", { csat: { enabled: true, delayMinutes: 10 } });
    assert.equal(set.status, 200, set.text);
    const { id } = await stage.draft();
    await stage.verb(id, "send");
    await stage.until(id, "completed");
    t.clock.advance(11 * 60_000);
    await t.drain();
    const surveys = await t.app.database.worker({
      text: "select 1 from csat_surveys where tenant_id = $1",
      values: [stage.tenant.id],
    });
    assert.deepEqual([surveys.length, stage.sentTo(person.number).length], [0, 1]);
  });
});

describe("a broadcast and the monthly allowance of messages", () => {
  const limit = (tenantId: string, max: number) =>
    withClient(t.database.admin, async (admin) => {
      await admin.query(
        `insert into entitlements (tenant_id, resource, max_value, updated_at) values ($1, 'messagesPerMonth', $2, now())
         on conflict (tenant_id, resource) do update set max_value = excluded.max_value`,
        [tenantId, max],
      );
      await admin.query("update apps set messages_limited = true where tenant_id = $1", [tenantId]);
    });

  it("sends exactly what is left of the allowance, and pauses with the reason; a larger limit lets it continue", async () => {
    const stage = await setBroadcastStage(t);
    const people = await stage.people(5);
    await limit(stage.tenant.id, 3);
    const { id } = await stage.draft();
    await stage.verb(id, "send");
    const paused = await stage.until(id, "paused");
    assert.equal(paused.pauseReason, "entitlement_exceeded");
    const reached = () => people.filter(({ number }) => stage.sentTo(number).length === 1).length;
    const used = async () => (await stage.tenant.api.get("/api/v1/organization/entitlements")).body.entitlements.messagesPerMonth.usage;
    // Messages not sent before the pause are taken back, and still count as used.
    assert.ok(reached() <= 3, `${reached()}`);
    assert.equal(await used(), 3);
    const refused = await stage.tenant.api.post("/api/v1/messages", {
      channelId: stage.channel.id,
      to: people[0]!.number,
      type: "template",
      content: { name: "plain", language: "en" },
    });
    assert.equal(refused.body.error?.code, "entitlement_exceeded", refused.text);
    await stage.verb(id, "resume");
    assert.equal((await stage.until(id, "paused")).pauseReason, "entitlement_exceeded");
    await limit(stage.tenant.id, 20);
    await stage.verb(id, "resume");
    await stage.until(id, "completed");
    assert.equal(reached(), 5);
    await checkCounts(t, stage, id);
  });
});

describe("a broadcast and recipients who are deleted", () => {
  it("completes, with the others' counts, if a recipient is erased while it waits", async () => {
    const stage = await setBroadcastStage(t);
    const people = await stage.people(4);
    const { id } = await stage.draft({ sendRatePerMinute: 10 });
    await stage.verb(id, "send");
    await t.drain();
    await stage.verb(id, "pause");
    const waiting = (await stage.recipients(id, "&status=pending"))[0];
    const erased = await stage.tenant.api.post(`/api/v1/contacts/${waiting.contactId}/erase`, { confirm: "erase" });
    assert.equal(erased.status, 200, erased.text);
    for (let i = 0; i < 100; i++) {
      await t.settle();
      if ((await stage.tenant.api.get(`/api/v1/privacy/requests/${erased.body.id}`)).body.status === "completed") break;
      t.clock.advance(5_000);
    }
    await checkCounts(t, stage, id);
    assert.equal((await stage.get(id)).counts.recipients, people.length - 1);
    await stage.verb(id, "resume");
    const done = await stage.until(id, "completed");
    assert.deepEqual([done.counts.read, done.counts.pending], [people.length - 1, 0]);
  });

  it("completes if a waiting contact is deleted, in quiet hours or not", async () => {
    for (const quietHours of [null, { from: "23:00", to: "23:01", timezone: "UTC" }]) {
      const stage = await setBroadcastStage(t);
      await stage.people(2);
      const { id } = await stage.draft({ sendRatePerMinute: 1, ...(quietHours === null ? {} : { quietHours }) });
      await stage.verb(id, "send");
      await t.drain();
      await stage.verb(id, "pause");
      const [waiting] = await stage.recipients(id, "&status=pending");
      const gone = await stage.tenant.api.delete(`/api/v1/contacts/${waiting.contactId}`);
      assert.equal(gone.status, 200, gone.text);
      await stage.verb(id, "resume");
      assert.equal((await stage.until(id, "completed")).counts.pending, 0);
    }
  });

  it("reaches a contact who wrote for the first time during the step", async () => {
    const stage = await setBroadcastStage(t);
    const [person, stranger] = (await stage.people(2)) as [any, any];
    const { id } = await stage.draft();
    const written = t.simulator.customer(person.number, "Writer");
    await written.sendText(stage.channel.externalId, "Hello");
    await t.settle();
    const ids = () => crypto.randomUUID();
    const outcomes = await t.app.database.withTenant(stage.tenant.id, (tx) => {
      const item = (n: number, contact: string) => ({
        ...{ n, msg: ids(), chan: parseWireId("chn", stage.channel.id), kind: "chat_app", acct: "", addr: person.number },
        ...{ akey: null as string | null, puid: null, cnt: parseWireId("cnt", contact), cid: ids(), known: false, conv: ids() },
        ...{ type: "template", text: null, content: { name: "plain", language: "en" }, bid: parseWireId("brd", id) },
        ...{ frm: stage.channel.externalId, pair: 0, burst: 1, run: t.clock.now().toISOString(), win: false, cba: null, e1: ids() },
      });
      return tx
        .query<{ kind: string; account: string; address_key: string }>({
          text: "select kind, account, address_key from contact_identities where tenant_id = $1",
          values: [tx.tenantId],
        })
        .then(async ([known]) => {
          const where = { kind: known?.kind, acct: known?.account, akey: known?.address_key };
          const first = await sendBroadcast(tx, t.clock.now(), [{ ...item(1, person.id), ...where }]);
          return [...first, ...(await sendBroadcast(tx, t.clock.now(), [{ ...item(2, stranger.id), ...where }]))];
        });
    });
    assert.deepEqual(outcomes, [
      { n: 1, outcome: "sent" },
      { n: 2, outcome: "duplicate" },
    ]);
  });
});

describe("a stopped broadcast", () => {
  for (const [verb, status] of [
    ["pause", "pending"],
    ["cancel", "skipped"],
  ] as const)
    it(`sends none of its throttled messages: ${verb}`, async () => {
      const stage = await setBroadcastStage(t);
      const [person] = (await stage.people(1)) as [any];
      const { id } = await stage.draft();
      t.simulator.faults.forRecipient(person.number, { kind: "error", code: 131016, retryAfterSeconds: 30 }, 1);
      await stage.verb(id, "send");
      for (let i = 0; i < 20; i++) {
        await t.settle();
        const [{ tries } = { tries: 0 }] = await withClient(
          t.database.admin,
          async (admin) =>
            (await admin.query("select (tries + waits)::int as tries from outbound_dispatches where tenant_id = $1", [stage.tenant.id]))
              .rows,
        );
        if (tries > 0) break;
        t.clock.advance(500);
      }
      // As if it was being sent while the broadcast stopped, and was taken back afterwards.
      const put = (state: string) =>
        withClient(t.database.admin, (admin) =>
          admin.query("update outbound_dispatches set state = $2, lease_until = $3 where tenant_id = $1", [
            stage.tenant.id,
            state,
            state === "sending" ? new Date(t.clock.now().getTime() + 60_000) : null,
          ]),
        );
      await put("sending");
      await stage.verb(id, verb);
      await t.settle();
      await put("ready");
      for (let i = 0; i < 10; i++) {
        t.clock.advance(30_000);
        await t.settle();
      }
      assert.equal(stage.sentTo(person.number).length, 0);
      const [recipient] = await stage.recipients(id);
      assert.deepEqual([recipient.status, recipient.reason], [status, status === "skipped" ? "cancelled" : null]);
      await checkCounts(t, stage, id);
      if (verb === "cancel") return;
      await stage.verb(id, "resume");
      await stage.until(id, "completed");
      assert.equal(stage.sentTo(person.number).length, 1);
    });
});

describe("counting message statuses", () => {
  const word = (status: string, n: number) =>
    ({
      type: "message.status",
      data: { broadcastId: `brd_${"0".repeat(32)}`, message: { id: `msg_${"0".repeat(31)}1` }, status, error: null },
      channel_id: null,
      created_at: new Date(n),
    }) as never;
  const last = (...statuses: string[]) => readChanges(statuses.map(word)).statuses[0]?.status;

  it("gives the same result in one batch as in many", () => {
    assert.equal(last("sent", "delivered", "failed"), "delivered");
    assert.equal(last("read", "failed"), "read");
    const said = (id: number) => ({
      type: "message.received",
      data: { contactId: `cnt_${"1".repeat(32)}`, message: { id: `msg_${id}`, type: "text", text: `${id}` } },
      channel_id: "00000000-0000-0000-0000-000000000001",
      created_at: new Date(id),
    });
    const texts = readChanges([1, 2].map(said) as never).replies.map((reply) => reply.said.message.text);
    assert.deepEqual(texts, ["1", "2"], "which of them is the first after a broadcast's message is not known yet");
    assert.equal(last("failed", "delivered"), "failed");
    assert.equal(last("sent", "failed"), "failed");
    assert.equal(last("unknown", "sent", "read", "delivered"), "read");
  });
});
