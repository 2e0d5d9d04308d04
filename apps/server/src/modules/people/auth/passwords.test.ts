import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { cookieOf, sessionApi, signIn, startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";
import { type Mailbox, startMailbox } from "../../../../test/fakes/mailbox.ts";

let app: TestApp;
let mailbox: Mailbox;
let tenant: TestTenant;

before(async () => {
  mailbox = await startMailbox();
  app = await startTestApp({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "Parley <parley@example.com>", PUBLIC_URL: "http://crm.test" } });
  tenant = await app.tenant();
});
after(async () => {
  await app?.stop();
  await mailbox?.close();
});

const post = (path: string, body: object) => app.api(null).post(`/api/v1/auth/${path}`, body);
const api = (cookie: string) => sessionApi(app.url, cookie);

async function resetToken(email: string): Promise<string> {
  assert.equal((await post("password-reset", { email })).status, 200);
  await app.drain();
  return mailbox.last(email).token as string;
}

describe("changing a password", () => {
  it("needs the current one, ends all other sessions, and notifies the person", async () => {
    const person = await app.person(tenant.id);
    const elsewhere = await signIn(app.url, person.email, person.password);
    const wrong = await person.api.post("/api/v1/auth/password", { currentPassword: "wrong password", password: "a better one" });
    assert.deepEqual([wrong.status, wrong.body.error.details], [403, [{ field: "currentPassword", issue: "unknown" }]]);
    const short = await person.api.post("/api/v1/auth/password", { currentPassword: person.password, password: "short" });
    assert.deepEqual([short.status, short.body.error.details], [400, [{ field: "password", issue: "too_short" }]]);
    const change = { currentPassword: person.password, password: "a better one" };
    const changed = await person.api.post("/api/v1/auth/password", change, { "idempotency-key": "change" });
    assert.deepEqual([changed.status, changed.body], [200, { changed: true }]);
    const again = await person.api.post("/api/v1/auth/password", change, { "idempotency-key": "change" });
    assert.deepEqual(
      [again.status, again.headers.get("idempotency-replayed")],
      [200, "true"],
      "though the present password is another now",
    );
    assert.equal((await person.api.get("/api/v1/me")).status, 200, "this session stays");
    assert.equal((await api(elsewhere).get("/api/v1/me")).status, 401);
    assert.equal((await post("sign-in", { email: person.email, password: person.password })).status, 401);
    assert.equal((await post("sign-in", { email: person.email, password: "a better one" })).status, 200);
    await app.drain();
    assert.equal(mailbox.last(person.email).subject, "Your password was changed");
    assert.equal(mailbox.last(person.email).token, undefined);
  });

  it("reports a concurrent change", async () => {
    const person = await app.person(tenant.id);
    const changes = await Promise.all(
      ["first choice", "second choice"].map((password) =>
        person.api.post("/api/v1/auth/password", { currentPassword: person.password, password }),
      ),
    );
    const statuses = changes.map(({ status }) => status).sort();
    // The later request finds either another hash (409) or, if it started later, that its current password is no longer
    // right (403).
    assert.equal(statuses[0], 200);
    assert.ok([403, 409].includes(statuses[1] as number), String(statuses));
  });
});

