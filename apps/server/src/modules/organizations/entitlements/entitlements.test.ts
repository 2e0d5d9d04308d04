/**
 * Entitlements: an agency sets them, its client sees them, and the server enforces them exactly, but never loses a
 * customer's message.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import fc from "fast-check";
import { unknownId } from "../../../../test/harness.ts";
import { agency, base, type Client, client, t, usage, word, writes } from "../../../../test/stages/entitlement-stage.ts";

const invite = (of: Client) => of.api.post("/api/v1/invitations", { email: `${word()}@people.test`, role: "agent" });
const contact = (of: Client) => of.api.post("/api/v1/contacts", { name: `C ${word()}` });

function refused(answer: { status: number; body: any; text: string }, field: string, limit: number, used: number) {
  assert.equal(answer.status, 403, answer.text);
  assert.equal(answer.body.error.code, "entitlement_exceeded");
  assert.deepEqual(answer.body.error.details, [{ field, issue: "too_many", limit, usage: used }]);
  assert.match(answer.body.error.reference, /^SVC-/);
}

describe("limits", () => {
  it("of voice minutes and domains can be set by either name and are returned; a domain beyond the limit is refused", async () => {
    const c = await client({ voiceMinutes: 120, domain: 1 });
    const shown = (await agency.api.get(c.path)).body.entitlements;
    assert.deepEqual([shown.voiceMinutesPerMonth.limit, shown.voiceMinutesPerMonth.usage], [120, 0]);
    assert.match(shown.voiceMinutesPerMonth.resetsAt, /-01T00:00:00\.000Z$/);
    assert.deepEqual(shown.domains, { limit: 1, usage: 0, exceeded: false, resetsAt: null });
    assert.deepEqual((await c.api.get("/api/v1/organization/entitlements")).body.entitlements, shown);
    const set = await agency.api.put(c.path, { voiceMinutesPerMonth: 60, domains: 1, voiceMinutess: 1 });
    assert.deepEqual([set.body.entitlements.voiceMinutesPerMonth.limit, set.headers.get("ignored-fields")], [60, "voiceMinutess"]);
    // A client that is itself an agency.
    await withClient(t.database.admin, (admin) => admin.query("update tenants set kind = 'agency' where tenant_id = $1", [c.id]));
    const own = t.api(await t.key(c.id));
    assert.equal((await own.post(`${base}/domains`, { hostname: `${word()}.agency.example` })).status, 200);
    refused(await own.post(`${base}/domains`, { hostname: `${word()}.agency.example` }), "domains", 1, 1);
    assert.equal((await usage(c, "domains")).usage, 1);
  });

  it("are set by the agency and shown to both sides; omitted fields are unchanged", async () => {
    const c = await client();
    const none = await agency.api.get(c.path);
    assert.equal(none.status, 200, none.text);
    assert.deepEqual(
      [none.body.organizationId, none.body.updatedAt, none.body.entitlements.seats],
      [c.wire, null, { limit: null, usage: 1, exceeded: false, resetsAt: null }],
    );
    const set = await agency.api.put(c.path, { seats: 3, contacts: 0, messagesPerMonth: 10 });
    assert.equal(set.status, 200, set.text);
    assert.deepEqual(Object.keys(set.body.entitlements), [
      "seats",
      "channels",
      "contacts",
      "messagesPerMonth",
      "broadcastsPerMonth",
      "flows",
      "chatbots",
      "aiCreditsPerMonth",
      "domains",
      "voiceMinutesPerMonth",
    ]);
    assert.deepEqual(set.body.entitlements.seats, { limit: 3, usage: 1, exceeded: false, resetsAt: null });
    const now = t.clock.now();
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
    assert.deepEqual(set.body.entitlements.messagesPerMonth, { limit: 10, usage: 0, exceeded: false, resetsAt: next });
    assert.deepEqual((await agency.api.get(c.path)).body, set.body);
    // For clients of other API versions: the response shows what is limited.
    const unknown = await agency.api.put(c.path, { seats: 3, unheardOf: 3 });
    assert.deepEqual([unknown.status, unknown.body.entitlements], [200, set.body.entitlements]);
    assert.equal((await agency.api.put(c.path, { messages: 1, messagesPerMonth: 2 })).status, 422);
    assert.deepEqual((await agency.api.get(c.path)).body, set.body, "nothing of a refused request");
    const renamed = await agency.api.put(c.path, { messages: 12 });
    assert.equal(renamed.body.entitlements.messagesPerMonth.limit, 12);
    assert.deepEqual((await agency.api.put(c.path, { messagesPerMonth: 10 })).body.entitlements, set.body.entitlements);
    assert.deepEqual((await c.api.get("/api/v1/organization/entitlements")).body, set.body);
    const kept = await agency.api.put(c.path, { contacts: null });
    assert.deepEqual([kept.body.entitlements.seats.limit, kept.body.entitlements.contacts.limit], [3, null]);
    const audit = await t.app.database.worker<{ tenant_id: string; changes: any }>({
      text: "select tenant_id, changes from audit_entries where action like '%entitlements_updated' or action = 'entitlements.updated' and tenant_id = $1 order by id",
      values: [c.id],
    });
    assert.deepEqual(audit.at(-1)?.changes.contacts, { from: 0, to: null });
  });

  it("are refused when invalid, and to anyone without the permission", async () => {
    const c = await client();
    for (const body of [{ seats: -1 }, { seats: 1.5 }, { seats: "5" }, { contacts: 1e13 }]) {
      const response = await agency.api.put(c.path, body);
      assert.deepEqual([response.status, response.body.error.code], [400, "validation_error"], response.text);
    }
    const reader = t.api(await t.key(agency.id, { scopes: ["agency:read"] }));
    assert.equal((await reader.put(c.path, { seats: 1 })).body.error.code, "insufficient_scope");
    assert.equal((await c.api.put(c.path, { seats: 9 })).body.error.code, "forbidden");
    const other = await t.tenant({ kind: "agency" });
    for (const [who, path] of [
      [other, c.path],
      [agency, `${base}/clients/${unknownId("org")}/entitlements`],
      [agency, `${base}/clients/x/entitlements`],
    ] as const) {
      assert.equal((await who.api.get(path)).status, 404);
      assert.equal((await who.api.put(path, { seats: 1 })).status, 404);
    }
    const key = { "idempotency-key": word() };
    const first = await agency.api.put(c.path, { seats: 4 }, key);
    await agency.api.put(c.path, { seats: 6 });
    const again = await agency.api.put(c.path, { seats: 4 }, key);
    assert.deepEqual([again.headers.get("idempotency-replayed"), again.text], ["true", first.text]);
    assert.equal((await usage(c, "seats")).limit, 6);
  });

  it("below the current usage are allowed and reported: nothing is removed, and nothing can be added until there is room", async () => {
    const c = await client();
    const [a] = [await contact(c), await contact(c)];
    const lowered = await agency.api.put(c.path, { contacts: 1 });
    assert.deepEqual(lowered.body.entitlements.contacts, { limit: 1, usage: 2, exceeded: true, resetsAt: null });
    refused(await contact(c), "contacts", 1, 2);
    await c.api.delete(`/api/v1/contacts/${a.body.id}`);
    refused(await contact(c), "contacts", 1, 1);
    await agency.api.put(c.path, { contacts: 2 });
    assert.equal((await contact(c)).status, 200);
  });

  it("end when the client leaves and continues without limits; a former client cannot be limited", async () => {
    const c = await client({ contacts: 0, messagesPerMonth: 0 });
    refused(await contact(c), "contacts", 0, 0);
    const ended = await agency.api.patch(`${base}/clients/${c.wire}`, { status: "ended" });
    assert.equal(ended.status, 200, ended.text);
    assert.equal((await contact(c)).status, 200);
    assert.equal((await usage(c, "messagesPerMonth")).limit, null);
    const channel = await t.channel(c);
    assert.notEqual((await template(c, channel.id)).status, 403);
    assert.equal((await agency.api.put(c.path, { contacts: 1 })).body.error.code, "conflict");
  });

  it("and usage of a former client are no longer shown to the agency; the list goes on with the other clients", async () => {
    const [kept, c, newest] = [await client(), await client({ contacts: 5 }), await client()];
    const listed = async () => {
      const ids: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page: any = await agency.api.get(
          `${base}/entitlements?limit=1${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
        );
        assert.equal(page.status, 200, page.text);
        assert.equal(page.body.data.length, 1, "a page is full");
        ids.push(page.body.data[0].organizationId);
        cursor = page.body.pageInfo.nextCursor;
      }
      return ids;
    };
    const before = await listed();
    assert.deepEqual(before.slice(0, 3), [newest.wire, c.wire, kept.wire]);
    assert.equal((await agency.api.patch(`${base}/clients/${c.wire}`, { status: "suspended" })).status, 200);
    assert.deepEqual([(await agency.api.get(c.path)).status, await listed()], [200, before]);
    assert.equal((await agency.api.patch(`${base}/clients/${c.wire}`, { status: "ended" })).status, 200);
    const shown = await agency.api.get(c.path);
    assert.deepEqual([shown.status, shown.body.error?.code, "entitlements" in shown.body], [409, "conflict", false], shown.text);
    assert.deepEqual(
      await listed(),
      before.filter((wire) => wire !== c.wire),
    );
    assert.equal((await c.api.get("/api/v1/organization/entitlements")).status, 200, "the organization itself still sees its usage");
  });
});

let phone = 447700100000;
const template = (of: Client, channelId: string, to = String(phone++)) =>
  of.api.post("/api/v1/messages", { channelId, to, type: "template", content: { name: "hello", language: "en", variables: [] } });

describe("limits on how many exist at once", () => {
  it("seats: open invitations and active members use one each; accepting needs no second one, expiry frees it", async () => {
    const c = await client({ seats: 2 });
    assert.equal((await invite(c)).status, 200);
    refused(await invite(c), "seats", 2, 2);
    refused(await c.api.post("/api/v1/agents", { name: "Ada", email: `${word()}@people.test` }), "seats", 2, 2);
    // The owner's invitation and this one expire; the operator adds a member directly, which no limit prevents.
    t.clock.advance(8 * 86_400_000);
    assert.equal((await usage(c, "seats")).usage, 0);
    const person = await t.person(c.id);
    const second = await t.person(c.id, { role: "agent" });
    const open = (await c.api.get("/api/v1/invitations")).body.data;
    refused(await c.api.post(`/api/v1/invitations/${open[0].id}/resend`), "seats", 2, 2);
    assert.equal((await c.api.patch(`/api/v1/members/${second.agentId}`, { status: "suspended" })).status, 200);
    assert.equal((await invite(c)).status, 200);
    refused(await c.api.patch(`/api/v1/members/${second.agentId}`, { status: "active" }), "seats", 2, 2);
    refused(await c.api.patch(`/api/v1/agents/${second.agentId}`, { status: "active" }), "seats", 2, 2);
    assert.equal((await c.api.patch(`/api/v1/members/${person.agentId}`, { name: "Renamed" })).status, 200);
  });

  it("channels: connecting a connected account again says so, another account is refused, a deleted channel frees its place", async () => {
    const c = await client({ channels: 1 });
    const channel = await t.channel(c);
    await assert.rejects(t.channel(c), /entitlement_exceeded/);
    const same = await c.api.post("/api/v1/channels", {
      kind: "chat_app",
      name: "Again",
      config: { phoneNumberId: channel.externalId, businessAccountId: "1", accessToken: "x", appSecret: "y", verifyToken: "z" },
    });
    assert.equal(same.body.error.code, "already_exists", same.text);
    assert.equal((await c.api.delete(`/api/v1/channels/${channel.id}`)).status, 200);
    await t.channel(c);
  });

  it("contacts: an inbound message from a new number is stored and counted beyond the limit; the API and imports are refused", async () => {
    const c = await client({ contacts: 1 });
    const channel = await t.channel(c);
    assert.equal((await contact(c)).status, 200);
    await writes(channel.externalId, "447700900555", "Are you open?");
    await t.settle();
    assert.deepEqual(await usage(c, "contacts"), { limit: 1, usage: 2, exceeded: true, resetsAt: null });
    const conversations = await c.api.get("/api/v1/conversations");
    assert.equal(conversations.body.data.length, 1);
    refused(await contact(c), "contacts", 1, 2);
  });

  it("contacts: in an import the rows beyond the limit fail with the reason, the others are applied", async () => {
    const c = await client({ contacts: 3 });
    const rows = Array.from({ length: 8 }, (_, i) => `Person ${i},+4477009011${String(i).padStart(2, "0")}`);
    const made = await c.api.post("/api/v1/contacts/imports", { csv: `name,phone\n${rows.join("\n")}\n` });
    assert.equal(made.status, 200, made.text);
    await t.drain();
    const report = await c.api.get(`/api/v1/contacts/imports/${made.body.id}`);
    assert.deepEqual([report.body.status, report.body.created, report.body.failed], ["completed", 3, 5], report.text);
    const refusedRows = (await c.api.get(`/api/v1/contacts/imports/${made.body.id}/rows`)).body.data.filter(
      (row: any) => row.outcome === "failed",
    );
    assert.deepEqual([refusedRows.length, refusedRows[0].field, refusedRows[0].issue], [5, "contacts", "too_many"]);
    assert.deepEqual((await usage(c, "contacts")).usage, 3);
  });

  it("chatbots: inactive ones count, a deleted one frees its place", async () => {
    const c = await client({ chatbots: 1 });
    const make = () => c.api.post("/api/v1/chatbots", { name: `Bot ${word()}` });
    const responses = await Promise.all([make(), make(), make()]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 403, 403]);
    refused(await make(), "chatbots", 1, 1);
    const made = responses.find(({ status }) => status === 200)?.body;
    assert.equal((await c.api.delete(`/api/v1/chatbots/${made.id}`)).status, 200);
    assert.equal((await usage(c, "chatbots")).usage, 0);
    assert.equal((await make()).status, 200);
  });

  it("property: with any number of concurrent writers, exactly as many succeed as there is room for", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 14 }), async (limit, writers) => {
        const c = await client({ contacts: limit, seats: limit + 1 });
        const responses = await Promise.all(Array.from({ length: writers }, (_, i) => (i % 2 === 0 ? contact(c) : invite(c))));
        const made = (parity: number) => responses.filter((response, i) => i % 2 === parity && response.status === 200).length;
        assert.equal(made(0), Math.min(limit, Math.ceil(writers / 2)));
        assert.equal(made(1), Math.min(limit, Math.floor(writers / 2)));
        for (const response of responses)
          if (response.status !== 200) assert.equal(response.body.error.code, "entitlement_exceeded", response.text);
      }),
      { numRuns: 12 },
    );
  });
});

describe("messages per month", () => {
  it("are refused when used up, reactions and replays are not, and the next month starts from zero", async () => {
    const c = await client({ messagesPerMonth: 2 });
    const channel = await t.channel(c);
    await writes(channel.externalId, "447700900777", "Hi");
    await t.settle();
    const send = (more: object = {}, headers: Record<string, string> = {}) =>
      c.api.post("/api/v1/messages", { channelId: channel.id, to: "447700900777", type: "text", text: "Hello", ...more }, headers);
    const key = { "idempotency-key": word() };
    const first = await send({}, key);
    assert.equal(first.status, 200, first.text);
    // A request refused for another reason takes nothing.
    assert.equal((await send({ to: "447700900778" })).body.error.code, "window_closed");
    assert.equal((await send()).status, 200);
    refused(await send(), "messagesPerMonth", 2, 2);
    const again = await send({}, key);
    assert.deepEqual([again.status, again.headers.get("idempotency-replayed"), again.body.id], [200, "true", first.body.id]);
    const inbound = (await c.api.get(`/api/v1/conversations/${first.body.conversationId}/messages`)).body.data.find(
      (message: any) => message.direction === "inbound",
    );
    const reaction = await send({ type: "reaction", text: undefined, content: { messageId: inbound.id, emoji: "👍" } });
    assert.equal(reaction.status, 200, reaction.text);
    const macro = await c.api.post("/api/v1/macros", {
      name: "Answer",
      visibility: "shared",
      actions: [{ type: "send_message", text: "Hello" }],
    });
    const run = await c.api.post(`/api/v1/macros/${macro.body.id}/run`, { conversationId: first.body.conversationId });
    assert.deepEqual([run.status, run.body.error.code], [403, "entitlement_exceeded"], run.text);
    await writes(channel.externalId, "447700900777", "Still there?");
    await t.settle();
    assert.deepEqual([(await usage(c, "messagesPerMonth")).usage, (await usage(c, "messagesPerMonth")).exceeded], [2, false]);
    const { resetsAt } = await usage(c, "messagesPerMonth");
    t.clock.advance(new Date(resetsAt).getTime() - t.clock.now().getTime());
    await writes(channel.externalId, "447700900777", "A new month");
    await t.settle();
    assert.equal((await usage(c, "messagesPerMonth")).usage, 0);
    assert.equal((await send()).status, 200);
  });

  it("count if they were sent before there was a limit", async () => {
    const c = await client();
    const channel = await t.channel(c);
    await writes(channel.externalId, "447700900779", "Hi");
    await t.settle();
    const send = () => c.api.post("/api/v1/messages", { channelId: channel.id, to: "447700900779", type: "text", text: "Hello" });
    for (let i = 0; i < 3; i++) assert.equal((await send()).status, 200);
    await t.drain();
    const set = await agency.api.put(c.path, { messagesPerMonth: 2 });
    assert.deepEqual([set.body.entitlements.messagesPerMonth.usage, set.body.entitlements.messagesPerMonth.exceeded], [3, true]);
    refused(await send(), "messagesPerMonth", 2, 3);
    await agency.api.put(c.path, { messagesPerMonth: null });
    assert.equal((await send()).status, 200);
  });

  it("are not counted at all for a tenant without a limit", async () => {
    const c = await client({ contacts: 100 });
    const channel = await t.channel(c);
    await writes(channel.externalId, "447700900782", "Hi");
    await t.settle();
    const send = () => c.api.post("/api/v1/messages", { channelId: channel.id, to: "447700900782", type: "text", text: "Hello" });
    assert.equal((await send()).status, 200);
    const rows = await t.app.database.withTenant(c.id, (tx) =>
      tx.query({ text: "select 1 from entitlement_months where tenant_id = $1", values: [c.id] }),
    );
    assert.equal(rows.length, 0);
  });
});
