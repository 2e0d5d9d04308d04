import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { withClient } from "@parley/database";
import { Secret, TOTP } from "otpauth";
import { wireId } from "#platform/ids/ids.ts";
import { setAgencyStage } from "../../../../test/stages/agency-stage.ts";
import { eventually, refusedWithinASecond } from "../../../../test/eventually.ts";
import {
  type Api,
  cookieOf,
  createApi,
  signIn,
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestTenant,
} from "../../../../test/harness.ts";
import { openTransaction, untilWaiting } from "../../../../test/database/locks.ts";
import { repository } from "../../../../test/process.ts";

let app: TestApp;
/** Another process on the same database. */
let other: TestApp;
let tenant: TestTenant;
let platform: TestTenant;

before(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: "127.0.0.1" } });
  other = await startTestApp({ sharing: app, env: { TRUST_PROXY: "127.0.0.1" } });
  [tenant, platform] = [await app.tenant(), await app.tenant({ kind: "platform" })];
  // There is always another owner, so that nobody is the last one.
  await app.person(tenant.id, { role: "owner" });
});
after(async () => {
  await other?.stop();
  await app?.stop();
});

// Refused attempts count against the address: each test uses its own.
let tests = 0;
beforeEach(() => void tests++);
const from = () => ({ "x-forwarded-for": `10.0.${tests}.1` });
const sessionAt = (url: string, cookie: string) => createApi(url, null, { cookie, origin: url, ...from() });

const ok = async (answer: Promise<{ status: number; text: string; body: any }>): Promise<any> => {
  const { status, text, body } = await answer;
  assert.equal(status, 200, text);
  return body;
};
const useLink = (token: string) => app.api(null).post("/api/v1/auth/login-link", { token }, from());
const linkPath = (of: TestPerson) => `/api/v1/agents-management/login-link?agentId=${of.agentId}`;

/** One session as both processes see it. */
interface Entered {
  here: Api;
  there: Api;
}
async function enter(token: string): Promise<Entered> {
  const used = await useLink(token);
  assert.equal(used.status, 200, used.text);
  const cookie = cookieOf(used) as string;
  return { here: sessionAt(app.url, cookie), there: sessionAt(other.url, cookie) };
}
const statuses = async ({ here, there }: Entered) => [(await here.get("/api/v1/me")).status, (await there.get("/api/v1/me")).status];

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() });
async function enableFactor(person: TestPerson): Promise<string> {
  const { secret } = await ok(person.api.post("/api/v1/auth/two-factor", { password: person.password }));
  await ok(person.api.post("/api/v1/auth/two-factor/verify", { code: codeOf(secret) }));
  app.clock.advance(30_000);
  return secret;
}
const setMember = (person: TestPerson, change: object) => ok(tenant.api.patch(`/api/v1/members/${person.agentId}`, change));
const suspendUser = (person: TestPerson, verb: "suspend" | "unsuspend") =>
  ok(platform.api.post(`/api/v1/admin/users/${person.userId}/${verb}`, {}));
const joinAnother = async (person: TestPerson, platformAdmin: boolean) => {
  const { id } = await app.tenant();
  await app.app.tenants.createUser({ email: person.email, password: person.password, tenantId: id, role: "viewer", platformAdmin });
};

interface Change {
  name: string;
  /** Runs before any link is created; its result is passed to `make`. */
  prepare?(person: TestPerson): Promise<string>;
  make(person: TestPerson, prepared: string): Promise<unknown>;
  /** Nobody gets a link for another person who is in this state. */
  notOf?: "subject";
}

