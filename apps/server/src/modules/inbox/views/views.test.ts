import assert from "node:assert/strict";
import { test } from "node:test";
import { unknownId } from "../../../../test/harness.ts";
import { detail, refusal, startInbox, wholeList } from "../../../../test/inbox.ts";

const { t, tenant, other, channel, incoming, member } = await startInbox("44770073");
const { api } = tenant;
const path = "/api/v1/views";

test("a view is created, read, changed and deleted, and shows what its filters select", async () => {
  const [a, b, c] = [await incoming(), await incoming(), await incoming()];
  for (const { url } of [a, b]) await api.patch(url, { labels: ["Viewed"], priority: "high" });
  await api.patch(b.url, { priority: "urgent" });
  const filters = { status: "open", labels: ["viewed"], channelId: channel.id };
  const made = await api.post(path, { name: " Hot ", visibility: "shared", filters, sort: "createdAt" });
  assert.equal(made.status, 200, made.text);
  const { id, ownerId, createdAt, updatedAt, ...rest } = made.body;
  assert.match(id, /^view_/);
  assert.match(ownerId, /^key_/);
  // Labels in their own spelling.
  assert.deepEqual(rest, { name: "Hot", visibility: "shared", filters: { ...filters, labels: ["Viewed"] }, sort: "createdAt" });
  assert.deepEqual((await api.get(`${path}/${id}`)).body, made.body);
  const shown = async () => (await wholeList(api, `${path}/${id}/conversations?limit=1`)).map((item) => item.id);
  assert.deepEqual(await shown(), [b.conversation.id, a.conversation.id]);

  await api.patch(`${path}/${id}`, { filters: { priority: "urgent", contactId: b.contactId } });
  assert.deepEqual(await shown(), [b.conversation.id]);
  await api.patch(`${path}/${id}`, { filters: { assigneeId: await member("v@inbox.example"), unread: true }, name: "Mine" });
  assert.deepEqual(await shown(), []);
  const patched = (await api.patch(`${path}/${id}`, { filters: {}, sort: "waitingSince" })).body;
  assert.deepEqual([patched.name, patched.filters, patched.sort], ["Mine", {}, "waitingSince"]);
  assert.deepEqual(
    await shown(),
    [a, b, c].map(({ conversation }) => conversation.id),
  );
  assert.deepEqual((await api.delete(`${path}/${id}`)).body, { id, deleted: true });
  assert.deepEqual(refusal(await api.get(`${path}/${id}/conversations`)), [404, "not_found"]);
});

test("a view selects any of some labels and all of others", async () => {
  const { url: first } = await incoming("all-labels-1");
  const { url: second } = await incoming("all-labels-2");
  await api.patch(first, { labels: ["Red", "Round", "Late"] });
  await api.patch(second, { labels: ["Red", "Late"] });
  const shown = async (filters: object) => {
    const { body } = await api.post(path, { name: "All", filters });
    assert.deepEqual(body.filters, filters);
    return ((await api.get(`${path}/${body.id}/conversations`)).body.data as { id: string }[]).map(({ id }) => id).length;
  };
  assert.deepEqual(
    [
      await shown({ allLabels: ["Red", "Late"] }),
      await shown({ allLabels: ["Red", "Round"] }),
      await shown({ labels: ["Late"], allLabels: ["Red", "Round"] }),
    ],
    [2, 1, 1],
  );
});

test("a view follows a renamed label, and shows nothing once its labels are deleted", async () => {
  const { url, conversation } = await incoming();
  await api.patch(url, { labels: ["Before"] });
  const { id } = (await api.post(path, { name: "L", filters: { labels: ["Before"] } })).body;
  const [label] = (await api.get("/api/v1/labels?q=before")).body.data;
  await api.patch(`/api/v1/labels/${label.id}`, { name: "After" });
  assert.deepEqual((await api.get(`${path}/${id}`)).body.filters, { labels: ["After"] });
  assert.deepEqual(
    (await api.get(`${path}/${id}/conversations`)).body.data.map((item: any) => item.id),
    [conversation.id],
  );
  await api.delete(`/api/v1/labels/${label.id}`);
  assert.deepEqual((await api.get(`${path}/${id}`)).body.filters, { labels: [] });
  // Not everything, which is what an empty filter would mean.
  assert.deepEqual((await api.get(`${path}/${id}/conversations`)).body.data, []);
});

test("a view that requires all of some labels shows nothing once one of them is deleted", async () => {
  const { url } = await incoming("all-labels-3");
  await api.patch(url, { labels: ["Stays", "Goes"] });
  const { id } = (await api.post(path, { name: "Both", filters: { allLabels: ["Stays", "Goes"] } })).body;
  assert.equal((await api.get(`${path}/${id}/conversations`)).body.data.length, 1);
  const [label] = (await api.get("/api/v1/labels?q=goes")).body.data;
  await api.delete(`/api/v1/labels/${label.id}`);
  assert.deepEqual((await api.get(`${path}/${id}/conversations`)).body.data, []);
});

