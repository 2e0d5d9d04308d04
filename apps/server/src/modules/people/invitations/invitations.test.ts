import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { startTestApp, type TestApp, type TestTenant, unknownId, signIn, sessionApi } from "../../../../test/harness.ts";
import { type Mailbox, startMailbox } from "../../../../test/fakes/mailbox.ts";
import { roleScopes } from "#platform/auth/roles.ts";

let app: TestApp;
let mailbox: Mailbox;
let tenant: TestTenant;
let serial = 0;

before(async () => {
  mailbox = await startMailbox();
  app = await startTestApp({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "parley@example.com", PUBLIC_URL: "http://crm.test" } });
  tenant = await app.tenant();
});
after(async () => {
  await app?.stop();
  await mailbox?.close();
});

const address = () => `guest-${++serial}@people.test`;
const post = (path: string, body: object) => app.api(null).post(`/api/v1/auth/invitations/${path}`, body);

async function invite(email: string, role = "agent", from: TestTenant = tenant): Promise<{ id: string; token: string }> {
  const made = await from.api.post("/api/v1/invitations", { email, role });
  assert.equal(made.status, 200, made.text);
  await app.drain();
  return { id: made.body.id, token: mailbox.last(email).token as string };
}

describe("an invitation", () => {
  it("is mailed, says what it is for, and makes a new person a member who can sign in", async () => {
    const email = address();
    const made = await tenant.api.post("/api/v1/invitations", {
      email: ` ${email.toUpperCase()} `,
      role: "supervisor",
      name: "Grace Hopper",
    });
    assert.equal(made.status, 200, made.text);
    assert.deepEqual(
      [made.body.email, made.body.role, made.body.name, made.body.status, made.body.mailStatus, made.body.mailError, made.body.acceptedAt],
      [email, "supervisor", "Grace Hopper", "pending", "queued", null, null],
    );
    assert.equal(new Date(made.body.expiresAt).getTime(), app.clock.now().getTime() + 7 * 86_400_000);
    await app.drain();
    assert.equal((await tenant.api.get(`/api/v1/invitations/${made.body.id}`)).body.mailStatus, "sent");
    const { token, text } = mailbox.last(email);
    assert.match(text, /http:\/\/crm\.test\/accept-invitation\?token=/);

    const preview = await post("preview", { token });
    assert.deepEqual([preview.status, preview.body.email, preview.body.existingUser, preview.body.role], [200, email, false, "supervisor"]);
    const missing = await post("accept", { token });
    assert.deepEqual([missing.status, missing.body.error.details], [400, [{ field: "password", issue: "required" }]]);
    const accepted = await post("accept", { token, password: "correct horse" });
    assert.equal(accepted.status, 200, accepted.text);
    assert.deepEqual([accepted.body.email, accepted.body.name, accepted.body.role], [email, "Grace Hopper", "supervisor"]);
    const me = await sessionApi(app.url, await signIn(app.url, email, "correct horse")).get("/api/v1/me");
    assert.deepEqual(
      [me.body.user.agentId, me.body.user.role, me.body.tenant.id],
      [accepted.body.agentId, "supervisor", accepted.body.tenantId],
    );
    const listed = await tenant.api.get(`/api/v1/invitations/${made.body.id}`);
    assert.deepEqual([listed.body.status, listed.body.acceptedAt !== null], ["accepted", true]);
    for (const path of ["accept", "preview"]) {
      const again = await post(path, { token, password: "correct horse" });
      assert.deepEqual([again.status, again.body.error.details], [400, [{ field: "token", issue: "unknown" }]], `${path}: used once`);
    }
  });

  it("keeps an existing account's password, and accepts none", async () => {
    const elsewhere = await app.tenant();
    const person = await app.person(elsewhere.id, { role: "owner" });
    app.clock.advance(1_000);
    const { token } = await invite(person.email, "viewer");
    assert.equal((await post("preview", { token })).body.existingUser, true);
    const refused = await post("accept", { token, password: "a new password" });
    assert.deepEqual([refused.status, refused.body.error.details], [400, [{ field: "password", issue: "not_allowed" }]]);
    const accepted = await post("accept", { token, name: "Second Name" });
    assert.deepEqual([accepted.status, accepted.body.userId, accepted.body.name], [200, person.userId, "Second Name"]);
    const me = await person.api.get("/api/v1/me");
    assert.deepEqual(
      me.body.user.memberships.map((m: { role: string }) => m.role),
      ["owner", "viewer"],
    );
    assert.equal((await app.api(null).post("/api/v1/auth/sign-in", { email: person.email, password: "a new password" })).status, 401);
  });

  it("is accepted once by two concurrent requests", async () => {
    const { token } = await invite(address());
    const both = await Promise.all(["one password", "two password"].map((password) => post("accept", { token, password })));
    assert.equal(both.filter(({ status }) => status === 200).length, 1, both.map(({ text }) => text).join("\n"));
    assert.ok(both.every(({ status }) => [200, 400, 409].includes(status)));
  });

  it("gives no role above the inviter's: neither a person's, nor one whose scopes a key lacks", async () => {
    const admin = await app.person(tenant.id, { role: "admin" });
    const refused = await admin.api.post("/api/v1/invitations", { email: address(), role: "owner" });
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.details],
      [403, "forbidden", [{ field: "role", issue: "not_allowed" }]],
    );
    assert.equal((await admin.api.post("/api/v1/invitations", { email: address(), role: "admin" })).status, 200);
    const byOwner = await tenant.api.post("/api/v1/invitations", { email: address(), role: "owner" });
    assert.equal((await admin.api.post(`/api/v1/invitations/${byOwner.body.id}/resend`)).status, 403);
    assert.equal((await admin.api.delete(`/api/v1/invitations/${byOwner.body.id}`)).status, 403);
    const bare = app.api(await app.key(tenant.id, { scopes: ["agents:read", "agents:write"] }));
    assert.equal((await bare.post("/api/v1/invitations", { email: address(), role: "viewer" })).status, 403);
    const key = app.api(await app.key(tenant.id, { scopes: ["agents:write", ...roleScopes.agent] }));
    assert.equal((await key.post("/api/v1/invitations", { email: address(), role: "viewer" })).status, 200);
    assert.equal((await key.post("/api/v1/invitations", { email: address(), role: "supervisor" })).status, 403);
    const supervisor = await app.person(tenant.id, { role: "supervisor" });
    assert.equal(
      (await supervisor.api.post("/api/v1/invitations", { email: address(), role: "viewer" })).body.error.code,
      "insufficient_scope",
    );
  });

  it("is unique per address while open; members need none, and an ended one makes room", async () => {
    const email = address();
    const { id } = await invite(email);
    const second = await tenant.api.post("/api/v1/invitations", { email, role: "agent" });
    assert.deepEqual([second.status, second.body.error.details], [409, [{ field: "email", issue: "exists", id }]]);
    const racing = address();
    const both = await Promise.all([1, 2].map(() => tenant.api.post("/api/v1/invitations", { email: racing, role: "agent" })));
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    const person = await app.person(tenant.id, { role: "agent" });
    const member = await tenant.api.post("/api/v1/invitations", { email: person.email, role: "agent" });
    assert.deepEqual([member.status, member.body.error.code], [409, "already_exists"]);
    app.clock.advance(7 * 86_400_000);
    assert.equal((await tenant.api.get(`/api/v1/invitations/${id}`)).body.status, "expired");
    const anew = await tenant.api.post("/api/v1/invitations", { email, role: "agent" });
    assert.equal(anew.status, 200, anew.text);
    assert.equal((await tenant.api.get(`/api/v1/invitations/${id}`)).body.status, "revoked");
  });

  it("is void once revoked, or after seven days; resending voids the older link and extends the invitation", async () => {
    const email = address();
    const { id, token } = await invite(email);
    app.clock.advance(6 * 86_400_000);
    const resent = await tenant.api.post(`/api/v1/invitations/${id}/resend`);
    assert.deepEqual([resent.status, resent.body.mailStatus], [200, "queued"]);
    assert.equal(new Date(resent.body.expiresAt).getTime(), app.clock.now().getTime() + 7 * 86_400_000);
    await app.drain();
    const newer = mailbox.last(email).token as string;
    assert.equal((await post("preview", { token })).status, 400, "the older link");
    assert.equal((await post("preview", { token: newer })).status, 200);
    app.clock.advance(7 * 86_400_000);
    assert.equal((await post("accept", { token: newer, password: "correct horse" })).status, 400, "too old");
    assert.equal((await tenant.api.post(`/api/v1/invitations/${id}/resend`)).status, 200, "an expired one can be sent again");
    await app.drain();
    const newest = mailbox.last(email).token as string;
    const gone = await tenant.api.delete(`/api/v1/invitations/${id}`);
    assert.deepEqual([gone.status, gone.body], [200, { id, deleted: true }]);
    assert.equal((await post("accept", { token: newest, password: "correct horse" })).status, 400, "revoked");
    assert.equal((await tenant.api.delete(`/api/v1/invitations/${id}`)).status, 200, "twice changes nothing");
    assert.equal((await tenant.api.post(`/api/v1/invitations/${id}/resend`)).status, 409);
  });

  it("cannot flood an address: ten mails a day, and a queued one is not duplicated", async () => {
    const email = address();
    const { id } = await invite(email);
    for (let i = 0; i < 3; i++) assert.equal((await tenant.api.post(`/api/v1/invitations/${id}/resend`)).status, 200);
    await app.drain();
    assert.equal(mailbox.mails.filter((mail) => mail.to === email).length, 2);
    for (let i = 0; i < 8; i++) {
      assert.equal((await tenant.api.post(`/api/v1/invitations/${id}/resend`)).status, 200);
      await app.drain();
    }
    const refused = await tenant.api.post(`/api/v1/invitations/${id}/resend`);
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "3600"]);
  });

  it("is mailed at most 500 times a day per tenant", async () => {
    const own = await app.tenant();
    await withClient(app.database.admin, (admin) =>
      admin.query(
        `insert into mails (tenant_id, id, kind, recipient, about_id, state, run_at, give_up_at, created_at)
         select $1, gen_random_uuid(), 'invitation', 'x@people.test', gen_random_uuid(), 'sent', $2, $2, $2 from generate_series(1, 499)`,
        [own.id, app.clock.now()],
      ),
    );
    assert.equal((await own.api.post("/api/v1/invitations", { email: address(), role: "agent" })).status, 200);
    const email = address();
    const refused = await own.api.post("/api/v1/invitations", { email, role: "agent" });
    assert.deepEqual([refused.status, refused.body.error.code], [429, "rate_limited"]);
    app.clock.advance(86_400_001);
    assert.equal((await own.api.post("/api/v1/invitations", { email, role: "agent" })).status, 200);
  });

  it("cannot be revoked once accepted, and a removed member comes back by a new one", async () => {
    const email = address();
    const { id, token } = await invite(email);
    const accepted = await post("accept", { token, password: "correct horse" });
    assert.equal((await tenant.api.delete(`/api/v1/invitations/${id}`)).status, 409);
    assert.equal((await tenant.api.delete(`/api/v1/members/${accepted.body.agentId}`)).status, 200);
    assert.equal((await tenant.api.get(`/api/v1/members/${accepted.body.agentId}`)).status, 404);
    const again = await invite(email, "viewer");
    assert.equal((await post("accept", { token: again.token })).status, 200);
    const member = await tenant.api.get(`/api/v1/members/${accepted.body.agentId}`);
    assert.deepEqual([member.status, member.body.role, member.body.status], [200, "viewer", "active"]);
  });

  it("is listed by status, in pages, only within its tenant, and is recorded in the audit log", async () => {
    const own = await app.tenant();
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      app.clock.advance(1_000);
      ids.unshift((await own.api.post("/api/v1/invitations", { email: address(), role: "agent" }, { "idempotency-key": `i${i}` })).body.id);
    }
    await own.api.delete(`/api/v1/invitations/${ids[1]}`);
    const first = await own.api.get("/api/v1/invitations?limit=2");
    const second = await own.api.get(`/api/v1/invitations?limit=2&cursor=${first.body.pageInfo.nextCursor}`);
    assert.deepEqual(
      [...first.body.data, ...second.body.data].map((i: { id: string }) => i.id),
      ids,
    );
    assert.equal((await own.api.get(`/api/v1/invitations?status=pending&cursor=${first.body.pageInfo.nextCursor}`)).status, 400);
    assert.deepEqual(
      (await own.api.get("/api/v1/invitations?status=revoked")).body.data.map((i: { id: string }) => i.id),
      [ids[1]],
    );
    for (const id of [ids[0], unknownId("inv"), "x"]) assert.equal((await tenant.api.get(`/api/v1/invitations/${id}`)).status, 404);
    const actions = await withClient(
      app.database.admin,
      async (admin) =>
        (
          await admin.query(
            "select action, actor_kind from audit_entries where tenant_id = $1 and action like 'invitation.%' order by id",
            [own.id],
          )
        ).rows,
    );
    assert.deepEqual(
      actions.map((row) => row.action),
      ["invitation.created", "invitation.created", "invitation.created", "invitation.revoked"],
    );
  });
});
