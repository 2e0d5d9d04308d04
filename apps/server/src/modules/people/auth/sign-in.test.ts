import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { eventually } from "../../../../test/eventually.ts";
import {
  cookieOf,
  createApi,
  sessionApi,
  signIn,
  startTestApp,
  type TestApp,
  type TestTenant,
  unknownId,
} from "../../../../test/harness.ts";

let app: TestApp;
/** Another server process on the same database. */
let other: TestApp;
let tenant: TestTenant;

before(async () => {
  app = await startTestApp();
  other = await startTestApp({ sharing: app });
  tenant = await app.tenant();
});
after(async () => {
  await other?.stop();
  await app?.stop();
});

/** From a separate address, so that it shares no attempt limits with others. */
function from(localAddress: string, path: string, body: object, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: any }>((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const outgoing = request(
      {
        hostname,
        port,
        path: `/api/v1/auth/${path}`,
        method: "POST",
        localAddress,
        headers: { "content-type": "application/json", ...headers },
      },
      (incoming) => {
        let text = "";
        incoming.on("data", (chunk) => {
          text += chunk;
        });
        incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: JSON.parse(text) }));
      },
    );
    outgoing.on("error", reject);
    outgoing.end(JSON.stringify(body));
  });
}

describe("signing in", () => {
  it("gives a session that reaches the same verbs as a key, with the person's tenant, role and scopes", async () => {
    const person = await app.person(tenant.id, { role: "agent", name: "Grace Hopper" });
    const me = await person.api.get("/api/v1/me");
    assert.equal(me.status, 200, me.text);
    assert.equal(me.body.key, null);
    assert.deepEqual(
      [me.body.user.id, me.body.user.agentId, me.body.user.name, me.body.user.email, me.body.user.role, me.body.user.platformAdmin],
      [person.userId, person.agentId, "Grace Hopper", person.email, "agent", false],
    );
    assert.deepEqual(
      me.body.user.memberships.map((m: { tenantId: string; role: string }) => [m.tenantId, m.role]),
      [[me.body.tenant.id, "agent"]],
    );
    assert.ok(me.body.scopes.includes("messages:send") && !me.body.scopes.includes("organization:read"));
    assert.equal(me.headers.get("ratelimit-limit"), "6000");
    const made = await person.api.post("/api/v1/contacts", { name: "By hand" });
    assert.equal(made.status, 200, made.text);
    assert.equal((await tenant.api.get(`/api/v1/contacts/${made.body.id}`)).body.name, "By hand");
    const refused = await person.api.get("/api/v1/api-keys");
    assert.deepEqual([refused.status, refused.body.error.details], [403, [{ field: "organization:read", issue: "missing_scope" }]]);
  });

  it("sets the token in a cookie that scripts cannot read and other sites do not send, and stores only its hash", async () => {
    const person = await app.person(tenant.id);
    const response = await app
      .api(null)
      .post("/api/v1/auth/sign-in", { email: ` ${person.email.toUpperCase()} `, password: person.password });
    assert.equal(response.status, 200, response.text);
    const set = response.headers.get("set-cookie") as string;
    assert.match(set, /^svc_session=[A-Za-z0-9_-]{43}[0-9a-f]{8}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/);
    assert.equal(response.headers.get("cache-control"), "no-store");
    const token = (cookieOf(response) as string).split("=")[1] as string;
    assert.ok(!response.text.includes(token));
    const rows = await withClient(app.database.admin, async (admin) => (await admin.query("select * from user_sessions")).rows);
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(token));
    assert.ok(!app.logged().includes(token) && !app.logged().includes(person.password));
    const secure = await startTestApp({ sharing: app, env: { PUBLIC_URL: "https://crm.example.com" } });
    after(() => secure.stop());
    const there = await createApi(secure.url, null).post("/api/v1/auth/sign-in", { email: person.email, password: person.password });
    assert.match(there.headers.get("set-cookie") as string, /; Secure$/);
  });

  it("gives the same response for a wrong password and an unknown person", async () => {
    const person = await app.person(tenant.id);
    const strip = (text: string) => text.replace(/SVC-[0-9a-f]+/, "SVC");
    const wrong = await app.api(null).post("/api/v1/auth/sign-in", { email: person.email, password: "wrong password" });
    const nobody = await app.api(null).post("/api/v1/auth/sign-in", { email: "nobody@people.test", password: "wrong password" });
    assert.deepEqual([wrong.status, wrong.body.error.code], [401, "unauthorized"]);
    assert.equal(strip(nobody.text), strip(wrong.text));
    assert.deepEqual([cookieOf(wrong), cookieOf(nobody)], [undefined, undefined]);
  });

  it("is blocked for an account at an address after five wrong attempts, longer with each further one; other addresses are unaffected", async () => {
    const person = await app.person(tenant.id);
    const wrong = { email: person.email, password: "wrong password" };
    const right = { email: person.email, password: person.password };
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await from("127.0.0.11", "sign-in", wrong)).status);
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    const refused = await from("127.0.0.11", "sign-in", right);
    assert.deepEqual([refused.status, refused.headers["retry-after"]], [429, "60"], "the right password, too soon");
    assert.equal((await from("127.0.0.12", "sign-in", right)).status, 200, "another address");
    app.clock.advance(60_000);
    assert.equal((await from("127.0.0.11", "sign-in", wrong)).status, 401);
    assert.equal((await from("127.0.0.11", "sign-in", right)).headers["retry-after"], "120", "the wait doubles");
    app.clock.advance(120_000);
    assert.equal((await from("127.0.0.11", "sign-in", right)).status, 200);
    assert.equal((await from("127.0.0.11", "sign-in", wrong)).status, 401, "who was right begins anew");
  });

  it("allows only five of many concurrent attempts, across both processes", async () => {
    const person = await app.person(tenant.id);
    const wrong = { email: person.email, password: "wrong password" };
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, i) => createApi(i % 2 === 0 ? app.url : other.url, null).post("/api/v1/auth/sign-in", wrong)),
    );
    assert.equal(all.filter(({ status }) => status === 401).length, 5);
    assert.equal(all.filter(({ status }) => status === 429).length, 7);
    app.clock.advance(60_000);
  });

  it("is limited by address across all accounts, and a correct attempt does not count", async () => {
    const person = await app.person(tenant.id);
    for (let i = 0; i < 25; i++) {
      const right = await from("127.0.0.13", "sign-in", { email: person.email, password: person.password });
      assert.equal(right.status, 200);
    }
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) statuses.push((await from("127.0.0.13", "sign-in", { email: `n${i}@people.test`, password: "x" })).status);
    assert.deepEqual(statuses, [...Array(20).fill(401), 429]);
    app.clock.advance(60_000);
    assert.equal((await from("127.0.0.13", "sign-in", { email: person.email, password: person.password })).status, 200);
  });

  it("needs a membership: 403 for a person's right credentials without any tenant, or for a tenant that is not theirs", async () => {
    const own = await app.tenant();
    await app.person(own.id);
    const person = await app.person(own.id, { role: "agent" });
    const there = await own.api.get("/api/v1/me");
    const named = await from("127.0.0.14", "sign-in", { email: person.email, password: person.password, tenantId: there.body.tenant.id });
    assert.equal(named.body.session.tenantId, there.body.tenant.id);
    const elsewhere = (await tenant.api.get("/api/v1/me")).body.tenant.id;
    for (const tenantId of [elsewhere, unknownId("org"), "nonsense"]) {
      const refused = await from("127.0.0.14", "sign-in", { email: person.email, password: person.password, tenantId });
      assert.deepEqual([refused.status, refused.body.error.code], [403, "forbidden"]);
    }
    assert.equal((await own.api.delete(`/api/v1/members/${person.agentId}`)).status, 200);
    const refused = await from("127.0.0.15", "sign-in", { email: person.email, password: person.password });
    assert.deepEqual([refused.status, refused.body.error.code], [403, "forbidden"]);
  });

  it("names errors of the body, and no other site's page can sign anybody in", async () => {
    const cases: [object, string, string][] = [
      [{ password: "x" }, "email", "required"],
      [{ email: "a@b.c" }, "password", "required"],
      [{ email: 1, password: "x" }, "email", "invalid_type"],
      [{ email: "a@b.c", password: "x".repeat(257) }, "password", "too_long"],
    ];
    for (const [body, field, issue] of cases) {
      const refused = await app.api(null).post("/api/v1/auth/sign-in", body);
      assert.deepEqual([refused.status, refused.body.error.details], [400, [{ field, issue }]]);
    }
    const plain = await app.api(null).request("POST", "/api/v1/auth/sign-in", { body: "{}", headers: { "content-type": "text/plain" } });
    assert.equal(plain.status, 415);
    const cross = await app.api(null).post("/api/v1/auth/sign-in", { email: "a@b.c", password: "x" }, { origin: "https://evil.example" });
    assert.deepEqual([cross.status, cross.body.error.code], [403, "forbidden"]);
    assert.equal((await app.api(null).get("/api/v1/auth/sign-in")).status, 405);
  });

  it("ends the browser's previous session, and signing out ends this one on every process immediately", async () => {
    const person = await app.person(tenant.id);
    const second = await sessionApi(app.url, person.cookie).post("/api/v1/auth/sign-in", {
      email: person.email,
      password: person.password,
    });
    assert.equal((await person.api.get("/api/v1/me")).status, 401, "the earlier one");
    const cookie = cookieOf(second) as string;
    assert.equal((await sessionApi(other.url, cookie).get("/api/v1/me")).status, 200);
    const out = await sessionApi(app.url, cookie).post("/api/v1/auth/sign-out", {});
    assert.deepEqual([out.status, out.body], [200, { signedOut: true }]);
    assert.match(out.headers.get("set-cookie") as string, /^svc_session=; .*Max-Age=0/);
    assert.equal((await sessionApi(app.url, cookie).get("/api/v1/me")).status, 401);
    await eventually("the other process heard of it", async () => (await sessionApi(other.url, cookie).get("/api/v1/me")).status === 401);
    assert.equal((await sessionApi(app.url, cookie).post("/api/v1/auth/sign-out", {})).status, 200, "twice is as good as once");
    assert.equal((await app.api(null).post("/api/v1/auth/sign-out")).status, 200, "and so is never");
  });
});

