/** Snapshots: what they contain, what applying one does, and what it never does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { wireId } from "#platform/ids/ids.ts";
import type { Api, TestTenant } from "../../../../test/harness.ts";
import { ask, path, read, t } from "../../../../test/stages/snapshot-stage.ts";

const key = (text: string) => ({ "idempotency-key": text });

const refused = async (api: Api, verb: "plan" | "apply", parts: object) => {
  const { status, body } = await api.post(`${path}/${verb}`, { snapshot: { version: 1, parts } });
  return [status, body.error?.code, body.error?.details?.[0]?.field, body.error?.details?.[0]?.issue];
};

async function post(api: Api, url: string, body: unknown): Promise<any> {
  const response = await api.post(`/api/v1${url}`, body);
  assert.equal(response.status, 200, response.text);
  return response.body;
}

const audit = (tenantId: string, action: string) =>
  t.app.database.worker<{ changes: any; target_id: string }>({
    text: "select changes, target_id from audit_entries where tenant_id = $1 and action = $2 order by id",
    values: [tenantId, action],
  });

/** One of everything, created through the API. */
async function furnish(tenant: TestTenant): Promise<{ channelId: string; agentId: string }> {
  const { api } = tenant;
  const { id: channelId } = await t.channel(tenant);
  const { agentId } = await t.person(tenant.id, { role: "agent" });
  await post(api, "/labels", { name: "VIP", color: "#D9480F", description: "Pays much" });
  await post(api, "/contact-fields", { key: "plan", label: "Plan", type: "select", options: ["free", "pro"], required: true });
  await post(api, "/ticket-fields", { key: "parts", label: "Parts", type: "multi_select", options: ["leg", "top"], position: 4 });
  const sales = await post(api, "/agents/divisions", { name: "Sales", color: "#2563EB" });
  const north = await post(api, "/agents/divisions", { name: "North", parent_division_id: sales.id });
  await post(api, "/pipelines", { name: "Bookings", isDefault: true, stages: [{ name: "Asked" }, { name: "Paid", kind: "won" }] });
  const hello = await post(api, "/canned-replies", { shortcut: "Hello", title: "Hello", content: "Hello {{contact.firstName|there}}" });
  const actions = [
    { type: "add_label", label: "vip" },
    { type: "assign", assigneeId: "me" },
    { type: "send_message", cannedReplyId: hello.id },
  ];
  await post(api, "/macros", { name: "Welcome", visibility: "shared", actions });
  await post(api, "/macros", { name: "Mine", actions });
  await post(api, "/macros", { name: "To Ada", visibility: "shared", actions: [{ type: "assign", assigneeId: agentId }] });
  const filters = { labels: ["VIP"], divisionId: north.id, status: "open" };
  await post(api, "/views", { name: "Northern VIPs", visibility: "shared", filters, sort: "waitingSince" });
  await post(api, "/views", { name: "Undivided", visibility: "shared", filters: { divisionId: "none", assigneeId: "none" } });
  await post(api, "/views", { name: "One number", visibility: "shared", filters: { channelId } });
  await post(api, "/views", { name: "Own", filters: {} });
  await post(api, "/ticket-categories", { name: "Returns", description: "What comes back" });
  const shop = await post(api, "/knowledge/categories", { name: "Shop", position: 3 });
  const hours = await post(api, "/knowledge/categories", { name: "Hours", parentId: shop.id });
  await post(api, "/knowledge/faqs", { question: "When are you open?", answer: "From nine to five.", categoryId: hours.id });
  await post(api, "/knowledge/faqs", { question: "Où ?", answer: "À Lyon.", language: "fr", status: "draft", alternatives: ["Adresse ?"] });
  const settings = await api.put("/api/v1/agent-settings", {
    autoAssign: { enabled: true, strategy: "least_busy" },
    businessHours: { timezone: "Europe/Berlin", weekly: [{ day: "monday", from: "09:00", to: "17:00" }], holidays: [] },
  });
  assert.equal(settings.status, 200, settings.text);
  const organization = await api.patch("/api/v1/organization", { settings: { reopenWindowHours: 48, optOutWords: ["genug"] } });
  assert.equal(organization.status, 200, organization.text);
  return { channelId, agentId };
}

