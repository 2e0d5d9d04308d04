import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { dumpAll, placesOf } from "../../../../test/fixtures/dump.ts";
import { platformOf } from "../../../../test/fixtures/fixture-stage.ts";
import { signIn, startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";
import { makeTwoTenants } from "../../../../test/fixtures/isolation-fixture.ts";
import { wireId } from "../../../platform/ids/ids.ts";

const day = 86_400_000;
const path = "/api/v1/organization/erase";
const current = "/api/v1/organization/erasure";

describe("the erasure of an organization", () => {
  let t: TestApp;
  before(async () => {
    t = await startTestApp();
  });
  after(() => t.stop());

  const nameOf = async (tenant: TestTenant) => (await tenant.api.get("/api/v1/organization")).body.name as string;

  /** The rows of each table, as text. */
  async function rowsOf(tenantId: string): Promise<Map<string, string[]>> {
    return withClient(t.database.admin, async (admin) => {
      const tables = await admin.query<{ name: string }>(
        "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id' order by 1",
      );
      const found = new Map<string, string[]>();
      for (const { name } of tables.rows) {
        const { rows } = await admin.query<{ row: string }>(`select r::text as row from ${name} r where tenant_id = $1 order by 1`, [
          tenantId,
        ]);
        if (rows.length > 0)
          found.set(
            name,
            rows.map(({ row }) => row),
          );
      }
      return found;
    });
  }

  it("leaves only a report: no row, no file, no key, no person; another organization is unchanged, byte for byte", async () => {
    const { a } = await makeTwoTenants(t);
    const other = await t.tenant();
    const beside = await t.person(other.id, { name: "Stays" });
    await other.api.post("/api/v1/contacts", { name: "Stays too", phone: "+447708400001" });
    const marks = Object.fromEntries(
      ["contact", "note", "owner", "organization"].map((place) => [place, `zq${place}${randomBytes(5).toString("hex")}`]),
    );
    await a.api.patch("/api/v1/organization", { name: marks["organization"] });
    await a.api.post("/api/v1/contacts", { name: marks["contact"] });
    await a.api.post(`/api/v1/conversations/${a.resources.conversation}/notes`, { text: marks["note"] });
    const owner = await t.person(a.tenant.id, { name: marks["owner"] as string });
    // A member of both organizations remains a person of the other.
    await t.app.tenants.createUser({ email: beside.email, password: beside.password, tenantId: a.tenant.id, role: "viewer" });
    // An agency can end only after its clients.
    const early = await owner.api.post(path, { confirm: marks["organization"] });
    assert.deepEqual([early.status, early.body.error.code], [409, "conflict"]);
    for (const client of (await a.api.get("/api/v1/agencies/current/clients")).body.data)
      assert.equal((await a.api.patch(`/api/v1/agencies/current/clients/${client.id}`, { status: "ended" })).status, 200);
    const asked = await owner.api.post(path, { confirm: marks["organization"] });
    assert.equal(asked.status, 200, asked.text);
    assert.deepEqual([asked.body.status, asked.body.requestedBy], ["scheduled", owner.agentId]);
    assert.equal(Date.parse(asked.body.erasesAt) - Date.parse(asked.body.requestedAt), 7 * day);
    assert.equal((await owner.api.post(path, { confirm: marks["organization"] })).status, 409);
    t.clock.advance(7 * day - 1_000);
    await t.drain();
    assert.equal((await a.api.get("/api/v1/organization")).status, 200);
    assert.equal((await a.api.get(current)).body.erasure.status, "scheduled");
    const tables = await rowsOf(a.tenant.id);
    const unlike = (rows: Map<string, string[]>) => new Map([...rows].filter(([name]) => name !== "api_keys"));
    const untouched = unlike(await rowsOf(other.id));

    t.clock.advance(2_000);
    await t.drain();
    // The key is destroyed; any request is refused.
    assert.equal((await rowsOf(a.tenant.id)).has("tenant_keys"), false);
    t.clock.advance(2_000);
    assert.equal((await a.api.get("/api/v1/organization")).status, 401);
    t.clock.advance(600_000);
    const twin = await startTestApp({ beside: t });
    await Promise.all([t, twin].map((one) => one.drain(["organization erasures"])));
    await t.drain();
    await twin.stop();

    assert.deepEqual([...(await rowsOf(a.tenant.id)).keys()], ["organization_erasures", "tenants"]);
    const left = await dumpAll(t);
    for (const [place, text] of Object.entries(marks)) {
      // Clients keep the name of the agency that asked them: the row is theirs.
      const found = placesOf(left, text).filter((where) => place !== "organization" || where !== "public.agency_grants");
      assert.deepEqual(found, [], place);
    }
    assert.deepEqual(placesOf(left, owner.email), []);
    assert.deepEqual(
      [...left.keys()].filter((where) => where.includes(`/${a.tenant.id}/`)),
      [],
    );
    assert.deepEqual(unlike(await rowsOf(other.id)), untouched);
    assert.equal(typeof (await signIn(t.url, beside.email, beside.password)), "string");

    // What the platform keeps cannot restore anything.
    const platform = await platformOf(t);
    const revived = await platform.api.patch(`/api/v1/admin/organizations/${wireId("org", a.tenant.id)}`, { status: "active" });
    assert.deepEqual([revived.status, revived.body.error?.code], [409, "conflict"]);
    const { data } = (await platform.api.get("/api/v1/admin/erasures?status=completed")).body;
    const report = data.find((one: any) => one.organizationId === wireId("org", a.tenant.id));
    assert.ok(report.removed.contacts > 0 && report.removed.files > 0 && report.removed.users > 0, JSON.stringify(report));
    // Other rows may have expired by themselves.
    for (const name of [
      "audit_entries",
      "channels",
      "conversations",
      "event_log",
      "ledger_entries",
      "media",
      "members",
      "messages",
      "tickets",
    ])
      assert.ok(report.removed[name] > 0 && tables.has(name), name);
    const sorted = Object.fromEntries(Object.entries(report.removed).sort(([x], [y]) => (x < y ? -1 : 1)));
    const text = JSON.stringify([report.organizationId, report.requestedAt, report.erasesAt, report.finishedAt, sorted]);
    assert.equal(report.seal, createHash("sha256").update(text).digest("hex"));
  });

  it("can be withdrawn in the days of grace", async () => {
    const own = await t.tenant();
    const owner = await t.person(own.id);
    assert.deepEqual((await own.api.get(current)).body, { erasure: null });
    assert.equal((await owner.api.delete(path)).status, 404);
    const headers = { "idempotency-key": "erase it" };
    const [one, two] = [
      await owner.api.post(path, { confirm: await nameOf(own) }, headers),
      await owner.api.post(path, { confirm: await nameOf(own) }, headers),
    ];
    assert.deepEqual([one.status, two.body, two.headers.get("idempotency-replayed")], [200, one.body, "true"], one.text);
    t.clock.advance(3 * day);
    const again = await t.person(own.id);
    assert.deepEqual((await again.api.delete(path)).body, { id: wireId("org", own.id), deleted: true });
    assert.equal((await again.api.delete(path)).status, 404);
    t.clock.advance(5 * day);
    await t.drain();
    assert.deepEqual(
      [(await own.api.get("/api/v1/organization")).status, (await own.api.get(current)).body.erasure.status],
      [200, "cancelled"],
    );
    const once = await t.person(own.id);
    assert.equal((await once.api.post(path, { confirm: await nameOf(own) })).body.status, "scheduled");
  });

  it("needs an owner and the organization's name; the platform's own is refused", async () => {
    const own = await t.tenant();
    const name = await nameOf(own);
    const [owner, admin] = [await t.person(own.id), await t.person(own.id, { role: "admin" })];
    assert.equal((await own.api.post(path, { confirm: name })).status, 403);
    assert.equal((await admin.api.post(path, { confirm: name })).status, 403);
    for (const [body, status] of [
      [{}, 400],
      [{ confirm: 1 }, 400],
      [{ confirm: `${name} ` }, 422],
    ] as const) {
      const answer = await owner.api.post(path, body);
      assert.deepEqual([answer.status, answer.body.error.details[0].field], [status, "confirm"], answer.text);
    }
    assert.equal((await owner.api.post(path, { confirm: name })).status, 200);
    assert.equal((await admin.api.delete(path)).status, 403);
    assert.equal((await (await t.tenant()).api.get("/api/v1/admin/erasures")).status, 403);
    const platform = await platformOf(t);
    const operator = await t.person(platform.id);
    assert.equal((await operator.api.post(path, { confirm: await nameOf(platform) })).status, 409);
    const page = (await platform.api.get("/api/v1/admin/erasures?limit=1")).body;
    assert.equal(page.pageInfo.hasNextPage, true);
    const next = (await platform.api.get(`/api/v1/admin/erasures?limit=1&cursor=${encodeURIComponent(page.pageInfo.nextCursor)}`)).body;
    assert.notEqual(next.data[0].requestedAt + next.data[0].organizationId, page.data[0].requestedAt + page.data[0].organizationId);
  });

  it("removes no row of another tenant, and reaches every table", async () => {
    const own = await t.tenant();
    await assert.rejects(
      t.app.database.worker({ text: "select erase_tenant_rows($1, 'contacts', 10)", values: [own.id] }),
      /not being erased/,
    );
    const missing = await withClient(t.database.admin, async (admin) =>
      (
        await admin.query<{ name: string }>(
          `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
            where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
              and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_erasure')`,
        )
      ).rows.map(({ name }) => `table ${name}: policies.sql leaves it out`),
    );
    assert.deepEqual(missing, []);
  });
});
