/** What a person reads whose server does not start. */
import assert from "node:assert/strict";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { createTestDatabase, type TestDatabase } from "@parley/database/testing";
import { onHarnessDatabase } from "../faults/server-process.ts";
import { killAll, repository, runCommand } from "../process.ts";

describe("a server that cannot start", () => {
  let database: TestDatabase;
  const other = createServer();
  before(async () => {
    database = await createTestDatabase();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  });
  after(async () => {
    other.close();
    killAll();
    await database?.drop();
  });

  const start = (env: Record<string, string>) =>
    runCommand(process.execPath, [join(repository, "apps/server/src/main.ts")], {
      ...onHarnessDatabase(database),
      PORT: "0",
      LOG_LEVEL: "silent",
      ...env,
    });
  const busy = () => String((other.address() as AddressInfo).port);

  const cases: [string, () => Record<string, string>, RegExp][] = [
    ["whose port is taken", () => ({ PORT: busy() }), /^Port \d+ of 127\.0\.0\.1 is used by another program: stop it, or set PORT /],
    ["whose metrics port is taken", () => ({ METRICS_PORT: busy() }), /is used by another program: stop it, or set METRICS_PORT /],
    ["whose host is elsewhere", () => ({ HOST: "192.0.2.1" }), /^HOST 192\.0\.2\.1 is not an address of this machine\.$/],
    ["whose encryption key is too short", () => ({ ENCRYPTION_KEY: "c2hvcnQ=" }), /^ENCRYPTION_KEY must be 32 bytes as base64 or hex/],
  ];
  for (const [what, env, message] of cases) {
    it(`${what} ends with one line that names the setting`, async () => {
      const { code, stderr } = await start(env());
      assert.equal(code, 2, stderr);
      assert.match(stderr.trim(), message);
      assert.equal(stderr.trim().split("\n").length, 1, stderr);
    });
  }
});
