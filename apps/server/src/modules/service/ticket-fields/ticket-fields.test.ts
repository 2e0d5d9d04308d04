/**
 * Custom fields of tickets. The tests for contacts cover definitions and values in general:
 * modules/contacts/contact-fields.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import pg from "pg";
import { startContacts } from "../../../../test/contacts.ts";
import { unknownId } from "../../../../test/harness.ts";
import { wholeList } from "../../../../test/inbox.ts";
import { plannerSettings } from "#platform/db/plans.ts";

const { t, tenant, writer } = await startContacts("44770098");
const other = await t.tenant();
const path = "/api/v1/ticket-fields";
const tickets = "/api/v1/tickets";
const ok = async (answer: Promise<{ status: number; text: string; body: any }>) => {
  const { status, text, body } = await answer;
  assert.equal(status, 200, text);
  return body;
};
const define = (fields: object, of = tenant) => ok(of.api.post(path, { label: "A field", type: "text", ...fields }));
const make = (customFields: object, of = tenant, more: object = {}) => of.api.post(tickets, { subject: "S", customFields, ...more });
const eventsOf = (of: string, id: string) =>
  t.app.database.worker<{ data: any }>({
    text: "select data from event_log where tenant_id = $1 and type = 'ticket.updated' and data->>'ticketId' = $2 order by id",
    values: [of, id],
  });

describe("ticket fields", () => {
  it("are defined, read, changed, listed by position and deleted, separately from those of contacts", async () => {
    const own = await t.tenant();
    await ok(own.api.post("/api/v1/contact-fields", { key: "product", label: "Of contacts", type: "number" }));
    const { id, createdAt, updatedAt, ...rest } = await define(
      { key: "product", label: " Product ", type: "select", options: ["desk", "chair", "desk"], position: 3 },
      own,
    );
    assert.match(id, /^tfd_[0-9a-f]{32}$/);
    assert.deepEqual(rest, {
      key: "product",
      label: "Product",
      type: "select",
      options: ["desk", "chair"],
      required: false,
      description: null,
      position: 3,
    });
    const patched = await ok(own.api.patch(`${path}/${id}`, { label: "What", options: ["desk"], description: "Bought", position: 1 }));
    assert.deepEqual([patched.label, patched.options, patched.description, patched.position], ["What", ["desk"], "Bought", 1]);
    assert.deepEqual(await ok(own.api.get(`${path}/${id}`)), patched);
    await define({ key: "first", position: 0 }, own);
    assert.deepEqual(
      (await wholeList(own.api, `${path}?limit=1`)).map((field) => field.key),
      ["first", "product"],
    );
    const twin = await own.api.post(path, { key: "product", label: "P", type: "text" });
    assert.deepEqual([twin.status, twin.body.error.code, twin.body.error.details[0].id], [409, "already_exists", id]);
    assert.deepEqual(await ok(own.api.delete(`${path}/${id}`)), { id, deleted: true });
    assert.equal((await own.api.get(`${path}/${id}`)).status, 404);
    assert.equal((await ok(own.api.get("/api/v1/contact-fields"))).data.length, 1, "that of contacts stays");
  });

  it("belong to the tenant, need tickets:read or tickets:write, and are created once for a repeated key", async () => {
    const { id } = await define({ key: `k${randomBytes(4).toString("hex")}` });
    for (const wire of [id, unknownId("tfd"), id.replace("tfd_", "cfd_"), "x"]) {
      assert.equal((await other.api.get(`${path}/${wire}`)).status, 404);
      assert.equal((await other.api.patch(`${path}/${wire}`, { label: "x" })).status, 404);
      assert.equal((await other.api.delete(`${path}/${wire}`)).status, 404);
    }
    const contacts = t.api(await t.key(tenant.id, { scopes: ["contacts:read", "contacts:write"] }));
    assert.equal((await contacts.get(path)).status, 403);
    const reader = t.api(await t.key(tenant.id, { scopes: ["tickets:read"] }));
    assert.equal((await reader.get(`${path}/${id}`)).status, 200);
    assert.equal((await reader.post(path, { key: "n", label: "N", type: "text" })).status, 403);
    const headers = { "idempotency-key": `fields-${randomBytes(4).toString("hex")}` };
    const body = { key: `k${randomBytes(4).toString("hex")}`, label: "Once", type: "text" };
    const [first, again] = [await tenant.api.post(path, body, headers), await tenant.api.post(path, body, headers)];
    assert.deepEqual([again.status, again.body.id], [200, first.body.id]);
  });
});

describe("custom fields of tickets", () => {
  it("are validated, stored, read back, changed one by one and reported", async () => {
    const own = await t.tenant();
    await define({ key: "count", type: "number" }, own);
    await define({ key: "parts", type: "multi_select", options: ["leg", "top"] }, own);
    const made = await ok(make({ count: 2, parts: ["top", "leg", "top"], free: "x" }, own));
    assert.deepEqual(made.customFields, { count: 2, parts: ["top", "leg"], free: "x" });
    assert.deepEqual((await ok(own.api.get(`${tickets}/${made.id}`))).customFields, made.customFields);
    for (const [key, value, issue] of [
      ["count", "2", "invalid_type"],
      ["parts", ["door"], "unknown_value"],
      ["free", ["a"], "invalid_type"],
    ] as const)
      for (const response of [
        await make({ [key]: value }, own),
        await own.api.patch(`${tickets}/${made.id}`, { customFields: { [key]: value } }),
      ])
        assert.deepEqual([response.status, response.body.error.details], [400, [{ field: `customFields.${key}`, issue }]], response.text);
    const changed = await ok(own.api.patch(`${tickets}/${made.id}`, { customFields: { count: 3, free: null } }));
    assert.deepEqual(changed.customFields, { count: 3, parts: ["top", "leg"] });
    const again = await ok(own.api.patch(`${tickets}/${made.id}`, { customFields: { count: 3 } }));
    assert.equal(again.updatedAt, changed.updatedAt, "a change of nothing writes nothing");
    const changes = { customFields: { from: made.customFields, to: changed.customFields } };
    const events = await eventsOf(own.id, made.id);
    assert.deepEqual(
      events.map(({ data }) => [data.reason, data.changes]),
      [["request", changes]],
    );
    const [entry] = (await ok(own.api.get(`${tickets}/${made.id}/activity`))).data;
    assert.deepEqual(entry.changes, changes);
    for (const status of ["resolved", "closed"]) await ok(own.api.patch(`${tickets}/${made.id}`, { status }));
    assert.equal((await own.api.patch(`${tickets}/${made.id}`, { customFields: { count: 4 } })).status, 409, "closed stays");
    const followUp = await ok(own.api.post(`${tickets}/${made.id}/follow-up`, {}));
    assert.deepEqual(followUp.customFields, changed.customFields, "a follow-up is about the same");
  });

  it("are required if so defined when a person creates a ticket, and cannot be cleared; a follow-up need not have them", async () => {
    const person = await writer("Needs");
    const [conversation] = (await ok(tenant.api.get(`/api/v1/conversations?contactId=${person.id}`))).data;
    const own = await t.tenant();
    const old = (await ok(make({}, own))).id;
    for (const status of ["resolved", "closed"]) await ok(own.api.patch(`${tickets}/${old}`, { status }));
    await define({ key: "need", required: true }, own);
    const without = await make({}, own);
    assert.deepEqual([without.status, without.body.error.details], [400, [{ field: "customFields.need", issue: "required" }]]);
    const made = await ok(make({ need: "x" }, own));
    const emptied = await own.api.patch(`${tickets}/${made.id}`, { customFields: { need: null } });
    assert.deepEqual(emptied.body.error.details, [{ field: "customFields.need", issue: "required" }]);
    assert.deepEqual((await ok(own.api.post(`${tickets}/${old}/follow-up`, {}))).customFields, {});
    const { id: needed } = await define({ key: "alsoHere", required: true });
    const of = `/api/v1/conversations/${conversation.id}/tickets`;
    assert.equal((await tenant.api.post(of, {})).status, 400);
    assert.deepEqual((await ok(tenant.api.post(of, { customFields: { alsoHere: "y" } }))).customFields, { alsoHere: "y" });
    await ok(tenant.api.patch(`${path}/${needed}`, { required: false }));
  });

  it("are removed with their definition in the background, from closed tickets too, and this is reported", async () => {
    const own = await t.tenant();
    const { id } = await define({ key: "old", type: "number" }, own);
    const open = await ok(make({ old: 7, kept: "x" }, own));
    const closed = await ok(make({ old: 8 }, own));
    for (const status of ["resolved", "closed"]) await ok(own.api.patch(`${tickets}/${closed.id}`, { status }));
    await ok(own.api.delete(`${path}/${id}`));
    for (const response of [await own.api.post(path, { key: "old", label: "O", type: "text" }), await make({ old: 9 }, own)])
      assert.deepEqual([response.status, response.body.error.code], [409, "conflict"]);
    await t.drain();
    assert.deepEqual((await ok(own.api.get(`${tickets}/${open.id}`))).customFields, { kept: "x" });
    assert.deepEqual((await ok(own.api.get(`${tickets}/${closed.id}`))).customFields, {});
    t.clock.advance(61_000);
    await t.drain();
    await define({ key: "old" }, own);
    const last = (await eventsOf(own.id, open.id)).at(-1)?.data;
    assert.deepEqual([last.reason, last.changes], ["field_deleted", { customFields: { from: { old: 7, kept: "x" }, to: { kept: "x" } } }]);
    const [entry] = (await ok(own.api.get(`${tickets}/${open.id}/activity`))).data;
    assert.deepEqual([entry.reason, entry.by], ["field_deleted", "system"]);
  });

  it("can be filtered by, with label and source, in pages and combined with words", async () => {
    const own = await t.tenant();
    await define({ key: "n", type: "number" }, own);
    await define({ key: "m", type: "multi_select", options: ["a", "b c"] }, own);
    await define({ key: "day", type: "date" }, own);
    const one = (await ok(make({ n: 5, m: ["a", "b c"], free: "5" }, own, { subject: "Red desk", labels: ["vip", "x"] }))).id;
    const two = (await ok(make({ n: 5.5, m: ["a"], free: 5, day: "2026-11-20" }, own, { labels: ["vip"], source: "manual" }))).id;
    const three = (await ok(make({ free: true, odd: 'a:b"c' }, own, { subject: "Blue desk" }))).id;
    const found = async (query: string) => (await wholeList(own.api, `${tickets}?limit=1&${query}`)).map((ticket) => ticket.id);
    for (const [query, ids] of [
      ["customField=n:5", [one]],
      ["customField=n:5.5", [two]],
      ["customField=n:none", []],
      ["customField=m:a", [two, one]],
      [`customField=m:${encodeURIComponent("b c")}`, [one]],
      ["customField=day:2026-11-20", [two]],
      ["customField=free:5", [two, one]],
      ["customField=free:true", [three]],
      [`customField=odd:${encodeURIComponent('a:b"c')}`, [three]],
      ["customField=unknown:1", []],
      ["customField=free:5&label=x", [one]],
      ["customField=free:5&q=desk", [one]],
      ["customField=free:5&status=closed", []],
      ["label=vip", [two, one]],
      ["label=VIP", []],
      ["label=vip&source=manual", [two]],
      ["source=manual", [two]],
      ["source=api", [three, one]],
    ] as const)
      assert.deepEqual(await found(query), ids, query);
    for (const [query, field] of [
      ["customField=n", "customField"],
      ["customField=:5", "customField"],
      ["label=", "label"],
      ["source=mail", "source"],
    ] as const) {
      const response = await own.api.get(`${tickets}?${query}`);
      assert.deepEqual([response.status, response.body.error.details?.[0].field], [400, field], response.text);
    }
    assert.deepEqual((await ok(other.api.get(`${tickets}?customField=n:5`))).data, []);
  });

  it("are found by their index if the tenant has many tickets", async () => {
    const own = await t.tenant();
    const { id } = await ok(make({ serial: "needle" }, own, { labels: ["rare"] }));
    const admin = new pg.Client({ ...t.database.admin, options: "-c search_path=public" });
    const plans: string[] = [];
    admin.on("notice", (notice) => plans.push(notice.message ?? ""));
    await admin.connect();
    await admin.query(plannerSettings(undefined));
    try {
      await admin.query(
        `insert into tickets (tenant_id, id, number, subject, status, priority, source, labels, custom_fields, created_at, updated_at)
         select $1, gen_random_uuid(), 10 + i, 'T', 'open', 'low', 'api', array['l' || i % 50], jsonb_build_object('serial', md5(i::text)), now(), now()
           from generate_series(1, 20000) i`,
        [own.id],
      );
      await admin.query("analyze tickets; load 'auto_explain'");
      await admin.query(
        `set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set client_min_messages = log;
         set app.tenant_id = '${own.id}'; set role parley_app`,
      );
      for (const [custom, label, index] of [
        [`array['{"serial": "needle"}'::jsonb]`, "null", "tickets_custom_fields"],
        [`array['{"serial": "needle"}', '{"serial": 1}']::jsonb[]`, "null", "tickets_custom_fields"],
        ["null", "'rare'", "tickets_by_label"],
      ] as const) {
        plans.length = 0;
        const { rows } = await admin.query(
          `select * from list_tickets(p_first => null, p_all => null, p_status => null, p_priority => null, p_category => null, p_assignee => null,
             p_unassigned => false, p_contact => null, p_conversation => null, p_overdue => null, p_after_at => null, p_after_id => null,
             p_limit => 10, p_custom => ${custom}, p_label => ${label})`,
        );
        assert.deepEqual(
          rows.map((row) => `tkt_${row.list_tickets.replaceAll("-", "")}`),
          [id],
        );
        assert.ok(
          plans.some((plan) => plan.includes(`Bitmap Index Scan on ${index}`)),
          plans.join("\n"),
        );
      }
    } finally {
      await admin.end();
    }
  });
});