test("a snapshot describes an organization's configuration by names, and lists what it cannot contain", async () => {
  const tenant = await t.tenant();
  const { channelId, agentId } = await furnish(tenant);
  const snapshot = await read(tenant.api);
  assert.equal(snapshot.version, 1);
  const { parts } = snapshot;
  assert.deepEqual(parts.labels, [{ name: "VIP", color: "#d9480f", description: "Pays much" }]);
  assert.deepEqual(parts.ticketFields, [
    { key: "parts", type: "multi_select", label: "Parts", options: ["leg", "top"], required: false, description: null, position: 4 },
  ]);
  assert.deepEqual(
    parts.divisions.map((division: any) => division.path),
    [["Sales"], ["Sales", "North"]],
  );
  assert.deepEqual(
    parts.pipelines.map((pipeline: any) => [pipeline.name, pipeline.isDefault]),
    [
      ["Sales", false],
      ["Bookings", true],
    ],
  );
  assert.deepEqual(parts.macros, [
    {
      name: "Welcome",
      actions: [
        { type: "add_label", label: "VIP" },
        { type: "assign", assignee: "me" },
        { type: "send_message", cannedReply: "Hello" },
      ],
    },
  ]);
  assert.deepEqual(parts.views, [
    { name: "Northern VIPs", filters: { status: "open", labels: ["VIP"], division: ["Sales", "North"] }, sort: "waitingSince" },
    { name: "Undivided", filters: { assignee: "none", division: null }, sort: "lastMessageAt" },
  ]);
  assert.deepEqual(
    parts.faqs.map((faq: any) => [faq.question, faq.category, faq.language, faq.status]),
    [
      ["Où ?", null, "fr", "draft"],
      ["When are you open?", ["Shop", "Hours"], null, "published"],
    ],
  );
  assert.equal(parts.settings.reopenWindowHours, 48);
  assert.equal(parts.agentSettings.autoAssign.strategy, "least_busy");
  assert.deepEqual(snapshot.leftOut, [
    { part: "views", key: "One number", reason: "names_channel" },
    { part: "macros", key: "To Ada", reason: "names_agent" },
  ]);
  // No ids, no people and no secrets.
  const text = JSON.stringify(snapshot);
  for (const id of [channelId, agentId, tenant.id, "token-"]) assert.ok(!text.includes(id), id);
  assert.doesNotMatch(text, /"[a-z]+_[0-9a-f]{32}"/);

  const some = await read(tenant.api, "?parts=labels,faqs");
  assert.deepEqual(Object.keys(some.parts).sort(), ["faqs", "labels"]);
  const unknown = await tenant.api.get(`${path}?parts=labels,people`);
  assert.deepEqual([unknown.status, unknown.body.error.details], [400, [{ field: "parts", issue: "unknown_value" }]]);
});

test("applying it to another organization creates the same there; applying it again changes nothing", async () => {
  const [from, to] = await Promise.all([t.tenant(), t.tenant()]);
  await furnish(from);
  const { parts } = await read(from.api);
  const planned = await ask(to.api, "plan", parts);
  assert.deepEqual((await read(to.api)).parts.labels, [], "a plan writes nothing");
  const applied = await ask(to.api, "apply", parts);
  assert.deepEqual(planned, applied);
  assert.deepEqual((await read(to.api)).parts, parts);
  // References by name point to the entries of this organization.
  const [view] = (await to.api.get("/api/v1/views?visibility=shared")).body.data.filter((v: any) => v.name === "Northern VIPs");
  const divisions = (await to.api.get("/api/v1/agents/divisions")).body.data;
  assert.equal(view.filters.divisionId, divisions.find((d: any) => d.name === "North").id);
  assert.equal((await to.api.get(`/api/v1/views/${view.id}/conversations`)).status, 200);
  // An imported FAQ is found like any other.
  const found = await to.api.get(`/api/v1/knowledge/faqs?q=${encodeURIComponent("when open")}`);
  assert.equal(found.body.data[0].question, "When are you open?");

  const again = await ask(to.api, "apply", parts);
  assert.deepEqual([again.created, again.changed, again.kept, again.conflicts], [0, 0, 0, 0]);
  assert.equal(again.left, again.entries.length);
  assert.equal((await audit(to.id, "snapshot.applied")).length, 2);
  assert.equal((await audit(to.id, "label.created")).length, 1);
  assert.equal((await audit(to.id, "label.updated")).length, 0);
  // A plan leaves no audit entry.
  assert.equal((await audit(from.id, "snapshot.applied")).length, 0);
});

