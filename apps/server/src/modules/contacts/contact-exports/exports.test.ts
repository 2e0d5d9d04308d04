import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { startContacts } from "../../../../test/contacts.ts";
import { startTestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { withoutFormula, withoutGuard } from "#platform/csv/write.ts";

const { t, tenant } = await startContacts("4477026");

const start = async (own: TestTenant, body: object = {}) => (await own.api.post("/api/v1/contacts/exports", body)).body;
const get = async (own: TestTenant, id: string) => (await own.api.get(`/api/v1/contacts/exports/${id}`)).body;
const file = (own: TestTenant, id: string, headers?: Record<string, string>) => own.api.get(`/api/v1/contacts/exports/${id}/file`, headers);
const table = (text: string) => parse(text, { bom: true }) as string[][];

describe("an export of contacts", () => {
  it("writes all contacts, or those of rules or a segment, with the requested fields", async () => {
    const own = await t.tenant();
    await own.api.post("/api/v1/contact-fields", { key: "plan", label: "Plan", type: "text" });
    for (const fields of [
      { name: 'Ada, "A"', phone: "+447700900123", tags: ["vip", "b"], customFields: { plan: "pro", n: -5 } },
      { name: "Böb\nB", email: "bob@x.org" },
    ]) {
      await own.api.post("/api/v1/contacts", fields);
      t.clock.advance(1_000);
    }
    await (await t.tenant()).api.post("/api/v1/contacts", { name: "Foreign" });
    const all = await start(own, { fields: ["name", "phone", "tags", "customFields.plan", "customFields.n"] });
    assert.deepEqual([all.status, all.url, all.rules], ["queued", null, null]);
    assert.deepEqual((await file(own, all.id)).body.error.code, "conflict");
    await t.drain();
    const done = await get(own, all.id);
    assert.deepEqual(
      [done.status, done.contacts, done.url, done.expiresAt],
      ["completed", 2, `/api/v1/contacts/exports/${all.id}/file`, new Date(t.clock.now().getTime() + 7 * 86_400_000).toISOString()],
    );
    const response = await file(own, all.id);
    assert.match(response.headers.get("content-disposition") ?? "", /^attachment; filename="contacts-\d{4}-\d\d-\d\d\.csv"$/);
    assert.deepEqual(table(response.text), [
      ["name", "phone", "tags", "customFields.plan", "customFields.n"],
      ["Böb\nB", "", "", "", ""],
      ['Ada, "A"', "+447700900123", "vip, b", "pro", "-5"],
    ]);
    assert.equal(Buffer.byteLength(response.text) + 3, done.sizeBytes);
    const rules = { rules: [{ field: "tags", op: "has_any", value: ["vip"] }] };
    const segment = (await own.api.post("/api/v1/segments", { name: "VIPs", rules })).body;
    const [ofRules, ofSegment] = [await start(own, { rules }), await start(own, { segmentId: segment.id })];
    assert.equal(ofSegment.segmentName, "VIPs");
    await t.drain();
    for (const { id } of [ofRules, ofSegment]) {
      const rows = table((await file(own, id)).text);
      assert.deepEqual([rows.length, rows[0]?.at(-1), rows[1]?.at(-1)], [2, "customFields.plan", "pro"]);
    }
    const page = (await own.api.get("/api/v1/contacts/exports?limit=2")).body;
    const rest = (await own.api.get(`/api/v1/contacts/exports?limit=2&cursor=${encodeURIComponent(page.pageInfo.nextCursor)}`)).body;
    assert.deepEqual([...page.data, ...rest.data].length, 3);
  });

  it("of many contacts is one file, also when read in parts, with each contact once, even if its worker died and two are active", async () => {
    const own = await t.tenant();
    await t.app.database.withTenant(own.id, (tx) =>
      tx.query({
        text: `insert into contacts (tenant_id, id, name, source, created_at, updated_at)
               select $1, gen_random_uuid(), 'Many ' || n, 'api', now() + n % 7 * interval '1 ms', now() from generate_series(1, 2300) n`,
        values: [own.id],
      }),
    );
    const { id } = await start(own, { fields: ["name"] });
    await t.app.database.worker({
      text: "update contact_exports set state = 'leased', attempts = attempts + 1, lease_until = $2 where tenant_id = $1",
      values: [own.id, new Date(t.clock.now().getTime() + 60_000)],
    });
    t.clock.advance(61_000);
    const twin = await startTestApp({ sharing: t });
    await Promise.all([t, twin].map((one) => one.drain(["contact exports"])));
    await twin.stop();
    const whole = await file(own, id);
    const names = table(whole.text)
      .slice(1)
      .map(([name]) => name);
    assert.deepEqual([names.length, new Set(names).size], [2300, 2300]);
    const bytes = Buffer.from(
      await (await fetch(`${t.url}/api/v1/contacts/exports/${id}/file`, { headers: { authorization: `Bearer ${own.key}` } })).arrayBuffer(),
    );
    for (const [from, to] of [
      [0, 9],
      [14_000, 20_500],
      [bytes.length - 5, bytes.length - 1],
    ] as const) {
      const part = await fetch(`${t.url}/api/v1/contacts/exports/${id}/file`, {
        headers: { authorization: `Bearer ${own.key}`, range: `bytes=${from}-${to}` },
      });
      assert.equal(part.status, 206);
      assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(from, to + 1));
    }
  });

  it("can be imported again", async () => {
    const [own, other] = [await t.tenant(), await t.tenant()];
    const contact = {
      name: "=HYPERLINK(1)",
      phone: "+447700900321",
      email: "+x@y.org",
      tags: ["@home", "b"],
      customFields: { note: "-not a number" },
    };
    await own.api.post("/api/v1/contacts", contact);
    const { id } = await start(own, { fields: ["name", "phone", "email", "tags", "customFields.note"] });
    await t.drain();
    const { text } = await file(own, id);
    assert.deepEqual(table(text)[1], ["'=HYPERLINK(1)", "+447700900321", "'+x@y.org", "'@home, b", "'-not a number"]);
    await other.api.post("/api/v1/contacts/imports", { csv: text });
    await t.drain();
    const [back] = (await other.api.get("/api/v1/contacts")).body.data;
    assert.deepEqual(Object.fromEntries(Object.keys(contact).map((key) => [key, back[key]])), contact);
  });

  it("restores the contacts' stages on import; only the row with a missing stage is refused", async () => {
    const own = await t.tenant();
    const [pipeline] = (await own.api.get("/api/v1/pipelines")).body.data;
    const [stage] = (await own.api.get(`/api/v1/pipelines/${pipeline.id}`)).body.stages;
    const made = await own.api.post("/api/v1/contacts", { name: "Ada", phone: "+447700900322", stageId: stage.id });
    const { id } = await start(own, { fields: ["name", "phone", "stageId"] });
    await t.drain();
    const { text } = await file(own, id);
    assert.deepEqual(table(text)[1], ["Ada", "+447700900322", stage.id]);
    await own.api.patch(`/api/v1/contacts/${made.body.id}`, { stageId: null });
    const csv = `${text}Bob,+447700900323,${stage.id.replace(/^stg/, "pip")}\nCid,+447700900324,\n`;
    const back = await own.api.post("/api/v1/contacts/imports", { csv, onExisting: "update" });
    await t.drain();
    const rows = (await own.api.get(`/api/v1/contacts/imports/${back.body.id}/rows`)).body.data;
    assert.deepEqual(
      rows.map((row: any) => [row.outcome, row.field, row.issue]),
      [
        ["updated", null, null],
        ["failed", "stageId", "unknown"],
        ["created", null, null],
      ],
    );
    assert.equal((await own.api.get(`/api/v1/contacts/${made.body.id}`)).body.stageId, stage.id);
  });

  it("contains no formula, regardless of a cell's text", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.tuple(fc.constantFrom(..."=+-@\t\r\n＝＋－＠"), fc.string()).map((parts) => parts.join("")),
        ),
        (text) => {
          const cell = withoutFormula(text);
          assert.ok(!/^[=+\-@\t\r\n＝＋－＠]/.test(cell) || /^[+-]\d+(\.\d+)?$/.test(cell), cell);
          assert.ok(cell === text || (cell === `'${text}` && withoutGuard(cell) === text));
        },
      ),
    );
  });

  it("expires after seven days, and its content is deleted", async () => {
    const own = await t.tenant();
    await own.api.post("/api/v1/contacts", { name: "Ada" });
    const { id } = await start(own);
    await t.drain();
    t.clock.advance(7 * 86_400_000 - 1_000);
    await t.drain();
    assert.equal((await file(own, id)).status, 200);
    t.clock.advance(1_000);
    assert.equal((await file(own, id)).body.error.code, "conflict");
    await t.drain();
    const gone = await get(own, id);
    assert.deepEqual([gone.status, gone.url], ["expired", null]);
    assert.deepEqual(
      await t.app.database.worker({ text: "select 1 from contact_export_chunks where tenant_id = $1", values: [own.id] }),
      [],
    );
  });

  it("is refused if it cannot be written", async () => {
    const rules = { rules: [{ field: "name", op: "exists" }] };
    const segment = (await tenant.api.post("/api/v1/segments", { name: "S", rules })).body.id;
    for (const [body, status, field] of [
      [{ fields: ["name", "age"] }, 400, "fields[1]"],
      [{ fields: ["constructor"] }, 400, "fields[0]"],
      [{ fields: [] }, 400, "fields"],
      [{ rules: { rules: [{ field: "x", op: "eq" }] } }, 400, "rules.rules[0].field"],
      [{ segmentId: segment, rules }, 400, "rules"],
      [{ segmentId: unknownId("seg") }, 404, "segmentId"],
    ] as const) {
      const response = await tenant.api.post("/api/v1/contacts/exports", body);
      assert.deepEqual([response.status, response.body.error.details?.[0].field], [status, field], response.text);
    }
  });

  it("is created once per idempotency key, 404 for another tenant, and needs its scope", async () => {
    const headers = { "idempotency-key": "export-1" };
    const [one, two] = [
      await tenant.api.post("/api/v1/contacts/exports", {}, headers),
      await tenant.api.post("/api/v1/contacts/exports", {}, headers),
    ];
    assert.deepEqual([two.body, two.headers.get("idempotency-replayed")], [one.body, "true"]);
    await t.drain();
    const other = await t.tenant();
    for (const wire of [one.body.id, unknownId("exp"), "x"])
      for (const path of ["", "/file"]) assert.equal((await other.api.get(`/api/v1/contacts/exports/${wire}${path}`)).status, 404);
    const lacking = t.api(await t.key(tenant.id, { scopes: ["contacts:write"] }));
    assert.equal((await lacking.post("/api/v1/contacts/exports", {})).status, 403);
  });
});
