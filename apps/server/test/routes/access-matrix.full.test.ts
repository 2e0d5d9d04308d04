/**
 * Authorization: every route with every role, and with every single scope, derived from openapi.json. Whoever lacks the route's scope gets
 * 403 naming it; whoever has it gets past that check (to a 200, a 404 or whatever the rest of the request deserves).
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, describe, it } from "node:test";
import { memberRoles, platformAdminScopes, roleScopes } from "../../src/platform/auth/roles.ts";
import { allScopes, type Scope } from "../../src/platform/auth/scopes.ts";
import { type Api, startTestApp, type TestPerson } from "../harness.ts";
import { closeConnections } from "../raw-http.ts";
import { allOperationsOf, type Operation, operationsOf } from "./route-operations.ts";

const t = await startTestApp({ env: { RATE_LIMIT_PER_MINUTE: "10000000" } });
const operations = operationsOf(t.app.openapi).filter((operation) => operation.scope !== null && !operation.isStream);
const tenant = await t.tenant({ kind: "agency" });
after(async () => {
  closeConnections();
  await t.stop();
});

/** Ids that do not exist, and an invalid body: the operation must not take effect. */
async function isAdmitted(api: Api, operation: Operation, missing: string[]): Promise<boolean> {
  const path = operation.path.replaceAll(/\{[A-Za-z]+\}/g, "nobodys");
  const body = operation.writes ? { body: "{" } : {};
  const response = await api.request(operation.method, `/api/v1${path}`, body);
  // Past the scope, but refused because the caller is not the platform.
  if (operation.raw["x-platform-only"] === true && response.body.error?.code === "forbidden") return true;
  if (response.status !== 403) {
    assert.ok([200, 400, 404].includes(response.status), `${operation.id}: ${response.status} ${response.text}`);
    return true;
  }
  // Past the scope check, but refused as reserved to the platform.
  if (operation.platformOnly && response.body.error.code === "forbidden") return true;
  assert.deepEqual(
    [response.body.error.code, response.body.error.details],
    ["insufficient_scope", missing.map((field) => ({ field, issue: "missing_scope" }))],
    operation.id,
  );
  return false;
}

describe("every route", () => {
  // Writes without a body would take effect: each of those names something that does not exist, or is the platform's alone.
  it("that takes no body names something, so this test changes nothing", () => {
    const bare = operations.filter(
      (o) => o.writes && o.body === undefined && o.pathNames.length === 0 && o.raw["x-platform-only"] !== true,
    );
    assert.deepEqual(
      bare.map(({ id }) => id),
      [],
    );
  });

  for (const role of memberRoles) {
    it(`admits the role ${role} according to its scopes`, async () => {
      const person: TestPerson = await t.person(tenant.id, { role });
      for (const operation of operations) {
        const missing = [operation.sessionScope as Scope, ...operation.alsoScopes].filter((scope) => !roleScopes[role].has(scope));
        assert.equal(await isAdmitted(person.api, operation, missing), missing.length === 0, `${role}: ${operation.id}`);
      }
    });
  }

  it("admits a key with the scopes it needs, and with no others", async () => {
    for (const scope of new Set(operations.map((operation) => operation.scope as Scope))) {
      const api = t.api(await t.key(tenant.id, { scopes: [scope] }));
      for (const operation of operations) {
        // A key cannot give anybody a session without having what that role has: modules/people/agents/agents.test.ts.
        if (operation.id === "getLoginLink") continue;
        const missing = [operation.scope as Scope, ...operation.alsoScopes].filter((needed) => needed !== scope);
        assert.equal(await isAdmitted(api, operation, missing), missing.length === 0, `${scope}: ${operation.id}`);
      }
    }
  });

  it("of a person's own account takes a session of any role, or of an owner where documented, but no key; a public one ignores all credentials", async () => {
    const own = allOperationsOf(t.app.openapi).filter(({ access }) => access === "session");
    assert.ok(own.length >= 11);
    const viewer = await t.person(tenant.id, { role: "viewer" });
    // Authorization comes before everything else: modules/administration/organization-exports.
    const ownersOnly = new Set(["exportOrganization"]);
    for (const operation of own) {
      const path = `/api/v1${operation.path.replaceAll(/\{[A-Za-z]+\}/g, "nobodys")}`;
      const body = operation.writes && operation.body !== undefined ? { body: "{}" } : {};
      const byKey = await tenant.api.request(operation.method, path, body);
      assert.deepEqual([byKey.status, byKey.body.error.code], [403, "forbidden"], operation.id);
      const bySession = await viewer.api.request(operation.method, path, body);
      const lacks = operation.scope !== null && !roleScopes.viewer.has(operation.scope as Scope);
      const expected = lacks || ownersOnly.has(operation.id) ? [403] : [200, 400, 404];
      assert.ok(expected.includes(bySession.status), `${operation.id}: ${bySession.status} ${bySession.text}`);
    }
  });
});

