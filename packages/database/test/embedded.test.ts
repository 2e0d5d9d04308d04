import assert from "node:assert/strict";
import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Embedded, silentLog, startEmbedded, withClient } from "../src/index.ts";
import { endHost, fastSettings, makeFolder, removeFolder, startHost, untilGone } from "./support.ts";

const start = (dataDir: string) => startEmbedded({ dataDir, log: silentLog, settings: fastSettings });
const ask = (cluster: Embedded) =>
  withClient(cluster.connection("postgres"), async (client) => (await client.query<{ n: number }>("select n from kept")).rows);

describe("owned cluster", () => {
  let folder: string;
  before(async () => {
    folder = await makeFolder("open");
  });
  after(() => removeFolder(folder));

  test("the first start creates it, the second finds the rows", async (t) => {
    let startedAt = performance.now();
    const first = await start(folder);
    t.diagnostic(`cold start ${Math.round(performance.now() - startedAt)} ms`);
    assert.equal(first.attached, false);
    await withClient(first.connection("postgres"), (client) => client.query("create table kept as select 7 as n"));
    await first.stop();
    await first.stop();

    startedAt = performance.now();
    const second = await start(folder);
    const warmMs = Math.round(performance.now() - startedAt);
    t.diagnostic(`warm start ${warmMs} ms`);
    assert.deepEqual(await ask(second), [{ n: 7 }]);
    await second.stop();
    await untilGone(folder, second.pid);
  });

  test("nobody else gets in: no TCP port, passwords required on the socket, private files", async () => {
    const cluster = await start(folder);
    try {
      const { rows } = await withClient(cluster.connection("postgres"), (client) =>
        client.query(`select current_setting('listen_addresses') as listen, current_setting('data_checksums') as checksums`),
      );
      assert.deepEqual(rows, [{ listen: "", checksums: "on" }]);
      await assert.rejects(
        withClient({ ...cluster.connection("postgres"), password: "wrong" }, async () => undefined),
        { code: "28P01" },
      );
      assert.equal((await stat(join(folder, "postgres-passwords.json"))).mode & 0o777, 0o600);
      assert.equal((await stat(join(folder, "postgres"))).mode & 0o777, 0o700);
    } finally {
      await cluster.stop();
    }
  });

  test("kill -9 of the process leaves no PostgreSQL behind, and the next start has the rows", async (t) => {
    const host = startHost(folder);
    const { pid } = await host.next();
    await endHost(host, "SIGKILL");
    t.diagnostic(`gone after ${await untilGone(folder, pid)} ms`);
    const cluster = await start(folder);
    assert.deepEqual(await ask(cluster), [{ n: 7 }]);
    await cluster.stop();
  });

  test("a start right after kill -9 waits for the cluster that is still shutting down", async () => {
    const host = startHost(folder);
    await host.next();
    await endHost(host, "SIGKILL");
    const cluster = await start(folder);
    assert.equal(cluster.attached, false);
    assert.deepEqual(await ask(cluster), [{ n: 7 }]);
    await cluster.stop();
  });

  test("kill -9 of the postmaster is reported, and restart restores the same address", async () => {
    const cluster = await start(folder);
    const settings = cluster.connection("postgres");
    const reported = new Promise((resolve) => cluster.onUnexpectedExit(resolve));
    const { pid } = cluster;
    process.kill(pid, "SIGKILL");
    await reported;
    await Promise.all([cluster.restart(), cluster.restart()]);
    assert.notEqual(cluster.pid, pid);
    assert.deepEqual(cluster.connection("postgres"), settings);
    assert.deepEqual(await ask(cluster), [{ n: 7 }]);
    await cluster.stop();
  });

  test("after kill -9 of both at once the next start succeeds", async () => {
    const host = startHost(folder);
    const { pid } = await host.next();
    process.kill(pid, "SIGKILL");
    await endHost(host, "SIGKILL");
    const cluster = await start(folder);
    assert.deepEqual(await ask(cluster), [{ n: 7 }]);
    await cluster.stop();
  });

  test("a stale postmaster.pid that names a living process, as after a container restart, does not prevent a start", async () => {
    const stale = `${process.ppid}\n${join(folder, "postgres")}\n1700000000\n5432\n${join(folder, "postgres")}\n\n  1 1\nready   \n`;
    await writeFile(join(folder, "postgres", "postmaster.pid"), stale);
    const cluster = await start(folder);
    assert.deepEqual(await ask(cluster), [{ n: 7 }]);
    await cluster.stop();
  });

  test("another major version is refused with a remedy", async () => {
    const versionFile = join(folder, "postgres", "PG_VERSION");
    const version = await readFile(versionFile, "utf8");
    await writeFile(versionFile, "14\n");
    await assert.rejects(start(folder), { code: "data_folder_unusable", message: /backup/ });
    await writeFile(versionFile, version);
  });
});

