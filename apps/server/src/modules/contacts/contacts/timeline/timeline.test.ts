import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startContacts } from "../../../../../test/contacts.ts";
import { unknownId } from "../../../../../test/harness.ts";

const { t, tenant, writer } = await startContacts("4477023");
const { api } = tenant;

interface Item {
  id: string;
  type: string;
  occurredAt: string;
  contactId: string;
  conversationId: string | null;
  actor: { kind: string; id: string } | null;
  message: { direction: string | null; preview: string } | null;
  data: Record<string, any>;
}

async function timeline(id: string, limit = 100): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor = ""; ; ) {
    const { status, body, text } = await api.get(`/api/v1/contacts/${id}/timeline?limit=${limit}${cursor}`);
    assert.equal(status, 200, text);
    items.push(...body.data);
    if (!body.pageInfo.hasNextPage) return items;
    cursor = `&cursor=${encodeURIComponent(body.pageInfo.nextCursor)}`;
  }
}

const step = () => t.clock.advance(1_000);

describe("the timeline of a contact", () => {
  it("shows messages, notes, conversations, fields, tags, opt-in, blocking and merges, newest first, also page by page", async () => {
    const person = await writer("Ada");
    step();
    const [conversation] = (await api.get(`/api/v1/conversations?contactId=${person.id}`)).body.data;
    await api.post(`/api/v1/conversations/${conversation.id}/notes`, { text: "Likes tea" });
    step();
    await api.patch(`/api/v1/contacts/${person.id}`, { email: "ada@example.com", tags: ["vip"], customFields: { plan: "pro" } });
    step();
    await api.post("/api/v1/contacts/tags/merge", { tags: ["vip"], into: "gold" });
    step();
    await person.write("STOP");
    step();
    const other = (await api.post("/api/v1/contacts", { name: "Ada again" })).body.id;
    step();
    await api.patch(`/api/v1/contacts/${other}`, { language: "en" });
    step();
    await api.post(`/api/v1/contacts/${person.id}/merge`, { contactId: other });
    step();
    await api.patch(`/api/v1/conversations/${conversation.id}`, { status: "resolved" });
    step();
    await api.patch(`/api/v1/conversations/${conversation.id}`, { status: "open" });
    step();
    await api.post(`/api/v1/contacts/${person.id}/block`);
    const items = await timeline(person.id);
    const count = (type: string) => items.filter((item) => item.type === type).length;
    assert.deepEqual(Object.fromEntries([...new Set(items.map(({ type }) => type))].sort().map((type) => [type, count(type)])), {
      blocked: 1,
      conversation_opened: 1,
      conversation_reopened: 1,
      conversation_resolved: 2,
      created: 2,
      fields_changed: 2,
      merged: 1,
      message: 2,
      note: 1,
      opt_in_changed: 1,
      tags_changed: 2,
    });
    const times = items.map(({ occurredAt }) => occurredAt);
    assert.deepEqual(times, [...times].sort().reverse());
    const one = (type: string) => items.find((item) => item.type === type) as Item;
    assert.equal(one("note").message?.preview, "Likes tea");
    assert.equal(one("note").actor?.kind, "api");
    assert.deepEqual(one("merged").data, { otherContactId: other });
    assert.deepEqual(one("opt_in_changed").data, { from: "unknown", to: "opted_out", reason: "stop_word" });
    assert.deepEqual(one("tags_changed").data, { added: ["gold"], removed: ["vip"] });
    assert.deepEqual(
      items.filter(({ type }) => type === "fields_changed").map(({ contactId, data }) => [contactId, Object.keys(data["changes"]).sort()]),
      [
        [other, ["language"]],
        [person.id, ["customFields", "email"]],
      ],
    );
    assert.match(one("blocked").actor?.id ?? "", /^key_/);
    assert.deepEqual(await timeline(person.id, 1), items);
    assert.deepEqual(await timeline(person.id, 3), items);
    step();
    await api.post(`/api/v1/contacts/${other}/unmerge`);
    assert.equal((await timeline(person.id))[0]?.type, "unmerged");
    assert.ok((await timeline(other)).some(({ type }) => type === "unmerged"));
  });

  it("does not depend on the event log", async () => {
    const { id } = (await api.post("/api/v1/contacts", { name: "Bob" })).body;
    await api.patch(`/api/v1/contacts/${id}`, { tags: ["x"] });
    await t.app.database.worker({ text: "delete from event_log where tenant_id = $1", values: [tenant.id] });
    assert.deepEqual((await timeline(id)).map(({ type }) => type).sort(), ["created", "tags_changed"]);
  });

  it("is 404 for another tenant's contact and needs its scope", async () => {
    const { id } = (await api.post("/api/v1/contacts", { name: "Cid" })).body;
    const other = await t.tenant();
    for (const wire of [id, unknownId("cnt"), "x"]) assert.equal((await other.api.get(`/api/v1/contacts/${wire}/timeline`)).status, 404);
    const key = await t.key(tenant.id, { scopes: ["contacts:write"] });
    assert.equal((await t.api(key).get(`/api/v1/contacts/${id}/timeline`)).status, 403);
  });
});
