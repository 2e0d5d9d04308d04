import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { startContacts } from "../../../../test/contacts.ts";
import { openTransaction } from "../../../../test/database/locks.ts";
import { unknownId } from "../../../../test/harness.ts";
import { checkValue, readText } from "#modules/contacts/custom-fields/index.ts";

const { t, tenant, contact, eventsOf, writer } = await startContacts("4477021");
const { api } = tenant;

const define = async (fields: object) => (await api.post("/api/v1/contact-fields", { label: "A field", type: "text", ...fields })).body;
const create = (customFields: object, more: object = {}) => api.post("/api/v1/contacts", { name: "Ada", customFields, ...more });

describe("contact field definitions", () => {
  it("are created, read, changed, listed by position and deleted", async () => {
    const own = await t.tenant();
    const made = await own.api.post("/api/v1/contact-fields", {
      key: "plan",
      label: " Plan ",
      type: "select",
      options: ["free", "pro", "free"],
      description: "What they pay",
      position: 5,
    });
    assert.equal(made.status, 200, made.text);
    const { id, createdAt, ...rest } = made.body;
    assert.match(id, /^cfd_[0-9a-f]{32}$/);
    assert.deepEqual(
      { ...rest, updatedAt: null },
      {
        key: "plan",
        label: "Plan",
        type: "select",
        options: ["free", "pro"],
        required: false,
        description: "What they pay",
        position: 5,
        updatedAt: null,
      },
    );
    const first = (await own.api.post("/api/v1/contact-fields", { key: "born", label: "Born", type: "date", position: 1 })).body;
    assert.equal((await own.api.post("/api/v1/contact-fields", { key: "last", label: "Last", type: "text" })).body.position, 6);
    const page = await own.api.get("/api/v1/contact-fields?limit=2");
    assert.deepEqual(
      page.body.data.map((f: { key: string }) => f.key),
      ["born", "plan"],
    );
    const next = await own.api.get(`/api/v1/contact-fields?limit=2&cursor=${encodeURIComponent(page.body.pageInfo.nextCursor)}`);
    assert.deepEqual(
      [next.body.data.map((f: { key: string }) => f.key), next.body.pageInfo],
      [["last"], { hasNextPage: false, nextCursor: null }],
    );
    const changed = await own.api.patch(`/api/v1/contact-fields/${id}`, {
      label: "Tariff",
      options: ["gold"],
      description: null,
      required: true,
    });
    assert.deepEqual(
      [changed.body.label, changed.body.options, changed.body.description, changed.body.required, changed.body.key],
      ["Tariff", ["gold"], null, true, "plan"],
    );
    assert.deepEqual((await own.api.get(`/api/v1/contact-fields/${id}`)).body, changed.body);
    assert.deepEqual((await own.api.delete(`/api/v1/contact-fields/${first.id}`)).body, { id: first.id, deleted: true });
    assert.equal((await own.api.get(`/api/v1/contact-fields/${first.id}`)).status, 404);
    assert.equal((await own.api.delete(`/api/v1/contact-fields/${first.id}`)).status, 404);
  });

  it("are refused for a duplicate key, options that do not fit the type, and invalid keys", async () => {
    const twin = await define({ key: "twin" });
    const again = await api.post("/api/v1/contact-fields", { key: "twin", label: "Twin", type: "number" });
    assert.deepEqual([again.status, again.body.error.code, again.body.error.details[0].id], [409, "already_exists", twin.id]);
    for (const [body, field, issue] of [
      [{ key: "o", type: "text", options: ["a"] }, "options", "not_allowed"],
      [{ key: "o", type: "select" }, "options", "required"],
      [{ key: "o", type: "select", options: [] }, "options", "too_short"],
      [{ key: "1x", type: "text" }, "key", "invalid_format"],
      [{ key: "a b", type: "text" }, "key", "invalid_format"],
      [{ key: "o", type: "money" }, "type", "unknown_value"],
    ] as const) {
      const response = await api.post("/api/v1/contact-fields", { label: "X", ...body });
      assert.deepEqual([response.status, response.body.error.details], [400, [{ field, issue }]], response.text);
    }
  });

  it("are created once, by concurrent and repeated requests", async () => {
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => api.post("/api/v1/contact-fields", { key: "race", label: "Race", type: "text" })),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    const headers = { "idempotency-key": "field-1" };
    const body = { key: "replayed", label: "R", type: "text" };
    const [one, two] = [await api.post("/api/v1/contact-fields", body, headers), await api.post("/api/v1/contact-fields", body, headers)];
    assert.deepEqual([one.body, two.headers.get("idempotency-replayed")], [two.body, "true"]);
  });

  it("are 404 for another tenant, and need their scopes", async () => {
    const { id } = await define({ key: "mine" });
    const other = await t.tenant();
    for (const wire of [id, unknownId("cfd"), "x"]) {
      assert.equal((await other.api.get(`/api/v1/contact-fields/${wire}`)).status, 404);
      assert.equal((await other.api.patch(`/api/v1/contact-fields/${wire}`, { label: "x" })).status, 404);
      assert.equal((await other.api.delete(`/api/v1/contact-fields/${wire}`)).status, 404);
    }
    const reader = t.api(await t.key(tenant.id, { scopes: ["contacts:read"] }));
    assert.equal((await reader.get(`/api/v1/contact-fields/${id}`)).status, 200);
    assert.equal((await reader.post("/api/v1/contact-fields", { key: "n", label: "N", type: "text" })).status, 403);
  });
});

