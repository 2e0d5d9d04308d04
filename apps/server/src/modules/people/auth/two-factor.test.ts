import assert from "node:assert/strict";
import { after, before, describe, it, test } from "node:test";
import { withClient } from "@parley/database";
import fc from "fast-check";
import { Secret, TOTP } from "otpauth";
import { sessionApi, signIn, startTestApp, type TestApp, type TestPerson, type TestTenant, cookieOf } from "../../../../test/harness.ts";
import { networkOf } from "#platform/http/hardening/network.ts";
import { wireId } from "#platform/ids/ids.ts";
import { hashBackupCode, newBackupCodes } from "./backup-codes.ts";
import { newTotpSecret, stepOfCode } from "./totp.ts";

let app: TestApp;
let tenant: TestTenant;

before(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
});
after(() => app?.stop());

const codeAt = (secret: string, at: Date) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
const step = () => app.clock.advance(30_000);

/** A person with a second factor, whose previous codes are used up. */
async function withFactor(): Promise<{ person: TestPerson; secret: string; backupCodes: string[]; code(): string }> {
  const person = await app.person(tenant.id);
  const started = await person.api.post("/api/v1/auth/two-factor", { password: person.password });
  assert.equal(started.status, 200, started.text);
  const { secret } = started.body;
  const code = () => codeAt(secret, app.clock.now());
  const verified = await person.api.post("/api/v1/auth/two-factor/verify", { code: code() });
  assert.equal(verified.status, 200, verified.text);
  step();
  return { person, secret, backupCodes: verified.body.backupCodes, code };
}

const signInWith = (person: TestPerson, code?: string) =>
  app.api(null).post("/api/v1/auth/sign-in", { email: person.email, password: person.password, ...(code === undefined ? {} : { code }) });

describe("the second factor of somebody who can show no code any more", () => {
  it("is removed by the operator with its backup codes; every session ends, and each organization is told", async () => {
    const { person, backupCodes } = await withFactor();
    const { userId } = await app.app.twoFactor.removeFor(person.email.toUpperCase());
    assert.equal((await person.api.get("/api/v1/me")).status, 401);
    assert.equal((await signInWith(person)).body.secondFactorRequired, false);
    const cookie = await signIn(app.url, person.email, person.password);
    const anew = sessionApi(app.url, cookie);
    assert.deepEqual((await anew.get("/api/v1/auth/two-factor")).body, { enabled: false, enabledAt: null, backupCodesLeft: 0 });
    const [entry] = (await tenant.api.get("/api/v1/audit-log?action=second_factor.removed")).body.data;
    assert.deepEqual([entry.actor, entry.targetId], [{ kind: "system", id: "operator", name: null }, wireId("usr", userId)]);
    // An old code opens nothing that is set up later.
    const { secret } = (await anew.post("/api/v1/auth/two-factor", { password: person.password })).body;
    assert.equal((await anew.post("/api/v1/auth/two-factor/verify", { code: codeAt(secret, app.clock.now()) })).status, 200);
    step();
    assert.equal((await signInWith(person, backupCodes[0])).status, 401);
  });

  it("is removed of nobody else: unknown people and those without one are named", async () => {
    const person = await app.person(tenant.id);
    await assert.rejects(app.app.twoFactor.removeFor("nobody@example.com"), { code: "not_found" });
    await assert.rejects(app.app.twoFactor.removeFor(person.email), { code: "conflict" });
    await person.api.post("/api/v1/auth/two-factor", { password: person.password });
    await assert.rejects(app.app.twoFactor.removeFor(person.email), { code: "conflict" }, "begun is not enabled");
    assert.equal((await person.api.get("/api/v1/me")).status, 200);
  });
});

