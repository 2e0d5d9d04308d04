/** People's addresses: confirming one, and changing to another. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";
import { type Mailbox, startMailbox } from "../../../../test/fakes/mailbox.ts";

let app: TestApp;
let mailbox: Mailbox;
let tenant: TestTenant;

before(async () => {
  mailbox = await startMailbox();
  app = await startTestApp({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "Parley <parley@example.com>" } });
  tenant = await app.tenant();
});
after(async () => {
  await app?.stop();
  await mailbox?.close();
});

const path = "/api/v1/auth/email";
const fresh = () => `${randomBytes(6).toString("hex")}@people.test`;
const confirm = (token: string, password?: string) =>
  app.api(null).post(`${path}/confirm`, { token, ...(password === undefined ? {} : { password }) });
/** Signed in as that person, without the password. */
const confirmAs = (person: Person, token: string) => person.api.post(`${path}/confirm`, { token });
const signIn = (email: string, password: string) => app.api(null).post("/api/v1/auth/sign-in", { email, password });
type Person = Awaited<ReturnType<TestApp["person"]>>;

async function askChange(person: Person, email: string): Promise<string> {
  const asked = await person.api.post(`${path}/change`, { email, password: person.password });
  assert.deepEqual([asked.status, asked.body.pending?.email], [200, email], asked.text);
  await app.drain();
  return mailbox.last(email).token as string;
}

async function suspend(person: Person, undo = false): Promise<void> {
  const admin = await app.person(tenant.id, { platformAdmin: true });
  const done = await admin.api.post(`/api/v1/admin/users/${person.userId}/${undo ? "unsuspend" : "suspend"}`);
  assert.equal(done.status, 200, done.text);
}

async function actions(person: Person, of = tenant): Promise<string[]> {
  return withClient(app.database.admin, async (admin) => {
    const { rows } = await admin.query(
      "select action from audit_entries where tenant_id::text = $1 and target_id = $2 and action like 'email.%' order by created_at, id",
      [of.id, person.userId],
    );
    return rows.map(({ action }) => action);
  });
}

