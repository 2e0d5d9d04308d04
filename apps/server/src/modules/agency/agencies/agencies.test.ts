/** Agencies: clients, grants, delegated keys, and what an agency can never reach. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { wireId } from "#platform/ids/ids.ts";
import { refusedWithinASecond } from "../../../../test/eventually.ts";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { type Mailbox, startMailbox } from "../../../../test/fakes/mailbox.ts";

let app: TestApp;
let mailbox: Mailbox;
let agency: TestTenant;
let other: TestTenant;

before(async () => {
  mailbox = await startMailbox();
  app = await startTestApp({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "Parley <parley@example.com>" } });
  [agency, other] = await Promise.all([app.tenant({ kind: "agency" }), app.tenant({ kind: "agency" })]);
});
after(async () => {
  await app?.stop();
  await mailbox?.close();
});

const base = "/api/v1/agencies/current";
const word = () => randomBytes(5).toString("hex");
const body = (more: object = {}) => ({ name: "Harbour Bakery", ownerEmail: `${word()}@bakery.test`, ...more });

/** A client with a grant; `api` has all scopes in the client's tenant. */
async function makeClient(scopes: string[] | null = ["contacts:read", "contacts:write"], of: TestTenant = agency) {
  const made = await of.api.post(`${base}/clients`, body(scopes === null ? {} : { grant: { scopes } }));
  assert.equal(made.status, 200, made.text);
  const id: string = made.body.id;
  const uuid = id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  const api = app.api(await app.key(uuid));
  return { id, uuid, api, made: made.body, path: `${base}/clients/${id}` };
}

async function mint(path: string, scopes = ["contacts:read", "contacts:write"], of: TestTenant = agency) {
  const made = await of.api.post(`${path}/access-tokens`, { scopes });
  assert.equal(made.status, 200, made.text);
  return { ...made.body, api: app.api(made.body.token) };
}

const audit = (tenantId: string, action: string) =>
  app.app.database.worker<{ actor_id: string; changes: any; target_id: string; request_id: string }>({
    text: "select actor_id, changes, target_id, request_id from audit_entries where tenant_id = $1 and action = $2 order by id",
    values: [tenantId, action],
  });

test("the profile belongs to agencies only, counts clients, and changes only given fields", async () => {
  const own = await app.tenant({ kind: "agency" });
  await makeClient(null, own);
  const changed = await own.api.patch(base, { contactEmail: " Hello@Agency.Example ", website: "https://agency.example" });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual([changed.body.contactEmail, changed.body.website], ["hello@agency.example", "https://agency.example"]);
  assert.deepEqual((await own.api.patch(base, { website: null })).body.contactEmail, "hello@agency.example");
  assert.equal((await own.api.patch(base, { name: " Bright Agency " })).body.name, "Bright Agency");
  assert.equal((await own.api.get("/api/v1/organization")).body.name, "Bright Agency");
  assert.equal((await own.api.patch(base, { name: " " })).body.error.details[0].field, "name");
  const read = await own.api.get(base);
  assert.equal(read.body.name, "Bright Agency");
  assert.deepEqual([read.body.website, read.body.clients], [null, { pending: 1, active: 0, suspended: 0, ended: 0 }]);
  assert.equal(read.body.id, wireId("org", own.id));
  for (const kind of ["business", "platform"] as const) {
    const tenant = await app.tenant({ kind });
    for (const path of [base, `${base}/clients`, `${base}/domains`]) {
      const refused = await tenant.api.get(path);
      assert.deepEqual([refused.status, refused.body.error.code], [403, "forbidden"]);
    }
  }
  assert.equal((await own.api.patch(base, { contactEmail: "nobody" })).body.error.details[0].field, "contactEmail");
  assert.equal((await own.api.patch(base, { website: "javascript:alert(1)" })).status, 400);
});