test("an existing entry of the same name is changed to match the snapshot, or kept on request; others stay unchanged", async () => {
  const { api } = await t.tenant();
  const label = await post(api, "/labels", { name: "Réclamation", color: "#111111" });
  await post(api, "/labels", { name: "Other" });
  const parts = { labels: [{ name: "RECLAMATION", color: "#222222" }, { name: "New" }] };
  const kept = await ask(api, "apply", parts, { existing: "keep" });
  assert.deepEqual(
    kept.entries.map((e: any) => [e.key, e.action, e.fields]),
    [
      ["RECLAMATION", "keep", ["name", "color"]],
      ["New", "create", []],
    ],
  );
  assert.deepEqual([kept.created, kept.kept], [1, 1]);
  assert.equal((await api.get(`/api/v1/labels/${label.id}`)).body.name, "Réclamation");
  const applied = await ask(api, "apply", parts);
  assert.deepEqual([applied.changed, applied.left], [1, 1]);
  const changed = (await api.get(`/api/v1/labels/${label.id}`)).body;
  assert.deepEqual([changed.name, changed.color], ["RECLAMATION", "#222222"]);
  assert.equal((await api.get("/api/v1/labels")).body.data.length, 3);
});

test("an impossible entry is a conflict in the plan, and applying is refused as a whole, with the entry's path", async () => {
  const { api } = await t.tenant();
  await post(api, "/contact-fields", { key: "plan", label: "Plan", type: "text" });
  const [sales] = (await api.get("/api/v1/pipelines")).body.data;
  const contact = await post(api, "/contacts", { name: "Ada", customFields: { plan: "pro" } });
  await post(api, "/deals", { title: "Desk", contactId: contact.id, stageId: sales.stages[0].id });
  const parts = {
    labels: [{ name: "Fine" }],
    contactFields: [{ key: "plan", label: "Plan", type: "number" }],
    pipelines: [{ name: "Sales", stages: [{ name: "Next" }, { name: "New", kind: "won" }] }],
    macros: [
      {
        name: "Lost",
        actions: [
          { type: "add_note", text: "x" },
          { type: "add_label", label: "Nowhere" },
        ],
      },
    ],
    faqs: [{ question: "Where?", answer: "Here.", category: ["Nowhere"] }],
    views: [{ name: "V", filters: { division: ["Fine", "Nowhere"] } }],
  };
  const planned = await ask(api, "plan", parts);
  assert.deepEqual([planned.created, planned.conflicts], [1, 5]);
  assert.deepEqual(
    Object.fromEntries(planned.entries.filter((e: any) => e.problem !== null).map((e: any) => [e.part, [e.problem.code, e.problem.field]])),
    {
      contactFields: ["conflict", "snapshot.parts.contactFields[0].type"],
      pipelines: ["conflict", "snapshot.parts.pipelines[0].kind"],
      macros: ["validation_error", "snapshot.parts.macros[0].actions[1].label"],
      faqs: ["validation_error", "snapshot.parts.faqs[0].category"],
      views: ["validation_error", "snapshot.parts.views[0].filters.division"],
    },
  );
  assert.deepEqual(await refused(api, "apply", parts), [409, "conflict", "snapshot.parts.contactFields[0].type", "not_allowed"]);
  assert.deepEqual((await api.get("/api/v1/labels")).body.data, [], "nothing of it is there");
  const { faqs } = parts;
  assert.deepEqual(await refused(api, "apply", { faqs }), [422, "validation_error", "snapshot.parts.faqs[0].category", "unknown"]);
});

