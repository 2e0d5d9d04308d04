import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { withClient } from "@parley/database";
import { parseWireId } from "#platform/ids/ids.ts";
import { openTransaction, untilWaiting } from "../../../../test/database/locks.ts";
import { unknownId } from "../../../../test/harness.ts";
import { detail, refusal, startInbox, wholeList } from "../../../../test/inbox.ts";
import { type ReplyVariable, renderReply, replyVariables, unknownVariables } from "./variables.ts";

const { t, tenant, other, channel, incoming, member } = await startInbox("44770074");
const { api } = tenant;
const path = "/api/v1/canned-replies";

test("a reply is created, read, changed and deleted", async () => {
  const media = (await api.post("/api/v1/media", { url: `${t.url}/health/live`, filename: "terms.txt" })).body;
  const content = "Hi {{contact.firstName|there}}, {{ agent.name }} here.";
  const made = await api.post(path, { shortcut: "Hi", title: " Greeting ", content, mediaIds: [media.id] });
  assert.equal(made.status, 200, made.text);
  const { id, createdAt, updatedAt, ...rest } = made.body;
  assert.deepEqual(rest, {
    shortcut: "Hi",
    title: "Greeting",
    content,
    variables: ["contact.firstName", "agent.name"],
    mediaIds: [media.id],
    usageCount: 0,
    lastUsedAt: null,
  });
  assert.deepEqual((await api.get(`${path}/${id}`)).body, made.body);
  const changed = (await api.patch(`${path}/${id}`, { content: "Bye", mediaIds: [] })).body;
  assert.deepEqual([changed.content, changed.variables, changed.mediaIds, changed.shortcut], ["Bye", [], [], "Hi"]);
  assert.deepEqual((await api.delete(`${path}/${id}`)).body, { id, deleted: true });
  assert.deepEqual(refusal(await api.get(`${path}/${id}`)), [404, "not_found"]);
});

test("a shortcut belongs to one reply, regardless of case, and to each tenant separately", async () => {
  const first = (await api.post(path, { shortcut: "price", title: "Price", content: "9" })).body;
  const twin = await api.post(path, { shortcut: "PRICE", title: "Price", content: "9" });
  assert.deepEqual(refusal(twin), [409, "already_exists"]);
  assert.deepEqual(twin.body.error.details, [{ field: "shortcut", issue: "exists", id: first.id }]);
  const second = (await api.post(path, { shortcut: "cost", title: "Cost", content: "9" })).body;
  assert.deepEqual(refusal(await api.patch(`${path}/${second.id}`, { shortcut: "Price" })), [409, "already_exists"]);
  assert.equal((await api.patch(`${path}/${first.id}`, { shortcut: "Price" })).status, 200);
  assert.equal((await other.api.post(path, { shortcut: "price", title: "Price", content: "9" })).status, 200);
  const racing = await Promise.all(Array.from({ length: 5 }, () => api.post(path, { shortcut: "race", title: "R", content: "r" })));
  assert.deepEqual(racing.map((response) => response.status).sort(), [200, 409, 409, 409, 409]);
});

test("rendering fills in the conversation's people, lists missing values, and counts", async () => {
  const { conversation, url, waId } = await incoming("Hi", tenant, channel, "Grace Hopper");
  const content =
    "{{contact.firstName}} {{contact.phone}} at {{channel.name}}: {{agent.firstName|your team}}, {{contact.email}} {{contact.email}}";
  const { id } = (await api.post(path, { shortcut: "all", title: "All", content })).body;
  const render = () => api.post(`${path}/${id}/render`, { conversationId: conversation.id });
  const first = await render();
  assert.equal(first.status, 200, first.text);
  assert.deepEqual(first.body, {
    id,
    conversationId: conversation.id,
    text: `Grace +${waId} at Support: your team, {{contact.email}} {{contact.email}}`,
    missing: ["contact.email"],
    mediaIds: [],
  });
  await api.patch(`/api/v1/contacts/${conversation.contactId}`, { email: "grace@example.com" });
  await api.patch(url, { assigneeId: await member("ada@reply.example") });
  const second = (await render()).body;
  assert.deepEqual(second.missing, []);
  assert.ok(!second.text.includes("your team") && second.text.endsWith("grace@example.com grace@example.com"), second.text);
  const used = (await api.get(`${path}/${id}`)).body;
  assert.deepEqual([used.usageCount, used.lastUsedAt], [2, t.clock.now().toISOString()]);
  for (const nobody of [unknownId("conv"), "x"])
    assert.deepEqual(refusal(await api.post(`${path}/${id}/render`, { conversationId: nobody })), [404, "not_found"]);
  const foreign = (await other.api.post(path, { shortcut: "f", title: "F", content: "{{contact.name}}" })).body;
  assert.deepEqual(refusal(await other.api.post(`${path}/${foreign.id}/render`, { conversationId: conversation.id })), [404, "not_found"]);
  assert.deepEqual(refusal(await other.api.post(`${path}/${id}/render`, { conversationId: conversation.id })), [404, "not_found"]);
});

