import assert from "node:assert/strict";
import { test } from "node:test";
import { unknownId } from "../../../../test/harness.ts";
import { detail, refusal, startInbox, wholeList } from "../../../../test/inbox.ts";

const { t, tenant, other, incoming } = await startInbox("44770071");
const { api } = tenant;
const path = "/api/v1/labels";

test("a label is created, read, changed and deleted", async () => {
  const made = await api.post(path, { name: "  Refund ", color: "#D9480F", description: "Money back" });
  assert.equal(made.status, 200, made.text);
  const { id, createdAt, updatedAt, ...rest } = made.body;
  assert.match(id, /^lbl_[0-9a-f]{32}$/);
  assert.deepEqual(rest, { name: "Refund", color: "#d9480f", description: "Money back", conversationCount: 0 });
  assert.deepEqual((await api.get(`${path}/${id}`)).body, made.body);
  t.clock.advance(1_000);
  const changed = await api.patch(`${path}/${id}`, { color: null, description: null });
  assert.deepEqual(changed.body, { ...made.body, color: null, description: null, updatedAt: t.clock.now().toISOString() });
  assert.deepEqual((await api.delete(`${path}/${id}`)).body, { id, deleted: true });
  assert.deepEqual(refusal(await api.get(`${path}/${id}`)), [404, "not_found"]);
});

test("names that differ only in case, accents or Unicode form are the same name", async () => {
  const first = (await api.post(path, { name: "Réclamation" })).body;
  for (const name of ["RECLAMATION", "re\u0301clamation", " Reclamation "]) {
    const twin = await api.post(path, { name });
    assert.deepEqual(refusal(twin), [409, "already_exists"], name);
    assert.deepEqual(twin.body.error.details, [{ field: "name", issue: "exists", id: first.id }]);
  }
  const second = (await api.post(path, { name: "Praise" })).body;
  assert.deepEqual(refusal(await api.patch(`${path}/${second.id}`, { name: "reclamation" })), [409, "already_exists"]);
  // The label's own name in another spelling does not conflict with itself.
  assert.equal((await api.patch(`${path}/${first.id}`, { name: "réclamation" })).body.name, "réclamation");
  // Another tenant may use the same name.
  assert.equal((await other.api.post(path, { name: "Praise" })).status, 200);
});

test("of two concurrent creations of one label, one is told that it exists", async () => {
  const responses = await Promise.all(Array.from({ length: 6 }, (_, i) => api.post(path, { name: i % 2 === 0 ? "Racing" : "RACING" })));
  assert.deepEqual(responses.map((response) => response.status).sort(), [200, 409, 409, 409, 409, 409]);
});

test("an unknown label name on a conversation creates the label; an existing one keeps its spelling", async () => {
  const { url } = await incoming();
  await api.post(path, { name: "VIP Customer" });
  const patched = await api.patch(url, { labels: ["vip customer", "Fresh idea"] });
  assert.deepEqual(patched.body.labels, ["VIP Customer", "Fresh idea"]);
  const [made] = (await api.get(`${path}?q=fresh`)).body.data;
  assert.deepEqual([made.name, made.conversationCount], ["Fresh idea", 1]);
  assert.deepEqual((await api.patch(url, { removeLabels: ["FRESH IDEA"] })).body.labels, ["VIP Customer"]);
  assert.deepEqual((await api.patch(url, { addLabels: [" "] })).status, 400);
});

test("a label may also be given by its id, and an id never becomes a name", async () => {
  const { url } = await incoming();
  const { id } = (await api.post(path, { name: "Given by id" })).body;
  assert.deepEqual((await api.patch(url, { labels: [id] })).body.labels, ["Given by id"]);
  assert.deepEqual((await api.patch(url, { removeLabels: [id] })).body.labels, []);
  assert.deepEqual((await api.patch(url, { addLabels: [id, "given BY id"] })).body.labels, ["Given by id"]);
  const found = async (query: string) => (await api.get(`/api/v1/conversations?${query}`)).body.data.length;
  assert.deepEqual([await found(`label=${id}`), await found(`labels=${id}`)], [1, 1]);
  const before = (await wholeList(api, path)).length;
  const theirs = (await other.api.post(path, { name: "Theirs" })).body.id;
  for (const wrong of [unknownId("lbl"), theirs, unknownId("conv")]) {
    const refused = await api.patch(url, { labels: ["Given by id", wrong] });
    assert.deepEqual([refused.status, refused.body.error.details], [404, [{ field: "labels[1]", issue: "not_found" }]]);
    for (const response of [await api.post(path, { name: wrong }), await api.patch(`${path}/${id}`, { name: wrong })])
      assert.deepEqual([response.status, ...detail(response)], [400, "name", "not_allowed"]);
  }
  assert.equal((await wholeList(api, path)).length, before);
});

