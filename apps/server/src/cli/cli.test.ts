/** What the command line does; cli.full.test.ts takes what is about its processes and moves to another installation. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { unknownId } from "../../test/harness.ts";
import { refusedWithinASecond } from "../../test/eventually.ts";
import { repository, runCommand } from "../../test/process.ts";
import { env, folder, json, makeFailed, me, parley, url } from "../../test/stages/cli-stage.ts";

describe("the command line beside a running server", () => {
  it("makes a tenant, a key, a user and a channel; the key works at once, and within a second after its revocation no more", async () => {
    const tenant = await json<{ id: string }>("tenant", "create", "--name", "Northwind", "--kind", "agency");
    assert.match(tenant.id, /^org_[0-9a-f]{32}$/);
    const key = await json<{ id: string; key: string }>(
      "key",
      "create",
      "--tenant",
      tenant.id,
      "--name",
      "backend",
      "--scopes",
      "messages:read,channels:read",
      "--rate-limit",
      "77",
    );
    assert.match(key.key, /^svc_live_/);
    const answer = await me(key.key);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("ratelimit-limit"), "77");
    const body = (await answer.json()) as { tenant: { id: string; kind: string }; key: { scopes: string[] } };
    assert.deepEqual([body.tenant.id, body.tenant.kind], [tenant.id, "agency"]);
    assert.deepEqual(new Set(body.key.scopes), new Set(["messages:read", "channels:read"]));

    const user = await json<{ id: string }>(
      "user",
      "create",
      "--email",
      "Ada@Example.com",
      "--password",
      "correct horse battery",
      "--tenant",
      tenant.id,
      "--role",
      "owner",
    );
    assert.match(user.id, /^usr_[0-9a-f]{32}$/);

    const channel = await json<{ id: string; callbackPath: string }>(
      "channel",
      "create",
      "--tenant",
      tenant.id,
      "--kind",
      "chat_app",
      "--name",
      "Support",
      "--external-id",
      "118822334455667",
      "--config",
      JSON.stringify({ businessAccountId: "2044", accessToken: "t", appSecret: "s", verifyToken: "v" }),
    );
    assert.equal(channel.callbackPath, `/callbacks/chat-app/${channel.id}`);
    const handshake = await fetch(`${url}${channel.callbackPath}?hub.mode=subscribe&hub.challenge=42&hub.verify_token=v`);
    assert.equal(await handshake.text(), "42");

    await json("key", "revoke", key.id);
    await refusedWithinASecond(async () => (await me(key.key)).status);
  });

  const wrong: [string, string[], number, RegExp][] = [
    ["no command", [], 2, /^$/],
    ["an unknown noun", ["pigeon", "send"], 2, /Unknown command: pigeon/],
    ["an unknown verb", ["tenant", "destroy"], 2, /parley tenant are: create/],
    ["a missing flag", ["tenant", "create"], 2, /--name/],
    ["an unknown flag", ["tenant", "create", "--name", "x", "--colour", "red"], 2, /--colour/],
    ["an unknown kind of tenant", ["tenant", "create", "--name", "x", "--kind", "empire"], 2, /--kind takes one of/],
    ["a malformed id", ["key", "create", "--tenant", "org_1", "--name", "x", "--all-scopes"], 2, /an id like org_/],
    [
      "an unknown tenant",
      ["key", "create", "--tenant", unknownId("org"), "--name", "x", "--all-scopes"],
      1,
      /tenant org_\w+ does not exist/,
    ],
    ["scopes and all scopes", ["key", "create", "--tenant", unknownId("org"), "--name", "x", "--all-scopes", "--scopes", "a"], 2, /either/],
    ["an unknown key", ["key", "revoke", unknownId("key")], 1, /key key_\w+ does not exist/],
    ["an unknown person", ["user", "remove-second-factor", "--email", "nobody@example.com"], 1, /user nobody@example\.com does not exist/],
    [
      "a config that is no JSON",
      ["channel", "create", "--tenant", unknownId("org"), "--kind", "chat_app", "--name", "x", "--external-id", "1", "--config", "{"],
      2,
      /JSON object/,
    ],
  ];
  for (const [what, args, code, message] of wrong) {
    it(`refuses ${what} with exit ${code} and says why`, async () => {
      const done = await parley(...args);
      assert.equal(done.code, code, done.stderr);
      assert.match(done.stderr, message);
    });
  }

  it("an unknown scope and an unknown kind of channel are named, with --json as an object on standard error", async () => {
    const tenant = await json<{ id: string }>("tenant", "create", "--name", "Scopes");
    const scope = await parley("key", "create", "--tenant", tenant.id, "--name", "x", "--scopes", "world:domination", "--json");
    assert.equal(scope.code, 1);
    assert.equal(scope.stdout, "");
    assert.equal(JSON.parse(scope.stderr).error.details[0].field, "scopes");
    const kind = await parley(
      "channel",
      "create",
      "--tenant",
      tenant.id,
      "--kind",
      "carrier_pigeon",
      "--name",
      "x",
      "--external-id",
      "1",
      "--config",
      "{}",
      "--json",
    );
    assert.equal(kind.code, 1);
    assert.match(JSON.parse(kind.stderr).error.message, /chat_app/);
  });

  it("migrate has nothing to do, and doctor finds a healthy installation", async () => {
    assert.deepEqual(await json("migrate"), { applied: [] });
    const report = await json<{ healthy: boolean; checks: { name: string; status: string }[] }>("doctor");
    assert.equal(report.healthy, true, JSON.stringify(report.checks));
    assert.equal(report.checks.find((c) => c.name === "mail")?.status, "warn", "nobody has said where mails go");
    for (const name of ["database", "roles", "encryption key", "server"])
      assert.ok(
        report.checks.some((c) => c.name === name),
        name,
      );
  });

  it("what platforms sent and could not be processed is listed, and processed once more for its tenant alone", async () => {
    const { tenant, other } = await makeFailed(1);
    assert.match((await parley("inbound", "failed", "--tenant", tenant.id)).stdout, /event-1 {2}processing failed.*\n1 failed\./);
    assert.deepEqual(await json("inbound", "retry", "--tenant", other.id), { requeued: 0 });
    assert.deepEqual(await json("inbound", "retry", "--tenant", tenant.id), { requeued: 1 });
  });

  it("a backup is written; a database in use is refused one", async () => {
    const file = join(folder, "backup.parley");
    const written = await json<{ rows: number }>("backup", file);
    assert.ok(written.rows > 5);
    const refused = await parley("restore", file);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /rows|use|empty/i);
  });

  it("runs under the machine's own older Node by handing over to the project's", {
    skip: existsSync("/usr/bin/node") ? false : "no second Node on this machine",
  }, async () => {
    const done = await runCommand("/usr/bin/node", [join(repository, "apps/server/bin/parley.mjs"), "--version"], env);
    assert.equal(done.code, 0, done.stderr);
    assert.equal(done.stdout.trim(), "1.0.0");
  });
});