describe("a second factor", () => {
  it("takes effect after a first correct code; then signing in needs a code, each valid once", async () => {
    const person = await app.person(tenant.id);
    const elsewhere = await signIn(app.url, person.email, person.password);
    assert.deepEqual((await person.api.get("/api/v1/auth/two-factor")).body, { enabled: false, enabledAt: null, backupCodesLeft: 0 });
    const wrongPassword = await person.api.post("/api/v1/auth/two-factor", { password: "wrong password" });
    assert.deepEqual([wrongPassword.status, wrongPassword.body.error.details], [403, [{ field: "password", issue: "unknown" }]]);
    const started = await person.api.post("/api/v1/auth/two-factor", { password: person.password });
    const { secret, uri } = started.body;
    assert.match(uri, /^otpauth:\/\/totp\/Parley:.*secret=/);
    assert.match(secret, /^[A-Z2-7]{32}$/);
    assert.equal((await signInWith(person)).body.secondFactorRequired, false, "begun is not enabled");

    const wrong = await person.api.post("/api/v1/auth/two-factor/verify", { code: "000000" });
    assert.deepEqual([wrong.status, wrong.body.error.details], [403, [{ field: "code", issue: "unknown" }]]);
    const verified = await person.api.post("/api/v1/auth/two-factor/verify", { code: codeAt(secret, app.clock.now()) });
    assert.equal(verified.status, 200, verified.text);
    assert.equal(new Set(verified.body.backupCodes).size, 10);
    const state = (await person.api.get("/api/v1/auth/two-factor")).body;
    assert.deepEqual([state.enabled, state.backupCodesLeft], [true, 10]);
    assert.equal((await sessionApi(app.url, elsewhere).get("/api/v1/me")).status, 401, "who came with a password alone comes again");
    assert.equal((await person.api.get("/api/v1/me")).status, 200);
    assert.equal((await person.api.post("/api/v1/auth/two-factor", { password: person.password })).status, 409);
    assert.equal((await person.api.post("/api/v1/auth/two-factor/verify", { code: "123456" })).status, 409);

    const half = await signInWith(person);
    assert.deepEqual([half.status, half.body], [200, { secondFactorRequired: true, session: null }]);
    assert.equal(cookieOf(half), undefined, "no session yet");
    const used = await signInWith(person, codeAt(secret, app.clock.now()));
    assert.deepEqual(
      [used.status, used.body.error.details],
      [401, [{ field: "code", issue: "unknown" }]],
      "the code that enabled it is used up",
    );
    step();
    const code = codeAt(secret, app.clock.now());
    const [one, two] = await Promise.all([signInWith(person, code), signInWith(person, `${code.slice(0, 3)} ${code.slice(3)}`)]);
    assert.deepEqual([one.status, two.status].sort(), [200, 401], "one code, two at once: one gets in");
    step();
    assert.equal((await signInWith(person, codeAt(secret, new Date(app.clock.now().getTime() + 30_000)))).status, 200, "a clock ahead");
    assert.equal((await signInWith(person, codeAt(secret, app.clock.now()))).status, 401, "an older code than one that was taken");
  });

  it("is stored sealed: the database shows neither the secret nor a backup code", async () => {
    const { secret, backupCodes } = await withFactor();
    const dump = await withClient(app.database.admin, async (admin) => {
      const tables = ["user_second_factors", "user_backup_codes", "idempotency_keys", "audit_entries"];
      const rows = [];
      for (const table of tables) rows.push((await admin.query(`select x::text as row from ${table} x`)).rows);
      return JSON.stringify(rows);
    });
    const hex = Buffer.from(Secret.fromBase32(secret).bytes).toString("hex");
    for (const text of [secret, hex, ...backupCodes]) assert.ok(!dump.includes(text));
    assert.ok(!app.logged().includes(secret));
  });

  it("also accepts each backup code once, and new ones invalidate the old", async () => {
    const { person, backupCodes, code } = await withFactor();
    const [first, second, third] = backupCodes as [string, string, string];
    assert.equal((await signInWith(person, first.toUpperCase().replaceAll("-", " "))).status, 200);
    assert.equal((await signInWith(person, first)).status, 401, "used");
    const both = await Promise.all([signInWith(person, second), signInWith(person, second)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401]);
    assert.equal((await person.api.get("/api/v1/auth/two-factor")).body.backupCodesLeft, 8);
    const renew = () =>
      person.api.post("/api/v1/auth/two-factor/backup-codes", { password: person.password, code: code() }, { "idempotency-key": "renew" });
    const renewed = await renew();
    assert.equal(renewed.status, 200, renewed.text);
    const again = await renew();
    assert.deepEqual([again.text, again.headers.get("idempotency-replayed")], [renewed.text, "true"], "a repetition shows the same codes");
    assert.equal((await signInWith(person, third)).status, 401, "void");
    assert.equal((await signInWith(person, renewed.body.backupCodes[0])).status, 200);
  });

  it("is disabled with password and code together", async () => {
    const { person, backupCodes, code } = await withFactor();
    const disable = (password: string, given: string) => person.api.post("/api/v1/auth/two-factor/disable", { password, code: given });
    assert.equal((await disable("wrong password", code())).status, 403);
    assert.equal((await disable(person.password, "000000")).status, 403);
    assert.equal((await signInWith(person)).body.secondFactorRequired, true);
    const done = await disable(person.password, backupCodes[0] as string);
    assert.deepEqual([done.status, done.body], [200, { enabled: false, enabledAt: null, backupCodesLeft: 0 }]);
    assert.equal((await signInWith(person)).body.secondFactorRequired, false);
    assert.equal((await disable(person.password, backupCodes[1] as string)).status, 409);
    const renewed = await person.api.post("/api/v1/auth/two-factor/backup-codes", { password: person.password, code: "000000" });
    assert.equal(renewed.status, 409);
  });

  it("cannot be guessed with the password: an attempt without a code grants no new attempts", async () => {
    const { person, code } = await withFactor();
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) {
      statuses.push((await signInWith(person, "000000")).status);
      if (i < 5) await signInWith(person);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
    app.clock.advance(60_000);
    assert.equal((await signInWith(person, code())).status, 200);
  });

  it("can be shown after a wait: the right password without its code imposes no further wait, a wrong code does", async () => {
    const { person, code } = await withFactor();
    const wrongPassword = () => app.api(null).post("/api/v1/auth/sign-in", { email: person.email, password: "wrong password" });
    for (let i = 0; i < 5; i++) assert.equal((await wrongPassword()).status, 401);
    const early = await signInWith(person);
    assert.deepEqual([early.status, early.headers.get("retry-after")], [429, "60"]);
    app.clock.advance(60_000);
    for (let i = 0; i < 2; i++) assert.equal((await signInWith(person)).body.secondFactorRequired, true);
    assert.equal((await signInWith(person, "000000")).status, 401);
    const blocked = await signInWith(person, code());
    assert.deepEqual(
      [blocked.status, blocked.headers.get("retry-after")],
      [429, "120"],
      "the sixth failure, as if nothing had come between",
    );
    app.clock.advance(120_000);
    assert.equal((await signInWith(person)).body.secondFactorRequired, true);
    assert.equal((await signInWith(person, code())).status, 200);
  });

  it("limits a signed-in person's identity checks as well", async () => {
    const { person, code } = await withFactor();
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      statuses.push((await person.api.post("/api/v1/auth/two-factor/disable", { password: person.password, code: "000000" })).status);
    }
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429]);
    app.clock.advance(60_000);
    assert.equal((await person.api.post("/api/v1/auth/two-factor/disable", { password: person.password, code: code() })).status, 200);
  });
});

