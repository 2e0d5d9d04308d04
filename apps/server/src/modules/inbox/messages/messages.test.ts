import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { openTransaction, untilWaiting } from "../../../../test/database/locks.ts";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { parseWireId } from "#platform/ids/ids.ts";

const hour = 3_600_000;

describe("messages", () => {
  let t: TestApp;
  let tenant: TestTenant;
  let channel: Awaited<ReturnType<TestApp["channel"]>>;
  let people = 0;
  before(async () => {
    t = await startTestApp();
    tenant = await t.tenant();
    channel = await t.channel(tenant);
  });
  after(async () => {
    await t.stop();
  });

  /** A customer who has just written. */
  async function customer(): Promise<string> {
    const number = `4477009${String(++people).padStart(5, "0")}`;
    assert.equal((await t.simulator.customer(number, "Amina").sendText(channel.externalId, "Hi")).status, 200);
    await t.drain();
    return number;
  }
  const text = (to: string, more: object = {}) => ({ channelId: channel.id, to, type: "text", text: "Hello", ...more });
  const template = (to: string, more: object = {}) => ({
    channelId: channel.id,
    to,
    type: "template",
    content: { name: "order_update", language: "en", variables: ["Amina", "2291"] },
    ...more,
  });

  it("free text outside the customer service window is refused and leaves no trace", async () => {
    const response = await tenant.api.post("/api/v1/messages", text("447700999001"));
    assert.equal(response.status, 422);
    assert.equal(response.body.error.code, "window_closed");
    assert.deepEqual(response.body.error.details, [{ field: "type", issue: "template_required" }]);
    assert.deepEqual((await tenant.api.get("/api/v1/contacts?q=447700999001")).body.data, []);
  });

  it("a template opens a conversation with a person who has never written", async () => {
    const response = await tenant.api.post("/api/v1/messages", template("447700999002", { clientReference: "order-2291" }));
    assert.equal(response.status, 200, response.text);
    await t.settle();
    const stored = await tenant.api.get(`/api/v1/messages/${response.body.id}`);
    assert.equal(stored.body.status, "read");
    assert.equal(stored.body.clientReference, "order-2291");
    const { id, conversationId, contactId, channelId, createdAt, content, to, from, author } = response.body;
    assert.deepEqual(
      { id, conversationId, contactId, channelId, createdAt, content, to, from, author },
      {
        id: stored.body.id,
        conversationId: stored.body.conversationId,
        contactId: stored.body.contactId,
        channelId: stored.body.channelId,
        createdAt: stored.body.createdAt,
        content: stored.body.content,
        to: stored.body.to,
        from: stored.body.from,
        author: stored.body.author,
      },
    );
    assert.equal((await tenant.api.get(`/api/v1/conversations/${conversationId}`)).body.contactId, contactId);
  });

  it("the response to a send equals the resource as read back, apart from later changes", async () => {
    const to = await customer();
    const sent = await tenant.api.post("/api/v1/messages", text(to));
    const read = await tenant.api.get(`/api/v1/messages/${sent.body.id}`);
    assert.deepEqual(sent.body, read.body);
  });

  it("the window closes 24 hours after the customer's last message", async () => {
    const to = await customer();
    t.clock.advance(24 * hour - 60_000);
    assert.equal((await tenant.api.post("/api/v1/messages", text(to))).status, 200);
    t.clock.advance(2 * 60_000);
    assert.equal((await tenant.api.post("/api/v1/messages", text(to))).body.error.code, "window_closed");
    await t.settle();
  });

  it("the window is the person's, whichever of their conversations it was opened in", async () => {
    const to = await customer();
    const writes = async () => {
      await t.simulator.customer(to, "Amina").sendText(channel.externalId, "Hi again");
      await t.drain();
    };
    const of = (id: string) => `/api/v1/conversations/${id}`;
    const resolve = async (id: string) => assert.equal((await tenant.api.patch(of(id), { status: "resolved" })).status, 200);
    const first: string = (await tenant.api.post("/api/v1/messages", text(to))).body.conversationId;
    await resolve(first);
    t.clock.advance(7 * 24 * hour);
    await writes();
    const sent = await tenant.api.post("/api/v1/messages", text(to));
    const second: string = sent.body.conversationId;
    assert.notEqual(second, first);
    const until = (await tenant.api.get(of(second))).body.windowExpiresAt;
    await resolve(second);

    t.clock.advance(hour);
    const reopened = await tenant.api.patch(of(first), { status: "open" });
    assert.deepEqual([reopened.status, reopened.body.windowExpiresAt], [200, until]);
    const options = (await tenant.api.get(`${of(first)}/send-options`)).body;
    assert.deepEqual([options.windowExpiresAt, options.types.includes("text")], [until, true]);
    const reply = await tenant.api.post("/api/v1/messages", text(to));
    assert.deepEqual([reply.status, reply.body.conversationId], [200, first], reply.text);
    await t.settle();
    assert.equal((await tenant.api.get(`/api/v1/messages/${reply.body.id}`)).body.error, null);

    // The customer answers in the older one, which is resolved after the newer one's window has closed.
    t.clock.advance(20 * hour);
    await writes();
    await resolve(first);
    t.clock.advance(5 * hour);
    const next = await tenant.api.post("/api/v1/messages", text(to));
    assert.equal(next.status, 200, next.text);
    await t.settle();
    assert.equal((await tenant.api.get(`/api/v1/messages/${next.body.id}`)).body.error, null);
  });

  it("a message whose window closes before it is sent fails without a call to the platform", async () => {
    const to = await customer();
    const sent = await tenant.api.post("/api/v1/messages", text(to));
    t.clock.advance(25 * hour);
    await t.settle();
    const read = await tenant.api.get(`/api/v1/messages/${sent.body.id}`);
    assert.equal(read.body.status, "failed");
    assert.equal(read.body.error.code, "window_closed");
    assert.equal(t.simulator.sentTo(to).length, 0);
  });

  it("one idempotency key creates one message, and the replay is byte-identical", async () => {
    const to = await customer();
    const headers = { "idempotency-key": `send-${to}` };
    const responses = await Promise.all(Array.from({ length: 12 }, () => tenant.api.post("/api/v1/messages", text(to), headers)));
    const good = responses.filter((a) => a.status === 200);
    assert.equal(new Set(good.map((a) => a.text)).size, 1);
    assert.equal(good.filter((a) => a.headers.get("idempotency-replayed") === null).length, 1);
    for (const other of responses.filter((a) => a.status !== 200)) assert.equal(other.body.error.code, "idempotency_in_progress");
    await t.settle();
    assert.equal(t.simulator.sentTo(to).length, 1);
    const later = await tenant.api.post("/api/v1/messages", text(to), headers);
    assert.equal(later.headers.get("idempotency-replayed"), "true");
    assert.equal(later.text, good[0]?.text);
    const conflict = await tenant.api.post("/api/v1/messages", text(to, { text: "Another" }), headers);
    assert.equal(conflict.status, 409);
    assert.equal(conflict.body.error.code, "idempotency_conflict");
  });

  it("a send whose conversation is erased at that moment is stored in a new one", async () => {
    const to = await customer();
    const before: string = (await tenant.api.post("/api/v1/messages", template(to))).body.conversationId;
    await t.settle();
    const key = { "idempotency-key": randomUUID() };
    // As the erasure of a contact does, step by step: the conversation goes before the person.
    const erasing = await openTransaction(t.database);
    const ids = [tenant.id, parseWireId("conv", before)];
    for (const table of ["messages where conversation_id", "conversation_activities where conversation_id", "conversations where id"])
      await erasing.query(`delete from ${table} = $2 and tenant_id = $1`, ids);
    const sending = tenant.api.post("/api/v1/messages", template(to), key);
    await untilWaiting(t.database, 1);
    await erasing.release();
    const sent = await sending;
    assert.equal(sent.status, 200, sent.text);
    assert.notEqual(sent.body.conversationId, before);
    const { data } = (await tenant.api.get(`/api/v1/conversations/${sent.body.conversationId}/messages`)).body;
    assert.deepEqual(
      data.map((m: { id: string }) => m.id),
      [sent.body.id],
    );
    assert.equal((await tenant.api.post("/api/v1/messages", template(to), key)).text, sent.text);
    await t.settle();
    assert.equal((await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body.error, null);
  });

  it("a refused send frees its idempotency key", async () => {
    const headers = { "idempotency-key": "refused-then-good" };
    assert.equal((await tenant.api.post("/api/v1/messages", text("447700999003"), headers)).status, 422);
    assert.equal((await tenant.api.post("/api/v1/messages", template("447700999003"), headers)).status, 200);
    await t.settle();
  });

  const refusals: [string, () => object, number, string, object[] | undefined][] = [
    ["no `to`", () => ({ channelId: channel.id, type: "text", text: "x" }), 400, "validation_error", [{ field: "to", issue: "required" }]],
    [
      "no text",
      () => ({ channelId: channel.id, to: "447700900123", type: "text" }),
      400,
      "validation_error",
      [{ field: "text", issue: "required" }],
    ],
    ...["", "   ", " \n\t\u00a0\u3000"].flatMap((blank): typeof refusals => [
      [
        `the text ${JSON.stringify(blank)}`,
        () => text("447700900123", { text: blank }),
        400,
        "validation_error",
        [{ field: "text", issue: "too_short" }],
      ],
      [
        `buttons below the text ${JSON.stringify(blank)}`,
        () =>
          text("447700900123", {
            type: "interactive",
            text: blank,
            content: { kind: "buttons", buttons: [{ id: "yes", title: "Yes" }] },
          }),
        400,
        "validation_error",
        [{ field: "text", issue: "too_short" }],
      ],
      [
        `a list whose parts say ${JSON.stringify(blank)}`,
        () =>
          text("447700900123", {
            type: "interactive",
            text: "Which one?",
            content: { kind: "list", header: blank, button: blank, sections: [{ rows: [{ id: "a", title: blank, description: blank }] }] },
          }),
        400,
        "validation_error",
        ["header", "button", "sections[0].rows[0].title", "sections[0].rows[0].description"].map((part) => ({
          field: `content.${part}`,
          issue: "too_short" as const,
        })),
      ],
      [
        `the caption ${JSON.stringify(blank)}`,
        () => text("447700900123", { type: "image", text: undefined, content: { mediaId: unknownId("med"), caption: blank } }),
        400,
        "validation_error",
        [{ field: "content.caption", issue: "too_short" }],
      ],
    ]),
    [
      "no content",
      () => ({ channelId: channel.id, to: "447700900123", type: "template" }),
      400,
      "validation_error",
      [{ field: "content", issue: "required" }],
    ],
    [
      "no template name",
      () => ({ channelId: channel.id, to: "447700900123", type: "template", content: { language: "en" } }),
      400,
      "validation_error",
      [{ field: "content.name", issue: "required" }],
    ],
    [
      "an unknown type",
      () => text("447700900123", { type: "hologram" }),
      400,
      "validation_error",
      [{ field: "type", issue: "unknown_value" }],
    ],
    [
      "what the channel cannot carry",
      () => text("447700900123", { type: "sticker", text: undefined, content: { mediaId: unknownId("med"), caption: "Thanks" } }),
      422,
      "unsupported_by_channel",
      [{ field: "content.caption", issue: "not_allowed" }],
    ],
    [
      "a text that is too long",
      () => text("447700900123", { text: "x".repeat(4097) }),
      422,
      "unsupported_by_channel",
      [{ field: "text", issue: "too_long" }],
    ],
    ["a recipient that is no number", () => template("not a number"), 422, "recipient_invalid", [{ field: "to", issue: "invalid_format" }]],
    [
      "an unknown channel",
      () => text("447700900123", { channelId: unknownId("chn") }),
      404,
      "not_found",
      [{ field: "channelId", issue: "not_found" }],
    ],
    [
      "a malformed channel",
      () => text("447700900123", { channelId: "nonsense" }),
      404,
      "not_found",
      [{ field: "channelId", issue: "not_found" }],
    ],
    [
      "an unknown quoted message",
      () => template("447700900123", { replyToId: unknownId("msg") }),
      404,
      "not_found",
      [{ field: "replyToId", issue: "not_found" }],
    ],
  ];
  it("a text of only white space is refused like an empty one", async () => {
    const [empty, blank] = await Promise.all(
      ["", " \n "].map((none) => tenant.api.post("/api/v1/messages", text("447700900123", { text: none }))),
    );
    const refusal = (response: typeof empty) => [response?.status, response?.body.error.code, response?.body.error.details];
    assert.deepEqual(refusal(blank), refusal(empty));
    assert.match(blank?.body.error.message, /^text is empty/);
    assert.match(empty?.body.error.message, /^text must not be empty/);
  });

  for (const [name, body, status, code, details] of refusals) {
    it(`refuses ${name}`, async () => {
      const response = await tenant.api.post("/api/v1/messages", body());
      assert.equal(response.status, status, response.text);
      assert.equal(response.body.error.code, code);
      assert.deepEqual(response.body.error.details, details);
    });
  }

  it("refuses a recipient who opted out, at acceptance and again before it is sent", async () => {
    const to = await customer();
    const queued = await tenant.api.post("/api/v1/messages", text(to));
    const contact = queued.body.contactId;
    assert.equal((await tenant.api.patch(`/api/v1/contacts/${contact}`, { optIn: "opted_out" })).status, 200);
    assert.equal((await tenant.api.post("/api/v1/messages", text(to))).body.error.code, "recipient_opted_out");
    await t.settle();
    assert.equal((await tenant.api.get(`/api/v1/messages/${queued.body.id}`)).body.error.code, "recipient_opted_out");
    assert.equal(t.simulator.sentTo(to).length, 0);
  });

  it("a channel that is not connected accepts no sends, and waiting messages are sent once it is connected again", async () => {
    const own = await t.channel(tenant);
    const number = "447700999100";
    await t.simulator.customer(number).sendText(own.externalId, "Hi");
    await t.drain();
    const waiting = await tenant.api.post("/api/v1/messages", { ...text(number), channelId: own.id });
    assert.equal(waiting.status, 200);
    await tenant.api.patch(`/api/v1/channels/${own.id}`, { status: "Disconnected" });
    assert.equal(
      (await tenant.api.post("/api/v1/messages", { ...text(number), channelId: own.id })).body.error.code,
      "channel_not_connected",
    );
    await t.settle();
    assert.equal((await tenant.api.get(`/api/v1/messages/${waiting.body.id}`)).body.status, "queued");
    await tenant.api.patch(`/api/v1/channels/${own.id}`, { status: "Connected" });
    await t.settle();
    assert.equal((await tenant.api.get(`/api/v1/messages/${waiting.body.id}`)).body.status, "read");
  });

  it("a quoted message reaches the platform by its own id", async () => {
    const to = await customer();
    const { conversationId } = (await tenant.api.post("/api/v1/messages", text(to))).body;
    const inbound = (await tenant.api.get(`/api/v1/conversations/${conversationId}/messages`)).body.data.find(
      (m: { direction: string }) => m.direction === "inbound",
    );
    const sent = await tenant.api.post("/api/v1/messages", text(to, { replyToId: inbound.id }));
    assert.equal(sent.status, 200, sent.text);
    await t.settle();
    const call = t.simulator.sentTo(to).at(-1) as { body?: { context?: { message_id: string } } };
    assert.equal(JSON.stringify(call).includes(inbound.externalId), true);
  });

  it("statuses move forward and are emitted as events, once each", async () => {
    const to = await customer();
    const sent = await tenant.api.post("/api/v1/messages", text(to, { clientReference: `ref-${to}` }));
    await t.settle();
    const events = (await tenant.api.get("/api/v1/events?limit=100&type=message.status")).body.data
      .filter((e: { data: { message: { id: string } } }) => e.data.message.id === sent.body.id)
      .reverse();
    assert.deepEqual(
      events.map((e: { data: { status: string; previousStatus: string } }) => [e.data.previousStatus, e.data.status]),
      [
        ["queued", "sent"],
        ["sent", "delivered"],
        ["delivered", "read"],
      ],
    );
    assert.equal(events[0].data.message.clientReference, `ref-${to}`);
    assert.equal(events[0].data.error, null);
  });

  it("lists page through everything exactly once, newest first, and a cursor belongs to its filters", async () => {
    const own = await t.tenant();
    const ownChannel = await t.channel(own);
    for (let i = 0; i < 7; i++) {
      assert.equal((await own.api.post("/api/v1/messages", { ...template(`44770091000${i}`), channelId: ownChannel.id })).status, 200);
      t.clock.advance(1_000);
    }
    await t.settle();
    const seen: string[] = [];
    let cursor = "";
    for (;;) {
      const page = await own.api.get(`/api/v1/messages?limit=3${cursor}`);
      assert.equal(page.status, 200, page.text);
      seen.push(...page.body.data.map((m: { to: string }) => m.to));
      if (!page.body.pageInfo.hasNextPage) {
        assert.equal(page.body.pageInfo.nextCursor, null);
        break;
      }
      cursor = `&cursor=${page.body.pageInfo.nextCursor}`;
    }
    assert.deepEqual(
      seen,
      [6, 5, 4, 3, 2, 1, 0].map((i) => `44770091000${i}`),
    );
    const first = await own.api.get("/api/v1/messages?limit=3");
    const foreignFilter = await own.api.get(`/api/v1/messages?limit=3&direction=inbound&cursor=${first.body.pageInfo.nextCursor}`);
    assert.equal(foreignFilter.body.error.code, "invalid_cursor");
    const foreignTenant = await tenant.api.get(`/api/v1/messages?limit=3&cursor=${first.body.pageInfo.nextCursor}`);
    assert.equal(foreignTenant.body.error.code, "invalid_cursor");
    const byReference = await own.api.get("/api/v1/messages?status=read");
    assert.equal(byReference.body.data.length, 7);
  });
});