test("a client is a separate tenant with an invited owner, and is active once the owner has joined", async () => {
  const key = { "idempotency-key": word() };
  const asked = body({ reference: "C-1042", ownerName: "Ada", grant: { scopes: ["contacts:read"] } });
  const made = await agency.api.post(`${base}/clients`, asked, key);
  assert.equal(made.status, 200, made.text);
  const again = await agency.api.post(`${base}/clients`, asked, key);
  assert.deepEqual([again.headers.get("idempotency-replayed"), again.body.id], ["true", made.body.id]);
  assert.deepEqual(
    [made.body.status, made.body.reference, made.body.grantedScopes, made.body.invitation.email],
    ["pending", "C-1042", ["contacts:read"], asked.ownerEmail],
  );
  const { invitation: _, ...shown } = made.body;
  assert.deepEqual((await agency.api.get(`${base}/clients/${made.body.id}`)).body, shown);
  await app.drain();
  const { token } = mailbox.last(asked.ownerEmail);
  const accepted = await app.api(null).post("/api/v1/auth/invitations/accept", { token, password: "correct horse battery" });
  assert.equal(accepted.status, 200, accepted.text);
  assert.deepEqual([accepted.body.role, accepted.body.tenantId], ["owner", made.body.id]);
  assert.equal((await agency.api.get(`${base}/clients/${made.body.id}`)).body.status, "active");
});

test("the agency sees only the link to its client, and another agency does not see even that", async () => {
  const client = await makeClient();
  await client.api.post("/api/v1/contacts", { name: "Secret Person", phone: "+447700900123" });
  for (const path of [client.path, `${base}/clients?limit=100`, `${client.path}/grants`, base]) {
    assert.ok(!(await agency.api.get(path)).text.includes("Secret"));
  }
  const answers = new Set<string>();
  for (const id of [client.id, unknownId("org"), "org_1", wireId("org", agency.id)]) {
    const path = `${base}/clients/${id}`;
    for (const response of [
      await other.api.get(path),
      await other.api.patch(path, { status: "ended" }),
      await other.api.get(`${path}/grants`),
      await other.api.post(`${path}/grants`, { scopes: ["contacts:read"] }),
      await other.api.post(`${path}/access-tokens`, { scopes: ["contacts:read"] }),
    ]) {
      assert.equal(response.status, 404);
      answers.add(response.text);
    }
  }
  assert.equal(answers.size, 1);
  // The client's own key belongs to no agency, and headers do not choose a tenant.
  assert.equal((await agency.api.get("/api/v1/contacts", { "x-org-slug": client.id, "x-app-id": client.id })).body.data.length, 0);
});

test("an agency requests a grant and the client answers; at most one of its grants is active and one pending", async () => {
  const client = await makeClient(null);
  const refusedToken = await agency.api.post(`${client.path}/access-tokens`, { scopes: ["contacts:read"] });
  assert.deepEqual([refusedToken.status, refusedToken.body.error.code], [403, "grant_required"]);
  const asked = await agency.api.post(`${client.path}/grants`, { scopes: ["contacts:read"], message: "For the weekend" });
  assert.deepEqual([asked.status, asked.body.status, asked.body.clientId], [200, "pending", client.id], asked.text);
  const twice = await agency.api.post(`${client.path}/grants`, { scopes: ["contacts:write"] });
  assert.deepEqual([twice.body.error.code, twice.body.error.details[0].id], ["already_exists", asked.body.id]);
  // A requested grant is not a grant yet.
  assert.equal((await agency.api.post(`${client.path}/access-tokens`, { scopes: ["contacts:read"] })).body.error.code, "grant_required");
  const seen = await client.api.get("/api/v1/agency-grants");
  assert.deepEqual(seen.body.data, [asked.body]);
  const grant = `/api/v1/agency-grants/${asked.body.id}`;
  const weak = app.api(await app.key(client.uuid, { scopes: ["organization:write", "organization:read"] }));
  assert.deepEqual((await weak.post(`${grant}/accept`)).body.error.details, [{ field: "contacts:read", issue: "missing_scope" }]);
  const accepted = await client.api.post(`${grant}/accept`);
  assert.deepEqual([accepted.status, accepted.body.status], [200, "accepted"], accepted.text);
  for (const verb of ["accept", "refuse"]) assert.equal((await client.api.post(`${grant}/${verb}`)).body.error.code, "invalid_transition");
  assert.equal((await mint(client.path, ["contacts:read"])).grantId, asked.body.id);

  const wider = await agency.api.post(`${client.path}/grants`, { scopes: ["contacts:read", "contacts:write"] });
  assert.equal((await client.api.post(`/api/v1/agency-grants/${wider.body.id}/accept`)).status, 200);
  assert.equal((await client.api.get(grant)).body.status, "revoked");
  assert.deepEqual((await agency.api.get(client.path)).body.grantedScopes, ["contacts:read", "contacts:write"]);
  const third = await agency.api.post(`${client.path}/grants`, { scopes: ["media:read"] });
  const no = await client.api.post(`/api/v1/agency-grants/${third.body.id}/refuse`);
  assert.deepEqual([no.body.status, no.body.refusedAt], ["refused", app.clock.now().toISOString()]);
  assert.equal((await client.api.post(`/api/v1/agency-grants/${third.body.id}/revoke`)).body.error.code, "invalid_transition");
  const listed = await agency.api.get(`${client.path}/grants?status=refused`);
  assert.deepEqual(
    listed.body.data.map((g: any) => g.id),
    [third.body.id],
  );
});