test("a code is accepted in its own step and the adjacent ones, and in no other", () => {
  const secret = newTotpSecret();
  const at = new Date("2026-03-01T12:00:10Z");
  const now = Math.floor(at.getTime() / 30_000);
  const text = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
  for (let offset = -4; offset <= 4; offset++) {
    const code = text.generate({ timestamp: at.getTime() + offset * 30_000 });
    assert.equal(stepOfCode(secret, code, at), Math.abs(offset) <= 1 ? now + offset : null, `${offset} steps`);
  }
});

test("backup codes: any spelling of one is the same code, and an invalid one has no hash", () => {
  const codes = newBackupCodes();
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) {
    assert.match(code, /^[a-z2-7]{6}(-[a-z2-7]{6}){3}$/);
    for (const typed of [code.toUpperCase(), code.replaceAll("-", ""), ` ${code} `, code.replaceAll("-", " ")]) {
      assert.deepEqual(hashBackupCode(typed), hashBackupCode(code));
    }
  }
  for (const text of ["", "123456", codes[0]?.slice(1) as string, `${codes[0]}a`, "1".repeat(24)]) assert.equal(hashBackupCode(text), null);
  fc.assert(fc.property(fc.string({ maxLength: 23 }), (text) => hashBackupCode(text) === null));
});

test("addresses are counted by network: an IPv4 address individually, an IPv6 address by its /64, in any notation", () => {
  const cases: [string, string][] = [
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ];
  for (const [address, network] of cases) assert.equal(networkOf(address), network);
});