const changes: Change[] = [
  { name: "another role, a higher one", make: (person) => setMember(person, { role: "owner" }) },
  { name: "another role, a lower one", make: (person) => setMember(person, { role: "viewer" }) },
  {
    name: "another role, and the same again",
    async make(person) {
      const { role } = await ok(tenant.api.get(`/api/v1/members/${person.agentId}`));
      await setMember(person, { role: "supervisor" });
      await setMember(person, { role });
    },
  },
  { name: "suspended as a member", make: (person) => setMember(person, { status: "suspended" }) },
  {
    name: "suspended as a member, and active again",
    async make(person) {
      await setMember(person, { status: "suspended" });
      await setMember(person, { status: "active" });
    },
  },
  { name: "removed", make: (person) => ok(tenant.api.delete(`/api/v1/members/${person.agentId}`)) },
  {
    name: "removed, and a member again",
    async make(person) {
      const { role } = await ok(tenant.api.get(`/api/v1/members/${person.agentId}`));
      await ok(tenant.api.delete(`/api/v1/members/${person.agentId}`));
      await app.app.tenants.createUser({ email: person.email, password: person.password, tenantId: tenant.id, role });
    },
  },
  {
    name: "another password",
    make: (person) => ok(person.api.post("/api/v1/auth/password", { currentPassword: person.password, password: "another correct horse" })),
  },
  { name: "a second factor", make: enableFactor },
  {
    name: "no second factor any more",
    notOf: "subject",
    prepare: enableFactor,
    make: (person, secret) => ok(person.api.post("/api/v1/auth/two-factor/disable", { password: person.password, code: codeOf(secret) })),
  },
  { name: "suspended as a person", make: (person) => suspendUser(person, "suspend") },
  {
    name: "suspended as a person, and no longer",
    async make(person) {
      await suspendUser(person, "suspend");
      await suspendUser(person, "unsuspend");
    },
  },
  { name: "a platform administrator", make: (person) => joinAnother(person, true) },
];