test("only an owner or administrator answers, and an owner may grant scopes that their session lacks", async () => {
  const client = await makeClient(null);
  const asked = await agency.api.post(`${client.path}/grants`, { scopes: ["admin:read"] });
  const path = `/api/v1/agency-grants/${asked.body.id}/accept`;
  const supervisor = await app.person(client.uuid, { role: "supervisor" });
  assert.equal((await supervisor.api.post(path)).body.error.code, "insufficient_scope");
  const admin = await app.person(client.uuid, { role: "admin" });
  assert.deepEqual((await admin.api.post(path)).body.error.details, [{ field: "admin:read", issue: "missing_scope" }]);
  const owner = await app.person(client.uuid, { role: "owner" });
  const accepted = await owner.api.post(path);
  assert.deepEqual([accepted.body.status, accepted.body.acceptedBy], ["accepted", owner.agentId], accepted.text);
});

test("a delegated key's calls that store nothing appear in both audit logs once per five minutes, like reads", async () => {
  const scopes = ["conversations:read", "conversations:write"];
  const client = await makeClient(scopes);
  const token = await mint(client.path, scopes);
  const recorded = async (tenant: string) =>
    (await audit(tenant, "agency.acted")).filter((e) => e.target_id === token.id).map((e) => [e.changes.operation, e.changes.sampled]);
  const path = `/api/v1/conversations/${unknownId("conv")}/presence`;
  const set = () => token.api.request("PUT", path, { body: JSON.stringify({ state: "viewing", memberId: unknownId("agt") }) });
  assert.equal((await token.api.get("/api/v1/conversations/presence")).status, 200);
  for (let i = 0; i < 3; i++) assert.equal((await set()).status, 404);
  const once = [
    ["listPresence", true],
    ["setPresence", true],
  ];
  for (const tenant of [client.uuid, agency.id]) assert.deepEqual(await recorded(tenant), once);
  app.clock.advance(5 * 60_000);
  await set();
  for (const tenant of [client.uuid, agency.id]) assert.deepEqual(await recorded(tenant), [...once, ["setPresence", true]]);
});

