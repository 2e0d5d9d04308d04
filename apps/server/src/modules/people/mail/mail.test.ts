import assert from "node:assert/strict";
import { after, before, describe, it, test } from "node:test";
import fc from "fast-check";
import { withClient } from "@parley/database";
import { startTestApp, type TestApp, type TestTenant } from "../../../../test/harness.ts";
import { type Mailbox, startMailbox } from "../../../../test/fakes/mailbox.ts";
import { renderMail } from "./render.ts";

let app: TestApp;
let other: TestApp;
let mailbox: Mailbox;
let tenant: TestTenant;
let serial = 0;

before(async () => {
  mailbox = await startMailbox();
  const env = { SMTP_URL: mailbox.url, MAIL_FROM: "Parley <parley@example.com>", PUBLIC_URL: "http://crm.test" };
  app = await startTestApp({ env });
  other = await startTestApp({ sharing: app, env });
  tenant = await app.tenant();
});
after(async () => {
  await other?.stop();
  await app?.stop();
  await mailbox?.close();
});

const address = () => `reader-${++serial}@people.test`;
const received = (email: string) => mailbox.mails.filter((mail) => mail.to === email);

async function invite(email: string, from = tenant): Promise<string> {
  const made = await from.api.post("/api/v1/invitations", { email, role: "agent" });
  assert.equal(made.status, 200, made.text);
  return made.body.id;
}
const state = async (id: string) => {
  const { mailStatus, mailError } = (await tenant.api.get(`/api/v1/invitations/${id}`)).body;
  return { mailStatus, mailError };
};
/** Runs what is due now, without advancing the clock. */
const runDue = () => app.app.drain();

describe("mails", () => {
  it("are sent once, however many processes send them", async () => {
    const emails = Array.from({ length: 12 }, address);
    for (const email of emails) await invite(email);
    await Promise.all([app.drain(), other.drain()]);
    for (const email of emails) assert.equal(received(email).length, 1, email);
    const [mail] = received(emails[0] as string);
    assert.equal(mail?.from, "parley@example.com");
    assert.match(mail?.messageId as string, /^<[0-9a-f-]{36}@example\.com>$/);
    assert.match(mail?.headers as string, /Auto-Submitted: auto-generated/i);
  });

  it("are retried after a temporary refusal, and given up after a permanent one", async () => {
    const email = address();
    mailbox.refusals.push("451 later");
    const id = await invite(email);
    await runDue();
    const waiting = await state(id);
    assert.equal(waiting.mailStatus, "queued");
    assert.match(waiting.mailError, /later/);
    await runDue();
    assert.equal(received(email).length, 0, "not before its time");
    app.clock.advance(30_000);
    mailbox.refusals.push("hang up");
    await runDue();
    assert.equal((await state(id)).mailStatus, "queued");
    app.clock.advance(120_000);
    await runDue();
    assert.deepEqual(await state(id), { mailStatus: "sent", mailError: null });
    assert.equal(received(email).length, 1);

    const gone = address();
    mailbox.refusals.push("550 no such user");
    const refused = await invite(gone);
    await runDue();
    const failed = await state(refused);
    assert.equal(failed.mailStatus, "failed");
    assert.match(failed.mailError, /no such user/);
    app.clock.advance(86_400_000);
    await runDue();
    assert.equal(received(gone).length, 0);
  });

  it("of a dead process are sent by another one, under the same Message-ID, with a valid link", async () => {
    const email = address();
    const id = await invite(email);
    await runDue();
    const [first] = received(email);
    // The state after a crash between sending and recording.
    await withClient(app.database.admin, (admin) =>
      admin.query("update mails set state = 'leased', lease_until = $2, sent_at = null where recipient = $1", [
        email,
        new Date(app.clock.now().getTime() + 300_000),
      ]),
    );
    await runDue();
    assert.equal(received(email).length, 1, "its lease still runs");
    app.clock.advance(300_001);
    await other.app.drain();
    const [, second] = received(email);
    assert.equal(second?.messageId, first?.messageId);
    assert.equal((await state(id)).mailStatus, "sent");
    const preview = await app.api(null).post("/api/v1/auth/invitations/preview", { token: second?.token });
    assert.equal(preview.status, 200, preview.text);
  });

  it("that no longer have a reason are not sent", async () => {
    const email = address();
    const id = await invite(email);
    assert.equal((await tenant.api.delete(`/api/v1/invitations/${id}`)).status, 200);
    await runDue();
    assert.equal(received(email).length, 0);
  });

  it("fail with instructions if there is no mail server, and the invitation shows it", async () => {
    const bare = await startTestApp();
    after(() => bare.stop());
    const own = await bare.tenant();
    const made = await own.api.post("/api/v1/invitations", { email: address(), role: "agent" });
    await bare.drain();
    const { body } = await own.api.get(`/api/v1/invitations/${made.body.id}`);
    assert.equal(body.mailStatus, "failed");
    assert.match(body.mailError, /SMTP_URL/);
  });

  it("contain nothing that a name could inject", async () => {
    const evil = await app.tenant();
    const name = "A\u2028Bcc: x@y.z <script>alert(1)</script> \"'& \u202eevil";
    assert.equal((await evil.api.patch("/api/v1/organization", { name })).status, 200);
    const email = address();
    await invite(email, evil);
    await app.drain();
    const { headers, html, text, subject } = mailbox.last(email);
    assert.doesNotMatch(headers, /^bcc:/im);
    assert.doesNotMatch(html, /<script|\u202e/);
    assert.ok(html.includes("&#60;script&#62;") && text.includes("<script>"));
    assert.ok(subject.startsWith("You are invited to A Bcc: x@y.z"));
    assert.equal(received("x@y.z").length, 0);
  });
});

test("have a single subject line, and only our markup in the HTML, whatever people call themselves", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.string({ unit: "binary", maxLength: 60 }), (tenantName, word) => {
      const mail = renderMail(
        { subject: `Hello ${word}`, paragraphs: [`Dear ${word}`], action: { label: "Go", path: "/go", token: "t", endpoint: "POST /x" } },
        { tenantName, publicUrl: "http://crm.test" },
      );
      assert.doesNotMatch(mail.subject, /[\r\n\0]/);
      const tags = [...mail.html.matchAll(/<\/?([a-z!]+)/gi)].map((m) => m[1]?.toLowerCase());
      assert.deepEqual(
        tags.filter((tag) => !["!doctype", "html", "head", "meta", "title", "body", "p", "a", "code", "br"].includes(tag as string)),
        [],
      );
      assert.equal([...mail.html.matchAll(/href="/g)].length, 1);
      assert.equal(mail.text.split("\n").length, 11);
    }),
  );
});