describe("next to a running server", () => {
  let folder: string;
  before(async () => {
    folder = await makeFolder("open");
  });
  after(() => removeFolder(folder));

  test("a second process joins the cluster and does not stop it", async () => {
    const host = startHost(folder);
    const server = await host.next();
    const guest = await start(folder);
    assert.equal(guest.attached, true);
    assert.equal(guest.pid, server.pid);
    await withClient(guest.connection("postgres"), (client) => client.query("create table kept as select 7 as n"));
    await guest.stop();

    const again = await start(folder);
    assert.deepEqual(await ask(again), [{ n: 7 }]);
    await again.stop();
    await endHost(host, "SIGTERM");
    await untilGone(folder, server.pid);
  });

  test("when the owner ends, an attached process notices and takes over as the owner", async () => {
    const owner = startHost(folder);
    await owner.next();
    const guest = startHost(folder);
    assert.equal((await guest.next()).attached, true);
    await endHost(owner, "SIGTERM");
    const now = await guest.next();
    assert.equal(now.attached, false);
    await endHost(guest, "SIGTERM");
    await untilGone(folder, now.pid);
  });

  test("processes that start together agree on one cluster", async () => {
    const hosts = [startHost(folder), startHost(folder), startHost(folder)];
    const states = await Promise.all(hosts.map((host) => host.next()));
    assert.equal(new Set(states.map((state) => state.pid)).size, 1);
    assert.equal(states.filter((state) => !state.attached).length, 1);
    for (const [index, host] of hosts.entries()) if (states[index]?.attached) await endHost(host, "SIGTERM");
    for (const host of hosts) await endHost(host, "SIGTERM");
    await untilGone(folder, states[0]?.pid ?? 0);
  });
});

describe("difficult locations", () => {
  const needsRoot = process.getuid?.() === 0 ? false : "only root has to hand the folder to another user";

  test("data below a folder that only root may enter", { skip: needsRoot }, async () => {
    const folder = await makeFolder("private");
    try {
      const cluster = await start(join(folder, "data"));
      const rows = await withClient(cluster.connection("postgres"), async (client) => (await client.query("select 1 as n")).rows);
      assert.deepEqual(rows, [{ n: 1 }]);
      assert.equal((await stat(folder)).mode & 0o777, 0o700, "the folder keeps its mode");
      await cluster.stop();
    } finally {
      await removeFolder(folder);
    }
  });

  test("a path too long for a socket gets a short folder", async () => {
    const folder = await makeFolder("open");
    const deep = join(folder, "a".repeat(60), "b".repeat(60));
    try {
      const cluster = await start(deep);
      assert.ok(Buffer.byteLength(cluster.socketDir) < 90, cluster.socketDir);
      await withClient(cluster.connection("postgres"), (client) => client.query("create table kept as select 7 as n"));
      const guest = await start(deep);
      assert.deepEqual(await ask(guest), [{ n: 7 }]);
      await guest.stop();
      await cluster.stop();
      await removeFolder(cluster.socketDir);
    } finally {
      await removeFolder(folder);
    }
  });

  test("an interrupted initdb is cleaned up", async () => {
    const folder = await makeFolder("open");
    try {
      await mkdir(join(folder, "postgres.new-dead", "data"), { recursive: true });
      const cluster = await start(folder);
      await cluster.stop();
      await assert.rejects(stat(join(folder, "postgres.new-dead")), { code: "ENOENT" });
    } finally {
      await chmod(folder, 0o700);
      await removeFolder(folder);
    }
  });
});
