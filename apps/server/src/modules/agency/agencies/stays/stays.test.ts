/** A person of an agency enters a client with their session: what they do happens there, and never at home by mistake. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { wireId } from "#platform/ids/ids.ts";
import { eventually, refusedWithinASecond } from "../../../../../test/eventually.ts";
import { startTestApp, type TestApp, type TestPerson, type TestTenant } from "../../../../../test/harness.ts";
import { ok } from "../../../../../test/responses.ts";
import { follow } from "../../../../../test/stages/event-stage.ts";
import { type AgencyStage, setAgencyStage } from "../../../../../test/stages/agency-stage.ts";

let app: TestApp;
let client: TestTenant;
let stage: AgencyStage;
let person: TestPerson;
let channel: Awaited<ReturnType<TestApp["channel"]>>;

before(async () => {
  app = await startTestApp();
  client = await app.tenant();
  channel = await app.channel(client);
  stage = await setAgencyStage(app, client);
  person = await app.person(stage.agency.id, { role: "admin" });
});
after(() => app?.stop());

const stay = "/api/v1/auth/session/client";
const clientId = () => wireId("org", client.id);
const enter = (api = person.api) => api.post(stay, { clientId: clientId() });
const audit = (tenantId: string, action: string) =>
  app.app.database.worker<{ changes: any; target_id: string }>({
    text: "select changes, target_id from audit_entries where tenant_id = $1 and action = $2 order by id",
    values: [tenantId, action],
  });

test("what is done during a stay happens in the client, with the grant's scopes, and is recorded in both audit logs", async () => {
  assert.deepEqual([(await enter()).status, (await enter()).body.error.code], [403, "grant_required"]);
  const grant = await stage.grant({ scopes: ["contacts:read", "contacts:write"] });
  const entered = await enter();
  assert.equal(entered.status, 200, entered.text);
  assert.deepEqual([entered.body.clientId, entered.body.grantId, entered.body.scopes.length], [clientId(), grant.id, 2]);
  const me = (await person.api.get("/api/v1/me")).body;
  assert.deepEqual(
    [me.tenant.id, me.user, me.scopes, me.acting.agencyId, me.acting.memberId, me.acting.expiresAt],
    [clientId(), null, ["contacts:read", "contacts:write"], wireId("org", stage.agency.id), person.agentId, entered.body.expiresAt],
  );
  const made = await person.api.post("/api/v1/contacts", { name: "By the agency" });
  assert.equal(made.status, 200, made.text);
  assert.equal((await client.api.get(`/api/v1/contacts/${made.body.id}`)).status, 200);
  assert.equal((await stage.agency.api.get(`/api/v1/contacts/${made.body.id}`)).status, 404);
  assert.equal((await person.api.get("/api/v1/agencies/current/clients")).status, 403, "not the agency's own affairs");
  assert.equal((await person.api.post("/api/v1/labels", { name: "x" })).body.error.code, "insufficient_scope");
  // Their own account stays accessible; what belongs to the agency's organization does not.
  assert.equal((await person.api.get("/api/v1/auth/sessions")).status, 200);
  assert.equal((await person.api.post("/api/v1/organization/erase", { name: "x" })).status, 403);
  for (const id of [client.id, stage.agency.id]) {
    const acted = (await audit(id, "agency.acted")).find(({ changes }) => changes.operation === "createContact");
    assert.deepEqual([acted?.changes.memberId, acted?.target_id], [person.agentId, entered.body.keyId]);
  }
  assert.deepEqual((await person.api.delete(stay)).body, { left: true });
  assert.equal((await person.api.get("/api/v1/me")).body.tenant.id, wireId("org", stage.agency.id));
  assert.deepEqual((await person.api.delete(stay)).body, { left: false });
  for (const id of [client.id, stage.agency.id])
    assert.equal((await audit(id, "access_token.revoked")).at(-1)?.target_id, entered.body.keyId);
  await stage.revoke(grant);
});

test("once the grant is revoked, nothing can be done in either organization until the person leaves", async () => {
  const grant = await stage.grant();
  assert.equal((await enter()).status, 200);
  await stage.revoke(grant);
  const write = await person.api.post("/api/v1/contacts", { name: "Too late" });
  assert.deepEqual([write.status, write.body.error.code], [403, "grant_required"], write.text);
  await refusedWithinASecond(async () => ((await person.api.get("/api/v1/contacts")).status === 403 ? 401 : 200));
  assert.equal((await person.api.get("/api/v1/me")).body.error.code, "grant_required");
  for (const tenant of [client, stage.agency]) {
    const { body } = await tenant.api.get("/api/v1/contacts?limit=100");
    assert.equal(body.data.filter(({ name }: { name: string }) => name === "Too late").length, 0);
  }
  assert.equal((await person.api.get("/api/v1/auth/session")).status, 200, "still signed in");
  assert.deepEqual((await person.api.delete(stay)).body, { left: true });
  assert.equal((await person.api.get("/api/v1/agencies/current/clients")).status, 200);
});

test("a stay ends after its hour, with a change of the person's role, and with a switch to another organization", async () => {
  const grant = await stage.grant();
  await enter();
  app.clock.advance(3_600_000);
  assert.equal((await person.api.get("/api/v1/contacts")).body.error.code, "grant_required");
  const again = await enter();
  assert.equal(again.status, 200, again.text);
  assert.equal((await person.api.get("/api/v1/contacts")).status, 200);
  await person.api.post("/api/v1/auth/session/tenant", { tenantId: wireId("org", stage.agency.id) });
  assert.equal((await person.api.get("/api/v1/me")).body.acting, null);
  await enter();
  const agentPath = `/api/v1/agents/${person.agentId}`;
  assert.equal((await stage.agency.api.patch(agentPath, { role: "agent" })).status, 200);
  await refusedWithinASecond(async () => ((await person.api.get("/api/v1/contacts")).status === 403 ? 401 : 200));
  await person.api.delete(stay);
  assert.equal((await enter()).body.error.code, "insufficient_scope");
  await stage.agency.api.patch(agentPath, { role: "admin" });
  await stage.revoke(grant);
});

const endings: [string, (person: TestPerson) => Promise<unknown>][] = [
  ["lost their role", (p) => ok(stage.agency.api.patch(`/api/v1/agents/${p.agentId}`, { role: "agent" }))],
  ["were removed", (p) => ok(stage.agency.api.delete(`/api/v1/agents/${p.agentId}`))],
  ["signed out", (p) => ok(p.api.post("/api/v1/auth/sign-out"))],
  ["left the client", (p) => ok(p.api.delete(stay))],
];
test("the client's event stream ends for whoever no longer acts there, and only for them", async () => {
  const grant = await stage.grant();
  const colleague = await app.person(stage.agency.id, { role: "admin" });
  const open = async (of: TestPerson) => {
    await ok(enter(of.api));
    const stream = await follow(app.url, null, "", { cookie: of.cookie });
    await stream.ready();
    return stream;
  };
  const kept = await open(colleague);
  for (const [what, end] of endings) {
    const leaving = await app.person(stage.agency.id, { role: "admin" });
    const stream = await open(leaving);
    await end(leaving);
    await eventually(`the stream of somebody who ${what} ends`, () => stream.ended);
    const { id } = await ok(client.api.post("/api/v1/contacts", { name: "Written afterwards" }));
    await kept.until(() => kept.events().some(({ data }) => JSON.stringify(data).includes(id)));
  }
  assert.equal(kept.ended, false);
  kept.close();
  await stage.revoke(grant);
});

test("a grant without webhooks or conversations opens the client's event stream, which shows only what the grant may read", async () => {
  const grant = await stage.grant({ scopes: ["contacts:read"] });
  await ok(enter());
  const stream = await follow(app.url, null, "?presence=true", { cookie: person.cookie });
  assert.equal(stream.response.status, 200);
  await stream.ready();
  const customer = app.simulator.customer("447700900871", "Somebody");
  await customer.sendText(channel.externalId, "Not for the agency");
  await app.drain();
  const { id } = await ok(client.api.post("/api/v1/contacts", { name: "Written afterwards" }));
  await stream.until(() => stream.events().some(({ data }) => JSON.stringify(data).includes(id)));
  const { data: listed } = await ok(person.api.get("/api/v1/events?limit=100"));
  for (const types of [stream.events().map(({ event }) => event), listed.map(({ type }: { type: string }) => type)])
    assert.deepEqual([...new Set(types)], ["contact.created"]);
  const all = (await ok(client.api.get("/api/v1/events?limit=100"))).data.map(({ type }: { type: string }) => type);
  assert.ok(all.includes("message.received"), `${all}`);
  stream.close();
  // A token of the same grant is a key, not a person's dashboard.
  const { api } = await stage.act(["contacts:read"]);
  assert.deepEqual((await api.get("/api/v1/events")).body.error.details, [{ field: "webhooks:read", issue: "missing_scope" }]);
  await ok(person.api.delete(stay));
  await stage.revoke(grant);
});

test("somebody who acts in a client gets who is present in its conversations, if the grant includes them", async () => {
  const grant = await stage.grant({ scopes: ["conversations:read"] });
  await ok(enter());
  const stream = await follow(app.url, null, "?presence=true", { cookie: person.cookie });
  await stream.ready();
  const { data } = await ok(client.api.get("/api/v1/conversations"));
  const member = await app.person(client.id, { role: "agent" });
  await ok(member.api.put(`/api/v1/conversations/${data[0].id}/presence`, { state: "viewing" }));
  await stream.until(() => stream.messages.some(({ event }) => event === "presence"));
  stream.close();
  await ok(person.api.delete(stay));
  await stage.revoke(grant);
});

test("only an agency's own clients can be entered, only by people, and another site's page can do nothing in one", async () => {
  const otherTenant = await app.tenant();
  const unknown = await person.api.post(stay, { clientId: wireId("org", otherTenant.id) });
  assert.equal(unknown.status, 404);
  assert.equal((await stage.agency.api.post(stay, { clientId: clientId() })).status, 403, "a key mints a token instead");
  const outsider = await app.person(otherTenant.id, { role: "owner" });
  assert.equal((await enter(outsider.api)).status, 403);
  const grant = await stage.grant();
  await enter();
  const foreign = await person.api.post(
    "/api/v1/contacts",
    { name: "Planted" },
    { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" },
  );
  assert.equal(foreign.status, 403, foreign.text);
  assert.equal(foreign.body.error.code, "forbidden");
  await person.api.delete(stay);
  await stage.revoke(grant);
});

test("the list of clients shows the state of each grant, and the limits of all take one call", async () => {
  const shown = async () => (await stage.agency.api.get("/api/v1/agencies/current/clients")).body.data[0];
  assert.equal((await shown()).grant.status, "revoked");
  await stage.agency.api.post(`${stage.path}/grants`, { scopes: ["contacts:read"] });
  assert.equal((await shown()).grant.status, "pending");
  assert.deepEqual((await shown()).grantedScopes, []);
  assert.equal((await stage.agency.api.get(stage.path)).body.grant.status, "pending");
  await stage.agency.api.put(`${stage.path}/entitlements`, { seats: 3 });
  const { status, body, text } = await stage.agency.api.get("/api/v1/agencies/current/entitlements");
  assert.equal(status, 200, text);
  assert.deepEqual([body.data.length, body.data[0].organizationId, body.data[0].entitlements.seats.limit], [1, clientId(), 3]);
});