test("a new name shows everywhere, and a deleted label is removed everywhere", async () => {
  const a = await incoming();
  const b = await incoming();
  for (const { url } of [a, b]) await api.patch(url, { labels: ["Billing", "Keep"] });
  const [label] = (await api.get(`${path}?q=billing`)).body.data;
  assert.equal(label.conversationCount, 2);
  await api.patch(`${path}/${label.id}`, { name: "Invoices" });
  for (const { url } of [a, b]) assert.deepEqual((await api.get(url)).body.labels, ["Invoices", "Keep"]);
  assert.deepEqual(
    (await wholeList(api, "/api/v1/conversations?label=invoices&limit=1")).map((c) => c.id).sort(),
    [a, b].map((c) => c.conversation.id).sort(),
  );
  assert.deepEqual(await wholeList(api, "/api/v1/conversations?label=Billing"), []);

  await api.delete(`${path}/${label.id}`);
  for (const { url } of [a, b]) assert.deepEqual((await api.get(url)).body.labels, ["Keep"]);
  assert.deepEqual(await wholeList(api, "/api/v1/conversations?label=Invoices"), []);
  // A new label with the old name is another label: no conversation has it.
  const again = (await api.post(path, { name: "Invoices" })).body;
  assert.equal(again.conversationCount, 0);
  assert.deepEqual((await api.get(a.url)).body.labels, ["Keep"]);
  // The leftover id of the deleted label counts neither against the conversation's limit nor as a change.
  assert.deepEqual((await api.patch(a.url, { addLabels: ["Invoices"] })).body.labels, ["Keep", "Invoices"]);
});

test("the list is paged, newest first, and finds parts of names", async () => {
  const own = await t.tenant();
  const names = ["one", "two", "three"];
  for (const name of names) {
    await own.api.post(path, { name });
    t.clock.advance(1);
  }
  assert.deepEqual(
    (await wholeList(own.api, `${path}?limit=2`)).map((label) => label.name),
    names.toReversed(),
  );
  assert.deepEqual(
    (await wholeList(own.api, `${path}?q=T`)).map((label) => label.name),
    ["three", "two"],
  );
  assert.deepEqual(
    (await wholeList(own.api, `${path}?q=%25`)).map((label) => label.name),
    [],
  );
});

test("invalid bodies, missing scopes and other tenants' ids are refused", async () => {
  for (const [body, field, issue] of [
    [{}, "name", "required"],
    [{ name: "" }, "name", "too_short"],
    [{ name: "  " }, "name", "too_short"],
    [{ name: "x".repeat(51) }, "name", "too_long"],
    [{ name: "x", color: "red" }, "color", "invalid_format"],
  ] as const) {
    const response = await api.post(path, body);
    assert.deepEqual([response.status, ...detail(response)], [400, field, issue], response.text);
  }
  const reader = t.api(await t.key(tenant.id, { scopes: ["labels:read"] }));
  assert.deepEqual(refusal(await reader.post(path, { name: "No" })), [403, "insufficient_scope"]);
  assert.equal((await reader.get(path)).status, 200);
  const mine = (await api.post(path, { name: "Mine" })).body;
  for (const id of [mine.id, unknownId("lbl"), "x"]) {
    for (const response of [
      await other.api.get(`${path}/${id}`),
      await other.api.patch(`${path}/${id}`, { name: "Stolen" }),
      await other.api.delete(`${path}/${id}`),
    ])
      assert.deepEqual(refusal(response), [404, "not_found"]);
  }
});
