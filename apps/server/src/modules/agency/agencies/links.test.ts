/**
 * An existing organization becomes an agency's client with its owner's consent, and a request reveals nothing about which organizations
 * exist.
 */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { wireId } from "#platform/ids/ids.ts";
import { openTransaction, untilWaiting } from "../../../../test/database/locks.ts";
import { ok } from "../../../../test/responses.ts";
import { alsoOwns } from "../../../../test/stages/agency-stage.ts";
import { cookieOf, sessionApi, startTestApp, type TestApp, type TestPerson, type TestTenant, unknownId } from "../../../../test/harness.ts";

let t: TestApp;
let agency: TestTenant;
before(async () => {
  t = await startTestApp();
  agency = await t.tenant({ kind: "agency" });
});
after(() => t?.stop());

const path = "/api/v1/agencies/current/link-requests";
const scopes = ["contacts:read", "contacts:write", "flows:read"];
const word = () => randomBytes(5).toString("hex");
const ask = (organization: string, more: object = {}, of = agency) => of.api.post(path, { organization, scopes, ...more });

async function business(): Promise<{ tenant: TestTenant; wire: string; owner: TestPerson }> {
  const tenant = await t.tenant();
  return { tenant, wire: wireId("org", tenant.id), owner: await t.person(tenant.id, { role: "owner" }) };
}
const waiting = async (tenant: TestTenant) => (await ok(tenant.api.get("/api/v1/agency-grants?status=pending"))).data;

test("the owner sees who requests what, chooses, and the organization is a client from then on", async () => {
  const { tenant, wire, owner } = await business();
  const asked = await ok(ask(wire, { message: "As we said.", reference: "C-7" }));
  assert.deepEqual([asked.status, asked.clientId, asked.organization], ["pending", null, wire]);
  const [grant, ...more] = await waiting(tenant);
  assert.equal(more.length, 0);
  assert.deepEqual([grant.linkRequestId, grant.scopes, grant.message], [asked.id, scopes, "As we said."]);
  const notices = (await ok(owner.api.get("/api/v1/notifications"))).data;
  assert.deepEqual(
    notices.map((one: any) => [one.kind, one.grantId, one.actor.id]),
    [["grant_requested", grant.id, wireId("org", agency.id)]],
  );
  // A request is not a link.
  assert.equal((await agency.api.get(`/api/v1/agencies/current/clients/${wire}`)).status, 404);
  const accepted = await ok(owner.api.post(`/api/v1/agency-grants/${grant.id}/accept`, { scopes: ["contacts:read"] }));
  assert.deepEqual([accepted.status, accepted.scopes], ["accepted", ["contacts:read"]]);
  const client = await ok(agency.api.get(`/api/v1/agencies/current/clients/${wire}`));
  assert.deepEqual([client.status, client.reference, client.grantedScopes], ["active", "C-7", ["contacts:read"]]);
  const after = await ok(agency.api.get(`${path}/${asked.id}`));
  assert.deepEqual([after.status, after.clientId], ["accepted", wire]);
  const token = await ok(agency.api.post(`/api/v1/agencies/current/clients/${wire}/access-tokens`, { scopes: ["contacts:read"] }));
  assert.equal((await t.api(token.token).get("/api/v1/contacts")).status, 200);
  const more403 = await agency.api.post(`/api/v1/agencies/current/clients/${wire}/access-tokens`, { scopes: ["flows:read"] });
  assert.equal(more403.body.error.code, "insufficient_scope");
  for (const side of [tenant, agency]) {
    const rows = await t.app.database.worker<{ type: string }>({
      text: "select type from event_log where tenant_id = $1 and data->>'grantId' = $2 order by id",
      values: [side.id, grant.id],
    });
    const expected = ["agency_grant.answered"];
    assert.deepEqual(
      rows.map((row) => row.type),
      side === tenant ? ["agency_grant.requested", ...expected] : expected,
    );
    const entries = await t.app.database.worker({
      text: "select 1 from audit_entries where tenant_id = $1 and action = 'agency_client.linked' and target_id = $2",
      values: [side.id, wire],
    });
    assert.equal(entries.length, 1);
  }
});