test("an invalid snapshot is reported with the path of the field", async () => {
  const { api } = await t.tenant();
  const cases: [object, number, string, string][] = [
    [{ labels: {} }, 400, "snapshot.parts.labels", "invalid_type"],
    [{ labels: [{ name: "A" }, { name: "B", color: "red" }] }, 400, "snapshot.parts.labels[1].color", "invalid_format"],
    [{ labels: [{ name: "  " }] }, 400, "snapshot.parts.labels[0].name", "too_short"],
    [{ labels: [{ name: "Ä" }, { name: "a" }] }, 422, "snapshot.parts.labels[1].name", "duplicate"],
    [{ cannedReplies: [{ shortcut: "x", title: "X", content: "{{secret}}" }] }, 400, "snapshot.parts.cannedReplies[0].content", "unknown"],
    [{ macros: [{ name: "M", actions: [{ type: "snooze" }] }] }, 400, "snapshot.parts.macros[0].actions[0].minutes", "required"],
    [{ divisions: [{ path: ["Up", "Down"] }] }, 422, "snapshot.parts.divisions[0].path", "unknown"],
    [{ pipelines: [{ name: "P", stages: [{ name: "Won", kind: "won" }] }] }, 422, "snapshot.parts.pipelines[0].stages", "required"],
    [{ people: [] }, 422, "snapshot.parts.people", "unknown"],
    [
      { agentSettings: { businessHours: { timezone: "Mars/Base", weekly: [], holidays: [] } } },
      400,
      "snapshot.parts.agentSettings.businessHours.timezone",
      "unknown_value",
    ],
  ];
  for (const [parts, status, field, issue] of cases)
    assert.deepEqual(await refused(api, "apply", parts), [status, "validation_error", field, issue], JSON.stringify(parts));
  const newer = await api.post(`${path}/apply`, { snapshot: { version: 2, parts: {} } });
  assert.deepEqual([newer.status, newer.body.error.details], [400, [{ field: "snapshot.version", issue: "unknown_value" }]]);
  const many = Array.from({ length: 1_001 }, (_, i) => ({ name: `L${i}` }));
  assert.deepEqual(await refused(api, "plan", { labels: many }), [400, "validation_error", "snapshot.parts.labels", "too_many"]);
});

test("a snapshot larger than a request is not returned, and the response says what to do", async () => {
  const tenant = await t.tenant();
  const contents = "x".repeat(10_000);
  for (let i = 0; i < 95; i++) await post(tenant.api, "/canned-replies", { shortcut: `s${i}`, title: "T", content: contents });
  const whole = await tenant.api.get(path);
  assert.deepEqual([whole.status, whole.body.error.code], [409, "conflict"]);
  assert.match(whole.body.error.message, /parts/);
  assert.equal((await tenant.api.get(`${path}?parts=labels,views`)).status, 200);
  // One view more than a snapshot may hold, although none of these can be in one.
  const { id: channelId } = await t.channel(tenant);
  await t.app.database.withTenant(tenant.id, (tx) =>
    tx.query({
      text: `insert into views (tenant_id, id, name, visibility, owner, filters, sort, created_at, updated_at)
             select $1, gen_random_uuid(), 'V ' || n, 'shared', 'x', $2, 'createdAt', now(), now() from generate_series(1, 501) n`,
      values: [tenant.id, JSON.stringify({ channelId })],
    }),
  );
  const views = await tenant.api.get(`${path}?parts=labels,views`);
  assert.deepEqual([views.status, views.body.error.code], [409, "conflict"], "a list that was cut short is not given out as the whole");
});