test("the list is paged, and searched by shortcut, title and content regardless of case and accents", async () => {
  const own = await t.tenant();
  for (const [shortcut, title, content] of [
    ["a", "Été", "Summer prices"],
    ["b", "Winter", "100% off"],
    ["c", "Autumn", "See summer"],
  ]) {
    await own.api.post(path, { shortcut, title, content });
    t.clock.advance(1);
  }
  const found = async (query: string) => (await wholeList(own.api, `${path}?limit=1${query}`)).map((reply) => reply.shortcut);
  assert.deepEqual(await found(""), ["c", "b", "a"]);
  assert.deepEqual(await found("&q=SUMMER"), ["c", "a"]);
  assert.deepEqual(await found("&q=ete"), ["a"]);
  assert.deepEqual(await found("&q=0%25"), ["b"]);
});

test("invalid bodies are refused with their fields", async () => {
  const good = { shortcut: "ok", title: "Ok", content: "Ok" };
  for (const [change, field, issue] of [
    [{ content: "Hi {{contact.nmae}}" }, "content", "unknown"],
    [{ content: "Hi {{}}" }, "content", "unknown"],
    [{ content: "  " }, "content", "too_short"],
    [{ shortcut: "two words" }, "shortcut", "invalid_format"],
    [{ shortcut: "" }, "shortcut", "too_short"],
    [{ title: " " }, "title", "too_short"],
  ] as const) {
    const response = await api.post(path, { ...good, ...change });
    assert.deepEqual([response.status, ...detail(response)], [400, field, issue], response.text);
  }
  assert.deepEqual(refusal(await api.post(path, { ...good, mediaIds: [unknownId("med")] })), [404, "not_found"]);
  const reader = t.api(await t.key(tenant.id, { scopes: ["conversations:read"] }));
  assert.deepEqual(refusal(await reader.post(path, good)), [403, "insufficient_scope"]);
});

test("rendering fills every known variable that has a value, and never repeats a value's own braces", () => {
  const values = Object.fromEntries(replyVariables.map((name) => [name, `{{${name}}}`])) as Record<ReplyVariable, string>;
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.constantFrom(...replyVariables).map((name) => `{{${name}}}`),
          fc.string(),
        ),
      ),
      (parts) => {
        const content = parts.join(" ");
        const { missing } = renderReply(content, values);
        assert.deepEqual(missing, unknownVariables(content));
      },
    ),
  );
  const none = Object.fromEntries(replyVariables.map((name) => [name, null])) as Record<ReplyVariable, null>;
  assert.deepEqual(renderReply("{{contact.name|}}{{contact.name | you }}!", none), { text: "you!", missing: [] });
});

test("a message is refused if its media is removed while it is being accepted", async () => {
  const { conversation, waId } = await incoming("Do you have a price list?");
  const { id } = (await api.post("/api/v1/media", { url: `${t.url}/health/live`, filename: "prices.txt" })).body;
  const removing = await openTransaction(t.database);
  await removing.query("delete from media where tenant_id = $1 and id = $2", [tenant.id, parseWireId("med", id)]);
  const sent = api.post("/api/v1/messages", { channelId: channel.id, to: waId, type: "document", content: { mediaId: id } });
  await untilWaiting(t.database, 1);
  await removing.release();
  assert.deepEqual(refusal(await sent), [404, "not_found"]);
  const { data } = (await api.get(`/api/v1/conversations/${conversation.id}/messages`)).body;
  assert.deepEqual(
    data.map(({ direction }: { direction: string }) => direction),
    ["inbound"],
  );
});

test("the media of a reply are kept as long as one has them", async () => {
  const upload = async () => (await api.post("/api/v1/media", { url: `${t.url}/health/live`, filename: "prices.txt" })).body.id as string;
  const exists = async (id: string) => (await api.get(`/api/v1/media/${id}/info`)).status === 200;
  const [shared, own, unused] = [await upload(), await upload(), await upload()];
  const first = (await api.post(path, { shortcut: "prices", title: "Prices", content: "-", mediaIds: [shared, own, shared] })).body;
  const second = (await api.post(path, { shortcut: "prices2", title: "Prices", content: "-", mediaIds: [shared] })).body;
  t.clock.advance(31 * 86_400_000);
  await t.app.media.maintenance.run();
  assert.deepEqual([await exists(shared), await exists(own), await exists(unused)], [true, true, false]);
  assert.deepEqual((await api.get(`${path}/${first.id}`)).body.mediaIds, [shared, own]);
  await api.patch(`${path}/${first.id}`, { mediaIds: [own] });
  assert.deepEqual([await exists(shared), await exists(own)], [true, true]);
  await api.delete(`${path}/${first.id}`);
  assert.deepEqual([await exists(shared), await exists(own)], [true, true], "it can be given to another one");
  await t.app.media.maintenance.run();
  assert.deepEqual([await exists(shared), await exists(own)], [true, false]);
  // As when it is erased with the customer who sent it.
  await withClient(t.database.admin, (admin) =>
    admin.query("delete from media where tenant_id = $1 and id = $2", [tenant.id, parseWireId("med", shared)]),
  );
  assert.deepEqual((await api.get(`${path}/${second.id}`)).body.mediaIds, []);
});