test("a private view is visible only to its author", async () => {
  const colleague = t.api(await t.key(tenant.id));
  const mine = (await api.post(path, { name: "Private", filters: {} })).body;
  assert.equal(mine.visibility, "private");
  for (const response of [
    await colleague.get(`${path}/${mine.id}`),
    await colleague.patch(`${path}/${mine.id}`, { name: "x" }),
    await colleague.delete(`${path}/${mine.id}`),
    await colleague.get(`${path}/${mine.id}/conversations`),
  ])
    assert.deepEqual(refusal(response), [404, "not_found"]);
  const seen = async (who: typeof api) => (await wholeList(who, `${path}?limit=1&visibility=private`)).some((view) => view.id === mine.id);
  assert.deepEqual([await seen(api), await seen(colleague)], [true, false]);
  await api.patch(`${path}/${mine.id}`, { visibility: "shared" });
  assert.equal((await colleague.get(`${path}/${mine.id}`)).status, 200);
  for (const id of [mine.id, unknownId("view"), "x"]) assert.deepEqual(refusal(await other.api.get(`${path}/${id}`)), [404, "not_found"]);
});

test("impossible filters are refused with their fields", async () => {
  const stranger = await member("s@inbox.example", other);
  const make = (filters: object) => api.post(path, { name: "x", filters });
  for (const filters of [{ channelId: unknownId("chn") }, { contactId: "x" }, { assigneeId: stranger }, { assigneeId: unknownId("agt") }]) {
    assert.deepEqual(refusal(await make(filters)), [404, "not_found"], JSON.stringify(filters));
  }
  for (const [filters, field] of [
    [{ labels: ["No such label"] }, "filters.labels[0]"],
    [{ allLabels: ["No such label"] }, "filters.allLabels[0]"],
  ] as const) {
    const response = await make(filters);
    assert.deepEqual([response.status, ...detail(response)], [404, field, "not_found"], response.text);
  }
  for (const filters of [{ assigneeId: "none" }, { assigneeId: "me" }, { waitingMinutes: 5 }])
    assert.equal((await make(filters)).status, 200);
  for (const [filters, field, issue] of [
    [{ labels: [] }, "filters.labels", "too_short"],
    [{ allLabels: Array.from({ length: 11 }, (_, i) => `l${i}`) }, "filters.allLabels", "too_many"],
    [{ status: "closed" }, "filters.status", "unknown_value"],
    [{ unread: "yes" }, "filters.unread", "invalid_type"],
    [{ unassigned: true, assigneeId: "none" }, "filters.unassigned", "not_allowed"],
  ] as const) {
    const response = await make(filters);
    assert.deepEqual([response.status, ...detail(response)], [400, field, issue], response.text);
  }
  assert.deepEqual(detail(await api.post(path, { name: " ", filters: {} })), ["name", "too_short"]);
  assert.deepEqual(detail(await api.post(path, { name: "x" })), ["filters", "required"]);
  const reader = t.api(await t.key(tenant.id, { scopes: ["conversations:read"] }));
  assert.deepEqual(refusal(await reader.post(path, { name: "x", filters: {} })), [403, "insufficient_scope"]);
});

test("a view includes its counts when they are requested", async () => {
  const [a, b] = [await incoming(), await incoming()];
  for (const { url } of [a, b]) await api.patch(url, { labels: ["Counted"], priority: "low" });
  await api.post(`${b.url}/read`);
  const make = async (filters: object, sort?: string) =>
    (await api.post(path, { name: "C", visibility: "shared", filters, ...(sort === undefined ? {} : { sort }) })).body.id as string;
  const counted = (conversations: number, unread: number) => ({
    conversations: { count: conversations, more: false },
    unread: { count: unread, more: false },
  });
  for (const [filters, expected] of [
    [{ labels: ["Counted"] }, counted(2, 1)],
    [{ labels: ["Counted"], unread: false }, counted(1, 0)],
    [{ priority: "low", status: "open" }, counted(2, 1)],
    [{ contactId: a.contactId }, counted(1, 1)],
    [{ priority: "low", unread: true }, counted(1, 1)],
    [{ status: "resolved", priority: "low" }, counted(0, 0)],
  ] as const) {
    const id = await make(filters);
    assert.equal((await api.get(`${path}/${id}`)).body.counts, undefined);
    assert.deepEqual((await api.get(`${path}/${id}?include=counts`)).body.counts, expected, JSON.stringify(filters));
  }
  const waiting = await make({ priority: "low" }, "waitingSince");
  await api.post(`${a.url}/notes`, { text: "A note answers nothing" });
  const listed = (await wholeList(api, `${path}?limit=3&include=counts`)).find((view) => view.id === waiting);
  assert.deepEqual(listed.counts, counted(2, 1));
  assert.deepEqual(detail(await api.get(`${path}?include=everything`)), ["include", "unknown_value"]);
});
