import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { platformOf } from "../../../../test/fixtures/fixture-stage.ts";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";
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

  it("happens after the days of grace: no contact, no key, no person, and a report", async () => {
    const [own, other] = [await t.tenant(), await t.tenant()];
    const owner = await t.person(own.id);
    for (const { api } of [own, other]) assert.equal((await api.post("/api/v1/contacts", { name: "Ada" })).status, 200);
    assert.equal((await owner.api.post(path, { confirm: await nameOf(own) })).body.status, "scheduled");
    t.clock.advance(7 * day);
    await t.drain();
    t.clock.advance(600_000);
    await t.drain();
    assert.equal((await own.api.get("/api/v1/organization")).status, 401);
    const left = async (tenantId: string) =>
      (
        await withClient(t.database.admin, (admin) =>
          admin.query(
            `select (select count(*)::int from contacts where tenant_id = $1) as contacts, (select count(*)::int from members where tenant_id = $1) as members`,
            [tenantId],
          ),
        )
      ).rows[0];
    assert.deepEqual(await left(own.id), { contacts: 0, members: 0 });
    assert.equal((await left(other.id)).contacts, 1);
    const { data } = (await (await platformOf(t)).api.get("/api/v1/admin/erasures?status=completed")).body;
    const report = data.find((one: any) => one.organizationId === wireId("org", own.id));
    assert.deepEqual([report.removed.contacts, report.removed.users], [1, 1], JSON.stringify(report));
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

  it("requires an owner and the organization's name; the platform's own is refused", async () => {
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
      const response = await owner.api.post(path, body);
      assert.deepEqual([response.status, response.body.error.details[0].field], [status, "confirm"], response.text);
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
