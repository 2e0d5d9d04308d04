import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { eventually, refusedWithinASecond } from "../../test/eventually.ts";
import { freePort } from "../../test/free-port.ts";
import { unknownId } from "../../test/harness.ts";
import { runCommand } from "../../test/process.ts";
import { bin, env, folder, json, createFailedEvents, me, parley, real, spawned, startServer } from "../../test/stages/cli-stage.ts";

describe("the command line as separate processes, beside a running server", () => {
  it("a revoked key stops working within a second; revoking an unknown one is refused", async () => {
    const tenant = await real<{ id: string }>("tenant", "create", "--name", "Keys");
    const named = ["--tenant", tenant.id, "--name", "backend", "--scopes", "messages:read"];
    const key = await json<{ id: string; key: string }>("key", "create", ...named);
    assert.equal((await me(key.key)).status, 200);
    await real("key", "revoke", key.id);
    await refusedWithinASecond(async () => (await me(key.key)).status);

    const refused = await spawned("key", "revoke", unknownId("key"));
    assert.deepEqual([refused.code, refused.stdout], [1, ""]);
    assert.match(refused.stderr, /key key_\w+ does not exist/);
  });

  it("lists callbacks that could not be processed, and processes them again, tenant by tenant", async () => {
    const { tenant, other, channel } = await createFailedEvents(3);
    type Listed = { failed: { channelId: string; event: string; attempts: number; error: string }[]; total: number };
    const failed = await json<Listed>("inbound", "failed", "--tenant", tenant.id, "--limit", "2");
    assert.deepEqual([failed.total, failed.failed.map((f) => f.event)], [3, ["event-3", "event-2"]]);
    assert.deepEqual(failed.failed[0]?.channelId, channel.id);
    assert.match((await parley("inbound", "failed", "--tenant", tenant.id)).stdout, /event-1 {2}processing failed.*\n3 failed\./);
    assert.deepEqual(await json("inbound", "failed", "--tenant", other.id), { failed: [], total: 0 });
    assert.deepEqual(await json("inbound", "retry", "--tenant", other.id, "--channel", channel.id), { requeued: 0 });
    assert.deepEqual(await json("inbound", "retry", "--tenant", tenant.id, "--event", "event-2"), { requeued: 1 });
    assert.deepEqual(await json("inbound", "retry", "--tenant", tenant.id, "--channel", channel.id), { requeued: 2 });
    assert.deepEqual(await json("inbound", "retry", "--tenant", tenant.id), { requeued: 0 });
    assert.equal((await json<Listed>("inbound", "failed", "--tenant", tenant.id)).total, 0);
    for (const verb of ["failed", "retry"]) {
      const unknown = await parley("inbound", verb, "--tenant", unknownId("org"));
      assert.deepEqual([unknown.code, /tenant org_\w+ does not exist/.test(unknown.stderr)], [1, true]);
      assert.equal((await parley("inbound", verb)).code, 2);
    }
  });

  it("a backup restores into another installation with the same rows; a database in use is refused", async () => {
    const { id: tenantOfBackup } = await json<{ id: string }>("tenant", "create", "--name", "Northwind");
    const named = ["--tenant", tenantOfBackup, "--kind", "chat_app", "--name", "Support", "--external-id", "118822334455667"];
    const config = JSON.stringify({ businessAccountId: "2044", accessToken: "t", appSecret: "s", verifyToken: "v" });
    await json("channel", "create", ...named, "--config", config);
    const user = ["--email", "ada@example.com", "--password", "correct horse battery", "--tenant", tenantOfBackup, "--role", "owner"];
    await json("user", "create", ...user);
    const file = join(folder, "backup.parley");
    const written = await json<{ rows: number; tables: { name: string; rows: number }[] }>("backup", file);
    assert.ok(written.rows > 5);
    const resumed = await runCommand(bin, ["restore", file, "--resume"], { ...env, DATA_DIR: join(folder, "resumed") });
    assert.equal(resumed.code, 1, "the server goes on after the backup");
    assert.match(resumed.stderr, /A server was running when this backup was made/);
    const elsewhere = { ...env, DATA_DIR: join(folder, "other") };
    const restored = await runCommand(bin, ["restore", file, "--json"], elsewhere);
    assert.equal(restored.code, 0, restored.stderr);
    const rows = (tables: { name: string; rows: number }[]) => Object.fromEntries(tables.map((t) => [t.name, t.rows]));
    assert.deepEqual(rows(JSON.parse(restored.stdout).tables), rows(written.tables));
    assert.deepEqual(JSON.parse(restored.stdout).held, { messages: 0, broadcasts: 0, flowRuns: 0, flowSchedules: 0, chatbotTurns: 0 });

    // Another cluster starts its transaction ids from the beginning; events from before and after the restore must both be readable.
    const port = await freePort();
    const revived = await startServer(elsewhere, port);
    try {
      const made = await runCommand(
        bin,
        ["key", "create", "--tenant", tenantOfBackup, "--name", "after", "--all-scopes", "--json"],
        elsewhere,
      );
      const { key } = JSON.parse(made.stdout) as { key: string };
      const list = async () => {
        const response = await fetch(`http://127.0.0.1:${port}/api/v1/events?after=`, { headers: { authorization: `Bearer ${key}` } });
        return ((await response.json()) as { data: { type: string }[] }).data.map((event) => event.type);
      };
      await eventually("what happened before can be read", async () => (await list()).length === 1);
      await fetch(`http://127.0.0.1:${port}/api/v1/contacts`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "New", phone: "447700900123" }),
      });
      await eventually("what happened since can be read", async () => (await list()).length === 2);
      assert.deepEqual(await list(), ["channel.updated", "contact.created"]);
    } finally {
      revived.child.kill("SIGTERM");
      await revived.ended;
    }
    const refused = await spawned("restore", file);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /rows|use|empty/i);
  });
});