test("a delegated key acts in the client, within its scopes and its lifetime; its writes are in both audit logs as the agency's", async () => {
  const client = await makeClient();
  const token = await mint(client.path);
  const me = await token.api.get("/api/v1/me");
  assert.deepEqual([me.body.tenant.id, me.body.scopes], [client.id, ["contacts:read", "contacts:write"]]);
  const made = await token.api.post("/api/v1/contacts", { name: "By the agency" }, { "x-request-id": "call-1" });
  assert.equal(made.status, 200, made.text);
  assert.equal((await client.api.get(`/api/v1/contacts/${made.body.id}`)).body.name, "By the agency");
  assert.equal((await agency.api.get(`/api/v1/contacts/${made.body.id}`)).status, 404);
  for (const path of ["/api/v1/conversations", "/api/v1/organization", "/api/v1/agency-grants", base])
    assert.equal((await token.api.get(path)).body.error.code, "insufficient_scope");
  assert.equal((await token.api.post("/api/v1/api-keys", { name: "x", scopes: ["contacts:read"] })).status, 403);

  for (const tenant of [client.uuid, agency.id]) {
    const entries = (await audit(tenant, "agency.acted")).filter((e) => e.target_id === token.id);
    assert.deepEqual(
      entries.map((e) => [e.changes.operation, e.changes.sampled]),
      [
        ["getMe", true],
        ["createContact", false],
      ],
    );
    const [, write] = entries;
    assert.deepEqual(
      [write?.request_id, write?.changes.byOrganization, write?.changes.forOrganization, write?.changes.grantId],
      ["call-1", wireId("org", agency.id), client.id, token.grantId],
    );
  }
  const [effect] = await audit(client.uuid, "contact.created");
  if (effect !== undefined) assert.equal(effect.changes.byOrganization, wireId("org", agency.id));

  // It is not among the client's own keys.
  assert.ok(!(await client.api.get("/api/v1/api-keys?limit=100")).text.includes(token.id));
  assert.equal((await client.api.get(`/api/v1/api-keys/${token.id}`)).status, 404);
  app.clock.advance(3_600_000);
  assert.equal((await token.api.get("/api/v1/me")).status, 401);
  app.clock.advance(25 * 3_600_000);
  await app.app.agencies.purgeTokens();
  await app.app.agencies.purgeTokens();
  const left = await app.app.database.worker({
    text: "select 1 from api_keys where tenant_id = $1 and grant_id is not null",
    values: [client.uuid],
  });
  assert.equal(left.length, 0);
});

test("a delegated key stays within the grant: its scopes, its end, and never anything that would outlive it", async () => {
  const expiresAt = new Date(app.clock.now().getTime() + 120_000).toISOString();
  const made = await agency.api.post(`${base}/clients`, body({ grant: { scopes: ["contacts:read"], expiresAt } }));
  const path = `${base}/clients/${made.body.id}`;
  assert.deepEqual((await agency.api.post(`${path}/access-tokens`, { scopes: ["contacts:read", "media:read"] })).body.error.details, [
    { field: "media:read", issue: "missing_scope" },
  ]);
  const token = await mint(path, ["contacts:read"]);
  assert.equal(token.expiresAt, expiresAt);
  for (const scopes of [["organization:write"], ["agents:write"], ["agency:act"], [], ["everything"]]) {
    assert.equal((await agency.api.post(`${path}/grants`, { scopes })).status, 400, scopes.join());
    assert.equal((await agency.api.post(`${base}/clients`, body({ grant: { scopes } }))).status, 400, scopes.join());
  }
  for (const ttlSeconds of [0, 59, 3_601])
    assert.equal((await agency.api.post(`${path}/access-tokens`, { scopes: ["contacts:read"], ttlSeconds })).status, 400);
  app.clock.advance(120_000);
  assert.equal((await token.api.get("/api/v1/contacts")).status, 401);
  assert.equal((await agency.api.post(`${path}/access-tokens`, { scopes: ["contacts:read"] })).body.error.code, "grant_required");
  assert.deepEqual((await agency.api.get(path)).body.grantedScopes, []);
});

test("a revoked grant stops its delegated keys in every process within a second, and their writes immediately", async () => {
  const second = await startTestApp({ sharing: app });
  try {
    const client = await makeClient();
    const token = await mint(client.path);
    const there = async () => (await fetch(`${second.url}/api/v1/contacts`, { headers: { "x-api-key": token.token } })).status;
    assert.equal(await there(), 200);
    assert.equal((await token.api.get("/api/v1/contacts")).status, 200);
    assert.equal((await client.api.post(`/api/v1/agency-grants/${token.grantId}/revoke`)).body.status, "revoked");
    assert.equal((await token.api.get("/api/v1/contacts")).status, 401);
    const write = await fetch(`${second.url}/api/v1/contacts`, {
      method: "POST",
      headers: { "x-api-key": token.token, "content-type": "application/json" },
      body: JSON.stringify({ name: "Too late" }),
    });
    assert.equal(write.status, 401);
    await refusedWithinASecond(there);
    assert.ok(!(await client.api.get("/api/v1/contacts?limit=100")).text.includes("Too late"));
    assert.equal((await client.api.post(`/api/v1/agency-grants/${token.grantId}/revoke`)).status, 200);
  } finally {
    await second.stop();
  }
});