describe("roles", () => {
  it("include all scopes of the role below, a platform administrator's flag adds admin:*, and the document says the same", async () => {
    for (const [at, role] of memberRoles.slice(0, -1).entries()) {
      const below = memberRoles[at + 1] as (typeof memberRoles)[number];
      for (const scope of roleScopes[below]) assert.ok(roleScopes[role].has(scope), `${role} lacks ${scope} of ${below}`);
      assert.ok(roleScopes[role].size > roleScopes[below].size);
    }
    const admin = await t.person(tenant.id, { role: "viewer", platformAdmin: true });
    const me = await admin.api.get("/api/v1/me");
    assert.deepEqual([...me.body.scopes].sort(), [...roleScopes.viewer, ...platformAdminScopes].sort());
    assert.ok(memberRoles.every((role) => !platformAdminScopes.some((scope) => roleScopes[role].has(scope))));

    const text = await readFile(new URL("../../../../docs/subsystems/people/people.md", import.meta.url), "utf8");
    const table = text.split("\n").filter((line) => /^\| `[a-z]+:[a-z]+`/.test(line));
    const documented = new Map(
      table.map((line) => {
        const [scope = "", ...cells] = line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim());
        return [scope.replaceAll("`", ""), cells];
      }),
    );
    assert.deepEqual([...documented.keys()], [...allScopes]);
    for (const scope of allScopes) {
      assert.deepEqual(
        documented.get(scope),
        memberRoles.map((role) => (roleScopes[role].has(scope) ? "yes" : "")),
        scope,
      );
    }
  });
});

describe("API keys created in a session", () => {
  it("are created by owners and admins, with no scope that their role lacks, and no higher limit than the installation's", async () => {
    const [owner, admin, supervisor] = [
      await t.person(tenant.id, { role: "owner" }),
      await t.person(tenant.id, { role: "admin" }),
      await t.person(tenant.id, { role: "supervisor" }),
    ];
    assert.equal((await supervisor.api.post("/api/v1/api-keys", { name: "x", scopes: ["contacts:read"] })).status, 403);
    const refused = await admin.api.post("/api/v1/api-keys", { name: "x", scopes: ["contacts:read", "billing:write", "admin:read"] });
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.details.map((d: { field: string }) => d.field)],
      [403, "insufficient_scope", ["billing:write", "admin:read"]],
    );
    const made = await owner.api.post("/api/v1/api-keys", { name: "By hand", scopes: ["billing:write", "contacts:read"] });
    assert.equal(made.status, 200, made.text);
    assert.equal(made.body.createdBy, owner.agentId);
    assert.equal((await t.api(made.body.key).get("/api/v1/contacts")).status, 200);
    const fast = await owner.api.post("/api/v1/api-keys", { name: "x", scopes: ["contacts:read"], rateLimitPerMinute: 10_000_000 });
    assert.equal(fast.status, 200);
    assert.equal((await owner.api.delete(`/api/v1/api-keys/${made.body.id}`)).status, 200);
    assert.equal((await t.api(made.body.key).get("/api/v1/contacts")).status, 401);
    const audit = await owner.api.get("/api/v1/api-keys");
    assert.equal(audit.body.data.find((k: { id: string }) => k.id === made.body.id).revokedAt !== null, true);
  });
});
