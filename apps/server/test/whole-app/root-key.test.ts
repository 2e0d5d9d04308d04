/** A change of the root key: first both, then everything under the new one, then the new one alone. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { Secret, TOTP } from "otpauth";
import { runCommandLine } from "../../src/cli/command-line.ts";
import { startTestApp, type TestApp } from "../harness.ts";

const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as [Buffer, Buffer];
const apps: TestApp[] = [];
after(async () => {
  for (const app of apps.reverse()) await app.stop();
});
const start = async (rootKeys: Buffer[], sharing?: TestApp) => {
  const app = await startTestApp({ rootKeys, ...(sharing === undefined ? {} : { sharing }) });
  apps.push(app);
  return app;
};

const config = { businessAccountId: "2044", accessToken: "t", appSecret: "s", verifyToken: "v" };
const handshake = async (app: TestApp, path: string) =>
  (await fetch(`${app.url}${path}?hub.mode=subscribe&hub.challenge=42&hub.verify_token=v`)).text();

describe("a change of the root key", () => {
  it("secrets of tenants and second factors open with the new key alone, once they were put under it", async () => {
    const before = await start([older]);
    const tenant = await before.tenant();
    const channel = await before.vouchedChannel(tenant, { kind: "chat_app", externalId: "118822", config });
    const person = await before.person(tenant.id);
    const { secret } = (await person.api.post("/api/v1/auth/two-factor", { password: person.password })).body;
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: before.clock.now().getTime() });
    assert.equal((await person.api.post("/api/v1/auth/two-factor/verify", { code: code() })).status, 200);

    const during = await start([newer, older], before);
    assert.equal(await handshake(during, channel.callbackPath), "42");
    const since = await during.tenant();
    assert.deepEqual(
      await during.app.rewrapSecrets(),
      { tenantKeys: 1, secondFactors: 1 },
      "the newer tenant has the new key from the start",
    );
    assert.deepEqual(await during.app.rewrapSecrets(), { tenantKeys: 0, secondFactors: 0 });

    const later = await start([newer], before);
    assert.equal(await handshake(later, channel.callbackPath), "42");
    before.clock.advance(30_000);
    const signedIn = await later.api(null).post("/api/v1/auth/sign-in", { email: person.email, password: person.password, code: code() });
    assert.equal(signedIn.status, 200, signedIn.text);
    await later.vouchedChannel(since, { kind: "chat_app", externalId: "118823", config });
  });
});

describe("parley encryption rewrap", () => {
  const folders: string[] = [];
  after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

  it("doctor tells how many keys need the older root key, whichever tenant came last, and none after it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "parley-root-key-"));
    folders.push(folder);
    const setKeys = (...keys: Buffer[]) =>
      writeFile(join(folder, "encryption.key"), keys.map((key) => key.toString("base64")).join(","), { mode: 0o600 });
    const parley = async (...args: string[]) => {
      const done = { stdout: "", stderr: "" };
      const env = { DATA_DIR: folder, PORT: "0" };
      const code = await runCommandLine([...args, "--json"], {
        env,
        stdin: process.stdin,
        out: (text) => void (done.stdout += text),
        err: (text) => void (done.stderr += text),
      });
      return { code, ...done };
    };
    const doctor = async () => {
      const { checks } = JSON.parse((await parley("doctor")).stdout) as { checks: { name: string; status: string; message: string }[] };
      return checks.find((check) => check.name === "encryption key");
    };
    await setKeys(older);
    for (const name of ["First", "Second"]) assert.equal((await parley("tenant", "create", "--name", name)).code, 0);
    await setKeys(newer, older);
    assert.equal((await parley("tenant", "create", "--name", "Third")).code, 0);
    const during = await doctor();
    assert.equal(during?.status, "warn");
    assert.match(during.message, /^2 of 3 .*parley encryption rewrap/);
    await setKeys(newer);
    assert.deepEqual((await doctor())?.status, "fail", "two tenants' secrets cannot be opened");

    await setKeys(newer, older);
    assert.deepEqual(JSON.parse((await parley("encryption", "rewrap")).stdout), { tenantKeys: 2, secondFactors: 0 });
    await setKeys(newer);
    assert.equal((await doctor())?.status, "ok");
    await setKeys(older);
    const refused = await parley("encryption", "rewrap");
    assert.equal(refused.code, 1);
    assert.equal(JSON.parse(refused.stderr).error.code, "unknown_root_key");
  });
});