describe("confirming an address", () => {
  it("needs the link from a mail; the newest counts, repeating is harmless, and a confirmed address needs nothing more", async () => {
    const person = await app.person(tenant.id);
    assert.deepEqual((await person.api.get(path)).body, { email: person.email, verifiedAt: null, pending: null });
    const tokens: string[] = [];
    for (let n = 0; n < 2; n++) {
      assert.equal((await person.api.post(`${path}/verification`)).status, 200);
      await app.drain();
      tokens.push(mailbox.last(person.email).token as string);
    }
    const [first, second] = tokens as [string, string];
    assert.deepEqual((await confirm(first)).body.error.details, [{ field: "token", issue: "unknown" }]);
    assert.deepEqual((await confirm(second)).body, { email: person.email, changed: false, already: false });
    assert.deepEqual((await confirm(second)).body, { email: person.email, changed: false, already: true });
    assert.notEqual((await person.api.get(path)).body.verifiedAt, null);
    assert.equal((await person.api.post(`${path}/verification`)).status, 409);
    assert.deepEqual(await actions(person), ["email.verification_requested", "email.verification_requested", "email.verified"]);
  });

  it("expires after a day, and an invalid token is refused", async () => {
    const person = await app.person(tenant.id);
    await person.api.post(`${path}/verification`);
    await app.drain();
    app.clock.advance(24 * 3_600_000 + 1);
    assert.equal((await confirm(mailbox.last(person.email).token as string)).status, 400);
    assert.equal((await confirm("x")).status, 400);
    assert.equal((await app.api(null).post(`${path}/confirm`, {})).body.error.details[0].issue, "required");
  });

  it("is mailed at most three times an hour to one address, and a stranger's requests use up none of the person's", async () => {
    const person = await app.person(tenant.id);
    const asStranger = async (email: string) => (await app.api(null).post(`${path}/link`, { email })).status;
    const asPerson = async () => (await person.api.post(`${path}/verification`)).status;
    const strangers = [person.email, person.email.toUpperCase(), person.email, person.email];
    assert.deepEqual(await Promise.all(strangers.slice(0, 3).map(asStranger)), [200, 200, 200]);
    assert.equal(await asStranger(person.email), 429);
    assert.deepEqual([await asPerson(), await asPerson(), await asPerson(), await asPerson()], [200, 200, 200, 429]);
    app.clock.advance(3_600_001);
    assert.deepEqual([await asPerson(), await asStranger(person.email)], [200, 200]);
  });

  it("by a link that a stranger requested leaves the person's own link valid", async () => {
    const person = await app.person(tenant.id);
    await person.api.post(`${path}/verification`);
    await app.drain();
    const own = mailbox.last(person.email).token as string;
    assert.equal((await app.api(null).post(`${path}/link`, { email: person.email })).status, 200);
    await app.drain();
    const further = mailbox.last(person.email).token as string;
    assert.notEqual(further, own);
    assert.deepEqual((await confirm(own)).body, { email: person.email, changed: false, already: false });
    assert.deepEqual((await confirm(further)).body, { email: person.email, changed: false, already: true });
  });

  it("is refused while the person is suspended, and no link is sent to them", async () => {
    const person = await app.person(tenant.id);
    await person.api.post(`${path}/verification`);
    await app.drain();
    const { token } = mailbox.last(person.email);
    const sent = mailbox.mails.length;
    await suspend(person);
    const refused = await confirm(token as string);
    assert.deepEqual([refused.status, refused.body.error.code], [403, "forbidden"]);
    await app.api(null).post(`${path}/link`, { email: person.email });
    await app.drain();
    assert.ok(!mailbox.mails.slice(sent).some(({ to }) => to === person.email));
  });

  it("is not needed by a person who came by invitation or chose a password by mail", async () => {
    const email = fresh();
    await tenant.api.post("/api/v1/invitations", { email, role: "agent" });
    await app.drain();
    const joined = { token: mailbox.last(email).token, name: "Ada", password: "correct horse battery" };
    assert.equal((await app.api(null).post("/api/v1/auth/invitations/accept", joined)).status, 200);
    const person = await app.person(tenant.id);
    await app.api(null).post("/api/v1/auth/password-reset", { email: person.email });
    await app.drain();
    const reset = { token: mailbox.last(person.email).token, password: "quite another one" };
    assert.equal((await app.api(null).post("/api/v1/auth/password-reset/confirm", reset)).status, 200);
    const rows = await withClient(app.database.admin, (admin) =>
      admin.query("select email_verified_at from users where email = any($1)", [[email, person.email]]),
    );
    assert.deepEqual(
      rows.rows.map((row) => row.email_verified_at !== null),
      [true, true],
    );
  });

  it("is reserved to the person: a key and a stranger are refused", async () => {
    assert.equal((await tenant.api.get(path)).status, 403);
    assert.equal((await app.api(null).get(path)).status, 401);
    assert.equal((await tenant.api.post(`${path}/change`, { email: fresh(), password: "x" })).status, 403);
  });
});

