import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { withClient } from "@parley/database";
import { startTestApp, type TestApp, type TestPerson, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { makeTwoTenants } from "../../../../test/fixtures/isolation-fixture.ts";
import { uploadPicture } from "../../../../test/fixtures/media-samples.ts";
import { parseWireId, wireId } from "../../../platform/ids/ids.ts";
import { exportMap, exportedTables } from "../../../../test/database/tables.ts";

const path = "/api/v1/organization/export";
const list = "/api/v1/organization/exports";
const day = 86_400_000;
const run = promisify(execFile);

describe("an export of an organization", () => {
  let t: TestApp;
  before(async () => {
    t = await startTestApp();
  });
  after(() => t.stop());

  const file = (person: TestPerson, id: string, headers: Record<string, string> = {}) =>
    fetch(`${t.url}${list}/${id}/file`, { headers: { cookie: person.cookie, ...headers } });

  async function bytesOf(person: TestPerson, id: string): Promise<Buffer> {
    const answer = await file(person, id);
    assert.equal(answer.status, 200);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** The archive as tar unpacks it: contents by path. */
  async function unpack(archive: Buffer): Promise<Map<string, Buffer>> {
    const folder = await mkdtemp(join(tmpdir(), "parley-export-"));
    try {
      await writeFile(join(folder, "all.tar.gz"), archive);
      await run("tar", ["xzf", "all.tar.gz"], { cwd: folder });
      const found = new Map<string, Buffer>();
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
        if (entry.isFile() && entry.name !== "all.tar.gz") {
          const at = join(entry.parentPath, entry.name);
          found.set(at.slice(folder.length + 1), await readFile(at));
        }
      return found;
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  const rowsIn = (files: Map<string, Buffer>, table: string): any[] =>
    [...files]
      .filter(([name]) => name.startsWith(`data/${table}-`))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, content]) =>
        content
          .toString()
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      );

  async function exported(person: TestPerson, body: object = {}): Promise<{ id: string; files: Map<string, Buffer> }> {
    const asked = await person.api.post(path, body);
    assert.equal(asked.status, 200, asked.text);
    await t.drain();
    return { id: asked.body.id, files: await unpack(await bytesOf(person, asked.body.id)) };
  }

  const pieces = (tenant: TestTenant) =>
    t.app.database.worker<{ id: string }>({ text: "select id from organization_export_pieces where tenant_id = $1", values: [tenant.id] });

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
    const told = (await owner.api.get("/api/v1/notifications")).body.data;
    assert.deepEqual([told[0].kind, told[0].exportId], ["organization_export", asked.body.id]);
    const audit = (await a.api.get("/api/v1/audit-log?limit=100")).body.data.map((entry: any) => entry.action);
    for (const action of ["organization.export_requested", "organization.exported", "organization.export_downloaded"])
      assert.ok(audit.includes(action), action);
    // The other organization's list does not show it.
    assert.equal((await other.api.get(`${list}/${asked.body.id}`)).status, 404);
    assert.equal((await file(other, asked.body.id)).status, 404);
    assert.ok(!(await other.api.get(list)).text.includes(asked.body.id));
  });

  it("contains the files byte for byte, or only their metadata", async () => {
    const tenant = await t.tenant();
    const owner = await t.person(tenant.id);
    const media = await uploadPicture(t.url, tenant.key);
    const stored = Buffer.from(
      await (await fetch(`${t.url}/api/v1/media/${media}`, { headers: { authorization: `Bearer ${tenant.key}` } })).arrayBuffer(),
    );
    const { id, files } = await exported(owner);
    const [name, content] = [...files].find(([at]) => at.startsWith(`media/${media}`)) ?? [];
    assert.ok(name !== undefined && content?.equals(stored), [...files.keys()].join());
    const done = (await owner.api.get(`${list}/${id}`)).body;
    assert.deepEqual([done.status, done.progress.files, done.progress.tablesDone], ["completed", 1, exportedTables.length]);
    assert.equal(Date.parse(done.expiresAt) - Date.parse(done.finishedAt), 7 * day);
    const without = await exported(owner, { includeMedia: false });
    assert.ok(![...without.files.keys()].some((at) => at.startsWith("media/")));
    assert.equal(rowsIn(without.files, "media")[0].id, media);
  });

  it("with many rows is one file, readable in ranges, each row once, even when its worker died and two work on it", async () => {
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
    const twin = await startTestApp({ beside: t });
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

  it("needs an owner who signed in themselves", async () => {
    const tenant = await t.tenant();
    const owner = await t.person(tenant.id);
    const { id } = (await owner.api.post(path, {})).body;
    await t.drain();
    for (const role of ["admin", "viewer"] as const) {
      const person = await t.person(tenant.id, { role });
      for (const answer of [await person.api.post(path, {}), await person.api.get(`${list}/${id}/file`)])
        assert.deepEqual([answer.status, answer.body.error.code], [403, role === "admin" ? "forbidden" : answer.body.error.code], role);
    }
    for (const answer of [await tenant.api.post(path, {}), await tenant.api.get(`${list}/${id}/file`)])
      assert.deepEqual([answer.status, answer.body.error.code], [403, "forbidden"]);
    assert.equal((await tenant.api.get(`${list}/${id}`)).body.status, "completed");
    assert.equal((await owner.api.get(`${list}/${unknownId("oex")}`)).status, 404);
    assert.equal((await owner.api.get(`${list}/${unknownId("oex")}/file`)).status, 404);
    const lacking = t.api(await t.key(tenant.id, { scopes: ["contacts:read"] }));
    assert.equal((await lacking.get(list)).status, 403);
  });

  it("is created once by a replay, and listed in pages", async () => {
    const tenant = await t.tenant();
    const owner = await t.person(tenant.id);
    const headers = { "idempotency-key": "export-1" };
    const [one, two] = [await owner.api.post(path, {}, headers), await owner.api.post(path, {}, headers)];
    assert.deepEqual([two.body, two.headers.get("idempotency-replayed")], [one.body, "true"]);
    await t.drain();
    t.clock.advance(1_000);
    await owner.api.post(path, {});
    const page = (await tenant.api.get(`${list}?limit=1`)).body;
    const rest = (await tenant.api.get(`${list}?limit=1&cursor=${encodeURIComponent(page.pageInfo.nextCursor)}`)).body;
    assert.deepEqual([page.data[0].status, rest.data[0].id, rest.pageInfo.hasNextPage], ["queued", one.body.id, false]);
    await t.drain();
  });

  it("is seen by the platform, of whichever organization, without its file", async () => {
    const [a, platform] = [await t.tenant(), await t.tenant({ kind: "platform" })];
    const owner = await t.person(a.id, { role: "owner" });
    const { id } = await exported(owner);
    const organizationId = wireId("org", a.id);
    const all = (await platform.api.get("/api/v1/admin/exports")).body;
    assert.deepEqual([all.data[0].id, all.data[0].organizationId, all.data[0].status], [id, organizationId, "completed"]);
    assert.ok(all.data[0].sizeBytes > 0);
    assert.equal("url" in all.data[0], false);
    const first = (await platform.api.get("/api/v1/admin/exports?limit=1")).body;
    assert.deepEqual([first.data.length, first.data[0].id, first.pageInfo.hasNextPage], [1, id, all.data.length > 1]);
    const refused = await a.api.get("/api/v1/admin/exports");
    assert.deepEqual([refused.status, refused.body.error.code], [403, "forbidden"]);
  });

  it("expires after seven days, with its pieces", async () => {
    const tenant = await t.tenant();
    const owner = await t.person(tenant.id);
    const { id } = (await owner.api.post(path, {})).body;
    await t.drain();
    const [piece] = await pieces(tenant);
    const key = `${tenant.id}/${piece?.id}`;
    (await t.app.media.storage.read(key)).destroy();
    t.clock.advance(7 * day);
    // Their session has also ended.
    const later = await t.person(tenant.id);
    assert.equal((await later.api.get(`${list}/${id}/file`)).body.error.code, "conflict");
    await t.drain();
    const gone = (await tenant.api.get(`${list}/${id}`)).body;
    assert.deepEqual([gone.status, gone.url], ["expired", null]);
    assert.deepEqual(await pieces(tenant), []);
    await assert.rejects(t.app.media.storage.read(key));
  });

  it("made before a contact is erased is removed, and one in progress restarts without the contact", async () => {
    const tenant = await t.tenant();
    const owner = await t.person(tenant.id);
    const mark = `zq${randomBytes(6).toString("hex")}`;
    const doomed = (await tenant.api.post("/api/v1/contacts", { name: mark })).body.id;
    const first = (await owner.api.post(path, {})).body.id;
    await t.drain();
    const [piece] = await pieces(tenant);
    t.clock.advance(1_000);
    const second = (await owner.api.post(path, {})).body.id;
    // Nobody can claim it for a while.
    await withClient(t.database.admin, (admin) =>
      admin.query("update organization_exports set run_at = $2 where tenant_id = $1 and state = 'ready'", [
        tenant.id,
        new Date(t.clock.now().getTime() + day),
      ]),
    );
    t.clock.advance(1_000);
    await tenant.api.post(`/api/v1/contacts/${doomed}/erase`, { confirm: "erase" });
    t.clock.advance(1_000);
    await t.drain();
    await t.drain();
    assert.equal((await tenant.api.get(`${list}/${first}`)).body.status, "expired");
    await assert.rejects(t.app.media.storage.read(`${tenant.id}/${piece?.id}`));
    assert.equal((await tenant.api.get(`${list}/${second}`)).body.status, "completed");
    const files = await unpack(await bytesOf(owner, second));
    assert.ok(
      !Buffer.concat([...files.values()])
        .toString("latin1")
        .includes(mark),
    );
  });

  it("is erased with the organization", async () => {
    const tenant = await t.tenant();
    const owner = await t.person(tenant.id);
    await owner.api.post(path, {});
    await t.drain();
    const [piece] = await pieces(tenant);
    const name = (await tenant.api.get("/api/v1/organization")).body.name;
    assert.equal((await owner.api.post("/api/v1/organization/erase", { confirm: name })).status, 200);
    // Its file would have expired by itself at the same time.
    t.clock.advance(7 * day - 1_000);
    await withClient(t.database.admin, (admin) =>
      admin.query("update organization_exports set expires_at = expires_at + interval '30 days' where tenant_id = $1", [tenant.id]),
    );
    t.clock.advance(2_000);
    await t.drain();
    t.clock.advance(600_000);
    await t.drain();
    assert.deepEqual(await pieces(tenant), []);
    await assert.rejects(t.app.media.storage.read(`${tenant.id}/${piece?.id}`));
  });
});