test("an owner is found by the e-mail address; the first organization that accepts becomes the client", async () => {
  const [first, second] = [await business(), await business()];
  await alsoOwns(t, first.owner, first.tenant, second.tenant);
  const asked = await ok(ask(` ${first.owner.email.toUpperCase()} `));
  assert.equal(asked.organization, first.owner.email);
  const [one] = await waiting(first.tenant);
  const [two] = await waiting(second.tenant);
  assert.deepEqual([one.linkRequestId, two.linkRequestId], [asked.id, asked.id]);
  await ok(first.owner.api.post(`/api/v1/agency-grants/${one.id}/accept`));
  assert.deepEqual(await waiting(second.tenant), []);
  assert.equal((await ok(agency.api.get(`${path}/${asked.id}`))).clientId, first.wire);
});

test("the agency sees the same whether or not there is an organization, an owner or a possible client", async () => {
  const there = await business();
  const taken = await business();
  const other = await t.tenant({ kind: "agency" });
  await ok(ask(taken.wire, {}, other));
  const [grant] = await waiting(taken.tenant);
  await ok(taken.owner.api.post(`/api/v1/agency-grants/${grant.id}/accept`));
  const member = await t.person(there.tenant.id, { role: "admin" });
  const platform = await t.tenant({ kind: "platform" });
  const shapes = new Set<string>();
  for (const organization of [
    there.wire,
    there.owner.email,
    taken.wire,
    taken.owner.email,
    member.email,
    unknownId("org"),
    `${word()}@nobody.example`,
    "org_nonsense",
    wireId("org", agency.id),
    wireId("org", other.id),
    wireId("org", platform.id),
  ]) {
    const response = await ask(organization);
    assert.equal(response.status, 200, response.text);
    const read = await agency.api.get(`${path}/${response.body.id}`);
    const { id: _, organization: __, ...rest } = read.body;
    shapes.add(JSON.stringify(rest));
  }
  assert.equal(shapes.size, 1, [...shapes].join("\n"));
  assert.equal((await waiting(there.tenant)).length, 1, "asked twice, it waits once");
  for (const tenant of [taken.tenant, platform, other]) assert.deepEqual(await waiting(tenant), []);
  for (const organization of ["Harbour Bakery", "nobody@", "ab"]) assert.equal((await ask(organization)).status, 400, organization);
});

test("only an owner links; refusing is reported, the agency can withdraw, and requests expire", async () => {
  const { tenant, wire, owner } = await business();
  const asked = await ok(ask(wire));
  const [grant] = await waiting(tenant);
  const admin = await t.person(tenant.id, { role: "admin" });
  assert.equal((await admin.api.post(`/api/v1/agency-grants/${grant.id}/accept`)).status, 403);
  const beyond = await owner.api.post(`/api/v1/agency-grants/${grant.id}/accept`, { scopes: ["broadcasts:send"] });
  assert.deepEqual([beyond.status, beyond.body.error.details[0].field], [422, "scopes[0]"], beyond.text);
  await ok(owner.api.post(`/api/v1/agency-grants/${grant.id}/refuse`));
  assert.equal((await ok(agency.api.get(`${path}/${asked.id}`))).status, "declined");
  assert.equal((await agency.api.get(`/api/v1/agencies/current/clients/${wire}`)).status, 404);

  const again = await ok(ask(wire));
  const [second] = await waiting(tenant);
  assert.equal((await ok(agency.api.post(`${path}/${again.id}/withdraw`))).status, "withdrawn");
  assert.equal((await owner.api.post(`/api/v1/agency-grants/${second.id}/accept`)).body.error.code, "invalid_transition");
  assert.equal((await agency.api.post(`${path}/${again.id}/withdraw`)).body.error.code, "invalid_transition");

  const late = await ok(ask(wire));
  const [third] = await waiting(tenant);
  t.clock.advance(15 * 86_400_000);
  assert.equal((await ok(agency.api.get(`${path}/${late.id}`))).status, "expired");
  // The owner's session has expired by then; a key of the organization has not.
  assert.equal((await tenant.api.post(`/api/v1/agency-grants/${third.id}/accept`)).body.error.code, "invalid_transition");
  const listed = (await ok(agency.api.get(`${path}?status=expired`))).data.map((one: any) => one.id);
  assert.ok(listed.includes(late.id));
  // Another agency has no access.
  const other = await t.tenant({ kind: "agency" });
  assert.equal((await other.api.get(`${path}/${late.id}`)).status, 404);
});