describe("changing to another address", () => {
  it("needs the password and the link to the new one; until then the old one remains in use, and sessions stay", async () => {
    const [elsewhere, paused] = [await app.tenant(), await app.tenant()];
    const person = await app.person(tenant.id);
    await app.app.tenants.createUser({ email: person.email, password: person.password, tenantId: elsewhere.id, role: "viewer" });
    const email = fresh();
    const wrong = await person.api.post(`${path}/change`, { email, password: "not it" });
    assert.deepEqual([wrong.status, wrong.body.error.details], [403, [{ field: "password", issue: "unknown" }]]);
    const bad = await person.api.post(`${path}/change`, { email: "no address", password: person.password });
    assert.deepEqual([bad.status, bad.body.error.details], [400, [{ field: "email", issue: "invalid_format" }]]);
    const same = await person.api.post(`${path}/change`, { email: person.email.toUpperCase(), password: person.password });
    assert.equal(same.status, 409);
    await app.app.tenants.createUser({ email: person.email, password: person.password, tenantId: paused.id, role: "viewer" });
    await withClient(app.database.admin, (admin) =>
      admin.query("update members set status = 'suspended' where tenant_id::text = $1 and email = $2", [paused.id, person.email]),
    );
    const token = await askChange(person, email);
    const notice = mailbox.last(person.email);
    assert.deepEqual([notice.subject, notice.token], ["Your e-mail address is about to change", undefined]);
    assert.ok(notice.text.includes(email));
    assert.equal((await signIn(email, person.password)).status, 401);
    assert.equal((await signIn(person.email, person.password)).status, 200);
    assert.deepEqual((await confirmAs(person, token)).body, { email, changed: true, already: false });
    assert.deepEqual((await confirm(token)).body, { email, changed: true, already: true });
    assert.deepEqual(await actions(person, paused), ["email.changed"], "also where they are suspended and the address changed");
    assert.equal((await person.api.get("/api/v1/me")).status, 200, "the session goes on");
    assert.equal((await signIn(person.email, person.password)).status, 401);
    assert.equal((await signIn(email, person.password)).status, 200);
    const now = (await person.api.get(path)).body;
    assert.deepEqual([now.email, now.pending, now.verifiedAt === null], [email, null, false]);
    for (const there of [tenant, elsewhere]) {
      const members = (await there.api.get("/api/v1/members?limit=100")).body.data as { email: string }[];
      assert.ok(members.some((one) => one.email === email));
      assert.ok(!members.some((one) => one.email === person.email));
      assert.deepEqual(await actions(person, there), ["email.change_requested", "email.changed"]);
    }
    await app.drain();
    assert.equal(mailbox.last(person.email).subject, "Your e-mail address was changed");
  });

  it("needs the person's session or password besides the link, with as many attempts as for signing in", async () => {
    const [person, other] = [await app.person(tenant.id), await app.person(tenant.id)];
    const token = await askChange(person, fresh());
    assert.ok(
      !mailbox.mails.some(({ to, text }) => to !== person.email && text.includes(person.email)),
      "nor does the mail name the account",
    );
    for (const stranger of [await confirm(token), await confirmAs(other, token)]) {
      assert.deepEqual([stranger.status, stranger.body.error.details], [401, [{ field: "password", issue: "required" }]]);
      assert.ok(!stranger.text.includes(person.email));
    }
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await confirm(token, "a guess at it")).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    assert.equal((await confirm(token, person.password)).status, 429);
    assert.equal((await signIn(person.email, person.password)).status, 429, "one limit for both");
    assert.equal((await person.api.get(path)).body.email, person.email);
    app.clock.advance(60_001);
    assert.equal((await confirm(token, person.password)).body.changed, true);
  });

  it("cannot be confirmed in a session from another person's login link", async () => {
    const person = await app.person(tenant.id, { role: "agent" });
    const made = await tenant.api.get(`/api/v1/agents-management/login-link?agentId=${person.agentId}`);
    const used = await app.api(null).post("/api/v1/auth/login-link", { token: made.body.token });
    assert.equal(used.status, 200, used.text);
    const cookie = (used.headers.get("set-cookie") ?? "").split(";")[0] as string;
    const token = await askChange(person, fresh());
    const refused = await app.api(null).post(`${path}/confirm`, { token }, { cookie });
    assert.deepEqual([refused.status, refused.body.error.details], [401, [{ field: "password", issue: "required" }]]);
    assert.equal((await confirmAs(person, token)).status, 200);
  });

  it("ends when the person is suspended, and is not restored with them", async () => {
    const person = await app.person(tenant.id);
    const token = await askChange(person, fresh());
    await suspend(person);
    assert.equal((await confirm(token, person.password)).status, 400);
    await suspend(person, true);
    assert.equal((await confirm(token, person.password)).status, 400);
    assert.equal((await signIn(person.email, person.password)).status, 200);
  });

  it("a new link to an address for which two people are waiting goes to neither: each must request it while signed in", async () => {
    const [a, b] = [await app.person(tenant.id), await app.person(tenant.id)];
    const email = fresh();
    const [first, second] = [await askChange(a, email), await askChange(b, email)];
    const sent = mailbox.mails.length;
    assert.equal((await app.api(null).post(`${path}/link`, { email })).status, 200);
    await app.drain();
    assert.ok(!mailbox.mails.slice(sent).some(({ to }) => to === email));
    assert.equal((await confirmAs(a, second)).status, 401, "a link is of one account");
    assert.equal((await confirmAs(a, first)).body.changed, true);
  });

  it("happens once if its idempotency key is repeated", async () => {
    const person = await app.person(tenant.id);
    const body = { email: fresh(), password: person.password };
    const first = await person.api.post(`${path}/change`, body, { "idempotency-key": "change-1" });
    const again = await person.api.post(`${path}/change`, body, { "idempotency-key": "change-1" });
    assert.deepEqual([again.status, again.headers.get("idempotency-replayed"), again.text], [200, "true", first.text]);
    await app.drain();
    assert.equal(mailbox.mails.filter(({ to }) => to === body.email).length, 1);
  });

  it("reveals only to the reader of its mails whether the address has an account", async () => {
    const [person, other] = [await app.person(tenant.id), await app.person(tenant.id)];
    const asked = await person.api.post(`${path}/change`, { email: other.email, password: person.password });
    assert.deepEqual([asked.status, asked.body.pending.email], [200, other.email]);
    await app.drain();
    const mail = mailbox.last(other.email);
    assert.deepEqual([mail.subject, mail.token], ["You already have an account", undefined]);
  });

  it("by two people to one address succeeds for the first to confirm, and the other is told", async () => {
    const [a, b] = [await app.person(tenant.id), await app.person(tenant.id)];
    const email = fresh();
    const [first, second] = [await askChange(a, email), await askChange(b, email)];
    const responses = await Promise.all([confirmAs(a, first), confirmAs(b, second)]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409]);
    const refused = responses.find(({ status }) => status === 409);
    assert.equal(refused?.body.error.code, "already_exists");
    const emails = await Promise.all([a, b].map(async (one) => (await one.api.get(path)).body.email));
    assert.equal(emails.filter((one) => one === email).length, 1);
  });

  it("happens once even if its link is used many times at once", async () => {
    const person = await app.person(tenant.id);
    const token = await askChange(person, fresh());
    const responses = await Promise.all(Array.from({ length: 6 }, () => confirmAs(person, token)));
    assert.deepEqual(
      responses.map(({ status }) => status),
      responses.map(() => 200),
    );
    assert.equal(responses.filter(({ body }) => body.already === false).length, 1);
    assert.deepEqual(await actions(person), ["email.change_requested", "email.changed"]);
  });

  it("is cancelled by the person, or with a new password; a reset mailed to the old address is void afterwards", async () => {
    const person = await app.person(tenant.id);
    const token = await askChange(person, fresh());
    assert.equal((await person.api.post(`${path}/change/cancel`)).body.pending, null);
    assert.equal((await person.api.post(`${path}/change/cancel`)).status, 200, "twice is as good as once");
    assert.equal((await confirmAs(person, token)).status, 400);
    const further = await askChange(person, fresh());
    const password = "a better one than that";
    assert.equal((await person.api.post("/api/v1/auth/password", { currentPassword: person.password, password })).status, 200);
    assert.equal((await confirm(further, password)).status, 400);

    await app.api(null).post("/api/v1/auth/password-reset", { email: person.email });
    await app.drain();
    const reset = mailbox.last(person.email).token as string;
    const last = fresh();
    const asked = await person.api.post(`${path}/change`, { email: last, password });
    assert.equal(asked.status, 200, asked.text);
    await app.drain();
    assert.equal((await confirm(mailbox.last(last).token as string, password)).status, 200);
    assert.equal((await app.api(null).post("/api/v1/auth/password-reset/confirm", { token: reset, password })).status, 400);
  });

  it("can get a new link to the new address while it is pending", async () => {
    const person = await app.person(tenant.id);
    const email = fresh();
    const first = await askChange(person, email);
    assert.equal((await app.api(null).post(`${path}/link`, { email })).status, 200);
    await app.drain();
    const second = mailbox.last(email).token as string;
    assert.notEqual(first, second);
    const again = await person.api.post(`${path}/change`, { email, password: person.password });
    assert.equal(again.status, 200, "a stranger's request takes none of the person's");
    assert.equal((await confirmAs(person, second)).status, 400, "asked for by the person, the newest counts");
    await app.drain();
    const third = mailbox.last(email).token as string;
    await app.api(null).post(`${path}/link`, { email });
    await app.drain();
    assert.deepEqual((await confirmAs(person, third)).body.changed, true, "and a stranger's request voids none");
  });

  it("sends at most five mails an hour to addresses of the person's choice", async () => {
    const person = await app.person(tenant.id);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) {
      statuses.push((await person.api.post(`${path}/change`, { email: fresh(), password: person.password })).status);
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  });
});
