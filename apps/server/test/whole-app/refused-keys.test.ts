import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { after, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { withClient } from "@parley/database";
import { mintApiKey } from "../../src/platform/auth/api-key.ts";
import { refusedWithinASecond } from "../eventually.ts";
import { startTestApp } from "../harness.ts";
import { t, u, ask, unique } from "../routes/request-stage.ts";

const uuidOf = (wire: string) => (wire.split("_")[1] as string).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

describe("unknown keys", () => {
  it("are limited by address after 20; keys that have worked continue, and so does every other address", async () => {
    const s = await startTestApp();
    after(() => s.stop());
    const tenant = await s.tenant();
    // From a second address of this machine, as another client.
    const from = (localAddress: string, key: string) =>
      new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
        const { hostname, port } = new URL(s.url);
        const outgoing = request(
          { hostname, port, path: "/api/v1/me", localAddress, agent: new Agent(), headers: { authorization: `Bearer ${key}` } },
          (incoming) => {
            let text = "";
            incoming.on("data", (chunk) => {
              text += chunk;
            });
            incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }));
          },
        );
        outgoing.on("error", reject);
        outgoing.end();
      });
    assert.equal((await from("127.0.0.2", tenant.key)).status, 200);

    // A wrong checksum costs no query and does not count as an attempt.
    for (let i = 0; i < 30; i++) assert.equal((await from("127.0.0.2", `svc_live_${unique()}`)).status, 401);
    const statuses: number[] = [];
    for (let i = 0; i < 25; i++) statuses.push((await from("127.0.0.2", mintApiKey("live").key)).status);
    assert.deepEqual(statuses.slice(0, 20), Array(20).fill(401));
    // One of twenty a minute is refilled every three seconds.
    assert.ok(statuses.slice(20).filter((status) => status === 429).length >= 3, String(statuses));
    const refused = await from("127.0.0.2", mintApiKey("live").key);
    if (refused.status === 429) {
      assert.equal(JSON.parse(refused.text).error.code, "rate_limited");
      assert.ok(Number(refused.headers["retry-after"]) >= 1);
    }

    assert.equal((await from("127.0.0.2", tenant.key)).status, 200, "a key that has worked, from the same address");
    await delay(1_100);
    assert.equal((await from("127.0.0.2", tenant.key)).status, 200, "also when it has to be looked up again");
    assert.equal((await from("127.0.0.3", await s.key(tenant.id))).status, 200, "a new key from another address");
    assert.equal((await from("127.0.0.3", mintApiKey("live").key)).status, 401, "a wrong key from another address");
  });

  it("block no valid key from the same address, not even one never seen there, nor many at once", async () => {
    const s = await startTestApp({ env: { TRUST_PROXY: "127.0.0.1" } });
    after(() => s.stop());
    const tenant = await s.tenant();
    const statusOf = (key: string, address: string) =>
      ask(s, key, "GET", "/api/v1/me", undefined, { "x-forwarded-for": address }).then(({ status }) => status);
    const flood = async (address: string, count: number) => {
      const statuses = await Promise.all(Array.from({ length: count }, () => statusOf(mintApiKey("live").key, address)));
      assert.ok(statuses.includes(429), String(statuses));
    };
    // Only valid keys, more at once than may fail.
    const fresh = await Promise.all(Array.from({ length: 30 }, () => s.key(tenant.id)));
    assert.deepEqual(await Promise.all(fresh.map((key) => statusOf(key, "192.0.2.1"))), Array(30).fill(200));
    // Valid keys that share an address with a flood of guesses, before and during it.
    const late = await Promise.all(Array.from({ length: 10 }, () => s.key(tenant.id)));
    await flood("192.0.2.1", 60);
    const flooding = flood("192.0.2.1", 200);
    assert.deepEqual(await Promise.all(late.map((key) => statusOf(key, "192.0.2.1"))), Array(10).fill(200));
    await flooding;
    const person = await s.person(tenant.id);
    const mine = await ask(s, null, "GET", "/api/v1/me", undefined, { "x-forwarded-for": "192.0.2.1", cookie: person.cookie });
    assert.equal(mine.status, 200, mine.text);
    assert.equal(await statusOf(mintApiKey("live").key, "192.0.2.1"), 429, "what is nobody's stays refused");
    assert.equal(await statusOf(mintApiKey("live").key, "192.0.2.2"), 401, "from another address");
  });

  it("are counted by the /64 of an IPv6 client, who can choose any address in it", async () => {
    const s = await startTestApp({ env: { TRUST_PROXY: "127.0.0.1" } });
    after(() => s.stop());
    const statusOf = (address: string) =>
      ask(s, mintApiKey("live").key, "GET", "/api/v1/me", undefined, { "x-forwarded-for": address }).then(({ status }) => status);
    const statuses = [];
    for (let n = 0; n < 25; n++) statuses.push(await statusOf(`2001:db8:0:7:${n.toString(16)}::1`));
    assert.deepEqual(statuses.slice(0, 20), Array(20).fill(401));
    assert.ok(statuses.slice(20).filter((status) => status === 429).length >= 3, String(statuses));
    assert.equal(await statusOf("2001:db8:0:8::1"), 401, "the network beside it");
  });

  it("in a flood are looked up together: one statement at a time", async () => {
    let [under, most, asked] = [0, 0, 0];
    const s = await startTestApp({
      wrapDatabase: (database) => ({
        ...database,
        async worker(statement) {
          if (!/^api_key_(by_hash|hashes)$/.test(statement.name ?? "")) return database.worker(statement);
          asked += 1;
          most = Math.max(most, ++under);
          try {
            return await database.worker(statement);
          } finally {
            under -= 1;
          }
        },
      }),
    });
    after(() => s.stop());
    for (let n = 0; n < 20; n++) await ask(s, mintApiKey("live").key, "GET", "/api/v1/me");
    [most, asked] = [0, 0];
    const statuses = await Promise.all(
      Array.from({ length: 400 }, () => ask(s, mintApiKey("live").key, "GET", "/api/v1/me").then(({ status }) => status)),
    );
    assert.ok(statuses.filter((status) => status === 429).length > 390, String(statuses));
    assert.ok(most <= 3, `${most} statements at once`);
    assert.ok(asked < 300, `${asked} statements for 400 guesses`);
  });

  it("that repeat cost one lookup", async () => {
    const s = await startTestApp();
    after(() => s.stop());
    const { key } = mintApiKey("live");
    for (let i = 0; i < 40; i++) assert.equal((await ask(s, key, "GET", "/api/v1/me")).status, 401);
  });
});

describe("a revoked key", () => {
  it("is refused within a second, even by a process that used it a moment ago", async () => {
    const tenant = await t.tenant();
    for (let round = 0; round < 3; round++) {
      const key = await t.key(tenant.id);
      const { body } = await ask(t, key, "GET", "/api/v1/me");
      assert.equal((await ask(u, key, "GET", "/api/v1/me")).status, 200);
      const revoked = await ask(t, tenant.key, "DELETE", `/api/v1/api-keys/${body.key.id}`);
      assert.equal(revoked.status, 200);
      await Promise.all([t, u].map((app) => refusedWithinASecond(async () => (await ask(app, key, "GET", "/api/v1/me")).status)));
    }
  });

  it("is refused within a second even if the wake-up is lost", async () => {
    const tenant = await t.tenant();
    const key = await t.key(tenant.id);
    const { body } = await ask(u, key, "GET", "/api/v1/me");
    // Directly in the database, so that no process is notified.
    await withClient(t.database.admin, (admin) =>
      admin.query("update api_keys set revoked_at = now() where id = $1", [uuidOf(body.key.id)]),
    );
    await refusedWithinASecond(async () => (await ask(u, key, "GET", "/api/v1/me")).status);
  });
});
