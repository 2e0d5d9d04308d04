import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import { startTestApp } from "../../../../test/harness.ts";
import { makeTwoTenants } from "../../../../test/fixtures/isolation-fixture.ts";
import { parseWireId, wireId } from "../../../platform/ids/ids.ts";
import { bytesOf, file, list, path, pieces, rowsIn, t, unpack } from "../../../../test/stages/export-stage.ts";
import { exportMap, exportedTables } from "../../../../test/database/tables.ts";

describe("an export of an organization", () => {
  it("contains every row of every exported table, no secret, and nothing of another organization", async () => {
    const { a, b } = await makeTwoTenants(t);
    const [owner, other] = [await t.person(a.tenant.id), await t.person(b.tenant.id)];
    const secret = randomBytes(12).toString("hex");
    const hook = (await a.api.post("/api/v1/webhooks", { url: "http://127.0.0.1:9/hook", events: ["*"] })).body;
    await a.api.post("/api/v1/ai/keys", { provider: "openai", name: "Mine", apiKey: `sk-${secret}`, models: ["small-model"] });
    // Wait until nothing changes any more.
    await t.settle();
    const asked = await owner.api.post(path, {});
    assert.deepEqual([asked.status, asked.body.status, asked.body.includeMedia], [200, "queued", true], asked.text);
    const counts = async (tenantId: string) =>
      withClient(t.database.admin, async (admin) => {
        const found: Record<string, number> = {};
        for (const table of exportedTables)
          found[table] = Number((await admin.query(`select count(*) as n from "${table}" where tenant_id = $1`, [tenantId])).rows[0].n);
        return found;
      });
    await t.drain();
    const files = await unpack(await bytesOf(owner, asked.body.id));
    const manifest = JSON.parse((files.get("manifest.json") as Buffer).toString());
    assert.deepEqual(Object.keys(manifest.rows).toSorted(), [...exportedTables].toSorted());
    assert.deepEqual(
      Object.keys(manifest.notExported),
      Object.keys(exportMap).filter((table) => exportMap[table]?.fate === "left out"),
    );
    const now = await counts(a.tenant.id);
    const grows = new Set([
      "request_logs",
      "audit_entries",
      "notifications",
      "organization_exports",
      "members",
      "webhook_deliveries",
      "webhook_attempts",
    ]);
    for (const table of exportedTables) {
      assert.equal(rowsIn(files, table).length, manifest.rows[table], table);
      if (!grows.has(table)) assert.equal(manifest.rows[table], now[table], table);
      assert.ok((now[table] as number) === 0 || manifest.rows[table] > 0, `rows of ${table}`);
    }
    assert.ok(Object.values(now).filter((n) => n > 0).length > 70, "the fixture fills the tables");
    // Names and ids match the API.
    const contact = rowsIn(files, "contacts").find((row) => row.id === a.resources.contact);
    const shown = (await a.api.get(`/api/v1/contacts/${a.resources.contact}`)).body;
    assert.deepEqual([contact.name, contact.phone, contact.createdAt], [shown.name, shown.phone, shown.createdAt]);
    const message = rowsIn(files, "messages").find((row) => row.id === a.resources.message);
    assert.deepEqual([message.conversationId.slice(0, 5), message.tenantId], ["conv_", wireId("org", a.tenant.id)]);
    assert.ok(files.size > exportedTables.length, "media are there");
    // Nothing of another tenant, and no secret.
    const whole = Buffer.concat([...files.values()]).toString("latin1");
    for (const [kind, id] of Object.entries(b.resources)) {
      const text = typeof id === "string" ? id : (id as { id: string }).id;
      if (kind === "queue" || kind === "price" || text === "") continue;
      assert.ok(!whole.includes(text), `${kind} of another organization`);
    }
    assert.ok(!whole.includes(b.tenant.id) && !whole.includes(wireId("org", b.tenant.id)));
    for (const hidden of [secret, hook.secret, a.tenant.key, owner.password, "test-app-secret"]) assert.ok(!whole.includes(hidden), hidden);
    assert.ok(!/"(keyHash|tokenHash|passwordHash|secrets?|secretKey|callbackToken|previousSecret)":/.test(whole));
    // Who is notified, and what is recorded.
    const notifications = (await owner.api.get("/api/v1/notifications")).body.data;
    assert.deepEqual([notifications[0].kind, notifications[0].exportId], ["organization_export", asked.body.id]);
    const audit = (await a.api.get("/api/v1/audit-log?limit=100")).body.data.map((entry: any) => entry.action);
    for (const action of ["organization.export_requested", "organization.exported", "organization.export_downloaded"])
      assert.ok(audit.includes(action), action);
    // The other organization's list does not show it.
    assert.equal((await other.api.get(`${list}/${asked.body.id}`)).status, 404);
    assert.equal((await file(other, asked.body.id)).status, 404);
    assert.ok(!(await other.api.get(list)).text.includes(asked.body.id));
  });

  it("with many rows is one file, readable in ranges, each row once, even if its worker died and two work on it", async () => {
    const tenant = await t.tenant();
    const owner = await t.person(tenant.id);
    await t.app.database.withTenant(tenant.id, (tx) =>
      tx.query({
        text: `insert into contacts (tenant_id, id, name, source, created_at, updated_at, custom_fields)
               select $1, gen_random_uuid(), 'Many ' || n, 'api', now(), now(), jsonb_build_object('text', repeat('x', 2000)) from generate_series(1, 2500) n`,
        values: [tenant.id],
      }),
    );
    const { id } = (await owner.api.post(path, {})).body;
    assert.equal((await owner.api.post(path, {})).body.error.code, "conflict");
    // A worker claimed the export, was writing a piece, and died.
    await withClient(t.database.admin, async (admin) => {
      await admin.query(
        "update organization_exports set state = 'leased', attempts = attempts + 1, lease_until = $2 where tenant_id = $1",
        [tenant.id, new Date(t.clock.now().getTime() + 600_000)],
      );
      await admin.query(
        "insert into organization_export_pieces (tenant_id, id, export_id, remove_at) values ($1, gen_random_uuid(), $2, $3)",
        [tenant.id, parseWireId("oex", id), new Date(t.clock.now().getTime() + 1_200_000)],
      );
    });
    t.clock.advance(601_000);
    const twin = await startTestApp({ sharing: t });
    await Promise.all([t, twin].map((one) => one.drain(["organization exports"])));
    await twin.stop();
    const archive = await bytesOf(owner, id);
    const files = await unpack(archive);
    const contacts = rowsIn(files, "contacts");
    assert.deepEqual([contacts.length, new Set(contacts.map((row) => row.id)).size], [2500, 2500]);
    assert.ok([...files.keys()].includes("data/contacts-00002.ndjson"));
    assert.ok((await pieces(tenant)).length >= 4);
    assert.equal((await owner.api.get(`${list}/${id}`)).body.sizeBytes, archive.length);
    for (const [from, to] of [
      [0, 9],
      [Math.floor(archive.length / 3), archive.length - 100],
      [archive.length - 5, archive.length - 1],
    ] as const) {
      const part = await file(owner, id, { range: `bytes=${from}-${to}` });
      assert.equal(part.status, 206);
      assert.deepEqual(Buffer.from(await part.arrayBuffer()), archive.subarray(from, to + 1));
    }
    const known = (await pieces(tenant)).length;
    t.clock.advance(600_000);
    await t.drain();
    assert.equal((await pieces(tenant)).length, known - 1, "what the dead worker began is removed");
  });
});