describe("a login link, and the session from one, ends within a second on every process", () => {
  for (const who of ["maker", "subject", "own"] as const) {
    for (const change of changes) {
      if (change.notOf === who) continue;
      it(`when ${who === "own" ? "who made it for themself" : `its ${who}`} is or gets: ${change.name}`, async () => {
        const subject = await app.person(tenant.id, { role: who === "own" ? "admin" : "agent" });
        const maker = who === "own" ? subject : await app.person(tenant.id, { role: "admin" });
        const changing = who === "maker" ? maker : subject;
        const prepared = (await change.prepare?.(changing)) ?? "";
        const mint = async () => (await ok(maker.api.get(linkPath(subject)))).token as string;
        const entered = await enter(await mint());
        const unused = await mint();
        assert.deepEqual(await statuses(entered), [200, 200]);
        await change.make(changing, prepared);
        await refusedWithinASecond(async () => (await entered.here.get("/api/v1/me")).status);
        await refusedWithinASecond(async () => (await entered.there.get("/api/v1/me")).status);
        const refused = await useLink(unused);
        // Suspending or removing the link's recipient deletes the link, so it becomes unknown.
        const isGone = who !== "maker" && /^(suspended|removed)/.test(change.name);
        assert.deepEqual([refused.status, refused.body.error.code], isGone ? [400, "validation_error"] : [403, "forbidden"]);
      });
    }
  }

  it("survives other changes: a name, availability, a membership elsewhere", async () => {
    const [maker, subject] = [await app.person(tenant.id, { role: "admin" }), await app.person(tenant.id, { role: "agent" })];
    const entered = await enter((await ok(maker.api.get(linkPath(subject)))).token);
    for (const person of [maker, subject]) {
      await setMember(person, { name: "Another Name" });
      await ok(person.api.post("/api/v1/agents/me/availability", { availability: "away" }));
    }
    await joinAnother(maker, false);
    await signIn(app.url, maker.email, maker.password);
    assert.deepEqual(await statuses(entered), [200, 200]);
  });

  it("of the person's own ends with a role in another organization: there it would reach further than when it was created", async () => {
    const person = await app.person(tenant.id, { role: "agent" });
    const entered = await enter((await ok(person.api.get(linkPath(person)))).token);
    await joinAnother(person, false);
    await refusedWithinASecond(async () => (await entered.there.get("/api/v1/me")).status);
    assert.equal((await person.api.get("/api/v1/me")).status, 200, "who signed in goes on");
  });

  it("ends the event stream opened with it", async () => {
    const [maker, subject] = [await app.person(tenant.id, { role: "admin" }), await app.person(tenant.id, { role: "agent" })];
    const used = await useLink((await ok(maker.api.get(linkPath(subject)))).token);
    const stream = await fetch(`${other.url}/api/v1/events/stream`, { headers: { cookie: cookieOf(used) as string } });
    assert.equal(stream.status, 200);
    const reading = (stream.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    // Its headers come before it follows the events.
    for (let text = ""; !text.includes(": ready"); ) {
      const { value, done } = await reading.read();
      assert.equal(done, false, text);
      text += value;
    }
    await ok(maker.api.post("/api/v1/auth/password", { currentPassword: maker.password, password: "another correct horse" }));
    while (!(await reading.read()).done);
  });
});

describe("a session from a login link", () => {
  it("creates no further links, for anybody", async () => {
    const [maker, subject] = [await app.person(tenant.id, { role: "owner" }), await app.person(tenant.id, { role: "admin" })];
    const entered = [
      await enter((await ok(maker.api.get(linkPath(subject)))).token),
      await enter((await ok(maker.api.get(linkPath(maker)))).token),
    ];
    for (const { here } of entered) {
      for (const path of ["/api/v1/agents-management/login-link", linkPath(subject), linkPath(maker)]) {
        const response = await here.get(path);
        assert.deepEqual([response.status, response.body.error.code], [403, "forbidden"], path);
      }
    }
  });
});

describe("a session from another person's login link", () => {
  it("creates no keys, which would outlive it; one from the person's own link does", async () => {
    const [maker, subject] = [await app.person(tenant.id, { role: "owner" }), await app.person(tenant.id, { role: "owner" })];
    const key = { name: "Key", scopes: ["contacts:read"] };
    const theirs = await enter((await ok(maker.api.get(linkPath(subject)))).token);
    const refused = await theirs.here.post("/api/v1/api-keys", key);
    assert.deepEqual([refused.status, refused.body.error.code], [403, "forbidden"], refused.text);
    const own = await enter((await ok(maker.api.get(linkPath(maker)))).token);
    assert.equal((await own.here.post("/api/v1/api-keys", key)).status, 200);

    const stage = await setAgencyStage(app, await app.tenant());
    await stage.grant();
    const [keeper, colleague] = [
      await app.person(stage.agency.id, { role: "owner" }),
      await app.person(stage.agency.id, { role: "owner" }),
    ];
    const atAgency = await enter((await ok(keeper.api.get(linkPath(colleague)))).token);
    const path = `${stage.path}/access-tokens`;
    const token = await atAgency.here.post(path, { scopes: ["contacts:read"] });
    assert.deepEqual([token.status, token.body.error?.code], [403, "forbidden"], token.text);
    assert.equal((await keeper.api.post(path, { scopes: ["contacts:read"] })).status, 200);
  });

  it("grants an agency what its role has, and not what an owner adds", async () => {
    const stage = await setAgencyStage(app, await app.tenant());
    const [maker, subject] = [await app.person(stage.client.id, { role: "owner" }), await app.person(stage.client.id, { role: "owner" })];
    const { here } = await enter((await ok(maker.api.get(linkPath(subject)))).token);
    const asked = await ok(stage.agency.api.post(`${stage.path}/grants`, { scopes: ["contacts:read", "admin:write"] }));
    const accept = `/api/v1/agency-grants/${asked.id}/accept`;
    const refused = await here.post(accept);
    assert.deepEqual([refused.status, refused.body.error.code], [403, "insufficient_scope"], refused.text);
    assert.deepEqual((await ok(here.post(accept, { scopes: ["contacts:read"] }))).scopes, ["contacts:read"]);
  });

  it("of an agency's key for its client ends while the agency is suspended", async () => {
    const stage = await setAgencyStage(app, await app.tenant());
    await stage.grant();
    const acting = await stage.act();
    // No grant includes the scopes needed to create links for others; this tests a key that has them nevertheless.
    await withClient(app.database.admin, (admin) =>
      admin.query("update api_keys set scopes = scopes || '{agents:write}' where tenant_id = $1 and grant_id is not null", [
        stage.client.id,
      ]),
    );
    const viewer = await app.person(stage.client.id, { role: "viewer" });
    const entered = await enter((await ok(acting.api.get(linkPath(viewer)))).token);
    assert.deepEqual(await statuses(entered), [200, 200]);
    await ok(platform.api.patch(`/api/v1/admin/organizations/${wireId("org", stage.agency.id)}`, { status: "suspended" }));
    assert.equal((await acting.api.get("/api/v1/contacts")).status, 401);
    await refusedWithinASecond(async () => (await entered.here.get("/api/v1/me")).status);
    await refusedWithinASecond(async () => (await entered.there.get("/api/v1/me")).status);
  });
});

describe("a session from signing in", () => {
  const cases: {
    name: string;
    prepare?(person: TestPerson): Promise<string>;
    make(person: TestPerson, prepared: string): Promise<unknown>;
    /** The expected later status of the calling session. */
    own: number;
  }[] = [
    {
      name: "another password",
      own: 200,
      make: (person) =>
        ok(person.api.post("/api/v1/auth/password", { currentPassword: person.password, password: "another correct horse" })),
    },
    { name: "a second factor", own: 200, make: enableFactor },
    {
      name: "no second factor any more",
      own: 200,
      prepare: enableFactor,
      make: (person, secret) => ok(person.api.post("/api/v1/auth/two-factor/disable", { password: person.password, code: codeOf(secret) })),
    },
    { name: "suspended as a member", own: 401, make: (person) => setMember(person, { status: "suspended" }) },
    { name: "removed", own: 401, make: (person) => ok(tenant.api.delete(`/api/v1/members/${person.agentId}`)) },
    { name: "suspended as a person", own: 401, make: (person) => suspendUser(person, "suspend") },
  ];
  for (const { name, prepare, make, own } of cases) {
    it(`ends within a second on every process: ${name}`, async () => {
      const person = await app.person(tenant.id, { role: "admin" });
      const prepared = (await prepare?.(person)) ?? "";
      const code = prepared === "" ? {} : { code: codeOf(prepared) };
      const signed = await app.api(null).post("/api/v1/auth/sign-in", { email: person.email, password: person.password, ...code });
      app.clock.advance(30_000);
      const cookie = cookieOf(signed) as string;
      const elsewhere = { here: sessionAt(app.url, cookie), there: sessionAt(other.url, cookie) };
      assert.deepEqual(await statuses(elsewhere), [200, 200]);
      await make(person, prepared);
      await refusedWithinASecond(async () => (await elsewhere.here.get("/api/v1/me")).status);
      await refusedWithinASecond(async () => (await elsewhere.there.get("/api/v1/me")).status);
      assert.equal((await sessionAt(app.url, person.cookie).get("/api/v1/me")).status, own);
    });
  }

  it("has its new role's scopes within a second, and not the former ones: another role, no platform flag any more", async () => {
    const person = await app.person(tenant.id, { role: "admin", platformAdmin: true });
    const there = sessionAt(other.url, person.cookie);
    for (const path of ["/api/v1/api-keys", "/api/v1/admin/organizations"]) assert.equal((await there.get(path)).status, 200, path);
    await setMember(person, { role: "agent" });
    await eventually("the role is lower there", async () => (await there.get("/api/v1/api-keys")).status === 403);
    await withClient(app.database.admin, (admin) =>
      admin.query("update users set platform_admin = false where email = $1", [person.email]),
    );
    await eventually("the flag is gone there", async () => (await there.get("/api/v1/admin/organizations")).status === 403);
  });

  it("does not start with a password changed while it was being checked", async () => {
    const person = await app.person(tenant.id);
    const held = await openTransaction(app.database);
    await held.query("update users set password_hash = 'none', access_version = access_version + 1 where email = $1", [person.email]);
    const signing = app.api(null).post("/api/v1/auth/sign-in", { email: person.email, password: person.password });
    await untilWaiting(app.database, 1);
    await held.release();
    const response = await signing;
    assert.deepEqual([response.status, cookieOf(response)], [401, undefined], response.text);
  });
});

describe("caching of a session's responses", () => {
  it("nothing caches a response to a key or a session, including refusals; a file is requested each time", async () => {
    const person = await app.person(tenant.id);
    for (const api of [person.api, tenant.api]) {
      const responses = [
        await api.get("/api/v1/me"),
        await api.get("/api/v1/contacts?limit=1"),
        await api.post("/api/v1/contacts", { name: "Kept by nobody" }),
        await api.get("/api/v1/contacts/nobody"),
        await api.get("/api/v1/contacts?limit=0"),
        await api.post("/api/v1/contacts", {}),
      ];
      for (const { headers, status } of responses) assert.equal(headers.get("cache-control"), "no-store", String(status));
    }
    const refused = await app.api("svc_live_nobody").get("/api/v1/me");
    assert.deepEqual([refused.status, refused.headers.get("cache-control")], [401, "no-store"]);
    const stranger = await app.api(await app.key(tenant.id, { scopes: ["contacts:read"] })).get("/api/v1/deals");
    assert.deepEqual([stranger.status, stranger.headers.get("cache-control")], [403, "no-store"]);
    const form = new FormData();
    form.set("file", new Blob(["%PDF-1.4\n"], { type: "application/pdf" }), "a.pdf");
    const headers = { authorization: `Bearer ${tenant.key}` };
    const { id } = (await (await fetch(`${app.url}/api/v1/media`, { method: "POST", headers, body: form })).json()) as { id: string };
    const file = await fetch(`${app.url}/api/v1/media/${id}`, { headers });
    assert.deepEqual([file.status, file.headers.get("cache-control")], [200, "private, no-cache"]);
  });

  it("the cookie belongs to this host only if the server is reached by https", async () => {
    const secure = await startTestApp({ sharing: app, env: { PUBLIC_URL: "https://crm.example.com", TRUST_PROXY: "127.0.0.1" } });
    try {
      const person = await app.person(tenant.id);
      const signed = await createApi(secure.url, null).post("/api/v1/auth/sign-in", { email: person.email, password: person.password });
      const set = signed.headers.get("set-cookie") as string;
      assert.match(set, /^__Host-svc_session=[A-Za-z0-9_-]{43}[0-9a-f]{8}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/);
      const cookie = cookieOf(signed) as string;
      assert.equal((await sessionAt(secure.url, cookie).get("/api/v1/me")).status, 200);
      // A cookie without the prefix is ignored, because a sibling host or an unencrypted page could plant it.
      assert.equal((await sessionAt(secure.url, cookie.replace("__Host-", "")).get("/api/v1/me")).status, 401);
      const planted = `svc_session=${person.cookie.split("=")[1] as string}`;
      const me = await ok(sessionAt(secure.url, `${planted}; ${cookie}`).get("/api/v1/me"));
      assert.equal(me.user.id, person.userId);
      const out = await createApi(secure.url, null, { cookie }).post("/api/v1/auth/sign-out", {});
      assert.match(out.headers.get("set-cookie") as string, /^__Host-svc_session=; .*Max-Age=0; Secure$/);
      assert.equal((await sessionAt(secure.url, cookie).get("/api/v1/me")).status, 401);
    } finally {
      await secure.stop();
    }
  });
});

it("every statement that changes what a person may do increments the version", () => {
  const root = join(repository, "apps/server/src");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  const statements = files.flatMap((name) => {
    const source = readFileSync(join(root, name), "utf8");
    return [...source.matchAll(/text:\s*(`[^`]*`|"[^"]*")/g)].map(([, text]) => ({ name, text: text as string }));
  });
  // The SET part, up to the condition.
  const sets = (text: string) =>
    [
      ...text.matchAll(
        /\b(?:update\s+(?:users|members)\b[^;]*?\bset\b|into\s+(?:users|members)\b[\s\S]*?\bdo update\s+set\b)([\s\S]*?)(?:\bwhere\b|\bfrom\b|\breturning\b|$)/g,
      ),
    ].map(([, set]) => set as string);
  const decisive = statements.flatMap(({ name, text }) =>
    sets(text)
      .filter((set) => /\b(password_hash|platform_admin|suspended_at|role|status)\s*=/.test(set))
      .map((set) => ({ name, set })),
  );
  assert.deepEqual(
    decisive.filter(({ set }) => !set.includes("access_version")),
    [],
  );
  // The known statements; a shorter list would mean that this search no longer finds them.
  assert.deepEqual(
    decisive.map(({ name }) => name).sort(),
    [
      "administration/admin/users",
      "administration/admin/users",
      "administration/admin/users",
      "organizations/tenants/tenants",
      "organizations/tenants/tenants",
      "people/auth/auth",
      "people/members/members",
    ].map((name) => `modules/${name}.queries.ts`),
  );
});
