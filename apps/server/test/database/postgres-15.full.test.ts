/** The oldest supported PostgreSQL: the same migrations, rules, isolation and core function on 15 as on the embedded 18. */
import assert from "node:assert/strict";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import {
  dumpSchema,
  type Embedded,
  ensureRoles,
  migrate,
  pendingMigrations,
  roleConfig,
  silentLog,
  startEmbedded,
  withClient,
} from "@parley/database";
import type { TestDatabase } from "@parley/database/testing";
import { checkCatalogue } from "./catalogue.ts";
import { startTestApp, type TestApp } from "../harness.ts";
import { checkIsolation } from "../fixtures/isolation.ts";
import { makeTwoTenants } from "../fixtures/isolation-fixture.ts";

const binDir = process.env["TEST_POSTGRES15_BIN"];
const skip =
  binDir === undefined
    ? "SKIPPED: no PostgreSQL 15 programs on this machine (Debian: apt-get install postgresql-15); nothing is known about 15 from this run"
    : false;
if (skip !== false) console.warn(skip);

describe("PostgreSQL 15", { skip }, () => {
  let folder: string;
  let cluster: Embedded;
  let database: TestDatabase;
  let t: TestApp;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "parley-pg15-"));
    await chmod(folder, 0o755);
    cluster = await startEmbedded({
      dataDir: folder,
      log: silentLog,
      binDir: binDir as string,
      settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", shared_buffers: "32MB" },
    });
    await withClient(cluster.connection("postgres"), (client) => client.query("create database parley"));
    const admin = cluster.connection("parley");
    await withClient(admin, (client) => ensureRoles(client, cluster.passwords));
    await migrate(admin, { log: silentLog });
    database = {
      name: "parley",
      admin,
      app: roleConfig(admin, "app", cluster.passwords),
      worker: roleConfig(admin, "worker", cluster.passwords),
      drop: async () => undefined,
    };
    t = await startTestApp({ database });
  });
  after(async () => {
    await t?.stop();
    await cluster?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });

  it("is the version that runs here", async () => {
    await withClient(database.admin, async (client) => {
      const { rows } = await client.query("show server_version_num");
      assert.equal(Math.floor(Number(rows[0].server_version_num) / 10_000), 15);
      assert.deepEqual(await pendingMigrations(client), []);
    });
  });

  it("keeps the schema's rules", async () => {
    assert.deepEqual(await withClient(database.admin, checkCatalogue), []);
    assert.match(await withClient(database.admin, dumpSchema), /create table messages/);
  });

  it("handles the core path: a message in, a reply out, its statuses back, the events in order", async () => {
    const tenant = await t.tenant();
    const channel = await t.channel(tenant);
    assert.equal((await t.simulator.customer("447700900123", "Amina Yusuf").sendText(channel.externalId, "Hello?")).status, 200);
    await t.drain();
    const sent = await tenant.api.post(
      "/api/v1/messages",
      { channelId: channel.id, to: "447700900123", type: "text", text: "Yes." },
      { "idempotency-key": "one" },
    );
    assert.equal(sent.status, 200, sent.text);
    const again = await tenant.api.post(
      "/api/v1/messages",
      { channelId: channel.id, to: "447700900123", type: "text", text: "Yes." },
      { "idempotency-key": "one" },
    );
    assert.equal(again.headers.get("idempotency-replayed"), "true");
    assert.equal(again.text, sent.text);
    await t.settle();
    assert.equal((await tenant.api.get(`/api/v1/messages/${sent.body.id}`)).body.status, "read");
    assert.equal((await tenant.api.get("/api/v1/contacts?q=amina")).body.data.length, 1, "the search function");
    const events = await tenant.api.get("/api/v1/events?after=");
    assert.deepEqual(events.body.data.map((e: { type: string }) => e.type).slice(0, 4), [
      "channel.updated",
      "contact.created",
      "conversation.created",
      "message.received",
    ]);
    assert.equal(t.simulator.sentTo("447700900123").length, 1);
  });

  it("keeps the rows of two tenants isolated in every table", async () => {
    const { a, b } = await makeTwoTenants(t);
    assert.deepEqual((await checkIsolation(database, a.tenant.id, b.tenant.id)).problems, []);
  });
});