test("each part requires the scope of its resource, to read and to write", async () => {
  const tenant = await t.tenant();
  const some = t.api(await t.key(tenant.id, { scopes: ["organization:read", "labels:read", "knowledge:write"] }));
  const whole = await read(some);
  assert.deepEqual(Object.keys(whole.parts).sort(), ["labels", "settings"]);
  assert.ok(whole.withheld.some((w: any) => w.part === "views" && w.scope === "conversations:read"));
  assert.equal(whole.withheld.length, 13);
  const named = await some.get(`${path}?parts=labels,views`);
  assert.deepEqual([named.status, named.body.error.details], [403, [{ field: "conversations:read", issue: "missing_scope" }]]);
  for (const verb of ["plan", "apply"] as const) {
    assert.deepEqual(await refused(some, verb, { labels: [{ name: "No" }] }), [403, "insufficient_scope", "labels:write", "missing_scope"]);
    assert.equal((await ask(some, verb, { faqs: [{ question: `Q ${verb}`, answer: "A" }] })).created, 1);
  }
  const none = t.api(await t.key(tenant.id, { scopes: ["labels:read"] }));
  assert.equal((await none.get(path)).body.error.details[0].field, "organization:read");
});

test("an apply sent twice happens once; two concurrent ones create each entry once", async () => {
  const { api, id } = await t.tenant();
  const parts = { labels: [{ name: "Once" }], ticketCategories: [{ name: "Once" }] };
  const body = { snapshot: { version: 1, parts } };
  const first = await api.post(`${path}/apply`, body, key("apply-1"));
  const second = await api.post(`${path}/apply`, body, key("apply-1"));
  assert.equal(second.headers.get("idempotency-replayed"), "true");
  assert.deepEqual(second.body, first.body);
  assert.equal((await audit(id, "snapshot.applied")).length, 1);

  const more = { labels: ["a", "b", "c"].map((name) => ({ name })), macros: [{ name: "M", actions: [{ type: "add_label", label: "a" }] }] };
  const results = await Promise.all([1, 2, 3].map(() => ask(api, "apply", more)));
  assert.deepEqual(results.map((result) => result.created).sort(), [0, 0, 4]);
});

test("an agency sets up a client with a delegated key, within its grant", async () => {
  const [agency, model] = await Promise.all([t.tenant({ kind: "agency" }), t.tenant()]);
  await post(model.api, "/labels", { name: "Refund" });
  await post(model.api, "/knowledge/faqs", { question: "Where?", answer: "Here." });
  const { parts } = await read(model.api, "?parts=labels,faqs,settings");
  const client = await post(agency.api, "/agencies/current/clients", {
    name: "Harbour Bakery",
    ownerEmail: "owner@bakery.test",
    grant: { scopes: ["organization:read", "labels:write", "knowledge:write"] },
  });
  const scopes = ["organization:read", "labels:write", "knowledge:write"];
  const { token } = await post(agency.api, `/agencies/current/clients/${client.id}/access-tokens`, { scopes });
  const acting = t.api(token);
  // The organization's own settings cannot be granted.
  assert.deepEqual(await refused(acting, "apply", parts), [403, "insufficient_scope", "organization:write", "missing_scope"]);
  const { settings: _, ...others } = parts;
  assert.equal((await ask(acting, "apply", others)).created, 2);
  const uuid = client.id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  const there = t.api(await t.key(uuid));
  assert.deepEqual((await read(there, "?parts=labels,faqs")).parts, others);
  const [entry] = await audit(uuid, "snapshot.applied");
  assert.equal(entry?.changes.byOrganization, wireId("org", agency.id));
  assert.deepEqual((await agency.api.get("/api/v1/labels")).body.data, [], "nothing of it went to the agency itself");
});

const clients = "/api/v1/agencies/current/clients";
const uuidOf = (id: string) => id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
const newClient = (snapshot: object, more: object = {}) => ({ name: "Harbour Bakery", ownerEmail: "owner@bakery.test", snapshot, ...more });

