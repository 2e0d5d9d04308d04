import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import { type TestPerson, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { uploadPicture } from "../../../../test/fixtures/media-samples.ts";
import { wireId } from "../../../platform/ids/ids.ts";
import { bytesOf, day, exported, list, path, pieces, rowsIn, t, unpack } from "../../../../test/stages/export-stage.ts";
import { exportedTables } from "../../../../test/database/tables.ts";

describe("an export of an organization", () => {
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

  it("requires an owner who signed in themselves", async () => {
    const tenant = await t.tenant();
    const owner = await t.person(tenant.id);
    const { id } = (await owner.api.post(path, {})).body;
    await t.drain();
    for (const role of ["admin", "viewer"] as const) {
      const person = await t.person(tenant.id, { role });
      for (const response of [await person.api.post(path, {}), await person.api.get(`${list}/${id}/file`)])
        assert.deepEqual(
          [response.status, response.body.error.code],
          [403, role === "admin" ? "forbidden" : response.body.error.code],
          role,
        );
    }
    for (const response of [await tenant.api.post(path, {}), await tenant.api.get(`${list}/${id}/file`)])
      assert.deepEqual([response.status, response.body.error.code], [403, "forbidden"]);
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

  it("is visible to the platform, for any organization, without its file", async () => {
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

  it("that was set aside ends with the next one, and a retry of the queue reaches all organizations", async () => {
    const [a, b, platform] = [await t.tenant(), await t.tenant(), await t.tenant({ kind: "platform" })];
    const [ownerA, ownerB] = [await t.person(a.id), await t.person(b.id)];
    const start = async (owner: TestPerson): Promise<string> => {
      const asked = await owner.api.post(path, {});
      assert.equal(asked.status, 200, asked.text);
      return asked.body.id;
    };
    const setAside = (id: string) =>
      withClient(t.database.admin, (admin) =>
        admin.query(
          "update organization_exports set state = 'process_ended', finished_at = null, expires_at = null where wire_id('oex', id) = $1",
          [id],
        ),
      );
    const get = async (tenant: TestTenant, id: string) => (await tenant.api.get(`${list}/${id}`)).body;
    const first = await start(ownerA);
    await t.drain();
    await setAside(first);
    const [piece] = await pieces(a);
    const { error } = await get(a, first);
    const second = await start(ownerA);
    assert.deepEqual([(await get(a, first)).status, (await get(a, first)).error], ["failed", error]);
    const busy = await ownerA.api.post(path, {});
    assert.deepEqual([busy.status, busy.body.error.code], [409, "conflict"]);
    await setAside(second);
    const third = await start(ownerB);
    await setAside(third);
    const retried = await platform.api.post("/api/v1/admin/queues/organization-exports/retry");
    assert.deepEqual([retried.status, retried.body.retried], [200, 2], retried.text);
    await t.drain();
    assert.deepEqual(
      [(await get(a, first)).status, (await get(a, second)).status, (await get(b, third)).status],
      ["failed", "completed", "completed"],
    );
    await assert.rejects(t.app.media.storage.read(`${a.id}/${piece?.id}`));
    const entries = (await a.api.get("/api/v1/audit-log?action=organization.export_failed")).body.data;
    assert.deepEqual(
      entries.map(({ targetId }: { targetId: string }) => targetId),
      [first],
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
    // Its file would have expired at the same time anyway.
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
