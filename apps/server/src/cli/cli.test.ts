/** What the command line does. cli.full.test.ts covers its processes and moving to another installation. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { describe, it } from "node:test";
import { withClient } from "@parley/database";
import { createTestDatabase } from "@parley/database/testing";
import { unknownId } from "../../test/harness.ts";
import { refusedWithinASecond } from "../../test/eventually.ts";
import { repository, runCommand } from "../../test/process.ts";
import { describeHeld } from "./database.ts";
import type { Stdin } from "./usage.ts";
import { env, folder, json, createFailedEvents, me, parley, parleyIn, parleyWith, url } from "../../test/stages/cli-stage.ts";

describe("the command line beside a running server", () => {
  it("creates a tenant, a key, a user and a channel; the key works at once, and stops within a second after its revocation", async () => {
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
    const response = await me(key.key);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("ratelimit-limit"), "77");
    const body = (await response.json()) as { tenant: { id: string; kind: string }; key: { scopes: string[] } };
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

  it("takes the password of a user from standard input, or asks for it twice in a terminal and shows nothing of it", async () => {
    const tenant = await json<{ id: string }>("tenant", "create", "--name", "Secrets");
    const create = (email: string, stdin: Stdin, ...more: string[]) =>
      parleyWith(stdin, "user", "create", "--email", email, "--tenant", tenant.id, "--role", "owner", ...more);
    const signIn = async (email: string, password: string) => {
      const headers = { "content-type": "application/json", origin: url };
      return (await fetch(`${url}/api/v1/auth/sign-in`, { method: "POST", headers, body: JSON.stringify({ email, password }) })).status;
    };
    const piped = await create("piped@example.com", Readable.from(["correct horse", " battery\r\n"]), "--password-stdin");
    assert.equal(piped.code, 0, piped.stderr);
    assert.equal(await signIn("piped@example.com", "correct horse battery"), 200);

    const terminal = (typed: string) => {
      const keys = Object.assign(new PassThrough(), {
        isTTY: true,
        raw: [] as boolean[],
        setRawMode: (on: boolean) => void keys.raw.push(on),
      });
      keys.write(typed);
      return keys;
    };
    const keys = terminal("correct house\b\b\brse battery\r" + "correct horse battery\r");
    const typed = await create("typed@example.com", keys);
    assert.equal(typed.code, 0, typed.stderr);
    assert.match(typed.stderr, /^Password .*:\nThe same again:\n$/);
    assert.doesNotMatch(typed.stdout, /battery/);
    // The terminal itself echoes only out of raw mode, to which it returns.
    assert.deepEqual(keys.raw, [true, false]);
    assert.equal(await signIn("typed@example.com", "correct horse battery"), 200);

    for (const [stdin, more, why] of [
      [terminal("correct horse battery\rcorrect horse batter\r"), [], /two passwords differ/],
      [terminal("correct horse\u0003"), [], /No password was typed/],
      [Readable.from([]), [], /--password-stdin/],
      [Readable.from(["\n"]), ["--password-stdin"], /empty/],
      [Readable.from(["x".repeat(20_000)]), ["--password-stdin"], /longer than 10,000 bytes/],
      [Readable.from(["correct horse battery"]), ["--password-stdin", "--password", "correct horse battery"], /either/],
    ] as [Stdin, string[], RegExp][]) {
      const refused = await create("nobody@example.com", stdin, ...more);
      assert.equal(refused.code, 2, refused.stderr);
      assert.match(refused.stderr, why);
    }
    assert.equal(await signIn("nobody@example.com", "correct horse battery"), 401);
    assert.match((await parley("user", "create", "--help")).stdout, /use --password-stdin/);
  });

  it("takes the configuration of a channel from standard input, and repeats none of it when it is refused", async () => {
    const tenant = await json<{ id: string }>("tenant", "create", "--name", "Configured");
    const create = (stdin: Stdin, ...more: string[]) =>
      parleyWith(
        stdin,
        "channel",
        "create",
        "--tenant",
        tenant.id,
        "--kind",
        "chat_app",
        "--name",
        "Support",
        "--external-id",
        "7001",
        ...more,
      );
    const config = JSON.stringify({ businessAccountId: "2045", accessToken: "t", appSecret: "hush-hush", verifyToken: "from a pipe" });
    for (const [stdin, more, why] of [
      [Readable.from([config]), [], /--config-stdin/],
      [Readable.from([config]), ["--config-stdin", "--config", config], /either/],
      [Readable.from([config.slice(0, -1)]), ["--config-stdin"], /--config-stdin takes a JSON object/],
      [Readable.from(["hush-hush ".repeat(20_000)]), ["--config-stdin"], /longer than 100,000 bytes/],
      [Object.assign(new PassThrough(), { isTTY: true }), ["--config-stdin"], /terminal/],
    ] as [Stdin, string[], RegExp][]) {
      const refused = await create(stdin, ...more);
      assert.equal(refused.code, 2, refused.stderr);
      assert.match(refused.stderr, why);
      assert.doesNotMatch(refused.stderr, /hush/);
    }
    const made = await create(Readable.from([config, "\n"]), "--config-stdin", "--json");
    assert.equal(made.code, 0, made.stderr);
    const { callbackPath } = JSON.parse(made.stdout) as { callbackPath: string };
    const handshake = await fetch(`${url}${callbackPath}?hub.mode=subscribe&hub.challenge=43&hub.verify_token=from+a+pipe`);
    assert.equal(await handshake.text(), "43");
  });

  const wrong: [string, string[], number, RegExp][] = [
    ["no command", [], 2, /^$/],
    ["an unknown noun", ["pigeon", "send"], 2, /Unknown command: pigeon/],
    ["an unknown verb", ["tenant", "destroy"], 2, /parley tenant are: create, list/],
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

  it("lists tenants with their ids, newest first, also filtered by part of the name", async () => {
    const made: string[] = [];
    for (const name of ["Fabrikam North", "Fabrikam South"])
      made.unshift((await json<{ id: string }>("tenant", "create", "--name", name)).id);
    type Listed = { tenants: { id: string; name: string; kind: string; suspended: boolean }[]; more: boolean };
    const found = await json<Listed>("tenant", "list", "--name", "fabriKAM");
    assert.deepEqual([found.tenants.map(({ id }) => id), found.more], [made, false]);
    assert.deepEqual([found.tenants[0]?.name, found.tenants[0]?.kind, found.tenants[0]?.suspended], ["Fabrikam South", "business", false]);
    const first = await json<Listed>("tenant", "list", "--limit", "1");
    assert.deepEqual([first.tenants.length, first.more], [1, true]);
    assert.match((await parley("tenant", "list", "--name", "%")).stdout, /no such tenant/);
    assert.equal((await parley("tenant", "list", "--limit", "0")).code, 2);
  });

  it("prints the help of a noun and of one command on standard output", async () => {
    const noun = await parley("key", "--help");
    assert.deepEqual([noun.code, noun.stderr], [0, ""]);
    assert.match(noun.stdout, /^ {2}parley key create [\s\S]+\n {2}parley key revoke ID {2,}Revoke an API key/);
    assert.doesNotMatch(noun.stdout, /tenant create/);
    assert.match((await parley("key", "create", "-h")).stdout, /^Create an API key[\s\S]+--all-scopes/);
    assert.match((await parley("key")).stderr, /are: create, revoke\.\n\n {2}parley key create/);
  });

  it("names an unknown scope and an unknown kind of channel, with --json as an object on standard error", async () => {
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

  it("lists callbacks that could not be processed, and processes them again for their tenant only", async () => {
    const { tenant, other } = await createFailedEvents(1);
    assert.match((await parley("inbound", "failed", "--tenant", tenant.id)).stdout, /event-1 {2}processing failed.*\n1 failed\./);
    assert.deepEqual(await json("inbound", "retry", "--tenant", other.id), { requeued: 0 });
    assert.deepEqual(await json("inbound", "retry", "--tenant", tenant.id), { requeued: 1 });
  });

  it("writes a backup; restoring into a database in use is refused", async () => {
    const file = join(folder, "backup.parley");
    const written = await json<{ rows: number }>("backup", file);
    assert.ok(written.rows > 5);
    const refused = await parley("restore", file);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /rows|use|empty/i);
  });

  it("a restore says what it held, and how everything would go on", () => {
    const nothing = { messages: 0, broadcasts: 0, flowRuns: 0, flowSchedules: 0, chatbotTurns: 0 };
    assert.deepEqual(describeHeld(nothing), []);
    const [what, otherwise] = describeHeld({ ...nothing, messages: 3, broadcasts: 1 });
    assert.match(what ?? "", /\(unknown messages: 3, paused broadcasts: 1\)\.$/);
    assert.match(otherwise ?? "", /--resume/);
  });

  it("a login with parley_backup makes a backup without an encryption key, which everything else requires", async () => {
    const database = await createTestDatabase();
    const { name } = database;
    const admin = (text: string) => withClient(database.admin, (client) => client.query(text));
    await admin(`create role nightly_${name} login password 'n'; grant parley_backup to nightly_${name}`);
    try {
      const { host, port } = database.admin;
      const nightly = {
        DATABASE_URL: `postgres://nightly_${name}:n@/${name}?host=${encodeURIComponent(String(host))}&port=${port}`,
        DATA_DIR: join(folder, "no-data"),
      };
      const written = await parleyIn(nightly, "backup", join(folder, "nightly.parley"));
      assert.deepEqual([written.code, written.stderr], [0, ""]);
      assert.match(written.stdout, /rows of \d+ tables/);
      const wrong = await parleyIn({ ...nightly, ENCRYPTION_KEY: "short" }, "backup", join(folder, "wrong.parley"));
      assert.deepEqual([wrong.code, existsSync(join(folder, "wrong.parley"))], [2, false]);
      const restored = await parleyIn(nightly, "restore", join(folder, "nightly.parley"));
      assert.deepEqual([restored.code, restored.stdout], [2, ""]);
      assert.match(restored.stderr, /DATABASE_URL requires ENCRYPTION_KEY/);
    } finally {
      await admin(`drop role nightly_${name}`);
      await database.drop();
    }
  });

  it("runs under the machine's older Node by handing over to the project's", {
    skip: existsSync("/usr/bin/node") ? false : "no second Node on this machine",
  }, async () => {
    const done = await runCommand("/usr/bin/node", [join(repository, "apps/server/bin/parley.mjs"), "--version"], env);
    assert.equal(done.code, 0, done.stderr);
    assert.equal(done.stdout.trim(), "1.0.0");
  });
});
