import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startContacts } from "../../../../test/contacts.ts";
import { startTestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";

const { t, tenant } = await startContacts("4477025");

async function upload(own: TestTenant, file: string | Buffer, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([typeof file === "string" ? file : Uint8Array.from(file)]), "people.csv");
  const response = await fetch(`${t.url}/api/v1/contacts/imports`, {
    method: "POST",
    headers: { authorization: `Bearer ${own.key}`, ...headers },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

const get = async (own: TestTenant, id: string) => (await own.api.get(`/api/v1/contacts/imports/${id}`)).body;
const rowsOf = async (own: TestTenant, id: string, query = "") => (await own.api.get(`/api/v1/contacts/imports/${id}/rows${query}`)).body;
const contactsOf = async (own: TestTenant) => (await own.api.get("/api/v1/contacts?limit=100")).body.data as any[];
const brief = (rows: any) => rows.data.map((r: any) => [r.row, r.outcome, r.field, r.issue]);

describe("an import of contacts", () => {
  it("cuts long cells between characters in its preview", async () => {
    const [name, cell] = [`${"n".repeat(99)}😀`, `${"c".repeat(99)}😀`];
    const made = await upload(await t.tenant(), `name,${name}\nAda,${cell}\n`);
    assert.equal(made.status, 200, JSON.stringify(made.body));
    assert.deepEqual([made.body.columns[1].name, made.body.columns[1].samples], ["n".repeat(99), ["c".repeat(99)]]);
  });

  it("creates contacts from a form, suggests the columns' fields, and reports each row's outcome", async () => {
    const own = await t.tenant();
    await own.api.post("/api/v1/contact-fields", { key: "seats", label: "Seats", type: "number" });
    const made = await upload(
      own,
      Buffer.from(
        'Full name;Mobile;E-mail;Tags;Seats;Shoe\r\n"Ada\r\nLovelace";07700 900123;ada@x.org;vip, b;12;40\r\nJosé;+525512345678;;;x;\r\n;;not-mail;;;\r\n',
        "latin1",
      ),
      { defaultCountry: "gb", tags: '["fair"]' },
    );
    assert.equal(made.status, 200, JSON.stringify(made.body));
    assert.deepEqual(
      [made.body.status, made.body.filename, made.body.delimiter, made.body.encoding, made.body.rowsTotal, made.body.rowsDone],
      ["queued", "people.csv", ";", "windows-1252", 3, 0],
    );
    assert.deepEqual(
      made.body.columns.map((c: any) => [c.name, c.suggestedField, c.field]),
      [
        ["Full name", "name", "name"],
        ["Mobile", "phone", "phone"],
        ["E-mail", "email", "email"],
        ["Tags", "tags", "tags"],
        ["Seats", "customFields.seats", "customFields.seats"],
        ["Shoe", null, null],
      ],
    );
    assert.deepEqual(made.body.columns[1].samples, ["07700 900123", "+525512345678"]);
    await t.drain();
    const done = await get(own, made.body.id);
    assert.deepEqual([done.status, done.created, done.updated, done.skipped, done.failed, done.rowsDone], ["completed", 1, 0, 0, 2, 3]);
    assert.deepEqual(brief(await rowsOf(own, made.body.id)), [
      [2, "created", null, null],
      [3, "failed", "customFields.seats", "invalid_type"],
      [4, "failed", "email", "invalid_format"],
    ]);
    const [ada] = await contactsOf(own);
    assert.deepEqual(
      [ada.name, ada.phone, ada.email, ada.tags, ada.customFields, ada.source],
      ["Ada\r\nLovelace", "+447700900123", "ada@x.org", ["vip", "b", "fair"], { seats: 12 }, "import"],
    );
    const report = await own.api.get(`/api/v1/contacts/imports/${made.body.id}/rows.csv`);
    assert.match(report.headers.get("content-type") ?? "", /^text\/csv/);
    assert.match(report.text, new RegExp(`2,created,${ada.id},,,\n3,failed,,customFields.seats,invalid_type,`));
    const kept = await t.app.database.worker({ text: "select 1 from contact_import_chunks where tenant_id = $1", values: [own.id] });
    assert.equal(kept.length, 0);
  });

  it("skips, updates, or only tags existing contacts, by phone or else by e-mail", async () => {
    const csv = "name,phone,email,tags,customFields.plan\nNew,+447700900500,new@x.org,b,pro\nMail,,m@x.org,b,\n";
    for (const [onExisting, outcome, expected] of [
      [
        "skip",
        "skipped",
        [
          ["Old", null, ["a"], {}],
          ["M", "M@x.org", ["a"], {}],
        ],
      ],
      [
        "merge_tags",
        "updated",
        [
          ["Old", null, ["a", "b"], {}],
          ["M", "M@x.org", ["a", "b"], {}],
        ],
      ],
      [
        "update",
        "updated",
        [
          ["New", "new@x.org", ["a", "b"], { plan: "pro" }],
          ["Mail", "m@x.org", ["a", "b"], {}],
        ],
      ],
    ] as const) {
      const own = await t.tenant();
      const old = (await own.api.post("/api/v1/contacts", { name: "Old", phone: "+447700900500", tags: ["a"] })).body.id;
      const mail = (await own.api.post("/api/v1/contacts", { name: "M", email: "M@x.org", tags: ["a"] })).body.id;
      const made = await own.api.post("/api/v1/contacts/imports", { csv, onExisting });
      await t.drain();
      const rows = await rowsOf(own, made.body.id);
      assert.deepEqual(
        rows.data.map((r: any) => [r.outcome, r.contactId]),
        [
          [outcome, old],
          [outcome, mail],
        ],
      );
      const found = await Promise.all([old, mail].map(async (id) => (await own.api.get(`/api/v1/contacts/${id}`)).body));
      assert.deepEqual(
        found.map((c) => [c.name, c.email, c.tags, c.customFields]),
        expected,
        onExisting,
      );
      assert.equal((await contactsOf(own)).length, 2);
    }
  });

  it("gives no contact more than 100 tags, and names the row", async () => {
    const own = await t.tenant();
    const many = Array.from({ length: 90 }, (_, i) => `t${i}`);
    const make = async (phone: string) => (await own.api.post("/api/v1/contacts", { name: "Full", phone, tags: many })).body.id as string;
    const [full, other] = [await make("+447700900510"), await make("+447700900511")];
    const added = Array.from({ length: 20 }, (_, i) => `n${i}`);
    const csv = `phone,tags\n+447700900510,"${added.join(",")}"\n+447700900511,"${added.slice(10).join(",")}"\n`;
    const made = await upload(own, csv, { onExisting: "merge_tags" });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    await t.drain();
    const rows = await rowsOf(own, made.body.id);
    assert.deepEqual(
      rows.data.map((r: any) => [r.row, r.outcome, r.field, r.issue]),
      [
        [2, "failed", "tags", "too_many"],
        [3, "updated", null, null],
      ],
    );
    const tagsOf = async (id: string) => (await own.api.get(`/api/v1/contacts/${id}`)).body.tags;
    assert.deepEqual([await tagsOf(full), await tagsOf(other)], [many, [...many, ...added.slice(10)]]);
  });

  it("treats a person's second row as an existing contact, and refuses an e-mail that several contacts have", async () => {
    const own = await t.tenant();
    for (let i = 0; i < 2; i++) await own.api.post("/api/v1/contacts", { name: "Twin", email: "twin@x.org" });
    const made = await own.api.post("/api/v1/contacts/imports", {
      csv: "name,phone,email\nA,+447700900600,\nB,+44 7700 900600,\nC,,twin@x.org\n",
      onExisting: "update",
    });
    await t.drain();
    assert.deepEqual(brief(await rowsOf(own, made.body.id)), [
      [2, "created", null, null],
      [3, "updated", null, null],
      [4, "failed", "email", "duplicate"],
    ]);
    assert.deepEqual((await contactsOf(own)).map((c) => c.name).sort(), ["B", "Twin", "Twin"]);
  });

  it("a dry run reports the same and changes nothing, even over several batches", async () => {
    const own = await t.tenant();
    await own.api.post("/api/v1/contacts", { name: "Old", phone: "+447700900700" });
    const people = Array.from({ length: 150 }, (_, i) => `P${i},+4477009${String(10_000 + i)}`);
    const csv = `name,phone\n${people.join("\n")}\nOld,+447700900700\nTwice,+447700910000\nBad,12\n`;
    const before = await t.app.database.worker({ text: "select count(*) from event_log where tenant_id = $1", values: [own.id] });
    const dry = await own.api.post("/api/v1/contacts/imports", { csv, dryRun: true, onExisting: "update" });
    await t.drain();
    const report = await get(own, dry.body.id);
    assert.deepEqual([report.status, report.dryRun, report.created, report.updated, report.failed], ["completed", true, 150, 2, 1]);
    assert.equal((await contactsOf(own)).length, 1);
    assert.deepEqual(
      await t.app.database.worker({ text: "select count(*) from event_log where tenant_id = $1", values: [own.id] }),
      before,
    );
    assert.equal((await rowsOf(own, dry.body.id, "?limit=1")).data[0].contactId, null);
    const real = await own.api.post("/api/v1/contacts/imports", { csv, onExisting: "update" });
    await t.drain();
    const done = await get(own, real.body.id);
    assert.deepEqual([done.created, done.updated, done.failed], [150, 2, 1]);
    const page = await rowsOf(own, real.body.id, "?outcome=failed");
    assert.deepEqual(brief(page), [[154, "failed", "phone", "invalid_format"]]);
    const first = await rowsOf(own, real.body.id, "?limit=100");
    const second = await rowsOf(own, real.body.id, `?limit=100&cursor=${encodeURIComponent(first.pageInfo.nextCursor)}`);
    assert.deepEqual(
      [...first.data, ...second.data].map((r: any) => r.row),
      Array.from({ length: 153 }, (_, i) => i + 2),
    );
  });

  it("applies each row once if a worker dies in between, and if two are active", async () => {
    const own = await t.tenant();
    const csv = `name,phone\n${Array.from({ length: 250 }, (_, i) => `P${i},+4477018${String(10_000 + i)}`).join("\n")}\n`;
    const { id } = (await own.api.post("/api/v1/contacts/imports", { csv })).body;
    // A worker claimed it and died.
    await t.app.database.worker({
      text: "update contact_imports set state = 'leased', attempts = attempts + 1, lease_until = $2 where tenant_id = $1",
      values: [own.id, new Date(t.clock.now().getTime() + 60_000)],
    });
    await t.drain();
    assert.equal((await get(own, id)).rowsDone, 0);
    t.clock.advance(61_000);
    const twin = await startTestApp({ sharing: t });
    await Promise.all([t, twin].map((one) => one.drain(["contact imports"])));
    await t.drain();
    await twin.stop();
    const done = await get(own, id);
    assert.deepEqual([done.status, done.created, done.failed], ["completed", 250, 0]);
    const [count] = await t.app.database.worker<{ contacts: number; events: number }>({
      text: `select (select count(*) from contacts where tenant_id = $1) as contacts,
                    (select count(*) from event_log where tenant_id = $1 and type = 'contact.created') as events`,
      values: [own.id],
    });
    assert.deepEqual(count, { contacts: 250, events: 250 });
  });

  it("is retried if rows cannot be applied, and fails for good after five attempts, keeping the applied rows", async () => {
    const own = await t.tenant();
    const csv = `name\n${Array.from({ length: 150 }, (_, i) => `P${i}`).join("\n")}\n`;
    const { id } = (await own.api.post("/api/v1/contacts/imports", { csv })).body;
    // The second chunk is lost.
    await t.app.database.withTenant(own.id, (tx) =>
      tx.query({ text: "delete from contact_import_chunks where tenant_id = $1 and n = 1", values: [own.id] }),
    );
    for (let tries = 1; tries <= 5; tries++) {
      await t.drain();
      const now = await get(own, id);
      assert.deepEqual([now.status, now.rowsDone], [tries < 5 ? "running" : "failed", 100]);
      t.clock.advance(5_000 * 2 ** (tries - 1));
    }
    const failed = await get(own, id);
    assert.deepEqual([failed.created, failed.error !== null, failed.finishedAt !== null], [100, true, true]);
    const kept = await t.app.database.worker({ text: "select 1 from contact_import_chunks where tenant_id = $1", values: [own.id] });
    assert.equal(kept.length, 0);
  });

  it("stops when cancelled, and cannot be cancelled once it has ended", async () => {
    const own = await t.tenant();
    const { id } = (await own.api.post("/api/v1/contacts/imports", { csv: "name\nAda\n" })).body;
    const cancelled = await own.api.post(`/api/v1/contacts/imports/${id}/cancel`);
    assert.deepEqual([cancelled.body.status, cancelled.body.finishedAt], ["cancelled", t.clock.now().toISOString()]);
    await t.drain();
    assert.equal((await contactsOf(own)).length, 0);
    assert.deepEqual((await own.api.post(`/api/v1/contacts/imports/${id}/cancel`)).body, cancelled.body);
    const other = (await own.api.post("/api/v1/contacts/imports", { csv: "name\nAda\n" })).body.id;
    await t.drain();
    assert.deepEqual((await own.api.post(`/api/v1/contacts/imports/${other}/cancel`)).body.error.code, "conflict");
    assert.deepEqual((await own.api.get("/api/v1/contacts/imports?limit=1")).body.data[0].id, other);
  });

  it("refuses files that are not CSV, with the reason", async () => {
    const own = await t.tenant();
    for (const [csv, field, issue, more] of [
      ["  ", "file", "too_short", {}],
      ["name,phone\n", "file", "too_short", {}],
      ["shoe\n40\n", "mapping", "required", {}],
      ['name\n"x\n', "file", "invalid_format", {}],
      ["name\nA\n", "mapping.x", "unknown", { mapping: { x: "name" } }],
      [`name\n${"A\n".repeat(100_001)}`, "file", "too_many", {}],
    ] as [string, string, string, object][]) {
      const response = await own.api.post("/api/v1/contacts/imports", { csv, ...more });
      assert.deepEqual([response.status, response.body.error.details], [400, [{ field, issue }]], response.text);
    }
    for (const [fields, field] of [
      [{ onExisting: "replace" }, "onExisting"],
      [{ dryRun: "maybe" }, "dryRun"],
      [{ mapping: "{" }, "mapping"],
      [{ mapping: '{"name":7}' }, "mapping"],
      [{ tags: '"a"' }, "tags"],
      [{ defaultCountry: "England" }, "defaultCountry"],
    ] as [Record<string, string>, string][]) {
      const answer = await upload(own, "name\nA\n", fields);
      assert.deepEqual([answer.status, answer.body.error.details[0].field], [400, field]);
    }
    const large = await upload(own, Buffer.alloc(20 * 1024 * 1024 + 1, "x"));
    assert.deepEqual([large.status, large.body.error.code], [413, "payload_too_large"]);
    assert.equal((await own.api.get("/api/v1/contacts/imports")).body.data.length, 0);
  });

  it("is created once if its request is repeated", async () => {
    const own = await t.tenant();
    const headers = { "idempotency-key": "import-1" };
    const [one, two] = [await upload(own, "name\nA\n", {}, headers), await upload(own, "name\nA\n", {}, headers)];
    assert.deepEqual([two.body, two.headers.get("idempotency-replayed")], [one.body, "true"]);
    assert.equal((await upload(own, "name\nB\n", {}, headers)).body.error.code, "idempotency_conflict");
  });

  it("is 404 for another tenant and needs its scopes; the sample file can be imported", async () => {
    const { id } = (await tenant.api.post("/api/v1/contacts/imports", { csv: "name\nAda\n" })).body;
    const other = await t.tenant();
    for (const wire of [id, unknownId("imp"), "x"]) {
      for (const path of ["", "/rows", "/rows.csv"])
        assert.equal((await other.api.get(`/api/v1/contacts/imports/${wire}${path}`)).status, 404);
      assert.equal((await other.api.post(`/api/v1/contacts/imports/${wire}/cancel`)).status, 404);
    }
    const reader = t.api(await t.key(tenant.id, { scopes: ["contacts:read"] }));
    assert.equal((await reader.post("/api/v1/contacts/imports", { csv: "name\nA\n" })).status, 403);
    const sample = await reader.get("/api/v1/contacts/imports/sample.csv");
    assert.equal(sample.status, 200);
    const made = await upload(other, sample.text);
    await t.drain();
    assert.deepEqual([(await get(other, made.body.id)).created, (await get(other, made.body.id)).failed], [2, 0]);
  });
});