describe("resetting a password by mail", () => {
  it("needs a link that works once and for one hour, and ends every session", async () => {
    const person = await app.person(tenant.id);
    assert.equal((await person.api.get("/api/v1/me")).status, 200);
    const token = await resetToken(person.email);
    const mail = mailbox.last(person.email);
    assert.equal(mail.subject, "Choose a new password");
    assert.match(mail.text, /http:\/\/crm\.test\/reset-password\?token=/);
    const confirmed = await post("password-reset/confirm", { token, password: "quite another one" });
    assert.deepEqual([confirmed.status, confirmed.body, cookieOf(confirmed)], [200, { changed: true }, undefined]);
    assert.equal((await person.api.get("/api/v1/me")).status, 401);
    assert.equal((await post("sign-in", { email: person.email, password: person.password })).status, 401);
    assert.equal((await post("sign-in", { email: person.email, password: "quite another one" })).status, 200);
    const twice = await post("password-reset/confirm", { token, password: "and again" });
    assert.deepEqual([twice.status, twice.body.error.details], [400, [{ field: "token", issue: "unknown" }]]);
  });

  it("gives the same response whether or not the address is known; an unknown one gets no mail", async () => {
    const person = await app.person(tenant.id);
    const known = await post("password-reset", { email: person.email.toUpperCase() });
    const unknown = await post("password-reset", { email: "nobody@people.test" });
    assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
    await app.drain();
    assert.ok(mailbox.last(person.email).token !== undefined);
    assert.equal(
      mailbox.mails.some((mail) => mail.to === "nobody@people.test"),
      false,
    );
    assert.equal((await post("password-reset", { email: "no address" })).status, 400);
  });

  it("is void after an hour, after a newer link was used, and for an invalid token; a delayed mail does not outlive it", async () => {
    const person = await app.person(tenant.id);
    const late = await resetToken(person.email);
    app.clock.advance(3_600_000);
    assert.equal((await post("password-reset/confirm", { token: late, password: "quite another" })).status, 400);
    const [one, two] = [await resetToken(person.email), await resetToken(person.email)];
    assert.notEqual(one, two);
    assert.equal((await post("password-reset/confirm", { token: two, password: "quite another" })).status, 200);
    assert.equal((await post("password-reset/confirm", { token: one, password: "quite another" })).status, 400);
    for (const token of ["x", `${one.slice(0, -1)}0`, "a".repeat(51)]) {
      assert.equal((await post("password-reset/confirm", { token, password: "quite another" })).status, 400);
    }
    assert.equal((await post("password-reset/confirm", { token: one, password: "short" })).body.error.details[0].issue, "too_short");
  });

  it("succeeds once for two requests with the same token", async () => {
    const person = await app.person(tenant.id);
    const token = await resetToken(person.email);
    const both = await Promise.all(
      ["first choice", "second choice"].map((password) => post("password-reset/confirm", { token, password })),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400]);
  });

  it("sends at most three mails an hour to one address", async () => {
    const person = await app.person(tenant.id);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await post("password-reset", { email: person.email })).status);
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    app.clock.advance(3_600_000);
    assert.equal((await post("password-reset", { email: person.email })).status, 200);
  });

  it("leaves no token in the database or the log, and an entry in the audit log of each of the person's tenants", async () => {
    const second = await app.tenant();
    const person = await app.person(tenant.id);
    await app.app.tenants.createUser({ email: person.email, password: person.password, tenantId: second.id, role: "viewer" });
    const token = await resetToken(person.email);
    const [rows, audit] = await withClient(app.database.admin, async (admin) => {
      const dump = [];
      for (const table of ["mails", "password_reset_tokens", "password_reset_requests"]) {
        dump.push((await admin.query(`select x::text as row from ${table} x`)).rows);
      }
      assert.equal((await post("password-reset/confirm", { token, password: "quite another" })).status, 200);
      const entries = await admin.query("select tenant_id from audit_entries where action = 'password.changed' and target_id = $1", [
        person.userId,
      ]);
      return [JSON.stringify(dump), entries.rows.map((row) => row.tenant_id)];
    });
    assert.ok(!rows.includes(token) && !app.logged().includes(token));
    assert.deepEqual(audit.sort(), [tenant.id, second.id].sort());
  });

  it("keeps the second factor", async () => {
    const person = await app.person(tenant.id);
    const started = await person.api.post("/api/v1/auth/two-factor", { password: person.password });
    const { Secret, TOTP } = await import("otpauth");
    const totp = new TOTP({ secret: Secret.fromBase32(started.body.secret) });
    const code = () => totp.generate({ timestamp: app.clock.now().getTime() });
    assert.equal((await person.api.post("/api/v1/auth/two-factor/verify", { code: code() })).status, 200);
    const token = await resetToken(person.email);
    assert.equal((await post("password-reset/confirm", { token, password: "quite another" })).status, 200);
    assert.equal((await post("sign-in", { email: person.email, password: "quite another" })).body.secondFactorRequired, true);
  });
});