describe("a session", () => {
  it("ends after 8 hours without use and after 24 with use", async () => {
    const [idle, busy] = [await app.person(tenant.id), await app.person(tenant.id)];
    for (let hour = 0; hour < 23; hour++) {
      app.clock.advance(3_600_000);
      assert.equal((await busy.api.get("/api/v1/me")).status, 200, `after ${hour + 1} hours`);
      if (hour === 6) assert.equal((await idle.api.get("/api/v1/auth/session")).status, 200);
    }
    assert.equal((await idle.api.get("/api/v1/me")).status, 401, "15 hours unused");
    app.clock.advance(3_600_000);
    assert.equal((await busy.api.get("/api/v1/me")).status, 401, "24 hours old");
  });

  it("accepts writes only from this server's pages", async () => {
    const person = await app.person(tenant.id);
    const plain = createApi(app.url, null, { cookie: person.cookie });
    const host = new URL(app.url).host;
    const cases: [Record<string, string>, number][] = [
      [{}, 403],
      [{ origin: app.url }, 200],
      [{ origin: `https://${host}` }, 200],
      [{ "sec-fetch-site": "same-origin" }, 200],
      [{ origin: app.url, "sec-fetch-site": "same-site" }, 403],
      [{ origin: app.url, "sec-fetch-site": "cross-site" }, 403],
      [{ "sec-fetch-site": "none" }, 403],
      [{ origin: "https://evil.example" }, 403],
      [{ origin: "null" }, 403],
      [{ origin: `${app.url}.evil.example` }, 403],
    ];
    for (const [headers, status] of cases) {
      const response = await plain.post("/api/v1/contacts", { name: "x" }, headers);
      assert.equal(response.status, status, `${JSON.stringify(headers)}: ${response.text}`);
      if (status === 403) assert.equal(response.body.error.code, "forbidden");
      assert.equal((await plain.get("/api/v1/me", headers)).status, 200, "reading changes nothing");
    }
    const refused = await plain.post("/api/v1/auth/sessions/revoke-others", {}, { origin: "https://evil.example" });
    assert.equal(refused.status, 403);
    const publicly = await startTestApp({ sharing: app, env: { PUBLIC_URL: "https://crm.example.com" } });
    after(() => publicly.stop());
    const there = createApi(publicly.url, null, { cookie: `__Host-${person.cookie}` });
    assert.equal((await there.post("/api/v1/contacts", { name: "x" }, { origin: "https://crm.example.com" })).status, 200);
    assert.equal((await there.post("/api/v1/contacts", { name: "x" }, { origin: "http://crm.example.com" })).status, 403);
  });

  it("that is invalid gets 401, without a query if it is malformed, and if a key is sent, only the key counts", async () => {
    const person = await app.person(tenant.id);
    for (const cookie of ["svc_session=x", `${person.cookie}0`, `${person.cookie.slice(0, -1)}`, `${person.cookie}; svc_session=y`]) {
      assert.equal((await sessionApi(app.url, cookie).get("/api/v1/me")).status, 401, cookie);
    }
    const unknown = `svc_session=${"a".repeat(43)}`;
    assert.equal((await sessionApi(app.url, unknown).get("/api/v1/me")).status, 401);
    const both = createApi(app.url, tenant.key, { cookie: person.cookie });
    assert.equal((await both.get("/api/v1/me")).body.user, null);
    assert.equal((await both.post("/api/v1/contacts", { name: "no origin needed" })).status, 200);
    assert.equal((await createApi(app.url, "svc_live_x", { cookie: person.cookie }).get("/api/v1/me")).status, 401);
    assert.equal((await sessionApi(app.url, `theme=dark; ${person.cookie}; x=y`).get("/api/v1/me")).status, 200);
  });

  it("is limited per person, across all their sessions", async () => {
    const slow = await startTestApp({ env: { RATE_LIMIT_PER_MINUTE: "3" } });
    after(() => slow.stop());
    const { id } = await slow.app.tenants.createTenant({ name: "Slow", kind: "business" });
    const person = await slow.person(id);
    const second = sessionApi(slow.url, await signIn(slow.url, person.email, person.password));
    const statuses = [];
    for (const api of [person.api, second, person.api, second]) statuses.push((await api.get("/api/v1/me")).status);
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    const colleague = await slow.person(id);
    assert.equal((await colleague.api.get("/api/v1/me")).status, 200);
  });
});