test("an administrator's key cannot link, nor an owner's session that somebody else opened; a key with all scopes of an owner can", async () => {
  const { tenant, wire, owner } = await business();
  await ok(ask(wire));
  const [grant] = await waiting(tenant);
  const accept = `/api/v1/agency-grants/${grant.id}/accept`;
  const admin = await t.person(tenant.id, { role: "admin" });
  const { scopes: theirs } = await ok(admin.api.get("/api/v1/me"));
  const made = await ok(admin.api.post("/api/v1/api-keys", { name: "Key", scopes: theirs }));
  const byKey = await t.api(made.key).post(accept);
  assert.deepEqual([byKey.status, byKey.body.error?.code], [403, "forbidden"], byKey.text);

  const maker = await t.person(tenant.id, { role: "owner" });
  const link = await ok(maker.api.get(`/api/v1/agents-management/login-link?agentId=${owner.agentId}`));
  const entered = await t.api(null).post("/api/v1/auth/login-link", { token: link.token });
  const bound = await sessionApi(t.url, cookieOf(entered) as string).post(accept);
  assert.deepEqual([bound.status, bound.body.error?.code], [403, "forbidden"], bound.text);
  assert.equal((await agency.api.get(`/api/v1/agencies/current/clients/${wire}`)).status, 404);

  const own = await ok(owner.api.get("/api/v1/me"));
  const whole = await ok(owner.api.post("/api/v1/api-keys", { name: "Key", scopes: own.scopes }));
  assert.equal((await ok(t.api(whole.key).post(accept))).status, "accepted");
});

test("an answer that was given while the agency withdrew stays", async () => {
  const { tenant, wire } = await business();
  const asked = await ok(ask(wire));
  const [grant] = await waiting(tenant);
  const refusing = await openTransaction(t.database);
  await refusing.query(
    "update agency_grants set status = 'refused', refused_at = now(), ended_by = 'agt_x' where tenant_id = $1 and wire_id('grn', id) = $2",
    [tenant.id, grant.id],
  );
  const withdrawing = agency.api.post(`${path}/${asked.id}/withdraw`);
  await untilWaiting(t.database, 1);
  await refusing.release();
  await ok(withdrawing);
  const answered = await ok(tenant.api.get(`/api/v1/agency-grants/${grant.id}`));
  assert.deepEqual([answered.status, answered.revokedAt], ["refused", null]);
});

test("of two agencies that request a link, one gets the organization; only its owner can link a former client again", async () => {
  const { tenant, wire, owner } = await business();
  const other = await t.tenant({ kind: "agency" });
  await ok(ask(wire));
  await ok(ask(wire, {}, other));
  const [theirs, ours] = await waiting(tenant);
  await ok(owner.api.post(`/api/v1/agency-grants/${ours.id}/accept`));
  assert.equal((await owner.api.post(`/api/v1/agency-grants/${theirs.id}/accept`)).body.error.code, "conflict");
  await ok(agency.api.patch(`/api/v1/agencies/current/clients/${wire}`, { status: "ended" }));
  const back = await ok(ask(wire));
  const [grant] = (await waiting(tenant)).filter((one: any) => one.linkRequestId === back.id);
  await ok(owner.api.post(`/api/v1/agency-grants/${grant.id}/accept`));
  assert.equal((await ok(agency.api.get(`/api/v1/agencies/current/clients/${wire}`))).status, "active");
});

test("an agency sends at most fifty link requests a day", async () => {
  const own = await t.tenant({ kind: "agency" });
  for (let i = 0; i < 50; i++) await ok(ask(`${word()}@nobody.example`, {}, own));
  const refused = await ask(`${word()}@nobody.example`, {}, own);
  assert.equal(refused.status, 429, refused.text);
  assert.ok(Number(refused.headers.get("retry-after")) > 86_000);
});
