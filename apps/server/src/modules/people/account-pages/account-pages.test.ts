/** The pages behind links in mails, over HTTP: what other sites cannot do, and when a code is required. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { TOTP } from "otpauth";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { type Mailbox, startMailbox } from "../../../../test/fakes/mailbox.ts";

let app: TestApp;
let mailbox: Mailbox;

before(async () => {
  mailbox = await startMailbox();
  app = await startTestApp({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "Parley <parley@example.com>" } });
});
after(async () => {
  await app?.stop();
  await mailbox?.close();
});

const word = () => randomBytes(5).toString("hex");
const password = "correct horse battery";

/** A browser as far as these pages need one: cookies, and forms with an Origin. */
function visitor() {
  const cookies = new Map<string, string>();
  let guard = "";
  async function ask(path: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
    const response = await fetch(path.startsWith("http") ? path : `${app.url}${path}`, {
      redirect: "manual",
      ...options,
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "), ...options.headers },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) as unknown as [string, string, string];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    guard = /name="guard" value="([^"]+)"/.exec(text)?.[1] ?? guard;
    return { status: response.status, text, location: response.headers.get("location"), headers: response.headers };
  }
  return {
    cookies,
    get: (path: string) => ask(path),
    guard: () => guard,
    post: (path: string, fields: Record<string, string>, headers: Record<string, string> = { origin: app.url }) =>
      ask(path, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: new URLSearchParams({ guard, ...fields }).toString(),
      }),
  };
}

async function invite(email: string) {
  const tenant = await app.tenant();
  assert.equal((await tenant.api.post("/api/v1/invitations", { email, role: "agent" })).status, 200);
  await app.drain();
  return { tenant, link: /http:\S+\?token=\S+/.exec(mailbox.last(email).text)?.[0] as string };
}
async function opened(link: string) {
  const who = visitor();
  const first = await who.get(link);
  assert.equal(first.status, 303);
  assert.doesNotMatch(first.location as string, /token/);
  assert.equal(first.headers.get("referrer-policy"), "no-referrer");
  return { who, page: await who.get(first.location as string) };
}

test("opening a link never uses it up, and keeps its secret out of the page", async () => {
  const email = `${word()}@people.test`;
  const { link } = await invite(email);
  for (let i = 0; i < 3; i++) {
    const { page } = await opened(link);
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.text, new RegExp(link.split("token=")[1] as string));
    assert.equal(page.headers.get("cache-control"), "no-store");
  }
});

test("a form from another site, without the page's value, or without its cookie does nothing", async () => {
  const email = `${word()}@people.test`;
  const { tenant, link } = await invite(email);
  const { who } = await opened(link);
  const fields = { name: "Eve", password };
  const refused = [
    await who.post("/accept-invitation", fields, { origin: "https://evil.example" }),
    await who.post("/accept-invitation", fields, { origin: "null" }),
    await who.post("/accept-invitation", fields, {}),
    await who.post("/accept-invitation", fields, { origin: app.url, "sec-fetch-site": "cross-site" }),
    await who.post("/accept-invitation", { ...fields, guard: "x" }),
    await who.post("/accept-invitation", { ...fields, guard: `${who.guard().slice(0, -1)}_` }),
  ];
  assert.deepEqual(
    refused.map(({ status }) => status),
    refused.map(() => 403),
  );
  const stranger = visitor();
  await stranger.get("/sign-in");
  const other = visitor();
  await other.get("/sign-in");
  assert.equal((await other.post("/sign-in", { email, password, guard: stranger.guard() })).status, 403, "the value belongs to a cookie");
  const members = (await tenant.api.get("/api/v1/members")).body.data;
  assert.ok(!members.some((one: { email: string }) => one.email === email));
  const joined = await who.post("/accept-invitation", fields);
  assert.deepEqual([joined.status, joined.location], [303, "/signed-in?did=joined"], joined.text);
  assert.match((await who.get("/signed-in?did=joined")).text, /You have joined/);
});

test("an invitation for an existing account needs its password, and nothing happens without it", async () => {
  const person = await app.person((await app.tenant()).id);
  const { tenant, link } = await invite(person.email);
  const { who } = await opened(link);
  const wrong = await who.post("/accept-invitation", { password: "not the password" });
  assert.deepEqual([wrong.status, /id="field-password-error"/.test(wrong.text)], [401, true]);
  const members = async () => (await tenant.api.get("/api/v1/members")).body.data as { email: string }[];
  assert.ok(!(await members()).some(({ email }) => email === person.email));
  const joined = await who.post("/accept-invitation", { password: person.password });
  assert.equal(joined.location, "/signed-in?did=joined");
  assert.ok((await members()).some(({ email }) => email === person.email));
});

test("joining from several windows at once creates one member", async () => {
  const email = `${word()}@people.test`;
  const { tenant, link } = await invite(email);
  const windows = await Promise.all([opened(link), opened(link), opened(link)]);
  const answers = await Promise.all(windows.map(({ who }) => who.post("/accept-invitation", { name: "Ada", password })));
  assert.equal(answers.filter(({ location }) => location === "/signed-in?did=joined").length, 1);
  assert.ok(answers.every(({ status }) => status < 500));
  const members = (await tenant.api.get("/api/v1/members")).body.data;
  assert.equal(members.filter((one: { email: string }) => one.email === email).length, 1);
});

test("a reset sets the password once, and with a second factor it needs a code to sign in", async () => {
  const tenant = await app.tenant();
  const person = await app.person(tenant.id);
  const started = await person.api.post("/api/v1/auth/two-factor", { password: person.password });
  assert.equal(started.status, 200, started.text);
  const totp = new TOTP({ secret: started.body.secret });
  const codeNow = () => totp.generate({ timestamp: app.clock.now().getTime() });
  assert.equal((await person.api.post("/api/v1/auth/two-factor/verify", { code: codeNow() })).status, 200);
  await app.api(null).post("/api/v1/auth/password-reset", { email: person.email });
  await app.drain();
  const link = /http:\S+\?token=\S+/.exec(mailbox.last(person.email).text)?.[0] as string;
  const { who, page } = await opened(link);
  assert.ok(page.text.includes(person.email));
  const short = await who.post("/reset-password", { password: "short" });
  assert.deepEqual([short.status, /at least 8 characters/i.test(short.text)], [400, true]);
  app.clock.advance(60_000);
  const done = await who.post("/reset-password", { password });
  assert.equal(done.location, "/sign-in?did=reset&code=1");
  assert.match((await who.get(done.location as string)).text, /Your new password is set\. Sign in to continue\. Enter the code/);
  const bare = await who.post("/sign-in", { email: person.email, password });
  assert.match(bare.text, /id="field-code-error"/);
  assert.ok(!who.cookies.has("svc_session"));
  const wrong = await who.post("/sign-in", { email: person.email, password, code: "000000" });
  assert.equal(wrong.status, 401);
  const right = await who.post("/sign-in", { email: person.email, password, code: codeNow() });
  assert.equal(right.location, "/signed-in", right.text);
  assert.equal((await who.get("/signed-in")).status, 200);
  assert.equal((await opened(link)).page.status, 400, "the link was used");
});

test("pages for signed-in people need a session and escape their input", async () => {
  const who = visitor();
  assert.deepEqual((await who.get("/signed-in")).location, "/sign-in");
  await who.get("/forgot-password");
  const evil = `"><script>alert(1)</script>@x.y`;
  const refused = await who.post("/forgot-password", { email: evil });
  assert.equal(refused.status, 400);
  assert.doesNotMatch(refused.text, /<script/);
  for (const path of ["/sign-in?did=<script>", "/sign-in?did=constructor", "/accept-invitation?token[]=x", "/reset-password?token=%00"]) {
    const answer = await who.get(path);
    assert.ok(answer.status < 500, path);
    assert.doesNotMatch(answer.text, /<script|function/);
  }
});

test("a login link signs in only by its button, once, and says if it has expired", async () => {
  const own = await app.tenant();
  const person = await app.person(own.id, { role: "agent", name: "Ada <b>" });
  const { token, url } = (await own.api.get(`/api/v1/agents-management/login-link?agentId=${person.agentId}`)).body;
  assert.match(url, new RegExp(`/login\\?token=${token}$`));
  const link = `${app.url}/login?token=${token}`;
  await opened(link);
  const { who, page } = await opened(link);
  assert.deepEqual([page.status, /Sign in as Ada &#60;b&#62;/.test(page.text)], [200, true], page.text);
  assert.doesNotMatch(page.text, new RegExp(token));
  assert.equal((await who.post("/login", {}, { origin: "https://evil.example" })).status, 403);
  const signedIn = await who.post("/login", {});
  assert.deepEqual([signedIn.status, signedIn.location], [303, "/signed-in"], signedIn.text);
  assert.match((await who.get("/signed-in")).text, new RegExp(person.email));
  const late = await opened(link);
  assert.deepEqual([late.page.status, /no longer valid/.test(late.page.text)], [400, true]);

  const further = (await own.api.get(`/api/v1/agents-management/login-link?agentId=${person.agentId}`)).body;
  const refused = await opened(`${app.url}/login?token=${further.token}`);
  await app.app.tenants.createUser({ email: person.email, password: person.password, tenantId: (await app.tenant()).id, role: "agent" });
  assert.equal((await refused.who.post("/login", {})).status, 403);
  assert.equal((await visitor().get("/login")).status, 400);
});

/** The link in the newest mail to an address, whose subject must match. */
const linkIn = (email: string, subject: RegExp) => {
  const mail = mailbox.last(email);
  assert.match(mail.subject, subject);
  return /http:\S+\?token=\S+/.exec(mail.text)?.[0] as string;
};

test("a link's button confirms an address, and the link says so the next time", async () => {
  const person = await app.person((await app.tenant()).id);
  await person.api.post("/api/v1/auth/email/verification");
  await app.drain();
  const link = linkIn(person.email, /Confirm your e-mail address/);
  const { who, page } = await opened(link);
  assert.deepEqual([page.status, page.text.includes(person.email)], [200, true]);
  assert.equal((await person.api.get("/api/v1/auth/email")).body.verifiedAt, null, "opening it confirms nothing");
  assert.equal((await who.post("/confirm-email", {}, { origin: "https://evil.example" })).status, 403);
  const done = await who.post("/confirm-email", {});
  assert.deepEqual([done.status, done.location], [303, "/sign-in?did=confirmed"]);
  assert.match((await who.get(done.location as string)).text, /is confirmed\. Sign in to continue/);
  assert.notEqual((await person.api.get("/api/v1/auth/email")).body.verifiedAt, null);
  const late = await opened(link);
  assert.deepEqual([late.page.status, /already confirmed/.test(late.page.text)], [200, true]);
  app.clock.advance(25 * 3_600_000);
  const old = await opened(link);
  assert.deepEqual([old.page.status, /href="\/resend-confirmation"/.test(old.page.text)], [400, true]);
});

test("a signed-in person continues where they were; another person's session does not learn whose link it was", async () => {
  const tenant = await app.tenant();
  const [person, other] = [await app.person(tenant.id), await app.person(tenant.id)];
  for (const signedIn of [person, other]) {
    const email = `${word()}@new.test`;
    assert.equal((await person.api.post("/api/v1/auth/email/change", { email, password: person.password })).status, 200);
    await app.drain();
    const { who } = await opened(linkIn(email, /Confirm your new/));
    await who.get("/sign-in");
    const present = (await (signedIn === person ? person : other).api.get("/api/v1/auth/email")).body.email;
    assert.equal((await who.post("/sign-in", { email: present, password: signedIn.password })).location, "/signed-in");
    const card = await who.get("/confirm-email");
    assert.deepEqual([card.text.includes(present), /id="field-password"/.test(card.text)], [signedIn === person, signedIn !== person]);
    const done = await who.post("/confirm-email", signedIn === person ? {} : { password: person.password });
    assert.equal(done.location, signedIn === person ? "/signed-in?did=moved" : "/sign-in?did=moved", done.text);
    if (signedIn === person) assert.match((await who.get(done.location as string)).text, new RegExp(email));
  }
});

test("a stranger with the link to a new address sees nothing of the account and needs the password, with as many attempts as for signing in", async () => {
  const person = await app.person((await app.tenant()).id);
  const email = `${word()}@new.test`;
  assert.equal((await person.api.post("/api/v1/auth/email/change", { email, password: person.password })).status, 200);
  await app.drain();
  const { who, page } = await opened(linkIn(email, /Confirm your new/));
  assert.deepEqual([page.status, page.text.includes(email), /id="field-password"/.test(page.text)], [200, true, true]);
  const empty = await who.post("/confirm-email", {});
  assert.deepEqual([empty.status, /id="field-password-error"/.test(empty.text)], [400, true]);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) {
    const wrong = await who.post("/confirm-email", { password: "not it at all" });
    statuses.push(wrong.status);
    assert.ok(!wrong.text.includes(person.email) && !wrong.text.includes("not it at all"));
    if (n === 0) assert.match(wrong.text, /id="field-password-error"/);
    if (n === 5) assert.notEqual(wrong.headers.get("retry-after"), null);
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
  assert.ok(!page.text.includes(person.email));
  assert.equal((await person.api.get("/api/v1/auth/email")).body.email, person.email);
  app.clock.advance(60_001);
  const done = await who.post("/confirm-email", { password: person.password });
  assert.equal(done.location, "/sign-in?did=moved", done.text);
  assert.equal((await person.api.get("/api/v1/auth/email")).body.email, email);
});

test("a new link goes to whoever is waiting for it, and the page reveals nothing to others", async () => {
  const tenant = await app.tenant();
  const person = await app.person(tenant.id);
  const nobody = `${word()}@nobody.test`;
  const who = visitor();
  const texts = [];
  for (const email of [person.email, nobody]) {
    await who.get("/resend-confirmation");
    const answer = await who.post("/resend-confirmation", { email });
    texts.push([answer.status, answer.text.replaceAll(email, "E")]);
  }
  assert.deepEqual(texts[0], texts[1]);
  const wrong = await who.post("/resend-confirmation", { email: "" });
  assert.deepEqual([wrong.status, /id="field-email-error"/.test(wrong.text)], [400, true]);
  await app.drain();
  assert.ok(!mailbox.mails.some(({ to }) => to === nobody));
  const { who: visitorOfLink } = await opened(linkIn(person.email, /Confirm/));
  assert.equal((await visitorOfLink.post("/confirm-email", {})).status, 303);
});

test("an address taken in between is reported, and the old one stays", async () => {
  const tenant = await app.tenant();
  const person = await app.person(tenant.id);
  const email = `${word()}@new.test`;
  await person.api.post("/api/v1/auth/email/change", { email, password: person.password });
  await app.drain();
  const { who } = await opened(linkIn(email, /Confirm your new/));
  await app.app.tenants.createUser({ email, password: "another long one", tenantId: tenant.id, role: "agent" });
  const refused = await who.post("/confirm-email", { password: person.password });
  assert.deepEqual([refused.status, /This address is already in use/.test(refused.text)], [409, true], refused.text);
  assert.equal((await person.api.get("/api/v1/auth/email")).body.email, person.email);
});
