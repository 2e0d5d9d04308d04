import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { backup, dumpSchema, openDatabase, restore, silentLog, startEmbedded, withClient } from "../src/index.ts";
import { oldBin, rolesOn, rows, servers, url } from "./roles.ts";
import { endHost, fastSettings, makeFolder, removeFolder, startHost } from "./support.ts";

rolesOn(servers[1]);

describe("across versions", { skip: servers[1].skip }, () => {
  test("the schema reads the same on 15 and 18, and a backup from 15 loads into 18", async () => {
    const folders = await Promise.all([makeFolder("open"), makeFolder("open")]);
    const [oldFolder = "", newFolder = ""] = folders;
    const base = { log: silentLog, settings: fastSettings };
    const old = await startEmbedded({ ...base, dataDir: oldFolder, binDir: oldBin ?? "" });
    const opened = await openDatabase({ ...base, dataDir: newFolder, migrate: false });
    try {
      await rows(old.connection("postgres"), "create database parley");
      const from = await openDatabase({ databaseUrl: url(old, "parley"), dataDir: oldFolder, log: silentLog, migrate: true });
      const id = "018f0000-0000-7000-8000-000000000001";
      await rows(
        from.admin,
        `insert into tenants (tenant_id, name, kind, created_at, updated_at) values ('${id}', 'Über', 'business', now(), now())`,
      );
      await backup(from.admin, `${oldFolder}/parley.backup`);
      await restore(opened.admin, `${oldFolder}/parley.backup`, { log: silentLog, hold: null });
      assert.deepEqual(await rows(opened.admin, "select name from tenants"), [{ name: "Über" }]);
      assert.equal(await withClient(opened.admin, dumpSchema), await withClient(from.admin, dumpSchema));
    } finally {
      await opened.close();
      await old.stop();
      await Promise.all(folders.map(removeFolder));
    }
  });
});

describe("embedded", () => {
  test("openDatabase creates the database, its roles and schema, and finds them the second time", async () => {
    const folder = await makeFolder("open");
    try {
      const options = { dataDir: folder, log: silentLog, migrate: true, settings: fastSettings };
      const first = await openDatabase(options);
      const second = await openDatabase(options);
      assert.equal(second.embedded?.attached, true);
      await second.close();
      assert.deepEqual(await rows(first.app, "select current_database() as name"), [{ name: "parley" }]);
      await first.close();
      const again = await openDatabase(options);
      assert.deepEqual(again.app, first.app);
      await again.close();
    } finally {
      await removeFolder(folder);
    }
  });

  test("openDatabase works while the server that ran the cluster is being killed", async () => {
    const folder = await makeFolder("open");
    try {
      for (let round = 0; round < 5; round += 1) {
        const host = startHost(folder);
        await host.next();
        host.child.kill("SIGKILL");
        const opened = await openDatabase({ dataDir: folder, log: silentLog, migrate: round === 0, settings: fastSettings });
        assert.deepEqual(await rows(opened.app, "select current_database() as name"), [{ name: "parley" }]);
        await opened.close();
        await endHost(host, "SIGKILL");
      }
    } finally {
      await removeFolder(folder);
    }
  });
});