describe("contact field values", () => {
  it("are validated and normalised by type, and the field is named", async () => {
    await define({ key: "n", type: "number" });
    await define({ key: "b", type: "boolean" });
    await define({ key: "d", type: "date" });
    await define({ key: "dt", type: "datetime" });
    await define({ key: "s", type: "select", options: ["a", "b"] });
    await define({ key: "m", type: "multi_select", options: ["a", "b", "c"] });
    await define({ key: "u", type: "url" });
    await define({ key: "e", type: "email" });
    await define({ key: "p", type: "phone" });
    const values = {
      n: 1.5,
      b: false,
      d: "2026-02-28",
      dt: "2026-11-20T10:00:00+02:00",
      s: "b",
      m: ["c", "a", "c"],
      u: "https://example.com/x",
      e: "ada@example.com",
      p: "+44 7700 900123",
      free: "anything",
    };
    const made = await create(values);
    assert.deepEqual(made.body.customFields, { ...values, dt: "2026-11-20T08:00:00.000Z", m: ["c", "a"], p: "+447700900123" });
    const bad: [string, unknown, string][] = [
      ["n", "1", "invalid_type"],
      ["b", "true", "invalid_type"],
      ["d", "2026-02-30", "invalid_format"],
      ["d", "20.02.2026", "invalid_format"],
      ["dt", "2026-11-20", "invalid_format"],
      ["dt", "2026-11-20T25:00:00Z", "invalid_format"],
      ["s", "c", "unknown_value"],
      ["m", "a", "invalid_type"],
      ["m", ["a", "z"], "unknown_value"],
      ["u", "javascript:alert(1)", "invalid_format"],
      ["e", "ada", "invalid_format"],
      ["p", "12", "invalid_format"],
      ["free", ["a"], "invalid_type"],
    ];
    for (const [key, value, issue] of bad) {
      for (const response of [
        await create({ [key]: value }),
        await api.patch(`/api/v1/contacts/${made.body.id}`, { customFields: { [key]: value } }),
      ])
        assert.deepEqual([response.status, response.body.error.details], [400, [{ field: `customFields.${key}`, issue }]], response.text);
    }
    assert.deepEqual((await contact(made.body.id)).customFields, made.body.customFields);
  });

  it("of a required field must be given when the API creates a contact, and cannot be removed; customers who write need none", async () => {
    const own = await startTenant();
    await own.api.post("/api/v1/contact-fields", { key: "need", label: "Need", type: "text", required: true });
    const without = await own.api.post("/api/v1/contacts", { name: "Ada" });
    assert.deepEqual([without.status, without.body.error.details], [400, [{ field: "customFields.need", issue: "required" }]]);
    const made = await own.api.post("/api/v1/contacts", { name: "Ada", customFields: { need: "x" } });
    const emptied = await own.api.patch(`/api/v1/contacts/${made.body.id}`, { customFields: { need: null } });
    assert.deepEqual([emptied.status, emptied.body.error.details], [400, [{ field: "customFields.need", issue: "required" }]]);
    assert.equal((await own.api.patch(`/api/v1/contacts/${made.body.id}`, { name: "Bob" })).status, 200);
    await define({ key: "hereToo", required: true });
    const person = await writer("Cara");
    assert.deepEqual((await contact(person.id)).customFields, {});
  });

  const startTenant = () => t.tenant();

  it("are deleted in the background with their definition; until then the key is taken, afterwards it is free", async () => {
    const own = await t.tenant();
    const { id } = (await own.api.post("/api/v1/contact-fields", { key: "old", label: "Old", type: "number" })).body;
    const made = (await own.api.post("/api/v1/contacts", { name: "Ada", customFields: { old: 7, kept: "x" } })).body;
    const before = (await own.api.get(`/api/v1/contacts/${made.id}`)).body;
    assert.equal((await own.api.delete(`/api/v1/contact-fields/${id}`)).status, 200);
    for (const response of [
      await own.api.post("/api/v1/contact-fields", { key: "old", label: "Old", type: "text" }),
      await own.api.patch(`/api/v1/contacts/${made.id}`, { customFields: { old: 8 } }),
    ])
      assert.deepEqual([response.status, response.body.error.code], [409, "conflict"]);
    assert.equal((await own.api.patch(`/api/v1/contacts/${made.id}`, { customFields: { kept: "y" } })).status, 200);
    await t.drain();
    assert.deepEqual((await own.api.get(`/api/v1/contacts/${made.id}`)).body.customFields, { kept: "y" });
    assert.deepEqual(before.customFields, { old: 7, kept: "x" });
    // A transaction that began earlier may have written a value since: the second pass finds it.
    await t.app.database.withTenant(own.id, (tx) =>
      tx.query({ text: `update contacts set custom_fields = '{"old": 9}' where tenant_id = $1`, values: [own.id] }),
    );
    t.clock.advance(61_000);
    await t.drain();
    assert.deepEqual((await own.api.get(`/api/v1/contacts/${made.id}`)).body.customFields, {});
    assert.equal((await own.api.post("/api/v1/contact-fields", { key: "old", label: "Old", type: "text" })).status, 200);
    const events = await t.app.database.worker<{ data: any }>({
      text: "select data from event_log where tenant_id = $1 and type = 'contact.updated' and data->>'reason' = 'field_deleted' order by id",
      values: [own.id],
    });
    assert.deepEqual(
      events.map(({ data }) => [data.contactId, data.changes.customFields.from.old, data.changes.customFields.to.old ?? null]),
      [
        [made.id, 7, null],
        [made.id, 9, null],
      ],
    );
    assert.equal((await eventsOf(made.id, "contact.deleted")).length, 0);
  });

  it("are deleted for one tenant although another tenant's transaction fails", async () => {
    const owns = await Promise.all([t.tenant(), t.tenant()]);
    const made: string[] = [];
    for (const own of owns) {
      const { id } = (await own.api.post("/api/v1/contact-fields", { key: "old", label: "Old", type: "text" })).body;
      made.push((await own.api.post("/api/v1/contacts", { name: "Ada", customFields: { old: "x" } })).body.id);
      assert.equal((await own.api.delete(`/api/v1/contact-fields/${id}`)).status, 200);
      t.clock.advance(1);
    }
    const valuesOf = async (n: number) => (await owns[n]!.api.get(`/api/v1/contacts/${made[n]}`)).body.customFields;
    const stored = () => t.app.database.worker({ text: "select custom_fields from contacts where tenant_id = $1", values: [owns[0]!.id] });
    const loop = t.app.loops.find(({ name }) => name === "contact field removal");
    assert.ok(loop);
    const admin = await openTransaction(t.database);
    await admin.query(`alter table contacts add constraint kept check (tenant_id <> '${owns[0]!.id}' or custom_fields ? 'old') not valid`);
    await admin.release();
    try {
      await loop.once();
      assert.deepEqual([await stored(), await valuesOf(1)], [[{ custom_fields: { old: "x" } }], {}]);
    } finally {
      const again = await openTransaction(t.database);
      await again.query("alter table contacts drop constraint kept");
      await again.release();
    }
    // Its tenant is skipped once.
    await loop.once();
    await t.drain();
    assert.deepEqual(await stored(), [{ custom_fields: {} }]);
  });

  it("that are valid stay unchanged when they are validated again", () => {
    const types = ["text", "number", "boolean", "date", "datetime", "select", "multi_select", "url", "email", "phone"] as const;
    const anyText = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "2026-01-31",
        "2026-01-31T10:00:00.5+01:00",
        "a",
        "+44 7700 900123",
        "ada@example.com",
        "https://x.org/ü",
        "yes",
        "1,5",
        "a;b",
        "12",
      ),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        fc.oneof(anyText, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.array(anyText)),
        (type, value) => {
          const definition = { key: "k", type, options: ["a", "b"] };
          const once = checkValue(definition, value);
          if (once.ok) assert.deepEqual(checkValue(definition, once.value), once);
          if (typeof value === "string") {
            const read = checkValue(definition, readText(definition, value));
            if (read.ok) assert.deepEqual(checkValue(definition, read.value), read);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
