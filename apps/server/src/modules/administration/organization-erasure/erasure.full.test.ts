import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { dumpAll, placesOf } from "../../../../test/fixtures/dump.ts";
import { platformOf } from "../../../../test/fixtures/fixture-stage.ts";
import { signIn, startTestApp, type TestApp } from "../../../../test/harness.ts";
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
    const bystander = await t.person(other.id, { name: "Stays" });
    await other.api.post("/api/v1/contacts", { name: "Stays too", phone: "+447708400001" });
    const marks = Object.fromEntries(
      ["contact", "note", "owner", "organization"].map((place) => [place, `zq${place}${randomBytes(5).toString("hex")}`]),
    );
    await a.api.patch("/api/v1/organization", { name: marks["organization"] });
    await a.api.post("/api/v1/contacts", { name: marks["contact"] });
    await a.api.post(`/api/v1/conversations/${a.resources.conversation}/notes`, { text: marks["note"] });
    const owner = await t.person(a.tenant.id, { name: marks["owner"] as string });
    // A member of both organizations stays a person of the other one.
    await t.app.tenants.createUser({ email: bystander.email, password: bystander.password, tenantId: a.tenant.id, role: "viewer" });
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
    // The key is destroyed; every request is refused.
    assert.equal((await rowsOf(a.tenant.id)).has("tenant_keys"), false);
    t.clock.advance(2_000);
    assert.equal((await a.api.get("/api/v1/organization")).status, 401);
    t.clock.advance(600_000);
    const twin = await startTestApp({ sharing: t });
    await Promise.all([t, twin].map((one) => one.drain(["organization erasures"])));
    await t.drain();
    await twin.stop();

    assert.deepEqual([...(await rowsOf(a.tenant.id)).keys()], ["organization_erasures", "tenants"]);
    const left = await dumpAll(t);
    for (const [place, text] of Object.entries(marks)) {
      // Clients keep the name of the agency that asked them: that row is theirs.
      const found = placesOf(left, text).filter((where) => place !== "organization" || where !== "public.agency_grants");
      assert.deepEqual(found, [], place);
    }
    assert.deepEqual(placesOf(left, owner.email), []);
    assert.deepEqual(
      [...left.keys()].filter((where) => where.includes(`/${a.tenant.id}/`)),
      [],
    );
    assert.deepEqual(unlike(await rowsOf(other.id)), untouched);
    assert.equal(typeof (await signIn(t.url, bystander.email, bystander.password)), "string");

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
});