test("a client is created and set up in one call, with the same result as by hand", async () => {
  const [agency, other, model] = await Promise.all([t.tenant({ kind: "agency" }), t.tenant({ kind: "agency" }), t.tenant()]);
  await furnish(model);
  const snapshot = await read(model.api);
  const asked = newClient(snapshot);
  const made = await agency.api.post(clients, asked, key("client-1"));
  assert.equal(made.status, 200, made.text);
  assert.equal(made.body.setup.status, "pending");
  const again = await agency.api.post(clients, asked, key("client-1"));
  assert.deepEqual(again.body, made.body);
  await t.drain();
  const shown = await agency.api.get(`${clients}/${made.body.id}`);
  assert.deepEqual([shown.body.setup.status, shown.body.setup.problem], ["applied", null]);
  assert.deepEqual((await agency.api.get(clients)).body.data, [shown.body]);
  const there = t.api(await t.key(uuidOf(made.body.id)));
  assert.deepEqual((await read(there)).parts, snapshot.parts);
  const entries = await audit(uuidOf(made.body.id), "snapshot.applied");
  assert.deepEqual(
    entries.map((entry) => entry.changes.byOrganization),
    [wireId("org", agency.id)],
  );
  // The snapshot is deleted once it is applied, and a client without one has no setup.
  const [row] = await t.app.database.worker<{ snapshot: unknown }>({
    text: "select snapshot from snapshot_applications where tenant_id = $1",
    values: [uuidOf(made.body.id)],
  });
  assert.equal(row?.snapshot, null);
  const plain = await agency.api.post(clients, { name: "Plain", ownerEmail: "plain@bakery.test" });
  assert.equal(plain.body.setup, null);
  assert.equal((await other.api.get(`${clients}/${made.body.id}`)).status, 404);
});

test("a snapshot that cannot be applied leaves its client unchanged, and the agency gets the reason", async () => {
  const agency = await t.tenant({ kind: "agency" });
  const parts = { labels: [{ name: "Fine" }], faqs: [{ question: "Where?", answer: "Here.", category: ["Nowhere"] }] };
  const made = await agency.api.post(clients, newClient({ version: 1, parts }));
  assert.equal(made.status, 200, made.text);
  await t.drain();
  const { setup } = (await agency.api.get(`${clients}/${made.body.id}`)).body;
  assert.deepEqual(
    [setup.status, setup.problem.code, setup.problem.field],
    ["failed", "validation_error", "snapshot.parts.faqs[0].category"],
  );
  const there = t.api(await t.key(uuidOf(made.body.id)));
  assert.deepEqual((await there.get("/api/v1/labels")).body.data, []);
  t.clock.advance(600_000);
  await t.drain();
  assert.equal((await audit(uuidOf(made.body.id), "snapshot.applied")).length, 0);

  // Errors that can be found beforehand prevent the creation of the client.
  for (const [bad, status, field] of [
    [{ version: 1, parts: { people: [] } }, 422, "snapshot.parts.people"],
    [{ version: 1, parts: { labels: [{ name: 7 }] } }, 400, "snapshot.parts.labels[0].name"],
    [{ version: 2, parts: {} }, 400, "snapshot.version"],
  ] as const) {
    const response = await agency.api.post(clients, newClient(bad));
    assert.deepEqual([response.status, response.body.error.details[0].field], [status, field], response.text);
  }
  assert.equal((await agency.api.get(clients)).body.data.length, 1);
});

test("a setup whose worker died is resumed, and the late worker does nothing", async () => {
  const agency = await t.tenant({ kind: "agency" });
  const made = await agency.api.post(clients, newClient({ version: 1, parts: { labels: [{ name: "Once" }] } }));
  const tenantId = uuidOf(made.body.id);
  // The state after a worker died while it held the claim.
  await t.app.database.worker({
    text: "update snapshot_applications set state = 'leased', attempts = 1, lease_until = $2 where tenant_id = $1",
    values: [tenantId, new Date(t.clock.now().getTime() + 60_000)],
  });
  await t.drain();
  assert.equal((await agency.api.get(`${clients}/${made.body.id}`)).body.setup.status, "pending");
  t.clock.advance(61_000);
  await t.drain();
  assert.equal((await agency.api.get(`${clients}/${made.body.id}`)).body.setup.status, "applied");
  const [row] = await t.app.database.worker<{ state: string; attempts: number }>({
    text: "select state, attempts from snapshot_applications where tenant_id = $1",
    values: [tenantId],
  });
  assert.deepEqual(row, { state: "applied", attempts: 2 });
  await t.drain();
  assert.equal((await audit(tenantId, "snapshot.applied")).length, 1);
  assert.equal((await audit(tenantId, "label.created")).length, 1);
});
