import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";
import { startTestApp, type TestApp, type TestTenant, unknownId } from "../../../../test/harness.ts";
import { parseWireId } from "../../../platform/ids/ids.ts";

const path = "/api/v1/agencies/current/snapshots";
const clients = "/api/v1/agencies/current/clients";
const word = () => randomBytes(4).toString("hex");

describe("an agency's snapshot library", () => {
  let t: TestApp;
  before(async () => {
    t = await startTestApp();
  });
  after(() => t.stop());

  const labels = (...names: string[]) => ({ version: 1, parts: { labels: names.map((name) => ({ name })) } });
  const keep = async (agency: TestTenant, body: object = {}) => {
    const made = await agency.api.post(path, { name: `Snapshot ${word()}`, snapshot: labels(`Label ${word()}`), ...body });
    assert.equal(made.status, 200, made.text);
    return made.body;
  };
  const client = async (agency: TestTenant, scopes: string[] | null, more: object = {}) => {
    const grant = scopes === null ? {} : { grant: { scopes } };
    const made = await agency.api.post(clients, { name: `Client ${word()}`, ownerEmail: `${word()}@people.test`, ...grant, ...more });
    assert.equal(made.status, 200, made.text);
    await t.drain();
    const uuid = parseWireId("org", made.body.id) as string;
    return { id: made.body.id as string, uuid, api: t.api(await t.key(uuid)) };
  };
  const namesIn = async (tenant: { api: TestTenant["api"] }) =>
    (await tenant.api.get("/api/v1/labels?limit=100")).body.data.map((label: any) => label.name).toSorted();

  it("stores an uploaded one and one of a client, with versions, and returns its content", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const name = `Bakery ${word()}`;
    const made = await keep(agency, { name: ` ${name} `, description: "For shops", snapshot: labels("Refund") });
    assert.deepEqual(
      [made.name, made.description, made.version, made.isDefault, made.parts, made.fromClientId, "snapshot" in made],
      [name, "For shops", 1, false, ["labels"], null, false],
    );
    const whole = (await agency.api.get(`${path}/${made.id}`)).body;
    assert.deepEqual(whole.snapshot, labels("Refund"));
    const own = await client(agency, ["labels:read"]);
    await own.api.post("/api/v1/labels", { name: "Urgent", color: "#d9480f" });
    const changed = (await agency.api.patch(`${path}/${made.id}`, { clientId: own.id, parts: ["labels"], description: null })).body;
    assert.deepEqual([changed.version, changed.fromClientId, changed.description, changed.name], [2, own.id, null, name]);
    const [label] = (await agency.api.get(`${path}/${made.id}`)).body.snapshot.parts.labels;
    assert.deepEqual([label.name, label.color], ["Urgent", "#d9480f"]);
    assert.equal((await agency.api.patch(`${path}/${made.id}`, { name: `${name} 2` })).body.version, 2);
    // Parts that the grant does not cover are left out, and refused if named.
    await keep(agency, { clientId: own.id, snapshot: undefined });
    const beyond = await agency.api.post(path, { name: word(), clientId: own.id, parts: ["pipelines"] });
    assert.deepEqual([beyond.status, beyond.body.error.code], [403, "insufficient_scope"]);
    for (const tenant of [agency, own]) {
      const auditEntries = (await tenant.api.get("/api/v1/audit-log")).body.data.filter((entry: any) => entry.action === "agency.acted");
      assert.ok(auditEntries.length > 0 && auditEntries[0].changes.operation === "createAgencySnapshot", JSON.stringify(auditEntries));
    }
  });

  it("plans without writing, applies to a client within its grant, and changes nothing the second time", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const own = await client(agency, ["labels:read", "labels:write"]);
    const kept = await keep(agency, { snapshot: { version: 1, parts: { labels: [{ name: "A" }, { name: "B" }], macros: [] } } });
    const refused = await agency.api.post(`${path}/${kept.id}/apply`, { clientId: own.id });
    assert.deepEqual([refused.status, refused.body.error.code], [403, "insufficient_scope"], refused.text);
    const body = { clientId: own.id, parts: ["labels"] };
    const plan = (await agency.api.post(`${path}/${kept.id}/plan`, body)).body;
    assert.deepEqual([plan.created, plan.conflicts, await namesIn(own)], [2, 0, []]);
    const done = (await agency.api.post(`${path}/${kept.id}/apply`, body)).body;
    assert.deepEqual([done.created, await namesIn(own)], [2, ["A", "B"]]);
    const again = (await agency.api.post(`${path}/${kept.id}/apply`, body)).body;
    assert.deepEqual([again.created, again.changed, again.left], [0, 0, 2]);
    const log = (await own.api.get("/api/v1/audit-log?limit=100")).body.data;
    const applied = log.find((entry: any) => entry.action === "snapshot.applied");
    const agencyId = (await agency.api.get("/api/v1/organization")).body.id;
    assert.equal(applied.changes.byOrganization, agencyId);
    const theirs = (await agency.api.get("/api/v1/audit-log?limit=100")).body.data.map((entry: any) => entry.action);
    assert.ok(theirs.includes("agency_snapshot.applied") && theirs.includes("agency.acted"));
    assert.deepEqual(await namesIn(agency), []);
  });

  it("acts for nobody without an active grant, for no suspended client, and not without agency:act", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const kept = await keep(agency);
    const apply = (id: string, api = agency.api) => api.post(`${path}/${kept.id}/apply`, { clientId: id });
    const without = await client(agency, null);
    assert.deepEqual((await apply(without.id)).body.error.code, "grant_required");
    const own = await client(agency, ["labels:read", "labels:write"]);
    const reading = t.api(await t.key(agency.id, { scopes: ["agency:read", "agency:write"] }));
    assert.equal((await apply(own.id, reading)).status, 403);
    assert.equal((await reading.post(path, { name: word(), clientId: own.id })).body.error.code, "insufficient_scope");
    await agency.api.patch(`${clients}/${own.id}`, { status: "suspended" });
    assert.equal((await apply(own.id)).body.error.code, "conflict");
    await agency.api.patch(`${clients}/${own.id}`, { status: "ended" });
    assert.equal((await apply(own.id)).body.error.code, "grant_required");
    const grants = await client(agency, ["labels:write"], {});
    const [grant] = (await grants.api.get("/api/v1/agency-grants")).body.data;
    await grants.api.post(`/api/v1/agency-grants/${grant.id}/revoke`);
    assert.equal((await apply(grants.id)).body.error.code, "grant_required");
    // Another agency's client, and its snapshot.
    const other = await t.tenant({ kind: "agency" });
    const theirs = await client(other, ["labels:read", "labels:write"]);
    assert.equal((await apply(theirs.id)).status, 404);
    assert.equal((await other.api.post(`${path}/${kept.id}/apply`, { clientId: theirs.id })).status, 404);
    assert.equal((await other.api.get(`${path}/${kept.id}`)).status, 404);
    assert.equal((await other.api.post(clients, { name: "X", ownerEmail: "x@people.test", snapshotId: kept.id })).status, 422);
    assert.equal((await apply(unknownId("org"))).status, 404);
    assert.deepEqual(await namesIn(theirs), []);
  });

  it("sets up new clients with the named snapshot, the default, or none", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const first = await keep(agency, { snapshot: labels("Default"), isDefault: true });
    const second = await keep(agency, { snapshot: labels("Named") });
    assert.deepEqual(await namesIn(await client(agency, null)), ["Default"]);
    assert.deepEqual(await namesIn(await client(agency, null, { snapshotId: second.id })), ["Named"]);
    assert.deepEqual(await namesIn(await client(agency, null, { snapshotId: null })), []);
    assert.deepEqual(await namesIn(await client(agency, null, { snapshot: labels("Given") })), ["Given"]);
    await agency.api.patch(`${path}/${second.id}`, { isDefault: true });
    assert.equal((await agency.api.get(`${path}/${first.id}`)).body.isDefault, false);
    assert.deepEqual(await namesIn(await client(agency, null)), ["Named"]);
    const both = await agency.api.post(clients, { name: "X", ownerEmail: "x@people.test", snapshotId: first.id, snapshot: labels("A") });
    assert.deepEqual([both.status, both.body.error.details[0].field], [400, "snapshotId"]);
    const gone = await agency.api.post(clients, { name: "X", ownerEmail: "x@people.test", snapshotId: unknownId("snp") });
    assert.deepEqual([gone.status, gone.body.error.details[0].field], [422, "snapshotId"]);
  });

  it("sets up clients from a sign-up form, and is not deleted while a form needs it", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const kept = await keep(agency, { snapshot: labels("Of the form") });
    const form = (target: object) =>
      agency.api.post("/api/v1/agencies/current/signup-forms", {
        slug: `form-${word()}`,
        title: "Join",
        fields: [
          { key: "company", label: "Company", type: "text", required: true },
          { key: "email", label: "E-mail", type: "email", required: true },
        ],
        target,
      });
    const made = await form({ kind: "create_client", snapshotId: kept.id });
    assert.deepEqual([made.status, made.body.target.snapshotId], [200, kept.id], made.text);
    assert.equal((await form({ kind: "create_client", snapshotId: unknownId("snp") })).status, 422);
    assert.equal((await form({ kind: "create_contact", snapshotId: kept.id })).status, 422);
    assert.equal((await agency.api.delete(`${path}/${kept.id}`)).body.error.code, "conflict");
    const open = (await agency.api.get(`/api/v1/public/signup-forms/${made.body.publicKey}`)).body;
    t.clock.advance(5_000);
    const sent = await agency.api.post(`/api/v1/public/signup-forms/${made.body.publicKey}`, {
      token: open.token,
      answers: { company: "Harbour Bakery", email: `${word()}@people.test` },
    });
    assert.equal(sent.status, 200, sent.text);
    await agency.api.delete(`/api/v1/agencies/current/signup-forms/${made.body.id}`);
    assert.match((await agency.api.delete(`${path}/${kept.id}`)).body.error.message, /submission/);
    const [submission] = (await agency.api.get("/api/v1/agencies/current/form-submissions")).body.data;
    const processed = await agency.api.patch(`/api/v1/agencies/current/form-submissions/${submission.id}`, { status: "processed" });
    assert.equal(processed.status, 200, processed.text);
    await t.drain();
    const uuid = parseWireId("org", processed.body.clientId) as string;
    assert.deepEqual(await namesIn({ api: t.api(await t.key(uuid)) }), ["Of the form"]);
    assert.deepEqual((await agency.api.delete(`${path}/${kept.id}`)).body, { id: kept.id, deleted: true });
  });

  it("refuses invalid snapshots, creates one per idempotency key, and lists page by page", async () => {
    const agency = await t.tenant({ kind: "agency" });
    const kept = await keep(agency, { name: "Bäckerei" });
    for (const [body, status, field] of [
      [{ name: "bäckerei", snapshot: labels("A") }, 409, "name"],
      [{ name: " ", snapshot: labels("A") }, 400, "name"],
      [{ name: "X" }, 400, "snapshot"],
      [{ name: "X", snapshot: labels("A"), clientId: unknownId("org") }, 400, "clientId"],
      [{ name: "X", snapshot: { version: 1, parts: { unheard: [] } } }, 422, "snapshot.parts.unheard"],
      [{ name: "X", snapshot: labels("A"), parts: ["macros"] }, 422, "parts[0]"],
      [{ name: "X", clientId: unknownId("org") }, 404, "clientId"],
    ] as const) {
      const response = await agency.api.post(path, body);
      assert.deepEqual([response.status, response.body.error.details?.[0].field], [status, field], response.text);
    }
    assert.equal((await agency.api.patch(`${path}/${kept.id}`, { parts: ["labels"] })).status, 400);
    const headers = { "idempotency-key": "snapshot-1" };
    const body = { name: "Once", snapshot: labels("A") };
    const [one, two] = [await agency.api.post(path, body, headers), await agency.api.post(path, body, headers)];
    assert.deepEqual([two.body, two.headers.get("idempotency-replayed")], [one.body, "true"]);
    const page = (await agency.api.get(`${path}?limit=1`)).body;
    const rest = (await agency.api.get(`${path}?limit=1&cursor=${encodeURIComponent(page.pageInfo.nextCursor)}`)).body;
    assert.deepEqual([page.data.length, rest.data.length, rest.pageInfo.hasNextPage], [1, 1, false]);
    const business = await t.tenant();
    assert.equal((await business.api.get(path)).status, 403);
  });
});