test("a suspended client's delegated keys stop until it is resumed; an ended client's grants are revoked for good", async () => {
  const client = await makeClient();
  const token = await mint(client.path);
  assert.equal((await agency.api.patch(client.path, { status: "suspended" })).body.status, "suspended");
  assert.equal((await token.api.get("/api/v1/contacts")).status, 401);
  assert.equal((await agency.api.post(`${client.path}/access-tokens`, { scopes: ["contacts:read"] })).body.error.code, "conflict");
  assert.equal((await client.api.get("/api/v1/contacts")).status, 200, "the client's own work goes on");
  // It has no owner yet, so it becomes pending again.
  assert.equal((await agency.api.patch(client.path, { status: "active" })).body.status, "pending");
  assert.equal((await agency.api.patch(client.path, { status: "active" })).body.error.code, "invalid_transition");
  assert.equal((await token.api.get("/api/v1/contacts")).status, 200);
  await app.person(client.uuid);
  await agency.api.patch(client.path, { status: "suspended" });
  assert.equal((await agency.api.patch(client.path, { status: "active" })).body.status, "active");
  const ended = await agency.api.patch(client.path, { status: "ended", reference: "gone" });
  assert.deepEqual([ended.body.status, ended.body.grantedScopes, ended.body.reference], ["ended", [], "gone"], ended.text);
  assert.equal((await token.api.get("/api/v1/contacts")).status, 401);
  assert.equal((await client.api.get("/api/v1/agency-grants")).body.data[0].status, "revoked");
  for (const status of ["active", "suspended"])
    assert.equal((await agency.api.patch(client.path, { status })).body.error.code, "invalid_transition");
  assert.equal((await agency.api.post(`${client.path}/grants`, { scopes: ["contacts:read"] })).body.error.code, "conflict");
  assert.equal((await agency.api.post(`${client.path}/access-tokens`, { scopes: ["contacts:read"] })).body.error.code, "grant_required");
  assert.equal((await client.api.get("/api/v1/contacts")).status, 200);
});

test("an agency key with admin scopes reaches its own organization and the clients whose grants contain them", async () => {
  const own = await app.tenant({ kind: "agency" });
  const granted = await makeClient(["admin:read"], own);
  const without = await makeClient(["contacts:read"], own);
  const list = async () =>
    (await own.api.get("/api/v1/admin/billing/organizations?limit=100")).body.data.map((o: any) => o.id ?? o.organizationId).sort();
  assert.deepEqual(await list(), [wireId("org", own.id), granted.id].sort());
  const balance = (id: string) => own.api.get(`/api/v1/admin/billing/organizations/${id}/balance`);
  assert.deepEqual([(await balance(granted.id)).status, (await balance(without.id)).status], [200, 404]);
  assert.equal((await agency.api.get(`/api/v1/admin/billing/organizations/${granted.id}/balance`)).status, 404);
  const [grant] = (await granted.api.get("/api/v1/agency-grants")).body.data;
  await granted.api.post(`/api/v1/agency-grants/${grant.id}/revoke`);
  assert.deepEqual([(await balance(granted.id)).status, await list()], [404, [wireId("org", own.id)]]);
});

test("under /admin, an agency's key has no scope in a client beyond its grant: it makes nobody an owner", async () => {
  const own = await app.tenant({ kind: "agency" });
  const client = await makeClient(["admin:write"], own);
  await app.person(client.uuid, { role: "owner" });
  const member = await app.person(client.uuid, { role: "viewer" });
  const path = `/api/v1/admin/members/${member.agentId}/role`;
  for (const role of ["owner", "agent"]) {
    const refused = await own.api.patch(path, { role });
    assert.deepEqual([refused.status, refused.body.error?.code], [403, "forbidden"], refused.text);
  }
  assert.equal((await client.api.get(`/api/v1/members/${member.agentId}`)).body.role, "viewer");
});