describe("a person's sessions", () => {
  it("are listed in pages, ended one by one or all others at once, and nobody can end another person's", async () => {
    const person = await app.person(tenant.id);
    const stranger = await app.person(tenant.id);
    const cookies = [];
    for (let i = 0; i < 3; i++) {
      app.clock.advance(1_000);
      cookies.push(await signIn(app.url, person.email, person.password));
    }
    const first = await person.api.get("/api/v1/auth/sessions?limit=3");
    assert.equal(first.status, 200, first.text);
    assert.equal(first.body.pageInfo.hasNextPage, true);
    const rest = await person.api.get(`/api/v1/auth/sessions?limit=3&cursor=${first.body.pageInfo.nextCursor}`);
    assert.deepEqual([rest.body.data.length, rest.body.data[0].current, rest.body.pageInfo.hasNextPage], [1, true, false]);
    assert.deepEqual(
      first.body.data.map((s: { current: boolean }) => s.current),
      [false, false, false],
    );
    assert.equal(first.body.data[0].address, "127.0.0.1");
    assert.equal((await person.api.get("/api/v1/auth/sessions?cursor=x")).body.error.code, "invalid_cursor");
    assert.equal((await stranger.api.get(`/api/v1/auth/sessions?limit=3&cursor=${first.body.pageInfo.nextCursor}`)).status, 400);

    const [newest] = first.body.data;
    for (const id of [newest.id, unknownId("ses"), "nonsense"]) {
      const refused = await stranger.api.delete(`/api/v1/auth/sessions/${id}`);
      assert.deepEqual([refused.status, refused.body.error.code], [404, "not_found"]);
    }
    const headers = { "idempotency-key": "end" };
    const ended = await person.api.delete(`/api/v1/auth/sessions/${newest.id}`, headers);
    assert.deepEqual([ended.status, ended.body], [200, { id: newest.id, deleted: true }]);
    const again = await person.api.delete(`/api/v1/auth/sessions/${newest.id}`, headers);
    assert.deepEqual([again.status, again.headers.get("idempotency-replayed")], [200, "true"]);
    assert.equal((await person.api.delete(`/api/v1/auth/sessions/${newest.id}`)).status, 404);
    assert.equal((await sessionApi(app.url, cookies[2] as string).get("/api/v1/me")).status, 401);
    assert.equal((await sessionApi(app.url, cookies[1] as string).get("/api/v1/me")).status, 200);
    assert.deepEqual((await person.api.post("/api/v1/auth/sessions/revoke-others")).body, { revoked: 2 });
    assert.equal((await sessionApi(app.url, cookies[1] as string).get("/api/v1/me")).status, 401);
    assert.equal((await person.api.get("/api/v1/auth/session")).body.current, true);
    assert.equal((await stranger.api.get("/api/v1/me")).status, 200);
  });

  it("have their own idempotency keys: a colleague's identical key is another request", async () => {
    const [one, two] = [await app.person(tenant.id), await app.person(tenant.id)];
    await signIn(app.url, one.email, one.password);
    await signIn(app.url, two.email, two.password);
    const headers = { "idempotency-key": "tidy up" };
    for (const person of [one, two]) {
      const response = await person.api.post("/api/v1/auth/sessions/revoke-others", undefined, headers);
      assert.deepEqual([response.body, response.headers.get("idempotency-replayed")], [{ revoked: 1 }, null]);
    }
    await signIn(app.url, two.email, two.password);
    const again = await two.api.post("/api/v1/auth/sessions/revoke-others", undefined, headers);
    assert.deepEqual([again.body, again.headers.get("idempotency-replayed")], [{ revoked: 1 }, "true"], "and one's own is a repetition");
  });

  it("belong to the person: an API key gets 403, a missing credential 401", async () => {
    for (const [method, path] of [
      ["GET", "session"],
      ["GET", "sessions"],
      ["POST", "session/tenant"],
      ["POST", "password"],
      ["POST", "two-factor"],
      ["DELETE", `sessions/${unknownId("ses")}`],
    ] as const) {
      const body = method === "POST" ? { body: "{}" } : {};
      const refused = await tenant.api.request(method, `/api/v1/auth/${path}`, body);
      assert.deepEqual([refused.status, refused.body.error.code], [403, "forbidden"], path);
      assert.equal((await app.api(null).request(method, `/api/v1/auth/${path}`, body)).status, 401, path);
    }
  });

  it("continue in another tenant of the person, and in no other", async () => {
    const [one, two, three] = [await app.tenant(), await app.tenant(), await app.tenant()];
    const person = await app.person(one.id, { role: "owner" });
    app.clock.advance(1_000);
    await app.app.tenants.createUser({ email: person.email, password: person.password, tenantId: two.id, role: "viewer" });
    const orgs = await Promise.all([one, two, three].map(async ({ api }) => (await api.get("/api/v1/me")).body.tenant.id as string));
    assert.equal((await person.api.get("/api/v1/me")).body.tenant.id, orgs[0], "the one joined first");
    const { body: contact } = await two.api.post("/api/v1/contacts", { name: "In two" });
    assert.equal((await person.api.get(`/api/v1/contacts/${contact.id}`)).status, 404);

    const moved = await person.api.post("/api/v1/auth/session/tenant", { tenantId: orgs[1] });
    assert.deepEqual([moved.status, moved.body.tenantId, moved.body.current], [200, orgs[1], true]);
    const me = await person.api.get("/api/v1/me");
    assert.deepEqual([me.body.tenant.id, me.body.user.role], [orgs[1], "viewer"]);
    assert.deepEqual(
      me.body.user.memberships.map((m: { tenantId: string; role: string }) => [m.tenantId, m.role]),
      [
        [orgs[0], "owner"],
        [orgs[1], "viewer"],
      ],
    );
    assert.equal((await person.api.get(`/api/v1/contacts/${contact.id}`)).status, 200);
    assert.equal((await person.api.post("/api/v1/contacts", { name: "x" })).status, 403, "with the role there");
    for (const tenantId of [orgs[2], unknownId("org"), "nonsense"]) {
      const refused = await person.api.post("/api/v1/auth/session/tenant", { tenantId });
      assert.deepEqual([refused.status, refused.body.error.code], [404, "not_found"]);
    }
    assert.equal((await person.api.get("/api/v1/me")).body.tenant.id, orgs[1]);
    // Headers that name a tenant do not select it.
    const naming = await person.api.get("/api/v1/me", { "x-org-slug": orgs[0] as string, "x-app-id": orgs[0] as string });
    assert.equal(naming.body.tenant.id, orgs[1]);
  });
});
