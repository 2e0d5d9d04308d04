import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pg from "pg";
import { contactEvents } from "../../../../test/contacts.ts";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;

before(async () => {
  app = await startTestApp();
  [tenant, other] = await Promise.all([app.tenant(), app.tenant()]);
});
after(() => app?.stop());

const path = "/api/v1/contacts";
let numbers = 0;
const phone = () => `+4477009${String(++numbers).padStart(5, "0")}`;

const eventsOf = (who: TestTenant, contactId: string) => contactEvents(app, who, contactId);

async function wholeList(who: TestTenant, query: string): Promise<any[]> {
  const all = [];
  let cursor: string | null = null;
  do {
    const answer: { status: number; text: string; body: any } = await who.api.get(
      `${path}?${query}${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    assert.equal(answer.status, 200, answer.text);
    all.push(...answer.body.data);
    cursor = answer.body.pageInfo.nextCursor;
    assert.equal(answer.body.pageInfo.hasNextPage, cursor !== null);
  } while (cursor !== null);
  return all;
}

test("a created contact is returned complete, reads the same, and has an event", async () => {
  const created = await tenant.api.post(path, {
    name: " Ada Lovelace ",
    phone: "+44 (0)20 7946-0958",
    email: "ada@example.com",
    tags: ["vip", "vip", "new"],
    language: "en_gb",
    customFields: { plan: "pro", seats: 3, trial: false, gone: null },
    timezone: "Europe/London",
    country: "gb",
    optIn: "opted_in",
    unknown: 1,
  });
  assert.equal(created.status, 200, created.text);
  const { id, createdAt, updatedAt, ...rest } = created.body;
  assert.match(id, /^cnt_[0-9a-f]{32}$/);
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(rest, {
    name: "Ada Lovelace",
    phone: "+442079460958",
    phoneNumber: "+442079460958",
    email: "ada@example.com",
    source: "api",
    tags: ["vip", "new"],
    customFields: { plan: "pro", seats: 3, trial: false },
    identities: [],
    ownerId: null,
    stageId: null,
    language: "en-GB",
    timezone: "Europe/London",
    country: "GB",
    optIn: "opted_in",
    blockedAt: null,
    lastInboundAt: null,
    mergedIntoId: null,
  });
  const read = await tenant.api.get(`${path}/${id}`);
  assert.deepEqual(read.body, created.body);
  assert.deepEqual(await eventsOf(tenant, id), [
    {
      type: "contact.created",
      data: { contactId: id, name: "Ada Lovelace", phone: "+442079460958", source: "api" },
    },
  ]);
});

test("a name, a phone or an e-mail suffices; one of them is required", async () => {
  for (const body of [{ name: "Only a name" }, { phoneNumber: phone() }, { email: "only@example.com" }]) {
    assert.equal((await tenant.api.post(path, body)).status, 200);
  }
  for (const body of [{}, { tags: ["x"] }, { name: null, phone: null }]) {
    const refused = await tenant.api.post(path, body);
    assert.equal(refused.status, 400);
    assert.equal(refused.body.error.code, "validation_error");
    assert.deepEqual(
      refused.body.error.details.map((d: any) => [d.field, d.issue]),
      [
        ["phone", "required"],
        ["name", "required"],
        ["email", "required"],
      ],
    );
  }
});

test("each invalid field is named with its error", async () => {
  const cases: [object, string, string][] = [
    [{ phone: "07700 900123" }, "phone", "invalid_format"],
    [{ phoneNumber: "none" }, "phoneNumber", "invalid_format"],
    [{ phone: 447700900123 }, "phone", "invalid_type"],
    [{ email: "not an address" }, "email", "invalid_format"],
    [{ name: "x".repeat(201) }, "name", "too_long"],
    [{ name: "   " }, "name", "too_short"],
    [{ name: "A", tags: "vip" }, "tags", "invalid_type"],
    [{ name: "A", tags: [""] }, "tags[0]", "too_short"],
    [{ name: "A", tags: ["x".repeat(51)] }, "tags[0]", "too_long"],
    [{ name: "A", tags: Array.from({ length: 101 }, (_, i) => `t${i}`) }, "tags", "too_many"],
    [{ name: "A", optIn: "maybe" }, "optIn", "unknown_value"],
    [{ name: "A", country: "GBR" }, "country", "invalid_format"],
    [{ name: "A", country: "XX" }, "country", "unknown_value"],
    [{ name: "A", language: "!!" }, "language", "invalid_format"],
    [{ name: "A", timezone: "Mars/Base" }, "timezone", "invalid_format"],
    [{ name: "A", customFields: { a: { b: 1 } } }, "customFields.a", "invalid_type"],
    [{ name: "A", customFields: { a: "x".repeat(2_001) } }, "customFields.a", "too_long"],
    [{ name: "A", customFields: { ["k".repeat(65)]: 1 } }, "customFields", "too_long"],
    [{ name: "A", customFields: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, i])) }, "customFields", "too_many"],
    [{ name: "A", customFields: [] }, "customFields", "invalid_type"],
  ];
  for (const [body, field, issue] of cases) {
    const refused = await tenant.api.post(path, body);
    assert.equal(refused.status, 400, JSON.stringify(body));
    assert.equal(refused.body.error.code, "validation_error");
    assert.ok(
      refused.body.error.details.some((d: any) => d.field === field && d.issue === issue),
      `${JSON.stringify(body).slice(0, 80)} ${refused.text}`,
    );
  }
  const noJson = await tenant.api.request("POST", path, { body: "{" });
  assert.deepEqual([noJson.status, noJson.body.error.code], [400, "invalid_json"]);
});

test("a phone of another contact, in any format or national variant, is 409 and names that contact", async () => {
  const first = await tenant.api.post(path, { name: "First", phone: "+55 11 98765-4321" });
  for (const again of ["+5511987654321", "5511987654321", "+55 11 8765-4321", "00551187654321"]) {
    const refused = await tenant.api.post(path, { name: "Second", phone: again });
    assert.equal(refused.status, 409, again);
    assert.equal(refused.body.error.code, "already_exists");
    assert.deepEqual(refused.body.error.details, [{ field: "phone", issue: "exists", id: first.body.id }]);
  }
  // Another tenant may have a contact with the same phone.
  assert.equal((await other.api.post(path, { phone: "+55 11 98765-4321" })).status, 200);
});

test("concurrent requests for one new phone create one contact", async () => {
  const number = phone();
  const responses = await Promise.all(Array.from({ length: 8 }, () => tenant.api.post(path, { phone: number })));
  assert.deepEqual(responses.map((a) => a.status).sort(), [200, ...Array(7).fill(409)]);
  const made = responses.find((a) => a.status === 200);
  for (const response of responses.filter((a) => a.status === 409)) assert.equal(response.body.error.details[0].id, made?.body.id);
});

test("a repeated idempotency key gets the same response and creates once", async () => {
  const headers = { "idempotency-key": "contact-once" };
  const body = { name: "Once", phone: phone() };
  const first = await tenant.api.post(path, body, headers);
  const second = await tenant.api.post(path, body, headers);
  assert.equal(second.status, 200);
  assert.equal(second.headers.get("idempotency-replayed"), "true");
  assert.equal(second.text, first.text);
  const conflict = await tenant.api.post(path, { ...body, name: "Other" }, headers);
  assert.deepEqual([conflict.status, conflict.body.error.code], [409, "idempotency_conflict"]);
  assert.equal((await wholeList(tenant, `q=${encodeURIComponent(body.phone)}`)).length, 1);
});

test("PATCH changes the given fields, reports the changes in an event, and writes nothing without a change", async () => {
  const { body: contact } = await tenant.api.post(path, {
    name: "Before",
    phone: phone(),
    tags: ["a"],
    customFields: { keep: 1, drop: 2 },
  });
  app.clock.advance(1_000);
  const changed = await tenant.api.patch(`${path}/${contact.id}`, {
    name: "After",
    tags: ["b"],
    customFields: { drop: null, add: "x" },
    email: "after@example.com",
    blocked: true,
    optIn: "opted_out",
  });
  assert.equal(changed.status, 200, changed.text);
  const now = app.clock.now().toISOString();
  assert.deepEqual(changed.body, {
    ...contact,
    name: "After",
    tags: ["b"],
    customFields: { keep: 1, add: "x" },
    email: "after@example.com",
    blockedAt: now,
    optIn: "opted_out",
    updatedAt: now,
  });
  assert.deepEqual((await eventsOf(tenant, contact.id)).at(-1), {
    type: "contact.updated",
    data: {
      contactId: contact.id,
      changes: {
        name: { from: "Before", to: "After" },
        email: { from: null, to: "after@example.com" },
        tags: { from: ["a"], to: ["b"] },
        customFields: { from: { keep: 1, drop: 2 }, to: { keep: 1, add: "x" } },
        optIn: { from: "unknown", to: "opted_out" },
        blockedAt: { from: null, to: now },
      },
    },
  });
  app.clock.advance(1_000);
  for (const same of [{}, { name: "After", blocked: true, customFields: { keep: 1 } }, { phone: contact.phone }, { unknown: true }]) {
    const response = await tenant.api.patch(`${path}/${contact.id}`, same);
    assert.deepEqual(response.body, changed.body);
  }
  assert.equal((await eventsOf(tenant, contact.id)).length, 2);
  const free = await tenant.api.patch(`${path}/${contact.id}`, { blocked: false, email: null });
  assert.deepEqual([free.body.blockedAt, free.body.email, free.body.name], [null, null, "After"]);
});

test("PATCH refuses what POST refuses, another contact's phone, and removing the last of name, phone and e-mail", async () => {
  const taken = await tenant.api.post(path, { phone: phone() });
  const { body: contact } = await tenant.api.post(path, { name: "Nameless" });
  const conflict = await tenant.api.patch(`${path}/${contact.id}`, { phone: taken.body.phone });
  assert.deepEqual([conflict.status, conflict.body.error.code, conflict.body.error.details[0].id], [409, "already_exists", taken.body.id]);
  const empty = await tenant.api.patch(`${path}/${contact.id}`, { name: null });
  assert.deepEqual([empty.status, empty.body.error.code], [400, "validation_error"]);
  const wrong = await tenant.api.patch(`${path}/${contact.id}`, { phone: "x" });
  assert.deepEqual(wrong.body.error.details, [{ field: "phone", issue: "invalid_format" }]);
  for (const twice of [
    await tenant.api.patch(`${path}/${contact.id}`, { phone: phone(), phoneNumber: phone() }),
    await tenant.api.post(path, { phone: phone(), phoneNumber: null }),
  ]) {
    assert.deepEqual([twice.status, twice.body.error.details], [422, [{ field: "phoneNumber", issue: "not_allowed" }]]);
  }
  // Without a body, nothing changes.
  assert.equal((await tenant.api.request("PATCH", `${path}/${contact.id}`)).status, 200);
  assert.equal((await tenant.api.get(`${path}/${contact.id}`)).body.name, "Nameless");
});

test("two concurrent changes are both kept", async () => {
  const { body: contact } = await tenant.api.post(path, { name: "Busy", customFields: {} });
  await Promise.all(Array.from({ length: 6 }, (_, i) => tenant.api.patch(`${path}/${contact.id}`, { customFields: { [`f${i}`]: i } })));
  const { body } = await tenant.api.get(`${path}/${contact.id}`);
  assert.deepEqual(Object.keys(body.customFields).sort(), ["f0", "f1", "f2", "f3", "f4", "f5"]);
});

test("an owner is a member of the tenant, given as agt_ or usr_; anybody else is unknown", async () => {
  const { userId } = await app.app.tenants.createUser({
    email: "owner@contacts.test",
    password: "long enough",
    tenantId: tenant.id,
    role: "agent",
  });
  const hex = userId.replaceAll("-", "");
  const { body: contact } = await tenant.api.post(path, { name: "Owned", ownerId: `usr_${hex}` });
  assert.equal(contact.ownerId, `agt_${hex}`);
  assert.equal((await tenant.api.patch(`${path}/${contact.id}`, { ownerId: null })).body.ownerId, null);
  assert.equal((await tenant.api.patch(`${path}/${contact.id}`, { ownerId: `agt_${hex}` })).body.ownerId, `agt_${hex}`);
  const foreign = await app.app.tenants.createUser({
    email: "owner@elsewhere.test",
    password: "long enough",
    tenantId: other.id,
    role: "agent",
  });
  for (const ownerId of [unknownId("agt"), `agt_${foreign.userId.replaceAll("-", "")}`, "nobody"]) {
    const refused = await tenant.api.patch(`${path}/${contact.id}`, { ownerId });
    assert.deepEqual([refused.status, refused.body.error.code], [404, "not_found"], ownerId);
  }
});

test("another tenant's contact, an unknown one and a malformed id look the same", async () => {
  const { body: foreign } = await other.api.post(path, { name: "Theirs" });
  const answers: string[] = [];
  for (const id of [foreign.id, unknownId("cnt"), "cnt_1", "conv_01999999999979998999999999999999", "%20"]) {
    for (const [method, body] of [
      ["GET", undefined],
      ["PATCH", "{}"],
      ["PATCH", "not json"],
      ["DELETE", undefined],
    ] as const) {
      const response = await tenant.api.request(method, `${path}/${id}`, body === undefined ? {} : { body });
      assert.equal(response.status, 404, `${method} ${id}`);
      answers.push(response.text);
    }
  }
  assert.equal(new Set(answers).size, 1);
  assert.equal((await other.api.get(`${path}/${foreign.id}`)).body.name, "Theirs");
});

test("reading and writing each need their scope, which the refusal names", async () => {
  const { body: contact } = await tenant.api.post(path, { name: "Scoped" });
  const reader = app.api(await app.key(tenant.id, { scopes: ["contacts:read"] }));
  const writer = app.api(await app.key(tenant.id, { scopes: ["contacts:write"] }));
  assert.equal((await reader.get(path)).status, 200);
  assert.equal((await writer.patch(`${path}/${contact.id}`, { name: "Changed" })).status, 200);
  const refused = [
    [await writer.get(path), "contacts:read"],
    [await writer.get(`${path}/${contact.id}`), "contacts:read"],
    [await reader.post(path, { name: "x" }), "contacts:write"],
    [await reader.patch(`${path}/${contact.id}`, {}), "contacts:write"],
    [await reader.delete(`${path}/${contact.id}`), "contacts:write"],
  ] as const;
  for (const [answer, scope] of refused) {
    assert.deepEqual(
      [answer.status, answer.body.error.code, answer.body.error.details],
      [403, "insufficient_scope", [{ field: scope, issue: "missing_scope" }]],
    );
  }
});

test("paging shows every contact once, newest first, and ends", async () => {
  const own = await app.tenant();
  const made: string[] = [];
  for (let i = 0; i < 7; i++) {
    made.unshift(
      (await own.api.post(path, { name: `P${i}`, tags: i % 2 === 0 ? ["even"] : [], optIn: i < 3 ? "opted_in" : "unknown" })).body.id,
    );
    // Several at one instant: the id decides.
    if (i % 3 === 2) app.clock.advance(1);
  }
  for (const limit of [1, 2, 3, 7, 100])
    assert.deepEqual(
      (await wholeList(own, `limit=${limit}`)).map((c) => c.id),
      made,
      `limit ${limit}`,
    );
  assert.deepEqual(
    (await wholeList(own, "limit=2&tag=even")).map((c) => c.name),
    ["P6", "P4", "P2", "P0"],
  );
  assert.deepEqual(
    (await wholeList(own, "limit=2&optIn=opted_in&tag=even")).map((c) => c.name),
    ["P2", "P0"],
  );
  assert.deepEqual((await own.api.get(`${path}?tag=nothing`)).body, { data: [], pageInfo: { hasNextPage: false, nextCursor: null } });
});

test("a list is filtered by owner, stage, e-mail and blocking, alone and with a search, without gaps in its pages", async () => {
  const own = await app.tenant();
  const ada = await app.person(own.id, { role: "agent" });
  const [pipeline] = (await own.api.get("/api/v1/pipelines")).body.data;
  const [stage] = (await own.api.get(`/api/v1/pipelines/${pipeline.id}`)).body.stages;
  const make = async (name: string, more: object = {}) =>
    (await own.api.post(path, { name, phone: null, tags: ["all"], ...more })).body.id as string;
  const a = await make("Filter A", { ownerId: ada.agentId, email: "Same@example.com" });
  const b = await make("Filter B", { stageId: stage.id, email: "same@example.com", phone: "+447700955001" });
  const c = await make("Filter C", { ownerId: ada.agentId, stageId: stage.id });
  const d = await make("Other D");
  await own.api.post(`${path}/${d}/block`);
  for (const [query, ids] of [
    [`ids=${a},${d},${a}`, [d, a]],
    [`ids=${a},${d}&ownerId=none`, [d]],
    ["ids=cnt_01980000000070008000000000000000", []],
    [`ids=${a},${b}&email=same%40example.com&phone=%2B447700955001`, [b]],
    [`ownerId=${ada.agentId}`, [c, a]],
    [`ownerId=${ada.agentId}&q=filter`, [c, a]],
    [`ownerId=${ada.agentId}&stageId=${stage.id}`, [c]],
    ["ownerId=none", [d, b]],
    ["ownerId=none&tag=all", [d, b]],
    [`stageId=${stage.id}`, [c, b]],
    [`stageId=${stage.id}&tag=all`, [c, b]],
    ["stageId=none&q=filter", [a]],
    ["email=SAME%40example.com", [b, a]],
    ["email=same%40example.com&q=filter", [b, a]],
    ["email=same%40example.com&phone=%2B447700955001", [b]],
    ["email=nobody%40example.com", []],
    ["q=filter&phone=%2B447700955001", [b]],
    ["blocked=true", [d]],
    ["blocked=false&q=filter", [c, b, a]],
    ["blocked=true&tag=all", [d]],
    ["ownerId=agt_nonsense", []],
    ["stageId=stg_nonsense&q=filter", []],
  ] as const)
    assert.deepEqual(
      (await wholeList(own, `limit=1&${query}`)).map((contact) => contact.id),
      ids,
      query,
    );
  assert.deepEqual(await wholeList(other, `ownerId=${ada.agentId}`), []);
  assert.deepEqual(await wholeList(other, `stageId=${stage.id}`), []);
});

test("a cursor works only for its tenant and its filters", async () => {
  const own = await app.tenant();
  for (let i = 0; i < 3; i++) await own.api.post(path, { name: `C${i}` });
  const cursor = encodeURIComponent((await own.api.get(`${path}?limit=1`)).body.pageInfo.nextCursor);
  assert.equal((await own.api.get(`${path}?limit=2&cursor=${cursor}`)).status, 200);
  for (const [who, query] of [
    [tenant, `cursor=${cursor}`],
    [own, `tag=a&cursor=${cursor}`],
    [own, `q=C&cursor=${cursor}`],
    [own, `ownerId=none&cursor=${cursor}`],
    [own, "cursor=nonsense"],
    [own, `cursor=${cursor}x`],
  ] as const) {
    const refused = await who.api.get(`${path}?${query}`);
    assert.deepEqual([refused.status, refused.body.error.code], [400, "invalid_cursor"], query);
  }
  for (const query of ["limit=0", "limit=101", "limit=-1", "limit=x", "optIn=maybe", "phone=x", "q=%20"]) {
    const refused = await own.api.get(`${path}?${query}`);
    assert.deepEqual([refused.status, refused.body.error.code], [400, "validation_error"], query);
  }
});

test("a search finds name, e-mail and phone in any spelling, and only in its own tenant", async () => {
  const own = await app.tenant();
  const people = [
    { name: "Grace Brewster Hopper", email: "grace@navy.example", phone: "+1 202-555-0143" },
    { name: "Zoë Ångström", email: "zoe_1@example.com", phone: "+5511987650000" },
    { name: "100% Ltd", email: null, phone: "+447700977777" },
  ];
  for (const person of people) assert.equal((await own.api.post(path, person)).status, 200);
  await other.api.post(path, { name: "Grace Hopper of another tenant" });
  const find = async (q: string) => (await wholeList(own, `q=${encodeURIComponent(q)}`)).map((c) => c.name);
  const [grace, zoe, percent] = people.map((p) => p.name);
  for (const q of [
    "grace",
    "HOPPER",
    "hopper grace",
    "Brews",
    "br",
    "@navy",
    "grace@navy.example",
    "+12025550143",
    "(202) 555 0143",
    "0012025550143",
    "5550143",
    "555-0143",
  ]) {
    assert.deepEqual(await find(q), [grace], q);
  }
  for (const q of ["zoë", "ÅNGSTRÖM", "Zoe\u0308", "zoe_1", "+55 11 8765-0000", "+55 (11) 98765-0000", "011 98765-0000"])
    assert.deepEqual(await find(q), [zoe], q);
  assert.deepEqual(await find("100%"), [percent]);
  assert.deepEqual(await find("example"), [zoe, grace]);
  for (const q of ["%", "_", "nobody", "grace zoë", "\\", "'; drop table contacts; --", "999999"])
    assert.deepEqual(await find(q), q === "%" ? [percent] : q === "_" ? [zoe] : [], q);
  assert.deepEqual(
    (await wholeList(own, `phone=${encodeURIComponent("+55 11 8765-0000")}`)).map((c) => c.name),
    [zoe],
  );
  assert.deepEqual(await wholeList(own, "phone=%2B15550000000"), []);
});

test("a tag or word that thousands have is paged in the same order as one that a few have", async () => {
  const own = await app.tenant();
  const admin = new pg.Client(app.database.admin);
  await admin.connect();
  // More than the 5,000 matches that list_contacts() reads from the index at most, and than the 300 that it reads first; the order of
  // creation is not that of the rows.
  await admin.query(
    `insert into contacts (tenant_id, id, name, source, tags, created_at, updated_at)
    select $1, gen_random_uuid(), 'Crowd ' || i, 'import', case when i % 10 = 0 then '{many,some}' else '{many}' end::text[], now() + (i * 7919 % 5011) * interval '1 s', now()
      from generate_series(1, 5010) i`,
    [own.id],
  );
  const { rows } = await admin.query("select name, tags from contacts where tenant_id = $1 order by created_at desc, id desc", [own.id]);
  await admin.end();
  const names = rows.map((row) => row.name);
  for (const query of ["tag=many", "q=crowd"]) {
    const first = await own.api.get(`${path}?${query}&limit=100`);
    const second = await own.api.get(`${path}?${query}&limit=100&cursor=${encodeURIComponent(first.body.pageInfo.nextCursor)}`);
    assert.deepEqual(
      [...first.body.data, ...second.body.data].map((c) => c.name),
      names.slice(0, 200),
      query,
    );
  }
  for (const query of ["tag=some&limit=100", "tag=some&q=crowd&limit=100", "tag=some&q=crowd&optIn=unknown&limit=100"]) {
    assert.deepEqual(
      (await wholeList(own, query)).map((c) => c.name),
      rows.filter((row) => row.tags.includes("some")).map((row) => row.name),
      query,
    );
  }
  assert.deepEqual(await wholeList(tenant, "tag=many"), []);
});

test("a customer who writes becomes a contact with an identity; the list shows it, and it cannot be deleted", async () => {
  const channel = await app.channel(tenant);
  await app.simulator.customer("447700988001", "Mary").sendText(channel.externalId, "Hello");
  await app.drain();
  const [contact] = await wholeList(tenant, "q=447700988001");
  assert.deepEqual([contact.name, contact.phone, contact.source], ["Mary", "+447700988001", "inbound"]);
  assert.equal(contact.identities.length, 1);
  assert.equal(contact.identities[0].kind, "chat_app");
  assert.equal(contact.identities[0].address, "447700988001");
  assert.match(contact.identities[0].id, /^cid_/);
  assert.notEqual(contact.lastInboundAt, null);
  assert.deepEqual((await tenant.api.get(`${path}/${contact.id}`)).body, contact);
  const refused = await tenant.api.delete(`${path}/${contact.id}`);
  assert.deepEqual([refused.status, refused.body.error.code], [409, "conflict"]);
  assert.match(refused.body.error.message, /conversations/);
  assert.equal((await tenant.api.get(`${path}/${contact.id}`)).status, 200);
});

test("a message from a number belongs to the contact created with it", async () => {
  const channel = await app.channel(tenant);
  const { body: contact } = await tenant.api.post(path, { name: "Known already", phone: "+447700988002" });
  await app.simulator.customer("447700988002", "Profile name").sendText(channel.externalId, "Hello");
  await app.drain();
  const { body } = await tenant.api.get(`${path}/${contact.id}`);
  assert.equal(body.name, "Known already");
  assert.equal(body.identities.length, 1);
});

test("a contact without conversations is deleted, and its phone is free again", async () => {
  const number = phone();
  const { body: contact } = await tenant.api.post(path, { phone: number });
  const deleted = await tenant.api.delete(`${path}/${contact.id}`, { "idempotency-key": "delete-once" });
  assert.deepEqual([deleted.status, deleted.body], [200, { id: contact.id, deleted: true }]);
  assert.equal((await tenant.api.get(`${path}/${contact.id}`)).status, 404);
  assert.equal((await tenant.api.delete(`${path}/${contact.id}`)).status, 404);
  assert.deepEqual((await tenant.api.delete(`${path}/${contact.id}`, { "idempotency-key": "delete-once" })).body, deleted.body);
  assert.equal((await tenant.api.post(path, { phone: number })).status, 200);
});