test("an agency creates a hundred clients a day, however many it requests concurrently, and more once the first is a day old", async () => {
  const own = await app.tenant({ kind: "agency" });
  const responses: Awaited<ReturnType<typeof own.api.post<any>>>[] = [];
  for (let i = 0; i < 9; i++)
    responses.push(...(await Promise.all(Array.from({ length: 12 }, () => own.api.post(`${base}/clients`, body())))));
  const refused = responses.filter((response) => response.status !== 200);
  assert.deepEqual([responses.length, refused.length], [108, 8]);
  for (const response of refused) {
    assert.deepEqual([response.status, response.body.error.code], [429, "rate_limited"], response.text);
    assert.equal(response.headers.get("retry-after"), "86400");
  }
  assert.equal((await agency.api.post(`${base}/clients`, body())).status, 200, "another agency's are its own");
  app.clock.advance(86_400_000);
  assert.equal((await own.api.post(`${base}/clients`, body())).status, 200);
});

test("scopes that would outlive a grant cannot be granted", async () => {
  const client = await makeClient();
  for (const scope of ["organization:write", "agents:write", "webhooks:write", "ai:write", "agency:act"]) {
    const grant = { scopes: ["contacts:read", scope] };
    for (const response of [
      await agency.api.post(`${base}/clients`, body({ grant })),
      await agency.api.post(`${client.path}/grants`, grant),
      await agency.api.post(`${client.path}/access-tokens`, grant),
    ])
      assert.deepEqual([response.status, response.body.error?.code], [400, "validation_error"], `${scope}: ${response.text}`);
  }
});

test("concurrent requests create one grant; concurrent answers give it one answer", async () => {
  const client = await makeClient(null);
  const asked = await Promise.all([1, 2, 3].map(() => agency.api.post(`${client.path}/grants`, { scopes: ["contacts:read"] })));
  assert.deepEqual(asked.map((a) => a.status).sort(), [200, 409, 409]);
  const id = asked.find((a) => a.status === 200)?.body.id;
  const responses = await Promise.all(["accept", "refuse", "accept"].map((verb) => client.api.post(`/api/v1/agency-grants/${id}/${verb}`)));
  assert.deepEqual(responses.map((a) => a.status).sort(), [200, 409, 409]);
});

test("the lists of clients and grants show each once, newest first, and end", async () => {
  const own = await app.tenant({ kind: "agency" });
  const made: string[] = [];
  for (let i = 0; i < 3; i++) {
    app.clock.advance(1);
    made.unshift((await makeClient(null, own)).id);
  }
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: any = await own.api.get(`${base}/clients?limit=2${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
    assert.ok(page.body.data.every((c: any) => c.name === "Harbour Bakery"));
    seen.push(...page.body.data.map((c: any) => c.id));
    cursor = page.body.pageInfo.nextCursor;
  }
  assert.deepEqual(seen, made);
  assert.deepEqual((await own.api.get(`${base}/clients?status=ended`)).body.data, []);
  assert.equal((await own.api.get(`${base}/clients?status=lost`)).status, 400);
  assert.equal((await own.api.get(`${base}/clients?cursor=x`)).body.error.code, "invalid_cursor");
});

test("reading, changing and acting each need their scope", async () => {
  const client = await makeClient();
  const only = async (scope: string) => app.api(await app.key(agency.id, { scopes: [scope] }));
  const [reader, writer, actor] = [await only("agency:read"), await only("agency:write"), await only("agency:act")];
  assert.equal((await reader.get(client.path)).status, 200);
  assert.equal((await actor.post(`${client.path}/access-tokens`, { scopes: ["contacts:read"] })).status, 200);
  for (const refused of [
    await writer.get(client.path),
    await reader.patch(client.path, { reference: "x" }),
    await reader.post(`${base}/clients`, body()),
    await writer.post(`${client.path}/access-tokens`, { scopes: ["contacts:read"] }),
  ])
    assert.equal(refused.body.error.code, "insufficient_scope");
});
