import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { startTestApp } from "../harness.ts";
import { ok } from "../responses.ts";

const day = 86_400_000;
const t = await startTestApp();
after(() => t.stop());

describe("exports and imports that were set aside", () => {
  it("end after seven days without a retry, and what was stored for them is removed", async () => {
    const tenant = await t.tenant();
    const { api } = tenant;
    const rowsOf = async (tables: string[]) => {
      const found: Record<string, number> = {};
      await withClient(t.database.admin, async (admin) => {
        for (const table of tables)
          found[table] = (await admin.query(`select 1 from ${table} where tenant_id = $1`, [tenant.id])).rows.length;
      });
      return found;
    };
    // As if the process had ended twice during its work.
    const setAside = (tables: string[]) =>
      withClient(t.database.admin, async (admin) => {
        for (const table of tables)
          await admin.query(`update ${table} set state = 'process_ended', run_at = $2 where tenant_id = $1`, [tenant.id, t.clock.now()]);
      });

    const { id: contact } = await ok(api.post("/api/v1/contacts", { name: "Ada" }));
    const owner = await t.person(tenant.id);
    const paths = [
      `/privacy/requests/${(await ok(api.post(`/api/v1/contacts/${contact}/export`))).id}`,
      `/contacts/exports/${(await ok(api.post("/api/v1/contacts/exports", {}))).id}`,
      `/organization/exports/${(await ok(owner.api.post("/api/v1/organization/export", {}))).id}`,
    ];
    await t.drain();
    const [piece] = await t.app.database.worker<{ id: string }>({
      text: "select id from organization_export_pieces where tenant_id = $1",
      values: [tenant.id],
    });
    await withClient(t.database.admin, async (admin) => {
      for (const table of ["privacy_requests", "contact_exports", "organization_exports"])
        await admin.query(`update ${table} set finished_at = null, expires_at = null where tenant_id = $1`, [tenant.id]);
    });
    const { id: another } = await ok(api.post("/api/v1/contacts", { name: "Bob" }));
    const erasure = await ok(api.post(`/api/v1/contacts/${another}/erase`, { confirm: "erase" }));
    paths.push(
      `/contacts/imports/${(await ok(api.post("/api/v1/contacts/imports", { csv: "name\nCleo\n" }))).id}`,
      `/knowledge/faqs/imports/${(await ok(api.post("/api/v1/knowledge/faqs/imports", { csv: "question,answer\nWhen?,Now.\n" }))).id}`,
    );
    await setAside(["privacy_requests", "contact_exports", "organization_exports", "contact_imports", "faq_imports"]);
    const stored = [
      "privacy_export_chunks",
      "contact_export_chunks",
      "organization_export_pieces",
      "contact_import_chunks",
      "faq_import_rows",
    ];
    const before = await rowsOf(stored);
    for (const [table, rows] of Object.entries(before)) assert.ok(rows > 0, table);
    const shown = async () => {
      const found = [];
      for (const path of paths) {
        const { status, error, finishedAt } = await ok(api.get(`/api/v1${path}`));
        found.push([status, error, finishedAt]);
      }
      return found;
    };
    const why = "The server process ended twice while working on it. It is not retried automatically.";

    t.clock.advance(7 * day - 1_000);
    await t.drain();
    assert.deepEqual(await rowsOf(stored), before);
    assert.deepEqual(
      await shown(),
      paths.map(() => ["failed", why, null]),
    );
    t.clock.advance(1_000);
    await t.drain();
    const ended = t.clock.now().toISOString();
    assert.deepEqual(
      await shown(),
      paths.map(() => ["failed", why, ended]),
    );
    await t.drain();
    assert.deepEqual(await rowsOf(stored), Object.fromEntries(stored.map((table) => [table, 0])));
    await assert.rejects(t.app.media.storage.read(`${tenant.id}/${piece?.id}`));
    const entries = (await ok(api.get("/api/v1/audit-log?action=organization.export_failed"))).data;
    assert.equal(entries.length, 1);

    // Only what a retry can still finish is left: the erasure, which is owed to the person.
    const platform = await t.tenant({ kind: "platform" });
    for (const [queue, retried] of [
      ["privacy", 1],
      ["contact-exports", 0],
      ["organization-exports", 0],
      ["contact-imports", 0],
      ["faq-imports", 0],
    ] as const)
      assert.equal((await ok(platform.api.post(`/api/v1/admin/queues/${queue}/retry`))).retried, retried, queue);
    await t.drain();
    assert.equal((await ok(api.get(`/api/v1/privacy/requests/${erasure.id}`))).status, "completed");
  });

  it("end for one tenant although another tenant's cannot, which are retried", async () => {
    const owns = [await t.tenant(), await t.tenant()];
    const paths: string[][] = [];
    for (const { id, api } of owns) {
      const owner = await t.person(id);
      const { id: contact } = await ok(api.post("/api/v1/contacts", { name: "Ada" }));
      paths.push([
        `/privacy/requests/${(await ok(api.post(`/api/v1/contacts/${contact}/export`))).id}`,
        `/contacts/exports/${(await ok(api.post("/api/v1/contacts/exports", {}))).id}`,
        `/organization/exports/${(await ok(owner.api.post("/api/v1/organization/export", {}))).id}`,
        `/contacts/imports/${(await ok(api.post("/api/v1/contacts/imports", { csv: "name\nCleo\n" }))).id}`,
      ]);
    }
    const ended = async (n: number) => {
      const found = [];
      for (const path of paths[n] ?? []) found.push((await ok(owns[n]!.api.get(`/api/v1${path}`))).finishedAt !== null);
      return found;
    };
    const round = async () => {
      for (const name of ["privacy requests", "contact exports", "organization exports", "contact imports"]) {
        const loop = t.app.loops.find((each) => each.name === name);
        assert.ok(loop, name);
        await loop.once();
      }
    };
    const tables = ["privacy_requests", "contact_exports", "organization_exports", "contact_imports"];
    await withClient(t.database.admin, async (admin) => {
      for (const table of tables) {
        // The first tenant's is listed first.
        for (const [n, { id }] of owns.entries())
          await admin.query(`update ${table} set state = 'process_ended', run_at = $2 where tenant_id = $1`, [
            id,
            new Date(t.clock.now().getTime() + n),
          ]);
        await admin.query(`alter table ${table} add constraint kept check (tenant_id <> '${owns[0]!.id}' or state <> 'failed') not valid`);
      }
    });
    t.clock.advance(7 * day + 1_000);
    try {
      await round();
      assert.deepEqual([await ended(0), await ended(1)], [tables.map(() => false), tables.map(() => true)]);
    } finally {
      await withClient(t.database.admin, async (admin) => {
        for (const table of tables) await admin.query(`alter table ${table} drop constraint kept`);
      });
    }
    // The tenant is skipped once.
    await round();
    assert.deepEqual(
      await ended(0),
      tables.map(() => false),
    );
    await round();
    assert.deepEqual(
      await ended(0),
      tables.map(() => true),
    );
  });
});
